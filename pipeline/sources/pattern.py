"""Paths with parts in braces that stand for columns: `runs/{algorithm}/{dataset}/{fold}.json`."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rankpress.sources.findings import plain, quoted

if TYPE_CHECKING:
    import regex

SECONDS = 5.0  # that matching all names to a pattern may take: some expressions take longer than anyone lives
_BRACES = re.compile(r"\{([^{}:]+)(?::((?:[^{}]|\{[^{}]*\})+))?\}")
_MAGIC = re.compile(r"\*\*/|\*+|\?|\[!?[^\]]+\]|[^*?\[]+|\[")


class WrongPattern(Exception):
    """A path with parts in braces cannot be understood, or fits a file in two ways."""

    def __init__(self, message: str, expected: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.expected, self.remedy = expected, remedy


@dataclass(frozen=True)
class Captures:
    """A path with parts in braces.

    Parameters
    ----------
    glob : str
        The glob that finds the files; not all of them need fit.
    columns : tuple of str
        The names in braces.

    Examples
    --------
    >>> Captures.of("runs/{algorithm}/{dataset}-{fold:[0-9]+}.json").read("runs/nb/iris-2-3.json")
    {'algorithm': 'nb', 'dataset': 'iris-2', 'fold': '3'}
    """

    glob: str
    columns: tuple[str, ...]
    _longest: regex.Pattern[str]
    _shortest: regex.Pattern[str]
    _spent: list[float] = field(default_factory=lambda: [0.0], compare=False)

    @classmethod
    def of(cls, pattern: str) -> Captures | None:
        """The captures of a path; None where nothing stands in braces. Raises WrongPattern."""
        found = list(_BRACES.finditer(pattern))
        if not found:
            return None
        columns = tuple(dict.fromkeys(one[1].strip() for one in found))
        return cls(
            _BRACES.sub("*", pattern),
            columns,
            *(_compiled(pattern, found, columns, part) for part in ("[^/]+", "[^/]+?")),
        )

    def read(self, path: str) -> dict[str, str] | None:
        """The columns that the path of a file gives; None where it does not fit. Raises WrongPattern."""
        longest, shortest = self._match(self._longest, path), self._match(self._shortest, path)
        if longest is None or shortest is None:
            return None
        if longest.groups() != shortest.groups():
            ways = (
                ", ".join(f"{name} {quoted(value)}" for name, value in self._named(one)) for one in (longest, shortest)
            )
            raise WrongPattern(
                f"the name of {quoted(path)} can be parted in two ways: {'; or '.join(ways)}",
                "braces that fit each name in one way",
                f"say what a part is made of, such as {{{self.columns[-1]}:[^_]+}}, by a regular expression",
            )
        return {name: value.strip() for name, value in self._named(longest)}

    def _match(self, expression: regex.Pattern[str], path: str) -> regex.Match[str] | None:
        begun = time.monotonic()
        try:
            return expression.fullmatch(path, timeout=max(SECONDS - self._spent[0], 1e-6))
        except TimeoutError as error:
            raise WrongPattern(
                f"matching {quoted(path)} and the names before it takes more than {SECONDS:g} s",
                "a regular expression that is quick",
                "repeat nothing that is itself repeated, as in (a+)+, and say where a part ends, such as [^_]+_",
            ) from error
        finally:
            self._spent[0] += time.monotonic() - begun

    def _named(self, match: regex.Match[str]) -> list[tuple[str, str]]:
        return [(name, match[f"c{at}"]) for at, name in enumerate(self.columns)]


def _compiled(pattern: str, found: list[re.Match[str]], columns: tuple[str, ...], part: str) -> regex.Pattern[str]:
    import regex  # loaded late: few studies name files so; it has limits on time, and takes what re does

    text, end, met = "", 0, set[str]()
    for one in found:
        name, own = one[1].strip(), one[2]
        text += _translated(pattern[end : one.start()])
        group = f"c{columns.index(name)}"
        text += f"(?P={group})" if name in met else f"(?P<{group}>{own or part})"
        met.add(name)
        end = one.end()
    try:
        return regex.compile(text + _translated(pattern[end:]))
    except regex.error as error:
        raise WrongPattern(
            f"{quoted(pattern)} holds what is no regular expression: {plain(str(error))}",
            "{column}, or {column:REGULAR EXPRESSION}",
        ) from error


def _translated(glob: str) -> str:
    """The regular expression of a glob."""
    return "".join(map(_piece, _MAGIC.findall(glob)))


def _piece(piece: str) -> str:
    if piece == "**/":
        return "(?:.*/)?"
    if set(piece) == {"*"}:
        return "[^/]*"
    if piece == "?":
        return "[^/]"
    if piece.startswith("[") and len(piece) > 1:
        return (
            "[" + ("^" if piece[1] == "!" else "") + re.escape(piece[1:-1].removeprefix("!")).replace(r"\-", "-") + "]"
        )
    return re.escape(piece)
