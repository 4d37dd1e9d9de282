r"""Mathematics in labels: what is taken and what is not, and the same in Unicode.

What is taken is held against a real pdfLaTeX in tests/documents/test_labels.py; here against lists of what TeX would
stumble over or should never see. That every sign can be shown is held against the fonts of the PDF and of figures.
"""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.latex import unknown_to_latex
from rankpress.core.mathematics import (
    ESCAPED,
    LONGEST,
    OPERATORS,
    SPACES,
    SYMBOLS,
    WrongMathematics,
    in_unicode,
    is_mathematics,
    with_mathematics,
)
from rankpress.core.text import pieces, plain
from rankpress.figures.text import printable
from rankpress.report.fonts import own_faces

has_glyph = own_faces().has_glyph
ACCENTS = ("hat", "tilde", "bar", "vec", "dot", "ddot", "acute", "grave", "check", "breve")


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\ell_1", "ℓ₁"),
        (r"\chi^2", "χ²"),
        (r"x_{ij}", "xᵢⱼ"),
        (r"F_\beta", "Fᵦ"),
        (r"x'", "x′"),
        (r"x'^2_1", "x′²₁"),
        (r"90^\circ", "90°"),
        (r"k^*", "k*"),
        (r"a - b", "a − b"),
        (r"\alpha x", "αx"),
        (r"k = 5", "k = 5"),
        (r"\lambda = 5", "λ = 5"),
        (r"a b", "ab"),
        (r"a\,b", "a\u00a0b"),
        (r"10^{-3}", "10⁻³"),
        (r"e^{-\lambda t}", "e^(−λt)"),  # there is no small λ that stands high
        (r"q_c", "q_c"),
        (r"x_{bc}", "x_bc"),
        (r"\log n", "log n"),
        (r"\log(n)", "log(n)"),
        (r"\log_2 n", "log₂n"),
        (r"\mathrm{acc}_{\max}", "accₘₐₓ"),
        (r"\mathbf{x}", "x"),
        (r"\mathcal{L}", "ℒ"),
        (r"\mathcal{I}", "ℐ"),  # unicodeit has another letter
        (r"\mathcal{A}", "A"),  # which only few fonts have in script
        (r"\hat{\theta}", "θ̂"),
        (r"\bar{x}", "x̄"),
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+1}{\sqrt{n}}", "(a+1)/√n"),
        (r"\sqrt{a b}", "√(ab)"),
        (r"\langle x\rangle", "⟨x⟩"),
        (r"x^V", "xⱽ"),  # unicodeit has a Korean letter
        (r"\{x\}", "{x}"),
        (r"{\alpha}_{1}", "α₁"),
    ],
)
def test_mathematics_is_told_in_unicode(tex, shown):
    assert in_unicode(tex) == shown


@pytest.mark.parametrize(
    "tex",
    [
        *("", " ", "{}", "{", "}", "x}", "{x", "x^", "x_", "x^^2", "x^2^3", "x_1_2", "x^2'", "^'", "_^2"),
        *("#", "%", "&", "~", '"', "$", "\\", "\\\\", "`", "α", "×", "é", "x\x00", "x\u202e"),
        *(r"\input{x}", r"\write18{ls}", r"\def\x{y}", r"\csname", r"\catcode`\_=12", r"\expandafter", r"\begin{x}"),
        *(r"\mathrm x", r"\mathrm", r"\frac{a}", r"\frac a b", r"\sqrt", r"x^\hat{y}", r"x^\mathrm{a}", r"\mathbb{R}"),
        *(
            r"\mathcal{a}",
            r"\mathcal{\alpha}",
            r"\ALPHA",
            r"\alphax",
            r"\text{a}",
            r"\left(",
            r"\$",
            r"\'",
            r"\@",
            "^^5c",
        ),
        "x" * (LONGEST + 1),
    ],
)
def test_all_else_is_refused(tex):
    assert not is_mathematics(tex)
    with pytest.raises(WrongMathematics):
        in_unicode(tex)


def formulas():
    """Formulas of every kind of thing that is taken."""
    letters = st.sampled_from([*string.ascii_letters, *string.digits, *"()[]+-=/,.:;!?|<>*@"])
    commands = st.sampled_from([f"\\{name} " for name in sorted(SYMBOLS | OPERATORS | {"quad"})])
    spaces = st.sampled_from([f"\\{name}" for name in [*SPACES, *ESCAPED] if name != "quad"])
    leaves = letters | commands | spaces

    def larger(inner):
        braced = inner.map("{{{}}}".format)
        scripts = st.sampled_from(["", "^{}", "_{}", "_{}^{}", "'", "'^{}"])
        return st.one_of(
            st.builds(lambda mark, base, a, b: base + mark.format(a, b), scripts, braced, braced, braced),
            st.builds(r"\{}{}".format, st.sampled_from(["mathrm", "mathit", "mathbf", "sqrt", *ACCENTS]), braced),
            st.builds(r"\frac{}{}".format, braced, braced),
            st.lists(inner, min_size=1, max_size=4).map("".join),
        )

    return st.recursive(leaves, larger, max_leaves=8)


@given(formulas())
def test_what_is_taken_can_be_shown_everywhere(tex):
    if len(tex) > LONGEST or not is_mathematics(tex):
        return  # one of blanks alone, or one whose scripts follow others
    shown = in_unicode(tex)
    assert shown.strip()
    assert "\\" not in shown
    assert all(map(has_glyph, shown))
    assert printable(shown) == " ".join(shown.split())


@given(st.text(st.sampled_from(r"\^_{}'ab1 $#%" + "αé\n"), max_size=12) | st.text(max_size=8))
def test_any_text_is_taken_or_refused(tex):
    if is_mathematics(tex):
        assert not set(tex) & set('$#%&~"`') or "\\#" in tex or "\\%" in tex or "\\&" in tex
        assert tex.isascii()


def test_every_sign_has_a_glyph_and_is_one_sign():
    signs = {name: in_unicode(f"\\{name}") for name in SYMBOLS}
    assert {name: shown for name, shown in signs.items() if len(shown) != 1 or not has_glyph(shown)} == {}
    assert {name for name, shown in signs.items() if printable(shown) != shown} == set()
    # so that what is copied from a page of HTML can be set by LaTeX
    assert {name for name, shown in signs.items() if unknown_to_latex(shown)} == set()
    scripts = [in_unicode(f"{mark}{sign}") for mark in "^_" for sign in string.ascii_letters + string.digits + "+-=()"]
    assert [shown for shown in scripts if unknown_to_latex(shown) or not all(map(has_glyph, shown))] == []


def test_only_what_is_between_dollars_is_mathematics():
    label = with_mathematics(r"50% of $\ell_1$ & $x^2$_y")
    assert plain(label) == "50% of ℓ₁ & x²_y"
    assert [(piece.kind, piece.source) for piece in pieces(label)] == [
        ("text", ""),
        ("mathematics", r"\ell_1"),
        ("text", ""),
        ("mathematics", "x^2"),
        ("text", ""),
    ]
    assert with_mathematics("no dollar \\x") == "no dollar \\x"
    for wrong in ("$", "a $x$ $", "$$", "$x$$", "$ $"):
        with pytest.raises(WrongMathematics):
            with_mathematics(wrong)
