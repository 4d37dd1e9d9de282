"""Commands that explain or list: help, doctor, completion, run with its answer, macros."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rankpress.account.macros import Macro
from rankpress.analysis import analyse
from rankpress.app.answer import write_answer
from rankpress.app.cli import main
from rankpress.app.commands import doctor
from rankpress.app.commands.help import read_reference
from rankpress.app.commands.macros import _MacroUse, unknown_uses
from rankpress.app.commands.run import _refuse_other
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.checks.agreement import examine
from rankpress.core.doubts import Doubt
from rankpress.core.extras import install_command
from rankpress.core.faults import FaultsFound
from rankpress.init.writing import _write
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study


def test_help_has_every_section_and_method(capsys):
    known = {entry.path for entry in read_reference()}
    assert set(Study.model_fields) <= known
    assert {*ADJUSTMENTS, *OMNIBUS, *PAIRWISE, *EFFECTS} <= known
    assert main(["help", "test.alpha"]) == 0
    assert capsys.readouterr().out == (
        "test.alpha\n  values: number between 0 and 1\n  default: 0.05\n  what: Level of significance.\n"
    )


def test_the_doctor_says_what_missing_parts_cost(capsys, monkeypatch):
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "weasyprint" in printed
    assert "missing" not in printed.split("pdflatex")[0]
    monkeypatch.setattr(doctor, "which", lambda name: None)
    monkeypatch.setattr(doctor, "_version", lambda name: "")
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "numpy" in printed
    assert "missing: rankpress does not work" in printed
    assert install_command("watch") in printed


def test_the_doctor_says_what_an_older_matplotlib_costs(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_version", lambda name: "3.10.9")
    assert main(["doctor"]) == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("matplotlib")]
    assert line.endswith("3.10.9: names in Arabic and Hebrew are drawn from left to right before 3.11")


def test_bash_completes(tmp_path, capsys):
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "complete.sh"
    script.write_text(capsys.readouterr().out)
    ask = f'source {script}; COMP_WORDS=(rankpress bu); COMP_CWORD=1; _shtab_rankpress; echo "${{COMPREPLY[@]}}"'
    ended = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=False, timeout=300)
    assert ended.stdout.strip() == "build"


NAMES = ("knn", "tree", "forest", "ours")


@pytest.fixture
def scores(tmp_path, monkeypatch):
    """A long file of folds with a second metric and a cost, in the folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    rng, rows = np.random.default_rng(2), ["dataset,algorithm,fold,accuracy,logloss,seconds"]
    for dataset in range(12):
        for better, name in enumerate(NAMES):
            for fold in range(3):
                accuracy = 0.5 + better / 20 + rng.normal() / 40
                rows.append(f"d{dataset},{name},{fold},{accuracy:.4f},{1 - accuracy:.4f},{rng.random() + better:.3f}")
    Path("long.csv").write_text("\n".join([*rows, ""]))
    return Path("long.csv")


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


