"""The checks that need no run of the code: mypy strict and ruff over the whole checkout, as pyproject.toml says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run(root: Path, *arguments: str) -> str:
    """Return what a check has to say; empty where it is content."""
    ended = subprocess.run([sys.executable, "-P", *arguments], cwd=root, check=False, capture_output=True, text=True)
    return ended.stdout + ended.stderr if ended.returncode else ""


def test_types_are_sound(root: Path) -> None:
    run(root, "tests/house/link_types.py")
    complaints = run(root, "-m", "mypy")
    assert not complaints, complaints


def test_style_is_kept(root: Path) -> None:
    complaints = run(root, "-m", "ruff", "check", "--quiet", "--output-format=concise")
    assert not complaints, complaints


def test_layout_is_the_formatters(root: Path) -> None:
    complaints = run(root, "-m", "ruff", "format", "--check", "--quiet")
    assert not complaints, complaints
