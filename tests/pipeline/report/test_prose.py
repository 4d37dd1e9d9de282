"""The text of the report: true for every combination of settings, and the caveats where they belong.

Every combination of pairwise test, control, within test and ordering is written; each sentence must be whole, each
source cited must be listed and each listed cited. Then what must be said in named situations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.scores import Gap, Missing
from rankpress.core.text import pieces, plain
from rankpress.topics.kinds import FINDINGS, build_document
from rankpress.topics.methods_text import merged
from rankpress.topics.phrases import listed
from rankpress.topics.ranks_figures import cd_caption
from rankpress.topics.tables import build_tables

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


def marked(written: Document) -> list[str]:
    """All sentences, with their marks."""
    told = list(written.summary)
    for section in sections(written):
        told += [*section.paragraphs, *section.caveats]
        told += [text for table in section.tables for text in (table.caption, *table.notes)]
    return told


def sentences(written: Document) -> list[str]:
    return [plain(text) for text in marked(written)]


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
    """Keys of the sources that the text cites."""
    return {piece.source for text in marked(written) for piece in pieces(text) if piece.kind == "citation"}


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


@pytest.mark.parametrize("cost", ["seconds", {"seconds": 2}, None])
@pytest.mark.parametrize("folds", [None, (5, 2)])
def test_groups_of_data_sets(make_analysis: Make, cost: Any, folds: tuple[int, int] | None) -> None:
    groups = {"one": ["data 0"], "some": ["data 1", "data 2", "data 3"], "none": ["gone"]}
    spec: dict[str, Any] = {"order": {"cost": cost} if cost else {"prior": ["alg 1", "alg 0", "alg 2"]}}
    analysis = make_analysis(9, 3, folds=folds, costs=True, groups=groups, **spec)
    written = document(analysis)
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    [ordering] = [section for section in written.sections if section.identifier == "ordering"]
    assert any("Ordered apart" in paragraph for paragraph in ordering.paragraphs)
    assert "ordering-groups" in {table.kind for table in ordering.tables}


@pytest.mark.parametrize("groups", [{}, {"few": ["data 0", "data 5"]}])
@pytest.mark.parametrize("folds", [None, (5, 2)])
def test_validation_scores(make_analysis: Make, folds: tuple[int, int] | None, groups: dict[str, list[str]]) -> None:
    for seed in range(3):
        analysis = make_analysis(9, 4, folds=folds, costs=True, groups=groups, validation=True, seed=seed)
        written = document(analysis)
        assert_sound(written)
        assert cited(written) == {reference.key for reference in written.references}
        [ordering] = [section for section in written.sections if section.identifier == "ordering"]
        assert any("from validation scores (val accuracy)" in paragraph for paragraph in ordering.paragraphs)
        assert "ordering-validation" in {table.kind for table in ordering.tables}


OF_EXAMPLES = [name for name, procedure in WITHIN.items() if procedure.design == "outcomes"]
OF_FOLDS = [name for name in WITHIN if name not in OF_EXAMPLES]


@pytest.mark.parametrize("within", OF_FOLDS)
def test_every_test_over_folds(make_analysis: Make, within: str) -> None:
    folds = (1, 10) if within == "kfold-t" else (5, 2)
    written = document(make_analysis(4, 3, folds=folds, costs=True, test={"within": within}))
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    text = whole(written)
    assert f"over the folds by the {WITHIN[within].title}: 12 tests" in text
    assert ("its p-values are too small" in text) == (within in ("kfold-t", "resampled-t"))
    assert ("and are too small." in text) == (within in ("kfold-t", "resampled-t"))
    assert "The corrected resampled t test" in text or not WITHIN[within].liberal


@pytest.mark.parametrize(("within", "k"), list(product([*OF_EXAMPLES, "none"], (2, 4))))
def test_every_test_over_test_examples(make_analysis: Make, within: str, k: int) -> None:
    written = document(make_analysis(5, k, examples=50, costs=True, test={"within": within}))
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    text = whole(written)
    assert "Outcomes on 50 to 54 test examples of 5 data sets, right or wrong; a score is a share of them." in text
    assert ("by Cochran's Q (Cochran 1950): 5 tests, " in text) == (k > 2)
    if within == "none":
        assert "Tests within data sets were switched off." in text
    else:
        number = 5 if k == 2 else 30
        assert f"over the test examples by the {WITHIN[within].title}: {number} tests, " in text
        assert "taken for independent draws, and each algorithm for trained once" in text
        assert "fold" not in text.replace("two-fold", "")
    assert ("the mid-p is nearer" in text) == (within in ("mcnemar", "binomial"))


@pytest.mark.parametrize(
    ("pairwise", "n", "told"),
    [
        ("wilcoxon", 14, ["their ranks split evenly between the two algorithms (Demšar 2006).", "p-values are exact."]),
        ({"wilcoxon": {"zeros": "pratt"}}, 14, ["and their ranks then left out (Pratt 1959).", "p-values are exact."]),
        ({"wilcoxon": {"zeros": "wilcox"}}, 14, ["left out before ranking (Wilcoxon 1945).", "p-values are exact."]),
        ("wilcoxon", 60, ["p-values are by the normal distribution, corrected for ties, where more than 50 differ"]),
        ("permutation", 14, ["p-values are exact.", "a single one that stands out can hide a difference"]),
        (
            {"permutation": {"draws": 99, "seed": 3}},
            30,
            ["p-values are from 99 random signs (seed 3) where more than 24 data sets tell", "Phipson and Smyth 2010"],
        ),
        ("t", 14, ["(Student 1908)", "takes differences on different data sets for draws from one normal"]),
        ("relative-t", 14, ["Each difference was divided by the average of the two scores (Demšar 2006)."]),
        (
            "sign",
            14,
            [
                "Unadjusted, 0.05 takes at least so many wins: 12 of 14 (exact level 0.013).",
                "has other numbers at 0.05, with these exact two-sided levels: 11 of 14 (0.057).",
            ],
        ),
        ("sign", 5, ["On 5 data sets not even winning on all of them is significant at level 0.05."]),
        ("sign", 6, ["at least so many wins: 6 of 6 (exact level 0.031)."]),
    ],
)
def test_which_variant_of_a_pairwise_test_was_made(
    make_analysis: Make, pairwise: object, n: int, told: list[str]
) -> None:
    written = document(make_analysis(n, 3, test={"pairwise": pairwise}, adjust=["holm"]))
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    for sentence in told:
        assert sentence in whole(written)
    assert ("Table 3 of" in whole(written)) == (pairwise == "sign" and n != 6)


def test_columns_of_a_t_test_and_what_is_undefined(make_analysis: Make) -> None:
    means = np.random.default_rng(0).random((8, 3))
    means[:, 2] = means[:, 1]
    analysis = make_analysis(8, 3, means=means, test={"pairwise": "t"}, adjust=["holm"])
    [table] = [table for table in build_tables(analysis) if table.kind == "adjusted-p"]
    heads = ["Mean difference", "Standard error", "df", "Data sets used", "Rank difference (not tested)"]
    assert [cell.text for cell in table.head[0]][2:7] == heads
    assert any("it is descriptive and not what the paired t test tests" in note for note in table.notes)
    assert len({len(row[2].text.lstrip("−").split(".")[1]) for row in table.rows}) == 1
    assert "No statistic: the two score alike on every data set." in table.notes
    told = "A mean difference is the score of the first less that of the second (higher is better); "
    assert f"{told}statistics are above 0 where the first is better." in table.notes
    assert_sound(document(analysis))


@pytest.mark.parametrize("within", ["5x2cv-t", "5x2cv-f", "corrected-t"])
def test_what_folds_of_a_test_share(make_analysis: Make, within: str) -> None:
    told = whole(document(make_analysis(4, 3, folds=(5, 2), test={"within": within})))
    assert ("The two folds of a repeat share no training cases, but those of different repeats do" in told) == (
        within != "corrected-t"
    )
    assert ("takes its numerator from the first fold of the first repeat" in told) == (within == "5x2cv-t")


@pytest.mark.parametrize("pairwise", ["wilcoxon", "sign", "permutation"])
def test_what_could_not_have_been_significant(make_analysis: Make, pairwise: str) -> None:
    spec = {"test": {"pairwise": pairwise}, "adjust": ["holm", "hochberg"]}
    # all signs of 4 differences alike: 2 of 16
    few = document(make_analysis(4, 4, **spec))
    assert_sound(few)
    sentence = "With 4 data sets the least p that this test can give is 0.125, so that nothing could be significant at"
    assert f"{sentence} level 0.05." in few.summary[0]
    # 2 of 64, and of 6 comparisons the least is multiplied by 6; Hochberg's finds all where all are 0.031
    more = document(make_analysis(6, 4, **spec))
    sentence = (
        "With 6 data sets the least p that this test can give is 0.031, adjusted for 6 comparisons 0.188 by Holm, so"
        " that nothing could be significant after that adjustment at level 0.05."
    )
    assert sentence in more.summary[0]
    [table] = [table for section in sections(more) for table in section.tables if table.kind == "adjusted-p"]
    assert sentence in table.notes
    assert "the least p that this test can give" not in whole(document(make_analysis(12, 4, **spec)))
    assert "the least p that" not in whole(document(make_analysis(4, 4, test={"pairwise": "t"}, adjust=["holm"])))


def test_metrics_share_what_is_alike_of_the_methods(make_analysis: Make) -> None:
    bayes = [{"over": "signed-rank", "within": "none", "rope": rope} for rope in (0.01, 0.02)]
    written = document(
        make_analysis(8, 3, bayes=bayes[0], adjust=["holm"], test={"pairwise": "wilcoxon"}),
        make_analysis(8, 3, metric="recall", bayes=bayes[1], adjust=["holm"], test={"pairwise": "wilcoxon"}),
    )
    [methods] = [section for section in written.sections if section.identifier == "methods"]
    told = list(methods.paragraphs)
    assert sum("were ranked by their scores" in paragraph for paragraph in told) == 1
    assert "p-values are two-sided and exact." in told[0]
    [bayes] = [plain(paragraph) for paragraph in told if "region of practical equivalence" in paragraph]
    for metric, rope in (("accuracy", 0.01), ("recall", 0.02)):
        assert f"For {metric}: The same pairs were compared over the data sets by the Bayesian signed-rank" in bayes
        assert f"with a region of practical equivalence of ±{rope} and a prior that counts for 0.5" in bayes
    assert bayes.count("They rest on") == 1  # what both share, once


def test_what_lacks_folds_is_told_once(make_analysis: Make) -> None:
    spec = {"test": {"within": "corrected-t"}, "bayes": {"over": "none", "within": "correlated-t", "rope": 0.01}}
    told = whole(document(make_analysis(8, 3, **spec)))
    lacking = "Tests and Bayesian comparisons within data sets need the scores of repeats or folds; there are none."
    assert lacking in told
    assert told.count("need the scores of repeats or folds") == 1


def test_tuning_counts_as_comparisons(make_analysis: Make) -> None:
    plain = whole(document(make_analysis(10, 3, folds=(2, 5))))
    assert "the 3 comparisons were independent, 0.15 of them" in plain
    assert "A level of 0.017 for each would keep that probability at 0.05 (Salzberg 1997)." in plain
    assert "tuning" not in plain
    tuned = whole(document(make_analysis(10, 3, folds=(2, 5), test={"tuning_runs": 151})))
    assert "the 3 comparisons and 151 tuning runs were independent, 7.7 of them would be significant" in tuned
    assert "A level of 0.00033 for each would keep that probability at 0.05" in tuned
    assert "the 30 tests and 151 tuning runs were independent" in tuned
    assert "not for tuning." in tuned


@pytest.mark.parametrize("adjust", [name for name in ADJUSTMENTS if name != "bonferroni-dunn"])
def test_every_adjustment(make_analysis: Make, adjust: str) -> None:
    test = {"control": "alg 1"} if adjust in ("li", "dunnett") else {}
    test |= {"pairwise": "block-t"} if adjust in ("tukey", "dunnett") else {}
    written = document(make_analysis(8, 4, adjust=[adjust], test=test))
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    assert ("in a single step" in whole(written)) == (adjust in ("bonferroni", "nemenyi", "sidak", "tukey", "dunnett"))
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
    assert said in "\n".join(places["keep-in-mind-tests"])
    tables = {table.kind: "\n".join(table.notes) for table in build_tables(alone)}
    assert said in tables["adjusted-p"]
    assert said in tables["average-ranks"]
    assert "hold for all comparisons together" not in whole(written)
    # Beside one that does, each column is told apart, and the summary speaks of that one alone.
    both = document(make_analysis(8, 4, adjust=["holm", adjust], test={"control": control}))
    assert "those of Holm hold for all comparisons together at level 0.05." in whole(both)
    assert said in whole(both)
    assert said not in both.summary[0]
    assert "the Holm procedure" in both.summary[0]


def test_a_single_comparison_has_one_rate_of_errors(make_analysis: Make) -> None:
    written = document(make_analysis(8, 2, adjust=["benjamini-hochberg", "finner", "holm"]))
    assert_sound(written)
    assert "the chance of any error" not in whole(written)
    assert cited(written) == {reference.key for reference in written.references}


def test_several_metrics(make_analysis: Make) -> None:
    one, two = make_analysis(8, 3), make_analysis(8, 3, metric="F1 score", folds=(2, 5), seed=4)
    written = document(one, two)
    assert_sound(written)
    assert len(written.summary) == 3
    scores = next(section for section in written.sections if section.identifier == "scores")
    assert [section.identifier for section in scores.sections] == ["scores-accuracy", "scores-f1-score"]
    assert scores.reminders == "keep-in-mind-scores"
    told = [text for section in sections(written) for text in (*section.paragraphs, *section.caveats)]
    assert len([text for text in told if "Scores on different data sets need not be on one scale" in text]) == 1
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
    assert "All have the same average rank, 2.00; the" in written.summary[0]
    assert "separates no pair" in written.summary[0]
    assert "not corrected for ties) do not reject" in whole(written)


def test_all_agree(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8, 0.7, 0.6]] * 30)
    written = document(make_analysis(30, 4, means=means, adjust=["holm"]))
    assert_sound(written)
    assert "the Holm procedure separates every pair of algorithms at level 0.05." in written.summary[0]
    assert "may still differ" not in written.summary[0]


def test_the_omnibus_test_does_not_reject(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8], [0.8, 0.9], [0.9, 0.8], [0.8, 0.9], [0.9, 0.8]])
    written = document(make_analysis(5, 2, means=means))
    assert_sound(written)
    assert "do not reject the hypothesis that all rank alike" in written.summary[0]
    assert "no conclusion about single pairs should be drawn (Demšar 2006)" in whole(written)
    assert "does not show that there is none" in whole(written)


def test_the_exact_p_is_told_beside_the_approximate_one(make_analysis: Make) -> None:
    # 3 algorithms ranked alike on 3 data sets: chi-squared 6, p = exp(-3), exactly 1 / 36
    means = np.array([[0.9, 0.8, 0.7]] * 3)
    told = whole(document(make_analysis(3, 3, means=means)))
    assert "(statistic 6.000, df 2, p = 0.050, exact p = 0.028)" in told
    assert "here are 3 and 3. Over all orders of the ranks p = 0.028 exactly, and that is what" in told
    other = whole(document(make_analysis(3, 3, means=means, test={"alpha": 0.03})))
    assert "p = 0.028 exactly, and that is what decides what is said here." in other
    assert "exact p" not in whole(document(make_analysis(30, 8)))


def test_the_exact_p_decides_for_both_forms_of_the_statistic(make_analysis: Make) -> None:
    # two data sets rank three alike, or two of them: F is infinite, its p 0, and exactly 1 of 6 orders is as extreme
    analysis = make_analysis(2, 3, means=np.array([[0.9, 0.8, 0.7]] * 2))
    assert analysis.tested.omnibus["iman-davenport"].p == 0
    assert analysis.tested.omnibus["iman-davenport"].details["exact_p"] == pytest.approx(1 / 6)
    written = document(analysis)
    assert "Friedman test and Iman-Davenport test do not reject the hypothesis that all rank" in written.summary[0]
    contradiction = "Iman-Davenport's F approximation gives p < 0.001, the exact p is 0.167."
    assert contradiction in written.summary[0]
    told = whole(written)
    assert "exact p = 0.167) do not reject at level 0.05 the hypothesis that all algorithms rank alike." in told
    assert f"{contradiction} The exact p decides." in told
    assert "No omnibus test rejects" in told
    assert "is rejected, yet no single pair" not in told
    rejects = document(make_analysis(3, 3, means=np.array([[0.9, 0.8, 0.7]] * 3), test={"alpha": 0.03}))
    # chi-squared has exp(-3) = 0.0498 and exactly it is 1 / 36
    assert "Friedman's chi-squared approximation gives p = 0.050, the exact p is 0.028." in rejects.summary[0]
    assert "do not reject" not in rejects.summary[0]


@pytest.mark.parametrize("n", [4, 12])
@pytest.mark.parametrize("pairwise", ["conover", "quade", "aligned-ranks", "block-t"])
def test_tests_of_complete_blocks(make_analysis: Make, n: int, pairwise: str) -> None:
    omnibus = ["aligned-ranks", "quade", "rm-anova"]
    written = document(make_analysis(n, 5, test={"omnibus": omnibus, "pairwise": pairwise}))
    assert_sound(written)
    assert cited(written) == {reference.key for reference in written.references}
    told = whole(written)
    assert "the hypothesis that all algorithms have the same mean" in told
    assert "after Greenhouse-Geisser (epsilon " in told
    assert ("Mauchly's test of sphericity gives W = " in told) == (n == 12)
    assert ("Mauchly's test needs at least as many data sets as algorithms." in told) == (n == 4)
    assert ("has one error for all pairs" in told) == (pairwise == "block-t")


def test_tests_that_find_the_same_share_a_sentence(make_analysis: Make) -> None:
    analysis = make_analysis(12, 4, test={"omnibus": ["friedman", "iman-davenport", "quade"]})
    told = whole(document(analysis))
    assert re.search(r"The Friedman test \(.*\) and the Iman-Davenport test \(.*\) (do not )?reject at level", told)
    assert told.count(" at level 0.05 the hypothesis that all algorithms rank alike.") == 1


def test_few_groups_are_told_and_the_rest_counted(make_analysis: Make) -> None:
    means = np.arange(20) / 40 + np.random.default_rng(1).normal(0, 0.02, (30, 20))
    analysis = make_analysis(30, 20, means=means, adjust=["nemenyi"])
    [sentence] = re.findall(r"Groups within which[^.]*\.", whole(document(analysis)))
    groups = analysis.adjusted.groups["nemenyi"]
    shown = len(sentence.split("; ")) - 1
    assert f"; {len(groups) - shown} further groups can be seen in the table of average ranks." in sentence
    assert sum(map(len, groups[:shown])) <= 24 < sum(map(len, groups[: shown + 1]))


def test_no_groups_are_told_where_no_pair_is_separated(make_analysis: Make) -> None:
    assert "Groups within" not in whole(document(make_analysis(6, 3, means=np.full((6, 3), 0.5))))


def test_repeats_are_said_to_be_pooled_where_there_are_some(make_analysis: Make) -> None:
    for folds, told in (((1, 10), False), ((5, 2), True)):
        written = document(make_analysis(8, 3, folds=folds, test={"within": "corrected-t"}))
        assert ("Repeats of cross-validation are pooled" in whole(written)) is told


def test_where_lower_is_better_an_effect_says_which_way_it_points(make_analysis: Make) -> None:
    for better, told in (("higher", False), ("lower", True)):
        written = document(make_analysis(12, 3, better=better, effects={"measures": ["mean-difference", "hedges-g"]}))
        assert (" (above 0 where alg " in whole(written)) is told


def test_an_omnibus_test_that_rejects_and_no_pair(make_analysis: Make) -> None:
    for seed in range(200):
        analysis = make_analysis(6, 6, seed=seed, adjust=["bonferroni"])
        rejects = analysis.tested.omnibus["iman-davenport"].p <= 0.05
        if rejects and (analysis.adjusted.p["bonferroni"] > 0.05).all():
            assert analysis.tested.omnibus["iman-davenport"].details.get("exact_p", 0) <= 0.05
            told = whole(document(analysis))
            assert "all algorithms rank alike is rejected, yet no single pair is told apart: a test of all at" in told
            assert "tests of pairs need not agree, and p-values of pairs are adjusted for their number." in told
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
        "the Holm procedure finds alg 0 better than alg 1 and finds alg 2 and alg 3 worse than alg 1 at level 0.05."
        in written.summary[0].replace("alg 3 and alg 2", "alg 2 and alg 3")
    )
    assert "Each other algorithm was compared with alg 1" in whole(written)


def test_many_unadjusted_tests(make_analysis: Make) -> None:
    assert "at least one with probability 0.401 (Salzberg 1997)" in whole(document(make_analysis(10, 2, folds=(2, 5))))
    assert "with probability more than 0.999" in whole(document(make_analysis(14, 14, folds=(2, 5))))


def test_average_ranks_alone(make_analysis: Make) -> None:
    from rankpress.app.run import analyse
    from rankpress.core.scores import MetricScores, Scores
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


def test_what_a_caption_tells_of_bars_that_are_no_runs(make_analysis: Make) -> None:
    runs, no_runs = (make_analysis(14, 6, seed=seed, test={"pairwise": "t"}, adjust=["holm"]) for seed in (0, 2))
    assert "A dot on a bar marks a member" not in cd_caption(runs, "holm")
    assert "A dot on a bar marks a member" in cd_caption(no_runs, "holm")


def test_ways_lead_to_what_there_is(make_analysis: Make) -> None:
    written = document(make_analysis(test={"control": "alg 0"}))  # there are no groups to keep anything in mind of
    identifiers = {section.identifier for section in sections(written)}
    ways = [section.reminders for section in written.sections]
    assert {way for way in ways if way} <= identifiers
    assert any(ways)


def test_contents_list_no_title_twice(make_analysis: Make) -> None:
    listed = [section.title for section in sections(document(make_analysis(folds=(5, 2)))) if section.in_contents]
    assert "What to keep in mind" in listed
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("spec", [{}, {"folds": (5, 2), "curves": {"pairs": "all"}, "bayes": {"rope": 0}}])
def test_what_a_paper_is_told_has_every_caveat(make_analysis: Make, spec: dict[str, Any]) -> None:
    analysis = make_analysis(3, **spec)
    caveats = [caveat for topic in FINDINGS for caveat in topic.caveats(analysis)]
    assert caveats
    told = " ".join(document(analysis).account)
    assert all(caveat in told for caveat in caveats)


def test_sentences_of_several_metrics_keep_the_order_of_the_first() -> None:
    told = merged({"accuracy": ["One.", "Two.", "Three."], "recall": ["Three.", "Four.", "One."]})
    assert told == ("One.", "For accuracy: Two.", "Three.", "For recall: Four.")


def test_long_lists_are_counted() -> None:
    assert listed([str(i) for i in range(9)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 8"
    assert listed([str(i) for i in range(10)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 others"


def test_hostile_names(make_analysis: Make) -> None:
    names = (r"\input{x}", "50% $x$ & #1", "<img src=x>", "x" * 300)
    written = document(make_analysis(names=names, datasets=names, metric="a_b%", folds=(2, 5)))
    assert r"\input{x}" in whole(written)  # as written: each format escapes it
    assert all(re.fullmatch("[a-z0-9-]+", section.identifier) for section in sections(written))
