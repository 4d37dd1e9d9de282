"""Wide tables: columns and rows are placed by their values, and what has scores is never left out in silence."""

import json
import math
import statistics
from itertools import cycle, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.placement import called_as
from rankpress.init.predictions import is_truth
from rankpress.init.reading import read_table
from rankpress.init.vocabulary import _SUMMARY, NEITHER, PARTS, ROLES, SPREAD

# What fails is small as it is: shrinking reads hundreds of files.
QUICK = (Phase.explicit, Phase.reuse, Phase.generate)
COSTS = ("time", "memory", "cost", "params", "latency", "energy")
WORDS = sorted({*NEITHER, *_SUMMARY, *SPREAD, *COSTS, *PARTS["dataset"], *PARTS["algorithm"]} | set(ROLES["repeat"]))
FORMS = ("{}", "{}Net", "Max{}", "{}-SVM", "{} tree", "my{}", "{}2020")
SETS = [f"set-{letter}" for letter in "abcdefghijkl"]


def guessed(header, rows, name="table.csv"):
    """Return what a wide table is taken for."""
    lines = [",".join(header), *(",".join(map(str, row)) for row in rows)]
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return guess_study(read_table(name), name)


def algorithms(guess):
    return [name for name, use in guess.uses.items() if use.role == "score"]


def winner(guess, values, *, lower=False):
    """Return the algorithms of the best mean among those that are read."""
    means = {name: np.mean(values[name]) for name in algorithms(guess)}
    best = (min if lower else max)(means.values())
    return [name for name, mean in means.items() if mean == best]


names = st.builds(
    lambda form, word, is_title: form.format(word.capitalize() if is_title else word),
    st.sampled_from(FORMS),
    st.sampled_from(WORDS),
    st.booleans(),
)


@st.composite
def tables(draw):
    """Return names of algorithms, the last the best on all data sets, and their scores by name."""
    n, k = draw(st.integers(5, 12)), draw(st.integers(3, 7))
    chosen = draw(st.lists(names, min_size=k, max_size=k, unique_by=str.casefold))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    scale, digits = draw(st.sampled_from([(1.0, 3), (100.0, 1), (100.0, 0), (1000.0, 0)]))
    ease = random.uniform(0.5, 0.8, n)
    values = {name: np.round(scale * (ease + random.uniform(-0.1, 0.1, n)), digits) for name in chosen}
    best = np.max(list(values.values()), axis=0) + round(scale * draw(st.sampled_from([0.01, 0.05, 0.1])), digits)
    values[chosen[-1]] = np.round(best, digits)
    order = draw(st.permutations(chosen))
    written = {name: [f"{value:.{digits}f}" for value in values[name]] for name in order}
    return chosen[-1], {name: values[name] for name in order}, written


def write_rows(written):
    return [[name, *cells] for name, cells in zip(SETS, zip(*written.values(), strict=True), strict=False)]


@settings(max_examples=30, deadline=None, phases=QUICK)
@given(tables())
def test_no_name_takes_an_algorithm_out_in_silence(table):
    best, values, written = table
    try:
        guess = guessed(["dataset", *written], write_rows(written))
    except FaultsFound:  # a table of several metrics or costs, or of predictions, by its names
        named = sum(bool(called_as(name) or better_of(name) or is_cost(name)) for name in written)
        assert named >= 2 or any(map(is_truth, written))
        return
    in_doubt = {doubt.column for doubt in guess.doubts}
    assert set(values) - set(algorithms(guess)) <= in_doubt
    assert winner(guess, values) == [best] or any(doubt.is_open for doubt in guess.doubts)


@pytest.mark.few
@pytest.mark.parametrize("name", ["Oracle", "opt", "Ideal", "record"])
@pytest.mark.parametrize("reached", [False, True])
def test_what_wins_everywhere_may_be_an_algorithm_called_as_a_reference(name, reached):
    others = np.random.default_rng(3).uniform(0.5, 0.8, (3, len(SETS)))
    best = others.max(axis=0) + 0.01
    best[0] -= 0.01 * reached
    written = {label: [f"{value!r}" for value in row] for label, row in zip("ABC", others.tolist(), strict=True)}
    guess = guessed(
        ["dataset", *written, name], write_rows({**written, name: [f"{value!r}" for value in best.tolist()]})
    )
    assert [doubt.is_open for doubt in guess.doubts if doubt.column == name] == [not reached]