@pytest.mark.nightly
def test_the_answer_and_the_report(scores, capsys):
    assert main(["run", "long.csv", "--metric", "accuracy", "--only", "html"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("In accuracy, higher is better. Cost: seconds.")
    assert "\n\nours achieves the best average rank in accuracy (1.00)." in printed
    assert printed.endswith("report/report.html\nreport/tables/\nreport/figures/\nreport/results.json\n")
    assert not Path("study.yaml").exists()


@pytest.mark.nightly
def test_the_study_that_is_left_gives_the_same_report(scores):
    options = ["--metric", "accuracy", "--control", "ours", "--test", "wilcoxon", "--adjust", "hochberg"]
    assert main(["run", "long.csv", *options, "--only", "latex", "--save", "-q"]) == 0
    assert main(["build", "--only", "latex", "--out", "again", "-q"]) == 0
    assert files_of("report") == files_of("again")
    [metric] = json.loads(Path("report/results.json").read_text())["metrics"].values()
    assert (metric["control"], list(metric["error_rates"])) == ("ours", ["hochberg"])


def test_what_is_uncertain_is_printed(scores, capsys):
    Path("odd.csv").write_text(
        "dataset,a,b,c\n" + "".join(f"d{i},0.9{i % 7},0.8{i % 5},0.7{i % 3}\n" for i in range(9))
    )
    assert main(["run", "odd.csv", "--only", "latex"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("in doubt: score: nothing shows which direction is better; higher is assumed")
    assert "In score, higher is taken to be better." in printed
    assert main(["run", "odd.csv", "--only", "latex", "--better", "lower"]) == 0
    printed = capsys.readouterr().out
    assert "c achieves the best average rank in score" in printed


@pytest.mark.weekly
def test_what_is_left_out_for_lack_of_results_is_reported(scores, capsys):
    full = scores.read_text()
    scores.write_text("".join(line for line in full.splitlines(True) if not line.startswith(f"d7,{NAMES[0]}")))
    only = ["--only", "markdown"]
    assert main(["run", "long.csv", *only]) == 0
    assert "missing on 1 of 12 data sets, omitted here (d7)" in " ".join(capsys.readouterr().out.split())
    lacking = {f"d{dataset},{NAMES[dataset % len(NAMES)]}" for dataset in range(12)}
    scores.write_text("".join(line for line in full.splitlines(True) if line.rsplit(",", 4)[0] not in lacking))
    assert main(["run", "long.csv", *only]) == 0
    assert "missing on 12 of 12 data sets, compared with these gaps" in " ".join(capsys.readouterr().out.split())
    assert main(["run", "long.csv", *only, "--missing", "incomplete-blocks", "--save"]) == 0
    assert "omitted" not in capsys.readouterr().out
    assert "missing: incomplete-blocks" in Path("study.yaml").read_text()
    Path("report").rename("earlier")
    assert main(["run", "long.csv", *only, "--save"]) == 0  # the second of its two studies is there
    Path("study.yaml").write_text("mine")
    Path("report").rename("later")
    assert main(["run", "long.csv", *only, "--save"]) == 2
    assert not Path("report").exists()


@pytest.mark.parametrize(
    "write", [lambda path: _refuse_other(path, [b"another"]), lambda path: _write(path.parent, {path.name: "another"})]
)
def test_no_message_says_to_delete_a_study(tmp_path, write):
    path = tmp_path / "study.yaml"
    path.write_text("mine")
    with pytest.raises(FaultsFound, match="another folder") as raised:
        write(path)
    assert not re.search("remove|delete", raised.value.faults[0].remedy)
    assert path.read_text() == "mine"


@pytest.mark.few
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--metric", "acuracy"], "there is no column 'acuracy'"),
        (["--control", "mine"], "there is no algorithm 'mine'"),
        (["--test", "wilcox"], "did you mean 'wilcoxon'?"),
        (["--adjust", "holmes"], "did you mean 'holm'?"),
        (["--missing", "drop"], "scores.missing is 'drop'"),
        (["--only", "pdff"], "did you mean 'pdf'?"),
        (["--dataset", "task"], "there is no column 'task'"),
        (["--reading", "9"], "there is no reading 9: "),
    ],
)
def test_faults_of_options_name_them(scores, options, message, capsys):
    assert main(["run", "long.csv", "--only", "latex", *options]) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.startswith(f"{options[0]}: ")
    assert " | " not in printed
    assert not Path("report").exists()


STUDY = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\nplot: []\n"


@pytest.fixture
def study(tmp_path):
    rows = "".join(f"d{i},0.{i},0.{i}1,0.5\n" for i in range(1, 9))
    (tmp_path / "scores.csv").write_text(f"dataset,a,b,c_1\n{rows}")
    (tmp_path / "study.yaml").write_text(f"{STUDY}report: {{formats: [latex]}}\n")
    return tmp_path / "study.yaml"


def paper(folder, text, name="paper.tex"):
    (folder / name).write_text(text)
    return str(folder / name)


def test_all_numbers_are_listed(study, capsys):
    assert main(["macros", str(study)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert r"accuracy/datasets \rpAccuracyDatasets = 8: number of data sets" in lines
    assert any(line.startswith("accuracy/rank/c-1 ") for line in lines)
    assert not (study.parent / "report").exists()


def test_those_that_a_paper_uses(study, capsys):
    paper(study.parent, r"\rp{accuracy/score/d1/b} % \rp{accuracy/none}", "part.tex")
    used = paper(
        study.parent, "\\newcommand{\\rpOwn}{1}\\rpOwn \\rpAccuracyDatasets{} 5\\% \\rp{accuracy/rank/a}\n\\input{part}"
    )
    assert main(["macros", str(study), "--used", used]) == 0
    keys = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert keys == ["accuracy/datasets", "accuracy/rank/a", "accuracy/score/d1/b"]


def test_unknown_ones_are_faults_with_the_nearest(study, capsys):
    used = paper(
        study.parent, "\n\\rp{accuracy/rnk/a}\n\\rpAccuracyDataset\n\\rpAccuracyOnDOneScoreA \\rp{accuracy/p/b/a}"
    )
    assert main(["macros", str(study), "--used", used]) == 2
    message = capsys.readouterr().err
    assert f"{used}:2: there is no number \\rp{{accuracy/rnk/a}}\n    expected: \\rp{{accuracy/rank/a}}" in message
    assert f"{used}:3: there is no number \\rpAccuracyDataset\n    expected: \\rpAccuracyDatasets" in message
    assert "expected: \\rp{accuracy/p/a/b}" in message  # a pair the other way round
    assert "expected: \\rp{accuracy/score/d1/a}, or this pair or data set in report.macros" in message


ALGORITHMS, PAIRS = ("5nn", "knn", "rf", "rf-tuned", "svm"), ("rf/svm", "knn/rf", "5nn/knn")
KEYS = [
    *(f"log-loss/{what}/{one}" for what in ("rank", "mean-score", "mean/fit-seconds") for one in ALGORITHMS),
    *(f"accuracy/p/{adjusted}/{pair}" for adjusted in ("holm", "hochberg") for pair in PAIRS),
    "accuracy/datasets",
]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("log-loss/mean/rf", ["log-loss/mean-score/rf"]),
        ("accuracy/p/hlm/svm/rf", ["accuracy/p/holm/rf/svm"]),
        ("acuracy/p/holm/rf/svm", ["accuracy/p/holm/rf/svm"]),
        ("accuracy/p/holm/knn/5nn", ["accuracy/p/holm/5nn/knn"]),
        ("log-loss/rank/svmm", ["log-loss/rank/svm"]),
        ("accuracy/dataset", ["accuracy/datasets"]),
        ("log-loss/rank/7nn", []),
        ("accuracy/p/holm/knn/svm", []),  # a pair that is not there, of algorithms that are
        ("accuracy/rank/rf", []),
        ("accuracy/effect/rf/svm", []),
        ("nonsense", []),
    ],
)
def test_what_is_named_for_an_unknown_key_is_the_same_number_of_the_same_algorithms(key, meant):
    numbers = [Macro("", "", "", key=each, is_named=False) for each in KEYS]
    [fault] = unknown_uses([_MacroUse(key, "paper.tex:1")], numbers)
    assert re.findall(r"\\rp\{([^}]*)\}", fault.expected) == meant
    assert meant or "rankpress macros" in fault.expected


def test_those_of_the_prefix_of_the_study(study, capsys):
    used = paper(
        study.parent, "\\rp{accuracy/rank/a} \\rpAccuracyX \\secondary{x} \\second{accuracy/rank/a} \\secondTable{a}\n"
    )
    prefix = ("--set", "report.prefix=second")
    assert main(["macros", str(study), *prefix, "--used", used]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("accuracy/rank/a \\secondAccuracyRankA = ")
    used = paper(study.parent, "\\second{accuracy/rnk/a} \\secondAccuracyDataset")
    assert main(["macros", str(study), *prefix, "--used", used]) == 2
    message = capsys.readouterr().err
    assert "no number \\second{accuracy/rnk/a}\n    expected: \\second{accuracy/rank/a}" in message
    assert "no number \\secondAccuracyDataset\n    expected: \\secondAccuracyDatasets" in message


def test_what_changed_since_the_build(study, capsys):
    assert main(["build", str(study), "-q"]) == 0
    used = paper(study.parent, "\\rpAccuracyAlpha \\rpAccuracyDatasets")
    before = {path: path.stat().st_mtime_ns for path in study.parent.rglob("*")}
    assert main(["macros", str(study), "--set", "test.alpha=0.01", "--used", used]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "= 0.01 (built: 0.05)" in first
    assert "built" not in second
    assert {path: path.stat().st_mtime_ns for path in study.parent.rglob("*")} == before


HERE = Path(__file__).parent
PAPERS = HERE.parents[2] / "example_project" / "papers"


def answer(study, width, *overrides, stream=None):
    read = read_study(study, overrides)
    scores = examine(read).scores
    out = io.StringIO() if stream is None else stream
    write_answer(analyse(read.study, scores), read.study.labels.names, out, (), [Doubt("wide", "layout")], width)
    return out.getvalue()


def test_the_answers_read_well(golden):
    demsar, ulas = PAPERS / "demsar2006" / "study.yaml", PAPERS / "garcia2008" / "study.yaml"
    texts = [answer(demsar, width) for width in (60, 100)]
    texts += [answer(ulas, 80), answer(ulas, 80, "test.control=C4.5", "test.pairwise=wilcoxon", "adjust=[holm]")]
    golden(HERE / "answers.txt", "\n".join(texts))


@pytest.fixture
def hostile(tmp_path):
    """Forty algorithms with names that are long, wide, or would steer a terminal."""
    names = [f"{stem}-{i}" for i in range(10) for stem in ("[red]x[/red]", "很长的名字" * 6, "e\x1b[31mvil", "plain")]
    values = np.random.default_rng(3).normal(size=(20, 40)) + np.arange(40) / 8
    rows = [",".join([f"d{at}", *map(str, row)]) for at, row in enumerate(values)]
    (tmp_path / "a.csv").write_text("\n".join([",".join(["dataset", *names]), *rows, ""]), encoding="utf-8")
    study = tmp_path / "study.yaml"
    study.write_text("scores: {files: a.csv, layout: wide, metrics: [{name: accuracy}]}\n")
    return study


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("width", [60, 80, 200])
def test_no_line_is_too_long(hostile, width):
    from rich.cells import cell_len

    text = answer(hostile, width)
    assert max(map(cell_len, text.split("\n"))) <= min(width, 100)
    assert "\x1b" not in text
    assert "and 10 more" in text
    assert "[red]x[/red]-" in text


def test_a_stream_that_takes_ascii_gets_no_other_signs():
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="backslashreplace")
    read = read_study(PAPERS / "demsar2006" / "study.yaml")
    scores = examine(read).scores
    write_answer(analyse(read.study, scores), {}, out, width=80)
    out.seek(0)
    assert "\\u25cf" not in out.read()


def helped(capsys, word):
    """What `rankpress help` prints of a word."""
    assert main(["help", word]) == 0
    return capsys.readouterr().out


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "methods", [ADJUSTMENTS, OMNIBUS, PAIRWISE, EFFECTS], ids=["adjust", "omnibus", "pairs", "effects"]
)
def test_help_prints_what_each_method_is_and_no_number_of_a_simulation(capsys, methods):
    for name, method in methods.items():
        lines = helped(capsys, name).splitlines()
        assert any(method.title in line for line in lines), name
        assert not [line for line in lines if re.search(r" \d+\.\d\*?$", line)], name


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("dagger", "report.tables.scores.against"),
        ("Bold", "report.tables.scores.marks"),
        ("percent", "scores.metrics[].percent"),
        ("seed", "power.seed"),
        ("violin", "plot.rank-distribution.form"),
        ("shading", "highlight"),
        ("asterisk", "test.alpha"),
        ("std", "report.tables.scores.spread"),
        ("rotate", "landscape"),
        ("t-test", "test.within"),
        ("t tests", "test.pairwise"),
        ("Cohen", "hedges-g"),
        ("boxplots", "score-boxes"),
        ("effect size", "effects.measures"),
        ("outlier", "report.tables.scores.center"),
        ("median", "report.tables.scores.center"),
        ("confidence interval", "rank.intervals"),
        ("GPU", "scores.costs"),
        ("Word", "report.formats"),
        ("elo", "leaderboard"),
        ("colour", "report.figures.highlight"),
        ("TOST", "effects.margin"),
        ("fdr", "benjamini-hochberg"),
        ("jupyter", "rankpress.compare"),
        ("lower", "scores.metrics"),
        ("crash", "scores.missing"),
    ],
)
def test_help_knows_the_words_of_authors(capsys, word, key):
    assert key in helped(capsys, word)


