"""Ties, stepwise levels, p by the number of repeats, and two algorithms: what reports tell of them."""

from itertools import combinations

import numpy as np
import pytest

import rankpress
from rankpress.core.text import plain
from rankpress.spec.report_sections import TableOptions
from rankpress.topics import comparisons
from rankpress.topics.kinds import build_tables
from rankpress.topics.pairwise import exhaustive_sets_table, pairs_table
from rankpress.topics.protocol import stopping_caveat
from rankpress.topics.ranks import ties_methods, ties_sentences
from rankpress.topics.results import results
from rankpress.topics.summary import summary
from rankpress.topics.within import p_by_repeats_table

SCORES = np.array([[0.1 + 0.2, 0.3, 0.5], [0.7, 0.7, 0.6], [0.70, 0.72, 0.75], [0.5, np.nan, np.nan]])
NEAR = {None: 1, 0: 0, 0.03: 2}  # 0.1 + 0.2 and 0.3; 0.70 and 0.72


@pytest.mark.parametrize(("tolerance", "rule"), [(None, "average"), (0, "min"), (0.03, "max")])
def test_ties_are_counted_in_pairs(make_analysis, tolerance, rule):
    analysis = make_analysis(4, 3, means=SCORES, rank={"ties": rule, "tolerance": tolerance})
    ranks = analysis.ranking.ranks
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


def test_methods_state_the_rule_and_the_report_how_many_ties_there_are(make_analysis):
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


def test_nothing_is_said_of_ties_where_there_are_none(make_analysis):
    assert not [*ties_sentences(make_analysis(6, 3))]


def test_levels_are_shown_on_request(make_analysis):
    analysis = make_analysis(8, 4, adjust=["holm", "hommel"])
    plain, asked = pairs_table(analysis), pairs_table(analysis, ["Holm level"])
    assert not any("level" in cell.name for cell in plain.head[0])
    place = [cell.name for cell in asked.head[0]].index("Holm level")
    assert [row[place].value for row in asked.rows] == pytest.approx([0.05 / n for n in range(6, 0, -1)])
    told = results("", 0.05, [analysis])["metrics"]["accuracy"]["comparisons"]
    assert {name for item in told for name in item["levels"]} == {"holm"}


def test_exhaustive_sets_need_the_procedure_and_few_algorithms(make_analysis):
    ranks = {"pairwise": "rank-z"}
    assert exhaustive_sets_table(make_analysis(8, 4, adjust=["holm"])) is None
    assert exhaustive_sets_table(make_analysis(8, 7, test=ranks, adjust=["bergmann-hommel"])) is None
    few = make_analysis(8, 3, test=ranks, adjust=["bergmann-hommel"])
    table = exhaustive_sets_table(few)
    options = {"exhaustive-sets": TableOptions()}
    assert {item.kind for item in build_tables(few, options)} - {item.kind for item in build_tables(few)} == {*options}
    assert [row[1].value for row in table.rows] == [1, 1, 1, 3]


def test_repeats_are_those_of_the_study(make_analysis):
    analysis = make_analysis(5, 4, folds=(3, 5))
    table = p_by_repeats_table(analysis, TableOptions(dataset="data 2"))
    assert [row[2].value for row in table.rows] == [1, 2, 3]
    last = next(item for item in analysis.tested.within if item.dataset == "data 2")
    pair = [analysis.names.index(plain(cell.text)) for cell in table.rows[-1][:2]]
    index = [sorted(both) for both in last.pairs.tolist()].index(sorted(pair))
    assert table.rows[-1][4].value == pytest.approx(last.tests.p[index])
    every = p_by_repeats_table(analysis, TableOptions(rows=(("alg 0", "alg 1"),)))
    assert len(every.rows) == 6 * 3
    assert p_by_repeats_table(make_analysis(5, 4, folds=(1, 5)), TableOptions()) is None


def test_stopping_rules_are_told_with_the_numbers_of_the_study(make_analysis):
    means = np.column_stack([[0.9, 0.8, 0.7, 0.9, 0.8, 0.5], [0.8, 0.7, 0.6, 0.8, 0.7, 0.6]])
    [text] = map(plain, stopping_caveat([make_analysis(6, 2, means=means)]))
    assert "alg 0 scores better than alg 1 on 5 data sets and worse on 1" in text
    assert "p = 0.109 if" in text
    assert "p = 0.031 if data sets were to be added until alg 0 had lost 1" in text


def test_many_data_sets_can_make_significant_what_a_bayes_factor_does_not(make_analysis):
    rng = np.random.default_rng(2)
    difference = rng.normal(size=400)
    difference = (difference - difference.mean()) / difference.std(ddof=1) + 2.2 / 20  # t = 2.2
    means = 0.5 + np.column_stack([np.zeros(400), 0.01 * difference])
    paradox = make_analysis(400, 2, means=means, test={"pairwise": "t"}, adjust=["holm"])
    assert any("a Bayes factor above 1" in plain(text) for text in comparisons.tests_caveats(paradox))
    clear = make_analysis(400, 2, means=means + np.array([0, 0.01]), test={"pairwise": "t"}, adjust=["holm"])
    assert not any("Bayes factor" in plain(text) for text in comparisons.tests_caveats(clear))


def test_no_doubt_from_the_omnibus_test():
    scores = np.random.default_rng(5).normal(size=16)
    few_large_losses = np.where(np.arange(16) < 5, -0.01, 0.3)  # by ranks 11 to 5, by differences nearly all one way
    comparison = rankpress.compare({"a": scores + few_large_losses, "b": scores})
    [analysis] = comparison.analyses
    assert analysis.tested.over.p[0] < 0.05
    assert all(test.p > 0.05 for test in analysis.tested.omnibus.values())
    [text] = map(plain, summary(comparison.analyses))
    assert "significantly better than b" in text
    assert "caution" not in text
