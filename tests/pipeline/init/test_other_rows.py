"""Rows, columns and names that describe data sets never win among algorithms, however a table is laid out."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.guess import Guess
from rankpress.init.inference import guess_study
from rankpress.init.measured import Measured
from rankpress.init.reading import read_table

DATASETS = ("iris", "wine", "glass", "yeast", "letter", "sonar", "heart", "zoo")
ALGORITHMS = ("Ada", "Forest", "Ridge", "Boost")
N = np.arange(len(DATASETS))
OFF = (0, 0.7, 1.1, 2.9)  # how many steps algorithms are worse than the first
# What describes data sets: sizes, shares of classes, something of an unknown name, a setting that is the same for all.
DESCRIPTORS = {
    "#Nodes": [2708, 3327, 19717, 2277, 5201, 7600, 183, 169343],
    "n_features": [4, 13, 9, 8, 16, 60, 13, 17],
    "Imbalance ratio": [1, 1.5, 8.4, 28.1, 1.1, 1.14, 1.2, 9.75],
    "Zeta": [1204, 881, 5210, 777, 1013, 90210, 4711, 1812],
    "Params (M)": [12] * 8,
}
# Scores by scale: the name of what was measured, and the numbers of the first algorithm; the others are a bit worse.
SCALES = {
    "accuracy of 100": ("accuracy", 60 + 4.3 * N, 2.1),
    "accuracy of 1": ("accuracy", 0.52 + 0.043 * N, 0.021),
    "error of 100": ("error", 11.5 + 3.7 * N, -2.1),
    "rmse": ("rmse", 0.31 + 0.11 * N, -0.043),
}


def cells_of(scale: str) -> dict[str, list[float]]:
    """Return the scores by algorithm; the first is the best but on one data set."""
    _, best, step = SCALES[scale]
    scores = {
        name: (best - step * OFF[k] + 0.07 * step * ((k + 2) * N % 5)).round(4) for k, name in enumerate(ALGORITHMS)
    }
    scores["Ada"][2], scores["Forest"][2] = scores["Forest"][2], scores["Ada"][2]
    return {name: row.tolist() for name, row in scores.items()}


def written(rows: dict[str, list[float]], layout: str, metric: str) -> str:
    """Return a file of what is named in rows, with the data sets across, down, or in rows of single measurements."""
    if layout == "long":
        lines = [f"{d},{a},{row[i]}" for a, row in rows.items() for i, d in enumerate(DATASETS)]
        return "\n".join([f"dataset,algorithm,{metric}", *lines])
    if layout == "across":
        return "\n".join([",".join(["method", *DATASETS]), *(",".join([a, *map(str, row)]) for a, row in rows.items())])
    columns = [",".join([d, *(str(row[i]) for row in rows.values())]) for i, d in enumerate(DATASETS)]
    return "\n".join([",".join(["dataset", *rows]), *columns])


def answer(metric: str) -> tuple[Guess, list[str], str, bool]:
    """Return the guess of the file that is there, its algorithms, who is first, and whether something is asked."""
    table = read_table(f"{metric}.csv")
    guess = guess_study(table, f"{metric}.csv")
    scores = Measured.of(table, guess, next(iter(guess.metrics)))
    asked = any(doubt.is_open for doubt in (*guess.doubts, *doubts_on_values(table, guess)))
    names = [scores.algorithms[code] for code in np.unique(scores.algorithm_of)]
    return guess, names, scores.first(), asked


@pytest.mark.nightly
@pytest.mark.few(2)
# each scale and each layout; where a setting is read as a score depends on both, and "rmse" is on no known scale
@pytest.mark.parametrize(
    ("scale", "layout"),
    [
        ("accuracy of 100", "across"),
        ("accuracy of 1", "down"),
        ("error of 100", "long"),
        ("rmse", "across"),
        ("rmse", "down"),
    ],
)
def test_what_describes_data_sets_is_no_algorithm(layout, scale):
    """Alone and together, above the algorithms or below them: the winner is right, or something is asked."""
    metric, _, _ = SCALES[scale]
    for at, some in enumerate([*([name] for name in DESCRIPTORS), ["#Nodes", "Imbalance ratio"]]):
        is_above = (at + [*SCALES].index(scale)) % 2 == 0
        described = {name: DESCRIPTORS[name] for name in some}
        rows = described | cells_of(scale) if is_above else cells_of(scale) | described
        Path(f"{metric}.csv").write_text(written(rows, layout, metric))
        guess, names, first, asked = answer(metric)
        doubted = {name for doubt in guess.doubts for name in (doubt.column, doubt.value)}
        assert asked or first == "Ada", (some, is_above, first)
        assert set(names) <= {*ALGORITHMS, *doubted}, (some, is_above, names)


@pytest.mark.few
@pytest.mark.parametrize("layout", ["across", "down", "long"])
@pytest.mark.parametrize("scale", SCALES)
def test_tables_without_them_are_answered(layout, scale):
    metric, _, _ = SCALES[scale]
    Path(f"{metric}.csv").write_text(written(cells_of(scale), layout, metric))
    _, names, first, asked = answer(metric)
    assert (first, sorted(names), asked) == ("Ada", sorted(ALGORITHMS), False)


def test_a_row_that_is_omitted_can_be_read():
    """Of rows that may be algorithms the doubt prints both ways, each with the other rows that are omitted."""
    rows = {"#Nodes": DESCRIPTORS["#Nodes"]} | cells_of("accuracy of 1") | {"Zeta": DESCRIPTORS["Zeta"]}
    Path("a.csv").write_text(written(rows, "across", ""))
    guess, *_ = answer("a")
    assert {*guess.excluded["method"]} == {"#Nodes", "Zeta"}
    [doubt] = [doubt for doubt in guess.doubts if doubt.value == "Zeta"]
    assert (doubt.key, doubt.row) == ("where", 7)


@pytest.mark.parametrize("name", ["beta", "n", "Size", "Params"])
def test_an_algorithm_may_be_called_as_what_describes_data_sets(name):
    """Of a long table, whose column says that all its names are algorithms, in the midst of these."""
    first, second, *others = cells_of("accuracy of 1").items()
    rows = {name if label == "Ada" else label: row for label, row in (second, first, *others)}
    Path("accuracy.csv").write_text(written(rows, "long", "accuracy"))
    guess, _, first, asked = answer("accuracy")
    assert (first, asked) == (name, False)
    assert [doubt.value for doubt in guess.doubts] == [name]


def test_a_column_without_a_name_is_called_so():
    rows = written(cells_of("accuracy of 1"), "down", "").replace("dataset", "", 1)
    Path("a.csv").write_text(rows)
    texts = [reading.text for reading in guess_study(read_table("a.csv"), "a.csv").readings]
    assert any("the column without a name" in text for text in texts)
    assert not any("''" in text for text in texts)


@pytest.mark.few
@pytest.mark.parametrize("layout", ["across", "down", "long"])
@pytest.mark.parametrize("name", ["Human", "Previous SOTA (ensemble)", "best published", "Expert annotators"])
def test_a_standard_that_is_first_is_asked_about(layout, name):
    """A person or an earlier best result is no algorithm that is compared, unless the user says so."""
    scores = cells_of("accuracy of 100")
    rows = scores | {"Human performance": scores["Boost"], name: [score + 1.5 for score in scores["Ada"]]}
    Path("accuracy.csv").write_text(written(rows, layout, "accuracy"))
    table = read_table("accuracy.csv")
    guess = guess_study(table, "accuracy.csv")
    [doubt] = [doubt for doubt in doubts_on_values(table, guess) if doubt.is_open]
    assert name in (doubt.column, doubt.value)
    assert [name in way.value and "Human performance" in way.value for way in doubt.ways] == [False, True]


@pytest.mark.parametrize("layout", ["across", "down", "long"])
@pytest.mark.parametrize("numbers", [[99.5] * 8, [93, 91, 99, 97, 95, 92, 96, 94]])
def test_a_setting_or_a_count_that_is_first_is_asked_about(layout, numbers):
    Path("accuracy.csv").write_text(written(cells_of("accuracy of 100") | {"Zeta": numbers}, layout, "accuracy"))
    table = read_table("accuracy.csv")
    guess = guess_study(table, "accuracy.csv")
    doubts = [*guess.doubts, *doubts_on_values(table, guess)]
    assert "Zeta" in {name for doubt in doubts if doubt.is_open for name in (doubt.column, doubt.value)}


@pytest.mark.parametrize(("name", "is_asked"), [("Zeta", True), ("", False), ("Unnamed: 0", False)])
def test_what_lies_far_from_others_is_asked_about_where_it_has_a_name(name, is_asked):
    numbers = {name: [1204, 881, 5210, 777, 1013, 90210, 4711, 1812]}
    Path("a.csv").write_text(written(numbers | cells_of("rmse"), "down", ""))
    guess = guess_study(read_table("a.csv"), "a.csv")
    of_columns = [doubt for doubt in guess.doubts if doubt.is_open and doubt.key != "score"]
    assert any(doubt.column == name for doubt in of_columns) is is_asked
