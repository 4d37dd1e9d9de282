"""Where two readings of the rows rank different algorithms first there is no answer before somebody decides."""

import json
import re
import shlex
import warnings
from ast import literal_eval
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest

import rankpress
from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.vocabulary import role_of, role_of_part

DATASETS = [f"d{number}" for number in range(1, 13)]
# What the names of columns say of the role that they have: nothing, a part of either side, a setting.
COLUMNS = ["fidelity", "n_shots", "temperature", "stage", "budget", "checkpoint", "version", "variant", "noise"]
COLUMNS += ["partition", "horizon", "language", "zeta", "COL", "x", "fraction", "rank", "samples", "year"]


def score(algorithm, place):
    base = {"A": 0.8, "B": 0.75, "C": 0.7}[algorithm]
    return round(base - 0.02 * (place % 5) + 0.003 * (place * 7 % 4), 3)


def of_levels(column, gain, levels=(1, 2, 3)):
    """Rows that differ in a column, at the first level of which C gains."""
    rows = (
        f"{name},{algorithm},{level},{score(algorithm, place) + (gain if (algorithm, level) == ('C', 1) else 0):.3f}\n"
        for place, name in enumerate(DATASETS)
        for algorithm in "ABC"
        for level in levels
    )
    return f"dataset,algorithm,{column},accuracy\n{''.join(rows)}"


def commands(text):
    return [shlex.split(line, comments=True)[1:] for line in re.findall(r"rankpress run .*", text)]


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.parametrize("column", COLUMNS[::7])
def test_no_name_of_a_column_decides_between_two_winners(column, ranked, capsys):
    Path("scores.csv").write_text(of_levels(column, 0.2))
    assert main(["run", "scores.csv"]) == 2
    winners = set()
    for way in commands(capsys.readouterr().err):
        assert main([*way, "-q"]) == 0
        [first] = ranked.first
        winners.add(first.partition(" / ")[0])
    assert winners == {"A", "C"}


@pytest.mark.nightly
def test_a_frame_has_keywords_for_each_winner():
    frame = pd.read_csv(StringIO(of_levels("COL", 0.2, (1, 2))))
    with pytest.raises(FaultsFound) as raised:
        rankpress.compare(frame)
    sections = re.findall(r"scores=(\{.*\})   #", str(raised.value))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        comparisons = [rankpress.compare(frame, scores=literal_eval(section)) for section in sections]
    assert {re.search(r"([AC])(?: / \d)? achieves", str(comparison))[1] for comparison in comparisons} == {"A", "C"}


@pytest.mark.parametrize("column", COLUMNS)
def test_one_winner_needs_no_decision_where_the_names_of_algorithms_are_known(column):
    """Whether C or C / 1 is best, what is compared is asked where nothing says of which a crossed column is a part."""
    Path("scores.csv").write_text(of_levels(column, 0))
    asked = [doubt.key for doubt in guess_study(read_table("scores.csv"), "scores.csv").doubts if doubt.is_open]
    assert {*asked} <= (set() if role_of(column) or role_of_part(column) else {"join"})


@pytest.mark.parametrize("column", ["temperature", "block", "week", "Zustand"])
def test_columns_of_neither_are_asked_about(column):
    """Each name in them is with each data set and each algorithm; levels are no numbers of runs."""
    Path("scores.csv").write_text(of_levels(column, 0, ("alpha", "beta", "gamma")))
    [doubt] = [doubt for doubt in guess_study(read_table("scores.csv"), "scores.csv").doubts if doubt.is_open]
    assert (doubt.key, doubt.column) == ("join", column)
    assert {"part of the data sets", "part of the algorithms"} <= {
        way.meaning.partition(" a ")[2] for way in doubt.ways
    }


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("column", ["k", "preset"])
def test_levels_at_which_all_are_best_are_asked_about(column, ranked, capsys):
    """Scores at 20 are above those at 5 for everybody, which makes nobody / 20 the best algorithm."""
    rows = (
        f"{name},{algorithm},{level},{score(algorithm, place) + level / 100:.3f}\n"
        for place, name in enumerate(DATASETS)
        for algorithm in "ABC"
        for level in (5, 10, 20)
    )
    Path("scores.csv").write_text(f"dataset,algorithm,{column},accuracy\n{''.join(rows)}")
    assert main(["run", "scores.csv"]) == 2
    for way in commands(capsys.readouterr().err):
        assert main([*way, "-q"]) == 0
        [first] = ranked.first
        assert "A" in first.split(" / ")


def twice(later, seed=""):
    """Rows of which each is there twice, the second time with other scores."""
    numbered = f"{seed}," if seed else ""
    rows = (
        f"{name},{algorithm},{numbered}{score(algorithm, place) + (later(algorithm) if again else 0):.3f}\n"
        for again in (False, True)
        for place, name in enumerate(DATASETS)
        for algorithm in "ABC"
    )
    return f"dataset,algorithm,{'seed,' if seed else ''}accuracy\n{''.join(rows)}"


