"""Pages of confidence curves of a metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.curves import AveragedPair, PairCurve
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_curves
from rankpress.report.inline import plain
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.curves import Curve
from rankpress.wording import joined

if TYPE_CHECKING:
    from rankpress.figures.curves_layout import Panel
    from rankpress.figures.style import Style

AVERAGE = "average over the data sets"  # the panel of averaged curves


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan pages with a panel a data set."""
    from rankpress.figures.curves import confidence_curve_page, panels_by_page

    metric, curves, names = analysis.scores.name, analysis.tested.curves, analysis.names
    averaged = bool(analysis.tested.averaged_curves)
    if not curves:
        yield Missing("curves", metric, "no confidence curves were made")
        return
    others = {curve.b for curve in curves}
    baseline = names[others.pop()] if len(others) == 1 else None
    datasets = list(dict.fromkeys(one.dataset for one in curves))
    panels = _panels(analysis, drawn(names), drawn(datasets), baseline is not None)
    described = _panels(analysis, in_text(names), in_text(datasets), baseline is not None)
    pages = panels_by_page(panels, style=style)
    against = baseline and plain(baseline), plain(metric)
    for number, page in enumerate(pages, start=1):
        many, last = len(pages) > 1, number == len(pages)
        before = sum(map(len, pages[: number - 1]))
        yield Plan(
            metrics=(metric,),
            part=f"-{number}" if many else "",
            kind="curves",
            title=f"Confidence curves of differences in {metric}" + (f" ({number} of {len(pages)})" if many else ""),
            caption=curves_caption(analysis, baseline, averaged=averaged and last)
            + explained_if_drawn(names)
            + explained_if_drawn(datasets),
            alt=_curves_alt(described[before : before + len(page)], *against, averaged=averaged and last),
            draw=partial(
                confidence_curve_page, page, baseline=against[0], metric=against[1], among=panels, style=style
            ),
        )


def _panels(analysis: Analysis, names: Sequence[str], datasets: Sequence[str], one_baseline: bool) -> tuple[Panel, ...]:
    """A panel a data set, and one of the averages, if there are such."""

    def curve(one: PairCurve | AveragedPair) -> tuple[str, Curve]:
        return names[one.a] if one_baseline else f"{names[one.a]} − {names[one.b]}", one.curve

    by_dataset = groupby(analysis.tested.curves, key=lambda one: one.dataset)
    panels = zip(datasets, (tuple(map(curve, rows)) for _, rows in by_dataset), strict=True)
    averaged = tuple(map(curve, analysis.tested.averaged_curves))
    return (*panels, (AVERAGE, averaged)) if averaged else (*panels,)


def _curves_alt(page: Sequence[Panel], baseline: str | None, metric: str, averaged: bool) -> str:
    """Describe the data sets' panels, and apart from them that of the averages, which is the last."""
    parts = [page[:-1], page[-1:]] if averaged else [page]
    return " ".join(describe_curves(part, baseline=baseline, metric=metric) for part in parts if part)


def curves_caption(analysis: Analysis, baseline: str | None, averaged: bool) -> str:
    """What a page of confidence curves shows; `averaged` where the average is among its panels."""
    metric, forms = analysis.scores.name, {one.form for one in analysis.tested.curves}
    pair = f"each algorithm less {baseline}" if baseline is not None else "the first algorithm less the second"
    ways = {"t": "the corrected resampled t test", "quesenberry-hurst": "Quesenberry-Hurst intervals"}
    told = (
        f"Confidence curves of the difference in {metric}, {pair}, a panel for each data set, by"
        f" {joined(way for form, way in ways.items() if form in forms)}. A curve's peak is the estimate; its width at"
        " height p is the interval at level 1 − p; the vertical line is no difference."
    )
    return told + (" The last panel averages the data sets' curves, level by level." if averaged else "")
