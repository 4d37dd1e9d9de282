"""Which comparisons are adjusted together: those of a metric, or of all metrics; what reports say of it."""

import io

import numpy as np
import pytest

from rankpress.account.paper import methods_for_paper, methods_paragraphs
from rankpress.account.results import results
from rankpress.account.summary import summary
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse
from rankpress.app.answer import write_answer
from rankpress.checks.designs import too_few_datasets
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Scores
from rankpress.spec.model import Study
from rankpress.stats.adjustments import bonferroni, hochberg, holm
from rankpress.stats.multiplicity import chance_of_any_error
from rankpress.stats.step_levels import step_levels
from rankpress.topics.comparisons.families import families_in_words
from rankpress.topics.comparisons.pairs import levels_of_steps
from rankpress.topics.comparisons.pairwise_test import limit_of_significance
from rankpress.topics.effects.leader import more_datasets
from rankpress.topics.phrases import adjusted_p_of
from rankpress.topics.ranks.diagrams import cd_caption
from rankpress.topics.ranks.ranks import grouped
from rankpress.topics.topic import heads_of_adjusted_p
from rankpress.wording.numbers import counted_in_words, p_text
from rankpress.wording.text import plain
from tests.pipeline.conftest import metric_of

METRICS = ["accuracy", "auc", "f1", "kappa"]


def analysed(n_metrics=4, k=3, n=14, **spec):
    rng = np.random.default_rng(2)
    metrics = tuple(metric_of(rng.normal(0, 1, (n, k)) - 0.6 * np.arange(k), name=name) for name in METRICS[:n_metrics])
    scores = {"files": ["x.csv"], "metrics": [{"name": metric.name} for metric in metrics]}
    study = Study.model_validate({"scores": scores, "effects": None, "test": {"also": []}, **spec})
    return analyse(study, Scores(metrics, {}, ()))


@pytest.mark.few
@pytest.mark.conformance("Holm and others over metrics", "the adjustment of the p-values of all metrics in one list")
@pytest.mark.parametrize(("name", "function"), [("holm", holm), ("bonferroni", bonferroni), ("hochberg", hochberg)])
@pytest.mark.parametrize("k", [2, 4])
def test_over_metrics_is_the_adjustment_of_all_p_values(name, function, k):
    analyses = analysed(k=k, adjust=[{name: {"over": "metrics"}}])
    expected = np.split(function(np.concatenate([one.tested.over.p for one in analyses])), len(analyses))
    for analysis, of_metric in zip(analyses, expected, strict=True):
        assert analysis.adjusted.p[name] == pytest.approx(of_metric)
    alone = analysed(k=k, adjust=["holm"])
    assert any((one.adjusted.p["holm"] < two).any() for one, two in zip(alone, expected, strict=True))


@pytest.mark.parametrize("control", [None, "A"])
@pytest.mark.parametrize(("over", "n_metrics"), [("pairs", 1), ("metrics", 2)])
def test_all_that_divides_the_level_has_the_family_that_is_adjusted(over, n_metrics, control):
    """The data sets that are needed, the levels of steps, and the least p, as results and check have them."""
    test = {"also": [], "control": control, "pairwise": "wilcoxon"}
    analyses = analysed(2, 4, 5, test=test, adjust=[{"bonferroni": {"over": over}}])
    family = n_metrics * (6 if control is None else 3)
    for analysis in analyses:
        adjusted, over_datasets = analysis.adjusted, analysis.tested.over
        assert adjusted.family_size("bonferroni") == family
        assert levels_of_steps(analysis)["bonferroni"] == pytest.approx(np.full(len(over_datasets.p), 0.05 / family))
        least = over_datasets.details["least_p"]
        assert adjusted.least["bonferroni"] == pytest.approx(np.minimum(1, least * family))
    # with five data sets nothing can be significant, and no number of further ones is given
    assert not any([*more_datasets(analysis)] for analysis in analyses)
    attainable = analysed(2, 4, 12, test=test, adjust=[{"bonferroni": {"over": over}}])
    promised = [plain(text) for analysis in attainable for text in more_datasets(analysis)]
    assert promised
    assert all(f"80% power at α / {family}," in text for text in promised)
    scores = Scores(tuple(analysis.scores for analysis in analyses), {}, ())
    section = {"files": ["x.csv"], "metrics": [{"name": name} for name in METRICS[:2]]}
    study = Study.model_validate({"scores": section, "test": test, "adjust": [{"bonferroni": {"over": over}}]})
    assert all(
        f"for {family} comparisons, is {min(1, family / 16):.3g}" in text
        for text in too_few_datasets(study, scores.metrics)
    )
    assert len([*too_few_datasets(study, scores.metrics)]) == 2


