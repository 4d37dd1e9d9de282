"""Changes in words, the same in every format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rankpress.core.faults import counted, joined
from rankpress.core.labels import Kind, Names
from rankpress.core.numbers import p_phrase
from rankpress.diff.changes import Cause, Changes, Factor, Flip, Input, Membership, MetricChanges, TrustChange
from rankpress.stages.conclude import DIFFER, Verdict, among

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
        """What made a conclusion change."""
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
        """How many things changed, in a sentence."""
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
    """Names in a row, at most so many."""
    if not names:
        return ""
    more = len(names) - _MOST_NAMED
    return joined([*names[:_MOST_NAMED], f"{more} more"]) if more > 1 else joined(names)


def _in_parentheses(note: str) -> str:
    return f" ({note})" if note else ""


def inputs_told(inputs: Sequence[Input]) -> list[tuple[str, str]]:
    """Which files or queries that scores were read from changed, and what became of them; many of them together."""
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


_UNSHOWN = "no difference shown"
# An order of more is told from where it changes to where it does no more.
_SHORT_ORDER = 6


@dataclass(frozen=True)
class ToldFlip:
    """Changed conclusions in words: about what, what they were, what they are, and what did it."""

    subject: str
    old: str
    new: str
    cause: str


def told_flips(metric: MetricChanges, speaker: Speaker) -> list[ToldFlip]:
    """The changed conclusions of a metric, those over the data sets before those on one."""
    bundles: dict[object, list[Flip]] = {}
    for flip in metric.flips:
        bundles.setdefault(_alike(flip), []).append(flip)
    return [_told(bundle, metric, speaker) for bundle in bundles.values()]


def _alike(flip: Flip) -> object:
    """What flips share that are told together: corrections that agree, and pairs on the same data set."""
    conclusion = flip.conclusion
    if conclusion.kind == "within":
        return conclusion.kind, conclusion.method, conclusion.subject[0], flip.cause
    return conclusion.kind, conclusion.subject, flip.old, flip.new, flip.cause


def _told(flips: Sequence[Flip], metric: MetricChanges, speaker: Speaker) -> ToldFlip:
    first = flips[0]
    kind, subject = first.conclusion.kind, first.conclusion.subject
    methods = joined(dict.fromkeys(flip.conclusion.method for flip in flips))
    if kind == "within":
        about = f"on {speaker.shown('datasets', subject[0])} ({methods})"
        sides = [(flip, flip.old) for flip in flips], [(flip, flip.new) for flip in flips]
        old, new = (_within(side, speaker) for side in sides)
    elif kind == "groups":
        about = f"groups ({methods})"
        old, new = _groups(first, metric, speaker)
    elif kind == "order":
        about = "order by cost"
        old, new = _orders(first, metric, speaker)
    elif kind in ("pair", "omnibus"):
        named = joined(speaker.shown("algorithms", name) for name in subject) if subject else "all algorithms"
        about = f"{named} ({methods})"
        old = _tested(first.old, {flip.conclusion.method: flip.old_p for flip in flips}, speaker)
        new = _tested(first.new, {flip.conclusion.method: flip.new_p for flip in flips}, speaker)
    else:
        about = "best average rank" if kind == "best-ranked" else "named the best"
        old, new = (speaker.listed("algorithms", one[0]) if one else "none" for one in (first.old, first.new))
    return ToldFlip(about, old, new, speaker.cause(first.cause))


def _tested(verdict: Verdict, p: Mapping[str, float | None], speaker: Speaker) -> str:
    """The verdict of a test of all algorithms, or on a pair, with the p-value of each test or correction."""
    winner = "" if not verdict or verdict == DIFFER else speaker.shown("algorithms", verdict[0][0])
    told = f"{winner} is better" if winner else "they differ" if verdict else _UNSHOWN
    methods: dict[str, list[str]] = {}
    for method, one in p.items():
        if one is not None:
            methods.setdefault(p_phrase(one), []).append(method)
    if len(methods) == 1:
        return f"{told}, {next(iter(methods))}"
    return ", ".join((told, *(f"{phrase} ({joined(named)})" for phrase, named in methods.items())))


def _within(verdicts: Sequence[tuple[Flip, Verdict]], speaker: Speaker) -> str:
    """Who is better than whom on a data set, and who is not: a clause for each algorithm that is in many pairs."""
    left = {flip.conclusion.subject[1:]: verdict[0][0] if verdict else "" for flip, verdict in verdicts}
    clauses = []
    while left:
        (often, side), _ = Counter(
            (name, winner and winner == name) for pair, winner in left.items() for name in pair
        ).most_common(1)[0]
        taken = [pair for pair, winner in left.items() if often in pair and (winner and winner == often) == side]
        by_verdict: dict[bool, list[str]] = {}
        for pair in taken:
            by_verdict.setdefault(bool(left.pop(pair)), []).append(pair[pair[0] == often])
        clauses += [_flips_clause(often, others, shown, bool(side), speaker) for shown, others in by_verdict.items()]
    return "; ".join(clauses)


def _flips_clause(name: str, others: Sequence[str], shown: bool, better: bool, speaker: Speaker) -> str:
    of_name, of_others = speaker.shown("algorithms", name), speaker.listed("algorithms", others)
    if not shown:
        return f"{_UNSHOWN} between {of_name} and {of_others}"
    return f"{of_name} better than {of_others}" if better else f"{of_others} better than {of_name}"


def _groups(flip: Flip, metric: MetricChanges, speaker: Speaker) -> tuple[str, str]:
    """The groups that the other report does not have."""
    old, new = (_among_both(verdict, flip, metric) for verdict in (flip.old, flip.new))
    sets = {frozenset(group) for group in old} & {frozenset(group) for group in new}
    told = []
    for groups in (old, new):
        own = [group for group in groups if frozenset(group) not in sets]
        names = "; ".join(joined(speaker.shown("algorithms", name) for name in group) for group in own)
        told.append(f"together: {names}" if own else "no others together" if sets else "no two together")
    return told[0], told[1]


def _among_both(verdict: Verdict, flip: Flip, metric: MetricChanges) -> list[tuple[str, ...]]:
    """The groups of the algorithms of both reports, members in the order in which they rank."""
    left_out = {*metric.algorithms.added, *metric.algorithms.gone}
    both = dict.fromkeys(name for group in verdict for name in group if name not in left_out)
    sets = [frozenset(group) for group in among(flip.conclusion, verdict, both)]
    in_order = [tuple(name for name in group if name in both) for group in verdict]
    return [group for group in dict.fromkeys(in_order) if frozenset(group) in sets]


def _orders(flip: Flip, metric: MetricChanges, speaker: Speaker) -> tuple[str, str]:
    left_out = {*metric.algorithms.added, *metric.algorithms.gone}
    old, new = ([name for name in verdict[0] if name not in left_out] for verdict in (flip.old, flip.new))
    before, after = 0, 0
    if len(old) > _SHORT_ORDER:
        before = next(at for at, (then, now) in enumerate(zip(old, new, strict=True)) if then != now)
        after = next(at for at, (then, now) in enumerate(zip(old[::-1], new[::-1], strict=True)) if then != now)
    places = f"places {before + 1} to {len(old) - after}: " if before or after else ""
    told = [
        ", ".join(speaker.shown("algorithms", name) for name in one[before : len(one) - after]) for one in (old, new)
    ]
    return places + told[0], places + told[1]


# Clauses of a line; the rest are counted.
_MOST_CLAUSES = 3
_EXPLORATORY = {
    ("old", "new"): ("All p-values are exploratory.",),
    ("old",): ("The p-values before are exploratory.",),
    ("new",): ("The p-values now are exploratory.",),
}


def summary(changes: Changes, speaker: Speaker) -> str:
    """What changed, the verdict first."""
    several = len(changes.by_metric) > 1
    clauses = [
        f"{clause} in {speaker.shown('metrics', metric.name)}" if several else clause
        for metric in changes.by_metric
        for clause in _clauses(metric, speaker)
    ]
    if not clauses:
        return speaker.counts()
    more = len(clauses) - _MOST_CLAUSES
    told = [*clauses[:_MOST_CLAUSES], counted(more, "more change")] if more > 0 else clauses
    return " ".join([f"{_capital(joined(told))}.", speaker.counts(), *_EXPLORATORY.get(changes.exploratory, ())])


def _clauses(metric: MetricChanges, speaker: Speaker) -> list[str]:
    """The conclusions over the data sets that changed; of several corrections the first that tells of a pair."""
    told: dict[object, str] = {}
    for flip in metric.flips:
        if flip.conclusion.kind not in ("groups", "within"):
            told.setdefault((flip.conclusion.kind, flip.conclusion.subject), _summary_clause(flip, speaker))
    return list(told.values())


def _summary_clause(flip: Flip, speaker: Speaker) -> str:
    kind = flip.conclusion.kind
    if kind == "order":
        return "the order by cost is another"
    if kind == "omnibus":
        return f"the algorithms are {'' if flip.new else 'no longer '}shown to differ ({flip.conclusion.method})"
    old, new = (
        limited([speaker.shown("algorithms", name) for name in one[0]]) if one else "" for one in (flip.old, flip.new)
    )
    if kind == "best-ranked":
        return f"{new} {'rank' if len(flip.new[0]) > 1 else 'ranks'} best (before: {old})"
    if kind == "best":
        return f"{new} may be named the best" if new else f"{old} may no longer be named the best"
    a, b = (speaker.shown("algorithms", name) for name in flip.conclusion.subject)
    better, method = new or old, flip.conclusion.method
    worse = b if better == a else a
    return f"{better} is {'' if new else 'no longer '}shown better than {worse} ({method})"


def _capital(sentence: str) -> str:
    """The sentence with a capital where it begins with a word of ours."""
    return sentence[0].upper() + sentence[1:] if sentence.startswith("the ") else sentence
