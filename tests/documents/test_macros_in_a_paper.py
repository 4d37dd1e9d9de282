r"""Macros in a real pdfLaTeX: in sentences, mathematics, captions, headings, footnotes and tables; read off the PDF.

A macro has to say the same wherever it stands: captions and headings move it into other files, hyperref into bookmarks,
and a minus sign after a bar or an operator must stay a sign.
"""

import re
import subprocess
from dataclasses import replace

import pypdf
import pytest

from rankpress.account.macros import Macro, Macros
from rankpress.report.macro_files import macros_tex, numbers_tex
from rankpress.wording.text import mathematics

pytestmark = pytest.mark.nightly

MACROS = (
    Macro("rpNegative", "−1.20", "", -1.2),
    Macro("rpP", "<0.001", "", 1e-5),
    Macro("rpLikely", ">0.999", "", 0.99999),
    Macro("rpPhrase", "p < 0.001", "", 1e-5, "formula"),
    Macro("rpOmnibus", "χ²(3) = 10.228, p = 0.017", "", None, "formula"),
    Macro("rpF", "F(3, 39) = ∞, p < 0.001", "", None, "formula"),
    Macro("rpInterval", "[−0.05, 0.20]", "", None, "formula"),
    Macro("rpHostile", r"50% $x$ & #1 \input{x} {", "", None, "words"),
    Macro("rpDash", "–", "", float("nan")),
    Macro("rpSmall", "1.23e−7", "", 1.23e-7),
    Macro("rpInfinite", "−∞", "", float("-inf")),
    Macro("rpDf", "3, 39", "", None, "number"),
    Macro("rpLabel", mathematics(r"\ell_1", "ℓ₁") + " tree", "", None, "words"),
    Macro("rpValue", "-1.2345e-07", "", -1.2345e-07),
)
SHOWN = {
    "rpNegative": "−1.20",
    "rpP": "<0.001",
    "rpLikely": ">0.999",
    "rpPhrase": "p<0.001",
    "rpOmnibus": "χ2(3)=10.228,p=0.017",
    "rpF": "F(3,39)=∞,p<0.001",
    "rpInterval": "[−0.05,0.20]",
    "rpHostile": r"50%$x$&#1\input{x}{",
    "rpDash": "–",
    "rpSmall": "1.23×10−7",
    "rpInfinite": "−∞",
    "rpDf": "3,39",
    "rpLabel": "ℓ1tree",
}


def document(body, packages=""):
    return (
        rf"\documentclass{{article}}\textheight=240mm\topmargin=-20mm\textwidth=180mm\oddsidemargin=-10mm{packages}"
        rf"{macros_tex(Macros(MACROS), stamp='')}\begin{{document}}{body}\end{{document}}"
    )


def text_of(pdf):
    text = "".join(page.extract_text() for page in pypdf.PdfReader(pdf).pages)
    return re.sub(r"\s+", "", text).replace("ı̈", "ï")


def test_a_macro_says_the_same_everywhere(pdflatex):
    body = "".join(
        rf"""
        Q: \{name}{{}}; $\{name}$; \textbf{{\{name}}}; \emph{{\{name}}}; \footnote{{note: \{name}.}}

        \begin{{tabular}}{{rl}}\{name} & a\\ \{name} & b\end{{tabular}}
        \begin{{figure}}[h]\caption{{caption: \{name}.}}\end{{figure}}
        \section{{heading: \{name}}}\clearpage
        """
        for name in SHOWN
    )
    compiled = pdflatex(document(rf"\tableofcontents\listoffigures\clearpage{body}"))
    text = assert_alike_everywhere(compiled, SHOWN, 4)
    assert [name for name, shown in SHOWN.items() if f"{shown}a" not in text] == []


def assert_alike_everywhere(compiled, names, times):
    """Assert that text, caption, note, heading and contents say the same; return the text."""
    assert compiled.warnings == []
    text = text_of(compiled.pdf)
    for name in names:
        upright = re.escape(SHOWN[name])
        assert re.search(f"Q:{f'{upright};' * times}", text), name
        assert re.search(rf"caption:{upright}\.", text), name
        assert len(re.findall(rf"heading:{upright}", text)) == 2, name  # in its place, and in the contents
        assert re.search(rf"note:{upright}\.", text), name
    return text


