"""Tables as a study asks for them: rows and columns, spread, digits, marks, halves, groups, captions, metrics."""

import csv
import io
import re
from dataclasses import replace
from html import unescape
from itertools import product

import numpy as np
import pytest
from scipy import stats

from rankpress.account.tables import axes_of, build_tables, column_names
from rankpress.catalog.kinds import TABLES
from rankpress.core.scores import Missing
from rankpress.core.table import Cell, Table, table_csv, with_columns
from rankpress.report.latex_table import lay_out, table_files, table_fragment, width_warnings
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables, requested_columns, requested_rows
from rankpress.spec.model import Study
from rankpress.spec.report_sections import LatexOptions, ReportOptions
from rankpress.spec.table_options import table_options
from rankpress.stats.adjustments import holm
from rankpress.wording.text import plain

FULL = {"folds": (5, 2), "costs": True, "curves": {"pairs": "all", "average": True}}


def chosen(analyses, sort="file", **options):
    """The tables by kind, with options of kinds."""
    options = {
        kind.replace("_", "-"): table_options(kind.replace("_", "-"))(**given) for kind, given in options.items()
    }
    analyses = analyses if isinstance(analyses, list) else [analyses]
    return {table.kind: table for table in choose_tables(analyses, options, sort).tables}


def table_of(analysis, kind, **options):
    """The table of a kind; of two metrics that are alike, where they are together."""
    other = replace(analysis, scores=replace(analysis.scores, name="f1"))
    analyses = [analysis, other] if options.get("metrics") == "together" else analysis
    return chosen(analyses, **{kind: options})[kind]


def texts(table):
    return [[plain(cell.text) for cell in row] for row in table.rows]


def read(table):
    return list(csv.DictReader(io.StringIO(table_csv(table))))


def cells_by_name(table):
    """Cells by the names of their row and all heads over their column."""
    over = [[cell.name for cell in row for _ in range(cell.span)] for row in table.head]
    return {
        tuple(sorted((*(cell.name for cell in row[: table.stub]), *(names[at] for names in over)))): cell
        for row in table.rows
        for at, cell in enumerate(row)
        if at >= table.stub
    }


def unmarked(table):
    return {names: replace(cell, marks=frozenset()) for names, cell in cells_by_name(table).items()}


def assert_whole(table):
    assert {sum(cell.span for cell in row) for row in table.head} == {len(table.align)}
    assert {len(row) for row in table.rows} == {len(table.align)}
    assert len(table.columns or table.head[-1]) == len(table.align)
    heads = next(csv.reader(io.StringIO(table_csv(table))))
    assert len(set(heads)) == len(heads), heads


def stub(table):
    return [tuple(plain(cell.text) for cell in row[: table.stub]) for row in table.rows]


def heads(table):
    return [plain(cell.text) for cell in table.head[-1]][table.stub :]


def test_rows_and_columns_in_the_order_requested(make_analysis):
    analysis = make_analysis(**FULL)
    options = {"rows": ("data 5", "data 1"), "columns": ("alg 3", "alg 0")}
    table = chosen(analysis, scores=options)["scores"]
    assert_whole(table)
    assert stub(table) == [("data 5",), ("data 1",), ("Average rank",)]
    assert heads(table) == ["alg 3", "alg 0"]
    assert unmarked(table).items() <= unmarked(chosen(analysis)["scores"]).items()
    shown = "Shown: 2 of 14 rows and 2 of 4 columns; ranks, averages and tests are of all, marks of those shown."
    assert table.notes[-1] == shown
    assert table.footer == 1


def test_comparisons_among_those_named(make_analysis):
    analysis = make_analysis(**FULL)
    table = chosen(analysis, pairs={"rows": ("alg 0", "alg 3", "alg 2")})["pairs"]
    # by the places of the two in what is requested
    assert [set(names) for names in stub(table)] == [{"alg 0", "alg 3"}, {"alg 0", "alg 2"}, {"alg 2", "alg 3"}]
    table = chosen(analysis, pairs={"rows": ("alg 0", "alg 3", "alg 2", "alg 1")})["pairs"]
    assert [set(names) for names in stub(table)][:4] == [{"alg 0", f"alg {i}"} for i in (3, 2, 1)] + [
        {"alg 3", "alg 2"}
    ]
    table = chosen(analysis, pairs={"rows": (("alg 1", "alg 0"), ("alg 2", "alg 3"))})["pairs"]
    assert [set(names) for names in stub(table)] == [{"alg 0", "alg 1"}, {"alg 2", "alg 3"}]


