"""What remains in doubt of the columns of a wide table: those omitted, the metric, and its direction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import (
    better_of,
    disagrees,
    doubt_of_direction,
    is_of_costs,
    is_rate,
    may_be_share,
    sound_of,
    way_of,
    words_of,
)
from rankpress.catalog.modifiers import ARROWS
from rankpress.catalog.units import unit_in_brackets, unit_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.scores import FloatArray
from rankpress.init.blocks import Block
from rankpress.init.directions import are_high_shares, direction_to_ideal, doubt_of_zero, may_be_unwanted
from rankpress.init.firsts import signs_of_firsts
from rankpress.init.placement import Placement, Use, average_ranks_best, called_as, in_size_of, may_score
from rankpress.init.sentences import metric_of_sentence, names_both_axes, points_along, way_of_comment, way_of_title
from rankpress.init.stated import Stated, leaves_open, stated_direction
from rankpress.init.table import Table
from rankpress.init.vocabulary import (
    ALGORITHMS,
    MEANS,
    SPREAD,
    UNKNOWN,
    doubt_of_file,
    is_of_others,
    is_overall,
    is_tally,
    metric_of_file,
)
from rankpress.sources.cells import NUMBER
from rankpress.sources.conventions import measured_in
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

_RANKS = "the scores of each data set are 1, 2, ... up to as many as are compared: they are ranks, and lower is better"
_SAY_RANKS = frozenset({"rank", "ranks", "ranking", "rankings"})
# In so many rows at least numbers that are ranks are so by no chance.
_FEWEST_RANKED = 3
# A column of texts with so large a share of numbers may be one of scores.
_LEAST_NUMBERS = 0.2
# A cell with a decimal in it, such as ca. 0.73, that is no version of something.
_WITH_DECIMALS = re.compile(r"(?<![\w.])\d*[.,]\d+(?![\w.])")
# A line of comments that names a metric alone has no more words.
_MOST_WORDS = 8
_BETTER: tuple[Better, ...] = ("higher", "lower")


@dataclass(frozen=True)
class TableDirection:
    """The metric of a wide table, and which direction of it is better."""

    metric: str
    better: Better
    doubts: tuple[Doubt, ...] = ()


def direction_of_table(
    table: Table, place: str, placement: Placement, keys: Sequence[str], *, of_rows: bool = False
) -> TableDirection:
    """Return the metric of a wide table, by the names of its file, its sheet, its columns and its corner.

    What shows who is first on a data set says the direction too; `of_rows` is whether the rows are the algorithms.
    """
    file, of_file = metric_of_file(table.files_at(place))
    signs = _signs_of_names(table, placement, keys, (f"the file's name, {quoted(file)}", file, of_file))
    signs += [*_signs_of_best(placement), *_signs_of_summaries(table, placement)]
    signs += [(sign, "", way) for sign, way in signs_of_firsts(table, placement, keys, of_rows=of_rows)]
    stated = stated_direction(table)
    if stated:
        signs.append((stated.sign, "", stated.better))
    certain = [(sign, name, better) for sign, name, better in signs if better]
    if text := _of_spreads(place):
        doubt = Doubt(text, "score", is_open=True, ways=_directions("lower"))
        return TableDirection("score", "lower", (doubt,))
    numbers = np.concatenate([table.columns[name].numbers for name in placement.cells or placement.folds])
    for name in () if stated else dict.fromkeys(name for _, name, _ in (certain or signs)):
        if text := doubt_of_zero(name, numbers):
            return TableDirection(name, "lower", (Doubt(text, name, is_open=True, ways=_directions("lower")),))
    if stated is None and (aim := _toward_ideal(table, place, signs, numbers)):
        return aim
    says_ranks = any(
        word in ("rank", "ranks", "ranking", "rankings") for _, name, _ in signs for word in words_of(name)
    )
    if _are_ranks(table, placement.cells) and (not certain or (says_ranks and not stated)):
        return TableDirection("rank", "lower", (Doubt(_RANKS, "rank"),))
    if not certain:
        names = [PurePosixPath(place).stem, table.title, *(name for _, name, _ in signs)]
        may_point = any(points_along(key) and way_of(key) == "lower" and not names_both_axes(key) for key in keys)
        is_open = may_point or any(map(may_be_unwanted, names)) or leaves_open(table)
        return _without_sign(placement, numbers, stated, is_open=is_open)
    _, metric, better = certain[0]
    metric = metric if ARROWS.sub("", metric).strip() and metric not in keys else "score"
    doubts = list(_doubts_of_signs(certain, metric, file))
    if is_rate(metric) and (text := _beyond_rate(table, placement.cells or placement.folds)):
        text = f"{text} outside what {quoted(metric)} can be"
        doubts.append(Doubt(text, metric, is_open=True, ways=_directions(better)))
    return TableDirection(metric, better, tuple(doubts))


# What says so, the metric that it names ("" for none), and the better direction.
_Sign = tuple[str, str, "Better | None"]


def _signs_of_names(table: Table, placement: Placement, keys: Sequence[str], of_file: _Sign) -> list[_Sign]:
    """Return what names, titles, comments, descriptions and units say of the direction, the file's name first."""
    signs = [of_file]
    for where, name in (
        ("the table's name", table.named.get("table", "")),
        ("the names of the columns", _measure_of(placement)),
        *(("the name of the first column", key) for key in keys[:1] if not points_along(key)),
    ):
        if name:
            signs.append((f"{where}, {quoted(name)}", name, _better(name)))
    signs += [
        (f"the unit in the name of the first column, {quoted(key)}", unit, way_of(unit) or way_of(f"a ({unit})"))
        for key in keys[:1]
        if (unit := unit_in_brackets(key))
    ]
    if table.title:
        metric = metric_of_sentence(table.title)
        signs.append((f"the title of the table, {quoted(table.title)}", metric, way_of_title(table.title)))
    signs += [
        (f"the comment {quoted(line)}", metric_of_sentence(line), way_of_comment(line)) for line in table.comments
    ]
    if not placement.measure and (unit := unit_of(placement.cells)):
        signs.append((f"the unit of the columns, {quoted(unit)}", unit, way_of(unit) or way_of(f"a ({unit})")))
    for name, said in table.described.items():
        if said.better and any(words_of(name) == words_of(metric) for _, metric, _ in signs):
            signs.append((said.sign, name, said.better))
    if of_cells := measured_in(table.unit_of(placement.cells)):
        signs.append((f"the unit in the cells, {quoted(table.unit_of(placement.cells))}", of_cells, way_of(of_cells)))
    if placement.bounded:
        name, way = placement.bounded
        signs.append((f"column {quoted(name)}, which no score goes beyond", "", way))
    return signs


