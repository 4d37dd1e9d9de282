"""The metrics that a user requests of a table that was guessed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import way_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.core.labels import slug
from rankpress.init.directions import direction_of
from rankpress.init.guess import Guess
from rankpress.init.measures import directions_in_doubt
from rankpress.init.stated import stated_direction
from rankpress.init.table import Table
from rankpress.init.vocabulary import UNKNOWN
from rankpress.wording.strings import listed, quoted

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
    if same := _of_same_files(requested):
        message = f"the tables of {quoted(same[1])} would be written to the same files as those of {quoted(same[0])}"
        alone = listed((f"--metric {shlex.quote(name)}" for name in same), most=2)
        raise FaultsFound([Fault("--metric", message, f"one of them in a report: {alone}", "compare each by itself")])
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


def with_ways_of_each(doubts: Iterable[Doubt], metrics: Mapping[str, Better]) -> tuple[Doubt, ...]:
    """Return doubts whose ways state the direction of one metric, where --better would state that of several."""
    doubts = tuple(doubts)
    of_directions = [doubt for doubt in doubts if is_of_direction(doubt, metrics)]
    if len({doubt.key for doubt in of_directions}) < 2:
        return doubts
    return tuple(
        replace(doubt, ways=tuple(_way_of_one(way, doubt.key, metrics) for way in doubt.ways))
        if doubt in of_directions
        else doubt
        for doubt in doubts
    )


def _way_of_one(way: Way, name: str, metrics: Mapping[str, Better]) -> Way:
    if way.option != "better":
        return way
    stated = [{"name": each, "better": way.value if each == name else better} for each, better in metrics.items()]
    return Way(f"{quoted(name)}: {way.meaning}", "set", f"scores.metrics={json.dumps(stated, ensure_ascii=False)}")


def is_of_direction(doubt: Doubt, metrics: Iterable[str]) -> bool:
    """Return whether a doubt is on which direction of a metric is better."""
    return doubt.key in metrics and (doubt.text == UNKNOWN or "better" in {way.option for way in doubt.ways})


def _of_same_files(names: Iterable[str]) -> tuple[str, str] | None:
    """Return two metrics whose tables would be written to the same files; None where there are none."""
    first: dict[str, str] = {}
    pairs = ((first.setdefault(slug(name), name), name) for name in names)
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


def with_distinct_files(guess: Guess) -> Guess:
    """Return the guess without metrics that would be written to the same files as earlier ones, which is a doubt."""
    metrics = dict(guess.metrics)
    doubts = list(guess.doubts)
    while pair := _of_same_files(metrics):
        first, name = pair
        del metrics[name]
        text = (
            f"its tables would be written to the same files as those of {quoted(first)}; it is not compared, and "
            f"--metric {shlex.quote(name)} compares it"
        )
        doubts = [*(doubt for doubt in doubts if doubt.key != name), Doubt(text, "metrics", name)]
    unused = [*guess.unused, *(name for name in guess.metrics if name not in metrics)]
    return replace(guess, metrics=metrics, unused=unused, doubts=tuple(doubts))
