"""Figures of large type, for posters and slides: laid out in small, then everything enlarged alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch
from matplotlib.text import Text

from rankpress.figures.style import PAPER, Style, drawing_context

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_enlarged(draw: Callable[..., Figure], *, style: Style = PAPER) -> Figure:
    """Draw a figure in a style that is to be enlarged, and enlarge it: type, lines, marks and gaps alike.

    Parameters
    ----------
    draw : callable
        Takes the style and returns the figure.
    style : Style, optional
        What `Style.reduced` returns.

    Returns
    -------
    Figure
        `style.enlarged` times as wide and as high as `draw` returns it.

    Examples
    --------
    >>> from functools import partial
    >>> from rankpress.figures.cd import critical_difference_diagram
    >>> plain = partial(critical_difference_diagram, ["A", "B", "C"], [1.2, 2.1, 2.7])
    >>> figure = draw_enlarged(plain, style=Style(width=14, font_size=24).reduced())
    >>> round(float(figure.get_figwidth()), 6), {text.get_fontsize() for text in figure.findobj(Text) if text.get_gid()}
    (14.0, {24.0})
    """
    with drawing_context(style):
        figure = draw(style=style)
        width, height = figure.get_size_inches()
        # before sizes of type change, for axes make their ticks when they are requested
        artists = figure.findobj()
        for artist in artists:
            if isinstance(artist, Axis):
                _enlarge_ticks(artist, style.enlarged)
        figure.set_size_inches(width * style.enlarged, height * style.enlarged)
        for artist in artists:
            _enlarge(artist, style.enlarged)
    return figure


def _enlarge(artist: Any, factor: float) -> None:
    """Enlarge what is measured in points; all else is where the canvas has it."""
    if isinstance(artist, Text):
        artist.set_fontsize(factor * float(artist.get_fontsize()))
    elif isinstance(artist, Line2D):
        artist.set_markersize(factor * artist.get_markersize())
        artist.set_markeredgewidth(factor * artist.get_markeredgewidth())
        artist.set_linewidth(factor * artist.get_linewidth())
    elif isinstance(artist, Patch):
        artist.set_linewidth(factor * artist.get_linewidth())
        if isinstance(artist, FancyArrowPatch):
            artist.set_mutation_scale(factor * float(artist.get_mutation_scale()))
    elif isinstance(artist, Collection):
        artist.set_linewidth([factor * float(width) for width in np.atleast_1d(artist.get_linewidth())])


def _enlarge_ticks(axis: Axis, factor: float) -> None:
    """Enlarge the gap between ticks and their numbers; the ticks are lines like others."""
    for which in ("major", "minor"):
        pad = axis.get_tick_params(which=which).get("pad")
        if pad is not None:
            axis.set_tick_params(which=which, pad=factor * float(pad))
