"""Topic tests: adjusted p-values of pairs, and what many tests come to by chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.kinds import TableKind
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.stages.conclude import Dispute
from rankpress.stages.test import Attempts, OverDatasets
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.topics.comparisons.families import families_in_words, families_result
from rankpress.topics.comparisons.matrices import MatrixOptions, pairwise_differences_table, pairwise_p_table
from rankpress.topics.comparisons.omnibus import (
    facts_of_omnibus,
    omnibus_findings,
    omnibus_reminders,
    omnibus_table,
    omnibus_verdicts,
)
from rankpress.topics.comparisons.pairs import (
    PairsTableOptions,
    exhaustive_sets_table,
    facts_of_comparisons,
    least_of_comparisons,
    pairs_table,
)
from rankpress.topics.comparisons.pairwise_test import (
    lindley_caveats,
    needed_wins,
    pairwise_caveats,
    pairwise_reminders,
)
from rankpress.topics.comparisons.results import OF_COMPARISONS, FamiliesResult, dispute_pairs
from rankpress.topics.comparisons.signed_ranks import signed_ranks_table
from rankpress.topics.facts import COUNT, NAMES, PROBABILITY, Fact, Subjects, Unit, decimals
from rankpress.topics.phrases import (
    adjustment_within,
    before_p,
    is_exploratory,
    level_phrase,
    p_in_words,
    significant_by_adjustment,
    test_with,
    weaker,
)
from rankpress.topics.topic import OF_TESTS, Facts, OfStudy, StudyResultKey, Topic, register, silent, where_compared
from rankpress.wording.numbers import (
    counted_in_words,
    expected_text,
    fixed,
    in_words,
    level_text,
    part_in_words,
    small_level_text,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say


@where_compared
def tests_paragraphs(analysis: Analysis, over: OverDatasets) -> Iterable[Prose]:
    """Return what the omnibus tests found, and how many comparisons are significant; the summary says which."""
    return filter(None, (join(omnibus_findings(analysis)), join(_comparisons(analysis, over)), *other_tests(analysis)))


def _comparisons(analysis: Analysis, over: OverDatasets) -> Iterator[Prose]:
    adjusted, number = analysis.adjusted, len(over.p)
    if number > 1:
        low = int(np.count_nonzero(over.p <= adjusted.alpha))
        kind = "pairwise comparisons" if analysis.tested.control is None else "comparisons with the control"
        every = f"{in_words(number)} {kind} by the {PAIRWISE[over.procedure].title}"
        below = f"{before_p([analysis])}p ≤ {level_text(adjusted.alpha)}"
        yield f"{_share_of(every, low, number)} {_before_and_after(analysis, below, low)}."
    for name, why in adjusted.left_out.items():
        yield say("The {} adjustment was omitted: {}.", ADJUSTMENTS[name].title, why)


def _share_of(every: str, count: int, number: int) -> str:
    """Say how many of all comparisons, with the verb that follows."""
    if count == number:
        both = f"Both{every.removeprefix('two')}"
        return f"{both if number == 2 else f'All {every}'} have"
    if count == 0:
        return f"{'Neither' if number == 2 else 'None'} of the {every} has"
    return f"Of the {every}, {in_words(count)} {'has' if count == 1 else 'have'}"


def _before_and_after(analysis: Analysis, below: str, low: int) -> str:
    """Say how many p-values are that low before adjustment, and how many differences are significant after each one."""
    if not analysis.adjusted.p or [*analysis.adjusted.p] == [UNADJUSTED]:
        return f"an unadjusted {below}"
    number = len(next(iter(analysis.adjusted.p.values())))
    (first, by), *others = significant_by_adjustment(analysis).items()
    if first == low and not others:
        return f"{below} {f'before and after adjustment by {by}' if low else 'before adjustment'}"
    significant = "" if is_exploratory([analysis]) else f" {'is' if first < 2 else 'are'} significant"
    texts = [f"{part_in_words(first, number)}{significant} after adjustment by {by}"]
    for count, of in others:
        are = "" if is_exploratory([analysis]) else f" {'is' if count < 2 else 'are'}"
        texts.append(f"{part_in_words(count, number)}{are} after that by {of}")
    return f"{below} before adjustment; {joined(texts)}"


@where_compared
def tests_caveats(analysis: Analysis, _over: OverDatasets) -> Iterable[Prose]:
    """Return what must be said next to these tests over the data sets."""
    return [*omnibus_verdicts(analysis), *pairwise_caveats(analysis), *lindley_caveats(analysis)]


_OF_ONE_STEP = (
    "all comparisons in a single step, and can miss differences that stepwise procedures find at the same level."
)
_OF_SIMES = (
    "the level for independent comparisons and some forms of dependence, but not necessarily for comparisons that share"
    " algorithms."
)
_OF_SIDAK = (
    "the level for independent comparisons and two-sided tests of normally distributed statistics, but not necessarily"
    " for other comparisons that share algorithms."
)


@where_compared
def tests_reminders(analysis: Analysis, _over: OverDatasets) -> Iterable[Prose]:
    """Return what not to read into tests over data sets."""
    return [
        *_of_any_test(analysis),
        *omnibus_reminders(analysis),
        *pairwise_reminders(analysis),
        *_of_adjustments(analysis),
        *many_comparisons(analysis),
    ]


_AGAINST_NEMENYI = "{} advise against the Nemenyi test and recommend Shaffer's procedure."


def _of_adjustments(analysis: Analysis) -> Iterator[Prose]:
    methods, dispute = tuple(analysis.adjusted.p), analysis.conclusions.dispute
    if analysis.ranking.is_of_two:
        return
    yield from adjustment_reminders(analysis, methods)
    if "nemenyi" in (*methods, "" if dispute is None else dispute.adjustment):
        yield say(_AGAINST_NEMENYI, cite("garcia2008"))
    if len(methods) > 1:
        yield (
            "Each adjustment controls its error rate only if it is chosen before the results are seen; choosing the one"
            " with the most significant differences does not."
        )


def adjustment_reminders(analysis: Analysis, methods: Sequence[str]) -> Iterator[Prose]:
    """Say which error rates adjustments keep for several comparisons, and of which forms of dependence."""
    single = [name for name in methods if ADJUSTMENTS[name].single_step and name != UNADJUSTED]
    yield from _of_several(single, "guard", _OF_ONE_STEP)
    for inequality, consequence in (("simes", _OF_SIMES), ("sidak", _OF_SIDAK)):
        resting = [name for name in methods if ADJUSTMENTS[name].inequality == inequality]
        yield from _of_several(resting, "keep", consequence)
    cautions = [adjustment for name, adjustment in ADJUSTMENTS.items() if name in methods and adjustment.caution]
    yield from (caution.caution for caution in cautions if caution.controls != "false discovery rate")
    yield from weaker(analysis, methods)
    yield from (caution.caution for caution in cautions if caution.controls == "false discovery rate")


def _of_several(methods: Iterable[str], verb: str, text: str) -> Iterator[str]:
    titles = [ADJUSTMENTS[name].title for name in methods]
    if titles:
        yield f"{capitalized(joined(titles))} {verb}{'s' if len(titles) == 1 else ''} {text}"


def _of_any_test(analysis: Analysis) -> Iterator[Prose]:
    yield "A difference that is not significant is no evidence of equality: with few data sets tests have little power."
    yield say(
        "A p-value measures neither the size of a difference nor its replicability ({}).",
        cite("berrar2017"),
    )
    yield say(
        "Tests provide evidence and should not alone decide whether a result is published ({}).", cite("demsar2006")
    )
    alpha = analysis.adjusted.alpha
    yield say(
        "A p-value of {} corresponds to a Bayes factor of at least {} for the hypothesis of no difference, and thus to"
        " a posterior probability of at least {} if both hypotheses were equally likely a priori ({}); results.json has"
        " both bounds for the {}p-value of each comparison.",
        level_text(alpha),
        fixed(bayes_factor_bound(alpha), 2),
        fixed(error_probability_bound(alpha), 2),
        cite("sellke2001"),
        "" if analysis.ranking.is_of_two else "unadjusted ",
    )
    if analysis.scores.n_datasets > 1:
        yield (
            "The tests assume that the data sets are an independent sample from one population of problems; their"
            " results hold for such problems only."
        )


_NEARLY_ONE = 0.9995


def many_comparisons(analysis: Analysis) -> Iterator[Prose]:
    """Say what the comparisons over the data sets would come to by chance, unadjusted."""
    attempts = analysis.conclusions.multiplicity.over
    if attempts is None or attempts.number < 2:
        return
    created = counted(attempts.tests, "comparison")
    yield say(
        "{} no algorithm differed from another and the {} were independent, {}. A level of {} for each would keep that"
        " probability at {} ({}).",
        "Without adjustment, if" if analysis.adjusted.adjusts else "If",
        _with_tuning(created, attempts),
        _by_chance(analysis, attempts),
        small_level_text(attempts.level_for_family),
        level_text(attempts.alpha),
        cite("salzberg1997"),
    )
    if attempts.tuning_runs:
        yield ("Each tuning run counts as one more comparison there; the adjusted p-values do not account for tuning.")


def many_tests_within(analysis: Analysis) -> Iterator[Prose]:
    """Say what the tests within data sets are adjusted for, what else that takes, and what chance gives unadjusted."""
    attempts = analysis.conclusions.multiplicity.within
    if attempts is None or attempts.number < 2 or analysis.tested.within_means:
        return
    n, several = len(analysis.tested.within), analysis.adjusts_within
    by = capitalized(adjustment_within(analysis))
    adjusted = f"{by} allows for the pairs of a data set" if several else "These p-values are not adjusted"
    if n > 1:
        adjusted += ", not for the number of data sets" if several else ""
        level = small_level_text(attempts.alpha / n)
        adjusted += f"; a level of {level} on each of {n} would keep the chance of any error at {attempts.alpha:g}"
    yield say(
        "{}. {} no algorithm differed from another and the {} were independent, {} ({}).",
        adjusted,
        "Without it, if" if several else "If",
        _with_tuning(counted(attempts.tests, "test"), attempts),
        _by_chance(analysis, attempts),
        cite("salzberg1997"),
    )


def _with_tuning(tests: str, attempts: Attempts) -> str:
    return f"{tests} and {counted(attempts.tuning_runs, 'tuning run')}" if attempts.tuning_runs else tests


def _by_chance(analysis: Analysis, attempts: Attempts) -> str:
    chance, expected = attempts.chance_of_any_error, attempts.expected_errors
    likely = "more than 0.999" if chance > _NEARLY_ONE else fixed(chance, 3)
    return (
        f"{expected_text(expected)} of them would be significant {level_phrase(analysis)} by chance on"
        f" average, and at least one with probability {likely}"
    )


_MOST_PAIRS = 4


def other_tests(analysis: Analysis) -> Iterator[Prose]:
    """Say what the tests find that decide nothing: of two algorithms the p-values, of several where they part."""
    yield from of_other_tests(analysis)
    if (dispute := analysis.conclusions.dispute) is not None:
        yield _parting(analysis, dispute)


def dispute_methods(analysis: Analysis) -> Iterator[Prose]:
    """Say why pairs were also compared by a test of the other kind."""
    if analysis.conclusions.dispute is not None:
        yield say(
            "Tests of average ranks ({}) depend on all algorithms of the study; tests of the two algorithms alone do"
            " not, and are recommended instead ({}). Both were applied.",
            cite("demsar2006"),
            cite("benavoli2016"),
        )


def of_other_tests(analysis: Analysis) -> Iterator[Prose]:
    """Give the p-values of two algorithms by the tests that decide nothing."""
    if analysis.ranking.is_of_two and analysis.tested.also:
        tests = (
            say("the {} gives {}", PAIRWISE[over.procedure].title, p_in_words(analysis, float(over.p[0])))
            for over in analysis.tested.also
        )
        yield say("For comparison, {}.", joined(tests))


def _parting(analysis: Analysis, dispute: Dispute) -> Prose:
    """Return on which pairs the two tests come to different verdicts."""
    deciding, other = _tests_named(analysis, dispute)
    n_pairs = len(dispute_pairs(analysis))
    number_of_pairs = counted_in_words(n_pairs, "pair")
    capital = capitalized(deciding)
    if not dispute.only_deciding and not dispute.only_other:
        return say("{} and {} lead to the same verdict on each of the {}.", capital, other, number_of_pairs)
    n_apart = len(dispute.only_deciding) + len(dispute.only_other)
    parts = [
        say(
            "{} significant only with {}",
            "these are" if len(rows) > _MOST_PAIRS and len(rows) == n_apart else _pairs_named(analysis, rows),
            name,
        )
        for name, rows in (("the former", dispute.only_deciding), ("the latter", dispute.only_other))
        if rows
    ]
    changed = part_in_words(n_apart, n_pairs)
    return say("{} and {} disagree on {} of {}: {}.", capital, other, changed, number_of_pairs, join(parts, "; "))


def _tests_named(analysis: Analysis, dispute: Dispute) -> tuple[str, str]:
    """Return the test that decides and the other one, each with its adjustment."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None or adjusted.deciding is None:
        raise ValueError("there is a dispute only where pairs were compared")
    other = analysis.tested.also[dispute.other].procedure
    return test_with(over.procedure, adjusted.deciding), test_with(other, dispute.adjustment)


