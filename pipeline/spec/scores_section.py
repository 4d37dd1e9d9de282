"""The section `scores`: which files are read, what their columns mean, which rows are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    WithJsonSchema,
    field_serializer,
)

from rankpress.core.faults import without_passwords
from rankpress.spec.column_names import ColumnNames, wrong_columns
from rankpress.spec.conditions import Where
from rankpress.spec.metrics_section import NAME_SCHEMA, Metric, Metrics, StatedDoubt, wrong_metrics
from rankpress.spec.normalization import NormalizeOptions, Weights, wrong_normalize, wrong_weights
from rankpress.spec.runs import ChooseOptions, Reduce, Runs, Seeds, wrong_choose, wrong_reduce, wrong_runs, wrong_seeds
from rankpress.spec.strict import (
    UNIQUE,
    Count,
    Flag,
    Incoherence,
    Number,
    Section,
    Text,
    repetitions,
)
from rankpress.wording.strings import counted


class RenameOptions(Section):
    """Names in the files, and what they are taken for; those that come to bear the same name are one."""

    dataset: dict[Text, Text] = Field(default={}, description="Data sets: {name in the files: name in the study}.")
    algorithm: dict[Text, Text] = Field(default={}, description="Algorithms: {name in the files: name in the study}.")


AtLeastOne = Annotated[Number, Field(ge=1)]


class LimitOptions(Section):
    """How much a source of scores may hold, and how long it may take; one beyond it is refused."""

    bytes: AtLeastOne = Field(default=4e9, description="Largest size of a file, after unpacking.")
    cells: AtLeastOne = Field(
        default=1e8,
        description="Largest number of cells: rows times columns of the sheets of a workbook, up to the last filled "
        "cell, and of the columns read from a Parquet file or a DuckDB database. Of a text file: lines.",
    )
    seconds: Annotated[Number, Field(gt=0, le=86400)] = Field(
        default=60,
        description="Longest time that a database may take to answer a query (of 10,000,000 rows at most) or a view, "
        "and processor time that parsing a page of HTML may take.",
    )


class CsvOptions(Section):
    """How tables in text are written, where that cannot be seen from the files."""

    delimiter: Literal[",", ";", "|", "\t", "tab", " "] | None = Field(
        default=None, description="What separates cells; a space stands for any number of them. Default: what fits."
    )
    decimal: Literal[".", ","] | None = Field(
        default=None, description="The decimal sign. Default: what fits each column."
    )
    thousands: Literal["", ".", ","] | None = Field(
        default=None, description="The sign between thousands. Default: what fits each column."
    )
    brackets: Literal["negative", "plain"] | None = Field(
        default=None,
        description="What a number in brackets is: (8.2) is -8.2, as in accounts, or 8.2. Default: an error.",
    )
    pair: Literal["first", "second"] | None = Field(
        default=None,
        description="Which number of a cell with two, such as 0.70/0.61, is the score. Default: an error.",
    )
    encoding: Text | None = Field(
        default=None,
        description="How text is encoded, as Python calls it: cp1252, latin-1, gb18030, shift_jis. Default: UTF-8, and "
        "UTF-16 where a file begins with its mark.",
    )

    @property
    def decimal_sign(self) -> Literal[".", ","] | None:
        """The decimal sign as it is stated, or the other one than that between thousands."""
        if self.decimal is not None or not self.thousands:
            return self.decimal
        return "." if self.thousands == "," else ","

    @staticmethod
    def wrong_encoding(encoding: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield that text is encoded in no such way."""
        try:
            "".encode(encoding or "utf-8")
        except (LookupError, UnicodeError):
            yield Incoherence((), f"{encoding!r} is no encoding of text", "such as cp1252, latin-1, gb18030 or utf-16")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that one sign has two meanings."""
        if self.decimal is not None and self.decimal == self.thousands:
            message = f"'{self.decimal}' is the decimal sign and stands between thousands"
            yield Incoherence(("thousands",), message, "two different signs")


_Layout = Literal["long", "wide", "folds", "ranks", "counts", "votes"]
MissingPolicy = Literal[
    "error", "drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks", "dataset-mean", "dataset-worst",
    "baseline",
]  # fmt: skip


def _as_list(files: Any) -> Any:
    """One path stands for a list of one."""
    return [files] if isinstance(files, str) else files


_ONE_OR_MORE = {"anyOf": [NAME_SCHEMA, {"type": "array", "items": NAME_SCHEMA, "minItems": 1}]}


Files = Annotated[tuple[Text, ...], BeforeValidator(_as_list), Field(min_length=1), WithJsonSchema(_ONE_OR_MORE)]


def _metrics_for(scores: dict[str, Any]) -> tuple[Metric, ...]:
    """Return the default of `metrics`: what counts of right and wrong give is the accuracy, and votes are votes."""
    name_of = {"counts": "accuracy", "votes": "votes"}
    return (Metric(name=name_of.get(str(scores.get("layout")), "score")),)


def _as_texts(one_or_several: Any) -> Any:
    """Return values as cells have them: one stands for a list of one, and numbers are texts."""
    values = [one_or_several] if isinstance(one_or_several, str | int | float) else one_or_several
    if not isinstance(values, list | tuple):
        return values
    return [str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value for value in values]


_TEXTS_OR_NUMBERS: dict[str, Any] = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "number"}]}
NoResults = Annotated[
    tuple[Text, ...],
    BeforeValidator(_as_texts),
    WithJsonSchema({"anyOf": [*_TEXTS_OR_NUMBERS["anyOf"], {"type": "array", "items": _TEXTS_OR_NUMBERS, **UNIQUE}]}),
]


class CensoredOptions(Section):
    """Which runs did not solve their data set within the limit. Such a result is neither a number nor missing."""

    column: Text | None = Field(
        default=None, description="Column of a long file that says how each run ended. null: cells of the times say it."
    )
    ok: NoResults = Field(
        default=("ok", "solved"),
        min_length=1,
        description="What stands in that column where a run solved its data set, whatever the capitals. All other runs "
        "are unsolved, whatever their time: a run that failed early too. An empty cell is no result.",
    )
    limit: Annotated[Number, Field(gt=0)] | None = Field(
        default=None,
        description="The time limit, in the unit of the metric. Runs with a longer time are unsolved; without `column` "
        "also those of exactly the limit. null: the largest time, also in cells such as >1000.",
    )
    cells: NoResults = Field(
        default=(),
        description="Further strings that mark unsolved runs, next to timeout, T.O., t/o, memout, error, inf, >1000, "
        "900+ and the like.",
    )

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield outcomes without a column that has them."""
        if self.column is None and "ok" in self.model_fields_set:
            yield Incoherence(("ok",), "ok without column, whose cells it is of", "column: NAME as well")


