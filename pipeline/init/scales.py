"""Scores in per cent next to fractions of 1, and whether the answer depends on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import may_be_share
from rankpress.core.doubts import Doubt
from rankpress.core.mixed_scales import per_cent_among_fractions, sentence_on_scales

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
