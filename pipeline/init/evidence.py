"""What the names of columns, and the names in them, say of the roles of these columns in a reading of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.init.algorithm_columns import is_hardly_compared
from rankpress.init.spellings import coined_share
from rankpress.init.vocabulary import (
    is_example,
    is_kind_of_dataset,
    is_used_both_ways,
    leaning_of,
    may_be_setting,
    numbered_role,
    role_of,
    role_of_part,
)
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.init.table import Table

# each word with a number behind it, and no word of one or two letters
_NUMBERED_RUN = re.compile(r"(?:[^\W\d_]{3,}[\W_]*\d+[\W_]*)+")


@dataclass(frozen=True)
class Evidence:
    """Something that speaks for a reading, or with fewer than 0 points against it."""

    text: str
    points: float


_OBJECT = re.compile(r"\s*[\[{(].*[\]})]\s*", re.DOTALL)


def holds_objects(labels: Iterable[str]) -> bool:
    """Return whether all names are written as objects or lists are: of columns that name the same, the other is read.

    >>> holds_objects(["{'clf': 'kNN'}"]), holds_objects(["SVC(C=1.0)"])
    (True, False)
    """
    names = [label for label in labels if label]
    return bool(names) and all(map(_OBJECT.fullmatch, names))


def number_runs(labels: Iterable[str]) -> bool:
    """Return whether all names number folds, repeats or seeds: Fold1, Fold01.Rep2, seed=3.

    >>> number_runs(["Fold1.Rep1", "Fold2.Rep1"]), number_runs(["S1", "S2"])
    (True, False)
    """
    names = [label for label in labels if label]
    return len(names) > 1 and all(
        _NUMBERED_RUN.fullmatch(name) and all(map(numbered_role, re.findall(r"[^\W\d_]+", name))) for name in names
    )


def role_points(name: str, role: str, table: Table) -> Iterator[Evidence]:
    """Yield what the name of a column says of the role that it is taken for."""
    role_named, other = role_of(name), "algorithm" if role == "dataset" else "dataset"
    word = role.replace("dataset", "data set")
    if role in table.settled:  # another column is none of this role
        yield Evidence(f"you name {quoted(name)} for the {word}", 10)
        return
    if name in table.guessed:
        if {"dataset", "algorithm"} <= table.guessed:
            yield Evidence(f"the names in {quoted(name)} suggest so", 1 if role_named == role else -1)
        return
    if name in table.parts and (longer := _ended_by(name, role, table)):
        yield Evidence(f"this part of the paths ends the names in {quoted(longer)}", 4)
    if _PARAMETER.fullmatch(name):
        yield Evidence(f"{quoted(name)} is what benchmarked functions were called with", 2 if role == "dataset" else -2)
    if name in table.stated and name == role:
        yield Evidence(f"your pattern calls {quoted(name)} the {word}", 5)
    elif role_named == "dataset" and _name_functions(table.columns[name].labels):
        yield Evidence(f"the names in {quoted(name)} are those of functions", 2 if role == "algorithm" else -2)
    elif role_named and is_used_both_ways(name) and not _is_other_called(name, table):
        points = _BOTH_WAYS[role_named] * (1 if role_named == role else -1)
        yield Evidence(f"{quoted(name)} is a name for an algorithm in some fields, for a data set in others", points)
    elif role_named == role:
        yield Evidence(f"{quoted(name)} is a usual name for the {word}", 1.5 if is_example(name) else 3)
    elif role_named == other:
        yield Evidence(f"{quoted(name)} is a usual name for the {other.replace('dataset', 'data set')}", -4)
    elif role_of_part(name) == role and role_named is None and _has_levels(name, role, table):
        yield Evidence(f"{quoted(name)} is a usual name for levels of what another column names", -2)
    elif role_of_part(name) == role and role_named is None:
        yield Evidence(f"{quoted(name)} is a usual name for a part of the {word}", 0.5)
    elif role_named is not None or is_example(name) or _has_whole(name, table):
        yield Evidence(f"{quoted(name)} is a usual name for something else", -2)
    elif may_be_setting(name) and table.columns[name].is_numeric:
        yield Evidence(f"{quoted(name)} is a usual name for a setting", 1 if role == "algorithm" else -1)
    if number_runs(table.columns[name].labels):
        yield Evidence(f"the names in {quoted(name)} number folds or runs", -5)
    if holds_objects(table.columns[name].labels):
        yield Evidence(f"{quoted(name)} has objects or lists for names", -1)
    if re.fullmatch(r"(.*[\W_])?id", name, re.IGNORECASE) and any(
        name[:-2] and other.startswith(name[:-2]) for other in table.columns if other != name
    ):
        yield Evidence(f"{quoted(name)} numbers what another column names", -1)


# What a name says that is used both ways: less than spares a question, so that looks or numbers have to agree.
_BOTH_WAYS = {"algorithm": 1.0, "dataset": 1.5}


def _is_other_called(name: str, table: Table) -> bool:
    """Return whether another column has a usual name for the role that this one does not have."""
    roles = {role_of(other) for other in table.columns if other != name} & _BOTH_WAYS.keys()
    return bool(roles - {role_of(name)})


# What benchmarks of functions, written in full, were called with: Param: size, params.document.
_PARAMETER = re.compile(r"param(?:eter)?s?\s*[:./]\s*\S.*", re.IGNORECASE)

_FUNCTION = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*){2,}")


def _name_functions(labels: Iterable[str]) -> bool:
    """Return whether names are those of functions with the packages and classes that they are in.

    >>> _name_functions(["org.acme.Sort.quick", "org.acme.Sort.heap"]), _name_functions(["gcc", "403.gcc"])
    (True, False)
    """
    names = [label for label in labels if label]
    return len(names) > 1 and all(map(_FUNCTION.fullmatch, names))


def _has_levels(part: str, role: str, table: Table) -> bool:
    """Return whether a column has numbers, and another has texts that name what the numbers are levels of."""
    wholes = [name for name, column in table.columns.items() if not column.is_numeric and role_of(name) is None]
    return table.columns[part].is_numeric and any(role_of_part(name) == role for name in wholes)


def _has_whole(part: str, table: Table) -> bool:
    """Return whether other columns are called as the name that a column has a part of, or as further parts of it."""
    role = role_of_part(part)
    return bool(role) and any(role in (role_of(name), role_of_part(name)) for name in table.columns if name != part)


def _ended_by(part: str, role: str, table: Table) -> str:
    """Return the column of a role whose cells end in a part of the paths, some with more before it; "" for none."""
    short = table.columns[part]
    for name, column in table.columns.items():
        if role_of(name) == role and 1 < short.distinct < column.distinct and len(short.codes) == len(column.codes):
            pairs = set(zip(short.codes.tolist(), column.codes.tolist(), strict=True))
            if all(f"/{column.labels[long]}".endswith(f"/{short.labels[end]}") for end, long in pairs):
                return name
    return ""


def contrast_points(datasets: Iterable[str], algorithms: Iterable[str]) -> Iterator[Evidence]:
    """Yield what the names themselves and their numbers show."""
    some, others = list(filter(None, datasets)), list(filter(None, algorithms))
    leaning = leaning_of(some[:500]) - leaning_of(others[:500])
    if leaning:
        yield Evidence("names of well-known data sets and algorithms", 2 * max(-1.0, min(1.0, leaning)))
    if coined := coined_share(others[:500]) - coined_share(some[:500]):
        yield Evidence("names that somebody made up, as those of algorithms", _COINED * coined)
    more = (len(some) > len(others)) - (len(some) < len(others))
    if more:
        yield Evidence(f"{counted(len(some), 'data set')} and {counted(len(others), 'algorithm')}", 0.3 * more)


_COINED = 0.8


def header_points(key: str, role: str, labels: Sequence[str], cells: Sequence[str]) -> Iterator[Evidence]:
    """Yield what speaks for the role of the rows of a table whose header has names as well.

    `labels` are the names of the rows, which the column `key` has, and `cells` those in the header.
    """
    sign = 1 if role == "dataset" else -1
    if is_kind_of_dataset(key):
        yield Evidence(f"{quoted(key)} is a type of data sets", _OF_KIND * sign)
    elif role_of(key) is None and is_hardly_compared(key):
        yield Evidence(f"{quoted(key)} is no usual name for what is compared", _OF_OTHER_KIND * sign)
    if _are_numbered(labels) != _are_numbered(cells):
        numbered, at = (labels, sign) if _are_numbered(labels) else (cells, -sign)
        yield Evidence(
            f"{quoted(numbered[0])} to {quoted(numbered[-1])} are numbered, as data sets are", _NUMBERED * at
        )


_OF_KIND, _OF_OTHER_KIND, _NUMBERED = 1.5, 0.7, 0.7
_NUMBERED_NAME = re.compile(r"(?P<stem>[^\W\d_]+)[\W_]*(?P<number>\d+)")
# Of fewer numbered names, and behind these letters and words, the names are versions or algorithms.
_FEWEST_NUMBERED = 5
_STEMS_OF_ALGORITHMS = frozenset("a m c v alg algo algorithm method model system team variant config version".split())


def _are_numbered(names: Sequence[str]) -> bool:
    """Return whether names are one stem with running numbers: Q1, Q2, ... Q22.

    >>> _are_numbered(["Q1", "Q2", "Q3", "Q4", "Q5"]), _are_numbered(["M1", "M2", "M3", "M4", "M5"])
    (True, False)
    """
    parted = [_NUMBERED_NAME.fullmatch(name) for name in names]
    if len(names) < _FEWEST_NUMBERED or not all(parted):
        return False
    stems = {each["stem"].casefold() for each in parted if each}
    numbers = sorted(int(each["number"]) for each in parted if each)
    return (
        len(stems) == 1 and stems.isdisjoint(_STEMS_OF_ALGORITHMS) and numbers == [*range(numbers[0], numbers[-1] + 1)]
    )
