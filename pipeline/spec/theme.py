"""A theme: how report.pdf looks, read from the file of report.theme."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, ValidationError, ValidationInfo, field_validator, model_validator

from rankpress.core.faults import LISTED, Fault, FaultsFound, nearest
from rankpress.spec.complaints import complaints_of
from rankpress.spec.document import SpecSource, parse_document, shown
from rankpress.spec.strict import Incoherence, Number, Section, Text, refuse

# Width and height in millimetres.
PAPERS: Mapping[str, tuple[float, float]] = {
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "b5": (176, 250),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
Paper = Literal["a3", "a4", "a5", "b5", "letter", "legal"]
POINTS = 72 / 25.4  # in a millimetre
LEAST_WIDTH, LEAST_HEIGHT = 80.0, 100.0  # millimetres between the margins that a report needs
FONT_FILES = (".ttf", ".otf")

Length = Annotated[Number, Field(ge=0, le=200)]
Side = Annotated[Number, Field(ge=100, le=1200)]
Colour = Annotated[Text, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


def _form_of_paper(paper: Any) -> str:
    """Return which of the two forms is meant, so that a fault is reported for that one alone."""
    return "<list>" if isinstance(paper, list | tuple) else "<word>"


class Margins(Section):
    """The margins of every page, in millimetres; what is printed in them has room from about 12 mm."""

    top: Length = Field(default=24, description="Above the text, with the title and the section.")
    right: Length = Field(default=18, description="Right of it.")
    bottom: Length = Field(default=22, description="Below it, with the number of the page.")
    left: Length = Field(default=18, description="Left of it.")


class Fonts(Section):
    """Font files, next to the theme or in a folder there; what they have no glyph for is taken from STIX and DejaVu."""

    regular: Text = Field(description="File of the upright, regular face: TrueType or OpenType.")
    bold: Text = Field(description="File of the bold face.")
    italic: Text | None = Field(default=None, description="File of the italic face.")
    code: Text | None = Field(default=None, description="File of a face for hashes, all of its glyphs of one width.")

    @model_validator(mode="after")
    def _files_lie_beside(self) -> Fonts:
        refuse(
            (
                Incoherence((key,), f"the font '{name}' does not lie beside the theme", "a path below its folder")
                for key, name in self.files()
                if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name or ":" in name
            ),
            self,
        )
        refuse(
            (
                Incoherence((key,), f"'{name}' is no file of a font by its name", "a file .ttf or .otf")
                for key, name in self.files()
                if PurePosixPath(name).suffix.lower() not in FONT_FILES
            ),
            self,
        )
        return self

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield key and path of each file that is named."""
        for key in type(self).model_fields:
            name = getattr(self, key)
            if name is not None:
                yield key, name


class Sizes(Section):
    """Sizes of the print, in points."""

    text: Annotated[Number, Field(ge=6, le=24)] = Field(default=10.5, description="Of paragraphs; heads follow it.")
    tables: Annotated[Number, Field(ge=5, le=24)] = Field(
        default=9, description="Of tables; those that are wide are set one point smaller."
    )


class Colours(Section):
    """Colours, each as #rrggbb in quotes."""

    text: Colour = Field(default="#1a1c1f", description="The text.")
    muted: Colour = Field(default="#55595f", description="What stands back: page numbers, worse scores.")
    rules: Colour = Field(default="#1a1c1f", description="The rules of tables.")
    accent: Colour = Field(default="#b26b00", description="The rule beside what a reader must bear in mind.")
    shade: Colour = Field(default="#f4f3ef", description="Behind the summary.")
    warm: Colour = Field(default="#fcf5e6", description="Behind what a reader must bear in mind.")


