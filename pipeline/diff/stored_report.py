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
    """A report as a comparison reads it; without a manifest where the results stand alone."""

    results: Results
    manifest: StoredManifest | None = None

    @property
    def settings(self) -> Mapping[str, Any]:
        """Sections of the study that decide its results; of the manifest if an earlier version wrote the results."""
        return self.results.get("settings") or ({} if self.manifest is None else self.manifest["spec"])

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of rankpress and its libraries, where they are known."""
        result = self.manifest
        return {} if result is None else {"rankpress": result["rankpress"], **result["versions"]}


def read_stored(path: Path) -> StoredReport:
    """Read a report: a folder, or its results.json."""
    path = standing(path)
    in_folder = path.is_dir()
    file = path / RESULTS if in_folder else path
    content = _content(file, path)
    results = _with_arrays(_parsed(_RESULTS, content, file, SCHEMA), file)
    listing = file.parent / manifest.NAME
    if not listing.is_file() or not (in_folder or file.name == RESULTS):
        return StoredReport(results)
    return StoredReport(results, _manifest_of(listing, content, strict=in_folder))


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


def _manifest_of(listing: Path, results: bytes, strict: bool) -> StoredManifest | None:
    """Return the manifest if it lists these results, which that of a folder has to."""
    try:
        content = manifest.content_of(listing, manifest.MOST_BYTES)
        result: StoredManifest = _parsed(_MANIFEST, content, listing, manifest.SCHEMA)
    except FaultsFound:
        if strict:
            raise
        return None
    listed = {output["path"]: output["sha256"] for output in result.get("outputs", ())}.get(RESULTS)
    if listed == hashlib.sha256(results).hexdigest():
        return result
    if strict:
        message = f"{RESULTS} is not the one that {manifest.NAME} lists: one of them was changed since the build"
        raise FaultsFound(
            [Fault(str(listing.parent), message, _EXPECTED, f"build again, or name the {RESULTS} itself")]
        )
    return None


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
