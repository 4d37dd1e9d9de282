"""A table with one winner, and one thing in it that crowns another: the winner stays, or the answer is a question."""

import random
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound
from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.measured import Measured
from rankpress.init.reading import read_table, settled

DATASETS = ["harbor", "meadow", "quarry", "tundra", "lagoon", "canyon", "steppe", "mesa"]
ALGORITHMS = ["Boreal", "Zephyr", "Kestrel", "Osprey", "Heron"]  # from the best to the worst
WINNER, WORST = ALGORITHMS[0], ALGORITHMS[-1]


def scores():
    draw = random.Random(3)
    levels = {name: 0.5 + 0.3 * draw.random() for name in DATASETS}
    return {
        (name, algorithm): round(levels[name] - 0.03 * place + draw.uniform(-0.01, 0.01), 3)
        for name in DATASETS
        for place, algorithm in enumerate(ALGORITHMS)
    }


SCORES = scores()
ABOVE = {name: round(SCORES[name, WINNER] + 0.02 + 0.001 * place, 3) for place, name in enumerate(DATASETS)}


def lines(*rows):
    return "".join(f"{','.join(map(str, row))}\n" for row in rows)


def wide(column="", at_end=True):
    """A column for each algorithm, and one more whose numbers exceed all others."""
    rows = [["dataset", *ALGORITHMS], *([name, *(SCORES[name, each] for each in ALGORITHMS)] for name in DATASETS)]
    if column:
        for row, cell in zip(rows, [column, *ABOVE.values()], strict=True):
            row.insert(len(row) if at_end else 1, cell)
    return lines(*rows)


def turned(row="", at_end=True):
    """A row for each algorithm, and one more."""
    rows = [[each, *(SCORES[name, each] for name in DATASETS)] for each in ALGORITHMS]
    if row:
        rows.insert(len(rows) if at_end else 0, [row, *ABOVE.values()])
    return lines(["model", *DATASETS], *rows)


def long(algorithm=""):
    rows = [(name, each, SCORES[name, each]) for name in DATASETS for each in ALGORITHMS]
    rows += [(name, algorithm, ABOVE[name]) for name in DATASETS] if algorithm else []
    return lines(("dataset", "model", "accuracy"), *rows)


def remarked(column, remark, other, *, is_long):
    """What says of one algorithm that it is not to be compared, though its scores are the best."""
    every = SCORES | {(name, "Falcon"): ABOVE[name] for name in DATASETS}
    names = [WINNER, "Falcon", *ALGORITHMS[1:]]
    said = {each: remark if each == "Falcon" else other for each in names}
    if is_long:
        rows = [(name, each, said[each], every[name, each]) for name in DATASETS for each in names]
        return lines(("dataset", "model", column, "accuracy"), *rows)
    rows = [(each, said[each], *(every[name, each] for name in DATASETS)) for each in names]
    return lines(("model", column, *DATASETS), *rows)


def leveled(column, levels, *, is_long, gain=0.6):
    """Each score at two levels of a column, at the second of which the worst algorithm gains."""

    def score(name, each, place):
        by_chance = 0.001 * ((DATASETS.index(name) + ALGORITHMS.index(each)) % 2 == place)
        return round(SCORES[name, each] + (gain if each == WORST and place else 0) + by_chance, 3)

    if is_long:
        rows = [
            (name, each, level, score(name, each, place))
            for name in DATASETS
            for each in ALGORITHMS
            for place, level in enumerate(levels)
        ]
        return lines(("dataset", "model", column, "accuracy"), *rows)
    rows = [
        (name, level, *(score(name, each, place) for each in ALGORITHMS))
        for name in DATASETS
        for place, level in enumerate(levels)
    ]
    return lines(("dataset", column, *ALGORITHMS), *rows)


