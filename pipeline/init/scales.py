"""Scores of one algorithm on another scale than all others, and whether the answer depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import may_be_share
from rankpress.core.doubts import Doubt
from rankpress.core.mixed_scales import per_cent_among_fractions, sentence_on_scales
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.init.measured import Measured


def doubts_on_scales(scores: Measured) -> Iterator[Doubt]:
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


def doubts_on_units_of_one(scores: Measured) -> Iterator[Doubt]:
    """Yield whose numbers are of the size of all others in another unit, if that decides who is first; always open."""
    means = scores.means()
    if means.shape[0] < _LEAST or means.shape[1] < _LEAST:
        return
    first = scores.first()
    for code, name in enumerate(scores.algorithms):
        own, others = means[:, code], np.delete(means, code, axis=1)
        there = np.isfinite(own) & np.isfinite(others).any(axis=1) & (own != 0)
        if there.sum() < _LEAST:
            continue
        middle = np.nanmedian(others[there], axis=1)
        if min(np.mean(others[there] > 0), np.mean(others[there] < 0)) > 0:  # of both signs
            continue
        for factor, size in _FACTORS:
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = own[there] * factor / middle
            if np.mean((ratio > 1 / _OF_SIZE) & (ratio < _OF_SIZE)) < _MOSTLY:
                continue
            is_own = scores.algorithm_of == code
            if first != scores.first(np.where(is_own, scores.values * factor, scores.values)):
                text = (
                    f"the numbers of {quoted(name)} are {size} the size of those of the others, as in another unit or "
                    "of another sign; no number is converted: write all of them alike"
                )
                yield Doubt(f"{scores.metric}: {text}", value=name, is_open=True)
