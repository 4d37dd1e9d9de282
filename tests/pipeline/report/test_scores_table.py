"""The table of scores as a study asks for it: spread, digits, summary rows, marks, groups, comparisons below."""

import csv
import io

import numpy as np
import pytest
from scipy import stats

from rankpress.core.table import table_csv
from rankpress.report.latex_table import lay_out, table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.spec.report_sections import ReportOptions
from rankpress.spec.table_options import table_options
from rankpress.stats.adjustments import holm
from rankpress.wording.text import plain
from tests.pipeline.report.tables import chosen, formats, read, table_of, texts


@pytest.mark.parametrize("form", ["sd", "se", "ci"])
def test_spread_next_to_the_mean_in_every_format(make_analysis, form):
    analysis = make_analysis(5, 3, folds=(2, 5))
    table = table_of(analysis, "scores", spread=form, ranks=False)
    folds = analysis.scores.folds[0]
    deviation = float(np.std(folds.scores[:, 0], ddof=1))
    # five folds: a test part for each four parts trained on
    error = deviation * np.sqrt(1 / 10 + 1 / 4)
    wanted = {"sd": deviation, "se": error, "ci": error * stats.t.ppf(0.975, 9)}[form]
    assert float(read(table)[0][f"alg 0 {form}"]) == pytest.approx(wanted)
    shown = f"{wanted:.3f}"
    assert plain(table.rows[0][1].text) == f"{np.mean(folds.scores[:, 0]):.3f} ± {shown}"
    assert rf"\ensuremath{{\pm}} {shown}" in table_fragment(table, stamp="")
    assert f"± {shown}" in table_markdown(table)
    assert f"± {shown}" in display_html([table])
    assert "over 10 folds" in plain(table.caption)


def test_per_cent_and_digits(make_analysis):
    means = np.array([[0.9614, 0.8], [0.7, 0.75]])
    analysis = make_analysis(2, 2, means=means)
    table = table_of(analysis, "scores", percent=True, digits=1, ranks=False)
    assert [row[1:] for row in texts(table)[:2]] == [["96.1", "80.0"], ["70.0", "75.0"]]
    assert plain(table.head[0][1].text) == "accuracy (%) ↑"
    assert float(read(table)[0]["alg 0"]) == 0.9614  # as measured
    by_metric = table_of(analysis, "scores", digits={"accuracy": 2}, ranks=False)
    assert plain(by_metric.rows[0][1].text) == "0.96"


def test_per_cent_leaves_what_is_no_share_as_it_is(make_analysis):
    shares = make_analysis(3, 2, means=np.array([[0.9614, 0.8], [0.7, 0.75], [0.6, 0.5]]))
    times = make_analysis(3, 2, metric="latency", better="lower", scale={"unit": "ms"}, means=np.full((3, 2), 0.5))
    large = make_analysis(3, 2, metric="f", means=np.array([[86.4, 70.0], [60.0, 61.0], [1.0, 2.0]]))
    tables, warnings = (
        choose_tables([shares, times, large], {"scores": table_options("scores")(percent=True, digits=1)}).tables,
        choose_tables([times], {"scores": table_options("scores")(percent=True)}).warnings,
    )
    heads = {table.metric: plain(table.head[0][1].text) for table in tables if table.kind == "scores"}
    assert heads == {"accuracy": "accuracy (%) ↑", "latency": "latency (ms) ↓", "f": "f ↑"}
    first = {table.metric: plain(table.rows[0][1].body) for table in tables if table.kind == "scores"}
    assert first == {"accuracy": "96.1", "latency": "0.5", "f": "70.0"}
    assert any("percent has no effect" in warning for warning in warnings)
    of_metric = choose_tables([shares, large], {"scores": table_options("scores")(percent={"f": True})}).tables
    assert {plain(table.head[0][1].text) for table in of_metric if table.kind == "scores"} == {"accuracy ↑", "f (%) ↑"}


