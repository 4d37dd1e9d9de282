"""Files in ranks layout: what is made of them and what is told of them.

Held: the average ranks that Ulas et al. (2012) print, which add up to 36 within the rounding of two digits; sums and
ranks that no scores can give, word for word.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rankpress.core.scores import Scores

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

RANKS = {"layout": "ranks", "datasets": 38}


@pytest.mark.parametrize(
    "printed",
    [
        "5.37,5.45,4.57,4.87,3.05,5.07,2.45,5.18",
        "3.11,5.05,4.37,3.13,5.50,6.24,6.11,2.50",
        "2.50,2.95,2.71,3.68,5.71,6.13,5.32,7.00",
    ],
    ids=["table 5", "table 7", "table 8"],
)
def test_printed_ranks_are_read(read: Read, printed: str) -> None:
    scores = read({"a.csv": f"c45,mdt,mlp,lnp,svl,sv2,svr,5nn\n{printed}\n"}, **RANKS)
    [metric] = scores.metrics
    assert metric.algorithms == ("c45", "mdt", "mlp", "lnp", "svl", "sv2", "svr", "5nn")
    assert metric.average_ranks is not None
    assert metric.average_ranks.tolist() == [float(rank) for rank in printed.split(",")]
    assert (metric.means, metric.datasets, metric.n_datasets, metric.folds) == (None, (), 38, ())
    assert scores.sources[0].rows == 1


@pytest.mark.parametrize("printed", ["1.67,1.67,2.67", "1,2,3", "2,2,2", "1.0,2.50,2.5", "17e-1,1.7,2.6", "1.5,1.9,3"])
def test_ranks_may_be_rounded(read: Read, printed: str) -> None:
    assert read({"a.csv": f"A,B,C\n{printed}\n"}, **RANKS).metrics[0].n_datasets == 38


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            "A,B,C\n1.67,1.67,2.64\n",
            (
                "a.csv row 2: the average ranks add up to 5.98\n"
                "    expected: 6 for 3 algorithms, within 0.015 for the digits that are printed\n"
                "    to do: give the ranks of all algorithms that were compared, with ties ranked by their mean"
            ),
        ),
        (
            "A,B,C\n0.5,2.5,3\n",
            (
                "a.csv row 2 column A: an average rank of 0.5\n"
                "    expected: a number from 1 to 3, the number of algorithms"
            ),
        ),
        (
            "A,B\n1.2,x\n",
            "a.csv row 2 column B: 'x' is not a finite number\n    expected: a number such as 0.95 or 1e-3",
        ),
        (
            "A,B\n1.2,\n",
            (
                "a.csv row 2 column 2: the cell is empty\n"
                "    expected: an algorithm in each column of the header, and its average rank under it"
            ),
        ),
        (
            "A,\n1.2,1.8\n",
            (
                "a.csv row 1 column 2: the cell is empty\n"
                "    expected: an algorithm in each column of the header, and its average rank under it"
            ),
        ),
        (
            "A,B\n1.2,1.8\n\n1.3,1.7\n",
            (
                "a.csv row 4: the file has 2 rows under its header\n"
                "    expected: with layout: ranks one row, of average ranks"
            ),
        ),
        ("A,B\n", "a.csv: the file has a header but no rows\n    expected: a row at least under the header"),
        (
            "A\n1\n",
            (
                "scores.files: the files hold one algorithm, 'A'\n"
                "    expected: two algorithms at least\n"
                "    to do: name the files of all algorithms, and the column that tells them apart as"
                " scores.columns.algorithm"
            ),
        ),
    ],
    ids=["sum", "range", "text", "empty", "nameless", "rows", "header", "one"],
)
def test_ranks_that_cannot_be_are_told(faults: Faults, content: str, told: str) -> None:
    assert faults({"a.csv": content}, **RANKS) == [told]


def test_one_file_is_enough(faults: Faults) -> None:
    content = "A,B\n1.2,1.8\n"
    assert faults({"a.csv": content, "b.csv": content}, **RANKS) == [
        "scores.files: 2 files with layout: ranks\n    expected: one file with one row of ranks"
    ]
