"""The macros of a study, its algorithms, its settings and its robustness analyses."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.faults import counted, joined
from rankpress.core.latex import latex_escape, set_marks
from rankpress.core.numbers import (
    INFINITY,
    MINUS,
    MISSING,
    df_text,
    expected_text,
    fixed,
    level_text,
    percent_text,
    probability_text,
    rank_text,
    small_level_text,
    statistic_text,
)
from rankpress.robustness.power import PairPower, Powered
from rankpress.stages.test import Attempts
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.replicability import Replicability
from rankpress.topics.macro_names import Citable, Letters, Macro, camel, interval, p_value, rounded, whole
from rankpress.topics.power import by_procedure, own_power, power_bounds, rounding_of_smallest, sizes_text
from rankpress.topics.ranks import corrections
from rankpress.topics.scores import won_and_tied
from rankpress.topics.variants import WORD, needed_wins


def of_power(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """The power of the pairs that were simulated, by the procedure that decides groups."""
    powered = analysis.powered
    if powered is None or not powered.each:
        return
    yield Citable("PowerTarget", level_text(powered.target), "the power that is wanted", powered.target)
    yield whole("PowerDraws", powered.draws, "simulated studies at each number of data sets and each difference")
    for effect, word in zip(powered.effects, _words(powered), strict=True):
        yield Citable(f"PowerEffect{word}", level_text(effect), "a difference worth having", effect)
    for one in powered.each:
        a, b = analysis.names[one.a], analysis.names[one.b]
        yield from _of_pair(powered, one, f"{a} and {b}", letters.of_pair(a, b))


def _words(powered: Powered) -> list[str]:
    """What tells differences apart in names, which have no digits."""
    if len(powered.effects) == 1:
        return [""]
    return [chr(ord("A") + place) if place < 26 else f"Z{'z' * (place - 25)}" for place in range(len(powered.effects))]


def _of_pair(powered: Powered, one: PairPower, pair: str, of: str) -> Iterator[Citable]:
    at = powered.deciding
    how = by_procedure(powered, powered.procedures[at])
    for place, word in enumerate(_words(powered)):
        about = f"a difference of {level_text(powered.effects[place])} of {pair}"
        power, *ends = power_bounds(powered, own_power(powered, one, place, at))
        said = f"power on {counted(powered.own, 'data set')} for {about}, {how}"
        yield Citable(f"Power{word}", fixed(power, 2), said, power, of)
        yield from interval(f"Power{word}", (ends[0], ends[1]), lambda value: fixed(value, 2), said, of)
        needed = one.by_size[place].needed[at]
        known = math.ceil(needed.at) if math.isfinite(needed.at) else None
        said = f"data sets that {about} needs for a power of {level_text(powered.target)}, {how}"
        yield Citable(f"DatasetsNeeded{word}", sizes_text(powered, needed.at), said, known, of)
    smallest = one.by_difference.smallest[at]
    if math.isfinite(smallest.at):
        text = rounding_of_smallest(powered).text
        said = f"smallest difference of {pair} found with a power of {level_text(powered.target)} here, {how}"
        yield Citable("SmallestDifference", text(smallest.at), said, smallest.at, of)
        yield from interval("SmallestDifference", (smallest.low, smallest.high), text, said, of)


def of_replicability(analysis: Analysis) -> Iterator[Citable]:
    """What may be cited of the draws, at the bias of the tables; nothing where there are none."""
    found = analysis.replicated
    if found is None or not found.each:
        return
    at = found.tabled
    bias = f"bias {found.table_bias:g}"
    yield whole("Draws", found.draws, "draws of data sets at each bias")
    yield whole("DrawnDatasets", found.size, "data sets in a draw")
    for name, one in at.alone.items():
        yield from _measures(camel(name), one, f"{PAIRWISE[name].title}, all pairs, {bias}")
    for name, one in at.omnibus.items():
        yield from _measures(camel(name), one, f"{OMNIBUS[name].title}, {bias}")
    for name, (mean, _) in at.rejected.items():
        meaning = f"pairs that a draw separates on average, {ADJUSTMENTS[name].title}, {bias}"
        yield rounded(f"DrawnSeparated{camel(name)}", mean, 2, meaning)


def _measures(word: str, one: Replicability, told: str) -> Iterator[Citable]:
    share = float(one.rejections.mean()) / one.n
    yield rounded(f"DrawnRejections{word}", share, 3, f"share of draws that reject, {told}")
    yield replace(rounded(f"DrawnAverageP{word}", float(one.average_p.mean()), 3, f"average p, {told}"), is_p=True)
    yield rounded(f"DrawnRp{word}", float(one.of_p.mean()), 2, f"R(p), {told}")
    yield rounded(f"DrawnRe{word}", float(one.of_outcomes.mean()), 2, f"R(e), {told}")


def of_study(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """What may be cited of a metric besides its pairs of algorithms and its single data sets."""
    yield from _sizes(analysis)
    yield from _attempts(analysis)
    yield from _ranks(analysis, letters)
    yield from _omnibus(analysis)
    yield from _critical_differences(analysis)
    yield from _separated(analysis)
    yield from _concordance(analysis)
    yield from _stability(analysis)
    yield from of_replicability(analysis)
    yield from of_power(analysis, letters)
    if analysis.bayesian is not None:
        rope = analysis.bayesian.rope
        yield Citable("Rope", level_text(rope), "differences up to this are practically equivalent", rope)


def _sizes(analysis: Analysis) -> Iterator[Citable]:
    scores, missing = analysis.scores, analysis.scores.missing
    yield whole("Datasets", scores.n_datasets, "number of data sets")
    yield whole("Algorithms", len(scores.algorithms), "number of algorithms")
    yield Citable("Alpha", level_text(analysis.adjusted.alpha), "level of significance", analysis.adjusted.alpha)
    yield whole("DroppedDatasets", len(missing.dropped_datasets), "data sets left out for missing results")
    yield whole("DroppedAlgorithms", len(missing.dropped_algorithms), "algorithms left out for missing results")
    yield whole("Gaps", len(missing.gaps), "results that are missing, of all that the files name")


def _attempts(analysis: Analysis) -> Iterator[Citable]:
    over, within = analysis.multiplicity.over, analysis.multiplicity.within
    if over is not None:
        yield whole("Comparisons", over.tests, "number of comparisons over the data sets")
        yield whole("TuningRuns", over.tuning_runs, "number of tuning runs")
        tuned = counted(over.tuning_runs, "tuning run")
        yield from _errors("", over, f"{counted(over.tests, 'comparison')} and {tuned}")
    if within is not None:
        yield whole("WithinTests", within.tests, "number of tests within the data sets")
        tuned = counted(within.tuning_runs, "tuning run")
        yield from _errors("Within", within, f"{counted(within.tests, 'test')} within data sets and {tuned}")
    for needed in needed_wins(analysis):
        if needed.wins:
            kind = f"CriticalWinsOf{camel(str(needed.n_datasets))}"
            yield whole(kind, needed.wins, f"wins that the sign test takes on {needed.n_datasets} data sets")


def _errors(kind: str, attempts: Attempts, each: str) -> Iterator[Citable]:
    level, chance, family = attempts.alpha, attempts.chance_of_any_error, attempts.level_for_family
    expected = f"errors to expect of {each} at level {level_text(level)} where no algorithms differ"
    number = attempts.expected_errors
    yield Citable(f"{kind}ExpectedErrors", expected_text(number), expected, number)
    told = f"chance of at least one of them, if {each} are independent"
    yield Citable(f"{kind}ChanceOfAnyError", probability_text(chance), told, chance)
    told = f"level of each that keeps that chance at {level_text(level)}"
    yield Citable(f"{kind}LevelForFamily", small_level_text(family), told, family)


def _ranks(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    names, ranking = analysis.names, analysis.ranking
    average = ranking.average.tolist()
    yield from _leaders(analysis)
    for name, rank in zip(names, average, strict=True):
        yield Citable("Rank", rank_text(rank), f"average rank of {name}", rank, letters.algorithms[name])
    if ranking.ranks is None:
        return
    won, tied = won_and_tied(ranking.ranks)
    for at, name in enumerate(names):
        of = letters.algorithms[name]
        yield whole("Wins", int(won[at].sum()), f"wins of {name} over all others together", of)
        yield whole("Ties", int(tied[at].sum()), f"ties of {name}", of)
        yield whole("Losses", int(won[:, at].sum()), f"losses of {name}", of)


def _leaders(analysis: Analysis) -> Iterator[Citable]:
    """Who has the best average rank, who follows and who is last, with their ranks."""
    names, average = analysis.names, analysis.ranking.average.tolist()
    places = sorted(set(average))
    for kind, place in (("Best", 0), ("Second", 1), ("Last", -1)):
        if place < len(places):
            rank = places[place]
            there = [names[i] for i in analysis.ranking.best_first if average[i] == rank]
            said = f"{'second ' if place == 1 else ''}{'worst' if place < 0 else 'best'} average rank"
            yield Citable(kind, joined(there), f"algorithm of the {said}")
            yield Citable(f"{kind}Rank", rank_text(rank), said, rank)


def _omnibus(analysis: Analysis) -> Iterator[Citable]:
    for name, test in analysis.tested.omnibus.items():
        title = OMNIBUS[name].title
        yield from omnibus_test(camel(name), test, title)
        if test.uncorrected is not None:
            said, kind = f"{title}, not corrected for ties", f"{camel(name)}Uncorrected"
            yield _statistic(kind, test.uncorrected, said)
            yield p_value(f"{kind}P", test.uncorrected.p, f"{said}: p")
            yield _sentence(kind, test.uncorrected, said)
        if "exact_p" in test.details:
            yield p_value(f"{camel(name)}ExactP", test.details["exact_p"], f"{title}: exact p")
        yield from _sphericity(test, title)


def omnibus_test(kind: str, test: OmnibusTest, title: str) -> Iterator[Citable]:
    """A test of all algorithms at once: statistic, p, degrees of freedom, and all of them as a sentence gives them."""
    yield _statistic(kind, test, title)
    yield p_value(f"{kind}P", test.p, f"{title}: p")
    for which, df in zip(("One", "Two") if len(test.df) > 1 else ("",), test.df, strict=False):
        yield Citable(f"{kind}Df{which}", df_text(df), f"{title}: degrees of freedom", df)
    yield _sentence(kind, test, title)


def _statistic(kind: str, test: OmnibusTest, said: str) -> Citable:
    return Citable(f"{kind}Statistic", statistic_text(test.statistic), f"{said}: statistic", test.statistic)


def _sentence(kind: str, test: OmnibusTest, said: str) -> Citable:
    p = p_value("", test.p, "").phrase
    known = not math.isnan(test.statistic)
    letter = "F" if len(test.df) > 1 else "χ²"
    figures = f"{letter}({df_text(test.df)}) = {statistic_text(test.statistic)}, {p}" if known else p
    return Citable(f"{kind}Phrase", "", f"{said}: statistic, degrees of freedom and p, for a sentence", phrase=figures)


def _sphericity(test: OmnibusTest, title: str) -> Iterator[Citable]:
    """Mauchly's test, and p of the analysis of variance corrected for want of sphericity."""
    details = test.details
    if "mauchly_w" not in details:
        return
    yield rounded("MauchlyW", details["mauchly_w"], 3, "Mauchly's test of sphericity: W")
    yield p_value("MauchlyP", details["mauchly_p"], "Mauchly's test of sphericity: p")
    for corrected, epsilon, p in corrections(test):
        word = corrected.replace("-", "")
        yield rounded(f"{word}Epsilon", epsilon, 3, f"epsilon of {corrected}")
        yield p_value(f"{word}P", p, f"{title}: p corrected after {corrected}")