def _measure_of(placement: Placement) -> str:
    """Return what the names of all columns say was measured, with words that they share next to it and that matter.

    Of "RF time to relapse" the measure alone, time, says another direction; of "RF hair loss" it says too much.
    """
    measure = placement.measure
    for shared in _shared_words(placement.cells):
        sound = sound_of(shared)
        if sound.better and not ALGORITHMS.intersection(words_of(shared)) and (sound.doubt or not measure):
            return shared
    return measure


def _shared_words(names: Sequence[str]) -> Iterator[str]:
    """Yield the words that several names begin with, and those that they end with, where each has others too.

    >>> list(_shared_words(["time to relapse A", "time to relapse B"])), list(_shared_words(["A loss"]))
    (['time to relapse'], [])
    """
    words = [[word for word in re.split(r"[\W_]+", name) if word] for name in names]
    for step in (1, -1) if len(words) > 1 else ():
        same = takewhile(lambda each: len({*each}) == 1, zip(*(each[::step] for each in words), strict=False))
        shared = [each[0] for each in same][::step]
        if shared and all(len(each) > len(shared) for each in words):
            yield " ".join(shared)


def _toward_ideal(table: Table, place: str, signs: Sequence[_Sign], numbers: FloatArray) -> TableDirection | None:
    """Return the direction of scores that are best between the ends of their scale; None for others."""
    names = [PurePosixPath(place).stem, *(name for _, name, _ in signs if name != "score"), table.title]
    names += [line for line in table.comments if len(words_of(line)) <= _MOST_WORDS]
    aim = next(filter(None, (direction_to_ideal(name, numbers) for name in dict.fromkeys(names))), None)
    if aim is None:
        return None
    ways = _directions(aim.better) if aim.is_open else ()
    return TableDirection("score", aim.better, (Doubt(aim.doubt, "score", is_open=aim.is_open, ways=ways),))


