"""Which files and queries changed between two reports, and which data sets their names say that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ValidationError

from rankpress.comparing.changes import Input
from rankpress.comparing.kept import Kept, KeptManifest
from rankpress.sources.pattern import Captures, WrongPattern


class _Columns(BaseModel):
    dataset: str = "dataset"


class _Rename(BaseModel):
    dataset: dict[str, str] = {}


class _Scores(BaseModel):
    files: tuple[str, ...] | None = ()
    columns: _Columns = _Columns()
    rename: _Rename = _Rename()


def changed_inputs(old: Kept, new: Kept) -> tuple[Input, ...]:
    """The inputs that came, went or have other content; none where a report does not list its inputs.

    Parameters
    ----------
    old, new : Kept
        The reports.
    """
    return () if old.manifest is None or new.manifest is None else tuple(_changed(old.manifest, new.manifest))


def _changed(old: KeptManifest, new: KeptManifest) -> Iterator[Input]:
    before, after = ({one.path: one.sha256 for one in kept.inputs} for kept in (old, new))
    told_before, told_after = _datasets(old), _datasets(new)
    for path, sha256 in after.items():
        if before.get(path) != sha256:
            yield Input(path, "changed" if path in before else "added", told_after.get(path, ()))
    yield from (Input(path, "gone", told_before.get(path, ())) for path in before if path not in after)


def _datasets(kept: KeptManifest) -> Mapping[str, tuple[str, ...]]:
    """The data set of each input whose path tells it, as `runs/{dataset}.json` does."""
    try:
        scores = _Scores.model_validate(kept.spec.get("scores"))
    except ValidationError:
        return {}  # the spec of another version
    patterns = [captures for pattern in scores.files or () if (captures := _captures(pattern))]
    found = {}
    for one in kept.inputs:
        names = [name for captures in patterns if (name := _captured(captures, one.path, scores.columns.dataset))]
        found[one.path] = tuple(dict.fromkeys(scores.rename.dataset.get(name, name) for name in names))
    return found


def _captures(pattern: str) -> Captures | None:
    try:
        return Captures.of(pattern)
    except WrongPattern:
        return None


def _captured(captures: Captures, path: str, column: str) -> str | None:
    try:
        return (captures.read(path) or {}).get(column)
    except WrongPattern:
        return None
