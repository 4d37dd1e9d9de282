"""The section on tests made anew on draws of data sets, and what the section on methods says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rankpress.analysis import Analysis
from rankpress.replicability.found import Replicated
from rankpress.report.bibliography import cite
from rankpress.report.numbers import fixed, percent_text
from rankpress.report.tables.replicability import drawn_by, drawn_for_all
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.replicability import Replicability
from rankpress.wording import counted, joined


def replicability_paragraphs(analysis: Analysis) -> list[str]:
    """What the draws found."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    told = [" ".join(_alone(analysis, found))] if found.tabled.alone else []
    return [*told, *([" ".join(_together(found))] if found.tabled.omnibus or found.tabled.adjusted else [])]


def _alone(analysis: Analysis, found: Replicated) -> Iterator[str]:
    at, n = found.tabled, found.draws
    yield (
        f"Each pair was tested on {counted(n, 'draw')} of {found.size:,} of {counted(found.n_datasets, 'data set')},"
        f" {drawn_by(analysis, found)}. Over all pairs, at bias k = {found.table_bias:g}, the share of draws that"
        f" reject is {_shares(at.alone)}."
    )
    if 0.0 in found.biases and found.table_bias != 0:
        random = found.each[found.biases.index(0.0)]
        yield f"Where data sets are drawn at random (k = 0), it is {_shares(random.alone)}."
    yield f"R(e) is on average {_by_test(at.alone, 'of_outcomes')}; R(p) is {_by_test(at.alone, 'of_p')}."


def _shares(tests: Mapping[str, Replicability]) -> str:
    """Mean share of rejections by test."""
    return joined(
        f"{percent_text(round(float(one.rejections.mean()) / one.n, 3))} by the {PAIRWISE[name].title}"
        for name, one in tests.items()
    )


def _by_test(tests: Mapping[str, Replicability], measure: str) -> str:
    """Mean over the pairs of a measure, by test."""
    return joined(
        f"{fixed(float(getattr(one, measure).mean()), 2)} with the {PAIRWISE[name].title}"
        for name, one in tests.items()
    )


def _together(found: Replicated) -> Iterator[str]:
    at = found.tabled
    if at.omnibus:
        told = joined(
            f"the {OMNIBUS[name].title} rejects in {int(one.rejections[0]):,}" for name, one in at.omnibus.items()
        )
        yield f"At bias k = {found.table_bias:g}, of {counted(found.draws, 'draw')} of data sets {told}."
    if at.adjusted:
        told = joined(f"{ADJUSTMENTS[name].title} {fixed(at.rejected[name][0], 2)}" for name in at.adjusted)
        yield f"Of {counted(len(found.pairs), 'pair')}, a draw separates on average: {told}."


def replicability_caveats(analysis: Analysis) -> list[str]:
    """How the draws were made, where that was not as stated, and how far they overlap."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    shared = max(one.shared for one in found.each)
    return [
        *found.notes,
        (
            f"The draws are from the same {counted(found.n_datasets, 'data set')}: two that favour"
            f" {analysis.names[found.favoured]} share up to {fixed(shared, 1)} of {found.size:,} on average, and the"
            " more they share, the more alike their outcomes are whatever the test."
        ),
    ]


def replicability_reminders(analysis: Analysis) -> list[str]:
    """What not to read into the draws."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    return [
        (
            f"{cite('demsar2006')} measures by draws of data sets how replicable tests are, from the variance of p"
            f" among other things; {cite('berrar2017')} objects that a p-value is no measure of replicability: whether"
            " a difference is found again is up to the power of the test, that is to its level, the true difference and"
            " the number of data sets, which are the same whatever p came out. A small p is no promise that a second"
            " study will find the same. To ask how likely it would be, state the difference that matters and simulate"
            " the power."
        ),
        (
            "R(e) is least for a test that rejects in half of the draws, so that it favours tests that hardly ever"
            " reject; R(p) favours those that give the same p each time, as a test does that always gives a large one."
            " Draws that favour an algorithm are a way to vary how much two differ; to choose data sets for a study by"
            " their results would be cheating."
        ),
    ]


def replicability_methods(analysis: Analysis) -> list[str]:
    """What was done, for the section on methods."""
    found = analysis.replicated
    return [] if found is None or not found.each else list(_methods(analysis, found))


def _methods(analysis: Analysis, found: Replicated) -> Iterator[str]:
    biases = f"from {min(found.biases):g} to {max(found.biases):g}" if len(found.biases) > 1 else f"{found.biases[0]:g}"
    yield (
        f"To see how tests behave on other selections of data sets, {found.size:,} of them were drawn"
        f" {'with' if found.replacement else 'without'} replacement, {counted(found.draws, 'time')} at each bias k"
        f" {biases} (seed {found.seed}), each in proportion to 1 / (1 + exp(-k d)), where d is how much the favoured"
        f" algorithm is better on it in {analysis.scores.name}, following {cite('demsar2006')} and"
        f" {cite('garcia2008')}."
    )
    at = found.each[0]
    if at.alone:
        yield (
            f"For {joined(f'the {PAIRWISE[name].title}' for name in at.alone)}, draws were those"
            f" {drawn_by(analysis, found)}."
        )
    if at.omnibus or at.adjusted:
        made = [f"the {OMNIBUS[name].title}" for name in at.omnibus] + [
            f"comparisons adjusted after {joined(ADJUSTMENTS[name].title for name in at.adjusted)}"
        ] * bool(at.adjusted)
        yield f"For {joined(made)}, draws were those {drawn_for_all(analysis, found)}."
    yield (
        "R(e) is the share of pairs of draws that come to the same outcome"
        f" ({cite('bouckaertr2004')}), R(p) is 1 − 2 var(p) ({cite('demsar2006')})."
    )