def _without_sign(placement: Placement, numbers: FloatArray, stated: Stated | None, *, is_open: bool) -> TableDirection:
    """Return the direction that is taken where nothing says which is better, or what says it states both."""
    # next to numbers whose better direction is known, those of which nothing is known are hardly what is compared
    others = any(way_of(block.measure) for block in placement.blocks[1:])
    is_open = is_open or bool(stated) or others or not are_high_shares(numbers)
    text = f"{stated.sign} states both directions; higher is assumed" if stated else UNKNOWN
    ways = _directions("higher") if is_open else ()
    return TableDirection("score", "higher", (Doubt(text, "score", is_open=is_open, ways=ways),))


def _of_spreads(place: str) -> str:
    """Return that a file is called after spreads alone, as results-std.csv is; "" where it is not."""
    stem = PurePosixPath(place).stem
    words = {word for word in words_of(stem) if not word.isdecimal()}
    if words.isdisjoint(SPREAD - {"rank", "diff", "delta", "ci"}) or not words.isdisjoint(MEANS):
        return ""
    return f"by the name of the file, {quoted(stem)}, its numbers are spreads of scores, which say who varies least"


def _doubts_of_signs(certain: Sequence[tuple[str, str, Better]], metric: str, file: str) -> Iterator[Doubt]:
    """Yield what speaks against the first sign of a direction: another sign, or how little the first one says."""
    first, _, better = certain[0]
    against = [sign for sign, _, other in certain if other != better]
    if against:
        text = f"{first} says that {better} is better, but not so {listed(against)}"
        yield Doubt(text, metric, is_open=True, ways=_directions(better))
    elif all(open_words := [(doubt_of_file if name == file else doubt_of_direction)(name) for _, name, _ in certain]):
        # words of a file's name may be those of whatever was measured
        is_open = bool(doubt_of_direction(metric)) and (better == "lower" or disagrees(metric))
        is_open = is_open and not (metric == file and sound_of(file).is_unknown)
        yield Doubt(open_words[-1], metric, is_open=is_open, ways=_directions(better) if is_open else ())
    elif not any(name for _, name, _ in certain):
        yield Doubt(f"which direction is better rests on {first} alone; {better} is assumed", metric)


def _signs_of_best(placement: Placement) -> Iterator[tuple[str, str, Better]]:
    """Yield the columns that are called the best of each row, and which direction is better as they are its extreme."""
    for name, use in placement.uses.items():
        word = next((word for word in ("least", "greatest") if use.reason.startswith(f"the {word} of ")), "")
        if word and "best" in words_of(name):
            yield f"column {quoted(name)}, {use.reason},", "", "lower" if word == "least" else "higher"


_OF_SCORES = ("the mean", "the median", "the sum", "the least", "the greatest")


def _signs_of_summaries(table: Table, placement: Placement) -> Iterator[tuple[str, str, Better]]:
    """Yield what the names of columns and rows that sum up the scores call these: mean_err, and which is better."""
    names = {
        name: f"column {quoted(name)}, {use.reason}," for name, use in placement.uses.items() if _sums_up_scores(use)
    }
    names |= {label: f"row {quoted(label)}" for labels in table.excluded.values() for label in labels}
    for name, sign in names.items():
        words = [word for word in words_of(name) if not (is_of_others(word) or is_overall(word) or word.isdecimal())]
        if words and SPREAD.isdisjoint(words) and not is_tally(name) and (way := way_of(" ".join(words))):
            yield sign, " ".join(words), way


def _sums_up_scores(use: Use) -> bool:
    return use.role == "summary" and use.reason.startswith(_OF_SCORES)


def _are_ranks(table: Table, cells: Sequence[str]) -> bool:
    """Return whether the numbers of each row, or of each column, are the ranks from 1 on, ties sharing theirs."""
    if len(cells) < 2:
        return False
    numbers = np.column_stack([table.columns[name].numbers for name in cells])
    return any(len(rows) >= _FEWEST_RANKED and all(map(_is_ranking, rows)) for rows in (numbers, numbers.T))


def _is_ranking(numbers: FloatArray) -> bool:
    """Return whether numbers are the ranks of as many, of which those that are equal have their mean or their least.

    What has no number, as it did not end, has no rank.
    """
    numbers = numbers[np.isfinite(numbers)]
    above = (numbers[:, None] > numbers[None, :]).sum(axis=1)
    ties = (numbers[:, None] == numbers[None, :]).sum(axis=1)
    return bool(np.all(numbers == above + (ties + 1) / 2) or np.all(numbers == above + 1)) and len(set(numbers)) > 1


