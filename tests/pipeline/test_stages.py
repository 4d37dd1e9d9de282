"""The stages from ranks to orderings, joined as `rankpress.analysis.analyse` joins them, without a file.

The arithmetic itself is compared with the papers and other implementations in tests/stats and tests/papers.
"""

import json
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp, ttest_rel

from rankpress.account.results import json_text, results
from rankpress.analysis import analyse
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.scores import (
    Costs,
    Folds,
    Gap,
    MetricRanks,
    MetricScores,
    Missing,
    PairedOutcomes,
    Scores,
    ratio_tested_to_trained,
)
from rankpress.spec.model import Study
from rankpress.stats.friedman import friedman_exact
from rankpress.stats.groups import TooManyGroups
from rankpress.stats.mcnemar import cochran_q
from rankpress.stats.mixed import mixed
from rankpress.stats.ranks import rank_scores
from tests.pipeline.conftest import analysis_of, metric_by_folds, metric_of

NAMES = ("knn", "tree", "svm", "bayes", "forest")


def fold_scores(n_datasets, k, seed=1, repeats=2, folds=5):
    rng = np.random.default_rng(seed)
    centre = rng.uniform(0.5, 0.8, (n_datasets, 1)) + np.linspace(0, 0.1, k)
    return [row + rng.normal(0, 0.02, (repeats * folds, k)) for row in centre]


def study(**sections):
    scores = {"files": ["x.csv"], "costs": ["seconds"]}
    return Study.model_validate({"scores": scores, "order": {"cost": "seconds"}, **sections})


def scores_of(by_fold, names=NAMES, better="higher", repeats=2):
    n, names = len(by_fold), names[: by_fold[0].shape[1]]
    metric = metric_by_folds(by_fold, better, repeats, names=names)
    # a cost of its own for each name, so that it goes with the name and not with the place
    cost = np.array([[len(name) + row / 7 + sum(map(ord, name)) / 1e4 for name in names] for row in range(n)])
    return Scores((metric,), {"seconds": Costs("seconds", metric.datasets, names, cost)}, ())


def results_of(scores, spec):
    text = json_text(results(spec.title, spec.test.alpha, analyse(spec, scores)))
    [metric] = json.loads(text)["metrics"].values()
    return metric


def by_pair(rows):
    """Comparisons under their names in alphabetical order, whatever is first in them turned round with it."""
    turned = {}
    for row in rows:
        sign = 1 if row["a"] < row["b"] else -1
        key = (row.get("dataset"), *sorted((row["a"], row["b"])))
        turned[key] = sign * row["difference"], row.get("p", row.get("p_null")), row.get("adjusted")
    return turned


