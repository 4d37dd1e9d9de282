"""Changes in words, the same in every format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rankpress.core.faults import counted
from rankpress.core.numbers import p_phrase
from rankpress.core.text import Kind, Prose, capitalized, join, joined, plain, reference, references, say
from rankpress.diff.changes import Cause, Changes, Factor, Flip, Input, Membership, MetricChanges, TrustChange
from rankpress.stages.conclude import DIFFER, Verdict, among

# Longer lists of names are cut; algorithms measured again, and files, are named only where they are fewer still.
_MAX_NAMED, _FEW, _FEW_FILES = 8, 3, 2
# More inputs than these are counted by what became of them: those of a folder of runs may be thousands.
_MAX_INPUTS = 12
# A longer order is shown from its first to its last place that changed.
_SHORT_ORDER = 6
# Clauses of the line that sums up; the rest are counted.
_MAX_CLAUSES = 3
_STATES = {"added": "new", "gone": "gone", "changed": ""}
_OF_INPUTS = {"added": "new", "gone": "gone", "changed": "other content"}
_UNSHOWN = "no difference shown"
_EXPLORATORY = {
    ("old", "new"): ("All p-values are exploratory.",),
    ("old",): ("The p-values before are exploratory.",),
    ("new",): ("The p-values now are exploratory.",),
}


class Speaker:
    """Words for changes."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._rescored = {
            element.dataset: element.algorithms for metric in changes.by_metric for element in metric.rescored
        }
        self._holding: dict[str, list[str]] = {}  # the changed inputs that hold each data set
        for item in changes.inputs:
            for dataset in item.datasets:
                self._holding.setdefault(dataset, []).append(item.path)

    def listed(self, kind: Kind, names: Sequence[str]) -> Prose:
        """Join names, as many as can be read."""
        return limited(references(kind, names))

    def cause(self, cause: Cause) -> Prose:
        """Say what changed a conclusion."""
        if cause.why:
            return f"not known: {cause.why}"
        clauses = []
        if cause.alone:
            each = "alone does it" if len(cause.alone) == 1 else "do it, each alone"
            clauses.append(say("{} {}", self._factors(cause.alone), each))
        if cause.together:
            clauses.append(say("{} do it together", self._factors(cause.together)))
        if cause.needed and cause.needed != cause.alone and {*cause.needed} != {*cause.together}:
            each = "" if len(cause.needed) == 1 else "any one of "
            clauses.append(say("without {}{} it is as before", each, self._factors(cause.needed)))
        if not clauses:
            clauses.append("no one change does it")
        if cause.tried < cause.of and not cause.alone:
            clauses.append(f"tried by themselves: {cause.tried} of {cause.of} changes")
        return join(clauses, "; ")

    def _factors(self, factors: Sequence[Factor]) -> Prose:
        """Several factors; data sets, or algorithms, in one list, with the note that all share after it."""
        parts: list[Prose] = []
        for kind, of_kind in groupby(factors, key=lambda factor: factor.kind):
            alike = list(of_kind)
            notes = [self._note(item) for item in alike]
            if kind in ("setting", "costs") or len(alike) == 1:
                parts += map(self.factor, alike)
            elif len({*notes}) == 1:
                parts.append(say("{}s {}{}", kind, limited([self._name(item) for item in alike]), notes[0]))
            else:
                pairs = zip(alike, notes, strict=True)
                parts.append(say("{}s {}", kind, limited([self._name(item) + note for item, note in pairs])))
        return joined(parts)

    def factor(self, factor: Factor) -> Prose:
        """Name one thing that differs, with the files that hold it where they are known."""
        if factor.kind == "setting":
            return factor.name
        return (
            "who is cheaper"
            if factor.kind == "costs"
            else say("{} {}{}", factor.kind, self._name(factor), self._note(factor))
        )

    def _name(self, factor: Factor) -> Prose:
        return reference("datasets" if factor.kind == "data set" else "algorithms", factor.name)

    def _note(self, factor: Factor) -> Prose:
        """Return what became of it, in parentheses."""
        state: Prose = _STATES[factor.change]
        if factor.kind == "algorithm":
            return say(" ({})", state or "other scores")
        algorithms, files = self._rescored.get(factor.name, ()), self._holding.get(factor.name, [])
        if not state and 0 < len(algorithms) <= _FEW:
            state = say("scores of {}", self.listed("algorithms", algorithms))
        note = join((part for part in (state, joined(files) if 0 < len(files) <= _FEW_FILES else "") if part), ", ")
        return say(" ({})", note) if note else ""

    def trust(self, change: TrustChange) -> Prose:
        """Say which robustness result changed."""
        if change.kind == "leader":
            return "who leads stands under"
        pair = join(references("algorithms", change.pair), " and ")
        if change.kind == "smallest difference":
            return say("smallest difference found of {}", pair)
        if change.kind == "draws":
            return say("draws of data sets at bias {:g} that tell {} apart ({})", change.bias, pair, change.method)
        return say("data sets needed for a difference of {:g} of {}", change.effect, pair)

    def membership(self, kind: Kind, members: Membership) -> Iterator[tuple[Prose, Prose]]:
        """Say what is new, gone, or has other scores, each with its names."""
        for state, names in (("new", members.added), ("gone", members.gone), ("other scores", members.changed)):
            if names:
                yield state, self.listed(kind, names)

    def counts(self) -> Prose:
        """Say how many things changed."""
        if not self._changes:
            return "Nothing changed."
        counts = [counted(number, item) + after for number, item, after in self._counts() if number]
        within = sum(flip.conclusion.kind == "within" for flip in self._changes.flips)
        flips = [(len(self._changes.flips) - within, "over the data sets"), (within, "on single data sets")]
        conclusions = [f"{counted(count, 'conclusion')} {where}" for count, where in flips if count]
        verdict = f"{joined(conclusions)} changed" if conclusions else "No conclusion changed"
        return f"{verdict}; {joined(counts)}." if counts else f"{verdict}."

    def _counts(self) -> Iterator[tuple[int, str, str]]:
        of_metrics = self._changes.by_metric
        datasets, algorithms = (
            [of_metric.datasets for of_metric in of_metrics],
            [of_metric.algorithms for of_metric in of_metrics],
        )
        for what, members in (("data set", datasets), ("algorithm", algorithms), ("metric", [self._changes.metrics])):
            yield len({name for member in members for name in member.added}), what, " new"
            yield len({name for member in members for name in member.gone}), what, " gone"
            if what == "data set":
                yield len({name for member in members for name in member.changed}), what, " with other scores"
        yield len(self._changes.settings), "setting", " changed"
        yield len(self._changes.versions), "version", " changed"


