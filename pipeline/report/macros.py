r"""macros.tex: a \newcommand for every number that a paper's text may cite, so that none is typed by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rankpress.analysis import Analysis
from rankpress.report.effects_macros import effects_macros
from rankpress.report.escaping import comment_text, latex_escape
from rankpress.report.macro_names import alphabetical, camel, distinct_words, hash_letters
from rankpress.report.numbers import (
    Rounding,
    df_text,
    fixed,
    level_text,
    p_text,
    probability_text,
    rank_text,
    small_level_text,
    statistic_text,
)
from rankpress.report.order_macros import order_macros
from rankpress.report.sphericity import corrections
from rankpress.report.tables.curves import difference_rounding
from rankpress.report.tables.wins import won_and_tied
from rankpress.stats.curves import Curve
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted

PREFIX = "rp"
# Curves of more pairs on more data sets than this are left to results.json: TeX has to read all of them.
MOST_CURVES = 4_000


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its name without the backslash, its text unescaped, and what it says, for the comment beside it."""

    name: str
    text: str
    meaning: str


@dataclass(frozen=True)
class _Namer:
    """Names of the macros of one metric."""

    metric: str
    algorithms: Mapping[str, str]
    datasets: Mapping[str, str]

    def of(self, kind: str, *names: str) -> str:
        return f"{PREFIX}{self.metric}{kind}" + "".join(self.algorithms[name] for name in names)

    def of_pair(self, kind: str, a: str, b: str) -> str:
        return f"{PREFIX}{self.metric}{kind}{self.algorithms[a]}Vs{self.algorithms[b]}"


def macros(analyses: Sequence[Analysis]) -> tuple[Macro, ...]:
    """Make the macros of a report.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.

    Returns
    -------
    tuple of Macro
        No two of a name. A pair's macros name the alphabetically first algorithm first, whichever ranks better.
    """
    metrics = distinct_words(analysis.scores.name for analysis in analyses)
    found = [macro for analysis in analyses for macro in _of_metric(analysis, metrics[analysis.scores.name])]
    counts = Counter(macro.name for macro in found)
    return tuple(
        macro if counts[macro.name] == 1 else replace(macro, name=macro.name + hash_letters(macro.meaning))
        for macro in found
    )


def macros_tex(analyses: Sequence[Analysis], *, stamp: str) -> str:
    """The text of macros.tex.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.
    stamp : str
        What the first line, a comment, says of where it comes from.

    Returns
    -------
    str
        ASCII.
    """
    lines = [
        f"% {comment_text(stamp)}",
        "% For the preamble: the numbers of the report, each under a name of its own.",
    ]
    lines += [
        rf"\newcommand{{\{macro.name}}}{{{latex_escape(macro.text)}}}% {comment_text(macro.meaning)}"
        for macro in macros(analyses)
    ]
    return "\n".join(lines) + "\n"


def _of_metric(analysis: Analysis, metric: str) -> Iterator[Macro]:
    namer = _Namer(metric, distinct_words(analysis.names), distinct_words(analysis.scores.datasets))
    yield from _sizes(analysis, namer)
    yield from _ranks(analysis, namer)
    yield from _omnibus(analysis, namer)
    yield from _critical_differences(analysis, namer)
    yield from _comparisons(analysis, namer)
    yield from (Macro(*told) for told in effects_macros(analysis, namer.of, namer.of_pair))
    yield from _bayes(analysis, namer)
    yield from (Macro(*told) for told in order_macros(analysis, namer.of))
    yield from _curves(analysis, namer)


