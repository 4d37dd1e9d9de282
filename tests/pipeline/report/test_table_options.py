"""Tables as a study asks for them: rows and columns, halves, widths, captions and notes, metrics together."""

import csv
import io
import re
from dataclasses import replace
from html import unescape
from itertools import product

import numpy as np
import pytest

from rankpress.account.tables import axes_of, build_tables, column_names
from rankpress.catalog.kinds import TABLES
from rankpress.core.scores import Missing
from rankpress.core.table import Cell, Table, table_csv, with_columns
from rankpress.report.latex_table import lay_out, table_files, table_fragment, width_warnings
from rankpress.report.selection import requested_columns, requested_rows
from rankpress.report.table_view import choose_tables
from rankpress.spec.model import Study
from rankpress.spec.report_sections import LatexOptions, ReportOptions
from rankpress.spec.table_options import table_options
from rankpress.topics.scores.options import RanksTableOptions
from rankpress.wording.text import plain
from tests.pipeline.report.tables import cells_by_name, chosen, formats, heads, read, table_of

FULL = {"folds": (5, 2), "costs": True, "curves": {"pairs": "all", "average": True}}


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


@pytest.mark.few(1)
@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("kind", [name for name in TABLES if issubclass(table_options(name), RanksTableOptions)])
def test_a_choice_is_stated_wherever_a_table_is_printed(make_analysis, kind, transpose):
    """In the caption and in each form of the notes, as rows and columns stand in print."""
    k = 9 if kind == "ranks" else 4
    options = {"rows": ["data 5", "data 1"], "columns": ["alg 3", "alg 0", "alg 2"], "transpose": transpose}
    if kind == "scores":
        options["summary"] = ["mean", {"relative-difference": "alg 1"}, {"difference": "alg 1"}]
    table = chosen(make_analysis(k=k, effects=None), **{kind: options})[kind]
    shape = f"Shown: 3 of {k} rows and 2 of 14 columns;" if transpose else f"Shown: 2 of 14 rows and 3 of {k} columns;"
    for form in ("short", "full"):
        printed = " ".join(map(plain, table.notes_in(form)))
        assert shape in printed
        assert ("below" in printed) <= (not transpose)
    assert plain(table.caption).endswith("Selected rows and columns.")


@pytest.mark.parametrize("metrics", ["apart", "together", "stacked"])
def test_rows_that_sum_up_groups_stay_and_are_counted_as_none(make_analysis, metrics):
    """Below the data sets, in the order of these that is requested, and above what sums up all."""
    groups = {"a": ("data 1", "data 2"), "b": ("data 4", "data 0")}
    analyses = [make_analysis(6, 3, metric=metric, groups=groups) for metric in ("accuracy", "loss")]
    options = {"rows": ("data 5", "data 1"), "metrics": metrics}
    table = chosen(analyses, scores=options)["scores"]
    names = ["data 5", "data 1", "a: Average rank", "b: Average rank", "Average rank"]
    assert [*dict.fromkeys(first for first, *_ in stub(table))] == names
    assert len(table.body) == 2 * (1 + (metrics == "stacked"))
    of_all = 12 if metrics == "stacked" else 6
    assert f"Shown: {len(table.body)} of {of_all} rows;" in plain(table.notes[-1])
    assert_whole(table)


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
    choice = choose_tables([make_analysis(**FULL)], requested)
    assert not {table.kind for table in choice.tables} & {"curves", "pairs", "scores"}
    texts = [warning.split(" was ")[0] for warning in choice.warnings]
    assert texts == ["the table accuracy-pairs", "the table accuracy-curves"]


def test_a_table_requested_by_name_is_there_or_said_to_be_missing(make_analysis):
    """Whatever the kind; and of few algorithms, or too many for some."""
    options = {kind: table_options(kind)() for kind in TABLES}
    for analysis in (make_analysis(), make_analysis(8, 7, adjust=["bergmann-hommel"])):
        choice = choose_tables([analysis], options)
        missing = {warning.removeprefix("the table ").split(" was ")[0] for warning in choice.warnings}
        assert missing == set(TABLES) - {table.kind for table in choice.tables}
    assert any("exhaustive-sets was not written: it needs" in warning for warning in choice.warnings)


@pytest.mark.nightly
@pytest.mark.few
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


@pytest.mark.nightly
@pytest.mark.few(1)
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


@pytest.mark.nightly
def test_caption_of_metrics_together_states_the_spread_of_each(make_analysis):
    """A phrase on what stands next to scores has the metrics that it is true of, where these are not all."""
    divided = [make_analysis(6, metric=f"in {n}", folds=(1, n)) for n in (5, 10)]
    single = make_analysis(6, metric="single")
    phrase = "mean ± standard deviation over {} folds"
    of_each = [f"{phrase.format(n)} (in {n})" for n in (5, 10)]
    alike = [divided[0], replace(divided[0], scores=replace(divided[0].scores, name="again"))]
    for analyses, expected in [
        ([single, *divided], of_each),
        ([*divided, single], of_each),
        (alike, [phrase.format(5)]),
    ]:
        caption = plain(chosen(analyses, scores={"metrics": "together", "spread": "sd"})["scores"].caption)
        assert re.findall(r"mean ±[^,.]*", caption) == expected


