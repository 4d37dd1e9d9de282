"""Commands that read write nothing, and a build that has nothing to do does not read its study."""

import json
import os
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.cache.store import Store

SPEC = "title: one\nscores: {files: a.csv, layout: wide}\nadjust: [holm]\nplot: []\nreport: {formats: [html]}\n"


ROWS = "dataset,A,B,C\n" + "".join(f"d{at},0.{9 - at % 2},0.8,0.7\n" for at in range(6))


def tree(folder):
    """All that is in a folder: kind, times, and content or target."""
    entries = {}
    for path in sorted(folder.rglob("*")):
        stat = path.lstat()
        content = path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        entries[str(path.relative_to(folder))] = (stat.st_mode, stat.st_mtime_ns, stat.st_ino, content)
    return entries


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A study whose report was built and then tampered with, as was all that a build might complete or clear away."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "a.csv").write_text(ROWS)
    (folder / "study.yaml").write_text(SPEC)
    assert main(["build", str(folder / "study.yaml"), "-q"]) == 0
    report, mine = folder / "report", folder / "mine"
    mine.mkdir()
    (mine / "rc").write_text("precious")
    for name in (".rankpress-pending", f"../.report.rankpress-{report.stat().st_ino}-01234567"):
        (report / name / "links").mkdir(parents=True)
        (report / name / "links" / "rc").write_text("x")
        (report / name / "manifest.json").write_text('{"schema": "rankpress.manifest/1", "outputs": []}')
    (report / "links").symlink_to(mine)
    (folder / ".report.rankpress-lock").symlink_to(mine / "rc")
    (folder / "study.yaml").write_text(SPEC.replace("holm", "holm, hochberg"))
    return folder


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "command",
    [
        *(["diff", "report", "report"], ["diff", "report/results.json", "report"], ["status", "study.yaml"]),
        *(["build", "study.yaml", "--dry-run"], ["build", "study.yaml", "--dry-run", "--baseline", "report"]),
        ["check", "study.yaml"],
    ],
)
def test_commands_that_read_write_nothing(built, monkeypatch, command):
    monkeypatch.chdir(built)
    before = tree(built)
    assert main(command) == 0
    assert tree(built) == before


def test_a_build_next_to_a_baseline_leaves_that_alone(built, tmp_path):
    (tmp_path / "a.csv").write_text(ROWS)
    (tmp_path / "study.yaml").write_text(SPEC)
    before = tree(built)
    assert main(["build", str(tmp_path / "study.yaml"), "-q", "--baseline", str(built / "report")]) == 0
    assert tree(built) == before


def test_a_store_that_is_only_read_stays_as_it_is(tmp_path):
    Store(tmp_path).call("test", lambda a: {}, 1)
    [entry] = (tmp_path / "entries").glob("*/*")
    os.utime(entry, (1, 1))
    Store(tmp_path, dry=True).call("test", lambda a: {}, 1)
    assert entry.stat().st_mtime == 1
    Store(tmp_path).call("test", lambda a: {}, 1)
    assert entry.stat().st_mtime > 1


STUDY = """
scores: {files: "runs/{algorithm}/{dataset}.json", metrics: [{name: score}]}
plot: []
report: {formats: [html, markdown]}
"""


N_ALGORITHMS, N_DATASETS = 4, 15


def write_runs(more=0):
    for algorithm in range(N_ALGORITHMS):
        for dataset in range(N_DATASETS):
            path = Path(f"runs/A{algorithm}/d{dataset}.json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"score": algorithm + (dataset * 7 + algorithm * 3) % 5 + more}))


@pytest.mark.nightly
def test_a_folder_of_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("study.yaml").write_text(STUDY)
    write_runs()
    assert main(["build", "study.yaml", "-q"]) == 0
    runs = {str(path) for path in Path("runs").rglob("*.json")}
    assert {one["path"] for one in json.loads(Path("report/manifest.json").read_text())["inputs"]} == runs
    for name in ("report.html", "report.md"):
        report = Path("report", name).read_text(encoding="utf-8")
        assert "60 files" in report
        assert "from runs/A0/d0.json to runs/A3/d" in report
        assert sum(run in report for run in runs) == 2
    write_runs(more=1)
    capsys.readouterr()
    assert main(["build", "study.yaml", "--dry-run"]) == 0
    reasons, _, stages = capsys.readouterr().out.partition("would run\n")
    assert reasons.splitlines()[-1] == "  and 50 more"
    assert len(reasons.splitlines()) == 12
    assert max(map(len, stages.splitlines())) < 250


OF_TWO_FILES = "extends: base.yaml\nscores: {files: ['${SCORES:-a.csv}', 'more-*.csv']}\n"


@pytest.fixture
def built_once(study, stages, monkeypatch):
    """Build a study once; what is returned builds again and says whether the study was read."""
    study.write_text(OF_TWO_FILES)
    Path("base.yaml").write_text("title: Base\n")
    Path("more-1.csv").write_text("dataset,algorithm,score\ne,A,1\ne,B,2\n")
    monkeypatch.delenv("SCORES", raising=False)
    from rankpress.spec import reading

    read = []
    whole = reading.read_study
    monkeypatch.setattr(reading, "read_study", lambda *given, **options: read.append(0) or whole(*given, **options))

    def build(*options):
        read.clear()
        main(["build", "-q", "--only", "html", *options])
        return bool(read)

    stages.inputs = ("a.csv", "base.yaml", "more-1.csv")
    assert build()
    return build


def test_nothing_changed(built_once, capsys):
    assert not built_once()
    main(["build", "--only", "html"])
    assert "report is up to date" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        lambda: Path("study.yaml").write_text(OF_TWO_FILES + "title: Another\n"),
        lambda: Path("study.yaml").write_text(OF_TWO_FILES + "# no more than a remark\n"),
        lambda: Path("base.yaml").write_text("title: Changed\n"),
        lambda: Path("base.yaml").unlink(),
        lambda: Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,3\n"),
        lambda: Path("more-2.csv").write_text("dataset,algorithm,score\nf,A,1\nf,B,2\n"),
        lambda: Path("more-1.csv").unlink(),
        lambda: Path("report/report.html").write_text("changed by hand"),
        lambda: Path("report/macros.tex").unlink(),
        lambda: Path("report/manifest.json").write_text("{}"),
    ],
)
def test_a_change(built_once, change):
    change()
    assert built_once()


def test_a_variable_that_the_study_names(built_once, monkeypatch):
    monkeypatch.setenv("OTHER", "1")
    assert not built_once()
    Path("b.csv").write_text(Path("a.csv").read_text())
    monkeypatch.setenv("SCORES", "b.csv")
    assert built_once()


@pytest.mark.parametrize(
    "options", [("--set", "title=T"), ("--only", "latex"), ("--force",), ("--dry-run",), ("--out", "elsewhere")]
)
def test_options(built_once, options):
    assert built_once(*options)


def test_other_versions(built_once, monkeypatch):
    from rankpress.core import manifest

    now = manifest.library_versions()
    monkeypatch.setattr(manifest, "library_versions", lambda: {**now, "rankpress code": "another"})
    assert built_once()


@pytest.mark.parametrize("more", ["report: {templates: mine}\n", 'labels: {algorithms: {A: "\\x41"}}\n'])
def test_what_leaves_no_receipt(built_once, more):
    Path("mine").mkdir()
    Path("study.yaml").write_text(OF_TWO_FILES + more)
    assert built_once()
    assert built_once()