def agreeing(n_metrics, n, control):
    """Studies in which all data sets agree by far in all metrics, so that each p is the least of its test."""
    means = -np.arange(4.0) * (1 + np.arange(n)[:, None] / 100)
    metrics = tuple(metric_of(means, name=name) for name in METRICS[:n_metrics])
    section = {"files": ["x.csv"], "metrics": [{"name": metric.name} for metric in metrics]}
    test = {"also": [], "control": control}
    study = Study.model_validate({"scores": section, "effects": None, "test": test, "adjust": {"over": "metrics"}})
    return study, analyse(study, Scores(metrics, {}, ()))


@pytest.mark.few
@pytest.mark.parametrize("control", [None, "A"])
@pytest.mark.parametrize("n_metrics", [1, 2, 3])
def test_the_least_p_and_the_data_sets_that_suffice_count_the_family_of_all_metrics(n_metrics, control):
    family = n_metrics * (6 if control is None else 3)
    suffice = next(n for n in range(2, 20) if family * 2 / 2**n <= 0.05)
    for n in (5, suffice - 1, suffice):
        study, analyses = agreeing(n_metrics, n, control)
        warned = [*too_few_datasets(study, [analysis.scores for analysis in analyses])]
        assert len(warned) == (n < suffice) * n_metrics
        for analysis in analyses:
            assert analysis.adjusted.p["holm"].min() == pytest.approx(min(1, family * 2 / 2**n))
            stated = " ".join(limit_of_significance(analysis))
            assert bool(stated) == (n < suffice)
            if stated:
                assert f"the smallest Holm-adjusted p is {p_text(min(1, family * 2 / 2**n), 0.05)}." in stated
                assert f". {counted_in_words(suffice, 'data set')}" in stated.lower()
                offered = "comparisons with one control" in stated
                assert offered == (control is None and 3 * n_metrics * 2 / 2**n <= 0.05)
                assert n_metrics == 1 or ("Westfall" not in stated and "Nemenyi" not in stated)


