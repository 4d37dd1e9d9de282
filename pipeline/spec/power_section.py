"""The section `power`: how many data sets the study would need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, field_validator

from rankpress.spec.method_sections import AdjustMethod
from rankpress.spec.methods import Adjustment
from rankpress.spec.nearest import one_of
from rankpress.spec.pairs import Pair, pairs_of_one
from rankpress.spec.strict import UNIQUE, Count, Incoherence, Natural, Number, Section, Text, refuse, repetitions
from rankpress.spec.test_section import TestOptions

Difference = Annotated[Number, Field(gt=0)]
Differences = Annotated[tuple[Difference, ...], Field(min_length=1)]
Size = Annotated[Count, Field(ge=2, le=10_000)]

DATASETS = (5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240)


def _form_of_effect(effect: Any) -> str:
    """Which of the forms is meant, so that a fault is told for that one alone."""
    return "<mapping>" if isinstance(effect, dict) else _form_of_differences(effect)


def _form_of_differences(effect: Any) -> str:
    return "<list>" if isinstance(effect, list | tuple) else "<number>"


OneOrMore = Annotated[
    Annotated[Difference, Tag("<number>")] | Annotated[Differences, Tag("<list>")], Discriminator(_form_of_differences)
]
Effect = Annotated[
    Annotated[Difference, Tag("<number>")]
    | Annotated[Differences, Tag("<list>")]
    | Annotated[dict[Text, OneOrMore], Tag("<mapping>")],
    Discriminator(_form_of_effect),
]


class PowerOptions(Section):
    """How often a study on so many data sets would find a difference worth having, by simulation."""

    # Which difference is worth having nobody can know but the author of the study, so that there is no default.
    effect: Effect = Field(
        description="The mean difference of two algorithms over the data sets that is worth finding, in the unit of "
        "the metric: 0.01 is one point of an accuracy from 0 to 1. A number or several, for all metrics, or a mapping "
        "of metrics to these. To be chosen before the scores are seen, and not to be the observed difference."
    )
    datasets: Annotated[tuple[Size, ...], Field(min_length=1)] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="Numbers of data sets to simulate; the study's own is always one. Left out: "
        f"{', '.join(map(str, DATASETS))}.",
    )
    target: Annotated[Number, Field(ge=0.1, le=0.99)] = Field(default=0.8, description="The power that is wanted.")
    model: Literal["resampled", "normal"] = Field(
        default="resampled",
        description="Where further data sets come from. resampled: those of the study, drawn with replacement; "
        "normal: scores are normal with the observed covariance.",
    )
    pairs: Annotated[tuple[Pair, ...], Field(min_length=1)] | None = Field(
        default=None,
        description="Pairs [A, B] of algorithms. Left out: the best ranked with each of the ten that follow, or the "
        "control with the ten that are nearest to it.",
    )
    adjust: tuple[Adjustment, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="Which corrections of adjust. Left out: all of them, but "
        "with more than 5 algorithms shaffer in place of shaffer-dynamic and bergmann-hommel, which take long.",
    )
    draws: Annotated[Count, Field(ge=100, le=100_000)] = Field(
        default=1000, description="Studies drawn at each number of data sets, and at each difference."
    )
    seed: Natural = Field(default=0, description="Of the draws.")

    @field_validator("effect")
    @classmethod
    def _differences_differ(cls, effect: Effect) -> Effect:
        named = effect if isinstance(effect, dict) else {None: effect}
        for metric, several in named.items():
            if isinstance(several, tuple):
                found = repetitions("difference", (f"{one:g}" for one in several))
                place = () if metric is None else (metric,)
                refuse((Incoherence((*place, *one.path), one.message, one.expected) for one in found), effect)
        return effect

    @field_validator("datasets")
    @classmethod
    def _sizes_differ(cls, sizes: tuple[int, ...] | None) -> tuple[int, ...] | None:
        refuse(repetitions("number", map(str, sizes or ())), sizes)
        return sizes

    @field_validator("adjust")
    @classmethod
    def _corrections_differ(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        refuse(repetitions("correction", names or ()), names)
        return names

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: tuple[Pair, ...] | None) -> tuple[Pair, ...] | None:
        refuse(pairs_of_one(pairs or ()), pairs)
        return pairs

    def effects_of(self, metric: str) -> tuple[float, ...]:
        """The differences worth having in a metric, ascending."""
        effect = self.effect[metric] if isinstance(self.effect, dict) else self.effect
        return tuple(sorted(effect)) if isinstance(effect, tuple) else (effect,)

    def sizes_with(self, own: int) -> tuple[int, ...]:
        """The numbers of data sets, with the study's own, ascending."""
        return tuple(sorted({*(self.datasets or DATASETS), own}))


def unsuited_power(
    options: PowerOptions, metrics: Iterable[str], test: TestOptions, methods: Iterable[AdjustMethod]
) -> Iterator[Incoherence]:
    """What of the section does not fit the metrics, tests and corrections of the study."""
    if isinstance(options.effect, dict):
        yield from _misnamed(options.effect, list(metrics))
    for index, pair in enumerate(options.pairs or ()):
        if test.control is not None and test.control not in pair:
            told = f"[{', '.join(pair)}] is not compared: test.control asks for comparisons with {test.control}"
            yield Incoherence(("pairs", index), told, f"pairs with {test.control}")
    known = [method.name for method in methods]
    for index, name in enumerate(options.adjust or ()):
        if name not in known:
            yield Incoherence(("adjust", index), f"'{name}' is not one of adjust", one_of(name, known))


def _misnamed(effect: dict[str, Any], known: list[str]) -> Iterator[Incoherence]:
    unknown = [name for name in effect if name not in known]
    for name in unknown:
        yield Incoherence(("effect", name), f"there is no metric '{name}' in scores.metrics", one_of(name, known))
    left_out = [name for name in known if name not in effect]
    if left_out and not unknown:
        told = f"effect leaves out {', '.join(left_out)}"
        yield Incoherence(("effect",), told, "a difference for each metric, in its unit")
