"""What a build would do, and whether a report still is what it would make, also before its study is read."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from rankpress.cache.shelf import FOLDER, MOST_BYTES, Shelf
from rankpress.cache.work import Unmade, Work
from rankpress.core import manifest
from rankpress.core.faults import FaultsFound
from rankpress.core.folders import has_leftovers
from rankpress.core.manifest import NAME, Manifest, installed
from rankpress.core.regular_files import content_of
from rankpress.sources.files import find_files

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.scores import SourceFile
    from rankpress.spec.model import Study
    from rankpress.spec.reading import ReadStudy


_DAMAGED = f"{NAME} is damaged"
# What a manifest without what it should have raises.
_OF_DAMAGE = (LookupError, TypeError, AttributeError, ValueError)


@dataclass(frozen=True)
class _Inputs:
    """What a study names that a report is made from."""

    folder: Path  # that of study.yaml, which all paths are relative to
    files: tuple[str, ...]  # paths, globs and patterns of score files
    further: tuple[str, ...] = ()  # templates, style sheet, plug-ins and studies that are extended
    query: tuple[str, str] | None = None  # a database and the query to it

    @classmethod
    def of(cls, read: ReadStudy) -> _Inputs:
        """Return those of a study."""
        scores, further = read.study.scores, (*template_files(read), *read.own_files)
        query = (scores.database, str(scores.query)) if scores.database else None
        return cls(read.folder, tuple(scores.files or ()), further, query)


def stale_reasons(
    listing: Manifest | None,
    read: ReadStudy,
    out: Path,
    versions: Mapping[str, str],
    formats: Sequence[str] = (),
    baseline: str = "",
) -> tuple[str, ...]:
    """Why a report has to be built again; empty if it is what a build would make."""
    reasons = _why_unbelieved(listing, out, read.folder)
    if reasons or listing is None:
        return reasons
    requested = formats or read.study.report.formats
    try:
        changed = tuple(_changed_keys(listing["spec"], read.study.model_dump(mode="json")))
    except _OF_DAMAGE:
        return (_DAMAGED,)
    others = _stale_files(listing, _Inputs.of(read), out, versions, requested, baseline)
    return others if others == (_DAMAGED,) else (*changed, *others)


def stale_files(
    listing: Manifest | None, inputs: _Inputs, out: Path, versions: Mapping[str, str], formats: Sequence[str]
) -> tuple[str, ...]:
    """Return why a report has to be built again, apart from changes of its study."""
    reasons = _why_unbelieved(listing, out, inputs.folder)
    return reasons if reasons or listing is None else _stale_files(listing, inputs, out, versions, formats)


def stale_reasons_of_run(out: Path) -> tuple[str, ...]:
    """Why a report that `rankpress run` made here without a study has to be built again; empty if it is up to date."""
    listing = manifest.read(out)
    try:
        files = () if listing is None else tuple(str(entry["path"]) for entry in listing["inputs"])
        formats = () if listing is None else tuple(listing["formats"])
    except _OF_DAMAGE:
        return (_DAMAGED,)
    return stale_files(listing, _Inputs(Path(), files), out, manifest.library_versions(), formats)


def _why_unbelieved(listing: Manifest | None, out: Path, folder: Path) -> tuple[str, ...]:
    """Why nothing counts that the manifest of a report says; empty where it does."""
    if listing is None:
        return (_DAMAGED,) if (out / NAME).exists() else ("there is no report yet",)
    return () if was_built_here(out, folder) else (f"{out} was not built here, or its record in {FOLDER} is missing",)


def _stale_files(
    listing: Manifest,
    inputs: _Inputs,
    out: Path,
    versions: Mapping[str, str],
    formats: Sequence[str],
    baseline: str = "",
) -> tuple[str, ...]:
    try:
        return (
            *_missing_formats(listing["formats"], formats),
            *_changed_versions({"rankpress": listing["rankpress"], **listing["versions"]}, versions),
            *_changed_inputs(listing["inputs"], inputs),
            *_changed_outputs(listing["outputs"], out),
            *_changed_baseline(listing.get("baseline", ""), baseline),
        )
    except _OF_DAMAGE:
        return (_DAMAGED,)


def write_own_report(files: Mapping[str, bytes], described: Manifest, out: Path, folder: Path) -> bool:
    """Replace the report of a study in a folder, note that it was built here, and return whether it could be locked."""
    from rankpress.report.writing import write_report  # which a build that has nothing to do goes without

    written = write_report(files, described, out, lambda there: was_built_here(there, folder))
    note_built(written.manifest, folder)
    _note_place(PurePath(described.get("study", "")).name, out, folder)
    return written.was_locked


def note_built(content: bytes, folder: Path) -> None:
    """Note, signed with the user's own secret, that a build made the report with this manifest.json."""
    digest = hashlib.sha256(content).hexdigest()
    Shelf(folder / FOLDER, MOST_BYTES).note(_built(digest), {"manifest": digest})


