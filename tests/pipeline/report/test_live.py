"""What the page's script is given to draw live figures from."""

import json
from dataclasses import replace

import pytest

from rankpress.core.document import Drawing, DrawnForms
from rankpress.figures.colours import LEAST_CONTRAST, contrast
from rankpress.figures.families import look_of, marker_of
from rankpress.figures.style import PAPER
from rankpress.report.live import LEVELS, live_diagram, live_figures
from rankpress.report.page import page_live
from rankpress.report.plot import plot
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stats.groups import groups
from rankpress.stats.nemenyi import nemenyi_critical_difference
from rankpress.topics.ranks.diagrams import MOST_IN_GROUPS, cd_caption
from rankpress.topics.topic import KEY_OF_FAMILIES
from rankpress.wording.text import Writing, mathematics, plain

CD = Drawing("accuracy-cd", "accuracy", "cd", "", "", "", DrawnForms())


def data_of(live):
    return json.loads(page_live(live, Writing()).data)


@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon"])
def test_groups_and_differences_are_those_of_every_level(make_analysis, pairwise):
    methods = ["nemenyi", "holm", "bergmann-hommel"] if pairwise == "rank-z" else ["holm", "bergmann-hommel"]
    analysis = make_analysis(14, 6, test={"pairwise": pairwise, "alpha": 0.04, "logical": "assume"}, adjust=methods)
    data, over, average = data_of(live_diagram(analysis, CD)), analysis.tested.over, analysis.ranking.average
    assert data["alphas"] == sorted({*LEVELS, 0.04})
    assert data["alphas"][data["level"]] == 0.04
    assert [average[i] for i in data["order"]] == sorted(average)
    seen = set()
    for method, states in zip(methods, data["states"], strict=True):
        for alpha, (number, cd, _, _) in zip(data["alphas"], states, strict=True):
            shown = {frozenset(data["order"][place] for place in group) for group in data["groupings"][number]}
            expected = groups(analysis.adjusted.p[method], over.pairs, average, alpha)
            assert shown == {frozenset(group) for group in expected}
            seen.add(number)
            if method == "nemenyi":
                assert cd == pytest.approx(nemenyi_critical_difference(alpha, 6, 14).cd, rel=1e-5)
            else:
                assert cd is None
    assert len(seen) > 2  # the level changes what is seen, or nothing was tested


@pytest.mark.nightly
def test_the_study_is_described_as_by_its_drawing(make_analysis):
    analysis = make_analysis(14, 4, test={"pairwise": "rank-z"})
    data, (drawing,) = data_of(live_diagram(analysis, CD)), plot([analysis], [PlottedFigure(name="cd")]).drawings
    assert data["tables"].startswith("Marks in the tables remain those of the study (level 0.05, ")
    _, _, caption, sentence = data["states"][0][data["level"]]
    assert plain(caption) == plain(drawing.caption) == plain(cd_caption(analysis, "nemenyi"))
    assert plain(sentence).startswith("alg 3 is significantly better than")
    others = [plain(caption) for _, _, caption, _ in data["states"][1]]
    assert all(f"significantly (Holm procedure, at level {alpha:g})." in text
               for alpha, text in zip(data["alphas"], others, strict=True))  # fmt: skip


def test_with_a_control_those_that_differ_from_it_are_marked(make_analysis):
    analysis = make_analysis(14, 5, test={"control": "alg 1"}, adjust=["bonferroni-dunn", "holm"])
    data, over = data_of(live_diagram(analysis, CD)), analysis.tested.over
    assert data["names"][data["order"][data["control"]]] == "alg 1"
    for method, states in zip(("bonferroni-dunn", "holm"), data["states"], strict=True):
        for alpha, (number, cd, _, _) in zip(data["alphas"], states, strict=True):
            [apart] = data["groupings"][number]
            pairs = over.pairs[analysis.adjusted.p[method] <= alpha]
            assert {data["order"][place] for place in apart} == {*pairs.ravel().tolist()} - {1}
            assert (cd is None) == (method == "holm")


@pytest.mark.nightly
def test_begins_as_the_drawing_that_it_stands_in_for(make_analysis):
    analysis = make_analysis(14, 4, adjust=["nemenyi", "holm"])
    figure = PlottedFigure(name="cd", adjust="holm", highlight=("alg 2",), best="left", ranks=False, caption="Ours.")
    (drawing,) = plot([analysis], [figure]).drawings
    data = data_of(live_diagram(analysis, drawing))
    assert data["adjustment"] == 1
    assert [data["names"][data["order"][place]] for place in data["highlight"]] == ["alg 2"]
    assert (data["bestAtLeft"], data["oneSide"], data["showRanks"]) == (True, False, False)
    (with_letters,) = plot([analysis], [PlottedFigure(name="cd", letters=True)]).drawings
    assert [data_of(live_diagram(analysis, it))["letters"] for it in (drawing, with_letters)] == [False, True]
    assert data["caption"] == drawing.caption == "Ours."
    captions = [caption for states in data["states"] for _, _, caption, _ in states]
    assert all("highlighted: alg 2" in caption for caption in captions)


