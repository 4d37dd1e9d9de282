"""A table with further columns, made from its own: what a program calls task stands under dataset too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rankpress.sources.cells import Cells
from rankpress.sources.findings import Findings
from rankpress.sources.sheet import Sheet, Stretch

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better


@dataclass(frozen=True)
class Made:
    """How a column is made from others of the same row: their names, and what makes its cells from theirs."""

    columns: tuple[str, ...]
    make: Callable[..., Cells]


def same_as(column: str) -> Made:
    """A column with the cells of another."""
    return Made((column,), lambda cells: cells)


@dataclass(frozen=True)
class DerivedSheet(Sheet):
    """A table with further columns; those that it has already stay."""

    inner: Sheet | None = field(default=None)
    made: Mapping[str, Made] = field(default_factory=dict)

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """The rows of the table, with the further columns."""
        assert self.inner is not None
        further = [self.made.get(self.header[column]) for column in columns]
        asked = [
            self.inner.header.index(name)
            for column, one in zip(columns, further, strict=True)
            for name in (one.columns if one else (self.header[column],))
        ]
        for stretch in self.inner.stretches(asked, findings):
            read = iter(stretch.columns)
            cells = [one.make(*(next(read) for _ in one.columns)) if one else next(read) for one in further]
            yield Stretch(stretch.rows, cells)


def derived(
    sheet: Sheet, made: Mapping[str, Made], better: Mapping[str, Better] | None = None, reason: str = ""
) -> Sheet:
    """The table with further columns before its own, but for those of names that it has."""
    new = {name: one for name, one in made.items() if name not in sheet.header}
    return DerivedSheet(
        sheet.place,
        (*new, *sheet.header),
        sheet.files,
        sheet.header_row,
        sheet.table,
        better or {},
        reason,
        inner=sheet,
        made=new,
    )
