"""Every kind of table as LaTeX, HTML and Markdown, against golden files; which tables are printed."""

from pathlib import Path

import pytest

from rankpress.account.document import build_document
from rankpress.account.tables import build_tables
from rankpress.app.run import analyse, build
from rankpress.catalog.kinds import TABLES, TableKind
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.document import all_sections
from rankpress.core.table import Cell, Table, in_print
from rankpress.report import table_view
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import tables_in_print
from rankpress.spec.reading import read_study
from rankpress.spec.table_options import table_options
from rankpress.topics.phrases import OF_P
from rankpress.topics.topic import PAIRS, Axes, topics
from tests.pipeline.conftest import studies

GOLDENS = Path(__file__).parent / "golden_tables"
SMALL = {"n": 5, "k": 4}
STUDIES = studies("""
- {folds: [2, 5], costs: true, curves: {pairs: all, average: true}, bayes: {rope: 0.01}}
- {k: 9, effects: {measures: [hodges-lehmann, hedges-g, cliffs-delta]}}
- {n: 8, anytime: {}, leaderboard: {baseline: alg 1, measures: [elo, win-rate, skill, improvability, relative-error,
    rescaled, champions, mrr]}}
- {n: 8, runs: 4, aggregates: {draws: 200}}
- {n: 3, folds: [1, 10], schemes: true}
- {n: 3, runs: 4, steps: 6, progress: {targets: [0.7, 0.85]}}
- {folds: [2, 5], protocol: {kind: exploratory, tuning: {alg 1: {data: test, tries: 12}, alg 2: {data: none}},
    planned: {metric: after}}}
- {replicability: {draws: 50, size: 4, biases: [0, 15]}}
- {examples: 60, test: {within: mcnemar}}
- {n: 2, k: 3, examples: 60, labels: 40, rates: {}}
- {examples: 60, test: {within: clustered-t}}
- {n: 3, examples: 60, test: {within: clustered-t}}
- {n: 8, adjust: [holm], power: {effect: [0.05, 0.2], draws: 200, datasets: [5, 20]}}
- {test: {pairwise: rank-z}, adjust: [bergmann-hommel]}
- {n: 6, sensitivity: {pairwise: [wilcoxon], adjust: [holm], alpha: [0.5], digits: [1]}}
- {order: {cost: seconds}, costs: true, folds: [2, 5], test: {alpha: 0.4}, pareto: {draws: 200}}
- {order: {cost: [seconds, bytes]}, costs: true, more_costs: [bytes], folds: [2, 5], validation: true,
    groups: {text: [data 0]}}
""")
GAPS = "dataset,A,B,C,D\none,0.9,0.8,,0.7\ntwo,0.7,0.75,0.6,\nthree,0.5,0.6,0.55,0.4\nfour,0.8,0.82,0.7,0.6\n"
ON_REQUEST = {name: table_options(name)() for name, kind in TABLES.items() if kind.on_request}
POLICIES = ("incomplete-blocks", "worst-rank")


def with_gaps(folder, policy):
    (folder / "gaps.csv").write_text(GAPS)
    spec = f"scores: {{files: gaps.csv, layout: wide, metrics: [{{name: accuracy}}], missing: {policy}}}\n"
    (folder / "study.yaml").write_text(spec)
    read = read_study(folder / "study.yaml")
    return analyse(read.study, agreeing_scores(read))[0]


@pytest.fixture(scope="module")
def tables(make_analysis, tmp_path_factory):
    """The first table of each kind."""

    def analyses():
        for spec in STUDIES:
            yield make_analysis(**{**SMALL, **spec})
        for policy in POLICIES:
            yield with_gaps(tmp_path_factory.mktemp(policy), policy)

    by_kind = {}
    for analysis in analyses():
        for table in build_tables(analysis, ON_REQUEST):
            by_kind.setdefault(table.kind, in_print(table))
    return by_kind


def test_there_is_one_of_every_kind(tables):
    limited = {"runtimes", "ratios"}  # of runs with a limit, which its own tests build
    assert set(tables) == set(TABLES) - limited
    assert {path.stem for path in GOLDENS.iterdir()} == set(TABLES) - limited


def test_tables(tables, golden):
    for kind, table in tables.items():
        golden(GOLDENS / f"{kind}.tex", table_fragment(table, stamp="rankpress, spec 0123456789ab"))
        golden(GOLDENS / f"{kind}.html", display_html([table]).partition("</style>")[2])
        golden(GOLDENS / f"{kind}.md", table_markdown(table))


@Axes(PAIRS, ("Length",))
def lengths(analysis):
    rows = tuple((Cell(name), Cell(f"{len(name)}", len(name))) for name in analysis.names)
    head = ((Cell("Algorithm"), Cell("Length")),)
    return Table("m-lengths", analysis.scores.name, "Lengths", "", head, rows, ("left", "right"), kind="lengths")


def test_a_table_needs_its_declaration_only(monkeypatch, make_analysis):
    first = topics()[0]
    monkeypatch.setitem(TABLES, "lengths", TableKind("lengths", "lengths", first.identifier, lengths, shows="p"))
    analyses = [make_analysis(protocol={"kind": "exploratory"})]
    chosen = table_view.choose_tables(analyses, {}).tables
    [built] = [table for table in chosen if table.kind == "lengths"]
    assert built.calling == OF_P
    document = build_document("T", analyses, chosen, ())
    [section] = [section for section in all_sections(document.sections) if built in section.tables]
    assert section.title == first.title


def table(rows):
    head = ((Cell("a"), Cell("b")),)
    return Table(f"t{rows}", "m", "T", "", head, ((Cell("x"), Cell("y")),) * rows, ("left", "left"))


def test_the_longest_are_left_out_until_the_others_fit():
    tables = (table(50), table(10), table(30))
    assert [one.in_pdf for one in tables_in_print(tables, 180)] == [True, True, True]
    assert [one.in_pdf for one in tables_in_print(tables, 179)] == [False, True, True]
    assert [one.in_pdf for one in tables_in_print(tables, 79)] == [False, True, False]
    assert [one.name for one in tables_in_print(tables, 0)] == ["t50", "t10", "t30"]


def test_a_table_too_long_for_any_document_is_in_its_csv_alone(tmp_path, monkeypatch):
    rows = "".join(f"d{i},0.{i},0.{99 - i}\n" for i in range(10, 31))
    (tmp_path / "scores.csv").write_text(f"dataset,a,b\n{rows}")
    spec = "title: T\nscores: {files: scores.csv, layout: wide, metrics: [{name: m, better: higher}]}\nplot: []\n"
    (tmp_path / "study.yaml").write_text(spec)
    monkeypatch.setattr("rankpress.report.table_view.MOST_CELLS_SHOWN", 60)
    built = build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("latex", "html"))
    tables = {path.name for path in (tmp_path / "out" / "tables").iterdir()}
    assert tables >= {"m-scores.csv", "m-average-ranks.csv", "m-average-ranks.tex"}
    assert "m-scores.tex" not in tables
    assert len((tmp_path / "out" / "tables" / "m-scores.csv").read_text().splitlines()) == 1 + 21 + 1
    assert "m-scores" not in (tmp_path / "out" / "report.tex").read_text()
    assert [one for one in built.warnings if "22 rows of 3 cells" in one and "tables/m-scores.csv" in one]
