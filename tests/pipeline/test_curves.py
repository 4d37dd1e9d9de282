"""Confidence curves and scores on test examples through the stages, against stats and counts of the outcomes."""

import csv
import importlib.util
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from rankpress.account.macros import collect
from rankpress.account.results import results
from rankpress.account.summary import summary
from rankpress.analysis import analyse
from rankpress.catalog.kinds import FIGURES
from rankpress.checks.agreement import examine
from rankpress.core.document import Missing
from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Labels
from rankpress.core.scores import Folds, MetricScores, PairedOutcomes, Scores
from rankpress.figures.style import PAPER
from rankpress.report.macro_files import numbers_tex
from rankpress.spec.model import CurvesOptions, Study
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.stages.within import find_curves
from rankpress.stats.adjustments import holm
from rankpress.stats.clustered import clustered_means, clustered_t
from rankpress.stats.curves import quesenberry_hurst
from rankpress.topics.curves import figures as curves_figures
from rankpress.topics.topic import Request
from rankpress.topics.within.examples import example_reminders
from rankpress.wording.text import metric_named, plain
from tests.pipeline.conftest import analysis_of, metric_by_folds

THREE = ("knn", "tree", "svm")


def right_or_not(seed, n=60):
    """1 where an algorithm has an example right; n x 3."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(size=(n, 1)) * 0.5 + rng.uniform(size=(n, 3)) * 0.5 < [0.5, 0.55, 0.6]).astype(float)


def scores(*data, better="higher"):
    """A data set from each array of outcomes, or from folds."""
    means, folds, outcomes = [], [], []
    for one in data:
        means.append((one.scores if isinstance(one, Folds) else one if better == "higher" else 1 - one).mean(axis=0))
        folds.append(one if isinstance(one, Folds) else None)
        outcomes.append(None if isinstance(one, Folds) else PairedOutcomes(len(one), one.T @ one))
    datasets = tuple(f"data {i}" for i in range(len(data)))
    metric = MetricScores(
        "accuracy" if better == "higher" else "error",
        better,
        THREE,
        datasets,
        np.array(means),
        folds=tuple(folds),
        outcomes=tuple(outcomes),
    )
    return Scores((metric,), {}, ())


def some_folds(seed):
    drawn = np.random.default_rng(seed).uniform(0.6, 0.8, (10, 3))
    return Folds(np.ones(10, np.int64), np.arange(1, 11), drawn)


def analysed(loaded, **curves):
    spec = Study.model_validate({"scores": {"files": ["x.csv"]}, "test": {"within": "none"}, "curves": curves})
    [analysis] = analyse(spec, loaded)
    return analysis


def written(analysis):
    [metric] = results("T", 0.05, [analysis])["metrics"].values()
    return metric


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_outcomes_make_curves_of_the_counts(better):
    outcomes = right_or_not(1)
    analysis = analysed(scores(outcomes, better=better), pairs=[["knn", "svm"]])
    [one] = analysis.tested.curves
    assert one.form == "quesenberry-hurst"
    only_knn, only_svm = (int(((outcomes[:, i] == 1) & (outcomes[:, j] == 0)).sum()) for i, j in ((0, 2), (2, 0)))
    counts = (only_knn, only_svm) if better == "higher" else (only_svm, only_knn)
    assert one.curve == quesenberry_hurst(60, *counts)
    means = analysis.scores.means
    assert one.curve.difference == pytest.approx(means[0, 0] - means[0, 2], abs=1e-12)


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_without_pairs_the_best_ranked_or_the_control_is_compared_with_each_other(better):
    loaded = scores(right_or_not(1), some_folds(2), better=better)
    analysis = analysed(loaded)
    leader, *others = analysis.ranking.best_first
    assert {(one.a, one.b) for one in analysis.tested.curves} == {(leader, other) for other in others}
    control = analysis.names[others[0]]
    given = {"files": ["x.csv"]}, {"control": control, "within": "none"}
    spec = Study.model_validate({"scores": given[0], "test": given[1], "adjust": ["holm"], "curves": {}})
    [of_control] = analyse(spec, loaded)
    assert {one.a for one in of_control.tested.curves} == {others[0]}


def test_each_data_set_has_the_form_that_suits_it():
    mixed = scores(right_or_not(1), some_folds(2))
    forms = {one.dataset: one.form for one in analysed(mixed, pairs="all").tested.curves}
    assert forms == {"data 0": "quesenberry-hurst", "data 1": "t"}
    for form, dataset in (("t", "data 1"), ("quesenberry-hurst", "data 0")):
        curves = analysed(mixed, pairs="all", form=form).tested.curves
        assert {(one.form, one.dataset) for one in curves} == {(form, dataset)}
        assert len(curves) == 3


def test_a_pair_whose_counts_are_not_known_has_no_curve():
    outcomes = right_or_not(1)
    both = outcomes.T @ outcomes
    both[0, 2] = both[2, 0] = np.nan
    metric = scores(outcomes).metrics[0]
    partly = MetricScores(
        "accuracy", "higher", THREE, ("data 0",), metric.means, folds=(None,), outcomes=(PairedOutcomes(60, both),)
    )
    curves = analysed(Scores((partly,), {}, ()), pairs="all").tested.curves
    assert [(one.a, one.b) for one in curves] == [(0, 1), (1, 2)]


def test_averages_are_of_each_pair_over_its_data_sets():
    mixed = scores(right_or_not(1), some_folds(2), right_or_not(3))
    analysis = analysed(mixed, baseline="knn", average=True)
    assert [(one.a, one.b, one.datasets) for one in analysis.tested.averaged_curves] == [
        (other, 0, ("data 0", "data 1", "data 2")) for other in (1, 2)
    ]
    for averaged in analysis.tested.averaged_curves:
        own = [one.curve for one in analysis.tested.curves if one.a == averaged.a]
        ends = np.mean([curve.interval(0.95) for curve in own], axis=0)
        assert averaged.curve.interval(0.95) == pytest.approx(ends, abs=1e-12)
    assert analysed(mixed, baseline="knn").tested.averaged_curves == ()
    assert analysed(scores(some_folds(2)), pairs="all", average=True).tested.averaged_curves == ()


def test_what_an_example_never_tells_apart_is_said():
    alike = np.repeat(right_or_not(1)[:, :1], 3, axis=1)
    for row in written(analysed(scores(alike), pairs="all"))["curves"]:
        assert (row["difference"], row["p_null"], row["aucc"], row["interval_95"]) == (0, 1, 0, [0, 0])
        assert row["entangled_null"] == 0
    apart = np.tile([1.0, 0.0, 1.0], (20, 1))
    [row] = written(analysed(scores(apart), pairs=[["knn", "tree"]]))["curves"]
    assert row["entangled_null"] is None
    assert "no one other difference" in row["why"]


def analysis(k, n_datasets=3, **options):
    rng = np.random.default_rng(5)
    names = tuple(f"algorithm {i}" for i in range(k))
    rows = [rng.uniform(0.5, 0.6, (5, k)) + rng.uniform(0, 0.2, k) for _ in range(n_datasets)]
    scores = metric_by_folds(rows, names=names)
    return analysis_of(scores, order=None, curves=options or None, adjust=["holm"])


def planned(one, item):
    shown = PlottedFigure.model_validate(item)
    return list(FIGURES[shown.name].function(Request([one], shown, PAPER, Labels())))


def drawn_panels(plan):
    return plan.draw.args[0]


@pytest.mark.few
@pytest.mark.parametrize("k", [3, 5, 6, 9, 12])
def test_all_pairs_are_drawn_once_and_few_in_a_panel(k):
    one = analysis(k, pairs="all")
    shares = curves_figures.divide(one)
    pairs = [pair for share in shares for pair in share.pairs]
    assert sorted(pairs) == [(a, b) for a in range(k) for b in range(a + 1, k)]
    assert max(len(share.pairs) for share in shares) <= curves_figures.MOST_CURVES
    assert (len(shares) > 1) == (len(pairs) > curves_figures.MOST_CURVES)
    figures = planned(one, {"curves": {"form": "curves"}})
    expected = {(share, curve.dataset) for share in range(len(shares)) for curve in one.tested.curves}
    shown = {(int(plan.part[1:] or 1) - 1, title) for plan in figures for title, _ in drawn_panels(plan)}
    assert shown == expected


def test_many_algorithms_against_a_baseline_are_divided_by_rank():
    one = analysis(30, baseline="algorithm 0")
    shares = curves_figures.divide(one)
    assert [len(share.pairs) for share in shares] == [9, 10, 10]
    assert {share.baseline for share in shares} == {0}
    order = [a for share in shares for a, _ in share.pairs]
    assert order == [a for a in one.ranking.best_first if a != 0]


def test_of_many_pairs_the_best_ranked_have_averaged_curves_and_the_caption_counts_them():
    plans = planned(analysis(12, n_datasets=2, pairs="all"), "average-curves")
    assert sum(len(drawn_panels(plan)) for plan in plans) == curves_figures.MOST_AVERAGED
    captions = [plain(plan.caption) for plan in plans if "thin on each data set" in plain(plan.caption)]
    assert captions
    counts = f"Drawn are the {curves_figures.MOST_AVERAGED} best ranked of 66 pairs."
    assert all(caption.endswith(counts) for caption in captions)


@pytest.mark.parametrize(("k", "n"), [(2, 9), (4, 9), (9, 4), (5, 3)])
def test_intervals_have_a_panel_for_each_pair_or_data_set_whichever_are_fewer(k, n):
    one = analysis(k, n_datasets=n, average=True)
    plans = planned(one, "curves")
    drawn = [panel for plan in plans for panel in plan.draw.args[1]]
    by_pair = k - 1 < n
    assert len(drawn) == (k - 1 if by_pair else n + 1)
    names = plans[0].draw.args[0]
    assert len(names) == (n + 1 if by_pair else k - 1)
    estimates = {(curve.dataset, curve.a, curve.b): curve.curve.difference for curve in one.tested.curves}
    best = one.ranking.best_first[0]
    for across, rows in enumerate(bars for _, bars in drawn):
        for down, (estimate, low, high) in enumerate(rows):
            pair, place = (across, down) if by_pair else (down, across)
            assert low < estimate < high
            if place < n:
                other = one.ranking.best_first[1:][pair]
                dataset = one.scores.datasets[place]
                expected = estimates.get((dataset, best, other)) or -estimates[dataset, other, best]
                assert estimate == pytest.approx(expected)
    assert ("below the line" in plain(plans[0].caption)) == by_pair


def test_average_curves_have_a_panel_a_pair_with_the_average_last():
    one = analysis(4, baseline="algorithm 3")
    panels = [panel for plan in planned(one, "average-curves") for panel in drawn_panels(plan)]
    plan = planned(one, "average-curves")[0]
    titles = [title.split(":")[0] for title, _ in panels]
    assert titles == [f"algorithm {i}" for i in one.ranking.best_first if i != 3]
    for title, (whole, shown) in zip(titles, panels, strict=True):
        low, high = shown[-1][1].interval(0.95)
        printed = [
            float(part.replace("\N{MINUS SIGN}", "-")) for part in re.findall(r"[\N{MINUS SIGN}\d.]+", whole)[1:]
        ]
        assert printed == pytest.approx([shown[-1][1].difference, low, high], abs=1e-2)
        own = {c.dataset: c.curve for c in one.tested.curves if f"algorithm {c.a}" == title}
        assert dict(shown[:-1]) == own
        assert shown[-1][0] == curves_figures._AVERAGE
        assert shown[-1][1].difference == pytest.approx(np.mean([c.difference for c in own.values()]))
    assert "not a pooled estimate" in plain(plan.caption)
    assert "average over the data sets" in plan.alt
    alone = planned(analysis(3, n_datasets=1, pairs="all"), "average-curves")
    assert alone == [
        Missing("average-curves", metric_named("accuracy"), "no pair has confidence curves on two data sets")
    ]


def test_one_curve_of_any_pair_either_way_round_without_the_section_curves():
    one = analysis(4)
    item = {"curve": {"pairs": [["algorithm 2", "algorithm 1"]], "dataset": "data 2", "level": 0.9}}
    (plan,) = planned(one, item)
    options = CurvesOptions(pairs=(("algorithm 1", "algorithm 2"),))
    turned = next(c for c in find_curves(one.scores, options).curves if c.dataset == "data 2").curve
    (shown,) = plan.draw.args
    assert shown.difference == -turned.difference
    assert shown.p_null == pytest.approx(turned.p_null)
    assert "90%" in plain(plan.caption)
    assert "algorithm 2 minus algorithm 1, on data 2" in plan.alt


def test_one_curve_has_the_form_of_the_studys():
    mixed = analysed(scores(right_or_not(1), some_folds(2)), pairs=[["knn", "svm"]], form="t")
    [plan] = planned(mixed, {"curve": {"pairs": [["knn", "tree"]]}})
    assert "on data 1" in plan.alt  # the first data set has outcomes, and no t


EXAMPLE = Path(__file__).parents[2] / "example_project" / "language-models"
SPEC = """\
scores:
  files: [scores.csv]
  columns: {example: question, cluster: passage}
  metrics: [grade]
