"""Colors of cells: maps on which text can be read, and what a dark page shows in place of each color."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from matplotlib import colormaps
from matplotlib.colors import to_hex, to_rgb

from rankpress.figures.style import DARK, PAPER, Style

SEQUENTIAL = "Blues"  # of one hue, so that the colour-blind and grey print see the same order
DIVERGING = "RdBu"
LEAST_CONTRAST = 4.5  # of text, WCAG 2.2 success criterion 1.4.3
_WITHIN = range(40, 1012)  # of 1024 colours: the lightest are lost on a white page
_WEIGHTS = np.array([0.2126, 0.7152, 0.0722])  # of linear red, green and blue


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it: 0 of black, 1 of white."""
    return float(_WEIGHTS @ _linear(colour))


def _linear(colour: str) -> npt.NDArray[np.float64]:
    return np.array([c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)])


def contrast(first: str, second: str) -> float:
    """Contrast of two colors, 1 of equal ones to 21."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def text_colour(ground: str, style: Style) -> str:
    """Return the style's text on light or on dark cells, whichever stands out more from this ground."""
    return max(style.on_light, style.on_dark, key=lambda ink: contrast(ink, ground))


@lru_cache(maxsize=1024)
def legible(colour: str, style: Style) -> str:
    """Return the color itself or the nearest lighter or darker one on which a text of the style can be read."""
    # Few colours need it: those of middle lightness, on which neither black nor white stands out enough.
    for percent in range(101):
        for end in (1.0, 0.0):
            share = percent / 100
            red, green, blue = (c + (end - c) * share for c in to_rgb(colour))
            mixed = to_hex((red, green, blue))
            if contrast(mixed, text_colour(mixed, style)) >= LEAST_CONTRAST:
                return mixed
    raise ValueError(f"neither {style.on_light} nor {style.on_dark} can be read on any shade of {colour}")


def lightness(colour: str) -> float:
    """L* of CIE 1976, in which equal steps look equal: 0 of black, 100 of white."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def ramp(name: str, places: Sequence[float], style: Style) -> tuple[str, ...]:
    """Colors at places from 0 to 1 of one of matplotlib's maps, legible ones."""
    return tuple(legible(to_hex(colour), style) for colour in colormaps[name](np.asarray(places, dtype=np.float64)))


@lru_cache(maxsize=16)
def even_ramp(steps: int, style: Style) -> tuple[str, ...]:
    """Colors from light to dark in equal steps of lightness, legible ones."""
    # matplotlib's map of this hue is not even in lightness itself, and its even maps are of many hues, in which numbers
    # are hard to read.
    shades = colormaps[SEQUENTIAL](np.array(_WITHIN) / 1023)
    colours = {lightness(colour): colour for colour in map(to_hex, shades)}
    light, dark = max(colours), min(colours)
    requested = [light + (dark - light) * step / max(steps - 1, 1) for step in range(steps)]
    nearest = (min(colours, key=lambda candidate: abs(candidate - wanted)) for wanted in requested)
    return tuple(legible(colours[closest], style) for closest in nearest)


# Oklab (Ottosson 2020): from linear red, green and blue to cones, and from their cube roots to lightness and two hues.
_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_TURN, _MIDDLE = 50.5, 50.0  # lightness of cells at which text turns from dark to light, on paper and on a dark page
_SHARE = 0.7  # of the distance from there that is left, so that no cell is lost on the ground


@lru_cache(maxsize=1024)
def dark_counterpart(colour: str) -> str:
    """Return what a dark page shows for a color of `PAPER`, or for one of a map: light for dark, and of the same hue.

    Text on a legible cell is exchanged too, and can be read on what takes the cell's place.
    """
    if colour in _COUNTERPARTS:
        return _COUNTERPARTS[colour]
    darker = _TURN - lightness(colour)
    target = _MIDDLE + _SHARE * darker + math.copysign(1.0, darker)
    _, *hues = _OKLAB @ np.cbrt(_CONES @ _linear(colour))
    levels = np.linspace(0.0, 1.0, 301)
    lab = np.stack([levels, *(np.full(len(levels), hue) for hue in hues)])
    shades = np.clip(np.linalg.solve(_CONES, np.linalg.solve(_OKLAB, lab) ** 3), 0.0, 1.0)
    nearest = shades[:, np.argmin(np.abs(_WEIGHTS @ shades - ((target + 16) / 116) ** 3))]
    return to_hex(np.where(nearest <= 0.0031308, 12.92 * nearest, 1.055 * nearest ** (1 / 2.4) - 0.055).tolist())


@lru_cache(maxsize=256)
def readable(colour: str, ground: str) -> str:
    """Return the color, darker or lighter as far as text in it can be read on a ground.

    >>> readable("#0072b2", "#ffffff"), readable("#e69f00", "#ffffff") == "#e69f00"
    ('#0072b2', False)
    """
    for step in range(101):
        for end in (0.0, 1.0):
            red, green, blue = (c + (end - c) * step / 100 for c in to_rgb(colour))
            mixed = to_hex((red, green, blue))
            if contrast(mixed, ground) >= LEAST_CONTRAST:
                return mixed
    raise ValueError(f"no shade of {colour} can be read on {ground}")


_ROLES = ("ink", "muted", "faint", "paper", "accent", "shade", "on_light", "on_dark")
_COUNTERPARTS: dict[str, str] = {getattr(PAPER, role): getattr(DARK, role) for role in _ROLES} | dict(
    zip(PAPER.palette, DARK.palette, strict=True)
)
_COUNTERPARTS |= {  # names in the color of their family, dark enough on paper and light enough on a dark page
    readable(light, PAPER.paper): readable(dark, DARK.paper)
    for light, dark in zip(PAPER.palette, DARK.palette, strict=True)
}
STYLED = frozenset(_COUNTERPARTS)  # colors that figures have whatever they show
