"""Text that TeX sets: what is escaped, and figures of it measured by TeX."""

import shutil
from dataclasses import replace
from io import BytesIO

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.output import to_pdf, to_svg
from rankpress.figures.pgf import to_pgf
from rankpress.figures.style import PAPER, drawing_context
from rankpress.figures.tex import escape_tex
from rankpress.figures.text import block_width, text_width, wrap_text

NAMES = ["50% $x$ & #1", "a_b", r"\input{/etc/passwd}", "<naïve|α>", "x^2~y", "🧪 “q” `--'"]


def shout(text):
    """An escape of the caller's own."""
    return escape_tex(text.upper())


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("plain words, 0.5", "plain words,{} 0.5"),
        ("50% of $x_1$", r"50\% of \$x\_1\$"),
        ("a\\b{c}", r"a\textbackslash{}b\{c\}"),
        ("--?`", r"-{}-{}?{}\`{}"),
        ("naïve Šíma ű", r"na\"{\i}ve \v{S}\'{\i}ma \H{u}"),
        ("αΩέ", r"\ensuremath{\alpha}\ensuremath{\Omega}\ensuremath{\acute{\epsilon}}"),
        ("−0.1…", r"\ensuremath{-}0.1\dots{}"),
        ("木Аё", "U+6728U+0410U+0451"),
    ],
    ids=["plain", "specials", "backslash", "ligatures", "accents", "greek", "numbers", "unknown"],
)
def test_what_is_escaped(text, tex):
    assert escape_tex(text) == tex


@given(st.text(max_size=40))
def test_no_text_is_a_command(text):
    tex = escape_tex(text)
    assert tex.isascii()
    assert not set("\n\r\t%#&$~_") & set(tex.replace(r"\%", "").replace(r"\#", "").replace(r"\&", "")
        .replace(r"\$", "").replace(r"\~", "").replace(r"\_", ""))  # fmt: skip
    depth = 0
    for place, sign in enumerate(tex):
        depth += (sign == "{") - (sign == "}") if tex[place - 1 : place] != "\\" else 0
        assert depth >= 0
    assert depth == 0


@pytest.fixture
def tex():
    if shutil.which("latex") is None:
        pytest.skip("latex is not installed")
    return replace(PAPER, usetex=True, width=3.25)


def test_tex_measures_what_tex_sets(tex):
    assert text_width("naive Bayes", 8) < 0.56
    with drawing_context(tex):
        narrower = text_width("naive Bayes", 8)
        assert 0.5 < narrower < 0.65
        assert text_width("naive Bayes", 8, bold=True) > narrower
        assert text_width("a b", 8) > text_width("ab", 8)
        assert text_width(" ", 8) > 0
        assert block_width(wrap_text("an algorithm of a very long name", 1.0, 8, max_lines=2), 8) <= 1.0
    assert text_width("naive Bayes", 8) < 0.56


def test_figure_set_by_tex(tex):
    figure = critical_difference_diagram(NAMES, range(1, 7), groups=[(0, 1), (1, 3)], cd=2.0, style=tex)
    written = to_pdf(figure)
    page = pypdf.PdfReader(BytesIO(written)).pages[0]
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert {font["/Subtype"] for font in fonts} == {"/Type1"}
    assert all("/FontFile" in font["/FontDescriptor"] and "+LM" in font["/BaseFont"] for font in fonts)
    text = page.extract_text().replace("\n", "")
    assert "50%$x$&#1" in text.replace(" ", "")
    again = critical_difference_diagram(NAMES, range(1, 7), groups=[(0, 1), (1, 3)], cd=2.0, style=tex)
    assert to_pdf(again) == written
    assert to_svg(again) == to_svg(figure)
    assert b"<text" not in to_svg(figure)


def test_the_callers_escape_is_used(tex):
    figure = critical_difference_diagram(["ada", "bob"], [1, 2], style=replace(tex, escape=shout))
    assert rb"{{}ADA}" in to_pgf(figure)
    assert rb"{{}ada}" not in to_pgf(figure)
