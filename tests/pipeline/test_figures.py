"""Figures of a study: their inputs, when there are none, and their files; their looks are tested in tests/figures.

The captions and descriptions of more of them are in report/captions/.
"""

import re
from inspect import signature

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text
from pydantic import ValidationError

from rankpress.analysis import labels_of
from rankpress.cache.store import Store
from rankpress.cache.work import Work
from rankpress.catalog.kinds import FIGURES
from rankpress.core.document import Missing, Plan
from rankpress.core.labels import Labels
from rankpress.core.latex import latex_escape
from rankpress.core.plain_data import plain_data
from rankpress.core.scores import Costs
from rankpress.figures import order
from rankpress.figures.style import DARK, PAPER
from rankpress.figures.venues import VENUES
from rankpress.report.plot import plans_of, plot
from rankpress.report.render import in_any_format
from rankpress.report.styling import other_forms, style_of
from rankpress.spec.plot_sections import FiguresOptions, PlottedFigure
from rankpress.topics.order.order import front_results, front_sentences, ordering_table
from rankpress.topics.ranks import diagrams
from rankpress.topics.topic import Request, chosen_pairs, place_of
from rankpress.topics.within.within import MOST_ALGORITHMS, significantly_better
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of

NAMES = ("knn", "tree", "svm", "nb")
MEANS = np.random.default_rng(2).uniform(0.5, 0.9, (12, 4)).round(2) + np.array([0.0, 0.15, 0.1, 0.05])


def analysed(means=MEANS, better="higher", **sections):
    policy = "incomplete-blocks" if np.isnan(means).any() else "error"
    return analysis_of(metric_of(means, better, policy, names=NAMES), order=None, **sections)


def figures(*items):
    return tuple(map(PlottedFigure.model_validate, items))


def planned(analysis, kind, **options):
    [shown] = figures({kind: options} if options else kind)
    return list(FIGURES[shown.name].function(Request([analysis], shown, PAPER, labels_of([analysis]))))


def test_the_best_ranked_and_the_next_are_compared_or_the_control_and_the_best_other():
    analysis = analysed()
    best, second = analysis.ranking.best_first[:2]
    assert chosen_pairs(analysis, None) == ((best, second),)
    control = NAMES[analysis.ranking.best_first[-1]]
    last = analysis.ranking.best_first[-1]
    assert chosen_pairs(analysed(test={"control": control}, adjust=["holm"]), None) == ((best, last),)
    first = analysed(test={"control": NAMES[best]}, adjust=["holm"])
    assert chosen_pairs(first, None) == ((best, second),)
    assert chosen_pairs(analysis, [("nb", "knn"), ("nb", "gone")]) == ((3, 0),)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_scatter_shows_the_scores_and_who_wins_by_their_direction(better):
    analysis = analysed(better=better)
    [plan] = planned(analysis, "scatter", pairs=[["tree", "knn"]])
    _, scores, outcomes = plan.draw.args
    assert scores == [tuple(pair) for pair in MEANS[:, [1, 0]].tolist()]
    sign = 1 if better == "higher" else -1
    assert outcomes == [sign * int(np.sign(round(first - second, 9))) for first, second in scores]
    assert plan.draw.keywords["better"] == better
    over = analysis.tested.over
    place, turned = place_of((1, 0), over.pairs)
    wins = over.wins[place][::-1] if turned else over.wins[place]
    tied = f"; they are tied on {wins[1]}" if wins[1] else ""
    assert f"tree is better on {wins[0]}, knn on {wins[2]}{tied}." in plain(plan.caption)
    adjusted = analysis.adjusted.p["holm"][place]
    p = "p < 0.001" if adjusted < 0.001 else f"p = {adjusted:.3f}"
    assert plan.alt.endswith(f"{p} (Holm).")
    assert f", adjusted by Holm {p})" in plain(plan.caption)
    assert ("is not significant" in plain(plan.caption)) == (adjusted > 0.05)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("over", ["sign", "signed-rank"])
