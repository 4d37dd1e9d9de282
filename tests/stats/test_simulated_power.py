"""Simulated power against theory and against all studies that can be drawn.

Held: the sign test against the binomial distribution, the t test against the noncentral t, every kind of test and
adjustment against the enumeration of all studies that can be drawn from few data sets, and adjustments in shortened
form against the adjustments themselves, study by study. Shares are held to 4.5 standard errors of theirs.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import special
from scipy.stats import binom

from rankpress.stats import simulated_power
from rankpress.stats.families import ADJUSTMENTS, family_of
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.ranks import rank_scores
from rankpress.stats.simulated_power import SimulatedStudy, find_in_draws

PAIR = np.array([[0, 1]])


def scores(n: int, k: int, seed: int = 0) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(seed)
    return rng.normal(0.7, 0.1, (n, 1)) + rng.normal(0, 0.05, (n, k)) - 0.02 * np.arange(k)


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def near(count: int, draws: int, chance: float) -> bool:
    return abs(count / draws - chance) <= 4.5 * math.sqrt(max(chance * (1 - chance), 1 / draws) / draws)


@pytest.mark.parametrize("n_datasets", [8, 20, 45])
@pytest.mark.parametrize("model", ["normal", "resampled"])
def test_power_of_the_sign_test_is_binomial(n_datasets: int, model: Any) -> None:
    observed = scores(15, 2)
    difference = 0.03
    d = observed[:, 0] - observed[:, 1]
    if model == "normal":
        win = float(special.ndtr(difference / d.std(ddof=1)))
    else:
        win = float(((d - d.mean()) * math.sqrt(15 / 14) + difference > 0).mean())
    wins = np.arange(n_datasets + 1)
    least = next(w for w in wins if 2 * binom.sf(w - 1, n_datasets, 0.5) <= 0.05)
    found = find_in_draws(
        SimulatedStudy(observed, PAIR, 0, "sign", model=model), difference, n_datasets, 4000, generator()
    )
    assert near(int(found.right[0]), 4000, float(binom.sf(least - 1, n_datasets, win)))
    assert near(int(found.wrong[0]), 4000, float(binom.cdf(n_datasets - least, n_datasets, win)))


@pytest.mark.parametrize("n_datasets", [5, 14, 60])
@pytest.mark.parametrize("difference", [0.0, 0.02, 0.05])
def test_power_of_the_t_test_is_that_of_the_noncentral_t(n_datasets: int, difference: float) -> None:
    observed = scores(12, 2, seed=3)
    d = observed[:, 0] - observed[:, 1]
    noncentrality = difference * math.sqrt(n_datasets) / d.std(ddof=1)
    bound = float(special.stdtrit(n_datasets - 1, 0.975))
    expected = 1 - float(special.nctdtr(n_datasets - 1, noncentrality, bound))
    found = find_in_draws(
        SimulatedStudy(observed, PAIR, 0, "t", model="normal"), difference, n_datasets, 6000, generator()
    )
    assert near(int(found.right[0]), 6000, expected)


def enlarged(observed: np.ndarray[Any, Any], pair: tuple[int, int], difference: float) -> np.ndarray[Any, Any]:
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


def decided(study: SimulatedStudy, drawn: np.ndarray[Any, Any]) -> list[int]:
    """By procedure, whom one study finds better, each step by the functions that studies use."""
    procedure, ranks = PAIRWISE[study.test], rank_scores(drawn)
    if procedure.uses == "average-ranks":
        tests = procedure.function(ranks.mean(axis=0), len(drawn), study.pairs)
    else:
        tests = procedure.function(drawn if procedure.uses == "scores" else ranks, study.pairs)
    family = family_of(tests, drawn.shape[1], control=study.control, average_ranks=ranks.mean(axis=0))
    favoured = procedure.favours(tests)[study.which]
    sign = 0 if math.isnan(favoured) else int(np.sign(favoured))
    adjusted = [ADJUSTMENTS[name].function(family) for name in study.adjustments]
    return [sign * int(p[study.which] <= study.alpha) for p in (family.p, *adjusted)]


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
def test_shares_are_those_of_all_studies_that_can_be_drawn(test: str, adjustments: tuple[str, ...]) -> None:
    observed = scores(3, 3, seed=5)
    study = SimulatedStudy(observed, all_pairs(3), 1, test, alpha=0.25, adjustments={name: {} for name in adjustments})
    drawn_from = enlarged(observed, (0, 2), 0.08)
    outcomes = np.array([decided(study, drawn_from[list(rows)]) for rows in itertools.product(range(3), repeat=5)])
    found = find_in_draws(study, 0.08, 5, 2000, generator())
    assert found.procedures == ("unadjusted", *adjustments)
    for at in range(len(found.procedures)):
        assert near(int(found.right[at]), 2000, float((outcomes[:, at] > 0).mean()))
        assert near(int(found.wrong[at]), 2000, float((outcomes[:, at] < 0).mean()))
    assert 0 < found.right[0] < 2000  # else nothing was held


@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("test", ["rank-z", "block-t", "wilcoxon"])
def test_adjustments_find_in_each_study_what_they_find_in_full(test: str, control: bool) -> None:
    observed, draws, n_datasets = scores(9, 4, seed=7), 60, 12
    pairs = pairs_with(0, 4) if control else all_pairs(4)
    family = family_of(decided_tests(test, observed, pairs), 4, control=control, average_ranks=np.ones(4))
    names = [name for name, one in ADJUSTMENTS.items() if not one.inapplicable(family)]
    study = SimulatedStudy(
        observed, pairs, 1, test, alpha=0.05, adjustments={name: {} for name in names}, control=control
    )
    found = find_in_draws(study, 0.06, n_datasets, draws, generator(2))
    drawn_from = enlarged(observed, (int(pairs[1, 0]), int(pairs[1, 1])), 0.06)
    rows = generator(2).integers(len(observed), size=(draws, n_datasets))
    outcomes = np.array([decided(study, drawn_from[one]) for one in rows])
    assert found.right.tolist() == (outcomes > 0).sum(axis=0).tolist()
    assert found.wrong.tolist() == (outcomes < 0).sum(axis=0).tolist()
    assert len(set(found.right.tolist())) > 1


def decided_tests(test: str, drawn: np.ndarray[Any, Any], pairs: np.ndarray[Any, Any]) -> Any:
    procedure, ranks = PAIRWISE[test], rank_scores(drawn)
    if procedure.uses == "average-ranks":
        return procedure.function(ranks.mean(axis=0), len(drawn), pairs)
    return procedure.function(drawn if procedure.uses == "scores" else ranks, pairs)


@pytest.mark.parametrize("model", ["normal", "resampled"])
def test_chunks_change_nothing(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    study = SimulatedStudy(scores(9, 3), all_pairs(3), 0, "rank-z", adjustments={"holm": {}}, model=model)
    whole = find_in_draws(study, 0.05, 11, 97, generator())
    monkeypatch.setattr(simulated_power, "_NUMBERS_AT_ONCE", 700)
    assert find_in_draws(study, 0.05, 11, 97, generator()).right.tolist() == whole.right.tolist()


def test_few_large_differences_make_the_mean_and_many_small_ones_the_test() -> None:
    first = np.array([0.0] * 9 + [10.0])
    study = SimulatedStudy(np.column_stack([first, np.linspace(0.4, 0.6, 10)]), PAIR, 0, "sign")
    found = find_in_draws(study, 0.5, 60, 300, generator())
    assert found.wrong[0] > 290
    assert found.right[0] == 0


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="scores"):
        SimulatedStudy(scores(1, 2), PAIR, 0, "sign")
    with pytest.raises(ValueError, match="pairs"):
        SimulatedStudy(scores(5, 2), np.array([[0, 2]]), 0, "sign")
    with pytest.raises(ValueError, match="model"):
        SimulatedStudy(scores(5, 2), PAIR, 0, "sign", model="poisson")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="n_datasets"):
        find_in_draws(SimulatedStudy(scores(5, 2), PAIR, 0, "sign"), 0.1, 1, 100, generator())


@pytest.mark.parametrize(("test", "model"), [("wilcoxon", "resampled"), ("t", "normal")])
def test_pairs_that_no_difference_changes_need_be_tested_once(
    test: str, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = SimulatedStudy(scores(12, 5), all_pairs(5), 1, test, adjustments={"holm": {}, "hommel": {}}, model=model)
    afresh = [find_in_draws(study, d, 15, 60, generator()) for d in (0.0, 0.03, 0.05, 0.04)]
    tested, compare = [], simulated_power.compare_in_studies

    def counted(name: str, values: Any, pairs: Any, options: Any) -> Any:
        tested.append(len(values) * len(pairs))
        return compare(name, values, pairs, options)

    monkeypatch.setattr(simulated_power, "compare_in_studies", counted)
    at_rest = np.full((60, 10), np.nan)
    for one, d in zip(afresh, (0.0, 0.03, 0.05, 0.04), strict=True):
        found = find_in_draws(study, d, 15, 60, generator(), at_rest)
        assert (found.right == one.right).all()
        assert (found.wrong == one.wrong).all()
    moved = [2 in pair for pair in all_pairs(5).tolist()]
    assert np.isnan(at_rest[:, moved]).all()  # which each difference changes
    tested.clear()
    find_in_draws(study, 0.04, 15, 60, generator(), at_rest)
    undecided = tested[1] // 4  # the pair by itself in all studies, then the four pairs that are moved, in these
    assert tested == [60, 4 * undecided]
