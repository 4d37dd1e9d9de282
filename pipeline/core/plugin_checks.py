"""What plug-ins register and return, checked: what is wrong is a fault of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from rankpress.core.bibliography import library
from rankpress.core.faults import Fault, FaultsFound, PluginPlace
from rankpress.core.plugins import fault_of, owner
from rankpress.core.scores import FloatArray


def plugin_fault(what: str, name: str, message: str, expected: str) -> Fault:
    """Return a fault of the plug-in that is being loaded, in what it registers under a name."""
    return Fault(PluginPlace(owner(), f"{what} {name}"), message, expected)


def require_texts(what: str, name: str, *texts: str) -> None:
    """Refuse a name that no study can write, empty texts, and a citation of nothing."""
    plain = isinstance(name, str) and name and all(c.isascii() and (c.isalnum() or c == "-") for c in name)
    if not plain or name != name.lower():
        raise FaultsFound([plugin_fault(what, str(name), "it cannot be named so", "small letters, digits and hyphens")])
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise FaultsFound([plugin_fault(what, name, "a title or text is empty", "words for the reader of a report")])
    cited = what in ("pairwise test", "adjustment", "effect size")
    if cited and texts[-1] not in library():
        expected = "what rankpress.extend.source returned, or a key of the built-in bibliography, such as wilcoxon1945"
        raise FaultsFound([plugin_fault(what, name, f"there is no source {texts[-1]!r}", expected)])


def require_options(what: str, name: str, options: object, of_any: type) -> None:
    """Refuse options that are no model of those of any table, or of any figure, and more."""
    if options is not None and not (isinstance(options, type) and issubclass(options, of_any)):
        raise FaultsFound(
            [plugin_fault(what, name, f"its options are {options!r}", f"a subclass of {of_any.__name__}")]
        )


def guarded(what: str, name: str, function: Callable[..., Any]) -> tuple[PluginPlace, Callable[..., Any]]:
    """Return the place of a function in faults, and the function, whose exceptions are faults of the plug-in."""
    place = PluginPlace(owner(), f"{what} {name}")

    @wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            with np.errstate(all="ignore"):  # what comes of it is checked
                return function(*arguments)
        except FaultsFound:
            raise
        except Exception as error:
            raise FaultsFound([fault_of(error, place, "a function that returns for all scores")]) from error

    return place, call


def rows_of_numbers(place: str, results: Sequence[Any], width: int, expected: str) -> FloatArray:
    """Return what a function returned for each pair as rows of numbers."""
    try:
        rows = np.array([[float(number) for number in row] for row in results], dtype=np.float64)
        return rows.reshape(len(results), width)
    except (TypeError, ValueError) as error:
        raise FaultsFound([Fault(place, f"it returned {results[0]!r}", expected)]) from error


def listing(name: str, function: Callable[..., Iterable[Any]], *kinds: type) -> Callable[..., Any]:
    """Return a function that returns a list, each item of one of these types."""
    expected = f"a list of: {' or '.join(kind.__name__ for kind in kinds)}"

    def listed(*arguments: Any) -> list[Any]:
        return list(function(*arguments))

    place, call = guarded("topic", name, listed)

    def checked(*arguments: Any) -> list[Any]:
        returned: list[Any] = call(*arguments)
        wrong = next((entry for entry in returned if not isinstance(entry, kinds)), None)
        if wrong is not None:
            raise FaultsFound([Fault(place, f"{function.__name__} returned {wrong!r}", expected)])
        return returned

    return checked
