"""Plain values for results.json: what is not finite is null, and whole numbers are whole."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rankpress.stats.omnibus import OmnibusTest

Json = dict[str, Any]


def number(value: float | np.floating[Any]) -> float | None:
    """A number, None where it is not finite."""
    return float(value) if math.isfinite(value) else None


def whole(value: float) -> float | int:
    """A number, as an integer where it is one."""
    return int(value) if float(value).is_integer() else float(value)


def by_name(names: Sequence[str], values: Sequence[float] | np.ndarray[Any, Any]) -> Json:
    """Numbers under the names that they belong to."""
    return {name: number(value) for name, value in zip(names, np.asarray(values).tolist(), strict=True)}


def omnibus_figures(test: OmnibusTest) -> Json:
    """An omnibus test, with the form that is not corrected for ties where there is one."""
    told, details = _figures(test), {name: number(value) for name, value in test.details.items()}
    if "exact_p" in details:
        told["exact_p"] = details.pop("exact_p")
    if test.uncorrected is not None:
        told["uncorrected"] = _figures(test.uncorrected)
    if details:
        told["details"] = details
    return told


def _figures(test: OmnibusTest) -> Json:
    df = [whole(value) for value in test.df]
    told: Json = {"statistic": number(test.statistic), "df": df[0] if len(df) == 1 else df, "p": number(test.p)}
    return {**told, "why": test.why} if test.why else told
