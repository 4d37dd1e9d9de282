"""Units of quantities, as they stand in names of columns and in cells."""

from __future__ import annotations

import re
from collections.abc import Iterable

UNITS = frozenset(
    "s ms us ns sec secs seconds min minutes h hours b kb mb gb kib mib gib bytes j kwh w eur usd gbp".split()
)
SIZES = frozenset("bytes kb mb gb kib mib gib".split())
_TIMES = frozenset("ns us µs ms s sec secs seconds min minutes h hours days".casefold().split())
# What stands in the head of a column after the name of an algorithm: ns/op, ops/s, (ms), [MB].
_UNIT_BEHIND = re.compile(r"\S.*?\s+[(\[]?((?:[mnuµ]?s|secs?|[KMGkmg]i?[Bb]|bytes)(?:/[a-z]+)?|[a-z]+/s)[)\]]?")


def unit_of(names: Iterable[str]) -> str:
    """Return the unit that all of several names end in; "" where they do not.

    >>> unit_of(["btree ns/op", "trie ns/op"]), unit_of(["hinge loss", "log loss"])
    ('ns/op', '')
    """
    units = {unit[1] if (unit := _UNIT_BEHIND.fullmatch(name.strip())) else "" for name in names}
    return units.pop() if len(units) == 1 else ""


_OF_QUANTITIES = UNITS | frozenset(
    # casefold makes the sign of micro a Greek letter
    "µs msec usec nsec ps hrs hour day days d bytes kilobytes megabytes gigabytes bits mj kj watt watts wh % percent "
    "pct fraction share ratio proportion usd eur mhz ghz hz flops gflops mflops tokens ops".casefold().split()
)


def is_unit(text: str) -> bool:
    """Return whether a text is the unit of a quantity.

    >>> is_unit("ms"), is_unit("ns/op"), is_unit("µs"), is_unit("%"), is_unit("fast")
    (True, True, True, True, False)
    """
    first, _, per = text.strip().casefold().partition("/")
    return first in _OF_QUANTITIES and (not per or per.isalpha())


def unit_in_brackets(name: str) -> str:
    """Return the unit that stands in brackets at the end of a name; "" for none.

    >>> unit_in_brackets("instance [s]"), unit_in_brackets("instance (small)")
    ('s', '')
    """
    brackets = re.search(r"[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*$", name)
    return brackets[1] if brackets and is_unit(brackets[1]) else ""


def have_one_quantity(units: Iterable[str]) -> bool:
    """Return whether units are those of one quantity: all of times, or all of sizes.

    >>> have_one_quantity(["ms", "s"]), have_one_quantity(["MB", "GB"]), have_one_quantity(["%", "s"])
    (True, True, False)
    """
    known = {unit.casefold() for unit in units}
    return known <= _TIMES or known <= SIZES


def unit_of_cost(name: str) -> str:
    """Return the unit in brackets behind a name that times, sizes and energies have; "" for none.

    >>> unit_of_cost("score (ms)"), unit_of_cost("score [min]"), unit_of_cost("score (%)"), unit_of_cost("profit [EUR]")
    ('ms', 'min', '', '')
    """
    unit = unit_in_brackets(name)
    return unit if unit.casefold() in UNITS - _CURRENCIES else ""


_CURRENCIES = frozenset("eur usd gbp".split())