def _directions(taken: Better) -> tuple[Way, ...]:
    """Return the two directions of a metric, the one that was taken first."""
    return tuple(
        sorted((Way(f"{way} is better", "better", way) for way in _BETTER), key=lambda way: way.value != taken)
    )


def ways_with_columns(doubt: Doubt, ignored: Sequence[str]) -> Doubt:
    """Return an open doubt on a column with what may be meant: that it holds scores, and that it holds none."""
    if not doubt.is_open or doubt.key != "ignore" or doubt.ways:
        return doubt
    others = [name for name in ignored if name != doubt.column]
    out, read = (
        Way(meaning, "set", f"scores.ignore={json.dumps(names, ensure_ascii=False)}")
        for meaning, names in (
            (f"{quoted(doubt.column)} holds no scores", list(dict.fromkeys((*ignored, doubt.column)))),
            (f"{quoted(doubt.column)} holds scores", others),
        )
    )
    return replace(doubt, ways=(out, read) if doubt.column in ignored else (read, out))


def _ways_without(name: str, ignored: Sequence[str]) -> tuple[Way, ...]:
    """Return that a column is not compared, where no reading of its numbers as they stand can be meant."""
    names = json.dumps(list(dict.fromkeys((*ignored, name))), ensure_ascii=False)
    return (Way(f"{quoted(name)} is not compared", "set", f"scores.ignore={names}"),)


def ways_with_rows(
    doubt: Doubt, excluded: Mapping[str, Sequence[str]], where: Mapping[str, Sequence[str]] | None = None
) -> Doubt:
    """Return an open doubt on a row with what may be meant: that it is none of those compared, and that it is one.

    `excluded` and `where` are the values whose rows are not read and are read, by column, which stay so.
    """
    if not doubt.is_open or doubt.key != "where" or not doubt.value or doubt.ways:
        return doubt
    others = [name for name in excluded.get(doubt.column, ()) if name != doubt.value]
    rest: dict[str, object] = {column: list(values) for column, values in (where or {}).items()}
    rest |= {column: {"not": list(values)} for column, values in excluded.items() if column != doubt.column}
    out, read = (
        Way(meaning, "set", f"scores.where={json.dumps({**rest, **rows}, ensure_ascii=False)}")
        for meaning, rows in (
            (f"row {quoted(doubt.value)} sums up or describes others", {doubt.column: {"not": [*others, doubt.value]}}),
            (f"row {quoted(doubt.value)} is one of them", {doubt.column: {"not": others}} if others else {}),
        )
    )
    return replace(doubt, ways=(out, read) if doubt.value in excluded.get(doubt.column, ()) else (read, out))


def _better(name: str) -> Better | None:
    return better_of(name) or ("lower" if is_of_costs(name) else None)


def _beyond_rate(table: Table, cells: Sequence[str]) -> str:
    """Return how many scores lie outside 0 to 100; "" where most lie inside."""
    numbers = np.concatenate([table.columns[name].numbers for name in cells])
    numbers = numbers[np.isfinite(numbers)]
    beyond = int(np.count_nonzero((numbers < 0) | (numbers > 100)))
    return f"{beyond:,} of {len(numbers):,} scores are" if 2 * beyond > len(numbers) else ""


