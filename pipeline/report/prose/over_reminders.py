"""What to keep in mind of scores, ranks and tests over the data sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.error_rates import weaker
from rankpress.report.exploratory import sentence_called
from rankpress.report.numbers import fixed, level_text, p_phrase
from rankpress.report.prose.attempts import many_comparisons
from rankpress.report.prose.omnibus import omnibus_assumptions
from rankpress.report.prose.pairwise import pairwise_reminders
from rankpress.stats.calibration import bayes_factor_bound, error_probability_bound
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus import OmnibusTest
from rankpress.wording import joined

_SCALES = (
    "Scores on different data sets need not be on one scale, so that their average over data sets says little. That is"
    " why algorithms are compared over data sets by their ranks, or by their scores data set by data set."
)
_OVERLAP = "Groups may overlap: that A is not separated from B, nor B from C, does not say that A and C are alike."
_ONE_STEP = ("nemenyi", "bonferroni", "bonferroni-dunn", "tukey", "dunnett", "sidak")
_OF_ONE_STEP = (
    "against an error in any comparison in a single step, and can miss differences that stepwise procedures find at the"
    " same level."
)
_BY_SIMES = ("hochberg", "hommel")
_OF_SIMES = (
    "the level for independent comparisons and under some kinds of dependence; for comparisons that share algorithms"
    " this is not guaranteed."
)
_BY_SIDAK = ("sidak", "holland")
_OF_SIDAK = (
    "the level for independent comparisons and for two-sided tests of normally distributed statistics; for other"
    " comparisons that share algorithms this is not guaranteed."
)


def scores_reminders(analysis: Analysis) -> list[str]:
    """What not to read into scores."""
    if analysis.scores.means is None or analysis.scores.n_datasets < 2:
        return []
    return [_SCALES]


def ranks_reminders(analysis: Analysis) -> list[str]:
    """What not to read into groups."""
    return [_OVERLAP] if analysis.adjusted.groups.get(analysis.adjusted.deciding or "", ()) else []


def tests_reminders(analysis: Analysis) -> list[str]:
    """What not to read into tests over data sets."""
    over = analysis.tested.over
    if over is None:
        return []
    return [
        *_of_any_test(analysis),
        *_of_omnibus(analysis),
        *pairwise_reminders(analysis, over),
        *_of_adjustments(analysis),
        *many_comparisons(analysis),
    ]


def _of_omnibus(analysis: Analysis) -> Iterator[str]:
    n, k = analysis.scores.n_datasets, len(analysis.names)
    if "skillings-mack" in analysis.tested.omnibus:
        yield "The chi-squared distribution of the Skillings-Mack statistic is an approximation for many data sets."
    if "friedman" in analysis.tested.omnibus and (n <= 10 or k <= 5):
        yield (
            "The chi-squared distribution of Friedman's statistic is an approximation, meant for more than about 10"
            f" data sets and 5 algorithms ({cite('demsar2006')}); here are {n} and {k}."
            f"{sentence_called(analysis, _exact_p(analysis.tested.omnibus['friedman']))}"
        )
    yield from omnibus_assumptions(analysis)


def _exact_p(test: OmnibusTest) -> str:
    if "exact_p" not in test.details:
        return ""
    exact = p_phrase(test.details["exact_p"])
    return f" Over all orders of the ranks {exact} exactly, and that is what decides what is said here."


def _of_adjustments(analysis: Analysis) -> Iterator[str]:
    methods = analysis.adjusted.p
    if methods and len(next(iter(methods.values()))) > 1:
        yield from _of_several(methods, _ONE_STEP, "guard", _OF_ONE_STEP)
    yield from _of_several(methods, _BY_SIMES, "keep", _OF_SIMES)
    yield from _of_several(methods, _BY_SIDAK, "keep", _OF_SIDAK)
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


def _of_several(methods: Iterable[str], concerned: Collection[str], verb: str, told: str) -> Iterator[str]:
    """What is told of those adjustments that are among the methods."""
    titles = [ADJUSTMENTS[name].title for name in methods if name in concerned]
    if titles:
        yield f"{joined(titles)} {verb}{'s' if len(titles) == 1 else ''} {told}"


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
