"""One model of a table, built once and set in every format, so that the formats cannot disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rankpress.display import Displayed
from rankpress.naming import key_of

Mark = Literal["bold", "underline", "significant", "muted"]
Alignment = Literal["left", "right", "center"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: what is printed, what it stands for, and how it is marked.

    Parameters
    ----------
    text : str
        As printed, unescaped; each format escapes it once.
    value : float, int, str or None
        The unrounded value for CSV; "" where there is none, None where the text is all there is.
    marks : frozenset of Mark
        How it is set off; each format has its own way of showing a mark.
    span : int
        Columns it covers, for heads over several columns.
    detail : str
        The end of `text` where it may be set smaller and aligned by itself: a rank in parentheses, an interval.
    detail_value : float, tuple of float or None
        What the detail stands for, where CSV gives it a column of its own, or several: the ends of an interval.
    """

    text: str
    value: float | int | str | None = None
    marks: frozenset[Mark] = frozenset()
    span: int = 1
    detail: str = ""
    detail_value: float | tuple[float, ...] | None = None

    @property
    def body(self) -> str:
        """The text without its detail."""
        return self.text.removesuffix(self.detail).rstrip() if self.detail else self.text

    @property
    def name(self) -> str:
        """What it names, as the files and the spec do, whatever the label: its value where that is a text."""
        return key_of(self.value if isinstance(self.value, str) and self.value else self.text)


@dataclass(frozen=True)
class Table(Displayed):
    """A table of a report.

    Parameters
    ----------
    name : str
        File name without suffix and last part of the label, such as ``accuracy-scores``.
    metric : str
        The metric it belongs to; empty where it is of all metrics together.
    title : str
        A short heading.
    caption : str
        What the table shows: test, adjustment, level, number of data sets.
    head : tuple of rows of cells
        One row, or two where columns are spanned.
    rows : tuple of rows of cells
        The body; the first cell of a row names it.
    align : tuple of Alignment
        One a column.
    footer : int
        How many of the last rows sum up the others (average ranks) and are ruled off.
    notes : tuple of str
        What the marks mean, and caveats.
    in_pdf : bool
        Whether report.pdf and report.tex print it; very long tables are left to HTML, CSV and their own fragment.
    kind : str
        Which of the tables of a metric it is: "scores", "average-ranks", ...
    stub : int
        How many of the first columns name a row, and stand before every part of a wide table that is split.
    unit : int
        How many columns stay together where it is.
    columns : tuple of str
        Names of the columns in CSV; the last row of the head where empty.
    detail : str
        What the details of its cells are, such as "rank", where CSV gives them columns of their own.
    detail_parts : tuple of str
        Where a detail has several values, what each is: "from", "to" of an interval.
    long : bool
        Whether LaTeX may break it over pages, with its head repeated.
    landscape : bool
        Whether it stands on a page turned on its side, where it is printed.
    p_values : str
        What its p-values are, such as "exploratory", which CSV says in a column of its own; empty where nobody says.
    calling : str
        A sentence on its p-values or tests for whoever begins to read: a caption ends with it, and where a table goes
        on over pages it heads each of them; a fragment of LaTeX, whose caption is a paper's own, has it below.
    """

    name: str
    metric: str
    title: str
    caption: str
    head: tuple[tuple[Cell, ...], ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: tuple[Alignment, ...]
    footer: int = 0
    notes: tuple[str, ...] = ()
    in_pdf: bool = True
    kind: str = ""
    stub: int = 1
    unit: int = 1
    columns: tuple[str, ...] = ()
    detail: str = ""
    detail_parts: tuple[str, ...] = ()
    long: bool = False
    landscape: bool = False
    p_values: str = ""
    calling: str = ""

    @property
    def label(self) -> str:
        """The LaTeX label."""
        return f"tab:{self.name}"

    @property
    def called_caption(self) -> str:
        """The caption, and what the table is called."""
        return " ".join(filter(None, (self.caption, self.calling)))

    @property
    def is_of_texts(self) -> bool:
        """Whether all its columns are texts, which may be broken into lines to fit beside each other."""
        return len(self.align) > 2 and all(align == "left" for align in self.align)
