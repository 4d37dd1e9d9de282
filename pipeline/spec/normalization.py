"""What scores of different data sets are measured by: the scores that become 0 and 1, and weights of data sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rankpress.spec.strict import Incoherence, Number, Section, Text

# A score for all data sets, one for each, or the name of an algorithm or a column that has them.
End = Number | dict[Text, Number] | Text
Weight = Annotated[Number, Field(gt=0)]
Weights = Literal["groups"] | Annotated[dict[Text, Weight], Field(min_length=1)]


class NormalizeOptions(Section):
    """Scores as shares of the way from one score to another on each data set: (score - low) / (high - low)."""

    low: End = Field(
        description="The score that becomes 0: a number, numbers by data set, or the name of an algorithm, such as "
        "random, whose mean score on each data set is taken. Below high on every data set, whichever scores are better."
    )
    high: End = Field(description="The score that becomes 1, in the same forms; human, say.")
    by: Literal["algorithms", "columns"] = Field(
        default="algorithms",
        description="What names under low and high are: algorithms, which are then not compared, or columns of a long"
        " file with a number for each data set.",
    )

    @property
    def names(self) -> tuple[str, ...]:
        """The algorithms or columns that it names."""
        return tuple(dict.fromkeys(end for end in (self.low, self.high) if isinstance(end, str)))

    @property
    def phrase(self) -> str:
        """What 0 and 1 are, for a sentence."""
        return f"0 is {_phrase(self.low)} and 1 is {_phrase(self.high)}"


def _phrase(end: End) -> str:
    if isinstance(end, str):
        return end
    return "a score stated for each data set" if isinstance(end, dict) else f"{end:g}"


def wrong_normalize(options: NormalizeOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find scores that cannot be normalized, and numbers that are to be of several metrics."""
    if options is None or not {"layout", "columns", "metrics"} <= others.keys():
        return
    layout, metrics = others["layout"], others["metrics"]
    if layout in ("ranks", "counts") or others["columns"].example is not None:
        what = f"layout: {layout}" if layout in ("ranks", "counts") else "columns.example"
        yield Incoherence((), f"normalize with {what}", "scores of runs or folds on each data set", "remove the key")
    if options.by == "columns" and layout != "long":
        yield Incoherence(("by",), f"columns with layout: {layout}, which has no further columns", "layout: long")
    counted = [metric.name for metric in metrics if metric.counts is not None]
    if counted:
        yield Incoherence((), f"normalize with {counted[0]}, which is computed of counts", "metrics without from")
    if others.get("censored") is not None:
        yield Incoherence((), "normalize with censored runs, which have no score", "one of the two")
    is_named = isinstance(options.low, str) and isinstance(options.high, str) and options.by == "algorithms"
    if len(metrics) > 1 and not is_named:
        yield Incoherence((), "numbers to normalize several metrics by", "two algorithms", "or a study for each metric")


def wrong_weights(weights: Weights | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find weights of groups that a study does not have, or where data sets are not known."""
    if weights is None or not {"layout", "groups"} <= others.keys():
        return
    if others["layout"] == "ranks":
        yield Incoherence((), "weights with layout: ranks, where data sets are not distinguished", "remove the key")
    if weights == "groups" and not others["groups"]:
        yield Incoherence((), "weights: groups without scores.groups", "scores.groups, or a mapping of weights")
    stated = tuple(weights if isinstance(weights, dict) else others["groups"])
    whose = {name: "a weight of its own" for name in stated if name not in others["groups"]}
    for name, members in others["groups"].items():
        for dataset in members if name in stated else ():
            share = f"its share of the weight of '{name}'"
            if dataset in whose:
                message = f"the data set '{dataset}' has {whose[dataset]} and {share}"
                yield Incoherence((), message, "one weight for each data set: its own, or that of one group")
            whose[dataset] = share
