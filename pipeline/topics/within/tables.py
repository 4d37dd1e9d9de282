"""Tables of tests within data sets: over folds, test examples or runs, and what they count together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import WITHIN
from rankpress.core.bibliography import cite
from rankpress.core.scores import Folds, MetricScores, complete_pairs, ratio_tested_to_trained
from rankpress.core.table import Cell, Table
from rankpress.spec.table_options import OfDataset
from rankpress.stages.within import WithinDataset
from rankpress.stats.mcnemar import EXACT
from rankpress.stats.pairs import all_pairs
from rankpress.stats.resampled import WithinTests, over_repeats
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    adjustment_within,
    count,
    number,
    of_asterisks,
    p_of,
    p_value,
    significance_note,
    statistic,
    table_of,
    which_is_better,
    with_interval,
)
from rankpress.topics.topic import (
    DATASETS,
    PAIRS,
    PAIRS_ON_DATASETS,
    Axes,
    TableRequest,
    head_of_p_within,
)
from rankpress.topics.within.methods import (
    divided_into,
)
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import (
    MISSING,
    Rounding,
    Scale,
    counted_in_words,
    df_text,
    level_text,
    p_text,
)
from rankpress.wording.text import Prose, capitalized, dataset_named, say

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
    PAIRS_ON_DATASETS, (*_COUNTS, "Difference", "A12", "SE", "df", "Statistic", "Chi-squared", "p"), head_of_p_within
).by_request
def within_table(request: TableRequest) -> Table | None:
    """Build the table of tests within data sets."""
    analysis = request.analysis
    tested = analysis.tested
    n_rows = sum(len(within.pairs) for within in tested.within)
    if not n_rows or is_too_long_within(n_rows, request.most(MOST_CELLS_BUILT)):
        return None
    adjusted = p_of(analysis.adjusted.within) if analysis.adjusts_within else ""
    head = (*_of_procedure(tested.within_procedure), *filter(None, [adjusted]))
    significance = significance_note(analysis.adjusted.alpha, adjusted or "unadjusted p")
    rows = list(_rows(analysis, head))
    has_dash = any(isinstance(cell, Cell) and cell.text == MISSING for row in rows for cell in row)
    # the table of an exact test has no column for degrees of freedom, that of ranks none for a standard error
    reasons = {why for within in tested.within for why in within.tests.why if why and why != EXACT and has_dash}
    return table_of(
        ("Data set", "a", "b", *head),
        rows,
        names=3,
        title=say("Tests within the data sets by {}", analysis.metric),
        caption=say(
            "{} in {} over the {} of each data set ({}); differences are a minus b. {}",
            capitalized(WITHIN[tested.within_procedure].title),
            analysis.metric,
            divided_into(tested.within_procedure),
            counted_in_words(n_rows, "comparison"),
            _ADJUSTED if adjusted else _NOT_ADJUSTED,
        ),
        notes=(
            which_is_better(analysis),
            significance,
            *_columns_of(tested.within_procedure),
            *(f"A dash: {why}." for why in sorted(reasons)),
        ),
        short_note=(which_is_better(analysis), significance),
        mark_notes=of_asterisks(significance),
        in_pdf=not _is_of_differences(analysis),
    )


def _is_of_differences(analysis: Analysis) -> bool:
    """Return whether the table of differences over the test examples has the same, with intervals."""
    tested = analysis.tested
    is_of_one = tested.stratified is not None and analysis.scores.n_datasets == 1
    return is_of_one and tested.within_procedure == "clustered-t"


_ADJUSTED = "The last column is adjusted for the pairs of the data set."
_NOT_ADJUSTED = "The p-values are not adjusted."


def is_too_long_within(n_tests: int, most: int = MOST_CELLS_BUILT) -> bool:
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
        yield "These p-values treat dependent folds as independent and are too small."
    if procedure == "5x2cv-t":
        yield "Difference: the mean of the ten. The statistic uses the first of them."


def _rows(analysis: Analysis, head: tuple[str, ...]) -> Iterator[tuple[Cell | Prose, ...]]:
    names, alpha, of_adjusted = analysis.algorithms, analysis.adjusted.alpha, p_of(analysis.adjusted.within)
    roundings = within_roundings(analysis.tested.within, analysis.scores.scale)
    for within, rounding in zip(analysis.tested.within, roundings, strict=True):
        tests, adjusted = within.tests, analysis.p_within(within)
        for row, (a, b) in enumerate(within.pairs.tolist()):
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
                "p": p_value(tests.p[row], alpha, marked=of_adjusted not in head),
                of_adjusted: p_value(adjusted[row], alpha),
            }
            yield dataset_named(within.dataset), names[a], names[b], *(cells[column] for column in head)


def _a12_cell(tests: WithinTests, row: int) -> Cell:
    if "a12" not in tests.details:
        return Cell(MISSING, "")
    chance, low, high = (float(tests.details[name][row]) for name in ("a12", "a12_low", "a12_high"))
    return with_interval(chance, low, high, Rounding(2))


def within_roundings(within: tuple[WithinDataset, ...], scale: Scale) -> tuple[Rounding, ...]:
    """Choose how differences within each data set and their errors are rounded."""
    differences = [np.abs(of_dataset.tests.difference) for of_dataset in within]
    return scale.roundings(differences, scale.rounding(np.concatenate(differences)[None]))


@Axes(DATASETS, ("Examples", "Algorithms", "Q", "df", "p"))
def within_omnibus_table(analysis: Analysis) -> Table | None:
    """Build the table of Cochran's Q tests."""
    tests, alpha, scores = analysis.tested.within_omnibus, analysis.adjusted.alpha, analysis.scores
    if not tests or not isinstance(scores, MetricScores):
        return None
    outcomes = dict(zip(scores.datasets, scores.outcomes, strict=True))
    examples = {dataset: of_dataset.n for dataset, of_dataset in outcomes.items() if of_dataset is not None}
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
    significance = significance_note(alpha, "unadjusted p-values")
    return table_of(
        ("Data set", "Examples", "Algorithms", "Q", "df", "p"),
        rows,
        title=say("Tests of any difference within the data sets by {}", analysis.metric),
        caption=say(
            "Cochran's Q test over the test examples of {} by {}. {}",
            counted_in_words(len(tests), "data set"),
            analysis.metric,
            _NOT_ADJUSTED,
        ),
        notes=(significance, *(f"A dash: {why}." for why in reasons)),
        mark_notes=of_asterisks(significance),
    )


