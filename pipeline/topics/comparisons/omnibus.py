"""The tests of all algorithms at once: table, sentences, facts and results; part of the topic tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import OMNIBUS
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, stated, whole
from rankpress.core.table import Cell, Table
from rankpress.stats.friedman import UNKNOWN_TIES
from rankpress.stats.procedures import OmnibusTest
from rankpress.topics.facts import (
    DF,
    NONE,
    OF_TEST,
    STATISTIC,
    Fact,
    OfTest,
    Subject,
    Subjects,
    camel,
    decimals,
    p_unit,
)
from rankpress.topics.phrases import (
    before_p,
    head_row,
    is_exploratory,
    named,
    p_value,
    right,
    scope_of_metric,
    separation,
    statistic,
)
from rankpress.topics.topic import Axes, Rows
from rankpress.wording.names import name_people
from rankpress.wording.numbers import (
    df_text,
    fixed,
    level_text,
    p_phrase,
    p_text,
    statistic_in_sentence,
    statistic_text,
)
from rankpress.wording.text import Prose, dataset_named, join, joined, mathematics, say

if TYPE_CHECKING:
    from rankpress.spec.model import Study


@dataclass(frozen=True)
class Read:
    """An omnibus test as the report reads it."""

    title: str  # the test
    test: OmnibusTest  # the form whose p is known: corrected for ties, or else not
    corrected: bool  # whether it is the former
    alpha: float  # the study's level
    exact_p: float | None  # the exact p, where there is one; it decides, whatever the approximate one says
    exploratory: bool  # whether p is to be called so

    @property
    def deciding_p(self) -> float:
        """The p-value that decides; nan where none is known."""
        return self.test.deciding_p

    @property
    def rejects(self) -> bool | None:
        """Whether the test rejects at the study's level; None where no p is known."""
        return None if math.isnan(self.deciding_p) else self.deciding_p <= self.alpha

    @property
    def approximation_misleads(self) -> bool:
        """Whether the approximate p is on the other side of the level than the exact one."""
        p = self.test.p
        return self.exact_p is not None and not math.isnan(p) and (p <= self.alpha) != (self.exact_p <= self.alpha)

    @property
    def distribution(self) -> str:
        """The distribution that approximates that of its statistic."""
        return "F" if len(self.test.df) == 2 else "\N{GREEK SMALL LETTER CHI}\N{SUPERSCRIPT TWO}"

    @property
    def statistic(self) -> Prose:
        """Statistic with degrees of freedom; empty where it is undefined or infinite."""
        value, df = self.test.statistic, df_text(self.test.df)
        if math.isnan(value):
            return ""
        in_sentence, tex = statistic_in_sentence(value), "F" if self.distribution == "F" else r"\chi^{2}"
        return mathematics(f"{tex}({df}) = {in_sentence}", f"{self.distribution}({df}) = {in_sentence}")

    @property
    def p(self) -> Prose:
        """The p-value that decides."""
        word = "exploratory " if self.exploratory else ""
        exact, phrase = "" if self.exact_p is None else "exact ", p_phrase(self.deciding_p, self.alpha)
        return say("{}{}{}", word, exact, mathematics(phrase, phrase))

    @property
    def figures(self) -> Prose:
        """Statistic with degrees of freedom, and p."""
        texts = [text for text in (self.statistic, self.p) if text]
        return say("{}{}", join(texts, ", "), "" if self.corrected else ", not corrected for ties")


def read_omnibus(analysis: Analysis) -> list[Read]:
    """Read the omnibus tests of a metric."""
    alpha, exploratory, read = analysis.adjusted.alpha, is_exploratory([analysis]), []
    for name, test in analysis.tested.omnibus.items():
        decisive, exact_p = test.known, test.details.get("exact_p")
        read.append(Read(OMNIBUS[name].title, decisive, decisive is test, alpha, exact_p, exploratory=exploratory))
    return read


def any_rejects(analysis: Analysis) -> bool:
    """Return whether some omnibus test rejects, or there was none that could."""
    verdicts = [read.rejects for read in read_omnibus(analysis) if read.rejects is not None]
    return any(verdicts) or not verdicts


def _null_hypothesis(analysis: Analysis) -> str:
    """Return what the omnibus tests suppose of all algorithms, as far as they have it in common."""
    of_scores = any(OMNIBUS[name].uses == "scores" for name in analysis.tested.omnibus)
    return "perform equally well" if of_scores else "have equal expected ranks"


_TITLES = {"greenhouse_geisser": "Greenhouse-Geisser", "huynh_feldt": "Huynh-Feldt"}
for _title in _TITLES.values():
    name_people(_title)


