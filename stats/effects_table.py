"""The measures of effect size, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rankpress.stats.dominance import cliffs_delta, probability_of_superiority
from rankpress.stats.effects import PairEffects, hodges_lehmann, mean_difference, median_difference, rank_biserial
from rankpress.stats.hedges import hedges_g


@dataclass(frozen=True)
class EffectProcedure:
    """A measure of how far two algorithms differ over data sets.

    Parameters
    ----------
    name : str
        As a study names it.
    function : callable
        Called with (scores, pairs, level), and the options as keywords; greater where the first of a pair is better.
    options : tuple of str
        Names of the keyword options that the function takes.
    """

    name: str
    function: Callable[..., PairEffects]
    options: tuple[str, ...] = ()


EFFECTS: Mapping[str, EffectProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            EffectProcedure("mean-difference", mean_difference),
            EffectProcedure("median-difference", median_difference),
            EffectProcedure("hodges-lehmann", hodges_lehmann),
            EffectProcedure("hedges-g", hedges_g, options=("bootstrap", "draws", "seed")),
            EffectProcedure("cliffs-delta", cliffs_delta),
            EffectProcedure("superiority", probability_of_superiority),
            EffectProcedure("rank-biserial", rank_biserial),
        )
    }
)
