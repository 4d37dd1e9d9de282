"""What tests of figures look at: artists by name, and whether texts overlap or anything leaves the canvas."""

import numpy as np
import pytest
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from rankpress.figures.style import drawing_context

HOSTILE = [
    *r"50% $x$ & #1¦a_b¦\input{/etc/passwd}¦<img src=x onerror=alert(1)>".split("¦"),
    "x" * 300,
    "long name of many words " * 12,
    *("Ωμέγα ∑", "\N{GRINNING FACE}\N{TEST TUBE}", "中文", "العربية"),
    "\u05e9\u05dc\u05d5\u05dd (kNN) 50% [v2]",
    "\u0639\u0631" * 60,
    r"$\frac$",
    "a\nb\tc",
    "\u202egnirts",
    "-->",
    "",
    "e\u0301\u0323" + "\u0335\u0321\u034f" * 4,
]

_DPI = 400.0  # high enough for hinting not to matter
_SLACK = 0.012  # inches: strokes have a width


@pytest.fixture
def hostile():
    """Names that break figures of other tools."""
    return HOSTILE


@pytest.fixture
def artists():
    """Find artists of a figure by name, or by its beginning if that ends in a hyphen."""

    def find(figure, name):
        named_artists = [(a, a.get_gid() or "") for a in _artists_of(figure)]
        return [a for a, gid in named_artists if gid == name or (name.endswith("-") and gid.startswith(name))]

    return find


@pytest.fixture
def group_bars(artists):
    """Runs (low, high) and dots of each group's bar, by number, along x or in rows down y, and where it lies across."""

    def find(figure):
        in_rows = bool(artists(figure, "guide-"))
        bars = {}
        for line in artists(figure, "group-"):
            number, part = line.get_gid().removeprefix("group-").split("-", 1)
            x, y = (list(map(float, data)) for data in line.get_data())
            along, across = (y, x) if in_rows else (x, y)
            bar = bars.setdefault(int(number), {"runs": [], "dots": [], "across": across[0]})
            assert set(across) == {bar["across"]}
            if part.startswith("run"):
                bar["runs"].append(tuple(sorted(along)))
            elif part == "dots":
                bar["dots"] = along
        return bars

    return find


@pytest.fixture
def boxes():
    """Texts of a figure and their boxes in inches: x0, y0, x1, y1."""
    return text_boxes


def text_boxes(figure):
    figure.set_dpi(_DPI)
    with drawing_context():
        renderer = RendererAgg(1, 1, _DPI)  # which measures alike, whatever its size
        texts = [a for a in _artists_of(figure) if isinstance(a, Text)]
        texts = [t for t in texts if t.get_text().strip() and t.get_visible() and _is_drawn(t)]
        extents = [t.get_window_extent(renderer).extents / _DPI for t in texts]
    return texts, np.array(extents).reshape(-1, 4)


def _artists_of(artist):
    """Yield an artist and all in it but axes that are switched off, whose ticks matplotlib would make to be found."""
    yield artist
    for child in artist.get_children():
        if not isinstance(child, Axis) or artist.axison:
            yield from _artists_of(child)


def _is_drawn(text):
    """Whether the text is not one of an axis that is switched off."""
    axes = text.axes
    return axes is None or axes.axison or text in axes.texts


@pytest.fixture
def assert_clean():
    """Assert that no two texts overlap and that nothing leaves the canvas."""

    def check(figure):
        texts, text_extents = text_boxes(figure)
        _assert_apart(texts, text_extents)
        _assert_inside(figure, [t.get_text() for t in texts], text_extents, 0.002)
        drawn = [
            a
            for a in _artists_of(figure)
            if isinstance(a, Line2D | Patch)
            and a.axes is not None
            and a.get_gid()
            and a.get_visible()
            and not a.get_clip_on()
        ]
        extents = np.array([a.get_window_extent().extents / _DPI for a in drawn]).reshape(-1, 4)
        _assert_inside(figure, [a.get_gid() for a in drawn], extents, _SLACK)

    return check


def _assert_apart(texts, extents):
    low, high = extents[:, None, :2], extents[:, None, 2:]
    meet = (low < high.swapaxes(0, 1) - 0.004) & (low.swapaxes(0, 1) < high - 0.004)
    overlapping = np.triu(meet.all(axis=2), 1)
    pairs = [(texts[i].get_text(), texts[j].get_text()) for i, j in np.argwhere(overlapping)]
    assert not pairs


def _assert_inside(figure, names, extents, slack):
    width, height = figure.get_size_inches()
    inside = (extents[:, :2] >= -slack).all(axis=1) & (extents[:, 2:] <= np.array([width, height]) + slack).all(axis=1)
    outside = [(name, box.tolist()) for name, box, fits in zip(names, extents, inside, strict=True) if not fits]
    assert not outside, (width, height)
