"""The part `figures` of the section `report`: how figures look, and in which forms they are written."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from rankpress.spec.plot_section import Width
from rankpress.spec.strict import UNIQUE, Count, Flag, Number, Section, refuse, repetitions

FigureForm = Literal["png", "pgf", "tikz"]
Venue = Literal[
    "aaai", "acl", "acm", "acm-journal", "aistats", "cvpr", "ecml", "elsevier", "iclr", "icml", "ieee", "ijcai", "jmlr",
    "kdd", "lncs", "neurips", "pmlr", "springer", "tmlr", "uai",
]  # fmt: skip


class FiguresOptions(Section):
    """How figures look, and in which forms they are written."""

    venue: Venue | None = Field(
        default=None,
        description="Where the paper goes: column and text are as wide there, and no figure is higher than a page.",
    )
    width: Width | None = Field(
        default=None,
        description="Of all figures that say nothing else: column, text, or inches. Left out: text. Without a venue, "
        "column is 3.25 inches and text is 5.5 inches.",
    )
    font_size: Annotated[Number, Field(ge=6, le=12)] = Field(default=8, description="Of all text, in points.")
    also: tuple[FigureForm, ...] = Field(
        default=(),
        json_schema_extra=UNIQUE,
        description="Forms of each figure beside PDF and SVG. pgf: for \\input into a paper, in whose font it is set. "
        "tikz: the critical difference diagram in commands that a paper can restyle.",
    )
    dpi: Annotated[Count, Field(ge=72, le=1200)] = Field(default=300, description="Of PNG, dots an inch.")
    usetex: Flag = Field(
        default=False,
        description="true: LaTeX sets the text of figures, in Latin Modern. It must be installed then, and takes a "
        "quarter of a second for each line of text that it has not set before.",
    )

    @field_validator("also")
    @classmethod
    def _forms_differ(cls, also: tuple[FigureForm, ...]) -> tuple[FigureForm, ...]:
        refuse(repetitions("form", also), also)
        return also
