"""Choices of a study made otherwise, from the scores to what is concluded.

Held against: Berrar's own juggling (2017, 7.1, Table 2) with data sets and classifiers; studies made anew from the
scores that are left, tests within data sets included; every set of data sets up to half of them, by SciPy's ranks and
the papers' formulas, for the fewest that turn a conclusion over; adjusted p-values as the level at which a pair's
verdict flips; and itself in other processes and from a store, for the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm, rankdata, studentized_range

from rankpress.analysis import Analysis, analyse
from rankpress.conclusions.conclusion import Conclusion, about_pair, among
from rankpress.conclusions.of_stages import concluded_best, concluded_of_pairs, concluded_order, concluded_over
from rankpress.load import load
from rankpress.missing import kept_by
from rankpress.scores import Costs, Coverage, Folds, Gap, MetricScores, Missing, Scores
from rankpress.sensitivity.attempts import affordable
from rankpress.sensitivity.found import Sensitivity, Stability
from rankpress.sensitivity.setting import Bare, Examined, Setting, examine, verdict_on
from rankpress.sensitivity.variations import choices, unit_of
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.spec.sensitivity_section import SensitivityOptions
from rankpress.store.encoding import encode
from rankpress.store.entries import Store

EXAMPLES = Path(__file__).parents[3] / "example_project"
BERRAR = EXAMPLES / "papers" / "berrar2017" / "study.yaml"
NOTHING: dict[str, Any] = {key: [] for key in SensitivityOptions.model_fields}
ONLY_DATASETS = NOTHING | {"leave_out": ["datasets"]}
DEMSAR = EXAMPLES / "papers" / "demsar2006" / "study.yaml"


def metric(n: int = 9, k: int = 4, folds: int = 0, seed: int = 3) -> MetricScores:
    """Scores of algorithms A, B, ... that improve a little from each to the next."""
    rng = np.random.default_rng(seed)
    by_fold = rng.normal(0.7, 0.1, (n, 1, 1)) + rng.normal(0, 0.02, (n, max(folds, 1), k)) + 0.012 * np.arange(k)
    place = np.ones(folds, dtype=np.int64), np.arange(folds, dtype=np.int64) + 1
    return MetricScores(
        "accuracy",
        "higher",
        tuple(f"d{i}" for i in range(n)),
        tuple("ABCDEFGH"[:k]),
        by_fold.mean(axis=1),
        n,
        folds=tuple(Folds(*place, rows) for rows in by_fold) if folds else (None,) * n,
    )


def costs_of(scores: MetricScores) -> dict[str, Costs]:
    """Two costs by which the algorithms are in opposite orders."""
    rng = np.random.default_rng(5)
    each = np.arange(len(scores.algorithms)) + 1.0 + rng.uniform(0, 0.3, (scores.n_datasets, len(scores.algorithms)))
    named = {"seconds": each, "bytes": 10 - each}
    return {name: Costs(name, scores.datasets, scores.algorithms, values) for name, values in named.items()}


def study_of(costs: bool = False, groups: dict[str, list[str]] | None = None, **sections: Any) -> Study:
    """A study of one metric with a section on sensitivity."""
    scores: dict[str, Any] = {"files": ["a.csv"], "metrics": [{"name": "accuracy"}]}
    scores |= {"costs": ["seconds", "bytes"]} if costs else {}
    scores |= {"groups": groups} if groups else {}
    return Study.model_validate({"scores": scores, "sensitivity": {}, **sections}, strict=False)


def analysed(scores: MetricScores, store: Store | None = None, costs: bool = False, **sections: Any) -> Analysis:
    """The analysis of such a study."""
    found = costs_of(scores) if costs else {}
    [analysis] = analyse(study_of(costs, **sections), Scores((scores,), found, ()), store)
    return analysis


def found_in(analysis: Analysis) -> Sensitivity:
    """What was found under variations."""
    assert analysis.sensitivity is not None
    return analysis.sensitivity


def about(found: Sensitivity, kind: str, *subject: str) -> Stability:
    """How a conclusion fares."""
    return next(one for one in found.conclusions if (one.conclusion.kind, one.conclusion.subject) == (kind, subject))


def flips(found: Sensitivity, one: Stability) -> dict[tuple[str, str], object]:
    """What turns a conclusion over, and to what."""
    return {(found.variations[at].kind, found.variations[at].name): verdict for at, verdict in one.flips.items()}


def printed(path: Path, **sections: Any) -> tuple[Study, Scores]:
    """A paper's study, with a section on sensitivity."""
    study = read_study(path, ("sensitivity={}",)).study
    return study.model_copy(update=sections), load(study.scores, path.parent)