def _critical_differences(analysis: Analysis) -> Iterator[Citable]:
    for name, found in analysis.adjusted.critical_difference.items():
        title = ADJUSTMENTS[name].title
        yield rounded(f"CD{camel(name)}", found.cd, 2, f"critical difference of average ranks, {title}")
        yield rounded(f"Q{camel(name)}", found.q, 3, f"the same in standard errors, {title}")


def _separated(analysis: Analysis) -> Iterator[Citable]:
    """How many pairs each adjustment separates, and its groups."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None:
        return
    for name, p in adjusted.p.items():
        word, title = camel(name), ADJUSTMENTS[name].title
        apart = p <= adjusted.alpha
        yield whole(f"Separated{word}", int(apart.sum()), f"pairs that differ significantly, {title}")
        yield whole(f"Together{word}", int((~apart).sum()), f"pairs that do not differ significantly, {title}")
        if name in adjusted.groups:
            yield whole(f"Groups{word}", len(adjusted.groups[name]), f"groups in which no pair differs, {title}")
        yield from _near_best(analysis, over.pairs[~apart].tolist(), name)


def _near_best(analysis: Analysis, together: Sequence[Sequence[int]], adjustment: str) -> Iterator[Citable]:
    """Who is not separated from the best average rank, where one algorithm has it and was compared with all others."""
    names, ranking, control = analysis.names, analysis.ranking, analysis.tested.control
    word, title = camel(adjustment), ADJUSTMENTS[adjustment].title
    if len(ranking.best) > 1 or control not in (None, ranking.best[0]):
        return
    best = ranking.best[0]
    near = {i for pair in together if best in pair for i in pair} - {best}
    told = f"not significantly different from the best average rank, {title}"
    others = [names[i] for i in ranking.best_first if i in near]
    yield whole(f"NearBest{word}", len(near), f"number of algorithms {told}")
    yield Citable(f"NamesNearBest{word}", joined(others or ["none"]), f"algorithms {told}")
    yield Citable(f"BestGroup{word}", joined([names[best], *others]), f"the best average rank and those {told}")


def _concordance(analysis: Analysis) -> Iterator[Citable]:
    found = None if analysis.estimated is None else analysis.estimated.concordance
    if found is None:
        return
    yield rounded("KendallW", found.estimate, 2, "Kendall's W")
    told = f"the {percent_text(found.level)} interval of Kendall's W"
    yield from interval("KendallW", (found.low, found.high), lambda bound: fixed(bound, 2), told)


def _stability(analysis: Analysis) -> Iterator[Citable]:
    """How many conclusions hang on a choice of the study, and whether who leads does."""
    found = analysis.sensitivity
    if found is None or not found.variations:
        return
    conclusions, leader = found.conclusions, found.leader
    yield whole("Variations", len(found.variations), "variations of the study that were examined")
    yield whole("Conclusions", len(conclusions), "conclusions that were held against them")
    yield whole("FragileConclusions", len(found.fragile), "conclusions that some variation turns over")
    yield whole("StableConclusions", len(conclusions) - len(found.fragile), "conclusions that stand under all")
    if leader is None or not leader.tried:
        return
    yield whole("LeaderStands", leader.stands, "variations under which the best average rank is the same algorithm's")
    yield whole("LeaderTried", leader.tried, "variations that leave that algorithm in")
    share, told = leader.share, f"{leader.stands} of {counted(leader.tried, 'variation')}"
    yield Citable("LeaderStability", percent_text(round(share, 3)), "the share of the former in the latter", share)
    yield Citable("LeaderStabilityPhrase", told, "the same for a sentence")
    if leader.fewest is not None:
        number = len(leader.fewest.datasets)
        yield whole("LeaderFewestDatasets", number, "data sets that change who leads when they are left out")


# Words in mathematics are set upright, with their blanks; in text as they are.
WORDS = r"\newcommand{\rpWords}[1]{\ifmmode\mbox{#1}\else#1\fi}"

# A sign in braces stays a sign, whatever stands before it in a formula.
_SIGNS = {
    MINUS: "{-}",
    INFINITY: r"\infty",
    MISSING: r"\mbox{\textendash}",
    "χ²": r"\chi^{2}",
    ", ": r",\ ",
    f"{WORD} ": rf"\mbox{{{WORD} }}",
}
_SPECIAL = re.compile(rf"e({MINUS}?)(\d+)|[<>{MINUS}{INFINITY}{MISSING}]|χ²|, |{WORD} ")


def macro_latex(macro: Macro) -> str:
    r"""Set the text of a macro."""
    if macro.form == "words":
        return rf"\rpWords{{{set_marks(macro.text, latex_escape)}}}"
    if macro.form == "formula":
        return rf"\ensuremath{{{_SPECIAL.sub(_sign, macro.text)}}}"
    return _SPECIAL.sub(_in_text, macro.text).replace("%", r"\%")


def _in_text(found: re.Match[str]) -> str:
    return found[0] if found[0] == ", " else rf"\ensuremath{{{_sign(found)}}}"


def _sign(found: re.Match[str]) -> str:
    if found[2]:
        return rf"{{}}\times10^{{{'-' if found[1] else ''}{found[2]}}}"
    return _SIGNS.get(found[0], found[0])


def of_protocol(analyses: Sequence[Analysis]) -> Iterator[Citable]:
    """What may be cited of a study whatever its metrics."""
    protocol = next((one.protocol for one in analyses), None)
    if protocol is None:
        return
    yield Citable("ProtocolKind", protocol.kind or "not said", "kind of study, as its authors say")
    yield whole("ProtocolItems", len(protocol.items), "number of items of the protocol")
    yield whole(
        "ProtocolUnsaid", len(protocol.unsaid), "items of the protocol that are not said, as a whole or in part"
    )
    yield whole("ProtocolPitfalls", len(protocol.pitfalls), "items of the protocol that have a pitfall")
