"""Names of the methods that study.yaml may ask for, and which of them go together.

The functions behind the names are in `rankpress.stats`; they are not imported here, so that a spec is read without
numpy and scipy. A test compares these names with the tables of `rankpress.stats`.
"""

from __future__ import annotations

from typing import Literal, get_args

from rankpress.catalog.kinds import Plot

Ties = Literal["average", "min", "max"]
Omnibus = Literal[
    "friedman", "iman-davenport", "aligned-ranks", "quade", "rm-anova", "skillings-mack", "durbin",
]  # fmt: skip
Pairwise = Literal[
    "rank-z", "wilcoxon", "sign", "t", "relative-t", "permutation", "conover", "quade", "aligned-ranks", "block-t",
    "skillings-mack", "durbin",
]  # fmt: skip
Zeros = Literal["split", "pratt", "wilcox"]
Within = Literal[
    "corrected-t", "5x2cv-f", "5x2cv-t", "kfold-t", "resampled-t",
    "mcnemar", "mcnemar-mid-p", "mcnemar-chi2", "mcnemar-chi2-corrected", "binomial", "none",
]  # fmt: skip
Adjustment = Literal[
    "bonferroni", "sidak", "nemenyi", "bonferroni-dunn", "tukey", "dunnett", "holm", "holland", "hochberg", "hommel",
    "rom", "li", "shaffer", "shaffer-dynamic", "bergmann-hommel", "finner", "benjamini-hochberg", "benjamini-yekutieli",
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
BayesOver = Literal["signed-rank", "sign", "none"]
BayesWithin = Literal["correlated-t", "none"]
Effect = Literal[
    "mean-difference", "median-difference", "hodges-lehmann", "hedges-g", "cliffs-delta", "superiority",
    "rank-biserial",
]  # fmt: skip
CurveForm = Literal["t", "quesenberry-hurst"]
Format = Literal["latex", "html", "pdf", "markdown"]

ADJUSTMENTS: tuple[Adjustment, ...] = get_args(Adjustment)
EFFECTS: tuple[Effect, ...] = get_args(Effect)
FORMATS: tuple[Format, ...] = get_args(Format)
DEFAULT_FORMATS: tuple[Format, ...] = ("latex", "html", "pdf")
DEFAULT_PLOTS: tuple[Plot, ...] = ("cd", "curves", "order")

# On test examples; the other tests within data sets are on folds.
OF_OUTCOMES: frozenset[str] = frozenset(
    {"mcnemar", "mcnemar-mid-p", "mcnemar-chi2", "mcnemar-chi2-corrected", "binomial"}
)
# On five repeats of two folds.
FIVE_BY_TWO: frozenset[str] = frozenset({"5x2cv-f", "5x2cv-t"})
# Of the distribution of ranks: they have a critical difference, and p-values of other tests mean nothing to them.
OF_RANKS: frozenset[str] = frozenset({"nemenyi", "bonferroni-dunn"})
# Of the distribution of means with the one error of the block design.
OF_BLOCK_T: frozenset[str] = frozenset({"tukey", "dunnett"})
# Need every pair: the logical relations among the hypotheses, or the range of all ranks or means.
OF_ALL_PAIRS: frozenset[str] = frozenset({"nemenyi", "tukey", "shaffer", "shaffer-dynamic", "bergmann-hommel"})
OF_A_CONTROL: frozenset[str] = frozenset({"bonferroni-dunn", "dunnett", "li"})
# Can be made of average ranks alone.
FROM_AVERAGE_RANKS: frozenset[str] = frozenset({"friedman", "iman-davenport"})
# Take the ranks of a study in which results are missing.
OF_INCOMPLETE_BLOCKS: frozenset[str] = frozenset({"skillings-mack", "durbin"})
# Take the ranks on each data set, so that a missing result may be ranked last.
OF_RANKS_ON_DATASETS: frozenset[str] = OF_INCOMPLETE_BLOCKS | {"conover", "sign"}
# Omnibus tests that compare scores, and not just their ranks, on each data set.
OF_SCORES: frozenset[str] = frozenset({"aligned-ranks", "quade", "rm-anova"})
# Rest on the results of two algorithms alone, so that gaps leave them the data sets that both have.
OF_A_PAIR: frozenset[str] = frozenset({"wilcoxon", "sign", "t", "relative-t", "permutation"})
# The tests of a study that names none and leaves the gaps as they are.
OMNIBUS_OF_GAPS: tuple[Omnibus, ...] = ("skillings-mack",)
PAIRWISE_OF_GAPS: Pairwise = "skillings-mack"


def default_adjustments(control: bool, pairwise: str) -> tuple[Adjustment, ...]:
    """The adjustments of a study that names none; the first decides groups and bold face."""
    if control:
        own: dict[str, Adjustment] = {"rank-z": "bonferroni-dunn", "block-t": "dunnett"}
        return (*((own[pairwise],) if pairwise in own else ()), "holm", "hochberg")
    own = {"rank-z": "nemenyi", "block-t": "tukey"}
    return (*((own[pairwise],) if pairwise in own else ()), "holm", "shaffer")
