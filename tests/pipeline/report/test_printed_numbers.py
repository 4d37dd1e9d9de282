"""A number is printed once, from its value: what cells, formats, macros and the terminal print is the same."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.artist import Artist

from rankpress.account.macros import collect
from rankpress.account.paper import results_for_paper
from rankpress.account.summary import summary
from rankpress.account.tables import build_tables
from rankpress.analysis import labels_of
from rankpress.app.answer import write_answer
from rankpress.app.notebook import frame_of
from rankpress.core.document import Plan
from rankpress.core.scores import Examples
from rankpress.core.table import heads_of_values, table_csv
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.plot import plans_of
from rankpress.report.table_view import choose_tables
from rankpress.spec.model import Study
from rankpress.spec.report_sections import MacrosOptions
from rankpress.spec.table_options import Rounded, table_options
from rankpress.stats.clustered import clustered_means
from rankpress.topics.comparisons.figures import scatter_caption
from rankpress.wording.forms import NumberForm, is_p
from rankpress.wording.numbers import MINUS, MISSING, Rounding, Scale, fixed, p_text
from rankpress.wording.text import join, plain

MEANS = np.array(
    [
        [0.9477, 0.9439, 0.9404, 0.9011],
        [0.7297, 0.7295, 0.7280, 0.6011],
        [0.9835, 0.9645, 0.9725, 0.9005],
        [0.8011, 0.7929, 0.7806, 0.5107],
        [0.8312, 0.8255, 0.8401, 0.6622],
        [0.9112, 0.8977, 0.8806, 0.7001],
        [0.6655, 0.6501, 0.6402, 0.5005],
    ]
)


def tables_of(analysis, kinds, **options):
    chosen = choose_tables(
        [analysis], {kind: table_options(kind).unchecked(**options) for kind in kinds}, "file", long=True
    )
    return {table.kind: table for table in chosen.tables}


def body(cell):
    return plain(cell.body)


@pytest.mark.nightly
@settings(max_examples=25, deadline=None)
@given(data=st.data(), digits=st.integers(0, 6))
def test_digits_are_the_decimals_of_every_score(make_analysis, data, digits):
    number = st.floats(0, 1, width=32)
    means = np.array(data.draw(st.lists(st.lists(number, min_size=3, max_size=3), min_size=3, max_size=5)))
    analysis = make_analysis(len(means), 3, means=means)
    for percent in (True, False):
        table = tables_of(analysis, ["scores"], digits=digits, percent=percent, ranks=False)["scores"]
        for row, values in zip(table.body, means, strict=True):
            assert [body(cell) for cell in row[1:]] == [
                fixed(value * (100 if percent else 1), digits) for value in values
            ]
            assert [cell.value for cell in row[1:]] == values.tolist()


SUMMARY = ("average-rank", "mean", "mean-spread", "relative-difference", "p", "effect")


@pytest.mark.nightly
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), digits=st.integers(0, 6), kind=st.sampled_from(["average-ranks", "pairs"]))
def test_digits_are_the_decimals_of_every_column(make_analysis, seed, digits, kind):
    analysis = make_analysis(7, 4, seed=seed, folds=(2, 2), adjust=["holm", "hochberg"], effects={})
    table = tables_of(analysis, [kind], digits=digits)[kind]
    numbers = [cell for row in table.rows for cell in row if cell.form is not None and isinstance(cell.value, float)]
    assert numbers
    for cell in numbers:
        of_p, decimals = is_p(cell.form), max(digits, 2) if is_p(cell.form) else digits
        assert body(cell) == (p_text(cell.value, 0.05, decimals) if of_p else fixed(cell.value, decimals))
        if cell.detail_frame:
            ends = cell.detail_value if isinstance(cell.detail_value, tuple) else (cell.detail_value,)
            assert cell.detail == cell.detail_frame.format(*(fixed(end, decimals) for end in ends))


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("digits", [0, 1, 2, 5])
def test_digits_are_the_decimals_of_every_number_of_every_table(make_analysis, digits):
    analysis = make_analysis(
        9, 4, folds=(2, 5), adjust=["holm", "nemenyi"], effects={}, bayes={"rope": 0.01}, curves={"pairs": "all"}
    )
    kinds = {kind: {} for kind in {table.kind for table in build_tables(analysis)}} | {"scores": {"summary": SUMMARY}}
    options = {kind: table_options(kind)(**more) for kind, more in kinds.items()}
    options = {
        kind: chosen.model_copy(update={"digits": digits})
        for kind, chosen in options.items()
        if isinstance(chosen, Rounded)
    }
    assert {"scores", "average-ranks", "pairs"} <= set(options)
    checked = set()
    for table in choose_tables([analysis], options).tables:
        for cell in (cell for row in table.rows for cell in row if table.kind in options):
            if isinstance(cell.form, Rounding | NumberForm) and isinstance(cell.value, float):
                kind = "" if isinstance(cell.form, Rounding) else cell.form.kind
                if kind not in ("place", "count", "change", "df"):
                    decimals = max(digits, 2) if kind in ("p", "probability") else digits
                    assert len(body(cell).partition(".")[2]) == decimals, (table.name, cell)
                    checked.add((table.kind, kind))
    assert {("scores", ""), ("scores", "rank"), ("scores", "p"), ("pairs", "p"), ("average-ranks", "rank")} <= checked


@pytest.mark.parametrize("decimals", [3, 4, 5])
def test_digits_hold_for_all_p_values_of_a_column(make_analysis, decimals):
    analysis = make_analysis(
        12, 4, means=np.vstack([MEANS, MEANS - 0.011 * MEANS**2])[:12], adjust=["holm", "hochberg"]
    )
    for name in ("p (Holm)", "p vs. best"):
        table = tables_of(analysis, ["average-ranks"], digits={name: decimals})["average-ranks"]
        column = [cell.name for cell in table.head[-1]].index("p (Holm)")
        cells = [row[column] for row in table.rows if row[column].is_p]
        assert any("significant" in cell.marks for cell in cells)
        assert [body(cell) for cell in cells] == [p_text(cell.value, 0.05, decimals) for cell in cells]


def test_every_number_of_every_table_is_its_form_of_its_value(make_analysis):
    analysis = make_analysis(
        7, 4, folds=(2, 5), adjust=["holm", "nemenyi"], effects={}, bayes={"rope": 0.01}, curves={"pairs": "all"},
        power={"effect": 0.01, "draws": 100}, scale={"percent": True, "digits": 2},
    )  # fmt: skip
    checked = 0
    for table in choose_tables([analysis], {}, long=True).tables:
        for cell in (cell for row in table.rows for cell in row):
            if cell.form is not None and isinstance(cell.value, int | float) and body(cell) not in ("", MISSING):
                assert body(cell) == cell.form.text(cell.value), (table.name, cell)
                checked += 1
    assert checked > 200


@pytest.mark.parametrize(
    ("kinds", "section"),
    [
        (["leaderboard"], {"leaderboard": {"draws": 100}}),
        (["success-rates", "pair-agreement"], {"examples": 40, "rates": {}}),
        (["scores", "average-ranks", "pairs"], {"scale": {"percent": True}, "effects": {}}),
    ],
)
def test_files_call_no_share_a_percentage(make_analysis, kinds, section):
    tables = tables_of(make_analysis(7, 4, **section), kinds).values()
    assert any("(%)" in plain(cell.text) for table in tables for cell in table.head[-1])
    for table in tables:
        for heads, column in zip(heads_of_values(table), zip(*table.rows, strict=True), strict=True):
            for cell in column if heads[0].endswith("(%)") else ():
                assert not isinstance(cell.value, float) or fixed(cell.value, 1) in body(cell), (table.name, heads)


SCALES = [Scale(), Scale(percent=True, digits=1), Scale(digits=2), Scale(unit="ms", digits=3), Scale(percent=True)]


@pytest.mark.few
@pytest.mark.parametrize("scale", SCALES)
def test_a_score_and_a_p_are_printed_alike_everywhere(make_analysis, scale):
    chosen = {name: getattr(scale, name) for name in ("percent", "digits", "unit")}
    analysis = make_analysis(7, 4, means=MEANS, scale=chosen)
    printed = scale.rounding(MEANS).text
    expected = [printed(value) for value in MEANS[0].tolist()]
    by_kind = tables_of(analysis, ["scores", "average-ranks"], ranks=None)
    labels = labels_of([analysis])
    scores = labels.shown(by_kind["scores"])
    first = next(row for row in scores.rows if body(row[0]) == "data 0")
    texts = [body(cell) for cell in first[1:]]
    assert sorted(texts) == sorted(expected)
    documents = table_fragment(scores, stamp=""), display_html([scores]), table_markdown(scores)
    assert all(text in document for text in expected for document in documents)
    stream = io.StringIO()
    write_answer([analysis], {}, stream, width=100)
    mean = next(cell for cell in by_kind["average-ranks"].rows[0] if isinstance(cell.form, Rounding))
    assert body(mean) in stream.getvalue()
    macros = collect([analysis], MacrosOptions(datasets="all"))
    values = {plain(macro.text) for macro in macros.macros if "score of" in plain(macro.meaning)}
    assert set(expected) <= values
    if scale.sign:
        assert f"accuracy ({scale.sign})" in plain(scores.head[0][1].text)
        assert f"Mean ({scale.sign})" in stream.getvalue()
    assert "0.9477" in table_csv(by_kind["scores"])


def test_close_scores_keep_the_digits_requested(make_analysis):
    means = MEANS[:3, :3]
    for columns in (None, ("alg 0", "alg 2")):
        table = tables_of(
            make_analysis(3, 3, means=means), ["scores"], percent=True, digits=1, ranks=False, columns=columns
        )
        decimals = {len(body(cell).partition(".")[2]) for row in table["scores"].body for cell in row[1:]}
        assert decimals == {1}


def test_a_spread_has_the_decimals_of_its_mean(make_analysis):
    table = tables_of(make_analysis(5, 3, folds=(2, 5)), ["scores"], spread="sd", digits=1, percent=True)["scores"]
    for cell in (cell for row in table.body for cell in row[1:]):
        assert re.fullmatch(r"[0-9]+\.[0-9] ± [0-9]+\.[0-9] \([0-9.]+\)", plain(cell.text))
        assert cell.detail_value[0] < 1
    assert "±: standard deviation over 10 folds." in plain(join(table.short_note))


@pytest.mark.parametrize("columns", [("Rank", "W/T/L"), ("p vs. best",), ("Average rank", "p (Holm)")])
def test_printed_heads_name_columns(make_analysis, columns):
    table = tables_of(make_analysis(7, 4), ["average-ranks"], columns=columns)["average-ranks"]
    names = {"Rank": ["Average rank"], "W/T/L": ["Wins", "Ties", "Losses"], "p vs. best": ["p (Holm)"]}
    expected = [name for column in columns for name in names.get(column, [column])]
    assert [cell.name for cell in table.head[-1]][1:] == expected


def test_numbers_that_have_no_decimals_have_none_in_any_digits():
    for kind in ("count", "place", "change", "df"):
        form = NumberForm(kind)
        assert form.with_decimals(4) == form


FIGURES = ["scatter", "score-map", "comparison-matrix", "curves", "average-curves", "curve"]


@pytest.mark.nightly
@pytest.mark.few(3)
@pytest.mark.parametrize("kind", [*FIGURES, {"cost-front": {"of": "score"}}, {"power": {"against": "difference"}}])
def test_figures_are_on_the_scale_of_their_metric(make_analysis, kind):
    extra = {"power": {"effect": 0.01, "draws": 100}} if "power" in kind else {}
    spec = {"folds": (2, 5), "curves": {"pairs": "all", "average": True}, "costs": True, **extra}
    options = Study.model_validate({"scores": {"files": ["x.csv"]}, "plot": [kind]})
    drawn = []
    for scale in ({}, {"percent": True, "digits": 2}):
        analysis = make_analysis(6, 3, scale=scale, **spec)
        [plan, *_] = plans_of([analysis], options.plot, options.report.figures, {})
        assert isinstance(plan, Plan)
        assert ("accuracy (%)" in plain(plan.alt)) is bool(scale)
        figure = plan.draw()
        texts = [artist.get_text() for artist in figure.findobj(match=Artist) if hasattr(artist, "get_text")]
        drawn.append({text.replace(MINUS, "-") for text in texts if re.fullmatch(rf"[-+{MINUS}]?[0-9.]+", text)})
        assert any("accuracy (%)" in text for text in texts) is bool(scale)
    as_measured, in_per_cent = ({float(number) for number in numbers} for numbers in drawn)
    assert max(map(abs, in_per_cent - as_measured)) > 10 * max(map(abs, as_measured - in_per_cent))


@pytest.mark.parametrize("clusters", [None, 5])
def test_a_spread_of_test_examples(make_analysis, clusters):
    analysis = make_analysis(3, 3, examples=300)
    scores = analysis.scores
    if clusters is not None:
        rng = np.random.default_rng(2)
        grouped = tuple(
            Examples(rng.integers(0, 2, (300, 3)).astype(float), rng.integers(0, 30, 300)) for _ in scores.datasets
        )
        analysis = replace(analysis, scores=replace(scores, examples=grouped))
    else:
        analysis = replace(analysis, scores=replace(scores, examples=()))
    chosen = choose_tables([analysis], {"scores": table_options("scores")(spread="se", ranks=False)}, "file")
    table = next(table for table in chosen.tables if table.kind == "scores")
    assert not any("no effect" in warning for warning in chosen.warnings)
    if clusters is None:
        share, n = scores.means[0, 0], scores.outcomes[0].n
        assert table.rows[0][1].detail_value[0] == pytest.approx(np.sqrt(share * (1 - share) / (n - 1)))
    else:
        means = clustered_means(grouped[0].scores, grouped[0].clusters)
        assert table.rows[0][1].detail_value[0] == pytest.approx(means.standard_error[0])
    assert "standard error of the mean over 300" in plain(table.caption)
    frame = frame_of(table)
    assert list(frame.columns) == [name for algorithm in analysis.names for name in (algorithm, f"{algorithm} se")]
    assert frame.iloc[0, 1] == table.rows[0][1].detail_value[0]


@pytest.mark.parametrize(
    ("kind", "digits"), [("pairs", {"p (Holm)": 4}), ("average-ranks", {"p vs. best": 5}), ("pairs", 6)]
)
def test_macros_print_p_values_as_tables_do(make_analysis, kind, digits):
    analysis = make_analysis(12, 4, means=np.vstack([MEANS, MEANS - 0.011 * MEANS**2])[:12])
    options = {kind: table_options(kind).unchecked(digits=digits)}
    table = next(table for table in choose_tables([analysis], options).tables if table.kind == kind)
    column = [cell.name for cell in table.head[-1]].index("p (Holm)")
    printed = {body(row[column]) for row in table.rows if row[column].is_p}
    macros = collect([replace(analysis, table_digits=options)], MacrosOptions(pairs="all")).macros
    of_holm = {plain(macro.text) for macro in macros if "/p/holm/" in f"/{macro.key}/" and "phrase" not in macro.key}
    assert printed <= of_holm
    phrases = {plain(macro.text) for macro in macros if "/p/holm/phrase/" in f"/{macro.key}/"}
    assert all(any(phrase.endswith(text.lstrip("<")) for phrase in phrases) for text in printed)


@pytest.mark.parametrize(("kind", "column"), [("pairs", "p"), ("average-ranks", "p vs. best"), ("pairs", None)])
def test_sentences_print_p_values_as_tables_do(make_analysis, kind, column):
    plainly = make_analysis(12, 2, means=MEANS[:, :2].repeat(2, axis=0)[:12])
    options = {kind: Rounded.unchecked(digits=6 if column is None else {column: 6})}
    analysis = replace(plainly, table_digits=options)
    p = f"p = {plainly.tested.over.p[0]:.6f}"
    for words in (summary, results_for_paper):
        assert p in plain(join(words([analysis])))
        assert p not in plain(join(words([plainly])))


def test_captions_print_p_values_as_tables_do(make_analysis):
    plainly = make_analysis(12, 4, means=np.vstack([MEANS, MEANS - 0.011 * MEANS**2])[:12])
    analysis = replace(plainly, table_digits={"pairs": Rounded.unchecked(digits={"p (Holm)": 6})})
    p = f"adjusted by Holm p = {plainly.adjusted.p['holm'][0]:.6f}"
    pair = tuple(plainly.tested.over.pairs[0])
    assert p in plain(scatter_caption(analysis, pair, [1] * 12))
    assert p not in plain(scatter_caption(plainly, pair, [1] * 12))


def test_the_ranking_has_the_scale_of_a_table_of_its_own(make_analysis):
    analysis = make_analysis(7, 4, means=MEANS)
    table = tables_of(analysis, ["average-ranks"], percent={"accuracy": True}, digits={"accuracy": 1})["average-ranks"]
    column = [cell.name for cell in table.head[-1]].index("Mean")
    assert plain(table.head[-1][column].text) == "Mean (%)"
    assert [body(row[column]) for row in table.rows] == [fixed(100 * row[column].value, 1) for row in table.rows]
