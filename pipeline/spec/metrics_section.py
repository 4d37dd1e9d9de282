"""Section scores.metrics: the columns that hold scores, their directions and units."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import (
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
)
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_before_validator_function

from rankpress.catalog.metrics import OF_COUNTS, Better, better_of, is_cost
from rankpress.core.doubts import Doubt
from rankpress.core.expressions import WrongExpression, names_in
from rankpress.core.labels import slug
from rankpress.spec.strict import (
    Count,
    Digits,
    Flag,
    Incoherence,
    Section,
    Text,
    repeated,
)
from rankpress.wording.numbers import Scale
from rankpress.wording.strings import counted


class StatedDoubt(Section):
    """What is not certain of the scores."""

    text: Text = Field(description="What is not certain, and why.")
    key: Annotated[str, Strict()] = Field(default="", description="The key or metric that settles it.")
    column: Annotated[str, Strict()] = Field(default="", description="The column that it is about.")
    file: Annotated[str, Strict()] = Field(default="", description="The file that it is about.")
    row: Count | None = Field(default=None, description="The row of the file that it is about.")
    value: Annotated[str, Strict()] = Field(default="", description="The cell that it is about, as it is written.")

    @property
    def doubt(self) -> Doubt:
        """The doubt, as the scores themselves raise others."""
        return Doubt(self.text, self.key, self.column, self.file, self.row, self.value)


class Metric(Section):
    """One score that algorithms are compared by."""

    model_config = ConfigDict(serialize_by_alias=True)

    name: Text = Field(description="Column of a long file; of a wide or ranks file, what its cells hold.")
    better: Better = Field(
        default="higher",
        description="Which scores are better, higher or lower ones. Required where the name of the metric is "
        "that of an error, a loss or a cost.",
    )
    percent: Flag = Field(
        default=False,
        description="true: scores are shares from 0 to 1, and are printed times 100, in percent: in tables, axes, "
        "sentences, macros and on the terminal. CSV files and results.json have them as they are.",
    )
    digits: Digits | None = Field(
        default=None,
        description="Decimals of the scores, of their means and of their differences wherever they are printed; "
        "in percent, of the percent. Default: in each table as many as its numbers need, in all rows as many; in each "
        "row as many as its own need where typical scores of two data sets are a thousand times apart.",
    )
    unit: Text | None = Field(
        default=None,
        description="What scores are measured in, such as ms, printed behind the metric's name and in sentences. "
        "proportion: they are shares from 0 to 1, such as accuracy; sentences then give differences in percentage "
        "points, as with percent.",
    )
    validation: Text | None = Field(
        default=None,
        description="Column of a long file with the score on validation cases, where `name` is that on test cases: "
        "the order is computed from both, and compared.",
    )
    labels: Text | None = Field(
        default=None,
        description="Column with labels of test examples, such as the verdicts of people, where `name` is the score "
        "that a judge gives to every example; cells without a label are empty. Only with columns.example. What is "
        "computed of both: labeled.",
    )
    counts: dict[Text, Text] | None = Field(
        default=None,
        alias="from",
        min_length=1,
        description="Columns of counts by their names in the expression, {tp: tp, fp: fp, fn: fn}: they are summed "
        "over the folds and runs of a data set before the metric is computed of them.",
    )
    expression: Text | None = Field(
        default=None,
        description="With from: the metric, of names, numbers, + - * / and parentheses. Default: that of f1, "
        "precision, recall, specificity, jaccard or accuracy, by the metric's name, of tp, fp, fn and tn.",
    )

    @property
    def scale(self) -> Scale:
        """How its scores are printed."""
        of_counts = self.unit is None and self.counts is not None and self.expression is None
        is_share = self.unit == "proportion" or of_counts
        return Scale(self.percent, self.digits, "" if is_share or self.unit is None else self.unit, is_share)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a long file that it is read from."""
        return (self.name,) if self.counts is None else tuple(self.counts.values())

    @property
    def formula(self) -> str:
        """What is computed of counts."""
        return self.expression or OF_COUNTS.get(self.name.lower(), "")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield what the metric lacks, or states twice."""
        yield from self._wrong_counts()
        if self.percent and self.unit not in (None, "proportion"):
            expected = "no unit, for that is %, or no percent"
            yield Incoherence(("unit",), f"percent: true with the unit {self.unit}", expected)
        if "better" not in self.model_fields_set and (better_of(self.name) == "lower" or is_cost(self.name)):
            yield Incoherence(
                ("better",),
                f"'{self.name}' sounds as if lower is better, and better: is not stated",
                "lower, or higher",
                f"write {{name: {json.dumps(self.name, ensure_ascii=False)}, better: lower}}",
            )

    def _wrong_counts(self) -> Iterator[Incoherence]:
        if self.counts is None:
            if self.expression is not None:
                yield Incoherence(("expression",), "expression without from, which names columns of counts", "both")
            return
        if not self.formula:
            allowed = f"an expression, or a name such as {', '.join(OF_COUNTS)}"
            yield Incoherence(("from",), f"no expression says how {self.name} follows from counts", allowed)
            return
        try:
            unknown = [name for name in names_in(self.formula) if name not in self.counts]
        except WrongExpression as error:
            yield Incoherence(("expression",), f"the expression is not taken: {error}", "such as 2*tp/(2*tp + fp + fn)")
            return
        if unknown:
            message = f"the expression {self.formula} needs {', '.join(unknown)}, which from does not name"
            yield Incoherence(("from",), message, f"{{{unknown[0]}: COLUMN}} as well")
        if self.validation is not None:
            yield Incoherence(("validation",), "validation with from", "one of the two", "remove validation")


NAME_SCHEMA = {"type": "string", "minLength": 1}


class _OrName:
    """A name alone stands for the metric of that name."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_before_validator_function(
            lambda given: {"name": given} if isinstance(given, str) else given, handler(source)
        )

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [NAME_SCHEMA, handler(core)]}


