"""Alt texts: plain sentences that follow from the results."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from rankpress.figures.cd import describe_cd
from rankpress.figures.comparisons import Comparisons, describe_comparisons
from rankpress.figures.curves import describe_curves
from rankpress.figures.intervals import describe_intervals
from rankpress.figures.lines import Line, LinePanel, describe_lines
from rankpress.figures.order import describe_order
from rankpress.figures.p_values import describe_p_values
from rankpress.figures.scores import describe_score_map
from rankpress.stats.curves import ConfidenceCurve

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]


ONE_AND_ALL = (
    "A ranks first (1.00), significantly different from all others",
    "All algorithms differ significantly from",
)
INTERVAL = "The control is C4.5 (3.14).", "An interval of 1.17 to either side of its rank is marked."


@pytest.mark.parametrize(
    ("names", "ranks", "options", "parts"),
    [
        (["A", "B"], [1, 2], {"groups": []}, ONE_AND_ALL),
        (NAMES, RANKS, {"cd": 1.17, "control": 0, "significant_vs_control": (3,)}, INTERVAL),
        (NAMES, RANKS, {"control": 0, "significant_vs_control": (3,)}, ["C4.5+m+cf differs significantly from it."]),
        (NAMES, RANKS, {"control": 0, "significant_vs_control": ()}, ["No algorithm differs"]),
        (NAMES, RANKS, {"control": 0, "significant_vs_control": (1, 3)}, ["C4.5+m+cf and C4.5+m differ "]),
        (["x" * 300 + str(i) for i in range(60)], range(60), {"groups": [tuple(range(60))]}, ["47 more, and last xxx"]),
    ],
)
def test_critical_difference_diagrams(names, ranks, options, parts):
    text = describe_cd(names, ranks, **options)
    assert [part for part in parts if part not in text] == []
    assert len(text) < 3000


@pytest.mark.parametrize("baseline", [None, "majority"])
def test_curves_count_intervals_on_either_side(baseline):
    curves = [ConfidenceCurve(d, 0.01, 99) for d in (0.1, 0.0, -0.1, 0.2)]
    panels = [(f"d{i}", [("CART", curve)]) for i, curve in enumerate(curves)]
    to = " to majority" if baseline else ""
    assert describe_curves(panels, baseline=baseline, metric="accuracy") == (
        f"Confidence curves of the difference in accuracy{to} on 4 data sets."
        " Number of data sets where the 95% interval lies above, across and below 0: CART 2, 1, 1."
    )


@pytest.mark.parametrize(
    ("edges", "order", "decided", "parts"),
    [
        ([(0, 1), (3, 2)], (1, 0, 3, 2), "test test test test", ("B before A; D before C.", "1 B, 2 A, 3 D, 4 C")),
        ([(0, 1), (3, 2)], (1, 0, 3, 2), "test test test test", ["the test decided all places."]),
        ([(2, 1)], (0, 2, 1), "cost test test", ["the cost decided place 1, the test the others."]),
        ([], (0, 1), "cost cost", ("No test puts a more expensive one before", "the cost decided all places.")),
    ],
)
def test_order_tells_who_beats_whom_and_what_decided(edges, order, decided, parts):
    text = describe_order("ABCD"[: len(order)], range(len(order)), edges, order, decided.split(), cost_label="time")
    assert [part for part in parts if part not in text] == []


def test_none_and_many_significant_pairs_are_counted():
    names, pairs = [f"algorithm {i}" for i in range(60)], list(combinations(range(60), 2))
    assert "at most 0.05 for none of them." in describe_p_values(names, pairs, np.ones(1770), alpha=0.05)
    text = describe_p_values(names, pairs, np.linspace(0, 0.1, 1770), alpha=0.05)
    assert "for 885 of them: algorithm 0 and algorithm 1 (<0.001)" in text
    assert text.endswith("; and 873 more.")
    assert len(text) < 1000


def test_each_pair_of_a_comparison_matrix_is_described_once_from_its_row():
    comparisons = Comparisons("ABC", [(0, 1), (2, 0), (1, 2)], [0.02, -0.04, 0.0], [(9, 1, 4)] * 3, [0.04, 0.0002, 0.9])
    text = describe_comparisons(comparisons, label="accuracy", rows=range(3), columns=range(3))
    assert (
        "Of 3 pairs p is at most 0.05 for 2: A minus B +0.02, wins/ties/losses 9/1/4, p 0.040; A minus C +0.04" in text
    )
    assert "B minus C" not in text
    text = describe_comparisons(comparisons, label="accuracy", rows=[1], columns=[0])
    assert "B minus A \N{MINUS SIGN}0.02, wins/ties/losses 4/1/9" in text
    text = describe_comparisons(replace(comparisons, alpha=0.00001), label="accuracy", rows=[1], columns=[0])
    assert text.endswith("p is at most 1e-05 for none.")


def test_a_page_of_a_map_tells_of_its_own_rows():
    values = np.arange(12.0).reshape(6, 2)
    values[4, 1] = np.nan
    names = [f"d{i}" for i in range(6)], ["A", "B"]
    descriptions = [
        describe_score_map(values, *names, label="error", number="{:g}".format, rows=page)
        for page in (range(3), range(3, 6))
    ]
    assert "3 data sets by 2 algorithms" in descriptions[0]
    assert "The least is 0 (A on d0), the greatest 5 (B on d2)." in descriptions[0]
    assert "The least is 6 (A on d3), the greatest 11 (B on d5). 1 result is missing." in descriptions[1]
    nothing = describe_score_map(np.full((2, 2), np.nan), "xy", "AB", label="error", number=str)
    assert nothing.endswith("4 results are missing.")
    assert "least" not in nothing


@pytest.mark.parametrize(
    ("xs", "ys", "course"),
    [
        ([1, 2, 4], [0.2, 0.5, 0.25], "A from 0.2 at 1 to 0.25 at 4"),
        ([0.43, 0.43, 2, 2, 60], [0, 1, 1, 2, 2], "A from 1 at 0.43 to 2 at 60"),  # a step at the beginning
        ([0.5, 2, 2, 60], [0, 0, 1, 1], "A from 0 at 0.5 to 1 at 60"),
        ([1, 1, 1, 60], [0, 1, 2, 12345], "A from 2 at 1 to 12,345 at 60"),
        ([7], [0.5], "A 0.5 at 7"),
    ],
)
def test_lines_are_described_by_what_they_have_where_they_begin_and_end(xs, ys, course):
    assert describe_lines([LinePanel("", [Line("A", xs, ys)])], "time", "height") == (
        f"Lines of height over time. {course}."
    )


@pytest.mark.parametrize(
    ("value", "printed"),
    [(71.25, "71.3"), (12699.3, "12,700"), (1060.0, "1,060"), (0.0022274, "0.00223"), (-1.7e-7, "\u22121.70e\u22127")],
)
def test_numbers_are_rounded_and_printed_as_in_tables(value, printed):
    """Half away from zero, without the exponents that programs print."""
    texts = [
        describe_intervals(["A"], [("", [(value, value, value)])], title="shares"),
        describe_lines([LinePanel("", [Line("A", (value, 2 * value), (value, value))])], "x", "y"),
    ]
    for described in texts:
        assert described.count(f" {printed}") + described.count(f"({printed}") >= 2