def doubts_on_columns(
    table: Table,
    placement: Placement,
    keys: Sequence[str],
    ignored: Sequence[str],
    direction: TableDirection,
    *,
    of_rows: bool,
) -> Iterator[Doubt]:
    """Yield what is not certain of the columns, and whether another algorithm would be first if it were otherwise.

    The algorithms are the columns, or the rows. `keys` name the rows, `ignored` are the columns that are not read.
    """
    others = placement.of_other_scales if placement.may_be_mixed else ()
    is_asked = bool(others) and (not of_rows or _decide(table, placement, others, direction, of_rows=True))
    if is_asked and len(others) > 1:
        yield _doubt_on_scales(placement, others, ignored, direction.metric)
    for name, use in placement.uses.items():
        if is_asked and len(others) > 1 and name in others:
            continue
        if use.doubt and any(name in block.columns for block in placement.blocks[1:]):
            if any(name == next(iter(block.columns)) for block in placement.blocks[1:]):  # once for all its columns
                yield _doubt_on_block(table, placement, name, use.doubt)
        elif use.doubt:
            is_open = (
                use.is_open
                or (is_asked and name in others)
                or (may_score(name, use) and _decide(table, placement, (name,), direction, of_rows=of_rows))
            )
            ways = _ways_without(name, ignored) if use.is_of_mixed_scale and may_be_share(direction.metric) else ()
            yield Doubt(use.doubt, "ignore", name, is_open=is_open, ways=ways)
    for name, column in table.columns.items():
        if name in placement.uses or name in keys or column.is_numeric or column.is_date:
            continue
        has_numbers = column.holds_more_than_numbers or column.share_of_numbers >= _LEAST_NUMBERS
        if has_numbers or (column.distinct > 1 and all(map(_WITH_DECIMALS.search, filter(None, column.labels)))):
            cell = next(label for label in column.labels if label and not NUMBER.fullmatch(label))
            file, row = table.place_of(int(np.argmax(column.where([cell]))))
            text = (
                f"{1 - column.share_of_numbers:.0%} of its cells are no numbers, such as {quoted(cell)}; it is not read"
            )
            # what no name calls otherwise may be an algorithm, and the first one
            yield Doubt(text, "ignore", name, file, row, cell, is_open=not called_as(name))


def _doubt_on_block(table: Table, placement: Placement, name: str, text: str) -> Doubt:
    """Return that a column of another measure is not read; open where another algorithm is first by that measure."""
    read = placement.blocks[0]
    block = next(block for block in placement.blocks if name in block.columns)
    is_open = name == next(iter(block.columns)) and block.may_be_meant(read)
    is_open = is_open and _first_in(table, block).isdisjoint(_first_in(table, read))
    ways = tuple(Way(f"{quoted(each.measure)} is compared", "metric", each.measure) for each in (read, block))
    return Doubt(text, "metrics", name, is_open=is_open, ways=ways if is_open else ())


def _first_in(table: Table, block: Block) -> set[str]:
    """Return the algorithms of the best average rank by a block."""
    cells = np.column_stack([table.columns[name].numbers for name in block.columns])[:2_000]
    names = list(block.columns.values())
    return {names[index] for index in average_ranks_best(cells, way_of(block.measure) == "lower")}


def _doubt_on_scales(placement: Placement, others: Sequence[str], ignored: Sequence[str], metric: str) -> Doubt:
    """Return that many columns are not read for their scale alone; open, as either may be what is compared."""
    text = (
        f"{listed(map(quoted, others), 4)} are on another scale than {listed(map(quoted, placement.cells), 4)}, and "
        "not read; no number is converted: if all are scores, write all of them in one unit"
    )
    ways = [(f"{listed(map(quoted, others), 4)} hold no scores", [*ignored])]
    if not (may_be_share(metric) and any(placement.uses[name].is_of_mixed_scale for name in others)):
        ways += [("all are scores in one unit as they stand", [name for name in ignored if name not in others])]
    settings = (
        Way(meaning, "set", f"scores.ignore={json.dumps(names, ensure_ascii=False)}") for meaning, names in ways
    )
    return Doubt(text, "ignore", others[0], is_open=True, ways=tuple(settings))


def _decide(
    table: Table, placement: Placement, names: Sequence[str], direction: TableDirection, *, of_rows: bool
) -> bool:
    """Return whether other algorithms rank first with some columns than without them, as they stand or in one unit."""
    cells = [cell for cell, use in placement.uses.items() if use.role in ("score", "fold") and cell not in names]
    if not cells:
        return True
    own, others = (np.column_stack([table.columns[each].numbers for each in some])[:2_000] for some in (names, cells))
    every = [own]
    if not of_rows and not may_be_share(direction.metric):
        every.append(np.column_stack([in_size_of(column, others) for column in own.T]))
    tables = [table.T if of_rows else table for table in (others, *(np.column_stack([others, each]) for each in every))]
    # either may be meant where nothing shows the direction: what decides by the one that is stated later is asked too
    is_unknown = any(doubt.is_open for doubt in direction.doubts)
    for is_lower in {direction.better == "lower", (direction.better == "lower") ^ is_unknown}:
        without, *with_them = (average_ranks_best(cells, is_lower) for cells in tables)
        if any(first != without for first in with_them):
            return True
    return False
