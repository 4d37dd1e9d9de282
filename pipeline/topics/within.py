"""Topic tests within data sets: tables, sentences, facts, results and the matrices of significant differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import WITHIN
from rankpress.core.bibliography import cite
from rankpress.core.document import Missing, Plan, numbered
from rankpress.core.plain_data import Json, whole
from rankpress.core.scores import FloatArray, Folds, complete_pairs, ratio_tested_to_trained
from rankpress.core.table import Cell, Table
from rankpress.spec.table_options import OfDataset, Transposable
from rankpress.stages.within import OF_RUNS, WithinDataset
from rankpress.stats.mcnemar import EXACT
from rankpress.stats.pairs import all_pairs
from rankpress.stats.resampled import WithinTests, over_repeats
from rankpress.topics.comparisons import many_tests_within
from rankpress.topics.examples import (
    example_reminders,
    example_scores_table,
    example_sentences,
    facts_of_examples,
    verdicts_within,
)
from rankpress.topics.facts import COUNT, DF, STATISTIC, Fact, Pair, Subject, Subjects, Unit
from rankpress.topics.omnibus import facts_of_cochran
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    before_p,
    count,
    is_exploratory,
    number,
    p_value,
    significance_note,
    statistic,
    table_of,
    which_is_better,
    with_interval,
)
from rankpress.topics.results_arrays import ABSENT, from_columns
from rankpress.topics.results_of_tests import WithinResult, WithinWinsResult
from rankpress.topics.topic import (
    DATASETS,
    OF_TESTS,
    OF_TESTS_ON_DATASETS,
    ON_DATASETS,
    PAIRS,
    PAIRS_ON_DATASETS,
    Axes,
    Facts,
    Request,
    ResultKey,
    TableRequest,
    Topic,
    register,
)
from rankpress.topics.within_methods import (
    divided_into,
    has_benchmarks,
    has_several_pairs,
    within_methods,
    within_methods_in_short,
)
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import (
    MISSING,
    Rounding,
    Scale,
    df_text,
    level_text,
    p_phrase,
    p_text,
    statistic_in_sentence,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, references, say

_COUNTS = {
    "Examples": "n",
    "Clusters": "clusters",
    "Only a": "only_a",
    "Only b": "only_b",
    "Runs a": "n_a",
    "Runs b": "n_b",
    "Seeds": "n_runs",
}
_OF_FOLDS = ("Difference", "SE", "df", "Statistic", "p")
_OF_EXAMPLES = ("Examples", "Only a", "Only b", "Difference", "SE")
_OF_RUNS = ("Runs a", "Runs b", "Difference", "A12", "Statistic", "p")
_OF_PAIRED_RUNS = ("Seeds", "Difference", "A12", "Statistic", "p")
_OF_CLUSTERS = ("Examples", "Clusters", "Difference", "SE", "df", "Statistic", "p")


@Axes(
    PAIRS_ON_DATASETS, (*_COUNTS, "Difference", "A12", "SE", "df", "Statistic", "Chi-squared", "p", "Holm p")
).by_request
def within_table(request: TableRequest) -> Table | None:
    """Build the table of tests within data sets."""
    analysis = request.analysis
    tested = analysis.tested
    n_rows = sum(len(item.pairs) for item in tested.within)
    if not n_rows or _is_too_long(n_rows, request.most(MOST_CELLS_BUILT)):
        return None
    adjusted = has_several_pairs(tested.within)
    head = (*_of_procedure(tested.within_procedure), *(("Holm p",) if adjusted else ()))
    significance = significance_note(analysis.adjusted.alpha, f"{'Holm' if adjusted else 'unadjusted'} p-values")
    # the table of an exact test has no column for degrees of freedom
    reasons = {why for item in tested.within for why in item.tests.why if why and why != EXACT}
    return table_of(
        ("Data set", "a", "b", *head),
        _rows(analysis, head),
        names=3,
        title=say("Tests within the data sets by {}", analysis.metric),
        caption=(
            f"Tests over the {divided_into(tested.within_procedure)} of a data set by the"
            f" {WITHIN[tested.within_procedure].title} ({n_rows:,}); a difference is the score of a minus that of b."
            f" {_HOLM if adjusted else _NOT_ADJUSTED}"
        ),
        notes=(
            say("{} {}", which_is_better(analysis), significance),
            *_columns_of(tested.within_procedure),
            *(f"A dash: {why}." for why in sorted(reasons)),
        ),
    )


_HOLM = "The last column is adjusted by Holm's procedure for the pairs of the data set."
_NOT_ADJUSTED = "No p-value is adjusted."


def _is_too_long(n_tests: int, most: int = MOST_CELLS_BUILT) -> bool:
    """Return whether so many tests are left to results.json."""
    return n_tests * (3 + len(_OF_FOLDS)) > most


def _of_procedure(procedure: str) -> tuple[str, ...]:
    if WITHIN[procedure].design == "examples":
        return _OF_CLUSTERS
    if WITHIN[procedure].design == "runs":
        return _OF_RUNS
    if WITHIN[procedure].design == "paired-runs":
        return _OF_PAIRED_RUNS
    if WITHIN[procedure].design != "outcomes":
        return _OF_FOLDS
    return (*_OF_EXAMPLES, "Chi-squared", "p") if WITHIN[procedure].p_value == "chi-squared" else (*_OF_EXAMPLES, "p")


def _columns_of(procedure: str) -> Iterator[str]:
    if WITHIN[procedure].design == "outcomes":
        of_one = " Chi-squared has 1 degree of freedom." if WITHIN[procedure].p_value == "chi-squared" else ""
        yield f"Only a and only b: test examples on which one alone is right.{of_one}"
    if WITHIN[procedure].design in ("runs", "paired-runs"):
        yield "A12: the chance that a run of a is the better one, ties as halves, with its 95% interval."
    if WITHIN[procedure].liberal:
        yield "These p-values take dependent folds for independent and are too small."
    if procedure == "5x2cv-t":
        yield "Difference: the mean of the ten. The statistic is made of the first of them."


def _rows(analysis: Analysis, head: tuple[str, ...]) -> Iterator[tuple[Cell | Prose, ...]]:
    names, alpha = analysis.algorithms, analysis.adjusted.alpha
    rounding = within_rounding(analysis.tested.within, analysis.scores.scale)
    for item in analysis.tested.within:
        tests = item.tests
        for row, (a, b) in enumerate(item.pairs.tolist()):
            counts = {head: tests.details[key][row] for head, key in _COUNTS.items() if key in tests.details}
            cells = {
                **{head: count(int(number_of)) for head, number_of in counts.items()},
                "Difference": number(tests.difference[row], rounding),
                "A12": _a12_cell(tests, row),
                "SE": number(tests.standard_error[row], rounding),
                "df": Cell(df_text(tests.df))
                if isinstance(tests.df, tuple)
                else number(tests.df[row], NumberForm("df")),
                **dict.fromkeys(("Statistic", "Chi-squared"), statistic(tests.statistic[row])),
                "p": p_value(tests.p[row], alpha, marked="Holm p" not in head),
                "Holm p": p_value(item.holm_p[row], alpha),
            }
            yield dataset_named(item.dataset), names[a], names[b], *(cells[column] for column in head)


def _a12_cell(tests: WithinTests, row: int) -> Cell:
    if "a12" not in tests.details:
        return Cell(MISSING, "")
    chance, low, high = (float(tests.details[name][row]) for name in ("a12", "a12_low", "a12_high"))
    return with_interval(chance, low, high, Rounding(2))


def within_rounding(within: tuple[WithinDataset, ...], scale: Scale) -> Rounding:
    """Choose how differences within data sets and their errors are rounded."""
    return scale.rounding(np.abs(np.concatenate([item.tests.difference for item in within]))[None])


@Axes(DATASETS, ("Examples", "Algorithms", "Q", "df", "p"))
def within_omnibus_table(analysis: Analysis) -> Table | None:
    """Build the table of Cochran's Q tests."""
    tests, alpha, scores = analysis.tested.within_omnibus, analysis.adjusted.alpha, analysis.scores
    if not tests:
        return None
    outcomes = dict(zip(scores.datasets, scores.outcomes, strict=True))
    examples = {dataset: item.n for dataset, item in outcomes.items() if item is not None}
    reasons = sorted({test.why for test in tests.values() if test.why})
    rows = (
        (
            dataset_named(name),
            count(examples[name]),
            count(int(test.df[0]) + 1),
            statistic(test.statistic),
            df_text(test.df),
            p_value(test.p, alpha),
        )
        for name, test in tests.items()
    )
    return table_of(
        ("Data set", "Examples", "Algorithms", "Q", "df", "p"),
        rows,
        title=say("Tests of any difference within the data sets by {}", analysis.metric),
        caption=(
            f"Cochran's Q test of the hypothesis that all algorithms have the same accuracy, over the test examples of"
            f" {counted(len(tests), 'data set')}. No p-value is adjusted."
        ),
        notes=(significance_note(alpha, "unadjusted p-values"), *(f"A dash: {why}." for why in reasons)),
    )


