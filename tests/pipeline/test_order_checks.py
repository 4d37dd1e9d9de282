"""What an ordering is checked by: conditions for a best, significant wins, contradictions, groups, validation scores.

Tested here: that the stages put the right arrays into the functions of `rankpress.stats` (whose arithmetic is tested in
tests/stats), by brute force from results.json; that groups and validation scores give what a study of them alone gives;
that several costs are combined by shares; what results.json and the report say of all this.
"""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from rankpress.account.results import results
from rankpress.account.summary import summary
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.scores import Costs, Folds, Scores
from rankpress.spec.model import OrderOptions, RankOptions, Study, TestOptions
from rankpress.stages.conclude import BEATEN, find_significant_wins
from rankpress.stages.order import better_by, compare_pairs_within
from rankpress.stages.rank import rank
from rankpress.stages.test import run_tests
from rankpress.topics.comparisons.comparisons import tests_caveats as caveats_of_tests
from rankpress.topics.order.order import ordering_caveats, ordering_paragraphs, ordering_table
from rankpress.wording.numbers import in_words
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_by_folds, metric_of

NAMES = ("tree", "knn", "forest", "linear")


def fold_scores(n, k, seed=1, spread=0.05):
    rng = np.random.default_rng(seed)
    centre = rng.uniform(0.5, 0.8, (n, 1)) + np.linspace(0, 0.1, k) + rng.normal(0, spread, (n, k))
    return [row + rng.normal(0, 0.02, (10, k)) for row in centre]


def metric_of_folds(by_fold, name="accuracy", better="higher"):
    return metric_by_folds(by_fold, better, repeats=2, names=NAMES, name=name)


def scores_of(metric, seed=2):
    shape = metric.n_datasets, len(metric.algorithms)
    rng = np.random.default_rng(seed)
    costs = {"seconds": rng.uniform(1, 9, shape), "bytes": 1e6 * rng.uniform(1, 9, shape)}
    return Scores(
        (metric,), {name: Costs(name, metric.datasets, metric.algorithms, one) for name, one in costs.items()}, ()
    )


def study(groups=None, **sections):
    scores = {"files": ["x.csv"], "costs": ["seconds", "bytes"], "groups": groups or {}}
    return Study.model_validate(
        {"scores": scores, "order": {"cost": "seconds"}, "test": {"pairwise": "rank-z"}, **sections}
    )


def analysis_and_results(scores, spec):
    analyses = analyse(spec, scores)
    [metric] = results(spec.title, spec.test.alpha, analyses)["metrics"].values()
    return analyses[0], metric


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("control", [None, "knn"])
def test_significant_wins_are_counted_from_the_tests_within(better, control):
    by_fold = fold_scores(12, 4)
    metric = metric_of_folds(by_fold if better == "higher" else [1 - rows for rows in by_fold], better=better)
    _, written = analysis_and_results(scores_of(metric), study(test={"control": control}, adjust=["holm"]))
    sign = 1 if better == "higher" else -1
    assert len(written["within_wins"]) == (6 if control is None else 3)
    for row in written["within_wins"]:
        tests = [one for one in written["within"] if (one["a"], one["b"]) == (row["a"], row["b"])]
        outcomes = [np.sign(sign * one["difference"]) if one["p"] <= 0.05 else 0 for one in tests]
        wins, losses = outcomes.count(1), outcomes.count(-1)
        assert (row["wins"], row["neither"], row["losses"]) == (wins, 12 - wins - losses, losses)
        half = row["neither"] // 2
        assert row["p"] == pytest.approx(stats.binomtest(wins + half, wins + losses + 2 * half).pvalue)
    raw = sorted(row["p"] for row in written["within_wins"])
    steps = [min(1, (len(raw) - i) * p) for i, p in enumerate(raw)]
    holm = np.maximum.accumulate(steps)
    assert sorted(row["adjusted"]["holm"] for row in written["within_wins"]) == pytest.approx(holm.tolist())
    assert any(row["wins"] for row in written["within_wins"])


def by_rank(rows, n):
    """Scores without folds, of which the data sets rank the algorithms so (1 the best), in turn."""
    return metric_of(-np.array([rows[i % len(rows)] for i in range(n)], dtype=float), names=NAMES)


