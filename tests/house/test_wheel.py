"""The wheel holds what the four folders hold: nothing missing, nothing else; and it works away from the checkout.

It is built as an installer builds it, from the source distribution, in a copy of the checkout: what earlier builds left
behind in the checkout itself would otherwise end up in it. The tutorial is followed with it, to the letter.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.requirements import Requirement

FOLDERS = {
    "pipeline": "rankpress",
    "stats": "rankpress/stats",
    "figures": "rankpress/figures",
    "templates": "rankpress/templates",
}
NOT_SHIPPED = {".md", ".svg"}  # words and pictures for those who read the checkout
SHIPPED = {"REFERENCE.md"}  # which `rankpress help` reads


def lay_out(root, folder):
    """Copy what a wheel is built from, as a fresh checkout has it."""
    for name in FOLDERS:
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(root / name, folder)
    return folder


def build_wheel(source, folder):
    """Build a wheel by way of a source distribution, with the backend alone: nothing is downloaded."""
    _call_backend("build_sdist", source, folder)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        archive.extractall(folder / "unpacked")
    _call_backend("build_wheel", next((folder / "unpacked").iterdir()), folder)
    return next(folder.glob("*.whl"))


def _call_backend(hook, source, folder):
    """Call one hook of the build backend, as pip and uv do."""
    run(sys.executable, "-c", f"from setuptools import build_meta; build_meta.{hook}({str(folder)!r})", folder=source)


def in_tree(source):
    """Name what the wheel should hold, by the tree."""
    return {
        f"{package}/{path.relative_to(source / folder).as_posix()}"
        for folder, package in FOLDERS.items()
        for path in (source / folder).rglob("*")
        if path.is_file()
        and (path.suffix not in NOT_SHIPPED or path.name in SHIPPED)
        and "__pycache__" not in path.parts
    }


def in_wheel(wheel):
    """Name what the wheel does hold, its own description left out."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


# Folders that are new, of modules and of templates: setup.py lists none of them.
PLANTED = ("stats/new/deep/hierarchy.py", "templates/journal/table.tex.j2", "pipeline/spec/new/section.py")
REPOSITORY = "https://forge.invalid/rankpress"


@pytest.fixture(scope="module")
def source(root, tmp_path_factory):
    """What a wheel is built from, with new sub-folders."""
    folder = lay_out(root, tmp_path_factory.mktemp("source"))
    for place in PLANTED:
        planted = folder / place
        planted.parent.mkdir(parents=True)
        planted.write_text("")
        for parent in planted.relative_to(folder).parents:
            if parent.name and planted.suffix == ".py":
                (folder / parent / "__init__.py").touch()
    return folder


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """The wheel of this checkout."""
    return build_wheel(source, tmp_path_factory.mktemp("built"))


@pytest.mark.nightly
def test_the_wheel_holds_the_tree_with_each_new_sub_folder(source, wheel):
    assert {"rankpress/stats/new/deep/hierarchy.py", "rankpress/templates/journal/table.tex.j2"} <= in_wheel(wheel)
    assert in_wheel(wheel) == in_tree(source)


@pytest.mark.few(1)
@pytest.mark.parametrize("repository", ["", REPOSITORY])
def test_the_links_of_the_description_work_away(root, source, tmp_path, monkeypatch, repository):
    monkeypatch.setenv("RANKPRESS_REPOSITORY", repository)
    _call_backend("prepare_metadata_for_build_wheel", source, tmp_path)
    [file] = tmp_path.glob("*/METADATA")
    metadata = Metadata.from_email(file.read_bytes(), validate=True)
    links = re.findall(r"\]\(([^)]+)\)", metadata.description or "")
    assert bool(links) == bool(metadata.project_urls) == bool(repository)
    for link in links:
        place = re.fullmatch(REPOSITORY + "/(?:blob|raw)/HEAD/(.+)", link)
        assert place, link
        assert (root / place[1]).exists(), link


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """The programs of an environment that has the wheel, what it says that it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    run(sys.executable, "-m", "venv", "--without-pip", str(folder))
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(programs / "python"))
    packages = Path(
        run(str(programs / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    for name in needed("rankpress"):  # linked, not downloaded
        for top in {file.parts[0] for file in distribution(name).files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(distribution(name).locate_file(top))
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel))
    assert "No broken requirements" in run(*pip, "check")
    return programs


def needed(requirement):
    """Name the distributions that a requirement is met with and that these need, by their own words."""
    names = set()
    queue = [Requirement(requirement)]
    while queue:
        wanting = queue.pop()
        extras = wanting.extras or {""}
        entries = map(Requirement, distribution(wanting.name).requires or ())
        needs = [e for e in entries if e.marker is None or any(e.marker.evaluate({"extra": x}) for x in extras)]
        queue += [entry for entry in needs if entry.name not in names or entry.extras]
        names |= {entry.name for entry in needs}
    return names


def run(*command, folder=None):
    """Run a program that has to end well, without what leads Python to the checkout, and return what it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def tutorial(root, clean, tmp_path_factory):
    """Do what the tutorial says, in its order: write its files, run its commands, with the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("tutorial")
    file = run(str(clean / "python"), "-c", "import rankpress; print(rankpress.__file__)", folder=folder)
    assert file.startswith(str(clean.parent))
    page = (root / "docs" / "tutorial.md").read_text(encoding="utf-8")
    step = re.compile(r"```\{code-block\} \w+\n:caption: (\S+)\n(.*?)```|\$ rankpress ([^\n]+)", re.DOTALL)
    printed = ""
    for file, text, command in step.findall(page):
        if file:
            (folder / file).write_text(text, encoding="utf-8")
        else:
            printed += run(str(clean / "rankpress"), *shlex.split(command), folder=folder)
    head, answer = re.findall(r"```text\n(.*?)```", page, flags=re.DOTALL)
    assert (folder / "demo" / "scores.csv").read_text(encoding="utf-8").startswith(head)
    assert answer in printed
    return folder


@pytest.mark.weekly
def test_the_tutorial_works(tutorial):
    assert (tutorial / "first" / "report.html").exists()
    article = (tutorial / "demo" / "article.tex").read_text(encoding="utf-8")
    named = re.findall(r"\{(report/[\w/-]+)\}", article)
    kinds = re.findall(r"\\rp(Table|Figure)\{([\w-]+)\}", article)
    named += [f"report/{kind.lower()}s/{name}" for kind, name in kinds]
    assert len(named) == 7
    for name in named:
        assert list((tutorial / "demo").glob(f"{name}.*")), name


@pytest.mark.weekly
def test_the_article_of_the_tutorial_compiles(tutorial):
    for program in ("pdflatex", "bibtex", "pdflatex", "pdflatex"):
        options = ["-interaction=nonstopmode", "-halt-on-error"] if program == "pdflatex" else []
        run(program, *options, "article", folder=tutorial / "demo")
    assert "undefined" not in (tutorial / "demo" / "article.log").read_text(encoding="latin-1")
