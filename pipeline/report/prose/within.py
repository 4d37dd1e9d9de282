"""The sections on tests within the data sets and on confidence curves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.exploratory import sentence_called
from rankpress.report.numbers import level_text
from rankpress.report.prose.attempts import many_tests_within
from rankpress.report.tables.curves import difference_rounding
from rankpress.report.tables.within import divided_into, is_too_long
from rankpress.stats.within import WITHIN
from rankpress.wording import counted

_READING = (
    "A curve gives for each supposed difference its two-sided p-value: it peaks at the estimate, its width at height"
    " 0.05 is the 95% interval. The area under it (AUCC) tells how precise the estimate is: a smaller one, more so"
)
_ENTANGLED = (
    "Beside no difference, one other has the same p-value, the entangled null value: the data are as compatible with it"
    " as with none, and a large p-value speaks for neither."
)
_AVERAGE = (
    "An average of curves shows what the data sets say on the whole; it is not a pooled estimate. Its intervals are as"
    " wide as theirs are on average, however many there are, and do not tell how far the data sets differ from each"
    " other. It weighs all alike, and means little where they are no studies of one difference."
)
_EXAMPLES = (
    "Quesenberry-Hurst intervals hold for many examples, drawn independently of each other. They tell how far another"
    " test set would change the difference, and not how far another training set would. Where two algorithms are right"
    " on the same examples, they shrink to a point, which is no sign of precision."
)
_WHOLE = (
    "A curve is meant to be read as a whole, for the range of differences that the data are compatible with, and not"
    " only for whether it includes zero. Each holds by itself: no allowance is made for their number."
)


def within_paragraphs(analysis: Analysis) -> list[str]:
    """What the tests within data sets found."""
    number = sum(len(one.pairs) for one in analysis.tested.within)
    where = ["They are too many to print; results.json has them all."] if is_too_long(number) else []
    return [*_of_all(analysis), *([" ".join([*_of_pairs(analysis), *where])] if number else [])]


def within_found(analysis: Analysis) -> list[str]:
    """How many of the tests within data sets were significant, in sentences."""
    return [*_of_all(analysis), *_of_pairs(analysis)]


def _of_all(analysis: Analysis) -> Iterator[str]:
    tests = analysis.tested.within_omnibus.values()
    if tests:
        significant = sum(test.p <= analysis.adjusted.alpha for test in tests)
        yield (
            f"Whether the algorithms differ at all on a data set was tested over its test examples by Cochran's Q"
            f" ({cite('cochran1950')}): {counted(len(tests), 'test')}, {_below(analysis, significant)}."
        )


def _of_pairs(analysis: Analysis) -> Iterator[str]:
    tested = analysis.tested
    if not tested.within:
        return
    number = sum(len(one.pairs) for one in tested.within)
    significant = sum(int(np.count_nonzero(one.tests.p <= analysis.adjusted.alpha)) for one in tested.within)
    yield (
        f"On {counted(len(tested.within), 'data set')}, pairs of algorithms were compared over the"
        f" {divided_into(tested.within_procedure)} by the {WITHIN[tested.within_procedure].title}:"
        f" {counted(number, 'test')}, {_below(analysis, significant)}."
    )


def _below(analysis: Analysis, significant: int) -> str:
    level = level_text(analysis.adjusted.alpha)
    return sentence_called(analysis, f"{significant or 'none'} with p at most {level}, unadjusted")


def within_caveats(analysis: Analysis) -> list[str]:
    """How these tests within data sets were made, where that was not as stated."""
    return list(analysis.tested.notes) if analysis.tested.within else []


def within_reminders(analysis: Analysis) -> list[str]:
    """What not to read into tests within data sets."""
    tested = analysis.tested
    if not tested.within:
        return []
    depend = _of_examples if WITHIN[tested.within_procedure].design == "outcomes" else _of_folds
    return [*many_tests_within(analysis), *depend(tested.within_procedure)]


def _of_folds(procedure: str) -> Iterator[str]:
    if WITHIN[procedure].liberal:
        yield (
            "Folds share training cases, and random splits test cases too, so that their scores are dependent. The"
            f" {WITHIN[procedure].title} takes them for independent: its p-values are too small, and it finds"
            f" differences too often where there are none ({cite('dietterich1998')}), of which {cite('salzberg1997')}"
            f" and {cite('demsar2006')} warn. The corrected resampled t test ({cite('nadeau2003')}) allows for the"
            " overlap."
        )
    elif procedure == "corrected-t":
        yield (
            "Folds share training cases, so that their scores are dependent. The corrected resampled t test allows for"
            f" that by an approximate correction of the variance ({cite('nadeau2003')}); its p-values are approximate."
        )
    elif WITHIN[procedure].design == "5x2":
        yield (
            "The two folds of a repeat share no training cases, but those of different repeats do, and their scores are"
            " dependent: p-values within data sets are approximate."
        )
        if procedure == "5x2cv-t":
            yield (
                "The 5x2cv t test takes its numerator from the first fold of the first repeat. Any of the ten"
                " differences might as well be there, each gives another p, and that one may have the opposite sign of"
                f" the mean difference; the combined F test uses all ten ({cite('alpaydin1999')})."
            )
    else:
        yield "Folds share training cases, and their scores are dependent: p-values within data sets are approximate."


def _of_examples(procedure: str) -> Iterator[str]:
    yield (
        "The test examples are taken for independent draws, and each algorithm for trained once: these tests allow for"
        " the choice of test examples and not for that of training cases, on another set of which the same algorithms"
        f" might come out otherwise ({cite('dietterich1998')})."
    )
    if procedure in ("mcnemar-chi2", "mcnemar-chi2-corrected"):
        yield "The chi-squared distribution is approximate where few examples tell two algorithms apart."
    elif procedure in ("mcnemar", "binomial"):
        yield f"Exact p-values are mostly larger than they need be; the mid-p is nearer ({cite('fagerland2013')})."


def curves_paragraphs(analysis: Analysis) -> list[str]:
    """What the confidence curves show, and how to read them."""
    if not analysis.tested.curves:
        return []
    return [f"{_READING} ({cite('berrar2017')}).", _ENTANGLED, " ".join(curves_found(analysis))]


def curves_found(analysis: Analysis) -> list[str]:
    """What the confidence curves show, in sentences."""
    curves = analysis.tested.curves
    if not curves:
        return []
    n_datasets = len({one.dataset for one in curves})
    across = sum(one.curve.p_null > 0.05 for one in curves)
    shows = "shows" if len(curves) == 1 else "show"
    told = (
        f"{counted(len(curves), 'confidence curve')} on {counted(n_datasets, 'data set')} {shows} the difference in"
        f" {analysis.scores.name} between two algorithms. 95% intervals that include 0: {across or 'none'} of"
        f" {len(curves)}."
    )
    averaged = [_average_told(analysis)] if analysis.tested.averaged_curves else []
    return [told, *_areas(analysis), *averaged]


def _areas(analysis: Analysis) -> Iterator[str]:
    curves = analysis.tested.curves
    areas = np.array([one.curve.aucc for one in curves])
    areas = areas[np.isfinite(areas)]
    if len(areas) > 1:
        rounding = difference_rounding(curves).finer
        low, middle, high = (rounding.text(float(area)) for area in (areas.min(), np.median(areas), areas.max()))
        yield f"The areas under them (AUCC) range from {low} to {high}, with median {middle}."


def _average_told(analysis: Analysis) -> str:
    averaged = analysis.tested.averaged_curves
    across = sum(one.curve.p_null > 0.05 for one in averaged)
    return (
        f"Averaged over the data sets, level by level, after figure 5f of {cite('berrar2017')}:"
        f" {counted(len(averaged), 'curve')}; the means of the bounds of the 95% intervals include 0 in"
        f" {across or 'none'}."
    )


def curves_caveats(analysis: Analysis) -> list[str]:
    """How these curves were made, where that was not as stated; told of the tests within, where there are such."""
    tested = analysis.tested
    return list(tested.notes) if tested.curves and not tested.within else []


def curves_reminders(analysis: Analysis) -> list[str]:
    """What not to read into confidence curves."""
    if not analysis.tested.curves:
        return []
    forms = {one.form for one in analysis.tested.curves}
    caveats = [_WHOLE]
    if "t" in forms:
        normal = f"equation 2 of {cite('berrar2017')}, their normal limit for many folds, is smaller"
        caveats += [f"Areas in closed form are exact for Student's t, in the unit of the scores; {normal}."]
        caveats += _of_folds("corrected-t")
    if "quesenberry-hurst" in forms:
        caveats.append(_EXAMPLES)
    if analysis.tested.averaged_curves:
        caveats.append(_AVERAGE)
    return caveats
