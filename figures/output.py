"""Figures as bytes, the same from run to run: PDF, SVG, PNG and PGF."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from io import BytesIO, StringIO
from string import ascii_uppercase
from typing import Any, Literal

from matplotlib.backends._backend_pdf_ps import CharacterTracker, subset  # type: ignore[attr-defined]
from matplotlib.backends.backend_pdf import PdfFile
from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.figure import Figure
from matplotlib.font_manager import FontPath
from matplotlib.textpath import text_to_path

from rankpress.figures.style import drawing_context
from rankpress.figures.tex import Escape, escape_tex


def to_pdf(figure: Figure, *, title: str = "", subject: str = "") -> bytes:
    """Return the figure as PDF with embedded TrueType fonts; title and subject are what viewers show of a document.

    Examples
    --------
    >>> to_pdf(Figure(figsize=(1, 1)))[:5]
    b'%PDF-'
    """
    undated = {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None}
    record = {"Title": _encodable(title), "Subject": _encodable(subject)}
    return _save(figure, "pdf", {**undated, **{key: text for key, text in record.items() if text}})


def to_svg(figure: Figure, *, salt: str = "figure", title: str = "", description: str = "") -> bytes:
    """Return the figure as SVG, an `svg` element that stands alone or in HTML.

    Parameters
    ----------
    figure : Figure
    salt : str
        Name of the figure. All identifiers begin with it, so that figures of different names can share a page.
    title, description : str
        For screen readers; with either the drawing is one image to them.

    Examples
    --------
    >>> to_svg(Figure(figsize=(1, 1)), salt="accuracy-cd", title="Ranks")[:31]
    b'<svg id="accuracy-cd" role="img'
    """
    prefix = re.sub(r"[^A-Za-z0-9_-]+", "-", salt).strip("-") or "figure"
    prefix = prefix if prefix[0].isalpha() else f"f{prefix}"
    metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
    drawn = _save(figure, "svg", metadata, salt=prefix).decode("utf-8")
    # Comments repeat every text in plain, the prologue names a DTD on the network: neither belongs in a page.
    drawn = re.sub(r"<!--.*?-->\s*", "", drawn[drawn.index("<svg") :], flags=re.DOTALL)
    drawn = re.sub(r'(\sid="|href="#|url\(#)', rf"\g<1>{prefix}-", drawn)
    drawn = drawn.replace("*{stroke-linejoin", f"#{prefix} *{{stroke-linejoin", 1)
    opening, rest = drawn.split(">", 1)
    named = _accessible_name(prefix, title, description)
    return f'<svg id="{prefix}"{named[0]} {opening[5:]}>{named[1]}{rest}'.encode()


def to_png(figure: Figure, *, dpi: float = 200, description: str = "") -> bytes:
    r"""Return the figure as PNG at a resolution in dots an inch; a description is kept as text next to the picture.

    Examples
    --------
    >>> to_png(Figure(figsize=(1, 1)))[:4]
    b'\x89PNG'
    """
    text = {"Description": description} if description else {}
    return _save(figure, "png", {"Software": None, **text}, dpi=dpi)


def _save(
    figure: Figure,
    kind: str,
    metadata: Mapping[str, str | None],
    *,
    salt: str = "rankpress",
    dpi: float | Literal["figure"] = "figure",
) -> bytes:
    buffer = BytesIO()
    with drawing_context(salt=salt), _fonts_for_print():
        figure.savefig(buffer, format=kind, metadata=dict(metadata), dpi=dpi)
    return buffer.getvalue()


_LAYOUT = ("GDEF", "GPOS", "GSUB", "MATH")


@contextmanager
def _fonts_for_print() -> Iterator[None]:
    """Let matplotlib embed fonts in a PDF as print needs them.

    Fonts are named by the glyphs they keep; matplotlib names those of TeX by a place in memory. They come without the
    tables by which text is laid out, which it is already, and which take most of the time of a subset. No glyph but
    .notdef has the code 0, as PDF demands.
    """
    changes: tuple[tuple[Any, str, Any], ...] = (
        (PdfFile, "_get_subset_prefix", staticmethod(_prefix)),
        (subset.Options, "_drop_tables_default", [*subset.Options._drop_tables_default, *_LAYOUT]),
        (CharacterTracker, "track_glyph", _track_glyph),
    )
    before = [vars(owner)[name] for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for (owner, name, _), value in zip(changes, before, strict=True):
            setattr(owner, name, value)


def _prefix(glyphs: Iterable[int]) -> str:
    digest = hashlib.sha256(repr(sorted(glyphs)).encode()).digest()
    return "".join(ascii_uppercase[byte % 26] for byte in digest[:6]) + "+"


_TRACK_GLYPH = CharacterTracker.track_glyph


def _track_glyph(tracker: CharacterTracker, font: Any, chars: str | int, glyph: int) -> tuple[int, int]:
    """Return the subset of a font that has a glyph, and its code there, which is not 0."""
    number, code = _TRACK_GLYPH(tracker, font, chars, glyph)
    if code or not number:
        return number, code
    path = FontPath(font.fname, font.face_index)
    tracker.used[path][number] = {0: 0, 1: glyph}
    tracker.glyph_maps[path].add("\N{REPLACEMENT CHARACTER}", 0, number, 0)
    tracker.glyph_maps[path].add(chars if isinstance(chars, str) else chr(chars), glyph, number, 1)
    return number, 1


def _accessible_name(prefix: str, title: str, description: str) -> tuple[str, str]:
    """Attributes and elements by which a screen reader knows the drawing."""
    parts = {"title": title, "desc": description}
    elements = "".join(
        f'<{tag} id="{prefix}-{tag}">{escape(_encodable(text))}</{tag}>' for tag, text in parts.items() if text
    )
    if not elements:
        return "", ""
    named_by = " ".join(f"{prefix}-{tag}" for tag, text in parts.items() if text)
    return f' role="img" aria-labelledby="{named_by}"', elements


def _encodable(text: str) -> str:
    """Text that XML can hold: control characters and lone surrogates become the replacement character."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", text)


