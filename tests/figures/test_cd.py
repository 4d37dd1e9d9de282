"""The critical difference diagram by its artists: Demsar's figure 1 and random rankings; no pixels are compared."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.style import PAPER, Style
from rankpress.stats.groups import is_run

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
RANKS = [3.143, 2.000, 2.893, 1.964]
GROUPS = [(3, 1, 2), (1, 2, 0)]


@pytest.fixture
def demsar() -> Figure:
    return critical_difference_diagram(NAMES, RANKS, groups=GROUPS, cd=1.25)


def ranks_to_groups(ranks, cd):
    """Maximal runs of rank neighbours not more than `cd` apart."""
    order = np.argsort(ranks, kind="stable")
    found = []
    for start, first in enumerate(order):
        stop = max(p for p, i in enumerate(order) if ranks[i] - ranks[first] <= cd)
        if stop > start and (not found or stop > found[-1][1]):
            found.append((start, stop))
    return [tuple(int(i) for i in order[start : stop + 1]) for start, stop in found]


def bars(figure, artists):
    """Runs (low, high), dots and height of each group's bar, by number."""
    found = {}
    for line in artists(figure, "group-"):
        number, part = line.get_gid().removeprefix("group-").split("-", 1)
        bar = found.setdefault(int(number), {"runs": [], "dots": [], "y": float(line.get_ydata()[0])})
        if part.startswith("run"):
            bar["runs"].append(tuple(sorted(map(float, line.get_xdata()))))
        elif part == "dots":
            bar["dots"] = [float(x) for x in line.get_xdata()]
    return found


def test_cd_bar_is_as_long_as_the_cd(demsar, artists):
    (bar,) = artists(demsar, "cd-bar")
    assert np.ptp(bar.get_xdata()) == pytest.approx(1.25)
    (axis,) = artists(demsar, "axis")
    to_pixels = bar.get_transform().transform
    unit = np.diff(to_pixels(np.column_stack([axis.get_xdata(), [0, 0]]))[:, 0])[0] / 3
    length = np.diff(to_pixels(np.column_stack([bar.get_xdata(), [0, 0]]))[:, 0])[0]
    assert abs(length / unit) == pytest.approx(1.25)


def test_best_is_at_the_right_unless_told_otherwise(artists):
    for best, names in (("right", ["C4.5+m+cf", "C4.5+m"]), ("left", ["C4.5", "C4.5+cf"])):
        figure = critical_difference_diagram(NAMES, RANKS, best=best)
        right = [t for t in artists(figure, "name-") if t.get_ha() == "left"]
        assert [t.get_text() for t in sorted(right, key=lambda t: t.get_position()[1])] == names


def test_connectors_start_at_the_ranks_and_end_at_the_labels(demsar, artists):
    for i, rank in enumerate(RANKS):
        (line,) = artists(demsar, f"connector-{i}")
        assert list(line.get_xdata()[:2]) == [rank, rank]
        (name,) = artists(demsar, f"name-{i}")
        assert name.get_text() == NAMES[i]
        assert artists(demsar, f"rank-{i}")[0].get_text() == f"{rank:.2f}"
        assert abs(name.get_position()[1] - line.get_ydata()[-1]) < 0.06


def test_bars_cover_their_members_and_end_short_of_others(demsar, artists):
    drawn = bars(demsar, artists)
    for number, group in enumerate(GROUPS):
        ((low, high),) = drawn[number]["runs"]
        assert {i for i, rank in enumerate(RANKS) if low <= rank <= high} == set(group)
    assert drawn[0]["y"] != drawn[1]["y"]


def test_bars_end_short_of_neighbours_however_close(artists):
    ranks = [1.0, 2.0, 2.001, 3.0]
    drawn = bars(critical_difference_diagram(list("ABCD"), ranks, groups=[(0, 1), (2, 3)]), artists)
    assert 2.0 < drawn[0]["runs"][0][1] < 2.001 > drawn[1]["runs"][0][0] > 2.0


def test_bars_of_groups_apart_share_a_row(artists):
    figure = critical_difference_diagram(list("ABCDEF"), [1, 2, 3, 4, 5, 6], groups=[(0, 1), (2, 3), (4, 5)])
    assert len({bar["y"] for bar in bars(figure, artists).values()}) == 1


def test_group_that_is_no_run_marks_members_and_skips_others(artists, assert_clean):
    ranks = [1.5, 2.2, 2.9, 3.6, 4.9]
    figure = critical_difference_diagram(list("ABCDE"), ranks, groups=[(0, 2, 3), (1, 2)])
    apart, run = bars(figure, artists).values()
    assert apart["dots"] == [1.5, 2.9, 3.6]
    assert not any(low <= 2.2 <= high for low, high in apart["runs"])
    assert len(apart["runs"]) == 2
    assert run["dots"] == []
    assert any("dot" in t.get_text() for t in artists(figure, "legend-"))
    (link,) = artists(figure, "group-0-link")
    assert link.get_zorder() < artists(figure, "connector-1")[0].get_zorder()
    assert_clean(figure)


