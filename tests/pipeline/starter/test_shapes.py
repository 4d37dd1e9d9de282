"""Tables that no reading can explain: each is refused for what it is, in a sentence with the place."""

import json

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.init.guess import guess_study
from rankpress.init.reading import read_table

ROWS = "".join(f"d{index},0.{index},0.{index + 1}\n" for index in range(1, 8))


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("a.csv", f"dataset,A,B\n{ROWS},0.5,0.6\n", "a.csv row 9 column dataset: row 9 has no name"),
        ("a.csv", f"dataset,A,B\nd0,.1,.2\n,0.5,0.6\n{ROWS}", "a.csv row 3 column dataset: row 3 has no name"),
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
