"""Doubts reach whoever reads an answer, and where the answer hangs on one there is none until somebody decides."""

import json
import re
import shlex
import warnings
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rankpress
from rankpress.app.cli import main
from rankpress.checks.agreement import agreeing_scores
from rankpress.checks.doubts import doubts_of, implausible
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Scores
from rankpress.init import assumptions
from rankpress.init import inference as guessing
from rankpress.init.reading import read_table
from rankpress.init.vocabulary import UNKNOWN
from rankpress.spec.reading import read_study
from tests.pipeline.conftest import metric_of

WIDE = "dataset,A,B,C\n" + "".join(f"d{i},{0.5 + i / 50},{0.6 + i / 60},{0.7 + i / 70}\n" for i in range(8))
FORMATS = ["--only", "html", "--only", "markdown", "--only", "latex"]


def first_screen(report):
    """The parts of each format that a reader meets before the answer."""
    page = Path(report, "report.html").read_text(encoding="utf-8")
    markdown = Path(report, "report.md").read_text(encoding="utf-8")
    latex = Path(report, "report.tex").read_text(encoding="utf-8")
    return page[page.index('id="report-summary"') : page.index('class="answer"')], markdown[:800], latex


@pytest.mark.nightly
@pytest.mark.usefixtures("whole_report")
def test_every_format_shows_them_before_the_answer(capsys):
    Path("scores.csv").write_text(WIDE)
    assert main(["run", "scores.csv", *FORMATS]) == 0
    out = capsys.readouterr().out
    sentence = UNKNOWN.partition(";")[0]
    assert out.index(sentence) < out.index("the best average rank in score")
    for screen in first_screen("report"):
        assert "Not confirmed" in screen
        assert sentence in screen
    assert [doubt["text"] for doubt in json.loads(Path("report/results.json").read_text())["doubts"]] == [
        f"score: {UNKNOWN}"
    ]


@pytest.mark.nightly
@pytest.mark.usefixtures("whole_report")
def test_nothing_shows_them_once_confirmed(capsys):
    Path("scores.csv").write_text(WIDE)
    assert main(["run", "scores.csv", *FORMATS, "--set", "scores.confirmed=true"]) == 0
    assert "in doubt" not in capsys.readouterr().out
    assert not any("Not confirmed" in screen for screen in first_screen("report"))
    assert json.loads(Path("report/results.json").read_text())["doubts"] == []


@pytest.mark.nightly
def test_a_study_states_what_it_is_about(capsys):
    Path("scores.csv").write_text(WIDE)
    assert main(["run", "scores.csv", "--only", "markdown", "--save"]) == 0
    [stated] = read_study("study.yaml").study.scores.doubts
    assert stated.doubt.plain == {"text": f"score: {UNKNOWN}"}
    assert main(["build", "--only", "markdown", "--set", "scores.confirmed=true"]) == 0
    assert "Not confirmed" not in Path("report/report.md").read_text(encoding="utf-8")


