"""Topic sensitivity: sentences, facts and results; its tables are in a module of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked
from rankpress.stages.conclude import Verdict
from rankpress.topics.facts import COUNT, WORDS, Fact, Subjects, Unit
from rankpress.topics.phrases import (
    grouped_by,
    listed,
)
from rankpress.topics.robustness.results import SensitivityResult
from rankpress.topics.robustness.sensitivity_phrases import (
    KINDS,
    algorithms_named,
    decided_by,
    order_clause,
    phrases_of,
)
from rankpress.topics.robustness.sensitivity_tables import (
    sensitivity_flips_table,
    sensitivity_leader_table,
    sensitivity_table,
)
from rankpress.topics.topic import Facts, Headline, ResultKey, Topic, register, where
from rankpress.wording.numbers import counted_in_words, in_words, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, algorithm_named, join, joined, references, say

if TYPE_CHECKING:
    from rankpress.robustness.variations import Sensitivity, Stability, Variation


_MOST_CONCLUSIONS, _MOST_TURNED, _MOST_PHRASES = 5, 3, 4  # in a sentence


@where(lambda analysis: analysis.robustness.sensitivity)
def sensitivity_paragraphs(_analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Return which conclusions depend on which choice, the least stable first; the summary has the leader."""
    yield from _nothing_varied(sensitivity)
    yield from _fewest_of_leader(sensitivity)
    yield from [join(_shares(sensitivity))] if sensitivity.variations else []
    yield from [
        _turned(stability, sensitivity) for stability in sensitivity.fragile if stability is not sensitivity.leader
    ][:_MOST_TURNED]


