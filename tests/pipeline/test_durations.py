"""What is said of long stages before they begin: of studies that take minutes or hours, and of those that do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.core.scores import MetricScores
from rankpress.robustness.draws import in_words, long_work
from rankpress.spec.model import Study


def told(n: int, k: int, **sections: Any) -> dict[str, str]:
    names = tuple(f"d{row}" for row in range(n)), tuple(f"a{column}" for column in range(k))
    scores = MetricScores("acc", "higher", *names, np.zeros((n, k)), n, folds=(None,) * n)
    asked = {"scores": {"files": ["a.csv"], "metrics": [{"name": "acc"}]}, **sections}
    return dict(long_work(Study.model_validate(asked), scores))


def test_of_a_small_study_nothing_is_told() -> None:
    sections: dict[str, Any] = {"sensitivity": {}, "replicability": {}, "power": {"effect": 0.01}}
    assert told(14, 5, **sections) == {}
    assert told(500, 50) == {}


@pytest.mark.parametrize(
    ("n", "k", "sections", "stage", "about", "instead"),
    [
        (300, 16, {"test": {"pairwise": "wilcoxon"}, "adjust": ["bergmann-hommel"], "sensitivity": {}},
         "sensitivity", "5 minutes", "another one first in adjust"),
        (3000, 10, {"test": {"pairwise": "permutation"}, "sensitivity": {}}, "sensitivity", "2 minutes", "leave_out"),
        (60, 50, {"replicability": {"draws": 100_000}}, "replicability", "10 hours", "fewer draws"),
        (40, 12, {"test": {"pairwise": "wilcoxon"}, "adjust": ["holm"], "power": {"effect": 0.01}},
         "power", "2 minutes", "power.pairs"),
    ],
)  # fmt: skip
def test_what_takes_long_is_told_with_what_takes_less(
    n: int, k: int, sections: dict[str, Any], stage: str, about: str, instead: str
) -> None:
    found = told(n, k, **sections)
    assert list(found) == [stage]
    assert f"may take about {about} on one processor, guessed from the sizes; " in found[stage]
    assert instead in found[stage]


def test_durations_have_one_digit_and_a_unit() -> None:
    assert [in_words(seconds) for seconds in (61, 3400, 3500, 86_000, 1e6)] == [
        "1 minute", "60 minutes", "1 hour", "1 day", "10 days",
    ]  # fmt: skip


def test_check_a_build_and_a_dry_run_tell_it_of_what_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(0)
    rows = [",".join(f"{one:.3f}" for one in random.random(3)) for _ in range(12)]
    (tmp_path / "a.csv").write_text("\n".join(["dataset,A,B,C", *(f"d{at},{row}" for at, row in enumerate(rows))]))
    study = tmp_path / "study.yaml"
    study.write_text(
        "scores: {files: a.csv, layout: wide, metrics: [{name: acc}]}\n"
        "effects: null\nplot: []\nreplicability: {draws: 50, biases: [0], tests: [sign]}\n"
    )
    monkeypatch.setattr("rankpress.robustness.draws.WORTH_TELLING", 1e-4)
    assert main(["check", str(study)]) == 0
    assert "metric acc: replicability may take about 1 minute on one processor" in capsys.readouterr().out
    assert main(["build", str(study), "-v", "--only", "markdown"]) == 0
    assert "replicability acc: " in (told := capsys.readouterr().err)
    assert "; may take about 1 minute" in told
    assert main(["build", str(study), "-v", "--only", "latex"]) == 0  # the draws are kept
    assert "may take about" not in capsys.readouterr().err
    assert main(["build", str(study), "--dry-run", "--set", "replicability.draws=60"]) == 0
    assert "; may take about 1 minute" in capsys.readouterr().out
