"""Figures of pairs: the matrix of p-values, the multi-comparison matrix and the scatter of two algorithms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.kinds import FIGURES, FigureKind
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.document import Missing, Plan, numbered
from rankpress.core.labels import dashed
from rankpress.core.scores import BoolArray, FloatArray, MetricScores
from rankpress.spec.method_sections import Effect
from rankpress.spec.plot_sections import AdjustedOptions, PairsOptions
from rankpress.spec.statistics_sections import EffectsOptions
from rankpress.spec.strict import Distinct, Flag, NamedPlace, Text, in_list
from rankpress.stages.effects import estimate
from rankpress.stages.rank import counted_by
from rankpress.stages.test import OverDatasets
from rankpress.topics.phrases import (
    SHARED_DATASETS,
    adjusted_by,
    adjustment_title,
    at_level_of,
    deciding_test,
    over_datasets,
    over_metrics,
    p_decimals,
    unweighted,
    weaker,
    why_not_adjusted,
)
from rankpress.topics.topic import Request, chosen_pairs, part_of, place_of
from rankpress.wording.numbers import counted_in_words, level_text, p_phrase
from rankpress.wording.text import Prose, capitalized, join, references, say

if TYPE_CHECKING:
    from rankpress.figures.comparisons import Comparisons


def how_tested(analysis: Analysis, over: OverDatasets, method: str) -> str:
    """Return the test of pairs and the adjustment, in a clause."""
    adjusted = f"{adjusted_by(method, number=True)}{over_metrics(analysis, method)}"
    return f"the {PAIRWISE[over.procedure].title}, two-sided{adjusted}"


def caveats_of_pairs(analysis: Analysis, over: OverDatasets, method: str) -> Iterator[str]:
    """Return caveats on gaps, and on an adjustment that keeps less than the family-wise error."""
    if analysis.ranking.has_gaps and PAIRWISE[over.procedure].pair_alone:
        yield SHARED_DATASETS
    yield from weaker(analysis, (method,))


class PValuesOptions(AdjustedOptions):
    """Options of the matrix of p-values."""

    raw: Flag = Field(
        default=False, description="true: unadjusted p-values above the diagonal, adjusted ones below it."
    )


def plan_p_values(request: Request[PValuesOptions]) -> Iterator[Plan | Missing]:
    """Plan a triangle of adjusted p-values, or a square with the unadjusted ones."""
    from rankpress.figures.p_values import describe_p_values, p_value_matrix, prints_p_values

    analysis, names, raw = request.analysis, request.names, request.options.raw
    over, method = analysis.tested.over, request.options.adjust or analysis.adjusted.deciding
    why = why_not_adjusted(analysis, method)
    if not why and analysis.tested.control is not None:
        why = "all comparisons are with one control, and the matrix is of all pairs"
    if why or over is None or method is None:
        yield request.missing(why)
        return
    label = "p, unadjusted" if method == UNADJUSTED else f"p adjusted by {dashed(adjustment_title(analysis, method))}"
    options: dict[str, Any] = {"alpha": analysis.adjusted.alpha, "label": label}
    pairs, p = over.pairs, analysis.adjusted.p[method]
    both: dict[str, Any] = {"raw": over.p if raw else None, "raw_label": "unadjusted"}
    order, alpha = analysis.best_first, analysis.adjusted.alpha
    drawn = request.labels.drawn(names)
    prints = prints_p_values(drawn, pairs, p, alpha=alpha, raw=both["raw"], style=request.style)
    yield request.plan(
        partial(p_value_matrix, drawn, pairs, p, **options, order=order, **both),
        say("p-values of all pairs by {}", analysis.metric),
        p_values_caption(analysis, over, method, raw=raw, prints=prints),
        describe_p_values(request.labels.in_text(names), pairs, p, **options),
        [names],
    )


def p_values_caption(analysis: Analysis, over: OverDatasets, method: str, *, raw: bool, prints: bool) -> Prose:
    """Return what a matrix of p-values shows, in a few sentences; `prints` where its cells have numbers."""
    alpha, pairs = analysis.adjusted.alpha, counted_in_words(len(over.p), "pair")
    what = say(
        "p-values of {} of {} by {}: {}.",
        pairs,
        over_datasets(analysis),
        analysis.metric,
        how_tested(analysis, over, method),
    )
    marks = f"{'bold' if prints else 'a dot'}: p ≤ {level_text(alpha)}"
    above = "; above the diagonal: unadjusted p" if raw else ""
    return join([what, f"Stronger colors: smaller p; {marks}{above}.", *caveats_of_pairs(analysis, over, method)])


_MEASURE: Effect = "mean-difference"
_OF_MEANS = ("t", "mixed", "permutation", "block-t")  # tests of the mean difference itself


class ComparisonMatrixOptions(AdjustedOptions):
    """Options of the matrix of comparisons."""

    rows: Annotated[tuple[Text, ...] | None, Distinct("algorithm")] = Field(
        default=None, min_length=1, description="The algorithms of the rows. Default: as for columns."
    )
    columns: Annotated[tuple[Text, ...] | None, Distinct("algorithm")] = Field(
        default=None,
        min_length=1,
        description="The algorithms above the cells. Default: all, or as many of the best ranked as the width has "
        "room for.",
    )
    triangle: Literal["upper", "full"] = Field(
        default="upper",
        description="Each pair once, or twice, with either algorithm first. With rows or columns of your own, all "
        "their cells are drawn.",
    )

    def algorithms(self) -> Iterator[NamedPlace]:
        """Yield also those of rows and columns."""
        yield from (*super().algorithms(), *in_list(("rows",), self.rows), *in_list(("columns",), self.columns))


def plan_comparison_matrix(request: Request[ComparisonMatrixOptions]) -> Iterator[Plan | Missing]:
    """Plan a matrix, in parts where rows or columns are more than a page can show."""
    from rankpress.figures.comparisons import (
        columns_that_fit,
        comparison_matrix,
        comparison_pages,
        describe_comparisons,
    )

    analysis, options, style, labels = request.analysis, request.options, request.style, request.labels
    over, method = analysis.tested.over, options.adjust or analysis.adjusted.deciding
    differences = _mean_differences(analysis)
    why = why_not_adjusted(analysis, method) or _why_no_differences(analysis, differences)
    if why or over is None or method is None or differences is None:
        yield request.missing(why)
        return
    drawn, described = (
        _comparisons(analysis, over, method, differences, names)
        for names in (labels.drawn(request.names), labels.in_text(request.names))
    )
    rows, columns, cells = _members(analysis, options, columns_that_fit(drawn, style=style))
    drawn, described = (pairs.among(rows, columns) for pairs in (drawn, described))
    if not any(drawn.difference(i, j) is not None for i in rows for j in columns):
        yield request.missing("no row was compared with any column")
        return
    label: dict[str, Any] = {"label": labels.plain(analysis.measured)}
    chosen = options.rows is not None or options.columns is not None
    # a control stands above its column, and numbers above 0 are in its favor
    side: dict[str, Any] = {"of_columns": analysis.tested.control is not None and not chosen}
    caption = comparison_caption(analysis, over, method, rows, columns, chosen=chosen, **side)
    pages = comparison_pages(drawn, rows, columns, cells=cells, **label, style=style)
    for part, which, (above, across) in numbered(pages):
        yield request.plan(
            partial(comparison_matrix, drawn, **label, rows=above, columns=across, cells=cells, **side),
            say("Comparisons of pairs by {}{}", analysis.metric, which),
            caption,
            describe_comparisons(described, **label, rows=above, columns=across, **side),
            [request.names],
            part=part,
        )


def _mean_differences(analysis: Analysis) -> FloatArray | None:
    """Return the mean difference of each tested pair; computed here where the study's effect sizes lack it."""
    for estimated in (
        analysis.estimated,
        estimate(analysis.scores, analysis.ranking, analysis.tested, EffectsOptions(measures=(_MEASURE,))),
    ):
        if estimated is not None and _MEASURE in estimated.effects:
            return estimated.effects[_MEASURE].estimate
    return None


