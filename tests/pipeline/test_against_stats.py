"""Effect sizes, posteriors, rank intervals, Westfall and Young from spec to report, against the functions of stats."""

from dataclasses import replace

import numpy as np
import pytest

from rankpress.account.document import build_document
from rankpress.account.macros import collect
from rankpress.account.paper import methods_paragraphs
from rankpress.account.results import results
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse
from rankpress.catalog.methods import EFFECTS
from rankpress.catalog.missing import MISSING_BIASES
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Labels
from rankpress.core.scores import Folds, Gap, MetricRanks, Missing, Scores
from rankpress.figures.style import PAPER
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.stats import hierarchical
from rankpress.stats.bayes import NOTHING_SHARED, bayes_correlated_t, bayes_sign
from rankpress.stats.bayes_signed_rank import bayes_signed_rank
from rankpress.stats.effects import NO_DIFFERENCE
from rankpress.stats.hierarchical import bayes_hierarchical
from rankpress.stats.rank_intervals import bootstrap_rank_intervals, rank_confidence_sets
from rankpress.stats.ranks import rank_scores
from rankpress.stats.sign_flips import simultaneous_level
from rankpress.stats.westfall_young import flip_weights, max_t, westfall_young
from rankpress.stats.wilcoxon import wilcoxon
from rankpress.topics.data.data import data_caveats
from rankpress.topics.ranks.diagrams import plan_cd
from rankpress.topics.scores.rows import won_and_tied
from rankpress.topics.topic import Request
from rankpress.wording.text import join, plain
from tests.pipeline.conftest import analysis_of, folds_of, metric_of


@pytest.fixture(scope="module")
def means():
    generator = np.random.default_rng(5)
    rounded = generator.uniform(0.4, 0.8, (12, 1)) + generator.normal(0, 0.02, (12, 4)) + np.linspace(0, 0.06, 4)
    return np.asarray(rounded.round(3))


def results_of(analysis, alpha=0.05):
    return results("", alpha, [analysis])["metrics"]["accuracy"]


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_each_measure_is_that_of_the_better_ranked_against_the_worse(means, better):
    analysis = analysis_of(metric_of(means, better), effects={"measures": list(EFFECTS)})
    for row in results_of(analysis)["comparisons"]:
        assert tuple(row["effects"]) == tuple(EFFECTS)
        pair = [["ABCD".index(row["a"]), "ABCD".index(row["b"])]]
        for name, effect in row["effects"].items():
            # differences are in the metric's own unit; what has none favours the better
            plain = EFFECTS[name].run(means if EFFECTS[name].in_unit or better == "higher" else -means, pair)
            assert effect["estimate"] == pytest.approx(plain.estimate[0])
            assert effect["interval"] == pytest.approx([plain.low[0], plain.high[0]])
            assert effect["level"] == 0.95


def test_average_ranks_alone_have_no_effect_sizes():
    scores = MetricRanks("accuracy", "higher", ("A", "B", "C"), np.array([1.0, 2.0, 3.0]), 10)
    study = Study.model_validate({"scores": {"files": ["x.csv"], "layout": "ranks", "datasets": 10}})
    [analysis] = analyse(study, Scores((scores,), {}, ()))
    assert results_of(analysis)["effects"]["left_out"] == [
        "Effect sizes need the scores; only average ranks were given."
    ]
    data = build_document("", [analysis], (), ()).sections[-2]
    assert "only average ranks were given" in data.paragraphs[-1]


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_posteriors_over_data_sets_take_the_higher_for_the_better(means, better):
    scores = metric_of(means if better == "higher" else -means, better)
    analysis = analysis_of(scores, bayes={"rope": 0.01, "draws": 1000, "seed": 4})
    bayesian = analysis.bayesian
    assert bayesian.pairs.tolist() == analysis.tested.over.pairs.tolist()
    expected = bayes_signed_rank(means, bayesian.pairs, 0.01, draws=1000, seed=4)
    assert bayesian.over.p_first.tolist() == expected.p_first.tolist()
    assert bayesian.over.p_first[0] > bayesian.over.p_second[0]
    assert (bayesian.over.draws, bayesian.over.seed, bayesian.over.prior_strength) == (1000, 4, 0.5)