def _pairs_named(analysis: Analysis, rows: Sequence[int]) -> Prose:
    """Name the pairs, or count them where they are many, with their verb."""
    verb = "is" if len(rows) == 1 else "are"
    if len(rows) > _MOST_PAIRS:
        return f"{in_words(len(rows))} {verb}"
    names, pairs = analysis.algorithms, dispute_pairs(analysis)
    named_pairs = joined(say("{} against {}", *(names[i] for i in pairs[row])) for row in rows)
    return say("{} {}", named_pairs, verb)


def facts_of_attempts(about: Subjects) -> Iterator[Fact]:
    """State how many tests there were, and how many errors to expect of them."""
    over, within = about.analysis.conclusions.multiplicity.over, about.analysis.conclusions.multiplicity.within
    if over is not None:
        yield Fact("Comparisons", over.tests, COUNT, "number of comparisons over the data sets")
        yield Fact("TuningRuns", over.tuning_runs, COUNT, "number of tuning runs")
        yield from _facts_of_errors("", over, counted(over.tests, "comparison"))
    if within is not None:
        yield Fact("WithinTests", within.tests, COUNT, "number of tests within the data sets")
        yield from _facts_of_errors("Within", within, f"{counted(within.tests, 'test')} within data sets")
    for needed in needed_wins(about.analysis):
        if needed.wins:
            meaning = f"wins that the sign test takes on {counted(needed.n_datasets, 'data set')}"
            yield Fact(f"CriticalWinsOf/{needed.n_datasets}", needed.wins, COUNT, meaning)


