"""What `rankpress check` says of a study as it was read, and of what is hardly meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rankpress.app.cli import main

SETS = ("p", "q", "r", "s", "t", "u", "v")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def found(rows: Iterator[str], scores: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of check before its answer."""
    Path("a.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    Path("study.yaml").write_text(f"scores:\n  files: a.csv\n{scores}", encoding="utf-8")
    assert main(["check", "study.yaml"]) == 0
    return capsys.readouterr().out.partition("\n\n")[0].splitlines()


def test_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    rows = (
        f"{d},{a},{f},{0.1 * i + 0.01 * j:.2f}" for i, d in enumerate(SETS) for j, a in enumerate("xyz") for f in (1, 2)
    )
    lines = found(iter(["dataset,algorithm,fold,accuracy", *rows]), "  metrics: [accuracy]\n", capsys)
    assert lines[:4] == [
        "study.yaml: 7 data sets, 3 algorithms, metric accuracy (higher is better); nothing wrong",
        "  data sets: p, q, r, ..., u, v",
        "  algorithms: x, y, z",
        "  accuracy: higher is better; cells from 0 to 0.62; 2 measurements a cell; best mean z (0.32), worst x (0.3)",
    ]


def table(**columns: list[float]) -> Iterator[str]:
    """A row a data set, a column an algorithm."""
    yield ",".join(["", *columns])
    yield from (",".join(map(str, row)) for row in zip(SETS, *columns.values(), strict=False))


UP = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
DOWN = [0.15, 0.1, 0.35, 0.3, 0.55, 0.5, 0.65]


@pytest.mark.parametrize(
    ("columns", "warning"),
    [
        (
            {"a": UP, "b": DOWN, "ones": [1.0] * 7},
            "'ones' has the same score on all data sets; a column that is no algorithm?",
        ),
        (
            {"a": UP, "b": DOWN, "c": UP},
            "'c' and 'a' have the same scores on all data sets; one algorithm under two names?",
        ),
        (
            {"a": [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, -9.0], "b": UP, "c": DOWN},
            "'a' has the best average rank and the worst mean; is higher better, and are all data sets in one unit?",
        ),
        (
            {"a": [0.1, 0.2, 30, 0.4, 0.5, 0.6, 0.7], "b": DOWN},
            "above 1 on r and at most 1 on the other data sets; are some in percent?",
        ),
    ],
)
def test_what_is_hardly_meant(
    columns: dict[str, list[float]], warning: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = found(table(**columns), "  layout: wide\n  metrics: [accuracy]\n", capsys)
    assert f"study.yaml: metric accuracy: {warning}" in lines


def test_turned_tables_are_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    columns = {f"a{number}": [number / 50, (7 * number % 50) / 50] for number in range(21)}
    lines = found(table(**columns), "  layout: wide\n  metrics: [accuracy]\n", capsys)
    assert any("21 algorithms on 2 data sets; were rows and columns" in line for line in lines)


def test_sound_studies_raise_no_doubt(capsys: pytest.CaptureFixture[str]) -> None:
    lines = found(table(a=UP, b=DOWN), "  layout: wide\n  metrics: [accuracy]\n", capsys)
    assert not [line for line in lines[1:] if "metric accuracy:" in line and "significant" not in line]


def test_guesses_are_reported_until_they_are_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    scores = "  layout: wide  # in doubt: rows or columns\n  metrics: [accuracy]\n  confirmed: false\n"
    lines = found(table(a=UP, b=DOWN), scores, capsys)
    assert lines[0].endswith("; not confirmed")
    assert "in doubt: study.yaml:3: layout: wide: rows or columns" in lines
    assert "in doubt: study.yaml:5: scores.confirmed is false; set it to true once these lines are right" in lines
    lines = found(table(a=UP, b=DOWN), scores.replace("false", "true"), capsys)
    assert lines[0].endswith("; nothing wrong")
    assert not [line for line in lines if line.startswith("in doubt")]