@settings(max_examples=4)  # of each many results are compared; one order that is not permuted breaks nearly any
@given(st.permutations(range(5)), st.integers(0, 20))
def test_reordering_algorithms_permutes_the_results(order, seed):
    spec = study(curves={"pairs": "all"}, adjust=["nemenyi", "holm", "shaffer", "bergmann-hommel"])
    by_fold = fold_scores(8, 5, seed)
    plain = results_of(scores_of(by_fold), spec)
    other = results_of(scores_of([rows[:, order] for rows in by_fold], tuple(NAMES[i] for i in order)), spec)
    assert other["average_ranks"] == pytest.approx(plain["average_ranks"])
    for row in plain["comparisons"]:
        assert row["difference"] == pytest.approx(plain["average_ranks"][row["a"]] - plain["average_ranks"][row["b"]])
    for part in ("comparisons", "within", "curves"):
        expected, got = by_pair(plain[part]), by_pair(other[part])
        assert got.keys() == expected.keys()
        for key, (difference, p, adjusted) in expected.items():
            assert got[key][0] == pytest.approx(difference, abs=1e-12)
            assert got[key][1] == pytest.approx(p)
            assert got[key][2] == pytest.approx(adjusted)
    assert {tuple(sorted(group)) for group in other["groups"]["holm"]} == {
        tuple(sorted(group)) for group in plain["groups"]["holm"]
    }
    assert other["order"]["ranking"] == plain["order"]["ranking"]
    assert sorted(other["order"]["edges"]) == sorted(plain["order"]["edges"])


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("pairwise", "within"),
    [
        *zip(
            ["rank-z", "wilcoxon", "sign", "t", "permutation", {"wilcoxon": {"zeros": "pratt"}}],
            cycle(["corrected-t", "5x2cv-f"]),
            strict=False,
        )
    ],
)
def test_a_loss_is_a_score_turned_round(pairwise, within):
    spec = study(test={"pairwise": pairwise, "within": within}, adjust=["holm"])
    by_fold = fold_scores(9, 4, repeats=5, folds=2)
    score = results_of(scores_of(by_fold, repeats=5), spec)
    loss = results_of(scores_of([1 - rows for rows in by_fold], better="lower", repeats=5), spec)
    assert loss["average_ranks"] == pytest.approx(score["average_ranks"])
    assert [row["p"] for row in loss["comparisons"]] == pytest.approx([row["p"] for row in score["comparisons"]])
    assert [row["wins"] for row in loss["comparisons"]] == [row["wins"] for row in score["comparisons"]]
    assert [row["difference"] for row in loss["within"]] == pytest.approx(
        [-row["difference"] for row in score["within"]], abs=1e-12
    )
    assert loss["order"] == score["order"]
    for of_loss, of_score in zip(loss["comparisons"], score["comparisons"], strict=True):
        assert of_loss["statistic"] == pytest.approx(of_score["statistic"])
        if pairwise in ("t", "permutation"):
            assert of_loss["details"]["mean_difference"] == pytest.approx(-of_score["details"]["mean_difference"])


def test_relative_differences_of_losses_are_those_of_losses():
    # 0.1 of 0.2 is more than 0.1 of 0.8: errors are no accuracies turned round, and the smaller error is the better.
    by_fold = fold_scores(9, 2)
    spec = study(test={"pairwise": "relative-t"}, adjust=["holm"], order=None)
    [row] = results_of(scores_of([1 - rows for rows in by_fold], better="lower"), spec)["comparisons"]
    errors = 1 - np.array([rows.mean(axis=0) for rows in by_fold])
    relative = (errors[:, 0] - errors[:, 1]) / errors.mean(axis=1)
    assert row["a"] == "tree"  # the second, with the smaller errors
    # a less b, in errors: the better has the fewer
    assert row["details"]["mean_relative_difference"] == pytest.approx(-relative.mean())
    assert row["details"]["mean_relative_difference"] < 0 < row["statistic"]
    assert row["p"] == pytest.approx(ttest_1samp(relative, 0).pvalue)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_omnibus_tests_of_scores_have_them_in_the_direction_of_the_metric(better):
    names = ["friedman", "iman-davenport", "aligned-ranks", "quade", "rm-anova"]
    by_fold = fold_scores(6, 4)
    turned = by_fold if better == "higher" else [-rows for rows in by_fold]
    spec = study(test={"omnibus": names})
    metric, reference = results_of(scores_of(turned, better=better), spec), results_of(scores_of(by_fold), spec)
    assert list(metric["omnibus"]) == names
    for name in names:
        assert metric["omnibus"][name]["p"] == pytest.approx(reference["omnibus"][name]["p"], rel=1e-9)
    ranks = rank_scores(np.array([rows.mean(axis=0) for rows in by_fold]))
    exact = friedman_exact(ranks)
    assert metric["omnibus"]["friedman"]["exact_p"] == metric["omnibus"]["iman-davenport"]["exact_p"] == exact
    assert "exact_p" not in metric["omnibus"]["quade"]
    assert metric["omnibus"]["rm-anova"]["details"]["mauchly_df"] == 5


