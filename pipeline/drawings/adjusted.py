"""The adjustment that a figure goes by: why it may be lacking, and its critical difference."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.stats.families import ADJUSTMENTS


def why_not_adjusted(analysis: Analysis, method: str | None) -> str:
    """Why there are no p-values of an adjustment; empty where there are."""
    if analysis.tested.over is None or method is None:
        return "no tests over the data sets were made"
    if method in analysis.adjusted.p:
        return ""
    title = ADJUSTMENTS[method].title
    return f"{title} was left out: {analysis.adjusted.left_out.get(method, 'it is not one of adjust')}"


def critical_difference(analysis: Analysis, method: str | None) -> float | None:
    """The difference of average ranks from which on an adjustment tells algorithms apart, where it has one."""
    found = None if method is None else analysis.adjusted.critical_difference.get(method)
    return None if found is None else found.cd
