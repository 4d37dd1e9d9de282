"""The adjustments of p-values.

Only data, read without numpy and scipy: `Method` says how functions are given.
"""

from __future__ import annotations

from rankpress.catalog.entries import AdjustmentMethod, ErrorRate
from rankpress.core.plugins import Registry

UNADJUSTED = "unadjusted"
"""Leaves p-values as they are: the default of exploratory studies (Berrar 2017)."""
_FWER: ErrorRate = "family-wise error"
_FDR: ErrorRate = "false discovery rate"
_OF_SIGNS = (
    "The Westfall-Young procedure keeps the level where the differences of algorithms that perform equally well are"
    " jointly symmetric about zero; where they are skewed, it does so for many data sets only."
)

ADJUSTMENTS = Registry[AdjustmentMethod]("rankpress.adjustments")
ADJUSTMENTS.add(
    AdjustmentMethod(
        "bonferroni",
        "Bonferroni",
        "dunn1961",
        "rankpress.stats.adjustments:bonferroni",
        _FWER,
        rejects_with="bonferroni",
        single_step=True,
    ),
    AdjustmentMethod(
        "sidak",
        "Šidák",
        "sidak1967",
        "rankpress.stats.adjustments:sidak",
        _FWER,
        inequality="sidak",
        rejects_with="bonferroni",
        single_step=True,
    ),
    AdjustmentMethod(
        "nemenyi",
        "Nemenyi",
        "nemenyi1963",
        "rankpress.stats.families:adjust_by_nemenyi",
        _FWER,
        "all",
        "rank-z",
        uses="family",
        rejects_with="bonferroni",
        single_step=True,
    ),
    AdjustmentMethod(
        "bonferroni-dunn",
        "Bonferroni-Dunn",
        "dunn1961",
        "rankpress.stats.families:adjust_by_bonferroni_dunn",
        _FWER,
        "control",
        "rank-z",
        uses="family",
        rejects_with="bonferroni",
        single_step=True,
    ),
    AdjustmentMethod(
        "tukey",
        "Tukey",
        "tukey1949",
        "rankpress.stats.families:adjust_by_tukey",
        _FWER,
        "all",
        "block-t",
        uses="family",
        rejects_with="bonferroni",
        single_step=True,
    ),
    AdjustmentMethod(
        "dunnett",
        "Dunnett",
        "dunnett1955",
        "rankpress.stats.families:adjust_by_dunnett",
        _FWER,
        "control",
        "block-t",
        uses="family",
        rejects_with="bonferroni",
        single_step=True,
    ),
    AdjustmentMethod("holm", "Holm", "holm1979", "rankpress.stats.adjustments:holm", _FWER, rejects_with="bonferroni"),
    AdjustmentMethod(
        "holland",
        "Holland",
        "holland1987",
        "rankpress.stats.adjustments:holland",
        _FWER,
        inequality="sidak",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "hochberg",
        "Hochberg",
        "hochberg1988",
        "rankpress.stats.adjustments:hochberg",
        _FWER,
        inequality="simes",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "hommel",
        "Hommel",
        "hommel1988",
        "rankpress.stats.adjustments:hommel",
        _FWER,
        inequality="simes",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "rom",
        "Rom",
        "rom1990",
        "rankpress.stats.adjustments:rom",
        _FWER,
        caution="Rom keeps the level for independent comparisons; for comparisons that share algorithms this"
        " is not guaranteed.",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "li",
        "Li",
        "li2008",
        "rankpress.stats.families:adjust_by_li",
        "family-wise error if independent",
        "control",
        caution="Li's procedure rests on the largest p-value: if that is near 1, it finds little.",
        uses="family",
    ),
    AdjustmentMethod(
        "westfall-young",
        "Westfall-Young",
        "westfall1993",
        "rankpress.stats.families:adjust_by_westfall_young",
        _FWER,
        options=("draws", "seed"),
        by_signs=True,
        caution=_OF_SIGNS,
        uses="family",
    ),
    AdjustmentMethod(
        "westfall-young-single-step",
        "single-step Westfall-Young",
        "westfall1993",
        "rankpress.stats.families:adjust_by_westfall_young_single_step",
        _FWER,
        options=("draws", "seed"),
        by_signs=True,
        caution=_OF_SIGNS,
        uses="family",
        single_step=True,
    ),
    AdjustmentMethod(
        "shaffer",
        "Shaffer",
        "shaffer1986",
        "rankpress.stats.families:adjust_by_shaffer",
        _FWER,
        "all",
        uses="family",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "shaffer-dynamic",
        "Shaffer dynamic",
        "shaffer1986",
        "rankpress.stats.families:adjust_by_shaffer_dynamic",
        _FWER,
        "all",
        uses="family",
        rejects_with="shaffer",
        stand_in="shaffer",
    ),
    AdjustmentMethod(
        "bergmann-hommel",
        "Bergmann-Hommel",
        "bergmann1988",
        "rankpress.stats.families:adjust_by_bergmann_hommel",
        _FWER,
        "all",
        options=("monotone",),
        uses="family",
        rejects_with="shaffer",
        stand_in="shaffer",
    ),
    AdjustmentMethod(
        "bergmann-hommel-simes",
        "Bergmann-Hommel with Simes' test",
        "hommel1999",
        "rankpress.stats.families:adjust_by_bergmann_hommel_simes",
        _FWER,
        "all",
        inequality="simes",
        uses="family",
        rejects_with="bonferroni",
        stand_in="shaffer",
    ),
    AdjustmentMethod(
        "finner",
        "Finner",
        "finner1993",
        "rankpress.stats.adjustments:finner",
        "family-wise error if all are true",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "benjamini-hochberg",
        "Benjamini-Hochberg FDR",
        "benjamini1995",
        "rankpress.stats.false_discovery:benjamini_hochberg",
        _FDR,
        caution="Benjamini-Hochberg keeps the false discovery rate for independent or positively dependent"
        " comparisons; for two-sided ones that share algorithms this is not guaranteed.",
        rejects_with="bonferroni",
    ),
    AdjustmentMethod(
        "benjamini-yekutieli",
        "Benjamini-Yekutieli FDR",
        "benjamini2001",
        "rankpress.stats.false_discovery:benjamini_yekutieli",
        _FDR,
    ),
)
ADJUSTMENTS.add(
    AdjustmentMethod(
        UNADJUSTED,
        "unadjusted",
        "berrar2017",
        "rankpress.stats.adjustments:unadjusted",
        "error of each comparison",
        single_step=True,
    )
)
