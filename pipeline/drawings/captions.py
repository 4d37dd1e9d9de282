"""What captions of several kinds of figures say in the same words."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.error_rates import weaker
from rankpress.report.prose.phrases import SHARED_DATASETS
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted

SCALED_RANKS = "Ranks among fewer algorithms, where results are missing, are scaled to the number of all."


def over_datasets(analysis: Analysis) -> str:
    """What was compared: 4 algorithms over 14 data sets."""
    return f"{counted(len(analysis.names), 'algorithm')} over {counted(analysis.scores.n_datasets, 'data set')}"


def how_tested(over: OverDatasets, method: str) -> str:
    """The test of pairs and the adjustment, in a clause."""
    return f"the {PAIRWISE[over.procedure].title}, two-sided, adjusted for their number by {ADJUSTMENTS[method].title}"


def caveats_of_pairs(analysis: Analysis, over: OverDatasets, method: str) -> Iterator[str]:
    """Of gaps, and of an adjustment that keeps less than the family-wise error."""
    if analysis.ranking.has_gaps and PAIRWISE[over.procedure].pair_alone:
        yield SHARED_DATASETS
    yield from weaker(analysis, (method,))
