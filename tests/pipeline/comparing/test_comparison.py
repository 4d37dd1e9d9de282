"""What changed between two reports, and what did it.

Causes are held against what they claim: the study that has one change alone, or all but one, is made as a user would
make it, from a file of scores and through all stages, and its conclusions are those that the cause promises.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from rankpress.diff import causes
from rankpress.diff.changes import Changes, Factor, Flip, Membership, Replaced
from rankpress.diff.comparison import compare_reports, conclusions_of, deciding_draws
from rankpress.diff.stored_report import StoredReport
from rankpress.stages.conclude import Conclusion, about_pair

Scores = dict[str, dict[str, float]]
SPECS = (
    "adjust: [holm]",
    "adjust: [shaffer, nemenyi], rank: {tolerance: 0.02}",
    "test: {pairwise: wilcoxon, omnibus: [friedman, quade]}, adjust: [holm]",
    "test: {pairwise: sign}, adjust: [benjamini-hochberg]",
    "test: {control: A}, adjust: [holm]",
    "test: {pairwise: t, alpha: 0.1}, adjust: [bergmann-hommel]",
)
ORDERED = "adjust: [holm], order: {cost: seconds, within: none, adjust: holm}"


def flips_of(changes: Changes) -> dict[Conclusion, Flip]:
    return {flip.conclusion: flip for flip in changes.flips}


def accuracy(kept: StoredReport) -> Any:
    return kept.results["metrics"]["accuracy"]


def doctored(kept: StoredReport, changes: Mapping[str, Any], *, alone: bool = False) -> StoredReport:
    """The report with other results of its metric, without its manifest where they stand alone."""
    results: Any = {**kept.results, "metrics": {"accuracy": accuracy(kept) | changes}}
    return StoredReport(results, None if alone else kept.manifest)


def verdict(kept: StoredReport, conclusion: Conclusion) -> Any:
    """What a report concludes; groups as sets, since their order tells nothing here."""
    found = conclusions_of(kept.results["metrics"]["accuracy"], kept.results["alpha"])[conclusion].verdict
    return {frozenset(group) for group in found} if conclusion.kind == "groups" else found


def mixed(old: Scores, new: Scores, taken: frozenset[str]) -> Scores:
    """The old scores with some data sets as they are in the new ones."""
    return {
        name: source[name] for name in dict.fromkeys((*old, *new)) if name in (source := new if name in taken else old)
    }


def test_nothing_changed(make_kept: Any, table: Scores) -> None:
    assert not compare_reports(make_kept(table), make_kept(table))


def test_a_data_set_that_does_it_alone(make_kept: Any, table: Scores) -> None:
    """Of seven data sets on which A always beats B one turns: the sign test no longer tells them apart."""
    few = {name: {one: table[name][one] for one in "AB"} for name in list(table)[:7]}
    spec = "test: {pairwise: sign}, adjust: [holm]"
    turned = few | {"d3": {"A": 0.1, "B": 0.7}, "d4": {"A": 0.94, "B": 0.71}}
    changes = compare_reports(make_kept(few, spec), make_kept(turned, spec))
    [metric] = changes.by_metric
    assert metric.datasets == Membership(changed=("d3", "d4"))
    flip = flips_of(changes)[about_pair("holm", "B", "A")]
    assert (flip.old, flip.new) == ((("A",),), ())
    assert flip.cause.alone == flip.cause.needed == (Factor("data set", "d3"),)
    assert flip.cause.tried == flip.cause.of == 2
    assert [(move.algorithm, move.old_place, move.new_place) for move in metric.moves] == [("A", 1, 1), ("B", 2, 2)]


def test_data_sets_that_do_it_together(make_kept: Any, table: Scores) -> None:
    few = {name: {one: table[name][one] for one in "AB"} for name in list(table)[:9]}
    spec = "test: {pairwise: sign}, adjust: [holm]"  # 8 of 9 wins have p = 0.039, 7 of 9 p = 0.18
    turned = few | {name: {"A": 0.1, "B": 0.7} for name in ("d3", "d5")}
    flip = flips_of(compare_reports(make_kept(few, spec), make_kept(turned, spec)))[about_pair("holm", "A", "B")]
    both = (Factor("data set", "d3"), Factor("data set", "d5"))
    assert (flip.cause.alone, flip.cause.together, flip.cause.needed) == ((), both, both)


@pytest.mark.parametrize("spec", [*SPECS, ORDERED])
@pytest.mark.parametrize("seed", range(3))
def test_causes_hold_when_they_are_tried(make_kept: Any, spec: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    costs = {"A": 4.0, "B": 3.0, "C": 2.0, "D": 1.0} if spec == ORDERED else None
    base = np.array([0.08, 0.06, 0.02, 0.0])

    def scores(names: range) -> Scores:
        drawn = rng.normal(0, 0.04, (len(names), 4)) + base
        return {f"d{at}": dict(zip("ABCD", row.tolist(), strict=True)) for at, row in zip(names, drawn, strict=True)}

    old = scores(range(9))
    # three data sets measured anew, one gone, two that are new
    new = {name: row for name, row in old.items() if name != "d1"} | scores(range(3, 6)) | scores(range(9, 11))
    changes = compare_reports(make_kept(old, spec, costs), make_kept(new, spec, costs))
    touched = frozenset({"d1", "d3", "d4", "d5", "d9", "d10"})
    [metric] = changes.by_metric
    assert {*metric.datasets.added, *metric.datasets.gone, *metric.datasets.changed} == touched

    @cache
    def study(taken: frozenset[str]) -> StoredReport:
        kept: StoredReport = make_kept(mixed(old, new, taken), spec, costs)
        return kept

    for flip in changes.flips:
        conclusion, cause = flip.conclusion, flip.cause
        assert not cause.why
        before, after = verdict(study(frozenset()), conclusion), verdict(study(touched), conclusion)
        for factor in metric_factors(metric):
            alone = verdict(study(frozenset({factor.name})), conclusion) == after
            assert (factor in cause.alone) == alone
            undone = verdict(study(touched - {factor.name}), conclusion) == before
            assert (factor in cause.needed) == undone
        if not cause.alone:
            together = frozenset(factor.name for factor in cause.together)
            assert verdict(study(together), conclusion) == after
            for name in together:
                assert verdict(study(together - {name}), conclusion) != after


def metric_factors(metric: Any) -> list[Factor]:
    data: Membership = metric.datasets
    return [
        *(Factor("data set", name, "changed") for name in data.changed),
        *(Factor("data set", name, "added") for name in data.added),
        *(Factor("data set", name, "gone") for name in data.gone),
    ]


def test_that_trial_has_flips_of_every_kind(make_kept: Any) -> None:
    """Or it would hold nothing: over its studies each kind of conclusion flips at least once."""
    found: set[str] = set()
    for seed in range(3):
        for spec in (*SPECS, ORDERED):
            rng = np.random.default_rng(seed)
            costs = {"A": 4.0, "B": 3.0, "C": 2.0, "D": 1.0} if spec == ORDERED else None
            base = np.array([0.08, 0.06, 0.02, 0.0])
            drawn = [rng.normal(0, 0.04, (9, 4)) + base for _ in range(2)]
            old, new = (
                {f"d{at}": dict(zip("ABCD", row.tolist(), strict=True)) for at, row in enumerate(rows)}
                for rows in drawn
            )
            changes = compare_reports(make_kept(old, spec, costs), make_kept(new, spec, costs))
            found |= {flip.conclusion.kind for flip in changes.flips}
    assert {"omnibus", "pair", "groups", "best-ranked", "order"} <= found


def test_settings_that_do_it(make_kept: Any, table: Scores) -> None:
    few = {name: table[name] for name in list(table)[:3]}
    old, new = (make_kept(few, f"adjust: [holm], test: {{pairwise: rank-z, alpha: {alpha}}}") for alpha in (0.05, 0.3))
    changes = compare_reports(old, new)
    assert changes.settings == (Replaced("test.alpha", "0.05", "0.3"),)
    assert changes.flips
    pairs = [flip for flip in changes.flips if flip.conclusion.kind == "pair"]
    assert pairs
    assert all(flip.cause.alone == flip.cause.needed == (Factor("setting", "test.alpha"),) for flip in pairs)


def test_the_setting_that_does_it_is_named(make_kept: Any, table: Scores) -> None:
    """Of several that changed only the level does it; that there is an order no more is no reason not to find it."""
    few = {name: table[name] for name in list(table)[:3]}
    old = make_kept(few, f"{ORDERED}, test: {{pairwise: rank-z}}", {"A": 1.0, "B": 2.0, "C": 3.0, "D": 4.0})
    new = make_kept(few, "adjust: [holm], test: {pairwise: rank-z, alpha: 0.3}, rank: {tolerance: 0.001}, order: null")
    flips = flips_of(compare_reports(old, new))
    pairs = [flip for conclusion, flip in flips.items() if conclusion.kind == "pair"]
    assert pairs
    assert all(flip.cause.alone == flip.cause.needed == (Factor("setting", "test.alpha"),) for flip in pairs)


def test_a_direction_that_does_it(make_kept: Any, table: Scores) -> None:
    old, new = make_kept(table), make_kept(table)
    metric = accuracy(new)
    turned = {
        "better": "lower",
        "average_ranks": {"A": 4.0, "B": 3.0, "C": 2.0, "D": 1.0},
        "comparisons": [
            one | {"favours": {one["a"]: one["b"], one["b"]: one["a"]}[one["favours"]]}
            for one in metric["comparisons"]
            if one["favours"]
        ],
        "best": None,
        "groups": {},
    }
    flips = compare_reports(old, doctored(new, turned, alone=True)).flips
    assert {flip.conclusion.kind for flip in flips} == {"best-ranked", "pair"}
    assert all(flip.cause.alone == (Factor("setting", "better"),) for flip in flips)


def test_an_algorithm_measured_anew_does_it(make_kept: Any, table: Scores) -> None:
    """Its scores on ten data sets, each of which does nothing: told as its scores, not as a list of data sets."""
    turned = {name: row | {"B": 0.99} for name, row in table.items() if name != "d9"} | {"d9": table["d9"] | {"B": 2.0}}
    old = make_kept(table)
    [metric] = compare_reports(old, make_kept(turned)).by_metric
    assert metric.algorithms.changed == ("B",)
    assert {one.algorithms for one in metric.rescored} == {("B",)}
    flip = next(flip for flip in metric.flips if flip.conclusion == Conclusion("best-ranked"))
    factor = Factor("algorithm", "B", "changed")
    assert (flip.cause.alone, flip.cause.needed, flip.cause.together) == ((factor,), (factor,), ())


def test_of_two_that_were_measured_anew_one_does_it(make_kept: Any, table: Scores) -> None:
    """The study with the new scores of one is made from a file: it is that which flips."""
    turned = {name: row | {"A": 0.001 + row["A"], "D": 1.0} for name, row in table.items()}
    flips = flips_of(compare_reports(make_kept(table), make_kept(turned)))
    flip = flips[about_pair("holm", "B", "D")]
    for name in "AD":
        mixed_scores = {one: row | {name: turned[one][name]} for one, row in table.items()}
        kept = make_kept(mixed_scores)
        does_it = verdict(kept, flip.conclusion) == flip.new
        assert (Factor("algorithm", name, "changed") in flip.cause.alone) == does_it
    assert flip.cause.alone


def test_a_test_on_a_data_set_with_other_scores_and_another_level(make_kept: Any, table: Scores) -> None:
    """Settings that do not matter to it do not hide what did it, and what can be spared is not named."""
    spec = "adjust: [holm], test: {within: corrected-t}"
    turned = table | {"d3": table["d3"] | {"A": 0.1}}
    new = make_kept(turned, "adjust: [bonferroni], test: {within: corrected-t, alpha: 0.04}", folds=5)
    flip = flips_of(compare_reports(make_kept(table, spec, folds=5), new))[
        Conclusion("within", "corrected-t", ("d3", "A", "B"))
    ]
    assert flip.cause.alone == flip.cause.needed == (Factor("data set", "d3"),)


def test_who_is_cheaper_is_no_change_where_an_algorithm_came(make_kept: Any, table: Scores) -> None:
    costs = {"A": 4.0, "B": 3.0, "C": 2.0, "D": 1.0, "N": 2.5}
    more = {name: row | {"N": 2.0} for name, row in table.items()}
    changes = compare_reports(make_kept(table, ORDERED, costs), make_kept(more, ORDERED, costs))
    flip = flips_of(changes)[Conclusion("best-ranked")]
    assert flip.cause.of == 1


def test_an_algorithm_that_came_flips_what_both_have(make_kept: Any, table: Scores) -> None:
    """More comparisons make each harder to show; that others are new is data, and no conclusion of both."""
    few = {name: table[name] for name in list(table)[:5]}
    more = {name: row | {f"N{at}": 0.01 * at for at in range(4)} for name, row in few.items()}
    changes = compare_reports(make_kept(few), make_kept(more))
    [metric] = changes.by_metric
    assert metric.algorithms.added == ("N0", "N1", "N2", "N3")
    named = {name for flip in changes.flips for name in flip.conclusion.subject}
    assert named <= set("ABCD")
    assert all(factor.kind == "algorithm" for flip in changes.flips for factor in flip.cause.alone)
    back = compare_reports(make_kept(more), make_kept(few))
    assert back.by_metric[0].algorithms.gone == metric.algorithms.added
    assert {flip.conclusion for flip in back.flips} == {flip.conclusion for flip in changes.flips}


def test_a_new_best_is_a_changed_conclusion(make_kept: Any, table: Scores) -> None:
    more = {name: row | {"N": 2.0} for name, row in table.items()}
    flip = flips_of(compare_reports(make_kept(table), make_kept(more)))[Conclusion("best-ranked")]
    assert (flip.old, flip.new, flip.cause.alone) == ((("A",),), (("N",),), (Factor("algorithm", "N", "added"),))


def test_a_loser_that_came_changes_no_groups(make_kept: Any, table: Scores) -> None:
    """Ten data sets by far separate A from C and D with or without one more; groups are compared among A to D."""
    more = {name: row | {"N": -1.0} for name, row in table.items()}
    old, new = (make_kept(scores, "adjust: [bonferroni], test: {pairwise: rank-z}") for scores in (table, more))
    groups = (kept.results["metrics"]["accuracy"]["groups"]["bonferroni"] for kept in (old, new))
    assert next(groups) != next(groups)
    changed = flips_of(compare_reports(old, new))
    among_shared = {frozenset(group) - {"N"} for group in new.results["metrics"]["accuracy"]["groups"]["bonferroni"]}
    same = {one for one in among_shared if len(one) > 1} == {
        frozenset(group) for group in old.results["metrics"]["accuracy"]["groups"]["bonferroni"]
    }
    assert (Conclusion("groups", "bonferroni") not in changed) == same


def test_costs_that_change_the_order(make_kept: Any, table: Scores) -> None:
    alike = {name: {"A": 0.5, "B": 0.5 + at % 2 / 100 - 0.005} for at, name in enumerate(table)}
    old = make_kept(alike, ORDERED, {"A": 1.0, "B": 2.0})
    new = make_kept(alike, ORDERED, {"A": 2.0, "B": 1.0})
    flip = flips_of(compare_reports(old, new))[Conclusion("order")]
    assert (flip.old, flip.new) == ((("A", "B"),), (("B", "A"),))
    assert flip.cause.alone == (Factor("costs"),)


def test_tests_within_a_data_set(make_kept: Any, table: Scores) -> None:
    spec = "adjust: [holm], test: {within: corrected-t}"
    turned = table | {"d3": table["d3"] | {"A": 0.1}}
    changes = compare_reports(make_kept(table, spec, folds=5), make_kept(turned, spec, folds=5))
    flip = flips_of(changes)[Conclusion("within", "corrected-t", ("d3", "A", "B"))]
    assert (flip.old, flip.new, flip.cause.alone) == ((("A",),), (("B",),), (Factor("data set", "d3"),))
    assert all(flip.conclusion.subject[0] == "d3" for flip in changes.flips if flip.conclusion.kind == "within")


def test_versions_and_inputs(make_kept: Any, table: Scores) -> None:
    old = make_kept(table)
    turned = table | {"d3": table["d3"] | {"A": 0.91}}
    new = make_kept(turned, versions={"rankpress": "2", "scipy": "1"})
    changes = compare_reports(old, new)
    assert changes.versions == (Replaced("rankpress", "1", "2"), Replaced("scipy", "", "1"), Replaced("numpy", "2", ""))
    assert [(one.path, one.change) for one in changes.inputs] == [("scores.csv", "changed")]
    assert not changes.flips


def test_another_version_that_did_it(make_kept: Any, table: Scores) -> None:
    """Where both reports' own scores give the new verdict, no data did it."""
    new = make_kept(table)
    metric = accuracy(new)
    old = doctored(new, {"comparisons": [one | {"adjusted": {"holm": 1.0}} for one in metric["comparisons"]]})
    causes_told = {flip.cause.why for flip in compare_reports(old, new).flips}
    assert causes_told == {"no change of scores or settings did it: this version finds the same in both reports"}