def test_member_tied_with_an_outsider_is_marked_by_a_dot(artists):
    ranks = [1.0, 2.0, 2.0, 3.0]
    (bar,) = bars(critical_difference_diagram(list("ABCD"), ranks, groups=[(0, 1)]), artists).values()
    assert bar["dots"] == [1.0, 2.0]
    assert not is_run((0, 1), np.array(ranks))


def test_interval_about_the_control_is_one_cd_to_either_side(artists, assert_clean):
    figure = critical_difference_diagram(NAMES, RANKS, cd=0.5, control=2)
    (line,) = artists(figure, "control-interval")
    assert sorted(line.get_xdata()) == pytest.approx([2.393, 3.393])
    assert len(artists(figure, "control-low")) == len(artists(figure, "control-high")) == 1
    assert not artists(figure, "cd-bar")
    assert_clean(figure)


def test_interval_ends_with_the_axis_without_a_stop(artists):
    figure = critical_difference_diagram(NAMES, RANKS, cd=1.17, control=0)
    (line,) = artists(figure, "control-interval")
    assert sorted(line.get_xdata()) == pytest.approx([1.973, 4])
    assert artists(figure, "control-low")
    assert not artists(figure, "control-high")


def test_algorithms_that_differ_from_the_control_are_filled(artists, assert_clean):
    figure = critical_difference_diagram(NAMES, RANKS, control=0, significant_vs_control=(3,))
    faces = [to_hex(artists(figure, f"significance-{i}")[0].get_markerfacecolor()) for i in range(4)]
    assert faces == [PAPER.accent, PAPER.paper, PAPER.paper, PAPER.ink]
    assert artists(figure, "significance-0")[0].get_marker() != artists(figure, "significance-3")[0].get_marker()
    assert_clean(figure)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 10, 20, 60])
@pytest.mark.parametrize("width", [3.25, 5.5])
def test_nothing_overlaps_at_any_number_of_algorithms(k, width, assert_clean):
    ranks = 1 + np.linspace(0, 1, k) ** 2 * (k - 1)
    groups = ranks_to_groups(ranks, k / 4)
    names = [f"algorithm {i}" for i in range(k)]
    figure = critical_difference_diagram(names, ranks, groups=groups, cd=k / 4, title="A", style=Style(width=width))
    assert_clean(figure)
    assert figure.get_figwidth() == width
    assert figure.get_figheight() <= PAPER.max_height + 0.1


@pytest.mark.parametrize("length", [20, 45, 60])
def test_names_up_to_sixty_signs_are_shown_whole(length, artists, assert_clean):
    names = [("random subspace ensemble of trees, variant " * 2)[: length - 2] + f" {i}" for i in range(8)]
    figure = critical_difference_diagram(names, range(1, 9))
    shown = [" ".join(t.get_text() for g in (f"name-{i}", f"name-{i}-") for t in artists(figure, g)) for i in range(8)]
    assert [text.replace(" ", "") for text in shown] == [name.replace(" ", "") for name in names]
    assert_clean(figure)


@pytest.mark.parametrize("sides", ["both", "left", "right"])
def test_hostile_names_are_text(hostile, sides, artists, assert_clean):
    ranks = np.arange(len(hostile)) + 1.0
    figure = critical_difference_diagram(hostile, ranks, cd=2, sides=sides, highlight=[0], title=hostile[0])
    assert artists(figure, "name-0")[0].get_text() == hostile[0]
    assert not any(t.get_parse_math() for t in artists(figure, "name-"))
    assert_clean(figure)


def test_equal_ranks_give_one_short_bar(artists, assert_clean):
    figure = critical_difference_diagram(list("ABCD"), [2.5] * 4, groups=[(0, 1, 2, 3)], cd=1.4)
    (bar,) = bars(figure, artists).values()
    assert bar["dots"] == []
    assert bar["runs"][0][0] < 2.5 < bar["runs"][0][1]
    assert_clean(figure)


def test_cd_longer_than_the_axis_stays_on_the_canvas(artists, assert_clean):
    figure = critical_difference_diagram(["A", "B"], [1, 2], cd=4.0)
    assert np.ptp(artists(figure, "cd-bar")[0].get_xdata()) == pytest.approx(4.0)
    assert_clean(figure)


def test_an_axis_too_short_for_both_its_numbers_keeps_the_first(artists, assert_clean):
    figure = critical_difference_diagram(["x"] * 33, [1.0] * 33, cd=49.0, style=Style(width=3.25))
    assert_clean(figure)
    assert [number.get_text() for number in artists(figure, "number-")] == ["1"]


def test_more_groups_than_a_page_holds_are_counted(artists, assert_clean):
    pairs = [(a, b) for a in range(40) for b in range(40) if b - a >= 10]
    figure = critical_difference_diagram([f"m{i}" for i in range(40)], range(1, 41), groups=pairs)
    shown = bars(figure, artists)
    assert all(bar["dots"] == [pairs[number][0] + 1, pairs[number][1] + 1] for number, bar in shown.items())
    drawn = len(shown)
    assert drawn < len(pairs)
    assert f"{len(pairs) - drawn:,} more groups" in artists(figure, "legend-")[-1].get_text()
    assert figure.get_figheight() < PAPER.max_height + 0.5
    assert_clean(figure)


