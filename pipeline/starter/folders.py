"""Guesses how a folder of run files is to be named: what each part of their paths may stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault
from rankpress.sources.files import match_files
from rankpress.sources.findings import Findings, listed
from rankpress.sources.opening import open_origin
from rankpress.sources.origin import Origin
from rankpress.starter.names import Field, Tokens, parted, pattern_for
from rankpress.starter.vocabulary import better_of, is_dataset_first, role_of

LOOKED_INTO = 5


@dataclass(frozen=True)
class Named:
    """How a spec is to name the files of a folder, and why that is in doubt, where it is."""

    pattern: str
    doubt: str = ""


def pattern_of(folder: Path, findings: Findings) -> Named:
    """The folder itself where a format reads it, else a glob or pattern of the files in it that are most alike.

    Parts of paths that differ stand for the algorithm and the data set, as far as the files have no such columns, and
    numbered parts for folds, repeats and seeds; one part may hold several of them. What is left over bears the number
    of the part.

    Parameters
    ----------
    folder : Path
        It may lie anywhere.
    findings : Findings
        Takes that there is nothing in it.
    """
    if match_files(Path(), [str(folder)], Findings()):
        return Named(folder.as_posix())
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    visible = sorted(path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts))
    kinds = Counter((path.count("/"), PurePosixPath(path).suffix) for path in visible)
    if not kinds:
        findings.add_unread("folders without files", Fault(str(folder), "there is no file in this folder", "scores"))
        return Named(folder.as_posix())
    ordered = [kind for kind, _ in sorted(kinds.items(), key=lambda item: (item[1], item[0]), reverse=True)]
    depth, suffix = next((kind for kind in ordered if _holds_scores(folder, _of_kind(visible, kind))), ordered[0])
    alike, suffix = _of_one_metric(_of_kind(visible, (depth, suffix)), suffix)
    columns = _columns(folder, alike)
    roles = [role for role in ("algorithm", "dataset") if role not in columns]
    tokens = _tokens([path.removesuffix(suffix).split("/") for path in alike], columns, len(roles) == 2)
    called, doubt = _called(tokens, columns, roles)
    return Named(pattern_for([*tokens, suffix], called, folder.as_posix(), alike), doubt)


def _tokens(paths: list[list[str]], columns: set[str], two_roles: bool) -> Tokens:
    """The parts of the paths, of those that differ parted further."""
    steps = [tuple(values) for values in zip(*paths, strict=True)]
    numbers = len(set(steps[-1])) > 1 and "fold" not in columns and all(value.isdecimal() for value in steps[-1])
    varying = [at for at, values in enumerate(steps) if len(set(values)) > 1 and not (numbers and at == len(steps) - 1)]
    named = [at for at in varying if any(_is_name(token) for token in parted(steps[at], in_two=False))]
    made = Tokens()
    for at, values in enumerate(steps):
        if at in varying:
            made += parted(values, in_two=two_roles and len(named) == 1)
        else:
            made += [values[0] if len(set(values)) == 1 else Field(values, "fold")]
        made += ["/"] if at < len(steps) - 1 else []
    return [token.values[0] if isinstance(token, Field) and len(set(token.values)) == 1 else token for token in made]


def _is_name(token: str | Field) -> bool:
    return isinstance(token, Field) and not token.role


def _called(tokens: Tokens, columns: set[str], roles: list[str]) -> tuple[dict[int, str], str]:
    """The columns of the fields, by their places, and why they are in doubt."""
    fields = {at: token for at, token in enumerate(tokens) if isinstance(token, Field)}
    names = [at for at, field in fields.items() if not field.role]
    called, doubt = dict[int, str](), ""
    if len(roles) == 2 and len(names) > 1:
        one, other = (fields[at].values for at in names[:2])
        if is_dataset_first(one, other):
            roles = ["dataset", "algorithm"]
        taken = dict(zip(roles, (_some(one), _some(other)), strict=True))
        doubt = f"no column tells which part is which; taken for data sets are {taken['dataset']}; "
        doubt += f"for algorithms {taken['algorithm']}"
    called |= dict(zip(names, roles, strict=False))
    for number, (at, field) in enumerate(fields.items(), 1):
        known = field.role in called.values() or (field.role if field.role == "fold" else "repeat") in columns
        # what is left over may tell rows apart, and can be asked for in scores.where
        called.setdefault(at, field.role if field.role and not known else f"part{number}")
    return called, doubt


def _some(values: tuple[str, ...]) -> str:
    return listed(sorted(set(values)), most=3)


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
