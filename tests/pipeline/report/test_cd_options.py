"""Options of the critical difference diagram in the spec: what they change, and what is told where they cannot."""

import pytest

from rankpress.core.document import Missing, Plan
from rankpress.core.labels import Labels
from rankpress.figures.style import PAPER
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.topics.ranks_figures import plan_cd
from rankpress.topics.topic import Request


def planned(analysis, **options):
    [one] = plan_cd(Request([analysis], PlottedFigure(name="cd", **options), PAPER, Labels()))
    return one


def drawn(analysis, **options):
    one = planned(analysis, **options)
    assert isinstance(one, Plan)
    figure = one.draw()
    return one, figure, {artist.get_gid() or "" for artist in figure.findobj()}


def test_layout_and_direction(make_analysis):
    analysis = make_analysis()
    _, axis, gids = drawn(analysis)
    assert "connector-0" in gids
    _, rows, gids = drawn(analysis, layout="rows", ranks=False)
    assert {"guide-0", "point-0"} <= gids
    assert "rank-0" not in gids
    ends = [figure.axes[0].get_xlim() for figure in (axis, rows)]
    assert ends[0][0] > ends[0][1]
    assert ends[1][0] < ends[1][1]
    _, turned, _ = drawn(analysis, layout="rows", best="right")
    assert turned.axes[0].get_xlim()[0] > turned.axes[0].get_xlim()[1]


def test_an_adjustment_that_could_not_be_used_is_missing(make_analysis):
    analysis = make_analysis(n=1)
    one = planned(analysis)
    assert isinstance(one, Missing)
    many = make_analysis(k=17, adjust=["holm", "bergmann-hommel"], test={"pairwise": "t"})
    one = planned(many, adjust="bergmann-hommel")
    assert isinstance(one, Missing)
    assert one.why.startswith("Bergmann-Hommel was omitted: ")


def test_the_layout_for_tikz_is_that_of_the_figure(make_analysis):
    one, figure, _ = drawn(make_analysis(names=["a_b", "b", "c \N{TEST TUBE}", "d"]), layout="rows")
    picture = one.lay_out()
    assert picture.labels == ("a_b", "b", "c U+1F9EA", "d")
    assert picture.diagram.layout == "rows"
    assert picture.diagram.height == pytest.approx(figure.get_figheight())
