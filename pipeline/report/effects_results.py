"""The effect sizes in results.json."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.report.plain import Json, number


def pair_effects(analysis: Analysis) -> list[Json]:
    """The effect sizes of each comparison, in the order of the tests; empty where there are none.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    list of dict
        One a pair: by measure its estimate, interval and level, and why something of it is null.
    """
    estimated = analysis.estimated
    if estimated is None or not estimated.effects:
        return []
    return [
        {
            name: {
                **_one(effect.estimate[at], effect.low[at], effect.high[at], effect.level, effect.why[at]),
                **{detail: number(values[at]) for detail, values in effect.details.items()},
            }
            for name, effect in estimated.effects.items()
        }
        for at in range(len(estimated.pairs))
    ]


def effects_results(analysis: Analysis) -> Json | None:
    """How intervals were made, by measure, and what was left out; None where no effect sizes were asked for."""
    estimated = analysis.estimated
    if estimated is None:
        return None
    return {
        "level": estimated.level,
        "methods": {name: effect.method for name, effect in estimated.effects.items()},
        "draws": estimated.draws,
        "seed": estimated.seed,
        "left_out": list(estimated.left_out),
    }


def concordance_results(analysis: Analysis) -> Json | None:
    """Kendall's W with its interval; None where it was not asked for or is left out."""
    found = None if analysis.estimated is None else analysis.estimated.concordance
    if found is None:
        return None
    told = _one(found.estimate, found.low, found.high, found.level, found.why)
    return {"kendall_w": told.pop("estimate"), **told, "method": found.method}


def _one(estimate: float, low: float, high: float, level: float, why: str) -> Json:
    told: Json = {"estimate": number(estimate), "interval": [number(low), number(high)], "level": level}
    return {**told, "why": why} if why else told
