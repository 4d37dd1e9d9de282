"""Drawings of report.html on a dark page: every shape has the dark counterpart of its colour, what is saved has not."""

from io import BytesIO

import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from rankpress.core.document import Document, Section
from rankpress.figures.canvas import open_canvas
from rankpress.figures.colours import STYLED, dark_counterpart
from rankpress.figures.output import to_svg
from rankpress.figures.style import DARK, PAPER
from rankpress.figures.text import write

OF_A_MAP = "#450055"
PAINTS = """
() => [...document.querySelectorAll('.drawing svg *')].flatMap((shape) => {
  const { fill, stroke } = getComputedStyle(shape);
  return [fill, stroke];
})
"""


def swatches(style):
    """A mark, a line and a word in each colour."""
    ax = open_canvas(2.0, style)
    for place, colour in enumerate(sorted({*STYLED, OF_A_MAP})):
        x = 0.2 + 0.3 * place
        ax.plot([x, x + 0.1], [0.3, 0.3], color=colour)
        ax.plot([x, x + 0.1], [0.6, 0.6], "o", color=colour, markerfacecolor=style.paper)
        ax.fill([x, x + 0.1, x], [0.9, 0.9, 1.0], facecolor=colour, edgecolor="none")
        write(ax, x, 1.3, "ab", style, gid="word", colour=colour)
    return ax


@pytest.fixture
def page(open_report, drawing):
    drawings = (drawing("cd", svg=to_svg(swatches(PAPER).figure, salt="a")),)
    opened = open_report(Document("D", (), (Section("s", "S", drawings=drawings),)))
    assert opened.complaints == []
    return opened.page


def rgb(colour):
    return f"rgb({', '.join(str(round(255 * part)) for part in to_rgb(colour))})"


@pytest.mark.weekly
def test_each_colour_has_its_counterpart_in_the_dark(page):
    light = page.evaluate(PAINTS)
    assert {rgb(colour) for colour in {*STYLED, OF_A_MAP}} <= set(light)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(PAINTS)
    counterparts = {rgb(colour): rgb(dark_counterpart(colour)) for colour in {*STYLED, OF_A_MAP}}
    assert dark == [counterparts.get(colour, colour) for colour in light]
    ground = "getComputedStyle(document.querySelector('.drawing')).backgroundColor"
    assert page.evaluate(ground) == rgb(DARK.paper)
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(PAINTS) == light
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate(PAINTS) == dark
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(PAINTS) == light
    assert page.evaluate(ground) == rgb(PAPER.paper)


@pytest.mark.weekly
def test_marks_taken_from_elsewhere_in_the_drawing_turn_too(page):
    page.emulate_media(color_scheme="dark")
    shot = page.locator(".drawing svg").screenshot()
    pixels = {colour for _, colour in Image.open(BytesIO(shot)).convert("RGB").getcolors(1 << 24)}
    near = {tuple(round(255 * part) for part in to_rgb(colour)) for colour in (DARK.ink, DARK.muted, DARK.accent)}
    assert near <= pixels
    assert (26, 26, 26) not in pixels  # the ink of paper


def test_what_is_saved_is_as_on_paper(page):
    page.emulate_media(color_scheme="dark")
    saved = page.evaluate("svgOf(document.querySelector('figure'))")
    assert PAPER.ink in saved
    assert DARK.ink not in saved
