"""Conclusions, verdicts and variations of a sensitivity analysis in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.faults import counted
from rankpress.core.numbers import level_text
from rankpress.core.text import Prose, algorithm_named, dataset_named, join, joined, plain, references, say
from rankpress.robustness.variations import Sensitivity, Stability, Variation
from rankpress.stages.conclude import Verdict

LEADER, NAMED, DIFFER, ORDERED = "Best average rank", "Named the best", "Any difference", "Order by cost"
SUBJECTS = {"best-ranked": LEADER, "best": NAMED, "omnibus": DIFFER, "order": ORDERED}
_POLICIES = {
    "drop-datasets": "data sets dropped",
    "drop-algorithms": "algorithms dropped",
    "worst-rank": "ranked last",
    "incomplete-blocks": "gaps left open",
}
NO_DIFFERENCE = "no difference shown"
# An order of more is reported by whom it begins with.
_SHORT_ORDER = 6


def subject_of(stability: Stability) -> Prose:
    """Return what a conclusion is about, as the first cell of a row."""
    return SUBJECTS.get(stability.conclusion.kind) or algorithms_named(stability.conclusion.subject)


def verdict_text(stability: Stability, verdict: Verdict) -> Prose:
    """Return a verdict in a few words."""
    kind = stability.conclusion.kind
    if kind == "omnibus":
        return "they differ" if verdict else NO_DIFFERENCE
    if kind == "pair":
        return say("{} is better", algorithm_named(verdict[0][0])) if verdict else NO_DIFFERENCE
    if kind == "order":
        original = stability.verdict[0]
        other = verdict[0]
        if len(other) <= _SHORT_ORDER:
            return join(references("algorithms", other), ", ")
        common = [name for name in original if name in other]
        moved = sum(then != now for then, now in zip(common, other, strict=True))
        begins = say("begins with {}", algorithm_named(other[0]))
        return say("{}, {} changed", begins, counted(moved, "place")) if moved else begins
    return algorithms_named(verdict[0]) if verdict else "nobody"


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
    if kind == "cost":
        return variation.name
    if kind == "digits" and variation.value is not None:
        return f"{counted(int(variation.value), 'digit')} ({sensitivity.unit * 10.0**-variation.value:.10g})"
    if kind == "alpha" and variation.value is not None:
        return level_text(variation.value)
    if kind == "omnibus":
        return OMNIBUS[name].title
    if kind == "adjust":
        return _titled(name, {key: adjustment.title for key, adjustment in ADJUSTMENTS.items()})
    if kind == "pairwise":
        return _with_adjustment(*name.partition(" with ")[::2])
    if kind == "missing":
        policy, _, methods = name.partition(" with ")
        text = _POLICIES[policy]
        return f"{text} ({_with_adjustment(*methods.partition(' and ')[::2])})" if methods else text
    return name


def _with_adjustment(test: str, adjust: str) -> str:
    """Return a pairwise test by its title, and the adjustment that it needs where that is another one."""
    text = _titled(test, {key: item.title for key, item in PAIRWISE.items()})
    return f"{text} with {ADJUSTMENTS[adjust].title}" if adjust else text


def _titled(name: str, titles: Mapping[str, str]) -> str:
    """Return a method by its title, with its options where they are reported."""
    method, space, options = name.partition(" ")
    return f"{titles[method]}{space}{options}"


class _Kind(NamedTuple):
    head: str  # in a table
    phrase: str  # what is otherwise, in a sentence
    made: str  # what was tried, in a sentence


KINDS: dict[str, _Kind] = {
    "dataset": _Kind("Data set omitted", "the data set {} omitted", "each data set omitted"),
    "algorithm": _Kind("Algorithm omitted", "the algorithm {} omitted", "each algorithm omitted"),
    "group": _Kind("Group omitted", "the group {} omitted", "each named group of data sets omitted"),
    "group-alone": _Kind("Group alone", "the group {} alone", "each such group alone"),
    "digits": _Kind("Scores rounded", "scores rounded to {}", "scores rounded"),
    "omnibus": _Kind("Omnibus test", "the {}", "another omnibus test"),
    "pairwise": _Kind("Pairwise test", "the {}", "another pairwise test"),
    "adjust": _Kind("Adjustment", "the adjustment after {}", "another adjustment"),
    "alpha": _Kind("Level", "level {}", "another level"),
    "missing": _Kind("Missing results", "results missing: {}", "another policy for missing results"),
    "cost": _Kind("Cost", "the cost {}", "another cost"),
}


def phrase_of(variation: Variation, sensitivity: Sensitivity) -> Prose:
    """Return what is otherwise, in a sentence."""
    return say(KINDS[variation.kind].phrase, variation_text(variation, sensitivity))


def decided_by(analysis: Analysis) -> str:
    """Whose verdicts these are: the tests and the adjustment that decide in the study."""
    result = analysis.sensitivity
    if result is None:
        return ""
    tests = [f"the {OMNIBUS[result.omnibus].title}"] if result.omnibus else []
    if result.pairwise:
        adjusted = f" with {ADJUSTMENTS[result.adjust].title}" if result.adjust else ""
        tests.append(f"the {PAIRWISE[result.pairwise].title}{adjusted}")
    return f"{joined(tests)} at level {level_text(result.alpha)}"
