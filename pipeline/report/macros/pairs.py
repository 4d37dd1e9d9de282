"""What a text may cite of pairs of algorithms over the data sets: tests, wins, posteriors and effect sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rankpress.analysis import Analysis
from rankpress.report.macros.citable import Citable, Letters, interval, p_value, probability, rounded, whole
from rankpress.report.macros.names import alphabetical, camel
from rankpress.report.numbers import Rounding, fixed, percent_text, probability_text, statistic_text
from rankpress.report.tables.effects import effect_roundings
from rankpress.stats.calibration import bayes_factor_bound, error_probability_bound
from rankpress.stats.effects_table import EFFECTS
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.posterior import Posterior

Wanted = Callable[[int, int], bool]


def tests_of_pairs(analysis: Analysis, letters: Letters, wanted: Wanted) -> Iterator[Citable]:
    """What tests and posteriors say of pairs of algorithms over the data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    letters : Letters
        For its names.
    wanted : callable
        Says of two algorithms, by their places, whether the pair is wanted.

    Yields
    ------
    Citable
        A pair is that of the alphabetically first algorithm with the other, whichever ranks better.
    """
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
    """The posterior probabilities of a pair, over the data sets or on one of them.

    Parameters
    ----------
    where, said : str
        The data set in letters and in words, or nothing.
    posterior : Posterior
        The probabilities.
    at : int
        Row of the pair there.
    pair : (str, str, int)
        Its names in alphabetical order, and -1 where that turned them round.
    letters : Letters
        For them.

    Yields
    ------
    Citable
    """
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
