"""The fewest data sets that turn a conclusion over.

Held against every set of data sets up to half of them, by SciPy's ranks and the papers' formulas or by leaving each of
them out; and a conclusion asked by itself against the same among all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm, rankdata, studentized_range

from rankpress.core.scores import MetricScores
from rankpress.robustness.varied_study import Bare, Setting, examine, verdict_on
from rankpress.spec.model import Study
from rankpress.spec.robustness_sections import SensitivityOptions
from rankpress.stages.conclude import Conclusion, about_pair

NOTHING: dict[str, Any] = {key: [] for key in SensitivityOptions.model_fields}
ONLY_DATASETS = NOTHING | {"leave_out": ["datasets"]}


def by_formula(scores: MetricScores, per_pair: float) -> dict[Conclusion, int]:
    """The fewest data sets, up to half, of all sets: leader and pairs by Demsar's formulas, with SciPy's ranks."""
    ranks, names = rankdata(-np.asarray(scores.means), axis=1), scores.algorithms
    n, k = ranks.shape

    def verdicts(kept: Sequence[int]) -> dict[Conclusion, Any]:
        mean = ranks[[*kept]].mean(axis=0)
        least = per_pair * np.sqrt(k * (k + 1) / (6 * len(kept))) - 1e-9
        found: dict[Conclusion, Any] = {Conclusion("best-ranked"): tuple(np.flatnonzero(mean == mean.min()))}
        for a, b in combinations(range(k), 2):
            found[about_pair("", names[a], names[b])] = np.sign(mean[a] - mean[b]) * (abs(mean[a] - mean[b]) >= least)
        return found

    whole, fewest = verdicts(range(n)), dict[Conclusion, int]()
    for kept in (kept for size in range(1, n // 2 + 1) for kept in combinations(range(n), n - size)):
        for one, verdict in verdicts(kept).items():
            if verdict != whole[one]:
                fewest.setdefault(one, n - len(kept))
    return fewest


@pytest.mark.parametrize(
    ("adjust", "per_pair"),
    [("nemenyi", studentized_range.ppf(0.9, 4, np.inf) / np.sqrt(2)), ("bonferroni", norm.isf(0.1 / 12))],
)
def test_where_sums_of_ranks_decide_the_fewest_data_sets_are_the_fewest_of_all_sets(
    adjust, per_pair, metric, analysed, found_in
):
    """No smaller set of up to half of the data sets does it; where none does, none is found."""
    sizes = set()
    for seed in (1, 4, 5):
        scores = metric(9, 4, seed=seed)
        found = found_in(
            analysed(scores, adjust=[adjust], test={"pairwise": "rank-z", "alpha": 0.1}, sensitivity=ONLY_DATASETS)
        )
        expected = by_formula(scores, per_pair)
        for one in found.conclusions:
            if one.conclusion.kind in ("pair", "best-ranked"):
                assert expected.get(one.conclusion) == (None if one.fewest is None else len(one.fewest.datasets))
                assert one.fewest is None or one.fewest.exact
                sizes.add((one.conclusion.kind, expected.get(one.conclusion)))
    assert sizes >= {("pair", None), ("pair", 3)}  # one or two, any search would find


def test_data_sets_found_by_the_search_do_turn_a_pair_over_and_none_can_be_spared(
    metric, study_of, analysed, found_in, varied
):
    searched = exact = 0
    for seed in (0, 1):
        scores, study = metric(9, 3, seed=seed), study_of(adjust=["holm"], test={"pairwise": "wilcoxon"})
        sections: dict[str, Any] = {"adjust": ["holm"], "test": {"pairwise": "wilcoxon"}}
        found = found_in(analysed(scores, **sections, sensitivity=ONLY_DATASETS))
        by_trying = _fewest_by_trying(varied, scores, study)
        for one in found.conclusions:
            if one.conclusion.kind != "pair" or one.fewest is None:
                continue
            fewest = by_trying[one.conclusion]
            assert fewest <= len(one.fewest.datasets) <= 4
            assert not one.fewest.exact or len(one.fewest.datasets) == fewest
            without = varied(scores, study, without_datasets=one.fewest.datasets)
            assert without.conclusions[one.conclusion].verdict == one.fewest.verdict != one.verdict
            for spared in one.fewest.datasets if len(one.fewest.datasets) > 1 else ():
                fewer = tuple(name for name in one.fewest.datasets if name != spared)
                assert varied(scores, study, without_datasets=fewer).conclusions[one.conclusion].verdict == one.verdict
            searched += 1
            exact += fewest == len(one.fewest.datasets)
    assert searched > 3
    assert exact > searched / 2  # a search that is mostly far off would not be worth its while


def test_sets_that_turn_pairs_over_are_tried_on_who_is_named_the_best(metric, analysed, found_in, about, anew):
    scores, order = metric(12, 3, folds=10, seed=4), {"cost": "seconds", "within": "corrected-t"}
    found = found_in(analysed(scores, costs=True, order=order, test={"pairwise": "rank-z"}, sensitivity=ONLY_DATASETS))
    fewest = about(found, "best").fewest
    assert len(fewest.datasets) == 4
    assert not fewest.exact
    rows = [row for row, name in enumerate(scores.datasets) if name not in fewest.datasets]
    expected = anew(scores, rows, [0, 1, 2], order=order, test={"pairwise": "rank-z"})
    assert expected[Conclusion("best")] == fewest.verdict != about(found, "best").verdict


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon"])
def test_a_conclusion_by_itself_is_the_one_among_all(pairwise, metric, study_of):
    study, scores = study_of(adjust=["holm"], test={"pairwise": pairwise}), metric(9, 4)
    test = study.test.model_copy(update={"within": "none", "omnibus": ("iman-davenport",)})
    setting = Setting(study.rank, test, study.adjust[0], None, without_datasets=("d2", "d7"))
    bare = Bare(scores, {}, {})
    every = examine(bare, setting).conclusions
    assert {one.kind for one in every} >= {"pair", "omnibus", "best-ranked", "best"}
    assert {one: verdict_on(bare, setting, one) for one in every} == {one: it.verdict for one, it in every.items()}
    assert verdict_on(bare, setting, Conclusion("pair", "", ("A", "Z"))) is None


def _fewest_by_trying(varied: Any, scores: MetricScores, study: Study) -> dict[Conclusion, int]:
    """The size of the smallest set of data sets, up to half of them, without which each verdict is another."""
    whole, found = varied(scores, study).conclusions, dict[Conclusion, int]()
    for size in range(1, scores.n_datasets // 2 + 1):
        for without in combinations(scores.datasets, size):
            for one, concluded in varied(scores, study, without_datasets=without).conclusions.items():
                if concluded.verdict != whole[one].verdict:
                    found.setdefault(one, size)
    return found
