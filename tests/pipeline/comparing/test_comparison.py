"""What changed between two reports, and its causes."""

import json
import re
from functools import cache

import numpy as np
import pytest

from rankpress.diff.causes import Side
from rankpress.diff.changes import CONCLUSIONS, FAIL_ON, NOUNS, Cause, Factor, changes_results
from rankpress.diff.comparison import compare_reports
from rankpress.diff.stored_report import StoredReport
from rankpress.stages.conclude import Conclusion

SPECS = (
    "adjust: [holm]",
    "adjust: [shaffer, nemenyi], rank: {tolerance: 0.02}",
    "test: {pairwise: wilcoxon, omnibus: [friedman, quade]}, adjust: [holm]",
    "test: {pairwise: sign}, adjust: [benjamini-hochberg]",
    "test: {control: A}, adjust: [holm]",
    "test: {pairwise: t, alpha: 0.1}, adjust: [bergmann-hommel]",
)
SIGN = "test: {pairwise: sign}, adjust: [holm]"
LEVELS = "adjust: [holm], test: {pairwise: rank-z, alpha: %s}"
LEVEL = Factor("setting", "test.alpha")


def listed(changes, *kinds):
    return [(item.about, item.method or item.subject, item.old, item.new) for item in changes if item.kind in kinds]


def flip_of(changes, about, subject=()):
    [change] = [item for item in changes if item.about == about and item.subject == subject]
    return change


def verdict(report, change):
    """What a report concludes; groups as sets."""
    conclusions = Side.of(report, "accuracy").conclusions
    about = change.about
    concluded = conclusions[Conclusion(about, change.method, change.subject)].verdict
    return {frozenset(group) for group in concluded} if about == "groups" else concluded


def with_results(report, **changes):
    """The report with other results of its metric, without a manifest."""
    metrics = {"accuracy": {**report.results["metrics"]["accuracy"], **changes}}
    return StoredReport({**report.results, "metrics": metrics})


def two_algorithms(table, count):
    return {name: {algorithm: table[name][algorithm] for algorithm in "AB"} for name in list(table)[:count]}


def test_equal_reports_have_no_changes(make_report, table):
    assert compare_reports(make_report(table), make_report(table)) == ()


def test_one_data_set_changes_a_verdict(make_report, table):
    """A wins on all of seven data sets, then on six: the sign test no longer rejects."""
    few = two_algorithms(table, 7)
    other = few | {"d3": {"A": 0.1, "B": 0.7}, "d4": {"A": 0.94, "B": 0.71}}
    changes = compare_reports(make_report(few, SIGN), make_report(other, SIGN))
    flip = flip_of(changes, "pair", ("A", "B"))
    assert (flip.kind, flip.method, flip.old, flip.new) == ("verdict", "holm", (("A",),), ())
    assert Factor("data set", "d3") in flip.cause.alone
    assert Factor("data set", "d4") not in flip.cause.alone
    assert listed(changes, "data") == [("data sets with other scores", (), None, ["d3", "d4"])]
    assert [(about, subject, new[1]) for about, subject, _, new in listed(changes, "rank")] == [
        ("average rank", ("A",), 1),
        ("average rank", ("B",), 2),
    ]


def test_two_data_sets_together_change_a_verdict(make_report, table):
    """8 wins of 9 have p = 0.039, 7 of 9 p = 0.18."""
    few = two_algorithms(table, 9)
    added = {f"e{i}": {"A": 0.1, "B": 0.7} for i in range(2)}
    flip = flip_of(compare_reports(make_report(few, SIGN), make_report(few | added, SIGN)), "pair", ("A", "B"))
    both = (Factor("data set", "e0", "added"), Factor("data set", "e1", "added"))
    assert flip.cause == Cause(together=both)


@pytest.mark.parametrize("spec", SPECS)
def test_causes_hold_when_they_are_built(make_report, spec):
    rng = np.random.default_rng(0)

    def drawn(numbers):
        rows = rng.normal(0, 0.04, (len(numbers), 4)) + np.array([0.08, 0.06, 0.02, 0.0])
        return {f"d{i}": dict(zip("ABCD", row.tolist(), strict=True)) for i, row in zip(numbers, rows, strict=True)}

    old = drawn(range(9))
    # three data sets measured again, one removed, two new
    new = {name: row for name, row in old.items() if name != "d1"} | drawn(range(3, 6)) | drawn(range(9, 11))
    changes = compare_reports(make_report(old, spec), make_report(new, spec))
    differing = frozenset({"d1", "d3", "d4", "d5", "d9", "d10"})

    @cache
    def study(applied):
        names = [name for name in dict.fromkeys((*old, *new)) if name in (new if name in applied else old)]
        report = make_report({name: (new if name in applied else old)[name] for name in names}, spec)
        return report

    flips = [item for item in changes if item.kind in CONCLUSIONS and item.about not in ("best", "order")]
    assert flips
    for flip in flips:
        after, cause = verdict(study(differing), flip), flip.cause
        assert not cause.why
        alone = {item.name for item in cause.alone if item.kind == "data set"}
        assert alone == {name for name in differing if verdict(study(frozenset({name})), flip) == after}
        if cause.together:
            together = frozenset(item.name for item in cause.together)
            assert verdict(study(together), flip) == after
            assert all(verdict(study(together - {name}), flip) != after for name in together)


