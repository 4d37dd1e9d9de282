"""Results of earlier builds, kept by the arguments and the code that they were computed from."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from rankpress.cache.encoding import encode
from rankpress.cache.shelf import FOLDER, MOST_BYTES, Shelf
from rankpress.cache.work import Unmade, Work, describe_together
from rankpress.core.faults import noting_memory
from rankpress.core.manifest import LIBRARIES, PACKAGES, code_hash, version_of
from rankpress.core.plugins import versions
from rankpress.core.scores import MetricRanks, MetricResults, MetricScores, MetricVotes
from rankpress.spec.strict import Section
from rankpress.spec.topic_steps import STEPS

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy


_Made = TypeVar("_Made")
_Item = TypeVar("_Item")
AnySection = TypeVar("AnySection", bound=Section)

UNCACHED = "it cannot be kept"

# The code and the libraries that compute a result: packages of ours, and those of others.
Code = tuple[tuple[str, ...], tuple[str, ...]]
READING: Code = ((), ("numpy",))
STATISTICS: Code = (("rankpress.stats",), ("numpy", "scipy"))
FIGURES: Code = (("rankpress.stats", "rankpress.figures"), ("numpy", "scipy", "matplotlib", "fonttools"))
PAGES: Code = (PACKAGES[1:], LIBRARIES)

# What `status` calls an argument whose parameter is not called so; others are "the" and the parameter.
_NAMES = {
    "ranking": "the ranks",
    "tested": "the tests",
    "adjusted": "the adjusted p-values",
    "ordered": "the order",
    "whole": "the order",
    "pairs": "the pairs that are compared",
    "plan": "what it shows",
    "forms": "the forms that it is drawn in",
    "document": "its text, tables and figures",
    "extras": "what a reader can change in it",
    "theme": "its theme",
    "alpha": "test.alpha",
    "control": "test.control",
    "methods": "adjust",
    "groups": "scores.groups",
    "datasets": "which data sets there are",
    "n_datasets": "how many data sets there are",
    "missing": "what is missing",
    "not_outcomes": "scores that are no outcomes",
    "unreduced": "scores before any were omitted",
    "trajectories": "scores at each step",
    "with_steps": "whether scores at each step are needed",
}


@dataclass
class Store:
    """Results of earlier builds of a study."""

    folder: Path | None  # where they are kept, created with the first; nothing is kept without one
    most_bytes: int = MOST_BYTES  # the entries that were not used for longest go when there are more bytes than these
    study: str = ""  # which study asks, where several share the folder: reasons compare a result with its last one
    force: bool = False  # whether everything is computed, whatever is kept
    dry: bool = False  # whether nothing is computed: what is not kept is `Unmade` then
    log: Callable[[str], None] = lambda line: None  # given a line about each piece of work as it begins
    # calls a function with each of several items, as `map` does, and may use further processes
    spread: Callable[..., Iterable[Any]] = map
    # the same for scores on data sets, given their digests by data set as well, in place of `spread`
    spread_datasets: Callable[..., Iterable[Any]] | None = None
    # ``awaited(results, number, title)`` yields the results of so many pieces of work as they come, and may show how
    # long the others will take
    awaited: Callable[[Iterable[Any], int, str], Iterable[Any]] = lambda results, number, label: results
    unit: str = ""  # the metric, figure or file that results are of
    work: list[Work] = field(default_factory=list)  # all pieces of work since it was opened
    _known: dict[tuple[str, int], tuple[object, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Open the folder, if there is one."""
        self._shelf = None if self.folder is None else Shelf(self.folder, self.most_bytes)

    def of(self, unit: str) -> Store:
        """Return the store for results of one metric or file."""
        return replace(self, unit=unit)

    def within(self, unit: str) -> Store:
        """Return the store for a part of other work, which no one reports for itself."""
        return replace(self, unit=unit, work=[], log=lambda line: None)

    def call(
        self,
        stage: str,
        function: Callable[..., _Made],
        *arguments: object,
        code: Code = STATISTICS,
        also: Mapping[str, object] | None = None,
        sound: Callable[[_Made], bool] = lambda made: True,
        absent: str = "",
        **keywords: object,
    ) -> _Made:
        """Return what a function returns, from an earlier build where its arguments and its code were the same.

        Stores and paths are no part of the key: `also` has what the files hold, by names that a user knows. `stage` is
        what `status` calls the work, `sound` says whether a result may be kept, and `absent` is the key of a section
        that the study need not have, for which None stands among the arguments.
        """
        lookup = self._requested(stage, function, arguments, keywords, code, also, absent)
        if lookup.stored or self.dry:
            kept: _Made = lookup.stored[0] if lookup.stored else _unmade(lookup)
            return kept
        with _noting_memory(lookup.work):
            created = function(*arguments, **keywords)
        return self._kept_now(lookup, created) if sound(created) else created

    def begin(
        self,
        stage: str,
        function: Callable[..., Callable[[], _Made]],
        *arguments: object,
        code: Code = STATISTICS,
        also: Mapping[str, object] | None = None,
        **keywords: object,
    ) -> Callable[[], _Made]:
        """Return what waits for the result of a function that begins its work, and keep that as `call` does."""
        lookup = self._requested(stage, function, arguments, keywords, code, also)
        if lookup.stored:
            stored: _Made = lookup.stored[0]
            return lambda: stored
        waiting = function(*arguments, **keywords)

        def awaited() -> _Made:
            with _noting_memory(lookup.work):
                return self._kept_now(lookup, waiting())

        return awaited

    def _requested(
        self,
        stage: str,
        function: Callable[..., Any],
        arguments: tuple[object, ...],
        keywords: Mapping[str, object],
        code: Code,
        also: Mapping[str, object] | None,
        absent: str = "",
    ) -> _Lookup:
        """Look up what a function returns, and report of it."""
        bound = signature(function).bind(*arguments, **keywords)
        requested = self._lookup(
            stage, self.unit, lambda: _joined(self._parts(function, bound.arguments, code, absent), _plain(also or {}))
        )
        self.work.append(requested.work)
        self.log(requested.work.line)
        return requested

    def map(
        self,
        stage: str,
        function: Callable[..., _Made],
        *arguments: object,
        items: Mapping[str, _Item],
        noun: str = "piece",
        code: Code = STATISTICS,
    ) -> list[_Made]:
        """Return ``function(*arguments, item)`` of each of several items by name, from earlier builds where it can be.

        They are computed in further processes where `spread` does that; each is kept as soon as it is there.
        """
        last = [*signature(function).parameters][-1]

        @cache
        def common() -> Parts:
            return self._parts(function, signature(function).bind_partial(*arguments).arguments, code)

        def parts(one: _Item) -> Parts:
            return common() | self._parts(function, {last: one})

        return self._each(stage, partial(function, *arguments), items, parts, noun, self.spread)

    def on_datasets(
        self, stage: str, function: Callable[..., _Made], *arguments: object, scores: MetricScores
    ) -> list[_Made]:
        """Return ``function(*arguments, scores on a data set)`` of each data set, as `map` does."""
        bare = bare_scores(scores)
        items = {dataset: bare.on([row]) for row, dataset in enumerate(bare.datasets)}

        @cache
        def common() -> Parts:
            bound = signature(function).bind_partial(*arguments).arguments
            return self._parts(function, bound, STATISTICS) | _of_metric(bare)

        def parts(on_dataset: MetricScores) -> Parts:
            return {
                f"scores of {on_dataset.datasets[0]}": self._of_datasets(scores)[on_dataset.datasets[0]],
                **common(),
            }

        spread = self.spread
        if self.spread_datasets is not None:
            spread = partial(self.spread_datasets, digests=self._of_datasets(scores))
        return self._each(stage, partial(function, *arguments), items, parts, "data set", spread)

    def _each(
        self,
        stage: str,
        function: Callable[[_Item], _Made],
        items: Mapping[str, _Item],
        parts: Callable[[_Item], Parts],
        noun: str,
        spread: Callable[..., Iterable[Any]],
    ) -> list[_Made]:
        unit = self.unit
        lookups = {
            name: self._lookup(stage, f"{unit} on {name}" if unit else name, partial(parts, one))
            for name, one in items.items()
        }
        title = f"{stage} {unit}".rstrip()
        if lookups:
            self.report([lookup.work for lookup in lookups.values()], title, noun)
        missing = [name for name, lookup in lookups.items() if lookup.stored is None]
        if self.dry:
            return [lookup.stored[0] if lookup.stored else _unmade(lookup) for lookup in lookups.values()]
        results = spread(function, [items[name] for name in missing]) if missing else ()
        coming = self.awaited(results, len(missing), title)
        with _noting_memory(Work(stage, unit)):
            created = {name: self._kept_now(lookups[name], made) for name, made in zip(missing, coming, strict=True)}
        return [created[name] if lookup.stored is None else lookup.stored[0] for name, lookup in lookups.items()]

    def report(self, pieces: Sequence[Work], title: str, noun: str) -> None:
        """Report pieces of work of one stage together."""
        self.work += pieces
        self.log(describe_together(title, noun, pieces))

    def _lookup(self, stage: str, unit: str, parts: Callable[[], Parts]) -> _Lookup:
        """Look a piece of work up: what is kept of it, or why it has to be done."""
        if self._shelf is None:
            return _Lookup(Work(stage, unit, ("nothing is kept",)))
        try:
            parts_of_key = parts()
        except TypeError as error:  # a build without it is slower, and right
            return _Lookup(Work(stage, unit, (f"{UNCACHED}: {error}",)))
        awaited = dict.fromkeys(part.stage for part in parts_of_key.values() if isinstance(part, Unmade))
        digests = {name: part for name, part in parts_of_key.items() if not isinstance(part, Unmade)}
        if awaited:
            before = self._before(stage, unit)
            changed = (
                f"{name} changed" for name, digest_now in digests.items() if before.get(name, digest_now) != digest_now
            )
            return _Lookup(Work(stage, unit, (*changed, f"depends on {_in_short(list(awaited))}")))
        key = digest([stage, unit, digests])
        stored = None if self.force else self._shelf.kept(key)
        if stored and not self.dry:
            self._shelf.used(key)
        why = () if stored else ("everything is recomputed",) if self.force else self._changes(stage, unit, digests)
        return _Lookup(Work(stage, unit, why), digests, key, stored)

    def _parts(
        self, function: Callable[..., Any], arguments: Mapping[str, object], code: Code | None = None, absent: str = ""
    ) -> Parts:
        """Hash arguments, each by the names that a user knows its parts by, and the code."""
        parts: Parts = {}
        for parameter, value in arguments.items():
            if not isinstance(value, Store | Path):
                parts |= self._parts_of(absent if value is None and absent else _part_name(parameter), value)
        return parts if code is None else parts | code_parts(*code) | versions()

    def _parts_of(self, name: str, value: object) -> Parts:
        if isinstance(value, Unmade):
            return {name: value}
        if isinstance(value, MetricScores | MetricRanks | MetricVotes):
            return self._remembered("scores", value, lambda: self._of_scores(value))
        if isinstance(value, Section):
            path = _path_of_section(type(value)) or name
            return {f"{path}.{key}": digest(option) for key, option in vars(value).items()}
        is_large = is_dataclass(value) or isinstance(value, tuple)  # such as the analyses that several stages are given
        return {name: self._remembered("digest", value, lambda: digest(value)) if is_large else digest(value)}

    def _of_scores(self, scores: MetricResults) -> Parts:
        each = self._of_datasets(scores) if isinstance(scores, MetricScores) else {}
        of_datasets = {f"scores of {name}": hashed for name, hashed in each.items()}
        others = [field.name for field in fields(scores) if field.name not in (*_OF_METRIC, *_ON_DATASETS)]
        return {
            **of_datasets,
            **_of_metric(scores),
            **{_part_name(name): digest(getattr(scores, name)) for name in others},
        }

    def _of_datasets(self, scores: MetricScores) -> dict[str, str]:
        """Hash what there is of each data set, once for all stages."""
        return self._remembered("data sets", scores, lambda: digests_of_datasets(scores))

    def _remembered(self, aspect: str, value: object, compute: Callable[[], _Made]) -> _Made:
        """Compute something of a value once; it is kept alive with it, so that its id remains its own."""
        if (aspect, id(value)) not in self._known:
            self._known[aspect, id(value)] = (value, compute())
        computed: _Made = self._known[aspect, id(value)][1]
        return computed

    def _kept_now(self, lookup: _Lookup, created: _Made) -> _Made:
        """Keep a result that was computed, and return it."""
        if self._shelf is not None and lookup.key:
            try:
                self._shelf.keep(lookup.key, encode(created))
            except TypeError as error:
                self.log(f"{UNCACHED}: {error}")
            self._shelf.note(self._last(lookup.work.stage, lookup.work.unit), lookup.digests)
        return created

    def hint(self, name: str) -> dict[str, str]:
        """Return what `leave_hint` left, which may be gone or wrong: it saves work and changes no result."""
        return {} if self._shelf is None or self.force else self._shelf.noted(digest([self.study, name]))

    def leave_hint(self, name: str, values: Mapping[str, str]) -> None:
        """Leave something for later builds of the study to start from."""
        if self._shelf is not None:
            self._shelf.note(digest([self.study, name]), values)

    def report_refusal(self) -> None:
        """Report where results cannot be kept for later builds."""
        refusal = "" if self._shelf is None or self.dry else self._shelf.refusal()
        if refusal:
            self.log(f"no result is kept or taken from an earlier build: {refusal}")

    def prune(self) -> None:
        """Remove what was not used for longest, where there is too much."""
        if self._shelf is not None:
            self._shelf.prune()

    def _changes(self, stage: str, unit: str, digests: Mapping[str, str]) -> tuple[str, ...]:
        before = self._before(stage, unit)
        changed = tuple(name for name in {**digests, **before} if before.get(name) != digests.get(name))
        if not before:
            return ("not computed yet",)
        return tuple(f"{name} changed" for name in changed) or ("its result is gone",)

    def _before(self, stage: str, unit: str) -> dict[str, str]:
        """Return the parts that a result was last computed from; empty where they are not known."""
        return {} if self._shelf is None else self._shelf.noted(self._last(stage, unit))

    def _last(self, stage: str, unit: str) -> str:
        return digest([self.study, stage, unit])


