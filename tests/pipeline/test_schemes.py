"""One data set under several resampling schemes: what is compared, and what stands next to it."""

import json
from itertools import product

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.stats.curves import AveragedCurve, from_folds
from rankpress.stats.resampled import corrected_t

SCHEMES = {"10-fold": (1, 10), "5x2": (5, 2), "split": (1, 1)}
SCORES = "scores: {files: folds.csv, columns: {scheme: scheme}, scheme: 10-fold, metrics: [{name: accuracy}]}"


@pytest.fixture(scope="module")
def folds():
    """By data set, scheme and algorithm, the scores by repeat and fold."""
    rng = np.random.default_rng(1)
    means = {"A": 0.86, "B": 0.8, "C": 0.78}
    return {
        (dataset, scheme, name): rng.normal(mean, 0.03, size)
        for dataset, (scheme, size), (name, mean) in product("xyz", SCHEMES.items(), means.items())
    }


def built(folder, folds, *sections, scores=SCORES, only=None):
    lines = [
        f"{dataset},{name},{scheme},{repeat},{fold},{value}"
        for (dataset, scheme, name), of in folds.items()
        if only in (None, scheme)
        for (repeat, fold), value in np.ndenumerate(of)
    ]
    folder.mkdir(exist_ok=True)
    (folder / "folds.csv").write_text("\n".join(["dataset,algorithm,scheme,repeat,fold,accuracy", *lines, ""]))
    (folder / "study.yaml").write_text("\n".join([scores, "effects: null", *(sections or ["plot: []"])]))
    build(read_study(folder / "study.yaml"), folder / "out", formats=("markdown",))
    return json.loads((folder / "out/results.json").read_text())["metrics"]["accuracy"]


@pytest.mark.nightly
def test_all_that_is_tested_is_of_one_scheme(tmp_path, folds):
    of_all = built(tmp_path / "all", folds)
    alone = built(
        tmp_path / "one", folds, only="10-fold", scores="scores: {files: folds.csv, metrics: [{name: accuracy}]}"
    )
    assert of_all.pop("schemes")
    assert alone.pop("schemes") is None
    assert of_all == alone


def test_each_scheme_has_its_difference_with_the_corrected_test(tmp_path, folds):
    rows = {(row["dataset"], row["scheme"], row["a"], row["b"]): row for row in built(tmp_path, folds)["schemes"]}
    assert len(rows) == 3 * len(SCHEMES) * 3
    for (dataset, scheme, a, b), row in rows.items():
        differences = (folds[dataset, scheme, a] - folds[dataset, scheme, b]).ravel()
        assert row["difference"] == pytest.approx(differences.mean())
        if scheme == "split":
            assert (row["interval"], row["p"]) == (None, None)
            continue
        ratio = 1 / (SCHEMES[scheme][1] - 1)
        assert row["p"] == pytest.approx(corrected_t(differences[:, None], ratio).p[0])
        assert row["interval"] == pytest.approx(from_folds(differences, ratio).interval(0.95))


@pytest.mark.nightly
def test_the_report_puts_them_next_to_one_another_with_a_caution(tmp_path, folds):
    metric = built(tmp_path, folds, "plot: [schemes]", "report: {formats: [markdown]}")
    report = (tmp_path / "out/report.md").read_text()
    assert "no independent studies and no further data sets" in report
    assert "by 3 resampling schemes; " in report
    assert (tmp_path / "out/figures/accuracy-schemes.svg").exists()
    first = sorted(metric["average_ranks"], key=metric["average_ranks"].get)[:2]
    curves = [
        from_folds((folds["x", scheme, first[0]] - folds["x", scheme, first[1]]).ravel(), 1 / (size[1] - 1))
        for scheme, size in SCHEMES.items()
        if scheme != "split"
    ]
    table = (tmp_path / "out/tables/accuracy-schemes.csv").read_text().splitlines()
    [average] = [line.split(",") for line in table if line.startswith("x,average")]
    assert float(average[2]) == pytest.approx(AveragedCurve(curves).difference)
    assert [float(end) for end in average[3:5]] == pytest.approx(AveragedCurve(curves).interval(0.95))


@pytest.mark.parametrize(
    ("scores", "fault"),
    [
        (SCORES.replace("scheme: 10-fold, ", ""), r"columns\.scheme without scores\.scheme"),
        (SCORES.replace("columns: {scheme: scheme}, ", ""), r"scheme without columns\.scheme"),
        (SCORES.replace("scheme: 10-fold", "scheme: 3-fold"), "the column of schemes has no '3-fold'"),
        (SCORES.replace("{scheme: scheme}", "{scheme: plan}"), "no column 'plan'"),
    ],
)
def test_faults(tmp_path, folds, scores, fault):
    with pytest.raises(FaultsFound, match=fault):
        built(tmp_path, folds, scores=scores)


def test_a_duplicate_in_a_scheme_that_is_not_compared_by_is_reported(tmp_path, folds):
    built(tmp_path, folds)
    with (tmp_path / "folds.csv").open("a") as file:
        file.write("y,B,5x2,2,0,0.5\n")
    with pytest.raises(FaultsFound, match=r"'B' on 'y', repeat 2 fold 0, was measured before"):
        build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))


def test_the_study_of_the_page_on_tests(tmp_path, folds, root):
    page = (root / "docs/how-to/tests.md").read_text(encoding="utf-8")
    text = page.partition("## One data set under several")[2].partition("```yaml\n")[2].partition("```")[0]
    assert built(tmp_path, folds, scores=text)["schemes"]
