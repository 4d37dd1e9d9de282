"""What `rankpress init` writes goes below the folder of the test."""

import pytest

from rankpress.account.results import results, results_files
from rankpress.analysis import analyse
from rankpress.app.commands import run
from rankpress.app.run import Built
from rankpress.checks.agreement import agreeing_scores
from rankpress.checks.doubts import doubts_of
from rankpress.topics.data.reading import reading_account


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def results_alone(monkeypatch):
    """Let `run` print its answer and write results.json, but none of what a report has next to it and takes longest."""

    def built(arguments, read, place, *_):
        study, scores = read.study, agreeing_scores(read)
        analyses, doubts = analyse(study, scores), doubts_of(read, scores)
        settings = study.model_dump(mode="json")
        files = results_files(results(study.title, study.test.alpha, analyses, study.names, settings, doubts))
        place.folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (place.folder / name).write_bytes(content)
        return Built(place.folder, (), (), analyses, reading_account(study.scores, scores.metrics), doubts)

    monkeypatch.setattr(run, "build_report", built)
