"""The defaults that the contract fixes, those that depend on other keys, and the study as resolved."""

import pytest
from pydantic import ValidationError

from rankpress.core.text import plain
from rankpress.spec.model import OrderOptions, Study

EVERYTHING = {
    "title": "Tree pruning on fourteen data sets",
    "scores": {
        "files": "runs/*.csv",
        "layout": "long",
        "columns": {"dataset": "task"},
        "metrics": [{"name": "accuracy", "better": "higher"}, {"name": "error", "better": "lower"}],
        "costs": ["fit_seconds", "model_bytes"],
        "missing": "worst-rank",
    },
    "rank": {"ties": "max", "tolerance": 1e-9},
    "test": {"alpha": 0.1, "omnibus": ["friedman"], "within": "5x2cv-f"},
    "adjust": ["holm", {"bergmann-hommel": {"monotone": True}}],
    "effects": {"measures": ["hedges-g", "superiority"], "level": 0.9, "bootstrap": True, "draws": 5000, "seed": 0},
    "bayes": {"over": "sign", "rope": {"accuracy": 0.01, "error": 1}, "prior_strength": 0, "draws": 2000, "seed": 3},
    "order": {"prior": ["A", "B"], "adjust": "shaffer", "within_adjust": "bonferroni"},
    "curves": {"pairs": [["A", "B"], ["B", "C"]]},
    "plot": ["cd"],
    "report": {"formats": ["html"], "templates": "mine"},
}


def study(**sections):
    return Study.model_validate({"scores": {"files": ["a.csv"]}, **sections})


def names(methods):
    return [method.name for method in methods]


@pytest.mark.parametrize(
    ("test", "adjust"),
    [
        ({}, ["holm"]),
        ({"pairwise": "auto"}, ["holm"]),
        ({"pairwise": "rank-z"}, ["nemenyi", "holm", "shaffer"]),
        ({"control": "A"}, ["holm", "hochberg"]),
        ({"control": "A", "pairwise": "rank-z"}, ["bonferroni-dunn", "holm", "hochberg"]),
        ({"control": "A", "pairwise": "sign"}, ["holm", "hochberg"]),
    ],
)
def test_adjustments_follow_the_tests(test, adjust):
    assert names(study(test=test).adjust) == adjust


@pytest.mark.parametrize(
    ("cost", "weights", "label"),
    [
        ("seconds", {"seconds": 1.0}, "seconds"),
        ({"bytes": 0.2}, {"bytes": 1.0}, "bytes"),
        ({"seconds": 7, "bytes": 3}, {"seconds": 0.7, "bytes": 0.3}, "0.7 seconds + 0.3 bytes"),
        ({"seconds": 1e100, "bytes": 1e100}, {"seconds": 0.5, "bytes": 0.5}, "0.5 seconds + 0.5 bytes"),
    ],
)
def test_weights_of_costs_sum_to_1(cost, weights, label):
    order = study(scores={"files": "a.csv", "costs": ["seconds", "bytes"]}, order={"cost": cost}).order
    assert order.cost_weights == pytest.approx(weights)
    assert list(order.cost_weights) == list(weights)
    assert order.cost_label is not None
    assert plain(order.cost_label) == label


def test_test_within_an_order_is_that_of_the_study_unless_it_has_its_own():
    asked = study(test={"within": "5x2cv-f"}, order={"prior": ["A", "B"]})
    follows = {"test": "wilcoxon", "adjust": "holm"}
    assert asked.order == OrderOptions(prior=("A", "B"), within="5x2cv-f", **follows)
    own = study(test={"within": "5x2cv-f"}, order={"prior": ["A", "B"], "within": "none"})
    assert own.order == OrderOptions(prior=("A", "B"), within="none", **follows)


