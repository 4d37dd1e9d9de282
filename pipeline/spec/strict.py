"""The scalars, the base model and the error that all sections of study.yaml are built from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, Strict, ValidationError, field_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

# No score, cost or setting is larger. Statistics sum squares and cubes of differences over data sets and folds: of
# 1e8 such numbers even the sum of the cubes is below 1.8e308, where floats end.
LARGEST = 1e100


# pydantic would take 1 for "1" and "1" for 1; a spec says what it means, so neither is taken.
Text = Annotated[str, Strict(), Field(min_length=1)]
Count = Annotated[int, Strict(), Field(ge=1)]
Natural = Annotated[int, Strict(), Field(ge=0)]
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Flag = Annotated[bool, Strict()]

# For the JSON Schema of lists whose items differ; validators tell which item is repeated.
UNIQUE: dict[str, JsonValue] = {"uniqueItems": True}

INCOHERENT = "incoherent"


class Section(BaseModel):
    """A mapping of study.yaml: its keys are the fields, no others are taken, and it never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*")
    @classmethod
    def _numbers_can_be_computed_with(cls, value: object) -> object:
        refuse(_extremes(value), value)
        return value


@dataclass(frozen=True)
class Incoherence:
    """A value that is right by itself and wrong beside the rest of the study.

    Parameters
    ----------
    path : tuple of str or int
        Keys and indices from the field that is being validated down to the value; () is the field itself.
    message, expected, remedy : str
        As in `rankpress.core.faults.Fault`.
    """

    path: tuple[str | int, ...]
    message: str
    expected: str = ""
    remedy: str = ""


def refuse(found: Iterable[Incoherence], value: object) -> None:
    """Raise one validation error that holds all incoherences, each at its own path; do nothing if there are none."""
    details = [
        InitErrorDetails(
            type=PydanticCustomError(
                INCOHERENT,
                "{message}",
                {"message": one.message, "expected": one.expected, "remedy": one.remedy},
            ),
            loc=one.path,
            input=value,
        )
        for one in found
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


def repetitions(what: str, names: Iterable[str]) -> list[Incoherence]:
    """An incoherence for every name that a list of such things holds for the second time or more."""
    return [
        Incoherence((index,), f"the {what} '{name}' is listed twice", f"each {what} once")
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


Pair = tuple[Text, Text]


def pairs_of_one(pairs: Sequence[Pair]) -> Iterator[Incoherence]:
    """Find pairs that are one algorithm twice."""
    for index, (a, b) in enumerate(pairs):
        if a == b:
            yield Incoherence((index,), f"the pair [{a}, {b}] is one algorithm", "two different algorithms")
