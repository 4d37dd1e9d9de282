"""Changed conclusions in words: those that tell the same are told once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rankpress.comparing.changes import Flip, MetricChanges
from rankpress.comparing.sentences import Speaker
from rankpress.conclusions.conclusion import DIFFER, Verdict, among
from rankpress.report.numbers import p_phrase
from rankpress.wording import joined

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
    """The changed conclusions of a metric, those over the data sets before those on one.

    Parameters
    ----------
    metric : MetricChanges
        What changed in it.
    speaker : Speaker
        Says names and causes.
    """
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
        clauses += [_clause(often, others, shown, bool(side), speaker) for shown, others in by_verdict.items()]
    return "; ".join(clauses)


def _clause(name: str, others: Sequence[str], shown: bool, better: bool, speaker: Speaker) -> str:
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
