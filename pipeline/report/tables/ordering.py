"""The tables of the ordering by error and cost: over all data sets, and on each."""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis
from rankpress.naming import composed, enumerated
from rankpress.order import Ordered, Position
from rankpress.report.numbers import level_text
from rankpress.report.table import Alignment, Cell, Table
from rankpress.report.tables.cells import (
    MOST_CELLS,
    average_rank,
    count,
    decimal,
    head_row,
    named,
    right,
    scope,
)
from rankpress.slugs import slug
from rankpress.wording import joined


def ordering_table(analysis: Analysis) -> Table | None:
    """Build the table of the ordering over all data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where there is no ordering.
    """
    ordered = analysis.ordered
    if not ordered.ranking:
        return None
    head = ["Place", "Algorithm", "Decided by", composed("Place by {}", _short(ordered))]
    align: list[Alignment] = ["right", "left", "left", "right"]
    if ordered.average_costs is not None:
        head.append("Average share")
        align.append("right")
    if ordered.average_ranks is not None:
        head.append("Average place" if ordered.per_dataset else "Average rank")
        align.append("right")
    return Table(
        name=f"{slug(analysis.scores.name)}-ordering",
        metric=analysis.scores.name,
        kind="ordering",
        title=f"Order by {analysis.scores.name} and {_prior(ordered)}",
        caption=f"{scope(analysis)}: cheaper algorithms first, unless a test puts a costlier one before.",
        head=(head_row(*head, "Put before"),),
        rows=tuple(_row(analysis, place, position) for place, position in enumerate(ordered.ranking, start=1)),
        align=(*align, "left"),
        stub=2,
        notes=tuple(_notes(analysis)),
    )


def _short(ordered: Ordered) -> str:
    return "cost" if len(ordered.cost_weights) > 1 else next(iter(ordered.cost_weights), "prior")


def _prior(ordered: Ordered) -> str:
    return ordered.cost or "a stated prior"


def _row(analysis: Analysis, place: int, position: Position) -> tuple[Cell, ...]:
    ordered, names, algorithm = analysis.ordered, analysis.names, position.algorithm
    cells = [
        count(place),
        named(names[algorithm]),
        named(position.decided_by if ordered.cost else {"test": "test", "cost": "prior"}[position.decided_by]),
        count(ordered.prior.index(algorithm) + 1),
    ]
    if ordered.average_costs is not None:
        cells.append(decimal(ordered.average_costs[algorithm], 3))
    if ordered.average_ranks is not None:
        cells.append(average_rank(ordered.average_ranks[algorithm]))
    return (*cells, named(enumerated([names[b] for a, b in ordered.edges if a == algorithm])))


def _notes(analysis: Analysis) -> list[str]:
    ordered = analysis.ordered
    level = level_text(analysis.adjusted.alpha)
    notes = [f"The last column names the cheaper algorithms that a test puts it before (level {level})."]
    if ordered.average_costs is not None:
        notes.append(f"The average share is of the sum of {_shared(ordered)}.")
    if ordered.average_ranks is not None and ordered.per_dataset:
        notes.append("The average place is that in the orders made on each data set.")
    return notes


def _shared(ordered: Ordered) -> str:
    if len(ordered.cost_weights) < 2:
        return f"{ordered.cost} on each data set"
    weights = joined(f"{name} {weight:.4g}" for name, weight in ordered.cost_weights.items())
    return f"each cost on each data set, with weights {weights}"


def ordering_by_dataset_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of the orders on each data set.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    most : int
        Cells of the largest table that is built.

    Returns
    -------
    Table or None
        A row a data set, a column a place; None where there are none, or far too many.
    """
    ordered, names = analysis.ordered, analysis.names
    k, n = len(names), len(ordered.per_dataset)
    if not n or n * k > most:
        return None
    places = {name: np.argsort(order) + 1 for name, order in ordered.per_dataset.items()}
    return Table(
        name=f"{slug(analysis.scores.name)}-ordering-datasets",
        metric=analysis.scores.name,
        kind="ordering-datasets",
        title=f"Places on each data set by {analysis.scores.name} and {_prior(ordered)}",
        caption=f"Place of each algorithm in the order made on the data set by {analysis.scores.name} and cost.",
        head=(head_row("Data set", *names),),
        rows=tuple((named(name), *(count(place) for place in row.tolist())) for name, row in places.items()),
        align=("left", *right(k)),
    )