def test_the_best_come_first_by_default(make_analysis):
    means = np.array([[0.6, 0.9, 0.7], [0.5, 0.8, 0.75], [0.9, 0.6, 0.7]])
    analysis = make_analysis(3, 3, names=("b", "c", "A"), means=means)
    wanted = {"rank": ["c", "A", "b"], "mean": ["c", "A", "b"], "name": ["A", "b", "c"], "file": ["b", "c", "A"]}
    for sort, names in wanted.items():
        tables = chosen(analysis, sort)
        assert [cell.name for cell in tables["scores"].head[-1]][1:] == names
        column = {cell.name: place for place, cell in enumerate(tables["scores"].head[-1])}
        assert [tables["scores"].rows[0][column[name]].value for name in ("b", "c", "A")] == [0.6, 0.9, 0.7]
        assert [row[0].name for row in tables["average-ranks"].rows] == wanted["rank"]


def test_summary_rows(make_analysis):
    means = np.array([[0.9, 0.8, 0.5], [0.8, 0.8, 0.5], [0.4, 0.6, 0.5]])
    summary = ("mean", "median", "geometric-mean", "average-rank", "wins", "wins-ties-losses")
    table = table_of(make_analysis(3, 3, means=means), "scores", summary=summary, digits=3)
    assert table.footer == 6
    assert texts(table)[3:] == [
        *(["Mean", "0.700", "0.733", "0.500"], ["Median", "0.800", "0.800", "0.500"]),
        *(["Geometric mean", "0.660", "0.727", "0.500"], ["Average rank", "1.833", "1.500", "2.667"]),
        *(["Wins", "2", "2", "0"], ["Wins/ties/losses", "3/1/2", "4/1/1", "1/0/5"]),
    ]
    bold = [[at for at, cell in enumerate(row) if "bold" in cell.marks] for row in table.rows[3:]]
    assert bold == [[2], [1, 2], [2], [2], [], []]
    assert read(table)[-1]["alg 0"] == "3 won, 1 tied, 2 lost"


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_marks_against_an_algorithm(make_analysis, better):
    analysis = make_analysis(8, 4, folds=(10, 10), better=better, seed=5, order=None)
    table = table_of(analysis, "scores", against="alg 1", ranks=False)
    signs = {"†": 1.0, "•": -1.0}
    counts = np.zeros((4, 3), dtype=int)
    for row, own, tested in zip(table.rows, read(table), analysis.tested.within, strict=False):
        p = dict(zip(map(frozenset, tested.pairs.tolist()), holm(tested.tests.p), strict=True))
        means = dict(zip(analysis.names, row[1:], strict=True))
        for at, name in enumerate(analysis.names):
            value = own.get(f"{name} against", "")
            if at == 1:
                assert value == ""
                continue
            gain = float(means[name].value) - float(means["alg 1"].value)
            gain = gain if better == "higher" else -gain
            wanted = float(np.sign(gain)) if p[frozenset((1, at))] <= 0.05 else 0.0
            assert float(value) == wanted == signs.get(plain(means[name].text)[-1], 0.0)
            counts[at, 1 - int(wanted)] += 1
    expected = ["" if at == 1 else "/".join(map(str, row)) for at, row in enumerate(counts.tolist())]
    assert [plain(cell.text) for cell in table.rows[-1]] == ["Significant W/T/L against alg 1", *expected]
    assert counts[:, 1].any()
    assert counts[:, [0, 2]].any()


def test_an_algorithm_that_was_not_tested_against_is_a_warning(make_analysis):
    for analysis in (make_analysis(5, 3), make_analysis(5, 3, folds=(2, 5), test={"control": "alg 0"}, order=None)):
        chosen = choose_tables([analysis], {"scores": table_options("scores")(against="alg 1")})
        assert any("against has no effect" in warning for warning in chosen.warnings)
        assert chosen.tables[0].footer == 1


def test_differences_from_one_algorithm_are_under_the_names_of_the_others(make_analysis):
    analysis = make_analysis(6, 12, folds=(2, 5), curves={"baseline": "alg 1"})
    table = chosen(analysis, "rank")["aucc"]
    assert plain(table.title) == "Differences in accuracy from alg 1 on each data set"
    assert [plain(cell.text) for cell in table.head[0][1:3]] == ["alg 0", "alg 2"]
    assert list(read(table)[0])[1:3] == ["alg 0 − alg 1", "alg 0 − alg 1 AUCC"]
    layout = lay_out(table, ReportOptions())
    assert len(layout.panels) == 1
    assert len(layout.table.head) == 1


