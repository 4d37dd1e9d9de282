"""The section `report.latex`: how tables are set in LaTeX."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from rankpress.spec.strict import Flag, Number, Section


def _form_of_width(width: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<word>" if isinstance(width, str) else "<points>"


class LatexOptions(Section):
    r"""How the tables are set that a paper takes by \input."""

    siunitx: Flag = Field(
        default=False,
        description="true: numbers are aligned at the decimal point, in S columns of the package siunitx (version 3 or "
        "later). false: tables need no package but booktabs.",
    )
    width: (
        Annotated[
            Annotated[Literal["column", "text"], Tag("<word>")]
            | Annotated[Number, Field(ge=100, le=2000), Tag("<points>")],
            Discriminator(_form_of_width),
        ]
        | None
    ) = Field(
        default=None,
        description="The one width that tables are laid out for: column, of a paper of two columns (221 points); text, "
        "of a page (345 points); or a number of points. Left out: a table holds a layout for each usual width, and "
        "LaTeX takes the one that fits where it is.",
    )
