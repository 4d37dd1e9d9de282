"""Names that say that some numbers are not to be compared with the others are asked about, whatever their numbers."""

import json

import numpy as np
import pytest

from rankpress.core.questions import questions_of
from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.kinds import crossed, doubts_on_measures_of
from rankpress.init.reading import read_table

SETS = ["iris", "wine", "yeast", "glass", "ecoli", "zoo", "heart", "sonar", "abalone"]
RNG = np.random.default_rng(4)


def table_of(means, rows=SETS, corner="dataset", spread=0.01):
    lines = [",".join([corner, *means])]
    lines += [
        ",".join([row, *(f"{mean + spread * RNG.standard_normal():.3f}" for mean in means.values())]) for row in rows
    ]
    return "\n".join(lines) + "\n"


def open_doubts(text, tmp_path, name="accuracy.csv"):
    path = tmp_path / name
    path.write_text(text)
    table = read_table(str(path))
    guess = guess_study(table, str(path))
    return [doubt for doubt in (*guess.doubts, *doubts_on_values(table, guess)) if doubt.is_open]


@pytest.mark.few
@pytest.mark.parametrize("ends", [("val", "test"), ("clean", "noisy"), ("cold", "hot"), ("easy", "hard")])
@pytest.mark.parametrize("form", ["{a}_{e}", "{a} ({e})", "{e}-{a}"])
def test_columns_under_conditions_are_asked_about(ends, form, tmp_path):
    means = {form.format(a=a, e=e): 0.7 + 0.02 * i + 0.1 * j for i, a in enumerate("UVW") for j, e in enumerate(ends)}
    asked = open_doubts(table_of(means), tmp_path)
    assert any(f"under 2 conditions ('{ends[0]}', '{ends[1]}')" in doubt.text for doubt in asked)


@pytest.mark.parametrize("ends", [("train", "val", "test"), ("cold", "hot"), ("easy", "medium", "hard")])
def test_each_condition_can_be_compared_alone_whatever_else_is_asked(ends, tmp_path):
    """The first algorithm has 1 everywhere under the first condition, and a cost stands next to all of them."""
    means = {f"{a}_{e}": 0.7 + 0.02 * i - 0.1 * j for i, a in enumerate("UVW") for j, e in enumerate(ends)}
    header, *lines = table_of(means).splitlines()
    cells = [line.split(",") for line in lines]
    text = "\n".join([f"{header},RMSE", *(",".join([row[0], "1.000", *row[2:], row[3]]) for row in cells)])
    ways = questions_of(doubt for doubt in open_doubts(text, tmp_path) if doubt.key == "ignore")[0].ways
    kept = [means.keys() - {*json.loads(way.value.partition("=")[2])} for way in ways]
    for end in ends:
        assert {name for name in means if name.endswith(f"_{end}")} in kept
    assert {*means} in kept


def test_settings_of_which_none_is_always_the_best_are_algorithms(tmp_path):
    means = {"RF_gini": 0.8, "RF_entropy": 0.82, "ET_gini": 0.79, "ET_entropy": 0.77}
    assert not open_doubts(table_of(means), tmp_path)


@pytest.mark.parametrize("layout", ["rows", "long"])
def test_data_sets_under_conditions_are_asked_about(layout, tmp_path):
    rows = [f"{name}/{part}" for name in SETS for part in ("train", "test")]
    text = table_of({"RF": 0.8, "NB": 0.7, "kNN": 0.75}, rows)
    if layout == "long":
        header, *lines = (line.split(",") for line in text.splitlines())
        cells = (f"{name},{a},{cell}" for name, *rest in lines for a, cell in zip(header[1:], rest, strict=True))
        text = "\n".join(["dataset,algorithm,accuracy", *cells])
    [doubt] = open_doubts(text, tmp_path)
    assert "under 2 conditions" in doubt.text
    assert "/test" in doubt.ways[1].value
    assert "/train" not in doubt.ways[1].value


@pytest.mark.parametrize("measure", ["ECE", "RMSE", "Latency", "FLOPs (G)", "train time"])
def test_a_column_of_a_measure_among_data_sets_is_asked_about(measure, tmp_path):
    text = table_of(dict.fromkeys([*SETS, measure], 0.7), ["RF", "NB", "kNN", "SVM"], "model", 0.05)
    assert measure in {doubt.column for doubt in open_doubts(text, tmp_path)}


