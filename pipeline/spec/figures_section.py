"""The part `figures` of the section `report`: how figures look, and in which forms they are written."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rankpress.spec.plot_section import Width
from rankpress.spec.strict import UNIQUE, Section

FigureForm = Literal["png"]


class FiguresOptions(Section):
    """How figures look, and in which forms they are written."""

    width: Width | None = Field(default=None, description="Of all figures that say nothing else: column, text, inches.")
    also: tuple[FigureForm, ...] = Field(
        default=(), json_schema_extra=UNIQUE, description="Forms of each figure beside PDF and SVG."
    )