def test_rows_that_replace_others_are_not_averaged_in_silence(capsys):
    Path("scores.csv").write_text(twice(lambda algorithm: 0.15 if algorithm == "C" else 0))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    error = capsys.readouterr().err
    assert "'A' is first by the first row of each, 'C' by the last" in error
    assert [way[-2:] for way in commands(error)] == [["--set", "scores.repeats=rows"]]


def with_repeats(layout, again):
    """Eight data sets of which some have each measurement twice, with other scores."""
    places = [*range(8), *again]
    if layout == "wide":
        rows = [f"d{i},{','.join(str(score(a, i + n)) for a in 'ABC')}" for n, i in enumerate(places)]
        return "\n".join(["dataset,A,B,C", *rows])
    rows = [f"d{i},{a},{score(a, i + n)}" for n, i in enumerate(places) for a in "ABC"]
    return "\n".join(["dataset,algorithm,accuracy", *rows])


@pytest.mark.parametrize("share", range(1, 9))
@pytest.mark.parametrize("layout", ["wide", "long"])
def test_a_few_repeats_among_single_rows_are_asked_about(layout, share):
    Path("scores.csv").write_text(with_repeats(layout, range(share)))
    [doubt] = (d for d in guess_study(read_table("scores.csv"), "").doubts if d.key == "repeats")
    assert doubt.is_open == (share < 4)
    if doubt.is_open:
        assert [way.value for way in doubt.ways] == ["scores.repeats=runs", "scores.repeats=rows"]


TWICE = {
    "long": "dataset,algorithm,accuracy\n"
    + "".join(f"{d},{a},{score(a, i)}\n" for i, d in enumerate(DATASETS) for a in "ABC"),
    "turned": "model,"
    + ",".join(DATASETS)
    + "\n"
    + "".join(f"{a},{','.join(str(score(a, i)) for i in range(12))}\n" for a in "ABC"),
}


@pytest.mark.parametrize("layout", TWICE)
def test_rows_of_one_algorithm_alone_are_runs_and_quoted(layout, ranked, capsys):
    """Where others have one row, folds would be averaged as runs are, so that no two commands say the same."""
    line = TWICE[layout].splitlines()[1]
    again = line.replace(line.split(",")[2], "0.123", 1)
    Path("scores.csv").write_text(f"{TWICE[layout]}{line}\n{again}\n")
    assert main(["run", "scores.csv"]) == 2
    error = capsys.readouterr().err
    assert re.search(r"has 3 rows \(rows .*\) with '[\w ]+' [\d.]+, [\d.]+, 0.123, where", error)
    [way] = commands(error)
    assert way[-1] == "scores.repeats=runs"
    assert main([*way, "-q"]) == 0
    [(scores, _)] = ranked.values()
    assert not scores.reading.balance.short


@pytest.mark.nightly
@pytest.mark.usefixtures("whole_report")
@pytest.mark.few(1)
@pytest.mark.parametrize("layout", ["wide", "long"])
def test_what_is_decided_of_repeats_is_a_study(layout, capsys):
    Path("scores.csv").write_text(with_repeats(layout, [2]))
    assert main(["run", "scores.csv", "--only", "latex"]) == 2
    error = capsys.readouterr().err
    assert re.search(r"'d2.*has 2 rows \(rows ", error)
    for way, has_folds in zip(commands(error), (False, True), strict=True):
        assert main([*way, "--only", "latex"]) == 0
        assert ("resampled t test" in Path("report/report.tex").read_text()) == has_folds


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_a_frame_with_few_repeats_is_asked_about(layout):
    frame = pd.read_csv(StringIO(with_repeats(layout, [2])))
    with pytest.raises(FaultsFound, match="'repeats': 'runs'"):
        rankpress.compare(frame)


def test_one_seed_twice_is_named():
    Path("scores.csv").write_text(twice(lambda algorithm: 0.01, seed="1"))
    [doubt] = (doubt for doubt in guess_study(read_table("scores.csv"), "").doubts if doubt.key == "repeats")
    assert "seed 1 has up to 2" in doubt.text
    assert not doubt.is_open


@pytest.mark.nightly
@pytest.mark.usefixtures("results_alone")
def test_folders_in_which_the_same_numbers_recur_are_asked_about(capsys):
    for place, (folder, algorithm) in enumerate((f, a) for f in ("one", "two", "three", "four") for a in "ABC"):
        values = {301 + 7 * topic: score(algorithm, topic + place % 2) for topic in range(6)}
        path = Path("runs", folder, f"{algorithm}.eval")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"map\t{topic}\t{value}\n" for topic, value in values.items()))
    assert main(["run", "runs", "--only", "markdown"]) == 2
    ways = commands(capsys.readouterr().err)
    assert len(ways) == 3
    assert main([*ways[2], "--only", "markdown"]) == 0
    [metric] = json.loads(Path("report/results.json").read_text())["metrics"].values()
    assert (metric["n_datasets"], len(metric["algorithms"])) == (4, 3)
