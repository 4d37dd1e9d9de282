"""Colors of cells, on paper and on a dark page: text on them can be read, and steps keep their order."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from matplotlib.colors import to_hex, to_rgb

from rankpress.figures.colours import (
    DIVERGING,
    LEAST_CONTRAST,
    STYLED,
    contrast,
    dark_counterpart,
    even_ramp,
    legible,
    lightness,
    ramp,
    text_colour,
)
from rankpress.figures.style import DARK, PAPER


def diverging():
    return ramp(DIVERGING, np.linspace(0.14, 0.86, 31).tolist(), PAPER)


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [("#777777", "#ffffff", 4.478), ("#0000ff", "#ffffff", 8.592), ("#000000", "#f00", 5.252)],
)
def test_contrast_as_wcag_calculators_give_it(first, second, ratio):
    assert contrast(first, second) == pytest.approx(ratio, abs=1e-3)
    assert contrast(second, first) == contrast(first, second)


@given(st.tuples(*[st.floats(0, 1)] * 3))
def test_any_colour_becomes_one_that_text_can_be_read_on(colour):
    darkened = legible(to_hex(colour), PAPER)
    assert contrast(darkened, text_colour(darkened, PAPER)) >= LEAST_CONTRAST
    assert abs(lightness(darkened) - lightness(to_hex(colour))) < 2.5


@pytest.mark.parametrize("steps", [2, 3, 33])
def test_sequential_steps_are_even_and_darken(steps):
    lightnesses = [lightness(colour) for colour in even_ramp(steps, PAPER)]
    gaps = -np.diff(lightnesses)
    even = (lightnesses[0] - lightnesses[-1]) / (steps - 1)
    assert gaps.min() > 0
    assert np.abs(gaps - even).max() < 2.6  # as far as a colour may move to be legible
    assert lightnesses[0] > 94
    assert lightnesses[-1] < 30


def test_diverging_is_as_light_on_either_side():
    lightnesses = [lightness(colour) for colour in diverging()]
    assert max(abs(a - b) for a, b in zip(lightnesses, lightnesses[::-1], strict=True)) < 10
    assert np.argmax(lightnesses) == 15
    assert np.diff(lightnesses[:16]).min() > -1e-9
    assert np.diff(lightnesses[15:]).max() < 1e-9


def test_no_cell_has_a_colour_that_means_something_else():
    assert not {*even_ramp(33, PAPER), *diverging()} & STYLED


@given(st.tuples(*[st.floats(0, 1)] * 3))
def test_text_on_any_cell_can_be_read_on_a_dark_page(colour):
    cell = legible(to_hex(colour), PAPER)
    text = dark_counterpart(text_colour(cell, PAPER))
    assert contrast(dark_counterpart(cell), text) >= LEAST_CONTRAST


@pytest.mark.parametrize("colours", [even_ramp(33, PAPER), diverging()[:16], diverging()[:14:-1]])
def test_a_dark_page_turns_the_order_of_lightness(colours):
    light, dark = ([lightness(colour) for colour in some] for some in (colours, map(dark_counterpart, colours)))
    assert np.sign(np.diff(dark)).tolist() == (-np.sign(np.diff(light))).tolist()
    assert max(dark) > 50
    assert min(dark) > lightness(DARK.paper)


def test_either_side_of_the_diverging_map_is_shown_by_blue_and_yellow_too():
    """Deuteranopes see how much more blue than the mean of red and green a color has."""
    colours = [dark_counterpart(colour) for colour in diverging()]
    blueness = [blue - (red + green) / 2 for red, green, blue in map(to_rgb, colours)]
    assert max(blueness[:15]) < 0 < min(blueness[16:])
    assert blueness[-1] - blueness[0] > 0.4
