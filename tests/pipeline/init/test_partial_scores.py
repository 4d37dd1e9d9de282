"""Scores over those cases alone that had an outcome, next to the share of these: asked where its leader is another."""

from pathlib import Path

import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

METRICS = {
    "accuracy_on_answered": "answered",
    "time of solved": "answered (%)",
    "precision_when_confident": "confident_fraction",
    "error on accepted": "coverage",
    "f1_given_valid": "valid rate",
    "selective_risk": "coverage",
    "rmse_over_completed": "completion_rate",
    "accuracy": "answered_share",
    "time to first token of completed": "completed",
    "accuracy_when_answered": "abstention_rate",
    "time on solved": "failed",
}
MISSED = ("abstention_rate", "failed")


def table_of(metric, share, *, shares, whole=1.0, low=False):
    """Scores of four algorithms on eight data sets, from the best to the worst, and their shares."""
    rows = [f"dataset,model,{share},{metric}"]
    for d in range(8):
        for a, part in enumerate(shares):
            score = 0.5 + (a if low else -a) * 0.05 + d / 50
            rows.append(f"d{d},m{a}x,{whole * (part + 0.003 * ((d * 3 + a) % 4)):.4f},{score:.3f}")
    return "\n".join(rows) + "\n"


def asked(content):
    Path("runs.csv").write_text(content)
    table = read_table("runs.csv")
    guess = guess_study(table, "runs.csv")
    return [doubt for doubt in (*guess.doubts, *doubts_on_values(table, guess)) if doubt.is_open]


def is_cost(metric):
    return any(word in metric for word in ("time", "error", "risk", "rmse"))


@pytest.mark.few
@pytest.mark.parametrize(("metric", "whole"), [(metric, (1.0, 100.0)[at % 2]) for at, metric in enumerate(METRICS)])
def test_a_score_over_a_part_is_asked_about_where_the_first_has_a_smaller_part(metric, whole):
    share = METRICS[metric]
    shares = [0.4, 0.9, 0.7, 0.8]
    shares = [0.95 - each for each in shares] if share in MISSED else shares
    doubts = asked(table_of(metric, share, shares=shares, whole=whole, low=is_cost(metric)))
    assert [doubt for doubt in doubts if {metric, share} <= {way.value for way in doubt.ways}], doubts


@pytest.mark.few
@pytest.mark.parametrize("metric", METRICS)
def test_it_is_not_asked_about_where_the_first_has_the_largest_part_or_one_as_large(metric):
    share = METRICS[metric]
    for shares in ([0.9, 0.8, 0.7, 0.4], [0.9, 0.91, 0.92, 0.88]):
        parts = [0.95 - each for each in shares] if share in MISSED else shares
        doubts = asked(table_of(metric, share, shares=parts, low=is_cost(metric)))
        assert not [doubt for doubt in doubts if "part of the cases" in doubt.text]


@pytest.mark.parametrize(
    "pair", [("accuracy", "coverage"), ("accuracy", "recall"), ("precision_on_test", "sparsity"), ("f1", "train_share")]
)
def test_other_shares_say_nothing_of_a_score(pair):
    doubts = asked(table_of(*pair, shares=[0.4, 0.9, 0.7, 0.8]))
    assert not [doubt for doubt in doubts if "part of the cases" in doubt.text]


def test_numbers_beyond_shares_are_none():
    assert not asked(table_of("accuracy_on_answered", "answered", shares=[0.4, 0.9, 0.7, 0.8], whole=1_000))


def test_of_a_score_that_is_better_higher_the_product_is_one_way():
    [doubt] = asked(table_of("accuracy_on_answered", "answered", shares=[0.4, 0.9, 0.7, 0.8]))
    assert [way.option for way in doubt.ways] == ["metric", "metric", "set"]
    assert '"expression": "x*y"' in doubt.ways[2].value
