"""Shapes that tables have in the files of others: several in a page, two header rows, objects by name in JSON."""

import json
from itertools import product

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankpress.core.faults import Findings
from rankpress.sources.files import Origin
from rankpress.sources.json_records import RECORDS_FORMAT
from rankpress.sources.opening import open_origin
from tests.pipeline.sources.conftest import write_files

DATASETS, MODELS = ("d1", "d2", "d3"), ("A", "B")
SCORE = {(model, dataset): 0.5 + index / 16 for index, (model, dataset) in enumerate(product(MODELS, DATASETS))}


def opened(folder, name, content):
    write_files(folder, {name: content})
    findings = Findings()
    sheets = open_origin(Origin(folder, name), findings)
    assert not findings, findings.faults()
    return sheets


TABLES = """# Links
| where | what |
|---|---|
| here |
| there | this | that |

# Good
| dataset | A | B |
|---|---|---|
| d1 | 0.5 | 0.25 |
| d2 | 0.75
| d3 | 1 | 2 | 3 |
"""


def test_the_table_that_is_named_is_read_whatever_the_others_are(read):
    page = "<table id=x><tr><td>a<td>b</tr><tr><td>1<td>2<td>3</tr></table>"
    page += (
        "<table id=Good><tr><td>dataset<td>A<td>B</tr><tr><td>d1<td>0.5<td>0.25</tr><tr><td>d2<td>1<td>2</tr></table>"
    )
    for name, text in (("a.html", page), ("a.md", TABLES)):
        [metric] = read({name: text}, layout="wide", table="Good", missing="worst-rank").metrics
        assert metric.means[0].tolist() == [0.5, 0.25]


def test_rows_of_markdown_are_filled_and_cut(read):
    [metric] = read({"a.md": TABLES}, layout="wide", table="Good", missing="drop-datasets").metrics
    assert metric.datasets == ("d1", "d3")
    assert metric.means.tolist() == [[0.5, 0.25], [1, 2]]


@pytest.mark.parametrize("first", ["problem,A,,B,", "problem,A,A,B,B", ",A,,B,"])
@pytest.mark.parametrize("second", [",time,gap,time,gap", "problem,time,gap,time,gap"])
@pytest.mark.parametrize("name", ["a.csv", "a.md", "a.html", "a.xlsx"])
def test_two_header_rows(tmp_path, name, first, second):
    lines = [line.split(",") for line in (first, second, "p1,1,0.5,2,0.25", "p2,3,0.5,4,0.75")]
    if name == "a.xlsx":
        book = openpyxl.Workbook()
        for line in lines:
            book.active.append([cell or None for cell in line])
        book.save(tmp_path / name)
        content = (tmp_path / name).read_bytes()
    elif name == "a.html":
        content = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
        content = f"<table>{content}</table>"
    elif name == "a.md":
        rule = "|---|---|---|---|---|"
        header, *rows = [f"| {' | '.join(line)} |" for line in lines]
        content = "\n".join([header, rule, *rows])
    else:
        content = "\n".join(map(",".join, lines))
    [sheet] = opened(tmp_path, name, content)
    key = next(filter(None, (first.split(",")[0], second.split(",")[0])), "")
    assert sheet.header == (key, "A / time", "A / gap", "B / time", "B / gap")
    rows = list(sheet.records(Findings()))
    assert [cells[1:] for _, cells in rows] == [["1", "0.5", "2", "0.25"], ["3", "0.5", "4", "0.75"]]
    assert [row for row, _ in rows] == ([4, 5] if name == "a.md" else [3, 4])


@pytest.mark.parametrize(
    "text",
    [
        "dataset,A,B,note\nd1,x,x,\nd2,1,2,\n",
        "dataset,A,B,\nd1,failed,failed,\nd2,1,2,\n",
        "dataset,A,B\nd1,n/a,n/a\nd2,1,2\n",
        "dataset,algorithm,kind\na,b,b\nb,b,1\n",
    ],
)
def test_one_header_row_is_not_two(tmp_path, text):
    [sheet] = opened(tmp_path, "a.csv", text)
    assert sheet.header == tuple(text.partition("\n")[0].split(","))


