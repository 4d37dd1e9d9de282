"""Scores of one algorithm on another scale than all others, and whether the answer depends on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import may_be_share
from rankpress.core.doubts import Doubt, Way
from rankpress.core.mixed_scales import per_cent_among_fractions, sentence_on_scales
from rankpress.init.measured import columns_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.core.scores import FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


def doubts_on_scales(_: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield whose scores are in per cent where others are not; open where another algorithm is first if all are."""
    if not may_be_share(scores.metric):
        return
    values = scores.values
    per_cent = per_cent_among_fractions(values, scores.dataset_of)
    if per_cent.any():
        others = np.isfinite(values) & ~per_cent & np.isin(scores.dataset_of, scores.dataset_of[per_cent])
        text = sentence_on_scales(scores.of_algorithms(per_cent), scores.of_algorithms(others), values[per_cent])
        is_open = scores.first() != scores.first(np.where(per_cent, values / 100, values))
        yield Doubt(f"{scores.metric}: {text}", is_open=is_open)


# What numbers of one algorithm may have to be multiplied by to be of the size of those of the others, and what they
# are then.
_FACTORS = (
    (1e3, "a thousandth"),
    (1e-3, "a thousand times"),
    (1e6, "a millionth"),
    (1e-6, "a million times"),
    (-1.0, "of the other sign but"),
)
# Numbers are of one size up to this factor, on so large a share of the data sets, and on so many at least.
_OF_SIZE, _MOSTLY, _LEAST = 3.0, 0.75, 3


def doubts_on_units_of_one(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield whose numbers are of the size of all others in another unit, if that decides who is first; always open."""
    means, first = scores.means(), scores.first()
    if min(means.shape) < _LEAST:
        return
    for code, name in enumerate(scores.algorithms):
        for factor, size in _factors_of(means[:, code], np.delete(means, code, axis=1)):
            is_own = scores.algorithm_of == code
            if first == scores.first(np.where(is_own, scores.values * factor, scores.values)):
                continue
            text = (
                f"the numbers of {quoted(name)} are {size} the size of those of the others, as in another unit or of "
                "another sign; no number is converted: write all of them alike"
            )
            yield _doubt(table, guess, f"{scores.metric}: {text}", name)


def _factors_of(own: FloatArray, others: FloatArray) -> Iterator[tuple[float, str]]:
    """Yield by what the means of one algorithm are to be multiplied to be of the size of those of the others."""
    there = np.isfinite(own) & np.isfinite(others).any(axis=1) & (own != 0)
    others = others[there]
    if there.sum() < _LEAST or ((others > 0).any() and (others < 0).any()):
        return
    middle = np.nanmedian(others, axis=1)
    for factor, size in _FACTORS:
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = own[there] * factor / middle
        if np.mean((ratio > 1 / _OF_SIZE) & (ratio < _OF_SIZE)) >= _MOSTLY:
            yield factor, size


def _doubt(table: Table, guess: Guess, text: str, name: str) -> Doubt:
    """Return an open doubt on the numbers of an algorithm."""
    if guess.layout == "wide" and "algorithm" not in guess.columns:
        key, column = "ignore", name
        both = [f"scores.ignore={json.dumps(names, ensure_ascii=False)}" for names in _ignored(guess, name)]
    else:
        key, column = "where", columns_of(table, guess, "algorithm")[0]
        both = [guess.selection({}), guess.selection({column: {"not": [*guess.excluded.get(column, ()), name]}})]
    ways = zip(("the numbers are of one unit and sign", f"{quoted(name)} is not compared"), both, strict=True)
    return Doubt(text, key, column, is_open=True, ways=tuple(Way(meaning, "set", value) for meaning, value in ways))


def _ignored(guess: Guess, name: str) -> tuple[list[str], list[str]]:
    return [*guess.ignored], [*guess.ignored, name]
