"""Votes between two algorithms: how they are read, and that they are resampled by cluster and never by vote."""

import json
import re
import shlex

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.spec.reading import read_study
from rankpress.stages.load import load
from rankpress.stats.paired_comparisons import ELO_SCALE

COUNTS = {("A", "B"): (30, 18, 6), ("A", "C"): (25, 20, 9), ("B", "C"): (22, 22, 4)}  # wins, losses, ties of the first
HALVES, DAVIDSON = (0.21175264, -0.15298880, -0.05876384), (0.24160374, -0.17455764, -0.06704610)
LAYOUT = "layout: votes"


def votes(first="model_a", second="model_b", tie="tie", clusters=12):
    rows = [
        (a, b, winner)
        for (a, b), of in COUNTS.items()
        for winner, n in zip((first.format(a, b), second.format(a, b), tie), of, strict=True)
        for _ in range(n)
    ]
    return [(*row, f"j{index % clusters}") for index, row in enumerate(rows)]


def as_csv(rows, header="model_a,model_b,winner,cluster"):
    return "\n".join([header, *map(",".join, rows), ""])


def built(tmp_path, scores, options=LAYOUT, *sections, formats=("markdown",)):
    (tmp_path / "votes.csv").write_text(scores)
    (tmp_path / "study.yaml").write_text("\n".join([f"scores: {{files: votes.csv, {options}}}", *sections]))
    no_figures = [] if any("plot" in section for section in sections) else ["plot=[]"]
    build(read_study(tmp_path / "study.yaml", no_figures), tmp_path / "out", formats=formats)
    return json.loads((tmp_path / "out/results.json").read_text())["metrics"]["votes"]["leaderboard"]


def ratings(board):
    return [board["elo"][name]["estimate"] for name in "ABC"]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("first", "second", "tie"),
    [("model_a", "model_b", "tie (bothbad)"), ("{0}", "{1}", "Draw"), ("A", "B", "tie")],
)
def test_strengths_are_those_of_the_worked_example(tmp_path, first, second, tie):
    if first == "A":  # words of columns that are names as well: the name counts
        first, second = "{0}", "{1}"
    board = built(tmp_path, as_csv(votes(first, second, tie)))
    assert ratings(board) == pytest.approx(1000 + ELO_SCALE * np.array(HALVES), abs=2e-5)
    assert board["win-rate"]["A"]["estimate"] == pytest.approx((30 + 25 + 7.5) / 108)
    davidson = built(tmp_path, as_csv(votes(first, second, tie)), LAYOUT, "leaderboard: {ties: davidson}")
    assert ratings(davidson) == pytest.approx(1000 + ELO_SCALE * np.array(DAVIDSON), abs=2e-5)


@pytest.mark.parametrize(("model", "last"), [("halves", "D"), ("davidson", "A")])
def test_algorithms_are_ranked_by_the_model_that_rates_them(tmp_path, model, last):
    counts = {"AC": (0, 4, 12), "BC": (1, 1, 10), "BD": (4, 1, 0), "AD": (0, 1, 0)}  # wins, losses, ties of the first
    rows = [
        (*pair, winner, f"j{index}")
        for pair, of in counts.items()
        for winner, n in zip((*pair, "tie"), of, strict=True)
        for index in range(n)
    ]
    board = built(tmp_path, as_csv(rows), LAYOUT, f"leaderboard: {{ties: {model}}}")
    ranks = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["votes"]["average_ranks"]
    by_rating = sorted("ABCD", key=lambda name: -board["elo"][name]["estimate"])
    assert sorted(ranks, key=ranks.get) == by_rating
    assert by_rating[-1] == last


