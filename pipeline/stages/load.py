"""The load stage: the files that a spec names, checked and turned into arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings, shown
from rankpress.core.scores import Costs, Examples, FloatArray, Folds, MetricScores, PairedOutcomes, Scores
from rankpress.sources.cells import Sheet
from rankpress.sources.layouts import read_folds, read_long, read_wide
from rankpress.sources.measurements import Grid, Measurements, average_seeds, lay_out, number_rows
from rankpress.sources.opening import Opening
from rankpress.sources.summaries import read_counts, read_ranks
from rankpress.stages.counts import find_undefined, of_counts, with_counts
from rankpress.stages.given_spreads import given_spreads
from rankpress.stages.missing import (
    Retained,
    apply_policy,
    find_duplicates,
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

if TYPE_CHECKING:
    from rankpress.spec.model import ColumnNames, Metric, ScoresOptions


def count_outcomes(laid: FloatArray, retained: Retained, grid: Grid, right: float) -> tuple[PairedOutcomes | None, ...]:
    """Count on how many test examples algorithms are right, singly and together."""
    matches: list[PairedOutcomes | None] = []
    for dataset in retained.datasets.tolist():
        there = ~retained.gap[dataset, retained.algorithms]
        scores = laid[grid.rows_of(dataset)][:, retained.algorithms]
        if not np.isin(scores[:, there], (0.0, 1.0)).all():
            matches.append(None)
            continue
        hits = (scores == right).astype(np.float64)
        known = there[:, None] & there
        matches.append(PairedOutcomes(len(hits), np.where(known, hits.T @ hits, np.nan)))
    return tuple(matches)


def gather_examples(
    metric: str, laid: FloatArray, retained: Retained, measured: Measurements, grid: Grid
) -> tuple[Examples, ...]:
    """Gather the scores on the test examples of each data set, with their clusters and the variance of answers."""
    scores = np.where(retained.gap[grid.dataset], np.nan, laid)[:, retained.algorithms]
    clusters = None if measured.cluster is None else measured.cluster[grid.at.max(axis=1)].astype(np.int64)
    variance = None
    if metric in measured.answer_variance:
        variance = grid.lay(measured.answer_variance[metric])[:, retained.algorithms]
    each = (grid.rows_of(dataset) for dataset in retained.datasets.tolist())
    return tuple(
        Examples(
            scores[rows],
            None if clusters is None else clusters[rows],
            None if variance is None or np.isnan(variance[rows]).all() else variance[rows],
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


def load(options: ScoresOptions, folder: Path) -> Scores:
    """Read and check the scores."""
    findings = Findings()
    opening = Opening(options, folder, findings)
    load_layout = _load_ranks if options.layout == "ranks" else _load_measurements
    scores = load_layout(options, opening, findings)
    reading = opening.reading()
    return replace(scores, metrics=tuple(replace(metric, reading=reading) for metric in scores.metrics))


def _load_measurements(options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings) -> Scores:
    measured, counted = _read(options, sheets, findings)
    measured = with_counts(average_seeds(measured, findings), options.metrics)
    grid = lay_out(measured)
    find_duplicates(measured, grid, findings)
    find_wrong_clusters(measured, grid, findings)
    if findings.unread:
        findings.raise_any()
    find_unmet_names(measured, findings)
    find_too_few(measured.algorithms, findings)
    retained = {
        metric.name: apply_policy(
            options.missing, measured, grid, grid.found(grid.lay(measured.values[metric.name])), options.baseline
        )
        for metric in options.metrics
    }
    find_no_baseline(measured, options.baseline, findings)
    find_undefined(measured, grid, retained, options.metrics, findings)
    spreads = given_spreads(findings.accompanied, measured, grid, options)
    find_gaps(measured, grid, retained, findings)
    find_missing_costs(measured, list(retained.values()), options.costs, findings)
    find_missing_validations(measured, retained, options.metrics, findings)
    find_wrong_counts(measured, grid, options, findings)
    findings.raise_any()
    metrics = []
    for metric in options.metrics:
        of_metric = retained[metric.name]
        read = _imputed(_with_validation(metric, of_metric, measured, grid, options.columns), options.baseline)
        metrics.append(_with_spreads(read, of_metric, spreads.get(metric.name)))
    scores = Scores(
        metrics=tuple(metrics),
        costs={name: _costs(name, measured, grid) for name in options.costs},
        sources=measured.files,
    )
    if not counted:
        return scores
    [only] = scores.metrics
    return replace(scores, metrics=(replace(only, outcomes=_retained_outcomes(counted, retained[only.name])),))


def _read(
    options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings
) -> tuple[Measurements, tuple[PairedOutcomes, ...]]:
    """Return what was measured, and where counts of test examples were given, the outcomes on each data set."""
    if options.layout != "counts":
        measured = READERS[options.layout](sheets, options, findings)
        return (number_rows(measured) if options.repeats == "rows" else measured), ()
    counted = read_counts(sheets, options, findings)
    return counted.measured, counted.outcomes


def _retained_outcomes(outcomes: tuple[PairedOutcomes, ...], retained: Retained) -> tuple[PairedOutcomes, ...]:
    algorithms = np.ix_(retained.algorithms, retained.algorithms)
    return tuple(replace(outcomes[d], both=outcomes[d].both[algorithms]) for d in retained.datasets)


def _load_ranks(options: ScoresOptions, sheets: Iterable[Sheet], findings: Findings) -> Scores:
    read = read_ranks(sheets, findings)
    if read is not None:
        find_too_few(read.algorithms, findings)
    findings.raise_any()
    if read is None or options.datasets is None:
        raise ValueError("layout: ranks needs a file and the number of data sets")
    [metric] = options.metrics
    scores = MetricScores(
        name=metric.name,
        better=metric.better,
        unit=metric.unit,
        datasets=(),
        algorithms=read.algorithms,
        means=None,
        n_datasets=options.datasets,
        average_ranks=read.ranks,
    )
    return Scores(metrics=(scores,), costs={}, sources=read.files)


def _with_validation(
    metric: Metric, retained: Retained, measured: Measurements, grid: Grid, columns: ColumnNames
) -> MetricScores:
    scores = _metric_scores(metric, retained, measured, grid, columns)
    if metric.validation is None:
        return scores
    of_validation = metric.model_copy(update={"name": metric.validation})
    return replace(scores, validation=_metric_scores(of_validation, retained, measured, grid, columns))


def _with_spreads(scores: MetricScores, retained: Retained, spreads: FloatArray | None) -> MetricScores:
    given = None if spreads is None else spreads[np.ix_(retained.datasets, retained.algorithms)]
    return scores if given is None else replace(scores, spreads=given)


def _imputed(scores: MetricScores, baseline: str | None) -> MetricScores:
    """Return scores with others in the place of missing ones, where the policy has it so."""
    if not scores.missing.imputed or scores.means is None:
        return scores
    column = None if baseline is None else scores.algorithms.index(baseline)
    validation = None if scores.validation is None else _imputed(scores.validation, baseline)
    means = impute(scores.missing.policy, scores.means, scores.better, column)
    return replace(scores, means=means, validation=validation)


def _metric_scores(
    metric: Metric, retained: Retained, measured: Measurements, grid: Grid, columns: ColumnNames
) -> MetricScores:
    laid = grid.lay(measured.values[metric.name])
    means = of_counts(metric, measured, grid) if metric.counts is not None else grid.means(laid)
    means = np.where(retained.gap, np.nan, means)
    whole_means = None if means.size == len(retained.datasets) * len(retained.algorithms) else means
    scores = MetricScores(
        name=metric.name,
        better=metric.better,
        unit=metric.unit,
        datasets=tuple(measured.datasets[d] for d in retained.datasets),
        algorithms=tuple(measured.algorithms[a] for a in retained.algorithms),
        means=means[np.ix_(retained.datasets, retained.algorithms)],
        n_datasets=len(retained.datasets),
        folds=(None,) * len(retained.datasets),
        missing=retained.missing,
        seeds=measured.averaged,
        formula=metric.formula if metric.counts is not None else "",
        unreduced=whole_means,
    )
    if columns.example is not None:
        right = 1.0 if metric.better == "higher" else 0.0
        return replace(
            scores,
            outcomes=count_outcomes(laid, retained, grid, right),
            examples=gather_examples(metric.name, laid, retained, measured, grid),
            not_outcomes=find_other_scores(metric.name, retained, measured),
        )
    if metric.counts is not None:
        return scores
    complete = np.where(retained.gap[grid.dataset], np.nan, laid)[:, retained.algorithms]
    n_train, n_test = (_case_counts(measured, grid, column) for column in (columns.n_train, columns.n_test))
    folds = tuple(_folds(grid.rows_of(d), complete, n_train, n_test, measured, grid) for d in retained.datasets)
    return replace(scores, folds=folds)


def _folds(
    rows: slice,
    scores: FloatArray,
    n_train: FloatArray | None,
    n_test: FloatArray | None,
    measured: Measurements,
    grid: Grid,
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


def _case_counts(measured: Measurements, grid: Grid, column: str) -> FloatArray | None:
    """Cases of each fold. Where some algorithms were trained on fewer of them, the least number counts."""
    if column not in measured.values:
        return None
    least: FloatArray = np.fmin.reduce(grid.lay(measured.values[column]), axis=1)
    return least


def _costs(name: str, measured: Measurements, grid: Grid) -> Costs:
    values = grid.means(grid.lay(measured.values[name]))
    return Costs(name, measured.datasets, measured.algorithms, values)
