"""What simulated power is called and how it is rounded, told alike in tables, sentences, macros and captions."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.power.found import PairPower, Powered
from rankpress.report.numbers import Rounding, fixed, level_text, percent_text, rounding_of
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.required_size import LEVEL, Reached, share_bands, spread_interval
from rankpress.stats.simulated_power import UNADJUSTED
from rankpress.wording import counted

MODELS = {
    "resampled": "data sets drawn from these with replacement",
    "normal": "data sets whose scores are normal with the observed covariance",
}


def title_of(procedure: str) -> str:
    """A procedure at the head of a column, or beside a line: Unadjusted, Holm."""
    return "Unadjusted" if procedure == UNADJUSTED else ADJUSTMENTS[procedure].title


def by_procedure(powered: Powered, procedure: str) -> str:
    """A procedure in a sentence: the sign test, adjusted by Holm."""
    test = f"the {PAIRWISE[powered.test].title}"
    return test if procedure == UNADJUSTED else f"{test} adjusted by {ADJUSTMENTS[procedure].title}"


def own_told(analysis: Analysis, powered: Powered) -> str:
    """The study's own data sets: 12 data sets as here; where some lack results, 10 data sets, those with all."""
    told = counted(powered.own, "data set")
    return f"{told} as here" if powered.own == analysis.scores.n_datasets else f"{told}, those here with all results"


def resting_on(powered: Powered) -> str:
    """How little is known of the spread that all of it rests on, in a sentence below a table."""
    low, high = spread_interval(powered.own)
    return (
        f"All of it rests on the spread that {counted(powered.own, 'data set')} show. Were differences normal, the true"
        f" one is {fixed(low, 2)} to {fixed(high, 2)} times that ({percent_text(LEVEL)} interval), the smallest"
        f" difference found goes with it, and N with its square: {fixed(low**2, 2)} to {fixed(high**2, 2)} times."
    )


def power_bounds(powered: Powered, count: int) -> tuple[float, float, float]:
    """A power, and the ends of its interval."""
    low, high = share_bands([count], powered.draws)
    return count / powered.draws, float(low[0]), float(high[0])


def power_told(powered: Powered, count: int) -> str:
    """A power with its interval in a sentence: 0.43 (95% interval 0.40 to 0.46)."""
    power, low, high = power_bounds(powered, count)
    return f"{fixed(power, 2)} ({percent_text(LEVEL)} interval {fixed(low, 2)} to {fixed(high, 2)})"


def sizes_text(powered: Powered, size: float) -> str:
    """A number of data sets that was read off, as far as it was simulated: 23, >240, ≤5."""
    if math.isinf(size):
        return f">{powered.sizes[-1]}"
    return f"\N{LESS-THAN OR EQUAL TO}{powered.sizes[0]}" if size == powered.sizes[0] else str(math.ceil(size))


def needed_told(powered: Powered, needed: Reached) -> str:
    """How many data sets are needed, in a sentence."""
    if math.isinf(needed.at):
        return f"more than {powered.sizes[-1]} data sets"
    if needed.at == powered.sizes[0]:
        return f"{powered.sizes[0]} data sets or fewer"
    low, high = (sizes_text(powered, one) for one in (needed.low, needed.high))
    of_draws = f"{percent_text(LEVEL)} Monte Carlo interval {low} to {high}"
    return f"about {counted(math.ceil(needed.at), 'data set')} ({of_draws})"


def rounding_of_smallest(powered: Powered) -> Rounding:
    """How the smallest differences are rounded."""
    found = [one for pair in powered.each for one in pair.by_difference.smallest]
    values = [[one.at, (one.high - one.low) / 2] for one in found if math.isfinite(one.high) and one.high > one.low]
    return rounding_of(np.array(values or [[1.0, 1.0]]))


def simulated(powered: Powered) -> str:
    """What was drawn, in a clause of a caption."""
    return (
        f"{powered.draws:,} simulated studies each, of {MODELS[powered.model]} (seed {powered.seed}), at level"
        f" {level_text(powered.alpha)}"
    )


def own_power(powered: Powered, one: PairPower, effect: int, procedure: int) -> int:
    """In how many simulated studies of the study's own size a difference is found."""
    found = one.by_size[effect]
    return int(found.right[found.sizes.index(powered.own), procedure])


def mistaken(powered: Powered) -> Iterator[tuple[PairPower, float, int, int]]:
    """Pairs and differences of which the test finds the worse algorithm better, more often than were they equal.

    Parameters
    ----------
    powered : Powered
        What was simulated.

    Yields
    ------
    (PairPower, float, int, int)
        Pair, difference, and on the most data sets the studies that find the worse and the better one better.
    """
    for one in powered.each:
        for effect, found in zip(powered.effects, one.by_size, strict=True):
            wrong, right = int(found.wrong[-1, 0]), int(found.right[-1, 0])
            if wrong > right and power_bounds(powered, wrong)[1] > powered.alpha / 2:
                yield one, effect, wrong, right
