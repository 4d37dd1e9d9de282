"""Themes by name, and a user's own style sheet, which is refused where it would load anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.spec.theme import MOST_BYTES, THEMES, read_theme


def sheet(folder: Path, content: bytes) -> str:
    """The style sheet as it is read."""
    (folder / "house.css").write_bytes(content)
    return read_theme("house.css", folder).css


def test_a_style_sheet_is_read_as_a_browser_reads_it(tmp_path: Path) -> None:
    css = '\ufeffp { color: red }\r\ni { background: url( "data:image/png;base64,AA") }\r\0'.encode()
    assert sheet(tmp_path, css) == 'p { color: red }\ni { background: url( "data:image/png;base64,AA") }\n\ufffd'


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\n@Import 'a.css';", "house.css:2: the style sheet imports another style sheet"),
        (b"p {\n background: URL(//host/a.png) }", "house.css:2: the style sheet loads a file"),
        (rb"p { background: u\72l(http://host/a.png) }", "house.css:1: the style sheet loads a file"),
        (b"p { background: url( 'file:///etc/passwd') }", "house.css:1: the style sheet loads a file"),
        (b"/* </STYLE><script> */", "house.css:1: the style sheet has the characters </"),
        (b"p { content: '\xff' }", "house.css: it is not UTF-8"),
        (b"/" * (MOST_BYTES + 1), "house.css: it has more than 1,048,576 bytes"),
    ],
)
def test_what_would_load_anything_is_refused(content: bytes, problem: str, tmp_path: Path) -> None:
    with pytest.raises(FaultsFound, match=problem):
        sheet(tmp_path, content)


def test_a_study_names_a_theme_or_a_style_sheet(tmp_path: Path) -> None:
    study, spec = tmp_path / "study.yaml", "scores: {files: s.csv}\nreport: {theme: %s}\n"
    for name, theme in THEMES.items():
        study.write_text(spec % name)
        assert (read_study(study).theme, read_study(study).own_files) == (theme, ())
    for name in ("theme.yaml", "house.css", "."):
        study.write_text(spec % name)
        with pytest.raises(
            FaultsFound, match=r"(?s)study.yaml:2:17: there is no .*a4, letter, compact, or a style sheet"
        ):
            read_study(study)
    (tmp_path / "house.css").mkdir()
    study.write_text(spec % "house.css")
    with pytest.raises(FaultsFound, match=r"house\.css: it cannot be read"):
        read_study(study)
    (tmp_path / "house.css").rmdir()
    (tmp_path / "house.css").write_text("p {}")
    assert (read_study(study).theme.css, read_study(study).own_files) == ("p {}", ("house.css",))
