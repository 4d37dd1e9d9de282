"""Which series of numbers are functions of others next to them: their mean, sum, extremes, spread, difference or ranks.

Series are the columns of a table, or its rows; whether two agree is judged with the decimals that are printed.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from rankpress.core.scores import BoolArray, FloatArray, IntArray

# So much evidence, in powers of ten against a coincidence, shows a function of others whatever its name is; less does
# where the name says so too, or where the others are nearly all that there are.
UNNAMED, OF_ALL, CALLED = 4.0, 3.0, 1.0
# So many cells have to agree, and so many series have to give them, where no name says that it is one of extremes.
_LEAST_EXTREMES, _LEAST_OTHERS = 4, 3
# So many cells are compared, and so many series: more show nothing new.
_FEWEST_CELLS, MOST_CELLS, MOST_SERIES = 2, 400, 80
# Of so many series each is compared with each for changes from one to the other.
MOST_CHANGED = 20


@dataclass(frozen=True)
class Series:
    """Numbers that stand below or next to each other, and with how many decimals they are written."""

    name: str
    numbers: FloatArray  # (n_cells,), nan where there is none
    decimals: int
    is_called: bool = False  # whether its name is that of what sums up others

    @classmethod
    def of_labels(cls, name: str, numbers: FloatArray, labels: Sequence[str], *, is_called: bool) -> Series:
        """Return the series of a column as it is written."""
        # next to plain numbers, those with powers of ten have digits rather than decimals in common
        plain = [label for label in labels if "e" not in label.casefold()]
        return cls(name, numbers, max(map(decimals_of, plain or labels), default=0), is_called)


def functions_of_others(series: Sequence[Series], some: Sequence[int] | None = None) -> dict[int, str]:
    """Return which series follow from others and how, by index: "the mean of 'A', 'B' and 'C'".

    Only some of the series are looked at where these are given, and of very many those that are called so.
    """
    if some is None:
        few = len(series) <= MOST_SERIES
        some = [index for index, each in enumerate(series) if few or each.is_called]
    derived: dict[int, str] = {}
    if not series or len(series[0].numbers) < _FEWEST_CELLS:
        return derived
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        for _ in range(3):
            left = [index for index in range(len(series)) if index not in derived]
            owns = [index for index in some if index not in derived]
            among = _Among(series, left, owns)
            # those whose names say so first: the others are then compared without them
            derivations = {
                index: how
                for called in (True, False)
                for index in owns
                if series[index].is_called == called
                if (how := _function(among, index))
            }
            called = {index: how for index, how in derivations.items() if series[index].is_called}
            new = called or derivations
            derived |= new
            if not new:
                return derived
    return derived


# So many rows rule out most functions, of all series at once: one series after the other takes most of the time of
# reading a small table.
_FIRST_ROWS = 6
# As many pairs of series at once, which take some 80 MB.
_MOST_PAIRS = 10_000


class _Among:
    """Series, those of them that one may be a function of, and what the first rows rule out."""

    def __init__(self, series: Sequence[Series], left: Sequence[int], owns: Sequence[int]) -> None:
        self.series, self.left = series, left
        self.numbers = np.column_stack([each.numbers for each in series])
        self.sizes = medians(np.abs(self.numbers[:MOST_CELLS]))
        self._agreeing: dict[int, BoolArray] = {}
        step = max(1, _MOST_PAIRS // max(1, len(left)))
        for first in range(0, len(owns), step):
            self._agreeing |= self._in_first_rows(owns[first : first + step])

    def others(self, index: int) -> list[int]:
        """Return the others of a series."""
        return [other for other in self.left if other != index]

    def blocks(self, index: int) -> Iterator[list[int]]:
        """Yield the others that a series may be a function of, by the first rows."""
        return compress(_blocks(index, self.left), self._agreeing[index])

    def _in_first_rows(self, owns: Sequence[int]) -> dict[int, BoolArray]:
        """Return of which of its blocks each series may be a function."""
        blocks = [_blocks(index, self.left) for index in owns]
        places = np.full((len(owns), len(blocks[0]), len(self.left)), -1)
        decimals = np.zeros(places.shape[:2])
        for own, number in np.ndindex(decimals.shape):
            block = blocks[own][number]
            places[own, number, : len(block)] = block
            decimals[own, number] = max((self.series[other].decimals for other in block), default=0)
        rows = self.numbers[:_FIRST_ROWS]
        own_decimals = np.array([[self.series[index].decimals] for index in owns])
        scale = 1e-9 * np.nanmax(np.abs(self.numbers), axis=0)[owns, None]
        cells = np.where(places < 0, np.nan, rows[:, places])
        agreeing = _agreeing(rows[:, owns, None], cells, decimals, own_decimals, scale).any(axis=(0, -1))
        return dict(zip(owns, agreeing & (places[..., 0] >= 0), strict=True))


def _function(among: _Among, index: int) -> str:
    """Return which function of others a series is; "" where it is none."""
    series, own = among.series, among.series[index]
    rows = np.flatnonzero(np.isfinite(own.numbers))[:MOST_CELLS]
    if len(rows) < _FEWEST_CELLS:
        return ""
    for block in among.blocks(index):
        cells = among.numbers[rows][:, block]
        decimals = max(series[other].decimals for other in block)
        for name, evidence, size in _agreements(own, own.numbers[rows], cells, decimals):
            needed = 2 if own.is_called else _LEAST_OTHERS
            least = CALLED if own.is_called else OF_ALL if 10 * size >= 7 * (len(among.left) - 1) else UNNAMED
            if evidence >= least and size >= needed:
                names = [series[other].name for other in block[:size]]
                return f"the {name} of {_names(names)}"
    return _weighted_mean(among, index, rows) or _difference(among, index, rows) or _change(among, index, rows)


def _names(names: Sequence[str]) -> str:
    """Return the first few names in words."""
    if len(names) > 3:
        return ", ".join(map(repr, names[:3])) + f" and {len(names) - 3} more"
    return " and ".join(filter(None, (", ".join(map(repr, names[:-1])), repr(names[-1]))))


def _blocks(index: int, left: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Return what a series may be a function of, or nothing: those before it, nearest first, those after it, all."""
    before = [other for other in reversed(left) if other < index]
    after = [other for other in left if other > index]
    every = [*before, *after] if before and after else []
    return before if len(before) > 1 else [], after if len(after) > 1 else [], every


