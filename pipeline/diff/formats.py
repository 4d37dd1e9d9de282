"""Changes as text, Markdown, JSON, and as a section of a report: the same tables in each."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from markupsafe import Markup

from rankpress.core.document import Section
from rankpress.core.environment import markdown_environment
from rankpress.core.labels import slug
from rankpress.core.markdown import markdown_text
from rankpress.core.numbers import Json, rank_text
from rankpress.core.table import Alignment, Cell, Table
from rankpress.core.text import Prose, algorithm_named, metric_named, plain
from rankpress.diff.changes import Changes, MetricChanges
from rankpress.diff.text import Speaker, describe_flips, describe_inputs, summary

CONCLUSIONS = "changes-conclusions"  # what the name of the table of conclusions ends in
_NONE = "–"
_LEFT: Alignment = "left"


def changes_tables(changes: Changes, speaker: Speaker) -> tuple[Table, ...]:
    """Build the tables of what changed, conclusions first; none of what did not."""
    of_metrics = [table for metric in changes.by_metric for table in _tables_of_metric(metric, speaker)]
    return (*of_metrics, *_tables_of_study(changes, speaker))


def _tables_of_metric(metric: MetricChanges, speaker: Speaker) -> Iterator[Table]:
    name, head = metric.name, ("", "Before", "Now")
    caption = "About what both reports have; p-values are adjusted where a correction is named."
    flips, title = describe_flips(metric, speaker), "Conclusions that changed"
    yield from _table(CONCLUSIONS, name, title, ("Conclusion", *head[1:], "What did it"), flips, caption)
    moves = [
        (
            algorithm_named(move.algorithm),
            f"{rank_text(move.old_rank)} ({move.old_place})",
            f"{rank_text(move.new_rank)} ({move.new_place})",
        )
        for move in metric.moves
    ]
    caption = "With the place among all algorithms in parentheses."
    yield from _table("changes-ranks", name, "Average ranks that changed", ("Algorithm", *head[1:]), moves, caption)
    data = [("Data sets", *pair) for pair in speaker.membership("datasets", metric.datasets)]
    data += [("Algorithms", *pair) for pair in speaker.membership("algorithms", metric.algorithms)]
    yield from _table("changes-data", name, "Data that changed", ("", "Change", "Which"), data)
    differences = [(difference.name, difference.old, difference.new) for difference in metric.differences]
    title = "Critical differences that changed"
    yield from _table("changes-critical-differences", name, title, head, differences)
    trust = [(speaker.trust(item), item.old, item.new) for item in metric.trust]
    caption = "Of what was simulated, such figures as differ by more than Monte Carlo error explains."
    yield from _table("changes-trust", name, "Trust that changed", head, trust, caption)


def _tables_of_study(changes: Changes, speaker: Speaker) -> Iterator[Table]:
    metrics, inputs = list(speaker.membership("metrics", changes.metrics)), describe_inputs(changes.inputs)
    yield from _table("changes-metrics", "", "Metrics that came or went", ("Change", "Which"), metrics)
    settings, versions = (
        [(item.name, item.old, item.new) for item in kind] for kind in (changes.settings, changes.versions)
    )
    yield from _table("changes-settings", "", "Settings that changed", ("", "Before", "Now"), settings)
    yield from _table("changes-inputs", "", "Inputs that changed", ("Input", "Change"), inputs)
    yield from _table("changes-versions", "", "Versions that changed", ("", "Before", "Now"), versions)


def _table(
    name: str, metric: str, title: str, head: Sequence[str], rows: Sequence[Sequence[Prose]], caption: str = ""
) -> Iterator[Table]:
    """Yield the table, if it has rows."""
    if rows:
        yield Table(
            name=f"{slug(metric)}-{name}" if metric else name,
            metric=metric,
            title=title,
            caption=caption,
            head=(tuple(map(Cell, head)),),
            rows=tuple(tuple(Cell(text or _NONE) for text in row) for row in rows),
            align=(_LEFT,) * len(head),
        )


def changes_text(changes: Changes, width: int | None = None) -> str:
    """Return the text that ``rankpress diff`` prints: a line that sums up, then each table."""
    speaker = Speaker(changes)
    blocks = [[plain(summary(changes, speaker))]]
    for table in changes_tables(changes, speaker):
        of_metric = f" ({table.metric})" if table.metric else ""
        has_before = table.head[0][1].text == "Before"
        rows = ([plain(cell.text) for cell in row] for row in table.rows)
        blocks.append([f"{plain(table.title)}{of_metric}", *(line for row in rows for line in _lines(row, has_before))])
    # a name of several lines must not look like more of what is printed
    lines = [[line.replace("\n", "\\n") for line in block] for block in blocks]
    return "\n\n".join("\n".join(broken for line in block for broken in _broken(line, width)) for block in lines)


def _lines(row: Sequence[str], has_before: bool) -> list[str]:
    """A row as text: a conclusion in four lines, a value as what it was and is, all else as what became of it."""
    if len(row) == 4:
        subject, before, now, cause = row
        return [f"  {subject}", f"    before: {before}", f"    now:    {now}", f"    cause:  {cause}"]
    return [f"  {row[0]}: {row[1]} -> {row[2]}" if has_before else f"  {', '.join(row[:-1])}: {row[-1]}"]


def _broken(line: str, width: int | None) -> list[str]:
    """Return the line in lines of a terminal, what follows under what it follows."""
    if width is None:
        return [line]
    label = re.match(r" *(?:(?:before|now|cause): +)?", line)
    indent = " " * (label.end() if label and label.end() else 4)
    return textwrap.wrap(line, max(width, 2 * len(indent)), subsequent_indent=indent, break_on_hyphens=False)


# A name must not call a person or link an issue; a comment between the sign and the word keeps it from that.
_APART = {"@": "@<!-- -->", "\\#": "\\#<!-- -->"}
# A comment on GitHub has room for 65,536 characters; some are left for what is written around it.
MOST_LETTERS = 60_000
# Rows of a table and letters of a cell, the fewer the more there is to list; in the end the line that sums up.
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
    """Return the text that ``rankpress diff --format markdown`` prints: as much as a comment has room for."""
    for max_rows, max_letters in _SIZES:
        written = _written(changes, max_rows, max_letters)
        if len(written) <= MOST_LETTERS:
            break
    return written


def _written(changes: Changes, max_rows: int, max_letters: int) -> str:
    speaker = Speaker(changes)
    tables = changes_tables(changes, speaker) if max_rows else ()
    several = len({table.metric for table in tables if table.metric}) > 1
    metrics = [
        (
            _cut((metric or "The whole study") if several else "", max_letters),
            [_folded(table, max_rows, max_letters) for table in tables if table.metric == metric],
        )
        for metric in dict.fromkeys(table.metric for table in tables)
    ]
    template = markdown_environment(_harmless).get_template("markdown/changes.md.j2")
    sentence = _cut(plain(summary(changes, speaker)), max_letters)
    return template.render(summary=sentence, metrics=metrics, left_out=not max_rows).strip()


def _folded(table: Table, max_rows: int, max_letters: int) -> FoldedTable:
    rows = tuple(tuple(_cut(plain(cell.text), max_letters) for cell in row) for row in table.rows[:max_rows])
    more = len(table.rows) - len(rows)
    head = tuple(plain(cell.text) for cell in table.head[0])
    caption = plain(table.caption) + (f" {more} more are not listed." if more else "")
    return FoldedTable(plain(table.title), caption.strip(), not table.name.endswith(CONCLUSIONS), head, rows)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _harmless(value: object) -> Markup:
    if isinstance(value, Markup):
        return value
    written = str(markdown_text(value))
    for sign, apart in _APART.items():
        written = written.replace(sign, apart)
    return Markup(written)


def changes_results(changes: Changes) -> Json:
    """Return the changes as CHANGES.md documents them."""
    return {"schema": "rankpress.changes/1", "conclusions_changed": len(changes.flips), **asdict(changes)}


def changes_json(changes: Changes) -> str:
    """Return the text that ``rankpress diff --format json`` prints."""
    return json.dumps(changes_results(changes), indent=1, ensure_ascii=False, allow_nan=False)


def changes_section(changes: Changes) -> Section:
    """Build the section that says what changed since the baseline, several metrics below it."""
    speaker = Speaker(changes)
    tables = changes_tables(changes, speaker)
    metrics = list(dict.fromkeys(table.metric for table in tables if table.metric))
    below: tuple[Section, ...] = ()
    if len(metrics) > 1:
        below = tuple(
            Section(
                f"changes-{index}",
                metric_named(metric),
                tables=tuple(table for table in tables if table.metric == metric),
            )
            for index, metric in enumerate(metrics, start=1)
        )
        tables = tuple(table for table in tables if not table.metric)
    return Section("changes", "Changes since the baseline", (summary(changes, speaker),), tables=tables, sections=below)
