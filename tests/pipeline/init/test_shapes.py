"""Tables that no reading can explain: each is refused for what it is, in a sentence with the place."""

import json
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rankpress
from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.measured import Measured
from rankpress.init.placement import _as_per_cent, _beyond, points_by_distance
from rankpress.init.reading import read_table

ROWS = "".join(f"d{index},0.{index},0.{index + 1}\n" for index in range(1, 8))


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("a.csv", f"dataset,A,B\n{ROWS},0.5,0.6\n", "a.csv row 9 column dataset: the row has no name"),
        ("a.csv", f"dataset,A,B\nd0,.1,.2\n,0.5,0.6\n{ROWS}", "a.csv row 3 column dataset: the row has no name"),
        ("a.json", json.dumps({"study": "x", "accuracy": 0.5}), "the file holds one row: one data set or one run"),
        ("a.csv", "dataset,A,B\nd1,0.5,0.6\n", "the file holds one row: one data set; at least two are needed"),
        (
            "a.log",
            "".join(f"INFO dataset=d{i % 3} model=m{i // 3} loss={i / 7:.3f}\n" for i in range(9)),
            "write the header dataset,model,loss, and in each row the values alone",
        ),
        (
            "a.csv",
            "dataset,method,acc\n"
            + "".join(f'd{i},{a},"[0.{i}, 0.{i + 1}, 0.{9 - i}, 0.5, 0.4]"\n' for i in range(6) for a in "AB"),
            "'acc' holds lists or objects in place of one number or name",
        ),
        (
            "a.csv",
            "question_id,category,A,B,C\n"
            + "".join(
                f"{i},{'code' if i % 2 else 'math'},{i * 7 % 10 // 3 % 2},{i * 3 % 7 % 2},{i * 5 % 11 % 2}\n"
                for i in range(60)
            ),
            "0 or 1, on 60 rows of 'category': each row seems to be a test example",
        ),
        (
            "a.csv",
            (
                "query,A (ms),B (s),C (ms)\nq0,435,0.603,1202\nq1,623,0.152,872\nq2,186,0.454,856\n"
                "q3,525,0.105,2836\nq4,178,0.505,1205\nq5,194,0.261,1701\nq6,548,0.216,2149\nq7,382,0.684,997\n"
            ),
            "write their scores on one scale, in one unit",
        ),
        ("a.csv", "method,A,B,C\nMean Rank,1.5,2.1,2.4\n", "the file holds average ranks alone"),
    ],
)
def test_each_shape_is_refused_for_what_it_is(tmp_path, monkeypatch, file, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text(text)
    with pytest.raises(FaultsFound) as error:
        guess_study(read_table(file), file)
    assert message in str(error.value)


@pytest.mark.parametrize("head", ["algorithm,average rank", "classifier,avg_rank", "method,Ranks"])
def test_average_ranks_of_algorithms_alone_are_named_with_how_to_write_them(tmp_path, monkeypatch, head):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(f"{head}\nA,1.5\nB,2.1\nC,2.4\n")
    with pytest.raises(FaultsFound, match="the file holds average ranks alone") as error:
        guess_study(read_table("a.csv"), "a.csv")
    assert "layout: ranks and datasets: N" in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "A,B,C\n1.5,2.5,2\n",
        "dataset,algorithm,rank\nd1,A,1\nd1,B,2\nd2,A,1\nd2,B,2\n",
        "a,b,both_right,only_a,only_b,both_wrong,dataset\nx,y,1,2,3,4,d\n",
        f"dataset,A,B\n{ROWS}",
        "task,dataset,A\nt1,,0.5\nt2,d2,0.25\nt3,d3,.75\n",
        # rows called as sums and no column with numbers
        "Instances solved\n================\nFamily   A    B\nplanning 76   94\npigeon   22   18\nTOTAL    98   112\n",
        "family,note\nplanning,x\nTotal,y\n",
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
    with pytest.raises(FaultsFound, match=f"is 0 or 1, on {rows} rows.*test example"):
        guess_study(read_table("a.csv"), "a.csv")
    if len(names) == 1:
        assert guess_study(read_table("a.csv"), "a.csv", 0).layout == "wide"


# A table below another one in a long file: with the same names, in a blank row's distance, with other names, in the
# long form.
ABOVE = "dataset,A,B,C\n" + "".join(f"d{i},{0.5 + i / 5e4:.9f},{0.6 + i / 6e4:.9f},0.7\n" for i in range(1_800))
MANY = "dataset,algorithm,accuracy\n" + "".join(f"d{i},{a},{0.5 + i / 5e3:.9f}\n" for i in range(1_200) for a in "ABC")
LONG = "dataset,algorithm,accuracy\n" + "".join(f"d{i},{a},{0.5 + i / 50}\n" for i in range(5) for a in "ABC")
STACKED = {
    "the same": ABOVE + ABOVE,
    "a blank row between": f"{ABOVE}\n{ABOVE}",
    "other names": ABOVE + ABOVE.replace("A,B,C", "D,E,F"),
    "long": MANY + MANY,
}


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("name", STACKED)
def test_which_of_two_tables_of_a_long_file_is_asked(name):
    Path("scores.csv").write_text(STACKED[name])
    with pytest.raises(FaultsFound, match="the file holds 2 tables: table 1, table 2"):
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


def matrix(cell):
    """A table whose rows and columns have the same names."""
    names = ("SVMax", "kNNear", "Bayesic", "Treeish")
    rows = [[a, *(cell(i, j) for j in range(4))] for i, a in enumerate(names)]
    return "\n".join(",".join(map(str, row)) for row in [["", *names], *rows]) + "\n"


VOTES = "".join(f"q{k},{'ABC'[k % 3]}1,{'BCA'[k % 3]}1,{'model_a' if k % 2 else 'tie'}\n" for k in range(30))
BOTH = [("BM_{}/{}", "/"), ("test_sort[{}-{}]", "-"), ("{}@{}", "@"), ("{} {}.txt", " "), ("sort<{}>/{}", "/")]
OF_PAIRS = {
    "p-values": (matrix(lambda i, j: 1 if i == j else 0.125), "rows and columns have the same names"),
    "wins below the diagonal": (matrix(lambda i, j: i + j if i > j else ""), "rows and columns have the same names"),
    "differences": (matrix(lambda i, j: i - j), "rows and columns have the same names"),
    "votes": (f"id,model_a,model_b,winner\n{VOTES}", "and no column of who voted"),
    "winners and losers": (
        "winner,loser\n" + "".join(f"{'ABC'[k % 3]}1,{'BCA'[k % 3]}1\n" for k in range(30)),
        "seem to be votes or matches",
    ),
    "a list of pairs": (
        "one,other,p\nA,B,.5\nA,C,.25\nA,D,.1\nB,C,.5\nB,D,.2\nC,D,.3\n",
        "each pair once: 6 rows about",
    ),
}
OF_BOTH = {
    form: (
        "name,time\n" + "".join(f"{form.format(a, n)},{n}.5\n" for n in (16, 64, 256) for a in ("quick", "merge")),
        rf"holds both the algorithm and the data set.*\n.*\n.*split\('{mark}'",
    )
    for form, mark in BOTH
}
NO_SCORES = {
    **OF_PAIRS,
    **OF_BOTH,
    "numbers alone": ("A,B\n.5,.25\n.75,.5\n", "2 columns with numbers alone, and none that names the rows"),
}


@pytest.mark.parametrize("case", NO_SCORES)
def test_a_table_without_scores_of_each_is_refused_as_what_it_is(case):
    text, reason = NO_SCORES[case]
    Path("scores.csv").write_text(text)
    with pytest.raises(FaultsFound, match=reason):
        guess_study(read_table("scores.csv"), "scores.csv")


@pytest.mark.parametrize(("name", "given"), [("runs/{}.json", "runs"), ("runs/{}.csv", "runs/*.csv")])
def test_a_folder_of_numbers_alone_is_no_file_that_pandas_reads(name, given):
    Path("runs").mkdir()
    for at in range(3):
        text = json.dumps({"a": at, "b": 1.5}) if name.endswith("json") else f"a,b\n{at},1.5\n"
        Path(name.format(at)).write_text(text)
    with pytest.raises(FaultsFound) as refused:
        guess_study(read_table(given), given)
    assert "read_csv" not in str(refused.value)


OF_TIME = {
    "dates": ("datetime_start", "2024-05-01 10:0{}:00"),
    "dates to the microsecond": ("began", "2024-05-01T10:0{}:00.123456"),
    "a duration": ("duration", "0 days 00:0{}:00"),
    "a duration by another name": ("took", "1 day 10:0{}:00"),
    "a time that is called so": ("runtime", "{}.5 s"),
}


@pytest.mark.parametrize("cases", [["dates", "dates", case] for case in OF_TIME], ids=OF_TIME)
def test_dates_and_durations_next_to_numbers_are_no_scores(cases):
    names = [f"{OF_TIME[case][0]}{'_' * at}" for at, case in enumerate(cases)]
    lines = [",".join(("value", *names, "params_dataset", "params_clf"))]
    for at, (dataset, model) in enumerate(product("uvwxyz", ("svm", "knn", "forest"))):
        times = (OF_TIME[case][1].format(at % 7) for case in cases)
        lines.append(",".join((f"{0.5 + at / 64}", *times, dataset, model)))
    Path("scores.csv").write_text("\n".join(lines))
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    assert (guess.columns["dataset"], guess.columns["algorithm"]) == ("params_dataset", "params_clf")
    assert list(guess.metrics) == ["value"]


NOT_PAIRS = {
    "transfer between domains": "source,target,A,B\nx,y,.5,.25\ny,x,.75,.5\nx,z,.25,.5\nz,x,.5,.75\n",
    "with algorithms": "source,target,model,acc\n"
    + "".join(f"{s},{t},{m},.{i}5\n" for i, (s, t) in enumerate(("xy", "yx", "xz", "zx", "yz")) for m in "AB"),
}


@pytest.mark.parametrize("case", NOT_PAIRS)
def test_the_same_names_in_two_columns_may_name_data_sets(case):
    Path("scores.csv").write_text(NOT_PAIRS[case])
    assert "algorithm" not in guess_study(read_table("scores.csv"), "scores.csv").join


@pytest.mark.parametrize("name", ["Year", "edition", "#", "openml_id", "n", "", "instance"])
@pytest.mark.parametrize("values", [range(2011, 2017), range(1, 7), (3, 31, 44, 151, 1461, 4534)])
def test_numbers_name_rows_where_no_texts_do(name, values):
    rows = [f"{value},0.{index}5,0.{index}6,0.{index}7" for index, value in enumerate(values, 1)]
    Path("accuracy.csv").write_text("\n".join([f"{name},A,B,C", *rows]))
    guess = guess_study(read_table("accuracy.csv"), "accuracy.csv")
    assert guess.layout == "wide"
    assert not guess.unused
    assert any("no column of texts names the data sets" in doubt.text for doubt in guess.doubts)


def test_numbers_that_may_be_scores_are_asked_about():
    Path("time.csv").write_text("A,B,C\n" + "".join(f"{120 + 7 * n},{n}.5,{n}.75\n" for n in range(6)))
    guess = guess_study(read_table("time.csv"), "time.csv")
    assert any(doubt.is_open and doubt.column == "A" for doubt in guess.doubts)


OF_TRIALS = [f"d{n},{n + 3}/20,{n + 5}/20,{n + 4}/20" for n in range(6)]


@pytest.mark.parametrize(
    "last",
    [
        [],
        ["Average,0.4,0.5,0.45"],
        ["Average,40.5%,50.1%,45.2%", "Rank,3,1,2"],
        ["Median,0.4,,0.45"],
        ["Optimum,0.4,0.5,0.45"],
    ],
)
def test_successes_of_trials_are_shares(last):
    """Also above a row of sums, with numbers written otherwise."""
    Path("a.csv").write_text("\n".join(["task,A,B,C", *OF_TRIALS, *last]))
    table = read_table("a.csv")
    guess = guess_study(table, "a.csv")
    assert [doubt.column for doubt in guess.doubts if "'3/20' is taken for 0.15, the share" in doubt.text] == ["A"]
    scores = Measured.of(table, guess, "score")
    assert scores.algorithms == ("A", "B", "C")
    np.testing.assert_allclose(scores.values[:3], [0.15, 0.25, 0.2])


# Texts in place of one cell next to others: whether it is offered that the numbers are times.
@pytest.mark.parametrize(
    ("cell", "others", "is_time"),
    [
        ("timeout", "72.6", True),
        (">100", "72.6", True),
        ("OOM", "72.6", False),
        ("failed", "72.6", False),
        ("timeout", "72.6%", False),
        ("timeout", "0.726", False),
    ],
)
def test_nothing_is_offered_as_a_time_against_the_evidence(cell, others, is_time):
    rows = [",".join([f"d{n}", *(others.replace("2", str(n + k), 1) for k in range(3))]) for n in range(1, 6)]
    Path("a.csv").write_text("\n".join(["name,A,B,C", *rows, f"d6,{others},{others},{cell}"]))
    guess = guess_study(read_table("a.csv"), "a.csv")
    assert any(doubt.key == "censored" for doubt in guess.doubts) is is_time


@pytest.mark.parametrize("rows", [0, 3])
@pytest.mark.parametrize("rule", [points_by_distance, _as_per_cent, partial(_beyond, metric="accuracy")])
def test_columns_without_any_numbers_say_nothing(rule, rows):
    said = rule(np.linspace(0, 1, rows), np.full((rows, 2), np.nan))
    assert said in ("", (0.0, ["no row has it and another one"]))


@pytest.mark.parametrize("order", [("successes", "seconds"), ("seconds", "successes")])
def test_two_header_rows_over_cells_that_are_like_numbers(order):
    cells = {"successes": "3/20", "seconds": "9.5"}
    tops = "".join(f"<th colspan=2>{name}</th>" for name in ("RF", "SVM"))
    below = "".join(f"<th>{name}</th>" for name in order) * 2
    row = "".join(f"<td>{cells[name]}</td>" for name in order) * 2
    rows = "".join(f"<tr><td>d{n}</td>{row}</tr>" for n in range(4))
    head = f"<tr><th rowspan=2>task</th>{tops}</tr><tr>{below}</tr>"
    Path("a.html").write_text(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>")
    table = read_table("a.html")
    assert [*table.columns] == ["task", *(f"{a} / {name}" for a in ("RF", "SVM") for name in order)]


@pytest.mark.parametrize(
    ("cell", "word"),
    [("25,81 ± 1,53", "k. A."), ("0.58 (0.02)", "no result"), ("0.58†", "s/d"), ("1'014.5", "k. A.")],
)
def test_a_word_among_numbers_written_otherwise_removes_no_algorithm(word, cell):
    rows = [";".join([f"d{n}", cell.replace("5", str(n), 1), "0.5", "0.6"]) for n in range(1, 9)]
    Path("a.csv").write_text("\n".join(["name;A;B;C", *rows, f"d9;{word};0.5;0.6"]))
    table = read_table("a.csv")
    assert table.columns["A"].is_numeric
    assert [cell.value for cell in table.unread["A"]] == [word]


def test_whole_numbers_next_to_costs_are_asked_about():
    """What a run used or where it ran is no score for want of another: the costs can be chosen."""
    rows = [f"p{n},{s},{(n * 7 + k * 5) % 23},{n + k * 0.5}" for n in range(1, 9) for k, s in enumerate("ABC")]
    Path("a.csv").write_text("\n".join(["instance,solver,node,cputime", *rows]))
    guess = guess_study(read_table("a.csv"), "a.csv")
    [doubt] = [doubt for doubt in guess.doubts if doubt.is_open]
    assert [way.options[-1] for way in doubt.ways] == [("better", "higher"), ("better", "lower"), ("metric", "cputime")]


def test_runs_of_which_some_failed_everywhere_are_no_folds():
    """Runs without a name that says fold are paired by no number: each mean is over those that ended."""
    rng = np.random.default_rng(4)
    rows = [
        f"d{d},{a},{n},{0.5 + d / 50 + k / 40 + rng.random() / 10:.4f},{'FAIL' if (n + d + k) % 4 == 0 else 'COMPLETE'}"
        for d in range(6)
        for k, a in enumerate("ABC")
        for n in range(30)
    ]
    Path("a.csv").write_text("\n".join(["dataset,algorithm,number,accuracy,state", *rows]))
    guess = guess_study(read_table("a.csv"), "a.csv")
    assert (guess.columns.get("seed"), guess.columns.get("fold")) == ("number", None)
    assert guess.where == {"state": ("COMPLETE",)}


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (("3.1it/s", "2s/it", "4it/s"), ("'3.1it/s'", "'2s/it'")),
        (("3 of 7", "4 of 7", "5 of 7"), ("'3 of 7'", "'4 of 7'")),
        (("~0.5 (n=3)", "0.6 (n=3)", ">0.9 (n=3)"), ("(n=3)'",)),
    ],
)
def test_columns_of_which_no_number_can_be_read_are_shown(cells, shown):
    rows = [f"d{n},{a},{cells[(n + k) % 3].replace('3', str(n + 3), 1)}" for n in range(6) for k, a in enumerate("ABC")]
    Path("a.csv").write_text("\n".join(["dataset,algorithm,speed", *rows]))
    with pytest.raises(FaultsFound) as error:
        guess_study(read_table("a.csv"), "a.csv")
    assert "'speed' has cells such as" in str(error.value)
    assert all(any(part.strip("'")[-4:] in line for line in str(error.value).splitlines()) for part in shown)


