"""Tests of algorithms over data sets and within them, on arrays: ranks, p-values, orders, curves.

Knows numpy and scipy.special only. In a pair, `a` is the first. A p-value is significant if it is at most
alpha.
"""

from rankpress.stats.adjustments import bonferroni, hochberg, holm, hommel
from rankpress.stats.bergmann import bergmann_hommel, feasible_bergmann_hommel
from rankpress.stats.calibration import bayes_factor_bound, error_probability_bound
from rankpress.stats.curves import ConfidenceCurve, from_folds
from rankpress.stats.dunn import bonferroni_dunn, bonferroni_dunn_critical_difference
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.families import ADJUSTMENTS, Adjustment, Family
from rankpress.stats.five_by_two import five_by_two_cv_f
from rankpress.stats.friedman import (
    friedman,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.groups import TooManyGroups, groups, is_run
from rankpress.stats.li import li
from rankpress.stats.multiplicity import chance_of_any_error, expected_errors, level_for_family
from rankpress.stats.multitest import MultiTestOrder, average_normalized_costs, more_accurate, multitest
from rankpress.stats.nemenyi import (
    CriticalDifference,
    nemenyi,
    nemenyi_critical_difference,
    studentized_range_isf,
    studentized_range_sf,
)
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS, OmnibusProcedure
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE, PairwiseProcedure
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores, rank_standard_error
from rankpress.stats.resampled import WithinTests, corrected_t
from rankpress.stats.rom import rom, rom_critical_values
from rankpress.stats.shaffer import possible_true_hypotheses, shaffer_static
from rankpress.stats.shaffer_dynamic import shaffer_dynamic
from rankpress.stats.sidak import finner, holland, sidak
from rankpress.stats.sign import sign_test, wins_ties_losses
from rankpress.stats.wilcoxon import wilcoxon
from rankpress.stats.within import WITHIN, WithinProcedure

__all__ = [
    "ADJUSTMENTS",
    "OMNIBUS",
    "PAIRWISE",
    "WITHIN",
    "Adjustment",
    "ConfidenceCurve",
    "CriticalDifference",
    "Family",
    "MultiTestOrder",
    "OmnibusProcedure",
    "OmnibusTest",
    "PairTests",
    "PairwiseProcedure",
    "TooManyGroups",
    "WithinProcedure",
    "WithinTests",
    "all_pairs",
    "average_normalized_costs",
    "average_ranks",
    "bayes_factor_bound",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "bergmann_hommel",
    "bonferroni",
    "bonferroni_dunn",
    "bonferroni_dunn_critical_difference",
    "chance_of_any_error",
    "corrected_t",
    "error_probability_bound",
    "expected_errors",
    "feasible_bergmann_hommel",
    "finner",
    "five_by_two_cv_f",
    "friedman",
    "friedman_from_average_ranks",
    "from_folds",
    "groups",
    "hochberg",
    "holland",
    "holm",
    "hommel",
    "iman_davenport",
    "iman_davenport_from_average_ranks",
    "is_run",
    "level_for_family",
    "li",
    "more_accurate",
    "multitest",
    "nemenyi",
    "nemenyi_critical_difference",
    "pairs_with",
    "possible_true_hypotheses",
    "rank_scores",
    "rank_standard_error",
    "rank_z",
    "rom",
    "rom_critical_values",
    "shaffer_dynamic",
    "shaffer_static",
    "sidak",
    "sign_test",
    "studentized_range_isf",
    "studentized_range_sf",
    "wilcoxon",
    "wins_ties_losses",
]
