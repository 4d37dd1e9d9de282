"""How figures look: sizes, colors with a second cue."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

import matplotlib as mpl
from matplotlib import rc_context, rcParamsDefault
from matplotlib.font_manager import FontProperties, get_font

from rankpress.figures.system_fonts import system_font
from rankpress.figures.venues import VENUES, Venue

_LARGEST = 12.0  # points of type, to which lines and marks of a page fit
_NARROWEST = 2.75  # inches, in which every figure can be laid out
_CAPTION = 0.75  # inches of a page that a figure leaves to its caption


class Look(NamedTuple):
    """Color, dash pattern (on and off lengths in line widths, empty for solid) and marker of one series."""

    colour: str
    dashes: tuple[float, ...]
    marker: str


@dataclass(frozen=True)
class Style:
    """Set the sizes and colors of a figure.

    Parameters
    ----------
    width, max_height : float
        Inches; figures are as wide as `width` and as high as they need, `max_height` being where they shorten
        names or start another page.
    font_size : float
        Points, of all text.
    ink, muted, faint, paper : str
        Colors of text and lines, of what stands back, of guide lines, and of the ground.
    accent : str
        Color of what is highlighted.
    shade : str
        Fill of areas behind lines.
    on_light, on_dark : str
        Text on a cell of a color map that is light, or dark, on paper.
    palette : tuple of str
        Colors of series: Okabe and Ito's, distinct for color-blind readers, without their yellow, too pale for lines.
    dashes, markers : tuple
        Second cues, so that gray print works; their numbers share no divisor with that of the colors.
    transparent : bool
        Whether what lies behind the figure, such as a slide, shows through its ground.
    set_elsewhere : bool
        Whether a document sets all text in a typeface of its own, for which as much room is left as a wide one takes.
    enlarged : float
        By how much a figure is enlarged once it is laid out; see `reduced`.

    Examples
    --------
    >>> Style.for_venue("icml").width
    3.25
    >>> Style.for_venue("icml", "text").width
    6.75
    """

    width: float = 5.5
    max_height: float = 9.0
    font_size: float = 8.0
    ink: str = "#1a1a1a"
    muted: str = "#5f6368"
    faint: str = "#c4c7cc"
    paper: str = "#ffffff"
    accent: str = "#0060a0"
    shade: str = "#e3edf6"
    on_light: str = "#111111"
    on_dark: str = "#fdfdfd"
    palette: tuple[str, ...] = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00")
    dashes: tuple[tuple[float, ...], ...] = ((), (5.0, 1.6), (1.4, 1.2), (6.0, 1.4, 1.4, 1.4))
    markers: tuple[str, ...] = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
    transparent: bool = False
    set_elsewhere: bool = False
    enlarged: float = 1.0

    @classmethod
    def for_venue(cls, venue: str | Venue, part: Literal["column", "text"] = "column") -> Style:
        """Return the style as wide as a venue's column or text, and no higher than a page of it with a caption."""
        if isinstance(venue, str) and venue not in VENUES:
            raise ValueError(f"no widths known for {venue!r}; there are those of {', '.join(VENUES)}")
        sizes = VENUES[venue] if isinstance(venue, str) else venue
        width = sizes.column if part == "column" else sizes.text
        return cls(width=width, max_height=round(sizes.height - _CAPTION, 2), font_size=sizes.font_size)

    def look(self, series: int) -> Look:
        """Return what the series of this number looks like; 252 numbers pass before a look comes back."""
        return Look(
            self.palette[series % len(self.palette)],
            self.dashes[series % len(self.dashes)],
            self.markers[series % len(self.markers)],
        )

    def darkened(self) -> Style:
        """Return the style of the same sizes for a dark ground.

        Examples
        --------
        >>> Style(width=4).darkened() == DARK.with_width(4)
        True
        """
        sizes = ("width", "max_height", "font_size", "transparent", "set_elsewhere", "enlarged")
        return replace(DARK, **{size: getattr(self, size) for size in sizes})

    def with_width(self, width: float) -> Style:
        """Return the same style at another width in inches."""
        return replace(self, width=width)

    def reduced(self) -> Style:
        """Return the style to lay out a figure of large type in, whose lines, marks and gaps are enlarged with it.

        Examples
        --------
        >>> poster = Style(width=14, font_size=24).reduced()
        >>> poster.font_size, poster.enlarged, round(poster.restored().width, 6)
        (8.0, 3.0, 14.0)
        >>> Style(font_size=10).reduced() == Style(font_size=10)
        True
        """
        factor = min(self.font_size / PAPER.font_size, self.width / _NARROWEST)
        return self if self.font_size <= _LARGEST or factor <= 1 else self._enlarged(1 / factor)

    def restored(self) -> Style:
        """Return the style at the sizes that a figure has once it is enlarged."""
        return self._enlarged(self.enlarged)

    def _enlarged(self, factor: float) -> Style:
        sizes = {size: factor * getattr(self, size) for size in ("width", "max_height", "font_size")}
        return replace(self, **sizes, enlarged=self.enlarged / factor)