@pytest.mark.nightly
@settings(max_examples=12, deadline=None, phases=QUICK)
@given(tables())
def test_words_within_words_leave_no_doubt(table):
    _, _, written = table
    glued = {f"{name.title().replace(' ', '').replace('-', '')}X": name for name in written}
    if len(glued) < len(written):
        return
    renamed = {f"Q{new}": written[old] for new, old in glued.items()}
    guess = guessed(["dataset", *renamed], write_rows(renamed), "accuracy.csv")
    assert set(algorithms(guess)) == set(renamed)


@settings(max_examples=16, deadline=None, phases=QUICK)
@given(tables(), names, st.sampled_from([20, 200, 5000]), st.integers(0, 2**32), st.booleans())
def test_what_lies_on_another_scale_never_wins(table, name, times, seed, is_whole):
    best, values, written = table
    if name in written:
        return
    usual = np.mean(list(values.values()))
    numbers = usual * times * np.random.default_rng(seed).uniform(0.3, 3, len(next(iter(values.values()))))
    further = [f"{number:.{0 if is_whole else 2}f}" for number in numbers]
    try:
        guess = guessed(["dataset", name, *written], write_rows({name: further, **written}))
    except FaultsFound:  # a table of metrics or costs, by most of its names, or of predictions: nothing wins
        named = 2 * sum(bool(called_as(name) or better_of(name) or is_cost(name)) for name in written)
        assert named >= len(written) or any(map(is_truth, written))
        return
    assert name not in algorithms(guess)
    others = {column: cells for column, cells in values.items() if column in algorithms(guess)}
    assert winner(guess, others) == [best] or any(doubt.is_open for doubt in guess.doubts)


RANDOM = np.random.default_rng(7)
SCORES = RANDOM.uniform(0.6, 0.95, (8, 5)).round(3)
SUMS = {
    "mean": statistics.mean,
    "median": statistics.median,
    "geometric mean": statistics.geometric_mean,
    "sum": math.fsum,
    "greatest": max,
    "least": min,
    "standard deviation": statistics.stdev,
}


