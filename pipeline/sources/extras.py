"""Libraries of the extras of pyproject.toml, imported when something is read with them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rankpress.faults import Fault
from rankpress.sources.origin import Unreadable


def imported(module: str, extra: str, place: str) -> Any:
    """Import a library that not everyone has.

    Parameters
    ----------
    module : str
        The module to import.
    extra : str
        The extra of rankpress that installs it.
    place : str
        What cannot be read without it, as faults name it.

    Raises
    ------
    Unreadable
        It is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        message = f"reading this needs {module.partition('.')[0]}, which is not installed"
        raise Unreadable(Fault(place, message, remedy=f"pip install rankpress[{extra}]")) from error
