"""Topic sensitivity: tables, sentences, facts and results."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked
from rankpress.core.table import Cell, Mark, Table
from rankpress.stages.conclude import Verdict
from rankpress.topics.facts import COUNT, WORDS, Fact, Subjects, Unit
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    P_ROUNDED,
    UNMARKED,
    grouped_by,
    listed,
    p_value,
    table_of,
)
from rankpress.topics.results_of_tests import SensitivityResult
from rankpress.topics.topic import Axes, Facts, Headline, ResultKey, Rows, TableRequest, Topic, register, where
from rankpress.wording.numbers import MISSING, counted_in_words, in_words, level_text, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, algorithm_named, dataset_named, join, joined, plain, references, say

if TYPE_CHECKING:
    from rankpress.robustness.variations import Sensitivity, Stability, Variation
    from rankpress.spec.model import Study

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
        return f"{ADJUSTMENTS[variation.method].title} {variation.options}".rstrip()
    if kind == "pairwise":
        return _with_adjustment(f"{PAIRWISE[variation.method].title} {variation.options}".rstrip(), variation.adjust)
    if kind == "missing":
        text, test = _POLICIES[variation.method], variation.test
        return f"{text} ({_with_adjustment(PAIRWISE[test].title, variation.adjust)})" if test else text
    return name


def _with_adjustment(test: str, adjust: str) -> str:
    """Return a pairwise test, and the adjustment that it needs where that is another one."""
    return f"{test} with {ADJUSTMENTS[adjust].title}" if adjust and adjust != UNADJUSTED else test


class _Kind(NamedTuple):
    head: str  # in a table
    phrase: str  # what is otherwise, in a sentence
    tried: str  # what was tried, in a sentence


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
    "missing": _Kind("Missing results", "missing results handled otherwise ({})", "another policy for missing results"),
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
        is_adjusted = result.adjust not in ("", None, UNADJUSTED) and not analysis.ranking.is_of_two
        adjusted = f" with {ADJUSTMENTS[result.adjust].title}" if is_adjusted else ""
        tests.append(f"the {PAIRWISE[result.pairwise].title}{adjusted}")
    return f"{joined(tests)} at level {level_text(result.alpha)}"


_HEADS = tuple(kind.head for kind in KINDS.values())
_BOLD = frozenset[Mark]({"bold"})
_MOST_NAMED = 6


def _conclusions(_study: Study, names: Sequence[str], _datasets: Sequence[str]) -> list[str]:
    return [LEADER, NAMED, DIFFER, ORDERED, *(f"{a} and {b}" for a in names for b in names if a != b)]


_CONCLUSIONS = Rows("conclusions, such as Best average rank, or A and B", _conclusions)


@Axes(_CONCLUSIONS, ("Verdict", "p", "All", *_HEADS, "Fewest data sets")).by_request
def sensitivity_table(request: TableRequest) -> Table | None:
    """Build the table of conclusions by kinds of variation."""
    analysis = request.analysis
    result = analysis.sensitivity
    if result is None or not result.variations:
        return None
    head = ("Conclusion", "Verdict", "p", "All", *(KINDS[kind].head for kind in result.kinds), "Fewest data sets")
    if len(head) * len(result.conclusions) > request.most(MOST_CELLS_BUILT):
        return None
    rows = (
        (
            subject_of(item),
            verdict_text(item, item.verdict),
            p_value(math.nan if item.p is None else item.p, result.alpha, marked=False),
            _share(item.stands, item.tried),
            *(_share(*item.counts.get(kind, (0, 0))) for kind in result.kinds),
            _fewest(item),
        )
        for item in _in_order(result)
    )
    return table_of(
        head,
        rows,
        names=2,
        stub=1,
        title=say("Conclusions under variations of the study by {}", analysis.metric),
        caption=(
            f"Conclusions by {decided_by(analysis)} when one choice of the study is made otherwise: under how many of"
            f" {counted(len(result.variations), 'variation')} each stands, by kind."
        ),
        notes=tuple(_notes(result)),
    )


def _in_order(sensitivity: Sensitivity) -> list[Stability]:
    """Return the conclusions on all algorithms, then the pairs, those first that stand least."""
    of_all = [conclusion for conclusion in sensitivity.conclusions if conclusion.conclusion.kind != "pair"]
    pairs = [conclusion for conclusion in sensitivity.conclusions if conclusion.conclusion.kind == "pair"]
    return [*of_all, *sorted(pairs, key=lambda item: item.share)]


def _share(stands: int, tried: int) -> Cell:
    if not tried:
        return Cell(MISSING, "")
    return Cell(f"{stands}/{tried}", stands / tried, _BOLD if stands == tried else UNMARKED)


def _fewest(stability: Stability) -> Cell:
    if stability.fewest is None:
        return Cell(MISSING, "")
    number = len(stability.fewest.datasets)
    return Cell(f"{number}" if stability.fewest.exact else f"≤ {number}", number)


def _notes(sensitivity: Sensitivity) -> Iterator[Prose]:
    yield (
        "21/24: the conclusion is unchanged under 21 of the 24 variations that apply to it; bold: under all. Variations"
        " that omit an algorithm do not apply to conclusions about it."
    )
    yield "p is that of the study, adjusted. " + P_ROUNDED
    if any(item.conclusion.kind == "best" for item in sensitivity.conclusions):
        yield say(
            "{}: by the four conditions of {}, which depend on the groups of the adjustment.", NAMED, cite("ulas2012")
        )
    if any(item.fewest is not None for item in sensitivity.conclusions):
        yield (
            "Fewest data sets: the smallest number of data sets whose joint omission overturns the conclusion; ≤: an"
            " upper bound from a greedy search. A dash: no set of up to half of the data sets was found, or none was"
            " searched for."
        )


@Axes(_CONCLUSIONS, ("Verdict", "Choice", "Otherwise", "Then")).by_request
def sensitivity_flips_table(request: TableRequest) -> Table | None:
    """Build the table of what turns conclusions over."""
    analysis = request.analysis
    result = analysis.sensitivity
    if result is None or not result.fragile:
        return None
    rows = [row for item in _in_order(result) if item.flips for row in _flip_rows(item, result)]
    if 5 * len(rows) > request.most(MOST_CELLS_BUILT):
        return None
    return table_of(
        ("Conclusion", "Verdict", "Choice", "Otherwise", "Then"),
        rows,
        names=5,
        stub=1,
        title=say("Changed conclusions by {}", analysis.metric),
        caption=(
            f"Conclusions by {decided_by(analysis)} that some variation of the study overturns"
            f" ({len(result.fragile):,} of {len(result.conclusions):,}), the variation, and what is concluded then."
        ),
        notes=tuple(_flip_notes(result)),
    )


def _flip_rows(stability: Stability, sensitivity: Sensitivity) -> Iterator[tuple[Prose, ...]]:
    conclusion = subject_of(stability), verdict_text(stability, stability.verdict)
    for kind in sensitivity.kinds:
        by_verdict = grouped_by(
            (verdict_text(stability, verdict), variation_text(variation, sensitivity))
            for variation, verdict in sensitivity.flips_of(stability, kind)
        )
        for then, names in by_verdict.items():
            rest = len(names) - _MOST_NAMED
            some = joined([*names[:_MOST_NAMED], f"{rest} others"] if rest > 1 else names)
            yield *conclusion, KINDS[kind].head, some, then
    if stability.fewest is not None and len(stability.fewest.datasets) > 1:
        fewest = stability.fewest
        together = f"{len(fewest.datasets)} together" + ("" if fewest.exact else "; fewer may do")
        without = say("{} ({})", joined(references("datasets", fewest.datasets)), together)
        yield *conclusion, "Data sets omitted", without, verdict_text(stability, fewest.verdict)


def _flip_notes(sensitivity: Sensitivity) -> Iterator[str]:
    yield "Each of several names in a cell does it by itself, but for data sets that are said to do it together."
    stands = len(sensitivity.conclusions) - len(sensitivity.fragile)
    if stands:
        conclusions = "The conclusion" if stands == 1 else f"The {counted(stands, 'conclusion')}"
        yield f"{conclusions} that no variation overturns {'is' if stands == 1 else 'are'} not listed."
    if any(item.conclusion.kind == "order" for item in sensitivity.fragile):
        yield "A long order is described by its first algorithm and by the number of places that change."


@Axes(
    Rows("kinds of variation, such as Data sets omitted", lambda *_: (*_HEADS, "Data sets omitted")),
    ("Otherwise", "Best average rank"),
)
def sensitivity_leader_table(analysis: Analysis) -> Table | None:
    """Build the table of who leads under each variation that changes it; None where none does."""
    result = analysis.sensitivity
    leader = None if result is None else result.leader
    if result is None or leader is None or not (leader.flips or leader.fewest):
        return None
    form = (
        "{} {} the best average rank in the study, and under {} of {} that leave the leader in ({}); listed is what"
        " gives another."
    )
    has, share = "has" if len(leader.verdict[0]) == 1 else "have", percent_text(round(leader.share, 3))
    tried, several = counted(leader.tried, "variation"), leader.fewest is not None and len(leader.fewest.datasets) > 1
    fewer = ("Omitting fewer data sets together does not change who leads.",)
    return table_of(
        ("Choice", "Otherwise", "Best average rank"),
        _leader_rows(leader, result),
        names=3,
        stub=1,
        title=say("Who leads when the study is varied, by {}", analysis.metric),
        caption=say(form, algorithms_named(leader.verdict[0]), has, leader.stands, tried, share),
        notes=fewer if several and leader.fewest is not None and leader.fewest.exact else (),
    )


def _leader_rows(leader: Stability, sensitivity: Sensitivity) -> Iterator[tuple[Prose, ...]]:
    for index, verdict in leader.flips.items():
        variation = sensitivity.variations[index]
        yield KINDS[variation.kind].head, variation_text(variation, sensitivity), algorithms_named(verdict[0])
    if leader.fewest is not None and len(leader.fewest.datasets) > 1:
        without = joined(references("datasets", leader.fewest.datasets))
        yield "Data sets omitted", without, algorithms_named(leader.fewest.verdict[0])


_MOST_CONCLUSIONS, _MOST_TURNED, _MOST_PHRASES, _MOST_NAMES = 5, 3, 4, 4
_LEFT_OUT = {"dataset": "data set", "algorithm": "algorithm", "group": "group"}


@where(lambda analysis: analysis.sensitivity)
def sensitivity_paragraphs(_analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Return which conclusions depend on which choice, the least stable first; the summary has the leader."""
    yield from _nothing_varied(result)
    yield from _fewest_of_leader(result)
    yield from [join(_shares(result))] if result.variations else []
    yield from [_turned(item, result) for item in result.fragile if item is not result.leader][:_MOST_TURNED]


