"""The critical difference diagram of a metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rankpress.analysis import Analysis
from rankpress.drawings.adjusted import critical_difference, why_not_adjusted
from rankpress.drawings.captions import SCALED_RANKS, over_datasets
from rankpress.drawings.plan import Missing, Plan, Restylable
from rankpress.figures.alt import describe_cd
from rankpress.naming import key_of
from rankpress.report.error_rates import at_level_of
from rankpress.report.latex_characters import shown_by_latex
from rankpress.report.prose.phrases import procedure
from rankpress.short_names import drawn, explained_if_drawn, in_figure, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.groups import is_run
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import joined

if TYPE_CHECKING:
    from rankpress.figures.style import Style

# A row each: of more, names are smaller than can be read, and measuring them takes minutes.
MOST_NAMES = 300


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan the diagram of average ranks by the adjustment that the figure names, or the deciding one."""
    from rankpress.figures.cd.figure import critical_difference_diagram

    metric, method = analysis.scores.name, figure.adjust or analysis.adjusted.deciding
    why = why_not_adjusted(analysis, method)
    if not why and len(analysis.names) > MOST_NAMES:
        why = f"{len(analysis.names):,} algorithms are more than a diagram can hold"
    if why or method is None:
        yield Missing("cd", metric, why)
        return
    shown = cd_marks(analysis, method)
    average = tuple(float(value) for value in analysis.ranking.average)
    highlight = highlighted(analysis, figure)
    drawn_as = {
        **shown,
        "highlight": highlight,
        "layout": figure.layout,
        "best": figure.best,
        "sides": figure.sides,
        "show_ranks": figure.ranks,
        "style": style,
    }
    yield Plan(
        metrics=(metric,),
        kind="cd",
        title=f"Average ranks by {metric}",
        caption=cd_caption(analysis, method, highlight) + explained_if_drawn(analysis.names),
        alt=describe_cd(in_text(analysis.names), average, **shown, highlight=highlight),
        draw=partial(critical_difference_diagram, drawn(analysis.names), average, **drawn_as),
        lay_out=partial(_lay_out, in_figure(analysis.names), average, drawn_as),
    )


def _lay_out(names: Sequence[str], average: Sequence[float], drawn_as: Mapping[str, Any]) -> Restylable:
    """The same diagram for TikZ, in the fonts of a paper."""
    from rankpress.figures.cd.figure import lay_out_diagram

    labels = tuple(map(shown_by_latex, names))
    return Restylable(labels, lay_out_diagram(in_text(labels), average, **drawn_as), drawn_as["style"])


def highlighted(analysis: Analysis, figure: PlottedFigure) -> tuple[int, ...]:
    """The algorithms that a figure lets stand out."""
    return tuple(i for i, name in enumerate(analysis.names) if key_of(name) in figure.highlight)


def cd_marks(analysis: Analysis, method: str) -> dict[str, Any]:
    """What a critical difference diagram marks by one adjustment, as arguments of `critical_difference_diagram`."""
    adjusted = analysis.adjusted
    return {
        "groups": adjusted.groups.get(method),
        "cd": critical_difference(analysis, method),
        "control": analysis.tested.control,
        "significant_vs_control": _apart_from_control(analysis, method),
    }


def _apart_from_control(analysis: Analysis, method: str) -> tuple[int, ...] | None:
    control, over = analysis.tested.control, analysis.tested.over
    if control is None or over is None:
        return None
    apart = over.pairs[analysis.adjusted.p[method] <= analysis.adjusted.alpha]
    return tuple(int(i) for i in apart.ravel() if i != control)


def cd_caption(analysis: Analysis, method: str, highlight: Sequence[int] = ()) -> str:
    """What a critical difference diagram by one adjustment shows, in a few sentences."""
    told = [*_told_of_marks(analysis, method)]
    if highlight:
        told.append(f"Highlighted: {joined(analysis.names[i] for i in highlight)}.")
    return " ".join(told)


def _told_of_marks(analysis: Analysis, method: str) -> Iterator[str]:
    adjusted, tested, scores = analysis.adjusted, analysis.tested, analysis.scores
    by = procedure(method)
    level = at_level_of(method, adjusted.alpha)
    yield f"Average ranks of {over_datasets(analysis)} by {scores.name}."
    if analysis.ranking.has_gaps:
        yield SCALED_RANKS
    cd = critical_difference(analysis, method)
    if tested.control is not None:
        yield f"Comparisons with {scores.algorithms[tested.control]} by {by} {level}."
        if cd is not None:
            yield f"Algorithms outside the interval of {cd:.2f} about its rank differ from it."
        yield "Filled markers differ from it."
        yield from _not_of_ranks(analysis, "markers are filled")
        return
    other = _other_test(analysis)
    yield f"A bar joins algorithms that {other and f'the {other} with '}{by} does not separate {level}."
    if cd is not None:
        yield f"The critical difference is {cd:.2f}."
    if not all(is_run(group, analysis.ranking.average) for group in adjusted.groups.get(method, ())):
        yield "A dot on a bar marks a member; an algorithm the bar passes without a dot does not belong to it."
    yield from _not_of_ranks(analysis, "bars join")


def _other_test(analysis: Analysis) -> str:
    """The pairwise test, where it is not one of average ranks."""
    over = analysis.tested.over
    procedure = None if over is None else PAIRWISE[over.procedure]
    return "" if procedure is None or procedure.of_average_ranks else procedure.title


def _not_of_ranks(analysis: Analysis, marked: str) -> Iterator[str]:
    """Say that the axis and the marks are of two kinds, where it is not average ranks that are tested."""
    other = _other_test(analysis)
    if other:
        yield f"The axis shows average ranks; {marked} by the {other}, which is not a test of them."
