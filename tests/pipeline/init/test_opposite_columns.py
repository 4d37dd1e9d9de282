"""Data sets whose columns state opposite directions are never ranked together by one."""

from pathlib import Path

import pandas
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.init.assumptions import doubts_left
from rankpress.init.inference import guess_study
from rankpress.init.measured import cells_of
from rankpress.init.opposite_columns import opposite_ways
from rankpress.init.reading import read_table

HIGH, LOW = ("BBBP", "BACE", "HIV"), ("ESOL", "QM7")
ROWS = [("GCN", 0.695, 0.796, 0.78, 1.111, 70.487), ("GIN", 0.714, 0.831, 0.79, 1.046, 67.089)]
ROWS += [("MPNN", 0.755, 0.838, 0.81, 0.990, 63.076), ("Uni-Mol", 0.768, 0.874, 0.82, 0.949, 58.213)]
FORMS = [("{} ↑", "{} ↓"), ("{} (AUROC ↑)", "{} (RMSE ↓)"), ("{} AUROC", "{} MAE"), ("{} [AUROC] ⬆️", "{} [RMSE] ⬇️")]


def guessed(header, rows=ROWS, reading=None):
    lines = [",".join(header), *(",".join(map(str, row)) for row in rows)]
    Path("t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    table = read_table("t.csv")
    return table, guess_study(table, "t.csv", reading)


@pytest.mark.few(1)
@pytest.mark.parametrize(("high", "low"), FORMS)
def test_opposite_directions_are_asked_about_once(high, low):
    names = [*map(high.format, HIGH), *map(low.format, LOW)]
    for reading in (None, 0):
        table, guess = guessed(["Model", *names], reading=reading)
        [doubt] = [doubt for doubt in doubts_left(table, guess, ()) if doubt.is_open]
        assert [way.options[0] for way in doubt.ways] == [("better", "higher"), ("better", "lower")]
        assert [[name in way.options[1][1] for name in names] for way in doubt.ways] == [
            [False] * 3 + [True] * 2,
            [True] * 3 + [False] * 2,
        ]
        assert guess.metrics.popitem()[1] == "higher"
        assert cells_of(table, guess) == tuple(names[:3])
    assert not [doubt for doubt in doubts_left(table, guess, ["ignore", "score"]) if doubt.is_open]


@pytest.mark.parametrize("tasks", [("PIQA", "LAMBADA", "MyTask"), ("ARC-Challenge", "Wino", "mmlu")])
@pytest.mark.parametrize(
    "corpora", [("WikiText", "PTB"), ("lambada_ppl", "C4"), ("The Pile", "Wiki2"), ("enwik8", "A (PPL)")]
)
def test_perplexities_are_asked_about_next_to_tasks(corpora, tasks):
    assert opposite_ways([*corpora, *tasks]) == dict.fromkeys(corpora, "lower") | dict.fromkeys(tasks, "higher")
    assert not opposite_ways([*corpora, "MyTask"])
    _, guess = guessed(["Model", *tasks, *corpora], reading=0)
    [doubt] = [doubt for doubt in guess.doubts if "opposite" in doubt.text]
    assert doubt.is_open


@pytest.mark.parametrize(
    "header",
    [
        ["Model", "BBBP ↑", "BACE ↑", "HIV ↑", "Params ↓", "FLOPs ↓"],
        ["Model", "BBBP ↑", "BACE ↑", "HIV ↑", "ESOL", "QM7"],
        ["Model", "FID ↓ (A)", "FID ↓ (B)", "FID ↓ (C)", "FID ↓ (D)", "FID ↓ (E)"],
    ],
)
def test_no_such_question_where_data_sets_state_one_direction(header):
    _, guess = guessed(header)
    assert not any("opposite" in doubt.text for doubt in guess.doubts)


@pytest.mark.parametrize("form", ["Metric", "{} ({})", "{} {}"])
def test_rows_of_opposite_directions_are_named_where_nothing_else_explains_the_table(form, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    metrics = {"adult": "Acc.", "bank": "F1", "car": "AUC", "house": "RMSE", "bike": "MAE", "wine": "MSE"}
    scores = [
        (0.9, 0.88, 0.85),
        (0.8, 0.78, 0.75),
        (0.95, 0.94, 0.9),
        (2.1, 2.3, 2.9),
        (1.1, 1.3, 1.4),
        (0.51, 0.53, 0.6),
    ]
    is_column = form == "Metric"
    rows = [
        (*((task, metric) if is_column else (form.format(task, metric),)), *own)
        for (task, metric), own in zip(metrics.items(), scores, strict=True)
    ]
    with pytest.raises(FaultsFound) as raised:
        guessed(["Task", *["Metric"] * is_column, "RF", "SVM", "kNN"], rows)
    [fault] = raised.value.faults
    assert "opposite directions" in fault.message
    assert repr("Metric" if is_column else "Task") in fault.message
    table = pandas.read_csv("t.csv")
    exec(fault.remedy.partition("; ")[2], {"table": table})  # what it says to do
    assert list(pandas.read_csv("higher.csv")["RF"]) == [own[0] for own in scores[:3]] == list(table["RF"])[:3]
