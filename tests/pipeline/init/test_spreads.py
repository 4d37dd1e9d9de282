"""Spreads in columns, rows and files of their own next to scores: the scores alone are compared, and it is said."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.init.inference import guess_study
from rankpress.init.measured import Measured
from rankpress.init.reading import read_table

DATASETS = range(12)
LEVELS, *NOISE = np.random.default_rng(1).random((4, 12)).tolist()
NAMES = [("A", "B", "C"), ("S", "M", "K"), ("knn", "rf", "svm")]


def score(index, place):
    """The first is the best, the last the worst."""
    return round(0.8 - 0.02 * index - 0.2 * LEVELS[place] + 0.01 * NOISE[index][place], 4)


def spread(index, place):
    return round(0.01 + 0.002 * (place % 3) + 0.001 * index, 4)


def side_by_side(names, form, words=("mean", "std")):
    header = [form.format(name=name, word=word).strip(" _/-") for name in names for word in words]
    rows = [[value(i, place) for i in range(3) for value in (score, spread)] for place in DATASETS]
    return {"scores.csv": table(["dataset", *header], rows)}


def table(header, rows):
    return "\n".join([",".join(header), *(f"d{place},{','.join(map(str, row))}" for place, row in enumerate(rows)), ""])


def of_files(names, form):
    every = {form.format(word): [[value(i, p) for i in range(3)] for p in DATASETS] for word, value in STATISTICS}
    return {f"runs/{file}": table(["dataset", *names], rows) for file, rows in every.items()}


STATISTICS = (("mean", score), ("std", spread))
SHAPES = {
    "A_mean": lambda names: side_by_side(names, "{name}_{word}"),
    "mean_A": lambda names: side_by_side(names, "{word}_{name}"),
    "A mean, A ci": lambda names: side_by_side(names, "{name} {word}", ("mean", "ci")),
    "A / mean": lambda names: side_by_side(names, "{name} / {word}"),
    "A, A std": lambda names: side_by_side(names, "{name} {word}", ("", "std")),
    "A, A_sd": lambda names: side_by_side(names, "{name}_{word}", ("", "sd")),
    "mean.csv": lambda names: of_files(names, "{}.csv"),
    "accuracy_mean.csv": lambda names: of_files(names, "accuracy_{}.csv"),
    "A_mean.csv": lambda names: {
        f"runs/{name}_{word}.csv": table(["dataset", "accuracy"], [[value(i, p)] for p in DATASETS])
        for i, name in enumerate(names)
        for word, value in STATISTICS
    },
    "a column of statistics": lambda names: {
        "scores.csv": "dataset,algorithm,stat,accuracy\n"
        + "".join(
            f"d{p},{name},{word},{value(i, p)}\n"
            for p in DATASETS
            for i, name in enumerate(names)
            for word, value in (*STATISTICS, ("max", lambda i, p: round(score(i, p) + 0.02, 4)))
        )
    },
    "rows of statistics": lambda names: {
        "scores.csv": f"dataset,stat,{','.join(names)}\n"
        + "".join(f"d{p},{w},{','.join(str(v(i, p)) for i in range(3))}\n" for p in DATASETS for w, v in STATISTICS)
    },
}


@pytest.mark.few(6)
@pytest.mark.parametrize(("shape", "names"), [(shape, NAMES[at % len(NAMES)]) for at, shape in enumerate(SHAPES)])
def test_spreads_next_to_scores_are_not_compared(shape, names, capsys):
    for file, text in SHAPES[shape](names).items():
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(text)
    given = "runs" if Path("runs").exists() else "scores.csv"
    assert main(["run", given, "--only", "markdown"]) == 0, capsys.readouterr().err
    answer = " ".join(capsys.readouterr().out.split())
    assert "36 expected results" in answer
    assert f" {names[0]} achieves" in answer.replace("_mean achieves", " achieves")
    assert any(word in answer for word in ("not used", "omitted"))


def test_a_column_called_as_a_spread_with_scores_in_it_is_asked_about(capsys):
    rows = [[*(score(i, p) for i in range(3)), score(0, p) + 0.001] for p in DATASETS]
    Path("scores.csv").write_text(table(["dataset", "A", "B", "C", "C_se"], rows))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 2
    assert "named like the se of 'C'" in capsys.readouterr().err


def printed(width, params=("twitter", "canada", "mesh", "github"), gain=1.3):
    """What a benchmark of functions prints: each with what it was called with, its score and how far that varies."""
    rows = [
        (f"com.acme.{owner}.{name}", "thrpt", 5, round((i + 1) * gain**j, 3), round(0.1 * (7 - j) * gain, 3), param)
        for owner, name, j in [("Parse", "gson", 0), ("Parse", "jackson", 1), ("Parse", "fastjson", 2)]
        for i, param in enumerate(params)
    ]
    lines = [("Benchmark", "Mode", "Samples", "Score", width, "Param: document"), *rows]
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in lines)


@pytest.mark.parametrize(
    "width", ["Score Error (99.9%)", "Error", "±", "Margin of error", "Half width", "95% CI", "Score ±"]
)
def test_the_half_width_of_an_interval_next_to_a_score_is_no_metric(width):
    Path("results.csv").write_text(printed(width), encoding="utf-8")
    guess = guess_study(read_table("results.csv"), "results.csv")
    assert list(guess.metrics) == ["Score"]
    assert not any(doubt.is_open or doubt.key == "metrics" for doubt in guess.doubts)


def test_functions_are_compared_on_what_they_were_called_with():
    Path("results.csv").write_text(printed("Error"), encoding="utf-8")
    table = read_table("results.csv")
    scores = Measured.of(table, guess_study(table, "results.csv"), "Score")
    assert (scores.first(), len(scores.datasets)) == ("com.acme.Parse.fastjson", 4)


@pytest.mark.parametrize("metric", ["Error rate", "MSE"])
def test_a_metric_next_to_a_score_is_no_half_width(metric):
    Path("results.csv").write_text(printed(metric), encoding="utf-8")
    guess = guess_study(read_table("results.csv"), "results.csv")
    assert metric in guess.metrics or any(doubt.column == metric for doubt in guess.doubts)


def test_columns_under_a_plus_minus_sign_are_spreads(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = NAMES[0]
    rows = [[f"d{n}", *(cell for i in range(3) for cell in (score(i, n), spread(i, n)))] for n in DATASETS]
    header = ["dataset", *(name for each in names for name in (each, "\N{PLUS-MINUS SIGN}"))]
    Path("scores.csv").write_text("\n".join(",".join(map(str, row)) for row in [header, *rows]), encoding="utf-8")
    table = read_table("scores.csv")
    guess = guess_study(table, "scores.csv")
    assert Measured.of(table, guess, next(iter(guess.metrics))).algorithms == names
    assert not any(doubt.is_open for doubt in guess.doubts)


MEANS = ("Mean", "average", "Mean (ms)")
WIDTHS = ("Error", "StdDev", "StdErr", "CI", "margin of error", "std")


@pytest.mark.few
@pytest.mark.parametrize(("width", "mean"), [(width, MEANS[at % len(MEANS)]) for at, width in enumerate(WIDTHS)])
def test_a_column_of_half_widths_next_to_a_mean_is_no_score(mean, width):
    """Whether it stands before the mean or behind it, and whichever of its unit is written in the cells."""
    for unit in ("",) if "ms" in mean else ("", " ms"):
        for is_behind in (True, False):
            header = ["Method", "Payload", *([mean, width] if is_behind else [width, mean])]
            rows = [header]
            for a, method in enumerate(("Zephyr", "Kestrel", "Osprey")):
                for d in range(5):
                    cells = [f"{10 + 3 * a + 7 * d + (a * d) % 2}.5{unit}", f"{0.9 - 0.2 * a + 0.01 * d:.2f}{unit}"]
                    rows.append([method, f"p{d}", *(cells if is_behind else cells[::-1])])
            Path("runs.csv").write_text("".join(f"{','.join(row)}\n" for row in rows))
            guess = guess_study(read_table("runs.csv"), "runs.csv")
            assert [*guess.metrics] == [mean]
            assert not [doubt for doubt in guess.doubts if (doubt.key, doubt.column) == ("metrics", width)]


def test_an_error_in_another_unit_than_the_mean_is_no_half_width():
    rows = [["Method", "Payload", "Mean", "Error"]]
    rows += [[f"m{a}x", f"p{d}", f"{10 + a + d}.5 ms", f"{a + d}.2 KB"] for a in range(3) for d in range(5)]
    Path("runs.csv").write_text("".join(f"{','.join(row)}\n" for row in rows))
    assert "Error" in guess_study(read_table("runs.csv"), "runs.csv").metrics


def test_a_mean_with_an_error_and_no_unit_is_asked_about():
    """Neither of them says which direction is better."""
    rows = [["dataset", "algorithm", "mean", "error"]]
    rows += [
        [f"d{d}", name, f"{5 + a + d / 9:.2f}", f"0.{a + d + 1}"] for a, name in enumerate("ABC") for d in range(5)
    ]
    Path("runs.csv").write_text("".join(f"{','.join(row)}\n" for row in rows))
    [doubt] = [doubt for doubt in guess_study(read_table("runs.csv"), "runs.csv").doubts if doubt.is_open]
    assert [(way.option, way.value) for way in doubt.ways] == [("better", "higher"), ("better", "lower")]


# What else pandas, SQL and people write next to a mean, and how they join its name to that of the metric.
OF_RUNS = ("count", "n", "size", "N", "nobs", "num", "n_runs", "seeds", "n_folds", "num_runs", "sample_size", "nunique")
OF_VALUES = ("min", "max", "25%", "97.5%", "p75", "sum", "skew", "iqr", "var", "sem")
FORMS = ("{m}_{w}", "{w}_{m}", "{m} / {w}", "{m}.{w}", "{w}({m})", "('{m}', '{w}')", "{m} ({w})")


def statistics(metric, words, form, path):
    """One row per data set and algorithm: a mean, a number of runs that runs against it, and what is between them."""
    header = [form.format(m=metric, w=word).strip("_ ") if word else metric for word in words]
    values = {word: (lambda i, p, n=n: (3, 5, 10)[i] + n * (p % 2)) for n, word in enumerate(OF_RUNS)}
    values |= {word: (lambda i, p: round(score(i, p) - 0.1 + 0.002 * (p * i % 5), 4)) for word in OF_VALUES}
    values |= {"std": spread, "mean": score, "": score}
    rows = [f"d{p},{name},{','.join(str(values[w](i, p)) for w in words)}" for p in DATASETS for i, name in CODED]
    path.write_text("\n".join([",".join(["dataset", "model", *(f'"{name}"' for name in header)]), *rows, ""]))
    return header, guess_study(read_table(str(path)), str(path))


CODED = list(enumerate(NAMES[2]))


@pytest.mark.few
@pytest.mark.parametrize(
    ("metric", "form", "words"),
    [
        (metric, form, OF_RUNS[(m + f) % 6 :: 6])  # each word with each metric, and with nearly each form
        for m, metric in enumerate(("accuracy", "test_f1", "error", "runtime", "reward"))
        for f, form in enumerate(FORMS)
    ],
)
def test_how_many_runs_a_mean_is_of_is_never_compared(metric, form, words, tmp_path):
    for word in words:
        header, guess = statistics(metric, ("mean", "std", word), form, tmp_path / "scores.csv")
        assert [*guess.metrics, *guess.costs] == header[:1]


@pytest.mark.parametrize("word", ["count", "n", "n_runs"])
def test_how_many_runs_a_score_is_of_is_never_compared(word, tmp_path):
    assert [*statistics("accuracy", ("", word), "{m}_{w}", tmp_path / "scores.csv")[1].metrics] == ["accuracy"]


def test_what_describe_writes_is_compared_by_its_mean(tmp_path):
    words = ("count", "mean", "std", *OF_VALUES)
    header, guess = statistics("accuracy", words, "{m}_{w}", tmp_path / "scores.csv")
    assert [*guess.metrics] == [header[1]]


@pytest.mark.parametrize("names", [("error_rate", "error_count"), ("f1_macro", "f1_samples"), ("mean_acc", "acc_last")])
def test_metrics_that_are_called_like_such_statistics_are_compared(names, tmp_path):
    place = tmp_path / "scores.csv"
    rows = [f"d{p},{name},{score(i, p)},{score(2 - i, p)}" for p in DATASETS for i, name in CODED]
    place.write_text("\n".join([f"dataset,model,{','.join(names)}", *rows, ""]))
    assert [*guess_study(read_table(str(place)), str(place)).metrics] == [*names]
