"""Text as LaTeX, HTML and PDF write it: nothing is a command, and what cannot be shown is told by its code point."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.latex import comment_text, latex_escape
from rankpress.core.text import Writing, citation, is_writable, mathematics, say
from rankpress.report.latex import breakable, latex_text

# Every control sequence that escaping may write.
COMMANDS = re.compile(r"\\(?:[a-zA-Z]+|[^a-zA-Z])")


HARMLESS = re.compile(
    r"text\w+|nobreakspace|ensuremath|phantom|ttfamily|char|mbox|frac|mathrm|[var]*(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta"
    r"|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)|finalsigma|[A-Z]\w*|dots|dag|ddag|copyright"
    r"|pounds|ss|ae|oe|o|aa|l|i|j|u|v|r|c|d|b|times|div|pm|mp|le|ge|ne|approx|equiv|sim|propto|ll|gg|infty|uparrow|downarrow"
    r"|leftarrow|rightarrow|leftrightarrow|surd|sum|prod|int|partial|nabla|forall|exists|neg|wedge|vee|cap|cup|subset|subseteq"
    r"|supset|in|emptyset|oplus|otimes|circ|star|ast|langle|rangle|lceil|rceil|lfloor|rfloor|ell|hbar|prime|acute|grave|ddot"
    r"|[{}$&#%_,`'\"^~=.]"
)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("a_b", r"a\_b"),
        ("50% $x$ & #1", r"50\% \$x\$ \& \#1"),
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("<img src=x>", r"\ensuremath{<}img src=x\ensuremath{>}"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("[x] *", "{[}x{]} {*}"),
        ("--flag ''", "-{}-flag '{}'"),
        ("naïve Dvořák", r"na\"{\i}ve Dvo\v{r}\'{a}k"),
        ("e\u0301", r"\'{e}"),
        ("x\u0301", r"\'{x}"),
        ("ấ", "U+1EA5"),  # OT1 cannot pile accents up
        ("αΩΑς", r"\ensuremath{\alpha}\ensuremath{\Omega}\ensuremath{\mathrm{A}}\ensuremath{\varsigma}"),
        ("χ² ≤ −1", r"\ensuremath{\chi}\ensuremath{^{2}} \ensuremath{\le} \ensuremath{-}1"),
        ("😀x", r"U+1F600\,x"),
        ("语言", r"U+8BED\,U+8A00"),
        ("a\nb\tc\u2028d", "a b c d"),
        ("a\x00b", r"a\,U+0000\,b"),
        ("\u202edrow", r"U+202E\,drow"),
        ("\ud800", "U+D800"),
        ("", ""),
    ],
)
def test_known_texts(text, latex):
    assert latex_escape(text) == latex


@given(st.text())
def test_no_text_is_a_command(text):
    latex = latex_escape(text)
    assert latex.isascii()
    assert latex.isprintable()
    assert all(HARMLESS.fullmatch(command[1:]) for command in COMMANDS.findall(latex))
    bare = COMMANDS.sub("", latex)
    assert not set(bare) & set("$&#%~\\")
    assert bare.count("{") == bare.count("}")
    # ^ and _ stand in math alone
    assert not re.search(
        r"[\^_]",
        re.sub(r"\\ensuremath\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", latex)
        .replace(r"\_", "")
        .replace(r"\^", ""),
    )


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_breaking_words_loses_nothing(text):
    joined = str(breakable(text, 2.0, 1.0)).replace(r"\hspace{0pt}", "")
    assert joined.replace(r"\,", "").replace("{}", "") == latex_escape(" ".join(text.split())).replace(
        r"\,", ""
    ).replace("{}", "")


def test_what_is_latex_already_passes():
    once = latex_text("a_b")
    assert latex_text(once) == once
    assert breakable(once) == once


@given(st.text())
def test_a_comment_stays_on_its_line(text):
    comment = comment_text(text)
    assert comment.isascii()
    assert comment.isprintable()


THIN = "\N{THIN SPACE}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\x00", "U+0000"),
        ("a\x1b", f"a{THIN}U+001B"),
        ("\u202eb", f"U+202E{THIN}b"),
        ("\ud800", "U+D800"),
        ("\x07\x08", f"U+0007{THIN}U+0008"),
        ("(\x07)", "(U+0007)"),
        ("\ufdd0", "U+FDD0"),  # of these marks are made; no text has them by right
        ("\uffff", "U+FFFF"),
    ],
)
def test_what_cannot_is_told(text, written):
    assert Writing()(text) == written


def test_marks_are_what_they_show():
    label = say("50% {} {}", mathematics("x_1", "x₁"), citation("hsu1996", "Hsu"))
    assert Writing()(label) == "50% x₁ Hsu"
    assert Writing()(label + "\ufdd2") == f"50% x₁ Hsu{THIN}U+FDD2"


def test_a_format_says_what_it_can_show():
    write = Writing(lambda character: character != "x")
    assert write("axe") == f"a{THIN}U+0078{THIN}e"


@given(st.text(st.characters(exclude_categories=[])))
def test_all_that_is_written_can_be_encoded_and_shown(text):
    written = Writing()(text)
    written.encode()
    assert all(is_writable(character) for character in written)
