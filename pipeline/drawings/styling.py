"""How figures look, and in which forms they are written, as the spec has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from rankpress.figures.output import to_png
from rankpress.figures.style import PAPER, Style
from rankpress.spec.figures_section import FiguresOptions

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def style_of(options: FiguresOptions, width: Literal["column", "text"] | float | None = None) -> Style:
    """The style of a figure whose own width, if it has one, is not that of all."""
    wanted = options.width if width is None else width
    return PAPER.with_width(wanted) if isinstance(wanted, float) else PAPER


def other_forms(figure: Figure, options: FiguresOptions) -> Mapping[str, bytes]:
    """The figure in the forms that were asked for beside PDF and SVG, by the suffix of their files."""
    return {"png": to_png(figure)} if "png" in options.also else {}