def _why_no_differences(analysis: Analysis, differences: FloatArray | None) -> str:
    if differences is not None:
        return ""
    if not isinstance(analysis.scores, MetricScores):
        return "only average ranks are known"
    what = "runs that were not solved" if analysis.scores.has_censored else "results that are ranked last for missing"
    return f"{what} have no differences of scores"


def _comparisons(
    analysis: Analysis, over: OverDatasets, method: str, differences: FloatArray, names: Sequence[str]
) -> Comparisons:
    wins, scores = over.wins, analysis.scores
    assert wins is not None  # where there are scores, there are ranks on each data set
    assert isinstance(scores, MetricScores)
    means = scores.means
    from rankpress.figures.comparisons import Comparisons

    return Comparisons(
        names=names,
        pairs=[(a, b) for a, b in over.pairs.tolist()],
        differences=differences.tolist(),
        wins=[(won, tied, lost) for won, tied, lost in wins.tolist()],
        p=analysis.adjusted.p[method].tolist(),
        better=analysis.scores.better,
        number=analysis.scores.scale.rounding(means).text,
        alpha=analysis.adjusted.alpha,
    )


def _members(
    analysis: Analysis, options: ComparisonMatrixOptions, fitting: int
) -> tuple[tuple[int, ...], tuple[int, ...], frozenset[tuple[int, int]] | None]:
    """Return rows, columns, and which of their cells are drawn, where not all are.

    Rows and columns are those that are named; else all, or as many of the best as the width has room for. Whatever the
    width, of a triangle the better ranked of a pair has the row: figures of one study agree in signs and colors.
    """
    best_first, control = analysis.best_first, analysis.tested.control
    place = {name: i for i, name in enumerate(analysis.names)}

    def named(names: Sequence[str] | None) -> tuple[int, ...]:
        return tuple(place[name] for name in names or () if name in place)

    if control is not None:
        others = tuple(i for i in best_first if i != control)
        return named(options.rows) or others, named(options.columns) or (control,), None
    if options.triangle == "upper" and options.rows is None and options.columns is None:
        drawn = best_first[: fitting + 1]
        return drawn[:-1], drawn[1:], frozenset(combinations(drawn, 2))
    return named(options.rows) or best_first, named(options.columns) or best_first[:fitting], None


