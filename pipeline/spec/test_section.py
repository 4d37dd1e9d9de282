"""The sections `rank`, `test` and `adjust`: the statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.methods import (
    ADJUSTMENTS,
    OF_A_CONTROL,
    OF_ALL_PAIRS,
    OF_BLOCK_T,
    OF_RANKS,
    Adjustment,
    Omnibus,
    Pairwise,
    Ties,
    Within,
)
from rankpress.spec.strict import UNIQUE, Incoherence, Natural, Number, Section, Text, refuse, repetitions


class RankOptions(Section):
    """How scores become ranks."""

    ties: Ties = Field(
        default="average", description="The rank that tied algorithms get: the mean, least or greatest of theirs."
    )
    tolerance: Annotated[Number, Field(ge=0)] = Field(
        default=0.0, description="Scores nearer to each other than this are tied; means of folds differ by 1e-16."
    )


class TestOptions(Section):
    """Which tests are made."""

    __test__: ClassVar[bool] = False  # pytest takes classes called Test* for tests

    alpha: Annotated[Number, Field(gt=0, lt=1)] = Field(default=0.05, description="Level of significance.")
    omnibus: tuple[Omnibus, ...] = Field(
        default=("friedman", "iman-davenport"),
        json_schema_extra=UNIQUE,
        description="Tests of whether the algorithms differ at all, over the data sets. Left out with missing: "
        "incomplete-blocks: skillings-mack.",
    )
    pairwise: PairwiseMethod = Field(
        default=PairwiseMethod(name="rank-z"),
        description="Test of two algorithms over the data sets. Left out with missing: incomplete-blocks: "
        "skillings-mack.",
    )
    control: Text | None = Field(
        default=None, description="An algorithm: only comparisons with it are made. null: all pairs."
    )
    within: Within = Field(
        default="corrected-t",
        description="Test of two algorithms on one data set, over its folds, or its test examples (mcnemar and its "
        "like, binomial). Left out: corrected-t, or where the scores tell of test examples mcnemar.",
    )
    tuning_runs: Natural = Field(
        default=0, description="Times that an algorithm was tuned and tried; each counts as one more comparison made."
    )

    @field_validator("omnibus")
    @classmethod
    def _omnibus_differ(cls, omnibus: tuple[Omnibus, ...]) -> tuple[Omnibus, ...]:
        refuse(repetitions("test", omnibus), omnibus)
        return omnibus


def incoherent_adjustments(methods: tuple[AdjustMethod, ...], test: TestOptions) -> Iterator[Incoherence]:
    """The corrections that cannot be made with these tests, each at its place in the list."""
    yield from repetitions("correction", (method.name for method in methods))
    for index, method in enumerate(methods):
        misfit = misfit_of(method.name, control=test.control is not None, pairwise=test.pairwise.name)
        if misfit is not None:
            yield Incoherence((index,), *misfit)


def misfit_of(name: Adjustment, control: bool, pairwise: Pairwise) -> tuple[str, str, str] | None:
    """What keeps the correction from these tests, what goes with them, and what to do; None if it goes with them."""
    fitting = ", ".join(
        other
        for other in ADJUSTMENTS
        if needed_test(other) in (None, pairwise) and other not in (OF_ALL_PAIRS if control else OF_A_CONTROL)
    )
    needed = needed_test(name)
    if control and name in OF_ALL_PAIRS:
        return (
            f"{name} is a correction over all pairs, and test.control asks for comparisons with one algorithm",
            fitting,
            "use one of these, or remove test.control",
        )
    if not control and name in OF_A_CONTROL:
        return (
            f"{name} is a correction for comparisons with one algorithm, and there is no test.control",
            fitting,
            "use one of these, or name the algorithm as test.control",
        )
    if needed not in (None, pairwise):
        corrects = "average ranks" if name in OF_RANKS else "means by the error of the block design"
        return (
            f"{name} corrects differences of {corrects}, and test.pairwise is {pairwise}",
            fitting,
            f"use one of these, or test.pairwise: {needed}",
        )
    return None


def needed_test(name: Adjustment) -> Pairwise | None:
    """The pairwise test whose distribution the correction is of, if it is of one."""
    if name in OF_RANKS:
        return "rank-z"
    return "block-t" if name in OF_BLOCK_T else None