@pytest.fixture(scope="module")
def by_fold():
    """Scores on two times five folds of eight data sets that improve by 0.01 from each algorithm to the next."""
    rng = np.random.default_rng(1)
    return rng.normal(0.7, 0.1, (8, 1, 1)) + rng.normal(0, 0.02, (8, 10, 4)) + 0.01 * np.arange(4)


@pytest.fixture
def few_steps(monkeypatch):
    """Chains that hardly forget where they began, which is the same in what is compared, and a tenth of the time."""
    monkeypatch.setattr(hierarchical, "WARM_UP", 40)


@pytest.mark.nightly
@pytest.mark.usefixtures("few_steps")
def test_too_few_data_sets_with_folds_are_stated(by_fold):
    scores = metric_of(by_fold.mean(axis=1), folds=folds_of(by_fold, 2))
    options = {"over": "hierarchical", "rope": 0.01, "draws": 1000}
    few = analysis_of(replace(scores, folds=(scores.folds[0], *(None,) * 7)), bayes=options).bayesian
    assert few.over is None
    assert "at least three folds of at least two data sets" in few.left_out["over"]
    some = analysis_of(replace(scores, folds=(*scores.folds[:5], *(None,) * 3)), bayes=options).bayesian
    assert any("omits 3 data sets" in plain(note) for note in some.notes)


def test_case_counts_and_odd_folds_in_posteriors():
    # odd numbers of folds, and folds without variance, are as any others (B27)
    rng = np.random.default_rng(3)
    values = np.column_stack([np.full(3, 0.5), np.full(3, 0.5), 0.4 + rng.normal(0, 0.01, 3)])
    counts = np.array([80.0, 80, 80]), np.array([20.0, 20, 20])
    one = Folds(np.ones(3, dtype=np.int64), np.arange(1, 4), values, *counts)
    bayesian = analysis_of(metric_of(values.mean(axis=0)[None], folds=(one,)), bayes={"rope": 0.01}).bayesian
    [within] = bayesian.within
    assert [within.posterior.p_equal[0], within.posterior.p_second[0]] == [1.0, 0.0]
    expected = bayes_correlated_t((values[:, 0] - values[:, 2])[:, None], 20 / 80, 0.01)
    assert within.posterior.p_first[1] == pytest.approx(expected.p_first[0], rel=1e-12)
    assert bayesian.notes == ()
    assert bayesian.left_out == {
        "over": "Bayesian comparisons over data sets need at least two data sets; there is one."
    }


@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize(("pairwise", "statistic"), [("t", "t"), ("permutation", "t"), ("wilcoxon", "wilcoxon")])
def test_westfall_and_young_adjust_by_the_scores(means, pairwise, statistic, control):
    test = {"pairwise": pairwise, "control": control}
    analysis = analysis_of(means, test=test, adjust=["westfall-young", "westfall-young-single-step"])
    over = analysis.tested.over
    for name, step_down in (("westfall-young", True), ("westfall-young-single-step", False)):
        expected = westfall_young(means, over.pairs, statistic=statistic, step_down=step_down)
        assert analysis.adjusted.p[name] == pytest.approx(np.maximum(expected, over.p))


@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize("method", ["simultaneous", "marginal", "bootstrap"])
def test_rank_intervals_are_those_of_the_ranks_on_each_data_set(means, method, alpha):
    analysis = analysis_of(means, rank={"intervals": method}, test={"alpha": alpha})
    ranks = -rank_scores(means)
    if method == "bootstrap":
        expected = bootstrap_rank_intervals(ranks, 1 - alpha)
    else:
        expected = rank_confidence_sets(ranks, 1 - alpha, simultaneous=method == "simultaneous")
    rank_intervals = results_of(analysis, alpha)["rank_intervals"]
    assert (rank_intervals["method"], rank_intervals["level"]) == (method, pytest.approx(1 - alpha))
    assert [*rank_intervals["intervals"].values()] == np.column_stack([expected.low, expected.high]).tolist()


# Gaps


def with_gaps(means, *gaps):
    """The means without those at some places, which are left open."""
    gapped = means.copy()
    for rows, column in gaps:
        gapped[rows, column] = np.nan
    return gapped, metric_of(gapped, missing="incomplete-blocks")


