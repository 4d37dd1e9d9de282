"""Numbers that are not alike: in percent and as fractions of 1, in several units, in the place of no result."""

import csv
import json
import re
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rankpress
from rankpress.app.cli import main
from rankpress.catalog.metrics import better_of
from rankpress.core.faults import FaultsFound
from rankpress.core.mixed_scales import per_cent_among_fractions
from rankpress.init.assumptions import doubts_left, doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

DATASETS = range(12)


def share(algorithm, place, seed=0):
    """A is the best, C the worst."""
    return round({"A": 0.8, "B": 0.78, "C": 0.75}[algorithm] - 0.02 * (place % 5) + 0.001 * (place * 7 % 4 + seed), 4)


def long(metric, value, seeds=0):
    rows = (
        f"d{place},{a},{f'{seed},' if seeds else ''}{value(a, place, seed)}\n"
        for place in DATASETS
        for a in "ABC"
        for seed in range(max(seeds, 1))
    )
    return f"dataset,algorithm,{'seed,' if seeds else ''}{metric}\n{''.join(rows)}"


def wide(value):
    return "dataset,A,B,C\n" + "".join(f"d{p},{','.join(str(value(a, p, 0)) for a in 'ABC')}\n" for p in DATASETS)


def c_in_per_cent(a, place, seed):
    return round(share(a, place, seed) * (100 if a == "C" else 1), 4)


def c_in_part(a, place, seed):
    return round(share(a, place, seed) * (100 if a == "C" and place % 4 else 1), 4)


def one_seed(a, place, seed):
    return round(share(a, place, seed) * (100 if a == "C" and seed == 1 else 1), 4)


def small_error(a, place, seed):
    """The error of C is the greatest, and a fraction; those of the others are in percent."""
    return round((1 - share(a, place, seed)) * (1 if a == "C" else 100), 4)


MIXED = {
    "accuracy of one": long("accuracy", c_in_per_cent),
    "a metric that nobody knows": long("foo", c_in_per_cent),
    "in part": long("accuracy", c_in_part),
    "in one seed": long("accuracy", one_seed, 3),
    "in part, wide": wide(c_in_part),
    "an error": long("error", small_error),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", MIXED)
def test_per_cent_and_fractions_are_compared_by_nobody_unseen(name, capsys):
    Path("scores.csv").write_text(MIXED[name])
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    error = " ".join(capsys.readouterr().err.split())
    assert "fractions of 1" in error
    # a direction that the user names settles nothing about numbers
    better = "lower" if name == "an error" else "higher"
    assert main(["run", "scores.csv", "--only", "markdown", "--better", better]) == 2
    assert main(["run", "scores.csv", "--only", "markdown", "--set", "scores.confirmed=true"]) == 0
    with pytest.raises(FaultsFound, match="fractions of 1"):
        rankpress.compare(pd.read_csv("scores.csv"))


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("accuracy", lambda a, p, s: round(100 * share(a, p, s), 3)),
        ("error", lambda a, p, s: round((3.2 - 2 * share(a, p)) ** p, 4)),  # from below 1 to above, by the data set
        ("rmse", c_in_per_cent),
        ("runtime", c_in_per_cent),
        ("reward", c_in_per_cent),
    ],
)
def test_numbers_of_one_scale_raise_no_such_doubt(metric, value):
    Path("scores.csv").write_text(long(metric, value))
    table = read_table("scores.csv")
    assert not [d for d in doubts_on_values(table, guess_study(table, "scores.csv")) if "fractions" in d.text]


def test_numbers_that_change_no_winner_are_a_doubt_and_no_question():
    text = long("accuracy", lambda a, p, s: round(share(a, p) * (100 if a == "A" else 1), 4))
    Path("scores.csv").write_text(text)
    table = read_table("scores.csv")
    [doubt] = doubts_on_values(table, guess_study(table, "scores.csv"))
    assert "scores of 'A' such as" in doubt.text
    assert not doubt.is_open


