"""The store: what stages made, under a hash of what they made it from, in a folder that is safe to delete."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from rankpress.store.encoding import Undecodable, decode, encode

Made = TypeVar("Made")

FOLDER = ".rankpress"
FORMAT = b"rankpress store 1\n"
MOST_BYTES = 1_000_000_000

Parts = Mapping[str, object]


@dataclass(frozen=True)
class Work:
    """A piece of work that a build did or was spared.

    Parameters
    ----------
    stage, unit : str
        Which stage, and what of it: a metric, a data set; empty where it is the whole stage.
    why : tuple of str
        The parts that changed since it was done last; empty where its result was kept.
    """

    stage: str
    unit: str
    why: tuple[str, ...] = ()


@dataclass
class Store:
    """Results of earlier builds of a study.

    Parameters
    ----------
    folder : Path or None
        Where they are kept, made when something is; nothing is kept without one.
    most_bytes : int
        The entries that were not used for longest go when there are more bytes than these.

    Attributes
    ----------
    work : list of Work
        What was asked of it since it was opened.
    """

    folder: Path | None
    most_bytes: int = MOST_BYTES
    work: list[Work] = field(default_factory=list)

    def recall(self, stage: str, unit: str, parts: Parts, make: Callable[[], Made]) -> Made:
        """What `make` returns, from an earlier build where that made it from the same parts.

        Parameters
        ----------
        stage, unit : str
            As for `Work`.
        parts : mapping of str to object
            All that the result depends on, by what a user calls it; see `rankpress.store.encoding.encode`.
        make : callable
            Makes the result, of the types that can be encoded.
        """
        if self.folder is None:
            return make()
        digests = {name: digest(part) for name, part in parts.items()}
        path = self._path(stage, unit, digests)
        kept = self._kept(path)
        if kept is not None:
            self.work.append(Work(stage, unit))
            recalled: Made = kept[0]
            return recalled
        self.work.append(Work(stage, unit, self._changes(stage, unit, digests)))
        made = make()
        self._keep(path, made)
        self._note(stage, unit, digests)
        return made

    def is_kept(self, stage: str, unit: str, parts: Parts) -> tuple[str, ...]:
        """Which parts have changed since the result was kept; empty where it would be recalled."""
        digests = {name: digest(part) for name, part in parts.items()}
        there = self.folder is not None and self._path(stage, unit, digests).is_file()
        return () if there else self._changes(stage, unit, digests)

    def prune(self) -> None:
        """Remove what was not used for longest, where there is too much."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            known = [(path, path.stat()) for path in (self.folder / "entries").glob("*/*")]
            excess = sum(stat.st_size for _, stat in known) - self.most_bytes
            for path, stat in sorted(known, key=lambda one: (one[1].st_mtime_ns, one[0])):
                if excess <= 0:
                    break
                path.unlink(missing_ok=True)
                excess -= stat.st_size

    def _path(self, stage: str, unit: str, digests: Mapping[str, str]) -> Path:
        assert self.folder is not None
        key = digest([stage, unit, dict(digests)])
        return self.folder / "entries" / key[:2] / key[2:]

    def _kept(self, path: Path) -> tuple[Any] | None:
        """The result in a file, in a tuple, for it may be None; None where there is no whole one."""
        try:
            content = path.read_bytes()
            os.utime(path)  # used now
        except OSError:
            return None
        beginning, checksum, encoded = content[: len(FORMAT)], content[len(FORMAT) :][:32], content[len(FORMAT) + 32 :]
        if beginning != FORMAT or hashlib.sha256(encoded).digest() != checksum:
            return None
        try:
            return (decode(encoded),)
        except Undecodable:
            return None

    def _keep(self, path: Path, made: object) -> None:
        encoded = encode(made)
        self._write(path, FORMAT + hashlib.sha256(encoded).digest() + encoded)

    def _changes(self, stage: str, unit: str, digests: Mapping[str, str]) -> tuple[str, ...]:
        try:
            before = json.loads(self._notes(stage, unit).read_text(encoding="utf-8"))
            changed = tuple(name for name in {**digests, **before} if before.get(name) != digests.get(name))
        except (OSError, ValueError, TypeError, AttributeError):
            return ("not made yet",)
        return tuple(f"{name} changed" for name in changed) or ("its result is gone",)

    def _note(self, stage: str, unit: str, digests: Mapping[str, str]) -> None:
        self._write(self._notes(stage, unit), json.dumps(digests).encode())

    def _notes(self, stage: str, unit: str) -> Path:
        assert self.folder is not None
        return self.folder / "last" / f"{digest([stage, unit])[:32]}.json"

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file whole or not at all; a disk that is full or cannot be written costs the next build time only."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            number, name = tempfile.mkstemp(dir=path.parent, prefix=".")
        except OSError:
            return
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()


def digest(value: object) -> str:
    """The sha256 of a value."""
    return hashlib.sha256(encode(value)).hexdigest()
