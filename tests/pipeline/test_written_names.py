"""Names as authors write them in LaTeX: what is taken, what is refused, and that nothing else gets through."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from rankpress.core.faults import FaultsFound
from rankpress.core.latex import latex_escape, set_pieces
from rankpress.core.mathematics import COMBINING, ESCAPED, FONTS, OPERATORS, SPACES, SYMBOLS
from rankpress.core.written_names import LONGEST, STYLES, WrongLatex, own_macro, set_name
from rankpress.report.styling import other_forms
from rankpress.spec.model import Study
from rankpress.wording.text import plain, written_name

TAKEN = {
    r"\ours": r"{\ours}",
    r"\ours{}": r"{\ours}",
    r"\textsc{Foo}": r"\textsc{Foo}",
    r"\textbf{\emph{a} b}-c": r"\textbf{\emph{a} b}-c",
    r"Foo-$\ell_1$": r"Foo-\ensuremath{\ell_1}",
    r"\texttt{a\_b} \& 5\%": r"\texttt{a\_b} \& 5\%",
    "Dvořák [1]*": r"Dvo\v{r}\'{a}k {[}1{]}{*}",
    r"\textit{$\mathrm{max}^2$}": r"\textit{\ensuremath{\mathrm{max}^2}}",
    "{A}": "{A}",
}
# What reads, writes, defines, repeats or ends a group, and what stands for such: as a name alone, and within one.
COMMANDS = (
    *"input include openin read write openout immediate special catcode def edef gdef xdef let futurelet".split(),
    *"csname endcsname newcommand renewcommand loop repeat expandafter the meaning string jobname egroup".split(),
    *"endgroup bgroup begingroup aftergroup afterassignment end begin endinput stop relax iffalse fi else".split(),
    *"or global long everypar output shipout batchmode font fontdimen directlua pdfximage includegraphics".split(),
    *"tableofcontents verb item makeatletter ExplSyntaxOn AtBeginDocument textsc emph par newpage cr noalign".split(),
    *"halign scantokens".split(),
)
REFUSED = (
    *'% # & ^ _ ^^5cinput ^^M " < > | \\ \t \n \x00 \x7f { } } } }{ {}} {{} $ $$ $x a$b$c$'.split(" "),
    "a\nb",
    r"\\",
    r"\textsc",
    r"\textsc Foo",
    r"\textsc{Foo",
    r"\textsc{Foo}}",
    r"\textsc{\ours}",
    r"\ours\theirs",
    r"\ours{x}",
    r"a \ours",
    r"$\input{x}$",
    r"$\textsc{x}$",
    r"$^^5cinput$",
    r"$}\input{x}{$",
    r"$a\$b$",
    "$}$ {$",
    r"\write18{id}",
    r"\@ifnextchar",
    "x" * (LONGEST + 1),
)


@pytest.mark.parametrize(("written", "latex"), TAKEN.items())
def test_what_is_taken(written, latex):
    assert set_name(written, latex_escape) == latex
    assert set_pieces(written_name(written, "plain"), latex_escape) == latex
    assert plain(written_name(written, "plain")) == "plain"


@pytest.mark.parametrize("written", [*(rf"\{name}" for name in COMMANDS), *REFUSED])
def test_what_is_refused(written):
    with pytest.raises(WrongLatex):
        set_name(written, latex_escape)
    assert set_pieces(written_name(written, "plain"), latex_escape) == "plain"  # should one get so far


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_within_a_name(name):
    if name in STYLES:
        return
    for written in (rf"a \{name} b", rf"\textsc{{\{name}}}", rf"\{name}{{x}}", rf"\{name} x", rf"$\{name}$"):
        with pytest.raises(WrongLatex):
            set_name(written, latex_escape)


WORDS = (
    *(rf"\{name}" for name in (*COMMANDS, "ours", "alpha")),
    *"\\ { } $ % # & ^ _ ~ ^^ a Z 0 -".split(),
    " ",
    "\n",
    "é",
)
LISTED = {*STYLES, *SYMBOLS, *OPERATORS, *FONTS, *SPACES, *ESCAPED, *COMBINING, "frac", "sqrt", "ensuremath"}
ESCAPES = {*"&%#_$ '"} | {"textasciitilde"}


@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join) | st.text(string.printable, max_size=20))
def test_nothing_else_gets_through(written):
    """Whatever is taken has commands of the list alone, braces in pairs, and nothing that TeX reads in its own way."""
    try:
        latex = set_name(written, latex_escape)
    except WrongLatex:
        return
    if own_macro(written):
        assert latex == rf"{{\{own_macro(written)}}}"
        assert own_macro(written) not in COMMANDS
        return
    assert {*re.findall(r"\\([A-Za-z]+|.)", latex, re.DOTALL)} <= LISTED | ESCAPES
    bare = re.sub(r"\\([A-Za-z]+|.)", "", latex, flags=re.DOTALL)
    assert not re.search(r"[%#&$\\\n\t\x00]|\^\^", bare)
    depth = 0
    for sign in bare:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0
    assert depth == 0


def test_figures_for_tex_have_names_as_they_are_written():
    figure = Figure(figsize=(3, 1))
    figure.text(0.5, 0.2, "ours")
    figure.text(0.5, 0.8, "a & b")
    forms = other_forms(figure, ("pgf",), written={"ours": r"\ours", "b": r"\emph{b}"})
    assert rb"{{}{\ours}}" in forms["pgf"]
    assert rb"a \& b" in forms["pgf"]


def study(**options):
    scores = {"files": "scores.csv", "metrics": [{"name": "accuracy"}]}
    return Study.from_dict({"scores": scores, **options})


def test_a_study_says_how_a_name_is_written():
    named = study(
        labels={"algorithms": {"ours": {"latex": r"\ours"}, "b": {"label": "B", "latex": r"\emph{B}"}}}
    ).labels
    assert {name: plain(label.shown) for name, label in named.names["algorithms"].items()} == {"ours": "ours", "b": "B"}
    assert named.macros == {"ours": "ours"}
    with pytest.raises(FaultsFound, match=r"\\input is a command of LaTeX"):
        study(labels={"algorithms": {"ours": {"latex": r"\input"}}})
    with pytest.raises(FaultsFound, match="a label that shows nothing"):
        study(labels={"algorithms": {"ours": {"math": True}}})


@pytest.mark.parametrize("macro", ["second", "secondAccuracyBest"])
def test_a_name_is_not_written_as_a_command_of_the_report(macro):
    labels = {"algorithms": {"ours": {"latex": f"\\{macro}"}}}
    assert study(labels=labels).labels.macros
    with pytest.raises(FaultsFound, match="is a command of the report"):
        study(labels=labels, report={"prefix": "second"})
