"""What the columns of a long file are called: `scores.columns`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, Strict

from rankpress.spec.strict import Incoherence, Section, Text, repeated

# Layouts whose files may have a column, by its key, and what the others lack.
_LAYOUTS_WITH = {
    "example": (("long", "wide"), "no row for each test example"),
    "scheme": (("long",), "no column for it"),
    "instance": (("long",), "no column for it"),
    "seed": (("long", "wide"), "no column for it"),
    "step": (("long", "wide"), "no column for it"),
}


class ColumnNames(Section):
    """What the columns of a long file are called, where they have other names than these."""

    dataset: Annotated[str, Strict()] = Field(
        default="dataset", description="Column with the data set of a measurement."
    )
    algorithm: Annotated[str, Strict()] = Field(
        default="algorithm", description="Column with the algorithm that was measured."
    )
    repeat: Text | None = Field(
        default="repeat",
        description="Column with the repeat of a repeated cross-validation. null: none, even where one has that name.",
    )
    fold: Text | None = Field(
        default="fold",
        description="Column with the fold within the repeat. null: none, even where one has that name.",
    )
    n_train: Text = Field(default="n_train", description="Column with the number of cases trained on.")
    n_test: Text = Field(default="n_test", description="Column with the number of cases tested on.")
    seed: Text | None = Field(
        default=None,
        description="Column with the seed, or number of the run, over which a measurement is averaged before anything "
        "else: algorithms may have other seeds, and more of them. Repeats that pair algorithms are `repeat` instead.",
    )
    step: Text | None = Field(
        default=None,
        description="Column with the step of a run, a number such as the epoch, the iteration or the budget spent: "
        "`reduce` makes one score of the steps of each run (data set, algorithm, repeat, fold and seed).",
    )
    scheme: Text | None = Field(
        default=None,
        description="Column with the resampling scheme of a measurement, such as 10-fold or 5x2, where data sets were "
        "resampled in several ways: `scores.scheme` says which one is compared by, and reports put all next to one "
        "another. Schemes are no further data sets, for they share their cases.",
    )
    instance: Text | None = Field(
        default=None,
        description="Column with the instance of a data set that is drawn from a known distribution, as synthetic data "
        "are: another sample of the same data set. A score is the mean over the instances, with equal weights; "
        "`score-boxes` draws them. Instances are not further data sets.",
    )
    example: Text | None = Field(
        default=None,
        description="Column that names the test example, where each row is the outcome of an algorithm on one of them: "
        "1 or 0, right or wrong (with better: lower, wrong or right), or a grade. It takes the place of repeat and "
        "fold; with seed, an example may have several answers. In layout: wide each row is of one of them.",
    )
    cluster: Text | None = Field(
        default=None,
        description="Column with the cluster of a test example, such as the passage, task or conversation that a "
        "question belongs to: questions of one cluster are not taken to be independent. Only with example, or with "
        "layout: votes, where it is the column of the judges or questions.",
    )
    model_a: Text | None = Field(
        default=None, description="layout votes only: column with the first of the two algorithms, where not model_a."
    )
    model_b: Text | None = Field(
        default=None, description="layout votes only: column with the second, where not model_b."
    )
    winner: Text | None = Field(
        default=None, description="layout votes only: column with the winner: a name, model_a, model_b or tie."
    )


# The roles that no column has unless it is named, even one of that name.
NOT_BY_DEFAULT = frozenset(role for role, key in ColumnNames.model_fields.items() if key.default is None)


def wrong_columns(columns: ColumnNames, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find columns that files of the layout cannot have, and columns that stand for two things."""
    layout = others.get("layout", "long")
    if columns.cluster is not None and columns.example is None and layout != "votes":
        message = "cluster without example, and folds belong to no cluster"
        yield Incoherence(("cluster",), message, "the column of the test examples as example", "or remove the key")
    if columns.instance is not None and columns.example is not None:
        message = "instance with example, and test examples are of one instance"
        yield Incoherence(("instance",), message, "one of the two", "remove one")
    if columns.fold is None and layout == "folds":
        yield Incoherence(("fold",), "no fold with layout: folds", "a name for the folds", "remove the key")
    for key, (layouts, lack) in _LAYOUTS_WITH.items():
        if layout not in layouts and getattr(columns, key) is not None:
            message = f"{key} with layout: {layout}, whose files have {lack}"
            remedy = "remove the key, or put the outcomes in a long file"
            yield Incoherence((key,), message, f"{key} only with layout: {' or '.join(layouts)}", remedy)
    for key in ("model_a", "model_b", "winner"):
        if layout != "votes" and getattr(columns, key) is not None:
            message = f"{key} with layout: {layout}, whose files have no votes"
            yield Incoherence((key,), message, f"{key} only with layout: votes", "remove the key")
    fields = [field for field in ColumnNames.model_fields if getattr(columns, field) is not None]
    names = [getattr(columns, field) for field in fields]
    for index, name in repeated(names):
        message = f"the column '{name}' stands for {fields[names.index(name)]} and for {fields[index]}"
        yield Incoherence((fields[index],), message, "a column of its own for each")
