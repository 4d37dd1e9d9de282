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
    """The other process imports the script too, and its command with it, which does nothing there."""
    script = tmp_path / "script.py"
    script.write_text(
        "import os\n"
        "from rankpress.app import cli\n"
        "from rankpress.core.processes import process_apart\n"
        "def run(arguments):\n"
        "    with process_apart(2) as begin:\n"
        "        print(begin(os.getpid)() != os.getpid())\n"
        "cli._command = lambda name: run\n"
        "cli.main(['schema'])\n"
    )
    done = subprocess.run([sys.executable, "-P", script], check=False, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
