"""`adjust: westfall-young` from spec to report: the adjustment of rankpress.stats, on the scores of the study."""

import numpy as np
import pytest

from rankpress.core.text import plain
from rankpress.spec.model import Study
from rankpress.stats.westfall_young import westfall_young
from rankpress.topics.paper import methods_paragraphs
from tests.pipeline.conftest import analysis_of, metric_of


@pytest.fixture(scope="module")
def means():
    return np.random.default_rng(2).normal([0.0, 0.5, 1.0, 2.0], size=(12, 4))


@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize(("pairwise", "statistic"), [("t", "t"), ("permutation", "t"), ("wilcoxon", "wilcoxon")])
def test_adjusted_p_are_those_of_the_scores(means, pairwise, statistic, control):
    test = {"pairwise": pairwise, "control": control}
    analysis = analysis_of(means, test=test, adjust=["westfall-young", "westfall-young-single-step"])
    over = analysis.tested.over
    for name, step_down in (("westfall-young", True), ("westfall-young-single-step", False)):
        expected = westfall_young(means, over.pairs, statistic=statistic, step_down=step_down)
        assert analysis.adjusted.p[name] == pytest.approx(np.maximum(expected, over.p))


def test_gaps_leave_a_pair_the_data_sets_that_both_have(means):
    gapped = means.copy()
    gapped[:2, 1] = np.nan
    metric = metric_of(gapped, missing="incomplete-blocks")
    analysis = analysis_of(metric, test={"pairwise": "t", "omnibus": []}, adjust=["westfall-young"])
    over = analysis.tested.over
    expected = np.maximum(westfall_young(gapped, over.pairs), over.p)
    assert analysis.adjusted.p["westfall-young"] == pytest.approx(expected)


def test_draws_and_seed_are_those_of_the_spec(means):
    more = np.concatenate([means, means + np.random.default_rng(1).normal(size=means.shape)])
    method = {"westfall-young": {"draws": 2000, "seed": 5}}
    analysis = analysis_of(more, test={"pairwise": "wilcoxon"}, adjust=[method])
    over = analysis.tested.over
    expected = westfall_young(more, over.pairs, statistic="wilcoxon", draws=2000, seed=5)
    assert analysis.adjusted.p["westfall-young"] == pytest.approx(np.maximum(expected, over.p))
    texts = " ".join(plain(paragraph) for paragraph in methods_paragraphs([analysis]))
    assert "The Westfall-Young procedure draws 2,000 random signs of the data sets (seed 5)." in texts


@pytest.mark.parametrize("name", ["westfall-young", "westfall-young-single-step"])
def test_a_test_of_average_ranks_has_no_signs(name):
    with pytest.raises(ValueError, match="exchanges two algorithms at random on each data set"):
        Study.model_validate({"scores": {"files": ["x.csv"]}, "test": {"pairwise": "rank-z"}, "adjust": [name]})
