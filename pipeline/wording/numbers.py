"""Numbers as they are printed: in tables, figures, macros, sentences and on the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from rankpress.wording.strings import counted

_FloatArray = NDArray[np.float64]

MISSING = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
INFINITY = "\N{INFINITY}"

# Beyond these a fixed number of decimals would print long rows of zeros or of digits that mean nothing.
_MOST_DECIMALS = 6
_LONGEST = 1e10
# Smaller numbers that are not as near to the middle of two printed ones are rounded alike by what is twice as fast.
_LARGE, _NEAR_A_HALF = 1e9, 1e-4
_NONZERO = frozenset("123456789")
# As far apart typical scores of two data sets have no decimals in common.
_APART, _MOST_DECIMALS_APART = 1000, 4


def fixed(value: float | None, decimals: int) -> str:
    """Print a number with a fixed number of decimals, trailing zeros kept, rounded half away from zero.

    >>> fixed(98.35, 1), fixed(-0.125, 2), fixed(51 / 20, 1), fixed(-0.001, 2), fixed(float("nan"), 2)
    ('98.4', '−0.13', '2.6', '0.00', '–')
    """
    if value is None or math.isnan(value):
        return MISSING
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS + INFINITY
    if abs(value) >= _LONGEST:
        return scientific(value)
    size = abs(value) * 10.0**decimals
    if decimals >= 0 and size < _LARGE and abs(size % 1 - 0.5) > _NEAR_A_HALF:
        return f"{MINUS if value < 0 and size > 0.5 else ''}{abs(value):.{decimals}f}"
    number = half_away_from_zero(value, decimals)
    return f"{MINUS if number < 0 else ''}{abs(number):f}"


def half_away_from_zero(value: float, decimals: int) -> Decimal:
    """Round a finite number as a person does: half away from zero, from its shortest decimal.

    A binary fraction lies a little above or below the decimal that it was read from, and so does a mean of several:
    of 98.35 as of the mean of 98.3 and 98.4 fifteen digits are those that a person sees.
    """
    return Decimal(f"{value:.15g}").quantize(_last_decimal(decimals), ROUND_HALF_UP)


@lru_cache
def _last_decimal(decimals: int) -> Decimal:
    return Decimal(1).scaleb(-decimals)


def significant(value: float, digits: int) -> float:
    """Return a number rounded to so many digits, half away from zero.

    >>> significant(0.12345, 4), significant(98.35, 3), significant(float("inf"), 3)
    (0.1235, 98.4, inf)
    """
    if value == 0 or not math.isfinite(value):
        return value
    shortest = Decimal(f"{value:.15g}")
    return float(shortest.quantize(Decimal(1).scaleb(shortest.adjusted() - digits + 1), ROUND_HALF_UP))


def scientific(value: float, digits: int = 3) -> str:
    """Print a finite number as a mantissa and a power of ten, such as 1.23e−7; zero, which has no power, as 0."""
    if value == 0:
        return "0"
    mantissa, exponent = f"{significant(value, digits):.{digits - 1}e}".split("e")
    return f"{mantissa}e{int(exponent)}".replace("-", MINUS)


def rank_text(rank: float) -> str:
    """Print an average rank or a critical difference: two decimals, and two digits of one that is smaller.

    >>> rank_text(2.555), rank_text(0.0041), rank_text(0.0)
    ('2.56', '0.0041', '0.00')
    """
    return small_level_text(rank) if 0 < rank < 0.095 else fixed(rank, 2)


def place_text(rank: float) -> str:
    """Print a rank on one data set: 3, or 2.5 where two algorithms tie."""
    return MISSING if math.isnan(rank) else f"{rank:g}"


def p_text(p: float | None, level: float, decimals: int | None = None) -> str:
    """Print a p-value: three decimals, never 0.000, and as many as it takes to see on which side of the level it is.

    With `decimals` it has exactly so many, and what is less than the least of them is said to be.

    >>> p_text(0.0123, 0.05), p_text(0.0504, 0.05), p_text(0.05, 0.05), p_text(0.0002, 0.05), p_text(0.0002, 0.0001)
    ('0.012', '0.0504', '0.050', '<0.001', '0.0002')
    >>> p_text(0.001, 0.05, decimals=4), p_text(0.00002, 0.05, decimals=4), p_text(0.0504, 0.05, decimals=3)
    ('0.0010', '<0.0001', '0.050')
    """
    if p is None or math.isnan(p):
        return MISSING
    if decimals is not None:
        return fixed(p, decimals) if p >= 10.0**-decimals else f"<{fixed(10.0**-decimals, decimals)}"
    if p < 0.001:
        return small_level_text(p) if level < p else "<0.001"
    if abs(p - level) > 0.001:  # no three decimals are those of both
        return fixed(p, 3)
    telling = (d for d in range(3, _MOST_DECIMALS + 1) if p == level or fixed(p, d) != fixed(level, d))
    enough = next(telling, None)
    return f"{'<' if p < level else '>'}{level_text(level)}" if enough is None else fixed(p, enough)


def probability_text(p: float | None, decimals: int = 3) -> str:
    """Print a posterior probability: three decimals, or as many as requested, and never 0.000 or 1.000.

    >>> probability_text(0.0), probability_text(0.25), probability_text(0.9996), probability_text(float("nan"))
    ('<0.001', '0.250', '>0.999', '–')
    >>> probability_text(0.004, 2), probability_text(0.994, 2), probability_text(0.25, 2)
    ('<0.01', '>0.99', '0.25')
    """
    least = 10.0**-decimals
    if p is None or least <= p <= 1 - least or math.isnan(p):
        return fixed(p, decimals)
    return f"<{fixed(least, decimals)}" if p < least else f">{fixed(1 - least, decimals)}"


def proportion_text(proportion: float | None, decimals: int = 2) -> str:
    """Print a share of draws or its bound: 0.00 and 1.00 are none and all of them, and no share near these.

    >>> proportion_text(1.0), proportion_text(0.9962), proportion_text(0.994), proportion_text(0.001)
    ('1.00', '>0.99', '0.99', '<0.01')
    """
    printed = fixed(proportion, decimals)
    is_rounded = proportion not in (0.0, 1.0) and printed in (fixed(0.0, decimals), fixed(1.0, decimals))
    return probability_text(proportion, decimals) if is_rounded else printed


def p_phrase(p: float, level: float, decimals: int | None = None) -> str:
    """Say a p-value in a sentence: p = 0.012, or p < 0.001."""
    printed = p_text(p, level, decimals)
    return f"p {printed[0]} {printed[1:]}" if printed[0] in "<>" else f"p = {printed}"


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
    return ", ".join(f"{each:g}" for each in df) if isinstance(df, Sequence) else f"{df:g}"


_WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()


def in_words(count: int) -> str:
    """Return a count for a sentence: a word up to twelve, then digits.

    >>> in_words(11), in_words(1584)
    ('eleven', '1,584')
    """
    return _WORDS[count] if 0 <= count < len(_WORDS) else grouped_number(count)


def part_in_words(count: int, of: int) -> str:
    """Return how many of the things of a sentence: none, both or all where it is so, else a number.

    >>> part_in_words(0, 3), part_in_words(2, 3), part_in_words(3, 3), part_in_words(2, 2)
    ('none', 'two', 'all', 'both')
    """
    if count == 0:
        return "none"
    if count == of > 1:
        return "both" if of == 2 else "all"
    return in_words(count)


def all_in_words(number: int, noun: str) -> str:
    """Return how a sentence on all of several things begins.

    >>> all_in_words(2, "pair"), all_in_words(3, "pair")
    ('Both pairs', 'All three pairs')
    """
    things = counted_in_words(number, noun)
    return f"Both{things.removeprefix('two')}" if number == 2 else f"All {things}"


def none_in_words(number: int, noun: str) -> str:
    """Return how a sentence on none of several things begins.

    >>> none_in_words(2, "pair"), none_in_words(3, "pair")
    ('Neither of the two pairs', 'None of the three pairs')
    """
    return f"{'Neither' if number == 2 else 'None'} of the {counted_in_words(number, noun)}"


_ORDINALS = " first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ")


def ordinal(place: int) -> str:
    """Return a place for a sentence: a word up to twelve, then digits.

    >>> ordinal(2), ordinal(12), ordinal(21), ordinal(113)
    ('second', 'twelfth', '21st', '113th')
    """
    if place < len(_ORDINALS):
        return _ORDINALS[place]
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{grouped_number(place)}{ending}"


def counted_in_words(count: int, name: str) -> str:
    """Say a number of things for a sentence.

    >>> counted_in_words(1, "pair"), counted_in_words(12, "pair"), counted_in_words(1584, "pair")
    ('one pair', 'twelve pairs', '1,584 pairs')
    """
    return f"{in_words(count)} {name if count == 1 else name + 's'}"


def between_in_words(counts: Iterable[int], name: str) -> str:
    """Say numbers of things for a sentence by the least and the greatest, in digits where one has no word.

    >>> between_in_words([2, 3], "run"), between_in_words([5, 5], "run")
    ('two to three runs', 'five runs')
    >>> between_in_words([3, 20], "run")
    '3 to 20 runs'
    """
    numbers = [*counts]
    least, most = min(numbers), max(numbers)
    if least == most:
        return counted_in_words(most, name)
    in_digits = most >= len(_WORDS)
    return f"{grouped_number(least) if in_digits else in_words(least)} to {counted_in_words(most, name)}"


def grouped_number(count: int) -> str:
    """Return a count with commas between thousands."""
    return f"{count:,}"


def level_text(level: float) -> str:
    """Print a level of significance as it was given: 0.05, 0.1."""
    return f"{level:g}"


def tolerance_text(tolerance: float) -> str:
    """Print a small number as it was given: 0.001, 1e−7.

    >>> tolerance_text(0.001), tolerance_text(1e-7)
    ('0.001', '1e−7')
    """
    mantissa, power, exponent = level_text(tolerance).partition("e-")
    return f"{mantissa}e{MINUS}{int(exponent)}" if power else mantissa


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
    return level_text(significant(level, 2)) if level >= 1e-4 else scientific(level, 2)


@dataclass(frozen=True)
class Rounding:
    """How the scores of one table are rounded: to so many decimals, or to a mantissa of three digits.

    >>> Rounding(1).text(98.35), Rounding(1, factor=100.0).text(0.9477), Rounding(0, scientific=True).text(2e-9)
    ('98.4', '94.8', '2.00e−9')
    >>> [Rounding(1, signed=True).text(value) for value in (1.25, -1.25, 0.04)]
    ['+1.3', '−1.3', '0.0']
    """

    decimals: int
    scientific: bool = False
    factor: float = 1.0  # by what numbers are multiplied before: 100 in percent
    signed: bool = False  # whether numbers above zero have a plus sign, as differences have
    is_exact: bool = False  # whether a study asks for so many decimals, no more and no fewer
    shows_side: bool = False  # whether what is not zero has as many decimals as it takes not to read as zero

    def text(self, value: float | None) -> str:
        """Print a score."""
        if value is None:
            return MISSING
        scaled = value if self.factor == 1 else value * self.factor
        printed = scientific(scaled) if self.scientific and math.isfinite(scaled) else fixed(scaled, self.decimals)
        if self.shows_side and scaled and _NONZERO.isdisjoint(printed) and math.isfinite(scaled):
            finer = (fixed(scaled, decimals) for decimals in range(self.decimals + 1, _MOST_DECIMALS + 1))
            printed = next((text for text in finer if not _NONZERO.isdisjoint(text)), scientific(scaled, 1))
        return f"+{printed}" if self.signed and scaled > 0 and printed != fixed(0.0, self.decimals) else printed

    @property
    def finer(self) -> Rounding:
        """One decimal more."""
        return replace(self, decimals=self.decimals + 1)

    def of_ends(self, low: float, high: float) -> Rounding:
        """Return how the ends of an interval are printed: one that excludes zero does not read as if it had it.

        >>> [Rounding(1).of_ends(-3.2, high).text(high) for high in (-0.0214, 0.0214)]
        ['−0.02', '0.0']
        """
        return replace(self, shows_side=True) if (low > 0 or high < 0) and not self.is_exact else self

    def with_decimals(self, decimals: int) -> Rounding:
        """Return the rounding to exactly so many decimals."""
        return Rounding(decimals, factor=self.factor, signed=self.signed, is_exact=True)

    def without_zeros(self, values: _FloatArray) -> Rounding:
        """Return the rounding with no more decimals than any of the values has."""
        scaled = values[np.isfinite(values)] * self.factor
        return self if self.scientific else replace(self, decimals=_decimals_present(scaled, self.decimals))

    @property
    def statement(self) -> str:
        """What a note says of it."""
        if self.scientific:
            return "to three digits"
        if not self.decimals:
            return "to whole numbers"
        return f"to {counted(self.decimals, 'decimal')}"


@dataclass(frozen=True)
class Scale:
    """How the scores of a metric are printed: in percent or as they are, in so many decimals, in which unit.

    >>> Scale(percent=True, digits=1).rounding(np.array([[0.9477, 0.9439]])).text(0.9477)
    '94.8'
    >>> Scale(unit="ms").difference_phrase("0.73"), Scale(percent=True).score_phrase("94.8")
    ('0.73 ms', '94.8%')
    """

    percent: bool = False
    digits: int | None = None  # decimals; None: as many as a table's scores need
    unit: str = ""  # what scores that are not in percent are measured in
    is_proportion: bool = False  # whether the study says that they are shares from 0 to 1

    @property
    def factor(self) -> float:
        """What scores are multiplied by before they are printed."""
        return 100.0 if self.percent else 1.0

    @property
    def sign(self) -> str:
        """What stands behind the metric's name where its scores do not say: a percent sign, or the unit."""
        return "%" if self.percent else self.unit

    def rounding(self, scores: _FloatArray) -> Rounding:
        """Return how a table of scores, or of differences of scores, is rounded."""
        return self.of(rounding_of(scores * self.factor))

    def roundings(self, rows: Iterable[_FloatArray], of_all: Rounding) -> tuple[Rounding, ...]:
        """Return how scores of several data sets are rounded: as all, or each as its own need where they are apart.

        In the decimals of all an error of 0.00002 on one data set would be 0.00, and one of 30,000 would have two.

        >>> scale, scores = Scale(), np.array([[2e-6, 3e-6], [20.0, 30.0]])
        >>> [rounding.text(row[0]) for rounding, row in zip(scale.roundings(scores, scale.rounding(scores)), scores)]
        ['2.00e−6', '20']
        """
        rows = [*rows]
        if self.digits is not None or not are_apart([typical_size(row) for row in rows]):
            return (of_all,) * len(rows)
        # Next to rows of whole numbers long fractions would widen all columns.
        return tuple(self.of(rounding_of(row[np.newaxis] * self.factor, _MOST_DECIMALS_APART)) for row in rows)

    def rounding_of_estimates(self, estimates: _FloatArray, errors: _FloatArray) -> Rounding:
        """Return how estimates are rounded: by their standard errors."""
        return self.of(rounding_of_estimates(estimates * self.factor, errors * self.factor))

    def of(self, rounding: Rounding) -> Rounding:
        """Return a rounding that was chosen for scores as they are printed, in the decimals of the metric."""
        return replace(rounding if self.digits is None else Rounding(self.digits, is_exact=True), factor=self.factor)

    def in_points(self, rounding: Rounding) -> Rounding:
        """Return how a sentence rounds differences that a table rounds so: those of shares in percentage points."""
        if self.percent or not self.is_proportion:
            return rounding
        # of two digits of a difference the second says little in a sentence
        decimals = max(rounding.decimals - 3, 1) if self.digits is None else max(self.digits - 2, 0)
        return Rounding(decimals, factor=100.0)

    def score_phrase(self, text: str) -> str:
        """Say a score that was printed, with its unit."""
        return f"{text}%" if self.sign == "%" else f"{text} {self.unit}".rstrip()

    def difference_phrase(self, text: str) -> str:
        """Say a difference of scores that was printed, with its unit."""
        if self.is_proportion or self.sign == "%":
            return f"{text} percentage point{'' if text == '1' else 's'}"
        return f"{text} {self.unit}".rstrip()

    def size_phrase(self, difference: float) -> str:
        """Say a difference of scores that a study states, as it states it: 1 percentage point of 0.01, 0.5 ms."""
        factor = 100.0 if self.percent or self.is_proportion else 1.0
        return self.difference_phrase(level_text(factor * difference))