class Theme(Section):
    """How report.pdf looks; paper, margins and the size of the text are those of report.tex too."""

    paper: Annotated[
        Annotated[Paper, Tag("<word>")] | Annotated[tuple[Side, Side], Tag("<list>")], Discriminator(_form_of_paper)
    ] = Field(default="a4", description="The paper's name, or [width, height] in millimetres.")
    orientation: Literal["portrait", "landscape"] = Field(
        default="portrait", description="landscape: a named paper lies on its side."
    )
    margins: Margins = Field(default=Margins(), description="Margins of every page.")
    fonts: Fonts | None = Field(
        default=None, description="Fonts of the text. null: STIX and DejaVu, which rankpress brings along."
    )
    sizes: Sizes = Field(default=Sizes(), description="Sizes of the print.")
    colours: Colours = Field(default=Colours(), description="Colours of print and rules.")

    @field_validator("margins")
    @classmethod
    def _text_has_room(cls, margins: Margins, info: ValidationInfo) -> Margins:
        if "paper" in info.data and "orientation" in info.data:
            width, height = _sides(info.data["paper"], info.data["orientation"])
            wide, high = width - margins.left - margins.right, height - margins.top - margins.bottom
            # A wide table turns the page, and has to fit there as well.
            if min(wide, height - margins.left - margins.right) < LEAST_WIDTH or high < LEAST_HEIGHT:
                message = f"the margins leave {wide:g} x {high:g} mm for the text"
                refuse([Incoherence((), message, f"{LEAST_WIDTH:g} x {LEAST_HEIGHT:g} mm at least")], margins)
        return margins

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a page, in millimetres."""
        return _sides(self.paper, self.orientation)

    @property
    def is_upright(self) -> bool:
        """Whether a page is higher than wide, so that a wide table gains from turning it."""
        return self.page[0] < self.page[1]

    def room(self, *, turned: bool = False) -> tuple[float, float]:
        """Width and height between the margins of a page, or of one that is turned, in points."""
        width, height = reversed(self.page) if turned else self.page
        margins = self.margins
        return (width - margins.left - margins.right) * POINTS, (height - margins.top - margins.bottom) * POINTS


def _sides(paper: str | tuple[float, float], orientation: str) -> tuple[float, float]:
    if not isinstance(paper, str):
        return paper
    width, height = PAPERS[paper]
    return (width, height) if orientation == "portrait" else (height, width)


MOST_BYTES = 1 << 20
MOST_FONT_BYTES = 32 << 20


@dataclass(frozen=True)
class ReadTheme:
    """A theme, and its font files by their keys: regular, bold, italic, code."""

    theme: Theme = field(default_factory=Theme)
    fonts: Mapping[str, bytes] = field(default_factory=dict)


def read_theme(path: Path) -> ReadTheme:
    """Read and check a theme."""
    try:
        return _read(path)
    except FaultsFound as result:  # whatever file the path leads to, no line of it is shown
        raise FaultsFound(replace(fault, excerpt="") for fault in result.faults) from result


def _read(path: Path) -> ReadTheme:
    read = parse_document(_text(path), str(path))
    data = {} if read.data is None else read.data
    source = SpecSource(read)
    if not _is_theme(data):
        expected = f"keys of {', '.join(Theme.model_fields)}"
        raise FaultsFound([source.fault((), "the file is no theme: it has none of a theme's keys", expected)])
    try:
        theme = Theme.model_validate(data)
    except ValidationError as error:
        texts = [source.fault(*item[:1], *item[2:], at_key=item.at_key) for item in complaints_of(error, data, Theme)]
        raise FaultsFound([*(fault for _, fault in read.faults), *texts]) from error
    if read.faults:
        raise FaultsFound(fault for _, fault in read.faults)
    return ReadTheme(theme, _fonts(theme, path.parent, source))


def _is_theme(data: object) -> bool:
    """Return whether a file says anything of a theme, if only misspelt; keys and values of any other are not shown."""
    known = list(Theme.model_fields)
    return data == {} or (isinstance(data, dict) and any(nearest(key, known, 0.8) for key in list(data)[:LISTED]))


def _text(path: Path) -> str:
    content = _content(path, str(path), MOST_BYTES)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FaultsFound([Fault(str(path), "the theme is not UTF-8", "a text in UTF-8")]) from error


def _content(path: Path, place: str, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError of a null character
        text = f"{path.name} cannot be read: {getattr(error, 'strerror', None) or error}"
        raise FaultsFound([Fault(place, text, "a file")]) from error
    if len(content) > most:
        raise FaultsFound([Fault(place, f"{path.name} has more than {most:,} bytes", "a smaller file")])
    return content


def _fonts(theme: Theme, folder: Path, source: SpecSource) -> dict[str, bytes]:
    fonts: dict[str, bytes] = {}
    faults: list[Fault] = []
    for key, name in theme.fonts.files() if theme.fonts else ():
        try:
            fonts[key] = _content(folder / name, source.place(("fonts", key)), MOST_FONT_BYTES)
        except FaultsFound as result:
            faults += result.faults
            continue
        if text := _fault_of_font(fonts[key]):
            faults.append(source.fault(("fonts", key), f"{shown(name)} {text}", "a TrueType or OpenType font"))
    if faults:
        raise FaultsFound(faults)
    return fonts


def _fault_of_font(content: bytes) -> str:
    """Return what is wrong with a font file; nothing where it can be measured and has letters and digits."""
    from fontTools.ttLib import TTFont  # loaded late: few themes name fonts

    try:
        with TTFont(io.BytesIO(content), lazy=True) as font:
            known = font.getBestCmap() or {}
            measured = bool(font["hmtx"].metrics)
    except Exception:  # noqa: BLE001 - whatever fontTools raises on bytes that are no font
        return "is not a font that can be read"
    return "" if measured and all(map(known.__contains__, b"AZaz09")) else "has no letters and digits"