def decimals_of(number: str) -> int:
    """Return with how many decimals a number is written, by a power of ten or not.

    >>> decimals_of("0.25"), decimals_of("3"), decimals_of("3.6e-11"), decimals_of("1.25E+1")
    (2, 0, 12, 1)
    """
    scientific = _SCIENTIFIC.fullmatch(number)
    mantissa, power = scientific.groups() if scientific else (number, 0)
    return max(0, len(mantissa.partition(".")[2]) - int(power))


_SCIENTIFIC = re.compile(r"([-+\d.]+)e([-+]?\d+)", re.IGNORECASE)


_FUNCTIONS = (
    *("mean", "sum", "standard deviation", "standard deviation", "range"),
    *("geometric mean", "harmonic mean", "median", "greatest", "least"),
)
_SUM, _SPREADS, _MEDIAN, _EXTREMES = 1, slice(2, 5), 7, slice(8, 10)


def _results(cells: FloatArray, counts: IntArray) -> FloatArray:
    """Return each function of the first cells along the last axis, of so many there are up to each."""
    finite = np.isfinite(cells)
    filled = np.where(finite, cells, 0.0)
    positive = np.where(finite, np.where(cells > 0, cells, np.nan), 1.0)
    results = np.empty((len(_FUNCTIONS), *cells.shape))
    np.cumsum(filled, axis=-1, out=results[1])
    np.divide(results[1], counts, out=results[0])
    variances = np.maximum(np.cumsum(filled**2, axis=-1) / counts - results[0] ** 2, 0)
    np.sqrt(variances * counts / (counts - 1), out=results[2])
    np.sqrt(variances, out=results[3])
    np.maximum.accumulate(np.where(finite, cells, -np.inf), axis=-1, out=results[8])
    np.minimum.accumulate(np.where(finite, cells, np.inf), axis=-1, out=results[9])
    np.subtract(results[8], results[9], out=results[4])
    np.exp(np.cumsum(np.log(positive), axis=-1) / counts, out=results[5])
    np.divide(counts, np.cumsum(np.where(finite, 1 / positive, 0.0), axis=-1), out=results[6])
    results[7] = np.nan
    results[7, ..., -1] = medians(cells, axis=-1)
    return results