def test_data_sets_and_algorithms_of_one_table(make_analysis):
    analysis = make_analysis(**FULL)
    of_both = chosen(analysis, within={"rows": ("data 3", "data 1", ("alg 0", "alg 1"))})["within"]
    assert stub(of_both) == [("data 3", "alg 1", "alg 0"), ("data 1", "alg 1", "alg 0")]
    of_one = chosen(analysis, within={"rows": ("data 3",)})["within"]
    assert {names[0] for names in stub(of_one)} == {"data 3"}
    assert len(of_one.rows) == 6
    of_the_other = chosen(analysis, within={"rows": ("alg 0", "alg 1")})["within"]
    assert len(of_the_other.rows) == 14
    assert {frozenset(names[1:]) for names in stub(of_the_other)} == {frozenset(("alg 0", "alg 1"))}


def test_columns_of_pairs(make_analysis):
    analysis = make_analysis(**FULL)
    whole = cells_by_name(chosen(analysis)["aucc"])
    table = chosen(analysis, aucc={"columns": (("alg 3", "alg 2"), ("alg 0", "alg 1"))})["aucc"]
    assert [plain(cell.text) for cell in table.head[0]] == ["", "alg 2 − alg 3", "alg 0 − alg 1"]
    assert heads(table) == ["Difference", "AUCC"] * 2
    assert table.unit == 2
    only = chosen(analysis, aucc={"columns": ("AUCC", ("alg 0", "alg 1"))})["aucc"]
    assert [plain(cell.text) for cell in only.head[0]] == ["", "alg 0 − alg 1"]
    assert heads(only) == ["AUCC"]
    for one in (table, only):
        assert_whole(one)
        assert cells_by_name(one).items() <= whole.items()


def test_a_head_over_columns_that_are_parted():
    row = tuple(Cell(text) for text in "wabcd")
    table = Table(
        "t", "m", "T", "C", ((Cell(""), Cell("over", span=2), Cell("and", span=2)), row), (row,), ("right",) * 5
    )
    taken = with_columns(table, [0, 2, 3, 1])
    assert [(cell.text, cell.span) for cell in taken.head[0]] == [("", 1), ("over", 1), ("and", 1), ("over", 1)]
    assert [cell.text for cell in taken.rows[0]] == ["w", "b", "c", "a"]


def test_a_table_with_nothing_requested_is_omitted_with_a_warning(make_analysis):
    gone = {"curves": {"rows": ("gone",)}, "pairs": {"columns": ("gone",)}, "scores": {"omit": True}}
    requested = {kind: table_options(kind)(**options) for kind, options in gone.items()}
    found = choose_tables([make_analysis(**FULL)], requested)
    assert not {table.kind for table in found.tables} & {"curves", "pairs", "scores"}
    texts = [warning.split(" was ")[0] for warning in found.warnings]
    assert texts == ["the table accuracy-pairs", "the table accuracy-curves"]


def test_a_table_requested_by_name_is_there_or_said_to_be_missing(make_analysis):
    """Whatever the kind; and of few algorithms, or too many for some."""
    options = {kind: table_options(kind)() for kind in TABLES}
    for analysis in (make_analysis(), make_analysis(8, 7, adjust=["bergmann-hommel"])):
        found = choose_tables([analysis], options)
        missing = {warning.removeprefix("the table ").split(" was ")[0] for warning in found.warnings}
        assert missing == set(TABLES) - {table.kind for table in found.tables}
    assert any("exhaustive-sets was not made: it needs" in warning for warning in found.warnings)


