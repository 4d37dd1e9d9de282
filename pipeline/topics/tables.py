"""The kinds of tables, who builds each, and what its rows and columns may be called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS
from rankpress.core.labels import key_of
from rankpress.core.table import Table
from rankpress.robustness.protocol import SUBJECTS, record_protocol
from rankpress.spec.report_sections import MARKED, OF_ALGORITHMS, TableOptions
from rankpress.stats.simulated_power import UNADJUSTED
from rankpress.topics.bayes import bayes_over_table, bayes_within_table
from rankpress.topics.comparisons import DETAILS, adjusted_p_table
from rankpress.topics.curves import aucc_table, averaged_curves_table, curves_table
from rankpress.topics.data import coverage_table, datasets_table, missing_table, pattern_table, shared_table
from rankpress.topics.effects import effects_table, title_of
from rankpress.topics.ordering import (
    ordering_by_dataset_table,
    ordering_groups_table,
    ordering_table,
    ordering_validation_table,
)
from rankpress.topics.phrases import p_of
from rankpress.topics.power import POWER_HERE, needed_by, power_table, smallest_difference_table
from rankpress.topics.power import title_of as title_of_procedure
from rankpress.topics.protocol import HEADS as PROTOCOL
from rankpress.topics.protocol import protocol_table
from rankpress.topics.ranks import average_ranks_table, omnibus_table
from rankpress.topics.ranks import title_of as test_of
from rankpress.topics.replicability import replicability_multiple_table, replicability_table
from rankpress.topics.replicability import title_of as test_title
from rankpress.topics.scores import ranks_table, scores_table, wins_table
from rankpress.topics.sensitivity import (
    DIFFER,
    KIND_HEADS,
    LEADER,
    NAMED,
    ORDERED,
    sensitivity_flips_table,
    sensitivity_leader_table,
    sensitivity_table,
)
from rankpress.topics.within import sign_over_wins_table, within_omnibus_table, within_table, within_wins_table

if TYPE_CHECKING:
    from rankpress.spec.model import Study
    from rankpress.spec.report_sections import TableKind


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
        is not to speak of, or larger than is shown. `rankpress.report.table_view` does the rest.

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


_DATASETS = ("scores", "ranks", "within-omnibus", "ordering-datasets", "aucc", "datasets", "pattern", "missing")
_PAIRS = ("adjusted-p", "effects", "within-sign", "bayes-over", "averaged-curves", "power", "smallest-difference")
_BOTH = ("within", "bayes-within", "curves")
_POSTERIOR = ("P(a better)", "P(equivalent)", "P(b better)")
_WINS = ("Wins", "Ties", "Losses")
_INTERVAL = ("Difference", "From", "To", "AUCC", "p of 0", "Entangled null")
_FIGURES = {
    "average-ranks": ("Average rank", "Data sets", *_WINS, "Groups"),
    "wins-ties-losses": _WINS,
    "omnibus": ("Statistic", "df", "p", "Exact p", "Without correction for ties"),
    "within-omnibus": ("Examples", "Algorithms", "Q", "df", "p"),
    "within-sign": ("Better", "Neither", "Worse", "p", "Holm p"),
    "within": ("Examples", "Only a", "Only b", "Difference", "SE", "df", "Statistic", "Chi-squared", "p"),
    "bayes-over": (*_POSTERIOR, "p"),
    "bayes-within": ("Difference", "Scale", "df", *_POSTERIOR),
    "ordering": ("Decided by", "Average share", "Average place", "Average rank", "Put before"),
    "ordering-groups": ("All",),
    "ordering-validation": ("Test", "Validation", "Change"),
    "aucc": ("Difference", "AUCC"),
    "curves": ("Form", *_INTERVAL, "SE", "df", "AUCC normal"),
    "averaged-curves": ("Data sets", *_INTERVAL),
    "sensitivity": ("Verdict", "p", "All", *KIND_HEADS.values(), "Fewest data sets"),
    "sensitivity-flips": ("Verdict", "Choice", "Otherwise", "Then"),
    "sensitivity-leader": ("Otherwise", "Best average rank"),
    "replicability": ("Average p / R(p)", "Rejections / R(e)"),
    "replicability-multiple": ("Average p", "R(p)", "Rejections", "R(e)", "Pairs rejected"),
    "protocol": PROTOCOL[1:],
    "datasets": ("Number", "Algorithms", "Without", "Measurements"),
    "power": ("Difference", POWER_HERE, needed_by(UNADJUSTED)),
    "smallest-difference": ("Spread", title_of_procedure(UNADJUSTED)),
    "coverage": ("With a result", "Missing", "Fewest shared", "Shared with"),
    "pattern": ("Results",),
    "missing": ("Algorithm", "Found", "Expected", "Done", "Reason"),
}
_WITH_ADJUSTED_P = ("average-ranks", "effects", "bayes-over")


def has_pairs(kind: str, axis: str) -> bool:
    """Whether a pair of algorithms names a row, or a column, of a kind of table.

    Examples
    --------
    >>> has_pairs("effects", "rows"), has_pairs("scores", "rows"), has_pairs("aucc", "columns")
    (True, False, True)
    """
    return kind in (*_PAIRS, *_BOTH) if axis == "rows" else kind == "aucc"


def row_names(kind: TableKind, study: Study, algorithms: Sequence[str], datasets: Sequence[str]) -> list[str]:
    """What the rows of a kind of table may be called.

    Parameters
    ----------
    kind : TableKind
        The kind.
    study : Study
        The spec.
    algorithms, datasets : sequence of str
        As the scores call them.

    Returns
    -------
    list of str
        Names as the spec has them, each once.
    """
    if kind == "omnibus":
        return list(_omnibus(study))
    if kind == "protocol":
        return list(_items(study, algorithms, datasets))
    if kind in ("replicability", "replicability-multiple"):
        return [*_drawn(study, kind), *(algorithms if kind == "replicability" else ())]
    if kind in _DATASETS:
        return [*datasets]
    if kind in ("sensitivity", "sensitivity-flips"):
        return [LEADER, NAMED, DIFFER, ORDERED, *(f"{a} and {b}" for a in algorithms for b in algorithms if a != b)]
    if kind == "sensitivity-leader":
        return [*KIND_HEADS.values(), "Data sets left out"]
    return [*datasets, *algorithms] if kind in _BOTH else [*algorithms]


def _items(study: Study, algorithms: Sequence[str], datasets: Sequence[str]) -> Iterator[str]:
    if study.protocol is not None:
        recorded = record_protocol(study.protocol, study.test, algorithms, datasets)
        yield from (item.asked for item in recorded.items)
        yield from SUBJECTS


def _omnibus(study: Study) -> Iterator[str]:
    yield from (test_of(name) for name in study.test.omnibus if name in OMNIBUS)
    if "rm-anova" in study.test.omnibus:
        yield from ("Greenhouse-Geisser correction", "Huynh-Feldt correction", "Mauchly's test of sphericity")


def _drawn(study: Study, kind: TableKind) -> Iterator[str]:
    """The tests on draws of data sets, at the head of a row."""
    options = study.replicability
    if options is None:
        return
    if kind == "replicability":
        yield from (test_title(name) for name in options.tests)
        return
    yield from map(test_of, options.omnibus)
    yield from (ADJUSTMENTS[method.name].title for method in options.adjust or study.adjust)


def column_names(kind: TableKind, study: Study, algorithms: Sequence[str]) -> list[str]:
    """What the columns of a kind of table may be called, or what stands over several of them.

    Parameters
    ----------
    kind : TableKind
        The kind.
    study : Study
        The spec.
    algorithms : sequence of str
        As the scores call them.

    Returns
    -------
    list of str
        Not every study has a column for each.
    """
    names = [*algorithms] if kind in OF_ALGORITHMS else []
    names += _FIGURES.get(kind, ())
    adjustments = [method.name for method in study.adjust]
    if kind in _WITH_ADJUSTED_P:
        names += map(p_of, adjustments)
    if kind == "adjusted-p":
        names += ["Rank difference", "Rank difference (not tested)", *DETAILS.values(), "Statistic", "p"]
        names += (ADJUSTMENTS[name].title for name in adjustments)
    if kind == "power":
        names += map(needed_by, adjustments)
    if kind == "smallest-difference":
        names += map(title_of_procedure, adjustments)
    if kind == "effects" and study.effects is not None:
        names += map(title_of, study.effects.measures)
    if kind == "ordering" and study.order is not None:
        names += [f"Place by {_short(study)}"]
    if kind == "ordering-groups":
        names += study.scores.groups
    table = study.report.tables.get(kind)
    if table is not None and table.metrics == "together":
        names += (metric.name for metric in study.scores.metrics)
    return list(dict.fromkeys(names))


def _short(study: Study) -> str:
    weights = study.order.cost_weights if study.order is not None else {}
    return key_of(next(iter(weights))) if len(weights) == 1 else "cost" if weights else "prior"
