"""Variations of a study and what is concluded under them, in the words that tables, sentences and figures share."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankpress.analysis import Analysis
from rankpress.conclusions.conclusion import Verdict
from rankpress.naming import composed
from rankpress.report.numbers import level_text
from rankpress.sensitivity.found import Sensitivity, Stability, Variation
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted, joined

KIND_HEADS: Mapping[str, str] = MappingProxyType(
    {
        "dataset": "Data set left out",
        "algorithm": "Algorithm left out",
        "group": "Group left out",
        "group-alone": "Group alone",
        "digits": "Scores rounded",
        "omnibus": "Omnibus test",
        "pairwise": "Pairwise test",
        "adjust": "Adjustment",
        "alpha": "Level",
        "missing": "Missing results",
        "cost": "Cost",
    }
)
LEADER, NAMED, DIFFER, ORDERED = "Best average rank", "Named the best", "Any difference", "Order by cost"
_SUBJECTS = {"best-ranked": LEADER, "best": NAMED, "omnibus": DIFFER, "order": ORDERED}
_POLICIES = {
    "drop-datasets": "data sets dropped",
    "drop-algorithms": "algorithms dropped",
    "worst-rank": "ranked last",
    "incomplete-blocks": "gaps left open",
}
NO_DIFFERENCE = "no difference shown"
# An order of more is told by whom it begins with.
_SHORT_ORDER = 6


def subject_of(one: Stability) -> str:
    """What a conclusion is about, as the first cell of a row."""
    return _SUBJECTS.get(one.conclusion.kind) or composed("{} and {}", *one.conclusion.subject)


def verdict_told(one: Stability, verdict: Verdict) -> str:
    """A verdict in a few words."""
    kind = one.conclusion.kind
    if kind == "omnibus":
        return "they differ" if verdict else NO_DIFFERENCE
    if kind == "pair":
        return f"{verdict[0][0]} is better" if verdict else NO_DIFFERENCE
    if kind == "order":
        return _order_told(one.verdict[0], verdict[0])
    return joined(verdict[0]) if verdict else "nobody"


def _order_told(own: tuple[str, ...], other: tuple[str, ...]) -> str:
    """An order; of many algorithms with whom it begins, and how far it is another."""
    if len(other) <= _SHORT_ORDER:
        return ", ".join(other)
    common = [name for name in own if name in other]
    moved = sum(then != now for then, now in zip(common, other, strict=True))
    begins = f"begins with {other[0]}"
    return f"{begins}, {counted(moved, 'place')} changed" if moved else begins


def variation_told(variation: Variation, found: Sensitivity) -> str:
    """What is otherwise, where the kind is told beside it."""
    kind, name = variation.kind, variation.name
    if kind == "digits" and variation.value is not None:
        return f"{counted(int(variation.value), 'digit')} ({found.unit * 10.0**-variation.value:.10g})"
    if kind == "alpha" and variation.value is not None:
        return level_text(variation.value)
    if kind == "omnibus":
        return OMNIBUS[name].title
    if kind == "adjust":
        return _titled(name, {key: one.title for key, one in ADJUSTMENTS.items()})
    if kind == "pairwise":
        return _with_adjustment(*name.partition(" with ")[::2])
    if kind == "missing":
        policy, _, methods = name.partition(" with ")
        told = _POLICIES[policy]
        return f"{told} ({_with_adjustment(*methods.partition(' and ')[::2])})" if methods else told
    return name


def _with_adjustment(test: str, adjust: str) -> str:
    """A pairwise test by its title, and the adjustment that it needs where that is another one."""
    told = _titled(test, {key: one.title for key, one in PAIRWISE.items()})
    return f"{told} with {ADJUSTMENTS[adjust].title}" if adjust else told


def _titled(name: str, titles: Mapping[str, str]) -> str:
    """A method by its title, with its options where they are told."""
    method, space, options = name.partition(" ")
    return f"{titles[method]}{space}{options}"


def phrase_of(variation: Variation, found: Sensitivity) -> str:
    """What is otherwise, in a sentence."""
    told = variation_told(variation, found)
    phrases = {
        "dataset": f"the data set {told} left out",
        "algorithm": f"the algorithm {told} left out",
        "group": f"the group {told} left out",
        "group-alone": f"the group {told} alone",
        "digits": f"scores rounded to {told}",
        "omnibus": f"the {told}",
        "pairwise": f"the {told}",
        "adjust": f"the adjustment after {told}",
        "alpha": f"level {told}",
        "missing": f"results missing: {told}",
        "cost": f"the cost {told}",
    }
    return phrases[variation.kind]


def decided_by(analysis: Analysis) -> str:
    """Whose verdicts these are: the tests and the adjustment that decide in the study."""
    found = analysis.sensitivity
    if found is None:
        return ""
    tests = [f"the {OMNIBUS[found.omnibus].title}"] if found.omnibus else []
    if found.pairwise:
        adjusted = f" with {ADJUSTMENTS[found.adjust].title}" if found.adjust else ""
        tests.append(f"the {PAIRWISE[found.pairwise].title}{adjusted}")
    return f"{joined(tests)} at level {level_text(found.alpha)}"