def comparison_caption(
    analysis: Analysis,
    over: OverDatasets,
    method: str,
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    chosen: bool,
    of_columns: bool = False,
) -> Prose:
    """Return what a multi-comparison matrix shows, in a few sentences."""
    alpha = analysis.adjusted.alpha
    form = "{} in {} ({} − {}; blue: the {} is better, red: worse), wins/ties/losses of the {}, and p ({}) for {}."
    first, second = ("column", "row") if of_columns else ("row", "column")
    tested = how_tested(analysis, over, method), over_datasets(analysis)
    of_means = capitalized(f"{unweighted(analysis)}mean difference")
    what = say(form, of_means, analysis.measured, first, second, first, first, *tested)
    bold = f"Bold: significant {at_level_of(method, alpha)}"
    means = "" if over.procedure in _OF_MEANS else "; the test does not compare the means that colors show"
    texts: list[Prose] = [what, f"{bold}{means}."]
    members = {*rows, *columns}
    adjusted: Prose = ""
    pairs_shown = {frozenset((i, j)) for i in rows for j in columns}
    if method != UNADJUSTED and not all(frozenset(pair) in pairs_shown for pair in over.pairs.tolist()):
        adjusted = f"p-values are adjusted for all {counted_in_words(len(over.p), 'comparison')}, shown here or not."
    which: Prose = ""
    if analysis.tested.control is not None:
        which = say("Only comparisons with {} are shown", analysis.algorithms[analysis.tested.control])
    elif not chosen and len(members) < len(analysis.algorithms):
        form = "Shown are the pairs of the {} with the best average ranks"
        which = say(form, counted_in_words(len(members), "algorithm"))
    elif not chosen and len(columns) < len(analysis.algorithms) - 1:
        which = say("The columns are the {} with the best average ranks", counted_in_words(len(columns), "algorithm"))
    if which:
        adjusted = say("{}; {}", which, adjusted) if adjusted else say("{}.", which)
    texts += [adjusted] if adjusted else []
    return join([*texts, *caveats_of_pairs(analysis, over, method)])


def plan_scatter(request: Request[PairsOptions]) -> Iterator[Plan | Missing]:
    """Plan a scatter for each pair."""
    analysis = request.analysis
    scores, counted = analysis.scores, counted_by(analysis.scores, analysis.ranking)
    if not isinstance(scores, MetricScores) or counted is None:
        yield request.missing("only average ranks were given")
        return
    if analysis.scores.has_censored:
        yield request.missing("runs that were not solved have no time; runtime-scatter shows them at the limit")
        return
    pairs = chosen_pairs(analysis, request.options.pairs)
    if not pairs:
        yield request.missing("it takes two algorithms")
    for pair in pairs:
        part = part_of(analysis, pair, among=len(pairs))
        yield _plan_scatter(request, scores.measured_means, counted, pair, part)


