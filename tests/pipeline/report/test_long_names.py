"""Names of 200 letters: without their middle wherever a reader cannot ask for it, and whole in the list of names."""

import csv
import random
import re
from io import BytesIO

import docx
import pytest
import typst
from pypdf import PdfReader

from rankpress.app.cli import main
from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.core.labels import WITHOUT_MIDDLES, briefly

WORDS = "gradient boosted trees with histogram binning and monotone constraints tuned on validation folds only".split()
SEPARATORS = ("", "_", "-")
_HIDDEN = re.compile(r"\\hspace\{0pt\}|\\(?=[_\-/])|\\dots\{\}|…|<wbr>|\\discretionary\{\}\{\}\{\}")


def long_names(letter, number):
    """Names of 200 characters that begin and end with what sets them apart, of words that are joined in three ways."""
    middles = [separator.join(WORDS * 4)[: 200 - 2 * len(f"{letter}0") - 2] for separator in SEPARATORS]
    return [f"{letter}{place}.{middles[place % 3]}.{letter}{place}" for place in range(number)]


def unbroken(text):
    """The text as it is read, without escapes, blanks, and what permits the end of a line."""
    return re.sub(r"\s+", "", _HIDDEN.sub("", text))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    draw = random.Random(2)
    algorithms, datasets = long_names("A", 4), long_names("D", 6)
    rows = [[name, *(f"{0.7 + place / 40 + draw.gauss(0, 0.02):.4f}" for place in range(4))] for name in datasets]
    with (folder / "a.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["dataset", *algorithms], *rows])
    (folder / "study.yaml").write_text("scores: {files: a.csv, layout: wide, metrics: [{name: accuracy}]}\nplot: []\n")
    only = [part for name in REPORT_FORMATS.names() for part in ("--only", name)]
    assert main(["build", str(folder / "study.yaml"), "--out", str(folder / "r"), "--quiet", *only]) == 0
    return folder / "r", algorithms, datasets


@pytest.fixture(scope="module")
def texts(built):
    """Text of every file that a format other than report.html and CSV consists of, by its path."""
    report, *_ = built
    paths = [path for path in report.rglob("*") if path.suffix in (".tex", ".typ", ".md")]
    texts = {path.relative_to(report).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    document = docx.Document(BytesIO((report / "report.docx").read_bytes()))
    cells = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    texts["report.docx"] = "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])
    if (report / "report.pdf").exists():
        texts["report.pdf"] = "".join(page.extract_text() for page in PdfReader(report / "report.pdf").pages)
    return texts


@pytest.mark.weekly
def test_only_the_list_of_names_has_them_whole(built, texts):
    _, algorithms, datasets = built
    names = {unbroken(name) for name in (*algorithms, *datasets)}
    brief = {unbroken(name) for name in briefly((*algorithms, *datasets)).values()}
    for path, text in texts.items():
        read = unbroken(text)
        if path.startswith("report."):
            count = sum(read.count(name) for name in names)
            assert len(names) - (path == "report.pdf") <= count <= len(names), path  # where a page may end within one
        if not path.startswith("report."):
            assert not [name for name in names if name in read], path
        elif path != "report.tex":  # whose tables are files of their own
            assert all(name in read for name in brief), path


@pytest.mark.nightly
def test_a_table_says_that_names_are_short_and_the_report_where_they_are_whole(built, texts):
    report, *_ = built
    for path, text in texts.items():
        if re.match(r"tables/accuracy-(average-ranks|scores)(-notes\.tex|\.md|\.typ)", path):
            assert unbroken(WITHOUT_MIDDLES) in unbroken(text), path
        if path.startswith("report."):
            assert unbroken("Section Data and the files tables/") in unbroken(text), path
    assert WITHOUT_MIDDLES not in (report / "report.html").read_text(encoding="utf-8")


@pytest.mark.nightly
def test_no_cell_of_a_table_in_latex_takes_more_than_four_lines(built):
    report, *_ = built
    for path in (report / "tables").glob("*.tex"):
        for width, content in re.findall(r"\\parbox\[t\]\{(\d+)pt\}\{\\ragged\w+ (.*?)\\strut\}", path.read_text()):
            assert len(unbroken(content)) * 4.5 < 4 * int(width), path.name


@pytest.mark.weekly
def test_no_name_is_longer_than_a_line(built):
    report, algorithms, _ = built
    finished = [typst.compile(str(report / "report.typ")), *(path.read_bytes() for path in report.glob("report.pdf"))]
    for content in finished:
        text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
        # those that end within a word are one to the reader of the PDF at times
        assert max(map(len, text.splitlines())) < 190
        read = unbroken(text).replace("\u200b", "").replace("-", "")
        assert all(unbroken(name).replace("-", "") in read for name in algorithms)


@pytest.mark.nightly
def test_csv_has_the_names_of_the_files(built):
    report, algorithms, datasets = built
    text = (report / "tables" / "accuracy-scores.csv").read_text(encoding="utf-8")
    assert all(name in text for name in (*algorithms, *datasets))


@pytest.mark.nightly
def test_short_names_need_no_note(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,A,B,C\n" + "".join(f"d{n},0.{n},0.5,0.4\n" for n in range(1, 9)))
    (tmp_path / "study.yaml").write_text(
        "scores: {files: a.csv, layout: wide, metrics: [{name: accuracy}]}\nplot: []\n"
    )
    out = tmp_path / "r"
    assert main(["build", str(tmp_path / "study.yaml"), "--out", str(out), "--quiet", "--only", "markdown"]) == 0
    assert "without their middle" not in (out / "report.md").read_text(encoding="utf-8")