def corrections(test: OmnibusTest) -> tuple[tuple[str, float, float], ...]:
    """The corrections of a test for lack of sphericity: title, epsilon, p; none for tests that do not assume it."""
    return tuple(
        (title, test.details[f"{name}_epsilon"], test.details[f"{name}_p"])
        for name, title in _TITLES.items()
        if f"{name}_p" in test.details
    )


def _omnibus_rows(study: Study, _names: Sequence[str], _datasets: Sequence[str]) -> Iterator[str]:
    yield from (OMNIBUS[name].heading for name in study.test.omnibus if name in OMNIBUS)
    if "rm-anova" in study.test.omnibus:
        yield from ("Greenhouse-Geisser correction", "Huynh-Feldt correction", "Mauchly's test of sphericity")


@Axes(Rows("tests", _omnibus_rows), ("Statistic", "df", "p", "Exact p", "Without correction for ties"))
def omnibus_table(analysis: Analysis) -> Table | None:
    """Build the table of omnibus tests."""
    tests = analysis.tested.omnibus
    if not tests:
        return None
    exact = any("exact_p" in test.details for test in tests.values())
    columns = ("Test", "Statistic", "df", "p", *(("Exact p",) if exact else ()))
    uncorrected = any(map(_depends_on_ties, tests.values()))
    over = (*(named("") for _ in columns), named("Without correction for ties", span=2))
    forms = ("Statistic", "p") if uncorrected else ()
    p = partial(p_value, alpha=analysis.adjusted.alpha, marked=False)
    rows = tuple(
        (*cells, *(_uncorrected(of, p) if uncorrected else ()))
        for name, test in tests.items()
        for cells, of in _rows(name, test, p, exact=exact)
    )
    return Table(
        title=say("Tests of any difference by {}", analysis.metric),
        caption=say(
            "Tests of the hypothesis that all algorithms {}: {}.{}",
            _null_hypothesis(analysis),
            scope_of_metric(analysis),
            " Mauchly's test is of sphericity." if any(_has_mauchly(test) for test in tests.values()) else "",
        ),
        head=(*((over,) if uncorrected else ()), head_row(*columns, *forms)),
        rows=rows,
        align=("left", *right(len(columns) + len(forms) - 1)),
        notes=tuple(_omnibus_notes(analysis)),
        columns=(*columns, *(f"{form} uncorrected" for form in forms)),
        # the sentence above has all figures of tests without further ones
        in_pdf=uncorrected or len(rows) > len(tests) or any(test.why for test in tests.values()),
    )


def _rows(
    name: str, test: OmnibusTest, p_cell: Callable[[float], Cell], *, exact: bool
) -> Iterator[tuple[tuple[Cell, ...], OmnibusTest | None]]:
    """Yield the test, and what goes with an analysis of variance; with each the test whose uncorrected form it has."""
    exact_p = (p_cell(test.details["exact_p"]) if "exact_p" in test.details else Cell(""),) if exact else ()
    yield (
        (named(OMNIBUS[name].heading), statistic(test.statistic), named(df_text(test.df)), p_cell(test.p), *exact_p),
        test,
    )
    blank = (Cell(""),) if exact else ()
    for title, epsilon, p in corrections(test):
        df = ", ".join(fixed(epsilon * df, 2) for df in test.df)
        yield (named(f"{title} correction"), statistic(test.statistic), named(df), p_cell(p), *blank), None
    details = test.details
    if _has_mauchly(test):
        chi2, degrees = statistic(details["mauchly_chi2"]), named(df_text(details["mauchly_df"]))
        yield (named("Mauchly's test of sphericity"), chi2, degrees, p_cell(details["mauchly_p"]), *blank), None


def _depends_on_ties(test: OmnibusTest) -> bool:
    """Return whether the test has another statistic without correction for ties, or it alone is known."""
    if test.uncorrected is None:
        return False
    plain, corrected = test.uncorrected.statistic, test.statistic
    return not (math.isclose(plain, corrected) or (math.isnan(plain) and math.isnan(corrected)))


def _has_mauchly(test: OmnibusTest) -> bool:
    return not math.isnan(test.details.get("mauchly_p", math.nan))


def _uncorrected(test: OmnibusTest | None, p_cell: Callable[[float], Cell]) -> tuple[Cell, ...]:
    plain = None if test is None else test.uncorrected
    return (Cell(""), Cell("")) if plain is None else (statistic(plain.statistic), p_cell(plain.p))