@pytest.mark.parametrize("name", MIXED)
def test_no_way_compares_per_cent_with_fractions(name):
    Path("scores.csv").write_text(MIXED[name])
    table = read_table("scores.csv")
    guess = guess_study(table, "scores.csv")
    [doubt] = [d for d in (*guess.doubts, *doubts_on_values(table, guess)) if d.is_open and "fractions" in d.text]
    [way] = doubt.ways
    assert way.meaning == "'C' is not compared"
    assert '"C"' in way.value


def test_either_side_of_mixed_scales_may_be_omitted():
    rows = [(share("A", p), share("B", p), 100 * share("C", p), 100 * share("C", p) - 3) for p in DATASETS]
    cells = "".join(f"d{p},{a},{x}\n" for p, row in enumerate(rows) for a, x in zip("ABCD", row, strict=True))
    Path("scores.csv").write_text(f"dataset,algorithm,accuracy\n{cells}")
    table = read_table("scores.csv")
    [doubt] = doubts_on_values(table, guess_study(table, "scores.csv"))
    assert [way.meaning for way in doubt.ways] == ["'C', 'D' are not compared", "'A', 'B' are not compared"]


def gaps(a, place, _):
    return f"{ {'A': 0.01, 'B': 0.05, 'C': 1.5}[a] + place / 100:.2f}%"


@pytest.mark.parametrize("text", [wide(gaps), long("gap", gaps)])
def test_cells_that_are_all_written_in_per_cent_are_no_fractions(text):
    Path("scores.csv").write_text(text)
    table = read_table("scores.csv")
    guess = guess_study(table, "scores.csv")
    doubts = [*guess.doubts, *doubts_on_values(table, guess)]
    assert not [doubt for doubt in doubts if "fractions" in str(doubt) or "0 to 1" in str(doubt)]


def row_in_per_cent(factor, places=(3,)):
    return pd.DataFrame(
        {a: [round(share(a, p) * (factor if p in places else 1), 4) for p in DATASETS] for a in "ABC"},
        index=[f"d{p}" for p in DATASETS],
    )


@pytest.mark.few
@pytest.mark.parametrize("metric", ["accuracy", "score", "hit", "foo"])
@pytest.mark.parametrize("places", [(3,), (0, 5, 11), range(11)])
def test_data_sets_in_per_cent_among_others_are_doubted_whatever_the_metric(metric, places):
    with pytest.warns(UserWarning, match="are some in percent"):
        rankpress.compare(row_in_per_cent(100, places), metric=metric, better="higher")


@pytest.mark.parametrize(
    ("metric", "factor"),
    [("rmse", 100), ("runtime", 100), ("score", 1000), ("score", 20), ("reward", 100), ("foo", 3), ("foo", 8)],
)
def test_data_sets_of_other_sizes_raise_no_such_doubt(metric, factor):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        comparison = rankpress.compare(row_in_per_cent(factor), metric=metric, better="higher")
    assert "in percent" not in str(comparison.doubts)


def test_an_error_of_functions_that_are_minimized_is_no_share():
    powers = 10.0 ** np.repeat([-6, -3, -1, 0, 2], 3)
    frame = pd.DataFrame({name: factor * powers for name, factor in (("A", 1.0), ("B", 2.5), ("C", 4.0))})
    assert not rankpress.compare(frame, metric="error", better="lower").doubts
    with pytest.warns(UserWarning, match="are some in percent"):
        rankpress.compare(row_in_per_cent(100), metric="error", better="lower", dataset="")


