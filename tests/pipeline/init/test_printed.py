"""Tables as programs print them: aligned by blanks, wrapped, in boxes, with rules, in org-mode and reStructuredText."""

import json
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.sources.headers import with_index_names

QUICK = ("--only", "markdown")
pytestmark = pytest.mark.usefixtures("results_alone")
SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")
BLANK_SETS = tuple(f"{name} of {len(name)} {'big' * (len(name) > 5)}".strip() for name in SETS)
NAMES = ("Onyx", "Pearl", "Quartz")
BLANK_NAMES = ("Onyx (one)", "Pearl two", "Quartz three")
GAINS = (0.0, 0.1, 0.05)


def rows(sets=SETS):
    return [[name, *(f"{0.51 + place / 50 + gain:.3f}" for gain in GAINS)] for place, name in enumerate(sets)]


def columns(table, align=">", gap=1, first="<"):
    """Return lines whose columns are aligned."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    signs = [first, *[align] * (len(widths) - 1)]
    return [
        (" " * gap).join(f"{c:{s}{w}}" for c, s, w in zip(row, signs, widths, strict=True)).rstrip() for row in table
    ]


def indexed(table, start):
    return [["", *table[0]], *([str(place), *row] for place, row in enumerate(table[1:], start))]


def wrapped(table, parts, mark="", between=""):
    """Return an indexed table whose columns continue below."""
    lines, at = [], 1
    for size in parts:
        part = columns([[row[0], *row[at : at + size]] for row in table], first=">")
        is_last = at + size >= len(table[0])
        lines += [part[0] + ("" if is_last else mark), *part[1:], *([between] * bool(mark and not is_last))]
        at += size
    return lines


TABLE = [["dataset", *NAMES], *rows()]
SPACED = [["data set", *BLANK_NAMES], *rows(BLANK_SETS)]
BOX = columns(TABLE, gap=3)


def box(sign, rule):
    return [rule, *(f"{sign} {BOX[0]:<60} {sign}" for _ in "h")]


def barred(head, first="|", last="|", sign="|"):
    lines = [f"{first} {f' {sign} '.join(row)} {last}" for row in TABLE]
    return [lines[0], head, *lines[1:]]


PRINTED = {
    "names with blanks, right": ("txt", columns(SPACED, gap=2), BLANK_NAMES),
    "names with blanks, one blank between": ("txt", columns(SPACED), BLANK_NAMES),
    "names with blanks, left": ("txt", columns(SPACED, align="<", gap=2), BLANK_NAMES),
    "names with blanks, not aligned": (
        "txt",
        [" ".join(TABLE[0]), *(" ".join(row) for row in rows(BLANK_SETS))],
        NAMES,
    ),
    "R": ("txt", wrapped(indexed(TABLE, 1), (2, 2)), NAMES),
    "R, a column each": ("txt", wrapped(indexed(TABLE, 1), (1, 1, 1, 1)), NAMES),
    "R with names that hold blanks": ("txt", wrapped(indexed(SPACED, 1), (3, 1)), BLANK_NAMES),
    "a session of R": ("Rout", ["R version 4", "> x", *wrapped(indexed(TABLE, 1), (2, 2)), "> q()"], NAMES),
    "pandas": ("txt", wrapped(indexed(TABLE, 0), (2, 2), "  \\"), NAMES),
    "a rule below the header": ("txt", [columns(SPACED, gap=2)[0], "-" * 40, *columns(SPACED, gap=2)[1:]], BLANK_NAMES),
    "org": ("org", ["* Results", "", *barred("|---+---+---+---|"), "|---+---+---+---|", "#+TBLFM: $2=1"], NAMES),
    "a grid": ("rst", ["+---+", barred("+===+==+")[0], "+===+===+===+===+", *barred("")[2:], "+---+---+"], NAMES),
    "a box": ("txt", ["┌──┬──┐", *(x.replace("|", "│") for x in barred("├──┼──┤")), "└──┴──┘"], NAMES),
    "a heavy box": ("txt", ["┏━━┳━━┓", *(x.replace("|", "┃") for x in barred("┡━━╇━━┩")), "└──┴──┘"], NAMES),
}
TYPES = barred("├──┼──┤", "│", "│", "│")
PRINTED |= {
    "DuckDB": (
        "txt",
        [
            "D SELECT * FROM scores;",
            "┌──┬──┬──┬──┐",
            TYPES[0],
            "│ varchar │ double │ double │ decimal(8,3) │",
            "├──┼──┼──┼──┤",
            *TYPES[2:],
            "├──┴──┴──┴──┤",
            "│ 8 rows        4 columns │",
            "└───────────┘",
        ],
        NAMES,
    ),
    "polars": (
        "txt",
        [
            "shape: (8, 4)",
            "┌──┬──┬──┬──┐",
            *(line.replace("|", "┆") for line in [TYPES[0], "| --- | --- | --- | --- |", "| str | f64 | f64 | f64 |"]),
            "╞══╪══╪══╪══╡",
            *TYPES[2:],
            "└──┴──┴──┴──┘",
        ],
        NAMES,
    ),
    "polars in Markdown": (
        "txt",
        ["shape: (8, 4)", *barred("| --- | --- | --- | --- |")[:2], "| str | f64 | f64 | f64 |", *barred("")[2:]],
        NAMES,
    ),
    "MySQL": (
        "txt",
        [
            "mysql> SELECT * FROM t;",
            "+--+--+--+--+",
            *barred("+--+--+--+--+"),
            "+--+--+--+--+",
            "8 rows in set (0.00 sec)",
        ],
        NAMES,
    ),
    "psql below a query": ("txt", ["db=# TABLE t;", *barred("--+--+--+--", " ", ""), "(8 rows)"], NAMES),
    "Spark": ("txt", [">>> frame.show()", "+--+--+--+--+", *barred("+--+--+--+--+"), "+--+--+--+--+"], NAMES),
}
RULE = "  ".join("=" * max(map(len, column)) for column in zip(*SPACED, strict=True))
SIMPLE = columns(SPACED, align="<", gap=2)
RULED = [SIMPLE[0], RULE.replace("=", "-"), *SIMPLE[1:]]
PLAIN = columns(TABLE, gap=2)
PRINTED |= {
    "kable": ("txt", ["", "", "Table: Accuracy, by data set", "", *RULED, ""], BLANK_NAMES),
    "kable without blanks in names": (
        "txt",
        ["", "Table: Accuracy", "", PLAIN[0], "-----  ----  ----  ----", *PLAIN[1:]],
        NAMES,
    ),
    "columns of SQLite": ("txt", [PLAIN[0], "------  -----  -----  ------", *PLAIN[1:]], NAMES),
}
PRINTED["a simple table"] = ("rst", ["Results", "=======", "", RULE, SIMPLE[0], RULE, *SIMPLE[1:], RULE], BLANK_NAMES)


@pytest.mark.few(6)
@pytest.mark.parametrize("name", PRINTED)
def test_a_table_is_read_as_it_is_printed(name, ranked, capsys):
    suffix, lines, names = PRINTED[name]
    Path(f"scores.{suffix}").write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert main(["run", f"scores.{suffix}", "-q"]) == 0, capsys.readouterr().err
    [(scores, ranks)] = ranked.values()
    assert dict(zip(scores.algorithms, ranks, strict=True)) == {names[1]: 1.0, names[2]: 2.0, names[0]: 3.0}
    assert len(scores.datasets) == len(SETS)


def test_the_caption_of_a_printed_table_is_its_title(capsys):
    Path("scores.txt").write_text("\n".join(["Table: Mean RMSE, by data set", "", *RULED, ""]), encoding="utf-8")
    assert main(["run", "scores.txt", *QUICK]) == 0, capsys.readouterr().err
    [metric] = json.loads(Path("report/results.json").read_text(encoding="utf-8"))["metrics"].values()
    assert metric["better"] == "lower"


@pytest.mark.parametrize(
    "lines",
    [
        [*wrapped(indexed(TABLE, 1), (2, 1)), *wrapped(indexed(TABLE, 3), (2, 1))],  # other rows below
        [columns(SPACED)[0], *(line + " 0.5" * (n % 2) for n, line in enumerate(columns(SPACED)[1:]))],
        ["epoch 1: loss 0.5", "epoch 2: loss 0.4", "done in 3 s", "epoch 1: loss 0.7"],
    ],
)
def test_lines_that_are_no_such_table_are_refused(lines, capsys):
    Path("scores.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert main(["run", "scores.txt", *QUICK]) == 2


INDEX_OF = {"no name over the columns": "", "a name over the columns": "model"}


@pytest.mark.few(1)
@pytest.mark.parametrize("over", INDEX_OF.values(), ids=INDEX_OF)
@pytest.mark.parametrize("suffix", ["html", "tex"])
def test_the_name_of_an_index_below_the_others_is_that_of_the_first_column(over, suffix, capsys):
    body = [[f"set {name}", *scores] for name, *scores in rows()]
    head = [[over, *NAMES], ["dataset", "", "", ""]]
    if suffix == "tex":
        lines = [" & ".join(row) + r" \\" for row in [*head, *body]]
        text = "\n".join([r"\begin{tabular}{lrrr}", r"\toprule", *lines[:2], r"\midrule", *lines[2:], r"\end{tabular}"])
    else:
        lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in [*head, *body]]
        text = "\n".join(["<table><thead>", *lines[:2], "</thead><tbody>", *lines[2:], "</tbody></table>"])
    Path(f"scores.{suffix}").write_text(text, encoding="utf-8")
    assert main(["run", f"scores.{suffix}", *QUICK]) == 0, capsys.readouterr().err
    results = json.loads(Path("report/results.json").read_text(encoding="utf-8"))
    [metric] = results["metrics"].values()
    assert metric["average_ranks"] == {NAMES[1]: 1.0, NAMES[2]: 2.0, NAMES[0]: 3.0}
    assert len(metric["datasets"]) == len(SETS)
    assert not results["reading"]["where"]


def test_a_heading_of_some_rows_is_no_name_of_an_index():
    groups = [["", *NAMES], ["small", "", "", ""], *rows()[:4], ["large", "", "", ""], *rows()[4:]]
    assert with_index_names(list(enumerate(groups))) == list(enumerate(groups))
    failed = [["dataset", *NAMES], ["anchor", "", "", ""], *rows()[1:]]
    assert with_index_names(list(enumerate(failed))) == list(enumerate(failed))