def typical_size(scores: _FloatArray) -> float:
    """Return the median of the scores without their signs, of those that are not 0; 0 where there are none."""
    sizes = _sizes(scores)
    return _median(sizes[sizes > 0]) if sizes.any() else 0.0


def are_apart(sizes: Sequence[float]) -> bool:
    """Return whether typical sizes of scores on several data sets, 0 where unknown, are a thousand times apart.

    >>> are_apart([0.002, 0.0, 3.0]), are_apart([0.002, 1.0])
    (True, False)
    """
    known = [size for size in sizes if size]
    return bool(known) and max(known) >= _APART * min(known)


def rounding_of(scores: _FloatArray, most: int = _MOST_DECIMALS) -> Rounding:
    """Choose the rounding of a table's scores: three digits of a typical score, two where scores of a row differ.

    Small ones that would need more decimals than `most` are printed with powers of ten.
    """
    finite = _sizes(scores)
    if not finite.any():
        return Rounding(0)
    magnitude = _median(finite[finite > 0])
    needed = max(2 - _exponent(magnitude), *(1 - _exponent(spread) for spread in _typical_spread(scores)), 0)
    if needed > most and magnitude < 0.01 and _decimals_present(finite, most + 1) > most:
        return Rounding(0, scientific=True)
    return Rounding(_decimals_present(finite, min(needed, _MOST_DECIMALS)))


