"""A critical difference diagram as TikZ, from the same layout as the figure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from rankpress.core.document import Restylable
from rankpress.core.latex import comment_text
from rankpress.figures.canvas import LegendEntry, line_step
from rankpress.figures.cd_diagram import EDGE, STOP, TICK, Diagram, Place, RankLabel, RankScale
from rankpress.figures.text import printable
from rankpress.report.latex import latex_text, render_latex
from rankpress.wording.text import Piece, Prose, compose, pieces, plain

_NEXT_LINE = Markup(r" \\ ")
_COLOURS = ("ink", "muted", "faint", "accent", "shade", "paper")


class _Path(NamedTuple):
    """A line or, between two corners, an area: the key that says how it looks, and the places it goes through."""

    key: str
    places: tuple[Markup, ...]


class _Node(NamedTuple):
    """A text, or without one a marker: the key that says how it looks, what of it is where, and the text."""

    key: str
    anchor: str
    place: Markup
    text: Markup = Markup()


class _Grid(NamedTuple):
    """TikZ's units for a diagram: ranks along x, lines of text down y."""

    scale: RankScale
    line: float

    def at(self, place: Place) -> Markup:
        rank, y = place
        return Markup(f"({_number(rank)},{_number(y / self.line)})")

    def at_inches(self, x: float, y: float) -> Markup:
        return self.at((self.scale.rank(x), y))

    def path(self, key: str, *places: Place) -> _Path:
        return _Path(key, tuple(map(self.at, places)))


def cd_tikz(picture: Restylable, *, title: Prose, stamp: str, templates: Path | None = None) -> str:
    r"""Write a diagram as a picture to \input: no float and no caption."""
    diagram, labels, style = picture.diagram, picture.labels, picture.style
    grid, area = _Grid(diagram.scale, line_step(style)), diagram.interval
    context = {
        "stamp": Markup(comment_text(stamp)),
        "title": Markup(comment_text(plain(title))),
        "rank": f"{_number(diagram.scale.inches_per_rank)}in",
        "line": f"{_number(-grid.line)}in",
        "size": f"{style.font_size:g}",
        "leading": f"{style.font_size * 1.25:g}",
        "bar": f"{diagram.bar_width:.3g}",
        "colours": {name: _colour(getattr(style, name)) for name in _COLOURS},
        "areas": () if area is None else (grid.path("interval area", (area.low, area.y), (area.high, area.bottom)),),
        "lines": tuple(chain(_guides(diagram, grid), _rulers(diagram, grid), _bars(diagram, grid))),
        "nodes": tuple(
            chain(
                _markers(diagram, grid),
                _numbers(diagram, grid),
                *(_label(label, labels[label.algorithm], grid) for label in diagram.labels),
                _legend(diagram, grid),
            )
        ),
    }
    return render_latex(templates, context, "tikz/cd.tex.j2")


def _number(value: float) -> str:
    """Return a number as TeX reads it; it takes no exponents."""
    return f"{round(value, 5) + 0.0:.5f}".rstrip("0").rstrip(".")


def _colour(code: str) -> Markup:
    red, green, blue = (int(code[index : index + 2], 16) for index in (1, 3, 5))
    return Markup(f"{{rgb,255:red,{red};green,{green};blue,{blue}}}")


def _guides(diagram: Diagram, grid: _Grid) -> Iterator[_Path]:
    """Yield what leads the eye; lines of algorithms that stand out lie above others."""
    axis, kind = diagram.axis, "guide" if diagram.layout == "rows" else "connector"
    if axis.grid_bottom is not None:
        for rank in axis.numbered:
            yield grid.path("grid", (rank, axis.y), (rank, axis.grid_bottom))
    for bar in diagram.bars:
        if bar.dots:
            yield grid.path("group link", bar.dots[0], bar.dots[-1])
    for entry, x, y in _entries(diagram):
        if entry.line:
            yield grid.path("group link", (grid.scale.rank(x), y), (grid.scale.rank(x + entry.sample), y))
    for label in sorted(diagram.labels, key=lambda label: label.stands_out):
        yield grid.path(f"outstanding {kind}" if label.stands_out else kind, *label.line)


def _rulers(diagram: Diagram, grid: _Grid) -> Iterator[_Path]:
    """Yield the axis, and what the critical difference is shown by."""
    axis, ruler, interval, scale = diagram.axis, diagram.ruler, diagram.interval, diagram.scale
    if interval is not None:
        yield grid.path("interval", (interval.low, interval.y), (interval.high, interval.y))
        for end in interval.ends:
            yield grid.path("interval end", (end, interval.y - STOP), (end, interval.bottom))
    for rank in axis.marked:
        yield grid.path("mark", (rank, axis.y - TICK / 2), (rank, axis.y))
    for rank in axis.numbered:
        yield grid.path("tick", (rank, axis.y - TICK), (rank, axis.y))
    yield grid.path("axis", (scale.first, axis.y), (scale.last, axis.y))
    if ruler is not None:
        yield grid.path("cd", (ruler.begin, ruler.y), (ruler.end, ruler.y))
        for end in (ruler.begin, ruler.end):
            yield grid.path("cd", (end, ruler.y - STOP), (end, ruler.y + STOP))


