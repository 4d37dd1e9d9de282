"""`rankpress build` as a user runs it: the studies next to the example, and a study with hostile names."""

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pypdf
import pytest

from rankpress.app.cli import main
from tests.documents.polling import wait_until

EXAMPLE = Path(__file__).resolve().parents[2] / "example_project"
# those that tests/papers does not analyse
STUDIES = [*EXAMPLE.glob("study-*.yaml"), *EXAMPLE.glob("language-models/study*.yaml")]

HOSTILE = (
    *r"a_b¦50% $x$ & #1¦\input{/etc/passwd}¦<img src=x onerror=alert(1)>".split("¦"),
    "n" * 300,
    *r"αβγ Ωδ, 日本語, łódź ünïcödé, 😀 emoji¦{~^}\¦=1+1".split("¦"),
    "line\nbreak",
)


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="session")
def rankpress(rankpress):
    return partial(rankpress, options=["-W", "error"])


@pytest.fixture(scope="session")
def hostile(tmp_path_factory, rankpress, write_study):
    spec = "title: '<b>50%</b> $x$ \\input{y} # é 😀'\ncurves: {baseline: a_b}\nplot: [cd, curves]\n"
    folder, datasets = tmp_path_factory.mktemp("hostile"), HOSTILE[1:6]
    study = write_study(folder, HOSTILE, datasets, spec, scores=", costs: [seconds]", folds=2, metric="50% $score$_x")
    rankpress("build", study, "--only", "latex", "--only", "html")
    return folder / "report"


@pytest.mark.weekly
def test_chromium_shows_the_page_and_hostile_names_as_written(hostile, chromium_page):
    path = hostile / "report.html"
    opened = chromium_page(path)
    opened.page.wait_for_load_state("load")
    assert opened.complaints == []
    assert opened.requests == [path.resolve().as_uri()]
    for width in (390, 1280):
        opened.page.set_viewport_size({"width": width, "height": 900})
        wait_until(opened.page, "document.documentElement.scrollWidth <= innerWidth")  # laid out again, a while after
    shown = " ".join(opened.page.inner_text("body").split())
    for name in HOSTILE:
        assert " ".join(name.split()) in shown, name


@pytest.mark.nightly
def test_every_table_is_one_click_away_as_csv(hostile):
    page = (hostile / "report.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="tables/([^"]+)"|href="data:text/csv[^"]*" download="([^"]+)"', page))
    assert {file or embedded for file, embedded in linked} == {path.name for path in (hostile / "tables").glob("*.csv")}


@pytest.mark.nightly
def test_hostile_names_are_text_in_latex(hostile):
    sources = [re.sub(r"(?<!\\)%.*", "", path.read_text(encoding="ascii")) for path in hostile.rglob("*.tex")]
    assert any(r"\textbackslash" in source for source in sources)
    assert not [source for source in sources if r"\input{/etc" in source]


@pytest.mark.nightly
def test_figures_embed_truetype_fonts(hostile):
    paths = list((hostile / "figures").glob("*.pdf"))
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


def write_small_study(folder):
    shutil.copyfile(EXAMPLE / "papers/demsar2006/auc.csv", folder / "auc.csv")
    (folder / "study.yaml").write_text("scores: {files: '*.csv', layout: wide}\neffects: null\nplot: [cd]\n")


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
    study, out, other = tmp_path / "study.yaml", tmp_path / "report", tmp_path / "pdf"
    write_small_study(tmp_path)
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
    write_small_study(tmp_path)
    build = ["build", str(tmp_path / "study.yaml"), "--only", "latex", "--set", "scores.files='**/*.csv'"]
    assert main(build) == 0
    assert list((tmp_path / "report/tables").glob("*.csv"))
    capsys.readouterr()
    assert main(build) == 0
    assert "up to date" in capsys.readouterr().err


@pytest.mark.weekly
def test_environment_that_is_of_no_use(tmp_path):
    """No folder to write to, no locale, and two closed streams; test_interrupts.py closes the third one too."""
    folder, nowhere = tmp_path / "Größe", os.devnull + "/x"
    folder.mkdir()
    write_small_study(folder)
    environment = {"HOME": nowhere, "MPLCONFIGDIR": nowhere, "TMPDIR": nowhere, "MPLBACKEND": "bogus"}
    environment |= {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    build = [sys.executable, "-m", "rankpress", "build", str(folder / "study.yaml"), "--only", "html", "--jobs", "1"]
    ended = subprocess.run(
        ["sh", "-c", '"$@" <&- >&-', "sh", *build],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "")
    assert (folder / "report" / "report.html").exists()
