"""Faults of a spec: each mistake is told once, in whole, at its line and column, with the nearest valid key.

What other sections of a study make of a value that is right by itself is held here as well. Names that only the score
files can tell, such as a control that is not there, are held in the tests of what spec and scores agree on.
"""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.faults import FaultsFound
from rankpress.spec.methods import Pairwise
from rankpress.spec.reading import MAX_BYTES, ReadStudy, read_study

MINIMAL = "scores: {files: a.csv}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(text: str, *overrides: str) -> ReadStudy:
    Path("study.yaml").write_text(text, encoding="utf-8")
    return read_study("study.yaml", overrides)


def told(text: str, *overrides: str) -> list[str]:
    with pytest.raises(FaultsFound) as caught:
        read(text, *overrides)
    return [str(fault) for fault in caught.value.faults]


def fault(place: str, message: str, line: str, expected: str = "", remedy: str = "") -> str:
    """A fault in whole, its place in study.yaml."""
    number, column = place.split(":")
    label = f"    {number} | "
    shown = f"study.yaml:{place}: {message}\n{label}{line}\n{' ' * (len(label) - 2)}| {' ' * (int(column) - 1)}^"
    return shown + (f"\n    expected: {expected}" if expected else "") + (f"\n    to do: {remedy}" if remedy else "")