@pytest.mark.parametrize("kind", ["scores", "ranks", "aucc", "within-omnibus", "ordering-validation"])
def test_transposed(make_analysis, kind):
    missing = Missing("error")
    # many algorithms have a table of ranks; examples have an omnibus test on each data set
    spec = {"ranks": {"k": 9}, "within-omnibus": {"examples": 200}}.get(kind, FULL)
    spec = {**spec, "missing": missing, "groups": {"text": ["data 0", "data 1", "data 2"], "rest": ["data 3"]}}
    analysis = make_analysis(**spec, **({"validation": True} if kind == "ordering-validation" else {}))
    before = chosen(analysis)[kind]
    table = chosen(analysis, **{kind.replace("-", "_"): {"transpose": True}})[kind]
    assert_whole(table)
    assert table.footer == 0
    assert heads(table) == [names[0] for names in stub(before)]
    # the same cells; of its corner only the word is another
    texts = sorted(cell.text for row in before.rows for cell in row[before.stub :])
    assert sorted(cell.text for row in table.rows for cell in row[table.stub :]) == texts
    first, column = before.rows[0], before.stub
    assert table.rows[0][table.stub] == first[column]
    assert table.rows[-1][-1] == before.rows[-1][-1]


def two(make_analysis, **spec):
    first = make_analysis(6, metric="accuracy", **spec)
    names = ("alg 3", "alg 1", "alg 2", "other")
    return [first, make_analysis(6, metric="loss", better="lower", seed=3, names=names, **spec)]


@pytest.mark.parametrize(
    ("kind", "control"), [("scores", None), ("ranks", None), ("average-ranks", "alg 1"), ("pairs", None)]
)
def test_metrics_together(make_analysis, kind, control):
    spec = {"test": {"control": control}}
    analyses = two(make_analysis, **spec)
    if kind == "ranks":  # of more algorithms than have their ranks next to the scores
        analyses = [make_analysis(6, 9, metric=name, **spec) for name in ("accuracy", "loss")]
    apart = choose_tables(analyses, {}, "file")
    together = choose_tables(analyses, {kind: table_options(kind)(metrics="together")}, "file")
    [table] = [table for table in together.tables if table.kind == kind]
    assert len(together.tables) == len(apart.tables) - 1
    assert_whole(table)
    assert (table.name, table.metric) == (f"all-{kind}", "")
    assert "accuracy and loss" in plain(table.title)
    assert [cell.name for cell in table.head[0]][1:] == ["accuracy", "loss"]
    arrows = {"higher": "↑", "lower": "↓"}
    assert [plain(cell.text)[-1] for cell in table.head[0][1:]] == [arrows[one.scores.better] for one in analyses]
    start = table.stub
    for over, analysis in zip(table.head[0][1:], analyses, strict=True):
        [own] = [one for one in apart.tables if one.kind == kind and one.metric == analysis.scores.name]
        leaves, mine = [cell.name for cell in own.head[-1]], dict(zip(stub(own), own.rows, strict=True))
        columns = [leaves.index(cell.name) for cell in table.head[-1][start : start + over.span]]
        for names, row in zip(stub(table), table.rows, strict=True):
            cells = row[start : start + over.span]
            if kind in ("scores", "ranks", "average-ranks"):
                missing = (Cell("–", ""),) * len(leaves)
                assert cells == tuple(mine.get(names, missing)[column] for column in columns)
        start += over.span
    table_fragment(table, stamp="")


def test_caption_of_metrics_together_states_the_spread_of_each(make_analysis):
    """A phrase on what stands next to scores has the metrics that it is true of, where these are not all."""
    divided = [make_analysis(6, metric=f"in {n}", folds=(1, n)) for n in (5, 10)]
    single = make_analysis(6, metric="single")
    phrase = "mean ± standard deviation over {} measurements"
    of_each = [f"{phrase.format(n)} (in {n})" for n in (5, 10)]
    alike = [divided[0], replace(divided[0], scores=replace(divided[0].scores, name="again"))]
    for analyses, expected in [
        ([single, *divided], of_each),
        ([*divided, single], of_each),
        (alike, [phrase.format(5)]),
    ]:
        caption = plain(chosen(analyses, scores={"metrics": "together", "spread": "sd"})["scores"].caption)
        assert re.findall(r"mean ±[^,.]*", caption) == expected


@pytest.mark.parametrize("columns", [["seconds"], ["Average rank", "seconds", "Mean"], ["Mean", "Wins"], None])
@pytest.mark.parametrize("transpose", [False, True])
def test_costs_stand_once_next_to_all_metrics(make_analysis, columns, transpose):
    analysis = make_analysis(8, 4, costs=True)
    table = table_of(analysis, "average-ranks", metrics="together", columns=columns, transpose=transpose)
    is_requested = bool(columns) and "seconds" in columns
    of_cost = {
        next(name for name in names if name in analysis.names): cell.value
        for names, cell in cells_by_name(table).items()
        if "seconds" in names
    }
    costs = next(front.costs for front in analysis.conclusions.fronts if front.cost == "seconds")
    assert of_cost == (dict(zip(analysis.names, costs.tolist(), strict=True)) if is_requested else {})