def varied(scores: MetricScores, study: Study, **changes: Any) -> Examined:
    """What the study concludes with some of the data left out."""
    test = study.test.model_copy(update={"within": "none", "omnibus": ("iman-davenport",)})
    setting = Setting(study.rank, test, study.adjust[0], None)
    return examine(Bare(scores, {}, {}), replace(setting, **changes))


class TestBerrar:
    """Section 7.1: Alice leaves out a classifier, then data sets, and tweaks the results."""

    RF_CART, NB_RF = (Conclusion("pair", "", pair) for pair in (("CART", "RF"), ("NB", "RF")))

    def test_all_pairs_with_the_null_model_differ_and_no_others(self):
        study, scores = printed(BERRAR)
        found = varied(scores.metrics[0], study)
        apart = {
            one.subject for one, concluded in found.conclusions.items() if one.kind == "pair" and concluded.verdict
        }
        assert apart == {("EC", "NB"), ("EC", "RF"), ("CART", "EC")}

    def test_without_the_null_model_forest_and_tree_differ(self):
        study, scores = printed(BERRAR)
        found = varied(scores.metrics[0], study, without_algorithms=("EC",))
        assert found.conclusions[self.RF_CART].verdict == (("RF",),)
        assert found.conclusions[self.NB_RF].verdict == ()

    def test_on_real_data_sets_alone_forest_and_bayes_differ_and_the_tree_no_more(self):
        study, scores = printed(BERRAR)
        synthetic = tuple(f"Synthetic {number}" for number in range(1, 5))
        found = varied(scores.metrics[0], study, without_algorithms=("EC",), without_datasets=synthetic)
        assert found.conclusions[self.RF_CART].verdict == ()
        assert found.conclusions[self.NB_RF].verdict == (("RF",),)

    def test_without_four_others_no_difference_is_found_at_all(self):
        study, scores = printed(BERRAR)
        without = scores.metrics[0].datasets[5:9]  # 6 to 9
        found = varied(scores.metrics[0], study, without_algorithms=("EC",), without_datasets=without)
        assert found.conclusions[Conclusion("omnibus")].verdict == ()

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

    def test_the_stage_names_the_classifier_that_turns_the_pair_over(self):
        study, scores = printed(BERRAR)
        found = found_in(analyse(study, scores)[0])
        assert flips(found, about(found, "pair", "CART", "RF"))["algorithm", "EC"] == (("RF",),)
        assert not found.leader.flips


def test_rounding_turns_differences_into_ties():
    """Section 5, second argument: 0.809, 0.803 and 0.801 have ranks 1, 2, 3, to two decimals 1, 2.5, 2.5."""
    means = np.tile([0.809, 0.803, 0.801], (8, 1))
    scores = replace(metric(8, 3), means=means)
    found = found_in(analysed(scores, adjust=["holm"], test={"alpha": 0.05, "pairwise": "sign"}))
    assert flips(found, about(found, "pair", "B", "C"))["digits", "2"] == ()
    assert flips(found, about(found, "best-ranked")) == {("digits", "1"): (("A", "B", "C"),)}


@pytest.mark.parametrize(
    ("largest", "unit"), [(0.95, 1), (1.0, 1), (0.09, 0.1), (87.0, 100), (100.0, 100), (3e-6, 1e-5)]
)
def test_digits_are_those_of_the_largest_score_in_whatever_unit(largest, unit):
    means = np.array([[largest, 0.1 * largest]])
    assert unit_of(replace(metric(1, 2), means=means)) == pytest.approx(unit)
    scaled = found_in(analysed(replace(metric(), means=100 * metric().means)))
    plain = found_in(analysed(metric()))
    assert [one.counts["digits"] for one in scaled.conclusions] == [one.counts["digits"] for one in plain.conclusions]


