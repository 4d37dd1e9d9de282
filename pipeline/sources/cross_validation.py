"""What scikit-learn's cross_validate and its searches return, written as JSON: a list a key, a number a fold.

Alone, with further keys beside the lists such as the names of data set and algorithm, in an array of such, or in
objects whose keys are names: the outermost keys stand under `key1`, the next under `key2`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rankpress.faults import Fault
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.records import held, read_lines_or_whole
from rankpress.sources.sheet import Sheet

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

_TIMES = re.compile(rb'"(mean_)?fit_time"\s*:\s*\[')
_SPLIT = re.compile(r"split(?P<fold>\d+)_(?P<score>.+)")
_DEEPEST = 4


def _recognizes(origin: Origin) -> bool:
    beginning = origin.beginning
    return beginning.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[") and _TIMES.search(beginning) is not None


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    records = [record for told in read_lines_or_whole(origin) for record in _found(told, {}, origin)]
    # of all scorers of scikit-learn higher is better: of errors they give the negative
    better: dict[str, Better] = {
        column: "higher" for record in records for column in record if column.startswith("test_")
    }
    return [held(enumerate(records, 1), origin.place, (origin.file,), better)]


def _found(told: Any, names: dict[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """The results in an object, an array of such, or an object whose keys are names."""
    if isinstance(told, list) and told and all(isinstance(one, dict) for one in told):
        for one in told:
            yield from _found(one, names, origin)
    elif isinstance(told, dict) and isinstance(told.get("params"), list) and "mean_fit_time" in told:
        yield from _candidates(told, names, origin)
    elif isinstance(told, dict) and any(isinstance(value, list) for value in told.values()):
        yield from _folds(told, names, origin)
    elif isinstance(told, dict) and len(names) < _DEEPEST and all(isinstance(v, dict | list) for v in told.values()):
        for key, one in told.items():
            yield from _found(one, {**names, f"key{len(names) + 1}": key}, origin)
    else:
        raise _not_read(origin, "besides results it holds something else", names)


def _folds(told: Mapping[str, Any], names: Mapping[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """What cross_validate returned: a row a fold; what is no list is the same in all of them."""
    lists = {key: value for key, value in told.items() if isinstance(value, list)}
    lengths = {len(value) for value in lists.values()}
    if len(lengths) > 1 or "fit_time" not in lists:
        wrong = "its lists are not equally long" if len(lengths) > 1 else "it has no fit_time"
        raise _not_read(origin, wrong, names)
    same = {**names, **{key: value for key, value in told.items() if key not in lists}}
    for fold in range(*lengths):
        yield {**same, "fold": fold, **{key: value[fold] for key, value in lists.items()}}


def _candidates(told: Mapping[str, Any], names: Mapping[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """What a search holds in cv_results_: a row a candidate and fold, the candidate called by its parameters."""
    n = len(told["params"])
    if any(len(value) != n for value in told.values() if isinstance(value, list)):
        raise _not_read(origin, "its lists are not equally long", names)
    folds: dict[int, dict[str, list[Any]]] = {}
    for key, value in told.items():
        match = _SPLIT.fullmatch(key)
        if match and isinstance(value, list):
            folds.setdefault(int(match["fold"]), {})[match["score"]] = value
    same = {**names, **{key: value for key, value in told.items() if not isinstance(value, list)}}
    times = {
        key: told[f"mean_{key}"] for key in ("fit_time", "score_time") if isinstance(told.get(f"mean_{key}"), list)
    }
    called = "candidate" if "algorithm" in {*same, *origin.captured} else "algorithm"
    for at, params in enumerate(told["params"]):
        for fold, scores in sorted(folds.items()):
            values = {key: value[at] for key, value in (scores | times).items()}
            yield {**same, called: _called(params), "fold": fold, **values}


def _called(params: Any) -> str:
    if not isinstance(params, dict):
        return str(params)
    told = {key: value if isinstance(value, str) else json.dumps(value) for key, value in params.items()}
    return ", ".join(f"{key}={told[key]}" for key in sorted(told)) or "no parameters"


def _not_read(origin: Origin, wrong: str, names: Mapping[str, Any]) -> Unreadable:
    where = "".join(f" under {json.dumps(name)}" for name in names.values())
    expected = 'what cross_validate or cv_results_ holds, such as {"fit_time": [0.1, 0.2], "test_score": [0.9, 0.8]}'
    return Unreadable(Fault(origin.place, f"this reads like results of scikit-learn, but{where} {wrong}", expected))


FORMAT = Format("scikit-learn", "what cross_validate or a search of scikit-learn returned, as JSON", _recognizes, _open)
