"""`rankpress build` as a user runs it: the example, every study next to it, and a study with hostile names."""

import html
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path

import pypdf
import pytest

from rankpress.app.cli import main
from tests.documents.polling import wait_until

EXAMPLE = Path(__file__).resolve().parents[2] / "example_project"
# one of each paper, all of which tests/papers analyses
PAPERS = {path.parent: path for path in sorted(EXAMPLE.glob("papers/*/study*.yaml"))}
STUDIES = [*EXAMPLE.glob("study-*.yaml"), *EXAMPLE.glob("language-models/study*.yaml"), *PAPERS.values()]

HOSTILE = (
    *r"a_b¦50% $x$ & #1¦\input{/etc/passwd}¦<img src=x onerror=alert(1)>".split("¦"),
    "n" * 300,
    *r"αβγ Ωδ¦😀 emoji¦日本語¦łódź ünïcödé¦{~^}\¦=1+1".split("¦"),
    "line\nbreak",
)


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="session")
def rankpress(rankpress):
    return partial(rankpress, options=["-W", "error"])


@pytest.fixture(scope="session")
def example(tmp_path_factory, rankpress):
    out = tmp_path_factory.mktemp("example") / "report"
    rankpress("build", EXAMPLE / "study.yaml", "--out", out)
    return out


@pytest.fixture(scope="session")
def hostile(tmp_path_factory, rankpress, write_study):
    spec = "title: '<b>50%</b> $x$ \\input{y} # é 😀'\ncurves: {baseline: a_b}\nplot: [cd, curves]\n"
    folder, datasets = tmp_path_factory.mktemp("hostile"), (*HOSTILE[1:5], HOSTILE[6])
    study = write_study(folder, HOSTILE, datasets, spec, scores=", costs: [seconds]", folds=3, metric="50% $score$_x")
    rankpress("build", study, "--only", "latex", "--only", "html")
    return folder / "report"


def test_the_latex_report_compiles(example, pdflatex):
    compiled = pdflatex(example / "report.tex", inputs=example)
    assert len(pypdf.PdfReader(compiled.pdf).pages) > 5
    assert not [line for line in compiled.warnings if "Missing character" in line or "undefined" in line]


@pytest.mark.parametrize("report", ["example", "hostile"])
def test_chromium_shows_the_page(report, request, chromium_page):
    page = request.getfixturevalue(report) / "report.html"
    opened = chromium_page(page)
    opened.page.wait_for_load_state("load")
    assert opened.complaints == []
    assert opened.requests == [page.resolve().as_uri()]
    for width in (390, 1280):
        opened.page.set_viewport_size({"width": width, "height": 900})
        wait_until(opened.page, "document.documentElement.scrollWidth <= innerWidth")  # laid out again, a while after


