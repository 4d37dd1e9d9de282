"""The sections on scores, ranks, and tests over the data sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import numpy as np

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.bibliography import cite
from rankpress.report.exploratory import sentence_called
from rankpress.report.numbers import fixed, level_text
from rankpress.report.prose.omnibus import sphericity
from rankpress.report.prose.pairwise import pairwise_caveats
from rankpress.report.prose.phrases import (
    Read,
    any_rejects,
    at_level,
    capitalized,
    compared,
    listed,
    pairs_counted,
    procedure,
    read_omnibus,
    separation,
)
from rankpress.report.prose.summary import leaders, separated_in_words
from rankpress.report.tables.cells import alike, scope
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.groups import is_run
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted, joined

_MOST_GROUPED = 24  # names in the groups that a sentence tells
_ALIKE = {"rm-anova": "have the same mean", "aligned-ranks": "perform alike", "quade": "perform alike"}


def scores_paragraphs(analysis: Analysis) -> list[str]:
    """What the table of scores shows."""
    scores = analysis.scores
    if scores.means is None:
        return []
    cell = "one measurement"
    if scores.has_folds:
        without = any(folds is None for folds in scores.folds)
        cell = "a mean over folds, or one measurement where there are none" if without else "a mean over folds"
    if scores.has_outcomes:
        cell = "a share of the test examples"
    better = capitalized(scores.better)
    return [f"The table gives {scores.name} of {scope(analysis)}; each score is {cell}. {better} is better."]


def ranks_paragraphs(analysis: Analysis) -> list[str]:
    """Who leads, the critical difference, and the groups."""
    return [" ".join([f"{leaders(analysis)}.", *grouped(analysis)])]


def grouped(analysis: Analysis) -> Iterator[str]:
    """Say from which difference on ranks differ significantly, and within which groups no pair is separated."""
    adjusted, deciding = analysis.adjusted, analysis.adjusted.deciding
    difference = None if deciding is None else adjusted.critical_difference.get(deciding)
    if deciding is not None and difference is not None:
        yield (
            f"By {procedure(deciding)}, average ranks that differ by at least {fixed(difference.cd, 2)} differ"
            f" significantly {at_level(analysis)}."
        )
    # a group of all has been told by that no pair is separated
    if deciding is not None and len(adjusted.groups.get(deciding, ())) > 1:
        yield _groups(analysis, deciding)


def _groups(analysis: Analysis, method: str) -> str:
    groups = analysis.adjusted.groups[method]
    room = sum(names <= _MOST_GROUPED for names in accumulate(map(len, groups)))
    shown = [listed([analysis.names[i] for i in group]) for group in groups[: max(room, 1)]]
    more = len(groups) - len(shown)
    rest = f"; {counted(more, 'further group')} can be seen in the table of average ranks" if more else ""
    return f"Groups within which {procedure(method)} separates no pair: {'; '.join(shown)}{rest}."


def ranks_caveats(analysis: Analysis) -> list[str]:
    """What must be said beside these ranks and groups."""
    adjusted, caveats = analysis.adjusted, []
    groups = adjusted.groups.get(adjusted.deciding or "", ())
    if not all(is_run(group, analysis.ranking.average) for group in groups):
        caveats.append(
            "Some groups pass over an algorithm whose average rank lies between those of their members: with this test"
            " a pair that is farther apart in rank need not have the smaller p-value."
        )
    if analysis.scores.missing.worst_ranked:
        caveats.append("Missing results were ranked last on their data sets, which counts against the algorithm.")
    if analysis.ranking.has_gaps:
        caveats.append(
            "Some results are missing: an average rank rests on the data sets that the algorithm has, and does not know"
            " against whom it was ranked there."
        )
    return [*caveats, *adjusted.notes]


def tests_paragraphs(analysis: Analysis) -> list[str]:
    """What the omnibus tests and the comparisons found."""
    over = analysis.tested.over
    if over is None:
        return []
    omnibus = " ".join(_omnibus(analysis))
    return [*([omnibus] if omnibus else []), " ".join(_comparisons(analysis, over))]


def _omnibus(analysis: Analysis) -> Iterator[str]:
    alike_found = dict[tuple[bool, str], list[Read]]()
    read = read_omnibus(analysis)
    for name, one in zip(analysis.tested.omnibus, read, strict=True):
        if one.rejects is None:
            yield f"The {one.title} could not be made: {one.test.why}."
        else:
            alike_found.setdefault((one.rejects, _ALIKE.get(name, "rank alike")), []).append(one)
    for (rejects, hypothesis), several in alike_found.items():
        told = joined(f"the {one.title} {one.figures}" for one in several)
        only = len(several) == 1
        verb = ("rejects" if only else "reject") if rejects else f"{'does' if only else 'do'} not reject"
        yield f"{capitalized(told)} {verb} {at_level(analysis)} the hypothesis that all algorithms {hypothesis}."
    yield from (f"{one.contradiction} The exact p decides." for one in read if one.contradiction)
    for one in read:
        yield from (sentence_called(analysis, told) for told in sphericity(one.test, analysis.adjusted.alpha))


def _comparisons(analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    adjusted, number = analysis.adjusted, len(over.p)
    level = level_text(adjusted.alpha)
    unadjusted = np.count_nonzero(over.p <= adjusted.alpha)
    below = sentence_called(analysis, f"{unadjusted or 'none'} with an unadjusted p of at most {level}")
    yield f"{compared(analysis)} by the {PAIRWISE[over.procedure].title}: {counted(number, 'comparison')}, {below}."
    found = separation(analysis)
    if found is not None:
        yield separated_in_words(analysis, found)
    others = [name for name in adjusted.p if name != adjusted.deciding]
    if others:
        counts = {name: int(np.count_nonzero(adjusted.p[name] <= adjusted.alpha)) for name in others}
        told = [f"{ADJUSTMENTS[name].title} {pairs_counted(count, number)}" for name, count in counts.items()]
        yield f"Of the other adjustments, {joined(told)}."
    for name, why in adjusted.left_out.items():
        yield f"The {ADJUSTMENTS[name].title} adjustment was left out: {why}."


def tests_caveats(analysis: Analysis) -> list[str]:
    """What must be said beside these tests over the data sets."""
    if analysis.tested.over is None:
        return []
    return [*omnibus_verdicts(analysis), *pairwise_caveats(analysis)]


def omnibus_verdicts(analysis: Analysis) -> Iterator[str]:
    """Say what may not be concluded where no omnibus test rejects, or where one does and no pair is told apart."""
    if not any_rejects(analysis):
        yield (
            f"No omnibus test rejects the hypothesis that all algorithms {alike(analysis)}. As these tests are used,"
            " pairs are then not compared further, and no conclusion about single pairs should be drawn"
            f" ({cite('demsar2006')})."
        )
    found = separation(analysis)
    if any_rejects(analysis) and analysis.tested.omnibus and found is not None and not found.separated:
        adjusted = ", and p-values of pairs are adjusted for their number" if found.number > 1 else ""
        yield (
            f"The hypothesis that all algorithms {alike(analysis)} is rejected, yet no single pair is told apart: a"
            f" test of all at once and tests of pairs need not agree{adjusted}."
        )
