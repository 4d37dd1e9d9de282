"""Columns of a wide table in blocks: several numbers of each algorithm side by side, as RF acc, RF time, SVM acc."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import better_of, is_cost, names_score, words_of
from rankpress.init.vocabulary import (
    DESCRIPTIVE,
    EXTREMES,
    MEANS,
    SPREAD,
    UNITS,
    is_letter,
    is_on_training,
    numbered_role,
    sums_up,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

# What parts a name from what was measured, the slash between two header rows first.
_SIGNS = re.compile(r" / |\s*[/|:.,()\[\]~]\s*|[\s_-]+|(?<=[a-z])(?=[A-Z])")
_UNITS = frozenset("% s ms us µs ns sec seconds min h mb gb kb j".split())
_NUMBER = re.compile(r"[\W_]*[a-z]?(\d{1,3})[\W_]*")  # a run by itself, or behind a letter, as s1


@dataclass(frozen=True)
class Block:
    """The columns of one measure, each of an algorithm."""

    measure: str
    columns: Mapping[str, str]  # the name of each algorithm, by its column

    @property
    def order(self) -> int:
        """Which is read of several: metrics and means, then what is unknown, on training cases, costs, spreads."""
        words = words_of(self.measure)
        if _is_of_spreads(self.measure):
            return 4
        if better_of(self.measure):
            return 2 if is_on_training(self.measure) else 0
        if is_cost(self.measure):
            return 3
        return 1 if MEANS.isdisjoint(words) else 0

    def may_be_meant(self, read: Block) -> bool:
        """Return whether its numbers may be meant as scores just as those that are read."""
        return self.order <= max(read.order, 1) or read.order > 2


def blocks_of(names: Sequence[str]) -> list[Block]:
    """Return columns by what their names end or begin with, where each algorithm has a column of each measure.

    There are several blocks of the same algorithms, or one of all columns; the first is the one that is read.

    >>> [(block.measure, list(block.columns)) for block in blocks_of(["n", "RF acc", "RF time", "SVM acc", "SVM time"])]
    [('acc', ['RF acc', 'SVM acc']), ('time', ['RF time', 'SVM time'])]
    """
    names = [name for name in names if not _is_described(name)]
    by_place = [blocks for at in (1, 0) if (blocks := _largest(names, at))]
    return max(by_place, key=lambda blocks: sum(len(block.columns) for block in blocks), default=[])


def with_runs_as_columns(names: Sequence[str]) -> list[str]:
    """Return the names of algorithms that have a column for each run or fold, such as RF_seed1, RF_seed2, SVM_seed1.

    >>> with_runs_as_columns(["RF_seed1", "RF_seed2", "SVM_seed1", "SVM_seed2"])
    ['RF', 'SVM']
    >>> with_runs_as_columns(["GPT-3", "GPT-4", "Yi-3", "Yi-4"])
    []
    """
    owners: dict[str, list[int]] = {}
    says_number = True
    for name in names:
        pairs = [(stem, end) for stem, end in parted(name, 1) if _is_numbered(end) or _NUMBER.fullmatch(end)]
        if not pairs:
            return []
        stem, end = pairs[0]
        says_number &= _is_numbered(end)
        owners.setdefault(stem, []).append(int(re.findall(r"\d+", end)[-1]))
    counts = {tuple(sorted(numbers)) for numbers in owners.values()}
    [numbers] = counts if len(counts) == 1 else [()]
    in_turn = len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))
    return (
        list(owners)
        if in_turn and (says_number or len(numbers) > 2) and numbers[0] in (0, 1) and len(owners) > 1
        else []
    )


def _is_numbered(end: str) -> bool:
    """Return whether the end of a name numbers a run: seed1, fold 2, run_3."""
    numbered = re.fullmatch(r"(?P<word>[^\W\d_]+)[\W_]*\d+", end)
    return numbered is not None and bool(numbered_role(numbered["word"]))


_RUN_IN_FRONT = re.compile(r"(?P<word>[^\W\d_]*)[\W_]*\d{1,3}[\W_]+(?=[^\W\d_])")


def _without_run(measure: str) -> str:
    """Return a measure without the number of a run in front of it, such as 1 - acc, seed 2 acc."""
    run = _RUN_IN_FRONT.match(measure)
    is_run = run is not None and (not run["word"] or bool(numbered_role(run["word"])))
    return measure[run.end() :] if run and is_run else measure


def _is_of_spreads(measure: str) -> bool:
    """Return whether a word says that numbers are spreads, places or changes of others."""
    return not SPREAD.isdisjoint(words_of(measure))


def _is_described(name: str) -> bool:
    """Return whether all words of a name say what describes rows or costs something, so that none is an algorithm's.

    Units alone do not: A, B and C may be algorithms.
    """
    words = [word for word in words_of(name) if not word.isdecimal()]
    of_units = UNITS.issuperset(words) or is_letter(name)
    return bool(words) and not of_units and all(word in DESCRIPTIVE for word in words)


def _largest(names: Sequence[str], at: int) -> list[Block]:
    """Return the blocks of the most columns by the ends of names (1), or by their beginnings (0)."""
    measures: dict[str, dict[str, str]] = {}
    for name in names:
        for stem, measure in parted(name, at):
            measures.setdefault(measure, {}).setdefault(stem, name)
    # a measure of each run is none: the number belongs to the name in front of it
    bare = Counter(map(_without_run, measures))
    groups: dict[frozenset[str], list[str]] = {}
    for measure, columns in measures.items():
        if len(columns) > 1 and (bare[_without_run(measure)] == 1 or _without_run(measure) == measure):
            groups.setdefault(frozenset(columns), []).append(measure)
    of_measures = [
        [Block(measure, {name: stem for stem, name in measures[measure].items()}) for measure in some]
        for some in groups.values()
        if any(_is_measure(measure, measures[measure]) and not _is_of_spreads(measure) for measure in some)
    ]
    several = [blocks for blocks in of_measures if len(blocks) > 1 or _are_all(blocks[0], names)]
    largest: list[Block] = max(several, key=_size, default=[])
    return sorted(largest, key=lambda block: block.order)


def _are_all(block: Block, names: Sequence[str]) -> bool:
    """Return whether one measure has all columns; what may as well be a word of names, such as rank, is none then."""
    return len(block.columns) == len(names) and bool(better_of(block.measure) or is_cost(block.measure))


def _size(blocks: Sequence[Block]) -> tuple[int, int]:
    """Return how many columns there are, and how many measures: of equal ones, those of the longest names."""
    return sum(len(block.columns) for block in blocks), len(blocks)


def parted(name: str, at: int) -> Iterator[tuple[str, str]]:
    """Yield what a name may consist of: the algorithm, and what was measured at the end (1) or beginning (0)."""
    for sign in _SIGNS.finditer(name):
        first, last = name[: sign.start()].strip(), name[sign.end() :].strip()
        if sign[0].strip() in ("(", "["):
            last = last.rstrip(" )]")
        stem, measure = (first, last) if at else (last, first)
        words = [word for word in words_of(stem) if not word.isdecimal()]
        if measure and words and not (_is_described(stem) or sums_up(stem) or _is_metric(stem)):
            yield stem, measure


def _is_metric(stem: str) -> bool:
    """Return whether all words of a name say what is measured, as AUC does in front of ROC and PR."""
    return bool(better_of(stem)) and all(map(names_score, words_of(stem)))


def _is_measure(text: str, columns: Mapping[str, str]) -> bool:
    """Return whether a text says what was measured: all its words do, or one does and two header rows part it."""
    if text in _UNITS:
        return True
    words = [word for word in words_of(text) if not word.isdecimal()]
    is_described = better_of(text) or is_cost(text) or not (SPREAD | MEANS | EXTREMES).isdisjoint(words)
    is_parted = all(name in (f"{stem} / {text}", f"{text} / {stem}") for stem, name in columns.items())
    return bool(is_described) and (
        is_parted or all(names_score(word) or word in DESCRIPTIVE or word in MEANS or word in _UNITS for word in words)
    )
