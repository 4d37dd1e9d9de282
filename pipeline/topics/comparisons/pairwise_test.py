"""Which pairwise test was made, in words: how it was computed, what it rests on and what it could not find."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.catalog.tests import NULLS
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.stages.remedies import Limit, allowing_significance
from rankpress.stages.test import OverDatasets
from rankpress.stats.bayes_factor import bayes_factor_of_no_difference
from rankpress.stats.multiplicity import least_p_of_signs
from rankpress.stats.paired_t import paired_t
from rankpress.stats.permutation import EXACT_UP_TO as MOST_SIGNS
from rankpress.stats.sign import CriticalWins, demsar_critical_wins, sign_test_critical_wins
from rankpress.stats.wilcoxon import EXACT_UP_TO as MOST_RANKS
from rankpress.topics.phrases import before_p, is_exploratory, nothing_is_attainable, procedure
from rankpress.topics.topic import where_compared
from rankpress.wording.numbers import counted_in_words, in_words, level_text, p_text
from rankpress.wording.text import Prose, capitalized, joined, say

_ZEROS = {
    "split": (
        "ranked, their ranks split evenly between the two algorithms, and one of an odd number omitted",
        "demsar2006",
    ),
    "pratt": ("ranked with the others, and their ranks then omitted", "pratt1959"),
    "wilcox": ("omitted before ranking", "wilcoxon1945"),
}


_MOST_SIZES = 4


_MOST_TURNED = 4


@where_compared
def variant(_analysis: Analysis, over: OverDatasets) -> Iterator[Prose]:
    """Say how the pairwise test was computed, where its name does not."""
    if over.procedure == "wilcoxon":
        treated, key = _ZEROS[str(over.options["zeros"])]
        yield say("Differences of zero were {} ({}).", treated, cite(key))
        exact = over.details["exact"][~np.isnan(over.details["exact"])] == 1  # nan where a pair could not be tested
        normal = "the normal approximation with tie correction"
        if exact.all():
            yield "Wilcoxon p-values are exact."
        elif not exact.any():
            yield f"Wilcoxon p-values use {normal}."
        else:
            few = f"at most {MOST_RANKS} nonzero differences ({counted_in_words(int(exact.sum()), 'pair')})"
            yield f"Wilcoxon p-values are exact for {few} and otherwise use {normal}."
    elif over.procedure == "permutation":
        exact = over.details["draws"][~np.isnan(over.details["draws"])] == 0
        form = "{} random signs (seed {}; {})"
        drawn = say(form, over.options["draws"], over.options["seed"], cite("phipson2010"))
        if exact.all():
            yield "Permutation p-values are exact."
        elif not exact.any():
            yield say("Permutation p-values are estimated from {}.", drawn)
        else:
            few = f"at most {MOST_SIGNS} data sets with different scores ({counted_in_words(int(exact.sum()), 'pair')})"
            yield say("Permutation p-values are exact for {} and otherwise estimated from {}.", few, drawn)
    elif over.procedure == "sign":
        yield "Ties count as half a win for each, and of an odd number one is omitted. Sign-test p-values are exact."
    elif over.procedure == "relative-t":
        yield say("Each difference was divided by the average of the two scores ({}).", cite("demsar2006"))


@where_compared
def settled_by(analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    """Say that the test that decides was taken because of a correction, where the study does not name it."""
    name = analysis.test_settled_by
    if name and not analysis.ranking.is_of_two and (name in analysis.adjusted.p or name in analysis.adjusted.left_out):
        yield f"The {PAIRWISE[over.procedure].title} was taken because {procedure(name)} is for its hypotheses."


@where_compared
def null_sentence(_analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    """State the null hypothesis that the error rate of the pairwise test rests on."""
    method = PAIRWISE[over.procedure]
    yield f"The null hypothesis of the {method.title} is that {NULLS[method.null].statement}."
    if not method.pair_alone:
        yield "Where algorithms have equal means but unequal spreads, this test can exceed its level."


@where_compared
def notes_on_differences(analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    """Say what the columns of differences and statistics of the pairwise test show."""
    if {"mean_difference", "mean_relative_difference"} & over.details.keys():
        yield (
            f"Mean differences are first minus second{', unweighted' if analysis.is_weighted else ''}"
            f" ({analysis.scores.better} is better); positive statistics favor the first."
        )
    yield from (f"No statistic: {why}." for why in sorted(set(over.why) - {""}))


@where_compared
def against_ranks(analysis: Analysis, over: OverDatasets) -> Iterator[Prose]:
    """Say of which pairs that are separated the test favors the worse ranked."""
    adjusted = analysis.adjusted
    if adjusted.deciding is None:
        return
    apart = adjusted.p[adjusted.deciding] <= adjusted.alpha
    turned = over.pairs[apart & (over.favours * over.difference > 0)].tolist()
    if turned:
        texts = [
            say("{} is better than {}", analysis.algorithms[better], analysis.algorithms[ranked])
            for ranked, better in turned
        ]
        more = f", and {len(texts) - _MOST_TURNED} more" if len(texts) > _MOST_TURNED else ""
        form = "By the {}, and against their average ranks, {}{}."
        yield say(form, PAIRWISE[over.procedure].title, joined(texts[:_MOST_TURNED]), more)


def needed_wins(analysis: Analysis) -> tuple[CriticalWins, ...]:
    """Return the wins that the sign test needs at the study's level, unadjusted."""
    over = analysis.tested.over
    if over is None or over.procedure != "sign":
        return ()
    sizes = np.unique(over.details["n_used"][over.details["n_used"] > 0]).astype(int)
    return tuple(sign_test_critical_wins(n, analysis.adjusted.alpha) for n in sizes.tolist())


