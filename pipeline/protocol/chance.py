"""What the number of attempts does by chance alone, in a clause."""

from __future__ import annotations

from rankpress.report.numbers import level_text, probability_text
from rankpress.stats.multiplicity import chance_of_any_error


def found_by_chance(attempts: str, number: int, alpha: float) -> str:
    """How probable it is that one of several attempts finds a difference where there is none.

    Parameters
    ----------
    attempts : str
        What they are, such as "the 3 tests".
    number : int
        How many.
    alpha : float
        Level of each.

    Examples
    --------
    >>> found_by_chance("the 3 tests", 3, 0.05).rpartition(", ")[2]
    'at least one would find a difference at level 0.05 with probability 0.143'
    """
    chance = probability_text(chance_of_any_error(number, alpha))
    return (
        f"were nothing to be found and {attempts} independent, at least one would find a difference at level"
        f" {level_text(alpha)} with probability {chance}"
    )
