"""One confidence curve in sentences."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from rankpress.figures.alt.wording import one_name
from rankpress.figures.numerals import p_text

if TYPE_CHECKING:
    from rankpress.stats.curves import Curve


def describe_curve(
    curve: Curve, *, first: str, second: str, metric: str = "score", dataset: str = "", level: float = 0.95
) -> str:
    r"""Describe a curve by its key elements; parameters as for `annotated_confidence_curve`.

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> text = describe_curve(ConfidenceCurve(0.15, 0.1, 99), first="A", second="B", dataset="iris")
    >>> print(text.replace(". ", ".\n"))
    Confidence curve of the difference in score, A less B, on iris.
    Point estimate 0.15, 95% interval -0.0484 to 0.348, area under the curve 0.161.
    The null value 0 has the p-value 0.137, as has the entangled null value 0.3.
    """
    where = f", on {one_name(dataset)}" if dataset else ""
    low, high = curve.interval(level)
    interval = f"{100 * level:g}% interval {low:.3g} to {high:.3g}"
    told = [
        f"Confidence curve of the difference in {one_name(metric)}, {one_name(first)} less {one_name(second)}{where}.",
        f"Point estimate {curve.difference:.3g}, {interval}, area under the curve {curve.aucc:.3g}.",
    ]
    null = f"The null value 0 has the p-value {p_text(curve.p_null).replace('<', 'below ')}"
    entangled = curve.entangled_null
    if isfinite(entangled) and entangled != 0:
        null += f", as has the entangled null value {entangled:.3g}"
    return " ".join([*told, f"{null}."])
