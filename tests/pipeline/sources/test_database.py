"""Scores from databases: SQLite files, and a PostgreSQL server that the tests start, against the same rows in a CSV."""

import json
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import duckdb
import pytest
import sqlalchemy

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound, without_passwords
from rankpress.spec.model import ScoresOptions
from rankpress.stages.load import load
from tests.pipeline.sources.conftest import loaded, printed_faults

ROWS = [
    (dataset, algorithm, fold, 0.5 + 0.01 * at + 0.1 * fold)
    for at, (dataset, algorithm) in enumerate((d, a) for d in ("wine, red", "iris", "$x$ 🌲") for a in ("B", "A"))
    for fold in (2, 1)
]
QUERY = "SELECT dataset, algorithm, fold, accuracy FROM runs"


def asked(folder, url, query=QUERY, **options):
    given = {"database": url, "query": query, "metrics": [{"name": "accuracy"}]} | options
    return load(ScoresOptions.model_validate(given), folder)


def first_fault(*given):
    return printed_faults(asked, *given)[0]


def cells(scores):
    [metric] = scores.metrics
    return dict(zip(product(metric.datasets, metric.algorithms), metric.means.round(12).ravel().tolist(), strict=True))


EXPECTED = {
    (d, a): round(0.5 + 0.01 * at + 0.15, 12) for at, (d, a) in enumerate(dict.fromkeys(row[:2] for row in ROWS))
}


@pytest.fixture
def sqlite(tmp_path):
    with closing(sqlite3.connect(tmp_path / "my runs.db")) as connection:
        connection.execute("CREATE TABLE runs (dataset, algorithm, fold, accuracy)")
        connection.executemany("INSERT INTO runs VALUES (?, ?, ?, ?)", ROWS)
        connection.commit()
    return "sqlite:///my%20runs.db"


@pytest.fixture(scope="module")
def server(postgresql):
    """The URL of a server with the same table."""
    engine = sqlalchemy.create_engine(postgresql[0])
    with engine.begin() as connection:
        made = "CREATE TABLE runs (dataset text, algorithm varchar(9), fold bigint, accuracy numeric, at date)"
        connection.exec_driver_sql(made)
        connection.exec_driver_sql("INSERT INTO runs VALUES (%s, %s, %s, %s, '2026-01-31')", ROWS)
    engine.dispose()
    return postgresql[0]


def test_sqlite(tmp_path, sqlite):
    scores = asked(tmp_path, sqlite)
    assert cells(scores) == EXPECTED
    # no order was asked for, so it is that of the names
    assert scores.metrics[0].algorithms == ("A", "B")
    assert [(file.path, file.rows) for file in scores.sources] == [(sqlite, len(ROWS))]


def test_the_order_that_is_asked_for(tmp_path, sqlite):
    scores = asked(tmp_path, sqlite, f"{QUERY} ORDER  by algorithm DESC, dataset DESC")
    assert scores.metrics[0].algorithms == ("B", "A")
    assert scores.metrics[0].datasets == ("wine, red", "iris", "$x$ 🌲")
    inside = "SELECT * FROM (SELECT * FROM runs ORDER BY algorithm DESC) -- ORDER BY 1"
    assert asked(tmp_path, sqlite, inside).metrics[0].algorithms == ("A", "B")


def test_the_same_rows_are_the_same_source(tmp_path, sqlite):
    first = asked(tmp_path, sqlite).sources
    with closing(sqlite3.connect(tmp_path / "my runs.db")) as connection:
        connection.execute("CREATE TABLE other AS SELECT * FROM runs ORDER BY random()")
        connection.execute("DROP TABLE runs")
        connection.execute("ALTER TABLE other RENAME TO runs")
        connection.commit()
        assert asked(tmp_path, sqlite).sources == first
        connection.execute("UPDATE runs SET accuracy = accuracy + 1e-15 WHERE rowid = 1")
        connection.commit()
    assert asked(tmp_path, sqlite).sources != first


WRITING = [
    *("DELETE FROM runs", "CREATE TABLE more (a int)", "UPDATE runs SET accuracy = 1"),
    *("INSERT INTO runs SELECT * FROM runs", "DROP TABLE runs", "SELECT 1; DROP TABLE runs"),
    "COMMIT; DROP TABLE runs",
]


