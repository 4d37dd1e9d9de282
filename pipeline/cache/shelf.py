"""The folder of a store, and what makes a result: our code and the libraries."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankpress.core.store_key import NoKey, signing_key

FORMAT = b"rankpress store 3\n"
_HEAD = len(FORMAT) + hashlib.sha256().digest_size
FOLDER = ".rankpress"
MOST_BYTES = 1_000_000_000
MOST_FILES = 100_000  # looking through as many takes about half a second
ABANDONED = 3600.0  # seconds after which a file that is still being written belongs to a build that was killed


@dataclass(frozen=True)
class Shelf:
    """A folder that is safe to delete, and that may be missing, full, read-only, damaged or forged at any moment.

    Every file of it is signed, under its name: one of someone else's, or in another's place, counts for nothing.
    """

    folder: Path  # the folder, made when something is kept
    most_bytes: int  # the files that were not used for longest go when there are more bytes than these

    def kept(self, key: str) -> tuple[Any] | None:
        """Return the result under a key, in a tuple, for it may be None; None where there is no whole one."""
        encoded = self._signed(self._entry(key))
        if encoded is None:
            return None
        from rankpress.cache.encoding import Undecodable, decode  # with numpy, which what is noted goes without

        try:
            return (decode(encoded),)
        except Undecodable:
            return None

    def used(self, key: str) -> None:
        """Note that a result was used now, as far as the folder can be written to."""
        path = self._entry(key)
        with contextlib.suppress(OSError):
            if self._is_own(path.parent):
                os.utime(path, follow_symlinks=False)

    def keep(self, key: str, encoded: bytes) -> None:
        """Keep a result; one that would drive out all else is not kept."""
        if len(encoded) <= self.most_bytes / 2:
            self._write(self._entry(key), encoded)

    def noted(self, name: str) -> dict[str, str]:
        """Return what was noted under a name; empty where nothing is known."""
        noted = self._signed(self._note(name))
        return {} if noted is None else json.loads(bytes(noted))

    def note(self, name: str, noted: Mapping[str, str]) -> None:
        """Note hashes of what a result is made from."""
        self._write(self._note(name), json.dumps(noted).encode())

    def refusal(self) -> str:
        """Return why nothing can be kept for later builds; empty where it can."""
        try:
            signing_key(create=True)
        except NoKey as error:
            return str(error)
        return ""

    def prune(self) -> None:
        """Remove what killed builds left, and what was not used for longest where there is too much."""
        by_use = sorted((status.st_mtime_ns, path, status.st_size) for path, status in self._files())
        abandoned = time.time_ns() - ABANDONED * 1e9
        bytes_over, files_over = sum(size for _, _, size in by_use) - self.most_bytes, len(by_use) - MOST_FILES
        for used, path, size in by_use:
            is_abandoned = path.name.startswith(".") and used < abandoned
            if bytes_over > 0 or files_over > 0 or is_abandoned:
                with contextlib.suppress(OSError):
                    path.unlink()
                bytes_over, files_over = bytes_over - size, files_over - 1

    def _entry(self, key: str) -> Path:
        return self.folder / "entries" / key[:2] / key[2:]

    def _note(self, name: str) -> Path:
        return self.folder / "last" / name[:32]

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Yield the files of a store; another build may remove them meanwhile."""
        inside = os.walk(self.folder) if self._is_own(self.folder) else ()  # which follows no links
        for root, _, names in inside:
            for path in (Path(root, name) for name in names if Path(root) != self.folder):
                with contextlib.suppress(OSError):
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        yield path, status

    def _is_own(self, folder: Path) -> bool:
        """Return whether a folder is within the store by no link: through one, files elsewhere would be changed."""
        return not any(part.is_symlink() for part in (folder, *folder.parents) if part.is_relative_to(self.folder))

    def _signed(self, path: Path) -> memoryview | None:
        """Return what a file has, if it is whole and was signed with the key that there is now."""
        try:
            content = memoryview(self._content(path))
            head = self._head(path, content[_HEAD:], create=False)
        except (OSError, NoKey):
            return None
        return content[_HEAD:] if hmac.compare_digest(content[:_HEAD], head) else None

    def _head(self, path: Path, content: bytes | memoryview, *, create: bool) -> bytes:
        """Return what a file begins with: the signature of its name and of the rest."""
        name = path.relative_to(self.folder).as_posix()
        signature = hmac.new(signing_key(create=create), FORMAT + name.encode() + b"\0", "sha256")
        signature.update(content)
        return FORMAT + signature.digest()

    def _content(self, path: Path) -> bytes:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > self.most_bytes:
            raise OSError(errno.EINVAL, "nothing that a store keeps", str(path))
        return path.read_bytes()

    def _begin(self, folder: Path) -> None:
        """Make a folder of the store; version control leaves all of it out."""
        if not self._is_own(folder):
            raise NotADirectoryError(errno.ENOTDIR, "a link leads out of the store", str(folder))
        if folder.is_dir():
            return
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError), (self.folder / ".gitignore").open("x", encoding="ascii") as file:
            file.write("*\n")

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file whole or not at all; a disk that is full or cannot be written costs the next build time only."""
        try:
            head = self._head(path, content, create=True)
            self._begin(path.parent)
            number, name = tempfile.mkstemp(dir=path.parent, prefix=".")
        except (OSError, NoKey):
            return
        try:
            with os.fdopen(number, "wb") as file:
                file.write(head)
                file.write(content)
            Path(name).replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()