def effects_of(analysis):
    return {
        frozenset((row["a"], row["b"])): (row["a"] + row["b"], row["effects"])
        for row in results_of(analysis)["comparisons"]
    }


@pytest.mark.nightly
def test_gaps_leave_each_pair_the_data_sets_that_both_have(means):
    gapped, scores = with_gaps(means, ([0, 1, 2], 0), (5, 1))
    analysis = analysis_of(scores, effects={"measures": list(EFFECTS)})
    for names, effects in effects_of(analysis).values():
        both = gapped[:, ["ABCD".index(name) for name in names]]
        both = both[~np.isnan(both).any(axis=1)]
        for name, effect in effects.items():
            alone = EFFECTS[name].run(both, [[0, 1]])
            assert effect["estimate"] == pytest.approx(alone.estimate[0])
            assert effect["interval"] == pytest.approx([alone.low[0], alone.high[0]])
        assert effects["median-difference"]["attained"] >= 0.95
    assert results_of(analysis)["concordance"] is None
    assert results_of(analysis)["ranks_scaled"] is True
    [ranking] = [table for table in build_tables(analysis) if table.kind == "average-ranks"]
    assert "ranks scaled to all algorithms" in plain(join(ranking.short_note))
    assert "ranks_scaled" not in results_of(analysis_of(means))
    assert results_of(analysis)["effects"]["left_out"] == ["Kendall's W is omitted, for it needs every result."]
    adjusted = analysis_of(scores, test={"pairwise": "t", "omnibus": []}, adjust=["westfall-young"])
    over = adjusted.tested.over
    expected = np.maximum(westfall_young(gapped, over.pairs), over.p)
    assert adjusted.adjusted.p["westfall-young"] == pytest.approx(expected)
    no_ranks = analysis_of(scores, rank={"intervals": "marginal"}, test={"omnibus": []})
    assert no_ranks.rank_intervals is None
    assert "Rank intervals are omitted, for they need every result." in text_of(no_ranks)


def test_two_that_never_meet_have_neither_effect_size_nor_posterior(means):
    gapped, scores = with_gaps(means, (slice(6), 0), (slice(6, None), 1))
    analysis = analysis_of(scores, bayes={"rope": 0.01, "draws": 1000})
    for name, one in effects_of(analysis)[frozenset("AB")][1].items():
        assert (one["estimate"], one["interval"]) == (None, [None, None]), name
        assert one["why"] == "the two share fewer than two data sets"
    tables = {table.kind: " ".join(map(plain, table.notes)) for table in build_tables(analysis)}
    assert "fewer than two data sets" in tables["pairs"]
    rows = {frozenset((row["a"], row["b"])): row for row in results_of(analysis)["bayes"]["over"]["comparisons"]}
    assert (rows[frozenset("AB")]["why"], rows[frozenset("AB")]["equal"]) == (NOTHING_SHARED, None)
    alone = bayes_signed_rank(gapped[6:, [2, 0]], [[0, 1]], 0.01, draws=1000)
    assert rows[frozenset("AC")]["details"]["n_used"] == 6
    assert rows[frozenset("AC")]["equal"] == alone.p_equal[0]
    assert f"A dash: {NOTHING_SHARED}." in tables["bayes-over"]


def test_results_ranked_last_for_missing_leave_what_rests_on_ranks(means):
    gapped, _ = with_gaps(means, (0, 0))
    missing = Missing("worst-rank", worst_ranked=(Gap("data 0", "A", 0, 1),))
    analysis = analysis_of(metric_of(gapped, missing=missing))
    of_order = {name for name in EFFECTS if EFFECTS[name].of_order}
    assert all(set(effects) == of_order for _, effects in effects_of(analysis).values())
    assert "ranked last for missing" in results_of(analysis)["effects"]["left_out"][0]
    assert results_of(analysis)["concordance"]["kendall_w"] is not None


# What a spec asks for


def text_of(analysis):
    document = build_document("", [analysis], build_tables(analysis), ())
    return " ".join(plain(paragraph) for section in document.sections for paragraph in section.paragraphs)