# each sum at each place, called in one way or the other
@pytest.mark.few(7)
@pytest.mark.parametrize(
    ("how", "place", "name"),
    [(*each, name) for each, name in zip(product(SUMS, [0, 3, 5]), cycle(["Zusammen", "Alder"]), strict=False)],
)
def test_columns_that_follow_from_others(how, place, name):
    header = [f"a{column}" for column in range(5)]
    rows = [[name, *row] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    for row in rows:
        row.insert(place + 1, round(SUMS[how](row[1:]), 3))
    guess = guessed(["dataset", *header[:place], name, *header[place:]], rows)
    assert algorithms(guess) == header
    assert name in {doubt.column for doubt in guess.doubts}


@pytest.mark.few
@pytest.mark.parametrize("how", [how for how in SUMS if how not in ("greatest", "least")])
@pytest.mark.parametrize("place", [0, 4, 8])
def test_rows_that_follow_from_others(how, place):
    rows = [[name, *row] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    rows.insert(place, ["Zusammen", *(round(SUMS[how](column), 3) for column in SCORES.T.tolist())])
    guess = guessed(["dataset", "a", "b", "c", "d", "e"], rows)
    assert dict(guess.excluded) == {"dataset": ("Zusammen",)}
    assert [(doubt.value, doubt.row) for doubt in guess.doubts if doubt.key == "where"] == [("Zusammen", place + 2)]


@pytest.mark.parametrize("name", ["SBS", "best", "Oracle", "Overall"])
def test_what_is_called_a_summary_and_repeats_a_column_is_none_of_the_algorithms(name):
    rows = [(each, at % 5 / 10 + 0.11, at % 4 / 9 + 0.1, at % 7 / 20 + 0.3) for at, each in enumerate(SETS)]
    guess = guessed(["dataset", "EAX", "LKH", "MAOS", name], [(*row, row[1]) for row in rows])
    assert algorithms(guess) == ["EAX", "LKH", "MAOS"]
    assert (
        algorithms(guessed(["dataset", "EAX", "LKH", "MAOS", "Twin"], [(*row, row[1]) for row in rows]))[-1] == "Twin"
    )


@pytest.mark.nightly
@pytest.mark.parametrize("step", [0.0, 0.01])
def test_even_steps_are_no_means(step):
    """Scores .2, .3, .4 in each row: the second is the mean of the others, and an algorithm."""
    rows = [[name, *(round(0.2 + 0.1 * k + step * n, 3) for k in range(5))] for n, name in enumerate(SETS)]
    assert len(algorithms(guessed(["dataset", *"ABCDE"], rows))) == 5


@pytest.mark.few
@pytest.mark.parametrize("cell", [">0.99", "<0.01", "0.99abc", "inf", "900+", "see text", "timeout"])
def test_a_cell_that_is_no_number(cell):
    rows = [[name, *row] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    rows[3][2] = cell
    guess = guessed(["dataset", *"ABCDE"], rows)
    assert algorithms(guess) == list("ABCDE")
    assert guess.na == (cell,)
    about = [doubt.about for doubt in guess.doubts if doubt.key in ("na", "censored")]
    expected = {"column": "B", "file": "table.csv", "row": 5, "value": cell}
    assert about == ([] if cell == "timeout" else [expected])


@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "better"),
    [
        *((name, "lower") for name in ("time", "runtimes", "latency_ms", "peak_memory_mb", "error_rates", "runtime_s")),
        *((name, "higher") for name in ("accuracy", "auc_time", "results", "time_series_results")),
    ],
)
def test_direction_of_a_file(name, better):
    rows = [[name, *row] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    guess = guessed(["dataset", *"ABCDE"], rows, f"{name}.csv")
    assert list(guess.metrics.values()) == [better]
    unknown = [doubt for doubt in guess.doubts if "otherwise add --better lower" in doubt.text]
    assert len(unknown) == (name in ("results", "time_series_results", "auc_time"))


RANKINGS = {
    "permutations": ([[1, 2, 3, 4], [2, 1, 3, 4], [1, 3, 2, 4], [4, 2, 1, 3], [2, 3, 1, 4]], True),
    "tied, with means": ([[1.5, 1.5, 3, 4], [2, 1, 3.5, 3.5], [1, 3, 2, 4]], True),
    "tied, with the least": ([[1, 1, 3, 4], [2, 1, 3, 3], [1, 3, 2, 4]], True),
    "three of them": ([[1, 2, 3], [2, 1, 3], [1, 3, 2], [3, 2, 1], [2, 3, 1]], True),
    "counts": ([[1, 2, 3, 5], [2, 1, 3, 4], [1, 3, 2, 4]], False),
    "from 0": ([[0, 1, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3]], False),
}


@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "called", "turned"),  # each ranking so called and otherwise, as it stands and turned
    [
        (name, called, (number + at) % 2 == 1)
        for number, name in enumerate(RANKINGS)
        for at, called in enumerate(["dataset", "accuracy"])
    ],
)
def test_ranks_are_better_where_they_are_lower(name, turned, called):
    ranks, are_ranks = RANKINGS[name]
    header, rows = [called, *"ABCD"[: len(ranks[0])]], [[SETS[n], *row] for n, row in enumerate(ranks)]
    if turned:
        corner = "method" if called == "dataset" else called
        header, *rows = [list(line) for line in zip([corner, *header[1:]], *rows, strict=True)]
    guess = guessed(header, rows)
    is_lower = are_ranks and called == "dataset"
    assert list(guess.metrics.values()) == ["lower" if is_lower else "higher"]
    assert any("ranks, and lower is better" in doubt.text for doubt in guess.doubts) == is_lower


