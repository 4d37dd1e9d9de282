r"""Labels and mathematics as documents show them: by a real pdfLaTeX, by WeasyPrint, and by matplotlib.

Every command that a label's mathematics may hold goes through pdfLaTeX without a package, and so do formulas that are
put together at random; whatever `is_mathematics` takes must compile. A study whose labels are as hostile as names can
be is built whole: it compiles, and what it shows is read off the text of the PDFs.
"""

import random
import string

import pypdf
import pytest

from rankpress.app.run import build
from rankpress.core.mathematics import ALONE, ESCAPED, OPERATORS, SPACES, SYMBOLS, is_mathematics
from rankpress.report.latex import latex_text
from rankpress.spec.reading import read_study
from rankpress.wording.text import mathematics, say

ACCENTS = ("hat", "tilde", "bar", "vec", "dot", "ddot", "acute", "grave", "check", "breve")
FONTS = ("mathrm", "mathit", "mathsf", "mathtt", "mathbf")
SIGNS = string.ascii_letters + string.digits + "()[]+-=/,.:;!?|<>*@"
HOSTILE = {
    "a": r"\input{/etc/passwd} $x$ 50% & #1 a_b ~^",
    "b": "<script>alert(1)</script> \"quoted\" 'twice'",
    "c": "😀 决策树",
    "d": "n" * 120,
    "e": "\ufdd0m\\input{/etc/passwd}\ufdd1forged\ufdd2 and \ufdd0cno such key\ufdd1cited\ufdd2",
    "f": "=1+1",
    "g": r"$\ell_1$-SVM",
    "h": r"50% of $\hat{\theta}^2_{\mathrm{max}}$",
    "i": r"$\frac{a}{b} < \sqrt{n}$ & co.",
}
MATHEMATICS = "ghi"


def document(body):
    return rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}"


def by_line(formulas):
    """Each formula on a line of its own, in upright, bold and small type, as tables and headings have them."""
    assert [tex for tex in formulas if not is_mathematics(tex)] == []
    texts = [str(latex_text(say("a {} b", mathematics(tex, "not mathematics")))) for tex in formulas]
    assert not [text for text in texts if "not mathematics" in text]
    return "\n\n".join(rf"\noindent {text} \textbf{{{text}}} {{\scriptsize\underline{{{text}}}}}" for text in texts)


def test_every_command_compiles_without_a_package(pdflatex):
    formulas = [
        *(f"\\{name}" for name in sorted(SYMBOLS | OPERATORS)),
        *(f"a\\{name} b" for name in [*SPACES, *ESCAPED]),
        *(rf"\{name}{{a_1^\beta + B}}" for name in [*FONTS, *ACCENTS]),
        *(rf"\mathcal{{{letter}}}" for letter in string.ascii_uppercase),
        *(f"{sign}_{{{sign}}}^{{{sign}}}" for sign in SIGNS),
        *(f"x^{sign}_{sign}" for sign in SIGNS),
        *(rf"x_\{name}^\{name}" for name in sorted(ALONE)),
        *("x'", "x'^2", "x_1'", "'", "^2", "_1", "x ^ 2", "{}^2", "{{x}}", r"\frac{1}{2}", r"\sqrt{x}^2", r"\log_2 n"),
    ]
    compiled = pdflatex(document(by_line(formulas)), runs=1)
    assert [line for line in compiled.warnings if "Missing character" in line] == []
    assert "not mathematics" not in "".join(page.extract_text() for page in pypdf.PdfReader(compiled.pdf).pages)


def random_formulas(number):
    """Texts made of pieces of mathematics, right and wrong, of which those are taken that `is_mathematics` takes."""
    draw = random.Random(1)
    pieces = [*"^_^_{}{}{}''  ", *SIGNS, *(f"\\{name}" for name in (*SYMBOLS, *OPERATORS, *SPACES, *ESCAPED))]
    pieces += [f"\\{name}{{" for name in (*FONTS, *ACCENTS, "sqrt", "frac")] * 4 + ["}", "}{", "^{", "_{"] * 20
    while number:
        tex = "".join(draw.choices(pieces, k=draw.randint(1, 7)))
        if is_mathematics(tex):
            number -= 1
            yield tex


