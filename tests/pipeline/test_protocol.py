"""How a study came about, from the spec to the report.

Held: the keys that go together, and names that the scores have not; that each pitfall is flagged where its condition
holds and not where it does not, with the section of Salzberg (1997) it is from; the chance of community experiments
against its formula; overlapping training data against the cases that folds of each design share, counted one by one;
that what is not said is named, as a whole and in part; that an exploratory study calls every p-value so, in whatever
table, figure, sentence, macro or result one stands, and that no other study does; that names may be hostile.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.cli import main
from rankpress.examination import examine
from rankpress.frames import data_frames
from rankpress.naming import Name
from rankpress.plot import plot
from rankpress.protocol.compared import compared_in, foreseen
from rankpress.protocol.record import COMMUNITY, GENERALIZING, RECOMMENDED, TUNING, VALIDITY, Item, Protocol
from rankpress.protocol.recording import record_protocol
from rankpress.relabelling import relabelled
from rankpress.report.choice import choose_tables
from rankpress.report.delimited import table_csv
from rankpress.report.document import all_sections
from rankpress.report.exploratory import (
    FIGURES_OF_P,
    FIGURES_OF_TESTS,
    OF_P,
    OF_TESTS,
    TABLES_OF_P,
    TABLES_OF_TESTS,
    called,
)
from rankpress.report.html import html_report
from rankpress.report.inline import plain
from rankpress.report.latex_table import table_fragment
from rankpress.report.macros import collect
from rankpress.report.macros.setting import macro_latex
from rankpress.report.prose import build_document
from rankpress.report.results import results
from rankpress.report.table import Table
from rankpress.scores import Folds, MetricScores, Missing, Scores
from rankpress.spec.methods import Plot
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.spec.tables_section import TABLE_KINDS
from rankpress.stats.within import WITHIN

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


def study_of(protocol: Any, **spec: Any) -> Study:
    return Study.model_validate({"scores": {"files": "a.csv"}, "protocol": protocol, **spec})


def recorded(protocol: Any, **spec: Any) -> Protocol:
    study = study_of(protocol, **spec)
    assert study.protocol is not None
    return record_protocol(study.protocol, study.test, ALGORITHMS, DATASETS)


def otherwise(section: str, keys: dict[str, Any]) -> dict[str, Any]:
    return {**SAID, section: {**SAID[section], **keys}}


def scores_of(name: str = "accuracy", repeats: int = 5, per_repeat: int = 2, seed: int = 0) -> MetricScores:
    rng = np.random.default_rng(seed)
    rows = [rng.normal(0.8 + np.linspace(0, 0.1, 3), 0.02, (repeats * per_repeat, 3)) for _ in DATASETS]
    repeat = np.repeat(np.arange(repeats), per_repeat)
    fold = np.tile(np.arange(per_repeat), repeats)
    means = np.array([one.mean(axis=0) for one in rows])
    folds = tuple(Folds(repeat, fold, one) for one in rows)
    return MetricScores(
        name, "higher", DATASETS, ALGORITHMS, means, len(DATASETS), folds=folds, missing=Missing("error")
    )


def analysed(protocol: Any, *metrics: MetricScores, **spec: Any) -> tuple[Analysis, ...]:
    metrics = metrics or (scores_of(),)
    read = {"files": "a.csv", "metrics": [{"name": metric.name} for metric in metrics]}
    study = Study.model_validate({"scores": read, "protocol": protocol, **spec})
    return tuple(analyse(study, Scores(metrics, {}, ())))


def item_of(protocol: Protocol | None, asked: str) -> Item:
    assert protocol is not None
    [found] = [item for item in protocol.items if item.asked == asked]
    return found


def kinds(tables: tuple[Table, ...]) -> dict[str, Table]:
    return {table.kind: table for table in tables}


def test_no_section_no_protocol() -> None:
    [analysis] = analysed(None)
    assert analysis.protocol is None
    assert "protocol" not in kinds(choose_tables([analysis], {}).tables)
    found = results("T", 0.05, [analysis])
    assert found["protocol"] is None
    assert found["metrics"]["accuracy"]["p_values"] is None
    assert not any("Protocol" in macro.name for macro in collect([analysis]).macros)
    assert not build_document("T", [analysis], (), ()).protocol


def test_nothing_said_is_all_named() -> None:
    protocol = recorded({})
    said = [item for item in protocol.items if item.origin == "said"]
    assert not said
    assert not protocol.pitfalls
    unsaid = {item.asked for item in protocol.unsaid}
    assert {"Kind of study", "Data sets: how chosen", "Tuning of A, B, C", "Available: environment"} <= unsaid
    assert len(unsaid) == len(protocol.items) - 1  # tries that count are known: none


def test_all_said_leaves_nothing_and_flags_nothing() -> None:
    protocol = recorded(SAID)
    assert not protocol.unsaid
    assert not protocol.pitfalls
    for section, keys in SAID.items():  # each key is asked for: without it something is not said
        for key in keys if isinstance(keys, dict) else ():
            without = {**SAID, section: {name: value for name, value in keys.items() if name != key}}
            assert len(recorded(without).unsaid) >= 1, (section, key)


@pytest.mark.parametrize(("section", "keys", "asked", "source"), PITFALLS)
def test_a_pitfall_is_flagged(section: str, keys: dict[str, Any], asked: str, source: str) -> None:
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
def test_confirmatory_by_name_alone(section: str, keys: dict[str, Any], clause: str) -> None:
    kind = item_of(recorded(otherwise(section, keys)), "Kind of study")
    assert clause in kind.pitfall
    exploratory = otherwise(section, keys) | {"kind": "exploratory"}
    assert not item_of(recorded(exploratory), "Kind of study").pitfall


def test_tuning_on_test_data_is_flagged_and_gives_the_lie_to_unseen_test_data() -> None:
    protocol = recorded(otherwise("tuning", {"B": {"by": "x", "data": "test", "tries": 5}}) | {"kind": "exploratory"})
    assert [(item.asked, item.section) for item in protocol.pitfalls] == [
        ("Tuning of B", TUNING),
        ("Test data: results seen", TUNING),
    ]
    assert "said to have been tuned on test data" in protocol.pitfalls[1].pitfall


def test_data_sets_that_are_not_compared_on_are_told_apart() -> None:
    subject = "Data sets: known when algorithms were developed"
    some = item_of(recorded(otherwise("datasets", {"developed_on": ["d1", "elsewhere"]})), subject)
    assert some.answer == "d1; not compared on here: elsewhere"
    assert some.pitfall.startswith("1 of 6 data sets")
    none = item_of(recorded(otherwise("datasets", {"developed_on": ["elsewhere"]})), subject)
    assert none.answer == "none of those compared on; not compared on here: elsewhere"
    assert not none.pitfall


def test_a_study_without_new_algorithms_needs_none_that_is_closest() -> None:
    protocol = recorded({**SAID, "algorithms": {"chosen": "all", "new": []}})
    assert not protocol.unsaid
    assert not any("closest" in item.asked or "to be good at" in item.asked for item in protocol.items)
    said = recorded({**SAID, "algorithms": {"new": [], "closest": "B", "strengths": "speed"}})
    assert item_of(said, "Algorithms: closest to the new ones").answer == "B"  # what is said is told
    assert item_of(said, "Algorithms: what the new ones are to be good at").answer == "speed"


def test_of_many_algorithms_some_are_named() -> None:
    names, study = [f"alg{number}" for number in range(200)], study_of({})
    assert study.protocol is not None
    protocol = record_protocol(study.protocol, study.test, names, DATASETS)
    told = "Tuning of alg0, alg1, alg2, alg3, alg4, alg5, alg6, alg7 and 192 others"
    assert item_of(protocol, told).algorithms == tuple(names)


def test_what_of_an_answer_is_not_said() -> None:
    protocol = recorded({"tuning": {"B": {"data": "test"}, "C": {"tries": 1, "by": "them"}, "A": {}}})
    assert item_of(protocol, "Tuning of B").lacks == "how many tries and by whom"
    assert "no level can allow for them" in item_of(protocol, "Tuning of B").pitfall
    assert item_of(protocol, "Tuning of C").answer == "1 try, by them"
    assert item_of(protocol, "Tuning of C").lacks == "on which data"
    assert item_of(protocol, "Tuning of A").origin == "not said"
    assert {"Tuning of A", "Tuning of B", "Tuning of C"} <= {item.asked for item in protocol.unsaid}


@pytest.mark.parametrize(("number", "alpha"), [(1, 0.05), (99, 0.05), (20, 0.01)])
def test_community_experiments(number: int, alpha: float) -> None:
    protocol = recorded(otherwise("earlier", {"number": number}), test={"alpha": alpha})
    chance = 1 - (1 - alpha) ** (number + 1)
    told = re.search(r"with probability ([\d.]+)$", item_of(protocol, "Earlier studies: how many").pitfall)
    assert told is not None
    assert float(told[1]) == pytest.approx(chance, abs=0.0005)


def test_tries_on_test_data_count() -> None:
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


FAULTS = (
    (
        "test: {tuning_runs: 3}\nprotocol: {tuning: {A: {data: test, tries: 5}}}\n",
        r"study.yaml:\d+:\d+: .*tuning_runs is 3",
    ),
    ("protocol: {kind: exploratry}\n", "exploratory"),
    ("protocol: {datasets: {developed_on: [a, a]}}\n", "'a' is listed twice"),
    ("protocol: {tuning: {A: {tries: many}}}\n", "a whole number"),
    ("protocol: {partition: {test_seen: no}}\n", "true or false"),
    ("protocol: {tuning: {Aa: {data: none}}}\n", "there is no algorithm 'Aa' in the scores"),
    ("protocol: {algorithms: {new: [D]}}\n", "there is no algorithm 'D' in the scores"),
    (
        "protocol: {tuning: {A: {data: none, tries: 3}}}\n",
        r"study.yaml:2:\d+: data: none says that it was not tuned, and",
    ),
    ("protocol: {tuning: {A: {data: none, by: me}}}\n", r"study.yaml:2:\d+: data: none says .* and by who did"),
    ("protocol: {tuning: {A: {data: test, tries: 0}}}\n", r"data: test says that it was tuned"),
    ("protocol: no\n", "write null"),
    ("protocol: {tunning: {}}\n", "tuning"),
    (
        "protocol: {algorithms: {new: [A], closest: A}}\n",
        r"study.yaml:2:\d+: 'A' is one of the new algorithms, and no new one is the closest to itself",
    ),
)


def write_study(folder: Path, spec: str) -> Path:
    rows = [
        f"{dataset},{name},{at + place / 9}" for at, dataset in enumerate(DATASETS) for place, name in enumerate("ABC")
    ]
    (folder / "a.csv").write_text("\n".join(["dataset,algorithm,score", *rows, ""]), encoding="utf-8")
    path = folder / "study.yaml"
    path.write_text(f"scores: {{files: a.csv, metrics: [{{name: score}}]}}\n{spec}", encoding="utf-8")
    return path


@pytest.mark.parametrize(("spec", "told"), FAULTS)
def test_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str], spec: str, told: str) -> None:
    assert main(["check", str(write_study(tmp_path, spec))]) == 2
    assert re.search(told, capsys.readouterr().err)


def test_check_advises_and_does_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_study(tmp_path, "adjust: [holm]\nprotocol: {datasets: {when: after}}\n")
    assert main(["check", str(path)]) == 0
    first, unsaid, pitfall = capsys.readouterr().out.splitlines()
    assert first.endswith("nothing wrong")
    assert "not said in protocol: Kind of study; Data sets – how chosen, source," in unsaid
    assert "pitfall in protocol: Data sets: when chosen (after results were seen): " in pitfall
    assert main(["check", str(path), "-q"]) == 0
    assert not capsys.readouterr().out


def test_check_lists_pitfalls_that_follow_from_the_comparisons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_study(tmp_path, "adjust: [holm, nemenyi]\nprotocol: {}\n")
    rows = [
        f"{name},{fold},{where},{(at * fold) % 5}"
        for name in DATASETS
        for fold in (1, 2, 3)
        for at, where in enumerate("ABC")
    ]
    (tmp_path / "a.csv").write_text("\n".join(["dataset,fold,algorithm,score", *rows, ""]), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    adjusted, within = capsys.readouterr().out.splitlines()[-2:]
    assert (
        "pitfall in protocol: Adjustments for their number (Holm and Nemenyi; the first decides): several" in adjusted
    )
    assert "pitfall in protocol: Tests within the data sets (18; not adjusted for their number): were" in within


@pytest.mark.parametrize("misnamed", ["D1", "elsewhere"])
def test_check_asks_about_data_sets_that_are_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], misnamed: str
) -> None:
    path = write_study(tmp_path, f"protocol: {{datasets: {{developed_on: [{misnamed}]}}}}\n")
    assert main(["check", str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert f"protocol.datasets.developed_on: there is no data set '{misnamed}' in the scores" in last
    assert ("; if 'd1' is meant, write it so" in last) == (misnamed == "D1")


@pytest.mark.parametrize("within", ["corrected-t", "kfold-t", "5x2cv-f", "none"])
@pytest.mark.parametrize("control", [None, "B"])
def test_check_foresees_the_comparisons_of_a_build(within: str, control: str | None) -> None:
    """So that the pitfalls that follow from them are told before the build."""
    adjust = ["holm", "hochberg"] if control else ["nemenyi", "bergmann-hommel"]
    spec: dict[str, Any] = {"test": {"within": within, "control": control}, "adjust": adjust}
    gapped = scores_of("f1", repeats=1, per_repeat=5)
    folds = (None, *gapped.folds[1:])
    metrics = (scores_of(), replace(gapped, folds=folds))
    study = study_of({}, **spec)
    made = analysed({}, *metrics, **spec)
    for metric, analysis in zip(metrics, made, strict=True):
        before, after = foreseen(study, metric), compared_in(analysis)
        for field in ("over", "within", "within_procedure", "adjustments"):
            assert getattr(before, field) == getattr(after, field)


def uncommented(folder: Path, section: str) -> Path:
    """A study that init writes, with one section without the signs that make it a comment."""
    assert main(["init", str(folder / "study"), "-q"]) == 0
    path = folder / "study" / "study.yaml"
    text = path.read_text(encoding="utf-8")
    assert getattr(read_study(path).study, section) is None
    begin = text.index(f"# {section}:")
    block = text[begin:].partition("\n\n")[0]
    shown = block.replace("# ", "", 1).replace("\n# ", "\n").replace("NAME", "majority")
    path.write_text(text.replace(block, shown), encoding="utf-8")
    assert main(["check", str(path), "-q"]) == 0
    return path


@pytest.mark.parametrize("section", ["sensitivity", "replicability", "power"])
def test_the_blocks_of_init_work(tmp_path: Path, section: str) -> None:
    few = {
        "sensitivity": ["adjust=[]", "omnibus=[]", "pairwise=[]", "leave_out=[datasets]"],
        "replicability": ["draws=5", "biases=[0, 15]"],
        "power": ["draws=100", "datasets=[10]", "adjust=[]", "pairs=[[majority, random forest]]"],
    }
    asked = [f"{section}.{one}" for one in few[section]]
    read = read_study(uncommented(tmp_path, section), asked)
    [analysis] = analyse(read.study, examine(read).scores)
    found = results("T", 0.05, [analysis])["metrics"]["accuracy"][section]
    assert found is not None
    assert not found.get("why")
    assert not found.get("left_out")


def test_the_block_of_init_is_a_protocol(tmp_path: Path) -> None:
    protocol = read_study(uncommented(tmp_path, "protocol")).study.protocol
    assert protocol is not None
    filled = protocol.model_dump(exclude_none=True)
    assert set(filled) == set(type(protocol).model_fields)
    assert all(filled.values())


@pytest.mark.parametrize(("repeats", "per_repeat"), [(1, 2), (1, 3), (1, 10), (2, 2), (5, 2), (3, 5)])
def test_training_data_overlap_as_counted(repeats: int, per_repeat: int) -> None:
    rng = np.random.default_rng(3)
    parts = [np.array_split(rng.permutation(60), per_repeat) for _ in range(repeats)]
    trained = [set(range(60)) - set(part.tolist()) for several in parts for part in several]
    overlap = any(one & other for one, other in combinations(trained, 2))
    [analysis] = analysed({}, scores_of(repeats=repeats, per_repeat=per_repeat))
    told = f"overlap on {6 if overlap else 0} of 6 data sets with folds"
    assert item_of(analysis.protocol, "Training data of folds").answer == told


@pytest.mark.parametrize("within", ["corrected-t", "resampled-t", "kfold-t", "5x2cv-f", "none"])
def test_a_test_that_takes_folds_for_independent(within: str) -> None:
    repeats, per_repeat = (5, 2) if within == "5x2cv-f" else (1, 5)
    [analysis] = analysed(SAID, scores_of(repeats=repeats, per_repeat=per_repeat), test={"within": within})
    item = item_of(analysis.protocol, "Training data of folds")
    assert bool(item.pitfall) == (within != "none" and WITHIN[within].liberal)
    assert item.section == (RECOMMENDED if item.pitfall else "")


def test_several_metrics_and_adjustments_that_were_not_chosen_before() -> None:
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


EVERYTHING: dict[str, Any] = {
    "bayes": {"rope": 0.01, "over": "sign"},
    "curves": {"pairs": "all", "average": True},
    "test": {"omnibus": ["friedman", "iman-davenport", "rm-anova"]},
    "order": {"prior": ["A", "B", "C"]},
    "adjust": ["nemenyi", "holm"],
    "sensitivity": {"omnibus": [], "pairwise": [], "adjust": [], "digits": [1]},
    "replicability": {"draws": 5, "size": 4, "biases": [0, 15], "omnibus": ["friedman"], "tests": ["t", "sign"]},
    "power": {"effect": 0.01, "draws": 100, "datasets": [5], "adjust": [], "pairs": [["A", "B"]]},
}
P_HEAD = re.compile(r"\bp\b|^(?:Nemenyi|Holm)$")


@cache
def exploratory() -> tuple[Analysis, ...]:
    return analysed({"kind": "exploratory"}, **EVERYTHING)


def notes_of(tables: tuple[Table, ...]) -> Iterator[tuple[Table, bool]]:
    for table in tables:
        yield table, OF_P in table.notes


def test_every_table_with_p_values_calls_them_exploratory() -> None:
    tables = choose_tables(exploratory(), {}).tables
    with_p = {table.kind for table in tables if any(P_HEAD.search(cell.text) for row in table.head for cell in row)}
    assert with_p >= {"omnibus", "adjusted-p", "effects", "within", "within-sign", "bayes-over", "averaged-curves"}
    assert with_p >= {"sensitivity", "replicability-multiple"}
    assert with_p <= {table.kind for table, so_called in notes_of(tables) if so_called}
    for table, so_called in notes_of(tables):
        assert not so_called or (OF_P in table_fragment(table, stamp="")), (
            table.name
        )  # where a paper has its own caption
    of_tests = [table for table in tables if OF_TESTS in table.notes]
    for table in tables:  # what its marks rest on is told in notes
        assert table in of_tests or table.kind in with_p or not any("significant" in note for note in table.notes)
    assert {"average-ranks", "scores"} <= {table.kind for table in of_tests}
    assert OF_TESTS in kinds(tables)["ordering"].notes


def test_data_frames_say_so() -> None:
    frames = data_frames(exploratory()[0])
    assert frames["accuracy-adjusted-p"].attrs == {"p_values": "exploratory"}
    assert not frames["accuracy-scores"].attrs
    assert not data_frames(analysed({})[0])["accuracy-adjusted-p"].attrs


def test_a_table_is_called_by_what_it_has() -> None:
    of_control = analysed({"kind": "exploratory"}, test={"control": "A"}, adjust=["holm"])
    assert kinds(choose_tables(of_control, {}).tables)["average-ranks"].p_values == "exploratory"
    one = MetricScores("acc", "higher", ("d",), ALGORITHMS, np.array([[0.1, 0.2, 0.3]]), 1, missing=Missing("error"))
    untested = kinds(choose_tables(analysed({"kind": "exploratory"}, one), {}).tables)
    assert untested["average-ranks"].notes
    for table in untested.values():
        assert OF_TESTS not in table.notes
        assert OF_P not in table.notes


def test_an_answer_of_several_lines_is_one() -> None:
    protocol = recorded({"datasets": {"chosen": "one\n  two\n"}, "tuning": {"A": {"by": "me\nand you"}}})
    assert item_of(protocol, "Data sets: how chosen").answer == "one two"
    assert item_of(protocol, "Tuning of A").answer == "by me and you"


def test_csv_says_so_in_a_column() -> None:
    for kind, said in (("exploratory", True), ("confirmatory", False)):
        tables = kinds(choose_tables(analysed({"kind": kind}, **EVERYTHING), {}).tables)
        for table in tables.values():
            head, *rows = csv.reader(table_csv(table).splitlines())
            called_so = head[-1] == "p-values"
            assert called_so == (said and table.kind in TABLES_OF_P)
            assert {row[-1] for row in rows} == {"exploratory"} or not called_so
            assert {len(row) for row in rows} <= {len(head)}


def test_of_every_kind_is_decided_whether_it_shows_tests() -> None:
    neither = {
        "average-ranks",
        "scores",
        "ranks",
        "wins-ties-losses",
        "bayes-within",
        "aucc",
        "sensitivity-leader",
        "protocol",
    }
    neither |= {"power", "smallest-difference", "datasets", "coverage", "shared", "pattern", "missing"}
    assert not TABLES_OF_P & TABLES_OF_TESTS
    assert set(TABLE_KINDS) - TABLES_OF_P - TABLES_OF_TESTS == neither
    assert not FIGURES_OF_P & FIGURES_OF_TESTS
    plotted = set(get_args(Plot)) - FIGURES_OF_P - FIGURES_OF_TESTS
    assert plotted == {"score-map", "rank-distribution", "simplex", "power"}


def test_marks_by_tests_are_called_so_and_captions_of_ones_own_do_not_hide_it() -> None:
    options = study_of({}, report={"tables": {"scores": {"marks": "tests"}, "adjusted-p": {"caption": "Mine."}}})
    tables = kinds(choose_tables(analysed({"kind": "exploratory"}), options.report.tables).tables)
    assert OF_TESTS in tables["scores"].notes
    assert tables["adjusted-p"].caption == "Mine."
    assert OF_P in tables["adjusted-p"].notes


@pytest.mark.parametrize("protocol", [None, {}, {"kind": "confirmatory"}])
def test_no_other_study_calls_them_so(protocol: Any) -> None:
    analyses = analysed(protocol, **EVERYTHING)
    tables = choose_tables(analyses, {}).tables
    document = build_document("T", analyses, tables, ())
    told = [plain(text) for text in document.texts if "exploratory" in text]
    assert not told
    assert not any("exploratory" in macro.text for macro in collect(analyses).macros)


def test_sentences_call_them_so() -> None:
    document = build_document("T", exploratory(), choose_tables(exploratory(), {}).tables, ())
    assert "This study is exploratory" in plain(document.summary[-1])
    assert "This study is exploratory" in plain(document.account[0])
    told = [*document.summary, *document.account]
    told += [text for section in all_sections(document.sections) for text in (*section.paragraphs, *section.caveats)]
    one_p = r"\bp (?:[=<>]|(?:of )?at most)"
    with_p = [plain(text) for text in told if re.search(one_p, text)]
    assert len(with_p) >= 2  # in the section on tests, and in the account
    assert any("with an exploratory unadjusted p of at most" in text for text in with_p)
    assert any("with exploratory p at most 0.05, unadjusted" in text for text in with_p)
    assert any("Mauchly" in text for text in with_p)
    for text in with_p:
        assert not re.search(rf"(?<!exploratory )(?<!exploratory exact )(?<!exploratory unadjusted ){one_p}", text), (
            text
        )


def test_captions_of_figures_call_them_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for form in ("to_pdf", "to_svg"):  # captions alone are looked at
        monkeypatch.setattr(f"rankpress.figures.output.{form}", lambda *_, **__: b"")
    figures = [{"cd": {"caption": "Mine."}}, "p-values", "comparison-matrix", "rank-distribution", "order", "curves"]
    spec = {"plot": figures, "order": {"prior": ["A", "B", "C"]}, "curves": {"baseline": "A"}}
    for protocol in ({"kind": "exploratory"}, {}):
        analyses = analysed(protocol, **spec)
        captions = {one.kind: one.caption for one in plot(analyses, study_of(protocol, **spec).plot).drawings}
        assert set(captions) == {"cd", "p-values", "comparison-matrix", "rank-distribution", "order", "curves"}
        assert captions["cd"].startswith("Mine.")
        for kind, caption in captions.items():
            told = (OF_P if kind in FIGURES_OF_P else OF_TESTS if kind in FIGURES_OF_TESTS else "") if protocol else ""
            assert caption.endswith(told)
            assert ("exploratory" in caption) == bool(told)


def test_phrases_of_macros_call_them_so() -> None:
    macros = {macro.name: macro for macro in collect(exploratory()).macros}
    phrases = [macro for macro in macros.values() if re.search(r"\bp [=<>]", macro.text)]
    assert len(phrases) > 10
    for macro in phrases:
        assert re.search(r"exploratory (exact )?p [=<>]", macro.text), macro.name
        assert r"\mbox{exploratory " in macro_latex(macro)
    number = macros["rpAccuracyPHolmAVsB"]
    assert number.text[0] in "<01"  # a number by itself stays one
    assert number.meaning == "p of A and B, Holm; exploratory"
    assert macros["rpAccuracyPHolmPhraseAVsB"].meaning == "p of A and B, Holm, for a sentence; exploratory"
    other = {macro.name: macro for macro in collect(analysed({}, **EVERYTHING)).macros}
    assert other.keys() == macros.keys()
    one_p = r"(?<!same )\bp\b(?!\))"
    assert any("DrawnAverageP" in name for name in macros)
    so_called = {name for name, macro in macros.items() if macro.meaning != other[name].meaning}
    assert so_called == {name for name, macro in other.items() if re.search(one_p, macro.meaning)}
    assert macros["rpProtocolKind"].text == "exploratory"
    posterior = [macro.text for macro in macros.values() if macro.text.startswith("P ")]
    assert posterior  # which are no p-values


WORDS_OF_FORMULAS = re.compile(r"\\mbox\{[^{}]*\}|\\[a-z]+|\b[pPF]\b")


@pytest.mark.parametrize("kind", ["exploratory", "confirmatory"])
def test_no_words_are_set_as_mathematics(kind: str) -> None:
    macros = collect(analysed({"kind": kind}, **EVERYTHING)).macros
    formulas = [macro for macro in macros if macro.form == "formula"]
    assert len(formulas) > 10
    for macro in formulas:
        assert not re.search("[A-Za-z]", WORDS_OF_FORMULAS.sub("", macro_latex(macro))), macro
    [stability] = [macro for macro in macros if macro.name == "rpAccuracyLeaderStabilityPhrase"]
    assert macro_latex(stability) == rf"\rpWords{{{stability.text}}}"


def test_called() -> None:
    assert called("P = 0.250") == "P = 0.250"
    assert called("cap = 3, p > 0.5") == "cap = 3, exploratory p > 0.5"


def test_results_and_counts_agree(tmp_path: Path) -> None:
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


def test_labels_stand_in_for_names() -> None:
    protocol = otherwise("tuning", {"A": {"data": "test", "tries": 2}}) | {"kind": "exploratory"}
    names = {"algorithms": {"A": Name("The best", "A")}, "datasets": {}, "metrics": {}, "costs": {}}
    [shown] = relabelled(analysed(protocol), names)  # type: ignore[arg-type]
    assert item_of(shown.protocol, "Tuning of The best").section == TUNING
    assert item_of(shown.protocol, "Algorithms: new ones").answer == "The best"
    assert "(The best)" in item_of(shown.protocol, "Tuning: tries of an algorithm").answer
    rows = kinds(choose_tables([shown], {}).tables)["protocol"].rows
    assert "Tuning of A" in [row[0].name for row in rows]  # as files and specs name it


def test_rows_are_chosen_by_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "[Kind of study, Tuning of A, Training data of folds]"
    spec = f"protocol: {{tuning: {{A: {{data: none}}}}}}\nreport: {{tables: {{protocol: {{rows: {rows}}}}}}}\n"
    path = write_study(tmp_path, spec)
    assert main(["check", str(path), "-q"]) == 0
    study = read_study(path).study
    tables = choose_tables(analysed({"tuning": {"A": {"data": "none"}}}), study.report.tables).tables
    asked = [row[0].text for row in kinds(tables)["protocol"].rows]
    assert asked == ["Kind of study", "Tuning of A", "Training data of folds"]
    assert main(["check", str(write_study(tmp_path, spec.replace("Kind of", "Kin of")))]) == 2


def test_hostile_answers() -> None:
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


def test_diff_calls_them_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_study(tmp_path, "protocol: {kind: exploratory}\nreport: {formats: [markdown]}\nplot: [cd]\n")
    for alpha, kind, out in (
        ("0.05", "exploratory", "a"),
        ("0.001", "exploratory", "b"),
        ("0.001", "confirmatory", "c"),
    ):
        settings = ["--set", f"test.alpha={alpha}", "--set", f"protocol.kind={kind}"]
        assert main(["build", str(path), "-q", "--out", str(tmp_path / out), *settings]) == 0
    for pair, told in (("ab", "All p-values are exploratory."), ("ac", "The p-values before are exploratory.")):
        old, new = (str(tmp_path / name) for name in pair)
        assert main(["diff", old, new]) == 0
        assert told in " ".join(capsys.readouterr().out.split())
        assert main(["diff", old, new, "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["exploratory"] == ["old", "new"][: 2 if pair == "ab" else 1]


def test_a_dry_run_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_study(tmp_path, "protocol: {kind: exploratory}\nplot: [cd]\nreport: {formats: [html]}\n")
    assert main(["build", str(path), "-q"]) == 0
    first = (tmp_path / "report/results.json").read_bytes()
    assert main(["build", str(path), "--dry-run"]) == 0
    assert main(["build", str(path), "--force", "-q"]) == 0
    assert (tmp_path / "report/results.json").read_bytes() == first
    path.write_text(path.read_text().replace("exploratory", "confirmatory"))
    assert main(["status", str(path)]) == 0
    assert "protocol" in capsys.readouterr().out
