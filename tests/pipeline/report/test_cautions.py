"""What a reader must be told with the results: cautions, missing results, priors, intervals at odds with tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.catalog.methods import LEAST_DATASETS_OF_POSTERIOR
from rankpress.core.scores import Gap, Missing
from rankpress.core.text import plain
from rankpress.report.table_view import choose_tables
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics.kinds import build_document
from rankpress.topics.paper import cautions
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]
POOL = "Average ranks, and the verdicts of tests that compare them, depend on the set of algorithms compared."
SIZE = "A p-value does not measure the size of a difference."
FOLDS = "Scores on the folds of a data set are dependent, for folds share training data."


def texts(*analyses: Analysis, length: str = "short") -> tuple[str, str, str]:
    """Return summary, methods and results."""
    prose = ProseOptions.model_validate({"length": length})
    written = build_document("Title", analyses, (), (), prose=prose)
    summary, methods, account = (" ".join(map(plain, of)) for of in (written.summary, written.methods, written.account))
    return summary, methods, account


@pytest.mark.parametrize(
    ("study", "expected"),
    [
        ({}, [SIZE]),
        ({"test": {"pairwise": "rank-z"}}, [POOL, SIZE]),
        ({"k": 2, "test": {"pairwise": "rank-z"}}, [SIZE]),
        ({"folds": (2, 5)}, [SIZE, FOLDS]),
        ({"folds": (2, 5), "test": {"within": "none"}}, [SIZE]),
        ({"n": 1, "folds": (2, 5)}, [SIZE, FOLDS]),
        ({"n": 1}, []),
    ],
)
@pytest.mark.parametrize("length", ["short", "full"])
def test_results_of_a_paper_carry_the_cautions_that_concern_it(
    make_analysis: Make, study: dict[str, Any], expected: list[str], length: str
) -> None:
    analysis = make_analysis(**{"n": 8, **study})
    assert cautions([analysis]) == expected
    results = texts(analysis, length=length)[2]
    assert all(results.count(sentence) == (sentence in expected) for sentence in (POOL, SIZE, FOLDS))


GAPS = (Gap("data 0", "alg 1", 0, 1), Gap("data 3", "alg 2", 0, 1))
HOLES = np.array([[0.9, np.nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7], [0.9, 0.8, np.nan]])


@pytest.mark.parametrize(
    ("study", "sentence"),
    [
        (
            {"n": 4, "means": HOLES, "missing": Missing("worst-rank", GAPS, worst_ranked=GAPS)},
            "Two of 12 results (16.7%) are missing and ranked worst.",
        ),
        (
            {"n": 6, "missing": Missing("drop-datasets", GAPS, dropped_datasets=("data 0", "data 3"))},
            "Two of 24 results (8.3%) are missing; two data sets are omitted.",
        ),
        (
            {"n": 6, "missing": Missing("drop-algorithms", GAPS[:1], dropped_algorithms=("alg 9",))},
            "One of 24 results (4.2%) is missing; one algorithm is omitted.",
        ),
        (
            {
                "n": 4,
                "means": HOLES,
                "missing": Missing("incomplete-blocks", GAPS, left_open=GAPS),
                "test": {"omnibus": ["skillings-mack"], "pairwise": "skillings-mack"},
            },
            "Two of 12 results (16.7%) are missing and left open.",
        ),
    ],
)
def test_the_headline_has_the_share_of_missing_results(
    make_analysis: Make, study: dict[str, Any], sentence: str
) -> None:
    assert sentence in texts(make_analysis(k=3, **study))[0]


def test_what_metrics_share_is_stated_once(make_analysis: Make) -> None:
    missing = Missing("worst-rank", GAPS, worst_ranked=GAPS)
    both = [make_analysis(4, 3, means=HOLES, missing=missing, metric=name) for name in ("accuracy", "F1")]
    for length in ("short", "full"):
        summary, _, results = texts(*both, length=length)
        assert summary.count("results (16.7%)") == results.count("results (16.7%)") == 1
        for text in (summary, results):
            assert text.count("adjusted by Holm, α = 0.05") == text.count("not evidence that") == 1
    ordered = [make_analysis(8, 3, costs=True, metric=name) for name in ("accuracy", "F1")]
    assert texts(*ordered)[0].count("When algorithms") == texts(*ordered)[2].count("When algorithms") == 1


def test_tables_of_missing_results_are_printed_once_where_metrics_have_the_same(make_analysis: Make) -> None:
    missing = Missing("worst-rank", GAPS, worst_ranked=GAPS)
    both = [
        make_analysis(4, 3, means=means, missing=missing, metric=name)
        for name, means in (("accuracy", HOLES), ("F1", 1 - HOLES))  # which puts the algorithms in another order
    ]
    [table] = [table for table in choose_tables(both, {}).tables if table.kind == "missing"]
    assert (table.name, plain(table.title)) == ("all-missing", "Missing results in accuracy and F1")
    other = make_analysis(4, 3, metric="F1", missing=replace(missing, gaps=GAPS[:1], worst_ranked=GAPS[:1]))
    tables = [table for table in choose_tables([both[0], other], {}).tables if table.kind == "missing"]
    assert [table.name for table in tables] == ["accuracy-missing", "f1-missing"]


def test_exploratory_studies_have_no_significant_headline(make_analysis: Make) -> None:
    study = {"n": 12, "folds": (2, 5), "costs": True, "curves": {"pairs": "all", "average": True}}
    analysis = make_analysis(**study, protocol={"kind": "exploratory"})
    summary, _, results = texts(analysis)
    for text in (summary, results):
        assert "exploratory" in text
        assert "signific" not in text
        assert "95% CI" in text
    assert "best average rank" in summary
    assert "unadjusted, exploratory p" in results
    assert "significantly better" in texts(make_analysis(**study))[0]


def test_curves_are_no_substitute_for_a_test(make_analysis: Make) -> None:
    analysis = make_analysis(9, 3, folds=(5, 2), curves={"pairs": "all", "average": True})
    assert "intervals contain 0" not in texts(analysis, length="full")[2]


def test_one_data_set_has_no_average_rank(make_analysis: Make) -> None:
    analysis = make_analysis(1, 4, folds=(2, 5), costs=True)
    for length in ("short", "full"):
        assert not any("average" in text.replace("averaged", "") for text in texts(analysis, length=length))
    assert not any("verage rank" in plain(row[0].text) for table in build_tables(analysis) for row in table.rows)
    summary = texts(analysis)[0]
    assert "By accuracy, alg 2 achieves the best score (0.832)." in summary
    assert "Of 6 paired differences, 1 is significant (corrected resampled t test, adjusted by Holm" in summary
    assert "average-ranks" not in {table.kind for table in choose_tables([analysis], {}).tables}


def test_multi2test_is_named_where_its_first_step_was_made(make_analysis: Make) -> None:
    for length in ("short", "full"):
        assert "second step of Multi²Test" in texts(make_analysis(9, 4, costs=True), length=length)[1]
        assert "second step" not in texts(make_analysis(9, 4, costs=True, folds=(2, 5)), length=length)[1]


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ({"pairwise": "rank-z"}, "two algorithms that both equal a third are equal."),
        ({"pairwise": "sign", "logical": "assume"}, "those of the sign test concern each pair alone"),
    ],
)
def test_transitivity_is_claimed_where_the_hypotheses_have_it(
    make_analysis: Make, test: dict[str, str], expected: str
) -> None:
    methods = texts(make_analysis(12, test=test, adjust=["shaffer"]), length="full")[1]
    assert "The Shaffer procedure relies on transitive hypotheses" in methods
    assert [clause in methods for clause in ("both equal a third", "need not be")] == [
        "equal a third" in expected,
        "sign" in expected,
    ]
    assert "transitive" not in texts(make_analysis(12, test=test, adjust=["holm"]), length="full")[1]


@pytest.mark.parametrize("over", ["sign", "signed-rank"])
def test_few_data_sets_give_no_posterior_verdict_that_hangs_on_the_prior(make_analysis: Make, over: str) -> None:
    bayes = {"rope": 0, "over": over, "draws": 2000}
    few, enough = LEAST_DATASETS_OF_POSTERIOR - 3, LEAST_DATASETS_OF_POSTERIOR
    scores = np.array([[0.7, 0.8, 0.9]] * enough)
    results = texts(make_analysis(few, 3, means=scores[:few], bayes=bayes))[2]
    assert "On only three data sets, probabilities depend on the prior." in results
    assert "under the study's prior, but not under one against them: " in results
    assert "alg 2 is better than alg 1 (>0.999; 0." in results
    assert "Three pairs are undecided" in results
    results = texts(make_analysis(enough, 3, means=scores, bayes=bayes))[2]
    assert "With a probability of at least 0.95, " in results
    assert "prior" not in results


def test_few_data_sets_give_no_verdict_without_a_second_prior(make_analysis: Make) -> None:
    bayes = {"rope": 0.01, "over": "hierarchical", "draws": 1000}
    results = texts(make_analysis(3, 3, folds=(2, 5), bayes=bayes))[2]
    assert "no verdict is drawn from them" in results
    assert "With a probability of at least" not in results.replace("with a probability of at least", "")


DIFFERENT = np.array([[0.5, 0.5 + gain] for gain in (0.01, 0.02, 0.03, 0.03, 0.04)])


@pytest.mark.parametrize(
    ("study", "why"),
    [
        (
            {"n": 5, "k": 2, "means": DIFFERENT},
            "5 data sets are too few for the Wilcoxon signed-ranks test to reject",
        ),
        ({"n": 12, "seed": 0}, "the interval is not adjusted for the six comparisons"),
        ({"n": 12, "seed": 0, "test": {"pairwise": "rank-z"}}, "the z test of average ranks uses another statistic"),
        ({"n": 12, "seed": 1}, ""),
    ],
)
def test_an_interval_at_odds_with_the_test_is_explained(make_analysis: Make, study: dict[str, Any], why: str) -> None:
    results = texts(make_analysis(**study))[2]
    expected = f"The interval excludes zero although the difference is not significant, because {why}."
    assert (expected in results) == ("The interval" in results) == bool(why)
