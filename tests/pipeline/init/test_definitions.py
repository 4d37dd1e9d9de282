"""Sentences that define a score by two others: they say its direction, or leave it open, wherever they stand."""

import warnings
from pathlib import Path

import pytest

from rankpress.init.formulas import is_formula
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ALGORITHMS = ("Zephyr", "Kestrel", "Osprey")
DEFINED = {
    "ratio = compressed size / original size, in %": "lower",
    "ratio = compressed size divided by original size": "lower",
    "ratio of compressed size to original size": "lower",
    "Silesia; score = bytes out / bytes before": "lower",
    "score = runtime relative to baseline": "lower",
    "score = error over baseline error": "lower",
    "score = 1 - accuracy": "lower",
    "score = cost minus optimal cost": "lower",
    "ratio = original size / compressed size": "higher",
    "score = baseline runtime / runtime": "higher",
    "score = accuracy / runtime": "higher",
    "score = accuracy minus baseline accuracy": "higher",
    "score = requests / second": "higher",
    "score is accuracy relative to the baseline": "higher",
    "score = time / (time of the baseline + 1)": "lower",
    "score = (1 - error) * 100": "higher",
    "value = (errors - best errors) / best errors, in percent. Run in May.": "lower",
    "ratio = compressed size / original size (in bytes)": "lower",
    "score = 1 - (fp + fn) / n": "higher",
    "speedup = t_ref / (t_a + t_b)": "higher",
    "gain = (old time - time) / old time": None,
    "ratio = (left - right) / right": None,
    "ratio = left / right": None,
    "score = left minus right": None,
    "score = runtime / energy": None,
}
PLAIN = (
    "url = http://a/b",
    "date = 2026-01-02",
    "lr = 0.1 / epochs",
    "path = data/runs",
    "lr = 0.1 / (1 + decay)",
    "n = 5 (seeds 0 - 4)",
    "path = (data/runs)",
    "Run on A / B in May",
)


def guess_of(said, place="ratios.csv", column=""):
    rows = [
        ["dataset", *ALGORITHMS],
        *([f"d{i}", *(f"{0.4 + 0.1 * a + i / 90:.3f}" for a in range(3))] for i in range(6)),
    ]
    if column:
        rows = [
            ["dataset", "algorithm", column],
            *([r[0], a, c] for r in rows[1:] for a, c in zip(ALGORITHMS, r[1:], strict=True)),
        ]
    Path(place).write_text("".join(f"{','.join(row)}\n" for row in [[f"# {said}"], *rows]))
    return guess_study(read_table(place), place)


def is_asked(guess):
    return any(doubt.is_open and {way.option for way in doubt.ways} == {"better"} for doubt in guess.doubts)


@pytest.mark.parametrize(("said", "column"), [(said, ("", "value")[at % 2]) for at, said in enumerate(DEFINED)])
def test_a_definition_says_which_direction_is_better_or_leaves_it_open(said, column):
    guess = guess_of(said, column=column)
    if DEFINED[said]:
        assert [*guess.metrics.values()] == [DEFINED[said]]
    assert is_asked(guess) == (DEFINED[said] is None)


def test_a_definition_against_a_name_is_asked_about():
    assert is_asked(guess_of("ratio = compressed size / original size", "accuracy.csv"))
    assert is_asked(guess_of("accuracy = errors / total", column="accuracy"))
    assert not is_asked(guess_of("ratio = compressed size / original size", "error.csv"))
    assert not is_asked(guess_of("ratio = compressed size / original size", column="accuracy"))


@pytest.mark.few
@pytest.mark.parametrize("said", PLAIN)
def test_what_defines_no_score_says_nothing(said):
    for column in ("", "value"):
        guess, other = guess_of(said, column=column), guess_of("Run in May", column=column)
        assert (guess.metrics, guess.doubts) == (other.metrics, other.doubts)


@pytest.mark.parametrize("line", [r"share = (a / b) * '\d'", "loss = (0x1for * a)", "score = 1if(a)else b", "x = 3(a)"])
def test_what_is_no_python_warns_of_nothing(line):
    with warnings.catch_warnings(action="error"):
        assert is_formula(line) in (True, False)
