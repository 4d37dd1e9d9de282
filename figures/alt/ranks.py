"""How ranks spread, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rankpress.figures.alt.wording import enumerate_names, one_name
from rankpress.figures.numerals import rank_text

if TYPE_CHECKING:
    from rankpress.stats.spread import Spread


def describe_rank_distribution(names: Sequence[str], spread: Spread) -> str:
    r"""Describe the ranks of algorithms over the data sets by average, median and ends, the best average first.

    Examples
    --------
    >>> from rankpress.stats import spread
    >>> print(describe_rank_distribution(["A", "B"], spread([[1, 2], [1, 2], [2, 1]])).replace(": ", ":\n"))
    Ranks of 2 algorithms, the best average first:
    A 1.33 on average, median 1, from 1 to 2, B 1.67 on average, median 2, from 1 to 2.
    """
    ranked = sorted((i for i in range(len(names)) if spread.n[i]), key=lambda i: (spread.mean[i], i))
    told = [
        f"{one_name(names[i])} {rank_text(float(spread.mean[i]))} on average, median {spread.median[i]:.4g},"
        f" from {spread.least[i]:.4g} to {spread.greatest[i]:.4g}"
        for i in ranked
    ]
    return f"Ranks of {len(names)} algorithms, the best average first: {enumerate_names(told)}."