def test_the_spec_says_which_measures_and_how(means):
    options = {"measures": ["hedges-g", "superiority"], "level": 0.9, "bootstrap": True, "draws": 1000, "seed": 3}
    first, again, other = (results_of(analysis_of(means, effects={**options, "seed": seed})) for seed in (3, 3, 4))
    assert first["effects"]["methods"] == {"hedges-g": "BCa", "superiority": "Wilson"}
    assert [first["effects"][key] for key in ("level", "draws", "seed")] == [0.9, 1000, 3]
    assert set(first["comparisons"][0]["effects"]) == {"hedges-g", "superiority"}
    assert again == first != other


def test_identical_columns_are_no_fault(means):
    for _, effects in effects_of(analysis_of(np.repeat(means[:, :1], 3, axis=1))).values():
        for name, one in effects.items():
            assert one["estimate"] == (None if name == "hedges-g" else EFFECTS[name].no_difference)
            assert one["interval"] == [None, None]  # one of no width would state certainty
            assert one["why"] == "the two score alike on every data set"


@pytest.mark.nightly
def test_simultaneous_intervals_are_wider_and_named_so(means):
    measures = ["mean-difference", "hodges-lehmann", "hedges-g"]
    effects = [{"measures": measures, "simultaneous": which} for which in (False, True)]
    alone, together = (analysis_of(means, effects=each) for each in effects)
    for name, effect in alone.estimated.effects.items():
        wider = together.estimated.effects[name]
        assert wider.estimate == pytest.approx(effect.estimate)
        defined = ~np.isnan(wider.low)
        assert (wider.low <= effect.low + 1e-12)[defined].all()
        assert (wider.high >= effect.high - 1e-12)[defined].all()
    levels = {name: effect.level for name, effect in together.estimated.effects.items()}
    assert levels["mean-difference"] == simultaneous_level(means, together.estimated.pairs, draws=2000, seed=1)
    assert levels["hodges-lehmann"] == pytest.approx(1 - 0.05 / 6)
    assert "simultaneous 95% CI" in text_of(together)
    assert results_of(together)["effects"]["simultaneous"] is True
    assert "simultaneous" not in results_of(alone)["effects"]


def test_the_sign_test_with_a_prior_and_a_control(by_fold):
    means = by_fold.mean(axis=1)
    options = {"over": "sign", "rope": 0.02, "prior_strength": 2.5, "within": "none"}
    bayesian = analysis_of(means, test={"control": "B"}, bayes=options).bayesian
    assert len(bayesian.pairs) == 3
    expected = bayes_sign(means, bayesian.pairs, 0.02, prior_strength=2.5)
    assert bayesian.over.p_equal.tolist() == expected.p_equal.tolist()
    assert (bayesian.over.draws, bayesian.over.seed, bayesian.within, bayesian.left_out) == (0, None, (), {})


@pytest.mark.nightly
@pytest.mark.usefixtures("few_steps")
def test_posteriors_of_folds(by_fold):
    """The hierarchical test over all data sets, and the correlated t test within each, of 5 folds: 1 tested, 4 not.

    Of losses, whose numbers are shown in the direction of the metric: with scores nothing is turned round.
    """
    sign = -1
    scores = metric_of(sign * by_fold.mean(axis=1), "lower", folds=folds_of(sign * by_fold, 2))
    analysis = analysis_of(scores, bayes={"over": "hierarchical", "rope": 0.01, "draws": 1000})
    bayesian = analysis.bayesian
    expected = bayes_hierarchical([*by_fold], [1 / 4] * 8, bayesian.pairs, 0.01, draws=1000)
    assert bayesian.over.p_first.tolist() == expected.p_first.tolist()
    [row] = [one for one in results_of(analysis)["bayes"]["over"]["comparisons"] if {one["a"], one["b"]} == {"A", "D"}]
    assert row["details"]["mean"] == pytest.approx(0.03 if row["a"] == "D" else -0.03, abs=0.01)
    [table] = [table for table in build_tables(analysis) if table.kind == "bayes-over"]
    [cells] = [cells for cells in table.rows if [plain(cell.text) for cell in cells[:2]] == [row["a"], row["b"]]]
    assert cells[2].value == sign * row["details"]["mean"]
    assert cells[3].value < cells[2].value < cells[4].value
    assert "corani2017" in {source.key for source in build_document("", [analysis], [table], ()).references}
    assert [one.dataset for one in bayesian.within] == list(scores.datasets)
    a, b = bayesian.within[2].pairs.T
    expected = bayes_correlated_t(by_fold[2][:, a] - by_fold[2][:, b], 1 / 4, 0.01)
    assert bayesian.within[2].posterior.p_first == pytest.approx(expected.p_first, rel=1e-9)
    assert any("was taken from the number of folds" in note for note in bayesian.notes)
    alone = analysis_of(scores, bayes={"over": "none", "rope": 0.01}).bayesian
    assert (alone.over, len(alone.within)) == (None, 8)


