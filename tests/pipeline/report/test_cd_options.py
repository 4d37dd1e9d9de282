"""Options of the critical difference diagram in the spec: what they change, and what is told where they cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from rankpress.analysis import Analysis
from rankpress.checks.agreement import disagreements
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import FaultsFound
from rankpress.figures.style import PAPER, font_file
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.stages.load import load
from rankpress.topics.ranks_figures import plan_cd

Make = Callable[..., Analysis]
WIDE = "scores: {files: a.csv, layout: wide, metrics: [{name: accuracy}]}\n"


def planned(analysis: Analysis, **options: Any) -> Plan | Missing:
    [one] = plan_cd(analysis, PlottedFigure(name="cd", **options), PAPER)
    return one


def drawn(analysis: Analysis, **options: Any) -> tuple[Plan, Figure, set[str]]:
    one = planned(analysis, **options)
    assert isinstance(one, Plan)
    figure = one.draw()
    return one, figure, {artist.get_gid() or "" for artist in figure.findobj()}


def test_layout_and_direction(make_analysis: Make) -> None:
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


def test_many_algorithms_stand_in_rows(make_analysis: Make) -> None:
    _, _, gids = drawn(make_analysis(k=30))
    assert "guide-29" in gids


def test_highlighted_algorithms_are_told(make_analysis: Make) -> None:
    analysis = make_analysis(names=["a", "b", "c", "d"])
    one, figure, _ = drawn(analysis, highlight=("c", "a"))
    assert one.caption.endswith("Highlighted: a and c.")
    assert one.alt.endswith("Highlighted: a and c.")
    texts = figure.axes[0].texts
    assert {one.get_text() for one in texts if one.get_fontproperties().get_file() == str(font_file(bold=True))} == {
        *("a", "c")
    }


def test_another_adjustment_than_the_deciding_one(make_analysis: Make) -> None:
    analysis = make_analysis(adjust=["nemenyi", "holm"])
    deciding, _, gids = drawn(analysis)
    assert "cd-bar" in gids
    assert "Nemenyi" in deciding.caption
    other, _, gids = drawn(analysis, adjust="holm")
    assert "cd-bar" not in gids
    assert "Holm" in other.caption
    assert "critical difference" not in other.caption


def test_an_adjustment_that_could_not_be_used_is_missing(make_analysis: Make) -> None:
    analysis = make_analysis(n=1)
    one = planned(analysis)
    assert isinstance(one, Missing)
    many = make_analysis(k=17, adjust=["holm", "bergmann-hommel"], test={"pairwise": "wilcoxon"})
    one = planned(many, adjust="bergmann-hommel")
    assert isinstance(one, Missing)
    assert one.why.startswith("Bergmann-Hommel was left out: ")


def test_the_layout_for_tikz_is_that_of_the_figure(make_analysis: Make) -> None:
    one, figure, _ = drawn(make_analysis(names=["a_b", "b", "c \N{TEST TUBE}", "d"]), layout="rows")
    assert one.lay_out is not None
    picture = one.lay_out()
    assert picture.labels == ("a_b", "b", "c U+1F9EA", "d")
    assert picture.diagram.layout == "rows"
    assert picture.diagram.height == pytest.approx(figure.get_figheight())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("highlight: [knm]", "there is no algorithm 'knm' in the scores"),
        ("adjust: finner", "'finner' is not one of adjust"),
        ("layout: column", "layout"),
        ("highlight: [a, a]", "highlight"),
    ],
)
def test_faults_of_options(tmp_path: Path, options: str, message: str) -> None:
    (tmp_path / "a.csv").write_text("dataset,knn,svm\n" + "".join(f"d{i},0.{i}1,0.{i}2\n" for i in range(5)))
    (tmp_path / "study.yaml").write_text(f"{WIDE}plot: [{{cd: {{{options}}}}}]\n")
    assert any(message in fault for fault in faults_of(tmp_path))


def faults_of(folder: Path) -> list[str]:
    try:
        read = read_study(folder / "study.yaml")
    except FaultsFound as found:
        return list(map(str, found.faults))
    return list(map(str, disagreements(read.study, load(read.study.scores, folder), read.source)))