def test_whatever_is_taken_compiles(pdflatex):
    # one of a kind that one in fifty is would be among them but for one time in sixty
    formulas = list(random_formulas(200))
    assert sum(any(sign in tex for sign in "^_{") for tex in formulas) > 20
    pdflatex(document(by_line(formulas)), runs=1)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, write_study):
    """A study whose every name has a hostile label, built whole."""
    folder = tmp_path_factory.mktemp("labels")
    algorithms, datasets = (
        [
            f"    {what} {key}: {{label: {quoted(text)}, math: true}}"
            if key in MATHEMATICS
            else f"    {what} {key}: {{label: {quoted(text)}, short: {quoted(key + ' ' + text[-20:])}, math: false}}"
            for key, text in HOSTILE.items()
        ]
        for what in ("alg", "set")
    )
    spec = [
        "test: {within: none}",
        "effects: null",
        "report:",
        "  theme: scroll.css",  # one page: those that stay too empty are laid out again
        # long ones, whose names others have
        "  tables: {pairs: {omit: true}}",
        "plot: [cd]",
        "labels:",
        "  algorithms:",
        *algorithms,
    ]
    spec += ["  datasets:", *datasets, rf"  metrics: {{score: {{label: {quoted('50% #1 $F_1$')}, math: true}}}}"]
    spec += [rf"  costs: {{seconds: {quoted('time_(s) & more')}}}"]
    (folder / "scroll.css").write_text("@page { size: 210mm 3000mm }")
    names = ([f"{what} {key}" for key in HOSTILE] for what in ("alg", "set"))
    study = write_study(folder, *names, "\n".join(spec), scores=", costs: [seconds]", folds=3, metric="score")
    build(read_study(study), folder / "report")
    return folder / "report"


def quoted(text):
    """A text as YAML has it, with escapes for what YAML does not take as it is."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(sign):04x}" if "\ufdd0" <= sign <= "\ufdd2" else sign for sign in escaped) + '"'


def text_of(pdf):
    """The text of a PDF without blanks, for where these are is a guess."""
    return "".join("".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages).split())


def test_hostile_labels_compile_and_show(hostile, pdflatex):
    out = hostile
    compiled = pdflatex(out / "report.tex", inputs=out, runs=1)
    assert not [line for line in compiled.warnings if "Missing character" in line]
    shown = text_of(compiled.pdf)
    for text in (
        *r"\input{/etc/passwd}$x$50%&#1¦<script>alert(1)</script>¦=1+1".split("¦"),
        "A3:algorithm3ofthescores,A5:algorithm5ofthescores(namesthatthisformatcannotprint)",
    ):
        assert text in shown
    assert "U+" not in shown
    assert "root:" not in shown
    assert "$\\ell" not in shown
    source = (out / "report.tex").read_text(encoding="ascii")
    for tex in (r"\ensuremath{\ell_1}-SVM", r"50\% of \ensuremath{\hat{\theta}^2_{\mathrm{max}}}", r"\ensuremath{F_1}"):
        assert tex in source
    assert r"\input{/etc" not in source


@pytest.mark.nightly
def test_the_pdf_and_the_page_show_mathematics_in_unicode(hostile):
    shown, page = text_of(hostile / "report.pdf"), (hostile / "report.html").read_text(encoding="utf-8")
    for text in ("ℓ₁-SVM", "θ̂²", "a/b &lt; √n &amp; co.", "50% #1 F₁"):
        assert text in page
    for text in ("ℓ₁-SVM", "ₘₐₓ", "a/b<√n&co.", "50%#1F₁", "A3:algorithm3ofthescores"):
        assert text in shown
    for text in (shown, page):
        assert not any(sign in text for sign in "\ufdd0\ufdd1\ufdd2")
        assert r"\ell_1" not in text
    assert "<script>alert" not in page
