"""The letters of statistics: set as mathematics wherever prose has them."""

import re

import pytest

from rankpress.account.document import build_document
from rankpress.account.tables import build_tables
from rankpress.analysis import labels_of
from rankpress.core.labels import typographic
from rankpress.report.latex import latex_report, latex_text
from rankpress.report.latex_table import table_files
from rankpress.wording.text import algorithm_named, plain, say

LETTERS = {
    "*: p ≤ 0.05 (Holm).": r"{*}: \ensuremath{p \le 0.05} (Holm).",
    "p (Holm)": r"\ensuremath{p} (Holm)",
    "(p = −0.3, n = 1,000)": r"(\ensuremath{p = -0.3}, \ensuremath{n = 1,000})",
    "p-values, and R(p): p.": r"\ensuremath{p}-values, and R(\ensuremath{p}): p.",
    "Hedges' g and Kendall's W": r"Hedges' \ensuremath{g} and Kendall's \ensuremath{W}",
    "a vitamin, 5 p.m., A 1 = 2, p99": "a vitamin, 5 p.m., A 1 = 2, p99",
}


@pytest.mark.parametrize(("text", "tex"), LETTERS.items())
def test_letters_of_statistics_are_mathematics(text, tex):
    assert plain(typographic(text)) == text
    assert latex_text(typographic(text)) == tex
    assert (
        latex_text(typographic(say("{} ", algorithm_named("p"))) + typographic(text)) == f"p {tex}"
    )  # a name stays as it is


def test_latex_has_one_p_in_all_prose(make_analysis):
    """Headers, captions, notes, paragraphs and caveats: none is upright."""
    analysis = make_analysis(names=["A", "B", "C"])
    labels, tables = labels_of([analysis]), build_tables(analysis)
    document = labels.shown(build_document("T", [analysis], tables, []))
    files = [latex_report(document, stamp=""), *(text for _, text in table_files(labels.shown(tables), stamp=""))]
    latex = "\n".join(files)
    assert latex.count(r"\ensuremath{p") > 10
    read = re.sub(r"(?m)^%.*$|\\ensuremath\{[^{}]*\}|\\[a-zA-Z]+|[\d.]+pt", "", latex)
    assert re.findall(r".{30}(?<![\w.])p(?![\w.]).{20}", read.partition("begin{document}")[2]) == []
