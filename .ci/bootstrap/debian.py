"""Debian's and Ubuntu's packages: installed as root, or unpacked into a folder as anyone else."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def is_there() -> bool:
    """Return whether this is Debian, Ubuntu or a relative of theirs."""
    return bool(shutil.which("apt-get") and shutil.which("dpkg-deb"))


def is_root() -> bool:
    """Return whether packages can be installed for the whole system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install(packages: list[str]) -> bool:
    """Install packages for the whole system, refreshing the lists of packages only if that is needed."""
    wanted = ["install", "--yes", "--quiet", "--no-install-recommends", *packages]
    return _apt_get(wanted) or (_apt_get(["update", "--quiet"]) and _apt_get(wanted))


def unpack(packages: list[str], folder: Path) -> bool:
    """Unpack packages, and what they need that the system lacks, into a folder; nothing outside it changes."""
    with tempfile.TemporaryDirectory() as scratch:
        if _unpack(packages, folder, scratch, []):
            return True
        # The system's own lists of packages may be empty, as in many containers: then with fresh ones of our own.
        own = ["-o", f"Dir::State::lists={scratch}/lists", "-o", f"Dir::Cache={scratch}/cache"]
        (Path(scratch) / "lists" / "partial").mkdir(parents=True)
        (Path(scratch) / "cache" / "archives" / "partial").mkdir(parents=True)
        return _apt_get([*own, "update", "--quiet"]) and _unpack(packages, folder, scratch, own)


def _unpack(packages: list[str], folder: Path, scratch: str, options: list[str]) -> bool:
    """Download packages and what they need into `scratch`, and unpack all of it into the folder."""
    missing = _with_dependencies(packages, options)
    if not missing or not _apt_get([*options, "download", *missing], cwd=scratch):
        return False
    archives = sorted(Path(scratch).glob("*.deb"))
    return all(_succeeds(["dpkg-deb", "-x", str(archive), str(folder)]) for archive in archives)


def _with_dependencies(packages: list[str], options: list[str]) -> list[str]:
    """Name the packages that installing these would bring; none where they are not known."""
    command = ["apt-get", *options, "install", "--simulate", "--no-install-recommends", *packages]
    tried = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())
    return [line.split()[1] for line in tried.stdout.splitlines() if line.startswith("Inst ")]


def _apt_get(arguments: list[str], cwd: str | None = None) -> bool:
    """Run apt-get without questions or talk; who asked says what to do where it fails."""
    return _succeeds(["apt-get", "-o", "DPkg::Lock::Timeout=600", *arguments], cwd)  # another one may be at work


def _succeeds(command: list[str], cwd: str | None = None) -> bool:
    """Return whether a command ends well."""
    ended = subprocess.run(command, capture_output=True, cwd=cwd, check=False, env=_environment())
    return ended.returncode == 0


def _environment() -> dict[str, str]:
    """Return the environment for apt: no questions, and messages whose words are known."""
    return {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