@pytest.mark.few
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


REQUESTS = {
    "average-ranks": ["seconds", "loss", "Groups", "Average rank", "accuracy", "Mean", "W/T/L", "Data sets", "Rank"],
    "pairs": ["loss", "Rank difference", "Hedges' g", "accuracy", "Significant wins/neither/losses within data sets"],
    "scores": ["alg 2", "loss", "alg 0", "accuracy", "other"],
}


def called(table):
    """What a reader finds over the columns: their own names and those above them; a metric also where its mean is."""
    names = [{cell.name, plain(cell.text)} for cell in table.head[-1]]
    for row in table.head[:-1]:
        over = [cell.name for cell in row for _ in range(cell.span)]
        names = [each | {name} for each, name in zip(names, over, strict=True)]
    short = {"Average rank": "Rank", **dict.fromkeys(("Wins", "Ties", "Losses"), "W/T/L")}
    return [each | {short[name] for name in each & short.keys()} for each in names[table.stub :]]


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.parametrize("metrics", ["apart", "together"])
@pytest.mark.parametrize("kind", REQUESTS)
def test_each_requested_column_is_there_or_warned_of(make_analysis, kind, metrics):
    """Whatever is requested next to it, in the order of the request, and with notes on what is there alone."""
    analyses = [make_analysis(6, metric=name, costs=True, seed=seed) for seed, name in enumerate(("accuracy", "loss"))]
    names = REQUESTS[kind]
    if metrics == "apart" and kind != "average-ranks":
        names = [name for name in names if name not in ("accuracy", "loss")]
    for start, step in ((0, 2), (1, 1), (2, 1)):
        columns = names[start::step]
        choice = choose_tables(analyses, {kind: table_options(kind)(metrics=metrics, columns=columns)})
        tables = [table for table in choice.tables if table.kind == kind]
        there = [(table, each) for table in tables for each in called(table)]
        warned = " ".join(choice.warnings)
        for name in columns:
            is_warned = f"'{name}'" in warned or (not tables and "none of the requested" in warned)
            assert is_warned != any(name in each for _, each in there), (columns, name)
        notes = " ".join(plain(note) for table in tables for note in table.notes)
        gone = {"accuracy", "loss"} - {name for table, each in there for name in (*each, table.metric)}
        assert not [metric for metric in gone if f"For {metric}" in notes]
        for table in tables:
            first = [min(columns.index(name) for name in each if name in columns) for each in called(table)]
            assert len(table.head) > 1 or first == sorted(first)


def test_costs_and_means_are_next_to_ranks_of_all_metrics(make_analysis):
    analysis, columns = make_analysis(8, 4, costs=True), ["seconds", "accuracy", "Rank", "f1"]
    table = table_of(analysis, "average-ranks", metrics="together", columns=columns)
    assert [cell.name for cell in table.head[0]] == ["", "", "accuracy", "f1"]
    assert heads(table) == ["seconds ↓", "Mean", "Average rank", "Average rank", "Mean"]


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


@pytest.mark.nightly
@pytest.mark.few(7)
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


@pytest.mark.weekly
def test_a_choice_of_rows_that_are_too_many(make_analysis, monkeypatch):
    """Of far too many comparisons within data sets nothing is built, unless few of them are requested."""
    analysis = make_analysis(60, 18, folds=(1, 3), effects=None)  # 9,180 rows of 8 cells
    assert "within" not in chosen(analysis)
    assert len(chosen(analysis, within={"rows": (("alg 0", "alg 17"),)})["within"].rows) == 60
    every = choose_tables([analysis], {"within": table_options("within")(rows=analysis.names)})
    assert "within" not in {table.kind for table in every.tables}
    assert every.warnings == ("the table accuracy-within was omitted: 9,180 rows are too many",)


@pytest.mark.nightly
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


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("n", "k"), [(8, 24), (200, 8), (200, 14)])
def test_a_table_that_is_divided_is_wider_than_what_fits(make_analysis, n, k):
    tables = build_tables(make_analysis(n, k))
    for venue in (None, "lncs", "ieee"):
        for warning in width_warnings(tables, ReportOptions(venue=venue)):
            if sizes := re.findall(r"is ([0-9]+) points wide and ([0-9.]+) fit", warning):
                assert float(sizes[0][0]) > float(sizes[0][1]), venue


@pytest.mark.parametrize(("n_datasets", "widest"), [(20, 450), (70, 345)])
def test_a_table_over_pages_fits_a_page_of_one_column(make_analysis, n_datasets, widest):
    """Of two columns it can have none, and LaTeX cannot reduce it as it does a table that fits on a page."""
    table = table_of(make_analysis(n_datasets, 14), "scores", ranks=False)
    layout, fragment = lay_out(table, ReportOptions()), table_fragment(table, stamp="")
    assert widest - 105 < layout.width <= widest
    assert ("longtable" in fragment) is (widest == 345)


@pytest.mark.nightly
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
            plain(note)[:20] in unescape(text).replace("\xa0", " ") for note in table.notes if form == "full"
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