@pytest.mark.few
@pytest.mark.parametrize("parts", [("val", "test"), ("test",), ("train", "test")])
@pytest.mark.parametrize("metric", ["accuracy", "rmse"])
def test_lists_below_a_metric_by_data_set_are_its_runs(parts, metric):
    rng = np.random.default_rng(5)
    for name in "abc":
        scores = {f"d{n}": {part: rng.uniform(70, 80, 4).round(2).tolist() for part in parts} for n in range(5)}
        Path(f"{name}.json").write_text(json.dumps({"model": name, "commit": "3b1c98e", metric: scores}))
    table = read_table("*.json")
    guess = guess_study(table, "*.json")
    assert [*guess.metrics] == [f"{metric}.test"]
    assert guess.columns["fold"] == "fold"
    assert table.rows == 3 * 5 * 4


@pytest.mark.parametrize("above", ["codes", "results", "by_model"])
def test_entries_by_name_in_each_record_of_a_list_are_rows(above):
    rng = np.random.default_rng(9)
    records = [
        {"survey": f"s{n}", "n_gal": 1000 * n, above: {a: {"rmse": round(rng.uniform(1, 2), 3)} for a in "ABC"}}
        for n in range(1, 7)
    ]
    Path("a.json").write_text(json.dumps({"results": records}))
    table = read_table("a.json")
    guess = guess_study(table, "a.json")
    assert (table.rows, [*guess.metrics]) == (18, ["rmse"])
    assert (guess.columns["dataset"], guess.columns["algorithm"]) == ("survey", "key1")


