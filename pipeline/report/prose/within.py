"""The sections on tests within the data sets and on confidence curves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.numbers import fixed, level_text
from rankpress.report.prose.phrases import at_level
from rankpress.report.tables.within import is_too_long
from rankpress.stats.multiplicity import chance_of_any_error, expected_errors
from rankpress.stats.within import WITHIN
from rankpress.wording import counted

_NEARLY_ONE = 0.9995
_READING = (
    "A curve gives for each supposed difference its two-sided p-value: it peaks at the estimate, its width at height"
    " 0.05 is the 95% interval. The area under it (AUCC) tells how precise the estimate is: a smaller one, more so"
)
_WHOLE = (
    "A curve is meant to be read as a whole, for the range of differences that the data are compatible with, and not"
    " only for whether it includes zero. Each holds by itself: no allowance is made for their number."
)


def within_paragraphs(analysis: Analysis) -> list[str]:
    """What the tests within data sets found."""
    tested = analysis.tested
    if not tested.within:
        return []
    number = sum(len(one.pairs) for one in tested.within)
    significant = sum(int(np.count_nonzero(one.tests.p <= analysis.adjusted.alpha)) for one in tested.within)
    told = (
        f"On {counted(len(tested.within), 'data set')}, pairs of algorithms were compared over the folds by the"
        f" {WITHIN[tested.within_procedure].title}: {counted(number, 'test')}, {significant or 'none'} with p at"
        f" most {level_text(analysis.adjusted.alpha)}, unadjusted."
    )
    where = " They are too many to print; results.json has them all." if is_too_long(number) else ""
    return [told + where]


def within_caveats(analysis: Analysis) -> list[str]:
    """What not to read into tests within data sets."""
    tested = analysis.tested
    if not tested.within:
        return []
    return [*_many_tests(analysis), *_of_folds(tested.within_procedure), *tested.notes]


def _many_tests(analysis: Analysis) -> Iterator[str]:
    number, alpha = sum(len(one.pairs) for one in analysis.tested.within), analysis.adjusted.alpha
    if number < 2:
        return
    chance = chance_of_any_error(number, alpha)
    told = "more than 0.999" if chance > _NEARLY_ONE else fixed(chance, 3)
    by_chance = fixed(expected_errors(number, alpha), 1)
    yield (
        f"These p-values are not adjusted. If no algorithm differed from another and the {number} tests were"
        f" independent, {by_chance} of them would be significant {at_level(analysis)} by chance on average,"
        f" and at least one with probability {told} ({cite('salzberg1997')})."
    )


def _of_folds(procedure: str) -> Iterator[str]:
    if procedure == "corrected-t":
        yield (
            "Folds share training cases, so that their scores are dependent. The corrected resampled t test allows for"
            f" that by an approximate correction of the variance ({cite('nadeau2003')}); its p-values are approximate."
        )
    else:
        yield "Folds share training cases, and their scores are dependent: p-values within data sets are approximate."


def curves_paragraphs(analysis: Analysis) -> list[str]:
    """What the confidence curves show, and how to read them."""
    curves = analysis.tested.curves
    if not curves:
        return []
    n_datasets = len({one.dataset for one in curves})
    across = sum(one.curve.p_null > 0.05 for one in curves)
    told = (
        f"{counted(len(curves), 'confidence curve')} on {counted(n_datasets, 'data set')} show the difference in"
        f" {analysis.scores.name} between two algorithms. {_READING} ({cite('berrar2017')})."
    )
    return [told, f"95% intervals that include 0: {across} of {len(curves)}."]


def curves_caveats(analysis: Analysis) -> list[str]:
    """What not to read into confidence curves."""
    if not analysis.tested.curves:
        return []
    normal = f"the form given by {cite('berrar2017')}, their limit for many folds, is smaller"
    return [
        _WHOLE,
        f"Areas are exact for Student's t, in the unit of the scores; {normal}.",
        *_of_folds("corrected-t"),
        *(() if analysis.tested.within else analysis.tested.notes),
    ]
