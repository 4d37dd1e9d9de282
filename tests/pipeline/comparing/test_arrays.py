"""Long lists of results.json in a file of arrays: the same comes back, and another file is refused."""

import json
from typing import cast

import numpy as np
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.diff.comparison import compare_reports, fingerprint, read_stored
from rankpress.topics.results import results_files
from rankpress.topics.results_arrays import ARRAYS, in_two_files
from rankpress.topics.results_model import Results

KEYS = {"comparisons", "within", "within_wins", "means", "ranks"}


@pytest.fixture
def stored(make_report, table, tmp_path, monkeypatch):
    """A report with all its lists, and the folder in which the long ones are arrays."""
    report = make_report(table, folds=4)
    monkeypatch.setattr("rankpress.topics.results_arrays.MOST_VALUES", 20)
    folder = tmp_path / "stored"
    folder.mkdir()
    for name, content in results_files(report.results).items():
        (folder / name).write_bytes(content)
    return report, folder


def plain(results):
    """Results as JSON has them."""
    return json.loads(json.dumps(results, default=list))


def test_what_was_written_comes_back(stored):
    report, folder = stored
    written = json.loads((folder / "results.json").read_text())
    assert set(written["arrays"]["metrics"]["accuracy"]) == KEYS
    assert not KEYS & set(written["metrics"]["accuracy"])
    back = read_stored(folder)
    assert plain(back.results) == plain(report.results)
    assert compare_reports(back, report) == ()
    assert fingerprint(back) == fingerprint(read_stored(folder / "results.json"))


def test_the_arrays_are_named_by_their_keys(stored):
    report, folder = stored
    listed = json.loads((folder / "results.json").read_text())["arrays"]["metrics"]["accuracy"]["comparisons"]
    with np.load(folder / ARRAYS) as arrays:
        columns = {".".join(map(str, column["path"])): arrays[column["array"]] for column in listed["columns"]}
    comparisons = report.results["metrics"]["accuracy"]["comparisons"]
    assert columns["adjusted.holm"].tolist() == [pair["adjusted"]["holm"] for pair in comparisons]
    assert columns["a"].tolist() == [pair["a"] for pair in comparisons]
    assert columns["wins"].dtype == np.int64


def test_keys_that_some_records_have(monkeypatch):
    monkeypatch.setattr("rankpress.topics.results_arrays.MOST_VALUES", 3)
    records = [
        {"a": "x", "b": "y", "p": None, "why": "no difference", "df": [1, 2.5]},
        {"a": "x", "b": "z", "p": 0.5, "favours": None},
        {"a": "y", "b": "z", "p": 0.25, "df": 3},
    ]
    whole = cast("Results", {"metrics": {"m/../x\0": {"comparisons": records}}})
    short, content = in_two_files(whole)
    from rankpress.topics.results_arrays import in_one

    [metric] = in_one(short, content)["metrics"].values()
    assert [*metric["comparisons"]] == records
    assert in_two_files(whole) == (short, content)  # the same bytes again


def test_short_lists_stay(make_report, table):
    results = make_report(table).results
    assert set(results_files(results)) == {"results.json"}
    assert isinstance(results["metrics"]["accuracy"]["comparisons"], list)


@pytest.mark.parametrize("damage", ["gone", "another", "no archive"])
def test_other_arrays_are_refused(stored, damage):
    _, folder = stored
    if damage == "gone":
        (folder / ARRAYS).unlink()
    else:
        np.savez(folder / ARRAYS, x=[1]) if damage == "another" else (folder / ARRAYS).write_bytes(b"PK")
    with pytest.raises(FaultsFound) as caught:
        read_stored(folder)
    [fault] = caught.value.faults
    assert fault.place == str(folder / ARRAYS)


def test_records_without_their_keys_are_refused(stored):
    _, folder = stored
    results = json.loads((folder / "results.json").read_text())
    listed = results["arrays"]["metrics"]["accuracy"]["comparisons"]
    listed["columns"] = [column for column in listed["columns"] if column["path"] != ["a"]]
    (folder / "results.json").write_text(json.dumps(results))
    with pytest.raises(FaultsFound, match=r"comparisons\.0\.a \(field required\)"):
        read_stored(folder)
