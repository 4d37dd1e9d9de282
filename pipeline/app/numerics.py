"""Loading numpy and scipy in a process that is the command line's own."""

from __future__ import annotations

# What `scipy.special` loads of numpy only because it copies all names of numpy: a Fortran wrapper and test functions,
# a third of the time that it takes to load.
_UNUSED = frozenset({"f2py", "testing"})


def load_special_functions() -> None:
    """Load `scipy.special` without parts of numpy that neither it nor rankpress uses; they load when they are used."""
    import numpy as np

    names, listed = np.__all__, np.__dir__
    np.__all__ = [name for name in names if name not in _UNUSED]
    np.__dir__ = lambda: [name for name in listed() if name not in _UNUSED]  # type: ignore[method-assign]
    try:
        import scipy.special  # noqa: F401
    finally:
        np.__all__, np.__dir__ = names, listed  # type: ignore[method-assign]