HEADS = {
    "the names of the index below": (
        ",,mae,mae\n,,mean,std\nset,model,,\n",
        ("set", "model", "mae / mean", "mae / std"),
    ),
    "without them": (",,mae,mae\n,,mean,std\n", ("", "", "mae / mean", "mae / std")),
    "one metric of all": (",,mae,mae\nset,model,A,B\n", ("set", "model", "mae / A", "mae / B")),
    "three levels": (",,A,\n,,acc,acc\n,,mean,std\n", ("", "", "acc / mean", "acc / std")),  # A is over all columns
    "one that spans two rows": ("set,model,A,\n,,mean,std\n", ("set", "model", "A / mean", "A / std")),
    "names of runs that failed": ("set,model,A,B\nd0,a,oom,failed\n", ("set", "model", "A", "B")),
    "a heading of rows": ("set,model,A,B\nImages,,,\n", ("set", "model", "A", "B")),
}


@pytest.mark.parametrize("case", HEADS)
def test_a_header_has_the_rows_that_tell_its_columns_apart(tmp_path, case):
    head, names = HEADS[case]
    [sheet] = opened(tmp_path, "a.csv", f"{head}d1,a,0.5,0.25\nd2,a,1,2\n")
    assert sheet.header == names
    assert [row for row, _ in sheet.records(Findings())][-1] == head.count("\n") + 2


def test_two_header_rows_that_are_stated(read):
    text = "dataset,tool,tool\n,A,B\nd1,0.5,0.25\nd2,1,2\n"
    [metric] = read({"a.csv": text}, layout="wide", header=2).metrics
    assert metric.algorithms == ("tool / A", "tool / B")


def by(levels, metric="accuracy"):
    """The scores as objects in objects, by the names of these levels."""
    whole = {}
    for (model, dataset), score in SCORE.items():
        names = [{"model": model, "dataset": dataset, "metric": metric}[level] for level in levels]
        place = whole
        for name in names[:-1]:
            place = place.setdefault(name, {})
        place[names[-1]] = score
    return whole


RECORDS = [{"model": model, "dataset": dataset, "accuracy": score} for (model, dataset), score in SCORE.items()]
NESTED = {
    "model, metric, data set": by(["model", "metric", "dataset"]),
    "model, metric of no known name, data set": by(["model", "metric", "dataset"], "pass@1"),
    "model, data set, metric": by(["model", "dataset", "metric"]),
    "records under a key": {"version": 2, "made": "today", "results": RECORDS},
    "records by model": {model: [record for record in RECORDS if record["model"] == model] for model in MODELS},
}


@pytest.mark.parametrize("name", NESTED)
def test_each_score_of_a_nested_object_is_in_a_row_with_its_names(tmp_path, name):
    [sheet] = opened(tmp_path, "a.json", json.dumps(NESTED[name]))
    rows = [set(cells) for _, cells in sheet.records(Findings())]
    for (model, dataset), score in SCORE.items():
        assert any({model, dataset, str(score)} <= row for row in rows), (model, dataset)
    assert len(rows) == len(SCORE)


def matrix(down, across):
    """The scores as a list of lists, with the names of either side in lists of their own."""
    names = {"models": MODELS, "datasets": DATASETS}
    score_of = {"models": lambda a, b: SCORE[a, b], "datasets": lambda a, b: SCORE[b, a]}[down]
    return {**names, "scores": [[score_of(a, b) for b in names[across]] for a in names[down]]}


WIDE = {
    "by model under a key": {"metric": "accuracy", "results": by(["model", "dataset"])},
    "by data set under a key": {"results": by(["dataset", "model"]), "version": 2},
    "a matrix with a row for each model": {"metric": "accuracy", **matrix("models", "datasets")},
    "a matrix with a row for each data set": {**matrix("datasets", "models"), "seeds": 3},
}