def _omnibus_notes(analysis: Analysis) -> list[Prose]:
    reasons = {
        f"{OMNIBUS[name].heading}: {reason}."
        for name, test in analysis.tested.omnibus.items()
        for reason in (test.why, test.uncorrected.why if test.uncorrected else "")
        if reason and reason != UNKNOWN_TIES  # which a note on all of them says
    }
    return [
        *_on_ties(analysis),
        *([_EXACT_P] if any("exact_p" in test.details for test in analysis.tested.omnibus.values()) else []),
        *_on_sphericity(analysis),
        *_f_of_durbin(analysis),
        *sorted(reasons),
    ]


def _on_ties(analysis: Analysis) -> Iterator[Prose]:
    tests = analysis.tested.omnibus
    published = dict.fromkeys(OMNIBUS[name].uncorrected for name in tests)
    depend = any(map(_depends_on_ties, tests.values()))
    sources = [cite(source) for source in published if source and depend]
    without = say("; the last columns give the uncorrected statistics of {}", joined(sources)) if sources else ""
    if analysis.ranking.ranks is None:
        yield say("Average ranks do not show ties, so that statistics are not corrected for them.")
    else:
        if depend and any(not OMNIBUS[name].of_means for name in tests):
            yield say("Statistics of ranks are corrected for ties{}.", without)


_EXACT_P = "Exact p: over all orders of the ranks of each data set, given the ties; the statistics share it."


def _on_sphericity(analysis: Analysis) -> Iterator[str]:
    for test in analysis.tested.omnibus.values():
        epsilons = [f"{fixed(epsilon, 3)} ({title})" for title, epsilon, _ in corrections(test)]
        w = test.details.get("mauchly_w", math.nan)
        if epsilons:
            if not math.isnan(w):
                alpha = analysis.adjusted.alpha
                rejected = "rejected" if test.details["mauchly_p"] <= alpha else "not rejected"
                yield (
                    "Mauchly's row tests whether the differences of all pairs vary alike (sphericity), which the"
                    f" analysis of variance assumes, and not whether algorithms differ: W is {fixed(w, 3)}, its p is by"
                    " Box's second-order expansion about the chi-squared distribution, and sphericity is"
                    f" {rejected} at level {level_text(alpha)}."
                )
            yield f"Degrees of freedom are corrected by the factors {joined(epsilons)}."


def _f_of_durbin(analysis: Analysis) -> list[str]:
    """Conover's F form of Durbin's test, which is closer than chi-squared where data sets are few."""
    details = analysis.tested.omnibus["durbin"].details if "durbin" in analysis.tested.omnibus else {}
    if math.isnan(details.get("f", math.nan)):
        return []
    df, alpha = df_text((details["f_df1"], details["f_df2"])), analysis.adjusted.alpha
    return [f"Durbin test in its F form: {statistic_text(details['f'])}, df {df}, {p_phrase(details['f_p'], alpha)}."]


def omnibus_in_words(analysis: Analysis) -> Iterator[Prose]:
    """Say whether the algorithms differ at all, and by which tests."""
    tests = read_omnibus(analysis)
    if is_exploratory([analysis]):
        form = "An exploratory analysis tested whether the algorithms differ in {} ({})."
        decided = [replace(test, exploratory=False) for test in tests if test.rejects is not None]
        yield from [say(form, analysis.metric, _evidence(decided))] if decided else []
        return
    for_, against = ([test for test in tests if test.rejects is verdict] for verdict in (True, False))
    if for_:
        rest = say(", but not according to every test ({})", _evidence(against)) if against else ""
        yield say("The algorithms differ significantly in {} ({}){}.", analysis.metric, _evidence(for_), rest)
    elif against:
        yield say("The algorithms do not differ significantly in {} ({}).", analysis.metric, _evidence(against))


def _evidence(tests: Sequence[Read]) -> Prose:
    """Return tests with their figures; an exact p that they share stands once, behind all."""
    exact = {test.exact_p for test in tests}
    if len(tests) < 2 or len(exact) > 1 or None in exact:
        return join((say("{}, {}", test.title, test.figures) for test in tests), "; ")
    with_statistic = [test for test in tests if test.statistic] or [tests[0]]
    if len(with_statistic) == 1:
        return say("{}, {}", with_statistic[0].title, with_statistic[0].figures)
    return join([*(say("{}, {}", test.title, test.statistic) for test in with_statistic), with_statistic[0].p], "; ")


