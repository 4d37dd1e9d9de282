"""The table of results that were missing, and what was done about each."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.report.table import Alignment, Cell, Table
from rankpress.report.tables.cells import count, head_row, named
from rankpress.scores import Gap, Missing
from rankpress.slugs import slug
from rankpress.wording import counted

_HEADS = ("Data set", "Algorithm", "Found", "Expected", "Done", "Reason")
_ALIGN: tuple[Alignment, ...] = ("left", "left", "right", "right", "left", "left")


def missing_table(analysis: Analysis) -> Table | None:
    """Build the table of missing results.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where nothing was missing.
    """
    scores, missing = analysis.scores, analysis.scores.missing
    gaps = tuple(dict.fromkeys((*missing.gaps, *missing.worst_ranked)))
    if not gaps:
        return None
    reasons = any(gap.reason for gap in gaps)
    return Table(
        name=f"{slug(scores.name)}-missing",
        metric=scores.name,
        kind="missing",
        title=f"Missing results in {scores.name}",
        caption=f"{counted(len(gaps), 'cell')} without a whole result, and what was done.",
        head=(head_row(*_HEADS[: 5 + reasons]),),
        rows=tuple(_row(gap, missing) + ((named(gap.reason),) if reasons else ()) for gap in gaps),
        align=_ALIGN[: 5 + reasons],
        notes=("Found and expected are numbers of measurements: one, or one a fold.",),
    )


def _row(gap: Gap, missing: Missing) -> tuple[Cell, ...]:
    return (
        named(gap.dataset),
        named(gap.algorithm),
        count(gap.found),
        count(gap.expected),
        named(_done(gap, missing)),
    )


def _done(gap: Gap, missing: Missing) -> str:
    if gap.dataset in missing.dropped_datasets:
        return "data set left out"
    if gap.algorithm in missing.dropped_algorithms:
        return "algorithm left out"
    if gap in missing.worst_ranked:
        return "ranked last"
    if gap in missing.left_open:
        return "left open"
    return "kept as found"
