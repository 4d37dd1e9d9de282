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


def test_a_difference_on_a_data_set_is_turned_with_its_pair(make_analysis: Make) -> None:
    analysis = make_analysis(names=("b", "a"), datasets=("iris",), folds=(2, 5), curves={"pairs": [["b", "a"]]})
    told = {macro.name: macro.text for macro in macros([analysis])}
    [curve] = analysis.tested.curves
    assert float(told["rpAccuracyOnIrisDifferenceAVsB"].replace("−", "-")) == pytest.approx(
        -curve.curve.difference, abs=1e-3
    )
    low, high = (float(told[f"rpAccuracyOnIris{end}AVsB"].replace("−", "-")) for end in ("Low", "High"))
    assert low < -curve.curve.difference < high