IMPOSSIBLE = {
    "auc of 36": ({"A": [0.7, 0.8, 0.9, 0.6], "B": [0.6, 0.7, 0.8, 0.5], "n": [136, 220, 314, 118]}, "auc"),
    "accuracy below 0": ({"A": [0.7, 0.8, 0.9, 0.6], "B": [-0.6, -0.7, -0.8, -0.5]}, "accuracy"),
    "test examples": ({"A": [0, 1] * 80, "B": [1, 1, 0, 0] * 40, "C": [1, 0, 0, 0] * 40}, "accuracy"),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_scores_raise_doubts_of_their_own(name):
    scores, metric = IMPOSSIBLE[name]
    with pytest.warns(UserWarning, match="not certain of the scores"):
        comparison = rankpress.compare(scores, metric=metric)
    assert comparison.doubts
    assert "in doubt: " in str(comparison)
    assert "in doubt" in repr(comparison)
    assert not rankpress.compare(scores, metric=metric, scores={"confirmed": True}).doubts


def test_kappa_may_be_negative():
    assert not rankpress.compare({"A": [0.1, -0.2, 0.3], "B": [-0.1, 0.2, 0.25]}, metric="kappa").doubts


@pytest.mark.parametrize(
    ("metric", "scores"),
    [
        ("neg_mean_squared_error", {"A": [-0.1, -0.2, -0.3], "B": [-0.2, -0.3, -0.25]}),
        ("-error", {"A": [-0.1, -0.2, -0.3], "B": [-0.2, -0.3, -0.25]}),
        ("accuracy_drop", {"A": [-0.1, 0.2, 0.3], "B": [0.2, 0.3, 0.25]}),
        ("mean_squared_error", {"A": [110.0, 0.2, 0.3], "B": [220.0, 0.3, 0.25]}),
    ],
)
def test_what_is_no_share_may_lie_anywhere(metric, scores):
    assert not rankpress.compare(scores, metric=metric).doubts


# By metric, a score of each algorithm, the best one first, and a number that is hardly a score, given to the last.
PLACEHOLDERS = {
    "time never negative": ("time", [1.0, 1.2, 1.5], -1),
    "time of 0": ("time", [1.0, 1.2, 1.5], 0),
    "rmse never negative": ("rmse", [1.0, 1.2, 1.5], -1),
    "rmse of 0": ("rmse", [1.0, 1.2, 1.5], 0),
    "throughput": ("throughput", [150.0, 120.0, 100.0], 99999),
    "reward": ("reward", [1.5, 1.2, 1.0], 9999),
    "turned": ("neg_rmse", [-1.0, -1.2, -1.5], 0),
    "rmse of 0 near the others": ("rmse", [0.2, 0.22, 0.25], 0),
}


def with_placeholders(metric, levels, number, seeds):
    def score(d, a, seed):
        is_placeholder = a == 2 and d % 4 and seed == 0
        return number if is_placeholder else round(levels[a] + 0.01 * d + 0.003 * seed + 0.001 * (d * a % 3), 4)

    rows = [f"d{d},{'ABC'[a]},{seed},{score(d, a, seed)}" for d in range(12) for a in range(3) for seed in range(seeds)]
    return "\n".join([f"dataset,algorithm,seed,{metric}", *rows, ""])


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "seeds"), [*zip(PLACEHOLDERS, cycle([1, 2]), strict=False)])
def test_numbers_in_the_place_of_scores_are_asked_about(name, seeds, ranked, capsys):
    Path("scores.csv").write_text(with_placeholders(*PLACEHOLDERS[name], seeds))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if "--set" in line]
    first = []
    for line in lines:
        assert main(["run", "scores.csv", "--set", shlex.split(line, comments=True)[-1]]) == 0
        assert "lies apart" not in capsys.readouterr().out
        first += ranked.first
    assert first == ["C", "A"]


@pytest.mark.parametrize("na", [[], ["-"]])
def test_what_a_user_states_of_numbers_in_the_place_of_scores_settles_them(na):
    Path("scores.csv").write_text(with_placeholders("reward", [1.5, 1.2, 1.0], 9999, 1))
    scores = {"files": "scores.csv", "metrics": [{"name": "reward", "better": "higher"}], "columns": {"repeat": "seed"}}
    Path("study.yaml").write_text(json.dumps({"scores": {**scores, "na": na}}))
    stated = f"scores.na={json.dumps(na)}"
    for overrides, is_doubted in (([], bool(na)), ([stated], False)):
        read = read_study("study.yaml", overrides)
        doubts = doubts_of(read, agreeing_scores(read))
        assert ["9999" in str(doubt) for doubt in doubts if doubt.key == "na"] == [True] * is_doubted


@pytest.mark.parametrize(("number", "is_doubted"), [(0, True), (0.1, False)])
def test_a_single_zero_far_from_all_scores_is_doubted(number, is_doubted):
    scores = {a: [0.6 + i / 40 + a_at / 90 for i in range(8)] for a_at, a in enumerate("ABC")}
    scores["B"][5] = number
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        doubts = str(rankpress.compare(scores, metric="accuracy").doubts)
    assert ("0, in the scores of 'B', lies apart" in doubts) == is_doubted


def test_numbers_in_the_place_of_scores_of_a_wide_table_are_doubted():
    rows = ["".join(f",{-1 if a == d % 9 == 2 else 0.5 + (d + a) / 90}" for a in range(4)) for d in range(18)]
    Path("scores.csv").write_text("accuracy,A,B,C,D\n" + "".join(f"d{d}{row}\n" for d, row in enumerate(rows)))
    table = read_table("scores.csv")
    guess = guessing.guess_study(table, "scores.csv")
    doubts = [doubt for doubt in assumptions.doubts_on_values(table, guess) if "-1" in str(doubt)]
    assert ["'C'" in str(doubt) for doubt in doubts] == [True]


