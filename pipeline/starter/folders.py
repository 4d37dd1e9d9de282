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

    Parts of paths that differ stand for the algorithm and the data set, in that order, as far as the files have no such
    columns; a last part of digits alone is the fold; one part may hold data set and algorithm both. What is left over
    bears the number of the part.

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
    stood_for = dict[int, str]()
    if "fold" not in columns and depth in varying and all(part[depth].isdecimal() for part in parts):
        stood_for[depth] = "{fold}"
    named = [at for at in varying if at not in stood_for]
    if len(roles) == 2 and len(named) == 1 and (both := _both([part[named[0]] for part in parts])):
        stood_for[named[0]] = both
    for number, at in enumerate(named):
        # what is left over may tell rows apart, and can be asked for in scores.where
        role = roles[number] if number < len(roles) else f"part{at + 1}"
        stood_for.setdefault(at, f"{{{role}}}")
    steps = [stood_for.get(at, parts[0][at]) for at in range(depth + 1)]
    return f"{folder.as_posix()}/{'/'.join(steps)}{suffix}"


def _both(names: list[str]) -> str | None:
    """How names hold data set and algorithm both, where each data set is there with each algorithm."""
    different = set(names)
    for mark in "_-. ":
        for parted in ([name.rpartition(mark) for name in different], [name.partition(mark) for name in different]):
            first, last = {part[0] for part in parted}, {part[2] for part in parted}
            if min(len(first), len(last)) > 1 and len(first) * len(last) == len(different) and "" not in first:
                role = ("algorithm", "dataset") if len(first) < len(last) else ("dataset", "algorithm")
                one = f":[^{mark}]+"
                at_end = not any(mark in name for name in last)
                return f"{{{role[0]}{'' if at_end else one}}}{mark}{{{role[1]}{one if at_end else ''}}}"
    return None


def _columns(folder: Path, paths: list[str]) -> set[str]:
    """What the columns of the first files stand for."""
    found = set[str]()
    for path in paths[:LOOKED_INTO]:
        for sheet in open_origin(Origin(folder, path), None, None, Findings()):
            found |= {role for name in sheet.header if (role := role_of(name))}
    return found
