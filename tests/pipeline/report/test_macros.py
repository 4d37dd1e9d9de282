"""macros.tex: names of letters only, no two alike, stable when algorithms are added; numbers those of the tables.

How macros are set is shown in tests/documents/test_macros_in_a_paper.py.
"""

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.account.macros import MAX_FACTS, collect, macros_section
from rankpress.account.results import results
from rankpress.analysis import labels_of
from rankpress.app.run import build
from rankpress.core.labels import Label, Labels
from rankpress.report.macro_files import macro_latex, macros_csv, macros_tex, numbers_tex
from rankpress.spec.reading import read_study
from rankpress.spec.report_sections import MacrosOptions
from rankpress.topics.facts import alphabetical, camel, distinct_words, key_word
from rankpress.wording.text import plain

HOSTILE = (
    *(r"\input{x}", "50% $x$", "😀", "😃", "", " ", "C4.5", "C45", "c 4 5", "x" * 300, "x" * 301, "βγ", "决策", "%\n}"),
)


@given(st.text())
def test_any_name_gives_letters(text):
    assert re.fullmatch("[A-Za-z]{1,60}", camel(text))


@given(st.sets(st.text(max_size=6), max_size=12))
def test_no_two_names_give_the_same_letters(texts):
    words = distinct_words(sorted(texts))
    assert len(set(words.values())) == len(texts)


FEW = np.array([[0.9, 0.8], [0.9, 0.7], [0.6, 0.6], [0.4, 0.5], [0.9, 0.1]])
CLEAR = np.linspace(0.5, 0.9, 20)[:, None] + np.array([0, 0.01, 0.02, 0.02])


def of_files(analyses, options=None):
    shown = Labels().shown(collect(analyses, options))
    texts = tuple(replace(item, text=plain(item.text), meaning=plain(item.meaning)) for item in shown.macros)
    return replace(shown, macros=texts, left_out=tuple(map(plain, shown.left_out)))


@pytest.mark.nightly
def test_hostile_names(make_analysis):
    analysis = make_analysis(names=HOSTILE, datasets=HOSTILE, folds=(2, 5), costs=True, curves={"baseline": "😀"})
    collected = of_files([analysis])
    macros = collected.macros
    assert all(re.fullmatch("rp[A-Za-z]+", macro.name) for macro in macros)
    assert len({macro.name for macro in macros}) == len({macro.key for macro in macros}) == len(macros)
    assert all(re.fullmatch(r"[A-Za-z0-9.+/-]+", macro.key) for macro in macros)
    assert numbers_tex(collected, stamp="evil\n\\stamp").isascii()
    text = macros_tex(collected, stamp="evil\n\\stamp")
    assert text.isascii()
    numbers = text.splitlines()[-len(collected.named) :]
    for line in numbers:
        assert line.startswith("%") or re.match(r"\\newcommand\{\\rp[A-Za-z]+\}[\[{]", line)


@pytest.mark.nightly
def test_texts_and_meanings(make_analysis, golden):
    """Of each study a number of each kind that none before it has, and what is said of all its algorithms together."""
    studies = {
        # A has wins 1, ties 1 and losses 3 against B, which ranks better: 1.30 to 1.70
        "two on five data sets": {"names": ("B", "A"), "datasets": "vwxyz", "means": FEW},
        "everything on four": {"n": 4, **RICH},
        "a tie of the best": {"n": 20, "k": 4, "means": CLEAR, "test": {"pairwise": "rank-z"}},
        # Salzberg's fourteen variants on eleven data sets: 154 attempts, here 3 comparisons and 151 tuning runs
        "tuning": {"n": 6, "k": 3, "test": {"tuning_runs": 151, "omnibus": ["rm-anova"]}},
        "three that agree": {"n": 3, "k": 3, "means": np.array([[0.9, 0.8, 0.7], [0.5, 0.4, 0.1], [0.6, 0.5, 0.45]])},
    }
    written, known = [], set()
    for title, spec in studies.items():
        analysis = make_analysis(**spec)
        words = {key_word(name) for name in (*analysis.names, *analysis.scores.datasets)}
        written.append(f"== {title}")
        for one in of_files([analysis]).macros:
            kind = tuple(part for part in one.key.split("/") if part not in words)
            if kind not in known or "/".join(kind) == one.key:
                written.append(f"{one.key} {one.name if one.is_named else '-'} = {one.text}: {one.meaning}")
            known.add(kind)
        written.append("")
    names = ("C4.5", "C4.5+m+cf", "naive Bayes", "kNN", "5-NN", "Dvořák", "β-VAE", "F₁", "a_b")
    written += ["== names", *(f"{name}: {camel(name)}, {key_word(name)}" for name in names), ""]
    golden(Path(__file__).parent / "macros.txt", "\n".join(written))


