"""The text of the report: true for every combination of settings, and the caveats where they belong.

Every combination of pairwise test, control, within test and ordering is written; each sentence must be whole, each
source cited must be listed and each listed cited. Then what must be said in named situations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.plot import Drawing
from rankpress.report.bibliography import library
from rankpress.report.document import Document, Section
from rankpress.report.prose import build_document
from rankpress.report.prose.phrases import listed
from rankpress.report.tables import build_tables
from rankpress.scores import Gap, Missing
from rankpress.stats.families import ADJUSTMENTS

Make = Callable[..., Analysis]


def document(*analyses: Analysis, drawings: tuple[Drawing, ...] = ()) -> Document:
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    return build_document("Title", analyses, tables, drawings, (("spec", "abc"),))


def sections(document: Document) -> Iterator[Section]:
    def walk(several: tuple[Section, ...]) -> Iterator[Section]:
        for section in several:
            yield section
            yield from walk(section.sections)

    return walk(document.sections)


def sentences(written: Document) -> list[str]:
    told = list(written.summary)
    for section in sections(written):
        told += [*section.paragraphs, *section.caveats]
        told += [text for table in section.tables for text in (table.caption, *table.notes)]
    return told


def whole(written: Document) -> str:
    return "\n".join(sentences(written))


def assert_sound(written: Document) -> None:
    for text in sentences(written):
        assert re.search(r"\.$|doi:\S+$", text), text
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b|  | ,|\.\.|p = 0\.000", text), text
    identifiers = [section.identifier for section in sections(written)]
    assert len(set(identifiers)) == len(identifiers)
    assert all(re.fullmatch("[a-z0-9-]+", identifier) for identifier in identifiers)
    names = [table.name for section in sections(written) for table in section.tables]
    assert len(set(names)) == len(names)


def cited(written: Document) -> set[str]:
    """Keys of the sources that the text names, the list of sources aside."""
    text = "\n".join(
        "\n".join([*section.paragraphs, *section.caveats])
        for section in sections(written)
        if section.identifier != "references"
    )
    # Hommel 1988 is not cited by Bergmann and Hommel 1988
    return {one.key for one in library().values() if re.search(rf"(?<!and ){re.escape(one.label)}", text)}


@pytest.mark.parametrize(
    ("pairwise", "control", "within", "cost"),
    list(product(("rank-z", "wilcoxon", "sign"), (None, "alg 1"), ("corrected-t", "5x2cv-f", "none"), (False, True))),
)
def test_every_combination(make_analysis: Make, pairwise: str, control: str | None, within: str, cost: bool) -> None:
    test = {"pairwise": pairwise, "control": control, "within": within}
    for k, curves in ((2, {"pairs": "all"}), (5, None)):
        analysis = make_analysis(9, k, folds=(5, 2), costs=cost, test=test, curves=curves)
        written = document(analysis)
        assert_sound(written)
        assert cited(written) == {reference.key for reference in written.references}
        assert [section.identifier for section in written.sections][-3:] == ["methods", "data", "references"]


@pytest.mark.parametrize("adjust", [name for name in ADJUSTMENTS if name != "bonferroni-dunn"])
def test_every_adjustment(make_analysis: Make, adjust: str) -> None:
    written = document(make_analysis(8, 4, adjust=[adjust], test={"control": "alg 1"} if adjust == "li" else {}))
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    assert ("in a single step" in whole(written)) == (adjust in ("bonferroni", "nemenyi", "sidak"))
    assert ("two-sided tests of normally distributed" in whole(written)) == (adjust in ("sidak", "holland"))
    assert ("Rom keeps the level for independent comparisons;" in whole(written)) == (adjust == "rom")
    assert ("rests on the largest p-value" in whole(written)) == (adjust == "li")
    assert ("García and Herrera 2008" in whole(written)) == (
        adjust in ("shaffer", "shaffer-dynamic", "bergmann-hommel")
    )
    assert ("some kinds of dependence" in whole(written)) == (adjust in ("hochberg", "hommel"))


@pytest.mark.parametrize(
    ("adjust", "control"),
    [*product(("benjamini-hochberg", "benjamini-yekutieli", "finner"), (None, "alg 1")), ("li", "alg 1")],
)
def test_what_does_not_keep_the_family_wise_error_says_so(
    make_analysis: Make, adjust: str, control: str | None
) -> None:
    alone = make_analysis(8, 4, adjust=[adjust], test={"control": control})
    title = ADJUSTMENTS[adjust].title
    what = "the chance of any error by 0.05" if adjust in ("finner", "li") else "by 0.05 the false discovery rate"
    said = f"{title} bounds {what}"
    written = document(alone)
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    assert said in written.summary[0]
    assert ("at false discovery rate 0.05" in written.summary[0]) == adjust.startswith("benjamini")
    places = {section.identifier: [*section.paragraphs, *section.caveats] for section in sections(written)}
    assert said in "\n".join(places["methods"])
    assert said in "\n".join(places["tests"])
    tables = {table.kind: "\n".join(table.notes) for table in build_tables(alone)}
    assert said in tables["adjusted-p"]
    assert said in tables["average-ranks"]
    assert "hold for all comparisons together" not in whole(written)
    # Beside one that does, each column is told apart, and the summary speaks of that one alone.
    both = document(make_analysis(8, 4, adjust=["holm", adjust], test={"control": control}))
    assert "those of Holm hold for all comparisons together at level 0.05." in whole(both)
    assert said in whole(both)
    assert said not in both.summary[0]
    assert "The Holm procedure" in both.summary[0]


def test_a_single_comparison_has_one_rate_of_errors(make_analysis: Make) -> None:
    written = document(make_analysis(8, 2, adjust=["benjamini-hochberg", "finner", "holm"]))
    assert_sound(written)
    assert "the chance of any error" not in whole(written)
    assert cited(written) == {reference.key for reference in written.references}


def test_several_metrics(make_analysis: Make) -> None:
    one, two = make_analysis(8, 3), make_analysis(8, 3, metric="F1 score", folds=(2, 5), seed=4)
    written = document(one, two)
    assert_sound(written)
    assert len(written.summary) == 2
    scores = next(section for section in written.sections if section.identifier == "scores")
    assert [section.identifier for section in scores.sections] == ["scores-accuracy", "scores-f1-score"]
    assert scores.caveats  # said once for both
    assert not any(section.caveats for section in scores.sections)
    assert {table.metric for section in sections(written) for table in section.tables} == {
        "accuracy",
        "F1 score",
    }


def test_every_table_and_figure_has_its_place(make_analysis: Make) -> None:
    analysis = make_analysis(8, 12, folds=(2, 5), costs=True, curves={"pairs": "all"})
    drawings = tuple(
        Drawing(f"accuracy-{kind}", "accuracy", kind, "", "", "", b"", b"") for kind in ("cd", "order", "curves")
    )
    written = document(analysis, drawings=drawings)
    placed = {table.name for section in sections(written) for table in section.tables}
    assert placed == {table.name for table in build_tables(analysis)}
    assert len([drawing for section in sections(written) for drawing in section.drawings]) == 3


def test_all_equal(make_analysis: Make) -> None:
    written = document(make_analysis(6, 3, means=np.full((6, 3), 0.5)))
    assert_sound(written)
    assert "All have the same average rank, 2.00." in written.summary[0]
    assert "separates no pair" in written.summary[0]
    assert "not corrected for ties) does not reject" in whole(written)


def test_all_agree(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8, 0.7, 0.6]] * 30)
    written = document(make_analysis(30, 4, means=means, adjust=["holm"]))
    assert_sound(written)
    assert "The Holm procedure separates every pair of algorithms at level 0.05." in written.summary[0]
    assert "may still differ" not in written.summary[0]


def test_the_omnibus_test_does_not_reject(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8], [0.8, 0.9], [0.9, 0.8], [0.8, 0.9], [0.9, 0.8]])
    written = document(make_analysis(5, 2, means=means))
    assert_sound(written)
    assert "do not reject the hypothesis that all rank alike" in written.summary[0]
    assert "no conclusion about single pairs should be drawn (Demšar 2006)" in whole(written)
    assert "does not show that there is none" in whole(written)


def test_an_omnibus_test_that_rejects_and_no_pair(make_analysis: Make) -> None:
    for seed in range(200):
        analysis = make_analysis(6, 6, seed=seed, adjust=["bonferroni"])
        rejects = analysis.tested.omnibus["iman-davenport"].p <= 0.05
        if rejects and (analysis.adjusted.p["bonferroni"] > 0.05).all():
            assert "while no single pair can be told apart" in whole(document(analysis))
            return
    pytest.fail("no such study was found")


def test_one_data_set(make_analysis: Make) -> None:
    written = document(make_analysis(1, 3, folds=(2, 5)))
    assert_sound(written)
    assert "Tests over data sets need at least two data sets; there is one." in written.summary[0]
    assert "tests" not in [section.identifier for section in written.sections]
    assert "within" in [section.identifier for section in written.sections]


def test_a_control(make_analysis: Make) -> None:
    means = np.tile([0.9, 0.8, 0.7, 0.7], (20, 1)) + np.random.default_rng(0).normal(0, 0.01, (20, 4))
    test = {"control": "alg 1"}
    written = document(make_analysis(20, 4, means=means, test=test, adjust=["holm"]))
    assert_sound(written)
    assert (
        "The Holm procedure finds alg 0 better than alg 1 and finds alg 2 and alg 3 worse than alg 1 at level 0.05."
        in written.summary[0].replace("alg 3 and alg 2", "alg 2 and alg 3")
    )
    assert "Each other algorithm was compared with alg 1" in whole(written)


def test_many_unadjusted_tests(make_analysis: Make) -> None:
    assert "at least one with probability 0.401 (Salzberg 1997)" in whole(document(make_analysis(10, 2, folds=(2, 5))))
    assert "with probability more than 0.999" in whole(document(make_analysis(14, 14, folds=(2, 5))))


def test_average_ranks_alone(make_analysis: Make) -> None:
    from rankpress.run import analyse
    from rankpress.scores import MetricScores, Scores
    from rankpress.spec.model import Study

    metric = MetricScores("accuracy", "higher", (), ("A", "B", "C"), None, 20, average_ranks=np.array([1.2, 2.0, 2.8]))
    study = Study.model_validate({"scores": {"files": ["x.csv"], "layout": "ranks", "datasets": 20}})
    written = document(*analyse(study, Scores((metric,), {}, ())))
    assert_sound(written)
    assert "not corrected for ties" in whole(written)
    assert "Average ranks were given" in whole(written)


def test_what_was_missing(make_analysis: Make) -> None:
    gap = Gap("data 9", "alg 0", 0, 1)
    dropped = document(make_analysis(6, 3, missing=Missing("drop-datasets", (gap,), dropped_datasets=("data 9",))))
    assert_sound(dropped)
    assert "1 result was missing (policy: data sets with a missing result are left out)" in whole(dropped)
    assert "Nothing is known of what was left out" in whole(dropped)
    means = np.array([[0.9, np.nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7]])
    there = Gap("data 0", "alg 1", 0, 1)
    filled = document(make_analysis(3, 3, means=means, missing=Missing("worst-rank", (there,), worst_ranked=(there,))))
    assert_sound(filled)
    assert "which counts against the algorithm" in whole(filled)


def test_groups_that_are_no_runs(make_analysis: Make) -> None:
    for seed in range(100):
        analysis = make_analysis(8, 6, seed=seed, test={"pairwise": "wilcoxon"}, adjust=["holm"], means=None)
        groups = analysis.adjusted.groups["holm"]
        places = {algorithm: place for place, algorithm in enumerate(analysis.ranking.best_first)}
        if any(max(places[i] for i in g) - min(places[i] for i in g) >= len(g) for g in groups):
            assert "pass over an algorithm" in whole(document(analysis))
            return


def test_long_lists_are_counted() -> None:
    assert listed([str(i) for i in range(9)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 8"
    assert listed([str(i) for i in range(10)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 others"


def test_hostile_names(make_analysis: Make) -> None:
    names = (r"\input{x}", "50% $x$ & #1", "<img src=x>", "x" * 300)
    written = document(make_analysis(names=names, datasets=names, metric="a_b%", folds=(2, 5)))
    assert r"\input{x}" in whole(written)  # as written: each format escapes it
    assert all(re.fullmatch("[a-z0-9-]+", section.identifier) for section in sections(written))
