"""Runs that were not solved within a limit: what columns and cells say of them, kept apart from numbers and gaps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.checks.doubts import implausible
from rankpress.spec.model import RankOptions, ScoresOptions
from rankpress.stages.load import load
from rankpress.stages.rank import rank

TIME = [{"name": "time", "better": "lower"}]
ROWS = "dataset,algorithm,time,status\na,A,1,ok\na,B,60,timeout\nb,A,3,memout\nb,B,2,OK\n"


def wide(*cells):
    return "dataset,A,B\n" + "\n".join(f"d{i},{cell},{i + 1}" for i, cell in enumerate(cells)) + "\n"


def read_wide(read, *cells, **censored):
    [metric] = read({"s.csv": wide(*cells)}, layout="wide", metrics=TIME, censored=censored).metrics
    return metric


@pytest.mark.parametrize(
    "cell",
    "timeout|Timeout|time out|timed out|TIME_LIMIT|T.O.|t/o|TO|TLE|memout|m/o|OOM|out of memory|error|failed|crashed|"
    "inf|∞|>60|> 60|>=60|≥60|60+|> 60 s|$>$60|**t/o**".split("|"),
)
def test_cells_that_say_unsolved(read, cell):
    metric = read_wide(read, 5, cell, limit=60)
    assert metric.censored.tolist() == [[False, False], [True, False]]
    assert np.isnan(metric.means[1, 0])
    assert metric.missing.gaps == ()


@pytest.mark.parametrize("cell", ["<60", "about 5", "1.2.3", "sixty", "+", ">", "60+-1+"])
def test_cells_that_say_nothing_are_faults(faults, cell):
    texts = faults({"s.csv": wide(5, cell)}, layout="wide", metrics=TIME, censored={"limit": 60})
    assert any("row 3" in text for text in texts)


def test_cells_are_faults_unless_they_are_asked_for(faults):
    assert faults({"s.csv": wide(5, "timeout")}, layout="wide", metrics=TIME)


def test_an_empty_cell_is_missing_and_not_unsolved(read):
    options = {"layout": "wide", "metrics": TIME, "missing": "worst-rank", "censored": {"limit": 60}}
    [metric] = read({"s.csv": wide(5, "", "t/o")}, **options).metrics
    assert [(gap.dataset, gap.algorithm) for gap in metric.missing.gaps] == [("d1", "A")]
    assert metric.censored[:, 0].tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("cells", "censored", "limit"),
    [
        ((5, ">100"), {}, 100),
        ((5, "900+", 7), {}, 900),
        ((5, "t/o", 7), {}, 7),
        ((5, ">100"), {"limit": 60}, 60),
    ],
)
def test_the_limit_is_the_largest_time_there_or_asked_for(read, cells, censored, limit):
    assert read_wide(read, *cells, **censored).limit == limit


def test_a_time_of_the_limit_is_unsolved_where_no_column_says_how_the_run_ended(read):
    assert read_wide(read, 59.9, 60, 61, limit=60).censored[:, 0].tolist() == [False, True, True]
    rows = ROWS.replace("a,A,1,ok", "a,A,60,ok")
    [metric] = read({"s.csv": rows}, metrics=TIME, censored={"column": "status", "limit": 60}).metrics
    assert metric.means[0, 0] == 60


def test_a_column_says_how_runs_ended_whatever_their_time(read):
    [metric] = read({"s.csv": ROWS}, metrics=TIME, censored={"column": "status"}).metrics
    assert (metric.limit, metric.censored.tolist()) == (60, [[False, True], [True, False]])
    assert metric.missing.gaps == ()


def test_an_outcome_that_is_not_stated_is_no_result(faults):
    texts = faults({"s.csv": ROWS.replace("memout", "")}, metrics=TIME, censored={"column": "status"})
    assert any("no time on 'b'" in text for text in texts)


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        (ROWS, {"censored": {"column": "ended"}}, "there is no column 'ended'"),
        (ROWS.replace("a,A,1", "a,A,-1"), {"censored": {"column": "status"}}, "a time of -1"),
        (ROWS + "a,A,2,ok\n", {"censored": {"column": "status"}, "repeats": "rows"}, "censored with repeats"),
        (ROWS, {"censored": {"ok": ["ok"]}}, "ok without column"),
        (ROWS, {"censored": {"column": "status"}, "metrics": [{"name": "time"}]}, "better"),
        (ROWS, {"censored": {"column": "status"}, "missing": "dataset-worst"}, "no number to stand in"),
        (
            ROWS.replace("status", "status,fold", 1).replace("\n", ",1\n").replace("fold,1", "fold") + "a,A,2,ok,2\n",
            {"censored": {"column": "status"}, "missing": "drop-datasets"},
            "2 runs of an algorithm",
        ),
    ],
)
def test_faults(faults, rows, options, expected):
    try:
        text = "\n".join(faults({"s.csv": rows}, **{"metrics": TIME} | options))
    except ValueError as error:  # of the options alone
        text = str(error)
    assert expected in text


@given(st.lists(st.lists(st.one_of(st.none(), st.integers(1, 60)), min_size=3, max_size=3), min_size=2, max_size=6))
def test_unsolved_runs_share_the_last_place(tmp_path_factory, times):
    folder = tmp_path_factory.mktemp("runs")
    cells = [",".join("t/o" if time is None else str(time) for time in row) for row in times]
    (folder / "s.csv").write_text("d,A,B,C\n" + "".join(f"i{i},{row}\n" for i, row in enumerate(cells)))
    options = {"files": "s.csv", "layout": "wide", "metrics": TIME, "censored": {"limit": 61}}
    [metric] = load(ScoresOptions.model_validate(options), folder).metrics
    ranks = rank(metric, RankOptions()).ranks
    for row, places in zip(times, ranks, strict=True):
        unsolved = [place for time, place in zip(row, places, strict=True) if time is None]
        ended = [place for time, place in zip(row, places, strict=True) if time is not None]
        assert unsolved == [3 - (len(unsolved) - 1) / 2] * len(unsolved)
        assert max(ended, default=0) <= 3 - len(unsolved)


@pytest.mark.parametrize(
    ("times", "names"), [((75.2,), "'B' on 'a' after 75.2)"), ((75.2, 80), "'B' on 'b' after 80, the")]
)
def test_a_run_that_solved_after_the_limit_is_reported(times, names, read):
    late = dict(zip("ab", times, strict=False))
    rows = [
        f"{d},A,{at},ok\n{d},B,{late.get(d, 9)},{'solved' if d in late else 'ok'}\n" for at, d in enumerate("abc", 1)
    ]
    text = "dataset,algorithm,time,status\n" + "".join([*rows, "d,A,99,timeout\nd,B,70,timeout\n"])
    limited = {"column": "status", "ok": ["ok", "solved"], "limit": 60}
    scores = read({"s.csv": text}, metrics=TIME, censored=limited)
    [metric] = scores.metrics
    assert metric.late == tuple((dataset, "B", time) for dataset, time in late.items())
    [said] = [doubt.text for doubt in implausible(scores) if "after more than the limit, 60" in doubt.text]
    assert names in said
    for others in ({"limit": 100}, {}):
        scores = read({"s.csv": text}, metrics=TIME, censored={**limited, "limit": None, **others})
        assert not scores.metrics[0].late


def test_without_a_column_a_run_beyond_the_limit_is_one_that_was_stopped(read):
    assert read_wide(read, 5, 75.2, limit=60).late == ()
