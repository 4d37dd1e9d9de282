"""What changed between two reports, and which difference did it."""

import json
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rankpress.core.known_names import KNOWN_NAMES
from rankpress.diff.changes import CONCLUSIONS, FAIL_ON, NOUNS, Rank, Verdict, changes_results, fails
from rankpress.diff.comparison import StoredReport, compare_reports, labels_of_reports
from rankpress.diff.formats import changes_markdown, changes_text

LEVELS = "adjust: [holm], test: {pairwise: rank-z, alpha: %s}"
SIGN = "test: {pairwise: sign}, adjust: [holm]"
RESCORED = ("datasets", "with other scores")
SPECS = (
    "adjust: [shaffer, nemenyi], rank: {tolerance: 0.02}",
    "test: {pairwise: wilcoxon, omnibus: [friedman, quade]}, adjust: [holm]",
    "test: {control: A}, adjust: [holm]",
)


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
    assert (flip.metric, flip.method, flip.cause) == ("accuracy", "holm", ((*RESCORED, "d3"),))
    assert flip.before == Verdict(significant=True, better="A", p=2 / 2**7, level=0.05)
    assert flip.after == Verdict(significant=False, better=None, p=16 / 2**7, level=0.05)
    assert listed(changes, "data") == [(RESCORED, None, ["d3", "d4"])]
    assert listed(changes, "rank") == [(("A",), Rank(1.0, 1), Rank(8 / 7, 1)), (("B",), Rank(2.0, 2), Rank(13 / 7, 2))]


def test_what_a_topic_concludes_of_pairs_has_causes_too(make_report, table):
    """Without one win of seven the evidence at any look is too little; which of several ties is the cause is shown."""
    spec = "adjust: [holm], anytime: {}"
    few = {name: {algorithm: table[name][algorithm] for algorithm in "AB"} for name in list(table)[:7]}
    for others in (["d3"], ["d6"], ["d2", "d5"]):
        other = few | {name: {"A": 0.6, "B": 0.7} for name in others}
        changes = compare_reports(make_report(few, spec), make_report(other, spec))
        [flip] = [change for change in changes if change.method == "anytime"]
        assert sorted(flip.cause) == [(*RESCORED, name) for name in others]


def test_two_data_sets_together_are_no_single_cause(make_report, table):
    """8 wins of 9 have p = 0.039, 7 of 9 p = 0.18."""
    few = {name: {algorithm: table[name][algorithm] for algorithm in "AB"} for name in list(table)[:9]}
    added = {f"e{i}": {"A": 0.1, "B": 0.7} for i in range(2)}
    flip = change_of(compare_reports(make_report(few, SIGN), make_report(few | added, SIGN)), "verdict", ("A", "B"))
    assert flip.cause == ()


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("spec", SPECS)
def test_causes_hold_when_they_are_built(make_report, spec):
    rng = np.random.default_rng(0)

    def drawn(numbers):
        rows = rng.normal(0, 0.04, (len(numbers), 4)) + np.array([0.08, 0.06, 0.02, 0.0])
        return {f"d{i}": dict(zip("ABCD", row.tolist(), strict=True)) for i, row in zip(numbers, rows, strict=True)}

    old = drawn(range(9))
    # three data sets measured again, one removed, two new
    new = {name: row for name, row in old.items() if name != "d1"} | drawn(range(3, 6)) | drawn(range(9, 11))
    differing = {"d1", "d3", "d4", "d5", "d9", "d10"}

    def report(applied):
        names = [name for name in dict.fromkeys((*old, *new)) if name in (new if name in applied else old)]
        return make_report({name: (new if name in applied else old)[name] for name in names}, spec)

    @cache
    def flipped_by(name):
        """The conclusions that one difference changes, with what they become."""
        changes = compare_reports(report(()), report({name}))
        return {(item.kind, item.method, item.place): comparable(item) for item in changes if item.kind in CONCLUSIONS}

    flips = [
        item for item in compare_reports(make_report(old, spec), make_report(new, spec)) if item.kind in CONCLUSIONS
    ]
    tested = [item for item in flips if item.kind != "order"]
    assert tested
    for flip in tested:
        about = flip.kind, flip.method, flip.place
        assert {place[-1] for place in flip.cause} == {
            name for name in differing if flipped_by(name).get(about) == comparable(flip)
        }