def test_the_setting_that_changes_a_verdict_is_named(make_report, table):
    """Of two settings that changed, only the level matters."""
    few = {name: table[name] for name in list(table)[:3]}
    old, new = make_report(few, LEVELS % 0.05), make_report(few, f"{LEVELS % 0.3}, rank: {{tolerance: 0.001}}")
    changes = compare_reports(old, new)
    assert ("test.alpha", (), 0.05, 0.3) in listed(changes, "setting")
    pairs = [item for item in changes if item.about == "pair"]
    assert pairs
    assert all(item.cause == Cause(alone=(LEVEL,)) for item in pairs)
    earlier = StoredReport({**old.results, "settings": {}}, old.manifest)  # whose manifest states the settings
    assert [item.cause for item in compare_reports(earlier, new) if item.about == "pair"] == [
        item.cause for item in pairs
    ]


def test_new_algorithms_change_what_both_reports_compare(make_report, table):
    """More comparisons make each harder to show; a new algorithm by itself changes no group."""
    few = {name: table[name] for name in list(table)[:5]}
    more = {name: row | {f"N{i}": 0.01 * i for i in range(4)} for name, row in few.items()}
    changes = compare_reports(make_report(few, LEVELS % 0.05), make_report(more, LEVELS % 0.05))
    names = ("N0", "N1", "N2", "N3")
    assert ("new algorithms", (), None, [*names]) in listed(changes, "data")
    flips = [item for item in changes if item.about == "pair"]
    assert flips
    for flip in flips:
        assert {*flip.subject} <= set("ABCD")
        assert {factor.kind for factor in (*flip.cause.alone, *flip.cause.together)} == {"algorithm"}
    winner = {name: row | {"N": 2.0} for name, row in table.items()}
    flip = flip_of(compare_reports(make_report(table), make_report(winner)), "best-ranked")
    assert (flip.new, flip.cause) == ((("N",),), Cause(alone=(Factor("algorithm", "N", "added"),)))


def test_costs_change_the_order(make_report, table):
    spec = "adjust: [holm], order: {cost: seconds, within: none, adjust: holm}"
    equal = {name: {"A": 0.5, "B": 0.5 + i % 2 / 100 - 0.005} for i, name in enumerate(table)}
    old, new = make_report(equal, spec, {"A": 1.0, "B": 2.0}), make_report(equal, spec, {"A": 2.0, "B": 1.0})
    changes = compare_reports(old, new)
    assert listed(changes, "order") == [("order", (), (("A", "B"),), (("B", "A"),))]
    assert listed(changes, "data") == [("algorithms by cost", (), ["A", "B"], ["B", "A"])]


def test_a_test_within_a_data_set(make_report, table):
    """The level changed as well, and is not the cause; last bits are no change."""
    spec = "adjust: [holm], test: {within: corrected-t, alpha: %s}"
    old = make_report(table, spec % 0.05, folds=5)
    new = make_report(table | {"d3": table["d3"] | {"A": 0.1}}, spec % 0.04, folds=5)
    changes = [item for item in compare_reports(old, new) if item.about == "within"]
    assert {item.subject[0] for item in changes} == {"d3"}
    flip = next(item for item in changes if item.subject == ("d3", "A", "B"))
    assert (flip.old, flip.new, flip.cause) == ((("A",),), (("B",),), Cause(alone=(Factor("data set", "d3"),)))
    tests = old.results["metrics"]["accuracy"]["within"]
    for factor, expected in ((1 + 1e-15, 0), (1.01, 1)):
        within = [test | {"difference": (test["difference"] or 0.1) * factor} for test in tests]
        assert len(listed(compare_reports(old, with_results(old, within=within)), "data")) == expected


def test_versions_inputs_and_metrics(make_report, table):
    old = make_report(table)
    other = table | {"d3": table["d3"] | {"A": 0.91}}
    changes = compare_reports(old, make_report(other, versions={"rankpress": "2", "scipy": "1"}))
    assert listed(changes, "version") == [
        ("rankpress", (), "1", "2"),
        ("scipy", (), None, "1"),
        ("numpy", (), "2", None),
    ]
    assert [item.about for item in changes if item.kind == "input"] == ["scores.csv"]
    assert not listed(changes, *CONCLUSIONS)
    renamed = StoredReport({**old.results, "metrics": {"recall": old.results["metrics"]["accuracy"]}}, old.manifest)
    assert listed(compare_reports(old, renamed), *NOUNS) == [
        ("removed metrics", (), ["accuracy"], None),
        ("new metrics", (), None, ["recall"]),
    ]


def test_a_version_is_the_cause_where_nothing_else_differs(make_report, table):
    new = make_report(table)
    pairs = new.results["metrics"]["accuracy"]["comparisons"]
    old = with_results(new, comparisons=[pair | {"adjusted": {"holm": 1.0}} for pair in pairs])
    causes = {item.cause for item in compare_reports(old, new) if item.about == "pair"}
    assert causes == {Cause(alone=(Factor("version"),))}


def test_reports_that_do_not_state_enough(make_report, table):
    old, new = make_report(table), make_report(dict(list(table.items())[:3]))
    for report, why in (
        (StoredReport({**old.results, "settings": {}}), "earlier version"),
        (with_results(old, means=None), "average ranks only"),
    ):
        flips = [item for item in compare_reports(report, new) if item.about == "pair"]
        assert flips
        assert all(item.cause and why in item.cause.why for item in flips)


def test_every_key_and_kind_is_documented(root, make_report, table):
    page = (root / "pipeline/diff/CHANGES.md").read_text(encoding="utf-8")
    old, new = make_report(table), make_report({name: row | {"B": 2.0} for name, row in table.items()})
    written = json.loads(json.dumps(changes_results(compare_reports(old, new))))
    change = next(item for item in written["changes"] if item["cause"] and item["cause"]["alone"])
    keys = {*written, *change, *change["cause"], *change["cause"]["alone"][0]}
    documented = {*re.findall(r"`([a-z_]+)`", page)}
    assert {*keys, *NOUNS, *FAIL_ON} <= documented