def test_a_simplex_shows_the_probabilities_of_the_comparison(over):
    analysis = analysed(bayes={"rope": 0.02, "over": over})
    [there], [back] = (planned(analysis, "simplex", pairs=[pair]) for pair in (["tree", "svm"], ["svm", "tree"]))
    names, density, probabilities = there.draw.args
    assert names == ("tree", "svm")
    place, turned = place_of((1, 2), analysis.bayesian.pairs)
    posterior = analysis.bayesian.over
    expected = [values[place] for values in (posterior.p_first, posterior.p_equal, posterior.p_second)]
    assert list(probabilities) == expected[:: -1 if turned else 1]
    assert back.draw.args[2] == probabilities[::-1]
    if over == "signed-rank":
        means = [posterior.details[name][place] for name in ("weight_first", "weight_equal", "weight_second")]
        assert density.mean == pytest.approx(means[:: -1 if turned else 1], abs=0.01)
    assert "of 50,000 posterior samples" in plain(there.caption)
    assert "by more than 0.02" in plain(there.caption)
    there.draw()


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_matrices_count_the_significant_wins(make_analysis, better):
    analysis = make_analysis(9, 6, folds=(5, 2), better=better)
    matrices, place = significantly_better(analysis), np.argsort(analysis.ranking.best_first)
    a, b = place[analysis.conclusions.wins.pairs].T
    assert np.array_equal(np.nansum(matrices, axis=0)[a, b], analysis.conclusions.wins.counts[:, 0])
    assert np.array_equal(np.nansum(matrices, axis=0)[b, a], analysis.conclusions.wins.counts[:, 2])
    assert np.nansum(matrices) > 0
    assert np.isnan(matrices[:, range(6), range(6)]).all()


def drawn(analysis, **options):
    [one] = planned(analysis, "cd", **options)
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


def test_the_layout_for_tikz_is_that_of_the_figure(make_analysis):
    one, figure, _ = drawn(make_analysis(names=["a_b", "b", "c \N{TEST TUBE}", "d"]), layout="rows")
    picture = one.lay_out()
    assert picture.labels == ("a_b", "b", "A3", "d")
    assert picture.diagram.layout == "rows"
    assert picture.diagram.height == pytest.approx(figure.get_figheight())


@pytest.fixture
def two_metrics(make_analysis):
    return [make_analysis(6, 3, metric=f"metric {number}") for number in range(2)]


@pytest.mark.nightly
def test_processes_change_no_byte(two_metrics):
    both = two_metrics, figures("cd")
    alone, spread = plot(*both), plot(*both, jobs=2)
    assert len(alone.drawings) == 2
    assert spread == alone


@pytest.mark.nightly
def test_what_is_as_it_was_is_not_planned(two_metrics, tmp_path, monkeypatch):
    requested = figures("cd", {"cd": {"caption": "Other."}}, "p-values")
    first = plot(two_metrics, requested, store=Store(tmp_path))
    assert [drawing.figure for drawing in first.drawings] == [figure for figure in requested for _ in range(2)]
    monkeypatch.setattr("rankpress.report.plot._plans", None)
    again = Store(tmp_path)
    assert plot(two_metrics, requested, store=again) == first
    assert again.work == [Work("draw", drawing.name) for drawing in first.drawings]
    with pytest.raises(TypeError):
        plot(two_metrics, figures("cd", {"cd": {"caption": "Another."}}, "p-values"), store=Store(tmp_path))


def test_names_that_no_diagram_can_hold_are_reported_at_once(two_metrics, monkeypatch):
    monkeypatch.setattr(diagrams, "MOST_NAMES", 2)
    plotted = plot(two_metrics[:1], figures("cd"))
    assert plotted.drawings == ()
    assert plotted.warnings == ("metric 0: the figure cd was not drawn: 3 algorithms are more than a diagram can hold",)


@pytest.mark.nightly
def test_options_of_a_figure(two_metrics):
    drawn = plot(
        two_metrics,
        figures({"cd": {"metrics": ["metric 1"], "width": 3.25, "file": "Best left", "best": "left"}}, "cd"),
        FiguresOptions(also=("png",)),
    ).drawings
    assert [one.name for one in drawn] == ["metric-1-best-left", "metric-0-cd", "metric-1-cd"]
    assert b'width="234pt"' in drawn[0].forms.svg[:400]
    assert drawn[0].forms.others["png"].startswith(b"\x89PNG")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("radius", "begins"), [(0.1, "Algorithms from the cheapest"), (1.0, "Left: the algorithms by")]
)
def test_arcs_without_room_are_slopes_and_the_caption_says_so(monkeypatch, radius, begins):
    monkeypatch.setattr(order, "_RADIUS", radius)
    analysis = analysis_of(metric_of(MEANS, names=NAMES), order={"prior": list(NAMES)})
    [drawn] = plot([analysis], figures({"order": {"layout": "arcs"}})).drawings
    assert plain(drawn.caption).startswith(begins)
    assert (b"order-slope-" in drawn.forms.svg) is (radius == 1.0)


