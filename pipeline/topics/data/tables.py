"""Tables of which results there are, and of missing ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TABLES
from rankpress.core.scores import Coverage, Folds, Gap, MetricResults, MetricScores, Missing
from rankpress.core.table import Cell, Mark, Table
from rankpress.spec.table_options import Halved, Sortable
from rankpress.stats.incomplete_blocks import Incidence, incidence
from rankpress.topics.phrases import IMPUTED, MOST_ACROSS, MOST_CELLS_BUILT, count, table_of
from rankpress.topics.topic import DATASETS, Axes
from rankpress.wording.numbers import MISSING
from rankpress.wording.strings import counted, counted_between
from rankpress.wording.text import Prose, algorithm_named, dataset_named, join, joined, references, say

_TITLES = {
    "datasets": "Available results",
    "coverage": "Results of each algorithm",
    "shared": "Data sets shared by two algorithms",
    "pattern": "Pattern of missing results",
    "missing": "Missing results",
}
_ABSENT = frozenset[Mark]({"muted"})
_COVERAGE_MOST_NAMES = 6


def missing_pattern(analysis: Analysis) -> Incidence | None:
    """Return which results were there before any policy, in the files' order; None for a study of average ranks."""
    coverage = analysis.scores.missing.coverage
    return None if coverage is None else incidence(np.where(coverage.present, 0.0, np.nan))


def _title(kind: str, metrics: Prose) -> Prose:
    return say("{} in {}", _TITLES[kind], metrics)


