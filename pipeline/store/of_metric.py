"""The store as the stages of one metric use it: what they make is made from its scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from rankpress.scores import MetricScores
from rankpress.store.entries import Parts, Store, digest
from rankpress.store.makers import of_statistics
from rankpress.store.work import Unmade

if TYPE_CHECKING:
    from rankpress.spec.strict import Section

Made = TypeVar("Made")
Item = TypeVar("Item")


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

    def recall(self, stage: str, parts: Parts, make: Callable[[], Made], long: str = "") -> Made:
        """What `make` makes of the scores and these parts; see `Store.recall`."""
        return self._store.recall(stage, self._name, {**self._parts, **parts, **of_statistics()}, make, long=long)

    def recall_each(self, stage: str, parts: Parts, function: Callable[[MetricScores], Made]) -> list[Made]:
        """What a function makes of the scores on each data set, given those on one at a time.

        Parameters
        ----------
        stage : str
            Which stage.
        parts : mapping of str to object
            What it makes it from beside the scores on that data set.
        function : callable
            Called with those data sets alone whose results are not kept; it can be pickled.
        """
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
        """What a function makes of each of several settings, such as a bias of draws, given all the scores.

        Parameters
        ----------
        stage : str
            Which stage.
        parts : mapping of str to object
            What it makes it from beside the scores.
        pieces : mapping of str to object
            The settings, by what they are called.
        function : callable
            Called with those alone whose results are not kept; it can be pickled. Each result is kept as it comes, so
            that work that was interrupted goes on from there.
        noun : str
            What a setting is, for telling how many there were.
        """
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