@pytest.mark.parametrize(
    "statement", [*WRITING, "VACUUM INTO 'copy.db'", "ATTACH 'copy.db' AS c", "PRAGMA user_version = 3"]
)
def test_nothing_is_written_to_sqlite(tmp_path, sqlite, statement, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = (tmp_path / "my runs.db").read_bytes()
    assert first_fault(tmp_path, sqlite, statement).startswith("scores.query: the ")
    # nor with SQLAlchemy's name for the same
    assert first_fault(tmp_path, f"sqlite+pysqlite:///{tmp_path}/my runs.db", statement)
    assert (tmp_path / "my runs.db").read_bytes() == content
    assert {path.name for path in tmp_path.iterdir()} == {"my runs.db"}


def test_what_cannot_be_asked(tmp_path, sqlite):
    (tmp_path / "text.db").write_text("no database at all, but long enough to be one" * 9)
    for url, query, expected in (
        ("sqlite:///none.db", QUERY, "scores.database: there is no file 'none.db'"),
        ("sqlite:///text.db", QUERY, "scores.query: the database refuses: file is not a database"),
        (sqlite, "SELEC 1", 'scores.query: the database refuses: near "SELEC": syntax error'),
        (sqlite, "SELECT * FROM run", "scores.query: the database refuses: no such table: run"),
        (sqlite, " -- nothing", "scores.query: the query gives no rows and columns"),
        (sqlite, f"{QUERY} WHERE 0", f"{sqlite}: the file has a header but no rows"),
        (sqlite, "SELECT fold FROM runs", f"{sqlite}: there is no column 'dataset'"),
        ("somewhere", QUERY, "scores.database: somewhere is no URL of a database"),
        ("oracel://host", QUERY, "scores.database: 'oracel' is no kind of database that is known here"),
        ("mysql://me:hush@host/x", QUERY, "scores.database: asking mysql://me:***@host/x needs MySQLdb"),
        ("mysql://me:hu@sh@host/x", QUERY, "scores.database: mysql://me:***@host/x has an @ in its password"),
    ):
        assert first_fault(tmp_path, url, query).startswith(expected)


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT {} FROM c"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("of", "columns"),
    [("sqlite", "x"), ("sqlite", "count(*)"), pytest.param("server", "count(*)", marks=pytest.mark.nightly)],
)
def test_a_query_without_end(tmp_path, request, of, columns):
    with pytest.raises(FaultsFound, match=r"scores.query: the database does not answer within 0\.2 s"):
        asked(tmp_path, request.getfixturevalue(of), ENDLESS.format(columns), limit={"seconds": 0.2})


@pytest.mark.parametrize("of", ["sqlite", pytest.param("server", marks=pytest.mark.nightly)])
def test_rows_without_end(tmp_path, request, of, monkeypatch):
    monkeypatch.setattr("rankpress.sources.databases.MOST_ROWS", 1000)
    url = request.getfixturevalue(of)
    assert first_fault(tmp_path, url, ENDLESS.format("x")).startswith("scores.query: there are more than 1,000 rows")


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("columns", ["x", "count(*) AS x"])
def test_a_view_of_duckdb_without_end(tmp_path, columns):
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        view = ENDLESS.format(f"'d' AS dataset, 'a' AS algorithm, {columns}")
        connection.execute(f"CREATE VIEW runs AS {view}{' GROUP BY ALL' * ('count' in columns)}")
    with pytest.raises(FaultsFound, match=r"a\.duckdb table runs: the database does not answer within 0\.2 s"):
        loaded(tmp_path, "a.duckdb", metrics=[{"name": "x"}], limit={"seconds": 0.2})


def test_postgresql(tmp_path, server):
    scores = asked(tmp_path, server)
    assert cells(scores) == EXPECTED
    # whatever the driver would take them for elsewhere
    percent = f"{QUERY} WHERE dataset LIKE '%%' AND algorithm <> ':x' AND at = '2026-01-31'"
    assert cells(asked(tmp_path, server, percent)) == EXPECTED


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "statement",
    [
        *WRITING,
        "SELECT nextval('s')",
        "SELECT * FROM runs FOR UPDATE",
        "SELECT * INTO copied FROM runs",
        "SELECT emptied()",
        "WITH gone AS (DELETE FROM runs RETURNING *) SELECT * FROM gone",
        "SELECT set_config('transaction_read_only', 'off', false), emptied()",
        # what quotes here is no quotation to all databases
        "SELECT $$'$$; COMMIT; DELETE FROM runs; SELECT $$'$$",
        r"SELECT E'\''; COMMIT; DELETE FROM runs; --'",
        "SELECT $$'$$) AS x; COMMIT; DELETE FROM runs; SELECT * FROM (SELECT $$'$$",
    ],
)
def test_nothing_is_written_to_postgresql(tmp_path, server, statement):
    engine = sqlalchemy.create_engine(server)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE SEQUENCE IF NOT EXISTS s")
        body = "$$ BEGIN DELETE FROM runs; RETURN 1; END $$"
        connection.exec_driver_sql(f"CREATE OR REPLACE FUNCTION emptied() RETURNS int LANGUAGE plpgsql AS {body}")
    before = asked(tmp_path, server).sources
    assert first_fault(tmp_path, server, statement).startswith("scores.query: the ")
    assert asked(tmp_path, server).sources == before
    engine.dispose()


