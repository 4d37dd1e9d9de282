"""The sections on scores, ranks, and tests over the data sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.bibliography import cite
from rankpress.report.error_rates import weaker
from rankpress.report.numbers import fixed, level_text, p_phrase
from rankpress.report.prose.attempts import many_comparisons
from rankpress.report.prose.omnibus import omnibus_assumptions, sphericity
from rankpress.report.prose.pairwise import pairwise_caveats
from rankpress.report.prose.phrases import (
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
from rankpress.stats.calibration import bayes_factor_bound, error_probability_bound
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.groups import is_run
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted, joined

_MOST_GROUPS = 12
_SCALES = (
    "Scores on different data sets need not be on one scale, so that their average over data sets says little. That is"
    " why algorithms are compared over data sets by their ranks, or by their scores data set by data set."
)
_OVERLAP = "Groups may overlap: that A is not separated from B, nor B from C, does not say that A and C are alike."
_ONE_STEP = ("nemenyi", "bonferroni", "bonferroni-dunn", "tukey", "dunnett", "sidak")
_ALIKE = {"rm-anova": "have the same mean", "aligned-ranks": "perform alike", "quade": "perform alike"}
_BY_SIMES = ("hochberg", "hommel")
_BY_SIDAK = ("sidak", "holland")


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


def scores_caveats(analysis: Analysis) -> list[str]:
    """What not to read into scores."""
    if analysis.scores.means is None or analysis.scores.n_datasets < 2:
        return []
    return [_SCALES]


def ranks_paragraphs(analysis: Analysis) -> list[str]:
    """Who leads, the critical difference, and the groups."""
    adjusted = analysis.adjusted
    told = [leaders(analysis)]
    deciding = adjusted.deciding
    difference = None if deciding is None else adjusted.critical_difference.get(deciding)
    if deciding is not None and difference is not None:
        told.append(
            f"By {procedure(deciding)}, average ranks that differ by at least {fixed(difference.cd, 2)} differ"
            f" significantly {at_level(analysis)}."
        )
    if deciding is not None and adjusted.groups.get(deciding):
        told.append(_groups(analysis, deciding))
    return [" ".join(told)]


def _groups(analysis: Analysis, method: str) -> str:
    groups = analysis.adjusted.groups[method]
    shown = [listed([analysis.names[i] for i in group]) for group in groups[:_MOST_GROUPS]]
    more = len(groups) - len(shown)
    rest = f"; {counted(more, 'further group')} can be seen in the table" if more else ""
    return f"Groups within which {procedure(method)} separates no pair: {'; '.join(shown)}{rest}."


def ranks_caveats(analysis: Analysis) -> list[str]:
    """What not to read into ranks and groups."""
    adjusted, caveats = analysis.adjusted, []
    groups = adjusted.groups.get(adjusted.deciding or "", ())
    if groups:
        caveats.append(_OVERLAP)
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
    for name, read in zip(analysis.tested.omnibus, read_omnibus(analysis), strict=True):
        if read.rejects is None:
            yield f"The {read.title} could not be made: {read.test.why}."
        else:
            rejects = "rejects" if read.rejects else "does not reject"
            hypothesis = f"the hypothesis that all algorithms {_ALIKE.get(name, 'rank alike')}"
            yield f"The {read.title} {read.figures} {rejects} {at_level(analysis)} {hypothesis}."
            if read.contradiction:
                yield f"{read.contradiction} The exact p decides."
        yield from sphericity(read.test, analysis.adjusted.alpha)


def _comparisons(analysis: Analysis, over: OverDatasets) -> Iterator[str]:
    adjusted, number = analysis.adjusted, len(over.p)
    level = level_text(adjusted.alpha)
    unadjusted = np.count_nonzero(over.p <= adjusted.alpha)
    yield (
        f"{compared(analysis)} by the {PAIRWISE[over.procedure].title}: {counted(number, 'comparison')},"
        f" {unadjusted or 'none'} with an unadjusted p of at most {level}."
    )
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
    """What not to read into tests over data sets."""
    over = analysis.tested.over
    if over is None:
        return []
    return [
        *_of_omnibus(analysis),
        *pairwise_caveats(analysis, over),
        *_of_adjustments(analysis),
        *many_comparisons(analysis),
        *_of_any_test(analysis),
    ]


def _of_omnibus(analysis: Analysis) -> Iterator[str]:
    n, k = analysis.scores.n_datasets, len(analysis.names)
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
    if "skillings-mack" in analysis.tested.omnibus:
        yield "The chi-squared distribution of the Skillings-Mack statistic is an approximation for many data sets."
    if "friedman" in analysis.tested.omnibus and (n <= 10 or k <= 5):
        yield (
            "The chi-squared distribution of Friedman's statistic is an approximation, meant for more than about 10"
            f" data sets and 5 algorithms ({cite('demsar2006')}); here are {n} and {k}."
            f"{_exact_p(analysis.tested.omnibus['friedman'])}"
        )
    yield from omnibus_assumptions(analysis)


def _exact_p(test: OmnibusTest) -> str:
    if "exact_p" not in test.details:
        return ""
    exact = p_phrase(test.details["exact_p"])
    return f" Over all orders of the ranks {exact} exactly, and that is what decides what is said here."


def _of_adjustments(analysis: Analysis) -> Iterator[str]:
    methods = analysis.adjusted.p
    one_step = [ADJUSTMENTS[name].title for name in methods if name in _ONE_STEP]
    if one_step and len(next(iter(methods.values()))) > 1:
        yield (
            f"{joined(one_step)} {'guards' if len(one_step) == 1 else 'guard'} against an error in any comparison in a"
            " single step, and can miss differences that stepwise procedures find at the same level."
        )
    by_simes = [ADJUSTMENTS[name].title for name in methods if name in _BY_SIMES]
    if by_simes:
        yield (
            f"{joined(by_simes)} {'keeps' if len(by_simes) == 1 else 'keep'} the level for independent comparisons and"
            " under some kinds of dependence; for comparisons that share algorithms this is not guaranteed."
        )
    by_sidak = [ADJUSTMENTS[name].title for name in methods if name in _BY_SIDAK]
    if by_sidak:
        yield (
            f"{joined(by_sidak)} {'keeps' if len(by_sidak) == 1 else 'keep'} the level for independent comparisons and"
            " for two-sided tests of normally distributed statistics; for other comparisons that share algorithms this"
            " is not guaranteed."
        )
    if "rom" in methods:
        yield (
            "Rom keeps the level for independent comparisons; for comparisons that share algorithms this is not"
            " guaranteed."
        )
    if "li" in methods:
        yield "Li's procedure rests on the largest p-value: if that is near 1, it finds little."
    yield from weaker(analysis)
    if "benjamini-hochberg" in methods:
        yield (
            "Benjamini-Hochberg keeps the false discovery rate for independent or positively dependent comparisons; for"
            " two-sided ones that share algorithms this is not guaranteed."
        )
    if len(methods) > 1:
        yield (
            "Each adjustment keeps its level if it is chosen before the results are seen; to choose the one of several"
            " that finds most does not keep it."
        )


def _of_any_test(analysis: Analysis) -> Iterator[str]:
    yield "That a test shows no difference does not show that there is none: with few data sets it may go unseen."
    yield (
        "A p-value measures neither how large a difference is nor how likely it is to be found again"
        f" ({cite('berrar2017')})."
    )
    alpha = analysis.adjusted.alpha
    yield (
        f"At best, a p-value of {level_text(alpha)} is a Bayes factor of {fixed(bayes_factor_bound(alpha), 2)} in"
        " favour of the hypothesis of no difference, and leaves it a probability of"
        f" {fixed(error_probability_bound(alpha), 2)}, if it was as likely as its alternative before"
        f" ({cite('sellke2001')}); results.json has both for the unadjusted p-value of each comparison."
    )
    if analysis.scores.n_datasets > 1:
        yield (
            "The tests take the data sets for independent draws from one population of problems; what they say holds"
            " for such problems only."
        )
