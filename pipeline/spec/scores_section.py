"""The section `scores`: which files are read, and what their columns mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    WithJsonSchema,
    field_serializer,
    field_validator,
)

from rankpress.spec.limit_section import LimitOptions
from rankpress.spec.measures_section import ColumnNames, Metric, wrong_metrics
from rankpress.spec.secrets import without_passwords
from rankpress.spec.strict import UNIQUE, Count, Incoherence, Section, Text, refuse, repeated, repetitions
from rankpress.spec.where_section import RenameOptions, Where

Layout = Literal["long", "wide", "ranks", "counts"]
MissingPolicy = Literal["error", "drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]


def _as_list(files: Any) -> Any:
    """One path stands for a list of one."""
    return [files] if isinstance(files, str) else files


_ONE = {"type": "string", "minLength": 1}
_ONE_OR_MORE = {"anyOf": [_ONE, {"type": "array", "items": _ONE, "minItems": 1}]}


Files = Annotated[tuple[Text, ...], BeforeValidator(_as_list), Field(min_length=1), WithJsonSchema(_ONE_OR_MORE)]


def _metrics_for(scores: dict[str, Any]) -> tuple[Metric, ...]:
    """The default of `metrics`: what counts of right and wrong give is the accuracy."""
    return (Metric(name="accuracy" if scores.get("layout") == "counts" else "score"),)


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
    layout: Layout = Field(
        default="long",
        description="long: a row a measurement. wide: a row a data set, a column an algorithm, or where "
        "columns.algorithm alone is given, a row an algorithm. "
        "ranks: one row of average ranks, with `datasets` beside it. counts: a row a data set and pair of algorithms, "
        "with the columns dataset, a, b, both_right, only_a, only_b, both_wrong, which count test examples.",
    )
    columns: ColumnNames = Field(
        default=ColumnNames(), description="Names of the columns of a long file, where they differ from these."
    )
    metrics: tuple[Metric, ...] = Field(
        default_factory=_metrics_for,
        min_length=1,
        description="The scores to compare by. long: column names. wide and ranks: exactly one, the table's own. "
        "counts: exactly one, the share of test examples that are right, or with better: lower, wrong. Left out: "
        "score, or with layout: counts accuracy.",
    )
    costs: tuple[Text, ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Columns of a long file with a cost of each measurement; lower is cheaper.",
    )
    missing: MissingPolicy = Field(
        default="error",
        description="What to do where an algorithm has no result on a data set: tell it and stop (error), leave the "
        "data set or the algorithm out, rank the algorithm last there, or leave the gap as it is and make tests that "
        "take gaps (incomplete-blocks).",
    )
    na: tuple[Text, ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Texts of cells that have no result beside those that are known: NA, N/A, NaN, null, None, nil, "
        "?, - and the like, whatever their capitals. What is done about them is `missing`'s.",
    )
    format: Text | None = Field(
        default=None,
        description="What kind of files they are. Left out: told from the content of each.",
    )
    table: Text | None = Field(
        default=None,
        description="Which table of the files is read, where they hold several: a sheet of an Excel file, a table of "
        "a DuckDB database.",
    )
    where: Where = Field(
        default={},
        description="Which rows are read: for a column its value, a list of values, or {min, max, not}. All "
        "conditions must hold.",
    )
    ignore: tuple[Text, ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Columns that are taken as if they were not there, such as those of a wide file that describe it.",
    )
    join: dict[Text, Annotated[tuple[Text, ...], Field(min_length=2)]] = Field(
        default={},
        description="Columns made of several others, which name an algorithm or a data set only together: "
        "{algorithm: [model, size]} calls one xgb / L.",
    )
    rename: RenameOptions = Field(
        default=RenameOptions(),
        description="Other names for data sets and algorithms, by those in the files, as if the files had these.",
    )
    datasets: Count | None = Field(
        default=None,
        validate_default=True,
        description="layout ranks only: over how many data sets the average ranks were taken.",
    )
    limit: LimitOptions = Field(default=LimitOptions(), exclude=True, description="How much a file of scores may hold.")
    groups: dict[Text, Annotated[tuple[Text, ...], Field(min_length=1, json_schema_extra=UNIQUE)]] = Field(
        default={},
        description="Data sets of a kind, by a name for each group: the algorithms are ordered on each group too. "
        "A data set may be in several groups, or in none.",
    )

    @property
    def of_examples(self) -> bool:
        """Whether the files tell of single test examples, or count them."""
        return self.layout == "counts" or self.columns.example is not None

    @field_serializer("database")
    def _without_password(self, database: str | None) -> str | None:
        """What is written of a study must not tell it."""
        return None if database is None else without_passwords(database)

    @field_validator("query")
    @classmethod
    def _one_source(cls, query: str | None, info: ValidationInfo) -> str | None:
        if "files" in info.data and "database" in info.data:
            refuse(_wrong_sources(info.data["files"], info.data["database"], query), query)
        return query

    @field_validator("columns")
    @classmethod
    def _columns_fit_layout(cls, columns: ColumnNames, info: ValidationInfo) -> ColumnNames:
        layout = info.data.get("layout", "long")
        lacking = {"example": "no row for each test example", "seed": "no column for it"}
        refuse(
            (
                Incoherence(
                    (key,),
                    f"{key} with layout: {layout}, whose files have {lack}",
                    f"{key} only with layout: long",
                    "remove the key, or put the outcomes in a long file",
                )
                for key, lack in lacking.items()
                if layout != "long" and getattr(columns, key) is not None
            ),
            columns,
        )
        return columns

    @field_validator("columns")
    @classmethod
    def _columns_differ(cls, columns: ColumnNames) -> ColumnNames:
        fields = [field for field in ColumnNames.model_fields if getattr(columns, field) is not None]
        names = [getattr(columns, field) for field in fields]
        refuse(
            (
                Incoherence(
                    (fields[index],),
                    f"the column '{name}' stands for {fields[names.index(name)]} and for {fields[index]}",
                    "a column of its own for each",
                )
                for index, name in repeated(names)
            ),
            columns,
        )
        return columns

    @field_validator("metrics")
    @classmethod
    def _metrics_fit_layout(cls, metrics: tuple[Metric, ...], info: ValidationInfo) -> tuple[Metric, ...]:
        of_examples = "columns" in info.data and info.data["columns"].example is not None
        found = wrong_metrics(metrics, info.data.get("layout", "long"), of_examples)
        refuse(found, metrics)
        return metrics

    @field_validator("costs")
    @classmethod
    def _costs_fit_layout(cls, costs: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        found = repetitions("cost", costs)
        layout = info.data.get("layout", "long")
        if layout != "long" and costs:
            found.append(
                Incoherence(
                    (),
                    f"costs with layout: {layout}, whose files have no column for them",
                    "costs only with layout: long",
                    "remove costs and give the order by hand as order: {prior: [cheapest, ..., dearest]}",
                )
            )
        refuse(found, costs)
        return costs

    @field_validator("groups")
    @classmethod
    def _groups_fit_layout(cls, groups: dict[str, tuple[str, ...]], info: ValidationInfo) -> dict[str, tuple[str, ...]]:
        found = [
            replace(one, path=(name, *one.path))
            for name, members in groups.items()
            for one in repetitions("data set", members)
        ]
        if groups and info.data.get("layout") == "ranks":
            found.append(
                Incoherence(
                    (),
                    "groups with layout: ranks, where data sets are not told apart",
                    "groups only with the scores of each data set",
                    "remove groups, or give the ranks on each group in a study of its own",
                )
            )
        refuse(found, groups)
        return groups

    @field_validator("missing")
    @classmethod
    def _missing_fits_layout(cls, missing: MissingPolicy, info: ValidationInfo) -> MissingPolicy:
        if info.data.get("layout") == "ranks" and missing != "error":
            refuse(
                [
                    Incoherence(
                        (),
                        f"missing: {missing} with layout: ranks, where a missing average rank cannot be made up for",
                        "missing: error",
                    )
                ],
                missing,
            )
        return missing

    @field_validator("datasets")
    @classmethod
    def _datasets_fit_layout(cls, datasets: int | None, info: ValidationInfo) -> int | None:
        layout = info.data.get("layout")
        if layout == "ranks" and datasets is None:
            refuse(
                [
                    Incoherence(
                        (),
                        "layout: ranks without `datasets`",
                        "datasets: N beside it, the number of data sets that the ranks are averages over",
                    )
                ],
                datasets,
            )
        if layout in ("long", "wide", "counts") and datasets is not None:
            refuse(
                [
                    Incoherence(
                        (),
                        f"datasets: {datasets} with layout: {layout}, where the files tell how many there are",
                        "datasets only with layout: ranks",
                        "remove the key",
                    )
                ],
                datasets,
            )
        return datasets


def _wrong_sources(files: tuple[str, ...] | None, database: str | None, query: str | None) -> Iterator[Incoherence]:
    """Scores from nowhere, or from two places."""
    if files is None and database is None and query is None:
        what = ScoresOptions.model_fields["files"].description
        yield Incoherence((), "the key 'files' is missing from scores", f"files: {what} Or database and query.")
    elif files is not None and (database is not None or query is not None):
        yield Incoherence(
            (), "files beside database and query", "files, or a database and a query", "remove one of them"
        )
    elif database is None and query is not None:
        yield Incoherence((), "a query without a database", "database: URL beside it")
    elif database is not None and query is None:
        yield Incoherence((), "a database without a query", "query: SELECT ... beside it")
