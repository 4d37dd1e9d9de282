"""A table and a figure of a comparison, in the formats of a paper."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, cast

from rankpress.core.extras import lacking
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.core.requested_files import requested_path, write_requested
from rankpress.core.table import Cell, Mark, Table, cells_by_column, in_print, table_csv
from rankpress.spec.model import Study
from rankpress.wording.strings import counted
from rankpress.wording.text import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from pandas.io.formats.style import Styler

    from rankpress.core.document import Plan

PathLike = str | os.PathLike[str]
_MARKS: dict[Mark, str] = {
    "bold": "font-weight: bold",
    "underline": "text-decoration: underline",
    "muted": "color: #767676",
    "highlight": "background-color: #e6edf5",
}


class PaperTable:
    """Hold a table of a comparison, in the formats of a paper; a notebook shows it.

    Examples
    --------
    >>> from rankpress import compare
    >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
    >>> comparison.table("scores")
    <Table accuracy-scores: Scores and ranks by accuracy, 4 rows>
    """

    def __init__(self, table: Table, study: Study) -> None:
        self.content, self._study = table, study

    def to_latex(self, path: PathLike | None = None) -> str:
        r"""Return the table as a tabular of booktabs, for ``\input``; write it where a path is given.

        Parameters
        ----------
        path : path, optional
            A file to write as well.

        Returns
        -------
        str

        Examples
        --------
        >>> from rankpress import compare
        >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
        >>> print(comparison.table("scores").to_latex().splitlines()[-3])
        \bottomrule
        """
        from rankpress.report.latex_table import table_fragment

        return _written(table_fragment(self.content, stamp="rankpress", report=self._study.report), path)

    def to_html(self, path: PathLike | None = None) -> str:
        """Return the table as HTML with its style sheet; write it where a path is given.

        Parameters
        ----------
        path : path, optional
            A file to write as well.

        Returns
        -------
        str
        """
        return _written(self.content._repr_html_() or "", path)

    def to_markdown(self, path: PathLike | None = None) -> str:
        """Return the table as Markdown; write it where a path is given.

        Parameters
        ----------
        path : path, optional
            A file to write as well.

        Returns
        -------
        str

        Examples
        --------
        >>> from rankpress import compare
        >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
        >>> print(comparison.table("scores", ranks=False).to_markdown().splitlines()[2])
        | Data set | forest | knn |
        """
        from rankpress.report.markdown import table_markdown

        return _written(table_markdown(self.content), path)

    def to_csv(self, path: PathLike | None = None) -> str:
        """Return the unrounded values as CSV; write them where a path is given.

        Parameters
        ----------
        path : path, optional
            A file to write as well.

        Returns
        -------
        str
        """
        return _written(table_csv(self.content), path)

    def to_frame(self) -> DataFrame:
        """Return the unrounded values as a frame of pandas, with the rows and columns of the table.

        Examples
        --------
        >>> from rankpress import compare
        >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
        >>> comparison.table("scores", ranks=False).to_frame().shape
        (4, 2)
        """
        from rankpress.app.notebook import frame_of

        return frame_of(self.content)

    def to_styler(self) -> Styler:
        """Return the printed cells as a styled frame of pandas, marked as in the report."""
        cells, styles, heads = self._printed()
        styler = cells.style.apply(lambda _: styles, axis=None).apply_index(lambda _: heads, axis=1)
        styler = styler.format(escape="html").format_index(escape="html", axis=1)
        return styler.hide(axis="index").set_caption(escape(plain(self.content.title)))

    def to_great_tables(self) -> Any:
        """Return the printed cells as a table of the package great_tables, marked as in the report."""
        try:
            from great_tables import GT, loc, style  # type: ignore[import-not-found, unused-ignore]
        except ImportError as error:
            raise FaultsFound([lacking("to_great_tables", "this table", "great_tables", "tables")]) from error

        cells, styles, heads = self._printed()
        table = GT(cells).tab_header(plain(self.content.title))
        for column, head in zip(styles.columns, heads, strict=True):
            table = table.tab_style(style.css(head), loc.column_labels(columns=column)) if head else table
            for rule in sorted(set(styles[column])):
                rows = [row for row, css in enumerate(styles[column]) if css == rule]
                table = table.tab_style(style.css(rule), loc.body(columns=column, rows=rows))
        return table

    def _printed(self) -> tuple[DataFrame, DataFrame, list[str]]:
        """Return the cells as they are printed, and the marks of these and of the heads as CSS."""
        from pandas import DataFrame

        content = in_print(self.content)
        rows = [[plain(cell.text) for cell in cells_by_column(row)] for row in content.head]
        heads = rows[-1]
        if len(set(heads)) < len(heads):  # the same under different heads over them
            heads = [" ".join(filter(None, column)) for column in zip(*rows, strict=True)]
        cells = [[plain(cell.text) + cell.sign for cell in row] for row in content.rows]
        styles = [list(map(_css, row, content.align)) for row in content.rows]
        of_heads = ["; ".join(_marks(cell)) for cell in cells_by_column(content.head[-1])]
        return DataFrame(cells, columns=heads), DataFrame(styles, columns=heads), of_heads

    def __str__(self) -> str:
        """Return the table with its notes as text for a terminal."""
        from rankpress.report.text_table import table_text

        return table_text(self.content)

    def __repr__(self) -> str:
        """Return a line."""
        return f"<Table {self.content.name}: {plain(self.content.title)}, {counted(len(self.content.rows), 'row')}>"

    def _repr_html_(self) -> str | None:
        return self.content._repr_html_()


def _rounded_up(inches: float) -> str:
    return f"{math.ceil(100 * inches) / 100:.2f}"


class PaperFigure:
    """Hold a figure of a comparison; a notebook shows it.

    Examples
    --------
    >>> from rankpress import compare
    >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
    >>> comparison.figure("scatter")
    <Figure scatter: Accuracy of forest and knn>
    """

    def __init__(self, plan: Plan, ax: Axes | None = None) -> None:
        self._plan, self._ax = plan, ax
        if ax is not None:  # whoever gives axes shows or saves their figure
            _ = self.fig

    @cached_property
    def fig(self) -> Figure:
        """The figure of matplotlib, drawn when first requested; its size is in inches."""
        from rankpress.figures.canvas import AxesTooLow

        draw = cast("Callable[..., Figure]", self._plan.draw)
        try:
            return draw() if self._ax is None else draw(ax=self._ax)
        except AxesTooLow as low:
            place, got = f"figure {self._plan.kind}", f"{low.width:.2f} in wide and {low.height:.2f} in high"
            expected = f"at least {_rounded_up(low.needed)} in high at that width"
            remedy = "give higher or wider axes, or write no ax: the figure then is as high as it needs to be"
            raise FaultsFound([Fault(place, f"the axes are {got}", expected, remedy)]) from None

    @property
    def caption(self) -> str:
        """The caption: what the figure shows, how to read it, and the test with its level."""
        return plain(self._plan.caption)

    @property
    def alt(self) -> str:
        """The alternative text, for readers who do not see the figure."""
        return plain(self._plan.alt)

    def save(self, path: PathLike) -> None:
        """Write the figure as PDF, SVG, PNG or PGF.

        Parameters
        ----------
        path : path
            The file, whose suffix is the format.

        Raises
        ------
        FaultsFound
            No figure is written in a format of that suffix.
        """
        from rankpress.figures.output import to_pdf, to_png, to_svg
        from rankpress.figures.pgf import to_pgf

        path = requested_path(path)
        title, suffix = plain(self._plan.title), path.suffix
        forms: Mapping[str, Callable[[], bytes]] = {
            ".pdf": lambda: to_pdf(self.fig, title=title),
            ".svg": lambda: to_svg(self.fig, salt=path.stem, title=title, description=self.alt),
            ".png": lambda: to_png(self.fig),
            ".pgf": lambda: to_pgf(self.fig),
        }
        if suffix not in forms:
            raise FaultsFound([Fault(str(path), f"no figure is written as {suffix or 'a file without suffix'}",
                                     one_of(suffix, forms))])  # fmt: skip
        write_requested(path, forms[suffix]())

    def _repr_svg_(self) -> str:
        from rankpress.figures.output import to_svg

        title = plain(self._plan.title)
        return to_svg(self.fig, salt=f"rankpress-{self._plan.kind}", title=title, description=self.alt).decode()

    def __repr__(self) -> str:
        """Return a line."""
        return f"<Figure {self._plan.kind}: {plain(self._plan.title)}>"


def _css(cell: Cell, align: str) -> str:
    return "; ".join([f"text-align: {align}", *_marks(cell)])


def _marks(cell: Cell) -> list[str]:
    return [css for mark, css in _MARKS.items() if mark in cell.marks]


def _written(text: str, path: PathLike | None) -> str:
    if path is not None:
        write_requested(path, text.encode())
    return text
