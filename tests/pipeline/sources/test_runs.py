"""Runs of a cell: steps, settings and seeds against sums by hand; and what lacks, however a file leaves it out."""

import json
import random
import re
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankpress.account.results import results
from rankpress.analysis import analyse
from rankpress.app.cli import main
from rankpress.core.scores import EarlyEnd, Gap
from rankpress.spec.model import Study
from rankpress.stages.load import load
from rankpress.topics.data.runs import balance_lines, fewer_runs, runs_sentences
from rankpress.wording.numbers import in_words
from rankpress.wording.text import plain
from tests.pipeline.sources.conftest import loaded, write_files

ALGORITHMS, DATASETS, SEEDS = "ABC", [f"d{number}" for number in range(7)], (1, 2, 3)


def table(header, rows):
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


# Absent, blank, NaN and failed runs


def seeds_with(lacking, form, *, splits=False, key=0):
    """Scores, of which those at some places are absent, or stand there in a form that is no number."""
    draw = random.Random(key)
    rows = []
    for d, a, seed in product(DATASETS, ALGORITHMS, SEEDS):
        score, time = draw.random() + ALGORITHMS.index(a) / 10, draw.random()
        if (d, a, seed) not in lacking:
            rows.append((d, a, seed, score, 1 - score, time))
        elif form != "absent":
            rows.append((d, a, seed, form, form, 999 if form == "NaN" else ""))
    return table("dataset,algorithm,seed,accuracy,error,seconds", rows)


SPEC = {
    "files": ["a.csv"],
    "columns": {"seed": "seed"},
    "metrics": [{"name": "accuracy"}, {"name": "error", "better": "lower"}],
    "costs": ["seconds"],
}


def answer(folder, text, **scores):
    """All of results.json but how cells without a result are written."""
    write_files(folder, {"a.csv": text})
    study = Study.model_validate({"scores": SPEC | scores, "order": {"cost": "seconds", "within": "none"}})
    document = results("", 0.05, analyse(study, load(study.scores, folder)))
    del document["reading"]["empty"]
    return json.dumps(document, sort_keys=True, default=str)


# the first data set is whole, so that names come in the same order
PLACES = list(product(DATASETS[1:], ALGORITHMS, SEEDS))


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("runs", ["available", "complete"])
@settings(max_examples=3)
@given(lacking=st.sets(st.sampled_from(PLACES), min_size=1, max_size=12), key=st.integers(0, 9))
def test_a_run_is_missing_however_the_file_leaves_it_out(tmp_path_factory, runs, lacking, key):
    folder = tmp_path_factory.mktemp("runs")
    # a data set of which nothing is left is known by its blank cells alone
    lacking = {place for place in lacking if not all((place[0], a, s) in lacking for a in ALGORITHMS for s in SEEDS)}
    rule = {"runs": runs, "missing": "worst-rank"}
    answers = {answer(folder, seeds_with(lacking, form, key=key), **rule) for form in ("absent", "", "NaN", "n/a")}
    assert len(answers) == 1


