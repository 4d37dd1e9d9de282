"""Resolves the locked versions: ``python3 .ci/bootstrap/lock.py [--upgrade]``, for developers, with uv.

One set of versions for all Pythons that pyproject.toml allows, each with the hashes of its files. The lists say nothing
of where the files come from: that is for whoever installs them to configure.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCKED = ROOT / ".ci" / "locked"
RESOLVE = ["uv", "pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
PLAIN = ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]


def main() -> None:
    """Resolve for the tests, for the example within those versions, and for the installers."""
    LOCKED.mkdir(exist_ok=True)
    tests, example = LOCKED / "tests.txt", LOCKED / "example.txt"
    for group, target, further in (
        ("dev", tests, sys.argv[1:]),
        ("build", example, ["--constraint", str(tests), *sys.argv[1:]]),
    ):
        of_project = ["pyproject.toml", "--extra", "example", "--group", group]
        subprocess.run([*RESOLVE, *PLAIN, *of_project, "--output-file", str(target), *further], cwd=ROOT, check=True)
    of_installer = [*RESOLVE, *PLAIN, "-", "--output-file", str(LOCKED / "installer.txt"), *sys.argv[1:]]
    subprocess.run(of_installer, input=b"uv\npip", cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
