"""Puts the example project on the path, as `python example_project/run_benchmark.py` does by itself."""

import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "example_project"
sys.path.insert(0, str(EXAMPLE))


@pytest.fixture(scope="session")
def example_folder():
    """Return the folder of the example project."""
    return EXAMPLE
