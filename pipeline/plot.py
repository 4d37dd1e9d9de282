"""The plot stage: draws what the earlier stages found."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from rankpress.slugs import slug
from rankpress.wording import joined

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.analysis import Analysis
    from rankpress.figures.curves_layout import Panel
    from rankpress.spec.methods import Plot

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
    if jobs < 2 or len(plans) < WORTH_PROCESSES:
        return [_drawn(plan) for plan in plans]
    try:
        # Spawned, not forked: numpy has threads by now. An interrupt ends a process at once and in silence.
        processes = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_DFL))
    except OSError:  # a machine that grants no shared memory has no further processes
        return [_drawn(plan) for plan in plans]
    with processes:
        return list(processes.map(_drawn, plans))


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
        pdf=to_pdf(figure, title=plan.title),
        svg=to_svg(figure, salt=plan.name, title=plan.title, description=plan.alt),
    )


def _plan_cd(analysis: Analysis) -> Iterator[Plan]:
    from rankpress.figures.alt import describe_cd
    from rankpress.figures.cd import critical_difference_diagram

    metric, adjusted, tested = analysis.scores.name, analysis.adjusted, analysis.tested
    method = adjusted.deciding
    if method is None:
        return
    difference = adjusted.critical_difference.get(method)
    shown: dict[str, Any] = {
        "groups": adjusted.groups.get(method),
        "cd": None if difference is None else difference.cd,
        "control": tested.control,
        "significant_vs_control": _apart_from_control(analysis, method),
    }
    average = tuple(float(value) for value in analysis.ranking.average)
    yield Plan(
        name=f"{slug(metric)}-cd",
        metric=metric,
        kind="cd",
        title=f"Average ranks by {metric}",
        caption=_cd_caption(analysis, method),
        alt=describe_cd(analysis.names, average, **shown),
        draw=partial(critical_difference_diagram, analysis.names, average, **shown),
    )


def _apart_from_control(analysis: Analysis, method: str) -> tuple[int, ...] | None:
    control, over = analysis.tested.control, analysis.tested.over
    if control is None or over is None:
        return None
    apart = over.pairs[analysis.adjusted.p[method] <= analysis.adjusted.alpha]
    return tuple(int(i) for i in apart.ravel() if i != control)


def _cd_caption(analysis: Analysis, method: str) -> str:
    from rankpress.report.error_rates import at_level_of
    from rankpress.report.prose.phrases import procedure
    from rankpress.stats.groups import is_run

    adjusted, tested, scores = analysis.adjusted, analysis.tested, analysis.scores
    by = procedure(method)
    level = at_level_of(method, adjusted.alpha)
    size = f"{len(scores.algorithms)} algorithms over {scores.n_datasets} data sets"
    told = [f"Average ranks of {size} by {scores.name}."]
    if analysis.ranking.has_gaps:
        told.append("Ranks among fewer algorithms, where results are missing, are scaled to the number of all.")
    difference = adjusted.critical_difference.get(method)
    if tested.control is not None:
        name = scores.algorithms[tested.control]
        told.append(f"Comparisons with {name} by {by} {level}.")
        if difference is not None:
            told.append(f"Algorithms outside the interval of {difference.cd:.2f} about its rank differ from it.")
        else:
            told.append("Filled markers differ from it.")
        return " ".join([*told, *_not_of_ranks(analysis, "markers are filled")])
    other = _other_test(analysis)
    told.append(f"A bar joins algorithms that {other and f'the {other} with '}{by} does not separate {level}.")
    if difference is not None:
        told.append(f"The critical difference is {difference.cd:.2f}.")
    if not all(is_run(group, analysis.ranking.average) for group in adjusted.groups.get(method, ())):
        told.append("A dot on a bar marks a member; an algorithm the bar passes without a dot does not belong to it.")
    return " ".join([*told, *_not_of_ranks(analysis, "bars join")])


def _other_test(analysis: Analysis) -> str:
    """The pairwise test, where it is not one of average ranks."""
    from rankpress.stats.pairwise import PAIRWISE

    over = analysis.tested.over
    procedure = None if over is None else PAIRWISE[over.procedure]
    return "" if procedure is None or procedure.of_average_ranks else procedure.title


def _not_of_ranks(analysis: Analysis, marked: str) -> Iterator[str]:
    """Say that the axis and the marks are of two kinds, where it is not average ranks that are tested."""
    other = _other_test(analysis)
    if other:
        yield f"The axis shows average ranks; {marked} by the {other}, which is not a test of them."


def _plan_curves(analysis: Analysis) -> Iterator[Plan]:
    from rankpress.figures.curves import confidence_curve_page, panels_by_page

    metric, curves, names = analysis.scores.name, analysis.tested.curves, analysis.names
    averaged = analysis.tested.averaged_curves
    if not curves:
        return
    others = {curve.b for curve in curves}
    baseline = names[others.pop()] if len(others) == 1 else None
    panels = tuple(
        (dataset, tuple((_curve_label(names, one.a, one.b, baseline), one.curve) for one in rows))
        for dataset, rows in groupby(curves, key=lambda one: one.dataset)
    )
    if averaged:
        own = tuple((_curve_label(names, one.a, one.b, baseline), one.curve) for one in averaged)
        panels += ((AVERAGE, own),)
    pages = panels_by_page(panels)
    for number, page in enumerate(pages, start=1):
        many = len(pages) > 1
        yield Plan(
            name=f"{slug(metric)}-curves" + (f"-{number}" if many else ""),
            metric=metric,
            kind="curves",
            title=f"Confidence curves of differences in {metric}" + (f" ({number} of {len(pages)})" if many else ""),
            caption=_curves_caption(analysis, baseline, averaged=bool(averaged) and page is pages[-1]),
            alt=_curves_alt(page, baseline, metric, averaged=bool(averaged) and page is pages[-1]),
            draw=partial(confidence_curve_page, page, baseline=baseline, metric=metric, among=panels),
        )


def _curve_label(names: Sequence[str], a: int, b: int, baseline: str | None) -> str:
    return names[a] if baseline is not None else f"{names[a]} − {names[b]}"


def _curves_alt(page: Sequence[Panel], baseline: str | None, metric: str, averaged: bool) -> str:
    """Describe the data sets' panels, and apart from them that of the averages, which is the last."""
    from rankpress.figures.alt import describe_curves

    parts = [page[:-1], page[-1:]] if averaged else [page]
    return " ".join(describe_curves(part, baseline=baseline, metric=metric) for part in parts if part)


