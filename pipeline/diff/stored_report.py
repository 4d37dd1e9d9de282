"""A stored report: what its results.json and manifest.json state, as far as a comparison needs it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from rankpress.core import manifest
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.folders import standing
from rankpress.spec.document import quoted
from rankpress.topics.results import SCHEMA


class _TrustKept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class KeptStability(_TrustKept):
    """Under how many variations a conclusion stands."""

    kind: str
    stands: int
    tried: int


class KeptSensitivity(_TrustKept):
    """The conclusions under variations of the study."""

    conclusions: tuple[KeptStability, ...] = ()


class KeptReached(_TrustKept):
    """A number of data sets or a difference that reaches the power wanted, its interval, and why there is none."""

    at: FiniteFloat | None = Field(default=None, validation_alias=AliasChoices("datasets", "difference", "at"))
    interval: tuple[FiniteFloat | None, FiniteFloat | None]
    why: str = ""


class KeptProcedure(_TrustKept):
    """The simulated power of a procedure."""

    needed: KeptReached


class KeptBySize(_TrustKept):
    """The simulated power by number of data sets, at a difference; the second procedure decides, if there is one."""

    difference: FiniteFloat
    procedures: dict[str, KeptProcedure]

    @property
    def deciding(self) -> KeptProcedure:
        """That of the procedure that decides."""
        return list(self.procedures.values())[:2][-1]


class KeptPowerPair(_TrustKept):
    """The simulated power of a comparison."""

    a: str
    b: str
    by_datasets: tuple[KeptBySize, ...] = ()
    smallest: dict[str, KeptReached]

    @property
    def deciding(self) -> KeptReached:
        """The smallest difference that the procedure that decides finds."""
        return list(self.smallest.values())[:2][-1]


class KeptPower(_TrustKept):
    """The simulated power."""

    target: FiniteFloat
    pairs: tuple[KeptPowerPair, ...] = ()


class KeptRejections(_TrustKept):
    """On how many draws a test or an adjustment told two algorithms apart."""

    rejections: int


class Rejecting(NamedTuple):
    """A test or an adjustment, and on how many draws it rejected."""

    method: str
    rejections: int


class KeptDrawnPair(_TrustKept):
    """A comparison made anew on draws, by tests of two algorithms and by adjustments."""

    a: str
    b: str
    tests: dict[str, KeptRejections] = {}
    adjusted: dict[str, KeptRejections] = {}

    @property
    def deciding(self) -> Rejecting | None:
        """The adjustment that decides, or else the first test, and its rejections; None where neither was made."""
        found = (self.adjusted or self.tests).items()
        return next((Rejecting(name, one.rejections) for name, one in found), None)


class KeptBias(_TrustKept):
    """The draws at a bias."""

    bias: FiniteFloat
    comparisons: tuple[KeptDrawnPair, ...] = ()


class KeptReplicability(_TrustKept):
    """The tests on draws of data sets."""

    draws: int
    size: int
    replacement: bool
    table_bias: FiniteFloat
    biases: tuple[KeptBias, ...] = ()

    @property
    def tabled(self) -> tuple[KeptDrawnPair, ...]:
        """The comparisons at the bias of the tables, which are all that were made."""
        return next((one.comparisons for one in self.biases if one.bias == self.table_bias), ())


RESULTS = "results.json"
_EXPECTED = "the output folder of a build, or its results.json"
_MOST_TOLD = 5
_MOST_BYTES = 1 << 32


class _KeptKept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())


class KeptTest(_KeptKept):
    """An omnibus test."""

    p: FiniteFloat | None = None
    exact_p: FiniteFloat | None = None


class KeptPair(_KeptKept):
    """A comparison of two algorithms over the data sets."""

    a: str
    b: str
    difference: FiniteFloat | None = None
    p: FiniteFloat | None = None
    favours: str | None = None
    adjusted: dict[str, FiniteFloat | None] = {}


class KeptWithin(_KeptKept):
    """A comparison of two algorithms on one data set."""

    dataset: str
    a: str
    b: str
    test: str
    difference: FiniteFloat | None = None
    standard_error: FiniteFloat | None = None
    p: FiniteFloat | None = None


class KeptPlace(_KeptKept):
    """A place in an order."""

    algorithm: str


class KeptOrder(_KeptKept):
    """An order of the algorithms."""

    prior: tuple[str, ...] = ()
    ranking: tuple[KeptPlace, ...] = ()
    per_dataset: dict[str, tuple[str, ...]] = {}


class KeptBest(_KeptKept):
    """Whether a best may be named."""

    algorithm: str | None = None


class KeptDifference(_KeptKept):
    """A critical difference."""

    cd: FiniteFloat | None = None


class KeptDropped(_KeptKept):
    """What the missing policy left out."""

    datasets: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()


class KeptMissing(_KeptKept):
    """What was missing."""

    policy: str = "error"


Matrix = dict[str, dict[str, FiniteFloat | None]]


class KeptMetric(_KeptKept):
    """One metric of a results.json."""

    better: str
    p_values: str | None = None
    n_datasets: int | None = None
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    dropped: KeptDropped = KeptDropped()
    missing: KeptMissing = KeptMissing()
    means: Matrix | None = None
    ranks: Matrix | None = None
    average_ranks: dict[str, FiniteFloat]
    omnibus: dict[str, KeptTest] = {}
    critical_difference: dict[str, KeptDifference] = {}
    comparisons: tuple[KeptPair, ...] = ()
    groups: dict[str, tuple[tuple[str, ...], ...]] = {}
    within: tuple[KeptWithin, ...] = ()
    best: KeptBest | None = None
    order: KeptOrder = KeptOrder()
    sensitivity: KeptSensitivity | None = None
    power: KeptPower | None = None
    replicability: KeptReplicability | None = None


class KeptResults(_KeptKept):
    """A results.json."""

    schema_: str = Field(alias="schema")
    title: str
    alpha: FiniteFloat
    settings: dict[str, Any] = {}
    metrics: dict[str, KeptMetric]


class KeptInput(_KeptKept):
    """A file or a query that a report was made from."""

    path: str
    sha256: str


class KeptOutput(_KeptKept):
    """A file of a report."""

    path: str
    sha256: str


class KeptManifest(_KeptKept):
    """A manifest.json."""

    schema_: str = Field(alias="schema")
    rankpress: str
    versions: dict[str, str]
    spec: dict[str, Any]
    inputs: tuple[KeptInput, ...]
    outputs: tuple[KeptOutput, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A report as a comparison takes it.

    Parameters
    ----------
    results : KeptResults
        Its results.json.
    manifest : KeptManifest or None
        Its manifest.json; None where the results stand alone.
    """

    results: KeptResults
    manifest: KeptManifest | None = None

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the study says of the results; of all it says, where the manifest is there."""
        return self.results.settings if self.manifest is None else self.manifest.spec

    @property
    def deciding(self) -> Mapping[str, Any]:
        """The sections that decide what is found; of the manifest where results of an earlier version do not say."""
        return self.results.settings or self.settings

    @property
    def versions(self) -> Mapping[str, str]:
        """Of rankpress and its libraries, where they are known."""
        return {} if self.manifest is None else {"rankpress": self.manifest.rankpress, **self.manifest.versions}


def read_kept(path: Path) -> Kept:
    """Read a report."""
    path = standing(path)
    in_folder = path.is_dir()
    file = path / RESULTS if in_folder else path
    content = _content(file, path)
    results = _parsed(KeptResults, content, file, SCHEMA)
    listing = file.parent / manifest.NAME
    if not listing.is_file() or not (in_folder or file.name == RESULTS):
        return Kept(results)
    described = _manifest_of(listing, content, strict=in_folder)
    return Kept(results, described)


def kept_of(results: Mapping[str, Any], described: manifest.Manifest) -> Kept:
    """A report that is being made, before it is written."""
    # as JSON, which knows no tuples
    return Kept(
        KeptResults.model_validate_json(json.dumps(results)), KeptManifest.model_validate_json(json.dumps(described))
    )


def fingerprint(kept: Kept | None) -> str:
    """A hash of what a comparison takes of a report, one that it holds itself left out; empty of none."""
    if kept is None:
        return ""
    described = "" if kept.manifest is None else kept.manifest.model_dump_json(exclude={"outputs"})
    return hashlib.sha256(f"{kept.results.model_dump_json()}{described}".encode()).hexdigest()


def _content(file: Path, given: Path) -> bytes:
    try:
        return manifest.content_of(file, _MOST_BYTES)
    except FileNotFoundError as error:
        message = f"there is no {RESULTS} in this folder" if given.is_dir() else "there is no such file or folder"
        raise FaultsFound([Fault(str(given), message, _EXPECTED, "rankpress build STUDY makes one")]) from error
    except OSError as error:
        raise FaultsFound([Fault(str(file), f"the file cannot be read: {error.strerror}", _EXPECTED)]) from error


def _manifest_of(listing: Path, results: bytes, strict: bool) -> KeptManifest | None:
    """The manifest, if the results are those that it lists; a folder's has to."""
    try:
        described = _parsed(KeptManifest, manifest.content_of(listing, manifest.MOST_BYTES), listing, manifest.SCHEMA)
    except FaultsFound:
        if strict:
            raise
        return None
    listed = {output.path: output.sha256 for output in described.outputs}.get(RESULTS)
    if listed == hashlib.sha256(results).hexdigest():
        return described
    if strict:
        told = f"{RESULTS} is not the one that {manifest.NAME} lists: one of them was changed since the build"
        raise FaultsFound([Fault(str(listing.parent), told, _EXPECTED, f"build again, or name the {RESULTS} itself")])
    return None


Model = TypeVar("Model", KeptResults, KeptManifest)


def _parsed(model: type[Model], content: bytes, file: Path, schema: str) -> Model:
    try:
        found = model.model_validate_json(content)
    except ValidationError as error:
        raise FaultsFound([Fault(str(file), _complaint(error), _EXPECTED)]) from error
    if found.schema_ != schema:
        message = f"its schema is {quoted(found.schema_)}"
        remedy = "build the report again with this version, or compare with the version that wrote it"
        raise FaultsFound([Fault(str(file), message, f"a file with the schema {quoted(schema)}", remedy)])
    return found


def _complaint(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    if found[0]["type"] == "json_invalid":
        return f"the file is no whole JSON: {found[0]['msg'].removeprefix('Invalid JSON: ')}"
    told = [f"{'.'.join(map(str, one['loc']))} ({one['msg'].lower()})" for one in found[:_MOST_TOLD]]
    more = f" and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
    return f"no whole report of rankpress: {'; '.join(told)}{more}"