@pytest.mark.parametrize("algorithm", ["MapLight", "Recall-Net", "SVM"])
@pytest.mark.parametrize("arrows", [True, False])
def test_metrics_of_both_directions_are_asked_about_whatever_algorithms_are_called(algorithm, arrows):
    metrics = ["MAE ↓", "Spearman ↑", "AUROC ↑"] if arrows else ["MAE", "Spearman", "AUROC"]
    rng = np.random.default_rng(10)
    rows = [f"t{n},{metrics[n % 3]},{','.join(f'{x:.3f}' for x in rng.uniform(0.2, 0.9, 4))}" for n in range(12)]
    Path("a.csv").write_text("\n".join([f"task,metric,{algorithm},GNN,RF-Morgan,XGB", *rows]))
    guess = guess_study(read_table("a.csv"), "a.csv")
    [doubt] = [doubt for doubt in guess.doubts if "a metric of its own" in doubt.text]
    assert doubt.is_open
    assert all("\\u" not in way.value for way in doubt.ways)


@pytest.mark.parametrize(
    ("labels", "is_date"),
    [
        *((("20230115", "20231231"), True), (("2023-01-15", "2024-02-29T10:00"), True), (("12:30", "9:05:01"), True)),
        *((("01013500", "01333000"), False), (("20231301", "20230100"), False), (("10312345", "99887766"), False)),
    ],
)
def test_eight_digits_are_a_date_only_where_they_are_a_day(labels, is_date):
    Path("a.csv").write_text("\n".join(["when,algorithm,accuracy", *(f"{x},{a},0.5" for x in labels for a in "AB")]))
    assert read_table("a.csv").columns["when"].is_date is is_date


