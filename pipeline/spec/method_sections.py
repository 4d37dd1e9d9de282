"""Methods that a study names, alone or with options as `{name: {option: value}}`, and what else it may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, GetJsonSchemaHandler, JsonValue, model_serializer, model_validator
from pydantic_core import CoreSchema, to_jsonable_python

from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.catalog.kinds import FIGURES, VENUES
from rankpress.catalog.methods import (
    ADJUSTMENTS,
    BAYES_OVER,
    BAYES_WITHIN,
    CURVE_FORMS,
    EFFECTS,
    OF_PLACES,
    OMNIBUS,
    PAIRWISE,
    WITHIN,
    Zeros,
)
from rankpress.spec.document import value_text
from rankpress.spec.strict import Count, Flag, Incoherence, Natural, OneOf, Section, refuse

Omnibus = Annotated[str, OneOf(OMNIBUS)]
Pairwise = Annotated[str, OneOf(PAIRWISE)]
Within = Annotated[str, OneOf(WITHIN, ("none",))]
BayesOver = Annotated[str, OneOf(BAYES_OVER, ("none",))]
BayesWithin = Annotated[str, OneOf(BAYES_WITHIN, ("none",))]
Effect = Annotated[str, OneOf(EFFECTS)]
CurveForm = Annotated[str, OneOf(CURVE_FORMS)]
Adjustment = Annotated[str, OneOf(ADJUSTMENTS)]
Plot = Annotated[str, OneOf(FIGURES)]
Venue = Annotated[str, OneOf(VENUES)]
Format = Annotated[str, OneOf(REPORT_FORMATS)]
OrderTest = Annotated[str, OneOf(PAIRWISE, fits=lambda test: test.name in OF_PLACES)]
# What an order rests on keeps the family-wise error, so that finner and the false discovery rate are not for it.
AllPairsAdjustment = Annotated[str, OneOf(ADJUSTMENTS, fits=lambda adjustment: adjustment.orders(by_ranks=True))]
WithinAdjustment = Annotated[str, OneOf(ADJUSTMENTS, fits=lambda adjustment: adjustment.orders(by_ranks=False))]


class Named(Section):
    """Something named, alone or with its options: `name`, or `{name: {option: value}}`."""

    KIND: ClassVar[str]  # what such a thing is called in a fault
    FORMS: ClassVar[str]  # how it may be written

    name: str

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return what may be named."""
        return cls._listed().names()

    @classmethod
    def _listed(cls) -> OneOf:
        return next(mark for mark in cls.model_fields["name"].metadata if isinstance(mark, OneOf))

    @classmethod
    def options_of(cls, name: str) -> tuple[str, ...]:
        """Return the options of what is named."""
        raise NotImplementedError

    @classmethod
    def _with_options(cls, name: str, options: dict[str, Any], path: tuple[str, ...], item: object) -> dict[str, Any]:
        """Return the fields of the section; options stand at the path below the item."""
        raise NotImplementedError

    @model_validator(mode="before")
    @classmethod
    def _from_short_form(cls, item: Any) -> Any:
        if isinstance(item, cls):
            return item
        path: tuple[str, ...] = ()
        if isinstance(item, str):
            name, options = item, {}
        elif isinstance(item, dict) and "name" in item:
            name, options = item["name"], {key: value for key, value in item.items() if key != "name"}
        elif isinstance(item, dict) and len(item) == 1:
            [(name, options)] = item.items()
            path = (name,)
        else:
            refuse([Incoherence((), f"{cls.KIND} is {value_text(item)}", cls.FORMS)], item)
        if not cls._listed().takes(name):
            return {"name": name}
        if not isinstance(options, dict):
            refuse([Incoherence((name,), f"the options of {name} are {value_text(options)}", cls.FORMS)], item)
        return cls._with_options(name, options, path, item)

    @classmethod
    def _schema_of_options(cls, name: str, section: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the JSON Schema of the options of what is named; without any an empty one."""
        raise NotImplementedError

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        section = handler(core)
        with_options = {name: cls._schema_of_options(name, section, handler) for name in cls.names()}
        return {
            "title": cls.__name__,
            "description": section["description"],
            "anyOf": [
                {"enum": list(cls.names())},
                *(
                    {"type": "object", "properties": {name: inner}, "required": [name], "additionalProperties": False}
                    for name, inner in with_options.items()
                    if inner
                ),
            ],
        }


class Method(Named):
    """A method and its options; in YAML the name, or the name with options that differ from their defaults."""

    OPTIONS: ClassVar[Mapping[str, tuple[str, ...]]]  # the fields that are options of each method that has any

    @classmethod
    def options_of(cls, name: str) -> tuple[str, ...]:
        """Return the options of a method."""
        return cls.OPTIONS.get(name, ())

    @property
    def options(self) -> dict[str, Any]:
        """The options of this method, by name."""
        return {option: getattr(self, option) for option in self.options_of(self.name)}

    @classmethod
    def _with_options(cls, name: str, options: dict[str, Any], path: tuple[str, ...], item: object) -> dict[str, Any]:
        refuse(cls._of_another(name, options, path), item)
        return {"name": name, **options}

    @classmethod
    def _of_another(cls, name: str, options: dict[str, Any], path: tuple[str, ...]) -> list[Incoherence]:
        """Return the options that other methods have and this one has not."""
        options_here = cls.options_of(name)
        return [
            Incoherence(
                (*path, option),
                f"{option} with {name}, which has no such option",
                f"{option} only with {', '.join(owners)}",
                "" if options_here else f"write {name} by itself",
            )
            for option in options
            if option not in options_here
            and (owners := [owner for owner, theirs in cls.OPTIONS.items() if option in theirs])
        ]

    @model_serializer
    def _to_short_form(self) -> str | dict[str, dict[str, JsonValue]]:
        fields = type(self).model_fields
        changed = {option: value for option, value in self.options.items() if value != fields[option].default}
        return {self.name: to_jsonable_python(changed)} if changed else self.name

    @classmethod
    def _schema_of_options(cls, name: str, section: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        options = {option: section["properties"][option] for option in cls.options_of(name)}
        return {"type": "object", "properties": options, "additionalProperties": False} if options else {}


class PairwiseMethod(Method):
    """Test of two algorithms over the data sets; in YAML its name, or `{wilcoxon: {zeros: pratt}}`."""

    KIND = "a pairwise test"
    FORMS = "a name such as sign, or {wilcoxon: {zeros: pratt}}"
    OPTIONS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        name: element.options for name, element in PAIRWISE.items() if element.options
    }

    name: Pairwise = Field(description="The test.")
    zeros: Zeros = Field(
        default="split",
        description="wilcoxon only. split: differences of zero are ranked, their ranks split evenly between the two, "
        "and one of an odd number omitted; pratt: they are ranked, and their ranks dropped; wilcox: they are dropped "
        "before ranking.",
    )
    draws: Annotated[Count, Field(le=100_000_000)] = Field(
        default=100_000,
        description="permutation only: number of random signs, where there are too many data sets for all.",
    )
    seed: Natural = Field(default=0, description="permutation only: seed of the random signs.")


class AdjustMethod(Method):
    """A correction for the number of comparisons; in YAML its name, or `{bergmann-hommel: {monotone: true}}`.

    Where the null hypothesis of the test holds, all keep the family-wise error but benjamini-hochberg and
    benjamini-yekutieli, which keep the false discovery rate, finner, which keeps the family-wise error only where no
    algorithms differ, and li, only for independent comparisons.
    """

    KIND = "a correction"
    FORMS = "a name such as holm, or {bergmann-hommel: {monotone: true}}"
    OPTIONS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        name: ("over",) if adjustment.uses == "p" else adjustment.options
        for name, adjustment in ADJUSTMENTS.items()
        if adjustment.uses == "p" or adjustment.options
    }

    name: Adjustment = Field(description="The correction.")
    monotone: Flag = Field(
        default=False, description="bergmann-hommel only: adjusted p-values keep the order of the raw ones."
    )
    draws: Annotated[Count, Field(ge=1000, le=10_000_000)] = Field(
        default=10_000, description="westfall-young only: number of random signs, with more than 14 data sets."
    )
    seed: Natural = Field(default=0, description="westfall-young only: seed of the random signs.")
    over: Literal["pairs", "metrics"] = Field(
        default="pairs",
        description="Corrections of p-values alone, such as holm. pairs: each metric is a family by itself; metrics: "
        "the pairs of all metrics are one family.",
    )
