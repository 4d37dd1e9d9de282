"""Folders of runs that Weights & Biases keeps next to a training: a configuration and a summary each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import flat, held, mapping_at, parsed, text_of_json

SUMMARY, CONFIG = "wandb-summary.json", "config.yaml"
INPUTS = tuple(f"**/*run-*/files/{name}" for name in (SUMMARY, CONFIG))
STORE = "**/*run-*/run-*.wandb"
# What JSON has no numbers for.
_SPECIAL = {"NaN": None, "Infinity": float("inf"), "-Infinity": float("-inf")}


def _recognizes(origin: Origin) -> bool:
    return origin.is_folder and any(True for glob in (*INPUTS, STORE) for _ in origin.full.glob(glob))


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    files = origin.files(*INPUTS)
    if not any(file.full.name == SUMMARY for file in files):
        remedy = "log online, or with a version of wandb that writes these files offline too"
        text = f"no run in it has files/{SUMMARY}"
        raise Unreadable(Fault(origin.place, text, "folders of runs with their summaries", remedy))
    runs: dict[str, dict[str, dict[str, Any]]] = {}
    for file in files:
        run = runs.setdefault(file.path.rpartition("/files/")[0], {"config": {}, "summary": {}})
        if file.full.name == SUMMARY:
            run["summary"] = _summary(file)
        else:
            run["config"] = dict(flat(_config(file)))
    records = list(_records(runs))
    return [held(enumerate(records, 1), origin.place, tuple(file.file for file in files))]


def _records(runs: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[dict[str, Any]]:
    """Yield a record a run; names that are used twice say of which kind they are."""
    kinds = ("config", "summary")
    configured, summed = ({name for run in runs.values() for name in run[kind]} for kind in kinds)
    twice = (configured & summed) | {"run_name"}
    for path, run in runs.items():
        columns = {
            f"{kind}.{name}" if name in twice else name: value for kind in kinds for name, value in run[kind].items()
        }
        yield {"run_name": path.rpartition("/")[2], **columns}


def _config(file: Origin) -> dict[str, Any]:
    """Return what a run was given, each value under `value`. Raises Unreadable."""
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(file.content, yaml.SafeLoader)):
            raise ValueError("aliases may stand for more than fits memory")
        read = yaml.safe_load(file.content)
        if not isinstance(read, dict):
            raise ValueError("it is no mapping")
        config = {
            str(key): item["value"]
            for key, item in read.items()
            if isinstance(item, dict) and "value" in item and not str(key).startswith("_")
        }
        return {key: _simple(value) for key, value in config.items()}
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        expected = "a file as W&B writes it, such as `model: {value: knn}`"
        raise Unreadable(Fault(file.place, "the configuration cannot be read", expected)) from error


def _simple(value: Any) -> Any:
    """Return a value, or what is nested in it, as text or numbers; lists and dates as their texts."""
    if isinstance(value, dict):
        return {str(key): _simple(item) for key, item in value.items()}
    return value if value is None or isinstance(value, int | float) else str(value)


def _summary(file: Origin) -> dict[str, Any]:
    """Return the numbers that a run logged last, and how long it took. Raises Unreadable."""
    read = parsed(text_of_json(file), file.place)
    if not isinstance(read, dict):
        raise Unreadable(Fault(file.place, "this is no summary of a run", 'an object such as {"accuracy": 0.95}'))
    # pictures and tables are mappings with a _type; what W&B adds itself begins with a line
    logged = {key: value for key, value in read.items() if key[:1] != "_" and not mapping_at(read, key).get("_type")}
    numbers = {key: _SPECIAL.get(value, value) if isinstance(value, str) else value for key, value in flat(logged)}
    seconds = read.get("_runtime", mapping_at(read, "_wandb").get("runtime"))
    scores = {key: value for key, value in numbers.items() if value is None or isinstance(value, int | float)}
    return ({} if seconds is None else {"duration": seconds}) | scores


FORMAT = Format("wandb", "runs of Weights & Biases", _recognizes, _open, inputs=INPUTS)
