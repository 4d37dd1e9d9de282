"""Tables that no reading can explain: each is refused for what it is, in a sentence with the place."""

import json
from pathlib import Path

import pandas as pd
import pytest

import rankpress
from rankpress.core.faults import FaultsFound
from rankpress.init.guess import guess_study
from rankpress.init.reading import read_table

ROWS = "".join(f"d{index},0.{index},0.{index + 1}\n" for index in range(1, 8))


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("a.csv", f"dataset,A,B\n{ROWS},0.5,0.6\n", "a.csv row 9 column dataset: the row has no name"),
        ("a.csv", f"dataset,A,B\nd0,.1,.2\n,0.5,0.6\n{ROWS}", "a.csv row 3 column dataset: the row has no name"),
        ("a.json", json.dumps({"study": "x", "accuracy": 0.5}), "the file holds one row: one data set or one run"),
        ("a.csv", "dataset,A,B\nd1,0.5,0.6\n", "the file holds one row: one data set; at least two are needed"),
    ],
)
def test_each_shape_is_refused_for_what_it_is(tmp_path, monkeypatch, file, text, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text(text)
    with pytest.raises(FaultsFound) as found:
        read_table(file)
    assert told in str(found.value)


@pytest.mark.parametrize(
    "text",
    [
        "A,B,C\n1.5,2.5,2\n",
        "a,b,both_right,only_a,only_b,both_wrong,dataset\nx,y,1,2,3,4,d\n",
        f"dataset,A,B\n{ROWS}",
        "task,dataset,A\nt1,,0.5\nt2,d2,0.25\nt3,d3,.75\n",
    ],
)
def test_other_tables_are_not(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(text)
    assert read_table("a.csv").rows


@pytest.mark.parametrize("rows", [8, 300])
@pytest.mark.parametrize("names", [("question",), ("subject", "question")])
def test_outcomes_on_examples_are_called_so(tmp_path, monkeypatch, rows, names):
    monkeypatch.chdir(tmp_path)
    cells = [f"{'s1,' if len(names) > 1 else ''}q{n},{n % 2},{n % 3 % 2},{int(n % 5 > 1)}" for n in range(rows)]
    (tmp_path / "a.csv").write_text("\n".join([",".join([*names, "A", "B", "C"]), *cells]))
    with pytest.raises(FaultsFound, match=f"is 0 or 1, on {rows} rows.*test examples"):
        guess_study(read_table("a.csv"), "a.csv")
    if len(names) == 1:
        assert guess_study(read_table("a.csv"), "a.csv", 0).layout == "wide"


# A table below another one: with the same names, in a blank row's distance, with other names, in the long form.
ABOVE = "dataset,A,B,C\n" + "".join(f"d{i},{0.5 + i / 50},{0.6 + i / 60},{0.7 + i / 70}\n" for i in range(9))
LONG = "dataset,algorithm,accuracy\n" + "".join(f"d{i},{a},{0.5 + i / 50}\n" for i in range(5) for a in "ABC")
STACKED = {
    "the same": (ABOVE + ABOVE, 11),
    "a blank row between": (f"{ABOVE}\n{ABOVE}", 12),
    "other names": (ABOVE + ABOVE.replace("A,B,C", "D,E,F"), 11),
    "long": (LONG + LONG, 17),
}


@pytest.mark.parametrize("name", STACKED)
def test_a_second_header_is_named(name):
    text, row = STACKED[name]
    Path("scores.csv").write_text(text)
    with pytest.raises(FaultsFound, match=rf"row {row}: there is a second header"):
        guess_study(read_table("scores.csv"), "scores.csv")


# Tables that a file and a frame are refused of for the same reason, and that reason.
ALIKE = {
    "numbers for names": (
        "id,1,2,3\n" + "".join(f"{i},{i + 5}.5,{i + 6}.5,{i + 7}.5\n" for i in range(6)),
        "folds or resamples",
    ),
    "no name of an algorithm": (LONG.replace(",A,", ",,"), "the row has no algorithm, nor have 4 more rows"),
    "no name of a data set": (LONG.replace("d1,", ",").replace("d2,", ","), "the row has no data set"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_a_file_and_a_frame_are_refused_alike(name):
    text, reason = ALIKE[name]
    Path("scores.csv").write_text(text)
    with pytest.raises(FaultsFound, match=reason):
        guess_study(read_table("scores.csv"), "scores.csv")
    with pytest.raises(FaultsFound, match=reason):
        rankpress.compare(pd.read_csv("scores.csv"))
