"""Logs of evaluations by Inspect AI, as JSON or packed, without the samples that they hold."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from rankpress.core.faults import Fault, Findings, plain
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable, too_large
from rankpress.sources.formats import Format
from rankpress.sources.json_records import held, mapping_at, parsed, text_of_json

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

INPUTS = ("**/*.eval", "**/*.json")
_LOG = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"')
# What a packed log says of itself at its end, and what one that was interrupted said at its start.
_HEADER, _START = "header.json", "_journal/start.json"
_EXPECTED = "a log as Inspect AI writes it"


def _recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return any(map(_is_log, origin.files(*INPUTS)[:100]))
    return _is_log(origin)


def _is_log(origin: Origin) -> bool:
    return origin.suffix == ".eval" or _LOG.match(origin.beginning) is not None


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    files = list(filter(_is_log, origin.files(*INPUTS))) if origin.is_folder else [origin]
    logs = [(file, _log(file)) for file in files]
    # a log that is tried again keeps its task_id
    done = {_task_id(log) for _, log in logs if log["status"] == "success"} - {"None"}
    remaining = [(file, log) for file, log in logs if log["status"] == "success" or _task_id(log) not in done]
    records = [_record(log, file.place) | dict.fromkeys(_lacking(log, origin)) for file, log in remaining]
    better: dict[str, Better] = {"accuracy": "higher"} if any("accuracy" in record for record in records) else {}
    sheet = held(enumerate(records, 1), origin.place, tuple(file.file for file, _ in remaining), better, reason="error")
    return [sheet]


def _task_id(log: Mapping[str, Any]) -> str:
    return str(mapping_at(log, "eval").get("task_id"))


def _lacking(log: Mapping[str, Any], origin: Origin) -> tuple[str, ...]:
    """Return the metrics of the study, which a log without success lacks."""
    return () if log["status"] == "success" else origin.metrics


def _log(origin: Origin) -> dict[str, Any]:
    """Return what a log says but for its samples. Raises Unreadable."""
    if origin.suffix != ".eval":
        return _whole(parsed(text_of_json(origin), origin.place), origin.place)
    expected = "a whole .eval file, which is a zip archive"
    try:
        with ZipFile(origin.full) as archive:
            name = next((name for name in (_HEADER, _START) if name in archive.namelist()), None)
            if name is None:
                raise Unreadable(Fault(origin.place, f"there is no {_HEADER} in the archive", expected))
            with archive.open(name) as stream:
                content = stream.read(int(origin.limit.bytes) + 1)
    except NotImplementedError as error:
        remedy = "turn it into JSON by `inspect log convert --to json`"
        raise Unreadable(Fault(origin.place, f"the archive cannot be unpacked: {error}", expected, remedy)) from error
    except (BadZipFile, EOFError, OSError, RuntimeError, zlib.error) as error:
        text = f"the archive cannot be read: {plain(str(error))}"
        raise Unreadable(Fault(origin.place, text, expected, "is the file cut off?")) from error
    if len(content) > origin.limit.bytes:
        raise Unreadable(too_large(origin.place, f"unpacked, {name} holds", "bytes", origin.limit.bytes))
    place = f"{origin.place} {name}"
    log = parsed(content.decode("utf-8", "replace"), place)
    return _whole({"status": "started", **log} if name == _START and isinstance(log, dict) else log, place)


def _whole(log: Any, place: str) -> dict[str, Any]:
    keys = {"status": log.get("status"), **mapping_at(log, "eval")} if isinstance(log, dict) else {}
    wrong = [key for key in ("status", "task", "model") if not isinstance(keys.get(key), str)]
    if wrong:
        named = wrong[0] if wrong[0] == "status" else f"eval.{wrong[0]}"
        raise Unreadable(Fault(place, f"this is no log of Inspect AI: it has no {named}", _EXPECTED))
    result: dict[str, Any] = log
    return result


def _record(log: Mapping[str, Any], place: str) -> dict[str, Any]:
    described, stats, status = mapping_at(log, "eval"), mapping_at(log, "stats"), log["status"]
    success = status == "success"
    return {
        "dataset": described["task"],
        "algorithm": described["model"],
        "status": status,
        "error": None if success else str(mapping_at(log, "error").get("message") or status),
        **(dict(_scores(mapping_at(log, "results").get("scores"), place)) if success else {}),
        "duration": _seconds(stats),
        "total_tokens": _tokens(mapping_at(stats, "model_usage")),
    }


def _scores(scores: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Yield the metrics of each scorer, and those that one scorer alone has by their own names too."""
    if not isinstance(scores, list) or not scores or not all(isinstance(score, dict) for score in scores):
        text = "the log tells of success, and has no results.scores"
        raise Unreadable(Fault(place, text, "a log of a task with a scorer", "score it by `inspect score`"))
    names = [str(score.get("name")) for score in scores]
    logs = list[str]()
    for name, score in zip(names, scores, strict=True):
        scorer = f"{name}/{score.get('reducer')}" if names.count(name) > 1 else name
        for metric, result in mapping_at(score, "metrics").items():
            # what a metric strays by is no score
            if not metric.endswith("stderr") and isinstance(result, dict):
                logs.append(metric)
                yield f"{scorer}/{metric}", result.get("value")
    for score in scores:
        for metric, result in mapping_at(score, "metrics").items():
            if logs.count(metric) == 1 and isinstance(result, dict):
                yield metric, result.get("value")


def _seconds(stats: Mapping[str, Any]) -> float | None:
    try:
        start, end = (datetime.fromisoformat(str(stats.get(key))) for key in ("started_at", "completed_at"))
        return max((end - start).total_seconds(), 0.0)
    except (TypeError, ValueError):  # empty where it was interrupted
        return None


def _tokens(usage: Mapping[str, Any]) -> int | None:
    """Return the tokens of all models that took part, graders among them."""
    counts = [mapping_at(usage, model).get("total_tokens") for model in usage]
    return sum(count for count in counts if isinstance(count, int)) if counts else None


FORMAT = Format("inspect", "logs of Inspect AI", _recognizes, _open, inputs=INPUTS)
