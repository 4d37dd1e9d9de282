"""Which files a spec names: against folders made for each test.

Held: order, repetition and form of the paths; what is told of paths and globs that match nothing; that none of numpy,
pandas or pydantic is imported for it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.sources.files import find_files

WRITTEN = ("b.csv", "a.csv", "runs/z.csv", "runs/y.tsv", "runs/deep/x.csv", "runs[1].csv", "runs/.hidden.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in WRITTEN:
        path = tmp_path / "study" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n1\n", encoding="utf-8")
    return tmp_path / "study"


@pytest.mark.parametrize(
    ("patterns", "files"),
    [
        (["b.csv"], ("b.csv",)),
        (["b.csv", "a.csv", "b.csv", "./b.csv", "*.csv"], ("a.csv", "b.csv", "runs[1].csv")),
        (["runs/*"], ("runs/y.tsv", "runs/z.csv")),
        (["**/*.csv"], ("a.csv", "b.csv", "runs/deep/x.csv", "runs/z.csv", "runs[1].csv")),
        (["runs[1].csv"], ("runs[1].csv",)),
        (["runs/../a.csv"], ("a.csv",)),
    ],
)
def test_files_are_sorted_and_each_stands_once(folder: Path, patterns: list[str], files: tuple[str, ...]) -> None:
    assert find_files(folder, patterns) == files


def test_files_outside_are_named_from_the_folder(folder: Path) -> None:
    outside = folder.parent / "other.csv"
    outside.write_text("x\n1\n", encoding="utf-8")
    assert find_files(folder, ["../other.csv"]) == ("../other.csv",)
    assert find_files(folder, [str(outside), str(folder / "a.csv")]) == ("../other.csv", "a.csv")


def test_all_that_is_not_there_is_told_at_once(folder: Path) -> None:
    with pytest.raises(FaultsFound) as found:
        find_files(folder, ["nope.csv", "a.csv", "runs/*.txt", "runs", "runs/"])
    assert [str(fault) for fault in found.value.faults] == [
        ("scores.files[0]: there is no file 'nope.csv'\n    expected: a path relative to the folder of study.yaml"),
        ("scores.files[2]: 'runs/*.txt' matches no file\n    expected: a glob that matches one file at least"),
        ("scores.files[3]: 'runs' is a folder\n    expected: a file or a glob\n    to do: write 'runs/*.csv'"),
        "scores.files[4]: 'runs/' is a folder",
    ]


def test_looking_for_files_imports_nothing_heavy() -> None:
    program = "import sys; from rankpress.sources.files import find_files; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=120)
    assert not {"numpy", "pandas", "scipy", "pydantic"} & set(ended.stdout.split())


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + "/*.csv", "x" * 300 + "/{dataset}.csv", "a\0b", "a\0b*"])
def test_a_name_that_no_system_takes_is_not_there(folder: Path, name: str) -> None:
    with pytest.raises(FaultsFound, match=r"scores.files\[0\]: "):
        find_files(folder, [name])


def test_matching_names_has_an_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankpress.sources.files.SECONDS", 0.2)
    for at in range(9):
        (folder / f"{'a' * 60}{at}.csv").touch()
    begun = time.monotonic()
    with pytest.raises(FaultsFound, match=r"the names before it takes more than 0\.2 s"):
        find_files(folder, ["{dataset:(a|aa)+[.]x}.csv"])
    assert time.monotonic() - begun < 10