def test_the_words_of_authors_name_keys_that_are_there():
    entries = [*read_reference()]
    sections = {entry.name for entry in entries if entry.section == "Sections"}
    keys = {entry.path.replace("[]", "").replace(".NAME", "") for entry in entries if entry.is_key}
    words = [entry for entry in entries if entry.section.startswith("What authors ask for")]
    named = {
        key.replace(".NAME", "")
        for entry in words
        for key in re.findall(r"\b[a-z_]+(?:\.[A-Za-z_-]+)+", entry.what)
        if key.split(".")[0] in sections and key.split(".")[1] not in {"docx", "html", "pdf", "tex"}
    }
    of_all_kinds = {key: re.sub(r"(?<=report\.tables)\.[\w-]+|(?<=plot)\.[\w-]+", "", key) for key in named}
    assert len(named) > 40
    assert [key for key in sorted(named) if not {key, of_all_kinds[key]} & keys] == []


@pytest.mark.parametrize(("word", "near"), [("banana", ""), ("zebra", ""), ("wilcoxn", "wilcoxon")])
def test_help_suggests_what_is_written_alike_alone(capsys, word, near):
    assert main(["help", word]) == 2
    printed = capsys.readouterr().err
    assert "no key and no method" in printed
    assert ("did you mean" in printed) == bool(near)
    assert near in printed


