"""The pattern of results that were missing: how many there were of each algorithm, pair and data set."""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis
from rankpress.naming import composed, enumerated
from rankpress.report.numbers import MISSING
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import MOST_ACROSS, MOST_CELLS, count, head_row, named, right
from rankpress.slugs import slug
from rankpress.stats.incidence import Incidence, incidence
from rankpress.wording import counted

_ABSENT = frozenset[Mark]({"muted"})
_MOST_NAMES = 6


def pattern_of(analysis: Analysis) -> Incidence | None:
    """Which results there were before any policy, in the order of the files; None where only average ranks were given.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Incidence or None
    """
    coverage = analysis.scores.missing.coverage
    return None if coverage is None else incidence(np.where(coverage.present, 0.0, np.nan))


def coverage_table(analysis: Analysis) -> Table | None:
    """Build the table of how many data sets each algorithm has, and how many it shares with others.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where nothing was missing.
    """
    scores, pattern, coverage = analysis.scores, pattern_of(analysis), analysis.scores.missing.coverage
    if pattern is None or coverage is None or pattern.complete:
        return None
    shared = pattern.shared.astype(np.float64)
    np.fill_diagonal(shared, np.inf)
    names = coverage.algorithms
    rows = []
    for at, name in enumerate(names):
        fewest = int(shared[at].min())
        with_ = [names[other] for other in np.flatnonzero(shared[at] == fewest).tolist()]
        more = f" and {len(with_) - _MOST_NAMES} more" if len(with_) > _MOST_NAMES else ""
        rows.append(
            (
                named(name),
                count(int(pattern.per_algorithm[at])),
                count(len(coverage.datasets) - int(pattern.per_algorithm[at])),
                count(fewest),
                named(composed("{}" + more, enumerated(with_[:_MOST_NAMES]))),
            )
        )
    return Table(
        name=f"{slug(scores.name)}-coverage",
        metric=scores.name,
        kind="coverage",
        title=f"Results of each algorithm in {scores.name}",
        caption=(
            f"Data sets, of {len(coverage.datasets)}, with and without a whole result of each algorithm, and the fewest"
            " that it shares with another."
        ),
        head=(head_row("Algorithm", "With a result", "Missing", "Fewest shared", "Shared with"),),
        rows=tuple(rows),
        align=("left", "right", "right", "right", "left"),
        notes=(f"Counted before anything was left out. {_design(pattern)}",),
    )


def shared_table(analysis: Analysis) -> Table | None:
    """Build the table of how many data sets two algorithms share.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where nothing was missing, or there are far too many algorithms.
    """
    scores, pattern, coverage = analysis.scores, pattern_of(analysis), analysis.scores.missing.coverage
    if pattern is None or coverage is None or pattern.complete:
        return None
    names, k = coverage.algorithms, len(coverage.algorithms)
    if k * k > MOST_CELLS:
        return None
    return Table(
        name=f"{slug(scores.name)}-shared",
        metric=scores.name,
        kind="shared",
        title=f"Data sets shared by two algorithms in {scores.name}",
        caption=f"Data sets, of {len(coverage.datasets)}, on which both algorithms have a whole result.",
        head=(head_row("Algorithm", *names),),
        rows=tuple((named(name), *map(count, row)) for name, row in zip(names, pattern.shared.tolist(), strict=True)),
        align=("left", *right(k)),
        notes=("On the diagonal, those of the one algorithm. Counted before anything was left out.",),
        in_pdf=k <= MOST_ACROSS,
    )


def pattern_table(analysis: Analysis) -> Table | None:
    """Build the table of which results are there, on the data sets that lack some.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where nothing was missing, or far too much to show.
    """
    scores, pattern, coverage = analysis.scores, pattern_of(analysis), analysis.scores.missing.coverage
    if pattern is None or coverage is None or pattern.complete:
        return None
    names, k = coverage.algorithms, len(coverage.algorithms)
    lacking = np.flatnonzero(pattern.per_dataset < k).tolist()
    if len(lacking) * k > MOST_CELLS:
        return None
    return Table(
        name=f"{slug(scores.name)}-pattern",
        metric=scores.name,
        kind="pattern",
        title=f"Pattern of missing results in {scores.name}",
        caption=(
            f"{counted(len(lacking), 'data set')}, of {len(coverage.datasets)}, without a whole result of each"
            " algorithm."
        ),
        head=(head_row("Data set", "Results", *names),),
        rows=tuple(
            (
                named(coverage.datasets[at]),
                count(int(pattern.per_dataset[at])),
                *(Cell("+", 1) if there else Cell(MISSING, 0, _ABSENT) for there in pattern.present[at].tolist()),
            )
            for at in lacking
        ),
        align=("left", *right(k + 1)),
        notes=("A plus is a whole result, a dash none.",),
    )


def _design(pattern: Incidence) -> str:
    """Whether all algorithms are linked, whether some never meet, and whether the design is balanced."""
    told = []
    if not pattern.connected:
        told.append("The algorithms fall into parts that share no data set")
    alone = len(pattern.never_together)
    if alone:
        told.append(f"{counted(alone, 'pair')} of algorithms {'shares' if alone == 1 else 'share'} no data set")
    balanced = "is" if pattern.balanced else "is not"
    told.append(f"The design {balanced} balanced")
    return ". ".join(told) + "."