@pytest.mark.few
@pytest.mark.parametrize(
    "options", [{}, {"spread": "sd"}, {"spread": "ci", "ranks": True}, {"percent": True}, {"summary": []}]
)
def test_a_table_that_no_document_shows_has_the_same_csv(make_analysis, monkeypatch, options):
    analysis = make_analysis(6, 4, folds=(2, 5))
    printed = table_of(analysis, "scores", **options)
    monkeypatch.setattr("rankpress.topics.scores.scores.MOST_CELLS_SHOWN", 10)
    assert table_csv(table_of(analysis, "scores", **options)) == table_csv(printed)
    some = {"rows": list(analysis.scores.datasets[:2])}
    assert plain(table_of(analysis, "scores", **options, **some).rows[0][1].text) == plain(printed.rows[0][1].text)


METRICS = pytest.mark.parametrize("metrics", ["apart", "together"])


GROUPS = {"small": ["data 3", "data 1"], "large": ["data 0", "data 4"]}


@pytest.mark.parametrize(
    ("kind", "summary", "k", "metrics"),
    [("scores", "mean", 3, "apart"), ("scores", "average-rank", 3, "together"), ("ranks", "", 9, "apart")],
)
def test_groups_of_data_sets_with_a_subtotal_each(make_analysis, kind, summary, k, metrics):
    analysis = make_analysis(6, k, groups=GROUPS)
    options = {"summary": (summary,), "ranks": False, "digits": 3} if summary else {}
    table = table_of(analysis, kind, metrics=metrics, **options)
    title = "Mean" if summary == "mean" else "Average rank"
    assert [row[0].name for row in table.rows[:-1]] == [
        *("data 3", "data 1", f"small: {title}"),
        *("data 0", "data 4", f"large: {title}"),
        *("data 2", "data 5"),
    ]
    assert table.group_ends == (3, 6)
    values = analysis.scores.means if summary == "mean" else analysis.ranking.ranks
    printed = f"{values[[3, 1], 0].mean():.{3 if summary else 2}f}"
    assert plain(table.rows[2][1].text) == printed
    fragment = formats(table)["latex"]
    assert fragment.count(r"\midrule") == 4 * fragment.count(r"\begin{tabular}")
    assert all(printed in text for name, text in formats(table).items() if name != "csv")
    assert float(list(csv.reader(io.StringIO(table_csv(table))))[3][1]) == pytest.approx(values[[3, 1], 0].mean())


def test_a_data_set_of_two_groups_counts_in_both(make_analysis):
    analysis = make_analysis(4, 3, groups={"one": ["data 0", "data 1"], "all": [f"data {i}" for i in range(4)]})
    table = table_of(analysis, "scores", summary=("mean",))
    assert [row[0].name for row in table.rows] == [
        *("data 0", "data 1", "one: Mean", "data 2", "data 3", "all: Mean", "Mean")
    ]
    assert [cell.value for cell in table.rows[5][1:]] == [cell.value for cell in table.rows[6][1:]]
    assert any("counted in each" in plain(note) for note in table.notes)


@pytest.mark.few(1)
@METRICS
def test_digits_of_columns(make_analysis, metrics):
    analysis = make_analysis(8, 4, folds=(2, 5))
    ranking = table_of(analysis, "average-ranks", digits={"Mean": 1, "Average rank": 4}, metrics=metrics)
    heads = [cell.name for cell in ranking.head[-1]]
    for row in texts(ranking):
        assert len(row[heads.index("Average rank")].partition(".")[2]) == 4
        mean, _, sd = row[heads.index("Mean")].split(" ")
        assert [len(part.partition(".")[2]) for part in (mean, sd)] == [1, 1]
    effects = table_of(analysis, "pairs", digits=1, metrics=metrics)
    heads = [cell.name for cell in effects.head[-1]]
    for row, cells in zip(texts(effects), effects.rows, strict=True):
        place = heads.index("Hodges-Lehmann shift")
        low, high = cells[place].detail_value
        value = cells[place].value
        assert row[place].replace("−", "-") == f"{value:.1f} [{low:.1f}, {high:.1f}]".replace("-0.0", "0.0")
        assert len(row[heads.index("p (Holm)")].partition(".")[2]) == 2  # as two digits: 0.1 would be all p
    scores = table_of(analysis, "scores", digits={"alg 1": 1}, ranks=False)
    assert {len(row[2].partition(".")[2]) for row in texts(scores)[:8]} == {1}