def limited(names: Sequence[Prose]) -> Prose:
    """Join names, at most so many."""
    more = len(names) - _MAX_NAMED
    return joined([*names[:_MAX_NAMED], f"{more} more"] if more > 1 else names) if names else ""


def describe_inputs(inputs: Sequence[Input]) -> list[tuple[Prose, Prose]]:
    """Say which files or queries changed, and what became of them; many of them together."""
    if len(inputs) <= _MAX_INPUTS:
        holds = (say(" (data sets: {})", limited(item.datasets)) if item.datasets else "" for item in inputs)
        return [(item.path, _OF_INPUTS[item.change] + datasets) for item, datasets in zip(inputs, holds, strict=True)]
    rows: list[tuple[Prose, Prose]] = []
    for change, what in _OF_INPUTS.items():
        paths = [item.path for item in inputs if item.change == change]
        many = f"{len(paths):,}, such as {joined(paths[:_FEW_FILES])}" if len(paths) > _FEW_FILES else ""
        rows += [(many or joined(paths), what)] if paths else []
    return rows


def describe_flips(metric: MetricChanges, speaker: Speaker) -> list[tuple[Prose, Prose, Prose, Prose]]:
    """Say about what the conclusions of a metric changed, what they were, what they are, and what did it.

    Corrections that agree are one row, and so are pairs on the same data set.
    """
    bundles: dict[object, list[Flip]] = {}
    for flip in metric.flips:
        about = flip.conclusion
        alike: object = (about.kind, about.subject, flip.old, flip.new, flip.cause)
        if about.kind == "within":
            alike = about.kind, about.method, about.subject[0], flip.cause
        bundles.setdefault(alike, []).append(flip)
    return [(*_row(bundle, metric, speaker), speaker.cause(bundle[0].cause)) for bundle in bundles.values()]


