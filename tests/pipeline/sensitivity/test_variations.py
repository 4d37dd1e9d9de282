"""Choices of a study made otherwise, against studies made again, and what reports tell of them."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.cache.encoding import encode
from rankpress.cache.store import Store
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.labels import Labels
from rankpress.core.scores import Coverage, Gap, Missing
from rankpress.core.text import plain
from rankpress.figures import PAPER
from rankpress.robustness.variations import unit_of
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.stages.conclude import among
from rankpress.stages.missing import retained_by
from rankpress.topics.macros import collect
from rankpress.topics.results import results
from rankpress.topics.robustness_figures import plan_sensitivity
from rankpress.topics.sensitivity import sensitivity_leader_table, sensitivity_table
from rankpress.topics.summary import summary
from rankpress.topics.topic import Request
from tests.pipeline.sensitivity.conftest import about, analysed, anew, flips, found_in, metric


def test_rounding_turns_differences_into_ties():
    """Section 5, second argument: 0.809, 0.803 and 0.801 have ranks 1, 2, 3, to two decimals 1, 2.5, 2.5."""
    means = np.tile([0.809, 0.803, 0.801], (8, 1))
    scores = replace(metric(8, 3), means=means)
    found = found_in(analysed(scores, adjust=["holm"], test={"alpha": 0.05, "pairwise": "sign"}))
    assert flips(found, about(found, "pair", "B", "C"))["digits", "2"] == ()
    assert flips(found, about(found, "best-ranked")) == {("digits", "1"): (("A", "B", "C"),)}


@pytest.mark.parametrize(
    ("largest", "unit"), [(0.95, 1), (1.0, 1), (0.09, 0.1), (87.0, 100), (100.0, 100), (3e-6, 1e-5), (1.7e308, 1e308)]
)
def test_digits_are_those_of_the_largest_score_in_whatever_unit(largest, unit):
    means = np.array([[largest, 0.1 * largest]])
    assert unit_of(replace(metric(1, 2), means=means)) == pytest.approx(unit)


def test_digits_follow_the_unit():
    scaled = found_in(analysed(replace(metric(), means=100 * metric().means)))
    plain = found_in(analysed(metric()))
    assert [one.counts["digits"] for one in scaled.conclusions] == [one.counts["digits"] for one in plain.conclusions]
    least = found_in(analysed(replace(metric(), means=np.round(9 * metric().means) * 5e-324)))
    assert not any("digits" in one.counts for one in least.conclusions)


@pytest.mark.parametrize(
    "pairwise", ["wilcoxon", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("rank-z", "t"))]
)
def test_a_variation_concludes_what_a_study_of_what_is_left_does(pairwise):
    sections = {
        "test": {"pairwise": pairwise},
        "adjust": ["holm"],
        "order": {"cost": "seconds", "within": "corrected-t", "adjust": "holm"},
    }
    turned = 0
    for seed in (0, 1):
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


def _agree(found, at, expected, left):
    """Hold the verdicts under a variation against those expected, and count those that it turned over."""
    turned = 0
    for one in found.conclusions:
        of_one_left_out = one.conclusion.kind in ("best-ranked", "best") and not {*sum(one.verdict, ())} <= {*left}
        if one.conclusion in expected and not of_one_left_out:
            before, after = (among(one.conclusion, it, left) for it in (one.verdict, expected[one.conclusion]))
            assert one.flips.get(at, before) == after
            turned += before != after
    return turned


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
        n_datasets=int(rows.sum()),
        folds=(None,) * int(rows.sum()),
        missing=missing,
        unreduced=None if rows.all() and columns.all() else means,
    )


POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")


OF_RANKS = {"test": {"pairwise": "rank-z"}}
OF_GAPS = {"test": {"omnibus": ["skillings-mack"], "pairwise": "skillings-mack"}}


@pytest.mark.parametrize("policy", ["drop-algorithms", "incomplete-blocks"])
def test_another_policy_for_gaps_concludes_what_a_study_with_it_does(policy):
    of_gaps = OF_GAPS if policy == "incomplete-blocks" else OF_RANKS
    found = found_in(analysed(gapped(metric, policy), **of_gaps, adjust=["holm"]))
    others = [(at, one.name) for at, one in enumerate(found.variations) if one.kind == "missing"]
    assert [name.partition(" ")[0] for _, name in others] == [one for one in POLICIES if one != policy]
    for at, name in others:
        other = gapped(metric, name.partition(" ")[0])
        with_gaps = OF_GAPS if "skillings-mack" in name else of_gaps
        expected = {
            one.conclusion: one.verdict for one in found_in(analysed(other, **with_gaps, adjust=["holm"])).conclusions
        }
        assert expected.keys() & {one.conclusion for one in found.conclusions}
        _agree(found, at, expected, [*set(other.algorithms) & set(gapped(metric, policy).algorithms)])


def test_pieces_are_the_same_from_a_store_in_another_order_and_after_an_interruption(tmp_path):
    scores = metric(9, 4, folds=5)
    plain = encode(found_in(analysed(scores, costs=True)))

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

    assert encode(found_in(analysed(scores, Store(None, spread=backwards), costs=True))) == plain
    with pytest.raises(Interrupted):
        analysed(scores, Store(tmp_path, spread=lambda function, items: interrupted(function, items)), costs=True)
    with ThreadPoolExecutor(2) as pool:
        resumed = Store(tmp_path, spread=pool.map)
        assert encode(found_in(analysed(scores, resumed, costs=True))) == plain
    again = Store(tmp_path)
    assert encode(found_in(analysed(scores, again, costs=True))) == plain
    assert next(one for one in again.work if one.stage == "sensitivity").why == ()


@pytest.mark.parametrize("n", [2, 5])
def test_two_algorithms_that_are_alike_everywhere_are_varied_without_a_leader_that_topples(n):
    scores = replace(metric(n, 2), means=np.full((n, 2), 0.5))
    found = found_in(analysed(scores))
    assert found.leader.verdict == (("A", "B"),)
    assert not found.fragile
    told = {why for one, why in found.skipped}
    assert told >= {"it leaves fewer than two algorithms"}


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


def test_the_summary_says_that_the_leader_is_not_stable_and_what_topples_it(tmp_path):
    analysis = analysis_of(tmp_path)
    [told] = map(plain, summary([analysis]))
    assert "Who leads is not stable: one keeps the best average rank under" in told
    assert "two leads with the data set d0 omitted" in told


def test_a_test_that_ties_leave_undefined_has_no_p_anywhere(tmp_path):
    analysis = analysis_of(tmp_path, spec="sensitivity: {}\nrank: {tolerance: 1}\n")
    assert "nan" not in json.dumps(results("", 0.05, [analysis])["metrics"]["accuracy"]["sensitivity"]).lower()
    [made] = plan_sensitivity(Request([analysis], PlottedFigure(name="sensitivity"), PAPER, Labels()))
    assert "Any difference undefined" in made.alt


def test_tables_macros_and_results_tell_the_same(tmp_path):
    analysis = analysis_of(tmp_path)
    told = results("T", 0.05, [analysis])["metrics"]["accuracy"]["sensitivity"]
    leader = next(one for one in told["conclusions"] if one["kind"] == "best-ranked")
    table = sensitivity_table(analysis)
    row = next(row for row in table.rows if row[0].text == "Best average rank")
    heads = [cell.text for cell in table.head[0]]
    assert row[heads.index("All")].text == f"{leader['stands']}/{leader['tried']}"
    assert leader["tried"] - leader["stands"] == len(leader["flips"])
    macros = {one.name: one.text for one in collect([analysis]).macros}
    assert macros["rpAccuracyLeaderStands"] == str(leader["stands"])
    assert macros["rpAccuracyLeaderStabilityPhrase"] == f"{leader['stands']} of {leader['tried']} variations"
    assert int(macros["rpAccuracyFragileConclusions"]) == sum(bool(one["flips"]) for one in told["conclusions"])
    assert len(sensitivity_leader_table(analysis).rows) == len(leader["flips"])
    bold = [cell.marks for cell in row if cell.text == f"{leader['tried']}/{leader['tried']}"]
    assert not bold


def test_hostile_names_break_neither_table_nor_figure(tmp_path):
    analysis = analysis_of(tmp_path, HOSTILE)
    assert sensitivity_table(analysis) is not None
    [planned] = plan_sensitivity(Request([analysis], PlottedFigure(name="sensitivity"), PAPER, Labels()))
    assert planned.draw().get_figwidth() > 0
    assert HOSTILE[1] in planned.alt
