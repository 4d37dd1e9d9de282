"""The headline, the first table and the first figure of a report speak of one comparison, whatever a study names."""

from dataclasses import replace

import pytest

from rankpress.account.summary import summary
from rankpress.account.tables import built_table, kinds_in_order
from rankpress.catalog.kinds import FIGURES, TABLES
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE, WITHIN
from rankpress.core.document import Plan
from rankpress.core.scores import PairedOutcomes
from rankpress.report.plot import plans_of
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.topics.phrases import separation
from rankpress.wording.text import join, plain
from tests.pipeline.conftest import analysis_of

SCORES = {
    "outcomes": {"examples": 40},
    "examples": {"examples": 40},
    "runs": {"runs": 4},
    "paired-runs": {"runs": 4},
    "5x2": {"folds": (5, 2)},
    "kfold": {"folds": (1, 5)},
}
OF_FOLDS = {"folds": (5, 2)}
FEW = (1, 3)
OVER_DATASETS = ("average rank", "critical difference", "over the data sets")


def opening(analysis):
    """Return the first table of a report, and its first figure, as texts that readers have of them."""
    kinds = sorted((kind for kind in kinds_in_order(TABLES) if kind.opens), key=lambda kind: kind.opens)
    table = next(filter(None, (built_table(kind.name, analysis) for kind in kinds)), None)
    kinds = sorted((kind for kind in kinds_in_order(FIGURES) if kind.opens), key=lambda kind: kind.opens)
    plans = (plan for kind in kinds for plan in plans_of([analysis], [PlottedFigure.of_kind(kind.name)]))
    return table, next((plan for plan in plans if isinstance(plan, Plan)), None)


def assert_of_one_comparison(analysis):
    table, figure = opening(analysis)
    headline = plain(join(summary([analysis])))
    texts = [headline, *(plain(each.caption) for each in (table, figure) if each is not None)]
    if analysis.is_benchmark:
        assert analysis.tested.over is None
        assert not analysis.tested.omnibus
        assert all("test examples" in each for each in texts), texts
        titles = [*OVER_DATASETS, *(method.title for method in PAIRWISE.values())]
        assert not [(title, each) for title in titles for each in texts if title in each.lower()]
    elif analysis.tested.over is not None:
        titles = [PAIRWISE[analysis.tested.over.procedure].title, ADJUSTMENTS[analysis.adjusted.deciding].title]
        assert all(any(title in each.replace("–", "-") for title in titles) for each in texts), (titles, texts)
    assert marked(table) == significant(analysis, table), headline


def marked(table):
    """Return who has a significant p in the first table."""
    rows = () if table is None else table.rows
    return {plain(row[0].text) for row in rows for cell in row if cell.is_p and "significant" in cell.marks}


def significant(analysis, table):
    """Return who differs significantly from the leader by the comparison that decides, where the table has p-values."""
    if table is None or not any(cell.is_p for row in table.rows for cell in row):
        return set()
    leader, of_examples = analysis.best_first[0], analysis.tested.stratified
    if of_examples is None:
        pairs = separation(analysis).separated
    else:
        low = analysis.p_within(of_examples) <= analysis.adjusted.alpha
        pairs = of_examples.pairs[low].tolist()
    return {analysis.names[a + b - leader] for a, b in pairs if leader in (a, b)}


@pytest.mark.few
@pytest.mark.parametrize("within", [None, "none", *WITHIN])
@pytest.mark.parametrize("n", [*FEW, 6])
def test_by_every_test_within_data_sets(make_analysis, within, n):
    scores = SCORES.get(WITHIN[within].design, OF_FOLDS) if within in WITHIN else {"examples": 40}
    options = {} if within is None else {"test": {"within": within}}
    analysis = make_analysis(n, 3, **scores, **options)
    assert_of_one_comparison(analysis)
    if "examples" in scores and within != "none":
        assert analysis.is_benchmark == (n in FEW and (n > 1 or WITHIN[within or "mcnemar"].design == "examples"))


@pytest.mark.nightly
@pytest.mark.parametrize("pairwise", PAIRWISE)
def test_a_named_test_over_the_data_sets_is_the_one(make_analysis, pairwise):
    analysis = make_analysis(3, 3, examples=40, test={"pairwise": pairwise})
    assert analysis.tested.over.procedure == pairwise
    assert_of_one_comparison(analysis)


NAMED = ({"test": {"over": "datasets"}}, {"test": {"also": ["sign"]}}, {"adjust": ["nemenyi"]})


@pytest.mark.parametrize("named", NAMED)
def test_whatever_names_a_test_over_the_data_sets(make_analysis, named):
    assert not make_analysis(3, 3, examples=40, **named).is_benchmark


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_counts_of_outcomes_are_compared_as_the_outcomes(make_analysis, better):
    scores = make_analysis(3, 3, examples=40, better=better).scores
    scores = replace(scores, examples=tuple(replace(each, answer_variance=None) for each in scores.examples))
    if better == "lower":  # what is counted is who is right, and the score the share that is wrong
        wrong = [1 - each.scores for each in scores.examples]
        counted = tuple(PairedOutcomes(len(right), right.T @ right) for right in wrong)
        scores = replace(scores, outcomes=counted)
    stratified = [
        analysis_of(each, test={"within": "mcnemar"}).tested.stratified
        for each in (scores, replace(scores, examples=()))
    ]
    for of_rows, of_counts in zip(*((each.means, each.differences) for each in stratified), strict=True):
        for name in ("mean", "standard_error", "df", "p"):
            assert getattr(of_counts, name) == pytest.approx(getattr(of_rows, name)), name
