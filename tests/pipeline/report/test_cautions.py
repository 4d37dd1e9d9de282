"""Texts in whole, of results (cautions/, a file of each part), of papers (paragraphs/) and of figures (captions/)."""

import html
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rankpress.account.document import build_document
from rankpress.account.paper import methods_for_paper, results_for_paper
from rankpress.account.tables import build_tables
from rankpress.analysis import labels_of
from rankpress.catalog.kinds import FIGURES
from rankpress.core.scores import Gap, Missing
from rankpress.report.page import html_report
from rankpress.report.plot import plot
from rankpress.report.table_view import choose_tables
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics.effects.effects import effects_reminders
from rankpress.topics.phrases import exploratory_sentence
from rankpress.wording.text import join, plain
from tests.pipeline.conftest import studies


def texts(*analyses, length="short"):
    prose = ProseOptions.model_validate({"length": length})
    written = build_document("Title", analyses, (), (), prose=prose)
    summary, methods, account = (" ".join(map(plain, of)) for of in (written.summary, written.methods, written.account))
    return summary, methods, account


GAPS = (Gap("data 0", "alg 1", 0, 1), Gap("data 3", "alg 2", 0, 1))
HOLES = np.array([[0.9, np.nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7], [0.9, 0.8, np.nan]])


CAUTIONED = studies("""
nothing but scores: {n: 8}
average ranks compared: {n: 8, test: {pairwise: rank-z}}
average ranks of two: {n: 8, k: 2, test: {pairwise: rank-z}}
tests within data sets: {n: 8, folds: [2, 5]}
no tests within: {n: 8, folds: [2, 5], test: {within: none}}
one data set with folds: {n: 1, folds: [2, 5]}
one data set: {n: 1}
gaps ranked worst: {n: 4, k: 3, means: [[0.9, .nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7], [0.9, 0.8, .nan]],
    missing: [worst-rank, [data 0, alg 1], [data 3, alg 2]]}
data sets dropped: {missing: [drop-datasets, [data 0, alg 1], [data 3, alg 2], {dropped_datasets: [data 0, data 3]}],
    n: 6, k: 3}
algorithms dropped: {missing: [drop-algorithms, [data 0, alg 1], {dropped_algorithms: [alg 9]}], n: 6, k: 3}
gaps left open: {n: 4, k: 3, means: [[0.9, .nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7], [0.9, 0.8, .nan]],
    missing: [incomplete-blocks, [data 0, alg 1], [data 3, alg 2]], test: {omnibus: [skillings-mack],
    pairwise: skillings-mack}}
Multi2Test with its first step: {n: 9, costs: true}
Multi2Test by folds: {n: 9, costs: true, folds: [2, 5]}
transitive hypotheses: {n: 12, test: {pairwise: rank-z}, adjust: [shaffer]}
transitivity assumed: {n: 12, test: {pairwise: sign, logical: assume}, adjust: [shaffer]}
few data sets, a posterior of the sign test: {n: 3, k: 3, means: [[0.7, 0.8, 0.9], [0.7, 0.8, 0.9], [0.7, 0.8, 0.9]],
    bayes: {rope: 0, over: sign, draws: 2000}}
few data sets, a posterior of the signed-rank test: {n: 3, k: 3, means: [[0.7, 0.8, 0.9], [0.7, 0.8, 0.9], [0.7, 0.8,
    0.9]], bayes: {rope: 0, over: signed-rank, draws: 2000}}
data sets enough for a posterior: {n: 6, k: 3, means: [[0.7, 0.8, 0.9], [0.7, 0.8, 0.9], [0.7, 0.8, 0.9], [0.7, 0.8,
    0.9], [0.7, 0.8, 0.9], [0.7, 0.8, 0.9]], bayes: {rope: 0, over: sign}}
few data sets without a second prior: {n: 3, k: 3, folds: [2, 5], bayes: {rope: 0.01, over: hierarchical,
    draws: 1000}}
an interval at odds with a test on few: {n: 5, k: 2, means: [[0.5, 0.51], [0.5, 0.52], [0.5, 0.53], [0.5, 0.53],
    [0.5, 0.54]]}
an interval at odds with adjusted tests: {n: 12}
an interval at odds with ranks: {n: 12, test: {pairwise: rank-z}}
an interval that agrees: {n: 12, seed: 1}
""")


