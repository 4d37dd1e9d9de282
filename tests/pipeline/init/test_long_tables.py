"""Tables with a row a measurement whose columns have names that say nothing: their values decide what each is.

The names of columns are shuffled, as are the columns themselves, so that nothing but numbers and texts is left to
go by. Which of the two columns of names has the data sets may stay in doubt; what else there is may not.
"""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.catalog.metrics import doubt_of_direction, is_any_score, is_cost, way_of
from rankpress.core.faults import FaultsFound
from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

SETS, METHODS = [f"d{i}" for i in range(10)], ["ant", "bee", "cow", "dog"]


class Made:
    """Rows of a table, by what the columns are."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def score(self, dataset, method, noise=0.01):
        return 0.5 + 0.04 * SETS.index(dataset) + 0.02 * METHODS.index(method) + noise * self.random.random()

    def rows(self, further, third=(None,)):
        return [
            {"dataset": d, "algorithm": a, "score": round(self.score(d, a), 4)} | further(d, a, t)
            for d in SETS
            for a in METHODS
            for t in third
        ]

    def single(self):
        return self.rows(lambda d, a, _: {})

    def folds(self):
        moves = {(d, k): 0.03 * self.random.random() for d in SETS for k in range(5)}
        return self.rows(lambda d, a, k: {"fold": k, "score": round(self.score(d, a) + moves[d, k], 4)}, range(5))

    def repeated_folds(self):
        return self.rows(lambda d, a, k: {"repeat": k // 3, "fold": k % 3}, range(9))

    def curve(self):
        def point(d, a, k):
            return {"step": 100 * k, "score": round(self.score(d, a) * (1 - 2.7 ** (-k / (1 + METHODS.index(a)))), 4)}

        return self.rows(point, range(1, 9))

    def factor(self):
        return self.rows(lambda d, a, x: {"factor": x}, ("red", "green", "blue"))

    def setting(self):
        return self.rows(lambda d, a, x: {"factor": x, "score": round(self.score(d, a) + x, 4)}, (0.1, 0.01, 0.001))

    def gaps(self):
        return [row for row in self.rows(lambda d, a, _: {}, range(3)) if self.random.random() < 0.9]

    def words(self):
        return self.failing(lambda: 0.01, "timeout", "ok")

    def codes(self):
        return self.failing(lambda: round(0.01 + 0.01 * self.random.random(), 4), 137, 0)

    def limits(self):
        return self.failing(lambda: 3600.0, 0, 1)

    def messages(self):
        return self.failing(lambda: "", "CUDA out of memory", "")

    def failing(self, score, failed, ended):
        def run(d, a, _):
            if self.random.random() < (0.5 if a == "ant" else 0.1):
                return {"score": score(), "outcome": failed}
            return {"outcome": ended}

        return self.rows(run)

    def total(self):
        rows = self.rows(lambda d, a, _: {})
        means = {a: sum(row["score"] for row in rows if row["algorithm"] == a) / len(SETS) for a in METHODS}
        return [*rows, *({"dataset": "omega", "algorithm": a, "score": round(mean, 4)} for a, mean in means.items())]


def guessed(kind, seed, path):
    """Return the guess for rows of a kind under shuffled names, and what each name stands for."""
    rows = getattr(Made(seed), kind)()
    shuffled = random.Random(seed).sample(list(rows[0]), len(rows[0]))
    meant = {f"q{number}": what for number, what in enumerate(shuffled)}
    header = random.Random(seed + 100).sample(list(meant), len(meant))
    lines = [header, *([str(row[meant[name]]) for name in header] for row in rows)]
    path.write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")
    return guess_study(read_table(str(path)), str(path)), meant


# What is read besides data sets, algorithms and scores: by key of scores.columns, or joined, or numbered as it stands.
EXPECTED = {
    "single": {},
    "folds": {"fold": "fold"},
    "repeated_folds": {"repeat": "repeat", "fold": "fold"},
    "curve": {"step": "step"},
    "factor": {"join": "factor"},
    "setting": {"join": "factor"},
    "gaps": {"repeats": "rows"},
    "words": {},
    "codes": {},
    "limits": {},
    "messages": {},
    "total": {},
}


@pytest.mark.few
@pytest.mark.parametrize(("kind", "seed"), [(kind, at % 2) for at, kind in enumerate(EXPECTED)])
def test_values_decide(kind, seed, tmp_path):
    guess, meant = guessed(kind, seed, tmp_path / "t.csv")
    assert guess.layout == "long"
    assert [meant[metric] for metric in guess.metrics] == ["score"]
    read = {role: meant[name] for role, name in guess.columns.items() if role not in ("dataset", "algorithm")}
    for _, further in guess.join.values():
        read["join"] = meant[further]
    read |= {"repeats": "rows"} if guess.repeats else {}
    # either column of numbered labels may be the folds of the other
    if kind == "repeated_folds":
        assert set(read.values()) == {"repeat", "fold"}
    else:
        assert read == EXPECTED[kind]
    owners = {meant[name] for role in ("dataset", "algorithm") for name in names_of(guess, role)}
    assert owners - {"factor"} == {"dataset", "algorithm"}
    assert guess.reduce == ("last" if kind == "curve" else "")


def names_of(guess, role):
    column = guess.columns.get(role, role)
    return guess.join.get(column, (column,))


@pytest.mark.few
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "ended"), [("words", "ok"), ("codes", "0"), ("limits", "1")])
def test_a_failed_run_is_no_result(kind, ended, seed, tmp_path):
    guess, meant = guessed(kind, seed, tmp_path / "t.csv")
    assert {meant[name]: values for name, values in guess.where.items()} == {"outcome": (ended,)}
    assert guess.missing == "worst-rank"
    [doubt] = [doubt for doubt in guess.doubts if doubt.key == "missing"]
    assert doubt.is_open
    assert meant[doubt.column] == "outcome"
    assert "ant" in doubt.text
    assert len(doubt.ways) == 3


@pytest.mark.parametrize("seed", range(3))
def test_failed_runs_without_a_score_are_a_doubt_alone(seed, tmp_path):
    guess, meant = guessed("messages", seed, tmp_path / "t.csv")
    [doubt] = [doubt for doubt in guess.doubts if doubt.key == "missing"]
    assert (guess.where, doubt.is_open, meant[doubt.column]) == ({}, False, "outcome")


@pytest.mark.parametrize("seed", range(3))
def test_a_row_that_is_the_mean_of_others_is_no_data_set(seed, tmp_path):
    guess, meant = guessed("total", seed, tmp_path / "t.csv")
    assert {meant[name]: values for name, values in guess.excluded.items()} == {"dataset": ("omega",)}


class TestMetricColumns:
    def guess(self, path, name, kinds):
        lines = [f"{d},{a},{kinds[i % len(kinds)]},0.{i}{j}" for i, d in enumerate(SETS) for j, a in enumerate(METHODS)]
        path.write_text("\n".join([f"dataset,method,metric,{name}", *lines, ""]), encoding="utf-8")
        return guess_study(read_table(str(path)), str(path))

    def test_an_error_is_one_whatever_the_metric(self, tmp_path):
        guess = self.guess(tmp_path / "t.csv", "metric_error", ("roc_auc", "rmse", "log_loss"))
        assert (guess.metrics, guess.where) == ({"metric_error": "lower"}, {})
        assert not any(doubt.is_open for doubt in guess.doubts)

    def test_metrics_that_agree_are_all_read(self, tmp_path):
        guess = self.guess(tmp_path / "t.csv", "value", ("rmse", "log_loss"))
        assert (guess.metrics, guess.where) == ({"value": "lower"}, {})

    def test_metrics_that_disagree_are_asked_about(self, tmp_path):
        guess = self.guess(tmp_path / "t.csv", "value", ("roc_auc", "rmse", "log_loss"))
        assert (guess.metrics, guess.where) == ({"value": "lower"}, {"metric": ("rmse", "log_loss")})
        [doubt] = [doubt for doubt in guess.doubts if doubt.is_open]
        assert "on 6 of 10 are read, roc_auc on 4 are omitted" in doubt.text


class TestScoresAreNotLost:
    def test_by_a_failed_run(self, tmp_path):
        for i, dataset in enumerate(SETS):
            for j, method in enumerate(METHODS):
                text = f'{{"accuracy": 0.{i}{j}, "fit_seconds": {5 - j}.{i}}}'
                if (dataset, method) == ("d3", "bee"):
                    text = '{"fit_seconds": 2.5, "error": "OOM"}'
                (tmp_path / f"{method}__{dataset}.json").write_text(text, encoding="utf-8")
        pattern = f"{tmp_path}/{{algorithm}}__{{dataset}}.json"
        guess = guess_study(read_table(pattern), pattern)
        assert (guess.metrics, guess.costs) == ({"accuracy": "higher"}, ["fit_seconds"])
        assert [doubt.column for doubt in guess.doubts] == ["error"]

    @pytest.mark.parametrize("cell", [">0.99", "0.99abc", "900+", "~1"])
    def test_by_one_cell_that_is_no_number(self, cell, tmp_path):
        lines = [f"{d},{a},0.{i}{j},{9 - j}.{i}" for i, d in enumerate(SETS) for j, a in enumerate(METHODS)]
        lines[5] = f"d1,bee,{cell},3.1"
        (tmp_path / "t.csv").write_text("\n".join(["dataset,algorithm,accuracy,latency", *lines, ""]))
        guess = guess_study(read_table(str(tmp_path / "t.csv")), "t.csv")
        assert (guess.metrics, guess.costs) == ({"accuracy": "higher"}, ["latency"])

    def test_in_silence(self, tmp_path):
        lines = [f"{d},{a},0.{i}{j},{j}.{i}{i}" for i, d in enumerate(SETS) for j, a in enumerate(METHODS)]
        (tmp_path / "t.csv").write_text("\n".join(["dataset,algorithm,accuracy,q9", *lines, ""]))
        guess = guess_study(read_table(str(tmp_path / "t.csv")), "t.csv")
        assert list(guess.metrics) == ["accuracy"]
        assert [(doubt.key, doubt.column) for doubt in guess.doubts] == [("metrics", "q9")]


def test_a_setting_is_chosen_by_its_validation_score(tmp_path):
    lines = [
        f"{d},{a},{lr},0.{i}{j}1,0.{i}{j}" for i, d in enumerate(SETS) for j, a in enumerate(METHODS) for lr in (1, 3)
    ]
    (tmp_path / "t.csv").write_text("\n".join(["dataset,algorithm,lr,val_acc,test_acc", *lines, ""]))
    guess = guess_study(read_table(str(tmp_path / "t.csv")), "t.csv")
    assert (guess.metrics, guess.choose, guess.join) == ({"test_acc": "higher"}, ("val_acc", "higher"), {})
    [doubt] = guess.doubts
    assert (doubt.key, doubt.column) == ("choose", "lr")


@pytest.mark.parametrize(
    ("failed", "has_score", "seeds"),
    [("FAILED", False, (1, 2, 3)), ("KILLED", False, (1,)), ("OOM", True, (1, 2, 3))],
)
def test_a_setting_that_failed_is_not_chosen(failed, has_score, seeds, tmp_path):
    """The best validation score of every fifth run is that of a setting which failed."""
    lines = []
    for n, (d, a, seed) in enumerate((d, a, seed) for d in range(6) for a in METHODS for seed in seeds):
        is_failed = n % 5 == 0
        test = "0.99" if has_score or not is_failed else ""
        lines += [f"set{d},{a},{seed},3,0.99,{test},{failed if is_failed else 'FINISHED'}"]
        lines += [f"set{d},{a},{seed},1,0.5{d},0.4{n % 7},FINISHED"]
    (tmp_path / "t.csv").write_text("\n".join(["dataset,algorithm,seed,lr,val_acc,test_acc,status", *lines, ""]))
    guess = guess_study(read_table(str(tmp_path / "t.csv")), "t.csv")
    assert (guess.choose, guess.where) == (("val_acc", "higher"), {"status": ("FINISHED",)})


def test_any_column_of_numbers_can_be_the_metric(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    lines = [f"{d},{a},0.{i}{j},{9 - j}.{i}" for i, d in enumerate(SETS) for j, a in enumerate(METHODS)]
    (tmp_path / "t.csv").write_text("\n".join(["dataset,algorithm,accuracy,latency", *lines, ""]))
    assert main(["run", "t.csv", "--metric", "latency", "--only", "markdown"]) == 0
    assert "dog achieves the best average rank in latency (1.00)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dataset,algorithm,accuracy\niris,a,0.1\niris,b,0.2\n", ["names one data set", "'iris'", "two are needed"]),
        ("dataset,algorithm,accuracy\niris,a,0.1\nwine,a,0.2\n", ["names one algorithm", "'a'", "two are needed"]),
        ("dataset,A,B\nd1,0.1,0.2\n", ["one data set", "two are needed"]),
        ("number,value,params_lr,state\n0,0.1,0.3,COMPLETE\n1,0.2,0.1,PRUNED\n", ["one study", "nothing to compare"]),
        ('name,result\nx,"[1, 2]"\ny,"[3, 4]"\n', ["'result' holds lists"]),
    ],
)
def test_what_cannot_be_read_is_named(text, words, tmp_path):
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(FaultsFound) as refused:
        guess_study(read_table(str(tmp_path / "t.csv")), "t.csv")
    message = str(refused.value)
    assert all(word in message for word in words), message


def test_ways_of_names():
    of_target = ("rounds_to_target", "steps_to_threshold", "epochs to converge")
    assert {(way_of(name), doubt_of_direction(name)) for name in of_target} == {("lower", "")}
    assert {name: way_of(name) for name in ("ns/op", "it/s", "q7")} == {"ns/op": "lower", "it/s": "higher", "q7": None}
    assert is_any_score("test_score")
    assert not is_any_score("f1_score")


@pytest.mark.nightly
def test_a_run_without_a_metric_is_a_missing_result(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    for i, dataset in enumerate(SETS):
        for j, method in enumerate(METHODS):
            failed = (dataset, method) == ("d3", "bee")
            text = '{"error": "OOM"}' if failed else f'{{"accuracy": 0.{i}{j}, "fit_seconds": {5 - j}.{i}}}'
            (tmp_path / f"{method}__{dataset}.json").write_text(text, encoding="utf-8")
    assert main(["run", "{algorithm}__{dataset}.json", "--only", "markdown"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "dog achieves the best average rank in accuracy (1.00)" in out
    assert "results are missing on 1 of 10 data sets" in out


def test_a_metric_that_no_run_has_is_a_fault(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    for number in range(4):
        Path(f"a{number % 2}__d{number // 2}.json").write_text(f'{{"accuracy": 0.{number}}}', encoding="utf-8")
    Path("study.yaml").write_text(
        'scores: {files: "{algorithm}__{dataset}.json", metrics: [{name: auc, better: higher}]}\n', encoding="utf-8"
    )
    assert main(["check"]) == 2
    assert "there is no column 'auc'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("header", "numbers", "role", "is_asked"),
    [
        ("dataset,k,error_rate", (1, 3, 7, 15), "algorithm", False),
        ("task,max_depth,accuracy", (1, 2, 3, 4), "algorithm", False),
        ("name,n_trees,accuracy", (10, 100, 500), "algorithm", False),
        ("dataset,alpha,mse", (0.1, 0.5, 1.5), "algorithm", False),
        ("dataset,x,accuracy", (1, 2, 3, 4), "algorithm", True),
        ("method,x,accuracy", (31, 1046, 37, 40981), "dataset", False),
    ],
)
def test_numbers_name_what_is_compared_where_no_text_does(header, numbers, role, is_asked):
    first, second, _ = header.split(",")
    rows = [
        f"n{i},{x},{0.5 + 0.03 * i + 0.011 * (i * k % 5) + 0.02 * k:.3f}"
        for i in range(6)
        for k, x in enumerate(numbers)
    ]
    Path("a.csv").write_text("\n".join([header, *rows]))
    guess = guess_study(read_table("a.csv"), "a.csv")
    assert {guess.columns["dataset"], guess.columns["algorithm"]} == {first, second}
    assert guess.columns[role] == second
    [doubt] = [doubt for doubt in guess.doubts if doubt.column == second]
    assert doubt.is_open == is_asked


@pytest.mark.parametrize("name", ["epoch", "seed", "fold", "time", "n_features"])
def test_what_is_called_otherwise_names_no_algorithm(name):
    rows = [f"n{i},{10 * k},{0.5 + 0.03 * i + 0.02 * k:.3f}" for i in range(6) for k in range(1, 5)]
    Path("a.csv").write_text("\n".join([f"dataset,{name},accuracy", *rows]))
    try:
        guess = guess_study(read_table("a.csv"), "a.csv")
    except FaultsFound:
        return
    assert name == "n_features"
    assert any(doubt.is_open for doubt in guess.doubts)


def of_columns(*columns):
    rows = (
        f"d{place},{algorithm},{','.join(f'{1 + column + place % 5 + gain:.1f}' for column in range(len(columns)))}\n"
        for place in range(8)
        for gain, algorithm in enumerate("ABC")
    )
    return f"dataset,algorithm,{','.join(columns)}\n{''.join(rows)}"


@pytest.mark.parametrize(
    "name", ["samples_per_dim", "compression_ratio", "lossless_ratio", "iterations", "rank", "mean_rank"]
)
def test_the_only_numbers_are_the_scores_whatever_their_name_is(name):
    Path("scores.csv").write_text(of_columns(name))
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    assert [*guess.metrics] == [name]
    assert "metrics" in {doubt.key for doubt in guess.doubts}
    assert ("rank" in name) == (guess.metrics[name] == "lower")


def test_of_several_numbers_with_such_names_one_is_requested():
    Path("scores.csv").write_text(of_columns("samples_per_dim", "mean_rank"))
    with pytest.raises(FaultsFound, match=r"'samples_per_dim', 'mean_rank'(.|\n)*--metric samples_per_dim"):
        guess_study(read_table("scores.csv"), "scores.csv")
    assert [*guess_study(read_table("scores.csv"), "scores.csv", metric="mean_rank").metrics] == ["mean_rank"]


def guess_of(path, header, rows):
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows), ""]), encoding="utf-8")
    return guess_study(read_table(str(path)), str(path))


@pytest.mark.parametrize(
    ("unit", "better"), [*((u, "lower") for u in ("ns/op", "ms", "(s)", "[MB]", "s/iter")), ("ops/s", "higher")]
)
def test_a_unit_behind_each_name_of_a_column_tells_the_direction(unit, better, tmp_path):
    rows = [(d, *(round(2 + 0.3 * i + 0.1 * j + 0.01 * i * j, 3) for j in range(3))) for i, d in enumerate(SETS)]
    guess = guess_of(tmp_path / "x.csv", f"benchmark,btree {unit},skip {unit},trie {unit}", rows)
    assert list(guess.metrics.values()) == [better]


@pytest.mark.parametrize("speed", ["fps", "time/fps", "ops/s"])
def test_a_speed_next_to_a_score_is_no_metric(speed, tmp_path):
    rows = [
        (d, a, round(200 + 9 * i + 5 * j + 0.1 * (i * j % 3), 2), 900 - 7 * i - j)
        for i, d in enumerate(SETS)
        for j, a in enumerate(METHODS)
    ]
    guess = guess_of(tmp_path / "x.csv", f"env,agent,rollout/ep_rew_mean,{speed}", rows)
    assert guess.metrics == {"rollout/ep_rew_mean": "higher"}


@pytest.mark.parametrize("metric", ["makespan", "perplexity", "fid"])
def test_a_number_below_zero_of_a_metric_above_it_is_asked_about(metric, tmp_path):
    rows = [
        (d, a, -1 if a == "cow" and i < 4 else 300 + 7 * i + 20 * j)
        for i, d in enumerate(SETS)
        for j, a in enumerate(METHODS)
    ]
    guess = guess_of(tmp_path / "x.csv", f"dataset,algorithm,{metric}", rows)
    assert any("-1" in doubt.text for doubt in doubts_on_values(read_table(str(tmp_path / "x.csv")), guess))


@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("form", ["csv", "lm-eval"])
def test_a_metric_of_some_data_sets_is_a_doubt_and_asked_about_where_another_is_first(form, turned, tmp_path):
    names, sets = "abc", [f"d{n}" for n in range(9)]
    scores = {(d, a): 0.5 + 0.1 * names.index(a) + 0.01 * n for n, d in enumerate(sets) for a in names}
    some = {(d, a): (1.3 - acc if turned else acc - 0.1) for (d, a), acc in scores.items() if d in sets[:4]}
    if form == "csv":
        rows = [(*key, round(acc, 4), round(some[key], 4) if key in some else "") for key, acc in scores.items()]
        guess = guess_of(tmp_path / "scores.csv", "dataset,algorithm,acc,f1", rows)
    else:
        for a in names:
            results = {
                d: {"acc,none": scores[d, a], "acc_stderr,none": 0.1}
                | ({"f1,none": some[d, a]} if (d, a) in some else {})
                for d in sets
            }
            higher = {d: {"acc": True, "f1": True} for d in sets}
            place = tmp_path / a / "results_1.json"
            place.parent.mkdir()
            place.write_text(json.dumps({"results": results, "higher_is_better": higher, "model_name": a}))
        guess = guess_study(read_table(str(tmp_path)), str(tmp_path))
    [doubt] = [doubt for doubt in guess.doubts if doubt.column == "f1"]
    assert doubt.is_open == turned
    assert [(way.option, way.value) for way in doubt.ways] == ([("metric", "acc"), ("metric", "f1")] if turned else [])


OF_SECONDS = {
    **dict.fromkeys(
        ("img_s", "tok_s", "it/s", "rows_per_s", "fps", "qps", "rps", "imgs s", "ops/sec"), ("higher", False)
    ),
    **dict.fromkeys(("time_s", "wall_s", "train_s", "solve (s)", "cpu_s", "fit_time_s", "s/iter"), ("lower", False)),
    **dict.fromkeys(("query_s", "foo_s", "step_s"), ("lower", True)),
    "ops": ("higher", True),
}


@pytest.mark.parametrize("name", OF_SECONDS)
def test_seconds_are_apart_from_how_much_is_done_in_one(name):
    assert (way_of(name), bool(doubt_of_direction(name))) == OF_SECONDS[name]
    assert is_cost(name) == (way_of(name) == "lower")


def test_fractions_that_are_called_an_index_number_no_rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"d{n},{a},{0.5 + 0.01 * n + 0.1 * at}" for n in range(6) for at, a in enumerate("ABC")]
    Path("scores.csv").write_text("\n".join(["dataset,method,homogeneity index", *rows, ""]))
    assert [*guess_study(read_table("scores.csv"), "scores.csv").metrics] == ["homogeneity index"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("means", "absent"), [("mIoU", "nan"), ("mean_IoU", ""), ("macro IoU", "-"), ("average", "nan")]
)
def test_means_of_metrics_in_files_of_algorithms_are_no_data_sets(means, absent):
    """A row may hold the mean of one metric alone, next to data sets that no algorithm has a score on."""
    rng = np.random.default_rng(6)
    for name in "abcd":
        scores = rng.uniform(50, 90, (8, 2)).round(2)
        rows = [f"class{n}\t{iou}\t{acc}" for n, (iou, acc) in enumerate(scores)]
        rows += [
            f"void\t{absent}\t{absent}",
            f"{means}\t{scores[:, 0].mean():.2f}\t",
            f"mAcc\t\t{scores[:, 1].mean():.2f}",
        ]
        Path("logs").mkdir(exist_ok=True)
        Path(f"logs/{name}.tsv").write_text("\n".join(["Class\tIoU\tAcc", *rows]) + "\n")
    guess = guess_study(read_table("logs"), "logs")
    assert {*guess.metrics} == {"IoU", "Acc"}
    assert {*guess.excluded["Class"]} == {means, "mAcc"}


@pytest.mark.parametrize(("named", "is_asked"), [("sensitivity", True), ("roc_auc", False), ("score", False)])
def test_a_column_called_as_another_metric_than_its_rows_is_asked_about(named, is_asked):
    rng = np.random.default_rng(8)
    rows = [
        f"d{d},{a},{metric},{rng.uniform(70, 99):.2f},{rng.uniform(0.6, 0.9):.3f}"
        for d in range(8)
        for a in "ABC"
        for metric in ("TSS", "ROC")
    ]
    Path("a.csv").write_text("\n".join([f"species,algo,metric.eval,{named},validation", *rows]))
    guess = guess_study(read_table("a.csv"), "a.csv")
    asked = [doubt for doubt in guess.doubts if doubt.is_open and "of another metric" in doubt.text]
    assert bool(asked) is is_asked
    assert not asked or [way.options[0] for way in asked[0].ways] == [("metric", named), ("metric", "validation")]


@pytest.mark.parametrize("of_own", [True, False])
@pytest.mark.parametrize("column", ["seed", "run", "fold"])
def test_numbers_of_cases_that_differ_between_algorithms_are_no_refusal_where_runs_pair_nothing(column, of_own):
    rows = [f"dataset,algorithm,{column},n_test,accuracy"]
    rows += [
        f"{d},{a},{run},{60 + 7 * at + (13 * k + run if of_own else run)},{0.5 + (at * 7 + k * 3 + run) % 19 / 50}"
        for at, d in enumerate(SETS)
        for k, a in enumerate(METHODS)
        for run in range(3)
    ]
    Path("runs.csv").write_text("\n".join(rows) + "\n")
    columns = guess_study(read_table("runs.csv"), "runs.csv").columns
    assert (columns.get("n_test") is None) == (of_own and column != "fold")


@pytest.mark.parametrize("names", ["{}-bar truss", "{} nodes", "{}x{} grid", "{}_sites"])
def test_names_that_begin_with_numbers_name_rows_where_they_recur(names):
    rows = ["structure,optimizer,run,accuracy"]
    rows += [
        f"{names.format(at + 3, at + 4)},{a},{run},{0.5 + (at * 7 + k * 3 + run) % 19 / 50}"
        for at in range(6)
        for k, a in enumerate(METHODS)
        for run in range(3)
    ]
    Path("runs.csv").write_text("\n".join(rows) + "\n")
    columns = guess_study(read_table("runs.csv"), "runs.csv").columns
    assert (columns["dataset"], columns["algorithm"]) == ("structure", "optimizer")


@pytest.mark.parametrize("levels", [["v1.0", "v1.1"], ["a", "b", "c"], ["old", "new"]])
def test_of_rows_that_are_there_again_those_of_one_kind_alone_may_be_compared(levels, capsys):
    rows = ["site,method,code_version,accuracy"]
    for at, d in enumerate(SETS):
        for k, a in enumerate(METHODS):
            scores = [0.4 + (at * 7 + k * 3 * (n + 1)) % 19 / 50 for n in range(len(levels))]
            rows += [f"{d},{a},{level},{score:.3f}" for level, score in zip(levels, scores, strict=True)]
    Path("runs.csv").write_text("\n".join(rows) + "\n")
    assert main(["run", "runs.csv", "--only", "markdown", "--reading", "1"]) == 2
    shown = capsys.readouterr().err
    assert all(f"# only {level} is compared" in shown for level in levels)


@pytest.mark.parametrize("name", ["h2", "altitude", "zeta"])
def test_what_is_the_same_for_all_algorithms_is_no_score(name):
    rows = [f"trait,method,rep,predictive_ability,{name}"]
    for at, d in enumerate(SETS):
        own = round(0.3 + at * 0.37 % 0.6, 2) if at else 0.6
        rows += [
            f"{d},{a},{run},{0.4 + (at * 7 + k * 3 + run) % 19 / 50:.3f},{own}"
            for k, a in enumerate(METHODS)
            for run in range(4)
        ]
    Path("runs.csv").write_text("\n".join(rows) + "\n")
    guess = guess_study(read_table("runs.csv"), "runs.csv")
    assert [*guess.metrics] == ["predictive_ability"]
    assert not guess.excluded
