"""Topic benchmark: differences over the test examples of few data sets together, which are fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Required

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.kinds import TableKind
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.bibliography import cite
from rankpress.core.scores import MetricResults, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.stages.stratified import Stratified
from rankpress.topics.columns import from_columns
from rankpress.topics.facts import DF, STATISTIC, Fact, Subjects, Unit, interval
from rankpress.topics.phrases import (
    adjustment_within,
    alpha_of,
    is_exploratory,
    listed,
    named,
    number,
    of_asterisks,
    p_in_words,
    p_of,
    p_value,
    procedure,
    reference_role,
    significance_note,
    statistic,
    table_of,
    which_is_better,
    with_interval,
)
from rankpress.topics.result_types import Adjustment, Algorithm, Bounds, Figure
from rankpress.topics.topic import OF_TESTS, PAIRS, Axes, Facts, ResultKey, Topic, head_of_p_within, register, where
from rankpress.topics.within.examples import verdicts
from rankpress.wording.numbers import MISSING, Rounding, counted_in_words, level_text, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, dataset_named, join, mathematics, say

if TYPE_CHECKING:
    from rankpress.spec.model import Study


def _stratified(analysis: Analysis) -> Stratified | None:
    return analysis.tested.stratified


@where(_stratified)
def benchmark_leader(analysis: Analysis, stratified: Stratified) -> Iterator[Prose]:
    """Say which algorithm has the best mean over the test examples."""
    means, rounding = stratified.means, _rounding_of_means(analysis, stratified)
    first, leads, datasets = analysis.best_first[0], len(analysis.best), analysis.scores.datasets
    evidence: list[Prose] = [rounding.text(means.mean[first])]
    if leads == 1:
        ends = (rounding.text(values[first]) for values in (means.low, means.high))
        evidence.append(say("{} CI {} to {}", percent_text(means.level), *ends))
    yield say(
        "{} the best mean {} over the {} of {}{}{} ({}).",
        say("{} {}", listed([analysis.algorithms[i] for i in analysis.best]), "has" if leads == 1 else "share"),
        analysis.metric,
        counted(stratified.n, "test example"),
        dataset_named(datasets[0]) if len(datasets) == 1 else counted_in_words(len(datasets), "data set"),
        ", each with the same weight" if analysis.is_weighted else "",
        f" in {counted(stratified.clusters, 'cluster')}" if stratified.clusters < stratified.n else "",
        join(evidence, "; "),
    )


@where(_stratified)
def benchmark_differences(analysis: Analysis, stratified: Stratified) -> Iterator[Prose]:
    """Say by how much the leader is better than the next, with an interval, and which differences are significant."""
    yield _lead(analysis, stratified)
    if not is_exploratory([analysis]):
        yield verdicts(analysis, stratified.pairs, stratified.differences.mean, analysis.p_within(stratified))


def _rounding_of_means(analysis: Analysis, stratified: Stratified) -> Rounding:
    means = stratified.means
    return analysis.scores.scale.rounding_of_estimates(means.mean, means.standard_error)


def _rounding_of_differences(analysis: Analysis, stratified: Stratified) -> Rounding:
    differences = stratified.differences
    return analysis.scores.scale.rounding_of_estimates(differences.mean, differences.standard_error)


def _lead(analysis: Analysis, stratified: Stratified) -> Prose:
    """Compare the two best means; where there is a control, that and the best of the others."""
    order, control, scale = analysis.best_first, analysis.tested.control, analysis.scores.scale
    a, b = sorted(analysis.leading_pair, key=order.index)
    differences = stratified.differences
    row, ends = _difference(stratified, a, b)
    if analysis.scores.sign < 0:
        ends = (0.0 - ends[0], 0.0 - ends[2], 0.0 - ends[1])
    rounding = scale.in_points(_rounding_of_differences(analysis, stratified))
    difference, (low, high) = rounding.text(ends[0]), map(rounding.of_ends(*ends[1:]).text, ends[1:])
    p = p_in_words(analysis, float(analysis.p_within(stratified)[row]))
    after = f" after {adjustment_within(analysis)}" if _is_adjusted(analysis, stratified) else ""
    evidence = say("{} CI {} to {}; {}{}", percent_text(differences.level), low, high, p, after)
    first, second, metric = analysis.algorithms[a], analysis.algorithms[b], analysis.metric
    by = scale.difference_phrase(difference)
    if difference == rounding.text(0.0):
        return say("The difference between {} and {} is {} ({}).", first, second, by, evidence)
    role = ", the runner-up" if control is None and len(order) > 2 else ""
    if analysis.scores.better == "higher":
        runner_up = say("{}{}{}", second, role, "," if role else "")
        return say("On average, {} exceeds {} in {} by {} ({}).", first, runner_up, metric, by, evidence)
    form = "On average, the {} of {} is {} lower than that of {}{} ({})."
    return say(form, metric, first, by, second, role, evidence)


def _difference(stratified: Stratified, a: int, b: int) -> tuple[int, tuple[float, float, float]]:
    """Return which comparison is of two algorithms, and its difference, a minus b, with its interval."""
    differences = stratified.differences
    [row] = [row for row, pair in enumerate(stratified.pairs.tolist()) if set(pair) == {a, b}]
    mean, low, high = (float(values[row]) for values in (differences.mean, differences.low, differences.high))
    return row, (mean, low, high) if stratified.pairs[row, 0] == a else (0.0 - mean, 0.0 - high, 0.0 - low)


def _is_adjusted(analysis: Analysis, stratified: Stratified) -> bool:
    """Return whether the p-values that decide are adjusted for the number of pairs."""
    return len(stratified.pairs) > 1 and analysis.adjusted.within != UNADJUSTED


@where(_stratified)
def benchmark_methods(analysis: Analysis, stratified: Stratified) -> Iterator[Prose]:
    """Say how scores over the test examples of several data sets were combined."""
    if analysis.scores.n_datasets == 1:
        return
    within = analysis.adjusted.within
    adjusted: Prose = ", unadjusted"
    if _is_adjusted(analysis, stratified):
        adjusted = say(", adjusted by {} ({})", procedure(within), cite(ADJUSTMENTS[within].reference))
    yield say(
        "Mean scores and paired differences over the test examples were averaged over the data sets, which are fixed"
        " strata of equal weight ({}), and differences were tested by Student's t with clustered standard errors ({})"
        " and Satterthwaite's degrees of freedom ({}){} at {}.",
        cite("miller2024"),
        cite("pustejovsky2018"),
        cite("satterthwaite1946"),
        adjusted if len(stratified.pairs) > 1 else "",
        alpha_of(analysis),
    )


@where(_stratified)
def benchmark_caveats(analysis: Analysis, stratified: Stratified) -> Iterator[Prose]:
    """Say whose significant difference rests on few test examples, which Student's t does not allow for."""
    significant = np.flatnonzero(analysis.p_within(stratified) <= analysis.adjusted.alpha)
    apart = {(a, b): _examples_apart(analysis.scores, a, b) for a, b in stratified.pairs[significant].tolist()}
    few = [(pair, n) for pair, n in apart.items() if n < _FEW_APART]
    if few:
        clauses = [
            say("{} and {} on {}", *(analysis.algorithms[i] for i in pair), counted_in_words(n, "test example"))
            for pair, n in few
        ]
        yield say(
            "A significant difference may rest on few test examples on which scores differ: those of {}. On so few"
            " the t test rejects too often; exact tests within the data sets (mcnemar) do not.",
            listed(clauses),
        )


