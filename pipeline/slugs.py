"""File names from the names of metrics."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from rankpress.naming import key_of


def slug(name: str) -> str:
    """A file name for any text: lower-case letters, digits and hyphens; told apart by a hash where text was lost.

    Parameters
    ----------
    name : str
        The text, such as a metric's name; a label counts as the name in the files that it stands for.

    Returns
    -------
    str
        At most 49 characters, never empty, the same for the same text.

    Examples
    --------
    >>> slug("accuracy"), slug("F1 score")
    ('accuracy', 'f1-score')
    >>> slug("../x") == slug("x")
    False
    """
    name = key_of(name)
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    kept = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    # spaces, underscores and case are the only losses that do not need a hash
    if kept == re.sub(r"[ _-]+", "-", name).lower() and len(kept) <= 40:
        return kept
    return f"{kept[:40].strip('-') or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
