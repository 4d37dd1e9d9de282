"""The numbers of a column aligned at the decimal point as siunitx does it: room for the most digits on either side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from rankpress.report.numbers import MINUS
from rankpress.report.table import Table

_NUMBER = re.compile(rf"([<>]?)({MINUS}?)([0-9]+)(?:\.([0-9]+))?(?:e({MINUS}?)([0-9]+))?")


class Number(NamedTuple):
    """The parts of a printed number; those that it lacks are empty."""

    comparator: str
    sign: str
    whole: str
    decimals: str
    exponent_sign: str
    exponent: str


@dataclass(frozen=True)
class Digits:
    """How much room the numbers of a column take.

    Parameters
    ----------
    comparator, sign, exponent_sign : str
        That some number has, or empty.
    whole, decimals, exponent : int
        Digits, the most of any.
    """

    comparator: str
    sign: str
    whole: int
    decimals: int
    exponent_sign: str
    exponent: int

    @property
    def specification(self) -> str:
        r"""The column of a tabular.

        Examples
        --------
        >>> print(Digits("<", "", 1, 3, "", 0).specification)
        S[table-format=<1.3]
        """
        decimals = f".{self.decimals}" if self.decimals else ""
        exponent = f"e{'-' if self.exponent_sign else ''}{self.exponent}" if self.exponent else ""
        room = rf"{self.comparator}{'-' if self.sign else ''}{self.whole}{decimals}{exponent}"
        return rf"S[table-format={room}]"

    @property
    def widest(self) -> str:
        """A text as wide as the column's numbers are together."""
        point = "." if self.decimals else ""
        exponent = f"e{self.exponent_sign}{'0' * self.exponent}" if self.exponent else ""
        return f"{self.comparator}{self.sign}{'0' * self.whole}{point}{'0' * self.decimals}{exponent}"

    def around(self, number: Number) -> tuple[str, str]:
        """What a number lacks before and behind it to be as wide as the column's numbers, for what is set by hand.

        Examples
        --------
        >>> Digits("", "", 2, 3, "", 0).around(number_in("1.25"))
        ('0', '0')
        """
        before = "".join(
            (
                self.comparator if not number.comparator else "",
                "-" if self.sign and not number.sign else "",
                "0" * (self.whole - len(number.whole)),
            )
        )
        point = "." if self.decimals and not number.decimals else ""
        return before, point + "0" * (self.decimals - len(number.decimals))


def number_in(text: str) -> Number | None:
    """Read a printed number.

    Parameters
    ----------
    text : str
        As `rankpress.report.numbers` prints it.

    Returns
    -------
    Number or None
        None where the text is something else.

    Examples
    --------
    >>> number_in("<0.001")
    Number(comparator='<', sign='', whole='0', decimals='001', exponent_sign='', exponent='')
    >>> number_in("3, 39")
    """
    found = _NUMBER.fullmatch(text)
    return None if found is None else Number(*found.groups(""))


def digits_of(table: Table, column: int) -> Digits | None:
    """How much room the numbers of a column take, aligned at the decimal point.

    Parameters
    ----------
    table : Table
        The table.
    column : int
        One of its columns.

    Returns
    -------
    Digits or None
        None where most of the column's texts are no numbers.
    """
    body = table.rows[: len(table.rows) - table.footer]  # what sums it up is of another kind, and centred below
    cells = [row[column] for row in body if row[column].body]
    numbers = {cell.body: number_in(cell.body) for cell in cells}
    found = [number for number in numbers.values() if number is not None]
    if table.align[column] != "right" or 2 * sum(numbers[cell.body] is not None for cell in cells) <= len(cells):
        return None
    return Digits(
        comparator=max(number.comparator for number in found),
        sign=max(number.sign for number in found),
        whole=max(len(number.whole) for number in found),
        decimals=max(len(number.decimals) for number in found),
        exponent_sign=max(number.exponent_sign for number in found),
        exponent=max(len(number.exponent) for number in found),
    )
