"""Faults of a spec: each mistake is reported once, in whole, at its line and column, with the nearest valid key."""

import codecs
import json
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound
from rankpress.spec import complaints
from rankpress.spec.model import Study
from rankpress.spec.reading import MAX_BYTES, read_study

MINIMAL = "scores: {files: a.csv}\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(text, *overrides):
    Path("study.yaml").write_text(text, encoding="utf-8")
    return read_study("study.yaml", overrides)


def messages_of(text, *overrides):
    with pytest.raises(FaultsFound) as caught:
        read(text, *overrides)
    return [str(fault) for fault in caught.value.faults]


def fault(place, message, line, expected="", remedy=""):
    """A fault in whole, its place in study.yaml."""
    number, column = place.split(":")
    label = f"    {number} | "
    shown = f"study.yaml:{place}: {message}\n{label}{line}\n{' ' * (len(label) - 2)}| {' ' * (int(column) - 1)}^"
    return shown + (f"\n    expected: {expected}" if expected else "") + (f"\n    fix: {remedy}" if remedy else "")


class TestFiles:
    def test_no_such_file(self, here):
        with pytest.raises(FaultsFound) as caught:
            read_study("none.yaml")
        assert str(caught.value) == (
            "none.yaml: there is no such file\n"
            "    expected: the path of a study.yaml\n"
            "    fix: rankpress init DIR writes a starter study"
        )

    def test_folder(self, here):
        (here / "study").mkdir()
        (here / "study" / "study.yaml").touch()
        with pytest.raises(FaultsFound) as caught:
            read_study("study")
        assert str(caught.value) == (
            "study: this is a folder\n    expected: the path of a study.yaml\n    fix: name study/study.yaml"
        )

    def test_large_file(self, here):
        (here / "scores.csv").write_bytes(b"x" * (MAX_BYTES + 1))
        with pytest.raises(FaultsFound, match=r"^scores\.csv: the file has more than 1,048,576 bytes"):
            read_study("scores.csv")

    @pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
    def test_other_encoding(self, here, mark):
        (here / "study.yaml").write_bytes(mark + "title: \u00fc\nscores: caf".encode() + b"\xe9")
        with pytest.raises(FaultsFound) as caught:
            read_study("study.yaml")
        assert str(caught.value) == (
            "study.yaml:2:12: the byte 0xe9, which is not UTF-8\n"
            "    expected: text in UTF-8\n"
            "    fix: save the file as UTF-8"
        )

    def test_byte_order_mark(self, here):
        (here / "study.yaml").write_bytes(MINIMAL.encode("utf-8-sig"))
        assert read_study("study.yaml").study.scores.files == ("a.csv",)

    def test_place_bears_the_path_as_it_was_given(self, here):
        (here / "deep").mkdir()
        (here / "deep" / "study.yaml").write_text("scores: 1\n")
        with pytest.raises(FaultsFound) as caught:
            read_study(Path("deep") / "study.yaml")
        assert caught.value.faults[0].place == str(Path("deep", "study.yaml")) + ":1:9"


@pytest.mark.usefixtures("here")
class TestSource:
    """Faults that are found after reading point into the spec."""

    TEXT = "scores:\n  files: a.csv\ntest: {control: A}\norder: {prior: [A, B]}\n"

    def test_value(self):
        reported = read(self.TEXT).source.fault(("order", "prior", 1), "no algorithm 'B'", "one of A", "see")
        assert str(reported) == fault("4:20", "no algorithm 'B'", "order: {prior: [A, B]}", "one of A", "see")

    @pytest.mark.parametrize("path", [("scores", "metrics", 0, "name"), ("scores", "costs")])
    def test_value_that_was_left_out(self, path):
        assert read(self.TEXT).source.place(path) == "study.yaml:1:1"

    def test_override(self):
        source = read(self.TEXT, "test.control=Z", "curves.baseline=Q").source
        assert source.fault(("test", "control"), "no algorithm 'Z'").excerpt == ""
        assert source.place(("test", "control")) == "--set test.control"
        assert source.place(("curves",)) == "--set curves.baseline"
        assert source.place(("test",)) == "study.yaml:3:7"


@pytest.mark.usefixtures("here")
class TestOverrides:
    def test_values_are_yaml(self):
        study = read(
            "scores:\n  files: [a.csv]\n",
            *("test.alpha=1e-2", "test.control=no", "scores.files.0=b.csv", "title='1'", "plot=[cd]"),
            *("adjust=[holm, {bergmann-hommel: {monotone: true}}]", "adjust.0=bonferroni"),
            *("report.formats=[html]", "test.control="),
        ).study
        assert study.test.alpha == 0.01
        assert study.test.control is None
        assert study.scores.files == ("b.csv",)
        assert study.title == "1"
        assert [figure.name for figure in study.plot] == ["cd"]
        assert [method.name for method in study.adjust] == ["bonferroni", "bergmann-hommel"]
        assert study.report.formats == ("html",)

    def test_value_in_place_of_a_faulty_one(self):
        assert read(MINIMAL + "test: {alpha: 7}\n", "test.alpha=0.1").study.test.alpha == 0.1


SCALARS = st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["holm", "all", "A", "wide", "ranks", ""])
WORDS = (
    "title scores files layout columns metrics name better costs missing datasets rank ties tolerance test alpha "
    "omnibus pairwise control within adjust order cost prior curves baseline pairs plot report formats templates x"
)
KEYS = st.sampled_from(WORDS.split())
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=25
)


