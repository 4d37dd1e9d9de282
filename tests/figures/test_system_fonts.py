"""Names with characters that our fonts lack: set by a font of the machine that has them."""

from shutil import copy

import pytest
from matplotlib.figure import Figure

from rankpress.figures import Style, critical_difference_diagram, system_fonts, to_pdf
from rankpress.figures.text import is_printable, printable, text_width, write

NAMES = ["日本 RF", "中", "\N{TEST TUBE}", "\u202egnirts", "ก้า", "العربية", "RF"]


@pytest.mark.nightly
def test_a_font_of_the_machine_sets_what_ours_lack(install_fonts, font_of, assert_clean, artists):
    install_fonts(font_of("日本中"))
    assert [is_printable(name) for name in NAMES] == [True, True, False, False, False, True, True]
    figure = critical_difference_diagram(NAMES[:2], [1, 2], groups=[(0, 1)], style=Style(width=3.25))
    assert_clean(figure)
    foreign, ours = (one.get_fontproperties().get_file() for one in artists(figure, "name-0"))
    assert "Other Sans" in foreign
    assert "Source" in ours
    assert b"Other" not in to_pdf(figure)  # outlines: no font of another's is embedded


@pytest.mark.few(1)
@pytest.mark.parametrize("direction", [(0, 4), (4, 0)])
def test_parts_of_a_name_follow_each_other_also_where_x_counts_to_the_left(install_fonts, font_of, direction):
    install_fonts(font_of("日本"))
    axes = Figure(figsize=(4, 1)).add_axes((0, 0, 1, 1))
    axes.set(xlim=direction, ylim=(1, 0))
    write(axes, 2, 0.5, "日本 RF 日", Style(), gid="name", ha="right")
    starts = [axes.transData.transform(one.get_position())[0] / axes.figure.dpi for one in axes.texts]
    ends = [start + text_width(one.get_text(), 8) for start, one in zip(starts, axes.texts, strict=True)]
    assert ends == pytest.approx([*starts[1:], 2])


@pytest.mark.nightly
def test_the_same_font_is_taken_whatever_the_order_of_the_machine(install_fonts, font_of):
    font = font_of("中")
    fonts = [copy(font, font.with_stem(name)) for name in ("Zeta Sans", "Alpha Sans", "Alpha", "Alpha Sans Bold")]
    for order in (fonts, fonts[::-1]):
        install_fonts(*order)
        assert system_fonts.system_font("中") == str(font.with_stem("Alpha Sans"))


def test_what_cannot_be_seen_by_itself_is_no_reason_to_number():
    assert printable("\N{GEAR}\ufe0f a\u200db") == "\N{GEAR} ab"
    assert is_printable("k\N{NON-BREAKING HYPHEN}NN") is True
    assert printable("k\N{NON-BREAKING HYPHEN}NN") == "k-NN"
