"""Styles: colours that can be seen on paper and on a dark screen, widths that no class of a venue makes overflow."""

import shutil
import subprocess
from dataclasses import fields, replace
from io import BytesIO
from itertools import combinations

import matplotlib as mpl
import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.colours import STYLED, dark_counterpart, readable
from rankpress.figures.output import to_png
from rankpress.figures.style import DARK, PAPER, Style
from rankpress.figures.venues import VENUES

TEXT, SHAPES = 4.5, 3.0  # of WCAG 2.2, 1.4.3 and 1.4.11
ROLES = ("ink", "muted", "accent")  # colours that text has


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("style", [PAPER, DARK], ids=["paper", "dark"])
def test_text_can_be_read_and_guides_stand_back(style):
    for role in ROLES:
        assert contrast(getattr(style, role), style.paper) >= TEXT
        assert contrast(getattr(style, role), style.shade) >= TEXT
    assert 1.1 < contrast(style.shade, style.paper) < contrast(style.faint, style.paper) < SHAPES


def test_colours_of_series_can_be_seen_and_distinguished_on_a_dark_screen():
    assert all(contrast(colour, DARK.paper) >= TEXT for colour in DARK.palette)
    for first, second in combinations(DARK.palette, 2):
        assert sum(abs(a - b) for a, b in zip(to_rgb(first), to_rgb(second), strict=True)) > 0.3


def test_every_colour_has_a_counterpart_of_its_own():
    single = [getattr(PAPER, field.name) for field in fields(Style)]
    names = {readable(colour, PAPER.paper) for colour in PAPER.palette}  # of algorithms, in the color of their family
    colours = {*PAPER.palette, *(colour for colour in single if str(colour).startswith("#"))}
    assert colours | names == STYLED
    assert len(set(map(dark_counterpart, colours))) == len(colours)
    assert {dark_counterpart(colour) for colour in PAPER.palette} == set(DARK.palette)


def test_a_darkened_style_has_the_sizes_of_its_own_and_the_colors_of_dark():
    own = Style(width=4.0, max_height=5.0, font_size=20.0, transparent=True)
    names = {field.name for field in fields(Style)}
    of_dark = {name for name in names if getattr(own.darkened(), name) != getattr(own, name)}
    assert of_dark == {name for name in names if getattr(DARK, name) != getattr(PAPER, name)}


@pytest.mark.parametrize("style", [PAPER, DARK], ids=["paper", "dark"])
def test_a_slide_shows_through_a_transparent_figure(style):
    for transparent in (False, True):
        figure = critical_difference_diagram(["a", "b"], [1, 2], style=replace(style, transparent=transparent))
        picture = Image.open(BytesIO(to_png(figure, dpi=72)))
        assert (picture.getpixel((0, 0))[3] == 0) is transparent


def test_style_of_a_venue():
    assert Style.for_venue("icml") == replace(PAPER, width=3.25, max_height=8.25)
    assert Style.for_venue("neurips", "text").width == 5.5
    assert Style.for_venue("lncs").max_height < 7.59 - 0.7  # leaves room for the caption
    with pytest.raises(ValueError, match="no widths known for 'natuer'; there are those of aaai"):
        Style.for_venue("natuer")
    assert [round(25.4 * Style.for_venue("nature", part).width) for part in ("column", "text")] == [89, 183]
    assert 5 <= Style.for_venue("nature").font_size <= 7
    assert 25.4 * Style.for_venue("nature").max_height == pytest.approx(170, abs=0.5)


@pytest.mark.few(3)
@pytest.mark.nightly
@pytest.mark.parametrize(
    ("venue", "options", "name"),
    [
        ("acm", "sigconf", "acmart"),
        ("acm-journal", "acmsmall", "acmart"),
        ("elsevier", "5p,twocolumn", "elsarticle"),
        ("ieee", "conference", "IEEEtran"),
        ("ieee", "journal", "IEEEtran"),
        ("lncs", "", "llncs"),
        ("pmlr", "", "jmlr"),
    ],
    ids=["acm", "acm-journal", "elsevier", "ieee-conference", "ieee-journal", "lncs", "pmlr"],
)
def test_figures_are_no_wider_than_a_column_and_not_much_narrower(tmp_path, venue, options, name):
    finder = shutil.which("kpsewhich")
    if (
        finder is None
        or subprocess.run([finder, f"{name}.cls"], capture_output=True, check=False, timeout=120).returncode
    ):
        pytest.skip(f"the LaTeX class {name} is not installed")
    source = rf"\documentclass[{options}]{{{name}}}\begin{{document}}x"
    widths = r"\typeout{IS \the\columnwidth\space\the\textwidth\space\the\textheight}\end{document}"
    (tmp_path / "a.tex").write_text(source + widths)
    command = ["pdflatex", "-interaction=nonstopmode", "-draftmode", "a.tex"]
    log = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, errors="replace", timeout=120
    ).stdout
    lengths = next(line for line in log.splitlines() if line.startswith("IS ")).removeprefix("IS ").split()
    column, text, height = (float(length.removesuffix("pt")) / 72.27 for length in lengths)
    ours = VENUES[venue]
    if venue == "acm":  # acmart makes its columns when the title is set
        column = (text - 24 / 72.27) / 2
    assert column - 0.02 < ours.column <= column
    assert text - 0.02 < ours.text <= text
    assert ours.height <= height + 0.001


def test_the_callers_own_tex_is_left_alone():
    with mpl.rc_context({"text.usetex": True}):
        figure = critical_difference_diagram(["a_b", "50%"], [1, 2])
        assert mpl.rcParams["text.usetex"] is True
        assert not any(text.get_usetex() for text in figure.findobj(mpl.text.Text) if text.get_text())
    assert mpl.rcParams["text.usetex"] is False