def test_adding_an_algorithm_keeps_the_names(make_analysis):
    few = {macro.name for macro in of_files([make_analysis(8, names=("C4.5", "kNN", "svm"))]).macros}
    more = {macro.name for macro in of_files([make_analysis(8, names=("aaa", "C4.5", "kNN", "svm", "zzz"))]).macros}
    assert few <= more


def test_a_name_that_two_would_share_means_neither(make_analysis):
    names = {macro.name for macro in of_files([make_analysis(8, names=("C4.5", "C45", "svm"))]).macros}
    assert "rpAccuracyRankCFourFive" not in names
    assert sum(name.startswith("rpAccuracyRankCFourFive") for name in names) == 2
    assert "rpAccuracyRankSvm" in names


@pytest.mark.parametrize("test", ["rank-z", "relative-t", "permutation", "quade"])
def test_a_statistic_is_turned_with_its_pair(make_analysis, test):
    # The same scores under names that sort the other way round: the macro of the pair has the other sign.
    means = np.array([[0.9, 0.8], [0.9, 0.7], [0.6, 0.5], [0.4, 0.5], [0.9, 0.1]])
    omnibus = ["quade" if test == "quade" else "friedman"]
    values = []
    for names in (("A", "B"), ("B", "A")):
        analysis = make_analysis(
            names=names, datasets="vwxyz", means=means, test={"pairwise": test, "omnibus": omnibus}
        )
        [statistic] = [macro for macro in of_files([analysis]).macros if macro.name == "rpAccuracyStatisticAVsB"]
        assert statistic.meaning == "statistic of A against B"
        values.append(statistic.value)
    assert values[0] == -values[1] != 0


def test_wins_and_sums_of_ranks_are_turned_with_their_pair(make_analysis):
    means = np.array([[0.9, 0.8], [0.9, 0.7], [0.6, 0.6], [0.4, 0.5], [0.9, 0.1]])
    for test, values in (("sign", ("3.000", "1.000")), ("wilcoxon", ("1.500", "1.500"))):
        for names, value in zip((("A", "B"), ("B", "A")), values, strict=True):
            analysis = make_analysis(names=names, datasets="vwxyz", means=means, test={"pairwise": test})
            macros = {macro.name: macro.text for macro in of_files([analysis]).macros}
            assert macros["rpAccuracyStatisticAVsB"] == value


@pytest.mark.parametrize("test", ["mcnemar", "mcnemar-chi2"])
def test_the_statistic_of_outcomes_is_turned_with_its_pair(make_analysis, test):
    seen = set()
    for names in (("A", "B"), ("B", "A")):
        analysis = make_analysis(3, names=names, examples=60, test={"within": test})
        macros = {macro.name: macro.value for macro in of_files([analysis]).macros}
        for where in ("DataZero", "DataOne", "DataTwo"):
            statistic, a, b = (
                macros[f"rpAccuracyOn{where}Within{kind}AVsB"] for kind in ("Statistic", "OnlyFirst", "OnlySecond")
            )
            assert statistic == (a if test != "mcnemar-chi2" else pytest.approx((a - b) ** 2 / (a + b)))
            seen.add(a > b)
    assert seen == {True, False}


