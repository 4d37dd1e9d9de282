"""What reports and checks say where no difference can be significant, and whether it is so."""

import numpy as np
import pytest

from rankpress.account.paper import results_for_paper
from rankpress.account.summary import summary
from rankpress.checks.designs import too_few_datasets
from rankpress.spec.model import Study
from rankpress.topics.comparisons.comparisons import tests_caveats as caveats_of_tests
from rankpress.topics.comparisons.pairwise_test import limit_of_significance
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of

# What a study changes, by words of the sentence that names it.
CHANGES = {
    "one control": {"test": {"control": "A"}, "adjust": ["holm"]},
    "Westfall-Young": {"adjust": ["westfall-young"]},
    "paired t test": {"test": {"pairwise": "t"}, "adjust": ["holm"]},
    "Nemenyi": {"test": {"pairwise": "rank-z"}, "adjust": ["nemenyi"]},
}


def extreme(n, k):
    """Scores of the least p-values: all data sets have the same order, by differences that hardly vary."""
    return 0.9 - 0.1 * np.arange(k) + np.random.default_rng(1).normal(0, 1e-6, (n, k))


def finds_any(scores, **spec):
    analysis = analysis_of(scores, effects=None, **spec)
    return bool((analysis.adjusted.p[analysis.adjusted.deciding] <= 0.05).any())


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(("n", "k"), [(3, 3), (4, 2), (5, 5), (8, 6), (9, 12)])
def test_what_is_said_to_allow_significance_does_and_nothing_else(n, k):
    analysis = analysis_of(extreme(n, k), effects=None)
    first, ways = limit_of_significance(analysis)
    assert not finds_any(extreme(n, k))
    assert "can be significant" in first or "cannot be significant" in first
    for name, spec in CHANGES.items():
        assert (name in ways) == (k > 2 or name == "paired t test") * finds_any(extreme(n, k), **spec), name
    enough = next(size for size in range(n, 40) if finds_any(extreme(size, k)))
    words = "three four five six seven eight nine ten eleven twelve thirteen".split()
    assert f"{words[enough - 3].capitalize()} data sets" in ways


@pytest.mark.parametrize("protocol", [None, {"kind": "confirmatory"}, {"kind": "exploratory"}])
def test_every_kind_of_study_says_that_nothing_can_be_significant(protocol):
    """The report does, with what would help, the results for a paper do without; and check does."""
    means = extreme(4, 3)
    analysis = analysis_of(means, effects=None, protocol=protocol)
    in_report = " ".join(map(plain, (*summary([analysis]), *caveats_of_tests(analysis))))
    for text, ways in ((in_report, 1), (" ".join(map(plain, results_for_paper([analysis]))), 0)):
        assert "no difference can be significant" in text
        assert "the smallest " in text
        assert text.count("would allow significance") == ways
    study = Study.model_validate({"scores": {"files": ["x.csv"]}, "protocol": protocol})
    [noticed] = too_few_datasets(study, [metric_of(means)])
    assert "the paired t test (for normal differences)" in noticed
    assert ("Holm" in noticed) == (protocol != {"kind": "exploratory"})


def test_p_that_only_adjustment_raises_is_read_as_it_is_in_an_exploratory_study():
    assert len(limit_of_significance(analysis_of(extreme(6, 5), effects=None))) == 2
    assert limit_of_significance(analysis_of(extreme(6, 5), effects=None, protocol={"kind": "exploratory"})) == []
