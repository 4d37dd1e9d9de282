"""Names that read from right to left, kept from turning the text next to them: isolates, each drawn by itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

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
