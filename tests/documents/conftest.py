"""Judges of the finished documents: a real pdfLaTeX, a real browser, a checker of PDF/UA."""

import csv
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rankpress.core.document import Drawing, DrawnForms
from rankpress.report.page import html_report

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 450 100" width="450pt" height="100pt">'
    b'<path d="M 0 0 L 450 100" style="stroke: #000"/></svg>'
)
WINDOW, BAD = {"width": 1280, "height": 720}, ("error", "warning")  # messages on the console that complain
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True)
class Compiled:
    """What pdfLaTeX made of a document."""

    pdf: Path
    log: str

    @property
    def warnings(self):
        """The lines of the log that complain: warnings, boxes that do not fit, glyphs that are missing."""
        signs = ("Warning:", "Overfull", "Underfull", "Missing character")
        return [line for line in self.log.splitlines() if any(sign in line for sign in signs)]


@pytest.fixture
def pdflatex(tmp_path):
    """Compile a document in a folder that holds nothing else, twice, with no way out of that folder.

    With more ``runs`` it is compiled until a run leaves the auxiliary files as it found them, at most so often.
    ``pdflatex(source)`` takes the text of a document or the path of one; ``inputs=folder`` lays that folder's contents
    next to it first, as for a report.tex with its tables/ and figures/. With ``bibtex=True`` BibTeX runs after the
    first time, which pdfLaTeX does for the other engines as well; ``engine`` is another than pdfLaTeX. The test fails
    where compiling fails.
    """

    def compile_document(source, *, inputs=None, runs=2, bibtex=False, engine="pdflatex"):
        program = shutil.which(engine)
        if program is None or (bibtex and shutil.which("bibtex") is None):
            pytest.skip(f"{engine} or BibTeX is not installed")
        folder = tmp_path / "latex"
        shutil.rmtree(folder, ignore_errors=True)
        if inputs is None:
            folder.mkdir()
        else:
            shutil.copytree(inputs, folder)
        text = source if isinstance(source, str) else source.read_text(encoding="utf-8")
        (folder / "document.tex").write_text(text, encoding="utf-8")
        least = 3 if bibtex else 2  # the last of these is the first that may have nothing to change
        for run in range(runs):
            before = _auxiliary(folder)
            # only to list what is cited, which LuaLaTeX does in five times the time
            first = shutil.which("pdflatex") if bibtex and run == 0 else None
            _run_latex(first or program, folder, draft=run < min(runs, least) - 1 and (first or engine != "xelatex"))
            if run >= least - 1 and _auxiliary(folder) == before:
                break
            if bibtex and run == 0:
                _run_bibtex(folder)
        return Compiled(folder / "document.pdf", _log(folder))

    return compile_document