def test_the_levels_of_holm_over_metrics_are_those_of_its_place_among_all():
    analyses = analysed(2, 3, adjust=[{"holm": {"over": "metrics"}}])
    expected = step_levels("holm", np.concatenate([analysis.tested.over.p for analysis in analyses]), 0.05)
    levels = np.concatenate([levels_of_steps(analysis)["holm"] for analysis in analyses])
    assert levels == pytest.approx(expected)


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("n_metrics", [1, 2, 4])
def test_every_report_says_what_a_family_is(n_metrics, k):
    analyses = analysed(n_metrics, k)
    [*sentences] = map(plain, families_in_words(analyses))
    assert bool(sentences) == (n_metrics > 1)
    for text in (methods_for_paper(analyses, "we"), *methods_paragraphs(analyses)[-1:]):
        assert all(sentence in plain(text) for sentence in sentences)
    families = results("T", 0.05, analyses)["families"]
    assert families["comparisons"] == dict.fromkeys(METRICS[:n_metrics], k * (k - 1) // 2)
    assert families["chance_of_any_error"] == pytest.approx(1 - 0.95**n_metrics)
    assert families["chance_if_correlated"] == chance_of_any_error(n_metrics, 0.05, 0.5)
    if n_metrics == 4:
        chances = "at most 0.20 (0.185 if their statistics are independent, 0.156 if they correlate by 0.5)"
        assert chances in sentences[-1]


def test_a_family_of_all_metrics_or_a_primary_metric_settles_it():
    over_all = analysed(adjust={"over": "metrics"})
    listed = analysed(adjust=[{"holm": {"over": "metrics"}}])
    assert [item.adjusted.p["holm"].tolist() for item in over_all] == [
        item.adjusted.p["holm"].tolist() for item in listed
    ]
    assert [*map(plain, families_in_words(over_all))] == ["The twelve comparisons of all four metrics are one family."]
    assert results("T", 0.05, over_all)["families"]["chance_of_any_error"] == 0.05
    assert "adjusted by Holm over all metrics" in plain(summary(over_all)[0])
    planned = analysed(protocol={"planned": {"primary": "auc"}})
    sentences = " ".join(map(plain, families_in_words(planned)))
    assert "The primary metric, auc, decides" in sentences
    assert "any error" not in sentences
    assert not any(item.pitfall for item in planned[0].protocol.items if item.subject == "Metrics compared by")
    with pytest.raises(FaultsFound, match="gone"):
        Study.from_dict({"scores": {"files": ["x"], "metrics": ["a"]}, "protocol": {"planned": {"primary": "gone"}}})


@pytest.mark.parametrize("section", [{"sensitivity": {}}, {"replicability": {}}, {"power": {"effect": 0.1}}])
def test_what_varies_one_metric_refuses_a_family_of_all(section):
    scores = {"files": ["x"], "metrics": ["a", "b"]}
    with pytest.raises(FaultsFound, match="of one metric"):
        Study.from_dict({"scores": scores, "adjust": [{"holm": {"over": "metrics"}}], **section})
    assert Study.from_dict({"scores": scores, "adjust": ["holm"], **section})


def test_over_is_of_adjustments_of_p_values_alone():
    with pytest.raises(FaultsFound, match="no such option"):
        Study.from_dict({"scores": {"files": ["x"]}, "adjust": [{"westfall-young": {"over": "metrics"}}]})


@pytest.mark.few
@pytest.mark.parametrize(
    ("spec", "settled"),
    [
        ({"adjust": ["holm", "shaffer"]}, "Shaffer procedure"),
        ({"adjust": ["holm", "tukey"]}, "Tukey test"),
        ({"adjust": ["holm", "shaffer"], "test": {"pairwise": "rank-z"}}, ""),
        ({"adjust": ["nemenyi", "holm"]}, ""),
        ({"adjust": ["holm"]}, ""),
        ({}, ""),
    ],
)
def test_a_test_that_a_correction_behind_the_first_settles_is_stated_once(spec, settled):
    scores = {"files": ["x.csv"], "metrics": [{"name": name} for name in METRICS[:2]]}
    study = Study.model_validate({"scores": scores, "effects": None, **spec})
    analyses = analyse(study, Scores(tuple(one.scores for one in analysed(2, 4)), {}, ()))
    stream = io.StringIO()
    write_answer(analyses, {}, stream, width=100)
    for text in (plain(methods_for_paper(analyses, "we")), " ".join(stream.getvalue().split())):
        assert text.count("was taken because") == bool(settled)
        assert not settled or f"was taken because the {settled} is for its hypotheses." in text


@pytest.mark.parametrize(
    ("adjust", "expected"),
    [
        ([{"holm": {"over": "metrics"}}, "shaffer"], "are one family for Holm; Shaffer adjusts each metric alone."),
        (["shaffer", {"holm": {"over": "metrics"}}], "are a family; Holm alone takes all metrics together."),
        ([{"holm": {"over": "metrics"}}], "comparisons of both metrics are one family."),
        (["holm"], "p-values are not adjusted across metrics."),
    ],
)
def test_each_adjustment_is_named_with_its_family(adjust, expected):
    """In heads of columns, notes, captions of tables and figures, and sentences; names that a study may write."""
    analyses = analysed(2, 4, adjust=adjust)
    assert expected in " ".join(map(plain, families_in_words(analyses)))
    first, adjusted = analyses[0], analyses[0].adjusted
    scores = {"files": ["x.csv"], "metrics": [{"name": name} for name in METRICS[:2]]}
    study = Study.model_validate({"scores": scores, "adjust": adjust})
    heads = [*adjusted_p_of(first)]
    assert heads == heads_of_adjusted_p(study)
    tables = {table.kind: table for table in build_tables(first)}
    for name, head in zip(adjusted.p, heads, strict=True):
        across = name in adjusted.across
        assert head.endswith(" over all metrics)") == across
        assert head in [plain(cell.text) for cell in tables["pairs"].head[-1]]
        if name == adjusted.deciding:
            table = tables["pairwise-p"]
            groups = [text for text in grouped(first) if plain(text).startswith("Groups within which")]
            for text in (table.caption, table.notes_in("short")[0], cd_caption(first, name), *groups):
                assert ("over all metrics" in plain(text)) == across
