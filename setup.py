"""Maps the four top-level folders into the import namespace `rankpress`, and links the README to the repository.

A package index shows the README away from the repository, where relative links lead nowhere. Who publishes sets
RANKPRESS_REPOSITORY to the repository's address; without it, links become plain words and pictures are left out.
"""

import os
import re
from pathlib import Path

from setuptools import find_packages, setup

FOLDERS = {
    "rankpress": "pipeline",
    "rankpress.stats": "stats",
    "rankpress.figures": "figures",
    "rankpress.templates": "templates",
}
DATA = ["css", "csv", "j2", "js", "toml", "yaml"]  # by name, or __pycache__ would be shipped too
REPOSITORY = os.environ.get("RANKPRESS_REPOSITORY", "").rstrip("/")
PAGES = {"Source": "", "Documentation": "/tree/HEAD/docs", "Changelog": "/blob/HEAD/CHANGELOG.md", "Issues": "/issues"}


def description():
    """Return the README as it works away from the repository."""
    readme = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    if REPOSITORY:
        return re.sub(r"(!?)(\[[^]]*\])\((?!https?:)([^)]+)\)", _linked, readme)
    words = "\n\n".join(passage for passage in readme.split("\n\n") if "![" not in passage)
    return re.sub(r"\[([^]]*)\]\((?!https?:)[^)]+\)", r"\1", words)


def _linked(link):
    picture, words, target = link.groups()
    return f"{picture}{words}({REPOSITORY}/{'raw' if picture else 'blob'}/HEAD/{target})"


setup(
    package_dir=FOLDERS,
    packages=[
        package
        for name, folder in FOLDERS.items()
        for package in (name, *(f"{name}.{child}" for child in find_packages(folder)))
    ],
    package_data={
        "": ["py.typed", *(f"**/*.{suffix}" for suffix in DATA)],
        "rankpress.spec": ["REFERENCE.md"],  # for `rankpress help`
    },
    long_description=description(),
    long_description_content_type="text/markdown",
    project_urls={name: REPOSITORY + page for name, page in PAGES.items() if REPOSITORY},
)
