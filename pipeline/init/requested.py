"""The metrics that a user requests of a table that was guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import way_of
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.init.directions import direction_of
from rankpress.init.guess import Guess
from rankpress.init.measures import directions_in_doubt
from rankpress.init.stated import stated_direction
from rankpress.init.table import Table
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


def with_requested(table: Table, guess: Guess, place: str, requested: Sequence[str]) -> Guess:
    """Return the guess with the metrics that are requested, and what is not certain of their directions.

    Raises FaultsFound where there is no column of that name.
    """
    rows = {label for labels in guess.where.values() for label in labels}
    requested = [name for name in requested if name not in rows]  # rows of a metric that a column names
    columns = [*guess.metrics, *guess.costs, *guess.unused]
    unknown = [name for name in requested if name not in columns]
    if unknown and guess.layout == "long":
        message = f"there is no column {quoted(unknown[0])}"
        raise FaultsFound([Fault("--metric", message, one_of(unknown[0], columns))])
    if not requested or set(requested) == set(guess.metrics):
        return guess
    doubts = list(guess.doubts)
    metrics: dict[str, Better] = {}
    for name in requested:
        if guess.layout != "long" and len(guess.metrics) == 1:  # what all its columns hold
            [(former, metrics[name])] = guess.metrics.items()
            doubts = [replace(doubt, key=name) if doubt.key == former else doubt for doubt in doubts]
        elif name in guess.metrics or name not in table.columns:
            metrics[name] = guess.metrics.get(name) or way_of(name) or "higher"
        else:
            direction = direction_of(table.columns[name], place=table.files_at(place), stated=stated_direction(table))
            metrics[name] = direction.better
            doubts += directions_in_doubt({name: direction})
    costs = [name for name in guess.costs if name not in metrics]
    ignored = [name for name in guess.ignored if name not in metrics]
    return replace(guess, metrics=metrics, costs=costs, ignored=ignored, doubts=tuple(doubts))