def answer(text, place="scores_accuracy.csv"):
    """Who is first by the reading that is taken without asking; "" where there is a question."""
    Path(place).write_text(text, encoding="utf-8")
    try:
        table = read_table(place)
        guess = guess_study(table, place)
    except FaultsFound:
        return ""
    if any(doubt.is_open for doubt in (*guess.doubts, *doubts_on_values(table, guess))):
        return ""
    return Measured.of(table, guess, next(iter(guess.metrics))).first()


# What stands next to algorithms and is none: a standard, a sum, a property, what nobody expects to be first.
NONE_OF_THEM = ["upper limit", "Mensch", "human raters", "reported in paper", "majority", "VBS", "separability"]
NONE_OF_THEM += ["Expertenurteil (experte)", "w. ground truth", "best of all", "noise ceiling", "difficulty"]
LEVELS = [
    ("Phase", ("eval", "fit")),
    ("jeu", ("test", "apprentissage")),
    ("flag", ("", "x")),
    ("run", ("final", "pilot")),
]
LEVELS += [
    ("seed", ("0", "1")),
    ("date", ("2024-05-02", "2023-01-01")),
    ("comment", ("", "old code")),
    ("zzz", ("p", "q")),
]
REMARKS = [
    ("note", "uses the labels", ""),
    ("valid", "no", "yes"),
    ("exclude", "1", "0"),
    ("role", "ceiling", "method"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize("name", NONE_OF_THEM)
def test_what_is_no_algorithm_is_never_first_in_silence(name):
    table = (lambda name: wide(name, at_end=False), turned, long)[[*NONE_OF_THEM].index(name) % 3]
    assert answer(table(name)) in (WINNER, "")


def remarks_on(name, text):
    """What is said of an algorithm that is the third of five."""
    Path("scores_accuracy.csv").write_text(text.replace(ALGORITHMS[2], name), encoding="utf-8")
    table = read_table("scores_accuracy.csv")
    guess = guess_study(table, "scores_accuracy.csv")
    return [doubt for doubt in doubts_on_values(table, guess) if name in str(doubt)]


@pytest.mark.parametrize(("name", "table"), [("Human Baselines", wide), ("人类", turned), ("annotators", long)])
def test_people_are_remarked_on_wherever_they_stand(name, table):
    [doubt] = remarks_on(name, table())
    assert not doubt.is_open
    assert [name in way.value for way in doubt.ways] == [False, True]


CHANCE = ["Random", "Most Frequent Class", "majority", "DummyClassifier", "Random agent"]


@pytest.mark.parametrize("name", CHANCE)
def test_chance_is_remarked_on_next_to_people(name):
    """A study may well compare with a majority class; next to people it is a mark on the same scale as they are."""
    [doubt] = remarks_on(name, wide().replace(ALGORITHMS[3], "Human"))
    assert [name in way.value for way in doubt.ways] == [False, True]
    assert not remarks_on(name, wide())


@pytest.mark.parametrize(
    "name", ["Random Forest", "Mean Teacher", "Human feedback", "Deep Image Prior", "Random search"]
)
def test_nothing_is_remarked_on_names_that_sound_like_people_or_chance(name):
    assert not remarks_on(name, wide())


@pytest.mark.parametrize(("pattern", "name"), [("*.csv", "algorithm"), ("{method}.csv", "method")])
def test_what_omits_them_calls_parts_of_paths_as_the_study_does(pattern, name):
    for each in (*ALGORITHMS, "annotators"):
        rows = [("dataset", "accuracy"), *((d, SCORES.get((d, each), 0.3 + 0.02 * len(d))) for d in DATASETS)]
        Path(f"{each}.csv").write_text(lines(*rows), encoding="utf-8")
    table = read_table(pattern)
    guess = guess_study(table, pattern)
    doubts = doubts_on_values(table, guess)
    keys, guess = settled(table.named, replace(guess, doubts=tuple(doubts)))
    [doubt] = guess.doubts
    assert keys["files"] == f"{{{name}}}.csv"
    assert (doubt.column, doubt.ways[1].value) == (name, f'scores.where={{"{name}": {{"not": ["annotators"]}}}}')


def test_what_omits_people_in_front_omits_chance_and_says_so():
    text = wide("Human").replace(ALGORITHMS[2], "Random")
    Path("scores_accuracy.csv").write_text(text, encoding="utf-8")
    table = read_table("scores_accuracy.csv")
    [doubt] = doubts_on_values(table, guess_study(table, "scores_accuracy.csv"))
    assert [way.meaning for way in doubt.ways] == ["'Human' holds scores", "'Human', 'Random' are not compared"]
    assert all(name in doubt.ways[1].value for name in ("Human", "Random"))


@pytest.mark.few
@pytest.mark.parametrize(("column", "remark", "other"), REMARKS)
@pytest.mark.parametrize("is_long", [True, False])
def test_what_a_column_sets_apart_is_never_first_in_silence(column, remark, other, is_long):
    assert answer(remarked(column, remark, other, is_long=is_long)) in (WINNER, "")


@pytest.mark.few
@pytest.mark.parametrize(("column", "levels"), LEVELS)
@pytest.mark.parametrize("is_long", [True, False])
def test_levels_that_turn_who_is_first_are_asked_about_whatever_the_column_is(column, levels, is_long):
    assert answer(leveled(column, levels, is_long=is_long)) in (WINNER, "")


def crossed(ends, side, layout, gain=0.2):
    """Names of algorithms or data sets, each at two ends, at the second of which the worst algorithm gains."""

    draw = random.Random(7)

    def cell(name, each, end):
        gained = gain if each == WORST and ends.index(end) else 0
        return round(SCORES[name, each] + gained + draw.uniform(-0.006, 0.006), 4)

    if side == "algorithm":
        names = {f"{each}{end}": (each, end) for each in ALGORITHMS for end in ends}
        cells = {(name, full): cell(name, *of) for name in DATASETS for full, of in names.items()}
        datasets, algorithms = DATASETS, list(names)
    else:
        names = {f"{name}{end}": (name, end) for name in DATASETS for end in ends}
        cells = {(full, each): cell(of[0], each, of[1]) for full, of in names.items() for each in ALGORITHMS}
        datasets, algorithms = list(names), ALGORITHMS
    if layout == "wide":
        rows = [(name, *(cells[name, each] for each in algorithms)) for name in datasets]
        return lines(("dataset", *algorithms), *rows)
    if layout == "turned":
        return lines(("model", *datasets), *((each, *(cells[name, each] for name in datasets)) for each in algorithms))
    rows = [(name, each, cells[name, each]) for name in datasets for each in algorithms]
    return lines(("dataset", "model", "accuracy"), *rows)


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("ends", "side"), [(("_p1", "_p2"), "algorithm"), ((" strict", " lenient"), "dataset"), (("", "+B"), "algorithm")]
)
def test_ends_of_names_that_turn_who_is_first_are_asked_about_whatever_they_are(ends, side):
    assert {answer(crossed(ends, side, layout)) for layout in ("wide", "turned", "long")} == {""}
    assert "" not in {answer(crossed(ends, side, layout, gain=0)) for layout in ("wide", "long")}


@pytest.mark.parametrize("end", ["Overall", "Итог", "final", "combined", "macro-F1"])
def test_names_unlike_those_of_data_sets_do_not_decide(end):
    rows = [("iris", 0.81, 0.79, 0.7), ("wine", 0.62, 0.6, 0.55), ("car", 0.7, 0.74, 0.6), (end, 0.5, 0.9, 0.4)]
    assert answer(lines(("dataset", *ALGORITHMS[:3]), *rows, (f"{end} 2", 0.5, 0.9, 0.4))) in (WINNER, "")


@pytest.mark.parametrize("text", [wide(), turned(), long()])
def test_nothing_is_asked_of_a_plain_table(text):
    assert answer(text) == WINNER


@pytest.mark.parametrize("own", ["Falcon", "ours", "kNN"])
def test_nothing_is_asked_of_an_algorithm_that_is_the_best(own):
    assert [answer(text) for text in (wide(own), turned(own), long(own))] == [own] * 3


@pytest.mark.parametrize(("column", "remark", "other"), [("family", "deep", "linear"), ("ours", "yes", "no")])
def test_nothing_is_asked_where_a_column_says_of_which_kind_an_algorithm_is(column, remark, other):
    assert answer(remarked(column, remark, other, is_long=True)) == "Falcon"


@pytest.mark.few
@pytest.mark.parametrize(("column", "levels"), LEVELS)
def test_levels_that_leave_the_winner_are_no_question(column, levels):
    Path("scores_accuracy.csv").write_text(leveled(column, levels, is_long=True, gain=0), encoding="utf-8")
    table = read_table("scores_accuracy.csv")
    guess = guess_study(table, "scores_accuracy.csv")
    asked = {doubt.key for doubt in (*guess.doubts, *doubts_on_values(table, guess)) if doubt.is_open}
    assert asked <= {"join", "layout"}  # what is compared, where nothing says to which names the levels belong


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "text", [leveled("flag", ("", "x"), is_long=False), remarked("note", "uses labels", "", is_long=False)]
)
def test_one_of_the_commands_leads_to_the_winner(text, capsys):
    Path("scores_accuracy.csv").write_text(text, encoding="utf-8")
    assert main(["run", "scores_accuracy.csv", "--only", "markdown"]) == 2
    commands = re.findall(r"rankpress (run .*)", capsys.readouterr().err)
    firsts = set()
    for command in commands:
        assert main([*shlex.split(command, comments=True), "--only", "markdown"]) == 0, capsys.readouterr().err
        firsts.add(re.search(r"(\w+) achieves the best average rank", capsys.readouterr().out)[1])
    assert WINNER in firsts


