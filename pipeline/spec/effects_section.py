"""The section `effects`: effect sizes with intervals, next to the tests."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, field_validator

from rankpress.spec.methods import EFFECTS, Effect
from rankpress.spec.strict import UNIQUE, Count, Flag, Natural, Number, Section, refuse, repetitions


class EffectsOptions(Section):
    """How far the algorithms of each pair that is tested differ over the data sets."""

    measures: tuple[Effect, ...] = Field(
        default=EFFECTS,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="Measures of the difference, each with its interval. Left out: all.",
    )
    level: Annotated[Number, Field(gt=0, lt=1)] = Field(
        default=0.95, description="Level of the intervals; each holds by itself, no allowance is made for their number."
    )
    bootstrap: Flag = Field(
        default=False,
        description="true: the interval of hedges-g, which is exact for normal differences, comes from resampled data "
        "sets (BCa) instead.",
    )
    draws: Annotated[Count, Field(ge=1000, le=100_000)] = Field(
        default=2000, description="Resamples, with bootstrap: true."
    )
    seed: Natural = Field(default=1, description="Of the resamples.")

    @field_validator("measures")
    @classmethod
    def _measures_differ(cls, measures: tuple[Effect, ...]) -> tuple[Effect, ...]:
        refuse(repetitions("measure", measures), measures)
        return measures
