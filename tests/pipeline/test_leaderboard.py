"""The topic of leaderboards: what a study that asks for it gets, in all places of a report."""

import json

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.figures.style import PAPER
from rankpress.report.plot import plans_of
from rankpress.spec.reading import read_study
from rankpress.stages.load import load
from rankpress.stats.nemenyi import nemenyi_critical_difference
from rankpress.topics.leaderboard.places import neighbors_sentence
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of

EXPECTED = {
    "elo": [874.692372, 1096.505807, 925.118672, 1103.683148],
    "win-rate": [0.2857142857, 0.6666666667, 0.3690476190, 0.6785714286],
    "skill": [0, 0.1652355627, 0.0658911911, 0.1581156382],
    "improvability": [0.1939434783, 0.0556334599, 0.1409025858, 0.0614683786],
}
NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
ALL = "[elo, win-rate, skill, improvability, relative-error, rescaled, champions, mrr]"


def built(tmp_path, scores, *sections, metric="auc", formats=("markdown",)):
    (tmp_path / "scores.csv").write_text(scores)
    study = [f"scores: {{files: scores.csv, layout: wide, metrics: [{{name: {metric}, better: higher}}]}}", *sections]
    (tmp_path / "study.yaml").write_text("\n".join(study))
    no_figures = [] if any("plot" in section for section in sections) else ["plot=[]"]
    build(read_study(tmp_path / "study.yaml", no_figures), tmp_path / "out", formats=formats)
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"][metric]
    return metric["leaderboard"], (tmp_path / "out")


@pytest.fixture
def auc(root):
    return (root / "example_project/papers/demsar2006/auc.csv").read_text()