AMOUNTS = [
    ["Input $/M tokens", "Output $/M tokens"], ["Price ($/1M in)", "Price ($/1M out)"], ["Input price", "Output price"],
    ["$ in", "$ out"], ["Price per 1M input tokens", "Context"], ["Input €/M", "Release"], ["Cost/1M tok"],
    ["Params (B)", "Context"], ["Memory (GB)", "Disk (GB)"], ["FPS", "mAcc"], ["img/s"], ["PixelAcc", "Cat. IoU"],
    ["GPU hours", "Notes"], ["Blended $/Mtok", "Output speed"],
]  # fmt: skip


@pytest.mark.parametrize("amounts", AMOUNTS)
def test_what_is_paid_or_needed_is_asked_about_next_to_data_sets(amounts, tmp_path):
    """Their numbers are as large as the scores: by their values they are data sets."""
    models, noise = {f"model-{i}": 60 + 8 * i for i in range(4)}, np.random.default_rng(5)
    head = ",".join(["Model", "MMLU", "GSM8K", "HumanEval", "HellaSwag", "ARC", *amounts])
    rows = [
        ",".join([name, *(f"{mean + 3 * noise.random():.1f}" for _ in head.split(",")[1:])])
        for name, mean in models.items()
    ]
    asked = [doubt.column for doubt in open_doubts("\n".join([head, *rows]), tmp_path) if doubt.key == "ignore"]
    assert asked == [name for name in amounts if name not in ("Context", "Release", "Notes")]


def test_a_data_set_may_be_called_as_a_cost_is(tmp_path):
    means = {"RF": 0.8, "NB": 0.6, "kNN": 0.7, "SVM": 0.5}
    lines = (",".join([a, *(f"{mean + n / 100:.2f}" for n in range(10))]) for a, mean in means.items())
    text = "\n".join([",".join(["model", *SETS[:3], "energy", *SETS[3:]]), *lines])
    assert not open_doubts(text, tmp_path)


@pytest.mark.parametrize("last", [["train time"], ["params (M)", "memory"], ["ECE"]])
def test_rows_of_measures_at_the_end_are_asked_about(last, tmp_path):
    text = table_of({"RF": 0.8, "NB": 0.7, "kNN": 0.75}, [*SETS, *last])
    assert {*last} <= {doubt.value for doubt in open_doubts(text, tmp_path)}


def test_rows_of_several_measures_are_asked_about(tmp_path):
    means = {"RF": 0.8, "NB": 0.7, "kNN": 0.75, "SVM": 0.6}
    text = table_of(means, [f"{d} ({m})" for d in SETS for m in ("acc", "time s")], spread=0.1)
    assert any("rows of several measures" in doubt.text for doubt in open_doubts(text, tmp_path))


def test_predicted_classes_are_asked_about(tmp_path):
    truth = RNG.integers(0, 4, 40)
    votes = [np.where(RNG.random(40) < 0.8, truth, RNG.integers(0, 4, 40)) for _ in range(3)]
    lines = [f"s{n},{','.join(map(str, row))}" for n, row in enumerate(zip(*votes, strict=True))]
    asked = open_doubts("\n".join(["sample,A,B,C", *lines]), tmp_path, "a.csv")
    assert any("as predicted classes are" in doubt.text for doubt in asked)


@pytest.mark.parametrize("names", [["GPT-3", "GPT-4", "Yi-3", "Yi-4"], ["a_x", "b_y"], ["ab", "cd"]])
def test_names_arecrossed_only_where_all_stand_with_all(names):
    assert not list(crossed(names))


@pytest.mark.parametrize("below", ["power", "speed of all"])
def test_a_row_below_sums_is_asked_about(below, tmp_path):
    text = table_of({"RF": 0.8, "NB": 0.7, "kNN": 0.75}) + f"Average,0.8,0.7,0.75\n{below},31.2,17.9,22.4\n"
    assert [doubt.value for doubt in open_doubts(text, tmp_path)] == [below]


def test_a_row_in_the_midst_that_is_the_mean_of_others_by_chance_is_asked_about(tmp_path):
    scores = RNG.random((6, 3)).round(2)
    names = "abxcdef"
    rows = [*scores[:2], scores.mean(axis=0), *scores[2:]]
    rows = [f"{name},{','.join(f'{cell:.3f}' for cell in row)}" for name, row in zip(names, rows, strict=True)]
    [doubt] = open_doubts("\n".join(["dataset,RF,NB,kNN", *rows]), tmp_path)
    assert (doubt.key, doubt.value) == ("where", "x")


