"""The tables that hold orders side by side: on groups of data sets, and from test and validation scores."""

from __future__ import annotations

import math

from rankpress.analysis import Analysis
from rankpress.order import Ordered
from rankpress.report.numbers import MISSING
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import count, decimal, head_row, named, right
from rankpress.slugs import slug
from rankpress.stats.rank_agreement import RankAgreement

_NONE = Cell(MISSING, "")


def ordering_groups_table(analysis: Analysis) -> Table | None:
    """Build the table of places on all data sets and on each group.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where there are no groups, or no order on any.
    """
    groups, names = analysis.groups, analysis.names
    if not any(group.ordered.ranking for group in groups):
        return None
    orders = [analysis.ordered, *(group.ordered for group in groups)]
    footer = [
        (named("Data sets"), count(analysis.scores.n_datasets), *(count(len(group.datasets)) for group in groups)),
        (named("Kendall's tau-b with all"), _NONE, *(_tau(group.agreement) for group in groups)),
    ]
    return Table(
        name=f"{slug(analysis.scores.name)}-ordering-groups",
        metric=analysis.scores.name,
        kind="ordering-groups",
        title=f"Places on groups of data sets by {analysis.scores.name}",
        caption=(
            f"Place of each algorithm in the order by {analysis.scores.name} and"
            f" {analysis.ordered.cost or 'a stated prior'}, made on all data sets and on each group apart."
        ),
        head=(head_row("Algorithm", "All", *(group.name for group in groups)),),
        rows=(*((named(names[i]), *(_place(order, i) for order in orders)) for i in _rows(analysis)), *footer),
        align=("left", *right(len(orders))),
        footer=len(footer),
        notes=(
            "Tau-b is 1 where two orders agree and −1 where one is the other turned round.",
            *(f"{group.name}: {group.ordered.why}" for group in groups if group.ordered.why),
        ),
    )


def ordering_validation_table(analysis: Analysis) -> Table | None:
    """Build the table of places by test scores and by validation scores.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where one of the two orders could not be made.
    """
    validation, ordered, names = analysis.validation, analysis.ordered, analysis.names
    if validation is None or validation.agreement is None:
        return None
    test, other = ordered.places, validation.ordered.places
    return Table(
        name=f"{slug(analysis.scores.name)}-ordering-validation",
        metric=analysis.scores.name,
        kind="ordering-validation",
        title=f"Places by {analysis.scores.name} and by {validation.column}",
        caption=(
            f"Place of each algorithm in the order from test scores ({analysis.scores.name}) and in that from"
            f" validation scores ({validation.column}), by the same procedure."
        ),
        head=(head_row("Algorithm", "Test", "Validation", "Change"),),
        rows=tuple(
            (named(names[i]), count(test[i]), count(other[i]), _change(int(test[i] - other[i])))
            for i in _rows(analysis)
        ),
        align=("left", *right(3)),
        notes=("A change is the place on test scores less that on validation scores.",),
    )


def _rows(analysis: Analysis) -> tuple[int, ...]:
    """The algorithms in the order on all data sets, or if there is none, by average rank."""
    return tuple(position.algorithm for position in analysis.ordered.ranking) or analysis.ranking.best_first


def _place(ordered: Ordered, algorithm: int) -> Cell:
    return count(ordered.places[algorithm]) if ordered.ranking else _NONE


def _change(places: int) -> Cell:
    return Cell(f"{places:+d}".replace("-", "−") if places else "0", places)


def _tau(agreement: RankAgreement | None) -> Cell:
    return decimal(math.nan if agreement is None else agreement.tau_b, 2)
