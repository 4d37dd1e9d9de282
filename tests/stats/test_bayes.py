"""The Bayesian sign, signed-rank and correlated t tests, and draws of their posteriors in the simplex."""

import csv
import math
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.catalog.methods import LEAST_DATASETS_OF_POSTERIOR
from rankpress.stats.bayes import NO_DIRECTION, NO_SPREAD, NOTHING_SHARED, bayes_correlated_t, bayes_sign, sign_draws
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws
from rankpress.stats.resampled import corrected_t
from rankpress.stats.simplex import simplex_density

PAIR = [[0, 1]]
BAYCOMP_DRAWS = 200_000
OVER = {"sign": bayes_sign, "signed-rank": bayes_signed_rank}
SCORES = arrays(
    np.float64,
    st.tuples(st.integers(1, 12), st.integers(2, 4)),
    elements=st.integers(0, 100).map(lambda cents: cents / 100),
)
ROPES = st.sampled_from([0.0, 0.005, 0.01, 0.1])
PRIORS = st.tuples(st.sampled_from([0.0, 0.5, 1.0, 3.0]), st.sampled_from(["rope", "first", "second"]))


def reference(test):
    path = Path(__file__).parents[1] / "reference" / "baycomp_values.csv"
    values = defaultdict(dict)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if row["test"] == test:
                values[row["case"], float(row["rope"])][row["which"]] = float(row["value"])
    return [pytest.param(*key, tuple(p.values()), id=f"{key[0]}-{key[1]}") for key, p in values.items()]


def probabilities(test):
    return np.column_stack([test.p_first, test.p_equal, test.p_second])


def apart(p, q, n, m):
    """Whether two shares, of n and m draws, differ by more than chance allows: 5 standard errors, and 5 draws."""
    pooled = (n * p + m * q) / (n + m)
    error = np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return bool((np.abs(p - q) > 5 * error + 5 / min(n, m)).any())


@pytest.mark.few(8)
@pytest.mark.conformance("Bayesian signed-rank test", "baycomp 1.0.3 SignedRankTest")
@pytest.mark.parametrize(("case", "rope", "expected"), reference("signed-rank"))
def test_the_signed_rank_test_is_that_of_baycomp(case, rope, expected, table):
    name, first, second = case.split(":")
    scores = table(name)
    pair = [[scores.columns.index(first), scores.columns.index(second)]]
    draws = 20_000  # of which 0.02 more or less is found, where a probability is near a half
    test = bayes_signed_rank(scores.values, pair, rope, draws=draws)
    assert not apart(probabilities(test)[0], np.array(expected), draws, BAYCOMP_DRAWS)


@pytest.mark.conformance("Bayesian sign test", "baycomp 1.0.3 SignTest")
@pytest.mark.parametrize(("case", "rope", "expected"), reference("sign"))
def test_the_sign_test_is_that_of_baycomp(case, rope, expected, table):
    name, first, second = case.split(":")
    scores = table(name)
    test = bayes_sign(scores.values, [[scores.columns.index(first), scores.columns.index(second)]], rope)
    # baycomp adds 0.0001 to each parameter, which moves the probabilities by less than 0.0002
    assert not apart(probabilities(test)[0], np.array(expected), 1e12, BAYCOMP_DRAWS - 100)


@pytest.mark.conformance("Bayesian correlated t test", "baycomp 1.0.3 CorrelatedTTest", "B27")
@pytest.mark.parametrize(("case", "rope", "expected"), reference("correlated-t"))
def test_the_correlated_t_test_is_that_of_baycomp(case, rope, expected):
    # among the cases are odd numbers of folds, at which baycomp's hierarchical test raises (B27)
    n, runs = map(int, case.split(","))
    i = np.arange(1, n + 1)
    differences = (37 * i % 101 - 53 * i % 89) / 1000
    test = bayes_correlated_t(differences[:, None], 1 / (n / runs - 1), rope)
    assert probabilities(test)[0] == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert (test.draws, test.seed, test.monte_carlo_error.tolist()) == (0, None, [0.0])