def test_reports_without_settings_or_scores(make_kept: Any, table: Scores) -> None:
    old, new = make_kept(table), make_kept(table | {"d3": {"A": 0.0, "B": 0.7, "C": 0.5, "D": 0.3}})
    bare = StoredReport({**old.results, "settings": {}})
    flips = compare_reports(bare, make_kept(dict(list(table.items())[:3]))).flips
    assert flips
    assert all("earlier version" in flip.cause.why for flip in flips if flip.conclusion.kind != "best")
    for flip in compare_reports(doctored(old, {"means": None}, alone=True), new).flips:
        assert flip.cause.why


def test_of_many_changes_the_weightiest_are_tried(
    make_kept: Any, table: Scores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(causes, "MOST_TRIED", 2)
    turned: Mapping[str, Mapping[str, float]] = {
        name: row | ({"A": 0.0} if name in ("d8", "d9") else {"A": row["A"] + 0.001}) for name, row in table.items()
    }
    changes = compare_reports(make_kept(table), make_kept(turned))
    for flip in changes.flips:
        assert (flip.cause.tried, flip.cause.of) == (2, 10)
        named = {factor.name for factor in (*flip.cause.alone, *flip.cause.needed, *flip.cause.together)}
        assert named <= {"d8", "d9"}


def test_last_bits_are_no_other_scores(make_kept: Any, table: Scores) -> None:
    """Another version may sum in another order."""
    old = make_kept(table, "adjust: [holm], test: {within: corrected-t}", folds=5)
    metric = accuracy(old)
    for factor, other in ((1 + 1e-15, 0), (1.01, 10)):
        within = [one | {"difference": (one["difference"] or 0.1) * factor} for one in metric["within"]]
        new = doctored(old, {"within": within})
        assert sum(len(one.datasets.changed) for one in compare_reports(old, new).by_metric) == other


def test_settings_of_an_earlier_version_are_its_manifests(make_kept: Any, table: Scores) -> None:
    """Results that do not say with which settings they were made, beside a spec that does, and knows fewer keys."""
    few = {name: table[name] for name in list(table)[:3]}
    old, new = (make_kept(few, f"adjust: [holm], test: {{pairwise: rank-z, alpha: {alpha}}}") for alpha in (0.05, 0.3))
    assert old.manifest is not None
    known = old.manifest["spec"]
    spec = {**known, "scores": {key: value for key, value in known["scores"].items() if key != "where"}}
    earlier = StoredReport({**old.results, "settings": {}}, {**old.manifest, "spec": spec})
    changes = compare_reports(earlier, new)
    assert changes.settings == (Replaced("test.alpha", "0.05", "0.3"),)
    pairs = [flip for flip in changes.flips if flip.conclusion.kind == "pair"]
    assert pairs
    assert all(flip.cause.alone == (Factor("setting", "test.alpha"),) for flip in pairs)


def test_metrics_that_came_and_went(make_kept: Any, table: Scores) -> None:
    old = make_kept(table)
    renamed = StoredReport({**old.results, "metrics": {"recall": old.results["metrics"]["accuracy"]}}, old.manifest)
    changes = compare_reports(old, renamed)
    assert (changes.metrics, changes.by_metric) == (Membership(("recall",), ("accuracy",)), ())


TRUSTED = (
    "test: {pairwise: t}, adjust: [holm], sensitivity: {pairwise: [], omnibus: [], adjust: [], digits: []},"
    " power: {effect: 0.02, draws: 100, datasets: %s, pairs: [[A, B]]}"
)


def spread(by: float, n: int) -> Scores:
    """A and B differ on average by 0.1 and now more, now less by so much."""
    return {f"d{at}": {"A": 0.8 + by * (-1) ** at, "B": 0.7, "C": 0.5} for at in range(n)}


def test_how_far_results_can_be_trusted(make_kept: Any) -> None:
    """Differences five times as wide need more data sets, and one more data set is one more variation."""
    old, new = (make_kept(spread(by, n), TRUSTED % "[10, 40]") for by, n in ((0.01, 8), (0.05, 9)))
    told = {one.kind: one for one in compare_reports(old, new).by_metric[0].trust}
    leader = [
        next(one for one in accuracy(kept)["sensitivity"]["conclusions"] if one["kind"] == "best-ranked")
        for kept in (old, new)
    ]
    assert (told["leader"].old, told["leader"].new) == tuple(
        f"{one['stands']} of {one['tried']} variations" for one in leader
    )
    assert leader[1]["tried"] == leader[0]["tried"] + 1
    pairs = [accuracy(kept)["power"]["pairs"][0] for kept in (old, new)]
    assert [[*one["smallest"]] for one in pairs] == [["unadjusted", "holm"]] * 2
    smallest = [one["smallest"]["holm"] for one in pairs]
    assert smallest[0]["interval"][1] < smallest[1]["interval"][0]
    assert told["smallest difference"].pair == ("A", "B")
    assert float(told["smallest difference"].new) == pytest.approx(smallest[1]["difference"], rel=0.01)
    assert told["datasets needed"].effect == 0.02
    assert told["datasets needed"].old != told["datasets needed"].new


def test_what_the_draws_leave_open_is_no_change(make_kept: Any) -> None:
    """Another seed alone moves every figure, and none beyond its interval."""
    kept = [
        make_kept(spread(0.03, 9), (TRUSTED % "[10, 40]").replace("draws", f"seed: {seed}, draws")) for seed in (1, 2)
    ]
    before, after = (accuracy(one)["power"] for one in kept)
    assert before != after
    assert not compare_reports(*kept).by_metric


DRAWN = (
    "test: {pairwise: t, within: none}, adjust: [holm], replicability: {draws: 200, size: 6, biases: [0],"
    " omnibus: [], tests: [t, sign], adjust: %s, seed: %d}"
)


@pytest.mark.parametrize(("adjust", "method"), [("[holm, bonferroni]", "holm"), ("[]", "t")])
def test_draws_that_tell_apart_what_others_did_not(make_kept: Any, adjust: str, method: str) -> None:
    """A and B differ by 0.1 give or take 0.01, then 0.3, by which B ranks first: it is told, by what decides."""
    old, new = (make_kept(spread(by, 12), DRAWN % (adjust, 0)) for by in (0.01, 0.3))
    before, after = (deciding_draws(accuracy(kept)["replicability"])[frozenset("AB")] for kept in (old, new))
    assert [(pair["a"], pair["b"]) for pair, _, _ in (before, after)] == [("A", "B"), ("B", "A")]
    (change,) = (one for one in compare_reports(old, new).by_metric[0].trust if one.pair == ("B", "A"))
    assert (change.kind, change.method, change.bias) == ("draws", method, 0.0)
    assert [change.old, change.new] == [f"{rejections} of 200" for _, _, rejections in (before, after)]
    assert before[2] > 190 > 100 > after[2]


def test_draws_of_another_seed_are_no_change(make_kept: Any) -> None:
    """Ten seeds give other numbers of rejections, and nothing is told; nor of draws that were made in another way."""
    kept = [make_kept(spread(0.13, 12), DRAWN % ("[holm]", seed)) for seed in range(10)]
    counts = {deciding_draws(accuracy(one)["replicability"])[frozenset("AB")][2] for one in kept}
    assert len(counts) > 3
    assert not any(compare_reports(kept[0], other).by_metric for other in kept[1:])
    larger = make_kept(spread(0.3, 12), (DRAWN % ("[holm]", 0)).replace("size: 6", "size: 9"))
    assert not any(one.kind == "draws" for one in compare_reports(kept[0], larger).by_metric[0].trust)


def test_a_key_that_was_left_out_is_told_so(make_kept: Any) -> None:
    few = spread(0.01, 5)
    changes = compare_reports(make_kept(few, TRUSTED % "null"), make_kept(few, TRUSTED % "[10, 40]"))
    assert Replaced("power.datasets", "left out", "[10, 40]") in changes.settings
    without = make_kept(few, "adjust: [holm]")
    told = {one.name: one for one in compare_reports(without, make_kept(few, TRUSTED % "null")).settings}
    assert told["power.effect"] == Replaced("power.effect", "", "0.02")