def test_comparisons_together_are_of_the_same_pair(make_analysis):
    """The second metric ranks two of the pairs the other way round; the numbers of b against a change sides."""
    analyses = two(make_analysis, test={"pairwise": "rank-z"}, effects={"measures": ["superiority"]})
    columns = ("Rank difference", "Probability of superiority")
    table = chosen(analyses, pairs={"metrics": "together", "columns": columns})["pairs"]
    assert len(table.rows) == 6 + 3  # three algorithms of the second metric are in the first
    oriented = "Of two algorithms, the first is the better ranked by accuracy, or the next metric that has both."
    assert oriented in map(plain, table.notes)
    places = [[at for at, cell in enumerate(table.head[1]) if cell.text == title] for title in columns]
    for analysis, rank, superiority in zip(analyses, *places, strict=True):
        average = dict(zip(analysis.names, analysis.ranking.average.tolist(), strict=True))
        higher = dict(zip(analysis.names, analysis.scores.oriented.T, strict=True))
        for row in table.rows:
            a, b = plain(row[0].text), plain(row[1].text)
            if {a, b} <= average.keys():
                assert row[rank].value == pytest.approx(average[a] - average[b])
                won = np.sign(higher[a] - higher[b])
                assert row[superiority].value == pytest.approx(np.mean(won > 0) + np.mean(won == 0) / 2)
                low, high = row[superiority].detail_value
                assert low <= row[superiority].value <= high
            else:
                assert row[rank].text == row[superiority].text == "–"


SECTIONS = ("test", "adjust", "bayes", "order", "protocol", "sensitivity", "replicability", "power")
STUDIES = [
    FULL,
    {"k": 9, **FULL},
    {"k": 9, "test": {"control": "alg 0"}, **FULL},
    *({"test": {"control": who}, "replicability": {"draws": 20, "biases": [0, 15]}} for who in (None, "alg 0")),
    {"examples": 300, "curves": {"pairs": "all", "average": True}},
    {"examples": 300, "test": {"within": "mcnemar-chi2"}},
    *({"test": {"pairwise": name}} for name in ("wilcoxon", "t")),
    {"test": {"pairwise": "sign", "control": "alg 1"}},
    {"test": {"pairwise": "block-t", "omnibus": ["quade", "aligned-ranks", "rm-anova"]}},
    {"bayes": {"rope": 0.01}, "folds": (2, 5)},
    {"protocol": {"kind": "exploratory", "tuning": {"alg 1": {"data": "test"}}}, "folds": (2, 5)},
    {"bayes": {"rope": 0}, "folds": (2, 5), "test": {"control": "alg 0"}},
    {"n": 6, "sensitivity": {"pairwise": ["wilcoxon"], "adjust": ["holm"], "alpha": [0.5], "digits": [1]}},
    {"n": 8, "adjust": ["holm"], "power": {"effect": [0.05, 0.2], "draws": 100, "datasets": [5, 20]}},
    {"order": {"prior": [f"alg {i}" for i in range(4)]}, "folds": (2, 5)},
    {"order": {"prior": [f"alg {i}" for i in range(4)], "within": "none"}},
    {"order": {"cost": "seconds"}, "costs": True, "folds": (2, 5), "validation": True, "groups": {"text": ["data 0"]}},
]


