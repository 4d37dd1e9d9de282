"""The table of how a study came about: what is said, what is found, what nobody says, and pitfalls."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.protocol.record import Item
from rankpress.report.bibliography import cite
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import head_row, left, named
from rankpress.wording import counted

HEADS = ("Item", "Answer", "Pitfall")
_NOT_SAID = Cell("not said", "", frozenset({"muted"}))


def protocol_table(analysis: Analysis) -> Table | None:
    """Build the table of the protocol, the same from each metric of a study.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where the study has no section of it.
    """
    protocol = analysis.protocol
    if protocol is None:
        return None
    return Table(
        name="protocol",
        metric="",
        kind="protocol",
        title="How the study came about",
        caption=(
            f"Protocol of the study: {counted(len(protocol.items), 'item')}; not said, as a whole or in part:"
            f" {len(protocol.unsaid)}; with a pitfall: {len(protocol.pitfalls)}, beside each in parentheses the section"
            f" of {cite('salzberg1997')} that warns of it."
        ),
        head=(head_row(*HEADS),),
        rows=tuple(map(_row, protocol.items)),
        align=left(len(HEADS)),
        notes=("Answers are those of the authors, and not checked; found: in the scores and settings of the study.",),
    )


def _row(item: Item) -> tuple[Cell, ...]:
    answer = f"found: {item.answer}" if item.origin == "found" else item.answer
    answer += f"; not said: {item.lacks}" if item.lacks else ""
    pitfall = f"{item.pitfall[:1].upper()}{item.pitfall[1:]} ({item.section})." if item.pitfall else ""
    return named(item.asked), named(answer) if answer else _NOT_SAID, named(pitfall)
