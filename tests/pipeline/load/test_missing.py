"""Missing results: each policy, on a table in which every kind of gap occurs."""

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.spec.model import Study

IMPUTED = "dataset,A,B,C\niris,1,2,6\nwine,,4,8\nzoo,3,,\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"missing": "dataset-mean"}, [[1, 2, 6], [6, 4, 8], [3, 3, 3]]),
        ({"missing": "dataset-worst"}, [[1, 2, 6], [4, 4, 8], [3, 3, 3]]),
        ({"missing": "baseline", "baseline": "B"}, [[1, 2, 6], [4, 4, 8]]),  # zoo lacks the baseline
    ],
)
def test_scores_stand_in_for_missing_ones(read, options, expected):
    [metric] = read({"a.csv": IMPUTED}, layout="wide", **options).metrics
    assert metric.means.tolist() == expected
    assert {gap.dataset for gap in metric.missing.imputed} == {"wine", "zoo"} & set(metric.datasets)


def test_the_worst_score_is_the_largest_error(read):
    metrics = [{"name": "error", "better": "lower"}]
    [metric] = read({"a.csv": IMPUTED}, layout="wide", missing="dataset-worst", metrics=metrics).metrics
    assert metric.means[1].tolist() == [8, 4, 8]


def test_a_baseline_is_an_algorithm(faults):
    [told] = faults({"a.csv": IMPUTED}, layout="wide", missing="baseline", baseline="D")
    assert "no algorithm is called 'D'" in told


@pytest.mark.parametrize("options", [{"missing": "baseline"}, {"missing": "dataset-mean", "baseline": "A"}])
def test_a_baseline_goes_with_its_policy(options):
    with pytest.raises(FaultsFound, match="baseline"):
        Study.from_dict({"scores": {"files": "a.csv", **options}})