def _facts_of_errors(key: str, attempts: Attempts, tests: str) -> Iterator[Fact]:
    level, each = level_text(attempts.alpha), f"{tests} and {counted(attempts.tuning_runs, 'tuning run')}"
    meaning = f"expected false rejections among {each} at level {level}, if no algorithms differ"
    yield Fact(f"{key}ExpectedErrors", attempts.expected_errors, Unit(expected_text), meaning)
    meaning = f"chance of at least one false rejection among {each}, if they are independent and no algorithms differ"
    yield Fact(f"{key}ChanceOfAnyError", attempts.chance_of_any_error, PROBABILITY, meaning)
    meaning = f"level of each of {tests} that keeps the chance of any false rejection at {level}"
    yield Fact(f"{key}LevelForFamily", attempts.level_for_family, Unit(small_level_text), meaning)


def facts_of_adjustments(about: Subjects) -> Iterator[Fact]:
    """State critical differences, how many pairs each adjustment finds significant, and who is next to the best."""
    analysis = about.analysis
    for name, difference in analysis.adjusted.critical_difference.items():
        title = ADJUSTMENTS[name].title
        yield Fact(f"CD/{name}", difference.cd, decimals(2), f"critical difference of average ranks, {title}")
        yield Fact(f"Q/{name}", difference.q, decimals(3), f"the same in standard errors, {title}")
    over, adjusted, names, ranking = analysis.tested.over, analysis.adjusted, analysis.algorithms, analysis.ranking
    if over is None:
        return
    # where one algorithm has it, and was compared with all others
    has_best = len(ranking.best) == 1 and analysis.tested.control in (None, ranking.best[0])
    for name, p in () if ranking.is_of_two else adjusted.p.items():
        title = ADJUSTMENTS[name].title
        apart = p <= adjusted.alpha
        yield Fact(f"Separated/{name}", int(apart.sum()), COUNT, f"pairs that differ significantly, {title}")
        yield Fact(f"Together/{name}", int((~apart).sum()), COUNT, f"pairs that do not differ significantly, {title}")
        if name in adjusted.groups:
            groups = len(adjusted.groups[name])
            yield Fact(f"Groups/{name}", groups, COUNT, f"groups in which no pair differs, {title}")
        if has_best:
            best = ranking.best[0]
            near = {i for pair in over.pairs[~apart].tolist() if best in pair for i in pair} - {best}
            others = [names[i] for i in ranking.best_first if i in near]
            meaning = f"not significantly different from the best average rank, {title}"
            yield Fact(f"NearBest/{name}", len(near), COUNT, f"number of algorithms {meaning}")
            yield Fact(f"NamesNearBest/{name}", others or ["none"], NAMES, f"algorithms {meaning}")
            together = f"the best average rank and those {meaning}"
            yield Fact(f"BestGroup/{name}", [names[best], *others], NAMES, together)