@pytest.mark.parametrize("name", PLACEHOLDERS)
def test_scores_of_several_levels_raise_no_such_doubt(name):
    metric, levels, _ = PLACEHOLDERS[name]
    scores = {"ABC"[a]: [(1 + d) * levels[a] for d in range(12)] for a in range(3)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "if it marks a missing result" not in str(rankpress.compare(scores, metric=metric).doubts)
        scores["C"][:3] = [PLACEHOLDERS[name][2]] * 3
        assert PLACEHOLDERS[name][2] == 0 or "if it marks a missing result" in str(
            rankpress.compare(scores, metric=metric).doubts
        )


@pytest.fixture
def undecided(monkeypatch):
    """A guess on which the answer hangs."""
    ways = (Way("higher is better", "better", "higher"), Way("lower is better", "better", "lower"))
    guess_study = guessing.guess_study

    def guessed(*given):
        guess = guess_study(*given)
        open_doubts = (replace(doubt, is_open=True, ways=ways) for doubt in guess.doubts)
        return replace(guess, doubts=(*open_doubts, Doubt("whatever", "files")))

    monkeypatch.setattr(guessing, "guess_study", guessed)
    Path("scores.csv").write_text(WIDE)


def test_no_answer_is_given_where_it_hangs_on_a_doubt(undecided, capsys):
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "rankpress run scores.csv --better higher" in printed.err
    assert "rankpress run scores.csv --better lower" in printed.err
    assert not Path("report").exists()


def test_an_option_decides(undecided, capsys):
    assert main(["run", "scores.csv", "--only", "markdown", "--better", "lower"]) == 0
    assert "A achieves the best average rank in score" in capsys.readouterr().out


class Terminal:
    def __init__(self, stream):
        self.stream = stream

    def isatty(self):
        return True

    def __getattr__(self, name):
        return getattr(self.stream, name)


@pytest.mark.usefixtures("results_alone")
@pytest.mark.parametrize(("answer", "best"), [("", "C"), ("1", "C"), ("2", "A")])
def test_a_terminal_is_asked(undecided, answer, best, monkeypatch, capsys):
    import sys

    monkeypatch.setattr(sys, "stdin", Terminal(sys.stdin))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda text: answer)
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    results = json.loads(Path("report/results.json").read_text())
    ranks = results["metrics"]["score"]["average_ranks"]
    assert min(ranks, key=ranks.get) == best


