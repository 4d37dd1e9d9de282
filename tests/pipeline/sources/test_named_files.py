"""Which files the names, globs and braces of `scores.files` name, and what names that are parted say."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound
from rankpress.sources.files import Captures, WrongPattern, find_files

WRITTEN = ("b.csv", "a.csv", "runs/z.csv", "runs/y.tsv", "runs/deep/x.csv", "runs[1].csv", "runs/.hidden.csv")


@pytest.fixture
def folder(tmp_path):
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
def test_files_are_sorted_and_each_stands_once(folder, patterns, files):
    assert find_files(folder, patterns) == files


def test_files_outside_are_named_from_the_folder(folder):
    outside = folder.parent / "other.csv"
    outside.write_text("x\n1\n", encoding="utf-8")
    assert find_files(folder, ["../other.csv"]) == ("../other.csv",)
    assert find_files(folder, [str(outside), str(folder / "a.csv")]) == ("../other.csv", "a.csv")


def test_all_that_is_not_there_is_reported_at_once(folder):
    with pytest.raises(FaultsFound) as error:
        find_files(folder, ["nope.csv", "a.csv", "runs/*.txt", "runs", "runs/"])
    assert [str(fault) for fault in error.value.faults] == [
        ("scores.files[0]: there is no file 'nope.csv'\n    expected: a path relative to the folder of study.yaml"),
        ("scores.files[2]: 'runs/*.txt' matches no file\n    expected: a glob that matches at least one file"),
        ("scores.files[3]: 'runs' is a folder\n    expected: a file or a glob\n    fix: write 'runs/*.csv'"),
        "scores.files[4]: 'runs/' is a folder",
    ]


@pytest.mark.nightly
def test_looking_for_files_imports_nothing_heavy():
    program = "import sys; from rankpress.sources.files import find_files; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=300)
    assert not {"numpy", "pandas", "scipy", "pydantic"} & set(ended.stdout.split())


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + "/*.csv", "x" * 300 + "/{dataset}.csv", "a\0b", "a\0b*"])
def test_a_name_that_no_system_takes_is_not_there(folder, name):
    with pytest.raises(FaultsFound, match=r"scores.files\[0\]: "):
        find_files(folder, [name])


def test_matching_names_has_an_end(folder, monkeypatch):
    monkeypatch.setattr("rankpress.sources.files.SECONDS", 0.2)
    for at in range(9):
        (folder / f"{'a' * 60}{at}.csv").touch()
    begun = time.process_time()
    with pytest.raises(FaultsFound, match=r"the names before it takes more than 0\.2 s"):
        find_files(folder, ["{dataset:(a|aa)+[.]x}.csv"])
    assert time.process_time() - begun < 10


def test_files_that_do_not_fit_are_passed_over(tmp_path):
    for name in ("a-1.json", "a-b.json", "c-2.json", "notes.json"):
        (tmp_path / name).write_text("{}")
    assert find_files(tmp_path, ["{algorithm}-{fold:[0-9]+}.json"]) == ("a-1.json", "c-2.json")


def test_names_that_can_be_parted_in_two_ways(faults):
    [message] = faults({"size_100_Ikeda.json": "1"}, files="{dataset}_{algorithm}.json")
    assert message == (
        "scores.files[0]: the name of 'size_100_Ikeda.json' can be parted in two ways: dataset 'size_100', algorithm"
        " 'Ikeda'; or dataset 'size', algorithm '100_Ikeda'\n"
        "    expected: braces that fit each name in one way\n"
        "    fix: say what a part is made of, such as {algorithm:[^_]+}, by a regular expression"
    )
    captures = Captures.of("{dataset}_{algorithm:[^_]+}.json")
    assert captures.read("size_100_Ikeda.json") == {"dataset": "size_100", "algorithm": "Ikeda"}


@pytest.mark.parametrize("pattern", ["{a:[}.json", "{a:(}.json", "{a:*}.json"])
def test_wrong_expressions(pattern):
    with pytest.raises(WrongPattern, match="no regular expression"):
        Captures.of(pattern)


def test_globs_beside_braces():
    for pattern, path, captured in (
        *(("**/{a}.json", "x/y/n.json", {"a": "n"}), ("**/{a}.json", "n.json", {"a": "n"})),
        *(("r?n[0-9]/*/{a}.json", "run3/any thing/n.json", {"a": "n"}), ("r[!a]n/{a}.json", "ran/n.json", None)),
        *(("{a}/{a}.json", "n/n.json", {"a": "n"}), ("{a}/{a}.json", "n/m.json", None)),
        ("(x+)/{a}.json", "(x+)/n.json", {"a": "n"}),
    ):
        captures = Captures.of(pattern)
        assert captures.read(path) == captured


PART = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=9).filter(
    lambda part: part == part.strip()
)


@given(st.lists(PART, min_size=3, max_size=3))
def test_whole_parts_come_back_whatever_they_hold(parts):
    captures = Captures.of("{a}/{b}/{c}.json")
    assert captures.read("/".join(parts) + ".json") == dict(zip("abc", parts, strict=True))


@pytest.mark.parametrize(("part", "role"), [("seed", "seed"), ("trial", "seed"), ("split", "fold")])
def test_a_part_of_the_path_that_tells_runs_apart_is_advised_for_what_it_numbers(faults, part, role):
    runs = {f"runs/{a}/d{d}/{n}.json": f'{{"accuracy": 0.{a}{d}{n}}}' for a in "12" for d in range(3) for n in range(3)}
    [first, *_] = faults(runs, files=f"runs/{{algorithm}}/{{dataset}}/{{{part}}}.json")
    assert f"write columns: {{{role}: {part}}} under scores" in first
