"""Results of earlier builds, kept under hashes of what they were made from."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, is_dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rankpress.cache.encoding import encode
from rankpress.cache.shelf import Shelf
from rankpress.cache.work import Unmade, Work, told_of_several
from rankpress.core.manifest import LIBRARIES, PACKAGES, code_hash
from rankpress.core.scores import MetricScores

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy
    from rankpress.spec.strict import Section


Made = TypeVar("Made")
Item = TypeVar("Item")

FOLDER = ".rankpress"
MOST_BYTES = 1_000_000_000
UNKEPT = "it cannot be kept"

Parts = Mapping[str, object]


@dataclass
class Store:
    """Results of earlier builds of a study.

    Parameters
    ----------
    folder : Path or None
        Where they are kept, made when something is; nothing is kept without one.
    most_bytes : int
        The entries that were not used for longest go when there are more bytes than these.
    study : str
        Which study asks, where several share the folder: why a result is made anew is told from its last one.
    anew : bool
        Whether everything is made, whatever is kept.
    dry : bool
        Whether nothing is made: what is not kept is `Unmade` then.
    told : callable
        Given a line about each piece of work as it begins.
    spread : callable
        Has a function called with each of several items, as `map` does, and may use further processes.
    awaited : callable
        ``awaited(results, number, told)`` yields the results of so many pieces of work as they come, and may show how
        long the others will take.

    Attributes
    ----------
    work : list of Work
        What was asked of it since it was opened.
    """

    folder: Path | None
    most_bytes: int = MOST_BYTES
    study: str = ""
    anew: bool = False
    dry: bool = False
    told: Callable[[str], None] = lambda line: None
    spread: Callable[..., Iterable[Any]] = map
    awaited: Callable[[Iterable[Any], int, str], Iterable[Any]] = lambda results, number, told: results
    work: list[Work] = field(default_factory=list)
    _known: dict[int, tuple[object, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Open the folder, if there is one."""
        self._shelf = None if self.folder is None else Shelf(self.folder, self.most_bytes)

    def recall(
        self,
        stage: str,
        unit: str,
        parts: Parts,
        make: Callable[[], Made],
        was: Callable[[Made], bool] = lambda made: True,
    ) -> Made:
        """What `make` returns, from an earlier build where that made it from the same parts."""
        asked = self._asked(stage, unit, parts)
        self.work.append(asked.work)
        self.told(str(asked.work))
        if asked.kept or self.dry:
            found: Made = asked.kept[0] if asked.kept else _unmade(asked)
            return found
        with _noted(asked.work):
            made = make()
        return self._kept_now(asked, made) if was(made) else made

    def recall_each(
        self,
        stage: str,
        items: Mapping[str, Item],
        parts: Callable[[str], Parts],
        function: Callable[[Item], Made],
        *,
        of: str = "",
        noun: str = "piece",
        spread: Callable[..., Iterable[Any]] | None = None,
    ) -> list[Made]:
        """What a function makes of each of several items, from earlier builds where it can be."""
        asked = {name: self._asked(stage, f"{of} on {name}" if of else name, parts(name)) for name in items}
        self.work += (one.work for one in asked.values())
        if asked:
            told = told_of_several(f"{stage} {of}".rstrip(), noun, [one.work for one in asked.values()])
            self.told(told)
        missing = [name for name, one in asked.items() if one.kept is None]
        if self.dry:
            return [one.kept[0] if one.kept else _unmade(one) for one in asked.values()]
        results = (spread or self.spread)(function, [items[name] for name in missing]) if missing else ()
        coming = self.awaited(results, len(missing), f"{stage} {of}".rstrip())
        with _noted(Work(stage, of)):
            made = {name: self._kept_now(asked[name], result) for name, result in zip(missing, coming, strict=True)}
        return [made[name] if one.kept is None else one.kept[0] for name, one in asked.items()]

    def _asked(self, stage: str, unit: str, parts: Parts) -> _Asked:
        """What is kept of a piece of work, or why it has to be done."""
        awaited = dict.fromkeys(part.stage for part in parts.values() if isinstance(part, Unmade))
        if self._shelf is None:
            return _Asked(Work(stage, unit, ("nothing is kept",)))
        try:
            digests = {name: self._digest(part) for name, part in parts.items() if not isinstance(part, Unmade)}
        except TypeError as error:  # a build without it is slower, and right
            return _Asked(Work(stage, unit, (f"{UNKEPT}: {error}",)))
        if awaited:
            before = self._before(stage, unit)
            changed = (f"{name} changed" for name, own in digests.items() if before.get(name, own) != own)
            return _Asked(Work(stage, unit, (*changed, f"depends on {', '.join(awaited)}")))
        key = digest([stage, unit, digests])
        kept = None if self.anew else self._shelf.kept(key)
        if kept and not self.dry:
            self._shelf.used(key)
        why = () if kept else ("everything is made anew",) if self.anew else self._changes(stage, unit, digests)
        return _Asked(Work(stage, unit, why), digests, key, kept)

    def _kept_now(self, asked: _Asked, made: Made) -> Made:
        """A result that was made, after it was kept."""
        if self._shelf is not None and asked.key:
            self._keep(asked.key, made)
            self._shelf.note(self._last(asked.work.stage, asked.work.unit), asked.digests)
        return made

    def _digest(self, part: object) -> str:
        """The sha256 of a part, which for a result that later stages are made from too is computed once."""
        if not is_dataclass(part):
            return digest(part)
        if id(part) not in self._known:
            self._known[id(part)] = (part, digest(part))  # which keeps it alive, and its id its own
        return self._known[id(part)][1]

    def prune(self) -> None:
        """Remove what was not used for longest, where there is too much."""
        if self._shelf is not None:
            self._shelf.prune()

    def _keep(self, key: str, made: object) -> None:
        try:
            encoded = encode(made)
        except TypeError as error:
            self.told(f"{UNKEPT}: {error}")
            return
        if self._shelf is not None:
            self._shelf.keep(key, encoded)

    def _changes(self, stage: str, unit: str, digests: Mapping[str, str]) -> tuple[str, ...]:
        before = self._before(stage, unit)
        changed = tuple(name for name in {**digests, **before} if before.get(name) != digests.get(name))
        if not before:
            return ("not made yet",)
        return tuple(f"{name} changed" for name in changed) or ("its result is gone",)

    def _before(self, stage: str, unit: str) -> dict[str, str]:
        """What a result was last made from; empty where that is not known."""
        return {} if self._shelf is None else self._shelf.noted(self._last(stage, unit))

    def _last(self, stage: str, unit: str) -> str:
        return digest([self.study, stage, unit])


