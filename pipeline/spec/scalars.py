"""Scalars by YAML 1.2's core schema, which is what editors and other languages read.

`1e-3` and `1.10` are numbers; `no`, `12:30`, `2006-01-31` and `1_000` are texts; `012` is twelve and `0o12` ten.
"""

from __future__ import annotations

import re

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, object] = {
    **dict.fromkeys(["", "~", "null", "Null", "NULL"]),
    **dict.fromkeys(["true", "True", "TRUE"], True),
    **dict.fromkeys(["false", "False", "FALSE"], False),
    **{sign + word: float(sign + "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys([".nan", ".NaN", ".NAN"], float("nan")),
}

_CORE = "tag:yaml.org,2002:"
_KINDS: dict[str, type] = {"null": type(None), "bool": bool, "int": int, "float": float}
_COLLECTIONS = {"seq": list, "map": dict}


def plain_scalar(text: str) -> object:
    """The value of an unquoted scalar: None, a bool, an int, a float, or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        try:
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        except ValueError:  # longer than Python converts
            return float(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def tagged_scalar(text: str, tag: str) -> object:
    """The value of a scalar with a tag of the core schema, such as ``!!str``.

    Raises
    ------
    ValueError
        The tag is another one, or the text is nothing of its kind.
    """
    if tag in ("!", f"{_CORE}str"):
        return text
    kind = _KINDS.get(tag.removeprefix(_CORE))
    value = plain_scalar(text)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is None or type(value) is not kind:
        raise ValueError(tag)
    return value


def fits_collection(tag: str | None, kind: type) -> bool:
    """Whether a sequence (list) or mapping (dict) may bear the tag."""
    return tag in (None, "!") or _COLLECTIONS.get(str(tag).removeprefix(_CORE)) is kind


def short_tag(tag: str) -> str:
    """The tag as it is written in a file."""
    return tag.replace(_CORE, "!!", 1)