def test_a_sign_stays_a_sign(pdflatex):
    r"""A binary minus would have space on both sides: \widthof tells by the width."""
    body = r"""\newcommand{\same}[2]{\setbox0=\hbox{#1}\setbox1=\hbox{#2}\ifdim\wd0=\wd1 same \else DIFFERENT \fi}
    \same{$|\rpNegative|$}{$|{-1.20}|$}\same{$2\rpNegative$}{$2{-1.20}$}\same{$x=\rpNegative$}{$x=-1.20$}
    \same{$a_{\rpNegative}$}{$a_{-1.20}$}\same{\rpNegative}{$-1.20$}\same{$p\rpP$}{$p<0.001$}"""
    text = text_of(pdflatex(document(body), runs=1).pdf)
    assert text.startswith("same" * 6)
    assert "DIFFERENT" not in text


def test_bookmarks_and_siunitx(pdflatex):
    named = ("rpNegative", "rpP", "rpPhrase", "rpInterval", "rpHostile", "rpDash", "rpDf")
    body = "".join(rf"\section{{\{name}}}" for name in named)
    body += r"\num[round-mode=figures,round-precision=2]{\rpValue}"
    compiled = pdflatex(document(body, r"\usepackage{siunitx}\usepackage{hyperref}"))
    assert [line for line in compiled.warnings if "Rerun" not in line] == []
    outline = [entry["/Title"] for entry in pypdf.PdfReader(compiled.pdf).outline if isinstance(entry, dict)]
    assert outline == ["-1.20", "<0.001", "p < 0.001", "[-0.05, 0.20]", r"50% $x$ & #1 \input{x} {", "–", "3, 39"]
    assert "−1.2×10−7" in text_of(compiled.pdf)


KEYED = Macros(tuple(replace(macro, key=f"auc/{macro.name}/5nn") for macro in MACROS))


def by_key(body, packages=""):
    return rf"\documentclass{{article}}{packages}{numbers_tex(KEYED, stamp='')}\begin{{document}}{body}\end{{document}}"


def test_a_key_says_the_same_as_a_macro(pdflatex):
    body = "".join(
        rf"""
        Q: \rp{{auc/{name}/5nn}}; $\rp{{auc/{name}/5nn}}$; \MakeUppercase{{\rp{{auc/{name}/5nn}}}};
        \footnote{{note: \rp{{auc/{name}/5nn}}.}}
        \begin{{figure}}[h]\caption{{caption: \rp{{auc/{name}/5nn}}.}}\end{{figure}}
        \section{{heading: \rp{{auc/{name}/5nn}}}}\clearpage
        """
        for name in ("rpNegative", "rpP", "rpOmnibus", "rpSmall")
    )
    compiled = pdflatex(by_key(rf"\pagestyle{{headings}}\tableofcontents\listoffigures\clearpage{body}"))
    assert_alike_everywhere(compiled, ("rpNegative", "rpP", "rpOmnibus", "rpSmall"), 2)


def test_an_unknown_key_is_an_error_that_names_no_other_number(tmp_path):
    source = tmp_path / "paper.tex"
    body = r"Rank \rp{auc/rpNegativ/5nn} and $\rp{auc/rpSmall/6nn}$, \rp{auc/5nn/rpSmall}."
    source.write_text(by_key(body), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", source.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    assert done.returncode == 1
    log = re.sub(r"\n\(rankpress\) +", " ", done.stdout.decode(errors="replace"))
    assert "There is no number 'auc/rpNegativ/5nn'; macros.csv lists the keys." in log
    assert "There is no number 'auc/rpSmall/6nn'; macros.csv lists the keys." in log
    assert "There is no number 'auc/5nn/rpSmall'; the key is 'auc/rpSmall/5nn'." in log  # exchanged
    assert text_of(tmp_path / "paper.pdf").startswith("Rank??and??,??.")


SECOND = Macros(tuple(replace(macro, name=f"second{macro.name}") for macro in KEYED.macros), prefix="second")
OTHER = replace(KEYED, macros=KEYED.macros[1:])
FILES = {
    "macros": macros_tex(KEYED, stamp=""),
    "numbers": numbers_tex(KEYED, stamp=""),
    "other macros": macros_tex(OTHER, stamp=""),
    "other numbers": numbers_tex(OTHER, stamp=""),
    "second macros": macros_tex(SECOND, stamp=""),
    "second numbers": numbers_tex(SECOND, stamp=""),
    "a command": r"\newcommand{\rp}{1}",
}


def compiled_with(tmp_path, files):
    """Set a paper that takes these files, each by its own name, and return what pdfTeX says."""
    for file in files:
        (tmp_path / f"{file}.tex".replace(" ", "-")).write_text(FILES[file], encoding="utf-8")
    taken = "".join(rf"\input{{{file.replace(' ', '-')}}}" for file in files)
    body = rf"\documentclass{{article}}{taken}\begin{{document}}\typeout{{PATH \rpPath}}x@y\end{{document}}"
    (tmp_path / "paper.tex").write_text(body, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-draftmode", "paper.tex"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False).stdout.decode(
        errors="replace"
    )


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("files", "error"),
    [
        (("macros", "numbers", "second numbers", "second macros"), ""),
        (("second macros", "numbers", "macros"), ""),
        (("macros", "other macros"), "This paper already has a report with the prefix 'rp'"),
        (("numbers", "other numbers"), "This paper already has a report with the prefix 'rp'"),
        (("macros", "other numbers"), "This paper already has a report with the prefix 'rp'"),
        (("numbers", "other macros"), "This paper already has a report with the prefix 'rp'"),
        (("macros", "numbers", "other numbers", "other macros"), "already has a report with the prefix 'rp'"),
        (("a command", "numbers"), r"The command \rp is already defined"),
    ],
)
def test_one_report_of_a_prefix_in_a_paper(tmp_path, files, error):
    """A second one is an error of a plain sentence, and none of its numbers is taken."""
    log = compiled_with(tmp_path, files)
    errors = [line for line in log.splitlines() if line.startswith("! ")]
    assert bool(errors) == bool(error)
    assert all(error in line and line.startswith("! Package rankpress Error: ") for line in errors)


