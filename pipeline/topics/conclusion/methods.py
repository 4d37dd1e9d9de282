"""How the algorithms were ranked and compared over the data sets, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.scores import MetricScores, MetricVotes
from rankpress.stages.effects import Estimated
from rankpress.stages.test import OverDatasets, Tested
from rankpress.topics.comparisons.comparisons import dispute_methods
from rankpress.topics.comparisons.pairwise_test import settled_by, variant
from rankpress.topics.data.data import has_missing_results, missing_results, votes_phrase
from rankpress.topics.data.protocol import partition_of
from rankpress.topics.data.runs import runs_sentences
from rankpress.topics.data.tables import design_of
from rankpress.topics.effects.cells import BOOTSTRAP, INTERVALS, has_intervals, level_of_intervals
from rankpress.topics.effects.effects import reported_measures, source_of_interval
from rankpress.topics.phrases import SHARED_DATASETS, cited, grouped_by, level_of, procedure, weaker
from rankpress.topics.ranks.intervals import rank_interval_methods
from rankpress.topics.ranks.ranks import ties_methods
from rankpress.topics.topic import Voice
from rankpress.wording.numbers import counted_in_words
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, references, say


def methods_over(analysis: Analysis, voice: Voice) -> Iterator[Prose]:
    """Say how the algorithms were ranked and compared over the data sets."""
    several = analysis.scores.n_datasets > 1
    if several:
        yield _procedure(analysis, voice)
    if analysis.ranking.has_gaps:
        yield (
            "Where results are missing, the rank r of an algorithm among the m of k algorithms with a result was scaled"
            " to r (k + 1) / (m + 1) and averaged over the data sets on which the algorithm has a result."
        )
        if analysis.tested.over is not None and PAIRWISE[analysis.tested.over.procedure].pair_alone:
            yield SHARED_DATASETS
    yield from ties_methods(analysis) if several else ()
    yield from settled_by(analysis)
    yield from variant(analysis)
    yield from _for_comparison(analysis, voice)


def _for_comparison(analysis: Analysis, voice: Voice) -> Iterator[Prose]:
    """Say what is reported next to what decides: of two algorithms other tests, of several other adjustments."""
    adjusted, tested = analysis.adjusted, analysis.tested
    if tested.over is None:
        return
    if analysis.ranking.is_of_two:
        tests = (PAIRWISE[over.procedure] for over in tested.also)
        reported = [cited(f"the {test.title}", test.reference) for test in tests]
    else:
        others = [ADJUSTMENTS[name] for name in adjusted.p if name != adjusted.deciding]
        methods = [cited(method.title, method.reference) for method in others if method.name != UNADJUSTED]
        reported = [cited("unadjusted p-values", other.reference) for other in others if other.name == UNADJUSTED]
        reported += [say("p-values adjusted by {}", joined(methods))] if methods else []
    if reported:
        form = {"we": "we also report {}", "passive": "{} are also reported"}[voice]
        yield say(f"For comparison, {form}.", joined(reported))


def _further_methods_over(analysis: Analysis) -> Iterator[Prose]:
    """Say what else there is to know of the ranks, tests and adjustments over the data sets."""
    tested, adjusted = analysis.tested, analysis.adjusted
    if analysis.ranking.ranks is None and not isinstance(analysis.scores, MetricVotes):
        yield "Average ranks were given; the scores behind them are not known."
    yield from rank_interval_methods(analysis)
    if tested.over is None:
        return
    yield from _of_omnibus(tested)
    yield "All p-values over the data sets are two-sided."
    yield from dispute_methods(analysis)
    if tested.over.procedure == "skillings-mack":
        yield (
            "The effects of the Skillings-Mack test are estimated from the weighted ranks of all data sets together, as"
            " in an analysis of incomplete blocks, so that it matters against whom an algorithm was ranked."
        )
    if analysis.ranking.is_of_two:
        return
    for name, (draws, seed) in adjusted.signs.items():
        if name in adjusted.p:
            title = ADJUSTMENTS[name].title
            yield f"The {title} procedure uses {draws:,} random signs of the data sets (seed {seed})."
    yield from weaker(analysis, analysis.adjusted.p)
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


def compared(analyses: Sequence[Analysis], voice: Voice) -> Prose:
    """Return how many algorithms were compared, on what, and by which metrics."""
    first = analyses[0]
    if len(first.names) == 2:
        algorithms = say("the algorithms {} and {}", *first.algorithms)
    else:
        algorithms = counted_in_words(len(first.names), "algorithm")
    scope = say("{}{}", _on_what(analyses), _estimated_by(first))
    if voice == "we":
        return say("We compared {} {}.", algorithms, scope)
    return say("{} were compared {}.", capitalized(algorithms), scope)


def _on_what(analyses: Sequence[Analysis]) -> Prose:
    """Return the data sets and metrics, or the votes: on 24 data sets by accuracy and loss (lower is better)."""
    votes = analyses[0].scores
    if isinstance(votes, MetricVotes):
        return f"by {votes_phrase(votes.votes)}"
    lower = {"higher": "", "lower": " (lower is better)"}
    by_number = grouped_by(
        (analysis.scores.n_datasets, say("{}{}", analysis.metric, lower[analysis.scores.better]))
        for analysis in analyses
    )
    names = references("datasets", analyses[0].scores.datasets)
    texts = [
        say(
            "on {} by {}",
            say("the data set {}", *names) if number == 1 == len(names) else _counted_datasets(number),
            by,
        )
        for number, by in ((number, joined(metrics)) for number, metrics in by_number.items())
    ]
    return join(texts, " and ")


def _counted_datasets(number: int) -> str:
    return counted_in_words(number, "data set")


def _estimated_by(analysis: Analysis) -> Prose:
    """Return how scores were estimated: as the protocol states it, or by the folds that all data sets have."""
    partition = partition_of(analysis)
    if partition:
        return say(", estimated by {}", partition)
    all_folds = analysis.scores.folds if isinstance(analysis.scores, MetricScores) else ()
    designs = {None if folds is None else design_of(folds, counted_in_words) for folds in all_folds}
    design = (designs.pop() if len(designs) == 1 else None) or _examples_of(analysis)
    each = " of each data set" if analysis.scores.n_datasets > 1 else ""
    return f", estimated on {design}{each}" if design else ""


def _examples_of(analysis: Analysis) -> str:
    """Return how many test examples the only data set has, and in how many clusters; empty of several data sets."""
    if analysis.scores.n_datasets != 1:
        return ""
    [means] = analysis.tested.within_means.values() or [None]
    if means is None:
        return ""
    clusters = f" in {counted(means.clusters, 'cluster')}" if means.clusters < means.n else ""
    return f"{counted(means.n, 'test example')}{clusters}"


def _procedure(analysis: Analysis, voice: Voice) -> Prose:
    """Return one sentence on ranks, the tests of all algorithms, and the comparisons of pairs."""
    tested, clauses = analysis.tested, list[tuple[Prose, Prose]]()
    if analysis.ranking.ranks is not None:
        ties = "; ties share their mean rank" if analysis.ranking.ties == "average" else ""
        ranked = f"on each data set (rank 1 is the best{ties})"
        clauses.append((f"ranked the algorithms {ranked}", f"the algorithms were ranked {ranked}"))
    if tested.omnibus:
        tests = joined(cited(f"the {OMNIBUS[name].title}", OMNIBUS[name].reference) for name in tested.omnibus)
        who, equal = "they" if clauses else "the algorithms", "perform equally well"
        clauses.append(
            (
                say("tested whether {} {} with {}", who, equal, tests),
                say("the hypothesis that {} {} was tested with {}", who, equal, tests),
            )
        )
    if tested.over is not None:
        clauses.append(_pairs(analysis, tested.over))
    published = {OMNIBUS[name].uncorrected for name in tested.omnibus}
    following = say("Following {}, ", cite("demsar2006")) if "demsar2006" in published else ""
    texts = [active if voice == "we" else passive for active, passive in clauses]
    *before, last = texts or ["ranked the algorithms" if voice == "we" else "the algorithms were ranked"]
    comma = "," if len(before) > 1 or voice == "passive" else ""
    series = say("{}{} and {}", join(before, ", "), comma, last) if before else last
    if voice == "we":
        return say("{} {}.", say("{}we", following) if following else "We", series)
    return say("{}{}.", following, series if following else capitalized(series))


def _pairs(analysis: Analysis, over: OverDatasets) -> tuple[Prose, Prose]:
    """Return which pairs were compared and how, as `we` say it and in the passive voice."""
    control, deciding = analysis.tested.control, analysis.adjusted.deciding
    test = cited(f"the {PAIRWISE[over.procedure].title}", PAIRWISE[over.procedure].reference)
    level: Prose = ""
    if deciding is not None:
        adjustment = cited(procedure(deciding), ADJUSTMENTS[deciding].reference)
        if deciding == UNADJUSTED and not analysis.ranking.is_of_two:
            test = say("{}, without adjustment for their number ({})", test, cite(ADJUSTMENTS[deciding].reference))
        elif not analysis.ranking.is_of_two:
            test = adjustment if ADJUSTMENTS[deciding].test else say("{}, adjusted by {}", test, adjustment)
        elif deciding in analysis.adjusted.across:
            test = say("{}, adjusted over all metrics by {}", test, adjustment)
        level = say(" at {}", level_of(analysis, deciding))
    who, were, with_ = "all pairs", "were", say("with {}{}", test, level)
    if control is not None:
        name = analysis.algorithms[control]
        other = "the other algorithm" if analysis.ranking.is_of_two else "each other algorithm"
        who, were, with_ = other, "was", say("with the control {} by {}{}", name, test, level)
    elif analysis.ranking.is_of_two:
        who = "the two"
    return say("compared {} {}", who, with_), say("{} {} compared {}", who, were, with_)


def _effects(analysis: Analysis, voice: Voice) -> Iterator[Prose]:
    """Yield which effect sizes are given, with how their intervals were computed where that is not by their source."""
    estimated = analysis.estimated
    names = reported_measures(estimated)
    if estimated is None or not names:
        return
    first, *others = (_measure_named(name) for name in names)
    has_any = has_intervals(estimated.effects[names[0]])
    interval = say("{} with {}", first, _intervals_named(estimated, names[0])) if has_any else first
    measures = joined([interval, *others])
    yield say("We report {}.", measures) if voice == "we" else say("{} are reported.", capitalized(measures))


def _measure_named(name: str) -> Prose:
    """Return an effect size with its source, where it is not the difference of scores itself."""
    title = EFFECTS[name].title
    if EFFECTS[name].in_unit:
        return f"{title}s"
    return cited(title if title[0].isupper() else f"the {title}", EFFECTS[name].reference)


def _intervals_named(estimated: Estimated, name: str) -> Prose:
    """Return the intervals of an effect size, and by what they were computed."""
    effect, intervals = estimated.effects[name], f"{level_of_intervals(estimated)} confidence intervals"
    if effect.method == BOOTSTRAP:
        form = "{} (bias-corrected and accelerated bootstrap with {:,} resamples; {})"
        return say(form, intervals, estimated.draws, cite("efron1987"))
    if not effect.method:
        return intervals
    by = INTERVALS.get(effect.method, effect.method)
    return say("{} ({}; {})", intervals, by, cite(source_of_interval(name, effect)))


def methods_in_short(analysis: Analysis, voice: Voice) -> Iterator[Prose]:
    """Say what was done with the scores of a metric."""
    yield from missing_results(analysis) if has_missing_results(analysis) else ()
    yield from runs_sentences(analysis.scores)
    if not analysis.is_benchmark:
        yield from methods_over(analysis, voice)
        yield from _effects(analysis, voice)


def methods_in_full(analysis: Analysis, voice: Voice) -> Iterator[Prose]:
    """Say how the algorithms were ranked and compared, with what else there is to know of the tests."""
    yield from methods_over(analysis, voice)
    yield from _further_methods_over(analysis)
