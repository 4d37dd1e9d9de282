"""Changes as text, as Markdown and as a section of a report: the same tables in each."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, cast

from rankpress.core.document import Section
from rankpress.core.labels import Labels, slug
from rankpress.core.markdown import markdown_escape
from rankpress.core.table import Alignment, Cell, Table
from rankpress.diff.changes import CONCLUSIONS, NOUNS, Change, Kind, Place, Rank, Verdict
from rankpress.topics.topic import keys_of_pairs
from rankpress.wording.numbers import counted_in_words, p_phrase, rank_text
from rankpress.wording.text import Kind as _Named
from rankpress.wording.text import Prose, capitalized, join, joined, metric_named, plain, reference, references, say

# Tables by the kinds of changes that they list, in this order.
_TABLES: tuple[tuple[str, str, tuple[Kind, ...]], ...] = (
    ("changes-conclusions", "Conclusions that changed", CONCLUSIONS),
    ("changes-ranks", "Average ranks that changed", ("rank",)),
    ("changes-data", "Data that changed", ("data",)),
    ("changes-study", "Settings and versions that changed", ("setting", "version")),
    ("changes-results", "Other results that changed", ("result",)),
)
_LEFT: Alignment = "left"
_MAX_NAMES, _MAX_ROWS = 8, 100  # of one cause, and of a table in Markdown
# A comment on GitHub has room for 65,536 characters; some are left for what is written around it.
MAX_CHARACTERS = 60_000
_OF_FILES = Labels()  # names as the files have them


def changes_tables(changes: Sequence[Change]) -> Iterator[Table]:
    """Yield the tables of changes, those of each metric first."""
    for metric in sorted({change.metric: None for change in changes}, key=lambda name: not name):
        for name, title, kinds in _TABLES:
            head = ("", "Before", "Now", "Cause")[: 3 + (kinds is CONCLUSIONS)]
            if of_table := [change for change in changes if change.kind in kinds and change.metric == metric]:
                yield Table(
                    name=f"{slug(metric)}-{name}" if metric else name,
                    metric=metric,
                    title=say("{} in {}", title, metric_named(metric)) if metric else title,
                    head=(tuple(map(Cell, head)),),
                    rows=tuple(tuple(map(Cell, _texts(change)[: len(head)])) for change in of_table),
                    align=(_LEFT,) * len(head),
                )


_NOT_SHOWN = {"equivalence": "not shown", "bayes": "undecided"}


def _texts(change: Change) -> tuple[Prose, ...]:
    """Return what changed, its two values, and where it is a conclusion the cause."""
    if change.kind in ("verdict", "rank"):
        about: Prose = joined(references("algorithms", change.place)) if change.place else "all algorithms"
    else:
        about = NOUNS[change.kind] if change.kind in CONCLUSIONS else _listed(change.place)
        about = f"shown name of {change.place[1]}" if change.kind == "name" else about
    called = {"bayes": "Bayesian"} | {key.name: key.called or key.name for key in keys_of_pairs()}
    about = say("{} ({})", about, called.get(change.method, change.method)) if change.method else about
    return about, _value(change, change.before), _value(change, change.after), _cause(change)


def _value(change: Change, value: Any) -> Prose:
    """Show a value: a verdict with its p-value, a rank, names, groups of names, or a setting as JSON."""
    if change.kind == "result":
        return ""
    if value is None:
        return "–"
    if isinstance(value, Verdict):
        none = _NOT_SHOWN.get(change.method, "no significant difference")
        conclusion: Prose = "significant" if value.significant else "equivalent" if value.shows == "equal" else none
        if value.better:
            verb = f"is {value.shows or 'better'}"
            conclusion = say("{} {}", reference("algorithms", value.better), verb)
        return conclusion if value.p is None else say("{}, {}", conclusion, p_phrase(value.p, value.level))
    if isinstance(value, Rank):
        return f"{rank_text(value.average)} (place {value.place})"
    if change.kind == "name":
        return str(value)
    if change.kind in CONCLUSIONS:
        return join((join(references("algorithms", names), ", ") for names in value), "; ") or "none"
    if change.kind == "data" and change.place[0] == "files":
        return ", ".join(value)
    if change.kind == "data":
        return join(references(cast("_Named", change.place[0]), value), ", ")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cause(change: Change) -> Prose:
    """Name what changes a conclusion alone, those of a list of data together."""
    if not change.cause:
        return "no data set, algorithm or setting alone" if change.cause == () else "not known"
    causes: dict[Place, list[str]] = {}
    for place in change.cause:
        causes.setdefault(place[:2], []).extend(place[2:])
    return join((_listed(place, *names) for place, names in causes.items()), "; ")


def _listed(place: Place, *names: str) -> Prose:
    """Name a setting by its key, a list of data such as "data sets added", with some of its names."""
    place_name, kind = " ".join(place).replace("datasets", "data sets"), cast("_Named", place[0])
    more = f" and {len(names) - _MAX_NAMES:,} more" if len(names) > _MAX_NAMES else ""
    return say("{}: {}{}", place_name, join(references(kind, names[:_MAX_NAMES]), ", "), more) if names else place_name


def changes_summary(changes: Sequence[Change]) -> str:
    """Count the changes of each kind."""
    if not changes:
        return "Nothing changed."
    counts = Counter(change.kind for change in changes)
    number_of_each = joined(counted_in_words(counts[kind], noun) for kind, noun in NOUNS.items() if counts[kind])
    if counts.keys() & {*CONCLUSIONS}:
        return f"{capitalized(number_of_each)} changed."
    return f"No conclusion changed; {number_of_each} changed."


def changes_section(changes: Sequence[Change]) -> Section:
    """Build the section that lists what changed since the baseline."""
    return Section(
        "changes", "Changes since the baseline", (changes_summary(changes),), tables=(*changes_tables(changes),)
    )


def changes_text(changes: Sequence[Change], labels: Labels = _OF_FILES) -> str:
    """Return the text that ``rankpress diff`` prints: a line that sums up, then each table."""
    return "\n".join([changes_summary(changes), *_lines(changes, labels)])


def conclusions_text(changes: Sequence[Change], labels: Labels = _OF_FILES) -> str:
    """Return what ``rankpress build --baseline`` prints: the same line, then the conclusions that changed."""
    conclusions = [change for change in changes if change.kind in CONCLUSIONS]
    return "\n".join([f"Since the baseline: {changes_summary(changes)}", *_lines(conclusions, labels)])


def _lines(changes: Sequence[Change], labels: Labels) -> Iterator[str]:
    """Yield the tables of changes as lines, an empty one before each table."""
    for table in map(labels.shown, changes_tables(changes)):
        yield from ("", _line(table.title))
        for row in table.rows:
            about, before, now, *cause = (_line(cell.text) for cell in row)
            yield f"  {about}: {before} -> {now}" if before or now else f"  {about}"
            yield from (f"    cause: {each_cause}" for each_cause in cause)


def _line(text: Prose) -> str:
    """Return a text as one line, so that a name of several does not look like more of what is printed."""
    return plain(text).replace("\n", "\\n")


def changes_markdown(changes: Sequence[Change], labels: Labels = _OF_FILES) -> str:
    """Return the comment that ``rankpress diff --format markdown`` prints; the summary alone where it has no room."""
    conclusions, others = [f"**{changes_summary(changes)}**"], list[str]()
    for table in map(labels.shown, changes_tables(changes)):
        head, *rows = [f"| {' | '.join(map(_escaped, row))} |" for row in (*table.head, *table.rows[:_MAX_ROWS])]
        lines = [f"#### {_escaped(Cell(table.title))}", "", head, "|" + " :--- |" * len(table.align), *rows]
        more = len(table.rows) - _MAX_ROWS
        lines += ["", f"{more:,} more are not listed."] if more > 0 else []
        (conclusions if len(table.align) == 4 else others).append("\n".join(lines))
    folded = ["<details><summary>Ranks, data and settings</summary>", *others, "</details>"] if others else []
    written = "\n\n".join([*conclusions, *folded])
    return written if len(written) <= MAX_CHARACTERS else f"{conclusions[0]} `rankpress diff` lists the changes."


def _escaped(cell: Cell) -> str:
    """Escape a text; a comment keeps a name from calling a person or linking an issue."""
    return re.sub(r"@|#(?=\d)", r"\g<0><!-- -->", markdown_escape(plain(cell.text)))