@pytest.mark.nightly
def test_dark_drawings_are_further_files_of_the_same_shapes(two_metrics):
    [light] = plot(two_metrics[:1], figures("cd")).drawings
    [drawn] = plot(two_metrics[:1], figures("cd"), FiguresOptions(also=("dark", "png"))).drawings
    assert drawn.forms.svg == light.forms.svg
    assert list(drawn.forms.others) == ["png", "dark.svg", "dark.png"]
    assert DARK.paper.encode() in drawn.forms.others["dark.svg"]
    assert PAPER.paper.encode() not in drawn.forms.others["dark.svg"]
    assert drawn.forms.others["dark.svg"].count(b"<path") == drawn.forms.svg.count(b"<path")


@pytest.mark.nightly
def test_the_same_figure_in_two_ways_has_two_files(two_metrics):
    drawn = plot(
        two_metrics[:1], figures("cd", {"cd": {"best": "left"}}, {"cd": {"sides": "left", "caption": "Mine."}})
    )
    assert [one.name for one in drawn.drawings] == ["metric-0-cd", "metric-0-cd-2", "metric-0-cd-3"]
    assert drawn.drawings[2].caption == "Mine."


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("formats", "also", "as_pdf"),
    [
        (("html",), (), False),
        (("html", "markdown"), ("pdf",), True),
        (("latex",), (), True),
        (("html", "pdf"), (), True),
    ],
)
def test_figures_are_drawn_as_pdf_where_a_format_takes_it(two_metrics, formats, also, as_pdf):
    (drawn,) = plot(two_metrics[:1], figures("cd"), FiguresOptions(also=also), formats=formats).drawings
    assert drawn.forms.svg.startswith(b"<svg")
    assert drawn.forms.pdf.startswith(b"%PDF-") is as_pdf
    written = in_any_format((), (drawn,), "stamp", None)
    assert [*written] == [f"figures/metric-0-cd.{form}" for form in ("pdf", "svg") if form == "svg" or as_pdf]


FRONT = np.tile([0.6, 0.8, 0.7, 0.9], (8, 1))


def test_costs_that_are_unknown_leave_no_front():
    scores, values = metric_of(FRONT, names="abcd"), np.tile([1.0, 3.0, 4.0, 90.0], (8, 1))
    values[2, 1] = np.nan
    costs = {"seconds": Costs("seconds", scores.datasets, scores.algorithms, values)}
    analysis = analysis_of(scores, costs=costs, order=None)
    [front] = plain_data(front_results(analysis))
    assert front["by_rank"] is front["by_score"] is front["costs"] is None
    assert front["why"] == "the seconds of b on data 2 is unknown"
    assert not list(front_sentences(analysis))
    warning = "accuracy: the figure cost-front was not drawn: the seconds of b on data 2 is unknown"
    assert plot([analysis], figures("cost-front")).warnings == (warning,)


def test_one_figure_of_draws_is_drawn_and_the_others_on_request():
    analysis = analysed(replicability={"draws": 10, "biases": [0, 9]})
    parts = ["rejections", "p", "r", "together", "together-p", "together-r"]

    def drawn(**options):
        return [plan.part.removeprefix("-") for plan in planned(analysis, "replicability", **options)]

    assert drawn() == parts[:1]
    assert drawn(parts="all") == parts
    assert drawn(parts=["together-r", "p"]) == ["together-r", "p"]


