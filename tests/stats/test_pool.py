"""The average-rank test without one of the other algorithms: ranks and tests made again of what is left."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.pairs import all_pairs
from rankpress.stats.pool import pool_dependence
from rankpress.stats.ranks import average_ranks, rank_scores

SCORES = st.tuples(st.integers(1, 8), st.integers(3, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(0, 5).map(float))
)


@pytest.mark.conformance("Dependence on the pool", "ranks and z test without each other algorithm")
@given(scores=SCORES)
def test_each_p_is_that_of_a_study_without_the_other(scores):
    n, k = scores.shape
    dependence = pool_dependence(rank_scores(scores), all_pairs(k))
    for row, (a, b) in enumerate(all_pairs(k)):
        p = {}
        for other in set(range(k)) - {a, b}:
            left = [i for i in range(k) if i != other]
            ranks = average_ranks(rank_scores(scores[:, left]))
            p[other] = rank_z(ranks, n, [[left.index(a), left.index(b)]]).p[0]
        assert dependence.lowest[row] == pytest.approx(min(p.values()), rel=1e-9)
        assert dependence.highest[row] == pytest.approx(max(p.values()), rel=1e-9)
        assert p[int(dependence.without_lowest[row])] == pytest.approx(dependence.lowest[row], rel=1e-9)
        assert p[int(dependence.without_highest[row])] == pytest.approx(dependence.highest[row], rel=1e-9)


def test_a_verdict_turns_where_any_p_is_on_the_other_side():
    dependence = pool_dependence([[1, 3, 2]] * 6 + [[1, 2, 3]] * 2, [[0, 1], [0, 2]])
    assert dependence.turns(0.001).tolist() == [True, False]
    assert dependence.turns(0.05).tolist() == [False, False]
