"""Sentences that define a score by two others, such as ratio = compressed size / original size, and what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import is_any_score, way_of, words_of
from rankpress.init.formulas import formula_in, is_formula

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

_SIDE = r"[^=;,.:()\[\]/\u00f7]*?[^\W\d_][^=;,.:()\[\]/\u00f7]*?"
_SIGN = r"\s*(?<!/)[/\u00f7](?!/)\s*|\s+[-\u2212\u2013]\s+|\s+(?:over|less|as a (?:share|fraction) of)\s+"
_WORDS = r"\s+(?:divided by|relative to|minus)\s+"
_END = r"\s*(?:$|[=;,.:()\[\]])"
_NAME = r"(?:^|[;,.:(]\s*|\s)(?P<name>[^\W\d][\w %-]{0,40}?)"
_FORMULA = re.compile(
    rf"{_NAME}\s*:?=\s*(?:the )?"
    rf"(?:(?P<one>1\s*[-\u2212\u2013]\s*)(?P<rest>[^=;,.:()\[\]/]+)|(?P<above>{_SIDE})(?:{_SIGN}|{_WORDS})(?P<below>{_SIDE}))"
    rf"{_END}",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    rf"{_NAME}\s+(?:is defined as|is|means)\s+(?:the )?(?P<above>{_SIDE}){_WORDS}(?P<below>{_SIDE}){_END}",
    re.IGNORECASE,
)
_RATIO = re.compile(
    rf"\b(?P<name>ratio|quotient|difference) (?:of|between) (?:the )?(?P<above>{_SIDE})\s+(?:to|and|over)\s+"
    rf"(?P<below>{_SIDE}){_END}",
    re.IGNORECASE,
)
# What others are measured in: a side that is called so does not depend on what is compared.
_REFERENCES = frozenset(
    "original baseline base reference ref uncompressed input raw sequential serial total optimum optimal optima best "
    "known initial before full dense ideal max maximum all naive default unoptimized unpruned standard".split()
)
# How much is left of something, or is needed for it.
_SMALL = frozenset(
    "size sizes bytes bits byte bit length lengths memory footprint compressed encoded pruned quantized quantised "
    "second seconds sec s minute minutes hour hours watt watts joule joules parameters params weight volume".split()
)
_NAMES_OF_RATIOS = frozenset(
    "ratio ratios factor index quotient gain gains saving savings rate relative metric".split()
)


@dataclass(frozen=True)
class Definition:
    """What a sentence says that a score is."""

    name: str
    better: Better | None  # None where its parts do not show which direction is better


def definition_in(line: str) -> Definition | None:
    """Return what a line defines by two others that something is known of, or under a name of ratios; None for none.

    >>> definition_in("Silesia; ratio = compressed size / original size, in %")
    Definition(name='ratio', better='lower')
    >>> definition_in("ratio = original size / compressed size").better, definition_in("e = 1 - accuracy").better
    ('higher', 'lower')
    >>> definition_in("ratio = left / right").better, definition_in("path = data/runs"), definition_in("lr = 0.1")
    (None, None, None)
    """
    if is_formula(line):
        return _by_formula(line)
    for pattern in (_FORMULA, _IN_WORDS, _RATIO):
        for defined in pattern.finditer(line):
            parts = defined.groupdict()
            name = parts["name"].strip()
            if parts.get("rest"):
                way = _way_of(parts["rest"])
                if way:
                    return Definition(name, _other(way))
                continue
            above, below = parts["above"], parts["below"]
            better = _way_of_two(above, below)
            is_ratio = is_any_score(name) or not _NAMES_OF_RATIOS.isdisjoint(words_of(name))
            if better or is_ratio or _way_of(above) or _way_of(below):
                return Definition(name, better)
    return None


def _by_formula(line: str) -> Definition | None:
    """Return what a formula with brackets defines, if its parts or its name speak of scores."""
    if not (formula := formula_in(line, _way_of_part)):
        return None
    name, better = formula
    is_ratio = is_any_score(name) or not _NAMES_OF_RATIOS.isdisjoint(words_of(name))
    # of parts of which nothing is known the name says more
    return Definition(name, better) if better or (is_ratio and not _is_sure(name)) else None


def _is_sure(name: str) -> bool:
    return way_of(name) is not None and not is_any_score(name)


def _way_of_part(part: str) -> Better | None:
    """Return which direction of a part of a formula is better; None for a reference, and where nothing is known."""
    words = words_of(part)
    if not _REFERENCES.isdisjoint(words):
        return None
    return "lower" if words[:1] == ["t"] else _way_of(part)


def _way_of_two(above: str, below: str) -> Better | None:
    """Return which direction of one divided by another, or minus it, is better; None where they do not show it."""
    of_above, of_below = _way_of(above), _way_of(below)
    fixed_above, fixed_below = (not _REFERENCES.isdisjoint(words_of(side)) for side in (above, below))
    if fixed_above and not fixed_below:
        of_changing = of_below or of_above
        return _other(of_changing) if of_changing else None
    if fixed_below and not fixed_above:
        return of_above or of_below
    if of_above and of_below:
        return of_above if of_above != of_below else None
    return of_above or (_other(of_below) if of_below else None)


def _way_of(side: str) -> Better | None:
    if way := way_of(side.strip()):
        return way
    return None if _SMALL.isdisjoint(words_of(side)) else "lower"


def _other(better: Better) -> Better:
    return "higher" if better == "lower" else "lower"
