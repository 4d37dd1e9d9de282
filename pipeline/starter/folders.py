"""Guesses how a folder of run files is to be named: what each part of their paths may stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault
from rankpress.sources.files import match_files
from rankpress.sources.findings import Findings
from rankpress.sources.opening import open_origin
from rankpress.sources.origin import Origin
from rankpress.starter.parts import part
from rankpress.starter.vocabulary import better_of, role_of

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
    ordered = [kind for kind, _ in sorted(kinds.items(), key=lambda item: (item[1], item[0]), reverse=True)]
    depth, suffix = next((kind for kind in ordered if _holds_scores(folder, _of_kind(visible, kind))), ordered[0])
    alike, suffix = _of_one_metric(_of_kind(visible, (depth, suffix)), suffix)
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
        stood_for.setdefault(at, f"{{{roles[number]}}}" if number < len(roles) else part(at + 1))
    steps = [stood_for.get(at, parts[0][at]) for at in range(depth + 1)]
    return f"{folder.as_posix()}/{'/'.join(steps)}{suffix}"


def _of_kind(paths: list[str], kind: tuple[int, str]) -> list[str]:
    """The files that lie as deep, and have the same suffix."""
    return [path for path in paths if (path.count("/"), PurePosixPath(path).suffix) == kind]


def _of_one_metric(paths: list[str], suffix: str) -> tuple[list[str], str]:
    """Where the names of all files end in a metric, such as KNN_accuracy.csv: those of one, and how they end."""
    ends = Counter(PurePosixPath(path).stem.rpartition("_")[2] for path in paths)
    if len(ends) < 2 or len(ends) == len(paths) or not all(map(better_of, ends)):
        return paths, suffix
    metric = max(ends, key=lambda end: (ends[end], end == "accuracy"))
    return [path for path in paths if path.endswith(f"_{metric}{suffix}")], f"_{metric}{suffix}"


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
    return {role for name in _headers(folder, paths) if (role := role_of(name))}


def _holds_scores(folder: Path, paths: list[str]) -> bool:
    """Whether the first files have a column that may be a metric, as files of settings beside them have not."""
    return any(better_of(name) for name in _headers(folder, paths))


def _headers(folder: Path, paths: list[str]) -> Iterator[str]:
    for path in paths[:LOOKED_INTO]:
        for sheet in open_origin(Origin(folder, path), None, None, Findings()):
            yield from sheet.header
