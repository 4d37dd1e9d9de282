"""The tests: of all algorithms, of two over data sets, of two on one data set; the null hypotheses that they rest on.

Only data, read without numpy and scipy: `Method` says how functions are given.
"""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.catalog.entries import OmnibusMethod, PairwiseMethod, WithinMethod
from rankpress.core.plugins import Registry


@dataclass(frozen=True)
class Null:
    """What is true where a test rejects no more often than at its level, and its adjustments keep their error rate."""

    name: str
    statement: str  # a clause


NULLS = Registry[Null]()
NULLS.add(
    Null("exchangeable", "the scores of all algorithms are exchangeable within each data set"),
    Null(
        "spherical",
        "the scores of all algorithms are normal, the two have the same mean, and the differences of all"
        " pairs have the same variance",
    ),
    Null("symmetric", "the differences between the two are symmetric about zero"),
    Null("median", "each of the two is as likely as the other to be the better one on a data set"),
    Null("normal", "the differences between the two are normal with mean zero"),
    Null("relative", "the relative differences between the two are normal with mean zero"),
)


OMNIBUS = Registry[OmnibusMethod]()
OMNIBUS.add(
    OmnibusMethod(
        "friedman",
        "Friedman test",
        "friedman1937",
        "rankpress.stats.friedman:friedman",
        "ranks",
        uncorrected="demsar2006",
        has_exact=True,
        from_average_ranks="rankpress.stats.friedman:friedman_from_average_ranks",
    ),
    OmnibusMethod(
        "iman-davenport",
        "Iman-Davenport test",
        "iman1980",
        "rankpress.stats.friedman:iman_davenport",
        "ranks",
        uncorrected="demsar2006",
        has_exact=True,
        from_average_ranks="rankpress.stats.friedman:iman_davenport_from_average_ranks",
    ),
    OmnibusMethod(
        "aligned-ranks",
        "Friedman aligned-ranks test",
        "hodges1962",
        "rankpress.stats.aligned_ranks:aligned_ranks_test",
        "scores",
    ),
    OmnibusMethod("quade", "Quade test", "quade1979", "rankpress.stats.quade:quade_test", "scores"),
    OmnibusMethod(
        "rm-anova",
        "repeated-measures ANOVA",
        "fisher1959",
        "rankpress.stats.anova:repeated_measures_anova",
        "scores",
        of_means=True,
    ),
    OmnibusMethod(
        "skillings-mack",
        "Skillings-Mack test",
        "skillings1981",
        "rankpress.stats.incomplete_blocks:skillings_mack",
        "ranks",
        incomplete=True,
        uncorrected="skillings1981",
    ),
    OmnibusMethod(
        "durbin",
        "Durbin test",
        "durbin1951",
        "rankpress.stats.incomplete_blocks:durbin",
        "ranks",
        incomplete=True,
        balanced=True,
        uncorrected="durbin1951",
    ),
)

