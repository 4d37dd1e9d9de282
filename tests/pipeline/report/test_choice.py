"""Tables as a study asks for them: rows and columns chosen and ordered, turned, captioned, of all metrics together."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from rankpress.catalog.kinds import TABLES
from rankpress.core.scores import Missing
from rankpress.core.table import Cell, Table, table_csv, with_columns
from rankpress.core.text import plain
from rankpress.report.latex_table import table_fragment
from rankpress.report.table_view import choose_tables, requested_columns, requested_rows
from rankpress.spec.model import Study
from rankpress.spec.report_sections import TableOptions
from rankpress.topics.kinds import axes_of, build_tables, column_names

FULL = {"folds": (5, 2), "costs": True, "curves": {"pairs": "all", "average": True}}


def chosen(analyses, **options):
    asked = {kind.replace("_", "-"): TableOptions(**given) for kind, given in options.items()}
    analyses = analyses if isinstance(analyses, list) else [analyses]
    return {table.kind: table for table in choose_tables(analyses, asked, "given").tables}


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


def contents(tables):
    """What tables hold, in whatever order of their rows and columns."""
    return [(table.name, table.caption, table.notes, cells_by_name(table)) for table in tables]


def assert_whole(table):
    assert {sum(cell.span for cell in row) for row in table.head} == {len(table.align)}
    assert {len(row) for row in table.rows} == {len(table.align)}
    names = table.columns or tuple(cell.text for cell in table.head[-1])
    assert len(names) == len(table.align)
    heads = next(csv.reader(io.StringIO(table_csv(table))))
    assert len(set(heads)) == len(heads), heads


def stub(table):
    return [tuple(plain(cell.text) for cell in row[: table.stub]) for row in table.rows]


def heads(table):
    return [plain(cell.text) for cell in table.head[-1]][table.stub :]


def test_nothing_asked_changes_nothing(make_analysis):
    analysis = make_analysis(**FULL)
    every = {kind: TableOptions() for kind, declared in TABLES.items() if not declared.on_request}
    for asked in ({}, every):
        assert contents(choose_tables([analysis], asked).tables) == contents(build_tables(analysis))


def test_rows_and_columns_in_the_order_asked_for(make_analysis):
    analysis = make_analysis(**FULL)
    asked = {"rows": ("data 5", "data 1"), "columns": ("alg 3", "alg 0")}
    table = chosen(analysis, scores=asked)["scores"]
    assert_whole(table)
    assert stub(table) == [("data 5",), ("data 1",), ("Average rank",)]
    assert heads(table) == ["alg 3", "alg 0"]
    assert unmarked(table).items() <= unmarked(chosen(analysis)["scores"]).items()
    assert (
        table.notes[-1]
        == "Shown: 2 of 14 rows and 2 of 4 columns; ranks, averages and tests are of all, marks of those shown."
    )
    assert table.footer == 1


def test_comparisons_among_those_named(make_analysis):
    analysis = make_analysis(**FULL)
    table = chosen(analysis, pairs={"rows": ("alg 0", "alg 3", "alg 2")})["pairs"]
    # by the places of the two in what is asked for
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


def test_a_table_with_nothing_asked_for_is_left_out_with_a_warning(make_analysis):
    found = choose_tables(
        [make_analysis(**FULL)],
        {
            "curves": TableOptions(rows=("gone",)),
            "pairs": TableOptions(columns=("gone",)),
            "scores": TableOptions(omit=True),
        },
    )
    assert not {table.kind for table in found.tables} & {"curves", "pairs", "scores"}
    assert [warning.split(" was ")[0] for warning in found.warnings] == [
        "the table accuracy-pairs",
        "the table accuracy-curves",
    ]


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
    told = sorted(cell.text for row in before.rows for cell in row[before.stub :])
    assert sorted(cell.text for row in table.rows for cell in row[table.stub :]) == told
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
    if kind == "ranks":  # of more algorithms than have their ranks beside the scores
        analyses = [make_analysis(6, 9, metric=name, **spec) for name in ("accuracy", "loss")]
    apart = choose_tables(analyses, {}, "given")
    together = choose_tables(analyses, {kind: TableOptions(metrics="together")}, "given")
    [table] = [table for table in together.tables if table.kind == kind]
    assert len(together.tables) == len(apart.tables) - 1
    assert_whole(table)
    assert (table.name, table.metric) == (f"all-{kind}", "")
    assert "accuracy and loss" in plain(table.title)
    assert [cell.name for cell in table.head[0]][1:] == ["accuracy", "loss"]
    assert (
        {"↑", "↓"}
        >= {plain(cell.text)[-1] for cell in table.head[0][1:]}
        == {"↑" if one.scores.better == "higher" else "↓" for one in analyses}
    )
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


def test_comparisons_together_are_of_the_same_pair(make_analysis):
    """The second metric ranks two of the pairs the other way round; what is told of b against a changes its side."""
    analyses = two(make_analysis, test={"pairwise": "rank-z"})
    columns = ("Rank difference", "Probability of superiority")
    table = chosen(analyses, pairs={"metrics": "together", "columns": columns})["pairs"]
    for told in columns:
        assert len(table.rows) == 6 + 3  # three algorithms of the second metric are in the first
        at = [column for column, cell in enumerate(table.head[1]) if cell.text == told]
        for analysis, column in zip(analyses, at, strict=True):
            average = dict(zip(analysis.names, analysis.ranking.average.tolist(), strict=True))
            for row in table.rows:
                a, b = plain(row[0].text), plain(row[1].text)
                if {a, b} <= average.keys():
                    difference = average[a] - average[b]
                    value = row[column].value
                    assert isinstance(value, float)
                    if told == "Rank difference":
                        assert value == pytest.approx(difference)
                    elif analysis.scores.means is not None:
                        scores = analysis.scores.means[:, [analysis.names.index(a), analysis.names.index(b)]]
                        sign = 1 if analysis.scores.better == "higher" else -1
                        won = np.sign(sign * (scores[:, 0] - scores[:, 1]))
                        assert value == pytest.approx(np.mean(won > 0) + np.mean(won == 0) / 2)
                        low, high = row[column].detail_value
                        assert low <= value <= high
                else:
                    assert row[column].text == "–"


SECTIONS = ("test", "adjust", "bayes", "order", "protocol", "sensitivity", "replicability", "power")
STUDIES = [
    FULL,
    {"k": 9, **FULL},
    {"n": 14, "replicability": {"draws": 20, "biases": [0, 15]}},
    {"n": 14, "test": {"control": "alg 0"}, "replicability": {"draws": 20, "biases": [0, 15]}},
    {"k": 9, "test": {"control": "alg 0"}, **FULL},
    {"examples": 300, "curves": {"pairs": "all", "average": True}},
    {"examples": 300, "test": {"within": "mcnemar-chi2"}},
    {"test": {"pairwise": "wilcoxon"}},
    {"test": {"pairwise": "t"}},
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
    """Of far too many comparisons within data sets nothing is built, unless few of them are asked for."""
    analysis = make_analysis(60, 18, folds=(1, 3), effects=None)  # 9,180 rows of 8 cells
    assert "within" not in chosen(analysis)
    assert len(chosen(analysis, within={"rows": (("alg 0", "alg 17"),)})["within"].rows) == 60
    every = choose_tables([analysis], {"within": TableOptions(rows=analysis.names)})
    assert "within" not in {table.kind for table in every.tables}
    assert every.warnings == ("the table accuracy-within was left out: 9,180 rows are too many",)