register(
    Topic(
        "tests",
        "Tests over the data sets",
        paragraphs=tests_paragraphs,
        caveats=tests_caveats,
        reminders=tests_reminders,
        after="progress",
        limitations="Comparisons",
        of_study=OfStudy(
            methods=families_in_words,
            results=(
                StudyResultKey("families", FamiliesResult | None, families_result, "null if nothing was adjusted"),
            ),
        ),
        account=silent,
        facts=(
            Facts(facts_of_attempts),
            Facts(facts_of_omnibus),
            Facts(facts_of_adjustments),
            Facts(facts_of_comparisons, "pairs", OF_TESTS, is_often_cited=True, least=least_of_comparisons),
        ),
        results=OF_COMPARISONS,
        tables=(
            TableKind("omnibus", "tests of any difference", builder=omnibus_table, shows="p"),
            TableKind(
                "pairwise-p",
                "half matrix of the p-values that decide; in report.html of all quantities",
                builder=pairwise_p_table,
                options=MatrixOptions,
                shows="p",
            ),
            TableKind(
                "pairwise-differences",
                "half matrix of differences",
                builder=pairwise_differences_table,
                options=MatrixOptions,
                shows="tests",
            ),
            TableKind(
                "pairs",
                "what is known of each pair: effect sizes, test, wins, p-values; `Holm level` in `columns`: levels of "
                "steps",
                builder=pairs_table,
                options=PairsTableOptions,
                shows="p",
                shown_among="quantities",
            ),
            TableKind(
                "signed-ranks",
                "differences on each data set and the ranks of their sizes, of the leading pair or those in `rows`",
                builder=signed_ranks_table,
                on_request=True,
            ),
            TableKind(
                "exhaustive-sets",
                "sets of hypotheses that can be true together, and which bergmann-hommel retains; of at most 6 "
                "algorithms",
                builder=exhaustive_sets_table,
                shows="p",
                on_request=True,
            ),
        ),
    )
)