def _misleading(tests: Sequence[Read]) -> Iterator[str]:
    """Say which approximations come to another verdict than the exact p, which decides."""
    misleading = [test for test in tests if test.approximation_misleads]
    if not misleading:
        return
    first = misleading[0]
    if first.exact_p is None:
        raise ValueError("an approximation misleads only next to an exact p")
    word = "exploratory " if first.exploratory else ""
    names = joined([test.distribution for test in misleading])
    values = joined([p_text(test.test.p, test.alpha) for test in misleading])
    approximations = "approximation gives" if len(misleading) == 1 else "approximations give"
    yield f"The {word}exact p ({p_text(first.exact_p, first.alpha)}) decides; the {names} {approximations} {values}."


def omnibus_findings(analysis: Analysis) -> Iterator[Prose]:
    """Say what the omnibus tests found, which could not be made, and what corrects them for lack of sphericity."""
    read = read_omnibus(analysis)
    yield from (
        f"The {omnibus.title} could not be made: {omnibus.test.why}." for omnibus in read if omnibus.rejects is None
    )
    yield from omnibus_in_words(analysis)
    yield from _misleading(read)
    for omnibus in read:
        yield from _sphericity(omnibus.test, analysis.adjusted.alpha, before_p([analysis]))


def omnibus_verdicts(analysis: Analysis) -> Iterator[Prose]:
    """Say what may not be concluded where no omnibus test rejects, or where one does and no pair is distinguished."""
    if not any_rejects(analysis):
        form = (
            "No omnibus test rejects the hypothesis that all algorithms {}; pairs are then usually not compared"
            " further, and no conclusion about single pairs should be drawn ({})."
        )
        yield say(form, _null_hypothesis(analysis), cite("demsar2006"))
    separated = separation(analysis)
    if any_rejects(analysis) and analysis.tested.omnibus and separated is not None and not separated.separated:
        alone = separated.number == 1 or analysis.adjusted.deciding == UNADJUSTED
        adjusted = "" if alone else ", and p-values of pairs are adjusted for their number"
        yield (
            f"The hypothesis that all algorithms {_null_hypothesis(analysis)} is rejected, although no pairwise"
            f" difference is significant: omnibus and pairwise tests need not agree{adjusted}."
        )


def omnibus_reminders(analysis: Analysis) -> Iterator[Prose]:
    """Say what the omnibus tests approximate and assume."""
    n, k = analysis.scores.n_datasets, len(analysis.algorithms)
    if "skillings-mack" in analysis.tested.omnibus:
        yield "The chi-squared distribution of the Skillings-Mack statistic is an approximation for many data sets."
    friedman = analysis.tested.omnibus.get("friedman")
    if friedman is not None and "exact_p" not in friedman.details and (n <= 10 or k <= 5):
        form = (
            "The chi-squared distribution of Friedman's statistic is an approximation, meant for more than about 10"
            " data sets and 5 algorithms ({}); this study has {} and {}."
        )
        yield say(form, cite("demsar2006"), n, k)
    yield from _assumptions(analysis)


_ASSUMPTIONS = {
    "aligned-ranks": "Aligned ranks take differences on different data sets to be comparable in size.",
    "quade": "Quade's test takes the ranges of the scores on different data sets to be comparable in size.",
}


def _sphericity(test: OmnibusTest, alpha: float, mark: str) -> Iterator[str]:
    """Say p, with a mark in front, with the corrections of an analysis of variance, and whether they are called for."""
    corrected = [
        f"{mark}{p_phrase(p, alpha)} after {title} (epsilon {fixed(epsilon, 2)})"
        for title, epsilon, p in corrections(test)
    ]
    if corrected:
        yield f"Corrected for lack of sphericity, {joined(corrected)}."
    w = test.details.get("mauchly_w", math.nan)
    if not math.isnan(w):
        p = test.details["mauchly_p"]
        verdict = f"{'rejects' if p <= alpha else 'does not reject'} it at level {level_text(alpha)}"
        yield f"Mauchly's test of sphericity gives W = {fixed(w, 3)} and {mark}{p_phrase(p, alpha)}, and {verdict}."
    elif corrected:
        yield f"{test.why}."


def _assumptions(analysis: Analysis) -> Iterator[Prose]:
    """Say what the tests of scores assume."""
    tests = analysis.tested.omnibus
    yield from (_ASSUMPTIONS[name] for name in tests if name in _ASSUMPTIONS)
    if "rm-anova" in tests:
        yield say(
            "The analysis of variance takes scores to be normal around the sum of what the data set and what the"
            " algorithm adds, and differences of any two algorithms to vary alike (sphericity); {} doubts both of"
            " algorithms on data sets. The corrections allow for the second.",
            cite("demsar2006"),
        )


