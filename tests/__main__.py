"""Runs the tests: ``python3 tests [options of pytest]``, all but the nightly ones where no option says otherwise."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, ".ci"))

from bootstrap.environment import ready

checkout = ready("tests")
os.chdir(ROOT)
options = sys.argv[1:]
if not any(option == "--pdb" or os.path.exists(option.split("::")[0]) for option in options):
    # The tests of a file share what they built, so a file stays in one process; the slowest are the first by name.
    options = ["--numprocesses=auto", "--dist=loadfile", "--no-loadscope-reorder"] + options
checkout.become(["-P", "-m", "pytest"] + options)
