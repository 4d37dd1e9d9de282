"""Fonts of figures, page and PDF: which characters they have."""

from __future__ import annotations

import base64
import io
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from rankpress.core.processes import environment_variables, scratch_folder
from rankpress.wording.text import BLANK, Prose, is_writable, plain

if TYPE_CHECKING:
    from rankpress.cache.store import Code, Store

_SANS, _SERIF = "font_source_sans_pro", "font_source_serif_pro"  # packages, in addition to the fonts of matplotlib
# The first is that of tables; characters that it lacks are taken from those after it.
FAMILIES = {
    "regular": ((_SANS, "SourceSansPro-Regular"), ("matplotlib", "STIXGeneral"), ("matplotlib", "DejaVuSans")),
    "bold": ((_SANS, "SourceSansPro-Semibold"), ("matplotlib", "STIXGeneralBol"), ("matplotlib", "DejaVuSans-Bold")),
    "others": (
        *((_SERIF, f"SourceSerifPro-{style}") for style in ("Regular", "Semibold", "It")),
        *(("matplotlib", name) for name in ("STIXGeneralItalic", "STIXGeneralBolIta", "DejaVuSansMono")),
    ),
}
_SUBSETS: Code = ((), ("fonttools",))
_RIGHTS, _RESTRICTED = 0xF, 0x2  # the bits that say how a font may be embedded, and that it may not
_NAMES = {0, 1, 2, 4, 6, 13, 14}  # copyright, names and licence
_WEIGHTS = {400: FAMILIES["regular"][0], 600: FAMILIES["bold"][0]}  # that style.css asks for
# In every page's fonts: letters, for names that readers give, what the scripts write, and what most reports do, authors
# of methods included, so that a change of a study seldom needs other fonts. Each glyph takes time: an accent that a
# reader alone gives is drawn from another font.
_ALWAYS = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("±–…−∞≤≥×²αχ“”↑↓íıšş\N{NO-BREAK SPACE}")


@contextmanager
def only_own_fonts(beyond: Iterable[str] = ()) -> Iterator[None]:
    """Let fontconfig see no fonts but ours, and these files of the machine, while this holds."""
    # Fontconfig learns where its configuration is from the environment alone, and reads it when WeasyPrint is loaded
    # and again for each document: so the variable is the process's, set around both and put back afterwards. Threads
    # that use fontconfig meanwhile see our fonts too.
    with scratch_folder("rankpress-fonts-") as folder:
        configuration = folder / "fonts.conf"
        # copies, for fontconfig reads all that is in a folder
        (folder / "fonts").mkdir()
        copies = [Path(shutil.copy(file, folder / "fonts")) for file in beyond]
        configuration.write_text(_configuration(folder / "cache", copies), encoding="utf-8")
        with environment_variables({"FONTCONFIG_FILE": str(configuration)}):
            yield


@dataclass(frozen=True)
class Faces:
    """The fonts that a text is set in: a character is taken from the first that has it."""

    # regular, bold: of each font, the width of each character that it has, in ems
    regular: tuple[Mapping[int, float], ...]
    bold: tuple[Mapping[int, float], ...]

    def has_glyph(self, character: str) -> bool:
        """Return whether one of the fonts has a glyph for a character."""
        return any(ord(character) in font for font in self.regular)

    def text_width(self, text: Prose, *, bold: bool = False) -> float:
        """Return how wide a text is on one line, in ems."""
        fonts = self.bold if bold else self.regular
        return sum(_advance(ord(character), fonts) for character in plain(text))


def font_rules(characters: Iterable[str], store: Store) -> str:
    """Return the style rules that put the fonts of report.html into it, as far as it has their characters."""
    contained = "".join(sorted(_ALWAYS.union(characters)))
    rules = ""
    for weight, font in _WEIGHTS.items():
        also = {"the font": _file(*font).read_bytes()}
        subset = store.within(font[1]).call("subset", _subset, *font, contained, code=_SUBSETS, also=also)
        rules += (
            f'@font-face {{ font-family: "Source Sans Pro"; font-weight: {weight};'
            f' src: url(data:font/woff2;base64,{subset}) format("woff2"); }}\n'
        )
    return rules


