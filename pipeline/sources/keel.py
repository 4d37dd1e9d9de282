"""Results of KEEL: folders METHOD.DATASET with a file resultN.tst a fold, of each case the label and the predicted one.

What becomes of them is the accuracy, or where the output is a number the rmse. The tables of scores that KEEL's tests
take are CSV files in wide layout.
"""

from __future__ import annotations

import math
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from rankpress.faults import Fault
from rankpress.sources.findings import Findings, shown
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.records import held
from rankpress.sources.sheet import Sheet

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

FILES = "**/*.*/result*.tst"
_FOLD = re.compile(r"result(?P<fold>\d+)(s(?P<seed>\d+))?\.tst", re.IGNORECASE)
_RELATION = re.compile(r"^\s*@relation\s+(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_OUTPUT = re.compile(r"^\s*@outputs?\s+(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
_DATA = re.compile(r"^\s*@data\s*$", re.IGNORECASE | re.MULTILINE)
_NUMERIC = r"^\s*@attribute\s+{}\s*(real|integer)\b"
_BETTER: dict[str, Better] = {"accuracy": "higher", "rmse": "lower"}


def _recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return any(_FOLD.fullmatch(path.name) for path in origin.full.glob(FILES))
    return _FOLD.fullmatch(PurePosixPath(origin.path).name) is not None and b"@relation" in origin.beginning.lower()


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    if not origin.is_folder:
        return [_fold(origin)]
    inside = sorted(path.relative_to(origin.full).as_posix() for path in origin.full.glob(FILES))
    return [_fold(origin.inside(path)) for path in inside if _FOLD.fullmatch(PurePosixPath(path).name)]


def _fold(origin: Origin) -> Sheet:
    text = origin.content.decode("utf-8-sig", "replace")
    relation, data, numbered = _RELATION.search(text), _DATA.search(text), _FOLD.fullmatch(origin.full.name)
    cases = [case for case in text[data.end() :].splitlines() if case.strip()] if data else []
    if relation is None or data is None or numbered is None or not cases:
        expected = "@relation, @data, and a line a case with its label and the predicted one"
        raise Unreadable(Fault(origin.place, "this is no result file of KEEL", expected, "is the file cut off?"))
    output = _OUTPUT.search(text)
    numeric = output is not None and re.search(
        _NUMERIC.format(re.escape(output[1])), text, re.IGNORECASE | re.MULTILINE
    )
    score, value = ("rmse", _rmse(cases, origin)) if numeric else ("accuracy", _accuracy(cases))
    dataset = relation[1].strip("'\"")
    folder = origin.full.resolve().parent.name
    method = (
        folder.removesuffix(f".{dataset}") if folder.endswith(f".{dataset}") else folder.rpartition(".")[0] or folder
    )
    record: dict[str, Any] = {"dataset": dataset, "algorithm": method, "fold": int(numbered["fold"]), score: value}
    if numbered["seed"]:
        record["seed"] = int(numbered["seed"])
    return held([(1, record | {"n_test": len(cases)})], origin.place, (origin.file,), {score: _BETTER[score]})


def _pair(case: str) -> tuple[str, str]:
    """The label and the predicted one, parted by a comma or by blanks."""
    parts = [part.strip() for part in case.split(",")] if "," in case else case.split()
    return (parts[0], parts[1]) if len(parts) == 2 else (case, "")


def _accuracy(cases: list[str]) -> float:
    return sum(label == predicted for label, predicted in map(_pair, cases)) / len(cases)


def _rmse(cases: list[str], origin: Origin) -> float:
    try:
        return math.sqrt(math.fsum((float(a) - float(b)) ** 2 for a, b in map(_pair, cases)) / len(cases))
    except ValueError as error:
        told = f"the output is a number, and {shown(str(error))}"
        raise Unreadable(Fault(origin.place, told, "two numbers a line under @data")) from error


FORMAT = Format("keel", "results of KEEL", _recognizes, _open, inputs=(FILES,))
