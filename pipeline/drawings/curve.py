"""One confidence curve with its key elements named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rankpress.analysis import Analysis
from rankpress.curves import PairCurve, find_curves
from rankpress.drawings.curves import way_of
from rankpress.drawings.pairs import chosen_pairs, part_of
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_curve
from rankpress.naming import key_of
from rankpress.report.inline import plain
from rankpress.report.numbers import p_phrase
from rankpress.spec.model import CurvesOptions
from rankpress.spec.plot_section import PlottedFigure

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan the curve of each pair on one data set."""
    metric, pairs = analysis.scores.name, _pairs(analysis, figure)
    if not pairs:
        yield Missing("curve", metric, "it takes two algorithms")
    for pair in pairs:
        found = _curve(analysis, pair, figure.dataset)
        if found is None:
            names = " and ".join(plain(analysis.names[i]) for i in pair)
            where = "on any data set" if figure.dataset is None else f"on {figure.dataset}"
            yield Missing("curve", metric, f"{names} have no folds or test examples {where} that a curve could use")
        else:
            yield _plan(analysis, found, part_of(analysis, pair, among=len(pairs)), figure.level, style)


def _pairs(analysis: Analysis, figure: PlottedFigure) -> tuple[tuple[int, int], ...]:
    """The pairs that the spec names, else the first one of the study's curves, else the two that rank best."""
    curves = analysis.tested.curves
    if figure.pairs is None and curves:
        return ((curves[0].a, curves[0].b),)
    return chosen_pairs(analysis, figure.pairs)


def _curve(analysis: Analysis, pair: tuple[int, int], dataset: str | None) -> PairCurve | None:
    """The curve of a pair, in this order, on a data set or the first that has one; in the form of the study's."""
    a, b = (analysis.scores.algorithms[i] for i in pair)
    forms = {one.form for one in analysis.tested.curves}
    options = CurvesOptions(pairs=((a, b),), form=forms.pop() if len(forms) == 1 else None)
    found = find_curves(analysis.scores, options).curves
    return next((one for one in found if dataset is None or key_of(one.dataset) == dataset), None)


def _plan(analysis: Analysis, one: PairCurve, part: str, level: float, style: Style) -> Plan:
    from rankpress.figures.curves.annotated import annotated_confidence_curve

    metric = analysis.scores.name
    first, second = analysis.names[one.a], analysis.names[one.b]
    shown: dict[str, Any] = {
        "first": plain(first),
        "second": plain(second),
        "metric": plain(metric),
        "dataset": plain(one.dataset),
        "level": level,
    }
    return Plan(
        metrics=(metric,),
        kind="curve",
        title=f"Confidence curve of the difference in {metric}: {first} less {second}, on {one.dataset}",
        caption=curve_caption(analysis, one, level),
        alt=describe_curve(one.curve, **shown),
        draw=partial(annotated_confidence_curve, one.curve, **shown, style=style),
        part=part,
    )


def curve_caption(analysis: Analysis, one: PairCurve, level: float) -> str:
    """What the one curve shows, and what its elements mean."""
    first, second = analysis.names[one.a], analysis.names[one.b]
    difference = f"difference in {analysis.scores.name}, {first} less {second}, on {one.dataset}"
    told = [
        f"Confidence curve of the {difference}, by {way_of(one.form)}.",
        "Over each supposed difference stands its two-sided p-value.",
        f"The width at height p is the interval at level 1 − p, that of {100 * level:g}% as a bar.",
        f"No difference, the vertical line, has {p_phrase(one.curve.p_null)}, without adjustment.",
    ]
    if one.curve.entangled_null not in (0.0, one.curve.difference) and one.curve.p_null > 0:
        told.append(
            "The entangled null value has the same p-value: the data favour neither of the two, and a large p-value is"
            " no evidence for no difference."
        )
    told.append("The smaller the shaded area, the more precise the estimate.")
    return " ".join(told)
