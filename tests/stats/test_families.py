"""The adjustments by the names that a study gives them.

Checked against: the functions themselves, which have tests of their own. Here: that each name leads to its
function, what each refuses and in which words, and that the reasons and the refusals agree.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from rankpress.stats import adjustments
from rankpress.stats.adjustments import finner, holland, li, rom, sidak
from rankpress.stats.anova import block_t
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.families import ADJUSTMENTS, Family
from rankpress.stats.nemenyi import bonferroni_dunn, nemenyi
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.rank_z import rank_z
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static
from rankpress.stats.tukey import dunnett, tukey

RANKS = np.array([1.2, 2.1, 2.9, 3.8])


def family_of(*, control=False, by_ranks=True, ranks=RANKS):
    pairs = pairs_with(0, ranks.size) if control else all_pairs(ranks.size)
    test = rank_z(ranks, 20, pairs)
    return Family(test.p, ranks.size, control, ranks, test.statistic if by_ranks else None)


def family_of_means(*, control=False):
    scores = np.random.default_rng(0).normal(size=(6, 4)) + np.linspace(0, 1.5, 4)
    test = block_t(scores, pairs_with(0, 4) if control else all_pairs(4))
    return Family(test.p, 4, control, t=test.statistic, df=15.0)


@pytest.mark.parametrize(
    ("name", "control", "function"),
    [
        ("nemenyi", False, lambda family: nemenyi(family.z, 4)),
        ("bonferroni", False, lambda family: adjustments.bonferroni(family.p)),
        ("bonferroni", True, lambda family: adjustments.bonferroni(family.p)),
        ("bonferroni-dunn", True, lambda family: bonferroni_dunn(family.p)),
        ("holm", True, lambda family: adjustments.holm(family.p)),
        ("hochberg", False, lambda family: adjustments.hochberg(family.p)),
        ("hommel", True, lambda family: adjustments.hommel(family.p)),
        ("sidak", False, lambda family: sidak(family.p)),
        ("holland", True, lambda family: holland(family.p)),
        ("rom", False, lambda family: rom(family.p)),
        ("li", True, lambda family: li(family.p)),
        ("finner", False, lambda family: finner(family.p)),
        ("benjamini-hochberg", False, lambda family: benjamini_hochberg(family.p)),
        ("benjamini-yekutieli", True, lambda family: benjamini_yekutieli(family.p)),
        ("shaffer", False, lambda family: shaffer_static(family.p, 4)),
        ("shaffer-dynamic", False, lambda family: shaffer_dynamic(family.p, 4)),
        ("bergmann-hommel", False, lambda family: bergmann_hommel(family.p, 4)),
    ],
)
def test_each_name_leads_to_its_function(name, control, function):
    family = family_of(control=control)
    assert ADJUSTMENTS[name].inapplicable(family) == ""
    assert ADJUSTMENTS[name].function(family) == pytest.approx(function(family), rel=1e-12)


def test_tukey_and_dunnett_take_the_t_of_the_block_design():
    family = family_of_means()
    assert ADJUSTMENTS["tukey"].inapplicable(family) == ""
    assert ADJUSTMENTS["tukey"].function(family) == pytest.approx(tukey(family.t, 4, 15), rel=1e-12)
    family = family_of_means(control=True)
    assert ADJUSTMENTS["dunnett"].inapplicable(family) == ""
    assert ADJUSTMENTS["dunnett"].function(family) == pytest.approx(dunnett(family.t, 15), rel=1e-12)


def test_where_there_is_no_error_all_that_differs_is_significant():
    test = block_t([[1, 1, 3], [6, 6, 8]], all_pairs(3))
    family = Family(test.p, 3, t=test.statistic, df=2.0)
    assert ADJUSTMENTS["tukey"].function(family).tolist() == [1.0, 0.0, 0.0]


def test_the_option_of_bergmann_and_hommel_reaches_it():
    family = Family(np.array([0.06, 0.03, 0.001, 0.002, 0.08, 0.09]), 4)
    free = ADJUSTMENTS["bergmann-hommel"].function(family)
    enforced = ADJUSTMENTS["bergmann-hommel"].function(family, monotone=True)
    assert free[[0, 4]] == pytest.approx([0.12, 0.08])
    assert enforced[[0, 4]] == pytest.approx([0.12, 0.12])


@pytest.mark.parametrize(
    ("name", "family", "reason"),
    [
        ("nemenyi", family_of(control=True), "Nemenyi's test is for all pairs by rank-z"),
        ("nemenyi", family_of(by_ranks=False), "Nemenyi's test is for all pairs by rank-z"),
        ("bonferroni-dunn", family_of(), "the Bonferroni-Dunn test is for comparisons with a control"),
        ("tukey", family_of(), "Tukey's test is for all pairs by block-t"),
        ("tukey", family_of_means(control=True), "Tukey's test is for all pairs by block-t"),
        ("dunnett", family_of(control=True), "Dunnett's test is for comparisons with a control by block-t"),
        ("dunnett", family_of_means(), "Dunnett's test is for comparisons with a control by block-t"),
        (
            "shaffer",
            family_of(control=True),
            "Shaffer's procedure is for all pairs, not for comparisons with a control",
        ),
        (
            "shaffer-dynamic",
            family_of(control=True),
            "Shaffer's procedure is for all pairs, not for comparisons with a control",
        ),
        (
            "shaffer-dynamic",
            family_of(by_ranks=False, ranks=np.linspace(1, 20, 20)),
            (
                "Shaffer's dynamic procedure is feasible for at most 16 algorithms with this test, "
                "and here are 20; Shaffer's static procedure takes any number"
            ),
        ),
        ("li", family_of(), "Li's procedure is for comparisons with a control"),
        (
            "bergmann-hommel",
            family_of(control=True),
            "Bergmann and Hommel's procedure is for all pairs, not for comparisons with a control",
        ),
        (
            "bergmann-hommel",
            family_of(by_ranks=False, ranks=np.linspace(1, 20, 20)),
            (
                "Bergmann and Hommel's procedure is feasible for at most 16 algorithms with this test, "
                "and here are 20; Shaffer's static procedure takes any number"
            ),
        ),
        (
            "bergmann-hommel",
            family_of(ranks=np.linspace(1, 120, 120)),
            (
                "Bergmann and Hommel's procedure is feasible for at most 100 algorithms with this test, "
                "and here are 120; Shaffer's static procedure takes any number"
            ),
        ),
    ],
)
def test_what_is_inapplicable_says_why_and_refuses(name, family, reason):
    assert ADJUSTMENTS[name].inapplicable(family) == reason
    with pytest.raises(ValueError, match=f"^{name}: {reason}$"):
        ADJUSTMENTS[name].function(family)


def test_ranks_make_many_algorithms_feasible():
    family = family_of(ranks=np.linspace(1, 30, 30))
    for name in ("bergmann-hommel", "shaffer-dynamic"):
        assert ADJUSTMENTS[name].inapplicable(family) == ""
        assert ADJUSTMENTS[name].function(family).shape == (math.comb(30, 2),)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Family(np.ones(2), 3),
            "p: got 2 entries; 3, one for each of the pairs of 3 algorithms, are needed",
        ),
        (
            lambda: Family(np.ones(3), 3, control=True),
            "p: got 3 entries; 2, one for each of the pairs with a control of 3",
        ),
        (lambda: Family(np.ones(3), 3, z=np.ones(2)), "z: got 2 entries; 3,"),
        (lambda: Family(np.ones(3), 3, t=np.ones(2), df=4.0), "t: got 2 entries; 3,"),
        (lambda: Family(np.ones(3), 3, t=np.ones(3)), "df: got None; t and its degrees of freedom are needed together"),
    ],
)
def test_families_that_do_not_fit_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