@pytest.mark.few
@pytest.mark.parametrize("form", ["{!r}", "{:.3e}", "{:.3g}"])
@pytest.mark.parametrize("seed", range(4))
def test_small_numbers_with_powers_of_ten_are_no_function_of_others(form, seed):
    draw = np.random.default_rng(seed)
    scores = 10.0 ** draw.uniform(-12, 3, (15, 1)) * draw.uniform(0.2, 5, (15, 4)) * (1, 2, 3, 4)
    scores[seed] = (0.0, 0.0, 1e-300, 1.2e-12)
    rows = [f"f{place}," + ",".join(form.format(float(score)) for score in row) for place, row in enumerate(scores)]
    Path("final_error.csv").write_text("\n".join(["function,CMA-ES,DE,PSO,BFGS", *rows, ""]))
    guess = guess_study(read_table("final_error.csv"), "final_error.csv")
    assert not guess.where
    assert not [doubt for doubt in guess.doubts if doubt.key in ("where", "ignore")]


def test_data_sets_all_written_in_per_cent_are_in_no_doubt(capsys):
    Path("error.csv").write_text(wide(lambda a, p, _: f"{0.4 + 30 * (p == 3) + 'ABC'.index(a) / 50 + p / 99:.2f}%"))
    assert main(["run", "error.csv", "--only", "markdown"]) == 0
    assert "are some in percent" not in " ".join(capsys.readouterr().out.split())


def test_errors_below_one_per_cent_are_in_per_cent_too():
    errors = pd.Series([0.4, 1.4, 3.1, 12, 19, 16, 55, 61, 49])
    assert not per_cent_among_fractions(errors.to_numpy(), pd.Series([0, 0, 0, 1, 1, 1, 2, 2, 2]).to_numpy()).any()


UNITS = {"A": ("us", 1e6), "B": ("ms", 1e3), "C": ("s", 1)}
OF_UNITS = {
    "unit": ("time", "unit", lambda a, p: UNITS[a]),
    "time_unit": ("time", "time_unit", lambda a, p: UNITS[a]),
    "units of any value": ("value", "units", lambda a, p: UNITS[a]),
    "values that are units": ("latency", "measured_in", lambda a, p: UNITS[a]),
    "two of them": ("time", "unit", lambda a, p: ("ms", 1e3) if a != "C" else ("s", 1)),
    "currencies": ("cost", "currency", lambda a, p: ("EUR", 1) if a != "C" else ("JPY", 1e-3)),
    "unknown ones": ("time", "unit", lambda a, p: ("blinks", 1e3) if a != "C" else ("winks", 1)),
}


def of_units(metric, column, unit_of):
    rows = []
    for place in DATASETS:
        for a in "ABC":
            unit, factor = unit_of(a, place)
            rows.append(f"d{place},{a},{(2 - share(a, place)) * factor:.6g},{unit}\n")
    return f"dataset,algorithm,{metric},{column}\n{''.join(rows)}"


@pytest.mark.few
@pytest.mark.parametrize("name", OF_UNITS)
def test_several_units_are_compared_by_nobody_unseen(name, capsys):
    Path("scores.csv").write_text(of_units(*OF_UNITS[name]))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    assert "is in several units" in capsys.readouterr().err
    with pytest.raises(FaultsFound, match="is in several units"):
        rankpress.compare(pd.read_csv("scores.csv"))


def test_each_unit_with_two_algorithms_is_offered(capsys):
    Path("scores.csv").write_text(of_units(*OF_UNITS["two of them"]))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    error = capsys.readouterr().err
    assert """--set 'scores.where={"unit": ["ms"]}'""" in error
    assert """["s"]""" not in error
    assert main(["run", "scores.csv", "--only", "markdown", "--set", 'scores.where={"unit": ["ms"]}']) == 0


def test_units_that_differ_between_data_sets_alone_are_a_doubt():
    text = of_units("time", "unit", lambda a, p: ("ms", 1e3) if p % 2 else ("s", 1))
    Path("scores.csv").write_text(text)
    table = read_table("scores.csv")
    [doubt] = doubts_on_values(table, guess_study(table, "scores.csv"))
    assert not doubt.is_open


