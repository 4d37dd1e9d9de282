"""Captions of figures: three sentences at most, on what is drawn, whatever the kind and the shape of a study."""

import re

import numpy as np
import pytest

from rankpress.account.document import build_document
from rankpress.account.tables import build_tables
from rankpress.catalog.kinds import FIGURES
from rankpress.core.document import Plan
from rankpress.core.scores import Gap, Missing
from rankpress.report.page import html_report
from rankpress.report.plot import plans_of
from rankpress.spec.plot_sections import LabelsOptions, PlottedFigure
from rankpress.wording.text import plain

NAMES = tuple(f"alg {i}" for i in range(60))
GAPS = tuple(Gap(f"data {i}", f"alg {i}", 0, 1) for i in range(5))
GAPPED = np.where(np.eye(14, 5, dtype=bool), np.nan, np.random.default_rng(2).uniform(0.5, 0.9, (14, 5)))
GAPLESS = {"pairwise": "wilcoxon", "omnibus": ["skillings-mack"]}
SHAPES = {
    "two": {"k": 2, "folds": (1, 10)},
    "three": {"k": 3, "examples": 40},
    "four": {
        "k": 4,
        "folds": (1, 10),
        "costs": True,
        "bayes": {"rope": 0.02},
        "curves": {},
        "leaderboard": {"draws": 100},
    },
    "control": {"k": 8, "test": {"control": "alg 3"}, "adjust": ["holm"]},
    "families and short names": {
        "k": 12,
        "labels": {
            "algorithms": {name: {"family": f"F{i % 3}", "short": name[4:]} for i, name in enumerate(NAMES[:12])}
        },
    },
    "numbered": {"names": tuple(f"{chr(0x4E00 + i)}" for i in range(5))},
    "sixty": {"n": 4, "k": 60},
    "gaps": {"means": GAPPED, "k": 5, "missing": Missing("incomplete-blocks", GAPS, left_open=GAPS), "test": GAPLESS},
    "seeds": {"k": 5, "runs": 5, "aggregates": {"draws": 100}},
    "steps": {"k": 4, "n": 3, "runs": 4, "steps": 6, "progress": {"draws": 100}},
    "exploratory": {"k": 6, "protocol": {"kind": "exploratory"}},
}
END = re.compile(r"[.!?] (?=[A-Z\d])")


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("means", "verdict"),
    [
        (np.arange(30), "All pairs of algorithms differ significantly"),
        (
            np.where(np.arange(30) < 14, 0, np.where(np.arange(30) < 29, 1, 2)),
            "No bar: all others differ significantly from alg 29",
        ),
        (np.minimum(np.arange(30) // 10, 2), "joined by a bar"),
    ],
)
def test_bars_are_in_the_caption_where_they_are_drawn(means, verdict, make_analysis):
    analysis = make_analysis(20, 30, means=means + np.random.default_rng(3).normal(0, 0.01, (20, 30)))
    [plan] = plans_of([analysis], [PlottedFigure.of_kind("cd")])
    gids = {artist.get_gid() or "" for artist in plan.draw().findobj()}
    assert verdict in plain(plan.caption)
    assert any(gid.startswith("group-") for gid in gids) == ("joined by a bar" in plain(plan.caption))
    assert ("The bars come from" in plain(plan.caption)) == ("joined by a bar" in plain(plan.caption))


@pytest.mark.nightly
@pytest.mark.few(5)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_caption_is_short_and_stands_alone_and_no_title_repeats_it(shape, make_analysis):
    spec = dict(SHAPES[shape])
    names = LabelsOptions.model_validate(spec.pop("labels", {})).names
    analyses = [make_analysis(**spec), make_analysis(**{**spec, "metric": "F1"})]
    plans = [
        plan
        for plan in plans_of(analyses, [*map(PlottedFigure.of_kind, FIGURES.names())], names=names)
        if isinstance(plan, Plan)
    ]
    assert len({plan.kind for plan in plans}) > 4
    for plan in plans:
        text = plain(plan.caption)
        assert text.endswith(".")
        assert len(END.split(text.replace("et al. ", ""))) <= 3, plan.kind  # sentences, whatever is added
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    kinds_alike = {"missing"}  # which is printed once where metrics have the same
    for item in (*tables, *plans):
        title, caption = plain(item.title), plain(item.caption)
        for metric in ("accuracy", "F1"):
            assert metric not in title or metric in caption.lower() + caption or item.kind in kinds_alike, caption
    document = build_document("Study", analyses, tables, ())
    captions = re.findall(r"<caption>(.*?)</caption>", html_report(document), re.DOTALL)
    shown = [" ".join(re.sub(r"<[^>]+>", "", caption).split()) for caption in captions]
    assert shown
    assert not [text for text in shown if not re.match(r"Table \d+\. \S", text)]
    assert not [text for text in shown for table in tables if f"{plain(table.title)} {plain(table.caption)}" in text]
