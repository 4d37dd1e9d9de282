"""Writes the version of pyproject.toml into the files of archives, which cannot derive it; a test compares them.

``python tests/house/version.py 0.3.0`` writes another one into pyproject.toml first. The package, its reports and its
documentation read the version of the installed package, and Zenodo takes that of the release.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IN_PYPROJECT = re.compile(r'(?<=^version = ")[^"]+', flags=re.MULTILINE)
PLACES = {  # in each file, how often
    "CITATION.cff": (re.compile(r"(?<=^version: ).+|(?<=^  version: ).+", flags=re.MULTILINE), 2),
    "codemeta.json": (re.compile(r'(?<=^  "version": ")[^"]+', flags=re.MULTILINE), 1),
}


def with_version(texts, version):
    """Return the texts of files by their paths with another version in every place of it."""
    changed = {}
    for path, text in texts.items():
        pattern, places = PLACES.get(path, (IN_PYPROJECT, 1))
        changed[path], n = pattern.subn(version, text)
        if n != places:
            raise ValueError(f"{path}: the version stands in {n} places; in {places} it is expected")
    return changed


def texts(root=ROOT):
    """Return the texts of all files that have the version."""
    return {path: (root / path).read_text(encoding="utf-8") for path in ("pyproject.toml", *PLACES)}


def main(arguments):
    """Write the version that is given, or that of pyproject.toml, and name the files that changed."""
    before = texts()
    version = arguments[0] if arguments else IN_PYPROJECT.search(before["pyproject.toml"])[0]
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        sys.exit(f"{version!r} is no version; a version such as 0.3.0 or 0.3.0rc1 is needed")
    for path, text in with_version(before, version).items():
        if text != before[path]:
            (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
            sys.stdout.write(f"{path}: {version}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
