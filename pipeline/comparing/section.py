"""Changes since a baseline as a section of a report."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.comparing.changes import Changes
from rankpress.comparing.sentences import Speaker
from rankpress.comparing.summary import summary
from rankpress.comparing.tables import changes_tables
from rankpress.naming import Names
from rankpress.report.document import Section
from rankpress.report.table import Table


def changes_section(changes: Changes, names: Names) -> Section:
    """The section that tells a reader of the earlier report what is otherwise in this one.

    Parameters
    ----------
    changes : Changes
        From the baseline to this report.
    names : mapping of kind to mapping of str to Name
        What the report shows in place of the names in the files.

    Returns
    -------
    Section
        With a section below for each metric, where there are several.
    """
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
