"""A YAML 1.2 document with the place of every key and value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from rankpress.core.faults import LISTED, Fault, FaultsFound, without_passwords
from rankpress.wording.strings import counted

WIDTH = 96
VALUE_WIDTH = 60
NEAR = 4096


class Mark(NamedTuple):
    """A place in a text; both numbers count from 1, as editors do."""

    line: int
    column: int


def excerpt(lines: Sequence[str], mark: Mark) -> str:
    """Return the line of a mark, clipped around it, with a caret beneath; empty if the text has no such line."""
    if not 1 <= mark.line <= len(lines):
        return ""
    start = max(0, mark.column - NEAR)  # all of a long line would take seconds, and may be requested many times
    mark = Mark(mark.line, mark.column - start)
    written = on_terminal(lines[mark.line - 1][start : start + 2 * NEAR])
    line = without_passwords(written)
    # of what stands behind a hidden password, the place in the line is another
    same = next(
        (index for index, (original, cleaned) in enumerate(zip(written, line, strict=False)) if original != cleaned),
        len(line),
    )
    behind = mark.column - 1 > same
    column = min(max(mark.column - 1 - (len(written) - len(line) if behind else 0), 0), len(line))
    if len(line) > WIDTH:
        start = max(0, min(column - WIDTH // 2, len(line) - WIDTH))
        line = ("..." if start else "") + line[start : start + WIDTH] + ("..." if start + WIDTH < len(line) else "")
        column += (3 if start else 0) - start
    label = f"{mark.line} | "
    return f"{label}{line}\n{' ' * (len(label) - 2)}| {' ' * column}^"


def on_terminal(text: str) -> str:
    """Return the text with a blank for each tab, and U+FFFD for what would move or color a terminal's cursor."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def value_text(value: object) -> str:
    """Return a value of a spec, with its kind where that is not plain: ``the list [1, 2]``."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {clipped(_number(value))}"
    if isinstance(value, str):
        return quoted_value(value)
    if not isinstance(value, Mapping | list | tuple):
        return f"an object of type {type(value).__name__}"
    kind = "mapping" if isinstance(value, Mapping) else "list"
    return f"the {kind} {clipped(inline(value))}" if value else f"an empty {kind}"


def quoted_value(text: str) -> str:
    """Return the text in quotes, clipped, with escapes for what cannot be printed."""
    return clipped(repr(text))


def clipped(text: str) -> str:
    """Return the text, cut where it would run over a line."""
    return text if len(text) <= VALUE_WIDTH else f"{text[: VALUE_WIDTH - 4]}...{text[-1]}"


def inline(value: object) -> str:
    """Return a value as YAML's flow style writes it, cut short early if it is large."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {inline(member)}" for key, member in list(value.items())[:VALUE_WIDTH]) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(inline(member) for member in value[:VALUE_WIDTH]) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return on_terminal(value) if isinstance(value, str) else _number(value)


def _number(value: object) -> str:
    try:
        return repr(value)
    except ValueError:  # more digits than Python converts
        return "of thousands of digits"


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
    """Return the value of an unquoted scalar: None, a bool, an int, a float, or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        try:
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        except ValueError:  # longer than Python converts
            return float(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def tagged_scalar(text: str, tag: str) -> object:
    """Return the value of a scalar with a tag of the core schema, such as ``!!str``."""
    if tag in ("!", f"{_CORE}str"):
        return text
    kind = _KINDS.get(tag.removeprefix(_CORE))
    value = plain_scalar(text)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is None or type(value) is not kind:
        raise ValueError(tag)
    return value


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
        "a key at the indent of its neighbors, or a string in quotes",
        "align the key, or put the text that holds the colon in quotes",
    ),
    "found character that cannot start any token": (
        "a string cannot begin with this character",
        "a string in quotes",
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
    """Return what the parser stumbled over, at the place that a reader has to mend."""
    mark = _mark_of(error.problem_mark or error.context_mark)
    before = lines[mark.line - 1][: mark.column] if mark.line <= len(lines) else ""
    if "\t" in before and not before.strip():
        tab = Mark(mark.line, before.index("\t") + 1)
        return Slip(tab, "a tab indents this line", "spaces", "indent with two spaces for each tab")
    if error.context_mark and error.problem == "could not find expected ':'":
        return Slip(_mark_of(error.context_mark), "not YAML: this line has no colon", "key: value")
    # At the end of the text, what has to be mended is where the open thing began.
    if error.context_mark and not any(line.strip() for line in lines[mark.line - 1 :]):
        thing, end = _OPEN.get(str(error.context).rpartition(" a ")[2], ("value", "its end"))
        return Slip(_mark_of(error.context_mark), f"not YAML: the {thing} that begins here has no end", end)
    message, expected, remedy = _KNOWN.get(str(error.problem), (str(error.problem), "", _LOOK))
    return Slip(mark, f"not YAML: {message}", expected, remedy)


def _mark_of(mark: Any) -> Mark:
    """Return the place of a parser's mark, which counts from 0."""
    return Mark(mark.line + 1, mark.column + 1) if mark else Mark(1, 1)


