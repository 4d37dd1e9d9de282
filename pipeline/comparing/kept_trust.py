"""What a kept results.json says of how far its results can be trusted, as far as a comparison asks."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, FiniteFloat


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class KeptStability(_Kept):
    """Under how many variations a conclusion stands."""

    kind: str
    stands: int
    tried: int


class KeptSensitivity(_Kept):
    """The conclusions under variations of the study."""

    conclusions: tuple[KeptStability, ...] = ()


class KeptReached(_Kept):
    """A number of data sets or a difference that reaches the power wanted, its interval, and why there is none."""

    at: FiniteFloat | None = Field(default=None, validation_alias=AliasChoices("datasets", "difference", "at"))
    interval: tuple[FiniteFloat | None, FiniteFloat | None]
    why: str = ""


class KeptProcedure(_Kept):
    """The simulated power of a procedure."""

    needed: KeptReached


class KeptBySize(_Kept):
    """The simulated power by number of data sets, at a difference; the second procedure decides, if there is one."""

    difference: FiniteFloat
    procedures: dict[str, KeptProcedure]

    @property
    def deciding(self) -> KeptProcedure:
        """That of the procedure that decides."""
        return list(self.procedures.values())[:2][-1]


class KeptPowerPair(_Kept):
    """The simulated power of a comparison."""

    a: str
    b: str
    by_datasets: tuple[KeptBySize, ...] = ()
    smallest: dict[str, KeptReached]

    @property
    def deciding(self) -> KeptReached:
        """The smallest difference that the procedure that decides finds."""
        return list(self.smallest.values())[:2][-1]


class KeptPower(_Kept):
    """The simulated power."""

    target: FiniteFloat
    pairs: tuple[KeptPowerPair, ...] = ()


class KeptRejections(_Kept):
    """On how many draws a test or an adjustment told two algorithms apart."""

    rejections: int


class Rejecting(NamedTuple):
    """A test or an adjustment, and on how many draws it rejected."""

    method: str
    rejections: int


class KeptDrawnPair(_Kept):
    """A comparison made anew on draws, by tests of two algorithms and by adjustments."""

    a: str
    b: str
    tests: dict[str, KeptRejections] = {}
    adjusted: dict[str, KeptRejections] = {}

    @property
    def deciding(self) -> Rejecting | None:
        """The adjustment that decides, or else the first test, and its rejections; None where neither was made."""
        found = (self.adjusted or self.tests).items()
        return next((Rejecting(name, one.rejections) for name, one in found), None)


class KeptBias(_Kept):
    """The draws at a bias."""

    bias: FiniteFloat
    comparisons: tuple[KeptDrawnPair, ...] = ()


class KeptReplicability(_Kept):
    """The tests on draws of data sets."""

    draws: int
    size: int
    replacement: bool
    table_bias: FiniteFloat
    biases: tuple[KeptBias, ...] = ()

    @property
    def tabled(self) -> tuple[KeptDrawnPair, ...]:
        """The comparisons at the bias of the tables, which are all that were made."""
        return next((one.comparisons for one in self.biases if one.bias == self.table_bias), ())