def test_a_score_is_the_mean_of_the_runs_that_are_there(tmp_path):
    lacking = {("d1", "A", 2), ("d2", "B", 1), ("d2", "B", 3)}
    write_files(tmp_path, {"a.csv": seeds_with(lacking, "NaN"), "whole.csv": seeds_with((), "")})
    scores = load(Study.model_validate({"scores": SPEC}).scores, tmp_path)
    accuracy, error = scores.metrics
    rows = [line.split(",") for line in (tmp_path / "a.csv").read_text().splitlines()[1:]]
    for metric, column, sign in ((accuracy, 3, 1), (error, 4, -1)):
        for (i, d), (j, a) in product(enumerate(DATASETS), enumerate(ALGORITHMS)):
            own = [float(row[column]) for row in rows if row[:2] == [d, a] and row[3] != "NaN"]
            assert metric.means[i, j] == pytest.approx(np.mean(own), abs=1e-15), sign
    # a failed run costs nothing that is compared, as one that is absent does not
    assert scores.costs["seconds"].values.max() < 1
    assert accuracy.seeds == (1, 3)
    balance = accuracy.reading.balance
    assert (balance.expected, balance.read, balance.runs_expected, balance.runs_read) == (21, 21, 63, 60)
    assert balance.short == (Gap("d1", "A", 2, 3), Gap("d2", "B", 1, 3))
    [sentence] = map(plain, runs_sentences(accuracy))
    runs = "Each measurement is the mean over one to three independent runs (seeds)"
    assert sentence == f"{runs}; A has 2 of 3 on d1 and B has 1 of 3 on d2."
    assert [plain(line) for line in balance_lines(balance)] == [
        "All 21 expected results of accuracy were read",
        (
            "scores are means over one to three runs; 60 of 63 expected runs were read; A has 2 of 3 on d1 and"
            " B has 1 of 3 on d2"
        ),
    ]


def test_metrics_count_their_runs_by_themselves(read):
    rows = [("x", "A", 1, 1, 1), ("x", "A", 2, "", 3), ("x", "B", 1, 2, 2), ("x", "B", 2, 4, 4)]
    text = table("dataset,algorithm,seed,accuracy,f1", rows)
    accuracy, f1 = read({"a.csv": text}, metrics=["accuracy", "f1"], columns={"seed": "seed"}).metrics
    assert (accuracy.means.tolist(), f1.means.tolist()) == ([[1, 3]], [[2, 3]])
    assert (accuracy.reading.balance.short, f1.reading.balance.short) == ((Gap("x", "A", 1, 2),), ())


def test_complete_runs_leave_a_gap_that_says_why(read):
    text = seeds_with({("d1", "A", 2), ("d3", "A", 1), ("d3", "A", 2), ("d3", "A", 3)}, "")
    options = {"columns": {"seed": "seed"}, "missing": "drop-datasets"}
    [whole] = read({"a.csv": text}, **options).metrics
    assert whole.missing.dropped_datasets == ("d3",)
    [metric] = read({"a.csv": text}, runs="complete", **options).metrics
    assert metric.missing.dropped_datasets == ("d1", "d3")
    assert [(gap.dataset, gap.reason) for gap in metric.missing.gaps] == [("d1", "2 of 3 runs"), ("d3", "")]
    assert next(plain(line) for line in balance_lines(metric.reading.balance)) == (
        "19 of 21 expected results of accuracy were read: A has none on d1 (2 of 3 runs) and A on d3"
    )


@pytest.mark.parametrize("most", range(1, 5))
@pytest.mark.parametrize("n_algorithms", range(1, 8))
def test_what_lacks_adds_up_however_it_is_grouped(n_algorithms, most):
    """A clause is about all results of an algorithm that lack alike; those without a clause are counted one by one."""
    numbers = {in_words(number): number for number in range(100)}
    lacking = [Gap(f"d{row}", a, 1, 2) for i, a in enumerate("ABCDEFG"[:n_algorithms]) for row in range(3 + i % 3)]
    counted = re.findall(r"(\w+) (?:data sets|more results)", plain(fewer_runs(lacking, most)))
    assert sum(numbers[number] for number in counted) == len(lacking)


def test_an_algorithm_with_fewer_runs_everywhere_is_named_once(read):
    rows = [(d, a, s, 0.5 + s / 10) for d, a, s in product(DATASETS, "AB", range(5)) if a == "A" or s < 3]
    [metric] = read({"a.csv": table("dataset,algorithm,seed,accuracy", rows)}, columns={"seed": "seed"}).metrics
    assert plain(list(balance_lines(metric.reading.balance))[1]) == (
        "scores are means over three to five runs; 56 of 70 expected runs were read; B has 3 of 5 on seven data sets"
    )


# Rows without numbers


