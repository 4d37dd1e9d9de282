"""The sections `scores.columns` and `scores.metrics`: what the columns of a long file mean, which scores compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from rankpress.slugs import slug
from rankpress.spec.strict import Incoherence, Section, Text, repeated

Better = Literal["higher", "lower"]


class ColumnNames(Section):
    """What the columns of a long file are called, where they have other names than these."""

    dataset: Text = Field(default="dataset", description="Column with the data set of a measurement.")
    algorithm: Text = Field(default="algorithm", description="Column with the algorithm that was measured.")
    repeat: Text = Field(default="repeat", description="Column with the repeat of a repeated cross-validation.")
    fold: Text = Field(default="fold", description="Column with the fold within the repeat.")
    n_train: Text = Field(default="n_train", description="Column with the number of cases trained on.")
    n_test: Text = Field(default="n_test", description="Column with the number of cases tested on.")
    seed: Text | None = Field(
        default=None,
        description="Column with the seed, or number of the run, over which a measurement is averaged before anything "
        "else: algorithms may have other seeds, and more of them. Repeats that pair algorithms are `repeat` instead.",
    )
    example: Text | None = Field(
        default=None,
        description="Column that names the test example, where each row is the outcome of an algorithm on one of them: "
        "1 or 0, right or wrong (with better: lower, wrong or right). It takes the place of repeat and fold.",
    )


class Metric(Section):
    """One score that algorithms are compared by."""

    name: Text = Field(description="Column of a long file; of a wide or ranks file, what its cells hold.")
    better: Better = Field(default="higher", description="Whether a higher or a lower score is the better one.")
    validation: Text | None = Field(
        default=None,
        description="Column of a long file with the score on validation cases, where `name` is that on test cases: "
        "the order is made from both, and compared.",
    )


def wrong_metrics(metrics: tuple[Metric, ...], layout: str, of_examples: bool) -> Iterator[Incoherence]:
    """Metrics that are there twice, clash, or that files of the layout cannot hold."""
    for index, name in repeated(metric.name for metric in metrics):
        yield Incoherence((index, "name"), f"the metric '{name}' is listed twice", "each metric once")
    yield from _clashing(metrics)
    yield from _wrong_validations(metrics, layout, of_examples)
    if layout != "long" and len(metrics) > 1:
        yield Incoherence(
            (1,),
            f"{len(metrics)} metrics with layout: {layout}, whose files hold one",
            "exactly one metric",
            "keep one metric, or put the scores in a long file with a column a metric",
        )


def _wrong_validations(metrics: tuple[Metric, ...], layout: str, of_examples: bool) -> Iterator[Incoherence]:
    """Validation scores where there is no column for them, or of test examples, or that are the test scores."""
    for index, metric in enumerate(metrics):
        if metric.validation is not None and layout != "long":
            yield Incoherence(
                (index, "validation"),
                f"validation with layout: {layout}, whose files have no column for it",
                "validation only with layout: long",
                "remove it, or put the scores in a long file with a column for each",
            )
        elif metric.validation is not None and of_examples:
            yield Incoherence(
                (index, "validation"),
                "validation beside columns.example, and a test example has no validation score",
                "one of the two",
                "remove validation, or columns.example",
            )
        elif metric.validation == metric.name:
            yield Incoherence(
                (index, "validation"),
                f"'{metric.name}' is the column of the test scores and of the validation scores",
                "two columns",
                "name the column of the validation scores, or remove the key",
            )


def _clashing(metrics: tuple[Metric, ...]) -> Iterator[Incoherence]:
    """Metrics whose tables and figures would bear the file names of another's."""
    first: dict[str, str] = {}
    for index, metric in enumerate(metrics):
        other = first.setdefault(slug(metric.name), metric.name)
        if other != metric.name:
            yield Incoherence(
                (index, "name"),
                f"the tables of '{metric.name}' would be written to the same files as those of '{other}'",
                "names that differ in more than capitals, blanks, hyphens and underscores",
                "rename the column",
            )
