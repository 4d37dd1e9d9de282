"""The section `sensitivity`: choices of the study made otherwise, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field, field_validator

from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.methods import Omnibus
from rankpress.spec.nearest import one_of
from rankpress.spec.report_section import Cost
from rankpress.spec.strict import UNIQUE, Count, Incoherence, Number, Section, refuse, repetitions
from rankpress.spec.test_section import TestOptions, misfit_of

LeftOut = Literal["datasets", "algorithms", "groups"]
OtherMissing = Literal["drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]


class SensitivityOptions(Section):
    """Which choices of the study are made otherwise, one at a time, to see which conclusions hang on them.

    An empty list leaves a kind of choice as it is.
    """

    leave_out: tuple[LeftOut, ...] = Field(
        default=("datasets", "algorithms", "groups"),
        json_schema_extra=UNIQUE,
        description="Each of these is left out by itself; a group of scores.groups is also taken alone. What leaves "
        "the same data sets out twice, such as one of two groups that split them and the other alone, counts once.",
    )
    digits: tuple[Annotated[Count, Field(le=15)], ...] = Field(
        default=(1, 2, 3, 4),
        json_schema_extra=UNIQUE,
        description="The means on the data sets are rounded to so many digits, counted from the first one of the "
        "largest score: 2 digits of accuracies up to 1 are hundredths, of percentages up to 100 they are whole ones.",
    )
    omnibus: tuple[Omnibus, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of the first of test.omnibus. null: all others that the scores allow.",
    )
    pairwise: tuple[PairwiseMethod, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of test.pairwise; where the first of adjust does not go with one, the first of the "
        "defaults of adjust that does is used. null: all others that the scores allow.",
    )
    adjust: tuple[AdjustMethod, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of the first of adjust. null: all others that go with the tests.",
    )
    alpha: tuple[Annotated[Number, Field(gt=0, lt=1)], ...] = Field(
        default=(0.01, 0.1), json_schema_extra=UNIQUE, description="In place of test.alpha."
    )
    missing: tuple[OtherMissing, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of scores.missing, where results are missing. null: all others.",
    )
    costs: tuple[Cost, ...] | None = Field(
        default=None,
        description="In place of order.cost. null: each other one of scores.costs, and all with equal weights.",
    )

    @field_validator("digits", "alpha", "omnibus", "leave_out", "missing")
    @classmethod
    def _values_differ(cls, values: tuple[object, ...] | None) -> tuple[object, ...] | None:
        refuse(
            repetitions("value", (f"{value:g}" if isinstance(value, float) else f"{value}" for value in values or ())),
            values,
        )
        return values


def unsuited_sensitivity(
    options: SensitivityOptions, costs: tuple[str, ...] | None, test: TestOptions | None
) -> Iterator[Incoherence]:
    """What of the section does not fit itself, or the costs and the tests of the study where these are known."""
    yield from _repeated("adjust", "correction", (method.name for method in options.adjust or ()))
    yield from _repeated("pairwise", "test", (str(method) for method in options.pairwise or ()))
    if costs is not None:
        yield from _unknown_costs(options, costs)
    for index, method in enumerate(options.adjust or ()):
        misfit = test and misfit_of(method.name, control=test.control is not None, pairwise=test.pairwise.name)
        if misfit:
            yield Incoherence(("adjust", index), *misfit)


def _repeated(key: str, what: str, names: Iterable[str]) -> Iterator[Incoherence]:
    for one in repetitions(what, names):
        yield Incoherence((key, *one.path), one.message, one.expected)


def _unknown_costs(options: SensitivityOptions, costs: tuple[str, ...]) -> Iterator[Incoherence]:
    for index, cost in enumerate(options.costs or ()):
        for name in (cost,) if isinstance(cost, str) else cost:
            if name not in costs:
                expected = one_of(name, costs) if costs else "a cost in scores.costs, which has none"
                yield Incoherence(("costs", index), f"the cost '{name}' is not one of scores.costs", expected)
