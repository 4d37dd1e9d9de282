"""`rankpress init`: the example builds as it stands; specs for files of many forms are right, or say where they doubt.

The files are of the forms that other tools write: a long file of scikit-learn, OpenML or a benchmark suite; a wide
table with and without a name over its first column; average ranks from a paper.
"""

import json
import random
import re
import shlex
import sys
from collections import Counter
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from rankpress.app.cli import main
from rankpress.checks.agreement import examine
from rankpress.core.doubts import Way
from rankpress.core.faults import FaultsFound
from rankpress.init.guess import Guess
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.writing import scalar, settling_lines
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study

SETS, ALGORITHMS = ("iris", "wine", "zoo"), ("knn", "svm", "rf", "nb")
PAIRS = [(dataset, algorithm) for dataset in SETS for algorithm in ALGORITHMS]


def write(name, header, rows):
    Path(name).write_text("\n".join([header, *rows, ""]), encoding="utf-8")


def number():
    return f"{random.random():.3f}"


def begin(name):
    """The study that is written for a file; its scores can be loaded."""
    assert main(["init", "study", "--from", name, "-q"]) == 0
    assert main(["check", "study/study.yaml", "-q"]) == 0
    return read_study("study/study.yaml").study


@pytest.mark.few(1)
@pytest.mark.parametrize("column", ["fold", "seed", "example", "none"])
def test_commented_values_are_the_defaults(column):
    """The file says that they are, whatever tells the rows of its scores apart."""
    numbers = {"none": (1,), "example": range(40)}.get(column, range(1, 6))
    rows = [
        f"{d},{a},{n},{random.choice('01') if column == 'example' else number()}" for d, a in PAIRS for n in numbers
    ]
    write("s.csv", f"dataset,algorithm,{'note' if column == 'none' else column},accuracy", rows)
    study = begin("s.csv")
    text = Path("study/study.yaml").read_text(encoding="utf-8")
    before, _, after = text.partition("\n# test:\n")
    section = "".join(line.removeprefix("# ") for line in after.partition("\n\n")[0].splitlines(keepends=True))
    Path("study/study.yaml").write_text(f"{before}\ntest:\n{section}\n", encoding="utf-8")
    assert read_study("study/study.yaml").study.test == study.test
    # nor is proposed what cannot be
    assert ("\n# curves: {}" in text) == (column in ("fold", "example"))
    Path("study/study.yaml").write_text(text.replace("# curves: {}", "curves: {}"), encoding="utf-8")
    assert main(["check", "study/study.yaml", "-q"]) == 0


def test_curves_are_proposed_for_columns_of_folds():
    write(
        "s.csv",
        "dataset,algorithm,fold 1,fold 2,fold 3",
        [f"{d},{a},{','.join(number() for _ in '123')}" for d, a in PAIRS],
    )
    begin("s.csv")
    assert "\n# curves: {}" in Path("study/study.yaml").read_text(encoding="utf-8")


@pytest.mark.few
@pytest.mark.parametrize(
    ("header", "metric", "better"),
    [
        ("Datensatz,Verfahren,Lauf,Fehlerrate", "Fehlerrate", "lower"),
        ("jeu de données,modèle,essai,précision", "précision", "higher"),
        ("conjunto,modelo,ejecución,exactitud", "exactitud", "higher"),
        ("数据集,方法,运行,准确率", "准确率", "higher"),
        ("データ,手法,試行,誤差", "誤差", "lower"),
        ("데이터셋,알고리즘,시드,정확도", "정확도", "higher"),
        ("набор данных,метод,запуск,точность", "точность", "higher"),
    ],
)
def test_heads_in_other_languages(header, metric, better):
    write("s.csv", header, [f"{d},{a},{n},{number()}" for d, a in PAIRS for n in (1, 2, 3)])
    scores = begin("s.csv").scores
    assert [scores.columns.dataset, scores.columns.algorithm, scores.columns.seed] == header.split(",")[:3]
    assert [(item.name, item.better) for item in scores.metrics] == [(metric, better)]


