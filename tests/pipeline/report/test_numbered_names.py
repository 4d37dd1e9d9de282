"""Numbers in figures, explained in captions, for names that no font of the machine has."""

from matplotlib.text import Text

from rankpress.analysis import labels_of
from rankpress.report.plot import plans_of
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.wording.text import plain

NAMES = ["日本 RF", "中", "\N{TEST TUBE}", "\u202egnirts", "ก้า", "العربية", "RF"]


def planned(analysis, *kinds):
    return plans_of([analysis], [*map(PlottedFigure.of_kind, kinds)])


def drawn_texts(plan):
    return "".join(one.get_text() for one in plan.draw().findobj(Text))


def test_without_a_font_a_number_stands_for_a_name_in_all_figures(install_fonts, make_analysis):
    install_fonts()
    for plan in planned(make_analysis(names=NAMES), "cd", "p-values", "comparison-matrix", "score-map", "scatter"):
        text = drawn_texts(plan)
        assert "U+" not in text
        assert not set(text) & set("日本中ก\u202e\N{TEST TUBE}")
        number = "A1" in text
        assert ("A1: 日本 RF" in plain(plan.caption)) == number
        assert number or plan.kind == "scatter"
        assert "日本 RF" in plain(plan.alt) or plan.kind == "scatter"


def test_with_a_font_no_number_stands_for_a_name_and_the_drawing_depends_on_it(install_fonts, font_of, make_analysis):
    analysis = make_analysis(names=["日本", "中", "RF"])
    install_fonts(font_of("日本中"))
    for plan in planned(analysis, "cd", "scatter"):
        assert "A1" not in plain(plan.caption) + drawn_texts(plan)
        assert [*plan.fonts] == ([str(font_of("日本中"))] if "中" in drawn_texts(plan) else [])


def test_a_number_is_no_name_of_another(make_analysis):
    analysis = make_analysis(names=["A1", "中", "RF"])
    labels = labels_of([analysis]).numbering([("algorithms", name) for name in analysis.names], str.isascii)
    assert labels.drawn(analysis.algorithms) == ("A1", "A2", "RF")
    assert plain(labels.explained_numbers(["A1", "A2 − RF"])) == "A2: 中"
    assert labels.in_text(analysis.algorithms) == ("A1", "中", "RF")
