"""Tables of scores as fields with independent runs print them: medians, spreads, signs and shades."""

import re
from dataclasses import replace

import numpy as np
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Balance, Gap, Reading
from rankpress.core.table import FILLS, subscript_of
from rankpress.report.latex_table import SHADES, table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.report.text_table import table_text
from rankpress.spec.model import Study
from rankpress.topics.scores.cells import medians_of, spreads_of
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of


def runs(n=4, k=3, per=7, better="higher", name="fitness", seed=1):
    """Runs with one that stands out, so that means and medians order algorithms otherwise."""
    drawn = [np.random.default_rng([seed, d]).normal([1, 2, 3], 0.3, (per, k)) for d in range(n)]
    for each in drawn:
        each[0, 0] += 30
    means = np.array([each.mean(axis=0) for each in drawn])
    spreads = np.array([each.std(axis=0, ddof=1) for each in drawn])
    counts = np.full(means.shape, float(per))
    return metric_of(
        means,
        better,
        name=name,
        by_seed=tuple(drawn),
        seeds=(per, per),
        folds=(None,) * n,
        spreads=spreads,
        runs=counts,
    )


def scores_table(scores=None, kind="scores", **options):
    analysis = analysis_of(runs() if scores is None else scores, test={"within": "rank-sum"})
    study = Study.model_validate({"scores": {"files": "x.csv"}, "report": {"tables": {kind: options}}})
    return next(table for table in choose_tables([analysis], study.report.tables).tables if table.kind == kind)


def test_medians_and_interquartile_ranges_are_numpys():
    scores = runs()
    np.testing.assert_allclose(medians_of(scores), [np.median(each, axis=0) for each in scores.by_seed])
    low, high = (np.array([np.quantile(each, q, axis=0) for each in scores.by_seed]) for q in (0.25, 0.75))
    np.testing.assert_allclose(spreads_of(scores, "iqr"), high - low)
    folded = metric_of(scores.means, folds=())
    assert spreads_of(folded, "iqr") is None
    np.testing.assert_allclose(medians_of(folded), scores.means)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_the_best_median_is_marked_and_no_rank_of_means_stands_next_to_it(better):
    scores = runs(better=better)
    table = scores_table(scores, center="median", spread="iqr", summary=["mean"])
    for row, medians in zip(table.body, medians_of(scores), strict=True):
        assert [cell.value for cell in row[1:] if "bold" in cell.marks] == [
            (max if better == "higher" else min)(medians)
        ]
        assert sorted(cell.value for cell in row[1:]) == pytest.approx(sorted(medians))
        assert all(re.fullmatch(r"± [\d.]+", cell.detail) for cell in row[1:])
    assert any("ranks and tests over the data sets are of means" in plain(note) for note in table.notes)
    assert "median ± interquartile range over seven runs" in plain(table.caption)


SPREADS = [
    ("plus-minus", r"± [\d.]+", "mean ± standard deviation over seven runs", "±: standard"),
    ("parentheses", r"\([\d.]+\)", "mean (standard deviation over seven runs)", "In parentheses: standard"),
    ("subscript", r"[\d.]+", "mean with the standard deviation over seven runs as subscript", "Subscripts: standard"),
]


@pytest.mark.parametrize(("form", "detail", "caption", "note"), SPREADS)
def test_every_form_of_a_spread(form, detail, caption, note):
    table = scores_table(spread="sd", spread_as=form, ranks=False)
    assert all(re.fullmatch(detail, cell.detail) for row in table.body for cell in row[1:])
    assert caption in plain(table.caption)
    assert any(plain(text).startswith(note) for text in table.notes)
    first = table.body[0][1].detail
    for text, low in (
        (table_fragment(table, stamp=""), rf"$_{{\mbox{{\scriptsize {first}}}}}$"),
        (display_html([table]), f"<sub>{first}</sub>"),
        (table_markdown(table), f"<sub>{first}</sub>"),
    ):
        assert (low in text) == (form == "subscript")