@pytest.mark.usefixtures("here")
class TestSingleMistakes:
    def test_unknown_key(self) -> None:
        assert told(MINIMAL + "test:\n  contrl: C4.5\n") == [
            fault(
                "3:3",
                "unknown key 'contrl' in test",
                "  contrl: C4.5",
                "one of alpha, omnibus, pairwise, control, within, tuning_runs; the nearest is 'control'",
            )
        ]

    def test_unknown_measure(self) -> None:
        [message] = told(MINIMAL + "effects: {measures: [hedges]}\n")
        assert "'hedges'" in message
        assert "the nearest is 'hedges-g'" in message

    def test_measure_twice(self) -> None:
        [message] = told(MINIMAL + "effects: {measures: [hedges-g, superiority, hedges-g]}\n")
        assert "the measure 'hedges-g' is listed twice" in message

    def test_key_of_another_section(self) -> None:
        assert told(MINIMAL + "alpha: 0.1\n") == [
            fault(
                "2:1",
                "unknown key 'alpha'",
                "alpha: 0.1",
                "one of title, scores, protocol, rank, test, adjust, effects, bayes, order, curves, sensitivity,"
                " replicability, power, plot, labels, report, compute",
                "move it: alpha is a key of test and of sensitivity",
            )
        ]

    def test_section_inside_another(self) -> None:
        assert told("scores:\n  files: a.csv\n  curves: {pairs: all}\n")[0].splitlines()[-1] == (
            "    to do: move it to the top, outside of other sections: curves is a section"
        )

    def test_slip_in_a_key_that_is_the_name_of_a_section(self) -> None:
        [found] = told(MINIMAL + "power: {effect: 0.01, effects: 0.01}\n")
        assert "the nearest is 'effect'" in found
        assert "move it" not in found

    def test_one_advice_alone(self) -> None:
        """`order` is somewhat like `better`, and it is a section for certain."""
        [found] = told("scores:\n  files: a.csv\n  metrics: [{name: x, order: 1}]\n")
        assert ("move it" in found) != ("the nearest is" in found)

    def test_merge_key(self) -> None:
        assert told("scores: &a {files: a.csv}\ntest: {<<: *a}\n")[0].splitlines()[-1] == (
            "    to do: write the keys out: YAML 1.2 has no merge keys"
        )

    def test_missing_section(self) -> None:
        assert told("title: x\n") == [
            fault(
                "1:1",
                "the key 'scores' is missing",
                "title: x",
                "scores: Where the scores are, and how to read them.",
            )
        ]

    def test_missing_key(self) -> None:
        assert told("title: x\nscores:\n  layout: wide\n") == [
            fault(
                "2:1",
                "the key 'files' is missing from scores",
                "scores:",
                "files: One path, or a list of paths and globs, relative to study.yaml. A part in braces, as in "
                "runs/{algorithm}/{dataset}.json, is a column that the files need not have. Or database and query.",
            )
        ]

    def test_number_for_a_text(self) -> None:
        assert told("title: 2006\n" + MINIMAL) == [
            fault("1:8", "title is the number 2006", "title: 2006", "a text", "put it in quotes")
        ]

    @pytest.mark.parametrize("value", ["'0.1'", "'0,1'"])
    def test_text_for_a_number(self, value: str) -> None:
        assert told(f"{MINIMAL}test: {{alpha: {value}}}\n") == [
            fault("2:15", f"test.alpha is {value}", f"test: {{alpha: {value}}}", "a number", "write 0.1")
        ]

    def test_truth_for_a_number(self) -> None:
        assert told(MINIMAL + "rank: {tolerance: true}\n") == [
            fault("2:19", "rank.tolerance is true", "rank: {tolerance: true}", "a number")
        ]

    @pytest.mark.parametrize(
        ("value", "shown", "expected"),
        [
            ("1", "the number 1", "a number less than 1"),
            ("0", "the number 0", "a number greater than 0"),
            (".nan", "the number nan", "a finite number"),
            ("1e999", "the number inf", "a finite number"),
        ],
    )
    def test_number_out_of_range(self, value: str, shown: str, expected: str) -> None:
        assert told(f"{MINIMAL}test: {{alpha: {value}}}\n") == [
            fault("2:15", f"test.alpha is {shown}", f"test: {{alpha: {value}}}", expected)
        ]

    def test_word_that_is_none_of_the_allowed(self) -> None:
        assert told(MINIMAL + "test: {pairwise: rank_Z}\n") == [
            fault(
                "2:18",
                "test.pairwise is 'rank_Z'",
                "test: {pairwise: rank_Z}",
                f"one of {', '.join(get_args(Pairwise))}; the nearest is 'rank-z'",
            )
        ]

    @pytest.mark.parametrize(
        ("value", "place", "message", "expected", "remedy"),
        [
            (
                "{wilcoxon: {zeros: prat}}",
                "2:37",
                "test.pairwise.wilcoxon.zeros is 'prat'",
                "one of split, pratt, wilcox; the nearest is 'pratt'",
                "",
            ),
            (
                "{wilcoxon: {zero: pratt}}",
                "2:30",
                "unknown key 'zero' in test.pairwise.wilcoxon",
                "zeros",
                "",
            ),
            (
                "{sign: {zeros: pratt}}",
                "2:33",
                "zeros with sign, which has no such option",
                "zeros only with wilcoxon",
                "write sign by itself",
            ),
            (
                "{permutation: {zeros: pratt}}",
                "2:40",
                "zeros with permutation, which has no such option",
                "zeros only with wilcoxon",
                "",
            ),
            (
                "{sign: {tolerance: 1}}",
                "2:26",
                "unknown key 'tolerance' in test.pairwise.sign",
                "sign by itself, which has no options",
                "move it: tolerance is a key of rank",
            ),
            (
                "{permutation: {draws: 0}}",
                "2:40",
                "test.pairwise.permutation.draws is the number 0",
                "a number of 1 or more",
                "",
            ),
            (
                "{permutation: {seed: 1.5}}",
                "2:39",
                "test.pairwise.permutation.seed is the number 1.5",
                "a whole number",
                "",
            ),
            (
                "{wilcoxon: pratt}",
                "2:29",
                "the options of wilcoxon are 'pratt'",
                "a name such as sign, or {wilcoxon: {zeros: pratt}}",
                "",
            ),
            (
                "[wilcoxon, sign]",
                "2:18",
                "a pairwise test is the list [wilcoxon, sign]",
                "a name such as sign, or {wilcoxon: {zeros: pratt}}",
                "",
            ),
        ],
    )
    def test_options_of_a_pairwise_test(self, value: str, place: str, message: str, expected: str, remedy: str) -> None:
        line = f"test: {{pairwise: {value}}}"
        assert told(f"{MINIMAL}{line}\n") == [fault(place, message, line, expected, remedy)]

    @pytest.mark.parametrize(
        ("value", "shown", "expected"),
        [("-1", "the number -1", "a number of 0 or more"), ("many", "'many'", "a whole number")],
    )
    def test_tuning_runs_that_are_no_number(self, value: str, shown: str, expected: str) -> None:
        line = f"test: {{tuning_runs: {value}}}"
        assert told(f"{MINIMAL}{line}\n") == [fault("2:21", f"test.tuning_runs is {shown}", line, expected)]

    def test_one_item_for_a_list(self) -> None:
        assert told(MINIMAL + "plot: cd\n") == [fault("2:7", "plot is 'cd'", "plot: cd", "a list", "write [cd]")]

    def test_empty_list(self) -> None:
        assert told(MINIMAL + "adjust: []\n") == [
            fault("2:9", "adjust is an empty list", "adjust: []", "one item at least")
        ]

    def test_section_with_nothing_in_it(self) -> None:
        assert told(MINIMAL + "rank:\n") == [
            fault(
                "2:6",
                "rank is empty",
                "rank:",
                "a mapping with keys of ties, tolerance",
                "remove the key, or write its value, indented, beneath it",
            )
        ]

    def test_no_curves(self) -> None:
        assert told(MINIMAL + "curves: none\n")[0].splitlines()[-1] == "    to do: write null"

    def test_metric_without_its_mapping(self) -> None:
        assert told("scores:\n  files: a.csv\n  metrics: [accuracy]\n") == [
            fault(
                "3:13",
                "scores.metrics[0] is 'accuracy'",
                "  metrics: [accuracy]",
                "a mapping with keys of name, better, validation",
            )
        ]

    def test_unknown_correction(self) -> None:
        assert told(MINIMAL + "adjust: [holms]\n") == [
            fault(
                "2:10",
                "adjust[0] is 'holms'",
                "adjust: [holms]",
                f"one of {', '.join(ADJUSTMENTS)}; the nearest is 'holm'",
            )
        ]

    @pytest.mark.parametrize(
        ("item", "column", "message"),
        [
            ("3", 10, "a correction is the number 3"),
            ("{holm: {}, shaffer: {}}", 10, "a correction is the mapping {holm: {}, shaffer: {}}"),
            ("{bergmann-hommel: true}", 28, "the options of bergmann-hommel are true"),
        ],
    )
    def test_correction_in_no_known_form(self, item: str, column: int, message: str) -> None:
        assert told(f"{MINIMAL}adjust: [{item}]\n") == [
            fault(
                f"2:{column}",
                message,
                f"adjust: [{item}]",
                "a name such as holm, or {bergmann-hommel: {monotone: true}}",
            )
        ]

    def test_unknown_option_of_a_correction(self) -> None:
        assert told(MINIMAL + "adjust: [{bergmann-hommel: {monotne: true}}]\n") == [
            fault(
                "2:29",
                "unknown key 'monotne' in adjust[0].bergmann-hommel",
                "adjust: [{bergmann-hommel: {monotne: true}}]",
                "monotone",
            )
        ]

    @pytest.mark.parametrize(("pair", "shown"), [("[A]", "the list [A]"), ("[A, B, C]", "the list [A, B, C]")])
    def test_pair_of_more_or_less(self, pair: str, shown: str) -> None:
        assert told(f"{MINIMAL}curves: {{pairs: [{pair}]}}\n") == [
            fault(
                "2:18",
                f"curves.pairs[0] is {shown}",
                f"curves: {{pairs: [{pair}]}}",
                "a pair of two algorithms: [A, B]",
            )
        ]

    def test_pairs_in_another_word(self) -> None:
        assert told(MINIMAL + "curves: {pairs: every}\n") == [
            fault("2:17", "curves.pairs is 'every'", "curves: {pairs: every}", "all")
        ]


