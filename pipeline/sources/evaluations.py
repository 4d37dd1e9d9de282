"""Evaluations of language models: results and samples of lm-evaluation-harness, and of Inspect AI."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable, too_large
from rankpress.sources.formats import Format
from rankpress.sources.json_records import mapping_at, parsed, records_of_lines, tabulate
from rankpress.wording.strings import without_controls

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


# lm-evaluation-harness

FILES = "**/results*.json"
_START = re.compile(rb'\s*\{\s*"results"\s*:\s*\{\s*"[^"]*"\s*:\s*\{')
_MODEL = re.compile(r"(?:^|,)(?:peft|delta|pretrained|model|path|engine)=([^,]+)")


def _language_models_recognizes(origin: Origin) -> bool:
    return any(
        _START.match(file.beginning) is not None and (b"_stderr" in file.beginning or b'"alias"' in file.beginning)
        for file in origin.files(FILES)[:1]
    )


def _language_models_open(origin: Origin, findings: Findings) -> list[Sheet]:
    return list(map(_sheet, origin.files(FILES)))


def _sheet(origin: Origin) -> Sheet:
    whole, results = _results(origin)
    subtasks = {group: names for group, names in mapping_at(whole, "group_subtasks").items() if isinstance(names, list)}
    tasks = {name: scored for name, scored in results.items() if not subtasks.get(name) or any(_metrics(scored))}
    groups = _groups(subtasks, tasks)
    # a group that is all there is says less than what it sums up
    while len(outer := tasks.keys() - groups.keys()) == 1 and groups:
        del tasks[outer.pop()]
        groups = _groups(subtasks, tasks)
    better = {
        _column(key): way
        for task, scored in tasks.items()
        for key in _metrics(scored)
        if (way := _way(whole, task, key.partition(",")[0])) is not None
    }
    model = _model(whole, origin)
    records = [
        _language_models_record(task, scored, model, whole) | ({"group": groups[task]} if task in groups else {})
        for task, scored in tasks.items()
    ]
    return tabulate(enumerate(records, 1), origin.place, (origin.file,), better)


def _groups(subtasks: Mapping[str, Sequence[str]], tasks: Iterable[str]) -> dict[str, str]:
    """Return the outermost group with scores that each task lies in, of those that lie in one."""
    groups = dict[str, str]()
    for group in tasks:
        remaining = list(subtasks.get(group, ()))
        while remaining:
            name = remaining.pop()
            if name != group and groups.get(name) != group:
                groups[name] = group
                remaining += subtasks.get(name, ())
    for name, group in groups.items():
        passed = {name}
        while group in groups and group not in passed:
            passed.add(group)
            group = groups[group]
        groups[name] = group
    return groups


def _results(origin: Origin) -> tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]:
    """Return what a file of results holds, and the results of tasks in it."""
    whole = parsed(origin.text, origin.place)
    results = whole.get("results") if isinstance(whole, dict) else None
    if not isinstance(results, dict) or not all(isinstance(scored, dict) for scored in results.values()):
        raise Unreadable(Fault(origin.place, "this holds no results of tasks", "a results_*.json as lm_eval writes it"))
    return whole, results


def _way(whole: Mapping[str, Any], task: str, metric: str) -> Better | None:
    """Return which direction of a metric a file of results calls better; older ones do not say it."""
    higher = mapping_at(mapping_at(whole, "higher_is_better"), task).get(metric)
    return ("higher" if higher else "lower") if isinstance(higher, bool) else None


def _language_models_record(
    task: str, scored: Mapping[str, Any], model: str, record: Mapping[str, Any]
) -> dict[str, Any]:
    samples = mapping_at(mapping_at(record, "n-samples"), task).get("effective")
    n_shot = mapping_at(record, "n-shot").get(task, mapping_at(record, "config").get("num_fewshot"))
    # what it could not compute is "N/A"
    results = {_column(key): None if scored[key] == "N/A" else scored[key] for key in _metrics(scored)}
    return {"dataset": task, "algorithm": model, "n_shot": n_shot, **results} | (
        {} if samples is None else {"examples": samples}
    )


def _column(key: str) -> str:
    """Return what a score is called: without the filter of the answers where that is none."""
    return key.removesuffix(",none")


def _metrics(scored: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of scores: names with a filter behind a comma, or of versions before 0.4 the names alone."""
    has_filters = any("," in key for key in scored)
    for key, value in scored.items():
        is_score = "," in key if has_filters else key != "alias" and (value == "N/A" or _is_number(value))
        if is_score and not key.partition(",")[0].endswith("_stderr"):
            yield key


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _model(record: Mapping[str, Any], origin: Origin) -> str:
    """Return the model as the file names it; failing that the folder that it lies in."""
    name = record.get("model_name") or mapping_at(record, "config").get("model_args")
    if isinstance(name, dict):
        name = name.get("pretrained") or name.get("model")
    if isinstance(name, str) and (model := _MODEL.search(name)):
        name = model[1]
    return name if isinstance(name, str) and name else origin.full.resolve().parent.name


