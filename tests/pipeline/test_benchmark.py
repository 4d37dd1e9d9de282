"""Benchmarks of few data sets: their headline is the difference over the test examples."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest

import rankpress
from rankpress.account.paper import methods_for_paper, results_for_paper, results_paragraphs
from rankpress.account.results import results
from rankpress.account.summary import summary
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.topics.conclusion.leaders import comparisons_in_short
from rankpress.topics.topic import keys_of_pairs
from rankpress.topics.within.benchmark import benchmark_caveats, stratified_table
from rankpress.topics.within.examples import verdicts
from rankpress.topics.within.methods import within_methods
from rankpress.topics.within.within import within_caveats, within_reminders
from rankpress.wording.numbers import in_words
from rankpress.wording.text import join, plain

SPEC = {"examples": 90, "test": {"within": "clustered-t"}}
OVER_DATASETS = ("Wilcoxon", "average rank", "Hodges-Lehmann", "Friedman")


@pytest.mark.few
@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("k", [2, 4])
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_headline_and_paper_state_the_difference_over_the_examples(make_analysis, n, k, better):
    analysis = make_analysis(n=n, k=k, better=better, **SPEC)
    means = analysis.scores.means.mean(axis=0)
    first, second = (f"alg {i}" for i in np.argsort(-analysis.scores.sign * means, kind="stable")[:2])
    for sentences in (summary([analysis]), results_for_paper([analysis])):
        text = plain(join(sentences))
        assert not any(word in text for word in OVER_DATASETS), text
        verb = f"{first} exceeds {second}" if better == "higher" else f"of {first} is"
        assert f"On average, {verb}" in text or f"On average, the accuracy {verb}" in text, text
        assert "95% CI" in text
    methods = plain(methods_for_paper([analysis], "we"))
    assert not any(word in methods for word in OVER_DATASETS), methods
    assert ("Satterthwaite" in methods) == (n > 1)
    assert not list(comparisons_in_short(analysis))
    assert plain(summary([analysis])[0]) in plain(join(results_paragraphs([analysis])))


@pytest.mark.parametrize(("n", "is_said"), [(5, True), (12, False)])
def test_a_difference_that_rests_on_few_test_examples_is_said_to(n, is_said):
    right = np.ones((120, 2))
    right[:n, 1] = 0
    rows = [
        {"task": f"t{example % 2}", "model": name, "item": f"i{example}", "correct": int(right[example, column])}
        for example in range(120)
        for column, name in enumerate(("A", "B"))
    ]
    [analysis] = rankpress.compare(pd.DataFrame(rows), metric="correct", better="higher").analyses
    said = [plain(sentence) for sentence in benchmark_caveats(analysis)]
    assert any("those of A and B on five test examples" in sentence for sentence in said) == is_said
    assert bool(said) == is_said


def test_of_more_data_sets_the_tests_over_them_are(make_analysis):
    analysis = make_analysis(n=5, k=3, **SPEC)
    assert analysis.tested.stratified is None
    assert stratified_table(analysis) is None
    assert "average rank" in plain(summary([analysis])[0])


def test_results_are_combined_from_those_within(make_analysis):
    analysis = make_analysis(n=3, k=4, **SPEC)
    metric = results("t", 0.05, [analysis])["metrics"]["accuracy"]
    for pair in metric["stratified"]:
        within = [test for test in metric["within"] if (test["a"], test["b"]) == (pair["a"], pair["b"])]
        squares = [test["standard_error"] ** 2 for test in within]
        assert pair["difference"] == pytest.approx(sum(test["difference"] for test in within) / 3)
        assert pair["standard_error"] == pytest.approx(sum(squares) ** 0.5 / 3)
        parts = sum(square**2 / test["df"] for square, test in zip(squares, within, strict=True))
        assert pair["df"] == pytest.approx(sum(squares) ** 2 / parts)
    assert len(metric["stratified"]) == 6


@pytest.mark.few
@pytest.mark.parametrize("scores", [{"n": 3, **SPEC}, {"n": 3, "examples": 90}, {"n": 8, "folds": (1, 6)}])
@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_p_within_data_sets_are_adjusted_as_the_study_asks(make_analysis, scores, name):
    """By one that takes p-values alone; by Holm's where it needs a test or all pairs of ranks."""
    adjustment = ADJUSTMENTS[name]
    if adjustment.pairs == "control":
        scores = {**scores, "test": {**scores.get("test", {}), "control": "alg 0"}}
    if adjustment.test:
        scores = {**scores, "test": {**scores.get("test", {}), "pairwise": adjustment.test}}
    analysis = make_analysis(k=4, adjust=[name], **scores)
    used = name if adjustment.uses == "p" else "holm"
    assert analysis.adjusted.within == used
    compared = [analysis.tested.stratified] if analysis.is_benchmark else []
    metric = results("t", 0.05, [analysis])["metrics"]["accuracy"]
    for each, pairs in [(compared, metric.get("stratified", [])), (analysis.tested.within, metric["within"])]:
        assert bool(pairs) == bool(each)
        p = [pair["p"] for pair in pairs]
        size = len(p) // max(1, len(each))
        families = [p[at : at + size] for at in range(0, len(p), size or 1)]
        expected = [ADJUSTMENTS[used].run(np.array(family)) for family in families]
        assert [pair["adjusted"][used] for pair in pairs] == pytest.approx([*itertools.chain(*expected)])
    paper = plain(join([*summary([analysis]), *within_methods(analysis), *within_reminders(analysis)]))
    assert ADJUSTMENTS[used].title in paper or used == "unadjusted", paper
    assert used == "holm" or "Holm" not in paper, paper
    assert any("over data sets alone" in plain(line) for line in within_caveats(analysis)) == (used != name)
    assert not adjustment.caution or name != used or adjustment.caution in paper or name in analysis.adjusted.p


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_two_reports_are_compared_by_the_differences_over_the_examples(make_analysis, better):
    analysis = make_analysis(n=3, k=4, better=better, **SPEC)
    [key] = [key for key in keys_of_pairs() if key.name == "stratified"]
    means = dict(zip(analysis.names, analysis.scores.sign * analysis.tested.stratified.means.mean, strict=True))
    compared = list(key.pairs(key.of(analysis)))
    assert len(compared) == 6
    assert all(means[first] > means[other] for first, other, _ in compared)


