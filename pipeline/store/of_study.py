"""The store of a study: a folder beside its spec."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.store.entries import FOLDER, Store

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy


def open_store(
    read: ReadStudy, told: Callable[[str], None] = lambda line: None, *, anew: bool = False, dry: bool = False
) -> Store:
    """Open the store of a study; see `Store` for the arguments.

    Parameters
    ----------
    read : ReadStudy
        The study. Others in its folder share the store, for what they have in common.
    told : callable
        Told of each piece of work.
    anew, dry : bool
        Whether all is made whatever is kept, and whether nothing is made.

    Returns
    -------
    Store
    """
    return Store(read.folder / FOLDER, study=Path(read.source.document.name).name, anew=anew, dry=dry, told=told)