@pytest.mark.parametrize("file", ["accuracy_ranks.csv", "rank of AUC.csv", "f1-rankings.csv"])
def test_ranks_by_a_metric_are_ranks(file):
    ranks = [[SETS[n], *row] for n, row in enumerate([[1, 2, 3], [2, 1, 3], [1, 3, 2], [1, 2, 3]])]
    assert guessed(["dataset", *"ABC"], ranks, file).metrics == {"rank": "lower"}


def test_in_a_table_of_ranks_none_is_that_of_another():
    guess = guessed(["dataset", *"ABCD"], [[name, 2, 1, 3, 4] for name in SETS])
    assert not [doubt for doubt in guess.doubts if "the rank of" in doubt.text]


def test_names_that_disagree_on_the_direction_are_asked_about():
    rows = [[name, *row[:3]] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    guess = guessed(["dataset", "RF acc", "NB acc", "NN acc"], rows, "error.csv")
    [doubt] = [doubt for doubt in guess.doubts if doubt.is_open]
    assert [way.option for way in doubt.ways] == ["better", "better"]


def test_fractions_among_per_cent_are_asked_about():
    rows = [
        [name, row[0], *(round(100 * x, 1) for x in row[1:])] for name, row in zip(SETS, SCORES.tolist(), strict=False)
    ]
    [doubt] = [doubt for doubt in guessed(["dataset", *"ABCDE"], rows).doubts if doubt.is_open]
    assert doubt.column == "A"


def test_each_column_has_a_use():
    rows = [[name, 100 + 37 * n, "x", *row] for n, (name, row) in enumerate(zip(SETS, SCORES.tolist(), strict=False))]
    guess = guessed(["dataset", "n_samples", "host", *"ABCDE"], rows)
    roles = {name: use.role for name, use in guess.uses.items()}
    assert roles == {"dataset": "names", "n_samples": "descriptor", "host": "other"} | dict.fromkeys("ABCDE", "score")


def test_scores_beyond_what_a_metric_can_be():
    rows = [[name, *(1000 * x for x in row)] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    assert any(doubt.is_open for doubt in guessed(["dataset", *"ABCDE"], rows, "accuracy.csv").doubts)


def test_one_algorithm_is_refused():
    with pytest.raises(FaultsFound):
        guessed(["dataset", "RF"], [[name, 0.5] for name in SETS])


# Spreads next to scores: the same on all data sets, of all algorithms or of some of them.
SPREADS = {
    "some the same": lambda place, which: 0.01 if which == 1 else 0.01 + place * (which + 1) / 900,
    "all the same": lambda place, which: 0.01,
}


@pytest.mark.parametrize("word", ["std", "sd"])
@pytest.mark.parametrize("name", SPREADS)
def test_all_spreads_are_in_doubt_or_none_is(name, word):
    rows = (
        f"d{place},"
        + ",".join(f"{0.5 + place / 40 + which / 50:.3f},{SPREADS[name](place, which):.4f}" for which in range(3))
        for place in range(12)
    )
    header = ",".join(f"{algorithm},{algorithm}_{word}" for algorithm in "ABC")
    Path("scores.csv").write_text(f"dataset,{header}\n" + "\n".join(rows) + "\n")
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    spreads = {f"{algorithm}_{word}" for algorithm in "ABC"}
    in_doubt = spreads & {doubt.column for doubt in guess.doubts}
    assert in_doubt in (set(), spreads)


FUNCTIONS_OF_ALL = {
    "zz": lambda row: row[1] - row[0],
    "Δ": lambda row: max(row) - min(row),
    "all three": sum,
    "half": statistics.fmean,
}


@pytest.mark.few
@pytest.mark.parametrize("functions", [("zz",), ("Δ",), ("Δ", "all three"), ("all three", "Δ"), ("zz", "half")])
@pytest.mark.parametrize("are_first", [False, True])
def test_differences_next_to_scores_are_no_algorithms(functions, are_first):
    random = np.random.default_rng(5)
    scores = np.round(9 + random.uniform(0, 4, (9, 1)) + random.normal(0, 0.5, (9, 3)) + [0, 1, 2], 2).tolist()
    derived = [[round(FUNCTIONS_OF_ALL[name](row), 2) for name in functions] for row in scores]
    header = [*functions, "A", "B", "C"] if are_first else ["A", "B", "C", *functions]
    rows = [
        [name, *(own + row if are_first else row + own)] for name, row, own in zip(SETS, scores, derived, strict=False)
    ]
    guess = guessed(["dataset", *header], rows)
    assert algorithms(guess) == ["A", "B", "C"]
    assert {doubt.column for doubt in guess.doubts if doubt.column} == set(functions)


RANK_LAYOUTS = {
    "after": ("A", "B", "C", "r(A)", "r(B)", "r(C)"),
    "before": ("r(A)", "r(B)", "r(C)", "A", "B", "C"),
    "next to each": ("A", "r(A)", "B", "r(B)", "C", "r(C)"),
    "of two": ("A", "B", "r(A)", "r(B)"),
    "of some": ("A", "B", "C", "r(B)", "r(C)"),
    "with sizes": ("n_samples", "A", "B", "C", "r(A)", "r(B)", "r(C)"),
}


@pytest.mark.few(8)
@pytest.mark.parametrize(
    ("layout", "lower", "gap"),
    [
        (layout, lower, (0.02, 1.0)[(at + lower) % 2])
        for at, layout in enumerate(RANK_LAYOUTS)
        for lower in (False, True)
    ],
)
def test_ranks_next_to_scores_are_no_algorithms(layout, lower, gap):
    """Also where one algorithm has the same rank on all data sets."""
    header = RANK_LAYOUTS[layout]
    random = np.random.default_rng(3)
    scores = np.round(14 + random.uniform(0, 6, (9, 1)) + random.normal(0, 0.5, (9, 3)) + [0, 3 * gap, gap], 2)
    ranked = [name[2] for name in header if name.startswith("r(")]
    rows = []
    for at, name in enumerate(SETS[:9]):
        row = dict(zip("ABC", scores[at].tolist(), strict=True)) | {"n_samples": 150 + 37 * at * at}
        better = {a: sum((row[b] < row[a]) if lower else (row[b] > row[a]) for b in ranked) for a in ranked}
        row |= {f"r({a})": 1 + count for a, count in better.items()}
        rows.append([name, *(row[column] for column in header)])
    guess = guessed(["series", *header], rows, "nrmse.csv" if lower else "accuracy.csv")
    assert algorithms(guess) == [name for name in header if len(name) == 1]
    assert not any(doubt.is_open and doubt.column.startswith("r(") for doubt in guess.doubts)


@pytest.mark.parametrize("header", [["{} time", "{} result"], ["{}", "{}_status"]])
@pytest.mark.parametrize("has_number", [True, False])
def test_failed_runs_with_numbers_are_asked_about(header, has_number):
    columns = [form.format(name) for name in ("Zeta", "Yota", "Xeno") for form in header]
    rows = []
    for at, name in enumerate(SETS):
        zeta = (20.5 + 7 * at, "sat") if at % 3 == 0 else (0.1 if has_number else "", "unknown")
        rows.append([name, *zeta, 19.3 + 7 * at, "sat", 31.2 + 9 * at, "sat"])
    asked = [doubt for doubt in guessed(["benchmark", *columns], rows, "time.csv").doubts if doubt.is_open]
    by_outcome = [doubt for doubt in asked if doubt.column == columns[1]]
    assert len(by_outcome) == has_number


@pytest.mark.parametrize("sums", [(), ("{} (avg)",), ("mean of {}",)])
def test_headings_of_groups_are_no_data_sets(sums):
    groups = {"Images": range(4), "Texts": range(4, 8)}
    rows = []
    for title, part in groups.items():
        own = [SCORES[at, :3].tolist() for at in part]
        rows += [[title, "", "", ""], *([SETS[at], *row] for at, row in zip(part, own, strict=True))]
        means = [round(statistics.fmean(column), 3) for column in zip(*own, strict=True)]
        rows += [[form.format(title), *means] for form in sums]
    guess = guessed(["Dataset", "A", "B", "C"], rows, "accuracy.csv")
    left_out = {label for labels in guess.excluded.values() for label in labels}
    assert left_out == {*groups, *(form.format(title) for form in sums for title in groups)}
    assert set(groups) <= {doubt.value for doubt in guess.doubts if doubt.key == "where"}


def test_quantities_alone_are_asked_about():
    rows = [[name, 4 + 3 * at, round(0.5 - 0.03 * at, 3), round(0.1 + at / 50, 3)] for at, name in enumerate(SETS)]
    guess = guessed(["dataset", "n_features", "minority_fraction", "missing_rate"], rows)
    assert "layout" in {doubt.key for doubt in guess.doubts if doubt.is_open}


def test_quantities_of_algorithms_alone_are_the_score_of_one_data_set():
    rows = [[name, at + 1, 1290 - 23.5 * at, 1200 - 31.5 * (at * 3 % 8)] for at, name in enumerate(SETS[:8])]
    with pytest.raises(FaultsFound, match="'score' holds the score of one data set"):
        guessed(["model", "rank", "score", "votes"], rows)


@pytest.mark.parametrize("called", ["macro avg", "weighted mean", "zz"])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_means_of_the_rows_of_each_group_are_asked_about(called, is_weighted, tmp_path):
    rng, lines = np.random.default_rng(3), ["corpus,class,support,ada,bob,cid"]
    for corpus, n in (("one", 4), ("two", 5), ("tri", 3)):
        scores, support = np.round(rng.uniform(0.3, 0.95, (n, 3)), 3), rng.integers(30, 900, n)
        mean = np.average(scores, axis=0, weights=support if is_weighted else None).round(3)
        rows = [[f"C{k}", support[k], *scores[k]] for k in range(n)]
        lines += [",".join(map(str, [corpus, *row])) for row in [*rows, [called, support.sum(), *mean]]]
    path = tmp_path / "f1.csv"
    path.write_text("\n".join(lines))
    guess = guess_study(read_table(str(path)), str(path))
    [doubt] = [doubt for doubt in guess.doubts if doubt.key == "where" and doubt.column == "class"]
    assert doubt.is_open
    assert [way.value for way in doubt.ways] == [
        f'scores.where={{"class": {{"not": ["{called}"]}}}}',
        f'scores.where={{"class": ["{called}"]}}',
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("x,good,bad", "y,bad,good"), "'b' holds 'bad'"),
        (("x,0.9,88", "y,0.7,75", "z,0.8,82"), "if 'a', 'b' are algorithms, write their scores on one scale"),
    ],
)
def test_what_to_do_where_no_column_has_numbers_or_columns_have_unlike_scales(tmp_path, monkeypatch, rows, expected):
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text("\n".join(("dataset,a,b", *rows, "")), encoding="utf-8")
    with pytest.raises(FaultsFound) as raised:
        guess_study(read_table("scores.csv"), "scores.csv")
    assert expected in str(raised.value)


