"""Topic progress: scores over the steps of runs with bands, areas under them, running times until targets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.core.table import Cell, Mark, Table
from rankpress.spec.table_options import Sortable
from rankpress.spec.topic_steps import Step
from rankpress.stats.progress import Banded
from rankpress.topics.facts import Fact, Subjects, Unit, decimals, interval
from rankpress.topics.phrases import named, number, table_of, with_interval
from rankpress.topics.progress.curves import (
    Curves,
    Progress,
    ProgressOptions,
    RunningTimes,
    compute_progress,
    unknown_in_progress,
    without_steps,
)
from rankpress.topics.topic import (
    DATASETS,
    ON_DATASETS,
    Axes,
    Facts,
    Headline,
    ResultKey,
    Topic,
    register,
    where,
)
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import Rounding, percent_text, short_number
from rankpress.wording.strings import counted, shown
from rankpress.wording.text import Prose, dataset_named, joined, say

_BEST = frozenset[Mark]({"bold"})
_SHARE, _PERCENT, _WHOLE = (
    NumberForm("number", 2),
    NumberForm("number", 1, factor=100),
    NumberForm("number", 0, factor=100),
)
AREA, REACHED = "Average over steps", "Targets reached (%)"


def progress_of(analysis: Analysis) -> Progress | None:
    """Return the curves, areas and running times of a metric; None where the study has none."""
    progress: Progress | None = analysis.computed.get("progress")
    return progress


def _rounding(analysis: Analysis) -> Rounding:
    """Return how areas are rounded: as scores."""
    scores = analysis.scores
    return scores.scale.rounding(scores.means if isinstance(scores, MetricScores) else np.zeros((1, 1)))


def _leaders(values: FloatArray, better: str) -> list[int]:
    """Return who has the best of some numbers, no one where there are none."""
    finite = np.isfinite(values)
    if not finite.any():
        return []
    best = np.nanmax(values) if better == "higher" else np.nanmin(values)
    return [int(i) for i in np.flatnonzero(finite & np.isclose(values, best, rtol=1e-12, atol=1e-12))]


def shares_reached(progress: Progress) -> FloatArray:
    """Return which share of runs and targets each algorithm reaches; nan where it lacks runs."""
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: FloatArray = np.mean([each.hits / each.runs for each in progress.times], axis=0)
    return shares


@where(progress_of)
def _findings(analysis: Analysis, progress: Progress) -> Iterator[Prose]:
    """Say whose mean area is best, who reaches most targets, and who lacks runs."""
    form, areas = _rounding(analysis), progress.mean_areas
    best = _leaders(areas.estimate, analysis.scores.better)
    if best:
        i, word = best[0], "largest" if analysis.scores.better == "higher" else "smallest"
        ends = (areas.low[i], areas.high[i])
        around = f"; {percent_text(progress.level)} interval over runs {form.text(ends[0])} to {form.text(ends[1])}"
        yield say(
            "On average over the steps, {} {} the {} {} ({}{}).",
            joined([analysis.algorithms[each] for each in best]),
            "has" if len(best) == 1 else "have",
            word,
            analysis.metric,
            form.text(areas.estimate[i]),
            around if math.isfinite(ends[0]) else "",
        )
    if progress.times:
        shares = shares_reached(progress)
        most, of = _leaders(shares, "higher"), "runs" if len(progress.times) == 1 else "runs and targets"
        who = joined([analysis.algorithms[i] for i in most])
        share = f"{_WHOLE.text(float(shares[most[0]]))}%"
        if len(most) == len(shares):
            yield f"All algorithms reach targets equally often ({share} of {of})."
        else:
            yield say("{} {} targets most often ({} of {}).", who, "reaches" if len(most) == 1 else "reach", share, of)
    lacking = [name for name, area in zip(analysis.algorithms, areas.estimate, strict=True) if math.isnan(area)]
    if lacking:
        yield say("There is no average of {}, for runs on some data sets are missing.", joined(lacking))


@where(progress_of)
def _methods(analysis: Analysis, progress: Progress) -> Iterator[Prose]:
    """Say what was computed at each step, and what expected running times are."""
    step, level = shown(progress.step), percent_text(progress.level)
    what = "mean" if progress.center == "mean" else "interquartile mean"
    so_far = "best score until then" if progress.best_so_far else "score"
    yield say("At each value of {} the {} of the {} of all runs was computed.", step, what, so_far)
    carried = ", and a run that ends before others keeps its last score" if progress.has_early_ends else ""
    yield f"Scores between two steps of a run are interpolated linearly{carried}."
    if progress.center == "mean":
        yield (
            f"Pointwise {level} intervals are Student's t over runs, with the degrees of freedom of Welch and"
            " Satterthwaite."
        )
    else:
        yield (
            f"Pointwise {level} intervals are percentiles of {progress.draws:,} resamples of the runs (stratified"
            " bootstrap)."
        )
    yield "The average over the steps is the area under a curve divided by the range of the steps."
    if progress.times:
        yield say(
            "The expected running time until a target is the sum over all runs of the steps until they reach it or end,"
            " divided by the number of runs that reach it ({}).",
            cite("hansen2021"),
        )


@where(progress_of)
def _limits(analysis: Analysis, progress: Progress) -> Iterator[Prose]:
    """Say what bands and running times do not say."""
    yield "Bands over steps hold for each step by itself and for these data sets."
    if progress.times:
        yield "An expected running time that rests on few successful runs is imprecise."


def stated_bands(progress: Progress) -> str:
    """Say in a caption what bands are."""
    if not any(np.isfinite(each.scores.low).any() for each in progress.curves):
        return ""
    return f" with pointwise {percent_text(progress.level)} intervals over runs"


@Axes(columns=(AREA, REACHED), sorts_rows=True)
def progress_table(analysis: Analysis) -> Table | None:
    """Build the table of the mean area under the curves of each algorithm, and of the targets that it reaches."""
    progress = progress_of(analysis)
    if progress is None:
        return None
    form, areas = _rounding(analysis), progress.mean_areas
    shares = shares_reached(progress) if progress.times else None
    rows = [
        (
            named(analysis.algorithms[i]),
            _with_ends(areas, i, form),
            *([] if shares is None else [number(float(shares[i]), _PERCENT)]),
        )
        for i in analysis.best_first
    ]
    over = counted(analysis.scores.n_datasets, "data set")
    return table_of(
        ("Algorithm", AREA, *([] if shares is None else [REACHED])),
        rows,
        title=say("Progress in {}", analysis.metric),
        caption=say(
            "Averages of {} over the steps of runs ({}) and over {}, with {} intervals over runs.",
            analysis.measured,
            shown(progress.step),
            over,
            percent_text(progress.level),
        ),
        notes=(f"{AREA}: area under the curve of each run, divided by the range of its steps.",),
        detail="interval",
        detail_parts=("from", "to"),
    )


def _with_ends(band: Banded, i: int, form: Rounding) -> Cell:
    estimate, low, high = (float(part[i]) for part in (band.estimate, band.low, band.high))
    return number(estimate, form) if math.isnan(low) else with_interval(estimate, low, high, form)


@Axes(DATASETS, of_algorithms=True)
def progress_areas_table(analysis: Analysis) -> Table | None:
    """Build the table of the areas under curves, one row per data set."""
    progress = progress_of(analysis)
    if progress is None:
        return None
    form, areas = _rounding(analysis), progress.areas.estimate
    rows = [
        (named(dataset_named(name)), *_best_bold(row, analysis.scores.better, form))
        for name, row in zip(analysis.scores.datasets, areas, strict=True)
    ]
    return table_of(
        ("Data set", *analysis.algorithms),
        [*rows, ("Mean", *_best_bold(progress.mean_areas.estimate, analysis.scores.better, form))],
        footer=1,
        title=say("Averages of {} over steps", analysis.metric),
        caption=say(
            "Averages of {} over the steps of runs ({}): areas under the curves, divided by the range of the steps.",
            analysis.measured,
            shown(progress.step),
        ),
        notes=("The best of each row is bold.",),
    )


def _best_bold(row: FloatArray, better: str, form: Rounding) -> list[Cell]:
    best = _leaders(row, better)
    return [number(float(value), form, _BEST if i in best else frozenset()) for i, value in enumerate(row)]


@Axes(DATASETS, columns=("Target",), of_algorithms=True, needs="progress.targets")
def expected_running_times_table(analysis: Analysis) -> Table | None:
    """Build the table of the expected running times, one row per data set and target."""
    progress = progress_of(analysis)
    if progress is None or not progress.times:
        return None
    rows = [
        (
            named(dataset_named(each.dataset)),
            Cell(short_number(each.target * analysis.scores.scale.factor), each.target),
            *(_time(each, i) for i in range(len(analysis.algorithms))),
        )
        for each in progress.times
    ]
    return table_of(
        ("Data set", "Target", *analysis.algorithms),
        rows,
        names=2,
        align=f"lr{'r' * len(analysis.algorithms)}",
        title=say("Expected running times in {}", analysis.metric),
        caption=say(
            "Expected running time ({}) until {} reaches a target, and how many of how many runs reach it.",
            shown(progress.step),
            analysis.measured,
        ),
        notes=("The shortest of each row is bold; ∞: no run reaches the target.",),
    )


def _time(each: RunningTimes, i: int) -> Cell:
    if not each.runs[i]:
        return number(math.nan, _SHARE)
    expected, of = float(each.expected[i]), f"({each.hits[i]}/{each.runs[i]})"
    best = _leaders(np.where(np.isfinite(each.expected), each.expected, np.nan), "lower")
    steps = _steps_text(expected)
    return Cell(
        f"{steps} {of}", expected if math.isfinite(expected) else "", _BEST if i in best else frozenset(), detail=of
    )


def _steps_text(value: float) -> str:
    """Print a number of steps in four digits, whole from a thousand on."""
    if math.isinf(value):
        return "∞"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the average over steps of each algorithm: \rpReturnAreaPPO, \rp{return/area/PPO}."""
    progress = progress_of(about.analysis)
    if progress is None:
        return
    unit, areas = Unit(_rounding(about.analysis).text), progress.mean_areas
    shares = shares_reached(progress) if progress.times else None
    for i, name in enumerate(about.analysis.algorithms):
        of = about.algorithms[name]
        if math.isfinite(areas.estimate[i]):
            meaning = say("average of {} over steps", name)
            yield Fact("Area", float(areas.estimate[i]), unit, meaning, of)
            if math.isfinite(areas.low[i]):
                ends = float(areas.low[i]), float(areas.high[i])
                yield from interval("Area", ends, unit, meaning, of, level=progress.level)
        if shares is not None and math.isfinite(shares[i]):
            yield Fact("Reached", float(shares[i]), decimals(2), say("share of targets that {} reaches", name), of)


