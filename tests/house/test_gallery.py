"""figures/README.md and its pictures: every kind of figure, drawn as the program draws it now."""

from __future__ import annotations

import re
import runpy
from io import BytesIO
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import pypdf
import pytest

import rankpress.figures
from rankpress.catalog.kinds import Plot
from rankpress.core.document import Drawing


@pytest.fixture(scope="module")
def script(root: Path) -> dict[str, Any]:
    return runpy.run_path(str(root / "tests/house/gallery.py"))


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "figures/README.md").read_text(encoding="utf-8")


def test_every_kind_is_shown_with_its_function(root: Path, script: dict[str, Any], page: str) -> None:
    assert tuple(script["GALLERY"]) == get_args(Plot)
    assert sorted(path.stem for path in (root / "figures/gallery").iterdir()) == sorted(get_args(Plot))
    for kind, shown in script["GALLERY"].items():
        assert shown.function in rankpress.figures.__all__
        assert callable(getattr(rankpress.figures, shown.function))
        assert f"(gallery/{kind}.svg)" in page
    for target in re.findall(r"\]\(([^)#]+)\)", page):
        assert (root / "figures" / target).exists(), target


@pytest.fixture(scope="module")
def drawings(script: dict[str, Any]) -> dict[str, Drawing]:
    return {kind: script["drawing"](shown) for kind, shown in script["GALLERY"].items()}


@pytest.mark.parametrize("kind", get_args(Plot))
def test_fonts_are_embedded_truetype(drawings: dict[str, Drawing], kind: Plot) -> None:
    page = pypdf.PdfReader(BytesIO(drawings[kind].pdf)).pages[0]
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        [inner] = font["/DescendantFonts"]
        assert font["/Subtype"] == "/Type0"
        assert inner.get_object()["/Subtype"] == "/CIDFontType2"
        assert "/FontFile2" in inner.get_object()["/FontDescriptor"]
    assert b"/Type3" not in drawings[kind].pdf
    assert b"<text" not in drawings[kind].svg


def test_pictures_are_small(root: Path) -> None:
    for path in (root / "figures/gallery").iterdir():
        content = path.read_bytes()
        assert len(content) < 200_000, path
        assert ElementTree.fromstring(content).tag.endswith("svg")


def test_page_is_what_the_script_writes(root: Path, script: dict[str, Any]) -> None:
    """If not, run python tests/house/gallery.py."""
    stale = [path for path, content in script["pages"]() if (root / "figures" / path).read_bytes() != content]
    assert stale == []
