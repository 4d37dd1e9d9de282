"""figures/README.md and its pictures: every kind of figure, drawn as the program draws it now."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import get_args

import pytest

from rankpress.catalog.kinds import Plot

SIMULATED = {"sensitivity", "replicability", "power"}


def test_kinds_are_drawn_as_the_page_shows_them(root: Path) -> None:
    """If not, run python tests/house/gallery.py."""
    script = runpy.run_path(str(root / "tests/house/gallery.py"))
    assert tuple(script["GALLERY"]) == get_args(Plot)
    page = (root / "figures/README.md").read_text(encoding="utf-8")
    for kind in get_args(Plot):
        if kind not in SIMULATED:
            assert script["picture"](kind) == (root / f"figures/gallery/{kind}.svg").read_bytes(), kind
            assert script["section"](kind) in page, kind


@pytest.mark.nightly
def test_page_is_what_the_script_writes(root: Path) -> None:
    script = runpy.run_path(str(root / "tests/house/gallery.py"))
    written = dict(script["pages"]())
    assert [path for path, content in written.items() if (root / "figures" / path).read_bytes() != content] == []
    assert {f"gallery/{path.name}" for path in (root / "figures/gallery").iterdir()} == written.keys() - {"README.md"}
    assert all(len(content) < 200_000 for path, content in written.items())
    for target in re.findall(r"\]\(([^)#]+)\)", written["README.md"].decode()):
        assert (root / "figures" / target).exists(), target