def rounding_of_estimates(estimates: _FloatArray, errors: _FloatArray) -> Rounding:
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


def _decimals_present(values: _FloatArray, most: int) -> int:
    """Return how many decimals the values have, up to a limit."""
    return next((d for d in range(most) if np.allclose(values, values.round(d), rtol=0, atol=1e-12)), most)


def _sizes(scores: _FloatArray) -> _FloatArray:
    return np.asarray(np.abs(scores[np.isfinite(scores)]))


def _median(values: _FloatArray) -> float:
    # cut off where the mean of two would overflow; only its power of ten matters
    return float(np.median(np.minimum(values, 1e300)))


def _exponent(value: float) -> int:
    return math.floor(math.log10(value))


def _typical_spread(scores: _FloatArray) -> list[float]:
    """Return the median over rows of the distance between a row's least and greatest score; empty where none differ."""
    rows = scores[np.count_nonzero(np.isfinite(scores), axis=1) >= 2]
    # cut off where a difference would overflow
    rows = np.clip(rows, -1e300, 1e300)
    spreads = np.nanmax(rows, axis=1) - np.nanmin(rows, axis=1) if rows.size else np.zeros(0)
    spreads = spreads[spreads > 1e-12]
    return [_median(spreads)] if spreads.size else [1.0]