@dataclass(frozen=True)
class _Asked:
    """A piece of work that was asked for, the key of its result, and the result in a tuple where it is kept."""

    work: Work
    digests: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    kept: tuple[Any] | None = None


def _unmade(asked: _Asked) -> Any:
    return Unmade(f"{asked.work.stage} {asked.work.unit}".rstrip())


def digest(value: object) -> str:
    """The sha256 of a value."""
    return hashlib.sha256(encode(value)).hexdigest()


@contextmanager
def _noted(work: Work) -> Iterator[None]:
    """Note on an exception for want of memory which work it ended."""
    try:
        yield
    except MemoryError as error:
        error.add_note(f"while computing {work.stage} {work.unit}".rstrip())
        raise


@cache
def makers(packages: Sequence[str], libraries: Sequence[str]) -> Parts:
    """Parts of a result: the code of packages of ours, and the versions of libraries."""
    code = {f"the code of {package}": code_hash((package,)) for package in ("rankpress", *packages)}
    return {**code, **{library: version(library) for library in libraries}}


def of_statistics() -> Parts:
    """What makes the results of tests."""
    return makers(("rankpress.stats",), ("numpy", "scipy"))


def of_figures() -> Parts:
    """What draws."""
    return makers(("rankpress.stats", "rankpress.figures"), ("numpy", "scipy", "matplotlib", "fonttools"))


def of_pages(templates: Path | None = None) -> Parts:
    """What sets text, on paper or a screen, the user's own templates among it."""
    own = sorted(path for path in templates.rglob("*") if path.is_file()) if templates is not None else ()
    contents = {f"the template {path.relative_to(str(templates)).as_posix()}": path.read_bytes() for path in own}
    return {**contents, **makers(PACKAGES[1:], LIBRARIES)}


