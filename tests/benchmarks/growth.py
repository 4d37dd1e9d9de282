"""Cost of a build by the numbers of data sets, algorithms and folds, stage by stage.

    python tests/benchmarks/growth.py [--runs 3] [--svg docs/pictures/cost.svg] [PART OF A NAME ...]

Each point is the least of several processes that build LaTeX files and results without figures, on one processor.
Prints the processor seconds of each stage, without those of the stages that it calls, and how they grow from the last
size but one to the last: 1 is linear, 2 quadratic. `--svg` draws them.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from random import Random
from typing import Any

from measure import run, write_folds, write_wide

PROGRAM = """
import json, sys, time
from rankpress.app import cli, run
from rankpress.cache.store import Store
spent, inside = {"imports": time.process_time()}, []
def timed(function, stage=None):
    def call(*arguments, **keywords):
        name = stage or arguments[1]
        began = time.process_time()
        inside.append(0.0)
        try:
            return function(*arguments, **keywords)
        finally:
            took = time.process_time() - began
            spent[name] = spent.get(name, 0.0) + took - inside.pop()
            if inside:
                inside[-1] += took
    return call
for name in ("call", "map", "on_datasets"):
    setattr(Store, name, timed(getattr(Store, name)))
run.render, run.write_own_report = timed(run.render, "render"), timed(run.write_own_report, "write files")
cli.main(["build", sys.argv[1] + "/study.yaml", "-q", "--only", "latex", "--set", "plot=[]", "--jobs", "1"])
json.dump(spent, open(sys.argv[1] + "/stages.json", "w"))
"""
REST = "the rest"
CONSTANT = ("imports", REST)
SHOWN = 4  # stages that a panel shows, of those that grow
COLOURS = ("#2f6fb3", "#c8553d", "#3a7d44", "#8a6fb0", "#b8860b", "#4aa3a2", "#a0522d", "#d16ba5")  # of stages


@dataclass(frozen=True)
class Axis:
    """What grows while the rest stays: its name, its sizes, what stays, what writes the scores, if it is drawn."""

    name: str
    sizes: tuple[int, ...]
    fixed: str
    write: Callable[[Path, int], None]
    drawn: bool = True


@dataclass(frozen=True)
class Point:
    """What a build of one size took: processor seconds by stage, MiB at its largest, MB of results.json."""

    stages: Mapping[str, float]
    memory: float
    results: float

    @property
    def whole(self) -> float:
        """Processor seconds of all stages."""
        return sum(self.stages.values())


ROBUSTNESS = "sensitivity: {}\nreplicability: {draws: 100}\npower: {effect: 0.02, draws: 100}\n"


def write_with_robustness(folder: Path, size: int) -> None:
    """Write a study of 50 data sets that is varied, drawn from and simulated."""
    write_wide(folder, 50, size, Random(1))
    with (folder / "study.yaml").open("a") as file:
        file.write(ROBUSTNESS)


AXES = (
    Axis(
        "data sets",
        (10, 100, 1000, 10_000, 100_000),
        "10 algorithms",
        lambda folder, size: write_wide(folder, size, 10, Random(1)),
    ),
    Axis(
        "algorithms",
        (10, 25, 50, 100, 200, 300),
        "50 data sets",
        lambda folder, size: write_wide(folder, 50, size, Random(1)),
    ),
    Axis(
        "folds",
        (2, 10, 100, 1000, 10_000),
        "20 data sets, 10 algorithms",
        lambda folder, size: write_folds(folder, 20, 10, size, Random(1)),
    ),
    Axis("algorithms varied", (5, 10), "50 data sets", write_with_robustness, drawn=False),
)


def measured(axis: Axis, size: int, runs: int) -> Point:
    """Build a study of a size several times; of each stage the least seconds count, since other processes slow it."""
    points = [_measured_once(axis, size) for _ in range(runs)]
    stages = {stage: min(point.stages.get(stage, 0.0) for point in points) for stage in points[0].stages}
    return Point(stages, min(point.memory for point in points), points[0].results)


def _measured_once(axis: Axis, size: int) -> Point:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        axis.write(folder, size)
        took = run(["-P", "-c", PROGRAM, name], OPENBLAS_NUM_THREADS="1")
        stages = json.loads((folder / "stages.json").read_text())
        results = (folder / "report" / "results.json").stat().st_size / 1e6
    return Point({**stages, REST: took.cpu - sum(stages.values())}, took.memory, results)


def growth(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the exponent by which the last size grew from the one before."""
    return log(max(seconds[-1], 1e-3) / max(seconds[-2], 1e-3)) / log(sizes[-1] / sizes[-2])