# Tables of which a second reading is nearly as likely, by which another is first.
CLOSE = {
    "corner of a metric": "RMSE,A,B,C\n"
    + "".join(f"{chr(97 + i)}x,{(e := 0.1 + i * 5 % 12 / 15):.3f},{e + 0.02:.3f},{e + 0.04:.3f}\n" for i in range(12)),
    "corner of a cost": "runtime [s],A,B,C\n" + "".join(f"{chr(97 + i)}x,{5 + i},{6 + i},{9 + i}\n" for i in range(12)),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("reading", ["1", "2"])
@pytest.mark.parametrize("name", CLOSE)
def test_a_second_reading_is_asked_about_by_its_command(name, reading, capsys):
    Path("scores.csv").write_text(CLOSE[name])
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    assert f"rankpress run scores.csv --reading {reading}" in " ".join(capsys.readouterr().err.split())
    assert main(["run", "scores.csv", "--only", "markdown", "--reading", reading]) == 0
    assert "rankpress run scores.csv --reading" not in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", CLOSE)
def test_a_second_reading_is_asked_about_by_its_keywords(name):
    Path("scores.csv").write_text(CLOSE[name])
    frame = pd.read_csv("scores.csv")
    with pytest.raises(FaultsFound, match=r"algorithm="):
        rankpress.compare(frame)


@pytest.mark.nightly
def test_a_column_called_dataset_names_the_data_sets(root, capsys):
    assert main(["run", str(root / "example_project/instances.csv"), "--only", "markdown"]) == 0
    assert "data sets in 'dataset'" in " ".join(capsys.readouterr().out.split())


# What is guessed by its look alone, in one respect or in two.
ROWS = [(f"d{d}", a, 0.5 + ((d * 7 + n * 5) % 11) / 40) for d in range(8) for n, a in enumerate("ABC")]
NUMBERED = [(d, a, score + again / 100) for d, a, score in ROWS for again in range(2)]


@pytest.mark.few(1)
@pytest.mark.parametrize("score", ["accuracy", "zork"])
@pytest.mark.parametrize("again", [False, True])
def test_two_guesses_are_asked_about_and_one_is_stated(score, again, capsys):
    rows = NUMBERED if again else ROWS
    Path("scores.csv").write_text("\n".join([f"dataset,algorithm,{score}", *(",".join(map(str, row)) for row in rows)]))
    asks = again and score == "zork"
    assert main(["run", "scores.csv", "--only", "markdown"]) == (2 if asks else 0)
    printed = capsys.readouterr()
    if asks:
        assert "--better lower" in printed.err
        assert main(["run", "scores.csv", "--only", "markdown", "--better", "lower"]) == 0
    else:
        assert ("in doubt" in printed.out) == (again or score == "zork")


SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")
# Names that hardly differ, next to each other: with and without gaps.
TWINS = {
    "case": ("A", "a"),
    "blanks": ("A  1", "A 1"),
    "no width": ("A", "A\N{ZERO WIDTH SPACE}"),
    "form": ("A1", "A１"),
}


@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "gaps", "role"),  # each pair of names of one role, and each of what they lack of either
    [
        (name, gaps, ("dataset", "algorithm")[(number + at) % 2])
        for number, name in enumerate(TWINS)
        for at, gaps in enumerate(["none", "one", "each has what the other lacks"])
        if number % 2 == 0 or at == 2
    ],
)
def test_names_that_hardly_differ_are_a_doubt_whose_command_leads_on(name, gaps, role):
    first, other = TWINS[name]
    names = {"dataset": [f"d{i}" for i in range(8)], "algorithm": ["X", "Y", "Z"]}
    names[role] += [first, other]
    rows = [
        {"dataset": dataset, "algorithm": algorithm, "accuracy": 0.5 + d / 50 + a / 70 + d * a % 3 / 90}
        for d, dataset in enumerate(names["dataset"])
        for a, algorithm in enumerate(names["algorithm"])
    ]
    own = [row for row in rows if row[role] in (first, other)]
    if gaps == "one":
        rows.remove(own[0])
    elif gaps != "none":
        half = "Y" if role == "dataset" else "d4"
        beside = "algorithm" if role == "dataset" else "dataset"
        rows = [row for row in rows if row not in own or (row[role] == first) == (row[beside] < half)]
    with pytest.warns(UserWarning, match="written nearly alike") as warned:
        rankpress.compare(pd.DataFrame(rows), missing="incomplete-blocks", scores={"rename": {}})
    printed = re.search("scores.rename=(.*})", str(warned[0].message))
    assert bool(printed) == (gaps not in ("none", "one"))
    if printed:
        renamed = rankpress.compare(pd.DataFrame(rows), scores={"rename": json.loads(printed[1])})
        assert len(renamed["accuracy"].scores.datasets) == (9 if role == "dataset" else 8)
        assert not renamed["accuracy"].scores.missing.gaps


@pytest.mark.parametrize("alike", [0, 3])
def test_one_way_settles_all_pairs_of_names_that_hardly_differ(alike, ranked, capsys):
    """That they are different is no way where nothing links the algorithms then."""
    rows = [
        f"{d if a == 'A' or i < alike else d.title()},{a},0.{5 + n}{i}"
        for i, d in enumerate(SETS)
        for n, a in enumerate("AB")
    ]
    Path("scores.csv").write_text("\n".join(["dataset,algorithm,accuracy", *rows]))
    assert main(["run", "scores.csv"]) == 2
    *others, one = re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err)
    assert len(others) == bool(alike)
    assert main([*shlex.split(one), "-q"]) == 0
    assert len(ranked["accuracy"][0].datasets) == len(SETS)


@pytest.mark.parametrize(
    ("base", "step", "is_found"),
    [
        (1e12, 1e-3, True),  # 16 units in the last place are 0.0035
        (-1e12, 1e-3, True),
        (1e12, 1.0, False),
        (0.7, 1e-3, False),
        (0.7, 2e-16, False),  # what means of the same scores differ by
        (0.7, 2e-15, True),
    ],
)
def test_scores_that_only_rounding_ties_are_doubted(base, step, is_found):
    rows = base + step * np.random.default_rng(1).permuted(np.tile(np.arange(3.0), (8, 1)), axis=1)
    doubts = [str(doubt) for doubt in implausible(Scores((metric_of(rows),), {}, ())) if "unequal scores" in str(doubt)]
    assert bool(doubts) == is_found
    assert all("set rank.tolerance: 0" in text for text in doubts)


LEFT_NAMES = (
    "steps_to_threshold epochs_needed n_iter iterations n_calls seed_time rank_loss min_steps val_steps train_steps "
    "count_of_nodes delta_nodes score_rank quux max_depth_reached"
).split()


