"""Which pairwise test was made in words, and how what is exploratory is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import PAIRWISE
from rankpress.catalog.tests import NULLS
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import level_text, p_text
from rankpress.core.scores import FloatArray
from rankpress.core.text import Prose, joined, say
from rankpress.stages.test import OverDatasets
from rankpress.stats.permutation import EXACT_UP_TO as MOST_SIGNS
from rankpress.stats.sign import CriticalWins, demsar_critical_wins, sign_test_critical_wins
from rankpress.stats.wilcoxon import EXACT_UP_TO as MOST_RANKS

WORD = "exploratory"
OF_P, OF_TESTS = f"These p-values are {WORD}.", f"These tests are {WORD}."
OF_MARKS = f"The tests behind its marks are {WORD}."

# A p-value in a phrase: p = 0.012, exact p < 0.001, p at most 0.05; a posterior probability is P.
_P = re.compile(r"(?<!\w)(?:(?:exact|unadjusted) )?p(?= (?:[=<>≤]|(?:of )?at most))")


def is_exploratory(analyses: Sequence[Analysis]) -> bool:
    """Return whether the study of these analyses is marked so."""
    return any(analysis.protocol is not None and analysis.protocol.is_exploratory for analysis in analyses)


def called(phrase: str) -> str:
    """Return a phrase of numbers with its p-values called exploratory."""
    return _P.sub(lambda result: f"{WORD} {result[0]}", phrase)


def sentence_called(analysis: Analysis, sentence: str) -> str:
    """Return a sentence about p-values of an analysis, none of which is part of a name."""
    return called(sentence) if is_exploratory([analysis]) else sentence


_ZEROS = {
    "split": ("ranked, and their ranks split evenly between the two algorithms", "demsar2006"),
    "pratt": ("ranked with the others, and their ranks then omitted", "pratt1959"),
    "wilcox": ("omitted before ranking", "wilcoxon1945"),
}
_MOST_SIZES = 4
_MOST_TURNED = 4


def variant(analysis: Analysis) -> tuple[Prose, ...]:
    """Say how the pairwise test was computed, where its name does not."""
    over = analysis.tested.over
    return () if over is None else tuple(_of_procedure(over))


def null_sentence(analysis: Analysis) -> Iterator[str]:
    """State the null hypothesis that the error rate of the pairwise test rests on."""
    over = analysis.tested.over
    if over is None:
        return
    method = PAIRWISE[over.procedure]
    test, null = f"The error rate of the {method.title}", NULLS[method.null].statement
    if len(analysis.names) == 2:
        yield f"{test} rests on the null hypothesis that {null}."
    elif method.pair_alone:
        yield f"{test} rests on a null hypothesis about each pair alone: {null}."
    else:
        yield (
            f"{test}, however adjusted, rests on a null hypothesis about all algorithms: {null}. Where algorithms have"
            " equal means but unequal spreads, it can exceed the level."
        )


def notes_on_differences(analysis: Analysis) -> Iterator[str]:
    """Say what the columns of differences and statistics of the pairwise test show."""
    over = analysis.tested.over
    if over is None:
        return
    if {"mean_difference", "mean_relative_difference"} & over.details.keys():
        yield (
            f"A mean difference is the score of the first less that of the second ({analysis.scores.better} is better);"
            " statistics are above 0 where the first is better."
        )
    yield from (f"No statistic: {why}." for why in sorted(set(over.why) - {""}))


def against_ranks(analysis: Analysis) -> Iterator[Prose]:
    """Say of which pairs that are separated the test favours the worse ranked."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None or adjusted.deciding is None:
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


def _of_procedure(over: OverDatasets) -> Iterator[Prose]:
    if over.procedure == "wilcoxon":
        treated, key = _ZEROS[str(over.options["zeros"])]
        yield say("Differences of zero were {} ({}).", treated, cite(key))
        normal = f"by the normal distribution, corrected for ties, where more than {MOST_RANKS} differ from zero"
        yield say("The {}.", _exactness(over.details["exact"], 1, normal))
    elif over.procedure == "permutation":
        form = "from {} random signs (seed {}) where more than {} data sets have different scores ({})"
        drawn = say(form, over.options["draws"], over.options["seed"], MOST_SIGNS, cite("phipson2010"))
        yield say("The {}.", _exactness(over.details["draws"], 0, drawn))
    elif over.procedure == "sign":
        yield "Ties count as half a win for each, and of an odd number one is omitted."
        yield "The p-values are exact."
    elif over.procedure == "relative-t":
        yield say("Each difference was divided by the average of the two scores ({}).", cite("demsar2006"))


def _exactness(text: FloatArray, if_exact: float, otherwise: Prose) -> Prose:
    exact = text[~np.isnan(text)] == if_exact  # nan where a pair could not be tested
    if exact.all():
        return "p-values are exact"
    if not exact.any():
        return say("p-values are {}", otherwise)
    return say("p-values are exact for {}, and {}", counted(int(exact.sum()), "comparison"), otherwise)


def needed_wins(analysis: Analysis) -> tuple[CriticalWins, ...]:
    """Return the wins that the sign test needs at the study's level, unadjusted."""
    over = analysis.tested.over
    if over is None or over.procedure != "sign":
        return ()
    sizes = np.unique(over.details["n_used"][over.details["n_used"] > 0]).astype(int)
    return tuple(sign_test_critical_wins(n, analysis.adjusted.alpha) for n in sizes.tolist())


def needed_wins_text(analysis: Analysis) -> Iterator[Prose]:
    """Say how many wins are needed, and where a much used table has fewer."""
    needed, level = needed_wins(analysis)[-_MOST_SIZES:], level_text(analysis.adjusted.alpha)
    if not needed:
        return
    some = [f"{item.wins} of {item.n_datasets} (exact level {p_text(item.level)})" for item in needed if item.wins]
    none = [str(item.n_datasets) for item in needed if not item.wins]
    if some:
        yield f"Unadjusted, {level} takes at least so many wins: {joined(some)}."
    if none:
        yield f"On {joined(none)} data sets not even winning on all of them is significant at level {level}."
    if analysis.adjusted.alpha != 0.05:
        return
    fewer = [(item, demsar_critical_wins(item.n_datasets)) for item in needed]
    printed = [table for item, table in fewer if table is not None and table.wins != item.wins]
    if printed:
        text = joined([f"{item.wins} of {item.n_datasets} ({p_text(item.level)})" for item in printed])
        form = (
            "Table 3 of {} has other numbers at 0.05, with these exact two-sided levels: {}. Its column is one-sided at"
            " 0.05, but for 23 and 24 data sets, and significance was not read off it."
        )
        yield say(form, cite("demsar2006"), text)