@pytest.mark.parametrize("spec", STUDIES)
def test_what_rows_and_columns_may_be_called(make_analysis, spec):
    """Every name in a table that is built is one that a study may ask for, and asking for it finds it."""
    analysis = make_analysis(**spec)
    study = Study.model_validate(
        {
            "scores": {
                "files": ["a.csv"],
                "costs": ["seconds"] if spec.get("costs") else [],
                "groups": spec.get("groups", {}),
                "columns": {"example": "case"} if "examples" in spec else {},
            },
            **({"order": {"cost": "seconds"}} if spec.get("costs") else {}),
            **{key: spec[key] for key in SECTIONS if key in spec},
        }
    )
    tables = build_tables(analysis)
    assert tables
    for table in tables:
        kind = table.kind
        assert_whole(table)
        assert table.title
        assert all(plain(text).endswith(".") for text in (table.caption, *table.notes))
        assert not any("nan" in plain(cell.text) or "None" in plain(cell.text) for row in table.rows for cell in row)
        rows = list(axes_of(kind).rows.names(study, analysis.names, analysis.scores.datasets))
        body = table.rows[: len(table.rows) - table.footer]
        for number, row in enumerate(body, 1):
            if number in table.group_ends:  # sums up the rows above
                continue
            names = [cell.name for cell in row[: table.stub] if not isinstance(cell.value, int | float)]
            assert set(names) <= set(rows), (kind, names)
        assert requested_rows(table, rows) != []
        columns = column_names(kind, study, analysis.names)
        for over in (cell.name for row in table.head for cell in row[table.stub :] if cell.text):
            is_pair = " − " in over or over in ("accuracy",)
            assert is_pair or over in columns, (kind, over)
            if not is_pair:
                assert len(requested_columns(table, (over,))) > table.stub


def test_a_choice_of_rows_that_are_too_many(make_analysis, monkeypatch):
    """Of far too many comparisons within data sets nothing is built, unless few of them are requested."""
    analysis = make_analysis(60, 18, folds=(1, 3), effects=None)  # 9,180 rows of 8 cells
    assert "within" not in chosen(analysis)
    assert len(chosen(analysis, within={"rows": (("alg 0", "alg 17"),)})["within"].rows) == 60
    every = choose_tables([analysis], {"within": table_options("within")(rows=analysis.names)})
    assert "within" not in {table.kind for table in every.tables}
    assert every.warnings == ("the table accuracy-within was omitted: 9,180 rows are too many",)


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
    assert "over 10 measurements" in plain(table.caption)


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


def test_a_table_that_does_not_fit_is_a_warning_with_what_does(make_analysis):
    analysis = make_analysis(2, 14, folds=(2, 5))
    table = table_of(analysis, "scores", spread="sd", ranks=False, width="column")
    [warning] = width_warnings([table], ReportOptions())
    needed = int(re.findall(r"is ([0-9]+) points wide and 221 fit", warning)[0])
    assert ("width: text" in warning) is (needed <= 345)
    assert ("width: sideways" in warning) is (needed <= 660)
    assert "transpose: true" in warning
    [columns] = re.findall(r"up to ([0-9]+) of them", warning)
    names = analysis.names[: int(columns)]
    for fitting in ({"width": needed}, {"transpose": True}, {"columns": names}):
        options = {"spread": "sd", "ranks": False, "width": "column", **fitting}
        assert not list(width_warnings([table_of(analysis, "scores", **options)], ReportOptions()))


@pytest.mark.parametrize(
    ("venue", "column", "page"), [("ieee", 252, 516), ("acm", 241.14, 506.29), ("neurips", 397.48, 397.48)]
)
def test_tables_are_as_wide_as_a_venue_has_room(make_analysis, venue, column, page):
    """What fits the class is in one part, line 2 names the venue, and warnings speak of its widths."""
    analysis, report = make_analysis(2, 7, folds=(2, 5)), ReportOptions(venue=venue)
    table = table_of(analysis, "scores", spread="sd", ranks=False)
    layout = lay_out(table, report)
    assert (len(layout.panels) == 1) is (page > 454)  # which is what it needs
    assert layout.width <= page
    where = table_fragment(table, stamp="", report=report).splitlines()[1]
    assert f"of {venue} ({page:g} pt)" in where
    narrow = lay_out(table_of(analysis, "scores", ranks=False, width="column"), report)
    assert narrow.width <= column
    wide = table_of(make_analysis(2, 14, folds=(2, 5)), "scores", spread="sd", ranks=False, width="column")
    [warning] = width_warnings([wide], report)
    assert f"points wide and {column:g} fit" in warning
    assert "345" not in warning
    assert "450" not in warning


