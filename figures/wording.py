"""Names and numbers as figures show them and as alt texts list them.

A name that reads from right to left stands in an isolate, drawn by itself, so that it does not turn its neighbors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from math import floor, log10

_BEGIN, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_TURNING = "\u2066-\u2069"
_ISOLATED = re.compile(f"{_BEGIN}([^{_TURNING}]*){_END}")


def isolated(name: str) -> str:
    r"""Return a name in an isolate if any of its letters reads from right to left."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    if not turns or _ISOLATED.fullmatch(name):
        return name
    return enclosed(re.sub(f"[{_TURNING}]", lambda result: f"U+{ord(result[0]):04X}", name))


def enclosed(text: str) -> str:
    """Return a text in an isolate."""
    return f"{_BEGIN}{text}{_END}"


def runs(text: str) -> Iterator[tuple[bool, str]]:
    """Divide a text into what stands in isolates (True) and what does not."""
    for number, run in enumerate(_ISOLATED.split(text)):
        if run:
            yield number % 2 == 1, run


def without_isolates(text: str) -> str:
    """Return the text that stays visible."""
    return "".join(run for _, run in runs(text))


def counted(count: int, name: str) -> str:
    """Say a number of things."""
    return f"{count:,} {name if count == 1 else name + 's'}"


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


MOST = 12  # algorithms, groups or arcs listed singly; tables hold the rest
LONGEST_NAME = 60


def one_name(name: str) -> str:
    """Return a name on one line, without the middle of one that would tire a listener."""
    name = " ".join(name.split())
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def name_list(names: Sequence[str], members: Sequence[int]) -> str:
    """Some names joined by commas and `and`."""
    texts = [one_name(names[i]) for i in members[:MOST]]
    return join(texts) if len(members) <= MOST else ", ".join(texts) + f" and {len(members) - MOST} more"


def join(texts: Sequence[str]) -> str:
    """Texts joined by commas and `and`."""
    return " and ".join((", ".join(texts[:-1]), texts[-1])) if len(texts) > 1 else "".join(texts)


def enumerate_names(texts: Sequence[str]) -> str:
    """Texts in order, with the last one where some in the middle are left out."""
    if len(texts) <= MOST:
        return ", ".join(texts)
    return ", ".join(texts[: MOST - 1]) + f", {len(texts) - MOST} more, and last {texts[-1]}"


def rest(count: int) -> str:
    """Return how many more there are than are reported, if any."""
    return f"; and {count - MOST} more" if count > MOST else ""
