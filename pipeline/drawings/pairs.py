"""The pairs of algorithms that a figure is drawn for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.naming import key_of
from rankpress.scores import IntArray
from rankpress.slugs import slug


def chosen_pairs(analysis: Analysis, pairs: Sequence[tuple[str, str]] | None) -> tuple[tuple[int, int], ...]:
    """The pairs that a spec names, as indices; without, the two best ranked, or the control and the best other.

    A pair is left out whose algorithms the missing policy dropped.
    """
    if pairs is not None:
        index = {key_of(name): i for i, name in enumerate(analysis.names)}
        return tuple((index[a], index[b]) for a, b in pairs if a in index and b in index)
    control, ranked = analysis.tested.control, analysis.ranking.best_first
    if len(ranked) < 2:
        return ()
    if control is None:
        return ((ranked[0], ranked[1]),)
    other = next(i for i in ranked if i != control)
    return ((other, control) if ranked.index(other) < ranked.index(control) else (control, other),)


def place_of(pair: tuple[int, int], pairs: IntArray) -> tuple[int, bool] | None:
    """Where a pair is among those compared, and whether the other way round; None where it is not."""
    for turned, wanted in ((False, pair), (True, pair[::-1])):
        found = np.flatnonzero((pairs == wanted).all(axis=1))
        if found.size:
            return int(found[0]), turned
    return None


def part_of(analysis: Analysis, pair: tuple[int, int], *, among: int) -> str:
    """What the file's name of a pair ends with, where there are several."""
    return "".join(f"-{slug(analysis.names[i])}" for i in pair) if among > 1 else ""