@pytest.mark.nightly
def test_every_table_is_one_click_away_as_csv(example):
    page = (example / "report.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="tables/([^"]+)"|href="data:text/csv[^"]*" download="([^"]+)"', page))
    assert {file or embedded for file, embedded in linked} == {path.name for path in (example / "tables").glob("*.csv")}


def test_hostile_names_are_shown_as_written(hostile, chromium_page):
    shown = chromium_page(hostile / "report.html").page.inner_text("body")
    for name in HOSTILE:
        assert " ".join(name.split()) in " ".join(shown.split()), name


@pytest.mark.nightly
def test_hostile_names_are_text_in_the_page_and_in_latex(hostile):
    page = (hostile / "report.html").read_text(encoding="utf-8")
    shown = " ".join(html.unescape(re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", "", page, flags=re.DOTALL)).split())
    for name in HOSTILE:
        assert " ".join(name.split()) in shown, name
    sources = [re.sub(r"(?<!\\)%.*", "", path.read_text(encoding="ascii")) for path in hostile.rglob("*.tex")]
    assert any(r"\textbackslash" in source for source in sources)
    assert not [source for source in sources if r"\input{/etc" in source]


@pytest.mark.nightly
def test_the_appendix_is_accessible(example, check_pdf_ua):
    check_pdf_ua(example / "report.pdf")


def lines(page):
    """Return the lines between head and foot of a page, each with its height on the page, from 0 to 1 at its foot."""
    parts = defaultdict(list)

    def visit(text, cm, tm, *_):
        if text.strip():
            parts[round(1 - (tm[4] * cm[1] + tm[5] * cm[3] + cm[5]) / float(page.mediabox.height), 3)].append(text)

    page.extract_text(visitor_text=visit)
    return [(at, " ".join("".join(parts[at]).split())) for at in sorted(parts)][1:-1]


def headings(reader):
    pending, titles = [*reader.outline], set()
    while pending:
        entry = pending.pop()
        if isinstance(entry, list):
            pending.extend(entry)
        else:
            titles.add(str(entry.title))
    return titles


@pytest.mark.nightly
def test_pages_of_the_appendix_are_full_and_end_with_text(example):
    reader = pypdf.PdfReader(example / "report.pdf")
    titles, pages = headings(reader), list(map(lines, reader.pages))
    assert len(pages) <= 16
    assert [(number, page[-1][0]) for number, page in enumerate(pages[:-1], 1) if page[-1][0] < 0.5] == []
    ends = [page[-1][1] for page in pages]
    assert [end for end in ends if end in titles or re.match(r"(Table [0-9]+\.|Algorithm|Data set)", end)] == []


@pytest.mark.nightly
def test_figures_embed_truetype_fonts(example):
    paths = list((example / "figures").glob("*.pdf"))
    assert paths
    for path in paths:
        [page] = pypdf.PdfReader(path).pages
        fonts = page["/Resources"]["/Font"]
        assert fonts
        kinds = {font.get_object()["/Subtype"] for font in fonts.values()}
        assert kinds <= {"/TrueType", "/Type0"}, path.name


@pytest.mark.parametrize("study", STUDIES, ids=[path.relative_to(EXAMPLE).as_posix() for path in STUDIES])
def test_the_studies_of_the_example_build_and_compile(study, tmp_path, pdflatex):
    out = tmp_path / "report"
    assert main(["build", str(study), "--out", str(out), "--only", "latex"]) == 0
    pdflatex(out / "report.tex", inputs=out, runs=1)


@pytest.fixture
def without_pango(tmp_path):
    """A folder for PYTHONPATH with which the libraries that WeasyPrint needs cannot be loaded."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import cffi\n"
        "def refuse(self, name, flags=0): raise OSError(f'cannot load library {name}')\n"
        "cffi.FFI.dlopen = refuse\n"
    )
    return str(folder)


@pytest.mark.nightly
def test_without_pango_the_rest_is_built_but_no_pdf_that_is_requested_by_name(tmp_path, without_pango):
    study, out, other = EXAMPLE / "papers/demsar2006/study.yaml", tmp_path / "report", tmp_path / "pdf"
    build = ["build", str(study), "--set", "plot=[]", "--set", "report.formats=[markdown, pdf]", "--out"]
    program = f"from rankpress.app.cli import main; print(main({[*build, str(out)]}))\n"
    program += f"print(main({[*build, str(other), '--only', 'pdf']}))"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": without_pango},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert [line for line in ended.stdout.splitlines() if len(line) == 1] == ["0", "2"]
    assert "warning: report.pdf was not written: WeasyPrint needs Pango" in ended.stderr
    assert "apt-get install libpango-1.0-0" in ended.stderr
    assert {"report.md", "results.json"} <= contents(out).keys()
    assert "report.pdf" not in contents(out)
    assert "\n--only pdf: report.pdf was not written: WeasyPrint needs Pango" in ended.stderr
    assert not other.exists()


@pytest.mark.nightly
def test_a_report_where_the_scores_are_looked_for_is_not_read_as_scores(tmp_path, capsys):
    shutil.copyfile(EXAMPLE / "papers/demsar2006/auc.csv", tmp_path / "auc.csv")
    (tmp_path / "study.yaml").write_text("scores: {files: '**/*.csv', layout: wide}\nplot: []\n")
    build = ["build", str(tmp_path / "study.yaml"), "--only", "latex"]
    assert main(build) == 0
    assert list((tmp_path / "report/tables").glob("*.csv"))
    capsys.readouterr()
    assert main(build) == 0
    assert "up to date" in capsys.readouterr().err


@pytest.mark.nightly
def test_environment_that_is_of_no_use(tmp_path):
    """No folder to write to, no locale, and two closed streams; test_interrupts.py closes the third one too."""
    folder, nowhere = tmp_path / "Größe", os.devnull + "/x"
    assert main(["init", str(folder)]) == 0
    environment = {"HOME": nowhere, "MPLCONFIGDIR": nowhere, "TMPDIR": nowhere, "MPLBACKEND": "bogus"}
    environment |= {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    build = [sys.executable, "-m", "rankpress", "build", str(folder / "study.yaml"), "--only", "html", "--jobs", "2"]
    ended = subprocess.run(
        ["sh", "-c", '"$@" <&- >&-', "sh", *build, "--set", "plot=[cd]"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "")
    assert (folder / "report" / "report.html").exists()
