"""Names of the methods that study.yaml may ask for, and which of them go together.

The functions behind the names are in `rankpress.stats`; they are not imported here, so that a spec is read without
numpy and scipy. A test compares these names with the tables of `rankpress.stats`.
"""

from __future__ import annotations

from typing import Literal, get_args

Ties = Literal["average", "min", "max"]
Omnibus = Literal["friedman", "iman-davenport"]
Pairwise = Literal["rank-z", "wilcoxon", "sign"]
Within = Literal["corrected-t", "5x2cv-f", "none"]
Adjustment = Literal[
    "bonferroni", "sidak", "nemenyi", "bonferroni-dunn", "holm", "holland", "hochberg", "hommel", "rom", "li",
    "shaffer", "shaffer-dynamic", "bergmann-hommel", "finner", "benjamini-hochberg", "benjamini-yekutieli",
]  # fmt: skip
# What an order rests on keeps the family-wise error, so that finner and the false discovery rate are not for it.
AllPairsAdjustment = Literal[
    "bonferroni", "sidak", "nemenyi", "holm", "holland", "hochberg", "hommel", "rom", "shaffer", "shaffer-dynamic",
    "bergmann-hommel",
]  # fmt: skip
WithinAdjustment = Literal[
    "bonferroni", "sidak", "holm", "holland", "hochberg", "hommel", "rom", "shaffer", "shaffer-dynamic",
    "bergmann-hommel",
]  # fmt: skip
Plot = Literal["cd", "curves", "order"]
Format = Literal["latex", "html", "pdf"]

ADJUSTMENTS: tuple[Adjustment, ...] = get_args(Adjustment)
FORMATS: tuple[Format, ...] = get_args(Format)
PLOTS: tuple[Plot, ...] = get_args(Plot)

# Of the distribution of ranks: they have a critical difference, and p-values of other tests mean nothing to them.
OF_RANKS: frozenset[str] = frozenset({"nemenyi", "bonferroni-dunn"})
# Need every pair: the logical relations among the hypotheses, or the range of all ranks.
OF_ALL_PAIRS: frozenset[str] = frozenset({"nemenyi", "shaffer", "shaffer-dynamic", "bergmann-hommel"})
OF_A_CONTROL: frozenset[str] = frozenset({"bonferroni-dunn", "li"})


def default_adjustments(control: bool, pairwise: str) -> tuple[Adjustment, ...]:
    """The adjustments of a study that names none; the first decides groups and bold face."""
    if control:
        return ("bonferroni-dunn", "holm", "hochberg") if pairwise == "rank-z" else ("holm", "hochberg")
    return ("nemenyi", "holm", "shaffer") if pairwise == "rank-z" else ("holm", "shaffer")
