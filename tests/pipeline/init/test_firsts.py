"""What a table shows of who is first says which direction is better, where no name does."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.sentences import says_way, way_of_title
from rankpress.init.vocabulary import UNKNOWN

NAMES = ("ash", "birch", "cedar")
SETS = [f"d{number}" for number in range(8)]
SCORES = np.round(np.random.default_rng(5).uniform(10, 90, (8, 3)), 2)


def table(header, rows):
    return "".join(",".join(map(str, row)) + "\n" for row in [header, *rows])


def ranks(better):
    return (SCORES if better == "lower" else -SCORES).argsort(axis=1).argsort(axis=1) + 1


def scores(form=lambda score, rank: score, better="higher", header=NAMES):
    body = zip(SETS, SCORES.tolist(), ranks(better).tolist(), strict=True)
    return [["case", *header], *([name, *map(form, own, places)] for name, own, places in body)]


def with_columns(better):
    [header, *rows] = scores()
    body = zip(rows, ranks(better).tolist(), strict=True)
    return [[*header, *(f"{name} rank" for name in NAMES)], *([*row, *places] for row, places in body)]


def with_winners(better):
    [header, *rows] = scores()
    first = [NAMES[places.index(1)] for places in ranks(better).tolist()]
    return [[*header, "who"], *([*row, name] for row, name in zip(rows, first, strict=True))]


SHAPES = {
    "arrows": lambda way: scores(header=[f"{name} {'↑' if way == 'higher' else '↓'}" for name in NAMES]),
    "bold": lambda way: scores(lambda score, rank: f"**{score}**" if rank == 1 else score, way),
    "bold in LaTeX": lambda way: scores(lambda score, rank: rf"\textbf{{{score}}}" if rank == 1 else score, way),
    "ranks in brackets": lambda way: scores(lambda score, rank: f"{score} ({rank})", way),
    "columns of ranks": with_columns,
    "a column of winners": with_winners,
    "an arrow in the corner": lambda way: [[f"case {'↑' if way == 'higher' else '↓'}", *NAMES], *scores()[1:]],
    "wins": lambda way: [*scores(), ["# best", *(ranks(way) == 1).sum(axis=0)]],
    "wins, ties and losses": lambda way: [
        *scores(),
        ["W/T/L", *(f"{won}/0/{8 - won}" for won in (ranks(way) == 1).sum(axis=0))],
    ],
    "a rank of each row": lambda way: [
        ["case", "method", "value", "rank"],
        *(
            [name, method, SCORES[d, a], ranks(way)[d, a]]
            for d, name in enumerate(SETS)
            for a, method in enumerate(NAMES)
        ),
    ],
    "best or not": lambda way: [
        ["case", "method", "value", "best"],
        *(
            [name, method, SCORES[d, a], ranks(way)[d, a] == 1]
            for d, name in enumerate(SETS)
            for a, method in enumerate(NAMES)
        ),
    ],
    "rows are algorithms, with mean ranks": lambda way: [
        ["method", *SETS, "Avg. rank"],
        *([name, *SCORES[:, a], ranks(way).mean(axis=0)[a].round(2)] for a, name in enumerate(NAMES)),
    ],
    "mean ranks": lambda way: [*scores(), ["Avg. rank", *ranks(way).mean(axis=0).round(2)]],
}


def guessed(rows, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text(table(rows[0], rows[1:]), encoding="utf-8")
    return guess_study(read_table("scores.csv"), "scores.csv")


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("shape", SHAPES)
def test_who_is_first_says_which_direction_is_better(shape, better, tmp_path, monkeypatch):
    guess = guessed(SHAPES[shape](better), tmp_path, monkeypatch)
    assert list(guess.metrics.values()) == [better]
    assert not any(UNKNOWN in doubt.text or doubt.is_open for doubt in guess.doubts)


# Arrows by which a table is sorted, or which say how it runs, and the better direction that the columns state.
@pytest.mark.parametrize(
    ("corner", "arrow"),
    [
        ("Model ⬆️", "↓"),
        ("Methods ↓", "↑"),
        ("Method ↓ / Task →", "↑"),
        ("Task → / Method ↓", "⬇️"),
        (r"Dataset $\downarrow$", "↑"),
    ],
)
def test_an_arrow_of_a_column_of_names_says_nothing_of_scores(corner, arrow, tmp_path, monkeypatch):
    better = "higher" if arrow == "↑" else "lower"
    guess = guessed([[corner, *(f"{name} {arrow}" for name in NAMES)], *scores()[1:]], tmp_path, monkeypatch)
    assert guess.metrics == {"score": better}
    assert not any(doubt.key == "score" for doubt in guess.doubts if doubt.is_open)
    [alone] = [d for d in guessed([[corner, *NAMES], *scores()[1:]], tmp_path, monkeypatch).doubts if d.key == "score"]
    assert UNKNOWN in alone.text


@pytest.mark.parametrize("shape", ["bold", "ranks in brackets", "a column of winners", "mean ranks"])
def test_who_is_first_by_the_other_direction_than_a_name_says_is_asked(shape, tmp_path, monkeypatch):
    rows = SHAPES[shape]("higher")
    rows[0][0] = "rmse"
    guess = guessed(rows, tmp_path, monkeypatch)
    assert any(doubt.is_open for doubt in guess.doubts)


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("rank", ["#", "rank", "place"])
@pytest.mark.parametrize("others", [[], ["Public Score"]])
def test_ranks_next_to_what_is_called_a_score_say_its_direction_and_that_of_others(
    others, rank, better, tmp_path, monkeypatch
):
    noise = np.random.default_rng(7).normal(0, 9, SCORES.shape)
    rows = [
        [ranks(better)[d, a], name, method, *(round(SCORES[d, a] + noise[d, a], 2) for _ in others), SCORES[d, a]]
        for d, name in enumerate(SETS)
        for a, method in enumerate(NAMES)
    ]
    guess = guessed([[rank, "dataset", "team", *others, "Private Score"], *rows], tmp_path, monkeypatch)
    assert list(guess.metrics.items()) == [(name, better) for name in ("Private Score", *others)]
    assert not any(doubt.is_open for doubt in guess.doubts)
    assert {doubt.key for doubt in guess.doubts} >= ({*guess.metrics} if better == "lower" else set())


def test_marks_on_any_cells_say_nothing(tmp_path, monkeypatch):
    draw = iter(np.random.default_rng(8).integers(0, 2, 24).tolist())
    rows = scores(lambda score, rank: f"**{score}**" if next(draw) else score)
    assert any(UNKNOWN in doubt.text for doubt in guessed(rows, tmp_path, monkeypatch).doubts)


@pytest.mark.parametrize(("arrow", "way"), [("↓", "lower"), (r"$\downarrow$", "lower"), (r"\uparrow", "higher")])
def test_an_arrow_in_a_title_says_the_direction(arrow, way):
    assert way_of_title(f"Results (%, {arrow}) without external language model") == way


@pytest.mark.parametrize(
    ("sentence", "way"),
    [
        ("The lower, the better", "lower"),
        ("fewer moves are better", "lower"),
        ("better when smaller", "lower"),
        ("to be minimized", "lower"),
        ("0 would be perfectly smooth", "lower"),
        ("x is between 0 and 1; 0.0 means no error", "lower"),
        ("higher values are better", "higher"),
        ("1.0 is perfect agreement", "higher"),
        ("100 % is ideal", "higher"),
        ("objective to maximise", "higher"),
        ("10 is best, 1.01 is ideal", None),
        ("better than a lower bound", None),
        ("lower is better for x, higher is better for y", None),
    ],
)
def test_a_sentence_says_the_direction(sentence, way):
    assert way_of_title(sentence) == way
    assert says_way(sentence) is (way is not None or " y" in sentence)


COMMENTS = {
    "force MAE in meV/A (lower is better)": "lower",
    "Scores (higher is better)": "higher",
    "metric: WER": "lower",
    "mean accuracy": "higher",
    "smaller is better": "lower",
}


@pytest.mark.parametrize("sign", ["# ", "% ", "// "])
@pytest.mark.parametrize("layout", ["wide", "long"])
@pytest.mark.parametrize("line", COMMENTS)
def test_a_comment_above_a_table_says_the_direction(line, layout, sign, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [["case", *NAMES], *([name, *own] for name, own in zip(SETS, SCORES.tolist(), strict=True))]
    if layout == "long":
        rows = [
            ["dataset", "method", "value"],
            *([n, a, x] for n, *own in rows[1:] for a, x in zip(NAMES, own, strict=True)),
        ]
    before = f"{sign}made on 2 machines, seed: 3\n{sign}{line}\n{sign}commit 7e1f20b, loss=3\n"
    Path("scores.csv").write_text(before + table(rows[0], rows[1:]), encoding="utf-8")
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    assert list(guess.metrics.values()) == [COMMENTS[line]]
    assert not any(UNKNOWN in doubt.text or doubt.is_open for doubt in guess.doubts)


def test_comments_that_disagree_with_a_name_are_asked_about(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [[name, *own] for name, own in zip(SETS, SCORES.tolist(), strict=True)]
    Path("accuracy.csv").write_text("# lower is better\n" + table(["case", *NAMES], rows), encoding="utf-8")
    assert any(doubt.is_open for doubt in guess_study(read_table("accuracy.csv"), "accuracy.csv").doubts)


@pytest.mark.parametrize(
    ("corner", "better"), [("case [s]", "lower"), ("case (ms)", "lower"), ("case (ops/s)", "higher")]
)
def test_a_unit_in_the_corner_says_the_direction(corner, better, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [[name, *own] for name, own in zip(SETS, SCORES.tolist(), strict=True)]
    Path("results.csv").write_text(table([corner, *NAMES], rows), encoding="utf-8")
    guess = guess_study(read_table("results.csv"), "results.csv")
    assert list(guess.metrics.values()) == [better]
    assert not any(UNKNOWN in doubt.text or doubt.is_open for doubt in guess.doubts)
