"""One confidence curve by its artists: what is named stands where the curve has it, and nothing overlaps."""

import pytest

from rankpress.figures.annotated_curve import annotated_confidence_curve, describe_curve
from rankpress.figures.style import Style
from rankpress.stats.curves import AveragedCurve, ConfidenceCurve, quesenberry_hurst

FIGURE_3 = ConfidenceCurve(0.15, 0.1, 99)
CURVES = {
    "figure 3": FIGURE_3,
    "figure 4b": quesenberry_hurst(100, 30, 20),
    "null far away": ConfidenceCurve(0.15, 0.001, 99),
    "null at the estimate": ConfidenceCurve(0.0, 0.02, 9),
    "null near the estimate": ConfidenceCurve(1e-5, 0.02, 9),
    "null near the interval's end": ConfidenceCurve(0.04, 0.02, 99),
    "negative": ConfidenceCurve(-0.07, 0.02, 9),
    "no spread": ConfidenceCurve(0.1, 0.0, 9),
    "no spread at the null value": ConfidenceCurve(0.0, 0.0, 9),
    "flat tails": ConfidenceCurve(0.1, 0.05, 0.6),
    "tiny": ConfidenceCurve(1e-300, 1e-301, 9),
    "huge": ConfidenceCurve(1e9, 1e8, 9),
    "average": AveragedCurve([FIGURE_3, quesenberry_hurst(100, 30, 20)]),
}


def draw(curve, **options):
    return annotated_confidence_curve(curve, **{"first": "random forest", "second": "CART", **options})


def named(figure):
    return {a.get_gid(): a for a in figure.axes[1].get_children() if a.get_gid()}


def texts(artists, figure, name):
    return [text.get_text() for text in artists(figure, name)]


def test_elements_stand_where_the_curve_has_them():
    artists = named(draw(FIGURE_3, level=0.9))
    assert list(artists["null"].get_xdata()) == [0, 0]
    assert list(artists["estimate"].get_xdata()) == [0.15, 0.15]
    assert list(artists["interval"].get_xdata()) == pytest.approx(FIGURE_3.interval(0.9))
    assert list(artists["interval"].get_ydata()) == pytest.approx([0.1, 0.1])
    assert [*artists["null-mark"].get_xdata(), *artists["null-mark"].get_ydata()] == [0, FIGURE_3.p_null]
    assert [*artists["entangled"].get_xdata(), *artists["entangled"].get_ydata()] == [0.3, FIGURE_3.p_null]
    assert set(artists["p-null"].get_ydata()) == {FIGURE_3.p_null}
    x, p = artists["curve"].get_data()
    assert p == pytest.approx(FIGURE_3.p_at(x))
    outline = artists["area"].get_paths()[0].vertices
    assert (outline[:, 0].min(), outline[:, 0].max(), outline[:, 1].max()) == (x.min(), x.max(), 1)


def test_names_and_values(artists):
    figure = draw(FIGURE_3, metric="accuracy", dataset="iris")
    assert texts(artists, figure, "flag-") == ["point estimate 0.15", "null value 0", "entangled null value 0.30"]
    legend = texts(artists, figure, "legend-")
    assert legend == [
        "95% interval: −0.05 to 0.35",
        "p-value of the null value: 0.137",
        f"area under the curve: {FIGURE_3.aucc:.3g}",
    ]
    assert texts(artists, figure, "panel-0") == ["iris"]
    assert texts(artists, figure, "x-title") == ["difference in accuracy, random forest \N{MINUS SIGN} CART"]


def test_poles_stand_on_what_they_name(artists):
    figure = draw(FIGURE_3)
    ax = figure.axes[1]
    low, high = ax.get_xlim()
    box = ax.get_position()
    for pole, value in zip(artists(figure, "pole-"), (0.15, 0.0, 0.3), strict=True):
        expected = (box.x0 + (value - low) / (high - low) * box.width) * figure.get_figwidth()
        assert list(pole.get_xdata()) == pytest.approx([expected] * 2)
    foot = artists(figure, "pole-2")[0].get_ydata()[0]
    bottom = figure.get_figheight() - box.y0 * figure.get_figheight()
    assert bottom - foot == pytest.approx(FIGURE_3.p_null / 1.05 * box.height * figure.get_figheight())


def test_far_entangled_value_is_described_but_not_in_view(artists):
    figure = draw(CURVES["null far away"])
    assert "entangled" not in named(figure)
    assert "entangled null value: 0.3000, beyond the axis" in texts(artists, figure, "legend-")
    assert figure.axes[1].get_xlim()[1] < 0.2


@pytest.mark.few
@pytest.mark.parametrize(
    ("kind", "width"), [(kind, (3.25, 5.5)[at % 3 == 2]) for at, kind in enumerate(sorted(CURVES))]
)
def test_nothing_overlaps_whatever_the_curve(kind, width, assert_clean):
    assert_clean(draw(CURVES[kind], dataset="iris", style=Style(width=width)))


@pytest.mark.parametrize("kind", sorted(CURVES))
def test_described(kind):
    description = describe_curve(CURVES[kind], first="A", second="B", dataset="iris")
    assert "A minus B, on iris" in description
    assert "nan" not in description
