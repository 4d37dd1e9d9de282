"""The tables of a report, a builder each: an analysis in, a `Table` out, or None where there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable

from rankpress.analysis import Analysis
from rankpress.report.table import Table
from rankpress.report.tables.bayes import bayes_over_table, bayes_within_table
from rankpress.report.tables.comparisons import adjusted_p_table
from rankpress.report.tables.coverage import coverage_table, pattern_table, shared_table
from rankpress.report.tables.curves import aucc_table, averaged_curves_table, curves_table
from rankpress.report.tables.effects import effects_table
from rankpress.report.tables.missing import missing_table
from rankpress.report.tables.omnibus import omnibus_table
from rankpress.report.tables.ordering import ordering_by_dataset_table, ordering_table
from rankpress.report.tables.ordering_again import ordering_groups_table, ordering_validation_table
from rankpress.report.tables.ranks import average_ranks_table
from rankpress.report.tables.scores import ranks_table, scores_table
from rankpress.report.tables.significant_wins import sign_over_wins_table, within_wins_table
from rankpress.report.tables.wins import wins_table
from rankpress.report.tables.within import within_table
from rankpress.report.tables.within_omnibus import within_omnibus_table

BUILDERS: tuple[Callable[[Analysis], Table | None], ...] = (
    scores_table,
    ranks_table,
    average_ranks_table,
    wins_table,
    omnibus_table,
    adjusted_p_table,
    effects_table,
    within_omnibus_table,
    within_wins_table,
    sign_over_wins_table,
    within_table,
    bayes_over_table,
    bayes_within_table,
    ordering_table,
    ordering_groups_table,
    ordering_validation_table,
    ordering_by_dataset_table,
    aucc_table,
    curves_table,
    averaged_curves_table,
    coverage_table,
    shared_table,
    pattern_table,
    missing_table,
)


def build_tables(analysis: Analysis) -> tuple[Table, ...]:
    """Build all tables of one metric.

    Parameters
    ----------
    analysis : Analysis
        What the stages found.

    Returns
    -------
    tuple of Table
        In reading order; those with nothing to show are left out.
    """
    built = (build(analysis) for build in BUILDERS)
    return tuple(table for table in built if table is not None)
