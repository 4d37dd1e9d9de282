"""All that is wrong with a study, before anything is computed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.cache.store import READING, Store, without
from rankpress.cache.work import Unmade
from rankpress.checks.designs import (
    find_tests_without_gaps,
    find_too_large_draws,
    find_too_many_pairs,
    find_wrong_bayes,
    find_wrong_designs,
    find_wrong_priors,
)
from rankpress.checks.names import find_unknown_names, find_wrong_labels, find_wrong_tables
from rankpress.core.faults import Fault, FaultsFound, Findings
from rankpress.core.manifest import installed
from rankpress.core.plugins import activate, packages
from rankpress.core.scores import Scores
from rankpress.sources.files import find_files
from rankpress.sources.formats import LOADERS, READERS
from rankpress.spec.complaints import kind_of
from rankpress.stages.load import load

if TYPE_CHECKING:
    from rankpress.spec.document import SpecSource
    from rankpress.spec.model import Study
    from rankpress.spec.reading import ReadStudy, SpecAtFault


def disagreements(study: Study, scores: Scores, source: SpecSource, without: Collection[str] = ()) -> list[Fault]:
    """Find what a study asks of its scores that they cannot give."""
    findings = Findings(source.document.name)
    for find in (
        find_unknown_names,
        find_too_many_pairs,
        find_wrong_labels,
        find_wrong_designs,
        find_tests_without_gaps,
        find_wrong_bayes,
        find_wrong_priors,
        find_wrong_tables,
        find_too_large_draws,
    ):
        for path, fault in find(study, scores, source):
            if path[0] not in without:
                findings.add_each(kind_of(path), [fault], lambda item: item if isinstance(item, Fault) else item())
    return list(findings.faults())


def _in_spec(fault: Fault, source: SpecSource) -> Fault:
    """Turn a place such as ``scores.files[0]``, which loading gives, into a line of the spec."""
    if not re.fullmatch(r"scores(\.[a-z_]+)?(\[\d+\])?", fault.place):
        return fault
    steps = re.findall(r"[a-z_]+|\d+", fault.place)
    path = tuple(int(step) if step.isdigit() else step for step in steps)
    return source.fault(path, fault.message, fault.expected, fault.remedy)


@dataclass(frozen=True)
class Examined:
    """The scores of a study, where they could be read, and all that is wrong with them."""

    scores: Scores | None
    faults: tuple[Fault, ...]


def examine(read: ReadStudy, without: Collection[str] = (), store: Store | None = None) -> Examined:
    """Read the scores of a study and find all that is wrong, writing nothing."""
    # `without` has the sections of its spec that are left out for being at fault themselves.
    try:
        scores = stored_scores(read, store or Store(None))
    except FaultsFound as result:
        return Examined(None, tuple(_in_spec(fault, read.source) for fault in result.faults))
    if isinstance(scores, Unmade):
        return Examined(scores, ())
    return Examined(scores, tuple(disagreements(read.study, scores, read.source, without)))


def stored_scores(read: ReadStudy, store: Store) -> Scores:
    """Return the scores of a study, from an earlier build where their files hold the same.

    A database is queried every time: only its answer shows whether it is the same.
    """
    options = read.study.scores
    if options.database:
        store.log("load")
        return load(options, read.folder)
    contents: dict[str, str] = {}
    for path in find_files(read.folder, options.files or ()):
        try:
            with (read.folder / path).open("rb") as file:
                contents[path] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            contents[path] = "unreadable"  # reading it reports what is wrong
    # what reads next to our code: the libraries that it may ask, and the formats that others add
    readers = {name: installed(name) for name in READERS} | {"formats of other packages": packages([LOADERS.group])}
    return store.call(
        "load",
        load,
        without(options, "groups"),
        read.folder,
        code=READING,
        also={**readers, **contents},
        # a file may change while it is read: what was read is kept as what it is
        sound=lambda scores: {source.path: source.sha256 for source in scores.sources} == contents,
    )


def with_the_rest(fault: SpecAtFault) -> FaultsFound:
    """All that is wrong with a study: the faults of its spec, and those that show in its sound sections and scores."""
    rest = () if fault.rest is None else examine(fault.rest, fault.sections).faults
    return FaultsFound([*fault.faults, *rest])


def agreeing_scores(read: ReadStudy, store: Store | None = None) -> Scores:
    """Return the scores of a study with which nothing is wrong."""
    activate(read.plugins)  # another study may have been read since
    examined = examine(read, store=store)
    if examined.scores is None or examined.faults:
        raise FaultsFound(examined.faults)
    return examined.scores