def test_a_column_of_units_is_no_column_of_data_sets():
    units = {"accuracy": "%", "time": "ms"}
    rows = [f"d{p},{a},{m},{share(a, p)},{units[m]}" for p in DATASETS for a in "ABC" for m in units]
    Path("scores.csv").write_text("\n".join(["dataset,algorithm,metric,value,unit", *rows, ""]))
    table = read_table("scores.csv")
    guess = guess_study(table, "scores.csv")
    assert guess.where == {"metric": ("accuracy",)}
    assert not list(doubts_on_values(table, guess))


MARKS = ["a", " a", "(a)", " [ab]", "^a", "†", " ‡", "(†)", "ᵃ", "¹", "$^{a}$", "<sup>b</sup>"]


@pytest.mark.usefixtures("results_alone")
@pytest.mark.few(8)
@pytest.mark.parametrize(
    ("mark", "layout", "every"), [(mark, *(("wide", True), ("long", False))[at % 2]) for at, mark in enumerate(MARKS)]
)
def test_a_mark_at_a_number_is_no_part_of_it_and_is_accounted_for(layout, every, mark, capsys):
    def value(a, place, _):
        return f"{share(a, place)}{mark if a == 'A' and (every or place in (1, 4)) else ''}"

    Path("scores.csv").write_text(wide(value) if layout == "wide" else long("accuracy", value))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    answer = " ".join(capsys.readouterr().out.split())
    assert "36 expected results" in answer
    assert "A achieves the best average rank in" in answer
    assert f"at {12 if every else 2} numbers" in answer
    assert sum(json.loads(Path("report/results.json").read_text())["reading"]["marks"].values()) == (12 if every else 2)


# What stands at numbers and may be a unit, or no number at all.
UNREAD = ["k", "m", " ms", "s", " b", "a.b", "%", " (s)", "x2"]


@pytest.mark.few(9)
@pytest.mark.parametrize(("end", "every"), [(end, at % 2 == 0) for at, end in enumerate(UNREAD)])
def test_a_column_with_scores_is_left_out_by_nobody_unseen(every, end, capsys):
    def value(a, place, _):
        return f"{share(a, place)}{end if a == 'A' and (every or place in (1, 4)) else ''}"

    Path("scores.csv").write_text(wide(value))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    assert capsys.readouterr().err.count("\n") < 20


@pytest.mark.parametrize("numbers", [3, 6, 9])
def test_nor_is_one_in_which_some_cells_hold_words(numbers, capsys):
    Path("scores.csv").write_text(wide(lambda a, p, _: "pending" if a == "A" and p >= numbers else share(a, p)))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    assert "'pending'" in capsys.readouterr().err


def grouped(a, place, _):
    """Numbers such as 5,820, which may be thousands or have three decimals."""
    return f"{int(10_000 * share(a, place)):,}"


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("sign", [";", ","])
def test_a_comma_that_may_stand_between_thousands_is_read_alike_in_files_and_frames(sign, capsys):
    rows = [["dataset", "A", "B", "C"], *([f"d{p}", *(grouped(a, p, 0) for a in "ABC")] for p in DATASETS)]
    with Path("reward.csv").open("w") as file:
        csv.writer(file, delimiter=sign).writerows(rows)
    means = {}
    for option in ((), ("--set", 'scores.csv.decimal=","'), ("--set", 'scores.csv.thousands=","')):
        assert main(["run", "reward.csv", "--only", "markdown", *option]) == 0
        answer = " ".join(capsys.readouterr().out.split())
        assert ("""'scores.csv.decimal=","'""" in answer) == (not option)
        means["".join(option)] = re.search(r"A 1\.00 ([0-9.]+)", answer)[1]
    assert [float(mean) > 1000 for mean in means.values()] == [True, False, True]
    frame = pd.read_csv("reward.csv", sep=sign)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert rankpress.compare(frame, better="higher").table("scores").to_frame().iloc[0, 0] > 1000
    assert "{'csv': {'decimal': ','}}" in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        comparison = rankpress.compare(frame, better="higher", scores={"csv": {"decimal": ","}})
    assert comparison.table("scores").to_frame().iloc[0, 0] < 10


