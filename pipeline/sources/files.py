"""Which files a spec names: paths, globs and patterns with parts in braces."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
import os.path
import re
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from glob import glob, has_magic
from importlib import import_module
from io import BufferedIOBase, BufferedReader, BytesIO, RawIOBase
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from rankpress.core import manifest
from rankpress.core.extras import lacking
from rankpress.core.faults import Fault, Findings, StudyPlace
from rankpress.sources.encodings import Recoded, encoding_of, no_text
from rankpress.wording.strings import quoted, without_controls

if TYPE_CHECKING:
    import regex

    from rankpress.core.scores import SourceFile
    from rankpress.spec.scores_section import CsvOptions, LimitOptions


SECONDS = 5.0  # that matching all names to a pattern may take: some expressions take longer than anyone lives
_BRACES = re.compile(r"\{([^{}:]+)(?::((?:[^{}]|\{[^{}]*\})+))?\}")
_NOWHERE = re.compile(r"(^|(?<=/))(?:\./+)+")  # ./ at the beginning or between two slashes
_MAGIC = re.compile(r"\*\*/|\*+|\?|\[!?[^\]]+\]|[^*?\[]+|\[")


class WrongPattern(Exception):
    """A path with parts in braces cannot be understood, or fits a file in two ways."""

    def __init__(self, message: str, expected: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.expected, self.remedy = expected, remedy


@dataclass(frozen=True)
class Captures:
    """A path with parts in braces.

    >>> Captures.of("runs/{algorithm}/{dataset}-{fold:[0-9]+}.json").read("runs/nb/iris-2-3.json")
    {'algorithm': 'nb', 'dataset': 'iris-2', 'fold': '3'}
    """

    glob: str  # the glob that finds the files; not all of them need fit
    columns: tuple[str, ...]  # the names in braces
    _longest: regex.Pattern[str]
    _shortest: regex.Pattern[str]
    _spent: list[float] = field(default_factory=lambda: [0.0], compare=False)

    @classmethod
    def of(cls, pattern: str) -> Captures | None:
        """Return the captures of a path; None where nothing stands in braces. Raises WrongPattern."""
        pattern = _NOWHERE.sub(r"\1", pattern)  # paths that a glob finds are compared without them
        braces = list(_BRACES.finditer(pattern))
        if not braces:
            return None
        columns = tuple(dict.fromkeys(brace[1].strip() for brace in braces))
        return cls(
            _BRACES.sub("*", pattern),
            columns,
            *(_compiled(pattern, braces, columns, part) for part in ("[^/]+", "[^/]+?")),
        )

    def read(self, path: str) -> dict[str, str] | None:
        """Return the columns that the path of a file gives; None where it does not fit. Raises WrongPattern."""
        longest, shortest = self._match(self._longest, path), self._match(self._shortest, path)
        if longest is None or shortest is None:
            return None
        if longest.groups() != shortest.groups():
            ways = (
                ", ".join(f"{name} {quoted(value)}" for name, value in self._named(some))
                for some in (longest, shortest)
            )
            raise WrongPattern(
                f"the name of {quoted(path)} can be parted in two ways: {'; or '.join(ways)}",
                "braces that fit each name in one way",
                f"say what a part is made of, such as {{{self.columns[-1]}:[^_]+}}, by a regular expression",
            )
        return {name: value.strip() for name, value in self._named(longest)}

    def _match(self, expression: regex.Pattern[str], path: str) -> regex.Match[str] | None:
        begun = time.monotonic()
        try:
            return expression.fullmatch(path, timeout=max(SECONDS - self._spent[0], 1e-6))
        except TimeoutError as error:
            raise WrongPattern(
                f"matching {quoted(path)} and the names before it takes more than {SECONDS:g} s",
                "a regular expression that is quick",
                "repeat nothing that is itself repeated, as in (a+)+, and say where a part ends, such as [^_]+_",
            ) from error
        finally:
            self._spent[0] += time.monotonic() - begun

    def _named(self, path: regex.Match[str]) -> list[tuple[str, str]]:
        return [(name, path[f"c{index}"]) for index, name in enumerate(self.columns)]


def _compiled(pattern: str, braces: list[re.Match[str]], columns: tuple[str, ...], part: str) -> regex.Pattern[str]:
    import regex  # loaded late: few studies name files so; it has limits on time, and takes what re does

    translated, end, met = "", 0, set[str]()
    for brace in braces:
        name, expression = brace[1].strip(), brace[2]
        translated += _translated(pattern[end : brace.start()])
        group = f"c{columns.index(name)}"
        translated += f"(?P={group})" if name in met else f"(?P<{group}>{expression or part})"
        met.add(name)
        end = brace.end()
    try:
        return regex.compile(translated + _translated(pattern[end:]))
    except regex.error as error:
        raise WrongPattern(
            f"{quoted(pattern)} holds what is no regular expression: {without_controls(str(error))}",
            "{column}, or {column:REGULAR EXPRESSION}",
        ) from error


def _translated(glob: str) -> str:
    """Return the regular expression of a glob."""
    return "".join(map(_piece, _MAGIC.findall(glob)))


def _piece(piece: str) -> str:
    if piece == "**/":
        return "(?:.*/)?"
    if set(piece) == {"*"}:
        return "[^/]*"
    if piece == "?":
        return "[^/]"
    if piece.startswith("[") and len(piece) > 1:
        return (
            "[" + ("^" if piece[1] == "!" else "") + re.escape(piece[1:-1].removeprefix("!")).replace(r"\-", "-") + "]"
        )
    return re.escape(piece)


@dataclass(frozen=True)
class Matched:
    """A file or folder that a spec names, and the columns that its name gives."""

    path: str
    captured: Mapping[str, str] = field(default_factory=dict)


def find_files(folder: Path, patterns: Sequence[str]) -> tuple[str, ...]:
    """List the files that paths, globs and patterns name."""
    findings = Findings()
    files = present_files(folder, patterns, findings)
    findings.raise_any()
    return files


def present_files(folder: Path, patterns: Sequence[str], findings: Findings) -> tuple[str, ...]:
    """As `find_files`, with the faults added to the findings and whatever was found returned."""
    paths: list[str] = []
    for file in match_files(folder, patterns, findings):
        if not os.path.isdir(os.path.join(folder, file.path)):  # noqa: PTH112, PTH118 - as in _matches
            paths.append(file.path)
            continue
        inside = {path for glob in _inputs(folder, file.path, findings) for path in (folder / file.path).glob(glob)}
        paths += [_relative(folder, str(path.relative_to(folder))) for path in inside if path.is_file()]
    return tuple(sorted(paths))


def match_files(folder: Path, patterns: Sequence[str], findings: Findings) -> tuple[Matched, ...]:
    """As `find_files`, with folders as they are, the faults added to the findings and whatever was found returned."""
    results: dict[str, Matched] = {}
    for index, pattern in enumerate(patterns):
        try:
            matched_files = _matches(folder, pattern, findings)
        except WrongPattern as wrong:
            findings.add_unread(
                "wrong patterns", Fault(StudyPlace("scores", "files", index), str(wrong), wrong.expected, wrong.remedy)
            )
            continue
        for matched in matched_files:
            if results.setdefault(matched.path, matched).captured != matched.captured:
                findings.add_unread("files that two patterns name", _named_twice(results[matched.path], matched, index))
        if not matched_files:
            findings.add_unread("files that are not there", _not_there(folder, pattern, index))
    return tuple(results[path] for path in sorted(results))


def with_slashes(pattern: str) -> str:
    r"""Return a path or pattern with forward slashes where the system parts folders by another sign.

    A regular expression in braces keeps its backslashes: on Windows `runs\\{fold:\\d+}.csv` is `runs/{fold:\\d+}.csv`.
    """
    if os.sep == "/":
        return pattern
    parts, end = list[str](), 0
    for braces in _BRACES.finditer(pattern):
        parts += [pattern[end : braces.start()].replace(os.sep, "/"), braces[0]]
        end = braces.end()
    return "".join([*parts, pattern[end:].replace(os.sep, "/")])


def _matches(folder: Path, pattern: str, findings: Findings) -> list[Matched]:
    # A file may be called "runs[1].csv": a path that is there as it stands is no glob, and no pattern.
    # Path.glob takes no absolute globs, and finds the hidden files that some systems leave.
    # os.path takes a name that is longer than the system takes for one that is not there.
    pattern = with_slashes(pattern)
    if os.path.isfile(folder / pattern):  # noqa: PTH113
        return [Matched(_relative(folder, pattern))]
    if os.path.isdir(folder / pattern):  # noqa: PTH112
        return [Matched(_relative(folder, pattern))] if _inputs(folder, pattern, findings) else []
    captures = Captures.of(pattern)
    paths = glob(captures.glob if captures else pattern, root_dir=folder, recursive=True)  # noqa: PTH207
    reports = _Reports()
    matched = []
    for path in paths:
        file = os.path.join(folder, path)  # noqa: PTH118 - of 10,000 files a Path each takes a second
        if os.path.isfile(file) and not reports.hold(file):  # noqa: PTH113
            captured = captures.read(PurePath(path).as_posix()) if captures else {}
            if captured is not None:
                matched.append(Matched(_relative(folder, path), captured))
    return matched


def _inputs(folder: Path, path: str, findings: Findings) -> tuple[str, ...]:
    """Globs of the files in a folder that are read; none where no format takes the folder for its own."""
    from rankpress.sources.formats import recognized

    form = recognized(Origin(folder, _relative(folder, path)), findings)
    return form.inputs if form else ()


class _Reports:
    """The reports that lie where a glob looks: their own tables are no scores."""

    def __init__(self) -> None:
        self._real = cache(os.path.realpath)
        self._listed = cache(self._outputs_at)

    def hold(self, file: str) -> bool:
        """Return whether a report in one of the folders above lists the file as its own."""
        folder, name = os.path.split(os.path.realpath(file) if os.path.islink(file) else file)  # noqa: PTH114
        real = self._real(folder)
        return os.path.join(real, name) in self._listed(real)  # noqa: PTH118

    def _outputs_at(self, folder: str) -> frozenset[str]:
        """Return the files of reports in a folder and those above, their manifests among them."""
        above = os.path.dirname(folder)  # noqa: PTH120
        described = manifest.read(Path(folder))
        files = [manifest.NAME, *(str(output["path"]) for output in described["outputs"])] if described else []
        here = frozenset(str(Path(folder, file)) for file in files)
        return here if above == folder else here | self._listed(above)


def _relative(folder: Path, path: str) -> str:
    stays_inside = not os.path.isabs(path) and ".." not in path  # noqa: PTH117 - then what follows is the same and quick
    relative = os.path.normpath(path) if stays_inside else os.path.relpath(folder / path, folder)
    return relative.replace(os.sep, "/")


def _named_twice(first: Matched, second: Matched, index: int) -> Fault:
    before, columns = (
        ", ".join(f"{name} {quoted(value)}" for name, value in file.captured.items()) for file in (first, second)
    )
    message = f"the name of {quoted(first.path)} gives {columns or 'no column'} here, and by a pattern before it "
    return Fault(StudyPlace("scores", "files", index), message + (before or "none"), "each file by one pattern")


def _not_there(folder: Path, pattern: str, index: int) -> Fault:
    place = StudyPlace("scores", "files", index)
    if (captures := Captures.of(pattern)) or has_magic(pattern):
        kind = "a pattern" if captures else "a glob"
        return Fault(place, f"{quoted(pattern)} matches no file", f"{kind} that matches at least one file")
    if os.path.isdir(folder / pattern):  # noqa: PTH112
        inside = f"{pattern.rstrip('/')}/*.csv"
        return Fault(place, f"{quoted(pattern)} is a folder", "a file or a glob", f"write {quoted(inside)}")
    return Fault(place, f"there is no file {quoted(pattern)}", "a path relative to the folder of study.yaml")


BEGINNING = 1 << 16
# By suffix: what opens such a file.
UNPACKERS: dict[str, Callable[[BinaryIO], BufferedIOBase]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file),
    ".xz": lzma.LZMAFile,
    ".bz2": bz2.BZ2File,
}


class Unreadable(Exception):
    """Nothing of a source can be read; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _default_limit() -> LimitOptions:
    from rankpress.spec.scores_section import LimitOptions  # with pydantic, which looking for files goes without

    return LimitOptions.unchecked()


