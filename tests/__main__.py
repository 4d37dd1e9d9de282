"""Runs the tests: ``python3 tests [options of pytest]``, all but the nightly ones where no option says otherwise.

They run on all processors, except where one file is named or ``-n0`` says so.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def pytest_options(options):
    """Return the options for pytest, with those by which it runs on all processors."""
    paths = {option.split("::")[0] for option in options}
    files = [path for path in paths if path.endswith(".py")]
    if len(files) == 1 and not any(os.path.isdir(path) for path in paths):
        return options
    # The tests of a file share what they built, so a file stays in one process; the slowest are the first by name.
    return ["--numprocesses=auto", "--dist=loadfile", "--no-loadscope-reorder"] + options


def processors():
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    sys.path.insert(0, os.path.join(ROOT, ".ci"))
    from bootstrap.environment import ready

    checkout = ready("tests")
    os.chdir(ROOT)
    # With it, each process that runs tests would compile pytest, its plug-ins and all libraries again, 2 s and more.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # By itself `auto` counts cores, and starts one process where two processors share a core.
    os.environ.setdefault("PYTEST_XDIST_AUTO_NUM_WORKERS", str(processors()))
    checkout.become(["-P", "-m", "pytest"] + pytest_options(sys.argv[1:]))