@pytest.mark.parametrize(("control", "transpose", "folds"), [(None, True, None), ("alg 1", False, (2, 5))])
def test_comparisons_below_or_next_to_the_scores(make_analysis, control, transpose, folds):
    analysis = make_analysis(12, 4, folds=folds, test={"control": control}, adjust=["holm"])
    table = table_of(analysis, "scores", summary=("mean-spread", "p", "effect"), transpose=transpose)
    other = control or analysis.names[analysis.ranking.best_first[0]]
    role = "control" if control else "best"
    titles = [f"p vs. {role}", f"Hedges' g vs. {role}"]
    over, estimated = analysis.tested.over, analysis.estimated
    head, *rows = (table.head[-1], *table.rows) if transpose else zip(table.head[-1], *table.rows, strict=True)
    assert [cell.name for cell in head[-2:]] == titles
    last_cells = {row[0].name: row[-2:] for row in rows}
    place = analysis.names.index(other)
    assert [plain(cell.text) for cell in last_cells[other]] == ["–", "–"]
    for (a, b), p, g in zip(
        over.pairs.tolist(), analysis.adjusted.p["holm"], estimated.effects["hedges-g"].estimate, strict=True
    ):
        if place in (a, b):
            cell, effect = last_cells[analysis.names[b if a == place else a]]
            assert cell.value == pytest.approx(p)
            assert effect.value == pytest.approx(g if b == place else -g)
    means = analysis.scores.means
    spread = f"± {means[:, 0].std(ddof=1):.3f}"
    assert all(spread in text for name, text in formats(table).items() if name in ("markdown", "html"))


NAMED = {"bold": "bold", "underlined": "underline", "dark gray": "gray", "light gray": "light-gray"}


@pytest.mark.nightly
@pytest.mark.few(3)
@pytest.mark.parametrize("metrics", ["apart", "together", "stacked"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tolerance": 0.02},
        {"marks": "gray"},
        {"marks": "bold", "highlight": "alg 0"},
        {"marks": "tests"},
        {"summary": ["average-rank"]},
    ],
)
def test_notes_name_the_marks_that_the_table_has(make_analysis, options, metrics):
    """Whatever rows and columns are selected, of each metric that they are of."""
    spec = {"order": None, **({"folds": (1, 5)} if options.get("marks") == "tests" else {})}
    means = np.array(
        [[0.9, 0.9, 0.5, 0.4], [0.8, 0.7, 0.6, 0.5], [0.7] * 4, [0.5, 0.5, 0.6, 0.6], [0.6, 0.8, 0.7, 0.5]]
    )
    analyses = [
        make_analysis(5, 4, metric=metric, means=each, **spec) for metric, each in (("a", means), ("b", means[::-1]))
    ]
    for rows, columns in (
        (("data 0",), None),
        (("data 2",), None),
        (("data 1", "data 4"), ("alg 0", "alg 3")),
        (None, None),
    ):
        given = {"rows": rows, "columns": columns, "metrics": metrics, "summary": (), **options}
        for table in choose_tables(analyses, {"scores": table_options("scores")(**given)}).tables:
            if table.kind != "scores":
                continue
            there = {mark for row in table.rows for cell in row[table.stub :] for mark in cell.marks}
            for notes in (table.notes, table.short_note):
                printed = " ".join(plain(note) for note in notes).casefold()
                assert {mark for word, mark in NAMED.items() if f"{word}:" in printed} == there & {*NAMED.values()}
