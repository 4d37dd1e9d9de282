"""Tables of the same rows with other columns each, such as one file per metric, as one table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from rankpress.core.faults import Findings
from rankpress.sources.cells import Cells, HeldSheet, Sheet, taken, texts

MOST_JOINED = 50  # tables; so many with other columns each are no parts of one


def joined_side_by_side(sheets: Sequence[Sheet]) -> Sheet | None:
    """Return one table of all columns where the shared ones hold the same rows, and each table has columns of its own.

    Rows may stand in another order where the shared columns tell them apart. None for any other tables.
    """
    if not may_join(sheets):
        return None
    first = sheets[0]
    shared, own = _parted(sheets)
    names = [*shared, *chain(*own)]
    columns: dict[str, Cells] = {}
    rows: Sequence[int] = ()
    keys: list[tuple[str, ...]] = []
    for sheet, of_sheet in zip(sheets, own, strict=True):
        read = _whole(sheet, [*shared, *of_sheet])
        if read is None:
            return None
        numbers, cells = read
        keys_here = list(zip(*(texts(cells[name]) for name in shared), strict=True))
        if not columns:
            columns, rows, keys = cells, numbers, keys_here
            continue
        order = _order(keys, keys_here)
        if order is None:
            return None
        columns |= {name: taken(cells[name], np.array(order, dtype=np.int64)) for name in of_sheet}
    files = tuple(dict.fromkeys(file for sheet in sheets for file in sheet.files))
    decimals = {sheet.decimal for sheet in sheets}
    return HeldSheet(
        ", ".join(sheet.place for sheet in sheets),
        tuple(names),
        files,
        first.header_row,
        better={name: better for sheet in sheets for name, better in sheet.better.items()},
        decimal=decimals.pop() if len(decimals) == 1 else "",
        cells=tuple(columns[name] for name in names),
        rows=rows,
    )


def may_join(sheets: Sequence[Sheet]) -> bool:
    """Return whether the headers of tables are those of parts of one."""
    if not 1 < len(sheets) <= MOST_JOINED or any(sheet.table for sheet in sheets):
        return False
    shared, own = _parted(sheets)
    names = [*shared, *chain(*own)]
    return bool(shared) and all(own) and len(set(names)) == len(names)


def _parted(sheets: Sequence[Sheet]) -> tuple[list[str], list[list[str]]]:
    """Return the columns that all tables have, and those of each alone."""
    shared = [name for name in sheets[0].header if all(name in sheet.header for sheet in sheets)]
    return shared, [[name for name in sheet.header if name not in shared] for sheet in sheets]


def _whole(sheet: Sheet, names: Sequence[str]) -> tuple[Sequence[int], dict[str, Cells]] | None:
    """Return the rows of a table and its cells by column; None of one that is read in several stretches."""
    findings = Findings()
    stretches = list(sheet.stretches([sheet.header.index(name) for name in names], findings))
    if findings or len(stretches) != 1:
        return None
    return stretches[0].rows, dict(zip(names, stretches[0].columns, strict=True))


def _order(keys: Sequence[tuple[str, ...]], here: Sequence[tuple[str, ...]]) -> list[int] | None:
    """Return where each row of the first table stands in another; None where they are not the same rows."""
    if len(keys) == len(here) and all(map(tuple.__eq__, keys, here)):
        return list(range(len(keys)))
    place = {key: index for index, key in enumerate(here)}
    if len(place) < len(here) or len(keys) != len(here) or place.keys() != set(keys):
        return None
    return [place[key] for key in keys]
