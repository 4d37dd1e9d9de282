"""The load stage: the files that a spec names, checked and turned into arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.core.expressions import evaluated
from rankpress.core.faults import Fault, Findings, StudyPlace
from rankpress.core.scores import (
    Costs,
    Examples,
    FloatArray,
    Folds,
    MetricRanks,
    MetricResults,
    MetricScores,
    MetricVotes,
    Missing,
    PairedOutcomes,
    Reading,
    Scheme,
    Scores,
    Trajectories,
)
from rankpress.sources.cells import Sheet
from rankpress.sources.counts import read_counts
from rankpress.sources.layouts import read_folds, read_long, read_ranks, read_wide
from rankpress.sources.measurements import MeasurementGrid, Measurements, Steps, arranged, of_rows, place_measurements
from rankpress.sources.opening import Opening, Part
from rankpress.sources.votes import read_votes
from rankpress.stages.balance import balance_of
from rankpress.stages.censoring import Limited, limit_times
from rankpress.stages.duplicates import Advice, find_repeated_places, without_blank_twins
from rankpress.stages.missing import (
    Retained,
    apply_policy,
    find_gaps,
    find_missing_costs,
    find_missing_validations,
    find_no_baseline,
    find_too_few,
    find_unmet_names,
    find_wrong_clusters,
    find_wrong_counts,
    impute,
)
from rankpress.stages.normalize import normalize, runs_normalized_by
from rankpress.stages.runs import measure_runs, rule_for_steps
from rankpress.stages.spreads import find_spreads, with_spreads
from rankpress.wording.strings import listed, quoted, shown

if TYPE_CHECKING:
    from rankpress.spec.model import ColumnNames, Metric, ScoresOptions


def with_counts(measured: Measurements, metrics: Sequence[Metric]) -> Measurements:
    """Return the measurements with a column for each metric of counts, which is empty where one of these is."""
    values = dict(measured.values)
    for metric in metrics:
        if metric.counts is not None and all(column in values for column in metric.columns):
            values[metric.name] = np.sum([measured.values[column] for column in metric.columns], axis=0)
    return replace(measured, values=values)


def of_counts(metric: Metric, measured: Measurements, grid: MeasurementGrid) -> FloatArray:
    """Compute a metric of the sums of counts in each cell; nan or infinite where it is undefined."""
    sums = {}
    for name, column in (metric.counts or {}).items():
        laid = grid.lay(measured.values[column])
        sums[name] = np.zeros((len(measured.datasets), len(measured.algorithms)))
        np.add.at(sums[name], grid.dataset, np.nan_to_num(laid))
    with np.errstate(divide="ignore", invalid="ignore"):
        values: FloatArray = np.asarray(evaluated(metric.formula, sums), dtype=np.float64)
    return values


def find_undefined(
    measured: Measurements,
    grid: MeasurementGrid,
    retained: Mapping[str, Retained],
    metrics: Sequence[Metric],
    findings: Findings,
) -> None:
    """Find cells whose counts leave a metric undefined, and counts below zero."""
    for metric in metrics:
        if metric.counts is None:
            continue
        for column in metric.columns:
            below = np.flatnonzero(measured.values[column] < 0).tolist()
            findings.add_each("counts below zero", below, partial(_below_zero, measured, column))
        undefined = retained[metric.name].needed & ~np.isfinite(of_counts(metric, measured, grid))
        cells = np.argwhere(undefined).tolist()
        findings.add_each("metrics that are undefined", cells, partial(_undefined, measured, metric))


def _undefined(measured: Measurements, metric: Metric, cell: list[int]) -> Fault:
    dataset, algorithm = cell
    return Fault(
        StudyPlace("scores", "metrics"),
        f"{metric.name} of {quoted(measured.algorithms[algorithm])} on {quoted(measured.datasets[dataset])} is"
        f" undefined: its counts make the denominator of {metric.formula} zero",
        "counts of which it can be computed",
        "leave the data set out by scores.where, or give the metric another expression",
    )


def _below_zero(measured: Measurements, column: str, row: int) -> Fault:
    return Fault(measured.place(row, column), f"{measured.values[column][row]:g} is no count", "a count of 0 or more")


def count_outcomes(
    laid: FloatArray, retained: Retained, grid: MeasurementGrid, right: float
) -> tuple[PairedOutcomes | None, ...]:
    """Count on how many test examples algorithms are right, singly and together."""
    outcomes: list[PairedOutcomes | None] = []
    for dataset in retained.datasets.tolist():
        there = ~retained.gap[dataset, retained.algorithms]
        scores = laid[grid.rows_of(dataset)][:, retained.algorithms]
        if not np.isin(scores[:, there], (0.0, 1.0)).all():
            outcomes.append(None)
            continue
        hits = (scores == right).astype(np.float64)
        both = there[:, None] & there
        outcomes.append(PairedOutcomes(len(hits), np.where(both, hits.T @ hits, np.nan)))
    return tuple(outcomes)


def gather_examples(
    metric: Metric, laid: FloatArray, retained: Retained, measured: Measurements, grid: MeasurementGrid
) -> tuple[Examples, ...]:
    """Gather the scores on the test examples of each data set, with their clusters, labels and variance of answers."""
    scores = np.where(retained.gap[grid.dataset], np.nan, laid)[:, retained.algorithms]
    clusters = None if measured.cluster is None else measured.cluster[grid.measured.max(axis=1)].astype(np.int64)
    variance = None
    if metric.name in measured.answer_variance:
        variance = grid.lay(measured.answer_variance[metric.name])[:, retained.algorithms]
    labels = None if metric.labels is None else grid.lay(measured.values[metric.labels])[:, retained.algorithms]
    each = (grid.rows_of(dataset) for dataset in retained.datasets.tolist())
    return tuple(
        Examples(
            scores[rows],
            None if clusters is None else clusters[rows],
            None if variance is None or np.isnan(variance[rows]).all() else variance[rows],
            None if labels is None else labels[rows],
        )
        for rows in each
    )


def find_other_scores(metric: str, retained: Retained, measured: Measurements) -> tuple[Fault, ...]:
    """Find scores on test examples that are neither 0 nor 1, which tests of outcomes cannot use."""
    values = measured.values[metric]
    requested = retained.needed[measured.dataset, measured.algorithm]
    findings = Findings()
    findings.add_each(
        f"scores in {shown(metric)} that are neither 0 nor 1",
        np.flatnonzero(requested & ~np.isin(values, (0.0, 1.0))).tolist(),
        lambda index: Fault(
            measured.place(index, metric),
            f"{values[index]:.10g} is no outcome on a test example",
            "1 or 0: right or wrong, or with better: lower, wrong or right",
            "or leave the tests of outcomes out with test: {within: none}",
        ),
    )
    return findings.faults()


READERS = {"long": read_long, "wide": read_wide, "folds": read_folds}


def load(options: ScoresOptions, folder: Path, with_steps: bool = True) -> Scores:
    """Read and check the scores, with those at all steps of runs where these are requested."""
    findings = Findings()
    opening = Opening(options, folder, findings)
    if options.layout == "ranks":
        scores = _load_ranks(options, opening, findings)
    elif options.layout == "votes":
        scores = _load_votes(options, opening, findings)
    else:
        scores = _load_measurements(options, opening, findings, _advice(options, folder))
        if not with_steps:
            scores = replace(scores, metrics=tuple(map(_without_steps, scores.metrics)))
    reading = replace(opening.reading(), **_rules(options))
    metrics = (
        replace(
            metric,
            reading=replace(reading, balance=of.balance, unused=of.unused, normalized_by=of.normalized_by),
        )
        for metric, of in ((metric, metric.reading) for metric in scores.metrics)
    )
    return replace(scores, metrics=tuple(metrics))


def _without_steps(metric: MetricResults) -> MetricResults:
    return replace(metric, trajectories=()) if isinstance(metric, MetricScores) else metric


def _advice(options: ScoresOptions, folder: Path) -> Advice:
    return Advice(options, lambda: Opening(options, folder, Findings()))


def _rules(options: ScoresOptions) -> dict[str, Any]:
    """Return how scores were normalized, and one measurement made of the steps or settings of a run."""
    normalized = {} if options.normalize is None else {"normalized": options.normalize.phrase}
    if options.columns.step is not None:
        way, number = rule_for_steps(options)
        counted = way == "at" or (way == "last" and options.reduce != "last")
        to = f"{number:.10g}" if counted else ""
        return {"step": options.columns.step, "reduced": way, "reduced_to": to, **normalized}
    return normalized if options.choose is None else {"chosen": (options.choose.by, options.choose.best), **normalized}


def load_part(
    options: ScoresOptions, folder: Path, part: Part, datasets: Sequence[str], algorithms: Sequence[str]
) -> MetricScores:
    """Read the scores of some data sets in the only metric; nothing is checked, since the whole study was."""
    findings = Findings()
    measured, _ = _read(options, Opening(options, folder, findings, part), findings)
    if findings.unread:
        findings.raise_any()
    measured = _measured(_of_scheme(measured, options.scheme), options, findings, _advice(options, folder))
    measured = arranged(with_counts(measured, options.metrics), datasets, algorithms)
    grid, [metric] = place_measurements(measured), options.metrics
    gap = grid.n_measured(grid.lay(measured.values[metric.name])) < grid.expected[:, None]
    missing = Missing(options.missing)
    retained = Retained(np.arange(len(datasets)), np.arange(len(algorithms)), gap, missing)
    return _with_validation(metric, retained, measured, grid, options.columns)


def _of_scheme(measured: Measurements, name: str | None) -> Measurements:
    """Return the measurements by one resampling scheme, or all where no column has schemes."""
    if measured.scheme is None or name not in measured.schemes:
        return measured
    return of_rows(measured, np.flatnonzero(measured.scheme == measured.schemes.index(name)))


def _find_no_scheme(measured: Measurements, name: str | None, findings: Findings) -> None:
    if measured.scheme is not None and name not in measured.schemes:
        findings.unread = True
        message = f"the column of schemes has no {quoted(name or '')}"
        fault = Fault(
            StudyPlace("scores", "scheme"), message, f"one of {listed(map(quoted, measured.schemes), most=8)}"
        )
        findings.add("schemes that are not there", fault)


def _find_duplicates_of(of_scheme: Measurements, options: ScoresOptions, findings: Findings, advice: Advice) -> None:
    """Find duplicates of a scheme that is not compared by, of which nothing else is a fault."""
    of_runs = Findings()
    measured = measure_runs(of_scheme, options, of_runs, advice)
    find_repeated_places(measured, place_measurements(measured), of_runs, advice)
    findings.take("duplicates", of_runs)


def _schemes(
    metric: Metric, retained: Retained, measured: Measurements, options: ScoresOptions, advice: Advice
) -> Iterator[Scheme]:
    """Yield the scores in a metric by each resampling scheme, for the data sets and algorithms that are compared."""
    for name in measured.schemes:
        of_scheme = _measured(_of_scheme(measured, name), options, Findings(), advice)
        grid = place_measurements(of_scheme)
        laid = grid.lay(of_scheme.values[metric.name])
        gap = grid.n_measured(laid) < grid.expected[:, None]
        means = np.where(gap, np.nan, grid.means(laid))[np.ix_(retained.datasets, retained.algorithms)]
        complete = np.where(gap[grid.dataset], np.nan, laid)[:, retained.algorithms]
        sizes = (_case_counts(of_scheme, grid, name) for name in (options.columns.n_train, options.columns.n_test))
        n_train, n_test = sizes
        folds = (_folds(grid.rows_of(d), complete, n_train, n_test, of_scheme, grid) for d in retained.datasets)
        yield Scheme(name, means, tuple(folds))


def _measured(measured: Measurements, options: ScoresOptions, findings: Findings, advice: Advice) -> Measurements:
    """Normalize scores, and put one measurement in place of the runs of each data set, repeat and fold."""
    measured = normalize(measured, options, findings, lambda whole: measure_runs(whole, options, Findings(), advice))
    return measure_runs(measured, options, findings, advice)


def _read(
    options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings
) -> tuple[Measurements, tuple[PairedOutcomes, ...]]:
    """Return all measurements, and where test examples are counted the outcomes on each data set."""
    if options.layout != "counts":
        measured, findings.blank_rows = without_blank_twins(READERS[options.layout](sheets, options, findings), options)
        return measured, ()
    with_outcomes = read_counts(sheets, options, findings)
    return with_outcomes.measured, with_outcomes.outcomes


def _load_measurements(options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings, advice: Advice) -> Scores:
    """Read sheets of measurements, and place them by data set and algorithm after everything wrong was reported."""
    every, counted = _read(options, sheets, findings)
    _find_no_scheme(every, options.scheme, findings)
    measured = _of_scheme(every, options.scheme)
    measured = with_counts(_measured(measured, options, findings, advice), options.metrics)
    normalized_by = runs_normalized_by(_of_scheme(every, options.scheme), options)
    grid = place_measurements(measured)
    find_repeated_places(measured, grid, findings, advice)
    for name in every.schemes:
        if name != options.scheme:
            _find_duplicates_of(_of_scheme(every, name), options, findings, advice)
    find_wrong_clusters(measured, grid, findings)
    limited = Limited(measured, None)
    if options.censored is not None and not findings.unread:
        limited = limit_times(measured, grid, options.censored, options.metrics[0].name, findings)
        measured = limited.measured
    if findings.unread:
        findings.raise_any()
    find_unmet_names(measured, findings)
    find_too_few(measured.algorithms, findings)
    retained = {
        metric.name: apply_policy(
            options.missing, measured, grid, grid.n_measured(grid.lay(measured.values[metric.name])), options.baseline
        )
        for metric in options.metrics
    }
    _find_wrong_results(measured, grid, retained, options, findings)
    findings.raise_any()
    runs, spreads = find_spreads(findings.accompanied, measured, grid, options)
    metrics = []
    for metric in options.metrics:
        of_metric = retained[metric.name]
        scores = _imputed(_with_validation(metric, of_metric, measured, grid, options.columns), options.baseline)
        scores = with_spreads(scores, of_metric, spreads.get(metric.name), runs.get(metric.name))
        scores = limited.mark(scores)
        if every.scheme is not None:
            scores = replace(scores, schemes=tuple(_schemes(metric, of_metric, every, options, advice)))
        if counted:
            scores = replace(scores, outcomes=_outcomes_of(counted, of_metric))
        if scores.outcomes and None not in scores.outcomes and not scores.scale.sign:  # shares of right outcomes
            scores = replace(scores, scale=replace(scores.scale, is_proportion=True))
        balance = balance_of(metric.name, of_metric, measured, grid)
        reading = Reading(balance=balance, unused=measured.spare, normalized_by=normalized_by)
        metrics.append(replace(scores, reading=reading))
    costs = {
        name: Costs(name, measured.datasets, measured.algorithms, grid.means(grid.lay(measured.values[name])))
        for name in options.costs
    }
    return Scores(metrics=tuple(metrics), costs=costs, sources=measured.files)


def _find_wrong_results(
    measured: Measurements,
    grid: MeasurementGrid,
    retained: Mapping[str, Retained],
    options: ScoresOptions,
    findings: Findings,
) -> None:
    """Find what is wrong with the results that the missing policy retains, and with what stands next to them."""
    find_no_baseline(measured, options.baseline, findings)
    find_undefined(measured, grid, retained, options.metrics, findings)
    find_gaps(measured, grid, retained, findings)
    find_missing_costs(measured, list(retained.values()), options.costs, findings)
    find_missing_validations(measured, retained, options.metrics, findings)
    find_wrong_counts(measured, grid, options, findings)


def _outcomes_of(counted: Sequence[PairedOutcomes], retained: Retained) -> tuple[PairedOutcomes, ...]:
    """Return the outcomes on the data sets and of the algorithms that the missing policy retains."""
    both = np.ix_(retained.algorithms, retained.algorithms)
    return tuple(replace(counted[dataset], both=counted[dataset].both[both]) for dataset in retained.datasets)


def _load_ranks(options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings) -> Scores:
    read = read_ranks(sheets, findings)
    if read is not None:
        find_too_few(read.algorithms, findings)
    findings.raise_any()
    if read is None or options.datasets is None:
        raise ValueError("layout: ranks needs a file and the number of data sets")
    [metric] = options.metrics
    scores = MetricRanks(
        name=metric.name,
        better=metric.better,
        scale=metric.scale,
        algorithms=read.algorithms,
        average=read.ranks,
        n_datasets=options.datasets,
    )
    return Scores(metrics=(scores,), costs={}, sources=read.files)


def _load_votes(options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings) -> Scores:
    read, [metric] = read_votes(sheets, options, findings), options.metrics
    find_too_few(read.algorithms, findings)
    findings.raise_any()
    scores = MetricVotes(
        name=metric.name,
        better="higher",
        scale=metric.scale,
        algorithms=read.algorithms,
        votes=read.votes,
        reading=Reading(unused=read.spare),
    )
    return Scores(metrics=(scores,), costs={}, sources=read.files)


def _with_validation(
    metric: Metric, retained: Retained, measured: Measurements, grid: MeasurementGrid, columns: ColumnNames
) -> MetricScores:
    scores = _metric_scores(metric, retained, measured, grid, columns)
    if metric.validation is None:
        return scores
    of_validation = metric.model_copy(update={"name": metric.validation})
    validation = _metric_scores(of_validation, retained, measured, grid, columns)
    return replace(scores, validation=replace(validation, seeds=scores.seeds))


def _imputed(scores: MetricScores, baseline: str | None) -> MetricScores:
    """Return scores with others in the place of missing ones, where the policy has it so."""
    if not scores.missing.imputed:
        return scores
    column = None if baseline is None else scores.algorithms.index(baseline)
    validation = None if scores.validation is None else _imputed(scores.validation, baseline)
    means = impute(scores.missing.policy, scores.means, scores.better, column)
    return replace(scores, means=means, validation=validation)


def _metric_scores(
    metric: Metric, retained: Retained, measured: Measurements, grid: MeasurementGrid, columns: ColumnNames
) -> MetricScores:
    laid = grid.lay(measured.values[metric.name])
    means = of_counts(metric, measured, grid) if metric.counts is not None else grid.means(laid)
    means = np.where(retained.gap, np.nan, means)
    whole_means = None if means.size == len(retained.datasets) * len(retained.algorithms) else means
    scores = MetricScores(
        name=metric.name,
        better=metric.better,
        scale=metric.scale,
        datasets=tuple(measured.datasets[d] for d in retained.datasets),
        algorithms=tuple(measured.algorithms[a] for a in retained.algorithms),
        means=means[np.ix_(retained.datasets, retained.algorithms)],
        folds=(None,) * len(retained.datasets),
        missing=retained.missing,
        seeds=measured.averaged(metric.name),
        formula=metric.formula if metric.counts is not None else "",
        unreduced=whole_means,
    )
    if columns.example is not None:
        right = 1.0 if metric.better == "higher" else 0.0
        return replace(
            scores,
            outcomes=count_outcomes(laid, retained, grid, right),
            examples=gather_examples(metric, laid, retained, measured, grid),
            not_outcomes=find_other_scores(metric.name, retained, measured),
        )
    if metric.counts is not None:
        return scores
    if metric.name in measured.by_step:
        steps = measured.by_step[metric.name]
        scores = replace(scores, trajectories=tuple(_steps_on(d, steps, retained) for d in retained.datasets))
    if metric.name in measured.by_seed:
        scores = replace(
            scores, by_seed=tuple(_runs_on(d, metric.name, retained, measured, grid) for d in retained.datasets)
        )
    if metric.name in measured.by_instance:
        of_each = (_instances_on(d, metric.name, retained, measured, grid) for d in retained.datasets)
        scores = replace(scores, instances=tuple(of_each))
    complete = np.where(retained.gap[grid.dataset], np.nan, laid)[:, retained.algorithms]
    n_train, n_test = (_case_counts(measured, grid, column) for column in (columns.n_train, columns.n_test))
    folds = tuple(_folds(grid.rows_of(d), complete, n_train, n_test, measured, grid) for d in retained.datasets)
    return replace(scores, folds=folds)


def _runs_on(
    dataset: int, metric: str, retained: Retained, measured: Measurements, grid: MeasurementGrid
) -> FloatArray | None:
    """Return the runs on a data set, one row per seed; None where it has folds, or a run of each algorithm at most."""
    rows = grid.rows_of(dataset)
    if rows.stop - rows.start != 1:
        return None
    places = grid.measured[rows.start][retained.algorithms]
    there = (places >= 0) & ~retained.gap[dataset, retained.algorithms]
    runs: FloatArray = np.where(there[:, None], measured.by_seed[metric][places], np.nan).T
    runs = runs[np.isfinite(runs).any(axis=1)]
    return runs if len(runs) and (np.isfinite(runs).sum(axis=0) > 1).any() else None


def _instances_on(
    dataset: int, metric: str, retained: Retained, measured: Measurements, grid: MeasurementGrid
) -> FloatArray | None:
    """Return the means in the instances of a data set, one row per instance; None where it has one."""
    places = grid.measured[grid.rows_of(dataset).start][retained.algorithms]
    there = (places >= 0) & ~retained.gap[dataset, retained.algorithms]
    of_each: FloatArray = np.where(there[:, None], measured.by_instance[metric][places], np.nan).T
    of_each = of_each[np.isfinite(of_each).any(axis=1)]
    return of_each if len(of_each) else None


def _steps_on(dataset: int, steps: Steps, retained: Retained) -> Trajectories:
    """Return the runs of the algorithms with a result on a data set, over their steps."""
    place = np.full(retained.gap.shape[1], -1)
    place[retained.algorithms] = np.arange(len(retained.algorithms))
    runs = np.flatnonzero(
        (steps.dataset == dataset) & (place[steps.algorithm] >= 0) & ~retained.gap[dataset, steps.algorithm]
    )
    starts = np.append(0, steps.ends[:-1])[runs]
    lengths = steps.ends[runs] - starts
    ends = np.cumsum(lengths)
    rows = np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1] if len(ends) else 0)
    return Trajectories(place[steps.algorithm[runs]], ends, steps.steps[rows], steps.scores[rows])


def _folds(
    rows: slice,
    scores: FloatArray,
    n_train: FloatArray | None,
    n_test: FloatArray | None,
    measured: Measurements,
    grid: MeasurementGrid,
) -> Folds | None:
    """Return the folds of a data set, which lie in these rows; None where it has one measurement a cell."""
    if rows.stop - rows.start < 2:
        return None
    return Folds(
        repeat=measured.repeats.numbers[grid.repeat[rows]],
        fold=measured.folds.numbers[grid.fold[rows]],
        scores=scores[rows],
        n_train=None if n_train is None else n_train[rows],
        n_test=None if n_test is None else n_test[rows],
    )


def _case_counts(measured: Measurements, grid: MeasurementGrid, column: str) -> FloatArray | None:
    """Cases of each fold. Where some algorithms were trained on fewer of them, the least number counts."""
    if column not in measured.values:
        return None
    least: FloatArray = np.fmin.reduce(grid.lay(measured.values[column]), axis=1)
    return least
