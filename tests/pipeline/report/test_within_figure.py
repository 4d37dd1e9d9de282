"""The matrices within data sets show the significant wins that are counted elsewhere."""

import numpy as np
import pytest

from rankpress.core.document import Missing, Plan
from rankpress.core.labels import Labels
from rankpress.core.text import plain
from rankpress.figures.style import PAPER
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.topics.topic import Request
from rankpress.topics.within import MOST_ALGORITHMS, plan_within, significantly_better


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_matrices_count_the_significant_wins(make_analysis, better):
    analysis = make_analysis(9, 6, folds=(5, 2), better=better)
    matrices, place = significantly_better(analysis), np.argsort(analysis.ranking.best_first)
    a, b = place[analysis.wins.pairs].T
    assert np.array_equal(np.nansum(matrices, axis=0)[a, b], analysis.wins.counts[:, 0])
    assert np.array_equal(np.nansum(matrices, axis=0)[b, a], analysis.wins.counts[:, 2])
    assert np.nansum(matrices) > 0
    assert np.isnan(matrices[:, range(6), range(6)]).all()


def test_the_caption_names_rows_and_columns_best_first(make_analysis):
    analysis = make_analysis(5, 3, folds=(5, 2), names=("knn", "svm", "tree"))
    [plan] = plan_within(Request([analysis], PlottedFigure(name="within"), PAPER, Labels()))
    assert isinstance(plan, Plan)
    first, second, last = (analysis.names[i] for i in analysis.ranking.best_first)
    assert plain(plan.caption).endswith(f"from the top and from the left: {first}, {second} and {last}.")


def test_of_many_algorithms_the_best_are_shown(make_analysis):
    analysis = make_analysis(3, MOST_ALGORITHMS + 2, folds=(5, 2))
    [plan] = plan_within(Request([analysis], PlottedFigure(name="within"), PAPER, Labels()))
    assert isinstance(plan, Plan)
    assert f"the best ranked {MOST_ALGORITHMS} of {MOST_ALGORITHMS + 2} algorithms" in plain(plan.caption)


def test_without_folds_there_is_none(make_analysis):
    [missing] = plan_within(Request([make_analysis(5, 3)], PlottedFigure(name="within"), PAPER, Labels()))
    assert isinstance(missing, Missing)