def chance_of_greatest(own, one, other):
    """Chance that a gamma variable exceeds two others, by expanding the distribution functions of the others."""

    def both(i, j):
        ways = math.factorial(own - 1 + i + j) // (math.factorial(own - 1) * math.factorial(i) * math.factorial(j))
        return Fraction(ways, 3 ** (own + i + j))

    def single(i):
        return Fraction(math.comb(own - 1 + i, i), 2 ** (own + i))

    return (
        1
        - sum(map(single, range(one)))
        - sum(map(single, range(other)))
        + sum(both(i, j) for i in range(one) for j in range(other))
    )


@pytest.mark.conformance("Bayesian sign test", "the Dirichlet integral as a finite sum of fractions")
@pytest.mark.parametrize("counts", [(3, 1, 2), (1, 1, 1), (1, 5, 12), (30, 2, 29), (90, 12, 85), (7, 30, 1)])
def test_sign_probabilities_are_exact_for_whole_parameters(counts):
    n_first, equal, n_second = counts
    test = bayes_sign([[1.0, 0.0]] * n_first + [[0.0, 1.0]] * n_second, PAIR, 0.1, prior_strength=equal)
    expected = [float(chance_of_greatest(counts[at], counts[at - 1], counts[at - 2])) for at in range(3)]
    assert probabilities(test)[0] == pytest.approx(expected, rel=1e-9, abs=1e-13)


@given(SCORES, ROPES, PRIORS)
def test_signed_rank_draws_are_sums_over_all_pairs_of_data_sets(scores, rope, prior):
    # the definition, with weights from numpy's Dirichlet and no order, running sums or cases
    strength, place = prior
    draws = 2_000
    test = bayes_signed_rank(scores, PAIR, rope, prior_strength=strength, prior_place=place, draws=draws, seed=5)
    hundredths = np.rint(100 * (scores[:, 0] - scores[:, 1]))  # whole numbers, so that bounds are met exactly
    z = np.append(hundredths, {"rope": 0.0, "first": 1e6, "second": -1e6}[place])
    sums = z[:, None] + z
    if place != "rope":
        sums[:-1, -1] = sums[-1, :-1] = sums[-1, -1] = z[-1]
    parameters = np.append(np.ones(len(scores)), strength)
    drawn = np.zeros((draws, len(z)))
    drawn[:, parameters > 0] = np.random.default_rng(17).dirichlet(parameters[parameters > 0], draws)
    above = np.einsum("di,ij,dj->d", drawn, (sums > 200 * rope + 1e-6).astype(float), drawn)
    below = np.einsum("di,ij,dj->d", drawn, (sums < -200 * rope - 1e-6).astype(float), drawn)
    between = 1 - above - below
    if rope == 0:
        tied = np.abs(above - below) < 1e-12
        expected = [
            np.mean((above > below) & ~tied) + tied.mean() / 2,
            0,
            np.mean((below > above) & ~tied) + tied.mean() / 2,
        ]
        weights = [np.mean(above + between / 2), 0, np.mean(below + between / 2)]
    else:
        greatest = np.argmax([between, above, below], axis=0)
        expected = [np.mean(greatest == 1), np.mean(greatest == 0), np.mean(greatest == 2)]
        weights = [above.mean(), between.mean(), below.mean()]
    assert not apart(probabilities(test)[0], np.array(expected), draws, draws)
    shares = [test.details[f"weight_{which}"][0] for which in ("first", "equal", "second")]
    assert shares == pytest.approx(weights, abs=4.5 * 0.5 / math.sqrt(draws))
    assert sum(shares) == pytest.approx(1, abs=1e-12)


@pytest.mark.conformance("Bayesian sign and signed-rank tests", "symmetry: neither is favoured")
@pytest.mark.parametrize("function", OVER.values())
def test_identical_columns_favour_neither(function):
    # baycomp 1.0.3 SignedRankTest.probs of identical scores, rope 0: 0.768 and 0.232; its SignTest: nan and a warning
    scores = [[0.9, 0.9], [0.8, 0.8], [0.7, 0.7]]
    test = function(scores, PAIR, 0.0)
    assert probabilities(test).tolist() == [[0.5, 0.0, 0.5]]
    assert test.why == (NO_DIRECTION,)
    test = function(scores, PAIR, 0.01)
    assert probabilities(test).tolist() == [[0.0, 1.0, 0.0]]
    assert test.why == ("",)


