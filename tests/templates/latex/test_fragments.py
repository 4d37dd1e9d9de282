"""Table fragments and the report, as LaTeX: golden files, hostile text, the user's own templates.

Golden files are in goldens/; they are looked at, then accepted with --update-goldens. That they compile is shown in
tests/documents/test_latex_compiles.py.
"""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rankpress.core.bibliography import cite, library
from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.core.faults import FaultsFound
from rankpress.core.table import Cell, Table, TableLayout
from rankpress.report.latex import latex_report
from rankpress.report.latex_table import lay_out, table_files, table_fragment
from rankpress.spec.report_sections import LatexOptions, ReportOptions
from rankpress.wording.text import say

GOLDENS = Path(__file__).parent / "goldens"
BOLD, UNDERLINE, SIGNIFICANT = (frozenset({mark}) for mark in ("bold", "underline", "significant"))


def row(name, *cells):
    return (Cell(name), *cells)


def ranked(score, rank, marks=frozenset()):
    return Cell(f"{score} ({rank})", float(score), marks, detail=f"({rank})", detail_value=rank)


SCORES = Table(
    name="accuracy-scores",
    metric="accuracy",
    title="Scores and ranks by accuracy",
    caption="Scores of 3 algorithms on 2 data sets in accuracy, with ranks in parentheses.",
    head=((Cell(""), Cell("accuracy ↑", span=3)), tuple(map(Cell, ("Data set", "C4.5", "C4.5+m", "naïve Bayes")))),
    rows=(
        row("breast cancer", ranked("0.763", 1, BOLD), ranked("0.700", 3), ranked("0.731", 2, UNDERLINE)),
        row("cmc", ranked("0.628", 3), ranked("0.661", 1, BOLD), ranked("0.654", 2, UNDERLINE)),
        row("Average rank", Cell("2.00", 2.0), Cell("2.00", 2.0), Cell("2.00", 2.0)),
    ),
    align=("left", "right", "right", "right"),
    footer=1,
    notes=("↑: higher is better.", "Scores are rounded to 3 decimals."),
    detail="rank",
)
COMPARISONS = Table(
    name="accuracy-pairs",
    metric="accuracy",
    title="Comparisons",
    caption="Three comparisons.",
    head=(tuple(map(Cell, ("Better ranked", "Worse ranked", "Rank difference", "p", "Bergmann-Hommel"))),),
    rows=(
        row("svm", Cell("knn"), Cell("−1.25", -1.25), Cell("<0.001", 1e-9), Cell("<0.001", 1e-9, SIGNIFICANT)),
        row("svm", Cell("tree"), Cell("−0.50", -0.5), Cell("0.050", 0.05), Cell("0.075", 0.075)),
    ),
    align=("left", "left", "right", "right", "right"),
    notes=("An asterisk marks adjusted p-values of at most 0.05.",),
    stub=2,
)
WIDE = Table(
    name="accuracy-aucc",
    metric="accuracy",
    title="Differences",
    caption="Differences.",
    head=(
        (Cell(""), *(Cell(f"algorithm {i} − majority", span=2) for i in range(6))),
        tuple(map(Cell, ("Data set", *["Difference", "AUCC"] * 6))),
    ),
    rows=tuple(row(f"data {i}", *[Cell("0.123", 0.123), Cell("0.045", 0.045)] * 6) for i in range(3)),
    align=("left", *["right"] * 12),
    unit=2,
)
LONG = Table(
    name="accuracy-within",
    metric="accuracy",
    title="Tests",
    caption="Many.",
    head=(tuple(map(Cell, ("Data set", "p"))),),
    rows=tuple(row(f"data {i}", Cell("0.123", 0.123)) for i in range(120)),
    align=("left", "right"),
)
HOSTILE = Table(
    name="hostile",
    metric="50% & $x$",
    title="\\input{/etc/passwd}\n\\evil",
    caption="[x] {y}",
    head=((Cell("[#1]"), Cell("*" + "long-name_" * 12)),),
    rows=(
        row("\\input{/etc/passwd}", Cell("50% $x$ & #1")),
        row("[a_b]", Cell("*<img src=x onerror=alert(1)>")),
        row("", Cell("αβ 😀 语言 e\u0301 \u202eבא~^{}\"'--`")),
        row("line\nbreak", Cell("x" * 300)),
    ),
    align=("left", "left"),
    notes=("50% \\end{tabular}",),
)