@pytest.mark.usefixtures("here")
class TestSectionsTogether:
    def test_ranks_without_the_number_of_data_sets(self) -> None:
        assert told("scores:\n  files: a.csv\n  layout: ranks\n") == [
            fault(
                "1:1",
                "layout: ranks without `datasets`",
                "scores:",
                "datasets: N beside it, the number of data sets that the ranks are averages over",
            )
        ]

    def test_number_of_data_sets_beside_a_long_file(self) -> None:
        assert told("scores:\n  files: a.csv\n  datasets: 5\n") == [
            fault(
                "3:13",
                "datasets: 5 with layout: long, where the files tell how many there are",
                "  datasets: 5",
                "datasets only with layout: ranks",
                "remove the key",
            )
        ]

    def test_metrics_of_a_wide_file(self) -> None:
        assert told("scores:\n  files: a.csv\n  layout: wide\n  metrics: [{name: a}, {name: b}]\n") == [
            fault(
                "4:24",
                "2 metrics with layout: wide, whose files hold one",
                "  metrics: [{name: a}, {name: b}]",
                "exactly one metric",
                "keep one metric, or put the scores in a long file with a column a metric",
            )
        ]

    def test_costs_of_a_wide_file(self) -> None:
        assert told("scores:\n  files: a.csv\n  layout: wide\n  costs: [t]\n")[0].splitlines()[0] == (
            "study.yaml:4:10: costs with layout: wide, whose files have no column for them"
        )

    def test_missing_policy_for_ranks(self) -> None:
        text = "scores: {files: a.csv, layout: ranks, datasets: 3, missing: worst-rank}\n"
        assert told(text)[0].splitlines()[0] == (
            "study.yaml:1:61: missing: worst-rank with layout: ranks, "
            "where a missing average rank cannot be made up for"
        )

    def test_one_column_for_two_things(self) -> None:
        assert told("scores:\n  files: a.csv\n  columns: {fold: run, repeat: run}\n") == [
            fault(
                "3:19",
                "the column 'run' stands for repeat and for fold",
                "  columns: {fold: run, repeat: run}",
                "a column of its own for each",
            )
        ]

    @pytest.mark.parametrize("name", ["nemenyi", "shaffer", "shaffer-dynamic", "bergmann-hommel"])
    def test_correction_over_all_pairs_with_a_control(self, name: str) -> None:
        assert told(f"{MINIMAL}test: {{control: A}}\nadjust: [{name}]\n") == [
            fault(
                "3:10",
                f"{name} is a correction over all pairs, and test.control asks for comparisons with one algorithm",
                f"adjust: [{name}]",
                "bonferroni, sidak, bonferroni-dunn, holm, holland, hochberg, hommel, rom, li, finner, "
                "benjamini-hochberg, benjamini-yekutieli",
                "use one of these, or remove test.control",
            )
        ]

    @pytest.mark.parametrize("name", ["bonferroni-dunn", "li"])
    def test_correction_for_a_control_without_one(self, name: str) -> None:
        assert told(f"{MINIMAL}adjust: [{name}]\n") == [
            fault(
                "2:10",
                f"{name} is a correction for comparisons with one algorithm, and there is no test.control",
                f"adjust: [{name}]",
                "bonferroni, sidak, nemenyi, holm, holland, hochberg, hommel, rom, shaffer, shaffer-dynamic, "
                "bergmann-hommel, finner, benjamini-hochberg, benjamini-yekutieli",
                "use one of these, or name the algorithm as test.control",
            )
        ]

    @pytest.mark.parametrize("name", ["nemenyi", "bonferroni-dunn"])
    def test_correction_of_ranks_for_another_test(self, name: str) -> None:
        control = ", control: A" if name == "bonferroni-dunn" else ""
        lines = told(f"{MINIMAL}test: {{pairwise: sign{control}}}\nadjust: [{name}]\n")[0].splitlines()
        assert lines[0] == f"study.yaml:3:10: {name} corrects differences of average ranks, and test.pairwise is sign"
        assert lines[-1] == "    to do: use one of these, or test.pairwise: rank-z"

    @pytest.mark.parametrize("name", ["tukey", "dunnett"])
    def test_correction_of_means_for_another_test(self, name: str) -> None:
        control = ", control: A" if name == "dunnett" else ""
        lines = told(f"{MINIMAL}test: {{pairwise: t{control}}}\nadjust: [{name}]\n")[0].splitlines()
        assert lines[0] == (
            f"study.yaml:3:10: {name} corrects differences of means by the error of the block design,"
            " and test.pairwise is t"
        )
        assert lines[-1] == "    to do: use one of these, or test.pairwise: block-t"
        assert read(f"{MINIMAL}test: {{pairwise: block-t{control}}}\nadjust: [{name}]\n").study.adjust[0].name == name

    def test_an_order_is_by_ranks_whatever_the_pairwise_test(self) -> None:
        text = MINIMAL + "test: {pairwise: sign}\norder: {prior: [A, B], adjust: nemenyi}\n"
        order = read(text).study.order
        assert order is not None
        assert order.adjust == "nemenyi"

    def test_metrics_that_would_share_their_files(self) -> None:
        text = "scores: {files: a.csv, metrics: [{name: F1 score}, {name: f1_score}]}\n"
        assert told(text) == [
            fault(
                "1:59",
                "the tables of 'f1_score' would be written to the same files as those of 'F1 score'",
                text.strip(),
                "names that differ in more than capitals, blanks, hyphens and underscores",
                "rename the column",
            )
        ]

    def test_monotone_where_it_says_nothing(self) -> None:
        assert told(MINIMAL + "adjust: [{holm: {monotone: true}}]\n")[0].splitlines()[0] == (
            "study.yaml:2:28: monotone with holm, which has no such option"
        )

    def test_cost_that_the_scores_do_not_list(self) -> None:
        assert told("scores: {files: a.csv, costs: [seconds, bytes]}\norder: {cost: second}\n") == [
            fault(
                "2:15",
                "the cost 'second' is not one of scores.costs",
                "order: {cost: second}",
                "one of seconds, bytes; the nearest is 'seconds'",
            )
        ]

    def test_weighted_cost_that_the_scores_do_not_list(self) -> None:
        section = "order:\n  cost:\n    seconds: 1\n    byte: 2\n"
        assert told("scores: {files: a.csv, costs: [seconds, bytes]}\n" + section) == [
            fault(
                "5:11",
                "the cost 'byte' is not one of scores.costs",
                "    byte: 2",
                "one of seconds, bytes; the nearest is 'bytes'",
            )
        ]

    @pytest.mark.parametrize(
        ("cost", "message", "expected"),
        [
            ("{seconds: 0}", "order.cost.seconds is the number 0", "a number greater than 0"),
            ("{seconds: -1}", "order.cost.seconds is the number -1", "a number greater than 0"),
            ("{seconds: a}", "order.cost.seconds is 'a'", "a number"),
            ("{}", "order.cost is an empty mapping", "one item at least"),
            ("[seconds]", "order.cost is the list [seconds]", "a text"),
        ],
    )
    def test_weights_that_are_none(self, cost: str, message: str, expected: str) -> None:
        [found] = told(f"scores: {{files: a.csv, costs: [seconds]}}\norder: {{cost: {cost}}}\n")
        assert found.splitlines()[0].endswith(message)
        assert f"    expected: {expected}" in found

    def test_groups(self) -> None:
        section = "scores:\n  files: a.csv\n  groups:\n    text: [a, b, a]\n    empty: []\n    images: c\n"
        assert [found.splitlines()[0] for found in told(section)] == [
            "study.yaml:5:12: scores.groups.empty is an empty list",
            "study.yaml:6:13: scores.groups.images is 'c'",
        ]
        repeated = section.replace("    empty: []\n    images: c\n", "")
        assert told(repeated) == [
            fault("4:18", "the data set 'a' is listed twice", "    text: [a, b, a]", "each data set once")
        ]
        [found] = told("scores: {files: a.csv, groups: [a, b]}\n")
        assert found.splitlines()[0].endswith("scores.groups is the list [a, b]")
        assert "    expected: a mapping" in found

    def test_groups_of_average_ranks(self) -> None:
        [found] = told("scores:\n  files: a.csv\n  layout: ranks\n  datasets: 9\n  groups: {g: [a]}\n")
        assert found.startswith("study.yaml:5:11: groups with layout: ranks, where data sets are not told apart")

    @pytest.mark.parametrize(
        ("layout", "validation", "message"),
        [
            ("layout: wide", "val", "validation with layout: wide, whose files have no column for it"),
            ("layout: long", "acc", "'acc' is the column of the test scores and of the validation scores"),
            ("columns: {example: e}", "val", "validation beside columns.example"),
        ],
    )
    def test_validation_scores_that_cannot_be(self, layout: str, validation: str, message: str) -> None:
        metric = f"  metrics:\n    - name: acc\n      validation: {validation}\n"
        [found] = told(f"scores:\n  files: a.csv\n  {layout}\n{metric}")
        assert found.startswith(f"study.yaml:6:19: {message}")

    def test_cost_where_the_scores_list_none(self) -> None:
        assert told(MINIMAL + "order: {cost: seconds}\n")[0].splitlines()[-1] == (
            "    expected: a cost in scores.costs, which has none"
        )

    @pytest.mark.parametrize(
        ("section", "column", "message"),
        [
            ("order: {}", 8, "neither cost nor prior"),
            ("order: {cost: a, prior: [A, B]}", 25, "both cost and prior"),
            ("curves: {}", 9, "neither baseline nor pairs"),
            ("curves: {baseline: A, pairs: all}", 30, "both baseline and pairs"),
            ("curves: {pairs: []}", 17, "an empty list of pairs"),
            ("curves: {pairs: [[A, A]]}", 18, "the pair [A, A] is one algorithm"),
            ("order: {prior: [A, B, A]}", 23, "the algorithm 'A' is listed twice"),
            ("plot: [cd, order, cd]", 19, "the figure 'cd' is listed twice"),
            ("report: {formats: [pdf, pdf]}", 25, "the format 'pdf' is listed twice"),
            ("adjust: [holm, nemenyi, holm]", 25, "the correction 'holm' is listed twice"),
            ("test: {omnibus: [friedman, friedman]}", 28, "the test 'friedman' is listed twice"),
        ],
    )
    def test_lists_and_alternatives(self, section: str, column: int, message: str) -> None:
        [found] = told(f"scores: {{files: x, costs: [a]}}\n{section}\n")
        assert found.splitlines()[0] == f"study.yaml:2:{column}: {message}"

    def test_folder_of_templates_that_is_not_there(self) -> None:
        assert told(MINIMAL + "report: {templates: mine}\n") == [
            fault(
                "2:21",
                "there is no folder 'mine'",
                "report: {templates: mine}",
                "a folder, relative to that of study.yaml",
            )
        ]


