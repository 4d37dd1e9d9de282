"""Tables and the report as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from rankpress.report.document import Document
from rankpress.report.environment import faults_of_templates, latex_environment
from rankpress.report.escaping import comment_text, latex_escape
from rankpress.report.panels import (
    DETAIL_GAP,
    SIZES,
    STAR,
    Column,
    Layout,
    Panel,
    head_cells,
    lay_out,
)
from rankpress.report.table import Cell, Table
from rankpress.report.widths import fits_one_line, word_parts

TEXT_WIDTH = 345.0  # points: that of the article class, and less than what any style gives a table*

_ALIGN = {"left": "l", "right": "r", "center": "c"}
_RAGGED = {"left": r"\raggedright", "right": r"\raggedleft", "center": r"\centering"}
LONGEST_WORD, PART_OF_WORD = 13.0, 4.0  # ems


class SetCell(NamedTuple):
    """A cell as a template unpacks it, quicker than by asking for its parts: LaTeX of text and detail, and marks."""

    text: Markup
    detail: Markup
    has_detail: bool
    bold: bool
    underline: bool
    significant: bool
    muted: bool


class SetHead(NamedTuple):
    """A cell of a head: LaTeX of its text, how many columns it covers, and how they are aligned."""

    text: Markup
    span: int
    align: str


@dataclass(frozen=True)
class SetPanel:
    """A tabular: its specification; the head and the rules under what it spans; the body, and what sums it up."""

    columns: Markup
    head: tuple[tuple[SetHead, ...], ...]
    rules: tuple[tuple[tuple[int, int], ...], ...]
    body: tuple[tuple[SetCell, ...], ...]
    footer: tuple[tuple[SetCell, ...], ...]


def table_fragment(table: Table, *, stamp: str, templates: Path | None = None, width: float = TEXT_WIDTH) -> str:
    r"""Set a table as a fragment to \input into a float or a page: booktabs and no preamble.

    Parameters
    ----------
    table : Table
        The table.
    stamp : str
        What the first line, a comment, says of where it comes from.
    templates : Path or None
        A folder whose templates override the built-in ones of the same name.
    width : float
        Of the text in points; wider tables are split into panels, which stand side by side where there is room.

    Returns
    -------
    str
        ASCII.
    """
    layout = lay_out(table, width)
    context = {
        "stamp": Markup(comment_text(stamp)),
        "title": Markup(comment_text(table.title)),
        "sizes": [(size.name, f"{size.column_gap / 2:g}") for size in SIZES[SIZES.index(layout.type) :]],
        "smaller": layout.type.smaller,
        "panels": [_set_panel(table, layout, panel) for panel in layout.panels],
        "notes": table.notes,
    }
    return _render("latex/table.tex.j2", templates, context)


def latex_report(document: Document, *, stamp: str, templates: Path | None = None) -> str:
    """Set the whole report as a document that compiles beside the folders tables/ and figures/ and macros.tex.

    Parameters
    ----------
    document : Document
        The report.
    stamp : str
        What the first line, a comment, says of where it comes from.
    templates : Path or None
        A folder whose templates override the built-in ones of the same name.

    Returns
    -------
    str
        ASCII.
    """
    context = {"stamp": Markup(comment_text(stamp)), "document": document}
    return _render("latex/report.tex.j2", templates, context)


def latex_text(value: object) -> Markup:
    """Escape what a template prints; LaTeX that we made ourselves passes."""
    return value if isinstance(value, Markup) else Markup(latex_escape(str(value)))


def breakable(value: object, longest: float = LONGEST_WORD, part: float = PART_OF_WORD) -> Markup:
    """Escape a text, and let words longer than so many ems break at the end of a line; a filter of the templates."""
    if isinstance(value, Markup):
        return value
    return Markup(" ").join(_broken(word, longest, part) for word in str(value).split())


def _broken(word: str, longest: float, part: float) -> Markup:
    parts = word_parts(word, longest, part)
    return Markup(r"\hspace{0pt}").join(Markup(latex_escape(one)) for one in parts)


def _render(name: str, templates: Path | None, context: Mapping[str, object]) -> str:
    with faults_of_templates(templates):
        return _environment(templates).get_template(name).render(context)


@lru_cache(maxsize=4)
def _environment(templates: Path | None) -> ImmutableSandboxedEnvironment:
    environment = latex_environment(latex_text, templates)
    environment.filters["breakable"] = breakable
    return environment


def _set_panel(table: Table, layout: Layout, panel: Panel) -> SetPanel:
    rows = [_set_row(table, layout, panel, table.rows[at]) for at in panel.rows]
    footer = max(0, panel.rows.stop - (len(table.rows) - table.footer)) if table.footer else 0
    body = len(rows) - footer
    head = tuple(tuple(_set_head(row, layout, panel)) for row in table.head)
    return SetPanel(
        columns=Markup("".join(_specification(layout.columns[at], layout.type.column_gap) for at in panel.columns)),
        head=head,
        rules=tuple(_rules(row, row is head[-1]) for row in head),
        body=tuple(rows[:body]),
        footer=tuple(rows[body:]),
    )


def _specification(column: Column, gap: float) -> str:
    letter = _ALIGN[column.align] + (rf"@{{\hspace{{{DETAIL_GAP:g}pt}}}}l" if column.detail else "")
    return rf"{letter}@{{\hspace{{{gap + STAR:g}pt}}}}" if column.is_starred else letter


def _set_row(table: Table, layout: Layout, panel: Panel, row: Sequence[Cell]) -> tuple[SetCell, ...]:
    return tuple(_set_cell(row[at], layout.columns[at], layout) for at in panel.columns)


def _set_cell(cell: Cell, column: Column, layout: Layout) -> SetCell:
    marks = cell.marks
    return SetCell(
        text=_wrapped(cell.body, column.width, column.align, layout, "t"),
        detail=latex_text(cell.detail),
        has_detail=column.detail > 0,
        bold="bold" in marks,
        underline="underline" in marks,
        significant="significant" in marks,
        muted="muted" in marks,
    )


def _set_head(row: Sequence[Cell], layout: Layout, panel: Panel) -> Iterator[SetHead]:
    for cell, covered in head_cells(row, panel.columns):
        columns = [layout.columns[at] for at in covered]
        span = sum(2 if column.detail else 1 for column in columns)
        width = sum(column.total for column in columns) + layout.type.column_gap * (len(columns) - 1)
        align = columns[0].align if span == 1 else "center"
        yield SetHead(_wrapped(cell.text, width, align, layout, "b"), span, _ALIGN[align])


def _rules(cells: Sequence[SetHead], is_last_row: bool) -> tuple[tuple[int, int], ...]:
    """First and last column of what a row of the head spans, but for the last row, which has the midrule below it."""
    ends = list(accumulate(cell.span for cell in cells))
    return tuple(
        (end - cell.span + 1, end) for cell, end in zip(cells, ends, strict=True) if cell.span > 1 and not is_last_row
    )


def _wrapped(text: str, width: float, align: str, layout: Layout, position: str) -> Markup:
    """A text on one line where it fits into its column, else in a box of that width."""
    em = layout.type.em
    if fits_one_line(text, width / em):
        return latex_text(text)
    box = Markup(r"\parbox[{}]{{{:.0f}pt}}{{{}\strut {}\strut}}")
    return box.format(position, width, Markup(_RAGGED[align]), breakable(text, width / em, width / em))