@pytest.mark.nightly
def test_planes_of_each_metric_next_to_the_first():
    three = [analysis_of(metric_of(FRONT, names="abcd", name=f"metric {number}"), order=None) for number in range(3)]

    def drawn(analyses=three, **options):
        return plot(analyses, figures({"two-metrics": options}))

    names = ["metric-0-metric-1-two-metrics", "metric-0-metric-2-two-metrics"]
    assert [one.name for one in drawn().drawings] == names
    [named] = drawn(x="metric 2", y="metric 1").drawings
    assert named.name == "metric-2-metric-1-two-metrics"
    assert "over eight data sets: by metric 2 (horizontal axis) and by metric 1 (vertical axis)." in plain(
        named.caption
    )
    assert [one.name for one in drawn(y="metric 0").drawings] == ["metric-1-metric-0-two-metrics"]
    for options in ({}, {"x": "metric 0"}, {"y": "metric 0"}):
        warnings = ("metric 0: the figure two-metrics was not drawn: there is no second metric",)
        assert drawn(three[:1], **options).warnings == warnings


def test_the_caption_names_rows_and_columns_best_first(make_analysis):
    analysis = make_analysis(5, 3, folds=(5, 2), names=("knn", "svm", "tree"))
    [plan] = planned(analysis, "within")
    first, second, last = (analysis.names[i] for i in analysis.ranking.best_first)
    assert plain(plan.caption).endswith(f"from the top and from the left: {first}, {second} and {last}.")


def test_of_many_algorithms_the_best_are_shown(make_analysis):
    analysis = make_analysis(3, MOST_ALGORITHMS + 2, folds=(5, 2))
    [plan] = planned(analysis, "within")
    assert f"the best ranked {MOST_ALGORITHMS} of {MOST_ALGORITHMS + 2} algorithms" in plain(plan.caption)


def test_without_folds_there_is_none(make_analysis):
    [missing] = planned(make_analysis(5, 3), "within")
    assert plain(missing.why) == "there are no tests within data sets; test.within requests them"


def test_an_adjustment_that_could_not_be_used_is_missing(make_analysis):
    many = make_analysis(k=17, adjust=["holm", "bergmann-hommel"], test={"pairwise": "t"})
    [one] = planned(many, "cd", adjust="bergmann-hommel")
    assert isinstance(one, Missing)
    assert one.why.startswith("Bergmann-Hommel was omitted: ")


def test_fronts_are_in_results_and_in_words():
    scores = metric_of(FRONT, names="abcd")
    costs = {"seconds": Costs("seconds", scores.datasets, scores.algorithms, np.tile([1.0, 3.0, 4.0, 90.0], (8, 1)))}
    analysis = analysis_of(scores, costs=costs, order=None)
    [front] = plain_data(front_results(analysis))
    assert front["costs"] == {"a": 1, "b": 3, "c": 4, "d": 90}
    assert front["by_rank"] == front["by_score"] == {"members": ["a", "b", "d"], "dominated_by": {"c": "b"}}
    assert front["scores"] == pytest.approx({"a": 0.6, "b": 0.8, "c": 0.7, "d": 0.9})
    [sentence] = map(plain, front_sentences(analysis))
    start = "In average rank and mean seconds, a, b and d are Pareto-optimal; c is dominated."
    assert sentence.startswith(start)


def options(**given):
    return FiguresOptions.model_validate(given)


@pytest.mark.parametrize("venue", VENUES)
def test_widths_of_a_venue(venue):
    sizes = VENUES[venue]
    assert style_of(options(venue=venue)).width == sizes.text
    assert style_of(options(venue=venue, width="column")).width == sizes.column
    assert style_of(options(venue=venue, width="column"), "text").width == sizes.text
    assert style_of(options(venue=venue), 4.5).width == 4.5
    assert style_of(options(venue=venue), 4.5).max_height < sizes.height


def test_size_of_type():
    assert style_of(options(font_size=9.5)).font_size == 9.5
    assert style_of(options(venue="nature")).font_size == 7 == style_of(options(venue="nature", font_size=7)).font_size
    for size in (4.9, 24.1):
        with pytest.raises(ValidationError):
            options(font_size=size)


def test_forms_are_those_that_were_requested():
    figure = Figure(figsize=(1, 1))
    figure.text(0.1, 0.1, "ǆ 50%")
    assert other_forms(figure, ()) == {}
    made = other_forms(figure, ("png", "pgf"), dpi=144)
    assert list(made) == ["png", "pgf"]
    assert int.from_bytes(made["png"][16:20]) == 144
    assert latex_escape("ǆ 50%").encode() in made["pgf"]
    with pytest.raises(ValidationError):
        options(also=["png", "png"])


