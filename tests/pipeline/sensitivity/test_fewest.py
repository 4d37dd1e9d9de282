"""The fewest data sets that turn a conclusion over, and variations of the studies that papers print.

Held against every set of data sets up to half of them, by SciPy's ranks and the papers' formulas or by leaving each of
them out; a conclusion asked by itself against the same among all; against Berrar's own juggling (2017, 7.1, Table 2)
with data sets and classifiers, and Demsar's (2006) Table 6, whose leader hangs on single data sets.
"""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm, rankdata, studentized_range

from rankpress.analysis import analyse
from rankpress.robustness.varied_study import Bare, Setting, examine, verdict_on
from rankpress.spec.reading import read_study
from rankpress.spec.statistics_sections import SensitivityOptions
from rankpress.stages.conclude import Conclusion, about_pair
from rankpress.stages.load import load
from tests.pipeline.sensitivity.conftest import about, analysed, anew, flips, found_in, metric, study_of, varied

NOTHING = {key: [] for key in SensitivityOptions.model_fields}
ONLY_DATASETS = NOTHING | {"leave_out": ["datasets"]}


def by_formula(scores, per_pair):
    """The fewest data sets, up to half, of all sets: leader and pairs by Demsar's formulas, with SciPy's ranks."""
    ranks, names = rankdata(-np.asarray(scores.means), axis=1), scores.algorithms
    n, k = ranks.shape

    def verdicts(kept):
        mean = ranks[[*kept]].mean(axis=0)
        least = per_pair * np.sqrt(k * (k + 1) / (6 * len(kept))) - 1e-9
        found = {Conclusion("best-ranked"): tuple(np.flatnonzero(mean == mean.min()))}
        for a, b in combinations(range(k), 2):
            found[about_pair("", names[a], names[b])] = np.sign(mean[a] - mean[b]) * (abs(mean[a] - mean[b]) >= least)
        return found

    whole, fewest = verdicts(range(n)), {}
    for kept in (kept for size in range(1, n // 2 + 1) for kept in combinations(range(n), n - size)):
        for one, verdict in verdicts(kept).items():
            if verdict != whole[one]:
                fewest.setdefault(one, n - len(kept))
    return fewest


@pytest.mark.parametrize(
    ("adjust", "per_pair"),
    [("nemenyi", studentized_range.ppf(0.9, 4, np.inf) / np.sqrt(2)), ("bonferroni", norm.isf(0.1 / 12))],
)
def test_where_sums_of_ranks_decide_the_fewest_data_sets_are_the_fewest_of_all_sets(adjust, per_pair):
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


def test_data_sets_found_by_the_search_do_turn_a_pair_over_and_none_can_be_spared():
    searched = exact = 0
    for seed in (0, 1):
        scores, study = metric(9, 3, seed=seed), study_of(adjust=["holm"], test={"pairwise": "wilcoxon"})
        sections = {"adjust": ["holm"], "test": {"pairwise": "wilcoxon"}}
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


def test_sets_that_turn_pairs_over_are_tried_on_who_is_named_the_best():
    scores, order = metric(12, 3, folds=10, seed=4), {"cost": "seconds", "within": "corrected-t"}
    found = found_in(analysed(scores, costs=True, order=order, test={"pairwise": "rank-z"}, sensitivity=ONLY_DATASETS))
    fewest = about(found, "best").fewest
    assert len(fewest.datasets) == 4
    assert not fewest.exact
    rows = [row for row, name in enumerate(scores.datasets) if name not in fewest.datasets]
    expected = anew(scores, rows, [0, 1, 2], order=order, test={"pairwise": "rank-z"})
    assert expected[Conclusion("best")] == fewest.verdict != about(found, "best").verdict


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon"])
def test_a_conclusion_by_itself_is_the_one_among_all(pairwise):
    study, scores = study_of(adjust=["holm"], test={"pairwise": pairwise}), metric(9, 4)
    test = study.test.model_copy(update={"within": "none", "omnibus": ("iman-davenport",)})
    setting = Setting(study.rank, test, study.adjust[0], None, without_datasets=("d2", "d7"))
    bare = Bare(scores, {}, {})
    every = examine(bare, setting).conclusions
    assert {one.kind for one in every} >= {"pair", "omnibus", "best-ranked", "best"}
    assert {one: verdict_on(bare, setting, one) for one in every} == {one: it.verdict for one, it in every.items()}
    assert verdict_on(bare, setting, Conclusion("pair", "", ("A", "Z"))) is None


def _fewest_by_trying(varied, scores, study):
    """The size of the smallest set of data sets, up to half of them, without which each verdict is another."""
    whole, found = varied(scores, study).conclusions, {}
    for size in range(1, scores.n_datasets // 2 + 1):
        for without in combinations(scores.datasets, size):
            for one, concluded in varied(scores, study, without_datasets=without).conclusions.items():
                if concluded.verdict != whole[one].verdict:
                    found.setdefault(one, size)
    return found


EXAMPLES = Path(__file__).parents[3] / "example_project"
BERRAR = EXAMPLES / "papers" / "berrar2017" / "study.yaml"
DEMSAR = EXAMPLES / "papers" / "demsar2006" / "study.yaml"


def printed(path, **sections):
    """A paper's study, with a section on sensitivity."""
    study = read_study(path, ("sensitivity={}",)).study
    return study.model_copy(update=sections), load(study.scores, path.parent)


class TestBerrar:
    """Section 7.1: Alice leaves out a classifier, then data sets, and tweaks the results."""

    @pytest.mark.parametrize(
        ("without", "apart"),
        [
            ({}, {("EC", "NB"): "NB", ("EC", "RF"): "RF", ("CART", "EC"): "CART"}),  # all pairs with the null model
            ({"without_algorithms": ("EC",)}, {("CART", "RF"): "RF"}),
            (
                {
                    "without_algorithms": ("EC",),
                    "without_datasets": tuple(f"Synthetic {number}" for number in range(1, 5)),
                },
                {("NB", "RF"): "RF"},
            ),
        ],
    )
    def test_what_is_left_out_decides_which_pairs_differ(self, without, apart):
        study, scores = printed(BERRAR)
        pairs = varied(scores.metrics[0], study, **without).conclusions.items()
        found = {one.subject: told.verdict for one, told in pairs if one.kind == "pair" and told.verdict}
        assert found == {pair: ((better,),) for pair, better in apart.items()}

    def test_the_stage_names_the_data_sets_that_turn_the_rest_over(self):
        """Of the three real classifiers; the groups are those that Alice leaves out."""
        study, scores = printed(BERRAR)
        [four] = scores.metrics
        means = np.asarray(four.means)[:, :3]
        three = replace(four, algorithms=four.algorithms[:3], means=means)
        groups = {"synthetic": four.datasets[10:], "6 to 9": four.datasets[5:9]}
        test = study.test.model_copy(update={"omnibus": ("iman-davenport",)})
        study = study.model_copy(update={"scores": study.scores.model_copy(update={"groups": groups}), "test": test})
        found = found_in(analyse(study, replace(scores, metrics=(three,)))[0])
        assert flips(found, about(found, "pair", "CART", "RF"))["group", "synthetic"] == ()
        assert flips(found, about(found, "pair", "NB", "RF"))["group", "synthetic"] == (("RF",),)
        assert flips(found, about(found, "omnibus"))["group", "6 to 9"] == ()
        assert ("group", "6 to 9") in flips(found, about(found, "pair", "CART", "RF"))
        assert flips(found, found.leader) == {("group-alone", "synthetic"): (("NB",),)}


def test_who_leads_by_a_hair_is_found_to_hang_on_data_sets_in_demsar():
    """Table 6 of Demsar (2006): 1.964 and 2.000 are the average ranks of the best two."""
    study, scores = printed(DEMSAR)
    found = found_in(analyse(study, scores)[0])
    assert found.leader.verdict == (("C4.5+m+cf",),)
    toppling = {name for (kind, name), verdict in flips(found, found.leader).items() if kind == "dataset"}
    metric_scores = scores.metrics[0]
    ranks = analyse(study, scores)[0].ranking.ranks
    names = metric_scores.algorithms
    both = ranks[:, [names.index("C4.5+m"), names.index("C4.5+m+cf")]]
    lead = both[:, 0] - both[:, 1]
    assert toppling == {name for name, one in zip(metric_scores.datasets, lead, strict=True) if lead.sum() - one <= 0}
    assert toppling