@pytest.mark.parametrize("name", WIDE)
def test_names_of_rows_stand_next_to_their_scores(tmp_path, name):
    [sheet] = opened(tmp_path, "a.json", json.dumps(WIDE[name]))
    rows = [dict(zip(sheet.header, cells, strict=False)) for _, cells in sheet.records(Findings())]
    for (model, dataset), score in SCORE.items():
        assert any(
            row.get(across) == str(score) and down in row.values()
            for row in rows
            for down, across in ((model, dataset), (dataset, model))
        )
    assert len(rows) in (len(MODELS), len(DATASETS))


@pytest.mark.parametrize(
    "whole",
    [
        {"models": ["A", "B"], "datasets": ["d", "e"], "scores": [[1, 2], [3, 4]]},  # which are the rows?
        {"models": ["A", "B"], "datasets": ["d", "e", "f"], "scores": [[1, 2, 3], [4, 5]]},
        {"models": ["A", "A"], "datasets": ["d", "e", "f"], "scores": [[1, 2, 3], [4, 5, 6]]},
        {"models": ["A", "B"], "datasets": ["d", "e", "f"], "x": [[1, 2, 3], [4, 5, 6]], "y": [[1, 2, 3], [4, 5, 6]]},
    ],
)
def test_a_matrix_that_may_be_read_in_two_ways_is_not_read(tmp_path, whole):
    [sheet] = opened(tmp_path, "a.json", json.dumps(whole))
    assert len(list(sheet.records(Findings()))) < 2


@pytest.mark.parametrize(
    "record",
    [
        {"accuracy": 0.5, "history": [{"epoch": 1, "loss": 0.5}, {"epoch": 2, "loss": 0.25}]},
        {"train": {"accuracy": 0.5, "f1": 0.25}, "test": {"accuracy": 0.75, "f1": 0.5}},
        {"dataset": "iris", "metrics": {"accuracy": 0.5}},
        {"params": {"lr": 0.1}, "result": {"accuracy": 0.5}},
        {"task": "x", "scores": {"test": [{"ndcg": 0.5}]}},
    ],
)
def test_a_record_with_parts_is_one_row(tmp_path, record):
    [sheet] = opened(tmp_path, "a.json", json.dumps(record))
    assert len(list(sheet.records(Findings()))) == 1


def test_records_in_a_record_are_called_by_their_places(tmp_path):
    [sheet] = opened(tmp_path, "a.json", json.dumps({"task": "x", "scores": {"test": [{"ndcg": 0.5}]}}))
    assert sheet.header == ("task", "scores.test.0.ndcg")


LANGUAGES = ("en", "de", "fr")
IN_LISTS = {  # a record around entries in a list
    "alone": lambda entries: {"task": "x", "results": entries},
    "next to a setting": lambda entries: {"task": "x", "lr": 0.5, "results": entries},
    "next to a time, in an object": lambda entries: {"task": "x", "seconds": 9.5, "scores": {"test": entries}},
    "next to a score": lambda entries: {"task": "x", "accuracy": 0.5, "results": entries},
    "in a list of records": lambda entries: [{"task": "x", "lr": 0.5, "results": entries}],
}


@pytest.mark.parametrize("around", IN_LISTS.values(), ids=IN_LISTS)
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("key", ["language", "fold"])
@pytest.mark.parametrize("metric", ["f1", "value"])
def test_records_in_a_list_are_what_their_names_say_in_any_order(tmp_path, around, count, key, metric):
    names = LANGUAGES[:count] if key == "language" else range(count)
    entries = [{metric: 0.25 + place / 16, key: each} for place, each in enumerate(names)]
    tables = set()
    for order in (entries, entries[::-1]):
        [sheet] = opened(tmp_path, "a.json", json.dumps(around(order)))
        rows = [dict(zip(sheet.header, cells, strict=True)) for _, cells in sheet.records(Findings())]
        tables.add(frozenset(frozenset(row.items()) for row in rows))
    assert len(tables) == 1


