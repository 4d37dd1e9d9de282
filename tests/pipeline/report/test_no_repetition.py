"""No sentence of report.html appears twice, in reports of several studies."""

import html
import re
from collections import Counter

import numpy as np
import pytest

from rankpress.report.page import html_report
from rankpress.topics.kinds import build_document, build_tables
from tests.pipeline.conftest import studies

MOST_WORDS = 6  # of what may appear twice: a title, a short note
STUDIES = studies(
    """
the defaults: [{}]
two algorithms: [{k: 2, test: {pairwise: wilcoxon}, adjust: [holm], bayes: {rope: 0.01}}]
a control: [{k: 5, test: {control: alg 1}}]
a tie: [{means: [[0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9, 0.7], [0.9, 0.9,
    0.7]], n: 6, k: 3}]
nothing significant: [{means: EQUAL, n: 12}]
one data set: [{n: 1, k: 3, folds: [2, 5]}]
folds, costs and curves: [{folds: [5, 2], costs: true, curves: {baseline: alg 0}}]
exploratory: [{protocol: {kind: exploratory, tuning: {alg 0: {data: none}}}}]
missing results, two metrics: [{missing: [drop-datasets, [image, alg 1], {dropped_datasets: [image]}]},
    {missing: [drop-datasets, [image, alg 1], {dropped_datasets: [image]}], metric: loss, better: lower, seed: 5}]
robustness: [{sensitivity: {}, replicability: {draws: 20, biases: [0, 15]}, power: {effect: 0.02, draws: 100,
    datasets: [5, 20]}}]
""",
    EQUAL=0.8 + np.random.default_rng(3).normal(0, 0.01, (12, 4)),
)
OFTEN = ("a control", "folds, costs and curves", "missing results, two metrics")


def visible_sentences(page):
    """Count the sentences of a page, but for cells, which share words by their nature, and choices of forms."""
    body = page[page.index("<main") :]
    for hidden in ("script", "style", "svg", "thead", "tbody", "tfoot", "option", "nav"):
        body = re.sub(rf"<{hidden}\b.*?</{hidden}>", "\n", body, flags=re.DOTALL)
    # The list of a folded table has its title as the caption has it.
    body = re.sub(r"<summary>.*?</summary>", "\n", body, flags=re.DOTALL)
    text = html.unescape(re.sub(r"</?(?!/?(?:a|strong|em|span|code|sub|sup|i|b)\b)[^>]*>", "\n", body))
    text = re.sub(r"[^\S\n]+", " ", re.sub(r"<[^>]*>", "", text))
    found = re.split(r"\n|(?<=[.])(?<!al\.) ", text)
    return Counter(sentence.strip() for sentence in found if len(sentence.split()) > MOST_WORDS)


@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.nightly) for name in STUDIES]
)
def test_no_sentence_appears_twice(make_analysis, name):
    analyses = [make_analysis(**spec) for spec in STUDIES[name]]
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    counts = visible_sentences(html_report(build_document("Title", analyses, tables, ())))
    assert sum(counts.values()) > 20
    assert [sentence for sentence, count in counts.items() if count > 1] == []