PAIRWISE = Registry[PairwiseMethod]("rankpress.tests")
PAIRWISE.add(
    PairwiseMethod(
        "rank-z",
        "z test of average ranks",
        "demsar2006",
        "rankpress.stats.friedman_pairs:rank_z",
        "average-ranks",
        "exchangeable",
        of_average_ranks=True,
    ),
    PairwiseMethod(
        "wilcoxon",
        "Wilcoxon signed-ranks test",
        "wilcoxon1945",
        "rankpress.stats.wilcoxon:wilcoxon",
        "scores",
        "symmetric",
        pair_alone=True,
        signs="wilcoxon",
        transitive=False,
        of_signs=True,
        effect="hodges-lehmann",
        has_ties=True,
        options=("zeros",),
        caution="The signed-ranks test takes differences on different data sets to be comparable in size."
        " A significant result need not mean a difference in mean or median: where differences are skewed, the test"
        " rejects without one, and more often the more data sets there are.",
    ),
    PairwiseMethod(
        "sign",
        "sign test",
        "demsar2006",
        "rankpress.stats.sign:sign_test_of_ranks",
        "ranks",
        "median",
        pair_alone=True,
        transitive=False,
        of_signs=True,
        effect="median-difference",
        has_ties=True,
        caution="The sign test counts wins and losses and not how large they are, so that it finds fewer differences.",
    ),
    PairwiseMethod(
        "t",
        "paired t test",
        "student1908",
        "rankpress.stats.paired_t:paired_t",
        "scores",
        "normal",
        pair_alone=True,
        signs="t",
    ),
    PairwiseMethod(
        "mixed",
        "mixed-model test of differences on folds",
        "kuznetsova2017",
        "rankpress.stats.mixed:mixed",
        "scores",
        "normal",
        pair_alone=True,
        of_folds=True,
        caution="The mixed model takes differences to be normal and on one scale. Data sets with more folds weigh"
        " more; where all have as many, or one score, it is the paired t test of their means.",
    ),
    PairwiseMethod(
        "relative-t",
        "paired t test of relative differences",
        "demsar2006",
        "rankpress.stats.paired_t:relative_t",
        "scores",
        "relative",
        pair_alone=True,
        transitive=False,
        one_sign=True,
    ),
    PairwiseMethod(
        "permutation",
        "paired permutation test",
        "fisher1935",
        "rankpress.stats.permutation:permutation",
        "scores",
        "symmetric",
        pair_alone=True,
        signs="t",
        transitive=False,
        of_signs=True,
        has_ties=True,
        options=("draws", "seed"),
        caution="The permutation test is of the mean difference: it takes differences on different data sets"
        " to be on one scale, and a single one that stands out can hide a difference.",
    ),
    PairwiseMethod(
        "conover",
        "Conover t test of rank sums",
        "conover1999",
        "rankpress.stats.friedman_pairs:conover",
        "ranks",
        "exchangeable",
        of_average_ranks=True,
        caution="Conover's test takes its error from the ranks as they fell, and rejects more readily than"
        " the z test of average ranks: it is meant for pairs that are compared because the omnibus"
        " test rejected.",
    ),
    PairwiseMethod(
        "quade",
        "Quade t test of weighted rank sums",
        "conover1999",
        "rankpress.stats.quade:quade",
        "scores",
        "exchangeable",
        caution="Quade's test weighs data sets by the range of their scores, and so takes these to be comparable in"
        " size. It is meant for pairs that are compared because the omnibus test rejected. One error is estimated"
        " from all algorithms, which is too small for two that are equal where others stand far apart.",
    ),
    PairwiseMethod(
        "aligned-ranks",
        "z test of aligned ranks",
        "hodges1962",
        "rankpress.stats.aligned_ranks:aligned_ranks",
        "scores",
        "exchangeable",
        caution="Aligned ranks take differences on different data sets to be comparable in size, and depend"
        " on which other algorithms are in the study.",
    ),
    PairwiseMethod(
        "block-t",
        "t test with the error of the block design",
        "demsar2006",
        "rankpress.stats.anova:block_t",
        "scores",
        "spherical",
        caution="One error for all pairs is too small for algorithms that vary more than the others, and too large"
        " for those that vary less.",
    ),
    PairwiseMethod(
        "skillings-mack",
        "z test of Skillings-Mack effects",
        "skillings1981",
        "rankpress.stats.incomplete_blocks:skillings_mack_pairs",
        "ranks",
        "exchangeable",
        incomplete=True,
        caution="An estimated effect depends on which other algorithms are in the study. It can order a pair"
        " differently from average ranks where the two met different opponents.",
    ),
    PairwiseMethod(
        "durbin",
        "Conover t test of Durbin rank sums",
        "conover1999",
        "rankpress.stats.incomplete_blocks:durbin_pairs",
        "ranks",
        "exchangeable",
        incomplete=True,
        balanced=True,
    ),
)

