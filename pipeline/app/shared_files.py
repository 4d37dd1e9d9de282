"""Work on data sets whose scores the workers of a cluster read themselves, from files that they share with us."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.cache.store import bare_scores, digests_of_datasets
from rankpress.core.faults import FaultsFound, Findings
from rankpress.core.scores import MetricScores, Scores
from rankpress.sources.files import Matched, match_files
from rankpress.sources.opening import Part
from rankpress.stages.load import READERS, load_part
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.executors.engine import Map
    from rankpress.spec.model import ScoresOptions

QUERIED = {"parquet", "duckdb"}  # formats of which single data sets can be read


@dataclass(frozen=True)
class DatasetFiles:
    """A data set as a worker is sent it: its name, the sha256 of its scores, and its own file, where it has one."""

    dataset: str
    digest: str
    files: tuple[Matched, ...]


@dataclass(frozen=True)
class UnreadScores:
    """What a worker returns in place of a result where it could not read the scores: why."""

    why: str


@dataclass(frozen=True)
class Place:
    """Where workers find the scores of a metric: what the spec says of them, its folder, and files of all data sets."""

    options: ScoresOptions
    folder: Path
    files: tuple[Matched, ...]
    column: str  # of the scores
    algorithms: tuple[str, ...]

    def read(self, datasets: Sequence[DatasetFiles]) -> MetricScores:
        """Read the scores of some data sets. Raises FaultsFound."""
        names = tuple(dataset.dataset for dataset in datasets)
        renamed = self.options.rename.dataset
        in_files = [*(old for old, new in renamed.items() if new in names), *(n for n in names if n not in renamed)]
        files = self.files or tuple(file for dataset in datasets for file in dataset.files)
        scores = load_part(self.options, self.folder, Part(files, tuple(in_files)), names, self.algorithms)
        return scores if scores.name == self.column or scores.validation is None else scores.validation


def on_files(function: Callable[[MetricScores], Any], place: Place, datasets: Sequence[DatasetFiles]) -> list[Any]:
    """Call a function with the scores on each data set, read here and compared with those of the sender."""
    try:
        scores = bare_scores(place.read(datasets))
    except FaultsFound as error:
        return [UnreadScores(f"a worker cannot read them: {error.faults[0].place}: {error.faults[0].message}")] * len(
            datasets
        )
    here = digests_of_datasets(scores)
    other = [dataset.dataset for dataset in datasets if here[dataset.dataset] != dataset.digest]
    if other:
        return [UnreadScores(f"a worker reads others on {quoted(other[0])}")] * len(datasets)
    return [function(scores.on([row])) for row in range(len(datasets))]


class SharedFiles:
    """Has workers read the scores of their data sets; sends these where that is not possible, with a warning."""

    def __init__(
        self,
        options: ScoresOptions,
        folder: Path,
        scores: Scores,
        engines: tuple[Map, Map],  # what sends each item, and what sends several to be worked on at once
        warn: Callable[[str], None],
    ) -> None:
        self._options, self._folder, self._warn = options, folder.resolve(), warn
        self._map, self._map_pieces = engines
        self._files = match_files(folder, options.files or (), Findings())
        self._reads = True
        if why_not := self._why_not(scores):
            self._send(why_not)

    def __call__(
        self,
        function: Callable[[MetricScores], Any],
        scores_by_dataset: Sequence[MetricScores],
        digests: Mapping[str, str],
    ) -> Iterator[Any]:
        """Yield what a function makes of the scores on each data set, in their order."""
        done = 0
        if self._reads:
            names = [scores.datasets[0] for scores in scores_by_dataset]
            datasets = [DatasetFiles(name, digests[name], self._own_files.get(name, ())) for name in names]
            for outcome in self._map_pieces(partial(on_files, function, self._place(scores_by_dataset[0])), datasets):
                if isinstance(outcome, UnreadScores):
                    self._send(outcome.why)
                    break  # which cancels the work on the others
                yield outcome
                done += 1
        yield from self._map(function, scores_by_dataset[done:])

    def _send(self, why: str) -> None:
        """From now on send the scores."""
        self._reads = False
        self._warn(f"compute.scores: the workers are sent the scores, since {why}")

    @cached_property
    def _own_files(self) -> Mapping[str, tuple[Matched, ...]]:
        """The files of each data set, where their names say which it is."""
        column, renamed = self._options.columns.dataset, self._options.rename.dataset
        files: dict[str, tuple[Matched, ...]] = {}
        for file in self._files:
            if column in file.captured:
                name = renamed.get(file.captured[column], file.captured[column])
                files[name] = (*files.get(name, ()), file)
        return files

    def _why_not(self, scores: Scores) -> str:
        """Return why no worker can read single data sets; empty where one can."""
        options, own_files, formats = self._options, self._own_files, scores.metrics[0].reading.formats
        if any(metric.missing.imputed for metric in scores.metrics):
            return "some of them stand in place of missing ones"
        if options.layout not in READERS or options.files is None:
            return "they are no rows of files"
        if own_files and len(self._files) > len(own_files):  # whose names take more bytes than their scores
            return "a data set has several files"
        undivided = [] if own_files else [name for name in formats if name not in QUERIED]
        return f"files of the format {listed(undivided)} are read as a whole" if undivided else ""

    def _place(self, scores: MetricScores) -> Place:
        """Return where workers find the scores of a metric, or those of its validation."""
        metrics = self._options.metrics
        metric = next((m for m in metrics if m.name == scores.name), None)
        metric = metric or next(m for m in metrics if m.validation == scores.name)
        options = self._options.model_copy(update={"metrics": (metric,), "costs": ()})
        files = () if self._own_files else self._files
        return Place(options, self._folder, files, scores.name, scores.algorithms)
