"""A table as a LaTeX fragment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from rankpress.core.latex import comment_text
from rankpress.core.numbers import MINUS
from rankpress.core.table import Cell, Table
from rankpress.core.text import plain, without_citations
from rankpress.report.latex import breakable, fits_one_line, latex_text, render_latex
from rankpress.report.latex_panels import (
    DETAIL_GAP,
    PAGE,
    SIZES,
    STAR,
    TIGHT,
    Column,
    Frame,
    Layout,
    Panel,
    Type,
    head_cells,
    lay_out,
    measure,
    number_in,
)
from rankpress.spec.report_sections import LatexOptions

# In points: a column of a paper of two, the text of the article class, and what papers of two columns give a table*.
COLUMN_WIDTH, TEXT_WIDTH = 221.0, 345.0
WIDTHS = (COLUMN_WIDTH, 234.0, TEXT_WIDTH, 469.0, 505.0)
_COLUMN_HEIGHT = 310.0  # so that two parts of a long table go into a column
# Of a page on its side, where little is left of its height.
LANDSCAPE_WIDTHS = (550.0, 640.0)
_LANDSCAPE_HEIGHT = 320.0

# Beyond so many cells a table is laid out for one width, since it belongs into an appendix.
_MOST_CELLS = 5_000


@dataclass(frozen=True)
class Variant:
    """A layout of a table, and the width in points from which it is taken.

    Parameters
    ----------
    layout : Layout
        The layout.
    width : float
        The least width that it was made for. One that is a single tabular is measured by LaTeX instead.
    is_long : bool
        Whether it goes on over pages, with its head repeated.
    """

    layout: Layout
    width: float
    is_long: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether LaTeX can put it into a box, and see whether that fits."""
        return len(self.layout.panels) == 1 and not self.is_long


def variants(table: Table, *, decimal: bool = False, width: float | None = None) -> tuple[Variant, ...]:
    """Lay a table out for the widths of text that there are."""
    measured = measure(table, decimal=decimal)
    widths = _widths(table) if width is None else (width,)
    panels = [] if table.long else _different(widths, lambda one: lay_out(measured, Frame(one, _height(one))))
    if not (table.long or _is_tall(lay_out(measured, Frame(max(TEXT_WIDTH, min(widths)))))):
        return tuple(panels)
    wide = [one for one in widths if one >= TEXT_WIDTH] or widths
    long = _different(wide, lambda one: lay_out(measured, Frame(one, None)))
    return (*(Variant(one.layout, one.width, is_long=True) for one in long), *panels)


def _widths(table: Table) -> Sequence[float]:
    if len(table.rows) * len(table.align) > _MOST_CELLS:
        return (TEXT_WIDTH, *(LANDSCAPE_WIDTHS if table.landscape else ()))
    return (*WIDTHS, *(LANDSCAPE_WIDTHS if table.landscape else ()))


def _height(width: float) -> float:
    if width in LANDSCAPE_WIDTHS:
        return _LANDSCAPE_HEIGHT
    return PAGE if width >= TEXT_WIDTH else _COLUMN_HEIGHT


def _is_tall(layout: Layout) -> bool:
    """Whether its rows are divided."""
    return any(panel.rows.start for panel in layout.panels)


def _different(widths: Iterable[float], lay: Callable[[float], Layout]) -> list[Variant]:
    """A layout for each width, the widest first, but only one of those that do not differ: the narrower."""
    found: list[Variant] = []
    for width in sorted(widths, reverse=True):
        layout = lay(width)
        if found and _is_alike(found[-1].layout, layout, width):
            last = found.pop()
            # of what is measured, the one for a page of text has the type and the heads that most pages have room for
            layout = last.layout if width < TEXT_WIDTH and last.is_measured else layout
        found.append(Variant(layout, width))
    return found


def _is_alike(wider: Layout, narrower: Layout, width: float) -> bool:
    """Whether both have the same panels, as many whole names, and where the text is narrow, the same lines in heads."""
    if wider.panels != narrower.panels or (_breaks_names(narrower) and not _breaks_names(wider)):
        return False
    return width >= TEXT_WIDTH or _ems(wider) == _ems(narrower)


