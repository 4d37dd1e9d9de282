"""A file that `scores.format` calls what it is not is at fault, whatever the format, the file and the layout."""

import gzip
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.sources.formats import names
from rankpress.spec.reading import read_study

PROGRAMS = Path(__file__).parent / "programs"
LAYOUTS = ("long", "wide", "ranks", "counts", "folds")
LONG = "dataset,algorithm,m\nd1,A,1\nd1,B,2\nd2,A,3\nd2,B,1\n"
AMLB = "id,task,framework,fold,result,utc,info,auc,logloss\n"
TEXTS = {
    "wide.csv": "dataset,A,B\nd1,1,2\nd2,3,1\n",
    "long.csv": LONG,
    "long.tsv": LONG.replace(",", "\t"),
    "semicolons.csv": LONG.replace(",", ";"),
    "empty.csv": "",
    "blank.csv": "\n\n \n",
    "header.csv": "dataset,algorithm,m\n",
    "one column.csv": "x\n1\n2\n",
    "numbers.txt": "1 2 3\n4 5 6\n",
    "quoted.csv": '"dataset","A","B"\n"d1",1,"\n',
    "apostrophes.csv": "dataset,'A\nd1,1\n",
    "ragged.csv": "a,b,c,d,e\n1,2\n3,4,5,6,7,8\n",
    "five.csv": "a,b,c,d,e\n1,2,3,4,5\n",
    "jmetal.csv": "Algorithm,Problem,IndicatorName,ExecutionId,IndicatorValue\nA,p,HV,0,0.5\nB,p,HV,0,0.4\n",
    "jmetal in part.csv": "Algorithm,Problem,IndicatorName\nA,p,HV\n",
    "amlb.csv": AMLB + "i,t,A,0,0.5,u,,0.5,0.1\ni,t,B,0,-0.1,u,failed,0.4,0.1\n",
    "amlb without info.csv": "task,framework,result\nt,A,0.5\n",
    "weka in part.csv": "Key_Dataset,Key_Run,Percent_correct\niris,1,90\n",
    "wide cell.csv": "x" * 200_000 + ",b\n1,2\n",
    "table.html": "<table><tr><th>dataset<th>A<tr><td>d1<td>1</table>",
    "table.md": "| dataset | A | B |\n|---|---|---|\n| d1 | 1 | 2 |\n",
    "some.arff": "@relation r\n@attribute a numeric\n@attribute b string\n@data\n1,x\n",
    "cut.arff": "@relation r\n@attribute a numeric\n",
    "result0.tst": "@relation r\n@outputs c\n@data\na a\na b\n",
    "records.json": json.dumps([{"dataset": "d1", "algorithm": "A", "m": 1}]),
    "object.json": json.dumps({"results": {"arc": {"acc,none": 0.5}}, "mean_test_score": [1, "x"], "version": 2}),
    "numbers.json": "[1, 2, [3]]",
    "lines.jsonl": '{"a": 1}\n{"a": [1, {"b": null}]}\n',
    "broken.json": '{"a": ',
}


def write_files(folder):
    """Write files of all kinds, and return their names."""
    frame = pd.DataFrame({"dataset": ["d1", "d2"], "A": [1.0, 2.0], "B": [2.0, 1.0]})
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.bin").write_bytes(bytes(range(256)) * 4)
    (folder / "utf-16.csv").write_bytes(LONG.encode("utf-16"))
    (folder / "packed.csv.gz").write_bytes(gzip.compress(LONG.encode()))
    frame.to_excel(folder / "book.xlsx", index=False)
    with closing(sqlite3.connect(folder / "tables.db")) as to:
        frame.to_sql("s", to, index=False)
    with duckdb.connect(folder / "tables.duckdb") as to:
        to.register("frame", frame)
        to.execute("CREATE TABLE s AS FROM frame")
        to.execute(f"COPY frame TO '{folder / 'columns.parquet'}'")
    for path in PROGRAMS.rglob("*.*"):
        if path.suffix in (".csv", ".arff"):
            (folder / f"{path.parent.name}-{path.name}").write_bytes(path.read_bytes())
    return sorted(path.name for path in folder.iterdir())


def study(name, form, layout):
    scores = {"files": name, "format": form, "layout": layout}
    if layout != "counts":
        scores["metrics"] = [{"name": "m", "better": "higher"}]
    return json.dumps({"scores": scores | ({"datasets": 9} if layout == "ranks" else {})})


def tried(folder, name, form, layout):
    """What is wrong with a study of a file that is said to be of a format; empty where it could be read."""
    (folder / "study.yaml").write_text(study(name, form, layout), encoding="utf-8")
    try:
        agreeing_scores(read_study(str(folder / "study.yaml")))
    except FaultsFound as error:
        return str(error)
    return ""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    return folder, write_files(folder)


def combinations(files):
    return [(name, form, layout) for name in files for form in names() for layout in LAYOUTS]


@pytest.mark.nightly
@pytest.mark.few(10)
@pytest.mark.parametrize("form", names())
def test_any_file_is_read_or_at_fault(files, form):
    """Each format with a draw of the files, in a layout that the draw gives."""
    folder, there = files
    draw = random.Random(form)
    for name in draw.sample(there, 8):
        tried(folder, name, form, draw.choice(LAYOUTS))


@pytest.mark.nightly
def test_any_file_is_read_or_at_fault_in_every_layout(files):
    folder, there = files
    assert any(tried(folder, *case) for case in combinations(there))


@pytest.mark.parametrize(
    ("name", "form", "what"),
    [
        ("wide.csv", "weka", "no file of Weka's Experimenter: there is no column Key_Dataset, Key_Scheme"),
        ("some.arff", "weka", "no file of Weka's Experimenter"),
        ("empty.csv", "weka", "no file of Weka's Experimenter"),
        ("five.csv", "jmetal", "no file of jMetal or SAES: there is no column Algorithm"),
        ("jmetal in part.csv", "jmetal", "there is no column ExecutionId, IndicatorValue"),
        ("amlb without info.csv", "amlb", "no file of the AutoML Benchmark: there is no column info"),
    ],
)
def test_the_fault_names_the_columns_that_the_format_has(files, name, form, what):
    assert what in tried(files[0], name, form, "long")


def test_columns_of_a_format_are_found_by_their_names(tmp_path):
    rows = [f"{p},{a},HV,{value},0,x\n" for p in "pq" for a, value in (("A", 0.5), ("B", 0.25))]
    head = "Problem,Algorithm,IndicatorName,IndicatorValue,ExecutionId,more\n"
    (tmp_path / "turned.csv").write_text(head + "".join(rows), encoding="utf-8")
    spec = {"scores": {"files": "turned.csv", "format": "jmetal", "metrics": [{"name": "HV"}]}}
    (tmp_path / "study.yaml").write_text(json.dumps(spec), encoding="utf-8")
    [metric] = agreeing_scores(read_study(str(tmp_path / "study.yaml"))).metrics
    assert (metric.datasets, metric.algorithms) == (("p", "q"), ("A", "B"))
    assert metric.means.tolist() == [[0.5, 0.25], [0.5, 0.25]]
