"""Algorithms that stand out in any figure: a shade behind their names, and larger marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.text import Text

from rankpress.figures.families import SIGNS
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.wording.names import without_isolates

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LARGER = 1.5  # times the size of marks, or the width of lines
_MARKS = re.compile(r"(?:point|node|estimate|mean|slope|connector)-(\d+)")
_BETWEEN = re.compile(r" [−–>] | and |: | \(")  # names of a pair, or a name and what is said of it


def draw_highlighted(
    draw: Callable[..., Figure],
    names: Sequence[str],
    numbers: Collection[int],
    *,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a figure in which algorithms stand out.

    Neither colors nor sizes of type change, so that nothing needs other room and families keep their colors.

    Parameters
    ----------
    draw : callable
        Takes the style and returns the figure.
    names : sequence of str
        Of the algorithms, as the figure has them.
    numbers : collection of int
        Those in the ids of their marks, such as `point-0`; empty where marks are not of algorithms.
    ax : matplotlib Axes, optional
        Axes that it is drawn into, where `draw` takes such.
    style : Style, optional

    Returns
    -------
    Figure

    Examples
    --------
    >>> from functools import partial
    >>> from rankpress.figures.cd import critical_difference_diagram
    >>> plain = partial(critical_difference_diagram, ["A", "B", "C"], [1.2, 2.1, 2.7])
    >>> figure = draw_highlighted(plain, ["B"], [1])
    >>> [text.get_text() for text in figure.findobj(Text) if text.get_bbox_patch()]
    ['B']
    """
    with drawing_context(style):
        figure = draw(style=style) if ax is None else draw(ax=ax, style=style)
        for artist in (figure if ax is None else ax).findobj():
            if isinstance(artist, Text):
                if names_one(artist.get_text(), names):
                    artist.set_bbox({"facecolor": style.shade, "edgecolor": "none", "pad": 0.8, "clip_on": False})
                continue
            mark = _MARKS.fullmatch(artist.get_gid() or "")
            if mark and int(mark[1]) in numbers:
                _enlarge(artist)
    return figure


def names_one(text: str, names: Collection[str]) -> bool:
    """Return whether a text of a figure is one of these names, or names one of them among others.

    >>> names_one("svm − knn", ["knn"]), names_one("knn 3", ["knn"]), names_one("random fo…t", ["random forest"])
    (True, False, True)
    """
    parts = [_unsigned(part.strip().rstrip(")")) for part in _BETWEEN.split(without_isolates(text))]
    return any(_is_name(part, _unsigned(without_isolates(name))) for part in parts for name in names)


def _unsigned(name: str) -> str:
    """Return a name without the sign of its family."""
    return name[1:].strip() if name[:1] in SIGNS.values() else name


def _is_name(part: str, name: str) -> bool:
    """Return whether a part of a text is a name, whole or with an ellipsis for its middle."""
    begin, ellipsis, end = part.partition("…")
    if not ellipsis:
        return bool(name.strip()) and part == " ".join(name.split())
    return len(part) > 2 and name.startswith(begin) and name.endswith(end) and len(begin) + len(end) < len(name)


def _enlarge(artist: Any) -> None:
    if hasattr(artist, "set_markersize") and artist.get_marker() not in ("None", "", None):
        artist.set_markersize(LARGER * artist.get_markersize())
    elif hasattr(artist, "set_linewidth"):
        artist.set_linewidth(LARGER * artist.get_linewidth())
