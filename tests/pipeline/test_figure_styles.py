"""report.figures: the spec's keys, the style that follows from them, and the further forms of a figure."""

import os

import pytest
from matplotlib.figure import Figure
from matplotlib.texmanager import TexManager
from pydantic import ValidationError

from rankpress.core.faults import FaultsFound
from rankpress.core.latex import latex_escape
from rankpress.figures.tex import tex_size
from rankpress.figures.venues import VENUES
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.topics import styling
from rankpress.topics.styling import other_forms, style_of


def options(**given):
    return FiguresOptions.model_validate(given)


@pytest.mark.parametrize("venue", VENUES)
def test_widths_of_a_venue(venue):
    sizes = VENUES[venue]
    assert style_of(options(venue=venue)).width == sizes.text
    assert style_of(options(venue=venue, width="column")).width == sizes.column
    assert style_of(options(venue=venue, width="column"), "text").width == sizes.text
    assert style_of(options(venue=venue), 4.5).width == 4.5
    assert style_of(options(venue=venue), 4.5).max_height < sizes.height


def test_size_of_type():
    assert style_of(options(font_size=9.5)).font_size == 9.5
    for size in (5.9, 12.1):
        with pytest.raises(ValidationError):
            options(font_size=size)


def test_forms_are_those_that_were_asked_for():
    figure = Figure(figsize=(1, 1))
    figure.text(0.1, 0.1, "ǆ 50%")
    assert other_forms(figure, options()) == {}
    made = other_forms(figure, options(also=["png", "pgf"], dpi=144))
    assert list(made) == ["png", "pgf"]
    assert int.from_bytes(made["png"][16:20]) == 144
    assert latex_escape("ǆ 50%").encode() in made["pgf"]
    with pytest.raises(ValidationError):
        options(also=["png", "png"])


@pytest.fixture
def latex(tmp_path, monkeypatch):
    """Put a program latex in front of all others, which prints a text and fails."""

    def put(text):
        (tmp_path / "log").write_text(text)
        (tmp_path / "latex").write_text(f"#!/bin/sh\ncat '{tmp_path}/log'\nexit 1\n")
        (tmp_path / "latex").chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(TexManager, "_cache_dir", tmp_path)
    tex_size.cache_clear()
    return put


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (
            "! Package matplotlib-support Error: Missing cm-super package, required by Matplo\ntlib.\n\nSee the\n",
            "Package matplotlib-support Error: Missing cm-super package, required by Matplotlib",
        ),
        ("! LaTeX Error: File `type1cm.sty' not found.\n\nType X", "LaTeX Error: File `type1cm.sty' not found"),
        ("I can't find the format file `latex.fmt'!", "latex was not able to process the following string:"),
    ],
)
def test_missing_package_of_tex_is_a_fault(latex, log, reason):
    latex(log)
    with pytest.raises(FaultsFound) as found:
        style_of(options(usetex=True))
    [fault] = found.value.faults
    assert (fault.place, fault.message) == ("report.figures.usetex", f"LaTeX cannot set the text of figures: {reason}")
    assert "apt-get install texlive-latex-extra cm-super" in fault.remedy
    assert "tlmgr" in fault.remedy


def test_tex_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr(styling, "tex_size", lambda tex, size: (0, 0, 0))
    monkeypatch.setattr(styling, "which", lambda name: None)
    with pytest.raises(FaultsFound, match="there is no program latex, which is to set the text of figures"):
        style_of(options(usetex=True))
    assert not style_of(options()).usetex
    monkeypatch.setattr(styling, "which", lambda name: None if name == "dvipng" else name)
    assert style_of(options(usetex=True)).usetex
    with pytest.raises(FaultsFound, match="there is no program dvipng"):
        style_of(options(usetex=True, also=["png"]))
