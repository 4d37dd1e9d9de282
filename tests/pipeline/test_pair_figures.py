"""Figures of two algorithms and of ranks: what they are given, what their captions say, and when there are none.

Held against the analyses themselves; how the figures look is held in tests/figures.
"""

import numpy as np
import pytest

from rankpress.catalog.kinds import FIGURES
from rankpress.core.labels import Labels
from rankpress.core.text import plain
from rankpress.figures.style import PAPER
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.topics.topic import Request, chosen_pairs, place_of
from tests.pipeline.conftest import analysis_of, metric_of

NAMES = ("knn", "tree", "svm", "nb")
MEANS = np.random.default_rng(2).uniform(0.5, 0.9, (12, 4)).round(2) + np.array([0.0, 0.15, 0.1, 0.05])


def analysed(means=MEANS, better="higher", **sections):
    policy = "incomplete-blocks" if np.isnan(means).any() else "error"
    return analysis_of(metric_of(means, better, policy, names=NAMES), order=None, **sections)


def figure(kind, **options):
    return PlottedFigure.model_validate({kind: options} if options else kind)


def planned(analysis, kind, **options):
    shown = figure(kind, **options)
    return list(FIGURES[shown.name].function(Request([analysis], shown, PAPER, Labels())))


def test_the_best_ranked_and_the_next_are_compared_or_the_control_and_the_best_other():
    analysis = analysed()
    best, second = analysis.ranking.best_first[:2]
    assert chosen_pairs(analysis, None) == ((best, second),)
    control = NAMES[analysis.ranking.best_first[-1]]
    last = analysis.ranking.best_first[-1]
    assert chosen_pairs(analysed(test={"control": control}, adjust=["holm"]), None) == ((best, last),)
    first = analysed(test={"control": NAMES[best]}, adjust=["holm"])
    assert chosen_pairs(first, None) == ((best, second),)
    assert chosen_pairs(analysis, [("nb", "knn"), ("nb", "gone")]) == ((3, 0),)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_scatter_shows_the_scores_and_who_wins_by_their_direction(better):
    analysis = analysed(better=better)
    [plan] = planned(analysis, "scatter", pairs=[["tree", "knn"]])
    _, scores, outcomes = plan.draw.args
    assert scores == [tuple(pair) for pair in MEANS[:, [1, 0]].tolist()]
    sign = 1 if better == "higher" else -1
    assert outcomes == [sign * int(np.sign(round(first - second, 9))) for first, second in scores]
    assert plan.draw.keywords["better"] == better
    over = analysis.tested.over
    place, turned = place_of((1, 0), over.pairs)
    wins = over.wins[place][::-1] if turned else over.wins[place]
    assert f"tree is better on {wins[0]}, knn on {wins[2]}; they are tied on {wins[1]}." in plain(plan.caption)
    adjusted = analysis.adjusted.p["holm"][place]
    told = "p < 0.001" if adjusted < 0.001 else f"p = {adjusted:.3f}"
    assert plan.draw.keywords["remark"] == f"{told} (Holm)"
    assert f"with the Holm procedure for 6 comparisons {told}, which " in plain(plan.caption)
    assert ("does not tell" in plain(plan.caption)) == (adjusted > 0.05)


@pytest.mark.parametrize("over", ["sign", "signed-rank"])
def test_a_simplex_shows_the_probabilities_of_the_comparison(over):
    analysis = analysed(bayes={"rope": 0.02, "over": over})
    there, back = planned(analysis, "simplex", pairs=[["tree", "svm"], ["svm", "tree"]])
    names, density, probabilities = there.draw.args
    assert names == ("tree", "svm")
    place, turned = place_of((1, 2), analysis.bayesian.pairs)
    posterior = analysis.bayesian.over
    expected = [values[place] for values in (posterior.p_first, posterior.p_equal, posterior.p_second)]
    assert list(probabilities) == expected[:: -1 if turned else 1]
    assert back.draw.args[2] == probabilities[::-1]
    if over == "signed-rank":
        means = [posterior.details[name][place] for name in ("weight_first", "weight_equal", "weight_second")]
        assert density.mean == pytest.approx(means[:: -1 if turned else 1], abs=0.01)
    assert "of 50,000 draws" in plain(there.caption)
    assert "by more than 0.02" in plain(there.caption)
    there.draw()
