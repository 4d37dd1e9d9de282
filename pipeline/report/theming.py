"""A theme as report.pdf takes it: rules of a style sheet, font files in memory, fonts to measure widths by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rankpress.report.fonts import Faces, own_faces
from rankpress.report.sheets import Sheets
from rankpress.spec.theme_reading import ReadTheme

_FIGURE = 0.9  # of a page's height that a figure takes at most: its caption has to stay with it
_MARGIN = 0.81  # size of the print in the margins, in sizes of the text


@dataclass(frozen=True)
class ThemeView:
    """A theme; ``theme.css.j2`` lists what its parts are."""

    page: str
    turned: str
    margins: str
    text: float
    tables: float
    small: float
    margin: float
    figure: str
    colours: tuple[tuple[str, str], ...]
    muted: str
    fonts: tuple[tuple[str, str], ...]


def theme_view(read: ReadTheme) -> ThemeView:
    """Return a theme as the template of its style sheet takes it."""
    theme = read.theme
    width, height = theme.page
    sizes, margins, colours = theme.sizes, theme.margins, theme.colours
    return ThemeView(
        page=f"{width:g}mm {height:g}mm",
        turned=f"{height:g}mm {width:g}mm" if theme.is_upright else f"{width:g}mm {height:g}mm",
        margins=" ".join(f"{margin:g}mm" for margin in (margins.top, margins.right, margins.bottom, margins.left)),
        text=sizes.text,
        tables=sizes.tables,
        small=sizes.tables - 1,
        margin=round(_MARGIN * sizes.text, 1),
        figure=f"{_FIGURE * (height - margins.top - margins.bottom):.4g}mm",
        colours=tuple(colours.model_dump().items()),
        muted=colours.muted,
        fonts=tuple((key, _address(key)) for key in read.fonts),
    )


def held_fonts(read: ReadTheme) -> dict[str, bytes]:
    """Return the font files of a theme by the addresses that its style sheet gives them."""
    return {_address(key): content for key, content in read.fonts.items()}


def sheets(read: ReadTheme) -> Sheets:
    """Return how tables are set on the pages of a theme."""
    return Sheets(read.theme, faces(read.fonts))


def faces(fonts: Mapping[str, bytes]) -> Faces:
    """Return the fonts of a theme, and behind them those that rankpress brings along."""
    return own_faces().behind(fonts["regular"], fonts["bold"]) if fonts else own_faces()


def _address(key: str) -> str:
    return f"memory:{key}.font"