def _agreeing(
    values: FloatArray,
    cells: FloatArray,
    decimals: FloatArray | int,
    own_decimals: IntArray | int,
    scale: FloatArray | float,
) -> BoolArray:
    """Return which functions of the first few cells of each row give its value: (n_functions, ..., n_cells).

    A row without a value says nothing; rows are the first axis.
    """
    # all functions at once: one after the other takes most of the time of reading a small table
    counts = np.cumsum(np.isfinite(cells), axis=-1)
    results = _results(cells, counts)
    half, own_half = 0.5 * 10.0 ** -np.asarray(decimals), 0.5 * 10.0 ** -np.asarray(own_decimals)
    rounded = (np.where(np.less(own_decimals, decimals), own_half, 0.0) + scale)[..., None]
    allowed = np.empty_like(results)
    allowed[:] = (1.02 * (own_half + half) + scale)[..., None]
    allowed[_SUM] = (1.02 * (own_half + half))[..., None] * counts + np.asarray(scale)[..., None]
    allowed[_SPREADS] = (1.02 * (own_half + 2 * half) + scale)[..., None]
    allowed[_EXTREMES] = rounded
    # of an odd number it is one of them, rounded as they are
    allowed[_MEDIAN] = np.where(counts[..., -1:] % 2 == 1, rounded, allowed[_MEDIAN])
    near = np.abs(results - values[..., None]) <= allowed
    agreeing: BoolArray = np.all(near | np.isnan(values)[..., None], axis=1)
    agreeing[..., 0] = False
    return agreeing


def _agreements(own: Series, values: FloatArray, cells: FloatArray, decimals: int) -> Iterator[tuple[str, float, int]]:
    """Yield the functions of the first few columns of cells that give these values, with the evidence for each."""
    half, own_half = 0.5 * 10.0**-decimals, 0.5 * 10.0**-own.decimals
    largest = np.abs(values).max()
    if largest <= own_half:  # zeros are near what any function gives of small numbers
        return
    scale = 1e-9 * largest
    every = _agreeing(values, cells, decimals, own.decimals, scale)
    for name, agree in zip(_FUNCTIONS[: _EXTREMES.start], every, strict=False):
        if not agree.any():
            continue
        if name == "range":  # of a - b = c each is one: that of large numbers was computed
            agree &= np.minimum.accumulate(medians(np.abs(cells))) > 2 * np.median(np.abs(values))
        slack = own_half + (2 * half if name in _FUNCTIONS[_SPREADS] else half)
        for size in np.flatnonzero(agree)[::-1][:1] + 1:
            # a sum is as telling as the mean that follows from it
            width = slack * cells.shape[1] / size if name == "sum" else slack
            yield name, _evidence(cells[:, :size], width), int(size)
    if every[_EXTREMES].any():
        rounded = (own_half if own.decimals < decimals else 0.0) + scale
        yield from _extremes(own, values, cells, every[_EXTREMES], rounded)