def test_a_comma_that_decides_which_number_is_larger_is_asked_about(capsys):
    rows = [f"d{p};{grouped('A', p, 0)};{int(1000 * share('B', p))};{int(1000 * share('C', p))}" for p in DATASETS]
    Path("scores.csv").write_text("\n".join(["dataset;A;B;C", *rows, ""]))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    message = capsys.readouterr().err
    assert message.count("--set 'scores.csv.thousands") == message.count("--set 'scores.csv.decimal") > 0


def test_other_columns_show_the_decimal_sign(capsys):
    rows = [f'd{p},{a},"{grouped(a, p, 0)}",{share(a, p)}' for p in DATASETS for a in "ABC"]
    Path("scores.csv").write_text("\n".join(["dataset,algorithm,time,accuracy", *rows, ""]))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    assert "taken for" not in capsys.readouterr().out


@pytest.mark.parametrize("sign", [" ", "|"])
def test_an_option_for_tables_in_text_holds_while_the_file_is_looked_at(sign):
    text = wide(lambda a, p, _: share(a, p)).replace(",", sign)
    Path("scores.csv").write_text(f"# a, note\n{text}")
    assert main(["run", "scores.csv", "--only", "markdown", "--set", f"scores.csv.delimiter='{sign}'"]) == 0


@pytest.mark.usefixtures("results_alone")
@pytest.mark.parametrize("sign", ["#", "%", "//"])
def test_lines_of_comments_are_accounted_for(sign, capsys):
    text = wide(lambda a, p, _: share(a, p)).replace("d3,", "#d3,")  # which is a name
    Path("scores.csv").write_text(f"{sign} made by x, on y\n\n{sign} more, in %\n{text}")
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    answer = capsys.readouterr().out
    assert "36 expected results" in answer
    assert "Comments next to the scores: 'made by x, on y'; 'more, in %'." in answer
    assert json.loads(Path("report/results.json").read_text())["reading"]["comments"] == [
        "made by x, on y",
        "more, in %",
    ]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("owner", ["task", "suite"])
def test_outcomes_on_many_rows_have_the_command_for_examples(owner, capsys):
    rows = [f"all,q{n},{a},{int((n * 7 + 3 * i) % 5 > i)}" for n in range(200) for i, a in enumerate("ABC")]
    Path("scores.csv").write_text("\n".join([f"{owner},question,model,correct", *rows, ""]))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    answer = " ".join(capsys.readouterr().out.split())
    options = [f'scores.columns.dataset="{owner}"', 'scores.columns.example="question"']
    assert f"run scores.csv --set '{options[0]}' --set '{options[1]}'" in answer
    assert main(["run", "scores.csv", "--only", "markdown", "--set", options[0], "--set", options[1]]) == 0
    assert "McNemar" in capsys.readouterr().out


@pytest.mark.few
@pytest.mark.parametrize(
    ("folder", "outcome"),
    [
        ("error", 2),
        ("val_loss", 2),
        ("runtime", 2),
        ("error_analysis", "doubt"),
        ("accuracy", "none"),
        ("runs", "none"),
    ],
)
def test_a_score_of_any_kind_in_a_folder_of_errors_is_asked_about(folder, outcome, capsys):
    Path(folder).mkdir()
    for a in "ABC":
        Path(folder, f"{a}.csv").write_text("dataset,score\n" + "".join(f"d{p},{share(a, p)}\n" for p in DATASETS))
    assert main(["run", folder, "--only", "markdown"]) == (2 if outcome == 2 else 0)
    printed = " ".join("".join(capsys.readouterr()).split())
    assert ("that of the file or folder" in printed) == (outcome != "none")