@pytest.mark.parametrize("name", ["gauge_id", "station", "cas"])
def test_numbers_of_eight_digits_that_tell_rows_apart_are_no_folds(name):
    rng = np.random.default_rng(11)
    for part in ("calibration", "validation"):
        for algorithm in ("GR4J", "HBV", "VIC"):
            Path(part).mkdir(exist_ok=True)
            rows = [f"0{n * 137}3500,{rng.uniform(0.4, 0.9):.3f}" for n in range(10, 20)]
            Path(f"{part}/{algorithm}.csv").write_text("\n".join([f"{name},NSE", *rows]))
    guess = guess_study(read_table("."), ".")
    assert any(doubt.is_open and doubt.column == name for doubt in guess.doubts) or name in guess.columns.values()


@pytest.mark.few
@pytest.mark.parametrize("up", [r"$\uparrow$", r"\(\uparrow\)", r"$\Uparrow$", r"($\uparrow$)", "↑"])
def test_arrows_in_heads_of_latex_say_the_direction(up):
    rng = np.random.default_rng(12)
    down = up.replace("upa", "downa").replace("Upa", "Downa").replace("↑", "↓")
    rows = [f"d{n} & {' & '.join(f'{x:.2f}' for x in rng.uniform(0, 1, 6))} \\\\" for n in range(8)]
    head = rf" & \multicolumn{{3}}{{c}}{{Fidelity {up}}} & \multicolumn{{3}}{{c}}{{Zeta {down}}} \\"
    body = "\n".join([r"\begin{tabular}{lrrrrrr}", head, r"Region & A & B & C & A & B & C \\", *rows, r"\end{tabular}"])
    Path("t.tex").write_text(body, encoding="utf-8")
    for metric, better in (("Fidelity", "higher"), ("Zeta", "lower")):
        table = read_table("t.tex")
        [name] = {name.partition(" / ")[0] for name in table.columns if metric in name}
        guess = guess_study(table, "t.tex", metric=name)
        assert [*guess.metrics.values()] == [better]
        assert "arrow" not in name


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("n_columns", "values"), [(4, ("12.1.0", "14.0.4")), (5, ("v1", "v2")), (7, ("yes", "no")), (4, ("yes", "no"))]
)
def test_columns_with_the_same_few_values_are_no_votes(n_columns, values):
    settings = [f"set{column}_version" for column in range(n_columns)]
    lines = [",".join(["model", "iris", "wine", "glass", "zoo", *settings])]
    for at in range(12):
        scores = [f"{0.5 + (at * prime % 11) / 30:.3f}" for prime in (1, 3, 5, 7)]
        lines.append(",".join([f"m{at}x", *scores, *(values[(at * 5 + 7**k) % 3 % 2] for k in range(n_columns))]))
    Path("accuracy.csv").write_text("\n".join(lines) + "\n")
    assert guess_study(read_table("accuracy.csv"), "accuracy.csv").layout != "votes"


