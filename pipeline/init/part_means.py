"""Data sets that are means of some of the others, such as the groups of tasks below the tasks of a benchmark."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.init.derived import medians
from rankpress.init.measured import columns_of
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import BoolArray, FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# Means are of rounded scores, and rounded themselves.
_OFF = 1.1
_MOST_DECIMALS = 6
# Of as many data sets all subsets are tried; of more, those that stand next to each other.
_MOST_OF_SUBSETS, _MOST_DATASETS = 14, 120
# So many times as far from the median as most scores.
_MOST_AWAY = 5
# A mean is of so many others, at least.
_FEWEST = 3
# So many subsets may fit by chance, at most.
_BY_CHANCE = 0.01


def doubts_on_part_means(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that data sets are means of some of the others, and so count these twice; open."""
    names = scores.datasets_in_order
    if not 4 <= len(names) <= _MOST_DATASETS:
        return
    place = {name: index for index, name in enumerate(scores.datasets)}
    means = scores.means()[[place[name] for name in names]]
    unit = _unit_of(scores.values)
    are_means = _with_means_of_two(means, _are_part_means(means, unit), unit)
    overlapping = [name for name, is_mean in zip(names, are_means, strict=True) if is_mean]
    if not overlapping or len(overlapping) > len(names) // 2:
        return
    text = f"the scores of {listed(map(quoted, overlapping), 3)} are means of those of some of the other data sets"
    yield from _doubts(table, guess, overlapping, text)


def _doubts(table: Table, guess: Guess, overlapping: Sequence[str], text: str) -> Iterator[Doubt]:
    """Yield the doubt with what leaves the means out, where the header or one column names the data sets."""
    if guess.layout == "wide" and "algorithm" in guess.columns:
        ignored = json.dumps([*guess.ignored, *overlapping], ensure_ascii=False)
        way = Way("the others are the data sets", "set", f"scores.ignore={ignored}")
        yield Doubt(text, "ignore", overlapping[0], is_open=True, ways=(way,))
    elif len(columns := columns_of(table, guess, "dataset")) == 1:
        [column] = columns
        without = json.dumps({column: {"not": [*guess.excluded.get(column, ()), *overlapping]}}, ensure_ascii=False)
        these = json.dumps({column: overlapping}, ensure_ascii=False)
        ways = (
            Way("the others are the data sets", "set", f"scores.where={without}"),
            Way("these are the data sets", "set", f"scores.where={these}"),
        )
        yield Doubt(text, "where", column, is_open=True, ways=ways if len(overlapping) > 1 else ways[:1])


def _unit_of(values: FloatArray) -> float:
    """Return the last decimal that scores are written with."""
    there = values[np.isfinite(values)]
    decimals = (n for n in range(_MOST_DECIMALS) if np.allclose(there, there.round(n), rtol=0, atol=1e-9))
    return float(10.0 ** -next(decimals, _MOST_DECIMALS))


def _are_part_means(means: FloatArray, unit: float) -> list[bool]:
    """Return of each row whether it is the mean of three or more of the others, and not by chance."""
    there, chosen = np.isfinite(means), _subsets(len(means) - 1)
    chance = np.prod(np.minimum(1.0, 2 * _OFF * unit / np.maximum(_spreads(means), unit)))
    if chance * len(chosen) > _BY_CHANCE:
        return [False] * len(means)
    sums = np.where(there, means, 0.0)
    are_means = []
    for row in range(len(means)):
        others = np.arange(len(means)) != row
        counts = chosen @ there[others].astype(float)
        off = np.abs(chosen @ sums[others] / np.maximum(counts, 1) - means[row])
        fits = np.flatnonzero(((off <= _OFF * unit) & (counts > 1)).all(axis=1))
        # where scores rise evenly, each is the mean of two others, or of several sets of others
        are_means.append(len(fits) == 1 and int(chosen[fits[0]].sum()) >= _FEWEST)
    return are_means


def _with_means_of_two(means: FloatArray, are_means: Sequence[bool], unit: float) -> list[bool]:
    """Return of each row whether it is a mean, of two others too where means stand behind those that they are of."""
    whether, begin = list(are_means), 0
    if not any(whether):
        return whether
    for row in range(len(means)):
        whether[row] = whether[row] or (
            row - begin == 2 and bool(np.all(np.abs(means[begin:row].mean(axis=0) - means[row]) <= _OFF * unit))
        )
        begin = row + 1 if whether[row] else begin
    return whether


def _spreads(means: FloatArray) -> FloatArray:
    """Return how far most rows spread in each direction of its own, as columns that run alike say the same."""
    there = np.isfinite(means)
    means, there = means[:, there.any(axis=0)], there[:, there.any(axis=0)]
    away = np.where(there, means - medians(means), 0.0)
    bound = _MOST_AWAY * np.median(np.abs(away), axis=0)
    away = np.clip(away, -bound, bound)  # a few rows far from the others make these no more telling
    spreads: FloatArray = np.linalg.svd(away - away.mean(axis=0), compute_uv=False) / np.sqrt(len(means))
    return spreads


def _subsets(n: int) -> BoolArray:
    """Return subsets of two or more of n things, a row each: all of few, and those next to each other of many."""
    if n <= _MOST_OF_SUBSETS:
        subsets: BoolArray = (np.arange(2**n)[:, None] >> np.arange(n)) & 1 == 1
        several: BoolArray = subsets[subsets.sum(axis=1) > 1]
        return several
    first, last = (each[:, None] for each in np.triu_indices(n, 1))
    runs: BoolArray = (np.arange(n) >= first) & (np.arange(n) <= last)
    return runs
