"""`rankpress init`: the example builds as it stands; specs for files of many forms are right, or say where they doubt.

The files are of the forms that other tools write: a long file of scikit-learn, OpenML or a benchmark suite; a wide
table with and without a name over its first column; average ranks from a paper.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.init.vocabulary import better_of, is_cost, is_neither, role_of
from rankpress.init.writing import scalar
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study, schema_text
from rankpress.stages.load import load

Told = pytest.CaptureFixture[str]

SETS, ALGORITHMS = ("iris", "wine", "zoo"), ("knn", "svm", "rf", "nb")
PAIRS = [(dataset, algorithm) for dataset in SETS for algorithm in ALGORITHMS]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, header: str, rows: list[str]) -> None:
    Path(name).write_text("\n".join([header, *rows, ""]), encoding="utf-8")


def number() -> str:
    return f"{random.random():.3f}"


def begin(name: str) -> Study:
    """The study that is written for a file; its scores can be loaded."""
    assert main(["init", "study", "--from", name, "-q"]) == 0
    assert main(["check", "study/study.yaml", "-q"]) == 0
    return read_study("study/study.yaml").study


class TestExample:
    def test_files(self, capsys: Told) -> None:
        assert main(["init", "new/study"]) == 0
        assert capsys.readouterr() == (
            (
                "new/study/study.yaml\nnew/study/study.schema.json\nnew/study/scores.csv\n"
                "next: rankpress build new/study/study.yaml\n"
            ),
            "",
        )
        assert Path("new/study/study.schema.json").read_text(encoding="utf-8") == schema_text()
        spec = Path("new/study/study.yaml").read_text(encoding="utf-8")
        assert spec.startswith("# yaml-language-server: $schema=study.schema.json\n")

    def test_nothing_is_wrong_with_it(self, capsys: Told) -> None:
        assert main(["init", "study", "-q"]) == 0
        assert main(["check", "study/study.yaml"]) == 0
        assert capsys.readouterr().out == (
            "study/study.yaml: 6 data sets, 4 algorithms, metric accuracy; nothing wrong\n"
        )

    def test_same_bytes_each_time(self) -> None:
        for folder in ("a", "b"):
            assert main(["init", folder, "-q"]) == 0
        for path in Path("a").iterdir():
            assert path.read_bytes() == (Path("b") / path.name).read_bytes()

    def test_shows_the_defaults(self) -> None:
        """What the comment in the file says: all but title, scores and curves are what they would be if left out."""
        assert main(["init", "study", "-q"]) == 0
        study = read_study("study/study.yaml").study
        assert study == Study(title=study.title, scores=study.scores, curves=study.curves)

    def test_example_has_folds(self) -> None:
        assert main(["init", "study", "-q"]) == 0
        [metric] = load(read_study("study/study.yaml").study.scores, Path("study")).metrics
        assert [None if folds is None else len(folds.fold) for folds in metric.folds] == [10] * 6

    def test_builds(self, capsys: Told) -> None:
        assert main(["init", "study", "-q"]) == 0
        assert main(["build", "study/study.yaml", "--only", "latex", "--only", "html"]) == 0
        assert capsys.readouterr().out == (
            "study/report/report.html\nstudy/report/report.tex\nstudy/report/tables/\nstudy/report/figures/\n"
            "study/report/results.json\n"
        )
        assert main(["build", "study/study.yaml", "--only", "html", "--dry-run"]) == 0
        assert capsys.readouterr().out == "nothing would run: study/report is up to date\n"


@pytest.mark.parametrize("taken", ["study.yaml", "study.schema.json", "scores.csv"])
def test_nothing_is_overwritten(taken: str, capsys: Told) -> None:
    Path("study").mkdir()
    Path("study", taken).write_text("mine")
    assert main(["init", "study"]) == 2
    assert capsys.readouterr() == (
        "",
        (
            f"study/{taken}: this file is there already\n"
            "    expected: a folder without one\n"
            "    to do: name another folder, or remove it\n"
        ),
    )
    assert [path.name for path in Path("study").iterdir()] == [taken]
    assert Path("study", taken).read_text() == "mine"


def test_file_in_place_of_the_folder(capsys: Told) -> None:
    Path("study").touch()
    assert main(["init", "study"]) == 2
    assert capsys.readouterr().err.splitlines()[0].startswith("study: ")


class TestGuesses:
    def test_long_file(self, capsys: Told) -> None:
        rows = [f"{d},{a},{seed},{number()},{number()},0.1" for d, a in PAIRS for seed in range(5)]
        write("results.csv", "Task,Method,Seed,Test Accuracy,Train Time (s),std", rows)
        assert main(["init", "study", "--from", "results.csv"]) == 0
        assert capsys.readouterr().out == (
            "study/study.yaml\n"
            "study/study.schema.json\n"
            "guessed from results.csv (60 rows read):\n"
            "  layout: long\n"
            "  dataset: column 'Task'\n"
            "  algorithm: column 'Method'\n"
            "  seed: column 'Seed'\n"
            "  metric: 'Test Accuracy', higher is better\n"
            "  costs: 'Train Time (s)'\n"
            "  not used: 'std'\n"
            "  in doubt: seed: its values are averaged over; if each stands for a split of the data, call it repeat\n"
            "next: rankpress check study/study.yaml\n"
        )
        spec = Path("study/study.yaml").read_text(encoding="utf-8")
        assert (
            "scores:\n"
            "  files: ../results.csv\n"
            "  layout: long\n"
            "  columns:\n"
            "    dataset: Task\n"
            "    algorithm: Method\n"
            "    seed: Seed  # in doubt: its values are averaged over; if each stands for a split of the data, call it "
            "repeat\n"
            "  metrics:\n"
            '    - {name: "Test Accuracy", better: higher}\n'
            '  costs: ["Train Time (s)"]\n'
        ) in spec
        assert 'order:                   # left out, by the first of scores.costs; null: none\n  cost: "Train' in spec
        assert main(["check", "study/study.yaml", "-q"]) == 0

    def test_file_of_openml(self) -> None:
        rows = [f"{i},3,{a},0,{fold},{number()},{number()}" for i, a in enumerate(ALGORITHMS) for fold in range(10)]
        rows += [f"9,11,{a},0,{fold},{number()},{number()}" for a in ALGORITHMS for fold in range(10)]
        write("openml.csv", ",dataset_id,flow,repeat,fold,predictive_accuracy,usercpu_time_millis", rows)
        study = begin("openml.csv")
        assert study.scores.columns.dataset == "dataset_id"
        assert study.scores.columns.algorithm == "flow"
        assert [metric.name for metric in study.scores.metrics] == ["predictive_accuracy"]
        assert study.scores.costs == ("usercpu_time_millis",)

    def test_several_metrics_and_gaps_in_a_cost(self) -> None:
        rows = [f"{a},{number()},{number()},{d},{fold},,3,note" for d, a in PAIRS for fold in (1, 2)]
        write("w.csv", "classifier,rmse,log_loss,data set,fold,fit_time,depth,remark", rows)
        study = begin("w.csv")
        assert {metric.name: metric.better for metric in study.scores.metrics} == {"rmse": "lower", "log_loss": "lower"}
        assert study.scores.costs == ()
        assert study.order is None

    def test_nothing_but_a_cost(self) -> None:
        write("z.csv", "instance,solver,runtime", [f"{d},{a},{number()}" for d, a in PAIRS])
        [metric] = begin("z.csv").scores.metrics
        assert (metric.name, metric.better) == ("runtime", "lower")

    def test_names_that_tell_nothing(self, capsys: Told) -> None:
        write("y.csv", "a,b,k,c", [f"{a},{d},{k},{number()}" for d, a in PAIRS for k in range(3)])
        study = begin("y.csv")
        assert (study.scores.columns.dataset, study.scores.columns.algorithm) == ("a", "b")
        assert study.scores.columns.fold == "k"
        spec = Path("study/study.yaml").read_text(encoding="utf-8")
        assert spec.count("# in doubt: ") == 4

    @pytest.mark.parametrize(
        ("name", "header", "separator"),
        [("error.tsv", "", "\t"), ("wide.csv", "name", ";"), ("table.csv", "dataset", ","), ("t.csv", "Data set", ",")],
    )
    def test_wide_table(self, name: str, header: str, separator: str) -> None:
        rows = [separator.join([dataset, *(number() for _ in ALGORITHMS)]) for dataset in SETS]
        write(name, separator.join([header, *ALGORITHMS]), rows)
        study = begin(name)
        assert study.scores.layout == "wide"
        [metric] = study.scores.metrics
        assert (metric.name, metric.better) == (("error", "lower") if name == "error.tsv" else ("score", "higher"))

    def test_wide_table_with_its_names_elsewhere(self) -> None:
        write("t.csv", "knn,svm,dataset", [f"{number()},{number()},{dataset}" for dataset in SETS])
        assert begin("t.csv").scores.layout == "wide"

    def test_wide_table_with_a_description(self, capsys: Told) -> None:
        write("accuracy.csv", "dataset,n_classes,knn,svm", [f"{dataset},2,1,2" for dataset in SETS])
        assert main(["init", "study", "--from", "accuracy.csv"]) == 0
        told = capsys.readouterr().out
        assert (
            "  in doubt: ignore: they seem to describe the data sets; all other columns are taken for algorithms\n"
            in told
        )
        assert "  not used: 'n_classes'\n" in told
        assert read_study("study/study.yaml").study.scores.ignore == ("n_classes",)

    def test_wide_table_with_whole_numbers_and_what_stands_between(self) -> None:
        header = "dataset,knn,svm,rf,nb,length,share,events"
        write(
            "scores.csv",
            header,
            [f"{dataset},0.5,0.25,0.75,1.0,{31 + at},0.2,{at % 2}" for at, dataset in enumerate(SETS)],
        )
        assert begin("scores.csv").scores.ignore == ("length", "share", "events")

    def test_average_ranks(self, capsys: Told) -> None:
        write("ranks.csv", "knn,svm,rf", ["1.5,2.0,2.5"])
        assert main(["init", "study", "--from", "ranks.csv"]) == 0
        assert "  in doubt: datasets: to be filled in; the file does not tell\n" in capsys.readouterr().out
        assert main(["check", "study/study.yaml"]) == 2
        assert "layout: ranks without `datasets`" in capsys.readouterr().err
        assert main(["check", "study/study.yaml", "--set", "scores.datasets=10"]) == 0

    @pytest.mark.parametrize(
        ("header", "row"),
        [
            *(
                ("dataset,algorithm,case,correct", "{d},{a},{n},{r}"),
                ("instance,model,dataset,hit", "q{n},{a},{d},{r}"),
            ),
            *(("id,dataset,clf,fold,n_train,correct", "{n},{d},{a},{f},9,{r}.0"), ("d,algo,case,x", "{d},{a},{n},{r}")),
        ],
    )
    def test_outcomes_on_examples(self, header: str, row: str) -> None:
        """The layout of the README, and others of its kind: no test is made on examples as if they were folds."""
        rows = [row.format(d=d, a=a, n=n, f=n % 2, r=random.randint(0, 1)) for d, a in PAIRS for n in range(8)]
        write("outcomes.csv", header, rows)
        study = begin("outcomes.csv")
        assert study.scores.columns.example in ("case", "instance", "id")
        assert study.test.within == "mcnemar"
        [metric] = load(study.scores, Path("study")).metrics
        assert metric.datasets == SETS
        assert [outcomes and outcomes.n for outcomes in metric.outcomes] == [8] * 3

    def test_outcomes_are_told(self, capsys: Told) -> None:
        rows = [f"{d},{a},{n},{n % 2}" for d, a in PAIRS for n in range(40)]
        write("o.csv", "dataset,algorithm,which,correct", rows)
        assert main(["init", "study", "--from", "o.csv"]) == 0
        told = capsys.readouterr().out
        assert "  example: column 'which'\n" in told
        assert (
            "  in doubt: example: the only signs are its many labels, and that correct is 0 or 1 in each row\n" in told
        )
        assert "fold" not in told

    @pytest.mark.parametrize(
        ("header", "row"),
        [
            ("dataset,algorithm,case,correct", "{d},{a},{n},0.5"),  # no outcome
            ("dataset,algorithm,k,correct", "{d},{a},{n},1"),  # few labels, and a name that tells nothing
            ("dataset,algorithm,fold,correct,accuracy", "{d},{a},{n},1,0.7"),  # not the only metric
            ("dataset,algorithm,fold,id,correct", "{d},{a},{n},{d}{a}{n},1"),  # each row has an id of its own
        ],
    )
    def test_no_outcomes_on_examples(self, header: str, row: str) -> None:
        rows = [row.format(d=d, a=a, n=n) for d, a in PAIRS for n in range(8)]
        write("outcomes.csv", header, rows)
        assert main(["init", "study", "--from", "outcomes.csv", "-q"]) == 0
        columns = read_study("study/study.yaml").study.scores.columns
        assert columns.example is None
        assert columns.fold == header.split(",")[2]

    @pytest.mark.parametrize("name", ["dataset", "Data set", "corpora"])
    def test_counts_of_examples(self, name: str, capsys: Told) -> None:
        rows = ["iris,knn,tree,112,10,12,16", "wine,knn,tree,10,1,2,3"]
        write("counts.csv", f"{name},a,b,both_right,only_a,only_b,both_wrong", rows)
        study = begin("counts.csv")
        assert (study.scores.layout, study.test.within) == ("counts", "mcnemar")
        assert study.scores.columns.dataset == name
        assert [metric.name for metric in study.scores.metrics] == ["accuracy"]
        assert load(study.scores, Path("study")).metrics[0].algorithms == ("knn", "tree")
        assert main(["init", "other", "--from", "counts.csv"]) == 0
        assert "  layout: counts\n" in capsys.readouterr().out

    def test_hostile_names(self) -> None:
        rows = [f"{d},{a},{number()}" for d, a in PAIRS]
        write("a [1] # 'x'.csv", '"data\nset","alg: ""o"" #\x07","no"', rows)
        study = begin("a [1] # 'x'.csv")
        assert study.scores.columns.dataset == "data\nset"
        assert study.scores.columns.algorithm == 'alg: "o" #\x07'
        assert [metric.name for metric in study.scores.metrics] == ["no"]

    def test_path_through_a_link(self, here: Path) -> None:
        (here / "deep" / "er").mkdir(parents=True)
        (here / "link").symlink_to(here / "deep" / "er")
        write("z.csv", "dataset,algorithm,score", [f"{d},{a},{number()}" for d, a in PAIRS])
        assert main(["init", "link/study", "--from", "z.csv", "-q"]) == 0
        assert main(["check", "link/study/study.yaml", "-q"]) == 0

    @pytest.mark.parametrize(
        ("name", "text", "told"),
        [
            ("n.csv", "a,b\n1,2\n3,4\n", "n.csv: there is no column that could hold the data sets"),
            ("r.csv", "x,y\nfoo,bar\n", "r.csv: there is no column of numbers that could be scores"),
            ("e.csv", "", "e.csv: the file is empty"),
            ("e.csv", "a,b\n", "e.csv: the file has a header but no rows"),
            ("d.csv", "a,a\nx,1\n", "d.csv row 1"),
            ("x.pdf", "a", "x.pdf: a file called '.pdf' is not read"),
        ],
    )
    def test_nothing_to_guess(self, name: str, text: str, told: str, capsys: Told) -> None:
        Path(name).write_text(text)
        assert main(["init", "study", "--from", name]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert err.startswith(told)
        assert not Path("study").exists()

    def test_no_file(self, capsys: Told) -> None:
        assert main(["init", "study", "--from", "none.csv"]) == 2
        assert capsys.readouterr().err == "none.csv: the file cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    ("column", "meaning"),
    [
        *(("Dataset", "dataset"), ("data_set", "dataset"), ("task-name", "dataset"), ("Classifier", "algorithm")),
        *(("random_state", "repeat"), ("CV fold", "fold"), ("nTrain", "n_train"), ("test_size", "n_test")),
        *(("accuracy", None), ("dataset_accuracy", None)),
    ],
)
def test_roles(column: str, meaning: str | None) -> None:
    assert role_of(column) == meaning


@pytest.mark.parametrize(
    ("column", "better"),
    [
        *(("accuracy", "higher"), ("testAccuracy", "higher"), ("f1_macro", "higher"), ("ROC AUC", "higher")),
        *(("error", "lower"), ("TestError", "lower"), ("log_loss", "lower"), ("crossentropyloss", "lower")),
        *(("neg_log_loss", None), ("score2", None), ("depth", None)),
    ],
)
def test_directions(column: str, better: str | None) -> None:
    assert better_of(column) == better


def test_costs_and_descriptions() -> None:
    assert all(map(is_cost, ["fit_seconds", "model_bytes", "Runtime [ms]", "cpu.time"]))
    assert not any(map(is_cost, ["accuracy", "timely"]))
    assert all(map(is_neither, ["", "Unnamed: 0", "accuracy_std", "n_features", "id"]))
    assert not any(map(is_neither, ["accuracy", "max_score", "depth"]))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        *(("a.csv", "a.csv"), ("../runs/a-1.csv", "../runs/a-1.csv"), ("fit_seconds", "fit_seconds"), ("no", "no")),
        *(("1", '"1"'), ("1e-3", '"1e-3"'), ("true", '"true"'), ("null", '"null"'), ("a b", '"a b"'), ("-a", '"-a"')),
        *(("a: #b", '"a: #b"'), ('"', '"\\""'), ("\n", '"\\n"'), ("\u00e9", '"\u00e9"'), ("\x85", '"\\N"')),
    ],
)
def test_scalars(text: str, written: str) -> None:
    assert scalar(text) == written
