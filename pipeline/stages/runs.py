"""Runs of an algorithm on a data set, made one: steps reduced, settings chosen, seeds and instances averaged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from rankpress.core.expressions import evaluated
from rankpress.core.faults import Fault, Findings
from rankpress.core.scores import BoolArray, EarlyEnd, FloatArray, IntArray
from rankpress.sources.measurements import Measurements, Splits, Steps
from rankpress.stages.duplicates import Advice, find_duplicates
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from rankpress.spec.model import Metric, ScoresOptions

_Each = TypeVar("_Each")


def measure_runs(measured: Measurements, options: ScoresOptions, findings: Findings, advice: Advice) -> Measurements:
    """Put one measurement in place of the runs, steps and settings that each data set, repeat and fold has."""
    if options.repeats is not None:
        measured = number_rows(measured, options)
    if options.columns.step is not None and options.columns.step in measured.values:
        measured = reduce_steps(measured, options, findings, advice)
    elif options.choose is not None and options.choose.by in measured.values:
        measured = choose_rows(measured, options)
    return average_instances(average_seeds(measured, options, findings, advice), options, findings, advice)


def has_score(metric: Metric, measured: Measurements) -> BoolArray:
    """Return which measurements have a score in a metric, or all the counts that it is computed of."""
    there: BoolArray = np.logical_and.reduce([np.isfinite(measured.values[column]) for column in metric.columns])
    return there


def has_any_score(measured: Measurements, options: ScoresOptions) -> BoolArray:
    """Return which measurements have a score in some metric; others are as good as absent."""
    there: BoolArray = np.logical_or.reduce([has_score(metric, measured) for metric in options.metrics])
    return there


# Rows without numbers


def number_rows(measured: Measurements, options: ScoresOptions) -> Measurements:
    """Number the rows of an algorithm on a data set in the order of the files: as folds, or as runs where some lack.

    A study may say that all are runs.
    """
    # Rows are paired by their order, which is only possible where all algorithms have equally many, none without a
    # score; an algorithm without any score has no result, whatever the others have.
    n_algorithms = len(measured.algorithms)
    cells = measured.dataset * np.int64(n_algorithms) + measured.algorithm
    order = np.argsort(cells, kind="stable")
    starts = np.flatnonzero(np.diff(cells[order], prepend=-1))
    position = np.empty(len(cells), dtype=np.int32)
    position[order] = np.arange(len(cells)) - np.repeat(starts, np.diff(starts, append=len(cells)))
    paired = np.full(len(measured.datasets), options.repeats == "rows")
    if options.runs == "available" and paired.any():
        whole = np.logical_and.reduce([has_score(metric, measured) for metric in options.metrics])
        shape = (len(measured.datasets), n_algorithms)
        rows = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
        scored = np.bincount(cells[whole], minlength=shape[0] * shape[1]).reshape(shape)
        some = np.bincount(cells[has_any_score(measured, options)], minlength=shape[0] * shape[1]).reshape(shape) > 0
        paired = np.all(~some | ((scored == rows) & (rows == rows.max(axis=1, initial=0)[:, None])), axis=1)
    is_fold = paired[measured.dataset]
    numbers = np.arange(1, position.max(initial=0) + 2, dtype=np.int64)
    labels = tuple(map(str, numbers))
    numbered = replace(
        measured,
        folds=Splits(numbers, labels),
        fold=np.where(is_fold, position, np.int32(0)),
        split_names=("fold",),
    )
    if is_fold.all():
        return numbered
    return replace(numbered, seeds=labels, seed=np.where(is_fold, np.int32(0), position), by_rows=True)


# Steps


def reduce_steps(measured: Measurements, options: ScoresOptions, findings: Findings, advice: Advice) -> Measurements:
    """Put one measurement in place of the steps of each run."""
    column = str(options.columns.step)
    steps = measured.values[column]
    _find_no_steps(measured, column, findings)
    run, n = _runs_of(measured)
    order = np.lexsort((np.arange(len(run)), steps, run))
    again = np.flatnonzero((np.diff(run[order], prepend=-1) == 0) & (np.diff(steps[order], prepend=np.nan) == 0))
    before = {int(order[place]): int(order[place - 1]) for place in again.tolist()}
    find_duplicates(measured, before, findings, advice, column)
    run, steps = run[order], steps[order]
    weights: dict[str, FloatArray] = {}
    for metric in options.metrics:
        scores = {column: measured.values[column][order] for column in metric.columns}
        weights[metric.name] = _weights(options, metric, scores, run, steps, n)
    first = _first_weights(list(weights.values()), run, n)
    of_column = _by_column(options, weights)
    values = {
        name: _weighted(measured.values[name][order], of_column.get(name, first), run, n)
        for name in _after_runs(measured, options)
    }
    # of each run the last row that counts, else its last one, stands for it in messages
    row = np.zeros(n, dtype=np.int64)
    row[run] = order
    row[run[first > 0]] = order[first > 0]
    reduced = replace(_taken(measured, row), values=values)
    early = _early_ends(measured, options, order, run, steps, n)
    return replace(reduced, early=early, by_step=_by_step(measured, options, order, run, steps))


def _find_no_steps(measured: Measurements, column: str, findings: Findings) -> None:
    empty = np.flatnonzero(np.isnan(measured.values[column])).tolist()
    findings.unread |= bool(empty)
    findings.add_each(
        "rows without a step",
        empty,
        lambda index: Fault(measured.place(index, column), "the step is empty", "a number in each row"),
    )


def rule_for_steps(options: ScoresOptions) -> tuple[str, float]:
    """Return how steps are reduced, and the number that this takes: of how many steps, or at which one."""
    if options.reduce is None or isinstance(options.reduce, str):
        return options.reduce or "last", 1
    return ("last", options.reduce.last or 1) if options.reduce.at is None else ("at", options.reduce.at)


def _weights(
    options: ScoresOptions,
    metric: Metric,
    scores: Mapping[str, FloatArray],
    run: IntArray,
    steps: FloatArray,
    n: int,
) -> FloatArray:
    """Return with what weight each row counts in its run, 0 where it does not; rows are sorted by run and step."""
    there = np.logical_and.reduce([np.isfinite(of_column) for of_column in scores.values()])
    weights = np.zeros(len(run))
    way, number = rule_for_steps(options)
    if way == "area":
        weights[there] = _trapezoids(run[there], steps[there])
        return weights
    if way == "best":
        taken = _best(metric, scores, run, there)
    elif way == "last":
        numbered = np.cumsum(there)
        ends = np.flatnonzero(np.diff(run, append=-1))
        taken = there & (numbered[ends][run] - numbered < number)
    else:
        taken = there & (steps == number) if way == "at" else there
    counts = np.bincount(run[taken], minlength=n)
    weights[taken] = 1 / counts[run[taken]]
    return weights


def _best(metric: Metric, scores: Mapping[str, FloatArray], run: IntArray, there: BoolArray) -> BoolArray:
    """Return the best step of each run, of equally good ones the first."""
    if metric.counts is None:
        values = scores[metric.name]
    else:
        with np.errstate(divide="ignore", invalid="ignore"):
            counts = {name: scores[column] for name, column in metric.counts.items()}
            values = np.asarray(evaluated(metric.formula, counts), dtype=np.float64)
    there = there & np.isfinite(values)
    rows = np.flatnonzero(there)
    order = rows[np.lexsort((rows, values[rows] if metric.better == "lower" else -values[rows], run[rows]))]
    best = np.zeros(len(run), dtype=bool)
    best[order[np.diff(run[order], prepend=-1) > 0]] = True
    return best


def _trapezoids(run: IntArray, steps: FloatArray) -> FloatArray:
    """Return the share of each step in the range of its run: half the way from the step before to the one after."""
    ways = np.where(np.diff(run) == 0, np.diff(steps), 0.0)
    halves = (np.append(0.0, ways) + np.append(ways, 0.0)) / 2
    starts = np.flatnonzero(np.diff(run, prepend=-1))
    ends = np.append(starts[1:], len(run)) - 1
    ranges = np.repeat(steps[ends] - steps[starts], ends - starts + 1) if len(run) else np.empty(0)
    shares: FloatArray = np.divide(halves, ranges, out=np.ones(len(run)), where=ranges > 0)
    return shares


def _first_weights(weights: list[FloatArray], run: IntArray, n: int) -> FloatArray:
    """Return the weights of what accompanies the scores: those of the first metric that has a result of the run."""
    first, *others = (of_metric.copy() for of_metric in weights)
    for of_metric in others:
        lacking = np.bincount(run[first > 0], minlength=n) == 0
        first[lacking[run]] = of_metric[lacking[run]]
    return first


def _weighted(values: FloatArray, weights: FloatArray, run: IntArray, n: int) -> FloatArray:
    """Return the weighted mean of each run, nan where no row counts; rows are sorted by run and step."""
    counts = weights > 0
    values, weights, run = values[counts], weights[counts], run[counts]
    means = np.bincount(run, weights=values * weights, minlength=n)
    # a sum of thirds need not be the number itself, where all are the same
    least, most = np.full(n, np.inf), np.full(n, -np.inf)
    np.minimum.at(least, run, values)
    np.maximum.at(most, run, values)
    return np.where(np.bincount(run, minlength=n) == 0, np.nan, np.where(least == most, least, means))


def _early_ends(
    measured: Measurements, options: ScoresOptions, order: IntArray, run: IntArray, steps: FloatArray, n: int
) -> dict[str, tuple[EarlyEnd, ...]]:
    """Return by metric the cells with runs that end before others of the data set do."""
    if rule_for_steps(options)[0] == "at":
        return {}
    ends: dict[str, tuple[EarlyEnd, ...]] = {}
    dataset, algorithm = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    dataset[run], algorithm[run] = measured.dataset[order], measured.algorithm[order]
    for metric in options.metrics:
        there = has_score(metric, measured)[order] & np.isfinite(steps)  # an empty step is a fault already
        last = np.full(n, -np.inf)
        last[run[there]] = steps[there]
        latest = np.full(len(measured.datasets), -np.inf)
        np.maximum.at(latest, dataset, last)
        early = np.isfinite(last) & (last < latest[dataset])
        cells, cell, runs = np.unique(
            (dataset * len(measured.algorithms) + algorithm)[early], return_inverse=True, return_counts=True
        )
        first = np.full(len(cells), np.inf)
        np.minimum.at(first, cell, last[early])
        ends[metric.name] = tuple(
            EarlyEnd(measured.datasets[d], measured.algorithms[a], step, float(latest[d]), number)
            for (d, a), step, number in zip(
                (divmod(code, len(measured.algorithms)) for code in cells.tolist()),
                first.tolist(),
                runs.tolist(),
                strict=True,
            )
        )
    return ends


def _by_step(
    measured: Measurements, options: ScoresOptions, order: IntArray, run: IntArray, steps: FloatArray
) -> dict[str, Steps]:
    """Return by metric the scores at all steps of the runs that have any; rows are sorted by run and step."""
    if options.columns.example is not None:
        return {}
    by_step: dict[str, Steps] = {}
    for metric in options.metrics:
        if metric.counts is not None:
            continue
        there = has_score(metric, measured)[order] & np.isfinite(steps)
        rows = order[there]
        last = np.flatnonzero(np.diff(run[there], append=-1))
        by_step[metric.name] = Steps(
            measured.dataset[rows[last]],
            measured.algorithm[rows[last]],
            last + 1,
            steps[there],
            measured.values[metric.name][rows],
        )
    return by_step


# Settings


def choose_rows(measured: Measurements, options: ScoresOptions) -> Measurements:
    """Choose of the rows of each run the best one by a column; a run of a single row keeps it."""
    assert options.choose is not None
    by = measured.values[options.choose.by]
    run, n = _runs_of(measured)
    order = np.lexsort((np.arange(len(run)), by if options.choose.best == "lower" else -by, run))
    row = order[np.diff(run[order], prepend=-1) > 0]
    undecided = np.isnan(by[row]) & (np.bincount(run, minlength=n) > 1)
    values = {name: np.where(undecided, np.nan, measured.values[name][row]) for name in _after_runs(measured, options)}
    return replace(_taken(measured, row), values=values)


# Seeds


def average_seeds(measured: Measurements, options: ScoresOptions, findings: Findings, advice: Advice) -> Measurements:
    """Put the mean in place of the measurements that differ in their seeds alone."""
    # A data set, repeat and fold may have other seeds, and another number of them, for each algorithm. A row without a
    # score counts as little as one that is not there: neither it nor its costs are part of a mean.
    if measured.seed is None:
        return measured
    group, n = _numbered(_places(measured))
    _find_again(measured, group * np.int64(measured.seed.max(initial=0) + 1) + measured.seed, findings, advice)
    first = np.full(n, len(group), dtype=np.int64)
    np.minimum.at(first, group, np.arange(len(group)))
    scored = {metric.name: has_score(metric, measured) for metric in options.metrics}
    of_column = _by_column(options, scored)
    any_score = has_any_score(measured, options)
    counting = {column: of_column.get(column, any_score) for column in measured.values}
    averaged = replace(
        _taken(measured, first),
        seed=None,
        values={column: _means(values, group, n, counting[column]) for column, values in measured.values.items()},
        answer_variance={
            column: _variances(values, group, n, counting[column]) for column, values in measured.values.items()
        },
        runs={name: np.bincount(group[there], minlength=n) for name, there in scored.items()},
        by_seed=_by_seed(measured, options, scored, group, n),
    )
    return _complete(averaged, options) if options.runs == "complete" else averaged


def _by_seed(
    measured: Measurements, options: ScoresOptions, scored: Mapping[str, BoolArray], group: IntArray, n: int
) -> dict[str, FloatArray]:
    """Return by metric the runs behind each mean, one column per seed that the data set, repeat and fold has."""
    if options.columns.example is not None or measured.seed is None:
        return {}
    # Seeds are numbered separately on each data set, where there may be few of all that occur.
    places = _places(measured, of_algorithms=False)
    pairs, pair = np.unique(np.column_stack([places, measured.seed.astype(np.int64)]), axis=0, return_inverse=True)
    starts = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1))
    number = np.arange(len(pairs)) - np.repeat(starts, np.diff(starts, append=len(pairs)))
    column = number[pair.ravel()]
    runs: dict[str, FloatArray] = {}
    for metric in options.metrics:
        if metric.counts is not None:
            continue
        there = scored[metric.name]
        runs[metric.name] = np.full((n, int(column.max(initial=-1)) + 1), np.nan)
        runs[metric.name][group[there], column[there]] = measured.values[metric.name][there]
    return runs


def most_runs(measured: Measurements, counts: IntArray) -> IntArray:
    """Return how many runs the algorithm with most of them has, for each measurement on its data set, repeat, fold."""
    place, n = _numbered(_places(measured, of_algorithms=False))
    most = np.zeros(n, dtype=np.int64)
    np.maximum.at(most, place, counts)
    return most[place]


def _complete(measured: Measurements, options: ScoresOptions) -> Measurements:
    """Leave no score where an algorithm has fewer runs than another on the same data set, repeat and fold."""
    values, reasons, by_seed = dict(measured.values), dict(measured.reasons), dict(measured.by_seed)
    for metric in options.metrics:
        counts = (measured.runs or {})[metric.name]
        most = most_runs(measured, counts)
        fewer = counts < most
        for column in metric.columns:
            values[column] = np.where(fewer, np.nan, values[column])
        if metric.name in by_seed:
            by_seed[metric.name] = np.where(fewer[:, None], np.nan, by_seed[metric.name])
        for index in np.flatnonzero(fewer & (counts > 0)).tolist():
            cell = int(measured.dataset[index]), int(measured.algorithm[index])
            reasons.setdefault(cell, f"{counts[index]} of {counted(int(most[index]), 'run')}")
    return replace(measured, values=values, reasons=reasons, by_seed=by_seed)


def _find_again(measured: Measurements, place: IntArray, findings: Findings, advice: Advice) -> None:
    """Report measurements of which another has the same place."""
    _, first, inverse = np.unique(place, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[inverse] != np.arange(len(place))).tolist()
    find_duplicates(measured, {index: int(first[inverse[index]]) for index in again}, findings, advice)


def _means(values: FloatArray, group: IntArray, n: int, counting: BoolArray) -> FloatArray:
    """Return the mean of each group over the rows that count, the same whatever the order of the files."""
    # nan where no row counts, or one that counts has no value
    values, group = values[counting], group[counting]
    order = np.lexsort((values, group))
    counts = np.bincount(group, minlength=n)
    means, some = np.full(n, np.nan), np.flatnonzero(counts)
    if not len(some):
        return means
    starts = (np.cumsum(counts) - counts)[some]
    sums = np.add.reduceat(values[order] / counts[group[order]], starts)
    # a sum of thirds need not be the number itself, where all are the same
    least, most = values[order][starts], values[order][starts + counts[some] - 1]
    means[some] = np.where(least == most, least, sums)
    return means


def _variances(values: FloatArray, group: IntArray, n: int, counting: BoolArray) -> FloatArray:
    """Return the sample variance of each group divided by its number of values, nan of a single one."""
    deviations = (values - _means(values, group, n, counting)[group])[counting]
    counts = np.bincount(group[counting], minlength=n)
    squares = np.bincount(group[counting], weights=deviations**2, minlength=n)
    variances = np.divide(squares, counts * (counts - 1.0), out=np.full(n, np.nan), where=counts > 1)
    return np.asarray(variances)


# Instances


def average_instances(
    measured: Measurements, options: ScoresOptions, findings: Findings, advice: Advice
) -> Measurements:
    """Put the mean over its instances in place of a data set that has several: of each the mean of its measurements."""
    if measured.instance is None:
        return measured
    _find_again(measured, _places(measured), findings, advice)
    several = _has_several(measured)[measured.dataset]
    repeat, fold = (np.where(several, np.int32(0), codes) for codes in (measured.repeat, measured.fold))
    scored = {metric.name: has_score(metric, measured) for metric in options.metrics}
    lacking, reasons = _lacking_instances(measured, scored, several)
    any_score = has_any_score(measured, options)
    within = _mean_of_places(
        replace(measured, repeat=repeat, fold=fold), _by_column(options, scored), any_score | ~several
    )
    number = _number_of_instance(within)
    there = {metric.name: has_score(metric, within) for metric in options.metrics}
    whole = replace(within, instance=None)
    group, n = _numbered(_places(whole))
    averaged = _mean_of_places(whole, {}, np.ones(len(group), dtype=bool))
    single = ~_has_several(measured)[averaged.dataset]
    values, by_instance = dict(averaged.values), dict[str, FloatArray]()
    for name, in_metric in there.items():
        lacks = lacking[name][averaged.dataset, averaged.algorithm]
        by_instance[name] = np.full((n, int(number.max(initial=-1)) + 1), np.nan)
        by_instance[name][group[in_metric], number[in_metric]] = within.values[name][in_metric]
        by_instance[name][single | lacks] = np.nan
        values[name] = np.where(lacks, np.nan, values[name])
    return replace(averaged, values=values, by_instance=by_instance, reasons={**reasons, **measured.reasons})


def _has_several(measured: Measurements) -> BoolArray:
    """Return which data sets have several instances."""
    assert measured.instance is not None
    pairs = np.unique(np.column_stack([measured.dataset, measured.instance]), axis=0)
    return np.bincount(pairs[:, 0], minlength=len(measured.datasets)) > 1


def _number_of_instance(measured: Measurements) -> IntArray:
    """Return the number of the instance of each measurement among those of its data set, from 0."""
    assert measured.instance is not None
    pairs, place = np.unique(np.column_stack([measured.dataset, measured.instance]), axis=0, return_inverse=True)
    starts = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1))
    return (np.arange(len(pairs)) - np.repeat(starts, np.diff(starts, append=len(pairs))))[place.ravel()]


def _lacking_instances(
    measured: Measurements, scored: Mapping[str, BoolArray], several: BoolArray
) -> tuple[dict[str, BoolArray], dict[tuple[int, int], str]]:
    """Return by metric where an algorithm lacks a score that others have in some instance of a data set, and why."""
    shape = (len(measured.datasets), len(measured.algorithms))
    places = np.unique(np.column_stack([measured.dataset, _places(measured, of_algorithms=False)])[several], axis=0)
    expected = np.bincount(places[:, 0], minlength=shape[0])[:, None]
    lacking, reasons = dict[str, BoolArray](), dict[tuple[int, int], str]()
    for name, there in scored.items():
        counts = np.zeros(shape, dtype=np.int64)
        np.add.at(counts, (measured.dataset[there & several], measured.algorithm[there & several]), 1)
        lacking[name] = counts < expected
        for d, a in np.argwhere(lacking[name] & (counts > 0)).tolist():
            total = counted(int(expected[d, 0]), "measurement")
            reasons.setdefault((d, a), f"{counts[d, a]} of {total} over the instances")
    return lacking, reasons


def _mean_of_places(measured: Measurements, scored: Mapping[str, BoolArray], others: BoolArray) -> Measurements:
    """Return one measurement for each place: the mean over what counts in a column, `others` where it is no score."""
    group, n = _numbered(_places(measured))
    first = np.full(n, len(group), dtype=np.int64)
    np.minimum.at(first, group, np.arange(len(group)))
    is_one = np.bincount(group, minlength=n) == 1
    means = {
        column: np.where(is_one, values[first], _means(values, group, n, scored.get(column, others)))
        for column, values in measured.values.items()
    }
    taken = _taken(measured, first)
    # means over seeds within instances are no runs of the data set
    return replace(
        taken,
        values=means,
        runs=None if measured.runs is None else {k: np.where(is_one, v[first], 0) for k, v in measured.runs.items()},
        answer_variance={k: np.where(is_one, v[first], np.nan) for k, v in measured.answer_variance.items()},
        by_seed={k: np.where(is_one[:, None], v[first], np.nan) for k, v in measured.by_seed.items()},
    )


# What measurements share


def _places(measured: Measurements, of_algorithms: bool = True) -> IntArray:
    """Return a number for each data set, instance, repeat and fold, and algorithm."""
    places = measured.dataset.astype(np.int64)
    for codes, n in (
        (measured.algorithm, len(measured.algorithms) if of_algorithms else 0),
        (measured.repeat, len(measured.repeats.labels)),
        (measured.fold, len(measured.folds.labels)),
    ):
        places = places * n + codes if n else places
    return places if measured.instance is None else places * len(measured.instances) + measured.instance


def _runs_of(measured: Measurements) -> tuple[IntArray, int]:
    """Return to which run each row belongs (data set, algorithm, repeat, fold and seed), and how many there are."""
    places = _places(measured)
    return _numbered(places if measured.seed is None else places * len(measured.seeds) + measured.seed)


def _numbered(places: IntArray) -> tuple[IntArray, int]:
    """Number the places in the order of their first appearance, and say how many there are."""
    _, first, inverse = np.unique(places, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    return number[inverse], len(order)


def _taken(measured: Measurements, rows: IntArray) -> Measurements:
    """Return some of the measurements, with their seeds and clusters."""
    own = ("dataset", "algorithm", "repeat", "fold", "file", "row")
    return replace(
        measured,
        **{name: getattr(measured, name)[rows] for name in own},
        values={column: values[rows] for column, values in measured.values.items()},
        seed=None if measured.seed is None else measured.seed[rows],
        cluster=None if measured.cluster is None else measured.cluster[rows],
        instance=None if measured.instance is None else measured.instance[rows],
    )


def _further_columns(metric: Metric) -> Iterator[str]:
    yield from filter(None, (metric.validation, metric.labels))


def _by_column(options: ScoresOptions, by_metric: Mapping[str, _Each]) -> dict[str, _Each]:
    """Return by column what is known of the metric that it belongs to, first as its scores, else as its validation."""
    metrics = options.metrics[::-1]
    of_validation = {column: by_metric[metric.name] for metric in metrics for column in _further_columns(metric)}
    return of_validation | {column: by_metric[metric.name] for metric in metrics for column in metric.columns}


def _after_runs(measured: Measurements, options: ScoresOptions) -> list[str]:
    """Return the columns of numbers that are needed once rows were reduced or chosen."""
    columns = options.columns
    used = {column for metric in options.metrics for column in (*metric.columns, *_further_columns(metric))}
    used |= {*options.costs, columns.n_train, columns.n_test}
    return [name for name in measured.values if name in used]
