"""Every figure with any names and any number of them: no texts overlap, nothing leaves the canvas or the page."""

import inspect
import re
from dataclasses import replace
from itertools import combinations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from rankpress import figures
from rankpress.figures import (
    DARK,
    PAPER,
    Comparisons,
    Line,
    LinePanel,
    ReferenceLine,
    SecondAxis,
    Style,
    annotated_confidence_curve,
    comparison_matrix,
    comparison_pages,
    confidence_curve_page,
    cost_front_plane,
    critical_difference_diagram,
    interval_pages,
    interval_panels,
    line_panels,
    multitest_graph,
    p_strips,
    p_value_matrix,
    panels_by_page,
    posterior_simplex,
    rank_blobs,
    rank_distribution,
    score_map,
    score_map_pages,
    score_scatter,
    two_metrics_plane,
    verdict_matrices,
    verdict_pages,
    win_rate_matrix,
)
from rankpress.figures.style import drawing_context
from rankpress.stats import simplex_density, spread
from rankpress.stats.curves import ConfidenceCurve
from rankpress.stats.multitest import undominated

FIGURES = {}


def figure(kind):
    def add(draw):
        FIGURES[kind] = draw
        return draw

    return add


def ranks_of(k, rng):
    return np.sort(rng.uniform(1, k, k)).tolist()


@figure("cd")
def cd(names, rng, **options):
    k = len(names)
    groups = [tuple(range(i, min(k, i + 3))) for i in range(0, k - 1, 2)]
    given = {"groups": groups, "cd": max(0.4, k / 5), "highlight": [0]}
    yield critical_difference_diagram(names, ranks_of(k, rng), layout="axis", **given, **options)
    if "ax" not in options:
        yield critical_difference_diagram(names, ranks_of(k, rng), layout="rows", **given, **options)


@figure("cd with a control")
def cd_control(names, rng, **options):
    differ = [i for i in range(1, len(names)) if i % 2]
    given = {"cd": 1.2, "control": 0, "significant_vs_control": differ}
    yield critical_difference_diagram(names, ranks_of(len(names), rng), **given, **options)


@figure("two metrics")
def two_metrics(names, rng, **options):
    ranks = ranks_of(len(names), rng), rng.permutation(ranks_of(len(names), rng)).tolist()
    yield two_metrics_plane(names, ranks, metrics=(names[0], names[-1]), cd=(2.5, 1.5), **options)


@figure("cost front")
def cost_front(names, rng, **options):
    costs, ranks = np.exp(3 * rng.normal(size=len(names))).tolist(), ranks_of(len(names), rng)
    given = {"front": undominated(costs, ranks), "cost_label": names[-1], "metric": names[0], "cd": 1.5, "unit": "s"}
    yield cost_front_plane(names, costs, ranks, **given, **options)


@figure("p-values")
def p_values(names, rng, **options):
    pairs = list(combinations(range(len(names)), 2))
    p = rng.random(len(pairs)) ** 3
    yield p_value_matrix(names, pairs, p, alpha=0.05, **options)
    if "ax" not in options:
        yield p_value_matrix(names, pairs, p, raw=p, label=names[0], alpha=0.05, **options)


@figure("intervals")
def intervals(names, rng, style=PAPER, **options):
    ends = np.sort(rng.normal(size=(3, len(names), 3)), axis=2)[:, :, [1, 0, 2]]
    panels = [(names[number % len(names)], [tuple(row) for row in rows]) for number, rows in enumerate(ends.tolist())]
    for page in interval_pages(names, panels, style=style):
        yield interval_panels(names, page, title=f"difference in {names[0]}", style=style)
    yield interval_panels(names, panels[:1], title="difference", numbers="{:.3f}".format, style=style)


@figure("comparison matrix")
def comparisons(names, rng, style=PAPER, **options):
    pairs = list(combinations(range(len(names)), 2))
    wins = [tuple(map(int, rng.multinomial(30, (0.5, 0.1, 0.4)))) for _ in pairs]
    compared = Comparisons(names, pairs, rng.normal(size=len(pairs)).round(3).tolist(), wins, rng.random(len(pairs)))
    pages = comparison_pages(compared, range(len(names)), range(len(names)), style=style)
    for rows, columns in {pages[0]: 0, pages[-1]: 0}:
        given = {"label": names[0], "style": style}
        yield comparison_matrix(compared, rows=rows, columns=columns, **given, **options)


@figure("verdicts")
def verdicts(names, rng, **options):
    better = (rng.random((len(names), 4, 4)) < 0.5).astype(float)
    better[rng.random(better.shape) < 0.05] = np.nan
    pages = [range(len(names))] if "ax" in options else verdict_pages(4, names, style=options.get("style", PAPER))
    for rows in pages:
        yield verdict_matrices(better, names, rows=rows, **options)