@pytest.mark.nightly
def test_demsars_table(tmp_path, auc):
    board, out = built(
        tmp_path,
        auc,
        f"leaderboard: {{measures: {ALL}, baseline: C4.5}}",
        "plot: [leaderboard]",
        formats=("markdown", "latex"),
    )
    for measure, values in EXPECTED.items():
        assert [board[measure][name]["estimate"] for name in NAMES] == pytest.approx(values, abs=1e-5)
        for name in NAMES:
            if (measure, name) != ("skill", "C4.5"):  # the baseline, by definition
                low, high = board[measure][name]["interval"]
                assert low <= board[measure][name]["estimate"] <= high
    assert board["skill"]["C4.5"]["interval"] is None
    assert board["places"] == {"C4.5": 4, "C4.5+m": 1, "C4.5+cf": 1, "C4.5+m+cf": 1}
    assert board["neighbors"] == {"pairs": 3, "not_significant": 3}
    assert board["may_be_first"] == ["C4.5+m+cf", "C4.5+m", "C4.5+cf"]
    assert (board["borda"]["C4.5+cf"], board["condorcet"]) == (15.5, "C4.5+m+cf")
    assert board["kemeny"] == {"order": ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"], "cost": 26.5, "unique": True}
    assert [board["podium"][name] for name in NAMES] == [
        [2.25, 0.75, 3.75, 7.25],
        [4.25, 5.75, 3.75, 0.25],
        [1.25, 4.25, 3.25, 5.25],
        [6.25, 3.25, 3.25, 1.25],
    ]
    report = (out / "report.md").read_text()
    for words in (
        "Borda counts: C4.5+m+cf 28.5, C4.5+m 28, C4.5+cf 15.5 and C4.5 12.",
        "The measures name different leaders: C4.5+m+cf by average rank, Elo, win rate,",
        "; C4.5+m by skill, improvability and relative error",
        "C4.5+m+cf has the highest Elo (1104; 95% interval over data sets 980 to 1228).",
        "None of the three pairs of neighbors by average rank differs significantly (α = 0.05); three algorithms (C4.5",
        "(C4.5+m+cf, C4.5+m and C4.5+cf) may be first, for none is significantly better than they are.",
        "Elo, win rate and Borda count are functions of the average rank",
        "(Kemeny, cost 26.5) is, from the best, C4.5+m+cf, C4.5+m, C4.5+cf and C4.5.",
        "Bradley–Terry model (Bradley and Terry 1952)",
    ):
        assert words in report
    assert "rpAucEloCFourFiveMCf}{1104}" in (out / "macros.tex").read_text()
    assert "bradley1952" in (out / "references.bib").read_text()
    for name in ("tables/auc-leaderboard.tex", "tables/auc-leaderboard.csv", "figures/auc-leaderboard.pdf"):
        assert (out / name).stat().st_size


@pytest.mark.nightly
def test_the_ranking_has_measures_where_a_study_names_them(tmp_path, auc):
    columns = "report: {tables: {average-ranks: {columns: [Average rank, Elo, Win rate]}}}"
    _, out = built(tmp_path, auc, "leaderboard: {measures: [elo, win-rate]}", columns)
    report = (out / "report.md").read_text()
    assert "| Algorithm | Average rank | Elo | Win rate (%) |" in report
    assert "| C4.5+m+cf | **1.96** | 1104 | 67.9 |" in report
    assert "Elo: 400 points more are odds of ten to one to win a comparison." in report
    with pytest.raises(FaultsFound, match="'Elo' is not a column of the table average-ranks"):
        built(tmp_path, auc, columns)


def test_ties_of_the_study_are_those_of_all_measures(tmp_path):
    """Within the tolerance of the ranks nobody wins."""
    rows = "\n".join(f"d{i},0.80,{0.801 + i / 1e5},{0.9 - i / 40}" for i in range(8))
    measures = "leaderboard: {measures: [elo, win-rate, champions, mrr]}"
    board, _ = built(tmp_path, f"dataset,A,B,C\n{rows}\n", "rank: {tolerance: 0.01}", measures, metric="accuracy")
    for measure in ("elo", "win-rate", "champions", "mrr"):
        a, b, c = (board[measure][name]["estimate"] for name in "ABC")
        assert a == pytest.approx(b)
        assert c != pytest.approx(a)
    assert board["borda"]["A"] == board["borda"]["B"]


def test_davidsons_model_is_named_with_its_parameter(tmp_path, auc):
    board, out = built(tmp_path, auc, "leaderboard: {measures: [elo], ties: davidson}")
    report = (out / "report.md").read_text()
    assert "Davidson's model with ties (Davidson 1970, nu = " in report
    assert "Bradley and Terry" not in report
    assert board["elo"]["C4.5"]["estimate"] < 900


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ("t", "Student's t intervals (Student 1908), of Elo with the sandwich variance by data set."),
        ("percentile", "percentile bootstrap intervals (Davison and Hinkley 1997), from 500 resamples (seed 3); a"),
        ("basic", "basic bootstrap intervals (Davison and Hinkley 1997), from 500 resamples (seed 3); a resample"),
        ("bca", "BCa bootstrap intervals (Efron 1987), from 500 resamples (seed 3); a resample in which Elo is"),
    ],
)
def test_all_places_say_which_intervals_these_are(tmp_path, auc, interval, words):
    options = f"{{measures: {ALL}, baseline: C4.5, anchor: {{C4.5: 1000}}, interval: {interval}, draws: 500, seed: 3}}"
    board, out = built(tmp_path, auc, f"leaderboard: {options}", "plot: [leaderboard]")
    report = (out / "report.md").read_text()
    kind = words.split(" intervals")[0]
    assert board["interval"] == interval
    assert f"The 95% intervals over data sets are {words}" in report
    assert f"Measures over 14 data sets in AUC, with 95% {kind} intervals over data sets." in report
    assert f"Measures of AUC, the best ranked on top, with 95% {kind} intervals over data sets; dotted" in report
    assert ("quasi-intervals" in report) == (interval == "t")
    assert board["elo"]["C4.5"]["interval"] == [1000, 1000]
    low, high = board["elo"]["C4.5+m"]["interval"]
    assert 1000 < low < board["elo"]["C4.5+m"]["estimate"] < high


def test_an_anchor_moves_all_and_has_no_interval(tmp_path, auc):
    board, _ = built(tmp_path, auc, "leaderboard: {measures: [elo], anchor: {C4.5: 1000}}")
    assert board["elo"]["C4.5"] == {"estimate": 1000, "interval": [1000, 1000]}
    assert board["elo"]["C4.5+m"]["estimate"] == pytest.approx(1000 + 1096.505807 - 874.692372, abs=1e-5)


def test_one_who_never_loses_has_no_elo(tmp_path):
    rows = "\n".join(f"d{i},{0.9 - i / 100},{0.5 + i / 50},{0.6 - i / 70}" for i in range(8))
    board, out = built(tmp_path, f"dataset,A,B,C\n{rows}\n", "leaderboard: {}", metric="accuracy")
    for name in "ABC":
        assert board["elo"][name]["estimate"] is None
        assert board["elo"][name]["interval"] is None
        assert "never loses" in board["elo"][name]["why"]
    assert board["win-rate"]["A"]["estimate"] == 1
    assert "Elo is not given: one group of algorithms never loses to the others" in (out / "report.md").read_text()


