"""The order on groups of data sets and from validation scores, and what keeps costs from ordering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from rankpress.cache.store import OfMetric, unkept
from rankpress.core.scores import Costs, MetricScores
from rankpress.stages.order import Ordered, order
from rankpress.stages.rank import rank
from rankpress.stats.concordance import RankAgreement, compare_rankings

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions, RankOptions


@dataclass(frozen=True)
class GroupOrder:
    """The order on one group of data sets.

    Parameters
    ----------
    name : str
        The group.
    datasets : tuple of str
        Those of its data sets that the missing policy keeps.
    ordered : Ordered
        The order on them, by the same procedure as that on all.
    agreement : RankAgreement or None
        With the order on all data sets; None where one of the two could not be made.
    """

    name: str
    datasets: tuple[str, ...]
    ordered: Ordered
    agreement: RankAgreement | None


@dataclass(frozen=True)
class ValidationOrder:
    """The order from validation scores, held against that from test scores.

    Parameters
    ----------
    column : str
        Where the validation scores stand.
    ordered : Ordered
        The order from them.
    agreement : RankAgreement or None
        Of the two orders over all data sets; None where one could not be made.
    by_dataset : mapping of str to RankAgreement
        Of the two orders on each data set; empty where tests within data sets play no part.
    """

    column: str
    ordered: Ordered
    agreement: RankAgreement | None
    by_dataset: Mapping[str, RankAgreement] = field(default_factory=dict)


def order_groups(
    scores: MetricScores,
    groups: Mapping[str, Sequence[str]],
    costs: Mapping[str, Costs],
    ranks: RankOptions,
    options: OrderOptions | None,
    alpha: float,
    whole: Ordered,
    keep: OfMetric | None = None,
) -> tuple[GroupOrder, ...]:
    """Order the algorithms on each group of data sets apart."""
    if options is None:
        return ()
    found = []
    for name, members in groups.items():
        rows = [row for row, dataset in enumerate(scores.datasets) if dataset in members]
        if rows:
            part = scores.on(rows)
            ordered = order(part, rank(part, ranks), costs, options, alpha, (keep or unkept(scores)).of(part))
        else:
            ordered = Ordered(why="All of its data sets are left out.")
        kept = tuple(scores.datasets[row] for row in rows)
        found.append(GroupOrder(name, kept, ordered, compare_orders(ordered, whole)))
    return tuple(found)


def order_validation(
    scores: MetricScores,
    costs: Mapping[str, Costs],
    ranks: RankOptions,
    options: OrderOptions | None,
    alpha: float,
    whole: Ordered,
    keep: OfMetric | None = None,
) -> ValidationOrder | None:
    """Order the algorithms by their validation scores too."""
    if options is None or scores.validation is None:
        return None
    validation = scores.validation
    own = (keep or unkept(scores)).of(validation)
    ordered = order(validation, rank(validation, ranks), costs, options, alpha, own)
    both = [dataset for dataset in whole.per_dataset if dataset in ordered.per_dataset]
    return ValidationOrder(
        column=validation.name,
        ordered=ordered,
        agreement=compare_orders(ordered, whole),
        by_dataset={
            dataset: compare_rankings(np.argsort(ordered.per_dataset[dataset]), np.argsort(whole.per_dataset[dataset]))
            for dataset in both
        },
    )


def compare_orders(one: Ordered, other: Ordered) -> RankAgreement | None:
    """How far two orders of the same algorithms agree; None where one of them could not be made."""
    if not one.ranking or not other.ranking:
        return None
    return compare_rankings(one.places, other.places)
