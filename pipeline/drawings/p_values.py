"""The matrix of adjusted p-values of all pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rankpress.analysis import Analysis
from rankpress.drawings.adjusted import why_not_adjusted
from rankpress.drawings.captions import caveats_of_pairs, how_tested, over_datasets
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_p_values
from rankpress.over import OverDatasets
from rankpress.report.error_rates import at_level_of
from rankpress.report.numbers import level_text
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.families import ADJUSTMENTS
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a triangle of adjusted p-values, or a square with the unadjusted ones."""
    from rankpress.figures.matrix.p_values import p_value_matrix

    metric, over = analysis.scores.name, analysis.tested.over
    method = figure.adjust or analysis.adjusted.deciding
    why = why_not_adjusted(analysis, method)
    if not why and analysis.tested.control is not None:
        why = "all comparisons are with one control, and the matrix is of all pairs"
    if why or over is None or method is None:
        yield Missing("p-values", metric, why)
        return
    shown: dict[str, Any] = {"alpha": analysis.adjusted.alpha, "label": f"p adjusted by {ADJUSTMENTS[method].title}"}
    p, pairs = analysis.adjusted.p[method], over.pairs
    yield Plan(
        metrics=(metric,),
        kind="p-values",
        title=f"p-values of all pairs by {metric}",
        caption=p_values_caption(analysis, over, method, raw=figure.raw) + explained_if_drawn(analysis.names),
        alt=describe_p_values(in_text(analysis.names), pairs, p, **shown),
        draw=partial(
            p_value_matrix,
            drawn(analysis.names),
            pairs,
            p,
            **shown,
            order=analysis.ranking.best_first,
            raw=over.p if figure.raw else None,
            raw_label="unadjusted",
            style=style,
        ),
    )


def p_values_caption(analysis: Analysis, over: OverDatasets, method: str, *, raw: bool) -> str:
    """What a matrix of p-values shows, in a few sentences."""
    alpha, pairs = analysis.adjusted.alpha, counted(len(over.p), "pair")
    what = f"p-values of {pairs} of {over_datasets(analysis)} by {analysis.scores.name}: {how_tested(over, method)}."
    place = "rows and columns have the same order" if raw else "a name is that of its row and of the column below it"
    order = f"Algorithms stand in the order of their average ranks, the best at the top; {place}."
    marks = (
        "The smaller p, the darker; bold, or marked by a dot where there is no room for numbers, are p of at most"
        f" {level_text(alpha)}"
    )
    found = f"marks below the diagonal are of pairs that differ {at_level_of(method, alpha)}"
    told = [what, order, f"{marks}; {found}; other pairs are not shown to be alike."]
    if raw:
        told.append(
            "Above the diagonal stand the unadjusted p-values, each of which holds for its own pair alone: marks there"
            " are no findings among so many."
        )
    return " ".join([*told, *caveats_of_pairs(analysis, over, method)])