@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("lengte_km", 0),
        ("lengte_km", 3),
        ("aridity", 0),
        ("Median log kcat", 3),
        ("mean depth", 0),
        ("number of reads", 3),
    ],
)
def test_a_column_that_is_called_unlike_algorithms_is_asked_about(name, at):
    coined = ["EAZY", "LePhare", "ANNz", "BPZ", "GPz"]
    header = ["site", *coined[:at], name, *coined[at:]]
    rows = [[each, *(round(SCORES[at, k % 5] + k / 90, 3) for k in range(6))] for at, each in enumerate(SETS[:8])]
    asked = [doubt.column for doubt in guessed(header, rows, "accuracy.csv").doubts if doubt.is_open]
    assert asked == ([name] if at == 0 or " " in name else [])
    usual = ["SVM", "baseline", "ranger (ours)", "linear"][at]
    guess = guessed(["site", *coined[:at], usual, *coined[at:]], rows, "accuracy.csv")
    assert not [doubt for doubt in guess.doubts if doubt.is_open and doubt.key == "ignore"]


@pytest.mark.few
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(("numbers", "most"), [(range(1, 9), 23), (range(8), 23), ([1] * 8, 23.5)])
def test_numbers_that_count_up_or_are_equal_may_be_the_scores_of_the_first(numbers, most, place):
    others = [[5 + n for n in range(8)], [most + 3 * n for n in range(8)]]

    def guess(name):
        columns, names = [*others], ["A", "C"]
        columns.insert(place, numbers), names.insert(place, name)
        rows = (",".join(map(str, row)) for row in zip(*columns, strict=True))
        lines = [",".join(["instance", *names]), *(f"x{n},{row}" for n, row in enumerate(rows))]
        Path("time.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return guess_study(read_table("time.csv"), "time.csv")

    assert [doubt.column for doubt in guess("B").doubts if doubt.is_open] == ["B"]
    assert [doubt for doubt in guess("row").doubts if doubt.is_open] == []


def test_what_would_be_first_by_the_other_direction_is_asked_about_where_nothing_shows_it():
    rows = "".join(f"d{n},{2 + n % 2},1,4,{3 - n % 2}\n" for n in range(8))
    Path("scores.csv").write_text("dataset,SVM,RF,kNN,MLP\n" + rows, encoding="utf-8")
    doubts = guess_study(read_table("scores.csv"), "scores.csv").doubts
    assert [doubt.column for doubt in doubts if doubt.is_open and doubt.key == "ignore"] == ["RF"]


@pytest.mark.parametrize("name", ["exit_code", "returncode", "exit status"])
def test_how_a_program_ended_is_no_metric(name):
    rows = "".join(
        f"d{n},{a},{10 * i + n + 1}.5,{20 if n % 2 else 10}\n" for n in range(8) for i, a in enumerate("xyz")
    )
    Path("runs.csv").write_text(f"instance,solver,wall_time,{name}\n" + rows, encoding="utf-8")
    assert [*guess_study(read_table("runs.csv"), "runs.csv").metrics] == ["wall_time"]


@pytest.mark.parametrize(("odd", "times"), [("TS [s]", 0.001), ("TS [s]", 1), ("TS (µs)", 1000), ("TS (ms)", 1)])
def test_heads_in_several_units_are_asked_about_and_never_compared(odd, times):
    heads = [f"{name} {'(ms)' if odd == 'TS (µs)' else '[ms]'}" for name in ("GA", "SA", "ILS")]
    rows = [[f"p{n}", 1000 + 50 * n, 900 + 55 * n, 950 + 20 * n, (1200 + 40 * n) * times] for n in range(8)]
    guess = guessed(["instance", *heads, odd], rows)
    of_units = [doubt for doubt in guess.doubts if "no number is converted: write all in one unit" in doubt.text]
    assert [(doubt.column, doubt.is_open) for doubt in of_units] == ([] if odd == "TS (ms)" else [(odd, True)])
    assert [json.loads(way.value.partition("=")[2]) for doubt in of_units for way in doubt.ways] == [[odd]] * len(
        of_units
    )


def test_units_of_heads_are_said_with_each_name_once():
    rows = [[d, 900 + i, 1200 + 7 * i, 1 + i] for i, d in enumerate(SETS)]
    [doubt] = [doubt for doubt in guessed(["dataset", "GA [ms]", "SA [ms]", "TS [s]"], rows).doubts if doubt.is_open]
    assert str(doubt).count("TS [s]") == 1


def test_columns_that_are_omitted_for_their_names_are_on_no_other_scale():
    cells = {
        "latency": [0.624, 0.564, 0.606, 0.598, 0.569],
        "Maxsub": [0.645, 0.694, 0.723, 0.608, 0.579],
        "run": [0.512, 0.652, 0.713, 0.464, 0.472],
        "unnamed": [0.596, 0.684, 0.683, 0.572, 0.554],
    }
    doubts = {doubt.column: doubt.text for doubt in guessed(["dataset", *cells], write_rows(cells)).doubts}
    assert {"run", "unnamed"} <= {*doubts}
    assert not any("another scale" in text for text in doubts.values())
