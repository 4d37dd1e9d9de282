"""Confidence curves as they stand in results.json."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.report.plain import Json, number, whole
from rankpress.stats.curves import Curve


def curve_results(analysis: Analysis) -> Iterator[Json]:
    """Confidence curves of pairs of algorithms, each on a data set."""
    names = analysis.names
    for one in analysis.tested.curves:
        curve = one.curve
        told = {
            "dataset": one.dataset,
            "a": names[one.a],
            "b": names[one.b],
            "form": one.form,
            "difference": number(curve.difference),
            "standard_error": number(one.standard_error),
            "df": None if math.isnan(one.df) else whole(one.df),
            "aucc": number(curve.aucc),
            "aucc_normal": number(one.aucc_normal),
            "interval_95": [number(bound) for bound in curve.interval(0.95)],
            "p_null": number(curve.p_null),
            "entangled_null": number(curve.entangled_null),
        }
        why = [*_undefined(curve)]
        if math.isnan(one.df):
            why.append(f"the form {one.form} has no standard error and no degrees of freedom")
        yield {**told, "why": "; ".join(why)} if why else told


def averaged_curve_results(analysis: Analysis) -> Iterator[Json]:
    """Curves of pairs averaged over the data sets."""
    names = analysis.names
    for one in analysis.tested.averaged_curves:
        curve = one.curve
        told = {
            "a": names[one.a],
            "b": names[one.b],
            "datasets": len(one.datasets),
            "difference": number(curve.difference),
            "aucc": number(curve.aucc),
            "interval_95": [number(bound) for bound in curve.interval(0.95)],
            "p_null": number(curve.p_null),
            "entangled_null": number(curve.entangled_null),
        }
        why = "; ".join(_undefined(curve))
        yield {**told, "why": why} if why else told


def _undefined(curve: Curve) -> Iterator[str]:
    if math.isinf(curve.aucc):
        yield "with one degree of freedom the area under the curve is infinite"
    if math.isnan(curve.entangled_null):
        yield "no one other difference has the p-value of none"