def needed_wins_text(analysis: Analysis) -> Iterator[Prose]:
    """Say how many wins are needed, and where a much used table has fewer."""
    alpha = analysis.adjusted.alpha
    needed, level = needed_wins(analysis)[-_MOST_SIZES:], level_text(alpha)
    if not needed:
        return
    some = [
        f"{wins_needed.wins} of {wins_needed.n_datasets} (exact level {p_text(wins_needed.level, alpha)})"
        for wins_needed in needed
        if wins_needed.wins
    ]
    none = [str(wins_needed.n_datasets) for wins_needed in needed if not wins_needed.wins]
    if some:
        yield f"Unadjusted, {level} takes at least so many wins: {joined(some)}."
    if none:
        yield f"On {joined(none)} data sets not even winning on all of them is significant at level {level}."
    if analysis.adjusted.alpha != 0.05:
        return
    fewer = [(wins_needed, demsar_critical_wins(wins_needed.n_datasets)) for wins_needed in needed]
    printed = [table for wins_needed, table in fewer if table is not None and table.wins != wins_needed.wins]
    if printed:
        differing = joined(
            [
                f"{wins_needed.wins} of {wins_needed.n_datasets} ({p_text(wins_needed.level, alpha)})"
                for wins_needed in printed
            ]
        )
        form = (
            "Table 3 of {} has other numbers at 0.05, with these exact two-sided levels: {}. Its column is one-sided at"
            " 0.05, but for 23 and 24 data sets, and significance was not read off it."
        )
        yield say(form, cite("demsar2006"), differing)


@where_compared
def unattainable(analysis: Analysis, over: OverDatasets) -> Iterator[Prose]:
    """Say where the comparisons over the data sets could not have been significant, whatever the scores."""
    alpha = analysis.adjusted.alpha
    if "least_p" not in over.details:
        return
    least, level = np.nan_to_num(over.details["least_p"], nan=1.0), level_text(alpha)
    if limit := limit_of_significance(analysis):
        yield from limit
    elif hopeless := [name for name, p in analysis.adjusted.least.items() if (p > alpha).all()]:
        smallest = {name: p_text(analysis.adjusted.least[name].min(), alpha) for name in hopeless}
        bounds = joined(f"{p} after {ADJUSTMENTS[name].title}" for name, p in smallest.items())
        yield f"{_given(analysis, over, least)} no comparison can be significant: the smallest p is {bounds}."
    few = int(np.count_nonzero(least > alpha))
    if 0 < few < len(least):
        yield (
            f"{capitalized(in_words(few))} of {counted_in_words(len(least), 'comparison')} cannot be significant at"
            f" level {level} even unadjusted, because the two algorithms differ on too few data sets."
        )


