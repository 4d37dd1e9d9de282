"""Outcomes of algorithms on single test examples: what of the scores are such, and how often two are right together."""

from __future__ import annotations

import numpy as np

from rankpress.faults import Fault
from rankpress.grid import Grid
from rankpress.missing import Kept
from rankpress.scores import FloatArray, PairedOutcomes
from rankpress.sources.findings import Findings, shown
from rankpress.sources.measurements import Measurements


def count_outcomes(laid: FloatArray, kept: Kept, grid: Grid, right: float) -> tuple[PairedOutcomes | None, ...]:
    """Count on how many test examples algorithms are right, singly and together.

    Parameters
    ----------
    laid : (n_rows, all algorithms) float array
        Scores of one metric as they lie on the grid, a row an example.
    kept : Kept
        What the missing policy leaves.
    grid : Grid
        Which rows are those of a data set.
    right : float
        The score, 0 or 1, that says that an algorithm is right.

    Returns
    -------
    tuple of (PairedOutcomes or None)
        One a data set that is kept; None where it has other scores than 0 and 1.
    """
    found: list[PairedOutcomes | None] = []
    for dataset in kept.datasets.tolist():
        there = ~kept.gap[dataset, kept.algorithms]
        scores = laid[grid.rows_of(dataset)][:, kept.algorithms]
        if not np.isin(scores[:, there], (0.0, 1.0)).all():
            found.append(None)
            continue
        hits = (scores == right).astype(np.float64)
        known = there[:, None] & there
        found.append(PairedOutcomes(len(hits), np.where(known, hits.T @ hits, np.nan)))
    return tuple(found)


def find_other_scores(metric: str, kept: Kept, measured: Measurements) -> tuple[Fault, ...]:
    """Find scores on test examples that are neither 0 nor 1, which tests of outcomes cannot use.

    Parameters
    ----------
    metric : str
        Column of the scores.
    kept : Kept
        What the missing policy leaves; scores of other cells do not matter.
    measured : Measurements
        What was measured, each on one example.

    Returns
    -------
    tuple of Fault
        Faults of a study that asks for such a test, and of no other.
    """
    values = measured.values[metric]
    wanted = kept.needed[measured.dataset, measured.algorithm]
    findings = Findings()
    findings.add_each(
        f"scores in {shown(metric)} that are neither 0 nor 1",
        np.flatnonzero(wanted & ~np.isin(values, (0.0, 1.0))).tolist(),
        lambda index: Fault(
            measured.place(index, metric),
            f"{values[index]:.10g} is no outcome on a test example",
            "1 or 0: right or wrong, or with better: lower, wrong or right",
            "or leave the tests of outcomes out with test: {within: none}",
        ),
    )
    return findings.faults()
