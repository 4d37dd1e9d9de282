"""Places that algorithms share where tests do not separate them, and how much of the order is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rankpress.analysis import Analysis
from rankpress.topics.phrases import alpha_of, is_exploratory, separation
from rankpress.wording.numbers import all_in_words, counted_in_words, in_words, none_in_words
from rankpress.wording.text import Prose, Text, capitalized, joined, say

_MOST_NAMED = 8  # algorithms in a sentence


def places_of(analysis: Analysis) -> list[int] | None:
    """Return the place of each algorithm, shared by those of a tier: 1, 1, 1, 4; None without all comparisons.

    A tier ends where the tests find one of its algorithms better than the next by average rank.
    """
    verdicts, k = separation(analysis), len(analysis.algorithms)
    if verdicts is None or verdicts.number < k * (k - 1) // 2:
        return None
    better, places, tier = set(verdicts.separated), [0] * k, list[int]()
    for position, algorithm in enumerate(analysis.best_first, 1):
        if any((member, algorithm) in better for member in tier):
            tier = []
        tier.append(algorithm)
        places[algorithm] = position if len(tier) == 1 else places[tier[0]]
    return places


@dataclass(frozen=True)
class SettledOrder:
    """What the tests say of the order by average rank."""

    neighbors: int  # pairs of algorithms next to one another
    alike: int  # those of them that do not differ significantly
    first: tuple[int, ...]  # the algorithms that no other is significantly better than, the best ranked first


def order_of(analysis: Analysis) -> SettledOrder | None:
    """Return how much of the order is settled; None without comparisons of all pairs of at least three algorithms."""
    verdicts = separation(analysis)
    if places_of(analysis) is None or verdicts is None or len(analysis.algorithms) < 3:
        return None
    order, apart = analysis.best_first, {frozenset(pair) for pair in verdicts.separated}
    neighbors, worse = list(pairwise(order)), {pair[1] for pair in verdicts.separated}
    return SettledOrder(
        len(neighbors),
        sum(frozenset(pair) not in apart for pair in neighbors),
        tuple(i for i in order if i not in worse),
    )


def neighbors_sentence(analysis: Analysis) -> Iterator[Prose]:
    """Say how many neighbors in the order do not differ significantly, and who may be first."""
    order = order_of(analysis)
    if order is None or is_exploratory([analysis]):
        return
    n, alike = order.neighbors, order.alike
    if alike in (0, n):
        how: Prose = all_in_words(n, "pair") if alike == 0 else none_in_words(n, "pair")
        verb = "differ" if alike == 0 else "differs"
    else:
        how = say("{} of the {}", capitalized(in_words(alike)), counted_in_words(n, "pair"))
        verb = "does not differ" if alike == 1 else "do not differ"
    form = "{} of neighbors by average rank {} significantly ({}); {}."
    yield say(form, how, verb, alpha_of(analysis), _may_be_first([analysis.algorithms[i] for i in order.first]))


def _may_be_first(names: Sequence[Text]) -> Prose:
    """Say that no other algorithm is significantly better than some, which may be first."""
    if len(names) == 1:
        return say("only {} may be first, for each other is significantly worse than some algorithm", names[0])
    who: Prose = counted_in_words(len(names), "algorithm")
    if len(names) <= _MOST_NAMED:
        who = say("{} ({})", who, joined(names))
    return say("{} may be first, for none is significantly better than they are", who)
