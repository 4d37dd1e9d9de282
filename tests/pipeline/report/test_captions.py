"""What figures say: captions.txt has the captions and descriptions of many, and why others were not drawn.

How figures look is held in tests/figures; what two of the texts share stands under the first alone.
"""

from pathlib import Path

import numpy as np

from rankpress.catalog.kinds import FIGURES
from rankpress.core.text import plain
from rankpress.report.plot import plot
from rankpress.spec.plot_sections import PlottedFigure
from tests.pipeline.conftest import studies

GAPPED = np.random.default_rng(3).uniform(0.5, 0.9, (14, 4)).round(3)
GAPPED[1, 0] = np.nan
STUDIES = studies(
    """
the defaults: {figures: [p-values, comparison-matrix, score-map, {score-map: {colour: ranks}}, cd, rank-distribution,
    scatter, simplex, curves, order, cost-front]}
options: {adjust: [nemenyi, holm], bayes: {rope: 0.02}, costs: true, figures: [{p-values: {adjust: holm}},
    {p-values: {raw: true}}, {comparison-matrix: {rows: [alg 3], columns: [alg 0, alg 1]}},
    {score-map: {colour: best}}, {cd: {adjust: holm, highlight: [alg 2, alg 0]}}, {cd: {caption: Mine.,
    file: Mine too, layout: rows}}, {rank-distribution: {form: violin}}, {scatter: {pairs: [[alg 1, alg 0]]}},
    {simplex: {pairs: [[alg 1, alg 0]]}}, order, cost-front, {cost-front: {of: score}}, two-metrics]}
the false discovery rate: {adjust: [benjamini-hochberg], figures: [p-values, cd]}
Holm: {adjust: [holm], test: {alpha: 0.1, pairwise: t}, figures: [cd, comparison-matrix]}
a control: {test: {control: alg 1}, figures: [cd, p-values, comparison-matrix, {scatter: {pairs: [[alg 1, alg 0]]}}]}
curves: {n: 3, folds: [1, 5], curves: {pairs: all, average: true}, figures: [within, curves, {curves: {axes: own}},
    average-curves, {curve: {pairs: [[alg 1, alg 0]], dataset: data 2}}]}
curves of test examples: {n: 2, k: 3, examples: 60, curves: {pairs: all}, figures: [curves]}
curves of one algorithm: {n: 2, k: 14, folds: [1, 3], curves: {baseline: alg 0}, figures: [curves]}
one data set: {n: 1, folds: [2, 5], costs: true, figures: [cd, p-values, comparison-matrix, score-map,
    {score-map: {colour: ranks}}, order, rank-distribution]}
gaps left open: {means: GAPPED, missing: [incomplete-blocks, [data 1, alg 0]], test: {pairwise: wilcoxon,
    omnibus: [skillings-mack]}, figures: [p-values, comparison-matrix, score-map, {score-map: {colour: ranks}},
    rank-distribution, scatter]}
gaps ranked last: {means: GAPPED, missing: [worst-rank, [data 1, alg 0]], figures: [p-values, comparison-matrix,
    score-map, {score-map: {colour: ranks}}, scatter]}
a rope of no width: {bayes: {rope: 0}, figures: [simplex]}
many algorithms: {k: 30, effects: null, adjust: [holm], figures: [cd, comparison-matrix, p-values]}
what can be trusted: {n: 12, k: 3, effects: null, adjust: [holm], sensitivity: {digits: [1], pairwise: []},
    replicability: {draws: 20, size: 4, biases: [0, 10]}, power: {effect: [0.02, 0.04], draws: 100, datasets: [5,
    20]}, figures: [sensitivity, replicability, power, {power: {against: difference}}]}
nothing of the kind: {k: 3, figures: [sensitivity, replicability, power, curve, average-curves]}
""",
    GAPPED=GAPPED,
)


def test_captions(make_analysis, golden, monkeypatch):
    for form in ("to_pdf", "to_svg"):  # nothing but the texts is looked at
        monkeypatch.setattr(f"rankpress.figures.output.{form}", lambda *_, **__: b"")
    known, told, kinds = set(), [], set()
    for name, spec in STUDIES.items():
        figures = spec.pop("figures")
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
