"""Names as figures show them and as alt texts list them.

A name that reads from right to left stands in an isolate, drawn by itself, so that it does not turn its neighbors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rankpress.wording.text import END_OF_ISOLATE, ISOLATE, is_right_to_left, joined

_TURNING = "\u2066-\u2069"
_TWO_PEOPLE = re.compile(r"\b([A-Z]\w+)-([A-Z]\w+)")
_people = set[tuple[str, str]]()  # that titles of methods name
_ISOLATED = re.compile(f"{ISOLATE}([^{_TURNING}]*){END_OF_ISOLATE}")


def isolated(name: str) -> str:
    r"""Return a name in an isolate if any of its letters reads from right to left."""
    if not is_right_to_left(name) or _ISOLATED.fullmatch(name):
        return name
    return enclosed(re.sub(f"[{_TURNING}]", lambda sign: f"U+{ord(sign[0]):04X}", name))


def enclosed(text: str) -> str:
    """Return a text in an isolate."""
    return f"{ISOLATE}{text}{END_OF_ISOLATE}"


def runs(text: str) -> Iterator[tuple[bool, str]]:
    """Divide a text into what stands in isolates (True) and what does not."""
    for number, run in enumerate(_ISOLATED.split(text)):
        if run:
            yield number % 2 == 1, run


def without_isolates(text: str) -> str:
    """Return the text that stays visible."""
    return "".join(run for _, run in runs(text))


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
    return joined(texts) if len(members) <= MOST else ", ".join(texts) + f" and {len(members) - MOST} more"


def enumerate_names(texts: Sequence[str]) -> str:
    """Texts in order, with the last one where some in the middle are omitted."""
    if len(texts) <= MOST:
        return ", ".join(texts)
    return ", ".join(texts[: MOST - 1]) + f", {len(texts) - MOST} more, and last {texts[-1]}"


def rest(count: int) -> str:
    """Return how many more there are than are reported, if any."""
    return f"; and {count - MOST} more" if count > MOST else ""


def name_people(title: str) -> None:
    """Note the people that a method is called by, two with a hyphen between them: Iman-Davenport test."""
    _people.update(_TWO_PEOPLE.findall(title))


def with_en_dashes(text: str) -> str:
    """Set an en dash between two people that a method is called by."""
    return _TWO_PEOPLE.sub(
        lambda names: f"{names[1]}\N{EN DASH}{names[2]}" if names.groups() in _people else names[0], text
    )
