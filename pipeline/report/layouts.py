"""The layouts that one fragment holds, of which LaTeX takes the one that fits where the fragment is input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rankpress.report.panels import PAGE, Frame, Layout, lay_out, measure
from rankpress.report.table import Table

# In points: a column of a paper of two, the text of the article class, and what papers of two columns give a table*.
COLUMN_WIDTH, TEXT_WIDTH = 221.0, 345.0
WIDTHS = (COLUMN_WIDTH, 234.0, TEXT_WIDTH, 469.0, 505.0)
_COLUMN_HEIGHT = 310.0  # so that two parts of a long table go into a column
# Of a page on its side, where little is left of its height.
LANDSCAPE_WIDTHS = (550.0, 640.0)
_LANDSCAPE_HEIGHT = 320.0

# Beyond so many cells a table is laid out for one width, since it belongs into an appendix.
_MOST_CELLS = 5_000


@dataclass(frozen=True)
class Variant:
    """A layout of a table, and the width in points from which it is taken.

    Parameters
    ----------
    layout : Layout
        The layout.
    width : float
        The least width that it was made for. One that is a single tabular is measured by LaTeX instead.
    is_long : bool
        Whether it goes on over pages, with its head repeated.
    """

    layout: Layout
    width: float
    is_long: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether LaTeX can put it into a box, and see whether that fits."""
        return len(self.layout.panels) == 1 and not self.is_long


def variants(table: Table, *, decimal: bool = False, width: float | None = None) -> tuple[Variant, ...]:
    """Lay a table out for the widths of text that there are.

    Parameters
    ----------
    table : Table
        The table.
    decimal : bool
        Whether numbers are aligned at the decimal point.
    width : float or None
        The only width, in points, where it is known.

    Returns
    -------
    tuple of Variant
        Those that go on over pages first, then those of panels; of each kind the widest first. Where a table must not
        go on over pages, or need not, there are only panels; where it must, there are none.
    """
    measured = measure(table, decimal=decimal)
    widths = _widths(table) if width is None else (width,)
    panels = [] if table.long else _different(widths, lambda one: lay_out(measured, Frame(one, _height(one))))
    if not (table.long or _is_tall(lay_out(measured, Frame(max(TEXT_WIDTH, min(widths)))))):
        return tuple(panels)
    wide = [one for one in widths if one >= TEXT_WIDTH] or widths
    long = _different(wide, lambda one: lay_out(measured, Frame(one, None)))
    return (*(Variant(one.layout, one.width, is_long=True) for one in long), *panels)


def _widths(table: Table) -> Sequence[float]:
    if len(table.rows) * len(table.align) > _MOST_CELLS:
        return (TEXT_WIDTH, *(LANDSCAPE_WIDTHS if table.landscape else ()))
    return (*WIDTHS, *(LANDSCAPE_WIDTHS if table.landscape else ()))


def _height(width: float) -> float:
    if width in LANDSCAPE_WIDTHS:
        return _LANDSCAPE_HEIGHT
    return PAGE if width >= TEXT_WIDTH else _COLUMN_HEIGHT


def _is_tall(layout: Layout) -> bool:
    """Whether its rows are divided."""
    return any(panel.rows.start for panel in layout.panels)


def _different(widths: Iterable[float], lay: Callable[[float], Layout]) -> list[Variant]:
    """A layout for each width, the widest first, but only one of those that do not differ: the narrower."""
    found: list[Variant] = []
    for width in sorted(widths, reverse=True):
        layout = lay(width)
        if found and _is_alike(found[-1].layout, layout, width):
            last = found.pop()
            # of what is measured, the one for a page of text has the type and the heads that most pages have room for
            layout = last.layout if width < TEXT_WIDTH and last.is_measured else layout
        found.append(Variant(layout, width))
    return found


def _is_alike(wider: Layout, narrower: Layout, width: float) -> bool:
    """Whether both have the same panels, as many whole names, and where the text is narrow, the same lines in heads."""
    if wider.panels != narrower.panels or (_breaks_names(narrower) and not _breaks_names(wider)):
        return False
    return width >= TEXT_WIDTH or _ems(wider) == _ems(narrower)


def _breaks_names(layout: Layout) -> bool:
    return any(column.is_broken for column in layout.columns)


def _ems(layout: Layout) -> list[float]:
    return [round(column.width / layout.type.em, 3) for column in layout.columns]
