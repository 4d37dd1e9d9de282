"""Which side of a table has the data sets, where its header and its rows both have names."""

import random
from pathlib import Path

import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

PLAIN = ["Umbra", "Heron", "Kestrel", "Osprey", "Zephyr"]
PLACES = ["Carman", "Kenaston", "Fort Cobb", "Walnut Gulch", "South Fork", "Monte Buey"]


def readings(corner, rows, columns):
    """Numbers that vary as much between rows as between columns."""
    draw = random.Random(2)
    lines = [[corner, *columns], *([row, *(f"{draw.uniform(0.2, 0.9):.3f}" for _ in columns)] for row in rows)]
    Path("results_accuracy.csv").write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")
    guess = guess_study(read_table("results_accuracy.csv"), "results_accuracy.csv")
    is_asked = any(doubt.is_open and doubt.key == "layout" for doubt in guess.doubts)
    return "?" if is_asked else "columns" if "algorithm" in guess.columns else "rows"


@pytest.mark.parametrize("corner", ["site", "Query", "Fach", "subject", "ville", "Ciudad", "hospital", "city"])
def test_the_header_says_of_which_kind_the_rows_are(corner):
    assert readings(corner, PLACES, PLAIN) == "rows"


@pytest.mark.parametrize("corner", ["", "name"])
def test_numbered_names_are_data_sets(corner):
    numbered = [f"Q{number}" for number in range(1, 9)]
    assert readings(corner, numbered, PLAIN) == "rows"
    assert readings(corner, PLAIN, numbered) in ("columns", "?")


# Words that some fields use for what is compared, and others for what it is compared on.
BOTH_WAYS = ["model", "Modell", "modèle", "system", "agent", "flow", "pipeline", "policy", "detector", "instance"]
BOTH_WAYS += ["func", "function", "graph", "matrix", "environment", "series", "network", "device", "platform", "tool"]
COINED = ["PolyCut", "LpTO", "HexBox", "Frame field", "HexDom", "OctTree"]


@pytest.mark.few
@pytest.mark.parametrize("corner", BOTH_WAYS)
def test_a_word_that_is_used_both_ways_does_not_outweigh_how_names_look(corner):
    assert readings(corner, PLACES, COINED) in ("rows", "?")
    assert readings(corner, COINED, PLACES) in ("columns", "?")


@pytest.mark.few
@pytest.mark.parametrize("corner", [*BOTH_WAYS[:9:4], *BOTH_WAYS[16::2], "", "name", "tokenizer", "LLM", "entry"])
def test_where_neither_words_nor_looks_speak_there_is_a_question(corner):
    assert readings(corner, PLACES[:5], PLAIN) == "?"
    assert readings(corner, PLAIN, PLACES[:5]) == "?"


@pytest.mark.parametrize("corner", ["wegvak", "Bouée", "screen", "instance_set", "Bridge", "mesh", "line_of_business"])
def test_a_word_for_what_nobody_compares_and_coined_names_need_no_question(corner):
    assert readings(corner, PLACES, COINED) == "rows"


@pytest.mark.few
@pytest.mark.parametrize("name", ["{}→{}", "{}-to-{}", "{} dB in room {}", "{}x{}"])
@pytest.mark.parametrize("corner", ["Task", "problem", "transfer", "noise", "mesh"])
def test_names_that_begin_with_numbers_are_names(corner, name):
    read = readings(corner, [name.format(a, b) for a in range(3) for b in range(3) if a != b], COINED)
    assert read in (("rows",) if corner in ("Task", "problem", "mesh") else ("rows", "?"))


def test_a_word_for_what_is_compared_alone_needs_no_looks():
    for corner in ("method", "Algorithm", "classifier", "Verfahren"):
        assert readings(corner, PLACES, COINED) == "columns"


def test_well_known_algorithms_are_no_data_sets():
    assert readings("F1 (%)", PLACES, ["CodeBERT", "GraphCodeBERT", "LineVul", "GGNN", "UniXcoder"]) == "rows"


@pytest.mark.parametrize(
    ("legend", "better"),
    [
        ("Noten von 1 (sehr gut) bis 6 (ungenügend)", "lower"),
        ("ratings: 1 = very bad; 5 = very good", "higher"),
        ("1: excellent, 7: poor", "lower"),
    ],
)
def test_a_legend_of_a_scale_says_which_end_is_better(legend, better):
    lines = [
        ["site", *PLAIN],
        *([name, *(f"{1 + (at * 7 + k * 3) % 40 / 10}" for k in range(5))] for at, name in enumerate(PLACES)),
    ]
    text = f"# {legend}\n" + "".join(",".join(line) + "\n" for line in lines)
    Path("tutors.csv").write_text(text, encoding="utf-8")
    assert {*guess_study(read_table("tutors.csv"), "tutors.csv").metrics.values()} == {better}
