"""Panels of lines by their artists."""

import numpy as np
import pytest

from rankpress.figures.lines import Line, LinePanel, ReferenceLine, SecondAxis, line_panels
from rankpress.figures.style import Style

NAMES = ["Friedman with Nemenyi", "Wilcoxon with Holm", "sign test"]
X = [5, 10, 20, 40]


def make_panels(count, names=NAMES):
    rng = np.random.default_rng(8)
    panels = []
    for number in range(count):
        lines = []
        for name in names:
            y = np.sort(rng.uniform(0.05, 0.95, len(X)))
            lines.append(Line(name, X, y.tolist(), (y - 0.04).tolist(), (y + 0.04).tolist()))
        panels.append(LinePanel(f"difference {number}" if count > 1 else "", lines))
    return panels


def draw(panels, **options):
    return line_panels(panels, **{"x_title": "number of data sets", "y_title": "power", **options})


def artist_named(ax, name):
    return next(a for a in ax.get_children() if a.get_gid() == name)


@pytest.mark.parametrize("x_log", [False, True])
def test_lines_and_bands_are_what_was_given(x_log):
    panels = make_panels(2)
    xs = np.log10(X) if x_log else np.array(X)
    for ax, panel in zip(draw(panels, x_log=x_log).axes[1:], panels, strict=True):
        for number, line in enumerate(panel.lines):
            drawn = artist_named(ax, f"line-{number}")
            assert drawn.get_xdata() == pytest.approx(xs)
            assert list(drawn.get_ydata()) == line.ys
            outline = artist_named(ax, f"band-{number}").get_paths()[0].vertices
            assert outline[:, 1].min() == pytest.approx(min(line.lows))
            assert outline[:, 1].max() == pytest.approx(max(line.highs))


@pytest.mark.nightly
def test_labels_stand_at_the_ends_of_one_panel_and_in_the_legend_of_several(artists):
    alone = draw(make_panels(1))
    assert [t.get_text() for t in artists(alone, "label-")] == NAMES
    assert not artists(alone, "legend-")
    for figure in (draw(make_panels(2)), draw(make_panels(1), style=Style(width=3.25))):
        assert not artists(figure, "label-")
        assert [t.get_text() for t in artists(figure, "legend-")] == NAMES


def test_labels_of_lines_that_end_in_one_point_stand_in_the_legend(artists):
    lines = [Line(name, X, [0.9, height, 0.2, 0.0]) for name, height in zip(NAMES, (0.7, 0.6, 0.5), strict=True)]
    figure = draw([LinePanel("", lines)])
    assert not artists(figure, "label-")
    assert [t.get_text() for t in artists(figure, "legend-")] == NAMES


def test_leaders_tie_labels_to_the_ends_of_their_lines(artists):
    panels = make_panels(1)
    figure = draw(panels)
    ax, height = figure.axes[1], figure.get_figheight()
    box, (low, high) = ax.get_position(), ax.get_ylim()
    for number, line in enumerate(panels[0].lines):
        (leader,) = artists(figure, f"leader-{number}")
        share = (line.ys[-1] - low) / (high - low)
        assert leader.get_ydata()[0] == pytest.approx(height * (1 - box.y0 - share * box.height))
        assert leader.get_color() == artist_named(ax, f"line-{number}").get_color()


def test_what_is_missing_leaves_a_gap_and_no_label_at_the_end(artists, assert_clean):
    lines = [Line("a", [1, 2, 3], [0.1, np.nan, 0.3]), Line("b", [1, 2, 3], [0.2, 0.3, np.nan])]
    figure = draw([LinePanel("", lines)])
    assert not artists(figure, "label-")
    assert_clean(figure)
    assert_clean(draw([LinePanel("", [Line("none", [1, 2], [np.nan, np.nan])])]))


@pytest.mark.nightly
def test_a_second_axis_tells_what_heights_mean_at_the_right_of_each_row():
    second = SecondAxis("R(e)", [(0.0, "1.00"), (0.5, "0.50"), (1.0, "1.00")])
    figure = draw(make_panels(5), y_range=(0, 1), second=second)
    canvas, *panels = figure.axes
    for number in (2, 4):
        texts = [text for text in canvas.texts if text.get_gid() == f"second-{number}"]
        assert [text.get_text() for text in texts] == ["1.00", "0.50", "1.00"]
        low, high = panels[number].get_ylim()
        box = panels[number].get_window_extent()
        for text, (height, _) in zip(texts, second.ticks, strict=True):
            place = canvas.transData.transform(text.get_position())
            assert place[1] == pytest.approx(box.y0 + box.height * (height - low) / (high - low), abs=0.5)
            assert place[0] > box.x1
    assert not [text for text in canvas.texts if text.get_gid() in ("second-0", "second-1", "second-3")]