@pytest.mark.nightly
def test_without_a_known_best_value_there_are_no_errors(tmp_path, auc):
    board, _ = built(tmp_path, auc, "leaderboard: {}", metric="quality")
    assert board["improvability"]["C4.5"]["why"].startswith("the best value of the metric is not known")
    board, _ = built(tmp_path, auc, "leaderboard: {best: 1}", metric="quality")
    assert board["improvability"]["C4.5"]["estimate"] == pytest.approx(0.1939434783, abs=1e-9)


@pytest.mark.nightly
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("metric", "values", "best"),
    [
        ("{name: accuracy, better: higher}", (0.2, 0.9), 1),
        ("{name: accuracy, better: higher}", (20, 90), 100),
        ('{name: accuracy, better: higher, unit: "%"}', (0.2, 0.9), 100),
        ("{name: score, better: higher, unit: proportion}", (0.2, 0.9), 1),
        ("{name: log_loss, better: lower}", (0.2, 0.9), 0),
        ("{name: rmse, better: lower}", (20, 90), 0),
        ("{name: score, better: higher}", (0.2, 0.9), None),
        ("{name: accuracy, better: higher}", (-0.2, 0.9), None),
        ("{name: accuracy, better: higher}", (20, 120), None),
    ],
)
def test_errors_are_distances_from_the_best_value_of_the_metric(tmp_path, metric, values, best):
    """By the name of the metric, its unit and its values; where these say nothing there are no errors."""
    scores = np.linspace(*values, 18).reshape(6, 3)[:, ::-1]
    lines = [",".join([f"d{d}", *map(str, row)]) for d, row in enumerate(scores.tolist())]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,A,B,C", *lines]))
    study = f"scores: {{files: scores.csv, layout: wide, metrics: [{metric}]}}\n"
    (tmp_path / "study.yaml").write_text(f"{study}leaderboard: {{measures: [improvability]}}\n")
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    [results] = json.loads((tmp_path / "out/results.json").read_text())["metrics"].values()
    if best is None:
        assert "is not known" in results["leaderboard"]["improvability"]["B"]["why"]
    else:
        errors = abs(best - scores)
        expected = (1 - errors.min(axis=1, keepdims=True) / errors).mean(axis=0)
        estimates = [results["leaderboard"]["improvability"][name]["estimate"] for name in "ABC"]
        assert estimates == pytest.approx(expected)


def test_the_mean_may_name_another_leader(tmp_path):
    """One large difference outweighs many small ones in the mean alone."""
    rows = "\n".join(f"d{i},{0.7 + i / 100},{0.69 + i / 100 if i else 0.99},{0.6 + i % 3 / 20}" for i in range(9))
    _, out = built(tmp_path, f"dataset,A,B,C\n{rows}\n", "leaderboard: {measures: [win-rate]}", metric="accuracy")
    expected = "The measures name different leaders: A by average rank and win rate; B by mean score."
    assert expected in (out / "report.md").read_text()


@pytest.mark.nightly
def test_with_gaps_each_measure_is_over_the_data_sets_that_count(tmp_path, auc):
    """All is given that has a definition, and the message says of the others why not."""
    lines = auc.splitlines()
    lines[3] = ",".join([*lines[3].split(",")[:-1], ""])
    (tmp_path / "scores.csv").write_text("\n".join(lines))
    scores = "{files: scores.csv, layout: wide, missing: incomplete-blocks, metrics: [{name: auc, better: higher}]}"
    sections = f"leaderboard: {{measures: {ALL}, baseline: C4.5}}\nplot: [win-rates, stability, mcb]\n"
    (tmp_path / "study.yaml").write_text(f"scores: {scores}\n{sections}")
    finished = build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    board = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["auc"]["leaderboard"]
    for measure in EXPECTED.keys() | {"champions", "mrr", "rescaled", "relative-error"}:
        assert all(np.isfinite(board[measure][name]["estimate"]) for name in NAMES)
    assert sum(board["first"].values()) == pytest.approx(1)
    assert [sum(places) for places in board["podium"].values()] == [14, 14, 14, 13]
    assert "borda" not in board
    assert board["condorcet"] == "C4.5+m+cf"
    assert {path.name for path in (tmp_path / "out/figures").glob("*.svg")} == {
        "auc-win-rates.svg",
        "auc-stability.svg",
    }
    assert any("a critical difference of its own" in warning for warning in finished.warnings)
    report = (tmp_path / "out/report.md").read_text()
    assert "Borda counts are not given" in report
    assert "are functions of the average rank" not in report


