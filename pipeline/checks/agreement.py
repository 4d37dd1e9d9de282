"""All that is wrong with a study before anything is computed, and what it names that its scores have not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rankpress.cache.store import READING, Store, restricted
from rankpress.cache.work import Unmade
from rankpress.checks.designs import (
    find_order_of_gaps,
    find_too_large_draws,
    find_too_many_pairs,
    find_unsolved,
    find_wrong_bayes,
    find_wrong_designs,
    find_wrong_priors,
)
from rankpress.core.faults import Fault, FaultsFound, Findings, StudyPlace, one_of
from rankpress.core.labels import Label
from rankpress.core.manifest import installed
from rankpress.core.plugins import activate, packages
from rankpress.core.scores import Scores
from rankpress.sources.files import find_files
from rankpress.sources.formats import LOADERS, READERS
from rankpress.sources.withheld import unquoted, without_words
from rankpress.spec.complaints import kind_of
from rankpress.spec.document import SpecSource, parse_document
from rankpress.spec.scores_section import ScoresOptions
from rankpress.spec.strict import in_list, in_pairs
from rankpress.spec.table_options import Rounded, Scaled, Sortable, SortKey, SortOptions, below
from rankpress.stages.load import load
from rankpress.wording.strings import listed, quoted
from rankpress.wording.text import SINGULAR, Kind, plain

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.reading import ReadStudy, SpecAtFault


def disagreements(study: Study, scores: Scores, source: SpecSource, without: Collection[str] = ()) -> list[Fault]:
    """Find what a study asks of its scores that they cannot give."""
    findings = Findings(source.document.name)
    for find in (
        find_unknown_names,
        find_ambiguous_weights,
        find_too_many_pairs,
        find_wrong_labels,
        find_wrong_designs,
        find_order_of_gaps,
        find_wrong_bayes,
        find_unsolved,
        find_wrong_priors,
        find_wrong_tables,
        find_too_large_draws,
        find_wrong_steps,
    ):
        for path, fault in find(study, scores, source):
            if path[0] not in without:
                kind, of_names = kind_of(path), (find, *path[:-1])
                findings.add_each(kind, [fault], lambda lazy: lazy if isinstance(lazy, Fault) else lazy(), of_names)
    return list(findings.faults())


def disagreements_of_table(study: Study, scores: Scores, kind: str) -> list[Fault]:
    """Find what the options of a kind of table, given in a program, ask of the scores that they cannot give."""
    path: Path = ("report", "tables", kind)
    source = SpecSource(parse_document("{}", ""), {path: f"table {kind}"})
    return [
        fault if isinstance(fault, Fault) else fault()
        for find in (find_unknown_names, find_wrong_tables)
        for place, fault in find(study, scores, source)
        if place[:3] == path
    ]


def _in_spec(fault: Fault, source: SpecSource) -> Fault:
    """Turn a place such as ``scores.files[0]``, which loading gives, into a line of the spec."""
    if not isinstance(fault.place, StudyPlace):
        return fault
    return source.fault(fault.place.path, fault.message, fault.expected, fault.remedy)


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
    except FaultsFound as error:
        faults = without_words(error.faults, read.study.scores, read.quotable)
        return Examined(None, tuple(_in_spec(fault, read.source) for fault in faults))
    if isinstance(scores, Unmade):
        return Examined(scores, ())
    disagreeing = disagreements(read.study, scores, read.source, without)
    return Examined(scores, unquoted(disagreeing, read.study.scores, read.quotable))


def stored_scores(read: ReadStudy, store: Store) -> Scores:
    """Return the scores of a study, from an earlier build where their files hold the same.

    A database is queried every time: only its answer shows whether it is the same.
    """
    options = read.study.scores
    if options.database:
        store.log("load")
        return load(options, read.folder, read.study.reads_steps)
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
        restricted(options, ScoresOptions),
        read.folder,
        read.study.reads_steps,
        code=READING,
        also={**readers, **contents},
        # a file may change while it is read: what was read is kept as what it is
        sound=lambda scores: {source.path: source.sha256 for source in scores.sources} == contents,
    )


def with_the_rest(fault: SpecAtFault) -> FaultsFound:
    """All that is wrong with a study: the faults of its spec, and those that show in its sound sections and scores."""
    of_scores = () if fault.rest is None else examine(fault.rest, fault.sections).faults
    return FaultsFound([*fault.faults, *of_scores])


def agreeing_scores(read: ReadStudy, store: Store | None = None) -> Scores:
    """Return the scores of a study with which nothing is wrong."""
    activate(read.plugins)  # another study may have been read since
    examined = examine(read, store=store)
    if examined.scores is None or examined.faults:
        raise FaultsFound(examined.faults)
    return examined.scores


FoundFault = Fault | Callable[[], Fault]


def find_unknown_names(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, FoundFault]]:
    """Find algorithms and data sets that the spec names and the scores do not hold, and those its prior leaves out."""
    algorithms = dict.fromkeys(scores.all_algorithms)
    for path, name in _named(study):
        if name not in algorithms:
            yield path, partial(unknown, "algorithm", path, name, list(algorithms), source)
        elif path[0] not in ("order", "protocol"):  # which may speak of algorithms that were left out
            yield from _dropped(path, name, scores, source)
    if study.order is not None and study.order.prior is not None:
        left_out = [name for name in scores.algorithms if name not in study.order.prior]
        if left_out:
            path = ("order", "prior")
            message = f"the prior leaves out {listed(map(quoted, left_out))}"
            yield path, source.fault(path, message, "all algorithms of the scores, the cheapest first")
    datasets = dict.fromkeys(scores.all_datasets)  # those included that the missing policy dropped
    for path, name in _named_datasets(study):
        if name not in datasets:
            yield path, partial(unknown, "data set", path, name, list(datasets), source)


def find_ambiguous_weights(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find weights of a name that both a data set and a group have, unless it is the only one of its group."""
    weights, datasets = study.scores.weights, set(scores.all_datasets)
    for name in weights if isinstance(weights, dict) else ():
        if name in datasets and study.scores.groups.get(name, (name,)) != (name,):
            path = ("scores", "weights", name)
            message = f"{quoted(name)} is the name of a data set and of a group"
            yield path, source.fault(path, message, "a name of one of them", "rename the group", at_key=True)