@pytest.mark.parametrize("head", ["Algorithm", "classifier"])
def test_columns_that_count_next_to_names_of_algorithms_lack_those_of_data_sets(head):
    columns = ",".join(f"F{number}" for number in range(1, 6))
    rows = "".join(
        f"{name},{','.join(f'0.{n}{i}' for i in range(5))}\n" for n, name in enumerate(("GWO", "PSO", "DE"), 6)
    )
    Path("scores.csv").write_text(f"{head},{columns}\n{rows}")
    with pytest.raises(FaultsFound, match="nothing names the data set"):
        guess_study(read_table("scores.csv"), "scores.csv")


@pytest.mark.parametrize("name", ["FN", "func", "game"])
def test_scores_with_the_name_of_data_sets_are_the_fault_and_not_the_other_columns(name):
    rows = "".join(
        f"{dataset},{algorithm},0.{d}{a}\n" for d, dataset in enumerate("wxyz") for a, algorithm in enumerate("AB")
    )
    Path("scores.csv").write_text(f"dataset,algorithm,{name}\n{rows}")
    with pytest.raises(FaultsFound, match=f"the name of '{name}' is that of(.|\\n)*another name"):
        guess_study(read_table("scores.csv"), "scores.csv")


WRITTEN = {
    "per cent": "{:.2%}",
    "per cent with a blank": "{:.1%} %",
    "a spread": "{:.3f}±0.012%",
    "a unit": "{:.3f} pts",
    "per mille": "{:.1f}‰",
    "a bound": "~{:.3f}%",
    "a fraction": "{:.0f}/100",
}