@given(data=st.dictionaries(KEYS, TREES, min_size=1))
def test_whatever_a_spec_says_is_read_or_reported(data, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "drawn.yaml"
    path.write_text(json.dumps(data), encoding="utf-8")  # which is YAML 1.2
    message = ""
    try:
        read_study(path)
    except FaultsFound as error:
        message = str(error)
    assert "Input should" not in message
    assert "<" not in message


@pytest.mark.usefixtures("here")
class TestMany:
    @pytest.mark.nightly
    @pytest.mark.parametrize(
        ("text", "more"),
        [
            ("".join(f"unknown_{at}: 1\n" for at in range(3000)), "2,950 more errors of the study"),
            ("title: a\n" * 3000, "2,949 more errors of keys and tags"),
            (f"rank: {{{', '.join(f'unknown_{at}: 1' for at in range(3000))}}}\n", "2,950 more errors of rank"),
            (f"plot: [{', '.join(f'cost-front: {{cost: c{at}}}' for at in range(999))}]\n", "949 more errors of plot"),
        ],
    )
    def test_those_beyond_the_first_are_counted(self, text, more):
        messages = messages_of(MINIMAL + text)
        assert len(messages) == 51
        assert messages[-1].splitlines()[0].endswith(f": and {more}")
        assert re.match(r"study.yaml:\d+:\d+: ", messages[-1])

    def test_paths_that_no_system_takes(self):
        for name in ("x" * 300, r"a\0b"):
            messages = messages_of(MINIMAL + f'report: {{theme: "{name}", templates: "{name}"}}\n')
            assert [one.split(": ")[0] for one in messages] == ["study.yaml:2:17", f"study.yaml:2:{32 + len(name)}"]


SECRET = "hunter2"
FOREIGN = {
    "text": f"{SECRET} is the word\n",
    "environment": f"TOKEN={SECRET}\0HOME=/root\0",
    "mapping": f"password: {SECRET}\nhost: a\n",
    "with a key of a study": f"title: a\npassword: {SECRET}\n",
    "list": f"[{SECRET}, 1]\n",
    "broken": f"{SECRET}: [\n",
    "twice": f"{SECRET}: 1\n{SECRET}: 2\n",
    "tag": f"a: !{SECRET} b\n",
    "alias": f"a: *{SECRET}\n",
    "Latin": f"{SECRET} \xe9\n",
}


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("extends", ["other", "../other", "{}/other"])
@pytest.mark.parametrize("linked", [False, True])
def test_no_word_of_a_file_that_is_no_study(name, extends, linked, tmp_path):
    folder = tmp_path / "study"
    folder.mkdir()
    path = folder / extends.format(tmp_path)
    path.write_bytes(FOREIGN[name].encode("latin-1" if name == "Latin" else "utf-8"))
    study = folder / "study.yaml"
    if linked:
        study.symlink_to(path)
    else:
        study.write_text(f"extends: {extends.format(tmp_path)}\n")
    if linked and path.parent == folder:
        return  # a study of the folder, whose lines are shown
    with pytest.raises(FaultsFound) as caught:
        read_study(study)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("key", ["theme: a.css", "templates: theirs", "templates: mine", "extends"])
def test_no_link_leads_out_of_the_folder(key, tmp_path):
    folder, other = tmp_path / "study", tmp_path / "other"
    (folder / "mine").mkdir(parents=True)
    other.mkdir()
    for name in ("a.css", "base.yaml", "b.j2"):
        (other / name).write_text("")
    for name, target in {"a.css": "a.css", "theirs": ".", "mine/b.j2": "b.j2", "base.yaml": "base.yaml"}.items():
        (folder / name).symlink_to(other / target)
    scores = "scores: {files: s.csv, layout: wide, metrics: [{name: m, better: higher}]}\n"
    (folder / "study.yaml").write_text("extends: base.yaml\n" if key == "extends" else f"{scores}report: {{{key}}}\n")
    with pytest.raises(FaultsFound, match="goes through a link that leads out of the folder of the study"):
        read_study(folder / "study.yaml")


def _walk(section, path=()):
    yield path, section
    for name, part in complaints._sections(section).items():
        yield from _walk(part, (*path, name))


@pytest.mark.nightly
def test_the_fix_of_an_unknown_key_stays_below_its_own_section(monkeypatch):
    for name in ("_sections", "_all_keys"):  # which plug-ins may add to, but not meanwhile
        monkeypatch.setattr(complaints, name, cache(getattr(complaints, name)))
    sections = [(path, section) for path, section in _walk(Study) if path]
    every = sorted({key for _, section in sections for key in complaints._all_keys(section)})
    advised = 0
    for number, (path, section) in enumerate(sections):
        # every sixth key, another sixth of them in each section
        for key in set(every[number % 6 :: 6]) - complaints._all_keys(section):
            remedy = complaints._unknown_key((*path, key), Study).remedy or ""
            if "move it:" not in remedy:
                continue
            homes = remedy.split(" is a key of ")[1].split(" and of ")
            assert ".".join(path) not in homes
            advised += 1
            if len(path) > 1 or any(home.split(".")[0] == path[0] for home in homes):
                assert {home.split(".")[0] for home in homes} == {path[0]}
    assert advised > 100 / 6


def test_an_unknown_key_of_an_algorithms_tuning_is_answered_by_those_of_tuning():
    complaint = complaints._unknown_key(("protocol", "tuning", "A", "seeds"), Study)
    assert complaint.remedy in ("", None)
    assert "by, data, tries" in complaint.expected
