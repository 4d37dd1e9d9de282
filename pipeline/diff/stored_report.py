"""Stored reports: their results.json and manifest.json, validated by the types that write them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Required

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from rankpress.core import manifest
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.folders import standing
from rankpress.spec.document import quoted
from rankpress.topics.results_arrays import WrongArrays, in_one, with_first_records
from rankpress.topics.results_model import ARRAYS, SCHEMA, Results

RESULTS = "results.json"
_EXPECTED = "the output folder of a build, or its results.json"
_MAX_COMPLAINTS = 5
_MAX_BYTES = 1 << 32


class Listed(TypedDict):
    """An input or output that a manifest lists."""

    path: str
    sha256: str


class StoredManifest(TypedDict, total=False):
    """The keys of a manifest.json that a comparison reads."""

    schema: Required[str]
    rankpress: Required[str]
    versions: Required[dict[str, str]]
    spec: Required[dict[str, Any]]
    inputs: Required[list[Listed]]
    outputs: list[Listed]


@dataclass(frozen=True)
class StoredReport:
    """A report as a comparison reads it; without a manifest where the results alone are named."""

    results: Results
    manifest: StoredManifest | None = None

    @property
    def inputs(self) -> dict[str, str]:
        """Hashes of the inputs by their paths, where they are known."""
        return {} if self.manifest is None else {item["path"]: item["sha256"] for item in self.manifest["inputs"]}

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of rankpress and its libraries, where they are known."""
        result = self.manifest
        return {} if result is None else {"rankpress": result["rankpress"], **result["versions"]}


def read_stored(path: Path) -> StoredReport:
    """Read a report: a folder, or its results.json."""
    path = standing(path)
    file = path / RESULTS if path.is_dir() else path
    content = _content(file, path)
    results = _with_arrays(_parsed(_RESULTS, content, file, SCHEMA), file)
    listing = path / manifest.NAME
    return StoredReport(results, _manifest_of(listing, content) if listing.is_file() else None)


def fingerprint(stored: StoredReport | None) -> str:
    """Hash what a comparison reads of a report, without an earlier comparison in it; empty without a report."""
    if stored is None:
        return ""
    listed = None if stored.manifest is None else {**stored.manifest, "outputs": None}
    read = json.dumps([{**stored.results, "baseline": None}, listed], default=list)
    return hashlib.sha256(read.encode()).hexdigest()


def _with_arrays(results: Results, file: Path) -> Results:
    """Return results with the lists that stand in the file of arrays next to them."""
    if "arrays" not in results:
        return results
    arrays = file.parent / ARRAYS
    try:
        joined = in_one(results, manifest.content_of(arrays, _MAX_BYTES))
        _RESULTS.validate_python(with_first_records(joined))
    except (OSError, WrongArrays, ValidationError) as error:
        message = _complaint(error) if isinstance(error, ValidationError) else str(error)
        expected = f"the {ARRAYS} that the build wrote next to {RESULTS}"
        raise FaultsFound([Fault(str(arrays), f"the file cannot be read: {message}", expected)]) from error
    return joined


def _content(file: Path, given: Path) -> bytes:
    try:
        return manifest.content_of(file, _MAX_BYTES)
    except FileNotFoundError as error:
        message = f"there is no {RESULTS} in this folder" if given.is_dir() else "there is no such file or folder"
        raise FaultsFound([Fault(str(given), message, _EXPECTED, "rankpress build STUDY makes one")]) from error
    except OSError as error:
        raise FaultsFound([Fault(str(file), f"the file cannot be read: {error.strerror}", _EXPECTED)]) from error


def _manifest_of(listing: Path, results: bytes) -> StoredManifest:
    """Return the manifest of a folder, which has to list these results."""
    content = manifest.content_of(listing, manifest.MOST_BYTES)
    result: StoredManifest = _parsed(_MANIFEST, content, listing, manifest.SCHEMA)
    listed = {output["path"]: output["sha256"] for output in result.get("outputs", ())}.get(RESULTS)
    if listed != hashlib.sha256(results).hexdigest():
        message = f"{RESULTS} is not the one that {manifest.NAME} lists: one of them was changed since the build"
        remedy = f"build again, or name the {RESULTS} itself"
        raise FaultsFound([Fault(str(listing.parent), message, _EXPECTED, remedy)])
    return result


_RESULTS, _MANIFEST = TypeAdapter(Results), TypeAdapter(StoredManifest)


def _parsed(model: TypeAdapter[Any], content: bytes, file: Path, schema: str) -> Any:
    try:
        result = model.validate_json(content)
    except ValidationError as error:
        raise FaultsFound([Fault(str(file), _complaint(error), _EXPECTED)]) from error
    if result["schema"] != schema:
        message = f"its schema is {quoted(result['schema'])}"
        remedy = "build the report again with this version, or compare with the version that wrote it"
        raise FaultsFound([Fault(str(file), message, f"a file with the schema {quoted(schema)}", remedy)])
    return result


def _complaint(error: ValidationError) -> str:
    result = error.errors(include_url=False, include_context=False, include_input=False)
    if result[0]["type"] == "json_invalid":
        return f"the file is no whole JSON: {result[0]['msg'].removeprefix('Invalid JSON: ')}"
    text = [f"{'.'.join(map(str, item['loc']))} ({item['msg'].lower()})" for item in result[:_MAX_COMPLAINTS]]
    more = f" and {len(result) - _MAX_COMPLAINTS} more" if len(result) > _MAX_COMPLAINTS else ""
    return f"no whole report of rankpress: {'; '.join(text)}{more}"