@pytest.mark.parametrize("form", ["{a}_seed{n}", "{a} run {n}", "{a}-{n}"])
def test_algorithms_that_are_runs_are_asked_about(form, tmp_path):
    names = [form.format(a=a, n=n) for a in ("RF", "NB") for n in (1, 2, 3)]
    cells = (f"{d},{a},{0.7 + 0.1 * RNG.random():.3f}" for d in SETS for a in names)
    asked = open_doubts("\n".join(["dataset,algorithm,accuracy", *cells]), tmp_path, "runs.csv")
    assert any("runs of 2 algorithms" in doubt.text for doubt in asked)


@pytest.mark.parametrize("layout", ["wide", "long"])
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([f"{name}_fold{n}" for name in SETS for n in range(3)], "runs of 9 data sets"),
        ([f"boot{n}" for n in range(20)], "runs or resamples of one data set"),
        (["p50", "p90", "p95", "p99"], "statistics of one measurement"),
    ],
)
def test_data_sets_that_are_runs_or_statistics_are_asked_about(rows, words, layout, tmp_path):
    text = table_of({"RF": 0.8, "NB": 0.7, "kNN": 0.75}, rows)
    if layout == "long":
        header, *lines = (line.split(",") for line in text.splitlines())
        cells = (f"{name},{a},{cell}" for name, *rest in lines for a, cell in zip(header[1:], rest, strict=True))
        text = "\n".join(["dataset,algorithm,accuracy", *cells])
    assert any(words in doubt.text for doubt in open_doubts(text, tmp_path))


@pytest.mark.parametrize("form", ["{d}-{n}", "p{n}{m}", "Q{n}{m}", "F{n}{m}"])
def test_numbered_data_sets_are_data_sets(form, tmp_path):
    rows = [form.format(d=name, n=n, m=m) for m, name in enumerate(SETS[:3]) for n in (1, 2, 3)]
    assert not open_doubts(table_of({"RF": 0.8, "NB": 0.7, "kNN": 0.75}, rows, spread=0.05), tmp_path)


def test_a_column_of_the_best_of_others_is_asked_about(tmp_path):
    rows = [[0.7 + 0.1 * RNG.random() for _ in range(3)] for _ in SETS]
    lines = [
        ",".join([d, *(f"{x:.3f}" for x in (*row[:2], max(row[:2]), row[2]))])
        for d, row in zip(SETS, rows, strict=True)
    ]
    asked = open_doubts("\n".join(["dataset,RF,NB,Best baseline,Ours", *lines]), tmp_path)
    assert [doubt.column for doubt in asked] == ["Best baseline"]


@pytest.mark.parametrize("names", [("acc_val", "acc"), ("score_public", "score_private"), ("f1_dev", "f1_test")])
def test_one_metric_on_two_kinds_of_cases_is_asked_about_where_the_winners_differ(names, tmp_path):
    def text(other):
        means = {"A": (0.80, 0.80), "B": (0.75, other), "C": (0.70, 0.70)}
        cells = (
            f"{d},{a},{x + n / 100:.2f},{y + n / 100:.2f}" for n, d in enumerate(SETS) for a, (x, y) in means.items()
        )
        return "\n".join([f"dataset,algorithm,{','.join(names)}", *cells])

    read = [names[1]] if "test" in names[1] else [*names]
    asked = open_doubts(text(0.85), tmp_path, "runs.csv")
    assert [doubt.column for doubt in asked] == read[: len(read) - 1]
    assert not open_doubts(text(0.75), tmp_path, "runs.csv")


SET_ASIDE = {"is_outlier": "true", "status": "running", "debug": "1", "note": "leaked test set", "verified": "no"}


@pytest.mark.parametrize(("column", "value"), SET_ASIDE.items())
def test_runs_that_are_set_aside_are_asked_about(column, value, tmp_path):
    """Also where all of one algorithm are."""
    usual = {"true": "false", "running": "finished", "1": "0", "no": "yes"}.get(value, "")
    lines = [
        f"{name},{a},{base + 0.01 * RNG.standard_normal():.3f},{value if a == 'C' else usual}"
        for name in SETS
        for a, base in (("A", 0.8), ("B", 0.75), ("C", 0.9))
    ]
    text = "\n".join([f"dataset,algorithm,accuracy,{column}", *lines])
    assert [doubt.column for doubt in open_doubts(text, tmp_path, "runs.csv")] == [column]


