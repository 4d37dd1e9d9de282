"""Parts of paths that may stand for columns: `results-*.csv` is looked at as `results-{part1}.csv`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from glob import has_magic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankpress.starter.guess import Guess

_BRACES = re.compile(r"\{(part\d+)\}")


def with_parts(pattern: str) -> str:
    """The pattern with a part in braces for each * that is the only one between two slashes.

    Examples
    --------
    >>> with_parts("runs/*/results-*.csv")
    'runs/{part1}/results-{part2}.csv'
    """
    if "{" in pattern:
        return pattern
    steps = pattern.split("/")
    alone = [at for at, step in enumerate(steps) if step.count("*") == 1 and not has_magic(step.replace("*", ""))]
    for number, at in enumerate(alone, 1):
        steps[at] = steps[at].replace("*", part(number))
    return "/".join(steps)


def part(number: int) -> str:
    """A part in braces that nothing is known of yet."""
    return f"{{part{number}}}"


def parts_of(pattern: str) -> frozenset[str]:
    """The columns that such parts give."""
    return frozenset(_BRACES.findall(pattern))


def settled(named: Mapping[str, str], guess: Guess) -> tuple[dict[str, str], Guess]:
    """What names the scores, and the guess, with parts of paths called what they were taken for.

    Parameters
    ----------
    named : mapping of str to str
        The keys of `scores` that name what the scores are in.
    guess : Guess
        What was guessed of the columns, such parts among them.

    Returns
    -------
    tuple of (dict, Guess)
        Parts that nothing is read from are *.
    """
    pattern = named.get("files", "")
    parts = parts_of(pattern)
    joined = {column for columns in guess.join.values() for column in columns}
    taken = {*guess.unused, *guess.columns.values(), *guess.where, *joined}
    called = {column: column for column in (*joined, *guess.where) if column in parts}
    for role, column in guess.columns.items():
        if column in parts:
            called.setdefault(column, column if role in taken else role)
    files = {"files": _BRACES.sub(lambda one: f"{{{called[one[1]]}}}" if one[1] in called else "*", pattern)}
    columns = {role: called.get(column, column) for role, column in guess.columns.items()}
    # what a spec calls so without being told
    of_paths = {role for role, column in guess.columns.items() if column in parts and role not in ("seed", "example")}
    columns = {role: column for role, column in columns.items() if role != column or role not in of_paths}
    unused = [column for column in guess.unused if column not in parts]
    return {**named, **(files if pattern else {})}, replace(guess, columns=columns, unused=unused)