def _note_place(name: str, out: Path, folder: Path) -> None:
    """Note where the last report of the study or scores of a name was written, and that it is the last one of all."""
    shelf = Shelf(folder / FOLDER, MOST_BYTES)
    noted = {"out": os.path.relpath(out, folder), "manifest": _of_manifest(out)}
    for of in {name, ""}:
        shelf.note(_last(of), noted)


def last_report(folder: Path, name: str = "") -> Path | None:
    """Return where the last report of the study or scores of a name, or of any, lies; None if it is not there."""
    noted = Shelf(folder / FOLDER, MOST_BYTES).noted(_last(name))
    try:
        out = folder / noted["out"]
        return out if noted["manifest"] == _of_manifest(out) else None
    except (KeyError, OSError):
        return None


def _last(name: str) -> str:
    return _digest(["last report", name])


def was_built_here(out: Path, folder: Path) -> bool:
    """Return whether a build of the user's own made the manifest.json of a report of a study in a folder.

    All else that is known of a report is what its manifest says, which anyone can write. The note goes by what the
    manifest says and not by where it lies, so a report may move.
    """
    try:
        digest = _of_manifest(out)
    except OSError:
        return False
    return Shelf(folder / FOLDER, MOST_BYTES).noted(_built(digest)).get("manifest") == digest


def _built(digest: str) -> str:
    return _digest(["built", digest])


def template_files(read: ReadStudy) -> tuple[str, ...]:
    """Return the user's own templates, relative to the folder of study.yaml, sorted."""
    if read.templates is None:
        return ()
    files = [path for path in read.templates.rglob("*") if path.is_file()]
    below = [path.relative_to(read.templates).as_posix() for path in files]
    return tuple(f"{str(read.study.report.templates).rstrip('/')}/{path}" for path in sorted(below))


def template_sources(read: ReadStudy) -> tuple[SourceFile, ...]:
    """Return the user's own templates, theme and plug-ins as inputs of a report, for its manifest."""
    from rankpress.core.scores import SourceFile

    contents = [(path, (read.folder / path).read_bytes()) for path in (*template_files(read), *read.own_files)]
    return tuple(
        SourceFile(path, len(content), hashlib.sha256(content).hexdigest(), rows=0) for path, content in contents
    )


def _changed_keys(before: Any, now: Any, path: str = "") -> Iterator[str]:
    """Keys of the study with other values than before; formats are compared with those that were built."""
    if path == "report.formats" or before == now:
        return
    if isinstance(before, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*now, *before]):
            yield from _changed_keys(before.get(key), now.get(key), f"{path}.{key}".removeprefix("."))
    else:
        yield f"{path} changed in the study"


def _missing_formats(built: Sequence[str], columns: Sequence[str]) -> Iterator[str]:
    for name in columns:
        if name not in built:
            yield f"{name} was not built"


