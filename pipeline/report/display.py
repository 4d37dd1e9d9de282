"""Tables as a notebook shows them: HTML that leaves the rest of the page as it is, and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from rankpress.display import show_in_notebooks
from rankpress.report.characters import Writing
from rankpress.report.environment import html_environment, source
from rankpress.report.inline import plain
from rankpress.report.markdown import tables_markdown
from rankpress.report.page_links import LinkedText
from rankpress.report.page_table import PageTable, Panel, page_table
from rankpress.report.table import Table

# A notebook keeps what it shows; of a longer table it shows the beginning.
MOST_ROWS = 60


def display_html(tables: Sequence[Table], title: str = "", sentences: Sequence[str] = ()) -> str:
    """Return tables as HTML for a notebook.

    Parameters
    ----------
    tables : sequence of Table
        Of long ones the first rows are shown, and those that sum up the others.
    title : str
        A heading; none where empty.
    sentences : sequence of str
        What stands before the tables.

    Returns
    -------
    str
        An element with a style sheet that concerns what is inside it alone: no script, no identifiers, no request.
    """
    environment, write = html_environment(), Writing()
    return environment.get_template("html/notebook.html.j2").render(
        title=write(plain(title)),
        sentences=[write(plain(sentence)) for sentence in sentences],
        tables=[_page_table(_shortened(table), write) for table in tables],
        style=Markup(source(environment, "html/notebook.css")),
    )


def display_markdown(tables: Sequence[Table], title: str = "", sentences: Sequence[str] = ()) -> str:
    """Return tables as Markdown for a notebook; parameters are those of `display_html`."""
    return tables_markdown([_shortened(table) for table in tables], title, sentences)


def _page_table(table: Table, write: Writing) -> PageTable:
    """A table without a number and an anchor, since a notebook may show it twice."""
    return replace(page_table(Panel(table), 0, write, LinkedText(write, ()), on_screen=False), identifier="")


def _shortened(table: Table) -> Table:
    body, footer = table.rows[: len(table.rows) - table.footer], table.rows[len(table.rows) - table.footer :]
    if len(body) <= MOST_ROWS:
        return table
    told = f"The first {MOST_ROWS} of {len(body)} rows."
    return replace(table, rows=(*body[:MOST_ROWS], *footer), notes=(told, *table.notes))


show_in_notebooks(Table, lambda table: display_html([table]), lambda table: display_markdown([table]))
