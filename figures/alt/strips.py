"""P-values under changes of a study, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from rankpress.figures.alt.wording import enumerate_names, one_name


def describe_p_strips(
    names: Sequence[str], own: Sequence[float], series: Mapping[str, Sequence[Sequence[float]]], *, alpha: float
) -> str:
    """Describe p-values of conclusions and how far they move under changes.

    Examples
    --------
    >>> describe_p_strips(["A and B"], [0.04], {"a data set left out": [[0.03, 0.06]]}, alpha=0.05)
    'P-values of 1 conclusion and under changes, level 0.05: A and B 0.04, from 0.03 to 0.06, 1 of 2 at most that.'
    """
    told = []
    for row, name in enumerate(names):
        known = [p for rows in series.values() for p in rows[row] if isfinite(p)]
        at_most = sum(p <= alpha for p in known)
        moved = f", from {min(known):.2g} to {max(known):.2g}, {at_most} of {len(known)} at most that" if known else ""
        here = f"{own[row]:.2g}" if isfinite(own[row]) else "undefined"
        told.append(f"{one_name(name)} {here}{moved}")
    number = f"{len(names)} conclusion{'' if len(names) == 1 else 's'}"
    return f"P-values of {number} and under changes, level {alpha:g}: {enumerate_names(told)}."
