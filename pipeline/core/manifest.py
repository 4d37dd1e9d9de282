"""manifest.json: what a report is made from, and its files with their hashes."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.core import plugins
from rankpress.core.regular_files import content_of

if TYPE_CHECKING:
    from rankpress.core.scores import SourceFile


SCHEMA = "rankpress.manifest/1"
NAME = "manifest.json"
MOST_BYTES = 1 << 28
# What no path of a report has: signs that mean more than a name somewhere, names that are too long, deep folders.
_FOREIGN, _MOST_OF_NAME, _MOST_FOLDERS = frozenset("\0\\:"), 255, 8

Manifest = dict[str, Any]
_MADE_FROM = ("rankpress", "versions", "study", "spec", "inputs", "baseline")

PACKAGES = ("rankpress", "rankpress.stats", "rankpress.figures", "rankpress.templates")
_CODE = (".py", ".j2", ".css", ".js", ".bib")
# whose version can change a figure, a table or a byte of a report
LIBRARIES = ("fonttools", "jinja2", "matplotlib", "numpy", "scipy", "weasyprint")


def library_versions(readers: Sequence[str] = ()) -> dict[str, str]:
    """Versions of rankpress, of its very code, and of the libraries that can change what it writes."""
    versions = {name: version_of(name) for name in ("rankpress", *LIBRARIES)} | {"rankpress code": code_hash()}
    return versions | {name: installed(name) for name in readers} | plugins.versions()


# kept, for reading the metadata of a package takes a thousandth of a second
version_of = cache(version)


def installed(package: str) -> str:
    """Return the version of a package that need not be there."""
    try:
        return version_of(package)
    except PackageNotFoundError:
        return "not there"


def code_hash(packages: Sequence[str] = PACKAGES) -> str:
    """A short hash of our modules and templates: between two releases the code changes and the version does not."""
    return hashlib.sha256("".join(map(_code_of, packages)).encode()).hexdigest()[:12]


@cache
def _code_of(package: str) -> str:
    """Hash the modules and templates of a package, once a process, which goes on with what it has loaded."""
    # found, not imported: that would load numpy to learn that there is nothing to do
    spec = find_spec(package)
    top = str(Path(str(spec and spec.origin)).parent)
    digest = hashlib.sha256()
    for path in _code_files(top):
        content = Path(path).read_bytes()
        digest.update(f"{path.removeprefix(top)}\0{len(content)}\0".encode() + content)
    return f"{package} {digest.hexdigest()}\0"


def _code_files(folder: str) -> Iterator[str]:
    """Yield the files below a folder that are code, in the same order on every system."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _code_files(entry.path)
        elif entry.name.endswith(_CODE):
            yield entry.path


def describe(
    spec: Mapping[str, Any],
    formats: Sequence[str],
    sources: Sequence[SourceFile],
    versions: Mapping[str, str],
    outputs: Mapping[str, bytes],
    baseline: str = "",
    study: str = "",
) -> Manifest:
    """Return what a report is made from and consists of; `study` is the file that it is the report of."""
    return {
        "schema": SCHEMA,
        "rankpress": versions["rankpress"],
        "versions": {name: version for name, version in versions.items() if name != "rankpress"},
        **({"study": study} if study else {}),
        "spec": spec,
        "formats": sorted(formats),
        **({"baseline": baseline} if baseline else {}),
        "inputs": [{"path": source.path, "size": source.size, "sha256": source.sha256} for source in sources],
        "outputs": [
            {"path": path, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for path, content in sorted(outputs.items())
        ],
    }


def read(out: Path) -> Manifest | None:
    """Return the manifest of the report in a folder."""
    try:
        listing: Manifest = json.loads(content_of(out / NAME, MOST_BYTES))
        outputs = listing["outputs"]
        sound = listing["schema"] == SCHEMA and isinstance(outputs, list) and all(map(_is_output, outputs))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return listing if sound else None


def _is_output(listed: Any) -> bool:
    """Return whether an entry names a file below the folder, as a build would: another is never replaced or removed."""
    return is_path_of_output(listed["path"]) and isinstance(listed["sha256"], str)


def is_path_of_output(path: str) -> bool:
    """Return whether a file of a report may have a path: below the folder, of plain names, none of them too long."""
    parts = path.split("/")
    short = len(parts) <= _MOST_FOLDERS and all(len(part.encode()) <= _MOST_OF_NAME for part in parts)
    return short and not {"", ".", ".."} & set(parts) and not _FOREIGN & set(path) and path != NAME


def paths(described: Manifest | None) -> set[str]:
    """Return the files of a report that its manifest lists."""
    return set(digests(described))


def digests(described: Manifest | None) -> dict[str, set[str]]:
    """Return the sha256 of each file of a report: of two reports, where it is unfinished."""
    results: dict[str, set[str]] = {}
    for output in described["outputs"] if described else ():
        results.setdefault(output["path"], set()).add(output["sha256"])
    return results


def unfinished(earlier: Manifest | None, described: Manifest) -> Manifest:
    """What stands for the manifest while files of one report are replaced by those of another: it says what is ours."""
    return {"schema": SCHEMA, "outputs": [*(earlier["outputs"] if earlier else ()), *described["outputs"]]}


def merge(new: Manifest, earlier: Manifest | None) -> Manifest:
    """Add to a manifest the formats of the earlier report that still hold, as after ``build --only html``."""
    if earlier is None or any(new.get(key) != earlier.get(key) for key in _MADE_FROM):
        return new
    created = {output["path"] for output in new["outputs"]}
    remaining = [output for output in earlier["outputs"] if output["path"] not in created]
    return {
        **new,
        "formats": sorted({*new["formats"], *earlier["formats"]}),
        "outputs": sorted([*new["outputs"], *remaining], key=lambda output: str(output["path"])),
    }


def manifest_json(described: Manifest) -> str:
    """Return the text of manifest.json."""
    return json.dumps(described, indent=1, ensure_ascii=False) + "\n"


def spec_hash(spec: Mapping[str, Any]) -> str:
    """Return a short hash of the study as resolved, printed in every LaTeX fragment."""
    canonical = json.dumps(spec, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]
