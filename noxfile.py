#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2025.10.14"]
# ///
"""Runs the checks in environments of their own: ``nox`` for all, ``nox -s tests-3.12`` for one."""

from pathlib import Path

import nox

nox.needs_version = ">=2025.10.14"
nox.options.default_venv_backend = "uv|virtualenv"
PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))


def install(session: nox.Session) -> None:
    """Install the locked packages and the checkout."""
    session.install("--require-hashes", "--requirement", ".ci/locked/tests.txt")
    session.install("--no-deps", "--no-build-isolation", "--editable", ".")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests, but for the nightly ones."""
    install(session)
    session.run("python", "-P", "-m", "pytest", "--numprocesses=auto", "--dist=loadfile", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, types and workflows."""
    install(session)
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("zizmor", "--offline", ".")
    session.run("python", "tests/house/link_types.py")
    session.run("mypy")


@nox.session
def documentation(session: nox.Session) -> None:
    """Build the documentation in build/docs, and draw the gallery of figures again."""
    install(session)
    session.run("sphinx-build", "-W", "docs", "build/docs")
    session.run("python", "-P", "tests/house/gallery.py")
    session.run("git", "diff", "--exit-code", "figures", external=True)


@nox.session
def package(session: nox.Session) -> None:
    """Build sdist and wheel in dist/ and check what an index would show."""
    session.install("build", "twine")
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *map(str, Path("dist").iterdir()))


if __name__ == "__main__":
    nox.main()
