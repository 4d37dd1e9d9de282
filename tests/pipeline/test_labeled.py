"""The topic of labels and judges, in all places of a report."""

import json

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.stats import prediction_powered_mean

NAMES, N, LABELS = ("one", "two", "three"), 80, 30


def judged(name):
    """What a judge says of each example, and what is true."""
    rng = np.random.default_rng(NAMES.index(name))
    truth = rng.random(N) < 0.4 + 0.2 * NAMES.index(name)
    return np.where(truth, rng.random(N) < 0.95, rng.random(N) < 0.4).astype(int), truth.astype(int)


def built(tmp_path, section="", *, labels="labels: person", labeled=LABELS, columns="{example: example}"):
    rows = [
        f"arc,{name},{i},{i // 2},{verdict},{label if i < labeled else ''}"
        for name in NAMES
        for i, (verdict, label) in enumerate(zip(*judged(name), strict=True))
    ]
    (tmp_path / "s.csv").write_text("\n".join(["dataset,algorithm,example,group,judge,person", *rows]))
    metric = ", ".join(filter(None, ("name: judge", "better: higher", labels)))
    study = [f"scores: {{files: s.csv, columns: {columns}, metrics: [{{{metric}}}]}}", section]
    (tmp_path / "study.yaml").write_text("\n".join([*study, "report: {tables: {labeled: {}}}"]))
    build(read_study(tmp_path / "study.yaml", ["plot=[]"]), tmp_path / "out", formats=("markdown", "latex"))
    return json.loads((tmp_path / "out/results.json").read_text())["metrics"]["judge"], (tmp_path / "out")


def test_means_of_the_judge_are_corrected_by_the_labels(tmp_path):
    metric, out = built(tmp_path)
    for each, name in zip(metric["labeled"], NAMES, strict=True):
        verdicts, truth = judged(name)
        expected = prediction_powered_mean(truth[:LABELS], verdicts[:LABELS], verdicts[LABELS:])
        assert (each["algorithm"], each["labels"]) == (name, LABELS)
        assert each["estimate"] == pytest.approx(expected.estimate)
        assert each["interval"] == pytest.approx([max(expected.low, 0), min(expected.high, 1)])
        assert each["judge"] == pytest.approx(verdicts.mean())
    text = (out / "report.md").read_text()
    assert "Mean judge on arc, corrected by labels: three " in text
    assert "corrected by its mean error on the labeled test examples" in text
    assert "presuppose that the labeled test examples were drawn at random" in text
    assert "judge/corrected-mean/arc/one" in (out / "macros.csv").read_text()
    assert "angelopoulos2023" in (out / "references.bib").read_text()


def test_the_weight_of_the_judge_can_be_one(tmp_path):
    metric, out = built(tmp_path, "labeled: {tuned: false, level: 0.9}")
    assert all(each["weight"] == 1 and each["level"] == 0.9 for each in metric["labeled"])
    assert "minimizes the variance" not in (out / "report.md").read_text()


@pytest.mark.parametrize(
    ("options", "why"),
    [({"labeled": 1}, "2 test examples with a label"), ({"labeled": N}, "without are needed"),
     ({"columns": "{example: example, cluster: group}"}, "are in clusters")],
)  # fmt: skip
def test_what_cannot_be_computed_says_why(tmp_path, options, why):
    metric, out = built(tmp_path, **options)
    assert all(why in each["why"] for each in metric["labeled"])
    assert why in (out / "report.md").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"section": "labeled: {}", "labels": ""}, "labeled without labels of a metric"),
        ({"columns": "{fold: example}"}, "labels without columns.example"),
        ({"columns": "{example: example, seed: group}"}, "labels together with columns.seed"),
        ({"labels": "labels: judge"}, "the column of the labels and of the judge"),
    ],
)
def test_faults(tmp_path, options, message):
    with pytest.raises(FaultsFound, match=message):
        built(tmp_path, **options)


def test_without_labels_there_is_nothing(tmp_path):
    metric, _ = built(tmp_path, labels="")
    assert metric.get("labeled") is None


@pytest.mark.nightly
def test_the_study_of_the_documentation_is_one(tmp_path, root):
    page = (root / "docs/how-to/language-models.md").read_text(encoding="utf-8")
    (tmp_path / "study.yaml").write_text(page.partition("```yaml\n")[2].partition("```")[0])
    rows = [
        f"{task},{name},{i},{verdict},{label if i < LABELS else ''}"
        for task in ("arc", "law")
        for name in NAMES
        for i, (verdict, label) in enumerate(zip(*judged(name), strict=True))
    ]
    (tmp_path / "answers.csv").write_text("\n".join(["task,model,question,judge,person", *rows]))
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    text = (tmp_path / "out/report.md").read_text()
    for words in (
        "that each algorithm gets right, by judge",
        "two algorithms are right by judge",
        "by the judge, by the labels alone",
    ):
        assert words in text