def test_rows_are_folds_where_all_have_equally_many_and_runs_where_some_lack(read):
    rows = [(d, a, number + (a == "B") / 2) for d, a, number in product(("x", "y"), "AB", range(4))]
    [paired] = read({"a.csv": table("dataset,algorithm,accuracy", rows)}, repeats="rows").metrics
    assert [len(folds.scores) for folds in paired.folds] == [4, 4]
    assert paired.seeds is None
    for gap in (rows[:-1], [*rows[:-1], ("y", "B", "")]):
        [metric] = read({"a.csv": table("dataset,algorithm,accuracy", gap)}, repeats="rows").metrics
        assert [None if folds is None else len(folds.scores) for folds in metric.folds] == [4, None]
        np.testing.assert_allclose(metric.means, [[1.5, 2], [1.5, 1.5]])
        assert plain(next(runs_sentences(metric))).startswith(
            "Each measurement is the mean over one to four rows; B has"
        )


def test_rows_are_runs_where_a_study_says_so(read):
    rows = [(d, a, number + (a == "B") / 2) for d, a, number in product(("x", "y"), "AB", range(4))]
    for some in (rows, rows[:-1]):
        [metric] = read({"a.csv": table("dataset,algorithm,accuracy", some)}, repeats="runs").metrics
        assert metric.folds == (None, None)
        np.testing.assert_allclose(metric.means[0], [1.5, 2])


@pytest.mark.nightly
def test_a_build_with_folds_on_some_data_sets_and_runs_on_others(tmp_path):
    rows = [(d, a, number + (a == "B") / 2) for d, a, number in product("uvwxyz", "AB", range(4))][:-1]
    spec = "scores: {files: a.csv, metrics: [accuracy], repeats: rows}\nreport: {formats: [markdown]}\nplot: []\n"
    write_files(tmp_path, {"a.csv": table("dataset,algorithm,accuracy", rows), "study.yaml": spec})
    assert main(["build", str(tmp_path / "study.yaml"), "-q"]) == 0
    spread = json.loads((tmp_path / "report/results.json").read_text())["metrics"]["accuracy"]["spread"]
    assert {spread[d][a]["measurements"] for d, a in product("uvwxy", "AB")} == {4}
    assert (spread["z"]["A"]["measurements"], spread["z"]["B"]["measurements"]) == (4, 3)


# Steps


STEPS = st.lists(
    st.tuples(st.integers(0, 60), st.one_of(st.none(), st.integers(0, 8))),
    min_size=1,
    max_size=8,
    unique_by=lambda s: s[0],
)
REDUCTIONS = ("last", "best", "mean", "area", {"last": 2}, {"at": 7})


def by_hand(curve, reduce, better):
    """The score of one run, and the steps whose cost counts, each with its weight; exact."""
    there = sorted((step, score) for step, score in curve if score is not None)
    if reduce == "best":
        best = (max if better == "higher" else min)(score for _, score in there) if there else None
        there = [next(pair for pair in there if pair[1] == best)] if there else []
    elif reduce == "last" or (isinstance(reduce, dict) and "last" in reduce):
        there = there[-(reduce["last"] if isinstance(reduce, dict) else 1) :]
    elif isinstance(reduce, dict):
        there = [pair for pair in there if pair[0] == reduce["at"]]
    if reduce == "area" and len(there) > 1:
        area = sum(Fraction(y + v, 2) * (u - x) for (x, y), (u, v) in pairwise(there))
        return area / (there[-1][0] - there[0][0])
    return Fraction(sum(score for _, score in there), len(there)) if there else None


