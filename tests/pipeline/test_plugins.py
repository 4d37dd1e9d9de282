"""Plug-ins: files that a study names, and packages with entry points."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.app.run import build
from rankpress.cache.store import UNCACHED
from rankpress.catalog.methods import PAIRWISE
from rankpress.core import plugins
from rankpress.core.faults import FaultsFound
from rankpress.executors import local
from rankpress.spec.reading import read_study, schema_text

NAMES = ("knn", "tree", "forest")
STUDY = "plugins: [my_tests.py]\nscores: {files: scores.csv, metrics: [accuracy]}\ntest: {pairwise: log-t}\n"
HEAD = "from rankpress.extend import *\n"
TEST = (
    '@pairwise_test("log-t", title="t of logs", reference="student1908", null="no difference", holds="level")\n'
    "def log_t(a, b):\n    "
)
ADJUSTMENT = '@adjustment("mine", title="Mine", reference="holm1979", controls="family-wise error")\ndef mine(p):\n    '
EFFECT = '@effect_size("far", title="Far", reference="holm1979", interval="no")\ndef far(a, b, level):\n    '
TABLE = '@table("three", title="Three")\ndef three(analysis):\n    '
FIGURE = '@figure("last", title="L", caption="L.", alt="L.")\ndef last(analysis, names, style):\n    '
LOADER = '@loader("words", holds="words", suffixes=[".csv"])\ndef words(content):\n    '
FORMAT = '@report_format("lines", title="report.lines", figures=["png"])\ndef lines(rendering):\n    '
NAMING = {
    FORMAT: "report.formats=[lines]",
    ADJUSTMENT: "adjust=[mine]",
    EFFECT: "effects.measures=[far]",
    TABLE: "report.tables={three: {}}",
    FIGURE: "plot=[last]",
    LOADER: "scores.format=words",
}


@pytest.fixture(autouse=True)
def _afresh():
    yield
    plugins.activate(())


def scores(names=NAMES):
    drawn = np.random.default_rng(5).normal(0, 0.02, (12, len(names)))
    for row, noise in enumerate(drawn):
        yield from ((f"d{row}", name, 0.7 + 0.04 * place + noise[place]) for place, name in enumerate(names))


def write(folder, rows):
    lines = "".join(f"{dataset},{algorithm},{score:.17g}\n" for dataset, algorithm, score in rows)
    (folder / "scores.csv").write_text("dataset,algorithm,accuracy\n" + lines)


@pytest.fixture
def folder(tmp_path, root):
    """A study with the plug-in of the documentation."""
    page = (root / "docs/how-to/extend.md").read_text(encoding="utf-8")
    (tmp_path / "my_tests.py").write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    write(tmp_path, scores())
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


@pytest.mark.nightly
def test_a_test_of_the_page(folder):
    with pytest.raises(FaultsFound, match="--allow-plugins") as refused:
        read_study(folder / "study.yaml")
    assert len(refused.value.faults) == 1
    read = read_study(folder / "study.yaml", allow_plugins=True)
    assert '"log-t"' in schema_text()
    build(read, folder / "out", formats=("markdown", "latex"))
    result = json.loads((folder / "out/results.json").read_text())
    assert result["metrics"]["accuracy"]["null_hypothesis"] == {
        "of": "each pair",
        "text": "the logarithms of the two differ by zero on average",
    }
    report = (folder / "out/report.md").read_text(encoding="utf-8")
    assert "paired t test of log scores, adjusted by Holm" in report
    assert "keeps its level for many data sets only" in report
    assert "paired t test of log scores" in (folder / "out/methods.tex").read_text(encoding="utf-8")
    assert "student1908" in (folder / "out/references.bib").read_text(encoding="utf-8")
    manifest = json.loads((folder / "out/manifest.json").read_text())
    assert manifest["versions"]["plug-in my_tests.py"] == read.plugins[0].version
    assert "my_tests.py" in {item["path"] for item in manifest["inputs"]}


@pytest.mark.nightly
def test_what_is_registered_ends_with_the_study_and_changes_with_the_file(folder, capsys):
    study = str(folder / "study.yaml")
    assert main(["build", study, "--allow-plugins", "--only", "markdown", "-q"]) == 0
    read = read_study(study, allow_plugins=True)
    with pytest.raises(FaultsFound, match="'log-t'"):  # another study does not know it
        read_study(study, ["plugins=[]"])
    build(read, folder / "again", formats=("markdown",))  # and this one still does
    (folder / "my_tests.py").write_text((folder / "my_tests.py").read_text().replace("ddof=1", "ddof=0"))
    assert main(["build", study, "--allow-plugins", "--only", "markdown", "-v"]) == 0
    assert "test accuracy: plug-in my_tests.py changed" in capsys.readouterr().err


def test_a_built_in_method_and_that_of_a_plug_in_are_added_alike(folder):
    read_study(folder / "study.yaml", allow_plugins=True)
    logs, pairs = np.random.default_rng(1).normal(size=(9, 3)), np.array([[0, 1], [2, 1]])
    methods = {plugins.BUILT_IN: PAIRWISE["t"], "my_tests.py": PAIRWISE["log-t"]}
    p = [method.run(scores, pairs).p for method, scores in zip(methods.values(), (logs, np.exp(logs)), strict=True)]
    assert p[0] == pytest.approx(p[1])
    for whose, method in methods.items():
        for of in (plugins.BUILT_IN, "theirs.py"):
            with pytest.raises(FaultsFound, match=f"the name '{method.name}' is taken by {whose}"):
                PAIRWISE.add(method, of=of)
    plugins.activate(())
    assert [PAIRWISE.finds(method.name) for method in methods.values()] == [True, False]
    PAIRWISE.add(methods["my_tests.py"], of="theirs.py")  # the name is free
    plugins.withdraw("theirs.py")
    assert not PAIRWISE.finds("log-t")


def test_two_that_are_equal_everywhere_and_two_that_differ_by_a_factor(folder):
    rows = [row for d, a, s in scores(("knn",)) for row in ((d, a, s), (d, "twin", s), (d, "half", s / 2))]
    (folder / "scores.csv").write_text(
        "dataset,algorithm,accuracy\n" + "".join(f"{d},{a},{s:.17g}\n" for d, a, s in rows)
    )
    read = read_study(folder / "study.yaml", allow_plugins=True)
    [analysis] = build(read, folder / "out", formats=("markdown",)).analyses
    equal, *halves = sorted(analysis.tested.over.p.tolist(), reverse=True)
    assert equal == 1
    assert max(halves) < 1e-9


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("[other.py]", "the plug-in 'other.py' cannot be read: No such file or directory"),
        ("[/my_tests.py]", "its path is absolute"),
        ("[my_tests.py, my_tests.py]", "the file 'my_tests.py' is listed twice"),
        ("my_tests.py", "write [my_tests.py]"),
    ],
)
def test_files_that_are_none(folder, value, expected):
    with pytest.raises(FaultsFound) as error:
        read_study(folder / "study.yaml", [f"plugins={value}"], allow_plugins=True)
    assert expected in str(error.value)


def test_the_nearest_name_is_suggested(folder):
    with pytest.raises(FaultsFound, match="log-tt") as error:
        read_study(folder / "study.yaml", ["test.pairwise=log-tt"], allow_plugins=True)
    assert "log-t" in error.value.faults[0].expected


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("raise RuntimeError('no')", "my_tests.py:1: the plug-in raised RuntimeError: no"),
        ("def f(:", "the plug-in raised SyntaxError"),
        ("raise SystemExit(0)", "my_tests.py:1: the plug-in raised SystemExit: 0"),
        (HEAD + TEST + "return 1 / 0, 1", "my_tests.py:4: pairwise test log-t: the plug-in raised ZeroDivisionError"),
        (HEAD + TEST + "return 1, 1.5", "my_tests.py: pairwise test log-t: it returned statistic 1 and p 1.5"),
        (HEAD + TEST + "return float('nan'), 1", "it returned statistic nan and p 1"),
        (HEAD + TEST + "return a", "my_tests.py: pairwise test log-t: it returned array"),
        (HEAD + TEST.replace("student1908", "nobody") + "return 0, 1", "there is no source 'nobody'"),
        (HEAD + TEST.replace('reference="student1908", ', "") + "return 0, 1", "argument: 'reference'"),
        (HEAD + TEST.replace('"level"', '"nothing"') + "return 0, 1", "holds: 'level' or"),
        (HEAD + TEST.replace("log-t", "wilcoxon") + "return 0, 1", "the name 'wilcoxon' is taken by rankpress"),
        (HEAD + TEST + "return 1, 0.5\n" + ADJUSTMENT + "return p[:1]", "my_tests.py: adjustment mine: it returned"),
        (HEAD + TEST + "return 1, 0.5\n" + ADJUSTMENT + "return p + 2", "3 numbers from 0 to 1"),
        (HEAD + TEST + "return 1, 0.5\n" + EFFECT + "return 2, 0, 1", "effect size far: it returned [2.0, 0.0, 1.0]"),
        (HEAD + TEST + "return 1, 0.5\n" + TABLE + "return 3", "my_tests.py: table three: it returned int"),
        (HEAD + TEST + "return 1, 0.5\n" + FIGURE + "return names[9]", "my_tests.py:7: figure last: the plug-in"),
        (HEAD + TEST + "return 1, 0.5\n" + LOADER + "return [3]", "loader words: of scores.csv it returned no rows"),
        (HEAD + TEST + "return 1, 0.5\n" + FORMAT + "return 3", "report format lines: it returned int"),
        (HEAD + TEST + "return 1, 0.5\n" + FORMAT + "return {'../a': ''}", "it returned str as '../a'"),
        (HEAD + TEST + "return 1, 0.5\n" + FORMAT + "return {'a.txt': 1}", "it returned int as 'a.txt'"),
        (HEAD + TEST + "return 1, 0.5\n" + FORMAT + "return {'results.json': ''}", "the report has results.json"),
        (
            HEAD + TEST + "return 1, 0.5\n" + FORMAT + "return rendering[0]",
            "my_tests.py:7: report format lines: the plug",
        ),
    ],
)
def test_faults(folder, capsys, code, expected):
    (folder / "my_tests.py").write_text(code)
    overrides = [f"--set={override}" for kind, override in NAMING.items() if kind in code]
    form = "lines" if FORMAT in code else "markdown"
    assert main(["build", str(folder / "study.yaml"), "--allow-plugins", "--only", form, *overrides]) == 2
    assert expected in capsys.readouterr().err


OPTIONS = """from typing import Literal
from pydantic import Field
from rankpress.extend import *
class Lines(TableOptions):
    most: int = Field(default=1, ge=1, description="How many.")