@pytest.mark.nightly
def test_a_single_figure_has_the_file_name_that_a_study_gives_it(make_analysis):
    """Whatever its kind appends; of several figures each has its own end."""
    analysis = make_analysis(8, 3, folds=(10, 10), costs=True)
    first, second = ["alg 0", "alg 1"], ["alg 0", "alg 2"]
    requested = [
        ("order", {"dataset": next(name for name in analysis.scores.datasets if analysis.ordered.on(name).edges)}),
        ("scatter", {"pairs": [first]}),
        ("scatter", {"pairs": [first, second]}),
    ]
    names = [
        [one.name for one in plot([analysis], figures({kind: {"file": "mine", **options}})).drawings]
        for kind, options in requested
    ]
    assert names == [["accuracy-mine"], ["accuracy-mine"], ["accuracy-mine-alg-0-alg-1", "accuracy-mine-alg-0-alg-2"]]


@pytest.mark.parametrize(("most", "is_part"), [(30, False), (2, True)])
def test_where_many_bars_stand_next_to_one_another_those_of_the_leader_are_drawn(most, is_part, monkeypatch):
    monkeypatch.setattr(diagrams, "MOST_BARS_DRAWN", most)
    means = np.random.default_rng(5).normal(size=(60, 20)) + 0.1 * np.arange(20)
    analysis = analysis_of(metric_of(means, names=[f"a{i}" for i in range(20)]), order=None)
    [plan] = planned(analysis, "cd")
    groups = analysis.adjusted.groups[analysis.adjusted.deciding]
    assert (diagrams.most_bars(analysis, groups) > most) == is_part
    assert ("only groups with the best ranked" in plain(plan.caption)) == is_part


@pytest.mark.parametrize(("spread", "is_drawn"), [(0.0, False), (1.0, True)])
def test_an_order_in_which_nothing_moves_is_not_drawn(spread, is_drawn):
    """Equal algorithms stand as their costs do: a sentence says so, and the table has no column of who is above."""
    noise = np.random.default_rng(6).normal(0, 0.01, (20, 4))
    scores = metric_of(noise + spread * np.arange(4), names="ABCD")
    costs = {"seconds": Costs("seconds", scores.datasets, tuple("ABCD"), np.tile(np.arange(1.0, 5.0), (20, 1)))}
    analysis = analysis_of(scores, costs=costs, order={"cost": "seconds"})
    [planned_order] = planned(analysis, "order")
    assert isinstance(planned_order, Plan) == is_drawn
    if not is_drawn:
        assert plain(planned_order.why).startswith("the order is that by seconds alone")
    heads = [plain(cell.text) for cell in ordering_table(analysis).head[-1]]
    assert ("Ranked above" in heads) == is_drawn


@pytest.mark.parametrize(("k", "layout", "all_groups"), [(25, "auto", True), (26, "auto", False), (26, "rows", True)])
def test_of_many_algorithms_only_the_groups_of_the_leaders_are_drawn(k, layout, all_groups):
    means = np.random.default_rng(5).normal(size=(40, k)) + np.arange(k) / 2
    analysis = analysis_of(metric_of(means, names=[f"a{i}" for i in range(k)]), order=None)
    [plan] = planned(analysis, "cd", layout=layout)
    groups = analysis.adjusted.groups[analysis.adjusted.deciding]
    drawn = plan.draw.keywords["groups"] if hasattr(plan.draw, "keywords") else plan.draw.func.keywords["groups"]
    assert len(groups) > 2
    assert (len(drawn) == len(groups)) == all_groups
    assert ("only groups with the best ranked algorithm" in plain(plan.caption)) != all_groups
    assert all_groups or all(set(group) & set(analysis.ranking.best) for group in drawn)


@pytest.mark.few
@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("width", [2.5, 3.5, 5.5, 9.0])
def test_the_better_ranked_of_a_pair_has_the_row_of_the_comparison_matrix_at_any_width(better, width):
    means = np.random.default_rng(4).uniform(0.5, 0.9, (12, 9))
    analysis = analysis_of(metric_of(means, better, names=[f"long name {i}" for i in range(9)]), order=None)
    [shown] = figures("comparison-matrix")
    style = PAPER.with_width(width)
    [plan] = FIGURES[shown.name].function(Request([analysis], shown, style, Labels()))
    place = analysis.ranking.best_first.index
    cells = plan.draw.keywords["cells"]
    rows, columns = plan.draw.keywords["rows"], plan.draw.keywords["columns"]
    assert all(place(row) < place(column) for row, column in cells)
    drawn = sorted({*rows, *columns}, key=place)
    assert tuple(drawn) == analysis.ranking.best_first[: len(drawn)]
    assert len(cells) == len(drawn) * (len(drawn) - 1) / 2
    assert ("Shown are the pairs of the" in plain(plan.caption)) == (len(drawn) < 9)
    [matrix] = plan.draw.args
    assert matrix.greatest == max(abs(matrix.difference(*cell)) for cell in cells)  # the colors are those of its own


