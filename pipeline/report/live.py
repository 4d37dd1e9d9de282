"""Live figures of report.html: what a reader can change, computed beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, CURVE_FORMS
from rankpress.core.document import Live
from rankpress.core.labels import dashed
from rankpress.core.plain_data import whole
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stages.adjust import Adjusted, at_level
from rankpress.stats.arrays import FloatArray
from rankpress.stats.curves import ConfidenceCurve, QuesenberryHurstCurve
from rankpress.stats.tails import normal_two_sided
from rankpress.topics.curves import difference_rounding
from rankpress.topics.curves_figures import AVERAGE
from rankpress.topics.phrases import is_exploratory, separation
from rankpress.topics.ranks_figures import cd_caption, cd_marks, highlighted, rank_whiskers
from rankpress.topics.summary import separated_in_words
from rankpress.wording.numbers import level_text
from rankpress.wording.text import references, say

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.document import Drawing
    from rankpress.stages.within import PairCurve


MOST_CURVES = 20_000
"""About 600 kB of the page; more would be a page that nobody waits for."""


def live_curves(analysis: Analysis, drawing: Drawing) -> Live | None:
    """Prepare the confidence curves of one metric for the page's script."""
    curves, names = analysis.tested.curves, analysis.algorithms
    if not curves:
        return None
    title = say("Confidence curves of differences in {}", analysis.metric)
    if len(curves) > MOST_CURVES:
        why = f"These {len(curves):,} confidence curves are too many for a live figure."
        return Live("curves", drawing.name, title, why=why)
    pairs = list(dict.fromkeys((curve.a, curve.b) for curve in curves))
    datasets = list(dict.fromkeys(curve.dataset for curve in curves))
    forms: dict[tuple[str, float], int] = {}
    factor = analysis.scores.scale.factor
    parameters = {(curve.a, curve.b, curve.dataset): _parameters(curve, factor, forms) for curve in curves}
    averaged = bool(analysis.tested.averaged_curves)
    scale = analysis.scores.scale
    rounding = difference_rounding(curves, scale).finer if scale.digits is None else difference_rounding(curves, scale)
    return Live(
        kind="curves",
        drawing=drawing.name,
        title=title,
        choices={
            "pair": tuple(say("{} \N{MINUS SIGN} {}", names[a], names[b]) for a, b in pairs),
            "dataset": (*([AVERAGE] if averaged else []), *references("datasets", datasets)),
        },
        data={
            "metric": analysis.measured,
            "heights": digits(normal_two_sided(STEPS)),
            "forms": [form_points(name, df) for name, df in forms],
            "curves": [[parameters.get((*pair, dataset)) for dataset in datasets] for pair in pairs],
            "averaged": averaged,
            "decimals": rounding.decimals,
            "scientific": rounding.scientific,
        },
    )


def _parameters(item: PairCurve, factor: float, forms: dict[tuple[str, float], int]) -> Sequence[float]:
    """Return the number of a curve's form, and its parameters to twelve digits, as the metric is printed."""
    curve = item.curve
    parameters: Sequence[float]
    if isinstance(curve, ConfidenceCurve):
        form, parameters = ("t", curve.df), (factor * curve.difference, factor * curve.standard_error)
    elif isinstance(curve, QuesenberryHurstCurve):
        form, parameters = (
            (item.form, 0.0),
            (
                factor * curve.difference,
                factor**2 * curve.discordant,
                curve.n,
                factor * curve.aucc,
            ),
        )
    else:
        raise TypeError(f"curve: got {type(curve).__name__}, which the page's script does not know")
    short = (float(f"{value:.12g}") for value in parameters)
    return [forms.setdefault(form, len(forms)), *map(whole, short)]


def form_points(name: str, df: float) -> dict[str, object]:
    """Return how far the flanks of a form are from its peak at each height, in standard errors."""
    title = CURVE_FORMS[name].title
    if name != "t":
        return {"title": title, "distances": digits(STEPS)}
    unit = ConfidenceCurve(0.0, 1.0, df)
    return {
        "title": f"{title}, df = {df:g}",
        "distances": digits(unit.bounds(normal_two_sided(STEPS))[1]),
        "area": unit.aucc if df > 1 else None,
    }


STEPS = np.concatenate([np.arange(0.0, 4.0, 0.005), np.arange(4.0, 30.25, 0.5)])
"""Heights of a curve's points, as distances of the standard normal: close where p-values and intervals are printed."""


def digits(values: FloatArray) -> list[float]:
    """Round to seven significant digits."""
    return [float(f"{value:.7g}") for value in values]


LEVELS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25)
"""Levels to choose from, next to the study's own."""

MOST_GROUPS = 200
"""More bars than a page can show."""
MOST_BARS = 16
"""More bars across an axis than can be read, of so many algorithms that the figure next to it has a row for each."""