@pytest.mark.nightly
def test_votes_that_are_repeated_within_clusters_say_nothing_new(tmp_path):
    once, thrice = (built(tmp_path, as_csv(votes() * times)) for times in (1, 3))
    for measure in ("elo", "win-rate"):
        for name in "ABC":
            assert thrice[measure][name]["interval"] == pytest.approx(once[measure][name]["interval"])
    alone = built(tmp_path, as_csv(votes(clusters=156)))
    # all votes of a pair for the same column are of one judge
    agreed = built(tmp_path, as_csv([(a, b, winner, a + b + winner) for a, b, winner, _ in votes()]))
    assert np.diff(alone["elo"]["A"]["interval"]) < np.diff(agreed["elo"]["A"]["interval"]) / 2


@pytest.mark.nightly
def test_a_report_of_votes_states_votes_clusters_and_no_test(tmp_path):
    built(tmp_path, as_csv(votes()), LAYOUT, "plot: [leaderboard, win-rates]", formats=("markdown", "latex", "html"))
    report = (tmp_path / "out/report.md").read_text()
    assert "A achieves the highest strength in votes" in report
    assert "The Elo of A is 1037 (95% interval over clusters of votes" in report
    assert "highest Elo" not in report
    assert "156 votes in 12 clusters" in report
    assert "data set" not in report.partition("## Data")[0]
    assert "p vs." not in report