@cache
def _subset(package: str, name: str, characters: str) -> str:
    """Return a font with these characters alone, as compressed WOFF2 in base64."""
    from fontTools.subset import Options, Subsetter  # loaded late: only report.html needs it
    from fontTools.ttLib import TTFont

    subsetter = Subsetter(
        Options(
            layout_features=["ccmp", "kern", "locl", "lnum", "mark", "mkmk", "tnum"],
            hinting=False,
            notdef_outline=True,  # a box for what no font of the reader's machine has either
        )
    )
    subsetter.populate(text=characters)
    created = io.BytesIO()
    # with its own date, for the same bytes; lazily, for most pairs that are set closer are not of these characters
    with TTFont(_file(package, name), recalcTimestamp=False, lazy=True) as font:
        names = font["name"]
        del font["name"]  # fontTools would look for names that these features have, and they have none
        subsetter.subset(font)
        names.names = [entry for entry in names.names if entry.nameID in _NAMES and entry.isUnicode()]
        font["name"] = names
        font.flavor = "woff2"
        font.save(created)
    return base64.b64encode(created.getvalue()).decode()


@cache
def own_faces() -> Faces:
    """Return the fonts that tables of report.pdf are set in."""
    regular, bold = (tuple(_advances(_file(*font)) for font in FAMILIES[key]) for key in ("regular", "bold"))
    return Faces(regular, bold)


def font_beyond_ours(character: str) -> str | None:
    """Return the font of the machine that sets a character in report.pdf; None where none may be embedded."""
    from rankpress.figures.system_fonts import system_font  # which loads matplotlib

    font = system_font(character)
    return font if font is not None and _may_be_embedded(font) else None


@cache
def _may_be_embedded(font: str) -> bool:
    from fontTools.ttLib import TTFont

    with TTFont(font, fontNumber=0, lazy=True) as opened:
        return "OS/2" not in opened or opened["OS/2"].fsType & _RIGHTS != _RESTRICTED


def added_fonts(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the fonts of the machine that report.pdf needs to set some texts."""
    foreign = {
        character for text in texts if not text.isascii() for character in text if is_writable(character)
    } - BLANK
    lacking = (character for character in foreign if not own_faces().has_glyph(character))
    return tuple(sorted({font for font in map(font_beyond_ours, lacking) if font is not None}))


def _advances(file: Path) -> Mapping[int, float]:
    from fontTools.ttLib import TTFont  # loaded late: only report.pdf needs it

    with TTFont(file, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        return {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def _advance(code: int, fonts: tuple[Mapping[int, float], ...]) -> float:
    for font in fonts:
        if code in font:
            return font[code]
    return 1.0


@cache
def _file(package: str, name: str) -> Path:
    """Return where a package has a font."""
    spec = find_spec(package)  # which, unlike importlib.resources, does not load it
    assert spec is not None
    assert spec.submodule_search_locations
    folder = "mpl-data/fonts/ttf" if package == "matplotlib" else "files"
    return Path(spec.submodule_search_locations[0]) / folder / f"{name}.ttf"


def _configuration(cache_folder: Path, beyond: Iterable[Path]) -> str:
    paths = [*(_file(*font) for font in chain(*FAMILIES.values())), *beyond]
    accepted = "".join(f"<glob>*/{path.name}</glob>" for path in paths)
    folders = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in dict.fromkeys(path.parent for path in paths))
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        f"{folders}\n<cachedir>{escape(str(cache_folder))}</cachedir>\n"
        f"<selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont>{accepted}</acceptfont></selectfont>\n"
        "</fontconfig>\n"
    )
