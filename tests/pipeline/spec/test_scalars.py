"""Scalars against YAML 1.2.2, section 10.3.2: the core schema's table of tags.

The readings of YAML 1.1 that the core schema ended are held to be texts.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.spec.document import plain_scalar, tagged_scalar


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("0", 0), ("012", 12), ("+12", 12), ("-19", -19), ("0o12", 10), ("0x3A", 58)),
        *(("1.10", 1.1), ("1e-3", 1e-3), ("1E3", 1000.0), ("+.5", 0.5), ("12.", 12.0), ("-2E+05", -2e5)),
        *((".inf", math.inf), ("-.Inf", -math.inf), ("+.INF", math.inf)),
        *(("true", True), ("False", False), ("null", None), ("~", None), ("", None)),
    ],
)
def test_core_schema(text: str, value: object) -> None:
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
def test_readings_of_yaml_1_1_are_texts(text: str) -> None:
    assert plain_scalar(text) == text


def test_not_a_number() -> None:
    read = plain_scalar(".nan")
    assert isinstance(read, float)
    assert math.isnan(read)


def test_number_longer_than_python_converts() -> None:
    assert plain_scalar("9" * 5000) == math.inf


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**18), 10**18))
def test_numbers_of_python_are_read_back(number: float) -> None:
    assert plain_scalar(repr(number)) == number


@pytest.mark.parametrize(
    ("text", "tag", "value"),
    [("12", "str", "12"), ("no", "str", "no"), ("12", "float", 12.0), ("12", "int", 12), ("true", "bool", True)],
)
def test_tags_of_the_core_schema(text: str, tag: str, value: object) -> None:
    assert tagged_scalar(text, f"tag:yaml.org,2002:{tag}") == value


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        *(("x", "tag:yaml.org,2002:int"), ("1.5", "tag:yaml.org,2002:int")),
        *(("x", "tag:yaml.org,2002:binary"), ("x", "!mine")),
    ],
)
def test_other_tags_are_refused(text: str, tag: str) -> None:
    with pytest.raises(ValueError, match=tag):
        tagged_scalar(text, tag)
