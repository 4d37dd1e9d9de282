"""What made a test on one data set come out otherwise: its scores, the level, or what counts as better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankpress.comparing.changes import Cause, Factor, Flip
from rankpress.comparing.deciding import ALPHA, BETTER
from rankpress.comparing.kept import KeptMetric, KeptWithin
from rankpress.comparing.verdicts import about_within, verdict_within
from rankpress.conclusions.conclusion import Conclusion, Verdict
from rankpress.conclusions.fewest import least


class CausesWithin:
    """The causes of flips of tests on one data set, which rest on its scores alone.

    Parameters
    ----------
    old, new : KeptMetric
        The metric in both reports.
    alphas : pair of float
        Their levels.
    """

    def __init__(self, old: KeptMetric, new: KeptMetric, alphas: tuple[float, float]) -> None:
        self._sides = _Side.of(old, alphas[0]), _Side.of(new, alphas[1])

    def of(self, flip: Flip) -> Cause:
        """What made it flip."""
        old, new = self._sides
        conclusion, test = flip.conclusion, (old.tests[flip.conclusion], new.tests[flip.conclusion])
        differing = {
            Factor("data set", conclusion.subject[0]): test[0] != test[1],
            Factor("setting", ALPHA): old.alpha != new.alpha,
            Factor("setting", BETTER): old.better != new.better,
        }
        factors = [factor for factor, differs in differing.items() if differs]

        def verdict(taken: Sequence[Factor]) -> Verdict:
            states = [factor in taken for factor in differing]
            return verdict_within(test[states[0]], self._sides[states[1]].alpha, self._sides[states[2]].better)

        alone = tuple(one for one in factors if verdict([one]) == flip.new)
        needed = tuple(one for one in factors if verdict([other for other in factors if other != one]) == flip.old)
        together = () if alone else least(factors, lambda taken: verdict(taken) == flip.new)
        return Cause(alone, needed, together, len(factors), len(factors))


@dataclass(frozen=True)
class _Side:
    tests: dict[Conclusion, KeptWithin]
    alpha: float
    better: str

    @classmethod
    def of(cls, metric: KeptMetric, alpha: float) -> _Side:
        return cls({about_within(one): one for one in metric.within}, alpha, metric.better)
