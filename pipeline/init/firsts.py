"""What a table shows of who is first on its data sets, and so which direction is better: ranks, winners, bold cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.catalog.modifiers import ARROWS
from rankpress.init.sentences import points_along, way_of_title
from rankpress.init.vocabulary import is_tally
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.core.scores import BoolArray, FloatArray, IntArray
    from rankpress.init.placement import Placement
    from rankpress.init.table import Column, Table

# Fewer rows agree by chance.
_FEWEST_ROWS = 3
# So large a share of rows agrees with the one direction, and so small a one at most with the other.
_MOST, _FEW = 0.9, 0.6
# Means of ranks differ by so much at most from those of the scores.
_NEAR = 0.06
_MOST_ROWS = 2_000
_BOLD = re.compile(r"\*\*|__|<(?:b|strong)>|\\(?:textbf|mathbf|bm|boldsymbol|bfseries)\b")
_BEHIND = re.compile(r"[(\[]\s*#?(\d+(?:\.5)?)(?:st|nd|rd|th)?\s*[)\]]\s*$")
_RANKS = frozenset({"rank", "ranks", "place", "position"})


def signs_of_firsts(
    table: Table, placement: Placement, keys: Sequence[str], *, of_rows: bool
) -> Iterator[tuple[str, Better]]:
    """Yield what says of the scores of a wide table who is first, and which direction is better by that.

    Parameters
    ----------
    table
        The table, of which `written` has the cells as they are written.
    placement
        What its columns of numbers are.
    keys
        The columns that name its rows.
    of_rows
        Whether the rows are the algorithms, and not the columns.
    """
    cells = placement.cells
    if len(cells) < 2 or table.rows > _MOST_ROWS:
        return
    for sign, names in (
        ("the arrows in the names of the columns", cells),
        ("the arrow in the first column's name", [key for key in keys if not points_along(key)]),
    ):
        if arrow := _arrow(names):
            yield sign, arrow
    scores = np.column_stack([table.columns[name].numbers for name in cells])
    signs = [
        ("the cells in bold", _way_of_bold(scores, _cells(table, cells, _is_bold), of_rows=of_rows)),
        ("the ranks behind the scores", _way_of_ranks(scores, _cells(table, cells, _rank_behind), of_rows=of_rows)),
    ]
    if not of_rows:
        signs += [
            (f"the columns of ranks, such as {quoted(ranks[0])}", _way_of_columns(table, scores, ranks))
            for ranks in _columns_of_ranks(table, placement)
        ]
        signs += [
            (f"column {quoted(name)}, which names the best of each row", way)
            for name, column in table.columns.items()
            if name not in keys and (way := _way_of_winners(scores, cells, column))
        ]
        signs += [
            (f"row {quoted(label)}", _way_of_tally(scores, np.array([tally.get(name, np.nan) for name in cells])))
            for label, tally in table.tallies.items()
        ]
    else:
        signs += [
            (f"column {quoted(name)}", _way_of_tally(scores.T, table.columns[name].numbers))
            for name in table.numeric
            if name not in (*cells, *keys) and is_tally(name)
        ]
    yield from ((sign, way) for sign, way in signs if way)


def sign_of_long(table: Table, keys: Mapping[str, str], metric: str) -> tuple[str, Better] | None:
    """Return what says of the scores of a long table who is first, and which direction is better by that.

    `keys` are the columns that name the data sets and the algorithms, by role.
    """
    if len(keys) < 2 or not table.is_key(*keys.values()) or table.rows > _MOST_ROWS:
        return None
    places = tuple(np.unique(table.columns[keys[role]].codes, return_inverse=True)[1] for role in _ROLES)
    for name in filter(_is_of_ranks, table.columns):
        column = table.columns[name]
        if name == metric or name in keys.values() or len(column.codes) != table.rows:
            continue
        scores = _grid(table.columns[metric].numbers, places)
        if column.is_numeric and not column.is_zero_or_one:
            way = _way_of_ranks(scores, _grid(column.numbers, places))
        else:
            marked = np.array([label.casefold() in _YES for label in column.labels])[column.codes]
            way = _way_of_bold(scores, np.nan_to_num(_grid(marked.astype(float), places)), of_rows=False)
        if way:
            return f"column {quoted(name)}", way
    return None


def _is_of_ranks(name: str) -> bool:
    return is_tally(name) or not _RANKS.isdisjoint(words_of(name)) or name.strip() == "#"


_ROLES = ("dataset", "algorithm")
_YES = frozenset({"true", "yes", "1", "x", "✓", "*", "best", "winner"})


def _grid(values: FloatArray, places: tuple[IntArray, ...]) -> FloatArray:
    """Return values by data set and algorithm."""
    laid = np.full(tuple(int(place.max()) + 1 for place in places), np.nan)
    laid[places] = values
    return laid


def _arrow(names: Sequence[str]) -> Better | None:
    """Return the direction that an arrow in each of the names says."""
    ways = {way_of_title(name) if ARROWS.search(name) else None for name in names}
    return ways.pop() if len(ways) == 1 else None


def _is_bold(label: str) -> float:
    return float(_BOLD.search(label) is not None)


def _rank_behind(label: str) -> float:
    behind = _BEHIND.search(label)
    return float(behind[1]) if behind else np.nan


def _cells(table: Table, names: Sequence[str], value: object) -> FloatArray:
    """Return what a function gives for the cells of columns as they are written; nan where they are plain numbers."""
    columns = []
    for name in names:
        column = table.written.get(name)
        none = 0.0 if value is _is_bold else np.nan
        columns.append(
            np.full(table.rows, none) if column is None else np.array([*map(value, column.labels)])[column.codes]  # type: ignore[call-overload]
        )
    return np.column_stack(columns)


def _extremes(scores: FloatArray) -> Iterator[tuple[Better, BoolArray]]:
    """Yield which cells are the best of their row, by either direction."""
    yield "higher", scores == np.nanmax(scores, axis=1, keepdims=True)
    yield "lower", scores == np.nanmin(scores, axis=1, keepdims=True)


def _decided(agreement: dict[Better, float]) -> Better | None:
    """Return the direction that nearly all rows agree with, where few agree with the other."""
    best = max(agreement, key=lambda way: agreement[way])
    return best if agreement[best] >= _MOST and min(agreement.values()) <= _FEW else None


def _way_of_bold(scores: FloatArray, bold: FloatArray, *, of_rows: bool) -> Better | None:
    """Return the direction by which the best cells of rows are those in bold; of columns where these are data sets."""
    scores, bold = (scores.T, bold.T) if of_rows else (scores, bold)
    some = (bold.any(axis=1)) & (~bold.astype(bool)).any(axis=1) & np.isfinite(scores).any(axis=1)
    if some.sum() < _FEWEST_ROWS or 2 * some.sum() < len(scores):
        return None
    chosen = bold[some].astype(bool)
    return _decided({way: float((~chosen | best).all(axis=1).mean()) for way, best in _extremes(scores[some])})


def _ranked(scores: FloatArray, way: Better) -> FloatArray:
    """Return the mean ranks of the cells of each row."""
    signed = -scores if way == "higher" else scores
    above = (signed[:, :, None] > signed[:, None, :]).sum(axis=2)
    equal = (signed[:, :, None] == signed[:, None, :]).sum(axis=2)
    ranks: FloatArray = above + (equal + 1) / 2
    return ranks


_WAYS: tuple[Better, ...] = ("higher", "lower")


def _way_of_ranks(scores: FloatArray, ranks: FloatArray, *, of_rows: bool = False) -> Better | None:
    """Return the direction by which numbers are the ranks of scores in their rows."""
    scores, ranks = (scores.T, ranks.T) if of_rows else (scores, ranks)
    whole = np.isfinite(scores).all(axis=1) & np.isfinite(ranks).all(axis=1)
    if whole.sum() < _FEWEST_ROWS:
        return None
    return _decided(
        {way: float((np.abs(_ranked(scores[whole], way) - ranks[whole]) <= 0.5).all(axis=1).mean()) for way in _WAYS}
    )


def _columns_of_ranks(table: Table, placement: Placement) -> Iterator[list[str]]:
    """Yield columns that are called ranks, or that are ranks by their values, as many as there are of scores."""
    for block in placement.blocks[1:]:
        if not _RANKS.isdisjoint(words_of(block.measure)):
            yield list(block.columns)
    ranks = [name for name, use in placement.uses.items() if use.reason.startswith("the rank of ")]
    if len(ranks) == len(placement.cells):
        yield ranks


def _way_of_columns(table: Table, scores: FloatArray, ranks: Sequence[str]) -> Better | None:
    if len(ranks) != scores.shape[1]:
        return None
    return _way_of_ranks(scores, np.column_stack([table.columns[name].numbers for name in ranks]))


def _way_of_winners(scores: FloatArray, cells: Sequence[str], column: Column) -> Better | None:
    """Return the direction by which the best of rows are those that a column names."""
    if column.is_numeric or not {*column.labels} <= {*cells, ""} or len(column.codes) != len(scores):
        return None
    places = np.array([cells.index(label) if label else -1 for label in column.labels])[column.codes]
    some = (places >= 0) & np.isfinite(scores).any(axis=1)
    if some.sum() < _FEWEST_ROWS:
        return None
    rows = np.arange(int(some.sum()))
    return _decided({way: float(best[rows, places[some]].mean()) for way, best in _extremes(scores[some])})


def _way_of_tally(scores: FloatArray, tally: FloatArray) -> Better | None:
    """Return the direction by which numbers are the mean ranks of columns, their places by these, or their wins."""
    whole = np.isfinite(scores).all(axis=1)
    if not np.isfinite(tally).all() or whole.sum() < _FEWEST_ROWS:
        return None
    agree = {way: _is_tally(scores[whole], tally, way, best) for way, best in _extremes(scores[whole])}
    ways = [way for way in _WAYS if agree[way]]
    return ways[0] if len(ways) == 1 else None


def _is_tally(scores: FloatArray, tally: FloatArray, way: Better, best: BoolArray) -> bool:
    """Return whether numbers are the mean ranks of columns, their places by these, or how often each is first."""
    means = _ranked(scores, way).mean(axis=0)
    places = means.argsort().argsort() + 1
    are_ranks = bool(np.all(np.abs(means - tally) <= _NEAR))
    are_places = len({*means.tolist()}) == len(means) and bool(np.array_equal(places, tally))
    alone = (best & (best.sum(axis=1, keepdims=True) == 1)).sum(axis=0)
    are_wins = any(np.array_equal(counts, tally) for counts in (alone, best.sum(axis=0)))
    return are_ranks or are_places or (are_wins and len({*tally.tolist()}) > 1)