def _row(flips: Sequence[Flip], metric: MetricChanges, speaker: Speaker) -> tuple[Prose, Prose, Prose]:
    first = flips[0]
    kind, subject, verdicts = first.conclusion.kind, first.conclusion.subject, (first.old, first.new)
    methods = joined(dict.fromkeys(flip.conclusion.method for flip in flips))
    if kind == "within":
        pairs = [flip.conclusion.subject[1:] for flip in flips]
        old, new = (
            _within(dict(zip(pairs, side, strict=True)), speaker)
            for side in ([flip.old for flip in flips], [flip.new for flip in flips])
        )
        return say("on {} ({})", reference("datasets", subject[0]), methods), old, new
    if kind == "groups":
        return say("groups ({})", methods), *_groups(first, metric, speaker)
    if kind == "order":
        return "order by cost", *_orders(first, metric, speaker)
    if kind in ("pair", "omnibus"):
        named = joined(reference("algorithms", name) for name in subject) if subject else "all algorithms"
        old = _tested(first.old, {flip.conclusion.method: flip.old_p for flip in flips}, speaker)
        new = _tested(first.new, {flip.conclusion.method: flip.new_p for flip in flips}, speaker)
        return say("{} ({})", named, methods), old, new
    old, new = (speaker.listed("algorithms", verdict[0]) if verdict else "none" for verdict in verdicts)
    return "best average rank" if kind == "best-ranked" else "named the best", old, new


def _tested(verdict: Verdict, p: Mapping[str, float | None], speaker: Speaker) -> Prose:
    """Return the verdict of a test of all algorithms, or on a pair, with the p-value of each test or correction."""
    shown: Prose = "they differ" if verdict == DIFFER else _UNSHOWN
    if verdict and verdict != DIFFER:
        shown = say("{} is better", reference("algorithms", verdict[0][0]))
    methods: dict[str, list[str]] = {}
    for method, item in p.items():
        if item is not None:
            methods.setdefault(p_phrase(item), []).append(method)
    if len(methods) == 1:
        return say("{}, {}", shown, next(iter(methods)))
    return join((shown, *(f"{phrase} ({joined(named)})" for phrase, named in methods.items())), ", ")


def _within(verdicts: Mapping[tuple[str, ...], Verdict], speaker: Speaker) -> Prose:
    """Who is better than whom on a data set: a clause for each algorithm that is in many pairs."""
    left = {pair: verdict[0][0] if verdict else "" for pair, verdict in verdicts.items()}
    clauses = []
    while left:
        (often, side), _ = Counter(
            (name, winner and winner == name) for pair, winner in left.items() for name in pair
        ).most_common(1)[0]
        taken = [pair for pair, winner in left.items() if often in pair and (winner and winner == often) == side]
        by_verdict: dict[bool, list[str]] = {}
        for pair in taken:
            by_verdict.setdefault(bool(left.pop(pair)), []).append(pair[pair[0] == often])
        for is_shown, others in by_verdict.items():
            item, rest = reference("algorithms", often), speaker.listed("algorithms", others)
            better = say("{} better than {}", item, rest) if side else say("{} better than {}", rest, item)
            clauses.append(better if is_shown else say("{} between {} and {}", _UNSHOWN, item, rest))
    return join(clauses, "; ")


