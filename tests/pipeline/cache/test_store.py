"""The store: what comes back is what was put in, and nothing damaged or foreign is trusted."""

from __future__ import annotations  # which the store reads as texts

import dataclasses
import math
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rankpress.analysis import Analyses
from rankpress.cache.encoding import decode, encode
from rankpress.cache.shelf import Shelf
from rankpress.cache.store import Store, digest, open_store, restricted
from rankpress.cache.work import Unmade, Work
from rankpress.checks.agreement import stored_scores
from rankpress.core.scores import Folds, Gap, MetricScores
from rankpress.figures.canvas import LegendEntry
from rankpress.spec.model import CurvesOptions, TestOptions
from rankpress.spec.reading import read_study
from rankpress.spec.statistics_sections import TestMethods
from rankpress.wording.text import dataset_named, mathematics, say

ARRAYS = hnp.arrays(
    st.sampled_from([np.dtype(kind) for kind in ("float64", "int64", "int32", "bool")]), hnp.array_shapes(max_dims=3)
)
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), ARRAYS, st.floats().map(np.float64)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner).map(tuple),
        st.integers(0, 9).map(range),
        st.dictionaries(st.one_of(st.text(), st.integers()), inner),
    ),
    max_leaves=12,
)


def same(one, other):
    """Equal, of the same types all the way down, nan being equal to itself."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray | np.generic):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, float):
        return (math.isnan(one) and math.isnan(other)) or (one, math.copysign(1, one)) == (
            other,
            math.copysign(1, other),
        )
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def why(store, value, unit=""):
    """Why a dry run would compute a result; empty where it is kept."""
    dry = Store(store.folder, dry=True, unit=unit)
    dry.call("test", lambda a: None, value)
    return dry.work[0].why


@given(VALUES)
def test_what_goes_in_comes_out(value):
    assert same(decode(encode(value)), value)


def test_objects_of_ours():
    folds = Folds(np.ones(3, np.int64), np.arange(3), np.ones((3, 2)), None, np.full(3, 7.0))
    back = decode(encode((folds, Gap("iris", "knn", 1, 2), frozenset({"b", "a"}))))
    assert back[1:] == (Gap("iris", "knn", 1, 2), frozenset({"a", "b"}))
    assert all(same(getattr(back[0], field.name), getattr(folds, field.name)) for field in dataclasses.fields(folds))


@pytest.mark.parametrize("width", ["1.2", "0.0", "-0.0"])
def test_equal_objects_are_the_same_bytes_whatever_holds_their_values(width):
    entry, other = LegendEntry("mean"), LegendEntry("mean", width=float(width))
    assert (encode(entry) == encode(other)) == same(entry.width, other.width)
    assert same(decode(encode(other)).width, other.width)


def test_texts_keep_what_they_refer_to():
    text = say("Within {}: {}.", dataset_named("iris"), mathematics("x^2", "x²"))
    assert decode(encode([text])) == [text]


def test_a_function_that_knows_more_than_its_name_tells_is_no_part():
    assert encode(digest)
    [within] = [lambda: 1]
    within.__module__ = "rankpress.made_up"
    with pytest.raises(TypeError, match="within a function"):
        encode(within)


@pytest.mark.parametrize("value", [object(), Path("/"), 1j, np.array(["a"]), np.array([None]), print, len, Analyses()])
def test_what_is_no_data_of_ours_is_refused(value):
    with pytest.raises(TypeError):
        encode(value)


def test_a_result_is_computed_once(tmp_path):
    calls = []

    def compute(scores, where, store):
        calls.append(1)
        return 0.5, None

    for folder in ("one", "other"):  # where something is does not count, what it is does
        store = Store(tmp_path / "kept", unit="accuracy")
        assert store.call("test", compute, np.arange(3.0), tmp_path / folder, store) == (0.5, None)
    assert calls == [1]
    assert store.work == [Work("test", "accuracy")]


def test_reasons_name_what_a_user_knows(tmp_path):
    def compute(scores, options: TestOptions, curves: CurvesOptions | None, alpha): ...

    store, options = Store(tmp_path), TestOptions()
    store.call("test", compute, np.arange(3.0), options, None, 0.1)
    store.call("test", compute, np.arange(3.0), options.model_copy(update={"tuning_runs": 2}), None, 0.1)
    store.call("test", compute, np.arange(3.0), options, CurvesOptions(pairs="all"), 0.2)
    store.call("test", lambda _: None, 1)
    store.call("test", lambda _: None, 2, also={"runs/iris.csv": "a hash"})
    assert [work.why for work in store.work[:2]] == [("not computed yet",), ("test.tuning_runs changed",)]
    assert {"test.tuning_runs changed", "curves.pairs changed", "test.alpha changed"} <= {*store.work[2].why}
    assert "runs/iris.csv changed" in store.work[4].why


def test_keys_that_a_function_was_not_given_cannot_be_read():
    given = TestOptions(control="ours", alpha=0.01)
    narrow = restricted(given, TestMethods)
    assert type(narrow) is TestMethods
    assert (narrow.control, narrow.model_fields_set) == ("ours", {"control"})
    with pytest.raises(AttributeError):
        _ = narrow.alpha


def test_reasons_name_keys_of_narrowed_sections(tmp_path):
    store = Store(tmp_path)
    for control in ("ours", "theirs"):
        store.call("test", lambda options: None, restricted(TestOptions(control=control), TestMethods))
    assert store.work[1].why == ("test.control changed",)


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(MetricScores)])
def test_every_field_of_scores_counts(tmp_path, name):
    store, scores = Store(tmp_path), MetricScores("a", "higher", ("p", "q"), ("x", "y"), np.ones((2, 2)))
    other = {"means": np.zeros((2, 2)), "folds": (Gap("x", "p", 0, 1), None), "outcomes": (None, 1)}
    store.call("test", lambda scores: None, scores)
    store.call("test", lambda scores: None, dataclasses.replace(scores, **{name: other.get(name, ("other", "y"))}))
    assert store.work[1].why


@pytest.mark.nightly
def test_no_byte_of_a_damaged_entry_is_trusted(tmp_path):
    store = Store(tmp_path)
    store.call("test", lambda a: {"p": np.arange(2.0)}, 1)
    [path] = (tmp_path / "entries").glob("*/*")
    whole = path.read_bytes()
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert store.call("test", lambda a: "again", 1) == "again"
        path.write_bytes(whole)
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        assert store.call("test", lambda a: "again", 1) == "again"


HOSTILE = (
    *(b'["object","os:system",{"command":"touch /tmp/owned"}]', b'["object","rankpress.__main__:main",{}]'),
    *(b'["array","<f8",[1000000000000000000000000000000],0,0]', b'["array","<f8",[-1,0],0,0]'),
    *(b'["bytes",1e308,1]', b"[" * 100_000, b"1" * 5000),
)


@pytest.mark.parametrize("tree", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("length", [None, 2**64 - 1])
def test_a_hostile_entry_with_a_right_checksum_is_computed_again(tmp_path, tree, length):
    store = Store(tmp_path)
    store.call("test", lambda a: 1, 1)
    [path] = (tmp_path / "entries").glob("*/*")
    encoded = (length or len(tree)).to_bytes(8, "little") + tree
    Shelf(tmp_path, 10**9).keep(path.parent.name + path.name, encoded)
    assert path.read_bytes().endswith(tree)
    assert store.call("test", lambda a: "again", 1) == "again"


def test_what_a_killed_build_was_writing_goes_in_time(tmp_path):
    store = Store(tmp_path)
    store.call("test", lambda a: 1, 1)
    [path] = (tmp_path / "entries").glob("*/*")
    left, begun = path.with_name(".left"), path.with_name(".begun")
    for half in (left, begun, path):
        half.write_bytes(path.read_bytes())
        os.utime(half, ns=(half.stat().st_mtime_ns - (0 if half is begun else 10**13),) * 2)
    store.prune()
    assert (left.exists(), begun.exists(), path.exists()) == (False, True, True)


def test_there_are_only_so_many_files(tmp_path, monkeypatch):
    monkeypatch.setattr("rankpress.cache.shelf.MOST_FILES", 7)
    store = Store(tmp_path)
    for number in range(9):
        store.of(str(number)).call("test", lambda a: 1, number)
    store.prune()
    assert sum(path.is_file() for folder in ("entries", "last") for path in (tmp_path / folder).rglob("*")) == 7


def test_what_was_not_used_for_longest_goes(tmp_path):
    store = Store(tmp_path, most_bytes=25_000)
    for number in range(4):
        store.of(str(number)).call("test", lambda a: b"x" * 10_000, number)
        for path in (tmp_path / "entries").glob("*/*"):
            os.utime(path, ns=(path.stat().st_mtime_ns - 10**9,) * 2)
    store.of("0").call("test", lambda a: b"never", 0)
    store.prune()
    kept = [number for number in range(4) if not why(store, number, str(number))]
    assert kept == [0, 3]


def test_a_folder_that_cannot_be_written_keeps_nothing_and_harms_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file")
    assert [store.call("test", lambda a: 7, 1) for _ in range(2)] == [7, 7]
    store.prune()
    assert Store(None).call("test", lambda a: 8, 1) == 8


@pytest.mark.nightly
def test_the_hash_is_the_same_in_another_process():
    import subprocess
    import sys

    code = "from rankpress.cache.store import digest; print(digest({'a': frozenset('abc'), 'b': (1.5, None)}))"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert other.stdout.strip() == digest({"a": frozenset("abc"), "b": (1.5, None)})


@pytest.mark.parametrize("link", [".rankpress", ".rankpress/entries", ".rankpress/last"])
def test_a_store_from_elsewhere_changes_nothing_behind_a_link(tmp_path, link):
    home = tmp_path / "home"
    (home / "deep").mkdir(parents=True)
    for path in (home / ".bashrc", home / "deep" / ".profile"):
        path.write_text("mine")
        os.utime(path, (1, 1))  # as old as what a build left that was killed
    (tmp_path / link).parent.mkdir(exist_ok=True)
    (tmp_path / link).symlink_to(home)
    store = Store(tmp_path / ".rankpress", most_bytes=2)
    assert store.call("test", lambda a: 7, 1) == 7
    store.prune()
    assert sorted(path.name for path in home.rglob("*")) == [".bashrc", ".profile", "deep"]
    assert (home / ".bashrc").stat().st_mtime == 1


def test_an_entry_that_is_no_file_counts_for_nothing(tmp_path):
    store = Store(tmp_path)
    store.call("test", lambda a: 7, 1)
    [path] = (tmp_path / "entries").glob("*/*")
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert why(store, 1) == ("its result is gone",)
    assert store.call("test", lambda a: 7, 1) == 7
    assert not path.is_symlink()


def test_a_file_called_as_an_option_does_not_hide_it(tmp_path):
    rows = [f"d{number};{number},820;{number},790" for number in range(1, 9)]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset;A;B", *rows, ""]))
    means = []
    for key in ("thousands", "decimal"):
        text = f'scores: {{files: scores.csv, layout: wide, csv: {{{key}: ","}}}}\n'
        (tmp_path / "study.yaml").write_text(text)
        read = read_study(tmp_path / "study.yaml")
        [metric] = stored_scores(read, open_store(read)).metrics
        means.append(metric.means[0, 0])
    assert means == [1820, 1.82]


def test_a_dry_run_has_the_pieces_that_are_kept(tmp_path):
    Store(tmp_path).map("half", lambda number: number / 2, items={"one": 1, "two": 2})
    [kept, missing] = Store(tmp_path, dry=True).map("half", lambda number: number / 2, items={"two": 2, "three": 3})
    assert kept == 1
    assert isinstance(missing, Unmade)
