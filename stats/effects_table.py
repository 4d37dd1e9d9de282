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
    name, title : str
        As a study and as a report name it.
    reference, interval_reference : str
        Bibliography keys of the sources of the measure and of its interval.
    function : callable
        Called with (scores, pairs, level), and the options as keywords; greater where the first of a pair is better.
    in_unit : bool
        Whether it has the unit of the scores.
    range : tuple of float
        Least and greatest value.
    no_difference : float
        Its value where two algorithms are alike.
    of_order : bool
        Whether it depends on nothing but which of two scores on a data set is the higher.
    options : tuple of str
        Names of the keyword options that the function takes.
    """

    name: str
    title: str
    reference: str
    interval_reference: str
    function: Callable[..., PairEffects]
    in_unit: bool = False
    range: tuple[float, float] = (-1.0, 1.0)
    no_difference: float = 0.0
    of_order: bool = False
    options: tuple[str, ...] = ()


_UNBOUNDED = (-float("inf"), float("inf"))

EFFECTS: Mapping[str, EffectProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            EffectProcedure(
                "mean-difference",
                "mean difference",
                "student1908",
                "student1908",
                mean_difference,
                in_unit=True,
                range=_UNBOUNDED,
            ),
            EffectProcedure(
                "median-difference",
                "median difference",
                "thompson1936",
                "thompson1936",
                median_difference,
                in_unit=True,
                range=_UNBOUNDED,
            ),
            EffectProcedure(
                "hodges-lehmann",
                "Hodges-Lehmann shift",
                "hodges1963",
                "bauer1972",
                hodges_lehmann,
                in_unit=True,
                range=_UNBOUNDED,
            ),
            EffectProcedure(
                "hedges-g",
                "Hedges' g",
                "hedges1981",
                "cumming2001",
                hedges_g,
                range=_UNBOUNDED,
                options=("bootstrap", "draws", "seed"),
            ),
            EffectProcedure("cliffs-delta", "Cliff's delta", "cliff1993", "feng2004", cliffs_delta),
            EffectProcedure(
                "superiority",
                "probability of superiority",
                "grissom2012",
                "wilson1927",
                probability_of_superiority,
                range=(0.0, 1.0),
                no_difference=0.5,
                of_order=True,
            ),
            EffectProcedure(
                "rank-biserial",
                "matched-pairs rank-biserial correlation",
                "kerby2014",
                "newcombe2006",
                rank_biserial,
            ),
        )
    }
)
