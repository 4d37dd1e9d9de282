"""What a kept results.json says of how far its results can be trusted, as far as a comparison asks."""

from __future__ import annotations

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
