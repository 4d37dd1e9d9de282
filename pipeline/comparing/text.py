"""Changes as a text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rankpress.comparing.changes import Changes, MetricChanges, Replaced
from rankpress.comparing.sentences import Speaker, input_told
from rankpress.report.inline import plain


def changes_text(changes: Changes) -> str:
    """The text that ``rankpress diff`` prints: a line that sums up, then conclusions, ranks and data by metric."""
    speaker = Speaker(changes)
    blocks = [[speaker.summary()]]
    blocks += [list(_of_metric(metric, speaker)) for metric in changes.by_metric]
    blocks.append([f"metric {name}: {told}" for told, name in speaker.membership("metrics", changes.metrics)])
    blocks.append(list(_replaced("settings", changes.settings)))
    blocks.append([f"input {one.path}: {input_told(one)}" for one in changes.inputs])
    blocks.append(list(_replaced("versions", changes.versions)))
    # a name of several lines must not look like more of what is told
    return plain("\n\n".join("\n".join(line.replace("\n", "\\n") for line in block) for block in blocks if block))


def _of_metric(metric: MetricChanges, speaker: Speaker) -> Iterator[str]:
    yield f"metric {metric.name}"
    for flip in map(speaker.flip, metric.flips):
        yield f"  {flip.subject}"
        yield f"    before: {flip.old}"
        yield f"    now:    {flip.new}"
        yield f"    {flip.cause}"
    for move in metric.moves:
        ranks = f"{move.old_rank:.3f} -> {move.new_rank:.3f}"
        placed = "" if move.old_place == move.new_place else f", place {move.old_place} -> {move.new_place}"
        yield f"  average rank of {move.algorithm}: {ranks}{placed}"
    yield from (f"  data sets, {told}: {names}" for told, names in speaker.membership("datasets", metric.datasets))
    yield from (f"  algorithms, {told}: {names}" for told, names in speaker.membership("algorithms", metric.algorithms))
    yield from (f"  critical difference, {one.name}: {_arrow(one)}" for one in metric.differences)


def _replaced(what: str, replaced: Iterable[Replaced]) -> Iterator[str]:
    for at, one in enumerate(replaced):
        if not at:
            yield what
        yield f"  {one.name}: {_arrow(one)}"


def _arrow(one: Replaced) -> str:
    return f"{one.old or 'none'} -> {one.new or 'none'}"
