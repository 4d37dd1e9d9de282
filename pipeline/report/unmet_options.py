"""Options of tables that have no effect, and those that have none because of what the scores lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.scores import MetricScores
from rankpress.core.table import Table
from rankpress.report.selection import NameOrPair, absent_columns
from rankpress.spec.table_options import Sortable, SortKey, SortOptions, TableOptions, name_or_pair, sorting
from rankpress.topics.imputation import have_one_basis
from rankpress.wording.strings import quoted
from rankpress.wording.text import joined, plain


@dataclass(frozen=True)
class WithoutEffect:
    """An option of a kind of table that does nothing in this study, and why, a clause."""

    kind: str  # "" of all
    key: str
    why: str
    on: str = ""  # the entries that it has no effect for; empty for all

    @property
    def clause(self) -> str:
        """That it has no effect, and why."""
        return f"{self.key} has no effect{f' for {self.on}' if self.on else ''}: {self.why}"

    def __str__(self) -> str:
        """Return a warning."""
        return f"report.{f'tables.{self.kind}.' if self.kind else ''}{self.clause}"


def unmet_columns(
    analyses: Sequence[Analysis], tables: Sequence[Table], options: Mapping[str, TableOptions]
) -> Iterator[WithoutEffect]:
    """Find the requested columns that no table of their kind has, where it has others: without any it is omitted."""
    for kind, requested in options.items():
        alike = [table for table in tables if table.kind == kind]
        columns = requested.columns or ()
        absences = [absent_columns(table, columns) for table in alike]
        absent = [column for column in columns if all(column in absence for absence in absences)]
        partly = bool(alike) and len(absent) < len(columns)
        for why in dict.fromkeys(_why_absent(analyses, column) for column in absent if partly):
            unmet = [column for column in absent if _why_absent(analyses, column) == why]
            yield WithoutEffect(kind, "columns", why, joined(quoted(name_or_pair(column)) for column in unmet))


def _why_absent(analyses: Sequence[Analysis], column: NameOrPair) -> str:
    """Return why a table has no such column, a clause."""
    of_means = {"Mean", *(analysis.scores.name for analysis in analyses)}
    fronts = [front for analysis in analyses for front in analysis.conclusions.fronts if front.cost == column]
    has_gaps = any(isinstance(a.scores, MetricScores) and np.isnan(a.scores.means).any() for a in analyses)
    if has_gaps and (fronts or column in of_means):
        return "some results are missing"
    return next((plain(front.why) for front in fronts if front.why), "the study has no results for it")


def unmet_orders(
    analyses: Sequence[Analysis], sort: SortKey | SortOptions, options: Mapping[str, TableOptions]
) -> Iterator[WithoutEffect]:
    """Find the orders by means that are over different data sets."""
    sorts = {kind: table.sort for kind, table in options.items() if isinstance(table, Sortable) and table.sort}
    scored = [(analysis.metric, analysis.scores) for analysis in analyses if isinstance(analysis.scores, MetricScores)]
    apart = [metric for metric, scores in scored if not have_one_basis(scores.means)]
    for kind, key in {"": sort, **sorts}.items() if apart else ():
        if sorting(key).by == "mean":
            why = f"means of {plain(joined(apart))} are over different data sets; the order is by rank"
            yield WithoutEffect(kind, "sort", why)
