"""A file that holds a single number, the score of one run: what its name tells says of which."""

from __future__ import annotations

import re

import numpy as np

from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin
from rankpress.sources.sheet import HeldSheet, Sheet

LONGEST = 400  # characters; the largest number in full has 310
NUMBER = re.compile(rb"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")


def _recognizes(origin: Origin) -> bool:
    content = origin.beginning
    return len(content) <= LONGEST and NUMBER.fullmatch(content.removeprefix(b"\xef\xbb\xbf")) is not None


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    """A row with one cell, called as the only metric of the study, or `score`."""
    name = origin.metrics[0] if len(origin.metrics) == 1 else "score"
    value = float(origin.content.removeprefix(b"\xef\xbb\xbf"))
    return [HeldSheet(origin.place, (name,), (origin.file,), cells=(np.array([value]),), rows=(1,))]


FORMAT = Format("number", "a single number", _recognizes, _open)