@pytest.mark.parametrize(("metric", "factor"), [("time", 1000), ("memory", 1e6), ("mse", -1)])
def test_numbers_of_one_algorithm_in_another_unit_are_never_first_in_silence(metric, factor):
    rows = [
        (name, each, round((2 - SCORES[name, each]) * (1 if each == WORST or factor < 0 else factor), 4))
        for name in DATASETS
        for each in ALGORITHMS
    ]
    rows = [(name, each, -value if factor < 0 and each == WORST else value) for name, each, value in rows]
    assert answer(lines(("dataset", "model", metric), *rows), "results.csv") in (WINNER, "")


@pytest.mark.parametrize("written", ["ca. {}", "approx. {}", "p<.05: {}", "about {} (old)"])
def test_no_algorithm_is_omitted_in_silence_for_what_its_cells_say_besides(written):
    rows = [
        (name, *(written.format(SCORES[name, each]) if each == WINNER else SCORES[name, each] for each in ALGORITHMS))
        for name in DATASETS
    ]
    assert answer(lines(("dataset", *ALGORITHMS), *rows)) in (WINNER, "")


def test_the_name_of_what_sums_up_the_scores_names_them_too():
    folds, draw = [f"fold{number}" for number in range(1, 5)], random.Random(5)
    rows = []
    for name in DATASETS:
        for each in ALGORITHMS:
            cells = [round(1 - SCORES[name, each] + draw.uniform(0, 0.01), 4) for _ in folds]
            rows.append((name, each, *cells, round(sum(cells) / len(cells), 4)))
    Path("results.csv").write_text(lines(("data", "clf", *folds, "mean_err"), *rows), encoding="utf-8")
    guess = guess_study(read_table("results.csv"), "results.csv")
    assert guess.metrics == {"err": "lower"}
    assert not any(doubt.is_open for doubt in guess.doubts)


