"""Both layouts of the critical difference diagram with any ranking, names and groups: nothing overlaps, bars fit."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.cd_layouts import APART
from rankpress.figures.style import Style
from rankpress.stats.groups import is_run


def ranks_to_groups(ranks, cd):
    """Maximal runs of rank neighbours not more than `cd` apart."""
    order = np.argsort(ranks, kind="stable")
    runs = []
    for start, first in enumerate(order):
        stop = max(p for p, i in enumerate(order) if ranks[i] - ranks[first] <= cd)
        if stop > start and (not runs or stop > runs[-1][1]):
            runs.append((start, stop))
    return [tuple(int(i) for i in order[start : stop + 1]) for start, stop in runs]


@st.composite
def rankings(draw):
    k = draw(st.integers(2, 30))
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


# thirty names and ranks take minutes to shrink: what failed is printed as it was drawn
ANY = settings(max_examples=3, suppress_health_check=list(HealthCheck), phases=set(Phase) - {Phase.shrink})
WIDTHS = st.sampled_from([3.25, 5.5, 7.16])
ENDS = st.sampled_from(["left", "right"])


@pytest.mark.weekly
@ANY
@given(rankings(), st.sampled_from(["both", "left", "right"]), ENDS, WIDTHS)
def test_any_ranking_on_an_axis(artists, group_bars, assert_clean, boxes, ranking, sides, best, width):
    names, ranks, groups, cd = ranking
    figure = critical_difference_diagram(
        names, ranks, groups=groups, cd=cd, layout="axis", sides=sides, best=best, style=Style(width=width)
    )
    assert_clean(figure)
    assert np.ptp(artists(figure, "cd-bar")[0].get_xdata()) == pytest.approx(cd)
    lines = [artists(figure, f"connector-{i}")[0] for i in range(len(names))]
    assert [line.get_xdata()[0] for line in lines] == ranks
    places = np.array([line.get_xdata()[-2] for line in lines])
    axis = artists(figure, "axis")[0]
    inch = width / abs(np.subtract(*axis.axes.get_xlim()))
    # how far an outsider's line is from any bar: as far as the axis has room for
    clear = 0.59 * min(APART, np.ptp(axis.get_xdata()) * inch / len(names)) / inch
    for number, bar in group_bars(figure).items():
        covered = members_covered(bar["runs"], places)
        others = np.setdiff1d(np.arange(len(names)), groups[number])
        assert all(not low - clear < place < high + clear for low, high in bar["runs"] for place in places[others])
        if is_run(groups[number], np.array(ranks)):
            assert covered == set(groups[number])
            assert bar["dots"] == []
        else:
            assert sorted(bar["dots"]) == sorted(places[i] for i in groups[number])
            assert covered <= set(groups[number])
    assert_connectors_cross_nothing(lines, boxes, figure)


@pytest.mark.nightly
@ANY
@given(rankings(), st.booleans(), ENDS, WIDTHS)
def test_any_ranking_in_rows(artists, group_bars, assert_clean, ranking, show_ranks, best, width):
    names, ranks, groups, cd = ranking
    figure = critical_difference_diagram(
        names, ranks, groups=groups, cd=cd, layout="rows", show_ranks=show_ranks, best=best, style=Style(width=width)
    )
    assert_clean(figure)
    assert np.ptp(artists(figure, "cd-bar")[0].get_xdata()) == pytest.approx(cd)
    points = [artists(figure, f"point-{i}")[0] for i in range(len(names))]
    assert [point.get_xdata()[0] for point in points] == ranks
    rows = np.array([point.get_ydata()[0] for point in points])
    assert [ranks[i] for i in np.argsort(rows)] == sorted(ranks)
    assert [artists(figure, f"guide-{i}")[0].get_ydata()[0] for i in range(len(names))] == list(rows)
    drawn = group_bars(figure)
    for number, bar in drawn.items():
        covered = members_covered(bar["runs"], rows)
        if is_run(groups[number], np.array(ranks)):
            assert covered == set(groups[number])
            assert bar["dots"] == []
        else:
            assert sorted(bar["dots"]) == sorted(rows[i] for i in groups[number])
            assert covered <= set(groups[number])
    assert_in_fewest_columns(drawn, groups, rows)


def members_covered(runs, places):
    """Algorithms whose line or row a bar crosses."""
    return {i for i, place in enumerate(places) if any(low <= place <= high for low, high in runs)}


def assert_in_fewest_columns(drawn, groups, rows):
    """As many columns of bars as groups share the row that most share; no two bars of a column touch."""
    spans = {number: (min(rows[list(groups[number])]), max(rows[list(groups[number])])) for number in drawn}
    if len(drawn) == len(groups):
        worst = max((sum(low <= row <= high for low, high in spans.values()) for row in rows), default=0)
        assert len({bar["across"] for bar in drawn.values()}) == worst
    for a in drawn:
        for b in drawn:
            if a < b and drawn[a]["across"] == drawn[b]["across"]:
                assert spans[a][1] < spans[b][0] or spans[b][1] < spans[a][0]


def assert_connectors_cross_nothing(lines, boxes, figure):
    """No connector's level part is crossed by another's upright part of the same side, none runs through a text."""
    to_inches = lines[0].get_transform().transform
    corners = np.array([to_inches(line.get_xydata()[[0, -2, -1]]) / figure.dpi for line in lines])
    x, y, edge = corners[:, 1, 0], corners[:, 1, 1], corners[:, 2, 0]
    between = (x[None, :] - x[:, None]) * (edge[:, None] - x[None, :]) > 1e-6
    same_side = (edge[:, None] - x[:, None]) * (edge[None, :] - x[None, :]) > 0
    assert not (between & same_side & (y[None, :] < y[:, None] - 1e-6)).any()
    _, extents = boxes(figure)
    for (_, top), (at, level), (end, _) in corners:
        upright = (extents[:, 0] < at) & (at < extents[:, 2]) & (extents[:, 1] < top) & (level < extents[:, 3])
        low, high = sorted((at, end))
        flat = (extents[:, 0] < high) & (low < extents[:, 2]) & (extents[:, 1] < level) & (level < extents[:, 3])
        assert not (upright | flat).any()