@pytest.mark.parametrize("metric", ["accuracy_cost", "accuracy_rank", "f1_std", "auc_sem"])
def test_a_word_behind_a_metric_leaves_its_direction_in_doubt(metric, capsys):
    Path("scores.csv").write_text(long(metric, share))
    # of two words that say different directions neither is taken
    assert main(["run", "scores.csv", "--only", "markdown"]) == (2 if metric == "accuracy_cost" else 0)
    assert f"'{metric.split('_')[1]}' in its name may turn" in " ".join("".join(capsys.readouterr()).split())


SIGNED = {
    # by metric, whether values on both sides of 0 are asked about
    "parity_gap": True,
    "prediction error": True,
    "demographic_parity_difference": True,
    "accuracy_difference": False,
    "nll": False,
    "-error": False,
}


def signed(p, share):
    """Return a number of which a share of ten are below 0."""
    return round((0.1 + 0.01 * p) * (-1 if p % 10 < 10 * share else 1), 3)


IN_NAMES_OF_COLUMNS = ("parity_gap", "prediction error", "accuracy_difference", "nll")


@pytest.mark.parametrize(
    ("layout", "metric"),
    [*(("long", metric) for metric in SIGNED), *(("wide", metric) for metric in IN_NAMES_OF_COLUMNS)],
)
@pytest.mark.parametrize("share_below", [0, 0.5, 1])
def test_what_may_be_best_at_zero_is_asked_about_where_it_lies_on_both_sides(metric, share_below, layout):
    values = {(n, a): signed(n + 7 * k, share_below) for n in range(10) for k, a in enumerate("ABC")}
    if layout == "long":
        lines = [f"dataset,algorithm,{metric}", *(f"d{n},{a},{value}" for (n, a), value in values.items())]
    else:
        lines = [f"dataset,{','.join(f'{a} {metric}' for a in 'ABC')}"]
        lines += [f"d{n},{','.join(str(values[n, a]) for a in 'ABC')}" for n in range(10)]
    Path("table.csv").write_text("\n".join(lines) + "\n")
    guess = guess_study(read_table("table.csv"), "table.csv")
    asked = [doubt for doubt in guess.doubts if "nearest to 0" in doubt.text]
    assert [doubt.is_open for doubt in asked] == ([True] if SIGNED[metric] and share_below == 0.5 else [])
    assert [[way.value for way in doubt.ways] for doubt in asked] in ([], [["lower", "higher"]])


def test_a_direction_that_is_asked_about_is_stated_of_that_metric_alone(capsys):
    rows = [f"d{n},{a},{0.9 - 0.01 * n * k},{signed(n + 7 * k, 0.5)}" for n in range(10) for k, a in enumerate("ABC")]
    Path("table.csv").write_text("\n".join(["dataset,algorithm,accuracy,parity_gap", *rows]) + "\n")
    assert main(["run", "table.csv", "--only", "markdown"]) == 2
    ways = re.findall(r"rankpress run table.csv (--metric .*?)\s*#", capsys.readouterr().err)
    assert ways == ["--metric parity_gap --better lower", "--metric parity_gap --better higher", "--metric accuracy"]


@pytest.mark.parametrize(
    ("name", "better"),
    [
        *dict.fromkeys(["c_index", "top-1", "R_2", "f1_score", "v_measure"], "higher").items(),
        *dict.fromkeys(["cross entropy", "ibs", "interval_score", "energy score", "log loss"], "lower").items(),
        ("A_1", None),
    ],
)
def test_words_that_name_a_metric_together_say_its_direction(name, better):
    assert better_of(name) == better


def per_cent(a, place, _):
    return f"{100 * share(a, place):.2f}%"


WITH_SIGNS = {
    "wide": (wide(per_cent), "%"),
    "long": (long("accuracy", per_cent), "%"),
    "by its name": (long("accuracy (%)", lambda *at: 100 * share(*at)), "%"),
    "by a word of its name": (long("accuracy_pct", lambda *at: 100 * share(*at)), "%"),
    "one column without": (wide(lambda *at: per_cent(*at) if at[0] == "A" else share(*at)), None),
    "fractions, whatever the name": (long("accuracy_pct", share), None),
    "no signs": (wide(share), None),
    "lengths, whatever the name": (long("gap_pct", lambda *at: 30_000 * share(*at)), None),
}


