"""Results that most data sets lack, so that few data sets decide who is first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.init.leaders import first_by_rank
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


def doubts_on_few_datasets(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that most data sets lack results, if all of them have another first or another column has more; open."""
    means = scores.means()
    are_complete = np.isfinite(means).all(axis=1)
    is_asked = any(doubt.is_open and doubt.key in ("censored", "missing", scores.metric) for doubt in guess.doubts)
    if guess.missing or is_asked or not are_complete.any() or 2 * are_complete.sum() >= len(means):
        return
    few = counted(int(are_complete.sum()), "data set")
    text = f"all algorithms have results on {few} of {len(means)}"
    signed = means if scores.better == "higher" else -means
    some, every = first_by_rank(signed[are_complete]), first_by_rank(signed)
    if fuller := _fuller_columns(table, guess, scores):
        ways = tuple(Way(f"{quoted(name)} is compared", "metric", name) for name in (scores.metric, *fuller))
        yield Doubt(f"{text}; {quoted(fuller[0])} has more results", "metrics", scores.metric, is_open=True, ways=ways)
    elif some != every and some is not None and every is not None:
        names = [quoted(scores.algorithms[index]) for index in (some, every)]
        ways = (
            Way("the other data sets are omitted", "missing", "drop-datasets"),
            Way("each pair is compared where both have results", "missing", "incomplete-blocks"),
            Way("a missing result is the worst", "missing", "worst-rank"),
        )
        first = f"{names[0]} is first on these, {names[1]} by the results on all"
        yield Doubt(f"{text}; {first}", "missing", is_open=True, ways=ways)


def _fuller_columns(table: Table, guess: Guess, scores: Measured) -> list[str]:
    """Return the columns that may be scores and have more results than the metric."""
    filled = int(np.isfinite(scores.values).sum())
    names = [doubt.column for doubt in guess.doubts if doubt.key == "metrics" and doubt.column in table.columns]
    columns = {name: table.columns[name].numbers for name in dict.fromkeys(names) if name not in guess.metrics}
    return [
        name
        for name, numbers in columns.items()
        if len(numbers) > scores.row_of.max() and np.isfinite(numbers[scores.row_of]).sum() > filled
    ]
