"""The section on choices of the study made otherwise, and what summary and methods say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.prose.phrases import listed
from rankpress.report.variations_told import decided_by, phrase_of, subject_of, variation_told, verdict_told
from rankpress.sensitivity.found import Sensitivity, Stability, Variation
from rankpress.wording import counted, joined

_MOST_CONCLUSIONS, _MOST_TURNED, _MOST_PHRASES, _MOST_NAMES = 5, 3, 4, 4
_LEFT_OUT = {"dataset": "data set", "algorithm": "algorithm", "group": "group"}
_MADE = {
    "dataset": "each data set left out",
    "algorithm": "each algorithm left out",
    "group": "each named group of data sets left out",
    "group-alone": "each such group alone",
    "digits": "scores rounded",
    "omnibus": "another omnibus test",
    "pairwise": "another pairwise test",
    "adjust": "another adjustment",
    "alpha": "another level",
    "missing": "another policy for missing results",
    "cost": "another cost",
}


def sensitivity_paragraphs(analysis: Analysis) -> list[str]:
    """What hangs on which choice, the conclusions that stand least first."""
    found = analysis.sensitivity
    if found is None or not found.variations:
        return _nothing_varied(found)
    turned = [_turned(one, found) for one in found.fragile if one is not found.leader]
    return [*_on_leader(analysis, found), " ".join(_shares(found)), *turned[:_MOST_TURNED]]


def sensitivity_found(analysis: Analysis) -> list[str]:
    """The same in a paragraph; what turns over which is left to the table."""
    found = analysis.sensitivity
    if found is None or not found.variations:
        return _nothing_varied(found)
    return [" ".join([*_on_leader(analysis, found), *_shares(found)])]


def _nothing_varied(found: Sensitivity | None) -> list[str]:
    skipped = found is not None and found.skipped
    return ["None of the choices that were asked for could be made otherwise."] if skipped else []


def _on_leader(analysis: Analysis, found: Sensitivity) -> list[str]:
    told = [*leader_stability(analysis), *_fewest_of_leader(found)]
    return [" ".join(told)] if told else []


def _shares(found: Sensitivity) -> Iterator[str]:
    fragile, number, every = found.fragile, len(found.conclusions), counted(len(found.variations), "variation")
    if fragile:
        told = [f"{_about(one)} ({one.stands} of {one.tried})" for one in fragile]
        hang = f"{len(fragile)} {'hangs' if len(fragile) == 1 else 'hang'} on a choice"
        least = "Those that stand under the smallest share of the variations are " if len(fragile) > 1 else "It is "
        yield (
            f"Of {counted(number, 'conclusion')}, {hang}: under some of {every} of the study another is drawn."
            f" {least}{listed(told, _MOST_CONCLUSIONS)}."
        )
    stable = number - len(fragile)
    if stable:
        which = "other " if fragile else ""
        stand = f"{stable} {which}conclusion{' stands' if stable == 1 else 's stand'}"
        yield f"{stand} under all {'of them' if fragile else f'{every} of the study'} that can touch it."


def _about(one: Stability) -> str:
    told = subject_of(one)
    return f"{told}: {verdict_told(one, one.verdict)}" if one.conclusion.kind == "pair" else told[:1].lower() + told[1:]


def _turned(one: Stability, found: Sensitivity) -> str:
    """What turns a conclusion over, by what is concluded then."""
    by_verdict: dict[str, list[Variation]] = {}
    for at, verdict in one.flips.items():
        by_verdict.setdefault(verdict_told(one, verdict), []).append(found.variations[at])
    clauses = [
        f"{verdict} with {listed(_phrases(variations, found), _MOST_PHRASES)}"
        for verdict, variations in by_verdict.items()
    ]
    return f"{subject_of(one)}: in the study {verdict_told(one, one.verdict)}; {'; '.join(clauses)}."


def _phrases(variations: Sequence[Variation], found: Sensitivity) -> list[str]:
    """Several of them in a sentence, those in which a thing of one kind is left out told together."""
    told = []
    for kind, of_kind in groupby(variations, key=lambda one: one.kind):
        alike = list(of_kind)
        if kind in _LEFT_OUT:
            one_of = "" if len(alike) == 1 else "any one of "
            thing = _LEFT_OUT[kind] + ("" if len(alike) == 1 else "s")
            names = listed([variation_told(one, found) for one in alike], _MOST_NAMES)
            told.append(f"{one_of}the {thing} {names} left out")
        else:
            told += (phrase_of(one, found) for one in alike)
    return told


def leader_stability(analysis: Analysis) -> list[str]:
    """Whether who leads hangs on a choice, and on which, in a sentence or two."""
    found = analysis.sensitivity
    leader = None if found is None else found.leader
    if found is None or leader is None or not leader.tried:
        return []
    names, several = joined(leader.verdict[0]), len(leader.verdict[0]) > 1
    if not leader.flips:
        return [
            (
                f"{names} {'keep' if several else 'keeps'} the best average rank under all"
                f" {counted(leader.tried, 'variation')} of the study that leave {'them' if several else 'it'} in."
            )
        ]
    by_leader: dict[tuple[str, ...], list[Variation]] = {}
    for at, verdict in leader.flips.items():
        by_leader.setdefault(verdict[0], []).append(found.variations[at])
    told = [
        f"{joined(who)} {'lead' if len(who) > 1 else 'leads'} with {listed(_phrases(variations, found), _MOST_PHRASES)}"
        for who, variations in by_leader.items()
    ]
    return [
        (
            f"Who leads is not stable: {names} {'keep' if several else 'keeps'} the best average rank under"
            f" {leader.stands} of {counted(leader.tried, 'variation')} of the study; {'; '.join(told)}."
        )
    ]


def _fewest_of_leader(found: Sensitivity) -> list[str]:
    leader = found.leader
    if leader is None or leader.fewest is None or len(leader.fewest.datasets) < 2:
        return []
    fewest = leader.fewest
    told = joined(fewest.verdict[0])
    return [
        (
            f"It takes {counted(len(fewest.datasets), 'data set')} left out together to change who leads, and no fewer"
            f" do it: without {listed(fewest.datasets)}, {told} {'lead' if len(fewest.verdict[0]) > 1 else 'leads'}."
        )
    ]


def sensitivity_caveats(analysis: Analysis) -> list[str]:
    """Which variations could not be examined, and what was not looked for."""
    found = analysis.sensitivity
    if found is None:
        return []
    told = []
    if found.skipped:
        by_reason: dict[str, list[Variation]] = {}
        for variation, why in found.skipped:
            by_reason.setdefault(why, []).append(variation)
        reasons = [f"{listed(_phrases(variations, found))} ({why})" for why, variations in by_reason.items()]
        told.append(f"Not examined: {'; '.join(reasons)}.")
    return [*told, *_unsearched(found)]


def _unsearched(found: Sensitivity) -> Iterator[str]:
    """Of how many pairs data sets that turn them over together were not looked for."""
    pairs = [one for one in found.conclusions if one.conclusion.kind == "pair"]
    alone = sum(one.fewest is not None and len(one.fewest.datasets) == 1 for one in pairs)
    if "dataset" in found.kinds and found.searched + alone < len(pairs):
        yield (
            f"Data sets that turn a pair over only together were looked for in {counted(found.searched, 'pair')} of"
            f" {len(pairs) - alone}, as each takes long: those with a leader first, then those whose p is nearest to"
            " the level."
        )


def sensitivity_reminders(analysis: Analysis) -> list[str]:
    """What not to read into variations."""
    found = analysis.sensitivity
    if found is None or not found.variations:
        return []
    return [
        (
            "The share of variations under which a conclusion stands is no probability: variations are choices and no"
            " draws, many are alike, and how many there are of a kind follows from the numbers of data sets and of"
            " methods."
        ),
        (
            "Variations show what hangs on a choice; they are not for choosing from. A study keeps to the data sets,"
            " algorithms and tests that were fixed before its results were seen, or its p-values mean nothing"
            f" ({cite('berrar2017')})."
        ),
        ("A conclusion that stands under all variations need not be true: all of them rest on the same scores."),
    ]


def sensitivity_methods(analysis: Analysis) -> list[str]:
    """What was done, for the section on methods."""
    found = analysis.sensitivity
    if found is None or not found.variations:
        return []
    counts = {kind: sum(one.kind == kind for one in found.variations) for kind in found.kinds}
    made = joined(f"{_MADE[kind]} ({number})" for kind, number in counts.items())
    told = [
        (
            f"To see which conclusions hang on choices of the study, as {cite('berrar2017')} shows for data sets,"
            f" algorithms and the rounding of scores, it was ranked, tested, adjusted and ordered anew with one choice"
            f" made otherwise at a time: {made}. Conclusions are those by {decided_by(analysis)}."
        )
    ]
    if "digits" in counts:
        told.append("Rounded are the means on the data sets, from which ranks and tests over the data sets are made.")
    if analysis.ordered.per_dataset:
        told.append("Tests within data sets were not made anew, but for their correction and level.")
    if any(one.fewest is not None for one in found.conclusions):
        told.append(
            "Data sets that together turn a conclusion over were looked for among up to half of them. Where sums of"
            " ranks decide (who leads, and pairs by the z test of average ranks with an adjustment in one step, such as"
            " Nemenyi's), the fewest follow from the ranks. For other tests those were left out first without which a"
            " conclusion has least support, and those put back that are not needed; there may be fewer."
        )
    return told