def anew(scores: MetricScores, rows: list[int], columns: list[int], **sections: Any) -> dict[Conclusion, Any]:
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
    found = concluded_over(names, analysis.ranking, analysis.tested, analysis.adjusted)
    found |= concluded_of_pairs(names, analysis.tested, analysis.adjusted)
    found |= concluded_best(names, analysis.best) | concluded_order(names, analysis.ordered)
    decisive = {"omnibus": next(iter(analysis.tested.omnibus)), "pair": analysis.adjusted.deciding}
    return {
        replace(one, method=""): concluded.verdict
        for one, concluded in found.items()
        if one.method == decisive.get(one.kind, "")
    }


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon", "t"])
def test_a_variation_concludes_what_a_study_of_what_is_left_does(pairwise):
    sections = {
        "test": {"pairwise": pairwise},
        "adjust": ["holm"],
        "order": {"cost": "seconds", "within": "corrected-t", "adjust": "holm"},
    }
    turned = 0
    for seed in (0, 1, 2):
        scores = metric(7, 4, folds=10, seed=seed)
        found = found_in(analysed(scores, costs=True, **sections))
        assert {"order", "best", "pair", "omnibus", "best-ranked"} == {one.conclusion.kind for one in found.conclusions}
        for at, variation in enumerate(found.variations):
            if variation.kind in ("dataset", "algorithm"):
                rows = [row for row, name in enumerate(scores.datasets) if name != variation.name]
                columns = [column for column, name in enumerate(scores.algorithms) if name != variation.name]
                expected = anew(scores, rows, columns, **sections)
                turned += _agree(found, at, expected, [scores.algorithms[column] for column in columns])
    assert turned > 0  # or nothing was compared


def _agree(found: Sensitivity, at: int, expected: dict[Conclusion, Any], left: list[str]) -> int:
    """Hold the verdicts under a variation against those expected, and count those that it turned over."""
    turned = 0
    for one in found.conclusions:
        of_one_left_out = one.conclusion.kind in ("best-ranked", "best") and not {*sum(one.verdict, ())} <= {*left}
        if one.conclusion in expected and not of_one_left_out:
            before, after = (among(one.conclusion, it, left) for it in (one.verdict, expected[one.conclusion]))
            assert one.flips.get(at, before) == after
            turned += before != after
    return turned


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
def test_where_sums_of_ranks_decide_the_fewest_data_sets_are_the_fewest_of_all_sets(adjust, per_pair):
    """No smaller set of up to half of the data sets does it; where none does, none is found."""
    sizes = set()
    for seed in (1, 4, 5):
        scores = metric(9, 4, seed=seed)
        found = found_in(analysed(scores, adjust=[adjust], test={"alpha": 0.1}, sensitivity=ONLY_DATASETS))
        expected = by_formula(scores, per_pair)
        for one in found.conclusions:
            if one.conclusion.kind in ("pair", "best-ranked"):
                assert expected.get(one.conclusion) == (None if one.fewest is None else len(one.fewest.datasets))
                assert one.fewest is None or one.fewest.exact
                sizes.add((one.conclusion.kind, expected.get(one.conclusion)))
    assert sizes >= {("pair", None), ("pair", 3)}  # one or two, any search would find


def test_data_sets_found_by_the_search_do_turn_a_pair_over_and_none_can_be_spared():
    searched = exact = 0
    for seed in (0, 1, 2):
        scores, study = metric(9, 3, seed=seed), study_of(adjust=["holm"], test={"pairwise": "wilcoxon"})
        sections: dict[str, Any] = {"adjust": ["holm"], "test": {"pairwise": "wilcoxon"}}
        found = found_in(analysed(scores, **sections, sensitivity=ONLY_DATASETS))
        by_trying = _fewest_by_trying(scores, study)
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
    found = found_in(analysed(scores, costs=True, order=order, sensitivity=ONLY_DATASETS))
    fewest = about(found, "best").fewest
    assert len(fewest.datasets) == 4
    assert not fewest.exact
    rows = [row for row, name in enumerate(scores.datasets) if name not in fewest.datasets]
    expected = anew(scores, rows, [0, 1, 2], order=order)
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


