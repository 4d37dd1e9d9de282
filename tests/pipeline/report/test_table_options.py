"""What a study may ask of its tables, in every format: halves, groups, digits, comparisons, notes, captions."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from rankpress.core.table import table_csv
from rankpress.core.text import plain
from rankpress.report.latex_table import table_files, table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.spec.report_sections import LatexOptions, TableOptions

METRICS = pytest.mark.parametrize("metrics", ["apart", "together"])


def in_two_metrics(analysis):
    return [analysis, replace(analysis, scores=replace(analysis.scores, name="f1"))]


def chosen(analysis, kind, **options):
    analyses = in_two_metrics(analysis) if options.get("metrics") == "together" else [analysis]
    return choose_tables(analyses, {kind: TableOptions(**options)}, "given")


def table_of(analysis, kind, **options):
    [table] = [table for table in chosen(analysis, kind, **options).tables if table.kind == kind]
    return table


def texts(table):
    return [[plain(cell.text) for cell in row] for row in table.rows]


def formats(table):
    return {
        "latex": table_fragment(table, stamp=""),
        "markdown": table_markdown(table),
        "html": display_html([table]),
        "csv": table_csv(table),
    }


@pytest.mark.parametrize("kind", ["pairwise-p", "pairwise-differences"])
def test_either_half_of_a_matrix_of_comparisons(make_analysis, kind):
    analysis = make_analysis(9, 4)
    halves = {}
    for half in ("upper", "lower", "both"):
        table = table_of(analysis, kind, triangle=half)
        names = [cell.name for cell in table.head[-1]]
        halves[half] = {
            (row[0].name, name): cell.value
            for row in table.rows
            for name, cell in zip(names[1:], row[1:], strict=True)
            if cell.text
        }
    assert len(halves["upper"]) == len(halves["lower"]) == 6
    assert halves["both"] == halves["upper"] | halves["lower"]
    sign = 1 if kind == "pairwise-p" else -1
    mirrored = {(b, a): sign * value for (a, b), value in halves["lower"].items()}
    assert mirrored == pytest.approx(halves["upper"])
    assert table_of(analysis, kind).rows == table_of(analysis, kind, triangle="upper").rows
    assert not chosen(analysis, kind, triangle="lower").warnings


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
    printed = f"{values[[3, 1], 0].mean():.{3 if summary == 'mean' else 2}f}"
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
    assert any("counts in each" in plain(note) for note in table.notes)


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
        place = heads.index("Mean difference")
        low, high = cells[place].detail_value
        value = cells[place].value
        assert row[place].replace("−", "-") == f"{value:.1f} [{low:.1f}, {high:.1f}]".replace("-0.0", "0.0")
        assert row[heads.index("p (Holm)")] in ("<0.001",) or len(row[heads.index("p (Holm)")]) >= 5
    scores = table_of(analysis, "scores", digits={"alg 1": 1}, ranks=False)
    assert {len(row[2].partition(".")[2]) for row in texts(scores)[:8]} == {1}


@pytest.mark.parametrize(("control", "transpose", "folds"), [(None, True, None), ("alg 1", False, (2, 5))])
def test_comparisons_below_or_beside_the_scores(make_analysis, control, transpose, folds):
    analysis = make_analysis(12, 4, folds=folds, test={"control": control}, adjust=["holm"])
    table = table_of(analysis, "scores", summary=("mean-spread", "p", "effect"), transpose=transpose)
    other = control or analysis.names[analysis.ranking.best_first[0]]
    role = "control" if control else "best"
    titles = [f"p vs. {role}", f"Hedges' g vs. {role}"]
    over, estimated = analysis.tested.over, analysis.estimated
    if transpose:
        assert [cell.name for cell in table.head[-1]][-2:] == titles
        found = {row[0].name: row[-2:] for row in table.rows}
    else:
        assert [row[0].name for row in table.rows[-2:]] == titles
        names = [cell.name for cell in table.head[-1]][1:]
        found = dict(zip(names, zip(*[row[1:] for row in table.rows[-2:]], strict=True), strict=True))
    place = analysis.names.index(other)
    assert [plain(cell.text) for cell in found[other]] == ["–", "–"]
    for (a, b), p, g in zip(
        over.pairs.tolist(), analysis.adjusted.p["holm"], estimated.effects["hedges-g"].estimate, strict=True
    ):
        if place in (a, b):
            cell, effect = found[analysis.names[b if a == place else a]]
            assert cell.value == pytest.approx(p)
            assert effect.value == pytest.approx(g if b == place else -g)
    means = analysis.scores.means
    spread = f"± {means[:, 0].std(ddof=1):.3f}"
    assert all(spread in text for name, text in formats(table).items() if name in ("markdown", "html"))


@pytest.mark.parametrize(
    ("kind", "form", "metrics"),
    [("scores", "off", "apart"), ("pairs", "short", "apart"), ("pairs", "full", "together")],
)
def test_notes(make_analysis, kind, form, metrics):
    analysis = make_analysis(12, 4)
    plainly, table = (table_of(analysis, kind, notes=notes, metrics=metrics) for notes in (None, form))
    assert len(table.notes) == {"off": 0, "short": 1, "full": len(plainly.notes)}[form]
    for name, text in formats(table).items():
        assert name in ("latex", "csv") or all(plain(note)[:20] in text for note in table.notes if form == "full")
    for latex in ("off", "short", "full"):
        files = dict(table_files([plainly], stamp="", options=LatexOptions(notes=latex)))
        assert (f"tables/{table.name}-notes.tex" in files) is (latex != "off")
        n_lines = len(files.get(f"tables/{table.name}-notes.tex", "").splitlines()) - 2
        assert n_lines == {"off": -2, "short": 1, "full": len(plainly.notes)}[latex]


@pytest.mark.parametrize("long", [False, True])
def test_a_caption_in_the_fragment(make_analysis, long):
    table = table_of(make_analysis(5, 3), "scores", long=long, caption="What is shown.")
    fragment = table_fragment(table, stamp="", options=LatexOptions(caption=True))
    assert r"\caption{What is shown.}\label{tab:accuracy-scores}" in fragment
    assert (fragment.index(r"\caption") > fragment.index(r"\begin{longtable}")) if long else r"\caption{" in fragment
    assert r"\addtocounter" not in fragment
    assert r"\caption" not in table_fragment(table, stamp="")


def test_the_page_shows_ranks_and_differences_in_the_table_of_scores(make_analysis):
    analysis = make_analysis(6, 9, better="lower")
    tables = {table.kind: table for table in choose_tables([analysis], {}).tables}
    scores, ranks = tables["scores"], tables["ranks"]
    assert not ranks.in_page
    assert not ranks.in_pdf
    for row, places in zip(scores.rows[:6], ranks.rows[:6], strict=True):
        values = [float(cell.value) for cell in row[1:]]
        assert [cell.others[0] for cell in row[1:]] == [cell.text for cell in places[1:]]
        assert [float(cell.others[1]) for cell in row[1:]] == pytest.approx(np.subtract(values, min(values)), abs=6e-4)
        assert [cell.shade for cell in row[1:]] == [
            round(100 * (max(values) - value) / (max(values) - min(values))) for value in values
        ]
    asked = {table.kind: table for table in choose_tables([analysis], {"ranks": TableOptions()}).tables}["ranks"]
    assert asked.in_page
    assert asked.in_pdf


def test_long_scores_are_on_paper_where_it_is_asked_for_them(make_analysis):
    def printed(n_datasets, **options):
        tables = choose_tables([make_analysis(n_datasets, 20)], {}, **options).tables
        return [table.in_pdf for table in tables if table.kind == "scores"]

    assert printed(90) == [True]  # 91 rows of 21 cells
    assert printed(100) == [False]
    assert printed(100, long=True) == [True]
    [named] = choose_tables([make_analysis(100, 20)], {"scores": TableOptions()}).tables[:1]
    assert named.in_pdf
