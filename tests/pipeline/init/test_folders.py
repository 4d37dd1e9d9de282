"""Folders of files: what their names say of metric, algorithm, data set and seed, and what in them is no score."""

import itertools
import json
from pathlib import Path, PurePosixPath

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.strays import strays_among
from rankpress.init.vocabulary import metric_of_file
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

ALGORITHMS, DATASETS, SEEDS = ("knn", "svm", "forest"), ("iris", "wine", "glass", "sonar"), ("11", "23", "37")


def write(path, head, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(",".join(map(str, row)) for row in [head, *rows]) + "\n", encoding="utf-8")


def write_wide(path, rng):
    write(path, ["dataset", *ALGORITHMS], [[name, *rng.uniform(0.6, 0.9, 3).round(4)] for name in DATASETS])


def write_runs(path, rng):
    write(path, ["seed", *ALGORITHMS], [[seed, *rng.uniform(0.6, 0.9, 3).round(4)] for seed in SEEDS])


def write_folds(path, rng):
    write(path, ["dataset", "fold1", "fold2"], [[name, *rng.uniform(0.6, 0.9, 2).round(4)] for name in DATASETS])


# how files are named, what each has
NAMES = [
    *(("seed_{s}/{m}.csv", write_wide), ("{m}_seed{s}.csv", write_wide), ("{m}/seed_{s}.csv", write_wide)),
    *(("{m}.csv", write_wide), ("{a}_{m}.csv", write_folds), ("{m}/{a}.csv", write_folds)),
    *(("{d}_{m}.csv", write_runs), ("{d}-{m}.csv", write_runs), ("{m}/{d}.csv", write_runs)),
    *(("{m}_{d}.csv", write_runs), ("{m}-{d}.csv", write_runs), ("{m}_{a}.csv", write_folds)),
]


@pytest.mark.few
@pytest.mark.parametrize(
    ("names", "write_file", "others"),
    [(*named, ((), ("f1", "auc"))[at % 2]) for at, named in enumerate(NAMES)],
    ids=[names for names, _ in NAMES],
)
def test_files_of_a_metric_are_read_and_those_of_others_are_a_doubt(names, write_file, others, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(len(others))
    for m, a, d, s in itertools.product(("accuracy", *others), ALGORITHMS, DATASETS, SEEDS):
        path = tmp_path / "runs" / names.format(m=m, a=a, d=d, s=s)
        if not path.exists():
            write_file(path, rng)
    assert main(["init", "study", "--from", "runs", "-q"]) == 0
    read = read_study("study/study.yaml")
    [metric] = load(read.study.scores, read.folder).metrics
    assert (metric.name, metric.better) == ("accuracy", "higher")
    assert {*metric.algorithms} == {*ALGORITHMS}
    assert {*metric.datasets} == {*DATASETS}
    doubts = [doubt.text for doubt in read.study.scores.doubts if doubt.key == "files"]
    assert len(doubts) == bool(others)
    assert all(other in text for text in doubts for other in others)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.usefixtures("whole_report")
@pytest.mark.parametrize(
    ("names", "options"),
    [("scores.csv", []), ("seed_{s}/scores.csv", ["--save"]), ("a/b/{d}_rmse.csv", [])],
)
def test_a_folder_is_read_the_same_once_its_report_lies_in_it(names, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    for d, s in itertools.product(DATASETS, SEEDS):
        path = tmp_path / names.format(d=d, s=s)
        if not path.exists():
            (write_runs if "{d}" in names else write_wide)(path, rng)
    run = ["run", ".", "--set", 'report.formats=["markdown"]', "--set", "plot=[]"]
    assert main([*run, *options]) == 0
    assert main([*run, "--out", "again"]) == 0
    assert Path("again/results.json").read_bytes() == Path("report/results.json").read_bytes()


@pytest.mark.parametrize(
    ("place", "metric"),
    [
        *(("seed_{seed}/auprc.csv", "auprc"), ("accuracy_seed{seed}.csv", "accuracy"), ("*/rmse.csv", "rmse")),
        *(("val_loss/{algorithm}.csv", "val_loss"), ("{algorithm}_accuracy.csv", "accuracy"), ("mae/*.csv", "mae")),
        *(("runs/{algorithm}.csv", "score"), ("{algorithm}-{fold}.csv", "score"), ("*.csv", "score")),
    ],
)
def test_a_pattern_names_the_metric_by_what_its_files_share(place, metric):
    assert metric_of_file(place)[0] == metric


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(
    ("names", "role"),
    [
        *(("{a}/{d}/{k}.csv", ""), ("{d}-{a}/{k}.csv", "")),
        *(("{a}/{d}_fold_{k}.csv", "fold"), ("{a}/{d}/seed{k}.csv", "seed"), ("{a}/fold-{k}/{d}.csv", "fold")),
    ],
)
def test_numbers_of_files_are_folds_or_runs_in_doubt_unless_a_word_says_which(
    names, role, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    for d, a, k in itertools.product(DATASETS, ("knn", "svm"), range(3)):
        path = tmp_path / "runs" / names.format(d=d, a=a, k=k)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"accuracy\n{rng.uniform(0.5, 0.9):.3f}\n")
    guess = guess_study(read_table("runs"), "runs")
    assert {"fold", "seed"} & guess.columns.keys() == {role or "fold"}
    doubts = [doubt for doubt in guess.doubts if doubt.key == "fold"]
    assert len(doubts) == (not role)
    are_means = list[bool]()
    for way in doubts[0].ways if doubts else ():
        options = [text for name, value in way.options for text in (f"--{name}", value)]
        assert main(["run", "runs", *options, "--only", "markdown", "--out", way.meaning[:16]]) == 0
        are_means.append("means over three runs" in " ".join(capsys.readouterr().out.split()))
    assert are_means == ([] if role else [False, True])


@pytest.mark.few
@pytest.mark.parametrize("key", ["seed", "args.seed", "config.random_seed", "trial", ""])
@pytest.mark.parametrize(
    ("names", "role"),
    [
        *(
            ("{a}/{d}/seed{k}.json", "seed"),
            ("{a}_{d}_seed-{k}.json", "seed"),
            ("{a}/{d}/run_{k}/metrics.json", "seed"),
        ),
        *(("{d}/s{k}/{a}.json", "seed"), ("{a}/{d}/rep{k}.json", "repeat"), ("{a}/{d}/fold{k}.json", "fold")),
    ],
)
def test_what_numbers_count_is_read_from_the_word_before_them_whatever_the_files_hold(
    names, role, key, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for d, a, k in itertools.product(DATASETS, ("knn", "svm"), range(3)):
        content = {"accuracy": 0.5 + (7 * k + len(d) + ord(a[0])) % 19 / 40}
        content |= {key: k} if key else {}
        is_lost = (d, a, k) == (DATASETS[0], "svm", 1)
        path = tmp_path / "runs" / names.format(d=d, a=a, k=k)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"status": "crashed"} if is_lost else content))
    guess = guess_study(read_table("runs"), "runs")
    roles = {"fold", "repeat", "seed"} & guess.columns.keys()
    assert role in roles
    assert "fold" not in roles - {role}
    assert not [doubt for doubt in guess.doubts if doubt.key in ("fold", "repeat", "seed") or doubt.is_open]


