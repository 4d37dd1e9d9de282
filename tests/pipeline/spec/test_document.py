"""YAML with marks: scalars of the core schema, what is read, where it stands, how hostile documents are refused."""

import math
import time
from contextlib import suppress
from itertools import pairwise

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound
from rankpress.spec.document import WIDTH, Mark, excerpt, parse_document, plain_scalar, value_text


def read(text):
    return parse_document(text, "study.yaml")


def message_of(text):
    with pytest.raises(FaultsFound) as caught:
        read(text)
    return str(caught.value)


def test_marks_of_keys_and_values():
    document = read("a: 1\nb:\n  - x\n  - {c: no}\n")
    assert document.data == {"a": 1, "b": ["x", {"c": "no"}]}
    assert document.keys == {("a",): (1, 1), ("b",): (2, 1), ("b", 1, "c"): (4, 6)}
    assert document.values[("a",)] == (1, 4)
    assert document.values[("b",)] == (3, 3)
    assert document.values[("b", 1, "c")] == (4, 9)
    assert document.values[()] == (1, 1)


def test_anchors_are_read():
    assert read("a: &x [1, {b: 2}]\nc: *x\n").data == {"a": [1, {"b": 2}], "c": [1, {"b": 2}]}


@pytest.mark.parametrize(
    ("key", "shown", "remedy"),
    [
        ("1", "the number 1", "put it in quotes"),
        ("true", "true", "put it in quotes"),
        ("~", "null", "put it in quotes"),
        ("[a]", "the list [a]", "write one key: value a line"),
    ],
)
def test_keys_that_are_no_texts(key, shown, remedy):
    document = read(f"a: 1\n? {key}\n: 2\n")
    assert document.data == {"a": 1}
    [(mark, fault)] = document.faults
    assert mark == (2, 3)
    assert (fault.message, fault.expected, fault.remedy) == (
        f"the key {shown}, which is not a string",
        "a string",
        remedy,
    )


def test_tags():
    document = read("a: !!python/object/apply:os.system [x]\nb: !!set {c}\nd: !mine 1\ne: !!str 2\n")
    assert document.data == {"a": ["x"], "b": {"c": None}, "d": 1, "e": "2"}
    assert [str(fault).splitlines()[0] for _, fault in document.faults] == [
        "study.yaml:1:4: the tag '!!python/object/apply:os.system'",
        "study.yaml:2:4: the tag '!!set'",
        "study.yaml:3:4: the tag '!mine'",
    ]


def test_anchors_that_expand_without_bound():
    names = "abcdefghij"
    lines = [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise(names)]
    began = time.process_time()
    message = message_of("\n".join(["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]", *lines]))
    assert time.process_time() - began < 5
    assert message.splitlines()[0] == "study.yaml:6:8: more than 100000 values, those that aliases repeat included"


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 5000 + "1"])
def test_nesting_without_bound(text):
    assert "more than 40 lists and mappings inside each other" in message_of(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(FaultsFound):
        document = read(text)
        assert document.values or document.data is None


PLAIN = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(PLAIN, inner), max_leaves=20))
def test_reads_what_another_writer_wrote(data):
    assert read(yaml.dump(data, Dumper=QuotedDumper)).data == data


class QuotedDumper(yaml.SafeDumper):
    """Quotes every text, as PyYAML's own rules of when to quote are those of YAML 1.1; writes no aliases."""

    def ignore_aliases(self, data):
        return True


QuotedDumper.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("0", 0), ("012", 12), ("+12", 12), ("-19", -19), ("0o12", 10), ("0x3A", 58)),
        *(("1.10", 1.1), ("1e-3", 1e-3), ("1E3", 1000.0), ("+.5", 0.5), ("12.", 12.0), ("-2E+05", -2e5)),
        *((".inf", math.inf), ("-.Inf", -math.inf), ("+.INF", math.inf)),
        *(("true", True), ("False", False), ("null", None), ("~", None), ("", None)),
    ],
)
def test_core_schema(text, value):
    read = plain_scalar(text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        *("no", "yes", "on", "Off", "y", "12:30", "190:20:30", "2001-12-14", "1_000", "0b11"),
        *("=", "<<", "nan", "1e", ".", "0o8"),
    ],
)
def test_readings_of_yaml_1_1_are_texts(text):
    assert plain_scalar(text) == text


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**18), 10**18))
def test_numbers_of_python_are_read_back(number):
    assert plain_scalar(repr(number)) == number


def test_caret():
    assert excerpt(["a: 1", "bc: 2"], Mark(2, 5)) == "2 | bc: 2\n  |     ^"


@given(st.integers(1, 400))
def test_long_lines_are_clipped_around_the_place(column):
    line = "".join(chr(0x4E00 + i) for i in range(400))
    above, caret = excerpt([line], Mark(1, column)).splitlines()
    assert above[caret.index("^")] == line[column - 1]
    assert len(above) <= WIDTH + len("1 | ......")


def test_terminal_is_not_steered():
    line = "a: '\x1b[31m\u202e'\tb"
    replaced = "\N{REPLACEMENT CHARACTER}"
    assert excerpt([line], Mark(1, 1)).splitlines()[0] == f"1 | a: '{replaced}[31m{replaced}' b"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "empty"),
        (True, "true"),
        (12, "the number 12"),
        (0.5, "the number 0.5"),
        ("a\x1bb", "'a\\x1bb'"),
        ([], "an empty list"),
        ({}, "an empty mapping"),
        ([1, None, "x", {"a": False}], "the list [1, null, x, {a: false}]"),
        ({"a": [1]}, "the mapping {a: [1]}"),
        ("x" * 100, "'" + "x" * 55 + "...'"),
    ],
)
def test_values(value, text):
    assert value_text(value) == text
