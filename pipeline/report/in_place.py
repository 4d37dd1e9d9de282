"""Replace a report file by file, in a folder that has to stay where it is.

Meanwhile its manifest.json is no whole one: it lists what both reports have, so that the next build, and no reader,
takes the folder for its own.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from rankpress.report import manifest
from rankpress.report.folders import holds, sync, within, write_durably

_NOT_THERE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}  # or through a link alone


def replace_in_place(
    staged: Path,
    out: Path,
    new: Collection[str],
    gone: Mapping[str, Collection[str]],
    unfinished: manifest.Manifest,
) -> None:
    """Move a staged report over the earlier one, through no link.

    Parameters
    ----------
    staged, out : Path
        A folder, and the output folder on the same file system.
    new : collection of str
        The files to move.
    gone : mapping of str to collection of str
        Files of the earlier report that are no longer wanted, and the sha256 that they had: what was edited stays.
    unfinished : Manifest
        What stands in for the manifest meanwhile.
    """
    meanwhile = f".{manifest.NAME}"
    write_durably(staged / meanwhile, manifest.manifest_json(unfinished).encode())
    try:
        for path in new:  # what needs room on the disk first
            with within(out, PurePosixPath(path), make=True):
                pass
    except OSError:
        for path in new:
            _remove_emptied(out, PurePosixPath(path))
        raise
    _move(staged / meanwhile, out, manifest.NAME)
    for path in sorted(set(new) - {manifest.NAME}):
        _move(staged / path, out, path)
    for path, digests in sorted(gone.items()):
        try:
            _remove(out, PurePosixPath(path), digests)
        except OSError as error:
            if error.errno not in _NOT_THERE:
                raise
    sync(out)
    _move(staged / manifest.NAME, out, manifest.NAME)  # the last: it vouches for all the others


def _move(file: Path, out: Path, path: str) -> None:
    with within(out, PurePosixPath(path)) as (name, folder):
        os.replace(file, name, dst_dir_fd=folder)


def _remove(out: Path, path: PurePosixPath, digests: Collection[str]) -> None:
    with within(out, path) as (name, folder):
        if holds(name, folder, digests):
            os.unlink(name, dir_fd=folder)
    _remove_emptied(out, path)


def _remove_emptied(out: Path, path: PurePosixPath) -> None:
    for emptied in path.parents[:-1]:
        with suppress(OSError), within(out, emptied) as (name, folder):  # which is not empty
            os.rmdir(name, dir_fd=folder)
