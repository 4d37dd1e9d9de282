"""Who installs packages into the environment: uv, else a pip, wherever one can be had; pip brings uv."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

from bootstrap import debian
from bootstrap.checkout import Checkout

Command = list[str]

ADVICE = """\
Nothing here can install Python packages: neither uv, nor pip, nor the ensurepip that makes one.
Install one of them and run the same command again:
  Debian, Ubuntu:  apt-get install python3-venv
  Fedora:          dnf install python3-pip
  macOS:           brew install uv
  Windows:         the installer of Python itself, with pip ticked"""


def find_installers(checkout: Checkout) -> list[Command]:
    """Return the commands that install packages, the best first; ends the program where there is none."""
    uv = shutil.which("uv")
    if uv and _succeeds([uv, "--version"]):  # a version manager may leave a program that only complains
        return [_by_uv(uv, checkout)]
    for offer in (_ensurepip, _own_pip, _debian_pip):
        if pip := offer(checkout):
            return [*_uv_from(pip, checkout), pip]
    sys.exit(ADVICE)


def _uv_from(pip: Command, checkout: Checkout) -> list[Command]:
    """Let pip install uv, which takes a tenth of its time, and a pip that takes half, where this one is old.

    Where pip has an index in the place of the public one, uv, which reads none of its settings, is not for use.
    """
    wanted = [*pip, "--only-binary", ":all:", "--require-hashes", "-r", str(checkout.lock("installer"))]
    listing = [*pip[: pip.index("install")], "config", "list"]
    uv = checkout.scripts / "uv"
    if not _succeeds(wanted) or not _succeeds([str(uv), "--version"]):
        return []
    settings = subprocess.run(listing, capture_output=True, text=True, check=False)
    is_public = settings.returncode == 0 and not re.search(r"\.(index-url|no-index)=", settings.stdout)
    return [_by_uv(str(uv), checkout)] if is_public else []


def _by_uv(uv: str, checkout: Checkout) -> Command:
    return [uv, "pip", "install", "--python", str(checkout.python), "--quiet"]


def _ensurepip(checkout: Checkout) -> Command | None:
    """Offer the pip that comes with Python, put into the environment; Debian packages it apart."""
    if _succeeds([str(checkout.python), "-m", "ensurepip", "--default-pip"]):
        return _quiet_pip(str(checkout.python), "-m", "pip")
    return None


def _own_pip(checkout: Checkout) -> Command | None:
    """Offer the pip of the Python that runs this, from version 22.3 on, which can install elsewhere."""
    pip = [sys.executable, "-m", "pip", "--python", str(checkout.python)]
    return _quiet_pip(*pip) if _succeeds([*pip, "--version"]) else None


def _debian_pip(checkout: Checkout) -> Command | None:
    """Offer a pip from Debian's packages: the one for venv as root, else a wheel unpacked into the environment."""
    if not debian.is_there():
        return None
    if debian.is_root():
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        print(f"  installing {package} with apt-get", file=sys.stderr)
        return _ensurepip(checkout) if debian.install([package]) else None
    native = checkout.venv / "native"
    debian.unpack(["python3-pip-whl"], native)
    wheel = next(native.glob("usr/share/python-wheels/pip-*.whl"), None)
    return _quiet_pip(str(checkout.python), f"{wheel}/pip") if wheel else None


def _quiet_pip(*pip: str) -> Command:
    """Report a pip to speak of errors only; bytecode is written when a module is first used, which is sooner."""
    return [*pip, "install", "-qq", "--no-input", "--no-compile", "--disable-pip-version-check"]


def _succeeds(command: Command) -> bool:
    """Return whether a command starts and ends well."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
