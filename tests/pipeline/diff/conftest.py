"""Reports made from tables of scores, without drawing or writing anything."""

from collections.abc import Mapping

import numpy as np
import pytest

from rankpress.account.results import results
from rankpress.analysis import analyse
from rankpress.checks.agreement import agreeing_scores
from rankpress.diff.comparison import StoredReport
from rankpress.spec.reading import read_study

Table = Mapping[str, Mapping[str, float]]
VERSIONS = {"rankpress": "1", "numpy": "2"}


@pytest.fixture
def make_report(tmp_path):
    """A report of scores by data set and algorithm; `seconds` are costs by algorithm, `spec` the other sections."""

    def make(table, spec="adjust: [holm]", seconds=None, versions=VERSIONS, folds=1):
        rows = ["dataset,algorithm,fold,accuracy,seconds"]
        noise = np.random.default_rng(1).normal(0, 0.01, folds) if folds > 1 else [0.0]
        for dataset, scores in table.items():
            for algorithm, score in scores.items():
                cost = (seconds or {}).get(algorithm, 1.0)
                scored = enumerate((float(score + more) for more in noise), 1)
                rows += [f"{dataset},{algorithm},{number},{value!r},{cost}" for number, value in scored]
        (tmp_path / "scores.csv").write_text("\n".join([*rows, ""]), encoding="utf-8")
        costs = "" if seconds is None else ", costs: [seconds]"
        effects = "" if "effects:" in spec else "effects: null, "
        text = f"{{scores: {{files: scores.csv, metrics: [{{name: accuracy}}]{costs}}}, {effects}{spec}}}\n"
        (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
        read = read_study(tmp_path / "study.yaml")
        scores_read = agreeing_scores(read)
        settings = read.study.model_dump(mode="json")
        computed = results("T", read.study.test.alpha, analyse(read.study, scores_read), {}, settings)
        return StoredReport(computed, settings, versions)

    return make


@pytest.fixture
def table():
    """Ten data sets on which A is best and D worst, all by far."""
    return {f"d{i}": {"A": 0.9 + i / 100, "B": 0.7, "C": 0.5, "D": 0.3} for i in range(10)}