@pytest.mark.few(2)
@pytest.mark.parametrize("reduce", REDUCTIONS, ids=str)
@settings(max_examples=4)
@given(
    curves=st.lists(STEPS, min_size=4, max_size=4), better=st.sampled_from(["higher", "lower"]), key=st.integers(0, 9)
)
def test_steps_become_the_score_that_is_computed_by_hand(tmp_path_factory, reduce, curves, better, key):
    folder = tmp_path_factory.mktemp("steps")
    # that each data set has a result, and each file names both algorithms
    sure = {("x", "A"): {8: 3}, ("x", "B"): {7: 5}, ("y", "B"): {7: 5}}
    cells = {
        cell: sorted((dict(curve) | sure.get(cell, {})).items())
        for cell, curve in zip(product("xy", "AB"), curves, strict=True)
    }
    expected = {cell: by_hand(curve, reduce, better) for cell, curve in cells.items()}
    rows = [(d, a, step, "" if score is None else score) for (d, a), curve in cells.items() for step, score in curve]
    options = {"columns": {"step": "epoch"}, "reduce": reduce, "missing": "worst-rank"}
    options["metrics"] = [{"name": "accuracy", "better": better}]
    means = []
    for form in (rows, [row for row in rows if row[3] != ""], random.Random(key).sample(rows, len(rows))):
        write_files(folder, {"a.csv": table("dataset,algorithm,epoch,accuracy", form)})
        [metric] = loaded(folder, ["a.csv"], **options).metrics
        means.append([metric.means[metric.datasets.index(d), metric.algorithms.index(a)] for d, a in cells])
    exact = [np.nan if value is None else float(value) for value in expected.values()]
    np.testing.assert_allclose(means, [exact] * 3, rtol=1e-14)
    assert np.array_equal(means[0], means[1], equal_nan=True)
    assert np.array_equal(means[0], means[2], equal_nan=True)


CURVES = """dataset,algorithm,seed,epoch,accuracy,seconds,valid
x,A,1,10,1,10,5
x,A,1,20,3,20,6
x,A,1,40,2,40,7
x,A,2,10,4,11,8
x,A,2,20,6,21,9
x,B,1,10,1,10,1
x,B,1,40,5,41,2
y,A,1,10,1,10,3
y,B,1,10,2,12,4
"""


@pytest.mark.parametrize(
    ("reduce", "a", "b", "cost", "valid"),
    [
        ("last", (2 + 6) / 2, 5, (40 + 21) / 2, 8),
        ("best", (3 + 6) / 2, 5, (20 + 21) / 2, 7.5),
        ("mean", (2 + 5) / 2, 3, (70 / 3 + 16) / 2, (6 + 8.5) / 2),
        ({"last": 2}, (2.5 + 5) / 2, 3, (30 + 16) / 2, (6.5 + 8.5) / 2),
        ({"at": 20}, (3 + 6) / 2, np.nan, (20 + 21) / 2, 7.5),
        ("area", (((1 + 3) / 2 * 10 + (3 + 2) / 2 * 20) / 30 + 5) / 2, 3, (25 + 16) / 2, (6.166666666666667 + 8.5) / 2),
    ],
    ids=str,
)
def test_steps_are_reduced_before_seeds_are_averaged_and_costs_with_them(read, reduce, a, b, cost, valid):
    scores = read(
        {"a.csv": CURVES},
        columns={"step": "epoch", "seed": "seed"},
        reduce=reduce,
        costs=["seconds"],
        metrics=[{"name": "accuracy", "validation": "valid"}],
        missing="worst-rank",
        where={"dataset": "x"},
    )
    [metric] = scores.metrics
    np.testing.assert_allclose(metric.means[0], [a, b])
    assert scores.costs["seconds"].values[0, 0] == pytest.approx(cost)
    assert metric.validation.means[0, 0] == pytest.approx(valid)
    early = () if isinstance(reduce, dict) and "at" in reduce else (EarlyEnd("x", "A", 20, 40, 1),)
    assert metric.reading.balance.early == early