def test_cautions(make_analysis, golden_folder):
    """Of each study the results in whole, and of its methods what none before it has."""
    known, written = set(), {"summary": [], "methods": [], "account": []}
    for name, spec in CAUTIONED.items():
        analysis = make_analysis(**spec)
        summary, methods, _ = texts(analysis, length="full")
        new = [sentence for sentence in methods.split(". ") if sentence not in known]
        known |= set(new)
        written["summary"] += [f"== {name}", summary, ""]
        written["methods"] += [f"== {name}", *new, ""] if new else []
        written["account"] += [f"== {name}", texts(analysis)[2].replace(". ", ".\n"), ""]
    golden_folder("cautions", {part: "\n".join(lines) for part, lines in written.items()})


@pytest.mark.nightly
def test_what_metrics_share_is_stated_once(make_analysis):
    missing = Missing("worst-rank", GAPS, worst_ranked=GAPS)
    both = [make_analysis(4, 3, means=HOLES, missing=missing, metric=name) for name in ("accuracy", "F1")]
    for length in ("short", "full"):
        summary, methods, results = texts(*both, length=length)
        share = "(16.7%)"
        assert summary.count(share) == (methods if length == "short" else results).count(share) == 1
        for text in (summary, results):
            assert text.count("adjusted by Holm, α = 0.05") == text.count("not evidence that") == 1
    ordered = [make_analysis(8, 3, costs=True, metric=name) for name in ("accuracy", "F1")]
    assert texts(*ordered)[0].count("When algorithms") == texts(*ordered)[2].count("When algorithms") == 1


def test_tables_of_missing_results_are_printed_once_where_metrics_have_the_same(make_analysis):
    missing = Missing("worst-rank", GAPS, worst_ranked=GAPS)
    both = [
        make_analysis(4, 3, means=means, missing=missing, metric=name)
        for name, means in (("accuracy", HOLES), ("F1", 1 - HOLES))  # which puts the algorithms in another order
    ]
    [table] = [table for table in choose_tables(both, {}).tables if table.kind == "missing"]
    assert (table.name, plain(table.title)) == ("all-missing", "Missing results in accuracy and F1")
    other = make_analysis(4, 3, metric="F1", missing=replace(missing, gaps=GAPS[:1], worst_ranked=GAPS[:1]))
    tables = [table for table in choose_tables([both[0], other], {}).tables if table.kind == "missing"]
    assert [table.name for table in tables] == ["accuracy-missing", "f1-missing"]


def test_exploratory_studies_have_no_significant_headline(make_analysis):
    study = {"n": 12, "folds": (2, 5), "costs": True, "curves": {"pairs": "all", "average": True}}
    analysis = make_analysis(**study, protocol={"kind": "exploratory"})
    summary, _, results = texts(analysis)
    for text in (summary, results):
        assert "exploratory" in text
        assert "signific" not in text
        assert "95% CI" in text
    assert "best average rank" in summary
    assert "unadjusted exploratory p" in results
    assert "significantly better" in texts(make_analysis(**study))[0]


def test_curves_are_no_substitute_for_a_test(make_analysis):
    analysis = make_analysis(9, 3, folds=(5, 2), curves={"pairs": "all", "average": True})
    assert "intervals contain 0" not in texts(analysis, length="full")[2]


def test_one_data_set_has_no_average_rank(make_analysis):
    analysis = make_analysis(1, 4, folds=(2, 5), costs=True)
    for length in ("short", "full"):
        assert not any("average" in text.replace("averaged", "") for text in texts(analysis, length=length))
    assert not any("verage rank" in plain(row[0].text) for table in build_tables(analysis) for row in table.rows)
    summary = texts(analysis)[0]
    assert "alg 2 achieves the highest accuracy (0.832)." in summary
    assert "alg 3 is significantly better than alg 0 (corrected resampled t test, adjusted by Holm" in summary
    assert "average-ranks" not in {table.kind for table in choose_tables([analysis], {}).tables}


