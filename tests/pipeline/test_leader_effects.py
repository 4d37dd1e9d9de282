"""The leader against each other algorithm on a terminal: effects, and how many more data sets it takes."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest

from rankpress.account.tables import build_tables
from rankpress.app.answer import write_answer
from rankpress.stats.sample_size import datasets_needed
from rankpress.topics.effects.effects import effects_paragraphs
from rankpress.topics.effects.leader import leader_effects, more_datasets
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of

SCORES = np.random.default_rng(4).normal(0.7, 0.03, (12, 4)).round(3) + np.array([0.06, 0.05, 0.0, -0.1])


def analysed(means=SCORES, better="higher", **sections):
    return analysis_of(metric_of(means, better), order=None, **sections)


def answered(analysis, width):
    stream = io.StringIO()
    write_answer([analysis], {}, stream, width=width)
    return stream.getvalue()


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("control", [None, "C"])
def test_each_pair_of_the_leader_or_the_control_has_its_effect(better, control):
    sections = {} if control is None else {"test": {"control": control}, "adjust": ["holm"]}
    analysis = analysed(SCORES if better == "higher" else 1 - SCORES, better, **sections)
    title, texts = leader_effects(analysis)
    assert title == ("Difference" if control is None else "Minus control")
    order, estimated = analysis.ranking.best_first, analysis.estimated
    reference = order[0] if control is None else analysis.names.index(control)
    effect = next(iter(estimated.effects.values()))
    for algorithm, text in zip(order, texts, strict=True):
        if algorithm == reference:
            assert text == "–"
            continue
        row = [{*pair} for pair in estimated.pairs.tolist()].index({reference, algorithm})
        turned = estimated.pairs[row, 0] != reference
        value = -effect.estimate[row] if turned != (control is not None) else effect.estimate[row]
        printed, low, high = (
            float(part.strip("[],").replace("\N{MINUS SIGN}", "-")) for part in text.replace("[", " ").split()
        )
        assert printed == pytest.approx(value, abs=6e-5)
        assert low <= printed <= high


def test_a_terminal_shows_effects_where_there_is_room():
    analysis = analysed()
    assert "Hodges" in answered(analysis, 100) or "Difference" in answered(analysis, 100)
    assert leader_effects(analysis)[1][1] in answered(analysis, 100)
    assert leader_effects(analysis)[1][1] not in answered(analysis, 55)


@pytest.mark.parametrize("name", ["C4.5", "a random forest"])
def test_eighty_columns_have_room_for_effects_and_groups(name):
    analysis = analysis_of(metric_of(SCORES, names=[f"{name}{i}" for i in range(4)]), order=None)
    text = answered(analysis, 80)
    [first, *_] = [line for line in text.splitlines() if leader_effects(analysis)[1][1] in line]
    assert name in first
    assert max(map(len, text.splitlines())) <= 80
    assert sum("┃" in line for line in text.splitlines()) > 1


@pytest.mark.nightly
def test_many_groups_give_way_to_effects():
    rng = np.random.default_rng(2)
    means = 0.9 - 0.003 * np.arange(24) + rng.normal(0, 0.02, (60, 24))
    analysis = analysis_of(metric_of(means.round(4), names=[f"a{i:02}" for i in range(24)]), order=None)
    narrow, wide = answered(analysis, 72), answered(analysis, 100)
    effect = leader_effects(analysis)[1][1]
    assert effect in narrow
    assert "Groups" not in narrow
    assert effect in wide
    assert "Groups" in wide
    assert max(sum(sign == "┃" for sign in line) for line in wide.splitlines()) > 3


@pytest.mark.few
@pytest.mark.parametrize("exponent", [-299, -99, -12, 0, 12, 99])
@pytest.mark.parametrize("width", [60, 72, 80, 90, 100])
def test_heads_are_whole_at_any_magnitude(exponent, width):
    analysis = analysis_of(metric_of(SCORES * 10.0**exponent, names=list("ABCD")), order=None)
    lines = answered(analysis, width).splitlines()
    [head] = [line for line in lines if line.startswith("Algorithm")]
    assert re.search(r"Groups$", head), head
    assert max(map(len, lines)) <= width


def test_how_many_more_it_takes_rests_on_the_mean_and_the_spread():
    means = SCORES + np.array([0.006, 0, 0, 0])
    analysis = analysed(means)
    [sentence] = map(plain, more_datasets(analysis))
    differences = means[:, 0] - means[:, 1]
    needed = datasets_needed(differences.mean() / differences.std(ddof=1), 0.05 / 6)
    more, rest = sentence.split(" more ", 1)
    assert int(more.removeprefix("About ").replace(",", "")) == pytest.approx(needed - 12, rel=0.05)
    assert rest.startswith("data sets would be needed for a significant difference between A and B (paired t test")
    assert sentence in " ".join(answered(analysis, 100).split())


@pytest.mark.parametrize("difference", [1e-4, 1e-9])
def test_a_number_of_data_sets_that_nobody_has_is_not_printed(difference):
    near = np.column_stack([SCORES[:, 1] + 0.03 * np.tile([1, -1], 6), SCORES[:, 1:]])
    [sentence] = map(plain, more_datasets(analysed(near + np.array([difference, 0, 0, 0]))))
    assert sentence.startswith("More than 1,000 further data sets would be needed")
    assert sentence.endswith("fewer may show that the two are equivalent within a margin (effects.margin).")


def test_nothing_is_promised_where_all_differ_or_the_mean_speaks_against_it():
    apart = np.random.default_rng(1).normal(0, 0.001, (30, 3)) + np.array([0.9, 0.8, 0.7])
    assert list(more_datasets(analysed(apart))) == []
    against = np.tile([[0.51, 0.5, 0.4]], (11, 1))
    against[-1, 0] = 0.1  # the best ranked has the lower mean
    assert list(more_datasets(analysed(against + np.random.default_rng(2).normal(0, 1e-3, against.shape)))) == []


def test_nothing_is_promised_where_too_few_data_sets_allow_no_significance_or_runs_have_no_time():
    few = analysed(SCORES[:4])
    assert "no difference can be significant" in answered(few, 100)
    assert list(more_datasets(few)) == []
    assert list(more_datasets(analysed())) != []
    unsolved = np.zeros(SCORES.shape, dtype=bool)
    unsolved[0, 3] = True
    limited = replace(metric_of(1 - SCORES, "lower"), censored=unsolved, limit=1.0)
    assert list(more_datasets(analysis_of(limited, order=None, test={"pairwise": "sign"}, effects=None))) == []


@pytest.mark.parametrize("rows", [4, 12])
def test_no_two_empty_lines_follow_each_other(rows):
    assert "\n\n\n" not in answered(analysed(SCORES[:rows]), 80)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_an_effect_that_favors_the_other_says_so(better):
    differences = np.array([0.01] * 9 + [-0.2, -0.25])  # the shift favors A, the mean B
    scores = np.column_stack([differences, np.zeros(11), np.linspace(-0.5, -0.4, 11)]) + 0.7
    analysis = analysed(scores if better == "higher" else 1 - scores, better)
    [*sentences] = map(plain, effects_paragraphs(analysis))
    assert "Hedges' g = \N{MINUS SIGN}" in sentences[0]
    assert ", in favor of B)" in sentences[0]
    assert "in favor of" not in plain(next(iter(effects_paragraphs(analysed()))))


def test_a_shift_of_zero_by_ties_is_no_evidence_of_equality():
    """Its interval has no width, or its test is significant: the sentence and the table of pairs say why."""
    means = np.tile([[0.7, 0.7, 0.6]], (20, 1)) - np.eye(20, 3)[:, [2, 0, 1]] / 10
    sentence = "With many tied scores a Hodges-Lehmann shift of zero is no evidence of equality."
    effects = {"measures": ["hodges-lehmann"]}
    for scores, is_there in ((means, True), (SCORES, False)):
        analysis = analysed(scores, test={"pairwise": "wilcoxon"}, effects=effects)
        [table] = [table for table in build_tables(analysis) if table.kind == "pairs"]
        for words in (effects_paragraphs(analysis), table.notes_in("short"), table.notes_in("full")):
            assert (sentence in " ".join(map(plain, words))) == is_there
