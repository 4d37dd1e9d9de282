"""A process for one piece of work, next to all else."""

import os
import subprocess
import sys
import time
from multiprocessing import parent_process

import pytest

from rankpress.core.processes import process_apart


def ending_elsewhere():
    if parent_process() is not None:
        os._exit(1)
    return os.getpid()


def test_a_call_is_made_in_another_process_where_there_may_be_one():
    with process_apart(2) as begin:
        waiting = begin(os.getpid)
        assert waiting() == begin(os.getpid)() != os.getpid()
    with process_apart(1) as begin:
        assert begin(os.getpid)() == os.getpid()


def test_what_nobody_waits_for_is_ended():
    began = time.monotonic()
    with process_apart(2) as begin:
        begin(time.sleep, 60)
    assert time.monotonic() - began < 30


def test_what_goes_wrong_there_is_raised_here():
    with process_apart(2) as begin, pytest.raises(ValueError, match="invalid literal"):
        begin(int, "one")()


def test_where_that_process_ends_early_the_call_is_made_here():
    with process_apart(2) as begin:
        waiting = begin(ending_elsewhere)
        assert waiting() == os.getpid() == begin(ending_elsewhere)()


@pytest.mark.nightly
def test_a_script_that_calls_a_command_as_it_is_imported(tmp_path):
    (tmp_path / "scores.csv").write_text("d,A,B,C\n" + "".join(f"d{n},0.{n}1,0.{n}2,0.{n}3\n" for n in range(1, 9)))
    (tmp_path / "study.yaml").write_text("scores: {files: scores.csv, layout: wide}\nplot: []\n")
    script = tmp_path / "script.py"
    script.write_text(
        "from rankpress.app.cli import main\n"
        f"print(main(['build', {str(tmp_path / 'study.yaml')!r}, '--quiet', '--only', 'pdf', '--jobs', '2']))\n"
    )
    done = subprocess.run([sys.executable, "-P", script], check=False, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "report/report.pdf").read_bytes()[:5] == b"%PDF-"
