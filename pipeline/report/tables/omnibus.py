"""The table of omnibus tests: whether the algorithms differ at all, over the data sets."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.numbers import df_text, fixed, level_text, p_phrase, statistic_text
from rankpress.report.sphericity import corrections
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import P_ROUNDED, alike, head_row, named, p_value, right, scope, statistic
from rankpress.slugs import slug
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.wording import joined

# Where the form without correction for ties was printed.
_PUBLISHED = {
    "friedman": "demsar2006",
    "iman-davenport": "demsar2006",
    "skillings-mack": "skillings1981",
    "durbin": "durbin1951",
}


# Those that rank, on each data set or all differences together, and so have ties to correct for.
_RANKING_TESTS = ("friedman", "iman-davenport", "skillings-mack", "durbin", "aligned-ranks", "quade")


def title_of(name: str) -> str:
    """A test at the head of a row."""
    title = OMNIBUS[name].title
    return title[:1].upper() + title[1:]


def omnibus_table(analysis: Analysis) -> Table | None:
    """Build the table of omnibus tests.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where there was none. A column has the exact p-values, where there are any; corrections for want of
        sphericity have rows of their own.
    """
    tests = analysis.tested.omnibus
    if not tests:
        return None
    exact = any("exact_p" in test.details for test in tests.values())
    columns = ("Test", "Statistic", "df", "p", *(("Exact p",) if exact else ()))
    uncorrected = any(test.uncorrected is not None for test in tests.values())
    over = (*(named("") for _ in columns), named("Without correction for ties", span=2))
    forms = ("Statistic", "p") if uncorrected else ()
    return Table(
        name=f"{slug(analysis.scores.name)}-omnibus",
        metric=analysis.scores.name,
        kind="omnibus",
        title=f"Tests of any difference by {analysis.scores.name}",
        caption=(
            f"Tests of the hypothesis that all algorithms {alike(analysis)}: {scope(analysis)}."
            + (" Mauchly's test is of sphericity." if any(_has_mauchly(test) for test in tests.values()) else "")
        ),
        head=(*((over,) if uncorrected else ()), head_row(*columns, *forms)),
        rows=tuple(
            (*cells, *(_uncorrected(of) if uncorrected else ()))
            for name, test in tests.items()
            for cells, of in _rows(name, test, exact)
        ),
        align=("left", *right(len(columns) + len(forms) - 1)),
        notes=tuple(_notes(analysis)),
        columns=(*columns, *(f"{form} uncorrected" for form in forms)),
    )


def _rows(name: str, test: OmnibusTest, exact: bool) -> Iterator[tuple[tuple[Cell, ...], OmnibusTest | None]]:
    """The test, and what goes with an analysis of variance; with each the test whose uncorrected form it has."""
    exact_p = (p_value(test.details["exact_p"]) if "exact_p" in test.details else Cell(""),) if exact else ()
    yield (
        (named(title_of(name)), statistic(test.statistic), named(df_text(test.df)), p_value(test.p), *exact_p),
        test,
    )
    blank = (Cell(""),) if exact else ()
    for title, epsilon, p in corrections(test):
        df = ", ".join(fixed(epsilon * one, 2) for one in test.df)
        yield (named(f"{title} correction"), statistic(test.statistic), named(df), p_value(p), *blank), None
    details = test.details
    if _has_mauchly(test):
        chi2, degrees = statistic(details["mauchly_chi2"]), named(df_text(details["mauchly_df"]))
        yield (named("Mauchly's test of sphericity"), chi2, degrees, p_value(details["mauchly_p"]), *blank), None


def _has_mauchly(test: OmnibusTest) -> bool:
    return not math.isnan(test.details.get("mauchly_p", math.nan))


def _uncorrected(test: OmnibusTest | None) -> tuple[Cell, ...]:
    plain = None if test is None else test.uncorrected
    return (Cell(""), Cell("")) if plain is None else (statistic(plain.statistic), p_value(plain.p))


def _notes(analysis: Analysis) -> list[str]:
    reasons = {
        f"{title_of(name)}: {reason}."
        for name, test in analysis.tested.omnibus.items()
        for reason in (test.why, test.uncorrected.why if test.uncorrected else "")
        if reason
    }
    return [
        *_on_ties(analysis),
        *_on_exact_p(analysis),
        *_on_sphericity(analysis),
        *_f_of_durbin(analysis),
        *sorted(reasons),
        P_ROUNDED,
    ]


def _on_ties(analysis: Analysis) -> Iterator[str]:
    tests = analysis.tested.omnibus
    published = [_PUBLISHED[name] for name in tests if name in _PUBLISHED]
    without = (
        f"; without correction they are those of {joined(map(cite, dict.fromkeys(published)))}" if published else ""
    )
    if analysis.ranking.ranks is None:
        yield f"Ties are not known from average ranks, so that statistics cannot be corrected for them{without}."
    else:
        by_ranks = [f"the {OMNIBUS[name].title}" for name in tests if name in _RANKING_TESTS]
        if by_ranks:
            yield f"Corrected for ties, as common software gives them: the statistics of {joined(by_ranks)}{without}."


def _on_exact_p(analysis: Analysis) -> Iterator[str]:
    if any("exact_p" in test.details for test in analysis.tested.omnibus.values()):
        yield "Exact p: over all orders of the ranks of each data set, ties as they stand; the statistics share it."


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
    df = df_text((details["f_df1"], details["f_df2"]))
    return [f"Durbin test in its F form: {statistic_text(details['f'])}, df {df}, {p_phrase(details['f_p'])}."]
