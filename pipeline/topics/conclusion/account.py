"""Who leads and what the tests over the data sets find, for results.tex: in full and in short."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.scores import MetricVotes
from rankpress.stages.test import OverDatasets
from rankpress.topics.comparisons.comparisons import of_other_tests, tests_caveats, tests_paragraphs
from rankpress.topics.comparisons.omnibus import omnibus_in_words
from rankpress.topics.comparisons.pairwise_test import limit_of_significance
from rankpress.topics.conclusion.leaders import NO_TESTS, leaders, reservations, separated_in_words
from rankpress.topics.data.data import data_caveats, has_missing_results, missing_results
from rankpress.topics.imputation import lacking_results
from rankpress.topics.phrases import is_exploratory, once, p_in_words, separation, significant_by_adjustment, weaker
from rankpress.topics.ranks.ranks import grouped, ranks_caveats
from rankpress.topics.within.benchmark import benchmark_differences, benchmark_leader
from rankpress.wording.numbers import counted_in_words, in_words
from rankpress.wording.text import Prose, capitalized, joined, say


def account_in_full(analysis: Analysis, earlier: set[Prose]) -> Iterator[Prose]:
    """Say who leads and what the tests over the data sets find, with what must be said of it."""
    verdicts = None if is_exploratory([analysis]) else separation(analysis)
    if has_missing_results(analysis):
        yield from once([*missing_results(analysis), *_whose_lack(analysis), *data_caveats(analysis)], earlier)
    if analysis.is_benchmark:
        yield from benchmark_leader(analysis)
        yield from benchmark_differences(analysis)
    else:
        yield leaders(analysis)
    if verdicts is not None and not analysis.is_benchmark:
        leader = "It" if len(analysis.best) == 1 else ""
        yield separated_in_words(analysis, verdicts, leader, in_paper=True, earlier=earlier)
    if analysis.tested.over is None:
        yield from once([analysis.tested.left_out.get("over", NO_TESTS)], earlier)
    yield from tests_paragraphs(analysis)
    if verdicts is not None:
        yield from grouped(analysis)
        yield from weaker(analysis, (verdicts.method,))
        yield from reservations(analysis, verdicts)
    yield from tests_caveats(analysis)
    yield from ranks_caveats(analysis)


def _whose_lack(analysis: Analysis) -> Iterator[Prose]:
    """Yield whose results are missing, and what the ranks of these are."""
    if clause := lacking_results(analysis):
        yield capitalized(say("{}.", clause))


def _over(analysis: Analysis, earlier: set[Prose]) -> Iterator[Prose]:
    over, verdicts = analysis.tested.over, separation(analysis)
    tests = list(omnibus_in_words(analysis))
    yield from tests
    yield leaders(analysis, with_metric=not tests)
    if analysis.scores.n_datasets == 1 and not isinstance(analysis.scores, MetricVotes):
        return  # what was found within it is said by its topic
    if over is None:
        yield from once([analysis.tested.left_out.get("over", NO_TESTS)], earlier)
    elif is_exploratory([analysis]):
        yield _unadjusted(analysis, over)
        yield from limit_of_significance(analysis)[:1]  # without advice
    elif verdicts is not None:
        leader = "It" if len(analysis.best) == 1 else ""
        yield separated_in_words(analysis, verdicts, leader, in_paper=True, earlier=earlier)
        yield from of_other_tests(analysis)
        yield from limit_of_significance(analysis)[:1]  # without advice
        yield from _counts(analysis, over)
        yield from reservations(analysis, verdicts)


def _counts(analysis: Analysis, over: OverDatasets) -> Iterator[Prose]:
    """Yield how many differences are significant after each adjustment, those that agree together."""
    adjusted, number = analysis.adjusted, len(over.p)
    if number < 2 or adjusted.deciding is None:
        return
    significant = {name: p <= adjusted.alpha for name, p in adjusted.p.items()}
    deciding = significant.pop(adjusted.deciding)
    single = analysis.has_one_leader
    agree = [name for name, other in significant.items() if np.array_equal(deciding, other)]
    if significant and len(agree) == len(significant) and (not single or deciding.all() or not deciding.any()):
        titles = [ADJUSTMENTS[name].title for name in agree if name != UNADJUSTED]
        ways = [f"{'adjustment' if len(titles) == 1 else 'adjustments'} by {joined(titles)}"] if titles else []
        ways += ["no adjustment"] if UNADJUSTED in agree else []
        yield f"{capitalized(joined(ways))} {'leads' if len(agree) == 1 else 'lead'} to the same conclusions."
    elif not deciding.all() and (significant or (deciding.any() and single)):
        yield _counted(analysis, number)
    for name, why in adjusted.left_out.items():
        yield say("The {} adjustment was omitted: {}.", ADJUSTMENTS[name].title, why)


def _unadjusted(analysis: Analysis, over: OverDatasets) -> Prose:
    """Return how many comparisons of an exploratory study have a low p, before any adjustment."""
    number, alpha = len(over.p), analysis.adjusted.alpha
    low = int(np.count_nonzero(over.p <= alpha))
    test = PAIRWISE[over.procedure].title
    if number == 1:
        return say("The {} gives {}.", test, p_in_words(analysis, float(over.p[0]), analysis.adjusted.deciding))
    form = "Of the {} by the {}, {} {} an unadjusted exploratory p ≤ {}."
    return say(
        form, counted_in_words(number, "comparison"), test, _count(low, number), "has" if low < 2 else "have", alpha
    )


def _counted(analysis: Analysis, number: int) -> Prose:
    kind = "pairwise differences" if analysis.tested.control is None else "differences from the control"
    adjusted = analysis.adjusted
    by_adjustment = significant_by_adjustment(analysis).items()
    ways = [(n, f"{'by' if place else 'after adjustment by'} {by}") for place, (n, by) in enumerate(by_adjustment)]
    if UNADJUSTED in adjusted.p:
        ways.insert(0, (int((adjusted.p[UNADJUSTED] <= adjusted.alpha).sum()), "without adjustment"))
    (count, way), *others = ways
    first = f"{_count(count, number)} {'is' if count in (0, 1) else 'are'} significant"
    first += f" {way}" if len(adjusted.p) > 1 else ""
    by_others = [f"{_count(other, number)} {by}" for other, by in others]
    return f"Of the {in_words(number)} {kind}, {joined([first, *by_others])}."


def _count(count: int, number: int) -> str:
    return "none" if not count else "all" if count == number else in_words(count)


def account_in_short(analysis: Analysis, earlier: set[Prose]) -> Iterator[Prose]:
    """Say who leads and what the tests over the data sets find, for a short results.tex."""
    if analysis.is_benchmark:
        yield from benchmark_leader(analysis) if not analysis.is_one_benchmark else ()  # whose means follow
        yield from benchmark_differences(analysis)
    else:
        yield from _over(analysis, earlier)
        yield from once(_whose_lack(analysis), earlier)


def caution_on_ranks(analysis: Analysis) -> Iterator[Prose]:
    """Say what average ranks depend on, where tests compare them."""
    tested = analysis.tested
    of_ranks = tested.over is not None and PAIRWISE[tested.over.procedure].of_average_ranks
    if of_ranks and not analysis.is_benchmark and len(analysis.names) > 2:
        yield "Average ranks, and the verdicts of tests that compare them, depend on the set of algorithms compared."
