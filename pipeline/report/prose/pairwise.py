"""What not to read into the tests of pairs over the data sets, test by test."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.attainable import unattainable
from rankpress.report.bibliography import cite
from rankpress.report.pairwise_variant import against_ranks, needed_wins_told
from rankpress.stats.pairwise import PAIRWISE

_OF_RANKS = (
    "A difference of average ranks depends on which other algorithms are in the study: adding or removing one can"
    " change what is separated."
)
_NORMAL = (
    "The t test takes {} on different data sets for draws from one normal distribution. Few data sets cannot show"
    " whether that is so, and a single one that stands out can hide a difference ({})."
)
# With three algorithms, one always best, the statistic is sqrt(2) too large: the ranks of the other two alone vary, in
# half as many degrees of freedom as the error is divided by. 2 (1 - F(1.96 / sqrt(2))) = 0.166, F normal.
_POOLED = (
    "Its error is estimated from the ranks of all algorithms ({}). Those of one that is always best do not vary, which"
    " makes the error too small for the others: of three algorithms, one always the best and two equal, it finds these"
    " two to differ at 0.05 with a chance that nears 17% the more data sets there are, and adjustments for the number"
    " of comparisons do not mend that. `rankpress calibrate` with study.yaml estimates that chance for studies of this"
    " size."
)
_CAVEATS = {
    "conover": "Conover's test takes its error from the ranks as they fell, and rejects more readily than the z test of"
    " average ranks: it is meant for pairs that are compared because the omnibus test rejected.",
    "quade": "Quade's test weighs data sets by the range of their scores, and so takes these to be comparable in size."
    " It is meant for pairs that are compared because the omnibus test rejected. One error is estimated from all"
    " algorithms, which is too small for two that are equal where others stand far apart.",
    "aligned-ranks": "Aligned ranks take differences on different data sets to be comparable in size, and depend on"
    " which other algorithms are in the study.",
    "block-t": "The t test has one error for all pairs: it takes scores to be normal, and the differences of any two"
    " algorithms to vary alike (sphericity). Where they do not, it finds too much between some and too little between"
    " others.",
    "skillings-mack": "An estimated effect depends on which other algorithms are in the study. It can order a pair"
    " otherwise than average ranks do, where the two met different opponents.",
    "wilcoxon": "The signed-ranks test takes differences on different data sets to be comparable in size.",
    "sign": "The sign test counts wins and losses and not how large they are, so that it finds fewer differences.",
    "permutation": "The permutation test is of the mean difference: it takes differences on different data sets to be"
    " on one scale, and a single one that stands out can hide a difference.",
}


def pairwise_caveats(analysis: Analysis) -> Iterator[str]:
    """What could not be found, and what is at odds with the ranks."""
    yield from unattainable(analysis)
    yield from against_ranks(analysis)


def pairwise_reminders(analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    """What not to read into the test of pairs that was made."""
    if PAIRWISE[over.procedure].uses == "average-ranks" or over.procedure == "conover":
        yield _OF_RANKS
    if over.procedure in ("conover", "durbin"):
        yield _POOLED.format(cite("conover1999"))
    if over.procedure in _CAVEATS:
        yield _CAVEATS[over.procedure]
    elif over.procedure in ("t", "relative-t"):
        yield _NORMAL.format("differences" if over.procedure == "t" else "relative differences", cite("demsar2006"))
    yield from needed_wins_told(analysis)