# With a name in the place of a metric, as studies may write it.
Metrics = tuple[Annotated[Metric, _OrName()], ...]


def wrong_metrics(metrics: tuple[Metric, ...], others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find metrics that are there twice, clash, or that files of the layout cannot hold."""
    layout, columns = others.get("layout", "long"), others.get("columns")
    of_examples = columns is not None and columns.example is not None
    for index, name in repeated(metric.name for metric in metrics):
        yield Incoherence((index, "name"), f"the metric '{name}' is listed twice", "each metric once")
    first: dict[str, str] = {}
    for index, metric in enumerate(metrics):
        other = first.setdefault(slug(metric.name), metric.name)
        if other != metric.name:
            yield Incoherence(
                (index, "name"),
                f"the tables of '{metric.name}' would be written to the same files as those of '{other}'",
                "names that differ in more than capitals, blanks and signs between words",
                "rename the column",
            )
        yield from _wrong_validation((index, "validation"), metric, layout, of_examples)
        yield from _wrong_labels((index, "labels"), metric, of_examples, others)
        if metric.counts is not None and (layout != "long" or of_examples):
            message = "from with columns.example" if of_examples else f"from with layout: {layout}"
            yield Incoherence(
                (index, "from"), f"{message}, which has no columns of counts", "from only with layout: long"
            )
        elif metric.counts is not None and columns is not None and columns.instance is not None:
            message = "from with columns.instance, and counts are summed over a data set"
            yield Incoherence((index, "from"), message, "the metric itself, a column of the file")
    if layout != "long" and len(metrics) > 1:
        yield Incoherence(
            (1,),
            f"{counted(len(metrics), 'metric')} with layout: {layout}, whose files hold one",
            "exactly one metric",
            "keep one metric, or put the scores in a long file with one column per metric",
        )


def _wrong_labels(
    path: tuple[int, str], metric: Metric, of_examples: bool, others: Mapping[str, Any]
) -> Iterator[Incoherence]:
    """Find labels of what are no test examples, or of several answers to one, or that are the scores themselves."""
    if metric.labels is None:
        return
    if not of_examples:
        yield Incoherence(path, "labels without columns.example, and labels are of test examples", "columns.example")
    elif others["columns"].seed is not None:
        message = "labels together with columns.seed, and a label is of one answer to an example"
        yield Incoherence(path, message, "one of the two", "remove labels, or columns.seed")
    elif metric.labels == metric.name:
        message = f"'{metric.name}' is the column of the labels and of the judge"
        yield Incoherence(path, message, "two columns", "name the column of the labels, or remove the key")


def _wrong_validation(path: tuple[int, str], metric: Metric, layout: str, of_examples: bool) -> Iterator[Incoherence]:
    """Find validation scores where there is no column for them, or of test examples, or that are the test scores."""
    if metric.validation is not None and layout != "long":
        yield Incoherence(
            path,
            f"validation with layout: {layout}, whose files have no column for it",
            "validation only with layout: long",
            "remove it, or put the scores in a long file with a column for each",
        )
    elif metric.validation is not None and of_examples:
        message = "validation together with columns.example, and a test example has no validation score"
        yield Incoherence(path, message, "one of the two", "remove validation, or columns.example")
    elif metric.validation == metric.name:
        message = f"'{metric.name}' is the column of the test scores and of the validation scores"
        yield Incoherence(path, message, "two columns", "name the column of the validation scores, or remove the key")
