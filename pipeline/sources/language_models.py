"""Results of lm-evaluation-harness: results_*.json, or the folder that it writes them to.

A row a task; the tasks that a group is made of stand for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rankpress.faults import Fault
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.records import held, read_whole
from rankpress.sources.sheet import Sheet

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

FILES = "**/results*.json"
_START = re.compile(rb'\s*\{\s*"results"\s*:\s*\{\s*"[^"]*"\s*:\s*\{')
_METRIC = re.compile(r"(?P<name>[^,]+),(?P<filter>.+)")


def _recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        inside = sorted(origin.full.glob(FILES))
        return bool(inside) and _recognizes(Origin(origin.full, inside[0].relative_to(origin.full).as_posix()))
    beginning = origin.beginning
    return _START.match(beginning) is not None and (b"_stderr" in beginning or b'"alias"' in beginning)


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    if not origin.is_folder:
        return [_sheet(origin)]
    inside = sorted(path.relative_to(origin.full).as_posix() for path in origin.full.glob(FILES))
    return [_sheet(origin.inside(path)) for path in inside]


def _sheet(origin: Origin) -> Sheet:
    told = read_whole(origin)
    results = told.get("results") if isinstance(told, dict) else None
    if not isinstance(results, dict) or not all(isinstance(result, dict) for result in results.values()):
        raise Unreadable(Fault(origin.place, "this holds no results of tasks", "a results_*.json as lm_eval writes it"))
    groups = {name for name, tasks in _mapping(told, "group_subtasks").items() if tasks}
    tasks = {name: result for name, result in results.items() if name not in groups}
    better: dict[str, Better] = {
        _column(key): "higher" if higher else "lower"
        for task, result in tasks.items()
        for metric, higher in _mapping(_mapping(told, "higher_is_better"), task).items()
        for key in _metrics(result)
        if key.partition(",")[0] == metric and isinstance(higher, bool)
    }
    model = _model(told, origin)
    records = [_record(task, result, model, told) for task, result in tasks.items()]
    return held(enumerate(records, 1), origin.place, (origin.file,), better)


def _record(task: str, result: Mapping[str, Any], model: str, told: Mapping[str, Any]) -> dict[str, Any]:
    samples = _mapping(_mapping(told, "n-samples"), task).get("effective")
    # what it could not compute is "N/A"
    found = {_column(key): None if result[key] == "N/A" else result[key] for key in _metrics(result)}
    return {"dataset": task, "algorithm": model, "n_shot": _mapping(told, "n-shot").get(task), **found} | (
        {} if samples is None else {"examples": samples}
    )


def _column(key: str) -> str:
    """What a score is called: without the filter of the answers where that is none."""
    return key.removesuffix(",none")


def _metrics(result: Mapping[str, Any]) -> Iterator[str]:
    for key in result:
        match = _METRIC.fullmatch(key)
        if match and not match["name"].endswith("_stderr"):
            yield key


def _model(told: Mapping[str, Any], origin: Origin) -> str:
    """The model as the file names it; failing that the folder that it lies in."""
    named = told.get("model_name") or _mapping(told, "config").get("model_args")
    if isinstance(named, dict):
        named = named.get("pretrained") or named.get("model")
    return named if isinstance(named, str) and named else origin.full.resolve().parent.name


def _mapping(told: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    held = told.get(key)
    return held if isinstance(held, dict) else {}


FORMAT = Format("lm-eval", "results of lm-evaluation-harness", _recognizes, _open, inputs=(FILES,))
