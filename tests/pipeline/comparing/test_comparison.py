"""What changed between two reports, and what can have caused it."""

import json
import re

from rankpress.diff.changes import CONCLUSIONS, FAIL_ON, NOUNS, Rank, Verdict, changes_results, compare_reports
from rankpress.diff.stored_report import StoredReport

LEVELS = "adjust: [holm], test: {pairwise: rank-z, alpha: %s}"
SIGN = "test: {pairwise: sign}, adjust: [holm]"
RESCORED = "data sets with other scores"


def listed(changes, *kinds):
    return [(item.place, item.before, item.after) for item in changes if item.kind in kinds]


def change_of(changes, kind, place=()):
    [change] = [item for item in changes if (item.kind, item.place) == (kind, place)]
    return change


def with_results(report, **changes):
    """The report with other results of its metric, without a manifest."""
    metrics = {"accuracy": {**report.results["metrics"]["accuracy"], **changes}}
    return StoredReport({**report.results, "metrics": metrics})


def test_equal_reports_have_no_changes(make_report, table):
    assert compare_reports(make_report(table), make_report(table)) == ()


def test_one_data_set_changes_a_verdict(make_report, table):
    """A wins on all of seven data sets, then on six: the sign test no longer rejects."""
    few = {name: {algorithm: table[name][algorithm] for algorithm in "AB"} for name in list(table)[:7]}
    other = few | {"d3": {"A": 0.1, "B": 0.7}, "d4": {"A": 0.94, "B": 0.71}}
    changes = compare_reports(make_report(few, SIGN), make_report(other, SIGN))
    flip = change_of(changes, "verdict", ("A", "B"))
    assert (flip.metric, flip.method, flip.cause) == ("accuracy", "holm", (RESCORED,))
    assert flip.before == Verdict(significant=True, better="A", p=2 / 2**7)
    assert flip.after == Verdict(significant=False, better=None, p=16 / 2**7)
    assert listed(changes, "data") == [(("datasets", "with other scores"), None, ["d3", "d4"])]
    assert listed(changes, "rank") == [(("A",), Rank(1.0, 1), Rank(8 / 7, 1)), (("B",), Rank(2.0, 2), Rank(13 / 7, 2))]


def test_settings_that_decide_are_causes(make_report, table):
    few = {name: table[name] for name in list(table)[:3]}
    old, new = make_report(few, LEVELS % 0.05), make_report(few, f"{LEVELS % 0.3}, rank: {{tolerance: 0.001}}")
    changes = compare_reports(old, new)
    assert (("test.alpha",), 0.05, 0.3) in listed(changes, "setting")
    pairs = [item for item in changes if item.kind == "verdict" and item.place]
    assert pairs
    assert {*pairs[0].cause} == {"test.alpha", "rank.tolerance"}
    alone = with_results(old), with_results(new)  # results without manifests state what decides
    assert [item.cause for item in compare_reports(*alone) if item in pairs] == [item.cause for item in pairs]


def test_new_algorithms_change_what_both_reports_compare(make_report, table):
    """More comparisons make each harder to show; a new algorithm by itself changes no group."""
    few = {name: table[name] for name in list(table)[:5]}
    more = {name: row | {f"N{i}": 0.01 * i for i in range(4)} for name, row in few.items()}
    changes = compare_reports(make_report(few, LEVELS % 0.05), make_report(more, LEVELS % 0.05))
    assert (("algorithms", "added"), None, ["N0", "N1", "N2", "N3"]) in listed(changes, "data")
    flips = [item for item in changes if item.kind == "verdict"]
    assert flips
    for flip in flips:
        assert {*flip.place} <= set("ABCD")
        assert flip.cause == ("algorithms added",)
    winner = {name: row | {"N": 2.0} for name, row in table.items()}
    assert change_of(compare_reports(make_report(table), make_report(winner)), "leader").after == ["N"]
    again = compare_reports(make_report(table), make_report({name: row | {"Z": 0.0} for name, row in table.items()}))
    assert not listed(again, "leader", "order")


def test_costs_change_the_order(make_report, table):
    spec = "adjust: [holm], order: {cost: seconds, within: none, adjust: holm}"
    equal = {name: {"A": 0.5, "B": 0.5 + i % 2 / 100 - 0.005} for i, name in enumerate(table)}
    old, new = make_report(equal, spec, {"A": 1.0, "B": 2.0}), make_report(equal, spec, {"A": 2.0, "B": 1.0})
    changes = compare_reports(old, new)
    order = change_of(changes, "order")
    assert (order.before, order.after, order.cause) == ([["A", "B"]], [["B", "A"]], ("algorithms by cost",))
    assert listed(changes, "data") == [(("algorithms", "by cost"), ["A", "B"], ["B", "A"])]


def test_versions_inputs_and_metrics(make_report, table):
    old = make_report(table)
    other = table | {"d3": table["d3"] | {"A": 0.91}}
    changes = compare_reports(old, make_report(other, versions={"rankpress": "2", "scipy": "1"}))
    assert listed(changes, "version") == [(("rankpress",), "1", "2"), (("scipy",), None, "1"), (("numpy",), "2", None)]
    assert [item.place for item in changes if item.kind == "input"] == [("scores.csv",)]
    assert not listed(changes, *CONCLUSIONS)
    renamed = StoredReport({**old.results, "metrics": {"recall": old.results["metrics"]["accuracy"]}}, old.manifest)
    assert listed(compare_reports(old, renamed), *NOUNS) == [
        (("metrics", "removed"), ["accuracy"], None),
        (("metrics", "added"), None, ["recall"]),
    ]


def test_versions_are_the_cause_where_nothing_else_differs(make_report, table):
    old, new = make_report(table), make_report(table, versions={"rankpress": "2", "numpy": "2"})
    for pair in old.results["metrics"]["accuracy"]["comparisons"]:
        pair["adjusted"]["holm"] = 1.0
    causes = {item.cause for item in compare_reports(old, new) if item.kind == "verdict"}
    assert causes == {("rankpress",)}


def test_every_key_and_kind_is_documented(root, make_report, table):
    page = (root / "pipeline/diff/CHANGES.md").read_text(encoding="utf-8")
    old, new = make_report(table), make_report({name: row | {"B": 2.0} for name, row in table.items()})
    written = json.loads(json.dumps(changes_results(compare_reports(old, new))))
    keys = {*written, *(key for change in written["changes"] for key in change)}
    values = (change["before"] for change in written["changes"])
    keys |= {key for value in values if isinstance(value, dict) for key in value}
    documented = {*re.findall(r"`([a-z_]+)`", page)}
    assert {*keys, *NOUNS, *FAIL_ON} <= documented
