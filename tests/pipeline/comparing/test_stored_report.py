"""Reading earlier reports: a folder, a results.json alone, and everything that is damaged or of another program."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.diff.comparison import compare_reports
from rankpress.diff.stored_report import StoredReport, fingerprint, read_stored

METRIC = {
    "better": "higher",
    "datasets": ["d"],
    "algorithms": ["A", "B"],
    "average_ranks": {"A": 1.0, "B": 2.0},
}
RESULTS: dict[str, Any] = {"schema": "rankpress.results/1", "title": "T", "alpha": 0.05, "metrics": {"m": METRIC}}


def write(folder: Path, results: object = RESULTS, listed: str | None = None) -> Path:
    """A report of a results.json and a manifest that vouches for it."""
    folder.mkdir(exist_ok=True)
    content = (results if isinstance(results, str) else json.dumps(results)).encode("utf-8", "surrogateescape")
    (folder / "results.json").write_bytes(content)
    manifest = {
        "schema": "rankpress.manifest/1",
        "rankpress": "0.1",
        "versions": {},
        "spec": {"test": {"alpha": 0.05}},
        "inputs": [{"path": "a.csv", "size": 1, "sha256": "0"}],
        "outputs": [{"path": "results.json", "sha256": listed or hashlib.sha256(content).hexdigest()}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_a_folder_and_its_results_json_are_the_same(tmp_path: Path) -> None:
    folder = write(tmp_path / "report")
    assert read_stored(folder) == read_stored(folder / "results.json")
    assert read_stored(folder).versions == {"rankpress": "0.1"}


def test_results_alone(tmp_path: Path) -> None:
    folder = write(tmp_path / "report")
    (folder / "manifest.json").unlink()
    assert read_stored(folder).manifest is None
    copied = tmp_path / "copied.json"
    copied.write_bytes((folder / "results.json").read_bytes())
    write(tmp_path)
    assert read_stored(copied).manifest is None  # the manifest next to it is of another


def test_a_manifest_that_does_not_vouch(tmp_path: Path) -> None:
    folder = write(tmp_path / "report", listed="0" * 64)
    with pytest.raises(FaultsFound, match="is not the one that"):
        read_stored(folder)
    assert read_stored(folder / "results.json").manifest is None
    (folder / "manifest.json").write_text("{")
    with pytest.raises(FaultsFound, match=r"manifest.json: the file is no whole JSON"):
        read_stored(folder)
    assert read_stored(folder / "results.json").manifest is None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "no whole JSON"),
        (json.dumps(RESULTS)[:-3], "no whole JSON"),
        ("\udcff\udcfe", "no whole JSON"),
        ("[" * 100_000, "no whole JSON"),
        ("[]", "no whole report of rankpress"),
        ("{}", "no whole report of rankpress: schema (field required)"),
        (RESULTS | {"schema": "rankpress.results/2"}, "its schema is 'rankpress.results/2'"),
        (RESULTS | {"schema": "vega\nlite"}, "its schema is"),
        (RESULTS | {"metrics": []}, "metrics"),
        (RESULTS | {"alpha": "often"}, "alpha"),
        (RESULTS | {"metrics": {"m": METRIC | {"average_ranks": {"A": None}}}}, "metrics.m.average_ranks.A"),
        (json.dumps(RESULTS).replace("0.05", "1e999"), "alpha"),
        (json.dumps(RESULTS).replace("0.05", "NaN"), "alpha"),
        (RESULTS | {"metrics": {"m": {}}}, "metrics.m.better"),
    ],
)
def test_damaged_and_foreign_files(tmp_path: Path, content: object, expected: str) -> None:
    folder = write(tmp_path / "report", content)
    with pytest.raises(FaultsFound) as caught:
        read_stored(folder)
    [fault] = caught.value.faults
    assert expected in fault.message
    assert fault.place == str(folder / "results.json")


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(FaultsFound, match=r"there is no results\.json in this folder"):
        read_stored(tmp_path)
    with pytest.raises(FaultsFound, match="there is no such file or folder"):
        read_stored(tmp_path / "gone")


def test_the_smallest_report_can_be_compared(tmp_path: Path) -> None:
    """What other versions of rankpress omitted or added does not keep reports from being compared."""
    report = read_stored(write(tmp_path / "report", RESULTS | {"later": {"a": 1}}))
    assert not compare_reports(report, report)


def test_fingerprint_ignores_an_earlier_comparison(tmp_path: Path, make_report: Callable[..., StoredReport]) -> None:
    first = read_stored(write(tmp_path / "a"))
    assert fingerprint(None) == ""
    assert fingerprint(first) == fingerprint(read_stored(write(tmp_path / "b", RESULTS | {"baseline": {"x": 1}})))
    assert fingerprint(first) != fingerprint(read_stored(write(tmp_path / "c", RESULTS | {"alpha": 0.1})))