Path = tuple[str | int, ...]

MAX_DEPTH = 40
MAX_NODES = 100_000

# The parser in C is seven times as fast; a PyYAML built without libyaml has none.
_PARSER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_BREAKS = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNFINISHED = object()


@dataclass(frozen=True)
class SpecDocument:
    """What a YAML text says, and where."""

    name: str  # what the text is called in faults: a path, or an option of the command line
    lines: tuple[str, ...]  # the text
    data: Any  # mappings as dict with keys of type str, sequences as list, scalars as YAML 1.2's core schema has them
    # keys, values: where each key and each value begins; the path () is the document's own value
    keys: dict[Path, Mark]
    values: dict[Path, Mark]
    # what is wrong, but did not keep the rest from being read: repeated keys, keys that are not texts, tags
    faults: tuple[tuple[Mark, Fault], ...]


def parse_document(text: str, name: str) -> SpecDocument:
    """Read a text that holds one YAML document; an empty one has the data None."""
    composing = _Composing(name, tuple(_BREAKS.split(text)), yaml.parse(text, Loader=_PARSER))
    odd = _UNPRINTABLE.search(text)
    if odd:
        before = _BREAKS.split(text[: odd.start()])
        mark, code = Mark(len(before), len(before[-1]) + 1), f"U+{ord(odd.group()):04X}"
        message = f"the character {code}, which YAML does not take"
        raise FaultsFound([composing.fault(mark, message, "printable text", "remove it")])
    try:
        data = composing.compose()
    except yaml.MarkedYAMLError as error:
        raise FaultsFound([composing.fault(*slip_of(error, composing.lines))]) from error
    if composing.unlisted:
        mark, message = composing.unlisted[0], f"and {counted(len(composing.unlisted), 'more error')} of keys and tags"
        composing.faults.append((mark, composing.fault(mark, message, "", "")))
    return SpecDocument(name, composing.lines, data, composing.keys, composing.values, tuple(composing.faults))


@dataclass
class _Composing:
    """A document that is being put together from the parser's events."""

    name: str
    lines: tuple[str, ...]
    events: Iterator[Any]
    keys: dict[Path, Mark] = field(default_factory=dict)
    values: dict[Path, Mark] = field(default_factory=dict)
    faults: list[tuple[Mark, Fault]] = field(default_factory=list)
    anchors: dict[str, Any] = field(default_factory=dict)
    nodes: int = 0
    unlisted: list[Mark] = field(default_factory=list)

    def compose(self) -> Any:
        next(self.events)  # start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        data = self.node(next(self.events), ())
        next(self.events)  # end of the document
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.stop(
                _mark_of(after.start_mark),
                "a second YAML document begins here",
                "one document",
                "remove the line --- and what follows it, or put that in a file of its own",
            )
        return data

    def node(self, event: Any, path: Path) -> Any:
        mark = _mark_of(event.start_mark)
        self.values[path] = mark
        self.count(mark)
        if isinstance(event, yaml.AliasEvent):
            return self.copied(self.aliased(event, mark), mark)
        if event.anchor:
            self.anchors[event.anchor] = _UNFINISHED
        if isinstance(event, yaml.ScalarEvent):
            data = self.scalar(event, mark)
        else:
            data = self.collection(event, path, mark)
        if event.anchor:
            self.anchors[event.anchor] = data
        return data

    def scalar(self, event: Any, mark: Mark) -> object:
        if event.tag is None or event.implicit[0]:
            return plain_scalar(event.value) if event.implicit[0] else event.value
        try:
            return tagged_scalar(event.value, event.tag)
        except ValueError:
            self.refuse_tag(event.tag, mark)
            return plain_scalar(event.value)

    def collection(self, event: Any, path: Path, mark: Mark) -> list[Any] | dict[str, Any]:
        if len(path) >= MAX_DEPTH:
            raise self.stop(mark, f"more than {MAX_DEPTH} lists and mappings inside each other", "a flatter study")
        kind = list if isinstance(event, yaml.SequenceStartEvent) else dict
        if event.tag not in (None, "!") and _COLLECTIONS.get(event.tag.removeprefix(_CORE)) is not kind:
            self.refuse_tag(event.tag, mark)
        return self.sequence(path) if kind is list else self.mapping(path)

    def sequence(self, path: Path) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, (*path, len(items))))
        return items

    def mapping(self, path: Path) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            mark = _mark_of(event.start_mark)
            # Marks of a key that cannot stay are kept apart from those of the entry that does.
            key = self.node(event, (*path, "<key>"))
            if not isinstance(key, str):
                message = f"the key {'null' if key is None else value_text(key)}, which is not a string"
                remedy = "write one key: value a line" if isinstance(key, list | dict) else "put it in quotes"
                self.note(mark, message, "a string", remedy)
            elif key in entries:
                first = self.keys[(*path, key)].line
                self.note(mark, f"the key {quoted_value(key)} is duplicated, first in line {first}", "each key once")
            else:
                self.keys[(*path, key)] = mark
                entries[key] = self.node(next(self.events), (*path, key))
                continue
            self.node(next(self.events), (*path, "<value>"))
        return entries

    def aliased(self, event: Any, mark: Mark) -> Any:
        if self.anchors.get(event.anchor, _UNFINISHED) is not _UNFINISHED:
            return self.anchors[event.anchor]
        if event.anchor in self.anchors:
            raise self.stop(mark, "an alias (*) stands inside the value it repeats", "a value with an end")
        raise self.stop(
            mark,
            "an alias (*) repeats a value that no anchor (&) names",
            "the anchor before it",
            "put the text in quotes, if a * at its beginning is meant",
        )

    def copied(self, data: Any, mark: Mark) -> Any:
        """A copy of an anchored value, counted: a few lines of aliases of aliases can stand for billions of values."""
        if isinstance(data, dict):
            return {key: self.copied(value, self.count(mark)) for key, value in data.items()}
        if isinstance(data, list):
            return [self.copied(value, self.count(mark)) for value in data]
        return data

    def count(self, mark: Mark) -> Mark:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.stop(
                mark,
                f"more than {MAX_NODES} values, those that aliases repeat included",
                "a study of a few hundred lines",
                "write a glob in scores.files instead of many names; check the anchors (&) and aliases (*)",
            )
        return mark

    def note(self, mark: Mark, message: str, expected: str = "", remedy: str = "") -> None:
        if len(self.faults) < LISTED:
            self.faults.append((mark, self.fault(mark, message, expected, remedy)))
        else:
            self.unlisted.append(mark)

    def stop(self, mark: Mark, message: str, expected: str = "", remedy: str = "") -> FaultsFound:
        return FaultsFound([*(fault for _, fault in self.faults), self.fault(mark, message, expected, remedy)])

    def fault(self, mark: Mark, message: str, expected: str, remedy: str) -> Fault:
        place = f"{self.name}:{mark.line}:{mark.column}"
        return Fault(place, message, expected, remedy, excerpt(self.lines, mark))

    def refuse_tag(self, tag: str, mark: Mark) -> None:
        shown_tag = quoted_value(tag.replace(_CORE, "!!", 1))
        self.note(mark, f"the tag {shown_tag}", "a value without a tag", "remove the tag")