Parts = dict[str, Any]  # a sha256 by name, or an `Unmade` that there is none of yet
_OF_METRIC, _ON_DATASETS = ("name", "better", "algorithms"), ("means", "folds", "outcomes", "examples", "by_seed")


@dataclass(frozen=True)
class _Lookup:
    """A piece of work that was requested, the key of its result, and the result in a tuple where it is kept."""

    work: Work
    digests: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    stored: tuple[Any] | None = None


def bare_scores(scores: MetricScores) -> MetricScores:
    """Return no more of the scores than is a part of the key, so that no result can rest on anything else."""
    names = ("datasets", *_OF_METRIC, *_ON_DATASETS)
    return MetricScores(**{name: getattr(scores, name) for name in names})


def digests_of_datasets(scores: MetricScores) -> dict[str, str]:
    """Return the sha256 of what there is of each data set."""
    parts = [getattr(scores, name) for name in _ON_DATASETS]
    return {
        dataset: digest([None if part is None or not len(part) else part[row] for part in parts])
        for row, dataset in enumerate(scores.datasets)
    }


def _unmade(lookup: _Lookup) -> Any:
    return Unmade(f"{lookup.work.stage} {lookup.work.unit}".rstrip())


def digest(value: object) -> str:
    """Return the sha256 of a value."""
    return hashlib.sha256(encode(value)).hexdigest()