def test_a_column_called_seed_next_to_repeats_and_folds_needs_no_other_sign(tmp_path):
    rows = itertools.product(DATASETS, ALGORITHMS, range(2), range(3), range(2))
    rng = np.random.default_rng(1)
    lines = [f"{','.join(map(str, row))},{rng.uniform(0.5, 0.6) + len(row[1]) / 50:.4f}" for row in rows]
    (tmp_path / "runs.csv").write_text("\n".join(["dataset,method,repeat,fold,seed,auc", *lines, ""]))
    guess = guess_study(read_table(str(tmp_path / "runs.csv")), "runs.csv")
    assert guess.columns["seed"] == "seed"
    assert not guess.doubts


@pytest.mark.parametrize("form", ["{d}/{a}/seed_{n}/m.csv", "{d}/{a}/run{n}.csv", "{d}/{a}_fold{n}.csv"])
@pytest.mark.parametrize("stray", ["old", "{own}_rerun", "copy of {own}", "tmp2"])
def test_a_file_left_over_among_numbered_ones_changes_no_role(form, stray):
    """Seeds do not become settings by one file; it is asked about."""
    paths = [form.format(d=d, a=a, n=n) for d in ("iris", "wine") for a in ("svm", "knn", "rf") for n in range(3)]
    own = PurePosixPath(paths[0])
    at = -2 if own.name == "m.csv" else -1
    parts, name = list(own.parts), own.parts[at].removesuffix(".csv")
    start = "svm_" if name.startswith("svm_") and "copy" not in stray else ""
    parts[at] = f"{start}{stray.format(own=name.removeprefix('svm_'))}{'.csv' if at == -1 else ''}"
    odd = "/".join(parts)
    assert strays_among([*paths, odd]) == ([] if "_fold" in form and "copy" in stray else [odd])
    assert strays_among(paths) == []


@pytest.mark.parametrize(
    "names",
    [
        ["svm_seed1", "svm_seed2", "svm_seed3", "svm_seed4", "svm_seed5", "baseline"],  # another algorithm
        ["seed1", "seed2", "old", "new"],  # no few
        ["2019", "2020", "2021", "2022", "2023", "old"],  # numbers of nothing
        ["resnet18", "resnet34", "resnet50", "resnet101", "resnet152", "vit"],
    ],
)
def test_names_that_may_be_meant_are_left_in(names):
    assert strays_among([f"{name}.csv" for name in names]) == []


def test_a_folder_with_a_leftover_is_read_by_seeds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parts = [(d, a, f"seed_{n}") for d in ("iris", "wine", "zoo") for a in ("svm", "knn") for n in range(3)]
    for d, a, part in [*parts, ("iris", "svm", "seed_1_rerun")]:
        file = Path("runs", d, a, part, "metrics.csv")
        file.parent.mkdir(parents=True)
        file.write_text(f"accuracy,val_accuracy\n0.{len(d + a) + int(part[5])}1,0.5\n", encoding="utf-8")
    table = read_table("runs")
    guess = guess_study(table, "runs")
    assert (guess.columns["seed"], guess.choose, table.rows) == ("seed", None, 18)
    [doubt] = [doubt for doubt in table.doubts if doubt.is_open]
    assert "'iris/svm/seed_1_rerun/metrics.csv' is not read" in doubt.text
    assert "seed_{seed:[0-9]+}/" in doubt.ways[0].value
