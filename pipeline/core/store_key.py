"""The secret that results of earlier builds are signed with: the user's own, or one that several machines share.

The store lies next to a study, so it may come with a study of someone else's. What is not signed with this secret is
therefore never believed.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rankpress.core.faults import Fault, FaultsFound
from rankpress.wording.strings import counted

VARIABLE = "RANKPRESS_STORE_KEY"
SHORTEST = 32  # characters of a key that is given; 32 hexadecimal digits have 128 bits
_FOLDER, _NAME = "rankpress", "store-key"
_N_BYTES = 32
_POSIX = os.name == "posix"

_taken: dict[str, str] = {}
_read: dict[Path, bytes] = {}


class NoKey(Exception):
    """There is no secret; says why."""


def take_key() -> str:
    """Move the key of a shared store from the environment to this module, and return it; empty where none is given.

    Whatever runs programs or plug-ins, or puts variables into a study, calls this first, so that the key is in nothing
    that they are given. What a user allows to run in this process could still find it, as it could the file.
    """
    key = os.environ.pop(VARIABLE, None)
    if key is not None:
        _taken[VARIABLE] = key
    return _taken.get(VARIABLE, "")


def signing_key(*, create: bool) -> bytes:
    """Return the secret: that of the environment, or else that of the user's own file, which may be created.

    Raises NoKey where there is none, and FaultsFound where the one that is given is too short to be secret.
    """
    key = take_key()
    if not key:
        return _users_key(create=create)
    if len(key) < SHORTEST:
        message = f"this key has {counted(len(key), 'character')}, which could be guessed"
        remedy = "generate one with `openssl rand -hex 32`"
        raise FaultsFound([Fault(VARIABLE, message, f"at least {SHORTEST} random characters", remedy)])
    return key.encode("utf-8", "surrogateescape")


def _users_key(*, create: bool) -> bytes:
    """Return the secret in the user's own file, created on request where there is none."""
    path = _state_folder() / _FOLDER / _NAME
    if path not in _read:
        try:
            _read[path] = _content(path)
        except FileNotFoundError as error:
            if not create:
                raise NoKey(f"there is no {path} yet") from error
            _read[path] = _created(path)
        except OSError as error:
            raise NoKey(f"{path}: {(error.strerror or str(error)).lower()}") from error
    return _read[path]


def _state_folder() -> Path:
    """Return where programs of the user keep what they need again. A relative path would be one in the study."""
    stated_folder = os.environ.get("XDG_STATE_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    if stated_folder and Path(stated_folder).is_absolute():
        return Path(stated_folder)
    try:
        home = Path.home()
    except RuntimeError as error:
        raise NoKey("there is no home folder") from error
    if not home.is_absolute():
        raise NoKey(f"the home folder, {str(home)!r}, is a relative path")
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".local/state")


def _content(path: Path) -> bytes:
    """Return what the file has, if no one but the user can have written or read it."""
    _refuse_folder(path.parent)
    # not blocking, for a named pipe
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    _refuse_others(path, path.lstat(), stat.S_ISREG, 0o077)
    number = os.open(path, flags)
    with os.fdopen(number, "rb") as file:
        _refuse_others(path, os.fstat(number), stat.S_ISREG, 0o077)
        content = file.read(2 * _N_BYTES + 1)
    try:
        key = bytes.fromhex(content.decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != _N_BYTES:
        raise NoKey(f"{path} is damaged; remove it, and the next build creates another")
    return key


def _refuse_folder(folder: Path) -> None:
    """Refuse a folder that others may put a file into."""
    _refuse_others(folder, folder.lstat(), stat.S_ISDIR, 0o022)


def _refuse_others(path: Path, status: os.stat_result, is_right: Callable[[int], bool], forbidden: int) -> None:
    """Refuse what is a link or of another type, belongs to another user, or that others have rights to."""
    if not is_right(status.st_mode):
        raise NoKey(f"{path} is a link, or no {'folder' if is_right is stat.S_ISDIR else 'plain file'}")
    if _POSIX and status.st_uid != os.geteuid():
        raise NoKey(f"{path} belongs to another user")
    if _POSIX and status.st_mode & forbidden:
        raise NoKey(f"{path} is open to other users (chmod go-rwx closes it)")


def _created(path: Path) -> bytes:
    """Create the file, unless another build is faster, and return what it has then."""
    import tempfile  # late: the command line starts without it

    try:
        _begin(path.parent)
        number, name = tempfile.mkstemp(prefix=f".{_NAME}-", dir=path.parent)  # with mode 0600
        try:
            with os.fdopen(number, "w", encoding="ascii") as file:
                file.write(os.urandom(_N_BYTES).hex())
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # both refuse to replace what another build created meanwhile
                (os.link if _POSIX else os.rename)(name, path)
        finally:
            with suppress(FileNotFoundError):
                Path(name).unlink()
        return _content(path)
    except OSError as error:
        raise NoKey(f"{path} cannot be created: {(error.strerror or str(error)).lower()}") from error


def _begin(folder: Path) -> None:
    """Create the folder, if that above it is the user's: under `sudo` it would be theirs and belong to root."""
    above = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if _POSIX and above.stat().st_uid != os.geteuid():
        raise NoKey(f"{above} belongs to another user")
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    _refuse_folder(folder)  # before anything is written into it