@dataclass(frozen=True)
class SpecSource:
    """The text of a study, for faults that are found later and point back into it."""

    document: SpecDocument  # the file
    # the option of the command line, such as ``--set test.alpha``, that gave the value at the path
    overrides: Mapping[Path, str] = field(default_factory=dict)
    owners: Mapping[Path, SpecDocument] = field(
        default_factory=dict
    )  # the file of each value, where the study extends others

    def place(self, path: Path, at_key: bool = False) -> str:
        """Return where a value stands: ``study.yaml:12:5`` or ``--set test.alpha``."""
        option = self._option(path)
        if option:
            return option
        mark = self.mark(path, at_key)
        return f"{self._owner(path).name}:{mark.line}:{mark.column}"

    def fault(self, path: Path, message: str, expected: str = "", remedy: str = "", at_key: bool = False) -> Fault:
        """Return a fault at the value of a path, or at its key, with the line shown."""
        line = "" if self._option(path) else excerpt(self._owner(path).lines, self.mark(path, at_key))
        return Fault(self.place(path, at_key), message, expected, remedy, line)

    def mark(self, path: Path, at_key: bool = False) -> Mark:
        """The line and column in the file; of a value that was omitted, those of the key of the mapping around it."""
        document = self._owner(path)
        if self._is_in_files(path):
            marks = document.keys if at_key and path in document.keys else document.values
            return marks[path]
        while path and not self._is_in_files(path):
            path = path[:-1]
        return document.keys.get(path) or document.values.get(path, Mark(1, 1))

    def is_written(self, path: Path) -> bool:
        """Return whether a value was given by the user, not by default."""
        return self._is_in_files(path) or path in self.overrides

    def _is_in_files(self, path: Path) -> bool:
        return path in (self.owners or self.document.values)

    def _owner(self, path: Path) -> SpecDocument:
        """The file that a value stands in; of one that was omitted, that of the mapping around it."""
        while path and path not in self.owners:
            path = path[:-1]
        return self.owners.get(path, self.document)

    def _option(self, path: Path) -> str | None:
        """Return the option that gave the value, or all that there is of it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.overrides:
                return self.overrides[path[:length]]
        if self._is_in_files(path):
            return None
        return next(
            (option for option_path, option in self.overrides.items() if option_path[: len(path)] == path), None
        )
