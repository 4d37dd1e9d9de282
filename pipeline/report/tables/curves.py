"""The tables of confidence curves: differences with the areas under their curves, and all that a curve tells."""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.numbers import Rounding, df_text, rounding_of
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import MOST_CELLS, head_row, is_printable, named, number, p_value, right
from rankpress.slugs import slug
from rankpress.stats.curves import ConfidenceCurve
from rankpress.test import PairCurve
from rankpress.wording import counted


def aucc_table(analysis: Analysis) -> Table | None:
    """Build the table of differences and areas under the confidence curves, laid out as Table 3 of Berrar (2017).

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a data set, two columns a pair; None where there are no curves, or far too many.
    """
    curves = {(one.dataset, one.a, one.b): one.curve for one in analysis.tested.curves}
    if not curves or 2 * len(curves) > MOST_CELLS:
        return None
    pairs = list(dict.fromkeys((one.a, one.b) for one in analysis.tested.curves))
    datasets = list(dict.fromkeys(one.dataset for one in analysis.tested.curves))
    rounding = difference_rounding(analysis.tested.curves)
    rows = [
        (named(dataset), *(cell for pair in pairs for cell in _pair(curves.get((dataset, *pair)), rounding)))
        for dataset in datasets
    ]
    titles = [f"{analysis.names[a]} \N{MINUS SIGN} {analysis.names[b]}" for a, b in pairs]
    return Table(
        name=f"{slug(analysis.scores.name)}-aucc",
        metric=analysis.scores.name,
        kind="aucc",
        title=f"Differences in {analysis.scores.name} on each data set",
        caption=f"Difference in {analysis.scores.name} and area under its confidence curve (AUCC).",
        head=(
            (named(""), *(named(title, span=2) for title in titles)),
            head_row("Data set", *["Difference", "AUCC"] * len(pairs)),
        ),
        rows=tuple(rows),
        align=("left", *right(2 * len(pairs))),
        notes=(
            "The AUCC is exact for Student's t: the nearer to 0, the more precise the estimate of the difference.",
            f"Rounded {rounding.statement}.",
        ),
        in_pdf=is_printable(len(rows), 2 * len(pairs)),
        unit=2,
        columns=("Data set", *(column for title in titles for column in (title, f"{title} AUCC"))),
    )


def difference_rounding(curves: tuple[PairCurve, ...]) -> Rounding:
    """Choose how differences are rounded, from their sizes and standard errors."""
    sizes = [(abs(one.curve.difference), one.curve.standard_error) for one in curves]
    return rounding_of(np.array(sizes, dtype=np.float64))


def _pair(curve: ConfidenceCurve | None, rounding: Rounding) -> tuple[Cell, Cell]:
    if curve is None:
        return number(np.nan, ""), number(np.nan, "")
    return _score(curve.difference, rounding), _score(curve.aucc, rounding)


def _score(value: float, rounding: Rounding) -> Cell:
    return number(value, rounding.text(value))


def curves_table(analysis: Analysis) -> Table | None:
    """Build the table of all that the confidence curves tell: estimates, intervals, areas.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a curve; None where there are none, or far too many.
    """
    curves, names = analysis.tested.curves, analysis.names
    head = ("Data set", "a", "b", "Difference", "SE", "df", "From", "To", "AUCC", "AUCC normal", "p of 0")
    if not curves or len(curves) * len(head) > MOST_CELLS:
        return None
    rounding = difference_rounding(curves)
    return Table(
        name=f"{slug(analysis.scores.name)}-curves",
        metric=analysis.scores.name,
        kind="curves",
        title=f"Estimates and intervals of differences in {analysis.scores.name}",
        caption=f"{counted(len(curves), 'confidence curve')}: the score of a less that of b, with its 95% interval.",
        head=(head_row(*head),),
        rows=tuple((*head_row(one.dataset, names[one.a], names[one.b]), *_told(one.curve, rounding)) for one in curves),
        align=("left", "left", "left", *right(len(head) - 3)),
        notes=(
            "By the corrected resampled t; SE is the standard error. p of 0 is that of no difference, unadjusted.",
            "AUCC is exact for Student's t; AUCC normal, its limit for many folds, is the form of Berrar (2017).",
        ),
        stub=3,
        in_pdf=is_printable(len(curves), len(head)),
    )


def _told(curve: ConfidenceCurve, rounding: Rounding) -> tuple[Cell, ...]:
    low, high = curve.interval(0.95)
    finer = Rounding(rounding.decimals + 1, rounding.scientific)
    return (
        _score(curve.difference, rounding),
        _score(curve.standard_error, finer),
        Cell(df_text(curve.df), curve.df),
        _score(low, rounding),
        _score(high, rounding),
        _score(curve.aucc, finer),
        _score(curve.aucc_normal, finer),
        p_value(curve.p_null),
    )
