"""Conditions on the cells of columns, which decide what rows are read (`scores.where`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, Strict, WithJsonSchema

from rankpress.spec.strict import Flag, Incoherence, Number, OrShort, Section

_Value = Annotated[str, Strict()] | Annotated[int, Strict()] | Number | Flag


def _as_values(value: Any) -> Any:
    """Take one value for a list of one."""
    return [value] if isinstance(value, str | int | float) else value


def _as_condition(value: Any) -> Any:
    """Take a value, or a list of them, for the condition that it is one of them."""
    return value if isinstance(value, dict | Condition) else {"any": _as_values(value)}


_TRUTHS = {"true": 1.0, "false": 0.0}
_WHERE_SECTION_ONE: list[dict[str, Any]] = [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]
_SOME: dict[str, Any] = {
    "anyOf": [*_WHERE_SECTION_ONE, {"type": "array", "items": {"anyOf": _WHERE_SECTION_ONE}, "minItems": 1}]
}
Values = Annotated[tuple[_Value, ...], BeforeValidator(_as_values), Field(min_length=1), WithJsonSchema(_SOME)]


class Condition(Section):
    """What the cell of a column must be for its row to be read."""

    any: Values | None = Field(
        default=None, description="The cell has this value, or one of these. Short form: `COLUMN: VALUE`."
    )
    excluded: Values | None = Field(
        default=None, alias="not", description="The cell has neither this value nor one of these."
    )
    min: Number | None = Field(default=None, description="The cell is a number of at least this.")
    max: Number | None = Field(default=None, description="The cell is a number of at most this.")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that no cell is excluded, or that all are."""
        if self.any is None and self.excluded is None and self.min is None and self.max is None:
            yield Incoherence((), "a condition that says nothing", "a value, a list of values, or min, max or not")
        if self.min is not None and self.max is not None and self.min > self.max:
            message = f"no number is at least {self.min:g} and at most {self.max:g}"
            yield Incoherence(("max",), message, f"a number of at least {self.min:g}")

    @property
    def named(self) -> tuple[str, ...]:
        """The values that some row should have."""
        return tuple(map(_text, (*(self.any or ()), *(self.excluded or ()))))

    @property
    def text(self) -> str:
        """The condition in words."""
        bounds = (
            ("is ", " or ".join(map(_shown, self.any or ()))),
            ("is not ", " or ".join(map(_shown, self.excluded or ()))),
            ("is at least ", "" if self.min is None else f"{self.min:g}"),
            ("is at most ", "" if self.max is None else f"{self.max:g}"),
        )
        return ", ".join(verb + values for verb, values in bounds if values)

    def holds(self, cell: str) -> bool:
        """Return whether a cell meets the condition."""
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
    """Return whether a cell is a value: the same text, the same number, or true or false however that is written."""
    if value == cell:
        return True
    number = _number(value)
    if value in _TRUTHS:
        return cell.lower() == value or _number(cell) == _TRUTHS[value]
    return number is not None and number == _number(cell)


def _text(value: str | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(written: str) -> float | None:
    try:
        return float(written)
    except ValueError:
        return None


_VALUES_OR_CONDITION = OrShort(Condition, tuple(_SOME["anyOf"]))
Where = dict[Annotated[str, Strict()], Annotated[Condition, BeforeValidator(_as_condition), _VALUES_OR_CONDITION]]


def _shown(value: str | float) -> str:
    return "empty" if value == "" else _text(value)
