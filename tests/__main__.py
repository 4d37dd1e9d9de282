"""Runs all tests: ``python3 tests [options of pytest]``."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, ".ci"))

from bootstrap.environment import ready

checkout = ready("tests")
os.chdir(ROOT)
checkout.become(["-P", "-m", "pytest"] + sys.argv[1:])
