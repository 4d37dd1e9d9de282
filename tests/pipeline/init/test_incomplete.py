"""Tables most of whose data sets lack results: asked where few data sets or a column with gaps decide who is first."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ALGORITHMS = ("knn", "svm", "forest", "ridge")
N_DATASETS = 12


def scores_of(n_complete, *, first_of_complete):
    """Scores of all on some data sets, where one of the first two algorithms is first, and of two on the others."""
    rng = np.random.default_rng(5)
    scores = 0.6 + 0.02 * rng.random((N_DATASETS, 4))
    scores[:, 1] += 0.2
    scores[:n_complete, first_of_complete] += 0.3
    scores[n_complete:, [2, 3]] = np.nan
    return scores


def long_text(scores, further=""):
    """The scores as a long table, perhaps with a further column that has all results."""
    rows = [f"dataset,algorithm,accuracy{further and ','}{further}"]
    for d, row in enumerate(scores):
        for name, score in zip(ALGORITHMS, row, strict=True):
            text = "" if np.isnan(score) else f"{score:.4f}"
            rows.append(f"d{d},{name},{text}" + (f",{0.5 + len(name) / 50 + d / 90:.4f}" if further else ""))
    return "\n".join(rows) + "\n"


def wide_text(scores):
    lines = (f"d{d}," + ",".join("" if np.isnan(s) else f"{s:.4f}" for s in row) for d, row in enumerate(scores))
    return "\n".join([f"dataset,{','.join(ALGORITHMS)}", *lines]) + "\n"


def asked(content):
    Path("accuracy.csv").write_text(content)
    table = read_table("accuracy.csv")
    guess = guess_study(table, "accuracy.csv")
    return [doubt for doubt in (*guess.doubts, *doubts_on_values(table, guess)) if doubt.is_open]


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("write", [long_text, wide_text])
@pytest.mark.parametrize("n_complete", [3, 5])
def test_few_data_sets_are_asked_about_where_another_is_first_on_them(n_complete, write):
    [doubt] = asked(write(scores_of(n_complete, first_of_complete=0)))
    assert doubt.key == "missing"
    assert {"drop-datasets", "worst-rank", "incomplete-blocks"} == {way.value for way in doubt.ways}
    assert all(name in doubt.text for name in ("knn", "svm"))


@pytest.mark.parametrize("write", [long_text, wide_text])
@pytest.mark.parametrize(("n_complete", "first"), [(3, 1), (5, 1), (7, 0), (11, 0)])
def test_they_are_not_where_the_same_is_first_or_most_are_complete(n_complete, first, write):
    assert not asked(write(scores_of(n_complete, first_of_complete=first)))


@pytest.mark.parametrize("first", [0, 1])
def test_a_column_with_all_results_is_asked_about_whoever_is_first(first):
    [doubt] = asked(long_text(scores_of(4, first_of_complete=first), "result"))
    assert [way.value for way in doubt.ways] == ["accuracy", "result"]
