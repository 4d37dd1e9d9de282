"""Which files a spec names: paths and globs, relative to the folder of study.yaml."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from glob import glob, has_magic
from pathlib import Path, PurePath

from rankpress.faults import Fault
from rankpress.report import manifest
from rankpress.sources.findings import Findings, quoted


def find_files(folder: Path, patterns: Sequence[str]) -> tuple[str, ...]:
    """List the files that paths and globs name.

    Parameters
    ----------
    folder : Path
        Folder of the spec.
    patterns : sequence of str
        Paths and globs relative to it; `**` matches folders at any depth.

    Returns
    -------
    tuple of str
        Paths relative to the folder with forward slashes, sorted, each once.

    Raises
    ------
    FaultsFound
        Where a path is not there or a glob matches no file; all of them at once.
    """
    findings = Findings()
    files = match_files(folder, patterns, findings)
    findings.raise_any()
    return files


def match_files(folder: Path, patterns: Sequence[str], findings: Findings) -> tuple[str, ...]:
    """As `find_files`, with the faults added to the findings and whatever was found returned."""
    found: set[str] = set()
    for index, pattern in enumerate(patterns):
        paths = _matches(folder, pattern)
        found.update(paths)
        if not paths:
            findings.add_unread("files that are not there", _not_there(folder, pattern, index))
    return tuple(sorted(found))


def _matches(folder: Path, pattern: str) -> list[str]:
    # A file may be called "runs[1].csv": a path that is there as it stands is no glob.
    # Path.glob takes no absolute globs, and finds the hidden files that some systems leave.
    if (folder / pattern).is_file():
        return [_relative(folder, pattern)]
    paths = glob(pattern, root_dir=folder, recursive=True)  # noqa: PTH207
    reports = _Reports()
    return [
        _relative(folder, path)
        for path in paths
        if (folder / path).is_file() and not reports.hold((folder / path).resolve())
    ]


class _Reports:
    """The reports that lie where a glob looks: their own tables are no scores."""

    def __init__(self) -> None:
        self._outputs: dict[Path, frozenset[Path]] = {}

    def hold(self, path: Path) -> bool:
        """Whether a report in one of the folders above lists the file as its own."""
        return any(path in self._outputs_in(folder) for folder in path.parents)

    def _outputs_in(self, folder: Path) -> frozenset[Path]:
        if folder not in self._outputs:
            described = manifest.read(folder) or {"outputs": []}
            self._outputs[folder] = frozenset(folder / str(output["path"]) for output in described["outputs"])
        return self._outputs[folder]


def _relative(folder: Path, path: str) -> str:
    relative = os.path.relpath(folder / path, folder)
    return PurePath(relative).as_posix()


def _not_there(folder: Path, pattern: str, index: int) -> Fault:
    place = f"scores.files[{index}]"
    if has_magic(pattern):
        return Fault(place, f"{quoted(pattern)} matches no file", "a glob that matches one file at least")
    if (folder / pattern).is_dir():
        inside = f"{pattern.rstrip('/')}/*.csv"
        return Fault(place, f"{quoted(pattern)} is a folder", "a file or a glob", f"write {quoted(inside)}")
    return Fault(place, f"there is no file {quoted(pattern)}", "a path relative to the folder of study.yaml")