@pytest.mark.parametrize("name", ["Upper bound (supervised)", "C (buggy - ignore)", "test_run", "Oracle ensemble"])
def test_what_is_first_and_not_meant_is_asked_about(name, tmp_path):
    means = {"A": 0.8, "B": 0.7, "C": 0.75, name: 0.9}
    cells = (f"{d},{a},{mean + 0.01 * RNG.standard_normal():.3f}" for d in SETS for a, mean in means.items())
    asked = open_doubts("\n".join(["dataset,algorithm,accuracy", *cells]), tmp_path, "runs.csv")
    assert name in {doubt.value for doubt in asked}


@pytest.mark.parametrize("where", ["README.md", "title", "prose", "note"])
def test_a_direction_in_words_is_read_wherever_it_stands(where, tmp_path):
    said = "Lower values are better in this table of dispersions."
    text = table_of({"RF": 0.6, "NB": 0.7, "kNN": 0.75})
    name = "table.csv"
    if where == "README.md":
        (tmp_path / where).write_text(f"# Scores\n\n{said}\n")
        (tmp_path / "sub.csv").write_text(text)
        given = tmp_path
    else:
        if where == "prose":
            header, *lines = (f"| {line.replace(',', ' | ')} |" for line in text.splitlines())
            text, name = "\n".join([f"{said}\n", header, "|---|---|---|---|", *lines, ""]), "table.md"
        text = {"title": f"{said}\n{text}", "note": f"{text}Note: {said},,,\n"}.get(where, text)
        given = tmp_path / name
        given.write_text(text)
    guess = guess_study(read_table(str(given)), str(given))
    assert [*guess.metrics.values()] == ["lower"]


def test_several_versions_of_a_metric_are_asked_about(tmp_path):
    for name in ("accuracy", "accuracy (copy)"):
        (tmp_path / f"{name}.csv").write_text(table_of({"RF": 0.8, "NB": 0.7, "kNN": 0.75}))
    table = read_table(str(tmp_path))
    assert any(doubt.is_open for doubt in guess_study(table, str(tmp_path)).doubts)


@pytest.mark.parametrize(
    ("names", "is_asked"),
    [
        (("time_mean", "time_median", "time_max"), True),
        (("lap mean", "lap std", "lap median", "lap p"), False),
        (("A_mean", "B_mean", "C_mean"), False),
        (("Max", "Minnie", "Meanshift"), False),
    ],
)
def test_columns_that_are_statistics_are_asked_about(names, is_asked, tmp_path):
    asked = open_doubts(table_of({name: 0.6 + 0.1 * i for i, name in enumerate(names)}), tmp_path)
    assert any("statistics of one measurement" in doubt.text for doubt in asked) == is_asked


COSTS_AT_ENDS = (
    *("Inference time (s)", "Params (M)", "#Params (M)", "FLOPs (G)", "Latency (ms)", "GPU memory (GB)", "Energy (J)"),
    *(
        "Model size (MB)",
        "Throughput (img/s)",
        "Speed [fps]",
        "Inference time",
        "GPU memory",
        "Runtime [s]",
        "Cost ($)",
    ),
)
SUITES = {
    "cases": [f"case_{at:04d}" for at in range(8)],
    "named": ["iris", "wine", "glass", "sonar", "heart (statlog)", "credit (german)", "vowel", "zoo"],
    "times": [
        "Time Series",
        "Memory Lane",
        "Test (small)",
        "Adult",
        "Letter (M)",
        "Speed Dating",
        "Price Quotes",
        "zoo",
    ],
}


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("suite", SUITES)
def test_a_cost_at_an_end_of_any_rows_of_data_sets_is_asked_about(suite, at_end):
    names = SUITES[suite]
    for cost in COSTS_AT_ENDS:
        [doubt] = doubts_on_measures_of("case", [*names, cost] if at_end else [cost, *names])
        assert (doubt.value, doubt.is_open) == (cost, True)
    assert not [*doubts_on_measures_of("case", names)]


@pytest.mark.parametrize("unit", ["(s)", "(ms)", "(M)", "[GB]"])
def test_data_sets_in_units_are_asked_about_none(unit):
    assert not [*doubts_on_measures_of("task", [f"{name} {unit}" for name in SUITES["named"][:4]])]
    assert not [*doubts_on_measures_of("task", [*SUITES["named"], *(f"{name} {unit}" for name in "abcde")])]
