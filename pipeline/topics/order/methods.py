"""What was done to order algorithms by cost, and which comes first, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.bibliography import cite
from rankpress.stages.order import Ordered
from rankpress.topics.phrases import (
    Separation,
    cited,
    is_exploratory,
    listed,
    names_by_rank,
    once,
    procedure,
    separation,
    test_with,
)
from rankpress.wording.text import Prose, metric_named, say


def ordered_by(ordered: Ordered) -> Prose:
    """Say by what the algorithms were ordered that do not differ significantly."""
    test, key = ("MultiTest", "yildiz2006") if ordered.omnibus is None else ("Multi²Test", "ulas2012")
    if ordered.omnibus is not None and not ordered.within.orders:
        test = "the second step of Multi²Test"
    form = "Algorithms that do not differ significantly were ordered by {} with {} ({}){}."
    based: Prose = ""
    if ordered.within.orders:
        within = WITHIN[ordered.within.test]
        based = say(", based on {}", cited(f"the {within.title}", within.reference))
    return say(form, ordered.costs.label or "the prior that the study states", test, cite(key), based)


def ordering_methods(analysis: Analysis) -> Iterator[Prose]:
    """Say how algorithms were ordered by cost."""
    ordered = analysis.ordered
    if not ordered.ranking:
        return
    yield ordered_by(ordered)
    if ordered.costs.label:
        yield say("The prior order is by {}, {}.", ordered.costs.label, _shares(ordered))
    if ordered.omnibus is not None and not ordered.within.orders:
        yield "Its first step was omitted, for it requires tests within the data sets."
    elif ordered.omnibus is not None:
        yield say("Multi²Test extends MultiTest ({}) to several data sets.", cite("yildiz2006"))
    if ordered.within.orders:
        within = WITHIN[ordered.within.test]
        test = cited(f"the {within.title}", within.reference)
        adjust = cited(procedure(ordered.within.adjust), ADJUSTMENTS[ordered.within.adjust].reference)
        each = "On each data set all pairs" if ordered.omnibus is not None else "Over the folds all pairs"
        yield say("{} were tested by {} with {}, {}.", each, test, adjust, _sides(ordered, analysis.adjusted.alpha))
    if ordered.omnibus is not None:
        ranks, pairs = "average ranks", "pairs"
        if ordered.within.orders:
            ranks, pairs = "ranks by these tests, ties included,", "pairs of places on the data sets"
        adjust = cited(test_with(ordered.test, ordered.adjust), ADJUSTMENTS[ordered.adjust].reference)
        form = "The {} were compared by {}; where it rejects, {} were compared by {}."
        yield say(form, ranks, cited("the Friedman test", "friedman1937"), pairs, adjust)
    further = analysis.further_orders
    if further.on_groups:
        yield "Groups of data sets were ordered in the same way, each by its data sets alone."
    if further.by_validation is not None:
        column = metric_named(further.by_validation.column)
        yield say("Validation scores ({}) were ordered in the same way.", column)
    if further.on_groups or further.by_validation is not None:
        yield say("Orders are compared by Kendall's tau-b ({}).", cite("kendall1945"))


def _sides(ordered: Ordered, alpha: float) -> Prose:
    if ordered.within.sides == "one":
        return say(
            "one-sided at level {:g} for the more expensive algorithm being better ({})", alpha, cite("ulas2012")
        )
    return f"two-sided at level {alpha:g}, which is one-sided at {alpha / 2:g}"


def _shares(ordered: Ordered) -> str:
    if len(ordered.costs.weights) > 1:
        return "each cost as a share of its sum on each data set, weighted, added and averaged over the data sets"
    return "as a share of its sum on each data set, averaged over the data sets"


def ordering_methods_in_short(analysis: Analysis) -> Iterator[Prose]:
    """Say in a sentence by what the algorithms were ordered, where that is a cost."""
    if analysis.ordered.ranking and analysis.ordered.costs.label:
        yield ordered_by(analysis.ordered)


_COST_AWARE = "the cheapest of equals first"


def cheapest_of_equals(analysis: Analysis, earlier: set[Prose]) -> Iterator[Prose]:
    """Say which algorithm comes first in the cost-aware order, where the study asks for one, and who is better."""
    ordered, separated = analysis.ordered, separation(analysis)
    if not ordered.ranking or not ordered.costs.label:
        return
    first = ordered.ranking[0].algorithm
    name = analysis.algorithms[first]
    if is_exploratory([analysis]):
        yield say(
            "In the order by {} and exploratory tests of {}, {} comes first.",
            ordered.costs.label,
            analysis.metric,
            name,
        )
        return
    if separated is not None and _beats_all(analysis, separated, first):
        return  # the order says what the tests say
    better = names_by_rank(analysis, [a for a, b in separated.separated if b == first]) if separated is not None else []
    although: Prose = ""
    if better:
        verb = "is" if len(better) == 1 else "are"
        although = say(", although {} {} significantly better in {}", listed(better, 3), verb, analysis.metric)
    if not [*once([_COST_AWARE], earlier)]:
        yield say("In the corresponding order by {}, {} comes first{}.", ordered.costs.label, name, although)
        return
    if ordered.within.orders and ordered.omnibus is not None:
        if not ordered.rejected:
            form = (
                "The tests of all pairs within the data sets yield no significant order; by {} alone, {} comes first{}."
            )
            yield say(form, ordered.costs.label, name, although)
            return
        form = "In the cost-aware order (by tests of {}, then by {}), {} comes first{}."
        yield say(form, analysis.metric, ordered.costs.label, name, although)
        return
    form = "When algorithms that do not differ significantly in {} are ordered by {}, {} comes first{}."
    yield say(form, analysis.metric, ordered.costs.label, name, although)


def _beats_all(analysis: Analysis, separated: Separation, algorithm: int) -> bool:
    """Return whether an algorithm is the only leader by rank and significantly better than all others."""
    beaten = {b for a, b in separated.separated if a == algorithm}
    return analysis.best == (algorithm,) and len(beaten) == len(analysis.algorithms) - 1


def better_phrase(ordered: Ordered, *, are_many: bool = False) -> str:
    """Return what a test must find for a more expensive algorithm, or for many, to come first."""
    if ordered.omnibus is not None and ordered.within.orders:
        return f"{'have' if are_many else 'has'} significantly better places on the data sets"
    verb = "score" if ordered.omnibus is None else "rank"
    return f"{verb if are_many else verb + 's'} significantly better"
