"""From scores of algorithms over data sets to the tables, figures and reports of a paper.

The names below are the Python interface; `rankpress.stats` and `rankpress.figures` stand on their own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rankpress.analysis import Analysis, analyse
    from rankpress.app.notebook import data_frames, tables
    from rankpress.app.run import Built, build
    from rankpress.checks.agreement import Examined, examine
    from rankpress.core.faults import Fault, FaultsFound
    from rankpress.core.table import Table
    from rankpress.spec.reading import read_study

__all__ = [
    "Analysis", "Built", "Examined", "Fault", "FaultsFound", "Table", "analyse", "build", "data_frames", "examine",
    "read_study", "tables",
]  # fmt: skip

_MODULES = {
    **dict.fromkeys(("Analysis", "analyse"), "rankpress.analysis"),
    **dict.fromkeys(("Built", "build"), "rankpress.app.run"),
    **dict.fromkeys(("data_frames", "tables"), "rankpress.app.notebook"),
    **dict.fromkeys(("Examined", "examine"), "rankpress.checks.agreement"),
    **dict.fromkeys(("Fault", "FaultsFound"), "rankpress.core.faults"),
    "Table": "rankpress.core.table",
    "read_study": "rankpress.spec.reading",
}

# What notebooks show, by writers that are loaded with it.
_SHOWN_IN_NOTEBOOKS = ("Analysis", "Table", "analyse")


def __getattr__(name: str) -> Any:
    # loaded when used, so that the command line answers before numpy is imported
    if name in _MODULES:
        if name in _SHOWN_IN_NOTEBOOKS:
            import_module("rankpress.app.notebook")
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'rankpress' has no attribute '{name}'; it has {', '.join(__all__)}")
