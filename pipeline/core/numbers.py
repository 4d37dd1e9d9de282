"""Numbers as reports print them, and as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from rankpress.core.faults import counted
from rankpress.core.scores import FloatArray
from rankpress.core.text import Text, plain

MISSING = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
INFINITY = "\N{INFINITY}"

# Beyond these a fixed number of decimals would print long rows of zeros or of digits that mean nothing.
_MOST_DECIMALS = 6
_LONGEST = 1e10


def fixed(value: float | None, decimals: int) -> str:
    """Print a number with a fixed number of decimals, trailing zeros kept."""
    if value is None or math.isnan(value):
        return MISSING
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS + INFINITY
    if abs(value) >= _LONGEST:
        return scientific(value)
    text = f"{value:.{decimals}f}"
    if not text.startswith("-"):
        return text
    digits = text[1:]
    return digits if not digits.strip("0.") else MINUS + digits


def scientific(value: float, digits: int = 3) -> str:
    """Print a finite number as a mantissa and a power of ten, such as 1.23e−7; zero, which has no power, as 0."""
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return f"{mantissa}e{int(exponent)}".replace("-", MINUS)


def rank_text(rank: float) -> str:
    """Print an average rank, with two decimals."""
    return fixed(rank, 2)


def place_text(rank: float) -> str:
    """Print a rank on one data set: 3, or 2.5 where two algorithms tie."""
    return MISSING if math.isnan(rank) else f"{rank:g}"


def p_text(p: float | None, level: float = 0.05) -> str:
    """Print a p-value: three decimals, never 0.000, and as many as it takes to see on which side of the level it is.

    >>> p_text(0.0123), p_text(0.0504), p_text(0.05), p_text(0.0002), p_text(0.0002, 0.0001)
    ('0.012', '0.0504', '0.050', '<0.001', '0.0002')
    """
    if p is None or math.isnan(p):
        return MISSING
    if p < 0.001:
        return small_level_text(p) if level < p else "<0.001"
    if abs(p - level) > 0.001:  # no three decimals are those of both
        return fixed(p, 3)
    decimals = (d for d in range(3, _MOST_DECIMALS + 1) if p == level or fixed(p, d) != fixed(level, d))
    enough = next(decimals, None)
    return f"{'<' if p < level else '>'}{level_text(level)}" if enough is None else fixed(p, enough)


def probability_text(p: float | None) -> str:
    """Print a posterior probability: three decimals, and never 0.000 or 1.000.

    >>> probability_text(0.0), probability_text(0.25), probability_text(0.9996), probability_text(float("nan"))
    ('<0.001', '0.250', '>0.999', '–')
    """
    return ">0.999" if p is not None and p > 0.999 else "<0.001" if p is not None and p < 0.001 else fixed(p, 3)


def p_phrase(p: float, level: float = 0.05) -> str:
    """Say a p-value in a sentence: p = 0.012, or p < 0.001."""
    text = p_text(p, level)
    return f"p {text[0]} {text[1:]}" if text[0] in "<>" else f"p = {text}"


def statistic_text(statistic: float | None) -> str:
    """Print a test statistic: three decimals, two from 100 on."""
    large = statistic is not None and abs(statistic) >= 100
    return fixed(statistic, 2 if large else 3)


def statistic_in_sentence(statistic: float) -> str:
    """Print a test statistic for a sentence: one decimal, two below 10."""
    return fixed(statistic, 1 if abs(statistic) >= 9.95 else 2)


def expected_text(number: float) -> str:
    """Print how many errors are to be expected: one decimal, two below 1, and two digits below 0.1.

    >>> expected_text(7.7), expected_text(0.3), expected_text(0.0012)
    ('7.7', '0.30', '0.0012')
    """
    return fixed(number, 1 if number >= 1 else 2) if number >= 0.1 else small_level_text(number)


def df_text(df: float | Sequence[float]) -> str:
    """Print degrees of freedom, those of an F as 3, 39."""
    return ", ".join(f"{item:g}" for item in df) if isinstance(df, Sequence) else f"{df:g}"


_WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()


def in_words(count: int) -> str:
    """Return a count for a sentence: a word up to twelve, then digits.

    >>> in_words(11), in_words(1584)
    ('eleven', '1,584')
    """
    return _WORDS[count] if 0 <= count < len(_WORDS) else grouped_number(count)


def counted_in_words(count: int, name: str) -> str:
    """Say a number of things for a sentence.

    >>> counted_in_words(1, "pair"), counted_in_words(12, "pair"), counted_in_words(1584, "pair")
    ('one pair', 'twelve pairs', '1,584 pairs')
    """
    return f"{in_words(count)} {name if count == 1 else name + 's'}"


def grouped_number(count: int) -> str:
    """Return a count with commas between thousands."""
    return f"{count:,}"


def level_text(level: float) -> str:
    """Print a level of significance as it was given: 0.05, 0.1."""
    return f"{level:g}"


def percent_text(level: float) -> str:
    """Print the level of an interval: 95%, 99.9%.

    >>> percent_text(0.95), percent_text(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * level:.6g}%"


def small_level_text(level: float) -> str:
    """Print a level that was computed, to two digits.

    >>> small_level_text(0.008512), small_level_text(0.00033301), small_level_text(0.0000421)
    ('0.0085', '0.00033', '4.2e−5')
    """
    return level_text(float(f"{level:.2g}")) if level >= 1e-4 else scientific(level, 2)


