"""p by the number of repeats, and the cautions on stopping rules and on the Jeffreys-Lindley paradox."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.core.text import plain
from rankpress.spec.report_sections import TableOptions
from rankpress.topics import comparisons
from rankpress.topics.fragile_p import repeats_table, stopping_caveat

Make = Callable[..., Analysis]


def test_repeats_are_those_of_the_study(make_analysis: Make) -> None:
    analysis = make_analysis(5, 4, folds=(3, 5))
    table = repeats_table(analysis, TableOptions(dataset="data 2"))
    assert table is not None
    assert [row[2].value for row in table.rows] == [1, 2, 3]
    last = next(item for item in analysis.tested.within if item.dataset == "data 2")
    pair = [analysis.names.index(plain(cell.text)) for cell in table.rows[-1][:2]]
    index = [sorted(both) for both in last.pairs.tolist()].index(sorted(pair))
    assert table.rows[-1][4].value == pytest.approx(last.tests.p[index])
    every = repeats_table(analysis, TableOptions(rows=(("alg 0", "alg 1"),)))
    assert every is not None
    assert len(every.rows) == 6 * 3
    assert repeats_table(make_analysis(5, 4, folds=(1, 5)), TableOptions()) is None


def test_stopping_rules_are_told_with_the_numbers_of_the_study(make_analysis: Make) -> None:
    means = np.column_stack([[0.9, 0.8, 0.7, 0.9, 0.8, 0.5], [0.8, 0.7, 0.6, 0.8, 0.7, 0.6]])
    [text] = map(plain, stopping_caveat([make_analysis(6, 2, means=means)]))
    assert "alg 0 scores better than alg 1 on 5 data sets and worse on 1" in text
    assert "p = 0.109 if" in text
    assert "p = 0.031 if data sets were to be added until alg 0 had lost 1" in text


def test_many_data_sets_can_make_significant_what_a_bayes_factor_does_not(make_analysis: Make) -> None:
    rng = np.random.default_rng(2)
    difference = rng.normal(size=400)
    difference = (difference - difference.mean()) / difference.std(ddof=1) + 2.2 / 20  # t = 2.2
    means = 0.5 + np.column_stack([np.zeros(400), 0.01 * difference])
    paradox = make_analysis(400, 2, means=means, test={"pairwise": "t"}, adjust=["holm"])
    assert any("a Bayes factor above 1" in plain(text) for text in comparisons.tests_caveats(paradox))
    clear = make_analysis(400, 2, means=means + np.array([0, 0.01]), test={"pairwise": "t"}, adjust=["holm"])
    assert not any("Bayes factor" in plain(text) for text in comparisons.tests_caveats(clear))
