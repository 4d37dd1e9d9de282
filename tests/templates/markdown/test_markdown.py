"""Tables and the report as Markdown: golden files, and what a Markdown parser that is not ours makes of them.
markdown-it-py reads them by CommonMark with GitHub's tables; the HTML that it makes must say what the table holds,
hostile names included. Golden files are in goldens/; they are looked at, then accepted with --update-goldens.
"""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rankpress.core.bibliography import library
from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.core.faults import FaultsFound
from rankpress.core.markdown import markdown_escape
from rankpress.core.table import Cell, Table
from rankpress.report.markdown import MOST_ROWS, markdown_report, table_markdown
from rankpress.wording.text import Writing, citation, mathematics, say

GOLDENS = Path(__file__).parent / "goldens"
BOLD, UNDERLINE, SIGNIFICANT = (frozenset({mark}) for mark in ("bold", "underline", "significant"))
HOSTILE = (
    *"a_b_c¦**bold** __x__ ~~y~~¦50% $x$ & #1 C#¦&lt;already&amp;".split("¦"),
    r"\input{/etc/passwd} \\ \| ends with \ ".strip(),
    *"a | b || c¦`code` ``¦<img src=x onerror=alert(1)>¦</td></tr></table><script>alert(1)</script>".split("¦"),
    "[link](javascript:alert(1)) ![image](x)",
    *"http://example.org www.example.org <http://example.org>¦1. one¦- item¦# head¦> quote¦---¦===".split("¦"),
    "    indented",
    "line\nbreak\r\nand\ttab",
    "😀 语言 e\u0301 \u202eבא",
    "x" * 300,
    "!",
    "*",
    "\\",
)


def row(name, *cells):
    return (Cell(name), *cells)


def ranked(score, rank, marks=frozenset()):
    return Cell(f"{score} ({rank})", float(score), marks, detail=f"({rank})", detail_value=rank)


SCORES = Table(
    name="accuracy-scores",
    metric="accuracy",
    kind="scores",
    title="Scores and ranks by accuracy",
    caption="Scores of 2 algorithms on 2 data sets in accuracy, with ranks in parentheses.",
    head=((Cell(""), Cell("accuracy ↑", span=2)), tuple(map(Cell, ("Data set", "C4.5", "naïve_Bayes")))),
    rows=(
        row("breast cancer", ranked("0.763", 1, BOLD), ranked("0.700", 2, UNDERLINE)),
        row("cmc", ranked("0.628", 2), Cell("<0.001", 1e-9, SIGNIFICANT)),
        row("Average rank", Cell("2.00", 2.0), Cell("–", "", frozenset({"muted"}))),
    ),
    align=("left", "right", "center"),
    footer=1,
    notes=("↑: higher is better.", "Scores are rounded to 3 decimals."),
    detail="rank",
)
SPANNED = Table(
    name="accuracy-aucc",
    metric="accuracy",
    kind="aucc",
    title="Differences",
    caption="Differences.",
    head=(
        (Cell(""), Cell("a − b", span=2), Cell("a − c", span=2)),
        tuple(map(Cell, ("Data set", *["Difference", "AUCC"] * 2))),
    ),
    rows=(row("iris", *map(Cell, ("−0.12", "0.03", "0.45", "0.01"))),),
    align=("left", *["right"] * 4),
)
NAMES = Table(
    name="hostile",
    metric="accuracy",
    title="\\input{/etc/passwd}\n# evil",
    caption="[x](y) <b>",
    head=(tuple(Cell(name) for name in HOSTILE),),
    rows=(tuple(Cell(name) for name in HOSTILE), tuple(Cell(name, None, BOLD) for name in HOSTILE)),
    align=("left",) * len(HOSTILE),
    notes=("<script>alert(1)</script> $x$ *not bold*",),
)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="1pt" height="1pt" viewBox="0 0 1 1"/>'


def rendered(text):
    """HTML, by CommonMark with the tables and strikethroughs that GitHub adds."""
    return str(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))


def shown(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup.replace("<br>", "\n")))


def cells_of(text):
    """The cells of the only table in a text, as HTML within each."""
    [table] = re.findall(r"<table>.*?</table>", rendered(text), re.DOTALL)
    return [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", one, re.DOTALL)
        for one in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    ]


def expected(name):
    """A name as HTML shows it: blanks are one, and what cannot be shown is its code point."""
    return Writing()(re.sub(r"[ \t\r\n\v\f]+", " ", name).strip(" "))


