"""The section on tests made anew on draws of data sets, and what the section on methods says of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.replicability.found import Repeated, Replicated
from rankpress.report.bibliography import cite
from rankpress.report.numbers import fixed
from rankpress.report.tables.replicability import adjusted_of, drawn_by, drawn_for_all
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.replicability import Replicability
from rankpress.wording import counted, joined

_ENDLESS = math.log(1000)  # beyond, the chances hardly change with the bias


def replicability_paragraphs(analysis: Analysis) -> list[str]:
    """What the draws found."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    told = [" ".join(_alone(analysis, found))] if found.tabled.alone else []
    return [*told, *([" ".join(_together(analysis, found))] if found.tabled.omnibus or found.tabled.adjusted else [])]


def _alone(analysis: Analysis, found: Replicated) -> Iterator[str]:
    tests, random = found.tabled.alone, _at_random(found)
    yield (
        f"Each pair was tested on {found.draws:,} draws of {found.size:,} of {counted(found.n_datasets, 'data set')},"
        f" which favour data sets on which {drawn_by(analysis, found)}, the more so the larger the bias k."
    )
    shares = [
        f"{PAIRWISE[name].title} {_share(one)}" + (f" ({_share(random.alone[name])})" if random else "")
        for name, one in tests.items()
    ]
    beside = " and, in parentheses, where they favour none (k = 0)" if random else ""
    several = len(found.pairs) > 1
    of_pairs = f", on average over {counted(len(found.pairs), 'pair')}," if several else ""
    yield (
        f"The share of draws that reject{of_pairs} at k = {found.table_bias:g}{beside}: {'; '.join(shares)}. The Monte"
        f" Carlo interval of 95% of {'the share of a pair' if several else 'each share'} reaches at most"
        f" {fixed(100 * max(map(_reach, tests.values())), 1)} percentage points to a side."
    )
    measures = [
        f"{PAIRWISE[name].title} {fixed(float(one.of_outcomes.mean()), 2)} and {fixed(float(one.of_p.mean()), 2)}"
        for name, one in tests.items()
    ]
    yield f"R(e) and R(p) at k = {found.table_bias:g}{of_pairs.rstrip(',')}: {'; '.join(measures)}."


def _reach(one: Replicability) -> float:
    """How far from a share its interval reaches, of any pair."""
    share = one.rejections / one.n
    return float(np.maximum(one.high - share, share - one.low).max())


def _at_random(found: Replicated) -> Repeated | None:
    """The draws that favour no data set, where they are not those of the tables."""
    return found.each[found.biases.index(0.0)] if 0.0 in found.biases and found.table_bias else None


def _share(one: Replicability) -> str:
    return f"{fixed(100 * float(one.rejections.mean()) / one.n, 1)}%"


def _together(analysis: Analysis, found: Replicated) -> Iterator[str]:
    at = found.tabled
    where = f"of {found.draws:,} draws that favour data sets on which {drawn_for_all(analysis, found)}"
    if not found.table_bias:
        where = f"of {found.draws:,} draws that favour no data set"
    if at.omnibus:
        told = [f"by the {OMNIBUS[name].title} in {int(one.rejections[0]):,}" for name, one in at.omnibus.items()]
        yield f"At bias k = {found.table_bias:g}, {where}, that all are equal is rejected {joined(told)}."
    if at.adjusted:
        told = [
            f"{ADJUSTMENTS[name].title} {fixed(mean, 2)} ± {fixed(error, 2)}"
            for name, (mean, error) in at.rejected.items()
        ]
        yield (
            f"Of {counted(len(found.pairs), 'pair')}, such a draw separates on average, with Monte Carlo standard"
            f" errors: {joined(told)}."
        )


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
        *_biased(analysis, found),
    ]


def _biased(analysis: Analysis, found: Replicated) -> Iterator[str]:
    """What the largest bias amounts to: its unit is the inverse of the metric's."""
    bias, difference, metric = max(found.biases), found.median_difference, analysis.scores.name
    if not bias or not difference:
        return
    times = bias * difference  # its exponential is the ratio of the chances of such a difference and its opposite
    told = f"{fixed(math.exp(times), 1)} times" if times < _ENDLESS else f"more than {math.exp(_ENDLESS):,.0f} times"
    yield (
        f"The median size of a difference in {metric}, of any pair on any data set, is {difference:.2g}. At k ="
        f" {bias:g} a data set with such a difference in favour is {told} as likely to be drawn as one with the"
        f" opposite.{_advice(times)}"
    )


def _advice(times: float) -> str:
    if times >= _ENDLESS:
        return " So draws hardly change with k: smaller replicability.biases would tell more."
    if times < math.log(1.1):
        return " So draws are nearly as at random: larger replicability.biases would tell more."
    return ""


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
        f" {'with' if found.replacement else 'without'} replacement, {found.draws:,} times at each bias k"
        f" {biases} (seed {found.seed}), with chances in proportion to 1 / (1 + exp(-k d)), where d is by how much the"
        f" favoured algorithm is better on a data set, in {analysis.scores.name}, following {cite('demsar2006')} and"
        f" {cite('garcia2008')}."
    )
    at = found.each[0]
    if at.alone:
        yield (
            f"For {joined(f'the {PAIRWISE[name].title}' for name in at.alone)}, draws favoured data sets on which"
            f" {drawn_by(analysis, found)}."
        )
    if at.omnibus or at.adjusted:
        made = [f"the {OMNIBUS[name].title}" for name in at.omnibus] + [
            f"comparisons adjusted after {joined(ADJUSTMENTS[name].title for name in at.adjusted)}"
        ] * bool(at.adjusted)
        yield f"For {joined(made)}, draws favoured data sets on which {drawn_for_all(analysis, found)}."
    if at.adjusted:
        yield adjusted_of(found)
    yield (
        "R(e) is the share of pairs of draws that come to the same outcome"
        f" ({cite('bouckaertr2004')}), R(p) is 1 − 2 var(p) ({cite('demsar2006')})."
    )
