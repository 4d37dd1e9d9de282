"""Adjustments of p-values for their number, and the families in which a study names them."""

import gc
import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.multitest import multipletests

from rankpress.catalog.methods import ADJUSTMENTS
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
from rankpress.stats.anova import block_t
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.families import Family
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import shaffer_static
from rankpress.stats.step_levels import WITH_LEVELS, step_levels

FUNCTIONS = {name: adjustment.run for name, adjustment in ADJUSTMENTS.items() if adjustment.uses == "p"} | {"li": li}
EVERY = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
STATSMODELS = {
    bonferroni: "bonferroni",
    sidak: "sidak",
    holm: "holm",
    holland: "holm-sidak",
    hochberg: "simes-hochberg",
    hommel: "hommel",
    benjamini_hochberg: "fdr_bh",
    benjamini_yekutieli: "fdr_by",
}
R = {"bonferroni": bonferroni, "holm": holm, "hochberg": hochberg, "hommel": hommel}
R |= {"BH": benjamini_hochberg, "BY": benjamini_yekutieli}
# Continuous ones, eighths for ties and the ends 0 and 1, and small ones.
P_VALUES = st.one_of(
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 12), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 0.02)),
)
SMALL = st.one_of(
    arrays(np.float64, st.integers(1, 7), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 7), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
)


@pytest.mark.conformance(
    "Bonferroni, Sidak, Holm, Holland, Hochberg, Hommel, Benjamini-Hochberg, Benjamini-Yekutieli",
    "statsmodels multipletests",
)
@pytest.mark.parametrize(("function", "method"), STATSMODELS.items(), ids=STATSMODELS.values())
@given(p=P_VALUES)
def test_adjusted_p_are_statsmodels(function, method, p):
    # Sidak's warns of a p-value of 1; Holm's collects garbage, a second each time where thousands of tests ran before
    with np.errstate(divide="ignore"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "collect", int)
        expected = multipletests(p, method=method)[1]
    assert function(p) == pytest.approx(expected, rel=1e-12, abs=1e-15 if "sidak" in method else 1e-300)


@pytest.mark.conformance("Bonferroni, Holm, Hochberg, Hommel, Benjamini-Hochberg, Benjamini-Yekutieli", "R p.adjust")
@pytest.mark.parametrize("name", R)
def test_adjusted_p_are_rs(name, r_values):
    for case, values in r_values(f"p.adjust.{name}"):
        i = np.arange(1, int(case) + 1)
        expected = [values[str(place)] for place in range(int(case))]
        assert R[name](((37 * i % 101) / 101) ** 3) == pytest.approx(expected, rel=1e-12)


@pytest.mark.few
@pytest.mark.conformance("Adjustments of p-values alone", "the same p-values in another order", "B12")
@EVERY
@given(p=P_VALUES, random=st.randoms())
def test_what_every_adjustment_promises(function, p, random):
    adjusted = function(p)
    order = list(range(p.size))
    random.shuffle(order)
    assert function(p[order]).tolist() == adjusted[order].tolist()
    assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= 0).all()
    assert (adjusted >= p * (1 - 1e-12)).all()
    assert (adjusted <= 1).all()
    assert function(p[:1]) == pytest.approx(p[:1], rel=1e-12, abs=0)


@EVERY
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([], "p: got 0 entries; at least 1 are needed"),
        ([0.5, np.nan], "p: entry 1 is nan; finite numbers are needed"),
        ([0.5, 1.5], "p: entry 1 is 1.5; p-values lie between 0 and 1"),
        ([[0.5]], r"p: got an array of shape \(1, 1\); a vector is needed"),
    ],
)
def test_what_are_no_p_values_is_refused(function, p, message):
    with pytest.raises(ValueError, match=message):
        function(p)


def closed_test(p, test):
    """For each hypothesis the largest p of any intersection that it belongs to."""
    adjusted = np.zeros(len(p))
    for size in range(1, len(p) + 1):
        for members in map(list, itertools.combinations(range(len(p)), size)):
            adjusted[members] = np.maximum(adjusted[members], test(np.sort(p[members])))
    return np.minimum(adjusted, 1)


