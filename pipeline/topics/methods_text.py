"""Methods and results as a paper states them: what was done, what was found, in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, CURVE_FORMS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.core.bibliography import cite
from rankpress.core.numbers import level_text
from rankpress.core.text import Prose, Text, capitalized, join, joined, metric_named, say
from rankpress.stages.order import Ordered
from rankpress.stages.test import Tested
from rankpress.topics.bayes import bayes_caveats, bayes_findings, bayes_methods_over, bayes_methods_within
from rankpress.topics.comparisons import grouped, ranks_caveats, tests_caveats, tests_paragraphs
from rankpress.topics.data import data_caveats, has_missing_results, missing_results
from rankpress.topics.effects import effects_findings, effects_methods
from rankpress.topics.ordering import ordering_caveats, ordering_paragraphs
from rankpress.topics.phrases import SHARED_DATASETS, compared, procedure, seeds_sentence, separation, test_with, weaker
from rankpress.topics.power import power_caveats, power_findings, power_methods
from rankpress.topics.rank_intervals import rank_interval_methods
from rankpress.topics.ranks import ties_methods
from rankpress.topics.replicability import replicability_caveats, replicability_methods, replicability_paragraphs
from rankpress.topics.sensitivity import sensitivity_caveats, sensitivity_findings, sensitivity_methods
from rankpress.topics.summary import NO_TESTS, leaders, once, reservations, separated_in_words
from rankpress.topics.variants import is_exploratory, null_sentence, variant
from rankpress.topics.within import (
    curves_caveats,
    curves_findings,
    divided_into,
    has_several_pairs,
    within_caveats,
    within_findings,
)


def merged(record: Mapping[Text, Sequence[Prose]]) -> tuple[Prose, ...]:
    """Join what is reported of each metric, in an order that keeps each metric's own."""
    of = {sentence: [metric for metric in record if sentence in record[metric]] for sentence in _in_order(record)}
    return tuple(
        sentence if len(metrics) == len(record) else say("For {}: {}", joined(metrics), sentence)
        for sentence, metrics in of.items()
    )


def _in_order(record: Mapping[Text, Sequence[Prose]]) -> list[Prose]:
    """Return all sentences, those that only one metric has behind those of the metrics before it."""
    order: list[Prose] = []
    for sentences in record.values():
        index = 0
        for number, sentence in enumerate(sentences):
            if sentence not in order:
                shared = (order.index(later) for later in sentences[number + 1 :] if later in order)
                order.insert(next((place for place in shared if place >= index), len(order)), sentence)
            index = order.index(sentence) + 1
    return order


_EXACT = "The p-values are exact."


