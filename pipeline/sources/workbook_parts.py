"""Parts of a workbook of .xlsx besides its values: names of sheets, comments on cells, cells struck through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat
from zipfile import ZipFile

_RELATIONS = "xl/_rels/workbook.xml.rels"
_COMMENTS = re.compile(r"xl/(?:comments|threadedComments/threadedComment)\d*\.xml|xl/comments/comment\d*\.xml")
_STYLES = "xl/styles.xml"


def number_of(text: str | None, otherwise: int) -> int:
    """Return the number that a text writes; another one where it writes none."""
    return int(text) if text and text.isdecimal() and len(text) < 19 else otherwise


def cell_place_of(reference: str, column: int, row: int) -> tuple[int, int]:
    """Column and row of a cell by a reference such as XFD12; as given where it has none."""
    letters = reference.rstrip("0123456789")
    if letters:
        column = 0
        for letter in letters[:4].upper():
            column = column * 26 + ord(letter) - 64
    return column, number_of(reference[len(letters) :], row)


def names_of_parts(archive: ZipFile) -> dict[str, str]:
    """Return the names of the sheets of .xlsx by the parts that hold them."""
    sheets = _elements(archive, "xl/workbook.xml", "sheet")
    targets = {each.get("Id"): each.get("Target", "") for each in _elements(archive, _RELATIONS, "Relationship")}
    names = {}
    for sheet in sheets:
        target = targets.get(next((sheet[key] for key in sheet if key.rpartition(":")[2] == "id"), ""), "")
        names[target.removeprefix("/") if target.startswith("/") else f"xl/{target}"] = sheet.get("name", "")
    return names


def _elements(archive: ZipFile, part: str, kind: str) -> list[dict[str, str]]:
    """Return the attributes of the elements of a kind in a part."""
    if part not in archive.namelist():
        return []
    parser, elements = expat.ParserCreate(), list[dict[str, str]]()
    parser.StartElementHandler = lambda name, given: elements.append(given) if name.rpartition(":")[2] == kind else None
    parser.Parse(archive.read(part), True)
    return elements


def comments_in(archive: ZipFile) -> Iterator[str]:
    """Yield the comments on cells."""
    for part in archive.namelist():
        if _COMMENTS.fullmatch(part):
            reading = _Texts()
            reading.parser.Parse(archive.read(part), True)
            yield from (" ".join(text.split()) for text in reading.texts)


class _Texts:
    """Collects the texts of the comments in a part."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.CharacterDataHandler = self._add

    def _start(self, name: str, _: dict[str, str]) -> None:
        if name.rpartition(":")[2] in ("comment", "threadedComment"):
            self.texts.append("")

    def _add(self, text: str) -> None:
        if self.texts:
            self.texts[-1] += text


def struck_in(archive: ZipFile) -> dict[str, set[tuple[int, int]]]:
    """Return by name of the sheet which cells are struck through, each as its row and column from 0."""
    if _STYLES not in archive.namelist() or b"strike" not in (styles := archive.read(_STYLES)):
        return {}
    reading = _Styles()
    reading.parser.Parse(styles, True)
    struck = {
        str(place) for place, font in enumerate(reading.fonts_of_styles) if number_of(font, -1) in reading.struck_fonts
    }
    cells = dict[str, set[tuple[int, int]]]()
    for part, name in names_of_parts(archive).items() if struck else ():
        references = (each.get("r", "") for each in _elements(archive, part, "c") if each.get("s") in struck)
        cells[name] = {(row - 1, column - 1) for column, row in (cell_place_of(each, 0, 0) for each in references)}
    return cells


class _Styles:
    """Collects which fonts are struck through, and the font of each style of cells."""

    def __init__(self) -> None:
        self.struck_fonts: set[int] = set()
        self.fonts_of_styles: list[str] = []
        self._path: list[str] = []
        self._font = -1
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self._path.pop()

    def _start(self, name: str, given: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        self._path.append(kind)
        if self._path[-2:] == ["fonts", "font"]:
            self._font += 1
        elif self._path[-3:] == ["fonts", "font", "strike"] and given.get("val", "1") not in ("0", "false"):
            self.struck_fonts.add(self._font)
        elif self._path[-2:] == ["cellXfs", "xf"]:
            self.fonts_of_styles.append(given.get("fontId", ""))
