"""Tables as data frames: held against the CSV of the same tables, read back."""

from __future__ import annotations

import io
from pathlib import Path

import pandas
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.app.notebook import data_frames
from rankpress.checks.agreement import examine
from rankpress.core.table import table_csv
from rankpress.spec.reading import read_study
from rankpress.topics.tables import build_tables

STUDY = Path(__file__).resolve().parents[2] / "example_project/papers/demsar2006/study.yaml"


def analysed() -> Analysis:
    read = read_study(STUDY)
    scores = examine(read).scores
    assert scores is not None
    [auc] = analyse(read.study, scores)
    return auc


def test_frames_hold_what_the_csv_files_hold() -> None:
    auc = analysed()
    frames = data_frames(auc)
    tables = {table.name: table for table in build_tables(auc)}
    assert frames.keys() == tables.keys()
    for name in ("auc-scores", "auc-pairs", "auc-average-ranks"):
        read_back = pandas.read_csv(io.StringIO(table_csv(tables[name])))
        frame = frames[name].reset_index()
        for column in frame.columns:
            assert frame[column].tolist() == pytest.approx(read_back[column].tolist(), nan_ok=True), (
                name,
                column,
            )