PAPER = Style()

DARK = Style(
    ink="#e4e6e9",
    muted="#a3a9b1",
    faint="#4a4f56",
    paper="#1a1c20",
    accent="#b3d9ff",
    shade="#24313d",
    on_light="#fafafa",
    on_dark="#0c0d0f",
    palette=("#6f9dff", "#ff7a3d", "#2fc297", "#e29cc2", "#f4f4f4", "#4fb3e0", "#fbd34f"),
)
"""The same for a dark screen: each color of `PAPER` has its counterpart of the same hue, which can be seen there."""


@dataclass(frozen=True)
class Face:
    """A typeface, and its files of regular and of bold letters."""

    family: str
    regular: Path
    bold: Path

    @cached_property
    def characters(self) -> frozenset[int]:
        """Code points that both files have."""
        regular, bold = (get_font(str(file)).get_charmap() for file in (self.regular, self.bold))
        return frozenset(regular) & frozenset(bold)


@cache
def faces() -> tuple[Face, ...]:
    """Return Source Sans, which the reports have, and DejaVu Sans, which has more characters."""
    # Both are files of packages: fonts of the same names in the system may be other versions.
    package = find_spec("font_source_sans_pro")
    folder = Path((package and package.origin) or "").parent / "files"
    other = Path(mpl.get_data_path()) / "fonts" / "ttf"
    return (
        Face("Source Sans Pro", folder / "SourceSansPro-Regular.ttf", folder / "SourceSansPro-Semibold.ttf"),
        Face("DejaVu Sans", other / "DejaVuSans.ttf", other / "DejaVuSans-Bold.ttf"),
    )


def foreign_font(text: str) -> str | None:
    """Return the font of the machine for the first character of a text that our faces lack, None if there is none."""
    return next(filter(None, (system_font(sign) for sign in text if ord(sign) not in faces()[-1].characters)), None)


def font(size: float, text: str, *, bold: bool = False) -> FontProperties:
    """Return the first face that has all characters of a text, at a size in points; the last, wide one for others."""
    *_, face = faces()
    if not text.isascii() and (foreign := foreign_font(text)) is not None:
        return FontProperties(fname=foreign, size=size)
    if not set_elsewhere():
        face = next((candidate for candidate in faces() if candidate.characters.issuperset(map(ord, text))), face)
    weight = "bold" if bold else "normal"  # the file says it all, but to PGF
    return FontProperties(family=face.family, fname=str(face.bold if bold else face.regular), size=size, weight=weight)


_DRAWN_WITH = (
    "axes.", "figure.", "font.", "grid.", "hatch.", "legend.", "lines.", "markers.", "mathtext.", "patch.", "path.",
    "pdf.", "savefig.", "svg.", "text.", "xaxis.", "xtick.", "yaxis.", "ytick.",
)  # fmt: skip
_DEPRECATED = ("text.kerning_factor", "text.hinting_factor", "savefig.directory")
_LOCK = threading.RLock()
_drawn_in: ContextVar[Style | None] = ContextVar("style", default=None)


@contextmanager
def drawing_context(style: Style | None = None, *, salt: str = "rankpress") -> Iterator[None]:
    """Set matplotlib's defaults and ours while a figure is drawn or saved; the caller's own come back after."""
    # rcParams are one for the whole process, so threads that draw wait for each other.
    defaults: dict[Any, Any] = {
        key: rcParamsDefault[key] for key in rcParamsDefault if key.startswith(_DRAWN_WITH) and key not in _DEPRECATED
    }
    ours: dict[Any, Any] = {
        "font.family": "DejaVu Sans",  # of text that names no font of its own, of which there is none
        "pdf.fonttype": 42,  # TrueType: IEEE and ACM refuse Type 3, matplotlib's default
        "svg.fonttype": "path",
        "svg.hashsalt": salt,
        "text.parse_math": False,
    }
    if "text.language" in defaults:  # since 3.11; without it, that of the machine chooses letters of Source Sans
        ours["text.language"] = "en"
    with _LOCK, rc_context({**defaults, **ours}):
        before = _drawn_in.set(style or _drawn_in.get())
        try:
            yield
        finally:
            _drawn_in.reset(before)


def set_elsewhere() -> bool:
    """Return whether a document sets the text of the figure that is being laid out."""
    style = _drawn_in.get()
    return style is not None and style.set_elsewhere