def _changed_versions(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    for name in sorted({*before, *now}):
        # what read the scores is known from the report alone
        current = now.get(name) or installed(name)
        if before.get(name) != current:
            yield f"{name} was {before.get(name, 'not there')} and is {current}"


def _changed_inputs(listed: Sequence[Mapping[str, Any]], inputs: _Inputs) -> Iterator[str]:
    earlier = {str(entry["path"]): entry for entry in listed}
    try:
        requested = _queried(*inputs.query, inputs.folder) if inputs.query else None
        files = (*find_files(inputs.folder, inputs.files), *inputs.further)
    except FaultsFound as error:
        yield from (fault.message for fault in error.faults)
        return
    if requested is not None and requested.sha256 != earlier.pop(requested.path, {}).get("sha256"):
        yield f"{requested.path} gives other rows"
    for path in files:
        if path not in earlier:
            yield f"{path} is new"
        elif not _holds(inputs.folder / path, earlier[path]):
            yield f"{path} changed"
    yield from (f"{path} is gone" for path in earlier if path not in files)


def _queried(database: str, query: str, folder: Path) -> SourceFile:
    """Return what a database answers now, as an input of a report."""
    from rankpress.sources.databases import Query, read_query
    from rankpress.sources.files import Unreadable

    try:
        return read_query(Query(database, query, folder)).files[0]
    except Unreadable as unreadable:
        raise FaultsFound([unreadable.fault]) from unreadable


def _changed_outputs(listed: Sequence[Mapping[str, Any]], out: Path) -> Iterator[str]:
    for entry in listed:
        path = out / str(entry["path"])
        if not path.is_file():
            yield f"{path} is missing"
        elif not _holds(path, entry):
            yield f"{path} was changed by hand"


def _changed_baseline(before: str, now: str) -> Iterator[str]:
    if before != now:
        yield "the baseline changed" if before and now else "a baseline is given" if now else "no baseline is given"


def _holds(path: Path, entry: Mapping[str, Any]) -> bool:
    """Return whether a file is the one that was listed."""
    try:
        with path.open("rb") as file:
            same_size = path.stat().st_size == entry["size"]
            return same_size and hashlib.file_digest(file, "sha256").hexdigest() == str(entry["sha256"])
    except OSError:
        return False  # the build will say what is wrong with it


_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)")
_MOST_OF_STUDY = 1 << 20  # bytes, as reading one takes
_READERS = ("pydantic", "pyyaml")  # whose versions could read another study from the same text


class Receipt:
    """How a build finds that nothing changed before it reads its study: the receipt of a report in a folder.

    A build leaves a receipt in the store: a digest of all that its study was read from, which files the study names,
    and which manifest.json its report has. While these are the same, reading the study would give what the manifest
    records, and the report is fresh if its files are, which are compared as ever. Where more could matter (plug-ins,
    templates of the user's own, a database), no receipt is left, and whatever is not as it was makes the build read its
    study.
    """

    def __init__(self, study: Path, overrides: Sequence[str], out: Path | None) -> None:
        self._study, self._overrides, self._named = study, tuple(overrides), out
        self._shelf = Shelf(study.parent / FOLDER, MOST_BYTES)
        self._name = _digest(["receipt", study.name, None if out is None else os.path.realpath(out)])

    def vouched(self, formats: Sequence[str]) -> Path | None:
        """Return the folder of a report that is what a build would make; None where that takes reading the study."""
        noted = self._shelf.noted(self._name)
        try:
            bases, files, further, of_study = (
                tuple(map(str, json.loads(noted[name]))) for name in ("bases", "files", "own", "formats")
            )
            texts = [_text(path) for path in (self._study, *(self._study.parent / base for base in bases))]
            out = self._study.parent / noted["out"] if self._named is None else self._named
            is_followed = self._named is not None or not out.is_symlink()
            if (
                not is_followed
                or noted["read from"] != self._read_from(texts)
                or noted["manifest"] != _of_manifest(out)
            ):
                return None
        except (OSError, KeyError, TypeError, ValueError):
            return None
        inputs = _Inputs(self._study.parent, files, further)
        versions = manifest.library_versions()
        stale = has_leftovers(out) or stale_files(manifest.read(out), inputs, out, versions, formats or of_study)
        return None if stale else out

    def leave(self, read: ReadStudy, out: Path) -> None:
        """Note that the report is what a build of the study, as it was read, made or would make."""
        scores, report = read.study.scores, read.study.report
        read_from = self._read_from(read.texts)
        if not read_from or read.plugins or scores.database is not None or report.templates is not None:
            return
        parts = {
            "bases": [os.path.relpath(base, read.folder) for base in read.bases],
            "files": scores.files or (),
            "own": read.own_files,
            "formats": report.formats,
        }
        try:
            noted = {"read from": read_from, "manifest": _of_manifest(out), "out": report.out or "report"}
        except OSError:
            return
        self._shelf.note(self._name, noted | {name: json.dumps(part) for name, part in parts.items()})

    def _read_from(self, texts: Sequence[str]) -> str:
        """Hash all that a study is read from; empty where that is not certain."""
        variables = sorted({name for text in texts for name in _VARIABLE.findall(text)})
        if not texts or (variables and any("\\" in text for text in texts)):  # an escape may spell another's name
            return ""
        environment = [os.environ.get(name) for name in variables]
        return _digest([[*texts], self._overrides, environment, sys.version, [*map(manifest.version_of, _READERS)]])


