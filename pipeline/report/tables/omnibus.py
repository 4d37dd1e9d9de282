"""The table of omnibus tests: whether the algorithms differ at all, over the data sets."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.report.numbers import df_text
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import head_row, named, p_value, right, scope, statistic
from rankpress.slugs import slug
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS


def omnibus_table(analysis: Analysis) -> Table | None:
    """Build the table of omnibus tests.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where there was none.
    """
    tests = analysis.tested.omnibus
    if not tests:
        return None
    return Table(
        name=f"{slug(analysis.scores.name)}-omnibus",
        metric=analysis.scores.name,
        kind="omnibus",
        title=f"Tests of any difference by {analysis.scores.name}",
        caption=f"Tests of the hypothesis that all algorithms rank alike: {scope(analysis)}.",
        head=(
            (*head_row("", "", "", ""), named("Without correction for ties", span=2)),
            head_row("Test", "Statistic", "df", "p", "Statistic", "p"),
        ),
        rows=tuple(_row(name, test) for name, test in tests.items()),
        align=("left", *right(5)),
        notes=tuple(_notes(analysis)),
        columns=("Test", "Statistic", "df", "p", "Statistic uncorrected", "p uncorrected"),
    )


def _row(name: str, test: OmnibusTest) -> tuple[Cell, ...]:
    plain = test.uncorrected
    return (
        named(OMNIBUS[name].title),
        statistic(test.statistic),
        named(df_text(test.df)),
        p_value(test.p),
        *((Cell(""), Cell("")) if plain is None else (statistic(plain.statistic), p_value(plain.p))),
    )


def _notes(analysis: Analysis) -> list[str]:
    reasons = {
        f"{OMNIBUS[name].title}: {reason}."
        for name, test in analysis.tested.omnibus.items()
        for reason in (test.why, test.uncorrected.why if test.uncorrected else "")
        if reason
    }
    corrected = "Statistics are corrected for ties, as common software gives them"
    return [f"{corrected}; without correction they are those of Demšar (2006).", *sorted(reasons)]
