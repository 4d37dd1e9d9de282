"""Studies that are varied, and what is read off their variations."""

from dataclasses import replace

import numpy as np

from rankpress.analysis import analyse
from rankpress.core.scores import Costs, Scores
from rankpress.robustness.varied_study import Bare, VariedSetting, conclude_varied
from rankpress.spec.model import Study
from rankpress.stages.conclude import concluded_best, concluded_of_pairs, concluded_order, concluded_over
from tests.pipeline.conftest import folds_of, metric_of


def metric(n=9, k=4, folds=0, seed=3):
    """Scores of algorithms A, B, ... that improve a little from each to the next."""
    rng = np.random.default_rng(seed)
    by_fold = rng.normal(0.7, 0.1, (n, 1, 1)) + rng.normal(0, 0.02, (n, max(folds, 1), k)) + 0.012 * np.arange(k)
    scores = metric_of(by_fold.mean(axis=1), folds=folds_of(by_fold) if folds else (None,) * n)
    return replace(scores, datasets=tuple(f"d{i}" for i in range(n)))


def _costs_of(scores):
    """Two costs by which the algorithms are in opposite orders."""
    rng = np.random.default_rng(5)
    each = np.arange(len(scores.algorithms)) + 1.0 + rng.uniform(0, 0.3, (scores.n_datasets, len(scores.algorithms)))
    named = {"seconds": each, "bytes": 10 - each}
    return {name: Costs(name, scores.datasets, scores.algorithms, values) for name, values in named.items()}


def study_of(costs=False, groups=None, **sections):
    scores = {"files": ["a.csv"], "metrics": [{"name": "accuracy"}]}
    scores |= {"costs": ["seconds", "bytes"]} if costs else {}
    scores |= {"groups": groups} if groups else {}
    return Study.model_validate({"scores": scores, "sensitivity": {}, **sections}, strict=False)


def analysed(scores, store=None, costs=False, **sections):
    read_costs = _costs_of(scores) if costs else {}
    [analysis] = analyse(study_of(costs, **sections), Scores((scores,), read_costs, ()), store)
    return analysis


def sensitivity_of(analysis):
    return analysis.robustness.sensitivity


def about(sensitivity, kind, *subject):
    return next(
        one for one in sensitivity.conclusions if (one.conclusion.kind, one.conclusion.subject) == (kind, subject)
    )


def flips(sensitivity, one):
    return {
        (sensitivity.variations[at].kind, sensitivity.variations[at].name): verdict for at, verdict in one.flips.items()
    }


def varied(scores, study, **changes):
    """What the study concludes with some of the data left out."""
    test = study.test.model_copy(update={"within": "none", "omnibus": ("iman-davenport",)})
    setting = VariedSetting(study.rank, test, study.adjust[0], None)
    return conclude_varied(Bare(scores, {}, {}), replace(setting, **changes))


def reanalysed(scores, rows, columns, **sections):
    """What a study of some data sets and algorithms concludes, made from its scores with all of its stages."""
    on = scores.on(rows)
    part = replace(
        on,
        algorithms=tuple(scores.algorithms[column] for column in columns),
        means=on.means[:, columns],
        folds=tuple(one and replace(one, scores=one.scores[:, columns]) for one in on.folds),
    )
    analysis = analysed(part, costs=True, **{**sections, "sensitivity": None})
    names = part.algorithms
    conclusions = concluded_over(names, analysis.ranking, analysis.tested, analysis.adjusted)
    conclusions |= concluded_of_pairs(names, analysis.tested, analysis.adjusted)
    conclusions |= concluded_best(names, analysis.conclusions.best) | concluded_order(names, analysis.ordered)
    decisive = {"omnibus": next(iter(analysis.tested.omnibus)), "pair": analysis.adjusted.deciding}
    return {
        replace(one, method=""): concluded.verdict
        for one, concluded in conclusions.items()
        if one.method == decisive.get(one.kind, "")
    }
