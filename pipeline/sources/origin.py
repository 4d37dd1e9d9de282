"""A file or folder that a spec names, before anything is known of what it holds."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from io import BufferedIOBase, BufferedReader, BytesIO, RawIOBase
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from rankpress.faults import Fault
from rankpress.scores import SourceFile
from rankpress.sources.findings import plain
from rankpress.spec.limit_section import LimitOptions

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


@dataclass(frozen=True)
class Origin:
    """A file or folder that a spec names, and what the spec says of it.

    Parameters
    ----------
    folder : Path
        Folder of the spec.
    path : str
        The file or folder, relative to it, with forward slashes.
    captured : mapping of str to str
        Columns that its name gives, where `scores.files` captures some.
    metrics : tuple of str
        The metrics of the study.
    limit : LimitOptions
        How much it may hold.
    """

    folder: Path
    path: str
    captured: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()
    limit: LimitOptions = field(default_factory=LimitOptions)

    def inside(self, path: str) -> Origin:
        """A file of the folder, by its path from there."""
        return Origin(self.folder, f"{self.path}/{path}", limit=self.limit)

    @property
    def full(self) -> Path:
        """Where it is."""
        return self.folder / self.path

    @property
    def place(self) -> str:
        """Its name, as faults say it."""
        return plain(self.path)

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
        return self.beginning if len(self.beginning) < BEGINNING else self._begin(-1)

    @cached_property
    def file(self) -> SourceFile:
        """The file as an input of the report, its rows not counted yet. Raises Unreadable."""
        if self.packing is None and "content" in self.__dict__:
            return SourceFile(self.path, len(self.content), hashlib.sha256(self.content).hexdigest(), 0)
        return self.file_in("")

    def file_in(self, path: str) -> SourceFile:
        """A file of a folder, by its path from there, as an input of the report. Raises Unreadable."""
        name = f"{self.path}/{path}" if path else self.path
        try:
            with (self.folder / name).open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
                return SourceFile(name, file.tell(), sha256, 0)
        except OSError as error:
            raise Unreadable(_unread(plain(name), error)) from error

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
                yield BufferedReader(_Limited(self, UNPACKERS[self.packing](file)), BEGINNING)
                return
            if os.fstat(file.fileno()).st_size > self.limit.bytes:
                raise Unreadable(too_large(self.place, "the file holds", "bytes", self.limit.bytes))
            yield file

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


def too_large(place: str, held: str, unit: str, limit: float) -> Fault:
    """What is wrong with a source that holds more than `scores.limit` allows."""
    told = f"{held} more than {limit:,.0f} {unit}"
    remedy = f"if that is not by mistake, and the memory suffices, raise scores.limit.{unit}"
    return Fault(place, told, f"at most as many as scores.limit.{unit} says", remedy)


def _unread(place: str, error: OSError) -> Fault:
    return Fault(place, f"the file cannot be read: {error.strerror}")