order: null
"""


def study_of_examples(spec):
    read = read_study(spec)
    examined = examine(read)
    assert examined.faults == ()
    analyses = analyse(read.study, examined.scores)
    [metric] = results(read.study.title, read.study.test.alpha, analyses)["metrics"].values()
    return analyses, dict(metric)


def test_the_example_study_is_what_its_answers_say():
    analyses, metric = study_of_examples(EXAMPLE / "study.yaml")
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
    assert [item["adjusted"]["holm"] for item in metric["within"]] == pytest.approx(holm(tests.p).tolist())
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


def write_study(folder, grades, *, clusters, spec=SPEC, datasets=1):
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
    analyses, metric = study_of_examples(write_study(tmp_path, grades, clusters=8, spec=spec))
    clusters = np.arange(40) % 8
    for item in metric["within"]:
        a, b = (int(item[side].removeprefix("model ")) for side in "ab")
        expected = clustered_t((grades[:, a] - grades[:, b])[:, None], clusters)
        assert item["difference"] == pytest.approx(expected.difference[0])
        assert (item["p"], item["df"]) == (pytest.approx(expected.p[0]), 7)
        assert item["sampling_share"] is None
    [text] = map(plain, summary(analyses))
    assert text.startswith("model 0 has" if better == "higher" else "model 2 has")
    assert not any("degrees of freedom" in plain(text) for text in example_reminders(analyses[0]))  # seven are enough


def test_an_order_may_rest_on_clustered_tests_over_several_data_sets(tmp_path):
    spec = SPEC.replace("order: null", "order: {prior: [model 2, model 1, model 0]}")
    analyses, metric = study_of_examples(write_study(tmp_path, grades_of(40), clusters=8, spec=spec, datasets=4))
    assert metric["order"]["within"] == "clustered-t"
    assert len(metric["within"]) == 12
    [text] = map(plain, summary(analyses))
    assert "test examples of four data sets" in text


def faults_of(spec):
    try:
        faults = examine(read_study(spec)).faults
    except FaultsFound as error:
        faults = error.faults
    return "\n".join(map(str, faults))


def test_a_question_is_in_one_cluster(tmp_path):
    spec = write_study(tmp_path, grades_of(12), clusters=4)
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
    assert expected in faults_of(write_study(tmp_path, grades_of(12), clusters=4, spec=spec))


def test_one_cluster_is_too_few(tmp_path):
    spec = write_study(tmp_path, grades_of(12), clusters=1, spec=SPEC + "test: {within: clustered-t}\n")
    assert "needs two clusters" in faults_of(spec)


def test_a_forest_shows_the_differences_of_the_leader_on_the_only_data_set():
    one = analysis(4, n_datasets=1)
    leader, *others = one.ranking.best_first
    (plan,) = planned(one, "forest")
    names, [(dataset, bars)] = plan.draw.args
    assert (list(names), dataset) == ([f"algorithm {i}" for i in others], "data 0")
    pairs = tuple((f"algorithm {leader}", f"algorithm {other}") for other in others)
    curves = find_curves(one.scores, CurvesOptions(pairs=pairs)).curves
    assert bars == [(item.curve.difference, *item.curve.interval(0.95)) for item in curves]
    assert plan.draw.keywords["references"] == [0.0]
    assert all(
        f"{estimate:.3f}"[:4] in plan.alt.replace("\N{MINUS SIGN}", "-") for estimate, *_ in (max(bars), min(bars))
    )
    (missing,) = planned(analysis(4, n_datasets=2), "forest")
    assert isinstance(missing, Missing)


def test_a_forest_shows_the_means_of_a_benchmark_and_is_its_figure_by_default():
    read = read_study(Path(__file__).parents[2] / "example_project/language-models/study.yaml")
    [one] = analyse(read.study, examine(read).scores)
    assert "forest" in [figure.name for figure in read.study.figures]
    (plan,) = planned(one, "forest")
    [means] = one.tested.within_means.values()
    _, [(_, bars)] = plan.draw.args
    order = list(one.ranking.best_first)
    assert bars == [
        tuple(ends)
        for ends in zip(*(ends[order].tolist() for ends in (means.mean, means.low, means.high)), strict=True)
    ]
    assert plan.draw.keywords["references"] == [None]
