"""What `rankpress init` writes goes below the folder of the test, and `rankpress run` writes no report.

The tests here are about what is read and what is answered. Of what takes longest, a report, each writes what it looks
at: nothing, `results_alone`, or with `whole_report` all of it.
"""

import pytest

from rankpress.account.results import results, results_files
from rankpress.analysis import analyse
from rankpress.app.commands import run
from rankpress.app.run import Built
from rankpress.checks.agreement import agreeing_scores
from rankpress.checks.doubts import doubts_of
from rankpress.stages.rank import rank
from rankpress.topics.data.reading import reading_account


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(arguments, read, place, *_):
    """Return what `run` prints its answer from."""
    study, scores = read.study, agreeing_scores(read)
    account = reading_account(study.scores, scores.metrics)
    return Built(place.folder, (), (), analyse(study, scores), account, doubts_of(read, scores))


def answer_with_results(arguments, read, place, *_):
    """Return the same, and write results.json."""
    built, study = answer(arguments, read, place), read.study
    settings = study.model_dump(mode="json")
    files = results_files(results(study.title, study.test.alpha, built.analyses, study.names, settings, built.doubts))
    place.folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (place.folder / name).write_bytes(content)
    return built


@pytest.fixture(autouse=True)
def whole(monkeypatch):
    """What builds a whole report, in place of which `run` prints its answer alone."""
    build_report = run.build_report
    monkeypatch.setattr(run, "build_report", answer)
    return build_report


@pytest.fixture
def results_alone(whole, monkeypatch):
    """Let `run` print its answer and write results.json, but none of what a report has next to it."""
    monkeypatch.setattr(run, "build_report", answer_with_results)


@pytest.fixture
def whole_report(whole, monkeypatch):
    """Let `run` write its report."""
    monkeypatch.setattr(run, "build_report", whole)


class Ranked(dict):
    """Scores and average ranks by metric."""

    @property
    def first(self):
        """The algorithms of the best average rank by the only metric."""
        [(scores, ranks)] = self.values()
        return [name for name, average in zip(scores.algorithms, ranks, strict=True) if average < min(ranks) + 1e-9]


@pytest.fixture
def ranked(whole, monkeypatch):
    """What `run` answers with, as scores and average ranks by metric: it ends there, with no test."""
    metrics = Ranked()

    def built(arguments, read, place, *_):
        metrics.clear()
        for scores in agreeing_scores(read).metrics:
            metrics[scores.name] = scores, rank(scores, read.study.rank, read.study.tie_model).average.tolist()
        return Built(place.folder, (), ())

    monkeypatch.setattr(run, "build_report", built)
    return metrics