def wrong_censored(censored: CensoredOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find scores for which a run that did not end has no meaning."""
    if censored is None or not {"layout", "columns", "metrics"} <= others.keys():
        return
    layout, columns, metrics = others["layout"], others["columns"], others["metrics"]
    if layout not in ("long", "wide"):
        yield Incoherence((), f"censored with layout: {layout}, which has no runs", "layout: long or wide")
    elif layout == "wide" and censored.column is not None:
        message = "a column of outcomes with layout: wide, where a row is of several runs"
        yield Incoherence(("column",), message, "layout: long", "or write timeout in the cells of unsolved runs")
    several = [key for key in ("seed", "step", "example") if getattr(columns, key) is not None]
    several += [key for key in ("repeats", "choose") if others.get(key) is not None]
    if several:
        message = f"censored with {several[0]}: several runs have no mean where one of them is unsolved"
        yield Incoherence((), message, "one run of an algorithm on a data set", "select one by where")
    if len(metrics) > 1:
        yield Incoherence((), f"censored with {counted(len(metrics), 'metric')}", "one metric, the time of a run")
    metric = metrics[0]
    if metric.better == "higher":
        yield Incoherence((), f"censored, and of {metric.name} higher is better", "better: lower, as of times")
    if metric.counts is not None or metric.validation is not None:
        yield Incoherence((), f"censored, and {metric.name} has from or validation", "a metric that is one column")
    if others.get("missing") in ("dataset-mean", "dataset-worst", "baseline"):
        message = (
            f"censored with missing: {others['missing']}, and an unsolved run has no number to stand in for another"
        )
        yield Incoherence((), message, "drop-datasets, drop-algorithms, worst-rank or incomplete-blocks")


class ScoresOptions(Section):
    """Where the scores are, and how to read them."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": ["files"]}, {"required": ["database", "query"]}]}
    )

    files: Files | None = Field(
        default=None,
        description="One path, or a list of paths and globs, relative to study.yaml. A part in braces, as in "
        "runs/{algorithm}/{dataset}.json, is a column that the files need not have.",
    )
    database: Text | None = Field(
        default=None,
        description="In place of files: the URL of a database, as SQLAlchemy writes it; sqlite:///PATH is relative to "
        "study.yaml. Leave its password to what the database's own client reads.",
    )
    query: Text | None = Field(
        default=None,
        validate_default=True,
        description="The query that gives the rows of the scores; without ORDER BY they are put in an order.",
    )
    layout: _Layout = Field(
        default="long",
        description="long: one row per measurement. wide: one row per data set, one column per algorithm, or where "
        "columns.algorithm alone is given, one row per algorithm. "
        "folds: one row per data set and algorithm, one column per fold. "
        "ranks: one row of average ranks, with `datasets`. counts: one row per data set and pair of algorithms "
        "with the columns dataset, a, b, both_right, only_a, only_b, both_wrong, which count test examples. votes: one "
        "row per vote between two algorithms, with the columns model_a, model_b, winner (a name, model_a, model_b or "
        "tie) and cluster, the unit that votes were taken in, such as a judge or a question.",
    )
    columns: ColumnNames = Field(
        default=ColumnNames.unchecked(),
        description="Names of the columns of a long file, where they differ from these.",
    )
    metrics: Metrics = Field(
        default_factory=_metrics_for,
        min_length=1,
        description="The scores to compare by. long: column names. wide, folds and ranks: exactly one, the table's "
        "own. counts: exactly one, the share of test examples that are right, or with better: lower, wrong. Default: "
        "score, or with layout: counts accuracy, with layout: votes votes.",
    )
    costs: tuple[Text, ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Columns of a long file with a cost of each measurement; lower is cheaper.",
    )
    reduce: Reduce | None = Field(
        default=None,
        validate_default=True,
        description="How the steps of a run (columns.step) become one score, before seeds are averaged. Steps without "
        "a score are ignored. last: the last step with a score. best: the best step, by the metric's direction. "
        "mean: the mean over the steps. area: the area under the scores over the steps (trapezoids) divided by their "
        "range. {last: K} or {at: N}. Costs, validation scores and numbers of cases are those of the same steps with "
        "the same weights; with several metrics, costs are those of the first.",
    )
    choose: ChooseOptions | None = Field(
        default=None,
        description="Where a run (data set, algorithm, repeat, fold and seed) has several rows, one for each setting, "
        "the row that is best by a column is taken, of equally good ones the first; rows without a number there are "
        "not eligible. Each run takes its own, as in nested cross-validation. null: several rows are refused.",
    )
    missing: MissingPolicy = Field(
        default="error",
        description="What to do where an algorithm has no result on a data set: stop with an error (error), omit the "
        "data set or the algorithm, rank the algorithm last there, leave the gap as it is and run tests that "
        "allow gaps (incomplete-blocks), or put a score in its place: the mean or the worst of the data set's results, "
        "or the score of a baseline.",
    )
    baseline: Text | None = Field(
        default=None,
        validate_default=True,
        description="missing: baseline only: the algorithm whose scores stand in for missing ones.",
    )
    na: NoResults = Field(
        default=(),
        description="What cells without a result hold, in addition to what is known: NA, N/A, NaN, null, None, nil, "
        "?, - and the like, whatever their capitals. A number, such as -1, 999 or inf, stands for every way to write "
        "it, in all formats. `missing` decides what is done about them.",
    )
    format: Text | None = Field(default=None, description="Format of the files. Default: detected from their content.")
    csv: CsvOptions | None = Field(
        default=None,
        description="How tables in text are written, where that cannot be seen from the files; `decimal` and "
        "`thousands` hold for texts in other formats too.",
    )
    table: Text | None = Field(
        default=None,
        description="Which table of the files is read, where they hold several: a sheet of an Excel file, a table of "
        'a DuckDB database. "*": all tables of a file, with their names in a further column `table`.',
    )
    header: Literal[1, 2, 3, 4] | None = Field(
        default=None,
        description="Number of header rows in CSV, Excel, HTML, LaTeX and Markdown. 2: names of columns are made of "
        "both rows, such as a tool and what was measured of it, `tool / column`. The last of several may name the "
        "leading columns alone. Default: as many rows of names as distinguish the columns of numbers, or two where the "
        "second has units. Lines before them that begin with #, % or // are comments.",
    )
    where: Where = Field(
        default={},
        description="Which rows are read: for a column its value, a list of values, or {min, max, not}. All "
        "conditions must hold.",
    )
    ignore: tuple[Annotated[str, Strict()], ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Columns that are ignored, such as those of a wide file that describe the data sets; `where` may "
        "still select rows by them. An empty string is the column without a name.",
    )
    fill: tuple[Annotated[str, Strict()], ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Columns in which a name stands once, above the rows that it is of, as merged cells of "
        "spreadsheets are saved: a blank cell has the name above it. An empty string is the column without a name.",
    )
    repeats: Literal["rows", "runs"] | None = Field(
        default=None,
        description="rows: the rows of a data set and algorithm are its folds, numbered in the order of the files; "
        "where algorithms have unequal numbers of scores on a data set, they are runs there, which are averaged as "
        "seeds are. runs: they are runs everywhere. null: columns number them.",
    )
    runs: Runs = Field(
        default="available",
        validate_default=True,
        description="Runs are what columns.seed numbers; a run that is absent, blank or failed is no missing result. "
        "available: a score is the mean over the runs that are there, and reports state how many. complete: an "
        "algorithm with fewer runs than others on the same data set, repeat and fold has no result there.",
    )
    seeds: Seeds = Field(
        default="independent",
        validate_default=True,
        description="Whether runs of the same seed belong together. independent: seeds number runs, and pair nothing. "
        "paired: runs of the same seed share what chance decides, such as data splits and starting points.",
    )
    doubts: tuple[StatedDoubt, ...] = Field(
        default=(),
        exclude_if=lambda doubts: not doubts,
        description="What `rankpress init` or `run` guessed with little to go by. Reports show it until confirmed.",
    )
    confirmed: Flag = Field(
        default=False,
        exclude_if=lambda confirmed: not confirmed,
        description="true: the doubts are settled, and neither the terminal nor a report shows them: those listed in "
        "`doubts`, and what the scores themselves raise, such as an accuracy above 1.",
    )
    join: dict[Text, Annotated[tuple[Annotated[str, Strict()], ...], Field(min_length=2)]] = Field(
        default={},
        description="Columns made of several others, which name an algorithm or a data set only together: "
        "{algorithm: [model, size]} calls one xgb / L.",
    )
    rename: RenameOptions = Field(
        default=RenameOptions.unchecked(),
        description="Other names for data sets and algorithms, by those in the files, as if the files had these.",
    )
    censored: CensoredOptions | None = Field(
        default=None,
        description="Runs that did not end within a limit: which they are, and the limit. {} where cells say so. They "
        "share the last place on their data set, and only tests of ranks and wins are made. null: none.",
    )
    datasets: Count | None = Field(
        default=None,
        validate_default=True,
        description="layout ranks only: over how many data sets the average ranks were taken.",
    )
    limit: LimitOptions = Field(
        default=LimitOptions.unchecked(),
        exclude=True,
        description="Limits on the size of files of scores and the time of queries.",
    )

    scheme: Text | None = Field(
        default=None,
        validate_default=True,
        description="The resampling scheme whose scores are compared, of those in columns.scheme.",
    )
    normalize: NormalizeOptions | None = Field(
        default=None,
        validate_default=True,
        description="What becomes 0 and 1 on each data set, such as {low: random, high: human}, so that scores mean the"
        " same on all of them. null: scores are as they are.",
    )

    @property
    def of_examples(self) -> bool:
        """Whether the files list single test examples, or count them."""
        return self.layout == "counts" or self.columns.example is not None

    @property
    def has_runs_alone(self) -> bool:
        """Whether columns number runs by their seeds, and neither folds nor test examples by the study's own word."""
        return (
            self.columns.seed is not None
            and self.columns.example is None
            and not any(getattr(self.columns, key) for key in {"repeat", "fold"} & self.columns.model_fields_set)
        )

    @field_serializer("database")
    def _without_password(self, database: str | None) -> str | None:
        """Return the address without its password, which no report may show."""
        return None if database is None else without_passwords(database)

    @staticmethod
    def wrong_query(query: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find scores from nowhere, or from two places."""
        if not {"files", "database"} <= others.keys():
            return
        files, database = others["files"], others["database"]
        if files is None and database is None and query is None:
            what = ScoresOptions.model_fields["files"].description
            yield Incoherence((), "the key 'files' is missing from scores", f"files: {what} Or database and query.")
        elif files is not None and (database is not None or query is not None):
            expected = "files, or a database and a query"
            yield Incoherence((), "files together with database and query", expected, "remove one of them")
        elif database is None and query is not None:
            yield Incoherence((), "a query without a database", "database: URL as well")
        elif database is not None and query is None:
            yield Incoherence((), "a database without a query", "query: SELECT ... as well")

    wrong_columns = staticmethod(wrong_columns)
    wrong_metrics = staticmethod(wrong_metrics)
    wrong_reduce = staticmethod(wrong_reduce)
    wrong_choose = staticmethod(wrong_choose)
    wrong_runs = staticmethod(wrong_runs)
    wrong_seeds = staticmethod(wrong_seeds)
    wrong_censored = staticmethod(wrong_censored)
    wrong_normalize = staticmethod(wrong_normalize)

    @staticmethod
    def wrong_costs(costs: tuple[str, ...], others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find costs that are there twice, or that files of the layout cannot hold."""
        yield from repetitions("cost", costs)
        layout = others.get("layout", "long")
        if layout != "long" and costs:
            yield Incoherence(
                (),
                f"costs with layout: {layout}, whose files have no column for them",
                "costs only with layout: long",
                "remove costs and give the order by hand as order: {prior: [cheapest, ..., most expensive]}",
            )

    @staticmethod
    def wrong_baseline(baseline: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find a baseline that nothing uses, and a policy without one."""
        missing = others.get("missing")
        if baseline is None and missing == "baseline":
            yield Incoherence((), "missing: baseline without scores.baseline", "the name of an algorithm")
        if baseline is not None and missing not in (None, "baseline"):
            message = f"baseline: {baseline} with missing: {missing}"
            yield Incoherence((), message, "baseline only with missing: baseline", "remove one of the two")

    @staticmethod
    def wrong_scheme(scheme: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find schemes of which none is chosen, or a choice among none."""
        columns, metrics = others.get("columns"), others.get("metrics", ())
        if columns is None:
            return
        if (columns.scheme is None) != (scheme is None):
            message = "columns.scheme without scores.scheme" if scheme is None else "scheme without columns.scheme"
            yield Incoherence((), message, "both: the column, and the scheme whose scores are compared")
        if scheme is not None and (columns.example is not None or any(metric.counts for metric in metrics)):
            yield Incoherence((), "scheme with test examples or counts", "scores of folds")

    @staticmethod
    def wrong_repeats(repeats: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find rows to be numbered as folds where they are numbered, or are none."""
        if repeats is None or not {"layout", "columns"} <= others.keys():
            return
        if others["layout"] not in ("long", "wide"):
            message = f"repeats: {repeats} with layout: {others['layout']}, which has one row for each data set"
            yield Incoherence((), message, "repeats only with layout: long or wide", "remove the key")
        elif numbered := {"repeat", "fold", "seed", "step", "instance", "example"} & others["columns"].model_fields_set:
            message = f"repeats: {repeats} together with columns.{min(numbered)}, which numbers the rows"
            yield Incoherence((), message, "one of the two", "remove one")
        elif others.get("choose") is not None:
            message = f"repeats: {repeats} together with choose, which takes one of the rows"
            yield Incoherence((), message, "one of the two", "remove one")

    @staticmethod
    def wrong_missing(missing: MissingPolicy, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find a policy for what average ranks cannot lack."""
        if (layout := others.get("layout")) in ("ranks", "votes") and missing != "error":
            what = "average rank" if layout == "ranks" else "vote"
            message = f"missing: {missing} with layout: {layout}, where a missing {what} cannot be made up for"
            yield Incoherence((), message, "missing: error")

    @staticmethod
    def wrong_datasets(datasets: int | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find a number of data sets that is missing, or that the files give."""
        layout = others.get("layout")
        if layout == "ranks" and datasets is None:
            expected = "datasets: N as well, the number of data sets that the ranks are averages over"
            yield Incoherence((), "layout: ranks without `datasets`", expected)
        if layout in ("long", "wide", "folds", "counts", "votes") and datasets is not None:
            message = f"datasets: {datasets} with layout: {layout}, where the files show how many there are"
            yield Incoherence((), message, "datasets only with layout: ranks", "remove the key")


class GroupedScoresOptions(ScoresOptions):
    """Where the scores are, how to read them, and which data sets and algorithms belong together."""

    groups: dict[Text, Annotated[tuple[Text, ...], Field(min_length=1, json_schema_extra=UNIQUE)]] = Field(
        default={},
        description="Groups of data sets, {group: [data sets]}: they stand together in tables of scores and ranks, "
        "with a row that sums them up, and the algorithms are ordered on each group too. "
        "A data set may be in several groups, or in none.",
    )
    weights: Weights | None = Field(
        default=None,
        validate_default=True,
        description="Weights of data sets in means over data sets and in aggregates: a number by data set or group, "
        "whose data sets share it; all others have weight 1. groups: each group has weight 1. Ranks, tests and effect "
        "sizes have no weights. null: equal weights.",
    )
    families: dict[Text, Annotated[tuple[Text, ...], Field(min_length=1, json_schema_extra=UNIQUE)]] = Field(
        default={},
        description="Families of algorithms, {family: [algorithms]}: figures show them in one color, with a sign "
        "before the name and a legend. An algorithm is in one family, or in none; labels.algorithms.NAME.family states "
        "it too.",
    )

    wrong_weights = staticmethod(wrong_weights)

    @staticmethod
    def wrong_groups(groups: Mapping[str, tuple[str, ...]], others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find groups that hold a data set twice, or where data sets are not known."""
        for name, members in groups.items():
            yield from repetitions("data set", members, name)
        if groups and others.get("layout") in ("ranks", "votes"):
            yield Incoherence(
                (),
                f"groups with layout: {others['layout']}, where data sets are not distinguished",
                "groups only with the scores of each data set",
                "remove groups, or give the ranks on each group in a study of its own",
            )

    @staticmethod
    def wrong_families(families: Mapping[str, tuple[str, ...]], _others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find algorithms that are in a family twice, or in two."""
        first: dict[str, str] = {}
        for family, members in families.items():
            yield from repetitions("algorithm", members, family)
            for index, name in enumerate(members):
                if first.setdefault(name, family) != family:
                    message = f"'{name}' is in {first[name]} and in {family}"
                    yield Incoherence((family, index), message, "each algorithm in one family")
