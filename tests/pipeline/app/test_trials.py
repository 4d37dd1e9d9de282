"""What fails makes tests/trials/fuzz.py and studies.py exit with 1, and is saved."""

import json
import subprocess
import sys

import pytest

# Runs each program in a fork of this process, which has imported what all of them begin with, three seconds of each.
IN_FORKS = """\
import json, os, sys
sys.path.insert(0, "tests/trials")
import studies
studies.fuzz.load_all()
for line in sys.stdin:
    code, sys.argv, printed = json.loads(line)
    if not (program := os.fork()):
        file = os.open(printed, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, 1), os.dup2(file, 2)
        exec(code)
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]), flush=True)
"""
# A command that fails on every study it can read.
BROKEN = """\
import runpy, sys
from rankpress.app.commands import check
intact = check.run
def run(arguments):
    intact(arguments)
    raise KeyError("broken")
check.run = run
runpy.run_path(sys.argv[0], run_name="__main__")
"""
# Words of every report are wrong.
UNSOUND = """\
import studies, sys
studies.WRONG = studies.re.compile("data sets")
sys.exit(studies.main())
"""


@pytest.fixture(scope="module")
def run(root, tmp_path_factory):
    """Run code as a program with arguments; its exit code and what it prints."""
    command = [sys.executable, "-c", IN_FORKS]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=root, text=True, **pipes) as process:

        def run_code(code, program, *arguments, out):
            printed = tmp_path_factory.mktemp("printed") / "all"
            argv = [str(root / "tests/trials" / program), *arguments, "--seed", "4", "--out", str(out)]
            print(json.dumps([code, argv, str(printed)]), file=process.stdin, flush=True)
            return int(process.stdout.readline()), printed.read_text()

        yield run_code
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.weekly
def test_a_failure_is_saved_once(run, tmp_path):
    code, printed = run(BROKEN, "fuzz.py", "--specs", "10", "--files", "0", out=tmp_path)
    assert code == 1, printed
    [folder] = tmp_path.iterdir()
    assert "KeyError" in folder.name
    assert "KeyError: 'broken'" in (folder / "HOW").read_text()
    assert (folder / "study.yaml").exists()


@pytest.mark.nightly
def test_a_report_that_is_not_sound_is_saved(run, tmp_path):
    code, printed = run(UNSOUND, "studies.py", "--studies", "1", "--every", "9", out=tmp_path)
    assert code == 1, printed
    assert all((folder / "study.yaml").exists() and (folder / "HOW").exists() for folder in tmp_path.iterdir())
    assert list(tmp_path.iterdir())