_FEW_APART = 10
"""Test examples with unequal scores; with fewer, p of the t test may be less than half of McNemar's exact p."""


def _examples_apart(scores: MetricResults, a: int, b: int) -> int:
    """Count the test examples of all data sets on which two algorithms have different scores."""
    if not isinstance(scores, MetricScores):
        return 0
    if scores.examples:
        pairs = (each.scores[:, [a, b]] for each in scores.examples if each is not None)
        return sum(int(np.count_nonzero(pair[:, 0] != pair[:, 1])) for pair in pairs)
    both = (each.both for each in scores.outcomes if each is not None)
    return round(sum(float(each[a, a] + each[b, b] - 2 * each[a, b]) for each in both))


@where(_stratified)
def benchmark_reminders(analysis: Analysis, _stratified: Stratified) -> Iterator[Prose]:
    """Say of what the differences speak."""
    if analysis.scores.n_datasets > 1:
        yield (
            "Differences over the test examples of several data sets concern these data sets; on so few, no test says"
            " whether they carry over to others."
        )


def _head_of_p(study: Study) -> list[str]:
    return [f"p vs. {'best' if study.test.control is None else 'control'}"]


@Axes(columns=("Mean", "Difference"), more_columns=_head_of_p)
def standings_table(analysis: Analysis) -> Table | None:
    """Build the table of means over the test examples of several data sets, each compared with the best or the control.

    Of a single data set, the table of scores over its test examples has the means.
    """
    stratified, control, alpha = analysis.tested.stratified, analysis.tested.control, analysis.adjusted.alpha
    if stratified is None or analysis.scores.n_datasets == 1:
        return None
    means, reference = stratified.means, analysis.best_first[0] if control is None else control
    of_means, of_differences = _rounding_of_means(analysis, stratified), _rounding_of_differences(analysis, stratified)
    rows = []
    for algorithm in analysis.best_first:
        name = analysis.algorithms[algorithm]
        compared = [named(MISSING), named(MISSING)]
        if algorithm != reference:
            row, ends = _difference(stratified, reference, algorithm)
            compared = [with_interval(*ends, of_differences), p_value(float(analysis.p_within(stratified)[row]), alpha)]
        named_row = named(name) if algorithm != control else Cell(say("{} (control)", name), name)
        mean, low, high = (float(values[algorithm]) for values in (means.mean, means.low, means.high))
        rows.append((named_row, with_interval(mean, low, high, of_means), *compared))
    role, examples = reference_role(analysis), counted(stratified.n, "test example")
    by = procedure(analysis.adjusted.within) if _is_adjusted(analysis, stratified) else "unadjusted"
    difference = f"Difference: the {role} minus the algorithm."
    star = say("*: p ≤ {} against {} ({}).", level_text(alpha), analysis.algorithms[reference], by)
    return table_of(
        ("Algorithm", "Mean", "Difference", Cell(say("{} vs. {}", mathematics("p", "p"), role), f"p vs. {role}")),
        rows,
        title=say("Means over the test examples by {}", analysis.metric),
        caption=say(
            "Mean {} over {} of {}, best first, with {} confidence intervals (Student's t with clustered standard"
            " errors; {}). Each data set has the same weight.",
            analysis.measured,
            examples,
            counted_in_words(analysis.scores.n_datasets, "data set"),
            percent_text(means.level),
            cite("miller2024"),
        ),
        notes=(which_is_better(analysis), difference, star),
        short_note=(which_is_better(analysis), difference, star),
        mark_notes=of_asterisks(star),
    )


