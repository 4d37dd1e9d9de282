"""Which folder a report is written to, and whose report it may take the place of."""

import json
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.app.parser import make_parser
from rankpress.report.place import ReportPlace

ANOTHER = "this is the report of another study, '../study.yaml' from here"


def owner(folder="report"):
    return json.loads(Path(folder, "manifest.json").read_text()).get("study")


@pytest.fixture
def studies(study, stages):
    Path("study-b.yaml").write_text(study.read_text())
    Path("study-c.yaml").write_text(study.read_text() + "report: {out: report-c}\n")
    Path("sub").mkdir()
    Path("sub/study.yaml").write_text("scores: {files: ../a.csv}\nreport: {out: ../report}\n")
    return stages


@pytest.mark.parametrize("options", [[], ["--force"], ["--dry-run"], ["--only", "html"], ["--set", "title=b"]])
@pytest.mark.parametrize("other", ["study-b.yaml", "sub/study.yaml"])
def test_another_study_does_not_replace_a_report(options, other, studies, capsys):
    assert main(["build"]) == 0
    before = Path("report/manifest.json").read_bytes()
    assert main(["build", other, *options]) == 2
    stderr = capsys.readouterr().err
    assert ANOTHER in stderr
    assert "--out" in stderr
    assert Path("report/manifest.json").read_bytes() == before


@pytest.mark.parametrize("command", [["run", "a.csv"], ["build"], ["watch"], ["status"], ["macros"]])
def test_the_folder_has_a_short_option(command):
    assert make_parser().parse_args([*command, "-o", "x"]) == make_parser().parse_args([*command, "--out", "x"])


def test_an_edited_study_replaces_its_own(studies, study):
    assert main(["build"]) == 0
    study.write_text("title: Another\n" + study.read_text())
    assert main(["build"]) == 0
    assert main(["build", str(study.resolve())]) == 0
    assert (len(studies.builds), owner()) == (2, "../study.yaml")


def test_a_folder_that_is_named_is_replaced_and_reported(studies, capsys):
    assert main(["build"]) == 0
    assert main(["build", "study-b.yaml", "--out", "report"]) == 0
    assert "report had the report of another study, ../study.yaml; it is replaced" in capsys.readouterr().err
    assert owner() == "../study-b.yaml"
    assert main(["build"]) == 2
    assert main(["build", "--out", "report"]) == 0
    assert owner() == "../study.yaml"


def test_a_study_names_its_own_folder(studies, capsys):
    assert main(["build"]) == 0
    assert main(["build", "study-c.yaml"]) == 0
    assert (owner("report"), owner("report-c")) == ("../study.yaml", "../study-c.yaml")
    capsys.readouterr()
    assert main(["build", "study-c.yaml"]) == 0
    assert "report-c is up to date" in capsys.readouterr().err
    assert main(["status", "study-c.yaml"]) == 0
    assert capsys.readouterr().out.startswith("report-c is up to date")
    assert len(studies.builds) == 2


def test_status_is_of_the_report_that_the_last_command_wrote(studies, capsys):
    def status(*arguments):
        capsys.readouterr()
        assert main(["status", *arguments]) == 0
        return capsys.readouterr().out.splitlines()

    assert status()[0] == "report is out of date"
    assert main(["build", "--out", "r2"]) == 0
    assert status()[0] == "r2 is up to date"
    assert status("study-c.yaml")[0] == "report-c is out of date"
    assert main(["build"]) == 0
    assert status()[0] == "report is up to date"
    assert main(["build", "study-c.yaml", "--out", "report"]) == 0
    assert status("study-c.yaml")[0] == "report is up to date"
    Path("report/manifest.json").unlink()
    assert status("study-c.yaml")[0] == "report-c is out of date"


@pytest.mark.parametrize("target", ["mine", "nowhere"])
def test_a_default_folder_that_is_a_link_is_refused(target, studies, capsys):
    Path("mine").mkdir()
    Path("report").symlink_to(target)
    assert main(["build"]) == 2
    assert "report: this is a link, which a build follows only where --out names it" in capsys.readouterr().err
    assert list(Path("mine").iterdir()) == []
    if target == "mine":
        assert main(["build", "--out", "report"]) == 0
        assert Path("mine/manifest.json").exists()


@pytest.mark.parametrize(
    ("folder", "source", "is_named", "path"),
    [
        ("report", "study.yaml", False, "../study.yaml"),
        ("../elsewhere/r", "study.yaml", False, "../../study/study.yaml"),
        ("../elsewhere/r", "study.yaml", True, "study.yaml"),
        ("deep/report", "study.yaml", True, "../../study.yaml"),
        ("report", "../study/study.yaml", False, "../study.yaml"),
        ("report", None, False, ""),
    ],
)
def test_the_path_of_a_study_as_its_manifest_has_it(folder, source, is_named, path, tmp_path, monkeypatch):
    (tmp_path / "study").mkdir()
    monkeypatch.chdir(tmp_path / "study")
    assert ReportPlace(Path(folder), source and Path(source), is_named).study == path
