"""Why a report is stale: everything that a build depends on is changed in turn, and the whole reason is given."""

import hashlib
import json

import pytest

from rankpress.app import freshness
from rankpress.app.freshness import stale_reasons, template_files, template_sources
from rankpress.core import manifest
from rankpress.core.scores import SourceFile
from rankpress.spec.reading import read_study

VERSIONS = {"rankpress": "0.1.0", "numpy": "2.4.6"}
SPEC = "scores: {files: runs/*.csv}\n"


class Folder:
    def __init__(self, path, spec=SPEC):
        self.path, self.out = path, path / "report"
        for name in ("runs/a.csv", "runs/b.csv", "report/report.html", "report/tables/x.tex", "mine/x.j2"):
            (path / name).parent.mkdir(exist_ok=True, parents=True)
            (path / name).write_text(name)
        (path / "study.yaml").write_text(spec)
        self.remember()

    def read(self, *overrides):
        return read_study(self.path / "study.yaml", overrides)

    def remember(self, **changes):
        read = self.read()
        inputs = [*(f"runs/{path.name}" for path in sorted((self.path / "runs").iterdir())), *template_files(read)]
        inputs += read.own_files
        listing = {
            "schema": manifest.SCHEMA,
            "rankpress": "0.1.0",
            "versions": {"numpy": "2.4.6"},
            "spec": read.study.model_dump(mode="json"),
            "formats": ["html", "latex", "pdf"],
            "inputs": [self.entry(self.path, name) for name in inputs],
            "outputs": [self.entry(self.out, name) for name in ("report.html", "tables/x.tex")],
            **changes,
        }
        (self.out / "manifest.json").write_text(json.dumps(listing))
        self.vouch()

    def vouch(self):
        """Note that a build made what the manifest says now."""
        freshness.note_built((self.out / "manifest.json").read_bytes(), self.path)

    @staticmethod
    def entry(folder, name):
        content = (folder / name).read_bytes()
        return {"path": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    def reasons(self, *overrides, formats=(), **versions):
        now = {**VERSIONS, **versions}
        return stale_reasons(manifest.read(self.out), self.read(*overrides), self.out, now, formats)


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def test_nothing_changed(folder):
    assert folder.reasons() == ()
    assert folder.reasons(formats=("html",)) == ()


def test_no_report(folder):
    (folder.out / "manifest.json").unlink()
    assert folder.reasons() == ("there is no report yet",)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema": "rankpress.manifest/1"}', '{"schema": "other"}'])
def test_damaged_manifest(folder, text):
    (folder.out / "manifest.json").write_text(text)
    assert folder.reasons() == ("manifest.json is damaged",)


@pytest.mark.parametrize(
    "changes",
    [{"inputs": [{"path": 1}]}, {"inputs": None}, {"spec": None}, {"versions": []}, {"formats": None}, {"spec": 3}],
)
def test_manifest_with_odd_entries_is_stale(folder, changes):
    folder.remember(**changes)
    assert folder.reasons()


def test_formats_count_by_what_was_built(folder):
    assert folder.reasons("report.formats=[html]") == ()
    folder.remember(formats=["latex"])
    assert folder.reasons() == ("html was not built", "pdf was not built")
    assert folder.reasons(formats=("latex",)) == ()


def test_what_changed(folder):
    assert folder.reasons("test.alpha=0.1", "adjust=[hommel]", "curves.pairs=all") == (
        *("test.alpha changed in the study", "adjust changed in the study", "curves changed in the study"),
    )
    numpy, scipy = "numpy was 2.4.6 and is 3.0.0", "scipy was not there and is 1.17.1"
    assert folder.reasons(numpy="3.0.0", scipy="1.17.1") == (numpy, scipy)
    assert folder.reasons(rankpress="0.2.0") == ("rankpress was 0.1.0 and is 0.2.0",)
    (folder.path / "runs/a.csv").write_text("RUNS/A.CSV")
    (folder.path / "runs/b.csv").unlink()
    (folder.path / "runs/c.csv").write_text("new")
    inputs = ("runs/a.csv changed", "runs/c.csv is new", "runs/b.csv is gone")
    assert folder.reasons() == inputs
    (folder.out / "report.html").write_text("mended by hand")
    (folder.out / "tables/x.tex").unlink()
    outputs = (f"{folder.out / 'report.html'} was changed by hand", f"{folder.out / 'tables/x.tex'} is missing")
    assert folder.reasons() == (*inputs, *outputs)


def test_templates_are_inputs(tmp_path):
    folder = Folder(tmp_path, SPEC + "report: {templates: mine}\n")
    assert template_files(folder.read()) == ("mine/x.j2",)
    assert folder.reasons() == ()
    (tmp_path / "mine/x.j2").write_text("other")
    (tmp_path / "mine/y.j2").write_text("new")
    assert folder.reasons() == ("mine/x.j2 changed", "mine/y.j2 is new")


def test_manifest_as_it_is_written(tmp_path):
    """What `rankpress.report` writes is what is read here."""
    folder = Folder(tmp_path, SPEC + "report: {templates: mine}\n")
    sources = [SourceFile(rows=1, **folder.entry(tmp_path, f"runs/{name}.csv")) for name in "ab"]
    sources += template_sources(folder.read())
    outputs = {"report.html": (folder.out / "report.html").read_bytes()}
    spec = folder.read().study.model_dump(mode="json")
    versions = manifest.library_versions()
    written = manifest.describe(spec, ("latex", "html", "pdf"), sources, versions, outputs)
    (folder.out / "manifest.json").write_text(manifest.manifest_json(written), encoding="utf-8")
    folder.vouch()
    assert stale_reasons(manifest.read(folder.out), folder.read(), folder.out, versions) == ()


def test_a_theme_that_changed_is_reported(tmp_path):
    (tmp_path / "house.css").write_text("p { color: red }")
    folder = Folder(tmp_path, f"{SPEC}report: {{theme: house.css}}\n")
    assert folder.reasons() == ()
    assert [source.path for source in template_sources(folder.read())] == ["house.css"]
    (tmp_path / "house.css").write_text("p { color: blue }")
    assert folder.reasons() == ("house.css changed",)