class OfMetric:
    """The store for what is made from the scores of one metric.

    Parameters
    ----------
    store : Store
        That of the study.
    scores : MetricScores
        The scores; `Unmade` in a dry run that has none.
    name : str
        What the metric is called where its work is told.
    """

    def __init__(self, store: Store, scores: MetricScores, name: str) -> None:
        self._store, self._scores, self._name = store, scores, name

    def recall(self, stage: str, parts: Parts, make: Callable[[], Made]) -> Made:
        """What `make` makes of the scores and these parts; see `Store.recall`."""
        return self._store.recall(stage, self._name, {**self._parts, **parts, **of_statistics()}, make)

    def recall_each(self, stage: str, parts: Parts, function: Callable[[MetricScores], Made]) -> list[Made]:
        """What a function makes of the scores on each data set, given those on one at a time."""
        scores, makers = self._scores, of_statistics()
        of_dataset = {} if self._store.folder is None else self._of_datasets
        return self._store.recall_each(
            stage,
            {dataset: scores.on([row]) for row, dataset in enumerate(scores.datasets)},
            lambda dataset: {**of_dataset.get(dataset, {}), **parts, **makers},
            function,
            of=self._name,
            noun="data set",
        )

    def recall_pieces(
        self,
        stage: str,
        parts: Parts,
        pieces: Mapping[str, Item],
        function: Callable[[Item], Made],
        noun: str = "piece",
    ) -> list[Made]:
        """What a function makes of each of several settings, such as a bias of draws, given all the scores."""
        common = {**self._parts, **parts, **of_statistics()}
        return self._store.recall_each(
            stage, pieces, lambda name: {**common, name: pieces[name]}, function, of=self._name, noun=noun
        )

    def of(self, scores: MetricScores) -> OfMetric:
        """The same for other scores, such as those on fewer data sets, or from validation cases."""
        return OfMetric(self._store, scores, scores.name)

    @cached_property
    def _parts(self) -> Parts:
        scores = self._scores
        if isinstance(scores, Unmade):
            return {"the scores": scores}
        if self._store.folder is None:
            return {}
        on_datasets = {name: part for parts in self._of_datasets.values() for name, part in parts.items()}
        whole = {
            "which data sets there are": scores.datasets,
            "what is missing": scores.missing,
            "the average ranks": (scores.average_ranks, scores.n_datasets),
            "how many seeds there are": scores.seeds,
            "scores that are no outcomes": scores.not_outcomes,
        }
        return {**on_datasets, **whole}

    @cached_property
    def _of_datasets(self) -> dict[str, dict[str, object]]:
        """By data set, what there is of it; hashed once, for all stages."""
        scores = self._scores
        metric = {"the metric": (scores.name, scores.better), "which algorithms there are": scores.algorithms}
        return {
            dataset: {**metric, f"scores of {dataset}": digest(_on_one(scores, row))}
            for row, dataset in enumerate(scores.datasets)
        }


def _on_one(scores: MetricScores, row: int) -> tuple[Any, ...]:
    return (
        None if scores.means is None else scores.means[row],
        scores.folds[row] if scores.folds else None,
        scores.outcomes[row] if scores.outcomes else None,
    )


def section(name: str, options: Section | None, without: tuple[str, ...] = ()) -> Parts:
    """The keys of a section of the spec as parts, by what they are called there."""
    if options is None:
        return {name: None}
    fields = type(options).model_fields
    return {f"{name}.{key}": getattr(options, key) for key in fields if key not in without}


def unkept(scores: MetricScores) -> OfMetric:
    """For stages that are called outside of a build: all is made, and nothing kept."""
    return OfMetric(Store(None), scores, scores.name)


def open_store(
    read: ReadStudy, told: Callable[[str], None] = lambda line: None, *, anew: bool = False, dry: bool = False
) -> Store:
    """Open the store of a study; see `Store` for the arguments."""
    return Store(read.folder / FOLDER, study=Path(read.source.document.name).name, anew=anew, dry=dry, told=told)
