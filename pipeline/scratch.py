"""Folders for what is not kept, which the next process clears away if the one that made them was killed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_LOCK = "held"


@contextmanager
def scratch_folder(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """Make a folder, and remove it and those of the same prefix whose makers are dead.

    Parameters
    ----------
    prefix : str
        How its name begins.
    parent : Path or None
        Where it is made; the system's place for such folders if None.

    Yields
    ------
    Path

    Examples
    --------
    >>> with scratch_folder("rankpress-example-") as folder:
    ...     folder.is_dir()
    True
    >>> folder.exists()
    False
    """
    from filelock import FileLock, Timeout  # loaded late, with what needs a folder

    parent = Path(tempfile.gettempdir()) if parent is None else parent
    _clear(prefix, parent)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        lock = FileLock(folder / _LOCK, fallback_to_soft=False)
        try:
            lock.acquire(timeout=0)
        except (Timeout, FileNotFoundError):
            continue  # another process cleared the folder away before it had its lock
        except OSError:  # no locks here: nobody can clear it away either
            break
        if (folder / _LOCK).exists():
            break
        lock.release()
    try:
        yield folder
    finally:
        lock.release()
        # Windows cannot remove what a library still holds open
        shutil.rmtree(folder, ignore_errors=True)


def _clear(prefix: str, parent: Path) -> None:
    """Remove folders that nobody holds."""
    from filelock import FileLock, Timeout

    for folder in sorted(parent.glob(f"{prefix}*")):
        with suppress(OSError, Timeout):
            if not (folder / _LOCK).exists():
                folder.rmdir()  # which it was killed before it could put anything into
                continue
            with FileLock(folder / _LOCK, timeout=0, fallback_to_soft=False):
                shutil.rmtree(folder, ignore_errors=True)
