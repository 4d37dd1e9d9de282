"""The section `bayes`: Bayesian comparisons, next to the tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag, model_validator

from rankpress.spec.methods import BayesOver, BayesWithin
from rankpress.spec.nearest import one_of
from rankpress.spec.strict import Count, Incoherence, Natural, Number, Section, Text, refuse

Width = Annotated[Number, Field(ge=0)]


def _form_of_rope(rope: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<mapping>" if isinstance(rope, dict) else "<number>"


class BayesOptions(Section):
    """Bayesian comparisons of the pairs that are tested, and what counts as practically equivalent."""

    # What matters in practice nobody can know but the author of the study, so that there is no default.
    rope: Annotated[
        Annotated[Width, Tag("<number>")] | Annotated[dict[Text, Width], Tag("<mapping>")],
        Discriminator(_form_of_rope),
    ] = Field(
        description="Scores that differ by no more than this are practically equivalent, in the unit of the metric: "
        "0.01 is one point of an accuracy from 0 to 1. One number for all metrics, or a mapping of metrics to numbers. "
        "To be chosen before the scores are seen.",
    )
    over: BayesOver = Field(
        default="signed-rank", description="Comparison of two algorithms over the data sets; none makes none."
    )
    within: BayesWithin = Field(
        default="correlated-t",
        description="Comparison of two algorithms on one data set, over its folds; none makes none.",
    )
    prior_strength: Width | None = Field(
        default=None,
        description="For how many data sets the prior counts, on which the two are equivalent. "
        "null: 1 with sign, 0.5 with signed-rank.",
    )
    draws: Annotated[Count, Field(ge=1000, le=1_000_000)] = Field(
        default=50_000, description="Draws from the posterior, with signed-rank; the other comparisons need none."
    )
    seed: Natural = Field(default=0, description="Of the draws.")

    @model_validator(mode="after")
    def _something_is_made(self) -> BayesOptions:
        if self.over == self.within == "none":
            told = "neither over nor within"
            refuse([Incoherence((), told, "over: signed-rank or sign, or within: correlated-t", "or write null")], self)
        return self

    def rope_of(self, metric: str) -> float:
        """The rope of a metric."""
        return self.rope[metric] if isinstance(self.rope, dict) else self.rope


def incoherent_ropes(bayes: BayesOptions, metrics: Iterable[str]) -> list[Incoherence]:
    """The metrics that a mapping of ropes names and the study has not, and those that it leaves out."""
    if not isinstance(bayes.rope, dict):
        return []
    known = list(metrics)
    unknown = [
        Incoherence(("rope", name), f"there is no metric '{name}' in scores.metrics", one_of(name, known))
        for name in bayes.rope
        if name not in known
    ]
    left_out = [name for name in known if name not in bayes.rope]
    if unknown or not left_out:
        return unknown
    return [Incoherence(("rope",), f"rope leaves out {', '.join(left_out)}", "a number for each metric, in its unit")]