def test_an_exploratory_benchmark_has_no_verdicts(make_analysis):
    analysis = make_analysis(n=3, k=3, protocol={"kind": "exploratory"}, **SPEC)
    for sentences in (summary([analysis]), results_for_paper([analysis])):
        assert "significant" not in plain(join(sentences))


def test_control_is_compared_with_the_best_other(make_analysis):
    analysis = make_analysis(n=3, k=4, examples=90, test={"within": "clustered-t", "control": "alg 1"})
    assert "On average, alg 3 exceeds alg 1 in accuracy by" in plain(summary([analysis])[0])


@pytest.mark.parametrize("seed", range(12))
def test_the_verdicts_of_one_data_set_pass_over_no_pair(make_analysis, seed):
    analysis = make_analysis(n=1, k=5, **SPEC)
    pairs = np.array(list(itertools.combinations(range(5), 2)))
    rng = np.random.default_rng(seed)
    significant = rng.permutation(len(pairs)) < rng.integers(1, len(pairs))
    means = analysis.scores.sign * analysis.scores.means[0]
    text = plain(verdicts(analysis, pairs, means[pairs[:, 0]] - means[pairs[:, 1]], np.where(significant, 0.01, 0.9)))
    assert equal_in(text) == int((~significant).sum()), text


def equal_in(text):
    """Count the pairs that a sentence states to differ not significantly."""
    names = sum(clause.count("alg") for clause in re.findall(r"its differences? from ([^;.]*) not significant", text))
    pattern = r"(?:the differences?|except th[ao]\w+) (between [^;.]*)"
    named = sum(clause.count("between") for clause in re.findall(pattern, text))
    numbers = ["none", *map(in_words, range(1, 13))]
    counts = re.findall(r"(\w+) of the (\w+) other differences? (?:is|are)", text)
    return names + named + sum(numbers.index(of) - numbers.index(significant) for significant, of in counts)
