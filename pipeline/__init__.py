"""From scores of algorithms over data sets to the tables, figures and reports of a paper.

The names below are the Python interface; `rankpress.stats` and `rankpress.figures` stand on their own.
"""

# Under `python -m rankpress` the current folder is still on the path here, so import only what Python itself has loaded
# by now: neither `typing` nor `__future__`.
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rankpress.app.comparison import Comparison, compare, load_study, run_study
    from rankpress.app.paper_parts import PaperFigure, PaperTable
    from rankpress.core.faults import Fault, FaultsFound
    from rankpress.spec.model import Study

__all__ = [
    "Comparison", "Fault", "FaultsFound", "PaperFigure", "PaperTable", "Study", "compare", "load_study", "run_study",
]  # fmt: skip

_PACKAGES = ("extend", "figures", "stats")  # which one may use without importing them by name
_MODULES = {
    **dict.fromkeys(("Fault", "FaultsFound"), "rankpress.core.faults"),
    **dict.fromkeys(("PaperFigure", "PaperTable"), "rankpress.app.paper_parts"),
    "Study": "rankpress.spec.model",
}


def __getattr__(name: str) -> object:
    # loaded when used, so that the command line answers before numpy is imported
    if name in __all__:
        return getattr(import_module(_MODULES.get(name, "rankpress.app.comparison")), name)
    if name in _PACKAGES:
        return import_module(f"rankpress.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("rankpress")
    raise AttributeError(f"module 'rankpress' has no attribute '{name}'; it has {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])
