"""The section ``report.macros`` of study.yaml: which numbers have macros in macros.tex."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, field_validator

from rankpress.spec.pairs import Pair, pairs_of_one
from rankpress.spec.strict import UNIQUE, Flag, Section, Text, refuse, repetitions

Pairs = Literal["all", "best"] | tuple[Pair, ...]
Datasets = Literal["all", "none"] | tuple[Text, ...]


def _form(value: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<word>" if isinstance(value, str) else "<list>"


class MacrosOptions(Section):
    """Which numbers have macros; what is left out here is there as far as a file of about a megabyte has room."""

    pairs: (
        Annotated[
            Annotated[Literal["all", "best"], Tag("<word>")] | Annotated[tuple[Pair, ...], Tag("<list>")],
            Discriminator(_form),
        ]
        | None
    ) = Field(
        default=None,
        description="all; best: pairs with the best average rank or the control; or a list of pairs [A, B]. Left out: "
        "as best, and the others as far as a file of about a megabyte has room, which says what it leaves out.",
    )
    datasets: (
        Annotated[
            Annotated[Literal["all", "none"], Tag("<word>")] | Annotated[tuple[Text, ...], Tag("<list>")],
            Discriminator(_form),
        ]
        | None
    ) = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="all, none, or a list of data sets on which scores, ranks, tests and curves have macros. Left out: "
        "all, as far as there is room.",
    )
    unrounded: Flag = Field(
        default=False,
        description="true: also macros of unrounded numbers, with Value in their names, for calculations and siunitx.",
    )

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: Pairs | None) -> Pairs | None:
        if isinstance(pairs, tuple):
            refuse(pairs_of_one(pairs), pairs)
        return pairs

    @field_validator("datasets")
    @classmethod
    def _datasets_differ(cls, datasets: Datasets | None) -> Datasets | None:
        if isinstance(datasets, tuple):
            refuse(repetitions("data set", datasets), datasets)
        return datasets
