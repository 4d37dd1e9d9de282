"""Colours of cells: steps of matplotlib's colour maps on which text can be read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from matplotlib import colormaps
from matplotlib.colors import to_hex, to_rgb

from rankpress.figures.style import Style

SEQUENTIAL = "Blues"  # of one hue, so that the colour-blind and grey print see the same order
DIVERGING = "RdBu"
LEAST_CONTRAST = 4.5  # of text, WCAG 2.2 success criterion 1.4.3
_WITHIN = range(40, 1012)  # of 1024 colours: the lightest are lost on a white page
_RED, _GREEN, _BLUE = 0.2126, 0.7152, 0.0722


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it: 0 of black, 1 of white.

    Examples
    --------
    >>> luminance("#000000"), round(luminance("#ffffff"), 6)
    (0.0, 1.0)
    """
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour))
    return sum(share * c for share, c in zip((_RED, _GREEN, _BLUE), linear, strict=True))


def contrast(first: str, second: str) -> float:
    """Contrast of two colours, 1 of equal ones to 21.

    Examples
    --------
    >>> round(contrast("#000000", "#ffffff"), 6)
    21.0
    """
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def text_colour(ground: str, style: Style) -> str:
    """The style's text on light or on dark cells, whichever stands out more from this ground."""
    return max(style.on_light, style.on_dark, key=lambda text: contrast(text, ground))


@lru_cache(maxsize=1024)
def legible(colour: str, style: Style) -> str:
    """The colour itself or the nearest lighter or darker one on which a text of the style can be read.

    Few colours need it: those of middle lightness, on which neither black nor white stands out enough.
    """
    for percent in range(101):
        for end in (1.0, 0.0):
            share = percent / 100
            red, green, blue = (c + (end - c) * share for c in to_rgb(colour))
            mixed = to_hex((red, green, blue))
            if contrast(mixed, text_colour(mixed, style)) >= LEAST_CONTRAST:
                return mixed
    raise ValueError(f"neither {style.on_light} nor {style.on_dark} can be read on any shade of {colour}")


def lightness(colour: str) -> float:
    """L* of CIE 1976, in which equal steps look equal: 0 of black, 100 of white.

    Examples
    --------
    >>> round(lightness("#777777"))
    50
    """
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def ramp(name: str, places: Sequence[float], style: Style) -> tuple[str, ...]:
    """Colours at places from 0 to 1 of one of matplotlib's maps, legible ones."""
    return tuple(legible(to_hex(colormaps[name](place)), style) for place in places)


@lru_cache(maxsize=16)
def even_ramp(steps: int, style: Style) -> tuple[str, ...]:
    """Colours from light to dark in equal steps of lightness, legible ones.

    matplotlib's map of this hue is not even in lightness itself, and its even maps are of many hues, in which numbers
    are hard to read.

    Examples
    --------
    >>> from rankpress.figures.style import PAPER
    >>> [round(lightness(colour)) for colour in even_ramp(4, PAPER)]
    [97, 72, 47, 22]
    """
    colours = {lightness(colour): colour for colour in (to_hex(colormaps[SEQUENTIAL](at / 1023)) for at in _WITHIN)}
    light, dark = max(colours), min(colours)
    wanted = [light + (dark - light) * step / max(steps - 1, 1) for step in range(steps)]
    nearest = (min(colours, key=lambda found: abs(found - one)) for one in wanted)
    return tuple(legible(colours[found], style) for found in nearest)
