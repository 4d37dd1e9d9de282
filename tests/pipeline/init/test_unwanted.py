"""Names of what is not wanted, and of ranks that are none: no direction is taken for them in silence."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main

UNWANTED = (
    *("false_positives", "misclassified", "inaccuracy", "incorrect", "unsolved", "timeouts", "wrong", "imprecision"),
    *("unexplained variance", "percentage wrong", "undetected", "unanswered", "disagreement", "incomplete"),
)
NO_RANKS = {"mean_reciprocal_rank": "A", "reciprocal rank": "A", "rank_ic": "", "PageRank": "", "percentile_rank": ""}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write(name, factor=1.0):
    """Write numbers as shares of what is right mostly are, A above the others everywhere."""
    noise = np.random.default_rng(5).uniform(0, 0.04, (12, 3))
    rows = [
        f"d{i},{algorithm},{factor * (0.6 + noise[i, place] + 0.06 * (2 - place)):.4f}"
        for i in range(12)
        for place, algorithm in enumerate("ABC")
    ]
    Path("results.csv").write_text("\n".join([f"dataset,algorithm,{name}", *rows]))


def first(capsys):
    """Return who is said to be the best of the file; "" where that is asked about."""
    code = main(["run", "results.csv", "--only", "markdown"])
    printed = capsys.readouterr()
    if code:
        assert "--better" in printed.err
        return ""
    return next(name for name in "ABC" if f"{name} achieves the best average rank" in printed.out)


@pytest.mark.few(6)
@pytest.mark.parametrize("name", UNWANTED)
def test_more_of_what_is_not_wanted_is_not_better_in_silence(name, capsys):
    write(name, factor=100 if len(name) % 2 else 1)
    assert first(capsys) in ("", "C")


@pytest.mark.parametrize("name", NO_RANKS)
def test_what_is_called_a_rank_and_cannot_be_a_place_is_none(name, capsys):
    write(name, factor=100 if name == "percentile_rank" else 1)
    assert first(capsys) in ("A", NO_RANKS[name])
