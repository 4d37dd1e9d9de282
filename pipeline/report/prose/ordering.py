"""The section on the ordering by error and cost."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.order import Ordered
from rankpress.report.bibliography import cite
from rankpress.report.prose.fronts import front_sentences
from rankpress.report.prose.order_checks import (
    best_paragraphs,
    contradiction_caveats,
    group_paragraphs,
    group_reminders,
    validation_paragraphs,
)
from rankpress.report.prose.phrases import at_level, procedure
from rankpress.report.tables.within import divided_into
from rankpress.wording import counted

_MOST_NAMES = 20


def ordering_paragraphs(analysis: Analysis) -> list[str]:
    """The order, and what it rests on; who may be named the best; orders on groups and from validation scores."""
    return [
        *([" ".join(_order(analysis))] if analysis.ordered.ranking else []),
        *best_paragraphs(analysis),
        *group_paragraphs(analysis),
        *validation_paragraphs(analysis),
        *front_sentences(analysis),
    ]


def _order(analysis: Analysis) -> Iterator[str]:
    ordered, names = analysis.ordered, analysis.names
    order = [names[position.algorithm] for position in ordered.ranking]
    yield f"The order by {analysis.scores.name} and {ordered.cost or 'the stated prior'}: {_in_order(order)}."
    prior = ordered.cost or "the stated prior"
    moved = sum(position.decided_by == "test" for position in ordered.ranking)
    if ordered.omnibus is not None and not ordered.rejected:
        yield (
            f"Friedman's test of {'their places on the data sets' if ordered.per_dataset else 'average ranks'} does not"
            f" reject {at_level(analysis)} that all are alike: {prior} alone orders them."
        )
    elif not ordered.edges:
        yield f"No test puts a costlier algorithm before a cheaper one: {prior} alone orders them."
    else:
        yield (
            f"Algorithms come in the order of {prior}, cheapest first, unless a costlier one {_better(ordered)} by"
            f" {procedure(ordered.adjust)}: {counted(len(ordered.edges), 'such pair')} moved"
            f" {counted(moved, 'algorithm')} from {'its' if moved == 1 else 'their'} place."
        )


def _better(ordered: Ordered) -> str:
    """What a test must find for a costlier algorithm to come first."""
    if ordered.omnibus is None:
        return "scores significantly better"
    return "has significantly better places on the data sets" if ordered.per_dataset else "ranks significantly better"


def _in_order(order: list[str]) -> str:
    more = len(order) - _MOST_NAMES
    return ", ".join(order[:_MOST_NAMES]) + (f", and {more} more" if more > 0 else "")


def ordering_caveats(analysis: Analysis) -> list[str]:
    """Which significant differences this order contradicts, and how it was made where that was not as stated."""
    if not analysis.ordered.ranking:
        return []
    return [*contradiction_caveats(analysis), *analysis.ordered.notes]


def ordering_reminders(analysis: Analysis) -> list[str]:
    """What not to read into an order."""
    ordered = analysis.ordered
    if not ordered.ranking:
        return []
    open_ = "Where the tests leave it open, the cheaper algorithm comes first, even if its scores are worse"
    caveats = [
        f"An order is not a list of significant differences: neighbours may not differ. {open_} ({cite('ulas2012')}).",
        f"Another cost{', other weights' if len(ordered.cost_weights) > 1 else ''} or prior can give another order.",
    ]
    if ordered.per_dataset and ordered.omnibus is not None:
        caveats.append(
            "The first step orders the algorithms on each data set by cost and a test over its"
            f" {divided_into(ordered.within)}; the second tests those places and not the scores. So it may leave"
            " together what tests of the scores separate."
        )
    return [*caveats, *group_reminders(analysis)]
