"""How figures look, and in which forms they are written, as the spec has it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from rankpress.catalog.kinds import VENUES
from rankpress.core.latex import latex_escape
from rankpress.core.written_names import set_name
from rankpress.spec.plot_sections import FiguresOptions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.catalog.formats import FigureForm
    from rankpress.figures.style import Style


WITHOUT_VENUE = {"column": 3.25, "text": 5.5}  # inches; narrower than those of most venues


def style_of(options: FiguresOptions, width: Literal["column", "text"] | float | None = None) -> Style:
    """Return the style of a figure whose own width, if it has one, is not that of all."""
    from rankpress.figures.style import PAPER, Style  # loads matplotlib, which reports without figures do without

    requested = width or options.width or "text"
    style = PAPER
    if options.venue is not None:
        style = Style.for_venue(VENUES[options.venue], "text" if requested == "text" else "column")
    if not isinstance(requested, str):
        style = style.with_width(requested)
    elif options.venue is None:
        style = style.with_width(WITHOUT_VENUE[requested])
    size = style.font_size if options.font_size is None else options.font_size
    return replace(style, font_size=size, transparent=options.transparent)


def other_forms(
    figure: Figure,
    also: Collection[FigureForm],
    dpi: int = 300,
    calling: str = "",
    written: Mapping[str, str] = MappingProxyType({}),
) -> Mapping[str, bytes]:
    """Return the figure in the forms that were requested next to PDF and SVG, by the suffix of their files.

    What authors write in LaTeX is by the names as they are drawn.
    """
    # What it is called stands where no drawing shows it: in a comment, or among the file's metadata.
    forms = {}
    if "png" in also:  # loaded here is what draws, which figures of earlier builds do without
        from rankpress.figures.output import to_png

        forms["png"] = to_png(figure, dpi=dpi, description=calling)
    if "pgf" in also:
        from rankpress.figures.pgf import to_pgf

        forms["pgf"] = to_pgf(figure, escape=partial(_set_by_tex, written), comment=calling)
    return forms


def dark_forms(draw: partial[Figure], also: Collection[FigureForm], name: str, dpi: int) -> Mapping[str, bytes]:
    """Draw a figure again for dark slides where that was requested; by the suffix of their files."""
    if "dark" not in also:
        return {}
    from rankpress.figures.output import to_png, to_svg

    figure = draw(style=draw.keywords["style"].darkened())
    svg = {"dark.svg": to_svg(figure, salt=f"{name}-dark")}
    return {**svg, "dark.png": to_png(figure, dpi=dpi)} if "png" in also else svg


def _set_by_tex(written: Mapping[str, str], text: str) -> str:
    return set_name(written[text], latex_escape) if text in written else latex_escape(text)
