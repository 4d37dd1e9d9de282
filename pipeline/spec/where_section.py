"""The sections `scores.where` and `scores.rename`: which rows are read, and what names in them are taken for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, Strict, WithJsonSchema, model_validator

from rankpress.spec.strict import Flag, Incoherence, Number, Section, Text, refuse

Value = Annotated[str, Strict()] | Annotated[int, Strict()] | Number | Flag


def _as_values(given: Any) -> Any:
    """One value stands for a list of one."""
    return [given] if isinstance(given, str | int | float) else given


def _as_condition(given: Any) -> Any:
    """A value, or a list of them, stands for a condition that it is one of them."""
    return given if isinstance(given, dict | Condition) else {"any": _as_values(given)}


_TRUTHS = {"true": 1.0, "false": 0.0}
_ONE: list[dict[str, Any]] = [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]
_SOME: dict[str, Any] = {"anyOf": [*_ONE, {"type": "array", "items": {"anyOf": _ONE}, "minItems": 1}]}
Values = Annotated[tuple[Value, ...], BeforeValidator(_as_values), Field(min_length=1), WithJsonSchema(_SOME)]


class Condition(Section):
    """What the cell of a column must be for its row to be read."""

    any: Values | None = Field(
        default=None, description="It is this value, or one of these. `COLUMN: VALUE` says so too."
    )
    excluded: Values | None = Field(default=None, alias="not", description="It is not this value, nor one of these.")
    min: Number | None = Field(default=None, description="It is a number, of at least this.")
    max: Number | None = Field(default=None, description="It is a number, of at most this.")

    @model_validator(mode="after")
    def _says_something(self) -> Condition:
        refuse(self._wrong(), self)
        return self

    def _wrong(self) -> Iterator[Incoherence]:
        if self.any is None and self.excluded is None and self.min is None and self.max is None:
            yield Incoherence((), "a condition that says nothing", "a value, a list of values, or min, max or not")
        if self.min is not None and self.max is not None and self.min > self.max:
            told = f"no number is at least {self.min:g} and at most {self.max:g}"
            yield Incoherence(("max",), told, f"a number of at least {self.min:g}")

    @property
    def named(self) -> tuple[str, ...]:
        """The values that some row should have."""
        return tuple(map(_text, (*(self.any or ()), *(self.excluded or ()))))

    @property
    def told(self) -> str:
        """The condition in words.

        Examples
        --------
        >>> Condition.model_validate({"min": 1, "max": 9.5, "not": [3, True]}).told
        'is not 3 or true, is at least 1, is at most 9.5'
        """
        said = (
            ("is ", " or ".join(map(_text, self.any or ()))),
            ("is not ", " or ".join(map(_text, self.excluded or ()))),
            ("is at least ", "" if self.min is None else f"{self.min:g}"),
            ("is at most ", "" if self.max is None else f"{self.max:g}"),
        )
        return ", ".join(verb + values for verb, values in said if values)

    def holds(self, cell: str) -> bool:
        """Whether a cell meets the condition.

        Examples
        --------
        >>> Condition(min=1).holds("2.5"), Condition(min=1).holds("none"), Condition(any=[1, "a"]).holds("1.0")
        (True, False, True)
        """
        if self.any is not None and not any(same(_text(value), cell) for value in self.any):
            return False
        if self.excluded is not None and any(same(_text(value), cell) for value in self.excluded):
            return False
        if self.min is None and self.max is None:
            return True
        number = _number(cell)
        return (
            number is not None and (self.min is None or number >= self.min) and (self.max is None or number <= self.max)
        )


def same(value: str, cell: str) -> bool:
    """Whether a cell is a value: the same text, the same number, or true or false however that is written."""
    if value == cell:
        return True
    number = _number(value)
    if value in _TRUTHS:
        return cell.lower() == value or _number(cell) == _TRUTHS[value]
    return number is not None and number == _number(cell)


def _text(value: str | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


class RenameOptions(Section):
    """Names in the files, and what they are taken for; those that come to bear the same name are one."""

    dataset: dict[Text, Text] = Field(
        default={}, description="Of data sets: the name in the files, and the one that is meant."
    )
    algorithm: dict[Text, Text] = Field(default={}, description="Of algorithms, likewise.")


_VALUES_OR_CONDITION = WithJsonSchema({"anyOf": [*_SOME["anyOf"], Condition.model_json_schema()]})
Where = dict[Text, Annotated[Condition, BeforeValidator(_as_condition), _VALUES_OR_CONDITION]]