@pytest.mark.conformance("Holm, Holland, Hommel", "closed testing over all subsets")
@pytest.mark.parametrize(
    ("function", "test"),
    [
        (holm, lambda ascending: ascending[0] * len(ascending)),
        (holland, lambda ascending: 1 - (1 - ascending[0]) ** len(ascending)),
        (hommel, lambda ascending: min(ascending * len(ascending) / np.arange(1, len(ascending) + 1))),
    ],
    ids=["holm: Bonferroni's", "holland: Sidak's", "hommel: Simes'"],
)
@given(p=SMALL)
def test_it_closes_the_test_of_each_subset(function, test, p):
    tolerance = {"rel": 1e-9, "abs": 1e-15} if function is holland else {"rel": 1e-12, "abs": 1e-300}
    assert function(p) == pytest.approx(closed_test(p, test), **tolerance)


def critical_values(function, alpha, m):
    """The levels for the p-values in ascending order."""
    i = np.arange(1, m + 1)
    if function in (sidak, holland, finner):
        return 1 - (1 - alpha) ** {sidak: np.full(m, 1 / m), holland: 1 / (m - i + 1), finner: i / m}[function]
    if function is rom:
        return rom_critical_values(alpha, m)[::-1]
    return i * alpha / (m * ((1 / i).sum() if function is benjamini_yekutieli else 1))


@pytest.mark.conformance(
    "Sidak, Holland, Finner, Rom, Benjamini-Hochberg, Benjamini-Yekutieli",
    "the procedures by their critical values",
    "B14",
)
@pytest.mark.parametrize(
    "function", [sidak, holland, finner, rom, benjamini_hochberg, benjamini_yekutieli], ids=lambda one: one.__name__
)
@given(p=P_VALUES)
def test_it_is_the_procedure_by_its_critical_values(function, p):
    adjusted, order = function(p), np.argsort(p, kind="stable")
    for alpha in (0.001, 0.05, 0.3, 0.9):
        met = p[order] <= critical_values(function, alpha, p.size)
        steps_down = function in (sidak, holland, finner)
        count = np.cumprod(met).sum() if steps_down else max(np.flatnonzero(met), default=-1) + 1
        if (np.abs(adjusted - alpha) > 1e-11).all():  # where rounding does not decide
            assert set(np.flatnonzero(adjusted <= alpha)) == set(order[:count])


@pytest.mark.conformance(
    "z test of average ranks; Bonferroni, Holm, Shaffer static, Bergmann-Hommel",
    "Garcia and Herrera 2008, Tables 3 and 5",
)
@pytest.mark.parametrize("column", ["unadjusted", "nemenyi", "holm", "shaffer", "bergmann", "bergmann, not monotone"])
def test_garcia_prints_these(column, table, expected, printed):
    read = table("garcia2008_table2")
    ranks = average_ranks(rank_scores(read.values))
    p = rank_z(ranks, 30, all_pairs(5)).p
    adjusted = {
        "unadjusted": lambda: [p],
        "nemenyi": lambda: [bonferroni(p)],
        "holm": lambda: [holm(p)],
        "shaffer": lambda: [shaffer_static(p, 5)],
        "bergmann": lambda: [bergmann_hommel(p, 5, monotone=True, average_ranks=each) for each in (ranks, None)],
        "bergmann, not monotone": lambda: [bergmann_hommel(p, 5, average_ranks=each) for each in (ranks, None)],
    }[column]()
    figures = dict(expected["garcia2008"]["adjusted_p"])
    place = -1 if "bergmann" in column else figures["columns"].index(column)
    values = {pair: float(row[place]) for pair, row in figures.items() if pair != "columns"}
    if column == "bergmann, not monotone":
        values |= expected["garcia2008"]["bergmann_hommel_by_definition"]
    for (a, b), *p_values in zip(all_pairs(5), *adjusted, strict=True):
        one, other = read.columns[a], read.columns[b]
        value = float(values.get(f"{one} vs {other}") or values[f"{other} vs {one}"])
        for each in p_values:
            if value < 1e-4:
                assert f"{each:.3e}" == f"{value:.3e}"
            else:
                assert each == printed(value, 4)


@pytest.mark.conformance("Holm, Hochberg, Hommel", "Demsar 2006, section 3.2.3")
@pytest.mark.parametrize("name", ["holm", "hochberg", "hommel"])
def test_demsar_rejects_these(name, demsar, expected):
    pairs = pairs_with(demsar.columns.index("C4.5"), 4)
    p = rank_z(average_ranks(rank_scores(demsar.values)), 14, pairs).p
    rejected = {demsar.columns[other] for _, other in pairs[R[name](p) <= 0.05]}
    assert rejected == set(expected["demsar2006"]["printed_with_that_change"]["rejected_at_0.05"][name])