def _facts_of_test(key: str, test: OmnibusTest, title: Prose, alpha: float, on: Subject = NONE) -> Iterator[Fact]:
    """State a test of all algorithms at once: statistic, p, degrees of freedom, and all of them for a sentence."""
    unit = p_unit(alpha)
    yield Fact(f"{key}Statistic", test.statistic, STATISTIC, say("{}: statistic", title), NONE, on)
    if "exact_p" in test.details:  # which decides
        yield Fact(
            f"{key}P", test.details["exact_p"], p_unit(alpha, word="exact "), say("{}: exact p", title), NONE, on
        )
        yield Fact(f"{key}ApproximateP", test.p, unit, say("{}: approximate p", title), NONE, on)
    else:
        yield Fact(f"{key}P", test.p, unit, say("{}: p", title), NONE, on)
    for which, df in zip(("One", "Two") if len(test.df) > 1 else ("",), test.df, strict=False):
        yield Fact(f"{key}Df{which}", df, DF, say("{}: degrees of freedom", title), NONE, on)
    yield _sentence(key, test, title, alpha, on)


def _sentence(key: str, test: OmnibusTest, title: Prose, alpha: float, on: Subject = NONE) -> Fact:
    """State the figures of a test as sentences of the report do, with the exact p where there is one."""
    exact_p, letter = test.details.get("exact_p"), "F" if len(test.df) > 1 else "χ²"
    before, p = "", p_phrase(test.p, alpha) if exact_p is None else f"exact {p_phrase(exact_p, alpha)}"
    if not math.isnan(test.statistic):
        before = f"{letter}({df_text(test.df)}) = {statistic_in_sentence(test.statistic)}, "
    meaning = say("{}: statistic, degrees of freedom and p, for a sentence", title)
    return Fact(f"{key}Phrase", OfTest(before, p), OF_TEST, meaning, NONE, on)


def facts_of_omnibus(about: Subjects) -> Iterator[Fact]:
    """State the tests over the data sets."""
    for name, test in about.analysis.tested.omnibus.items():
        yield from _facts_of_test_over(camel(name), test, OMNIBUS[name].title, about.analysis.adjusted.alpha)


def facts_of_cochran(about: Subjects) -> Iterator[Fact]:
    """State the tests of all algorithms on single data sets."""
    alpha = about.analysis.adjusted.alpha
    for dataset, test in about.analysis.tested.within_omnibus.items():
        if about.datasets(dataset):
            title = say("Cochran's Q on {}", dataset_named(dataset))
            yield from _facts_of_test("Cochran", test, title, alpha, about.on(dataset))


def _facts_of_test_over(key: str, test: OmnibusTest, title: str, alpha: float) -> Iterator[Fact]:
    """Yield a test over the data sets, without its correction for ties, and with those for a lack of sphericity."""
    unit, decisive = p_unit(alpha), test.known
    yield from _facts_of_test(key, decisive, title if decisive is test else f"{title}, not corrected for ties", alpha)
    if test.uncorrected is not None:
        uncorrected = f"{title}, not corrected for ties"
        yield Fact(f"{key}UncorrectedStatistic", test.uncorrected.statistic, STATISTIC, f"{uncorrected}: statistic")
        yield Fact(f"{key}UncorrectedP", test.uncorrected.p, unit, f"{uncorrected}: p")
        yield _sentence(f"{key}Uncorrected", test.uncorrected, uncorrected, alpha)
    if "mauchly_w" in test.details:
        yield Fact("MauchlyW", test.details["mauchly_w"], decimals(3), "Mauchly's test of sphericity: W")
        yield Fact("MauchlyP", test.details["mauchly_p"], unit, "Mauchly's test of sphericity: p")
        for correction, epsilon, p in corrections(test):
            word = correction.replace("-", "")
            yield Fact(f"{word}Epsilon", epsilon, decimals(3), f"epsilon of {correction}")
            yield Fact(f"{word}P", p, unit, f"{title}: p corrected after {correction}")


def omnibus_result(test: OmnibusTest) -> Json:
    """Return an omnibus test, with the form that is not corrected for ties where there is one."""

    def figures(test: OmnibusTest) -> Json:
        df = [whole(value) for value in test.df]
        of_test = {"statistic": test.statistic, "df": df[0] if len(df) == 1 else df, "p": test.p}
        return of_test | stated(why=test.why)

    details = {name: float(value) for name, value in test.details.items()}
    exact = {"exact_p": details.pop("exact_p")} if "exact_p" in details else {}
    decides = {"deciding_p": test.deciding_p}
    return (
        figures(test)
        | exact
        | decides
        | stated(uncorrected=test.uncorrected and figures(test.uncorrected), details=details)
    )
