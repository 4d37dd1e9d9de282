"""Which tables are wider in LaTeX than their place, by how much, and what would fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from rankpress.catalog.kinds import TABLES
from rankpress.core.table import Table
from rankpress.report.latex_table import (
    LANDSCAPE_WIDTH,
    PAGE_WIDTH,
    TEXT_WIDTH,
    Layout,
    lay_out,
    natural_width,
    widths_of,
)
from rankpress.report.table_view import transposed
from rankpress.spec.report_sections import LatexOptions

_MOST = 5  # tables that are named one by one
_WIDER = {"text": TEXT_WIDTH, f"{PAGE_WIDTH:g} (table*)": PAGE_WIDTH, "sideways": LANDSCAPE_WIDTH}


def width_warnings(tables: Iterable[Table], options: LatexOptions) -> Iterator[str]:
    """Say which tables were divided by columns, the width that each needs, and what fits."""
    layouts = [(table, lay_out(table, options)) for table in tables]
    divided = [(table, layout) for table, layout in layouts if len(layout.panels) > 1]
    for table, layout in divided[:_MOST]:
        yield _warning(table, layout, options)
    if others := [table.name for table, _ in divided[_MOST:]]:
        yield f"{len(others)} more tables are divided by columns, as tables/NAME.tex says: {', '.join(others)}"


def _warning(table: Table, layout: Layout, options: LatexOptions) -> str:
    needed, room = ceil(natural_width(table, options)), widths_of(table, options)[-1]
    return (
        f"the table {table.name} needs {needed} points and has {room:g}, so tables/{table.name}.tex divides it into"
        f" {len(layout.panels)} parts; what fits: {', '.join(_what_fits(table, layout, options, needed, room))}"
    )


def _what_fits(table: Table, layout: Layout, options: LatexOptions, needed: int, room: float) -> Sequence[str]:
    fitting = [f"width: {name}" for name, width in _WIDER.items() if room < width >= needed]
    if "transpose" in TABLES.get(table.kind, ()) and not table.is_transposed:
        turned = ceil(natural_width(transposed(table), options))
        fitting += [f"transpose: true ({turned} points)"] if turned <= room else []
    fitting.append(f"columns: [...], up to {max(map(len, layout.panels)) - table.stub} of them")
    return [*fitting, "shorter names under labels"]