@pytest.mark.usefixtures("here")
def test_all_faults_are_told_at_once_in_their_order() -> None:
    text = """\
title: 1
scores:
  files: 2
  files: 3
  layout: lnog
  metrics:
    - {nam: x}
test: {alpha: 3, control: {}}
adjust: [holm, hulm]
colour: red
"""
    assert [line.split(": ", 1)[0] for line in told(text)] == [
        *("study.yaml:1:8", "study.yaml:3:10", "study.yaml:4:3", "study.yaml:5:11"),
        *("study.yaml:7:7", "study.yaml:7:8"),
        *("study.yaml:8:15", "study.yaml:8:27", "study.yaml:9:16", "study.yaml:10:1"),
    ]


class TestFiles:
    def test_no_such_file(self, here: Path) -> None:
        with pytest.raises(FaultsFound) as caught:
            read_study("none.yaml")
        assert str(caught.value) == (
            "none.yaml: there is no such file\n"
            "    expected: the path of a study.yaml\n"
            "    to do: rankpress init DIR writes one to begin with"
        )

    def test_folder(self, here: Path) -> None:
        (here / "study").mkdir()
        (here / "study" / "study.yaml").touch()
        with pytest.raises(FaultsFound) as caught:
            read_study("study")
        assert str(caught.value) == (
            "study: this is a folder\n    expected: the path of a study.yaml\n    to do: name study/study.yaml"
        )

    @pytest.mark.usefixtures("here")
    def test_empty_file(self) -> None:
        assert told("# only this\n") == [
            (
                "study.yaml: the file is empty\n"
                "    expected: the key scores\n"
                "    to do: rankpress init DIR writes an example"
            )
        ]

    @pytest.mark.usefixtures("here")
    def test_scores_in_place_of_the_spec(self) -> None:
        assert told("dataset,algorithm\niris,A\n") == [
            fault(
                "1:1",
                "the study is 'dataset,algorithm iris,A'",
                "dataset,algorithm",
                "a mapping with the key scores",
            )
        ]

    def test_large_file(self, here: Path) -> None:
        (here / "scores.csv").write_bytes(b"x" * (MAX_BYTES + 1))
        with pytest.raises(FaultsFound, match=r"^scores\.csv: the file has more than 1,048,576 bytes"):
            read_study("scores.csv")

    @pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
    def test_other_encoding(self, here: Path, mark: bytes) -> None:
        (here / "study.yaml").write_bytes(mark + "title: \u00fc\nscores: caf".encode() + b"\xe9")
        with pytest.raises(FaultsFound) as caught:
            read_study("study.yaml")
        assert str(caught.value) == (
            "study.yaml:2:12: the byte 0xe9, which is not UTF-8\n"
            "    expected: a text in UTF-8\n"
            "    to do: save the file as UTF-8"
        )

    def test_byte_order_mark(self, here: Path) -> None:
        (here / "study.yaml").write_bytes(MINIMAL.encode("utf-8-sig"))
        assert read_study("study.yaml").study.scores.files == ("a.csv",)

    def test_place_bears_the_path_as_it_was_given(self, here: Path) -> None:
        (here / "deep").mkdir()
        (here / "deep" / "study.yaml").write_text("scores: 1\n")
        with pytest.raises(FaultsFound) as caught:
            read_study(Path("deep") / "study.yaml")
        assert caught.value.faults[0].place == str(Path("deep", "study.yaml")) + ":1:9"


