"""The checkout, the environment in it, and whether that environment is ready to use."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn

Purpose = Literal["example", "tests"]  # what `tests` installs covers `example`


@dataclass(frozen=True)
class Checkout:
    """A checkout of rankpress and its .venv.

    Parameters
    ----------
    root : Path
        The folder that holds pyproject.toml.
    """

    root: Path

    @property
    def venv(self) -> Path:
        """The environment."""
        return self.root / ".venv"

    @property
    def scripts(self) -> Path:
        """Where the environment keeps its programs."""
        return self.venv / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        """The environment's Python."""
        return self.scripts / ("python.exe" if os.name == "nt" else "python")

    @property
    def site_packages(self) -> Path:
        """Where the environment keeps what is installed."""
        if os.name == "nt":
            return self.venv / "Lib" / "site-packages"
        return self.venv / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"

    @property
    def unfinished(self) -> Path:
        """The mark of an installation that has begun and not ended."""
        return self.venv / ".rankpress-unfinished"

    def lock(self, purpose: Purpose | Literal["installer"]) -> Path:
        """Return the versions, with hashes, that `purpose` needs, or whoever installs them."""
        return self.root / ".ci" / "locked" / f"{purpose}.txt"

    def stamp(self, purpose: Purpose) -> Path:
        """Return the note of what was installed for `purpose`."""
        return self.venv / f".rankpress-{purpose}.json"

    def digest(self, purpose: Purpose) -> str:
        """Return a hash of all that decides what is installed for `purpose`."""
        hashed = hashlib.sha256(f"{sys.version_info[:2]} {self.root}".encode())
        for source in (self.lock(purpose), self.root / "pyproject.toml", self.root / "setup.py"):
            hashed.update(source.read_bytes())
        return hashed.hexdigest()

    def installed(self) -> list[str]:
        """Return the distributions in the environment, with their versions."""
        return sorted(folder.name for folder in self.site_packages.glob("*.dist-info"))

    def is_ready(self, purpose: Purpose) -> bool:
        """Whether the environment holds what `purpose` needs, as locked, and works as far as a glance can tell."""
        try:
            noted = json.loads(self.stamp(purpose).read_text(encoding="utf-8"))
            as_locked = noted["digest"] == self.digest(purpose)
            complete = set(noted["distributions"]).issubset(self.installed())
        except (OSError, ValueError, LookupError, TypeError):
            return False
        return as_locked and complete and os.access(self.python, os.X_OK) and not self.unfinished.exists()

    def mark_ready(self, purpose: Purpose) -> None:
        """Note what was installed for `purpose`; tests' versions are a superset of the example's."""
        covered: tuple[Purpose, ...] = ("tests", "example") if purpose == "tests" else ("example",)
        for one in covered:
            noted = {"digest": self.digest(one), "distributions": self.installed()}
            self.stamp(one).write_text(json.dumps(noted, indent=1), encoding="utf-8")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second set-up of the same checkout waiting until this one is done."""
        with (self.root / "pyproject.toml").open("rb") as project_file:
            with contextlib.suppress(ImportError, OSError):  # Windows and some network drives cannot
                import fcntl

                fcntl.flock(project_file, fcntl.LOCK_EX)
            yield

    def become(self, arguments: list[str]) -> NoReturn:
        """End this program and go on as the environment's Python with these arguments."""
        command = [str(self.python), *arguments]
        sys.stdout.flush()
        sys.stderr.flush()
        if os.name == "nt":  # where exec would return to the prompt before the program is done
            sys.exit(subprocess.run(command, check=False).returncode)
        os.execv(command[0], command)
