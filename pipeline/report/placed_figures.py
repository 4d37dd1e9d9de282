"""Figures as matplotlib wrote them, placed in report.pdf: WeasyPrint would draw each again from its SVG.

This rests on how matplotlib writes a PDF and on what WeasyPrint asks of images, neither of which is documented. What is
not as expected raises one of `SURPRISES`, and the figure, or all of them, are drawn from SVG.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from rankpress.core.document import Drawing

try:
    from pydyf import Array, Object, Stream
except ImportError:  # one with other insides: nothing is placed
    Array, Object, Stream = None, object, None

_TO_UNICODE = re.compile(rb"/ToUnicode (\d+) 0 R")
_RANGE = re.compile(rb"<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]")
_MOST_CHARACTERS = 100  # in a row of a map
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_ENTRY = re.compile(rb"(\d{10}) \d{5} n")
_HEADER = re.compile(rb"(\d+) 0 obj\s+")
_STREAM, _END_OF_STREAM = b"\nstream\n", b"\nendstream"


class NotPlaced(Exception):
    """WeasyPrint did not take a figure from where it finds images."""


SURPRISES = (
    NotPlaced,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
    zlib.error,
)
SCHEME = "memory:"


def place_figures(drawings: Iterable[Drawing]) -> dict[str, PlacedFigure]:
    """Return the drawings that can be placed, by their addresses.

    Those with fonts as matplotlib takes them from TeX cannot: PDF/UA refuses their widths.
    """
    figures: dict[str, PlacedFigure] = {}
    if Stream is None:
        return figures
    for number, drawing in enumerate(drawings):
        if b"/Type1" not in drawing.forms.pdf:
            with suppress(*SURPRISES):
                figures[SCHEME + drawing.name] = PlacedFigure(str(number), drawing.forms.pdf)
    return figures


class PlacedFigure:
    """A page of matplotlib's as an image that WeasyPrint finds in its cache, where it asks for these methods."""

    def __init__(self, identifier: str, pdf: bytes) -> None:
        self.id = identifier
        self._objects = _objects_of(pdf)
        for body in [*self._objects.values()]:
            for number in _TO_UNICODE.findall(body.partition(_STREAM)[0]):
                self._objects[int(number)] = _of_characters(self._objects[int(number)])
        page = next(body for body in self._objects.values() if re.search(rb"/Type /Page\b", body))
        self._resources = _value(rb"/Resources (\d+) 0 R", page)
        self._contents = _value(rb"/Contents (\d+) 0 R", page)
        self._width, self._height = map(float, re.findall(rb"/MediaBox \[ 0 0 (\S+) (\S+) \]", page)[0])
        self._form: Any = None

    @property
    def is_painted(self) -> bool:
        """Whether WeasyPrint took the figure."""
        return self._form is not None

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[float, float, float]:
        """Return width and height in CSS pixels, and their ratio."""
        return self._width * 4 / 3, self._height * 4 / 3, self._width / self._height

    def draw(self, stream: Any, width: float, height: float, _style: object) -> None:
        """Paint the figure into a box whose y axis points down."""
        name = stream.add_image(self, False, 1)
        stream.set_alpha(1, stroke=True)
        stream.transform(width / self._width, 0, 0, -height / self._height, 0, height)
        stream.draw_x_object(name)

    def get_x_object(self, _interpolate: bool, _ratio: float) -> Stream:
        """Return the figure as a form; its resources follow in `finish`, when the report numbers its objects."""
        head, content = _split(self._objects[self._contents])
        extra = {"Type": "/XObject", "Subtype": "/Form", "BBox": Array((0, 0, self._width, self._height))}
        if b"/FlateDecode" in head:
            extra["Filter"] = "/FlateDecode"
        self._form = Stream([content], extra)
        return self._form

    def finish(self, pdf: Any) -> None:
        """Add what the figure draws with, its fonts above all, to the report."""
        if self._form is None:
            return
        copies: dict[int, _Copy] = {}
        waiting = [self._resources]
        while waiting:
            number = waiting.pop()
            if number not in copies:
                copies[number] = _Copy(self._objects[number])
                pdf.add_object(copies[number])
                waiting += copies[number].references()
        for copy in copies.values():
            copy.refer_to(copies)
        self._form.extra["Resources"] = copies[self._resources].reference


class _Copy(Object):  # type: ignore[misc]
    """An object of one PDF in another, where it and those that it refers to have other numbers."""

    data = b""
    compressible = False

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self._head, *self._stream = body.partition(_STREAM)

    def references(self) -> list[int]:
        """Return the numbers of the objects that this one refers to, as they were."""
        return [int(number) for number in _REFERENCE.findall(self._head)]

    def refer_to(self, copies: Mapping[int, _Copy]) -> None:
        """Write the references by the numbers that the objects have now."""
        head = _REFERENCE.sub(lambda reference: copies[int(reference[1])].reference, self._head)
        self.data = b"".join((head, *self._stream))


def _objects_of(pdf: bytes) -> dict[int, bytes]:
    """Return the objects of a PDF with a classic table of them, by their numbers."""
    table = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    places = sorted(int(place) for place in _ENTRY.findall(pdf, table))
    objects = {}
    for place, end in zip(places, [*places[1:], table], strict=True):
        header = _HEADER.match(pdf, place)
        if header is None:
            raise ValueError("a drawing is not a PDF as matplotlib writes it")
        objects[int(header[1])] = pdf[header.end() : pdf.rindex(b"endobj", place, end)].rstrip(b"\n")
    return objects


def _value(pattern: bytes, body: bytes) -> int:
    return int(re.findall(pattern, body)[0])


def _of_characters(body: bytes) -> bytes:
    """Return the map from a font's codes to Unicode by single codes: readers know ranges of lists less well."""
    head, content = _split(body)
    cmap = zlib.decompress(content) if b"/FlateDecode" in head else content
    before, ranges = cmap.split(b" beginbfrange\n")
    rows = [
        b"<%0*x> %b\n" % (len(first), code, glyphs)
        for first, texts in _RANGE.findall(ranges)
        for code, glyphs in enumerate(texts.split(), start=int(first, 16))
    ]
    parts = [rows[place : place + _MOST_CHARACTERS] for place in range(0, len(rows), _MOST_CHARACTERS)]
    written = b"".join(b"%d beginbfchar\n%bendbfchar\n" % (len(part), b"".join(part)) for part in parts)
    cmap = before[: before.rindex(b"\n") + 1] + written + ranges.partition(b"endbfrange\n")[2]
    return b"<< /Length %d >>" % len(cmap) + _STREAM + cmap + _END_OF_STREAM


def _split(body: bytes) -> tuple[bytes, bytes]:
    """Return the dictionary of a stream, and what is in it."""
    head, _, content = body.partition(_STREAM)
    return head, content[: content.rindex(_END_OF_STREAM)]