def test_the_folder_of_a_report_is_where_its_macros_are(tmp_path):
    (tmp_path / "a").mkdir()
    assert "PATH ." in compiled_with(tmp_path, ("macros",))
    FILES["a/macros"] = FILES["macros"]
    assert "PATH a\n" in compiled_with(tmp_path, ("a/macros",))


PLACES = r"""\documentclass{CLASS}PACKAGES
\input{macros}\def\rpPath{.}
\begin{document}
\begin{table}\rpTable{TABLE}\end{table}
\end{document}"""


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("of_class", "width", "size", "packages", "end", "least"),
    [
        ("article", 300, "small", "graphicx", None, 9.0),
        ("article", 430, "footnotesize", "graphicx", "and is reduced, with its letters:", 5.5),
        ("article", 560, "small", "graphicx", "and is reduced, with its letters:", 5.5),
        ("article", 460, "scriptsize", "graphicx", "and is turned:", 7.0),
        ("article", 600, "scriptsize", "graphicx", "and does not fit:", 7.0),  # nor upon a page on its side
        ("article", 430, "footnotesize", "", "and does not fit:", 8.0),
        ("IEEEtran", 450, "footnotesize", "graphicx", "and does not fit:", 8.0),  # in one of two columns
        ("llncs", 450, "footnotesize", "graphicx", "and is reduced, with its letters:", 5.5),
    ],
)
def test_a_table_wider_than_its_place_is_reduced_or_turned(
    pdflatex, tmp_path, of_class, width, size, packages, end, least
):
    """A table never is set in letters that cannot be read, and is within its place or a warning says that it is not."""
    (tmp_path / "report" / "tables").mkdir(parents=True)
    (tmp_path / "report" / "macros.tex").write_text(macros_tex(Macros(()), stamp=""), encoding="utf-8")
    tabular = rf"{{\{size}\begin{{tabular}}{{@{{}}l@{{}}}}\rule{{{width}pt}}{{1pt}}\\ Letters\end{{tabular}}}}"
    (tmp_path / "report" / "tables" / "wide.tex").write_text(tabular, encoding="utf-8")
    packages = rf"\usepackage{{{packages}}}" if packages else ""
    source = PLACES.replace("CLASS", of_class).replace("PACKAGES", packages).replace("TABLE", "wide")
    compiled = pdflatex(source, inputs=tmp_path / "report", runs=1)
    log = re.sub(r"\n\(rankpress\) +", " ", compiled.log)
    warnings = re.findall(r"The table wide is [\d.]+pt\s*wide, its place [\d.]+pt, ([^:]*:)", log)
    assert warnings == ([end] if end else [])
    assert ("Overfull" in compiled.log) == (end == "and does not fit:")
    sizes = []
    pypdf.PdfReader(compiled.pdf).pages[0].extract_text(
        visitor_text=lambda text, now, inner, font, size: (
            sizes.append(size * abs(now[0] * inner[0] or now[1] or inner[1]))
            if "Letters" in text or "etters" in text
            else None
        )
    )
    assert sizes
    assert min(sizes) >= least - 0.05
