"""Changes in words, the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rankpress.comparing.changes import Cause, Changes, Conclusion, Factor, Flip, Input, Membership, Verdict
from rankpress.naming import Kind, Names
from rankpress.report.numbers import p_phrase
from rankpress.wording import counted, joined

# Of a longer list the rest is counted.
_MOST_NAMED = 8


@dataclass(frozen=True)
class ToldFlip:
    """A changed conclusion in words: about what, what it was, what it is, and what did it."""

    subject: str
    old: str
    new: str
    cause: str


class Speaker:
    """Says changes with the names that a report shows.

    Parameters
    ----------
    changes : Changes
        What changed.
    names : mapping of kind to mapping of str to Name
        What is shown in place of the names in the files.
    """

    def __init__(self, changes: Changes, names: Names | None = None) -> None:
        self._changes, self._names = changes, names or {}
        self._holding = _holding(changes.inputs)

    def shown(self, kind: Kind, name: str) -> str:
        """What is shown for a name of the files."""
        return self._names.get(kind, {}).get(name, name)

    def listed(self, kind: Kind, names: Sequence[str]) -> str:
        """Several names, or how many more there are than can be read."""
        return limited([self.shown(kind, name) for name in names])

    def flip(self, flip: Flip) -> ToldFlip:
        """A changed conclusion."""
        return ToldFlip(
            self._subject(flip.conclusion),
            self._verdict(flip.conclusion, flip.old, flip.old_p),
            self._verdict(flip.conclusion, flip.new, flip.new_p),
            self.cause(flip.cause),
        )

    def _subject(self, conclusion: Conclusion) -> str:
        method, subject = conclusion.method, conclusion.subject
        if conclusion.kind == "pair":
            return f"{self._pair(subject)} ({method})"
        if conclusion.kind == "within":
            return f"{self._pair(subject[1:])} on {self.shown('datasets', subject[0])} ({method})"
        told = {"omnibus": "all algorithms", "groups": "groups"}
        if conclusion.kind in told:
            return f"{told[conclusion.kind]} ({method})"
        return {"best-ranked": "best average rank", "best": "named the best", "order": "order by cost"}[conclusion.kind]

    def _pair(self, pair: Sequence[str]) -> str:
        return joined(self.shown("algorithms", name) for name in pair)

    def _verdict(self, conclusion: Conclusion, verdict: Verdict, p: float | None) -> str:
        rows = [[self.shown("algorithms", name) for name in names] for names in verdict]
        if conclusion.kind == "groups":
            return "; ".join(map(", ".join, rows)) or "no two together"
        if conclusion.kind == "order":
            return ", ".join(rows[0])
        if conclusion.kind in ("best-ranked", "best"):
            return joined(rows[0]) if rows else "none"
        if conclusion.kind == "omnibus":
            told = "they differ" if verdict else "no difference shown"
        else:
            told = f"{rows[0][0]} is better" if rows else "no difference shown"
        return told if p is None else f"{told}, {p_phrase(p)}"

    def cause(self, cause: Cause) -> str:
        """What made a conclusion change.

        Examples
        --------
        >>> speaker, iris = Speaker(Changes()), Factor("data set", "iris", "added")
        >>> speaker.cause(Cause(alone=(iris,), needed=(iris,), tried=3, of=3))
        'data set iris (new) alone does it'
        """
        if cause.why:
            return f"cause not told apart: {cause.why}"
        told = []
        if cause.alone:
            each = "alone does it" if len(cause.alone) == 1 else "do it, each alone"
            told.append(f"{self._factors(cause.alone)} {each}")
        if cause.together:
            told.append(f"{self._factors(cause.together)} do it together")
        if cause.needed and cause.needed != cause.alone and set(cause.needed) != set(cause.together):
            each = "" if len(cause.needed) == 1 else "any one of "
            told.append(f"without {each}{self._factors(cause.needed)} it is as before")
        if not told:
            told.append("no one change does it")
        if cause.tried < cause.of:
            told.append(f"tried were the {cause.tried} of {cause.of} changes that move ranks most")
        return "; ".join(told)

    def _factors(self, factors: Sequence[Factor]) -> str:
        return limited([self.factor(one) for one in factors])

    def factor(self, factor: Factor) -> str:
        """One thing that is otherwise in the new report, with the files that hold it where they are known."""
        if factor.kind in ("settings", "costs"):
            return f"the {factor.kind}"
        kind: Kind = "datasets" if factor.kind == "data set" else "algorithms"
        state = {"added": "new", "gone": "gone", "changed": ""}[factor.change]
        notes = [
            one for one in (state, limited(self._holding.get(factor.name, ())) if kind == "datasets" else "") if one
        ]
        return f"{factor.kind} {self.shown(kind, factor.name)}" + (f" ({', '.join(notes)})" if notes else "")

    def membership(self, kind: Kind, members: Membership) -> Iterator[tuple[str, str]]:
        """What came, what went and what has other scores, each with its names."""
        for told, names in (("new", members.added), ("gone", members.gone), ("other scores", members.changed)):
            if names:
                yield told, self.listed(kind, names)

    def summary(self) -> str:
        """The changes in a line.

        Examples
        --------
        >>> Speaker(Changes()).summary()
        'Nothing changed.'
        """
        if not self._changes:
            return "Nothing changed."
        flips = len(self._changes.flips)
        told = f"{counted(flips, 'conclusion')} changed" if flips else "No conclusion changed"
        counts = [counted(len(found), one) + after for found, one, after in self._counts() if found]
        return f"{told}; {joined(counts)}." if counts else f"{told}."

    def _counts(self) -> Iterator[tuple[Sequence[object], str, str]]:
        """What changed otherwise: the things, what one is called, what became of them."""
        of_metrics, metrics = self._changes.by_metric, self._changes.metrics
        for what, kind in (("data set", "datasets"), ("algorithm", "algorithms")):
            for change, after in (("added", " new"), ("gone", " gone"), ("changed", " with other scores")):
                members = (getattr(getattr(one, kind), change) for one in of_metrics)
                yield list(dict.fromkeys(name for names in members for name in names)), what, after
        yield metrics.added, "metric", " new"
        yield metrics.gone, "metric", " gone"
        yield self._changes.settings, "setting", " changed"
        yield self._changes.versions, "version", " changed"


def limited(names: Sequence[str]) -> str:
    """Names in a row, at most so many.

    Examples
    --------
    >>> limited(["a", "b"]), limited([str(n) for n in range(10)])
    ('a and b', '0, 1, 2, 3, 4, 5, 6, 7 and 2 more')
    """
    if not names:
        return ""
    more = len(names) - _MOST_NAMED
    return joined([*names[:_MOST_NAMED], f"{more} more"]) if more > 0 else joined(names)


def input_told(one: Input) -> str:
    """What became of a file or query that scores were read from."""
    datasets = f" (data sets: {limited(one.datasets)})" if one.datasets else ""
    return {"added": "new", "gone": "gone", "changed": "other content"}[one.change] + datasets


def _holding(inputs: Sequence[Input]) -> Mapping[str, tuple[str, ...]]:
    """The changed inputs that hold each data set, where it is known."""
    found: dict[str, tuple[str, ...]] = {}
    for one in inputs:
        for dataset in one.datasets:
            found[dataset] = (*found.get(dataset, ()), one.path)
    return found