def facts_on_datasets(about: Subjects) -> Iterator[Fact]:
    r"""State the expected running times on each data set: \rp{return/running-time/0.9/on/maze/PPO}."""
    progress = progress_of(about.analysis)
    for each in () if progress is None else progress.times:
        if not about.datasets(each.dataset):
            continue
        for i, name in enumerate(about.analysis.algorithms):
            if math.isfinite(each.expected[i]):
                key, meaning = (
                    f"RunningTime/{each.target:g}",
                    say("expected running time of {} until {:g}", name, each.target),
                )
                yield Fact(
                    key,
                    float(each.expected[i]),
                    Unit(_steps_text),
                    meaning,
                    about.algorithms[name],
                    about.on(each.dataset),
                )


class CurvesResult(TypedDict):
    """Scores over steps on a data set, or on several."""

    name: Annotated[str, "of the data set or group; empty where it is of all data sets"]
    datasets: list[str]
    steps: list[float]
    algorithms: Annotated[
        dict[str, dict[str, list[float | None]]],
        "by algorithm `estimate`, `low` and `high` at each step; null before all runs have begun",
    ]


class AreaResult(TypedDict):
    """The average over steps of one algorithm."""

    estimate: Annotated[float | None, "over data sets; null without runs on some data set"]
    interval: Annotated[list[float] | None, "its ends, over runs; null with one run"]
    datasets: Annotated[dict[str, float | None], "on each data set"]