def _plan_scatter(
    request: Request[PairsOptions],
    means: FloatArray,
    counted: tuple[FloatArray, float],
    pair: tuple[int, int],
    part: str,
) -> Plan | Missing:
    from rankpress.figures.scatter import describe_scatter, score_scatter

    analysis, labels = request.analysis, request.labels
    names = tuple(analysis.algorithms[i] for i in pair)
    both: BoolArray = np.asarray(np.isfinite(means[:, pair]).all(axis=1))
    if not both.any():
        return request.missing(say("there is no data set on which {} and {} both have a score", *names))
    values = [(float(first), float(second)) for first, second in analysis.scores.scale.factor * means[both][:, pair]]
    ahead = counted[0][both, pair[0]] - counted[0][both, pair[1]]
    outcomes = np.where(np.abs(ahead) < counted[1], 0, np.sign(ahead)).astype(int).tolist()
    there = zip(analysis.scores.datasets, both, strict=True)
    datasets = references("datasets", (name for name, has_both in there if has_both))
    metric = labels.plain(analysis.measured)
    what = values, outcomes
    number = replace(analysis.scores.scale.rounding(means), factor=1.0).text
    first, second = labels.in_text(names)
    return request.plan(
        partial(
            score_scatter,
            (labels.plain(names[0]), labels.plain(names[1])),
            *what,
            datasets=labels.drawn(datasets),
            better=analysis.scores.better,
            metric=metric,
        ),
        say("{} of {} and {}", capitalized(analysis.metric), *names),
        scatter_caption(analysis, pair, outcomes),
        describe_scatter(
            (first, second),
            *what,
            datasets=labels.in_text(datasets),
            metric=metric,
            remark=_remark(analysis, pair),
            number=number,
        ),
        [datasets],
        part=part,
    )


def _remark(analysis: Analysis, pair: tuple[int, int]) -> str:
    """Return the p-value that decides about the pair, and by what it is adjusted; empty where it was not compared."""
    method, over = analysis.adjusted.deciding, analysis.tested.over
    place = None if over is None else place_of(pair, over.pairs)
    if method is None or place is None:
        return ""
    by = deciding_test(analysis, method) if analysis.ranking.is_of_two else adjustment_title(analysis, method)
    p = analysis.adjusted.p[method][place[0]]
    return f"{p_phrase(p, analysis.adjusted.alpha, p_decimals(analysis, method))} ({dashed(by)})"


def scatter_caption(analysis: Analysis, pair: tuple[int, int], outcomes: list[int]) -> Prose:
    """Return what a scatter of two algorithms' scores shows, with what the tests say of the pair."""
    first, second = (analysis.algorithms[i] for i in pair)
    wins, losses, ties = (outcomes.count(which) for which in (1, -1, 0))
    size = counted_in_words(len(outcomes), "data set")
    unseen = analysis.scores.n_datasets - len(outcomes)
    without = f" ({counted_in_words(unseen, 'data set')} without a score of both omitted)" if unseen else ""
    tied = f"; they are tied on {ties}" if ties else ""
    of = capitalized(analysis.measured), first, second, size, without
    texts = [
        say("{} of {} (vertical axis) and {} (horizontal axis) on {}{}; on the dashed line both are equal.", *of),
        say("{} is better on {}, {} on {}{}.", first, wins, second, losses, tied),
        *_tested(analysis, pair),
    ]
    return join(texts)


def _tested(analysis: Analysis, pair: tuple[int, int]) -> Iterator[str]:
    """Yield what the pairwise test and the adjustment that decides say of a pair."""
    method, over = analysis.adjusted.deciding, analysis.tested.over
    place = None if over is None else place_of(pair, over.pairs)
    if over is None or method is None or place is None:
        return
    p, adjusted, alpha = over.p[place[0]], analysis.adjusted.p[method][place[0]], analysis.adjusted.alpha
    verdict = f"is {'' if adjusted <= alpha else 'not '}significant"
    of_two, decimals = analysis.ranking.is_of_two, p_decimals(analysis, method)
    evidence = p_phrase(p, alpha, decimals if of_two else None)
    if not of_two:
        with_adjustment, by = p_phrase(adjusted, alpha, decimals), adjustment_title(analysis, method)
        same = with_adjustment == evidence
        if method != UNADJUSTED:
            evidence += f" before and after adjustment by {by}" if same else f", adjusted by {by} {with_adjustment}"
    yield f"The difference {verdict} {at_level_of(method, alpha)} ({PAIRWISE[over.procedure].title}, {evidence})."


FIGURES.add(
    FigureKind("p-values", "half matrix of p-values", "tests", plan_p_values, PValuesOptions, of_ranks=True, shows="p"),
    FigureKind(
        "comparison-matrix",
        "mean difference, wins and p-value of each pair",
        "tests",
        plan_comparison_matrix,
        ComparisonMatrixOptions,
        of_ranks=True,
        shows="p",
    ),
    FigureKind("scatter", "two algorithms on every data set", "tests", plan_scatter, PairsOptions, shows="p"),
)
