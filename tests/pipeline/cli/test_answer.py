"""The answer on a terminal: at all widths, in colours where they are wanted, whatever the names."""

import io
from pathlib import Path

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.app.answer import write_answer
from rankpress.checks.agreement import examine
from rankpress.spec.reading import read_study

HERE = Path(__file__).parent
PAPERS = HERE.parents[2] / "example_project" / "papers"


def answer(study, width, *overrides, stream=None):
    read = read_study(study, overrides)
    scores = examine(read).scores
    assert scores is not None
    out = io.StringIO() if stream is None else stream
    write_answer(analyse(read.study, scores), read.study.labels.names, out, ["layout: wide"], width)
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
    assert scores is not None
    write_answer(analyse(read.study, scores), {}, out, width=80)
    out.seek(0)
    assert "\\u25cf" not in out.read()
