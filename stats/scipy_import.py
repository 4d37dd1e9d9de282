"""Import scipy.special without the packages of numpy that it would load with it, in 0.1 s and 17 MB.

SciPy copies every name of numpy into a namespace of its own, and to copy the name of a package is to import it: f2py,
testing with unittest, ma and others. Nothing that SciPy does with arrays of numpy looks for them there. Half as long
again it takes to note in the docstring of each function which other libraries' arrays it was tested with.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

_UNUSED = {"char", "ctypeslib", "f2py", "ma", "random", "rec", "strings", "test", "testing"}
_names: dict[str, Any] = vars(np)
_whole: dict[str, Any] = {key: _names[key] for key in ("__all__", "__numpy_submodules__") if key in _names}


def _without_note(**_tested: object) -> Callable[[Any], Any]:
    """Stand in for the decorator that writes such a note; SciPy's own tests alone use what else it does."""
    return lambda function: function


try:
    _names.update({key: type(names)(name for name in names if name not in _UNUSED) for key, names in _whole.items()})
    from scipy._lib import _array_api

    _noted = getattr(_array_api, "xp_capabilities", None)
    try:
        if _noted is not None:
            _array_api.xp_capabilities = _without_note
        import scipy.special  # noqa: F401
    finally:
        if _noted is not None:
            _array_api.xp_capabilities = _noted
finally:
    _names.update(_whole)