class Mark(FigureOptions):
    word: Literal["one", "two"] = Field(default="one", description="Which.")
@table("lines", title="Lines", options=Lines)
def lines(analysis, options):
    rows = tuple((str(n), n) for n in range(options.most))
    return Table(title="Lines", caption="C.", head=(("Line", "n"),), rows=rows, align=("left", "right"))
@figure("mark", title="M", caption="M.", alt="M.", options=Mark)
def mark(analysis, names, style, options):
    from matplotlib.figure import Figure
    drawn = Figure(figsize=(1, 1))
    drawn.add_subplot(xlabel=options.word)
    return drawn
"""


@pytest.mark.nightly
def test_options_of_tables_and_figures(folder, capsys):
    (folder / "my_tests.py").write_text(OPTIONS)
    study, options = str(folder / "study.yaml"), ["--allow-plugins", "--set", "test={}", "--only", "markdown"]

    def built(tables, plot):
        return main(["build", study, *options, "--set", f"report.tables={tables}", "--set", f"plot={plot}", "-q"])

    assert built("{lines: {most: 3, notes: off}}", "[mark, {mark: {word: two, width: 3}}]") == 0
    assert (folder / "report/tables/accuracy-lines.csv").read_text().split() == ["Line,n", "0,0", "1,1", "2,2"]
    assert len(list((folder / "report/figures").glob("accuracy-mark*.svg"))) == 2
    for tables, plot, lines in (
        ("{lines: {mots: 3}}", "[]", ("unknown key 'mots' in report.tables.lines", "did you mean 'most'?")),
        ("{lines: {most: 0}}", "[]", ("report.tables.lines.most is the number 0", "a number of 1 or more")),
        ("{scores: {most: 3}}", "[]", ("unknown key 'most' in report.tables.scores", "most is for lines")),
        ("{}", "[{mark: {word: three}}]", ("plot[0].mark.word is 'three'", "one of one, two")),
    ):
        assert built(tables, plot) == 2
        assert all(text in error for error in [capsys.readouterr().err] for text in lines)


@pytest.mark.parametrize(("call", "base"), [("table", "TableOptions"), ("figure", "FigureOptions")])
def test_options_that_are_none(folder, capsys, call, base):
    more = ', caption="C.", alt="A."' if call == "figure" else ""
    code = f'{HEAD}@{call}("new", title="N"{more}, options=dict)\ndef new(*given):\n    pass\n'
    (folder / "my_tests.py").write_text(code)
    assert main(["build", str(folder / "study.yaml"), "--allow-plugins", "--set", "test={}"]) == 2
    assert f"a subclass of {base}" in capsys.readouterr().err


def test_a_format_of_reports(folder, capsys):
    returned = "return {'report.lines': rendering.document.title, 'n': str(len(rendering.tables))}"
    (folder / "my_tests.py").write_text(HEAD + TEST + "return a.mean() - b.mean(), 0.5\n" + FORMAT + returned)
    study, out = str(folder / "study.yaml"), folder / "report"
    options = ["--allow-plugins", "--set", "title=Ours", "--set", "plot=[cd]"]
    assert main(["build", study, *options, "--set", "report.formats=[lines]", "-q"]) == 0
    assert (out / "report.lines").read_text() == "Ours"
    assert int((out / "n").read_text()) > 3
    assert sorted(path.suffix for path in (out / "figures").iterdir()) == [".png", ".svg"]
    assert json.loads((out / "manifest.json").read_text())["formats"] == ["lines"]
    assert main(["build", study, "--allow-plugins", "--only", "lines", "--only", "markdown", "-q"]) == 0
    with pytest.raises(FaultsFound, match="did you mean 'lines'"):
        build(read_study(study, allow_plugins=True), out, formats=("line",))
    assert main(["build", study, "--set", "plugins=[]", "--set", "test={}", "--only", "lines"]) == 2
    assert "--only: there is no format 'lines'" in capsys.readouterr().err


def test_a_study_of_built_in_names_looks_for_no_packages(folder, monkeypatch):
    monkeypatch.setattr(plugins, "_entry_points", lambda group: pytest.fail(f"the entry points of {group} were read"))
    read_study(folder / "study.yaml", ["plugins=[]", "test.pairwise=sign", "adjust=[hommel]", "plot=[cd]"])


@pytest.mark.weekly
def test_other_processes_run_the_files(folder, root, monkeypatch):
    for limit in ("PATIENCE", "WORTH_PROCESSES"):
        monkeypatch.setattr(local, limit, -1.0)
    code = (root / "docs/plugin-example/rankpress_trimmed.py").read_text(encoding="utf-8")
    (folder / "my_tests.py").write_text(code, encoding="utf-8")
    varied = "sensitivity={leave_out: [datasets], digits: [], pairwise: [], adjust: [], omnibus: [], alpha: []}"
    overrides = ["test.pairwise=trimmed-t", "plot=[rank-bars]", varied]
    read = read_study(folder / "study.yaml", overrides, allow_plugins=True)
    lines = []
    build(read, folder / "out", formats=("markdown",), jobs=2, reporter=lines.append)
    assert not [line for line in lines if UNCACHED in line]
    again = []
    build(read, folder / "out", formats=("markdown",), reporter=again.append)
    assert all(line.endswith(": kept") for line in again)
    assert "trimmed t test" in (folder / "out/report.md").read_text(encoding="utf-8")


def installed(root, folder):
    """The example package as an installer leaves it, from its wheel: nothing is downloaded."""
    shutil.copytree(root / "docs/plugin-example", folder / "example")
    code = f"from setuptools import build_meta; build_meta.build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=folder / "example", capture_output=True, check=True, timeout=120)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


END = "----"
EACH = f"""\
import sys
from rankpress.app.cli import main
for command in sys.argv[1:]:
    assert main(command.split()) == 0
    print({END!r}, flush=True)
