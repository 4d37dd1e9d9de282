"""What no procedure can use is refused with its place, what it is, and what is needed."""

import numpy as np
import pytest

from rankpress.catalog.methods import EFFECTS, OMNIBUS, PAIRWISE
from rankpress.stats.bayes import bayes_sign
from rankpress.stats.bayes_factor import bayes_factor_of_no_difference
from rankpress.stats.bayes_signed_rank import bayes_signed_rank
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.clustered import clustered_t
from rankpress.stats.curves import AveragedCurve
from rankpress.stats.effects import ratio
from rankpress.stats.families import Family
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.mcnemar import binomial, mcnemar_chi2, mcnemar_chi2_corrected, mcnemar_exact, mcnemar_mid_p
from rankpress.stats.nemenyi import nemenyi_critical_difference, studentized_range_isf, studentized_range_sf
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pool import pool_dependence
from rankpress.stats.rank_intervals import bootstrap_rank_intervals, rank_confidence_sets
from rankpress.stats.ranks import average_ranks, rank_scores, rank_standard_error
from rankpress.stats.resampled import corrected_t
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static
from rankpress.stats.stopping import p_of_last_loss
from rankpress.stats.tukey import tukey, tukey_sf
from rankpress.stats.westfall_young import westfall_young

NAN, INF, ONES = np.nan, np.inf, np.ones
PAIR = [[0, 1]]
OF_COUNTS = [binomial, mcnemar_chi2, mcnemar_chi2_corrected, mcnemar_exact, mcnemar_mid_p]
OF_ALL_PAIRS, POSTERIORS = [bergmann_hommel, shaffer_dynamic, shaffer_static], [bayes_sign, bayes_signed_rank]
OF_AVERAGES = [OMNIBUS[name].test_average_ranks for name in ("friedman", "iman-davenport")]
SETS = [rank_confidence_sets, bootstrap_rank_intervals]
REFUSED = [  # functions, what they are given, and what they say
    (OF_ALL_PAIRS, ([0.1, 0.2], 3), {}, "p: got 2 entries; 3 are needed"),
    (OF_ALL_PAIRS, ([0.1, 0.2, NAN], 3), {}, "p: entry 2 is nan"),
    (OF_ALL_PAIRS, ([], 1), {}, "got 1"),
    (Family, (ONES(2), 3), {}, "p: got 2 entries; 3, one for each of the pairs of 3 algorithms, are needed"),
    (Family, (ONES(3), 3, True), {}, "p: got 3 entries; 2, one for each of the pairs with a control of 3"),
    (Family, (ONES(3), 3), {"t": ONES(3)}, "df: got None; t and its degrees of freedom are needed together"),
    (OF_COUNTS, ([-1], [2], 10), {}, "only_a: entry 0 is -1.0; whole numbers of at least 0 are needed"),
    (OF_COUNTS, ([1], [NAN], 10), {}, "only_b: entry 0 is nan; finite numbers are needed"),
    (OF_COUNTS, ([1, 2], [2], 10), {}, "only_b: got 1 entries; 2 are needed"),
    (OF_COUNTS, ([6], [5], 10), {}, r"n: entry 0 is 10; at least only_a \+ only_b = 11 are needed, and 1"),
    (POSTERIORS, ([[0.1, INF]], PAIR, 0.1), {}, "scores: row 0 column 1 is inf; finite numbers, or nan"),
    (POSTERIORS, ([[0.1, 0.2]], PAIR, -0.1), {}, "rope: got -0.1; a finite number of at least 0 is needed"),
    (POSTERIORS, ([[0.1, 0.2]], PAIR, 0.1), {"prior_strength": -1}, "prior_strength: got -1; a finite number of at"),
    (POSTERIORS, ([[0.1, 0.2]], PAIR, 0.1), {"prior_place": "left"}, "prior_place: got 'left'; rope, first or second"),
    (
        OF_AVERAGES,
        ([1.5, 2.0, 2.0], 10),
        {},
        r"average: got \[1.5, 2.0, 2.0\] with sum 5.5; .* between 1 and 3",
    ),
    (OF_AVERAGES, ([0.5, 2.5], 10), {}, "between 1 and 2"),
    (OF_AVERAGES, ([1.0], 10), {}, "average: got 1 entries; at least 2 are needed"),
    (OF_AVERAGES, ([1.0, NAN], 10), {}, "average: entry"),
    (OF_AVERAGES, ([1.5, 1.5], 0), {}, "n_datasets: got 0; an integer of at least 1 is needed"),
    (tukey_sf, ([1.0, -1.0], 3, 5), {}, "q: got -1.0; numbers of at least 0 are needed"),
    (tukey, ([1.0, NAN], 3, 5), {}, "q: got nan; numbers of at least 0 are needed"),
    (tukey_sf, (1.0, 1, 5), {}, "k: got 1; an integer of at least 2 is needed"),
    (tukey_sf, (1.0, 3, 0.5), {}, "df: got 0.5; a number of at least 1 is needed"),
    (tukey_sf, (1.0, 3, NAN), {}, "df: got nan"),
    (all_pairs, (1,), {}, "n_algorithms: got 1; an integer of at least 2 is needed"),
    (pairs_with, (3, 3), {}, "control: got 3; an index from 0 to 2 is needed"),
    (rank_z, ([1.0, 2.0], 5, [[0, 2]]), {}, r"pairs: row 0 is \[0, 2\]; two different indices from 0 to 1"),
    (rank_z, ([1.0, 2.0], 5, [[1, 1]]), {}, r"pairs: row 0 is \[1, 1\]"),
    (rank_z, ([1.0, 2.0], 5, [0, 1]), {}, r"pairs: got an array of shape \(2,\); \(n_pairs, 2\) is needed"),
    (rank_z, ([1.0, 2.0], 5, [[0.0, 1.0]]), {}, "pairs: got float64 entries; integer indices of algorithms"),
    (rank_z, ([1.0], 5, PAIR), {}, "average_ranks: got 1 entries; at least 2 are needed"),
    (studentized_range_sf, ([-1.0], 3), {}, "q: got -1.0; ranges are numbers of at least 0"),
    (studentized_range_isf, (0.0, 3), {}, "alpha: got 0.0; a number between 0 and 1, ends excluded, is needed"),
    (nemenyi_critical_difference, (0.05, 3, 0), {}, "n_datasets: got 0"),
    (rank_scores, (np.empty((0, 3)),), {}, "scores: got 0 rows and 3 columns; at least 1 and 1 are needed"),
    (rank_scores, ([[1.0, INF]],), {}, "scores: row 0 column 1 is inf; finite numbers, or nan where one is missing"),
    (rank_scores, ([[1.0]],), {"better": "up"}, "better: got 'up'; 'higher' or 'lower' is needed"),
    (rank_scores, ([[1.0]],), {"ties": "dense"}, "ties: got 'dense'; 'average', 'min' or 'max' is needed"),
    (rank_scores, ([[1.0]],), {"tolerance": -1}, "tolerance: got -1; a finite number of at least 0 is needed"),
    (average_ranks, ([[1.0, NAN]],), {}, "ranks: row 0 column 1 is nan; finite numbers are needed"),
    (rank_standard_error, (3.5, 2), {}, "n_datasets: got 3.5; an integer of at least 1 is needed"),
    (corrected_t, ([[0.1]], 0.5), {}, "differences: got 1 rows and 1 columns; at least 2 and 1 are needed"),
    (corrected_t, ([0.1, 0.2], 0.5), {}, r"differences: got an array of shape \(2,\); a matrix is needed"),
    (corrected_t, ([[0.1], [NAN]], 0.5), {}, "differences: row 1 column 0 is nan; finite numbers are needed"),
    (corrected_t, ([[0.1], [0.2]], 0.0), {}, "test_train_ratio: got 0.0; a positive number is needed"),
    (corrected_t, ([[0.1], [0.2]], NAN), {}, "test_train_ratio: got nan"),
    (corrected_t, ([[0.1], [0.2]], INF), {}, "test_train_ratio: got inf"),
    (clustered_t, ([[1.0], [0.0]], ["a", "a"]), {}, "at least two clusters"),
    (clustered_t, ([[1.0], [0.0]],), {"answer_variance": [1.0]}, "answer_variance"),
    (clustered_t, ([[1.0], [0.0]], ["a", "b", "c"]), {}, "one for each question"),
    (p_of_last_loss, (5, 0), {}, "losses"),
    (bayes_factor_of_no_difference, ([1.0], 10, 0.0), {}, "scale"),
    (ratio, ([[0.0, 1.0], [1.0, 1.0]], PAIR), {}, "ratios need scores above 0"),
    (ratio, ([[1.0, 1.0], [-1.0, 1.0]], PAIR), {}, "ratios need scores above 0"),
    (SETS, (np.zeros((3, 2)), 1.0), {}, "level: got 1"),
    (pool_dependence, ([[1, 2]], PAIR), {}, "3"),
    (AveragedCurve, ([],), {}, "curves: got none; at least one is needed"),
    (westfall_young, (ONES((3, 2)), PAIR), {"statistic": "f"}, "statistic: got 'f'; one of t, wilcoxon is needed"),
]