def test_draws_and_seed_of_westfall_and_young_are_those_of_the_spec(means):
    more = np.concatenate([means, means + np.random.default_rng(1).normal(size=means.shape)])
    method = {"westfall-young": {"draws": 2000, "seed": 5}}
    analysis = analysis_of(more, test={"pairwise": "wilcoxon"}, adjust=[method])
    over = analysis.tested.over
    expected = westfall_young(more, over.pairs, statistic="wilcoxon", draws=2000, seed=5)
    assert analysis.adjusted.p["westfall-young"] == pytest.approx(np.maximum(expected, over.p))
    methods = " ".join(map(plain, methods_paragraphs([analysis])))
    assert "The Westfall-Young procedure uses 2,000 random signs of the data sets (seed 5)." in methods
    for name in ("westfall-young", "westfall-young-single-step"):
        with pytest.raises(ValueError, match="exchanges two algorithms at random on each data set"):
            analysis_of(means, test={"pairwise": "rank-z"}, adjust=[name])


@pytest.mark.nightly
def test_the_ranking_the_text_the_macros_and_the_diagram_show_rank_intervals():
    analysis = analysis_of(
        np.random.default_rng(2).normal([0.0, 0.5, 3.0, 1.0], size=(12, 4)), rank={"intervals": "simultaneous"}
    )
    intervals, best = analysis.rank_intervals, analysis.ranking.best_first[0]
    [table] = [table for table in build_tables(analysis) if table.kind == "average-ranks"]
    assert (intervals.low[best], intervals.high[best]) == (1, 1)
    assert plain(table.rows[0][table.columns.index("Rank interval")].text) == "1"
    assert "simultaneous 95% confidence sets" in " ".join(map(plain, table.notes))
    sets = "simultaneous 95% confidence sets of the ranks"
    assert f"By {sets}, C ranks first; no other algorithm may rank first." in text_of(analysis)
    assert "Mogstad" in text_of(analysis)
    assert any("RankInterval" in macro.name for macro in collect([analysis]).macros)
    [plan] = plan_cd(Request([analysis], PlottedFigure(name="cd"), PAPER, Labels({})))
    assert f"whiskers: {sets}" in plain(plan.caption)
    assert "Rank intervals:" in plan.alt
    assert any(str(line.get_gid()).startswith("whisker") for line in plan.draw().axes[0].lines)
    [on_axis] = plan_cd(Request([analysis], PlottedFigure(name="cd", layout="axis"), PAPER, Labels({})))
    assert "Whiskers" not in plain(on_axis.caption)