def test_a_gap_that_is_ranked_worst_takes_no_part_within_its_data_set():
    scores = scores_of(fold_scores(5, 3))
    [metric] = scores.metrics
    means, folds = metric.means.copy(), list(metric.folds)
    means[2, 0] = np.nan
    gone = folds[2].scores.copy()
    gone[:, 0] = np.nan
    folds[2] = Folds(folds[2].repeat, folds[2].fold, gone)
    gap = Gap("data 2", "knn", 0, 10)
    missing = Missing("worst-rank", gaps=(gap,), worst_ranked=(gap,))
    holed = replace(metric, means=means, folds=tuple(folds), missing=missing)
    written = results_of(Scores((holed,), scores.costs, ()), study())
    assert written["ranks"]["data 2"]["knn"] == 3
    assert [(row["a"], row["b"]) for row in written["within"] if row["dataset"] == "data 2"] == [("svm", "tree")]
    assert written["missing"]["worst_ranked"] == [
        {"dataset": "data 2", "algorithm": "knn", "present": 0, "expected": 10}
    ]


def test_average_ranks_alone_give_what_they_can():
    metric = MetricRanks("score", "higher", NAMES[:3], np.array([1.2, 2.1, 2.7]), 20)
    spec = Study.model_validate(
        {
            "scores": {"files": ["x.csv"], "layout": "ranks", "datasets": 20},
            "order": {"prior": list(NAMES[:3]), "within": "none"},
        }
    )
    written = results_of(Scores((metric,), {}, ()), spec)
    assert written["omnibus"]["friedman"]["statistic"] is None
    assert written["omnibus"]["friedman"]["uncorrected"]["statistic"] > 0
    assert len(written["comparisons"]) == 3
    assert written["ranks"] is None
    assert len(written["order"]["ranking"]) == 3


def test_groups_beyond_number_are_left_out_with_the_reason(monkeypatch):
    def refuse(*arguments):
        raise TooManyGroups

    monkeypatch.setattr("rankpress.stages.adjust.groups", refuse)
    metric = results_of(scores_of(fold_scores(8, 5)), study(adjust=["holm"]))
    assert metric["groups"] == {}
    assert "Groups by Holm are not listed: there are more than 10,000." in metric["notes"]
    assert metric["comparisons"][0]["adjusted"]["holm"] <= 1


def test_on_one_data_set_multitest_orders():
    base = np.linspace(0.5, 0.6, 10)
    rows = np.column_stack([base, base + 0.3 + base**2, base + np.tile([0.05, -0.05], 5)])
    scores = scores_of([rows], ("a", "much better", "c"))
    written = results_of(scores, study())
    # cheapest first by the length of the name: a, c, much better, which is significantly better than both
    assert written["order"]["prior"] == ["a", "c", "much better"]
    assert written["order"]["edges"] == [["much better", "a"], ["much better", "c"]]
    assert [place["algorithm"] for place in written["order"]["ranking"]] == ["much better", "a", "c"]
    assert written["order"]["per_dataset"] == {"data 0": ["much better", "a", "c"]}
    assert written["order"]["omnibus"] is None


def outcomes_of(n_datasets, k, seed=1, better="higher"):
    """Scores of algorithms on single test examples, and the outcomes: 1 is right where higher is better."""
    rng = np.random.default_rng(seed)
    right = [(rng.random((60 + row, k)) < np.linspace(0.6, 0.9, k)).astype(float) for row in range(n_datasets)]
    shares = np.array([rows.mean(axis=0) for rows in right])
    metric = MetricScores(
        name="accuracy",
        better=better,
        datasets=tuple(f"data {i}" for i in range(n_datasets)),
        algorithms=NAMES[:k],
        means=shares if better == "higher" else 1 - shares,
        folds=(None,) * n_datasets,
        outcomes=tuple(PairedOutcomes(len(rows), rows.T @ rows) for rows in right),
    )
    cost = np.array([[len(name) + row / 7 for name in metric.algorithms] for row in range(n_datasets)])
    costs = Costs("seconds", metric.datasets, metric.algorithms, cost + np.arange(k) / 10)
    return Scores((metric,), {"seconds": costs}, ()), right