def test_the_first_alone_is_named_the_best():
    analysis, written = analysis_and_results(scores_of(by_rank([[1, 2, 3], [1, 3, 2]], 20)), study())
    assert written["groups"]["nemenyi"] == [["knn", "forest"]]
    assert [one["holds"] for one in written["best"]["conditions"]] == [True, False, False, False]
    assert written["best"]["algorithm"] == "tree"
    assert written["best"]["adjustment"] == "nemenyi"
    assert any(
        "tree is the single best algorithm" in sentence for sentence in map(plain, ordering_paragraphs(analysis))
    )


def test_none_is_named_where_the_cheapest_is_in_two_groups_or_nothing_says_who_is_cheapest():
    # knn lies between, apart from neither of the others, which are apart
    metric = by_rank([[1, 2, 3], [1, 2, 3], [2, 1, 3], [1, 3, 2]], 8)
    spec = study(order={"prior": ["knn", "tree", "forest"], "within": "none"})
    analysis, written = analysis_and_results(scores_of(metric), spec)
    assert written["groups"]["nemenyi"] == [["tree", "knn"], ["knn", "forest"]]
    assert written["best"]["algorithm"] is None
    assert written["best"]["why"] == "the cheapest algorithm in the first group also belongs to another group"
    assert any("no single algorithm is the best" in sentence for sentence in map(plain, ordering_paragraphs(analysis)))
    _, without = analysis_and_results(scores_of(metric), study(order=None))
    assert [one["holds"] for one in without["best"]["conditions"]] == [False, False, None, None]
    assert without["best"]["algorithm"] is None


def test_an_order_that_contradicts_the_scores_says_so():
    # without folds the order is made of the same ranks as the tests are, here by a stricter correction than the study's
    analysis, written = analysis_and_results(
        scores_of(by_rank([[1, 2, 3]], 10)),
        study(
            order={"prior": ["forest", "knn", "tree"], "within": "none", "adjust": "bonferroni"},
            adjust=["benjamini-hochberg"],
        ),
    )
    assert [row["algorithm"] for row in written["order"]["ranking"]] == ["knn", "tree", "forest"]
    rejected = [row for row in written["comparisons"] if row["adjusted"]["benjamini-hochberg"] <= 0.05]
    assert {(row["a"], row["b"]) for row in rejected} == {("tree", "knn"), ("tree", "forest"), ("knn", "forest")}
    assert written["order"]["warnings"] == [
        {
            "test": "comparisons",
            "dataset": None,
            "adjust": "benjamini-hochberg",
            "cycles": 0,
            "gaps": 0,
            "intransitive": [],
            "contradicted": [["tree", "knn"]],
            "n_contradicted": 1,
        }
    ]
    [caveat] = [
        caveat
        for caveat in map(plain, ordering_caveats(analysis))
        if "significantly better by the Benjamini-Hochberg FDR procedure in the comparisons over the data sets"
        in caveat
    ]
    assert "knn comes before tree" in caveat


def intransitive_rows():
    """Scores of 5 x 2 cross-validation: forest is better than tree and tree than knn, but forest not than knn."""
    within = np.tile([0.005, -0.005], 5)
    above = np.repeat([0.05, -0.04, 0.05, -0.04, 0.03], 2) + within
    below = np.repeat([-0.04, 0.05, -0.04, 0.05, -0.01], 2) + within
    tree = np.full(10, 0.7)
    return np.column_stack([tree, tree - below, tree + above])


