"""Changes as Markdown that is fit for a pull request: a line that sums up, conclusions, the rest folded."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from rankpress.comparing.changes import Changes
from rankpress.comparing.sentences import Speaker
from rankpress.comparing.summary import summary
from rankpress.comparing.tables import CONCLUSIONS, changes_tables
from rankpress.report.environment import markdown_environment
from rankpress.report.markdown_text import markdown_text
from rankpress.report.table import Table

# A name must not call a person or link an issue; a comment between the sign and the word keeps it from that.
_APART = {"@": "@<!-- -->", "\\#": "\\#<!-- -->"}
# A comment on GitHub has room for 65,536 characters; some are left for what is written around it.
MOST_LETTERS = 60_000
# Rows of a table and letters of a cell, the fewer the more there is to tell; in the end the line that sums up.
_SIZES = ((100, 2000), (50, 500), (20, 200), (10, 100), (3, 60), (0, 1000))


@dataclass(frozen=True)
class FoldedTable:
    """A table; ``changes.md.j2`` lists what its parts are."""

    title: str
    caption: str
    folded: bool
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def changes_markdown(changes: Changes) -> str:
    """The text that ``rankpress diff --format markdown`` prints: as much as a comment has room for."""
    for most_rows, most_letters in _SIZES:
        written = _written(changes, most_rows, most_letters)
        if len(written) <= MOST_LETTERS:
            break
    return written


def _written(changes: Changes, most_rows: int, most_letters: int) -> str:
    speaker = Speaker(changes)
    tables = changes_tables(changes, speaker) if most_rows else ()
    several = len({table.metric for table in tables if table.metric}) > 1
    metrics = [
        (
            _cut((metric or "The whole study") if several else "", most_letters),
            [_folded(table, most_rows, most_letters) for table in tables if table.metric == metric],
        )
        for metric in dict.fromkeys(table.metric for table in tables)
    ]
    template = markdown_environment(_harmless).get_template("markdown/changes.md.j2")
    told = _cut(summary(changes, speaker), most_letters)
    return template.render(summary=told, metrics=metrics, left_out=not most_rows).strip()


def _folded(table: Table, most_rows: int, most_letters: int) -> FoldedTable:
    rows = tuple(tuple(_cut(cell.text, most_letters) for cell in row) for row in table.rows[:most_rows])
    more = len(table.rows) - len(rows)
    head = tuple(cell.text for cell in table.head[0])
    caption = f"{table.caption} {more} more are not listed." if more else table.caption
    return FoldedTable(table.title, caption.strip(), not table.name.endswith(CONCLUSIONS), head, rows)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _harmless(value: object) -> Markup:
    if isinstance(value, Markup):
        return value
    written = str(markdown_text(value))
    for sign, apart in _APART.items():
        written = written.replace(sign, apart)
    return Markup(written)