def comparable(change):
    """What a change leads to, groups as sets, verdicts without p-values."""
    if isinstance(change.after, Verdict):
        return change.after.significant, change.after.better
    return {frozenset(names) for names in change.after}


def test_settings_that_decide_are_causes(make_report, table):
    few = {name: table[name] for name in list(table)[:3]}
    old, new = make_report(few, LEVELS % 0.05), make_report(few, f"{LEVELS % 0.3}, rank: {{tolerance: 0.001}}")
    changes = compare_reports(old, new)
    assert (("test.alpha",), 0.05, 0.3) in listed(changes, "setting")
    pairs = [item for item in changes if item.kind == "verdict" and item.place]
    assert pairs
    assert {item.cause for item in pairs} == {
        (("test.alpha",),)
    }  # of two settings that changed, only the level matters
    alone = with_results(old), with_results(new)  # results without manifests state what decides
    assert [item.cause for item in compare_reports(*alone) if item in pairs] == [item.cause for item in pairs]


STATED = "adjust: [holm], effects: {margin: %s}, bayes: {rope: %s, draws: 2000}"


def nearly_alike(factor=1):
    rng = np.random.default_rng(4)
    rows = 0.7 + rng.normal(0, 0.004, (12, 3)) + np.array([0.02, 0.018, 0])
    return {f"d{i}": dict(zip("ABC", (factor * row).tolist(), strict=True)) for i, row in enumerate(rows)}


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("spec", "factor", "causes"),
    [
        (STATED % (0.01, 0.01), 100, {None}),
        (STATED % (0.001, 0.01), 1, {(("effects.margin",),)}),
        (STATED % (0.01, 0.001), 1, {(("bayes.rope",),)}),
        (STATED % (0.001, 0.001), 1, {(("effects.margin",),), (("bayes.rope",),)}),
    ],
)
def test_verdicts_that_are_no_tests_of_a_difference_are_conclusions(make_report, spec, factor, causes):
    old = make_report(nearly_alike(), STATED % (0.01, 0.01))
    new = make_report(nearly_alike(factor), spec)
    changes = compare_reports(old, new)
    verdicts = [change for change in changes if change.kind == "verdict"]
    assert {change.cause for change in verdicts} == causes
    assert {(change.before.shows, change.after.shows) for change in verdicts if change.place == ("A", "B")} == {
        ("equal", "")
    }
    assert fails(changes, ["conclusion"])
    assert not changes_text(changes).startswith(("Nothing", "No conclusion"))


def test_who_is_not_inferior_is_a_verdict(make_report):
    spec = f"{STATED}, test: {{control: B}}"
    rows = {f"d{i}": {"A": 0.8 + ahead, "B": 0.8} for i, ahead in enumerate(np.linspace(-0.004, 0.006, 12).tolist())}
    old, new, far = (make_report(rows, spec % (margin, 0.01)) for margin in (0.0001, 0.0025, 0.01))
    for before, after, shows, better in ((old, new, "not inferior", "A"), (new, far, "equal", None)):
        [change] = [change for change in compare_reports(before, after) if change.method == "equivalence"]
        assert (change.after.shows, change.after.better) == (shows, better)
        tested = after.results["metrics"]["accuracy"]["comparisons"][0]["equivalence"]
        assert (tested["adjusted"] <= 0.05) == (shows == "equal")
    assert "A is not inferior" in changes_text(compare_reports(old, new))


def labelled(report, **labels):
    algorithms = {name: {"label": label, "short": label} for name, label in labels.items()}
    return replace(report, results={**report.results, "labels": {"algorithms": algorithms}})


def test_names_that_others_had_are_conclusions_and_other_names_are_settings(make_report, table):
    report = make_report(table)
    swapped = compare_reports(report, labelled(report, A="D", D="A"))
    assert [(change.kind, change.place, change.before, change.after) for change in swapped] == [
        ("name", ("algorithms", "A"), "A", "D"),
        ("name", ("algorithms", "D"), "D", "A"),
    ]
    assert fails(swapped, ["conclusion"])
    renamed = compare_reports(report, labelled(report, A="Alpha"))
    assert listed(renamed, "setting") == [(("labels.algorithms.A",), "A", "Alpha")]
    assert not fails(renamed, ["conclusion"])
    assert compare_reports(labelled(report, A="Alpha"), labelled(report, A="Alpha")) == ()


