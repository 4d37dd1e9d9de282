"""The Bayesian stage: posterior probabilities that algorithms differ by more than matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.methods import BAYES_OVER, BAYES_WITHIN, LEAST_DATASETS_OF_POSTERIOR
from rankpress.core.scores import (
    FloatArray,
    IntArray,
    MetricResults,
    MetricScores,
    complete_pairs,
    ratio_tested_to_trained,
)
from rankpress.stages.rank import Ranking
from rankpress.stages.test import compared_pairs, ratio_notes
from rankpress.stages.within import turn_pairs, which_turned
from rankpress.stats.bayes import Posterior
from rankpress.stats.hierarchical import LEAST_FOLDS
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, reference, say

if TYPE_CHECKING:
    from rankpress.spec.model import BayesOptions


@dataclass(frozen=True)
class PosteriorWithin:
    """Bayesian comparisons over the folds of one data set; differences are turned so that higher is better for a."""

    dataset: str
    pairs: IntArray
    posterior: Posterior


@dataclass(frozen=True)
class Bayesian:
    """What the Bayesian comparisons found in one metric."""

    rope: float  # scores that differ by no more than this are practically equivalent
    over_procedure: str  # over_procedure, within_procedure: by their names in the spec
    within_procedure: str
    pairs: IntArray  # (n_pairs, 2): algorithms a and b, those of the tests in the same order: a is the better ranked
    over: Posterior | None  # over the data sets; None where that was not requested or is left out
    # (n_pairs, 3): on few data sets, the probabilities of a better, both equivalent and b better, each under a prior
    # whose data sets lie against it; None on more, and where the procedure has no such prior
    against: FloatArray | None
    within: tuple[PosteriorWithin, ...]  # one a data set that has folds
    left_out: Mapping[str, Prose]  # part ("over", "within") to the reason in a sentence
    notes: tuple[Prose, ...]  # sentences the report must print


def compare_bayesian(
    scores: MetricResults,
    ranking: Ranking,
    control: str | None,
    options: BayesOptions,
    store: Store,
) -> Bayesian:
    """Compare the pairs of the tests over the data sets and within each."""
    pairs = compared_pairs(ranking, None if control is None else scores.algorithms.index(control))
    rope = options.rope_of(scores.name)
    left_out: dict[str, str] = {}
    notes: list[Prose] = []
    return Bayesian(
        rope=rope,
        over_procedure=options.over,
        within_procedure=options.within,
        pairs=pairs,
        over=_over(scores, pairs, rope, options, left_out, notes),
        against=_against(scores, pairs, rope, options),
        within=_within(store, scores, pairs, rope, options.within, left_out, notes),
        left_out=left_out,
        notes=tuple(notes),
    )


def _over(
    scores: MetricResults,
    pairs: IntArray,
    rope: float,
    options: BayesOptions,
    left_out: dict[str, str],
    notes: list[Prose],
) -> Posterior | None:
    if options.over == "none":
        return None
    if scores.n_datasets < 2:
        left_out["over"] = "Bayesian comparisons over data sets need at least two data sets; there is one."
        return None
    if not isinstance(scores, MetricScores):
        left_out["over"] = "Bayesian comparisons over data sets need the scores; only average ranks were given."
        return None
    procedure = BAYES_OVER[options.over]
    requested = {name: getattr(options, name) for name in procedure.options}
    options_given = {name: value for name, value in requested.items() if value is not None}
    if procedure.uses == "scores":
        return procedure.run(scores.oriented, pairs, rope, **options_given)
    folds, ratios = oriented_folds(scores)
    if len(folds) < 2:
        left_out["over"] = f"The {BAYES_OVER[options.over].title} needs at least three folds of at least two data sets."
        return None
    if len(folds) < scores.n_datasets:
        unused = counted(scores.n_datasets - len(folds), "data set")
        notes.append(f"The {BAYES_OVER[options.over].title} omits {unused} without folds that it could use.")
    return procedure.run(folds, ratios, pairs, rope, **options_given)


def _against(scores: MetricResults, pairs: IntArray, rope: float, options: BayesOptions) -> FloatArray | None:
    """Return each probability over few data sets where the prior lies against the outcome."""
    procedure = BAYES_OVER.get(options.over)
    few = 2 <= scores.n_datasets < LEAST_DATASETS_OF_POSTERIOR
    if procedure is None or procedure.uses != "scores" or not few or not isinstance(scores, MetricScores):
        return None
    requested = {name: getattr(options, name) for name in procedure.options}
    options_given = {name: value for name, value in requested.items() if value is not None}
    first, second = (
        procedure.run(scores.oriented, pairs, rope, **options_given, prior_place=place) for place in ("first", "second")
    )
    equal = np.minimum(first.p_equal, second.p_equal)
    return np.column_stack([second.p_first, equal, first.p_second])


def oriented_folds(scores: MetricScores) -> tuple[list[FloatArray], list[float]]:
    """Return the scores on folds, higher being better, of the data sets that have some, and ratios of test to train."""
    each = [(folds, ratio_tested_to_trained(folds)) for folds in scores.folds if folds is not None]
    used = [(scores.sign * folds.scores, ratio) for folds, ratio in each if ratio and len(folds.scores) >= LEAST_FOLDS]
    return [folds for folds, _ in used], [ratio for _, ratio in used]


BAYES_NEEDS_FOLDS = "Bayesian comparisons within data sets need the scores of repeats or folds; there are none."


def _within(
    store: Store,
    scores: MetricResults,
    pairs: IntArray,
    rope: float,
    name: str,
    left_out: dict[str, str],
    notes: list[Prose],
) -> tuple[PosteriorWithin, ...]:
    if name == "none":
        return ()
    if not isinstance(scores, MetricScores) or not scores.has_folds:
        left_out["within"] = BAYES_NEEDS_FOLDS
        return ()
    posteriors = []
    # the better ranked of a pair depends on all data sets: pairs are compared in a fixed order and turned afterwards
    ordered = np.sort(pairs, axis=1)
    each = store.on_datasets("bayes within", _on_one, ordered, rope, name, scores=scores)
    for dataset, compared in zip(scores.datasets, each, strict=True):
        if compared is None:
            sentence = "Data set {} has no folds that the {} could use."
            notes.append(say(sentence, reference("datasets", dataset), BAYES_WITHIN[name].title))
        else:
            turned = which_turned(compared.pairs, pairs)
            posteriors.append(
                PosteriorWithin(dataset, turn_pairs(compared.pairs, turned), compared.posterior.turn(turned))
            )
    notes += ratio_notes(scores) if posteriors else []
    return tuple(posteriors)


def _on_one(pairs: IntArray, rope: float, name: str, scores: MetricScores) -> PosteriorWithin | None:
    [dataset], [folds] = scores.datasets, scores.folds
    if folds is None:
        return None
    pairs, ratio = complete_pairs(folds, pairs), ratio_tested_to_trained(folds)
    if not len(pairs) or ratio is None or len(folds.scores) < 2:
        return None
    oriented = scores.sign * folds.scores
    differences = oriented[:, pairs[:, 0]] - oriented[:, pairs[:, 1]]
    return PosteriorWithin(dataset, pairs, BAYES_WITHIN[name].run(differences, ratio, rope))