def find_wrong_steps(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find what topics have against their sections of the study next to its scores."""
    for step, sections in study.steps():
        for section in sections:
            for wrong in step.wrong_for_scores(section, scores):
                path = (step.name, *wrong.path)
                yield path, source.fault(path, wrong.message, wrong.expected, wrong.remedy)


def unknown(
    noun: str, path: Path, name: str, existing: list[str], source: SpecSource, *, at_key: bool = False
) -> Fault:
    """Return the fault that the scores have no such name; the nearest is looked for, so only where it is shown."""
    expected = one_of(name, existing) if existing else f"none, for the scores have no {noun} by name"
    return source.fault(path, f"there is no {noun} {quoted(name)} in the scores", expected, at_key=at_key)


def _named_datasets(study: Study) -> Iterator[tuple[Path, str]]:
    for group, members in study.scores.groups.items():
        yield from in_list(("scores", "groups", group), members)
    for name in study.scores.weights if isinstance(study.scores.weights, dict) else ():
        if name not in study.scores.groups:
            yield ("scores", "weights", name), name
    for index, figure in enumerate(study.plot):
        yield from below(("plot", index, figure.name), figure.options.datasets())
    for kind, options in study.report.tables.items():
        yield from below(("report", "tables", kind), options.datasets())
    yield from in_list(("report", "macros", "datasets"), study.report.macros.datasets)


def _named(study: Study) -> Iterator[tuple[Path, str]]:
    """Yield all algorithms that a study names, with their places."""
    for family, members in study.scores.families.items():
        yield from in_list(("scores", "families", family), members)
    for step, sections in study.steps():
        for section in sections:
            yield from below((step.name,), section.referenced_algorithms())
    if study.test.control is not None:
        yield ("test", "control"), study.test.control
    if study.curves is not None:
        if study.curves.baseline is not None:
            yield ("curves", "baseline"), study.curves.baseline
        yield from in_pairs(("curves", "pairs"), study.curves.pairs)
    yield from in_list(("report", "figures", "highlight"), study.report.figures.highlight)
    for index, figure in enumerate(study.plot):
        yield from below(("plot", index, figure.name), figure.options.algorithms())
    for kind, options in study.report.tables.items():
        yield from below(("report", "tables", kind), options.algorithms())
    if study.replicability is not None:
        yield from in_pairs(("replicability", "pairs"), study.replicability.pairs)
        yield from in_list(("replicability", "by"), study.replicability.by)
    if study.power is not None:
        yield from in_pairs(("power", "pairs"), study.power.pairs)
    if study.protocol is not None:
        yield from ((("protocol", "tuning", name), name) for name in study.protocol.tuning)
        yield from in_list(("protocol", "algorithms", "new"), study.protocol.algorithms.new)
    yield from in_pairs(("report", "macros", "pairs"), study.report.macros.pairs)
    if study.order is not None:
        yield from in_list(("order", "prior"), study.order.prior)


def _dropped(path: Path, name: str, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """That the missing policy dropped an algorithm; a prior may name it all the same."""
    without = [metric for metric in scores.metrics if name in metric.missing.dropped_algorithms]
    if without:
        missing, metrics = without[0].missing, listed(metric.name for metric in without)
        gaps = [gap.dataset for gap in missing.gaps if gap.algorithm == name]
        yield (
            path,
            source.fault(
                path,
                f"{quoted(name)} was dropped by missing: {missing.policy} in {metrics},"
                f" for want of results on {listed(gaps)}",
                f"one of {listed(without[0].algorithms)}",
                "name another algorithm, add its results, or set scores.missing otherwise",
            ),
        )


def find_wrong_labels(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, FoundFault]]:
    """Find labels of names that the scores do not have, and labels that show two names alike."""
    for kind, names in study.labels.names.items():
        names_there = dict.fromkeys(_names_of(kind, scores) if names else ())
        for name in names:
            if name not in names_there:
                path: Path = ("labels", kind, name)
                yield path, partial(unknown, SINGULAR[kind], path, name, list(names_there), source, at_key=True)
        yield from _alike(kind, names_there, names, source)


def _names_of(kind: Kind, scores: Scores) -> list[str]:
    """Return what the scores call things of a kind, those included that the missing policy dropped."""
    if kind == "algorithms":
        return scores.all_algorithms
    if kind == "datasets":
        return scores.all_datasets
    if kind == "costs":
        return list(scores.costs)
    of_validation = (metric.validation for metric in scores.scored)
    return list(dict.fromkeys(metric.name for metric in (*scores.metrics, *of_validation) if metric is not None))


def _alike(
    kind: Kind, names_there: Iterable[str], names: Mapping[str, Label], source: SpecSource
) -> Iterator[tuple[Path, Fault]]:
    """Find labels equal to what is shown of another name; of two equal ones the later label is reported."""
    names_by_label: dict[str, str] = {}
    for name in sorted(names_there, key=lambda name: name in names):
        for key, label in zip(("label", "short"), names.get(name, Label(name, name))[:2], strict=True):
            written = plain(label)
            other = names_by_label.setdefault(written, name)
            if other != name:
                path: Path = ("labels", kind, name)
                message = (
                    f"the {SINGULAR[kind]}s {quoted(other)} and {quoted(name)} would both be shown as {quoted(written)}"
                )
                yield path, source.fault(path, message, f"another {key}")
                break


_ONE = {"rows": "row", "columns": "column"}


def find_wrong_tables(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find rows, columns and digits of columns that no table of their kind has."""
    path: Path
    if not study.report.tables and isinstance(study.report.sort, str):
        return
    # loads what the tables are made from
    from rankpress.account.tables import axes_of, column_names, has_pairs

    algorithms, datasets = scores.all_algorithms, scores.all_datasets
    yield from _unknown_last(("report", "sort"), study.report.sort, algorithms, "an algorithm of the scores", source)
    for kind, options in study.report.tables.items():
        by_axis = {
            "rows": list(axes_of(kind).rows.names(study, algorithms, datasets)),
            "columns": column_names(kind, study, algorithms),
        }
        ordered, noun_of_last = [*by_axis["columns"], *algorithms], f"a column of the table {kind}"
        if isinstance(options, Sortable):
            yield from _unknown_last(("report", "tables", kind, "sort"), options.sort, ordered, noun_of_last, source)
        by_name = options.digits if isinstance(options, Rounded) and isinstance(options.digits, dict) else {}
        metrics = [metric.name for metric in study.scores.metrics] if isinstance(options, Scaled) else []
        for name in options.percent if isinstance(options, Scaled) and isinstance(options.percent, dict) else ():
            path = ("report", "tables", kind, "percent", name)
            yield from _unknown(name, metrics, "a metric of the study", path, source)
        for name in by_name:
            noun = f"a {'metric or ' if metrics else ''}column of the table {kind}"
            path = ("report", "tables", kind, "digits", name)
            yield from _unknown(name, [*metrics, *by_axis["columns"]], noun, path, source)
        rows = () if options.rows == "groups" else options.rows
        for axis, entries in (("rows", rows), ("columns", options.columns)):
            for index, requested in enumerate(entries or ()):
                path = ("report", "tables", kind, axis, index)
                if isinstance(requested, str):
                    yield from _unknown(requested, by_axis[axis], f"a {_ONE[axis]} of the table {kind}", path, source)
                elif has_pairs(kind, axis):
                    for side, name in enumerate(requested):
                        yield from _unknown(name, algorithms, "an algorithm of the scores", (*path, side), source)
                else:
                    message = f"a pair names no {_ONE[axis]} of the table {kind}"
                    yield path, source.fault(path, message, "a name")


def _unknown_last(
    path: Path, sort: SortKey | SortOptions | None, existing: Sequence[str], noun: str, source: SpecSource
) -> Iterator[tuple[Path, Fault]]:
    """Find names that `last` lists and the table does not have."""
    if isinstance(sort, SortOptions):
        for place, name in enumerate(sort.at_the_end):
            at = (*path, "last") if isinstance(sort.last, str) else (*path, "last", place)
            yield from _unknown(name, existing, noun, at, source)


def _unknown(
    name: str, existing: Sequence[str], noun: str, path: Path, source: SpecSource
) -> Iterator[tuple[Path, Fault]]:
    if name not in existing:
        expected = one_of(name, existing) if existing else "nothing, for there is none by name"
        yield path, source.fault(path, f"{quoted(name)} is not {noun}", expected)
