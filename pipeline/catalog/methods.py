"""The methods of a study: what each is called, where it is from, what it needs and what it promises.

Only data, read without numpy and scipy. The functions are in `rankpress.stats`, by the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, Protocol, TypeVar


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Entry = TypeVar("Entry", bound=_Named)


def _by_name(entries: Iterable[Entry]) -> Mapping[str, Entry]:
    return MappingProxyType({entry.name: entry for entry in entries})


ErrorRate = Literal[
    "family-wise error", "family-wise error if independent", "family-wise error if all are true", "false discovery rate"
]
"""The chance of any error; that chance for independent p-values only, where those that it is for are known to exceed
it; that chance if no hypothesis is false; or the expected share of errors among the rejections."""


@dataclass(frozen=True)
class AdjustmentMethod:
    """An adjustment of p-values for their number.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    reference : str
        Bibliography key of its source.
    controls : str
        The error rate that it keeps at the level.
    pairs : {"any", "all", "control"}
        Whether it takes any comparisons, needs those of all pairs, or those with a control.
    test : str or None
        The pairwise test whose statistics it needs; None if p-values suffice.
    slow : bool
        Whether its time explodes with the number of algorithms.
    options : tuple of str
        Options that a study may set.
    inequality : {"simes", "sidak"} or None
        The inequality that it rests on, if that needs more than any p-values have.
    caution : str
        A sentence for the reader of its p-values.
    """

    name: str
    title: str
    reference: str
    controls: ErrorRate
    pairs: Literal["any", "all", "control"] = "any"
    test: str | None = None
    slow: bool = False
    options: tuple[str, ...] = ()
    inequality: Literal["simes", "sidak"] | None = None
    caution: str = ""

    @property
    def is_logical(self) -> bool:
        """Whether it uses which hypotheses can be true together."""
        return self.pairs == "all" and self.test is None

    def fits(self, *, control: bool, pairwise: str) -> bool:
        """Return whether it goes with comparisons with a control, or of all pairs, by a test."""
        return self.pairs != ("all" if control else "control") and self.test in (None, pairwise)

    def orders(self, *, by_ranks: bool) -> bool:
        """Return whether an order may rest on it: of algorithms by their ranks, or of two on one data set."""
        tests = (None, "rank-z") if by_ranks else (None,)
        return self.controls == "family-wise error" and self.pairs != "control" and self.test in tests


_FWER: ErrorRate = "family-wise error"
_FDR: ErrorRate = "false discovery rate"

ADJUSTMENTS = _by_name(
    (
        AdjustmentMethod("bonferroni", "Bonferroni", "dunn1961", _FWER),
        AdjustmentMethod("sidak", "Šidák", "sidak1967", _FWER, inequality="sidak"),
        AdjustmentMethod("nemenyi", "Nemenyi", "nemenyi1963", _FWER, "all", "rank-z"),
        AdjustmentMethod("bonferroni-dunn", "Bonferroni-Dunn", "dunn1961", _FWER, "control", "rank-z"),
        AdjustmentMethod("tukey", "Tukey", "tukey1949", _FWER, "all", "block-t"),
        AdjustmentMethod("dunnett", "Dunnett", "dunnett1955", _FWER, "control", "block-t"),
        AdjustmentMethod("holm", "Holm", "holm1979", _FWER),
        AdjustmentMethod("holland", "Holland", "holland1987", _FWER, inequality="sidak"),
        AdjustmentMethod("hochberg", "Hochberg", "hochberg1988", _FWER, inequality="simes"),
        AdjustmentMethod("hommel", "Hommel", "hommel1988", _FWER, inequality="simes"),
        AdjustmentMethod(
            "rom",
            "Rom",
            "rom1990",
            _FWER,
            caution="Rom keeps the level for independent comparisons; for comparisons that share algorithms this is not"
            " guaranteed.",
        ),
        AdjustmentMethod(
            "li",
            "Li",
            "li2008",
            "family-wise error if independent",
            "control",
            caution="Li's procedure rests on the largest p-value: if that is near 1, it finds little.",
        ),
        AdjustmentMethod("shaffer", "Shaffer", "shaffer1986", _FWER, "all"),
        AdjustmentMethod("shaffer-dynamic", "Shaffer dynamic", "shaffer1986", _FWER, "all", slow=True),
        AdjustmentMethod(
            "bergmann-hommel", "Bergmann-Hommel", "bergmann1988", _FWER, "all", slow=True, options=("monotone",)
        ),
        AdjustmentMethod("finner", "Finner", "finner1993", "family-wise error if all are true"),
        AdjustmentMethod(
            "benjamini-hochberg",
            "Benjamini-Hochberg FDR",
            "benjamini1995",
            _FDR,
            caution="Benjamini-Hochberg keeps the false discovery rate for independent or positively dependent"
            " comparisons; for two-sided ones that share algorithms this is not guaranteed.",
        ),
        AdjustmentMethod("benjamini-yekutieli", "Benjamini-Yekutieli FDR", "benjamini2001", _FDR),
    )
)


def default_adjustments(*, control: bool, pairwise: str) -> tuple[str, ...]:
    """Return the adjustments of a study that names none; the first decides groups and bold face."""
    own = (name for name, one in ADJUSTMENTS.items() if one.test and one.fits(control=control, pairwise=pairwise))
    return (*own, "holm", "hochberg" if control else "shaffer")