@pytest.mark.conformance("Bayesian sign and signed-rank tests", "the data sets that both have", "B27")
@pytest.mark.parametrize("function", OVER.values())
def test_missing_results_are_no_equal_ones_b27(function):
    # baycomp counts a nan to the rope: here it gives the rope probability 1
    whole = [[0.9, 0.5, 0.1], [0.8, 0.6, 0.2], [0.7, 0.5, 0.4], [0.9, 0.5, 0.3]]
    gaps = [*whole, [0.9, np.nan, 0.1], [np.nan, 0.1, np.nan]]
    pairs = [[0, 1], [0, 2], [1, 2]]
    got, expected = function(gaps, pairs, 0.01), function(whole, pairs, 0.01)
    assert probabilities(got)[[0, 2]].tolist() == probabilities(expected)[[0, 2]].tolist()
    assert probabilities(got)[1].tolist() == probabilities(function([*whole, gaps[4]], [[0, 2]], 0.01))[0].tolist()
    alone = function([[0.5, np.nan], [np.nan, 0.5]], PAIR, 0.01)
    assert np.isnan(probabilities(alone)).all()
    assert alone.why == (NOTHING_SHARED,)


@pytest.mark.parametrize("function", OVER.values())
@given(scores=SCORES, rope=ROPES, prior=PRIORS)
def test_the_two_can_be_exchanged(function, scores, rope, prior):
    strength, place = prior
    other = {"rope": "rope", "first": "second", "second": "first"}[place]
    options = {"draws": 300} if function is bayes_signed_rank else {}
    one = function(scores, PAIR, rope, prior_strength=strength, prior_place=place, **options)
    turned = function(scores, [[1, 0]], rope, prior_strength=strength, prior_place=other, **options)
    assert probabilities(one)[0] == pytest.approx(probabilities(turned)[0, ::-1], abs=1e-12)
    assert probabilities(one).sum() == pytest.approx(1, abs=1e-12)
    assert (probabilities(one) >= 0).all()


@pytest.mark.nightly
def test_the_monte_carlo_error_is_that_of_repeated_runs():
    scores = np.random.default_rng(6).normal(0.2, 1, size=(12, 2)) * [1, 0]
    runs = [bayes_signed_rank(scores, PAIR, 0.1, draws=500, seed=seed) for seed in range(400)]
    spread = np.std([probabilities(run)[0] for run in runs], axis=0, ddof=1).max()
    shares = np.mean([run.monte_carlo_error[0] for run in runs])
    assert shares == pytest.approx(spread, rel=4.5 / math.sqrt(2 * 400))
    certain = bayes_signed_rank([[1.0, 0.0]] * 30, PAIR, 0.1, draws=500)
    assert certain.p_first[0] == 1.0
    assert 0 < certain.monte_carlo_error[0] < 1 / 250


@pytest.mark.parametrize("ratio", [1 / 9, 1.0])
@pytest.mark.conformance("Bayesian correlated t test", "corrected resampled t test, p / 2")
def test_without_a_rope_the_lesser_probability_is_half_the_corrected_p(ratio):
    differences = np.random.default_rng(9).normal(0.5, 1, size=(10, 40))
    p = probabilities(bayes_correlated_t(differences, ratio, 0.0))
    assert p[:, [0, 2]].min(axis=1) == pytest.approx(corrected_t(differences, ratio).p / 2, rel=1e-12)
    assert (p[:, 1] == 0).all()
    assert ((p[:, 0] > 0.5) == (differences.mean(axis=0) > 0)).all()


