"""What shows only when a spec and its scores meet, told at the line of study.yaml that is at fault.

Held: names that are not there, or were dropped; priors that are no order of the algorithms; costs that are empty,
negative or tied, on a data set and on average; tests and curves for which the scores have no folds, or not 5 x 2; that
studies with nothing wrong are told nothing, defaults included; faults of loading placed in the spec.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rankpress.checks.agreement import in_spec
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

Agree = Callable[..., list[str]]

HEAD = "dataset,algorithm,repeat,fold,accuracy,seconds\n"


def folds(repeats: int, of: int, seconds: str = "123") -> str:
    """Scores of A, B and C on two data sets, with as many folds, and a second more for each of them."""
    rows = [
        f"{dataset},{name},{repeat},{fold},0.{place}{fold},{cost}"
        for dataset in ("iris", "wine")
        for place, (name, cost) in enumerate(zip("ABC", seconds, strict=True))
        for repeat in range(repeats)
        for fold in range(of)
    ]
    return HEAD + "\n".join(rows)


FIVE_BY_TWO = folds(5, 2)
TEN_FOLDS = folds(1, 10)
ONE_SCORE = folds(1, 1)
WIDE = "dataset,A,B,C\niris,1,2,3\nwine,4,5,6\n"
RANKS = "A,B,C\n1.5,2,2.5\n"

LONG_SPEC = "scores:\n  files: a.csv\n  metrics: [{name: accuracy}]\n"
COST_SPEC = LONG_SPEC + "  costs: [seconds]\n"
WIDE_SPEC = LONG_SPEC + "  layout: wide\n"
RANKS_SPEC = LONG_SPEC + "  layout: ranks\n  datasets: 20\n"


@pytest.mark.parametrize(
    ("spec", "content"),
    [
        (LONG_SPEC, TEN_FOLDS),
        (COST_SPEC, TEN_FOLDS),
        (COST_SPEC, ONE_SCORE),
        (WIDE_SPEC, WIDE),
        (RANKS_SPEC, RANKS),
        (RANKS_SPEC + "order: {prior: [A, B, C]}\n", RANKS),
        (RANKS_SPEC + "order: {prior: [A, B, C], within: none}\ntest: {control: A}\n", RANKS),
        (WIDE_SPEC + "test: {pairwise: wilcoxon, control: C}\n", WIDE),
        (WIDE_SPEC + "test: {pairwise: {wilcoxon: {zeros: pratt}}}\n", WIDE),
        (WIDE_SPEC + "test: {pairwise: relative-t}\n", WIDE),
        (WIDE_SPEC + "test: {pairwise: block-t, omnibus: [aligned-ranks, quade, rm-anova]}\n", WIDE),
        (WIDE_SPEC + "  missing: worst-rank\ntest: {pairwise: conover}\n", WIDE.replace("6", "")),
        (WIDE_SPEC + "test: {pairwise: relative-t}\n", WIDE.replace("1,2,3", "-1,0,-3")),
        (WIDE_SPEC + "test: {pairwise: t}\n", WIDE.replace("1,2,3", "-1,2,-3")),
        (COST_SPEC + "test: {within: 5x2cv-f}\norder: {cost: seconds, within: 5x2cv-f}\n", FIVE_BY_TWO),
        (COST_SPEC + "curves: {baseline: B}\norder: null\n", TEN_FOLDS),
        (COST_SPEC + "curves: {pairs: [[A, B], [C, A]]}\n", TEN_FOLDS),
        (LONG_SPEC + "curves: {pairs: all}\norder: {prior: [C, A, B]}\n", TEN_FOLDS),
    ],
)
def test_nothing_is_told_where_nothing_is_wrong(agree: Agree, spec: str, content: str) -> None:
    assert agree(spec, content) == []


def test_unknown_names_are_told_with_the_nearest(agree: Agree) -> None:
    spec = (
        LONG_SPEC
        + "test: {control: a}\n"
        + "curves:\n  pairs: [[A, B], [B, Z]]\n"
        + "order:\n  prior:\n    - A\n    - Q\n    - C\n"
    )
    assert agree(spec, TEN_FOLDS) == [
        (
            "study.yaml:4:17: there is no algorithm 'a' in the scores\n"
            "    4 | test: {control: a}\n"
            "      |                 ^\n"
            "    expected: one of A, B, C; the nearest is 'A'"
        ),
        (
            "study.yaml:6:23: there is no algorithm 'Z' in the scores\n"
            "    6 |   pairs: [[A, B], [B, Z]]\n"
            "      |                       ^\n"
            "    expected: one of A, B, C"
        ),
        (
            "study.yaml:10:7: there is no algorithm 'Q' in the scores\n"
            "    10 |     - Q\n"
            "       |       ^\n"
            "    expected: one of A, B, C"
        ),
        (
            "study.yaml:9:5: the prior leaves out 'B'\n"
            "    9 |     - A\n"
            "      |     ^\n"
            "    expected: all algorithms of the scores, the cheapest first"
        ),
    ]


def test_unknown_rows_and_columns_of_a_figure_are_told(agree: Agree) -> None:
    spec = LONG_SPEC + "plot:\n- comparison-matrix:\n    rows: [A, b]\n    columns: [Z]\n"
    assert [told.splitlines()[0] for told in agree(spec, TEN_FOLDS)] == [
        "study.yaml:6:15: there is no algorithm 'b' in the scores",
        "study.yaml:7:15: there is no algorithm 'Z' in the scores",
    ]


def test_names_given_on_the_command_line_are_told_there(agree: Agree) -> None:
    assert agree(LONG_SPEC, TEN_FOLDS, "test.control=Z") == [
        "--set test.control: there is no algorithm 'Z' in the scores\n    expected: one of A, B, C"
    ]


def test_names_that_were_dropped_are_told_as_such(agree: Agree) -> None:
    spec = LONG_SPEC + "  missing: drop-algorithms\n"
    spec += "test: {control: B}\ncurves: {baseline: B}\norder: {prior: [A, B, C]}\n"
    content = TEN_FOLDS.replace("wine,B,0,3,0.13,2\n", "")
    told = (
        "'B' was dropped by missing: drop-algorithms in accuracy, for want of results on wine\n"
        "    {line}\n"
        "    expected: one of A, C\n"
        "    to do: name another algorithm, add its results, or set scores.missing otherwise"
    )
    assert agree(spec, content) == [
        "study.yaml:5:17: " + told.format(line="5 | test: {control: B}\n      |                 ^"),
        "study.yaml:6:20: " + told.format(line="6 | curves: {baseline: B}\n      |                    ^"),
    ]


# Costs


def first_lines(faults: list[str]) -> list[str]:
    return [fault.splitlines()[0] for fault in faults]


def test_ties_are_told_on_each_data_set_and_on_average(agree: Agree) -> None:
    assert agree(COST_SPEC + "order: {cost: seconds}\n", folds(1, 10, seconds="313")) == [
        (
            "study.yaml:5:15: seconds does not order 'A' and 'C': it is 3 for both on 'iris'\n"
            "    5 | order: {cost: seconds}\n"
            "      |               ^\n"
            "    expected: costs that differ between any two algorithms\n"
            "    to do: give the cost more digits, or give the order by hand: order: {prior: [cheapest, ..., dearest]},"
            " or write order: null"
        ),
        "study.yaml:5:15: seconds does not order 'A' and 'C': it is 3 for both on 'wine'",
        (
            "study.yaml:5:15: seconds does not order 'A' and 'C': it is 0.4285714286 for both"
            " as a share of the costs, on average"
        ),
    ]


TWO_COSTS = COST_SPEC.replace("[seconds]", "[seconds, bytes]") + "order: {cost: {seconds: 1, bytes: 1}}\n"


def with_bytes(content: str, sizes: dict[str, str]) -> str:
    head, *rows = content.splitlines()
    return "\n".join([f"{head},bytes", *(f"{row},{sizes[row.split(',')[1]]}" for row in rows)])


def test_costs_that_tie_once_they_are_combined_are_told(agree: Agree) -> None:
    # A and C have shares of 1/6 and 3/6 in the seconds, of 3/6 and 1/6 in the bytes
    assert first_lines(agree(TWO_COSTS, with_bytes(TEN_FOLDS, {"A": "300", "B": "201", "C": "99"}))) == []
    told = agree(TWO_COSTS, with_bytes(TEN_FOLDS, {"A": "300", "B": "200", "C": "100"}))
    tied = "0.5 seconds + 0.5 bytes does not order {}: it is 0.3333333333 for both"
    assert first_lines(told) == [
        f"study.yaml:5:15: {tied.format(pair)}{where}"
        for where in (" on 'iris'", " on 'wine'", " as a share of the costs, on average")
        for pair in ("'A' and 'B'", "'B' and 'C'")
    ]


def test_each_of_several_costs_is_looked_at(agree: Agree) -> None:
    told = agree(TWO_COSTS, with_bytes(TEN_FOLDS, {"A": "300", "B": "-5", "C": "100"}))
    assert first_lines(told) == [f"study.yaml:5:15: bytes of 'B' on '{dataset}' is -5" for dataset in ("iris", "wine")]


def test_data_sets_of_groups_that_are_not_there_are_told(agree: Agree) -> None:
    spec = LONG_SPEC + "  groups: {flowers: [iris], drinks: [win, wine]}\n"
    assert agree(spec, TEN_FOLDS) == [
        (
            "study.yaml:4:38: there is no data set 'win' in the scores\n"
            "    4 |   groups: {flowers: [iris], drinks: [win, wine]}\n"
            "      |                                      ^\n"
            "    expected: one of iris, wine; the nearest is 'wine'"
        )
    ]


def test_names_of_macros_that_are_not_there_are_told(agree: Agree) -> None:
    spec = LONG_SPEC + "report:\n  macros: {pairs: [[A, B], [D, C]], datasets: [iris, win]}\n"
    assert first_lines(agree(spec, TEN_FOLDS)) == [
        "study.yaml:5:29: there is no algorithm 'D' in the scores",
        "study.yaml:5:54: there is no data set 'win' in the scores",
    ]


def test_a_group_may_name_a_data_set_that_was_dropped(agree: Agree) -> None:
    spec = LONG_SPEC + "  missing: drop-datasets\n  groups: {all: [iris, wine]}\n"
    assert agree(spec, TEN_FOLDS.replace("wine,B,0,3,0.13,2\n", "")) == []


def test_ties_do_not_matter_where_no_order_was_asked_for(agree: Agree) -> None:
    assert agree(COST_SPEC, folds(1, 10, seconds="313")) == []


def test_ties_on_a_data_set_do_not_matter_without_tests_within(agree: Agree) -> None:
    content = folds(1, 10).replace("iris,B", "IRIS,B").replace(",2\n", ",1\n", 10).replace("IRIS", "iris")
    assert len(agree(COST_SPEC + "order: {cost: seconds}\n", content)) == 1
    assert agree(COST_SPEC + "order: {cost: seconds, within: none}\n", content) == []
    assert agree(COST_SPEC + "order: null\n", content) == []


def test_ties_on_average_are_told_where_no_data_set_ties(agree: Agree) -> None:
    content = HEAD + "iris,A,1,1,1,1\niris,B,1,1,2,3\nwine,A,1,1,1,3\nwine,B,1,1,2,1\n"
    assert first_lines(agree(COST_SPEC + "order: {cost: seconds}\n", content)) == [
        "study.yaml:5:15: seconds does not order 'A' and 'B': it is 0.5 for both as a share of the costs, on average"
    ]


def test_costs_that_are_empty_or_negative_are_told(agree: Agree) -> None:
    spec = COST_SPEC + "  missing: worst-rank\norder: {cost: seconds}\n"
    content = HEAD + "iris,A,1,1,1,1\niris,B,1,1,2,-2\nwine,A,1,1,1,3\nwine,B,1,1,,\n"
    assert agree(spec, content) == [
        (
            "study.yaml:6:15: seconds of 'B' on 'iris' is -2\n"
            "    6 | order: {cost: seconds}\n"
            "      |               ^\n"
            "    expected: costs of at least 0\n"
            "    to do: give the order by hand: order: {prior: [cheapest, ..., dearest]}, or write order: null"
        ),
        (
            "study.yaml:6:15: seconds of 'B' on 'wine' is empty\n"
            "    6 | order: {cost: seconds}\n"
            "      |               ^\n"
            "    expected: a cost of each algorithm on each data set\n"
            "    to do: fill it in, or give the order by hand: order: {prior: [cheapest, ..., dearest]},"
            " or write order: null"
        ),
    ]


@pytest.mark.parametrize("name", ["bergmann-hommel", "shaffer-dynamic"])
def test_corrections_that_would_run_too_long_are_told(agree: Agree, name: str) -> None:
    names = [f"a{place}" for place in range(101)]
    content = f"dataset,{','.join(names)}\niris,{','.join(map(str, range(101)))}\n"
    spec = WIDE_SPEC + f"order: {{adjust: {name}, within_adjust: {name}, prior: [{', '.join(names)}]}}\n"
    assert [line.partition(": ")[2] for line in first_lines(agree(spec, content))] == [
        f"{name} is not feasible for the 101 algorithms of the scores"
    ] * 2


# Tests and folds


@pytest.mark.parametrize(
    ("spec", "content", "told"),
    [
        (
            RANKS_SPEC + "test: {pairwise: wilcoxon, within: 5x2cv-f}\n",
            RANKS,
            [
                (
                    "6:18: wilcoxon compares the scores on each data set, and with layout: ranks"
                    " there are average ranks only"
                ),
                "6:36: 5x2cv-f compares scores fold by fold, and with layout: ranks there are no folds",
            ],
        ),
        (
            WIDE_SPEC + "test: {pairwise: relative-t}\n",
            "dataset,A,B,C\niris,1,2,3\nwine,4,-5,6\nzoo,-1,1,2\n",
            [
                (
                    "5:18: relative-t divides by the average of two scores, and accuracy on 'wine' goes from -5 to 6,"
                    " and so on 1 other data set"
                )
            ],
        ),
        (
            WIDE_SPEC + "  missing: worst-rank\ntest: {pairwise: t}\n",
            WIDE.replace("6", ""),
            [
                (
                    "6:18: t compares the scores on each data set, and missing: worst-rank ranks 1 result"
                    " of accuracy"
                    " without a score"
                ),
            ],
        ),
        (
            RANKS_SPEC + "test: {omnibus: [friedman, rm-anova, quade], pairwise: block-t}\n",
            RANKS,
            [
                (
                    "6:28: rm-anova needs the results on each data set, and with layout: ranks"
                    " there are average ranks only"
                ),
                ("6:38: quade needs the results on each data set, and with layout: ranks there are average ranks only"),
                (
                    "6:56: block-t compares the scores on each data set, and with layout: ranks"
                    " there are average ranks only"
                ),
            ],
        ),
        (
            RANKS_SPEC + "test: {pairwise: conover}\n",
            RANKS,
            [
                (
                    "6:18: conover compares the ranks on each data set, and with layout: ranks"
                    " there are average ranks only"
                )
            ],
        ),
        (
            WIDE_SPEC + "  missing: worst-rank\ntest: {omnibus: [aligned-ranks, friedman], pairwise: quade}\n",
            WIDE.replace("6", ""),
            [
                (
                    "6:18: aligned-ranks compares the scores on each data set, and missing: worst-rank ranks 1 result"
                    " of accuracy without a score"
                ),
                (
                    "6:54: quade compares the scores on each data set, and missing: worst-rank ranks 1 result"
                    " of accuracy without a score"
                ),
            ],
        ),
        (
            WIDE_SPEC + "curves: {pairs: all}\norder: {prior: [A, B, C], within: corrected-t}\n",
            WIDE,
            [
                "6:35: corrected-t compares scores fold by fold, and with layout: wide there are no folds",
                "5:9: confidence curves need the scores of folds, and with layout: wide there are no folds",
            ],
        ),
        (
            COST_SPEC + "curves: {pairs: all}\n",
            ONE_SCORE,
            [
                (
                    "5:9: confidence curves need the scores of folds, and there is one score for each"
                    " algorithm and data set"
                ),
            ],
        ),
        (
            COST_SPEC + "curves: {pairs: all, form: quesenberry-hurst}\n",
            TEN_FOLDS,
            [
                (
                    "5:28: Quesenberry-Hurst curves count test examples, and there are neither examples nor counts"
                    " of them"
                ),
            ],
        ),
        (
            COST_SPEC + "test: {within: 5x2cv-f}\n",
            TEN_FOLDS,
            [
                "5:16: 5x2cv-f does not suit 'iris', which has 1 repeat of 10 folds, nor 1 other data set",
            ],
        ),
        (
            COST_SPEC + "order: {cost: seconds, within: 5x2cv-f}\n",
            FIVE_BY_TWO.replace("wine,A,4,1", "wine,A,3,2")
            .replace("wine,B,4,1", "wine,B,3,2")
            .replace("wine,C,4,1", "wine,C,3,2"),
            ["5:32: 5x2cv-f does not suit 'wine', which has repeats of 2, 2, 2, 3, 1 folds"],
        ),
    ],
)
def test_tests_without_their_folds_are_told(agree: Agree, spec: str, content: str, told: list[str]) -> None:
    assert first_lines(agree(spec, content)) == [f"study.yaml:{line}" for line in told]


def test_faults_of_loading_are_placed_in_the_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study.yaml").write_text("scores:\n  files:\n    - a.csv\n    - nope/*.csv\n", encoding="utf-8")
    Path("a.csv").write_text("", encoding="utf-8")
    read = read_study("study.yaml")
    with pytest.raises(FaultsFound) as found:
        load(read.study.scores, read.folder)
    assert [str(fault) for fault in in_spec(found.value.faults, read.source)] == [
        (
            "study.yaml:4:7: 'nope/*.csv' matches no file\n"
            "    4 |     - nope/*.csv\n"
            "      |       ^\n"
            "    expected: a glob that matches one file at least"
        ),
        "a.csv: the file is empty\n    expected: a header with the names of the columns, and rows under it",
    ]


OUTCOMES = "dataset,algorithm,case,accuracy\n" + "\n".join(
    f"{dataset},{name},{case},{int(case % 4 > place)}"
    for dataset in ("iris", "wine")
    for place, name in enumerate("ABC")
    for case in range(12)
)
OUTCOMES_SPEC = LONG_SPEC + "  columns: {example: case}\n"
COUNTS = "dataset,a,b,both_right,only_a,only_b,both_wrong\niris,A,B,5,1,2,2\niris,C,A,6,2,0,2\n"
COUNTS_SPEC = "scores:\n  files: a.csv\n  layout: counts\n"


@pytest.mark.parametrize(
    ("spec", "content"),
    [
        (OUTCOMES_SPEC, OUTCOMES),
        (OUTCOMES_SPEC, OUTCOMES.replace("iris,A,1,1", "iris,A,1,0.5")),  # no test of outcomes was asked for by name
        (OUTCOMES_SPEC + "test: {within: none}\n", OUTCOMES.replace("iris,A,1,1", "iris,A,1,0.5")),
        (OUTCOMES_SPEC + "test: {within: mcnemar-chi2}\norder: {prior: [A, B, C], within: binomial}\n", OUTCOMES),
        (COUNTS_SPEC + "test: {within: mcnemar-mid-p}\n", COUNTS),
        (LONG_SPEC + "test: {within: kfold-t}\n", TEN_FOLDS),
        (LONG_SPEC + "test: {within: resampled-t}\n", FIVE_BY_TWO),
        (LONG_SPEC + "test: {within: 5x2cv-t}\n", FIVE_BY_TWO),
    ],
)
def test_tests_that_suit_the_scores_are_not_told(agree: Agree, spec: str, content: str) -> None:
    assert agree(spec, content) == []


@pytest.mark.parametrize("name", ["mcnemar", "mcnemar-mid-p", "binomial"])
@pytest.mark.parametrize(("content", "instead"), [(TEN_FOLDS, "a test over folds"), (ONE_SCORE, "none")])
def test_tests_of_outcomes_without_any_are_told(agree: Agree, name: str, content: str, instead: str) -> None:
    [told] = agree(LONG_SPEC + f"test: {{within: {name}}}\n", content)
    assert f"{name} compares outcomes on test examples, and the scores tell of none\n" in told
    assert f"    expected: {instead}\n" in told
    assert "scores.columns.example, or their numbers with layout: counts" in told


@pytest.mark.parametrize(("spec", "content"), [(OUTCOMES_SPEC, OUTCOMES), (COUNTS_SPEC, COUNTS)])
@pytest.mark.parametrize("name", ["corrected-t", "5x2cv-f", "kfold-t", "resampled-t"])
def test_tests_over_folds_of_test_examples_are_told(agree: Agree, spec: str, content: str, name: str) -> None:
    for told in (
        *agree(spec + f"test: {{within: {name}}}\n", content),
        *agree(spec + f"order: {{prior: [A, B, C], within: {name}}}\n", content),
    )[:2]:
        assert f"{name} compares scores fold by fold, and the scores are outcomes on test examples\n" in told
        assert "    to do: remove the key to get mcnemar" in told


def test_scores_that_are_no_outcomes_are_told_with_their_place(agree: Agree) -> None:
    spec = OUTCOMES_SPEC + "test: {within: mcnemar}\norder: {prior: [A, B, C], within: mcnemar-mid-p}\n"
    [told] = agree(spec, OUTCOMES.replace("iris,A,1,1", "iris,A,1,0.5"))
    assert told == (
        "a.csv row 3 column accuracy: 0.5 is no outcome on a test example\n"
        "    expected: 1 or 0: right or wrong, or with better: lower, wrong or right\n"
        "    to do: or leave the tests of outcomes out with test: {within: none}"
    )


def test_kfold_t_takes_a_single_cross_validation(agree: Agree) -> None:
    [told] = agree(LONG_SPEC + "test: {within: kfold-t}\n", FIVE_BY_TWO)
    assert "kfold-t does not suit 'iris', which has 5 repeats of 2 folds, nor 1 other data set\n" in told
    assert "expected: one repeat of several folds on each data set, or another test such as corrected-t" in told
