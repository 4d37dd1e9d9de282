"""Figures inside report.html: SVG with ids and colors of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree

from markupsafe import Markup, escape

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COMMANDS = frozenset("MLQCZz")
_POINTS = {"M": 1, "L": 1, "Q": 2, "C": 3}  # a command's points; all but these and Z are left as they are


@lru_cache(maxsize=4096)  # figures share their letters
def compact_path(path: str) -> str:
    """Write the ``d`` of a path by steps instead of places."""
    # Rounded places are subtracted, so that errors do not add up along a curve; ``z`` draws the line back to the start.
    tokens: list[str] = _TOKEN.findall(path)
    if not {token for token in tokens if token.isalpha()} <= _COMMANDS or not tokens or tokens[0] != "M":
        return path
    try:
        return "".join(_steps(tokens))
    except ValueError:  # a command without all its numbers
        return path


def _steps(tokens: list[str]) -> Iterator[str]:
    here = start = (0, 0)
    command = before = closing = ""
    numbers = iter(tokens)
    for token in numbers:
        if token in "Zz":
            yield "z"
            closing = ""
            here, command, before = start, "", "z"
            continue
        yield closing
        closing = ""
        command, first = (token, next(numbers, "")) if token in _POINTS else (command, token)
        places = list(_places(first, numbers, _POINTS.get(command, 0)))
        if command == "M":
            yield "M" + _joined(_paths_written(number) for number in places[0])
            start, command, before = places[0], "L", "M"
        else:
            steps = [_paths_written(number) for x, y in places for number in (x - here[0], y - here[1])]
            command_text = _joined(steps)
            command_text = (
                command.lower() + command_text
                if command != before
                else command_text
                if command_text[0] == "-"
                else f" {command_text}"
            )
            if command == "L" and places[0] == start != here:
                closing = command_text
            else:
                yield command_text
            before = command
        here = places[-1]
    yield closing


def _places(first: str, numbers: Iterator[str], points: int) -> Iterator[tuple[int, int]]:
    """Yield the places of a command in hundredths."""
    if not points:
        raise ValueError("a number without a command")
    for number in range(points):
        x = first if number == 0 else next(numbers, "")
        yield round(float(x) * 100), round(float(next(numbers, "")) * 100)


@lru_cache(maxsize=65536)
def _paths_written(hundredths: int) -> str:
    """Return a number of hundredths as short as can be."""
    digits = f"{abs(hundredths) / 100:.2f}".rstrip("0").rstrip(".")
    digits = digits.removeprefix("0") if digits.startswith("0.") else digits
    return f"-{digits}" if hundredths < 0 else digits


def _joined(numbers: Iterator[str] | list[str]) -> str:
    """Join numbers by spaces, where no sign divides them."""
    return " ".join(numbers).replace(" -", "-")


SHAPES = frozenset(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan clipPath mask pattern marker"
    " linearGradient radialGradient stop".split()
)
GEOMETRY = frozenset(
    "id d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points viewBox transform offset orient refX refY"
    " preserveAspectRatio clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform"
    " gradientUnits gradientTransform spreadMethod markerUnits markerWidth markerHeight".split()
)
PAINT = frozenset(
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit"
    " stroke-dasharray stroke-dashoffset opacity clip-path clip-rule mask color display visibility stop-color"
    " stop-opacity marker-start marker-mid marker-end font-family font-size font-style font-weight text-anchor"
    " dominant-baseline".split()
)
COORDINATES = frozenset({"points", "x", "y"})

# Beyond a hundredth of a point nothing can be seen; a figure of many curves is a third smaller without it.
NEEDLESS_DIGITS = re.compile(r"(\.\d\d)\d+")
TRANSLATION = re.compile(r"translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)")
LOCAL_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)")
COLOUR = re.compile(rb"#[0-9a-f]{6}\b")
RULE_FOR_ALL = re.compile(r"\*\s*\{([^}]*)\}")


@dataclass(frozen=True)
class InlineSvg:
    """A drawing ready for a page."""

    view_box: str  # what part of the drawing's plane is shown: x, y, width, height
    width: float  # width, height: its size in points
    height: float
    written_paint: str  # written_paint, written_shapes: the texts of `paint` and `shapes`, which can be kept
    written_shapes: str

    @property
    def paint(self) -> Markup:
        """Attributes that hold for all shapes."""
        return Markup(self.written_paint)

    @property
    def shapes(self) -> Markup:
        """All that is drawn, as it stands inside ``<svg>``."""
        return Markup(self.written_shapes)

    def file(self) -> bytes:
        """Return the drawing as an SVG file."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self.view_box}" width="{self.width:g}pt"'
            f' height="{self.height:g}pt"{self.paint}>{self.shapes}</svg>'
        ).encode()