@pytest.mark.conformance("Bayesian correlated t test", "its limit of no variance", "B27")
def test_folds_without_variance_have_a_posterior_of_one_value_b27():
    # at odd numbers of folds without variance baycomp's hierarchical test raises
    differences = np.array([[0.0, 0.25, -0.25, 0.91 - 0.9], [0.0, 0.25, -0.25, 0.81 - 0.8], [0.0, 0.25, -0.25, 0.01]])
    test = bayes_correlated_t(differences, 0.5, 0.01)
    assert probabilities(test).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert test.why == (NO_SPREAD,) * 4
    test = bayes_correlated_t(differences, 0.5, 0.0)
    assert probabilities(test).tolist() == [[0.5, 0, 0.5], [1, 0, 0], [0, 0, 1], [1, 0, 0]]
    assert test.why == (NO_DIRECTION, NO_SPREAD, NO_SPREAD, NO_SPREAD)


FIRST_TWO = (0, 1)


def study(seed, n=14):
    rng = np.random.default_rng(seed)
    first = rng.uniform(0.5, 0.9, n)
    return np.column_stack([first, first - rng.normal(0.01, 0.03, n)])


def shares_greatest(draws):
    return np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)


@pytest.mark.parametrize("rope", [0.0, 0.005, 0.02])
@pytest.mark.parametrize(("function", "draw"), [(bayes_sign, sign_draws), (bayes_signed_rank, signed_rank_draws)])
def test_draws_agree_with_the_probabilities(function, draw, rope):
    scores = study(5)
    test, drawn = function(scores, [FIRST_TWO], rope), draw(scores, FIRST_TWO, rope, draws=40_000)
    if rope or draw is sign_draws:  # without a rope, the middle of signed ranks is shared
        assert shares_greatest(drawn) == pytest.approx(probabilities(test)[0], abs=5 * 0.5 / 200)
    if draw is sign_draws:
        counts = np.array([test.details[name][0] for name in ("n_first", "n_equal", "n_second")])
        counts[1] = counts[1] + 1 if rope else 0
        assert drawn.mean(axis=0) == pytest.approx(counts / counts.sum(), abs=0.005)
    else:
        weights = [test.details[f"weight_{which}"][0] for which in ("first", "equal", "second")]
        assert drawn.mean(axis=0) == pytest.approx(weights, abs=0.01)


CHANCES = st.lists(
    st.tuples(*[st.integers(0, 20)] * 3).filter(any).map(lambda parts: np.array(parts) / sum(parts)),
    min_size=1,
    max_size=60,
)


@given(CHANCES, st.integers(1, 40))
def test_regions_hold_their_shares_of_the_draws(draws, cells):
    density = simplex_density(draws, cells=cells)
    inside = [(density.at(draws) >= level).mean() for level in density.levels]
    assert all(share >= expected for share, expected in zip(inside, density.shares, strict=True))
    assert list(density.levels) == sorted(density.levels, reverse=True)
    assert density.mean == pytest.approx(np.mean(draws, axis=0))


@given(CHANCES, st.integers(1, 12))
def test_the_density_is_that_of_the_lattice_and_linear_between(draws, cells):
    density = simplex_density(draws, cells=cells)
    i, j = np.nonzero(np.add.outer(np.arange(cells + 1), np.arange(cells + 1)) <= cells)
    points = np.column_stack([i, j, cells - i - j]) / cells
    assert density.at(points) == pytest.approx(density.density[i, j])
    for a, b, c in (
        (points[at], points[at] + [1 / cells, 0, -1 / cells], points[at] + [0, 1 / cells, -1 / cells])
        for at in np.flatnonzero(i + j < cells)
    ):
        assert density.at([0.2 * a + 0.5 * b + 0.3 * c]) == pytest.approx(density.at([a, b, c]) @ [0.2, 0.5, 0.3])


@pytest.mark.conformance("Posterior verdicts: fewest data sets", "scipy.stats.binomtest")
def test_a_verdict_needs_as_many_data_sets_as_could_be_significant():
    least = LEAST_DATASETS_OF_POSTERIOR
    assert stats.binomtest(least, least).pvalue <= 0.05 < stats.binomtest(least - 1, least - 1).pvalue