def in_units(powers, layout, titles=None):
    """Errors, those of each algorithm divided by a power of ten: in another unit, which a title states or not."""
    names = dict(zip(ALGORITHMS, titles or ALGORITHMS, strict=True))
    cells = {
        (name, each): f"{1000 * (1 - SCORES[name, each]) / 10**power:.6g}"
        for name in DATASETS
        for each, power in zip(ALGORITHMS, powers, strict=True)
    }
    if layout == "wide":
        rows = [(name, *(cells[name, each] for each in ALGORITHMS)) for name in DATASETS]
        return lines(("river", *names.values()), *rows)
    if layout == "turned":
        rows = [(names[each], *(cells[name, each] for name in DATASETS)) for each in ALGORITHMS]
        return lines(("model", *DATASETS), *rows)
    rows = [(name, names[each], cells[name, each]) for name in DATASETS for each in ALGORITHMS]
    return lines(("dataset", "model", "rmse"), *rows)


# The powers of the five algorithms, from the best one to the worst.
POWERS = [(0, 3, 3, 0, 2), (0, 0, 0, 3, 3), (-3, 0, 0, 0, 0), (0, 0, 0, 0, 3), (0, 0, 3, 3, 3), (-3, -3, 0, 0, 0)]


@pytest.mark.parametrize(
    ("powers", "layout"), [(powers, ("wide", "turned", "long")[at % 3]) for at, powers in enumerate(POWERS)]
)
def test_algorithms_in_several_units_are_never_compared_in_silence(powers, layout):
    assert answer(in_units(powers, layout), "rmse.csv") in (WINNER, "")


