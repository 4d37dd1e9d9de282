"""The tables of tests within the data sets, over their folds or their test examples."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.numbers import Rounding, df_text, rounding_of
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import (
    MOST_CELLS,
    count,
    head_row,
    named,
    number,
    p_value,
    right,
    significance_note,
    statistic,
    which_is_better,
)
from rankpress.scores import FloatArray
from rankpress.slugs import slug
from rankpress.stats.mcnemar import EXACT
from rankpress.stats.within import WITHIN
from rankpress.within import WithinDataset
from rankpress.wording import counted

_BY_CHI_SQUARED = ("mcnemar-chi2", "mcnemar-chi2-corrected")
_COUNTS = {"Examples": "n", "Only a": "only_a", "Only b": "only_b"}
_OF_FOLDS = ("Difference", "SE", "df", "Statistic", "p")
_OF_EXAMPLES = ("Examples", "Only a", "Only b", "Difference", "SE")


def within_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of tests within data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    most : int
        Cells of the largest table that is built.

    Returns
    -------
    Table or None
        A row a data set and pair; None where there are none, or far too many.
    """
    tested = analysis.tested
    n_rows = sum(len(one.pairs) for one in tested.within)
    if not n_rows or is_too_long(n_rows, most):
        return None
    return Table(
        name=f"{slug(analysis.scores.name)}-within",
        metric=analysis.scores.name,
        kind="within",
        title=f"Tests within the data sets by {analysis.scores.name}",
        caption=(
            f"{counted(n_rows, 'test')} over the {divided_into(tested.within_procedure)} of a data set by the"
            f" {WITHIN[tested.within_procedure].title}; a difference is the score of a less that of b. No p-value is"
            " adjusted."
        ),
        head=(head_row("Data set", "a", "b", *_head(tested.within_procedure)),),
        rows=tuple(_rows(analysis)),
        align=("left", "left", "left", *right(len(_head(tested.within_procedure)))),
        notes=(
            f"{which_is_better(analysis)} {significance_note(analysis.adjusted.alpha, 'unadjusted p-values')}",
            *_told_of(tested.within_procedure),
            *_reasons(tested.within),
        ),
        stub=3,
    )


def is_too_long(n_tests: int, most: int = MOST_CELLS) -> bool:
    """Whether so many tests are left to results.json."""
    return n_tests * (3 + len(_OF_FOLDS)) > most


def divided_into(procedure: str) -> str:
    """What of a data set a test within it is made over."""
    return "test examples" if WITHIN[procedure].design == "outcomes" else "folds"


def _head(procedure: str) -> tuple[str, ...]:
    if WITHIN[procedure].design != "outcomes":
        return _OF_FOLDS
    return (*_OF_EXAMPLES, "Chi-squared", "p") if procedure in _BY_CHI_SQUARED else (*_OF_EXAMPLES, "p")


def _told_of(procedure: str) -> Iterator[str]:
    if WITHIN[procedure].design == "outcomes":
        of_one = " Chi-squared has 1 degree of freedom." if procedure in _BY_CHI_SQUARED else ""
        yield f"Only a and only b: test examples on which one alone is right.{of_one}"
    if WITHIN[procedure].liberal:
        yield "These p-values take dependent folds for independent and are too small."
    if procedure == "5x2cv-t":
        yield "Difference: the mean of the ten. The statistic is made of the first of them."


def _rows(analysis: Analysis) -> Iterator[tuple[Cell, ...]]:
    names, alpha = analysis.names, analysis.adjusted.alpha
    rounding = within_rounding(analysis.tested.within)
    for one in analysis.tested.within:
        tests = one.tests
        for at, (a, b) in enumerate(one.pairs.tolist()):
            cells = {
                **{head: count(int(tests.details[key][at])) for head, key in _COUNTS.items() if key in tests.details},
                "Difference": number(tests.difference[at], rounding.text(tests.difference[at])),
                "SE": number(tests.standard_error[at], rounding.text(tests.standard_error[at])),
                "df": _degrees(tests.df, at),
                **dict.fromkeys(("Statistic", "Chi-squared"), statistic(tests.statistic[at])),
                "p": p_value(tests.p[at], alpha),
            }
            head = _head(analysis.tested.within_procedure)
            yield (named(one.dataset), named(names[a]), named(names[b]), *(cells[column] for column in head))


def within_rounding(within: tuple[WithinDataset, ...]) -> Rounding:
    """Choose how differences within data sets and their errors are rounded."""
    return rounding_of(np.abs(np.concatenate([one.tests.difference for one in within]))[None])


def _degrees(df: FloatArray | tuple[float, ...], at: int) -> Cell:
    if isinstance(df, tuple):
        return named(df_text(df))
    return Cell(df_text(float(df[at])), float(df[at]))


def _reasons(within: tuple[WithinDataset, ...]) -> list[str]:
    # the table of an exact test has no column for degrees of freedom
    reasons = {why for one in within for why in one.tests.why if why and why != EXACT}
    return [f"A dash: {why}." for why in sorted(reasons)]
