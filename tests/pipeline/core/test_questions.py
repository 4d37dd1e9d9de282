"""Which decisions settle all doubts on which an answer depends, each as one command."""

import json
from itertools import product

import pytest

from rankpress.core.doubts import Doubt, Way
from rankpress.core.questions import faults_on, questions_of


def ignoring(column, base):
    others = [name for name in base if name != column]
    ways = [
        Way(f"{column} out", "set", f"scores.ignore={json.dumps([*others, column])}"),
        Way(f"{column} read", "set", f"scores.ignore={json.dumps(others)}"),
    ]
    return Doubt("?", "ignore", column, is_open=True, ways=tuple(ways if column in base else ways[::-1]))


def one(doubts):
    [question] = questions_of(doubts)
    return question


@pytest.mark.parametrize("base", [["A", "B", "n"], ["A", "n"], ["n"], []])
def test_columns_are_decided_on_together(base):
    """Each of the four answers is one command, whose list has no other column that was omitted changed."""
    ways = one([ignoring("A", base), ignoring("B", base)]).ways
    lists = {frozenset(json.loads(way.value.partition("=")[2])) for way in ways}
    assert lists == {frozenset({*base} - {"A", "B"} | {*some}) for some in (["A", "B"], ["A"], ["B"], [])}
    for way in ways:
        out = json.loads(way.value.partition("=")[2])
        assert set(way.meaning.split("; ")) == {f"{name} {'out' if name in out else 'read'}" for name in "AB"}


def test_of_many_columns_all_or_one_are_decided_on_otherwise():
    base = list("ABCDE")
    ways = one([ignoring(name, base) for name in base]).ways
    lists = [sorted(json.loads(way.value.partition("=")[2])) for way in ways]
    assert lists[:2] == [base, []]
    assert all(len(each) == 4 for each in lists[2:])


METRICS = Doubt("?", "metrics", "F1", ways=(Way("P", "metric", "P"), Way("F1", "metric", "F1")))
RECALL = Doubt("?", "metrics", "R", ways=(Way("P", "metric", "P"), Way("R", "metric", "R")))
BETTER = Doubt("?", "P", "P", ways=(Way("up", "better", "higher"), Way("down", "better", "lower")))
MISSING = Doubt("?", "missing", ways=(Way("worst", "missing", "worst-rank"), Way("drop", "missing", "drop-datasets")))
READING = Doubt("?", "layout", ways=(Way("one", "reading", "1"), Way("two", "reading", "2")))


def test_alternatives_of_one_option_are_printed_once():
    assert [way.value for way in one([METRICS, RECALL]).ways] == ["P", "F1", "R"]


def test_the_same_question_is_put_once():
    assert one([MISSING, MISSING]).ways == MISSING.ways


def commands(*doubts):
    faults = list(faults_on(doubts, lambda doubt: "a", lambda way: " ".join(f"{n}={v}" for n, v in way.options)))
    assert not any(fault.remedy for fault in faults[:-1])
    return {line.partition("   # ")[0] for line in faults[-1].remedy.splitlines()}


def test_questions_of_several_things_are_answered_by_one_command():
    assert commands(BETTER, MISSING) == {
        f"better={way} missing={policy}"
        for way, policy in product(["higher", "lower"], ["worst-rank", "drop-datasets"])
    }


def test_a_question_about_one_metric_is_not_about_another():
    assert commands(METRICS, BETTER) == {"metric=P better=higher", "metric=P better=lower", "metric=F1"}


def test_readings_are_the_first_question():
    assert commands(BETTER, READING) == {"reading=1", "reading=2"}


def test_decisions_that_contradict_each_other_are_not_put_together():
    some = [Doubt("?", "columns", ways=(Way(f"{n}", "set", f"scores.columns.fold={n}"),)) for n in ("a", "b")]
    assert [way.value for way in one(some).ways] == ["scores.columns.fold=a", "scores.columns.fold=b"]


def test_a_metric_that_has_a_direction_is_not_put_together_with_the_other_one():
    """As the times of runs of which some were not solved, whatever else is in doubt."""
    times = Way("unsolved", "set", "scores.censored={}", (("set", 'scores.metrics=[{name: "ms", better: lower}]'),))
    unsolved = Doubt("?", "censored", ways=(times, Way("nothing", "set", 'scores.na=["OOM"]')))
    stated = 'set=scores.censored={} set=scores.metrics=[{name: "ms", better: lower}]'
    assert commands(BETTER, unsolved) == {
        f"better=lower {stated}",
        'better=lower set=scores.na=["OOM"]',
        'better=higher set=scores.na=["OOM"]',
    }
