"""Simulated power, error rates of families, and the sizes and differences that a power requires.

Checked against: the binomial distribution and the noncentral t; enumeration of all studies that can be drawn from few
data sets; adjustments in shortened form against the adjustments themselves, study by study; roots of known power
curves. Shares must lie within 4.5 of their standard errors.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import optimize, special, stats
from scipy.stats import binom

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.stats.families import Family, family_of
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.simulated_power import (
    SimulatedStudy,
    find_in_draws,
    reached,
    search_sizes,
    search_smallest,
    share_bands,
    spread_interval,
)
from tests.trials.nulls import WORLDS, errors_of_families

PAIR = np.array([[0, 1]])


def scores(n, k, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(0.7, 0.1, (n, 1)) + rng.normal(0, 0.05, (n, k)) - 0.02 * np.arange(k)


def generator(seed=1):
    return np.random.default_rng(seed)


def near(count, draws, chance):
    return abs(count / draws - chance) <= 4.5 * math.sqrt(max(chance * (1 - chance), 1 / draws) / draws)


@pytest.mark.parametrize("n_datasets", [8, 20, 45])
@pytest.mark.parametrize("model", ["normal", "resampled"])
def test_power_of_the_sign_test_is_binomial(n_datasets, model):
    observed = scores(15, 2)
    difference = 0.03
    d = observed[:, 0] - observed[:, 1]
    if model == "normal":
        win = float(special.ndtr(difference / d.std(ddof=1)))
    else:
        win = float(((d - d.mean()) * math.sqrt(15 / 14) + difference > 0).mean())
    wins = np.arange(n_datasets + 1)
    least = next(w for w in wins if 2 * binom.sf(w - 1, n_datasets, 0.5) <= 0.05)
    counts = find_in_draws(
        SimulatedStudy(observed, PAIR, 0, PAIRWISE["sign"], model=model), difference, n_datasets, 4000, generator()
    )
    assert near(int(counts.right[0]), 4000, float(binom.sf(least - 1, n_datasets, win)))
    assert near(int(counts.wrong[0]), 4000, float(binom.cdf(n_datasets - least, n_datasets, win)))


@pytest.mark.parametrize("n_datasets", [5, 14, 60])
@pytest.mark.parametrize("difference", [0.0, 0.02, 0.05])
def test_power_of_the_t_test_is_that_of_the_noncentral_t(n_datasets, difference):
    observed = scores(12, 2, seed=3)
    d = observed[:, 0] - observed[:, 1]
    noncentrality = difference * math.sqrt(n_datasets) / d.std(ddof=1)
    bound = float(special.stdtrit(n_datasets - 1, 0.975))
    expected = 1 - float(special.nctdtr(n_datasets - 1, noncentrality, bound))
    counts = find_in_draws(
        SimulatedStudy(observed, PAIR, 0, PAIRWISE["t"], model="normal"), difference, n_datasets, 6000, generator()
    )
    assert near(int(counts.right[0]), 6000, expected)


def enlarged(observed, pair, difference):
    """The data sets that are drawn from: each step as the docstring has it, written out number by number."""
    n, k = observed.shape
    moved = observed.copy()
    moved[:, pair[1]] += np.mean(observed[:, pair[0]] - observed[:, pair[1]]) - difference
    result = np.empty_like(moved)
    for i in range(n):
        for j in range(k):
            level = moved[i].mean() + moved[:, j].mean() - moved.mean()
            result[i, j] = level + (moved[i, j] - level) * math.sqrt(n / (n - 1))
    return result


def decided(run_pairs, study, drawn):
    """By procedure, whom one study finds better, each step by the functions that studies use."""
    tests, ranks = run_pairs(study.test, drawn, study.pairs), rank_scores(drawn)
    family = family_of(tests, drawn.shape[1], control=study.control, average_ranks=ranks.mean(axis=0))
    favoured = tests.leaning[study.which]
    sign = 0 if math.isnan(favoured) else int(np.sign(favoured))
    adjusted = [adjustment.adjust(family) for adjustment, _ in study.adjustments]
    return [sign * int(p[study.which] <= study.alpha) for p in (family.p, *adjusted)]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("test", "adjustments"),
    [
        ("rank-z", ("nemenyi", "holm", "bergmann-hommel")),
        ("wilcoxon", ("shaffer", "hommel")),
        ("sign", ("holm",)),
        ("t", ("hochberg", "finner")),
        ("quade", ("holm",)),
        ("block-t", ("tukey",)),
    ],
)
def test_shares_are_those_of_all_studies_that_can_be_drawn(run_pairs, test, adjustments):
    observed = scores(3, 3, seed=5)
    chosen = [(ADJUSTMENTS[name], {}) for name in adjustments]
    study = SimulatedStudy(observed, all_pairs(3), 1, PAIRWISE[test], alpha=0.25, adjustments=chosen)
    drawn_from = enlarged(observed, (0, 2), 0.08)
    every = itertools.product(range(3), repeat=4)
    outcomes = np.array([decided(run_pairs, study, drawn_from[list(rows)]) for rows in every])
    draws = 500
    counts = find_in_draws(study, 0.08, 4, draws, generator())
    assert counts.procedures == ("unadjusted", *adjustments)
    for at in range(len(counts.procedures)):
        assert near(int(counts.right[at]), draws, float((outcomes[:, at] > 0).mean()))
        assert near(int(counts.wrong[at]), draws, float((outcomes[:, at] < 0).mean()))
    assert 0 < counts.right[0] < draws  # else nothing was tested


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("test", ["rank-z", "block-t", "wilcoxon"])
def test_adjustments_find_in_each_study_what_they_find_in_full(run_pairs, test, control):
    observed, draws, n_datasets = scores(9, 4, seed=7), 30, 12
    pairs = pairs_with(0, 4) if control else all_pairs(4)
    family = family_of(run_pairs(PAIRWISE[test], observed, pairs), 4, control=control, average_ranks=np.ones(4))
    fitting = [(one, {}) for one in ADJUSTMENTS.values() if not one.inapplicable(family)]
    study = SimulatedStudy(observed, pairs, 1, PAIRWISE[test], alpha=0.05, adjustments=fitting, control=control)
    counts = find_in_draws(study, 0.06, n_datasets, draws, generator(2))
    drawn_from = enlarged(observed, (int(pairs[1, 0]), int(pairs[1, 1])), 0.06)
    rows = generator(2).integers(len(observed), size=(draws, n_datasets))
    outcomes = np.array([decided(run_pairs, study, drawn_from[one]) for one in rows])
    assert counts.right.tolist() == (outcomes > 0).sum(axis=0).tolist()
    assert counts.wrong.tolist() == (outcomes < 0).sum(axis=0).tolist()
    assert len(set(counts.right.tolist())) > 1


ALPHA = 0.2  # so that errors are many


def one_by_one(run_pairs, test, scores, equal, control):
    """Errors, and sums of shares of false rejections, by adjustment."""
    k = scores.shape[2]
    pairs = pairs_with(0, k) if control else all_pairs(k)
    true = np.array([equal[a, b] for a, b in pairs])
    by_adjustment = {}
    for study in scores:
        tests = run_pairs(PAIRWISE[test], study, pairs)
        more = {"t": tests.statistic, "df": float(tests.details["df"][0])} if test == "block-t" else {}
        if test == "rank-z":
            more = {"average_ranks": average_ranks(rank_scores(study)), "z": tests.statistic}
        family = Family(tests.p, k, control, **more)
        for name, adjustment in ADJUSTMENTS.items():
            if not adjustment.inapplicable(family):
                rejected = adjustment.adjust(family) <= ALPHA
                errors, shares = by_adjustment.get(name, (0, 0.0))
                wrong = (rejected & true).sum()
                by_adjustment[name] = errors + bool(wrong), shares + wrong / max(rejected.sum(), 1)
    return by_adjustment


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("control", "name"), [(False, "ties"), pytest.param(True, "one better", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("test", sorted(PAIRWISE))
def test_errors_are_those_of_one_study_after_the_other(run_pairs, test, control, name):
    world = WORLDS[name]
    scores, equal = world.scores(20, 9, 3, np.random.default_rng(1)), world.equal(3)
    every = [(one, {}) for one in ADJUSTMENTS.values()]
    errors = errors_of_families(PAIRWISE[test], scores, equal, ALPHA, control=control, adjustments=every)
    by_adjustment = {one.adjustment: one for one in errors}
    expected = one_by_one(run_pairs, test, scores, equal, control)
    assert set(by_adjustment) == {"none", *expected}
    for name, (erring, shares) in expected.items():
        assert by_adjustment[name].erring == erring, name
        assert by_adjustment[name].false_shares == pytest.approx(shares), name
    assert sum(erring for erring, _ in expected.values()) > 0


def test_bands_are_the_shares_that_are_not_too_far():
    for count in (0, 1, 37, 500, 999, 1000):
        for end in (float(bound[0]) for bound in share_bands([count], 1000)):
            assert abs(count / 1000 - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / 1000), abs=1e-6)
    low, high = share_bands([[1, 2], [3, 4]], 10)
    assert low.shape == high.shape == (2, 2)


def test_a_rising_curve_is_crossed_on_a_straight_line():
    crossing = reached([10, 20, 30], [100, 700, 900], 1000, 0.8)
    assert crossing.place == pytest.approx(25)
    assert crossing.first == 30
    assert 20 < crossing.low < 25 < crossing.high < 30


def test_what_is_never_reached_is_infinite_and_what_always_is_the_first():
    never, always = (reached([5, 10], counts, 1000, 0.8) for counts in ([0, 795], [990, 999]))
    assert never.place == never.high == never.first == math.inf
    assert never.low < 10  # 795 of 1000 leave 0.8 open
    assert (always.low, always.place, always.high, always.first) == (5, 5, 5, 5)
    with pytest.raises(ValueError, match="counts"):
        reached([5, 10], [1], 1000, 0.8)


@pytest.mark.parametrize("n_datasets", [5, 14, 40])
@pytest.mark.parametrize("typical", [0.05, 0.9, 40.0])
def test_the_smallest_difference_is_the_root_of_the_power(n_datasets, typical):
    bound = special.stdtrit(n_datasets - 1, 0.975)

    def power(difference):
        return 1 - float(special.nctdtr(n_datasets - 1, difference * math.sqrt(n_datasets), bound))

    root = float(optimize.brentq(lambda difference: power(difference) - 0.8, 1e-6, 10))

    def counts_at(difference):
        return np.array([round(10_000 * power(difference)), round(10_000 * power(difference / 2)), 0])

    search = search_smallest(counts_at, 10_000, 0.8, typical)
    assert search.smallest[0].place == pytest.approx(root, rel=0.01)
    assert search.smallest[1].place == pytest.approx(2 * root, rel=0.01)
    assert search.smallest[2].place == math.inf
    assert search.smallest[0].low < root < search.smallest[0].high < 1.2 * root
    assert np.all(np.diff(search.differences) > 0)
    assert search.differences[0] == 0
    assert search.counts.shape == (len(search.differences), 3)
    assert len(search.differences) < 60


@pytest.mark.parametrize(("spread", "sizes"), [(0.05, (5, 10, 240)), (0.02, (5, 40, 80)), (0.12, (3, 30, 400))])
def test_the_data_sets_needed_are_the_root_of_the_power(spread, sizes):
    def power(n):
        bound = special.stdtrit(n - 1, 0.975)
        return 1 - float(special.nctdtr(n - 1, 0.02 / spread * math.sqrt(n), bound))

    least = next(n for n in range(2, 1000) if power(n) >= 0.8)
    simulated, counts = search_sizes(lambda n: np.array([round(10_000 * power(n)), 0]), sizes, 10_000, 0.8)
    assert set(sizes) <= set(simulated)
    assert simulated == tuple(sorted(simulated))
    assert counts.shape == (len(simulated), 2)
    above = next(at for at, size in enumerate(simulated) if size >= least)
    assert simulated[above] - simulated[above - 1] <= max(1, 0.05 * simulated[above])
    assert math.ceil(reached(simulated, counts[:, 0], 10_000, 0.8).place) == least
    assert len(simulated) < 3 + 10


@pytest.mark.parametrize("n_datasets", [2, 14, 100])
def test_the_interval_of_a_spread_is_of_the_chi_squared(n_datasets):
    low, high = spread_interval(n_datasets)
    df = n_datasets - 1
    assert df / low**2 == pytest.approx(stats.chi2.ppf(0.975, df))
    assert df / high**2 == pytest.approx(stats.chi2.ppf(0.025, df))
