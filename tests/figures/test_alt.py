"""Alt texts: plain sentences that follow from the results."""

from __future__ import annotations

import pytest

from rankpress.figures.alt import describe_cd, describe_curves, describe_order
from rankpress.stats.curves import ConfidenceCurve

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]


def test_cd_with_groups():
    assert describe_cd(NAMES, RANKS, groups=[(3, 1, 2), (1, 2, 0)], cd=1.25) == (
        "Average ranks of 4 algorithms. C4.5+m+cf ranks first (1.96), not separated from C4.5+m and C4.5+cf;"
        " then C4.5+m (2.00), C4.5+cf (2.89), C4.5 (3.14). The critical difference is 1.25."
        " Not separated: C4.5+m+cf, C4.5+m and C4.5+cf; C4.5+m, C4.5+cf and C4.5."
    )


def test_cd_without_groups_is_all_apart():
    text = describe_cd(["A", "B"], [1, 2], groups=[])
    assert "A ranks first (1.00), separated from all others" in text
    assert text.endswith("All algorithms are separated from each other.")


def test_cd_with_control():
    text = describe_cd(NAMES, RANKS, cd=1.17, control=0, significant_vs_control=(3,))
    assert "The control is C4.5 (3.14)." in text
    assert "An interval of 1.17 to either side of its rank is marked." in text
    assert text.endswith("C4.5+m+cf differs significantly from it.")
    assert "No algorithm differs" in describe_cd(NAMES, RANKS, control=0, significant_vs_control=())
    assert "C4.5+m+cf and C4.5+m differ " in describe_cd(NAMES, RANKS, control=0, significant_vs_control=(1, 3))


def test_many_or_long_names_are_cut():
    text = describe_cd(["x" * 300 + str(i) for i in range(60)], range(60), groups=[tuple(range(60))])
    assert len(text) < 3000
    assert "47 more, and last xxx" in text


@pytest.mark.parametrize("baseline", [None, "majority"])
def test_curves_count_intervals_on_either_side(baseline):
    curves = [ConfidenceCurve(d, 0.01, 99) for d in (0.1, 0.0, -0.1, 0.2)]
    panels = [(f"d{i}", [("CART", curve)]) for i, curve in enumerate(curves)]
    to = " to majority" if baseline else ""
    assert describe_curves(panels, baseline=baseline, metric="accuracy") == (
        f"Confidence curves of the difference in accuracy{to} on 4 data sets."
        " Number of data sets where the 95% interval lies above, across and below 0: CART 2, 1, 1."
    )


def test_order_tells_who_beats_whom_and_what_decided():
    text = describe_order("ABCD", (0, 1, 2, 3), [(0, 1), (3, 2)], (1, 0, 3, 2), ["test"] * 4, cost_label="time")
    assert "before cheaper ones by a test: B before A; D before C." in text
    assert text.endswith("Resulting order: 1 B, 2 A, 3 D, 4 C; the test decided all places.")
    text = describe_order("ABC", (0, 1, 2), [(2, 1)], (0, 2, 1), ["cost", "test", "test"], cost_label="time")
    assert text.endswith("the cost decided place 1, the test the others.")
    text = describe_order("AB", (0, 1), [], (0, 1), ["cost", "cost"], cost_label="time")
    assert "No test puts a costlier one before a cheaper one." in text
    assert text.endswith("the cost decided all places.")
