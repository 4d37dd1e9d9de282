"""`rankpress watch` as a process of its own: real files that change, a real interrupt, a real browser that reloads."""

import json
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from rankpress.app.cli import main
from rankpress.core.extras import install_command
from tests.documents.polling import wait_until

pytestmark = pytest.mark.nightly

SPEC = """\
title: First title
scores: {files: "**/*.csv", layout: wide, metrics: [{name: accuracy}]}
effects: null
adjust: [holm]
plot: []
report: {formats: [html], templates: mine}
"""
ROWS = "dataset,A,B,C\n" + "".join(f"d{at},0.{9 - at % 2},0.8,0.7\n" for at in range(6))
# Seconds on a busy machine.
PATIENCE = 60.0
BUILT = "built in"


class Watched:
    """A running `rankpress watch`, and the lines that it prints."""

    def __init__(self, folder, *options):
        self.folder, self.spec, self.report = folder, folder / "study.yaml", folder / "report"
        command = [sys.executable, "-m", "rankpress", "watch", str(self.spec), "--jobs", "1", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def close(self):
        """End the process, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        self.process.stdout.close()

    def _read(self):
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def until(self, expected, patience=PATIENCE):
        """The lines up to the one that holds this."""
        lines = []
        while not lines or expected not in lines[-1]:
            try:
                lines.append(self._lines.get(timeout=patience))
            except queue.Empty:
                pytest.fail(f"{expected!r} was not printed in {patience} s, but {lines}")
        return lines

    def silent(self, seconds):
        """Return what is printed in that time."""
        time.sleep(seconds)
        return list(self._lines.queue)

    def results(self):
        return json.loads((self.report / "results.json").read_bytes())

    def interrupt(self):
        """The exit code, and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE), time.monotonic() - began


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "runs" / "one").mkdir(parents=True)
    (tmp_path / "mine" / "html").mkdir(parents=True)
    (tmp_path / "runs/one/a.csv").write_text(ROWS)
    (tmp_path / "study.yaml").write_text(SPEC)
    return tmp_path


@pytest.fixture
def watch(folder):
    started = []

    def start(*options):
        started.append(Watched(folder, *options))
        return started[-1]

    yield start
    for watched in started:
        watched.close()


@pytest.mark.weekly
def test_what_a_report_is_made_from_builds_it_again_and_nothing_else(watch, folder):
    watched = watch()
    watched.until(BUILT)

    watched.spec.write_text(SPEC.replace("First", "Second"))
    watched.until(BUILT)
    assert watched.results()["title"] == "Second title"

    # a file in a folder that was not there when it began
    (folder / "runs" / "two").mkdir()
    (folder / "runs/two/b.csv").write_text("dataset,A,B,C\nlater,0.1,0.2,0.3\n")
    assert watched.until(BUILT)[0] == f"runs/two/b.csv is new; building {watched.report}"
    assert "later" in json.dumps(watched.results())

    shutil.rmtree(folder / "runs" / "two")
    watched.until(BUILT)
    assert "later" not in json.dumps(watched.results())

    # as an editor saves: another file takes the place
    (folder / "runs/one/.a.csv.swp").write_text(ROWS.replace("0.7", "0.6"))
    (folder / "runs/one/.a.csv.swp").replace(folder / "runs/one/a.csv")
    watched.until(BUILT)
    assert "0.6" in json.dumps(watched.results())

    (folder / "mine/html/style.css").write_text("/* mine, and none of the others */")
    watched.until(BUILT)
    assert "mine, and none of the others" in (watched.report / "report.html").read_text(encoding="utf-8")

    shutil.rmtree(watched.report)
    watched.until(BUILT)
    assert (watched.report / "report.html").is_file()

    # many changes are one build, and what it writes is none, tables of scores among it
    for at in range(20):
        (folder / f"runs/one/{at}.csv").write_text(f"dataset,A,B,C\nnew{at},0.1,0.2,0.{at + 10}\n")
        time.sleep(0.02)
    watched.until(BUILT)
    (folder / "notes.txt").write_text("no score")
    assert watched.silent(1) == []
    assert "new19" in json.dumps(watched.results())
    assert watched.interrupt()[0] == 130


