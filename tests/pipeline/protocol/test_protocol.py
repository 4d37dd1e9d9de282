"""How a study came about: what its author says, and what scores and settings tell.

Held: that each pitfall is flagged where its condition holds and not where it does not, with the section of Salzberg
(1997) it is from; the chance of community experiments against its formula; overlapping training data against the cases
that folds of each design share, counted one by one; that what is not said is named, as a whole and in part; that names
and answers may be hostile.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.catalog.methods import WITHIN
from rankpress.core.labels import Name
from rankpress.core.scores import MetricScores, Scores
from rankpress.core.text import plain
from rankpress.report.latex_table import table_fragment
from rankpress.report.page import html_report
from rankpress.report.table_view import choose_tables
from rankpress.robustness.protocol import (
    COMMUNITY,
    GENERALIZING,
    RECOMMENDED,
    TUNING,
    VALIDITY,
    Item,
    Protocol,
    record_protocol,
)
from rankpress.spec.model import Study
from rankpress.topics.kinds import build_document
from rankpress.topics.labelled import relabelled
from rankpress.topics.macros import collect
from rankpress.topics.results import results

ALGORITHMS, DATASETS = ("A", "B", "C"), tuple(f"d{number}" for number in range(6))


SAID: dict[str, Any] = {
    "kind": "confirmatory",
    "datasets": {
        "chosen": "drawn at random",
        "when": "before",
        "source": "a repository",
        "population": "small problems",
        "excluded": "none",
        "developed_on": [],
    },
    "algorithms": {"chosen": "all that are known", "new": ["A"], "closest": "B", "strengths": "speed"},
    "tuning": {name: {"by": "the authors", "data": "validation", "tries": 5} for name in ALGORITHMS},
    "partition": {"how": "5 times repeated 2-fold cross-validation", "same": True, "test_seen": False},
    "planned": {"comparisons": "before", "metric": "before", "tests": "before", "alpha": "before", "registered": "x"},
    "earlier": {"which": "none are known", "number": 0},
    "available": {"code": "here", "data": "there", "environment": "Python"},
}


# What is said otherwise than above, which item then has a pitfall, and whose warning it is.
PITFALLS: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("datasets", {"when": "after"}, "Data sets: when chosen", GENERALIZING),
    (
        "datasets",
        {"developed_on": ["d1", "elsewhere"]},
        "Data sets: known when algorithms were developed",
        GENERALIZING,
    ),
    ("algorithms", {"closest": "Z"}, "Algorithms: closest to the new ones", RECOMMENDED),
    ("tuning", {"B": {"by": "x", "data": "validation", "tries": 50}}, "Tuning: tries of an algorithm", TUNING),
    ("tuning", {"B": {"data": "none"}}, "Tuning: tries of an algorithm", TUNING),
    ("partition", {"test_seen": True}, "Test data: results seen", TUNING),
    ("partition", {"same": False}, "Training and test data: the same for all algorithms", VALIDITY),
    ("planned", {"comparisons": "after"}, "Planned: comparisons", VALIDITY),
    ("planned", {"metric": "after"}, "Planned: metric that decides", VALIDITY),
    ("planned", {"tests": "after"}, "Planned: tests and adjustment", VALIDITY),
    ("planned", {"alpha": "after"}, "Planned: level", VALIDITY),
    ("earlier", {"number": 1}, "Earlier studies: how many", COMMUNITY),
)


HOSTILE = r"\input{x} <script>alert(1)</script> & 100% $a_1^2$ #1 ~ {b} \\ ü 漢"


def otherwise(section: str, keys: dict[str, Any]) -> dict[str, Any]:
    return {**SAID, section: {**SAID[section], **keys}}


def item_of(protocol: Protocol | None, asked: str) -> Item:
    assert protocol is not None
    [found] = [item for item in protocol.items if item.asked == asked]
    return found


def test_no_section_no_protocol(analysed: Any, kinds: Any) -> None:
    [analysis] = analysed(None)
    assert analysis.protocol is None
    assert "protocol" not in kinds(choose_tables([analysis], {}).tables)
    found = results("T", 0.05, [analysis])
    assert found["protocol"] is None
    assert found["metrics"]["accuracy"]["p_values"] is None
    assert not any("Protocol" in macro.name for macro in collect([analysis]).macros)
    assert not build_document("T", [analysis], (), ()).protocol


def test_nothing_said_is_all_named(recorded: Any) -> None:
    protocol = recorded({})
    said = [item for item in protocol.items if item.origin == "said"]
    assert not said
    assert not protocol.pitfalls
    unsaid = {item.asked for item in protocol.unsaid}
    assert {"Kind of study", "Data sets: how chosen", "Tuning of A, B, C", "Available: environment"} <= unsaid
    assert len(unsaid) == len(protocol.items) - 1  # tries that count are known: none


def test_all_said_leaves_nothing_and_flags_nothing(recorded: Any) -> None:
    protocol = recorded(SAID)
    assert not protocol.unsaid
    assert not protocol.pitfalls
    for section, keys in SAID.items():  # each key is asked for: without it something is not said
        for key in keys if isinstance(keys, dict) else ():
            without = {**SAID, section: {name: value for name, value in keys.items() if name != key}}
            assert len(recorded(without).unsaid) >= 1, (section, key)


@pytest.mark.parametrize(("section", "keys", "asked", "source"), PITFALLS)
def test_a_pitfall_is_flagged(section: str, keys: dict[str, Any], asked: str, source: str, recorded: Any) -> None:
    protocol = recorded(otherwise(section, keys) | {"kind": "exploratory"})
    [flagged] = protocol.pitfalls
    assert (flagged.asked, flagged.section) == (asked, source)
    assert not flagged.pitfall.endswith(".")


@pytest.mark.parametrize(
    ("section", "keys", "clause"),
    [
        ("datasets", {"when": "after"}, "data sets were chosen after results on them were seen"),
        ("partition", {"test_seen": True}, "results on test data were seen before all was fixed"),
        ("tuning", {"B": {"data": "test"}}, "an algorithm was tuned on test data"),
        ("planned", {"metric": "after", "tests": "after"}, "metric and tests were chosen after"),
        ("planned", {"alpha": "after"}, "level was chosen after"),
    ],
)
def test_confirmatory_by_name_alone(section: str, keys: dict[str, Any], clause: str, recorded: Any) -> None:
    kind = item_of(recorded(otherwise(section, keys)), "Kind of study")
    assert clause in kind.pitfall
    exploratory = otherwise(section, keys) | {"kind": "exploratory"}
    assert not item_of(recorded(exploratory), "Kind of study").pitfall


def test_tuning_on_test_data_is_flagged_and_gives_the_lie_to_unseen_test_data(recorded: Any) -> None:
    protocol = recorded(otherwise("tuning", {"B": {"by": "x", "data": "test", "tries": 5}}) | {"kind": "exploratory"})
    assert [(item.asked, item.section) for item in protocol.pitfalls] == [
        ("Tuning of B", TUNING),
        ("Test data: results seen", TUNING),
    ]
    assert "said to have been tuned on test data" in protocol.pitfalls[1].pitfall


def test_data_sets_that_are_not_compared_on_are_told_apart(recorded: Any) -> None:
    subject = "Data sets: known when algorithms were developed"
    some = item_of(recorded(otherwise("datasets", {"developed_on": ["d1", "elsewhere"]})), subject)
    assert some.answer == "d1; not compared on here: elsewhere"
    assert some.pitfall.startswith("1 of 6 data sets")
    none = item_of(recorded(otherwise("datasets", {"developed_on": ["elsewhere"]})), subject)
    assert none.answer == "none of those compared on; not compared on here: elsewhere"
    assert not none.pitfall


def test_a_study_without_new_algorithms_needs_none_that_is_closest(recorded: Any) -> None:
    protocol = recorded({**SAID, "algorithms": {"chosen": "all", "new": []}})
    assert not protocol.unsaid
    assert not any("closest" in item.asked or "to be good at" in item.asked for item in protocol.items)
    said = recorded({**SAID, "algorithms": {"new": [], "closest": "B", "strengths": "speed"}})
    assert item_of(said, "Algorithms: closest to the new ones").answer == "B"  # what is said is told
    assert item_of(said, "Algorithms: what the new ones are to be good at").answer == "speed"


def test_of_many_algorithms_some_are_named(study_of: Any) -> None:
    names, study = [f"alg{number}" for number in range(200)], study_of({})
    assert study.protocol is not None
    protocol = record_protocol(study.protocol, study.test, names, DATASETS)
    told = "Tuning of alg0, alg1, alg2, alg3, alg4, alg5, alg6, alg7 and 192 others"
    assert item_of(protocol, told).algorithms == tuple(names)


def test_what_of_an_answer_is_not_said(recorded: Any) -> None:
    protocol = recorded({"tuning": {"B": {"data": "test"}, "C": {"tries": 1, "by": "them"}, "A": {}}})
    assert item_of(protocol, "Tuning of B").lacks == "how many tries and by whom"
    assert "no level can allow for them" in item_of(protocol, "Tuning of B").pitfall
    assert item_of(protocol, "Tuning of C").answer == "1 try, by them"
    assert item_of(protocol, "Tuning of C").lacks == "on which data"
    assert item_of(protocol, "Tuning of A").origin == "not said"
    assert {"Tuning of A", "Tuning of B", "Tuning of C"} <= {item.asked for item in protocol.unsaid}


@pytest.mark.parametrize(("number", "alpha"), [(1, 0.05), (99, 0.05), (20, 0.01)])
def test_community_experiments(number: int, alpha: float, recorded: Any) -> None:
    protocol = recorded(otherwise("earlier", {"number": number}), test={"alpha": alpha})
    chance = 1 - (1 - alpha) ** (number + 1)
    told = re.search(r"with probability ([\d.]+)$", item_of(protocol, "Earlier studies: how many").pitfall)
    assert told is not None
    assert float(told[1]) == pytest.approx(chance, abs=0.0005)


def test_tries_on_test_data_count(study_of: Any, analysed: Any) -> None:
    tuned = {
        "tuning": {
            "A": {"data": "test", "tries": 7},
            "B": {"data": "test", "tries": 5},
            "C": {"data": "validation", "tries": 90},
        }
    }
    assert study_of(tuned).test.tuning_runs == 12
    assert study_of(tuned, test={"tuning_runs": 30}).test.tuning_runs == 30  # there may be others
    assert study_of({}, test={"tuning_runs": 3}).test.tuning_runs == 3
    [analysis] = analysed(tuned)
    assert analysis.multiplicity.over is not None
    assert analysis.multiplicity.over.tuning_runs == 12
    assert item_of(analysis.protocol, "Tuning: tries that count as comparisons").answer == "12"


@pytest.mark.parametrize(("repeats", "per_repeat"), [(1, 2), (1, 3), (1, 10), (2, 2), (5, 2), (3, 5)])
def test_training_data_overlap_as_counted(repeats: int, per_repeat: int, scores_of: Any, analysed: Any) -> None:
    rng = np.random.default_rng(3)
    parts = [np.array_split(rng.permutation(60), per_repeat) for _ in range(repeats)]
    trained = [set(range(60)) - set(part.tolist()) for several in parts for part in several]
    overlap = any(one & other for one, other in combinations(trained, 2))
    [analysis] = analysed({}, scores_of(repeats=repeats, per_repeat=per_repeat))
    told = f"overlap on {6 if overlap else 0} of 6 data sets with folds"
    assert item_of(analysis.protocol, "Training data of folds").answer == told


@pytest.mark.parametrize("within", ["corrected-t", "resampled-t", "kfold-t", "5x2cv-f", "none"])
def test_a_test_that_takes_folds_for_independent(within: str, scores_of: Any, analysed: Any) -> None:
    repeats, per_repeat = (5, 2) if within == "5x2cv-f" else (1, 5)
    [analysis] = analysed(SAID, scores_of(repeats=repeats, per_repeat=per_repeat), test={"within": within})
    item = item_of(analysis.protocol, "Training data of folds")
    assert bool(item.pitfall) == (within != "none" and WITHIN[within].liberal)
    assert item.section == (RECOMMENDED if item.pitfall else "")


def test_several_metrics_and_adjustments_that_were_not_chosen_before(scores_of: Any, analysed: Any) -> None:
    for when, flagged in (("before", False), ("after", True), (None, True)):
        protocol = otherwise("planned", {"metric": when, "tests": when})
        found = analysed(protocol, scores_of(), scores_of("f1", seed=1), adjust=["holm", "nemenyi"])
        assert {one.protocol for one in found} == {found[0].protocol}  # of the study, the same from each metric
        assert bool(item_of(found[0].protocol, "Metrics compared by").pitfall) == flagged
        assert bool(item_of(found[0].protocol, "Adjustments for their number").pitfall) == flagged
    one = analysed(otherwise("planned", {"metric": None, "tests": None}), adjust=["holm"])[0].protocol
    assert not item_of(one, "Metrics compared by").pitfall
    assert not item_of(one, "Adjustments for their number").pitfall
    assert item_of(found[0].protocol, "Comparisons over the data sets").answer == "3 by accuracy, 3 by f1"
    within = item_of(found[0].protocol, "Tests within the data sets")
    assert within.answer == "18 by accuracy, 18 by f1; not adjusted for their number"
    assert within.section == VALIDITY
    assert within.pitfall.endswith(f"probability {1 - 0.95**36:.3f}")
    assert item_of(one, "Comparisons over the data sets").answer == "3"
    tables = [table for table in choose_tables(found, {}).tables if table.kind == "protocol"]
    assert len(tables) == 1


def test_an_answer_of_several_lines_is_one(recorded: Any) -> None:
    protocol = recorded({"datasets": {"chosen": "one\n  two\n"}, "tuning": {"A": {"by": "me\nand you"}}})
    assert item_of(protocol, "Data sets: how chosen").answer == "one two"
    assert item_of(protocol, "Tuning of A").answer == "by me and you"


def test_results_and_counts_agree(tmp_path: Path, analysed: Any, kinds: Any) -> None:
    protocol = otherwise("earlier", {"number": 9}) | {"kind": "exploratory"}
    analyses = analysed(protocol)
    found = json.loads(json.dumps(results("T", 0.05, analyses)))
    items = found["protocol"]["items"]
    assert found["metrics"]["accuracy"]["p_values"] == found["protocol"]["kind"] == "exploratory"
    assert found["protocol"]["pitfalls"] == sum(item["pitfall"] is not None for item in items)
    assert found["protocol"]["unsaid"] == sum(item["from"] == "not said" or item["lacks"] is not None for item in items)
    table = kinds(choose_tables(analyses, {}).tables)["protocol"]
    assert [row[0].text for row in table.rows] == [item["asked"] for item in items]
    macros = {macro.name: macro.value for macro in collect(analyses).macros}
    assert macros["rpProtocolPitfalls"] == found["protocol"]["pitfalls"]
    assert macros["rpProtocolItems"] == len(items)
    methods = plain(" ".join(build_document("T", analyses, (), ()).methods))
    assert all(item["answer"].removesuffix(".") in methods for item in items if item["answer"])
    assert all(item["pitfall"] in methods for item in items if item["pitfall"])


def test_labels_stand_in_for_names(analysed: Any, kinds: Any) -> None:
    protocol = otherwise("tuning", {"A": {"data": "test", "tries": 2}}) | {"kind": "exploratory"}
    names = {"algorithms": {"A": Name("The best", "A")}, "datasets": {}, "metrics": {}, "costs": {}}
    [shown] = relabelled(analysed(protocol), names)  # type: ignore[arg-type]
    assert item_of(shown.protocol, "Tuning of The best").section == TUNING
    assert item_of(shown.protocol, "Algorithms: new ones").answer == "The best"
    assert "(The best)" in item_of(shown.protocol, "Tuning: tries of an algorithm").answer
    rows = kinds(choose_tables([shown], {}).tables)["protocol"].rows
    assert "Tuning of A" in [row[0].name for row in rows]  # as files and specs name it


def test_hostile_answers(analysed: Any, kinds: Any) -> None:
    protocol = {"kind": "exploratory", "datasets": {"chosen": HOSTILE, "developed_on": [HOSTILE]}}
    protocol |= {"algorithms": {"closest": HOSTILE}, "available": {"code": "x" * 300}}
    analyses = analysed(protocol)
    tables = choose_tables(analyses, {}).tables
    page = html_report(build_document("T", analyses, tables, ()))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    fragment = table_fragment(kinds(tables)["protocol"], stamp="")
    assert r"\input{" not in fragment
    assert fragment.isascii()
    assert "x" * 300 not in fragment  # it can be broken


def test_average_ranks_alone(make_ranks: Callable[[], Analysis]) -> None:
    analysis = make_ranks()
    assert item_of(analysis.protocol, "Training data of folds").answer == "no folds; average ranks alone"


@pytest.fixture
def make_ranks() -> Callable[[], Analysis]:
    def make() -> Analysis:
        read = {"files": "a.csv", "layout": "ranks", "datasets": 9}
        study = Study.model_validate({"scores": read, "protocol": {}})
        scores = MetricScores("score", "higher", (), ALGORITHMS, None, 9, average_ranks=np.array([1.2, 2.0, 2.8]))
        return analyse(study, Scores((scores,), {}, ()))[0]

    return make
