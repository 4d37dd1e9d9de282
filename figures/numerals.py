"""Numbers as figures print them."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10


def rank_text(rank: float) -> str:
    """Return an average rank or a critical difference, to two decimals or, if it is small, two digits."""
    return f"{rank:.2f}" if rank == 0 or abs(rank) >= 0.095 else f"{rank:.2g}"


def cd_text(cd: float, *, about_control: bool = False) -> str:
    """Return what stands at a ruler as long as the critical difference."""
    return f"control \N{PLUS-MINUS SIGN} CD = {rank_text(cd)}" if about_control else f"CD = {rank_text(cd)}"


def probability_phrase(probability: float) -> str:
    """Return a posterior probability in three decimals, never 0.000 or 1.000."""
    if probability > 0.999:
        return "P > 0.999"
    return "P < 0.001" if probability < 0.001 else f"P = {probability:.3f}"


def p_text(p: float) -> str:
    """Return a p-value in three decimals, never 0.000."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def short_number(value: float) -> str:
    """Return a number in three digits."""
    return f"{value + 0.0:.3g}".replace("-", "\N{MINUS SIGN}")


def tick_texts(values: Sequence[float]) -> tuple[str, ...]:
    """Evenly spaced numbers of an axis, all with the digits that their step needs, so that no two read the same."""
    step = abs(values[1] - values[0]) if len(values) > 1 else abs(values[0]) or 1.0
    largest = max(map(abs, values)) or 1.0
    decimals = -floor(log10(step) + 1e-9)
    decimals += abs(round(step / 10.0**-decimals) - step / 10.0**-decimals) > 1e-6  # a step of 0.25 needs one more
    if largest >= 1e5 or (largest < 1e-3 and step < 1e-4):
        digits = floor(log10(largest) + 1e-9) + decimals + 1
        texts = [f"{value + 0.0:.{max(3, digits)}g}" for value in values]
    else:
        decimals = max(0, decimals)
        texts = [f"{round(value, decimals) + 0.0:.{decimals}f}" for value in values]
    return tuple(text.replace("-", "\N{MINUS SIGN}") for text in texts)
