"""The simulated power in results.json."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from rankpress.analysis import Analysis
from rankpress.power.found import BySize, PairPower, Powered
from rankpress.report.plain import Json, number
from rankpress.stats.required_size import LEVEL, Reached, share_bands


def power_results(analysis: Analysis) -> Json | None:
    """The simulated power by number of data sets and by difference; None where none was asked for.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    dict or None
    """
    powered = analysis.powered
    if powered is None:
        return None
    return {
        "test": powered.test,
        "alpha": powered.alpha,
        "target": powered.target,
        "model": powered.model,
        "effects": list(powered.effects),
        "datasets": list(powered.sizes),
        "own_datasets": powered.own,
        "draws": powered.draws,
        "seed": powered.seed,
        "level": LEVEL,
        "pairs": [_pair(analysis, powered, one) for one in powered.each],
        "left_out": dict(powered.left_out),
        "notes": list(powered.notes),
    }


def _pair(analysis: Analysis, powered: Powered, one: PairPower) -> Json:
    return {
        "a": analysis.names[one.a],
        "b": analysis.names[one.b],
        "spread": number(one.spread),
        "by_datasets": [
            {"difference": effect, "datasets": list(found.sizes), "procedures": dict(_by_size(powered, found))}
            for effect, found in zip(powered.effects, one.by_size, strict=True)
        ],
        "smallest": dict(_smallest(powered, one)),
        "by_difference": {
            "differences": one.by_difference.differences.tolist(),
            "procedures": dict(_shares(powered, one.by_difference.counts.T)),
        },
    }


def _by_size(powered: Powered, found: BySize) -> Iterator[tuple[str, Json]]:
    wrong = (found.wrong.T / powered.draws).tolist()
    shares = _shares(powered, found.right.T)
    for (name, told), in_error, needed in zip(shares, wrong, found.needed, strict=True):
        yield name, {**told, "wrong": in_error, "needed": _needed(powered, needed)}


def _shares(powered: Powered, counts: Any) -> Iterator[tuple[str, Json]]:
    for name, row in zip(powered.procedures, counts, strict=True):
        low, high = share_bands(row, powered.draws)
        yield (
            name,
            {
                "power": (row / powered.draws).tolist(),
                "interval": [list(ends) for ends in zip(low.tolist(), high.tolist(), strict=True)],
            },
        )


def _needed(powered: Powered, needed: Reached) -> Json:
    told: Json = {
        "datasets": _up(needed.at),
        "interval": [_up(needed.low), _up(needed.high)],
        "of_those": _up(needed.first),
    }
    return {**told, **_beyond(needed, powered.sizes, f"more than {powered.sizes[-1]} data sets")}


def _up(number_of_datasets: float) -> int | None:
    return math.ceil(number_of_datasets) if math.isfinite(number_of_datasets) else None


def _beyond(found: Reached, places: Sequence[float], more: str) -> Json:
    if math.isinf(found.at):
        return {"why": more}
    return {"why": f"{places[0]:g} or fewer"} if found.at == places[0] else {}


def _smallest(powered: Powered, one: PairPower) -> Iterator[tuple[str, Json]]:
    for name, found in zip(powered.procedures, one.by_difference.smallest, strict=True):
        told: Json = {"difference": number(found.at), "interval": [number(found.low), number(found.high)]}
        why = {} if math.isfinite(found.at) else {"why": "no difference is found with this power, however large"}
        yield name, {**told, **why}
