"""What is wrong with a user's study, and the words that faults, messages and sentences share."""

from __future__ import annotations

import errno
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Self, TypeVar

from rankpress.wording.strings import listed, quoted, shown

LISTED = 50  # faults of a kind that are looked at
# Of more faults than these that are alike, so many are shown as examples.
ALIKE, EXAMPLES = 5, 3


class StudyPlace(str):
    """Where something is in a study, for who does not know the line: ``scores.files[0]``.

    Attributes
    ----------
    path : tuple of str or int
        The keys and indices that lead there.

    Examples
    --------
    >>> StudyPlace("scores", "files", 0), StudyPlace("scores", "files", 0).path
    ('scores.files[0]', ('scores', 'files', 0))
    """

    path: tuple[str | int, ...]

    def __new__(cls, *path: str | int) -> Self:
        """Return the place of a path."""
        place = super().__new__(cls, path_text(path))
        place.path = path
        return place


class PluginPlace(str):
    """Where something is in a plug-in: ``tests.py: figure ranks``.

    Attributes
    ----------
    plugin : str
        The file of the plug-in, or the name of its package.

    Examples
    --------
    >>> PluginPlace("tests.py", "figure ranks"), PluginPlace("tests.py", "figure ranks").at_line(3)
    ('tests.py: figure ranks', 'tests.py:3: figure ranks')
    """

    plugin: str
    _part: str

    def __new__(cls, plugin: str, part: str = "") -> Self:
        """Return the place of a part of a plug-in, or of all of it."""
        place = super().__new__(cls, f"{plugin}: {part}" if part else plugin)
        place.plugin, place._part = plugin, part
        return place

    def at_line(self, line: int) -> PluginPlace:
        """Return the place with a line of the file."""
        return PluginPlace(f"{self.plugin}:{line}", self._part)


def path_text(path: Iterable[str | int]) -> str:
    """Return a path as a sentence says it: test.alpha, adjust[0]."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


@dataclass(frozen=True)
class Fault:
    """Describe one thing that is wrong with a study.

    Parameters
    ----------
    place : str
        Where it is: ``study.yaml:12:5``, or ``runs/a.csv row 3 column accuracy``; a `StudyPlace` where the line is yet
        to be looked up.
    message : str
        What is wrong, with the value that was got.
    expected : str
        What would have been right, the nearest valid key included.
    remedy : str
        What the user can do about it, where that is not plain from what was expected.
    excerpt : str
        The line of the file, with a caret under the place, where there is one.
    unquoted : str
        The message without words of a file, where the study reads one whose words are not to be shown.
    for_files : bool
        Whether the remedy is for scores in files, so that scores that a program holds need another.
    settings : tuple of (str, str)
        Settings with which it may be read, each with what it is read as then; the reader knows which is right.

    Examples
    --------
    >>> print(Fault("study.yaml:3:8", "test.alpha is 5", "a number below 1"))
    study.yaml:3:8: test.alpha is 5
        expected: a number below 1
    """

    place: str
    message: str
    expected: str = ""
    remedy: str = ""
    excerpt: str = ""
    unquoted: str = ""
    for_files: bool = False
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        texts = [f"{self.place}: {self.message}"]
        if self.excerpt:
            texts += [f"    {line}" for line in self.excerpt.splitlines()]
        if self.expected:
            texts.append(f"    expected: {self.expected}")
        if self.remedy:
            texts += [f"{' ' * 9 if at else '    fix: '}{line}" for at, line in enumerate(self.remedy.splitlines())]
        return "\n".join(texts)


class FaultsFound(Exception):
    """Report that a study or its data are invalid; the command line exits with 2.

    Examples
    --------
    >>> try:
    ...     raise FaultsFound([Fault("study.yaml:3:8", "test.alpha is 5", "a number below 1")])
    ... except FaultsFound as error:
    ...     print([fault.place for fault in error.faults])
    ['study.yaml:3:8']
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)  # its only argument, with which another process makes it again

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


@contextmanager
def noting_memory(activity: str) -> Iterator[None]:
    """Note on an exception for want of memory what was being done, such as "reading the scores"; the first stays."""
    try:
        yield
    except (MemoryError, OSError) as error:
        lacks_memory = isinstance(error, MemoryError) or error.errno == errno.ENOMEM
        if lacks_memory and not getattr(error, "__notes__", ()):
            error.add_note(activity)
        raise


_Each = TypeVar("_Each")


@dataclass
class _Kind:
    listed: list[tuple[Hashable, Fault]] = field(default_factory=list)  # with what those that are alike share
    count: int = 0

    def examples(self) -> list[Fault]:
        """Return the faults, but of many that are alike the first few."""
        numbers, met, some = Counter(alike for alike, _ in self.listed), Counter[Hashable](), list[Fault]()
        for alike, fault in self.listed:
            met[alike] += 1
            if numbers[alike] <= ALIKE or met[alike] <= EXAMPLES:
                some.append(fault)
        return some