WITHIN = Registry[WithinMethod]()
WITHIN.add(
    WithinMethod(
        "corrected-t",
        "corrected resampled t test",
        "nadeau2003",
        "rankpress.stats.resampled:corrected_t",
        "folds-ratio",
    ),
    WithinMethod(
        "5x2cv-f", "combined 5x2cv F test", "alpaydin1999", "rankpress.stats.resampled:five_by_two_cv_f", "5x2"
    ),
    WithinMethod(
        "5x2cv-t", "5x2cv paired t test", "dietterich1998", "rankpress.stats.resampled:five_by_two_cv_t", "5x2"
    ),
    WithinMethod(
        "kfold-t",
        "k-fold cross-validated paired t test",
        "dietterich1998",
        "rankpress.stats.resampled:kfold_t",
        "kfold",
        liberal=True,
    ),
    WithinMethod(
        "resampled-t",
        "uncorrected resampled t test",
        "dietterich1998",
        "rankpress.stats.resampled:resampled_t",
        "folds",
        liberal=True,
    ),
    WithinMethod(
        "permutation",
        "paired permutation test",
        "fisher1935",
        "rankpress.stats.permutation:fold_permutation",
        "folds",
        liberal=True,
    ),
    WithinMethod(
        "mcnemar",
        "exact McNemar test",
        "mcnemar1947",
        "rankpress.stats.mcnemar:mcnemar_exact",
        "outcomes",
        p_value="exact",
    ),
    WithinMethod(
        "mcnemar-mid-p",
        "McNemar mid-p test",
        "fagerland2013",
        "rankpress.stats.mcnemar:mcnemar_mid_p",
        "outcomes",
        p_value="mid-p",
    ),
    WithinMethod(
        "mcnemar-chi2",
        "McNemar chi-squared test without continuity correction",
        "mcnemar1947",
        "rankpress.stats.mcnemar:mcnemar_chi2",
        "outcomes",
        p_value="chi-squared",
    ),
    WithinMethod(
        "mcnemar-chi2-corrected",
        "McNemar chi-squared test with continuity correction",
        "edwards1948",
        "rankpress.stats.mcnemar:mcnemar_chi2_corrected",
        "outcomes",
        p_value="chi-squared",
    ),
    WithinMethod(
        "binomial",
        "binomial test, the exact form of McNemar's",
        "salzberg1997",
        "rankpress.stats.mcnemar:binomial",
        "outcomes",
        p_value="exact",
    ),
    WithinMethod(
        "clustered-t",
        "paired t test with clustered standard errors",
        "miller2024",
        "rankpress.stats.clustered:clustered_t",
        "examples",
    ),
    WithinMethod("rank-sum", "Wilcoxon rank-sum test", "mann1947", "rankpress.stats.independent_runs:rank_sum", "runs"),
    WithinMethod("welch-t", "Welch t test", "welch1947", "rankpress.stats.independent_runs:welch_t", "runs"),
    WithinMethod(
        "brunner-munzel",
        "Brunner-Munzel test",
        "brunner2000",
        "rankpress.stats.independent_runs:brunner_munzel",
        "runs",
    ),
    WithinMethod(
        "permutation-runs",
        "permutation test of means",
        "pitman1937",
        "rankpress.stats.independent_runs:permutation_runs",
        "runs",
    ),
    WithinMethod(
        "signed-rank",
        "Wilcoxon signed-ranks test over paired runs",
        "wilcoxon1945",
        "rankpress.stats.paired_runs:signed_rank",
        "paired-runs",
    ),
    WithinMethod(
        "paired-t",
        "paired t test over paired runs",
        "student1908",
        "rankpress.stats.paired_runs:paired_t_of_runs",
        "paired-runs",
    ),
    WithinMethod(
        "sign-flips",
        "permutation test of paired runs",
        "fisher1935",
        "rankpress.stats.paired_runs:sign_flips_of_runs",
        "paired-runs",
    ),
)
