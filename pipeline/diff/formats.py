"""Changes as text, Markdown and as a section of a report: the same tables in each."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from rankpress.core.document import Section
from rankpress.core.labels import slug
from rankpress.core.markdown import markdown_escape
from rankpress.core.numbers import p_phrase
from rankpress.core.table import Alignment, Cell, Table
from rankpress.core.text import Prose, join, joined, metric_named, plain, reference, say
from rankpress.diff.changes import CONCLUSIONS, NOUNS, Cause, Change, Factor, Kind, conclusions
from rankpress.diff.comparison import NUMBERS

# Tables by the kinds of changes that they list, in this order.
_TABLES: tuple[tuple[str, str, tuple[Kind, ...]], ...] = (
    ("changes-conclusions", "Conclusions that changed", CONCLUSIONS),
    ("changes-numbers", "Ranks and numbers that changed", ("rank", "number")),
    ("changes-within", "Verdicts on single data sets that changed", ("within",)),
    ("changes-data", "Data that changed", ("data",)),
    ("changes-study", "Settings, inputs and versions that changed", ("setting", "input", "version")),
)
_ABOUT = {
    "omnibus": "all algorithms",
    "best-ranked": "best average rank",
    "best": "named the best",
    "order": "cost-aware order",
}
_NONE = "–"
_LEFT: Alignment = "left"
_MAX_NAMED, _MAX_CLAUSES, _MAX_ROWS = 8, 3, 200
_REFERENCES: dict[str, Any] = {"data set": "datasets", "algorithm": "algorithms"}
_STATES = {"added": " (new)", "removed": " (removed)", "changed": " (new scores)"}
_SHOWN = {number.about: number.shown for number in NUMBERS}


def _named(kind: Any, names: Sequence[str]) -> Prose:
    """Join names, as many as can be read."""
    return _limited([reference(kind, name) for name in names])


def _limited(names: Sequence[Prose]) -> Prose:
    more = len(names) - _MAX_NAMED
    return joined([*names[:_MAX_NAMED], f"{more} more"] if more > 1 else names) if names else _NONE


def _cause(cause: Cause) -> Prose:
    """Name what changed a conclusion."""
    if cause.why:
        return say("not known: {}", cause.why)
    factors, parts = cause.alone or cause.together, list[Prose]()
    for kind, change in dict.fromkeys((factor.kind, factor.change) for factor in factors):
        names = [_factor(factor) for factor in factors if (factor.kind, factor.change) == (kind, change)]
        state = _STATES[change] if kind in _REFERENCES else ""
        parts.append(say("{} {}{}", f"{kind}s" if len(names) > 1 else kind, _limited(names), state))
    how = "" if len(factors) == 1 else "; each alone" if cause.alone else "; together"
    return say("{}{}", joined(parts), how)


def _factor(factor: Factor) -> Prose:
    if factor.kind == "version":
        return "of rankpress or a library"
    return reference(_REFERENCES[factor.kind], factor.name) if factor.kind in _REFERENCES else factor.name


def _about(change: Change, methods: Sequence[str]) -> Prose:
    """Name what has another value."""
    by = f" ({joined(methods)})" if any(methods) else ""
    names = [reference("algorithms", name) for name in change.subject]
    if change.about == "within":
        on = reference("datasets", change.subject[0])
        return say("{} and {} on {}{}", *names[1:], on, by)
    if change.about == "pair":
        return say("{} and {}{}", *names, by)
    if change.kind == "rank":
        return names[0]
    return f"{_ABOUT.get(change.about, change.about)}{by}"


def _value(change: Change, value: Any, p: Sequence[float | None]) -> Prose:
    """Say a value: a verdict with the p-values that decided it, names, a number, or a setting as JSON."""
    if value is None:
        return _NONE
    if change.kind in ("rank", "number"):
        return _SHOWN[change.about](value)
    if change.kind in ("verdict", "within"):
        shown: Prose = "no significant difference" if not value else "significant"
        if value and change.about != "omnibus":
            shown = say("{} is better", reference("algorithms", value[0][0]))
        return join([shown, *dict.fromkeys(p_phrase(item) for item in p if item is not None)], ", ")
    if change.kind == "group":
        both = {*map(frozenset, change.old)} & {*map(frozenset, change.new)}
        groups = [group for group in value if frozenset(group) not in both]
        return join((joined(reference("algorithms", name) for name in group) for group in groups), "; ") or "none"
    if change.kind == "order":
        return join((reference("algorithms", name) for name in value[0]), ", ")
    if change.kind == "leader":
        return _named("algorithms", value[0] if value else ())
    if change.kind == "data":
        words = change.about.replace("data sets", "datasets").split()
        return _named(next(word for word in words if word in ("datasets", "algorithms", "metrics")), value)
    if change.kind == "input":
        return f"sha256 {value[:8]}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _rows(changes: Iterable[Change]) -> Iterator[tuple[Prose, ...]]:
    """Yield a row for each change; of verdicts that adjustments share, one."""
    bundles: dict[object, list[Change]] = {}
    for change in changes:
        is_verdict = change.cause is not None
        values = (change.old, change.new, change.cause) if is_verdict else (change.method,)
        bundles.setdefault((change.about, change.subject, *values), []).append(change)
    for bundle in bundles.values():
        first = bundle[0]
        old = _value(first, first.old, [change.old_p for change in bundle])
        new = _value(first, first.new, [change.new_p for change in bundle])
        row = _about(first, [change.method for change in bundle]), old, new
        yield row if first.cause is None else (*row, _cause(first.cause))


def changes_tables(changes: Sequence[Change]) -> tuple[Table, ...]:
    """Build the tables of what changed, those of each metric first; none of what did not."""
    return tuple(
        table
        for metric in sorted(dict.fromkeys(change.metric for change in changes), key=lambda name: not name)
        for name, title, kinds in _TABLES
        for table in _table(name, title, [item for item in changes if item.kind in kinds and item.metric == metric])
    )


def _table(name: str, title: str, changes: Sequence[Change]) -> Iterator[Table]:
    if changes:
        metric, rows = changes[0].metric, tuple(_rows(changes))
        header = ("", "Before", "Now", "Cause")[: len(rows[0])]
        yield Table(
            name=f"{slug(metric)}-{name}" if metric else name,
            metric=metric,
            title=say("{} in {}", title, metric_named(metric)) if metric else title,
            head=(tuple(map(Cell, header)),),
            rows=tuple(tuple(map(Cell, row)) for row in rows),
            align=(_LEFT,) * len(header),
        )


def summary(changes: Sequence[Change]) -> Prose:
    """Say what changed: the leaders, then how many of each kind."""
    if not changes:
        return "Nothing changed."
    leaders = [change for change in changes if change.about == "best-ranked"]
    several = len({change.metric for change in changes if change.metric}) > 1
    clauses: list[Prose] = []
    for change in leaders[:_MAX_CLAUSES]:
        where = say(" in {}", metric_named(change.metric)) if several else ""
        values = (_value(change, value, ()) for value in (change.new, change.old))
        clauses.append(say("Best average rank{}: {} (before: {}).", where, *values))
    numbers = Counter(change.kind for change in changes)
    counts = joined(_counted(numbers[kind], NOUNS[kind]) for kind in NOUNS if numbers[kind])
    clauses.append(say("{}{} changed.", "" if conclusions(changes) else "No conclusion changed; ", counts))
    return join(clauses)


def _counted(count: int, nouns: tuple[str, str]) -> str:
    return f"{count:,} {nouns[count > 1]}"


def changes_text(changes: Sequence[Change]) -> str:
    """Return the text that ``rankpress diff`` prints: a line that sums up, then each table."""
    lines = [_line(summary(changes))]
    for table in changes_tables(changes):
        lines += ["", _line(table.title)]
        for row in table.rows[:_MAX_ROWS]:
            about, old, new, *cause = (_line(cell.text) for cell in row)
            lines += [f"  {about}: {old} -> {new}", *(f"    cause: {item}" for item in cause)]
        if len(table.rows) > _MAX_ROWS:
            lines.append(f"  {len(table.rows) - _MAX_ROWS:,} more: --format json lists them")
    return "\n".join(lines)


def _line(text: Prose) -> str:
    """Return a text as one line, so that a name of several does not look like more of what is printed."""
    return plain(text).replace("\n", "\\n")


# A comment on GitHub has room for 65,536 characters; some are left for what is written around it.
MAX_CHARACTERS = 60_000
# Rows of a table and characters of a cell, fewer the more there is to list; at last the summary alone.
_SIZES = ((100, 500), (20, 200), (5, 60), (0, 0))


def changes_markdown(changes: Sequence[Change]) -> str:
    """Return the comment that ``rankpress diff --format markdown`` prints, as much of it as a comment has room for."""
    tables, first = changes_tables(changes), f"**{_markdown(summary(changes), MAX_CHARACTERS // 2)}**"
    for max_rows, max_characters in _SIZES:
        blocks = [_folded(table, max_rows, max_characters) for table in tables if max_rows]
        written = "\n\n".join([first, *blocks])
        if len(written) <= MAX_CHARACTERS:
            break
    return written if max_rows else f"{first}\n\n`rankpress diff --format text` lists all changes."


def _folded(table: Table, max_rows: int, max_characters: int) -> str:
    """Return a table, folded unless it lists conclusions."""
    rows = [[_markdown(cell.text, max_characters) for cell in row] for row in (*table.head, *table.rows[:max_rows])]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " :--- |" * len(rows[0]))
    more = len(table.rows) - max_rows
    body = "\n".join([*lines, *(["", f"{more:,} more are not listed."] if more > 0 else [])])
    if table.name.endswith(_TABLES[0][0]):
        return f"#### {_markdown(table.title, max_characters)}\n\n{body}"
    title = _apart(escape(_line(table.title)[:max_characters]))  # Markdown's escapes have no meaning in HTML
    return f"<details><summary>{title}</summary>\n\n{body}\n\n</details>"


def _markdown(text: Prose, max_characters: int) -> str:
    shown = plain(text)
    cut = shown if len(shown) <= max_characters else f"{shown[: max_characters - 1]}…"
    return _apart(markdown_escape(cut))


def _apart(text: str) -> str:
    """Keep a name from calling a person or linking an issue: a comment divides the character from the word."""
    return re.sub(r"@|#(?=\d)", r"\g<0><!-- -->", text)


def changes_section(changes: Sequence[Change]) -> Section:
    """Build the section that lists what changed since the baseline."""
    return Section("changes", "Changes since the baseline", (summary(changes),), tables=changes_tables(changes))
