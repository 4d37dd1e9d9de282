"""Much of what reports can have, in every format: it compiles and opens, is accessible, and always the same bytes.

The same inputs give the same bytes in every file, whatever surrounds the build. test_engines.py has the variations and
simulations, tests/figures the other figures.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import docx
import pytest
import typst

# Two builds of much that there is.
pytestmark = pytest.mark.nightly

SCORES = """\
title: Scores of «é», 日本 and $\\alpha$
scores:
  files: runs/*.csv
  metrics: [{name: accuracy, validation: valid}, {name: loss, better: lower}]
  costs: [seconds]
  groups: {some: [d0, d1, d2], others: [d3, d4, 'straße, «Ω»']}
rank: {tolerance: 1e-9}
"""
REPORT = """\
test: {within: corrected-t}
effects: {measures: [median-difference, hodges-lehmann]}
bayes: {rope: 0.01}
order: {cost: seconds, within: corrected-t}
curves: {baseline: A_1, average: true}
adjust: [holm]
protocol: {kind: exploratory, tuning: {Bé: {by: «é», data: training}}}
plot:
  - cd
  - two-metrics
PLOT
report:
  formats: [latex, html, markdown, typst, docx]
  theme: compact
  figures: {also: [png, tikz, pgf], dpi: 100}
  tables:
    scores: {metrics: together, marks: tests, transpose: true, rows: [d1, d0, 'straße, «Ω»'], landscape: true}
    average-ranks: {metrics: together, columns: [Groups, Average rank], transpose: true}
    pairs: {metrics: together, columns: [p (Holm)], rows: [[A_1, İı], [C & co, Bé]], long: true}
    aucc: {transpose: true, caption: 50% of $it & more_}
    within: {rows: [d1, [A_1, C & co]], long: true, landscape: true}
    omnibus: {omit: true}
    # long ones of the shape of others, whose numbers results.json has
    bayes-within: {omit: true}
    curves: {omit: true}
"""
# What only report.pdf can have in other bytes, its pages and their fonts, it has in a few pages, for the time that each
# takes: a figure, tables, and a page that is turned.
PAGES = """\
title: Scores of «é», 日本 and $\\alpha$
scores: {files: runs/*.csv, metrics: [{name: accuracy}]}
effects: null
plot: [cd]
report:
  formats: [pdf]
  theme: compact
  tables:
    scores: {landscape: true}
    # of the shape of those that are left
    pairs: {omit: true}
    pairwise-differences: {omit: true}
"""
# of one metric, for the time that they take
KINDS = ("curves", "p-values")
DATASETS = ("d0", "d1", "d2", "d3", "d4", "straße, «Ω»")
ALGORITHMS = ("A_1", "Bé", "C & co", "İı")

BUILD = """\
import sys
from rankpress.app.cli import main
folder, *options = sys.argv[1:]
for name in ("study", "pages"):
    if status := main(["build", f"{folder}/{name}.yaml", "--out", f"{folder}/built/{name}", *options]):
        sys.exit(status)
"""

# Decimal commas, an i that is not I in small letters, and names of files that are not UTF-8.
LOCALE = "tr_TR.ISO-8859-9"
ELSEWHERE = {
    "TZ": "Asia/Kathmandu",
    "PYTHONHASHSEED": "7",
    "PYTHONUTF8": "0",
    "SOURCE_DATE_EPOCH": "86400",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
# Every font that is requested is a script's.
FONTS = """<fontconfig><match target="pattern"><edit name="family" mode="assign" binding="strong">
<string>cursive</string></edit></match></fontconfig>"""
MATPLOTLIBRC = "font.size: 30\nlines.linewidth: 9\naxes.formatter.use_locale: True\npdf.fonttype: 3\n"

# Of rows that differ in their text alone one is left, and of the figures, whose markup is alike, a few: to see against
# which ground a text stands takes long.
LEAVE_ONE_OF_EACH_LOOK = r"""(figures) => {
  document.querySelectorAll("tbody").forEach((body) => {
    const seen = new Set();
    [...body.rows].forEach((row) => {
      const markup = row.outerHTML.replace(/>[^<]+</g, "><");
      const look = markup.replace(/ (id|href|title|data-algorithm|data-values?)="[^"]*"/g, "");
      if (seen.has(look)) row.remove();
      seen.add(look);
    });
  });
  document.querySelectorAll("figure").forEach((figure) => figures.includes(figure.id) || figure.remove());
}"""
FIGURES = [f"figure-accuracy-{kind}" for kind in ("cd", "loss-two-metrics", "curves", "p-values")]

# axe would describe all nodes that pass as well, which takes as long again.
FAULTS_ALONE = {"resultTypes": ["violations"]}


def write_studies(folder, *, late=False):
    """Write two studies of the same scores; files in another order, with other times, where it is late."""
    (folder / "runs").mkdir(parents=True)
    plots = "\n".join(f"  - {kind}: {{metrics: [accuracy]}}" for kind in KINDS)
    (folder / "study.yaml").write_text(SCORES + REPORT.replace("PLOT", plots), encoding="utf-8")
    (folder / "pages.yaml").write_text(PAGES, encoding="utf-8")
    chance = random.Random(6)
    contents = {}
    for a, algorithm in enumerate(ALGORITHMS):
        rows = ["dataset,algorithm,fold,accuracy,valid,loss,seconds"]
        for dataset in DATASETS:
            for fold in range(4):
                score = 0.6 + 0.04 * a + chance.gauss(0, 0.05)
                scores = f"{score:.5f},{score - chance.random() / 50:.5f},{1 / score:.5f},{(a * 7 + 3) % 5 + 1}"
                rows.append(f'"{dataset}",{algorithm},{fold},{scores}')
        contents[f"runs/{a}.csv"] = "\n".join(rows) + "\n"
    for path in sorted(contents, reverse=late):
        (folder / path).write_text(contents[path], encoding="utf-8", newline="")
        if late:
            os.utime(folder / path, (1_000_000_000, 1_000_000_000))
    return folder


def build(folder, *options, cwd=None, umask=-1, **surroundings):
    """Build the studies of a folder in a process of their own, and return the folder of their reports."""
    subprocess.run(
        [sys.executable, "-c", BUILD, str(folder), *options],
        env={**os.environ, **surroundings},
        check=True,
        capture_output=True,  # in the encoding of another locale, which pytest could not read
        cwd=cwd,
        umask=umask,
        timeout=600,
    )
    return folder / "built"


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    plain = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"}
    return build(write_studies(tmp_path_factory.mktemp("first") / "study"), "--jobs", "1", **plain)


@pytest.fixture(scope="module")
def report(built):
    return built / "study"


@pytest.fixture(scope="module")
def expected(built):
    return contents(built)


@pytest.fixture(scope="module")
def locales(tmp_path_factory):
    """The locale, for the environment variable LOCPATH."""
    folder = tmp_path_factory.mktemp("locales")
    language, _, charset = LOCALE.partition(".")
    command = ["localedef", "-i", language, "-f", charset, str(folder / LOCALE)]
    if shutil.which("localedef") is None or not Path("/usr/share/i18n/locales", language).exists():
        pytest.skip("what localedef makes locales of is not installed")
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    code = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.str(0.5), locale.getencoding())"
    environment = {**os.environ, "LC_ALL": LOCALE, "LOCPATH": str(folder), "PYTHONUTF8": "0"}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=300)
    assert ended.stdout.split() == ["0,5", charset]  # it is in force
    return folder


def test_the_study_has_every_format(expected):
    kinds = {Path(path).suffix for path in expected}
    assert {".html", ".tex", ".md", ".typ", ".docx", ".csv", ".svg", ".png", ".tikz", ".pgf", ".bib", ".json"} <= kinds
    assert "pages/report.pdf" in expected
    assert len(expected) > 100


def test_its_latex_compiles(report, pdflatex):
    compiled = pdflatex(report / "report.tex", inputs=report)
    assert "undefined" not in compiled.log
    assert "Missing character" not in compiled.log
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", compiled.log)]
    assert max(wide, default=0) < 1


def test_nothing_of_the_machine_is_in_a_file(expected):
    names = (b"pytest-of", str(Path.home() / "x")[:-1].encode(), sys.prefix.encode())
    assert [(path, name) for path, content in expected.items() for name in names if name in content] == []


@pytest.mark.weekly
def test_the_same_bytes(expected, locales, tmp_path):
    folder = write_studies(tmp_path / "else where «é»" / "deep", late=True)
    home = tmp_path / "home"
    home.mkdir()
    (home / "matplotlibrc").write_text(MATPLOTLIBRC)
    (home / ".config" / "fontconfig").mkdir(parents=True)
    (home / ".config" / "fontconfig" / "fonts.conf").write_text(FONTS)
    own = dict.fromkeys(("LC_ALL", "LANG"), LOCALE) | {"LOCPATH": str(locales), "HOME": str(home)}
    own |= {"COLUMNS": "20", "LOGNAME": "he"}
    made = contents(build(folder, "--jobs", "2", umask=0o077, cwd=home, **own, **ELSEWHERE))
    assert made.keys() == expected.keys()
    assert [path for path in made if made[path] != expected[path]] == []


def test_the_report_in_typst_compiles(report):
    assert typst.compile(str(report / "report.typ")).startswith(b"%PDF")


def test_a_paper_includes_every_fragment(report, tmp_path):
    shutil.copytree(report, tmp_path / "r")
    fragments = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.typ"))
    paper = [f'#include "{path}"' for path in fragments if not path.endswith(("numbers.typ", "report.typ"))]
    assert len(paper) > 20
    head = '#set page(columns: 2)\n#import "r/numbers.typ": rp\n#rp("accuracy/datasets") #rp("accuracy/nothing")'
    source = tmp_path / "paper.typ"
    source.write_text("\n".join([head, *paper, '#bibliography("r/references.bib")']), encoding="utf-8")
    assert typst.compile(str(source)).startswith(b"%PDF")


def test_word_has_every_table(report):
    document = docx.Document(str(report / "report.docx"))
    cells = {cell.text for table in document.tables for cell in table.columns[0].cells}
    assert {"A_1", "Bé", "C & co", "İı"} <= cells
    assert len(document.inline_shapes) >= 3


@pytest.mark.weekly
def test_axe_finds_nothing(report, chromium_page):
    """report.html checked by axe-core's rules of accessibility, dark on a telephone; by that of contrast, light."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = chromium_page(report / "report.html").page
    page.set_viewport_size({"width": 390, "height": 900})
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    page.get_by_role("button", name="Algorithms", exact=True).click()
    page.locator(".toolbox [name=color]").first.select_option("orange")
    page.locator(".toolbox [name=name]").first.fill("another name")
    page.locator(".toolbox [name=show]").last.uncheck()
    page.locator("main [data-algorithm]").first.hover()
    page.locator(".table .menu > button").first.click()
    page.get_by_role("searchbox").first.fill("d1")
    page.evaluate(LEAVE_ONE_OF_EACH_LOOK, FIGURES)
    assert page.locator("figure").count() == len(FIGURES)
    broken_rules = axe.Axe().run(page, options=FAULTS_ALONE).response["violations"]
    page.emulate_media(color_scheme="light")
    contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    broken_rules += axe.Axe().run(page, options=FAULTS_ALONE | contrast).response["violations"]
    violations = [
        f"{one['id']} ({one['impact']}): {node['html'][:160]}" for one in broken_rules for node in one["nodes"][:3]
    ]
    assert violations == []
    # and would find what is wrong
    page.evaluate("document.querySelector('.summary').innerHTML = '<input><b style=color:#ccc>faint</b>'")
    wrong = axe.Axe().run(page, context=".summary", options=FAULTS_ALONE).response["violations"]
    assert "label" in {one["id"] for one in wrong}