def test_ratios_of_scores_that_are_not_above_zero_are_a_fault(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,A,B,C\none,1,2,3\ntwo,0,2,1\nthree,2,3,4\n")
    spec = "scores: {files: a.csv, layout: wide, metrics: [{name: gain}]}\neffects: {measures: [ratio]}\n"
    (tmp_path / "study.yaml").write_text(spec)
    read = read_study(tmp_path / "study.yaml")
    with pytest.raises(FaultsFound, match="ratio divides scores, and gain on 'two' is as low as 0"):
        agreeing_scores(read)


@pytest.mark.parametrize("policy", MISSING_BIASES)
def test_error_rates_and_caveats_say_when_missing_results_exceed_them(means, policy):
    gap = (Gap("data 0", "A", 0, 1),)
    kept = {"worst-rank": "worst_ranked", "incomplete-blocks": "left_open"}.get(policy, "imputed")
    if kept != "imputed":
        means = means.copy()
        means[0, 0] = np.nan
    chosen = {"test": {"pairwise": "rank-z"}, "adjust": ["holm"]} if policy == "worst-rank" else {}
    missing = Missing(policy, **{kept: gap})
    if policy == "baseline":  # which needs a file to name its algorithm for
        analysis = analysis_of(means)
        treated = replace(analysis, scores=replace(analysis.scores, missing=missing))
    else:
        treated = analysis_of(metric_of(means, missing=missing), **chosen)
    bias = MISSING_BIASES[policy]
    for rate in results_of(treated)["error_rates"].values():
        assert rate.startswith(("family-wise error", "false discovery rate"))
        assert rate.endswith(f"; exceeded {bias.condition} (in {bias.share})")
    assert any(bias.condition in plain(text) for text in data_caveats(treated))
    whole = replace(treated, scores=replace(treated.scores, missing=Missing(policy)))
    assert not any("exceeded" in rate for rate in results_of(whole)["error_rates"].values())
    assert not any(bias.condition in plain(text) for text in data_caveats(whole))


@pytest.mark.few
@pytest.mark.parametrize("pairwise", ["wilcoxon", "permutation"])
@pytest.mark.parametrize("tolerance", [None, 0.0, 0.02, 5.0])
def test_all_that_counts_differences_of_a_pair_knows_the_tolerance(pairwise, tolerance):
    means = np.random.default_rng(3).integers(50, 90, (11, 4)) / 100
    spec = {"test": {"pairwise": pairwise, "also": ["wilcoxon", "permutation", "sign"]}, "adjust": ["westfall-young"]}
    measures = {"measures": ["cliffs-delta", "rank-biserial", "superiority"]}
    rows = results_of(analysis_of(means, rank={"tolerance": tolerance}, effects=measures, **spec))["comparisons"]
    pairs = [["ABCD".index(row[name]) for name in "ab"] for row in rows]
    expected = wilcoxon(means, pairs, tolerance=tolerance)
    plus, minus = expected.details["r_plus"], expected.details["r_minus"]
    weights = flip_weights(means, pairs, {"permutation": "t"}.get(pairwise, pairwise), tolerance=tolerance)
    adjusted = max_t(weights, step_down=True)
    for index, row in enumerate(rows):
        assert row["effects"]["rank-biserial"]["estimate"] == pytest.approx(
            (plus - minus)[index] / max(1.0, (plus + minus)[index])
        )
        assert row["adjusted"]["westfall-young"] == pytest.approx(max(adjusted[index], row["p"]))
        assert (row if pairwise == "wilcoxon" else row["also"]["wilcoxon"])["p"] == expected.p[index]
        if tolerance == 5.0:  # all data sets tie
            assert [row["effects"][name]["estimate"] for name in measures["measures"]] == [0, 0, 0.5]
            assert {row["effects"][name]["why"] for name in measures["measures"]} == {NO_DIFFERENCE}
            assert {row["p"], *(other["p"] for other in row["also"].values())} == {1}
            assert (row["wins"], row["ties"], row["losses"]) == (0, 11, 0)


@pytest.mark.parametrize("pairwise", ["wilcoxon", "sign"])
def test_ties_of_a_pair_are_its_own_whoever_is_between_the_two(pairwise):
    """Of 0.50, 0.54 and 0.58 with a tolerance of 0.05, ranks tie the better two alone; the other two tie too."""
    means = np.tile([0.50, 0.54, 0.58], (7, 1)) + np.arange(7)[:, None] / 16
    tests = {"pairwise": pairwise, "also": ["wilcoxon", "sign"]}
    analysis = analysis_of(means, rank={"tolerance": 0.05}, test=tests, effects={"measures": ["superiority"]})
    ties = {row["a"] + row["b"]: row["ties"] for row in results_of(analysis)["comparisons"]}
    assert ties == {"BC": 7, "CA": 0, "BA": 7}
    for row in results_of(analysis)["comparisons"]:
        tests = [row, *row["also"].values()]
        assert {test["p"] for test in tests} == ({1.0} if row["ties"] else {0.015625})
        assert row["effects"]["superiority"]["estimate"] == (0.5 if row["ties"] else 1)
    won, tied = won_and_tied(analysis)
    assert (won.tolist(), tied.tolist()) == ([[0, 0, 0], [0, 0, 0], [7, 0, 0]], [[0, 7, 0], [7, 0, 7], [0, 7, 0]])