@pytest.mark.parametrize(
    ("options", "size", "expected"),
    [
        *(({}, 5, (False, False)), ({}, 30, (True, True)), ({"layout": "axis"}, 30, (False, False))),
        *(({"layout": "rows"}, 5, (True, True)), ({"layout": "rows", "best": "right"}, 5, (False, True))),
        ({"sides": "right"}, 5, (False, True)),
    ],
)
def test_is_laid_out_as_its_drawing(make_analysis, options, size, expected):
    drawing = replace(CD, figure=PlottedFigure(name="cd", **options))
    data = data_of(live_diagram(make_analysis(14, size), drawing))
    assert (data["bestAtLeft"], data["oneSide"]) == expected


def test_more_groups_than_bars_can_show_are_none(make_analysis, monkeypatch):
    monkeypatch.setattr("rankpress.report.live.MOST_GROUPS", 1)
    data = data_of(live_diagram(make_analysis(14, 6), CD))
    assert None in {number for states in data["states"] for number, *_ in states}


def test_many_bars_are_left_to_the_drawing_in_rows(make_analysis, monkeypatch):
    in_rows = replace(CD, figure=PlottedFigure(name="cd", layout="rows"))
    monkeypatch.setattr("rankpress.report.live.MOST_BARS", 0)
    assert live_diagram(make_analysis(14, 6), in_rows) is None
    assert live_diagram(make_analysis(14, 6), CD) is not None


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.parametrize("size", [12, MOST_IN_GROUPS, MOST_IN_GROUPS + 1])
def test_of_many_algorithms_the_groups_are_those_of_the_drawing(make_analysis, size):
    """At every level: of so many that bars overlap, the groups with the best ranked alone, and the caption says so."""
    analysis = make_analysis(30, size)
    (drawing,) = plot([analysis], [PlottedFigure(name="cd")]).drawings
    data = data_of(live_diagram(analysis, drawing))
    assert plain(data["states"][0][data["level"]][2]) == plain(drawing.caption)
    best, some_left_out = {data["order"].index(i) for i in analysis.ranking.best}, False
    for states in data["states"]:
        for number, _, caption, _ in states:
            groups_drawn = data["groupings"][number]
            is_part = "only groups with the best ranked" in caption
            assert is_part <= (size >= MOST_IN_GROUPS)  # of 25 some levels have more bars than can be distinguished
            assert not is_part or all(best & set(group) for group in groups_drawn)
            some_left_out |= is_part
    assert some_left_out == (size >= MOST_IN_GROUPS)


def test_families_are_those_of_the_drawing(make_analysis):
    """In the colors and with the signs of the static figure."""
    analysis = make_analysis(14, 4)
    data = data_of(live_diagram(analysis, CD, (("trees", "kernels"), (0, 0, 1, None))))
    assert data["families"]["of"] == [0, 0, 1, None]
    assert data["families"]["signs"] == [marker_of(0), marker_of(1)]
    assert data["families"]["points"] == [look_of(number, PAPER).colour for number in (0, 1)]
    assert all(contrast(colour, PAPER.paper) >= LEAST_CONTRAST for colour in data["families"]["texts"])
    assert all(KEY_OF_FAMILIES in caption.lower() for states in data["states"] for _, _, caption, _ in states)
    assert data_of(live_diagram(analysis, CD))["families"] is None


def test_goes_with_the_first_diagram_of_its_metric(make_analysis):
    analyses = [make_analysis(3, 4, metric=name) for name in ("f1", "auc")]
    drawn = [("f1", "cd", ""), ("f1", "cd", "-2"), ("f1", "curves", ""), ("auc", "order", ""), ("auc", "cd", "")]
    none = dict.fromkeys(("f1", "auc", "accuracy"), ((), ()))
    drawings = [
        Drawing(f"{metric}-{kind}{number}", metric, kind, "", "", "", DrawnForms()) for metric, kind, number in drawn
    ]
    assert [live.drawing for live in live_figures(analyses, drawings, none)] == ["f1-cd", "auc-cd"]
    alone = [Drawing("accuracy-cd", "accuracy", "cd", "", "", "", DrawnForms())]
    assert not live_figures([make_analysis(1, 4)], alone, none)


def test_hostile_names_stay_text(make_analysis):
    names = ("</script><b>", "<!--<script>", "a&b\u2028", mathematics(r"\chi^2", "χ²"), "\x07\u202e")
    live = live_diagram(make_analysis(14, 5, names=names), CD)
    text = page_live(live, Writing()).data
    assert not {"<", ">", "&", "\u2028"} & {*text}
    assert json.loads(text)["names"] == ["</script><b>", "<!--<script>", "a&b\u2028", "χ²", "U+0007\u2009U+202E"]