def methods_paragraphs(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Say what was done, a paragraph a topic; what differs between metrics is reported with their names."""
    paragraphs: list[Prose] = []
    for of_topic in zip(*map(_methods_of_metric, analyses), strict=True):
        there = {item.metric: sentences for item, sentences in zip(analyses, of_topic, strict=True) if sentences}
        if there:
            shared, of_all = join(merged(there)), len(there) == len(analyses)
            paragraphs.append(shared if of_all else say("For {}: {}", joined(there), shared))
    return tuple(paragraphs)


def _methods_of_metric(analysis: Analysis) -> list[list[Prose]]:
    """Return sentences by topic, in the order of paragraphs; none where nothing was done."""
    tested, over = analysis.tested, list(_methods_over(analysis))
    others = [
        effects_methods(analysis),
        list(within_methods(analysis)) if tested.within or tested.within_omnibus or tested.curves else [],
        bayes_methods_over(analysis),
        bayes_methods_within(analysis),
        list(_ordering(analysis)) if analysis.ordered.ranking else [],
        sensitivity_methods(analysis),
        replicability_methods(analysis),
        power_methods(analysis),
    ]
    if SHARED_DATASETS in over:  # what was said of the tests need not be said again
        others = [[sentence for sentence in topic if sentence != SHARED_DATASETS] for topic in others]
    return [list(seeds_sentence(analysis.scores)), over, *others]


def _methods_over(analysis: Analysis) -> Iterator[Prose]:
    tested, adjusted = analysis.tested, analysis.adjusted
    if analysis.ranking.ranks is None:
        yield "Average ranks were given; the scores behind them are not known."
    elif analysis.scores.n_datasets > 1:
        yield "On each data set the algorithms were ranked by their scores, 1 being the best, and ranks were averaged."
    if analysis.ranking.has_gaps:
        yield (
            "Where results are missing, an algorithm's rank r among the m of k algorithms that have one was averaged as"
            " r (k + 1) / (m + 1), over the data sets that have the algorithm."
        )
    yield from ties_methods(analysis) if analysis.scores.n_datasets > 1 else ()
    yield from rank_interval_methods(analysis)
    if tested.over is None:
        return
    if tested.omnibus:
        tests = joined(cited(f"the {OMNIBUS[name].title}", OMNIBUS[name].reference) for name in tested.omnibus)
        published = {OMNIBUS[name].uncorrected for name in tested.omnibus}
        following = say(", following {}", cite("demsar2006")) if "demsar2006" in published else ""
        yield say("Whether the algorithms differ at all was tested by {}{}.", tests, following)
        yield from _of_omnibus(tested)
    pairwise = PAIRWISE[tested.over.procedure]
    test = cited(f"the {pairwise.title}", pairwise.reference)
    text = variant(analysis)
    exact = " and exact" if _EXACT in text else ""
    yield say("{} by {}; p-values are two-sided{}.", compared(analysis), test, exact)
    yield from (sentence for sentence in text if sentence != _EXACT)
    yield from null_sentence(analysis)
    if tested.over.procedure == "skillings-mack":
        yield (
            "Its effects are estimated from the weighted ranks of all data sets together, as in an analysis of"
            " incomplete blocks, so that it matters against whom an algorithm was ranked."
        )
    elif analysis.ranking.has_gaps and PAIRWISE[tested.over.procedure].pair_alone:
        yield SHARED_DATASETS
    if adjusted.p:
        methods = joined(cited(ADJUSTMENTS[name].title, ADJUSTMENTS[name].reference) for name in adjusted.p)
        form = (
            "The p-values were adjusted for the number of comparisons after {}; a difference is significant where its"
            " adjusted p is at most {}."
        )
        yield say(form, methods, level_text(adjusted.alpha))
    for name, (draws, seed) in adjusted.signs.items():
        if name in adjusted.p:
            title = ADJUSTMENTS[name].title
            yield f"The {title} procedure draws {draws:,} random signs of the data sets (seed {seed})."
    yield from weaker(analysis)
    if "finner" in adjusted.p:
        yield say("The procedure called Finner's is the one that {} give.", cite("garcia2010"))
    yield from _transitivity(analysis)


def _transitivity(analysis: Analysis) -> Iterator[Prose]:
    """Say what adjustments use that rest on logical relations, where the hypotheses of the test have these."""
    over, names = analysis.tested.over, [name for name in analysis.adjusted.p if ADJUSTMENTS[name].is_logical]
    if over is None or not names:
        return
    verb = "relies" if len(names) == 1 else "rely"
    relies = say(
        "{} {} on transitive hypotheses ({})", capitalized(joined(map(procedure, names))), verb, cite("garcia2008")
    )
    method = PAIRWISE[over.procedure]
    if method.transitive and not (method.pair_alone and analysis.ranking.has_gaps):
        yield say("{}: two algorithms that both equal a third are equal.", relies)
    else:
        form = "{}, which the study assumes; those of the {} concern each pair alone and need not be transitive."
        yield say(form, relies, method.title)


def _of_omnibus(tested: Tested) -> Iterator[Prose]:
    if any("exact_p" in test.details for test in tested.omnibus.values()):
        yield "The exact p of Friedman's statistic is over all orders of the ranks on each data set, ties included."
    if "rm-anova" in tested.omnibus:
        greenhouse, huynh = cite("greenhouse1959"), cite("huynh1976")
        form = (
            "Sphericity was tested after {}, p by Box's second-order expansion, and want of it corrected for by the"
            " factors of {} and of {}."
        )
        yield say(form, cite("mauchly1940"), greenhouse, huynh)


def cited(method: str, key: str) -> Prose:
    """Return a method with its source."""
    return say("{} ({})", method, cite(key))


def within_methods(analysis: Analysis) -> Iterator[Prose]:
    """Say how algorithms were compared within a data set."""
    tested = analysis.tested
    if tested.within_omnibus:
        test = cited("Cochran's Q test", "cochran1950")
        yield say("Within a data set, all algorithms were compared over its test examples by {}.", test)
    if tested.within:
        procedure_ = WITHIN[tested.within_procedure]
        test = cited(f"the {procedure_.title}", procedure_.reference)
        holm = cited(procedure("holm"), ADJUSTMENTS["holm"].reference)
        adjusted = say(", adjusted for their number by {}", holm) if has_several_pairs(tested.within) else ""
        form = "Within a data set, pairs were compared over its {} by {}{}."
        yield say(form, divided_into(tested.within_procedure), test, adjusted)
    if len(tested.within) > 1:
        sign = cited("the sign test", PAIRWISE["sign"].reference)
        holm = cited(procedure("holm"), ADJUSTMENTS["holm"].reference)
        form = (
            "The data sets on which one of a pair is significantly better were compared by {} with {}, as in {}, those"
            " on which neither is being split."
        )
        yield say(form, sign, holm, cite("ulas2012"))
    if tested.curves:
        yield from _curves(tested)
    of_folds = any(curve.form == "t" for curve in tested.curves)
    pools = of_folds or tested.within_procedure == "corrected-t"
    if pools and any(folds is not None and len(folds.per_repeat) > 1 for folds in analysis.scores.folds):
        yield say("Repeats of cross-validation are pooled, as in {}.", cite("bouckaert2004"))


def _curves(tested: Tested) -> Iterator[Prose]:
    forms = {curve.form for curve in tested.curves}
    created = []
    if "t" in forms:
        created.append(say("those of {}", cited("the corrected resampled t test", CURVE_FORMS["t"].reference)))
    if "quesenberry-hurst" in forms:
        nested = cited("nested Quesenberry-Hurst intervals", CURVE_FORMS["quesenberry-hurst"].reference)
        created.append(say("those of {} for the difference of two shares of the same test examples", nested))
    yield say("Confidence curves ({}) are {}.", cite("berrar2017"), joined(created))
    if tested.averaged_curves:
        yield "Averages of curves over data sets are those of their intervals' bounds, level by level."


def _ordering(analysis: Analysis) -> Iterator[Prose]:
    ordered = analysis.ordered
    if ordered.omnibus is not None and not ordered.per_dataset:
        prior = say("by {}, {}", ordered.cost, _shares(ordered)) if ordered.cost else "stated"
        form = (
            "The algorithms were ordered by the second step of Multi²Test ({}) alone, for its first step needs tests"
            " within the data sets; the prior order is {}."
        )
        yield say(form, cite("ulas2012"), prior)
    elif ordered.omnibus is None:
        prior = say("by {}", ordered.cost) if ordered.cost else "stated"
        yield say("The algorithms were ordered by MultiTest ({}); the prior order is {}.", cite("yildiz2006"), prior)
    else:
        prior = say("by {}, {}", ordered.cost, _shares(ordered)) if ordered.cost else "stated"
        form = (
            "The algorithms were ordered by Multi²Test ({}), which extends MultiTest ({}) to several data sets; the"
            " prior order is {}."
        )
        yield say(form, cite("ulas2012"), cite("yildiz2006"), prior)
    if ordered.per_dataset:
        within = WITHIN[ordered.within]
        test = cited(f"the {within.title}", within.reference)
        adjust = cited(procedure(ordered.within_adjust), ADJUSTMENTS[ordered.within_adjust].reference)
        each = "On each data set" if ordered.omnibus is not None else "Over the folds"
        yield say(
            "{} pairs were tested by {} with {}, {}.", each, test, adjust, _sides(ordered, analysis.adjusted.alpha)
        )
    if ordered.omnibus is not None:
        places = "places on the data sets" if ordered.per_dataset else "average ranks"
        adjust = cited(test_with(ordered.test, ordered.adjust), ADJUSTMENTS[ordered.adjust].reference)
        form = "The {} were tested by {}, and where it rejects, pairs by {}."
        yield say(form, places, cited("the Friedman test", "friedman1937"), adjust)
    if analysis.groups:
        yield "Orders on groups of data sets were made in the same way, each from the data sets of the group alone."
    if analysis.validation is not None:
        yield say("The same order was made from validation scores, {}.", metric_named(analysis.validation.column))
    if analysis.groups or analysis.validation is not None:
        yield say("Orders are compared by Kendall's tau-b ({}).", cite("kendall1945"))


def _sides(ordered: Ordered, alpha: float) -> Prose:
    if ordered.sides == "one":
        return say(
            "one-sided at level {:g} for the more expensive algorithm being better ({})", alpha, cite("ulas2012")
        )
    return f"two-sided at level {alpha:g}, which is one-sided at {alpha / 2:g}"


def _shares(ordered: Ordered) -> str:
    if len(ordered.cost_weights) > 1:
        return "each cost as a share of its sum on each data set, weighted, added and averaged"
    return "as a share of its sum on each data set and averaged"


def results_paragraphs(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Report the results, a paragraph a topic."""
    stated = set[Prose]()
    return tuple(paragraph for analysis in analyses for paragraph in _account_of_metric(analysis, stated))


def _account_of_metric(analysis: Analysis, stated: set[Prose]) -> Iterator[Prose]:
    topics = (
        list(_account_over(analysis, stated)),
        effects_findings(analysis),
        [*within_findings(analysis), *within_caveats(analysis)],
        [*bayes_findings(analysis), *bayes_caveats(analysis)],
        [*ordering_paragraphs(analysis), *ordering_caveats(analysis)],
        [*curves_findings(analysis), *curves_caveats(analysis)],
        [*sensitivity_findings(analysis), *sensitivity_caveats(analysis)],
        [*replicability_paragraphs(analysis), *replicability_caveats(analysis)],
        [*power_findings(analysis), *power_caveats(analysis)],
    )
    yield from (join(sentences) for sentences in topics if sentences)


def _account_over(analysis: Analysis, stated: set[Prose]) -> Iterator[Prose]:
    result = None if is_exploratory([analysis]) else separation(analysis)
    if has_missing_results(analysis):
        yield from once([*missing_results(analysis), *data_caveats(analysis)], stated)
    yield leaders(analysis, analysis.metric)
    if result is not None:
        single = len(analysis.ranking.best) == 1 and analysis.tested.control is None
        yield separated_in_words(analysis, result, "It" if single else "", in_paper=True, stated=stated)
    if analysis.tested.over is None:
        yield from once([analysis.tested.left_out.get("over", NO_TESTS)], stated)
    yield from tests_paragraphs(analysis)
    if result is not None:
        yield from grouped(analysis)
        yield from weaker(analysis, (result.method,))
        yield from reservations(analysis, result)
    yield from tests_caveats(analysis)
    yield from ranks_caveats(analysis)