@pytest.mark.parametrize("table", [SCORES, COMPARISONS, WIDE, HOSTILE], ids=lambda table: table.name)
def test_fragments(table, golden):
    golden(GOLDENS / f"{table.name}.tex", table_fragment(table, stamp="rankpress, spec 0123456789ab"))


@pytest.mark.parametrize("table", [SCORES, COMPARISONS, HOSTILE], ids=lambda table: table.name)
def test_fragments_with_siunitx(table, golden):
    text = table_fragment(
        table, stamp="rankpress, spec 0123456789ab", report=ReportOptions(latex=LatexOptions(siunitx=True))
    )
    golden(GOLDENS / f"{table.name}-siunitx.tex", text)


def test_a_fragment_over_pages(golden):
    text = table_fragment(replace(SCORES, layout=TableLayout(long=True)), stamp="rankpress, spec 0123456789ab")
    golden(GOLDENS / f"{SCORES.name}-long.tex", text)


@pytest.mark.parametrize("table", [SCORES, COMPARISONS, WIDE, LONG, HOSTILE], ids=lambda table: table.name)
def test_a_fragment_is_ascii_and_balanced(table):
    text = table_fragment(table, stamp="evil\n\\input{x}")
    assert text.isascii()
    first, *rest = text.splitlines()
    packages = "booktabs,longtable" if table is LONG else "booktabs"
    assert first == f"% needs \\usepackage{{{packages}}}; evil \\input{{x}}"
    assert rest[0].startswith("% ")
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    for environment in ("tabular", "longtable"):
        assert text.count(rf"\begin{{{environment}}}") == text.count(rf"\end{{{environment}}}")
    assert not re.search(r"\\(documentclass|usepackage|begin\{table)", "\n".join(rest))


@pytest.mark.parametrize("siunitx", [False, True])
@pytest.mark.parametrize(("width", "panels"), [(None, 2), ("column", 3), ("text", 2), (600, 1)])
def test_a_table_is_divided_where_it_is_too_wide(width, panels, siunitx):
    text = table_fragment(WIDE, stamp="", report=ReportOptions(latex=LatexOptions(width=width, siunitx=siunitx)))
    tabulars = text.split(r"\begin{tabular}")[1:]
    assert len(tabulars) == panels
    assert text.count("0.123") == text.count("0.045") == 18
    for tabular in tabulars:
        columns = len(re.findall(r"S\[[^]]*\]|[lrc]", tabular.partition("\n")[0]))
        assert {line.count("&") + 1 for line in tabular.splitlines() if line.startswith("data")} == {columns}


def test_there_is_a_rule_under_what_spans_columns_but_not_under_a_blank():
    head = ((Cell("", span=2), Cell("accuracy", span=3)), *COMPARISONS.head)
    text = table_fragment(
        replace(COMPARISONS, head=head), stamp="", report=ReportOptions(latex=LatexOptions(width="text"))
    )
    assert re.findall(r"\\cmidrule\(lr\)\{([0-9]+)-([0-9]+)\}", text) == [("3", "5")]


def test_a_panel_has_no_blank_row_in_its_head():
    head = ((Cell("", span=9), Cell("uncorrected", span=4)), WIDE.head[-1])
    text = table_fragment(replace(WIDE, head=head), stamp="", report=ReportOptions(latex=LatexOptions(width="text")))
    first, second = text.split(r"\begin{tabular}")[1:]
    assert re.search(r"\\toprule\nData set +&", first)
    assert r"\multicolumn{4}{c}{uncorrected}" in second


def test_a_table_for_a_page_on_its_side_says_so():
    upright, turned = (
        table_fragment(replace(WIDE, layout=TableLayout(landscape=turned)), stamp="") for turned in (False, True)
    )
    assert "sidewaystable" in turned
    assert "sidewaystable" not in upright


def test_numbers_that_siunitx_aligns():
    column = (row("a", Cell("−10.5", -10.5)), row("b", Cell("2.25", 2.25, UNDERLINE)), row("c", Cell("–", "")))
    lone = Table("t", "m", "t", "", (tuple(map(Cell, ("x", "y"))),), column, ("left", "right"))
    text = table_fragment(lone, stamp="", report=ReportOptions(latex=LatexOptions(siunitx=True)))
    assert text.startswith(r"% needs \usepackage{booktabs,siunitx}; ")
    assert r"{$\phantom{-0}\underline{2.25}$}" in text