_ONLY_SIGNIFICANT = say(
    "The tests that are counted are not adjusted. Counting only significant wins makes the sign test less reliable than"
    " counting all ({}).",
    cite("demsar2006"),
)
_HEAD = ("a", "b", "Better", "Neither", "Worse", "p", "Holm p")


@Axes(PAIRS, ("Better", "Neither", "Worse", "p", "Holm p")).by_request
def within_sign_table(request: TableRequest) -> Table | None:
    """Build the table of the sign test over significant wins."""
    analysis = request.analysis
    wins, names, alpha = analysis.wins, analysis.algorithms, analysis.adjusted.alpha
    if wins is None or len(analysis.tested.within) < 2 or len(wins.pairs) * len(_HEAD) > request.most(MOST_CELLS_BUILT):
        return None
    rows = (
        (names[a], names[b], *map(count, counts), p_value(p, alpha, marked=False), p_value(adjusted, alpha))
        for (a, b), counts, p, adjusted in zip(
            wins.pairs.tolist(), wins.counts.tolist(), wins.p, wins.adjusted, strict=True
        )
    )
    test = WITHIN[analysis.tested.within_procedure].title
    return table_of(
        _HEAD,
        rows,
        names=2,
        title=say("Sign test over significant wins by {}", analysis.metric),
        caption=(
            f"Data sets, of {len(analysis.tested.within)} tested, on which a is better than b by the {test} at level"
            f" {level_text(alpha)}, neither is, or b is; and the sign test of these counts for"
            f" {counted(len(wins.pairs), 'pair')}, two-sided, before and after Holm's adjustment for their number."
        ),
        notes=(
            "Data sets on which neither is better are split between the two, and of an odd number one is omitted.",
            _ONLY_SIGNIFICANT,
            significance_note(alpha),
            *unattainable_wins(analysis),
        ),
    )