def _breaks_names(layout: Layout) -> bool:
    return any(column.is_broken for column in layout.columns)


def _ems(layout: Layout) -> list[float]:
    return [round(column.width / layout.type.em, 3) for column in layout.columns]


_ALIGN = {"left": "l", "right": "r", "center": "c"}
_RAGGED = {"left": r"\raggedright", "right": r"\raggedleft", "center": r"\centering"}
_NOTHING = Markup()
_AS_SET_BY_SIUNITX = str.maketrans({MINUS: "-"})


class SetCell(NamedTuple):
    """A cell as a template unpacks it, quicker than by asking for its parts: LaTeX of text and detail, and marks.

    In a column of siunitx it is a number, with the digits before and behind that it lacks, or braced. The last of a row
    says so, since a sandboxed template would ask at length for loop.last.
    """

    text: Markup
    detail: Markup
    has_detail: bool
    bold: bool
    underline: bool
    significant: bool
    muted: bool
    number: bool = False
    braced: bool = False
    before: str = ""
    behind: str = ""
    is_last: bool = False


class SetHead(NamedTuple):
    """A cell of a head: LaTeX of its text, how many columns it covers, and how they are aligned."""

    text: Markup
    span: int
    align: str


@dataclass(frozen=True)
class SetPanel:
    """A tabular: its columns, how many; the head and the rules under what it spans; the body, and what sums it up."""

    columns: Markup
    number: int
    head: tuple[tuple[SetHead, ...], ...]
    rules: tuple[tuple[tuple[int, int], ...], ...]
    body: tuple[tuple[SetCell, ...], ...]
    footer: tuple[tuple[SetCell, ...], ...]


class SetSize(NamedTuple):
    r"""A size of type: LaTeX's name for it, \tabcolsep in points, and LaTeX's name of a smaller one."""

    name: str
    gap: str
    smaller: str


@dataclass(frozen=True)
class SetLayout:
    """A layout: how it is chosen, the sizes of type that it may have, and its panels."""

    measured: bool
    long: bool
    width: str
    sizes: tuple[SetSize, ...]
    smaller: str
    panels: tuple[SetPanel, ...]


def table_fragment(
    table: Table, *, stamp: str, templates: Path | None = None, options: LatexOptions | None = None
) -> str:
    r"""Set a table as a fragment to \input into a float or a page: no caption and no preamble."""
    options = options or LatexOptions()
    layouts = variants(table, decimal=options.siunitx, width=_points(options))
    context = {
        "stamp": Markup(comment_text(stamp)),
        "packages": packages([table], options),
        "title": Markup(comment_text(plain(table.title))),
        "siunitx": options.siunitx,
        "landscape": table.landscape,
        "adapts": not table.long and any(layout.is_long for layout in layouts),
        "layouts": [_set_layout(table, variant) for variant in layouts],
        "calling": table.calling,
        "notes": tuple(map(without_citations, filter(None, (table.calling, *table.notes)))),
    }
    return render_latex(templates, context, f"latex/tables/{table.kind}.tex.j2", "latex/table.tex.j2")


def packages(tables: Sequence[Table], options: LatexOptions) -> list[str]:
    """The packages that fragments cannot be without."""
    needed = {"siunitx": options.siunitx, "longtable": any(table.long for table in tables)}
    return ["booktabs", *(name for name, is_needed in needed.items() if is_needed)]


def _points(options: LatexOptions) -> float | None:
    words = {"column": COLUMN_WIDTH, "text": TEXT_WIDTH}
    return words[options.width] if isinstance(options.width, str) else options.width


def _set_layout(table: Table, variant: Variant) -> SetLayout:
    layout = variant.layout
    sizes = (*SIZES, TIGHT)
    smaller = sizes[sizes.index(layout.type) :] if variant.is_measured else [layout.type]
    return SetLayout(
        measured=variant.is_measured,
        long=variant.is_long,
        width=f"{variant.width:g}",
        sizes=tuple(map(_set_size, smaller)),
        smaller=layout.type.smaller,
        panels=tuple(_set_panel(table, layout, panel) for panel in layout.panels),
    )


def _set_size(size: Type) -> SetSize:
    return SetSize(size.name, f"{size.column_gap / 2:g}", size.smaller)


