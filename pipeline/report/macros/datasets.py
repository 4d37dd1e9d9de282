"""What a text may cite of single data sets: scores, ranks, places, tests, posteriors, and confidence curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.macros.citable import Citable, Letters, interval, p_value, rounded, whole
from rankpress.report.macros.names import alphabetical
from rankpress.report.macros.pairs import Wanted, posteriors
from rankpress.report.macros.study import omnibus_test
from rankpress.report.numbers import Rounding, df_text, place_text, rounding_of, roundings_by_row, statistic_text
from rankpress.report.tables.curves import difference_rounding
from rankpress.report.tables.within import within_rounding
from rankpress.stats.curves import Curve
from rankpress.stats.resampled import WithinTests
from rankpress.stats.within import WITHIN
from rankpress.within import WithinDataset

WantedDataset = Callable[[str], bool]


def of_datasets(analysis: Analysis, letters: Letters, is_wanted: WantedDataset) -> Iterator[Citable]:
    """What may be cited of algorithms on single data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    letters : Letters
        For its names.
    is_wanted : callable
        Says of a data set whether it is wanted.

    Yields
    ------
    Citable
    """
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
    """What tests and posteriors say of pairs of algorithms on single data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    letters : Letters
        For its names.
    wanted : callable
        Says of two algorithms, by their places, whether the pair is wanted.
    is_wanted : callable
        Says of a data set whether it is wanted.

    Yields
    ------
    Citable
    """
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
