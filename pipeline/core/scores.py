"""Scores of algorithms over data sets, by metric and by fold, with costs and outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from rankpress.core.faults import Fault
from rankpress.wording.numbers import Scale

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


@dataclass(frozen=True)
class Gap:
    """A cell of the scores without a whole result: `present` of `expected` measurements; a reason if files give it."""

    dataset: str
    algorithm: str
    present: int
    expected: int
    reason: str = ""


@dataclass(frozen=True)
class EarlyEnd:
    """Runs of an algorithm on a data set whose last step with a score comes before that of other runs there."""

    dataset: str
    algorithm: str
    step: float  # the earliest last step among them
    latest: float  # the last step of the longest run on the data set
    runs: int  # how many runs end before it


@dataclass(frozen=True)
class Balance:
    """What was expected in one metric and what was read, before any policy for missing results."""

    metric: str
    algorithms: int  # algorithms, datasets: how many the source names; of each pair a result is expected
    datasets: int
    read: int  # results that are whole
    gaps: tuple[Gap, ...] = ()  # those that are not, with the reasons that files give
    # runs_expected, runs_read: runs that results are means over: on each data set (and fold) as many of each algorithm
    # as the algorithm with most of them has there, or most algorithms where runs are rows without a number, and those
    # with a score; 0 where there are no runs
    runs_expected: int = 0
    runs_read: int = 0
    runs_each: tuple[int, int] | None = None  # over how many runs at least and at most a measurement is a mean
    by_rows: bool = False  # whether runs are rows without a number
    short: tuple[Gap, ...] = ()  # cells with fewer runs than expected, in runs
    early: tuple[EarlyEnd, ...] = ()  # cells with runs that end early

    @property
    def expected(self) -> int:
        """The number of results: one of each algorithm on each data set."""
        return self.algorithms * self.datasets


@dataclass(frozen=True)
class Reading:
    """How scores were read from their source: what else stands there, and what of it was taken for something else."""

    # what was opened, by its format: numbers of files, or of folders; nothing for a database
    formats: Mapping[str, int] = field(default_factory=dict)
    # database, query: the database without its password, and the query to it; empty where there is none
    database: str = ""
    query: str = ""
    rows: int = 0  # rows, passed_over: rows that there are, and those of them that do not meet `where`
    passed_over: int = 0
    datasets_passed_over: tuple[str, ...] = ()  # those of which no row meets it
    where: tuple[tuple[str, str], ...] = ()  # columns, and in words the condition on each
    renamed: tuple[tuple[str, str], ...] = ()  # names in the source, and those in their place
    joined: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # columns made of several, by name
    ignored: tuple[str, ...] = ()  # columns that were taken as if they were not there
    unused: tuple[str, ...] = ()  # other columns that nothing was read from
    # texts of cells that say there is no result, and numbers of such cells
    empty: Mapping[str, int] = field(default_factory=dict)
    filled: Mapping[str, int] = field(default_factory=dict)  # columns of names, and numbers of cells filled from above
    blank_rows: int = 0  # rows without a score next to others of the same measurement, which are as good as absent
    comments: tuple[str, ...] = ()  # lines of comments next to tables, rows commented out among them
    # what stands at numbers and refers to a note, and numbers of such cells
    marks: Mapping[str, int] = field(default_factory=dict)
    # cells of two numbers, a mean with its spread or a score with its rank, of which the first was read
    accompanied: int = 0
    per_cent: tuple[str, ...] = ()  # metrics and costs whose scores are written in percent
    libraries: tuple[str, ...] = ()  # packages that read it, by their names on PyPI
    step: str = ""  # step, reduced: the column of the steps of runs, and how these became one score; empty without it
    reduced: str = ""
    # of how many last steps the score is the mean, or at which step it was read, as printed; empty of all other ways
    reduced_to: str = ""
    # by which column the row of a run was chosen, and which of its numbers are better; None where none was
    chosen: tuple[str, Better] | None = None
    normalized: str = ""  # what 0 and 1 are on each data set, where scores were normalized
    # algorithms that scores are normalized by, which are not compared, and numbers of their runs
    normalized_by: Mapping[str, int] = field(default_factory=dict)
    balance: Balance | None = None  # what was expected of the metric, and what was read; None for average ranks

    @property
    def reduction(self) -> str:
        """How steps became one score, with the number that this takes: "last 3"."""
        return f"{self.reduced} {self.reduced_to}".rstrip()

    @property
    def not_used(self) -> tuple[str, ...]:
        """The columns that nothing came from: no scores, no part of a name, no condition on rows."""
        used = {part for parts in self.joined.values() for part in parts} | {column for column, _ in self.where}
        used |= {self.chosen[0]} if self.chosen else set()
        return tuple(column for column in (*self.ignored, *self.unused) if column not in used)


FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Folds:
    """The scores of all algorithms on the folds of one data set."""

    # repeat, fold: (n_folds,): which repeat and which fold of it each row is, in ascending order; a single repeat is
    # all 1
    repeat: IntArray
    fold: IntArray
    # (n_folds, n_algorithms): in the metric's own unit and direction; a column is nan where the algorithm's cell is
    # missing
    scores: FloatArray
    # n_train, n_test: (n_folds,): cases trained on and tested on, where the files have them
    n_train: FloatArray | None = None
    n_test: FloatArray | None = None

    @property
    def per_repeat(self) -> IntArray:
        """The number of folds in each repeat."""
        counts: IntArray = np.unique(self.repeat, return_counts=True)[1]
        return counts


@dataclass(frozen=True)
class Trajectories:
    """The scores of runs over their steps on one data set."""

    algorithm: IntArray  # (n_runs,): whose run each is
    ends: IntArray  # (n_runs,): where the rows of each run end, those of the first beginning at 0
    steps: FloatArray  # steps, scores: (n_rows,): of each run in ascending order of its steps, which all have a score
    scores: FloatArray

    def of(self, algorithm: int) -> list[tuple[FloatArray, FloatArray]]:
        """Return the steps and the scores of each run of an algorithm."""
        starts = np.append(0, self.ends[:-1])
        runs = np.flatnonzero(self.algorithm == algorithm).tolist()
        rows = [slice(starts[run], self.ends[run]) for run in runs]
        return [(self.steps[each], self.scores[each]) for each in rows]


@dataclass(frozen=True)
class PairedOutcomes:
    """How often algorithms were right on the test examples of one data set, singly and together."""

    n: int  # test examples
    # (n_algorithms, n_algorithms): on how many of them both algorithms are right; on the diagonal, on how many the one
    # is; nan where unknown
    both: FloatArray


@dataclass(frozen=True)
class Examples:
    """The scores of all algorithms on the test examples of one data set."""

    # (n_examples, n_algorithms): in the metric's own unit and direction, the mean over several answers to an example; a
    # column is nan where the algorithm's cell is missing
    scores: FloatArray
    # (n_examples,): the cluster of each example, such as the passage that a question is about; None where none is
    # stated
    clusters: IntArray | None = None
    # (n_examples, n_algorithms): the sample variance of the answers to an example divided by their number; nan where
    # there is one answer, None where no example has several
    answer_variance: FloatArray | None = None
    # (n_examples, n_algorithms): labels, of which the scores are what a judge says; nan where there is none. None where
    # the metric has no labels.
    labels: FloatArray | None = None

    @property
    def n_clusters(self) -> int:
        """How many clusters there are; without clusters each example is one of its own."""
        return len(self.scores) if self.clusters is None else len(np.unique(self.clusters))


@dataclass(frozen=True)
class Scheme:
    """The scores by one resampling scheme."""

    name: str
    means: FloatArray  # (n_datasets, n_algorithms): nan where the scheme has no whole result
    folds: tuple[Folds | None, ...]  # one per data set; None where the scheme has one measurement a cell

    def on(self, rows: Sequence[int]) -> Scheme:
        """Return the scores on some of the data sets, given by their indices."""
        return replace(self, means=self.means[list(rows)], folds=tuple(self.folds[row] for row in rows))


@dataclass(frozen=True, eq=False)
class Coverage:
    """Which algorithms have a whole result on which data sets, of all that the files name."""

    datasets: tuple[str, ...]  # datasets, algorithms: in the order of their first appearance in the files
    algorithms: tuple[str, ...]
    present: BoolArray  # (n_datasets, n_algorithms): where there is a whole result
    measurements: tuple[int, ...]  # of how many measurements a whole result is made, by data set


@dataclass(frozen=True)
class Missing:
    """What was missing in one metric, and what the policy did about it."""

    policy: str  # the policy, by its name in the spec
    gaps: tuple[Gap, ...] = ()  # all that was missing
    dropped_datasets: tuple[str, ...] = ()  # dropped_datasets, dropped_algorithms: left out by the policy
    dropped_algorithms: tuple[str, ...] = ()
    # worst_ranked, left_open: gaps among those kept: ranked last, or left without a rank
    worst_ranked: tuple[Gap, ...] = ()
    left_open: tuple[Gap, ...] = ()
    imputed: tuple[Gap, ...] = ()  # gaps among those kept in whose place another score stands
    # which results there were, before anything was left out; None where only average ranks were given
    coverage: Coverage | None = field(default=None, compare=False)

    def is_imputed(self, datasets: Sequence[str], algorithms: Sequence[str]) -> BoolArray:
        """Return in which cells another score stands, (n_datasets, n_algorithms)."""
        gaps = {(gap.dataset, gap.algorithm) for gap in self.imputed}
        return np.array([[(dataset, name) in gaps for name in algorithms] for dataset in datasets], dtype=np.bool_)


@dataclass(frozen=True)
class Votes:
    """Votes between two algorithms at a time, by the unit that they were taken in, such as a judge or a question."""

    wins: FloatArray  # (n_clusters, n_algorithms, n_algorithms): how often the row wins against the column
    ties: FloatArray  # of the same shape, symmetric
    n: int  # votes
    unit: str = "cluster"  # the column that has the units

    @property
    def n_clusters(self) -> int:
        """The units that they were taken in."""
        return len(self.wins)


@dataclass(frozen=True)
class _Metric:
    """What is there of a metric in whatever form its results are given."""

    name: str  # the metric
    better: Better  # its direction
    algorithms: tuple[str, ...]  # in the order of their first appearance in the files
    scale: Scale = field(default_factory=Scale, kw_only=True)  # how scores are printed
    reading: Reading = field(default_factory=Reading, compare=False, kw_only=True)  # how the files were read
    missing: Missing = field(default_factory=lambda: Missing("error"), kw_only=True)  # the pattern of what was missing

    @property
    def sign(self) -> Literal[1, -1]:
        """By what scores are multiplied so that higher is better."""
        return 1 if self.better == "higher" else -1

    @property
    def n_censored(self) -> int:
        """How many runs were not solved within the limit."""
        return 0

    @property
    def has_censored(self) -> bool:
        """Whether some run was not solved within the limit."""
        return self.n_censored > 0

    @property
    def has_no_numbers(self) -> bool:
        """Whether results are ranked last that have no number: runs that were not solved, or missing results."""
        return False

    @property
    def has_folds(self) -> bool:
        """Whether any data set has more than one measurement a cell."""
        return False

    @property
    def has_outcomes(self) -> bool:
        """Whether of any data set it is known on how many test examples algorithms are right together."""
        return False

    @property
    def of_examples(self) -> bool:
        """Whether test examples are what was sampled on each data set."""
        return False

    @property
    def has_runs(self) -> bool:
        """Whether any data set has several runs of an algorithm and no folds."""
        return False

    @property
    def is_divided(self) -> bool:
        """Whether any data set has folds or test examples, over which algorithms can be tested within it."""
        return False


@dataclass(frozen=True)
class MetricRanks(_Metric):
    """Average ranks in one metric, where files have nothing else (`layout: ranks`)."""

    average: FloatArray  # (n_algorithms,)
    n_datasets: int  # over which the ranks are averages; single ones are unknown

    @property
    def datasets(self) -> tuple[str, ...]:
        """No data set has a name."""
        return ()


@dataclass(frozen=True)
class MetricVotes(_Metric):
    """Votes between algorithms, where files have nothing else (`layout: votes`)."""

    votes: Votes

    @property
    def datasets(self) -> tuple[str, ...]:
        """Votes are of no data sets, over which algorithms could be tested."""
        return ()

    @property
    def n_datasets(self) -> int:
        """All votes count as one data set."""
        return 1


@dataclass(frozen=True)
class MetricScores(_Metric):
    """Hold the scores in one metric, with whatever the missing policy dropped already gone."""

    datasets: tuple[str, ...]  # in the order of their first appearance in the files
    # (n_datasets, n_algorithms): mean over the measurements of a cell; nan where `missing: worst-rank` ranks it last or
    # `missing: incomplete-blocks` leaves it open
    means: FloatArray
    # one per data set; None where the data set has one measurement a cell, or one for each test example
    folds: tuple[Folds | None, ...] = ()
    # one per data set where test examples or counts of them were given, None where the scores on them are not 0 and 1;
    # empty otherwise
    outcomes: tuple[PairedOutcomes | None, ...] = ()
    # one per data set where each row of the files is of one test example; empty otherwise
    examples: tuple[Examples | None, ...] = ()
    # scores on test examples that are neither 0 nor 1: faults of a study that tests outcomes
    not_outcomes: tuple[Fault, ...] = ()
    # the scores of the same algorithms on validation cases, where these are those on test cases
    validation: MetricScores | None = None
    # (int, int): over how many seeds at least and at most each measurement is a mean, where it is one
    seeds: tuple[int, int] | None = None
    # what was computed of counts summed over the folds and runs of a data set; empty where scores were given
    formula: str = ""
    # (n_datasets, n_algorithms): standard deviations over seeds, or what stood next to the scores in the files; nan
    # where there is none
    spreads: FloatArray | None = None
    runs: FloatArray | None = None  # (n_datasets, n_algorithms): over how many seeds, where these are known
    # one per data set, (n_runs, n_algorithms): runs that means are over, one row per seed of the data set; nan where
    # an algorithm has no such run. None with folds; empty where no runs were averaged.
    by_seed: tuple[FloatArray | None, ...] = ()
    # one per data set, (n_instances, n_algorithms): the scores in its instances, over which the mean is taken; None
    # where it has one. Empty where no column has instances.
    instances: tuple[FloatArray | None, ...] = ()
    # one per data set: the scores of runs over their steps, where `reduce` made one of them; empty otherwise
    trajectories: tuple[Trajectories, ...] = ()
    schemes: tuple[Scheme, ...] = ()  # the scores by each resampling scheme, where a column names these
    # the means of all that `missing.coverage` names, before the missing policy left anything out; nan in its gaps. None
    # where nothing was left out.
    unreduced: FloatArray | None = None
    # (n_datasets,): how much data sets count in means over them, where not alike; tests know nothing of it
    weights: FloatArray | None = None
    # (n_datasets, n_algorithms): runs that were not solved within the limit, whose means are nan; None where the study
    # does not say that there may be such
    censored: BoolArray | None = None
    limit: float | None = None  # of the runs, where there is such a mask
    limit_is_assumed: bool = False  # whether it is but the largest time, as neither the study nor a cell states one
    # of the runs that a column says to have solved after more than the limit: data set, algorithm, time
    late: tuple[tuple[str, str, float], ...] = ()

    @property
    def n_datasets(self) -> int:
        """The number of data sets."""
        return len(self.datasets)

    def on(self, rows: Sequence[int]) -> MetricScores:
        """Return the scores on some of the data sets, given by their indices."""
        return replace(
            self,
            datasets=tuple(self.datasets[row] for row in rows),
            means=self.means[list(rows)],
            folds=tuple(self.folds[row] for row in rows) if self.folds else (),
            outcomes=tuple(self.outcomes[row] for row in rows) if self.outcomes else (),
            by_seed=tuple(self.by_seed[row] for row in rows) if self.by_seed else (),
            instances=tuple(self.instances[row] for row in rows) if self.instances else (),
            trajectories=tuple(self.trajectories[row] for row in rows) if self.trajectories else (),
            examples=tuple(self.examples[row] for row in rows) if self.examples else (),
            validation=None if self.validation is None else self.validation.on(rows),
            weights=None if self.weights is None else self.weights[list(rows)],
            schemes=tuple(scheme.on(rows) for scheme in self.schemes),
            censored=None if self.censored is None else self.censored[list(rows)],
        )

    @property
    def n_censored(self) -> int:
        """How many runs were not solved within the limit."""
        return 0 if self.censored is None else int(self.censored.sum())

    @property
    def has_no_numbers(self) -> bool:
        """Whether results are ranked last that have no number: runs that were not solved, or missing results."""
        return self.has_censored or bool(self.missing.worst_ranked)

    @property
    def placed(self) -> FloatArray:
        """What ranks and wins are counted by: the means, and twice the limit where a run was not solved."""
        if self.censored is None or self.limit is None:
            return self.means
        return np.where(self.censored, 2 * self.limit, self.means)

    @property
    def oriented(self) -> FloatArray:
        """The means turned so that higher is better."""
        return self.means if self.better == "higher" else -self.means

    @property
    def measured_means(self) -> FloatArray:
        """The means, with nan where another score stands in for a missing one."""
        if not self.missing.imputed:
            return self.means
        return np.where(self.missing.is_imputed(self.datasets, self.algorithms), np.nan, self.means)

    @property
    def has_folds(self) -> bool:
        """Whether any data set has more than one measurement a cell."""
        return any(folds is not None for folds in self.folds)

    @property
    def of_examples(self) -> bool:
        """Whether test examples are what was sampled on each data set."""
        return self.has_outcomes or bool(self.examples)

    @property
    def has_instances(self) -> bool:
        """Whether any data set has several instances."""
        return any(instances is not None for instances in self.instances)

    @property
    def has_runs(self) -> bool:
        """Whether any data set has several runs of an algorithm and no folds."""
        return any(runs is not None for runs in self.by_seed)

    @property
    def is_divided(self) -> bool:
        """Whether any data set has folds or test examples, over which algorithms can be tested within it."""
        return self.has_folds or self.has_outcomes or bool(self.examples) or self.has_runs

    @property
    def has_outcomes(self) -> bool:
        """Whether of any data set it is known on how many test examples algorithms are right together."""
        return any(outcomes is not None for outcomes in self.outcomes)


# What one metric of a study has, by what its files give.
MetricResults = MetricScores | MetricRanks | MetricVotes


@dataclass(frozen=True)
class Costs:
    """One cost, a mean for each data set and algorithm; lower is cheaper."""

    name: str
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    values: FloatArray

    def of(self, datasets: tuple[str, ...], algorithms: tuple[str, ...]) -> FloatArray:
        """Return the costs of these data sets (rows) and algorithms (columns)."""
        rows = [self.datasets.index(name) for name in datasets]
        columns = [self.algorithms.index(name) for name in algorithms]
        return self.values[np.ix_(rows, columns)]


@dataclass(frozen=True)
class SourceFile:
    """A file that scores were read from: path relative to the spec, size in bytes, sha256 in hex, rows."""

    path: str
    size: int
    sha256: str
    rows: int


@dataclass(frozen=True)
class Scores:
    """All that was read: each metric's scores, each cost, and the files they came from."""

    metrics: tuple[MetricResults, ...]
    costs: Mapping[str, Costs]
    sources: tuple[SourceFile, ...]

    @property
    def scored(self) -> tuple[MetricScores, ...]:
        """The metrics that have scores, and not ranks or votes alone."""
        return tuple(metric for metric in self.metrics if isinstance(metric, MetricScores))

    @property
    def all_algorithms(self) -> list[str]:
        """The algorithms of all metrics, each once, then those that the missing policy dropped."""
        dropped = (name for metric in self.metrics for name in metric.missing.dropped_algorithms)
        return list(dict.fromkeys((*self.algorithms, *dropped)))

    @property
    def algorithms(self) -> list[str]:
        """The algorithms of all metrics, each once."""
        return list(dict.fromkeys(name for metric in self.metrics for name in metric.algorithms))

    @property
    def all_datasets(self) -> list[str]:
        """The data sets of all metrics, each once, then those that the missing policy dropped."""
        retained = (name for metric in self.metrics for name in metric.datasets)
        dropped = (name for metric in self.metrics for name in metric.missing.dropped_datasets)
        return list(dict.fromkeys((*retained, *dropped)))