@pytest.mark.few
@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("at", [0, 3, 8])
def test_a_row_of_numbers_that_are_written_otherwise_is_no_second_header(way, at):
    rows = [[0.5 + (n * prime % 11) / 30 for prime in (1, 3, 5)] for n in range(9)]
    cells = [[(WRITTEN[way] if n == at else "{:.4f}").format(x) for x in row] for n, row in enumerate(rows)]
    cells = [[cell.replace("% %", " %") for cell in row] for row in cells]
    Path("accuracy.csv").write_text(
        "\n".join(["dataset,CNN,MLP,LR", *(f"d{n},{','.join(row)}" for n, row in enumerate(cells)), ""]),
        encoding="utf-8",
    )
    try:
        doubts = [
            str(doubt) for doubt in guess_study(read_table("accuracy.csv"), "accuracy.csv").doubts if doubt.is_open
        ]
    except FaultsFound as error:
        doubts = [str(error)]
    assert doubts
    assert not any("header" in doubt or "table" in doubt for doubt in doubts)
    assert any(cells[at][0] in doubt for doubt in doubts)


@pytest.mark.parametrize("names", [["RNN", "5nn", "SVM"], ["CNN", "MLP", "LR"], ["7b", "large", "2xlarge"]])
def test_a_row_of_names_within_numbers_is_a_second_header(names):
    rows = [f"d{n},{','.join(f'{0.5 + (n * prime % 11) / 30:.4f}' for prime in (1, 3, 5))}" for n in range(9)]
    rows.insert(5, ",".join(["dataset", *names]))
    Path("accuracy.csv").write_text("\n".join(["dataset,CNN,MLP,LR", *rows, ""]), encoding="utf-8")
    with pytest.raises(FaultsFound, match=r"there is a second header|the file holds 2 tables"):
        guess_study(read_table("accuracy.csv"), "accuracy.csv")


