"""Figures as bytes, the same from run to run: PDF, SVG and PNG."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from html import escape
from io import BytesIO
from string import ascii_uppercase
from typing import Any, Literal

from rankpress.figures.loading import load_matplotlib
from rankpress.figures.style import drawing_context

load_matplotlib()
from matplotlib.figure import Figure  # noqa: E402 - only now


def to_pdf(figure: Figure, *, title: str = "", subject: str = "") -> bytes:
    """Return the figure as PDF with embedded TrueType fonts; title and subject are what viewers show of a document.

    Examples
    --------
    >>> to_pdf(Figure(figsize=(1, 1)))[:5]
    b'%PDF-'
    """
    undated = {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None}
    metadata = {"Title": _encodable(title), "Subject": _encodable(subject)}
    with _fonts_for_print():
        return _save(figure, "pdf", {**undated, **{key: text for key, text in metadata.items() if text}})


def to_svg(figure: Figure, *, salt: str = "figure", title: str = "", description: str = "") -> bytes:
    """Return the figure as SVG, an `svg` element that stands alone or in HTML.

    Parameters
    ----------
    figure : Figure
    salt : str
        Name of the figure. All identifiers begin with it, so that figures of different names can share a page.
    title, description : str
        For screen readers; with either the drawing is one image to them.

    Examples
    --------
    >>> to_svg(Figure(figsize=(1, 1)), salt="accuracy-cd", title="Ranks")[:31]
    b'<svg id="accuracy-cd" role="img'
    """
    prefix = re.sub(r"[^A-Za-z0-9_-]+", "-", salt).strip("-") or "figure"
    prefix = prefix if prefix[0].isalpha() else f"f{prefix}"
    metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
    drawn = _save(figure, "svg", metadata, salt=prefix).decode("utf-8")
    # Comments repeat every text in plain, the prologue names a DTD on the network: neither belongs in a page.
    drawn = re.sub(r"<!--.*?-->\s*", "", drawn[drawn.index("<svg") :], flags=re.DOTALL)
    drawn = re.sub(r'(\sid="|href="#|url\(#)', rf"\g<1>{prefix}-", drawn)
    drawn = drawn.replace("*{stroke-linejoin", f"#{prefix} *{{stroke-linejoin", 1)
    opening, rest = drawn.split(">", 1)
    accessible = _accessible_name(prefix, title, description)
    return f'<svg id="{prefix}"{accessible[0]} {opening[5:]}>{accessible[1]}{rest}'.encode()


def to_png(figure: Figure, *, dpi: float = 200, description: str = "") -> bytes:
    r"""Return the figure as PNG at a resolution in dots an inch; a description is kept as text next to the picture.

    Examples
    --------
    >>> to_png(Figure(figsize=(1, 1)))[:4]
    b'\x89PNG'
    """
    described = {"Description": description} if description else {}
    return _save(figure, "png", {"Software": None, **described}, dpi=dpi)


def _save(
    figure: Figure,
    kind: str,
    metadata: Mapping[str, str | None],
    *,
    salt: str = "rankpress",
    dpi: float | Literal["figure"] = "figure",
) -> bytes:
    buffer = BytesIO()
    with drawing_context(salt=salt):
        figure.savefig(buffer, format=kind, metadata=dict(metadata), dpi=dpi)
    return buffer.getvalue()


def _accessible_name(prefix: str, title: str, description: str) -> tuple[str, str]:
    """Attributes and elements by which a screen reader knows the drawing."""
    parts = {"title": title, "desc": description}
    elements = "".join(
        f'<{tag} id="{prefix}-{tag}">{escape(_encodable(text))}</{tag}>' for tag, text in parts.items() if text
    )
    if not elements:
        return "", ""
    named_by = " ".join(f"{prefix}-{tag}" for tag, text in parts.items() if text)
    return f' role="img" aria-labelledby="{named_by}"', elements


def _encodable(text: str) -> str:
    """Text that XML can hold: control characters and lone surrogates become the replacement character."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", text)


_LAYOUT = ("GDEF", "GPOS", "GSUB", "MATH")


@contextmanager
def _fonts_for_print() -> Iterator[None]:
    """Let matplotlib embed fonts in a PDF as print needs them, while this holds.

    Fonts are named by the glyphs they keep; matplotlib names those of TeX by a place in memory. They come without the
    tables by which text is laid out, which it is already, and which take most of the time of a subset. No glyph but
    .notdef has the code 0, as PDF demands. None of what this changes is documented: where a matplotlib lacks it, fonts
    are embedded as that matplotlib does.
    """
    changes = _changes_for_print()
    before = [vars(owner)[name] for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for (owner, name, _), value in zip(changes, before, strict=True):
            setattr(owner, name, value)


def _changes_for_print() -> list[tuple[Any, str, Any]]:
    """Return what to set in matplotlib, as far as it has it: a module or class, a name, the new value."""
    # loaded late, with what writes PDF, which SVG does without
    from matplotlib.backends._backend_pdf_ps import CharacterTracker, subset  # type: ignore[attr-defined]
    from matplotlib.backends.backend_pdf import PdfFile

    changes: list[tuple[Any, str, Any]] = [
        (PdfFile, "_get_subset_prefix", staticmethod(_prefix)),
        (subset, "load_font", _without_layout(subset.load_font)),
    ]
    with suppress(ImportError):  # before 3.11, which numbers glyphs by their characters
        from matplotlib.font_manager import FontPath

        changes.append((CharacterTracker, "track_glyph", _without_code_zero(CharacterTracker.track_glyph, FontPath)))
    return [change for change in changes if change[1] in vars(change[0])]


def _without_layout(load_whole: Callable[..., Any]) -> Callable[..., Any]:
    """Return what loads a font without the tables of layout, which fontTools reads whole, even to drop them."""

    def load_font(*arguments: Any, **options: Any) -> Any:
        font = load_whole(*arguments, **options)
        for tag in {*_LAYOUT} & {*font.keys()}:
            del font[tag]
        return font

    return load_font


def _without_code_zero(subset_of_glyph: Callable[..., Any], font_path: Callable[..., Any]) -> Callable[..., Any]:
    """Return what names the subset of a font that has a glyph, and its code there, which is not 0."""

    def track_glyph(tracker: Any, font: Any, chars: str | int, glyph: int) -> tuple[int, int]:
        number, code = subset_of_glyph(tracker, font, chars, glyph)
        if code or not number:
            return number, code
        path = font_path(font.fname, font.face_index)
        tracker.used[path][number] = {0: 0, 1: glyph}
        tracker.glyph_maps[path].add("\N{REPLACEMENT CHARACTER}", 0, number, 0)
        tracker.glyph_maps[path].add(chars if isinstance(chars, str) else chr(chars), glyph, number, 1)
        return number, 1

    return track_glyph


def _prefix(glyphs: Iterable[int]) -> str:
    digest = hashlib.sha256(repr(sorted(glyphs)).encode()).digest()
    return "".join(ascii_uppercase[byte % 26] for byte in digest[:6]) + "+"
