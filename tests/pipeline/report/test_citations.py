"""What is cited anywhere is in the bibliography."""

import re
from pathlib import Path

from rankpress.app.cli import main
from rankpress.catalog.methods import EFFECTS

SCORES = "dataset,A,B,C\n" + "\n".join(
    f"d{i},{0.9 - i / 50},{0.85 - i / 40},{0.8 - i / 70 - (i % 3) / 10}" for i in range(8)
)


def test_sources_of_tables_too(tmp_path, monkeypatch):
    """A table that stands in for sentences, where there are many effect sizes, alone has their sources."""
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text(SCORES)
    spec = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}\n"
    Path("study.yaml").write_text(f"{spec}effects: {{measures: [{', '.join(EFFECTS)}]}}\n")
    assert main(["build", "study.yaml", "--out", "out", "--only", "latex", "--quiet"]) == 0
    entries = set(re.findall(r"@\w+\{(\w+),", Path("out/references.bib").read_text(encoding="utf-8")))
    sources = " ".join(path.read_text(encoding="utf-8") for path in sorted(Path("out").rglob("*.tex")))
    keys = {key for keys in re.findall(r"\\cite[pt]?\{([\w,]+)\}", sources) for key in keys.split(",")}
    assert "cliff1993" in keys
    assert keys <= entries