@pytest.mark.weekly
def test_faults_are_survived(watch, folder):
    (folder / "study.yaml").write_text(SPEC + "".join(f"key{at}: 1\n" for at in range(30)))
    watched = watch()
    lines = watched.until("there is no report yet; waiting for changes")
    assert sum("unknown key 'key" in line for line in lines) == 5  # of many the first
    assert "of 30 errors; rankpress check lists all" in lines
    watched.spec.write_text(SPEC)
    watched.until(BUILT)
    good = {path: path.read_bytes() for path in watched.report.rglob("*") if path.is_file()}

    watched.spec.write_text(SPEC + "tset: {}\n")
    lines = watched.until("the report is as it was")
    assert any("unknown key 'tset'" in line for line in lines)
    watched.spec.write_text(SPEC + "tset: {}\n# no better\n")
    lines = watched.until("the report is as it was")
    assert [line.rpartition(":")[2] for line in lines[:-1]] == [" as before"]
    watched.spec.write_text(SPEC)
    watched.until("the report is up to date")

    scores = folder / "runs/one/a.csv"
    scores.write_text(ROWS.replace("0.8", "often"))
    lines = watched.until("the report is as it was")
    assert any("often" in line for line in lines)
    watched.spec.unlink()
    watched.until("the report is as it was")
    assert {path: path.read_bytes() for path in watched.report.rglob("*") if path.is_file()} == good

    watched.spec.write_text(SPEC)
    watched.until("the report is as it was")
    scores.write_text(ROWS.replace("0.8", "0.85"))
    watched.until(BUILT)
    assert "0.85" in json.dumps(watched.results())


@pytest.mark.weekly
def test_an_earlier_report_that_changes_are_compared_with(watch, folder):
    build = ["build", str(folder / "study.yaml"), "--out", str(folder / "earlier"), "-q"]
    assert main(build) == 0
    watched = watch("--baseline", str(folder / "earlier"))
    watched.until(BUILT)
    assert main([*build, "--set", "title=Another"]) == 0
    assert "the baseline changed; building" in watched.until(BUILT)[0]


@pytest.mark.weekly
def test_an_interrupt_ends_it_at_once(watch):
    watched = watch("-v")
    watched.until("rank accuracy")
    code, seconds = watched.interrupt()
    assert code == 130
    assert seconds < 10
    rest = watched.silent(0.2)
    assert "interrupted" in rest
    assert not any("Traceback" in line for line in rest)


def refused_elsewhere(page, address):
    """Whether a page of another address may neither read the report nor listen to builds."""
    elsewhere = page.context.browser.new_context().new_page()
    elsewhere.route("http://elsewhere.test/", lambda route: route.fulfill(body="<h1></h1>", content_type="text/html"))
    elsewhere.goto("http://elsewhere.test/")
    read = "url => fetch(url).then(answer => answer.text()).then(text => 'read', () => 'refused')"
    listen = """url => new Promise(done => {
        const source = new EventSource(url);
        source.onmessage = () => done('heard');
        source.onerror = () => done('refused');
    })"""
    requests = ((read, f"{address}results.json"), (listen, f"{address}-/builds"))
    answers = [elsewhere.evaluate(program, url) for program, url in requests]
    elsewhere.context.close()
    return answers == ["refused"] * 2


def test_the_page_reloads(watch, folder, chromium):
    watched = watch("--serve")
    [address] = watched.until("http://")
    watched.until(BUILT)
    context = chromium.new_context()
    page = context.new_page()
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    report = page.frame_locator("iframe")
    report.locator("h1", has_text="First title").wait_for()

    watched.spec.write_text(SPEC.replace("First", "Second"))
    report.locator("h1", has_text="Second title").wait_for(timeout=PATIENCE * 1000)
    wait_until(page, "document.title.startsWith('Second title')")

    watched.spec.write_text("scores: [<b>")
    message = page.locator("#message")
    message.wait_for(state="visible", timeout=PATIENCE * 1000)
    assert "study.yaml:1" in message.inner_text()
    assert message.locator("b").count() == 0
    assert report.locator("h1").inner_text() == "Second title"
    watched.spec.write_text(SPEC.replace("First", "Third"))
    report.locator("h1", has_text="Third title").wait_for(timeout=PATIENCE * 1000)
    message.wait_for(state="hidden")

    # a browser opens six connections to a server, and a tab that nobody sees keeps none of them
    see = """hidden => {
        Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with page.expect_event("requestfailed", lambda request: request.url.endswith("-/builds")):
        page.evaluate(see, True)
    with page.expect_request("**/-/builds"):
        page.evaluate(see, False)
    watched.spec.write_text(SPEC.replace("First", "Fourth"))
    report.locator("h1", has_text="Fourth title").wait_for(timeout=PATIENCE * 1000)

    assert refused_elsewhere(page, address)
    assert complaints == []
    assert {url for url in requests if not url.startswith((address, "data:"))} == set()
    assert watched.interrupt()[0] == 130
    message.wait_for(state="visible")
    assert "rankpress watch has ended" in message.inner_text()
    assert b"EventSource" not in (watched.report / "report.html").read_bytes()
    context.close()


def test_without_watchfiles(folder, tmp_path, rankpress):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "watchfiles.py").write_text("raise ModuleNotFoundError('watchfiles')")
    ended = rankpress("watch", "study.yaml", expected=2, cwd=folder, PYTHONPATH=str(hidden))
    assert install_command("watch") in ended.stderr