def test_scores_in_lists_of_splits_are_rows_with_the_split(tmp_path):
    entries = {"test": [{"f1": 0.5, "language": "en"}, {"f1": 0.25, "language": "de"}]}
    entries["validation"] = [{"f1": 0.75, "language": "de"}]
    [sheet] = opened(tmp_path, "a.json", json.dumps({"task": "x", "seconds": 9.5, "scores": entries}))
    assert sheet.header == ("task", "seconds", "split", "f1", "language")
    assert [cells[2:] for _, cells in sheet.records(Findings())] == [
        ["test", "0.5", "en"],
        ["test", "0.25", "de"],
        ["validation", "0.75", "de"],
    ]


def test_namesakes_in_a_list_are_numbered(tmp_path):
    layers = [{"type": "conv", "size": 3}, {"type": "dense", "size": 9}, {"type": "conv", "size": 5}]
    [sheet] = opened(tmp_path, "a.json", json.dumps({"accuracy": 0.5, "layers": layers}))
    assert sheet.header[2::2] == ("layers.conv.0.size", "layers.dense.size", "layers.conv.1.size")


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.out", "a", "a.eval"])
def test_the_content_says_what_a_file_is(tmp_path, name):
    for text in ("[model] name,d1,d2\nA,0.5,0.25\nB,1,2\n", "{x},d1,d2\nA,0.5,0.25\nB,1,2\n"):
        [sheet] = opened(tmp_path, name, text)
        assert sheet.header[1:] == ("d1", "d2")
    for text in (json.dumps(RECORDS), json.dumps(RECORDS, indent=1), "\n".join(map(json.dumps, RECORDS))):
        [sheet] = opened(tmp_path, name, text)
        assert sheet.header == ("model", "dataset", "accuracy")


@given(st.text(alphabet='[]{}",:a1 \n', max_size=30))
@example("[] ")
def test_a_file_that_is_not_called_json_is_json_where_it_parses(tmp_path_factory, text):
    folder = tmp_path_factory.mktemp("json")
    (folder / "a.txt").write_text(text)
    try:
        parsed = json.loads(text)
    except ValueError:
        parsed = None
    if isinstance(parsed, dict | list):
        assert RECORDS_FORMAT.recognizes(Origin(folder, "a.txt"))


def test_a_short_row_says_what_it_lacks(faults):
    [message] = faults({"a.csv": "dataset,A,B,C\nd1,1,2,3\nd2\n"}, layout="wide")
    assert message.startswith("a.csv row 3: the row has 1 cell, the header 4 cells: 3 cells are missing at its end")


@pytest.mark.parametrize("pattern", ["./{algorithm}.csv", "././{algorithm}.csv", "./runs/./{algorithm}.csv"])
def test_a_pattern_may_begin_here(read, pattern):
    folder = "runs/" if "runs" in pattern else ""
    files = {f"{folder}{name}.csv": f"dataset,accuracy\nd1,{score}\nd2,1\n" for name, score in (("A", 0.5), ("B", 1))}
    [metric] = read(files, files=[pattern]).metrics
    assert metric.algorithms == ("A", "B")


@pytest.mark.parametrize(
    ("pattern", "numbers", "repeats"),
    [
        ("{dataset}/{algorithm}.txt", "0.5\n", None),
        ("{dataset}/{algorithm}.txt", "0.5\n1\n", [1, 2]),
        ("{dataset}/{algorithm}-{repeat}.txt", "0.5\n", [1, 2]),
    ],
)
def test_numbers_alone_are_repeats_where_nothing_else_counts_these(read, pattern, numbers, repeats):
    names = [pattern.format(dataset=d, algorithm=a, repeat=r) for d in "xy" for a in "AB" for r in (1, 2)]
    [metric] = read(dict.fromkeys(names, numbers), files=[pattern]).metrics
    assert [None if folds is None else folds.repeat.tolist() for folds in metric.folds] == [repeats, repeats]


