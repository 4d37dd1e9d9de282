"""Choices of a study made otherwise, against studies made again, and the fewest data sets that turn a conclusion over.

The fewest are compared with every set of data sets up to half of them, by SciPy's ranks and the papers' formulas or by
leaving each of them out; studies that papers print against Berrar's own juggling with data sets and classifiers (2017,
7.1, Table 2), and Demsar's (2006) Table 6, whose leader hangs on single data sets.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm, rankdata, studentized_range

from rankpress.account.macros import collect
from rankpress.account.results import results
from rankpress.account.summary import summary
from rankpress.account.tables import built_table
from rankpress.analysis import analyse
from rankpress.cache.encoding import encode
from rankpress.cache.store import Store
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.labels import Labels
from rankpress.core.scores import Coverage, Gap, Missing
from rankpress.figures import PAPER
from rankpress.robustness.variations import power_of_ten
from rankpress.robustness.varied_study import Bare, VariedSetting, conclude_varied, verdict_on
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.spec.statistics_sections import SensitivityOptions
from rankpress.stages.conclude import Conclusion, about_pair, among
from rankpress.stages.load import load
from rankpress.stages.missing import retained_by
from rankpress.topics.robustness.figures import plan_sensitivity
from rankpress.topics.robustness.sensitivity import leader_stability
from rankpress.topics.robustness.sensitivity_tables import sensitivity_leader_table
from rankpress.topics.topic import Request
from rankpress.wording.text import join, plain
from tests.pipeline.robustness.sensitivity.conftest import (
    about,
    analysed,
    flips,
    metric,
    reanalysed,
    sensitivity_of,
    study_of,
    varied,
)


@pytest.mark.nightly
def test_rounding_turns_differences_into_ties():
    """Section 5, second argument: 0.809, 0.803 and 0.801 have ranks 1, 2, 3, to two decimals 1, 2.5, 2.5."""
    means = np.tile([0.809, 0.803, 0.801], (8, 1))
    scores = replace(metric(8, 3), means=means)
    sensitivity = sensitivity_of(analysed(scores, adjust=["holm"], test={"alpha": 0.05, "pairwise": "sign"}))
    assert flips(sensitivity, about(sensitivity, "pair", "B", "C"))["digits", "2"] == ()
    assert flips(sensitivity, about(sensitivity, "best-ranked")) == {("digits", "1"): (("A", "B", "C"),)}


@pytest.mark.parametrize(
    ("largest", "unit"), [(0.95, 1), (1.0, 1), (0.09, 0.1), (87.0, 100), (100.0, 100), (3e-6, 1e-5), (1.7e308, 1e308)]
)
def test_digits_are_those_of_the_largest_score_in_whatever_unit(largest, unit):
    means = np.array([[largest, 0.1 * largest]])
    assert power_of_ten(replace(metric(1, 2), means=means)) == pytest.approx(unit)


@pytest.mark.weekly
def test_digits_follow_the_unit():
    scaled = sensitivity_of(analysed(replace(metric(), means=100 * metric().means)))
    plain = sensitivity_of(analysed(metric()))
    assert [one.counts["digits"] for one in scaled.conclusions] == [one.counts["digits"] for one in plain.conclusions]
    least = sensitivity_of(analysed(replace(metric(), means=np.round(9 * metric().means) * 5e-324)))
    assert not any("digits" in one.counts for one in least.conclusions)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("pairwise", ["wilcoxon", pytest.param("rank-z", marks=pytest.mark.nightly)])
def test_a_variation_concludes_what_a_study_of_what_is_left_does(pairwise):
    sections = {
        "test": {"pairwise": pairwise},
        "adjust": ["holm"],
        "order": {"cost": "seconds", "within": "corrected-t", "adjust": "holm"},
    }
    turned = 0
    scores = metric(7, 4, folds=10, seed=0)
    sensitivity = sensitivity_of(analysed(scores, costs=True, **sections))
    assert {"order", "best", "pair", "omnibus", "best-ranked"} == {
        one.conclusion.kind for one in sensitivity.conclusions
    }
    for at, variation in enumerate(sensitivity.variations):
        if variation.kind in ("dataset", "algorithm"):
            rows = [row for row, name in enumerate(scores.datasets) if name != variation.name]
            columns = [column for column, name in enumerate(scores.algorithms) if name != variation.name]
            expected = reanalysed(scores, rows, columns, **sections)
            turned += _agree(sensitivity, at, expected, [scores.algorithms[column] for column in columns])
    assert turned > 0  # or nothing was compared


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("n", "k", "sections"),
    [
        (2, 4, {}),
        (4, 3, {"test": {"omnibus": ["iman-davenport"], "alpha": 0.1}}),
        (5, 4, {"test": {"omnibus": ["quade", "friedman"], "pairwise": "rank-z"}, "adjust": ["nemenyi"]}),
        (6, 5, {"test": {"omnibus": ["friedman", "iman-davenport"], "pairwise": "rank-z"}, "adjust": ["shaffer"]}),
    ],
)
def test_each_conclusion_is_judged_by_the_p_that_decides_in_the_study(n, k, sections):
    whole_of = {"adjust": ["holm"], "order": {"cost": "seconds"}, **sections}
    scores = metric(n, k, seed=1)
    study = analysed(scores, costs=True, **whole_of)
    sensitivity, whole = sensitivity_of(study), reanalysed(scores, range(n), range(k), **whole_of)
    for one in sensitivity.conclusions:
        assert one.verdict == whole[one.conclusion], one.conclusion
    [omnibus] = [one for one in sensitivity.conclusions if one.conclusion.kind == "omnibus"]
    assert omnibus.p == next(iter(study.tested.omnibus.values())).deciding_p
    for at, variation in enumerate(sensitivity.variations):
        if variation.name in ("d0", "d1") and n > 2:
            rows = [row for row, name in enumerate(scores.datasets) if name != variation.name]
            expected = reanalysed(scores, rows, range(k), **whole_of)
            _agree(sensitivity, at, expected, scores.algorithms)


def _agree(sensitivity, at, expected, left):
    """Hold the verdicts under a variation against those expected, and count those that it turned over."""
    turned = 0
    for one in sensitivity.conclusions:
        of_one_left_out = one.conclusion.kind in ("best-ranked", "best") and not {*sum(one.verdict, ())} <= {*left}
        if one.conclusion in expected and not of_one_left_out:
            before, after = (among(one.conclusion, it, left) for it in (one.verdict, expected[one.conclusion]))
            assert one.flips.get(at, before) == after
            turned += before != after
    return turned


@pytest.mark.nightly
def test_a_pair_flips_at_levels_on_the_other_side_of_its_adjusted_p():
    scores = metric(12, 4, seed=1)
    levels = (0.001, 0.01, 0.02, 0.1, 0.2, 0.5, 0.9)
    sensitivity = sensitivity_of(analysed(scores, sensitivity={"alpha": levels}, adjust=["holm"]))
    assert [one.value for one in sensitivity.variations if one.kind == "alpha"] == [*levels]
    pairs = [one for one in sensitivity.conclusions if one.conclusion.kind == "pair"]
    turned = 0
    for one in pairs:
        at = {float(name) for kind, name in flips(sensitivity, one) if kind == "alpha"}
        assert at == {level for level in levels if (one.p <= level) != (one.p <= 0.05)}
        turned += len(at)
    assert turned


def gapped(metric, policy):
    """Scores of which two are missing, under a policy, as the load stage gives them."""
    whole, present = metric(9, 4), np.ones((9, 4), dtype=bool)
    present[0, 3] = present[1, 3] = False
    means = np.where(present, whole.means, np.nan)
    rows, columns = retained_by(policy, ~present)
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
        folds=(None,) * int(rows.sum()),
        missing=missing,
        unreduced=None if rows.all() and columns.all() else means,
    )


POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")


OF_RANKS = {"test": {"pairwise": "rank-z"}}
OF_GAPS = {"test": {"omnibus": ["skillings-mack"], "pairwise": "skillings-mack"}}


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("policy", ["drop-algorithms", "incomplete-blocks"])
def test_another_policy_for_gaps_concludes_what_a_study_with_it_does(policy):
    of_gaps = OF_GAPS if policy == "incomplete-blocks" else OF_RANKS
    sensitivity = sensitivity_of(analysed(gapped(metric, policy), **of_gaps, adjust=["holm"]))
    others = [(at, one.name) for at, one in enumerate(sensitivity.variations) if one.kind == "missing"]
    assert [name.partition(" ")[0] for _, name in others] == [one for one in POLICIES if one != policy]
    for at, name in others:
        other = gapped(metric, name.partition(" ")[0])
        with_gaps = OF_GAPS if "skillings-mack" in name else of_gaps
        expected = {
            one.conclusion: one.verdict
            for one in sensitivity_of(analysed(other, **with_gaps, adjust=["holm"])).conclusions
        }
        assert expected.keys() & {one.conclusion for one in sensitivity.conclusions}
        _agree(sensitivity, at, expected, [*set(other.algorithms) & set(gapped(metric, policy).algorithms)])


@pytest.mark.nightly
def test_pieces_are_the_same_from_a_store_in_another_order_and_after_an_interruption(tmp_path):
    scores = metric(9, 4, folds=5)
    plain = encode(sensitivity_of(analysed(scores, costs=True)))

    def backwards(function, items):
        results = [function(item) for item in reversed(list(items))]
        return results[::-1]

    class Interrupted(Exception):
        pass

    def interrupted(function, items):
        for number, item in enumerate(items):
            if number == 7:
                raise Interrupted
            yield function(item)

    assert encode(sensitivity_of(analysed(scores, Store(None, spread=backwards), costs=True))) == plain
    with pytest.raises(Interrupted):
        analysed(scores, Store(tmp_path, spread=lambda function, items: interrupted(function, items)), costs=True)
    with ThreadPoolExecutor(2) as pool:
        resumed = Store(tmp_path, spread=pool.map)
        assert encode(sensitivity_of(analysed(scores, resumed, costs=True))) == plain
    again = Store(tmp_path)
    assert encode(sensitivity_of(analysed(scores, again, costs=True))) == plain
    assert next(one for one in again.work if one.stage == "sensitivity").why == ()


@pytest.mark.parametrize("n", [2, 5])
def test_two_algorithms_that_are_alike_everywhere_are_varied_without_a_leader_that_topples(n):
    scores = replace(metric(n, 2), means=np.full((n, 2), 0.5))
    sensitivity = sensitivity_of(analysed(scores))
    assert sensitivity.leader.verdict == (("A", "B"),)
    assert not sensitivity.fragile
    reasons = {why for one, why in sensitivity.skipped}
    assert reasons >= {"it leaves fewer than two algorithms"}


# The first leads by a hair: without d0, where it is best by far ahead of both, the second does.
RANKS = [[1, 3, 2], [1, 2, 3], [2, 1, 3], [1, 2, 3], [2, 1, 3], [2, 1, 3]]


HOSTILE = ("50% & #1 $x$ a_b", "<img src=x onerror=alert(1)>", "\\input{a} " + "long " * 30)


def analysis_of(folder, names=("one", "two", "three"), spec="", ranks=RANKS):
    """A study of these ranks."""
    lines = [",".join(["dataset", *(f'"{name}"' for name in names)])]
    scores = 0.9 - 0.1 * np.array(ranks)
    lines += [f"d{at}," + ",".join(f"{score:.3f}" for score in row) for at, row in enumerate(scores)]
    (folder / "a.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    text = f"scores: {{files: a.csv, layout: wide, metrics: [{{name: accuracy}}]}}\neffects: null\n{spec}"
    (folder / "study.yaml").write_text(text + ("" if "sensitivity" in spec else "sensitivity: {}\n"), encoding="utf-8")
    read = read_study(folder / "study.yaml")
    [analysis] = analyse(read.study, agreeing_scores(read))
    return analysis


@pytest.mark.nightly
def test_the_summary_counts_where_the_leader_stays_and_the_section_says_what_topples_it(tmp_path):
    analysis = analysis_of(tmp_path)
    [sentence] = map(plain, summary([analysis]))
    assert "one keeps the best average rank in" in sentence
    assert "two leads" not in sentence
    assert "two leads with the data set d0 omitted" in plain(join(leader_stability(analysis)))


@pytest.mark.nightly
def test_a_test_whose_correction_ties_leave_undefined_has_its_other_p(tmp_path):
    analysis = analysis_of(tmp_path, spec="sensitivity: {}\nrank: {tolerance: 1}\n")
    assert "nan" not in json.dumps(results("", 0.05, [analysis])["metrics"]["accuracy"]["sensitivity"]).lower()
    [made] = plan_sensitivity(Request([analysis], PlottedFigure(name="sensitivity"), PAPER, Labels()))
    assert "Any difference 1.000 (" in made.alt


@pytest.mark.nightly
def test_tables_macros_and_results_tell_the_same(tmp_path):
    analysis = analysis_of(tmp_path)
    written = results("T", 0.05, [analysis])["metrics"]["accuracy"]["sensitivity"]
    leader = next(one for one in written["conclusions"] if one["kind"] == "best-ranked")
    table = built_table("sensitivity", analysis)
    row = next(row for row in table.rows if row[0].text == "Best average rank")
    heads = [cell.text for cell in table.head[0]]
    assert row[heads.index("All")].text == f"{leader['stands']}/{leader['tried']}"
    assert leader["tried"] - leader["stands"] == len(leader["flips"])
    macros = {one.name: one.text for one in collect([analysis]).macros}
    assert macros["rpAccuracyLeaderStands"] == str(leader["stands"])
    assert macros["rpAccuracyLeaderStabilityPhrase"] == f"{leader['stands']} of {leader['tried']} variations"
    assert int(macros["rpAccuracyFragileConclusions"]) == sum(bool(one["flips"]) for one in written["conclusions"])
    assert len(sensitivity_leader_table(analysis).rows) == len(leader["flips"])
    bold = [cell.marks for cell in row if cell.text == f"{leader['tried']}/{leader['tried']}"]
    assert not bold


@pytest.mark.nightly
def test_hostile_names_break_neither_table_nor_figure(tmp_path):
    analysis = analysis_of(tmp_path, HOSTILE)
    assert built_table("sensitivity", analysis) is not None
    [planned] = plan_sensitivity(Request([analysis], PlottedFigure(name="sensitivity"), PAPER, Labels()))
    assert planned.draw().get_figwidth() > 0
    assert HOSTILE[1] in planned.alt


NOTHING = {key: [] for key in SensitivityOptions.model_fields}
ONLY_DATASETS = NOTHING | {"leave_out": ["datasets"]}


def by_formula(scores, per_pair):
    """The fewest data sets, up to half, of all sets: leader and pairs by Demsar's formulas, with SciPy's ranks."""
    ranks, names = rankdata(-np.asarray(scores.means), axis=1), scores.algorithms
    n, k = ranks.shape

    def verdicts(kept):
        mean = ranks[[*kept]].mean(axis=0)
        least = per_pair * np.sqrt(k * (k + 1) / (6 * len(kept))) - 1e-9
        by_conclusion = {Conclusion("best-ranked"): tuple(np.flatnonzero(mean == mean.min()))}
        for a, b in combinations(range(k), 2):
            by_conclusion[about_pair("", names[a], names[b])] = np.sign(mean[a] - mean[b]) * (
                abs(mean[a] - mean[b]) >= least
            )
        return by_conclusion

    whole, fewest = verdicts(range(n)), {}
    for kept in (kept for size in range(1, n // 2 + 1) for kept in combinations(range(n), n - size)):
        for one, verdict in verdicts(kept).items():
            if verdict != whole[one]:
                fewest.setdefault(one, n - len(kept))
    return fewest


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("adjust", "per_pair"),
    [("nemenyi", studentized_range.ppf(0.9, 4, np.inf) / np.sqrt(2)), ("bonferroni", norm.isf(0.1 / 12))],
)
def test_where_sums_of_ranks_decide_the_fewest_data_sets_are_the_fewest_of_all_sets(adjust, per_pair):
    """No smaller set of up to half of the data sets does it; where none does, none is found."""
    sizes = set()
    for seed in (1, 4, 5):
        scores = metric(9, 4, seed=seed)
        sensitivity = sensitivity_of(
            analysed(scores, adjust=[adjust], test={"pairwise": "rank-z", "alpha": 0.1}, sensitivity=ONLY_DATASETS)
        )
        expected = by_formula(scores, per_pair)
        for one in sensitivity.conclusions:
            if one.conclusion.kind in ("pair", "best-ranked"):
                assert expected.get(one.conclusion) == (None if one.fewest is None else len(one.fewest.datasets))
                assert one.fewest is None or one.fewest.exact
                sizes.add((one.conclusion.kind, expected.get(one.conclusion)))
    assert sizes >= {("pair", None), ("pair", 3)}  # one or two, any search would find


@pytest.mark.nightly
def test_data_sets_found_by_the_search_do_turn_a_pair_over_and_none_can_be_spared():
    searched = exact = 0
    for seed in (0, 1):
        scores, study = metric(9, 3, seed=seed), study_of(adjust=["holm"], test={"pairwise": "wilcoxon"})
        sections = {"adjust": ["holm"], "test": {"pairwise": "wilcoxon"}}
        sensitivity = sensitivity_of(analysed(scores, **sections, sensitivity=ONLY_DATASETS))
        by_trying = _fewest_by_trying(varied, scores, study)
        for one in sensitivity.conclusions:
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


@pytest.mark.nightly
def test_sets_that_turn_pairs_over_are_tried_on_who_is_named_the_best():
    scores, order = metric(12, 3, folds=10, seed=4), {"cost": "seconds", "within": "corrected-t"}
    sensitivity = sensitivity_of(
        analysed(scores, costs=True, order=order, test={"pairwise": "rank-z"}, sensitivity=ONLY_DATASETS)
    )
    fewest = about(sensitivity, "best").fewest
    assert len(fewest.datasets) == 4
    assert not fewest.exact
    rows = [row for row, name in enumerate(scores.datasets) if name not in fewest.datasets]
    expected = reanalysed(scores, rows, [0, 1, 2], order=order, test={"pairwise": "rank-z"})
    assert expected[Conclusion("best")] == fewest.verdict != about(sensitivity, "best").verdict


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon"])
def test_a_conclusion_by_itself_is_the_one_among_all(pairwise):
    study, scores = study_of(adjust=["holm"], test={"pairwise": pairwise}), metric(9, 4)
    test = study.test.model_copy(update={"within": "none", "omnibus": ("iman-davenport",)})
    setting = VariedSetting(study.rank, test, study.adjust[0], None, without_datasets=("d2", "d7"))
    bare = Bare(scores, {}, {})
    every = conclude_varied(bare, setting).conclusions
    assert {one.kind for one in every} >= {"pair", "omnibus", "best-ranked", "best"}
    assert {one: verdict_on(bare, setting, one) for one in every} == {one: it.verdict for one, it in every.items()}
    assert verdict_on(bare, setting, Conclusion("pair", "", ("A", "Z"))) is None


def _fewest_by_trying(varied, scores, study):
    """The size of the smallest set of data sets, up to half of them, without which each verdict is another."""
    whole, fewest = varied(scores, study).conclusions, {}
    for size in range(1, scores.n_datasets // 2 + 1):
        for without in combinations(scores.datasets, size):
            for one, concluded in varied(scores, study, without_datasets=without).conclusions.items():
                if concluded.verdict != whole[one].verdict:
                    fewest.setdefault(one, size)
    return fewest


EXAMPLES = Path(__file__).parents[4] / "example_project"
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
        by_pair = {
            one.subject: stability.verdict for one, stability in pairs if one.kind == "pair" and stability.verdict
        }
        assert by_pair == {pair: ((better,),) for pair, better in apart.items()}

    @pytest.mark.nightly
    def test_the_stage_names_the_data_sets_that_turn_the_rest_over(self):
        """Of the three real classifiers; the groups are those that Alice leaves out."""
        study, scores = printed(BERRAR)
        [four] = scores.metrics
        means = np.asarray(four.means)[:, :3]
        three = replace(four, algorithms=four.algorithms[:3], means=means)
        groups = {"synthetic": four.datasets[10:], "6 to 9": four.datasets[5:9]}
        test = study.test.model_copy(update={"omnibus": ("iman-davenport",)})
        study = study.model_copy(update={"scores": study.scores.model_copy(update={"groups": groups}), "test": test})
        sensitivity = sensitivity_of(analyse(study, replace(scores, metrics=(three,)))[0])
        assert flips(sensitivity, about(sensitivity, "pair", "CART", "RF"))["group", "synthetic"] == ()
        assert flips(sensitivity, about(sensitivity, "pair", "NB", "RF"))["group", "synthetic"] == (("RF",),)
        assert flips(sensitivity, about(sensitivity, "omnibus"))["group", "6 to 9"] == ()
        assert ("group", "6 to 9") in flips(sensitivity, about(sensitivity, "pair", "CART", "RF"))
        assert flips(sensitivity, sensitivity.leader) == {("group-alone", "synthetic"): (("NB",),)}


@pytest.mark.nightly
def test_who_leads_by_a_hair_is_found_to_hang_on_data_sets_in_demsar():
    """Table 6 of Demsar (2006): 1.964 and 2.000 are the average ranks of the best two."""
    study, scores = printed(DEMSAR)
    sensitivity = sensitivity_of(analyse(study, scores)[0])
    assert sensitivity.leader.verdict == (("C4.5+m+cf",),)
    toppling = {name for (kind, name), verdict in flips(sensitivity, sensitivity.leader).items() if kind == "dataset"}
    metric_scores = scores.metrics[0]
    ranks = analyse(study, scores)[0].ranking.ranks
    names = metric_scores.algorithms
    both = ranks[:, [names.index("C4.5+m"), names.index("C4.5+m+cf")]]
    lead = both[:, 0] - both[:, 1]
    assert toppling == {name for name, one in zip(metric_scores.datasets, lead, strict=True) if lead.sum() - one <= 0}
    assert toppling
