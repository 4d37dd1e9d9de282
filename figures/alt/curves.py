"""Confidence curves in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rankpress.figures.alt.wording import MOST, one_name, rest

if TYPE_CHECKING:
    from rankpress.stats.curves import Curve


def describe_curves(
    panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]],
    *,
    baseline: str | None,
    metric: str,
    null: float = 0.0,
    level: float = 0.95,
) -> str:
    """Describe a page of confidence curves by where their intervals lie; parameters as for `confidence_curve_page`.

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> describe_curves([("iris", [("CART", ConfidenceCurve(0.05, 0.02, 99))])], baseline="majority", metric="accuracy")
    'Confidence curves of the difference in accuracy to majority on iris. CART: 0.05, 95% interval 0.0103 to 0.0897.'
    """
    difference = f"Confidence curves of the difference in {one_name(metric)}"
    difference += f" to {one_name(baseline)}" if baseline is not None else ""
    interval = f"{100 * level:g}% interval"
    if len(panels) == 1:
        dataset, curves = panels[0]
        told = []
        for label, curve in curves[:MOST]:
            low, high = curve.interval(level)
            told.append(f"{one_name(label)}: {curve.difference:.3g}, {interval} {low:.3g} to {high:.3g}")
        return f"{difference} on {one_name(dataset)}. {'; '.join(told)}{rest(len(curves))}."
    labels = list(dict.fromkeys(label for _, curves in panels for label, _ in curves))
    told = [_tell_sides(label, panels, null, level) for label in labels[:MOST]]
    return (
        f"{difference} on {len(panels)} data sets. Number of data sets where the {interval} lies above, across and"
        f" below {null:g}: {'; '.join(told)}{rest(len(labels))}."
    )


def _tell_sides(
    label: str, panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]], null: float, level: float
) -> str:
    ends = [curve.interval(level) for _, curves in panels for name, curve in curves if name == label]
    above, below = sum(low > null for low, _ in ends), sum(high < null for _, high in ends)
    return f"{one_name(label)} {above}, {len(ends) - above - below}, {below}"
