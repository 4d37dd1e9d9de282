"""What is first and may be no algorithm: a person or earlier results by its name, a setting by its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt
from rankpress.init.columns import ways_with_columns, ways_with_rows
from rankpress.init.measured import columns_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

_STANDARDS = frozenset(
    "human humans sota annotator annotators expert experts ceiling iaa interannotator interrater oracle topline "
    "skyline bound".split()
)
# What somebody says of an algorithm, or of a run, that is not meant to be compared.
_ASIDE = frozenset(
    "buggy bug ignore ignored broken invalid debug sanity wip tmp temp deprecated leaked leaky leak cheating "
    "contaminated wrong obsolete superseded discard excluded outlier smoke".split()
)
_TRIAL = frozenset({"test", "run", "trial", "try", "dry"})
# What scores are where they are relative to those of one algorithm.
_UNITS_OF_RATIOS = (0.0, 1.0, 100.0)
_EARLIER = frozenset("previous prior earlier published reported".split())
_BEST = frozenset("best sota record results result".split())

# So many numbers and algorithms there are at least, and of the others so many are fractions.
_FEWEST, _MOST_FRACTIONS = 4, 0.85


def is_standard(name: str) -> bool:
    """Return whether a name is that of a person or of earlier results, whatever these came from.

    >>> is_standard("Previous SOTA (ensemble)"), is_standard("Human baseline"), is_standard("Superhumanoid")
    (True, True, False)
    """
    words = {*words_of(name)}
    return not _STANDARDS.isdisjoint(words) or not (_EARLIER.isdisjoint(words) or _BEST.isdisjoint(words))


def doubts_on_odd_leaders(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that what is first may be no algorithm, as an open doubt; with it other standards are left unread."""
    first = scores.first()
    if not first or not (oddity := _oddity(scores, first)):
        return
    others = [name for name in scores.algorithms if name != first and is_standard(name)]
    text = f"{quoted(first)} is first, and {oddity}"
    if guess.layout == "wide" and "algorithm" not in guess.columns:
        doubt = Doubt(text, "ignore", first, is_open=True)
        both = [ways_with_columns(doubt, [*guess.ignored, *some]) for some in ([], others)]
    else:
        [column, *more] = columns_of(table, guess, "algorithm")
        if more or first not in table.columns[column].labels:
            return
        doubt = Doubt(text, "where", column, value=first, is_open=True)
        both = [
            ways_with_rows(doubt, {**guess.excluded, column: (*guess.excluded.get(column, ()), *some)}, guess.where)
            for some in ([], others)
        ]
    yield replace(doubt, ways=(both[0].ways[0], both[1].ways[1]))


def _oddity(scores: Measured, first: str) -> str:
    """Return what is odd of a name or its numbers among those of the others; "" for nothing."""
    if is_standard(first):
        return "its name is that of a standard which algorithms are measured by"
    words = {*words_of(first)}
    if not _ASIDE.isdisjoint(words) or (len(words) > 1 and words <= _TRIAL):
        return "its name says that it is not meant to be compared"
    is_own = scores.algorithm_of == scores.algorithms.index(first)
    own, others = (each[np.isfinite(each)] for each in (scores.values[is_own], scores.values[~is_own]))
    is_ratio = len(own) > 2 and bool(np.isin(own, _UNITS_OF_RATIOS).all() and np.ptp(own) == 0)
    if is_ratio and len(np.unique(others)) > len(others) / 2:
        return f"has {own[0]:g} on all data sets, as that has which the others are measured in"
    if len(own) < _FEWEST or len(scores.algorithms) < _FEWEST:
        return ""
    if np.ptp(own) == 0 and len(np.unique(others)) > len(others) / 2:
        return "has the same number on all data sets, as a setting has"
    fractions = np.mean(others != np.round(others))
    if (own == np.round(own)).all() and fractions >= _MOST_FRACTIONS:
        return "has whole numbers alone, where the others have fractions"
    return ""
