"""Topic tests within data sets: tables, sentences, facts, results and the matrices of significant differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.bibliography import cite
from rankpress.core.document import Missing, Plan, numbered
from rankpress.core.plain_data import Json, whole
from rankpress.core.scores import FloatArray
from rankpress.spec.table_options import OfDataset, Transposable
from rankpress.stages.within import OF_RUNS, WithinDataset
from rankpress.stats.resampled import WithinTests
from rankpress.topics.columns import ABSENT, from_columns
from rankpress.topics.comparisons.comparisons import adjustment_reminders, many_tests_within
from rankpress.topics.comparisons.omnibus import facts_of_cochran
from rankpress.topics.facts import COUNT, DF, STATISTIC, Fact, Pair, Subject, Subjects, Unit
from rankpress.topics.phrases import (
    adjustment_within,
    before_p,
    datasets_named,
    is_exploratory,
    p_of,
    the_best,
)
from rankpress.topics.topic import (
    OF_TESTS,
    OF_TESTS_ON_DATASETS,
    ON_DATASETS,
    Facts,
    Request,
    ResultKey,
    Topic,
    register,
)
from rankpress.topics.within.examples import (
    example_reminders,
    example_scores_table,
    example_sentences,
    facts_of_examples,
    verdicts_within,
)
from rankpress.topics.within.methods import (
    divided_into,
    has_benchmarks,
    within_methods,
    within_methods_in_short,
)
from rankpress.topics.within.results import OF_EXAMPLES, WithinResult, WithinWinsResult
from rankpress.topics.within.tables import (
    is_too_long_within,
    p_by_repeats_table,
    within_omnibus_table,
    within_roundings,
    within_sign_table,
    within_table,
)
from rankpress.wording.numbers import (
    counted_in_words,
    df_text,
    in_words,
    level_text,
    p_phrase,
    p_text,
    statistic_in_sentence,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, references, say


def within_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what the tests within data sets found."""
    number = sum(len(within.pairs) for within in analysis.tested.within)
    where = ["They are too many to print; results.json has them all."] if is_too_long_within(number) else []
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
        differ = "differ" if test.p <= analysis.adjusted.alpha else "do not differ"
        p = p_phrase(test.p, analysis.adjusted.alpha)
        figures = f"({df_text(test.df)}) = {statistic_in_sentence(test.statistic)}, {p}"
        form = "The algorithms {} significantly in {} on {} (Cochran's Q{}; {})."
        names = differ, analysis.metric, dataset_named(dataset)
        yield say(form, *names, figures, cite("cochran1950"))
    elif tests:
        significant = sum(test.p <= analysis.adjusted.alpha for test in tests)
        below = f"{_below(analysis, significant, len(tests))} before adjustment for multiplicity"
        form = "On each of {}, Cochran's Q over the test examples compares all algorithms ({}); {}."
        yield say(form, counted_in_words(len(tests), "data set"), cite("cochran1950"), below)


def _of_pairs(analysis: Analysis) -> Iterator[Prose]:
    tested = analysis.tested
    if not tested.within or analysis.is_one_benchmark:
        return
    number = sum(len(within.pairs) for within in tested.within)
    significant = sum(int(np.count_nonzero(within.tests.p <= analysis.adjusted.alpha)) for within in tested.within)
    where = "Within the data set" if len(tested.within) == 1 else "Within each data set"
    below, before = _below(analysis, significant, number), " before adjustment for multiplicity"
    yield from _unattainable_within(analysis)
    if significant and analysis.adjusts_within:
        alpha = analysis.adjusted.alpha
        left = sum(int(np.count_nonzero(analysis.p_within(within) <= alpha)) for within in tested.within)
        family = "pairs" if tested.control is None else "comparisons"
        by = f"{adjustment_within(analysis)}{f' for the {family} of a data set' if len(tested.within) > 1 else ''}"
        before = f" before and after {by}" if left == significant else f"{before}, {_or_none(left)} after {by}"
    control = tested.control
    compared: Prose = "all pairs were compared"
    if control is not None:
        compared = say("{} was compared with each other algorithm", analysis.algorithms[control])
    yield say(
        f"{where}, {{}} over the {divided_into(tested.within_procedure)} with the"
        f" {WITHIN[tested.within_procedure].title} ({counted_in_words(number, 'test')}); {below}{before}.",
        compared,
    )


