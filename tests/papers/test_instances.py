"""What Berrar (2017) reads off figure 11, box plots over new instances of four data sets, on instances drawn here."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rankpress.checks.agreement import examine
from rankpress.spec.reading import read_study

STUDY = Path(__file__).resolve().parents[2] / "example_project/study-instances.yaml"


@cache
def quartiles():
    """By data set and algorithm, the quartiles over the instances."""
    [metric] = examine(read_study(STUDY)).scores.metrics
    return {
        (dataset.removeprefix("Synthetic "), name): np.quantile(values[:, column], [0.25, 0.5, 0.75])
        for dataset, values in zip(metric.datasets, metric.instances, strict=True)
        for column, name in enumerate(metric.algorithms)
    }


@pytest.mark.conformance("Box plots of instances", "Berrar 2017, figure 11")
@pytest.mark.parametrize(
    ("dataset", "better", "worse"),
    [
        ("1", "nb", "rf"),  # "naive Bayes is indeed preferable to random forest for Synthetic 1"
        ("1", "c45", "empirical"),  # "CART performs indeed better than the null model"
        ("2", "rf", "nb"),  # "random forest performs indeed slightly better than naive Bayes"
        ("3", "c45", "empirical"),  # "CART performs better than the null model"
        ("4", "nb", "rf"),  # "naive Bayes performs slightly better than random forest on Synthetic 4"
        ("4", "rf", "c45"),
        ("4", "c45", "empirical"),
    ],
)
def test_medians_are_in_the_order_that_the_paper_reads_off(dataset, better, worse):
    assert quartiles()[dataset, better][1] > quartiles()[dataset, worse][1]


@pytest.mark.conformance("Box plots of instances", "Berrar 2017, figure 11d")
def test_interquartile_ranges_of_random_forest_and_cart_do_not_overlap():
    assert quartiles()["4", "rf"][0] > quartiles()["4", "c45"][2]