@pytest.mark.usefixtures("results_alone")
@pytest.mark.few(3)
@pytest.mark.parametrize("split", ["fold", "seed", "run"])
@pytest.mark.parametrize("layout", ["long", "unnamed", "wide"])
def test_folds_and_runs_of_one_data_set_are_no_data_sets(layout, split, capsys):
    """Either the table is read so, or the command that is printed reads it so; nothing is said of the rows before."""
    runs = range(1, 11)
    if layout == "wide":
        write(
            "iris.csv",
            f"{split},{','.join(ALGORITHMS)}",
            [f"{n},{','.join(number() for _ in ALGORITHMS)}" for n in runs],
        )
    else:
        name = "iris," if layout == "long" else ""
        header = f"{'dataset,' if name else ''}algorithm,{split},accuracy"
        write("iris.csv", header, [f"{name}{a},{n},{number()}" for a in ALGORITHMS for n in runs])
    command = ["run", "iris.csv"]
    if layout != "long":
        assert main([*command, "--only", "latex"]) == 2
        printed = re.search(r"rankpress (run '\{dataset:iris\}[^\n]*)", capsys.readouterr().err)
        command = shlex.split(printed[1])
    assert main([*command, "--only", "latex", "--save", "--better", "higher"]) == 0
    columns = read_study("study.yaml").study.scores.columns
    assert (columns.fold if split == "fold" else columns.seed) == split
    [metric] = json.loads(Path("report/results.json").read_text())["metrics"].values()
    assert metric["datasets"] == ["iris"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("column", "role"), [("seed", "seed"), ("run", "seed"), ("fold", "fold"), ("epoch", "step"), ("k", None)]
)
def test_what_numbers_the_rows_of_a_wide_table(column, role, capsys):
    """Runs are no folds, and steps are not averaged; a column of another name is asked about."""
    rows = [f"{d},{n},{','.join(number() for _ in ALGORITHMS)}" for d in SETS for n in range(1, 6)]
    write("wide.csv", f"dataset,{column},{','.join(ALGORITHMS)}", rows)
    command = ["run", "wide.csv", "--better", "higher", "--only", "latex", "--save"]
    if role is not None:
        assert main(command) == 0
        assert getattr(read_study("study.yaml").study.scores.columns, role) == column
        return
    assert main([*command, "--reading", "2"]) == 2
    for printed in re.findall(r"rankpress (run.*--set .*?) +# ", capsys.readouterr().err):
        assert main([*shlex.split(printed), "--only", "latex", "--save", "--out", f"report{len(printed)}"]) == 0
        columns = read_study("study.yaml").study.scores.columns
        assert column in (columns.fold, columns.seed, columns.step) or columns.dataset == f"dataset_{column}"
        Path("study.yaml").unlink()


class TestExample:
    def test_files(self, capsys):
        assert main(["init", "new/study"]) == 0
        assert capsys.readouterr() == (
            "new/study/study.yaml\nnew/study/scores.csv\nnext: rankpress build new/study/study.yaml\n",
            "",
        )

    def test_shows_the_defaults(self):
        """What the comment in the file says: all but title, scores, order and curves are the defaults."""
        assert main(["init", "study", "-q"]) == 0
        study = read_study("study/study.yaml").study
        assert study == Study(title=study.title, scores=study.scores, order=study.order, curves=study.curves)

    @pytest.mark.nightly
    def test_builds(self, capsys):
        assert main(["init", "study", "-q"]) == 0
        assert main(["build", "study/study.yaml", "--only", "latex", "--only", "html"]) == 0
        assert capsys.readouterr().out.endswith(
            "\n\nstudy/report/report.html\nstudy/report/report.tex\nstudy/report/tables/\nstudy/report/figures/\n"
            "study/report/results.json\n"
        )
        assert main(["build", "study/study.yaml", "--only", "html", "--dry-run"]) == 0
        assert capsys.readouterr().out == "nothing would run: study/report is up to date\n"


@pytest.mark.parametrize("taken", ["study.yaml", "scores.csv"])
def test_nothing_is_overwritten(taken, capsys):
    Path("study").mkdir()
    Path("study", taken).write_text("mine")
    assert main(["init", "study"]) == 2
    assert capsys.readouterr() == (
        "",
        (
            f"study/{taken}: this file is there already\n"
            "    expected: a folder without one\n"
            "    fix: name another folder, or rename it\n"
        ),
    )
    assert [path.name for path in Path("study").iterdir()] == [taken]
    assert Path("study", taken).read_text() == "mine"


class TestGuesses:
    def test_hostile_names(self):
        rows = [f"{d},{a},{number()}" for d, a in PAIRS]
        write("a [1] # 'x'.csv", '"data\nset","alg: ""o"" #\x07","no"', rows)
        study = begin("a [1] # 'x'.csv")
        assert study.scores.columns.dataset == "data\nset"
        assert study.scores.columns.algorithm == 'alg: "o" #\x07'
        assert [metric.name for metric in study.scores.metrics] == ["no"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        *(("a.csv", "a.csv"), ("../runs/a-1.csv", "../runs/a-1.csv"), ("fit_seconds", "fit_seconds"), ("no", "no")),
        *(("1", '"1"'), ("1e-3", '"1e-3"'), ("true", '"true"'), ("null", '"null"'), ("a b", '"a b"'), ("-a", '"-a"')),
        *(("a: #b", '"a: #b"'), ('"', '"\\""'), ("\n", '"\\n"'), ("\u00e9", '"\u00e9"'), ("\x85", '"\\N"')),
    ],
)
def test_scalars(text, written):
    assert scalar(text) == written