NAMES = ("svm", "forest", "boosting", "knn", "ridge")
NOISE = np.random.default_rng(3).normal(0, 0.01, (20, 5))
CLEAR = 0.8 + NOISE + np.array([0.08, 0.04, 0.035, 0.0, -0.1])
EQUAL = 0.8 + NOISE
APART = 0.8 + NOISE / 50 + np.arange(5)[::-1] / 20
OPEN = np.where(np.arange(100).reshape(20, 5) % 9 == 1, np.nan, CLEAR)
OF_PAPERS = studies(
    """
one winner: [{means: ONE_WINNER, names: [svm, boosting, knn, ridge]}]
proportions, and a stated protocol: [{means: CLEAR, scale: {is_proportion: true}, protocol: {tuning: {svm: {data: none},
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


def test_paragraphs(make_analysis, golden_folder):
    written = {"methods": [], "results": []}
    for name, specs in OF_PAPERS.items():
        analyses = [analysed(make_analysis, spec) for spec in specs]
        methods, results = paragraphs(analyses, "we")
        written["methods"] += [f"== {name}", methods, "--", paragraphs(analyses, "passive")[0], ""]
        written["results"] += [f"== {name}", results, ""]
    golden_folder("paragraphs", {part: "\n".join(lines) for part, lines in written.items()})


MOST_WORDS = 6  # of what may appear twice: a title, a short note
REPORTED = studies(
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
    sentences = re.split(r"\n|(?<=[.])(?<!al\.) ", text)
    return Counter(sentence.strip() for sentence in sentences if len(sentence.split()) > MOST_WORDS)


@pytest.mark.few
@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.nightly) for name in REPORTED]
)
def test_no_sentence_appears_twice(make_analysis, name):
    analyses = [make_analysis(**spec) for spec in REPORTED[name]]
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    counts = visible_sentences(html_report(build_document("Title", analyses, tables, ())))
    assert sum(counts.values()) > 20
    assert [sentence for sentence, count in counts.items() if count > 1] == []


GAPPED = np.random.default_rng(3).uniform(0.5, 0.9, (14, 4)).round(3)
GAPPED[1, 0] = np.nan
STUDIES = studies(
    """
the defaults: {figures: [p-values, comparison-matrix, score-map, {score-map: {color: ranks}}, cd, rank-distribution,
    scatter, simplex, curves, order, cost-front]}
options: {adjust: [nemenyi, holm], bayes: {rope: 0.02}, costs: true, figures: [{p-values: {adjust: holm}},
    {p-values: {raw: true}}, {comparison-matrix: {rows: [alg 3], columns: [alg 0, alg 1]}},
    {score-map: {color: best}}, {cd: {adjust: holm, highlight: [alg 2, alg 0]}}, {cd: {caption: Mine.,
    file: Mine too, layout: rows}}, {rank-distribution: {form: violin}}, {scatter: {pairs: [[alg 1, alg 0]]}},
    {simplex: {pairs: [[alg 1, alg 0]]}}, order, cost-front, {cost-front: {of: score}}, two-metrics]}
the false discovery rate: {adjust: [benjamini-hochberg], figures: [p-values, cd]}
a leaderboard: {n: 8, leaderboard: {anchor: {alg 0: 1000}}, figures: [leaderboard, win-rates,
    stability, mcb]}
aggregates: {n: 8, runs: 4, aggregates: {draws: 200}, figures: [aggregates, probability-of-improvement,
    score-profiles]}
progress: {n: 3, runs: 4, steps: 6, progress: {targets: [0.7, 0.85]}, figures: [progress, targets-reached,
    runs-and-datasets, score-boxes]}
resampling schemes: {n: 3, folds: [1, 10], schemes: true, figures: [schemes]}
Holm: {adjust: [holm], test: {alpha: 0.1, pairwise: t}, figures: [cd, comparison-matrix]}
a control: {test: {control: alg 1}, figures: [cd, p-values, comparison-matrix, {scatter: {pairs: [[alg 1, alg 0]]}}]}
curves: {n: 3, folds: [1, 5], curves: {pairs: all, average: true}, figures: [within, curves, {curves: {axes: own}},
    average-curves, {curve: {pairs: [[alg 1, alg 0]], dataset: data 2}}]}
curves of test examples: {n: 2, k: 3, examples: 60, curves: {pairs: all}, figures: [curves]}
curves of one algorithm: {n: 2, k: 14, folds: [1, 3], curves: {baseline: alg 0}, figures: [curves]}
one data set: {n: 1, folds: [2, 5], costs: true, figures: [cd, p-values, comparison-matrix, score-map,
    {score-map: {color: ranks}}, order, rank-distribution, forest]}
gaps left open: {means: GAPPED, missing: [incomplete-blocks, [data 1, alg 0]], test: {pairwise: wilcoxon,
    omnibus: [skillings-mack]}, figures: [p-values, comparison-matrix, score-map, {score-map: {color: ranks}},
    rank-distribution, scatter]}
gaps ranked last: {means: GAPPED, missing: [worst-rank, [data 1, alg 0]], figures: [p-values, comparison-matrix,
    score-map, {score-map: {color: ranks}}, scatter]}
a rope of no width: {bayes: {rope: 0}, figures: [simplex]}
many algorithms: {k: 30, effects: null, adjust: [holm], figures: [cd, comparison-matrix, p-values]}
what can be trusted: {n: 12, k: 3, effects: null, adjust: [holm], sensitivity: {digits: [1], pairwise: []},
    replicability: {draws: 20, size: 4, biases: [0, 10]}, power: {effect: [0.02, 0.04], draws: 100, datasets: [5,
    20]}, figures: [sensitivity, {replicability: {parts: all}}, power, {power: {against: difference}}]}
nothing of the kind: {k: 3, figures: [sensitivity, replicability, power, curve, average-curves]}
""",
    GAPPED=GAPPED,
)


@pytest.mark.nightly
def test_captions(make_analysis, golden_folder, monkeypatch):
    """Of each figure of a kind, the sentences that none before it has; of what is not drawn the reason."""
    for form in ("to_pdf", "to_svg"):  # nothing but the texts is looked at
        monkeypatch.setattr(f"rankpress.figures.output.{form}", lambda *_, **__: b"")
    files, too_long = {"not-drawn": []}, []
    for name, spec in STUDIES.items():
        figures = spec.pop("figures")
        analysis = make_analysis(**spec)
        drawn = plot([analysis], tuple(map(PlottedFigure.model_validate, figures)))
        files["not-drawn"] += [f"== {name}", *drawn.warnings, ""] if drawn.warnings else []
        for one in labels_of([analysis]).shown(drawn.drawings):
            lines = files.setdefault(one.kind, [])
            too_long += [(name, one.name, plain(one.caption))] if plain(one.caption).count(". ") > 2 else []
            sentences = [
                part for text in (one.caption, one.alt) for part in plain(text).replace(". ", ".\n").split("\n")
            ]
            new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in lines]
            lines += [f"== {name}", f"{one.name}: {plain(one.title)}", *new, ""]
    # of all metrics together, and of runtimes with a limit, which their own tests draw
    assert {*files} - {"not-drawn"} == set(FIGURES) - {
        "two-metrics",
        "performance-profile",
        "cactus",
        "runtime-scatter",
    }
    assert too_long == []  # three sentences at most
    golden_folder("captions", {kind: "\n".join(lines) for kind, lines in files.items()})


@pytest.mark.parametrize(
    ("scale", "spread", "warned"),
    [
        ({"is_proportion": True}, 0.4, True),
        ({"percent": True}, 0.4, True),
        ({"is_proportion": True}, 0.02, False),
        ({}, 0.4, False),
    ],
)
def test_intervals_beyond_what_proportions_can_differ_by_are_said_to_be(make_analysis, scale, spread, warned):
    means = np.clip(0.5 + spread * np.array([[1, -1], [1, -1], [-1, 1], [1, -1]]) + [[0.01], [0], [0.02], [0]], 0, 1)
    effects = {"measures": ["mean-difference"]}
    reminders = " ".join(map(plain, effects_reminders(make_analysis(4, 2, means=means, scale=scale, effects=effects))))
    assert ("difference of two proportions" in reminders) == warned