@figure("score map")
def scores(names, rng, style=PAPER, **options):
    values = rng.random((len(names), len(names)))
    values[0, -1] = np.nan
    pages = score_map_pages(names, names, style=style, label=names[0])
    for rows in {pages[0]: 0, pages[-1]: 0}:
        yield score_map(values, names, names, label=names[0], rows=rows, style=style, **options)


@figure("rank distribution")
def distribution(names, rng, **options):
    ranks = rng.random((20, len(names))).argsort(axis=1).argsort(axis=1) + 1.0
    for form in ("dots",) if "ax" in options else ("dots", "box", "violin"):
        yield rank_distribution(names, ranks.T.tolist(), spread(ranks), form=form, **options)


@figure("win rates")
def win_rates(names, rng, **options):
    upper = np.triu(rng.random((len(names), len(names))), 1)
    yield win_rate_matrix(names, upper + np.tril(1 - upper.T, -1), **options)


@figure("stability")
def stability(names, rng, **options):
    yield rank_blobs(names, rng.dirichlet(np.full(len(names), 0.3), len(names)), **options)


@figure("scatter")
def scatter(names, rng, **options):
    scores = [tuple(row) for row in rng.normal(0.8, 0.1, (len(names), 2)).tolist()]
    outcomes = [int(np.sign(a - b)) for a, b in scores[:-1]] + [0]
    given = {"datasets": names, "metric": names[0], "remark": names[-1]}
    yield score_scatter((names[0], names[-1]), scores, outcomes, **given, **options)


@figure("simplex")
def simplex(names, rng, **options):
    density = simplex_density(rng.dirichlet([3, 2, 1], 200))
    yield posterior_simplex((names[0], names[-1]), density, (0.5, 0.3, 0.2), **options)


def curves_of(names, rng):
    return [(name, ConfidenceCurve(*rng.uniform([-0.1, 0.01], [0.3, 0.05]), 99)) for name in names]


@figure("curves")
def curves(names, rng, style=PAPER):
    panels = [(name, curves_of(names[:5], rng)) for name in names]
    for share_x in (True, False):
        pages = panels_by_page(panels, share_x=share_x, style=style)
        given = {"baseline": names[0], "metric": names[-1], "share_x": share_x, "style": style}
        yield confidence_curve_page(pages[0], among=panels, **given)
    yield confidence_curve_page(panels[:1], **given)


@figure("one curve")
def curve(names, rng, **options):
    (_, one), *_ = curves_of(names, rng)
    named = {"first": names[0], "second": names[-1], "metric": names[0], "dataset": names[-1]}
    yield annotated_confidence_curve(one, **named, **options)


@figure("order")
def order(names, rng, **options):
    k = len(names)
    edges = [(i, j) for i in range(k) for j in range(i) if rng.random() < 0.2]
    given = (range(k), edges, rng.permutation(k).tolist(), (["test", "cost"] * k)[:k])
    for layout in ("slopes",) if "ax" in options else ("slopes", "arcs"):
        yield multitest_graph(names, *given, cost_label=names[0], layout=layout, **options)


@figure("strips")
def strips(names, rng, **options):
    series = {name: [rng.random(4) ** 9 for _ in names] for name in names[:4]}
    yield p_strips(names, rng.random(len(names)).tolist(), series, alpha=0.05, title=names[0], **options)


@figure("lines")
def lines(names, rng, **options):
    made = [Line(name, [5, 10, 40], np.sort(rng.random(3)).tolist(), [0.1] * 3, [0.9] * 3) for name in names]
    titles = {
        "x_title": names[0],
        "y_title": names[-1],
        "references": [ReferenceLine(0.8, names[0]), ReferenceLine(9, names[-1], across=True)],
    }
    yield line_panels([LinePanel("", made[:9])], x_log=True, **titles, **options)
    if "ax" not in options:
        second = SecondAxis(names[0], [(0.2, "20"), (0.8, "80")])
        yield line_panels([LinePanel(name, made[:6]) for name in names[:7]], second=second, **titles, **options)


def assert_fits(kind, names, style, assert_clean, seed=1):
    for drawn in FIGURES[kind](names, np.random.default_rng(seed), style=style):
        assert_clean(drawn)
        assert drawn.get_figwidth() == style.width
        sizes = [text.get_fontsize() for text in drawn.findobj(Text) if text.get_gid()]
        assert min(sizes) >= min(6.0, 0.75 * style.font_size)  # points that can be read in print


def test_every_function_that_draws_is_tried_here():
    public = {name: getattr(figures, name) for name in figures.__all__}
    draws = {name for name, f in public.items() if inspect.isfunction(f) and f.__annotations__["return"] == "Figure"}
    assert "win_rate_matrix" in draws
    assert draws - {name for draw in FIGURES.values() for name in draw.__code__.co_names} == set()


