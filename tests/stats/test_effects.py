"""Effect sizes and their intervals: differences, shifts, Hedges' g, superiority, Cliff's delta, rank-biserial r."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import integrate, special, stats
from statsmodels.stats.proportion import proportion_confint

from rankpress.catalog.methods import EFFECTS
from rankpress.stats.bootstrap import bca
from rankpress.stats.dominance import cliffs_delta, probability_of_superiority
from rankpress.stats.effects import (
    NO_DIFFERENCE,
    mean_difference,
    median_difference,
    rank_biserial,
    ratio,
)
from rankpress.stats.hedges import hedges_g, noncentral_t_cdf, noncentrality_interval
from rankpress.stats.hodges_lehmann import hodges_lehmann
from rankpress.stats.pairs import all_pairs, pairs_with

MEASURES = pytest.mark.parametrize("name", EFFECTS)
SCORES = arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(2, 4)), elements=st.integers(0, 20).map(float))


def effects_of(name, scores, pairs=((0, 1),), **options):
    matrix = np.asarray(scores, dtype=float)
    return EFFECTS[name].run(np.exp(matrix / 1000) if EFFECTS[name].of_ratio else matrix, pairs, **options)


def parts(effect):
    return [effect.estimate, effect.low, effect.high]


@MEASURES
@settings(max_examples=6)
@given(scores=SCORES)
def test_exchanging_the_two_turns_the_effect_round(name, scores):
    pairs = all_pairs(scores.shape[1])
    one, other = effects_of(name, scores, pairs), effects_of(name, scores, pairs[:, ::-1])
    turned = EFFECTS[name].turned
    assert one.estimate == pytest.approx(turned(other.estimate), abs=1e-9, nan_ok=True)
    assert one.low == pytest.approx(turned(other.high), abs=1e-9, nan_ok=True)
    assert one.high == pytest.approx(turned(other.low), abs=1e-9, nan_ok=True)
    assert one.why == other.why


@MEASURES
@settings(max_examples=6)
@given(scores=SCORES, random=st.randoms())
def test_neither_the_order_of_data_sets_nor_other_pairs_matter(name, scores, random):
    rows = list(range(len(scores)))
    random.shuffle(rows)
    pairs = all_pairs(scores.shape[1])
    together = effects_of(name, scores, pairs)
    for at, pair in enumerate(pairs):
        alone = effects_of(name, scores[np.ix_(rows, pair)])
        assert [part[0] for part in parts(alone)] == pytest.approx(
            [part[at] for part in parts(together)], abs=1e-9, nan_ok=True
        )


@MEASURES
@given(scores=SCORES)
def test_estimates_lie_in_their_intervals_and_both_in_range(name, scores):
    effect = effects_of(name, scores, all_pairs(scores.shape[1]))
    least, greatest = EFFECTS[name].range
    for estimate, low, high, why in zip(*parts(effect), effect.why, strict=True):
        numbers = [value for value in (low, estimate, high) if not np.isnan(value)]
        assert why or len(numbers) == 3
        if name != "hedges-g":  # the interval is that of what g estimates, and unbiased estimates are shrunk
            assert numbers == sorted(numbers)
        assert all(least <= value <= greatest for value in numbers)


@MEASURES
@pytest.mark.parametrize("n", [2, 5, 6, 50, 51, 80])
def test_identical_columns_have_no_effect(name, n):
    column = np.random.default_rng(n).random(n)
    effect = effects_of(name, np.column_stack([column, column]))
    neutral = EFFECTS[name].no_difference
    assert effect.estimate.tolist() == [neutral]
    assert effect.why[0]
    assert n < 6 or (effect.low.tolist(), effect.high.tolist(), effect.why) == ([neutral], [neutral], (NO_DIFFERENCE,))


@MEASURES
def test_a_difference_that_never_varies(name):
    rows = np.random.default_rng(1).integers(0, 100, 12) / 8
    effect = effects_of(name, np.column_stack([rows + 0.25, rows]))
    if name == "hedges-g":
        assert np.isnan(effect.estimate[0])
        assert "infinite" in effect.why[0]
    elif EFFECTS[name].in_unit:
        assert [part[0] for part in parts(effect)] == [0.25] * 3
    else:
        assert effect.low[0] <= effect.estimate[0] <= effect.high[0]


@MEASURES
@pytest.mark.conformance("Effect sizes", "what the best is", "B29")
def test_against_the_best_is_against_the_best(name):
    # Higher is better, and the last is best: all effects of the best against the others favour it. Elsewhere the
    # worst average rank comes first, and is the base of all effects "against the best".
    level = np.linspace(0, 1, 12)[:, None]
    scores = level + np.array([0.0, 0.5, 1.0]) + np.random.default_rng(2).normal(0, 0.05, (12, 3))
    best = int(np.argmax(scores.mean(axis=0)))
    effect = effects_of(name, scores, pairs_with(best, 3))
    assert best == 2
    assert (effect.estimate > EFFECTS[name].no_difference).all()
    assert abs(effect.estimate[0]) >= abs(effect.estimate[1])  # the worst is farthest


@pytest.mark.few
@pytest.mark.conformance("Intervals of effect sizes", "simulation: they hold the true value")
@pytest.mark.parametrize(
    ("name", "truth"),
    [
        ("mean-difference", 0.6),
        ("median-difference", 0.6),
        ("hodges-lehmann", 0.6),
        ("hedges-g", 0.6),
        # P(D > 0) of a normal D of mean 0.6 and variance 1; P(D + D' > 0); P(A > B') of data sets of variance 9
        ("superiority", 0.7257468822),
        ("rank-biserial", 2 * 0.8019242 - 1),
        ("cliffs-delta", 2 * 0.5547 - 1),
    ],
)
@pytest.mark.parametrize("n", [8, 30])
def test_intervals_hold_the_true_value_as_often_as_they_say(name, truth, n):
    generator, studies = np.random.default_rng(7), 2000
    level, difference = 3 * generator.normal(size=(n, studies)), 0.6 + generator.normal(size=(n, studies))
    scores = np.concatenate([level + difference / 2, level - difference / 2], axis=1)
    effect = effects_of(name, scores, np.column_stack([np.arange(studies), np.arange(studies) + studies]))
    coverage = np.mean((effect.low <= truth) & (truth <= effect.high))
    error = 4 * np.sqrt(0.95 * 0.05 / studies)  # 0.019
    least = {"mean-difference": 0.95, "median-difference": 0.95, "hodges-lehmann": 0.95, "hedges-g": 0.95}
    most = {"mean-difference": 0.95, "hedges-g": 0.95}
    assert least.get(name, 0.93) - error <= coverage <= most.get(name, 0.98) + error + (n < 10) * 0.015


WORLDS = {
    "normal": lambda generator, size: generator.normal(size=size),
    "t3": lambda generator, size: generator.standard_t(3, size=size),
    "log-normal": lambda generator, size: np.exp(generator.normal(size=size)),  # two of which differ symmetrically
    "one in ten": lambda generator, size: generator.normal(size=size) * np.where(generator.random(size) < 0.9, 0.1, 1),
}


def share_with_zero(name, world, n, studies=4000, **options):
    """How many studies of two exchangeable algorithms have an interval that contains zero, and of how many."""
    scores = WORLDS[world](np.random.default_rng(n), (n, 2 * studies))
    pairs = np.column_stack([np.arange(studies), np.arange(studies) + studies])
    effect = EFFECTS[name].run(scores, pairs, **options)
    return int(np.count_nonzero((effect.low <= 0) & (effect.high >= 0))), studies


def clopper_pearson(count, studies):
    return proportion_confint(count, studies, alpha=0.001, method="beta")


@pytest.mark.nightly
@pytest.mark.conformance(
    "Student's and Hodges-Lehmann's intervals of symmetric differences with heavy tails",
    "simulation: level 0.95 within Clopper-Pearson bounds",
)
@pytest.mark.parametrize("name", ["mean-difference", "hodges-lehmann"])
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("n", [8, 30])
def test_intervals_keep_their_level_where_algorithms_are_exchangeable(name, world, n):
    low, high = clopper_pearson(*share_with_zero(name, world, n))
    assert high >= 0.95
    assert low <= 0.95 + (world != "normal") * 0.03 + (name == "hodges-lehmann") * (n < 15) * 0.015  # which is discrete


@pytest.mark.nightly
@pytest.mark.conformance("Hall's interval of skewed differences", "simulation: nearer to level 0.95 than Student's")
def test_halls_interval_is_for_skewed_differences_alone():
    # where scores are skewed and their differences are not, it misses the level by more
    heavy, _ = share_with_zero("mean-difference", "log-normal", 30, interval="hall")
    assert clopper_pearson(heavy, 4000)[1] < 0.94
    generator, studies = np.random.default_rng(3), 4000
    differences = np.exp(generator.normal(size=(24, studies))) - np.exp(0.5)
    scores, pairs = (
        np.column_stack([differences, np.zeros(24)]),
        np.column_stack([np.arange(studies), [studies] * studies]),
    )
    student, hall = (mean_difference(scores, pairs, interval=interval) for interval in ("t", "hall"))
    contained = [np.mean((effect.low <= 0) & (effect.high >= 0)) for effect in (student, hall)]
    assert contained[0] < 0.89 < 0.90 < contained[1] < 0.95


FEW = st.lists(st.integers(-40, 40), min_size=6, max_size=9, unique_by=abs)


def effect_of(function, differences, level=0.95, **options):
    differences = np.asarray(differences, dtype=float)
    return function(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]], level, **options)


def rs_differences(n):
    i = np.arange(1, int(n) + 1)
    return np.where(i % 3 == 0, -(i**2), i**2)


def halls_transformation(t, differences):
    off = (differences - differences.mean()) / differences.std(ddof=1)
    slope = (off**3).mean() / np.sqrt(len(differences))
    return float(t + slope * t**2 / 3 + slope**2 * t**3 / 27 + slope / 6)


@pytest.mark.conformance("Mean difference: interval", "R t.test")
def test_mean_intervals_are_rs(r_values):
    for n, values in r_values("t.interval"):
        effect = effect_of(mean_difference, rs_differences(n))
        assert (effect.low[0], effect.high[0]) == pytest.approx((values["low"], values["high"]), rel=1e-10)


@pytest.mark.conformance("Mean difference: interval", "scipy.stats.ttest_rel")
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_mean_intervals_are_scipys(level):
    scores = np.random.default_rng(2).exponential(size=(11, 2))
    reference = stats.ttest_rel(scores[:, 0], scores[:, 1]).confidence_interval(level)
    effect = mean_difference(scores, [[0, 1]], level)
    assert [effect.low[0], effect.high[0]] == pytest.approx(list(reference), rel=1e-10)


@pytest.mark.conformance("Mean difference: Hall's interval", "R t.test, by the transformation of Hall 1992")
def test_transformed_mean_intervals_are_rs(r_values):
    for n, values in r_values("t.interval"):
        differences = np.asarray(rs_differences(n), dtype=float)
        effect, mean = effect_of(mean_difference, differences, interval="hall"), differences.mean()
        error = stats.sem(differences)
        for end, student in ((effect.low[0], values["low"]), (effect.high[0], values["high"])):
            transformed = halls_transformation((mean - end) / error, differences)
            assert transformed == pytest.approx((mean - student) / error, rel=1e-10)


def test_halls_interval_of_symmetric_differences_is_students():
    differences = [-9.0, -4.0, -1.0, 1.0, 4.0, 9.0]
    student, hall = (effect_of(mean_difference, differences, interval=interval) for interval in ("t", "hall"))
    assert (hall.low[0], hall.high[0]) == pytest.approx((student.low[0], student.high[0]), rel=1e-10)
    with pytest.raises(ValueError, match="interval: got 'bca'; one of t, hall is needed"):
        effect_of(mean_difference, differences, interval="bca")


@pytest.mark.conformance("Hodges-Lehmann shift and interval", "R wilcox.test, exact")
def test_shifts_and_intervals_are_rs(r_values):
    for n, values in r_values("hodges.lehmann"):
        effect = effect_of(hodges_lehmann, rs_differences(n))
        assert (effect.estimate[0], effect.low[0], effect.high[0]) == (
            values["estimate"],
            values["low"],
            values["high"],
        )
        assert effect.details["attained"][0] == pytest.approx(values["attained"], rel=1e-12)


@pytest.mark.conformance("Hodges-Lehmann interval past 50 data sets", "R qsignrank")
def test_the_normal_form_is_within_three_places_of_the_exact_one(r_values):
    for n, values in r_values("qsignrank"):
        # all averages differ, so that an end tells its place among them
        differences = np.random.default_rng(4).normal(size=int(n))
        averages = np.sort([(a + b) / 2 for a, b in itertools.combinations_with_replacement(differences, 2)])
        effect = effect_of(hodges_lehmann, differences)
        low, high = (int(np.argmin(np.abs(averages - end[0]))) for end in (effect.low, effect.high))
        assert low + high == len(averages) - 1
        assert abs(low + 1 - values["0.025"]) <= 3
        assert 0.95 <= effect.details["attained"][0] < 0.952


@pytest.mark.conformance("Hodges-Lehmann interval", "all signs listed")
@given(FEW)
def test_the_interval_holds_what_the_test_does_not_reject(differences):
    differences = np.array(differences, dtype=float)
    effect = effect_of(hodges_lehmann, differences, 0.9)
    n = len(differences)
    signs = np.array(list(itertools.product([0, 1], repeat=n)))
    sums = signs @ np.arange(1, n + 1)
    # shifts at which no two differences are as far from it, and none is at it
    averages = np.unique([(a + b) / 2 for a, b in itertools.combinations_with_replacement(differences, 2)])
    for shift in (averages[1:] + averages[:-1]) / 2:
        ranks = stats.rankdata(np.abs(differences - shift))
        r_plus = ranks[differences > shift].sum()
        p = 2 * min(np.mean(sums <= r_plus), np.mean(sums >= r_plus))
        assert (effect.low[0] <= shift <= effect.high[0]) == (p > 0.1 + 1e-12)


@pytest.mark.few(1)
@pytest.mark.parametrize("n", [9, 30, 60])
def test_with_ties_and_zeros_the_interval_still_holds_the_shift(n):
    generator = np.random.default_rng(5)
    differences = np.rint(generator.normal(0, 1.2, (n, 2000)))
    assert (differences == 0).mean() > 0.2
    pairs = np.column_stack([np.arange(2000), np.full(2000, 2000)])
    effect = hodges_lehmann(np.column_stack([differences, np.zeros(n)]), pairs)
    assert np.mean((effect.low <= 0) & (effect.high >= 0)) >= 0.95 - 4 * np.sqrt(0.95 * 0.05 / 2000)


@pytest.mark.conformance("Median difference: interval", "scipy.stats.binom")
@pytest.mark.parametrize("n", [6, 7, 15, 30, 100, 213])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_median_intervals_are_those_of_order_statistics(n, level):
    differences = np.arange(1.0, n + 1)
    effect = effect_of(median_difference, np.random.default_rng(n).permutation(differences), level)
    depth = int(effect.low[0])
    assert effect.high[0] == n + 1 - depth
    assert effect.details["attained"][0] == pytest.approx(1 - 2 * stats.binom.cdf(depth - 1, n, 0.5), rel=1e-12)
    assert effect.details["attained"][0] >= level
    assert 1 - 2 * stats.binom.cdf(depth, n, 0.5) < level  # one place further in would be too few
    assert effect.estimate[0] == np.median(differences)


@pytest.mark.conformance("Median difference: interval", "simulation", "B30")
def test_median_intervals_hold_the_median_as_often_as_they_say():
    # Elsewhere the places are n / 2 -+ z sqrt(n / 2): in 99.6% of studies of 30 data sets.
    differences = np.random.default_rng(8).exponential(size=(30, 5000)) - np.log(2)
    pairs = np.column_stack([np.arange(5000), np.full(5000, 5000)])
    effect = median_difference(np.column_stack([differences, np.zeros(30)]), pairs)
    coverage = np.mean((effect.low <= 0) & (effect.high >= 0))
    attained = 1 - 2 * stats.binom.cdf(9, 30, 0.5)
    assert effect.details["attained"][0] == pytest.approx(attained)
    assert coverage == pytest.approx(attained, abs=4 * np.sqrt(attained * (1 - attained) / 5000))


@pytest.mark.parametrize("function", [median_difference, hodges_lehmann])
def test_too_few_data_sets_have_no_interval(function):
    differences = [3.0, 1.0, 2.0, 5.0, 4.0]
    effect = effect_of(function, differences)
    assert effect.estimate.tolist() == [3.0]
    assert np.isnan([effect.low[0], effect.high[0], effect.details["attained"][0]]).all()
    assert effect.why == ("5 data sets are too few for a distribution-free interval of level 0.95",)
    assert effect_of(function, [*differences, 6.0]).why == ("",)
    # 1 - 2 / 2**5 exactly
    assert effect_of(function, differences, 0.9375).low.tolist() == [1.0]


def g_of(differences, level=0.95, **options):
    differences = np.asarray(differences, dtype=float)
    return hedges_g(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]], level, **options)


def noncentral(differences, level=0.95):
    """The interval of d for normal differences."""
    t = stats.ttest_1samp(differences, 0).statistic
    low, high = noncentrality_interval(np.array([t]), len(differences) - 1, level)
    return float(low[0]) / np.sqrt(len(differences)), float(high[0]) / np.sqrt(len(differences))


@pytest.mark.conformance("Hedges' g: interval of normal differences", "R pt with noncentrality")
def test_intervals_are_rs(r_values):
    for n, values in r_values("noncentral.t"):
        i = np.arange(1, int(n) + 1)
        expected = (values["low"], values["high"])
        assert noncentral(np.where(i % 3 == 0, -(i**2), i**2)) == pytest.approx(expected, abs=1e-8)


@pytest.mark.conformance("Hedges' g: interval", "skewness and kurtosis of scipy.stats")
@pytest.mark.parametrize("seed", range(8))
def test_the_interval_is_widened_by_the_standard_error_of_skewed_differences(seed):
    differences = np.random.default_rng(seed).exponential(size=15) - (seed % 2)
    d = differences.mean() / differences.std(ddof=1)
    kurtosis = stats.kurtosis(differences, fisher=False)
    variance = 1 - d * stats.skew(differences) + d**2 * (kurtosis - 1) / 4
    ratio = max(1, np.sqrt(variance / (1 + d**2 / 2)))
    low, high = noncentral(differences)
    effect = g_of(differences)
    assert (effect.low[0], effect.high[0]) == pytest.approx((d - ratio * (d - low), d + ratio * (high - d)), rel=1e-8)


@pytest.mark.conformance("Hedges' g: interval of normal differences", "scipy.stats.nct")
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
@pytest.mark.parametrize("n", [2, 3, 9, 40, 200])
def test_the_ends_leave_the_tails_that_they_should(n, level):
    differences = np.random.default_rng(n).normal(0.5, 1, n)
    t = stats.ttest_1samp(differences, 0).statistic
    low, high = (end * np.sqrt(n) for end in noncentral(differences, level))
    assert stats.nct.sf(t, n - 1, low) == pytest.approx((1 - level) / 2, rel=1e-6)
    assert stats.nct.cdf(t, n - 1, high) == pytest.approx((1 - level) / 2, rel=1e-6)


@pytest.mark.parametrize("df", [2, 199])
@pytest.mark.parametrize("t", [101.0, 1e6])
@pytest.mark.parametrize("part", [0.6, 1.0, 1.3])
def test_large_t_by_the_integral_of_the_definition(df, t, part):
    noncentrality = part * t
    expected, _ = integrate.quad(
        lambda z: stats.norm.pdf(z) * special.gammaincc(df / 2, df / 2 * (max(z + noncentrality, 0) / t) ** 2), -9, 9
    )
    assert noncentral_t_cdf(np.array([t]), df, np.array([noncentrality]))[0] == pytest.approx(expected, abs=1e-7)


@pytest.mark.conformance("Hedges' g: correction", "Hedges 1981, by factorials")
@pytest.mark.parametrize("n", [3, 5, 9, 21])
def test_the_correction_is_exact(n):
    differences = np.random.default_rng(1).normal(0.4, 1, n)
    df = n - 1  # even, so that gamma((df - 1) / 2) is the square root of pi by rational factors
    half = np.prod(np.arange(df - 3, 0, -2)) / 2 ** ((df - 2) / 2) * np.sqrt(np.pi)
    correction = special.factorial(df // 2 - 1) / (np.sqrt(df / 2) * half)
    d_z = differences.mean() / differences.std(ddof=1)
    assert g_of(differences).estimate[0] == pytest.approx(correction * d_z, rel=1e-12)


@pytest.mark.conformance("Hedges' g: BCa interval", "scipy.stats.bootstrap, within Monte Carlo error")
def test_bootstrap_intervals_are_scipys():
    differences = np.random.default_rng(4).exponential(size=40)

    def d_z(x, axis):
        return x.mean(axis=axis) / x.std(axis=axis, ddof=1)

    correction = g_of(differences).estimate[0] / d_z(differences, 0)
    reference = stats.bootstrap((differences,), d_z, n_resamples=20_000, rng=1).confidence_interval
    effect = g_of(differences, bootstrap=True, draws=20_000, seed=5)
    assert effect.method == "BCa"
    assert effect.low[0] == pytest.approx(correction * reference.low, abs=0.02)
    assert effect.high[0] == pytest.approx(correction * reference.high, abs=0.02)
    again = g_of(differences, bootstrap=True, draws=20_000, seed=5)
    assert (again.low.tolist(), again.high.tolist()) == (effect.low.tolist(), effect.high.tolist())


WITH_TIES = arrays(np.float64, st.tuples(st.integers(3, 9), st.integers(2, 4)), elements=st.integers(0, 12).map(float))


def between(first, second):
    """Delta over pairs of different data sets."""
    n = len(first)
    return (np.sign(first[:, None] - second).sum() - np.sign(first - second).sum()) / (n * (n - 1))


@pytest.mark.conformance("Cliff's delta", "all pairs of scores counted")
@given(WITH_TIES)
def test_delta_by_counting(scores):
    pairs = all_pairs(scores.shape[1])
    effect = cliffs_delta(scores, pairs)
    for at, (a, b) in enumerate(pairs):
        counted = np.sign(scores[:, a][:, None] - scores[:, b]).mean()
        assert effect.estimate[at] == pytest.approx(counted, abs=1e-12)


@pytest.mark.conformance("Cliff's delta: interval", "jackknife by the definition")
@pytest.mark.parametrize("n", [5, 12, 40])
def test_the_interval_has_the_width_of_the_jackknife_about_the_estimate(n):
    generator = np.random.default_rng(n)
    first = generator.normal(size=n)
    second = first + generator.normal(0.2, 0.8, n)
    others = np.array([between(np.delete(first, i), np.delete(second, i)) for i in range(n)])
    error = np.sqrt((n - 1) / n * ((others - others.mean()) ** 2).sum())
    error = max(error, np.sqrt((1 - between(first, second) ** 2) / (n**2 - 1)))
    effect = cliffs_delta(np.column_stack([first, second]), [[0, 1]])
    [estimate] = effect.estimate
    half = stats.t.ppf(0.975, n - 1) * error / (1 - estimate**2)
    low, high = np.tanh(np.arctanh(estimate) - half), np.tanh(np.arctanh(estimate) + half)
    assert [effect.low[0], effect.high[0]] == pytest.approx([low, high], rel=1e-9)


@pytest.mark.conformance("Probability of superiority: interval", "statsmodels proportion_confint")
@pytest.mark.parametrize(("wins", "n"), [(0, 4), (3, 10), (8, 10), (10, 10), (60, 200)])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_without_ties_the_interval_is_wilsons(wins, n, alpha):
    scores = np.repeat([[1.0, 0.0], [0.0, 1.0]], [wins, n - wins], axis=0)
    effect = probability_of_superiority(scores, [[0, 1]], 1 - alpha)
    assert effect.estimate[0] == wins / n
    assert [effect.low[0], effect.high[0]] == pytest.approx(proportion_confint(wins, n, alpha, "wilson"), abs=1e-12)


@pytest.mark.conformance("Rank-biserial correlation", "Demsar 2006, Table 2")
def test_demsar_prints_these_sums(demsar):
    assert rank_biserial(demsar.values, [[1, 0]]).estimate[0] == pytest.approx((93 - 12) / 105, rel=1e-12)


def normal_variance(chance, n):
    x = stats.norm.ppf(chance)
    shared = stats.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]]).cdf([x, x]) - chance**2
    return float((4 * (n - 2) * shared + 2 * chance * (1 - chance)) / (n * (n - 1)))


def positive_sums(differences):
    """Share of pairs of different data sets whose sum is positive, sums of zero counting half."""
    sums = [np.sign(a + b) for a, b in itertools.combinations(differences, 2)]
    return (1 + float(np.mean(sums))) / 2


@pytest.mark.conformance("Rank-biserial correlation: interval", "bivariate normal chances, jackknife by the definition")
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("n", [8, 25, 60])
def test_the_ends_are_as_many_standard_errors_away_as_they_should(n, ties):
    differences = np.exp(np.random.default_rng(n).normal(0.5, 1, n)) - 0.8
    if ties:
        differences = differences.round()
    effect = rank_biserial(np.column_stack([differences, np.zeros(n)]), [[0, 1]])
    others = np.array([positive_sums(np.delete(differences, i)) for i in range(n)])
    jackknife = (n - 1) / n * ((others - others.mean()) ** 2).sum()
    ratio = max(1, jackknife / normal_variance((1 + effect.estimate[0]) / 2, n))
    moving = n - (np.count_nonzero(differences == 0) % 2)
    for end in (effect.low[0], effect.high[0]):
        error = np.sqrt(ratio * normal_variance((1 + end) / 2, moving))
        assert abs(effect.estimate[0] - end) / 2 == pytest.approx(stats.norm.ppf(0.975) * error, rel=1e-3)


@pytest.mark.conformance("BCa bootstrap", "scipy.stats.bootstrap, the same resamples")
@pytest.mark.parametrize(
    ("statistic", "level"), [(np.mean, 0.95), (np.var, 0.9), (np.median, 0.8), (lambda x, axis: x.max(axis=axis), 0.95)]
)
@pytest.mark.parametrize("n", [5, 12, 40])
def test_intervals_are_scipys(statistic, level, n):
    data = np.random.default_rng(n).exponential(size=n)
    resampled = statistic(np.random.default_rng(1).choice(data, (999, n)), axis=1)
    left_out = np.array([statistic(np.delete(data, i), axis=0) for i in range(n)])
    with np.errstate(all="ignore"):
        reference = stats.bootstrap(
            (data,),
            statistic,
            n_resamples=0,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=resampled),
            confidence_level=level,
            method="BCa",
            vectorized=True,
        ).confidence_interval
    low, high = bca(statistic(data[None], axis=1), resampled[:, None], left_out[:, None], level)
    assert low[0] == pytest.approx(reference.low, rel=1e-10)
    assert high[0] == pytest.approx(reference.high, rel=1e-10)


@pytest.mark.conformance("Ratio of scores", "scipy.stats.gmean; paired differences of logarithms")
def test_the_ratio_is_the_geometric_mean_of_ratios():
    scores = np.random.default_rng(8).lognormal(0.0, 0.4, (15, 3))
    ratios = ratio(scores, [[0, 1], [2, 1]])
    expected = [stats.gmean(scores[:, 0] / scores[:, 1]), stats.gmean(scores[:, 2] / scores[:, 1])]
    assert ratios.estimate == pytest.approx(expected, rel=1e-12)
    logarithms = mean_difference(np.log(scores), [[0, 1], [2, 1]])
    assert np.log([ratios.low, ratios.high]) == pytest.approx(np.array([logarithms.low, logarithms.high]), rel=1e-9)
    # of costs, turned round so that higher is better, the one with less is better
    turned = ratio(-scores, [[0, 1], [2, 1]])
    assert turned.estimate == pytest.approx(1 / np.array(expected), rel=1e-12)


@pytest.mark.parametrize("df", [4, 49, 199, 999])
def test_ends_of_the_noncentrality_leave_the_chances_beyond(df):
    """SciPy's chance is nan here and there far from the ends, as at t = 4.428 with 199 degrees of freedom."""
    t = np.append(np.random.default_rng(df).normal(0, 3, 2000), 4.428081910312773)
    low, high = noncentrality_interval(t, df, 0.9)
    np.testing.assert_allclose(noncentral_t_cdf(t, df, low), 0.95, atol=1e-9)
    np.testing.assert_allclose(noncentral_t_cdf(t, df, high), 0.05, atol=1e-9)