def _unattainable_within(analysis: Analysis) -> Iterator[str]:
    """Say where there are too few runs for any test within a data set to be significant."""
    tested, alpha = analysis.tested, analysis.adjusted.alpha
    if WITHIN[tested.within_procedure].design not in OF_RUNS:
        return
    adjust = ADJUSTMENTS[analysis.adjusted.within].run
    least = [
        float(adjust(within.tests.details["least_p"]).min())
        for within in tested.within
        if "least_p" in within.tests.details
    ]
    adjusted = "adjusted " if analysis.adjusts_within else ""
    if least and min(least) > alpha:
        yield (
            f"With so few runs no difference within a data set can be significant: the smallest {adjusted}p is"
            f" {p_text(min(least), alpha)}."
        )


def _below(analysis: Analysis, significant: int, number: int) -> str:
    level, every = level_text(analysis.adjusted.alpha), "all " if significant == number > 2 else ""
    have = f"{every}{_or_none(significant)} {'has' if significant < 2 else 'have'}"
    return f"{have} {before_p([analysis])}p ≤ {level}"


def _or_none(count: int) -> str:
    return in_words(count) if count else "none"


def within_account_in_short(analysis: Analysis) -> Iterator[Prose]:
    """Return what a paper says of the tests within data sets: all on a single data set, and on benchmarks."""
    if analysis.scores.n_datasets > 1:
        yield from within_findings(analysis) if has_benchmarks(analysis) else ()
        return
    names_pairs = not analysis.is_one_benchmark and not is_exploratory([analysis])
    yield from within_findings(analysis, counted_only=not names_pairs)
    yield from verdicts_within(analysis) if names_pairs else ()


def within_caveats(analysis: Analysis) -> list[Prose]:
    """Return how these tests within data sets were made, where that was not as stated."""
    return [*analysis.tested.notes, *_of_adjustment(analysis)] if analysis.tested.within else []


def _of_adjustment(analysis: Analysis) -> Iterator[str]:
    """Say what adjusts where none of the requested adjustments can."""
    adjusted = analysis.adjusted
    requested = [*adjusted.p, *adjusted.left_out]
    if analysis.adjusts_within and requested and adjusted.within not in requested:
        titles = [ADJUSTMENTS[name].title for name in requested]
        which = f"{capitalized(joined(titles))} {'acts' if len(titles) == 1 else 'act'} on tests"
        within = ADJUSTMENTS[adjusted.within].title
        yield f"{which} over data sets alone; those within a data set were adjusted by {within}."


def within_reminders(analysis: Analysis) -> list[Prose]:
    """Return what not to read into tests within data sets."""
    tested, within = analysis.tested, analysis.adjusted.within
    if not tested.within:
        return []
    stated = within in analysis.adjusted.p or not analysis.adjusts_within
    of_all = [*many_tests_within(analysis), *([] if stated else adjustment_reminders(analysis, [within]))]
    if WITHIN[tested.within_procedure].design in OF_RUNS:
        return [*of_all, *_of_runs(tested.within_procedure)]
    if WITHIN[tested.within_procedure].design == "examples":
        return [*of_all, *example_reminders(analysis)]
    depend = _of_examples if WITHIN[tested.within_procedure].design == "outcomes" else reminders_of_folds
    return [*of_all, *depend(tested.within_procedure)]


