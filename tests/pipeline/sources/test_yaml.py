"""Results in YAML are read as those in JSON are, and a study is none."""

import json
from pathlib import Path

import pytest
import yaml

from rankpress.core.faults import FaultsFound, Findings
from rankpress.init.folders import pattern_of
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

RECORDS = [
    {"dataset": d, "model": {"name": a}, "metrics": {"test": {"accuracy": 0.5 + 0.05 * k + 0.02 * n}}, "note": None}
    for n, d in enumerate(("iris", "wine", "zoo", "heart"))
    for k, a in enumerate(("knn", "svm", "rf"))
]
SHAPES = {
    "a list": RECORDS,
    "under a key": {"results": RECORDS, "version": 2},
    "by name": {record["dataset"] + record["model"]["name"]: record for record in RECORDS},
}


def table_of(name, text):
    Path(name).write_text(text, encoding="utf-8")
    table = read_table(name)
    return {column: (each.labels, each.codes.tolist()) for column, each in table.columns.items()}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["a.yaml", "a.YML"])
def test_records_are_those_of_json(shape, name):
    whole = SHAPES[shape]
    assert table_of(name, yaml.safe_dump(whole, sort_keys=False)) == table_of("a.json", json.dumps(whole))


def test_documents_are_records():
    assert table_of("a.yaml", yaml.safe_dump_all(RECORDS)) == table_of("a.json", json.dumps(RECORDS))


def test_a_folder_of_runs_is_read():
    for record in RECORDS:
        path = Path("runs") / record["dataset"] / f"{record['model']['name']}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(record["metrics"]))
    Path("runs/README.md").write_text("# Runs\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    guess = guess_study(read_table("runs"), "runs")
    assert guess.metrics == {"test.accuracy": "higher"}
    assert guess.columns == {"dataset": "dataset", "algorithm": "algorithm"}


@pytest.mark.parametrize("name", ["README.txt", "readme", "NOTES.md", "LICENSE", "notes-2024.txt", "requirements.txt"])
def test_notes_next_to_data_are_no_data(name):
    Path("a").mkdir()
    Path("a/b.txt").write_text("dataset\tA\tB\nd1\t0.5\t0.6\nd2\t0.6\t0.7\n")
    Path("a", name).write_text("made in March; the last run was repeated\n" * 9)
    assert pattern_of(Path("a"), Findings()).pattern == "a/b.txt"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x [1, 2]\nb: *x\n", "aliases"),
        ("a: 1\na: 2\n", "the key 'a' is duplicated"),
        ("a: [1\n", "no YAML"),
        ("3\n", "this is a number"),
        ("a: !!python/object:os.system x\n", "no YAML"),
    ],
)
def test_what_is_no_record_is_refused(text, message):
    Path("a.yaml").write_text(text)
    with pytest.raises(FaultsFound, match=message):
        read_table("a.yaml")


@pytest.mark.parametrize("text", ["title: x\nscores:\n  files: a.csv\n", "scores:\n  # mine\n  layout: wide\n"])
def test_a_study_holds_no_scores(text):
    Path("study.yaml").write_text(text)
    with pytest.raises(FaultsFound, match=r"a file called '\.yaml' is not read"):
        read_table("study.yaml")


@pytest.mark.parametrize(("name", "message"), [("a.log", "the log of a program"), ("a.npy", "holds arrays")])
def test_a_refusal_says_what_kind_of_file_it_is(name, message):
    Path(name).write_bytes(b"epoch 1: loss 0.5\nepoch 2: loss 0.4; done\n")
    with pytest.raises(FaultsFound, match=message):
        read_table(name)
