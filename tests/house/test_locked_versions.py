"""The locked versions are those that pyproject.toml asks for, the same for the example and for the tests.

Not checked here: that they install on other Pythons as on the Python that runs this.
"""

import importlib.metadata
import re
import tomllib

import pytest
from packaging.requirements import Requirement

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def locked(root, purpose):
    """Read the versions that are installed for the example or the tests."""
    text = (root / ".ci" / "locked" / f"{purpose}.txt").read_text(encoding="utf-8")
    return [Requirement(line.removesuffix("\\")) for line in text.splitlines() if not line.startswith(" ")]


def requested(root, purpose):
    """Read what pyproject.toml asks for the example or the tests."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    names = [entry["include-group"] for entry in groups["dev"]] if purpose == "tests" else ["build"]
    direct = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["example"]]
    return [Requirement(text) for text in direct + [one for name in names for one in groups[name]]]


@pytest.mark.parametrize("purpose", ["example", "tests"])
@pytest.mark.parametrize("python", PYTHONS)
def test_locked_is_as_required(root, purpose, python):
    here = {"python_version": python, "python_full_version": f"{python}.0"}
    versions = {
        one.name: str(one.specifier).removeprefix("==")
        for one in locked(root, purpose)
        if one.marker is None or one.marker.evaluate(here)
    }
    for wanted in requested(root, purpose):
        name = re.sub("[-_.]+", "-", wanted.name).lower()
        assert name in versions, f"{name} is not locked: run python3 .ci/bootstrap/lock.py"
        assert wanted.specifier.contains(versions[name]), f"{name} is locked at {versions[name]}, wanted {wanted}"


def test_the_example_has_the_versions_of_the_tests(root):
    assert {str(one) for one in locked(root, "example")} <= {str(one) for one in locked(root, "tests")}


@pytest.mark.parametrize("purpose", ["example", "tests", "installer"])
def test_every_version_has_hashes_and_no_address(root, purpose):
    text = (root / ".ci" / "locked" / f"{purpose}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


def test_bounds_can_be_met_together(root):
    """The lowest version that is required is one that the other packages take: installing refuses any else."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = [*project["dependencies"], *(text for extra in project["optional-dependencies"].values() for text in extra)]
    direct = {one.name: one for one in map(Requirement, texts)}
    least = {
        name: next(bound.version for bound in one.specifier if bound.operator == ">=") for name, one in direct.items()
    }
    between = [
        (name, needed)
        for name in direct
        for needed in map(Requirement, importlib.metadata.requires(name) or ())
        if needed.name in direct and (needed.marker is None or needed.marker.evaluate({"extra": ""}))
    ]
    assert ("weasyprint", "fonttools") in {(name, needed.name) for name, needed in between}
    for name, needed in between:
        assert needed.specifier.contains(least[needed.name]), f"{name} needs {needed}, not {least[needed.name]}"