@pytest.mark.few
@pytest.mark.parametrize(
    "section",
    [
        "title: Other",
        "plot: [cd]",
        "report: {sort: file}",
        "report: {tables: {scores: {digits: 1}}}",
        "report: {prose: {length: full}}",
        "sensitivity: {}",
        "leaderboard: {}",
        "rank: {intervals: simultaneous}",
    ],
)
def test_no_setting_that_changes_a_report_changes_nothing(make_report, table, section):
    old, new = make_report(table), make_report(table, f"adjust: [holm], {section}")
    key = section.split(":")[0]
    assert any(change.place[0].split(".")[0] == key for change in compare_reports(old, new))
    assert (compare_reports(with_results(old), with_results(new)) == ()) == (
        key in ("title", "plot", "report")  # of which results.json has nothing
    )


def test_a_column_with_other_scores_is_one_cause(make_report, table):
    other = {name: row | {"B": row["B"] + 0.5} for name, row in table.items()}
    changes = compare_reports(make_report(table), make_report(other))
    assert listed(changes, "data") == [(("algorithms", "with other scores"), None, ["B"])]
    leader = change_of(changes, "leader")
    assert (leader.after, leader.cause) == ((("B",),), (("algorithms", "with other scores", "B"),))


def test_a_direction_alone_is_the_cause(make_report, table):
    old = make_report(table)
    settings = json.loads(json.dumps(old.spec))
    settings["scores"]["metrics"][0]["better"] = "lower"
    metric = old.results["metrics"]["accuracy"]
    ranks = {name: 5 - rank for name, rank in metric["average_ranks"].items()}
    turned = {**old.results, "metrics": {"accuracy": {**metric, "better": "lower", "average_ranks": ranks}}}
    changes = compare_reports(old, replace(old, results=turned, spec=settings))
    assert listed(changes, "setting") == [(("scores.metrics.accuracy.better",), "higher", "lower")]
    assert change_of(changes, "leader").cause == (("scores.metrics.accuracy.better",),)


def test_files_are_listed_where_no_scores_are(make_report, table):
    old = make_report(table)
    metric = old.results["metrics"]["accuracy"]
    ranks = {**metric["average_ranks"], "B": 0.5}
    turned = {**old.results, "metrics": {"accuracy": {**metric, "average_ranks": ranks}}}
    changes = compare_reports(replace(old, inputs={"v.csv": "1"}), replace(old, results=turned, inputs={"v.csv": "2"}))
    assert listed(changes, "data") == [(("files", "with other contents"), None, ["v.csv"])]
    assert change_of(changes, "leader").cause == (("files", "with other contents", "v.csv"),)


@pytest.mark.nightly
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
        assert flip.cause == ()
    winner = {name: row | {"N": 2.0} for name, row in table.items()}
    leader = change_of(compare_reports(make_report(table), make_report(winner)), "leader")
    assert (leader.after, leader.cause) == ((("N",),), (("algorithms", "added", "N"),))
    again = compare_reports(make_report(table), make_report({name: row | {"Z": 0.0} for name, row in table.items()}))
    assert not listed(again, "leader", "order")


def test_costs_change_the_order(make_report, table):
    spec = "adjust: [holm], order: {cost: seconds, within: none, adjust: holm}"
    equal = {name: {"A": 0.5, "B": 0.5 + i % 2 / 100 - 0.005} for i, name in enumerate(table)}
    old, new = make_report(equal, spec, {"A": 1.0, "B": 2.0}), make_report(equal, spec, {"A": 2.0, "B": 1.0})
    changes = compare_reports(old, new)
    order = change_of(changes, "order")
    assert (order.before, order.after) == ((["A", "B"],), (["B", "A"],))
    assert order.cause is None
    assert listed(changes, "data") == [(("algorithms", "by cost"), ["A", "B"], ["B", "A"])]


