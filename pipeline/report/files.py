"""Writing a report so that a build that is killed leaves the earlier one whole."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rankpress.faults import Fault, FaultsFound
from rankpress.report import manifest
from rankpress.report.lock import missing_folders, report_lock

# A finished report waits under this name until its files are moved into place; the rename to it is the commit.
_PENDING = ".rankpress-pending"
_REMOVALS = "removals.json"
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
        Where a file would be replaced that rankpress did not write.
    """
    with report_lock(out) as held:
        finish_report(out)
        if held:  # nobody else writes here: whoever did was killed
            for left in out.glob(f"{_STAGING}*"):
                shutil.rmtree(left, ignore_errors=True)
        earlier = manifest.read(out)
        described = manifest.merge(described, earlier)
        files = {**files, manifest.NAME: manifest.manifest_json(described).encode()}
        owned = _outputs(earlier)
        _refuse_foreign(files, out, owned)
        removals = sorted(owned - files.keys() - _outputs(described))
        try:
            _commit(files, removals, out)
        except OSError as error:
            told = f"the report cannot be written here: {error.strerror}"
            expected = "a folder that can be made and written to and has room for it, such as --out DIR"
            raise FaultsFound([Fault(str(out), told, expected)]) from error
        finish_report(out)


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
    """
    pending = out / _PENDING
    if not pending.is_dir():
        return False
    for gone in _removals(pending):
        (out / gone).unlink(missing_ok=True)
    files = pending / "files"
    finished = [path for path in sorted(files.rglob("*")) if path.is_file()]
    # the manifest last: it vouches for all the others
    for path in sorted(finished, key=lambda one: one.name == manifest.NAME):
        target = out / path.relative_to(files)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
    shutil.rmtree(pending)
    return True


def _removals(pending: Path) -> list[str]:
    """What goes; nothing any more where the folder itself was being removed, since that comes last."""
    try:
        paths: list[str] = json.loads((pending / _REMOVALS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    return paths


def _commit(files: Mapping[str, bytes], removals: Sequence[str], out: Path) -> None:
    """Write a report whole beside the earlier one; on a disk that has no room for it, nothing."""
    out.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=out))
    made = []
    try:
        for path, content in files.items():
            _write_durably(staging / "files" / path, content)
        _write_durably(staging / _REMOVALS, json.dumps(removals).encode())
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


def _refuse_foreign(files: Mapping[str, bytes], out: Path, owned: set[str]) -> None:
    foreign = [path for path in files if path not in owned and (out / path).exists()]
    if foreign:
        raise FaultsFound(
            Fault(
                place=str(out / path),
                message="a build would replace this file, which no earlier build of rankpress wrote",
                expected="a file that manifest.json lists, or no file",
                remedy="move it away, or choose another folder with --out",
            )
            for path in foreign
        )
