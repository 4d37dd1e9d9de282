"""Figures as PGF, whose text LaTeX sets."""

from __future__ import annotations

from io import StringIO
from typing import Any

from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.figure import Figure
from matplotlib.textpath import text_to_path

from rankpress.figures.style import drawing_context
from rankpress.figures.tex import Escape, escape_tex

_DPI = 72.27  # a TeX point is a pixel

# How PGF names alignments, across and along a line of text; "" is its middle.
_START = {"left": "left", "right": "right", "center": ""}
_SIDE = {"top": "top", "bottom": "bottom", "baseline": "base", "center": "", "center_baseline": ""}
# Those of a text that runs upwards, whose start is its bottom and whose top is its left.
_START_OF_TURNED = {"bottom": "left", "baseline": "left", "top": "right", "center": "", "center_baseline": ""}
_SIDE_OF_TURNED = {"left": "top", "right": "bottom", "center": ""}

# Sets a text no wider than the layout has room for: x, y, angle, anchor, width in points, colour, size in points, TeX.
_TEXT = r"""
\long\def\rankpresstext#1#2#3#4#5#6#7#8{\begin{pgfscope}%
\definecolor{textcolor}{rgb}{#6}\pgftransformshift{\pgfqpoint{#1}{#2}}\pgftransformrotate{#3}%
\pgfinterruptpicture\global\setbox1\hbox{\fontsize{#7}{#7}\selectfont#8}\endpgfinterruptpicture
\ifdim\wd1>#5pt\relax\pgfmathsetmacro\rankpressfit{#5/\wd1}\pgftransformscale{\rankpressfit}\fi
\pgftext[#4]{\color{textcolor}\fontsize{#7}{#7}\selectfont#8}\end{pgfscope}}%
"""


def to_pgf(figure: Figure, *, escape: Escape = escape_tex, comment: str = "") -> bytes:
    r"""Return the figure as PGF, which a LaTeX document takes by \input where it has loaded the package pgf.

    Parameters
    ----------
    figure : Figure
    escape : callable
        Makes TeX of a text.
    comment : str
        What the first line says of where it comes from.

    Examples
    --------
    >>> print(to_pgf(Figure(figsize=(2, 1))).decode().splitlines()[0])
    % Needs \usepackage{pgf}; \input this file where the figure is to stand.
    """
    drawn = StringIO()
    dpi = figure.dpi
    try:
        figure.set_dpi(_DPI)
        with drawing_context():
            figure.draw(_Renderer(figure, drawn, escape))
    finally:
        figure.set_dpi(dpi)
    width, height = figure.get_size_inches()
    size = rf"\pgfpathrectangle{{\pgfpointorigin}}{{\pgfqpoint{{{width:f}in}}{{{height:f}in}}}}%"
    lines = (
        r"% Needs \usepackage{pgf}; \input this file where the figure is to stand." + (comment and f" {comment}"),
        *(r"\begingroup%", r"\makeatletter%", _TEXT.strip("\n")),
        *(r"\begin{pgfpicture}%", size, r"\pgfusepath{use as bounding box}%"),
        drawn.getvalue().rstrip("\n"),
        *(r"\end{pgfpicture}%", r"\makeatother%", r"\endgroup%", ""),
    )
    return "\n".join(lines).encode("ascii")


class _Renderer(RendererPgf):
    """Matplotlib's renderer, but for the text: TeX is made of it by `escape`, and no TeX is run."""

    def __init__(self, figure: Figure, file: StringIO, escape: Escape) -> None:
        super().__init__(figure, file)  # type: ignore[no-untyped-call]
        self._escape = escape

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any = False, mtext: Any = None
    ) -> None:
        """Write a text at the point where it is aligned, so that it stays so in a font of other widths."""
        x, y, anchor = (x, y, "left,base") if mtext is None else _anchor(mtext, x, y)
        room = self.get_text_width_height_descent(s, prop, False)[0]
        bold = r"\bfseries" if prop.get_weight() == "bold" else ""
        colour = ",".join(f"{part:.4g}" for part in gc.get_rgb()[:3])
        place = f"{{{x / _DPI:f}in}}{{{y / _DPI:f}in}}{{{angle:g}}}{{{anchor}}}"
        size = prop.get_size_in_points()
        self.fh.write(rf"\rankpresstext{place}{{{room:.2f}}}{{{colour}}}{{{size:g}}}{{{bold}{{}}{self._escape(s)}}}%")
        self.fh.write("\n")

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        """Sizes in the font that the layout was done in."""
        scale = _DPI / 72
        width, height, descent = text_to_path.get_text_width_height_descent(s, prop, False)
        return width * scale, height * scale, descent * scale


def _anchor(artist: Any, x: float, y: float) -> tuple[float, float, str]:
    """The point where a text is aligned, and how it is, as PGF names it; x and y are the start of its baseline."""
    across, along = artist.get_horizontalalignment(), artist.get_verticalalignment()
    angle = artist.get_rotation()
    turned = angle == 90 and artist.get_rotation_mode() != "anchor"
    if angle and not turned:
        return x, y, "left,base"
    x, y = artist.get_transform().transform(artist.get_unitless_position())
    # Matplotlib aligns the box around a turned text, PGF the text before it turns it.
    if turned:
        parts = _START_OF_TURNED[along], _SIDE_OF_TURNED[across]
    else:
        parts = _START[across], _SIDE[along]
    return x, y, ",".join(filter(None, parts))
