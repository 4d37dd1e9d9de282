"""What a study concludes when its choices are made otherwise, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rankpress.conclusions.conclusion import Conclusion, Verdict
from rankpress.scores import FloatArray

VariationKind = Literal[
    "dataset", "algorithm", "group", "group-alone", "digits", "omnibus", "pairwise", "adjust", "alpha", "missing",
    "cost",
]  # fmt: skip


@dataclass(frozen=True)
class Variation:
    """One choice made otherwise.

    Parameters
    ----------
    kind : str
        ``dataset``, ``algorithm``, ``group``: it is left out; ``group-alone``: all others are; ``digits``: scores are
        rounded; the others are settings.
    name : str
        What is left out, taken alone, or stands in place of the study's own choice.
    value : float or None
        The level; the number of digits.
    """

    kind: VariationKind
    name: str
    value: float | None = None


@dataclass(frozen=True)
class Varied:
    """What one variation does to the conclusions of a study.

    Parameters
    ----------
    flips : mapping of int to Verdict
        Another verdict, by the place of the conclusion among those of the study.
    silent : tuple of int
        Conclusions that the study so varied says nothing about, such as those on an algorithm that is left out.
    p : (n_conclusions,) float array
        The p-values that decide; nan where there is none.
    strength : (n_conclusions,) float array
        How strongly the tests favour the first algorithm of a pair, before adjustment: -log10 p, below 0 where they
        favour the second; of omnibus tests -log10 p; nan elsewhere.
    why : str
        Why nothing could be concluded, where nothing could.
    """

    flips: Mapping[int, Verdict]
    silent: tuple[int, ...]
    p: FloatArray
    strength: FloatArray
    why: str = ""


@dataclass(frozen=True)
class Fewest:
    """Data sets that turn a conclusion over when they are left out together.

    Parameters
    ----------
    datasets : tuple of str
        As few as were found.
    verdict : Verdict
        What is concluded without them.
    exact : bool
        Whether no fewer do it; otherwise there may be fewer.
    """

    datasets: tuple[str, ...]
    verdict: Verdict
    exact: bool


@dataclass(frozen=True)
class Stability:
    """How a conclusion of the study fares.

    Parameters
    ----------
    conclusion : Conclusion
        Without its method: a variation may have another.
    verdict : Verdict
        Of the study as it is.
    p : float or None
        The p-value that decides it, where it is a test's.
    counts : mapping of str to (int, int)
        By kind of variation, under how many it stands, and how many say anything about it.
    flips : mapping of int to Verdict
        Other verdicts, by the place of the variation in `Sensitivity.variations`.
    p_under : (n_variations,) float array or None
        The p-value under each variation, of pairs and omnibus tests; nan where there is none.
    fewest : Fewest or None
        The fewest data sets that turn it over, where any were found.
    """

    conclusion: Conclusion
    verdict: Verdict
    p: float | None = None
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    flips: Mapping[int, Verdict] = field(default_factory=dict)
    p_under: FloatArray | None = None
    fewest: Fewest | None = None

    @property
    def stands(self) -> int:
        """Under how many variations it stands."""
        return sum(stands for stands, _ in self.counts.values())

    @property
    def tried(self) -> int:
        """How many variations say anything about it."""
        return sum(tried for _, tried in self.counts.values())

    @property
    def share(self) -> float:
        """The share of those under which it stands; 1 where there are none."""
        return self.stands / self.tried if self.tried else 1.0


@dataclass(frozen=True)
class Sensitivity:
    """Which conclusions in one metric hang on choices of the study.

    Parameters
    ----------
    variations : tuple of Variation
        Those that could be examined.
    conclusions : tuple of Stability
        Do they differ, who leads, who may be named the best, the order, then the pairs.
    alpha : float
        Level of the study.
    omnibus, pairwise, adjust : str
        The tests and the adjustment that decide in the study; empty where there are none.
    searched : int
        For how many pairs data sets that turn them over together were looked for.
    unit : float
        What the last of so many digits counts where a score is rounded to none: 1 for accuracies, 100 for percentages.
    skipped : tuple of (Variation, str)
        Variations that could not be examined, and why, in a clause.
    why : str
        Why nothing was varied, in a sentence, where nothing was.
    """

    variations: tuple[Variation, ...] = ()
    conclusions: tuple[Stability, ...] = ()
    alpha: float = 0.05
    omnibus: str = ""
    pairwise: str = ""
    adjust: str = ""
    searched: int = 0
    unit: float = 1.0
    skipped: tuple[tuple[Variation, str], ...] = ()
    why: str = ""

    @property
    def kinds(self) -> tuple[VariationKind, ...]:
        """The kinds of variations that there are, in their order."""
        return tuple(dict.fromkeys(variation.kind for variation in self.variations))

    @property
    def leader(self) -> Stability | None:
        """The conclusion who has the best average rank."""
        return next((one for one in self.conclusions if one.conclusion.kind == "best-ranked"), None)

    @property
    def fragile(self) -> tuple[Stability, ...]:
        """The conclusions that some variation turns over, those first that stand under the smallest share."""
        return tuple(sorted((one for one in self.conclusions if one.flips), key=lambda one: one.share))

    def flips_of(self, one: Stability, kind: str) -> Iterator[tuple[Variation, Verdict]]:
        """The variations of a kind that turn a conclusion over, and to what."""
        for at, verdict in one.flips.items():
            if self.variations[at].kind == kind:
                yield self.variations[at], verdict
