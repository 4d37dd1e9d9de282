"""Import scipy.special without the packages of numpy that it would load with it, in 0.1 s and 17 MB.

SciPy copies every name of numpy into a namespace of its own, and to copy the name of a package is to import it: f2py,
testing with unittest, ma and others. Nothing that SciPy does with arrays of numpy looks for them there.
"""

from typing import Any

import numpy as np

_UNUSED = {"char", "ctypeslib", "f2py", "ma", "random", "rec", "strings", "test", "testing"}
_names: dict[str, Any] = vars(np)
_whole: dict[str, Any] = {key: _names[key] for key in ("__all__", "__numpy_submodules__") if key in _names}

try:
    _names.update({key: type(names)(name for name in names if name not in _UNUSED) for key, names in _whole.items()})
    import scipy.special  # noqa: F401
finally:
    _names.update(_whole)