def _curves_caption(analysis: Analysis, baseline: str | None, averaged: bool) -> str:
    metric, forms = analysis.scores.name, {one.form for one in analysis.tested.curves}
    pair = f"each algorithm less {baseline}" if baseline is not None else "the first algorithm less the second"
    ways = {"t": "the corrected resampled t test", "quesenberry-hurst": "Quesenberry-Hurst intervals"}
    told = (
        f"Confidence curves of the difference in {metric}, {pair}, a panel for each data set, by"
        f" {joined(way for form, way in ways.items() if form in forms)}. A curve's peak is the estimate; its width at"
        " height p is the interval at level 1 − p; the vertical line is no difference."
    )
    return told + (" The last panel averages the data sets' curves, level by level." if averaged else "")


def _plan_order(analysis: Analysis) -> Iterator[Plan]:
    from rankpress.figures.alt import describe_order
    from rankpress.figures.order import multitest_graph

    metric, ordered = analysis.scores.name, analysis.ordered
    if not ordered.ranking:
        return
    label = ordered.cost or "stated prior"
    order = tuple(position.algorithm for position in ordered.ranking)
    shown = (
        analysis.names,
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
        caption=_order_caption(analysis, label),
        alt=describe_order(*shown, cost_label=label),
        draw=partial(multitest_graph, *shown, cost_label=label),
    )


def _order_caption(analysis: Analysis, label: str) -> str:
    told = f"Algorithms from the cheapest on the left by {label}."
    level = f"at level {analysis.adjusted.alpha:g}"
    arcs = (
        f"An arc leads from a cheaper algorithm to a costlier one that a test puts before it {level}"
        if analysis.ordered.edges
        else f"No test puts a costlier algorithm before a cheaper one {level}"
    )
    return f"{told} {arcs}; below, the order that follows, and what decided each place."


_PLANNERS: dict[Plot, Callable[[Analysis], Iterator[Plan]]] = {
    "cd": _plan_cd,
    "curves": _plan_curves,
    "order": _plan_order,
}
