"""What notebooks show, and tables as data frames: no more than the report has, and nothing that a page runs."""

import html
import io
import re
from dataclasses import replace
from pathlib import Path

import pandas
import pytest

from rankpress.analysis import analyse
from rankpress.app.notebook import frame_of
from rankpress.app.run import build
from rankpress.checks.agreement import examine
from rankpress.core.table import Cell, Table, table_csv
from rankpress.report.page_table import MOST_ROWS, display_html
from rankpress.spec.reading import read_study
from rankpress.topics.kinds import build_tables

STUDY = """\
scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy}]}
labels: {algorithms: {a: <b>Alpha</b>}}
report: {tables: {scores: {omit: true}}}
plot: []
"""
BOLD = frozenset({"bold"})
HOSTILE = "</style><script>alert(1)</script> <img src=x onerror=alert(1)> | **x**"
TABLE = Table(
    name="hostile",
    metric=HOSTILE,
    title=HOSTILE,
    caption=HOSTILE,
    head=((Cell(""), Cell(HOSTILE, span=2)), (Cell("Data set"), Cell(HOSTILE), Cell("b"))),
    rows=((Cell(HOSTILE), Cell("0.90", 0.9, BOLD), Cell("0.80", 0.8, frozenset({"significant"}))),),
    align=("left", "right", "right"),
    notes=(HOSTILE,),
)


@pytest.fixture
def study(tmp_path):
    rows = "\n".join(f"data {i},0.{i}1,0.{i}2,0.{i}{9 - i}" for i in range(1, 9))
    (tmp_path / "scores.csv").write_text(f"dataset,a,b,c\n{rows}\n")
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path / "study.yaml"


def rules_of(style):
    """The selectors of a style sheet, those of a list apart."""
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    lists = [rule.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", bare)]
    return [one.strip() for rule in lists for one in re.split(r",(?![^(]*\))", rule)]


def test_a_table_shows_itself():
    shown = TABLE._repr_html_()
    assert shown == display_html([TABLE])
    assert html.escape(HOSTILE, quote=False) in shown
    assert not re.search(r"<(script|img|link|iframe)\b", shown)
    assert not re.search(r"\bid=|\bsrc=(?!x)|url\(|@import|https?:", shown)
    assert "Table 0" not in shown
    assert TABLE._repr_markdown_().startswith(r"**\</style\>\<script\>")


def test_the_style_sheet_concerns_what_is_inside_alone():
    [style] = re.findall(r"<style>(.*?)</style>", display_html([TABLE]), re.DOTALL)
    assert len(rules_of(style)) > 10
    assert [rule for rule in rules_of(style) if not rule.startswith(".rankpress ")] == []


def test_a_table_that_is_shown_is_small():
    assert len(display_html([])) < 3_000
    rows = tuple((Cell(f"data {i}"), Cell("0.9", 0.9), Cell("0.8", 0.8)) for i in range(500))
    average = (Cell("Average"), Cell("1.5", 1.5), Cell("1.5", 1.5))
    shown = display_html([replace(TABLE, rows=(*rows, average), footer=1)])
    assert f"data {MOST_ROWS - 1}<" in shown
    assert f"data {MOST_ROWS}<" not in shown
    assert "Average" in shown
    assert f"The first {MOST_ROWS} of 500 rows." in shown
    assert len(shown) < 12_000


def test_a_build_leads_to_its_reports(study, monkeypatch):
    monkeypatch.chdir(study.parent)
    out = Path("<out> of 1")
    built = build(read_study(study), out, formats=["html", "markdown"])
    shown = replace(built, warnings=("<b>no</b>",))._repr_html_()
    assert '<a href="%3Cout%3E%20of%201/report.html">report.html</a>' in shown
    assert "<li>tables/ (" in shown
    assert "&lt;b&gt;no&lt;/b&gt;" in shown
    (study.parent / "elsewhere").mkdir()
    monkeypatch.chdir(study.parent / "elsewhere")
    moved = replace(built, out=study.parent / out, paths=tuple(study.parent / path for path in built.paths))
    assert "<a " not in moved._repr_html_()
    assert "report.html" in moved._repr_html_()


DEMSAR = Path(__file__).resolve().parents[2] / "example_project/papers/demsar2006/study.yaml"


def of_demsar():
    read = read_study(DEMSAR)
    scores = examine(read).scores
    assert scores is not None
    [auc] = analyse(read.study, scores)
    return auc


def test_frames_hold_what_the_csv_files_hold():
    auc = of_demsar()
    tables = {table.name: table for table in build_tables(auc)}
    for name in ("auc-scores", "auc-pairs", "auc-average-ranks"):
        read_back = pandas.read_csv(io.StringIO(table_csv(tables[name])))
        frame = frame_of(tables[name]).reset_index()
        for column in frame.columns:
            assert frame[column].tolist() == pytest.approx(read_back[column].tolist(), nan_ok=True), (name, column)
