"""What sentences, tables and figures on sensitivity call conclusions, verdicts and other choices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.stages.conclude import Verdict
from rankpress.topics.phrases import (
    listed,
)
from rankpress.wording.numbers import level_text
from rankpress.wording.strings import counted
from rankpress.wording.text import (
    Prose,
    algorithm_named,
    dataset_named,
    group_named,
    join,
    joined,
    plain,
    references,
    say,
)

if TYPE_CHECKING:
    from rankpress.robustness.variations import Sensitivity, Stability, Variation

LEADER, NAMED, DIFFER, ORDERED = "Best average rank", "Named the best", "Any difference", "Order by cost"
_SUBJECTS = {"best-ranked": LEADER, "best": NAMED, "omnibus": DIFFER, "order": ORDERED}
_POLICIES = {
    "drop-datasets": "data sets dropped",
    "drop-algorithms": "algorithms dropped",
    "worst-rank": "ranked last",
    "incomplete-blocks": "gaps left open",
}
_NO_DIFFERENCE = "no difference shown"
# Of an order of more, only the first is named.
_SHORT_ORDER = 6


def subject_of(stability: Stability) -> Prose:
    """Return what a conclusion is about, as the first cell of a row."""
    return _SUBJECTS.get(stability.conclusion.kind) or algorithms_named(stability.conclusion.subject)


def verdict_text(stability: Stability, verdict: Verdict) -> Prose:
    """Return a verdict in a few words."""
    kind = stability.conclusion.kind
    if kind == "omnibus":
        return "they differ" if verdict else _NO_DIFFERENCE
    if kind == "pair":
        return say("{} is better", algorithm_named(verdict[0][0])) if verdict else _NO_DIFFERENCE
    if kind == "order":
        if len(verdict[0]) <= _SHORT_ORDER:
            return join(references("algorithms", verdict[0]), ", ")
        moved = _places_changed(stability, verdict)
        first = say("{} first", algorithm_named(verdict[0][0]))
        return say("{}, {} changed", first, counted(moved, "place")) if moved else first
    return algorithms_named(verdict[0]) if verdict else "none"


def order_clause(stability: Stability, verdict: Verdict) -> Prose:
    """Return an order by cost as a clause."""
    if len(verdict[0]) <= _SHORT_ORDER:
        return say("the order by cost is {}", verdict_text(stability, verdict))
    moved = _places_changed(stability, verdict)
    changed = f" ({counted(moved, 'place')} changed)" if moved else ""
    return say("{} comes first in the order by cost{}", algorithm_named(verdict[0][0]), changed)


def _places_changed(stability: Stability, verdict: Verdict) -> int:
    """Return how many algorithms of both orders stand elsewhere than in the study."""
    original, other = stability.verdict[0], verdict[0]
    common = [name for name in original if name in other]
    return sum(then != now for then, now in zip(common, other, strict=True))


def algorithms_named(names: Sequence[str]) -> Prose:
    """Return algorithms by their names."""
    return joined(references("algorithms", names))


def variation_text(variation: Variation, sensitivity: Sensitivity) -> Prose:
    """Return what is otherwise, where the kind is reported next to it."""
    kind, name = variation.kind, plain(variation.name)
    if kind == "dataset":
        return dataset_named(name)
    if kind == "algorithm":
        return algorithm_named(name)
    if kind in ("group", "group-alone"):
        return group_named(name)
    if kind == "cost":
        return variation.name
    if kind == "digits" and variation.value is not None:
        return f"{sensitivity.unit * 10.0**-variation.value:.10g}"
    if kind == "alpha" and variation.value is not None:
        return level_text(variation.value)
    if kind == "omnibus":
        return OMNIBUS[name].title
    if kind == "adjust":
        return f"{ADJUSTMENTS[variation.method].title} {variation.options}".rstrip()
    if kind == "pairwise":
        return _with_adjustment(f"{PAIRWISE[variation.method].title} {variation.options}".rstrip(), variation.adjust)
    if kind == "missing":
        policy, test = _POLICIES[variation.method], variation.test
        return f"{policy} ({_with_adjustment(PAIRWISE[test].title, variation.adjust)})" if test else policy
    return name


def _with_adjustment(test: str, adjust: str) -> str:
    """Return a pairwise test, and the adjustment that it needs where that is another one."""
    return f"{test} with {ADJUSTMENTS[adjust].title}" if adjust and adjust != UNADJUSTED else test


class ChoiceKind(NamedTuple):
    """How a kind of choice is called."""

    head: str  # in a table
    phrase: str  # what is otherwise, in a sentence
    tried: str  # what was tried, in a sentence


KINDS: dict[str, ChoiceKind] = {
    "dataset": ChoiceKind("Data set omitted", "the data set {} omitted", "each data set omitted"),
    "algorithm": ChoiceKind("Algorithm omitted", "the algorithm {} omitted", "each algorithm omitted"),
    "group": ChoiceKind("Group omitted", "the group {} omitted", "each named group of data sets omitted"),
    "group-alone": ChoiceKind("Group alone", "the group {} alone", "each such group alone"),
    "digits": ChoiceKind("Scores rounded", "scores rounded to {}", "scores rounded"),
    "omnibus": ChoiceKind("Omnibus test", "the {}", "another omnibus test"),
    "pairwise": ChoiceKind("Pairwise test", "the {}", "another pairwise test"),
    "adjust": ChoiceKind("Adjustment", "the adjustment after {}", "another adjustment"),
    "alpha": ChoiceKind("Level", "level {}", "another level"),
    "missing": ChoiceKind(
        "Missing results", "missing results handled otherwise ({})", "another policy for missing results"
    ),
    "cost": ChoiceKind("Cost", "the cost {}", "another cost"),
}


def phrase_of(variation: Variation, sensitivity: Sensitivity) -> Prose:
    """Return what is otherwise, in a sentence."""
    return say(KINDS[variation.kind].phrase, variation_text(variation, sensitivity))


def decided_by(analysis: Analysis) -> str:
    """Whose verdicts these are: the tests and the adjustment that decide in the study."""
    sensitivity = analysis.robustness.sensitivity
    if sensitivity is None:
        return ""
    tests = [f"the {OMNIBUS[sensitivity.omnibus].title}"] if sensitivity.omnibus else []
    if sensitivity.pairwise:
        is_adjusted = sensitivity.adjust not in ("", None, UNADJUSTED) and not analysis.ranking.is_of_two
        adjusted = f" with {ADJUSTMENTS[sensitivity.adjust].title}" if is_adjusted else ""
        tests.append(f"the {PAIRWISE[sensitivity.pairwise].title}{adjusted}")
    return f"{joined(tests)} at level {level_text(sensitivity.alpha)}"


_MOST_NAMES = 4  # in a sentence
_NOUNS = {"dataset": "data set", "algorithm": "algorithm", "group": "group", "group-alone": "group"}


def phrases_of(variations: Sequence[Variation], sensitivity: Sensitivity) -> list[Prose]:
    """Several of them in a sentence, those that omit, or take alone, things of one kind together."""
    texts: list[Prose] = []
    for kind, of_kind in groupby(variations, key=lambda variation: variation.kind):
        alike = list(of_kind)
        if kind in _NOUNS:
            one_of = "" if len(alike) == 1 else "any one of "
            noun = _NOUNS[kind] + ("" if len(alike) == 1 else "s")
            names = listed([variation_text(variation, sensitivity) for variation in alike], _MOST_NAMES)
            texts.append(say("{}the {} {} {}", one_of, noun, names, "alone" if kind == "group-alone" else "omitted"))
        else:
            texts += (phrase_of(variation, sensitivity) for variation in alike)
    return texts