def complete_pairs(folds: Folds, pairs: IntArray) -> IntArray:
    """Return the pairs of algorithms of which both have every fold."""
    complete: BoolArray = np.all(np.isfinite(folds.scores), axis=0)
    retained: IntArray = pairs[complete[pairs].all(axis=1)]
    return retained


def ratio_tested_to_trained(folds: Folds) -> float | None:
    """Cases tested on for each case trained on, as the corrected resampled t test needs it."""
    if folds.n_train is not None and folds.n_test is not None:
        # stats brings all of scipy with it, which a check of folds can do without
        from rankpress.stats.resampled import average_ratio

        return average_ratio(folds.n_train, folds.n_test)
    per_repeat = folds.per_repeat
    if per_repeat.min() < 2 or per_repeat.min() != per_repeat.max():
        return None
    return float(1 / (per_repeat[0] - 1))


def of_both_signs(scores: FloatArray) -> IntArray:
    """Return the data sets with scores both below and above 0."""
    return np.flatnonzero((scores < 0).any(axis=1) & (scores > 0).any(axis=1))


def is_five_by_two(folds: Folds) -> bool:
    """Return whether the folds are five repeats of two."""
    return np.array_equal(folds.per_repeat, [2] * 5)


def as_five_by_two(folds: Folds, differences: FloatArray) -> FloatArray | None:
    """Differences of 5 times repeated 2-fold cross-validation as the 5x2cv tests take them."""
    return differences.reshape(5, 2, -1) if is_five_by_two(folds) else None


@dataclass(frozen=True)
class SharingPairs:
    """Pairs that share the same data sets."""

    members: IntArray  # (n_members,): which of all pairs they are
    # (n_shared, n_algorithms): the results of their algorithms on the data sets that they share, no gaps among those of
    # a pair
    values: FloatArray
    pairs: IntArray  # (n_members, 2): the pairs, as columns of `values`


def by_shared_datasets(values: FloatArray, pairs: IntArray) -> Iterator[SharingPairs]:
    """Bring pairs that share the same data sets together."""
    there = ~np.isnan(values)
    shared = there[:, pairs[:, 0]] & there[:, pairs[:, 1]]
    kinds, kind_of = np.unique(shared, axis=1, return_inverse=True)
    for kind, datasets in enumerate(kinds.T):
        members = np.flatnonzero(kind_of.ravel() == kind)
        # algorithms that are none of these pairs may have gaps there
        algorithms, inside = np.unique(pairs[members], return_inverse=True)
        yield SharingPairs(members, values[np.ix_(datasets, algorithms)], inside.reshape(-1, 2).astype(np.int64))