@Axes(PAIRS, ("Difference", "SE", "df", "t", "p"), head_of_p_within)
def stratified_table(analysis: Analysis) -> Table | None:
    """Build the table of paired differences over the test examples of all data sets."""
    stratified, alpha = analysis.tested.stratified, analysis.adjusted.alpha
    if stratified is None:
        return None
    differences, rounding = stratified.differences, _rounding_of_differences(analysis, stratified)
    several, adjusted = _is_adjusted(analysis, stratified), analysis.p_within(stratified)
    rows = (
        (
            analysis.algorithms[a],
            analysis.algorithms[b],
            with_interval(differences.mean[row], differences.low[row], differences.high[row], rounding),
            number(differences.standard_error[row], rounding),
            number(differences.df[row], Rounding(1)),
            statistic(differences.statistic[row]),
            p_value(differences.p[row], alpha, marked=not several),
            *((p_value(adjusted[row], alpha),) if several else ()),
        )
        for row, (a, b) in enumerate(stratified.pairs.tolist())
    )
    caption = (
        "Mean paired differences in {}, score of a minus that of b, over {} of {} with {} confidence intervals"
        " (Student's t with clustered standard errors and Satterthwaite's degrees of freedom; {}).{}"
    )
    n_datasets = analysis.scores.n_datasets
    weights = " Each data set has the same weight." if n_datasets > 1 else ""
    examples, datasets = counted(stratified.n, "test example"), counted_in_words(n_datasets, "data set")
    head = p_of(analysis.adjusted.within) if several else "unadjusted p"
    significance = significance_note(alpha, head)
    return table_of(
        ("a", "b", "Difference", "SE", "df", "t", "p", *((head,) if several else ())),
        rows,
        names=2,
        title=say("Differences over the test examples by {}", analysis.metric),
        caption=say(
            caption, analysis.metric, examples, datasets, percent_text(differences.level), cite("miller2024"), weights
        ),
        notes=(which_is_better(analysis), significance),
        short_note=(which_is_better(analysis), significance),
        mark_notes=of_asterisks(significance),
    )


