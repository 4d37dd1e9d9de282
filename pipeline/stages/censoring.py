"""Runs that were not solved within a limit: the limit, and which times lie beyond it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings, StudyPlace
from rankpress.sources.measurements import MeasurementGrid, Measurements
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CensoredOptions


def limit_times(
    measured: Measurements, grid: MeasurementGrid, options: CensoredOptions, metric: str, findings: Findings
) -> tuple[Measurements, float | None]:
    """Return the measurements with infinite times where a run was not solved within the limit, and the limit."""
    times = measured.values[metric]
    findings.add_each(
        "times below 0",
        np.flatnonzero(times < 0).tolist(),
        lambda index: Fault(
            measured.place(index, metric), f"a time of {times[index]:.10g}", "a time of 0 or more, or timeout"
        ),
    )
    for dataset in np.flatnonzero(grid.expected > 1).tolist()[:1]:
        on = quoted(measured.datasets[dataset])
        runs = counted(int(grid.expected[dataset]), "run")
        message = f"{on} has {runs} of an algorithm, which have no mean where one is unsolved"
        fault = Fault(StudyPlace("scores", "censored"), message, "one run of an algorithm on a data set")
        findings.add("several runs with a limit", fault)
    limit = options.limit or measured.largest
    if not limit:
        fault = Fault(StudyPlace("scores", "censored"), "no cell shows the limit", "limit: the limit of the runs")
        findings.add_unread("runs without a limit", fault)
        return measured, None
    # where no column says how a run ended, one that took the whole limit was stopped
    late = times > limit if options.column is not None or options.limit is None else times >= limit
    return replace(measured, values={**measured.values, metric: np.where(late, np.inf, times)}), limit