# Either column may hold the data sets: nothing but the spread of the scores speaks for one of them.
CLOSE = ["p,u,0.5", "p,v,0.6", "p,w,0.9", "q,u,0.7", "q,v,0.8", "q,w,0.4", "r,u,0.3", "r,v,0.6", "r,w,0.5"]


class TestTwoReadings:
    def test_are_explained_and_doubted(self, capsys):
        write("r.csv", "one,other,accuracy", CLOSE)
        assert main(["init", "study", "--from", "r.csv", "--explain"]) == 0
        messages = capsys.readouterr().out
        assert "readings compared: 2\n" in messages
        assert "  +2.0    +2.0  9 of 9 pairs of data set and algorithm have rows\n" in messages
        assert "in doubt: layout: data sets in 'one', algorithms in 'other'; nearly as likely: data sets in" in messages
        [doubt] = read_study("study/study.yaml").study.scores.doubts
        assert doubt.key == "layout"

    @pytest.mark.parametrize(("answer", "dataset"), [("", "one"), ("1", "one"), ("2", "other")])
    def test_are_asked_about_at_a_terminal(self, answer, dataset, monkeypatch, capsys):
        write("r.csv", "one,other,accuracy", CLOSE)
        asked = []
        monkeypatch.setattr("rankpress.app.commands.init.sys", SimpleNamespace(stdin=Terminal(), stdout=Terminal()))
        monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or answer)
        assert main(["init", "study", "--from", "r.csv"]) == 0
        assert asked == ["Which is right? [1] "]
        scores = read_study("study/study.yaml").study.scores
        assert (scores.columns.dataset, scores.doubts) == (dataset, ())


class Terminal:
    def isatty(self):
        return True


LAYOUTS = run_path(str(Path(__file__).with_name("layouts.py")))["LAYOUTS"]
# Of ten layouts as many are read right without a question or a change.
LEAST_RIGHT = 8


def outcome(layout, folder):
    """Return right, doubted, asked or wrong for what `init --from` makes of a layout, and why."""
    for name, text in layout.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    if main(["init", "study", "--from", layout.source, "-q"]):
        return "asked", "no study is written"
    scores, confirmed = checked()
    if scores is None:
        written = Path("study/study.yaml").read_text(encoding="utf-8")
        return ("asked" if "rankpress check stops" in written else "wrong"), "check stops"
    metrics = {metric.name: metric.better for metric in scores.metrics}
    differences = [
        f"{what}: {got} instead of {right}"
        for what, got, right in (
            ("metrics", metrics, layout.metrics),
            ("costs", tuple(scores.costs), layout.costs),
            *((f"data sets of {m.name}", set(m.datasets), set(layout.datasets)) for m in scores.metrics),
            *((f"algorithms of {m.name}", set(m.algorithms), set(layout.algorithms)) for m in scores.metrics),
            *((f"splits of {m.name}", splits_of(m), layout.splits) for m in scores.metrics),
            *((f"seeds of {m.name}", max(m.seeds or (0,)), layout.seeds) for m in scores.metrics),
        )
        if got != right
    ]
    if not differences and not layout.stopped:
        return ("right" if confirmed else "doubted"), ""
    return ("wrong" if confirmed else "asked"), "; ".join(differences)


def checked():
    """Return the scores of the study that was written, None where `check` stops, and whether nothing is in doubt."""
    try:
        read = read_study("study/study.yaml")
    except FaultsFound:
        return None, True
    examined = examine(read)
    return (None if examined.faults else examined.scores), not read.study.scores.doubts


def splits_of(metric):
    """Return how many measurements a cell has."""
    divided = [len(item.scores) for item in (*metric.folds, *metric.examples) if item is not None]
    return int(np.max(divided)) if divided else 1