def of_examples(**sections):
    return Study.model_validate(
        {"scores": {"files": ["x.csv"], "costs": ["seconds"], "columns": {"example": "case"}}, **sections}
    )


@pytest.mark.few
@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("within", ["mcnemar", "mcnemar-mid-p", "mcnemar-chi2", "mcnemar-chi2-corrected", "binomial"])
def test_outcomes_are_tested_by_the_examples_on_which_one_alone_is_right(better, within):
    scores, right = outcomes_of(3, 4, better=better)
    metric = results_of(scores, of_examples(test={"within": within}, order={"cost": "seconds", "within": within}))
    assert len(metric["within"]) == 18
    for row in metric["within"]:
        rows = right[int(row["dataset"].removeprefix("data "))]
        a, b = (rows[:, NAMES.index(row[side])] for side in "ab")
        assert (row["only_a"], row["only_b"], row["n"]) == ((a > b).sum(), (a < b).sum(), len(rows))
        sign = 1 if better == "higher" else -1
        assert row["difference"] == pytest.approx(sign * (a.mean() - b.mean()))
        assert row["standard_error"] == pytest.approx((a - b).std() / len(rows) ** 0.5)
        assert row["test"] == within
        assert (row["df"] is None) == ("chi2" not in within)
        assert row.get("why", "") == ("" if "chi2" in within else "the exact test has no degrees of freedom")
    assert metric["order"]["within"] == within


def test_cochrans_q_is_reported_for_three_algorithms_and_more():
    scores, right = outcomes_of(2, 3)
    metric = results_of(scores, of_examples(test={"within": "none"}, order=None))
    assert metric["within"] == []
    tests = [cochran_q(rows) for rows in right]
    assert metric["within_omnibus"] == [
        {
            "dataset": f"data {at}",
            "test": "cochran-q",
            "statistic": test.statistic,
            "df": 2,
            "p": test.p,
            "deciding_p": test.p,
        }
        for at, test in enumerate(tests)
    ]
    assert results_of(outcomes_of(2, 2)[0], of_examples(order=None))["within_omnibus"] == []
    assert results_of(scores_of(fold_scores(3, 3)), study())["within_omnibus"] == []


def test_pairs_without_counts_are_left_out_and_said_to_be():
    scores, _ = outcomes_of(2, 4)
    [metric] = scores.metrics
    known = metric.outcomes[0]
    both = known.both.copy()
    both[1, 2] = both[2, 1] = np.nan
    holed = replace(metric, outcomes=(PairedOutcomes(known.n, both), metric.outcomes[1]))
    written = results_of(Scores((holed,), scores.costs, ()), of_examples())
    pairs = {(row["dataset"], *sorted((row["a"], row["b"]))) for row in written["within"]}
    assert len(pairs) == 11
    assert ("data 0", "svm", "tree") not in pairs
    assert [row["dataset"] for row in written["within_omnibus"]] == ["data 1"]
    assert written["notes"] == ["Omitted for want of outcomes of both: 1 comparison of a pair on a data set."]


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_the_mixed_model_weighs_data_sets_by_their_folds(better):
    by_fold = fold_scores(5, 3, folds=10)
    scores = scores_of(by_fold)
    [metric] = scores.metrics
    few = [
        replace(one, repeat=one.repeat[:n], fold=one.fold[:n], scores=one.scores[:n])
        for one, n in zip([one for one in metric.folds if one is not None], (10, 4, 7, 10, 3), strict=True)
    ]
    means = np.array([one.scores.mean(axis=0) for one in few])
    unequal = replace(metric, folds=tuple(few), means=means, better=better)
    written = results_of(
        Scores((unequal,), scores.costs, ()), study(test={"pairwise": "mixed"}, adjust=["holm"], order=None)
    )
    sign = 1 if better == "higher" else -1
    pairs = [[NAMES.index(row["a"]), NAMES.index(row["b"])] for row in written["comparisons"]]
    expected = mixed(sign * means, pairs, folds=[sign * one.scores for one in few])
    assert [row["p"] for row in written["comparisons"]] == pytest.approx(expected.p.tolist())
    assert [row["statistic"] for row in written["comparisons"]] == pytest.approx(expected.statistic.tolist())
    mean = (sign * expected.details["mean_difference"]).tolist()
    assert [row["details"]["mean_difference"] for row in written["comparisons"]] == pytest.approx(mean)
    assert all(row["details"]["variance_within"] > 0 for row in written["comparisons"])


