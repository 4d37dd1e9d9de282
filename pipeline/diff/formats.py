"""Changes as text, Markdown, JSON, and as a section of a report."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from markupsafe import Markup

from rankpress.core.document import Section
from rankpress.core.environment import markdown_environment
from rankpress.core.labels import Names, slug
from rankpress.core.markdown import markdown_text
from rankpress.core.numbers import Json, rank_text
from rankpress.core.table import Alignment, Cell, Table
from rankpress.core.text import plain
from rankpress.diff.changes import Changes, MetricChanges, Replaced
from rankpress.diff.text import Speaker, inputs_told, summary, told_flips


def changes_text(changes: Changes, width: int | None = None) -> str:
    """The text that ``rankpress diff`` prints: a line that sums up, then conclusions, ranks and data by metric."""
    speaker = Speaker(changes)
    blocks = [[summary(changes, speaker)]]
    blocks += [list(_plain_text_of_metric(metric, speaker)) for metric in changes.by_metric]
    blocks.append([f"metric {name}: {told}" for told, name in speaker.membership("metrics", changes.metrics)])
    blocks.append(list(_plain_text_replaced("settings", changes.settings)))
    inputs = [f"  {which}: {told}" for which, told in inputs_told(changes.inputs)]
    blocks.append(["inputs", *inputs] if inputs else [])
    blocks.append(list(_plain_text_replaced("versions", changes.versions)))
    # a name of several lines must not look like more of what is told
    lines = [[plain(line.replace("\n", "\\n")) for line in block] for block in blocks if block]
    return "\n\n".join("\n".join(broken for line in block for broken in _broken(line, width)) for block in lines)


def _broken(line: str, width: int | None) -> list[str]:
    """The line in lines of a terminal, what follows under what it follows."""
    if width is None:
        return [line]
    label = re.match(r" *(?:(?:before|now|cause): +)?", line)
    indent = " " * (label.end() if label and label.end() else 4)
    return textwrap.wrap(line, max(width, 2 * len(indent)), subsequent_indent=indent, break_on_hyphens=False)


def _plain_text_of_metric(metric: MetricChanges, speaker: Speaker) -> Iterator[str]:
    yield f"metric {metric.name}"
    for flip in told_flips(metric, speaker):
        yield f"  {flip.subject}"
        yield f"    before: {flip.old}"
        yield f"    now:    {flip.new}"
        yield f"    cause:  {flip.cause}"
    for move in metric.moves:
        ranks = f"{move.old_rank:.3f} -> {move.new_rank:.3f}"
        placed = "" if move.old_place == move.new_place else f", place {move.old_place} -> {move.new_place}"
        yield f"  average rank of {move.algorithm}: {ranks}{placed}"
    yield from (f"  data sets, {told}: {names}" for told, names in speaker.membership("datasets", metric.datasets))
    yield from (f"  algorithms, {told}: {names}" for told, names in speaker.membership("algorithms", metric.algorithms))
    yield from (f"  critical difference, {one.name}: {_arrow(one)}" for one in metric.differences)
    yield from (f"  {speaker.trust(one)}: {one.old} -> {one.new}" for one in metric.trust)


def _plain_text_replaced(what: str, replaced: Iterable[Replaced]) -> Iterator[str]:
    for at, one in enumerate(replaced):
        if not at:
            yield what
        yield f"  {one.name}: {_arrow(one)}"


def _arrow(one: Replaced) -> str:
    return f"{one.old or 'none'} -> {one.new or 'none'}"


CONCLUSIONS = "changes-conclusions"  # what the name of the table of conclusions ends in
_NONE = "–"
_LEFT: Alignment = "left"


def changes_tables(changes: Changes, speaker: Speaker) -> tuple[Table, ...]:
    """The tables of what changed, conclusions first; none of what did not."""
    of_metrics = [table for metric in changes.by_metric for table in _tables_of_metric(metric, speaker)]
    whole = _of_whole(changes, speaker)
    return (*of_metrics, *whole)


def _tables_of_metric(metric: MetricChanges, speaker: Speaker) -> Iterator[Table]:
    flips = [(one.subject, one.old, one.new, one.cause) for one in told_flips(metric, speaker)]
    yield from _table(
        CONCLUSIONS,
        metric.name,
        "Conclusions that changed",
        "About what both reports have; p-values are adjusted where a correction is named.",
        ("Conclusion", "Before", "Now", "What did it"),
        flips,
    )
    moves = [
        (
            speaker.shown("algorithms", move.algorithm),
            f"{rank_text(move.old_rank)} ({move.old_place})",
            f"{rank_text(move.new_rank)} ({move.new_place})",
        )
        for move in metric.moves
    ]
    caption = "With the place among all algorithms in parentheses."
    yield from _table(
        "changes-ranks", metric.name, "Average ranks that changed", caption, ("Algorithm", "Before", "Now"), moves
    )
    data = [("Data sets", *pair) for pair in speaker.membership("datasets", metric.datasets)]
    data += [("Algorithms", *pair) for pair in speaker.membership("algorithms", metric.algorithms)]
    yield from _table("changes-data", metric.name, "Data that changed", "", ("", "Change", "Which"), data)
    yield from _tables_replaced(
        "changes-critical-differences", metric.name, "Critical differences that changed", metric.differences
    )
    trust = [(speaker.trust(one), one.old, one.new) for one in metric.trust]
    caption = "Of what was simulated, such figures as differ by more than Monte Carlo error explains."
    yield from _table("changes-trust", metric.name, "Trust that changed", caption, ("", "Before", "Now"), trust)


def _of_whole(changes: Changes, speaker: Speaker) -> Iterator[Table]:
    metrics = list(speaker.membership("metrics", changes.metrics))
    yield from _table("changes-metrics", "", "Metrics that came or went", "", ("Change", "Which"), metrics)
    yield from _tables_replaced("changes-settings", "", "Settings that changed", changes.settings)
    inputs = inputs_told(changes.inputs)
    yield from _table("changes-inputs", "", "Inputs that changed", "", ("Input", "Change"), inputs)
    yield from _tables_replaced("changes-versions", "", "Versions that changed", changes.versions)


def _tables_replaced(name: str, metric: str, title: str, replaced: Sequence[Replaced]) -> Iterator[Table]:
    rows = [(one.name, one.old or _NONE, one.new or _NONE) for one in replaced]
    yield from _table(name, metric, title, "", ("", "Before", "Now"), rows)


def _table(
    name: str, metric: str, title: str, caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]
) -> Iterator[Table]:
    """The table, if it has rows."""
    if rows:
        yield Table(
            name=f"{slug(metric)}-{name}" if metric else name,
            metric=metric,
            title=title,
            caption=caption,
            head=(tuple(map(Cell, head)),),
            rows=tuple(tuple(map(Cell, row)) for row in rows),
            align=(_LEFT,) * len(head),
        )


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


SCHEMA = "rankpress.changes/1"


def changes_results(changes: Changes) -> Json:
    """The changes as CHANGES.md documents them."""
    return {"schema": SCHEMA, "conclusions_changed": len(changes.flips), **asdict(changes)}


def changes_json(changes: Changes) -> str:
    """The text that ``rankpress diff --format json`` prints."""
    return json.dumps(changes_results(changes), indent=1, ensure_ascii=False, allow_nan=False)


def changes_section(changes: Changes, names: Names) -> Section:
    """The section that tells a reader of the earlier report what is otherwise in this one."""
    speaker = Speaker(changes, names)
    tables = changes_tables(changes, speaker)
    metrics = list(dict.fromkeys(table.metric for table in tables if table.metric))
    several = len(metrics) > 1
    below = tuple(
        Section(f"changes-{at}", speaker.shown("metrics", metric), tables=_of(tables, metric))
        for at, metric in enumerate(metrics, start=1)
        if several
    )
    own = _of(tables, "") if several else tables
    return Section("changes", "Changes since the baseline", (summary(changes, speaker),), tables=own, sections=below)


def _of(tables: Sequence[Table], metric: str) -> tuple[Table, ...]:
    return tuple(table for table in tables if table.metric == metric)
