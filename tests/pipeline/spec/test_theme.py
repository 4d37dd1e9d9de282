"""A theme as it is written, held against its model, its faults with their places, and the files it names."""

from __future__ import annotations

import shutil
from pathlib import Path

import matplotlib as mpl
import pytest

from rankpress import read_study
from rankpress.core.faults import FaultsFound
from rankpress.spec.theme import PAPERS, Theme, read_theme

FONTS = Path(mpl.get_data_path()) / "fonts" / "ttf"


def written(folder: Path, text: str) -> Path:
    """A theme."""
    (folder / "theme.yaml").write_text(text, encoding="utf-8")
    return folder / "theme.yaml"


def test_an_empty_file_is_the_built_in_theme(tmp_path: Path) -> None:
    assert read_theme(written(tmp_path, "")).theme == Theme()


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_papers_turn(paper: str, tmp_path: Path) -> None:
    upright = read_theme(written(tmp_path, f"paper: {paper}\n")).theme
    lying = read_theme(written(tmp_path, f"paper: {paper}\norientation: landscape\n")).theme
    assert upright.page == PAPERS[paper] == lying.page[::-1]
    assert upright.is_upright
    assert not lying.is_upright


def test_room_is_what_the_margins_leave(tmp_path: Path) -> None:
    text = "paper: [200, 300]\nmargins: {left: 20, right: 30, top: 10, bottom: 20}"
    theme = read_theme(written(tmp_path, text)).theme
    assert theme.room() == pytest.approx((150 * 72 / 25.4, 270 * 72 / 25.4))
    assert theme.room(turned=True) == pytest.approx((250 * 72 / 25.4, 170 * 72 / 25.4))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("papr: a4", r"theme.yaml:1:1: unknown key 'papr'.*paper"),
        ("paper: a9", r"theme.yaml:1:8: .*a9"),
        ("paper: [200]", r"theme.yaml:1:8"),
        ("margins:\n  top: -1", r"theme.yaml:2:8: margins.top is the number -1.*0 or more"),
        ("margins: {left: 90, right: 90}", r"theme.yaml:1:10: the margins leave 30 x 251 mm.*80 x 100 mm"),
        ("colours: {text: red}", r"theme.yaml:1:17: colours.text is .?red.*a colour as #1a2b3c, in quotes"),
        ("sizes: {text: 200}", r"theme.yaml:1:15: sizes.text is the number 200"),
        ("fonts: {bold: b.ttf}", r"theme.yaml:1:1: the key 'regular' is missing from fonts"),
        ("fonts: {regular: ../a.ttf, bold: /b.ttf}", r"1:18: .*'\.\./a.ttf' does not lie beside.*'/b.ttf'"),
        ("fonts: {regular: a.woff, bold: b.ttf}", r"'a.woff' is no file of a font"),
        ("fonts: {regular: a.ttf, bold: b.ttf}", r"theme.yaml:1:18: a.ttf cannot be read: No such file.*b.ttf"),
        ("- a", r"theme.yaml:1:1: the file is no theme"),
        ("paper: a4\npaper: a5", r"theme.yaml:2:1"),
    ],
)
def test_faults_have_their_places(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(FaultsFound, match=f"(?s){told}"):
        read_theme(written(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        "root:secret:0:0\ndaemon:x",
        "secret",
        "secret: 1",
        "*secret",
        "- secret",
        "a: [secret",
        "fonts: 1\nb: secret",
        "a: 'secret",
    ],
)
def test_no_line_of_another_file_is_shown(text: str, tmp_path: Path) -> None:
    with pytest.raises(FaultsFound, match=r"theme.yaml:\d") as found:
        read_theme(written(tmp_path, text))
    assert "secret" not in str(found.value)


def test_font_files_are_looked_into(tmp_path: Path) -> None:
    shutil.copy(FONTS / "DejaVuSerif.ttf", tmp_path / "a.ttf")
    (tmp_path / "b.ttf").write_bytes(b"no font")
    theme = written(tmp_path, "fonts: {regular: a.ttf, bold: b.ttf}")
    with pytest.raises(FaultsFound, match=r"theme.yaml:1:31: 'b.ttf' is not a font that can be read"):
        read_theme(theme)
    shutil.copy(FONTS / "STIXSizOneSymReg.ttf", tmp_path / "b.ttf")
    with pytest.raises(FaultsFound, match=r"'b.ttf' has no letters and digits"):
        read_theme(theme)
    shutil.copy(FONTS / "DejaVuSerif-Bold.ttf", tmp_path / "b.ttf")
    assert set(read_theme(theme).fonts) == {"regular", "bold"}


def test_a_study_tells_the_faults_of_its_theme(tmp_path: Path) -> None:
    text = "scores: {files: s.csv}\nreport: {theme: looks/theme.yaml}\n"
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(FaultsFound, match=r"study.yaml:2:17: there is no file 'looks/theme.yaml'"):
        read_study(tmp_path / "study.yaml")
    (tmp_path / "looks").mkdir()
    for name, file in {"a.ttf": "DejaVuSerif.ttf", "b.ttf": "DejaVuSerif-Bold.ttf"}.items():
        shutil.copy(FONTS / file, tmp_path / "looks" / name)
    written(tmp_path / "looks", "fonts: {regular: a.ttf, bold: b.ttf}")
    read = read_study(tmp_path / "study.yaml")
    assert read.theme_files == ("looks/a.ttf", "looks/b.ttf", "looks/theme.yaml")
