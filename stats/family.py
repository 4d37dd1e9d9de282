"""The p-values of a study that are adjusted together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rankpress.stats.arrays import FloatArray
from rankpress.stats.pairs import PairTests


@dataclass(frozen=True)
class Family:
    """The p-values that are adjusted together.

    Parameters
    ----------
    p : (n_pairs,) float array
        In the order of `all_pairs`, or of `pairs_with` a control.
    n_algorithms : int
    control : bool
        Whether the pairs are those with a control.
    average_ranks : (n_algorithms,) float array or None
    z : (n_pairs,) float array or None
        The z statistics where the p-values come from `rank_z`; None with any other test.
    t : (n_pairs,) float array or None
        The t statistics where the p-values come from `block_t`, nan where it has none; None with any other test.
    df : float or None
        Their degrees of freedom.

    Raises
    ------
    ValueError
        If there are not as many p-values as pairs, or t comes without df.
    """

    p: FloatArray
    n_algorithms: int
    control: bool = False
    average_ranks: FloatArray | None = None
    z: FloatArray | None = None
    t: FloatArray | None = None
    df: float | None = None

    def __post_init__(self) -> None:
        needed = self.n_algorithms - 1 if self.control else math.comb(self.n_algorithms, 2)
        for name, values in (("p", self.p), ("z", self.z), ("t", self.t)):
            if values is not None and len(values) != needed:
                pairs = "pairs with a control" if self.control else "pairs"
                raise ValueError(
                    f"{name}: got {len(values)} entries; {needed}, one for each of the {pairs} of "
                    f"{self.n_algorithms} algorithms, are needed"
                )
        if (self.t is None) != (self.df is None):
            raise ValueError(f"df: got {self.df}; t and its degrees of freedom are needed together")


def family_of(
    tests: PairTests, n_algorithms: int, *, control: bool = False, average_ranks: FloatArray | None = None
) -> Family:
    """The family that the tests of all pairs make, or of those with a control.

    Parameters
    ----------
    tests : PairTests
        In the order of `all_pairs`, or of `pairs_with` a control; a p that is undefined counts as 1.
    n_algorithms : int
    control : bool
        Whether the pairs are those with a control.
    average_ranks : (n_algorithms,) float array, optional
        Of use where the tests are of them.

    Returns
    -------
    Family

    Examples
    --------
    >>> family_of(PairTests("sign", np.array([9.0]), np.array([0.02])), 2).p.tolist()
    [0.02]
    """
    by_ranks, by_t = tests.name == "rank-z", tests.name == "block-t"
    return Family(
        p=np.nan_to_num(tests.p, nan=1.0),
        n_algorithms=n_algorithms,
        control=control,
        average_ranks=average_ranks if by_ranks else None,
        z=tests.statistic if by_ranks else None,
        t=tests.statistic if by_t else None,
        df=float(tests.details["df"][0]) if by_t else None,
    )