def facts_of_means(about: Subjects) -> Iterator[Fact]:
    """State the mean of each algorithm over the test examples of all data sets, with its interval."""
    stratified = about.analysis.tested.stratified
    if stratified is None:
        return
    means, rounding = stratified.means, _rounding_of_means(about.analysis, stratified)
    for at, name in enumerate(about.analysis.algorithms):
        meaning, of = say("mean of {} over the test examples", name), about.algorithms[name]
        yield Fact("StratifiedMean", float(means.mean[at]), Unit(rounding.text), meaning, of)
        bounds = float(means.low[at]), float(means.high[at])
        unit = Unit(rounding.of_ends(*bounds).text)
        yield from interval("StratifiedMean", bounds, unit, meaning, of, level=means.level)


def facts_of_benchmark(about: Subjects) -> Iterator[Fact]:
    """State the paired differences over the test examples of all data sets, with their intervals."""
    stratified = about.analysis.tested.stratified
    if stratified is None:
        return
    differences, rounding = stratified.differences, _rounding_of_differences(about.analysis, stratified)
    within, adjusted, unit = about.analysis.adjusted.within, about.analysis.p_within(stratified), Unit(rounding.text)
    for row, (a, b, sign, of) in about.of_pairs(stratified.pairs.tolist()):
        meaning_of_pair = say("difference of {} from {} over the test examples", a, b)
        low, high = sign * float(differences.low[row]), sign * float(differences.high[row])
        yield Fact("StratifiedDifference", sign * float(differences.mean[row]), unit, meaning_of_pair, of)
        bounds = (low, high)[::sign]
        of_ends = Unit(rounding.of_ends(*bounds).text)
        yield from interval("Stratified", bounds, of_ends, meaning_of_pair, of, level=differences.level)
        for key, value, form, meaning in (
            ("SE", float(differences.standard_error[row]), unit, "standard error"),
            ("T", sign * float(differences.statistic[row]), STATISTIC, "t"),
            ("Df", float(differences.df[row]), DF, "degrees of freedom"),
            ("P", float(differences.p[row]), about.p, "unadjusted p"),
        ):
            yield Fact(f"Stratified{key}", value, form, say("{}: {}", meaning_of_pair, meaning), of, is_minor=True)
        what = say("{}: {}", meaning_of_pair, p_of(within))
        yield Fact(f"StratifiedP/{within}", float(adjusted[row]), about.p, what, of)