def once_for_all_metrics(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Iterator[Table]:
    """Yield the tables, those of the study once where they are the same in all metrics."""
    of_study = [name for name, kind in TABLES.items() if kind.is_of_study]
    by_kind = {kind: [table for table in tables if table.kind == kind] for kind in of_study}
    shared = [kind for kind, alike in by_kind.items() if len(alike) == len(analyses) > 1 and _are_the_same(alike)]
    for table in tables:
        if table.kind not in shared:
            yield table
        elif table.metric == analyses[0].scores.name:
            metrics = joined(analysis.metric for analysis in analyses)
            title = _title(table.kind, metrics) if table.kind in _TITLES else table.title
            yield replace(table, name=f"all-{table.kind}", metric="", title=title)


def _are_the_same(tables: Sequence[Table]) -> bool:
    first = tables[0]
    return all((table.head, table.rows, table.caption) == (first.head, first.rows, first.caption) for table in tables)


def _with_gaps(analysis: Analysis) -> tuple[Incidence, Coverage] | None:
    """Return which results there were, where some are missing."""
    pattern, coverage = missing_pattern(analysis), analysis.scores.missing.coverage
    return None if pattern is None or coverage is None or pattern.complete else (pattern, coverage)


@Axes(columns=("With a result", "Missing", "Fewest shared", "Shared with"), sorts_rows=True)
def coverage_table(analysis: Analysis) -> Table | None:
    """Build the table of how many data sets each algorithm has, and how many it shares with others."""
    if (gaps := _with_gaps(analysis)) is None:
        return None
    pattern, coverage = gaps
    shared = pattern.shared.astype(np.float64)
    np.fill_diagonal(shared, np.inf)
    names, n = references("algorithms", coverage.algorithms), len(coverage.datasets)
    rows = []
    for name, there, with_others in zip(names, pattern.per_algorithm.tolist(), shared, strict=True):
        fewest = int(with_others.min())
        others = [names[other] for other in np.flatnonzero(with_others == fewest).tolist()]
        more = f" and {len(others) - _COVERAGE_MOST_NAMES} more" if len(others) > _COVERAGE_MOST_NAMES else ""
        shared_with = say("{}" + more, join(others[:_COVERAGE_MOST_NAMES], ", "))
        rows.append((name, count(there), count(n - there), count(fewest), shared_with))
    return table_of(
        ("Algorithm", "With a result", "Missing", "Fewest shared", "Shared with"),
        rows,
        align="lrrrl",
        title=_title("coverage", analysis.metric),
        caption=(
            f"Number of data sets (of {n}) with and without a complete result of each algorithm, and the least number"
            " that it shares with another algorithm."
        ),
        notes=(f"Counted before any omission. {_design(pattern)}",),
    )


@Axes(of_algorithms=True, sorts_rows=True)
def shared_table(analysis: Analysis) -> Table | None:
    """Build the table of how many data sets two algorithms share."""
    if (gaps := _with_gaps(analysis)) is None:
        return None
    pattern, coverage = gaps
    names, k = references("algorithms", coverage.algorithms), len(coverage.algorithms)
    if k * k > MOST_CELLS_BUILT:
        return None
    return table_of(
        ("Algorithm", *names),
        ((name, *map(count, row)) for name, row in zip(names, pattern.shared.tolist(), strict=True)),
        title=_title("shared", analysis.metric),
        caption=f"Number of data sets (of {len(coverage.datasets)}) on which both algorithms have a complete result.",
        notes=("Diagonal: data sets of the algorithm itself. Counted before any omission.",),
        in_pdf=k <= MOST_ACROSS,
    )


@Axes(DATASETS, ("Results",), of_algorithms=True)
def pattern_table(analysis: Analysis) -> Table | None:
    """Build the table of which results are there, on the data sets that lack some."""
    if (gaps := _with_gaps(analysis)) is None:
        return None
    pattern, coverage = gaps
    names, k = references("algorithms", coverage.algorithms), len(coverage.algorithms)
    lacking = np.flatnonzero(pattern.per_dataset < k).tolist()
    if len(lacking) * k > MOST_CELLS_BUILT:
        return None
    rows = (
        (
            dataset_named(coverage.datasets[index]),
            count(int(pattern.per_dataset[index])),
            *(Cell("+", 1) if there else Cell(MISSING, 0, _ABSENT) for there in pattern.present[index].tolist()),
        )
        for index in lacking
    )
    return table_of(
        ("Data set", "Results", *names),
        rows,
        title=_title("pattern", analysis.metric),
        caption=f"Data sets with a missing or incomplete result ({len(lacking)} of {len(coverage.datasets)}).",
        notes=("+: complete result.",),
    )


def _design(pattern: Incidence) -> str:
    """Return whether all algorithms are linked, whether some never meet, and whether the design is balanced."""
    texts = []
    if not pattern.connected:
        texts.append("The algorithms fall into parts that share no data set")
    alone = len(pattern.never_together)
    if alone:
        texts.append(f"{counted(alone, 'pair')} of algorithms {'shares' if alone == 1 else 'share'} no data set")
    balanced = "is" if pattern.balanced else "is not"
    texts.append(f"The design {balanced} balanced")
    return ". ".join(texts) + "."


# Names in a cell; the table is for a printed page.
_DATASETS_MOST_NAMES = 4
_MOST_PRINTED = 40
_MOST_REPEATED = 12


@Axes(DATASETS, ("Number", "Algorithms", "Without", "Measurements"))
def datasets_table(analysis: Analysis) -> Table | None:
    """Build the table of which algorithms have a whole result on which data sets."""
    scores, coverage = analysis.scores, analysis.scores.missing.coverage
    if coverage is None:
        return None
    rows = [_datasets_row(scores, coverage, members) for members in _alike(coverage)]
    if len(rows) < 2:  # of data sets that are all complete the sentences say as much
        return None
    n, k = coverage.present.shape
    return table_of(
        ("Data sets", "Number", "Algorithms", "Without", "Measurements"),
        rows,
        align="lrrll",
        title=_title("datasets", analysis.metric),
        caption=(f"Completeness of the results of {counted(k, 'algorithm')} by data set ({n:,}), before any omission."),
        in_pdf=len(rows) <= _MOST_PRINTED,
    )


def _alike(coverage: Coverage) -> list[list[int]]:
    """Data sets that have the same algorithms, those with most algorithms first, then the most data sets."""
    groups = defaultdict[bytes, list[int]](list)
    for index, row in enumerate(coverage.present):
        groups[row.tobytes()].append(index)
    return sorted(groups.values(), key=lambda members: (-int(coverage.present[members[0]].sum()), -len(members)))


def _datasets_row(scores: MetricResults, coverage: Coverage, members: Sequence[int]) -> tuple[Cell | Prose, ...]:
    there = coverage.present[members[0]]
    without = references("algorithms", (coverage.algorithms[index] for index in np.flatnonzero(~there).tolist()))
    return (
        _some(references("datasets", (coverage.datasets[member] for member in members))),
        count(len(members)),
        count(int(there.sum())),
        _some(without) if without else Cell(MISSING, ""),
        _measurements(scores, coverage, members) if isinstance(scores, MetricScores) else "",
    )


def _some(names: Sequence[Prose]) -> Prose:
    """Return the first of the names, and how many more there are."""
    if len(names) <= _DATASETS_MOST_NAMES + 1:
        return join(names, ", ")
    return say(f"{{}} and {len(names) - _DATASETS_MOST_NAMES} more", join(names[:_DATASETS_MOST_NAMES], ", "))


def _measurements(scores: MetricScores, coverage: Coverage, members: Sequence[int]) -> str:
    """Return how often each algorithm was measured on each of the data sets."""
    retained = {name: index for index, name in enumerate(scores.datasets)}
    places = [retained.get(coverage.datasets[member]) for member in members]
    folds = [scores.folds[place] if place is not None and scores.folds else None for place in places]
    designs = {None if fold is None else design_of(fold) for fold in folds}
    if len(designs) == 1 and (design := designs.pop()) is not None:
        return design
    outcomes = [scores.outcomes[place] for place in places if place is not None and scores.outcomes]
    examples = [outcome.n for outcome in outcomes if outcome is not None]
    if examples:
        return counted_between(examples, "test example")
    return counted_between((coverage.measurements[member] for member in members), "measurement")


def design_of(folds: Folds, counted: Callable[[int, str], str] = counted) -> str:
    """Return the folds of a data set in words, its numbers by `counted`."""
    per_repeat = folds.per_repeat.tolist()
    if len(per_repeat) == 1:
        return counted(per_repeat[0], "fold")
    repeats = counted(len(per_repeat), "repeat")
    if len(set(per_repeat)) == 1:
        return f"{repeats} of {counted(per_repeat[0], 'fold')}"
    return f"{counted(len(folds.repeat), 'measurement')} in {repeats}"


@Axes(DATASETS, ("Algorithm", "Found", "Expected", "Done", "Reason"))
def missing_table(analysis: Analysis) -> Table | None:
    """Build the table of missing results."""
    missing = analysis.scores.missing
    gaps = tuple(dict.fromkeys((*missing.gaps, *missing.worst_ranked)))
    if not gaps:
        return None
    rows = (
        (
            dataset_named(gap.dataset),
            algorithm_named(gap.algorithm),
            count(gap.present),
            count(gap.expected),
            _done(gap, missing),
            gap.reason,
        )
        for gap in gaps
    )
    width = 6 if any(gap.reason for gap in gaps) else 5
    return table_of(
        ("Data set", "Algorithm", "Found", "Expected", "Done", "Reason")[:width],
        (row[:width] for row in rows),
        align="llrrll"[:width],
        title=_title("missing", analysis.metric),
        caption=f"Missing or incomplete results ({len(gaps):,}) and their treatment.",
        notes=("Found and expected: number of measurements, one per fold where there are folds.",),
        in_pdf=len(gaps) <= _MOST_REPEATED or not _is_repetition(gaps, analysis),
    )


def _is_repetition(gaps: Sequence[Gap], analysis: Analysis) -> bool:
    """Return whether all results are wholly missing, treated alike, and named in the printed table of data sets."""
    missing, datasets, most = analysis.scores.missing, datasets_table(analysis), _DATASETS_MOST_NAMES + 1
    if missing.coverage is None or datasets is None or not datasets.in_pdf or gaps[0].present:
        return False
    lacking = [members for members in _alike(missing.coverage) if not missing.coverage.present[members[0]].all()]
    is_named = all(
        len(members) <= most and int((~missing.coverage.present[members[0]]).sum()) <= most for members in lacking
    )
    return is_named and len({(gap.present, _done(gap, missing), gap.reason) for gap in gaps}) == 1


def _done(gap: Gap, missing: Missing) -> str:
    if gap.dataset in missing.dropped_datasets:
        return "data set omitted"
    if gap.algorithm in missing.dropped_algorithms:
        return "algorithm omitted"
    if gap in missing.worst_ranked:
        return "ranked last"
    if gap in missing.left_open:
        return "left open"
    if gap in missing.imputed:
        return IMPUTED[missing.policy]
    return "kept as found"


class SharedOptions(Halved, Sortable):
    """Options of the table of data sets that two algorithms share."""