@pytest.mark.nightly
def test_missing_results_that_rank_last_have_no_error(tmp_path, auc):
    lines = auc.splitlines()
    lines[3] = ",".join([*lines[3].split(",")[:-1], ""])
    (tmp_path / "scores.csv").write_text("\n".join(lines))
    scores = "{files: scores.csv, layout: wide, missing: worst-rank, metrics: [{name: auc, better: higher}]}"
    (tmp_path / "study.yaml").write_text(f"scores: {scores}\nleaderboard: {{}}\n")
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    board = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["auc"]["leaderboard"]
    assert board["improvability"]["C4.5"]["why"] == "missing results rank last, and have no error"
    assert np.isfinite(board["win-rate"]["C4.5"]["estimate"])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("options", "functions"),
    [("{}", True), ("{ties: min}", False), ("{tolerance: 0.004}", False)],
)
def test_only_where_ranks_are_averages_are_measures_functions_of_them(tmp_path, auc, options, functions):
    """Places that ties share, or ties within a tolerance, give Borda counts and Elo another order."""
    _, out = built(tmp_path, auc, "leaderboard: {measures: [elo]}", f"rank: {options}")
    assert ("Elo and Borda count are functions of the average rank" in (out / "report.md").read_text()) == functions


def test_figures_of_demsars_table(tmp_path, auc):
    _, out = built(tmp_path, auc, "leaderboard: {measures: [elo]}", "plot: [leaderboard, win-rates, stability, mcb]")
    report = (out / "report.md").read_text()
    for kind in ("leaderboard", "win-rates", "stability", "mcb"):
        assert (out / f"figures/auc-{kind}.svg").stat().st_size
    assert "half the critical difference of Nemenyi's test (0.63) to either side" in report
    assert "intervals of half width 0.63" in report
    assert "Intervals that miss that of the best: none" in report
    assert "C4.5+m+cf 3" in report  # beats all three on more than half of the data sets


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("k", "sentence"),
    [
        (8, "least with the data sets (Kemeny"),
        (9, "Borda counts and the order of Kemeny are in results.json."),
        (13, "Borda counts are in results.json; the order of Kemeny is computed for at most 12 algorithms."),
    ],
)
def test_what_the_sentences_omit_is_stated(tmp_path, k, sentence):
    scores = np.random.default_rng(2).uniform(0.5, 0.9, (6, k)).round(3)
    lines = [",".join(map(str, [f"d{d}", *row])) for d, row in enumerate(scores)]
    text = "\n".join([",".join(["dataset", *(f"m{i}" for i in range(k))]), *lines])
    board, out = built(tmp_path, text, "leaderboard: {draws: 100}")
    assert sentence in (out / "report.md").read_text()
    assert (board["kemeny"] is None) == (k > 12)


@pytest.mark.few(1)
@pytest.mark.parametrize("k", [4, 32])
def test_figures_are_no_higher_than_a_page(tmp_path, k):
    """Of many algorithms the panels of measures are divided among pages."""
    scores = np.random.default_rng(2).uniform(0.5, 0.9, (12, k)).round(3)
    names = [f"model {i:02d}" for i in range(k)]
    lines = [",".join(map(str, [f"d{d}", *row])) for d, row in enumerate(scores)]
    (tmp_path / "scores.csv").write_text("\n".join([",".join(["dataset", *names]), *lines]))
    study = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\n"
    kinds = "plot: [leaderboard, stability, win-rates, mcb]\n"
    (tmp_path / "study.yaml").write_text(
        f"{study}leaderboard: {{measures: {ALL}, baseline: {names[0]}, draws: 100}}\n{kinds}"
    )
    read = read_study(tmp_path / "study.yaml").study
    analyses = analyse(read, load(read.scores, tmp_path))
    plans = list(plans_of(analyses, read.figures, read.report.drawing, read.names))
    heights = {(plan.kind, plan.part): plan.draw().get_figheight() for plan in plans}
    assert max(heights.values()) <= PAPER.max_height
    assert sum(kind == "leaderboard" for kind, _ in heights) == (1 if k == 4 else 2)
    assert " ".join(plain(plan.alt) for plan in plans if plan.kind == "leaderboard").count("model 01") == 8