@pytest.mark.parametrize(("functions", "arguments", "options", "message"), REFUSED, ids=[one[-1] for one in REFUSED])
def test_what_does_not_fit_is_refused(functions, arguments, options, message):
    for function in functions if isinstance(functions, list) else [functions]:
        with pytest.raises(ValueError, match=message):
            function(*arguments, **options)


OF_MATRICES = {
    **{name: each.run for name, each in OMNIBUS.items()},
    **{
        name: lambda scores, each=each: each.run(scores, [[0, 1]])
        for name, each in PAIRWISE.items()
        if each.uses != "average-ranks"
    },
    **{name: lambda scores, each=each: each.run(scores, [[0, 1]]) for name, each in EFFECTS.items()},
}


@pytest.mark.parametrize("name", OF_MATRICES)
def test_what_is_no_matrix_of_scores_is_refused(name):
    with pytest.raises(ValueError, match=r"got an array of shape \(2,\); a matrix is needed"):
        OF_MATRICES[name](np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match=r"got 2 rows and 1 columns; at least [12] and 2 are needed"):
        OF_MATRICES[name](np.array([[1.0], [1.0]]))
    if name not in ("skillings-mack", "durbin"):
        with pytest.raises(ValueError, match="row 0 column 1 is nan; finite numbers are needed"):
            OF_MATRICES[name](np.array([[1.0, np.nan], [1.0, 2.0]]))
