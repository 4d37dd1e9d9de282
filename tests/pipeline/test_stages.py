"""The stages from ranks to orderings, joined as `rankpress.analyse` joins them, without a file.

Held here: that renaming or reordering the algorithms permutes the results and changes nothing else; that the direction
of a metric is respected everywhere; that a part which cannot be computed is left out with its reason; what
results.json must hold by the contract. The arithmetic itself is held against the papers and other implementations in
tests/stats and tests/papers.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.analysis import analyse
from rankpress.report.results import results_json
from rankpress.scores import Costs, FloatArray, Folds, Gap, MetricScores, Missing, Scores
from rankpress.spec.methods import ADJUSTMENTS, OF_A_CONTROL, OF_ALL_PAIRS
from rankpress.spec.model import Study
from rankpress.stats.groups import TooManyGroups

NAMES = ("knn", "tree", "svm", "bayes", "forest")


def fold_scores(n_datasets: int, k: int, seed: int = 1, repeats: int = 2, folds: int = 5) -> list[FloatArray]:
    rng = np.random.default_rng(seed)
    centre = rng.uniform(0.5, 0.8, (n_datasets, 1)) + np.linspace(0, 0.1, k)
    return [row + rng.normal(0, 0.02, (repeats * folds, k)) for row in centre]


def study(**sections: Any) -> Study:
    return Study.model_validate({"scores": {"files": ["x.csv"], "costs": ["seconds"]}, **sections})


def scores_of(
    by_fold: list[FloatArray], names: tuple[str, ...] = NAMES, better: str = "higher", repeats: int = 2
) -> Scores:
    n, k = len(by_fold), by_fold[0].shape[1]
    names = names[:k]
    datasets = tuple(f"data {i}" for i in range(n))
    per_repeat = len(by_fold[0]) // repeats
    repeat, fold = np.repeat(np.arange(1, repeats + 1), per_repeat), np.tile(np.arange(1, per_repeat + 1), repeats)
    metric = MetricScores(
        name="accuracy",
        better=better,  # type: ignore[arg-type]
        datasets=datasets,
        algorithms=names,
        means=np.array([rows.mean(axis=0) for rows in by_fold]),
        n_datasets=n,
        folds=tuple(Folds(repeat, fold, rows) for rows in by_fold),
    )
    # a cost of its own for each name, so that it goes with the name and not with the place
    cost = np.array([[len(name) + row / 7 + sum(map(ord, name)) / 1e4 for name in names] for row in range(n)])
    return Scores((metric,), {"seconds": Costs("seconds", datasets, names, cost)}, ())


def found(scores: Scores, spec: Study) -> dict[str, Any]:
    text = results_json(spec.title, spec.test.alpha, analyse(spec, scores))
    [metric] = json.loads(text)["metrics"].values()
    return metric


def by_pair(rows: list[dict[str, Any]]) -> dict[Any, Any]:
    """Comparisons under their names in alphabetical order, whatever is first in them turned round with it."""
    turned = {}
    for row in rows:
        sign = 1 if row["a"] < row["b"] else -1
        key = (row.get("dataset"), *sorted((row["a"], row["b"])))
        turned[key] = sign * row["difference"], row.get("p", row.get("p_null")), row.get("adjusted")
    return turned


@given(st.permutations(range(5)), st.integers(0, 20))
def test_reordering_algorithms_permutes_the_results(order: list[int], seed: int) -> None:
    spec = study(curves={"pairs": "all"}, adjust=["nemenyi", "holm", "shaffer", "bergmann-hommel"])
    by_fold = fold_scores(8, 5, seed)
    plain = found(scores_of(by_fold), spec)
    other = found(scores_of([rows[:, order] for rows in by_fold], tuple(NAMES[i] for i in order)), spec)
    assert other["average_ranks"] == pytest.approx(plain["average_ranks"])
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


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon", "sign"])
@pytest.mark.parametrize("within", ["corrected-t", "5x2cv-f"])
def test_a_loss_is_a_score_turned_round(pairwise: str, within: str) -> None:
    spec = study(test={"pairwise": pairwise, "within": within}, adjust=["holm"])
    by_fold = fold_scores(9, 4, repeats=5, folds=2)
    score = found(scores_of(by_fold, repeats=5), spec)
    loss = found(scores_of([1 - rows for rows in by_fold], better="lower", repeats=5), spec)
    assert loss["average_ranks"] == pytest.approx(score["average_ranks"])
    assert [row["p"] for row in loss["comparisons"]] == pytest.approx([row["p"] for row in score["comparisons"]])
    assert [row["wins"] for row in loss["comparisons"]] == [row["wins"] for row in score["comparisons"]]
    assert [row["difference"] for row in loss["within"]] == pytest.approx(
        [-row["difference"] for row in score["within"]], abs=1e-12
    )
    assert loss["order"] == score["order"]


def test_the_better_ranked_of_a_pair_comes_first() -> None:
    metric = found(scores_of(fold_scores(8, 5)), study())
    assert all(row["difference"] <= 0 for row in metric["comparisons"])
    assert all(metric["average_ranks"][row["a"]] <= metric["average_ranks"][row["b"]] for row in metric["comparisons"])


def test_a_control_is_in_every_comparison() -> None:
    metric = found(scores_of(fold_scores(8, 5)), study(test={"control": "svm"}))
    assert len(metric["comparisons"]) == 4
    assert all("svm" in (row["a"], row["b"]) for row in metric["comparisons"])
    assert metric["groups"] == {}
    assert set(metric["comparisons"][0]["adjusted"]) == {"bonferroni-dunn", "holm", "hochberg"}


@pytest.mark.parametrize(("control", "apart"), [(None, OF_A_CONTROL), ("svm", OF_ALL_PAIRS)])
def test_every_adjustment_is_in_the_results_with_what_it_keeps(control: str | None, apart: frozenset[str]) -> None:
    names = [name for name in ADJUSTMENTS if name not in apart]
    metric = found(scores_of(fold_scores(8, 5)), study(test={"control": control}, adjust=names))
    assert not metric["left_out"].keys() & set(names)
    assert all(list(row["adjusted"]) == names for row in metric["comparisons"])
    assert all(row["p"] * (1 - 1e-9) <= p <= 1 for row in metric["comparisons"] for p in row["adjusted"].values())
    assert list(metric["error_rates"]) == names
    assert {name for name in names if metric["error_rates"][name] == "false discovery rate"} == {
        "benjamini-hochberg",
        "benjamini-yekutieli",
    }


def test_one_data_set_leaves_out_the_tests_over_data_sets_and_says_so() -> None:
    metric = found(scores_of(fold_scores(1, 3)), study(curves={"baseline": "knn"}))
    assert metric["omnibus"] == {}
    assert metric["comparisons"] == []
    assert metric["critical_difference"]["nemenyi"]["cd"] is None
    assert metric["critical_difference"]["nemenyi"]["why"]
    assert metric["left_out"]["over"] == "Tests over data sets need at least two data sets; there is one."
    assert len(metric["within"]) == 3
    assert len(metric["curves"]) == 2


def test_equal_scores_separate_nobody() -> None:
    metric = found(scores_of([np.full((10, 3), 0.5)] * 6), study(curves={"pairs": "all"}))
    assert metric["omnibus"]["friedman"]["statistic"] is None
    assert metric["omnibus"]["friedman"]["why"]
    assert {row["p"] for row in metric["comparisons"]} == {1.0}
    assert {row["p"] for row in metric["within"]} == {1.0}
    assert metric["groups"]["holm"] == [["knn", "tree", "svm"]]
    assert {row["aucc"] for row in metric["curves"]} == {0.0}
    assert [place["decided_by"] for place in metric["order"]["ranking"]] == ["cost"] * 3


def test_two_algorithms() -> None:
    metric = found(scores_of(fold_scores(6, 2)), study())
    assert len(metric["comparisons"]) == 1
    [row] = metric["comparisons"]
    assert list(row["adjusted"].values()) == pytest.approx([row["p"]] * 3)


def test_a_gap_that_is_ranked_worst_takes_no_part_within_its_data_set() -> None:
    scores = scores_of(fold_scores(5, 3))
    [metric] = scores.metrics
    assert metric.means is not None
    means, folds = metric.means.copy(), list(metric.folds)
    means[2, 0] = np.nan
    assert folds[2] is not None
    gone = folds[2].scores.copy()
    gone[:, 0] = np.nan
    folds[2] = Folds(folds[2].repeat, folds[2].fold, gone)
    gap = Gap("data 2", "knn", 0, 10)
    holed = MetricScores(
        **{
            **vars(metric),
            "means": means,
            "folds": tuple(folds),
            "missing": Missing("worst-rank", gaps=(gap,), worst_ranked=(gap,)),
        }
    )
    told = found(Scores((holed,), scores.costs, ()), study())
    assert told["ranks"]["data 2"]["knn"] == 3
    assert [(row["a"], row["b"]) for row in told["within"] if row["dataset"] == "data 2"] == [("svm", "tree")]
    assert told["missing"]["worst_ranked"] == [{"dataset": "data 2", "algorithm": "knn", "found": 0, "expected": 10}]


def test_average_ranks_alone_give_what_they_can() -> None:
    metric = MetricScores("score", "higher", (), NAMES[:3], None, 20, average_ranks=np.array([1.2, 2.1, 2.7]))
    spec = Study.model_validate(
        {
            "scores": {"files": ["x.csv"], "layout": "ranks", "datasets": 20},
            "order": {"prior": list(NAMES[:3]), "within": "none"},
        }
    )
    told = found(Scores((metric,), {}, ()), spec)
    assert told["omnibus"]["friedman"]["statistic"] is None
    assert told["omnibus"]["friedman"]["uncorrected"]["statistic"] > 0
    assert len(told["comparisons"]) == 3
    assert told["ranks"] is None
    assert len(told["order"]["ranking"]) == 3


KEYS = {
    "better", "datasets", "algorithms", "dropped", "average_ranks", "omnibus", "critical_difference", "comparisons",
    "groups", "within", "curves", "order",
}  # fmt: skip


def test_the_keys_of_the_contract_always_stand() -> None:
    for spec in (study(), study(order=None), study(test={"within": "none", "control": "knn"})):
        metric = found(scores_of(fold_scores(4, 3)), spec)
        assert metric.keys() >= KEYS
        assert metric["order"].keys() >= {"cost", "prior", "ranking", "edges", "per_dataset"}


def test_groups_beyond_number_are_left_out_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise TooManyGroups

    monkeypatch.setattr("rankpress.adjust.groups", refuse)
    metric = found(scores_of(fold_scores(8, 5)), study(adjust=["holm"]))
    assert metric["groups"] == {}
    assert "Groups by Holm are not listed: there are more than 10,000." in metric["notes"]
    assert metric["comparisons"][0]["adjusted"]["holm"] <= 1


def test_two_folds_have_no_finite_area() -> None:
    metric = found(scores_of(fold_scores(4, 3, repeats=1, folds=2), repeats=1), study(curves={"pairs": "all"}))
    assert {row["aucc"] for row in metric["curves"]} == {None}
    assert all(row["why"] for row in metric["curves"])


def test_on_one_data_set_multitest_orders() -> None:
    base = np.linspace(0.5, 0.6, 10)
    rows = np.column_stack([base, base + 0.3 + base**2, base + np.tile([0.05, -0.05], 5)])
    scores = scores_of([rows], ("a", "much better", "c"))
    told = found(scores, study())
    # cheapest first by the length of the name: a, c, much better, which is significantly better than both
    assert told["order"]["prior"] == ["a", "c", "much better"]
    assert told["order"]["edges"] == [["much better", "a"], ["much better", "c"]]
    assert [place["algorithm"] for place in told["order"]["ranking"]] == ["much better", "a", "c"]
    assert told["order"]["per_dataset"] == {"data 0": ["much better", "a", "c"]}
    assert told["order"]["omnibus"] is None


def test_on_one_data_set_without_a_test_there_is_no_order() -> None:
    told = found(scores_of(fold_scores(1, 3)), study(test={"within": "none"}))
    assert told["order"]["why"] == "On a single data set an ordering needs a test over its folds."
    assert told["order"]["ranking"] == []


def test_costs_that_tie_leave_out_the_order_nobody_asked_for() -> None:
    scores = scores_of(fold_scores(4, 3))
    tied = Costs("seconds", scores.costs["seconds"].datasets, NAMES[:3], np.ones((4, 3)))
    told = found(Scores(scores.metrics, {"seconds": tied}, ()), study())
    assert told["order"]["ranking"] == []
    assert told["order"]["why"].startswith("There is no ordering: seconds does not order 'knn' and 'tree'")