class RunningTimeResult(TypedDict):
    """The runs of one algorithm until a target on a data set."""

    dataset: str
    target: float
    algorithm: str
    expected: Annotated[float | None, "expected running time in steps; null where no run reaches the target"]
    reached: Annotated[int, "runs that reach it"]
    runs: int


class ProgressResult(TypedDict):
    """Scores over the steps of runs."""

    step: Annotated[str, "the column of the steps"]
    center: Annotated[str, "`mean` or `iqm`"]
    level: Annotated[float, "confidence level of the intervals"]
    areas: Annotated[dict[str, AreaResult], "by algorithm, averages over the steps"]
    curves: list[CurvesResult]
    times: Annotated[list[RunningTimeResult], "empty without targets"]
    targets_reached: Annotated[
        dict[str, float | None], "by algorithm, share of runs and targets; empty without targets"
    ]
    reached: Annotated[
        dict[str, Any],
        "`steps`, and under `panels` by name of a group, empty for all data sets, and by algorithm, the share of runs"
        " and targets that are reached by each",
    ]


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `progress` of the metric in results.json."""
    progress = progress_of(analysis)
    if progress is None:
        return None
    names, areas = analysis.names, progress.mean_areas
    return {
        "step": progress.step,
        "center": progress.center,
        "level": progress.level,
        "areas": {
            name: {
                "estimate": _known(areas.estimate[i]),
                "interval": _listed([areas.low[i], areas.high[i]]) if math.isfinite(areas.low[i]) else None,
                "datasets": dict(zip(analysis.scores.datasets, _listed(progress.areas.estimate[:, i]), strict=True)),
            }
            for i, name in enumerate(names)
        },
        "curves": [_curves_result(each, names) for each in progress.curves],
        "times": [
            {
                "dataset": each.dataset,
                "target": each.target,
                "algorithm": name,
                "expected": _known(each.expected[i]),
                "reached": int(each.hits[i]),
                "runs": int(each.runs[i]),
            }
            for each in progress.times
            for i, name in enumerate(names)
        ],
        "targets_reached": dict(zip(names, _listed(shares_reached(progress)), strict=True)) if progress.times else {},
        "reached": {
            "steps": progress.shares_at.tolist(),
            "panels": {
                panel: {name: _listed(of[i]) for i, name in enumerate(names)} for panel, of in progress.shares.items()
            },
        },
    }


def _curves_result(each: Curves, names: Sequence[str]) -> dict[str, Any]:
    parts = {"estimate": each.scores.estimate, "low": each.scores.low, "high": each.scores.high}
    of_each = {name: {part: _listed(values[i]) for part, values in parts.items()} for i, name in enumerate(names)}
    return {"name": each.name, "datasets": list(each.datasets), "steps": each.steps.tolist(), "algorithms": of_each}


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _listed(values: Sequence[float] | FloatArray) -> list[float | None]:
    return [_known(value) for value in values]


def _has_section(study: Any) -> bool:
    return study.section("progress") is not None


def _has_targets(study: Any) -> bool:
    section = study.section("progress")
    return section is not None and section.targets is not None


register(
    Topic(
        "progress",
        "Scores over steps",
        paragraphs=_findings,
        reminders=_limits,
        after="aggregates",
        step=Step(
            "progress",
            compute_progress,
            takes=("read", "groups"),
            section=ProgressOptions,
            reads_steps=True,
            wrong=without_steps,
            wrong_for_scores=unknown_in_progress,
            description="Scores over the steps of runs with bands, areas under them, running times until targets.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, earlier: _findings(analysis)[:1],
        headline=Headline(lambda analysis, earlier: _findings(analysis)[:1]),
        facts=(Facts(_facts), Facts(facts_on_datasets, scope="datasets", title=ON_DATASETS)),
        results=(ResultKey("progress", ProgressResult | None, _results),),
        tables=(
            TableKind(
                "progress", "scores averaged over steps, and targets reached", builder=progress_table, options=Sortable
            ),
            TableKind(
                "progress-areas",
                "the averages over steps on each data set",
                builder=progress_areas_table,
                options=Sortable,
                is_detail=True,
            ),
            TableKind(
                "expected-running-times",
                "steps until a target is reached on each data set",
                builder=expected_running_times_table,
                options=Sortable,
                is_detail=True,
            ),
        ),
        figures=(
            FigureKind(
                "progress",
                "scores over the steps of runs with bands",
                builder="progress.figures",
                default_where=_has_section,
                by_family=True,
            ),
            FigureKind(
                "targets-reached",
                "share of runs and targets that are reached by each step",
                builder="progress.figures",
                default_where=_has_targets,
                by_family=True,
            ),
        ),
    )
)
