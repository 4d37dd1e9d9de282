"""Significant wins over data sets.

Checked against: counting one data set after the other; the wins of ulas2012 (Table 6) put into p-values and
differences that give them. What the sign test makes of such counts is in test_sign.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.sign import count_significant

SHAPE = st.tuples(st.integers(1, 6), st.integers(1, 4))
P = st.one_of(st.just(np.nan), st.just(0.05), st.floats(0, 1))


@given(
    SHAPE.flatmap(
        lambda shape: st.tuples(arrays(float, shape, elements=P), arrays(float, shape, elements=st.integers(-1, 1)))
    )
)
def test_counts_are_those_of_one_data_set_after_the_other(study):
    p, difference = study
    for pair, counts in enumerate(count_significant(p, difference, 0.05).tolist()):
        expected = [0, 0, 0]
        for one, by in zip(p[:, pair], difference[:, pair], strict=True):
            if not np.isnan(one):
                expected[{1: 0, 0: 1, -1: 2}[int(by) if one <= 0.05 else 0]] += 1
        assert counts == expected
    turned = count_significant(p, -difference, 0.05)
    assert turned.tolist() == count_significant(p, difference, 0.05)[:, ::-1].tolist()


@pytest.mark.conformance(procedure="Significant wins", source="Ulas et al. 2012, Table 6")
def test_ulas_counts_these(table):
    wins = table("ulas2012_table6_wins_5x2cv_f").values.astype(int)
    pairs = list(itertools.combinations(range(8), 2))
    p, difference = np.ones((38, len(pairs))), np.full((38, len(pairs)), 0.1)
    for at, (a, b) in enumerate(pairs):
        p[: wins[a, b], at] = 0.01
        p[38 - wins[b, a] :, at], difference[38 - wins[b, a] :, at] = 0.04, -0.1
    found = count_significant(p, difference, 0.05)
    assert found.tolist() == [[wins[a, b], 38 - wins[a, b] - wins[b, a], wins[b, a]] for a, b in pairs]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: count_significant([[0.5]], [[0.1, 0.2]], 0.05),
            r"difference: got shape \(1, 2\); \(1, 1\), that of p",
        ),
        (lambda: count_significant([[1.5]], [[0.1]], 0.05), "p: row 0 column 0 is 1.5; p-values lie between 0 and 1"),
        (lambda: count_significant([[0.5]], [[np.inf]], 0.05), "difference: row 0 column 0 is inf"),
        (lambda: count_significant([[0.5]], [[0.1]], 0), "alpha: got 0"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
