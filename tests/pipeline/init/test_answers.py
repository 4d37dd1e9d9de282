"""What a user answers stays answered: printed commands lead on, and a metric that is named has no direction by that."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.catalog.metrics import way_of
from rankpress.core.faults import Findings
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.sources.cells import HeldSheet, Stretch
from rankpress.sources.filled import with_filled

QUICK = ["--only", "markdown"]


def tours(*measures, best=True):
    """A table of tours, in which Ants is the shortest: of each measure a column an algorithm, all of them lower."""
    names = ("Tabu", "Ants", "Genes")
    head = ["instance", *(["BKS"] if best else []), *(f"{a} {m}".strip() for a in names for m in measures)]
    rows = [
        [f"i{i}", *([str(900 + 70 * i)] if best else [])]
        + [str(910 + 70 * i + (40, 3, 60)[(n + k) % 3] + 5 * k + i % 3) for n in range(3) for k in range(len(measures))]
        for i in range(9)
    ]
    return "\n".join(map(",".join, [head, *rows])) + "\n"


def commands(message):
    """The arguments of each command that is printed."""
    return [shlex.split(line, comments=True)[1:] for line in re.findall(r"rankpress run [^\n]*", message)]


def metrics_of(report="report"):
    return json.loads(Path(report, "results.json").read_text(encoding="utf-8"))["metrics"]


@pytest.mark.usefixtures("results_alone")
@pytest.mark.few(1)
@pytest.mark.parametrize("measure", ["Avg.", "quux"])
def test_a_metric_that_is_named_is_not_better_the_higher_for_that(measure, capsys):
    Path("tours.csv").write_text(tours(measure, "T(min)"), encoding="utf-8")
    if main(["run", "tours.csv", "--metric", measure, *QUICK]):  # two unknown measures of each may be of algorithms
        [way] = [
            way
            for way in commands(capsys.readouterr().err)
            if way[-1].startswith("scores.ignore=") and "T(min)" in way[-1]
        ]
        assert main([*way, *QUICK]) == 0
    [(name, results)] = metrics_of().items()
    assert (name, results["better"]) == (measure, "lower")
    assert next(rank for name, rank in results["average_ranks"].items() if name.startswith("Ants")) == 1.0


def test_a_column_that_is_named_and_says_no_direction_is_asked_about(capsys):
    rows = "".join(f"i{i},{a},{0.5 + n / 10},{910 + 70 * i + 9 * n}\n" for i in range(9) for n, a in enumerate("ABC"))
    Path("long.csv").write_text("instance,solver,accuracy,quux\n" + rows, encoding="utf-8")
    assert main(["run", "long.csv", "--metric", "quux", *QUICK]) == 2
    suggested = commands(capsys.readouterr().err)
    assert [command[-2:] for command in suggested] == [["--better", "higher"], ["--better", "lower"]]
    assert all("quux" in command for command in suggested)


def test_what_was_answered_is_in_the_next_command(capsys):
    Path("tours.csv").write_text(tours("Avg.", "T(min)", best=False), encoding="utf-8")
    given, message = ["run", "tours.csv"], []
    for _ in range(5):
        if not main([*given, *QUICK]):
            break
        given = commands(capsys.readouterr().err)[-1]
        message.append(given[2:])
    else:
        pytest.fail(f"the questions have no end: {message}")
    options = [set(command[::2]) | set(command[1::2]) for command in message]
    assert message
    assert all(before <= after for before, after in pairwise(options))


@pytest.mark.usefixtures("results_alone")
def test_the_rows_of_a_metric_may_be_named(capsys):
    scores = {"accuracy": (0.7, 0.8), "logloss": (0.2, 0.5), "quux": (3, 1)}
    rows = "".join(
        f"d{i},{a},{m},{scores[m][n] + i / 50}\n" for i in range(8) for n, a in enumerate("AB") for m in scores
    )
    Path("long.csv").write_text("dataset,method,metric,value\n" + rows, encoding="utf-8")
    assert main(["run", "long.csv", "--metric", "logloss", *QUICK]) == 0, capsys.readouterr().err
    [results] = metrics_of().values()
    assert results["better"] == "lower"
    assert results["average_ranks"]["A"] == 1.0


HIGHER = (
    "pass@1 bleu4 rouge1 mAP50 classif.bacc prauc exact_match win_rate hypervolume ktau rsq miou elo episode_returns"
)
LOWER = "classif.ce mmce ece nmse val_wmape regr.maxae PAR10 cpu_seconds wall_ms igd bits_bpc hinge rpd lpips"
# as fields and languages use them: speech, vision, retrieval, forecasting, optimization, biology, hydrology, hardware
HIGHER += (
    " MRR HOTA MOTA IDF1 IS SSIM PSNR CLIPScore CIDEr SPICE METEOR BLEURT COMET chrF ELBO NSE KGE TM-score GDT-TS lDDT"
    " DockQ return hypervolume AUPRO PRO TNR SI-SDR STOI MOS RTFx R@1 HR@10 TPR@FPR1% area_under_curve IPC GFLOPS/s"
    " time_saved saved_time error_reduction crash_free_rate WER_reduction"
    " Treffergenauigkeit Präzision Güte Durchsatz précision rappel sensibilidad aciertos revocação"
    " 测试准确率 召回率 正答率 정확도"
)
LOWER += (
    " DER CER PER EER RTF TER p50 p95 p99 FID KID LPIPS GFLOPs params perplexity ppl bpb bits_per_byte NLL CRPS pinball"
    " WAPE sMAPE MASE RMSSE RMSD"
    " regret makespan gap IGD IGD+ GD minDCF FPR95 FPR@95TPR Brier ECE ACE EPE area_mm2 power_w"
    " clash_score error@5 accuracy_drop"
    " Klassifikationsfehler Fehlerquote Trainingszeit Speicherbedarf perte durée tiempo_de_ejecución custo perda"
    " 损失函数 平均误差 训练时间(秒) エラー率 計算時間 コスト 비용"
)


@pytest.mark.parametrize(
    ("name", "way"), [(n, w) for w, some in (("higher", HIGHER), ("lower", LOWER)) for n in some.split()]
)
def test_metrics_of_every_field_have_a_direction(name, way):
    assert way_of(name) == way


@pytest.mark.parametrize("name", "MR AR ERR power spread area WNS GFLOPS".split())
def test_short_names_of_two_meanings_are_asked_about(name, capsys):
    Path("scores.csv").write_text(
        f"dataset,algorithm,{name}\n" + "".join(f"d{i},{a},0.{i}{n}\n" for i in range(1, 9) for n, a in enumerate("AB"))
    )
    assert main(["run", "scores.csv", *QUICK]) == 2
    error = " ".join(capsys.readouterr().err.split())
    assert "its name may stand for" in error
    assert "--better higher" in error
    assert "--better lower" in error


@pytest.mark.few
@pytest.mark.usefixtures("results_alone")
@pytest.mark.parametrize("names", ["GD SGD Adam", "EM KMeans DBSCAN", "IS MCMC ABC", "PQ LSH HNSW", "AP DBSCAN Ward"])
def test_short_names_of_metrics_are_names_of_algorithms_too(names, capsys):
    Path("scores.csv").write_text(
        "dataset," + names.replace(" ", ",") + "\n" + "".join(f"d{i},0.8{i}3,0.8{i}4,0.8{i}5\n" for i in range(1, 9))
    )
    assert main(["run", "scores.csv", *QUICK]) == 0, capsys.readouterr().err
    [results] = metrics_of().values()
    assert {*results["algorithms"]} == {*names.split()}


def test_columns_that_are_all_called_like_metrics_in_short_are_asked_about(capsys):
    Path("scores.csv").write_text("dataset,SR,SPL,CD\n" + "".join(f"d{i},0.{i}3,0.{i}4,0.{i}5\n" for i in range(1, 9)))
    assert main(["run", "scores.csv", *QUICK]) == 2
    assert "named like properties" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("column", ["metric", "higher_is_better", "unit"])
def test_columns_that_say_what_scores_are_are_not_called_unused(column, capsys):
    cell = {"metric": "rmse", "higher_is_better": "False", "unit": "ms"}[column]
    rows = "".join(f"d{i},{a},{cell},0.{i}{n},x\n" for i in range(1, 9) for n, a in enumerate("AB"))
    Path("scores.csv").write_text(f"dataset,algorithm,{column},value,host\n{rows}")
    assert main(["run", "scores.csv", *QUICK]) == 0, capsys.readouterr().err
    answer = " ".join(capsys.readouterr().out.split())
    assert f"The column '{column}' says what the scores are." in answer
    assert "The column 'host' was not used." in answer
    assert "lower is better" in answer


@pytest.mark.parametrize(
    ("place", "better"),
    [
        ("rmse/results.csv", "lower"),
        ("x/auc/all.csv", "higher"),
        ("loss_curves/results.csv", None),
        ("rmse/auc.csv", "higher"),
    ],
)
def test_the_folder_says_the_direction_where_the_file_does_not(place, better, capsys):
    Path(place).parent.mkdir(parents=True)
    Path(place).write_text("dataset,A,B\n" + "".join(f"d{i},0.8{i}1,0.8{i}2\n" for i in range(1, 9)))
    assert main(["run", place, *QUICK]) == 0, capsys.readouterr().err
    answer = " ".join(capsys.readouterr().out.split())
    assert f"{better} is better" in answer or (better is None and "higher is taken to be better" in answer)
    assert ("nothing shows which direction is better" in answer) == (better is None)


class Slow(HeldSheet):
    """A table that is read a row at a time."""

    def stretches(self, columns, findings):
        for stretch in super().stretches(columns, findings):
            for at, row in enumerate(stretch.rows):
                yield Stretch([row], [[cells[at]] for cells in stretch.columns])


def test_names_are_filled_in_from_above_across_stretches():
    names, scores = ["", "a", "", "", "b", ""], list("012345")
    sheet = Slow("t.csv", ("d", "s"), (), cells=(names, scores), rows=range(2, 8))
    filled = with_filled(sheet, ["d"], Findings())
    for columns in ([0, 1], [1, 0], [0]):
        read = [stretch.columns[columns.index(0)][0] for stretch in filled.stretches(columns, Findings())]
        assert read == ["", "a", "a", "a", "b", "b"]


@pytest.mark.usefixtures("whole_report")
def test_cells_that_are_filled_in_are_in_the_account(capsys):
    rows = [("d1", "A", 0.8), ("", "B", 0.7), ("d2", "A", 0.9), ("", "B", 0.6), ("d3", "A", 0.7), ("", "B", 0.5)]
    Path("scores.csv").write_text("dataset,algorithm,acc\n" + "".join(f"{d},{a},{s}\n" for d, a, s in rows))
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    assert "3 cells of 'dataset'" in capsys.readouterr().out
    assert json.loads(Path("report/results.json").read_text())["reading"]["filled"] == {"dataset": 3}
    assert "3 cells of 'dataset'" in Path("report/report.md").read_text()


def test_a_column_to_fill_that_is_not_there_is_a_fault(capsys):
    Path("scores.csv").write_text("dataset,A,B\nd1,0.5,0.6\nd2,0.4,0.5\n", encoding="utf-8")
    text = "scores: {files: scores.csv, layout: wide, fill: [datset], metrics: [{name: accuracy, better: higher}]}\n"
    Path("study.yaml").write_text(text, encoding="utf-8")
    assert main(["check", "study.yaml"]) == 2
    assert "no column 'datset', which scores.fill asks for" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "is_asked"), [("results-std.csv", True), ("acc_sd.csv", True), ("acc-avg-std.csv", False)]
)
def test_a_file_of_spreads_is_asked_about(name, is_asked, capsys):
    Path(name).write_text("dataset,A,B,C\n" + "".join(f"d{i},0.0{i}1,0.0{i}2,0.0{i}3\n" for i in range(1, 9)))
    assert main(["run", name, *QUICK]) == (2 if is_asked else 0)
    assert ("its numbers are spreads of scores" in " ".join("".join(capsys.readouterr()).split())) == is_asked


def test_status_names_each_stage_once(capsys):
    rows = "".join(f"d{i},{a},0.{i}{n},0.{n}{i}\n" for i in range(1, 9) for n, a in enumerate("ABC"))
    Path("scores.csv").write_text(f"dataset,algorithm,accuracy,f1\n{rows}")
    metrics = "[{name: accuracy, better: higher}, {name: f1, better: higher}]"
    Path("study.yaml").write_text(f"scores: {{files: scores.csv, metrics: {metrics}}}\nadjust: {{over: metrics}}\n")
    assert main(["status"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert sorted(lines) == sorted({*lines})
    assert any(line.startswith("  test f1:") for line in lines)


@pytest.mark.usefixtures("results_alone")
@pytest.mark.parametrize("lacking", [(), ((1, 2),), ((0, 1), (3, 0))])
def test_ranks_are_better_the_lower_where_some_have_none(lacking, capsys):
    ranks = [[1, 2, 3, 4], [2, 1, 3, 4], [1, 3, 2, 4], [1, 2, 4, 3], [2, 1, 4, 3]]
    for row, column in lacking:
        ranks[row] = [rank - (rank > ranks[row][column]) if at != column else "" for at, rank in enumerate(ranks[row])]
    rows = "".join(f"d{place},{','.join(map(str, row))}\n" for place, row in enumerate(ranks))
    Path("leaderboard.csv").write_text(f"task,RF,SVM,kNN,NB\n{rows}")
    assert main(["run", "leaderboard.csv", *QUICK]) == 0, capsys.readouterr().err
    [results] = metrics_of().values()
    assert results["better"] == "lower"
    assert min(results["average_ranks"], key=results["average_ranks"].get) == "RF"


def of_metrics(*names, base=3):
    """Rows of several metrics, of each of which other algorithms are better."""
    rows = (
        f"d{i},{a}," + ",".join(f"{base + (n * (-1) ** k + i) / 40:.3f}" for k in range(len(names)))
        for i in range(8)
        for n, a in enumerate("ABC")
    )
    return "\n".join([",".join(["dataset", "method", *names]), *rows, ""])


@pytest.mark.nightly
def test_directions_of_several_metrics_are_each_stated_by_a_way(ranked, capsys):
    Path("scores.csv").write_text(of_metrics("accuracy", "qork", "zork"), encoding="utf-8")
    named = ["--metric", "qork", "--metric", "zork", "--metric", "accuracy"]
    assert main(["run", "scores.csv", *named]) == 2
    directions = set()
    for way in commands(capsys.readouterr().err):
        assert main([*way, "-q"]) == 0
        directions.add(tuple(ranked[name][0].better for name in ("qork", "zork", "accuracy")))
    assert directions == {(one, other, "higher") for one in ("higher", "lower") for other in ("higher", "lower")}


def test_a_direction_that_is_stated_turns_no_metric_whose_direction_is_known(ranked):
    Path("scores.csv").write_text(of_metrics("accuracy", "qork"), encoding="utf-8")
    assert main(["run", "scores.csv", "--metric", "accuracy", "--metric", "qork", "--better", "lower", "-q"]) == 0
    assert {name: scores.better for name, (scores, _) in ranked.items()} == {"accuracy": "higher", "qork": "lower"}


@pytest.mark.parametrize(("better", "others"), [("higher", ["MAE", "MASE"]), ("lower", ["R2"])])
def test_a_direction_is_stated_of_one_known_metric_and_not_of_several(better, others, ranked, capsys):
    Path("scores.csv").write_text(of_metrics("MAE", "MASE", "R2"), encoding="utf-8")
    assert main(["run", "scores.csv", "--better", better, "-q"]) == 2
    assert f"of {', '.join(map(repr, others))}\n" in capsys.readouterr().err
    assert main(["run", "scores.csv", "--better", better, "--metric", others[0], "-q"]) == 0
    assert ranked[others[0]][0].better == better


@pytest.mark.parametrize("names", [("acc.b", "acc_b"), ("F1 macro", "F1_macro"), ("Δ acc", "delta-acc")])
def test_metrics_of_the_same_files_are_compared_one_by_one(names, ranked, capsys):
    Path("scores.csv").write_text(of_metrics(*names, base=0.5), encoding="utf-8")
    named = [argument for name in names for argument in ("--metric", name)]
    for better in ([], ["--better", "higher"]):
        assert main(["run", "scores.csv", *named, *better]) == 2
        error = capsys.readouterr().err
        assert "would be written to the same files" in error
        ways = re.findall(r"--metric ('[^']*'|[^\s,]+)", error)
        assert [*map(shlex.split, ways)] == [[name] for name in names]
    for name in names:
        assert main(["run", "scores.csv", "--metric", name, "--better", "higher", "-q"]) == 0
        assert list(ranked) == [name]


def test_of_metrics_of_the_same_files_one_is_compared_and_the_other_named():
    Path("scores.csv").write_text(of_metrics("F1 macro", "accuracy", "F1_macro", base=0.5), encoding="utf-8")
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    assert list(guess.metrics) == ["F1 macro", "accuracy"]
    [doubt] = guess.doubts
    assert "--metric F1_macro compares it" in doubt.text