class StratifiedResult(TypedDict, total=False):
    """A comparison of two algorithms over the test examples of at most four data sets, each of the same weight."""

    a: Required[str]
    b: Required[str]
    difference: Annotated[Figure, "mean over the data sets of the mean paired differences, score of a minus that of b"]
    better: Annotated[str, "the one with the better mean; empty where these are equal"]
    standard_error: Annotated[Figure, "from the clustered errors of the data sets"]
    df: Annotated[Figure, "Satterthwaite's degrees of freedom"]
    statistic: Annotated[Figure, "Student's t"]
    interval: Bounds
    level: Annotated[float, "of the interval"]
    p: Annotated[Figure, "two-sided, unadjusted"]
    adjusted: Annotated[dict[Adjustment, Figure], "p adjusted for the pairs"]


def stratified_results(analysis: Analysis) -> list[Any]:
    """Return the comparison of each pair; none where there are more data sets, or no clustered errors."""
    stratified = analysis.tested.stratified
    if stratified is None:
        return []
    differences, names, length = stratified.differences, analysis.names, len(stratified.pairs)
    columns = {
        "a": [names[a] for a, _ in stratified.pairs.tolist()],
        "b": [names[b] for _, b in stratified.pairs.tolist()],
        "difference": differences.mean,
        "better": [
            names[a] if advantage > 0 else names[b] if advantage < 0 else ""
            for (a, b), advantage in zip(
                stratified.pairs.tolist(), analysis.scores.sign * differences.mean, strict=True
            )
        ],
        "standard_error": differences.standard_error,
        "df": differences.df,
        "statistic": differences.statistic,
        "interval": (differences.low, differences.high),
        "level": np.full(length, differences.level),
        "p": differences.p,
        "adjusted": [{analysis.adjusted.within: p} for p in analysis.p_within(stratified).tolist()],
    }
    return from_columns(length, columns)


class StratifiedMeanResult(TypedDict):
    """The mean of an algorithm over the test examples of at most four data sets, each of the same weight."""

    mean: Figure
    interval: Bounds
    level: Annotated[float, "of the interval"]


def means_of_examples(analysis: Analysis) -> dict[str, StratifiedMeanResult]:
    """Return the mean of each algorithm; none where there are more data sets, or no clustered errors."""
    stratified = analysis.tested.stratified
    if stratified is None:
        return {}
    of = stratified.means
    columns = {"mean": of.mean, "interval": (of.low, of.high), "level": np.full(len(of.mean), of.level)}
    return dict(zip(analysis.names, from_columns(len(of.mean), columns), strict=True))


def _pairs_of(compared: Sequence[StratifiedResult]) -> Iterator[tuple[str, str, float]]:
    """Yield who has the better mean of each pair, the other, and the adjusted p."""
    for pair in compared:
        better, p = pair.get("better"), next(iter(pair.get("adjusted", {}).values()), None)
        if better and isinstance(p, float):
            yield better, pair["b"] if better == pair["a"] else pair["a"], p


register(
    Topic(
        "benchmark",
        "Differences over the test examples",
        caveats=benchmark_caveats,
        reminders=benchmark_reminders,
        after="ranks",
        methods=(benchmark_methods,),
        brief_methods=benchmark_methods,
        facts=(
            Facts(facts_of_means),
            Facts(facts_of_benchmark, "pairs", OF_TESTS, is_often_cited=True),
        ),
        results=(
            ResultKey(
                "stratified",
                list[StratifiedResult],
                stratified_results,
                pairs=_pairs_of,
                called="over the test examples",
            ),
            ResultKey("stratified_means", dict[Algorithm, StratifiedMeanResult], means_of_examples),
        ),
        tables=(
            TableKind(
                "standings",
                "means over the test examples of two to four data sets, compared with the best or the control",
                builder=standings_table,
                shows="p",
                opens=1,
            ),
            TableKind(
                "stratified",
                "differences over the test examples of one to four data sets",
                builder=stratified_table,
                shows="p",
            ),
        ),
    )
)
