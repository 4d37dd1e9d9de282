"""The table of tests of all algorithms within the data sets, over their test examples."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.report.numbers import df_text
from rankpress.report.table import Table
from rankpress.report.tables.cells import (
    count,
    head_row,
    named,
    p_value,
    right,
    significance_note,
    statistic,
)
from rankpress.slugs import slug
from rankpress.wording import counted


def within_omnibus_table(analysis: Analysis) -> Table | None:
    """Build the table of Cochran's Q tests.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a data set; None where there were no such tests.
    """
    tests = analysis.tested.within_omnibus
    if not tests:
        return None
    alpha = analysis.adjusted.alpha
    examples = {
        dataset: outcomes.n
        for dataset, outcomes in zip(analysis.scores.datasets, analysis.scores.outcomes, strict=True)
        if outcomes is not None
    }
    reasons = sorted({test.why for test in tests.values() if test.why})
    return Table(
        name=f"{slug(analysis.scores.name)}-within-omnibus",
        metric=analysis.scores.name,
        kind="within-omnibus",
        title=f"Tests of any difference within the data sets by {analysis.scores.name}",
        caption=(
            f"Cochran's Q test of the hypothesis that all algorithms have the same accuracy, over the test examples of"
            f" {counted(len(tests), 'data set')}. No p-value is adjusted."
        ),
        head=(head_row("Data set", "Examples", "Algorithms", "Q", "df", "p"),),
        rows=tuple(
            (
                named(dataset),
                count(examples[dataset]),
                count(int(test.df[0]) + 1),
                statistic(test.statistic),
                named(df_text(test.df)),
                p_value(test.p, alpha),
            )
            for dataset, test in tests.items()
        ),
        align=("left", *right(5)),
        notes=(significance_note(alpha, "unadjusted p-values"), *(f"A dash: {why}." for why in reasons)),
    )
