"""A file in ranks layout: the average ranks of the algorithms, where nothing else is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import FloatArray, SourceFile
from rankpress.sources.cells import texts
from rankpress.sources.findings import Findings, shown
from rankpress.sources.numbers import Column, numbers
from rankpress.sources.sheet import Sheet


@dataclass(frozen=True)
class AverageRanks:
    """Average ranks as printed, and the files that they stand in."""

    algorithms: tuple[str, ...]
    ranks: FloatArray
    files: tuple[SourceFile, ...]


def read_ranks(sheets: Iterable[Sheet], findings: Findings) -> AverageRanks | None:
    """Read average ranks from a file with the names of the algorithms and one row under them.

    Parameters
    ----------
    sheets : iterable of Sheet
        The table, of one file.
    findings : Findings
        Takes what is wrong with it; so are ranks that no scores can give.

    Returns
    -------
    AverageRanks or None
        None where there is something wrong with the file.
    """
    # the rows are read here, as what selects them is asked what it kept once all sheets were given
    read = [(sheet, list(_rows(sheet, findings))) for sheet in sheets]
    if len(read) > 1:
        fault = Fault("scores.files", f"{len(read)} files with layout: ranks", "one file with one row of ranks")
        findings.add_unread("files too many", fault)
    only = _only_row(*read[0], findings) if read else None
    if only is None:
        return None
    sheet, (row, texts) = read[0][0], only
    ranks = np.array(
        [
            numbers([text], [row], Column(sheet.place, name), findings)[0]
            for name, text in zip(sheet.header, texts, strict=True)
        ]
    )
    if not findings:
        _refuse_impossible(sheet, row, texts, ranks, findings)
    return AverageRanks(sheet.header, ranks, sheet.read_files(1))


def _rows(sheet: Sheet, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each row under the header, and its cells."""
    for stretch in sheet.stretches(range(len(sheet.header)), findings):
        yield from zip(stretch.rows, map(list, zip(*map(texts, stretch.columns), strict=True)), strict=True)


def _only_row(sheet: Sheet, rows: list[tuple[int, list[str]]], findings: Findings) -> tuple[int, list[str]] | None:
    """The number of the one row under the header, and its cells."""
    if len(rows) > 1:
        fault = Fault(
            f"{sheet.place} row {rows[1][0]}",
            f"the file has {len(rows):,} rows under its header",
            "with layout: ranks one row, of average ranks",
        )
        findings.add_unread("rows too many", fault)
    for row, cells in [(sheet.header_row, list(sheet.header)), *rows[:1]]:
        for column, cell in enumerate(cells, 1):
            if not cell:
                fault = Fault(
                    f"{sheet.place} row {row} column {column}",
                    "the cell is empty",
                    "an algorithm in each column of the header, and its average rank under it",
                )
                findings.add_unread("empty cells", fault)
    return None if findings.unread or not rows else rows[0]


def _refuse_impossible(sheet: Sheet, row: int, texts: list[str], ranks: FloatArray, findings: Findings) -> None:
    """Find ranks outside 1 to k, and a sum that is not k (k + 1) / 2 by more than the digits left out may add up to."""
    k = len(ranks)
    for name, text, rank in zip(sheet.header, texts, ranks, strict=True):
        if not 1 <= rank <= k:
            fault = Fault(
                f"{sheet.place} row {row} column {shown(name)}",
                f"an average rank of {shown(text)}",
                f"a number from 1 to {k}, the number of algorithms",
            )
            findings.add("impossible ranks", fault)
    if findings:
        return
    total, rounding = sum(map(Decimal, texts), Decimal()), sum(map(_half_unit, texts), Decimal())
    if abs(total - k * (k + 1) // 2) > rounding:
        fault = Fault(
            f"{sheet.place} row {row}",
            f"the average ranks add up to {total}",
            f"{k * (k + 1) // 2} for {k} algorithms, within {rounding} for the digits that are printed",
            "give the ranks of all algorithms that were compared, with ties ranked by their mean",
        )
        findings.add("impossible ranks", fault)


def _half_unit(text: str) -> Decimal:
    """Half of the last digit that is printed."""
    return Decimal(5).scaleb(int(Decimal(text).as_tuple().exponent) - 1)