@pytest.mark.usefixtures("here")
class TestSource:
    """Faults that are found after reading point into the spec."""

    TEXT = "scores:\n  files: a.csv\ntest: {control: A}\norder: {prior: [A, B]}\n"

    def test_value(self) -> None:
        found = read(self.TEXT).source.fault(("order", "prior", 1), "no algorithm 'B'", "one of A", "see")
        assert str(found) == fault("4:20", "no algorithm 'B'", "order: {prior: [A, B]}", "one of A", "see")

    def test_key(self) -> None:
        assert read(self.TEXT).source.place(("test", "control"), at_key=True) == "study.yaml:3:8"

    @pytest.mark.parametrize("path", [("scores", "metrics", 0, "name"), ("scores", "costs")])
    def test_value_that_was_left_out(self, path: tuple[str | int, ...]) -> None:
        assert read(self.TEXT).source.place(path) == "study.yaml:1:1"

    def test_section_that_was_left_out(self) -> None:
        assert read("# a study\n" + self.TEXT).source.place(("adjust", 0)) == "study.yaml:2:1"

    def test_override(self) -> None:
        source = read(self.TEXT, "test.control=Z", "curves.baseline=Q").source
        assert source.fault(("test", "control"), "no algorithm 'Z'").excerpt == ""
        assert source.place(("test", "control")) == "--set test.control"
        assert source.place(("curves",)) == "--set curves.baseline"
        assert source.place(("test",)) == "study.yaml:3:7"


