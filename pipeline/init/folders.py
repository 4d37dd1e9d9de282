"""Guesses of how a folder of run files is named."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import escape, glob
from itertools import takewhile
from pathlib import Path, PurePosixPath

from rankpress.catalog.metrics import better_of, is_named_metric, is_of_costs, way_of, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound, Findings
from rankpress.init.descriptions import describes
from rankpress.init.strays import strays_among, text_on_strays
from rankpress.init.vocabulary import SPREAD, is_dataset_first, is_version, numbered_role, role_of
from rankpress.sources.files import Captures, Origin, WrongPattern, match_files
from rankpress.sources.opening import open_origin
from rankpress.sources.side_by_side import MOST_JOINED, joined_side_by_side
from rankpress.wording.strings import counted, listed

# The longer ones first: a double underscore parts names that hold single ones.
MARKS = ("___", "__", "--", "_", "-", ".", " ")
_TO_MARK = re.compile(r"[^\W_]+\Z")
_NUMBERED = re.compile(r"([A-Za-z]+(?:[-_ ][A-Za-z]+)?)([-_=]?)([0-9]+)")  # seed1, random_state_1


@dataclass(frozen=True)
class Field:
    """A part of names that differs between them."""

    values: tuple[str, ...]  # what stands there, a value a name
    role: str = ""  # its meaning, where its own text shows it: fold, repeat or seed
    mark: str = ""  # what parts it from what stands next to it


Tokens = list[str | Field]


def parts_of_names(values: tuple[str, ...], in_two: bool) -> Tokens:
    """Split names into numbered seeds and folds at their ends and the rest, the rest in two parts where requested."""
    peeled = (_peeled(values, mark, bare) for bare in (False, True) for mark in MARKS)
    first, core, last = next((parts for parts in peeled if parts[0] or parts[2]), ([], Field(values), []))
    between = _numbered(core.values, core.mark) or (in_two and in_two_parts(core.values)) or [core]
    return [*first, *between, *last]


def _peeled(values: tuple[str, ...], mark: str, bare: bool) -> tuple[Tokens, Field, Tokens]:
    """Numbered parts at the beginning, what is between, and numbered parts at the end, perhaps without a word."""
    first, last = Tokens(), Tokens()
    while all(mark in value for value in values):
        parts = [value.rpartition(mark) for value in values]
        rest, end = tuple(part[0] for part in parts), tuple(part[2] for part in parts)
        numbered = _numbered(end, mark) or (_bare(rest, end, mark) if bare else [])
        if not numbered or "" in rest:
            break
        if numbered == [Field(end, "fold", mark)] and (counted := _counted(rest, end, mark)):
            rest, numbered = counted
        values, last = rest, [mark, *numbered, *last]
    while all(mark in value for value in values):
        parts = [value.partition(mark) for value in values]
        numbered = _numbered(tuple(part[0] for part in parts), mark)
        if not numbered or any(not part[2] for part in parts):
            break
        values, first = tuple(part[2] for part in parts), [*first, *numbered, mark]
    return first, Field(values, mark=mark), last


def _numbered(values: tuple[str, ...], mark: str) -> Tokens:
    """Return the word and the numbers behind it, where all values are such as seed1 and seed2; else nothing."""
    numbered = [_NUMBERED.fullmatch(value) for value in values]
    words = {match and match.group(1, 2) for match in numbered}
    if len(words) > 1 or None in words:
        return []
    [(word, between)] = [pair for pair in words if pair]
    role = numbered_role(word)
    return [f"{word}{between}", Field(tuple(match[3] for match in numbered if match), role, mark)] if role else []


def _bare(rest: tuple[str, ...], ends: tuple[str, ...], mark: str) -> Tokens:
    """Numbers alone, where each is there with each of what stands before them: years in names are not."""
    crossed = len(set(rest)) * len(set(ends)) == len(set(zip(rest, ends, strict=True)))
    several = len(set(rest)) > 1 and len(set(ends)) > 1
    return [Field(ends, "fold", mark)] if crossed and several and all(end.isdecimal() for end in ends) else []


def _counted(rest: tuple[str, ...], ends: tuple[str, ...], mark: str) -> tuple[tuple[str, ...], Tokens] | None:
    """Return where seed_1 is written with the mark that parts the names: what stands before it, and its tokens."""
    parts = [value.rpartition(mark) for value in rest]
    words = {part[2] for part in parts}
    role = numbered_role(words.pop()) if len(words) == 1 else ""
    before = tuple(part[0] for part in parts)
    return (before, [parts[0][2], mark, Field(ends, role, mark)]) if role and "" not in before else None


def in_two_parts(names: tuple[str, ...], marks: Sequence[str] = MARKS) -> Tokens:
    """Two parts where each of the first is there with each of the last, or where one mark alone could part them."""
    for all_pairs in (True, False):
        for mark in marks:
            at_end = [name.rpartition(mark) for name in names]
            at_start = [name.partition(mark) for name in names]
            for parts in (at_end, at_start) if all_pairs else ((at_end,) if at_end == at_start else ()):
                first, last = tuple(part[0] for part in parts), tuple(part[2] for part in parts)
                some, others = set(first), set(last)
                pairs, most = len(set(names)), len(some) * len(others)
                crossed = pairs == most or (not all_pairs and 2 * pairs > most)
                if crossed and min(len(some), len(others)) > 1 and "" not in some | others:
                    return [Field(first, mark=mark), mark, Field(last, mark=mark)]
    return []


def pattern_for(
    tokens: Tokens, called: Mapping[int, str], before: str, paths: Sequence[str], apart: Sequence[str] = ()
) -> str:
    """Return the pattern that gives each path its own values, with expressions in braces as far as they are needed.

    It does not fit the paths that are to stay apart.
    """
    fields = {index: token for index, token in enumerate(tokens) if isinstance(token, Field)}
    requested = [
        {called[index]: field.values[row].strip() for index, field in fields.items()} for row in range(len(paths))
    ]
    patterns = [_written(tokens, called, some) for some in _expressions(fields)]
    if apart:
        numbers = {index: ":[0-9]+" for index, field in fields.items() if all(map(str.isdecimal, field.values))}
        patterns.append(_written(tokens, called, numbers))
        # all names, where nothing shorter leaves the others out
        every = {
            index: f":{'|'.join(map(re.escape, sorted({*field.values})))}"
            for index, field in fields.items()
            if len({*field.values}) <= _MOST_LISTED
        }
        patterns.append(_written(tokens, called, every))
    fitting = (
        pattern
        for pattern in patterns
        if _reads(pattern, paths, requested) and not any(_matches(pattern, path) for path in apart)
    )
    return f"{before}/{next(fitting, patterns[-1])}"


_MOST_LISTED = 50


def _matches(pattern: str, path: str) -> bool:
    """Return whether a path is of a pattern."""
    captures = Captures.of(pattern)
    try:
        return path == pattern if captures is None else captures.read(path) is not None
    except WrongPattern:
        return False


def _expressions(fields: dict[int, Field]) -> Iterator[dict[int, str]]:
    """Yield which fields are to be limited, few first and the last one first."""
    yield {}
    limits = {
        index: f":[^{field.mark[0]}]+"
        for index, field in reversed(fields.items())
        if field.mark and not any(field.mark[0] in value for value in field.values)
    }
    yield from ({index: limit} for index, limit in limits.items())
    yield limits


def _written(tokens: Tokens, called: Mapping[int, str], limits: Mapping[int, str]) -> str:
    return "".join(
        token if isinstance(token, str) else f"{{{called[index]}{limits.get(index, '')}}}"
        for index, token in enumerate(tokens)
    )


def _reads(pattern: str, paths: Sequence[str], columns: Sequence[dict[str, str]]) -> bool:
    captures = Captures.of(pattern)
    try:
        return captures is None or all(
            captures.read(path) == values for path, values in zip(paths, columns, strict=True)
        )
    except WrongPattern:
        return False


def one_pattern(paths: Sequence[str]) -> str:
    """Return the only path, or the pattern in place of which a shell put several. Raises FaultsFound."""
    if len(paths) == 1:
        return paths[0]
    steps = [*zip(*(path.split("/") for path in paths), strict=False)]
    for to_marks in (True, False):  # of ours.csv and theirs.csv *.csv rather than *rs.csv
        pattern = "/".join(_with_star(names, to_marks) for names in steps)
        if {*glob(pattern)} == {*paths}:  # noqa: PTH207 - Path.glob takes no absolute patterns
            return pattern
    if absent := [path for path in paths if not Path(path).exists()]:
        raise FaultsFound(Fault(path, "there is no such file or folder", "files of scores") for path in absent)
    text = f"no pattern matches exactly these {counted(len(paths), 'file')}"
    expected = "one file, a folder, or a pattern in quotes such as 'runs/*.csv'"
    raise FaultsFound([Fault(listed(paths, 3), text, expected, "put them in a folder of their own, and name that")])


def _with_star(names: tuple[str, ...], to_marks: bool) -> str:
    """Return what names begin and end with, perhaps only as far as there is a mark, and a star between."""
    if len({*names}) == 1:
        return escape(names[0])
    first = _shared(names)
    last = _shared([name[len(first) :][::-1] for name in names])[::-1]
    if to_marks:
        first, last = _TO_MARK.sub("", first), _TO_MARK.sub("", last[::-1])[::-1]
    return f"{escape(first)}*{escape(last)}"


def _shared(names: Sequence[str]) -> str:
    """Return what names begin with."""
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in alike)


LOOKED_INTO = 5


@dataclass(frozen=True)
class FileNames:
    """How a spec is to name the files of a folder, and why that is in doubt, where it is."""

    pattern: str
    doubt: str = ""
    is_joined: bool = False  # whether the files hold the same rows with other columns each
    left: str = ""  # which files are left over among numbered ones, to be asked about


# Texts next to data that are no data, whatever stands in them.
_READ_ME = re.compile(
    r"(?:read[-_ ]?me|notes?|licen[cs]e|changelog|citation|requirements|authors)(?:[-_.][^.]*)?(?:\.(?:txt|md|rst))?",
    re.IGNORECASE,
)
_SCORES_OF_STUDY = re.compile(r"^scores:\s*\n(?:[ #-].*\n|\n)*?\s+(?:files|database):", re.MULTILINE)


def _is_study(path: Path) -> bool:
    """Return whether a file says which scores are compared, as `--save` leaves it next to them."""
    if path.suffix not in (".yaml", ".yml"):
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return _SCORES_OF_STUDY.search(file.read(_MOST_OF_STUDY)) is not None


_MOST_OF_STUDY = 1 << 16


def pattern_of(folder: Path, findings: Findings) -> FileNames:
    """Return the folder itself where a format reads it, else a glob or pattern of the files in it that are most alike.

    Parts of paths that differ stand for the algorithm and the data set, as far as the files have no such columns, and
    numbered parts for folds, repeats and seeds; one part may hold several of them. What is left over bears the number
    of the part.
    """
    if match_files(Path(), [str(folder)], Findings()):
        return FileNames(folder.as_posix())
    visible = sorted(file.path for file in match_files(folder, ["**/*"], Findings()))  # but for those of reports
    named = [path for path in visible if not _READ_ME.fullmatch(PurePosixPath(path).name)]
    data = [path for path in named if not _is_study(folder / path)] or visible
    others = [path for path in data if describes(folder / path)]
    others = others if len(others) < len(data) else []
    of_kind: dict[tuple[int, str], list[str]] = {}
    for path in (path for path in data if path not in others):
        of_kind.setdefault((path.count("/"), PurePosixPath(path).suffix), []).append(path)
    if not of_kind:
        findings.add_unread("folders without files", Fault(str(folder), "there is no file in this folder", "scores"))
        return FileNames(folder.as_posix())
    # of as many files, scores take more bytes than settings next to them
    sizes = {kind: sum((folder / path).stat().st_size for path in paths) for kind, paths in of_kind.items()}
    ordered = sorted(of_kind, key=lambda kind: (len(of_kind[kind]), sizes[kind], kind), reverse=True)
    with_scores = (kind for kind in ordered if any(map(better_of, _headers(folder, of_kind[kind]))))
    depth, suffix = next(with_scores, ordered[0])
    apart = [path for path in others if (path.count("/"), PurePosixPath(path).suffix) == (depth, suffix)]
    if not apart and are_side_by_side(folder, of_kind[depth, suffix]):
        return FileNames("/".join([folder.as_posix(), *["*"] * depth, f"*{suffix}"]), is_joined=True)
    read, left = _with_scores(folder, of_kind[depth, suffix])
    alike, of_others = _of_one_metric(folder, read)
    if of_others and len(alike) == 1:
        return FileNames(f"{folder.as_posix()}/{alike[0]}", of_others)
    strays = strays_among(alike)
    alike = [path for path in alike if path not in strays]
    columns = {role for name in _headers(folder, alike) if (role := role_of(name))}
    roles = [role for role in ("algorithm", "dataset") if role not in columns]
    stems = [PurePosixPath(path).name.removesuffix(suffix) for path in alike]
    end = _fixed_part(stems, at_end=True)
    start = "" if end else _fixed_part(stems, at_end=False)
    parts = [path.removesuffix(end + suffix).split("/") for path in alike]
    tokens = _tokens([[*folders, name.removeprefix(start)] for *folders, name in parts], columns, len(roles) == 2)
    tokens = _with_start(tokens, start)
    called, doubt = _called(tokens, columns, roles)
    of_apart = f"{listed(others, 3)} {'says' if len(others) == 1 else 'say'} what others hold; not read as scores"
    doubt = "; ".join(filter(None, (of_others, doubt, left, of_apart if apart else "")))
    pattern = pattern_for([*tokens, end + suffix], called, folder.as_posix(), alike, [*apart, *strays])
    return FileNames(pattern, doubt, left=text_on_strays(strays, alike) if strays else "")


def are_side_by_side(folder: Path, paths: Sequence[str]) -> bool:
    """Return whether the files hold the same rows with other columns each."""
    if not 1 < len(paths) <= MOST_JOINED:
        return False
    opened = [open_origin(Origin(folder, path), Findings()) for path in paths]
    sheets = [sheet for tables in opened for sheet in tables]
    return len(sheets) == len(paths) and joined_side_by_side(sheets) is not None


def _tokens(paths: list[list[str]], columns: set[str], two_roles: bool) -> Tokens:
    """Return the parts of the paths, of those that differ parted further."""
    steps = [tuple(values) for values in zip(*paths, strict=True)]
    numbers = len(set(steps[-1])) > 1 and "fold" not in columns and all(value.isdecimal() for value in steps[-1])
    varying = [
        position
        for position, values in enumerate(steps)
        if len(set(values)) > 1 and not (numbers and position == len(steps) - 1)
    ]
    with_names = [
        position
        for position in varying
        if any(isinstance(token, Field) and not token.role for token in parts_of_names(steps[position], in_two=False))
    ]
    tokens = Tokens()
    for index, values in enumerate(steps):
        if index in varying:
            tokens += parts_of_names(values, in_two=two_roles and len(with_names) == 1)
        else:
            tokens += [values[0] if len(set(values)) == 1 else Field(values, "fold")]
        tokens += ["/"] if index < len(steps) - 1 else []
    return [token.values[0] if isinstance(token, Field) and len(set(token.values)) == 1 else token for token in tokens]


def doubt_of_numbers(part: str) -> Doubt:
    """Return that numbers which are a part of paths are taken for folds, though no word says what they count."""
    text = (
        "the files are numbered, and nothing shows what the numbers count; they are taken for the folds of a "
        "cross-validation, and may be those of runs that differ in chance alone"
    )
    fold, seed = (f"scores.columns.{role}" for role in ("fold", "seed"))
    ways = (
        Way("they number folds, and all algorithms have the same", "set", f"{fold}={part}"),
        Way("they number runs, whose mean counts", "set", f"{fold}=null", (("set", f"{seed}={part}"),)),
    )
    return Doubt(text, "fold", part, ways=ways)


def _called(tokens: Tokens, columns: set[str], roles: list[str]) -> tuple[dict[int, str], str]:
    """Return the columns of the fields, by their places, and why they are in doubt."""
    fields = {position: token for position, token in enumerate(tokens) if isinstance(token, Field)}
    names = [position for position, field in fields.items() if not field.role]
    called, doubt = dict[int, str](), ""
    if len(roles) == 2 and len(names) > 1:
        one, other = (fields[name].values for name in names[:2])
        if is_dataset_first(one, other):
            roles = ["dataset", "algorithm"]
        some, others = (listed(sorted(set(values)), most=3) for values in (one, other))
        taken = dict(zip(roles, (some, others), strict=True))
        doubt = f"no column shows which part is which; taken for data sets are {taken['dataset']}; "
        doubt += f"for algorithms {taken['algorithm']}"
    called |= dict(zip(names, roles, strict=False))
    for number, (index, field) in enumerate(fields.items(), 1):
        is_taken = field.role in called.values() or (field.role if field.role == "fold" else "repeat") in columns
        # the remaining columns may distinguish rows, and can be selected in scores.where
        called.setdefault(index, field.role if field.role and not is_taken else f"part{number}")
    return called, doubt


def _with_scores(folder: Path, paths: list[str]) -> tuple[list[str], str]:
    """Return the files of those names that hold metrics, where several names are in folder after folder, and a doubt.

    Next to metrics.json there may be a config.json in each folder.
    """
    of_name: dict[str, list[str]] = {}  # a name is once in each folder
    for path in paths:
        of_name.setdefault(path.rpartition("/")[2], []).append(path)
    if len(of_name) < 2 or min(map(len, of_name.values())) < 2:
        return paths, ""
    headers = {name: set(_headers(folder, some)) for name, some in of_name.items()}
    scored = [name for name, header in headers.items() if any(map(better_of, header))]
    others = [name for name in of_name if name not in scored]
    if not scored or not others:
        return paths, ""
    left = f"files called {listed(others, 3)} have no column that is named as metrics are; they are not read"
    return [path for path in paths if path.rpartition("/")[2] in scored], left


def _of_one_metric(folder: Path, paths: list[str]) -> tuple[list[str], str]:
    """Return the files of one metric, where a part of their names says whose scores each holds, and a doubt.

    Such as accuracy.csv and f1.csv, KNN_accuracy.csv and KNN_f1.csv, accuracy/KNN.csv and f1/KNN.csv.
    """
    names_metrics = any(map(way_of, _headers(folder, paths)))
    metrics = min(_metrics_in(paths, with_whole=not names_metrics), key=lambda names: len({*names}), default=())
    if len({*metrics}) < 2:
        return paths, ""
    read = min(metrics, key=lambda metric: (is_of_costs(metric), "acc" not in metric.casefold()))
    of_metric = {
        metric: [path for path, name in zip(paths, metrics, strict=True) if name == metric]
        for metric in dict.fromkeys(metrics)
    }
    others = [_one_name(folder, of_metric[metric]) for metric in of_metric if metric != read]
    commands = listed([f"rankpress run {shlex.quote(name)}" for name in others], 3)
    doubt = f"each file has the scores of one metric; {_one_name(Path(), of_metric[read])} is read, and not "
    return of_metric[read], f"{doubt}{listed(others, 3)} (if so: {commands})"


def _metrics_in(paths: Sequence[str], *, with_whole: bool) -> Iterator[tuple[str, ...]]:
    """Yield the metric that each file is of, for each part of their names that always is one.

    The whole name is where the tables name no metrics themselves: loss.csv may hold the accuracy on a data set.
    """
    *folders, names = zip(*(PurePosixPath(path).with_suffix("").parts for path in paths), strict=True)
    # the spreads of a metric; which of two versions is meant?
    are_others = any(not SPREAD.isdisjoint(words_of(name)) or is_version(name) for name in names)
    if with_whole and all(map(way_of, names)) and not are_others:
        yield names
    marks = [mark for mark in MARKS if all(mark in name for name in names)]
    at_ends = [tuple(name.rpartition(mark)[2] for name in names) for mark in marks]
    at_starts = [tuple(name.partition(mark)[0] for name in names) for mark in marks]
    yield from (parts for parts in (*folders, *at_ends, *at_starts) if all(map(is_named_metric, parts)))


def _fixed_part(names: Sequence[str], *, at_end: bool) -> str:
    """Return the metric that all names end with, or begin with, and the mark next to it; "" where none is."""
    is_there = str.endswith if at_end else str.startswith
    for mark in MARKS:
        metric = names[0].rpartition(mark)[2] if at_end else names[0].partition(mark)[0]
        part = f"{mark}{metric}" if at_end else f"{metric}{mark}"
        if is_named_metric(metric) and all(is_there(name, part) and name != part for name in names):
            return part
    return ""


def _with_start(tokens: Tokens, start: str) -> Tokens:
    """Return the parts of paths with what all names of files begin with."""
    at = max((place for place, token in enumerate(tokens, 1) if token == "/"), default=0)
    return [*tokens[:at], start, *tokens[at:]] if start else tokens


def _one_name(folder: Path, paths: Sequence[str]) -> str:
    """Return the path of a file in a folder, or a pattern of the paths of several."""
    steps = zip(*(path.split("/") for path in paths), strict=True)
    return (folder / "/".join(_with_star(names, to_marks=True) for names in steps)).as_posix()


def _headers(folder: Path, paths: list[str]) -> Iterator[str]:
    for path in paths[:LOOKED_INTO]:
        for sheet in open_origin(Origin(folder, path), Findings()):
            yield from sheet.header
