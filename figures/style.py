"""How figures look: widths by venue, type size, colours with a second cue, and a context that keeps rcParams out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import matplotlib
from matplotlib import rc_context, rcParamsDefault
from matplotlib.font_manager import FontProperties


class Venue(NamedTuple):
    """Widths in inches of a column and of the whole text, and where they are stated."""

    column: float
    text: float
    source: str


VENUES = MappingProxyType(
    {
        "aaai": Venue(3.3, 6.975, "AAAI author kit: two columns of 3.3 in, 0.375 in apart"),
        "acm": Venue(3.33, 7.0, "ACM SIG proceedings template: two columns of 3.33 in, 0.33 in apart"),
        "aistats": Venue(3.25, 6.75, "AISTATS style file: two columns of 3.25 in, 0.25 in apart"),
        "cvpr": Venue(3.25, 6.875, "CVPR author kit: text 6.875 in, columns 3.25 in"),
        "elsevier": Venue(3.54, 7.48, "Elsevier artwork sizing: 90 mm and 190 mm"),
        "iclr": Venue(5.5, 5.5, "ICLR style file: text 5.5 in"),
        "icml": Venue(3.25, 6.75, "ICML style file: two columns of 3.25 in, 0.25 in apart"),
        "ieee": Venue(3.5, 7.16, "IEEE Author Center, size requirements for graphics: 3.5 in and 7.16 in"),
        "jmlr": Venue(6.0, 6.0, "JMLR formatting instructions: text 6 in"),
        "lncs": Venue(4.8, 4.8, "Springer LNCS: text 122 mm"),
        "neurips": Venue(5.5, 5.5, "NeurIPS style file: text 5.5 in"),
        "springer": Venue(3.31, 6.85, "Springer journals, artwork guidelines: 84 mm and 174 mm"),
        "tmlr": Venue(6.5, 6.5, "TMLR style file: text 6.5 in"),
        "uai": Venue(3.25, 6.75, "UAI style file: two columns of 3.25 in, 0.25 in apart"),
    }
)


class Look(NamedTuple):
    """Colour, dash pattern (on and off lengths in line widths, empty for solid) and marker of one series."""

    colour: str
    dashes: tuple[float, ...]
    marker: str


@dataclass(frozen=True)
class Style:
    """Sizes and colours of a figure.

    Parameters
    ----------
    width, max_height : float
        Inches; figures are as wide as `width` and as high as they need, `max_height` being where they shorten
        names or start another page.
    font_size : float
        Points, of all text.
    ink, muted, faint, paper : str
        Colours of text and lines, of what stands back, of guide lines, and of the ground.
    accent : str
        Colour of what is highlighted.
    shade : str
        Fill of areas behind lines.
    palette : tuple of str
        Colours of series: Okabe and Ito's, which the colour-blind tell apart, but for their yellow, too pale for lines.
    dashes, markers : tuple
        Second cues, so that grey print works; their numbers share no divisor with that of the colours.

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
    palette: tuple[str, ...] = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00")
    dashes: tuple[tuple[float, ...], ...] = ((), (5.0, 1.6), (1.4, 1.2), (6.0, 1.4, 1.4, 1.4))
    markers: tuple[str, ...] = ("o", "s", "^", "D", "v", "P", "X", "<", ">")

    @classmethod
    def for_venue(cls, venue: str, part: Literal["column", "text"] = "column") -> Style:
        """The style as wide as a venue's column or text; `VENUES` lists them with the source of their widths."""
        if venue not in VENUES:
            raise ValueError(f"no widths known for {venue!r}; there are those of {', '.join(VENUES)}")
        widths = VENUES[venue]
        return cls(width=widths.column if part == "column" else widths.text)

    def look(self, series: int) -> Look:
        """What the series of this number looks like; 252 numbers pass before a look comes back."""
        return Look(
            self.palette[series % len(self.palette)],
            self.dashes[series % len(self.dashes)],
            self.markers[series % len(self.markers)],
        )

    def with_width(self, width: float) -> Style:
        """The same style at another width in inches."""
        return replace(self, width=width)


PAPER = Style()


def font_file(*, bold: bool = False) -> Path:
    """DejaVu Sans among matplotlib's own files: one of the same name in the system may be another version."""
    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")


def font(size: float, *, bold: bool = False) -> FontProperties:
    """DejaVu Sans at a size in points."""
    return FontProperties(family="DejaVu Sans", fname=str(font_file(bold=bold)), size=size)


_DRAWN_WITH = (
    "axes.", "figure.", "font.", "grid.", "hatch.", "legend.", "lines.", "markers.", "mathtext.", "patch.", "path.",
    "pdf.", "savefig.", "svg.", "text.", "xaxis.", "xtick.", "yaxis.", "ytick.",
)  # fmt: skip
_DEPRECATED = ("text.kerning_factor", "text.hinting_factor", "savefig.directory")
_LOCK = threading.RLock()


@contextmanager
def drawing_context(salt: str = "rankpress") -> Iterator[None]:
    """Set matplotlib's defaults and ours while a figure is drawn or saved; the caller's own come back after.

    rcParams are one for the whole process, so threads that draw wait for each other.

    Parameters
    ----------
    salt : str
        From which SVG makes its identifiers.
    """
    defaults: dict[Any, Any] = {
        key: rcParamsDefault[key] for key in rcParamsDefault if key.startswith(_DRAWN_WITH) and key not in _DEPRECATED
    }
    ours: dict[Any, Any] = {
        "font.family": "DejaVu Sans",
        "pdf.fonttype": 42,  # TrueType: IEEE and ACM refuse Type 3, matplotlib's default
        "svg.fonttype": "path",
        "svg.hashsalt": salt,
        "text.parse_math": False,
    }
    with _LOCK, rc_context({**defaults, **ours}):
        yield