@where(lambda analysis: analysis.sensitivity)
def sensitivity_findings(analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Return the same and the leader in a paragraph; what overturns which is left to the table."""
    yield from _nothing_varied(result)
    if result.variations:
        yield join([*leader_stability(analysis), *_fewest_of_leader(result), *_shares(result)])


def _nothing_varied(sensitivity: Sensitivity) -> list[str]:
    nothing = sensitivity.skipped and not sensitivity.variations
    return ["None of the requested choices could be varied."] if nothing else []


def _shares(sensitivity: Sensitivity) -> Iterator[Prose]:
    fragile, number = sensitivity.fragile, len(sensitivity.conclusions)
    every = counted(len(sensitivity.variations), "variation")
    if fragile:
        texts = [say("{} ({} of {})", _clause(item), item.stands, item.tried) for item in fragile]
        change = f"{in_words(len(fragile))} {'changes' if len(fragile) == 1 else 'change'}"
        least = "The least stable are " if len(fragile) > 1 else "It is "
        form = "Of {}, {} under at least one of {} of the study. {}{}."
        yield say(form, counted_in_words(number, "conclusion"), change, every, least, listed(texts, _MOST_CONCLUSIONS))
    stable = number - len(fragile)
    if stable:
        of = "them" if fragile else f"{every} of the study"
        others = f"{in_words(stable)} {'other ' if fragile else ''}" if stable > 1 else "other " if fragile else ""
        yield f"None of {of} changes the {others}{'conclusion' if stable == 1 else 'conclusions'}."


_CLAUSES = {
    "best-ranked": "who leads",
    "best": "which algorithm can be named the best",
    "omnibus": "whether the algorithms differ",
    "order": "the order by cost",
}


def _clause(stability: Stability) -> Prose:
    """Return a conclusion as the subject of a sentence: that A is better than B, who leads."""
    if stability.conclusion.kind != "pair":
        return _CLAUSES[stability.conclusion.kind]
    if not stability.verdict:
        return say("that {} do not differ significantly", algorithms_named(stability.conclusion.subject))
    [winner], subject = stability.verdict[0], stability.conclusion.subject
    loser = next(name for name in subject if name != winner)
    return say("that {} is better than {}", *map(algorithm_named, (winner, loser)))


def _change(stability: Stability, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Yield what is concluded instead, and with which variations."""
    flips = ((verdict_text(stability, then), sensitivity.variations[index]) for index, then in stability.flips.items())
    for verdict, variations in grouped_by(flips).items():
        yield say("{} with {}", verdict, _alternatives(variations, sensitivity))


def _turned(stability: Stability, sensitivity: Sensitivity) -> Prose:
    """Return what turns a conclusion over, by what is concluded then."""
    changes = join(_change(stability, sensitivity), "; ")
    return say("{}: in the study {}; {}.", subject_of(stability), verdict_text(stability, stability.verdict), changes)


def _alternatives(variations: Sequence[Variation], sensitivity: Sensitivity) -> Prose:
    """Name a few variations, each of which does it by itself, and count the rest."""
    texts = _phrases(variations, sensitivity)
    if len(texts) > _MOST_PHRASES + 1:
        texts = [*texts[:_MOST_PHRASES], f"any of {len(texts) - _MOST_PHRASES} others"]
    return join(texts, ", or with ")


def _phrases(variations: Sequence[Variation], sensitivity: Sensitivity) -> list[Prose]:
    """Several of them in a sentence, those in which a thing of one kind is omitted together."""
    texts: list[Prose] = []
    for kind, of_kind in groupby(variations, key=lambda variation: variation.kind):
        alike = list(of_kind)
        if kind in _LEFT_OUT:
            one_of = "" if len(alike) == 1 else "any one of "
            thing = _LEFT_OUT[kind] + ("" if len(alike) == 1 else "s")
            names = listed([variation_text(item, sensitivity) for item in alike], _MOST_NAMES)
            texts.append(say("{}the {} {} omitted", one_of, thing, names))
        else:
            texts += (phrase_of(item, sensitivity) for item in alike)
    return texts


@where(lambda analysis: analysis.sensitivity)
def stability_in_short(analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Say how many conclusions change under a variation, the most fragile of them, and whether the leader is one."""
    fragile, variations = result.fragile, counted_in_words(len(result.variations), "variation")
    every = counted_in_words(len(result.conclusions), "conclusion")
    if not result.variations:
        return
    if not fragile:
        yield say("None of the {} changes under {} of the study.", every, variations)
        return
    number, worst = len(fragile), fragile[0]
    change = f"{in_words(number)} {'changes' if number == 1 else 'change'} under at least one of {variations}"
    least = "it is" if number == 1 else "the least stable is"
    unchanged = f"unchanged under {worst.stands} of {worst.tried}"
    form = "Of {}, {} of the study; {} {} ({}; {})."
    yield say(form, every, change, least, _clause(worst), unchanged, join(_change(worst, result), "; "))
    if result.leader is not None and result.leader.flips:
        yield from leader_stability(analysis)
    elif result.leader is not None and result.leader.tried:
        yield "Who leads does not change."


@where(lambda analysis: analysis.sensitivity)
def leader_stability(_analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Return whether who leads depends on a choice, and on which, in a sentence or two."""
    leader = result.leader
    if leader is None or not leader.tried:
        return
    names, several = algorithms_named(leader.verdict[0]), len(leader.verdict[0]) > 1
    keep, tried = "keep" if several else "keeps", counted(leader.tried, "variation")
    if not leader.flips:
        form = "{} {} the best average rank under all {} of the study that retain {}."
        yield say(form, names, keep, tried, "them" if several else "it")
        return
    flips, texts = ((verdict[0], result.variations[index]) for index, verdict in leader.flips.items()), []
    for who, variations in grouped_by(flips).items():
        choices, verb = _alternatives(variations, result), "lead" if len(who) > 1 else "leads"
        texts.append(say("{} {} with {}", algorithms_named(who), verb, choices))
    form = "Who leads is not stable: {} {} the best average rank under {} of {} of the study; {}."
    yield say(form, names, keep, leader.stands, tried, join(texts, "; "))


def _fewest_of_leader(sensitivity: Sensitivity) -> Iterator[Prose]:
    fewest = None if sensitivity.leader is None else sensitivity.leader.fewest
    if fewest is not None and len(fewest.datasets) > 1:
        form = "At least {} must be omitted together to change who leads: without {}, {} {}."
        number, datasets = counted(len(fewest.datasets), "data set"), listed(references("datasets", fewest.datasets))
        lead = "lead" if len(fewest.verdict[0]) > 1 else "leads"
        yield say(form, number, datasets, algorithms_named(fewest.verdict[0]), lead)


@where(lambda analysis: analysis.sensitivity)
def sensitivity_caveats(_analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Return which variations could not be examined, and of how many pairs sets of data sets were not searched for."""
    by_reason = grouped_by((why, variation) for variation, why in result.skipped)
    reasons = [say("{} ({})", listed(_phrases(variations, result)), why) for why, variations in by_reason.items()]
    if reasons:
        yield say("Not examined: {}.", join(reasons, "; "))
    pairs = [conclusion for conclusion in result.conclusions if conclusion.conclusion.kind == "pair"]
    alone = sum(item.fewest is not None and len(item.fewest.datasets) == 1 for item in pairs)
    if "dataset" in result.kinds and result.searched + alone < len(pairs):
        yield (
            f"Data sets that overturn a pair only together were searched for in {counted(result.searched, 'pair')} of"
            f" {len(pairs) - alone}, because each search takes long: those with a leader first, then those whose p is"
            " nearest to the level."
        )


@where(lambda analysis: analysis.sensitivity)
def sensitivity_reminders(_analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Return what not to read into variations."""
    if not result.variations:
        return
    yield (
        "The share of variations that leave a conclusion unchanged is not a probability: variations are choices,"
        " not samples; many are alike, and their numbers follow from those of data sets and methods."
    )
    form = (
        "Variations show what depends on a choice; choosing among them by their results would invalidate the"
        " p-values. Data sets, algorithms and tests have to be fixed before results are seen ({})."
    )
    yield say(form, cite("berrar2017"))
    yield "A conclusion that no variation overturns need not be true: all of them use the same scores."


@where(lambda analysis: analysis.sensitivity)
def sensitivity_methods(analysis: Analysis, result: Sensitivity) -> Iterator[Prose]:
    """Return what was done, for the section on methods."""
    if not result.variations:
        return
    counts = {kind: sum(variation.kind == kind for variation in result.variations) for kind in result.kinds}
    form = (
        "To examine which conclusions depend on choices of the study, as {} shows for data sets, algorithms and the"
        " rounding of scores, the analysis was repeated with one choice changed at a time: {}. Conclusions are those"
        " by {}."
    )
    created = joined(f"{KINDS[kind].tried} ({number})" for kind, number in counts.items())
    yield say(form, cite("berrar2017"), created, decided_by(analysis))
    if "digits" in counts:
        yield "Means on the data sets were rounded before ranking and testing."
    if analysis.ordered.per_dataset:
        yield "Tests within data sets were not repeated; only their adjustment and level were changed."
    if any(item.fewest is not None for item in result.conclusions):
        yield (
            "The smallest set of data sets whose omission overturns a conclusion was searched for among up to half of"
            " them. Where sums of ranks decide (who leads, and pairs by the z test of average ranks with a single-step"
            " adjustment such as Nemenyi's), it is exact. For other tests a greedy search gives an upper bound."
        )


def facts_of_sensitivity(about: Subjects) -> Iterator[Fact]:
    """Yield how many conclusions depend on a choice of the study, and whether who leads does."""
    result = about.analysis.sensitivity
    if result is None or not result.variations:
        return
    conclusions, fragile, leader = len(result.conclusions), len(result.fragile), result.leader
    yield Fact("Variations", len(result.variations), COUNT, "variations of the study that were examined")
    yield Fact("Conclusions", conclusions, COUNT, "conclusions that were compared with them")
    yield Fact("FragileConclusions", fragile, COUNT, "conclusions that some variation turns over")
    yield Fact("StableConclusions", conclusions - fragile, COUNT, "conclusions that stand under all")
    if leader is None or not leader.tried:
        return
    meaning = "variations under which the best average rank is the same algorithm's"
    yield Fact("LeaderStands", leader.stands, COUNT, meaning)
    yield Fact("LeaderTried", leader.tried, COUNT, "variations that leave that algorithm in")
    share = Unit(lambda share: percent_text(round(share, 3)))
    yield Fact("LeaderStability", leader.share, share, "the share of the former in the latter")
    text = f"{leader.stands} of {counted(leader.tried, 'variation')}"
    yield Fact("LeaderStabilityPhrase", text, WORDS, "the same for a sentence")
    if leader.fewest is not None:
        meaning = "data sets that change who leads when they are omitted"
        yield Fact("LeaderFewestDatasets", len(leader.fewest.datasets), COUNT, meaning)


def sensitivity_results(analysis: Analysis) -> Json | None:
    """Each conclusion with the variations that turn it over; None where none were asked for."""
    result = analysis.sensitivity
    if result is None:
        return None
    return {
        "alpha": result.alpha,
        **{name: getattr(result, name) or None for name in ("omnibus", "pairwise", "adjust")},
        "rounding_unit": result.unit,
        "searched_pairs": result.searched,
        "variations": [picked(variation, "kind name value") for variation in result.variations],
        "conclusions": [_conclusion(conclusion, result.variations) for conclusion in result.conclusions],
        "skipped": [{**picked(variation, "kind name"), "why": why} for variation, why in result.skipped],
        "why": result.why or None,
        "measures": [
            {
                "by": led.by,
                "group": led.group or None,
                "leaders": [analysis.names[i] for i in led.leaders],
                "why": led.why or None,
            }
            for led in result.led
        ],
    }


def _conclusion(stability: Stability, variations: Sequence[Variation]) -> Json:
    return {
        **picked(stability.conclusion, "kind subject"),
        **picked(stability, "verdict p stands tried"),
        "share": stability.share if stability.tried else None,
        "by_kind": {kind: {"stands": stands, "tried": tried} for kind, (stands, tried) in stability.counts.items()},
        "flips": [
            {**picked(variations[index], "kind name"), "verdict": verdict} for index, verdict in stability.flips.items()
        ],
        "fewest_datasets": stability.fewest,
        **({} if stability.p_under is None else {"p_under": stability.p_under}),
    }


register(
    Topic(
        "sensitivity",
        "Sensitivity",
        paragraphs=sensitivity_paragraphs,
        caveats=sensitivity_caveats,
        reminders=sensitivity_reminders,
        after="schemes",
        methods=(sensitivity_methods,),
        brief_methods=lambda analysis: sensitivity_methods(analysis)[:1],
        brief_account=lambda analysis, _stated: stability_in_short(analysis),
        headline=Headline(lambda analysis, _stated: stability_in_short(analysis), place=50),
        account=lambda analysis: [*sensitivity_findings(analysis), *sensitivity_caveats(analysis)],
        facts=(Facts(facts_of_sensitivity),),
        results=(ResultKey("sensitivity", SensitivityResult | None, sensitivity_results),),
        tables=(
            TableKind("sensitivity", "conclusions by kinds of variation", builder=sensitivity_table, shows="p"),
            TableKind(
                "sensitivity-flips", "what turns conclusions over", builder=sensitivity_flips_table, shows="tests"
            ),
            TableKind(
                "sensitivity-leader", "who leads under variations that change it", builder=sensitivity_leader_table
            ),
        ),
        figures=(
            FigureKind(
                "sensitivity",
                "how far variations of the study move its p-values",
                builder="robustness_figures",
                shows="p",
            ),
        ),
    )
)
