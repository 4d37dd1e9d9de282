"""Orders of algorithms whose error rates are known, against section 4.6 of Ulas et al. (2012) on figures 4 and 5."""

import runpy
import sys

import pytest


@pytest.fixture(scope="module")
def script(root):
    return runpy.run_path(str(root / "example_project/papers/orderings.py"))


def shares(counts, *order):
    return [counter[order] / counter.total() for counter in counts]


def test_the_orders_are_those_of_the_paper(script):
    steps = [0.0, 0.03, 0.04, 0.065, 0.1]
    one, several = script["power"](3, 1, 100, 1, steps), script["power"](4, 30, 100, 1, steps)
    assert shares(one, 1, 2, 3)[0] > 0.95  # all equal: the order of cost
    assert max(shares(one, 2, 3, 1)[1:4]) > 0.2  # 3 is better than 1, but not than 2
    assert shares(one, 3, 2, 1)[-1] > 0.6  # all differ: the order of cost reversed
    assert shares(several, 1, 2, 3, 4)[0] > 0.95
    assert shares(several, 3, 4, 1, 2)[3] > 0.5  # 1 and 3, 2 and 4 exchanged
    assert shares(several, 4, 3, 2, 1)[-1] > 0.8
    # 1 is found worse than all others first, as in the paper, which two-sided tests find at most half as often
    assert 0.2 < max(shares(several, 2, 3, 4, 1)) < 0.5


def test_the_tables_are_printed(script, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["orderings.py", "--draws", "2"])
    script["main"]()
    titles = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("#", "lambda"))]
    assert titles[0] == "# MultiTest on one data set, 2 repetitions"
    assert "1 2 3 4" in titles[3]
