"""What becomes of the runs of an algorithm on a data set: steps, settings, and runs that are not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from pydantic import Field

from rankpress.catalog.metrics import Better
from rankpress.spec.strict import Count, Incoherence, Number, Section, Text, WordOr

Reduction = Literal["last", "best", "mean", "area"]
Runs = Literal["available", "complete"]
Seeds = Literal["independent", "paired"]
WAYS = f"{', '.join(get_args(Reduction))}, {{last: K}} or {{at: N}}"


class SomeSteps(Section):
    """Which steps of a run count, by their number."""

    last: Count | None = Field(
        default=None, description="The mean over the last K steps that have a score; over all, where there are fewer."
    )
    at: Number | None = Field(
        default=None, description="The score at step N; a run without a score there has no result."
    )

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that no step counts, or that two rules say which."""
        if (self.last is None) == (self.at is None):
            message = "neither last nor at" if self.last is None else "last together with at"
            yield Incoherence((), message, "one of the two: {last: K} or {at: N}")


Reduce = WordOr[Reduction, SomeSteps]


class ChooseOptions(Section):
    """Which row of a run counts, where it has one for each setting that was tried."""

    by: Text = Field(description="Column of a long file with the number to choose by, such as a validation score.")
    best: Better = Field(description="Whether higher or lower numbers are better.")


def wrong_reduce(reduce: Reduce | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find steps that nothing reduces, a reduction without steps, and metrics that it cannot be applied to."""
    if not {"columns", "metrics"} <= others.keys():
        return
    step = others["columns"].step
    if step is not None and reduce is None:
        yield Incoherence(
            (),
            f"columns.step: {step} without reduce, so nothing says which of a run's steps count",
            WAYS,
            "write reduce: last under scores for the last step of each run",
        )
    elif step is None and reduce is not None:
        remedy = "write columns: {step: NAME} under scores, or remove reduce"
        yield Incoherence((), "reduce without columns.step, the column that numbers the steps of a run", "both", remedy)
    counted = [metric.name for metric in others["metrics"] if metric.counts is not None]
    if counted and reduce in ("mean", "area"):
        message = f"reduce: {reduce} with {counted[0]}, which is computed of counts"
        yield Incoherence(
            (),
            message,
            "last, best, {last: K} or {at: N}",
            f"or give {counted[0]} as a column of its own, without from",
        )


def wrong_choose(choose: ChooseOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find a choice among the rows of files that have no column for it, or of which another key makes one."""
    if choose is None:
        return
    layout, columns = others.get("layout", "long"), others.get("columns")
    if layout != "long":
        message = f"choose with layout: {layout}, whose files have no column to choose by"
        yield Incoherence((), message, "choose only with layout: long", "remove the key")
    elif columns is not None and columns.step is not None:
        message = "choose together with columns.step; choose takes one row of each run, whatever its step"
        yield Incoherence((), message, "one of the two", "remove columns.step and reduce, or choose")


def wrong_seeds(seeds: Seeds, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find seeds that are to pair runs where no column has them."""
    columns = others.get("columns")
    if seeds == "paired" and columns is not None and columns.seed is None:
        message = "seeds: paired without columns.seed, so nothing says which runs belong together"
        yield Incoherence(
            (), message, "the column of the seeds", "write columns: {seed: NAME} under scores, or remove it"
        )


def wrong_runs(runs: Runs, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find a rule for runs where nothing numbers runs."""
    columns = others.get("columns")
    if runs == "complete" and columns is not None and columns.seed is None and others.get("repeats") is None:
        message = "runs: complete without columns.seed or repeats: rows, so a cell has no runs"
        yield Incoherence(
            (), message, "the column of the seeds", "write columns: {seed: NAME} under scores, or remove it"
        )
