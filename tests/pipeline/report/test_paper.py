"""The text for a paper, in whole paragraphs: paragraphs.txt has methods and results of studies of many shapes."""

from pathlib import Path

import numpy as np

from rankpress.core.text import join, plain
from rankpress.topics.paper import methods_for_paper, results_for_paper
from rankpress.topics.protocol import exploratory_sentence
from tests.pipeline.conftest import studies

NAMES = ("svm", "forest", "boosting", "knn", "ridge")
NOISE = np.random.default_rng(3).normal(0, 0.01, (20, 5))
CLEAR = 0.8 + NOISE + np.array([0.08, 0.04, 0.035, 0.0, -0.1])
EQUAL = 0.8 + NOISE
APART = 0.8 + NOISE / 50 + np.arange(5)[::-1] / 20
OPEN = np.where(np.arange(100).reshape(20, 5) % 9 == 1, np.nan, CLEAR)
STUDIES = studies(
    """
one winner: [{means: ONE_WINNER, names: [svm, boosting, knn, ridge]}]
proportions, and a stated protocol: [{means: CLEAR, unit: proportion, protocol: {tuning: {svm: {data: none},
    forest: {data: none}, boosting: {data: none}, knn: {data: none}, ridge: {data: none}},
    partition: {how: stratified 10-fold cross-validation}}}]
a tie: [{means: [[0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9,
    0.7]]}]
nothing significant: [{means: EQUAL}]
all significant: [{means: APART, adjust: [holm, bergmann-hommel]}]
one adjustment: [{means: CLEAR, test: {pairwise: wilcoxon}, adjust: [holm]}]
a control: [{means: CLEAR, test: {control: knn}}]
a control that nothing differs from: [{means: EQUAL, test: {control: knn}}]
two algorithms: [{means: TWO_ALGORITHMS, test: {pairwise: wilcoxon}, adjust: [holm]}]
one data set: [{n: 1, k: 3, folds: [2, 5]}]
several metrics: [{means: CLEAR}, {means: SEVERAL_METRICS, metric: loss, better: lower}]
missing results: [{means: CLEAR, missing: [drop-datasets, [image, knn], {dropped_datasets: [image]}]}]
results left open: [{means: OPEN, missing: [incomplete-blocks], test: {omnibus: [skillings-mack],
    pairwise: wilcoxon}, adjust: [holm]}]
exploratory: [{means: CLEAR, protocol: {kind: exploratory}}]
Bayesian: [{means: CLEAR, bayes: {rope: 0.01, draws: 2000, seed: 7}, adjust: [holm]}]
order by cost: [{folds: [5, 2], k: 5, costs: true}]
lower is better: [{means: CLEAR, metric: error, better: lower}]
the false discovery rate: [{means: CLEAR, adjust: [benjamini-hochberg]}]
""",
    CLEAR=CLEAR,
    EQUAL=EQUAL,
    APART=APART,
    OPEN=OPEN,
    ONE_WINNER=np.delete(CLEAR, 1, axis=1),
    TWO_ALGORITHMS=CLEAR[:, :2],
    SEVERAL_METRICS=1 - EQUAL,
)


def analysed(make_analysis, spec):
    means = spec.get("means")
    n, k = means.shape if means is not None else (spec.get("n", 12), spec.get("k", 5))
    return make_analysis(**{"names": NAMES[:k], **spec, "n": n, "k": k})


def paragraphs(analyses, voice):
    results = join((*exploratory_sentence(analyses), *results_for_paper(analyses)), "\n")
    return plain(methods_for_paper(analyses, voice)), plain(results)


def test_paragraphs(make_analysis, golden):
    written = []
    for name, specs in STUDIES.items():
        analyses = [analysed(make_analysis, spec) for spec in specs]
        methods, results = paragraphs(analyses, "we")
        written += [f"== {name}", methods, "--", paragraphs(analyses, "passive")[0], "--", results, ""]
    golden(Path(__file__).parent / "paragraphs.txt", "\n".join(written))
