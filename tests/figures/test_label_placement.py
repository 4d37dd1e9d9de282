"""Labels next to points: none overlap, none covers a point, none leaves the area; the same from run to run."""

from itertools import permutations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import assume, given, settings

from rankpress.figures.curves import place_flags
from rankpress.figures.label_placement import boxes_meet, line_meets_box, lines_meet, place_labels

AREA = (0.0, 0.0, 3.0, 2.5)
COORDINATE = st.floats(0, 1).map(lambda share: round(share, 3))
POINTS = st.lists(st.tuples(COORDINATE.map(lambda x: 3 * x), COORDINATE.map(lambda y: 2.5 * y)), min_size=1)


def boxes_of(placement):
    return np.array([label.box for label in placement.labels])


def n_overlaps(boxes):
    return sum(bool(boxes_meet(boxes[i], boxes[j])) for i in range(len(boxes)) for j in range(i))


@pytest.mark.weekly
def test_sixty_points_at_one_place_have_numbers_apart():
    placed = place_labels([(1.5, 1.2)] * 60, [(0.15, 0.135)] * 60, (0, 0, 2.6, 2.4))
    assert (placed.overlaps, placed.covered, n_overlaps(boxes_of(placed))) == (0, 0, 0)


@pytest.mark.nightly
@settings(max_examples=6)
@given(st.lists(st.tuples(COORDINATE, COORDINATE), min_size=6, max_size=12))  # so near that not all have room there
def test_leaders_lead_from_marker_to_label(points):
    placed = place_labels(points, [(0.4, 0.13)] * len(points), AREA, radius=0.03)
    for (x, y), label in zip(points, placed.labels, strict=True):
        left, top, right, bottom = label.box
        away = np.hypot(x - min(max(x, left), right), y - min(max(y, top), bottom))
        assert (label.leader is not None) == (away > 0.03 + 0.04 + 0.04 + 1e-9) or abs(away - 0.11) < 1e-6
        if label.leader:
            assert np.hypot(label.leader[0] - x, label.leader[1] - y) == pytest.approx(0.03)
            assert left - 1e-9 <= label.leader[2] <= right + 1e-9
            assert top - 1e-9 <= label.leader[3] <= bottom + 1e-9


def test_no_label_is_read_as_that_of_another_point():
    points = [(0.59, 3.08), (0.61, 2.28), (0.63, 2.1), (0.63, 2.46), (0.64, 2.25)]  # on a front, names changed places
    lines = [(0.59, 3.08, 0.61, 2.28), (0.61, 2.28, 0.63, 2.1), (0.63, 2.1, 4.6, 2.1)]
    sizes = [(0.69, 0.14), (0.48, 0.14), (0.39, 0.14), (0.7, 0.14), (0.56, 0.14)]
    nearer = []
    for index, label in enumerate(place_labels(points, sizes, (0.4, 0.14, 5.28, 3.7), lines=lines).labels):
        left, top, right, bottom = label.box
        away = [np.hypot(x - min(max(x, left), right), y - min(max(y, top), bottom)) for x, y in points]
        nearer.append(sum(other < away[index] - 0.011 for other in away))
    assert sum(map(bool, nearer)) <= 1


def test_a_lone_label_stands_at_the_right_and_in_a_corner_where_it_has_room():
    (label,) = place_labels([(1.5, 1.0)], [(0.5, 0.13)], AREA).labels
    assert label.left == pytest.approx(1.5 + 0.03 + 0.04)
    assert label.middle == pytest.approx(1.0)
    (label,) = place_labels([(2.95, 1.0)], [(0.5, 0.13)], AREA).labels
    assert label.box[2] == pytest.approx(2.95 - 0.03 - 0.04)


def test_labels_avoid_lines_and_other_points():
    across = (1.5, 1.0, 3.0, 1.0)
    (label,) = place_labels([(1.4, 1.0)], [(0.5, 0.13)], AREA, lines=[across]).labels
    assert not line_meets_box(np.array(across), np.array(label.box))
    placed = place_labels([(1.4, 1.0)], [(0.5, 0.13)], AREA, others=[(1.6, 1.0)])
    assert placed.covered == 0


SEGMENTS = st.tuples(*[st.integers(0, 6)] * 4).map(lambda ends: np.array(ends, dtype=float))


@given(SEGMENTS, SEGMENTS)
def test_lines_that_cross_have_a_point_in_common(one, other):
    """Against the crossing point from the equations of both lines."""
    run, step = one[2:] - one[:2], other[2:] - other[:2]
    turn = run[0] * step[1] - run[1] * step[0]
    crosses = False
    if turn:
        between = other[:2] - one[:2]
        t, u = (between[0] * d[1] - between[1] * d[0] for d in (step, run))
        crosses = 0 < t / turn < 1 and 0 < u / turn < 1
    assert bool(lines_meet(one, other)) == crosses


@given(SEGMENTS, st.tuples(*[st.integers(0, 5)] * 2), st.tuples(*[st.integers(1, 3)] * 2))
def test_lines_meet_a_box_where_a_point_of_theirs_lies_within(line, corner, size):
    box = np.array([*corner, corner[0] + size[0], corner[1] + size[1]], dtype=float)
    steps = np.linspace(0, 1, 2521)[:, None]  # of a number that all differences here divide
    along = line[:2] + steps * (line[2:] - line[:2])
    within = ((along > box[:2] + 1e-9) & (along < box[2:] - 1e-9)).all(axis=1).any()
    assert bool(line_meets_box(line, box)) == within


@pytest.mark.nightly
@given(
    st.lists(st.tuples(st.floats(0, 5) | st.sampled_from([1.0, 1.01, 2.0]), st.floats(0.05, 1.5)), max_size=9),
    st.integers(1, 6),
)
def test_flags_and_poles_keep_clear_of_each_other(flags, most_rows):
    places, widths = [place for place, _ in flags], [width for _, width in flags]
    placed = place_flags(places, widths, 0.0, 5.0, most_rows)
    assume(placed is not None)
    assert [flag.place for flag in placed] == places
    for flag, width in zip(placed, widths, strict=True):
        assert flag.right - flag.left == pytest.approx(width)
        assert 0 <= flag.left <= flag.right <= 5
        assert 0 <= flag.row < most_rows
        assert not flag.left < flag.place < flag.right
    for one, other in permutations(placed, 2):
        assert one.row != other.row or one.right < other.left or other.right < one.left
        assert one.row < other.row or not other.left <= one.place <= other.right


@pytest.mark.parametrize(
    ("places", "width", "rows"),
    [([1.1, 3.9], 1.0, [0, 0]), ([2.0, 2.01, 2.02], 1.0, [0, 1, 0]), ([2.0] * 5, 1.0, None), ([2.0], 6.0, None)],
    ids=["outwards", "middle rises", "no row", "no width"],
)
def test_rows_of_flags(places, width, rows):
    placed = place_flags(places, [width] * len(places), 0.0, 5.0, 2)
    assert (placed and [flag.row for flag in placed]) == rows
