"""Changes as a text for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from rankpress.comparing.changes import Changes, MetricChanges, Replaced
from rankpress.comparing.flips_told import told_flips
from rankpress.comparing.sentences import Speaker, inputs_told
from rankpress.comparing.summary import summary
from rankpress.report.inline import plain


def changes_text(changes: Changes, width: int | None = None) -> str:
    """The text that ``rankpress diff`` prints: a line that sums up, then conclusions, ranks and data by metric.

    Parameters
    ----------
    changes : Changes
        What changed.
    width : int or None
        Of the terminal, which lines are broken for; None where whoever reads may want to search them.
    """
    speaker = Speaker(changes)
    blocks = [[summary(changes, speaker)]]
    blocks += [list(_of_metric(metric, speaker)) for metric in changes.by_metric]
    blocks.append([f"metric {name}: {told}" for told, name in speaker.membership("metrics", changes.metrics)])
    blocks.append(list(_replaced("settings", changes.settings)))
    inputs = [f"  {which}: {told}" for which, told in inputs_told(changes.inputs)]
    blocks.append(["inputs", *inputs] if inputs else [])
    blocks.append(list(_replaced("versions", changes.versions)))
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


def _of_metric(metric: MetricChanges, speaker: Speaker) -> Iterator[str]:
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


def _replaced(what: str, replaced: Iterable[Replaced]) -> Iterator[str]:
    for at, one in enumerate(replaced):
        if not at:
            yield what
        yield f"  {one.name}: {_arrow(one)}"


def _arrow(one: Replaced) -> str:
    return f"{one.old or 'none'} -> {one.new or 'none'}"
