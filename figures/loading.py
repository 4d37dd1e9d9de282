"""Import what draws without docstrings that nobody reads, in a process that only writes reports.

For each class of artists matplotlib puts a list of all properties into docstrings, which takes as long as to draw a
diagram. Programs and notebooks, where someone may read them, keep them.
"""

import sys

_undocumented = False


def leave_undocumented() -> None:
    """Let `load_matplotlib` leave out the lists of properties, in a process that is ours."""
    global _undocumented
    _undocumented = True


def load_matplotlib() -> None:
    """Import matplotlib.figure, where nothing has done so."""
    if not _undocumented or "matplotlib.figure" in sys.modules:
        return
    from matplotlib import artist as artists

    listed = artists.kwdoc
    artists.kwdoc = _unlisted
    try:
        import matplotlib.figure  # noqa: F401
    finally:
        artists.kwdoc = listed


def _unlisted(artist: object) -> str:
    """Stand in for what lists the properties of an artist."""
    return ""
