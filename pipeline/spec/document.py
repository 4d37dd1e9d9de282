"""Reads a YAML 1.2 document with the place of every key and value.

PyYAML resolves scalars as YAML 1.1 has them (`1e-3` a text, `no` false, `12:30` the number 750) and keeps the last of
two equal keys. Here only its parser is used; scalars are resolved and collections put together from its events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from rankpress.faults import LISTED, Fault, FaultsFound
from rankpress.spec.excerpt import Mark, excerpt, quoted, shown
from rankpress.spec.scalars import fits_collection, plain_scalar, short_tag, tagged_scalar
from rankpress.spec.syntax import slip_of

Path = tuple[str | int, ...]

MAX_DEPTH = 40
MAX_NODES = 100_000

# The parser in C is seven times as fast; a PyYAML built without libyaml has none.
_PARSER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_BREAKS = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNFINISHED = object()


@dataclass(frozen=True)
class Document:
    """What a YAML text says, and where.

    Parameters
    ----------
    name : str
        What the text is called in faults: a path, or an option of the command line.
    lines : tuple of str
        The text.
    data : object
        Mappings as dict with keys of type str, sequences as list, scalars as YAML 1.2's core schema has them.
    keys, values : dicts of path to Mark
        Where each key and each value begins; the path () is the document's own value.
    faults : tuple of (Mark, Fault)
        What is wrong, but did not keep the rest from being read: repeated keys, keys that are not texts, tags.
    """

    name: str
    lines: tuple[str, ...]
    data: Any
    keys: dict[Path, Mark]
    values: dict[Path, Mark]
    faults: tuple[tuple[Mark, Fault], ...]


def parse_document(text: str, name: str) -> Document:
    """Read a text that holds one YAML document; an empty one has the data None.

    Raises
    ------
    FaultsFound
        The text is not YAML, holds several documents, or nests or expands without bound.
    """
    composing = _Composing(name, tuple(_BREAKS.split(text)), yaml.parse(text, Loader=_PARSER))
    odd = _UNPRINTABLE.search(text)
    if odd:
        raise FaultsFound([composing.odd_character(odd)])
    try:
        data = composing.compose()
    except yaml.MarkedYAMLError as error:
        raise FaultsFound([composing.fault(*slip_of(error, composing.lines))]) from error
    if composing.unlisted:
        mark, told = composing.unlisted[0], f"and {len(composing.unlisted):,} more faults of keys and tags"
        composing.faults.append((mark, composing.fault(mark, told, "", "")))
    return Document(name, composing.lines, data, composing.keys, composing.values, tuple(composing.faults))


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
                _mark(after),
                "a second YAML document begins here",
                "one document",
                "remove the line --- and what follows it, or put that in a file of its own",
            )
        return data

    def node(self, event: Any, path: Path) -> Any:
        mark = _mark(event)
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
        if not fits_collection(event.tag, kind):
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
            mark = _mark(event)
            # Marks of a key that cannot stay are kept apart from those of the entry that does.
            key = self.node(event, (*path, "<key>"))
            if not isinstance(key, str):
                self.note(mark, f"the key {_of_key(key)}, which is not a text", "a text", _how_to_mend(key))
            elif key in entries:
                first = self.keys[(*path, key)].line
                self.note(mark, f"the key {quoted(key)} stands twice, first in line {first}", "each key once")
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
        self.note(mark, f"the tag {quoted(short_tag(tag))}", "a value without a tag", "remove the tag")

    def odd_character(self, found: re.Match[str]) -> Fault:
        before = _BREAKS.split(found.string[: found.start()])
        mark = Mark(len(before), len(before[-1]) + 1)
        code = f"U+{ord(found.group()):04X}"
        return self.fault(mark, f"the character {code}, which YAML does not take", "printable text", "remove it")


def _mark(event: Any) -> Mark:
    return Mark(event.start_mark.line + 1, event.start_mark.column + 1)


def _of_key(key: object) -> str:
    return "null" if key is None else shown(key)


def _how_to_mend(key: object) -> str:
    return "write one key: value a line" if isinstance(key, list | dict) else "put it in quotes"
