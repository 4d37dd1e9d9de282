"""What a calibration found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import BASE, CASES, DATASETS, Order, Orderings
from rankpress.calibration.rates import Estimate, Rate, estimate
from rankpress.calibration.settings import APART, TRUTHS, Truth
from rankpress.calibration.single_tests import FOLDS, HELD_OUT, REPEATS
from rankpress.calibration.tables import order_text
from rankpress.report.bibliography import cite
from rankpress.report.numbers import expected_text, fixed, level_text
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.simulated_families import UNADJUSTED
from rankpress.stats.within import WITHIN
from rankpress.wording import counted, joined

_WHERE: dict[Truth, str] = {
    "all equal": "Where all algorithms are equal",
    "one better": "Where one algorithm is far better than the others",
    "two groups": "Where half of the algorithms are far better than the other half",
}

_CONDITIONS = {
    "family-wise error if independent": "the error for independent p-values alone",
    "family-wise error if all are true": "the error where all hypotheses are true alone",
}


def interval_text(one: Estimate) -> str:
    """An estimate with its interval of 95%."""
    return f"{fixed(one.value, 3)} (95% interval {fixed(one.low, 3)} to {fixed(one.high, 3)})"


def order_sentences(found: Orderings) -> Iterator[str]:
    """Which order was found most often, from the least lambda to the greatest."""
    most: list[tuple[Order, float]] = []
    for at, step in enumerate(found.steps):
        order = max(found.counts, key=lambda one: found.counts[one][at])
        if not most or most[-1][0] != order:
            most.append((order, step))
    told = [f"{order_text(order)} from λ = {step:g} on" for order, step in most]
    yield f"{found.procedure} finds most often {joined(told)}."
    for at in dict.fromkeys((0, len(found.steps) - 1)):
        order = max(found.counts, key=lambda one: found.counts[one][at])
        one = estimate(found.counts[order][at] / found.draws, found.draws)
        yield f"At λ = {found.steps[at]:g} the share of {order_text(order)} is {interval_text(one)}."


def summary(calibration: Calibration, rates: Sequence[Rate]) -> tuple[str, ...]:
    """What it comes to."""
    alpha = calibration.settings.alpha
    return (
        *(" ".join(order_sentences(found)) for found in calibration.orderings),
        " ".join((_count_above(rates, alpha), *_clearly_above(rates, alpha))),
        " ".join(within_sentences(calibration)),
    )


def family_paragraphs(calibration: Calibration, rates: Sequence[Rate]) -> tuple[str, ...]:
    """The families of tests."""
    alpha = calibration.settings.alpha
    return (" ".join((_count_above(rates, alpha), *_clearly_above(rates, alpha))), *_those_that_hold_less(rates, alpha))


def _adjusted(rates: Sequence[Rate]) -> list[Rate]:
    return [one for one in rates if one.errors.adjustment != UNADJUSTED]


def _count_above(rates: Sequence[Rate], alpha: float) -> str:
    every = _adjusted(rates)
    above = sum(one.estimate.above(alpha) for one in every)
    clearly = sum(one.estimate.clearly_above(alpha) for one in every)
    return (
        f"Of {len(every):,} rates of errors of adjusted tests, {above:,} are above {level_text(alpha)} by their own 95%"
        f" intervals, and {clearly:,} clearly: by intervals that hold for all of them together. If every rate were"
        f" exactly at the level, about {expected_text(0.025 * len(every))} of their own intervals would lie above it by"
        " chance."
    )


def _clearly_above(rates: Sequence[Rate], alpha: float) -> Iterator[str]:
    """By truth, the tests whose adjustments err clearly too often although they are to hold."""
    for truth in TRUTHS:
        there = [
            one
            for one in _adjusted(rates)
            if one.studies.truth == truth and one.estimate.clearly_above(alpha) and is_promised(one)
        ]
        tests = [test for test in PAIRWISE if any(one.errors.test == test for one in there)]
        if not tests:
            yield f"{_WHERE[truth]}, none that is to keep the level there is clearly above it."
            continue
        told = [_of_test(test, [one for one in there if one.errors.test == test]) for test in tests]
        yield f"{_WHERE[truth]}, clearly above the level are {joined(told)}."


def _of_test(test: str, above: Sequence[Rate]) -> str:
    worst = max(above, key=lambda one: one.estimate.value)
    adjustments = list(dict.fromkeys(one.errors.adjustment for one in above))
    titles = [ADJUSTMENTS[name].title for name in adjustments]
    named = joined(titles) if len(titles) <= 3 else counted(len(titles), "adjustment")
    studies = worst.studies
    return (
        f"the {PAIRWISE[test].title} with {named} (at most {interval_text(worst.estimate)}, by"
        f" {ADJUSTMENTS[worst.errors.adjustment].title}, {studies.k} algorithms, {studies.n_datasets} data sets,"
        f" {studies.kind})"
    )


def is_promised(one: Rate) -> bool:
    """Whether the adjustment is to keep its rate where the studies' truth holds."""
    if one.holds == "family-wise error if all are true":
        return one.studies.truth == "all equal"
    return one.holds != "family-wise error if independent"