RICH = {
    "names": ("C4.5", "kNN", "svm"),
    "folds": (5, 2),
    "costs": True,
    "curves": {"pairs": "all", "average": True},
    "bayes": {"rope": 0.01},
    "adjust": ["holm", "nemenyi", "shaffer"],
    "groups": {"text": ["data 0", "data 1", "data 2", "data 3"]},
    "validation": True,
}


def numbers_of(results, path=()):
    """Every number of results.json, with the keys that lead to it."""
    if isinstance(results, dict):
        for key, value in results.items():
            yield from numbers_of(value, (*path, key))
    elif isinstance(results, list):
        for value in results:
            yield from numbers_of(value, path)
    elif isinstance(results, int | float) and not isinstance(results, bool):
        yield path, results


# How something was found rather than what, and what no sentence of a paper cites.
UNCITED = re.compile(
    r"draws|seed|level|rope|alpha|monte_carlo_error|scale|details|prior_strength|coverage|condition$|gaps|position"
    r"|also|spread|aucc_normal|standard_error|df$|n_datasets$|warnings|cost_weights|largest_change|average_ranks|omnibus"
)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "spec",
    [
        RICH,
        {**RICH, "test": {"pairwise": "wilcoxon", "within": "corrected-t", "omnibus": ["quade"]}, "adjust": ["holm"]},
    ],
)
def test_what_results_json_tells_has_macros(make_analysis, spec):
    analysis = make_analysis(9, **spec)
    macros = of_files([analysis]).macros
    known = {round(abs(macro.value), 9) for macro in macros if macro.value is not None and not np.isnan(macro.value)}
    # a measure may be turned round about 1/2 where the alphabet names the other algorithm first
    known |= {round(1 - value, 9) for value in known}
    numbers = [
        (path, value)
        for path, value in numbers_of(results("", 0.05, [analysis])["metrics"]["accuracy"])
        if not any(UNCITED.search(key) for key in path)
    ]
    assert len(numbers) > 500
    assert [one for one in numbers if round(abs(one[1]), 9) not in known] == []


@pytest.mark.parametrize("protocol", [{}, {"protocol": {"kind": "exploratory"}}])
def test_words_in_a_formula_are_no_products_of_letters(make_analysis, protocol):
    analysis = make_analysis(9, **RICH, **protocol)
    formulas = [macro_latex(macro, "rp") for macro in of_files([analysis]).macros if macro.form == "formula"]
    assert any(rf"\mbox{{{'exploratory ' if protocol else ''}exact }}p" in formula for formula in formulas)
    letters = (re.sub(r"\\mbox\{[^{}]*\}|\\[a-z]+", "", formula) for formula in formulas)
    assert [left for left in letters if re.search("[A-Za-z]{2}", left)] == []


