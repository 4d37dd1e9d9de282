"""Times drawing and saving of each kind of figure, the first in a process of its own, imports not counted.

Cases of a given size, and after them each kind of figure as example_project has it.

    python tests/benchmarks/figures.py

Processor seconds, so that a busy machine tells the same.

Aims: a critical difference diagram to PDF and SVG in 0.3 s, a page of 14 panels of confidence curves in 1.5 s.
"""

from __future__ import annotations

import runpy
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import numpy as np
from matplotlib.figure import Figure

from rankpress.catalog.kinds import Plot
from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.curves import confidence_curve_page
from rankpress.figures.order import multitest_graph
from rankpress.figures.output import to_pdf, to_svg
from rankpress.figures.style import PAPER
from rankpress.stats.curves import ConfidenceCurve
from rankpress.stats.multitest import multitest
from rankpress.topics.kinds import FIGURES

_REPEATS = 5
ROOT = Path(__file__).resolve().parents[2]


def draw_cd(k: int) -> Figure:
    """Ranks evenly spread, groups of a fifth of the algorithms."""
    size = max(2, k // 5)
    groups = [tuple(range(start, start + size)) for start in range(k - size + 1)]
    return critical_difference_diagram([f"algorithm {i}" for i in range(k)], range(1, k + 1), groups=groups, cd=size)


def draw_curves(panels: int) -> Figure:
    """Six curves a panel."""
    rng = np.random.default_rng(1)
    page = [
        (f"data set {i}", [(f"algorithm {j}", ConfidenceCurve(rng.normal(0.1, 0.1), 0.03, 99.0)) for j in range(6)])
        for i in range(panels)
    ]
    return confidence_curve_page(page, baseline="majority", metric="accuracy")


def draw_order(k: int) -> Figure:
    """Arcs between three fifths of the pairs."""
    found = multitest(np.tril(np.random.default_rng(1).random((k, k)) < 0.6, -1), range(k))
    names = [f"algorithm {i}" for i in range(k)]
    return multitest_graph(names, range(k), found.edges, found.order, found.decided_by, cost_label="fit_seconds")


def draw_of_example(kind: Plot) -> Callable[[], Figure]:
    """A kind of figure of example_project, the first where there are several; it is planned before, not in the time."""
    gallery = runpy.run_path(str(ROOT / "tests/house/gallery.py"))
    shown = gallery["GALLERY"][kind]
    analyses, figure = gallery["analyses"](shown.settings), gallery["figure"](shown)
    declared = FIGURES[kind]
    plans = declared.plan(analyses if declared.of_all_metrics else analyses[0], figure, PAPER)
    draw: Callable[[], Figure] = next(plans).draw
    return draw


CASES: dict[str, Callable[[], Figure]] = {
    "cd, 10 algorithms": lambda: draw_cd(10),
    "cd, 60 algorithms": lambda: draw_cd(60),
    "curves, 14 panels of 6": lambda: draw_curves(14),
    "order, 12 algorithms": lambda: draw_order(12),
    "order, 60 algorithms": lambda: draw_order(60),
}


def measure(case: Any) -> None:
    """Write seconds of drawing, PDF and SVG, and both sizes, of the first time in this process."""
    draw = CASES[case] if case in CASES else draw_of_example(case)
    clock = [time.process_time()]
    figure = draw()
    clock.append(time.process_time())
    pdf = to_pdf(figure)
    clock.append(time.process_time())
    svg = to_svg(figure)
    clock.append(time.process_time())
    sys.stdout.write(" ".join(map(str, [*np.diff(clock), len(pdf), len(svg)])))


def main() -> None:
    """Measure each case in new processes and write the medians."""
    sys.stdout.write(
        f"{'seconds, median of ' + str(_REPEATS):28} {'draw':>6} {'PDF':>6} {'SVG':>6} {'all':>6} {'kB':>9}\n"
    )
    for case in (*CASES, *get_args(Plot)):
        command = [sys.executable, __file__, case]
        outputs = [
            subprocess.run(command, capture_output=True, text=True, check=True, timeout=3600) for _ in range(_REPEATS)
        ]
        runs = [[float(part) for part in output.stdout.split()] for output in outputs]
        draw, pdf, svg = (statistics.median(run[i] for run in runs) for i in range(3))
        total = statistics.median(sum(run[:3]) for run in runs)
        sizes = f"{runs[0][3] / 1000:.0f}+{runs[0][4] / 1000:.0f}"
        sys.stdout.write(f"{case:28} {draw:6.2f} {pdf:6.2f} {svg:6.2f} {total:6.2f} {sizes:>9}\n")


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
