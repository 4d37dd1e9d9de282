"""The average of each pair's confidence curves over the data sets, among the curves that it averages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.curves import AveragedPair, average_pairs
from rankpress.drawings.curves import AVERAGE, ways_of
from rankpress.drawings.plan import Missing, Plan, numbered
from rankpress.figures.alt import describe_curves
from rankpress.report.inline import plain
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure

if TYPE_CHECKING:
    from rankpress.figures.curves.layout import Panel
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan pages with a panel a pair."""
    from rankpress.figures.curves.page import confidence_curve_page, panels_by_page

    metric, names = analysis.scores.name, analysis.names
    averaged = sorted(average_pairs(analysis.tested.curves), key=lambda one: _rank(analysis, one))
    if not averaged:
        yield Missing("average-curves", metric, "no pair has confidence curves on two data sets")
        return
    seconds = {one.b for one in averaged}
    baseline = seconds.pop() if len(seconds) == 1 else None
    against = None if baseline is None else plain(names[baseline])
    panels = [_panel(one, drawn(names), baseline) for one in averaged]
    described = [_panel(one, in_text(names), baseline) for one in averaged]
    rest = iter(described)
    for part, which, page in numbered(panels_by_page(panels, average=AVERAGE, style=style)):
        alone = [(AVERAGE, [(title, curves[-1][1]) for title, curves in islice(rest, len(page))])]
        yield Plan(
            metrics=(metric,),
            part=part,
            kind="average-curves",
            title=f"Averaged confidence curves of differences in {metric}{which}",
            caption=average_caption(analysis, baseline) + explained_if_drawn(names),
            alt=describe_curves(alone, baseline=against, metric=plain(metric)),
            draw=partial(
                confidence_curve_page,
                page,
                baseline=against,
                metric=plain(metric),
                among=panels,
                average=AVERAGE,
                style=style,
            ),
        )


def _rank(analysis: Analysis, one: AveragedPair) -> tuple[int, int]:
    """Where a pair stands among others: by the ranks of its first and of its second algorithm."""
    place = analysis.ranking.best_first.index
    return place(one.a), place(one.b)


def _panel(one: AveragedPair, names: Sequence[str], baseline: int | None) -> Panel:
    """The curves of a pair, the average last, so that it lies over the others."""
    title = names[one.a] if baseline is not None else f"{names[one.a]} − {names[one.b]}"
    own = zip(in_text(one.datasets), one.curve.curves, strict=True)
    return title, (*own, (AVERAGE, one.curve))


def average_caption(analysis: Analysis, baseline: int | None) -> str:
    """What the averaged curves show, and what they do not."""
    pair = f"each algorithm less {analysis.names[baseline]}" if baseline is not None else "the first less the second"
    return (
        f"Confidence curves of the difference in {analysis.scores.name}, {pair}, by {ways_of(analysis)}: thin on each"
        " data set, bold their average, level by level. The average summarizes and pools nothing: its intervals are as"
        " wide as the data sets' are on average, however many there are, and do not show how the estimates spread."
    )
