"""Words that alt texts share: names and lists of them, as a listener can follow."""

from __future__ import annotations

from collections.abc import Sequence

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
