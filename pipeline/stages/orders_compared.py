"""Orders compared: of groups of data sets, from validation scores, and of single data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from rankpress.cache.store import Store
from rankpress.core.scores import Costs, FloatArray, MetricScores
from rankpress.stages.order import Ordered, order
from rankpress.stages.rank import rank
from rankpress.stats.concordance import RankAgreement, compare_rankings, kendall_tau_b_matrix

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions, RankOptions

MOST_COMPARED = 2_000  # data sets; of more, a matrix of all pairs would fill the memory


@dataclass(frozen=True)
class Similarity:
    """How similar the orders on the data sets are, by Kendall's tau-b."""

    between: FloatArray  # (n_datasets, n_datasets) float array: of the orders on two data sets
    with_all: FloatArray  # (n_datasets,) float array: with the order over all data sets

    @property
    def mean(self) -> float:
        """The mean over the pairs of data sets."""
        first, second = np.triu_indices(len(self.between), k=1)
        return float(self.between[first, second].mean())


def compare_datasets(ordered: Ordered, most: int = MOST_COMPARED) -> Similarity | None:
    """Compare the orders on up to so many data sets; None where there are none, or more."""
    if not 1 < len(ordered.per_dataset) <= most or len(ordered.prior) < 2:
        return None
    places = np.argsort([*ordered.per_dataset.values(), [place.algorithm for place in ordered.ranking]], axis=1)
    tau = kendall_tau_b_matrix(places)
    return Similarity(tau[:-1, :-1], tau[:-1, -1])


@dataclass(frozen=True)
class GroupOrder:
    """The order on one group of data sets."""

    name: str  # the group
    datasets: tuple[str, ...]  # those of its data sets that the missing policy keeps
    ordered: Ordered  # the order on them, by the same procedure as that on all
    agreement: RankAgreement | None  # with the order on all data sets; None where one of the two could not be made


@dataclass(frozen=True)
class ValidationOrder:
    """The order from validation scores, held against that from test scores."""

    column: str  # where the validation scores stand
    ordered: Ordered  # the order from them
    agreement: RankAgreement | None  # of the two orders over all data sets; None where one could not be made
    # of the two orders on each data set; empty where tests within data sets play no part
    by_dataset: Mapping[str, RankAgreement] = field(default_factory=dict)


def order_groups(
    scores: MetricScores,
    groups: Mapping[str, Sequence[str]],
    costs: Mapping[str, Costs],
    ranks: RankOptions,
    options: OrderOptions | None,
    alpha: float,
    overall: Ordered,
    store: Store | None = None,
) -> tuple[GroupOrder, ...]:
    """Order the algorithms on each group of data sets apart."""
    if options is None:
        return ()
    matches = []
    for name, members in groups.items():
        rows = [row for row, dataset in enumerate(scores.datasets) if dataset in members]
        if rows:
            part = scores.on(rows)
            ordered = order(part, rank(part, ranks), costs, options, alpha, store)
        else:
            ordered = Ordered(why="All of its data sets are left out.")
        remaining = tuple(scores.datasets[row] for row in rows)
        matches.append(GroupOrder(name, remaining, ordered, compare_orders(ordered, overall)))
    return tuple(matches)


def order_validation(
    validation: MetricScores,
    costs: Mapping[str, Costs],
    ranks: RankOptions,
    options: OrderOptions | None,
    alpha: float,
    overall: Ordered,
    store: Store,
) -> ValidationOrder | None:
    """Order the algorithms by their validation scores too."""
    if options is None:
        return None
    ordered = order(validation, rank(validation, ranks), costs, options, alpha, store.of(validation.name))
    both = [dataset for dataset in overall.per_dataset if dataset in ordered.per_dataset]
    return ValidationOrder(
        column=validation.name,
        ordered=ordered,
        agreement=compare_orders(ordered, overall),
        by_dataset={
            dataset: compare_rankings(
                np.argsort(ordered.per_dataset[dataset]), np.argsort(overall.per_dataset[dataset])
            )
            for dataset in both
        },
    )


def compare_orders(ordered: Ordered, other: Ordered) -> RankAgreement | None:
    """Return how far two orders of the same algorithms agree; None where one of them could not be made."""
    if not ordered.ranking or not other.ranking:
        return None
    return compare_rankings(ordered.places, other.places)
