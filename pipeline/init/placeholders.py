"""Numbers among the scores of a table that hardly are scores, and whether the answer depends on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import is_cost, is_never_negative
from rankpress.core.doubts import Doubt, Way
from rankpress.core.placeholders import placeholders_in, sentence_on
from rankpress.init.limits import limit_in
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


def doubts_on_placeholders(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield the numbers that hardly are scores; open where another algorithm is first without them.

    A limit of time that a run reached is worse than all other times, and may well be meant.
    """
    values = scores.values
    limit = limit_in(table, guess, scores)  # asked about as such
    of_algorithms = [values[scores.algorithm_of == code] for code in range(len(scores.algorithms))]
    for number in placeholders_in(of_algorithms, may_be_negative=not is_never_negative(scores.metric)):
        if number == limit:
            continue
        is_worse = (number > np.nanmedian(values)) == (scores.better == "lower")
        without = scores.first(np.where(values == number, np.nan, values))
        is_open = scores.first() != without and not (is_worse and is_cost(scores.metric))
        text = sentence_on(number, listed(map(quoted, scores.of_algorithms(values == number)), most=3))
        yield Doubt(text, "na", scores.metric, is_open=is_open, ways=_ways(number, guess.na) if is_open else ())


def _ways(number: float, na: tuple[str, ...]) -> tuple[Way, ...]:
    """Return what may be meant: that the number is a score, and that it stands for no result."""
    both = (("is a score", na), ("stands for no result", (*na, f"{number:.15g}")))
    return tuple(
        Way(f"{number:.6g} {meaning}", "set", f"scores.na={json.dumps(list(texts), ensure_ascii=False)}")
        for meaning, texts in both
    )