def test_a_macro_has_the_value_that_its_text_rounds(make_analysis):
    for macro in of_files([make_analysis(9, **RICH)]).macros:
        shown = macro.text.replace("\N{MINUS SIGN}", "-")
        if macro.form == "number" and re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", shown):
            digits = len(shown.partition(".")[2])
            assert float(shown) == pytest.approx(macro.value, abs=0.5001 * 10**-digits), macro


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(
    ("options", "there", "not_there"),
    [
        ({"pairs": [["svm", "kNN"]]}, ["PKNNVsSvm", "MeanDifferenceKNNVsSvm"], ["PCFourFiveVsKNN"]),
        ({"pairs": "best"}, ["PCFourFiveVsSvm"], ["PCFourFiveVsKNN", "OnDataZeroAUCCCFourFiveVsSvm"]),
        ({"pairs": "all"}, ["PCFourFiveVsKNN"], ["OnDataZeroAUCCCFourFiveVsKNN"]),
        (
            {"datasets": ["data 1"]},
            ["OnDataOneScoreSvm", "OnDataOneAUCCKNNVsSvm", "OnDataOneWithinPKNNVsSvm"],
            ["OnDataZeroScoreSvm", "OnDataZeroAUCCKNNVsSvm", "OnDataZeroWithinPKNNVsSvm"],
        ),
        ({"pairs": "all", "datasets": "all"}, ["OnDataOneAUCCCFourFiveVsKNN", "OnDataTwoScoreSvm"], []),
        ({"unrounded": True}, ["RankValueSvm", "PValueKNNVsSvm"], ["PPhraseValueKNNVsSvm"]),
        ({"numbers": "all"}, ["MeanDifferenceLowKNNVsSvm", "SignificantWinsKNNVsSvm"], []),
        ({}, ["RankSvm", "MeanDifferenceIntervalKNNVsSvm"], ["RankValueSvm", "MeanDifferenceLowKNNVsSvm"]),
    ],
)
def test_a_study_chooses(make_analysis, options, there, not_there):
    means = np.linspace(0.5, 0.9, 9)[:, None] + np.array([0, 0.01, 0.02])
    analysis = make_analysis(9, **RICH)
    analysis = replace(analysis, ranking=make_analysis(9, means=means, names=RICH["names"]).ranking)
    collected = of_files([analysis], MacrosOptions.model_validate(options))
    names = {macro.name.removeprefix("rpAccuracy") for macro in collected.named}
    assert [name for name in there if name not in names] == []
    assert [name for name in not_there if name in names] == []
    assert collected.left_out == ()
    keys = {macro.key for macro in collected.macros}
    assert keys >= {macro.key for macro in of_files([analysis]).macros}  # all have keys, whatever has macros


@pytest.mark.nightly
def test_of_many_algorithms_the_pairs_that_are_cited_most_are_there(make_analysis):
    analysis = make_analysis(10, 60, adjust=["holm"], effects={"measures": ["mean-difference"]})
    collected = of_files([analysis])
    assert "tests of other pairs over the data sets" in collected.left_out
    assert "% Omitted, for the length of this file: tests of other pairs over the data sets." in numbers_tex(
        collected, stamp=""
    )
    assert len(collected.macros) < MAX_FACTS + 2 * len(collected.named) + 100 * 20
    best, words = analysis.ranking.best[0], distinct_words(analysis.names)
    names = {macro.name for macro in collected.named}
    for name in analysis.names:
        assert f"rpAccuracyRank{words[name]}" in names
        if name != analysis.names[best]:
            a, b, _ = alphabetical(name, analysis.names[best])
            assert f"rpAccuracyPHolm{words[a]}Vs{words[b]}" in names


@pytest.mark.nightly
def test_metrics_share_the_room(make_analysis):
    many = [make_analysis(12, 30, metric=f"metric {i}", adjust=["holm"], effects=None) for i in range(3)]
    collected = of_files(many)
    names = {macro.name for macro in collected.named}
    assert {"rpMetricZeroBest", "rpMetricOneBest", "rpMetricTwoBest"} <= names
    assert [text for text in collected.left_out if " by metric " in text]


def test_labels_are_shown_and_names_stay(make_analysis):
    analysis = make_analysis(9, names=("nb", "svm"))
    names = {"algorithms": {"nb": Label("naive Bayes", "naive Bayes")}}
    labels = labels_of([analysis], names)
    with_names, shown = (labels.shown(collect([analysis])).macros for labels in (Labels(), labels))
    assert [macro.name for macro in with_names] == [macro.name for macro in shown]
    macros = {macro.name: macro for macro in shown}
    assert plain(macros["rpAccuracyRankNb"].meaning) == "average rank of naive Bayes"
    assert "naive Bayes" in {plain(macros["rpAccuracyBest"].text), plain(macros["rpAccuracyLast"].text)}


def test_the_list_of_macros(make_analysis):
    collected = of_files([make_analysis(9, **RICH)])
    head, *rows = csv.reader(io.StringIO(macros_csv(collected)))
    assert head == ["Key", "Macro", "Text", "Value", "Meaning"]
    assert len(rows) == len(collected.macros)
    for row, macro in zip(rows, collected.macros, strict=True):
        assert row[:2] == [macro.key, f"\\{macro.name}" if macro.is_named else ""]
        assert row[3] == ("" if macro.value is None else str(macro.value))
    # The intervals of medians and shifts are not defined for three data sets.
    undefined = of_files([make_analysis(3, 3)])
    assert any(macro.value is not None and np.isnan(macro.value) for macro in undefined.macros)
    assert ",nan," not in macros_csv(undefined)
    section = macros_section(collected)
    [table] = section.tables
    assert section.folded
    assert not table.in_pdf
    assert len(table.rows) == len(collected.named)


