"""Doubts on which the answer depends, as one question: the decisions that settle all of them, each as one command."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from rankpress.core.doubts import Doubt, Way, keys_of_ways
from rankpress.core.faults import Fault

# As many commands are printed; where decisions can be combined in more ways, those in which one thing is otherwise.
_MOST_WAYS = 8
# Options that change the table itself, so that its other questions may not arise any more.
_STRUCTURAL = frozenset({"reading", "metric"})


@dataclass(frozen=True)
class Question:
    """Doubts that are decided together, as what settles one of them settles the others too.

    Examples
    --------
    >>> ways = (Way("A is omitted", "set", 'scores.ignore=["A"]'), Way("A is read", "set", "scores.ignore=[]"))
    >>> [question] = questions_of([Doubt("far from others", "ignore", "A", ways=ways)])
    >>> [way.value for way in question.ways]
    ['scores.ignore=["A"]', 'scores.ignore=[]']
    """

    doubts: tuple[Doubt, ...]
    ways: tuple[Way, ...]


def questions_of(doubts: Iterable[Doubt]) -> list[Question]:
    """Return the questions that doubts raise, in their order."""
    groups: list[list[Doubt]] = []
    for doubt in doubts:
        touching = [group for group in groups if any(_settled_by(doubt) & _settled_by(other) for other in group)]
        joined = [*(other for group in touching for other in group), doubt]
        at = groups.index(touching[0]) if touching else len(groups)
        groups = [group for group in groups if group not in touching]
        groups.insert(at, joined)
    return [Question(tuple(group), _ways_of(group)) for group in groups]


def _settled_by(doubt: Doubt) -> frozenset[str]:
    """Return the keys of a study that a decision on a doubt states."""
    return frozenset({doubt.key, *keys_of_ways(doubt.ways)} - {""})


def _ways_of(doubts: Sequence[Doubt]) -> tuple[Way, ...]:
    sets = list(dict.fromkeys(doubt.choices for doubt in doubts))
    if len(sets) == 1:
        return sets[0]
    names = {name for ways in sets for way in ways for name, _ in way.options}
    every = tuple({way.options: way for ways in sets for way in ways}.values())
    return every if "set" not in names else tuple(_combined(sets)) or every


def _combined(sets: Sequence[Sequence[Way]]) -> Iterator[Way]:
    """Yield one way of each, put together; what cannot be meant together is not there."""
    firsts = tuple(ways[0] for ways in sets)
    if prod(map(len, sets)) <= _MOST_WAYS:
        chosen = list(product(*sets))
    else:
        others = tuple(ways[-1] for ways in sets)
        single = [(*firsts[:at], way, *firsts[at + 1 :]) for at, ways in enumerate(sets) for way in ways[1:]]
        chosen = [firsts, others, *single][:_MOST_WAYS]
    options = set()
    for some in chosen:
        way = _joined(some, firsts)
        if way and way.options not in options:
            options.add(way.options)
            yield way


def _joined(chosen: Sequence[Way], firsts: Sequence[Way]) -> Way | None:
    """Return several ways as one; None where they contradict each other."""
    for way, first in zip(chosen, firsts, strict=True):
        if way != first and not _STRUCTURAL.isdisjoint(name for name, _ in way.options):
            return way
    values_of: dict[tuple[str, str], list[tuple[str, str | None]]] = {}
    for way, first in zip(chosen, firsts, strict=True):
        taken = dict(map(_keyed, first.options))
        for option in way.options:
            key, value = _keyed(option)
            values_of.setdefault(key, []).append((value, taken.get(key)))
    try:
        _check_direction(values_of)
        options = [
            (name, f"{key}={_merged_text(values)}" if key else _merged_text(values))
            for (name, key), values in values_of.items()
        ]
    except _Contradiction:
        return None
    (name, value), *further = options
    return Way("; ".join(dict.fromkeys(way.meaning for way in chosen)), name, value, tuple(further))


def _keyed(option: tuple[str, str]) -> tuple[tuple[str, str], str]:
    """Return an option by its name and the key that it sets, and the value."""
    name, value = option
    if name != "set":
        return (name, ""), value
    key, _, value = value.partition("=")
    return (name, key), value


class _Contradiction(Exception):
    """Two decisions state one thing differently."""


_DIRECTION = re.compile(r"\bbetter: *([a-z]+)")


def _check_direction(values_of: Mapping[tuple[str, str], Sequence[tuple[str, str | None]]]) -> None:
    """Refuse a direction of all metrics next to metrics that have another one, as times of unsolved runs have."""
    of_all = [value for value, _ in values_of.get(("better", ""), ())]
    of_each = [value for value, _ in values_of.get(("set", "scores.metrics"), ())]
    if of_all and set(_DIRECTION.findall(" ".join(of_each))) - {*of_all}:
        raise _Contradiction


def _merged_text(values: Sequence[tuple[str, str | None]]) -> str:
    """Return what values of one key come to together; each is given with what was taken before it was decided."""
    if len({value for value, _ in values}) == 1:
        return values[0][0]
    if any(base is None for _, base in values):
        raise _Contradiction
    try:
        bases = [json.loads(str(base)) for _, base in values]
        merged = _merged(bases[0], [json.loads(value) for value, _ in values])
    except ValueError:
        raise _Contradiction from None
    if any(_unordered(base) != _unordered(bases[0]) for base in bases):
        raise _Contradiction
    return json.dumps(merged, ensure_ascii=False)


def _unordered(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list) else value


def _merged(base: Any, values: Sequence[Any]) -> Any:
    """Return a value with each change that others make to it.

    >>> _merged(["a", "b"], [["a"], ["a", "b", "c"]]), _merged({"x": {"not": ["a"]}}, [{"x": {"not": ["a"]}}, {}])
    (['a', 'c'], {})
    """
    if all(isinstance(value, list) for value in (base, *values)):
        kept = [item for item in base if all(item in value for value in values)]
        return [*kept, *(item for at, item in _each(values) if item not in base and item not in at)]
    if all(isinstance(value, Mapping) for value in (base, *values)):
        keys = dict.fromkeys(key for value in (base, *values) for key in value)
        merged = {key: _merged(base.get(key), [value.get(key) for value in values]) for key in keys}
        return {key: value for key, value in merged.items() if value is not None}
    changed = [value for value in values if value != base]
    if any(value != changed[0] for value in changed[1:]):
        raise _Contradiction
    return changed[0] if changed else base


def _each(values: Sequence[list[Any]]) -> Iterator[tuple[list[Any], Any]]:
    """Yield the items of lists, each with those before it."""
    before: list[Any] = []
    for value in values:
        for item in value:
            yield list(before), item
            before.append(item)


def faults_on(doubts: Sequence[Doubt], place: Callable[[Doubt], str], written: Callable[[Way], str]) -> Iterator[Fault]:
    """Yield doubts on which the answer depends as faults, the last with what is to be written to decide all of them.

    The first question is which columns and rows are compared: others may not arise then.
    """
    questions = questions_of(doubts)
    of_readings = [each for each in questions if any(name == "reading" for way in each.ways for name, _ in way.options)]
    questions = of_readings[:1] or questions
    ways = questions[0].ways if len(questions) == 1 else tuple(_combined([question.ways for question in questions]))
    undecided = [doubt for question in questions for doubt in question.doubts]
    several = "a decision on each, since the answer depends on them"
    expected = "a decision, since the answer depends on it" if len(questions) == 1 else several
    remedy = "\n".join(f"{written(way)}   # {way.meaning}" for way in ways)
    yield from (Fault(place(doubt), str(doubt)) for doubt in undecided[:-1])
    yield Fault(place(undecided[-1]), str(undecided[-1]), expected, remedy)
