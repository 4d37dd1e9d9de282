"""Runs that failed by a status are no results of what is compared: of the score that the user names, if any."""

import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

HEAD = "instance,solver,status,time,gap,nodes"


def doubt_on_status(path, metric="", word="time_limit"):
    """Return what is asked about runs of which every fifth was stopped, with a gap."""
    rows = [
        f"m{at},{solver},{word},{3600 + at / 100:.2f},{2 + at / 7:.2f}%,{90 + at}"
        if (at + shift) % 5 == 0
        else f"m{at},{solver},optimal,{(at * 37 + shift * 101) % 900 + 3.25:.2f},0.00%,{70 + at * 3 + shift}"
        for at in range(12)
        for shift, solver in enumerate(("SCIP", "Gurobi", "HiGHS"))
    ]
    path.write_text("\n".join([HEAD, *rows, ""]))
    guess = guess_study(read_table(str(path)), str(path), metric=metric)
    [doubt] = [doubt for doubt in guess.doubts if doubt.column == "status"]
    return doubt


@pytest.mark.parametrize("metric", ["time", "gap", "nodes"])
def test_a_failed_run_is_no_result_of_the_metric_that_is_asked_for(metric, tmp_path):
    doubt = doubt_on_status(tmp_path / "mip.csv", metric)
    assert f"no result of its {metric}, " in doubt.text
    assert any("censored" in way.value for way in doubt.ways) == (metric == "time")


def test_times_next_to_scores_are_compared_by_the_last_way(tmp_path):
    *others, last = doubt_on_status(tmp_path / "mip.csv").ways
    assert last.meaning == "time is compared, and failed runs are unsolved within a limit of 3600"
    assert not any("censored" in way.value for way in others)
    assert ("set", 'scores.metrics=[{name: "time", better: lower}]') in last.further


def test_but_not_where_time_did_not_run_out(tmp_path):
    assert not any("censored" in way.value for way in doubt_on_status(tmp_path / "mip.csv", word="OOM").ways)
