"""What allows significance where tests by signs cannot find any on so few data sets, and what each assumes."""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE, PAIRWISE_OF_RANKS
from rankpress.wording.numbers import counted_in_words

MORE_DATASETS = "more data sets on which the algorithms differ"


@dataclass(frozen=True)
class Remedy:
    """A change of the study after which a difference can be significant."""

    change: str
    condition: str = ""  # what the change assumes, in a clause; empty where it is no more than before

    def __str__(self) -> str:
        """Return the change with its assumption in parentheses."""
        return f"{self.change} ({self.condition})" if self.condition else self.change


@dataclass(frozen=True)
class Limit:
    """A study over data sets, and the least p-values that it can give."""

    test: str
    adjustment: str
    n_algorithms: int
    n_datasets: int
    control: bool
    alpha: float
    least: float  # least p of a pair, unadjusted
    whole: bool  # whether each algorithm has a score on each data set
    enough: int | None = None  # data sets that are enough; None where ties prevent saying so
    adjusted: bool = True  # whether p-values are read adjusted, as those of an exploratory study are not
    n_metrics: int = 1  # of whose pairs the adjusted family is


def remedies(limit: Limit) -> list[Remedy]:
    """Return what would let a difference be significant, each only if it would."""
    enough = MORE_DATASETS if limit.enough is None else counted_in_words(limit.enough, "data set")
    ways = [Remedy(enough)]
    if limit.least >= 1:  # the algorithms differ nowhere
        return ways
    several = limit.n_algorithms > 2 and limit.adjusted
    pairs_of_all = several and not limit.control
    if pairs_of_all and (limit.n_algorithms - 1) * limit.n_metrics * limit.least <= limit.alpha:
        ways.append(Remedy("comparisons with one control", "named in advance"))
    method = PAIRWISE[limit.test]
    is_of_one = limit.n_metrics == 1  # these adjust the pairs of one metric
    if is_of_one and several and limit.least <= limit.alpha and method.signs is not None and not _by_signs(limit):
        ways.append(Remedy("Westfall-Young adjustment", "for jointly symmetric differences"))
    if method.of_signs and limit.whole and limit.n_datasets > 2:
        ways.append(Remedy(f"the {PAIRWISE['t'].title}", "for normal differences"))
    if is_of_one and pairs_of_all and limit.whole and _nemenyi_can_reject(limit):
        ways.append(Remedy("the Nemenyi test", "for exchangeable algorithms"))
    return ways


def allowing_significance(limit: Limit) -> str:
    """Return the remedies in a sentence without its capital and its end."""
    *first, last = map(str, remedies(limit))
    either = f"{', '.join(first)} or {last}" if first else last
    return f"{either} would allow significance"


def _by_signs(limit: Limit) -> bool:
    return ADJUSTMENTS[limit.adjustment].by_signs


def _nemenyi_can_reject(limit: Limit) -> bool:
    """Return whether the greatest difference of average ranks, k - 1, is above the critical one."""
    from rankpress.stats.nemenyi import nemenyi_critical_difference

    difference = nemenyi_critical_difference(limit.alpha, limit.n_algorithms, limit.n_datasets)
    return limit.test != PAIRWISE_OF_RANKS and difference.cd <= limit.n_algorithms - 1