@dataclass(frozen=True)
class Rounding:
    """How the scores of one table are rounded: to so many decimals, or to a mantissa of three digits."""

    decimals: int
    scientific: bool = False

    def text(self, value: float | None) -> str:
        """Print a score."""
        if self.scientific and value is not None and math.isfinite(value):
            return scientific(value)
        return fixed(value, self.decimals)

    @property
    def finer(self) -> Rounding:
        """One decimal more."""
        return Rounding(self.decimals + 1, self.scientific)

    @property
    def statement(self) -> str:
        """What a note says of it."""
        if self.scientific:
            return "to three digits"
        if not self.decimals:
            return "to whole numbers"
        return f"to {counted(self.decimals, 'decimal')}"


def rounding_of(scores: FloatArray) -> Rounding:
    """Choose the rounding of a table's scores: three digits of a typical score, two where scores of a row differ."""
    finite = np.abs(scores[np.isfinite(scores)])
    if not finite.any():
        return Rounding(0)
    magnitude = _median(finite[finite > 0])
    needed = max(2 - _exponent(magnitude), *(1 - _exponent(spread) for spread in _typical_spread(scores)), 0)
    if needed > _MOST_DECIMALS and magnitude < 0.01:
        return Rounding(0, scientific=True)
    return Rounding(_decimals_present(finite, min(needed, _MOST_DECIMALS)))


def rounding_of_estimates(estimates: FloatArray, errors: FloatArray) -> Rounding:
    """Choose how a table's estimates are rounded: to two digits of a typical standard error.

    >>> rounding_of_estimates(np.array([0.6140, 0.0213]), np.array([0.0147, 0.0119])).text(0.6140)
    '0.614'
    """
    uncertain = errors[np.isfinite(errors) & (errors > 0)]
    if not uncertain.size:
        return rounding_of(estimates[:, np.newaxis])
    needed = max(1 - _exponent(_median(uncertain)), 0)
    if needed > _MOST_DECIMALS and _median(np.abs(estimates)) < 0.01:
        return Rounding(0, scientific=True)
    return Rounding(min(needed, _MOST_DECIMALS))


def rounding_of_row(row: FloatArray, common: Rounding) -> Rounding:
    """Choose how a row of a table is rounded: as all of them, unless it would print as if all were equal."""
    return common if _distinguishes(row, common) else rounding_of(row[None])


def _distinguishes(row: FloatArray, rounding: Rounding) -> bool:
    """Return whether some scores of a row differ in print, or all are equal."""
    finite = [value for value in row.tolist() if math.isfinite(value)]
    if not finite:
        return True
    least, most = min(finite), max(finite)  # if these print alike, so does all between them
    return least == most or rounding.text(least) != rounding.text(most)


def _decimals_present(values: FloatArray, most: int) -> int:
    """Return how many decimals the values have, up to a limit."""
    return next((d for d in range(most) if np.allclose(values, values.round(d), rtol=0, atol=1e-12)), most)


def _median(values: FloatArray) -> float:
    # cut off where the mean of two would overflow; only its power of ten matters
    return float(np.median(np.minimum(values, 1e300)))


def _exponent(value: float) -> int:
    return math.floor(math.log10(value))


def _typical_spread(scores: FloatArray) -> list[float]:
    """Return the median over rows of the distance between a row's least and greatest score; empty where none differ."""
    rows = scores[np.count_nonzero(np.isfinite(scores), axis=1) >= 2]
    # cut off where a difference would overflow
    rows = np.clip(rows, -1e300, 1e300)
    spreads = np.nanmax(rows, axis=1) - np.nanmin(rows, axis=1) if rows.size else np.zeros(0)
    spreads = spreads[spreads > 1e-12]
    return [_median(spreads)] if spreads.size else [1.0]


Json = dict[str, Any]


def picked(item: object, names: str) -> Json:
    """Return some attributes of an object under their own names, in the order given."""
    return {name: getattr(item, name) for name in names.split()}


def stated(**values: object) -> Json:
    """Return what there is something to say of, such as a reason."""
    return {name: value for name, value in values.items() if value}


def by_name(names: Sequence[str], values: FloatArray | None) -> Json | None:
    """Return values under the names that they belong to."""
    return None if values is None else dict(zip(names, values.tolist(), strict=True))


def plain_data(value: Any) -> Any:
    """Return lists for arrays, strings for texts, mappings for dataclasses, and None for what is not finite."""
    # of the very types first, of which results have millions: instance checks take longer than all else
    kind = type(value)
    if kind is float:
        return value if math.isfinite(value) else None
    if kind is str or kind is int or value is None:
        return value
    if kind is dict:
        return {name: plain_data(item) for name, item in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Text):
        return plain(value)
    if isinstance(value, Mapping):
        return {name: plain_data(item) for name, item in value.items()}
    if is_dataclass(value):
        return {item.name: plain_data(getattr(value, item.name)) for item in fields(value)}
    return [plain_data(item) for item in value]


def whole(value: float) -> float | int:
    """Return a number, as an integer where it is one."""
    return int(value) if float(value).is_integer() else float(value)
