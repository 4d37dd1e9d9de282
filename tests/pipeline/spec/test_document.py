"""YAML with marks: what is read, where it stands, and how broken or hostile documents are refused.

Not held here: that the parser itself is right, which is libyaml's.
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import pairwise

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound
from rankpress.spec.document import Document, parse_document


def read(text: str) -> Document:
    return parse_document(text, "study.yaml")


def told(text: str) -> str:
    with pytest.raises(FaultsFound) as caught:
        read(text)
    return str(caught.value)


def test_marks_of_keys_and_values() -> None:
    document = read("a: 1\nb:\n  - x\n  - {c: no}\n")
    assert document.data == {"a": 1, "b": ["x", {"c": "no"}]}
    assert document.keys == {("a",): (1, 1), ("b",): (2, 1), ("b", 1, "c"): (4, 6)}
    assert document.values[("a",)] == (1, 4)
    assert document.values[("b",)] == (3, 3)
    assert document.values[("b", 1, "c")] == (4, 9)
    assert document.values[()] == (1, 1)


def test_columns_count_characters() -> None:
    assert read("µ: {Ω: 1}\n").keys[("µ", "Ω")] == (1, 5)


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n"])
def test_empty_document_has_no_data(text: str) -> None:
    assert read(text).data is None


def test_anchors_are_read() -> None:
    assert read("a: &x [1, {b: 2}]\nc: *x\n").data == {"a": [1, {"b": 2}], "c": [1, {"b": 2}]}


def test_repeated_values_are_not_shared() -> None:
    data = read("a: &x [1]\nc: *x\n").data
    assert data["a"] is not data["c"]


def test_repeated_keys() -> None:
    document = read("a: 1\nb: {x: 1, x: [2]}\na: 3\n")
    assert document.data == {"a": 1, "b": {"x": 1}}
    assert [str(fault) for _, fault in document.faults] == [
        (
            "study.yaml:2:11: the key 'x' stands twice, first in line 2\n"
            "    2 | b: {x: 1, x: [2]}\n"
            "      |           ^\n"
            "    expected: each key once"
        ),
        (
            "study.yaml:3:1: the key 'a' stands twice, first in line 1\n"
            "    3 | a: 3\n"
            "      | ^\n"
            "    expected: each key once"
        ),
    ]


@pytest.mark.parametrize(
    ("key", "shown", "remedy"),
    [
        ("1", "the number 1", "put it in quotes"),
        ("true", "true", "put it in quotes"),
        ("~", "null", "put it in quotes"),
        ("[a]", "the list [a]", "write one key: value a line"),
    ],
)
def test_keys_that_are_no_texts(key: str, shown: str, remedy: str) -> None:
    document = read(f"a: 1\n? {key}\n: 2\n")
    assert document.data == {"a": 1}
    [(mark, fault)] = document.faults
    assert mark == (2, 3)
    assert (fault.message, fault.expected, fault.remedy) == (
        f"the key {shown}, which is not a text",
        "a text",
        remedy,
    )


def test_tags() -> None:
    document = read("a: !!python/object/apply:os.system [x]\nb: !!set {c}\nd: !mine 1\ne: !!str 2\n")
    assert document.data == {"a": ["x"], "b": {"c": None}, "d": 1, "e": "2"}
    assert [str(fault).splitlines()[0] for _, fault in document.faults] == [
        "study.yaml:1:4: the tag '!!python/object/apply:os.system'",
        "study.yaml:2:4: the tag '!!set'",
        "study.yaml:3:4: the tag '!mine'",
    ]


def test_several_documents() -> None:
    assert told("a: 1\n---\nb: 2\n") == (
        "study.yaml:2:1: a second YAML document begins here\n"
        "    2 | ---\n"
        "      | ^\n"
        "    expected: one document\n"
        "    to do: remove the line --- and what follows it, or put that in a file of its own"
    )


def test_tab() -> None:
    assert told("a:\n\tb: 1\n") == (
        "study.yaml:2:1: a tab indents this line\n"
        "    2 |  b: 1\n"
        "      | ^\n"
        "    expected: blanks\n"
        "    to do: put two blanks for each tab"
    )


def test_unclosed_quote_is_told_where_it_opens() -> None:
    assert told("a: 1\nb: 'x\nc: 2\n") == (
        "study.yaml:2:4: not YAML: the quoted text that begins here has no end\n"
        "    2 | b: 'x\n"
        "      |    ^\n"
        "    expected: the closing quote"
    )


def test_unclosed_list() -> None:
    assert told("a: [1, 2\nb: 3\n") == (
        "study.yaml:2:2: not YAML: the list that is open here goes on without , or ]\n"
        "    2 | b: 3\n"
        "      |  ^\n"
        "    expected: a comma between two items, ] after the last"
    )


def test_colon_in_a_text() -> None:
    assert told("title: Trees: a comparison\n") == (
        "study.yaml:1:13: not YAML: a colon where no key can stand\n"
        "    1 | title: Trees: a comparison\n"
        "      |             ^\n"
        "    expected: a key at the indent of its neighbours, or a text in quotes\n"
        "    to do: align the key, or put the text that holds the colon in quotes"
    )


def test_line_without_colon() -> None:
    assert told("a: 1\nb\nc: 2\n") == (
        "study.yaml:2:1: not YAML: this line has no colon\n    2 | b\n      | ^\n    expected: key: value"
    )


def test_control_character() -> None:
    assert told("a: x\n\N{GREEK SMALL LETTER BETA}: \x07\n") == (
        "study.yaml:2:4: the character U+0007, which YAML does not take\n"
        "    2 | \N{GREEK SMALL LETTER BETA}: \N{REPLACEMENT CHARACTER}\n"
        "      |    ^\n"
        "    expected: printable text\n"
        "    to do: remove it"
    )


def test_alias_of_nothing() -> None:
    assert told("a: *x\n").splitlines()[0] == "study.yaml:1:4: an alias (*) repeats a value that no anchor (&) names"


def test_alias_inside_its_anchor() -> None:
    assert (
        told("a: &x {b: [*x]}\n").splitlines()[0] == "study.yaml:1:12: an alias (*) stands inside the value it repeats"
    )


def test_anchors_that_expand_without_bound() -> None:
    names = "abcdefghij"
    lines = [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise(names)]
    began = time.monotonic()
    message = told("\n".join(["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]", *lines]))
    assert time.monotonic() - began < 5
    assert message.splitlines()[0] == "study.yaml:6:8: more than 100000 values, those that aliases repeat included"


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 5000 + "1"])
def test_nesting_without_bound(text: str) -> None:
    assert "more than 40 lists and mappings inside each other" in told(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(FaultsFound):
        document = read(text)
        assert document.values or document.data is None


PLAIN = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(PLAIN, inner), max_leaves=20))
def test_reads_what_another_writer_wrote(data: object) -> None:
    assert read(yaml.dump(data, Dumper=QuotedDumper)).data == data


class QuotedDumper(yaml.SafeDumper):
    """Quotes every text, as PyYAML's own rules of when to quote are those of YAML 1.1; writes no aliases."""

    def ignore_aliases(self, data: object) -> bool:
        return True


QuotedDumper.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
)
