"""A process for one piece of work, next to all else."""

import os
import time

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.core.processes import process_apart


def test_a_call_is_made_in_another_process_where_there_may_be_one():
    with process_apart(2) as begin:
        waiting = begin(os.getpid)
        assert waiting() == begin(os.getpid)() != os.getpid()
    with process_apart(1) as begin:
        assert begin(os.getpid)() == os.getpid()


def test_what_nobody_waits_for_is_ended():
    began = time.monotonic()
    with process_apart(2) as begin:
        begin(time.sleep, 3600)
    assert time.monotonic() - began < 60


def test_what_goes_wrong_there_is_raised_here():
    with process_apart(2) as begin, pytest.raises(ValueError, match="invalid literal"):
        begin(int, "one")()
    with pytest.raises(FaultsFound, match="--jobs 2: a process that worked for this build"), process_apart(2) as begin:
        begin(os._exit, 1)()
