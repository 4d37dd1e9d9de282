"""What a word should have been."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches


def one_of(got: object, allowed: Sequence[str]) -> str:
    """The allowed words, and the nearest of them where one is near to what was got."""
    if len(allowed) == 1:
        return allowed[0]
    near = nearest(got, allowed) if isinstance(got, str) else None
    return f"one of {', '.join(allowed)}" + (f"; the nearest is '{near}'" if near else "")


def nearest(got: str, allowed: Sequence[str], likeness: float = 0.6) -> str | None:
    """The allowed word that is most like what was got, if any is, 1 being equal; case and punctuation do not count."""
    folded = {_folded(word): word for word in reversed(allowed)}
    near = get_close_matches(_folded(got), folded, n=1, cutoff=likeness)
    return folded[near[0]] if near else None


def _folded(word: str) -> str:
    return re.sub(r"[\W_]", "-", word.casefold())