def reminders_of_folds(procedure: str) -> Iterator[Prose]:
    """Say what tests over folds approximate, for their scores are dependent."""
    if WITHIN[procedure].liberal:
        yield say(
            "Scores on folds are dependent, because folds share training cases, and random splits also share test"
            " cases. The {} treats them as independent: its p-values are too small, and it rejects true null hypotheses"
            " too often ({}; see also {} and {}). The corrected resampled t test ({}) allows for the overlap.",
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
                "The numerator of the 5x2cv t test is the difference on the first fold of the first repeat. Each of the"
                " ten differences would give another p, and this one may have the opposite sign of the mean difference;"
                " the combined F test uses all ten ({}).",
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
    yield "Tests over runs generalize to other runs on the same data set, not to other data sets."


def _of_examples(procedure: str) -> Iterator[Prose]:
    yield say(
        "These tests treat the test examples as independent and each algorithm as trained once. They allow for the"
        " choice of test examples, but not for that of the training cases, another set of which might change the"
        " result ({}).",
        cite("dietterich1998"),
    )
    yield say(
        "They count the examples that only one of the two gets right, not how often the two agree ({}).",
        cite("salzberg1997"),
    )
    if WITHIN[procedure].p_value == "chi-squared":
        yield "The chi-squared distribution is approximate where two algorithms differ on few examples."
    elif WITHIN[procedure].p_value == "exact":
        yield say(
            "Exact p-values are conservative; the mid-p is closer to the nominal level ({}).", cite("fagerland2013")
        )


def facts_of_wins_within(about: Subjects) -> Iterator[Fact]:
    """State on how many data sets each of a pair is significantly better, and the sign test of these counts."""
    wins = about.analysis.conclusions.wins
    if wins is None:
        return
    for row, pair in about.of_pairs(wins.pairs.tolist()):
        a, b, sign, of = pair
        by = about.analysis.adjusted.within
        won, neither, lost = wins.counts[row].tolist()[::sign]
        tests, sign_test = "by the tests within them", say("sign test over the significant wins of {}", pair.both)
        better, worse = (
            say("data sets on which {} is significantly {} than {} {}", a, word, b, tests)
            for word in ("better", "worse")
        )
        for key, value, unit, meaning in (
            ("Wins", won, COUNT, better),
            (
                "Neither",
                neither,
                COUNT,
                say("data sets on which neither of {} is significantly better {}", pair.both, tests),
            ),
            ("Losses", lost, COUNT, worse),
            ("WinsP", float(wins.p[row]), about.p, say("unadjusted p of the {}", sign_test)),
            (f"WinsP/{by}", float(wins.adjusted[row]), about.p, say("{} of the {}", p_of(by), sign_test)),
        ):
            yield Fact(f"Significant{key}", value, unit, meaning, of, is_minor=True)


def facts_within(about: Subjects) -> Iterator[Fact]:
    """State what the tests find of pairs of algorithms on single data sets."""
    tested, adjustment = about.analysis.tested.within, about.analysis.adjusted.within
    roundings = within_roundings(tested, about.analysis.scores.scale) if tested else ()
    for within, rounding in zip(tested, roundings, strict=True):
        if not about.datasets(within.dataset):
            continue
        on, adjusted = about.on(within.dataset), about.analysis.p_within(within).tolist()
        for row, pair in about.of_pairs(within.pairs.tolist()):
            yield from _facts_of_test(on, within, row, pair, Unit(rounding.text), about.p)
            if len(within.pairs) > 1:
                what = say("{}: {}", _test_of(within, pair), p_of(adjustment))
                yield Fact(f"WithinP/{adjustment}", adjusted[row], about.p, what, pair.of, on)


def _test_of(within: WithinDataset, pair: Pair) -> Prose:
    """Return which test of which pair a fact is of."""
    return say("test of {} against {} on {}", pair.a, pair.b, dataset_named(within.dataset))


def _facts_of_test(
    on: Subject, within: WithinDataset, row: int, pair: Pair, unit: Unit, p_unit: Unit
) -> Iterator[Fact]:
    tests, (a, b, sign, of), what = within.tests, pair, _test_of(within, pair)
    yield Fact("WithinDifference", sign * float(tests.difference[row]), unit, say("{}: difference", what), of, on)
    if not np.isnan(tests.standard_error).all():
        yield Fact("WithinSE", float(tests.standard_error[row]), unit, say("{}: standard error", what), of, on)
    if not np.isnan(tests.statistic).all():
        yield Fact(
            "WithinStatistic", _turned_statistic(tests, row, sign), STATISTIC, say("{}: statistic", what), of, on
        )
    if not isinstance(tests.df, tuple) and not np.isnan(tests.df[row]):
        yield Fact("WithinDf", float(tests.df[row]), DF, say("{}: degrees of freedom", what), of, on)
    if "only_a" in tests.details:
        first, second = [int(tests.details[name][row]) for name in ("only_a", "only_b")][::sign]
        examples = say("test examples of {} that", dataset_named(within.dataset))
        yield Fact("WithinOnlyFirst", first, COUNT, say("{} {} alone has right", examples, a), of, on)
        yield Fact("WithinOnlySecond", second, COUNT, say("{} {} alone has right", examples, b), of, on)
    yield Fact("WithinP", float(tests.p[row]), p_unit, say("{}: unadjusted p", what), of, on)


def _turned_statistic(tests: WithinTests, row: int, sign: int) -> float:
    """Return the statistic of a pair, or with a sign of -1 of the same two exchanged."""
    return float((tests.statistic if sign > 0 else tests.exchanged_statistic)[row])


def within_results(analysis: Analysis) -> list[Any]:
    """Return the tests of pairs on single data sets."""
    items, names = analysis.tested.within, analysis.names
    pairs = [(within, *pair) for within in items for pair in within.pairs.tolist()]
    if not pairs:
        return []

    def column(of: Callable[[WithinDataset], Any]) -> Any:
        return np.concatenate([of(within) for within in items])

    def detail(name: str) -> Any:
        whole_numbers = name in ("only_a", "only_b", "n", "clusters", "n_a", "n_b", "n_runs")
        kind = int if whole_numbers else bool if name == "exact" else float
        return column(lambda within: within.tests.details[name]).astype(kind)

    tests = items[0].tests
    if isinstance(tests.df, tuple):  # the two of an F test that all share
        df: Any = tuple([whole(value)] * len(pairs) for value in tests.df)
    else:  # one number for each comparison, none of an exact test
        df = [value if math.isnan(value) else whole(value) for value in column(lambda within: within.tests.df).tolist()]
    columns = {
        "dataset": [within.dataset for within, _, _ in pairs],
        "a": [names[a] for _, a, _ in pairs],
        "b": [names[b] for _, _, b in pairs],
        "test": [within.tests.name for within, _, _ in pairs],
        "difference": column(lambda within: within.tests.difference),
        "standard_error": column(lambda within: within.tests.standard_error),
        "df": df,
        "statistic": column(lambda within: within.tests.statistic),
        "p": column(lambda within: within.tests.p),
        "adjusted": [{analysis.adjusted.within: p} for p in column(analysis.p_within).tolist()],
        **{name: detail(name) for name in tests.details},
        "why": [why or ABSENT for within in items for why in within.tests.why],
    }
    return from_columns(len(pairs), columns)


def within_wins_results(analysis: Analysis) -> Iterator[Json]:
    """Significant wins of each pair over the data sets, with the sign test over them."""
    wins, names, method = analysis.conclusions.wins, analysis.names, analysis.adjusted.within
    if wins is None:
        return
    for row, (a, b) in enumerate(wins.pairs.tolist()):
        counts = zip(("wins", "neither", "losses"), wins.counts[row].tolist(), strict=True)
        yield {"a": names[a], "b": names[b], **dict(counts), "p": wins.p[row], "adjusted": {method: wins.adjusted[row]}}


MOST_ALGORITHMS = 30
"""Of a matrix: of more, the cells are too small to be seen."""


def plan_within(request: Request) -> Iterator[Plan | Missing]:
    """Plan pages with a matrix a data set."""
    from rankpress.figures.verdicts import describe_verdicts, numbers_rows, verdict_matrices, verdict_pages

    analysis, labels = request.analysis, request.labels
    if not analysis.tested.within:
        yield request.missing("there are no tests within data sets; test.within requests them")
        return
    better = significantly_better(analysis)[:, :MOST_ALGORITHMS, :MOST_ALGORITHMS]
    datasets = references("datasets", (within.dataset for within in analysis.tested.within))
    names = [analysis.algorithms[i] for i in analysis.best_first][:MOST_ALGORITHMS]
    drawn: dict[str, Any] = {"algorithms": labels.drawn(names)}
    pages = verdict_pages(len(names), labels.drawn(datasets), **drawn, style=request.style)
    numbered_rows = numbers_rows(len(names), labels.drawn(datasets), **drawn, style=request.style)
    for part, which, rows in numbered(pages):
        yield request.plan(
            partial(verdict_matrices, better, labels.drawn(datasets), **drawn, rows=rows),
            say("Significant differences within the data sets by {}{}", analysis.metric, which),
            within_caption(analysis, names, numbered_rows=numbered_rows),
            describe_verdicts(better, labels.in_text(datasets), labels.in_text(names), rows=rows),
            [names, datasets],
            part=part,
            algorithms=tuple(names),
        )


def significantly_better(analysis: Analysis) -> FloatArray:
    """Return for each data set and pair, best ranked first, 1 where the first is significantly better, else 0."""
    # nan where the pair was not tested.
    k, alpha = len(analysis.algorithms), analysis.adjusted.alpha
    place = np.argsort(analysis.best_first)
    better = np.full((len(analysis.tested.within), k, k), np.nan)
    for matrix, within in zip(better, analysis.tested.within, strict=True):
        a, b = place[within.pairs].T
        favours = np.where(within.tests.p <= alpha, np.sign(analysis.scores.sign * within.tests.tested_difference), 0.0)
        untested = np.isnan(within.tests.p)
        matrix[a, b] = np.where(untested, np.nan, favours > 0)
        matrix[b, a] = np.where(untested, np.nan, favours < 0)
    return better


def within_caption(analysis: Analysis, names: Sequence[Prose], *, numbered_rows: bool = False) -> Prose:
    """Return what the matrices show; with `numbered_rows` these have numbers in place of the names."""
    names = [say("{} {}", place, name) for place, name in enumerate(names, start=1)] if numbered_rows else names
    tested, k = analysis.tested, len(analysis.algorithms)
    best = f"{the_best(analysis)} {len(names)} of {counted(k, 'algorithm')}, " if len(names) < k else ""
    return join(
        [
            say(
                "Significant differences in {} on {} ({}, level {}, unadjusted).",
                analysis.metric,
                datasets_named([within.dataset for within in tested.within]),
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
        brief_account=lambda analysis, _earlier: within_account_in_short(analysis),
        account=lambda analysis, _earlier: [*within_findings(analysis), *within_caveats(analysis)],
        facts=(
            Facts(facts_of_wins_within, "pairs", OF_TESTS, is_often_cited=True),
            Facts(facts_of_cochran, "datasets", ON_DATASETS, is_often_cited=True),
            Facts(facts_of_examples, "datasets", "scores over test examples{}"),
            Facts(facts_within, "pairs on datasets", OF_TESTS_ON_DATASETS),
        ),
        results=(
            *OF_EXAMPLES,
            ResultKey("within", list[WithinResult], within_results),
            ResultKey("within_wins", list[WithinWinsResult], within_wins_results),
        ),
        tables=(
            TableKind(
                "example-scores",
                "mean scores over test examples with clustered standard errors and intervals, with `clustered-t`",
                builder=example_scores_table,
                is_detail=True,
                opens=1,
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
