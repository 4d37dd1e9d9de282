"""What was read with little to go by, or was not read though it holds scores: until a user confirms it, a doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple


class Way(NamedTuple):
    """What may be meant, and the options of `rankpress run` that say so."""

    meaning: str
    option: str  # without its dashes
    value: str
    further: tuple[tuple[str, str], ...] = ()  # further options and their values

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """All options and their values."""
        return ((self.option, self.value), *self.further)

    def with_values(self, change: Callable[[str], str]) -> Way:
        """Return it with a function of the value of each option in its place."""
        further = tuple((option, change(value)) for option, value in self.further)
        return self._replace(value=change(self.value), further=further)


_CONFIRMED = Way("what was taken is right", "set", "scores.confirmed=true")


@dataclass(frozen=True)
class Doubt:
    """A sentence on what is not certain of the scores that were read, and what it is about.

    Examples
    --------
    >>> Doubt("its values lie outside what an auc can be", key="ignore", column="Outlier Perc").about
    {'column': 'Outlier Perc'}
    """

    text: str  # what is not certain, and why
    key: str = ""  # the key of the study or the metric that settles it; the comment stands there in study.yaml
    # what it is about, as far as it is about one of these
    column: str = ""
    file: str = ""
    row: int | None = None  # as the author of the file counts them
    value: str = ""
    # whether the file speaks for another winner as well: then no answer is given before somebody decides
    is_open: bool = False
    ways: tuple[Way, ...] = ()  # what may be meant; the first is what was taken

    def with_others(self, command: Callable[[Way], str]) -> Doubt:
        """Return it with what is to be written for what may be meant and was not taken, in its text.

        Examples
        --------
        >>> ways = (Way("one", "reading", "1"), Way("another", "reading", "2"))
        >>> Doubt("nearly as likely: another", ways=ways).with_others(lambda way: f"--{way.option} {way.value}").text
        'nearly as likely: another (if so: --reading 2)'
        """
        others = " or ".join(map(command, self.ways[1:]))
        return replace(self, text=f"{self.text} (if so: {others})", ways=()) if others else self

    @property
    def choices(self) -> tuple[Way, ...]:
        """What a user may decide: that what was taken is right, where nothing else is known."""
        return self.ways or (_CONFIRMED,)

    @property
    def plain(self) -> Mapping[str, Any]:
        """What it says and what it is about, as plain data."""
        return {"text": str(self), **self.about}

    @property
    def about(self) -> dict[str, Any]:
        """The column, file, row or value that it is about."""
        fields = {"column": self.column, "file": self.file, "row": self.row, "value": self.value}
        return {name: value for name, value in fields.items() if value not in ("", None)}

    def __str__(self) -> str:
        """Return it as one line."""
        subject = f"{self.key}: {self.column}" if self.column and self.column != self.key else self.key
        return f"{subject}: {self.text}" if subject else self.text


def without_keys(doubts: Iterable[Doubt], keys: Iterable[str]) -> Iterator[Doubt]:
    """Yield the doubts that none of these keys of a study or metrics settles, by itself or as one of the ways."""
    settled = frozenset(keys)
    yield from (doubt for doubt in doubts if settled.isdisjoint({doubt.key, *keys_of_scores(doubt.ways)}))


# The keys that options state which are no paths of keys.
_STATED = {"metric": "metrics", "reading": "layout", "missing": "missing"}


def keys_of_ways(ways: Iterable[Way]) -> Iterator[str]:
    """Yield the keys of `scores` that ways state, by whatever option."""
    ways = tuple(ways)
    yield from keys_of_scores(ways)
    yield from (_STATED[name] for way in ways for name, _ in way.options if name in _STATED)


def keys_of_scores(ways: Iterable[Way]) -> Iterator[str]:
    """Yield the keys of `scores` that ways set by their paths."""
    options = (option for way in ways for option in way.options)
    paths = (key_and_value.partition("=")[0].split(".") for name, key_and_value in options if name == "set")
    yield from (path[1] for path in paths if path[0] == "scores" and len(path) > 1)
