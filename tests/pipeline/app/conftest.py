"""A study in the current folder, and stand-ins for the stages: this is about the command line alone."""

from __future__ import annotations

import hashlib
import io
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rankpress.app import terminal
from rankpress.app.cli import main
from rankpress.app.freshness import write_own_report
from rankpress.core.manifest import describe, library_versions
from rankpress.core.scores import SourceFile

SPEC = "scores:\n  files: a.csv\n"
FILES = ("figures/cd.pdf", "figures/cd.svg", "macros.tex", "results.json", "tables/ranks.csv", "tables/ranks.tex")
OF_FORMATS = {"latex": "report.tex", "html": "report.html", "pdf": "report.pdf"}


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("study.yaml").write_text(SPEC)
    Path("a.csv").write_text("dataset,algorithm,score\nd,A,1\nd,B,2\n")
    return Path("study.yaml")


@dataclass
class Stages:
    """Stands in for `rankpress.app.run`: writes a report of empty files, and keeps the options of each build."""

    builds: list[dict[str, Any]] = field(default_factory=list)
    warnings: tuple[str, ...] = ()
    failing: BaseException | None = None
    inputs: tuple[str, ...] = ("a.csv",)

    def build(self, read, place, *, reporter, **options):
        out = place.folder
        self.builds.append({"out": out, **options})
        reporter("load")
        if self.failing is not None:
            raise self.failing
        made = [name for name in options["formats"] if not (self.warnings and name == "pdf")]
        files = dict.fromkeys((*FILES, *(OF_FORMATS[name] for name in made)), b"")
        contents = {name: Path(name).read_bytes() for name in self.inputs}
        sources = [SourceFile(name, len(of), hashlib.sha256(of).hexdigest(), 2) for name, of in contents.items()]
        described = describe(
            read.study.model_dump(mode="json"), made, sources, library_versions(), files, study=place.study
        )
        write_own_report(files, described, out, read.folder)
        return Built(out, tuple(out / path for path in sorted(files)), self.warnings)


@dataclass
class Built:
    out: Path
    paths: tuple[Path, ...]
    warnings: tuple[str, ...]
    analyses: tuple[()] = ()
    account: tuple[()] = ()
    doubts: tuple[()] = ()
    changes: str = ""


@pytest.fixture
def stages(monkeypatch):
    stages = Stages()
    run = ModuleType("rankpress.app.run")
    run.build = stages.build
    monkeypatch.setitem(sys.modules, "rankpress.app.run", run)
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: 0.0))  # the clock stands
    return stages


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def on_terminal(monkeypatch):
    """Runs a command with a terminal as stderr, and returns its exit code and what was printed there."""

    def run(*arguments, **environment):
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)
            for name, value in {"TERM": "xterm", **environment}.items():
                patch.setenv(name, value)
            # Not in the fixture itself: pytest puts its own stderr in place between set-up and test.
            patch.setattr(sys, "stderr", terminal)
            return main(arguments), terminal.getvalue()

    return run
