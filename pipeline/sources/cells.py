"""Cells of a column as sources hand them on: text, numbers, or names that repeat; and each taken for the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from rankpress.scores import BoolArray, FloatArray, IntArray

# Half the memory of IntArray, of which there are six to a measurement.
CodeArray = NDArray[np.int32]

# The largest whole number up to which a float tells all of them apart.
MOST_WHOLE = 1 << 53
_MOST_SPREAD = 1 << 20


@dataclass(frozen=True)
class Coded:
    """Names that repeat: each once, and which of them stands in each cell.

    Parameters
    ----------
    categories : tuple of str
        The names, without blanks around them; "" is an empty cell.
    codes : (n_cells,) int array
        Indices into the categories.

    Examples
    --------
    >>> texts(Coded(("iris", "wine"), np.array([0, 0, 1], dtype=np.int32)))
    ['iris', 'iris', 'wine']
    """

    categories: tuple[str, ...]
    codes: CodeArray

    def __len__(self) -> int:
        return len(self.codes)


# Text is without blanks around it. An empty cell is "" or nan.
Cells = list[str] | FloatArray | Coded


class Codes(dict[str, int]):
    """Numbers names in the order of their first appearance.

    Parameters
    ----------
    renamed : mapping of str to str
        Other names for some of them; those that come to bear the same name are one.

    Attributes
    ----------
    unmet : set of str
        Those of `renamed` that did not appear yet.
    """

    def __init__(self, renamed: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.renamed = dict(renamed or {})
        self.unmet = set(self.renamed)

    def __missing__(self, name: str) -> int:
        self[name] = code = len(self)
        return code

    def code(self, name: str) -> int:
        """The number of a name as the source has it."""
        self.unmet.discard(name)
        return self[self.renamed.get(name, name)]

    def encode(self, cells: Cells) -> CodeArray:
        """The numbers of the names in cells of a source."""
        if isinstance(cells, list):
            return np.fromiter(map(self.code if self.renamed else self.__getitem__, cells), np.int32, len(cells))
        names = coded(cells)
        return np.array([self.code(name) for name in names.categories], dtype=np.int32)[names.codes]


def coded(cells: Cells) -> Coded:
    """The cells by their names, which stand in the order of their first appearance."""
    if isinstance(cells, list):
        known = Codes()
        codes = known.encode(cells)
        return Coded(tuple(known), codes)
    if isinstance(cells, Coded):
        return _in_order(cells.categories, cells.codes)
    distinct, codes = _distinct(cells)
    return _in_order(tuple(map(number_text, distinct.tolist())), codes)


def texts(cells: Cells) -> list[str]:
    """The cells as text."""
    if isinstance(cells, list):
        return cells
    names = cells if isinstance(cells, Coded) else coded(cells)
    return [names.categories[code] for code in names.codes.tolist()]


def empty(cells: Cells) -> list[int]:
    """Indices of the cells with nothing in them."""
    if isinstance(cells, list):
        return [index for index, cell in enumerate(cells) if not cell] if "" in cells else []
    if isinstance(cells, Coded):
        return np.flatnonzero(np.array([not name for name in cells.categories], dtype=bool)[cells.codes]).tolist()
    return np.flatnonzero(np.isnan(cells)).tolist()


def taken(cells: Cells, keep: BoolArray) -> Cells:
    """Those of the cells that are to be kept."""
    if isinstance(cells, list):
        return [cells[index] for index in np.flatnonzero(keep).tolist()]
    return Coded(cells.categories, cells.codes[keep]) if isinstance(cells, Coded) else cells[keep]


def alike(text: str, n: int) -> Coded:
    """The same text in each cell."""
    return Coded((text,), np.zeros(n, dtype=np.int32))


def typed(values: Iterable[object]) -> Cells:
    """Values of Python as cells: numbers where all of them are numbers or missing, else names.

    Parameters
    ----------
    values : iterable
        Of numbers, text, booleans, which are taken for 1 and 0, and None, which is an empty cell, as nan is.

    Examples
    --------
    >>> typed([1, None, 0.5]).tolist()
    [1.0, nan, 0.5]
    >>> texts(typed(["a", 1, None, 2.0, 10**20]))
    ['a', '1', '', '2', '100000000000000000000']
    """
    listed = list(values)
    if all(map(_is_number, listed)):
        return np.array([np.nan if value is None else float(value) for value in listed], dtype=np.float64)  # type: ignore[arg-type]
    return coded(list(map(text_of, listed)))


def text_of(value: object) -> str:
    """A value of Python as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace").strip()
    return str(value).strip()


def number_text(value: float) -> str:
    """A number as text: whole numbers without a point, so that 3 and 3.0 are one name; "" for nan."""
    if value != value:
        return ""
    return str(int(value)) if abs(value) < MOST_WHOLE and value == int(value) else repr(value)


def _is_number(value: object) -> bool:
    """Whether a float holds all of a value; a whole number of many digits is a name."""
    if isinstance(value, int):
        return abs(value) <= MOST_WHOLE
    if isinstance(value, Decimal):
        return value != value.to_integral_value() or abs(value) <= MOST_WHOLE if value.is_finite() else value.is_nan()
    return value is None or isinstance(value, float)


def _distinct(values: FloatArray) -> tuple[FloatArray, CodeArray]:
    """The different numbers, and which of them each is."""
    known = ~np.isnan(values)
    least, most = values.min(initial=0.0, where=known), values.max(initial=0.0, where=known)
    if least > -_MOST_SPREAD and most < _MOST_SPREAD and known.all():
        whole = values.astype(np.int64)
        if np.array_equal(whole, values):
            # sorting all of them takes ten times as long
            there = np.bincount(whole - int(least), minlength=1) > 0
            distinct = np.flatnonzero(there) + int(least)
            return distinct.astype(np.float64), (np.cumsum(there) - 1)[whole - int(least)].astype(np.int32)
    found, codes = np.unique(values, return_inverse=True)
    return found, codes.astype(np.int32)


def _in_order(categories: Sequence[str], codes: CodeArray) -> Coded:
    """The same cells with those names alone that occur, each once, in the order of their first appearance."""
    n = len(codes)
    first: IntArray = np.full(len(categories), n, dtype=np.int64)
    first[codes[::-1]] = np.arange(n - 1, -1, -1)  # of several the last that is put in stays
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < n)]
    known = Codes()
    place = np.zeros(len(categories), dtype=np.int32)
    place[order] = known.encode([categories[index] for index in order.tolist()])
    return Coded(tuple(known), place[codes])