def test_of_many_pairs_as_many_are_searched_as_take_some_tens_of_seconds():
    def searched(n: int, k: int, pairwise: str, adjust: str) -> int:
        study = study_of(adjust=[adjust], test={"pairwise": pairwise})
        means = np.zeros((n, k))
        scores = replace(metric(2, 2), datasets=tuple("d" * n), algorithms=tuple("a" * k), means=means, n_datasets=n)
        return affordable(Bare(scores, {}, {}), Setting(study.rank, study.test, study.adjust[0], None))

    assert searched(24, 12, "wilcoxon", "holm") >= 66
    assert searched(24, 9, "wilcoxon", "bergmann-hommel") >= 36
    assert 10 < searched(200, 50, "rank-z", "nemenyi") < 1225
    assert searched(200, 50, "rank-z", "bergmann-hommel") == 1


def test_names_that_run_together_and_costs_that_are_the_same_are_told_apart():
    names = ("A", "B C", "A B", "C")
    found = found_in(analysed(replace(metric(9, 4), algorithms=names)))
    assert len({one.conclusion for one in found.conclusions}) == len(found.conclusions)
    twice = {"costs": ["bytes", {"bytes": 2.0}, "bytes"]}
    found = found_in(analysed(metric(9, 3, folds=5), costs=True, order={"cost": "seconds"}, sensitivity=twice))
    assert len([one for one in found.variations if one.kind == "cost"]) == 1