@pytest.mark.nightly
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_comparison_matrix_with_a_control_has_blue_where_the_control_is_better(better):
    means = np.random.default_rng(4).uniform(0.5, 0.9, (12, 5))
    means[:, 2] += 0.5 if better == "higher" else -0.45
    names = [f"a{i}" for i in range(5)]
    analysis = analysis_of(metric_of(means, better, names=names), order=None, test={"control": "a2"}, adjust=["holm"])
    [plan] = planned(analysis, "comparison-matrix")
    figure = plan.draw(style=PAPER)
    texts = [text.get_text() for text in figure.findobj(Text) if (text.get_gid() or "").startswith("text-")]
    differences = [text for text in texts if text[0] in "+−"]
    assert len(differences) == 4
    assert {text[0] for text in differences} == {"+" if better == "higher" else "−"}
    assert texts.count("12/0/0") == 4
    assert "(column − row; blue: the column is better" in plain(plan.caption)
    assert "wins/ties/losses 12/0/0" in plan.alt


@pytest.mark.nightly
def test_a_figure_of_sensitivity_has_the_changes_that_turn_a_conclusion_and_counts_them():
    analysis = analysis_of(metric_of(MEANS, names=NAMES), order=None, adjust=["holm"], sensitivity={"digits": [1]})
    [plan] = planned(analysis, "sensitivity")
    names, of_study, series = plan.draw.args
    alpha, conclusions = analysis.adjusted.alpha, analysis.robustness.sensitivity.conclusions
    turned = {
        frozenset(item.conclusion.subject): sum(
            bool((p <= alpha) != (item.p <= alpha))
            for p, variation in zip(item.p_under, analysis.robustness.sensitivity.variations, strict=True)
            if p == p and variation.kind in item.counts and variation.kind != "alpha"
        )
        for item in conclusions
        if item.p_under is not None
    }
    place = {name: analysis.ranking.best_first.index(i) for i, name in enumerate(analysis.names)}
    counts = plan.draw.keywords["counts"]
    for row, (name, p, count) in enumerate(zip(names, of_study, counts, strict=True)):
        shown = [other for rows in series.values() for other in rows[row] if other == other]
        assert all((other <= alpha) != (p <= alpha) for other in shown)
        pair = name.split(" and ") if " and " in name else []
        assert pair == sorted(pair, key=place.__getitem__)  # the better ranked first
        assert int(count.split()[0]) == len(shown) == turned[frozenset(pair)]
        assert shown  # what no variation changes has no row
    assert len(names) == sum(map(bool, turned.values()))


@pytest.mark.few
@pytest.mark.parametrize(
    ("options", "apart", "expected"),
    [
        ({"layout": "rows"}, [0, 0, 1, 1], ["b", "b", "a", "a"]),  # a bar below the other
        ({"layout": "rows"}, [0, 0, 0, 1], None),
        ({"letters": True}, [0, 0, 0, 1], ["b", "b", "b", "a"]),
        ({"layout": "rows", "letters": False}, [0, 0, 1, 1], None),
        ({}, [0, 0, 1, 1], None),  # on an axis
    ],
)
def test_letters_of_groups_stand_where_bars_are_below_one_another(options, apart, expected):
    analysis = analysis_of(np.random.default_rng(1).normal(0, 0.01, (40, 4)) + np.array(apart))
    [plan] = planned(analysis, "cd", **options)
    drawn = {text.get_gid(): text.get_text() for text in plan.draw().findobj(Text)}
    letters = [drawn[f"letters-{i}"] for i in range(4)] if "letters-0" in drawn else None
    assert letters == expected
    assert ("share a letter" in plain(plan.caption)) == (expected is not None)