def medians(cells: FloatArray, axis: int = 0) -> FloatArray:
    """Return medians of the numbers that there are, nan of none, in a tenth of the time of ``nanmedian``.

    >>> medians(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]])).tolist()
    [2.0, nan]
    """
    ordered, n, there = np.sort(cells, axis=axis), cells.shape[axis], ~np.isnan(cells)
    if there.all():
        return np.asarray(ordered.take([(n - 1) // 2, n // 2], axis=axis).mean(axis=axis))
    counts = np.count_nonzero(there, axis=axis, keepdims=True)
    middle = np.concatenate([np.maximum(counts - 1, 0) // 2, counts // 2], axis=axis)
    return np.asarray(np.take_along_axis(ordered, middle, axis=axis).mean(axis=axis))


# Of so many others a weighted mean is looked for, where so many more rows than these show that it is no coincidence.
_MOST_WEIGHTED, _MORE_ROWS = 40, 3
_LEAST_WEIGHT = 0.02
_DISTINCT = 4.0  # how many times farther than rounding columns have to lie from what the others give


def _weighted_mean(among: _Among, index: int, rows: np.typing.NDArray[np.intp]) -> str:
    """Return of which others a series is the mean, with weights or of some of them wherever they stand; "" of none."""
    series, own, others = among.series, among.series[index], among.others(index)
    values = own.numbers[rows]
    if not 1 < len(others) <= _MOST_WEIGHTED or len(rows) < len(others) + _MORE_ROWS:
        return ""
    cells = among.numbers[rows][:, others]
    if not np.isfinite(cells).all():
        return ""
    weights = np.linalg.lstsq(cells, values, rcond=None)[0]
    taken = weights >= _LEAST_WEIGHT
    half = 0.5 * 10.0 ** -max(series[other].decimals for other in others)
    slack = 0.5 * 10.0**-own.decimals + half
    is_mean = taken.sum() > 1 and bool((np.abs(weights[~taken]) < _LEAST_WEIGHT).all())
    is_mean = is_mean and abs(weights.sum() - 1) < _LEAST_WEIGHT
    if not is_mean or (np.abs(cells @ weights - values) > slack).any():
        return ""
    # of columns that differ by the same in all rows, or in proportion, any other one of the kind is a mean too
    of_mean = np.column_stack([cells[:, taken], np.full(len(rows), np.abs(values).mean())])
    if np.linalg.svd(of_mean, compute_uv=False)[-1] < _DISTINCT * slack * np.sqrt(len(rows)):
        return ""
    spread = float(np.std(values - cells.mean(axis=1)) + np.std(cells - cells.mean(axis=1, keepdims=True)))
    evidence = (len(rows) - len(others)) * np.log10(max(1.0, spread / (2 * slack)))
    if evidence < (CALLED if own.is_called else UNNAMED):
        return ""
    names = [series[other].name for other, is_taken in zip(others, taken, strict=True) if is_taken]
    is_equal = bool((np.abs(cells[:, taken].mean(axis=1) - values) <= slack).all())
    return f"the {'mean' if is_equal else 'weighted mean'} of {_names(names)}"


def _difference(among: _Among, index: int, rows: np.typing.NDArray[np.intp]) -> str:
    """Return of which two other series one is the difference, with its sign or without; "" where it is of none."""
    series, own = among.series, among.series[index]
    values = own.numbers[rows]
    if len(rows) <= _LEAST_OTHERS:
        return ""
    # of a = b + c each of b and c is a difference: the one that is small next to both others was computed
    sizes = among.sizes if len(rows) == len(own.numbers) else medians(np.abs(among.numbers[rows]))
    large = [other for other in among.others(index)[:MOST_SERIES] if sizes[index] < sizes[other] / 2]
    if len(large) < 2:
        return ""
    for one, other in _near_differences(among, values, large, rows, own.decimals):
        slack = 0.51 * (10.0**-own.decimals + 2 * 10.0 ** -max(series[one].decimals, series[other].decimals))
        between = series[one].numbers[rows] - series[other].numbers[rows]
        if not any(np.all(np.abs(each - values) <= slack) for each in (between, -between, np.abs(between))):
            continue
        evidence = (len(rows) - 1) * np.log10(max(1.0, float(np.std(values)) / (2 * slack)))
        if evidence >= UNNAMED + np.log10(len(large) ** 2):
            return f"the difference of {series[other].name!r} and {series[one].name!r}"
    return ""


def _near_differences(
    among: _Among, values: FloatArray, large: Sequence[int], rows: IntArray, own_decimals: int
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of series that are as far apart as the values in the first rows, which rule out nearly all."""
    first, decimals = rows[:_FIRST_ROWS], np.array([among.series[other].decimals for other in large], dtype=np.int64)
    slack = 0.52 * (10.0**-own_decimals + 2 * 10.0 ** -np.maximum.outer(decimals, decimals))
    cells = among.numbers[first][:, large]
    between = np.abs(cells[:, :, None] - cells[:, None, :])
    near = np.all(np.abs(between - np.abs(values[: len(first), None, None])) <= slack, axis=0)
    for one, other in np.argwhere(np.tril(near, -1)).tolist():
        yield large[one], large[other]


def _change(among: _Among, index: int, rows: np.typing.NDArray[np.intp]) -> str:
    """Return of what a series is the change in proportion or percent: from one to another, or from the best others.

    Such are the gap to the best known result and the improvement over the best other algorithm.
    """
    series, own = among.series, among.series[index]
    values, few = own.numbers[rows], among.others(index)[:MOST_CHANGED]
    if len(rows) <= _LEAST_OTHERS or len(few) < 2 or not np.ptp(values):
        return ""
    cells = among.numbers[rows][:, few]
    half, own_half = 0.5 * 10.0 ** -max(series[other].decimals for other in few), 0.5 * 10.0**-own.decimals
    least = UNNAMED + np.log10(4 * len(few) ** 2)
    # the first few rows rule out nearly all
    for most in (_FEW_ROWS, MOST_CELLS):
        near, slack = _near_changes(values[:most], cells[:most], half, own_half)
        if not near.any():
            return ""
    for at, reference, scale in np.argwhere(near):
        one = few[at]
        # a column called after one of the two is so by no chance, even where all changes are alike
        is_called = own.name.startswith(series[one].name)
        size = np.median(np.abs(values)) if is_called else np.std(values)
        evidence = (len(rows) - 1) * np.log10(max(1.0, float(size / (2 * np.median(slack[:, at, reference, scale])))))
        if evidence >= least:
            names = [repr(series[other].name) for other in few if other != one]
            names += ["the least other", "the greatest other"]
            return f"the change from {names[reference]} to {series[one].name!r}"
    return ""


_FEW_ROWS = 8


def _near_changes(values: FloatArray, cells: FloatArray, half: float, own_half: float) -> tuple[BoolArray, FloatArray]:
    """Return which changes the values are in all rows, and how far from each they may be.

    The changes are to each column, from each other one and from the least and the greatest of these, as shares and in
    percent: (n_columns, n_columns + 1, 2), behind the rows.
    """
    scales, n = np.array([1.0, 100.0]), cells.shape[1]
    rest = cells[:, [[other for other in range(n) if other != at] for at in range(n)]]
    extremes = [rest.min(axis=2, keepdims=True), rest.max(axis=2, keepdims=True)]
    references = np.concatenate([rest, *extremes], axis=2)[..., None]
    to = cells[:, :, None, None]
    change = scales * (to - references) / np.abs(references)
    slack = own_half + scales * half * (1 + np.abs(to / references)) / np.abs(references)
    given = values[:, None, None, None]
    near = [np.all(np.abs(sign * change - given) <= 1.02 * slack, axis=0) for sign in (1, -1)]
    return near[0] | near[1], slack


def _evidence(cells: FloatArray, tolerance: float) -> float:
    """Return how far from a coincidence agreement on a row is, added up over rows that vary apart from each other.

    Where the differences between columns are the same in each row, or in proportion, what lies between two of them in
    one row does so in all.
    """
    deviations = np.nan_to_num(cells - np.nanmean(cells, axis=1, keepdims=True))
    before, after = deviations[:-1], deviations[1:]
    squares = np.sum(before**2, axis=1)
    slopes = np.sum(before * after, axis=1) / np.where(squares > 0, squares, 1.0)
    steps = after - slopes[:, None] * before
    ranges = steps.max(axis=1) - steps.min(axis=1)
    each = np.log10(np.maximum(1.0, ranges[np.isfinite(ranges)] / (2 * tolerance)))
    # where no two rows are alike the first is as good as the others
    return float(each.sum() + (each.mean() if len(each) and each.min() > 0.5 else 0.0))


def _extremes(
    own: Series, values: FloatArray, cells: FloatArray, agreeing: BoolArray, tolerance: float
) -> Iterator[tuple[str, float, int]]:
    """Yield that the values are the greatest or the least of those next to them, and copies of no single column."""
    for (name, find), agree in zip((("greatest", np.nanmax), ("least", np.nanmin)), agreeing, strict=True):
        for size in np.flatnonzero(agree)[::-1][:1] + 1:
            equal: BoolArray = np.abs(cells[:, :size] - values[:, None]) <= tolerance
            telling = (equal.sum(axis=1) == 1) & (np.abs(values - find(cells)) > tolerance)
            if own.is_called or (
                not equal.all(axis=0).any()
                and telling.sum() >= _LEAST_EXTREMES
                and equal[telling].any(axis=0).sum() > 1
            ):
                yield name, UNNAMED, int(size)


def ranked_by(series: Sequence[Series]) -> dict[int, str]:
    """Return which series are the ranks of another one, or of a column among the columns of its row, by index."""
    ranks = {
        index: numbers
        for index, each in enumerate(series[:MOST_SERIES])
        if len(numbers := each.numbers[:MOST_CELLS]) > 3 and _may_be_ranks(numbers, max(len(numbers), len(series)))
    }
    how_ranked = {}
    for index, numbers in ranks.items():
        others = [other for other in range(len(series)) if other != index and other not in ranks]
        if how := next(_rankings(numbers, [series[other] for other in others]), ""):
            how_ranked[index] = how
    return how_ranked


def ranks_of_columns(series: Sequence[Series]) -> dict[int, str]:
    """Return which series are together the ranks of as many others in each row, by index; the same ones may lead."""
    few = series[:MOST_SERIES]
    whole = [
        index
        for index, each in enumerate(few)
        if len(numbers := each.numbers[:MOST_CELLS]) > 1 and np.all((numbers >= 1) & (2 * numbers % 1 == 0))
    ]
    how_ranked: dict[int, str] = {}
    for size in range(len(whole), 1, -1):
        for ranks in _windows(whole, size):
            cells = np.column_stack([few[index].numbers[:MOST_CELLS] for index in ranks])
            if cells.max() > size or not how_ranked.keys().isdisjoint(ranks) or not _are_row_ranks(cells):
                continue
            others = [index for index in range(len(few)) if index not in ranks and index not in how_ranked]
            for block in _windows(others, size):
                ranked = np.column_stack([few[index].numbers[:MOST_CELLS] for index in block])
                if not _are_row_ranks(ranked) and any(np.array_equal(cells, each) for each in _rows_ranked(ranked)):
                    pairs = zip(ranks, block, strict=True)
                    how_ranked |= {own: f"the rank of {few[other].name!r} in each row" for own, other in pairs}
                    break
            if size == len(whole):  # a table of ranks, of which some would be ranks of others
                return how_ranked
    return how_ranked


def _windows(indices: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield so many of the indices next to each other, then with one, two or three others between each two."""
    for step in range(1, 5):
        for start in range(len(indices) - (size - 1) * step):
            yield list(indices[start : start + (size - 1) * step + 1 : step])


def _are_row_ranks(cells: FloatArray) -> bool:
    """Return whether each row holds ranks from 1 on, of which equal ones are the mean or the least of theirs."""
    few = cells[:4]
    return all(any(np.array_equal(some, each) for each in _rows_ranked(some)) for some in (few, cells))


def _rows_ranked(cells: FloatArray) -> Iterator[FloatArray]:
    """Yield the ranks of the cells of each row, as `_ranks` does, with one row too."""
    yield from (np.reshape(ranks, cells.shape) for ranks in _ranks(cells, 1))


def _may_be_ranks(numbers: FloatArray, most: int) -> bool:
    finite = numbers[np.isfinite(numbers)]
    return bool(
        len(finite) == len(numbers)
        and np.all(2 * finite == np.round(2 * finite))
        and finite.min() >= 1
        and finite.max() <= most
        and len(np.unique(finite)) > 1
    )


def are_mean_ranks(series: Series, n: int) -> bool:
    """Return whether numbers may be the mean ranks of n: they lie between 1 and n, and add up as ranks do."""
    numbers, slack = series.numbers, 0.51 * 10.0**-series.decimals * n
    inside = np.all((numbers >= 1) & (numbers <= n))
    return len(numbers) == n > 1 and bool(inside) and abs(float(numbers.sum()) - n * (n + 1) / 2) <= slack


def _rankings(numbers: FloatArray, others: Sequence[Series]) -> Iterator[str]:
    """Yield what these numbers rank: the cells of a series, or those of one among the others of its row."""
    for other in others:
        cells = other.numbers[: len(numbers)]
        if len(np.unique(numbers)) > 3 and any(np.array_equal(numbers, ranks) for ranks in _ranks(cells[None, :], 1)):
            yield f"the ranks of {other.name!r}"
            return
    if len(others) > 2:
        cells = np.column_stack([other.numbers[: len(numbers)] for other in others])
        for ranks in _ranks(cells, 1):
            for index, other in enumerate(others):
                if np.array_equal(ranks[:, index] if ranks.ndim > 1 else ranks, numbers):
                    yield f"the rank of {other.name!r} in each row"
                    return


def _ranks(cells: FloatArray, axis: int) -> Iterator[FloatArray]:
    """Yield the ranks of finite cells along an axis, higher first and lower first, ties as mean and as least ranks."""
    if not np.all(np.isfinite(cells)):
        return
    for sign in (1, -1):
        signed = sign * cells
        below = (signed[:, :, None] > signed[:, None, :]).sum(axis=2)
        equal = (signed[:, :, None] == signed[:, None, :]).sum(axis=2)
        for ranks in (below + 1.0, below + (equal + 1) / 2):
            yield ranks[0] if len(ranks) == 1 else ranks
