"""Sentences by which some numbers run the other way: under a condition, or those of data sets with a mark."""

from itertools import product
from pathlib import Path

import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ITEMS = ("calm", "glad", "eager", "tired", "lost", "bored", "tense")
NEGATIVE = ITEMS[3:]
ALGORITHMS = ("Voice", "Cards", "Menu")
MARKS = ("{} (R)", "{}*", "{} \N{DAGGER}", "{}_rev", "{} - reverse", "{}_inv", "*{}", "{} (inv)")
LAYOUTS = ("wide", "turned", "long")


def score(item, place):
    """Voice is the best, which has the highest numbers on items that ask for good, and the lowest on the others."""
    step = (0, 0.3, 0.8)[place]
    return (
        2 + (step if item in NEGATIVE else -step) + 0.1 * ITEMS.index(item) + 0.03 * ((place + ITEMS.index(item)) % 2)
    )


def doubts_of(said, mark="{}", layout="wide"):
    names = {item: mark.format(item) if item in NEGATIVE else item for item in ITEMS}
    if layout == "long":
        rows = [["dataset", "algorithm", "score"]]
        rows += [[names[i], a, f"{score(i, place):.2f}"] for i in ITEMS for place, a in enumerate(ALGORITHMS)]
    elif layout == "wide":
        rows = [["dataset", *ALGORITHMS], *([names[i], *(f"{score(i, n):.2f}" for n in range(3))] for i in ITEMS)]
    else:
        rows = [["algorithm", *names.values()]]
        rows += [[a, *(f"{score(i, place):.2f}" for i in ITEMS)] for place, a in enumerate(ALGORITHMS)]
    Path("scores.csv").write_text("".join(f"{','.join(row)}\n" for row in [[f"# {said}"], *rows]))
    table = read_table("scores.csv")
    guess = guess_study(table, "scores.csv")
    return [*guess.doubts, *doubts_on_values(table, guess)]


def are_quoted_in(doubts, said):
    return [doubt for doubt in doubts if doubt.is_open and said.split("; ")[-1][:25] in doubt.text]


TURNING = [
    "higher is better after items marked {} have been reversed (6 - x)",
    "Items with {} are reverse-coded.",
    "{} negatively worded",
    "Higher is better; {} means that lower is better",
]


@pytest.mark.parametrize(
    ("mark", "layout", "sentence"),  # each mark in two layouts, and with two sentences
    [
        (mark, layout, TURNING[(number + at) % len(TURNING)])
        for (number, mark), (at, layout) in product(enumerate(MARKS), enumerate(LAYOUTS))
        if (number + at) % 3
    ],
)
def test_names_with_a_mark_that_a_sentence_turns_are_asked_about(mark, layout, sentence):
    said = sentence.format(mark.replace("{}", "").strip(" _-"))
    [doubt] = are_quoted_in(doubts_of(said, mark, layout), said)
    assert [way.option for way in doubt.ways] == ["set", "set"]
    assert all(mark.format(item) in doubt.ways[1].value for item in NEGATIVE)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_that_a_sentence_excepts_are_asked_about(layout):
    for said in (
        f"Higher is better, except on {', '.join(NEGATIVE)}",
        f"Except for {' and '.join(NEGATIVE)}, higher is better",
    ):
        [doubt] = are_quoted_in(doubts_of(said, layout=layout), said)
        assert len(doubt.ways) == 2


CONDITIONS = (
    "Higher is better after reversal of the negative items",
    "Higher is better once negative items are turned",
    "Lower is better (except for some items)",
    "Higher is better only for positive items",
    "After turning the negative items, higher is better",
    "larger is better unless the item is negative",
    "lower is better if items are recoded",
)


@pytest.mark.parametrize("said", CONDITIONS)
def test_a_direction_under_a_condition_that_no_name_has_is_asked_about(said):
    [doubt] = are_quoted_in(doubts_of(said), said)
    assert [way.option for way in doubt.ways] == ["better", "better"]


PLAIN = (
    "Higher is better.",
    "Lower is better unless stated otherwise",
    "Scores (higher is better) after 100 epochs",
    "Errors are negated, so that higher is better",
    "Measured after a break; higher is better",
    "If you use this, cite us. Higher is better",
    "score in %, higher is better for all items",
)


@pytest.mark.parametrize("said", PLAIN)
def test_a_direction_without_a_condition_is_followed(said):
    assert not [doubt for doubt in doubts_of(said) if doubt.is_open]


@pytest.mark.parametrize("said", ["Items with (R) were shown last", "Run in May", "Reversed order of items"])
def test_a_mark_that_turns_nothing_is_not_asked_about(said):
    assert not [doubt for doubt in doubts_of(said, "{} (R)") if doubt.is_open and doubt.key != "score"]
    assert not [
        doubt for doubt in doubts_of("Items marked (X) are reversed; higher is better", "{} (R)") if doubt.is_open
    ]


def test_nothing_is_asked_where_the_same_is_first():
    said = "higher is better after items marked (R) have been reversed"
    rows = [["dataset", *ALGORITHMS], *([f"{i} (R)" if i == "lost" else i, "3", "2", "1"] for i in ITEMS)]
    Path("scores.csv").write_text("".join(f"{','.join(row)}\n" for row in [[f"# {said}"], *rows]))
    table = read_table("scores.csv")
    guess = guess_study(table, "scores.csv")
    doubts = [*guess.doubts, *doubts_on_values(table, guess)]
    assert [doubt for doubt in doubts if said in doubt.text]
    assert not [doubt for doubt in doubts if doubt.is_open]