@pytest.mark.conformance("Hochberg", "Hochberg 1988; statsmodels", "B13")
def test_hochberg_takes_the_minimum():
    assert hochberg([0.011, 0.02, 0.03, 0.04]) == pytest.approx([0.04] * 4)  # elsewhere .06 .06 .06 .04
    assert holm([0.011, 0.02, 0.03, 0.04]) == pytest.approx([0.044, 0.06, 0.06, 0.06])


@pytest.mark.conformance("Holm", "Holm 1979; statsmodels", "B23")
def test_holm_stops_at_the_first_failure():
    assert (holm([0.02, 0.021, 0.04]) > 0.05).all()  # elsewhere two are rejected


def by_recursion(alpha, count):
    """Rom's recursion as he prints it, from the largest down, in the arithmetic of alpha."""
    values = [alpha]
    for i in range(2, count + 1):
        powers = sum(alpha**j for j in range(1, i))
        values.append((powers - sum(math.comb(i, j) * values[j] ** (i - j) for j in range(1, i - 1))) / i)
    return values


def none_rejected(critical):
    """Chance that the i-th smallest of so many independent uniform p-values exceeds critical[i], for all i."""
    density = [Fraction(1)]  # coefficients of a polynomial in the largest so far
    for value in critical:
        integral = [Fraction(0), *(factor / (power + 1) for power, factor in enumerate(density))]
        integral[0] = -sum(factor * value**power for power, factor in enumerate(integral))
        density = integral
    return math.factorial(len(critical)) * sum(density)