def unattainable_wins(analysis: Analysis) -> Iterator[str]:
    """Say where the sign test over significant wins could not have been significant."""
    wins, alpha = analysis.wins, analysis.adjusted.alpha
    if wins is None or len(analysis.tested.within) < 2 or (wins.least <= alpha).any():
        return
    yield (
        f"With {counted(len(analysis.tested.within), 'data set')} and {counted(len(wins.pairs), 'pair')} the least"
        f" adjusted p that this sign test can give is {p_text(wins.least.min(), alpha)}, so that nothing could be"
        f" significant at level {level_text(alpha)}."
    )


_BY_REPEATS = ("Repeats", "Difference", "p corrected", "p uncorrected")


def _repeated(analysis: Analysis, dataset: str | None) -> tuple[str, Folds, float] | None:
    """Return the folds of a data set that has several repeats, the first where none is named."""
    for name, folds in zip(analysis.scores.datasets, analysis.scores.folds, strict=False):
        if dataset in (None, name) and folds is not None and len(folds.per_repeat) > 1 and folds.per_repeat[0] > 1:
            ratio = ratio_tested_to_trained(folds)
            if ratio is not None:
                return name, folds, ratio
    return None


@Axes(PAIRS, _BY_REPEATS).by_request
def p_by_repeats_table(request: TableRequest[OfDataset]) -> Table | None:
    """Build the table of how p falls with the repeats of a cross-validation, of the leading pair or those named."""
    analysis, options = request.analysis, request.options
    repeated, names = _repeated(analysis, options.dataset), analysis.algorithms
    if repeated is None or len(names) < 2:
        return None
    dataset, folds, ratio = repeated
    compared = np.array([analysis.leading_pair]) if options.rows is None else all_pairs(len(names))
    complete = complete_pairs(folds, compared)
    if not len(complete):
        return None
    tests = over_repeats(folds.scores[:, complete[:, 0]] - folds.scores[:, complete[:, 1]], folds.repeat, ratio)
    rounding, alpha = analysis.scores.scale.rounding(np.abs(tests.difference)), analysis.adjusted.alpha
    rows = (
        (
            names[a],
            names[b],
            count(repeats),
            number(tests.difference[row, column], rounding),
            p_value(tests.corrected[row, column], alpha),
            p_value(tests.uncorrected[row, column], alpha),
        )
        for column, (a, b) in enumerate(complete.tolist())
        for row, repeats in enumerate(tests.repeats.tolist())
    )
    caption = (
        "Tests over the folds of the first repeats of the cross-validation on {} ({}): corrected resampled t test, and"
        " t test that takes folds for independent."
    )
    note = "{} More repeats add folds and no cases, so that p depends on how many were made; no p is adjusted."
    dash = ["A dash: the difference is the same on every fold."] if np.isnan(tests.corrected).any() else []
    return table_of(
        ("a", "b", *_BY_REPEATS),
        rows,
        names=2,
        title=say("p by the number of repeats on {} by {}", dataset_named(dataset), analysis.metric),
        caption=say(caption, dataset_named(dataset), cite("berrar2017")),
        notes=(say(note, which_is_better(analysis)), *dash),
    )