UNREAD = {
    "votes": (
        "model_a,model_b,winner,cluster,turn,judge",
        [f"A,B,{'AB'[i % 3 > 1]},q{i},1,j{i % 2}" for i in range(6)],
    ),
    "counts": (
        "dataset,a,b,both_right,only_a,only_b,both_wrong,turn,judge",
        [f"d{i},A,B,9,3,{i},4,1,j" for i in range(6)],
    ),
    "long": (
        "dataset,algorithm,score,turn,judge",
        [f"d{i},{a},{i}.{k},1,j" for i in range(6) for k, a in enumerate("AB")],
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("layout", UNREAD)
def test_columns_that_nothing_was_read_from_are_named_in_each_layout_that_may_have_them(tmp_path, layout):
    header, rows = UNREAD[layout]
    (tmp_path / "scores.csv").write_text("\n".join([header, *rows, ""]))
    (tmp_path / "study.yaml").write_text(f"scores: {{files: scores.csv, layout: {layout}}}\n")
    read = read_study(tmp_path / "study.yaml", ["plot=[]"])
    [metric] = load(read.study.scores, tmp_path).metrics
    assert metric.reading.not_used == ("turn", "judge")
    build(read, tmp_path / "out", formats=("markdown",))
    assert "The columns 'turn', 'judge' were not used." in (tmp_path / "out/report.md").read_text()


WORDS_OF_DATASETS = r"data set|average rank|level of|result[s]? (was|were|that)|repeats or folds"
NOT_TESTED = "Whether strengths in votes differ by more than chance was not tested."


@pytest.mark.few(1)
@pytest.mark.parametrize("length", ["short", "full"])
@pytest.mark.parametrize("section", ["leaderboard: {}", "leaderboard: {measures: [win-rate]}"])
def test_a_report_of_votes_says_nothing_of_data_sets(tmp_path, section, length):
    """Nor of what comes with them, and that a leader is named without a test, wherever one is named."""
    sections = (section, f"report: {{prose: {{length: {length}}}}}")
    built(tmp_path, as_csv(votes()), LAYOUT, *sections, formats=("markdown", "latex"))
    out = tmp_path / "out"
    report = (out / "report.md").read_text()
    written = {name: (out / name).read_text() for name in ("macros.csv", "results.tex", "methods.tex")}
    written |= {"report.md": report.partition("## References")[0]}
    assert {name: of for name, words in written.items() if (of := re.findall(WORDS_OF_DATASETS, words))} == {}
    assert NOT_TESTED in report.partition("##")[0]
    assert NOT_TESTED in written["results.tex"].replace("\n", " ")
    facts = {line.split(",")[0]: line.split(",")[2] for line in written["macros.csv"].splitlines()}
    assert (facts["votes/votes"], facts["votes/clusters"], facts["votes/best"]) == ("156", "12", "A")


def test_an_algorithm_that_wins_everything_is_unbounded(tmp_path):
    board = built(tmp_path, as_csv([("A", "B", "A", f"j{i}") for i in range(5)]))
    assert board["elo"]["A"]["estimate"] is None
    assert "never loses" in board["elo"]["A"]["why"]
    assert board["win-rate"]["A"]["estimate"] == 1


def test_names_are_shown_and_anchored_as_the_study_has_them(tmp_path):
    options = f"{LAYOUT}, rename: {{algorithm: {{A: best}}}}, columns: {{cluster: judge, winner: won}}"
    scores = as_csv(votes("{0}", "{1}"), "model_a,model_b,won,judge")
    board = built(tmp_path, scores, options, "leaderboard: {anchor: {best: 1200}}")
    assert board["elo"]["best"]["estimate"] == pytest.approx(1200)


@pytest.mark.parametrize(
    ("row", "options", "expected"),
    [
        ("A,B,D,j1", LAYOUT, "the winner is D"),
        ("A,,tie,j1", LAYOUT, "the cell is empty"),
        ("A,A,tie,j1", LAYOUT, "itself"),
        ("A,B,A,j1", f"{LAYOUT}, columns: {{cluster: judge}}", "no column 'judge'"),
        ("A,B,A,j1", f"{LAYOUT}, missing: worst-rank", "missing: worst-rank with layout: votes"),
        ("A,B,A,j1", "layout: wide, columns: {winner: winner}", "winner with layout: wide"),
    ],
)
def test_faults(tmp_path, row, options, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, as_csv(votes()) + row + "\n", options)


@pytest.mark.parametrize("section", [
    "adjust: [holm]", "aggregates: {}", "anytime: {}", "bayes: {rope: 0.1}", "curves: {}", "effects: {}",
    "power: {effect: 0.1}", "rank: {ties: min}", "replicability: {}", "runtimes: {}", "sensitivity: {}",
    "test: {control: A}", "test: {pairwise: sign}", "test: {omnibus: [quade]}",
])  # fmt: skip
def test_sections_on_data_sets_are_refused(tmp_path, section):
    with pytest.raises(FaultsFound, match=r" is for results on data sets, and layout: votes has none"):
        built(tmp_path, as_csv(votes()), LAYOUT, section)


@pytest.mark.few(1)
@pytest.mark.parametrize("section", ["bayes: null", "effects: null", "test: {alpha: 0.1}", "leaderboard: {}"])
def test_sections_that_ask_for_nothing_on_data_sets_are_taken(tmp_path, section):
    assert built(tmp_path, as_csv(votes()), LAYOUT, section)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("header", ["model_a,model_b,winner,judge", "left,right,choice,question_id"])
@pytest.mark.parametrize(("first", "second"), [("model_a", "model_b"), ("{0}", "{1}")])
def test_run_recognizes_votes_and_prints_all_ratings(tmp_path, monkeypatch, capsys, header, first, second):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "votes.csv").write_text(as_csv(votes(first, second), header))
    assert main(["run", "votes.csv", "--only", "latex", "--out", "out", "--save"]) == 0
    board = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["votes"]["leaderboard"]
    assert ratings(board) == pytest.approx(1000 + ELO_SCALE * np.array(HALVES), abs=2e-5)
    printed = capsys.readouterr().out
    for name, of in board["elo"].items():
        assert re.search(
            rf"^{name} +{of['estimate']:.0f} \[{of['interval'][0]:.0f}, {of['interval'][1]:.0f}\] ", printed, re.M
        )
    unit = header.rpartition(",")[2].replace("_", r"\_")
    methods = (tmp_path / "out/methods.tex").read_text()
    assert f"ompared three algorithms by 156 pairwise votes, clustered by {unit} (12 clusters)." in methods


@pytest.mark.nightly
def test_run_asks_for_the_unit_of_votes(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "votes.csv").write_text(as_csv([row[:3] for row in votes()], "model_a,model_b,winner"))
    assert main(["run", "votes.csv"]) == 2
    assert "no column of who voted" in capsys.readouterr().err
    rows = [(*row, f"q{index}") for index, row in enumerate(votes())]
    (tmp_path / "votes.csv").write_text(as_csv(rows, "model_a,model_b,winner,judge,question"))
    assert main(["run", "votes.csv", "--only", "markdown", "--out", "out"]) == 0
    _, way = capsys.readouterr().out.replace("\n", " ").split("(if so: rankpress ")
    assert main([*shlex.split(way.partition(")")[0]), "--only", "markdown", "--out", "out"]) == 0
    assert "156 pairwise votes, clustered by question (156 clusters)" in (tmp_path / "out/report.md").read_text()


@pytest.mark.parametrize("key", ["draws: 500", "seed: 3"])
def test_resamples_are_for_intervals_that_draw_some(tmp_path, key):
    """Votes have no ranks on data sets, so that with Student's t nothing is resampled."""
    with pytest.raises(FaultsFound, match=rf"{key.split(':')[0]} without resamples(?s:.*)percentile, basic or bca"):
        built(tmp_path, as_csv(votes()), LAYOUT, f"leaderboard: {{{key}}}")
    board = built(tmp_path, as_csv(votes()), LAYOUT, f"leaderboard: {{interval: bca, {key}}}")
    for measure in ("elo", "win-rate"):
        low, high = board[measure]["A"]["interval"]
        assert low < board[measure]["A"]["estimate"] < high
    assert "resampled" not in (tmp_path / "out/report.md").read_text()


def guessed(rows, path, header="judge,question,left,right,winner"):
    path.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    table = read_table(str(path))
    return guess_study(table, str(path))


def judged(n=60):
    """One vote of one of five judges on each question, with the pair and winner in turn."""
    pairs = [("ada", "bob"), ("bob", "cid"), ("cid", "ada")]
    return [f"j{at % 5},q{at},{','.join(pairs[at % 3])},{pairs[at % 3][at * 7 // 4 % 2]}" for at in range(n)]


@pytest.mark.parametrize("word", ["error", "invalid", "abstain", "n.a. (timeout)", "-1"])
def test_a_winner_that_nobody_knows_is_named_with_the_command(word, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = [row.rpartition(",")[0] + f",{word}" if at in (3, 30) else row for at, row in enumerate(judged())]
    [doubt] = [doubt for doubt in guessed(rows, tmp_path / "votes.csv").doubts if doubt.is_open]
    assert f"the winner is '{word}' in 2 of 60 rows" in doubt.text
    assert [way.value for way in doubt.ways] == [f'scores.where={{"winner": {{"not": ["{word}"]}}}}']
    if word != "error":
        return
    assert main(["run", "votes.csv"]) == 2
    [command] = re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err)
    assert main([*shlex.split(command), "--only", "markdown"]) == 0
    assert "2 of 60 rows omitted" in capsys.readouterr().out


def test_votes_that_nobody_can_read_in_many_rows_are_none(tmp_path):
    rows = [row.rpartition(",")[0] + ",error" if at % 4 == 0 else row for at, row in enumerate(judged())]
    with pytest.raises(FaultsFound):
        guessed(rows, tmp_path / "votes.csv")


def test_votes_that_are_there_twice_are_counted_in_words(tmp_path):
    rows = judged()
    [*_, doubt] = guessed([*rows, *rows[:3]], tmp_path / "votes.csv").doubts
    assert "3 of 63 votes are duplicated" in doubt.text
    assert not doubt.is_open
    for more in (rows, [row.replace("j", "k", 1) for row in rows[:3]]):  # of another judge it is one more
        fewer = [
            doubt.text for doubt in guessed(rows if more is rows else [*rows, *more], tmp_path / "votes.csv").doubts
        ]
        assert not any("duplicated" in each for each in fewer)
    # with no judge, the same answers to a question are those of many
    header, several = "question,left,right,winner", [row.partition(",")[2] for row in rows]
    doubts = guessed([*several, *several[:3]], tmp_path / "votes.csv", header).doubts
    assert not any("duplicated" in doubt.text for doubt in doubts)
