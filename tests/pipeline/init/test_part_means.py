"""Data sets that are means of some of the others are asked about, wherever they stand; others never are."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ALGORITHMS = ("knn", "svm", "forest", "ridge", "bayes")


def scores_of(rng, n_datasets, decimals, lowest=0.55):
    levels = rng.uniform(lowest, lowest + 0.3, (n_datasets, 1))
    return (levels + rng.uniform(0, 0.1, (n_datasets, len(ALGORITHMS)))).round(decimals)


def asked(rows, *, wide, runs=1):
    """Return the open doubts on a table of rows by their names; 0 runs are for data sets in the header."""
    if not runs:
        lines = [f"algorithm,{','.join(rows)}"]
        columns = np.array([*rows.values()]).T
        lines += [",".join([name, *map(_text, column)]) for name, column in zip(ALGORITHMS, columns, strict=True)]
    elif wide:
        lines = [f"dataset,{','.join(ALGORITHMS)}", *(",".join([name, *map(_text, row)]) for name, row in rows.items())]
    else:
        lines = ["dataset,algorithm,seed,accuracy"]
        for name, row in rows.items():
            for algorithm, score in zip(ALGORITHMS, row, strict=True):
                lines += [
                    f"{name},{algorithm},{run},{_text(score + (run - (runs - 1) / 2) / 100)}" for run in range(runs)
                ]
    Path("accuracy.csv").write_text("\n".join(lines) + "\n")
    table = read_table("accuracy.csv")
    guess = guess_study(table, "accuracy.csv")
    return [doubt for doubt in (*guess.doubts, *doubts_on_values(table, guess)) if doubt.is_open]


def _text(score):
    return "" if np.isnan(score) else f"{score:.4f}"


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


PLACES = ["end", "start", "middle"]
FORMS = [(True, 1), (True, 0), (False, 1), (False, 3)]
SIZES = [(4, 5), (3, 4, 7), (10, 12, 9)]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("sizes", "wide", "runs", "at"),  # any two of the three together
    [
        (sizes, *form, PLACES[(number + at) % 3])
        for (number, sizes), (at, form) in product(enumerate(SIZES), enumerate(FORMS))
    ],
)
def test_means_of_groups_are_asked_about(sizes, wide, runs, at):
    rng = np.random.default_rng(len(sizes))
    groups = [scores_of(rng, n, 4) for n in sizes]
    rows = {f"task{g}x{i}": row for g, group in enumerate(groups) for i, row in enumerate(group)}
    called = ("Natural", "Special", "Other")[: len(sizes)]
    means = {name: group.mean(axis=0).round(4) for name, group in zip(called, groups, strict=True)}
    names = list(rows)
    before = {"start": 0, "middle": sizes[0], "end": len(names)}[at]
    every = {name: {**rows, **means}[name] for name in (*names[:before], *means, *names[before:])}
    doubts = asked(every, wide=wide, runs=runs)
    asks = [f"{doubt.text} {doubt.ways}" for doubt in doubts]
    assert all(any(name in text for text in asks) for name in means), asks


@pytest.mark.parametrize("n_gaps", [0, 2])
def test_means_of_few_rows_that_stand_apart_are_asked_about(n_gaps):
    rng = np.random.default_rng(n_gaps)
    scores = scores_of(rng, 10, 4)
    scores[[1, 6][:n_gaps], 2] = np.nan
    rows = {f"well{i}x": row for i, row in enumerate(scores)}
    rows["EVEN_ONLY"] = np.nanmean(scores[::2], axis=0).round(4)
    [doubt] = asked(rows, wide=True)
    assert "EVEN_ONLY" in doubt.text


@pytest.mark.nightly
@pytest.mark.parametrize("decimals", [1, 2, 4])
@pytest.mark.parametrize("n_datasets", [4, 9, 40])
def test_independent_scores_are_not(n_datasets, decimals):
    for seed in range(2):  # of eighteen tables, where one in six is asked about, one is with 96%
        rows = {f"d{i}x": row for i, row in enumerate(scores_of(np.random.default_rng(seed), n_datasets, decimals))}
        assert not [doubt for doubt in asked(rows, wide=True) if "means of" in doubt.text]


@pytest.mark.parametrize("sizes", [(4, 2, 5), (2, 4, 2), (3, 2, 2, 6)], ids=str)
def test_means_of_two_behind_these_are_means_where_others_are(sizes):
    rng = np.random.default_rng(len(sizes))
    rows, means = {}, []
    for group, n in enumerate(sizes):
        members = scores_of(rng, n, 4)
        rows |= {f"task{group}x{index}": row for index, row in enumerate(members)}
        rows[f"Kind{group}"] = members.mean(axis=0).round(4)
        means.append(f"Kind{group}")
    [doubt] = asked(rows, wide=False)
    assert json.loads(doubt.ways[0].value.partition("=")[2]) == {"dataset": {"not": means}}
