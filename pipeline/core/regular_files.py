"""Files that others may have written: read whole, up to a size, and from no pipe, device or link out of a folder."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_CHUNK = 1 << 20
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def content_of(path: Path, most: int) -> bytes:
    """Return the content of a file; raises OSError where it is no regular file, or has more bytes than `most`."""
    _refuse_special(path, path.stat())  # some devices act when they are opened
    with os.fdopen(os.open(path, _FLAGS), "rb", buffering=0) as file:
        status = os.fstat(file.fileno())
        _refuse_special(path, status)
        # as many bytes as the file has, since Python reserves as many as are requested; some systems state no size
        parts = [file.read(min(status.st_size, most) + 1)]
        size = len(parts[0])
        while size <= most and (part := file.read(min(_CHUNK, most - size + 1))):
            parts.append(part)
            size += len(part)
    if size > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return b"".join(parts)


def _refuse_special(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file", str(path))


def link_target(path: Path, folder: Path) -> Path | None:
    """Return where a link on the way of a path leads, if that is outside of a folder; None of any other path.

    A path that lies outside by its own words, such as ``../house.css``, may have no link on its way at all.
    """
    home = os.path.realpath(folder)
    target = os.path.normpath(os.path.join(home, path))  # noqa: PTH118 - of a name that no system takes as well
    real = os.path.realpath(target)
    inside = real == home or real.startswith(home.rstrip(os.sep) + os.sep)
    return None if inside or real == target else Path(real)