@pytest.mark.parametrize("within", ["kfold-t", "resampled-t", "5x2cv-t", "corrected-t"])
def test_tests_over_folds(within):
    repeats, folds = (5, 2) if within == "5x2cv-t" else (1, 10)
    by_fold = fold_scores(3, 3, repeats=repeats, folds=folds)
    metric = results_of(scores_of(by_fold, repeats=repeats), study(test={"within": within}))
    assert len(metric["within"]) == 9
    for row in metric["within"]:
        a, b = (by_fold[int(row["dataset"].removeprefix("data "))][:, NAMES.index(row[side])] for side in "ab")
        assert row["difference"] == pytest.approx((a - b).mean())
        assert row["df"] == (5 if within == "5x2cv-t" else 9)
        if within in ("kfold-t", "resampled-t"):
            assert row["p"] == pytest.approx(ttest_rel(a, b).pvalue)
    # only the corrected test needs the ratio that is not given
    assert any("their ratio was taken" in note for note in metric["notes"]) == (within == "corrected-t")


def test_the_ratio_of_folds_of_different_sizes_is_that_of_the_mean_share_tested_on():
    scores = scores_of(fold_scores(1, 2, repeats=1, folds=3), repeats=1)
    [metric] = scores.metrics
    [folds] = metric.folds
    counts = replace(folds, n_train=np.array([7.0, 7, 6]), n_test=np.array([3.0, 3, 4]))
    assert ratio_tested_to_trained(counts) == pytest.approx(1 / 2, rel=1e-12)
    assert ratio_tested_to_trained(folds) == pytest.approx(1 / 2, rel=1e-12)


@pytest.mark.parametrize("procedure", [name for name, method in PAIRWISE.items() if not method.incomplete])
def test_a_dispute_is_between_average_ranks_and_a_test_of_two_alone(procedure):
    """A test that takes its error from all algorithms is on neither side."""
    rng = np.random.default_rng(3)
    scores = metric_of(9 + rng.normal(0, 1, (12, 4)) - np.arange(4) / 2)
    analysis = analysis_of(scores, test={"pairwise": procedure}, effects=None)
    method, dispute = PAIRWISE[procedure], analysis.conclusions.dispute
    other = dispute and analysis.tested.also[dispute.other].procedure
    if method.of_average_ranks or method.pair_alone:
        assert PAIRWISE[other].of_average_ranks is not method.of_average_ranks
        assert PAIRWISE[other].pair_alone or method.pair_alone
    else:
        assert dispute is None


@pytest.mark.parametrize("average_ranks", [True, False])
def test_of_a_test_that_decides_nothing_there_are_p_values_alone(average_ranks):
    """They are those that it has where it decides; nothing shows its groups and critical differences."""
    rng = np.random.default_rng(3)
    scores = metric_of(9 + rng.normal(0, 1, (12, 4)) - np.arange(4) / 2)
    one, other = ({"pairwise": name} for name in (("rank-z", "wilcoxon") if average_ranks else ("wilcoxon", "rank-z")))
    [second] = analysis_of(scores, test=other, effects=None).adjusted.also
    decides = analysis_of(scores, test=one, adjust=[*second.p], effects=None).adjusted
    for name, p in decides.p.items():
        assert second.p[name] == pytest.approx(p, rel=1e-12)
    assert decides.groups
    others = [second.groups, second.critical_difference, second.least, second.notes]
    assert not any(others)
