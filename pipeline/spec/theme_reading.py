"""From the path of a theme to a `Theme` and its font files, or to all that is wrong with them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import ValidationError

from rankpress.faults import LISTED, Fault, FaultsFound
from rankpress.spec.complaints import complaints_of
from rankpress.spec.document import parse_document
from rankpress.spec.excerpt import shown
from rankpress.spec.nearest import nearest
from rankpress.spec.source import SpecSource
from rankpress.spec.theme import Theme

MOST_BYTES = 1 << 20
MOST_FONT_BYTES = 32 << 20


@dataclass(frozen=True)
class ReadTheme:
    """A theme, and its font files by their keys: regular, bold, italic, code."""

    theme: Theme = field(default_factory=Theme)
    fonts: Mapping[str, bytes] = field(default_factory=dict)


def read_theme(path: Path) -> ReadTheme:
    """Read and check a theme.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    ReadTheme

    Raises
    ------
    FaultsFound
        All that is wrong with it, by line and column.
    """
    try:
        return _read(path)
    except FaultsFound as found:  # whatever file the path leads to, no line of it is shown
        raise FaultsFound(replace(fault, excerpt="") for fault in found.faults) from found


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
        told = [source.fault(*one[:1], *one[2:], at_key=one.at_key) for one in complaints_of(error, data, Theme)]
        raise FaultsFound([*(fault for _, fault in read.faults), *told]) from error
    if read.faults:
        raise FaultsFound(fault for _, fault in read.faults)
    return ReadTheme(theme, _fonts(theme, path.parent, source))


def _is_theme(data: object) -> bool:
    """Whether a file says anything of a theme, if only misspelt; keys and values of any other are not shown."""
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
        told = f"{path.name} cannot be read: {getattr(error, 'strerror', None) or error}"
        raise FaultsFound([Fault(place, told, "a file")]) from error
    if len(content) > most:
        raise FaultsFound([Fault(place, f"{path.name} has more than {most:,} bytes", "a smaller file")])
    return content


def _fonts(theme: Theme, folder: Path, source: SpecSource) -> dict[str, bytes]:
    fonts: dict[str, bytes] = {}
    faults: list[Fault] = []
    for key, name in theme.fonts.files() if theme.fonts else ():
        try:
            fonts[key] = _content(folder / name, source.place(("fonts", key)), MOST_FONT_BYTES)
        except FaultsFound as found:
            faults += found.faults
            continue
        if told := _fault_of_font(fonts[key]):
            faults.append(source.fault(("fonts", key), f"{shown(name)} {told}", "a TrueType or OpenType font"))
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
