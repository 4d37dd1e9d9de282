"""Choices of a study made otherwise, from the scores to what is concluded.

Held against: studies made anew from the scores that are left, tests within data sets included; adjusted p-values as the
level at which a pair's verdict flips; and itself in other processes and from a store, for the same bytes.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rankpress.cache.encoding import encode
from rankpress.cache.store import Store
from rankpress.core.scores import Coverage, Gap, MetricScores, Missing
from rankpress.robustness.variations import Sensitivity, choices, unit_of
from rankpress.robustness.varied_study import Setting
from rankpress.spec.robustness_sections import SensitivityOptions
from rankpress.stages.conclude import Conclusion, among
from rankpress.stages.missing import kept_by

NOTHING: dict[str, Any] = {key: [] for key in SensitivityOptions.model_fields}


def test_rounding_turns_differences_into_ties(metric, analysed, found_in, about, flips):
    """Section 5, second argument: 0.809, 0.803 and 0.801 have ranks 1, 2, 3, to two decimals 1, 2.5, 2.5."""
    means = np.tile([0.809, 0.803, 0.801], (8, 1))
    scores = replace(metric(8, 3), means=means)
    found = found_in(analysed(scores, adjust=["holm"], test={"alpha": 0.05, "pairwise": "sign"}))
    assert flips(found, about(found, "pair", "B", "C"))["digits", "2"] == ()
    assert flips(found, about(found, "best-ranked")) == {("digits", "1"): (("A", "B", "C"),)}


@pytest.mark.parametrize(
    ("largest", "unit"), [(0.95, 1), (1.0, 1), (0.09, 0.1), (87.0, 100), (100.0, 100), (3e-6, 1e-5), (1.7e308, 1e308)]
)
def test_digits_are_those_of_the_largest_score_in_whatever_unit(largest, unit, metric, analysed, found_in):
    means = np.array([[largest, 0.1 * largest]])
    assert unit_of(replace(metric(1, 2), means=means)) == pytest.approx(unit)
    scaled = found_in(analysed(replace(metric(), means=100 * metric().means)))
    plain = found_in(analysed(metric()))
    assert [one.counts["digits"] for one in scaled.conclusions] == [one.counts["digits"] for one in plain.conclusions]
    least = found_in(analysed(replace(metric(), means=np.round(9 * metric().means) * 5e-324)))
    assert not any("digits" in one.counts for one in least.conclusions)


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon", "t"])
def test_a_variation_concludes_what_a_study_of_what_is_left_does(pairwise, metric, analysed, found_in, anew):
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


def test_names_that_run_together_and_costs_that_are_the_same_are_told_apart(metric, analysed, found_in):
    names = ("A", "B C", "A B", "C")
    found = found_in(analysed(replace(metric(9, 4), algorithms=names)))
    assert len({one.conclusion for one in found.conclusions}) == len(found.conclusions)
    twice = {"costs": ["bytes", {"bytes": 2.0}, "bytes"]}
    found = found_in(analysed(metric(9, 3, folds=5), costs=True, order={"cost": "seconds"}, sensitivity=twice))
    assert len([one for one in found.variations if one.kind == "cost"]) == 1


def test_a_pair_flips_at_levels_on_the_other_side_of_its_adjusted_p(metric, analysed, found_in, flips):
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


def test_settings_that_cannot_touch_a_conclusion_do_not_count_for_it(metric, analysed, found_in, about):
    found = found_in(analysed(metric(9, 4, folds=5), costs=True))
    assert set(about(found, "best-ranked").counts) == {"dataset", "algorithm", "digits"}
    assert "omnibus" in about(found, "omnibus").counts
    assert "omnibus" not in about(found, "pair", "A", "B").counts
    assert about(found, "order").counts["cost"][1] == 2  # the other cost, and equal weights


def test_an_algorithm_left_out_says_nothing_of_its_own_pairs_nor_of_its_lead(metric, analysed, found_in, about):
    found = found_in(analysed(metric(9, 4)))
    assert about(found, "pair", "A", "B").counts["algorithm"][1] == 2
    assert about(found, "best-ranked").counts["algorithm"][1] == 3


def test_groups_are_left_out_and_taken_alone(metric, analysed, found_in):
    groups = {"small": ["d0", "d1", "d2"], "one": ["d3"]}
    found = found_in(analysed(metric(9, 3), groups=groups))
    named = [(one.kind, one.name) for one in found.variations if one.kind.startswith("group")]
    assert named == [("group", "small"), ("group-alone", "small")]  # without d3 is made once
    assert [(one.kind, one.name, why) for one, why in found.skipped if one.kind.startswith("group")] == [
        ("group-alone", "one", "it leaves fewer than two data sets")
    ]


def test_what_leaves_the_same_data_sets_out_is_made_once(metric, analysed, found_in):
    every = [f"d{at}" for at in range(9)]
    groups = {"one": every[:4], "two": every[4:], "again": every[3::-1]}
    found = found_in(analysed(metric(9, 3), groups=groups, sensitivity={**NOTHING, "leave_out": ["groups"]}))
    assert [(one.kind, one.name) for one in found.variations] == [("group", "one"), ("group", "two")]
    assert not found.skipped


def skipped(found: Sensitivity) -> dict[tuple[str, str], str]:
    """Why what was asked for was not made."""
    return {(one.kind, one.name): why for one, why in found.skipped}


def test_what_is_asked_for_by_name_and_changes_nothing_is_skipped_with_the_reason(metric, study_of, analysed, found_in):
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
    assert skipped(found_in(analysed(gapped(metric, "worst-rank"), sensitivity=asked))) == {
        ("missing", "worst-rank"): "as the study has it"
    }


def test_lists_choose_what_is_varied_and_empty_ones_leave_it(metric, analysed, found_in):
    found = found_in(
        analysed(metric(9, 3), sensitivity={**NOTHING, "pairwise": ["sign", {"wilcoxon": {"zeros": "pratt"}}]})
    )
    assert [(one.kind, one.name) for one in found.variations] == [
        ("pairwise", "sign with holm"),
        ("pairwise", "wilcoxon (zeros: pratt) with holm"),
    ]
    assert not found_in(analysed(metric(9, 3), sensitivity=NOTHING)).variations


def gapped(metric: Any, policy: str) -> MetricScores:
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
def test_another_policy_for_gaps_concludes_what_a_study_with_it_does(policy, metric, analysed, found_in):
    of_gaps: dict[str, Any] = OF_GAPS if policy == "incomplete-blocks" else {}
    found = found_in(analysed(gapped(metric, policy), **of_gaps, adjust=["holm"]))
    others = [(at, one.name) for at, one in enumerate(found.variations) if one.kind == "missing"]
    assert [name.partition(" ")[0] for _, name in others] == [one for one in POLICIES if one != policy]
    for at, name in others:
        other = gapped(metric, name.partition(" ")[0])
        with_gaps: dict[str, Any] = OF_GAPS if "skillings-mack" in name else of_gaps
        expected = {
            one.conclusion: one.verdict for one in found_in(analysed(other, **with_gaps, adjust=["holm"])).conclusions
        }
        assert expected.keys() & {one.conclusion for one in found.conclusions}
        _agree(found, at, expected, [*set(other.algorithms) & set(gapped(metric, policy).algorithms)])


def test_pieces_are_the_same_from_a_store_in_another_order_and_after_an_interruption(
    tmp_path, metric, analysed, found_in
):
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
    ("n", "changes", "why"),
    [
        (1, {}, "at least two of them; there is one"),
        (
            3,
            {"means": None, "datasets": (), "average_ranks": np.array([1.0, 2.0, 3.0]), "folds": ()},
            "only average ranks were given",
        ),
    ],
    ids=["one data set", "ranks alone"],
)
def test_what_cannot_be_varied_says_why(n, changes, why, metric, analysed, found_in):
    found = found_in(analysed(replace(metric(n, 3), **changes), effects=None))
    assert not found.variations
    assert why in found.why


@pytest.mark.parametrize("n", [2, 5])
def test_two_algorithms_that_are_alike_everywhere_are_varied_without_a_leader_that_topples(
    n, metric, analysed, found_in
):
    scores = replace(metric(n, 2), means=np.full((n, 2), 0.5))
    found = found_in(analysed(scores))
    assert found.leader.verdict == (("A", "B"),)
    assert not found.fragile
    told = {why for one, why in found.skipped}
    assert told >= {"it leaves fewer than two algorithms"}