def test_intransitive_differences_within_a_data_set_are_reported():
    metric = metric_of_folds([intransitive_rows(), *([np.full((10, 3), 0.5)] * 5)])
    five_by_two = np.repeat(np.arange(1, 6), 2), np.tile([1, 2], 5)
    folds = tuple(Folds(*five_by_two, one.scores) for one in metric.folds if one is not None)
    prior = ["tree", "knn", "forest"]
    analysis, written = analysis_and_results(
        scores_of(replace(metric, folds=folds)), study(test={"within": "5x2cv-f"}, order={"prior": prior})
    )
    significant = {
        (one["a"], one["b"]) if one["difference"] > 0 else (one["b"], one["a"])
        for one in written["within"]
        if one["dataset"] == "data 0" and one["p"] <= 0.05 / 3
    }
    assert significant == {("forest", "tree"), ("tree", "knn")}
    # forest holds tree back, so that knn, which costs less than forest, comes first of all
    assert written["order"]["per_dataset"]["data 0"] == ["knn", "forest", "tree"]
    assert [one for one in written["order"]["warnings"] if one["test"] == "within"] == [
        {
            "test": "within",
            "dataset": "data 0",
            "adjust": "holm",
            "cycles": 0,
            "gaps": 1,
            "intransitive": [["forest", "tree", "knn"]],
            "contradicted": [["tree", "knn"]],
            "n_contradicted": 1,
        }
    ]
    caveats = " ".join(map(plain, ordering_caveats(analysis)))
    assert (
        "On one data set significant differences are not transitive: on data 0 forest is better than tree and tree than"
        " knn, but forest not than knn."
    ) in caveats
    assert "On one data set it does (on data 0, knn comes before tree)." in caveats


def test_several_costs_are_combined_as_shares():
    metric = metric_of_folds(fold_scores(6, 4))
    scores = scores_of(metric)
    _, written = analysis_and_results(scores, study(order={"cost": {"seconds": 3, "bytes": 1}}))
    shares = [one.values / one.values.sum(axis=1, keepdims=True) for one in scores.costs.values()]
    combined = 0.75 * shares[0] + 0.25 * shares[1]
    order = written["order"]
    assert order["cost"] == "0.75 seconds + 0.25 bytes"
    assert order["cost_weights"] == {"seconds": 0.75, "bytes": 0.25}
    assert list(order["average_costs"].values()) == pytest.approx(combined.mean(axis=0).tolist())
    assert order["prior"] == [NAMES[i] for i in np.argsort(combined.mean(axis=0))]


GROUPS = {"odd": ["data 5", "data 1", "data 3"], "all": [f"data {i}" for i in range(8)], "one": ["data 2"]}


def test_a_group_is_ordered_as_a_study_of_it_alone():
    metric = metric_of_folds(fold_scores(8, 4))
    scores = scores_of(metric)
    _, written = analysis_and_results(scores, study(GROUPS))
    groups = written["order"]["groups"]
    assert list(groups) == list(GROUPS)
    for name, rows in {"odd": [1, 3, 5], "one": [2], "all": list(range(8))}.items():
        _, alone = analysis_and_results(Scores((metric.on(rows),), scores.costs, ()), study())
        for key in ("prior", "ranking", "edges", "per_dataset", "average_ranks", "average_costs"):
            assert groups[name][key] == alone["order"][key], (name, key)
        assert groups[name]["datasets"] == [f"data {i}" for i in rows]
    assert groups["all"]["agreement"] == {"tau_b": 1.0, "same": True, "largest_change": 0, "moved": []}
    whole, odd = ([row["algorithm"] for row in one["ranking"]] for one in (written["order"], groups["odd"]))
    tau = stats.kendalltau([whole.index(name) for name in NAMES], [odd.index(name) for name in NAMES]).statistic
    assert groups["odd"]["agreement"]["tau_b"] == pytest.approx(tau)


@pytest.mark.nightly
def test_validation_scores_are_ordered_as_a_study_of_them_alone():
    test, validation = metric_of_folds(fold_scores(8, 4)), metric_of_folds(fold_scores(8, 4, seed=7), "val")
    scores = scores_of(replace(test, validation=validation))
    analysis, written = analysis_and_results(scores, study())
    _, alone = analysis_and_results(Scores((validation,), scores.costs, ()), study())
    _, own = analysis_and_results(Scores((test,), scores.costs, ()), study())
    of_validation = written["order"]["validation"]
    assert of_validation["scores"] == "val"
    assert {key: of_validation[key] for key in ("ranking", "edges", "per_dataset")} == {
        key: alone["order"][key] for key in ("ranking", "edges", "per_dataset")
    }
    assert {key: written["order"][key] for key in ("ranking", "edges", "per_dataset")} == {
        key: own["order"][key] for key in ("ranking", "edges", "per_dataset")
    }
    for dataset, agreement in of_validation["agreement_per_dataset"].items():
        one, other = (order["per_dataset"][dataset] for order in (alone["order"], own["order"]))
        moves = {name: abs(one.index(name) - other.index(name)) for name in NAMES}
        assert agreement["same"] == (one == other)
        assert agreement["largest_change"] == max(moves.values())
        assert agreement["tau_b"] == pytest.approx(
            stats.kendalltau([one.index(name) for name in NAMES], [other.index(name) for name in NAMES]).statistic
        )
    same = sum(one["same"] for one in of_validation["agreement_per_dataset"].values())
    of_same = f"On {in_words(same) if same else 'none'} of eight data sets the two orders are the same"
    assert of_same in " ".join(map(plain, ordering_paragraphs(analysis)))
    [table] = [table for table in build_tables(analysis) if table.kind == "ordering-validation"]
    assert sum(cell.value for row in table.rows for cell in row[3:]) == 0


