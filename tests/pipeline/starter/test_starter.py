"""`rankpress init`: the example builds as it stands; specs for files of many forms are right, or say where they doubt.

The files are of the forms that other tools write: a long file of scikit-learn, OpenML or a benchmark suite; a wide
table with and without a name over its first column; average ranks from a paper.
"""

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from rankpress.app.cli import main
from rankpress.init.writing import scalar
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
            "    to do: name another folder, or remove it\n"
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
        told = capsys.readouterr().out
        assert "readings compared: 2\n" in told
        assert "  +2.0    +2.0  9 of 9 pairs of data set and algorithm have rows\n" in told
        assert "in doubt: layout: data sets in 'one', algorithms in 'other'; nearly as likely: data sets in" in told
        assert not read_study("study/study.yaml").study.scores.confirmed

    @pytest.mark.parametrize(("answer", "dataset"), [("", "one"), ("1", "one"), ("2", "other")])
    def test_are_asked_about_at_a_terminal(self, answer, dataset, monkeypatch, capsys):
        write("r.csv", "one,other,accuracy", CLOSE)
        asked = []
        monkeypatch.setattr("rankpress.app.commands.init.sys", SimpleNamespace(stdin=Terminal(), stdout=Terminal()))
        monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or answer)
        assert main(["init", "study", "--from", "r.csv"]) == 0
        assert asked == ["Which is right? [1] "]
        scores = read_study("study/study.yaml").study.scores
        assert (scores.columns.dataset, scores.confirmed) == (dataset, True)


class Terminal:
    def isatty(self):
        return True
