"""Which files a spec names: paths and globs, relative to the folder of study.yaml."""

from __future__ import annotations

import os.path
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from glob import glob, has_magic
from pathlib import Path, PurePath

from rankpress.faults import Fault
from rankpress.report import manifest
from rankpress.sources.findings import Findings, quoted
from rankpress.sources.pattern import Captures, WrongPattern


@dataclass(frozen=True)
class Matched:
    """A file or folder that a spec names, and the columns that its name gives."""

    path: str
    captured: Mapping[str, str] = field(default_factory=dict)


def find_files(folder: Path, patterns: Sequence[str]) -> tuple[str, ...]:
    """List the files that paths, globs and patterns name.

    Parameters
    ----------
    folder : Path
        Folder of the spec.
    patterns : sequence of str
        Paths and globs relative to it; `**` matches folders at any depth, and `{column}` a part of a name that stands
        for the cells of a column.

    Returns
    -------
    tuple of str
        Paths relative to the folder with forward slashes, sorted, each once; of a folder that a format reads, those
        files in it that are read.

    Raises
    ------
    FaultsFound
        Where a path is not there or a glob matches no file; all of them at once.
    """
    findings = Findings()
    files = present_files(folder, patterns, findings)
    findings.raise_any()
    return files


def present_files(folder: Path, patterns: Sequence[str], findings: Findings) -> tuple[str, ...]:
    """As `find_files`, with the faults added to the findings and whatever was found returned."""
    matched = match_files(folder, patterns, findings)
    return tuple(sorted(path for one in matched for path in _read_in(folder, one.path, findings)))


def match_files(folder: Path, patterns: Sequence[str], findings: Findings) -> tuple[Matched, ...]:
    """As `find_files`, with folders as they are, the faults added to the findings and whatever was found returned."""
    found: dict[str, Matched] = {}
    for index, pattern in enumerate(patterns):
        try:
            matches = _matches(folder, pattern, findings)
        except WrongPattern as wrong:
            findings.add_unread(
                "wrong patterns", Fault(f"scores.files[{index}]", str(wrong), wrong.expected, wrong.remedy)
            )
            continue
        for one in matches:
            if found.setdefault(one.path, one).captured != one.captured:
                findings.add_unread("files that two patterns name", _named_twice(found[one.path], one, index))
        if not matches:
            findings.add_unread("files that are not there", _not_there(folder, pattern, index))
    return tuple(found[path] for path in sorted(found))


def _matches(folder: Path, pattern: str, findings: Findings) -> list[Matched]:
    # A file may be called "runs[1].csv": a path that is there as it stands is no glob, and no pattern.
    # Path.glob takes no absolute globs, and finds the hidden files that some systems leave.
    # os.path takes a name that is longer than the system takes for one that is not there.
    if os.path.isfile(folder / pattern):  # noqa: PTH113
        return [Matched(_relative(folder, pattern))]
    if os.path.isdir(folder / pattern):  # noqa: PTH112
        return [Matched(_relative(folder, pattern))] if _inputs(folder, pattern, findings) else []
    captures = Captures.of(pattern)
    paths = glob(captures.glob if captures else pattern, root_dir=folder, recursive=True)  # noqa: PTH207
    reports = _Reports()
    found = []
    for path in paths:
        file = os.path.join(folder, path)  # noqa: PTH118 - of 10,000 files a Path each takes a second
        if os.path.isfile(file) and not reports.hold(file):  # noqa: PTH113
            captured = captures.read(PurePath(path).as_posix()) if captures else {}
            if captured is not None:
                found.append(Matched(_relative(folder, path), captured))
    return found


def _read_in(folder: Path, path: str, findings: Findings) -> list[str]:
    """The file itself, or those of a folder that are read."""
    if not os.path.isdir(os.path.join(folder, path)):  # noqa: PTH112, PTH118 - as in _matches
        return [path]
    inside = {found for glob in _inputs(folder, path, findings) for found in (folder / path).glob(glob)}
    return [_relative(folder, str(found.relative_to(folder))) for found in inside if found.is_file()]


def _inputs(folder: Path, path: str, findings: Findings) -> tuple[str, ...]:
    """Globs of the files in a folder that are read; none where no format takes the folder for its own."""
    from rankpress.sources.formats import recognized
    from rankpress.sources.origin import Origin

    form = recognized(Origin(folder, _relative(folder, path)), findings)
    return form.inputs if form else ()


class _Reports:
    """The reports that lie where a glob looks: their own tables are no scores."""

    def __init__(self) -> None:
        self._real = cache(os.path.realpath)
        self._listed = cache(self._outputs_at)

    def hold(self, file: str) -> bool:
        """Whether a report in one of the folders above lists the file as its own."""
        folder, name = os.path.split(os.path.realpath(file) if os.path.islink(file) else file)  # noqa: PTH114
        real = self._real(folder)
        return os.path.join(real, name) in self._listed(real)  # noqa: PTH118

    def _outputs_at(self, folder: str) -> frozenset[str]:
        """The files of reports in a folder and those above."""
        above = os.path.dirname(folder)  # noqa: PTH120
        described = manifest.read(Path(folder)) or {"outputs": []}
        here = frozenset(str(Path(folder, str(output["path"]))) for output in described["outputs"])
        return here if above == folder else here | self._listed(above)


def _relative(folder: Path, path: str) -> str:
    plain = not os.path.isabs(path) and ".." not in path  # noqa: PTH117 - then what follows is the same and quick
    relative = os.path.normpath(path) if plain else os.path.relpath(folder / path, folder)
    return relative.replace(os.sep, "/")


def _named_twice(first: Matched, second: Matched, index: int) -> Fault:
    columns = ", ".join(f"{name} {quoted(value)}" for name, value in second.captured.items()) or "no column"
    before = ", ".join(f"{name} {quoted(value)}" for name, value in first.captured.items()) or "none"
    return Fault(
        f"scores.files[{index}]",
        f"the name of {quoted(first.path)} gives {columns} here, and by a pattern before it {before}",
        "each file by one pattern",
    )


def _not_there(folder: Path, pattern: str, index: int) -> Fault:
    place = f"scores.files[{index}]"
    if Captures.of(pattern):
        return Fault(place, f"{quoted(pattern)} matches no file", "a pattern that matches one file at least")
    if has_magic(pattern):
        return Fault(place, f"{quoted(pattern)} matches no file", "a glob that matches one file at least")
    if os.path.isdir(folder / pattern):  # noqa: PTH112
        inside = f"{pattern.rstrip('/')}/*.csv"
        return Fault(place, f"{quoted(pattern)} is a folder", "a file or a glob", f"write {quoted(inside)}")
    return Fault(place, f"there is no file {quoted(pattern)}", "a path relative to the folder of study.yaml")
