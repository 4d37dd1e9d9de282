"""Families of algorithms: a sign before each name, a color for it and its point, and a legend below the figure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rankpress.figures.canvas import LegendEntry, arrange_legend, draw_legend, open_canvas
from rankpress.figures.colours import readable
from rankpress.figures.style import PAPER, Look, Style, drawing_context

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIGNS: Mapping[str, str] = {"s": "■", "^": "▲", "D": "◆", "v": "▼", ">": "▶", "<": "◀"}
"""By marker, the character of the same shape and size, which stands before a name; the font of figures has these."""
_EDGE, _GAP = 0.05, 0.08  # inches
# the shapes of an algorithm, by the ends of their ids
_NAMES = re.compile(r"(?:name|label|key)-(\d+)(?:-\d+)?")
_LINES = re.compile(r"connector-(\d+)(?:-\d+)?")
_POINTS = re.compile(r"(?:point|node|estimate)-(\d+)(?:-\d+)?")


def marker_of(family: int) -> str:
    """Return the character that stands before the names of a family.

    >>> marker_of(0), marker_of(1), marker_of(7)
    ('■', '▲', '▲')
    """
    return SIGNS[look_of(family, PAPER).marker]


def look_of(family: int, style: Style) -> Look:
    """Return color and marker of a family; 42 pass before both come back."""
    markers, colours = [*SIGNS], style.palette
    turn, colour = divmod(family, len(colours))
    return Look(colours[colour], (), markers[(turn + colour) % len(markers)])


def looks_by_family(labels: Iterable[str], families: Mapping[str, int] | None, style: Style) -> dict[str, Look]:
    """Return how the line of each label looks: in the color and with the marker of its family, and other dashes in it.

    >>> looks = looks_by_family(["■ A", "■ B", "C"], {"■ A": 0, "■ B": 0}, PAPER)
    >>> looks["■ A"].colour == looks["■ B"].colour, looks["■ A"].dashes == looks["■ B"].dashes
    (True, False)
    """
    if not families:
        return {label: style.look(number) for number, label in enumerate(dict.fromkeys(labels))}
    looks: dict[str, Look] = {}
    before: Counter[int | None] = Counter()
    for label in dict.fromkeys(labels):
        family = families.get(label)
        look = style.look(before[family])
        of = look._replace(colour=style.muted) if family is None else look_of(family, style)
        looks[label] = of._replace(dashes=look.dashes)
        before[family] += 1
    return looks


def draw_by_family(
    draw: Callable[..., Figure],
    families: Sequence[str],
    of: Sequence[int | None],
    *,
    style: Style = PAPER,
) -> Figure:
    """Draw a figure with its algorithms in the colors of their families, and a legend of these below.

    Parameters
    ----------
    draw : callable
        Takes the style and returns the figure, whose shapes of an algorithm have ids with its number, such as `name-0`.
    families : sequence of str
        What the legend calls them.
    of : sequence of (int or None)
        By number of an algorithm, its family; None where it has none.
    style : Style, optional

    Returns
    -------
    Figure
        Higher by the legend.

    Examples
    --------
    >>> from functools import partial
    >>> from rankpress.figures.cd import critical_difference_diagram
    >>> plain = partial(critical_difference_diagram, ["■ A", "▲ B", "C"], [1.2, 2.1, 2.7])
    >>> figure = draw_by_family(plain, ["trees", "kernels"], [0, 1, None])
    >>> bool(figure.get_figheight() > plain().get_figheight())
    True
    """
    with drawing_context(style):
        figure = draw(style=style)
        for artist in figure.findobj():
            gid = artist.get_gid() or ""
            for pattern, paint in ((_NAMES, _paint_name), (_LINES, _paint_line), (_POINTS, _paint_point)):
                shape = pattern.fullmatch(gid)
                family = of[int(shape[1])] if shape and int(shape[1]) < len(of) else None
                if family is not None:
                    paint(artist, look_of(family, style).colour, style)
            if gid.startswith(("legend-", "panel-")) and (family := _signed(artist, len(families))) is not None:
                _paint_name(artist, look_of(family, style).colour, style)
        _add_legend(figure, families, style)
    return figure


def _signed(artist: Any, families: int) -> int | None:
    """Return the family of the name in a legend or above a panel, by its sign; None where several have that."""
    sign = artist.get_text()[:1] if hasattr(artist, "get_text") else ""
    having = [family for family in range(families) if marker_of(family) == sign]
    return having[0] if len(having) == 1 else None


def _paint_name(artist: Any, colour: str, style: Style) -> None:
    if hasattr(artist, "set_text"):
        artist.set_color(readable(colour, style.paper))
    elif hasattr(artist, "set_facecolor"):  # letters as shapes
        artist.set_facecolor(readable(colour, style.paper))


def _paint_line(artist: Any, colour: str, style: Style) -> None:
    artist.set_color(colour)


def _paint_point(artist: Any, colour: str, style: Style) -> None:
    """Color a point, which stays hollow or filled as it is."""
    if hasattr(artist, "set_markeredgecolor"):
        is_hollow = artist.get_markerfacecolor() == style.paper
        artist.set_color(colour)
        artist.set_markeredgecolor(colour)
        artist.set_markerfacecolor(style.paper if is_hollow else colour)


def _add_legend(figure: Figure, families: Sequence[str], style: Style) -> None:
    """Make a figure higher, and write in the room which sign stands for which family."""
    entries = [LegendEntry(name, look_of(number, style), line=False) for number, name in enumerate(families)]
    legend = arrange_legend(entries, style.width - 2 * _EDGE, style)
    before = float(figure.get_figheight())
    after = before + _GAP + legend.height + _EDGE
    figure.set_size_inches(float(figure.get_figwidth()), after)
    for axes in figure.axes:
        place = axes.get_position()
        if place.height < 1:  # a panel, which stays where it is from the top, and as high
            bottom = (place.y0 * before + after - before) / after
            axes.set_position((place.x0, bottom, place.width, place.height * before / after))
            continue
        low, high = axes.get_ylim()
        for part in (axes, *axes.child_axes):
            part.set_ylim(low + after - before, high)  # inches from the top
    canvas = open_canvas(after, style, figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    draw_legend(canvas, legend, _EDGE, before + _GAP, style, gid="family")
