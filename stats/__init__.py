"""Tests of algorithms over data sets and within them, on arrays: ranks, p-values, orders, curves.

Knows numpy and scipy.special only. In a pair, `a` is the first. A p-value is significant if it is at most
alpha.
"""

from rankpress.stats.adjustments import (
    bonferroni,
    finner,
    hochberg,
    holland,
    holm,
    hommel,
    li,
    rom,
    rom_critical_values,
    sidak,
)
from rankpress.stats.aligned_ranks import aligned_ranks, aligned_ranks_test
from rankpress.stats.anova import block_t, repeated_measures_anova
from rankpress.stats.bayes import Posterior, bayes_correlated_t, bayes_sign, sign_draws
from rankpress.stats.bayes_factor import bayes_factor_of_no_difference
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws
from rankpress.stats.bergmann import bergmann_hommel, feasible_bergmann_hommel
from rankpress.stats.bootstrap import bca
from rankpress.stats.chains import effective_sample_size, split_r_hat
from rankpress.stats.clustered import ClusteredMeans, clustered_means, clustered_t
from rankpress.stats.concordance import (
    Concordance,
    RankAgreement,
    compare_rankings,
    kendall_tau_b,
    kendall_tau_b_matrix,
    kendall_w,
)
from rankpress.stats.curves import (
    AveragedCurve,
    ConfidenceCurve,
    Curve,
    QuesenberryHurstCurve,
    from_folds,
    quesenberry_hurst,
)
from rankpress.stats.dominance import cliffs_delta, probability_of_superiority
from rankpress.stats.effects import PairEffects, hodges_lehmann, mean_difference, median_difference, rank_biserial
from rankpress.stats.exhaustive import bergmann_hommel_simes, exhaustive_sets
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.families import ADJUSTMENTS, Adjustment, Family
from rankpress.stats.friedman import (
    friedman,
    friedman_exact,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.friedman_pairs import conover, rank_z
from rankpress.stats.groups import (
    Intransitivity,
    NamedBest,
    TooManyGroups,
    find_contradicted,
    find_intransitive,
    groups,
    is_run,
    name_best,
)
from rankpress.stats.hedges import hedges_g
from rankpress.stats.hierarchical import bayes_hierarchical, hierarchical_chances
from rankpress.stats.incomplete_blocks import (
    Incidence,
    durbin,
    durbin_pairs,
    incidence,
    skillings_mack,
    skillings_mack_pairs,
)
from rankpress.stats.mcnemar import (
    binomial,
    cochran_q,
    cochran_q_from_both_right,
    mcnemar_chi2,
    mcnemar_chi2_corrected,
    mcnemar_exact,
    mcnemar_mid_p,
)
from rankpress.stats.mixed import mixed
from rankpress.stats.multiplicity import (
    bayes_factor_bound,
    chance_of_any_error,
    error_probability_bound,
    expected_errors,
    least_p_of_signs,
    level_for_family,
)
from rankpress.stats.multitest import (
    Front,
    MultiTestOrder,
    average_normalized_costs,
    combined_costs,
    more_accurate,
    multitest,
    normalized_costs,
    one_sided,
    sort_steps,
    undominated,
)
from rankpress.stats.nemenyi import (
    CriticalDifference,
    bonferroni_dunn,
    bonferroni_dunn_critical_difference,
    nemenyi,
    nemenyi_critical_difference,
    studentized_range_isf,
    studentized_range_sf,
)
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.permutation import permutation
from rankpress.stats.pool import PoolDependence, pool_dependence
from rankpress.stats.procedures import (
    BAYES_OVER,
    BAYES_WITHIN,
    EFFECTS,
    OMNIBUS,
    PAIRWISE,
    WITHIN,
    BayesianProcedure,
    EffectProcedure,
    OmnibusProcedure,
    PairwiseProcedure,
    WithinProcedure,
)
from rankpress.stats.quade import quade, quade_test
from rankpress.stats.rank_intervals import RankIntervals, bootstrap_rank_intervals, rank_confidence_sets
from rankpress.stats.ranks import average_ranks, rank_scores, rank_standard_error, scaled_average_ranks, scaled_ranks
from rankpress.stats.resampled import (
    RepeatedTests,
    WithinTests,
    average_ratio,
    corrected_t,
    five_by_two_cv_f,
    five_by_two_cv_t,
    kfold_t,
    over_repeats,
    resampled_t,
)
from rankpress.stats.shaffer import possible_true_hypotheses, shaffer_dynamic, shaffer_static
from rankpress.stats.sign import (
    CriticalWins,
    count_significant,
    demsar_critical_wins,
    sign_test,
    sign_test_critical_wins,
    sign_test_of_counts,
    wins_ties_losses,
)
from rankpress.stats.simplex import SimplexDensity, simplex_density
from rankpress.stats.simultaneous import simultaneous_level
from rankpress.stats.spread import Spread, shortfall_from_best, spread
from rankpress.stats.stopping import p_of_fixed_number, p_of_last_loss
from rankpress.stats.tukey import dunnett, dunnett_sf, tukey, tukey_sf
from rankpress.stats.westfall_young import westfall_young
from rankpress.stats.wilcoxon import wilcoxon

__all__ = [
    "ADJUSTMENTS",
    "BAYES_OVER",
    "BAYES_WITHIN",
    "EFFECTS",
    "OMNIBUS",
    "PAIRWISE",
    "WITHIN",
    "Adjustment",
    "AveragedCurve",
    "BayesianProcedure",
    "ClusteredMeans",
    "Concordance",
    "ConfidenceCurve",
    "CriticalDifference",
    "CriticalWins",
    "Curve",
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
    "PoolDependence",
    "Posterior",
    "QuesenberryHurstCurve",
    "RankAgreement",
    "RankIntervals",
    "RepeatedTests",
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
    "bayes_factor_of_no_difference",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "bca",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "bergmann_hommel",
    "bergmann_hommel_simes",
    "binomial",
    "block_t",
    "bonferroni",
    "bonferroni_dunn",
    "bonferroni_dunn_critical_difference",
    "bootstrap_rank_intervals",
    "chance_of_any_error",
    "cliffs_delta",
    "clustered_means",
    "clustered_t",
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
    "effective_sample_size",
    "error_probability_bound",
    "exhaustive_sets",
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
    "hierarchical_chances",
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
    "kendall_tau_b_matrix",
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
    "mixed",
    "more_accurate",
    "multitest",
    "name_best",
    "nemenyi",
    "nemenyi_critical_difference",
    "normalized_costs",
    "one_sided",
    "over_repeats",
    "p_of_fixed_number",
    "p_of_last_loss",
    "paired_t",
    "pairs_with",
    "permutation",
    "pool_dependence",
    "possible_true_hypotheses",
    "probability_of_superiority",
    "quade",
    "quade_test",
    "quesenberry_hurst",
    "rank_biserial",
    "rank_confidence_sets",
    "rank_scores",
    "rank_standard_error",
    "rank_z",
    "relative_t",
    "repeated_measures_anova",
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
    "simultaneous_level",
    "skillings_mack",
    "skillings_mack_pairs",
    "sort_steps",
    "split_r_hat",
    "spread",
    "studentized_range_isf",
    "studentized_range_sf",
    "tukey",
    "tukey_sf",
    "undominated",
    "westfall_young",
    "wilcoxon",
    "wins_ties_losses",
]