def test_numbers_alone_do_not_replace_the_repeat_that_their_name_has(faults):
    names = [f"{d}/{a}-{r}.txt" for d in "xy" for a in "AB" for r in (1, 2)]
    messages = faults(dict.fromkeys(names, "0.5\n1\n"), files=["{dataset}/{algorithm}-{repeat}.txt"])
    assert messages[0].startswith("x/A-1.txt row 2")


SCORED = [{"dataset": dataset, "model": model, "accuracy": score} for (model, dataset), score in SCORE.items()]
SERIES = [{"name": model, "x": [*DATASETS], "y": [SCORE[model, each] for each in DATASETS]} for model in MODELS]
LINES = [[dataset, *(SCORE[model, dataset] for model in MODELS)] for dataset in DATASETS]
INSIDE = {
    "a chart": {"width": 90, "data": {"values": SCORED}, "mark": {"opacity": 0.7}},
    "results next to settings": {"config": {"rate": 0.1}, "output": {"tables": [{"title": "t", "rows": SCORED}]}},
    "series of a chart": {"data": SERIES, "layout": {"gap": 0.2}},
    "rows below titles": {"draw": 1, "columns": [{"title": name} for name in ("dataset", *MODELS)], "data": LINES},
    "attributes": {"data": [{"type": "score", "attributes": record} for record in SCORED], "links": {"self": "u"}},
}


@pytest.mark.parametrize("name", INSIDE)
def test_the_list_of_records_inside_a_value_is_the_table(tmp_path, name):
    [sheet] = opened(tmp_path, "a.json", json.dumps(INSIDE[name]))
    cells = [cell for _, row in sheet.records(Findings()) for cell in row]
    assert sorted(cell for cell in cells if cell in map(str, SCORE.values())) == sorted(map(str, SCORE.values()))
    assert all(cells.count(dataset) in (1, len(MODELS)) for dataset in DATASETS)


def test_a_column_of_a_chart_is_called_as_its_axis(tmp_path):
    encoding = {"y": {"field": "accuracy", "axis": {"title": "RMSE"}}, "x": {"field": "model"}}
    [sheet] = opened(tmp_path, "a.json", json.dumps({"data": {"values": SCORED}, "encoding": encoding}))
    assert sheet.header == ("dataset", "model", "RMSE")


def test_lists_in_a_record_with_a_score_of_its_own_are_no_table(tmp_path):
    record = {"accuracy": 0.5, "classes": ["x", "y"], "support": [10, 20]}
    [sheet] = opened(tmp_path, "a.json", json.dumps(record))
    assert len(list(sheet.records(Findings()))) == 1


@pytest.mark.parametrize("word", ["SE", "s.d.", "std", "±", "95% CI"])
@pytest.mark.parametrize("name", ["a.csv", "a.xlsx", "a.md"])
def test_a_spread_behind_each_column_is_called_after_it(tmp_path, name, word):
    table = [["dataset", "A", word, "B", word], *([each, 0.5, 0.01, 0.625, 0.02] for each in DATASETS)]
    if name == "a.xlsx":
        book = openpyxl.Workbook()
        for row in table:
            book.active.append(row)
        book.save(tmp_path / name)
    else:
        lines = [" | ".join(map(str, row)) if name == "a.md" else ",".join(map(str, row)) for row in table]
        rule = ["|".join(["---"] * 5)] if name == "a.md" else []
        (tmp_path / name).write_text("\n".join([lines[0], *rule, *lines[1:]]))
    [sheet] = open_origin(Origin(tmp_path, name), Findings())
    assert sheet.header == ("dataset", "A", f"A {word}", "B", f"B {word}")


def test_other_names_that_stand_twice_are_faults(faults):
    message, *_ = faults({"a.csv": "dataset,A,A,B\nd1,0.5,0.5,0.625\n"}, layout="wide")
    assert "stands over 2 columns" in message
