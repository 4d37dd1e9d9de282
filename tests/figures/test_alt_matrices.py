"""Descriptions of matrices and maps: what they count and name, and that they end."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from rankpress.figures.alt import describe_comparisons, describe_p_values, describe_score_map
from rankpress.figures.comparisons import Comparisons


def test_none_and_many_significant_pairs_are_counted():
    names, pairs = [f"algorithm {i}" for i in range(60)], list(combinations(range(60), 2))
    assert "at most 0.05 for none of them." in describe_p_values(names, pairs, np.ones(1770), alpha=0.05)
    text = describe_p_values(names, pairs, np.linspace(0, 0.1, 1770), alpha=0.05)
    assert "for 885 of them: algorithm 0 and algorithm 1 (<0.001)" in text
    assert text.endswith("; and 873 more.")
    assert len(text) < 1000


def test_each_pair_of_a_comparison_matrix_is_told_once_from_its_row():
    found = Comparisons("ABC", [(0, 1), (2, 0), (1, 2)], [0.02, -0.04, 0.0], [(9, 1, 4)] * 3, [0.04, 0.0002, 0.9])
    text = describe_comparisons(found, alpha=0.05, label="accuracy", rows=range(3), columns=range(3))
    assert "Of 3 pairs p is at most 0.05 for 2: A less B +0.02, wins/ties/losses 9/1/4, p 0.040; A less C +0.04" in text
    assert "B less C" not in text
    text = describe_comparisons(found, alpha=0.05, label="accuracy", rows=[1], columns=[0])
    assert "B less A \N{MINUS SIGN}0.02, wins/ties/losses 4/1/9" in text
    text = describe_comparisons(found, alpha=0.00001, label="accuracy", rows=[1], columns=[0])
    assert text.endswith("p is at most 1e-05 for none.")


def test_a_page_of_a_map_tells_of_its_own_rows():
    values = np.arange(12.0).reshape(6, 2)
    values[4, 1] = np.nan
    names = [f"d{i}" for i in range(6)], ["A", "B"]
    told = [
        describe_score_map(values, *names, label="error", number="{:g}".format, rows=page)
        for page in (range(3), range(3, 6))
    ]
    assert "3 data sets by 2 algorithms" in told[0]
    assert "The least is 0 (A on d0), the greatest 5 (B on d2)." in told[0]
    assert "The least is 6 (A on d3), the greatest 11 (B on d5). 1 result is missing." in told[1]
    nothing = describe_score_map(np.full((2, 2), np.nan), "xy", "AB", label="error", number=str)
    assert nothing.endswith("4 results are missing.")
    assert "least" not in nothing
