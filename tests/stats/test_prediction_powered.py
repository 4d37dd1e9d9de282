"""Prediction-powered means against ppi-python, by their definition, and in simulations."""

import numpy as np
import pytest

from rankpress.stats import prediction_powered_mean

LABELS = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1]
JUDGED = [1, 0, 1, 0, 0, 1, 1, 1, 1, 1]
UNLABELED = [1, 0] * 15 + [1] * 10


@pytest.mark.conformance("Prediction-powered mean", "ppi-python 0.2.3")
@pytest.mark.parametrize(
    ("tuned", "estimate", "low", "high"),
    [(False, 0.625, 0.30982112, 0.94017888), (True, 0.67192708, 0.41994857, 0.9239056)],
)
def test_ppi_python_finds_the_same(tuned, estimate, low, high):
    mean = prediction_powered_mean(LABELS, JUDGED, UNLABELED, tuned=tuned)
    assert (mean.estimate, mean.low, mean.high) == pytest.approx((estimate, low, high), abs=1e-8)
    assert (mean.classical, mean.labeled, mean.unlabeled) == (0.7, 10, 40)


def test_a_judge_that_errs_against_the_labels_does_not_count():
    mean = prediction_powered_mean(LABELS, 1 - np.array(LABELS), UNLABELED)
    assert (mean.weight, mean.estimate) == (0, pytest.approx(0.7))


def test_a_judge_that_says_the_same_of_all_does_not_count():
    assert prediction_powered_mean(LABELS, [1] * 10, [1] * 40).estimate == pytest.approx(0.7)


def test_a_biased_judge_is_corrected_and_narrows_the_interval():
    """The judge finds 90% of the right answers right, and 25% of the wrong ones."""
    rng = np.random.default_rng(5)
    means, classical = [], []
    for _ in range(600):
        truth = rng.random(600) < 0.6
        judged = np.where(truth, rng.random(600) < 0.9, rng.random(600) < 0.25).astype(float)
        each = prediction_powered_mean(truth[:100].astype(float), judged[:100], judged[100:])
        means.append(each)
        classical.append(1.96 * np.std(truth[:100]) / 10)
    covered = np.mean([each.low <= 0.6 <= each.high for each in means])
    assert 0.925 < covered < 0.97
    assert np.mean([each.estimate for each in means]) == pytest.approx(0.6, abs=0.006)
    assert np.mean([(each.high - each.low) / 2 for each in means]) < 0.85 * np.mean(classical)


@pytest.mark.parametrize(
    ("labels", "judged", "others", "message"),
    [
        ([1], [1], [0, 1], "^labels: got 1 labeled"),
        ([1, 0], [1], [0, 1], "^judged: "),
        ([1, 0], [1, 0], [0], "^labels: "),
    ],
)
def test_too_little_is_refused(labels, judged, others, message):
    with pytest.raises(ValueError, match=message):
        prediction_powered_mean(labels, judged, others)
