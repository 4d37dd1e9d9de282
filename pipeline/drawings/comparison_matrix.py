"""The multi-comparison matrix of a metric: differences, wins and p of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rankpress.analysis import Analysis
from rankpress.drawings.adjusted import why_not_adjusted
from rankpress.drawings.captions import caveats_of_pairs, how_tested, over_datasets
from rankpress.drawings.plan import Missing, Plan, numbered
from rankpress.effects import estimate
from rankpress.figures.alt import describe_comparisons
from rankpress.figures.matrix.compared import Comparisons
from rankpress.naming import key_of
from rankpress.over import OverDatasets
from rankpress.report.error_rates import at_level_of
from rankpress.report.inline import plain
from rankpress.report.numbers import level_text, rounding_of
from rankpress.scores import FloatArray
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.effects_section import EffectsOptions
from rankpress.spec.methods import Effect
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.families import ADJUSTMENTS

if TYPE_CHECKING:
    from rankpress.figures.style import Style

_MEASURE: Effect = "mean-difference"
_OF_MEANS = ("t", "permutation", "block-t")  # tests of the mean difference itself


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a matrix, in parts where rows or columns are more than a page can show."""
    from rankpress.figures.matrix.comparison import columns_that_fit, comparison_matrix, comparison_pages

    metric, over = analysis.scores.name, analysis.tested.over
    method = figure.adjust or analysis.adjusted.deciding
    differences = _mean_differences(analysis)
    why = why_not_adjusted(analysis, method) or _why_no_differences(analysis, differences)
    if why or over is None or method is None or differences is None:
        yield Missing("comparison-matrix", metric, why)
        return
    shown, described = (
        _comparisons(analysis, over, method, differences, names)
        for names in (drawn(analysis.names), in_text(analysis.names))
    )
    rows, columns = _members(analysis, figure, columns_that_fit(shown, style=style))
    if not any(shown.difference(i, j) is not None for i in rows for j in columns):
        yield Missing("comparison-matrix", metric, "no row was compared with any column")
        return
    told: dict[str, Any] = {"alpha": analysis.adjusted.alpha, "label": plain(metric)}
    for part, which, (above, beside) in numbered(comparison_pages(shown, rows, columns, style=style)):
        yield Plan(
            metrics=(metric,),
            part=part,
            kind="comparison-matrix",
            title=f"Comparisons of pairs by {metric}{which}",
            caption=comparison_caption(analysis, over, method, rows, columns, asked=figure.columns is not None)
            + explained_if_drawn(analysis.names),
            alt=describe_comparisons(described, **told, rows=above, columns=beside),
            draw=partial(
                comparison_matrix,
                shown,
                **told,
                p_label=f"p adjusted by {ADJUSTMENTS[method].title}",
                rows=above,
                columns=beside,
                style=style,
            ),
        )


def _mean_differences(analysis: Analysis) -> FloatArray | None:
    """Of each pair that was tested; made here where the study's own effect sizes lack them."""
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
    if analysis.scores.means is None:
        return "only average ranks are known"
    return "results that are ranked last for missing have no differences of scores"


def _comparisons(
    analysis: Analysis, over: OverDatasets, method: str, differences: FloatArray, names: Sequence[str]
) -> Comparisons:
    wins, means = over.wins, analysis.scores.means
    assert wins is not None  # where there are scores, there are ranks on each data set
    assert means is not None
    return Comparisons(
        names=names,
        pairs=[(a, b) for a, b in over.pairs.tolist()],
        differences=differences.tolist(),
        wins=[(won, tied, lost) for won, tied, lost in wins.tolist()],
        p=analysis.adjusted.p[method].tolist(),
        better=analysis.scores.better,
        number=rounding_of(means).text,
    )


def _members(analysis: Analysis, figure: PlottedFigure, fitting: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rows and columns: those that are named; else all, but above the cells only as many of the best as have room."""
    best_first, control = analysis.ranking.best_first, analysis.tested.control
    place = {key_of(name): i for i, name in enumerate(analysis.names)}

    def named(names: Sequence[str] | None) -> tuple[int, ...]:
        return tuple(place[name] for name in names or () if name in place)

    if control is not None:
        others = tuple(i for i in best_first if i != control)
        return named(figure.rows) or others, named(figure.columns) or (control,)
    return named(figure.rows) or best_first, named(figure.columns) or best_first[:fitting]


def comparison_caption(
    analysis: Analysis, over: OverDatasets, method: str, rows: Sequence[int], columns: Sequence[int], *, asked: bool
) -> str:
    """What a multi-comparison matrix shows, in a few sentences."""
    alpha, scores = analysis.adjusted.alpha, analysis.scores
    what = f"Comparisons of {over_datasets(analysis)} by {scores.name}."
    cell = (
        "In a cell, from the top: the mean difference, row less column; the data sets on which the row wins, ties and"
        f" loses; and p of the pair by {how_tested(over, method)}."
    )
    bold = f"Bold cells have p of at most {level_text(alpha)}: their pairs differ {at_level_of(method, alpha)}."
    colour = (
        f"Blue are rows that are better on average ({scores.better} is better), red those that are worse; the colour is"
        " that of the mean difference"
    )
    told = [what, cell, bold, colour + ("." if over.procedure in _OF_MEANS else ", which is not what is tested.")]
    if analysis.tested.control is not None:
        told.append(f"Only comparisons with {scores.algorithms[analysis.tested.control]} were made.")
    elif len(columns) < len(analysis.names) and not asked:
        told.append(f"The columns are the {len(columns)} best ranked, as many as have room.")
    shown = {frozenset((i, j)) for i in rows for j in columns}
    if not all(frozenset(pair) in shown for pair in over.pairs.tolist()):
        told.append(f"p-values are adjusted for all {len(over.p)} comparisons, shown here or not.")
    return " ".join([*told, *caveats_of_pairs(analysis, over, method)])