@pytest.mark.nightly
def test_score(tmp_path, monkeypatch, capsys):
    results = {}
    for number, layout in enumerate(LAYOUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        results[layout.name] = outcome(layout, folder)
    capsys.readouterr()
    counts = Counter(kind for kind, _ in results.values())
    right = counts["right"] + counts["doubted"]
    lines = [
        (
            f"{len(LAYOUTS)} layouts: {right} right ({counts['doubted']} of them with a question), "
            f"{counts['asked']} asked or stopped, {counts['wrong']} wrong"
        ),
        *(f"  {kind}: {name}: {why[:200]}" for name, (kind, why) in results.items() if kind in ("asked", "wrong")),
    ]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
    assert not counts["wrong"]
    assert 10 * right >= LEAST_RIGHT * sum(not layout.stopped for layout in LAYOUTS)


OF_DOUBTS = Guess("long", {"dataset": "d", "seed": "run"}, {"a b": "higher", "c": "higher"}, units={"c": "s"})


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ([("set", 'scores.na=["timeout", "-"]')], {"na": ["timeout", "-"]}),
        ([("set", "scores.where={}"), ("set", "scores.missing=error")], {"where": {}, "missing": "error"}),
        ([("missing", "worst-rank")], {"missing": "worst-rank"}),
        (
            [("better", "lower")],
            {"metrics": [{"name": "a b", "better": "lower"}, {"name": "c", "better": "lower", "unit": "s"}]},
        ),
        (
            [("set", "scores.columns.seed=x"), ("set", "scores.columns.fold=f")],
            {"columns": {"dataset": "d", "seed": "x", "fold": "f"}},
        ),
        ([("reading", "2")], None),
        ([("set", "scores.na=[]"), ("metric", "c")], None),
    ],
)
def test_what_settles_a_doubt_is_stated_by_the_keys_that_options_set(options, keys):
    (option, value), *further = options
    lines = settling_lines(OF_DOUBTS, Way("they are meant", option, value, tuple(further)))
    # what is stated is what the study has already where nothing is censored and no run failed
    mark = " (taken)" if keys == {"where": {}, "missing": "error"} else ""
    assert lines[:1] == ([f"they are meant{mark}:"] if keys else [])
    assert yaml.safe_load("\n".join(lines[1:])) == keys


TIMES = ["p,1.5,2.5", "q,timeout,9.5", "r,3.5,4.5", "s,3.5,timeout", "t,7,8"]
BOARD = ["p,5.1,6.2", "q,7.4,2.5", "r,3.9,1.3"]


@pytest.mark.parametrize(
    ("header", "rows", "codes"),
    [
        ("instance,a,b", TIMES, [0, 2]),  # where the cells hold no result, scores.missing is still to be set
        ("dataset,A,B", BOARD, [0, 0]),
        ("one,other,accuracy", CLOSE, []),
    ],
)
def test_all_that_settles_a_doubt_is_printed_and_where_keys_do_stands_in_the_study(header, rows, codes, capsys):
    name = "times.csv" if rows is TIMES else "board.csv"
    write(name, header, rows)
    ways = [way for doubt in guess_study(read_table(name), name).doubts for way in doubt.ways]
    assert main(["init", "study", "--from", name]) == 0
    printed = capsys.readouterr().out
    assert [way.meaning for way in ways] == [
        meaning.removesuffix(" (taken)") for meaning in re.findall(r"^    (\S.*):$", printed, re.MULTILINE)
    ]
    commands = re.findall(r"^      rankpress (run .+)", printed, re.MULTILINE)
    assert len(commands) + len(codes) == len(ways) > 1
    for command in commands:
        assert main([*shlex.split(command), "--only", "markdown", "--out", "report"]) == 0
        Path("study.yaml").unlink()
    study = Path("study/study.yaml").read_text(encoding="utf-8")
    keys = re.findall(r"^      # \S.*:\n((?:      #   .*\n)+)", study, re.MULTILINE)
    for commented, code in zip(keys, codes, strict=True):
        data = yaml.safe_load(study)
        data["scores"] |= yaml.safe_load(commented.replace("      #   ", ""))
        Path("study/study.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
        assert main(["check", "study/study.yaml"]) == code


@pytest.mark.nightly
def test_guesses(golden_cases, capsys, monkeypatch):
    # what follows the summary of a check is not compared
    monkeypatch.setattr("rankpress.app.commands.check.print_answer", lambda *_: None)

    def printed(case):
        code = main(["init", "study", "--from", case["from"]])
        text = "".join(capsys.readouterr())
        if code:
            assert not Path("study").exists()
            return f"exit code {code}\n{text}"
        spec = Path("study/study.yaml").read_text(encoding="utf-8")
        [scores] = re.findall(r"^scores:\n(?:[ #].*\n)*", spec, re.MULTILINE)
        study = yaml.safe_load(scores)["scores"]
        for keys in re.findall(r"\(taken\):\n((?:      #   .*\n)+)", scores):  # to take it changes nothing
            taken = study | yaml.safe_load(keys.replace("      #   ", ""))
            assert Study.model_validate({"scores": taken}) == Study.model_validate({"scores": study})
        checked = main(["check", "study/study.yaml"])
        summary, _, _ = "".join(capsys.readouterr()).partition("\n\n")  # without the answer
        return f"{text}\n{scores}\ncheck: exit code {checked}\n{summary}"

    golden_cases(Path(__file__).parent / "guesses.yaml", printed)
