"""A study as it was read, on one screen, and what in it is hardly meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.faults import counted, listed, quoted, shown
from rankpress.core.scores import FloatArray, MetricScores, Scores

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy

# Scores that are shares: from 0 to 1, or everywhere in percent.
_SHARES = frozenset("accuracy acc auc auroc f1 precision recall balacc error jaccard iou kappa mcc".split())
# More algorithms than this for each data set are hardly compared: the table may have been read turned.
MOST_ALGORITHMS = 10
# On fewer data sets two algorithms may well have the same scores.
FEWEST_DATASETS = 3


def digest(scores: Scores) -> Iterator[str]:
    """Yield what was read: names of data sets and algorithms, and of each metric its direction, range and extremes."""
    for what, names in (("data sets", scores.all_datasets), ("algorithms", scores.all_algorithms)):
        if names:
            yield f"  {what}: {ends(names)}"
    for metric in scores.metrics:
        yield f"  {shown(metric.name)}: {'; '.join(_described(metric))}"
    if scores.costs:
        yield f"  costs: {listed(scores.costs)}"


def ends(names: Sequence[str]) -> str:
    """Return the first and last of some names, with dots between."""
    some = [*names[:3], "...", *names[-2:]] if len(names) > 6 else names
    return listed(some)


def _described(metric: MetricScores) -> Iterator[str]:
    yield f"{metric.better} is better"
    means = metric.means
    if means is None:
        return
    yield f"cells from {np.nanmin(means):.4g} to {np.nanmax(means):.4g}"
    yield _measured(metric)
    cells = metric.missing.coverage.present.size if metric.missing.coverage is not None else means.size
    if metric.missing.gaps:
        yield f"{100 * len(metric.missing.gaps) / cells:.2g}% of {cells:,} cells missing"
    known = np.isfinite(means)  # of each algorithm, the mean over the data sets that it has
    of_algorithms = np.where(known, means, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    order = np.argsort(of_algorithms if metric.better == "lower" else -of_algorithms, kind="stable")
    best, worst = (f"{shown(metric.algorithms[place])} ({of_algorithms[place]:.4g})" for place in (order[0], order[-1]))
    yield f"best mean {best}, worst {worst}"


def _measured(metric: MetricScores) -> str:
    """Return of how many measurements a cell is made."""
    word = "test example" if metric.examples else "measurement"
    sizes = sorted({1 if item is None else len(item.scores) for item in metric.examples or metric.folds} or {1})
    many = counted(sizes[0], word) if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,} {word}s"
    if metric.seeds is None:
        return f"{many} a cell"
    few, most = metric.seeds
    return f"{many} a cell, each the mean of {counted(few, 'run') if few == most else f'{few} to {most} runs'}"


def unconfirmed(read: ReadStudy) -> Iterator[str]:
    """Yield the lines that rankpress init guessed with little to go by, and how to confirm them."""
    if read.study.scores.confirmed:
        return
    document = read.source.document
    lines = [(number, line) for number, line in enumerate(document.lines, 1) if "# in doubt:" in line]
    for number, line in lines:
        key, _, doubt = line.strip().removeprefix("- ").partition("# in doubt:")
        yield f"{document.name}:{number}: {key.strip()}: {doubt.strip()}"
    place = document.values.get(("scores", "confirmed"))
    line = f":{place.line}" if place else ""
    right = "these lines are right" if lines else "the study is right"
    yield f"{document.name}{line}: scores.confirmed is false; set it to true once {right}"


def implausible(scores: Scores) -> Iterator[str]:
    """Yield what is hardly meant, and may come of columns that were taken for something else."""
    for metric in scores.metrics:
        means = metric.oriented
        if means is None or len(metric.algorithms) < 2:
            continue
        place = f"metric {shown(metric.name)}"
        if len(metric.algorithms) > MOST_ALGORITHMS * metric.n_datasets:
            sizes = f"{counted(len(metric.algorithms), 'algorithm')} on {counted(metric.n_datasets, 'data set')}"
            yield f"{place}: {sizes}; were rows and columns, or data sets and algorithms, exchanged?"
        if metric.n_datasets >= FEWEST_DATASETS:
            yield from (f"{place}: {text}" for text in (*_constant(metric, means), *_equal(metric, means)))
            yield from (f"{place}: {text}" for text in _contrary(metric, means))
        yield from (f"{place}: {text}" for text in _mixed_units(metric))


def _constant(metric: MetricScores, means: FloatArray) -> Iterator[str]:
    """Yield algorithms that have one score on all data sets, where others do not."""
    same = np.all(means == means[0], axis=0)
    names = [name for name, is_same in zip(metric.algorithms, same, strict=True) if is_same]
    if names and not same.all():
        verb = "has" if len(names) == 1 else "have"
        yield f"{listed(map(quoted, names))} {verb} the same score on all data sets; a column that is no algorithm?"


def _equal(metric: MetricScores, means: FloatArray) -> Iterator[str]:
    """Yield algorithms that equal an earlier one on all data sets."""
    first: dict[bytes, str] = {}
    pairs = []
    for name, column in zip(metric.algorithms, means.T, strict=True):
        other = first.setdefault(column.tobytes(), name)
        if other != name:
            pairs.append(f"{quoted(name)} and {quoted(other)}")
    if pairs:
        yield f"{listed(pairs, most=3)} have the same scores on all data sets; one algorithm under two names?"


def _contrary(metric: MetricScores, means: FloatArray) -> Iterator[str]:
    """Yield that the algorithm with the best average rank has the worst mean."""
    if len(metric.algorithms) < 3 or not np.isfinite(means).all():
        return
    above = (means[:, :, None] < means[:, None, :]).mean(axis=0).sum(axis=1)
    equal = (means[:, :, None] == means[:, None, :]).mean(axis=0).sum(axis=1)
    best = int(np.argmin(above + equal / 2))
    of_algorithms = means.mean(axis=0)
    if of_algorithms[best] == of_algorithms.min() < of_algorithms.max():
        text = f"{quoted(metric.algorithms[best])} has the best average rank and the worst mean"
        yield f"{text}; is {metric.better} better, and are all data sets in one unit?"


def _mixed_units(metric: MetricScores) -> Iterator[str]:
    """Yield that shares are above 1 on some data sets and below on others."""
    if metric.means is None or _SHARES.isdisjoint(words_of(metric.name)):
        return
    above = np.nanmax(np.abs(metric.means), axis=1) > 1
    if above.any() and not above.all():
        names = [name for name, is_above in zip(metric.datasets, above, strict=True) if is_above]
        yield f"above 1 on {listed(names, most=3)} and at most 1 on the other data sets; are some in percent?"
