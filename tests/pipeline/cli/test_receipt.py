"""A build that has nothing to do does not read its study, and one that may have something to do does."""

from pathlib import Path

import pytest

from rankpress.app.cli import main

SPEC = "extends: base.yaml\nscores: {files: [a.csv, 'more-*.csv'], metrics: [{name: '${METRIC:-score}'}]}\n"


@pytest.fixture
def built(study, stages, monkeypatch):
    """Build a study once; what is returned builds again and says whether the study was read."""
    study.write_text(SPEC)
    Path("base.yaml").write_text("title: Base\n")
    Path("more-1.csv").write_text("dataset,algorithm,score\ne,A,1\ne,B,2\n")
    monkeypatch.delenv("METRIC", raising=False)
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


def test_nothing_changed(built, capsys):
    assert not built()
    main(["build", "--only", "html"])
    assert "report is up to date" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        lambda: Path("study.yaml").write_text(SPEC + "title: Another\n"),
        lambda: Path("study.yaml").write_text(SPEC + "# no more than a remark\n"),
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
def test_a_change(built, change):
    change()
    assert built()


def test_a_variable_that_the_study_names(built, monkeypatch):
    monkeypatch.setenv("OTHER", "1")
    assert not built()
    monkeypatch.setenv("METRIC", "accuracy")
    assert built()


@pytest.mark.parametrize(
    "options", [("--set", "title=T"), ("--only", "latex"), ("--force",), ("--dry-run",), ("--out", "elsewhere")]
)
def test_options(built, options):
    assert built(*options)


def test_other_versions(built, monkeypatch):
    from rankpress.core import manifest

    now = manifest.library_versions()
    monkeypatch.setattr(manifest, "library_versions", lambda: {**now, "rankpress code": "another"})
    assert built()


@pytest.mark.parametrize("more", ["report: {templates: mine}\n", 'labels: {algorithms: {A: "\\x41"}}\n'])
def test_what_leaves_no_receipt(built, more):
    Path("mine").mkdir()
    Path("study.yaml").write_text(SPEC + more)
    assert built()
    assert built()
