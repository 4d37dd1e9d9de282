"""Tests of algorithms over data sets and within them, on arrays: ranks, p-values, orders, curves.

Knows numpy and scipy.special only. In a pair, `a` is the first. A p-value is significant if it is at most
alpha.
"""

from rankpress.stats.adjustments import bonferroni, hochberg, holm, hommel
from rankpress.stats.aligned_ranks import aligned_ranks, aligned_ranks_test
from rankpress.stats.anova import repeated_measures_anova
from rankpress.stats.attainable import least_p_of_signs
from rankpress.stats.averaged_curve import AveragedCurve
from rankpress.stats.bayes_correlated_t import bayes_correlated_t
from rankpress.stats.bayes_sign import bayes_sign, sign_draws
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws
from rankpress.stats.bayesian import BAYES_OVER, BAYES_WITHIN, BayesianProcedure
from rankpress.stats.bergmann import bergmann_hommel, feasible_bergmann_hommel
from rankpress.stats.best import NamedBest, name_best
from rankpress.stats.block_t import block_t
from rankpress.stats.bootstrap import bca, resample_counts
from rankpress.stats.calibration import bayes_factor_bound, error_probability_bound
from rankpress.stats.cochran import cochran_q, cochran_q_from_both_right
from rankpress.stats.concordance import Concordance, kendall_w
from rankpress.stats.conover import conover
from rankpress.stats.costs import average_normalized_costs, combined_costs, normalized_costs
from rankpress.stats.critical_wins import CriticalWins, demsar_critical_wins, sign_test_critical_wins
from rankpress.stats.curve_forms import CURVE_FORMS, CurveForm
from rankpress.stats.curves import ConfidenceCurve, Curve, from_folds
from rankpress.stats.dominance import cliffs_delta, probability_of_superiority
from rankpress.stats.dunn import bonferroni_dunn, bonferroni_dunn_critical_difference
from rankpress.stats.dunnett import dunnett, dunnett_sf
from rankpress.stats.durbin import durbin, durbin_pairs
from rankpress.stats.effects import PairEffects
from rankpress.stats.effects_table import EFFECTS, EffectProcedure
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.families import ADJUSTMENTS, Adjustment
from rankpress.stats.family import Family
from rankpress.stats.five_by_two import five_by_two_cv_f, five_by_two_cv_t
from rankpress.stats.friedman import (
    friedman,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.friedman_exact import friedman_exact
from rankpress.stats.front import Front, undominated
from rankpress.stats.groups import TooManyGroups, groups, is_run
from rankpress.stats.hedges import hedges_g
from rankpress.stats.hodges_lehmann import hodges_lehmann
from rankpress.stats.incidence import Incidence, incidence
from rankpress.stats.li import li
from rankpress.stats.mcnemar import binomial, mcnemar_chi2, mcnemar_chi2_corrected, mcnemar_exact, mcnemar_mid_p
from rankpress.stats.mean_difference import mean_difference
from rankpress.stats.median_difference import median_difference
from rankpress.stats.multiplicity import chance_of_any_error, expected_errors, level_for_family
from rankpress.stats.multitest import MultiTestOrder, more_accurate, multitest
from rankpress.stats.nemenyi import (
    CriticalDifference,
    nemenyi,
    nemenyi_critical_difference,
    studentized_range_isf,
    studentized_range_sf,
)
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS, OmnibusProcedure
from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE, PairwiseProcedure
from rankpress.stats.permutation import permutation
from rankpress.stats.posterior import Posterior
from rankpress.stats.quade import quade, quade_test
from rankpress.stats.quesenberry_hurst import QuesenberryHurstCurve, quesenberry_hurst
from rankpress.stats.rank_agreement import RankAgreement, compare_rankings, kendall_tau_b
from rankpress.stats.rank_biserial import rank_biserial
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores, rank_standard_error, scaled_average_ranks, scaled_ranks
from rankpress.stats.resampled import WithinTests, average_ratio, corrected_t, kfold_t, resampled_t
from rankpress.stats.rom import rom, rom_critical_values
from rankpress.stats.shaffer import possible_true_hypotheses, shaffer_static
from rankpress.stats.shaffer_dynamic import shaffer_dynamic
from rankpress.stats.shortfall import shortfall_from_best
from rankpress.stats.sidak import finner, holland, sidak
from rankpress.stats.sign import sign_test, sign_test_of_counts, wins_ties_losses
from rankpress.stats.significant_wins import count_significant
from rankpress.stats.simplex import SimplexDensity, simplex_density
from rankpress.stats.skillings_mack import skillings_mack, skillings_mack_pairs
from rankpress.stats.spread import Spread, spread
from rankpress.stats.transitivity import Intransitivity, find_contradicted, find_intransitive
from rankpress.stats.tukey import tukey, tukey_sf
from rankpress.stats.wilcoxon import wilcoxon
from rankpress.stats.within import WITHIN, WithinProcedure

__all__ = [
    "ADJUSTMENTS",
    "BAYES_OVER",
    "BAYES_WITHIN",
    "CURVE_FORMS",
    "EFFECTS",
    "OMNIBUS",
    "PAIRWISE",
    "WITHIN",
    "Adjustment",
    "AveragedCurve",
    "BayesianProcedure",
    "Concordance",
    "ConfidenceCurve",
    "CriticalDifference",
    "CriticalWins",
    "Curve",
    "CurveForm",
    "EffectProcedure",
    "Family",
    "Front",
    "Incidence",
    "Intransitivity",
    "MultiTestOrder",
    "NamedBest",
    "OmnibusProcedure",
    "OmnibusTest",
    "PairEffects",
    "PairTests",
    "PairwiseProcedure",
    "Posterior",
    "QuesenberryHurstCurve",
    "RankAgreement",
    "SimplexDensity",
    "Spread",
    "TooManyGroups",
    "WithinProcedure",
    "WithinTests",
    "aligned_ranks",
    "aligned_ranks_test",
    "all_pairs",
    "average_normalized_costs",
    "average_ranks",
    "average_ratio",
    "bayes_correlated_t",
    "bayes_factor_bound",
    "bayes_sign",
    "bayes_signed_rank",
    "bca",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "bergmann_hommel",
    "binomial",
    "block_t",
    "bonferroni",
    "bonferroni_dunn",
    "bonferroni_dunn_critical_difference",
    "chance_of_any_error",
    "cliffs_delta",
    "cochran_q",
    "cochran_q_from_both_right",
    "combined_costs",
    "compare_rankings",
    "conover",
    "corrected_t",
    "count_significant",
    "demsar_critical_wins",
    "dunnett",
    "dunnett_sf",
    "durbin",
    "durbin_pairs",
    "error_probability_bound",
    "expected_errors",
    "feasible_bergmann_hommel",
    "find_contradicted",
    "find_intransitive",
    "finner",
    "five_by_two_cv_f",
    "five_by_two_cv_t",
    "friedman",
    "friedman_exact",
    "friedman_from_average_ranks",
    "from_folds",
    "groups",
    "hedges_g",
    "hochberg",
    "hodges_lehmann",
    "holland",
    "holm",
    "hommel",
    "iman_davenport",
    "iman_davenport_from_average_ranks",
    "incidence",
    "is_run",
    "kendall_tau_b",
    "kendall_w",
    "kfold_t",
    "least_p_of_signs",
    "level_for_family",
    "li",
    "mcnemar_chi2",
    "mcnemar_chi2_corrected",
    "mcnemar_exact",
    "mcnemar_mid_p",
    "mean_difference",
    "median_difference",
    "more_accurate",
    "multitest",
    "name_best",
    "nemenyi",
    "nemenyi_critical_difference",
    "normalized_costs",
    "paired_t",
    "pairs_with",
    "permutation",
    "possible_true_hypotheses",
    "probability_of_superiority",
    "quade",
    "quade_test",
    "quesenberry_hurst",
    "rank_biserial",
    "rank_scores",
    "rank_standard_error",
    "rank_z",
    "relative_t",
    "repeated_measures_anova",
    "resample_counts",
    "resampled_t",
    "rom",
    "rom_critical_values",
    "scaled_average_ranks",
    "scaled_ranks",
    "shaffer_dynamic",
    "shaffer_static",
    "shortfall_from_best",
    "sidak",
    "sign_draws",
    "sign_test",
    "sign_test_critical_wins",
    "sign_test_of_counts",
    "signed_rank_draws",
    "simplex_density",
    "skillings_mack",
    "skillings_mack_pairs",
    "spread",
    "studentized_range_isf",
    "studentized_range_sf",
    "tukey",
    "tukey_sf",
    "undominated",
    "wilcoxon",
    "wins_ties_losses",
]