LANGUAGE_MODELS_FORMAT = Format(
    "lm-eval", "results of lm-evaluation-harness", _language_models_recognizes, _language_models_open, inputs=(FILES,)
)


# Samples of lm-evaluation-harness: one line for each test example, and for each filter of the answers

SAMPLES = "**/samples_*.jsonl"
_SAMPLES_NAME = re.compile(r"samples_(?P<task>.+?)(?:_(?P<when>\d{4}-\d{2}-\d{2}T[\d.:-]+))?")
_SAMPLE = re.compile(rb'\s*\{[^\n]*"doc_id"\s*:')
# What a sample has besides its scores, in versions that do not list these under `metrics`.
_NO_SCORES = frozenset("doc_id doc target arguments resps filtered_resps filter metrics".split())


def _lm_samples_recognizes(origin: Origin) -> bool:
    files = [file for file in origin.files(SAMPLES)[:1] if file.full.name.startswith("samples_")]
    return any(_SAMPLE.match(file.beginning) and b'"filtered_resps"' in file.beginning for file in files)


def _lm_samples_open(origin: Origin, findings: Findings) -> list[Sheet]:
    return list(map(_lm_samples_sheet, origin.files(SAMPLES)))


def _lm_samples_sheet(origin: Origin) -> Sheet:
    """Read the samples of a task: a row for each example, with its scores by each filter."""
    name = _SAMPLES_NAME.fullmatch(origin.full.name.partition(".jsonl")[0])
    if name is None:
        expected = "a name such as samples_arc_easy_2025-01-01T00-00-00.jsonl"
        raise Unreadable(Fault(origin.place, "the name of the file does not tell the task", expected))
    model, whole = _model_of_samples(origin, name["when"])
    rows: list[tuple[int, dict[str, Any]]] = []
    latest: dict[Any, dict[str, Any]] = {}
    for row, sample in records_of_lines(origin):
        if not isinstance(example := sample.get("doc_id"), int | str):
            raise Unreadable(
                Fault(f"{origin.place} row {row}", "this is no sample of lm_eval", "an object with doc_id")
            )
        scores = dict(_scores_of_sample(sample))
        record = latest.get(example)
        if record is None or not scores.keys().isdisjoint(record):  # a duplicate is a row of its own
            record = {"dataset": name["task"], "algorithm": model, "example": example}
            latest[example] = record
            rows.append((row, record))
        record |= scores
    columns = dict.fromkeys(key for _, record in rows for key in record)
    ways = {column: _way(whole, name["task"], column.partition(",")[0]) for column in columns}
    better = {column: way for column, way in ways.items() if way is not None}
    return tabulate(rows, origin.place, (origin.file,), better)


def _model_of_samples(origin: Origin, when: str | None) -> tuple[str, Mapping[str, Any]]:
    """Return the model that the results next to samples name, of the same run where there are several; and these."""
    results = sorted(origin.full.parent.glob("results*.json"))
    of_run = [path for path in results if when and when in path.name] or results[-1:]
    for path in of_run[:1]:
        summary = Origin(path.parent, path.name, limit=origin.limit)
        whole, _ = _results(summary)
        return _model(whole, summary), whole
    return origin.full.resolve().parent.name, {}


