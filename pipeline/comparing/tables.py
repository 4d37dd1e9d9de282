"""Changes as tables, for the Markdown of a pull request and for the section of a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.comparing.changes import Changes, MetricChanges, Replaced
from rankpress.comparing.flips_told import told_flips
from rankpress.comparing.sentences import Speaker, inputs_told
from rankpress.report.numbers import rank_text
from rankpress.report.table import Alignment, Cell, Table
from rankpress.slugs import slug

CONCLUSIONS = "changes-conclusions"  # what the name of the table of conclusions ends in
_NONE = "–"
_LEFT: Alignment = "left"


def changes_tables(changes: Changes, speaker: Speaker) -> tuple[Table, ...]:
    """The tables of what changed, conclusions first; none of what did not."""
    of_metrics = [table for metric in changes.by_metric for table in _of_metric(metric, speaker)]
    whole = _of_whole(changes, speaker)
    return (*of_metrics, *whole)


def _of_metric(metric: MetricChanges, speaker: Speaker) -> Iterator[Table]:
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
    yield from _replaced(
        "changes-critical-differences", metric.name, "Critical differences that changed", metric.differences
    )
    trust = [(speaker.trust(one), one.old, one.new) for one in metric.trust]
    caption = "Of what was simulated, such figures as differ by more than Monte Carlo error explains."
    yield from _table("changes-trust", metric.name, "Trust that changed", caption, ("", "Before", "Now"), trust)


def _of_whole(changes: Changes, speaker: Speaker) -> Iterator[Table]:
    metrics = list(speaker.membership("metrics", changes.metrics))
    yield from _table("changes-metrics", "", "Metrics that came or went", "", ("Change", "Which"), metrics)
    yield from _replaced("changes-settings", "", "Settings that changed", changes.settings)
    inputs = inputs_told(changes.inputs)
    yield from _table("changes-inputs", "", "Inputs that changed", "", ("Input", "Change"), inputs)
    yield from _replaced("changes-versions", "", "Versions that changed", changes.versions)


def _replaced(name: str, metric: str, title: str, replaced: Sequence[Replaced]) -> Iterator[Table]:
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