def test_a_template_of_ones_own_is_taken_for_its_kind_alone(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "scores.tex.j2").write_text(
        "<% extends 'rankpress/latex/table.tex.j2' %>\n"
        "<% block footer scoped %>\\midrule[1pt]\n<< panel.footer[0] >>\n<% endblock %>\n"
    )
    mine = table_fragment(replace(SCORES, kind="scores"), stamp="", templates=tmp_path)
    assert mine.startswith("% needs")
    assert "\\midrule[1pt]\nAverage rank" in mine
    for kind in ("ranks", ""):
        assert "[1pt]" not in table_fragment(replace(SCORES, kind=kind), stamp="", templates=tmp_path)


def test_a_template_that_is_added_changed_or_removed_counts_at_once(tmp_path):
    # `watch` and notebooks keep the process; within a clock's tick the times of a file are no sign of a change
    added = tmp_path / "table.tex.j2"
    built_in = table_fragment(SCORES, stamp="", templates=tmp_path)
    added.write_text("one")
    assert table_fragment(SCORES, stamp="", templates=tmp_path) == "one"
    times = added.stat()
    added.write_text("two")
    os.utime(added, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert table_fragment(SCORES, stamp="", templates=tmp_path) == "two"
    added.unlink()
    assert table_fragment(SCORES, stamp="", templates=tmp_path) == built_in


def test_notes_are_a_file_of_their_own():
    paths = dict(table_files([replace(SCORES, notes=("50% rounded.",)), LONG], stamp="s"))
    assert list(paths) == [
        "tables/accuracy-scores.tex",
        "tables/accuracy-scores-notes.tex",
        "tables/accuracy-within.tex",
    ]
    assert paths["tables/accuracy-scores-notes.tex"].endswith("\n50\\% rounded.\n")


DOCUMENT = Document(
    title="50% of A & B",
    summary=("2 algorithms were compared.",),
    sections=(
        Section(
            "scores",
            "Scores",
            paragraphs=(say("The table gives scores ({}).", cite("demsar2006")),),
            caveats=(say("Scores need not be on one scale, says {}.", cite("demsar2006")),),
            tables=(
                SCORES,
                Table("accuracy-x", "accuracy", "Left_out", "", ((Cell("a"),),), (), ("left",), in_pdf=False),
            ),
            sections=(Section("scores-f1", "F_1", paragraphs=("Below.",)),),
        ),
        Section(
            "ranks",
            "Ranks",
            drawings=(Drawing("accuracy-cd", "accuracy", "cd", "Ranks & groups", "A bar joins.", "", DrawnForms()),),
        ),
        Section("references", "References", references=(library()["demsar2006"],)),
    ),
    provenance=(("runs/a_b.csv", "sha256 " + "0123456789abcdef" * 4),),
)


def test_the_report(golden):
    text = latex_report(DOCUMENT, stamp="rankpress, spec 0123456789ab")
    assert text.isascii()
    golden(GOLDENS / "report.tex", text)


def test_own_template_overrides_and_extends(tmp_path):
    (tmp_path / "latex").mkdir()
    (tmp_path / "latex" / "figure.tex.j2").write_text("FIGURE << drawing.title >>\n")
    text = latex_report(DOCUMENT, stamp="", templates=tmp_path)
    assert r"FIGURE Ranks \& groups" in text
    (tmp_path / "table.tex.j2").write_text("% mine\n<% include 'rankpress/latex/table.tex.j2' %>\n")
    assert table_fragment(SCORES, stamp="", templates=tmp_path).startswith("% mine\n% needs")


def test_a_slip_in_an_own_template_is_reported_with_its_line(tmp_path):
    (tmp_path / "table.tex.j2").write_text("% fine\n<< pannels >>\n")
    with pytest.raises(FaultsFound) as refused:
        table_fragment(SCORES, stamp="", templates=tmp_path)
    [fault] = refused.value.faults
    assert fault.place.endswith("table.tex.j2:2")
    assert "pannels" in fault.message


def test_no_part_of_a_source_ends_twice():
    assert not [source.text for source in library().values() if re.search(r"[.?!][.?!]", source.text)]


@pytest.mark.parametrize(("text", "detail"), [("0.123 (1)", "(1)"), ("0.054 [0.0329, 0.0753]", "[0.0329, 0.0753]")])
def test_a_number_and_its_detail_take_the_width_of_the_text_that_they_are(text, detail):
    layouts = [
        lay_out(
            Table(
                head=((Cell("a"), Cell("b")),),
                rows=((Cell("x"), Cell(text, detail=part)),) * 3,
                align=("left", "right"),
            ),
            ReportOptions(),
        )
        for part in (detail, "")
    ]
    parted, whole = (layout.columns[1].points(layout.size) for layout in layouts)
    assert parted == pytest.approx(whole, abs=0.2)
