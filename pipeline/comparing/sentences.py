"""Changes in words, the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rankpress.comparing.changes import Cause, Changes, Factor, Input, Membership, TrustChange
from rankpress.naming import Kind, Names
from rankpress.wording import counted, joined

# Of a longer list the rest is counted.
_MOST_NAMED = 8
# Algorithms measured anew on a data set are named where they are no more; so are files.
_FEW, _FEW_FILES = 3, 2
# Inputs are told one by one where they are no more; those of a folder of runs may be thousands.
_MOST_INPUTS = 12
_STATES = {"added": "new", "gone": "gone", "changed": ""}
_OF_INPUTS = {"added": "new", "gone": "gone", "changed": "other content"}


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
        self._rescored = {one.dataset: one.algorithms for metric in changes.by_metric for one in metric.rescored}

    def shown(self, kind: Kind, name: str) -> str:
        """What is shown for a name of the files."""
        return self._names.get(kind, {}).get(name, name)

    def listed(self, kind: Kind, names: Sequence[str]) -> str:
        """Several names, or how many more there are than can be read."""
        return limited([self.shown(kind, name) for name in names])

    def cause(self, cause: Cause) -> str:
        """What made a conclusion change.

        Examples
        --------
        >>> speaker, iris = Speaker(Changes()), Factor("data set", "iris", "added")
        >>> speaker.cause(Cause(alone=(iris,), needed=(iris,), tried=3, of=3))
        'data set iris (new) alone does it'
        """
        if cause.why:
            return f"not known: {cause.why}"
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
        if cause.tried < cause.of and not cause.alone:
            told.append(f"tried by themselves: {cause.tried} of {cause.of} changes")
        return "; ".join(told)

    def _factors(self, factors: Sequence[Factor]) -> str:
        """Several of them; data sets, or algorithms, in one list, what holds for all of them said once."""
        told: list[str] = []
        for kind, of_kind in groupby(factors, key=lambda one: one.kind):
            alike = list(of_kind)
            if kind in ("setting", "costs") or len(alike) == 1:
                told += map(self.factor, alike)
                continue
            notes = [self._note(one) for one in alike]
            once = notes[0] if len({*notes}) == 1 else ""
            shown = [
                self._shown(one) + _in_parentheses("" if once else note) for one, note in zip(alike, notes, strict=True)
            ]
            told.append(f"{kind}s {limited(shown)}{_in_parentheses(once)}")
        return joined(told)

    def factor(self, factor: Factor) -> str:
        """One thing that is otherwise in the new report, with the files that hold it where they are known."""
        if factor.kind == "setting":
            return factor.name
        if factor.kind == "costs":
            return "who is cheaper"
        return f"{factor.kind} {self._shown(factor)}{_in_parentheses(self._note(factor))}"

    def _shown(self, factor: Factor) -> str:
        return self.shown("datasets" if factor.kind == "data set" else "algorithms", factor.name)

    def _note(self, factor: Factor) -> str:
        """What became of it."""
        if factor.kind == "algorithm":
            return _STATES[factor.change] or "other scores"
        state = _STATES[factor.change] or self._measured_anew(factor.name)
        return ", ".join(one for one in (state, _files(self._holding.get(factor.name, ()))) if one)

    def _measured_anew(self, dataset: str) -> str:
        """Whose scores are others, where they are few."""
        algorithms = self._rescored.get(dataset, ())
        return f"scores of {self.listed('algorithms', algorithms)}" if 0 < len(algorithms) <= _FEW else ""

    def trust(self, change: TrustChange) -> str:
        """What of the trust in results changed."""
        if change.kind == "leader":
            return "who leads stands under"
        pair = " and ".join(self.shown("algorithms", name) for name in change.pair)
        if change.kind == "smallest difference":
            return f"smallest difference found of {pair}"
        if change.kind == "draws":
            return f"draws of data sets at bias {change.bias:g} that tell {pair} apart ({change.method})"
        return f"data sets needed for a difference of {change.effect:g} of {pair}"

    def membership(self, kind: Kind, members: Membership) -> Iterator[tuple[str, str]]:
        """What came, what went and what has other scores, each with its names."""
        for told, names in (("new", members.added), ("gone", members.gone), ("other scores", members.changed)):
            if names:
                yield told, self.listed(kind, names)

    def counts(self) -> str:
        """How many things changed, in a sentence.

        Examples
        --------
        >>> Speaker(Changes()).counts()
        'Nothing changed.'
        """
        if not self._changes:
            return "Nothing changed."
        counts = [counted(len(found), one) + after for found, one, after in self._counts() if found]
        within = sum(flip.conclusion.kind == "within" for flip in self._changes.flips)
        flips = [(len(self._changes.flips) - within, "over the data sets"), (within, "on single data sets")]
        told = [f"{counted(count, 'conclusion')} {where}" for count, where in flips if count]
        verdict = f"{joined(told)} changed" if told else "No conclusion changed"
        return f"{verdict}; {joined(counts)}." if counts else f"{verdict}."

    def _counts(self) -> Iterator[tuple[Sequence[object], str, str]]:
        """What changed otherwise: the things, what one is called, what became of them."""
        of_metrics, metrics = self._changes.by_metric, self._changes.metrics
        for what, kind in (("data set", "datasets"), ("algorithm", "algorithms")):
            changed = (("changed", " with other scores"),) if kind == "datasets" else ()
            for change, after in (("added", " new"), ("gone", " gone"), *changed):
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
    return joined([*names[:_MOST_NAMED], f"{more} more"]) if more > 1 else joined(names)


def _in_parentheses(note: str) -> str:
    return f" ({note})" if note else ""


def inputs_told(inputs: Sequence[Input]) -> list[tuple[str, str]]:
    """Which files or queries that scores were read from changed, and what became of them; many of them together.

    Examples
    --------
    >>> inputs_told([Input("a.csv", "gone")])
    [('a.csv', 'gone')]
    >>> inputs_told([Input(f"{n}.csv", "added") for n in range(20)])
    [('20, such as 0.csv and 1.csv', 'new')]
    """
    if len(inputs) <= _MOST_INPUTS:
        return [(one.path, _input_told(one)) for one in inputs]
    alike = {told: [one.path for one in inputs if one.change == change] for change, told in _OF_INPUTS.items()}
    return [(_such_as(paths), told) for told, paths in alike.items() if paths]


def _files(paths: Sequence[str]) -> str:
    """The files that hold a data set, where they are so few that they say more than its name does."""
    return joined(paths) if 0 < len(paths) <= _FEW_FILES else ""


def _such_as(paths: Sequence[str]) -> str:
    return joined(paths) if len(paths) <= _FEW_FILES else f"{len(paths):,}, such as {joined(paths[:_FEW_FILES])}"


def _input_told(one: Input) -> str:
    datasets = f" (data sets: {limited(one.datasets)})" if one.datasets else ""
    return _OF_INPUTS[one.change] + datasets


def _holding(inputs: Sequence[Input]) -> Mapping[str, tuple[str, ...]]:
    """The changed inputs that hold each data set, where it is known."""
    found: dict[str, tuple[str, ...]] = {}
    for one in inputs:
        for dataset in one.datasets:
            found[dataset] = (*found.get(dataset, ()), one.path)
    return found