def _fewest_by_trying(scores: MetricScores, study: Study) -> dict[Conclusion, int]:
    """The size of the smallest set of data sets, up to half of them, without which each verdict is another."""
    whole, found = varied(scores, study).conclusions, dict[Conclusion, int]()
    for size in range(1, scores.n_datasets // 2 + 1):
        for without in combinations(scores.datasets, size):
            for one, concluded in varied(scores, study, without_datasets=without).conclusions.items():
                if concluded.verdict != whole[one].verdict:
                    found.setdefault(one, size)
    return found


def test_a_pair_flips_at_levels_on_the_other_side_of_its_adjusted_p():
    scores = metric(12, 4, seed=1)
    levels = (0.001, 0.01, 0.02, 0.1, 0.2, 0.5, 0.9)
    found = found_in(analysed(scores, sensitivity={"alpha": levels}, adjust=["holm"]))
    assert [one.value for one in found.variations if one.kind == "alpha"] == [*levels]
    pairs = [one for one in found.conclusions if one.conclusion.kind == "pair"]
    turned = 0
    for one in pairs:
        at = {float(name) for kind, name in flips(found, one) if kind == "alpha"}
        assert at == {level for level in levels if (one.p <= level) != (one.p <= 0.05)}
        turned += len(at)
    assert turned


def test_settings_that_cannot_touch_a_conclusion_do_not_count_for_it():
    found = found_in(analysed(metric(9, 4, folds=5), costs=True))
    assert set(about(found, "best-ranked").counts) == {"dataset", "algorithm", "digits"}
    assert "omnibus" in about(found, "omnibus").counts
    assert "omnibus" not in about(found, "pair", "A", "B").counts
    assert about(found, "order").counts["cost"][1] == 2  # the other cost, and equal weights


def test_an_algorithm_left_out_says_nothing_of_its_own_pairs_nor_of_its_lead():
    found = found_in(analysed(metric(9, 4)))
    assert about(found, "pair", "A", "B").counts["algorithm"][1] == 2
    assert about(found, "best-ranked").counts["algorithm"][1] == 3


def test_groups_are_left_out_and_taken_alone():
    groups = {"small": ["d0", "d1", "d2"], "one": ["d3"]}
    found = found_in(analysed(metric(9, 3), groups=groups))
    named = [(one.kind, one.name) for one in found.variations if one.kind.startswith("group")]
    assert named == [("group", "small"), ("group-alone", "small")]  # without d3 is made once
    assert [(one.kind, one.name, why) for one, why in found.skipped if one.kind.startswith("group")] == [
        ("group-alone", "one", "it leaves fewer than two data sets")
    ]


def test_what_leaves_the_same_data_sets_out_is_made_once():
    every = [f"d{at}" for at in range(9)]
    groups = {"one": every[:4], "two": every[4:], "again": every[3::-1]}
    found = found_in(analysed(metric(9, 3), groups=groups, sensitivity={**NOTHING, "leave_out": ["groups"]}))
    assert [(one.kind, one.name) for one in found.variations] == [("group", "one"), ("group", "two")]
    assert not found.skipped


def skipped(found: Sensitivity) -> dict[tuple[str, str], str]:
    """Why what was asked for was not made."""
    return {(one.kind, one.name): why for one, why in found.skipped}


def test_what_is_asked_for_by_name_and_changes_nothing_is_skipped_with_the_reason():
    own = {"omnibus": ["friedman"], "pairwise": ["wilcoxon"], "adjust": ["holm"], "alpha": [0.05]}
    asked = {**NOTHING, **own, "missing": ["worst-rank"], "costs": ["seconds", "bytes", {"bytes": 2.0}]}
    study: dict[str, Any] = {"adjust": ["holm"], "test": {"omnibus": ["friedman"], "pairwise": "wilcoxon"}}
    found = found_in(analysed(metric(9, 3), costs=True, **study, sensitivity=asked))
    assert [(one.kind, one.name) for one in found.variations] == [("cost", "bytes")]
    assert skipped(found) == {
        **{(kind, f"{names[0]}"): "as the study has it" for kind, names in own.items()},
        ("missing", "worst-rank"): "no results are missing",
        ("cost", "seconds"): "as the study has it",
        ("cost", "bytes"): "like another that is asked for",
    }
    defaults = found_in(analysed(metric(9, 3), **study, sensitivity={"leave_out": [], "digits": []}))
    assert not defaults.skipped
    asked = {**NOTHING, "omnibus": ["friedman"], "adjust": ["holm"], "costs": ["seconds", {"seconds": 1.0, "bytes": 3}]}
    study_asked = study_of(costs=True, test={"omnibus": []}, order=None, sensitivity=asked)
    bare = Setting(study_asked.rank, study_asked.test, adjust=None, order=None)
    assert study_asked.sensitivity is not None
    listed = choices(metric(9, 3), {}, ("seconds", "bytes"), bare, study_asked.sensitivity)
    assert [(one.variation.kind, str(one.variation.name), one.why) for one in listed] == [
        ("omnibus", "friedman", "the study makes no omnibus test"),
        ("adjust", "holm", "no adjustment decides in the study"),
        ("cost", "seconds", "the study has no order by cost"),
        ("cost", "0.25 seconds + 0.75 bytes", "the study has no order by cost"),
    ]
    asked = {**NOTHING, "missing": ["worst-rank", "drop-datasets"]}
    assert skipped(found_in(analysed(gapped("worst-rank"), sensitivity=asked))) == {
        ("missing", "worst-rank"): "as the study has it"
    }


def test_lists_choose_what_is_varied_and_empty_ones_leave_it():
    found = found_in(
        analysed(metric(9, 3), sensitivity={**NOTHING, "pairwise": ["sign", {"wilcoxon": {"zeros": "pratt"}}]})
    )
    assert [(one.kind, one.name) for one in found.variations] == [
        ("pairwise", "sign with holm"),
        ("pairwise", "wilcoxon (zeros: pratt) with holm"),
    ]
    assert not found_in(analysed(metric(9, 3), sensitivity=NOTHING)).variations


def gapped(policy: str) -> MetricScores:
    """Scores of which two are missing, under a policy, as the load stage gives them."""
    whole, present = metric(9, 4), np.ones((9, 4), dtype=bool)
    present[0, 3] = present[1, 3] = False
    means = np.where(present, whole.means, np.nan)
    rows, columns = kept_by(policy, ~present)
    gaps = (Gap("d0", "D", 0, 1), Gap("d1", "D", 0, 1))
    missing = Missing(policy, gaps, coverage=Coverage(whole.datasets, whole.algorithms, present, (1,) * 9))
    open_ = {"incomplete-blocks": "left_open", "worst-rank": "worst_ranked"}
    if policy in open_:
        missing = replace(missing, **{open_[policy]: gaps})
    return replace(
        whole,
        datasets=tuple(np.array(whole.datasets)[rows].tolist()),
        algorithms=tuple(np.array(whole.algorithms)[columns].tolist()),
        means=means[np.ix_(rows, columns)],
        n_datasets=int(rows.sum()),
        folds=(None,) * int(rows.sum()),
        missing=missing,
        unreduced=None if rows.all() and columns.all() else means,
    )


POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")
OF_GAPS = {"test": {"omnibus": ["skillings-mack"], "pairwise": "skillings-mack"}}


@pytest.mark.parametrize("policy", POLICIES)
def test_another_policy_for_gaps_concludes_what_a_study_with_it_does(policy):
    of_gaps: dict[str, Any] = OF_GAPS if policy == "incomplete-blocks" else {}
    found = found_in(analysed(gapped(policy), **of_gaps, adjust=["holm"]))
    others = [(at, one.name) for at, one in enumerate(found.variations) if one.kind == "missing"]
    assert [name.partition(" ")[0] for _, name in others] == [one for one in POLICIES if one != policy]
    for at, name in others:
        other = gapped(name.partition(" ")[0])
        with_gaps: dict[str, Any] = OF_GAPS if "skillings-mack" in name else of_gaps
        expected = {
            one.conclusion: one.verdict for one in found_in(analysed(other, **with_gaps, adjust=["holm"])).conclusions
        }
        assert expected.keys() & {one.conclusion for one in found.conclusions}
        _agree(found, at, expected, [*set(other.algorithms) & set(gapped(policy).algorithms)])


def test_pieces_are_the_same_from_a_store_in_another_order_and_after_an_interruption(tmp_path):
    scores = metric(9, 4, folds=5)
    plain = encode(found_in(analysed(scores, costs=True)))

    def backwards(function: Any, items: Any) -> Any:
        results = [function(item) for item in reversed(list(items))]
        return results[::-1]

    class Interrupted(Exception):
        pass

    def interrupted(function: Any, items: Any) -> Any:
        for number, item in enumerate(items):
            if number == 7:
                raise Interrupted
            yield function(item)

    assert encode(found_in(analysed(scores, Store(None, spread=backwards), costs=True))) == plain
    with pytest.raises(Interrupted):
        analysed(scores, Store(tmp_path, spread=lambda function, items: interrupted(function, items)), costs=True)
    with ThreadPoolExecutor(2) as pool:
        resumed = Store(tmp_path, spread=pool.map)
        assert encode(found_in(analysed(scores, resumed, costs=True))) == plain
    again = Store(tmp_path)
    assert encode(found_in(analysed(scores, again, costs=True))) == plain
    assert next(one for one in again.work if one.stage == "sensitivity").why == ()


@pytest.mark.parametrize(
    ("scores", "why"),
    [
        (metric(1, 3), "at least two of them; there is one"),
        (
            replace(metric(3, 3), means=None, datasets=(), average_ranks=np.array([1.0, 2.0, 3.0]), folds=()),
            "only average ranks were given",
        ),
    ],
    ids=["one data set", "ranks alone"],
)
def test_what_cannot_be_varied_says_why(scores, why):
    found = found_in(analysed(scores, effects=None))
    assert not found.variations
    assert why in found.why


@pytest.mark.parametrize("n", [2, 5])
def test_two_algorithms_that_are_alike_everywhere_are_varied_without_a_leader_that_topples(n):
    scores = replace(metric(n, 2), means=np.full((n, 2), 0.5))
    found = found_in(analysed(scores))
    assert found.leader.verdict == (("A", "B"),)
    assert not found.fragile
    told = {why for one, why in found.skipped}
    assert told >= {"it leaves fewer than two algorithms"}


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