def test_downwards_smaller_values_stand_above():
    figure = draw(make_panels(2), downwards=True)
    for ax in figure.axes[1:]:
        first, last = ax.get_ylim()
        assert first > last
    assert not [
        text for text in draw(make_panels(1), downwards=True).axes[0].texts if "label-" in (text.get_gid() or "")
    ]


@pytest.mark.nightly
def test_panels_of_their_own_heights_number_them_all(assert_clean):
    small, large = make_panels(2)
    large = LinePanel("large", [Line(line.label, X, [1000 * y for y in line.ys]) for line in large.lines])
    first, second = draw([small, large], own_heights=True).axes[1:]
    assert second.get_ylim()[1] > 100 * first.get_ylim()[1]
    assert all(text.get_text() for ax in (first, second) for text in ax.get_yticklabels())
    assert first.get_position().x1 < second.get_position().x0 - 0.03
    assert_clean(draw([small, large], own_heights=True))


@pytest.mark.parametrize("x_log", [False, True])
def test_marked_heights_and_places_are_lines_without_points(x_log, artists):
    figure = draw(
        make_panels(2), x_log=x_log, references=[ReferenceLine(0.8, "a"), ReferenceLine(30, "b", across=True)]
    )
    assert [text.get_text() for text in artists(figure, "legend-")][-2:] == ["a", "b"]
    place = np.log10(30) if x_log else 30
    for ax in figure.axes[1:]:
        (low, high), (left, right) = ax.get_ylim(), ax.get_xlim()
        height, across = artist_named(ax, "reference-0"), artist_named(ax, "reference-1")
        assert height.get_xydata().tolist() == [[left, 0.8], [right, 0.8]]
        assert across.get_xydata().tolist() == [[place, low], [place, high]]
        assert {height.get_marker(), across.get_marker()} == {"None"}
        assert height.get_linestyle() != "-" != across.get_linestyle()


MANY = [f"algorithm {number}" for number in range(12)]


@pytest.mark.weekly
def test_one_panel_of_many_lines_becomes_a_small_one_for_each_before_the_others(artists, assert_clean):
    (panel,) = make_panels(1, MANY)
    for width in (3.25, 5.5):
        figure = draw([panel], style=Style(width=width))
        assert_clean(figure)
        assert [artist.get_text() for artist in artists(figure, "legend-")] == ["others"]
        assert len(figure.axes) == 1 + len(MANY)
        colors = set()
        for ax, line, name in zip(figure.axes[1:], panel.lines, MANY, strict=True):
            drawn = artist_named(ax, "line-0")
            assert list(drawn.get_ydata()) == line.ys
            colors.add(drawn.get_color())
            behind = [list(artist.get_ydata()) for artist in ax.lines if (artist.get_gid() or "").startswith("behind-")]
            assert behind == [other.ys for other in panel.lines if other is not line]
            number = MANY.index(name)
            title = " ".join(text.get_text() for text in artists(figure, f"panel-{number}"))
            assert " ".join(title.split()) == name
        assert len(colors) == 1
        assert figure.get_figheight() < 6


@pytest.mark.nightly
@pytest.mark.parametrize(("panels", "count"), [(1, 40), (4, 12), (2, 8)])
def test_of_more_lines_than_colors_the_first_are_colored_and_the_others_gray(panels, count, artists, assert_clean):
    names = [f"algorithm {number}" for number in range(count)]
    figure = draw(make_panels(panels, names), style=Style(width=3.25))
    assert_clean(figure)
    assert [artist.get_text() for artist in artists(figure, "legend-")] == [*names[:7], "others"]
    for ax in figure.axes[1:]:
        ids = [line.get_gid() or "" for line in ax.lines]
        assert sum(each.startswith("line-") for each in ids) == 7
        gray = [line for line in ax.lines if (line.get_gid() or "").startswith("behind-")]
        assert len(gray) == count - 7
        assert len({line.get_color() for line in gray}) == 1


def test_panels_of_few_lines_have_none_behind(artists):
    figure = draw(make_panels(1, MANY[:7]))
    assert len(figure.axes) == 2
    assert not artists(figure, "behind-")