def print_axis(axis: Axis, points: Sequence[Point]) -> None:
    """Print the stages of an axis, the most expensive at its largest size first."""
    print(f"\n{axis.name} ({axis.fixed}){'':10}" + "".join(f"{size:>9,}" for size in axis.sizes) + "   growth")
    for stage in by_cost(points):
        seconds = [point.stages.get(stage, 0.0) for point in points]
        if max(seconds) >= 0.05:
            print(f"{stage:40}" + "".join(f"{s:9.2f}" for s in seconds) + f"{growth(axis.sizes, seconds):9.2f}")
    for title, values in (
        ("all, s", [point.whole for point in points]),
        ("memory, MiB", [point.memory for point in points]),
        ("results.json, MB", [point.results for point in points]),
    ):
        print(f"{title:40}" + "".join(f"{v:9.2f}" for v in values) + f"{growth(axis.sizes, values):9.2f}", flush=True)


def by_cost(points: Sequence[Point]) -> list[str]:
    """Return the stages, the most expensive at the largest size first."""
    return sorted(points[-1].stages, key=lambda stage: -points[-1].stages[stage])


def draw(results: Sequence[tuple[Axis, Sequence[Point]]], path: Path) -> None:
    """Draw a panel for each axis, both scales logarithmic."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    text = {"svg.fonttype": "none", "svg.hashsalt": "cost", "font.family": "sans-serif", "font.size": 9}
    with rc_context(text):
        figure = Figure(figsize=(9.5, 4), layout="constrained")
        panels = figure.subplots(1, len(results), sharey=True)
        stages = dict.fromkeys(stage for _, points in results for stage in growing(points))
        colours = dict(zip(stages, COLOURS, strict=False))
        for panel, (axis, points) in zip(panels, results, strict=True):
            _draw_panel(panel, axis, points, colours)
        panels[0].set_ylabel("processor seconds")
        figure.savefig(path, metadata={"Date": None, "Title": "Cost of a build by size"})
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")


def growing(points: Sequence[Point]) -> list[str]:
    """Return the stages that are drawn, the most expensive at the largest size first."""
    return [stage for stage in by_cost(points) if stage not in CONSTANT][:SHOWN]


def _draw_panel(panel: Any, axis: Axis, points: Sequence[Point], colours: Mapping[str, str]) -> None:
    sizes, whole = axis.sizes, [point.whole for point in points]
    panel.loglog(sizes, whole, "-o", color="#1b2430", ms=3.5, lw=1.8, label="whole build")
    for stage in growing(points):
        seconds = [max(point.stages.get(stage, 0.0), 0.01) for point in points]
        panel.loglog(sizes, seconds, "-", color=colours.get(stage, "#888"), label=stage)
    panel.loglog(sizes[-2:], [whole[-1] * sizes[-2] / sizes[-1], whole[-1]], ":", color="#888", label="linear growth")
    panel.set(xlabel=f"{axis.name} ({axis.fixed})", ylim=(0.01, 30))
    panel.minorticks_off()
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(color="#e6e6e6", lw=0.6)
    panel.legend(frameon=False, fontsize=8, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))


def main() -> None:
    """Measure each axis."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PART OF A NAME")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--svg", type=Path)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; processor seconds, the least of {options.runs} runs")
    results = []
    for axis in AXES:
        if all(part in axis.name for part in options.names):
            points = [measured(axis, size, options.runs) for size in axis.sizes]
            print_axis(axis, points)
            results.append((axis, points))
    if options.svg is not None:
        draw([(axis, points) for axis, points in results if axis.drawn], options.svg)


if __name__ == "__main__":
    main()
