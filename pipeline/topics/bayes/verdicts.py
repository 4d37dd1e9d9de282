"""What the Bayesian comparisons of a report conclude, read from its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rankpress.catalog.methods import LEAST_DATASETS_OF_POSTERIOR
from rankpress.topics.bayes.tables import CONVINCING
from rankpress.topics.topic import Outcome, StatedVerdict


def bayes_verdicts(of_metric: Mapping[str, Any], level: float) -> Iterator[StatedVerdict]:
    """Yield what is convincing of pairs over the data sets, whatever the level of tests."""
    over = (of_metric.get("bayes") or {}).get("over") or {}
    is_few = len(of_metric["datasets"]) < LEAST_DATASETS_OF_POSTERIOR
    for pair in over.get("comparisons", ()):
        usual = [pair["a_better"], pair["equal"], pair["b_better"]]
        against = (pair.get("against") or (0.0, 0.0, 0.0)) if is_few else usual
        convincing = [None not in both and min(both) >= CONVINCING for both in zip(usual, against, strict=True)]
        first, second = (pair["b"], pair["a"]) if convincing[2] else (pair["a"], pair["b"])
        outcome: Outcome = "equal" if convincing[1] else "better" if any(convincing) else "open"
        yield StatedVerdict("bayes", first, second, outcome)
