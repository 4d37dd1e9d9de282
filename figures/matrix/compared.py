"""What a multi-comparison matrix shows of pairs of algorithms, told from either side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Literal

import numpy as np

from rankpress.figures.numerals import p_text, short_number

_WITHIN = 2.5  # times the median difference is as far as colours reach where the greatest is twice that


@dataclass(frozen=True)
class Comparisons:
    """Comparisons of pairs (a, b) of algorithms.

    Parameters
    ----------
    names : sequence of str
        The algorithms.
    pairs : sequence of (int, int)
        Algorithms a and b.
    differences : sequence of float
        Mean score of a less that of b; nan where there is none.
    wins : sequence of (int, int, int)
        Data sets on which a is better, as good, and worse.
    p : sequence of float
    better : {'higher', 'lower'}
        Which scores are.
    number : callable
        How a difference is printed; a plus is put before those above 0.

    Examples
    --------
    >>> found = Comparisons(["knn", "svm"], pairs=[(0, 1)], differences=[-0.02], wins=[(3, 1, 10)], p=[0.04])
    >>> found.lines(0, 1), found.lines(1, 0)
    (('−0.02', '3/1/10', '0.040'), ('+0.02', '10/1/3', '0.040'))
    """

    names: Sequence[str]
    pairs: Sequence[tuple[int, int]]
    differences: Sequence[float]
    wins: Sequence[tuple[int, int, int]]
    p: Sequence[float]
    better: Literal["higher", "lower"] = "higher"
    number: Callable[[float], str] = short_number

    def __post_init__(self) -> None:
        """Refuse comparisons that do not fit each other."""
        lengths = {len(self.pairs), len(self.differences), len(self.wins), len(self.p)}
        if len(lengths) > 1 or len(self._index) != len(self.pairs):
            raise ValueError("pairs, differences, wins, p: one of each is needed for each pair, no pair twice")
        if any(a == b or not {a, b} <= set(range(len(self.names))) for a, b in self.pairs):
            raise ValueError(f"pairs: pairs of different algorithms from 0 to {len(self.names) - 1} are needed")

    @cached_property
    def _index(self) -> dict[frozenset[int], int]:
        return {frozenset((int(a), int(b))): at for at, (a, b) in enumerate(self.pairs)}

    @cached_property
    def greatest(self) -> float:
        """The greatest difference of all, whatever its sign."""
        return max((abs(float(one)) for one in self.differences if not np.isnan(one)), default=0.0)

    @cached_property
    def reach(self) -> float:
        """The difference from which on colours are the darkest: the greatest, unless few differences are as great.

        One algorithm far from all others would leave all else nearly white.
        """
        sizes = [abs(float(one)) for one in self.differences if not np.isnan(one)]
        typical = median(sizes) if sizes else 0.0
        return _WITHIN * typical if self.greatest > 2 * _WITHIN * typical > 0 else self.greatest

    def difference(self, row: int, column: int) -> float | None:
        """Mean score of one less that of the other; None where they were not compared."""
        at = self._index.get(frozenset((row, column)))
        if row == column or at is None:
            return None
        return float(self.differences[at]) * (1 if int(self.pairs[at][0]) == row else -1)

    def p_of(self, row: int, column: int) -> float:
        """The p-value of a pair that was compared."""
        return float(self.p[self._index[frozenset((row, column))]])

    def lines(self, row: int, column: int) -> tuple[str, str, str]:
        """The texts of a cell: the difference, wins, ties and losses of the row, and p."""
        at = self._index[frozenset((row, column))]
        value = self.difference(row, column) or 0.0
        printed = "–" if np.isnan(value) else self.number(value + 0.0)
        sign = "+" if value > 0 and printed.strip("0.") else ""
        wins = [int(count) for count in self.wins[at]]
        wins = wins if int(self.pairs[at][0]) == row else wins[::-1]
        return sign + printed, "/".join(map(str, wins)), p_text(float(self.p[at]))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All texts that cells may hold."""
        pairs = [(int(a), int(b)) for a, b in self.pairs]
        return tuple(dict.fromkeys(text for a, b in pairs for cell in ((a, b), (b, a)) for text in self.lines(*cell)))
