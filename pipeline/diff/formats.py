"""Changes as text, as Markdown and as a section of a report: the same tables in each."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rankpress.core.document import Section
from rankpress.core.faults import counted
from rankpress.core.labels import slug
from rankpress.core.markdown import markdown_escape
from rankpress.core.numbers import p_phrase, rank_text
from rankpress.core.table import Alignment, Cell, Table
from rankpress.core.text import Prose, join, joined, metric_named, plain, reference, references, say
from rankpress.diff.changes import CONCLUSIONS, NOUNS, Change, Kind, Place, Rank, Verdict, data_text

# Tables by the kinds of changes that they list, in this order.
_TABLES: tuple[tuple[str, str, tuple[Kind, ...]], ...] = (
    ("changes-conclusions", "Conclusions that changed", CONCLUSIONS),
    ("changes-ranks", "Average ranks that changed", ("rank",)),
    ("changes-data", "Data that changed", ("data",)),
    ("changes-study", "Settings, inputs and versions that changed", ("setting", "input", "version")),
)
_ABOUT: dict[Kind, str] = {
    "leader": "best average rank",
    "best": "named the best",
    "verdict": "all algorithms",
    "group": "groups",
    "order": "cost-aware order",
}
_LEFT: Alignment = "left"
_MAX_ROWS, _MAX_OF_CELL, _MAX_NAMES = 100, 300, 8  # of a table in Markdown; characters; of one cause
# A comment on GitHub has room for 65,536 characters; some are left for what is written around it.
MAX_CHARACTERS = 60_000


def _about(change: Change) -> Prose:
    """Name what has another value."""
    about: Prose = _ABOUT.get(change.kind) or data_text(change.place)
    if change.kind in ("verdict", "rank") and change.place:
        about = joined(references("algorithms", change.place))
    return say("{} ({})", about, change.method) if change.method else about


def _value(change: Change, value: Any) -> Prose:
    """Show a value: a verdict with its p-value, a rank, names, groups of names, or a setting as JSON."""
    kind: Any = change.place[0] if change.kind == "data" else "algorithms"
    if value is None:
        return "–"
    if isinstance(value, Verdict):
        shown: Prose = "significant" if value.significant else "no significant difference"
        if value.better:
            shown = say("{} is better", reference(kind, value.better))
        return shown if value.p is None else say("{}, {}", shown, p_phrase(value.p))
    if isinstance(value, Rank):
        return f"{rank_text(value.average)} (place {value.place})"
    if change.kind in CONCLUSIONS:
        return join((join(references(kind, names), ", ") for names in value), "; ") or "none"
    if change.kind == "data":
        return join(references(kind, value), ", ")
    if change.kind == "input":
        return f"sha256 {value[:8]}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def changes_tables(changes: Sequence[Change]) -> Iterator[Table]:
    """Yield the tables of what changed, those of each metric first."""
    for metric in sorted({change.metric: None for change in changes}, key=lambda name: not name):
        for name, title, kinds in _TABLES:
            if listed := [item for item in changes if item.kind in kinds and item.metric == metric]:
                yield Table(
                    name=f"{slug(metric)}-{name}" if metric else name,
                    metric=metric,
                    title=say("{} in {}", title, metric_named(metric)) if metric else title,
                    head=(tuple(map(Cell, ("", "Before", "Now", "Cause")[: 3 + (kinds is CONCLUSIONS)])),),
                    rows=tuple(tuple(_cells(change)) for change in listed),
                    align=(_LEFT,) * (3 + (kinds is CONCLUSIONS)),
                )


def _cells(change: Change) -> Iterator[Cell]:
    yield Cell(_about(change))
    yield Cell(_value(change, change.before))
    yield Cell(_value(change, change.after))
    if change.kind in CONCLUSIONS:
        yield Cell(_cause(change))


def _cause(change: Change) -> Prose:
    """Name what changes a conclusion alone, those of a list of data together; else what can have a part in it."""
    if not change.cause:
        return f"possibly {', '.join(map(data_text, change.possible))}" if change.possible else "not known"
    names: dict[Place, list[str]] = {}
    for place in change.cause:
        names.setdefault(place[:2], []).extend(place[2:])
    return join((_several(place, listed) if listed else place[0] for place, listed in names.items()), "; ")


def _several(place: Place, names: Sequence[str]) -> Prose:
    kind: Any = place[0]
    more = f" and {len(names) - _MAX_NAMES:,} more" if len(names) > _MAX_NAMES else ""
    return say("{}: {}{}", data_text(place), join(references(kind, names[:_MAX_NAMES]), ", "), more)


def summary(changes: Sequence[Change]) -> str:
    """Count the changes of each kind."""
    if not changes:
        return "Nothing changed."
    counts = Counter(change.kind for change in changes)
    listed = joined(counted(counts[kind], noun) for kind, noun in NOUNS.items() if counts[kind])
    return f"{'' if counts.keys() & {*CONCLUSIONS} else 'No conclusion changed; '}{listed} changed."


def changes_section(changes: Sequence[Change]) -> Section:
    """Build the section that lists what changed since the baseline."""
    return Section("changes", "Changes since the baseline", (summary(changes),), tables=(*changes_tables(changes),))


def changes_text(changes: Sequence[Change]) -> str:
    """Return the text that ``rankpress diff`` prints: a line that sums up, then each table."""
    lines = [summary(changes)]
    for table in changes_tables(changes):
        lines += ["", _line(table.title)]
        for row in table.rows:
            about, before, now, *cause = (_line(cell.text) for cell in row)
            lines += [f"  {about}: {before} -> {now}", *(f"    cause: {item}" for item in cause)]
    return "\n".join(lines)


def _line(text: Prose) -> str:
    """Return a text as one line, so that a name of several does not look like more of what is printed."""
    return plain(text).replace("\n", "\\n")


def changes_markdown(changes: Sequence[Change]) -> str:
    """Return the comment that ``rankpress diff --format markdown`` prints; the summary alone where it has no room."""
    blocks: dict[bool, list[str]] = {True: [f"**{summary(changes)}**"], False: []}
    for table in changes_tables(changes):
        rows = [[_markdown(cell.text) for cell in row] for row in (*table.head, *table.rows[:_MAX_ROWS])]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        lines.insert(1, "|" + " :--- |" * len(rows[0]))
        more = len(table.rows) - _MAX_ROWS
        lines += ["", f"{more:,} more are not listed."] if more > 0 else []
        listed = "\n".join([f"#### {_markdown(table.title)}", "", *lines])
        blocks[table.name.endswith(_TABLES[0][0])].append(listed)
    if blocks[False]:
        blocks[False] = ["<details><summary>Ranks, data and settings</summary>", *blocks[False], "</details>"]
    written = "\n\n".join([*blocks[True], *blocks[False]])
    return written if len(written) <= MAX_CHARACTERS else f"{blocks[True][0]} `rankpress diff` lists the changes."


def _markdown(text: Prose) -> str:
    """Escape a text, cut where it is long; a comment keeps a name from calling a person or linking an issue."""
    shown = plain(text)
    cut = shown if len(shown) <= _MAX_OF_CELL else f"{shown[: _MAX_OF_CELL - 1]}…"
    return re.sub(r"@|#(?=\d)", r"\g<0><!-- -->", markdown_escape(cut))
