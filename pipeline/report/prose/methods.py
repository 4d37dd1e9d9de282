"""The section on methods: what was computed, by whose procedures, in the order in which it was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.error_rates import weaker
from rankpress.report.numbers import level_text
from rankpress.report.prose.phrases import compared, procedure
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.within import WITHIN
from rankpress.wording import joined


def methods_paragraphs(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Say what was done; several metrics that were treated alike share a paragraph.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.

    Returns
    -------
    tuple of str
    """
    told = {analysis.scores.name: tuple(_of_metric(analysis)) for analysis in analyses}
    if len(set(told.values())) == 1:
        return next(iter(told.values()))
    return tuple(f"{metric}: {paragraph}" for metric, paragraphs in told.items() for paragraph in paragraphs)


def _of_metric(analysis: Analysis) -> Iterator[str]:
    yield " ".join(_over(analysis))
    if analysis.tested.within or analysis.tested.curves:
        yield " ".join(_within(analysis))
    if analysis.ordered.ranking:
        yield " ".join(_ordering(analysis))


def _over(analysis: Analysis) -> Iterator[str]:
    tested, adjusted = analysis.tested, analysis.adjusted
    if analysis.ranking.ranks is None:
        yield "Average ranks were given; the scores behind them are not known."
    else:
        yield "On each data set the algorithms were ranked by their scores, 1 being the best, and ranks were averaged."
    if tested.over is None:
        return
    if tested.omnibus:
        tests = joined(_cited(f"the {OMNIBUS[name].title}", OMNIBUS[name].reference) for name in tested.omnibus)
        yield f"Whether the algorithms differ at all was tested by {tests}, following {cite('demsar2006')}."
    pairwise = PAIRWISE[tested.over.procedure]
    test = _cited(f"the {pairwise.title}", pairwise.reference)
    yield f"{compared(analysis)} by {test}; p-values are two-sided."
    if adjusted.p:
        methods = joined(_cited(ADJUSTMENTS[name].title, ADJUSTMENTS[name].reference) for name in adjusted.p)
        yield (
            f"p-values were adjusted for the number of comparisons after {methods}; differences are called significant,"
            f" and pairs separated, where the adjusted p is at most {level_text(adjusted.alpha)}."
        )
    yield from weaker(analysis)
    if "finner" in adjusted.p:
        yield f"The procedure called Finner's is the one that {cite('garcia2010')} give."
    if {"shaffer", "shaffer-dynamic", "bergmann-hommel"} & adjusted.p.keys():
        yield (
            f"Procedures that use the logical relations among pairs are applied as in {cite('garcia2008')}: of three"
            " algorithms, two pairs cannot be alike and the third not."
        )


def _cited(method: str, key: str) -> str:
    return f"{method} ({cite(key)})"


def _within(analysis: Analysis) -> Iterator[str]:
    tested = analysis.tested
    if tested.within:
        procedure_ = WITHIN[tested.within_procedure]
        test = _cited(f"the {procedure_.title}", procedure_.reference)
        yield f"Within a data set, pairs were compared over its folds by {test}."
    if tested.curves:
        test = _cited("the corrected resampled t test", WITHIN["corrected-t"].reference)
        yield f"Confidence curves ({cite('berrar2017')}) are those of {test}."
    if tested.curves or tested.within_procedure == "corrected-t":
        yield f"Repeats of cross-validation are pooled, as in {cite('bouckaert2004')}."


def _ordering(analysis: Analysis) -> Iterator[str]:
    ordered = analysis.ordered
    if ordered.omnibus is None:
        prior = f"by {ordered.cost}" if ordered.cost else "stated"
        yield f"The algorithms were ordered by MultiTest ({cite('yildiz2006')}); the prior order is {prior}."
    else:
        prior = f"by {ordered.cost}, as a share of its sum on each data set and averaged" if ordered.cost else "stated"
        yield (
            f"The algorithms were ordered by Multi²Test ({cite('ulas2012')}), which extends MultiTest"
            f" ({cite('yildiz2006')}) to several data sets; the prior order is {prior}."
        )
    if ordered.per_dataset:
        within = WITHIN[ordered.within]
        test = _cited(f"the {within.title}", within.reference)
        adjust = _cited(procedure(ordered.within_adjust), ADJUSTMENTS[ordered.within_adjust].reference)
        each = "On each data set" if ordered.omnibus is not None else "Over the folds"
        yield f"{each} pairs were tested by {test} with {adjust}."
    if ordered.omnibus is not None:
        places = "places on the data sets" if ordered.per_dataset else "average ranks"
        adjust = _cited(procedure(ordered.adjust), ADJUSTMENTS[ordered.adjust].reference)
        yield (
            f"The {places} were tested by {_cited('the Friedman test', 'friedman1937')}, and where it rejects, pairs by"
            f" {adjust}."
        )
