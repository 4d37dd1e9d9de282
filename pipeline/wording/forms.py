"""How the numbers of each kind are printed: a cell of a table has the form of its number, so that none is read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from rankpress.wording.numbers import (
    MINUS,
    MISSING,
    df_text,
    fixed,
    half_away_from_zero,
    p_text,
    percent_text,
    place_text,
    probability_text,
    proportion_text,
    rank_text,
    small_level_text,
    statistic_text,
)

_Kind = Literal[
    "p",
    "rank",
    "place",
    "count",
    "grouped",
    "change",
    "statistic",
    "probability",
    "proportion",
    "level",
    "df",
    "share",
    "number",
]
LEAST_OF_P = 2  # decimals of p-values and probabilities in a table of fewer, in which all would read <0.1 or <1
# What has no decimals, whatever a table asks for.
_WHOLE: frozenset[_Kind] = frozenset(("place", "count", "change", "df"))


def _number_text(value: float) -> str:
    return f"{value:g}"


def _count_text(value: float) -> str:
    return f"{value:.0f}"


def _change_text(value: float) -> str:
    return f"{value:+.0f}".replace("-", MINUS) if value else "0"


_TEXTS: dict[_Kind, Callable[[float], str]] = {
    "rank": rank_text,
    "place": place_text,
    "count": _count_text,
    "change": _change_text,
    "statistic": statistic_text,
    "level": small_level_text,
    "df": df_text,
    "share": percent_text,
    "number": _number_text,
}


class Form(Protocol):
    """How numbers are printed: a `NumberForm`, or the `Rounding` of scores, differences and estimates."""

    def text(self, value: float | None) -> str:
        """Print a number."""

    def with_decimals(self, decimals: int) -> Form:
        """Return the form with exactly so many decimals."""

    def of_ends(self, low: float, high: float) -> Form:
        """Return how the ends of an interval are printed."""


@dataclass(frozen=True)
class NumberForm:
    """How the numbers of one kind are printed; scores, differences and estimates have a `Rounding`.

    >>> NumberForm("rank").text(2.555), NumberForm("p", level=0.05).text(0.0002), NumberForm("count").text(12)
    ('2.56', '<0.001', '12')
    """

    kind: _Kind
    decimals: int | None = None  # exactly so many; None: as many as numbers of the kind have
    level: float | None = None  # of a p-value, the level of the study: digits show on which side of it p is
    factor: float = 1.0  # by what numbers are multiplied before: 100 in percent

    def __post_init__(self) -> None:
        if (self.kind == "p") != (self.level is not None):
            raise ValueError(
                f"level: got {self.level} for a number that is a {self.kind}; p-values have one, no others"
            )

    def text(self, value: float | None) -> str:
        """Print a number."""
        if value is None or value != value:
            return MISSING
        value *= self.factor
        if self.level is not None:
            return p_text(value, self.level, self.decimals)
        if self.kind == "grouped":  # with commas between thousands
            return f"{half_away_from_zero(value, self.decimals or 0):,f}"
        if self.kind == "probability":
            return probability_text(value, 3 if self.decimals is None else self.decimals)
        if self.kind == "proportion":
            return proportion_text(value, 2 if self.decimals is None else self.decimals)
        return _TEXTS[self.kind](value) if self.decimals is None else fixed(value, self.decimals)

    def of_ends(self, _low: float, _high: float) -> NumberForm:
        """Return how the ends of an interval are printed."""
        return self

    def with_decimals(self, decimals: int) -> NumberForm:
        """Return the form with exactly so many decimals; whole numbers have none."""
        return self if self.kind in _WHOLE else replace(self, decimals=decimals)


INTERVAL = "[{}, {}]"
"""How an interval is set behind a number."""


def is_p(form: Form | None) -> bool:
    """Return whether numbers of a form are p-values."""
    return isinstance(form, NumberForm) and form.kind == "p"


def in_digits(form: Form, decimals: int) -> Form:
    """Return a form in the decimals of a table, of which p-values and probabilities have two at least.

    >>> [in_digits(NumberForm("p", level=0.05), decimals).text(0.0123) for decimals in (3, 2, 1)]
    ['0.012', '0.01', '0.01']
    >>> in_digits(NumberForm("rank"), 1).text(2.55), in_digits(NumberForm("p", level=0.05), 2).text(0.0012)
    ('2.6', '<0.01')
    """
    is_chance = isinstance(form, NumberForm) and form.kind in ("p", "probability")
    return form.with_decimals(max(decimals, LEAST_OF_P) if is_chance else decimals)