@pytest.mark.parametrize("table", [SCORES, SPANNED, NAMES], ids=lambda table: table.name)
def test_tables(table, golden):
    golden(GOLDENS / f"{table.name}.md", table_markdown(table))


def test_a_parser_reads_what_the_table_holds():
    head, *rows = cells_of(table_markdown(SCORES))
    assert [shown(cell) for cell in head] == ["Data set", "C4.5", "naïve_Bayes"]
    assert [[shown(cell) for cell in one] for one in rows] == [
        ["breast cancer", "0.763 (1)", "0.700 (2)"],
        ["cmc", "0.628 (2)", "<0.001*"],
        ["Average rank", "2.00", "–"],
    ]
    assert rows[0][1] == "<strong>0.763</strong> (1)"
    assert rows[0][2] == "<u>0.700</u> (2)"
    text = rendered(table_markdown(SCORES))
    assert re.findall(r'<th(?: style="text-align:(\w+)")?>', text) == ["left", "right", "center"]
    before, _, after = text.partition("<table>")
    assert shown(before).strip() == f"{SCORES.caption} Columns: accuracy ↑."
    assert all(note in shown(after) for note in SCORES.notes)


def test_hostile_names_are_shown_as_written():
    head, plain, bold = cells_of(table_markdown(NAMES))
    for at, name in enumerate(HOSTILE):
        assert shown(head[at]).split() == expected(name).split(), name
        assert shown(plain[at]).split() == expected(name).split(), name
        assert bold[at] == f"<strong>{plain[at]}</strong>", name
        assert "<" not in plain[at], name
    whole = rendered(table_markdown(NAMES))
    assert not re.search(r"<(img|script|a|h1|em|s|code|b)\b", whole)
    assert "<script>alert(1)</script> $x$ *not bold*" in shown(whole)


@given(st.text(max_size=30))
def test_any_text_is_shown_as_written(text):
    alone = rendered(markdown_escape(text))
    assert shown(alone).split() == expected(text).split()
    assert re.fullmatch(r"(<p>[^<]*</p>\n)?", alone)
    table = Table("t", "m", "t", "", ((Cell("a"), Cell("b")),), ((Cell(text), Cell("x")),), ("left", "left"))
    _, [cell, other] = cells_of(table_markdown(table))
    assert shown(cell).split() == expected(text).split()
    assert other == "x"


def drawing(name):
    return Drawing(
        name=name,
        metric="accuracy",
        kind="cd",
        title="Ranks",
        caption="A [figure].",
        alt="a ] b",
        forms=DrawnForms(svg=SVG),
    )


def document():
    long = replace(SCORES, name="accuracy-long", title="Many_rows", rows=SCORES.rows[:1] * (MOST_ROWS + 1), footer=0)
    source = library()["holm1979"]
    return Document(
        title="1. C# *study*",
        summary=("- What was compared.",),
        sections=(
            Section(
                "scores",
                "Scores",
                (
                    say(
                        "By Friedman's test ({}) of {}.",
                        citation("friedman1937", "Friedman 1937"),
                        mathematics("x^2", "x²"),
                    ),
                ),
                ("Bear <this> in mind.",),
                tables=(SCORES, long),
                sections=(Section("scores-a", "a_b", tables=(SPANNED,), drawings=(drawing("accuracy-cd"),)),),
            ),
            Section("references", "References", references=(source,)),
        ),
        provenance=(("scores.csv", "10 rows | sha256 00"),),
    )


def test_report(golden):
    golden(GOLDENS / "report.md", markdown_report(document()))


def test_a_template_of_the_users_own(tmp_path):
    (tmp_path / "table.md.j2").write_text("{{ table.title }}: {{ table.rows|length }} rows\n")
    (tmp_path / "report.md.j2").write_text('{% extends "rankpress/markdown/report.md.j2" %}')
    assert table_markdown(NAMES, templates=tmp_path) == "\\\\input{/etc/passwd} \\# evil: 2 rows\n"
    assert "Scores and ranks by accuracy: 3 rows" in markdown_report(document(), templates=tmp_path)
    (tmp_path / "table.md.j2").write_text("{{ table.titel }}")
    with pytest.raises(FaultsFound, match=r"table\.md\.j2:1"):
        table_markdown(NAMES, templates=tmp_path)