def _part_name(parameter: str) -> str:
    return _NAMES.get(parameter, f"the {parameter.replace('_', ' ')}")


def _joined(parts: Parts, also: Parts) -> Parts:
    """Return the parts of a key with further ones: a file scores.csv is no option of that name."""
    return parts | {f"file {name}" if name in parts else name: digest_now for name, digest_now in also.items()}


def _plain(parts: Mapping[str, object]) -> Parts:
    return {name: digest(part) for name, part in parts.items()}


def _of_metric(scores: MetricResults) -> Parts:
    return _plain({"the metric": (scores.name, scores.better), "which algorithms there are": scores.algorithms})


def _noting_memory(work: Work) -> AbstractContextManager[None]:
    """Note on an exception for want of memory which work it ended."""
    doing = "reading the scores" if work.stage == "load" else f"computing {work.stage} {work.unit}".rstrip()
    return noting_memory(doing)


@cache
def code_parts(packages: Sequence[str], libraries: Sequence[str]) -> Parts:
    """Return what computes as parts: the code of packages of ours, and the versions of libraries."""
    code = {f"the code of {package}": code_hash((package,)) for package in ("rankpress", *packages)}
    return {**code, **{library: version_of(library) for library in libraries}}


@cache
def section_paths() -> Mapping[str, str]:
    """Return where each section stands in study.yaml, by the name of its class."""
    from rankpress.spec.model import Study

    results: dict[str, str] = {}

    def walk(model: type[Section], above: str) -> None:
        for name, field_info in model.model_fields.items():
            for kind in (field_info.annotation, *get_args(field_info.annotation)):
                if isinstance(kind, type) and issubclass(kind, Section) and kind.__name__ not in results:
                    narrow = (base.__name__ for base in kind.__mro__ if issubclass(base, Section))  # see `restricted`
                    results.update({base: above + name for base in narrow if base not in results})
                    walk(kind, f"{above}{name}.")

    walk(Study, "")
    return results


