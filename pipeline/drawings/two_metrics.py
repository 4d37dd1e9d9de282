"""Planes of average ranks by two metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.drawings.adjusted import critical_difference
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_two_metrics
from rankpress.naming import key_of
from rankpress.report.error_rates import at_level_of
from rankpress.report.inline import plain
from rankpress.report.prose.phrases import procedure
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.wording import counted, joined

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analyses: Sequence[Analysis], figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a plane for each metric beside the first one, or beside the one that is named."""
    named = {key_of(one.scores.name): one for one in analyses}
    across = named.get(figure.x or next((name for name in named if name != figure.y), ""))
    if across is None:
        yield from (Missing("two-metrics", one.scores.name, "there is no second metric") for one in analyses)
        return
    own = key_of(across.scores.name)
    others = [name for name in named if name != own] if figure.y is None else [figure.y]
    if not others or others == [own]:
        yield Missing("two-metrics", across.scores.name, "there is no second metric")
    for name in others:
        if name in named and name != own:
            yield from _plan_pair(across, named[name], style)


def _plan_pair(across: Analysis, up: Analysis, style: Style) -> Iterator[Plan | Missing]:
    from rankpress.figures.plane.two_metrics import two_metrics_plane

    both, metrics = (across, up), (across.scores.name, up.scores.name)
    names = tuple(name for name in across.names if name in up.names)
    if not names:
        yield Missing("two-metrics", metrics[0], f"{metrics[1]} has none of its algorithms")
        return
    across_ranks, up_ranks = ([float(one.ranking.average[one.names.index(name)]) for name in names] for one in both)
    ranks = (across_ranks, up_ranks)
    control = None if across.tested.control is None else across.names[across.tested.control]
    cd, at = _critical_differences(both), names.index(control) if control in names else None
    plain_metrics = plain(metrics[0]), plain(metrics[1])
    yield Plan(
        metrics=metrics,
        kind="two-metrics",
        title=f"Average ranks by {metrics[0]} and {metrics[1]}",
        caption=two_metrics_caption(across, up, names) + explained_if_drawn(names),
        alt=describe_two_metrics(in_text(names), ranks, metrics=plain_metrics, cd=cd, control=at),
        draw=partial(two_metrics_plane, drawn(names), ranks, metrics=plain_metrics, cd=cd, control=at, style=style),
    )


def _critical_differences(both: tuple[Analysis, Analysis]) -> tuple[float, float] | None:
    """The critical differences of the deciding adjustment, where both metrics have one."""
    across, up = (critical_difference(one, one.adjusted.deciding) for one in both)
    return None if across is None or up is None else (across, up)


def two_metrics_caption(across: Analysis, up: Analysis, names: Sequence[str]) -> str:
    """What a plane of two metrics shows, in a few sentences."""
    first, second = across.scores, up.scores
    over = [counted(one.n_datasets, "data set") for one in (first, second)]
    told = [f"Average ranks of {len(names)} algorithms: across by {first.name}, over {over[0]},"]
    told.append(f"and upwards by {second.name}, over {over[1]}; the best of both is at the top right.")
    if set(across.names) != set(up.names):
        told.append("Ranks by a metric are among all algorithms that have it; those that have both are drawn.")
    sizes, method = _critical_differences((across, up)), across.adjusted.deciding
    if sizes is None or method is None:
        return " ".join(told)
    differ = joined([f"{sizes[0]:.2f} by {first.name}", f"{sizes[1]:.2f} by {second.name}"])
    by = f"{procedure(method)} {at_level_of(method, across.adjusted.alpha)}"
    if across.tested.control is None:
        lines = "The cross-hairs are about the best rank by each metric (diamonds)"
        then = "the shaded area differ from the best by neither metric"
    else:
        lines = f"The cross-hairs are about {across.names[across.tested.control]}, the control (diamond)"
        then = "the shaded area differ from it by neither metric"
    told.append(
        f"{lines}; dashed lines stand one critical difference from it ({differ}) by {by}. Algorithms in {then}."
    )
    told.append("Each metric is tested by itself: nothing is adjusted for there being two.")
    return " ".join(told)
