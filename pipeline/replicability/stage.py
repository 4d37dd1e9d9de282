"""The replicability stage: which data sets can be drawn, which tests are made on the draws, and what they found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.adjust import family_by
from rankpress.draws import complete_datasets, undrawable
from rankpress.durations import MOST_IN_DRAWS, SLOW
from rankpress.naming import Sentence, mentioned
from rankpress.rank import Ranking
from rankpress.replicability.experiment import Experiment, repeat_at
from rankpress.replicability.found import Repeated, Replicated
from rankpress.scores import FloatArray, IntArray, MetricScores
from rankpress.spec.test_section import needed_test
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.store.of_metric import OfMetric, unkept
from rankpress.test import Tested, compared_pairs

if TYPE_CHECKING:
    from rankpress.spec.model import AdjustMethod, ReplicabilityOptions, TestOptions


def replicate(
    scores: MetricScores,
    ranking: Ranking,
    tested: Tested,
    test: TestOptions,
    methods: tuple[AdjustMethod, ...],
    options: ReplicabilityOptions,
    keep: OfMetric | None = None,
) -> Replicated:
    """Make the tests anew on many draws of data sets, at each bias.

    Parameters
    ----------
    scores, ranking, tested : MetricScores, Ranking, Tested
        One metric, its ranks and its tests, which tell the control.
    test : TestOptions
        The pairwise test of the study, and the level.
    methods : tuple of AdjustMethod
        The study's adjustments, for options that name none.
    options : ReplicabilityOptions
        What is drawn, how often, and which tests are made.
    keep : OfMetric or None
        Where the experiments of each bias are kept.

    Returns
    -------
    Replicated
    """
    pairs = compared_pairs(ranking, tested.control)
    favoured, against = _favoured(scores, ranking, options)
    left_out: dict[str, str] = {}
    notes: list[str] = []
    rows = _complete(scores, ranking, options, left_out, notes)
    by = options.by if isinstance(options.by, str) else _indices(scores, options.by)
    families = _families(test, methods, options, left_out, len(ranking.average), tested.control)
    each: list[Repeated] = []
    if rows is not None and scores.oriented is not None and ranking.ranks is not None:
        drawn_from = scores.oriented[rows]
        experiment = Experiment(
            scores=drawn_from,
            ranks=ranking.ranks[rows],
            pairs=pairs,
            by=by,
            favoured=favoured,
            against=against,
            **{name: getattr(options, name) for name in ("draws", "size", "seed", "replacement")},
            alpha=test.alpha,
            control=tested.control is not None,
            tests=_pair_tests(drawn_from, options, left_out),
            omnibus=options.omnibus,
            families=families,
        )
        parts = {field.name: getattr(experiment, field.name) for field in fields(experiment)}
        each = (keep or unkept(scores)).recall_pieces(
            "replicability draws",
            parts,
            {f"a bias of {bias:g}": bias for bias in options.biases},
            partial(repeat_at, experiment),
            "bias level",
        )
    return Replicated(
        **{name: getattr(options, name) for name in ("biases", "draws", "size", "seed", "replacement")},
        by=by,
        favoured=favoured,
        against=against,
        table_bias=options.tabled,
        n_datasets=0 if rows is None else len(rows),
        median_difference=_median_difference(scores, rows, pairs),
        pairs=pairs,
        adjusts={method: name for name, _, adjustments in families for method in adjustments},
        shown=_shown(scores, ranking, pairs, options),
        each=tuple(each),
        left_out=left_out,
        notes=tuple(notes),
    )


def _indices(scores: MetricScores, pair: tuple[str, str]) -> tuple[int, int]:
    return scores.algorithms.index(pair[0]), scores.algorithms.index(pair[1])


def _favoured(scores: MetricScores, ranking: Ranking, options: ReplicabilityOptions) -> tuple[int, int | None]:
    if isinstance(options.by, str):
        best = int(np.argmin(ranking.average))
        return best, 1 - best if len(ranking.average) == 2 else None
    return _indices(scores, options.by)


def _shown(scores: MetricScores, ranking: Ranking, pairs: IntArray, options: ReplicabilityOptions) -> tuple[int, ...]:
    if options.pairs is None:
        places = np.argsort(np.argsort(ranking.average, kind="stable"), kind="stable")[pairs]
        by_places = sorted(range(len(pairs)), key=lambda at: (places[at].max(), places[at].min()))
        return tuple(by_places[:3])
    asked = [frozenset(_indices(scores, pair)) for pair in options.pairs]
    return tuple(at for one in asked for at, pair in enumerate(pairs.tolist()) if frozenset(pair) == one)


def _complete(
    scores: MetricScores,
    ranking: Ranking,
    options: ReplicabilityOptions,
    left_out: dict[str, str],
    notes: list[str],
) -> IntArray | None:
    """The data sets that can be drawn: those with all results."""
    if scores.oriented is None or ranking.ranks is None:
        left_out["all"] = "Draws of data sets need the scores on each; only average ranks were given."
        return None
    rows = complete_datasets(scores.oriented)
    gaps = [name for row, name in enumerate(scores.datasets) if row not in set(rows.tolist())]
    if gaps:
        notes.append(Sentence.of("Draws leave out ", mentioned("datasets", gaps), ", where results are missing."))
    why = undrawable(len(rows), options)
    if why:
        left_out["all"] = why
        return None
    return rows


def _median_difference(scores: MetricScores, rows: IntArray | None, pairs: IntArray) -> float:
    if rows is None or scores.oriented is None:
        return float("nan")
    drawn_from = scores.oriented[rows]
    return float(np.median(np.abs(drawn_from[:, pairs[:, 0]] - drawn_from[:, pairs[:, 1]])))


def _pair_tests(scores: FloatArray, options: ReplicabilityOptions, left_out: dict[str, str]) -> tuple[str, ...]:
    if "relative-t" in options.tests and ((scores.min(axis=1) < 0) & (scores.max(axis=1) > 0)).any():
        left_out["relative-t"] = (
            f"The {PAIRWISE['relative-t'].title} was not made on the draws: on a data set scores are of different sign,"
            " and have no average that a difference could be relative to."
        )
    return tuple(name for name in options.tests if name not in left_out)


def _families(
    test: TestOptions,
    methods: tuple[AdjustMethod, ...],
    options: ReplicabilityOptions,
    left_out: dict[str, str],
    k: int,
    control: int | None,
) -> tuple[tuple[str, Mapping[str, Any], Mapping[str, Mapping[str, Any]]], ...]:
    """The adjustments by the test that they adjust."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for method in methods if options.adjust is None else options.adjust:
        name = needed_test(method.name) or test.pairwise.name
        reason = ADJUSTMENTS[method.name].inapplicable(family_by(name, k, control=control is not None))
        if options.adjust is None and method.name in SLOW and k > MOST_IN_DRAWS:
            left_out[method.name] = (
                f"{ADJUSTMENTS[method.name].title} was not made on the draws, which takes long with {k} algorithms; it"
                " rejects whatever Shaffer's static procedure does. Named in replicability.adjust it is made."
            )
        elif reason:
            left_out[method.name] = f"On the draws, {reason}."
        else:
            found.setdefault(name, {})[method.name] = method.options
    return tuple(
        (name, test.pairwise.options if name == test.pairwise.name else {}, adjustments)
        for name, adjustments in found.items()
    )
