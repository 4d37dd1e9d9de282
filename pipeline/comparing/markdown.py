"""Changes as Markdown that is fit for a pull request: a line that sums up, conclusions, the rest folded."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from rankpress.comparing.changes import Changes
from rankpress.comparing.sentences import Speaker
from rankpress.comparing.tables import CONCLUSIONS, changes_tables
from rankpress.report.environment import markdown_environment
from rankpress.report.markdown_text import markdown_text
from rankpress.report.table import Table

# A name must not call a person or link an issue; a comment between the sign and the word keeps it from that.
_APART = {"@": "@<!-- -->", "\\#": "\\#<!-- -->"}
# A comment on GitHub has room for 65,536 characters.
MOST_ROWS = 100


@dataclass(frozen=True)
class FoldedTable:
    """A table; ``changes.md.j2`` lists what its parts are."""

    title: str
    caption: str
    folded: bool
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def changes_markdown(changes: Changes) -> str:
    """The text that ``rankpress diff --format markdown`` prints."""
    speaker = Speaker(changes)
    tables = changes_tables(changes, speaker)
    several = len({table.metric for table in tables if table.metric}) > 1
    metrics = [
        (
            (metric or "The whole study") if several else "",
            [_folded(table) for table in tables if table.metric == metric],
        )
        for metric in dict.fromkeys(table.metric for table in tables)
    ]
    template = markdown_environment(_harmless).get_template("markdown/changes.md.j2")
    return template.render(summary=speaker.summary(), metrics=metrics).strip()


def _folded(table: Table) -> FoldedTable:
    rows = tuple(tuple(cell.text for cell in row) for row in table.rows[:MOST_ROWS])
    more = len(table.rows) - len(rows)
    head = tuple(cell.text for cell in table.head[0])
    caption = f"{table.caption} {more} more are not listed." if more else table.caption
    return FoldedTable(table.title, caption.strip(), not table.name.endswith(CONCLUSIONS), head, rows)


def _harmless(value: object) -> Markup:
    if isinstance(value, Markup):
        return value
    written = str(markdown_text(value))
    for sign, apart in _APART.items():
        written = written.replace(sign, apart)
    return Markup(written)
