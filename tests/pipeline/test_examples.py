"""Scores on test examples in clusters, from the files of a benchmark to its report."""

import csv
import importlib.util
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.checks.agreement import examine
from rankpress.core.faults import FaultsFound
from rankpress.core.text import plain
from rankpress.spec.reading import read_study
from rankpress.stats.adjustments import holm
from rankpress.stats.clustered import clustered_means, clustered_t
from rankpress.topics.examples import example_reminders
from rankpress.topics.macros import collect, numbers_tex
from rankpress.topics.results import results
from rankpress.topics.summary import summary

EXAMPLE = Path(__file__).parents[2] / "example_project" / "language-models"
SPEC = """\
scores:
  files: [scores.csv]
  columns: {example: question, cluster: passage}
  metrics: [grade]
order: null
"""


def analysed(spec):
    read = read_study(spec)
    examined = examine(read)
    assert examined.faults == ()
    assert examined.scores is not None
    analyses = analyse(read.study, examined.scores)
    [metric] = results(read.study.title, read.study.test.alpha, analyses)["metrics"].values()
    return analyses, dict(metric)


def test_the_example_study_is_what_its_answers_say():
    analyses, metric = analysed(EXAMPLE / "study.yaml")
    answers, passages = defaultdict(list), {}
    with (EXAMPLE / "answers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            answers[row["question"], row["model"]].append(int(row["right"]))
            passages[row["question"]] = row["passage"]
    models = [item["algorithm"] for item in metric["example_scores"]]
    both = np.array([[answers[question, model] for model in models] for question in passages])
    scores, variance = both.mean(axis=2), both.var(axis=2, ddof=1) / both.shape[2]
    expected = clustered_means(scores, list(passages.values()), answer_variance=variance)
    for place, item in enumerate(metric["example_scores"]):
        assert (item["examples"], item["clusters"]) == (len(passages), len(set(passages.values())))
        assert item["mean"] == pytest.approx(expected.mean[place])
        assert item["standard_error"] == pytest.approx(expected.standard_error[place])
        assert item["interval"] == pytest.approx([expected.low[place], expected.high[place]])
        assert item["sampling_share"] == pytest.approx(expected.sampling_share[place])
    pairs = [(models.index(item["a"]), models.index(item["b"])) for item in metric["within"]]
    differences = np.column_stack([scores[:, a] - scores[:, b] for a, b in pairs])
    tests = clustered_t(differences, list(passages.values()))
    assert [item["p"] for item in metric["within"]] == pytest.approx(tests.p.tolist())
    assert [item["holm_p"] for item in metric["within"]] == pytest.approx(holm(tests.p).tolist())
    numbers = numbers_tex(collect(analyses), stamp="")
    large = metric["example_scores"][models.index("large")]
    assert f"{{right/examples-low/reading/large}}{{{large['interval'][0]:.3f}}}" in numbers
    [text] = map(plain, summary(analyses))
    assert text.startswith("large has the best mean")
    assert "rank" not in text


def test_the_answers_are_those_of_the_generator():
    spec = importlib.util.spec_from_file_location("generate", EXAMPLE / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    with (EXAMPLE / "answers.csv").open(encoding="utf-8", newline="") as file:
        _, *body = csv.reader(file)
    assert body == [[str(cell) for cell in row] for row in generate.rows()]


def written(folder, grades, *, clusters, spec=SPEC, datasets=1):
    """Write a study of grades, a row a question and a column an algorithm."""
    rows = ["dataset,algorithm,question,passage,grade"]
    rows += [
        f"data {d},model {a},q{q},p{q % clusters},{grade}"
        for d in range(datasets)
        for q, of_question in enumerate(grades)
        for a, grade in enumerate(of_question + 0.01 * d)
    ]
    (folder / "scores.csv").write_text("\n".join(rows), encoding="utf-8")
    (folder / "study.yaml").write_text(spec, encoding="utf-8")
    return folder / "study.yaml"


def grades_of(n, k=3):
    return np.random.default_rng(n).normal(np.linspace(0.7, 0.4, k), 0.2, size=(n, k)).round(3)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_grades_are_compared_in_clusters(tmp_path, better):
    grades = grades_of(40)
    metrics = f"[{{name: grade, better: {better}}}]"
    spec = SPEC.replace("[grade]", metrics) + "test: {within: clustered-t}\n"
    analyses, metric = analysed(written(tmp_path, grades, clusters=8, spec=spec))
    clusters = np.arange(40) % 8
    for item in metric["within"]:
        a, b = (int(item[side].removeprefix("model ")) for side in "ab")
        expected = clustered_t((grades[:, a] - grades[:, b])[:, None], clusters)
        assert item["difference"] == pytest.approx(expected.difference[0])
        assert (item["p"], item["df"]) == (pytest.approx(expected.p[0]), 7)
        assert item["sampling_share"] is None
    [text] = map(plain, summary(analyses))
    assert text.startswith("model 0 has" if better == "higher" else "model 2 has")
    assert any("With 8 clusters" in plain(text) for text in example_reminders(analyses[0]))


def test_an_order_may_rest_on_clustered_tests_and_several_data_sets_have_ranks(tmp_path):
    spec = SPEC.replace("order: null", "order: {prior: [model 2, model 1, model 0]}")
    analyses, metric = analysed(written(tmp_path, grades_of(40), clusters=8, spec=spec, datasets=4))
    assert metric["order"]["within"] == "clustered-t"
    assert len(metric["within"]) == 12
    [text] = map(plain, summary(analyses))
    assert "rank" in text


def faults_of(spec):
    try:
        faults = examine(read_study(spec)).faults
    except FaultsFound as found:
        faults = found.faults
    return "\n".join(map(str, faults))


def test_a_question_is_in_one_cluster(tmp_path):
    spec = written(tmp_path, grades_of(12), clusters=4)
    path = tmp_path / "scores.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("model 1,q2,p2", "model 1,q2,p3"), encoding="utf-8")
    text = faults_of(spec)
    assert "example" in text
    assert "is in cluster 'p3', and in cluster 'p2' in scores.csv row 8" in text


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (SPEC.replace("example: question, ", ""), "cluster without example"),
        (SPEC.replace("passage", "dataset"), "stands for"),
        (SPEC.replace("cluster: passage", "cluster: topic"), "topic"),
        (
            SPEC.replace("example: question, cluster: passage", "fold: question") + "test: {within: clustered-t}\n",
            "single",
        ),
    ],
)
def test_clusters_that_cannot_be(tmp_path, spec, expected):
    assert expected in faults_of(written(tmp_path, grades_of(12), clusters=4, spec=spec))


def test_one_cluster_is_too_few(tmp_path):
    spec = written(tmp_path, grades_of(12), clusters=1, spec=SPEC + "test: {within: clustered-t}\n")
    assert "needs two clusters" in faults_of(spec)
