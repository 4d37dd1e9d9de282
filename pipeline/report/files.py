"""Write a report so that whoever reads its folder, at whatever moment, finds one whole report there.

The new report is staged next to its place, takes along what else lies there, and is exchanged for the earlier one in a
single call. Where that cannot be, `in_place` replaces file by file.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rankpress.faults import Fault, FaultsFound
from rankpress.report import manifest
from rankpress.report.exchange import carry_over, exchange
from rankpress.report.folders import make_like, sync, write_durably
from rankpress.report.in_place import replace_in_place
from rankpress.report.leftovers import clear, clear_leftovers, staging_name
from rankpress.report.lock import report_lock
from rankpress.report.obstacles import obstacles


def write_report(files: Mapping[str, bytes], described: manifest.Manifest, out: Path) -> None:
    """Replace the report in a folder, all of it or nothing.

    Parameters
    ----------
    files : mapping of str to bytes
        Content by posix path below `out`.
    described : Manifest
        What the files are and were made from. Files of the earlier report in other formats stay where they were made
        from the same; otherwise they are removed, since they would contradict the new ones, unless a user edited them.
    out : Path
        The output folder; created if missing. Where it is a link, the folder behind it is meant.

    Raises
    ------
    FaultsFound
        Where a file would be replaced that rankpress did not write, or something is in the way; all is as it was then.
    """
    real = Path(os.path.realpath(out))
    with report_lock(real) as held, _disk_faults(out):
        if held:  # nobody else writes here: whoever did was killed
            clear_leftovers(real)
        earlier = manifest.read(real)
        described = manifest.merge(described, earlier)
        files = {**files, manifest.NAME: manifest.manifest_json(described).encode()}
        _refuse_obstacles(files, earlier, out)
        with _staged(files, real) as staged:
            _refuse_obstacles(files, earlier, out)  # that came meanwhile
            _replace(staged, real, set(files), earlier, described)


def refuse_place(out: Path) -> None:
    """Raise faults where a report could not replace the one that is there, before time is spent on it."""
    earlier = manifest.read(out)
    _refuse_obstacles((manifest.NAME, *manifest.paths(earlier)), earlier, out)


def _refuse_obstacles(paths: Iterable[str], earlier: manifest.Manifest | None, out: Path) -> None:
    found = obstacles(paths, {manifest.NAME, *manifest.paths(earlier)} if earlier else (), out)
    if found:
        raise FaultsFound(found)


def _replace(
    staged: Path, out: Path, new: Collection[str], earlier: manifest.Manifest | None, described: manifest.Manifest
) -> None:
    stays = manifest.paths(described)
    gone = {path: digests for path, digests in manifest.digests(earlier).items() if path not in stays}
    if not out.exists():
        staged.rename(out)
    elif not (carry_over(out, staged, {manifest.NAME, *new}, gone) and exchange(staged, out)):
        replace_in_place(staged, out, new, gone, manifest.unfinished(earlier, described))
    sync(out.parent)


@contextmanager
def _staged(files: Mapping[str, bytes], out: Path) -> Iterator[Path]:
    """Write a report into a folder of its own, with all that needs room on the disk."""
    staged = _staging_folder(out)
    try:
        for path, content in files.items():
            make_like(out, staged, Path(path).parent)
            write_durably(staged / path, content)
        for root, _, _ in os.walk(staged):
            sync(Path(root))
        yield staged
    finally:
        clear(staged, out)  # by now the earlier report, where the two were exchanged


def _staging_folder(out: Path) -> Path:
    name = staging_name(out)
    if not out.is_dir():
        out.parent.mkdir(parents=True, exist_ok=True)
        (out.parent / name).mkdir()
        return out.parent / name
    # what others may not read must not be read here either, before the folder is like the one it replaces
    (out / name).mkdir(0o700)
    try:
        (out / name).rename(out.parent / name)
    except OSError:  # on another file system, or without a right: all is replaced in place
        return out / name
    make_like(out, out.parent / name, Path())
    return out.parent / name


@contextmanager
def _disk_faults(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"the report cannot be written here: {error.strerror}"
        expected = "a folder that can be created and written to and has room for it, such as --out DIR"
        raise FaultsFound([Fault(str(out), message, expected)]) from error
