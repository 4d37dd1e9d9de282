"""Scores of 0 and 1 on what a long table calls data sets: they may be outcomes on test examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.init.hypotheses import MOST_DATASETS
from rankpress.init.measured import columns_of
from rankpress.init.vocabulary import role_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


def doubts_on_examples(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that what are many data sets may be test examples of those that another column names."""
    datasets, n = columns_of(table, guess, "dataset"), len(np.unique(scores.dataset_of))
    if guess.layout != "long" or guess.of_examples or len(datasets) > 1 or n < MOST_DATASETS:
        return
    [example] = datasets
    owners = _owners(table, guess, example, n)
    if owners and np.isin(scores.values[np.isfinite(scores.values)], (0, 1)).all():
        owner = next((name for name in owners if role_of(name) == "dataset"), owners[0])
        text = (
            f"each of the {n:,} in {quoted(example)} has scores of 0 or 1: a test example, perhaps, of {quoted(owner)}"
        )
        ways = (
            Way(f"{quoted(example)} names data sets", "set", _column("dataset", example)),
            Way(
                f"{quoted(example)} names test examples",
                "set",
                _column("dataset", owner),
                (("set", _column("example", example)),),
            ),
        )
        yield Doubt(text, "example", example, ways=ways)


def _owners(table: Table, guess: Guess, example: str, n: int) -> list[str]:
    """Return the columns of texts that may name the data sets of test examples."""
    used = {*guess.columns.values(), *guess.metrics, *guess.costs}
    used.update(name for names in guess.join.values() for name in names)
    return [
        name
        for name, column in table.columns.items()
        if name not in used
        and not column.is_numeric
        and column.is_full
        and 0 < column.distinct < n
        and table.follows(name, example)
    ]


def _column(role: str, name: str) -> str:
    return f"scores.columns.{role}={json.dumps(name, ensure_ascii=False)}"
