"""Table fragments and the report, as LaTeX: golden files, hostile text, the user's own templates.

Golden files are in goldens/; they are looked at, then accepted with --update-goldens. That they compile is shown in
tests/documents/test_latex_compiles.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rankpress.faults import FaultsFound
from rankpress.plot import Drawing
from rankpress.report.bibliography import library
from rankpress.report.document import Document, Section
from rankpress.report.latex import latex_report, table_fragment
from rankpress.report.table import Cell, Mark, Table

GOLDENS = Path(__file__).parent / "goldens"
BOLD, UNDERLINE, SIGNIFICANT = (frozenset[Mark]({mark}) for mark in ("bold", "underline", "significant"))
Golden = Callable[[Path, str], None]


def row(name: str, *cells: Cell) -> tuple[Cell, ...]:
    return (Cell(name), *cells)


def ranked(score: str, rank: int, marks: frozenset[Mark] = frozenset()) -> Cell:
    return Cell(f"{score} ({rank})", float(score), marks, detail=f"({rank})", detail_value=rank)


SCORES = Table(
    name="accuracy-scores",
    metric="accuracy",
    title="Scores and ranks by accuracy",
    caption="Scores of 3 algorithms on 2 data sets in accuracy, with ranks in parentheses.",
    head=(
        (Cell(""), Cell("accuracy ↑", span=3)),
        tuple(map(Cell, ("Data set", "C4.5", "C4.5+m", "naïve Bayes"))),
    ),
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
    name="accuracy-adjusted-p",
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
    align=("left", *["right"] * 12),  # type: ignore[arg-type]
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
def test_fragments(table: Table, golden: Golden) -> None:
    golden(GOLDENS / f"{table.name}.tex", table_fragment(table, stamp="rankpress, spec 0123456789ab"))


@pytest.mark.parametrize("table", [SCORES, COMPARISONS, WIDE, LONG, HOSTILE], ids=lambda table: table.name)
def test_a_fragment_is_ascii_and_balanced(table: Table) -> None:
    text = table_fragment(table, stamp="evil\n\\input{x}")
    assert text.isascii()
    first, *rest = text.splitlines()
    assert first == "% needs \\usepackage{booktabs}; evil \\input{x}"
    assert rest[0].startswith("% ")
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}")
    assert not re.search(r"\\(documentclass|usepackage|begin\{table)", "\n".join(rest))


def test_every_cell_of_the_table_is_in_the_fragment() -> None:
    text = table_fragment(WIDE, stamp="")
    assert text.count("0.123") == text.count("0.045") == 18
    assert text.count(r"\begin{tabular}") > 1
    # the head of each panel spans the columns that it has
    for panel in text.split(r"\begin{tabular}")[1:]:
        columns = len(re.match(r"\[t\]\{(l|r)*\}", panel)[0].removeprefix("[t]{").removesuffix("}"))  # type: ignore[index]
        body = [line for line in panel.splitlines() if line.startswith("data")]
        assert {line.count(" & ") + 1 for line in body} == {columns}


def test_a_long_table_is_split_over_pages() -> None:
    text = table_fragment(LONG, stamp="")
    assert text.count(r"\begin{tabular}") == 3
    assert [f"data {i} & 0.123" in text for i in range(120)] == [True] * 120


def test_wider_text_needs_fewer_panels() -> None:
    assert table_fragment(WIDE, stamp="", width=600).count(r"\begin{tabular}") == 1


DOCUMENT = Document(
    title="50% of A & B",
    summary=("2 algorithms were compared.",),
    sections=(
        Section(
            "scores",
            "Scores",
            paragraphs=("The table gives scores.",),
            caveats=("Scores need not be on one scale.",),
            tables=(
                SCORES,
                Table("accuracy-x", "accuracy", "Left_out", "", ((Cell("a"),),), (), ("left",), in_pdf=False),
            ),
            sections=(Section("scores-f1", "F_1", paragraphs=("Below.",)),),
        ),
        Section(
            "ranks",
            "Ranks",
            drawings=(Drawing("accuracy-cd", "accuracy", "cd", "Ranks & groups", "A bar joins.", "", b"", b""),),
        ),
        Section("references", "References", paragraphs=("J. Demšar.",)),
    ),
    provenance=(("runs/a_b.csv", "sha256 " + "0123456789abcdef" * 4),),
    references=(library()["demsar2006"],),
)


def test_the_report(golden: Golden) -> None:
    text = latex_report(DOCUMENT, stamp="rankpress, spec 0123456789ab")
    assert text.isascii()
    golden(GOLDENS / "report.tex", text)


def test_own_template_overrides_and_extends(tmp_path: Path) -> None:
    (tmp_path / "latex").mkdir()
    (tmp_path / "latex" / "figure.tex.j2").write_text("FIGURE << drawing.title >>\n")
    text = latex_report(DOCUMENT, stamp="", templates=tmp_path)
    assert r"FIGURE Ranks \& groups" in text
    (tmp_path / "table.tex.j2").write_text("% mine\n<% include 'rankpress/latex/table.tex.j2' %>\n")
    assert table_fragment(SCORES, stamp="", templates=tmp_path).startswith("% mine\n% needs")


def test_a_slip_in_an_own_template_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "table.tex.j2").write_text("% fine\n<< pannels >>\n")
    with pytest.raises(FaultsFound) as told:
        table_fragment(SCORES, stamp="", templates=tmp_path)
    [fault] = told.value.faults
    assert fault.place.endswith("table.tex.j2:2")
    assert "pannels" in fault.message


def test_an_own_template_cannot_leave_the_sandbox(tmp_path: Path) -> None:
    (tmp_path / "table.tex.j2").write_text("<< panels.__class__.__mro__ >>\n")
    with pytest.raises(FaultsFound):
        table_fragment(SCORES, stamp="", templates=tmp_path)