class Findings:
    """Faults by kind, in the order in which they were found.

    A kind is named by a plural, such as "empty cells": of many that are alike a few are examples, and the last fault
    of the kind says how many more there are. Those of a kind are alike unless a value that is given with them differs.

    Parameters
    ----------
    place : str
        Where the number of those that are not listed is reported.

    Attributes
    ----------
    unread : bool
        Whether part of a file could not be read at all, so that nothing can be said of what is missing.
    empty : Counter of str
        What is no fault and is reported in the report: texts of cells that say there is no result, and how many do.
    accompanied : dict of (place, row, column) to (float, bool)
        Likewise the second of two numbers in a cell, of which the first was read, a mean with its spread or a score
        with its rank; and whether it stands in parentheses.
    marked : Counter of str
        Likewise what stands at numbers and refers to a note, as a dagger does, and how many numbers have it.
    filled : dict of (str, str) to int
        Likewise by place and column the blank cells that have the name above them, and how many there are.
    comments : dict of str to None
        Likewise the lines of comments before tables in text, and rows that are commented out, in the order of files.
    blank_rows : int
        Likewise the number of rows without a score next to others of the same measurement.
    per_cent : dict of str to None
        Likewise the metrics and costs whose scores are written in percent, in the order in which they were found.
    """

    def __init__(self, place: str = StudyPlace("scores")) -> None:
        self._place = place
        self._kinds: dict[str, _Kind] = {}
        self.unread = False
        self.empty: Counter[str] = Counter()
        self.marked: Counter[str] = Counter()
        self.filled: dict[tuple[str, str], int] = {}
        self.comments: dict[str, None] = {}
        self.accompanied: dict[tuple[str, int, str], tuple[float, bool]] = {}
        self.blank_rows = 0
        self.per_cent: dict[str, None] = {}

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def add(self, kind: str, fault: Fault) -> None:
        """Add one fault."""
        self.add_each(kind, [fault], lambda fault: fault)

    def add_unread(self, kind: str, fault: Fault) -> None:
        """Add one fault that kept part of a file from being read."""
        self.unread = True
        self.add(kind, fault)

    def add_each(
        self, kind: str, occurrences: Iterable[_Each], tell: Callable[[_Each], Fault], alike: Hashable = None
    ) -> None:
        """Add a fault for each item; `tell` is called only for those that will be listed."""
        for occurrence in occurrences:
            of_kind = self._kinds.setdefault(kind, _Kind())
            of_kind.count += 1
            if len(of_kind.listed) < LISTED:
                of_kind.listed.append((alike, tell(occurrence)))

    def take(self, kind: str, others: Findings) -> None:
        """Add all faults of a kind that others found."""
        if kind in others._kinds:
            own, of_others = self._kinds.setdefault(kind, _Kind()), others._kinds[kind]
            own.count += of_others.count
            own.listed += of_others.listed[: LISTED - len(own.listed)]

    def faults(self) -> tuple[Fault, ...]:
        """Return what is reported of them; advice and lines that repeat those of the fault before are omitted."""
        texts: list[Fault] = []
        for kind, of_kind in self._kinds.items():
            some = of_kind.examples()
            texts += map(_without_repetition, some, [None, *some])
            if of_kind.count > len(some):
                texts.append(Fault(self._place, f"and {of_kind.count - len(some):,} more {kind}"))
        return tuple(texts)

    def raise_any(self) -> None:
        """Raise FaultsFound with all faults, if there are any."""
        if self:
            raise FaultsFound(self.faults())


def _without_repetition(fault: Fault, before: Fault | None) -> Fault:
    if before is None or (fault.expected, fault.remedy) != (before.expected, before.remedy):
        return fault
    return replace(fault, expected="", remedy="", excerpt="" if fault.place == before.place else fault.excerpt)


def one_of(got: object, names: Iterable[str]) -> str:
    """Say what a name should have been: one of these, and the nearest where one is near."""
    names = list(names)
    if len(names) == 1:
        return shown(names[0])
    near = nearest(got, names) if isinstance(got, str) else None
    return f"one of {listed(names, most=40)}" + (f"; did you mean {quoted(near)}?" if near else "")


def nearest(got: str, names: Iterable[str], likeness: float = 0.5) -> str | None:
    """Return the name that is most like another, if any is, 1 being equal; case and punctuation do not count."""
    folded = {_folded(name): name for name in reversed(list(names))}
    near = get_close_matches(_folded(got), folded, n=1, cutoff=likeness)
    return folded[near[0]] if near else None


def _folded(word: str) -> str:
    return re.sub(r"[\W_]", "-", word.casefold())


HIDDEN = "***"  # in place of a password, which no output may show
# What stands between the colon after a user and the last @, which a password may hold too.
_PASSWORD = re.compile(r"(?<=://)(?P<user>[^:/?#@\s]*):(?P<secret>.*)(?=@)")
_PARAMETER = re.compile(
    r"(?P<user>[?&;][^=&\s]*(?:pass|pwd|token|secret|key)[^=&\s]*)=(?P<secret>[^&\s\"']+)", re.IGNORECASE
)


def without_passwords(text: str) -> str:
    """Hide the password in the URL of a database, or in a line of text that holds one."""
    return _PARAMETER.sub(rf"\g<user>={HIDDEN}", _PASSWORD.sub(rf"\g<user>:{HIDDEN}", text))


def with_no_password(url: str) -> str:
    """Leave the password out of a URL, so that the client of the database looks for it where it always does."""
    return _PASSWORD.sub(r"\g<user>", url)