RESAMPLES = {
    "repeated": [f"Fold{f}.Rep{r}" for f in range(1, 5) for r in (1, 2)],
    "folds": [f"Fold{f:02}" for f in range(1, 9)],
    "bootstrap": [f"Resample{r:02}" for r in range(1, 9)],
    "seeds": [f"fold_{f}-seed_{s}" for f in range(4) for s in (0, 1)],
}


def resampled(names, columns, first="Resample"):
    numbers = np.random.default_rng(5).random((len(names), len(columns))).round(4)
    return pd.DataFrame(numbers, pd.Index(names, name=first), columns)


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        ("repeated", ["rf~Accuracy", "rf~Kappa", "svm~Accuracy", "svm~Kappa"]),
        ("folds", ["rf~RMSE", "svm~RMSE"]),
        ("bootstrap", ["rf~RMSE", "rf~Rsquared", "rf~MAE", "gbm~RMSE", "gbm~Rsquared", "gbm~MAE"]),
        ("repeated", ["rf", "svm", "knn"]),
        ("seeds", ["rf", "svm"]),
    ],
)
def test_rows_of_resamples_are_called_so_and_rewritten_as_printed(names, columns, tmp_path, monkeypatch):
    """Done as printed, each algorithm has all its numbers, and the data set is the file."""
    monkeypatch.chdir(tmp_path)
    frame = resampled(RESAMPLES[names], columns)
    frame.to_csv("iris.csv")
    with pytest.raises(FaultsFound, match="folds or resamples of one data set") as raised:
        guess_study(read_table("iris.csv"), "iris.csv")
    step, command = str(raised.value).partition("with pandas: ")[2].split("; then ")
    exec(step, {"frame": pd.read_csv("iris.csv")})
    rows = pd.read_csv("iris-long.csv")
    assert {*rows.columns[2:]} == ({name.split("~")[1] for name in columns} if "~" in columns[0] else {"score"})
    means = rows.drop(columns="fold").groupby("algorithm").mean().stack()
    parts = (name.split("~") if "~" in name else (name, "score") for name in columns)
    assert [means[*part] for part in parts] == pytest.approx([*frame.mean()])
    assert command == "rankpress run '{dataset:iris}-long.csv' --dataset dataset --algorithm algorithm"


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        ("repeated", ["rf~Accuracy", "svm~Accuracy"]),
        ("repeated", ["A", "B"]),
        ("seeds", ["Accuracy", "Kappa"]),
        ("bootstrap", ["A", "B"]),
    ],
)
def test_numbers_of_folds_and_repeats_are_no_algorithm_and_data_set(names, columns, tmp_path):
    resampled(RESAMPLES[names], columns, "name").to_csv(tmp_path / "a.csv")
    try:
        text = " ".join(str(doubt) for doubt in guess_study(read_table(str(tmp_path / "a.csv")), "a.csv").doubts)
    except FaultsFound as faults:
        text = str(faults)
    assert "of one data set" in text
    assert "holds both the algorithm and the data set" not in text