def test_no_program_is_run_by_postgresql(tmp_path, server):
    folder = Path(str(sqlalchemy.make_url(server).query["host"]))
    statement = f"COPY (SELECT 1) TO PROGRAM 'touch {folder}/touched'"
    assert first_fault(tmp_path, server, statement).startswith("scores.query: the database refuses: syntax error")
    assert not (folder / "touched").exists()


def test_what_is_wrong_with_a_connection_is_reported_of_the_url(tmp_path, server):
    assert first_fault(tmp_path, server.replace("/postgres?", "/none?")).startswith(
        "scores.database: the database cannot be reached: connection failed"
    )
    refused = first_fault(tmp_path, "postgresql+psycopg://me:hush@localhost:1/runs")
    assert refused.startswith("scores.database: the database cannot be reached")
    assert "hush" not in refused


def test_columns_of_one_name_are_reported(tmp_path, server, sqlite):
    for url in (server, sqlite):
        assert "'fold' stands over 2 columns: 3, 4" in first_fault(
            tmp_path, url, "SELECT dataset, algorithm, fold, fold, accuracy FROM runs"
        )


def test_the_password_is_in_nothing(tmp_path, server, postgresql, capsys, monkeypatch):
    secrets = (postgresql[1], "s3cret")
    spec = {
        "scores": {"database": server, "query": QUERY, "metrics": [{"name": "accuracy"}]},
        "report": {"formats": ["html", "latex"]},
    }
    (tmp_path / "study.yaml").write_text(json.dumps(spec))
    assert main(["build", str(tmp_path / "study.yaml"), "-v"]) == 0
    assert main(["build", str(tmp_path / "study.yaml")]) == 0
    assert "up to date" in capsys.readouterr().err
    made = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "study.yaml"]
    assert any(".rankpress" in path.parts for path in made)
    written = b"".join(path.read_bytes() for path in made)
    assert not any(secret.encode() in written for secret in secrets)
    listed = json.loads((tmp_path / "report" / "manifest.json").read_text())
    assert listed["inputs"][0]["path"].startswith("postgresql+psycopg://owner:***@")
    # the spec's own line is shown with faults
    for right, other in (("s3cret", "s4cret"), ("postgres?", "none?"), ("psycopg", "psycopq")):
        wrong = server.replace(right, other)
        (tmp_path / "study.yaml").write_text(json.dumps(spec).replace(server, wrong))
        assert main(["check", str(tmp_path / "study.yaml")]) == 2
        out = capsys.readouterr()
        assert "study.yaml:1:" in out.err
        assert not any(secret in out.err + out.out for secret in (*secrets, "s4cret"))
    monkeypatch.chdir(tmp_path)
    assert main(["init", "new", "--from", server]) == 0
    assert "s3cret" not in (tmp_path / "new" / "study.yaml").read_text() + capsys.readouterr().out


@pytest.mark.nightly
def test_a_report_is_stale_once_the_database_gives_other_rows(tmp_path, sqlite, capsys):
    scores = f"{{database: '{sqlite}', query: {QUERY!r}, metrics: [{{name: accuracy}}]}}"
    spec = f"scores: {scores}\nreport: {{formats: [html]}}\n"
    (tmp_path / "study.yaml").write_text(spec)
    command = ["build", str(tmp_path / "study.yaml")]
    assert main(command) == 0
    first = (tmp_path / "report" / "results.json").read_bytes()
    capsys.readouterr()
    assert main(command) == 0
    assert "up to date" in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / "my runs.db")) as connection:
        connection.execute("UPDATE runs SET accuracy = 0 WHERE dataset = 'iris'")
        connection.commit()
    assert main([*command, "--dry-run"]) == 0
    assert "sqlite:///my%20runs.db gives other rows" in "".join(capsys.readouterr())
    assert main(command) == 0
    assert (tmp_path / "report" / "results.json").read_bytes() != first


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("postgresql://me:a@b:c/d@host/x", "postgresql://me:***@host/x"),
        (
            "  database: 'mysql://:pw@host/x?ssl_key=/k&charset=utf8'",
            "  database: 'mysql://:***@host/x?ssl_key=***&charset=utf8'",
        ),
        ("mssql://host/x?Password=p;q&timeout=3", "mssql://host/x?Password=***&timeout=3"),
        ("sqlite:///a:b.db", "sqlite:///a:b.db"),
        ("https://host:80/x", "https://host:80/x"),
    ],
)
def test_passwords_are_hidden(line, shown):
    assert without_passwords(line) == shown