def live_diagram(analysis: Analysis, drawing: Drawing) -> Live | None:
    """Prepare the critical difference diagram of one metric for the page's script."""
    adjusted, figure = analysis.adjusted, drawing.figure or PlottedFigure(name="cd")
    method = figure.adjust or adjusted.deciding
    if method is None or rank_whiskers(analysis, figure):  # whose level the page cannot change
        return None
    average, layout = analysis.ranking.average, _layout(figure, len(analysis.names))
    if layout["inRows"] and len(cd_marks(analysis, method)["groups"] or ()) > MOST_BARS:
        return None
    order = np.argsort(average, kind="stable").tolist()
    alphas = sorted({*LEVELS, adjusted.alpha})
    groupings: dict[tuple[tuple[int, ...], ...], int] = {}
    read = [
        at_level(analysis.ranking, analysis.tested, analysis.adjusted, alpha, MOST_GROUPS) for alpha in alphas
    ]  # as it would be at each level
    highlight = highlighted(analysis, figure)
    return Live(
        kind="cd",
        drawing=drawing.name,
        title=say("Average ranks by {}", analysis.metric),
        choices={"adjustment": tuple(dashed(ADJUSTMENTS[name].title) for name in adjusted.p)},
        data={
            "names": list(analysis.algorithms),
            "ranks": [float(f"{rank:.12g}") for rank in average],
            "order": order,
            "control": None if analysis.tested.control is None else order.index(analysis.tested.control),
            "highlight": sorted(map(order.index, highlight)),
            "alphas": alphas,
            "alphaTexts": [level_text(alpha) for alpha in alphas],
            "level": alphas.index(adjusted.alpha),
            "adjustment": [*adjusted.p].index(method),
            "caption": figure.caption,
            "tables": _marks_in_tables(analysis),
            **layout,
            "states": [
                [_state(analysis, item, name, order, highlight, groupings) for item in read] for name in adjusted.p
            ],
            "groupings": [[list(group) for group in groups] for groups in groupings],
        },
    )


def _marks_in_tables(analysis: Analysis) -> str:
    """Say by what tables next to the diagram go on to mark differences when a reader changes it."""
    deciding = analysis.adjusted.deciding
    by = "" if deciding is None else f", {dashed(ADJUSTMENTS[deciding].title)}"
    return f"Marks in the tables remain those of the study (level {level_text(analysis.adjusted.alpha)}{by})."


def _layout(figure: PlottedFigure, size: int) -> dict[str, bool]:
    """Return how the drawing is laid out, as far as a screen does not decide it."""
    from rankpress.figures.cd import MOST_ON_AXIS

    in_rows = figure.layout == "rows" or (figure.layout == "auto" and size > MOST_ON_AXIS)
    best = figure.best or ("left" if in_rows else "right")
    one_side = in_rows or figure.sides != "both"
    return {"inRows": in_rows, "bestAtLeft": best == "left", "oneSide": one_side, "showRanks": figure.ranks}


def _state(
    analysis: Analysis,
    adjusted: Adjusted,
    method: str,
    order: Sequence[int],
    highlight: Sequence[int],
    groupings: dict[tuple[tuple[int, ...], ...], int],
) -> list[object]:
    """Return what the diagram shows by one adjustment at one level."""
    # as if the adjustment were the only one, and so decided
    analysis = replace(analysis, adjusted=replace(adjusted, p={method: adjusted.p[method]}))
    marks, result = cd_marks(analysis, method), separation(analysis)
    shown = marks["groups"] if marks["control"] is None else (marks["significant_vs_control"],)
    number = None
    if shown is not None:
        places = tuple(tuple(sorted(map(order.index, group))) for group in shown)
        number = groupings.setdefault(places, len(groupings))
    cd = None if marks["cd"] is None else float(f"{marks['cd']:.6g}")
    text = "" if result is None or is_exploratory([analysis]) else separated_in_words(analysis, result)
    return [number, cd, dashed(cd_caption(analysis, method, highlight)), dashed(text)]


def live_figures(analyses: Sequence[Analysis], drawings: Sequence[Drawing]) -> tuple[Live, ...]:
    """Find what the page's script needs to draw the figures that it can draw itself."""
    of_metric = {analysis.scores.name: analysis for analysis in analyses}
    firsts: dict[tuple[str, str], Drawing] = {}
    for drawing in drawings:
        if drawing.kind in _MAKERS:
            firsts.setdefault((drawing.metric, drawing.kind), drawing)
    created = (_MAKERS[kind](of_metric[metric], drawing) for (metric, kind), drawing in firsts.items())
    return tuple(live for live in created if live is not None)


_MAKERS: Mapping[str, Callable[[Analysis, Drawing], Live | None]] = {"cd": live_diagram, "curves": live_curves}