@dataclass(frozen=True)
class Origin:
    """A file or folder that a spec names, and what the spec says of it."""

    folder: Path  # folder of the spec
    path: str  # the file or folder, relative to it, with forward slashes
    # columns that its name gives, where `scores.files` captures some
    captured: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()  # the metrics of the study
    limit: LimitOptions = field(default_factory=_default_limit)  # how much it may hold
    csv: CsvOptions | None = None  # how a table in text is written, as far as the spec says it
    header: int | None = None  # in how many rows the names of columns stand, where the spec says it

    def files(self, *globs: str) -> list[Origin]:
        """List the files of a folder that these globs find, in the order of their paths; of a file, itself."""
        if not self.is_folder:
            return [self]
        paths = {path for glob in globs for path in self.full.glob(glob) if path.is_file()}
        inside = sorted(path.relative_to(self.full).as_posix() for path in paths)
        return [
            Origin(self.folder, f"{self.path}/{path}", limit=self.limit, csv=self.csv, header=self.header)
            for path in inside
        ]

    @property
    def full(self) -> Path:
        """Where it is."""
        return self.folder / self.path

    @property
    def place(self) -> str:
        """Its name, as faults say it."""
        return without_controls(self.path)

    @cached_property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.full.is_dir()

    @property
    def suffix(self) -> str:
        """The last suffix of its name, but for that of packing; in lower case, with its point."""
        suffixes = self._suffixes
        if self.packing is not None:
            suffixes = suffixes[:-1]
        return suffixes[-1] if suffixes else ""

    @property
    def packing(self) -> str | None:
        """The suffix that says how it is packed, or None."""
        return self._suffixes[-1] if self._suffixes and self._suffixes[-1] in UNPACKERS else None

    @cached_property
    def _suffixes(self) -> list[str]:
        return [suffix.lower() for suffix in PurePosixPath(self.path).suffixes]

    @cached_property
    def beginning(self) -> bytes:
        """The first 64 KiB of what it holds, unpacked; nothing of a folder. Raises Unreadable."""
        return b"" if self.is_folder else self._begin(BEGINNING)

    @cached_property
    def content(self) -> bytes:
        """All that it holds, unpacked. Raises Unreadable."""
        if len(self.beginning) < BEGINNING:
            return self.beginning
        content = self._begin(-1)
        refuse_lines(self, count_lines(content))
        return content

    @property
    def text(self) -> str:
        """The content as text in UTF-8, without a byte order mark. Raises Unreadable."""
        try:
            # utf-8-sig would count the place of an error from behind the byte order mark
            return self.content.decode().removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            line = self.content.count(b"\n", 0, error.start) + 1
            fault = no_text(self.place, error.start, self.content[error.start], line, self.content)
            raise Unreadable(fault) from error

    @cached_property
    def file(self) -> SourceFile:
        """The file as an input of the report, its rows not counted yet. Raises Unreadable."""
        from rankpress.core.scores import SourceFile  # with numpy, which a build with nothing to do goes without

        if self.packing is None and "content" in self.__dict__ and self._is_ascii:
            return SourceFile(self.path, len(self.content), hashlib.sha256(self.content).hexdigest(), 0)
        try:
            with self.full.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
                return SourceFile(self.path, file.tell(), sha256, 0)
        except OSError as error:
            raise Unreadable(_unread(self.place, error)) from error

    @property
    def _is_ascii(self) -> bool:
        """Whether what was read is what is stored, however text was encoded."""
        return self.content.isascii() and self.full.stat().st_size == len(self.content)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open what it holds, unpacked as it is read; reading raises Unreadable."""
        if self.packing is None:
            yield BytesIO(self.content)
            return
        with self._unpacked() as stream:
            yield stream

    def _begin(self, n_bytes: int) -> bytes:
        with self._unpacked() as stream, self._refusals():
            return stream.read(n_bytes)

    @contextmanager
    def _unpacked(self) -> Iterator[BinaryIO]:
        with ExitStack() as opened:
            with self._refusals():
                file = opened.enter_context(self.full.open("rb"))
            if self.packing is not None:
                file = BufferedReader(_Limited(self, UNPACKERS[self.packing](file)), BEGINNING)
            elif os.fstat(file.fileno()).st_size > self.limit.bytes:
                raise Unreadable(too_large(self.place, "the file holds", "bytes", self.limit.bytes))
            encoding = encoding_of(file.peek(BEGINNING), None if self.csv is None else self.csv.encoding)
            yield file if encoding is None else BufferedReader(Recoded(file, encoding, self._wrong_encoding), BEGINNING)

    def _wrong_encoding(self, message: str) -> Unreadable:
        return Unreadable(
            Fault(self.place, message, "text as scores.csv.encoding says, or as the file's first bytes do")
        )

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
            raise Unreadable(self._broken(error)) from error
        except OSError as error:
            # bz2 says so of damaged files too
            fault = _unread(self.place, error) if error.errno else self._broken(error)
            raise Unreadable(fault) from error

    def _broken(self, error: Exception) -> Fault:
        message = f"the file cannot be unpacked as {self.packing}: {error}"
        return Fault(self.place, message, f"a whole {self.packing} file")


@dataclass(frozen=True)
class UnlistedOrigin(Origin):
    """A file that is read in part, and that no report lists: its sha256 is not computed."""

    @cached_property
    def file(self) -> SourceFile:
        """The file by its path."""
        from rankpress.core.scores import SourceFile

        return SourceFile(self.path, 0, "", 0)


class _Limited(RawIOBase):
    """What a packed file holds, as far as its origin may hold so much."""

    def __init__(self, origin: Origin, inner: BufferedIOBase) -> None:
        super().__init__()
        self._origin, self._inner, self._read = origin, inner, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with self._origin._refusals():
            read = self._inner.read(len(buffer))
        self._read += len(read)
        if self._read > self._origin.limit.bytes:
            raise Unreadable(
                too_large(self._origin.place, "unpacked, the file holds", "bytes", self._origin.limit.bytes)
            )
        buffer[: len(read)] = read
        return len(read)


def count_lines(content: bytes) -> int:
    """Count the line breaks, of which some systems write two characters."""
    return max(map(content.count, (b"\n", b"\r")))


def refuse_lines(origin: Origin, lines: int) -> None:
    """Raise Unreadable of more lines than may be read: each, also a blank one, takes the time of a cell."""
    if lines > origin.limit.cells:
        what = "with a cell in each line, blank ones included, the file holds"
        raise Unreadable(too_large(origin.place, what, "cells", origin.limit.cells))


def too_large(place: str, what: str, unit: str, limit: float) -> Fault:
    """Return the fault of a source beyond `scores.limit`; `what` is a subject and its verb: "the file holds"."""
    message = f"{what} more than {limit:,.0f} {unit}"
    remedy = f"if that is not by mistake, and the memory suffices, raise scores.limit.{unit}"
    return Fault(place, message, f"at most as many as scores.limit.{unit} says", remedy)


def _unread(place: str, error: OSError) -> Fault:
    if isinstance(error, FileNotFoundError):
        return Fault(place, "there is no such file", "a file of scores, several, a folder or a pattern")
    return Fault(place, f"the file cannot be read: {error.strerror}")


def import_optional(module: str, extra: str, place: str) -> Any:
    """Import a library that not everyone has."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        raise Unreadable(lacking(place, "reading this", module.partition(".")[0], extra)) from error