@pytest.mark.usefixtures("here")
class TestOverrides:
    def test_values_are_yaml(self) -> None:
        study = read(
            "scores:\n  files: [a.csv]\n",
            *("test.alpha=1e-2", "test.control=no", "scores.files.0=b.csv", "title='1'", "plot=[cd]"),
            *("adjust=[holm, {bergmann-hommel: {monotone: true}}]", "adjust.0=bonferroni"),
            *("report.formats=[html]", "test.control="),
        ).study
        assert study.test.alpha == 0.01
        assert study.test.control is None
        assert study.scores.files == ("b.csv",)
        assert study.title == "1"
        assert [figure.name for figure in study.plot] == ["cd"]
        assert [method.name for method in study.adjust] == ["bonferroni", "bergmann-hommel"]
        assert study.report.formats == ("html",)

    def test_text_that_yaml_1_1_would_not_keep(self) -> None:
        assert read(MINIMAL, "test.control=no").study.test.control == "no"

    def test_section_that_was_null(self) -> None:
        assert read(MINIMAL + "curves: null\n", "curves.pairs=all").study.curves is not None

    def test_value_in_place_of_a_faulty_one(self) -> None:
        assert read(MINIMAL + "test: {alpha: 7}\n", "test.alpha=0.1").study.test.alpha == 0.1

    @pytest.mark.parametrize(
        ("override", "message"),
        [
            ("test.alpha=2", "--set test.alpha: test.alpha is the number 2\n    expected: a number less than 1"),
            (
                "test.alhpa=0.1",
                (
                    "--set test.alhpa: unknown key 'alhpa' in test\n"
                    "    expected: one of alpha, omnibus, pairwise, control, within, tuning_runs;"
                    " the nearest is 'alpha'"
                ),
            ),
            (
                "alpha",
                (
                    "--set alpha: no key and value\n"
                    "    expected: --set key.path=value, as in --set test.alpha=0.01 or --set adjust.0=holm"
                ),
            ),
            (
                "adjust.3=holm",
                "--set adjust.3: adjust is a list of 2, which has no '3' inside\n    expected: a number from 0 to 1",
            ),
            (
                "scores.files.0=b.csv",
                (
                    "--set scores.files.0: scores.files is 'a.csv', which has no '0' inside\n"
                    "    expected: --set scores.files=..., or the key of a mapping or list"
                ),
            ),
            (
                "title=[",
                "--set title: not YAML: the value that begins here has no end\n    expected: its end",
            ),
            ("scores=", "--set scores: scores is empty"),
        ],
    )
    def test_faults_name_the_option(self, override: str, message: str) -> None:
        [found] = told(MINIMAL + "adjust: [nemenyi, holm]\n", override)
        assert found.startswith(message)

    @pytest.mark.parametrize("override", ["=1", ".=1", "test..alpha=1", "", "test.=1"])
    def test_path_with_gaps(self, override: str) -> None:
        [found] = told(MINIMAL, override)
        assert found.splitlines()[0] == f"--set {override}: no key and value"

    def test_file_and_options_are_told_together(self) -> None:
        places = [line.split(": ", 1)[0] for line in told("title: 1\n" + MINIMAL, "test.alpha=2", "x")]
        assert sorted(places) == ["--set test.alpha", "--set x", "study.yaml:1:8"]


