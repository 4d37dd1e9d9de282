"""The rule by which scores are tied, and how many are, in methods, report and results.json."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.core.text import plain
from rankpress.topics.results import results
from rankpress.topics.ties import ties_methods, ties_sentences

Make = Callable[..., Analysis]
SCORES = np.array([[0.1 + 0.2, 0.3, 0.5], [0.7, 0.7, 0.6], [0.70, 0.72, 0.75], [0.5, np.nan, np.nan]])
NEAR = {None: 1, 0: 0, 0.03: 2}  # 0.1 + 0.2 and 0.3; 0.70 and 0.72


@pytest.mark.parametrize("tolerance", NEAR)
@pytest.mark.parametrize("rule", ["average", "min", "max"])
def test_ties_are_counted_in_pairs(make_analysis: Make, tolerance: float | None, rule: str) -> None:
    analysis = make_analysis(4, 3, means=SCORES, rank={"ties": rule, "tolerance": tolerance})
    ranks = analysis.ranking.ranks
    assert ranks is not None
    pairs = [(row, a, b) for row in range(4) for a, b in combinations(range(3), 2)]
    known = [(row, a, b) for row, a, b in pairs if np.isfinite(SCORES[row, [a, b]]).all()]
    tied = [(row, a, b) for row, a, b in known if ranks[row, a] == ranks[row, b]]
    found = results("T", 0.05, [analysis])["metrics"]["accuracy"]["ties"]
    assert found == {
        "rule": rule,
        "tolerance": tolerance,
        "comparisons": len(known),
        "tied": len(tied),
        "near": NEAR[tolerance],
    }
    assert sum(bool(SCORES[row, a] != SCORES[row, b]) for row, a, b in tied) == NEAR[tolerance]


def test_methods_state_the_rule_and_the_report_how_many_ties_there_are(make_analysis: Make) -> None:
    analysis = make_analysis(4, 3, means=SCORES)
    assert " ".join(map(plain, ties_methods(analysis))) == (
        "Scores that differ by rounding error only (16 units in the last place) are tied; tied algorithms share the"
        " average of their ranks. By this rule, two unequal scores on a data set are tied in one of 9 comparisons."
    )
    assert [*ties_sentences(analysis)] == ["Of the 9 comparisons of two scores on a data set, two are ties."]
    exact = make_analysis(4, 3, means=SCORES, rank={"tolerance": 0, "ties": "max"})
    assert [*ties_methods(exact)] == ["Equal scores are tied; tied algorithms all receive the worst of their ranks."]
    coarse = make_analysis(4, 3, means=SCORES, rank={"tolerance": 0.03, "ties": "min"})
    assert next(ties_methods(coarse)) == (
        "Scores that differ by less than 0.03 are tied; tied algorithms all receive the best of their ranks."
    )


def test_nothing_is_said_of_ties_where_there_are_none(make_analysis: Make) -> None:
    assert not [*ties_sentences(make_analysis(6, 3))]
