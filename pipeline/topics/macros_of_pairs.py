"""The macros of pairs, data sets and orders."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, WITHIN
from rankpress.core.faults import joined
from rankpress.core.numbers import (
    Rounding,
    df_text,
    fixed,
    percent_text,
    place_text,
    probability_text,
    rounding_of,
    roundings_by_row,
    statistic_text,
)
from rankpress.core.scores import FloatArray
from rankpress.stages.order import Ordered, Position
from rankpress.stages.within import WithinDataset
from rankpress.stats.bayes import Posterior
from rankpress.stats.curves import Curve
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.stats.resampled import WithinTests
from rankpress.topics.curves import difference_rounding
from rankpress.topics.effects import effect_roundings
from rankpress.topics.macro_names import (
    Citable,
    Letters,
    alphabetical,
    camel,
    distinct_words,
    interval,
    letters_of,
    p_value,
    probability,
    rounded,
    whole,
)
from rankpress.topics.macros_of_study import omnibus_test
from rankpress.topics.within import within_rounding

Wanted = Callable[[int, int], bool]


def tests_of_pairs(analysis: Analysis, letters: Letters, wanted: Wanted) -> Iterator[Citable]:
    """What tests and posteriors say of pairs of algorithms over the data sets."""
    yield from _comparisons(analysis, letters, wanted)
    yield from _significant_wins(analysis, letters, wanted)
    bayesian = analysis.bayesian
    if bayesian is not None and bayesian.over is not None:
        for at, (first, second) in enumerate(bayesian.pairs.tolist()):
            if wanted(first, second):
                a, b, sign = alphabetical(analysis.names[first], analysis.names[second])
                yield from posteriors("", "", bayesian.over, at, (a, b, sign), letters)


def _comparisons(analysis: Analysis, letters: Letters, wanted: Wanted) -> Iterator[Citable]:
    over, names = analysis.tested.over, analysis.names
    if over is None:
        return
    methods = [(camel(name), ADJUSTMENTS[name].title, p.tolist()) for name, p in analysis.adjusted.p.items()]
    differences, p = over.difference.tolist(), over.p.tolist()
    statistics = {1: over.statistic.tolist(), -1: over.exchanged.tolist()}
    for at, (first, second) in enumerate(over.pairs.tolist()):
        if not wanted(first, second):
            continue
        a, b, sign = alphabetical(names[first], names[second])
        pair, of = f"{a} and {b}", letters.of_pair(a, b)
        yield rounded("Difference", sign * differences[at], 2, f"average rank of {a} less that of {b}", of)
        statistic = statistics[sign][at]
        yield Citable("Statistic", statistic_text(statistic), f"statistic of {a} against {b}", statistic, of)
        yield p_value("P", p[at], f"unadjusted p of {pair}", of)
        yield from _bounds(p[at], pair, of)
        for word, title, adjusted in methods:
            yield p_value(f"P{word}", adjusted[at], f"p of {pair}, {title}", of)
        if over.wins is not None:
            wins, ties, losses = over.wins[at].tolist()[::sign]
            yield whole("Wins", wins, f"data sets on which {a} is better than {b}", of)
            yield whole("Ties", ties, f"data sets on which {a} and {b} tie", of)
            yield whole("Losses", losses, f"data sets on which {a} is worse than {b}", of)


def _bounds(p: float, pair: str, of: str) -> Iterator[Citable]:
    """What an unadjusted p says at best."""
    if p > 0:
        factor, error = float(bayes_factor_bound(p)), float(error_probability_bound(p))
        told = f"least Bayes factor in favour of no difference of {pair}"
        yield Citable(
            "BayesFactorBound", probability_text(factor) if factor < 0.001 else fixed(factor, 3), told, factor, of
        )
        told = f"least probability that {pair} do not differ, if both were as likely before"
        yield Citable("ErrorProbabilityBound", probability_text(error), told, error, of)


def _significant_wins(analysis: Analysis, letters: Letters, wanted: Wanted) -> Iterator[Citable]:
    wins, names = analysis.wins, analysis.names
    if wins is None:
        return
    for at, (first, second) in enumerate(wins.pairs.tolist()):
        if not wanted(first, second):
            continue
        a, b, sign = alphabetical(names[first], names[second])
        of, told = letters.of_pair(a, b), "by the tests within them"
        won, neither, lost = wins.counts[at].tolist()[::sign]
        yield whole("SignificantWins", won, f"data sets on which {a} is significantly better than {b} {told}", of)
        yield whole("SignificantNeither", neither, f"data sets on which neither of {a} and {b} is {told}", of)
        yield whole("SignificantLosses", lost, f"data sets on which {a} is significantly worse than {b} {told}", of)
        told = f"sign test over the significant wins of {a} and {b}"
        yield p_value("SignificantWinsP", float(wins.p[at]), f"unadjusted p of the {told}", of)
        yield p_value("SignificantWinsPHolm", float(wins.adjusted[at]), f"p of the {told}, Holm", of)


def posteriors(
    where: str, said: str, posterior: Posterior, at: int, pair: tuple[str, str, int], letters: Letters
) -> Iterator[Citable]:
    """The posterior probabilities of a pair, over the data sets or on one of them."""
    a, b, sign = pair
    values = (posterior.p_first[at], posterior.p_equal[at], posterior.p_second[at])
    meanings = (f"{a} is better than {b}", f"{a} and {b} are equivalent", f"{a} is worse than {b}")
    for kind, value, meaning in zip(("Better", "Equal", "Worse"), values[::sign], meanings, strict=True):
        told = f"posterior probability that {meaning}{said}"
        yield probability(f"{where}Posterior{kind}", float(value), told, letters.of_pair(a, b))


def effects_of_pairs(analysis: Analysis, letters: Letters, wanted: Wanted) -> Iterator[Citable]:
    """How far pairs of algorithms differ over the data sets; parameters are those of `tests_of_pairs`."""
    estimated, names = analysis.estimated, analysis.names
    if estimated is None:
        return
    roundings = effect_roundings(estimated)
    for at, (first, second) in enumerate(estimated.pairs.tolist()):
        if not wanted(first, second):
            continue
        a, b, sign = alphabetical(names[first], names[second])
        for name, effect in estimated.effects.items():
            values = (float(effect.low[at]), float(effect.estimate[at]), float(effect.high[at]))
            turned = _turned(values, sign, EFFECTS[name].no_difference)
            told = f"{EFFECTS[name].title} of {a} against {b}"
            level = percent_text(effect.level)
            yield from _effect(camel(name), turned, roundings[name], (told, level), letters.of_pair(a, b))
            if "attained" in effect.details:
                attained = float(effect.details["attained"][at])
                said = f"level that the interval of {told} attains"
                yield rounded(f"{camel(name)}Attained", attained, 3, said, letters.of_pair(a, b))


def _turned(values: tuple[float, float, float], sign: int, about: float) -> tuple[float, float, float]:
    """Lower bound, estimate and upper bound, turned round about the value of no difference where the sign is -1."""
    low, estimate, high = (about + sign * (value - about) for value in values[::sign])
    return low, estimate, high


def _effect(
    kind: str, values: tuple[float, float, float], rounding: Rounding, told: tuple[str, str], of: str
) -> Iterator[Citable]:
    low, estimate, high = values
    meaning, level = told
    yield Citable(kind, rounding.text(estimate), meaning, estimate, of)
    yield from interval(kind, (low, high), rounding.text, f"the {level} interval of {meaning}", of)


WantedDataset = Callable[[str], bool]


def of_datasets(analysis: Analysis, letters: Letters, is_wanted: WantedDataset) -> Iterator[Citable]:
    """What may be cited of algorithms on single data sets."""
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if scores.means is not None and ranks is not None:
        roundings = roundings_by_row(scores.means, rounding_of(scores.means))
        for dataset, means, places, rounding in zip(scores.datasets, scores.means, ranks, roundings, strict=True):
            if not is_wanted(dataset):
                continue
            where = f"On{letters.datasets[dataset]}"
            for name, mean, place in zip(scores.algorithms, means.tolist(), places.tolist(), strict=True):
                of = letters.algorithms[name]
                yield Citable(f"{where}Score", rounding.text(mean), f"score of {name} on {dataset}", mean, of)
                yield Citable(f"{where}Rank", place_text(place), f"rank of {name} on {dataset}", place, of)
    for dataset, test in analysis.tested.within_omnibus.items():
        if is_wanted(dataset):
            yield from omnibus_test(f"On{letters.datasets[dataset]}Cochran", test, f"Cochran's Q on {dataset}")
    yield from _orders(analysis, letters, is_wanted)


def _orders(analysis: Analysis, letters: Letters, is_wanted: WantedDataset) -> Iterator[Citable]:
    for dataset, order in analysis.ordered.per_dataset.items():
        for place, algorithm in enumerate(order if is_wanted(dataset) else (), start=1):
            name = analysis.names[algorithm]
            told = f"place of {name} in the order on {dataset}"
            yield whole(f"On{letters.datasets[dataset]}Place", place, told, letters.algorithms[name])
    for dataset, agreement in (analysis.validation.by_dataset if analysis.validation else {}).items():
        if is_wanted(dataset):
            told = f"tau-b of the orders from test and validation scores on {dataset}"
            yield rounded(f"On{letters.datasets[dataset]}ValidationTau", agreement.tau_b, 2, told)


def within_datasets(
    analysis: Analysis, letters: Letters, wanted: Wanted, is_wanted: WantedDataset
) -> Iterator[Citable]:
    """What tests and posteriors say of pairs of algorithms on single data sets."""
    names = analysis.names
    tested = [within for within in analysis.tested.within if is_wanted(within.dataset)]
    rounding = within_rounding(analysis.tested.within) if tested else Rounding(0)
    for within in tested:
        for at, (first, second) in enumerate(within.pairs.tolist()):
            if wanted(first, second):
                yield from _within(within, at, alphabetical(names[first], names[second]), letters, rounding)
    for one in analysis.bayesian.within if analysis.bayesian else ():
        where, said = f"On{letters.datasets[one.dataset]}", f" on {one.dataset}"
        for at, (first, second) in enumerate(one.pairs.tolist() if is_wanted(one.dataset) else ()):
            if wanted(first, second):
                pair = alphabetical(names[first], names[second])
                yield from posteriors(where, said, one.posterior, at, pair, letters)


def _within(
    within: WithinDataset, at: int, pair: tuple[str, str, int], letters: Letters, rounding: Rounding
) -> Iterator[Citable]:
    tests, (a, b, sign) = within.tests, pair
    kind, of = f"On{letters.datasets[within.dataset]}Within", letters.of_pair(a, b)
    said = f"test of {a} against {b} on {within.dataset}"
    difference = sign * float(tests.difference[at])
    yield Citable(f"{kind}Difference", rounding.text(difference), f"{said}: difference", difference, of)
    if not np.isnan(tests.standard_error).all():
        error = float(tests.standard_error[at])
        yield Citable(f"{kind}SE", rounding.text(error), f"{said}: standard error", error, of)
    if not np.isnan(tests.statistic).all():
        statistic = _statistic(tests, at, sign)
        yield Citable(f"{kind}Statistic", statistic_text(statistic), f"{said}: statistic", statistic, of)
    if not isinstance(tests.df, tuple) and not np.isnan(tests.df[at]):
        df = float(tests.df[at])
        yield Citable(f"{kind}Df", df_text(df), f"{said}: degrees of freedom", df, of)
    if "only_a" in tests.details:
        alone = [int(tests.details[key][at]) for key in ("only_a", "only_b")][::sign]
        yield whole(f"{kind}OnlyFirst", alone[0], f"test examples of {within.dataset} that {a} alone has right", of)
        yield whole(f"{kind}OnlySecond", alone[1], f"test examples of {within.dataset} that {b} alone has right", of)
    yield p_value(f"{kind}P", float(tests.p[at]), f"{said}: unadjusted p", of)


def _statistic(tests: WithinTests, at: int, sign: int) -> float:
    """The statistic of a pair, or with a sign of -1 of the same two exchanged."""
    statistic = float(tests.statistic[at])
    if sign > 0 or math.isnan(statistic) or isinstance(tests.df, tuple):
        return statistic  # that of an F is the same whichever comes first
    if WITHIN[tests.name].design != "outcomes":
        return -statistic
    # exact tests count the examples on which the first alone is right; chi-squared is the same whichever comes first
    return float(tests.details["only_b"][at]) if np.isnan(tests.df[at]) else statistic


def of_curves(analysis: Analysis, letters: Letters, wanted: Wanted, is_wanted: WantedDataset) -> Iterator[Citable]:
    """What confidence curves say, and their averages; parameters are those of `within_datasets`."""
    curves, names = analysis.tested.curves, analysis.names
    if not curves:
        return
    rounding = difference_rounding(curves)
    for one in curves:
        if wanted(one.a, one.b) and is_wanted(one.dataset):
            pair = alphabetical(names[one.a], names[one.b])
            yield from _curve(
                f"On{letters.datasets[one.dataset]}", f"on {one.dataset}", one.curve, pair, letters, rounding
            )
    for averaged in analysis.tested.averaged_curves:
        if wanted(averaged.a, averaged.b):
            pair = alphabetical(names[averaged.a], names[averaged.b])
            yield from _curve("Averaged", "averaged over the data sets", averaged.curve, pair, letters, rounding)


def _curve(
    where: str, said: str, curve: Curve, pair: tuple[str, str, int], letters: Letters, rounding: Rounding
) -> Iterator[Citable]:
    a, b, sign = pair
    of, told = letters.of_pair(a, b), f"{a} less {b} {said}"
    low, high = sorted(sign * bound for bound in curve.interval(0.95))
    difference, entangled = sign * curve.difference, sign * curve.entangled_null
    yield Citable(f"{where}Difference", rounding.text(difference), f"difference: {told}", difference, of)
    yield from interval(where, (low, high), rounding.text, f"the 95% interval: {told}", of)
    aucc = f"area under the confidence curve: {told}"
    yield Citable(f"{where}AUCC", rounding.finer.text(curve.aucc), aucc, curve.aucc, of)
    yield p_value(f"{where}P", curve.p_null, f"unadjusted p of no difference: {told}", of)
    same = f"difference of the same p: {told}"
    yield Citable(f"{where}Entangled", rounding.text(entangled), same, entangled, of)


def of_orders(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """What may be cited of the orders of one metric."""
    yield from _whole_order(analysis, letters)
    yield from _fronts(analysis, letters)
    yield from _best(analysis)
    yield from _groups(analysis, letters)
    validation = analysis.validation
    if validation is not None and validation.agreement is not None:
        told = "tau-b of the orders from test and validation scores"
        yield rounded("ValidationTau", validation.agreement.tau_b, 2, told)
        yield from _places(analysis, letters, "ValidationPlace", validation.ordered.ranking, "by validation scores")


def _whole_order(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    ordered, names = analysis.ordered, analysis.names
    if not ordered.ranking:
        return
    in_order = [names[position.algorithm] for position in ordered.ranking]
    yield Citable("Order", joined(in_order), "the algorithms in the order by tests and cost, the first the best")
    yield Citable("OrderFirst", in_order[0], "first in the order by tests and cost")
    yield whole("OrderEdges", len(ordered.edges), "pairs of which the costlier is significantly more accurate")
    yield from _places(analysis, letters, "Place", ordered.ranking, "in the order")
    yield from _costs(ordered, letters, "Cost", "averaged")
    if ordered.omnibus is not None:
        statistic = ordered.omnibus.statistic
        told = "Friedman test on what the order compares"
        yield Citable("OrderFriedmanStatistic", statistic_text(statistic), f"{told}: statistic", statistic)
        yield p_value("OrderFriedmanP", ordered.omnibus.p, f"{told}: p")


def _fronts(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    words = letters_of([front.cost for front in analysis.fronts])
    for front in analysis.fronts:
        if front.by_rank is not None:
            members = joined(analysis.names[i] for i in front.by_rank.members)
            told = f"undominated in average rank and mean {front.cost}, the cheapest first"
            yield Citable(f"Undominated{words[front.cost]}", members, told)
        yield from _means(analysis, letters, f"Mean{words[front.cost]}", front.costs, f"mean {front.cost}")
    with_scores = next((front for front in analysis.fronts if front.scores is not None), None)
    if with_scores is not None:
        told = f"mean over the data sets of the {analysis.scores.name}"
        yield from _means(analysis, letters, "MeanScore", with_scores.scores, told)


def _means(analysis: Analysis, letters: Letters, kind: str, means: FloatArray | None, told: str) -> Iterator[Citable]:
    if means is None:
        return
    rounding = rounding_of(means[None, :])
    for name, value in zip(analysis.names, means.tolist(), strict=True):
        yield Citable(kind, rounding.text(value), f"{told} of {name}", value, letters.algorithms[name])


def _best(analysis: Analysis) -> Iterator[Citable]:
    best, names = analysis.best, analysis.names
    if best is not None and best.named.best is not None:
        title = ADJUSTMENTS[best.adjustment].title
        yield Citable("NamedBest", names[best.named.best], f"who {title} lets be named best")


def _groups(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    words = distinct_words(group.name for group in analysis.groups)
    for group in analysis.groups:
        where = f"In{words[group.name]}"
        yield whole(f"Datasets{where}", len(group.datasets), f"number of data sets in {group.name}")
        if group.agreement is not None:
            told = f"tau-b of the orders on {group.name} and on all data sets"
            yield rounded(f"Tau{where}", group.agreement.tau_b, 2, told)
        yield from _places(analysis, letters, f"Place{where}", group.ordered.ranking, f"in the order on {group.name}")
        yield from _costs(group.ordered, letters, f"Cost{where}", f"averaged on {group.name}")


def _costs(ordered: Ordered, letters: Letters, kind: str, said: str) -> Iterator[Citable]:
    if ordered.average_costs is not None:
        for (name, of), cost in zip(letters.algorithms.items(), ordered.average_costs.tolist(), strict=True):
            yield rounded(kind, cost, 2, f"cost of {name}, normalized on each data set and {said}", of)


def _places(
    analysis: Analysis, letters: Letters, kind: str, ranking: Sequence[Position], said: str
) -> Iterator[Citable]:
    for place, position in enumerate(ranking, start=1):
        name = analysis.names[position.algorithm]
        yield whole(kind, place, f"place of {name} {said}", letters.algorithms[name])
