"""Tests of algorithms over data sets and within them, on arrays: ranks, p-values, orders, curves.

Knows numpy and scipy.special only. In a pair, `a` is the first. A p-value is significant if it is at most
alpha.
"""

import rankpress.stats.scipy_import  # noqa: F401 - before any other import of scipy
from rankpress.stats.adjustments import (
    bonferroni,
    finner,
    hochberg,
    holland,
    holm,
    hommel,
    li,
    rom,
    sidak,
)
from rankpress.stats.aligned_ranks import aligned_ranks_test
from rankpress.stats.anova import block_t, repeated_measures_anova
from rankpress.stats.bayes import Posterior, bayes_correlated_t, bayes_sign, sign_draws
from rankpress.stats.bayes_factor import bayes_factor_of_no_difference
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws
from rankpress.stats.bergmann import bergmann_hommel, feasible_bergmann_hommel
from rankpress.stats.bootstrap import bca
from rankpress.stats.clustered import ClusteredMeans, clustered_means, clustered_t
from rankpress.stats.concordance import (
    Concordance,
    RankAgreement,
    compare_rankings,
    kendall_tau_b,
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
from rankpress.stats.effects import PairEffects, mean_difference, median_difference, rank_biserial
from rankpress.stats.equivalence import EquivalenceTests, adjust_equivalence, equivalence
from rankpress.stats.exhaustive import bergmann_hommel_simes
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.families import Family
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
    name_best,
)
from rankpress.stats.hedges import hedges_g
from rankpress.stats.hierarchical import bayes_hierarchical, hierarchical_chances
from rankpress.stats.hodges_lehmann import hodges_lehmann
from rankpress.stats.incomplete_blocks import (
    durbin,
    durbin_pairs,
    skillings_mack,
    skillings_mack_pairs,
)
from rankpress.stats.mcnemar import (
    binomial,
    cochran_q,
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
    level_for_family,
)
from rankpress.stats.multitest import (
    Front,
    MultiTestOrder,
    combined_costs,
    more_accurate,
    multitest,
    one_sided,
    undominated,
)
from rankpress.stats.nemenyi import (
    CriticalDifference,
    bonferroni_dunn,
    bonferroni_dunn_critical_difference,
    nemenyi,
    nemenyi_critical_difference,
)
from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.pass_at_k import pass_at_k
from rankpress.stats.permutation import permutation
from rankpress.stats.pool import PoolDependence, pool_dependence
from rankpress.stats.prediction_powered import PredictionPoweredMean, prediction_powered_mean
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.quade import quade, quade_test
from rankpress.stats.rank_intervals import RankIntervals, bootstrap_rank_intervals, rank_confidence_sets
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.resampled import (
    WithinTests,
    corrected_t,
    five_by_two_cv_f,
    five_by_two_cv_t,
    kfold_t,
    resampled_t,
)
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static
from rankpress.stats.sign import (
    CriticalWins,
    count_significant,
    demsar_critical_wins,
    sign_test,
    sign_test_critical_wins,
    wins_ties_losses,
)
from rankpress.stats.sign_flips import simultaneous_level
from rankpress.stats.simplex import SimplexDensity, simplex_density
from rankpress.stats.spread import Spread, spread
from rankpress.stats.stopping import p_of_fixed_number, p_of_last_loss
from rankpress.stats.stratified import StratifiedMeans, stratified_means
from rankpress.stats.success_rates import PairAgreement, SuccessRates, pair_agreement, success_rates
from rankpress.stats.tukey import dunnett, tukey
from rankpress.stats.westfall_young import westfall_young
from rankpress.stats.wilcoxon import wilcoxon

__all__ = [
    "AveragedCurve",
    "ClusteredMeans",
    "Concordance",
    "ConfidenceCurve",
    "CriticalDifference",
    "CriticalWins",
    "Curve",
    "EquivalenceTests",
    "Family",
    "Front",
    "Intransitivity",
    "MultiTestOrder",
    "NamedBest",
    "OmnibusTest",
    "PairAgreement",
    "PairEffects",
    "PairTests",
    "PoolDependence",
    "Posterior",
    "PredictionPoweredMean",
    "QuesenberryHurstCurve",
    "RankAgreement",
    "RankIntervals",
    "SimplexDensity",
    "Spread",
    "StratifiedMeans",
    "SuccessRates",
    "TooManyGroups",
    "WithinTests",
    "adjust_equivalence",
    "aligned_ranks_test",
    "all_pairs",
    "average_ranks",
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
    "combined_costs",
    "compare_rankings",
    "conover",
    "corrected_t",
    "count_significant",
    "demsar_critical_wins",
    "dunnett",
    "durbin",
    "durbin_pairs",
    "equivalence",
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
    "hierarchical_chances",
    "hochberg",
    "hodges_lehmann",
    "holland",
    "holm",
    "hommel",
    "iman_davenport",
    "iman_davenport_from_average_ranks",
    "kendall_tau_b",
    "kendall_w",
    "kfold_t",
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
    "one_sided",
    "p_of_fixed_number",
    "p_of_last_loss",
    "pair_agreement",
    "paired_t",
    "pairs_with",
    "pass_at_k",
    "permutation",
    "pool_dependence",
    "prediction_powered_mean",
    "probability_of_superiority",
    "quade",
    "quade_test",
    "quesenberry_hurst",
    "rank_biserial",
    "rank_confidence_sets",
    "rank_scores",
    "rank_z",
    "relative_t",
    "repeated_measures_anova",
    "resampled_t",
    "rom",
    "shaffer_dynamic",
    "shaffer_static",
    "sidak",
    "sign_draws",
    "sign_test",
    "sign_test_critical_wins",
    "signed_rank_draws",
    "simplex_density",
    "simultaneous_level",
    "skillings_mack",
    "skillings_mack_pairs",
    "spread",
    "stratified_means",
    "success_rates",
    "tukey",
    "undominated",
    "westfall_young",
    "wilcoxon",
    "wins_ties_losses",
]
