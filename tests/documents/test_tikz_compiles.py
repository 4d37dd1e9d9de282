r"""The TikZ of a critical difference diagram in a real engine: by \input alone, restyled, as wide as the figure."""

import json
import re
from functools import partial

import pypdf
import pytest

from rankpress.app.run import build as build_report
from rankpress.spec.reading import read_study

HOSTILE = (
    *("50% $x$ & #1", "a_b", r"\input{/etc/passwd}", "n" * 300, "many words " * 27, "αβγ Ωμέγα", "😀 🎉", "决策树"),
    *("{", "}", "~^", "[1]", "]{;", "--''``", '"|"', "\\\\", r"\end{tikzpicture}", "½ χ² ≤ ∞ →"),
)
PLAIN = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
SIZE = r"\setbox0\hbox{\input{figures/accuracy-cd.tikz}}\typeout{SIZE: \the\wd0, \the\dimexpr\ht0+\dp0\relax}\box0"
BOTH = SIZE + r"\clearpage" + SIZE.replace("cd.tikz", "rows.tikz")


@pytest.fixture
def build(tmp_path, write_tikz):
    """Build the report of made-up scores, the first algorithms being the best, with its diagram as TikZ."""
    return partial(write_tikz, tmp_path)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, write_tikz):
    """Build it with hostile names, in each layout once."""
    return write_tikz(
        tmp_path_factory.mktemp("hostile"), HOSTILE, both_layouts(f"highlight: [{json.dumps(HOSTILE[0])}]")
    )


@pytest.fixture(scope="module")
def write_tikz(write_study):
    """Build such a report in a folder."""

    def build_tikz(folder, algorithms, options="", spec="", templates=""):
        spec += f"\nplot: [{{cd: {{{options}}}}}]\nreport: {{figures: {{also: [tikz]}}{templates}}}\n"
        study = write_study(folder, algorithms, [f"d{at}" for at in range(12)], spec, step=-0.02)
        build_report(read_study(study), folder / "report", formats=["latex"])
        return folder / "report"

    return build_tikz


def paper(body, before=""):
    return rf"\documentclass{{article}}\usepackage{{tikz}}{before}\begin{{document}}\noindent {body}\end{{document}}"


def both_layouts(options):
    """Options of a diagram in the layout of axes, and of another one in rows."""
    return f"layout: axis, {options}}}}}, {{cd: {{file: rows, layout: rows, {options}"


def texts_of(compiled):
    return ["".join(page.extract_text().split()) for page in pypdf.PdfReader(compiled.pdf).pages]


def test_it_is_as_wide_as_the_figure_and_without_complaint(build, pdflatex):
    out = build(PLAIN, both_layouts("width: 3.25"), "test: {pairwise: rank-z}")
    compiled = pdflatex(paper(BOTH), inputs=out, runs=1)
    assert compiled.warnings == []
    sizes = re.findall(r"SIZE: ([\d.]+)pt, ([\d.]+)pt", compiled.log)
    assert len(sizes) == 2
    for (width, height), name in zip(sizes, ("cd", "rows"), strict=True):
        assert 0.85 * 3.25 * 72.27 < float(width) < 3.26 * 72.27
        [box] = [page.mediabox for page in pypdf.PdfReader(out / "figures" / f"accuracy-{name}.pdf").pages]
        assert 0.8 * float(box.height) < float(height) < 1.1 * float(box.height)  # room for the typeface of the paper
    for shown in texts_of(compiled):
        assert all(name in shown for name in (*PLAIN, "CD="))


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])  # and LuaLaTeX in test_figures_as_pgf.py
def test_hostile_names_are_text(hostile, engine, pdflatex):
    compiled = pdflatex(paper(BOTH), inputs=hostile, runs=1, engine=engine)
    widths = [float(width) for width in re.findall(r"SIZE: ([\d.]+)pt", compiled.log)]
    assert len(widths) == 2
    assert max(widths) < 1.02 * 5.5 * 72.27
    pages = texts_of(compiled)
    for shown in pages:
        # of OT1 the underscore is a rule, and braces and backslash are signs of another font
        assert all(name in shown for name in ("50%$x$&#1", "[1]", "A7", "A8"))
        assert "U+" not in shown  # numbers stand for names that no font of figures has
        assert "root:" not in shown
    assert len(pages) == 2


def test_a_paper_restyles_it_before_the_input(build, pdflatex):
    out = build(PLAIN)
    text = (out / "figures" / "accuracy-cd.tikz").read_text(encoding="ascii")
    assert text.startswith(r"% needs \usepackage{tikz}; rankpress, spec ")
    before = (
        r"\pgfkeys{/rankpress/cd/group/.code={\typeout{OWN GROUP}}}"
        r"\pgfkeys{/rankpress/cd/name/.style={/rankpress/cd/text,font=\fontsize{12}{15}\sffamily}}"
    )
    compiled = pdflatex(paper(SIZE + SIZE, before), inputs=out, runs=1)
    drawn = text.count(r"\draw[/rankpress/cd/group]")
    assert drawn > 0
    assert compiled.log.count("OWN GROUP") == 2 * drawn


@pytest.mark.weekly
def test_a_name_with_mathematics_takes_as_many_lines_as_in_the_figure(build, pdflatex):
    label = r"$\ell_1$-penalised logistic regression by $\chi^2$"
    spec = f"labels: {{algorithms: {{C4.5: {{label: '{label}', math: true}}}}}}"
    out = build(PLAIN, both_layouts("width: 3.25"), spec)
    for name in ("cd", "rows"):
        text = (out / "figures" / f"accuracy-{name}.tikz").read_text(encoding="ascii")
        [line] = [line for line in text.splitlines() if r"\ensuremath{\ell_1}-penali" in line]
        assert r"\ensuremath{\chi^2}" in line
        assert r" \\ " in line
    compiled = pdflatex(paper(BOTH), inputs=out, runs=1)
    widths = [float(width) for width in re.findall(r"SIZE: ([\d.]+)pt", compiled.log)]
    assert len(widths) == 2
    assert max(widths) < 1.02 * 3.25 * 72.27


def test_a_template_of_the_users_own_extends_ours(build, tmp_path, pdflatex):
    own = tmp_path / "mine" / "tikz"
    own.mkdir(parents=True)
    (own / "cd.tex.j2").write_text(
        '<% extends "rankpress/tikz/cd.tex.j2" %><% block looks %>\\rpdefault{group}{draw=red}%\n'
        "<< super() >><% endblock %>",
        encoding="utf-8",
    )
    out = build(PLAIN, "width: 3.25", templates=", templates: mine")
    assert "draw=red" in (out / "figures" / "accuracy-cd.tikz").read_text(encoding="ascii")
    assert pdflatex(paper(SIZE), inputs=out, runs=1).warnings == []