@pytest.mark.few(5)
@pytest.mark.parametrize("form", ["{} (×10³)", "{} [x1e-3]", "{} (10^3)", "{} in thousands", "{} [‰]"])
@pytest.mark.parametrize(("layout", "power"), [("wide", 0), ("turned", 3), ("long", 3)])
def test_a_multiplier_in_some_titles_is_said(form, layout, power):
    titles = [form.format(each) if at in (1, 3) else each for at, each in enumerate(ALGORITHMS)]
    Path("rmse.csv").write_text(in_units([0, power, 0, power, 0], layout, titles), encoding="utf-8")
    table = read_table("rmse.csv")
    guess = guess_study(table, "rmse.csv")
    asked = [doubt.text for doubt in (*guess.doubts, *doubts_on_values(table, guess)) if doubt.is_open]
    assert any("a multiplier" in text and titles[1] in text for text in asked), asked


@pytest.mark.parametrize("titles", [ALGORITHMS, [f"{each} (×10³)" for each in ALGORITHMS]])
@pytest.mark.parametrize("layout", ["wide", "turned", "long"])
def test_nothing_is_asked_where_all_titles_state_the_same(titles, layout):
    assert answer(in_units([0] * 5, layout, titles), "rmse.csv") == titles[0]


@pytest.mark.parametrize("aside", ["memory", "n_samples", "params", "train time"])
def test_a_column_of_another_quantity_is_omitted_without_a_question(aside):
    rows = [[*line.split(","), 1000 + place] for place, line in enumerate(wide().splitlines()[1:])]
    assert answer(lines(["dataset", *ALGORITHMS, aside], *rows)) == WINNER


PARTIAL = [("train_fraction", ("1.0", "0.1")), ("shots", ("all", "5")), ("seed", ("0", "ensemble of all"))]


@pytest.mark.parametrize(("column", "levels"), PARTIAL)
def test_conditions_that_some_algorithms_alone_have_do_not_decide_in_silence(column, levels):
    """The best one and another have rows under a condition that makes them worse."""
    usual, further = levels
    rows = [f"dataset,algorithm,{column},accuracy"]
    for (dataset, name), score in SCORES.items():
        rows.append(f"{dataset},{name},{usual},{score:.3f}")
        if name in (WINNER, WORST):
            rows.append(f"{dataset},{name},{further},{score - 0.3:.3f}")
    assert answer("\n".join(rows) + "\n") in (WINNER, "")


@pytest.mark.parametrize("column", ["seed", "fold"])
def test_runs_that_an_algorithm_lacks_are_no_condition(column):
    rows = [f"dataset,algorithm,{column},accuracy"]
    for (dataset, name), score in SCORES.items():
        rows += [f"{dataset},{name},{run},{score:.3f}" for run in range(2 if name == WORST else 3)]
    assert answer("\n".join(rows) + "\n") == WINNER
