"""The tables of an analysis as pandas data frames, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankpress.report.exploratory import is_exploratory, table_called
from rankpress.report.tables import build_tables

if TYPE_CHECKING:
    from pandas import DataFrame

    from rankpress.analysis import Analysis
    from rankpress.report.table import Table


def data_frames(analysis: Analysis) -> dict[str, DataFrame]:
    """Every table of an analysis as a data frame, unrounded.

    Parameters
    ----------
    analysis : Analysis
        One metric, as `rankpress.analyse` returns it.

    Returns
    -------
    dict of str to pandas.DataFrame
        By name of the table, such as ``accuracy-adjusted-p``; the columns that name a row are the index. Of an
        exploratory study ``attrs["p_values"]`` says so where there are p-values.
    """
    tables = (table_called(table) if is_exploratory([analysis]) else table for table in build_tables(analysis))
    return {table.name: _frame(table) for table in tables}


def _frame(table: Table) -> DataFrame:
    from pandas import DataFrame

    names = list(table.columns) or [cell.text for cell in table.head[-1]]
    rows = [[cell.body if cell.value is None else cell.value for cell in row] for row in table.rows]
    frame = DataFrame(rows, columns=names).set_index(names[: table.stub])
    if table.p_values:
        frame.attrs["p_values"] = table.p_values
    return frame