def _path_of_section(kind: type[Section]) -> str | None:
    """Return where a section stands in study.yaml, one that a topic declares included."""
    declared = (step.name for step in STEPS.values() if step.section is kind)
    return section_paths().get(kind.__name__) or next(declared, None)


def restricted(options: AnySection, kind: type[AnySection]) -> AnySection:
    """Return the keys of a section that one of its bases has, so that no result can rest on the others unnoticed.

    >>> from rankpress.spec.statistics_sections import TestMethods, TestOptions
    >>> hasattr(restricted(TestOptions(), TestMethods), "alpha")
    False
    """
    values = {key: vars(options)[key] for key in kind.model_fields}
    return kind.model_construct(options.model_fields_set & values.keys(), **values)


def open_store(
    read: ReadStudy, log: Callable[[str], None] = lambda line: None, *, force: bool = False, dry: bool = False
) -> Store:
    """Open the store of a study; see `Store` for the arguments."""
    store = Store(read.folder / FOLDER, study=Path(read.source.document.name).name, force=force, dry=dry, log=log)
    store.report_refusal()
    return store


def _in_short(stages: Sequence[str]) -> str:
    """Return which stages, or of many how many."""
    return f"{len(stages)} stages" if len(stages) > _MOST_STAGES else ", ".join(stages)


_MOST_STAGES = 8
