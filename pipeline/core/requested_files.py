"""A file that a program asks for at a path: its folder is made, and what keeps it from being written is a fault."""

from __future__ import annotations

import os
from pathlib import Path

from rankpress.core.faults import Fault, FaultsFound
from rankpress.wording.strings import shown


def requested_path(path: object) -> Path:
    """Return the path that a program states; of a value that is none raises FaultsFound."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise FaultsFound([Fault("path", f"the path is an object of type {type(path).__name__}", "a text or a path")])
    return Path(path)


def write_requested(path: object, content: bytes) -> None:
    """Write a file, in a folder that is made where it is missing; raises FaultsFound where that cannot be."""
    place = requested_path(path)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        message = f"the file cannot be written here: {shown(why)}"
        raise FaultsFound([Fault(shown(str(place)), message, "a path that can be written to")]) from error