def test_signs_stand_behind_spreads_in_every_form():
    for form, *_ in SPREADS:
        table = scores_table(spread="sd", spread_as=form, ranks=False, against="B", signs="plus-minus")
        others = [place for place, head in enumerate(table.head[-1]) if head.name in "AC"]
        assert {row[place].detail[-1] for row in table.body for place in others} <= set("+=−")
        records = [cell.record for cell in table.foot[-1][1:]]
        assert [sum(record) for record in records if record] == [4, 4]
    assert subscript_of("0.1 +") == ("0.1", "+")


@pytest.mark.nightly
def test_shades_stand_in_place_of_bold_and_underlined():
    fonts, shades = scores_table(), scores_table(marks="gray")
    turned = {"bold": "gray", "underline": "light-gray"}
    for before, after in zip((*fonts.body, *fonts.foot), (*shades.body, *shades.foot), strict=True):
        assert [cell.marks for cell in after] == [frozenset(turned[mark] for mark in cell.marks) for cell in before]
    notes = " ".join(map(plain, shades.notes))
    assert "On dark gray: best" in notes
    assert "on light gray" in notes
    assert "bold" not in notes
    latex = table_fragment(shades, stamp="")
    assert SHADES["gray"] in latex
    assert "colortbl" in latex
    assert re.search("<td class=.?gray", display_html([shades]))
    for has_no_shades in (table_markdown, table_text):
        written = has_no_shades(shades)
        assert "**" in written
        assert "gray" not in written
        assert written == has_no_shades(scores_table(marks="best"))
    assert shades.is_shaded
    assert {cell.fill for row in shades.body for cell in row} == {"", FILLS["gray"], FILLS["light-gray"]}


def test_scores_of_fewer_runs_are_listed():
    short = Balance(
        "fitness", 3, 4, 12, runs_expected=84, runs_read=82, runs_each=(5, 7), short=(Gap("data 1", "B", 5, 7),)
    )
    table = scores_table(replace(runs(), reading=Reading(balance=short)))
    assert "Fewer runs: B has 5 of 7 on data 1." in [plain(note) for note in table.notes]


def test_a_row_for_each_data_set_and_metric():
    first, second = (
        analysis_of(runs(name=name, seed=seed, better=better), adjust=["holm"])
        for name, seed, better in (("fitness", 1, "higher"), ("seconds", 2, "lower"))
    )
    options = Study.model_validate(
        {"scores": {"files": "x.csv"}, "report": {"tables": {"scores": {"metrics": "stacked"}}}}
    ).report.tables
    [table] = [item for item in choose_tables([first, second], options).tables if item.kind == "scores"]
    names = [(row[0].name, plain(row[1].text)) for row in table.body]
    assert names[:2] == [("data 0", "fitness ↑"), ("data 0", "seconds ↓")]
    assert len(names) == 8
    assert table.group_ends == (2, 4, 6)
    assert [plain(row[1].text) for row in table.foot] == ["fitness ↑", "seconds ↓"]
    assert [cell.name for cell in table.head[-1]][:2] == ["Data set", "Metric"]
    values = {(row[0].name, row[1].name): [cell.value for cell in row[2:]] for row in table.body}
    order = [cell.name for cell in table.head[-1][2:]]
    for analysis in (first, second):
        for dataset, means in zip(analysis.scores.datasets, analysis.scores.means, strict=True):
            expected = [means[analysis.names.index(name)] for name in order]
            assert values[dataset, analysis.scores.name] == pytest.approx(expected)
    assert table_fragment(table, stamp="").count(r"\midrule") >= 4


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"center": "median", "spread": "ci"}, "next to medians"),
        ({"spread_as": "subscript"}, "without spread"),
        ({"spread": "sd", "spread_as": "parentheses", "ranks": True}, "both in parentheses"),
        ({"center": "median", "cells": "difference"}, "differences of medians"),
    ],
)
def test_options_that_contradict_each_other(options, fault):
    with pytest.raises(FaultsFound, match=fault):
        Study.from_dict({"scores": {"files": "x.csv"}, "report": {"tables": {"scores": options}}})