"""


@pytest.mark.nightly
def test_the_example_package(root, tmp_path):
    site = installed(root, tmp_path)
    (tmp_path / "scores.dots").write_text("".join(f"{d}...{a}...{s:.4f}\n" for d, a, s in scores()))
    (tmp_path / "study.yaml").write_text(
        "scores: {files: scores.dots, metrics: [accuracy]}\ntest: {pairwise: trimmed-t}\n"
        "adjust: [weighted-halves, holm]\neffects: {measures: [trimmed-difference]}\nplot: [cd, rank-bars]\n"
        "regret: {tolerance: 0.05}\n"
        "report: {formats: [markdown, latex, outline], tables: {largest-losses: {}}, venue: our-workshop}\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", EACH, "build", "build --dry-run", "doctor", "schema", "help trimmed-t"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    _, of_dry_run, of_doctor, of_schema, of_help = ended.stdout.split(f"{END}\n")[:5]
    report = (tmp_path / "report/report.md").read_text(encoding="utf-8")
    for text in (
        "trimmed t test, adjusted by weighted halves",
        "trimmed mean difference (Yuen and Dixon 1973)",
        "## Largest losses",
        "near: up to 0.05.",
        "Average ranks, 1 being the best.",
    ):
        assert text in report
    assert "Karen K. Yuen" in report
    assert "Largest losses\n" in (tmp_path / "report/report.txt").read_text(encoding="utf-8")
    manifest = json.loads((tmp_path / "report/manifest.json").read_text())
    assert manifest["versions"]["plug-in rankpress-trimmed"] == "1.0"
    assert "up to date" in of_dry_run
    assert re.search(r"plug-in rankpress-trimmed +1.0: adds .*trimmed-t", of_doctor)
    assert "trimmed-t" in of_schema
    assert "trimmed t test" in of_help
