"""Resolves the locked versions: ``python3 .ci/bootstrap/lock.py [--upgrade]``, for developers, with uv.

One set of versions for all Pythons that pyproject.toml allows, each with the hashes of its files. The lists say nothing
of where the files come from: that is for whoever installs them to configure.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCKED = ROOT / ".ci" / "locked"
RESOLVE = ["uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11", "--generate-hashes"]
PLAIN = ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--quiet", "--extra", "example"]


def main() -> None:
    """Resolve for the tests, then for the example within those versions."""
    LOCKED.mkdir(exist_ok=True)
    tests, example = LOCKED / "tests.txt", LOCKED / "example.txt"
    for group, target, further in (
        ("dev", tests, sys.argv[1:]),
        ("build", example, ["--constraint", str(tests), *sys.argv[1:]]),
    ):
        command = [*RESOLVE, *PLAIN, "--group", group, "--output-file", str(target), *further]
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
