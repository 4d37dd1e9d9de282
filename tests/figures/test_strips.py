"""Strips of p-values by their artists: where the marks lie, and that no two texts overlap whatever the names."""

import numpy as np
import pytest

from rankpress.figures.strips import describe_p_strips, p_strips

SERIES = {"one data set omitted": [[0.03, 0.06, 0.2], [0.2, np.nan, 0.4]], "another test": [[1e-9], [0.9]]}


def xs(artist):
    return [float(x) for x in artist.get_xdata()]


def test_marks_lie_by_their_p_on_a_logarithmic_axis(artists):
    figure = p_strips(["A and B", "A and C"], [0.04, 0.3], SERIES, alpha=0.05)
    [marks], [own], [level] = (artists(figure, name) for name in ("marks-0-0", "own-0", "level"))
    low, middle, high = xs(marks)
    assert (middle - low) / (high - low) == pytest.approx(np.log(0.06 / 0.03) / np.log(0.2 / 0.03))
    assert low < xs(own)[0] < xs(level)[0] < middle
    assert len(xs(artists(figure, "marks-1-0")[0])) == 2  # nothing is drawn where a change says nothing


def test_p_too_small_for_the_axis_stand_at_its_edge(artists):
    figure = p_strips(["A and B"], [0.04], {"another test": [[1e-9, 1e-6]]}, alpha=0.05)
    [marks] = artists(figure, "marks-0-0")
    first, second = xs(marks)
    assert first == second


def test_each_kind_has_a_lane_and_a_look_of_its_own(artists):
    figure = p_strips(["A and B", "A and C"], [0.04, 0.3], SERIES, alpha=0.05)
    one, other = artists(figure, "marks-0-0")[0], artists(figure, "marks-0-1")[0]
    assert one.get_ydata()[0] != other.get_ydata()[0]
    assert one.get_marker() != other.get_marker()


def test_a_kind_keeps_its_look_whatever_other_kinds_were_tried(artists):
    more = {"one algorithm omitted": [[np.nan], []], **SERIES}
    alone = p_strips(["A and B", "A and C"], [0.04, 0.3], {"none": [[np.nan], [np.nan]], **SERIES}, alpha=0.05)
    figure = p_strips(["A and B", "A and C"], [0.04, 0.3], more, alpha=0.05)
    assert [mark.get_marker() for mark in artists(figure, "marks-0")] == [
        mark.get_marker() for mark in artists(alone, "marks-0")
    ]
    texts = [text.get_text() for text in artists(figure, "legend-")]
    assert "one algorithm omitted" not in texts
    assert {"one data set omitted", "another test"} <= {*texts}


def test_counts_stand_on_one_line_between_the_names_and_the_axis(artists):
    names = ["a long name of an algorithm and another long name of an algorithm", "A and C"]
    figure = p_strips(names, [0.04, 0.3], SERIES, alpha=0.05, counts=["18 of 42", "3 of 42"])
    assert [text.get_text() for text in artists(figure, "count-")] == ["18 of 42", "3 of 42"]
    [axis] = artists(figure, "axis")
    for row in range(2):
        [count] = artists(figure, f"count-{row}")
        ends = [name.get_window_extent().x1 for name in artists(figure, f"name-{row}")]
        box = count.get_window_extent()
        assert max(ends) < box.x0 < box.x1 < axis.get_window_extent().x0


def test_the_description_tells_how_far_p_moves():
    description = describe_p_strips(["A and B", "A and C"], [0.04, 0.3], SERIES, alpha=0.05)
    assert "A and B 0.040 (<0.001 to 0.200 under variations, 2 of 4 at most 0.05)" in description
    assert "A and C 0.300 (0.200 to 0.900 under variations, 0 of 3 at most 0.05)" in description


def test_a_conclusion_without_p_has_no_stroke_and_a_description_that_says_so(artists):
    figure = p_strips(["A and B"], [float("nan")], {"another test": [[0.1, 0.2]]}, alpha=0.05)
    assert not artists(figure, "own-")
    description = describe_p_strips(["A and B"], [float("nan")], {"another test": [[0.1, 0.2]]}, alpha=0.05)
    assert "A and B undefined (0.100 to 0.200" in description