@pytest.mark.parametrize(("name", "is_whole"), [(name, at % 2 == 0) for at, name in enumerate(LEFT_NAMES)])
def test_no_column_of_numbers_is_left_out_unseen(name, is_whole):
    rng = np.random.default_rng(len(name))
    rows = [
        f"d{i},{algorithm},{rng.uniform(0.5, 0.9):.3f},{rng.integers(40, 9000) + (0 if is_whole else 0.25)}"
        for i in range(9)
        for algorithm in ("ada", "bob", "cid")
    ]
    Path("scores.csv").write_text("\n".join([f"dataset,algorithm,accuracy,{name}", *rows]))
    guess = guessing.guess_study(read_table("scores.csv"), "scores.csv")
    assert guess.metrics.keys() | guess.columns.keys() >= {"accuracy"}
    assert name in [*guess.metrics, *guess.costs, *guess.columns.values()] or name in [
        doubt.column for doubt in guess.doubts
    ]


@pytest.mark.parametrize("name", ["steps_needed", "epochs_needed", "quux"])
def test_minus_one_among_numbers_that_are_left_out_is_named(name):
    rows = [
        f"d{i},{algorithm},{0.5 + n / 10 + i / 100},{-1 if (i, n) in ((2, 1), (4, 2)) else 400 + 37 * i * (n + 1)}"
        for i in range(9)
        for n, algorithm in enumerate(("ada", "bob", "cid"))
    ]
    Path("scores.csv").write_text("\n".join([f"dataset,algorithm,accuracy,{name}", *rows]))
    guess = guessing.guess_study(read_table("scores.csv"), "scores.csv")
    [text] = [doubt.text for doubt in guess.doubts if doubt.column == name]
    assert "-1 in 2 rows" in text


def test_a_leader_by_several_metrics_is_asked_about_once():
    rows = [
        f"d{i},{a},{1 if a == 'nn' else 0.5 + n / 10 + i / 90:.3f},{0 if a == 'nn' else 2 - n / 10 - i / 90:.3f}"
        for i in range(9)
        for n, a in enumerate(("nn", "bob", "cid", "dan"))
    ]
    Path("scores.csv").write_text("\n".join(["dataset,model,r2,rmse", *rows]))
    table = read_table("scores.csv")
    doubts = list(assumptions.doubts_on_values(table, guessing.guess_study(table, "scores.csv")))
    assert len(doubts) == len(set(doubts)) > 0


@pytest.mark.nightly
def test_each_command_on_a_column_without_a_telling_name_is_accepted(capsys):
    rng = np.random.default_rng(1)
    rows = [f"{d},{a},{k},{rng.uniform(0.5, 0.6):.3f}" for d in "pqr" for a in "AB" for k in range(3)]
    Path("c.csv").write_text("\n".join(["dataset,algorithm,k,accuracy", *rows, ""]), encoding="utf-8")
    assert main(["run", "c.csv", "--only", "markdown"]) == 2
    commands = re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err)
    assert len(commands) == 3
    for number, command in enumerate(commands):
        assert main([*shlex.split(command), "--only", "markdown", "--out", f"report{number}"]) == 0


TIMES = "instance,A,B,C\np,1.2,2.2,3.1\nq,5.1,timeout,7.9\nr,8.8,4.1,timeout\ns,0.5,0.9,1.3\nt,11.2,9.9,14.5\n"
STATED = {"lower": "[{name: time, better: lower}]", "higher": "[{name: score, better: higher}]"}


@pytest.mark.nightly
def test_no_direction_is_assumed_of_times_whose_time_outs_hold_no_result(capsys):
    """The second command on such cells asks which direction is better, and the first does not."""
    Path("t.csv").write_text(TIMES, encoding="utf-8")
    assert main(["run", "t.csv", "--only", "markdown"]) == 2
    unsolved, no_result = re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err)
    assert main([*shlex.split(unsolved), "--only", "markdown"]) == 0
    assert "lower is better" in capsys.readouterr().out
    for nothing in ([], ["--set", "scores.censored=null"]):
        assert main([*shlex.split(no_result), *nothing, "--only", "markdown"]) == 2
        assert "nothing shows which direction is better" in capsys.readouterr().err
        for way, metrics in STATED.items():
            settled = ["--set", f"scores.metrics={metrics}", "--missing", "incomplete-blocks"]
            assert main([*shlex.split(no_result), *nothing, *settled, "--only", "markdown"]) == 0
            assert f"{way} is better" in capsys.readouterr().out


