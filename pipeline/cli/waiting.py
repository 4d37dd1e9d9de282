"""How far long work is, on a terminal: a bar with the time that is left."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rankpress.cli.telling import printable

PATIENCE = 2.0  # seconds before a bar is worth showing
LONGEST = 36  # letters of what is told, so that a line of 80 has room for all


def shown(results: Iterable[Any], number: int, told: str) -> Iterable[Any]:
    """Yield results as they come, with a bar on a terminal once that takes long.

    Parameters
    ----------
    results : iterable
        The results.
    number : int
        How many there will be.
    told : str
        What they are of.

    Returns
    -------
    iterable
        The same results; where stderr is no terminal, or there is one only, nothing is shown.
    """
    if number < 2 or not sys.stderr.isatty():
        return results
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # a thread of its own, which a further process must not begin with
    shape = "{desc}: {n_fmt}/{total_fmt} |{bar:20}| {remaining} left"
    name = printable(told)
    desc = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"  # else the time left is beyond the line's end
    bar: Iterable[Any] = tqdm(
        results, desc=desc, total=number, file=sys.stderr, leave=False, delay=PATIENCE, bar_format=shape
    )
    return bar