def cd_text(cd: float, *, about_control: bool = False) -> str:
    """Return what stands at a ruler as long as the critical difference."""
    return f"control \N{PLUS-MINUS SIGN} CD = {rank_text(cd)}" if about_control else f"CD = {rank_text(cd)}"


def probability_phrase(probability: float) -> str:
    """Say a posterior probability: P = 0.250, P < 0.001 or P > 0.999."""
    printed = probability_text(probability)
    return f"P {printed[0]} {printed[1:]}" if printed[0] in "<>" else f"P = {printed}"


def short_number(value: float) -> str:
    """Print a number in three digits, and thousands without an exponent.

    >>> short_number(48_210.5), short_number(0.25), short_number(2.84e-6)
    ('48,200', '0.25', '2.84e−6')
    """
    rounded = significant(value, 3) + 0.0
    if 1e3 <= abs(rounded) < 1e9:
        return f"{rounded:,.0f}".replace("-", MINUS)
    printed = f"{rounded:.3g}".replace("-", MINUS)
    return scientific(value) if "e" in printed else printed


def tick_texts(values: Sequence[float]) -> tuple[str, ...]:
    """Evenly spaced numbers of an axis, all with the digits that their step needs, so that no two read the same."""
    step = abs(values[1] - values[0]) if len(values) > 1 else abs(values[0]) or 1.0
    largest = max(map(abs, values)) or 1.0
    decimals = -floor(log10(step) + 1e-9)
    decimals += abs(round(step / 10.0**-decimals) - step / 10.0**-decimals) > 1e-6  # a step of 0.25 needs one more
    if largest >= 1e5 or (largest < 1e-3 and step < 1e-4):
        digits = floor(log10(largest) + 1e-9) + decimals + 1
        texts = [f"{value + 0.0:.{max(3, digits)}g}" for value in values]
    else:
        decimals = max(0, decimals)
        texts = [f"{round(value, decimals) + 0.0:.{decimals}f}" for value in values]
    return tuple(text.replace("-", MINUS) for text in texts)