def test_of_runs_within_a_stated_limit_lower_is_better(capsys):
    Path("t.csv").write_text(TIMES, encoding="utf-8")
    assert main(["run", "t.csv", "--set", "scores.censored={limit: 60}", "--only", "markdown"]) == 0
    assert "lower is better" in capsys.readouterr().out
    frame = pd.read_csv("t.csv", index_col=0)
    assert rankpress.compare(frame, scores={"censored": {"limit": 60}})["score"].scores.better == "lower"


@pytest.mark.parametrize("separators", [(" ", "-"), ("_", " "), ("-", "_"), (" ", " "), ("", "-"), (" ", "")])
def test_names_that_differ_in_case_and_separators_are_asked_about(separators, capsys):
    one, other = (f"{words[0]}{mark}{words[1]}" for mark, words in zip(separators, ("RF", "rf"), strict=True))
    rows = [f"d{i},{name},0.{50 + i}" for i in range(6) for name in (one if i < 3 else other, "SVM", "NB")]
    Path("scores.csv").write_text("\n".join(["dataset,algorithm,accuracy", *rows]))
    assert main(["run", "scores.csv"]) == 2
    assert f"'{one}' and '{other}' are written nearly alike" in capsys.readouterr().err


@pytest.mark.few
@pytest.mark.parametrize("split", ["fold", "repeat", "seed", "example"])
@pytest.mark.parametrize("role", ["dataset", "algorithm"])
def test_names_of_which_each_has_measurements_of_its_own_are_asked_about(role, split, capsys):
    """A script that wrote one fold anew, with names in other letters, makes of each data set two."""
    names = {"dataset": [f"d{i}" for i in range(6)], "algorithm": ["svm", "nb"]}
    rows = [
        {"dataset": dataset, "algorithm": algorithm, split: number, "accuracy": 0.5 + d / 20 + a / 9 + number / 100}
        for d, dataset in enumerate(names["dataset"])
        for a, algorithm in enumerate(names["algorithm"])
        for number in range(1, 4)
    ]
    frame = pd.DataFrame([row | {role: row[role].upper()} if row[split] == 2 else row for row in rows])
    if split == "example":
        frame["accuracy"] = frame["accuracy"].round()
    frame.to_csv("scores.csv", index=False)
    assert main(["run", "scores.csv"]) == 2
    _, one = re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err)
    assert main([*shlex.split(one), "--only", "latex"]) == 0
    shown = capsys.readouterr().out
    assert "All 12 expected results of accuracy were read" in shown
    assert not re.search("SVM|NB|D[0-5]", shown)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("split", ["seed", "rows", "fold", "none"])
def test_each_way_with_failed_runs_does_what_it_says(split, capsys):
    """B is the better one where its runs end, and one of them fails on every second data set."""
    rows = ["dataset,method,n,acc,status"]
    for d in range(8):
        for n in (1,) if split == "none" else (1, 2, 3):
            rows += [f"d{d},A,{n},0.{70 + d},ok", f"d{d},B,{n},{'0,failed' if d % 2 and n == 1 else f'0.{80 + d},ok'}"]
    cells = [row.split(",") for row in rows]
    kept = [0, 1, 2, 3, 4] if split in ("seed", "fold") else [0, 1, 3, 4]
    cells[0][2] = split
    Path("scores.csv").write_text("\n".join(",".join(row[at] for at in kept) for row in cells), encoding="utf-8")
    assert main(["run", "scores.csv"]) == 2
    ranks = {}
    for command, meaning in re.findall(r"rankpress (run .+?)   # (.+)", capsys.readouterr().err):
        assert main([*shlex.split(command), "--only", "markdown"]) == 0
        shown = capsys.readouterr().out
        meaning, first = meaning.split(": ")
        ranks[meaning] = {name: float(re.search(rf"^{name} +([\d.]+)", shown, re.M)[1]) for name in "AB"}
        best = [name for name, rank in ranks[meaning].items() if rank == min(ranks[meaning].values())]
        assert first == f"{'no single algorithm' if len(best) > 1 else repr(*best)} is first"
        assert ("data sets are omitted" in shown) == ("omitted" in meaning)
    failed = {meaning: rank for meaning, rank in ranks.items() if "fail" in meaning}
    assert failed.pop("an algorithm is the worst where a run of it failed") == {"A": 1.5, "B": 1.5}
    assert all(rank == {"A": 2.0, "B": 1.0} for rank in failed.values())
    assert len(failed) == (2 if split in ("seed", "rows") else 1)