@pytest.mark.nightly
def test_each_cost_of_a_list_orders_as_it_does_alone():
    scores = scores_of(metric_of_folds(fold_scores(12, 4)))
    analysis, both = analysis_and_results(scores, study(order={"cost": ["seconds", "bytes"]}))
    alone = {
        cost: analysis_and_results(scores, study(order={"cost": cost}))[1]["order"] for cost in ("seconds", "bytes")
    }
    [other] = both["order"]["by_other_costs"]
    assert {key: both["order"][key] for key in ("ranking", "edges", "cost")} == {
        key: alone["seconds"][key] for key in ("ranking", "edges", "cost")
    }
    assert {key: other[key] for key in alone["bytes"] if key in other} == {
        key: alone["bytes"][key] for key in alone["bytes"] if key in other
    }
    places = [[one["algorithm"] for one in order["ranking"]] for order in (both["order"], other)]
    tau = stats.kendalltau(*([order.index(name) for name in NAMES] for order in places)).statistic
    assert other["agreement"]["tau_b"] == pytest.approx(tau)
    table = next(one for one in build_tables(analysis) if one.kind == "ordering-costs")
    assert [[int(row[column].text) for row in table.rows] for column in (3, 6)] == [
        [order.index(plain(row[0].text)) + 1 for row in table.rows] for order in places
    ]


def test_one_sided_tests_find_what_two_sided_ones_find_at_twice_the_level():
    scores = scores_of(metric_of_folds(fold_scores(12, 4)))
    edges = {}
    for sides, alpha in (("one", 0.05), ("two", 0.1)):
        order = {"cost": "seconds", "sides": sides, "within_adjust": "bonferroni"}
        analysis, _ = analysis_and_results(scores, study(order=order, test={"pairwise": "rank-z", "alpha": alpha}))
        edges[sides] = [analysis.ordered.on(dataset).edges for dataset in scores.metrics[0].datasets]
    assert edges["one"] == edges["two"]
    assert any(edges["one"])


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"sides": "one", "within": "none"}, "there are no tests within data sets"),
        ({"sides": "one", "within_adjust": "shaffer"}, "rests on which two-sided hypotheses"),
        ({"cost": ["seconds", "seconds"]}, "the same cost twice"),
    ],
)
def test_orders_that_cannot_be_are_refused(order, why):
    with pytest.raises(ValueError, match=why):
        study(order={"cost": "seconds", **order})


AGAINST_RANKS = ("wilcoxon", "t", "mixed", "relative-t", "permutation", "block-t")


TWO_OR_THREE = ("often", "far", "last")


def often_or_far(third=False):
    """Scores of one that is a little better on most data sets and one that is far better on the others."""
    often = np.full(60, 0.5)
    far = often + np.where(np.arange(60) < 27, np.linspace(0.2, 0.3, 60), np.linspace(-0.002, -0.001, 60))
    return np.column_stack([often, far, *([often - 0.1 - np.linspace(0, 0.01, 60)] if third else [])])


def analysed(scores, better="higher", **sections):
    return analysis_of(metric_of(scores, better, names=TWO_OR_THREE), **sections)


