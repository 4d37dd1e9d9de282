"""Options of tables that have no effect, and those that have none because of what the scores lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rankpress.analysis import Analysis
from rankpress.core.scores import MetricScores
from rankpress.spec.table_options import Sortable, SortKey, SortOptions, TableOptions, sorting
from rankpress.topics.imputation import have_one_basis
from rankpress.wording.text import joined, plain


@dataclass(frozen=True)
class WithoutEffect:
    """An option of a kind of table that does nothing in this study, and why, a clause."""

    kind: str  # "" of all
    key: str
    why: str

    def __str__(self) -> str:
        """Return a warning."""
        return f"report.{f'tables.{self.kind}.' if self.kind else ''}{self.key} has no effect: {self.why}"


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
