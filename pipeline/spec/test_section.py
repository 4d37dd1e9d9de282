"""The sections `rank`, `test` and `adjust`: the statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pydantic import (
    Field,
    GetJsonSchemaHandler,
    ValidationInfo,
    field_validator,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from rankpress.spec.excerpt import shown
from rankpress.spec.methods import (
    ADJUSTMENTS,
    OF_A_CONTROL,
    OF_ALL_PAIRS,
    OF_RANKS,
    Adjustment,
    Omnibus,
    Pairwise,
    Ties,
    Within,
)
from rankpress.spec.strict import UNIQUE, Flag, Incoherence, Number, Section, Text, refuse, repetitions

_FORMS = "a name such as holm, or {bergmann-hommel: {monotone: true}}"


class RankOptions(Section):
    """How scores become ranks."""

    ties: Ties = Field(
        default="average", description="The rank that tied algorithms get: the mean, least or greatest of theirs."
    )
    tolerance: Annotated[Number, Field(ge=0)] = Field(
        default=0.0, description="Scores nearer to each other than this are tied; means of folds differ by 1e-16."
    )


class TestOptions(Section):
    """Which tests are made."""

    __test__: ClassVar[bool] = False  # pytest takes classes called Test* for tests

    alpha: Annotated[Number, Field(gt=0, lt=1)] = Field(default=0.05, description="Level of significance.")
    omnibus: tuple[Omnibus, ...] = Field(
        default=("friedman", "iman-davenport"),
        json_schema_extra=UNIQUE,
        description="Tests of whether the algorithms differ at all, over the data sets.",
    )
    pairwise: Pairwise = Field(default="rank-z", description="Test of two algorithms over the data sets.")
    control: Text | None = Field(
        default=None, description="An algorithm: only comparisons with it are made. null: all pairs."
    )
    within: Within = Field(default="corrected-t", description="Test of two algorithms on one data set, over its folds.")

    @field_validator("omnibus")
    @classmethod
    def _omnibus_differ(cls, omnibus: tuple[Omnibus, ...]) -> tuple[Omnibus, ...]:
        refuse(repetitions("test", omnibus), omnibus)
        return omnibus


class AdjustMethod(Section):
    """A correction for the number of comparisons; in YAML its name, or `{bergmann-hommel: {monotone: true}}`."""

    name: Adjustment = Field(description="The correction.")
    monotone: Flag = Field(
        default=False, description="bergmann-hommel only: adjusted p-values keep the order of the raw ones."
    )

    @model_validator(mode="before")
    @classmethod
    def _from_short_form(cls, item: Any) -> Any:
        if isinstance(item, str):
            return {"name": item}
        if isinstance(item, cls) or (isinstance(item, dict) and "name" in item):
            return item
        if not isinstance(item, dict) or len(item) != 1:
            refuse([Incoherence((), f"a correction is {shown(item)}", _FORMS)], item)
        [(name, options)] = item.items()
        if name not in ADJUSTMENTS:
            return {"name": name}
        if not isinstance(options, dict):
            refuse([Incoherence((name,), f"the options of {name} are {shown(options)}", _FORMS)], item)
        return {"name": name, **options}

    @field_validator("monotone")
    @classmethod
    def _only_where_it_matters(cls, monotone: bool, info: ValidationInfo) -> bool:
        name = info.data.get("name", "bergmann-hommel")
        if monotone and name != "bergmann-hommel":
            refuse(
                [
                    Incoherence(
                        (),
                        f"monotone with {name}, whose adjusted p-values keep the order of the raw ones anyhow",
                        "monotone only with bergmann-hommel",
                        f"write {name} by itself",
                    )
                ],
                monotone,
            )
        return monotone

    @model_serializer
    def _to_short_form(self) -> str | dict[str, dict[str, bool]]:
        return {self.name: {"monotone": True}} if self.monotone else self.name

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        own = handler(core)["properties"]
        return {
            "title": "AdjustMethod",
            "description": "A correction for the number of comparisons. All keep the family-wise error but "
            "benjamini-hochberg and benjamini-yekutieli, which keep the false discovery rate, finner, which keeps the "
            "family-wise error only where no algorithms differ, and li, only for independent comparisons.",
            "anyOf": [
                {"enum": list(ADJUSTMENTS)},
                {
                    "type": "object",
                    "properties": {
                        "bergmann-hommel": {
                            "type": "object",
                            "properties": {"monotone": own["monotone"]},
                            "additionalProperties": False,
                        }
                    },
                    "required": ["bergmann-hommel"],
                    "additionalProperties": False,
                },
            ],
        }


def incoherent_adjustments(methods: tuple[AdjustMethod, ...], test: TestOptions) -> Iterator[Incoherence]:
    """The corrections that cannot be made with these tests, each at its place in the list."""
    yield from repetitions("correction", (method.name for method in methods))
    for index, method in enumerate(methods):
        misfit = misfit_of(method.name, control=test.control is not None, pairwise=test.pairwise)
        if misfit is not None:
            yield Incoherence((index,), *misfit)


def misfit_of(name: Adjustment, control: bool, pairwise: Pairwise) -> tuple[str, str, str] | None:
    """What keeps the correction from these tests, what goes with them, and what to do; None if it goes with them."""
    fitting = ", ".join(
        other
        for other in ADJUSTMENTS
        if not (other in OF_RANKS and pairwise != "rank-z") and other not in (OF_ALL_PAIRS if control else OF_A_CONTROL)
    )
    if control and name in OF_ALL_PAIRS:
        return (
            f"{name} is a correction over all pairs, and test.control asks for comparisons with one algorithm",
            fitting,
            "use one of these, or remove test.control",
        )
    if not control and name in OF_A_CONTROL:
        return (
            f"{name} is a correction for comparisons with one algorithm, and there is no test.control",
            fitting,
            "use one of these, or name the algorithm as test.control",
        )
    if name in OF_RANKS and pairwise != "rank-z":
        return (
            f"{name} corrects differences of average ranks, and test.pairwise is {pairwise}",
            fitting,
            "use one of these, or test.pairwise: rank-z",
        )
    return None