# What the gid of a shape begins with that stands for one algorithm, whose number follows.
OF_ALGORITHM = re.compile(
    r"-(name|rank|connector|guide|point|average|range|box|bar|median|mean|dots|least|greatest|node|row|column|slope"
    r"|start|place|label|leader|key)-(\d+)(-\d+|-number)?"
)
_NAMES = frozenset({"name", "label", "key"})


@lru_cache(maxsize=32)  # under `watch` most drawings stay as they are
def inline_svg(svg: bytes, prefix: str, algorithms: tuple[str, ...] = ()) -> InlineSvg:
    """Return a drawing written again, with the algorithms that its shapes stand for."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f"a drawing is not well-formed SVG: {error}") from error
    if _local(root.tag) != "svg":
        raise ValueError(f"a drawing is not SVG: its first element is <{_local(root.tag)}>")
    view_box = _view_box(root)
    names = {name: f"{prefix}{number}" for number, name in enumerate(dict.fromkeys(_references(root)), start=1)}
    marks = _marks(root, algorithms)
    shapes = "".join(element for child in root for element in _inline_svg_written(child, names, marks))
    paint = "".join(_attribute(name, value, names) for name, value in _paint_of_all(root))
    return InlineSvg(
        view_box=" ".join(f"{number:g}" for number in view_box),
        width=view_box[2],
        height=view_box[3],
        written_paint=paint,
        written_shapes=shapes,
    )


def _marks(root: ElementTree.Element, algorithms: Sequence[str]) -> dict[ElementTree.Element, str]:
    """Return the attributes of groups that stand for an algorithm; ``data-name`` says that they write its name."""
    marks = {}
    for group in root.iter() if algorithms else ():
        gid = OF_ALGORITHM.fullmatch(group.get("id", "").removeprefix(root.get("id", "")))
        if gid and int(gid[2]) < len(algorithms):
            name = ' data-name=""' if gid[1] in _NAMES and gid[3] != "-number" else ""
            marks[group] = f' data-algorithm="{escape(algorithms[int(gid[2])])}"{name}'
    return marks


def _view_box(root: ElementTree.Element) -> list[float]:
    """Return the view box of a drawing, or one made from its width and height."""
    numbers = root.get("viewBox", f"0 0 {root.get('width', '')} {root.get('height', '')}").replace(",", " ").split()
    try:
        x, y, width, height = (float(number.removesuffix("pt").removesuffix("px")) for number in numbers)
    except ValueError as error:
        raise ValueError("a drawing has neither a view box nor a width and height") from error
    return [x, y, width, height]


def _paint_of_all(root: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """Yield what the drawing's style sheet says of every element, which as an attribute of the root is inherited."""
    for style in root.iter():
        if _local(style.tag) == "style":
            for rule in RULE_FOR_ALL.findall(style.text or ""):
                yield from _declarations(rule)


def _references(root: ElementTree.Element) -> Iterator[str]:
    """Yield the ids that elements of a drawing refer to."""
    for element in root.iter():
        for key, value in element.items():
            if _local(key) == "href" and value.startswith("#"):
                yield value[1:]
            elif "url(" in value:
                yield from LOCAL_REFERENCE.findall(value)


