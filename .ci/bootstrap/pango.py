"""Pango, the system library that WeasyPrint sets text with; without it there is no PDF."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

from bootstrap import debian
from bootstrap.checkout import Checkout

PACKAGES = ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"]

ADVICE = """\
Pango is not installed, so reports come as HTML and LaTeX, without the PDF. To have the PDF too, install it:
  Debian, Ubuntu:  apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
  Fedora:          dnf install pango
  macOS:           brew install pango
                   (if it is not found then: export DYLD_FALLBACK_LIBRARY_PATH=$(brew --prefix)/lib)
  Windows:         pacman -S mingw-w64-ucrt-x86_64-pango, in an MSYS2 shell"""

# Goes into site-packages and runs whenever the environment's Python starts. A library that is loaded is found by its
# name from then on, so neither LD_LIBRARY_PATH nor a second start is needed, whichever program is called.
LOADER = '''\
"""Loads the libraries unpacked in .venv/native, so that WeasyPrint finds them by name."""

import contextlib
import ctypes
import os
import sys

for library in {libraries!r}:
    with contextlib.suppress(OSError):
        ctypes.CDLL(os.path.join(sys.prefix, "native", library))
'''


def provide(checkout: Checkout) -> None:
    """Make Pango available to the environment if this machine lets us; else say what to install."""
    if works(checkout):
        return
    if debian.is_there() and debian.is_root():
        print("  installing Pango with apt-get", file=sys.stderr)
        debian.install(PACKAGES)
    elif debian.is_there():
        print("  unpacking Pango into .venv/native", file=sys.stderr)
        native = checkout.venv / "native"
        if debian.unpack(PACKAGES, native):
            preload(checkout)
    if not works(checkout):
        print(ADVICE, file=sys.stderr)


def works(checkout: Checkout) -> bool:
    """Return whether WeasyPrint, the only one who must be content, finds its libraries."""
    command = [str(checkout.python), "-c", "import weasyprint.text.ffi"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def preload(checkout: Checkout) -> None:
    """Have the environment's Python load the libraries in .venv/native when it starts."""
    native = checkout.venv / "native"
    libraries = _in_loading_order([path for path in native.glob("usr/lib/*/*.so.*") if not path.is_symlink()])
    loader = LOADER.format(libraries=[str(path.relative_to(native)) for path in libraries])
    (checkout.site_packages / "rankpress_native.py").write_text(loader, encoding="utf-8")
    (checkout.site_packages / "rankpress_native.pth").write_text("import rankpress_native\n", encoding="utf-8")


def _in_loading_order(libraries: list[Path]) -> list[Path]:
    """Order libraries so that each comes after those it needs, by loading them into this program."""
    loaded: list[Path] = []
    waiting = sorted(libraries)
    while waiting:
        now = [library for library in waiting if _loads(library)]
        if not now:
            break
        loaded += now
        waiting = [library for library in waiting if library not in now]
    return loaded


def _loads(library: Path) -> bool:
    """Return whether a library loads, given those loaded before."""
    try:
        ctypes.CDLL(str(library))
    except OSError:
        return False
    return True