_DPI = 72.27  # a TeX point is a pixel
_LARGEST = 16383.0  # points that TeX can count

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
        by_tex = ismath == "TeX"
        room = _LARGEST if by_tex else self.get_text_width_height_descent(s, prop, False)[0]
        tex = s if by_tex else self._escape(s)
        bold = r"\bfseries" if prop.get_weight() == "bold" and not by_tex else ""
        colour = ",".join(f"{part:.4g}" for part in gc.get_rgb()[:3])
        place = f"{{{x / _DPI:f}in}}{{{y / _DPI:f}in}}{{{angle:g}}}{{{anchor}}}"
        size = prop.get_size_in_points()
        self.fh.write(rf"\rankpresstext{place}{{{room:.2f}}}{{{colour}}}{{{size:g}}}{{{bold}{{}}{tex}}}%")
        self.fh.write("\n")

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        """Sizes in the font that the layout was done in."""
        scale = _DPI / 72
        width, height, descent = text_to_path.get_text_width_height_descent(s, prop, False)
        return width * scale, height * scale, descent * scale


def _anchor(text: Any, x: float, y: float) -> tuple[float, float, str]:
    """The point where a text is aligned, and how it is, as PGF names it; x and y are the start of its baseline."""
    across, along = text.get_horizontalalignment(), text.get_verticalalignment()
    angle = text.get_rotation()
    turned = angle == 90 and text.get_rotation_mode() != "anchor"
    if angle and not turned:
        return x, y, "left,base"
    x, y = text.get_transform().transform(text.get_unitless_position())
    # Matplotlib aligns the box around a turned text, PGF the text before it turns it.
    if turned:
        parts = _START_OF_TURNED[along], _SIDE_OF_TURNED[across]
    else:
        parts = _START[across], _SIDE[along]
    return x, y, ",".join(filter(None, parts))