def test_a_run_that_ends_early_is_named(read):
    [metric] = read({"a.csv": CURVES}, columns={"step": "epoch", "seed": "seed"}, reduce="last").metrics
    assert [plain(line) for line in balance_lines(metric.reading.balance)] == [
        "All 4 expected results of accuracy were read",
        "scores are means over one to two runs; 5 of 6 expected runs were read; B has 1 of 2 on x",
        "runs that end before others: A on x ends at step 20 of 40",
    ]
    blank = CURVES.replace("y,B,1,10,2,12,4", "y,B,1,10,2,12,4\ny,B,1,20,,,")
    [later] = read({"a.csv": blank}, columns={"step": "epoch", "seed": "seed"}, reduce="last").metrics
    assert later.means.tolist() == metric.means.tolist()


def test_the_best_step_of_a_metric_of_counts(read):
    rows = [("x", "A", 1, 5, 5), ("x", "A", 2, 9, 1), ("x", "A", 3, 7, 3), ("x", "B", 1, 6, 4)]
    metrics = [{"name": "precision", "from": {"tp": "tp", "fp": "fp"}}]
    text = table("dataset,algorithm,epoch,tp,fp", rows)
    for reduce, share in (("best", 0.9), ("last", 0.7), ({"last": 2}, 0.8)):
        [metric] = read({"a.csv": text}, columns={"step": "epoch"}, reduce=reduce, metrics=metrics).metrics
        assert metric.means.tolist() == [[share, 0.6]]


# Settings


SETTINGS = """dataset,algorithm,fold,rate,valid,accuracy,seconds
x,A,1,0.1,5,1,10
x,A,1,0.2,7,2,20
x,A,1,0.3,7,3,30
x,A,2,0.1,,4,40
x,A,2,0.2,1,5,50
x,B,1,0.1,,6,60
x,B,2,0.1,2,7,70
x,B,2,0.2,3,,80
"""


def test_of_the_settings_of_a_run_the_best_counts(read):
    options = {"costs": ["seconds"], "missing": "worst-rank"}
    scores = read({"a.csv": SETTINGS}, choose={"by": "valid", "best": "higher"}, **options)
    [metric] = scores.metrics
    # B: the setting that was chosen on fold 2 failed; on fold 1 there was nothing to choose
    assert metric.means[0, 0] == (2 + 5) / 2
    assert [(gap.algorithm, gap.present, gap.expected) for gap in metric.missing.gaps] == [("B", 1, 2)]
    assert scores.costs["seconds"].values[0, 0] == 35
    [lower] = read({"a.csv": SETTINGS}, choose={"by": "valid", "best": "lower"}, **options).metrics
    assert lower.means[0].tolist() == [(1 + 5) / 2, (6 + 7) / 2]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rule", "optimistic"),
    [
        ("choose: {by: accuracy, best: higher}", "setting"),
        ("choose: {by: valid, best: higher}", ""),
        ("columns: {step: rate}, reduce: best", "step"),
        ("columns: {step: rate}, reduce: last", ""),
    ],
)
def test_a_choice_by_the_score_itself_is_a_caution(tmp_path, capsys, rule, optimistic):
    rows = [(d, a, r, i + r, i * r + len(a)) for i, d in enumerate("uvwxyz") for a in "AB" for r in (1, 2)]
    spec = f"scores: {{files: a.csv, metrics: [accuracy], {rule}}}\nreport: {{formats: [markdown]}}\nplot: []\n"
    write_files(tmp_path, {"a.csv": table("dataset,algorithm,rate,valid,accuracy", rows), "study.yaml": spec})
    path = str(tmp_path / "study.yaml")
    assert main(["check", path]) == 0
    caution = f"The best {optimistic} of a run was chosen by the score that algorithms are compared by."
    assert (caution in " ".join(capsys.readouterr().out.split())) == bool(optimistic)
    assert main(["build", path, "-q"]) == 0
    text = " ".join((tmp_path / "report/report.md").read_text().split())
    assert (caution in text) == bool(optimistic)
    reading = json.loads((tmp_path / "report/results.json").read_text())["reading"]
    assert [reading["steps"] is None, reading["chosen"] is None] == ["step" not in rule, "choose" not in rule]
