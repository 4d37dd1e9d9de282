"""Pages of confidence curves by their artists; curves are those of rankpress.stats.curves."""

import numpy as np
import pytest

from rankpress.figures.curves import confidence_curve_page, curve_limits, panels_by_page
from rankpress.figures.style import PAPER
from rankpress.stats.curves import ConfidenceCurve

LABELS = ["random forest", "naive Bayes", "CART"]
MEAN = ConfidenceCurve(0.4, 0.02, 99)


def make_panels(count, labels=LABELS, scale=1.0):
    rng = np.random.default_rng(4)
    return [
        (
            f"data set {number}",
            [(name, ConfidenceCurve(*(scale * rng.uniform([-0.1, 0.01], [0.3, 0.05])), 99)) for name in labels],
        )
        for number in range(count)
    ]


def draw(panels, **options):
    return confidence_curve_page(panels, **{"baseline": "majority", "metric": "accuracy", **options})


def panel_axes(figure):
    return figure.axes[1:]


@pytest.mark.weekly
def test_panels_with_axes_of_their_own_number_them_all(assert_clean):
    panels = make_panels(4) + make_panels(3, scale=0.01)
    figure = draw(panels, share_x=False)
    axes = panel_axes(figure)
    assert [ax.get_xlim() for ax in axes] == [curve_limits([panel]) for panel in panels]
    assert all(any(t.get_text() for t in ax.get_xticklabels()) for ax in axes)
    assert_clean(figure)
    pages = panels_by_page(panels * 4, share_x=False)
    assert max(draw(page, share_x=False).get_figheight() for page in pages) <= PAPER.max_height


def test_null_line_level_line_and_interval_ends(artists):
    panels = make_panels(2)
    figure = draw(panels, level=0.9)
    for ax, (_, curves) in zip(panel_axes(figure), panels, strict=True):
        lines = {line.get_gid(): line for line in ax.get_lines()}
        assert list(lines["null"].get_xdata()) == [0, 0]
        assert list(lines["level"].get_ydata()) == pytest.approx([0.1, 0.1])
        for number, (_, curve) in enumerate(curves):
            marks = lines[f"interval-{number}"]
            assert list(marks.get_xdata()) == pytest.approx(curve.interval(0.9))
            assert list(marks.get_ydata()) == pytest.approx([0.1, 0.1])
    assert "90%" in artists(figure, "legend-")[-1].get_text()


def test_curves_peak_at_the_difference():
    panels = make_panels(1)
    (ax,) = panel_axes(draw(panels))
    for number, (_, curve) in enumerate(panels[0][1]):
        (line,) = (line for line in ax.get_lines() if line.get_gid() == f"curve-{number}")
        x, p = line.get_data()
        assert p.max() == 1
        assert x[p.argmax()] == pytest.approx(curve.difference)
        assert p == pytest.approx(curve.p_at(x))


def test_one_panel_has_its_labels_at_the_peaks(artists, assert_clean):
    curves = make_panels(1)[0][1]
    figure = draw([("iris", curves)])
    assert [t.get_text() for t in artists(figure, "flag-")] == LABELS
    assert len(artists(figure, "legend-")) == 1
    ax = panel_axes(figure)[0]
    low, high = ax.get_xlim()
    box = ax.get_position()
    for pole, (_, curve) in zip(artists(figure, "pole-"), curves, strict=True):
        expected = (box.x0 + (curve.difference - low) / (high - low) * box.width) * figure.get_figwidth()
        assert list(pole.get_xdata()) == pytest.approx([expected] * 2)
    assert_clean(figure)


def test_average_is_bold_among_thin_curves_that_are_alike(artists, assert_clean):
    panels = [
        (f"pair {i}", [*((f"data {j}", ConfidenceCurve(0.1 * j, 0.02, 99)) for j in range(9)), ("mean", MEAN)])
        for i in range(2)
    ]
    (page,) = panels_by_page(panels, average="mean")
    figure = draw(page, average="mean")
    for ax in panel_axes(figure):
        lines = {line.get_gid(): line for line in ax.get_lines()}
        thin = [lines[f"curve-{number}"] for number in range(9)]
        bold = lines["curve-9"]
        assert {(line.get_color(), line.get_linewidth()) for line in thin} == {(PAPER.faint, 0.7)}
        assert bold.get_linewidth() > 2.5 * 0.7
        assert lines["bar-9"].get_xdata() == pytest.approx(MEAN.interval(0.95))
        assert bold.get_zorder() > max(line.get_zorder() for line in thin)
        assert [gid for gid in lines if gid.startswith(("peak-", "interval-"))] == ["peak-9", "interval-9"]
    assert [t.get_text() for t in artists(figure, "legend-")][:2] == ["mean", "single data set"]
    assert_clean(figure)


def test_axis_title_says_what_is_compared(artists):
    assert artists(draw(make_panels(1)), "x-title")[0].get_text() == "difference in accuracy from majority"
    assert artists(draw(make_panels(1), baseline=None), "x-title")[0].get_text() == "difference in accuracy"
    figure = draw(make_panels(1), baseline=None, first="rf")
    assert artists(figure, "x-title")[0].get_text() == "difference in accuracy, rf \N{MINUS SIGN} each"


@pytest.mark.nightly
def test_curve_without_spread_is_a_spike(assert_clean):
    panels = [("flat", [("a", ConfidenceCurve(0.1, 0.0, 9)), ("b", ConfidenceCurve(0.0, 0.0, 9))])]
    figure = draw(panels)
    (line,) = (line for line in panel_axes(figure)[0].get_lines() if line.get_gid() == "curve-0")
    assert list(line.get_xdata()) == [0.1, 0.1]
    assert list(line.get_ydata()) == [0.0, 1.0]
    assert_clean(figure)
    assert_clean(draw([("flat", [("b", ConfidenceCurve(0.0, 0.0, 9))])]))


@pytest.mark.weekly
def test_thirty_panels_need_two_pages_with_the_same_axes_and_looks(artists):
    panels = make_panels(30)
    panels[20:] = make_panels(10, ["other", *LABELS], scale=2)
    pages = panels_by_page(panels)
    assert [len(page) for page in pages] == [16, 14]
    assert [panel for page in pages for panel in page] == panels
    first, second = (draw(page, among=panels) for page in pages)
    assert panel_axes(first)[0].get_xlim() == panel_axes(second)[0].get_xlim() == curve_limits(panels)
    assert "other" not in [t.get_text() for t in artists(first, "legend-")]
    colours = [panel_axes(figure)[0].get_lines()[2].get_color() for figure in (first, second)]
    assert colours[0] == colours[1]
