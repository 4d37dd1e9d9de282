"""Changes in a line: what is concluded otherwise, and how much changed."""

from __future__ import annotations

from rankpress.comparing.changes import Changes, Flip, MetricChanges
from rankpress.comparing.sentences import Speaker, limited
from rankpress.wording import counted, joined

# Clauses of a line; the rest are counted.
_MOST_CLAUSES = 3
_EXPLORATORY = {
    ("old", "new"): ("All p-values are exploratory.",),
    ("old",): ("The p-values before are exploratory.",),
    ("new",): ("The p-values now are exploratory.",),
}


def summary(changes: Changes, speaker: Speaker) -> str:
    """What changed, the verdict first.

    Examples
    --------
    >>> summary(Changes(), Speaker(Changes()))
    'Nothing changed.'
    """
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
            told.setdefault((flip.conclusion.kind, flip.conclusion.subject), _clause(flip, speaker))
    return list(told.values())


def _clause(flip: Flip, speaker: Speaker) -> str:
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