@pytest.mark.parametrize("pairwise", PAIRWISE)
@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("first", [True, False])
def test_who_is_better_throughout_is_favoured(pairwise, better, first):
    rng = np.random.default_rng(1)
    scores = np.sort(rng.uniform(0.2, 0.9, (12, 2)), axis=1)
    scores = scores[:, ::-1] if first == (better == "higher") else scores
    metric = metric_of(scores, better, names=TWO_OR_THREE)
    options = TestOptions.model_validate({"pairwise": pairwise, "within": "none"})
    over = run_tests(metric, rank(metric, RankOptions()), options, None).over
    [(a, b)], [favoured] = over.pairs.tolist(), over.favours.tolist()
    assert {1: a, -1: b}[favoured] == (0 if first else 1)


@pytest.mark.parametrize("pairwise", AGAINST_RANKS)
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_test_of_scores_need_not_favour_the_better_ranked(pairwise, better):
    scores = often_or_far()
    assert stats.wilcoxon(scores[:, 1], scores[:, 0], alternative="greater").pvalue < 0.01
    assert stats.ttest_rel(scores[:, 1], scores[:, 0], alternative="greater").pvalue < 0.01
    given = scores if better == "higher" else 1 - scores
    analysis = analysed(given, better, test={"pairwise": pairwise, "control": "often"}, adjust=["holm"])
    over = analysis.tested.over
    assert analysis.ranking.average.tolist() == pytest.approx([87 / 60, 93 / 60])
    assert over.favours.tolist() == [-1]
    [paragraph] = map(plain, summary([analysis]))
    assert "far is significantly better than often (" in paragraph
    caveat = f"By the {PAIRWISE[pairwise].title}, and against their average ranks, far is better than often."
    assert caveat in map(plain, caveats_of_tests(analysis))


@pytest.mark.parametrize("pairwise", ["rank-z", "conover", "sign"])
def test_tests_of_ranks_and_wins_favour_the_better_ranked(pairwise):
    analysis = analysed(often_or_far(), test={"pairwise": pairwise})
    assert analysis.tested.over.favours.tolist() == [1]
    assert not any("against their average ranks" in plain(caveat) for caveat in caveats_of_tests(analysis))


def test_an_order_contradicts_what_the_test_favours():
    spec = {
        "test": {"pairwise": "wilcoxon"},
        "adjust": ["holm"],
        "order": {"prior": ["often", "far"], "within": "none"},
    }
    analysis = analysed(often_or_far(), **spec)
    assert [place.algorithm for place in analysis.ordered.ranking] == [0, 1]
    [contradiction] = [one for one in analysis.conclusions.contradictions if one.test == "comparisons"]
    assert contradiction.contradicted == ((1, 0),)


def test_who_is_first_in_rank_and_beaten_is_not_named_the_best():
    scores = often_or_far(third=True)
    analysis = analysed(scores, test={"pairwise": "wilcoxon"}, adjust=["holm"])
    assert analysis.ranking.best_first == (0, 1, 2)
    assert analysis.adjusted.groups["holm"] == ()
    assert analysis.conclusions.best.named.best is None
    assert analysis.conclusions.best.named.why == BEATEN


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_the_5x2cv_t_test_favours_whom_its_one_difference_does(better):
    # of ten differences the first, which the test divides, is the only one in favour of the first algorithm
    differences = np.array([0.2, *[-0.1] * 9]) + np.tile([0.0, 0.005], 5)
    differences[1] = 0.19  # the folds of a repeat are near each other, so that p is small
    differences[2:] -= 0.05
    folds = np.column_stack([0.5 + differences, np.full(10, 0.5)]) * (1 if better == "higher" else -1)
    metric = metric_by_folds([folds], better, repeats=5, names="ab")
    assert differences.mean() < 0
    options = OrderOptions.model_validate({"prior": ["a", "b"], "within": "5x2cv-t", "within_adjust": "holm"})
    pairs = compare_pairs_within(options.within, metric)
    assert better_by(pairs, (0, 1), options, 0.05).tolist() == [[False, True], [False, False]]
    tested = run_tests(metric, rank(metric, RankOptions()), TestOptions.model_validate({"within": "5x2cv-t"}), None)
    wins = find_significant_wins(metric, tested, 0.05, "holm")
    [(a, b)] = wins.pairs.tolist()
    assert wins.counts.tolist() == ([[1, 0, 0]] if (a, b) == (0, 1) else [[0, 0, 1]])


