"""What a calibration finds, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from rankpress.calibration.experiments import (
    BASE,
    CASES,
    DATASETS,
    FOLDS,
    HELD_OUT,
    REPEATS,
    Calibration,
    Order,
    Orderings,
)
from rankpress.calibration.settings import MOST_OF_SLOW, Settings
from rankpress.calibration.tables import (
    LEVEL,
    Estimate,
    Rate,
    estimate,
    interval_text,
    largest,
    omnibus_rates,
    order_text,
    title_of,
    too_few,
    within_rates,
)
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.catalog.nulls import NULLS
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import fixed, level_text, percent_text
from rankpress.core.text import Prose, join, joined, say
from rankpress.stats import families
from rankpress.stats.synthetic import UNADJUSTED
from rankpress.stats.worlds import APART, WORLDS

_RATES = {"false discovery rate": "the false discovery rate"}


def own_rates(settings: Settings, rates: Sequence[Rate]) -> Iterator[str]:
    """Yield the largest rates of the only test that is tried, by the adjustment that is named first."""
    if len(settings.methods.tests) > 1 or not rates:
        return
    [test] = settings.methods.tests
    tried = dict.fromkeys(item.errors.adjustment for item in rates)
    deciding = next((item for item in tried if item != UNADJUSTED), UNADJUSTED)
    of_it = [item for item in rates if item.errors.adjustment == deciding]
    rate = _RATES.get(of_it[0].holds or "", "the chance of an error in any of its comparisons")
    adjusted = "without adjustment" if deciding == UNADJUSTED else f"adjusted by {title_of(deciding)}"
    null = NULLS[PAIRWISE[test].null]
    worst = {is_true: largest(item for item in of_it if item.has_true_null == is_true) for is_true in (True, False)}
    texts = [
        f"{interval_text(item.estimate)} where that is {'so' if is_true else 'not so'} ({item.studies.world.title})"
        for is_true, item in worst.items()
        if item is not None
    ]
    yield (
        f"The null hypothesis of the {PAIRWISE[test].title} is that {null}. The largest estimate of {rate}, {adjusted},"
        f" is {joined(texts)}."
    )


def taken(settings: Settings) -> Iterator[str]:
    """Yield what was taken from a study, and what of it was not."""
    if not settings.study:
        return
    methods = settings.methods
    [test] = methods.tests
    adjustments = f", adjusted by {joined(map(title_of, methods.adjustments))}" if methods.adjustments else ""
    design = "for comparisons with a control" if methods.controls[0] else "for all pairs"
    omnibus = f"; the {' and the '.join(OMNIBUS[item].title for item in methods.omnibus)}" if methods.omnibus else ""
    sizes = joined(f"{counted(k, 'algorithm')} on {counted(n, 'data set')}" for k, n in settings.sizes)
    yield (
        f"Taken from the study “{settings.study}” were its size, its level and its methods: {sizes}; the level"
        f" {level_text(settings.alpha)}; the {PAIRWISE[test].title} {design}{adjustments}{omnibus}. None of its scores"
        " was taken: the draws differ from them in their distribution, and in which algorithms are equal, which nobody"
        " knows of the study."
    )
    yield from settings.notes


_CONDITIONS = {
    "family-wise error if independent": ("for independent p-values only, which those of pairs are not", "Here"),
    "family-wise error if all are true": ("where all algorithms are equal only", "Elsewhere"),
}

_DURBIN = "Without gaps, Durbin's test of two algorithms is Conover's, so that their rates are the same."

_OPTIONS = "the tests with other options than their defaults, such as those for ties and zeros; "

# The orders between the prior one and 3-4-1-2, as section 4.6 has them and as they come.
_TOLD_BY_THE_PAPER, _BEFORE_IT = (1, 2, 3, 0), (1, 2, 0, 3)


def summary(calibration: Calibration, rates: Sequence[Rate]) -> tuple[str, ...]:
    """Return what it comes to."""
    settings = calibration.settings
    whose, size = ("a study", " of its size") if settings.study else ("rankpress", "")
    about = (
        f"How often the methods of {whose} err, on synthetic results{size} whose truth is known:"
        f" {counted(settings.draws, 'draw')} of each setting. A test at {level_text(settings.alpha)} is to reject what"
        f" is true in no more than {percent_text(settings.alpha)} of them."
    )
    text = (
        about,
        join(taken(settings)),
        join(own_rates(settings, rates)),
        join(sentence for ordering in calibration.orderings for sentence in _ends(ordering)),
        "" if settings.study else join(_too_often(rates, settings.alpha)),
        join((*omnibus_sentences(calibration), *within_sentences(calibration))),
        too_few(settings.draws, settings.alpha),
    )
    return tuple(paragraph for paragraph in text if paragraph)


def _ends(orderings: Orderings) -> Iterator[str]:
    """Yield how often the order is the right one where all are equal, and where all differ most."""
    first, last = orderings.steps[0], orderings.steps[-1]
    if first == 0:
        share = _share(orderings, tuple(range(orderings.k)), 0)
        yield f"Where all algorithms are equal, {orderings.procedure} leaves them in the order of cost in {share}."
    if last > 0:
        order = tuple(reversed(range(orderings.k)))
        share = _share(orderings, order, len(orderings.steps) - 1)
        yield f"At λ = {last:g} it finds their true order, {order_text(order)}, in {share}."


def _share(orderings: Orderings, order: Order, index: int) -> str:
    count = orderings.counts.get(order, (0,) * len(orderings.steps))[index]
    return interval_text(estimate(count, orderings.draws))


def order_paragraphs(orderings: Orderings) -> tuple[Prose, ...]:
    """Return which order was found most often, from the least lambda to the greatest."""
    most: list[tuple[Order, float]] = []
    for index, step in enumerate(orderings.steps):
        order = max(orderings.counts, key=lambda count: orderings.counts[count][index])
        if not most or most[-1][0] != order:
            most.append((order, step))
    texts = [f"{order_text(order)} from λ = {step:g} on" for order, step in most]
    paragraph = f"{orderings.procedure} finds most often {joined(texts)}. {' '.join(_ends(orderings))}"
    return (paragraph, _against_the_paper(orderings)) if orderings.procedure == "Multi2Test" else (paragraph,)


def _against_the_paper(orderings: Orderings) -> Prose:
    """Why the orders come one after another as they do."""
    return say(
        "In {} the first order to follow the prior one is {}. Here its share is at most {}, and that of {}, which comes"
        " before it, at most {}. This follows from the two passes: where 4 is found better than 1 and nothing else is"
        " found, MultiTest orders 2–3–4–1 on that data set, by which 1 is three ranks behind 2, two behind 3 and one"
        " behind 4. So it takes fewest such data sets until 2, and most until 4, is found better than 1 over all of"
        " them. The paper gives no frequencies in its text.",
        cite("ulas2012"),
        order_text(_TOLD_BY_THE_PAPER),
        _most(orderings, _TOLD_BY_THE_PAPER),
        order_text(_BEFORE_IT),
        _most(orderings, _BEFORE_IT),
    )


def _most(orderings: Orderings, order: Order) -> str:
    shares = orderings.shares(order)
    where = f" (at λ = {orderings.steps[shares.argmax()]:g})" if shares.max() > 0 else ""
    return f"{fixed(shares.max(), 3)}{where}"


def family_paragraphs(calibration: Calibration, rates: Sequence[Rate]) -> tuple[Prose, ...]:
    """Return the families of tests."""
    alpha = calibration.settings.alpha
    summary = join(_too_often(rates, alpha)) if calibration.settings.study else ""
    return (*([summary] if summary else []), _count_above(rates, alpha), *_those_that_hold_less(rates, alpha))


def _too_often(rates: Sequence[Rate], alpha: float) -> Iterator[str]:
    """Yield which adjustments err clearly too often where the null hypothesis of the test is true, and where not."""
    held = [item for item in rates if item.is_to_hold]
    above = [item for item in held if item.estimate.clearly_above(alpha)]
    kept = [item for item in above if item.has_true_null]
    if kept:
        yield f"Although the null hypothesis is true, adjustments exceed their rate of errors with {_of_tests(kept)}."
    elif held:
        yield (
            "Where the null hypothesis of a test is true, no adjustment that is to keep its rate of errors is clearly"
            " above it."
        )
    for world in WORLDS.values():
        there = [item for item in above if item.studies.name == world.name and not item.has_true_null]
        if there:
            yield f"Where {world.title}, adjustments do not keep their rate of errors with {_of_tests(there)}."


def _of_tests(rates: Sequence[Rate]) -> str:
    """Name the tests of some rates, and the largest of them."""
    there, worst = {item.errors.test for item in rates}, max(rates, key=lambda item: item.estimate.value)
    named = joined(f"the {PAIRWISE[test].title}" for test in PAIRWISE if test in there)
    tests = "every test" if len(there) == len(PAIRWISE) else named
    of = f" with the {PAIRWISE[worst.errors.test].title}" if len(there) > 1 else ""
    return (
        f"{tests} (up to {interval_text(worst.estimate)}, by {title_of(worst.errors.adjustment)}{of},"
        f" {counted(worst.studies.k, 'algorithm')} on {counted(worst.studies.n_datasets, 'data set')})"
    )


def _count_above(rates: Sequence[Rate], alpha: float) -> str:
    every = [item for item in rates if item.errors.adjustment != UNADJUSTED]
    clearly = sum(item.estimate.clearly_above(alpha) for item in every)
    promised = sum(item.estimate.clearly_above(alpha) and item.is_promised for item in every)
    above = sum(item.estimate.above(alpha) for item in every) - clearly
    if not every:
        return "No adjustment was tried."
    if not clearly + above:
        return (
            f"There are {counted(len(every), 'rate')}, of each test with each adjustment in each kind of studies. None"
            f" is above {level_text(alpha)} by its {percent_text(LEVEL)} interval."
        )
    return (
        f"Of {len(every):,} rates, one for each test, adjustment and kind of studies, {clearly:,} lie clearly above"
        f" {level_text(alpha)}, by intervals made so wide that all {len(every):,} hold together with"
        f" {percent_text(LEVEL)}; in {promised:,} of these the null hypothesis of the test is true and the adjustment"
        f" is to keep the level. Another {above:,} lie above it by their own {percent_text(LEVEL)} interval alone; of"
        " rates that are at the level, about one in forty would do so by chance."
    )


def _those_that_hold_less(rates: Sequence[Rate], alpha: float) -> Iterator[Prose]:
    """Yield what is known not to hold, and what it came to."""
    for name in families.ADJUSTMENTS:
        adjustment = ADJUSTMENTS[name]
        of_it = [item for item in rates if item.errors.adjustment == name and item.has_true_null]
        unpromised = [item for item in of_it if not item.is_to_hold]
        worst = largest(unpromised)
        if worst is None:
            continue
        above = sum(item.estimate.clearly_above(alpha) for item in unpromised)
        condition, where = _CONDITIONS[adjustment.controls]
        yield say(
            "{} is said to keep the family-wise error {} ({}). {} its rate is clearly above the level in {:,} of {:,}"
            " cases, and up to {}, with the {}.",
            adjustment.title,
            condition,
            cite(adjustment.reference),
            where,
            above,
            len(unpromised),
            interval_text(worst.estimate),
            PAIRWISE[worst.errors.test].title,
        )


def family_caveats() -> tuple[str, ...]:
    """Return what may not be concluded."""
    elsewhere = (
        "These are rates in studies of these kinds alone. A rate that is not above the level here may be so elsewhere,"
        " and one that is may not be for another size or another truth. A low rate is no merit in itself: a test that"
        " rejects nothing has the lowest."
    )
    together = (
        "The null hypothesis of a test that ranks all algorithms together, or estimates one error from all of them, is"
        " about all of them. Where some algorithms differ or vary more than others, its p-value for two that are equal"
        " can be too small or too large, and adjusting for the number of tests does not mend that. A test of the"
        " results of two algorithms depends on these two alone."
    )
    return elsewhere, together


def omnibus_sentences(calibration: Calibration) -> Iterator[str]:
    """Yield which omnibus tests reject too often."""
    if not calibration.omnibus:
        return
    by_kind, tests = omnibus_rates(calibration), calibration.settings.methods.omnibus
    worst = {OMNIBUS[name].title: max((rates[name] for rates in by_kind), key=attrgetter("value")) for name in tests}
    yield _rejecting("omnibus tests", "equal algorithms", worst, calibration.settings.alpha)


def within_sentences(calibration: Calibration) -> Iterator[str]:
    """Yield which tests within a data set reject too often."""
    rates = within_rates(calibration)
    if not rates:
        return
    by_title = {WITHIN[name].title: item for name, item in rates.items()}
    yield _rejecting("tests within a data set", "equal learners", by_title, calibration.settings.alpha)
    yield f"The rate of the {WITHIN['corrected-t'].title} is {interval_text(rates['corrected-t'])}."


def _rejecting(tests: str, what: str, rates: Mapping[str, Estimate], alpha: float) -> str:
    above = [f"the {title}, {interval_text(rate)}" for title, rate in rates.items() if rate.clearly_above(alpha)]
    if not above:
        return f"None of the {tests} rejects {what} clearly more often than {level_text(alpha)}."
    return f"{tests.capitalize()} that reject {what} clearly more often than {level_text(alpha)}: {joined(above)}."


def methods(calibration: Calibration) -> tuple[Prose, ...]:
    """Return what was drawn, and what was done with it."""
    settings = calibration.settings
    form = (
        "All random numbers follow from the seed {}; of each setting {} were made. Intervals are Clopper and Pearson's"
        " ({}), which cover what they estimate in {} of all samples at least; those of false discovery rates are as of"
        " zeros and ones, which vary more."
    )
    drawn = say(form, settings.seed, counted(settings.draws, "draw"), cite("clopper1934"), percent_text(LEVEL))
    text = (
        drawn,
        _of_orders(settings.alpha) if settings.steps else "",
        _of_families(settings),
        _of_learners(settings.cases) if settings.cases else "",
        _slow_ones(settings),
        _left_out(settings),
    )
    return tuple(paragraph for paragraph in text if paragraph)


def _of_orders(alpha: float) -> Prose:
    return say(
        "Orders are those of section 4.6 in {}. The error rates of three algorithms, numbered from the cheapest on, are"
        " 0.5 + 2λ, 0.5 and 0.5 − 2λ on one data set; those of four are α + 3λ, α + λ, α − λ and α − 3λ on {} data"
        " sets, α drawn for each between {:g} and {:g}. Every one of the ten error rates that the 5x2cv F test ({})"
        " takes is of {} cases, drawn independently: folds do not share training cases here. The paper does not say"
        " which correction it made on a data set in this experiment; here it is Holm's ({}). Over the data sets it is"
        " Bergmann and Hommel's ({}), after Friedman's test; the level is {} throughout.",
        cite("ulas2012"),
        DATASETS,
        BASE[0],
        BASE[1],
        cite("alpaydin1999"),
        CASES,
        cite("holm1979"),
        cite("bergmann1988"),
        level_text(alpha),
    )


def _of_families(settings: Settings) -> str:
    sizes = joined(f"{k} algorithms on {n} data sets" for k, n in settings.sizes)
    whose = "the study's" if settings.study else "their default"
    return (
        f"Studies have {sizes}. On each data set scores are independent around a difficulty that all algorithms share,"
        " and normal with a standard deviation of one unless the kind of the studies says otherwise. Algorithms that"
        f" differ are {APART:g} standard deviations apart."
        " An error is the rejection of a pair with the same mean, whatever else is rejected; a null hypothesis of more"
        " than means, such as symmetry, can be false of it. All tests are made of"
        f" the same studies, by the functions that a report's figures come from, with {whose} settings; omnibus tests"
        f" of studies of the same kinds.{' ' + _DURBIN if 'durbin' in settings.methods.tests else ''}"
    )


def _of_learners(cases: int) -> Prose:
    form = (
        "Within a data set of {} cases and two classes, each of two learners goes by the nearer class mean of its own"
        " ten features. These have one distribution, so that the learners have the same expected accuracy whatever the"
        " training set. Tests over folds have {} repeats of {}-fold cross-validation, the first of these repeats alone,"
        " or five repeats of two folds, with training sets that really overlap; tests of test examples have one case of"
        " {} held out ({}, {})."
    )
    return say(form, cases, REPEATS, FOLDS, HELD_OUT, cite("nadeau2003"), cite("dietterich1998"))


def _slow_ones(settings: Settings) -> str:
    left_out = [ADJUSTMENTS[name].title for name in families.ADJUSTMENTS if name not in settings.methods.adjustments]
    if settings.study or not left_out:
        return ""
    return (
        f"Left out for taking long with more than {MOST_OF_SLOW} algorithms: {joined(left_out)}. They are tried for a"
        " study that asks for them."
    )


def _left_out(settings: Settings) -> str:
    options = "" if settings.study else _OPTIONS
    return (
        f"Not tried are: {options}results with gaps, which the Skillings-Mack and Durbin tests are for; intervals,"
        " effect sizes, confidence curves and Bayesian tests, which make no decision at a level; and procedures that"
        " come after these tests, such as the sign test over significant wins."
    )