@where(lambda analysis: analysis.robustness.sensitivity)
def sensitivity_findings(analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Return the stability of the conclusions and of the leader in a paragraph; the table has what overturns which."""
    yield from _nothing_varied(sensitivity)
    if sensitivity.variations:
        yield join([*leader_stability(analysis), *_fewest_of_leader(sensitivity), *_shares(sensitivity)])


def _nothing_varied(sensitivity: Sensitivity) -> list[str]:
    nothing = sensitivity.skipped and not sensitivity.variations
    return ["None of the requested choices could be varied."] if nothing else []


def _shares(sensitivity: Sensitivity) -> Iterator[Prose]:
    fragile, number = sensitivity.fragile, len(sensitivity.conclusions)
    every = counted(len(sensitivity.variations), "variation")
    if not fragile:
        conclusions = counted_in_words(number, "conclusion")
        yield f"None of the {conclusions} changes under {every} of the study."
        return
    texts = [say("{} ({} of {})", _clause(stability), stability.stands, stability.tried) for stability in fragile]
    change = f"{in_words(len(fragile))} {'changes' if len(fragile) == 1 else 'change'}"
    least = "The least stable are" if len(fragile) > 1 else "It is"
    form = "Of {}, {} under at least one of {} of the study. {} (unchanged in parentheses): {}."
    yield say(form, counted_in_words(number, "conclusion"), change, every, least, listed(texts, _MOST_CONCLUSIONS))


_CLAUSES = {
    "best-ranked": "who has the best average rank",
    "best": "which algorithm can be named the best",
    "omnibus": "whether the algorithms differ",
    "order": "the order by cost",
}


def _clause(stability: Stability) -> Prose:
    """Return a conclusion as the subject of a sentence: that A is better than B, who leads."""
    if stability.conclusion.kind != "pair":
        return _CLAUSES[stability.conclusion.kind]
    return say("that {}", _concluded(stability, stability.verdict))


def _concluded(stability: Stability, verdict: Verdict) -> Prose:
    """Return a verdict as a clause: A is better than B, A leads."""
    kind, subject = stability.conclusion.kind, stability.conclusion.subject
    if kind == "order":
        return order_clause(stability, verdict)
    if kind == "omnibus":
        return "the algorithms differ significantly" if verdict else "the algorithms do not differ significantly"
    if kind == "best-ranked":
        return say("{} lead" if len(verdict[0]) > 1 else "{} leads", algorithms_named(verdict[0]))
    if kind == "best":
        return (
            say("{} is the single best algorithm", algorithms_named(verdict[0]))
            if verdict
            else "no algorithm can be named the best"
        )
    if not verdict:
        return say("{} do not differ significantly", algorithms_named(subject))
    [winner] = verdict[0]
    return say("{} is better than {}", *map(algorithm_named, (winner, *(name for name in subject if name != winner))))


def _change(stability: Stability, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Yield what is concluded instead, and with which variations."""
    flips = ((_concluded(stability, then), sensitivity.variations[index]) for index, then in stability.flips.items())
    for verdict, variations in grouped_by(flips).items():
        yield say("{} with {}", verdict, _alternatives(variations, sensitivity))


def _turned(stability: Stability, sensitivity: Sensitivity) -> Prose:
    """Return what turns a conclusion over, by what is concluded then."""
    changes = join(_change(stability, sensitivity), "; ")
    return say("In the study, {}; {}.", _concluded(stability, stability.verdict), changes)


def _alternatives(variations: Sequence[Variation], sensitivity: Sensitivity) -> Prose:
    """Name a few variations, each of which does it by itself, and count the rest."""
    texts = phrases_of(variations, sensitivity)
    if len(texts) > _MOST_PHRASES + 1:
        texts = [*texts[:_MOST_PHRASES], f"any of {in_words(len(texts) - _MOST_PHRASES)} other choices"]
    *first, last = texts
    return say("{} or with {}", join(first, ", with "), last) if first else last


@where(lambda analysis: analysis.robustness.sensitivity)
def stability_in_short(analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Say how many conclusions change under a variation, and whether the leader is one; the section says which."""
    fragile, variations = sensitivity.fragile, counted_in_words(len(sensitivity.variations), "variation")
    every = counted_in_words(len(sensitivity.conclusions), "conclusion")
    if not sensitivity.variations:
        return
    if not fragile:
        yield say("None of the {} changes under any of {} of the study.", every, variations)
        return
    number, leader = len(fragile), sensitivity.leader
    change = f"{in_words(number)} {'changes' if number == 1 else 'change'} under at least one of {variations}"
    of_leader = _leader_in_short(leader) if leader is not None and leader.tried else ""
    yield say("Of {}, {} of the study{}.", every, change, of_leader)


def _leader_in_short(leader: Stability) -> Prose:
    """Return in how many variations who leads still does, as the end of a sentence."""
    several = len(leader.verdict[0]) > 1
    form = "; {} {} the best average rank in {}"
    keep, included = ("keep", "them") if several else ("keeps", "it")
    tried = f"{leader.stands} of the {leader.tried}" if leader.flips else f"all {leader.tried}"
    return say(f"{form} that include {included}", algorithms_named(leader.verdict[0]), keep, tried)


@where(lambda analysis: analysis.robustness.sensitivity)
def leader_stability(_analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Return whether who leads depends on a choice, and on which, in a sentence or two."""
    leader = sensitivity.leader
    if leader is None or not leader.tried:
        return
    names, several = algorithms_named(leader.verdict[0]), len(leader.verdict[0]) > 1
    keep, tried = "keep" if several else "keeps", counted(leader.tried, "variation")
    included = "them" if several else "it"
    if not leader.flips:
        yield say("{} {} the best average rank in all {} that include {}.", names, keep, tried, included)
        return
    flips, texts = ((verdict[0], sensitivity.variations[index]) for index, verdict in leader.flips.items()), []
    for who, variations in grouped_by(flips).items():
        choices, verb = _alternatives(variations, sensitivity), "lead" if len(who) > 1 else "leads"
        texts.append(say("{} {} with {}", algorithms_named(who), verb, choices))
    form = "{} {} the best average rank in {} of {} that include {}; {}."
    yield say(form, names, keep, leader.stands, tried, included, join(texts, "; "))


def _fewest_of_leader(sensitivity: Sensitivity) -> Iterator[Prose]:
    fewest = None if sensitivity.leader is None else sensitivity.leader.fewest
    if fewest is not None and len(fewest.datasets) > 1:
        form = (
            "Omissions of data sets change who has the best average rank only if at least {} are omitted together:"
            " without {}, it is {}."
        )
        number = in_words(len(fewest.datasets))
        datasets = listed(references("datasets", fewest.datasets))
        yield say(form, number, datasets, algorithms_named(fewest.verdict[0]))


@where(lambda analysis: analysis.robustness.sensitivity)
def sensitivity_caveats(_analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Return which variations could not be examined, and of how many pairs sets of data sets were not searched for."""
    by_reason = grouped_by((why, variation) for variation, why in sensitivity.skipped if variation.kind != "digits")
    reasons = [
        say("{} ({})", listed(phrases_of(variations, sensitivity)), why) for why, variations in by_reason.items()
    ]
    if reasons:
        yield say("Not examined: {}.", join(reasons, "; "))
    pairs = [conclusion for conclusion in sensitivity.conclusions if conclusion.conclusion.kind == "pair"]
    alone = sum(stability.fewest is not None and len(stability.fewest.datasets) == 1 for stability in pairs)
    if "dataset" in sensitivity.kinds and sensitivity.searched + alone < len(pairs):
        yield (
            f"Sets of data sets that change a pair only together were searched for in"
            f" {counted(sensitivity.searched, 'pair')} of {len(pairs) - alone}: those of the leader first, then those"
            " with p nearest to the level."
        )


@where(lambda analysis: analysis.robustness.sensitivity)
def sensitivity_reminders(_analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Return what not to read into variations."""
    if not sensitivity.variations:
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


@where(lambda analysis: analysis.robustness.sensitivity)
def sensitivity_methods(analysis: Analysis, sensitivity: Sensitivity) -> Iterator[Prose]:
    """Return what was done, for the section on methods."""
    if not sensitivity.variations:
        return
    counts = {kind: sum(variation.kind == kind for variation in sensitivity.variations) for kind in sensitivity.kinds}
    form = (
        "To examine which conclusions depend on choices of the study, as {} shows for data sets, algorithms and the"
        " rounding of scores, the analysis was repeated with one choice changed at a time: {}. Conclusions are those"
        " by {}."
    )
    created = joined(f"{KINDS[kind].tried} ({number})" for kind, number in counts.items())
    yield say(form, cite("berrar2017"), created, decided_by(analysis))
    if "digits" in counts:
        yield "Means on the data sets were rounded before ranking and testing."
    if analysis.ordered.within.orders:
        yield "Tests within data sets were not repeated; only their adjustment and level were changed."
    if any(stability.fewest is not None for stability in sensitivity.conclusions):
        yield (
            "The smallest set of data sets whose omission overturns a conclusion was searched for among up to half of"
            " them. Where sums of ranks decide (who leads, and pairs by the z test of average ranks with a single-step"
            " adjustment such as Nemenyi's), it is exact. For other tests a greedy search gives an upper bound."
        )


def facts_of_sensitivity(about: Subjects) -> Iterator[Fact]:
    """Yield how many conclusions depend on a choice of the study, and whether who leads does."""
    sensitivity = about.analysis.robustness.sensitivity
    if sensitivity is None or not sensitivity.variations:
        return
    conclusions, fragile, leader = len(sensitivity.conclusions), len(sensitivity.fragile), sensitivity.leader
    yield Fact("Variations", len(sensitivity.variations), COUNT, "variations of the study that were examined")
    yield Fact("Conclusions", conclusions, COUNT, "conclusions that were examined")
    yield Fact("FragileConclusions", fragile, COUNT, "conclusions that change under some variation")
    yield Fact("StableConclusions", conclusions - fragile, COUNT, "conclusions that no variation changes")
    if leader is None or not leader.tried:
        return
    meaning = "variations that leave the leader unchanged"
    yield Fact("LeaderStands", leader.stands, COUNT, meaning)
    yield Fact("LeaderTried", leader.tried, COUNT, "variations that include the leader")
    share = Unit(lambda share: percent_text(round(share, 3)))
    yield Fact("LeaderStability", leader.share, share, "share of these variations that leave the leader unchanged")
    stands = f"{leader.stands} of {counted(leader.tried, 'variation')}"
    yield Fact("LeaderStabilityPhrase", stands, WORDS, "variations that leave the leader unchanged, for a sentence")
    if leader.fewest is not None:
        meaning = "data sets that change who leads when they are omitted"
        yield Fact("LeaderFewestDatasets", len(leader.fewest.datasets), COUNT, meaning)


def sensitivity_results(analysis: Analysis) -> Json | None:
    """Each conclusion with the variations that turn it over; None where none were requested."""
    sensitivity = analysis.robustness.sensitivity
    if sensitivity is None:
        return None
    return {
        "alpha": sensitivity.alpha,
        **{name: getattr(sensitivity, name) or None for name in ("omnibus", "pairwise", "adjust")},
        "rounding_unit": sensitivity.unit,
        "searched_pairs": sensitivity.searched,
        "variations": [picked(variation, "kind name value") for variation in sensitivity.variations],
        "conclusions": [_conclusion(conclusion, sensitivity.variations) for conclusion in sensitivity.conclusions],
        "skipped": [{**picked(variation, "kind name"), "why": why} for variation, why in sensitivity.skipped],
        "why": sensitivity.why or None,
        "measures": [
            {
                "by": led.by,
                "group": led.group or None,
                "leaders": [analysis.names[i] for i in led.leaders],
                "why": led.why or None,
            }
            for led in sensitivity.led
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
        brief_account=lambda analysis, _earlier: stability_in_short(analysis),
        headline=Headline(lambda analysis, _earlier: stability_in_short(analysis), place=30),
        account=lambda analysis, _earlier: [*sensitivity_findings(analysis), *sensitivity_caveats(analysis)],
        facts=(Facts(facts_of_sensitivity),),
        results=(ResultKey("sensitivity", SensitivityResult | None, sensitivity_results),),
        tables=(
            TableKind("sensitivity", "conclusions by type of variation", builder=sensitivity_table, shows="p"),
            TableKind("sensitivity-flips", "what changes conclusions", builder=sensitivity_flips_table, shows="tests"),
            TableKind(
                "sensitivity-leader", "who leads under variations that change it", builder=sensitivity_leader_table
            ),
        ),
        figures=(
            FigureKind(
                "sensitivity",
                "how far variations of the study move its p-values",
                builder="robustness.figures",
                shows="p",
            ),
        ),
    )
)