def _text(path: Path) -> str:
    """Return the text of a study, as it is read."""
    return content_of(path, _MOST_OF_STUDY).decode().removeprefix("\ufeff")


def _of_manifest(out: Path) -> str:
    return hashlib.sha256(content_of(out / manifest.NAME, manifest.MOST_BYTES)).hexdigest()


def _digest(parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def foreseen(read: ReadStudy, reasons: Sequence[str], formats: Sequence[str] = ()) -> tuple[Work, ...]:
    """Return the stages of a build of these formats, or the study's own, in their order, and why each would be done."""
    if not reasons:
        return tuple(Work(stage, unit) for stage, unit in stages_of(read.study))
    rendering = Work("render", "", tuple(reasons))
    try:
        # with families over all metrics a stage is asked for twice, for its own metric and for the others
        return (*dict.fromkeys(_without_doing(read, formats, "--force" in reasons)), rendering)
    except FaultsFound as error:
        return (Work("load", "", tuple(fault.message for fault in error.faults)), rendering)


def stages_of(study: Study) -> tuple[tuple[str, str], ...]:
    """Return the stages that a study has, and the metric of each that has one."""
    again = [
        *(["order groups"] if study.scores.groups else []),
        *(["order validation"] if any(metric.validation for metric in study.scores.metrics) else []),
    ]
    bayes = ["bayes"] if study.bayes is not None else []
    margin = ["equivalence"] if study.effects is not None and study.effects.margin is not None else []
    trust = [name for name in ("sensitivity", "replicability", "power") if getattr(study, name) is not None]
    computed = [step.name for step, _ in study.steps()]
    of_metric = ["rank", "test", "effects", *margin, "adjust", *bayes, "order", *again, *trust, "conclude", *computed]
    of_metrics = [(stage, metric.name) for metric in study.scores.metrics for stage in of_metric]
    return (("load", ""), *of_metrics, ("draw", ""), ("render", ""))


def _without_doing(read: ReadStudy, formats: Sequence[str], force: bool) -> list[Work]:
    # all that needs numpy
    from rankpress.analysis import analyse
    from rankpress.cache.store import open_store
    from rankpress.checks.agreement import agreeing_scores
    from rankpress.report.plot import plot
    from rankpress.robustness.protocol import with_protocol

    study, store = read.study, open_store(read, dry=True, force=force)
    analyses = analyse(study, agreeing_scores(read, store), store)
    awaited = dict.fromkeys(stage for analysis in analyses for stage in _unmade(analysis))
    if awaited:
        store.work.append(Work("draw", "", (f"depends on {', '.join(awaited)}",)))
    else:
        # which calls figures exploratory
        texts = tuple(with_protocol(study, analyses))
        requested, names = formats or study.report.formats, study.names
        by_default = "plot" not in study.model_fields_set
        figures, drawing = study.figures, study.report.drawing
        plot(texts, figures, drawing, store=store, names=names, formats=requested, by_default=by_default)
    return store.work


def _unmade(analysis: Analysis) -> list[str]:
    return [part.stage for part in analysis.parts if isinstance(part, Unmade)]