@pytest.mark.nightly
@pytest.mark.parametrize(("k", "is_ordered"), [(3, True), (40, True), (4, False)])
def test_intervals_of_average_ranks_stay_among_the_ranks(tmp_path, k, is_ordered):
    scores = np.random.default_rng(3).uniform(0, 1, (80, k)) - 2 * is_ordered * np.arange(k)
    lines = [",".join(map(str, [f"d{d}", *row])) for d, row in enumerate(scores[: 9 if is_ordered else 80])]
    (tmp_path / "scores.csv").write_text("\n".join([",".join(["dataset", *map("model {}".format, range(k))]), *lines]))
    study = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\n"
    (tmp_path / "study.yaml").write_text(f"{study}plot: [mcb]\n")
    read = read_study(tmp_path / "study.yaml").study
    [plan] = plans_of(analyse(read, load(read.scores, tmp_path)), read.figures, read.report.drawing, read.names)
    [(_, rows)] = plan.draw.args[1]
    ends = [end for _, *interval in rows for end in interval]
    assert 1 <= min(ends) < max(ends) <= k
    assert (f"within the ranks 1 to {k}" in plain(plan.caption)) == is_ordered


@pytest.mark.nightly
def test_the_anchor_is_dotted(tmp_path, auc):
    _, out = built(tmp_path, auc, "leaderboard: {anchor: {C4.5: 1000}}", "plot: [leaderboard]")
    assert "; dotted: the Elo of C4.5, which is set to 1000." in (out / "report.md").read_text()


def test_half_the_critical_difference_is_that_of_the_reference():
    assert nemenyi_critical_difference(0.05, 4, 14).cd / 2 == pytest.approx(0.6267795736, abs=1e-9)


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("{measures: [skill]}", "skill without baseline"),
        ("{anchor: {nobody: 1000}}", "there is no algorithm 'nobody' in the scores"),
        ("{measures: [skill], baseline: C45}", "no algorithm 'C45'(?s:.*)did you mean 'C4.5'"),
        ("{best: {aux: 1}}", "the best of 'aux', which is not one of scores.metrics"),
        ("{measures: [elo, elo]}", "listed twice"),
        ("{baseline: C4.5}", "baseline without a measure that uses it(?s:.*)skill or relative-error in measures"),
        ("{measures: [mrr], anchor: {C4.5: 1000}}", "anchor without a measure that uses it"),
        ("{measures: [mrr], ties: davidson}", "ties without a measure that uses it"),
        ("{measures: [mrr, rescaled], best: 1}", "best without a measure that uses it"),
    ],
)
def test_faults(tmp_path, auc, section, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, auc, f"leaderboard: {section}")


@pytest.mark.parametrize("section", ["{measures: [elo], anchor: {D: 1000}}", "{measures: [skill], baseline: D}"])
def test_an_algorithm_that_a_metric_lacks_is_no_baseline_and_no_anchor(tmp_path, section):
    rows = [f"d{i},{a},0.{7 + i % 2}{i},{'' if a == 'D' else i / 10 + 0.1}" for i in range(9) for a in "ABCD"]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,accuracy,rmse", *rows]))
    metrics = "[{name: accuracy, better: higher}, {name: rmse, better: lower}]"
    scores = f"scores: {{files: scores.csv, missing: drop-algorithms, metrics: {metrics}}}"
    (tmp_path / "study.yaml").write_text(f"{scores}\nleaderboard: {section}\n")
    with pytest.raises(FaultsFound, match="'D' was dropped by missing: drop-algorithms in rmse"):
        build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))


@pytest.mark.parametrize(
    ("apart", "which", "verb", "first"),
    [
        ([0, 0, 0, 0], "None of the three", "differs", "four algorithms (D, B, C and A)"),
        ([0, 1, 2, 3], "All three", "differ", "only D"),
        ([0, 0, 1, 1], "Two of the three", "do not differ", "two algorithms (D and C)"),
        ([0, 0, 0, 1], "Two of the three", "do not differ", "only D"),
        ([0, 1, 2, 2], "One of the three", "does not differ", "two algorithms (D and C)"),
    ],
)
def test_the_sentence_on_neighbors(apart, which, verb, first):
    means = np.random.default_rng(1).normal(0, 0.01, (40, 4)) + np.array(apart) + np.arange(4) / 1e3
    sentence = plain(next(iter(neighbors_sentence(analysis_of(means)))))
    expected = f"{which} pairs of neighbors by average rank {verb} significantly (α = 0.05); {first} may be first, for "
    assert sentence.startswith(expected)