def _scores_of_sample(sample: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the scores of a sample by their columns; what is no single number, as of perplexities, is none."""
    listed = sample.get("metrics")
    names = listed if isinstance(listed, list) else [key for key in sample if key not in _NO_SCORES]
    by = sample.get("filter")
    for name in map(str, names):
        value = sample.get(name)
        if _is_number(value):
            yield _column(name if "," in name or not isinstance(by, str) else f"{name},{by}"), value


LM_SAMPLES_FORMAT = Format(
    "lm-eval-samples",
    "samples of lm-evaluation-harness",
    _lm_samples_recognizes,
    _lm_samples_open,
    inputs=(SAMPLES, FILES),
)


# Inspect AI

INSPECT_INPUTS = ("**/*.eval", "**/*.json")
_LOG = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"')
# What a packed log says of itself at its end, and what one that was interrupted said at its start.
_HEADER, _STARTED = "header.json", "_journal/start.json"
_EXPECTED = "a log as Inspect AI writes it"
_PACKED = "a whole .eval file, which is a zip archive"


def _inspect_recognizes(origin: Origin) -> bool:
    return any(map(_is_log, origin.files(*INSPECT_INPUTS)[:100]))


def _is_log(origin: Origin) -> bool:
    is_packed = origin.suffix == ".eval" and origin.beginning.startswith(b"PK")
    return is_packed or _LOG.match(origin.beginning) is not None


def _inspect_open(origin: Origin, findings: Findings) -> list[Sheet]:
    remaining = _latest(origin)
    # a log without success lacks the metrics of the study
    records = [
        _log_record(log, file.place) | dict.fromkeys(() if log["status"] == "success" else origin.metrics)
        for file, log in remaining
    ]
    better: dict[str, Better] = {"accuracy": "higher"} if any("accuracy" in record for record in records) else {}
    sheet = tabulate(
        enumerate(records, 1), origin.place, tuple(file.file for file, _ in remaining), better, reason="error"
    )
    return [sheet]


def _latest(origin: Origin) -> list[tuple[Origin, dict[str, Any]]]:
    """Return the logs of a folder, or of the file that it is, but for those that were tried again with success."""
    files = list(filter(_is_log, origin.files(*INSPECT_INPUTS))) if origin.is_folder else [origin]
    logs = [(file, _log(file)) for file in files]
    # a log that is tried again keeps its task_id
    done = {_task_id(log) for _, log in logs if log["status"] == "success"} - {"None"}
    return [(file, log) for file, log in logs if log["status"] == "success" or _task_id(log) not in done]


def _task_id(log: Mapping[str, Any]) -> str:
    return str(mapping_at(log, "eval").get("task_id"))


def _log(origin: Origin) -> dict[str, Any]:
    """Return what a log says but for its samples. Raises Unreadable."""
    if origin.suffix != ".eval":
        return _whole(parsed(origin.text, origin.place), origin.place)
    with _archive(origin) as archive:
        name = next((name for name in (_HEADER, _STARTED) if name in archive.namelist()), None)
        if name is None:
            raise Unreadable(Fault(origin.place, f"there is no {_HEADER} in the archive", _PACKED))
        text = _content(archive, name, origin)
    place = f"{origin.place} {name}"
    log = parsed(text, place)
    return _whole({"status": "started", **log} if name == _STARTED and isinstance(log, dict) else log, place)


@contextmanager
def _archive(origin: Origin) -> Iterator[ZipFile]:
    """Open a packed log. Raises Unreadable where it, or what is read of it, cannot be unpacked."""
    try:
        with ZipFile(origin.full) as archive:
            yield archive
    except NotImplementedError as error:
        remedy = "turn it into JSON by `inspect log convert --to json`"
        raise Unreadable(Fault(origin.place, f"the archive cannot be unpacked: {error}", _PACKED, remedy)) from error
    except (BadZipFile, EOFError, OSError, RuntimeError, zlib.error) as error:
        message = f"the archive cannot be read: {without_controls(str(error))}"
        raise Unreadable(Fault(origin.place, message, _PACKED, "is the file cut off?")) from error


def _content(archive: ZipFile, name: str, origin: Origin) -> str:
    """Return what a part of a packed log holds, as text. Raises Unreadable where that is beyond the limit."""
    with archive.open(name) as stream:
        content = stream.read(int(origin.limit.bytes) + 1)
    if len(content) > origin.limit.bytes:
        raise Unreadable(too_large(origin.place, f"unpacked, {name} holds", "bytes", origin.limit.bytes))
    return content.decode("utf-8", "replace")


def _whole(log: Any, place: str) -> dict[str, Any]:
    keys = {"status": log.get("status"), **mapping_at(log, "eval")} if isinstance(log, dict) else {}
    wrong = [key for key in ("status", "task", "model") if not isinstance(keys.get(key), str)]
    if wrong:
        lacking = wrong[0] if wrong[0] == "status" else f"eval.{wrong[0]}"
        raise Unreadable(Fault(place, f"this is no log of Inspect AI: it has no {lacking}", _EXPECTED))
    whole: dict[str, Any] = log
    return whole


def _log_record(log: Mapping[str, Any], place: str) -> dict[str, Any]:
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
        message = "the log reports success, and has no results.scores"
        raise Unreadable(Fault(place, message, "a log of a task with a scorer", "score it by `inspect score`"))
    names = [str(score.get("name")) for score in scores]
    logs = list[str]()
    for name, score in zip(names, scores, strict=True):
        scorer = f"{name}/{score.get('reducer')}" if names.count(name) > 1 else name
        for metric, metric_entry in mapping_at(score, "metrics").items():
            # what a metric strays by is no score
            if not metric.endswith("stderr") and isinstance(metric_entry, dict):
                logs.append(metric)
                yield f"{scorer}/{metric}", metric_entry.get("value")
    for score in scores:
        for metric, metric_entry in mapping_at(score, "metrics").items():
            if logs.count(metric) == 1 and isinstance(metric_entry, dict):
                yield metric, metric_entry.get("value")


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


INSPECT_FORMAT = Format("inspect", "logs of Inspect AI", _inspect_recognizes, _inspect_open, inputs=INSPECT_INPUTS)


# Samples of Inspect AI: one row for each test example, and for each epoch where there are several

_SUMMARIES, _PART = "summaries.json", re.compile(r"_journal/summaries/(\d+)\.json")
_VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0}


def _inspect_samples_open(origin: Origin, findings: Findings) -> list[Sheet]:
    """Read the samples of each log that counts; of one that failed, those that were scored before."""
    read = _latest(origin)
    records = [record for file, log in read for record in _samples(file, log)]
    if all(record["epoch"] == 1 for record in records):
        for record in records:
            del record["epoch"]
    graded: dict[str, Better] = dict.fromkeys(
        (column for record in records for column in record.pop(_GRADED)), "higher"
    )
    files = tuple(file.file for file, _ in read)
    return [tabulate(enumerate(records, 1), origin.place, files, graded, reason="error", max_cells=origin.limit.cells)]


_GRADED = ""  # under which a record keeps its columns of grades until the sheet is made


def _samples(file: Origin, log: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a record for each sample of a log."""
    described = mapping_at(log, "eval")
    for number, sample in enumerate(_listed_samples(file, log), start=1):
        if not isinstance(sample, dict) or not isinstance(sample.get("id"), int | str):
            message = f"sample {number} has no id"
            raise Unreadable(Fault(file.place, message, _EXPECTED))
        scores = dict(_values(mapping_at(sample, "scores")))
        error = sample.get("error")
        yield {
            "dataset": described["task"],
            "algorithm": described["model"],
            "example": sample["id"],
            "epoch": sample.get("epoch", 1),
            "error": mapping_at(sample, "error").get("message") if isinstance(error, dict) else error,
            **{column: _number_of(value) for column, value in scores.items()},
            _GRADED: [column for column, value in scores.items() if isinstance(value, bool) or value in _VALUES],
        }


def _listed_samples(file: Origin, log: Mapping[str, Any]) -> Sequence[Any]:
    """Return the samples in a log, of a packed one their summaries."""
    samples = log.get("samples") if file.suffix != ".eval" else _summaries(file)
    if not isinstance(samples, list) or not samples:
        remedy = "log with --log-samples, or read the scores of whole logs by scores.format: inspect"
        raise Unreadable(Fault(file.place, "there are no samples in the log", "a log with its samples", remedy))
    return samples


def _summaries(file: Origin) -> list[Any]:
    """Return the summaries of all samples of a packed log; of one that was interrupted, those written so far."""
    with _archive(file) as archive:
        parts = {int(part[1]): name for name in archive.namelist() if (part := _PART.fullmatch(name))}
        names = [_SUMMARIES] if _SUMMARIES in archive.namelist() else [parts[number] for number in sorted(parts)]
        texts = {name: _content(archive, name, file) for name in names}
    lists = [parsed(text, f"{file.place} {name}") for name, text in texts.items()]
    return [sample for samples in lists if isinstance(samples, list) for sample in samples]


def _values(scores: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the values of a sample by scorer, and by scorer and key where a scorer gives several."""
    for scorer, score in scores.items():
        value = score.get("value") if isinstance(score, dict) else None
        if isinstance(value, dict):
            yield from ((f"{scorer}/{key}", part) for key, part in value.items())
        elif not isinstance(value, list):
            yield scorer, value


def _number_of(value: Any) -> Any:
    """Return a value as a number where Inspect takes it for one; letters are grades."""
    if isinstance(value, bool):
        return float(value)
    return _VALUES.get(value, value) if isinstance(value, str) else value


INSPECT_SAMPLES_FORMAT = Format(
    "inspect-samples",
    "samples of Inspect AI",
    lambda origin: False,  # a log is read as a whole unless a study says otherwise
    _inspect_samples_open,
    inputs=INSPECT_INPUTS,
)
