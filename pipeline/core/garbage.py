"""How rarely a process of ours looks for garbage: what a build makes stays, and the end gives all memory back."""

import atexit
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Objects made before cycles among them are looked for, and how rarely among older ones: a build makes many objects that
# stay and few cycles, and looking as often as Python does by itself takes a tenth of its time. Importing makes 100,000.
_COLLECTED_AFTER = (200_000, 20, 50)


def look_rarely() -> None:
    """Have this process look for cycles rarely, and at its end not at all."""
    gc.set_threshold(*_COLLECTED_AFTER)
    atexit.register(_spare_the_end)


def _spare_the_end() -> None:
    if "duckdb" not in sys.modules:  # which would list what it left on stderr
        gc.freeze()


@contextmanager
def uncollected() -> Iterator[None]:
    """Do not look for cycles while this holds, as where many objects are made of which most are parts of cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