@where_compared
def limit_of_significance(analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    """Say where no difference can be significant: the least p that can be had, and what would allow significance.

    The p-values of an exploratory study are read as they are, those of others adjusted.
    """
    deciding, alpha, mark = analysis.adjusted.deciding, analysis.adjusted.alpha, before_p([analysis])
    if deciding is None or not nothing_is_attainable(analysis):
        return
    least = np.nan_to_num(over.details["least_p"], nan=1.0)
    adjusted = least if mark else analysis.adjusted.least[deciding]
    if adjusted.min() <= alpha:
        return
    by = f"{ADJUSTMENTS[deciding].title}-adjusted " if adjusted.min() > least.min() else mark
    which = "the difference cannot" if len(least) == 1 else "no difference can"
    bound = f"the smallest {by}p is {p_text(adjusted.min(), alpha)}"
    yield f"{_given(analysis, over, least)} {which} be significant: {bound}."
    yield f"{capitalized(allowing_significance(_limit(analysis, over, least, adjusted)))}."


def _limit(analysis: Analysis, over: OverDatasets, least: FloatArray, adjusted: FloatArray) -> Limit:
    """Return the size of the study, and the least p-values that it can give."""
    alpha, n, deciding = analysis.adjusted.alpha, analysis.scores.n_datasets, analysis.adjusted.deciding or ""
    values = analysis.scores.oriented if isinstance(analysis.scores, MetricScores) else None
    enough = None
    if (least == least_p_of_signs(n)).all():
        factor = float(adjusted.min() / least.min())
        enough = next(size for size in range(n, n + 64) if factor * least_p_of_signs(size) <= alpha)
    return Limit(
        over.procedure,
        deciding,
        len(analysis.algorithms),
        n,
        analysis.tested.control is not None,
        alpha,
        float(least.min()),
        values is not None and bool(np.isfinite(values).all()),
        enough,
        adjusted=not is_exploratory([analysis]),
        n_metrics=-(-analysis.adjusted.family_size(deciding) // len(least))
        if deciding in analysis.adjusted.across
        else 1,
    )


def _given(analysis: Analysis, over: OverDatasets, least: FloatArray) -> str:
    n, draws = counted_in_words(analysis.scores.n_datasets, "data set"), over.details.get("draws", np.zeros(1))
    if np.nanmax(draws, initial=0.0) > 0:
        return f"With {n} and {np.nanmax(draws):,.0f} random signs,"
    if (least == least_p_of_signs(analysis.scores.n_datasets)).all():
        return f"With {n},"
    return f"With {n}, and ties{' and missing results' if analysis.ranking.has_gaps else ''} on them,"


_OF_CONTROL = (
    "The adjustment controls the error rate of the comparisons with {} alone; a comparison of all algorithms requires"
    " an adjustment for all pairs ({})."
)


_NORMAL = (
    "The t test assumes that {} on different data sets are samples from one normal distribution; few data sets cannot"
    " show whether they are, and a single outlier can hide a difference ({})."
)


# With three algorithms, one always best, the statistic is sqrt(2) too large: the ranks of the other two alone vary, in
# half as many degrees of freedom as the error is divided by. 2 (1 - F(1.96 / sqrt(2))) = 0.166, F normal.
_POOLED = (
    "The test estimates its error from the ranks of all algorithms ({}). An algorithm that is always best makes this"
    " error too small for the others: with two equal algorithms next to it, their difference is significant at 0.05"
    " with a probability of up to 17%, and adjustments do not correct that."
)


def pairwise_caveats(analysis: Analysis) -> Iterator[Prose]:
    """Yield what could not be found, and what is at odds with the ranks."""
    limit = limit_of_significance(analysis)  # in the summary
    yield from (sentence for sentence in unattainable(analysis) if sentence not in limit)
    yield from against_ranks(analysis)


@where_compared
def pairwise_reminders(analysis: Analysis, over: OverDatasets) -> Iterator[Prose]:
    """Yield what not to read into the test of pairs that was made."""
    yield from null_sentence(analysis) if analysis.scores.n_datasets > 1 else ()
    if (control := analysis.tested.control) is not None and len(over.p) > 1:
        yield say(_OF_CONTROL, analysis.algorithms[control], cite("garcia2008"))
    if PAIRWISE[over.procedure].of_average_ranks:
        yield (
            "A difference of average ranks depends on the set of algorithms compared: adding or removing one can change"
            " which differences are significant."
        )
    if over.procedure in ("conover", "durbin"):
        yield say(_POOLED, cite("conover1999"))
    if caution := PAIRWISE[over.procedure].caution:
        yield caution
    elif over.procedure in ("t", "relative-t"):
        yield say(_NORMAL, "differences" if over.procedure == "t" else "relative differences", cite("demsar2006"))
    yield from needed_wins_text(analysis)


def lindley_caveats(analysis: Analysis) -> Iterator[Prose]:
    """Yield the significant differences for which a Bayes factor speaks for no difference in the mean."""
    over, method, scores = analysis.tested.over, analysis.adjusted.deciding, analysis.scores
    if over is None or method is None or not isinstance(scores, MetricScores):
        return
    values = scores.oriented
    if not np.isfinite(values).all():
        return
    alpha = analysis.adjusted.alpha
    rows = np.flatnonzero(analysis.adjusted.p[method] <= alpha)
    if not len(rows):
        return
    tests = paired_t(values, over.pairs[rows])
    decided = (tests.p <= alpha) & np.isfinite(tests.statistic)
    # t of 0 stands in where there is none
    factors = decided * bayes_factor_of_no_difference(np.where(decided, tests.statistic, 0.0), len(values))
    rows, factors = rows[factors > 1], factors[factors > 1]
    if not len(rows):
        return
    a, b = over.pairs[rows[factors.argmax()]].tolist()
    form = (
        "A small p-value need not speak against equal performance: of the significant differences (level {}), {} in the"
        " mean {} a Bayes factor above 1 for no difference, the largest {:.1f} between {} and {} ({}; {})."
    )
    yield say(
        form,
        level_text(alpha),
        len(rows),
        "has" if len(rows) == 1 else "have",
        float(factors.max()),
        analysis.algorithms[a],
        analysis.algorithms[b],
        cite("rouder2009"),
        cite("lindley1957"),
    )