def within_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what the tests within data sets found."""
    number = sum(len(item.pairs) for item in analysis.tested.within)
    where = ["They are too many to print; results.json has them all."] if _is_too_long(number) else []
    pairs = [*_of_pairs(analysis), *where] if number else []
    means = example_sentences(analysis, with_verdicts=not analysis.is_one_benchmark)  # which the summary has
    return [*_of_all(analysis), *means, *([join(pairs)] if pairs else [])]


def within_findings(analysis: Analysis, *, counted_only: bool = True) -> list[Prose]:
    """Return how many of the tests within data sets were significant, in sentences; of pairs unless they are named."""
    means = example_sentences(analysis, with_verdicts=not analysis.is_one_benchmark)  # which precede these sentences
    return [*_of_all(analysis), *means, *(_of_pairs(analysis) if counted_only else ())]


def _of_all(analysis: Analysis) -> Iterator[Prose]:
    tests = analysis.tested.within_omnibus.values()
    if len(tests) == 1 and not is_exploratory([analysis]) and not any(math.isnan(test.p) for test in tests):
        [(dataset, test)] = analysis.tested.within_omnibus.items()
        differ = "differs" if test.p <= analysis.adjusted.alpha else "does not differ"
        p = p_phrase(test.p, analysis.adjusted.alpha)
        figures = f"({df_text(test.df)}) = {statistic_in_sentence(test.statistic)}, {p}"
        form = "{} {} significantly among the algorithms on {} (Cochran's Q{}; {})."
        names = capitalized(analysis.metric), differ, dataset_named(dataset)
        yield say(form, *names, figures, cite("cochran1950"))
    elif tests:
        significant = sum(test.p <= analysis.adjusted.alpha for test in tests)
        form = (
            "Whether the algorithms differ at all on a data set was tested over its test examples by Cochran's Q ({}):"
            " {}; {}."
        )
        yield say(form, cite("cochran1950"), counted(len(tests), "test"), _below(analysis, significant))


def _of_pairs(analysis: Analysis) -> Iterator[str]:
    tested = analysis.tested
    if not tested.within or analysis.is_one_benchmark:
        return
    number = sum(len(item.pairs) for item in tested.within)
    significant = sum(int(np.count_nonzero(item.tests.p <= analysis.adjusted.alpha)) for item in tested.within)
    where = (
        "On the data set" if len(tested.within) == 1 else f"Within each of {counted(len(tested.within), 'data set')}"
    )
    after = ""
    yield from _unattainable_within(analysis)
    if significant and has_several_pairs(tested.within):
        left = sum(int(np.count_nonzero(item.holm_p <= analysis.adjusted.alpha)) for item in tested.within)
        pairs = " for the pairs of a data set" if len(tested.within) > 1 else ""
        after = f", {f'{left:,}' if left else 'none'} after Holm's adjustment{pairs}"
    yield (
        f"{where}, pairs of algorithms were compared over the"
        f" {divided_into(tested.within_procedure)} by the {WITHIN[tested.within_procedure].title}"
        f" ({number:,} {'test' if number == 1 else 'tests'}); {_below(analysis, significant)}{after}."
    )


def _unattainable_within(analysis: Analysis) -> Iterator[str]:
    """Say where there are too few runs for any test within a data set to be significant."""
    tested, alpha = analysis.tested, analysis.adjusted.alpha
    if WITHIN[tested.within_procedure].design not in OF_RUNS:
        return
    least = [
        float(len(item.pairs) * item.tests.details["least_p"].min())
        for item in tested.within
        if "least_p" in item.tests.details
    ]
    if least and min(least) > alpha:
        yield (
            f"With so few runs the smallest adjusted p that a test within a data set can give is"
            f" {p_text(min(1.0, min(least)), alpha)}, so that none can be significant at level {level_text(alpha)}."
        )


def _below(analysis: Analysis, significant: int) -> str:
    level = level_text(analysis.adjusted.alpha)
    have = f"{significant:,} have" if significant > 1 else f"{significant or 'none'} has"
    return f"{have} {before_p([analysis])}p ≤ {level} before adjustment for multiplicity"


def within_account_in_short(analysis: Analysis) -> Iterator[Prose]:
    """Return the same in a paper: all on a single data set, and on benchmarks."""
    if analysis.scores.n_datasets > 1:
        yield from within_findings(analysis) if has_benchmarks(analysis) else ()
        return
    named = not analysis.is_one_benchmark and not is_exploratory([analysis])
    yield from within_findings(analysis, counted_only=not named)
    yield from verdicts_within(analysis) if named else ()


def within_caveats(analysis: Analysis) -> list[Prose]:
    """Return how these tests within data sets were made, where that was not as stated."""
    return list(analysis.tested.notes) if analysis.tested.within else []


def within_reminders(analysis: Analysis) -> list[Prose]:
    """Return what not to read into tests within data sets."""
    tested = analysis.tested
    if not tested.within:
        return []
    if WITHIN[tested.within_procedure].design in OF_RUNS:
        return [*many_tests_within(analysis), *_of_runs(tested.within_procedure)]
    if WITHIN[tested.within_procedure].design == "examples":
        return [*many_tests_within(analysis), *example_reminders(analysis)]
    depend = _of_examples if WITHIN[tested.within_procedure].design == "outcomes" else reminders_of_folds
    return [*many_tests_within(analysis), *depend(tested.within_procedure)]


def reminders_of_folds(procedure: str) -> Iterator[Prose]:
    """Say what tests over folds approximate, for their scores are dependent."""
    if WITHIN[procedure].liberal:
        yield say(
            "Folds share training cases, and random splits test cases too, so that their scores are dependent. The {}"
            " takes them for independent: its p-values are too small, and it finds differences too often where there"
            " are none ({}), of which {} and {} warn. The corrected resampled t test ({}) allows for the overlap.",
            WITHIN[procedure].title,
            cite("dietterich1998"),
            cite("salzberg1997"),
            cite("demsar2006"),
            cite("nadeau2003"),
        )
    elif procedure == "corrected-t":
        yield say(
            "Folds share training cases, so that their scores are dependent. The corrected resampled t test allows for"
            " that by an approximate correction of the variance ({}); its p-values are approximate.",
            cite("nadeau2003"),
        )
    elif WITHIN[procedure].design == "5x2":
        yield (
            "The two folds of a repeat share no training cases, but those of different repeats do, and their scores are"
            " dependent: p-values within data sets are approximate."
        )
        if procedure == "5x2cv-t":
            yield say(
                "The 5x2cv t test takes its numerator from the first fold of the first repeat. Any of the ten"
                " differences might as well be there, each gives another p, and that one may have the opposite sign of"
                " the mean difference; the combined F test uses all ten ({}).",
                cite("alpaydin1999"),
            )
    else:
        yield "Folds share training cases, and their scores are dependent: p-values within data sets are approximate."


def _of_runs(procedure: str) -> Iterator[Prose]:
    if procedure == "rank-sum":
        yield (
            "The rank-sum test asks whether the runs of two algorithms come from one distribution: where they vary"
            " differently it may reject although neither is better. The Brunner-Munzel test allows for that."
        )
    yield (
        "Tests over runs say how sure a difference on a data set is with other seeds, and nothing of other data sets."
    )


def _of_examples(procedure: str) -> Iterator[Prose]:
    yield say(
        "The test examples are taken for independent draws, and each algorithm for trained once: these tests allow for"
        " the choice of test examples and not for that of training cases, on another set of which the same algorithms"
        " might come out otherwise ({}).",
        cite("dietterich1998"),
    )
    yield say(
        "They count the examples on which one alone is right, not how often they agree ({}).", cite("salzberg1997")
    )
    if WITHIN[procedure].p_value == "chi-squared":
        yield "The chi-squared distribution is approximate where few examples tell two algorithms apart."
    elif WITHIN[procedure].p_value == "exact":
        yield say(
            "Exact p-values are mostly larger than they need be; the mid-p is nearer ({}).", cite("fagerland2013")
        )


def facts_of_wins_within(about: Subjects) -> Iterator[Fact]:
    """State on how many data sets each of a pair is significantly better, and the sign test of these counts."""
    wins = about.analysis.wins
    if wins is None:
        return
    for row, pair in about.of_pairs(wins.pairs.tolist()):
        a, b, sign, of = pair
        won, neither, lost = wins.counts[row].tolist()[::sign]
        tests, sign_test = "by the tests within them", say("sign test over the significant wins of {}", pair.both)
        better, worse = (
            say("data sets on which {} is significantly {} than {} {}", a, word, b, tests)
            for word in ("better", "worse")
        )
        for key, value, unit, meaning in (
            ("Wins", won, COUNT, better),
            ("Neither", neither, COUNT, say("data sets on which neither of {} is {}", pair.both, tests)),
            ("Losses", lost, COUNT, worse),
            ("WinsP", float(wins.p[row]), about.p, say("unadjusted p of the {}", sign_test)),
            ("WinsP/holm", float(wins.adjusted[row]), about.p, say("p of the {}, Holm", sign_test)),
        ):
            yield Fact(f"Significant{key}", value, unit, meaning, of, is_minor=True)


def facts_within(about: Subjects) -> Iterator[Fact]:
    """State what the tests find of pairs of algorithms on single data sets."""
    tested = [within for within in about.analysis.tested.within if about.datasets(within.dataset)]
    unit = Unit(within_rounding(about.analysis.tested.within, about.analysis.scores.scale).text) if tested else COUNT
    for within in tested:
        for row, pair in about.of_pairs(within.pairs.tolist()):
            yield from _facts_of_test(about.on(within.dataset), within, row, pair, unit, about.p)


def _facts_of_test(
    on: Subject, within: WithinDataset, row: int, pair: Pair, unit: Unit, p_unit: Unit
) -> Iterator[Fact]:
    tests, (a, b, sign, of) = within.tests, pair
    text = say("test of {} against {} on {}", a, b, dataset_named(within.dataset))
    yield Fact("WithinDifference", sign * float(tests.difference[row]), unit, say("{}: difference", text), of, on)
    if not np.isnan(tests.standard_error).all():
        yield Fact("WithinSE", float(tests.standard_error[row]), unit, say("{}: standard error", text), of, on)
    if not np.isnan(tests.statistic).all():
        yield Fact(
            "WithinStatistic", _turned_statistic(tests, row, sign), STATISTIC, say("{}: statistic", text), of, on
        )
    if not isinstance(tests.df, tuple) and not np.isnan(tests.df[row]):
        yield Fact("WithinDf", float(tests.df[row]), DF, say("{}: degrees of freedom", text), of, on)
    if len(within.pairs) > 1:
        yield Fact("WithinHolmP", float(within.holm_p[row]), p_unit, say("{}: p adjusted after Holm", text), of, on)
    if "only_a" in tests.details:
        first, second = [int(tests.details[name][row]) for name in ("only_a", "only_b")][::sign]
        examples = say("test examples of {} that", dataset_named(within.dataset))
        yield Fact("WithinOnlyFirst", first, COUNT, say("{} {} alone has right", examples, a), of, on)
        yield Fact("WithinOnlySecond", second, COUNT, say("{} {} alone has right", examples, b), of, on)
    yield Fact("WithinP", float(tests.p[row]), p_unit, say("{}: unadjusted p", text), of, on)


def _turned_statistic(tests: WithinTests, row: int, sign: int) -> float:
    """Return the statistic of a pair, or with a sign of -1 of the same two exchanged."""
    return float((tests.statistic if sign > 0 else tests.exchanged_statistic)[row])


def within_results(analysis: Analysis) -> list[Any]:
    """Return the tests of pairs on single data sets."""
    items, names = analysis.tested.within, analysis.names
    pairs = [(item, *pair) for item in items for pair in item.pairs.tolist()]
    if not pairs:
        return []

    def column(of: Callable[[WithinDataset], Any]) -> Any:
        return np.concatenate([of(item) for item in items])

    def detail(name: str) -> Any:
        whole_numbers = name in ("only_a", "only_b", "n", "clusters", "n_a", "n_b", "n_runs")
        kind = int if whole_numbers else bool if name == "exact" else float
        return column(lambda item: item.tests.details[name]).astype(kind)

    tests = items[0].tests
    if isinstance(tests.df, tuple):  # the two of an F test that all share
        df: Any = tuple([whole(value)] * len(pairs) for value in tests.df)
    else:  # one number for each comparison, none of an exact test
        df = [value if math.isnan(value) else whole(value) for value in column(lambda item: item.tests.df).tolist()]
    columns = {
        "dataset": [item.dataset for item, _, _ in pairs],
        "a": [names[a] for _, a, _ in pairs],
        "b": [names[b] for _, _, b in pairs],
        "test": [item.tests.name for item, _, _ in pairs],
        "difference": column(lambda item: item.tests.difference),
        "standard_error": column(lambda item: item.tests.standard_error),
        "df": df,
        "statistic": column(lambda item: item.tests.statistic),
        "p": column(lambda item: item.tests.p),
        "holm_p": column(lambda item: item.holm_p),
        **{name: detail(name) for name in tests.details},
        "why": [why or ABSENT for item in items for why in item.tests.why],
    }
    return from_columns(len(pairs), columns)


def within_wins_results(analysis: Analysis) -> Iterator[Json]:
    """Significant wins of each pair over the data sets, with the sign test over them."""
    wins, names = analysis.wins, analysis.names
    if wins is None:
        return
    for row, (a, b) in enumerate(wins.pairs.tolist()):
        counts = zip(("wins", "neither", "losses"), wins.counts[row].tolist(), strict=True)
        yield {"a": names[a], "b": names[b], **dict(counts), "p": wins.p[row], "adjusted": {"holm": wins.adjusted[row]}}


MOST_ALGORITHMS = 30
"""Of a matrix: of more, the cells are too small to be seen."""


def plan_within(request: Request) -> Iterator[Plan | Missing]:
    """Plan pages with a matrix a data set."""
    from rankpress.figures.verdicts import describe_verdicts, verdict_matrices, verdict_pages

    analysis, labels = request.analysis, request.labels
    if not analysis.tested.within:
        yield request.missing("no tests were made within data sets")
        return
    better = significantly_better(analysis)[:, :MOST_ALGORITHMS, :MOST_ALGORITHMS]
    datasets = references("datasets", (item.dataset for item in analysis.tested.within))
    names = [analysis.algorithms[i] for i in analysis.ranking.best_first][:MOST_ALGORITHMS]
    for part, which, rows in numbered(verdict_pages(len(names), labels.drawn(datasets), style=request.style)):
        yield request.plan(
            partial(verdict_matrices, better, labels.drawn(datasets), rows=rows),
            say("Significant differences within the data sets by {}{}", analysis.metric, which),
            within_caption(analysis, names),
            describe_verdicts(better, labels.in_text(datasets), labels.in_text(names), rows=rows),
            [datasets],
            part=part,
            algorithms=tuple(names),
        )


def significantly_better(analysis: Analysis) -> FloatArray:
    """Return for each data set and pair, best ranked first, 1 where the first is significantly better, else 0."""
    # nan where the pair was not tested.
    k, alpha = len(analysis.algorithms), analysis.adjusted.alpha
    place = np.argsort(analysis.ranking.best_first)
    better = np.full((len(analysis.tested.within), k, k), np.nan)
    for matrix, item in zip(better, analysis.tested.within, strict=True):
        a, b = place[item.pairs].T
        favours = np.where(item.tests.p <= alpha, np.sign(analysis.scores.sign * item.tests.tested_difference), 0.0)
        untested = np.isnan(item.tests.p)
        matrix[a, b] = np.where(untested, np.nan, favours > 0)
        matrix[b, a] = np.where(untested, np.nan, favours < 0)
    return better


def within_caption(analysis: Analysis, names: Sequence[Prose]) -> Prose:
    """Return what the matrices show."""
    tested, k = analysis.tested, len(analysis.algorithms)
    best = f"the best ranked {len(names)} of {counted(k, 'algorithm')}, " if len(names) < k else ""
    return join(
        [
            say(
                "Significant differences in {} on {} ({}, level {}, unadjusted).",
                analysis.metric,
                counted(len(tested.within), "data set"),
                WITHIN[tested.within_procedure].title,
                level_text(analysis.adjusted.alpha),
            ),
            say("Rows and columns of each matrix, from the top and from the left: {}{}.", best, joined(names)),
        ]
    )


register(
    Topic(
        "within",
        "Tests within the data sets",
        paragraphs=within_paragraphs,
        caveats=within_caveats,
        reminders=within_reminders,
        after="equivalence",
        methods=(within_methods,),
        brief_methods=within_methods_in_short,
        brief_account=lambda analysis, _stated: within_account_in_short(analysis),
        account=lambda analysis: [*within_findings(analysis), *within_caveats(analysis)],
        facts=(
            Facts(facts_of_wins_within, "pairs", OF_TESTS, is_often_cited=True),
            Facts(facts_of_cochran, "datasets", ON_DATASETS, is_often_cited=True),
            Facts(facts_of_examples, "datasets", "scores over test examples{}"),
            Facts(facts_within, "pairs on datasets", OF_TESTS_ON_DATASETS),
        ),
        results=(
            ResultKey("within", list[WithinResult], within_results),
            ResultKey("within_wins", list[WithinWinsResult], within_wins_results),
        ),
        tables=(
            TableKind(
                "example-scores",
                "mean scores over test examples with clustered standard errors and intervals, with `clustered-t`",
                builder=example_scores_table,
                is_detail=True,
            ),
            TableKind(
                "within-omnibus",
                "tests of any difference on each data set",
                builder=within_omnibus_table,
                options=Transposable,
                shows="p",
            ),
            TableKind("within-sign", "sign test over significant wins", builder=within_sign_table, shows="p"),
            TableKind("within", "tests within the data sets", builder=within_table, shows="p"),
            TableKind(
                "p-by-repeats",
                "how p falls with the repeats of a cross-validation, of the leading pair or those in `rows`",
                builder=p_by_repeats_table,
                options=OfDataset,
                shows="p",
                on_request=True,
            ),
        ),
        figures=(FigureKind("within", "who is better on which data set", builder=plan_within, shows="tests"),),
    )
)