@pytest.mark.parametrize(
    ("test", "order", "expected"),
    [
        ({}, {}, ("wilcoxon", "holm")),
        ({"pairwise": "rank-z"}, {}, ("rank-z", "bergmann-hommel")),
        ({"pairwise": "t"}, {}, ("rank-z", "bergmann-hommel")),  # places are not compared by their means
        ({}, {"adjust": "shaffer"}, ("rank-z", "shaffer")),
        ({}, {"test": "sign", "adjust": "hochberg"}, ("sign", "hochberg")),
    ],
)
def test_an_order_follows_the_tests_of_the_study(test, order, expected):
    resolved = study(test=test, order={"prior": ["A", "B"], **order}).order
    assert (resolved.test, resolved.adjust) == expected
    with pytest.raises(ValidationError, match="whose hypotheses are not those"):
        study(order={"prior": ["A", "B"], "test": "wilcoxon", "adjust": "shaffer"})


def test_test_within_follows_the_scores():
    of_examples = {"files": "a.csv", "columns": {"example": "case"}, "costs": ["seconds"]}
    of_counts = {"files": "a.csv", "layout": "counts"}
    for scores in (of_examples, of_counts):
        assert study(scores=scores).test.within == "mcnemar"
        assert study(scores=scores, test={"alpha": 0.1}).test.within == "mcnemar"
        assert study(scores=scores, test={"within": "binomial"}).test.within == "binomial"
    order = study(scores=of_examples, order={"cost": "seconds"}).order
    assert order.within == "mcnemar"
    assert [metric.name for metric in study(scores=of_counts).scores.metrics] == ["accuracy"]


@pytest.mark.parametrize("layout", ["wide", "counts"])
def test_test_examples_are_rows_of_a_long_file(layout):
    with pytest.raises(ValidationError, match=f"example with layout: {layout}, whose files have no row for each test"):
        study(scores={"files": "a.csv", "layout": layout, "columns": {"example": "case"}})
    with pytest.raises(ValidationError, match="the column 'fold' stands for fold and for example"):
        study(scores={"files": "a.csv", "columns": {"example": "fold"}})


@pytest.mark.parametrize("data", [{"scores": {"files": ["a.csv"]}}, EVERYTHING])
def test_study_as_resolved_is_read_back(data):
    read = Study.model_validate(data)
    resolved = read.model_dump(mode="json")
    assert Study.model_validate(resolved) == read
    assert Study.model_validate(resolved).model_dump(mode="json") == resolved


@pytest.mark.parametrize(
    ("written", "resolved", "options"),
    [
        ("sign", "sign", {}),
        ({"sign": {}}, "sign", {}),
        ("wilcoxon", "wilcoxon", {"zeros": "split"}),
        ({"wilcoxon": {"zeros": "split"}}, "wilcoxon", {"zeros": "split"}),
        ({"wilcoxon": {"zeros": "pratt"}}, {"wilcoxon": {"zeros": "pratt"}}, {"zeros": "pratt"}),
        ({"permutation": {"seed": 7}}, {"permutation": {"seed": 7}}, {"draws": 100_000, "seed": 7}),
        (
            {"permutation": {"draws": 20_000, "seed": 7}},
            {"permutation": {"draws": 20_000, "seed": 7}},
            {"draws": 20_000, "seed": 7},
        ),
    ],
)
def test_a_pairwise_test_has_its_options(written, resolved, options):
    read = study(test={"pairwise": written})
    assert read.test.pairwise.options == options
    assert read.model_dump(mode="json")["test"]["pairwise"] == resolved
    assert names(read.adjust) == ["holm"]


@pytest.mark.parametrize("number", [1e101, 1e308, 1e-101, 5e-324])
@pytest.mark.parametrize(
    ("section", "at"),
    [
        (lambda number: {"rank": {"tolerance": number}}, ("rank", "tolerance")),
        (lambda number: {"bayes": {"rope": {"score": number}}}, ("bayes", "rope", "score")),
        (lambda number: {"power": {"effect": [0.1, number]}}, ("power", "effect", 1)),
        (lambda number: {"replicability": {"biases": [number]}}, ("replicability", "biases", 0)),
    ],
)
def test_numbers_that_nothing_can_be_computed_with(section, at, number):
    with pytest.raises(ValidationError) as found:
        study(**section(number))
    [error] = [error for error in found.value.errors() if "to be computed with" in error["msg"]]
    assert tuple(part for part in error["loc"] if not str(part).startswith("<")) == at
