"""JSON that is written quickly is, byte for byte, what the standard library writes with an indent of 1."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankpress.core.labels import Name
from rankpress.core.text import indented_json

# texts that look like the ends of mappings, and line breaks of all kinds
TEXTS = st.one_of(st.text(), st.sampled_from(["},\n  {", "}", "{", "\n", "\r\u2028\x85", '"', "\\", "},{"]))
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS,
    TEXTS.map(lambda text: Name(text, key="k")),
)  # fmt: skip
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner).map(tuple),
        st.dictionaries(TEXTS, inner),
        st.lists(st.dictionaries(TEXTS, LEAVES)),
    ),
    max_leaves=30,
)


@given(VALUES)
@example([{"a": 1}, {}, {"b": "},\n   {"}, {"c": []}, {"d": 2.0}, {"e": None}])
@example({"a": [{"a": 1, "b": 2}, {"a": 3, "b": 4}], "b": 1, "c": {"d": [[], {}, 0.1, 1e-7, True]}})
def test_as_the_standard_library_writes_it(value: object) -> None:
    assert indented_json(value) == json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)


@pytest.mark.parametrize("value", [math.nan, [math.inf], {"a": -math.inf}, [{"a": math.nan}]])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="JSON"):
        indented_json(value)
