"""Planners of matrices and maps: which p-values, rows and columns they take, what they say, and what they miss."""

from __future__ import annotations

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.core.scores import Gap, MetricScores, Missing, Scores
from rankpress.report.plot import CONTINUED, Drawn, plot
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import PlottedFigure


def analysed(k: int = 5, n: int = 14, gap: str | None = None, **sections: object) -> tuple[Analysis, ...]:
    """A study whose algorithms are the worse the later; with `gap` of that policy the first has no result once."""
    rng = np.random.default_rng(3)
    names, datasets = tuple(f"algo {i}" for i in range(k)), tuple(f"data {i}" for i in range(n))
    means = rng.uniform(0.5, 0.9, (n, 1)) + rng.normal(0, 0.02, (n, k)) - np.linspace(0, 0.1, k)
    missing = Missing(gap or "error")
    if gap:
        means[1, 0] = np.nan
        found = (Gap(datasets[1], names[0], 0, 1),)
        ranked_last = gap == "worst-rank"
        missing = Missing(gap, found, (), (), found if ranked_last else (), () if ranked_last else found)
    scores = MetricScores("accuracy", "higher", datasets, names, means, n, folds=(None,) * n, missing=missing)
    study = Study.model_validate({"scores": {"files": ["x.csv"], "missing": gap or "error"}, **sections})
    return analyse(study, Scores((scores,), {}, ()))


def drawn(analyses: tuple[Analysis, ...], *figures: str | dict[str, dict[str, object]]) -> Drawn:
    return plot(analyses, tuple(map(PlottedFigure.model_validate, figures)))


def test_p_values_are_those_of_the_adjustment_that_is_named() -> None:
    analyses = analysed(adjust=["nemenyi", "holm"])
    first, named = drawn(analyses, "p-values", {"p-values": {"adjust": "holm"}}).drawings
    for drawing, method, title in ((first, "nemenyi", "Nemenyi"), (named, "holm", "Holm")):
        significant = int((analyses[0].adjusted.p[method] <= 0.05).sum())
        assert f"adjusted for their number by {title}" in drawing.caption
        assert f"p adjusted by {title}; at most 0.05 for {significant} of them" in drawing.alt
    assert first.svg != named.svg


def test_unadjusted_p_values_are_said_to_be_no_findings() -> None:
    [drawing] = drawn(analysed(), {"p-values": {"raw": True}}).drawings
    assert "Above the diagonal stand the unadjusted p-values" in drawing.caption
    assert "no findings" in drawing.caption


def test_an_adjustment_of_the_false_discovery_rate_says_so() -> None:
    [drawing] = drawn(analysed(adjust=["benjamini-hochberg"]), "p-values").drawings
    assert "differ at false discovery rate 0.05" in drawing.caption
    assert "and not the family-wise error" in drawing.caption


def test_differences_are_those_of_the_effects_made_or_not() -> None:
    with_effects, without = (drawn(analysed(**more), "comparison-matrix").drawings for more in ({}, {"effects": None}))
    assert with_effects == without
    estimate = analysed()[0].estimated
    assert estimate is not None
    pairs, differences = estimate.pairs.tolist(), estimate.effects["mean-difference"].estimate
    assert f"algo 0 less algo 4 +{differences[pairs.index([0, 4])]:.3f}" in with_effects[0].alt


def test_rows_and_columns_of_a_comparison_matrix() -> None:
    [drawing] = drawn(analysed(), {"comparison-matrix": {"rows": ["algo 3"], "columns": ["algo 0", "algo 1"]}}).drawings
    assert "1 in rows and 2 in columns" in drawing.alt
    assert "p-values are adjusted for all 10 comparisons, shown here or not." in drawing.caption
    [whole] = drawn(analysed(), "comparison-matrix").drawings
    assert "shown here or not" not in whole.caption


def test_more_algorithms_than_have_room_are_compared_with_the_best() -> None:
    drawings = drawn(analysed(k=30, effects=None), "comparison-matrix").drawings
    assert [one.name for one in drawings] == [
        f"accuracy-comparison-matrix-{part}" for part in range(1, len(drawings) + 1)
    ]
    first, *others = drawings
    assert "best ranked, as many as have room" in first.caption
    assert "adjusted for all 435 comparisons" in first.caption
    assert others
    assert all(one.caption == CONTINUED for one in others)


def test_with_a_control_its_comparisons_are_the_only_column() -> None:
    found = drawn(analysed(test={"control": "algo 1"}), "comparison-matrix", "p-values")
    assert "4 in rows and 1 in columns" in found.drawings[0].alt
    assert "Only comparisons with algo 1 were made." in found.drawings[0].caption
    [warning] = found.warnings
    assert warning.startswith("accuracy: the figure p-values was not drawn: all comparisons are with one control")


@pytest.mark.parametrize(
    ("pairwise", "tested"), [("t", True), ("permutation", True), ("rank-z", False), ("wilcoxon", False)]
)
def test_the_caption_says_where_the_difference_is_not_what_is_tested(pairwise: str, tested: bool) -> None:
    [drawing] = drawn(analysed(test={"pairwise": pairwise}, adjust=["holm"]), "comparison-matrix").drawings
    assert ("which is not what is tested" in drawing.caption) != tested


@pytest.mark.parametrize("colour", ["scores", "ranks", "best"])
def test_a_map_shows_what_is_asked_for(colour: str) -> None:
    [drawing] = drawn(analysed(), {"score-map": {"colour": colour}}).drawings
    ends = {"scores": "The least is 0.", "ranks": "The least is 1 (", "best": "The least is 0.000 ("}
    assert ends[colour] in drawing.alt
    assert "Colours show no significance." in drawing.caption


def test_gaps_are_told_and_ranks_of_gaps_too() -> None:
    figures = ("score-map", {"score-map": {"colour": "ranks"}}, "comparison-matrix")
    found = drawn(analysed(gap="worst-rank"), *figures)
    scores, ranks = found.drawings
    assert "1 result is missing" in scores.alt
    assert "struck through" in scores.caption
    assert "missing" not in ranks.alt
    assert "ranked last" in ranks.caption
    assert "results that are ranked last for missing have no differences of scores" in found.warnings[0]
    scores, ranks, matrix = drawn(
        analysed(gap="incomplete-blocks", test={"pairwise": "wilcoxon"}, adjust=["holm"]), *figures
    ).drawings
    assert "1 result is missing" in scores.alt
    assert "1 result is missing" in ranks.alt
    assert "Each pair was compared on the data sets that both have." in matrix.caption


def test_of_one_data_set_there_is_a_map_alone() -> None:
    found = drawn(analysed(n=1), "p-values", "comparison-matrix", "score-map")
    assert [one.kind for one in found.drawings] == ["score-map"]
    assert all("no tests over the data sets were made" in warning for warning in found.warnings)
    assert len(found.warnings) == 2
