"""Guesses how a folder of run files is to be named: what each part of their paths may stand for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault
from rankpress.sources.files import match_files
from rankpress.sources.findings import Findings
from rankpress.sources.opening import open_origin
from rankpress.sources.origin import Origin
from rankpress.starter.vocabulary import role_of

LOOKED_INTO = 5


def pattern_of(folder: Path, findings: Findings) -> str:
    """The folder itself where a format reads it, else a glob or pattern of the files in it that are most alike.

    Parts of paths that differ stand for the algorithm, the data set and the fold, in that order, as far as the files
    have no such columns; a last part of digits alone is the fold.

    Parameters
    ----------
    folder : Path
        It may lie anywhere.
    findings : Findings
        Takes that there is nothing in it.
    """
    if match_files(Path(), [str(folder)], Findings()):
        return folder.as_posix()
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    visible = sorted(path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts))
    kinds = Counter((path.count("/"), PurePosixPath(path).suffix) for path in visible)
    if not kinds:
        findings.add_unread("folders without files", Fault(str(folder), "there is no file in this folder", "scores"))
        return folder.as_posix()
    (depth, suffix), _ = max(kinds.items(), key=lambda item: (item[1], item[0]))
    alike = [path for path in visible if (path.count("/"), PurePosixPath(path).suffix) == (depth, suffix)]
    parts = [path.removesuffix(suffix).split("/") for path in alike]
    varying = [at for at in range(depth + 1) if len({part[at] for part in parts}) > 1]
    columns = _columns(folder, alike)
    roles = [role for role in ("algorithm", "dataset") if role not in columns]
    stood_for = dict.fromkeys(varying, "*")
    if "fold" not in columns and depth in varying and all(part[depth].isdecimal() for part in parts):
        stood_for[depth] = "{fold}"
    for at in varying:
        if stood_for[at] == "*" and roles:
            stood_for[at] = f"{{{roles.pop(0)}}}"
    steps = [stood_for.get(at, parts[0][at]) for at in range(depth + 1)]
    return f"{folder.as_posix()}/{'/'.join(steps)}{suffix}"


def _columns(folder: Path, paths: list[str]) -> set[str]:
    """What the columns of the first files stand for."""
    found = set[str]()
    for path in paths[:LOOKED_INTO]:
        for sheet in open_origin(Origin(folder, path), None, None, Findings()):
            found |= {role for name in sheet.header if (role := role_of(name))}
    return found
