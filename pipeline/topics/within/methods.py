"""What was done within data sets, in words: tests and confidence curves."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, CURVE_FORMS, PAIRWISE, WITHIN
from rankpress.core.bibliography import cite
from rankpress.core.scores import MetricScores
from rankpress.stages.test import Tested
from rankpress.topics.phrases import alpha_of, cited, procedure
from rankpress.wording.text import Prose, joined, say


def within_methods(analysis: Analysis, *, in_paper: bool = False) -> Iterator[Prose]:
    """Say how algorithms were compared within a data set."""
    tested = analysis.tested
    if not in_paper and not (tested.within or tested.within_omnibus or tested.curves):
        return
    within = analysis.adjusted.within
    by_adjustment = cited(procedure(within), ADJUSTMENTS[within].reference)
    if tested.within_omnibus:
        test = cited("Cochran's Q test", "cochran1950")
        who = "All algorithms" if analysis.scores.n_datasets == 1 else "Within each data set, all algorithms"
        yield say("{} were compared over the test examples by {}.", who, test)
    if tested.within:
        procedure_ = WITHIN[tested.within_procedure]
        test = cited(f"the {procedure_.title}", procedure_.reference)
        several = any(len(within.pairs) > 1 for within in tested.within)
        adjusted: Prose = ", without adjustment for their number" if several else ""
        if analysis.adjusts_within:
            adjusted = say(", adjusted for their number by {}", by_adjustment)
        level = say(" at {}", alpha_of(analysis)) if analysis.scores.n_datasets == 1 else ""
        is_single = analysis.scores.n_datasets == 1
        form = f"{'Pairs' if is_single else 'Within each data set, pairs'} were compared over the {{}} by {{}}{{}}{{}}."
        yield say(form, divided_into(tested.within_procedure), test, adjusted, level)
    if len(tested.within) > 1 and not analysis.is_benchmark:
        sign = cited("the sign test", PAIRWISE["sign"].reference)
        form = (
            "The numbers of data sets on which one of a pair is significantly better were compared by {}{}, as in {};"
            " data sets without a significant difference were split evenly."
        )
        with_adjustment = "" if within == UNADJUSTED else say(" with {}", by_adjustment)
        yield say(form, sign, with_adjustment, cite("ulas2012"))
    if tested.curves:
        yield from _curves(tested)
    of_folds = any(curve.form == "t" for curve in tested.curves)
    pools = of_folds or tested.within_procedure == "corrected-t"
    all_folds = analysis.scores.folds if isinstance(analysis.scores, MetricScores) else ()
    if pools and any(folds is not None and len(folds.per_repeat) > 1 for folds in all_folds):
        yield say("Repeats of cross-validation are pooled, as in {}.", cite("bouckaert2004"))


def _curves(tested: Tested) -> Iterator[Prose]:
    forms = {curve.form for curve in tested.curves}
    created = []
    if "t" in forms:
        created.append(say("those of {}", cited("the corrected resampled t test", CURVE_FORMS["t"].reference)))
    if "quesenberry-hurst" in forms:
        nested = cited("nested Quesenberry-Hurst intervals", CURVE_FORMS["quesenberry-hurst"].reference)
        created.append(say("those of {} for the difference of two shares of the same test examples", nested))
    yield say("Confidence curves ({}) are {}.", cite("berrar2017"), joined(created))
    if tested.averaged_curves:
        form = "Curves were averaged over the data sets level by level, by the bounds of their intervals ({})."
        yield say(form, cite("berrar2017"))


def within_methods_in_short(analysis: Analysis) -> Iterator[Prose]:
    """Say in a paper how the tests within data sets were made, where these are among its results."""
    if analysis.scores.n_datasets == 1 or has_benchmarks(analysis):
        yield from within_methods(analysis, in_paper=True)


def has_benchmarks(analysis: Analysis) -> bool:
    """Return whether the data sets are benchmarks, whose test examples are what was sampled."""
    return analysis.scores.n_datasets > 1 and bool(analysis.tested.within) and analysis.scores.of_examples


def divided_into(procedure: str) -> str:
    """Return what of a data set a test within it is made over."""
    design = WITHIN[procedure].design
    if design in ("outcomes", "examples"):
        return "test examples"
    return {"runs": "runs", "paired-runs": "paired runs"}.get(design, "folds")
