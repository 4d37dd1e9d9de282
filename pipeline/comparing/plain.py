"""Changes as plain data, for JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

from rankpress.comparing.changes import Changes
from rankpress.report.plain import Json

SCHEMA = "rankpress.changes/1"


def changes_results(changes: Changes) -> Json:
    """The changes as CHANGES.md documents them.

    Examples
    --------
    >>> changes_results(Changes())["conclusions_changed"]
    0
    """
    return {"schema": SCHEMA, "conclusions_changed": len(changes.flips), **asdict(changes)}


def changes_json(changes: Changes) -> str:
    """The text that ``rankpress diff --format json`` prints."""
    return json.dumps(changes_results(changes), indent=1, ensure_ascii=False, allow_nan=False)