@pytest.mark.parametrize(
    ("word", "registries"),
    [("tests", (OMNIBUS, PAIRWISE, WITHIN)), ("adjustments", (ADJUSTMENTS,)), ("measures", (EFFECTS,))],
)
def test_help_lists_the_methods_of_a_kind_with_what_they_are(capsys, word, registries):
    lines = [line.strip() for line in helped(capsys, word).splitlines()]
    for name in (name for registry in registries for name in registry):
        assert any(len(line) > len(name) + 10 for line in lines if line.split(" ")[0] == name), name


def test_help_lists_every_section_by_subject(capsys):
    assert main(["help"]) == 0
    printed = capsys.readouterr().out
    assert "Comparisons:" in printed
    assert {name for name in Study.model_fields if f"\n  {name} " in printed} == set(Study.model_fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "standard input: the file is empty"),
        ("dataset,algorithm,accuracy\na,x,1\na,y,abc\nb,x,2\nb,y,3\n", "rankpress run - --set"),
        ("dataset,algorithm,accuracy\na,x,1\nb,x,2\n", "standard input: column 'algorithm' names one algorithm"),
    ],
)
def test_faults_of_standard_input_name_no_file(tmp_path, monkeypatch, capsys, text, message):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["run", "-"]) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert "rankpress-stdin" not in printed
