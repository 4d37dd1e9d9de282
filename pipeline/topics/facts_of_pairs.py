"""Facts of pairs of algorithms and of single data sets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, WITHIN
from rankpress.core.numbers import Rounding, fixed, percent_text, probability_text, rounding_of, rounding_of_row
from rankpress.core.text import Prose, dataset_named, say
from rankpress.stages.within import WithinDataset
from rankpress.stats.bayes import Posterior
from rankpress.stats.curves import Curve
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.stats.resampled import WithinTests
from rankpress.topics.curves import difference_rounding
from rankpress.topics.effects import effect_rounding
from rankpress.topics.examples import mean_rounding
from rankpress.topics.facts import (
    COUNT,
    DF,
    NONE,
    PLACE,
    POSTERIOR,
    PROBABILITY,
    STATISTIC,
    Fact,
    P,
    Pair,
    Subject,
    Subjects,
    Unit,
    camel,
    decimals,
    interval,
)
from rankpress.topics.omnibus import omnibus_facts
from rankpress.topics.within import within_rounding

_MAIN_EFFECTS = 2
_FACTOR = Unit(lambda factor: probability_text(factor) if factor < 0.001 else fixed(factor, 3))


def of_tests(about: Subjects) -> Iterator[Fact]:
    """State what tests and posteriors find of pairs of algorithms over the data sets."""
    yield from _comparisons(about)
    yield from (replace(fact, is_minor=True) for fact in _significant_wins(about))
    bayesian = about.analysis.bayesian
    if bayesian is not None and bayesian.over is not None:
        for row, pair in about.of_pairs(bayesian.pairs.tolist()):
            yield from _posteriors(NONE, "", bayesian.over, row, pair)


def least_of_tests(about: Subjects) -> int:
    """Return how many facts `of_tests` states at least: difference, statistic and p of each pair."""
    over = about.analysis.tested.over
    return 0 if over is None else 3 * about.count(over.pairs.tolist())


def _comparisons(about: Subjects) -> Iterator[Fact]:
    over = about.analysis.tested.over
    if over is None:
        return
    adjusted = about.analysis.adjusted.p.items()
    methods = [(f"P/{name}", ADJUSTMENTS[name].title, p.tolist()) for name, p in adjusted]
    differences, p = over.difference.tolist(), over.p.tolist()
    statistics = {1: over.statistic.tolist(), -1: over.exchanged.tolist()}
    for row, pair in about.of_pairs(over.pairs.tolist()):
        a, b, sign, of = pair
        yield Fact(
            "Difference", sign * differences[row], decimals(2), say("average rank of {} less that of {}", a, b), of
        )
        yield Fact("Statistic", statistics[sign][row], STATISTIC, say("statistic of {} against {}", a, b), of)
        yield Fact("P", p[row], P, say("unadjusted p of {}", pair.both), of)
        if p[row] > 0:
            meaning = say("least Bayes factor in favour of no difference of {}", pair.both)
            yield Fact("BayesFactorBound", float(bayes_factor_bound(p[row])), _FACTOR, meaning, of, is_minor=True)
            meaning = say("least probability that {} do not differ, if both were as likely before", pair.both)
            yield Fact(
                "ErrorProbabilityBound", float(error_probability_bound(p[row])), PROBABILITY, meaning, of, is_minor=True
            )
        for key, title, values in methods:
            yield Fact(key, values[row], P, say("p of {}, {}", pair.both, title), of)
        if over.wins is not None:
            wins, ties, losses = over.wins[row].tolist()[::sign]
            yield Fact("Wins", wins, COUNT, say("data sets on which {} is better than {}", a, b), of)
            yield Fact("Ties", ties, COUNT, say("data sets on which {} and {} tie", a, b), of)
            yield Fact("Losses", losses, COUNT, say("data sets on which {} is worse than {}", a, b), of)


def _significant_wins(about: Subjects) -> Iterator[Fact]:
    wins = about.analysis.wins
    if wins is None:
        return
    for row, pair in about.of_pairs(wins.pairs.tolist()):
        a, b, sign, of = pair
        won, neither, lost = wins.counts[row].tolist()[::sign]
        tests, sign_test = "by the tests within them", say("sign test over the significant wins of {}", pair.both)
        meaning = say("data sets on which {} is significantly better than {} {}", a, b, tests)
        yield Fact("SignificantWins", won, COUNT, meaning, of)
        yield Fact(
            "SignificantNeither", neither, COUNT, say("data sets on which neither of {} is {}", pair.both, tests), of
        )
        meaning = say("data sets on which {} is significantly worse than {} {}", a, b, tests)
        yield Fact("SignificantLosses", lost, COUNT, meaning, of)
        yield Fact("SignificantWinsP", float(wins.p[row]), P, say("unadjusted p of the {}", sign_test), of)
        yield Fact("SignificantWinsP/holm", float(wins.adjusted[row]), P, say("p of the {}, Holm", sign_test), of)


def _posteriors(where: Subject, on: Prose, posterior: Posterior, row: int, pair: Pair) -> Iterator[Fact]:
    """Yield the posterior probabilities of a pair, over the data sets or on one of them."""
    a, b, sign, of = pair
    values = (posterior.p_first[row], posterior.p_equal[row], posterior.p_second[row])
    meanings = (
        say("{} is better than {}", a, b),
        say("{} and {} are equivalent", a, b),
        say("{} is worse than {}", a, b),
    )
    for key, value, meaning in zip(("Better", "Equal", "Worse"), values[::sign], meanings, strict=True):
        meaning = say("posterior probability that {}{}", meaning, on)
        yield Fact(f"Posterior{key}", float(value), POSTERIOR, meaning, of, where)


def of_effects(about: Subjects) -> Iterator[Fact]:
    """State how far pairs of algorithms differ over the data sets, by the first two measures mainly."""
    estimated = about.analysis.estimated
    if estimated is None:
        return
    roundings = {name: effect_rounding(estimated, name) for name in estimated.effects}
    for row, (a, b, sign, of) in about.of_pairs(estimated.pairs.tolist()):
        for place, (name, effect) in enumerate(estimated.effects.items()):
            key, unit = camel(name), Unit(roundings[name].text)
            meaning = say("{} of {} against {}", EFFECTS[name].title, a, b)
            values = [float(effect.low[row]), float(effect.estimate[row]), float(effect.high[row])]
            low, estimate, high = (value if sign > 0 else EFFECTS[name].turned(value) for value in values[::sign])
            facts = [
                Fact(key, estimate, unit, meaning, of),
                *interval(
                    key, (low, high), unit, say("the {} interval of {}", percent_text(effect.level), meaning), of
                ),
            ]
            if "attained" in effect.details:
                attained, meaning = float(effect.details["attained"][row]), say("the interval of {} attains", meaning)
                facts.append(Fact(f"{key}Attained", attained, decimals(3), say("level that {}", meaning), of))
            yield from facts if place < _MAIN_EFFECTS else (replace(fact, is_minor=True) for fact in facts)


def least_of_effects(about: Subjects) -> int:
    """Return how many facts `of_effects` states: an estimate and an interval, in three, of each measure."""
    estimated = about.analysis.estimated
    return 0 if estimated is None else 4 * len(estimated.effects) * about.count(estimated.pairs.tolist())


def least_of_datasets(about: Subjects) -> int:
    """Return how many facts `of_datasets` states at least: a score and a rank each."""
    scores = about.analysis.scores
    known = scores.means is not None and about.analysis.ranking.ranks is not None
    return 2 * len(scores.algorithms) * sum(map(about.datasets, scores.datasets)) if known else 0


def of_datasets(about: Subjects) -> Iterator[Fact]:
    """State the scores, ranks and places of algorithms on single data sets."""
    analysis, scores, ranks = about.analysis, about.analysis.scores, about.analysis.ranking.ranks
    if scores.means is not None and ranks is not None:
        common = rounding_of(scores.means)
        for dataset, means, places in zip(scores.datasets, scores.means, ranks, strict=True):
            if not about.datasets(dataset):
                continue
            where, unit = about.on(dataset), Unit(rounding_of_row(means, common).text)
            for name, mean, place in zip(analysis.algorithms, means.tolist(), places.tolist(), strict=True):
                of = about.algorithms[name]
                yield Fact("Score", mean, unit, say("score of {} on {}", name, dataset_named(dataset)), of, where)
                yield Fact("Rank", place, PLACE, say("rank of {} on {}", name, dataset_named(dataset)), of, where)
    for dataset, test in analysis.tested.within_omnibus.items():
        if about.datasets(dataset):
            meaning = say("Cochran's Q on {}", dataset_named(dataset))
            yield from omnibus_facts("Cochran", test, meaning, about.on(dataset))
    for dataset, order in analysis.ordered.per_dataset.items():
        for place, algorithm in enumerate(order if about.datasets(dataset) else (), start=1):
            name = analysis.algorithms[algorithm]
            meaning = say("place of {} in the order on {}", name, dataset_named(dataset))
            yield Fact("Place", place, COUNT, meaning, about.algorithms[name], about.on(dataset))
    for dataset, agreement in (analysis.validation.by_dataset if analysis.validation else {}).items():
        if about.datasets(dataset):
            meaning = say("tau-b of the orders from test and validation scores on {}", dataset_named(dataset))
            yield Fact("ValidationTau", agreement.tau_b, decimals(2), meaning, NONE, about.on(dataset))


def facts_of_examples(about: Subjects) -> Iterator[Fact]:
    """State the mean scores over the test examples of single data sets, with their intervals."""
    for dataset, means in about.analysis.tested.within_means.items():
        if about.datasets(dataset):
            unit, on = Unit(mean_rounding(about.analysis).text), about.on(dataset)
            for row, name in enumerate(about.analysis.algorithms):
                text = say("mean of {} over the test examples of {}", name, dataset_named(dataset))
                of = about.algorithms[name]
                yield Fact("ExamplesSE", float(means.standard_error[row]), unit, say("{}: SE", text), of, on)
                bounds = (float(means.low[row]), float(means.high[row]))
                yield from interval("Examples", bounds, unit, say("interval of the {}", text), of, on)


def facts_within(about: Subjects) -> Iterator[Fact]:
    """State what tests and posteriors find of pairs of algorithms on single data sets."""
    tested = [within for within in about.analysis.tested.within if about.datasets(within.dataset)]
    unit = Unit(within_rounding(about.analysis.tested.within).text) if tested else COUNT
    for within in tested:
        for row, pair in about.of_pairs(within.pairs.tolist()):
            yield from _within(about.on(within.dataset), within, row, pair, unit)
    for item in about.analysis.bayesian.within if about.analysis.bayesian else ():
        for row, pair in about.of_pairs(item.pairs.tolist() if about.datasets(item.dataset) else ()):
            yield from _posteriors(
                about.on(item.dataset), say(" on {}", dataset_named(item.dataset)), item.posterior, row, pair
            )


def _within(on: Subject, within: WithinDataset, row: int, pair: Pair, unit: Unit) -> Iterator[Fact]:
    tests, (a, b, sign, of) = within.tests, pair
    text = say("test of {} against {} on {}", a, b, dataset_named(within.dataset))
    yield Fact("WithinDifference", sign * float(tests.difference[row]), unit, say("{}: difference", text), of, on)
    if not np.isnan(tests.standard_error).all():
        yield Fact("WithinSE", float(tests.standard_error[row]), unit, say("{}: standard error", text), of, on)
    if not np.isnan(tests.statistic).all():
        yield Fact("WithinStatistic", _statistic(tests, row, sign), STATISTIC, say("{}: statistic", text), of, on)
    if not isinstance(tests.df, tuple) and not np.isnan(tests.df[row]):
        yield Fact("WithinDf", float(tests.df[row]), DF, say("{}: degrees of freedom", text), of, on)
    if len(within.pairs) > 1:
        yield Fact("WithinHolmP", float(within.holm_p[row]), P, say("{}: p adjusted after Holm", text), of, on)
    if "only_a" in tests.details:
        first, second = [int(tests.details[name][row]) for name in ("only_a", "only_b")][::sign]
        examples = say("test examples of {} that", dataset_named(within.dataset))
        yield Fact("WithinOnlyFirst", first, COUNT, say("{} {} alone has right", examples, a), of, on)
        yield Fact("WithinOnlySecond", second, COUNT, say("{} {} alone has right", examples, b), of, on)
    yield Fact("WithinP", float(tests.p[row]), P, say("{}: unadjusted p", text), of, on)


def _statistic(tests: WithinTests, row: int, sign: int) -> float:
    """Return the statistic of a pair, or with a sign of -1 of the same two exchanged."""
    statistic = float(tests.statistic[row])
    if sign > 0 or math.isnan(statistic) or isinstance(tests.df, tuple):
        return statistic  # that of an F is the same whichever comes first
    if WITHIN[tests.name].design != "outcomes":
        return -statistic
    # exact tests count the examples on which the first alone is right; chi-squared is the same whichever comes first
    return float(tests.details["only_b"][row]) if np.isnan(tests.df[row]) else statistic


def of_curves(about: Subjects) -> Iterator[Fact]:
    """State what confidence curves on single data sets show."""
    tested = about.analysis.tested
    curves = [curve for curve in tested.curves if about.pairs(curve.a, curve.b) and about.datasets(curve.dataset)]
    if curves:
        rounding = difference_rounding(tested.curves)
        for curve in curves:
            pair, where = about.pair(curve.a, curve.b), say("on {}", dataset_named(curve.dataset))
            yield from _curve("", where, curve.curve, pair, rounding, about.on(curve.dataset))


def of_averages(about: Subjects) -> Iterator[Fact]:
    """State what confidence curves averaged over the data sets show."""
    tested = about.analysis.tested
    for averaged in tested.averaged_curves:
        if about.pairs(averaged.a, averaged.b):
            pair, rounding = about.pair(averaged.a, averaged.b), difference_rounding(tested.curves)
            yield from _curve("Averaged", "averaged over the data sets", averaged.curve, pair, rounding, NONE)


def _curve(key: str, where: Prose, curve: Curve, pair: Pair, rounding: Rounding, on: Subject) -> Iterator[Fact]:
    a, b, sign, of = pair
    stated, unit = say("{} less {} {}", a, b, where), Unit(rounding.text)
    yield Fact(f"{key}Difference", sign * curve.difference, unit, say("difference: {}", stated), of, on)
    bounds = sorted(sign * bound for bound in curve.interval(0.95))
    yield from interval(key, bounds, unit, say("the 95% interval: {}", stated), of, on)
    meaning = say("area under the confidence curve: {}", stated)
    yield Fact(f"{key}AUCC", curve.aucc, Unit(rounding.finer.text), meaning, of, on)
    yield Fact(f"{key}P", curve.p_null, P, say("unadjusted p of no difference: {}", stated), of, on)
    meaning = say("difference of the same p: {}", stated)
    yield Fact(f"{key}Entangled", sign * curve.entangled_null, unit, meaning, of, on)
