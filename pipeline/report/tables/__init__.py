"""The tables of a report, a builder each: an analysis in, a `Table` out, or None where there is nothing to show."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType

from rankpress.analysis import Analysis
from rankpress.report.table import Table
from rankpress.report.tables.bayes import bayes_over_table, bayes_within_table
from rankpress.report.tables.comparisons import adjusted_p_table
from rankpress.report.tables.coverage import coverage_table, pattern_table, shared_table
from rankpress.report.tables.curves import aucc_table, averaged_curves_table, curves_table
from rankpress.report.tables.datasets import datasets_table
from rankpress.report.tables.effects import effects_table
from rankpress.report.tables.missing import missing_table
from rankpress.report.tables.omnibus import omnibus_table
from rankpress.report.tables.ordering import ordering_by_dataset_table, ordering_table
from rankpress.report.tables.ordering_again import ordering_groups_table, ordering_validation_table
from rankpress.report.tables.power import power_table, smallest_difference_table
from rankpress.report.tables.protocol import protocol_table
from rankpress.report.tables.ranks import average_ranks_table
from rankpress.report.tables.replicability import replicability_multiple_table, replicability_table
from rankpress.report.tables.scores import ranks_table, scores_table
from rankpress.report.tables.sensitivity import (
    sensitivity_flips_table,
    sensitivity_leader_table,
    sensitivity_table,
)
from rankpress.report.tables.significant_wins import sign_over_wins_table, within_wins_table
from rankpress.report.tables.wins import wins_table
from rankpress.report.tables.within import within_table
from rankpress.report.tables.within_omnibus import within_omnibus_table
from rankpress.spec.tables_section import MARKED, TableOptions

BUILDERS: Mapping[str, Callable[..., Table | None]] = MappingProxyType(
    {
        "scores": scores_table,
        "ranks": ranks_table,
        "average-ranks": average_ranks_table,
        "wins-ties-losses": wins_table,
        "omnibus": omnibus_table,
        "adjusted-p": adjusted_p_table,
        "effects": effects_table,
        "within-omnibus": within_omnibus_table,
        "within-wins": within_wins_table,
        "within-sign": sign_over_wins_table,
        "within": within_table,
        "bayes-over": bayes_over_table,
        "bayes-within": bayes_within_table,
        "ordering": ordering_table,
        "ordering-groups": ordering_groups_table,
        "ordering-validation": ordering_validation_table,
        "ordering-datasets": ordering_by_dataset_table,
        "aucc": aucc_table,
        "curves": curves_table,
        "averaged-curves": averaged_curves_table,
        "sensitivity": sensitivity_table,
        "sensitivity-flips": sensitivity_flips_table,
        "sensitivity-leader": sensitivity_leader_table,
        "replicability": replicability_table,
        "replicability-multiple": replicability_multiple_table,
        "protocol": protocol_table,
        "power": power_table,
        "smallest-difference": smallest_difference_table,
        "datasets": datasets_table,
        "coverage": coverage_table,
        "shared": shared_table,
        "pattern": pattern_table,
        "missing": missing_table,
    }
)
# Columns that these are not asked for are not spoken of either.
SELECTIVE = frozenset({"average-ranks", "adjusted-p", "effects"})
# Of the rows of these there may be far too many, so that only a choice of them makes a table.
BOUNDED = frozenset(
    {
        *("effects", "within-sign", "within", "bayes-within", "ordering-datasets"),
        *("aucc", "curves", "averaged-curves", "sensitivity", "sensitivity-flips"),
    }
)


def build_tables(analysis: Analysis, options: Mapping[str, TableOptions] = MappingProxyType({})) -> tuple[Table, ...]:
    """Build all tables of one metric.

    Parameters
    ----------
    analysis : Analysis
        What the stages found.
    options : mapping of str to TableOptions
        By kind, what a study asks of a table, as far as it is built otherwise for it: with other marks, without what it
        is not to speak of, or larger than is shown. `rankpress.report.arrangement` does the rest.

    Returns
    -------
    tuple of Table
        In reading order; those with nothing to show are left out, and far too large ones.
    """
    built = (build(analysis, **_keywords(kind, options.get(kind))) for kind, build in BUILDERS.items())
    return tuple(table for table in built if table is not None)


def _keywords(kind: str, asked: TableOptions | None) -> dict[str, object]:
    """What the builder of a kind is told."""
    told: dict[str, object] = {}
    if asked is None:
        return told
    if kind in MARKED:
        told["marks"] = asked.marks
    if kind in SELECTIVE:
        told["wanted"] = asked.columns
    if kind in BOUNDED and (asked.rows or asked.columns):
        told["most"] = sys.maxsize
    return told
