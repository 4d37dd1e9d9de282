"""Which direction of a score is better: by its name, those of its metric and its file, and by its numbers."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.catalog.metrics import is_cost
from rankpress.init.directions import direction_of
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.table import Column
from rankpress.init.vocabulary import metric_of_file


def column(name, values):
    labels = tuple(dict.fromkeys(map(str, values)))
    return Column(name, labels, np.array([labels.index(str(value)) for value in values], dtype=np.int32))


@pytest.mark.parametrize(
    ("name", "metric", "file", "better", "is_open"),
    [
        *((name, "roc_auc", "auc.csv", "lower", False) for name in ("metric_error", "test_error", "loss", "regret")),
        *((name, "", "x.csv", "lower", False) for name in ("ns/op", "wall (s)", "fit_ms", "s/iter", "Peak [MB]")),
        *((name, "", "error.csv", "higher", False) for name in ("ops/s", "tokens_per_second", "fps", "accuracy")),
        *((name, "rmse", "x.csv", "lower", False) for name in ("score", "value", "test_score", "result")),
        *((name, "f1", "x.csv", "higher", False) for name in ("score", "value", "q7")),
        *((name, "rmse", "x.csv", "higher", True) for name in ("accuracy", "auc", "f1_score")),
        *((name, "", "run_times.csv", "lower", False) for name in ("q7", "n1")),
        *(("q7", "", f"{stem}.csv", "lower", False) for stem in ("compressed_bytes", "output_kb", "size_mb")),
        *(("q7", "", f"{stem}.csv", "higher", False) for stem in ("limit_16_gb", "limit_60_seconds_x")),
        *(("Value", "", f"{folder}/{{algorithm}}__{{dataset}}.csv", "lower", False) for folder in ("val_loss", "rmse")),
        *(("Value", "", f"{folder}/*.csv", "higher", False) for folder in ("{algorithm}", "x", "accuracy")),
        ("q7", "", "x.csv", "higher", False),
    ],
)
def test_direction(name, metric, file, better, is_open):
    direction = direction_of(column(name, [0.6, 0.9]), metric, file)
    assert (direction.better, direction.is_open) == (better, is_open)


@pytest.mark.parametrize(
    ("numbers", "is_open"),
    [([0.6, 0.9], False), ([61.5, 98.2], False), ([0.02, 0.04], True), ([3.1, 8.0], True), ([0.7, 1.5, 900], True)],
)
def test_numbers_under_no_name_that_are_rather_no_shares_of_what_is_right_are_asked_about(numbers, is_open):
    direction = direction_of(column("q7", numbers), "", "x.csv")
    assert (direction.better, direction.is_open) == ("higher", is_open)


BASES = {"lower": ("error", "rmse", "val_loss", "runtime", "memory", "cost"), "higher": ("accuracy", "auc", "test_f1")}
# What a name says of its direction: of a metric b, that it is the same, the other or always one, and whether in doubt.
TURNS = {
    **dict.fromkeys(("{b}", "{b}_rate", "mean {b}", "{b} increase", "{b}_per_run", "{b}_to_target"), ("same", False)),
    **dict.fromkeys(
        ("{b}_reduction", "relative {b} reduction", "{b} saved", "{b}Drop", "{b}_decrease"), ("other", False)
    ),
    **dict.fromkeys(("-{b}", "\N{MINUS SIGN}{b}", "1-{b}", "1 - {b}", "neg_{b}", "negative {b}"), ("other", False)),
    "{b}_improvement": ("higher", False),
    "{b} degradation": ("lower", False),
    **dict.fromkeys(("inverse_{b}", "{b}_free", "no_{b}", "reciprocal {b}"), ("other", True)),
    **dict.fromkeys(("{b}_exponent", "{b} adjusted", "{b}_effectiveness"), ("same", True)),
}


@pytest.mark.parametrize(("form", "says"), TURNS.items())
def test_words_that_turn_a_metric(form, says):
    for better, bases in BASES.items():
        of_way = {"same": better, "other": "lower" if better == "higher" else "higher"}
        for base in bases:
            name = form.replace("{b}", base)
            direction = direction_of(column(name, [-0.5, *[0.5] * 19]))
            assert (name, direction.better) == (name, of_way.get(says[0], says[0]))
            assert (name, bool(direction.doubt)) == (name, says[1])
            assert is_cost(name) <= (better == "lower" and direction.better == "lower")


@pytest.mark.parametrize("name", ["weight_loss_kg", "mean fat loss", "mean time between failures (h)"])
def test_what_is_lost_gladly_and_the_time_between_failures_are_better_higher_in_doubt(name):
    direction = direction_of(column(name, [1.0, 5.0]))
    assert (direction.better, bool(direction.doubt)) == ("higher", True)


@pytest.mark.parametrize(
    "name", ["1-nn error", "top1_error", "false_negative_error", "accuracy_loss", "time_to_accuracy"]
)
def test_words_that_turn_nothing(name):
    direction = direction_of(column(name, [0.1, 0.5]))
    assert (direction.better, direction.doubt) == ("lower", "")


@pytest.mark.parametrize(("file", "in_doubt"), [("error", False), ("test_errors", False), ("error_analysis", True)])
@pytest.mark.parametrize("layout", ["long", "wide"])
def test_the_name_of_a_file_settles_a_direction_where_it_names_a_metric_alone(file, in_doubt, layout, tmp_path):
    cells = {(d, a): round(0.5 + 0.03 * d + 0.02 * a + 0.001 * (d * a % 3), 4) for d in range(9) for a in range(3)}
    lines = {
        "long": ["dataset,algorithm,q7", *(f"d{d},{'ABC'[a]},{cell}" for (d, a), cell in cells.items())],
        "wide": ["dataset,A,B,C", *(f"d{d},{','.join(str(cells[d, a]) for a in range(3))}" for d in range(9))],
    }
    path = tmp_path / f"{file}.csv"
    path.write_text("\n".join(lines[layout]) + "\n")
    guess = guess_study(read_table(str(path)), str(path))
    assert list(guess.metrics.values()) == ["lower"]
    assert any("otherwise add --better higher" in doubt.text for doubt in guess.doubts) == in_doubt


def test_a_turned_name_over_numbers_that_are_not_turned_is_asked_about():
    direction = direction_of(column("neg_mean_squared_error", [0.1, 0.5]))
    assert direction.is_open


@pytest.mark.parametrize(
    ("name", "metric"),
    [("rmse", ""), ("score", "log_loss mse"), ("error", ""), ("loss", ""), ("perplexity", ""), ("time", "")],
)
def test_an_error_below_zero_has_its_sign_turned(name, metric):
    direction = direction_of(column(name, [-0.1, -0.5]), metric)
    assert direction.better == "higher"
    assert "below 0" in direction.doubt


@pytest.mark.parametrize("place", ["20_fid.csv", "2024-05-01-fid.csv", "003 fid.csv", "fid.csv"])
def test_a_number_in_front_of_a_file_name_is_no_part_of_the_metric(place):
    assert metric_of_file(place) == ("fid", "lower")


GOODS = ("accuracy", "correct", "solved", "precision", "feasible", "classified", "stable", "reliability", "explained")
MISTAKES = (
    "misclassified;mispredicted;timeouts;wrong;percentage wrong;false_positives;False Negatives;n_false_alarms;"
    "false discoveries"
).split(";")


@pytest.mark.parametrize("values", [[0.65, 0.95], [65, 95]])
@pytest.mark.parametrize("name", [*MISTAKES, *(f"{no}{good}" for good in GOODS for no in ("in", "un", "im", "not "))])
def test_names_of_mistakes_and_of_goods_that_are_not_there_are_never_better_higher_unasked(name, values):
    direction = direction_of(column(name, values), "", "x.csv")
    assert direction.better == "lower" or direction.is_open


@pytest.mark.parametrize("name", ["input", "income", "instances", "units", "importance", "mission", "discounts"])
def test_words_that_begin_as_a_negation_does_say_nothing(name):
    assert not direction_of(column(name, [0.65, 0.95]), "", "x.csv").is_open


def guess_of(name, values):
    rows = (
        f"{dataset},{algorithm},{value}\n" for dataset in "xyz" for algorithm, value in zip("AB", values, strict=True)
    )
    path = Path("scores.csv")
    path.write_text(f"dataset,algorithm,{name}\n{''.join(rows)}")
    return guess_study(read_table(str(path)), str(path))


@pytest.mark.parametrize(
    "name", ["reciprocal_rank", "Mean Reciprocal Rank (%)", "rank_ic", "Spearman rank correlation"]
)
@pytest.mark.parametrize("values", [[0.65, 0.95], [65.2, 95.4]])
def test_what_is_only_computed_from_ranks_is_better_higher(name, values):
    guess = guess_of(name, values)
    assert guess.metrics == {name: "higher"}
    assert not any(doubt.is_open for doubt in guess.doubts if doubt.key == name)


RANKS = {"rank": [1, 2.5], "mean_rank": [1.2, 2.33], "Placement": [1, 12]}
NO_RANKS = {
    "PageRank": [0.65, 0.95],
    "normalized_rank": [0.0, 1.0],
    "Rank-1": [83.4, 95.2],
    "percentile_rank": [83, 95],
}


@pytest.mark.parametrize(("name", "values"), [*RANKS.items(), *NO_RANKS.items()])
def test_a_rank_by_its_name_is_one_where_its_values_can_be_ranks(name, values):
    guess = guess_of(name, values)
    assert any(doubt.is_open for doubt in guess.doubts if doubt.key == name) == (name in NO_RANKS)
    assert name in NO_RANKS or guess.metrics == {name: "lower"}
