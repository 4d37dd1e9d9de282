"""Commands that are typed in someone else's folder, which has modules of Python that are called as ours and others."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.processes import processes

# Modules that rankpress, its libraries or a process that it begins import; none is loaded as Python starts.
NAMES = (
    *("multiprocessing socket struct numpy yaml json pickle weasyprint typing __future__ argparse threading".split()),
    *("signal concurrent queue filelock matplotlib scipy pydantic jinja2 fontTools logging tempfile hashlib".split()),
    *("ctypes sitecustomize usercustomize rankpress".split()),
)
MODULE = "open({mark!r}, 'a').write(__file__ + '\\n')\nraise ImportError('of someone else')\n"
ROWS = "d,A,B,C\n" + "".join(f"d{n},0.{n}1,0.{n}2,0.{n}3\n" for n in range(1, 9))
SCRIPT = """\
import mine
from rankpress.core.processes import processes

if __name__ == "__main__":
    with processes(2) as submit:
        submit(eval, mine.WORK).result()
"""
RANKPRESS = str(Path(sys.executable).with_name("rankpress"))


@pytest.fixture
def theirs(tmp_path):
    """Someone else's folder."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(MODULE.format(mark=str(tmp_path / "imported")))
    (folder / "scores.csv").write_text(ROWS)
    (folder / "study.yaml").write_text("scores: {files: scores.csv, layout: wide}\n")
    return folder


def imported(folder):
    mark = folder.parent / "imported"
    return sorted({Path(line).stem for line in mark.read_text().splitlines()}) if mark.exists() else []


def run(folder, *command, **variables):
    if "-m" in command:
        (folder / "rankpress.py").unlink()  # Python itself would run it in place of ours
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"} | variables
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.nightly
def test_nothing_is_imported_from_the_current_folder(theirs):
    command = (RANKPRESS, "run", "scores.csv", "--better", "lower", "--only", "markdown", "--set", "plot=[]")
    ended = run(theirs, *command)
    assert (imported(theirs), ended.returncode) == ([], 0), ended.stderr
    assert (theirs / "report/report.md").exists()


@pytest.mark.weekly
def test_nor_by_a_check(theirs):
    ended = run(theirs, sys.executable, "-m", "rankpress", "check")
    assert (imported(theirs), ended.returncode) == ([], 0), ended.stderr


@pytest.mark.weekly
def test_nor_by_watch(theirs):
    # nor by a build, which is the same program, and what it begins
    command = [RANKPRESS, "watch", "--jobs", "2", "--only", "markdown", "--set", "plot=[]"]
    with subprocess.Popen(command, cwd=theirs, stdout=-3, stderr=-3) as process:
        until = time.monotonic() + 60
        while not (theirs / "report/report.md").exists() and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        finally:
            process.kill()
    assert (theirs / "report/report.md").exists()
    assert imported(theirs) == []


@pytest.mark.weekly
@pytest.mark.parametrize("flags", [[], ["-E"]], ids=["", "-E"])  # of which Python takes nothing from the environment
def test_nor_by_a_script_from_elsewhere_which_imports_from_its_own_folder(theirs, tmp_path, flags):
    """Nor by a further process, which loads all that a PDF needs."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own/mine.py").write_text("WORK = \"__import__('rankpress.report.pdf') and None\"\n")
    (tmp_path / "own/script.py").write_text(SCRIPT)
    ended = run(theirs, sys.executable, *flags, str(tmp_path / "own/script.py"))
    assert (imported(theirs), ended.returncode, ended.stderr) == ([], 0, "")


def test_the_environment_of_a_program_that_calls_us_stays_as_it_is(monkeypatch):
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    before = dict(os.environ)
    with processes(2) as submit:
        assert submit(eval, "__import__('sys').flags.safe_path").result()
        assert submit(os.getpid).result() != os.getpid()
        assert dict(os.environ) == before


@pytest.mark.parametrize(("path", "kept"), [(".:/bin::b:/a", "/bin:/a"), ("", os.defpath), (".", os.defpath)])
def test_programs_are_looked_for_in_no_relative_folder(monkeypatch, path, kept):
    monkeypatch.setenv("PATH", path)
    assert main(["--version"]) == 0
    assert os.environ["PATH"] == kept