def test_draws_in_given_axes_at_their_width(artists, assert_clean):
    figure = Figure(figsize=(8, 6))
    left, right = figure.subplots(1, 2)
    right.plot([1, 2])
    assert critical_difference_diagram(NAMES, RANKS, groups=GROUPS, cd=1.25, ax=left) is figure
    assert np.ptp(artists(figure, "cd-bar")[0].get_xdata()) == pytest.approx(1.25)
    assert_clean(figure)
    with pytest.raises(ValueError, match=r"the axes are 0\.\d+ in high, but the diagram needs \d"):
        critical_difference_diagram(NAMES, RANKS, ax=Figure(figsize=(5, 0.5)).subplots())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"average_ranks": [1, 2]}, "got 4 names and 2 average ranks"),
        ({"average_ranks": [1, 2, 3, float("nan")]}, "finite numbers are needed"),
        ({"cd": 0.0}, "cd: got 0.0; a finite positive number is needed"),
        ({"groups": [(0, 4)]}, "0 to 3 exist"),
        ({"control": 7}, "0 to 3 exist"),
        ({"significant_vs_control": [1]}, "no control"),
    ],
)
def test_refuses_what_cannot_be_drawn(arguments, message):
    with pytest.raises(ValueError, match=message):
        critical_difference_diagram(**{"names": NAMES, "average_ranks": RANKS, **arguments})


@st.composite
def rankings(draw):
    k = draw(st.integers(2, 60))
    rank = st.floats(1, k) if draw(st.booleans()) else st.integers(2, 2 * k).map(lambda twice: twice / 2)
    ranks = draw(st.lists(rank, min_size=k, max_size=k))
    longest = draw(st.sampled_from([3, 12, 40, 120]))
    names = draw(st.lists(st.text(max_size=longest), min_size=k, max_size=k))
    cd = draw(st.floats(0.05, 1.5 * k))
    groups = ranks_to_groups(ranks, cd)
    if draw(st.booleans()):
        some = st.lists(st.integers(0, k - 1), min_size=2, max_size=6, unique=True)
        groups = sorted(tuple(sorted(group, key=lambda i: ranks[i])) for group in draw(st.lists(some, max_size=10)))
    return names, ranks, groups, cd


# sixty names and ranks take minutes to shrink: what failed is printed as it was drawn
@settings(max_examples=60, suppress_health_check=list(HealthCheck), phases=set(Phase) - {Phase.shrink})
@given(
    rankings(),
    st.sampled_from(["both", "left", "right"]),
    st.sampled_from(["left", "right"]),
    st.sampled_from([3.25, 5.5, 7.16]),
)
def test_random_rankings(artists, assert_clean, boxes, ranking, sides, best, width):
    names, ranks, groups, cd = ranking
    style = Style(width=width)
    figure = critical_difference_diagram(names, ranks, groups=groups, cd=cd, sides=sides, best=best, style=style)
    assert_clean(figure)
    assert np.ptp(artists(figure, "cd-bar")[0].get_xdata()) == pytest.approx(cd)
    for number, bar in bars(figure, artists).items():
        members = {i for i, rank in enumerate(ranks) if any(low <= rank <= high for low, high in bar["runs"])}
        if is_run(groups[number], np.array(ranks)):
            assert members == set(groups[number])
            assert bar["dots"] == []
        else:
            assert sorted(bar["dots"]) == sorted(ranks[i] for i in groups[number])
            assert all(ranks[i] in bar["dots"] for i in members)
    assert_connectors_cross_nothing(figure, artists, boxes)


def assert_connectors_cross_nothing(figure, artists, boxes):
    """No connector's level part is crossed by another's upright part of the same side, none runs through a text."""
    lines = artists(figure, "connector-")
    to_inches = lines[0].get_transform().transform
    corners = np.array([to_inches(line.get_xydata()) / figure.dpi for line in lines])
    x, y, edge = corners[:, 0, 0], corners[:, 1, 1], corners[:, 2, 0]
    between = (x[None, :] - x[:, None]) * (edge[:, None] - x[None, :]) > 1e-6
    same_side = (edge[:, None] - x[:, None]) * (edge[None, :] - x[None, :]) > 0
    assert not (between & same_side & (y[None, :] < y[:, None] - 1e-6)).any()
    _, found = boxes(figure)
    for (top_x, top_y), (_, level), (end, _) in corners:
        upright = (found[:, 0] < top_x) & (top_x < found[:, 2]) & (found[:, 1] < top_y) & (level < found[:, 3])
        low, high = sorted((top_x, end))
        flat = (found[:, 0] < high) & (low < found[:, 2]) & (found[:, 1] < level) & (level < found[:, 3])
        assert not (upright | flat).any()