@pytest.mark.conformance("Rom: critical values", "their defining equation, in rational numbers", "B15")
@pytest.mark.parametrize("alpha", [Fraction(1, 100), Fraction(1, 20), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("m", range(1, 7))
def test_the_error_of_rom_is_alpha_exactly(alpha, m):
    exact = by_recursion(alpha, m)
    assert none_rejected(exact[::-1]) == 1 - alpha
    assert rom_critical_values(float(alpha), m) == pytest.approx([float(value) for value in exact], rel=1e-14)


@pytest.mark.few
@pytest.mark.conformance("Rom: critical values", "the recursion with a hundred digits")
@pytest.mark.parametrize("alpha", ["1e-12", "0.003", "0.05", "0.4", "0.9", "0.99", "0.999"])
def test_many_critical_values(alpha):
    with localcontext() as context:
        context.prec = 100
        exact = [float(value) for value in by_recursion(Decimal(float(alpha)), 100)]
    assert rom_critical_values(float(alpha), 100) == pytest.approx(exact, rel=1e-11)
    # The p-value that just meets its critical value, the others being 1, has alpha for its adjusted one.
    for m in (2, 3, 10, 45, 100):
        assert rom([exact[m - 1]] + [1.0] * (m - 1))[0] == pytest.approx(float(alpha), rel=1e-12)


@pytest.mark.conformance("Li", "the two steps by their definition")
@given(P_VALUES)
def test_li_takes_two_steps(p):
    adjusted = li(p)
    for alpha in (0.01, 0.05, 0.3, 0.9):
        rejected = np.full(p.size, True) if p.max() <= alpha else p <= alpha * (1 - p.max()) / (1 - alpha)
        if (np.abs(adjusted - alpha) > 1e-12).all():  # where rounding does not decide
            assert ((adjusted <= alpha) == rejected).all()


def by_ranks(ranks, *, control=False, with_z=True):
    """A family of rank-z tests, or of any tests without their z."""
    test = rank_z(ranks, 20, pairs_with(0, ranks.size) if control else all_pairs(ranks.size))
    return Family(test.p, ranks.size, control, ranks, test.statistic if with_z else None)


def by_means(*, control=False):
    scores = np.random.default_rng(0).normal(size=(6, 4)) + np.linspace(0, 1.5, 4)
    test = block_t(scores, pairs_with(0, 4) if control else all_pairs(4))
    return Family(test.p, 4, control, t=test.statistic, df=15.0)


FEW, MANY = np.linspace(1, 4, 4), np.linspace(1, 20, 20)
FAMILIES = {
    "all pairs by ranks": by_ranks(FEW),
    "a control by ranks": by_ranks(FEW, control=True),
    "all pairs by another test": by_ranks(FEW, with_z=False),
    "all pairs by means": by_means(),
    "a control by means": by_means(control=True),
    "twenty algorithms by ranks": by_ranks(MANY),
    "twenty algorithms by another test": by_ranks(MANY, with_z=False),
}


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_an_adjustment_gives_p_or_refuses_with_its_reason(name, family):
    reason = ADJUSTMENTS[name].inapplicable(family)
    if reason:
        with pytest.raises(ValueError, match=f"^{name}: {reason}$"):
            ADJUSTMENTS[name].adjust(family)
    else:
        adjusted = ADJUSTMENTS[name].adjust(family)
        assert (adjusted >= family.p * (1 - 1e-12)).all()
        assert (adjusted <= 1).all()


@pytest.mark.parametrize(
    ("name", "family", "reason"),
    [
        ("nemenyi", "all pairs by another test", "Nemenyi's test is for all pairs by rank-z"),
        ("tukey", "a control by means", "Tukey's test is for all pairs by block-t"),
        ("bergmann-hommel", "twenty algorithms by ranks", ""),
        (
            "bergmann-hommel",
            "twenty algorithms by another test",
            (
                "Bergmann and Hommel's procedure is feasible for at most 16 algorithms with this test, "
                "and here are 20; Shaffer's static procedure takes any number"
            ),
        ),
    ],
)
def test_the_reason_says_what_it_is_for(name, family, reason):
    assert ADJUSTMENTS[name].inapplicable(FAMILIES[family]) == reason


def test_where_there_is_no_error_all_that_differs_is_significant():
    test = block_t([[1, 1, 3], [6, 6, 8]], all_pairs(3))
    family = Family(test.p, 3, t=test.statistic, df=2.0)
    assert ADJUSTMENTS["tukey"].adjust(family).tolist() == [1.0, 0.0, 0.0]


def test_the_option_of_bergmann_and_hommel_reaches_it():
    family = Family(np.array([0.06, 0.03, 0.001, 0.002, 0.08, 0.09]), 4)
    free = ADJUSTMENTS["bergmann-hommel"].adjust(family)
    enforced = ADJUSTMENTS["bergmann-hommel"].adjust(family, monotone=True)
    assert free[[0, 4]] == pytest.approx([0.12, 0.08])
    assert enforced[[0, 4]] == pytest.approx([0.12, 0.12])


# Garcia and Herrera 2008, Table 3, with alpha 0.05; the second level of Holm is printed 0.0055, and is 0.05 / 9.
TABLE_3 = {
    "bonferroni": [0.005] * 10,
    "holm": [0.005, 0.0056, 0.0063, 0.0071, 0.0083, 0.01, 0.0125, 0.0167, 0.025, 0.05],
    "shaffer": [0.005, 0.0083, 0.0083, 0.0083, 0.0083, 0.0125, 0.0125, 0.0167, 0.025, 0.05],
}


@pytest.mark.conformance("Levels of the steps of Bonferroni, Holm, Shaffer static", "Garcia and Herrera 2008, Table 3")
@pytest.mark.parametrize("procedure", TABLE_3)
def test_garcia_prints_these_levels(procedure, table):
    p = rank_z(average_ranks(rank_scores(table("garcia2008_table2").values)), 30, all_pairs(5)).p
    levels = step_levels(procedure, p, 0.05)[np.argsort(p)]
    assert levels == pytest.approx(TABLE_3[procedure], abs=5.001e-5)


@pytest.mark.parametrize("procedure", sorted(WITH_LEVELS - {"bonferroni-dunn"}))
def test_a_procedure_rejects_by_its_levels(procedure):
    rng = np.random.default_rng(3)
    for _ in range(20):
        p = rng.beta(0.4, 2.0, 15)
        met = np.sort(p) <= np.sort(step_levels(procedure, p, 0.05))
        steps_up = procedure in ("hochberg", "rom", "benjamini-hochberg", "benjamini-yekutieli")
        count = max(np.flatnonzero(met), default=-1) + 1 if steps_up else np.cumprod(met).sum()
        adjusted = ADJUSTMENTS[procedure].adjust(Family(p, 6))
        assert (adjusted <= 0.05).sum() == count
