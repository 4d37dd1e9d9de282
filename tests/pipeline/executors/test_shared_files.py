"""Scores that workers read themselves: the same results, other data sets unread, and scores sent where that fails."""

from functools import partial

import pytest
from engine_work import DATASETS, as_parquet

from rankpress.app.shared_files import SharedFiles
from rankpress.cache.store import digests_of_datasets
from rankpress.executors.local import called
from rankpress.sources.measurements import Gathering
from rankpress.spec.reading import read_study
from rankpress.stages.load import load


def as_files_of_datasets(study):
    """Put a CSV file for each data set in the place of the one."""
    head, *rows = (study.parent / "scores.csv").read_text().splitlines()
    for number, dataset in enumerate(DATASETS):
        of_dataset = [row for row in rows if row.startswith(f'"{dataset}"')]
        (study.parent / f"part-{number}").mkdir()
        (study.parent / f"part-{number}" / f"{dataset}.csv").write_text("\n".join([head, *of_dataset]) + "\n")
    study.write_text(study.read_text().replace("scores.csv", "part-*/{dataset}.csv"))


def pieces_of_two(function, items):
    """Do the work of a cluster here, on two data sets at a time."""
    for begin in range(0, len(items), 2):
        yield from function(items[begin : begin + 2])


def shared(study, warnings):
    """The scores of a study, and what has its files read by workers."""
    read = read_study(study)
    scores = load(read.study.scores, read.folder)
    engines = (lambda function, items: iter(called(partial(sent, function), items)), pieces_of_two)
    return scores, SharedFiles(read.study.scores, read.folder, scores, engines, warnings.append)


def sent(function, scores):
    return ("sent", *function(scores))


def first_digest(scores):
    return scores.datasets[0], digests_of_datasets(scores)[scores.datasets[0]]


def items_of(metric):
    return [metric.on([row]) for row in range(metric.n_datasets)]


VARIANTS = {
    "as it is": ("SELECT * FROM scores", ""),
    "in another order": ("SELECT * FROM scores ORDER BY hash(fold + 10 * ascii(algorithm))", ""),
    "with gaps": ("SELECT * FROM scores WHERE dataset <> 'd2' OR algorithm <> 'A'", "missing: worst-rank"),
    "without an algorithm": (
        "SELECT * FROM scores WHERE dataset <> 'd2' OR algorithm <> 'B'",
        "missing: drop-algorithms",
    ),
    "selected and renamed": ("SELECT * FROM scores", "where: {algorithm: [A, C]}, rename: {dataset: {d0: first}}"),
    "by numbers": ("SELECT * REPLACE (ascii(dataset[-1])::DOUBLE AS dataset) FROM scores", ""),
    "seeds": ("SELECT * EXCLUDE fold, fold AS seed FROM scores", "columns: {seed: seed}"),
    "rows": ("SELECT * EXCLUDE fold FROM scores", "repeats: rows"),
    "examples": (
        "SELECT * EXCLUDE fold REPLACE ((accuracy > 0.6)::INT AS accuracy), fold AS question FROM scores",
        "columns: {example: question}",
    ),
}


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_part_is_read_as_in_the_whole(study, variant):
    query, options = VARIANTS[variant]
    as_parquet(study, query)
    validation = ", validation: valid" if "example" not in options else ""
    metrics = f"metrics: [{{name: accuracy, better: higher{validation}}}]"
    study.write_text(f"scores: {{files: scores.parquet, {metrics}, {options}}}\n".replace(", }", "}"))
    warnings = []
    scores, files = shared(study, warnings)
    for metric in filter(None, (scores.metrics[0], scores.metrics[0].validation)):
        digests = digests_of_datasets(metric)
        assert list(files(first_digest, items_of(metric), digests)) == list(digests.items())
    assert warnings == []


def test_other_data_sets_are_not_read(study, monkeypatch):
    as_parquet(study)
    scores, files = shared(study, [])
    items, digests, rows = items_of(scores.metrics[0])[:2], digests_of_datasets(scores.metrics[0]), []
    original = Gathering.end
    monkeypatch.setattr(Gathering, "end", lambda self, sheet, n: rows.append(n) or original(self, sheet, n))
    assert dict(files(first_digest, items, digests)) == {name: digests[name] for name in ("d0", "d1")}
    assert rows == [2 * 4 * 10]


def test_files_of_other_data_sets_are_not_opened(study):
    as_files_of_datasets(study)
    warnings = []
    scores, files = shared(study, warnings)
    items, digests = items_of(scores.metrics[0])[:2], digests_of_datasets(scores.metrics[0])
    for path in study.parent.glob("part-[2-5]/*.csv"):
        path.unlink()
    assert dict(files(first_digest, items, digests)) == {name: digests[name] for name in ("d0", "d1")}
    assert warnings == []


def results_and_warning(study, spoil):
    """What comes of the scores of a study whose files are spoiled after they were loaded."""
    warnings = []
    scores, files = shared(study, warnings)
    [metric] = scores.metrics
    spoil(files)
    digests = digests_of_datasets(metric)
    results = list(files(first_digest, items_of(metric), digests))
    again = list(files(first_digest, items_of(metric), digests))
    assert again == [("sent", *item) for item in digests.items()]
    assert [result[-2:] for result in results] == list(digests.items())
    [warning] = warnings
    return [result[0] == "sent" for result in results], warning


def test_scores_are_sent_to_workers_without_the_files(study, tmp_path):
    as_parquet(study)
    sent, warning = results_and_warning(study, lambda files: setattr(files, "_folder", tmp_path / "elsewhere"))
    assert all(sent)
    text = "compute.scores: the workers are sent the scores, since a worker cannot read them: scores.parquet: "
    assert warning == f"{text}there is no such file"


@pytest.mark.nightly
def test_scores_are_sent_where_a_file_has_changed(study):
    as_parquet(study)

    query = "SELECT * REPLACE (if(dataset = 'd3' AND fold = 0, 0.4, accuracy) AS accuracy) FROM scores"
    sent, warning = results_and_warning(study, lambda _: as_parquet(study, query))
    assert sent == [False] * 2 + [True] * 4  # the first two data sets are one piece, and the same
    assert warning.endswith("since a worker reads others on 'd3'")


WHOLE = {
    "CSV": ("files: scores.csv", "files of the format csv are read as a whole"),
    "imputed": ("files: scores.parquet, missing: dataset-mean", "some of them stand in place of missing ones"),
    "several files": ("files: 'part-*/{dataset}.csv'", "a data set has several files"),
}


@pytest.mark.parametrize("case", WHOLE)
def test_scores_that_cannot_be_read_in_part_are_sent(study, case):
    as_parquet(study, "SELECT * FROM scores WHERE dataset <> 'd2' OR algorithm <> 'A'")
    as_files_of_datasets(study)
    if case == "several files":
        path = study.parent / "part-0" / "d0.csv"
        head, *rows = path.read_text().splitlines()
        path.write_text("\n".join([head, *rows[:20]]) + "\n")
        (study.parent / "part-5" / "d0.csv").write_text("\n".join([head, *rows[20:]]) + "\n")
    options, why = WHOLE[case]
    study.write_text(f"scores: {{{options}, metrics: [{{name: accuracy, better: higher}}]}}\n")
    sent, warning = results_and_warning(study, lambda files: None)
    assert all(sent)
    assert warning.endswith(f"since {why}")
