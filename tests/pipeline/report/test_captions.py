"""What figures say: captions.txt has the captions and descriptions of many, and why others were not drawn.

How figures look is held in tests/figures; what two of the texts share stands under the first alone.
"""

from pathlib import Path

import numpy as np

from rankpress.catalog.kinds import FIGURES
from rankpress.core.scores import Gap, Missing
from rankpress.core.text import plain
from rankpress.report.plot import plot
from rankpress.spec.plot_sections import PlottedFigure

OF_GAPS = Missing("incomplete-blocks", (Gap("data 1", "alg 0", 0, 1),), left_open=(Gap("data 1", "alg 0", 0, 1),))
RANKED = Missing("worst-rank", (Gap("data 1", "alg 0", 0, 1),), worst_ranked=(Gap("data 1", "alg 0", 0, 1),))
GAPPED = np.random.default_rng(3).uniform(0.5, 0.9, (14, 4)).round(3)
GAPPED[1, 0] = np.nan
MATRICES = ("p-values", "comparison-matrix", "score-map", {"score-map": {"colour": "ranks"}})
PAIR = {"pairs": [["alg 1", "alg 0"]]}
STUDIES = {
    "the defaults": ({}, (*MATRICES, "cd", "rank-distribution", "scatter", "simplex", "curves", "order", "cost-front")),
    "options": (
        {"adjust": ["nemenyi", "holm"], "bayes": {"rope": 0.02}, "costs": True},
        (
            {"p-values": {"adjust": "holm"}},
            {"p-values": {"raw": True}},
            {"comparison-matrix": {"rows": ["alg 3"], "columns": ["alg 0", "alg 1"]}},
            {"score-map": {"colour": "best"}},
            {"cd": {"adjust": "holm", "highlight": ["alg 2", "alg 0"]}},
            {"cd": {"caption": "Mine.", "file": "Mine too", "layout": "rows"}},
            {"rank-distribution": {"form": "violin"}},
            *({kind: PAIR} for kind in ("scatter", "simplex")),
            "order",
            "cost-front",
            {"cost-front": {"of": "score"}},
            "two-metrics",
        ),
    ),
    "the false discovery rate": ({"adjust": ["benjamini-hochberg"]}, ("p-values", "cd")),
    "Holm": ({"adjust": ["holm"], "test": {"alpha": 0.1, "pairwise": "t"}}, ("cd", "comparison-matrix")),
    "a control": ({"test": {"control": "alg 1"}}, ("cd", "p-values", "comparison-matrix", {"scatter": PAIR})),
    "curves": (
        {"n": 3, "folds": (1, 5), "curves": {"pairs": "all", "average": True}},
        ("within", "curves", {"curves": {"axes": "own"}}, "average-curves", {"curve": {**PAIR, "dataset": "data 2"}}),
    ),
    "curves of test examples": ({"n": 2, "k": 3, "examples": 60, "curves": {"pairs": "all"}}, ("curves",)),
    "curves of one algorithm": ({"n": 2, "k": 14, "folds": (1, 3), "curves": {"baseline": "alg 0"}}, ("curves",)),
    "one data set": ({"n": 1, "folds": (2, 5), "costs": True}, ("cd", *MATRICES, "order", "rank-distribution")),
    "gaps left open": (
        {"means": GAPPED, "missing": OF_GAPS, "test": {"pairwise": "wilcoxon", "omnibus": ["skillings-mack"]}},
        (*MATRICES, "rank-distribution", "scatter"),
    ),
    "gaps ranked last": ({"means": GAPPED, "missing": RANKED}, (*MATRICES, "scatter")),
    "a rope of no width": ({"bayes": {"rope": 0}}, ("simplex",)),
    "many algorithms": ({"k": 30, "effects": None, "adjust": ["holm"]}, ("cd", "comparison-matrix", "p-values")),
    "what can be trusted": (
        {
            "n": 12,
            "k": 3,
            "effects": None,
            "adjust": ["holm"],
            "sensitivity": {"digits": [1], "pairwise": []},
            "replicability": {"draws": 20, "size": 4, "biases": [0, 10]},
            "power": {"effect": [0.02, 0.04], "draws": 100, "datasets": [5, 20]},
        },
        ("sensitivity", "replicability", "power", {"power": {"against": "difference"}}),
    ),
    "nothing of the kind": ({"k": 3}, ("sensitivity", "replicability", "power", "curve", "average-curves")),
}


def test_captions(make_analysis, golden, monkeypatch):
    for form in ("to_pdf", "to_svg"):  # nothing but the texts is looked at
        monkeypatch.setattr(f"rankpress.figures.output.{form}", lambda *_, **__: b"")
    known, told, kinds = set(), [], set()
    for name, (spec, figures) in STUDIES.items():
        drawn = plot([make_analysis(**spec)], tuple(map(PlottedFigure.model_validate, figures)))
        told += [f"== {name}", *drawn.warnings]
        for one in drawn.drawings:
            kinds.add(one.kind)
            sentences = [
                part for text in (one.caption, one.alt) for part in plain(text).replace(". ", ".\n").split("\n")
            ]
            told += ["", f"{one.name}: {plain(one.title)}", *(part for part in sentences if part not in known)]
            known |= set(sentences)
        told.append("")
    assert kinds == set(FIGURES) - {"two-metrics"}
    golden(Path(__file__).parent / "captions.txt", "\n".join(told))
