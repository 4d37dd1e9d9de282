"""Writing a report so that a build that is killed leaves the earlier one whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault, FaultsFound
from rankpress.report import manifest
from rankpress.report.lock import missing_folders, report_lock
from rankpress.report.obstacles import obstacles

# A finished report waits under this name until its files are moved into place; the rename to it is the commit.
_PENDING = ".rankpress-pending"
_STAGING = ".rankpress-staging-"


def write_report(files: Mapping[str, bytes], described: manifest.Manifest, out: Path) -> None:
    """Replace the report in a folder, all of it or nothing.

    Parameters
    ----------
    files : mapping of str to bytes
        Content by posix path below `out`.
    described : Manifest
        What the files are and were made from. Files of the earlier report in other formats stay where they were made
        from the same; else they are removed, since they would contradict the new ones.
    out : Path
        The output folder; made where it is missing.

    Raises
    ------
    FaultsFound
        Where a file would be replaced that rankpress did not write, or something is in the way; all is as it was then.
    """
    with report_lock(out) as held:
        finish_report(out)
        if held:  # nobody else writes here: whoever did was killed
            for left in out.glob(f"{_STAGING}*"):
                shutil.rmtree(left, ignore_errors=True)
        earlier = manifest.read(out)
        described = manifest.merge(described, earlier)
        files = {**files, manifest.NAME: manifest.manifest_json(described).encode()}
        _refuse_obstacles(files, earlier, out)
        try:
            _commit(files, out)
        except OSError as error:
            told = f"the report cannot be written here: {error.strerror}"
            expected = "a folder that can be made and written to and has room for it, such as --out DIR"
            raise FaultsFound([Fault(str(out), told, expected)]) from error
        finish_report(out)


def refuse_place(out: Path) -> None:
    """Raise faults where a report could not replace the one that is there: told before the time for it is spent."""
    earlier = manifest.read(out)
    _refuse_obstacles({manifest.NAME, *_outputs(earlier)}, earlier, out)


def _refuse_obstacles(paths: Iterable[str], earlier: manifest.Manifest | None, out: Path) -> None:
    found = obstacles(paths, _outputs(earlier), out)
    if found:
        raise FaultsFound(found)


def finish_report(out: Path) -> bool:
    """Move a report into place that was finished but not moved, because the build was killed in between.

    Parameters
    ----------
    out : Path
        The output folder.

    Returns
    -------
    bool
        Whether there was one.

    Raises
    ------
    FaultsFound
        Where something has come into the way since it was finished.
    """
    pending = out / _PENDING
    if not pending.is_dir():
        return False
    try:
        _remove(_removals(pending, out), out)
        _move(pending, out)
        shutil.rmtree(pending)
    except OSError as error:
        told = f"a finished report cannot be moved into place: {error.strerror}"
        expected = "folders that can be written to, and no file that another program holds open"
        place = str(error.filename2 or error.filename or out)
        raise FaultsFound([Fault(place, told, expected, "build again, which goes on from here")]) from error
    return True


def settle_report(out: Path) -> None:
    """Do as `finish_report` before a report is read; in a folder that cannot be written it is read as it is."""
    if (out / _PENDING).is_dir():
        with suppress(FaultsFound), report_lock(out):
            finish_report(out)


def _removals(pending: Path, out: Path) -> list[str]:
    """What the earlier report has and the finished one has not; nothing once its manifest was moved, which is last."""
    finished = manifest.read(pending)
    gone = _outputs(manifest.read(out)) - _outputs(finished) if finished else set()
    return sorted(path for path in gone if not (out / path).is_dir())


def _remove(paths: Sequence[str], out: Path) -> None:
    for path in paths:
        (out / path).unlink(missing_ok=True)
    for folder in sorted({folder for path in paths for folder in PurePosixPath(path).parents[:-1]}, reverse=True):
        with suppress(OSError):  # which is not empty
            (out / folder).rmdir()


def _move(pending: Path, out: Path) -> None:
    finished = [path for path in sorted(pending.rglob("*")) if path.is_file()]
    # the manifest last: it vouches for all the others
    for path in sorted(finished, key=lambda one: one.name == manifest.NAME):
        target = out / path.relative_to(pending)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)


def _commit(files: Mapping[str, bytes], out: Path) -> None:
    """Write a report whole beside the earlier one; on a disk that has no room for it, nothing."""
    out.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=out))
    made = []
    try:
        for path, content in files.items():
            _write_durably(staging / path, content)
        # what moving the files would need room for
        for folder in dict.fromkeys((out / path).parent for path in files):
            for missing in reversed(missing_folders(folder)):
                missing.mkdir()
                made.append(missing)
        staging.rename(out / _PENDING)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def _outputs(described: manifest.Manifest | None) -> set[str]:
    return set() if described is None else {manifest.NAME, *(output["path"] for output in described["outputs"])}


def _write_durably(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