def _run_latex(program, folder, *, draft):
    """Run pdfLaTeX once, a draft without a PDF; the end of its log is the message where it fails."""
    kept = {
        "openin_any": "p",  # p: paranoid, nothing above the folder is read or written
        "openout_any": "p",
        "max_print_line": "10000",  # the log's lines are not broken
        "HOME": str(folder.parent),  # no styles or configuration of the user's own
        "SOURCE_DATE_EPOCH": "0",
        "FORCE_SOURCE_DATE": "1",
    }
    command = [program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error"]
    ended = subprocess.run(
        [*command, *(["-draftmode"] if draft else []), "document.tex"],
        cwd=folder,
        env={**os.environ, **kept},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    if ended.returncode:
        pytest.fail(f"{Path(program).name} failed:\n{_log(folder)[-3000:]}", pytrace=False)


def _run_bibtex(folder):
    """Run BibTeX; what it warns of is the message where it does."""
    ended = subprocess.run(["bibtex", "document"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    if ended.returncode or "Warning" in ended.stdout:
        pytest.fail(f"bibtex failed:\n{ended.stdout[-3000:]}", pytrace=False)


def _auxiliary(folder):
    """Return what a run of LaTeX leaves for the next one."""
    return {path.name: path.read_bytes() for path in folder.glob("document.*") if path.suffix not in (".log", ".pdf")}


def _log(folder):
    """Return the log, whatever bytes it holds."""
    log = folder / "document.log"
    return log.read_text(encoding="utf-8", errors="replace") if log.exists() else "no log was written"


@dataclass
class Opened:
    """A page in the browser, and what it did while it was opened."""

    page: object  # of Playwright
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def chromium():
    """Run Chromium, the system's own, which fetches nothing by itself."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        pytest.skip("chromium is not installed")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    try:
        playwright = sync_api.sync_playwright().start()
    except Exception as failed:  # noqa: BLE001 - what Playwright raises where its driver lacks a library
        pytest.skip(f"playwright does not start: {failed}")
    browser = playwright.chromium.launch(executable_path=program, args=[*quiet, "--disable-sync", "--no-first-run"])
    yield browser
    browser.close()
    playwright.stop()


@pytest.fixture(scope="session")
def tabs(chromium):
    """One window of Chromium, cut off from any network, for all tests: to open another one costs more than a test."""
    context = chromium.new_context(offline=True, reduced_motion="reduce")
    context.set_default_navigation_timeout(120_000)  # a busy machine may leave it no time
    yield context
    context.close()


@pytest.fixture
def chromium_page(tabs):
    """Open HTML files in Chromium, which keeps nothing of what earlier tests did there."""
    listeners = []

    def listen(page, event, listener):
        page.on(event, listener)
        listeners.append((page, event, listener))

    def open_file(path):
        page = tabs.pages[0] if tabs.pages and not listeners else tabs.new_page()
        page.mouse.move(0, 0)
        page.set_viewport_size(WINDOW)
        # nothing waits for a scroll to arrive
        page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce")
        opened = Opened(page)
        listen(page, "console", lambda said: opened.complaints.append(said.text) if said.type in BAD else None)
        listen(page, "pageerror", lambda error: opened.complaints.append(str(error)))
        listen(page, "request", lambda request: opened.requests.append(request.url))
        page.goto(path.resolve().as_uri())
        return opened

    yield open_file
    for page, event, listener in listeners:
        page.remove_listener(event, listener)
    for page in tabs.pages[1:]:
        page.close()
    # what stays open costs a tenth of a processor while other tests run
    for page in tabs.pages:
        if page.url != "about:blank":
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
            page.goto("about:blank")


@pytest.fixture
def open_report(tmp_path, chromium_page):
    """Open the page of a document in Chromium."""

    def write(document, **options):
        return chromium_page(write_page(tmp_path, document, **options))

    return write


def write_page(folder, document, **options):
    """Write the page of a document into a folder, and return its path."""
    path = folder / "report.html"
    path.write_text(html_report(document, **options), encoding="utf-8", newline="")
    return path


@pytest.fixture(scope="session")
def drawing():
    """Make a drawing of one line."""
    return lambda kind, title="Title", caption="Caption.", svg=SVG, name="": Drawing(
        name or f"accuracy-{kind}", "accuracy", kind, title, caption, "A line.", DrawnForms(svg=svg)
    )


@pytest.fixture(scope="session")
def check_pdf_ua():
    """Hold a PDF against PDF/UA-1; the test fails with the rules it breaks."""
    page = pytest.importorskip("page", reason="page-validation is not installed")

    def check(path):
        report = page.validate_pdf(path, profile=page.ValidationProfile.PDF_UA_1)
        broken = sorted({f"{failure.rule_id}: {failure.message}" for failure in report.failures})
        assert report.is_compliant, "\n".join(broken)

    return check


@pytest.fixture(scope="session")
def write_study():
    """Write a study of made-up scores into a folder: wide ones, or of folds with the seconds that they took."""

    def write(folder, algorithms, datasets, spec="", *, scores="", folds=0, step=0.005, metric="accuracy"):
        draw = random.Random(7)
        with (folder / "scores.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["dataset", "algorithm", "fold", metric, "seconds"] if folds else ["dataset", *algorithms])
            for dataset in datasets:
                base = draw.uniform(0.5, 0.75)
                means = [base + step * place + draw.gauss(0, 0.02) for place in range(len(algorithms))]
                if not folds:
                    rows.writerow([dataset, *(round(mean, 4) for mean in means)])
                for fold in range(folds):
                    for place, (algorithm, mean) in enumerate(zip(algorithms, means, strict=True)):
                        took = round(1 + place + draw.random() / 9, 4)
                        rows.writerow([dataset, algorithm, fold, round(mean + draw.gauss(0, 0.01), 4), took])
        layout = "" if folds else "layout: wide, "
        section = f"scores: {{files: scores.csv, {layout}metrics: [{{name: '{metric}'}}]{scores}}}\n"
        (folder / "study.yaml").write_text(section + spec, encoding="utf-8")
        return folder / "study.yaml"

    return write


@pytest.fixture(scope="session")
def rankpress():
    """Run the command line as a process of its own, with an exit code that is expected."""

    def run(*arguments, expected=0, options=(), cwd=None, umask=-1, **environment):
        ended = subprocess.run(
            [sys.executable, *options, "-m", "rankpress", *map(str, arguments)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            env={**os.environ, **environment},
            cwd=cwd,
            umask=umask,
            timeout=600,
        )
        assert ended.returncode == expected, ended.stderr
        return ended

    return run