def test_the_ranking_fits_a_column_and_says_what_it_omits(make_analysis):
    table = table_of(make_analysis(24, 12, folds=(2, 5)), "average-ranks", metrics="together")
    fragment, layout = table_fragment(table, stamp=""), lay_out(table, ReportOptions())
    assert layout.omitted[:1] == ("Mean",)
    assert layout.width <= 450
    assert "W/T/L" in fragment
    assert r"\ensuremath{p} vs. best" in fragment
    assert re.search(r"& [0-9]+/0/[0-9]+ ", fragment)
    assert {"Mean", "Wins", "Ties", "Losses"} <= {name.removeprefix("accuracy ") for name in read(table)[0]}
    assert "without Mean" in fragment.splitlines()[1]
    assert not list(width_warnings([table], ReportOptions()))  # the column was not requested


def test_differences_from_one_algorithm_are_under_the_names_of_the_others(make_analysis):
    analysis = make_analysis(6, 12, folds=(2, 5), curves={"baseline": "alg 1"})
    table = chosen(analysis, "rank")["aucc"]
    assert plain(table.title) == "Differences in accuracy from alg 1 on each data set"
    assert [plain(cell.text) for cell in table.head[0][1:3]] == ["alg 0", "alg 2"]
    assert list(read(table)[0])[1:3] == ["alg 0 − alg 1", "alg 0 − alg 1 AUCC"]
    layout = lay_out(table, ReportOptions())
    assert len(layout.panels) == 1
    assert len(layout.table.head) == 1


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
    found = {row[0].name: row[-2:] for row in rows}
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
        assert name in ("latex", "csv") or all(
            plain(note)[:20] in unescape(text) for note in table.notes if form == "full"
        )
    for latex in ("off", "short", "full"):
        files = dict(table_files([plainly], stamp="", report=ReportOptions(latex=LatexOptions(notes=latex))))
        assert (f"tables/{table.name}-notes.tex" in files) is (latex != "off")
        n_lines = len(files.get(f"tables/{table.name}-notes.tex", "").splitlines()) - 2
        assert n_lines == {"off": -2, "short": 1, "full": len(plainly.notes)}[latex]


@pytest.mark.parametrize("long", [False, True])
def test_a_caption_in_the_fragment(make_analysis, long):
    table = table_of(make_analysis(5, 3), "scores", long=long, caption="What is shown.")
    fragment = table_fragment(table, stamp="", report=ReportOptions(latex=LatexOptions(caption=True)))
    assert r"\caption[{Scores and ranks by accuracy}]{What is shown.}\label{tab:rp-accuracy-scores}" in fragment
    assert (fragment.index(r"\caption") > fragment.index(r"\begin{longtable}")) if long else r"\caption[" in fragment
    assert r"\addtocounter" not in fragment
    assert fragment.count(r"\caption") == fragment.count(r"\label") == 1
    assert r"\caption" not in table_fragment(table, stamp="")


@pytest.mark.parametrize("captions", [True, False])
def test_each_page_of_a_long_table_says_what_it_is_called(make_analysis, captions):
    """The caption says it on the first page; a table without one says it in the head of every page."""
    table = replace(table_of(make_analysis(5, 3), "scores", long=True), calling="These p-values are exploratory.")
    fragment = table_fragment(table, stamp="", report=ReportOptions(latex=LatexOptions(caption=captions)))
    first, _, others = fragment.partition(r"\endhead")[0].rpartition(r"\endfirsthead")
    assert bool(first) is ("(continued)" in others) is captions
    assert (first or others).count(table.calling) == others.count(table.calling) == 1
    assert others.count(r"\toprule") == others.count("Data set") == 1


def test_a_difference_that_was_tested_is_turned_with_its_pair(make_analysis):
    means = np.random.default_rng(2).uniform(0.5, 0.9, (6, 3)) - 0.1 * np.arange(3)
    analyses = [
        make_analysis(6, 3, metric=name, means=numbers, test={"pairwise": "t"})
        for name, numbers in (("accuracy", means), ("f1", 1 - means))
    ]
    options = {"metrics": "together", "columns": ["Mean difference tested"]}
    [table] = [each for each in chosen(analyses, pairs=options).values() if each.kind == "pairs"]
    cells, names = cells_by_name(table), analyses[0].names
    for analysis, (a, b) in product(analyses, ((names.index(a), names.index(b)) for a, b in stub(table))):
        key = tuple(sorted((names[a], names[b], analysis.scores.name, "Mean difference tested")))
        difference = analysis.scores.means[:, a] - analysis.scores.means[:, b]
        assert cells[key].value == pytest.approx(difference.mean())
