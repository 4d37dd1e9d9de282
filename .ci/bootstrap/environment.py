"""The environment in .venv: made, filled with the locked versions and the checkout itself, and mended when broken."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

from bootstrap import pango
from bootstrap.checkout import Checkout, Purpose
from bootstrap.installer import Command, find_installers

# What one waits for, with the seconds that it took on two cores and a fast network, for a guess before it begins.
DOWNLOAD: Mapping[Purpose, str] = {"example": "400 MB, 20 s", "tests": "1.3 GB, 20 s"}
TASK: Mapping[Purpose, str] = {"example": "the report of the example study, 15 s", "tests": "the tests, 5 to 8 min"}


def ready(purpose: Purpose) -> Checkout:
    """Return the checkout with an environment that holds what `purpose` needs, set up first where it does not yet.

    Ends the program with a message where that cannot be done.
    """
    checkout = Checkout(Path(__file__).resolve().parents[2])
    if checkout.is_ready(purpose):
        return checkout
    try:
        with checkout.locked():
            if not checkout.is_ready(purpose):  # another set-up may have done it meanwhile
                _set_up(checkout, purpose)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as failed:
        sys.exit(f"{checkout.venv} could not be set up: {failed}")
    return checkout


def _set_up(checkout: Checkout, purpose: Purpose) -> None:
    """Make or mend the environment, install into it, and note that it is ready."""
    _say(f"Setting up {checkout.venv}, once. Times are of two cores and a fast network.")
    _say("  1 of 4: an environment of Python, 5 s")
    if not _is_usable(checkout):
        venv.create(checkout.venv, clear=True, symlinks=os.name != "nt")
    checkout.unfinished.touch()
    _say(f"  2 of 4: packages in their locked versions, {DOWNLOAD[purpose]}")
    installers = find_installers(checkout)
    _install(installers, ["--require-hashes", "--no-deps", "-r", str(checkout.lock(purpose))], checkout)
    _say("  3 of 4: rankpress itself, and Pango where it is missing, 5 s")
    _install(installers, ["--no-deps", "--no-build-isolation", "-e", str(checkout.root)], checkout)
    pango.provide(checkout)
    checkout.mark_ready(purpose)
    checkout.unfinished.unlink()
    _say(f"  4 of 4: {TASK[purpose]}")


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _is_usable(checkout: Checkout) -> bool:
    """Whether there is an environment to install into: no half-done one, alive, and of this version of Python."""
    if checkout.unfinished.exists():
        return False
    try:
        result = subprocess.run(
            [str(checkout.python), "-c", "import sys; print(*sys.version_info[:2], sys.prefix)"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return False
    return result.stdout.split(maxsplit=2) == [*map(str, sys.version_info[:2]), f"{checkout.venv}\n"]


def _install(installers: list[Command], wanted: list[str], checkout: Checkout) -> None:
    """Install something by the first installer that can; where none can, their own words say why."""
    settings = {
        "UV_PYTHON_DOWNLOADS": "never",
        "PIP_USER": "0",  # else a user's own setting sends the packages to their home folder
    }
    for installer in installers:
        command = [*installer, *wanted]
        if not subprocess.run(command, cwd=checkout.root, check=False, env={**os.environ, **settings}).returncode:
            return
    sys.exit(f"This did not work: {' '.join(command)}\nThe lines above say why. The next run starts afresh.")
