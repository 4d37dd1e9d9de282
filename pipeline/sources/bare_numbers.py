"""A file that holds nothing but numbers, one a line: scores of which its name tells what they are of."""

from __future__ import annotations

import re

import numpy as np

from rankpress.sources.cells import Cells
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.numbers import NUMBER
from rankpress.sources.origin import BEGINNING, Origin
from rankpress.sources.sheet import HeldSheet, Sheet

_LINES = re.compile(rb"\s*((" + NUMBER.pattern.encode() + rb")[ \t]*(\r?\n\s*|$))+")
_MARK = b"\xef\xbb\xbf"


def _recognizes(origin: Origin) -> bool:
    beginning = origin.beginning.removeprefix(_MARK)
    if len(origin.beginning) == BEGINNING:
        beginning = beginning[: beginning.rfind(b"\n") + 1]
    return _LINES.fullmatch(beginning) is not None


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    """A column called as the only metric of the study, or `score`; where there are several rows, they are repeats."""
    lines = origin.content.removeprefix(_MARK).decode("utf-8", "replace").split("\n")
    numbered = [(row, line.strip()) for row, line in enumerate(lines, 1) if line.strip()]
    name = origin.metrics[0] if len(origin.metrics) == 1 else "score"
    cells: dict[str, Cells] = {name: [line for _, line in numbered]}
    if len(numbered) > 1 and "repeat" not in origin.captured:
        cells["repeat"] = np.arange(1.0, len(numbered) + 1)
    rows = [row for row, _ in numbered]
    return [HeldSheet(origin.place, tuple(cells), (origin.file,), cells=tuple(cells.values()), rows=rows)]


FORMAT = Format("numbers", "numbers alone", _recognizes, _open)