@pytest.mark.parametrize(("size", "unit"), [(3, "%"), (250, None), (27_000, None)])
@pytest.mark.parametrize("name", ["gap_pct", "Gap (%)", "error percent"])
def test_numbers_as_large_as_what_they_would_be_percentages_of_are_none(name, size, unit):
    rows = [[size * (1 + d / 9), *(size * (1 + d / 9) * (1 + (1 - share(a, d)) / 50) for a in "ABC")] for d in DATASETS]
    lines = [f"d{d},{','.join(f'{length:.2f}' for length in row)}" for d, row in enumerate(rows)]
    Path(f"{name}.csv").write_text("\n".join(["instance,BKS,A,B,C", *lines, ""]))
    table = read_table(f"{name}.csv")
    guess = guess_study(table, f"{name}.csv")
    assert [guess.units.get(metric) for metric in guess.metrics] == [unit]
    doubts = [doubt for doubt in doubts_left(table, guess, ()) if "percentages by the name" in doubt.text]
    assert [doubt.is_open for doubt in doubts] == [False] * (unit is None)


@pytest.mark.parametrize("name", WITH_SIGNS)
def test_scores_written_in_per_cent_have_it_for_their_unit(name):
    scores, unit = WITH_SIGNS[name]
    Path("scores.csv").write_text(scores)
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    assert [guess.units.get(metric) for metric in guess.metrics] == [unit]


@pytest.mark.nightly
@pytest.mark.usefixtures("whole_report")
def test_per_cent_is_printed_of_the_scores_of_files_and_frames(capsys):
    Path("scores.csv").write_text(wide(per_cent))
    assert main(["run", "scores.csv", "--better", "higher", "--only", "latex"]) == 0
    assert "Mean (%)" in capsys.readouterr().out
    assert "percentage points" in Path("report/report.tex").read_text()
    comparison = rankpress.compare(pd.read_csv("scores.csv"), metric="quality", better="higher")
    assert "Mean (%)" in str(comparison)


@pytest.mark.parametrize("owner", ["", "category,"])
@pytest.mark.parametrize("example", ["q{}", "{}"])
@pytest.mark.parametrize("names", [("A", "B", "C"), ("model A", "a_b 50% $x$", "<b>Ω</b> 😀")])
def test_a_wide_table_of_outcomes_has_the_study_that_reads_it_as_a_long_one(owner, example, names, capsys):
    rows = [
        (
            example.format(n),
            ("math,", "code,")[n % 2] if owner else "",
            [int((n * 7 + 3 * i) % 5 > i) for i in range(3)],
        )
        for n in range(60)
    ]
    wide = [f"{n},{of}{','.join(map(str, right))}" for n, of, right in rows]
    Path("scores.csv").write_text("\n".join([f"question,{owner}{','.join(names)}", *wide, ""]))
    assert main(["run", "scores.csv"]) == 2
    [study] = re.findall(r"study\.yaml: (\{.*\}), and", capsys.readouterr().err)
    Path("study.yaml").write_text(study)
    long = [f"{of or 'scores,'}{n},{a},{one}" for n, of, right in rows for a, one in zip(names, right, strict=True)]
    Path("long.csv").write_text("\n".join(["dataset,example,algorithm,correct", *long, ""]))
    Path("long.yaml").write_text(
        "scores: {files: long.csv, columns: {example: example}, metrics: [{name: correct, better: higher}]}"
    )
    of_wide, of_long = (load(read_study(name).study.scores, Path()).metrics[0] for name in ("study.yaml", "long.yaml"))
    assert (of_wide.datasets, of_wide.algorithms) == (of_long.datasets, of_long.algorithms)
    np.testing.assert_array_equal(of_wide.means, of_long.means)
    assert [one.n for one in of_wide.outcomes] == [one.n for one in of_long.outcomes]
