"""Says in plain words where a text stops being YAML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import yaml

from rankpress.spec.excerpt import Mark


class Slip(NamedTuple):
    """The place and the words of a fault."""

    mark: Mark
    message: str
    expected: str = ""
    remedy: str = ""


_LOOK = "look at this line and the one before: a bracket, quote, colon or indent is amiss"

# The parser's words for the commonest slips, and ours: what is wrong, what was expected, what to do.
_KNOWN = {
    "mapping values are not allowed in this context": (
        "a colon where no key can stand",
        "a key at the indent of its neighbours, or a text in quotes",
        "align the key, or put the text that holds the colon in quotes",
    ),
    "found character that cannot start any token": (
        "a text cannot begin with this character",
        "a text in quotes",
        "put it in quotes",
    ),
    "did not find expected ',' or ']'": (
        "the list that is open here goes on without , or ]",
        "a comma between two items, ] after the last",
        "",
    ),
    "did not find expected ',' or '}'": (
        "the mapping that is open here goes on without , or }",
        "a comma between two entries, } after the last",
        "",
    ),
}
_OPEN = {
    "flow sequence": ("list", "]"),
    "flow mapping": ("mapping", "}"),
    "quoted scalar": ("quoted text", "the closing quote"),
}


def slip_of(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> Slip:
    """What the parser stumbled over, at the place that a reader has to mend.

    Parameters
    ----------
    error : yaml.MarkedYAMLError
        The parser's own words.
    lines : sequence of str
        The text.
    """
    mark = _mark(error.problem_mark or error.context_mark)
    before = lines[mark.line - 1][: mark.column] if mark.line <= len(lines) else ""
    if "\t" in before and not before.strip():
        tab = Mark(mark.line, before.index("\t") + 1)
        return Slip(tab, "a tab indents this line", "blanks", "put two blanks for each tab")
    if error.context_mark and error.problem == "could not find expected ':'":
        return Slip(_mark(error.context_mark), "not YAML: this line has no colon", "key: value")
    # At the end of the text, what has to be mended is where the open thing began.
    if error.context_mark and not any(line.strip() for line in lines[mark.line - 1 :]):
        thing, end = _OPEN.get(str(error.context).rpartition(" a ")[2], ("value", "its end"))
        return Slip(_mark(error.context_mark), f"not YAML: the {thing} that begins here has no end", end)
    told, expected, remedy = _KNOWN.get(str(error.problem), (str(error.problem), "", _LOOK))
    return Slip(mark, f"not YAML: {told}", expected, remedy)


def _mark(mark: yaml.Mark | None) -> Mark:
    return Mark(mark.line + 1, mark.column + 1) if mark else Mark(1, 1)