def _bars(diagram: Diagram, grid: _Grid) -> Iterator[_Path]:
    for whisker in diagram.whiskers:
        yield grid.path("whisker", *whisker)
        for rank, y in whisker:
            yield grid.path("whisker", (rank, y - STOP), (rank, y + STOP))
    for bar in diagram.bars:
        for run in bar.runs:
            yield grid.path("group", *run)


def _markers(diagram: Diagram, grid: _Grid) -> Iterator[_Node]:
    for bar in diagram.bars:
        for dot in bar.dots:
            yield _Node("group dot", "center", grid.at(dot))
    outstanding = {label.algorithm for label in diagram.labels if label.stands_out}
    for point in diagram.points:
        plain_key = "outstanding point" if point.algorithm in outstanding else "point"
        yield _Node(plain_key if point.mark == "plain" else point.mark, "center", grid.at(point.place))


def _numbers(diagram: Diagram, grid: _Grid) -> Iterator[_Node]:
    """Yield the axis's numbers, and what is written over the critical difference, each in the middle of its line."""
    axis = diagram.axis
    for rank in axis.numbered:
        yield _Node("number", "mid", grid.at((rank, axis.y - TICK - grid.line / 2)), latex_text(rank))
    for over in (diagram.ruler, diagram.interval):
        if over is not None:
            place = grid.at_inches(over.text_x, over.y - STOP - 0.01 - grid.line / 2)
            yield _Node("cd text", "mid", place, latex_text(over.text))


def _label(label: RankLabel, name: Prose, grid: _Grid) -> Iterator[_Node]:
    side = "east" if label.align == "right" else "west"
    unbroken = len(label.lines) == 1 and label.lines[0] == printable(plain(name))
    written = latex_text(name) if unbroken else _in_lines(_with_mathematics(name, label.lines) or label.lines)
    key = f"{'outstanding name' if label.stands_out else 'name'},align={label.align}"
    yield _Node(key, side if len(label.lines) > 1 else f"mid {side}", grid.at_inches(label.name_x, label.y), written)
    if label.rank:
        yield _Node("rank", "mid east", grid.at_inches(label.rank_x, label.y), latex_text(label.rank))
    if label.letters:
        yield _Node("letters", "mid west", grid.at_inches(label.letters_x, label.y), latex_text(label.letters))


def _with_mathematics(name: Prose, lines: Sequence[str]) -> list[Prose]:
    """Return the lines with the mathematics that is in the name; none where a line divides it, or leaves out a part."""
    parts: list[tuple[str, str | Piece]] = []
    for piece in pieces(name):
        if piece.kind == "text":
            parts += zip(piece.shown, piece.shown, strict=True)
        else:
            parts.append((piece.shown, piece))
    divided, rest = [], deque(parts)
    for line in lines:
        so_far, marked = "", list[str | Piece]()
        while rest and len(so_far) < len(line):
            part, source = rest.popleft()
            if so_far or not part.isspace():
                so_far += part
                marked.append(source)
        if so_far != line:
            return []
        divided.append(compose(*marked))
    return [] if rest else divided


def _in_lines(lines: Sequence[Prose]) -> Markup:
    return _NEXT_LINE.join(map(latex_text, lines))


def _entries(diagram: Diagram) -> Iterator[tuple[LegendEntry, float, float]]:
    """Yield what the legend explains, and where, in inches."""
    for entry, (offset, middle) in zip(diagram.legend.entries, diagram.legend.places, strict=True):
        yield entry, EDGE + offset, diagram.legend_y + middle


def _legend(diagram: Diagram, grid: _Grid) -> Iterator[_Node]:
    for entry, x, y in _entries(diagram):
        key = _explained(entry)
        if key:
            yield _Node(key, "center", grid.at_inches(x + entry.sample / 2, y))
        anchor = "mid west" if len(entry.lines) == 1 else "west"
        yield _Node("legend,align=left", anchor, grid.at_inches(x + entry.indent, y), _in_lines(entry.lines))


def _explained(entry: LegendEntry) -> str:
    """Return the key of the marker that an entry of the legend explains, if it explains one."""
    if entry.look is None:
        return ""
    if entry.line:
        return "group dot"
    if entry.hollow:
        return "does not differ"
    return "control" if entry.look.marker == "D" else "differs"