def _set_panel(table: Table, layout: Layout, panel: Panel) -> SetPanel:
    end = len(table.rows) - table.footer
    body = [_set_row(layout, panel, table.rows[at], in_body=True) for at in panel.rows if at < end]
    footer = [_set_row(layout, panel, table.rows[at], in_body=False) for at in panel.rows if at >= end]
    head = tuple(tuple(_set_head(row, layout, panel)) for row in table.head)
    # a panel may have no column of those that a row of the head spans
    head = (*(row for row in head[:-1] if any(cell.text for cell in row)), head[-1])
    columns = "".join(_specification(layout.columns[at], layout.type.column_gap) for at in panel.columns)
    return SetPanel(
        columns=Markup(f"@{{}}{columns}@{{}}"),
        number=sum(cell.span for cell in head[-1]),
        head=head,
        rules=tuple(_rules(row, row is head[-1]) for row in head),
        body=tuple(body),
        footer=tuple(footer),
    )


def _specification(column: Column, gap: float) -> str:
    one = _ALIGN[column.align] if column.digits is None else column.digits.specification
    letters = one + (rf"@{{\hspace{{{DETAIL_GAP:g}pt}}}}l" if column.detail else "")
    return rf"{letters}@{{\hspace{{{gap + STAR:g}pt}}}}" if column.is_starred else letters


def _set_row(layout: Layout, panel: Panel, row: Sequence[Cell], *, in_body: bool) -> tuple[SetCell, ...]:
    last = panel.columns[-1]
    return tuple(_set_cell(row[at], layout.columns[at], layout, in_body, at == last) for at in panel.columns)


def _set_cell(cell: Cell, column: Column, layout: Layout, in_body: bool, is_last: bool) -> SetCell:
    marks = cell.marks
    number = number_in(cell.body) if in_body and column.digits is not None else None
    before, behind = ("", "") if column.digits is None or number is None else column.digits.around(number)
    return SetCell(
        text=_wrapped(cell.body, column.width, column.align, layout, "t") if number is None else _bare(cell.body),
        detail=latex_text(cell.detail) if cell.detail else _NOTHING,
        has_detail=column.detail > 0,
        bold="bold" in marks,
        underline="underline" in marks,
        significant="significant" in marks,
        muted="muted" in marks,
        number=number is not None,
        braced=column.digits is not None and number is None,
        before=before,
        behind=behind,
        is_last=is_last,
    )


def _bare(number: str) -> Markup:
    """A number as siunitx reads it; it holds nothing but digits, a point, e, a sign and < or >."""
    return Markup(number.translate(_AS_SET_BY_SIUNITX))


def _set_head(row: Sequence[Cell], layout: Layout, panel: Panel) -> Iterator[SetHead]:
    for cell, covered in head_cells(row, panel.columns):
        columns = [layout.columns[at] for at in covered]
        span = sum(2 if column.detail else 1 for column in columns)
        width = sum(column.total for column in columns) + layout.type.column_gap * (len(columns) - 1)
        braced = span == 1 and columns[0].digits is not None
        align = "center" if span > 1 or braced else columns[0].align
        text = _wrapped(cell.text, width, align, layout, "b")
        yield SetHead(Markup("{%s}") % text if braced else text, span, _ALIGN[align])


def _rules(cells: Sequence[SetHead], is_last_row: bool) -> tuple[tuple[int, int], ...]:
    """First and last column of what a row of the head spans, but for the last row, which has the midrule below it."""
    ends = accumulate(cell.span for cell in cells)
    spanned = ((end - cell.span + 1, end) for cell, end in zip(cells, ends, strict=True) if cell.span > 1 and cell.text)
    return () if is_last_row else tuple(spanned)


def _wrapped(text: str, width: float, align: str, layout: Layout, position: str) -> Markup:
    """A text on one line where it fits into its column, else in a box of that width."""
    em = layout.type.em
    if fits_one_line(text, width / em):
        return latex_text(text)
    box = Markup(r"\parbox[{}]{{{:.0f}pt}}{{{}\strut {}\strut}}")
    return box.format(position, width, Markup(_RAGGED[align]), breakable(text, width / em, width / em))
