"""The front of undominated algorithms, against its definition."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rankpress.stats.multitest import undominated

# Few values, so that ties are common.
VALUES = st.one_of(st.integers(0, 4).map(float), st.floats(-1e300, 1e300))
POINTS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12)


def dominates(one, other):
    """By the definition: at most as much of both, less of one."""
    return one[0] <= other[0] and one[1] <= other[1] and one != other


@given(POINTS)
def test_front_is_what_the_definition_says(points):
    found = undominated(*zip(*points, strict=True))
    free = {i for i, point in enumerate(points) if not any(dominates(other, point) for other in points)}
    assert set(found.members) == free
    assert len(found.members) == len(free)


@given(POINTS)
def test_members_become_dearer_and_better(points):
    found = undominated(*zip(*points, strict=True))
    along = [points[i] for i in found.members]
    assert along == sorted(along, key=lambda point: (point[0], -point[1]))


@given(POINTS)
def test_dominated_ones_are_told_the_cheapest_that_dominates_them(points):
    found = undominated(*zip(*points, strict=True))
    for i, by in enumerate(found.dominated_by):
        assert (by is None) == (i in found.members)
        if by is not None:
            over = [j for j in found.members if dominates(points[j], points[i])]
            assert by in over
            assert points[by][0] == min(points[j][0] for j in over)


@given(POINTS, st.randoms(use_true_random=False))
def test_order_of_the_algorithms_changes_nothing(points, random):
    order = list(range(len(points)))
    random.shuffle(order)
    found = undominated(*zip(*points, strict=True))
    shuffled = undominated(*zip(*(points[i] for i in order), strict=True))
    assert {order[i] for i in shuffled.members} == set(found.members)


def test_equal_ones_are_on_the_front_together_or_not_at_all():
    assert undominated([1, 1, 2, 2], [2, 2, 3, 3]).members == (0, 1)
    assert undominated([1, 1, 2, 2], [2, 2, 3, 3]).dominated_by == (None, None, 0, 0)


@pytest.mark.parametrize(
    ("cost", "loss", "message"),
    [([1, 2], [1], "loss: got 1 entries"), ([], [], "cost: got 0"), ([1, float("nan")], [1, 1], "cost")],
)
def test_refuses_what_has_no_front(cost, loss, message):
    with pytest.raises(ValueError, match=message):
        undominated(cost, loss)
