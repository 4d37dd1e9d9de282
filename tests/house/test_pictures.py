"""Pictures of the documentation: text stays in its box in any font, and sentences are those of the report."""

import re
import runpy
from html import unescape

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from PIL import Image

from rankpress.figures.style import faces

BOX = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="middle"([^>]*)>([^<]*)</text>')


def width_of(text, size, *, bold):
    *_, wide = faces()
    prop = FontProperties(fname=str(wide.bold if bold else wide.regular), size=size)
    return text_to_path.get_text_width_height_descent(text, prop, False)[0]


def test_text_fits_its_box(root):
    drawing = (root / "docs/pictures/decision.svg").read_text(encoding="utf-8")
    size = float(re.search(r'font-size="([\d.]+)"', drawing)[1])
    boxes = [tuple(map(float, box)) for box in BOX.findall(drawing)]
    texts = TEXT.findall(drawing)
    assert texts
    for x, y, attributes, text in texts:
        room = min(w for left, top, w, h in boxes if left <= float(x) <= left + w and top <= float(y) <= top + h)
        [stated] = re.findall(r'textLength="([\d.]+)"', attributes)  # which any font keeps
        assert float(stated) <= room - 8, text
        assert float(stated) == pytest.approx(
            width_of(unescape(text), size, bold="font-weight" in attributes), rel=0.15
        )


@pytest.mark.weekly
def test_pictures_show_what_the_report_says(root, tmp_path):
    script = runpy.run_path(str(root / "tests/house/pictures.py"))
    sentences = script["build"](tmp_path, "--set", "plot=[]")
    for name in ("report", "paper"):
        with Image.open(script["PICTURES"] / f"{name}.png") as image:
            assert image.text[script["SENTENCES"]] == sentences