Data = dict[str, object]

SCALARS = st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["holm", "all", "A", "wide", "ranks", ""])
WORDS = (
    "title scores files layout columns metrics name better costs missing datasets rank ties tolerance test alpha "
    "omnibus pairwise control within adjust order cost prior curves baseline pairs plot report formats templates x"
)
KEYS = st.sampled_from(WORDS.split())
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=25
)


@given(data=st.dictionaries(KEYS, TREES, min_size=1))
def test_whatever_a_spec_says_is_read_or_told(data: Data, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "drawn.yaml"
    path.write_text(json.dumps(data), encoding="utf-8")  # which is YAML 1.2
    told = ""
    try:
        read_study(path)
    except FaultsFound as found:
        told = str(found)
    assert "Input should" not in told
    assert "<" not in told


@pytest.mark.usefixtures("here")
class TestMany:
    @pytest.mark.parametrize(
        ("text", "more"),
        [
            ("".join(f"unknown_{at}: 1\n" for at in range(3000)), "2,950 more faults of the study"),
            ("title: a\n" * 3000, "2,949 more faults of keys and tags"),
            (f"rank: {{{', '.join(f'unknown_{at}: 1' for at in range(3000))}}}\n", "2,950 more faults of rank"),
            (f"plot: [{', '.join(f'cost-front: {{cost: c{at}}}' for at in range(999))}]\n", "949 more faults of plot"),
        ],
    )
    def test_those_beyond_the_first_are_counted(self, text: str, more: str) -> None:
        found = told(MINIMAL + text)
        assert len(found) == 51
        assert found[-1].splitlines()[0].endswith(f": and {more}")
        assert re.match(r"study.yaml:\d+:\d+: ", found[-1])

    def test_paths_that_no_system_takes(self) -> None:
        for name in ("x" * 300, r"a\0b"):
            found = told(MINIMAL + f'report: {{theme: "{name}", templates: "{name}"}}\n')
            assert [one.split(": ")[0] for one in found] == ["study.yaml:2:17", f"study.yaml:2:{32 + len(name)}"]