@pytest.mark.parametrize("within", ["corrected-t", "none"])
@pytest.mark.parametrize("equal", [("tree", "forest"), ("knn", "forest", "linear"), NAMES])
def test_equal_costs_are_ties_and_the_better_ranked_goes_first(equal, within):
    metric = metric_of_folds(fold_scores(8, 4))
    seconds = (
        np.tile(np.where(np.isin(NAMES, equal), 3.0, np.arange(4) + 5.0), (8, 1)) * np.linspace(0.1, 0.7, 8)[:, None]
    )
    scores = Scores((metric,), {"seconds": Costs("seconds", metric.datasets, NAMES, seconds)}, ())
    [analysis] = analyse(
        Study.model_validate(
            {"scores": {"files": ["x"], "costs": ["seconds"]}, "order": {"cost": "seconds", "within": within}}
        ),
        scores,
    )
    average, ordered = analysis.ranking.average, analysis.ordered
    assert list(ordered.prior) == sorted(range(4), key=lambda i: (seconds[0, i], average[i]))
    assert all(list(prior) == list(ordered.prior) for prior in ordered.within.priors.values())
    [note] = map(plain, ordered.notes)
    assert note.startswith("Algorithms with equal costs are ordered by average rank: ")
    assert all(name in note for name in equal)
    assert not any(name in note for name in NAMES if name not in equal)
    for on_one in (ordered, *(ordered.on(dataset) for dataset in ordered.within.priors)):
        pairs = [*itertools.pairwise(on_one.ranking)]
        for place, other in (*pairs, pairs[-1][::-1]):
            costs_as_much = seconds[0, place.algorithm] == pytest.approx(seconds[0, other.algorithm])
            assert (place.decided_by == "rank") == (costs_as_much and place.decided_by != "test")
    ranked = any(place.decided_by == "rank" for place in ordered.ranking)
    table = ordering_table(analysis)
    assert [row[2].name for row in table.rows] == [place.decided_by for place in ordered.ranking]
    assert any("rank: average rank, as their costs are equal" in plain(text) for text in table.notes) == ranked
    written = results("", 0.05, [analysis])["metrics"]["accuracy"]["order"]["ranking"]
    assert [place["decided_by"] for place in written] == [place.decided_by for place in ordered.ranking]


@pytest.mark.few
@pytest.mark.parametrize("seed", range(8))
def test_an_order_that_cost_alone_made_is_no_finding(seed):
    """Equal algorithms: all orders on data sets are by cost, which says nothing of how far data sets agree."""
    rng = np.random.default_rng(seed)
    by_fold = [rng.normal(0.8, 0.03, (10, 4)) for _ in range(10)]
    scores = metric_by_folds(by_fold)
    costs = {"sec": Costs("sec", scores.datasets, scores.algorithms, np.tile([1.0, 2.0, 3.0, 4.0], (10, 1)))}
    analysis = analysis_of(scores, costs=costs, order={"cost": "sec"})
    assert [place.algorithm for place in analysis.ordered.ranking] == [0, 1, 2, 3]
    assert not analysis.ordered.rejected
    assert not (analysis.ordered.omnibus.p < 0.05)
    assert analysis.conclusions.similarity is None or analysis.conclusions.similarity.mean < 1
    decided = sum(better.any() for better in analysis.ordered.within.better.values())
    assert (analysis.conclusions.similarity is None) == (decided < 2)
    assert "places" not in " ".join(plain(sentence) for sentence in summary([analysis]))


def test_what_tests_decide_alike_on_all_data_sets_is_a_finding():
    rng = np.random.default_rng(0)
    by_fold = [rng.normal([0.6, 0.7, 0.8, 0.9], 0.01, (10, 4)) for _ in range(10)]
    scores = metric_by_folds(by_fold)
    costs = {"sec": Costs("sec", scores.datasets, scores.algorithms, np.tile([1.0, 2.0, 3.0, 4.0], (10, 1)))}
    analysis = analysis_of(scores, costs=costs, order={"cost": "sec"})
    assert analysis.ordered.rejected
    assert analysis.conclusions.similarity.mean == pytest.approx(1)
    assert analysis.conclusions.similarity.with_all.min() > 0