def _those_that_hold_less(rates: Sequence[Rate], alpha: float) -> Iterator[str]:
    """What is known not to hold, and what it came to."""
    for name, adjustment in ADJUSTMENTS.items():
        unpromised = [one for one in rates if one.errors.adjustment == name and not is_promised(one)]
        if not unpromised:
            continue
        worst = max(unpromised, key=lambda one: one.estimate.value)
        above = sum(one.estimate.clearly_above(alpha) for one in unpromised)
        yield (
            f"{adjustment.title} keeps {_CONDITIONS[adjustment.holds]} ({cite(adjustment.reference)}); elsewhere its"
            f" rate is clearly above the level in {above:,} of {len(unpromised):,} cases, at most"
            f" {interval_text(worst.estimate)}, with the {PAIRWISE[worst.errors.test].title}."
        )


def family_caveats() -> tuple[str, ...]:
    """What may not be concluded."""
    elsewhere = (
        "These are rates in studies of these kinds alone. A rate that is not above the level here may be so elsewhere,"
        " and one that is may not be for another size or another truth."
    )
    together = (
        "Tests that rank all algorithms together, or estimate one error from all of them, take the outcome for two of"
        " them from the others as well, so that no adjustment can make up for it where true differences lie among"
        " these. Tests that look at the results of the two alone do not."
    )
    return elsewhere, together


def within_sentences(calibration: Calibration) -> Iterator[str]:
    """Which tests within a data set reject too often."""
    found, alpha = calibration.within, calibration.settings.alpha
    estimates = {name: estimate(found.rejected[name] / found.draws, found.draws, len(WITHIN)) for name in WITHIN}
    above = [name for name, one in estimates.items() if one.clearly_above(alpha)]
    told = [f"the {WITHIN[name].title}, {interval_text(estimates[name])}" for name in above]
    yield (
        f"Within a data set, tests that reject equal learners clearly more often than at {level_text(alpha)} are"
        f" {joined(told)}."
        if told
        else f"Within a data set no test rejects equal learners clearly more often than at {level_text(alpha)}."
    )
    yield f"The rate of the {WITHIN['corrected-t'].title} is {interval_text(estimates['corrected-t'])}."


def methods(calibration: Calibration) -> tuple[str, ...]:
    """What was drawn, and what was done with it."""
    settings = calibration.settings
    drawn = (
        f"All random numbers follow from the seed {settings.seed}; of each setting {counted(settings.draws, 'draw')}"
        f" were made. Intervals are Wilson's score intervals ({cite('wilson1927')})."
    )
    return drawn, _of_orders(settings.alpha), _of_families(), _of_learners(settings.cases)


def _of_orders(alpha: float) -> str:
    return (
        f"Orders are those of section 4.6 in {cite('ulas2012')}. The error rates of three algorithms, numbered from"
        f" the cheapest on, are 0.5 + 2λ, 0.5 and 0.5 − 2λ on one data set; those of four are α + 3λ, α + λ, α − λ and"
        f" α − 3λ on {DATASETS} data sets, α drawn for each between {BASE[0]:g} and {BASE[1]:g}. Every one of the ten"
        f" error rates that the 5x2cv F test ({cite('alpaydin1999')}) takes is of {CASES} cases, drawn independently:"
        " folds do not share training cases here. The paper does not say which correction it made on a data set in"
        f" this experiment; here it is Holm's ({cite('holm1979')}). Over the data sets it is Bergmann and Hommel's"
        f" ({cite('bergmann1988')}), after Friedman's test; the level is {level_text(alpha)} throughout."
    )


def _of_families() -> str:
    return (
        "Scores over data sets are independent but for the difficulty of the data set, which all algorithms share:"
        " normal; normal and rounded to whole standard deviations, which ties many; or of Student's t with three"
        f" degrees of freedom, whose tails are heavy. Algorithms that differ are {APART:g} standard deviations apart."
        " An error is the rejection of a pair that is equal indeed, whatever else is rejected. All tests are made of"
        " the same studies, by the functions that a report's figures come from."
    )


def _of_learners(cases: int) -> str:
    return (
        f"Within a data set of {cases} cases and two classes, each of two learners goes by the nearer class mean of"
        " its own ten features. These have one distribution, so that the learners have the same expected accuracy"
        f" whatever the training set. Tests over folds have {REPEATS} repeats of {FOLDS}-fold cross-validation, the"
        " first of these repeats alone, or five repeats of two folds, with training sets that really overlap; tests of"
        f" test examples have one case of {HELD_OUT} held out ({cite('nadeau2003')}, {cite('dietterich1998')})."
    )