@pytest.mark.nightly
@pytest.mark.parametrize("formats", ["[latex, html]", "[html]"])
def test_a_page_lists_the_macros_that_there_are(tmp_path, formats):
    (tmp_path / "scores.csv").write_text("dataset,a,b\n" + "".join(f"d{i},0.{i},0.{i}1\n" for i in range(1, 9)))
    (tmp_path / "study.yaml").write_text(
        "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy}]}\nplot: []\n"
        f"report: {{formats: {formats}, macros: {{unrounded: true}}}}\n"
    )
    built = build(read_study(tmp_path / "study.yaml"), tmp_path / "out")
    page = (tmp_path / "out/report.html").read_text(encoding="utf-8")
    listed = re.findall(r'<section id="macros">.*?<details[^>]*>(.*?)</details>', page, re.DOTALL)
    names = {path.name for path in built.paths}
    assert ("macros.tex" in names) == ("macros.csv" in names) == bool(listed) == ("latex" in formats)
    if listed:
        text = (tmp_path / "out/macros.tex").read_text(encoding="utf-8")
        made = re.findall(r"\\newcommand\{\\(rp\w+)\}\{", text)
        assert "rpAccuracyRankValueA" in made
        assert re.findall(r"\\(rp[A-Za-z]+)<", listed[0]) == made
        assert "Macros" not in (tmp_path / "out/report.tex").read_text(encoding="utf-8")


def test_significant_wins_are_those_of_the_first_by_name(make_analysis):
    """The first by name is the worst, so that its pairs are turned round on their way into the macros."""
    analysis = make_analysis(20, 4, names=("a", "b", "c", "d"), folds=(5, 4), test={"within": "corrected-t"})
    texts = {macro.name: macro.text for macro in of_files([analysis]).macros}
    counts = {"Wins": 0, "Losses": 0}
    for within in analysis.tested.within:
        [row] = [row for row, pair in enumerate(within.pairs.tolist()) if set(pair) == {0, 3}]
        a_less_d = within.tests.difference[row] * (1 if within.pairs[row][0] == 0 else -1)
        if within.tests.p[row] <= 0.05:
            counts["Wins" if a_less_d > 0 else "Losses"] += 1
    assert counts["Losses"] > counts["Wins"]
    assert {kind: int(texts[f"rpAccuracySignificant{kind}AVsD"]) for kind in counts} == counts


def test_numbers_in_percent_are_those_of_scores_a_hundred_times_as_large(make_analysis):
    """Whatever is on the scale of scores or differences prints as in the same study of 90 in place of 0.9."""
    means = np.linspace(0.5, 0.9, 6)[:, None] + np.array([[0, 0.015], [0, 0.01], [0.01, 0]] * 2)

    def printed(factor, **scale):
        size = factor * 0.005
        study = {"bayes": {"rope": size}, "effects": {"margin": size}}
        analysis = make_analysis(6, 2, means=factor * means, scale=scale, **study)
        return {macro.key: macro.text for macro in of_files([analysis]).macros}

    assert printed(1, percent=True) == printed(100)


def test_meanings_of_intervals_say_that_they_are(make_analysis):
    spec = {"runs": 2, "leaderboard": {}, "aggregates": {"draws": 100, "measures": ["mean"]}}
    macros = of_files([make_analysis(4, 2, **spec)]).macros
    intervals = [macro for macro in macros if "interval" in macro.key.split("/")[1]]
    assert len(intervals) > 6
    assert [macro for macro in intervals if not re.search(r"^the 95% [\w ]*interval .*of ", macro.meaning)] == []
