"""Lets the tests, and the processes that they begin, import the work that engines are given."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