_ONLY_SIGNIFICANT = say(
    "The tests that are counted are not adjusted. Counting only significant wins makes the sign test less reliable than"
    " counting all ({}).",
    cite("demsar2006"),
)


def _better_by(test: str, alpha: float) -> str:
    """Return what better and worse mean in a table of counts."""
    return f"Better, worse: data sets on which a is, by the {test} at level {level_text(alpha)}, unadjusted."


_HEAD = ("a", "b", "Better", "Neither", "Worse", "p")


@Axes(PAIRS, ("Better", "Neither", "Worse", "p"), head_of_p_within).by_request
def within_sign_table(request: TableRequest) -> Table | None:
    """Build the table of the sign test over significant wins."""
    analysis = request.analysis
    wins, names, alpha = analysis.conclusions.wins, analysis.algorithms, analysis.adjusted.alpha
    if wins is None or len(analysis.tested.within) < 2 or len(wins.pairs) * len(_HEAD) > request.most(MOST_CELLS_BUILT):
        return None
    adjusts = analysis.adjusted.within != UNADJUSTED
    rows = (
        (
            names[a],
            names[b],
            *map(count, counts),
            p_value(p, alpha, marked=not adjusts),
            *((p_value(adjusted, alpha),) if adjusts else ()),
        )
        for (a, b), counts, p, adjusted in sorted(
            zip(wins.pairs.tolist(), wins.counts.tolist(), wins.p, wins.adjusted, strict=True),
            key=lambda of_pair: [analysis.best_first.index(i) for i in of_pair[0]],
        )
    )
    before = f"before and after {adjustment_within(analysis)}" if adjusts else "without adjustment"
    test, significance = (
        WITHIN[analysis.tested.within_procedure].title,
        significance_note(alpha, "adjusted p-values" if adjusts else "unadjusted p-values"),
    )
    return table_of(
        (*_HEAD, p_of(analysis.adjusted.within)) if adjusts else _HEAD,
        rows,
        names=2,
        title=say("Sign test over significant wins by {}", analysis.metric),
        caption=say(
            "Data sets (of {}) on which a is significantly better than b in {}, neither is, or b is ({}, level {}), and"
            " the two-sided sign test of these counts for {}, {} for their number.",
            len(analysis.tested.within),
            analysis.metric,
            test,
            level_text(alpha),
            counted_in_words(len(wins.pairs), "pair"),
            before,
        ),
        notes=(
            "Data sets without a significant difference count as half a win for each; an odd one is omitted.",
            _ONLY_SIGNIFICANT,
            significance,
            *unattainable_wins(analysis),
        ),
        short_note=(_better_by(test, alpha), significance),
        mark_notes=of_asterisks(significance),
    )


def unattainable_wins(analysis: Analysis) -> Iterator[str]:
    """Say where the sign test over significant wins could not have been significant."""
    wins, alpha = analysis.conclusions.wins, analysis.adjusted.alpha
    if wins is None or len(analysis.tested.within) < 2:
        return
    adjusted, least = ("adjusted ", wins.least) if analysis.adjusted.within != UNADJUSTED else ("", wins.least_p)
    if (least <= alpha).any():
        return
    yield (
        f"With {counted_in_words(len(analysis.tested.within), 'data set')} and"
        f" {counted_in_words(len(wins.pairs), 'pair')} no sign test can be significant: the smallest {adjusted}p is"
        f" {p_text(least.min(), alpha)}."
    )


_BY_REPEATS = ("Repeats", "Difference", "p corrected", "p uncorrected")


def _repeated(analysis: Analysis, dataset: str | None) -> tuple[str, Folds, float] | None:
    """Return the folds of a data set that has several repeats, the first where none is named."""
    if not isinstance(analysis.scores, MetricScores):
        return None
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
