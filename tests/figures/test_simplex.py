"""The triangle of a posterior by its artists."""

import numpy as np
import pytest

from rankpress.figures.simplex import describe_simplex, posterior_simplex
from rankpress.figures.style import Style
from rankpress.stats.simplex import simplex_density

NAMES = ("naive Bayes", "C4.5")


def dirichlet(*parameters, draws=4000, seed=1):
    return np.random.default_rng(seed).dirichlet(parameters, draws)


def draw(draws, names=NAMES, **options):
    density = simplex_density(draws)
    shares = np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)
    return posterior_simplex(names, density, shares.tolist(), **options), density


def corners_of(figure, artists):
    """First, neither, second: the lower left, the top, the lower right corner."""
    (outline,) = artists(figure, "triangle")
    return outline.get_xydata()[:3]


@pytest.mark.parametrize("width", [2.0, 3.25, 5.5, 7.2])
def test_the_triangle_is_equilateral_with_the_first_at_the_left(width, artists, assert_clean):
    figure, _ = draw(dirichlet(5, 3, 2), style=Style(width=width))
    first, top, second = corners_of(figure, artists)
    sides = [np.hypot(*(a - b)) for a, b in ((first, top), (top, second), (second, first))]
    assert sides == pytest.approx([sides[0]] * 3)
    assert first[0] < top[0] < second[0]
    assert top[1] < first[1] == second[1]
    assert_clean(figure)


def test_texts_stand_at_their_corners(artists):
    figure, _ = draw(dirichlet(5, 3, 2))
    texts = [artists(figure, f"corner-{i}")[0].get_text() for i in range(3)]
    outcomes, chances = zip(*(text.split(", P = 0.") for text in texts), strict=True)
    assert outcomes == ("naive Bayes better", "practically equivalent", "C4.5 better")
    assert all(chance.isdigit() for chance in chances)
    for corner, i in zip(corners_of(figure, artists), range(3), strict=True):
        assert artists(figure, f"corner-{i}")[0].get_position()[0] == pytest.approx(corner[0])


@pytest.mark.parametrize("which", [0, 1, 2])
def test_mean_and_density_lie_where_the_chances_are(which, artists):
    parameters = [20.0 if chance == which else 1.0 for chance in range(3)]
    figure, density = draw(dirichlet(*parameters))
    corners = corners_of(figure, artists)
    (mean,) = artists(figure, "mean")
    assert mean.get_xydata()[0] == pytest.approx(density.mean @ corners)
    (region,) = artists(figure, "region-0")
    middle = region.get_paths()[0].vertices.mean(axis=0)
    distances = np.hypot(*(corners - middle).T)
    assert distances.argmin() == which


def test_borders_part_where_each_chance_is_the_greatest(artists):
    figure, _ = draw(dirichlet(5, 3, 2))
    corners = corners_of(figure, artists)
    for number in range(3):
        (border,) = artists(figure, f"border-{number}")
        chances = np.linalg.solve(np.vstack([corners.T, np.ones(3)]), np.append(border.get_xydata()[1], 1.0))
        assert sorted(chances) == pytest.approx([0, 0.5, 0.5])
        assert chances[number] == pytest.approx(0)
        assert np.vstack([corners.T, np.ones(3)]) @ np.full(3, 1 / 3) == pytest.approx([*border.get_xydata()[0], 1.0])


def test_regions_hold_what_is_dense_enough(artists):
    figure, density = draw(dirichlet(8, 5, 3))
    system = np.vstack([corners_of(figure, artists).T, np.ones(3)])
    points = np.random.default_rng(2).dirichlet([2, 2, 2], 400)
    for number, level in enumerate(density.levels):
        (region,) = artists(figure, f"region-{number}")
        inside = [any(path.contains_point(system[:2] @ point) for path in region.get_paths()) for point in points]
        clear = np.abs(density.at(points) / level - 1) > 0.05
        assert (np.array(inside) == (density.at(points) > level))[clear].all()


@pytest.mark.few
@pytest.mark.parametrize("parameters", [(14, 0, 0), (0, 1, 0), (13, 1, 0), (0.1, 0.1, 0.1), (900, 30, 3)])
@pytest.mark.parametrize("width", [3.25, pytest.param(5.5, marks=pytest.mark.nightly)])
def test_posteriors_at_corners_and_edges(parameters, width, artists, assert_clean):
    weights = np.random.default_rng(1).standard_gamma(parameters, (4000, 3))
    figure, _ = draw(weights / weights.sum(axis=1, keepdims=True), style=Style(width=width))
    assert artists(figure, "region-0")
    assert_clean(figure)


def test_alt_text_tells_the_probabilities():
    text = describe_simplex(("A" * 200, "B"), (0.9995, 0.0004, 0.0001), (0.8, 0.15, 0.05))
    assert "P > 0.999" in text
    assert "P < 0.001" in text
    assert len(text) < 600
