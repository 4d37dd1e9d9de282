"""macros.tex: names of letters only, no two alike, stable when algorithms are added; numbers those of the tables."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.analysis import Analysis
from rankpress.report.macro_names import camel, distinct_words
from rankpress.report.macros import macros, macros_tex

Make = Callable[..., Analysis]
HOSTILE = (
    r"\input{x}",
    "50% $x$",
    "😀",
    "😃",
    "",
    " ",
    "C4.5",
    "C45",
    "c 4 5",
    "x" * 300,
    "x" * 301,
    "βγ",
    "决策",
    "%\n}",
)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("C4.5", "CFourFive"),
        ("C4.5+m+cf", "CFourFiveMCf"),
        ("naive Bayes", "NaiveBayes"),
        ("kNN", "KNN"),
        ("5-NN", "FiveNN"),
        ("Dvořák", "Dvorak"),
        ("β-VAE", "BetaVAE"),
        ("F₁", "FOne"),
    ],
)
def test_letters_of_known_names(text: str, letters: str) -> None:
    assert camel(text) == letters


@given(st.text())
def test_any_name_gives_letters(text: str) -> None:
    assert re.fullmatch("[A-Za-z]{1,60}", camel(text))


@given(st.sets(st.text(max_size=6), max_size=12))
def test_no_two_names_give_the_same_letters(texts: set[str]) -> None:
    words = distinct_words(sorted(texts))
    assert len(set(words.values())) == len(texts)


def test_hostile_names(make_analysis: Make) -> None:
    analysis = make_analysis(names=HOSTILE, datasets=HOSTILE, folds=(2, 5), costs=True, curves={"baseline": "😀"})
    found = macros([analysis])
    assert all(re.fullmatch("rp[A-Za-z]+", macro.name) for macro in found)
    assert len({macro.name for macro in found}) == len(found)
    text = macros_tex([analysis], stamp="evil\n\\stamp")
    assert text.isascii()
    for line in text.splitlines():
        assert line.startswith("%") or re.match(r"\\newcommand\{\\rp[A-Za-z]+\}\{", line)


def test_adding_an_algorithm_keeps_the_names(make_analysis: Make) -> None:
    few = {macro.name for macro in macros([make_analysis(8, names=("C4.5", "kNN", "svm"))])}
    more = {macro.name for macro in macros([make_analysis(8, names=("aaa", "C4.5", "kNN", "svm", "zzz"))])}
    assert few <= more


def test_a_name_that_two_would_share_means_neither(make_analysis: Make) -> None:
    names = {macro.name for macro in macros([make_analysis(8, names=("C4.5", "C45", "svm"))])}
    assert "rpAccuracyRankCFourFive" not in names
    assert sum(name.startswith("rpAccuracyRankCFourFive") for name in names) == 2
    assert "rpAccuracyRankSvm" in names


def test_the_numbers(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8], [0.9, 0.7], [0.6, 0.6], [0.4, 0.5], [0.9, 0.1]])
    told = {
        macro.name: macro.text for macro in macros([make_analysis(names=("B", "A"), datasets="vwxyz", means=means)])
    }
    assert told["rpAccuracyDatasets"] == "5"
    assert told["rpAccuracyBest"] == "B"
    assert told["rpAccuracyRankA"] == "1.70"
    assert told["rpAccuracyRankB"] == "1.30"
    # alphabetical, though B ranks better
    assert told["rpAccuracyDifferenceAVsB"] == "0.40"
    assert [told[f"rpAccuracy{kind}AVsB"] for kind in ("Wins", "Ties", "Losses")] == ["1", "1", "3"]
    assert float(told["rpAccuracyStatisticAVsB"]) > 0
    assert told["rpAccuracyImanDavenportDfTwo"] == "4"


def test_many_comparisons_and_tuning(make_analysis: Make) -> None:
    # Salzberg's fourteen variants on eleven data sets: 154 attempts, here 3 comparisons and 151 tuning runs.
    told = {macro.name: macro.text for macro in macros([make_analysis(6, 3, test={"tuning_runs": 151})])}
    assert told["rpAccuracyComparisons"] == "3"
    assert told["rpAccuracyTuningRuns"] == "151"
    assert told["rpAccuracyExpectedErrors"] == "7.7"
    assert told["rpAccuracyChanceOfAnyError"] == ">0.999"
    assert told["rpAccuracyLevelForFamily"] == "0.00033"


def test_a_difference_on_a_data_set_is_turned_with_its_pair(make_analysis: Make) -> None:
    analysis = make_analysis(names=("b", "a"), datasets=("iris",), folds=(2, 5), curves={"pairs": [["b", "a"]]})
    told = {macro.name: macro.text for macro in macros([analysis])}
    [curve] = analysis.tested.curves
    assert float(told["rpAccuracyOnIrisDifferenceAVsB"].replace("−", "-")) == pytest.approx(
        -curve.curve.difference, abs=1e-3
    )
    low, high = (float(told[f"rpAccuracyOnIris{end}AVsB"].replace("−", "-")) for end in ("Low", "High"))
    assert low < -curve.curve.difference < high


def test_omnibus_tests_have_their_exact_p_and_corrections(make_analysis: Make) -> None:
    analysis = make_analysis(3, 3, means=np.array([[0.9, 0.8, 0.7], [0.5, 0.4, 0.1], [0.6, 0.5, 0.45]]))
    found = {macro.name: macro.text for macro in macros([analysis])}
    assert found["rpAccuracyFriedmanExactP"] == found["rpAccuracyImanDavenportExactP"] == "0.028"
    analysis = make_analysis(12, 4, test={"omnibus": ["rm-anova"]})
    found = {macro.name: macro.text for macro in macros([analysis])}
    details = analysis.tested.omnibus["rm-anova"].details
    assert found["rpAccuracyMauchlyW"] == f"{details['mauchly_w']:.3f}"
    assert found["rpAccuracyGreenhouseGeisserEpsilon"] == f"{details['greenhouse_geisser_epsilon']:.3f}"
    assert found["rpAccuracyHuynhFeldtP"] == (
        "<0.001" if details["huynh_feldt_p"] < 0.001 else f"{details['huynh_feldt_p']:.3f}"
    )


def test_orders_on_groups_and_from_validation_scores(make_analysis: Make) -> None:
    groups = {"text 1": ["data 0", "data 1", "data 2"], "images": ["data 3", "data 4"]}
    analysis = make_analysis(9, 3, costs=True, groups=groups, validation=True)
    found = {macro.name: macro.text for macro in macros([analysis])}
    assert analysis.validation is not None
    for group, word in zip(analysis.groups, ("TextOne", "Images"), strict=True):
        for place, position in enumerate(group.ordered.ranking, start=1):
            word_of = ("AlgZero", "AlgOne", "AlgTwo")[position.algorithm]
            assert found[f"rpAccuracyPlaceIn{word}{word_of}"] == str(place)
        assert group.agreement is not None
        assert found[f"rpAccuracyTauIn{word}"] == f"{group.agreement.tau_b:.2f}".replace("-", "\N{MINUS SIGN}")
    for place, position in enumerate(analysis.validation.ordered.ranking, start=1):
        word_of = ("AlgZero", "AlgOne", "AlgTwo")[position.algorithm]
        assert found[f"rpAccuracyValidationPlace{word_of}"] == str(place)
    if analysis.best is not None and analysis.best.named.best is not None:
        assert found["rpAccuracyNamedBest"] == analysis.names[analysis.best.named.best]
