"""The scalars, the base model and the error that all sections of study.yaml are built from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    JsonValue,
    Strict,
    Tag,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import (
    definitions_schema,
    dict_schema,
    no_info_after_validator_function,
    no_info_before_validator_function,
    no_info_plain_validator_function,
)

from rankpress.catalog.methods import GREATEST_LEVEL, LEAST_LEVEL
from rankpress.core.faults import one_of
from rankpress.core.plugins import Registry

# No score, cost or setting is larger. Statistics sum squares and cubes of differences over data sets and folds: of
# 1e8 such numbers even the sum of the cubes is below 1.8e308, where floats end.
LARGEST = 1e100


# pydantic would take 1 for "1" and "1" for 1; a spec says what it means, so neither is taken.
Text = Annotated[str, Strict(), Field(min_length=1)]
Count = Annotated[int, Strict(), Field(ge=1)]
Natural = Annotated[int, Strict(), Field(ge=0)]
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Flag = Annotated[bool, Strict()]
Digits = Annotated[int, Strict(), Field(ge=0, le=6)]
Level = Annotated[Number, Field(ge=LEAST_LEVEL, le=GREATEST_LEVEL)]

# For the JSON Schema of lists whose items differ; validators name the item that is repeated.
UNIQUE: dict[str, JsonValue] = {"uniqueItems": True}

INCOHERENT, NOT_ONE_OF = "incoherent", "not_one_of"


class Section(BaseModel):
    """Read a mapping of study.yaml: its keys are the fields, no others are taken, and it never changes.

    A static method `wrong_KEY(value, others)` of a section yields what is wrong with the value of that key next to the
    values of the keys before it, as far as these are right.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    OF_KINDS: ClassVar[OptionsByKind | None] = None  # of what is named in its place, where each kind has a section

    @classmethod
    def fields(cls) -> Mapping[str, FieldInfo]:
        """Return the keys of the section, with what they hold."""
        return cls.model_fields

    @classmethod
    def unchecked(cls, **values: Any) -> Self:
        """Return the section with values that are right, without its validator, which takes long to build."""
        return cls.model_construct(**values)

    @field_validator("*")
    @classmethod
    def _is_sound(cls, value: object, info: ValidationInfo) -> object:
        refuse(_extremes(value), value)
        wrong: Callable[..., Iterator[Incoherence]] | None = getattr(cls, f"wrong_{info.field_name}", None)
        refuse(wrong(value, info.data) if wrong else (), value)
        return value

    @model_validator(mode="after")
    def _is_coherent(self) -> Self:
        refuse(self.contradictions(), self)
        return self

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield what keys of the section say against each other."""
        yield from ()

    def referenced_algorithms(self) -> Iterator[NamedPlace]:
        """Yield the algorithms that it names, with their places below the section."""
        yield from ()


@dataclass(frozen=True)
class Incoherence:
    """Report a value that is wrong next to the rest of the study, by its path from the validated field; see `Fault`."""

    path: Path
    message: str
    expected: str = ""
    remedy: str = ""


def refuse(incoherences: Iterable[Incoherence], value: object) -> None:
    """Raise one validation error that holds all incoherences, each at its own path; do nothing if there are none."""
    details = [
        InitErrorDetails(
            type=PydanticCustomError(
                INCOHERENT,
                "{message}",
                {"message": incoherence.message, "expected": incoherence.expected, "remedy": incoherence.remedy},
            ),
            loc=incoherence.path,
            input=value,
        )
        for incoherence in incoherences
    ]
    if details:
        raise ValidationError.from_exception_data("study", details)


def _extremes(value: object, path: tuple[str | int, ...] = ()) -> Iterator[Incoherence]:
    """Find numbers in a value that are too large to be computed with, or so small that their reciprocals are."""
    if isinstance(value, float) and value and not 1 / LARGEST <= abs(value) <= LARGEST:
        expected = f"0, or a number from {1 / LARGEST:g} to {LARGEST:g} or from -{LARGEST:g} to -{1 / LARGEST:g}"
        yield Incoherence(
            path, f"{value!r} is too {'large' if abs(value) > 1 else 'small'} to be computed with", expected
        )
    elif isinstance(value, dict | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _extremes(inner, (*path, key))


def repetitions(what: str, names: Iterable[str], *path: str) -> list[Incoherence]:
    """Return an incoherence for every name that a list of such things holds for the second time or more."""
    return [
        Incoherence((*path, index), f"the {what} '{name}' is listed twice", f"each {what} once")
        for index, name in repeated(names)
    ]


def repeated(names: Iterable[str]) -> list[tuple[int, str]]:
    """Index and name of every name that stands in the list for the second time or more."""
    seen: set[str] = set()
    again = []
    for index, name in enumerate(names):
        if name in seen:
            again.append((index, name))
        seen.add(name)
    return again


@dataclass(frozen=True, eq=False)
class OneOf:
    """Takes the names of a registry, those of plug-ins included, that `fits` admits; and further words."""

    registry: Registry[Any]
    words: tuple[str, ...] = ()
    fits: Callable[[Any], bool] = lambda entry: True

    def names(self) -> tuple[str, ...]:
        """Return what may be named; of what is not loaded, whatever it is."""
        registered = self.registry
        return (
            *(name for name in registered.names() if name not in registered or self.fits(registered[name])),
            *self.words,
        )

    def takes(self, name: object) -> bool:
        """Return whether a name is one of them; a package that has it is loaded."""
        return name in self.words or (self.registry.finds(name) and self.fits(self.registry[str(name)]))

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(self._take)

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"enum": list(self.names()), "type": "string"}

    def _take(self, value: object) -> object:
        if not isinstance(value, str) or not self.takes(value):
            raise PydanticCustomError(NOT_ONE_OF, "not one of the names", {"names": self.names()})
        return value


@dataclass(frozen=True)
class Distinct:
    """Refuses a list that holds one of these things twice, and says so in JSON Schema."""

    what: str
    name: Callable[[Any], str] = str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(self._refuse, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(core) | UNIQUE

    def _refuse(self, value: Any) -> Any:
        refuse(repetitions(self.what, map(self.name, value)) if isinstance(value, tuple) else (), value)
        return value


@dataclass(frozen=True, eq=False)
class OrShort:
    """Says in JSON Schema that shorter forms stand for a section; written when a schema is requested."""

    section: type[BaseModel]
    forms: tuple[JsonValue, ...]

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [*self.forms, self.section.model_json_schema()]}


def _of_two(pair: tuple[str, str]) -> tuple[str, str]:
    a, b = pair
    if a == b:
        refuse([Incoherence((), f"the pair [{a}, {b}] is one algorithm", "two different algorithms")], pair)
    return pair


Pair = Annotated[tuple[Text, Text], AfterValidator(_of_two)]

# A pair is the same whoever comes first.
Pairs = Annotated[tuple[Pair, ...], Distinct("pair", lambda pair: " and ".join(sorted(pair)))]


def _form(is_other: Callable[[object], bool]) -> Discriminator:
    """Report which of two forms is meant, so that a fault is reported for that one alone."""
    return Discriminator(lambda value: "<other>" if is_other(value) else "<one>")


_One = TypeVar("_One")
Other = TypeVar("Other")
_Either = Annotated[_One, Tag("<one>")] | Annotated[Other, Tag("<other>")]
WordOr = Annotated[_Either[_One, Other], _form(lambda value: not isinstance(value, str))]
OrList = Annotated[_Either[_One, Other], _form(lambda value: isinstance(value, list | tuple))]
OrMapping = Annotated[_Either[_One, Other], _form(lambda value: isinstance(value, dict | BaseModel))]


@dataclass(frozen=True, eq=False)
class OptionsByKind:
    """Takes a mapping of names of a registry to sections of options, each of the model that `model_of` has for it."""

    kinds: OneOf
    model_of: Callable[[str], type[Section]]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        keys = handler.generate_schema(Annotated[str, self.kinds])
        mapping = dict_schema(keys_schema=keys, values_schema=no_info_plain_validator_function(self._of_kind))
        return no_info_before_validator_function(self._with_kinds, mapping)

    @staticmethod
    def _with_kinds(options: Any) -> Any:
        return {kind: (kind, value) for kind, value in options.items()} if isinstance(options, dict) else options

    def _of_kind(self, pair: tuple[str, Any]) -> Any:
        kind, options = pair
        # those of a kind that there is not are refused with its name
        return self.model_of(kind).model_validate(options) if self.kinds.takes(kind) else options

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        sections = {name: schema_of(self.model_of(name), handler) for name in self.kinds.names()}
        return {"type": "object", "properties": sections, "additionalProperties": False}


Path = tuple[str | int, ...]
NamedPlace = tuple[Path, str]
"""A name that a section has, and its place below it."""


def in_list(path: Path, names: object) -> Iterator[tuple[Path, Any]]:
    """Yield the items of a list with their places, where there is a list and no word in its place."""
    yield from (((*path, index), name) for index, name in enumerate(names if isinstance(names, tuple) else ()))


def in_pairs(path: Path, pairs: object) -> Iterator[NamedPlace]:
    """Yield the algorithms of a list of pairs with their places."""
    for place, pair in in_list(path, pairs):
        yield from in_list(place, pair)


def schema_of(section: type[BaseModel], handler: GetJsonSchemaHandler) -> dict[str, Any]:
    """Return the JSON Schema of a section, of which a schema that is being written has one definition."""
    section.model_rebuild()
    return handler(definitions_schema(section.__pydantic_core_schema__, []))


def misnamed(key: str, what: str, names: object, existing: Iterable[str]) -> Iterator[Incoherence]:
    """Yield the metrics that a mapping names and the study has not, or else those that it leaves out."""
    if isinstance(names, dict):
        existing = list(existing)
        unknown = [name for name in names if name not in existing]
        for name in unknown:
            yield Incoherence((key, name), f"there is no metric '{name}' in scores.metrics", one_of(name, existing))
        left_out = [name for name in existing if name not in names]
        if left_out and not unknown:
            message = f"{key} leaves out {', '.join(left_out)}"
            yield Incoherence((key,), message, f"a {what} for each metric, in its unit")


def unlisted(path: tuple[str | int, ...], name: str, existing: Iterable[str], key: str, what: str = "") -> Incoherence:
    """Refuse a name that is not in a list of the study."""
    existing = list(existing)
    expected = one_of(name, existing) if existing else f"a {what or 'method'} in {key}, which has none"
    remedy = "" if existing else f"write {key.rpartition('.')[2]}: [{name}]"
    return Incoherence(path, f"{what and f'the {what} '}'{name}' is not one of {key}", expected, remedy)
