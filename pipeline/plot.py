"""The plot stage: draws what the earlier stages found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rankpress.processes import processes
from rankpress.report.inline import plain
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.slugs import slug

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.analysis import Analysis
    from rankpress.curves import AveragedPair, PairCurve
    from rankpress.figures.curves_layout import Panel
    from rankpress.spec.methods import Plot
    from rankpress.stats.curves import Curve

# A process takes a second or more to import matplotlib, in which two or three figures are drawn.
WORTH_PROCESSES = 12

AVERAGE = "average over the data sets"  # the panel of averaged curves


@dataclass(frozen=True)
class Drawing:
    """A figure as the report takes it.

    Parameters
    ----------
    name : str
        File name without suffix, such as ``accuracy-cd``.
    metric, kind : str
        The metric it shows, and ``cd``, ``curves`` or ``order``.
    title, caption, alt : str
        Heading, caption and description for those who cannot see it.
    pdf, svg : bytes
        The drawing, fonts embedded as TrueType (PDF) and text as paths (SVG).
    """

    name: str
    metric: str
    kind: str
    title: str
    caption: str
    alt: str
    pdf: bytes
    svg: bytes


@dataclass(frozen=True)
class Plan:
    """A figure that is still to be drawn; `draw` does it, in another process where that is faster."""

    name: str
    metric: str
    kind: Plot
    title: str
    caption: str
    alt: str
    draw: Callable[[], Figure]


def plot(analyses: Sequence[Analysis], kinds: Sequence[Plot], jobs: int = 1) -> tuple[Drawing, ...]:
    """Draw the figures of a report.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.
    kinds : sequence of {"cd", "curves", "order"}
        Which figures.
    jobs : int
        Processes to draw in.

    Returns
    -------
    tuple of Drawing
        The same bytes whatever the number of jobs. What an analysis lacks is not drawn; it says itself why.
    """
    plans = [plan for analysis in analyses for kind in kinds for plan in _PLANNERS[kind](analysis)]
    return tuple(_draw_all(plans, jobs))


def _draw_all(plans: Sequence[Plan], jobs: int) -> list[Drawing]:
    with processes(jobs if len(plans) >= WORTH_PROCESSES else 1) as submit:
        begun = [submit(_drawn, plan) for plan in plans]
        return [done.result() for done in begun]


def _drawn(plan: Plan) -> Drawing:
    from rankpress.figures.output import to_pdf, to_svg

    figure = plan.draw()
    return Drawing(
        name=plan.name,
        metric=plan.metric,
        kind=plan.kind,
        title=plan.title,
        caption=plan.caption,
        alt=plan.alt,
        pdf=to_pdf(figure, title=plain(plan.title)),
        svg=to_svg(figure, salt=plan.name, title=plain(plan.title), description=plan.alt),
    )


def _plan_cd(analysis: Analysis) -> Iterator[Plan]:
    from rankpress.figures.alt import describe_cd
    from rankpress.figures.cd import critical_difference_diagram
    from rankpress.report.captions import cd_caption

    metric, method = analysis.scores.name, analysis.adjusted.deciding
    if method is None:
        return
    shown = cd_marks(analysis, method)
    average = tuple(float(value) for value in analysis.ranking.average)
    yield Plan(
        name=f"{slug(metric)}-cd",
        metric=metric,
        kind="cd",
        title=f"Average ranks by {metric}",
        caption=cd_caption(analysis, method) + explained_if_drawn(analysis.names),
        alt=describe_cd(in_text(analysis.names), average, **shown),
        draw=partial(critical_difference_diagram, drawn(analysis.names), average, **shown),
    )


def cd_marks(analysis: Analysis, method: str) -> dict[str, Any]:
    """What a critical difference diagram marks by one adjustment, as arguments of `critical_difference_diagram`."""
    adjusted = analysis.adjusted
    difference = adjusted.critical_difference.get(method)
    return {
        "groups": adjusted.groups.get(method),
        "cd": None if difference is None else difference.cd,
        "control": analysis.tested.control,
        "significant_vs_control": _apart_from_control(analysis, method),
    }


def _apart_from_control(analysis: Analysis, method: str) -> tuple[int, ...] | None:
    control, over = analysis.tested.control, analysis.tested.over
    if control is None or over is None:
        return None
    apart = over.pairs[analysis.adjusted.p[method] <= analysis.adjusted.alpha]
    return tuple(int(i) for i in apart.ravel() if i != control)


def _plan_curves(analysis: Analysis) -> Iterator[Plan]:
    from rankpress.figures.curves import confidence_curve_page, panels_by_page
    from rankpress.report.captions import curves_caption

    metric, curves, names = analysis.scores.name, analysis.tested.curves, analysis.names
    averaged = bool(analysis.tested.averaged_curves)
    if not curves:
        return
    others = {curve.b for curve in curves}
    baseline = names[others.pop()] if len(others) == 1 else None
    datasets = list(dict.fromkeys(one.dataset for one in curves))
    panels = _panels(analysis, drawn(names), drawn(datasets), baseline is not None)
    described = _panels(analysis, in_text(names), in_text(datasets), baseline is not None)
    pages = panels_by_page(panels)
    against = baseline and plain(baseline), plain(metric)
    for number, page in enumerate(pages, start=1):
        many, last = len(pages) > 1, number == len(pages)
        before = sum(map(len, pages[: number - 1]))
        yield Plan(
            name=f"{slug(metric)}-curves" + (f"-{number}" if many else ""),
            metric=metric,
            kind="curves",
            title=f"Confidence curves of differences in {metric}" + (f" ({number} of {len(pages)})" if many else ""),
            caption=curves_caption(analysis, baseline, averaged=averaged and last)
            + explained_if_drawn(names)
            + explained_if_drawn(datasets),
            alt=_curves_alt(described[before : before + len(page)], *against, averaged=averaged and last),
            draw=partial(confidence_curve_page, page, baseline=against[0], metric=against[1], among=panels),
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
    from rankpress.figures.alt import describe_curves

    parts = [page[:-1], page[-1:]] if averaged else [page]
    return " ".join(describe_curves(part, baseline=baseline, metric=metric) for part in parts if part)


def _plan_order(analysis: Analysis) -> Iterator[Plan]:
    from rankpress.figures.alt import describe_order
    from rankpress.figures.order import multitest_graph
    from rankpress.report.captions import order_caption

    metric, ordered = analysis.scores.name, analysis.ordered
    if not ordered.ranking:
        return
    label = ordered.cost or "stated prior"
    order = tuple(position.algorithm for position in ordered.ranking)
    shown = (
        ordered.prior,
        ordered.edges,
        order,
        tuple(position.decided_by for position in ordered.ranking),
    )
    yield Plan(
        name=f"{slug(metric)}-order",
        metric=metric,
        kind="order",
        title=f"Order by {metric} and {label}",
        caption=order_caption(analysis, label) + explained_if_drawn(analysis.names),
        alt=describe_order(in_text(analysis.names), *shown, cost_label=plain(label)),
        draw=partial(multitest_graph, drawn(analysis.names), *shown, cost_label=plain(label)),
    )


_PLANNERS: dict[Plot, Callable[[Analysis], Iterator[Plan]]] = {
    "cd": _plan_cd,
    "curves": _plan_curves,
    "order": _plan_order,
}