def _inline_svg_written(
    element: ElementTree.Element, names: Mapping[str, str], marks: Mapping[ElementTree.Element, str]
) -> Iterator[str]:
    """Yield an element and what is in it as text, leaving out all that is not known to be harmless."""
    name = _local(element.tag)
    if name not in SHAPES:
        return
    attributes = "".join(_attributes(element, names)) + marks.get(element, "")
    if name == "g" and not attributes:
        for child in element:
            yield from _inline_svg_written(child, names, marks)
        return
    yield f"<{name}{attributes}"
    if not len(element) and not element.text:
        yield "/>"
        return
    yield ">"
    is_text = name in ("text", "tspan")
    if is_text and element.text:
        yield escape(element.text)
    for child in element:
        yield from _inline_svg_written(child, names, marks)
        if is_text and child.tail:
            yield escape(child.tail)
    yield f"</{name}>"


def _attributes(element: ElementTree.Element, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the attributes of an element, those of its style among them, each with a space before it."""
    # a letter in its word, of which there are thousands, is moved by fewer bytes
    is_letter = _local(element.tag) == "use" and not {"x", "y"}.intersection(element.keys())
    for key, value in element.items():
        if key == "style":
            for paint, how in _declarations(value):
                yield _attribute(paint, how, names)
        elif key == "transform" and is_letter and (moved := TRANSLATION.fullmatch(value)):
            yield from (
                _attribute(*place, names) for place in zip("xy", moved.groups(), strict=True) if place[1] != "0"
            )
        else:
            yield _attribute(_local(key), value, names)


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a style attribute that are known as attributes of their own."""
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        if name.strip() in PAINT:
            yield name.strip(), value.strip()


def _attribute(name: str, value: str, names: Mapping[str, str]) -> str:
    """Return an attribute with a space before it, or nothing if it is not known or points out of the drawing."""
    if name == "href":
        return f' href="#{names[value[1:]]}"' if value.startswith("#") else ""
    if name == "id":
        return f' id="{names[value]}"' if value in names else ""
    if name not in GEOMETRY and name not in PAINT:
        return ""
    if name == "d":
        value = compact_path(value)
    elif name in COORDINATES:
        value = NEEDLESS_DIGITS.sub(r"\1", value.replace("\n", " ").strip())
    elif "url(" in value:
        if not LOCAL_REFERENCE.fullmatch(value):
            return ""
        value = LOCAL_REFERENCE.sub(lambda reference: f"url(#{names[reference[1]]})", value)
    return f' {name}="{escape(value)}"'


def _local(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition("}")[2]


def colours_of(drawings: Iterable[bytes]) -> tuple[str, ...]:
    """Return the colors of drawings."""
    return tuple(sorted({colour.decode() for svg in drawings for colour in COLOUR.findall(svg)}))


def dark_rules(colours: Sequence[str]) -> str:
    """Return rules of a style sheet for drawings of these colors in the page."""
    return "\n".join(("/* ---- Colors of drawings on a dark page ---- */", *_rules(colours), ""))


def _rules(colours: Iterable[str]) -> Iterator[str]:
    from rankpress.figures.colours import STYLED, dark_counterpart
    from rankpress.figures.style import DARK, PAPER

    yield f".drawing {{ background: light-dark({PAPER.paper}, {DARK.paper}); }}"
    # Shapes that are filled with black have no attribute that says so.
    yield f".drawing svg {{ fill: light-dark(#000000, {dark_counterpart('#000000')}); }}"
    # Not `.drawing [fill=...]`: to a selector, a mark that is taken from elsewhere in a drawing does not lie in it.
    for light, dark in ((colour, dark_counterpart(colour)) for colour in sorted({*colours, *STYLED})):
        for paint in ("fill", "stroke"):
            yield f'[{paint}="{light}"] {{ {paint}: light-dark({light}, {dark}); }}'