def _groups(flip: Flip, metric: MetricChanges, speaker: Speaker) -> tuple[Prose, Prose]:
    """Return the groups that the other report does not have, among the algorithms of both."""
    sides = []
    for verdict in (flip.old, flip.new):
        both = dict.fromkeys(name for group in verdict for name in _of_both(group, metric))
        sets = {frozenset(group) for group in among(flip.conclusion, verdict, both)}
        groups = dict.fromkeys(tuple(_of_both(group, metric)) for group in verdict)
        sides.append({frozenset(group): group for group in groups if frozenset(group) in sets})
    shared, texts = sides[0].keys() & sides[1].keys(), []
    for side in sides:
        own = (group for key, group in side.items() if key not in shared)
        names = join((joined(references("algorithms", group)) for group in own), "; ")
        texts.append(say("together: {}", names) if names else "no others together" if shared else "no two together")
    return texts[0], texts[1]


def _orders(flip: Flip, metric: MetricChanges, speaker: Speaker) -> tuple[Prose, Prose]:
    old, new = (_of_both(verdict[0], metric) for verdict in (flip.old, flip.new))
    changed = [index for index, (then, now) in enumerate(zip(old, new, strict=True)) if then != now]
    first, end = (changed[0], changed[-1] + 1) if len(old) > _SHORT_ORDER else (0, len(old))
    places = f"places {first + 1} to {end}: " if end - first < len(old) else ""
    texts = [join(references("algorithms", order[first:end]), ", ") for order in (old, new)]
    return places + texts[0], places + texts[1]


def _of_both(names: Sequence[str], metric: MetricChanges) -> list[str]:
    return [name for name in names if name not in (*metric.algorithms.added, *metric.algorithms.gone)]


def summary(changes: Changes, speaker: Speaker) -> Prose:
    """Say what changed, the verdict first."""
    several = len(changes.by_metric) > 1
    clauses = [
        say("{} in {}", clause, reference("metrics", metric.name)) if several else clause
        for metric in changes.by_metric
        for clause in _clauses(metric, speaker)
    ]
    if not clauses:
        return speaker.counts()
    more = len(clauses) - _MAX_CLAUSES
    verdict = joined([*clauses[:_MAX_CLAUSES], counted(more, "more change")] if more > 0 else clauses)
    if plain(verdict).startswith("the "):  # a word of ours, and no name
        verdict = capitalized(verdict)
    return join([say("{}.", verdict), speaker.counts(), *_EXPLORATORY.get(changes.exploratory, ())])


def _clauses(metric: MetricChanges, speaker: Speaker) -> list[Prose]:
    """Return the conclusions over the data sets that changed; of several corrections the first."""
    clauses: dict[object, Prose] = {}
    for flip in metric.flips:
        if flip.conclusion.kind not in ("groups", "within"):
            clauses.setdefault((flip.conclusion.kind, flip.conclusion.subject), _clause(flip, speaker))
    return list(clauses.values())


def _clause(flip: Flip, speaker: Speaker) -> Prose:
    kind, method = flip.conclusion.kind, flip.conclusion.method
    if kind == "order":
        return "the order by cost is another"
    if kind == "omnibus":
        return f"the algorithms are {'' if flip.new else 'no longer '}shown to differ ({method})"
    old, new = (speaker.listed("algorithms", item[0]) if item else "" for item in (flip.old, flip.new))
    if kind == "best-ranked":
        return say("{} {} best (before: {})", new, "rank" if len(flip.new[0]) > 1 else "ranks", old)
    if kind == "best":
        return say("{} may be named the best", new) if new else say("{} may no longer be named the best", old)
    a, b = (reference("algorithms", name) for name in flip.conclusion.subject)
    better = new or old
    return say(
        "{} is {}shown better than {} ({})", better, "" if new else "no longer ", b if better == a else a, method
    )
