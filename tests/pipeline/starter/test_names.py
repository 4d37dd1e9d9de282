"""`rankpress init --from` a folder: what the parts of the names of its files are taken for, and that doubts are told.

Held against the data sets, algorithms, seeds and folds that the files were made for.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.scores import MetricScores
from rankpress.spec.reading import read_study
from rankpress.spec.scores_section import ScoresOptions
from rankpress.stages.load import load

SETS, ALGORITHMS = ("adult", "iris", "wine"), ("kn_n", "rf", "svm")
DOUBT = "  # in doubt: no column tells which part is which; taken for data sets are "


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text('{"acc": 0.5}')


def begin(given: str = "runs") -> tuple[ScoresOptions, MetricScores, str]:
    """The scores of the study that is written, which is checked; and the line of the spec that names the files."""
    assert main(["init", "study", "--from", given, "-q"]) == 0
    assert main(["check", "study/study.yaml", "-q"]) == 0
    read = read_study("study/study.yaml")
    lines = Path("study/study.yaml").read_text(encoding="utf-8").splitlines()
    [line] = [line for line in lines if line.startswith("  files: ")]
    return read.study.scores, load(read.study.scores, read.folder).metrics[0], line


@pytest.mark.parametrize("form", ["{a}-{d}", "{d}-{a}", "{d}/{a}", "{a}/{d}", "{d}/{a}/result", "{d}__{a}"])
def test_data_sets_and_algorithms_by_names_that_are_known(form: str) -> None:
    for d, a in product(SETS, ALGORITHMS):
        write(f"runs/{form.format(a=a, d=d)}.json")
    options, scores, line = begin()
    assert options.files == (f"../runs/{form.format(a='{algorithm}', d='{dataset}')}.json",)
    assert (scores.datasets, scores.algorithms) == (SETS, ALGORITHMS)
    assert line.endswith(DOUBT + "adult, iris, wine; for algorithms kn_n, rf, svm")


def test_names_that_tell_nothing() -> None:
    """The algorithm first, as folders of runs mostly have it, unless there are more of the first."""
    for one, other in product(("u", "v"), ("x", "y", "z")):
        write(f"runs/{one}-{other}.json")
        write(f"more/{other}-{one}.json")
        if other != "z":
            write(f"same/{one}-{other}.json")
    for folder in ("runs", "more", "same"):
        _, scores, line = begin(folder)
        assert scores.algorithms == ("u", "v")
        assert DOUBT in line
        for path in Path("study").iterdir():
            path.unlink()


@pytest.mark.parametrize(
    ("form", "pattern"),
    [
        ("my_model_{a}__{d}_1994__seed{n}", "{algorithm}__{dataset}__seed{seed}"),
        ("{a}_{d}_seed{n}", "{algorithm}_{dataset}_seed{seed}"),
        ("{d}-{a}-seed_{n}", "{dataset}-{algorithm}-seed_{seed}"),
        ("{d}_{a}_seed_{n}", "{dataset}_{algorithm}_seed_{seed}"),
        ("{a}_{d}_run{n}", "{algorithm}_{dataset}_run{seed}"),
        ("{a}_{d}_s{n}", "{algorithm}_{dataset}_s{seed}"),
        ("seed{n}/{a}/{d}", "seed{seed}/{algorithm}/{dataset}"),
        ("{a}/{d}/seed{n}/out", "{algorithm}/{dataset}/seed{seed}/out"),
        ("seed{n}_{a}_{d}", "seed{seed}_{algorithm}_{dataset}"),
    ],
)
def test_numbered_seeds(form: str, pattern: str) -> None:
    for d, a, n in product(SETS, ("nb", "rf", "svm"), range(3)):
        write(f"runs/{form.format(a=a, d=d, n=n)}.json")
    options, scores, _ = begin()
    assert options.files == (f"../runs/{pattern}.json",)
    assert options.columns.seed == "seed"
    assert (len(scores.datasets), len(scores.algorithms), scores.seeds) == (3, 3, (3, 3))


@pytest.mark.parametrize(
    ("form", "end", "column"),
    [
        ("{a}_{d}_fold{n}", "fold{fold}", "fold"),
        ("{a}_{d}_rep{n}", "rep{repeat}", "repeat"),
        ("{a}_{d}_{n}", "{fold}", "fold"),
    ],
)
def test_numbered_folds_and_repeats(form: str, end: str, column: str) -> None:
    for d, a, n in product(SETS, ("nb", "rf", "svm"), range(3)):
        write(f"runs/{form.format(a=a, d=d, n=n)}.json")
    options, scores, _ = begin()
    assert options.files == (f"../runs/{{algorithm}}_{{dataset}}_{end}.json",)
    assert options.columns.seed is None
    assert [folds and len(set(getattr(folds, column).tolist())) for folds in scores.folds] == [3] * 3


def test_folds_and_seeds_with_a_year_in_a_name() -> None:
    for d, a, n, fold in product(("adult_1994", "iris_1936"), ("nb", "svm"), (1, 2), (0, 1)):
        write(f"runs/{a}/{d}/fold{fold}_s{n}.json")
        write(f"years/{a}_{d}.json")
    assert begin()[0].files == ("../runs/{algorithm}/{dataset}/fold{fold}_s{seed}.json",)
    for path in Path("study").iterdir():
        path.unlink()
    assert begin("years")[1].datasets == ("adult_1994", "iris_1936")


def test_longer_marks_are_tried_first() -> None:
    for d, a in product(("ds_00", "ds_01"), ("knn", "nb")):
        write(f"runs/{d}__{a}.json")
    options, scores, _ = begin()
    assert options.files == ("../runs/{dataset}__{algorithm}.json",)
    assert scores.datasets == ("ds_00", "ds_01")


def test_one_file_that_is_not_there_changes_no_meaning() -> None:
    for d, a in product(SETS, ("nb", "rf", "svm")):
        write(f"runs/{a}-{d}.json")
    Path("runs/svm-wine.json").unlink()
    assert main(["init", "study", "--from", "runs", "-q"]) == 0
    assert read_study("study/study.yaml").study.scores.files == ("../runs/{algorithm}-{dataset}.json",)