def test_versions_and_metrics(make_report, table):
    old = make_report(table)
    other = table | {"d3": table["d3"] | {"A": 0.91}}
    changes = compare_reports(old, make_report(other, versions={"rankpress": "2", "scipy": "1"}))
    assert listed(changes, "version") == [(("rankpress",), "1", "2"), (("scipy",), None, "1"), (("numpy",), "2", None)]
    assert not listed(changes, *CONCLUSIONS)
    renamed = replace(old, results={**old.results, "metrics": {"recall": old.results["metrics"]["accuracy"]}})
    assert [item[:3] for item in listed(compare_reports(old, renamed), "data")] == [
        (("metrics", "removed"), ["accuracy"], None),
        (("metrics", "added"), None, ["recall"]),
    ]


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_metric_concluded_is_lost_with_it(make_report, table, spec):
    old = make_report(table, spec)
    [(_, metric)] = old.results["metrics"].items()
    without = replace(old, results={**old.results, "metrics": {}})
    lost = [change for change in compare_reports(old, without) if change.kind in CONCLUSIONS]
    assert {(change.metric, change.after, change.cause) for change in lost} == {
        ("accuracy", None, (("metrics", "removed", "accuracy"),))
    }
    significant = {
        (method, (pair["a"], pair["b"]))
        for pair in metric["comparisons"]
        for method, p in pair["adjusted"].items()
        if p <= old.results["alpha"] and pair["favours"]
    }
    assert {
        (change.method, change.place) for change in lost if change.kind == "verdict" and change.place
    } == significant
    assert all(change.before.significant for change in lost if change.kind == "verdict")
    assert fails(lost, ["conclusion"])
    # and nothing is lost the other way round
    assert not [change for change in compare_reports(without, old) if change.kind in CONCLUSIONS]


def test_no_cause_is_known_where_versions_alone_differ(make_report, table):
    old, new = make_report(table), make_report(table, versions={"rankpress": "2", "numpy": "2"})
    for pair in old.results["metrics"]["accuracy"]["comparisons"]:
        pair["adjusted"]["holm"] = 1.0
    changes = compare_reports(old, new)
    assert {item.cause for item in changes if item.kind == "verdict"} == {None}
    assert listed(changes, "version") == [(("rankpress",), "1", "2")]


def test_every_key_and_kind_is_documented(root, make_report, table):
    page = (root / "pipeline/diff/CHANGES.md").read_text(encoding="utf-8")
    old, new = make_report(table), make_report({name: row | {"B": 2.0} for name, row in table.items()})
    written = json.loads(json.dumps(changes_results(compare_reports(old, new))))
    keys = {*written, *(key for change in written["changes"] for key in change)}
    values = (change["before"] for change in written["changes"])
    keys |= {key for value in values if isinstance(value, dict) for key in value}
    documented = {*re.findall(r"`([a-z_]+)`", page)}
    assert {*keys, *NOUNS, *FAIL_ON} <= documented


def test_names_are_printed_as_the_reports_show_them(make_report, table):
    label = {"A": {"label": "FooNet", "short": "Foo"}}
    old, new = (make_report(some) for some in (table, dict(list(table.items())[:4])))
    labeled = StoredReport({**new.results, "labels": {"algorithms": label}})
    for reports in ((old, labeled), (labeled, old)):
        changes, labels = compare_reports(*reports), labels_of_reports(*reports)
        for written in (changes_text(changes, labels), changes_markdown(changes, labels)):
            assert "FooNet" in written
            without = re.sub(r"(?m)^.*labels\\?\.algorithms.*$", "", written)  # which states what A was shown as
            assert not re.search(r"\bA\b", without.replace("A pair", ""))


@pytest.mark.parametrize("name", ["log_loss", "roc_auc", "error_rate"])
def test_metrics_are_printed_in_the_words_of_reports_without_a_label(make_report, table, name):
    def renamed(report, name):
        return StoredReport({**report.results, "metrics": {name: report.results["metrics"]["accuracy"]}})

    before, after = make_report(table), make_report(dict(list(table.items())[:4]))
    for old, new in ((renamed(before, name), renamed(after, name)), (renamed(before, name), after)):
        changes, labels = compare_reports(old, new), labels_of_reports(old, new)
        for written in (changes_text(changes, labels), changes_markdown(changes, labels)):
            assert KNOWN_NAMES[name].words in written
            assert name not in written
