"""Missing results: each policy, on a table in which every kind of gap occurs."""

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Gap
from rankpress.spec.model import Study

HEAD = "dataset,algorithm,fold,accuracy,error\n"
# On iris all is there. On wine C lacks fold 2 and its error everywhere; on zoo there is no row of B.
ROWS = """\
iris,A,1,1,9
iris,A,2,3,7
iris,B,1,2,8
iris,B,2,4,6
iris,C,1,3,7
iris,C,2,5,5
wine,A,1,1,9
wine,A,2,1,9
wine,B,1,2,8
wine,B,2,2,8
wine,C,1,3,
wine,C,2,,
zoo,A,1,1,9
zoo,A,2,1,9
zoo,C,1,2,8
zoo,C,2,2,8
"""
WINE = Gap("wine", "C", 1, 2)


def test_algorithms_are_dropped(read, faults):
    rows = "".join(line + "\n" for line in ROWS.splitlines() if not line.startswith("wine,C"))
    files = {"a.csv": HEAD + rows.replace("wine,A", "wine,C")}
    assert faults(files, missing="drop-algorithms") == [
        (
            "scores.missing: missing: drop-algorithms leaves 3 of 3 data sets and 1 of 3 algorithms in accuracy\n"
            "    expected: a data set and two algorithms at least\n"
            "    to do: set it to drop-datasets (keeps 1 of 3 data sets) or"
            " worst-rank (keeps 3 of 3 data sets and all algorithms) or"
            " incomplete-blocks (keeps 3 of 3 data sets and 3 of 3 algorithms, gaps and all)"
        )
    ]
    [metric] = read({"a.csv": HEAD + ROWS + "zoo,B,1,5,5\nzoo,B,2,5,5\n"}, missing="drop-algorithms").metrics
    assert metric.datasets == ("iris", "wine", "zoo")
    assert metric.algorithms == ("A", "B")
    assert metric.missing.gaps == (WINE,)
    assert metric.missing.dropped_algorithms == ("C",)
    assert metric.folds[1].scores.tolist() == [[1, 2], [1, 2]]


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
