"""Nearly all that reports can have, in Typst and Word: everything compiles and opens, whatever its names."""

import docx
import pytest
import typst

from rankpress.app.cli import main

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def report(tmp_path_factory, full_study):
    study = full_study(tmp_path_factory.mktemp("full") / "study", ("cd", "order", "curves"))
    out = tmp_path_factory.mktemp("built") / "r"
    assert main(["build", str(study), "--only", "typst", "--only", "docx", "--out", str(out), "--quiet"]) == 0
    return out


def test_the_report_in_typst_compiles(report):
    assert typst.compile(str(report / "report.typ")).startswith(b"%PDF")


def test_a_paper_includes_every_fragment(report):
    fragments = sorted(path.relative_to(report.parent).as_posix() for path in report.rglob("*.typ"))
    paper = [f'#include "{path}"' for path in fragments if not path.endswith(("numbers.typ", "report.typ"))]
    assert len(paper) > 20
    head = '#set page(columns: 2)\n#import "r/numbers.typ": rp\n#rp("accuracy/datasets") #rp("accuracy/nothing")'
    source = report.parent / "paper.typ"
    source.write_text("\n".join([head, *paper, '#bibliography("r/references.bib")']), encoding="utf-8")
    assert typst.compile(str(source)).startswith(b"%PDF")


def test_word_has_every_table(report):
    document = docx.Document(str(report / "report.docx"))
    cells = {cell.text for table in document.tables for cell in table.columns[0].cells}
    assert {"A_1", "Bé", "C & co", "İı"} <= cells
    assert len(document.inline_shapes) >= 3
