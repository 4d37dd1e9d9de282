"""The list of macros: macros.csv, and a section of report.html."""

from __future__ import annotations

import math

from rankpress.report.delimited import table_csv
from rankpress.report.document import Section
from rankpress.report.inline import plain
from rankpress.report.macros import Macros
from rankpress.report.macros.citable import Macro
from rankpress.report.table import Cell, Table

# A page would spend more on a longer list than on all its tables; macros.csv holds the rest.
MOST_LISTED = 1_000


def macros_csv(found: Macros) -> str:
    """The text of macros.csv: name, text, unrounded value and meaning of each."""
    rows = tuple((*_cells(macro)[:2], Cell("", _value(macro)), _cells(macro)[2]) for macro in found.macros)
    head = tuple(map(Cell, ("Macro", "Text", "Value", "Meaning")))
    return table_csv(Table("macros", "", "", "", (head,), rows, ("left",) * 4))


def macros_section(found: Macros) -> Section:
    """The section of the report that lists macros, as many as a page has room for.

    Parameters
    ----------
    found : Macros
        The macros.

    Returns
    -------
    Section
        Closed until it is asked for.
    """
    listed = found.macros[:MOST_LISTED]
    more = len(found.macros) - len(listed)
    table = Table(
        name="macros",
        metric="",
        kind="macros",
        title="Macros",
        caption="The name of each macro, the text that it stands for, and what that says.",
        head=(tuple(map(Cell, ("Macro", "Text", "Meaning"))),),
        rows=tuple(_cells(macro) for macro in listed),
        align=("left", "left", "left"),
        notes=(f"The other {more} are in macros.csv.",) if more else (),
        in_pdf=False,
    )
    return Section("macros", "Macros", _paragraphs(found), tables=(table,), folded=True)


def _paragraphs(found: Macros) -> tuple[str, ...]:
    told = (
        (
            r"With \input{macros.tex} in the preamble of a paper, each number below is written by its name, and follows"
            r" the results. A blank after a name is lost: write \rp...{} before one. Names with Phrase in them say a"
            " whole, such as p < 0.001. All are in macros.csv too, with unrounded values."
        ),
    )
    if not found.left_out:
        return told
    return (*told, f"Left out, for the length of macros.tex: {'; '.join(found.left_out)}.")


def _value(macro: Macro) -> float | str:
    """The unrounded number, and nothing where there is none or it is undefined."""
    return "" if macro.value is None or math.isnan(macro.value) else macro.value


def _cells(macro: Macro) -> tuple[Cell, Cell, Cell]:
    return Cell(f"\\{macro.name}"), Cell(plain(macro.text)), Cell(plain(macro.meaning))
