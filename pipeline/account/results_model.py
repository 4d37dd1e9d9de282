"""results.json as types: topics write them, `diff` reads by them, and RESULTS.md is written from them.

The text of a key stands in its annotation; a key without one shares that of the next key. The key of a mapping has the
name that the page gives it. Plain data needs no encoding, and pydantic validates what it reads by the same types. Keys
that are not required may be missing from a report of another version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Required, get_type_hints

from pydantic import FiniteFloat
from typing_extensions import TypedDict

from rankpress.topics.columns import MOST_VALUES
from rankpress.topics.result_types import (
    Adjustment,
    Algorithm,
    Bounds,
    ComparisonResult,
    CriticalDifferenceResult,
    Dataset,
    ExampleScoresResult,
    Figure,
    Kind,
    Matrix,
    OmnibusResult,
    Test,
    What,
    WithinOmnibusResult,
)
from rankpress.topics.topic import ResultKey, StudyResultKey, topics, topics_of_study

SCHEMA = "rankpress.results/1"
ARRAYS = "results-arrays.npz"
_Metric = Annotated[str, "METRIC"]
_Name = Annotated[str, "NAME"]


class LabelResult(TypedDict, total=False):
    """What reports show in place of a name."""

    label: Annotated[str, "as text, without markup"]
    short: Annotated[str, "the same, short"]


class ConditionsResult(TypedDict, total=False):
    """What `scores.where` omitted."""

    conditions: Annotated[dict[Annotated[str, "COLUMN"], str], "the condition on a column, in words"]
    rows: Annotated[int, "rows of the source"]
    left_out: Annotated[int, "those that do not meet the conditions"]


class DoubtResult(TypedDict, total=False):
    """What is not certain of the scores: what was guessed, or is hardly meant."""

    text: Annotated[Required[str], "what is not certain, and why"]
    column: Annotated[str, "the column that it is about"]
    file: Annotated[str, "the file that it is about"]
    row: Annotated[int, "the row of the file that it is about"]
    value: Annotated[str, "the cell that it is about, as it is written"]


class GapResult(TypedDict, total=False):
    """A result that is missing or incomplete."""

    dataset: str
    algorithm: str
    present: Annotated[int, "measurements there are"]
    expected: Annotated[int, "measurements there should be"]
    reason: Annotated[str, "why, if the files say so"]


class StepsResult(TypedDict, total=False):
    """How steps of a run became one score."""

    column: Annotated[str, "`scores.columns.step`"]
    reduce: Annotated[str, "`scores.reduce`: `last`, `best`, `mean`, `area`, `last K` or `at N`"]


class ChosenResult(TypedDict, total=False):
    """By what one row of a run was chosen."""

    by: Annotated[str, "the column, `scores.choose.by`"]
    best: Annotated[str, "`higher` or `lower`"]


class RunsResult(TypedDict, total=False):
    """The runs that results are means over."""

    expected: Annotated[int, "on each data set as many of each algorithm as the one with most of them has"]
    read: Annotated[int, "those with a score"]
    each: Annotated[list[int], "over how many at least and at most a measurement is a mean"]
    short: Annotated[list[GapResult], "results of fewer runs than expected; `found` and `expected` count runs"]


class EarlyResult(TypedDict, total=False):
    """Runs whose last step with a score comes before that of others on the data set."""

    dataset: str
    algorithm: str
    step: Annotated[float, "the earliest last step among them"]
    latest: Annotated[float, "the last step of the longest run on the data set"]
    runs: Annotated[int, "number of runs that end early"]


class BalanceResult(TypedDict, total=False):
    """What was expected of the source and what was read, before any policy for missing results."""

    expected: Annotated[int, "results, one of each algorithm on each data set"]
    algorithms: Annotated[int, "algorithms that the source names"]
    datasets: Annotated[int, "data sets that it names"]
    read: Annotated[int, "complete results"]
    gaps: Annotated[list[GapResult], "the others"]
    runs: Annotated[RunsResult | None, "null if nothing numbers runs"]
    early: Annotated[list[EarlyResult], "with `scores.columns.step`"]


class ReadingResult(TypedDict, total=False):
    """What was read."""

    formats: Annotated[
        dict[Annotated[str, "FORMAT"], int],
        "number of files, or folders, that scores were read from; the manifest lists them, or names the database",
    ]
    where: ConditionsResult | None
    renamed: Annotated[dict[_Name, str], "the name in place of one in the source"]
    joined: Annotated[dict[_Name, list[str]], "the columns that a name is made of"]
    ignored: Annotated[list[str], "columns that `scores.ignore` names"]
    unused: Annotated[list[str], "other columns that nothing was read from"]
    empty: Annotated[dict[Annotated[str, "TEXT"], int], "number of cells that say there is no result, such as NA"]
    filled: Annotated[
        dict[Annotated[str, "COLUMN"], int],
        "number of blank cells of a column in `scores.fill` that have the name above them",
    ]
    blank_rows: Annotated[
        int, "number of rows without a score next to others of the same measurement; absent without such rows"
    ]
    normalized_by: Annotated[
        dict[Algorithm, int], "number of runs of each algorithm that scores are normalized by; absent without such"
    ]
    comments: Annotated[
        list[str],
        "lines of comments before tables in text, and rows that are commented out; the first hundred different ones",
    ]
    marks: Annotated[
        dict[Annotated[str, "MARK"], int], "number of cells with a mark behind the number, such as †, that is not read"
    ]
    accompanied: Annotated[int, "number of cells of two numbers, such as 0.91 ± 0.02, of which the first was read"]
    seeds: Annotated[
        list[int] | None, "over how many seeds at least and at most a measurement is the mean; null without seeds"
    ]
    instances: Annotated[
        list[int] | None, "over how many instances of a data set at least and at most a score is the mean; null without"
    ]
    steps: Annotated[StepsResult | None, "null without steps"]
    chosen: Annotated[ChosenResult | None, "null without `scores.choose`"]
    balance: Annotated[dict[_Metric, BalanceResult | None], "null if only average ranks were given"]


class CoverageResult(TypedDict, total=False):
    """Which results there were before any were omitted."""

    algorithms: Annotated[dict[Algorithm, int], "number of results"]
    datasets: Annotated[dict[Dataset, int], "number of results"]
    measurements: Annotated[
        dict[Dataset, int], "number of measurements, one, or one per fold or test example, that a complete result has"
    ]
    never_together: Annotated[list[list[str]], "pairs of algorithms that share no data set"]
    parts: Annotated[list[list[str]], "algorithms that a chain of shared data sets links"]
    connected: Annotated[bool, "whether there is one part only"]
    balanced: Annotated[bool, "whether the design is balanced"]


class MissingResult(TypedDict, total=False):
    """Missing results, and what was done with them."""

    policy: Annotated[str, "`scores.missing`"]
    gaps: list[GapResult]
    worst_ranked: Annotated[list[GapResult], "those that were ranked last"]
    left_open: Annotated[list[GapResult], "those without a rank"]
    imputed: Annotated[list[GapResult], "those in whose place another score stands"]
    coverage: CoverageResult | None
    why: Annotated[str, "why there is no coverage"]


class DroppedResult(TypedDict, total=False):
    """What `scores.missing` omitted."""

    datasets: list[str]
    algorithms: list[str]


class NullResult(TypedDict):
    """The null hypothesis that the error rate of the pairwise test rests on, adjusted or not."""

    of: Annotated[str, "`each pair`, or `all algorithms`: where only some are equal, errors can be more frequent"]
    text: Annotated[str, "what is true under it"]


class SpreadResult(TypedDict, total=False):
    """How far the scores of an algorithm on a data set vary over folds, repeats or runs."""

    measurements: int
    sd: Annotated[Figure, "standard deviation"]
    se: Annotated[Figure, "standard error of the mean, corrected for overlapping training sets"]
    interval: Annotated[Bounds, "95% interval of the mean, by Student's t with this error"]


class VotesResult(TypedDict):
    """The votes by which algorithms were compared."""

    n: Annotated[int, "votes"]
    unit: Annotated[str, "the column with the units that they were taken in, such as judges"]
    clusters: Annotated[int, "units"]


class MetricResult(TypedDict, total=False):
    """All results of one metric."""

    better: Required[Annotated[str, "`higher` or `lower`"]]
    p_values: Annotated[str | None, "`exploratory` or `confirmatory`; null if not stated"]
    n_datasets: Annotated[int, "how many data sets; with layout ranks, as the study says, with layout votes 1"]
    datasets: Required[Annotated[list[str], "those that were compared"]]
    algorithms: Required[Annotated[list[str], "those that were compared"]]
    dropped: DroppedResult
    missing: MissingResult
    votes: Annotated[VotesResult, "only with layout votes"]
    means: Annotated[Matrix | None, "mean over folds, or share of test examples; in the metric's unit"]
    normalized: Annotated[str, "what 0 and 1 are on each data set, where scores were normalized"]
    weights: Annotated[dict[Dataset, float], "of data sets in means and aggregates, where they count unlike"]
    spread: Annotated[
        dict[Dataset, dict[Algorithm, SpreadResult]] | None,
        "of scores over folds or seeds; null without both",
    ]
    ranks: Annotated[Matrix | None, "1 for the best"]
    limit: Annotated[float, "of the runs, where the study has it that some may be unsolved"]
    limit_is_assumed: Annotated[bool, "whether this limit is but the largest time, as nothing states one"]
    censored: Annotated[
        dict[str, dict[Algorithm, bool]], "runs that were not solved within the limit, whose means are null"
    ]
    average_ranks: Required[Annotated[dict[Algorithm, FiniteFloat], "over the data sets; of votes by strength"]]
    ranks_scaled: Annotated[
        bool,
        "true where results are missing: average ranks are of ranks r among m of the k algorithms, scaled to"
        " r (k + 1) / (m + 1)",
    ]
    control: Annotated[str | None, "with which all comparisons are"]
    omnibus: dict[Test, OmnibusResult]
    pairwise: Annotated[str | None, "the test of the comparisons"]
    critical_difference: dict[Adjustment, CriticalDifferenceResult]
    error_rates: Annotated[
        dict[Adjustment, str],
        "which rate of errors the correction controls, where the null hypothesis of the test holds; and, where results"
        " were missing, when that rate is exceeded",
    ]
    null_hypothesis: NullResult | None
    comparisons: list[ComparisonResult]
    groups: Annotated[
        dict[Adjustment, list[list[str]]], "best first, sets of two or more in which no pair differs at alpha"
    ]
    example_scores: Annotated[list[ExampleScoresResult], "with clustered-t"]
    within_omnibus: list[WithinOmnibusResult]
    left_out: Annotated[dict[What, str], "a part of the study, or a correction, that could not be computed, and why"]
    notes: Annotated[list[str], "what else a reader should know"]


class ColumnResult(TypedDict, total=False):
    """The values of one key of the records of a list, or of a matrix."""

    path: Required[
        Annotated[
            list[str | int], "the key in a record: names of mappings and places in lists; empty for a whole matrix"
        ]
    ]
    array: Required[Annotated[str, "its array: in numbers nan, in texts the empty text stands for null"]]
    rows: Annotated[str, "if not all records have the key: the array of the places, from 0, of those that have it"]


class ListedResult(TypedDict):
    """A list of records, one array for each value that they have, or a matrix, one array."""

    rows: Annotated[int, "number of records, or of data sets"]
    columns: list[ColumnResult]


class ArraysResult(TypedDict):
    """Long lists and matrices, which stand in a file of numpy next to results.json, without pickle."""

    file: Annotated[str, f"`{ARRAYS}`"]
    sha256: Annotated[str, "of the file"]
    metrics: Annotated[
        dict[_Metric, dict[Annotated[str, "KEY"], ListedResult]],
        "keys of the metric that stand there and not here: of `comparisons`, `within`, `within_wins`, `example_scores`,"
        " `means` (rows are `datasets`, columns `algorithms`) and `ranks`",
    ]


class Results(TypedDict, total=False):
    """A results.json."""

    schema: Required[Annotated[str, "`rankpress.results/1`"]]
    title: Required[Annotated[str, "of the study"]]
    alpha: Required[Annotated[FiniteFloat, "level of the tests"]]
    settings: Annotated[
        dict[Annotated[str, "SECTION"], Any],
        "rank, test, adjust, effects, bayes, order, curves, sensitivity, replicability, power and protocol of the"
        " study, with every key that they may have",
    ]
    labels: Annotated[
        dict[Kind, dict[_Name, LabelResult]],
        "if the study has labels; KIND is `algorithms`, `datasets`, `metrics` or `costs`. All other keys and values"
        " are names of the files",
    ]
    doubts: Annotated[list[DoubtResult], "what is not certain of the scores; empty once `scores.confirmed` is true"]
    reading: ReadingResult
    metrics: Required[dict[_Metric, MetricResult]]
    arrays: Annotated[ArraysResult, f"if a key of a metric has more than {MOST_VALUES:,} values"]
    baseline: Annotated[
        dict[str, Any],
        "after `rankpress build --baseline OLD`: what `rankpress diff OLD NEW --format json` prints"
        " (pipeline/diff/CHANGES.md)",
    ]


def results_type() -> Any:
    """Return the type of results.json, with the keys that topics have, under each metric and of the study."""
    of_metric = tuple(key for topic in topics() for key in topic.results)
    return _results_type(of_metric, tuple(key for of_study in topics_of_study() for key in of_study.results))


@cache
def _results_type(of_metric: tuple[ResultKey, ...], of_study: tuple[StudyResultKey, ...]) -> Any:
    metric: Any = _extended(MetricResult, _declared(of_metric))
    return _extended(Results, _declared(of_study) | {"metrics": Required[dict[_Metric, metric]]})


def _declared(keys: Iterable[ResultKey | StudyResultKey]) -> dict[str, Any]:
    return {key.name: Annotated[key.type, key.text] if key.text else key.type for key in keys if key.type is not None}


def _extended(model: Any, keys: Mapping[str, Any]) -> Any:
    """Return a type with further keys, or with others of these names."""
    extended: Any = TypedDict(model.__name__, get_type_hints(model, include_extras=True) | keys, total=False)  # type: ignore[misc]
    extended.__doc__ = model.__doc__
    return extended
