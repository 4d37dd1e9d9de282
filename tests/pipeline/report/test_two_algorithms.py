"""Two algorithms: their own test decides, and no test of all algorithms together casts doubt on it."""

from __future__ import annotations

import numpy as np

import rankpress
from rankpress.core.text import plain
from rankpress.topics.summary import summary


def test_no_doubt_from_the_omnibus_test() -> None:
    scores = np.random.default_rng(5).normal(size=16)
    few_large_losses = np.where(np.arange(16) < 5, -0.01, 0.3)  # by ranks 11 to 5, by differences nearly all one way
    comparison = rankpress.compare({"a": scores + few_large_losses, "b": scores})
    [analysis] = comparison.analyses
    assert analysis.tested.over is not None
    assert analysis.tested.over.p[0] < 0.05
    assert all(test.p > 0.05 for test in analysis.tested.omnibus.values())
    [text] = map(plain, summary(comparison.analyses))
    assert "significantly better than b" in text
    assert "caution" not in text
