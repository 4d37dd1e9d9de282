"""What is not certain of the scores of a study: what was guessed, and what in them is hardly meant."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.ideals import ideal_of
from rankpress.catalog.metrics import (
    is_any_score,
    is_change,
    is_never_negative,
    is_size,
    may_be_share,
    sound_of,
    words_of,
)
from rankpress.core.doubts import Doubt, without_keys
from rankpress.core.mixed_scales import datasets_in_per_cent, per_cent_among_fractions, sentence_on_scales
from rankpress.core.placeholders import placeholders_in, sentence_on
from rankpress.core.scores import FloatArray, MetricResults, MetricScores, Scores
from rankpress.core.twins import twins_by_overlap
from rankpress.stats.arrays import ROUNDING
from rankpress.wording.numbers import are_apart, typical_size
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy

# Scores that are shares: from 0 to 1, or everywhere in percent.
_SHARES = frozenset("accuracy acc auc auroc f1 precision recall balacc error jaccard iou kappa mcc".split())
# With these an error is in the unit of what is predicted.
_OF_SIZES = frozenset(
    "squared square absolute root prediction reconstruction regression estimation tracking "
    "localization translation rotation position pose depth angular distance".split()
)
# Shares that may be below 0, since they are corrected for chance.
_SIGNED = frozenset("kappa mcc".split())
# More algorithms than this for each data set are hardly compared: the table may have been read turned.
_MOST_ALGORITHMS = 10
# On fewer data sets two algorithms may well have the same scores.
_FEWEST_DATASETS = 3
# Of the neighbors among the scores of a data set, so many unequal ones that are tied are more than means of folds have.
MANY_NEAR_TIES = 0.1
# This many scores that are all 0 or 1 are more likely outcomes on test examples than scores on data sets.
FEWEST_OUTCOMES = 100


def doubts_of(read: ReadStudy, scores: Scores) -> tuple[Doubt, ...]:
    """Return the doubts that a study states and those that its scores raise; none once they are confirmed."""
    options = read.study.scores
    if options.confirmed:
        return ()
    gaps = _gaps(scores) if read.is_missing_assumed else ()
    settled = {"na"} if _states_all_numbers(read) else ()
    doubts = (*stated_doubts(read), *_twins(scores), *without_keys(implausible(scores), settled), *gaps)
    return tuple({str(doubt): doubt for doubt in reversed(doubts)}.values())[::-1]  # what a guess said is said once


def _states_all_numbers(read: ReadStudy) -> bool:
    """Return whether a user decides which numbers stand for no result: by an option, or as none is stated to."""
    options = read.study.scores
    return ("scores", "na") in read.source.overrides or ("na" in options.model_fields_set and not options.na)


def stated_doubts(read: ReadStudy) -> tuple[Doubt, ...]:
    """Return the doubts that a study states; none once they are confirmed."""
    options = read.study.scores
    return () if options.confirmed else tuple(of_study.doubt for of_study in options.doubts)


def implausible(scores: Scores) -> Iterator[Doubt]:
    """Yield what is hardly meant, and may come of columns that were taken for something else."""
    for metric in scores.scored:
        if len(metric.algorithms) < 2:
            continue
        means = metric.oriented
        sentences = [
            *_reversed(metric),
            *_shape(metric),
            *_impossible(metric),
            *_mixed_units(metric),
            *_outcomes(metric),
            *_tied_by_rounding(metric),
            *_assumed_limit(metric),
            *_solved_late(metric),
        ]
        if metric.n_datasets >= _FEWEST_DATASETS:
            sentences += [*_constant(metric, means), *_equal(metric, means), *_contrary(metric, means)]
        yield from (Doubt(sentence, metric.name) for sentence in sentences)
        yield from (Doubt(sentence, "na", metric.name) for sentence in _placeholders(metric))


def _assumed_limit(metric: MetricResults) -> Iterator[str]:
    """Say that the limit of runs is stated nowhere."""
    if isinstance(metric, MetricScores) and metric.limit_is_assumed:
        yield (
            f"nothing states the limit of runs; the largest time, {metric.limit:,.10g}, is assumed, and PAR-k depends "
            "on it (otherwise add --set scores.censored.limit=LIMIT)"
        )


def _solved_late(metric: MetricResults) -> Iterator[str]:
    """Say which runs count as unsolved though a column says that they solved."""
    if isinstance(metric, MetricScores) and (late := metric.late):
        dataset, algorithm, time = max(late, key=lambda run: run[2])
        verb, which = ("count", ", the longest") if len(late) > 1 else ("counts", "")
        yield (
            f"{counted(len(late), 'run')} solved after more than the limit, {metric.limit:,.10g}, and {verb} as "
            f"unsolved ({quoted(algorithm)} on {quoted(dataset)} after {time:,.10g}{which}); if the limit is another "
            f"one, add --set scores.censored.limit={time:.10g}"
        )


def _gaps(scores: Scores) -> Iterator[Doubt]:
    """Yield what was done about missing results of a metric, which no one requested."""
    metrics: dict[tuple[str, ...], list[MetricResults]] = {}
    for metric in scores.metrics:
        metrics.setdefault(tuple(dict.fromkeys(gap.dataset for gap in metric.missing.gaps)), []).append(metric)
    for names, those in metrics.items():
        if names:
            missing = those[0].missing
            total = counted(len({*those[0].datasets, *missing.dropped_datasets}), "data set")
            here = f"omitted here ({listed(names, 3)})" if missing.dropped_datasets else "compared with these gaps here"
            remark = f"results are missing on {len(names)} of {total}, {here}; another policy is --missing worst-rank"
            yield Doubt(remark, listed(metric.name for metric in those))


def _twins(scores: Scores) -> Iterator[Doubt]:
    """Yield names that hardly differ, and how they become one."""
    names_of = {"dataset": scores.all_datasets, "algorithm": scores.all_algorithms}
    for role, names in names_of.items():
        apart, sharing = twins_by_overlap(names, partial(_cells_of, scores, role))
        rename = shlex.quote(f"scores.rename={json.dumps({role: {name: earlier for earlier, name in apart}})}")
        once = "name them alike (scores.rename), and remove one of two results of the same measurement"
        kind = role.replace("dataset", "data set")
        for pairs, remedy in ((apart, f"--set {rename}"), (sharing, once)):
            written = listed((f"{quoted(earlier)} and {quoted(name)}" for earlier, name in pairs), most=3)
            if pairs:
                yield Doubt(
                    f"{written} are two {kind}s that are written nearly alike; if one is meant, {remedy}", "rename"
                )


def _cells_of(scores: Scores, role: str, name: str) -> set[tuple[str, str]]:
    """Return the metrics and the algorithms, or data sets, that have results of a data set, or an algorithm."""
    others = scores.all_algorithms if role == "dataset" else scores.all_datasets
    absent = {
        (metric.name, gap.algorithm if role == "dataset" else gap.dataset)
        for metric in scores.metrics
        for gap in metric.missing.gaps
        if not gap.present and name == (gap.dataset if role == "dataset" else gap.algorithm)
    }
    return {(metric.name, other) for metric in scores.metrics for other in others} - absent


def _reversed(metric: MetricScores) -> Iterator[str]:
    """Yield that the direction that is stated contradicts a name that shows the other one."""
    sound = sound_of(metric.name)
    is_plain = not (sound.doubt or sound.meanings or is_any_score(metric.name) or ideal_of(metric.name))
    if not is_plain or sound.better in (None, metric.better):
        return
    # an error below 0 has its sign turned, whether its name says so or not
    finite = metric.means[np.isfinite(metric.means)]
    is_turned = bool((finite <= 0).all()) if sound.better == "lower" else sound.is_turned and bool((finite >= 0).all())
    if not (is_turned and is_size(metric.name)):
        yield (
            f"by its name {sound.better} is better, but {metric.better} is stated, so that the worst scores may lead; "
            f"if the name is right, state better: {sound.better}"
        )


def _shape(metric: MetricScores) -> Iterator[str]:
    """Yield that there are far more algorithms than data sets."""
    if len(metric.algorithms) > _MOST_ALGORITHMS * metric.n_datasets:
        sizes = f"{counted(len(metric.algorithms), 'algorithm')} on {counted(metric.n_datasets, 'data set')}"
        yield f"{sizes}; were rows and columns, or data sets and algorithms, exchanged?"


def _impossible(metric: MetricScores) -> Iterator[str]:
    """Yield algorithms whose scores lie outside what a share can be, in whichever unit."""
    words = _shares_in(metric)
    if not words:
        return
    least, most = np.nanmin(metric.means, axis=0), np.nanmax(metric.means, axis=0)
    outside = (most > 100) | (least < (-100 if words <= _SIGNED else 0))
    names = [name for name, is_outside in zip(metric.algorithms, outside, strict=True) if is_outside]
    if names:
        claim = (
            f"{min(words)} of {listed(map(quoted, names), most=3)} from {np.nanmin(least):.4g} to {np.nanmax(most):.4g}"
        )
        yield f"{claim}; a share lies between 0 and 1, or 0% and 100%: is it a column of something else?"


def _placeholders(metric: MetricScores) -> Iterator[str]:
    """Yield numbers that hardly are scores, and whose they are."""
    if metric.examples or any(metric.outcomes):
        return
    for number in placeholders_in(list(metric.means.T), may_be_negative=not is_never_negative(metric.name)):
        has_it = (metric.means == number).any(axis=0)
        names = [name for name, is_there in zip(metric.algorithms, has_it, strict=True) if is_there]
        yield sentence_on(number, listed(map(quoted, names), most=3))


def _shares_in(metric: MetricScores) -> frozenset[str]:
    """Return the words of a name that say that it is a share; none of a difference.

    An error is none where the name says of what, or the data sets, as functions that are minimized, that it is a size.
    """
    if is_change(metric.name):
        return frozenset()
    words = words_of(metric.name)
    is_size = not _OF_SIZES.isdisjoint(words) or are_apart([typical_size(row) for row in metric.means])
    return _SHARES.intersection(words) - (frozenset({"error"}) if is_size else frozenset())


def _outcomes(metric: MetricScores) -> Iterator[str]:
    """Yield that scores are outcomes, right or wrong, on what are hardly data sets."""
    if (
        not isinstance(metric, MetricScores)
        or metric.examples
        or any(metric.outcomes)
        or metric.n_datasets < FEWEST_OUTCOMES
    ):
        return
    if np.isin(metric.means[np.isfinite(metric.means)], (0.0, 1.0)).all():
        yield (
            f"every score is 0 or 1, on {counted(metric.n_datasets, 'data set')}; if these are test examples, "
            "scores.columns.example names their column, and tests of outcomes compare them"
        )


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
        claim = f"{quoted(metric.algorithms[best])} has the best average rank and the worst mean"
        yield f"{claim}; is {metric.better} better, and are all data sets in one unit?"


def _tied_by_rounding(metric: MetricScores) -> Iterator[str]:
    """Yield that many scores are tied though they differ, by less than the rounding of numbers so large."""
    ascending = np.sort(metric.means, axis=1)  # missing ones come last
    steps, rounding = np.diff(ascending, axis=1), ROUNDING * np.abs(ascending[:, 1:])
    near = (steps > 0) & (steps <= rounding)
    # a mean that was computed in another order is off by less than a quarter of that
    is_more_than_noise = bool((near & (steps > rounding / 4)).any())
    if is_more_than_noise and near.sum() >= MANY_NEAR_TIES * np.isfinite(steps).sum():
        row, column = np.argwhere(near)[0].tolist()
        example = f"{ascending[row, column]!s} and {ascending[row, column + 1]!s} on {quoted(metric.datasets[row])}"
        yield (
            f"{counted(int(near.sum()), 'pair')} of unequal scores are ties, since they agree in 14 or more digits:"
            f" {example}; subtract what they have in common, or set rank.tolerance: 0"
        )


def _mixed_units(metric: MetricScores) -> Iterator[str]:
    """Yield that shares are in percent and as fractions of 1: of some algorithms, or on some data sets."""
    if not may_be_share(metric.name) or metric.name in metric.reading.per_cent:
        return
    datasets = np.repeat(np.arange(len(metric.means)), metric.means.shape[1])
    per_cent = per_cent_among_fractions(metric.means.ravel(), datasets).reshape(metric.means.shape)
    if per_cent.any():
        others = np.isfinite(metric.means) & ~per_cent & per_cent.any(axis=1, keepdims=True)
        names, other_names = (
            [metric.algorithms[index] for index in np.flatnonzero(some.any(axis=0)).tolist()]
            for some in (per_cent, others)
        )
        yield sentence_on_scales(names, other_names, metric.means[per_cent])
        return
    is_share = bool(_shares_in(metric))
    above = np.nanmax(np.abs(metric.means), axis=1) > 1 if is_share else datasets_in_per_cent(metric.means)
    if above.any() and not above.all():
        names = [name for name, is_above in zip(metric.datasets, above, strict=True) if is_above]
        yield f"above 1 on {listed(names, most=3)} and at most 1 on the other data sets; are some in percent?"