def _sizes(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    scores = analysis.scores
    yield Macro(namer.of("Datasets"), str(scores.n_datasets), "number of data sets")
    yield Macro(namer.of("Algorithms"), str(len(scores.algorithms)), "number of algorithms")
    yield Macro(namer.of("Alpha"), level_text(analysis.adjusted.alpha), "level of significance")
    yield from _attempts(analysis, namer)


def _attempts(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    attempts = analysis.multiplicity.over
    if attempts is None:
        return
    each = f"{counted(attempts.tests, 'comparison')} and {counted(attempts.tuning_runs, 'tuning run')}"
    level = level_text(attempts.alpha)
    yield Macro(namer.of("Comparisons"), str(attempts.tests), "number of comparisons over the data sets")
    yield Macro(namer.of("TuningRuns"), str(attempts.tuning_runs), "number of tuning runs")
    yield Macro(
        namer.of("ExpectedErrors"),
        fixed(attempts.expected_errors, 1),
        f"errors to expect of {each} at level {level} where no algorithms differ",
    )
    yield Macro(
        namer.of("ChanceOfAnyError"),
        probability_text(attempts.chance_of_any_error),
        f"chance of at least one of them, if {each} are independent",
    )
    yield Macro(
        namer.of("LevelForFamily"),
        small_level_text(attempts.level_for_family),
        f"level of each that keeps that chance at {level}",
    )


def _ranks(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    names, ranking = analysis.names, analysis.ranking
    yield Macro(namer.of("Best"), " and ".join(names[i] for i in ranking.best), "algorithm of the best average rank")
    for at, rank in zip(range(len(names)), ranking.average.tolist(), strict=True):
        yield Macro(namer.of("Rank", names[at]), rank_text(rank), f"average rank of {names[at]}")
    if ranking.ranks is None:
        return
    won, tied = won_and_tied(ranking.ranks)
    for at, name in enumerate(names):
        yield Macro(namer.of("Wins", name), str(won[at].sum()), f"wins of {name} over all others together")
        yield Macro(namer.of("Ties", name), str(tied[at].sum()), f"ties of {name}")
        yield Macro(namer.of("Losses", name), str(won[:, at].sum()), f"losses of {name}")


def _omnibus(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    for name, test in analysis.tested.omnibus.items():
        title = OMNIBUS[name].title
        for kind, one in (("", test), ("Uncorrected", test.uncorrected)):
            if one is None:
                continue
            said = f"{title}{', not corrected for ties' if kind else ''}"
            yield Macro(namer.of(f"{camel(name)}{kind}Statistic"), statistic_text(one.statistic), f"{said}: statistic")
            yield Macro(namer.of(f"{camel(name)}{kind}P"), p_text(one.p), f"{said}: p")
        for which, df in zip(("One", "Two") if len(test.df) > 1 else ("",), test.df, strict=False):
            yield Macro(namer.of(f"{camel(name)}Df{which}"), df_text(df), f"{title}: degrees of freedom")
        if "exact_p" in test.details:
            yield Macro(namer.of(f"{camel(name)}ExactP"), p_text(test.details["exact_p"]), f"{title}: exact p")
        yield from _sphericity(test, namer, title)


def _sphericity(test: OmnibusTest, namer: _Namer, title: str) -> Iterator[Macro]:
    """Mauchly's test, and p of the analysis of variance corrected for want of sphericity."""
    details = test.details
    if "mauchly_w" not in details:
        return
    yield Macro(namer.of("MauchlyW"), fixed(details["mauchly_w"], 3), "Mauchly's test of sphericity: W")
    yield Macro(namer.of("MauchlyP"), p_text(details["mauchly_p"]), "Mauchly's test of sphericity: p")
    for corrected, epsilon, p in corrections(test):
        word = corrected.replace("-", "")
        yield Macro(namer.of(f"{word}Epsilon"), fixed(epsilon, 3), f"epsilon of {corrected}")
        yield Macro(namer.of(f"{word}P"), p_text(p), f"{title}: p corrected after {corrected}")


def _critical_differences(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    for name, found in analysis.adjusted.critical_difference.items():
        title = ADJUSTMENTS[name].title
        yield Macro(namer.of(f"CD{camel(name)}"), fixed(found.cd, 2), f"critical difference of average ranks, {title}")
        yield Macro(namer.of(f"Q{camel(name)}"), fixed(found.q, 3), f"the same in standard errors, {title}")


def _comparisons(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    over, names = analysis.tested.over, analysis.names
    if over is None:
        return
    signed = PAIRWISE[over.procedure].uses == "average-ranks"
    methods = [(camel(name), ADJUSTMENTS[name].title, p.tolist()) for name, p in analysis.adjusted.p.items()]
    differences, p, statistics = over.difference.tolist(), over.p.tolist(), over.statistic.tolist()
    for at, (first, second) in enumerate(over.pairs.tolist()):
        a, b, sign = alphabetical(names[first], names[second])
        pair = f"{a} and {b}"
        yield Macro(
            namer.of_pair("Difference", a, b),
            fixed(sign * differences[at], 2),
            f"average rank of {a} less that of {b}",
        )
        yield Macro(
            namer.of_pair("Statistic", a, b),
            statistic_text(sign * statistics[at] if signed else statistics[at]),
            f"statistic of {pair}" if signed else f"statistic of {names[first]} against {names[second]}",
        )
        yield Macro(namer.of_pair("P", a, b), p_text(p[at]), f"unadjusted p of {pair}")
        for word, title, adjusted in methods:
            yield Macro(namer.of_pair(f"P{word}", a, b), p_text(adjusted[at]), f"p of {pair}, {title}")
        if over.wins is not None:
            wins, ties, losses = over.wins[at].tolist()[::sign]
            yield Macro(namer.of_pair("Wins", a, b), str(wins), f"data sets on which {a} is better than {b}")
            yield Macro(namer.of_pair("Ties", a, b), str(ties), f"data sets on which {a} and {b} tie")
            yield Macro(namer.of_pair("Losses", a, b), str(losses), f"data sets on which {a} is worse than {b}")


def _bayes(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    bayesian, names = analysis.bayesian, analysis.names
    if bayesian is None or bayesian.over is None:
        return
    yield Macro(namer.of("Rope"), level_text(bayesian.rope), "differences up to this are practically equivalent")
    for at, (first, second) in enumerate(bayesian.pairs.tolist()):
        a, b, sign = alphabetical(names[first], names[second])
        posterior = (bayesian.over.p_first[at], bayesian.over.p_equal[at], bayesian.over.p_second[at])
        meanings = (f"{a} is better than {b}", f"{a} and {b} are equivalent", f"{a} is worse than {b}")
        for kind, p, meaning in zip(("Better", "Equal", "Worse"), posterior[::sign], meanings, strict=True):
            macro = namer.of_pair(f"Posterior{kind}", a, b)
            yield Macro(macro, probability_text(float(p)), f"posterior probability that {meaning}")


def _curves(analysis: Analysis, namer: _Namer) -> Iterator[Macro]:
    curves, names = analysis.tested.curves, analysis.names
    if not 0 < len(curves) <= MOST_CURVES:
        return
    rounding = difference_rounding(curves)
    finer = Rounding(rounding.decimals + 1, rounding.scientific)
    found: list[tuple[str, str, int, int, Curve]] = [
        (f"On{namer.datasets[one.dataset]}", f"on {one.dataset}", one.a, one.b, one.curve) for one in curves
    ]
    found += [
        ("Averaged", "averaged over the data sets", one.a, one.b, one.curve) for one in analysis.tested.averaged_curves
    ]
    for where, said, first, second, curve in found:
        a, b, sign = alphabetical(names[first], names[second])
        low, high = sorted(sign * bound for bound in curve.interval(0.95))
        told = {
            "Difference": (rounding.text(sign * curve.difference), "difference"),
            "Low": (rounding.text(low), "lower bound of the 95% interval"),
            "High": (rounding.text(high), "upper bound of the 95% interval"),
            "AUCC": (finer.text(curve.aucc), "area under the confidence curve"),
            "P": (p_text(curve.p_null), "unadjusted p of no difference"),
            "Entangled": (rounding.text(sign * curve.entangled_null), "difference of the same p"),
        }
        for kind, (text, meaning) in told.items():
            yield Macro(namer.of_pair(f"{where}{kind}", a, b), text, f"{meaning}: {a} less {b} {said}")