def test_the_diagrams_of_two_metrics_in_one_figure(two_metrics):
    figure = PlottedFigure.model_validate({"name": "cd", "options": {"together": True}})
    [plan] = plans_of(two_metrics, [figure])
    assert plan.metrics == tuple(analysis.scores.name for analysis in two_metrics)
    drawn = plan.draw()
    ids = [artist.get_gid() for artist in drawn.findobj() if artist.get_gid()]
    assert len(ids) == len({*ids})
    for number, analysis in enumerate(two_metrics):
        [title] = [text for text in drawn.findobj(Text) if text.get_gid() == f"title-{number}"]
        assert title.get_text() == analysis.scores.name
        part = f"-{number}" if number else ""
        names = [text.get_text() for text in drawn.findobj(Text) if text.get_gid() == f"name-0{part}"]
        assert names == [analysis.names[0]]
    assert all(analysis.scores.name in plain(plan.caption) for analysis in two_metrics)


@pytest.mark.parametrize("height", [1.5, 5.0])
def test_planes_are_as_high_as_a_study_asks(two_metrics, height):
    kinds = [("two-metrics", {"height": height}), ("two-metrics", {})]
    requested = [PlottedFigure.model_validate({"name": name, "options": options}) for name, options in kinds]
    high, usual = (plan.draw().get_figheight() for plan in plans_of(two_metrics, requested))
    assert high != usual
    twice = PlottedFigure.model_validate({"name": "two-metrics", "options": {"height": height + 1}})
    [higher] = plans_of(two_metrics, [twice])
    assert higher.draw().get_figheight() == pytest.approx(high + 1, abs=0.2)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("k", "by_default", "drawn"), [(3, True, False), (3, False, True), (4, True, True), (2, False, False)]
)
def test_a_diagram_is_drawn_by_default_from_four_algorithms_on_and_of_three_on_request(
    make_analysis, k, by_default, drawn
):
    plotted = plot([make_analysis(12, k)], figures("cd"), by_default=by_default)
    assert [one.kind for one in plotted.drawings] == ["cd"] * drawn
    assert [*plotted.warnings] == (
        ["accuracy: the figure cd was not drawn: two algorithms make a single comparison"] if k == 2 else []
    )


@pytest.mark.nightly
def test_a_poster_is_a_page_enlarged(make_analysis):
    [poster], [page] = (
        plot([make_analysis()], figures("cd"), options(width=width, font_size=size)).drawings
        for width, size in ((9.9, 24), (3.3, 8))
    )
    drawn = [
        [float(number) for number in re.findall(rb'(?:width|height)="([\d.]+)pt"', one.forms.svg)[:2]]
        for one in (poster, page)
    ]
    assert drawn[0] == pytest.approx([3 * length for length in drawn[1]])
    assert poster.alt == page.alt


@pytest.mark.parametrize("size", [4, 8, 12, 16, 20, 24])
@pytest.mark.parametrize("width", [2, 5, 6, 8])
def test_more_bars_below_one_another_than_can_be_distinguished_stand_in_rows_with_letters(size, width, make_analysis):
    analysis = make_analysis(6, size)
    order = analysis.ranking.best_first
    groups = [order[start : start + width] for start in range(max(1, size - width + 1))]
    below = min(width, len(groups))  # of the place in the middle
    options = diagrams.CdOptions.unchecked()
    assert diagrams.stands_in_rows(analysis, groups, options) == (below > 5)
    letters = diagrams.group_letters_in_rows(analysis, groups, options)
    assert (letters is not None) == (below > 5)
    assert not diagrams.stands_in_rows(analysis, groups, diagrams.CdOptions(layout="axis"))


@pytest.mark.nightly
def test_a_plan_says_whether_axes_hold_its_figure(make_analysis):
    everything = {"folds": (3, 4), "curves": {"pairs": "all", "average": True}, "costs": True, "bayes": {"rope": 0.01}}
    analyses = [make_analysis(5, 3, metric=f"metric {number}", **everything) for number in range(2)]
    plans = [plan for plan in plans_of(analyses, figures(*FIGURES)) if isinstance(plan, Plan)]
    assert {bool(plan.whole) for plan in plans} == {True, False}
    assert [plan.kind for plan in plans if bool(plan.whole) == ("ax" in signature(plan.draw).parameters)] == []