@pytest.mark.few(4)
@pytest.mark.parametrize("kind", FIGURES)
def test_hostile_names(kind, hostile, assert_clean):
    for drawn in FIGURES[kind](hostile, np.random.default_rng(1), style=Style(width=3.25)):
        assert_clean(drawn)
        assert not any(
            text.get_parse_math()
            for text in drawn.findobj(match=lambda one: hasattr(one, "get_parse_math"))
            if text.get_gid()
        )


@pytest.mark.nightly
@pytest.mark.few(4)
@pytest.mark.parametrize("kind", FIGURES)
def test_many_names_in_a_column(kind, assert_clean):
    assert_fits(kind, [f"random forest {i}" for i in range(24)], Style(width=3.25), assert_clean)


NARROW = Style(width=2.5, font_size=9)
OF_POSTERS = Style(width=14, max_height=20, font_size=24)


# Each kind on one of these pages: what they ask for is done by what all kinds share, which measures texts.
@pytest.mark.few(4)
@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kind", "k", "style"),
    [
        (kind, *((2, NARROW), (8, NARROW), (8, OF_POSTERS), (8, Style(width=5.5)))[at % 4])
        for at, kind in enumerate(FIGURES)
    ],
)
def test_narrow_and_wide_pages(kind, k, style, assert_clean):
    assert_fits(kind, [f"random forest {i}" for i in range(k)], style, assert_clean)


@pytest.mark.nightly
@settings(max_examples=4, suppress_health_check=list(HealthCheck), phases=set(Phase) - {Phase.shrink})
@given(
    st.sampled_from(list(FIGURES)),
    st.lists(st.text(max_size=80), min_size=2, max_size=40),
    st.sampled_from([3.25, 5.5]),
    st.integers(0, 99),
)
def test_any_names(assert_clean, kind, names, width, seed):
    assert_fits(kind, names, Style(width=width), assert_clean, seed)


@pytest.mark.nightly
@pytest.mark.few(8)
@pytest.mark.parametrize("kind", [kind for kind in FIGURES if kind not in ("curves", "intervals")])
def test_axes_of_the_callers_own(kind, assert_clean):
    figure = Figure(figsize=(10, 9))
    left, right = figure.subplots(1, 2, gridspec_kw={"left": 0, "right": 1, "bottom": 0, "top": 1, "wspace": 0})
    right.set_axis_off()
    (drawn,) = FIGURES[kind](["naive Bayes", "C4.5", "1-NN"], np.random.default_rng(1), ax=left)
    assert drawn is figure
    assert_clean(figure)
    with pytest.raises(ValueError, match="in high"):
        list(FIGURES[kind](["A", "B", "C"], np.random.default_rng(1), ax=Figure(figsize=(5, 0.3)).add_subplot()))


@pytest.mark.nightly
@pytest.mark.few(6)
@pytest.mark.parametrize("kind", FIGURES)
def test_a_dark_figure_in_small_letters(kind):
    """It has no colour of paper, and says all in small letters, as names of metrics in a sentence may need."""
    light = {getattr(PAPER, name) for name in ("ink", "muted", "faint", "paper", "accent", "shade")}
    for drawn in FIGURES[kind](["naive", "tree", "forest"], np.random.default_rng(1), style=replace(DARK, width=5.5)):
        with drawing_context():
            drawn.draw_without_rendering()
        texts = [text.get_text() for text in drawn.findobj(Text)]
        assert [text for text in texts if re.match("[A-Z]", text) and not re.match("CD =|P =|[A-Z]$", text)] == []
        named = [one for one in drawn.findobj() if one.get_gid() and hasattr(one, "get_color")]
        if kind not in ("comparison matrix", "score map", "p-values"):  # which have cells of their own colours
            assert named
            assert not {to_hex(one.get_color()) for one in named} & light


@pytest.mark.nightly
@pytest.mark.few(4)
@pytest.mark.parametrize("kind", sorted(set(FIGURES) - {"p-values", "intervals"}))  # with texts of the caller's
def test_names_that_read_from_right_to_left_are_isolated_from_other_text(kind):
    names = ["\u05d0\u05d1 (kNN) 3", "kNN (\u05d2\u05d3)", "\u0639\u0631"] * (14 if kind == "order" else 1)
    for drawn in FIGURES[kind](names, np.random.default_rng(1), style=Style(width=5.5)):
        with drawing_context():
            drawn.draw_without_rendering()
        texts = [text for text in map(Text.get_text, drawn.findobj(Text)) if re.search("[\u0590-\u06ff]", text)]
        assert texts
        assert not [text for text in texts if re.search("[a-z]{3}", text)]
