"""Names as they can be printed: glyphs the font has, sizes in inches, lines in their places."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from matplotlib.axes import Axes
from matplotlib.font_manager import get_font
from matplotlib.textpath import text_to_path

from rankpress.figures.isolation import enclosed, runs, without_isolates
from rankpress.figures.style import Style, font, font_file, typesetter
from rankpress.figures.tex import Escape, tex_size

LINE_HEIGHT = 1.25  # of the type size, from one line of text to the next
_BEFORE = {
    "left": 0.0,
    "bottom": 0.0,
    "center": 0.5,
    "right": 1.0,
    "top": 1.0,
}  # of what a line is aligned at
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # controls, surrogates, private and unassigned characters


@lru_cache(maxsize=1)
def _glyphs() -> frozenset[int]:
    """Code points that the regular and the bold font both have."""
    regular, bold = (get_font(font_file(bold=bold)).get_charmap() for bold in (False, True))
    return frozenset(regular) & frozenset(bold)


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    r"""The text with code points for characters that the font cannot show, on one line.

    Examples
    --------
    >>> printable("α-net \N{TEST TUBE}")
    'α-net U+1F9EA'
    """
    shown = ((inside, "".join(map(_shown, run))) for inside, run in runs(" ".join(text.split())))
    return "".join(enclosed(run) if inside else run for inside, run in shown)


def _shown(character: str) -> str:
    seen = ord(character) in _glyphs() and unicodedata.category(character) not in _UNSEEN
    return character if seen else f"U+{ord(character):04X}"


def _measure(text: str, size: float, bold: bool) -> tuple[float, float, float]:
    """Width, height and depth below the baseline in inches of a line, by TeX where TeX sets it."""
    escape = typesetter()
    return _measure_glyphs(text, size, bold) if escape is None else tex_size(as_tex(text, escape, bold), size)


def as_tex(text: str, escape: Escape, bold: bool) -> str:
    """A line as TeX, which knows no isolates."""
    tex = escape(without_isolates(text))
    return rf"\textbf{{{tex}}}" if bold else tex


@lru_cache(maxsize=16384)
def _measure_glyphs(text: str, size: float, bold: bool) -> tuple[float, float, float]:
    """The same by our own font, unhinted as PDF and SVG set it."""
    if not text:
        return 0.0, 0.0, 0.0
    lettering = font(size, bold=bold)
    measured = [text_to_path.get_text_width_height_descent(run, lettering, False) for _, run in runs(text)]
    widths, heights, descents = zip(*measured, strict=True)
    return sum(widths) / 72, max(heights) / 72, max(descents) / 72


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Width in inches of printable text on one line."""
    return _measure(text, size, bold)[0]


def block_width(lines: Sequence[str], size: float, *, bold: bool = False) -> float:
    """Width in inches of the widest line."""
    return max((text_width(line, size, bold=bold) for line in lines), default=0.0)


def block_height(lines: Sequence[str], size: float, *, bold: bool = False) -> float:
    """Height in inches to keep free for these lines; stacked accents make a line higher than others."""
    return sum(LINE_HEIGHT * max(size / 72, _measure(line, size, bold)[1]) for line in lines)


def reach_about_middle(line: str, size: float) -> tuple[float, float]:
    """Inches that a line which `place_lines` sets reaches above and below its middle, room for ascender and descender.

    Examples
    --------
    >>> above, below = reach_about_middle("name", 72)
    >>> 0.4 < above < below < 0.6
    True
    """
    em = size / 72
    _, height, descent = _measure(line, size, False)
    _, usual, usual_descent = _measure("lp", size, False)
    baseline = em / 3 if height <= em else height / 2 - descent
    return max(height - descent, usual - usual_descent) - baseline, max(descent, usual_descent) + baseline


def place_lines(
    ax: Axes,
    x: float,
    middle: float,
    lines: Sequence[str],
    style: Style,
    *,
    gid: str,
    colour: str | None = None,
    bold: bool = False,
    ha: str = "left",
) -> None:
    r"""Write printable lines as they stand, `$` and `\` being signs, never markup.

    Each line is an artist of its own on a baseline computed here, because matplotlib's spacing of lines differs from
    version to version.

    Parameters
    ----------
    ax : Axes
        A canvas whose y counts inches down.
    x, middle : float
        Where the lines are aligned, and the middle of their height.
    lines : sequence of str
    style : Style
    gid : str
        Name of the artist; those of further lines have a number added.
    colour : str, optional
    bold : bool
    ha : {'left', 'center', 'right'}
    """
    em = style.font_size / 72
    top = middle - block_height(lines, style.font_size, bold=bold) / 2
    for number, line in enumerate(lines):
        _, height, descent = _measure(line, style.font_size, bold)
        slot = LINE_HEIGHT * max(em, height)
        # A third of the type size below the middle sets capitals and small letters in the middle, on one line all.
        below = em / 3 if height <= em else height / 2 - descent
        write(
            ax,
            x,
            top + slot / 2 + below,
            line,
            style,
            gid=f"{gid}-{number}" if number else gid,
            colour=colour,
            bold=bold,
            ha=ha,
        )
        top += slot


def write(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    style: Style,
    *,
    gid: str,
    colour: str | None = None,
    bold: bool = False,
    ha: str = "left",
    va: str = "baseline",
    rotation: float = 0.0,
) -> None:
    """Write one printable line, from left to right or upwards; what stands in an isolate is an artist of its own."""
    pieces = [as_tex(text, style.escape, bold)] if style.usetex else [run for _, run in runs(text)]
    if len(pieces) > 1:
        lengths = [text_width(piece, style.font_size, bold=bold) for piece in pieces]
        before = sum(lengths) * _BEFORE[va if rotation else ha]
        x, y = (x, y + before) if rotation else (x - before, y)
        ha, va = (ha, "bottom") if rotation else ("left", va)
    for at, piece in enumerate(pieces):
        along = sum(lengths[:at]) if at else 0.0
        ax.text(
            x if rotation else x + along,
            y - along if rotation else y,
            piece,
            fontproperties=font(style.font_size, bold=bold),
            color=colour or style.ink,
            gid=gid,
            horizontalalignment=ha,
            verticalalignment=va,
            rotation=rotation,
            parse_math=False,
            usetex=style.usetex,
        )
