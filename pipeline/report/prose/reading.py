"""What scores were read from, which rows of it, and what in it was taken for something else."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.provenance import Reading
from rankpress.report.prose.phrases import listed
from rankpress.scores import MetricScores
from rankpress.sources.findings import quoted, shown
from rankpress.wording import counted, joined

_MOST_RENAMED = 12
_LONGEST_QUERY = 400
# Formats that say nothing of what wrote the files, and so nothing of what was measured.
_KINDS = {
    "csv": "text file",
    "json": "JSON file",
    "numbers": "number file",
    "parquet": "Parquet file",
    "duckdb": "DuckDB database",
    "excel": "workbook",
}


def source_sentences(reading: Reading) -> Iterator[str]:
    """Say where the scores come from."""
    if reading.database:
        query = " ".join(reading.query.split())
        cut = query if len(query) <= _LONGEST_QUERY else f"{query[:_LONGEST_QUERY].rstrip()}…"
        yield f"The scores are what the database {shown(reading.database)} answers to the query: {cut}"
    elif reading.formats:
        kinds = [counted(number, _KINDS.get(name, f"{name} source")) for name, number in reading.formats.items()]
        yield f"The scores are read from {joined(kinds)}."


def selection_sentences(scores: MetricScores) -> Iterator[str]:
    """Say which rows count, and what they were made into: what a paper has to tell of its scores too."""
    reading = scores.reading
    if reading.where:
        conditions = joined(f"{quoted(column)} {told}" for column, told in reading.where)
        yield f"Only rows where {conditions} count: {_passed_over(reading)}."
    for name, columns in reading.joined.items():
        yield f"The column {quoted(name)} is {joined(map(quoted, columns))} together."
    if scores.seeds is not None:
        fewest, many = scores.seeds
        told = counted(many, "seed") if fewest == many else f"{fewest} to {counted(many, 'seed')}"
        yield f"Each measurement is the mean over {told}."


def naming_sentences(reading: Reading) -> Iterator[str]:
    """Say what the source calls otherwise, which columns of it are not looked at, which cells are taken for empty."""
    if reading.renamed:
        told = [f"{quoted(new)} for {quoted(old)}" for old, new in reading.renamed]
        yield f"Names here in place of those in the source: {listed(told, _MOST_RENAMED)}."
    if reading.ignored:
        yield f"Columns that are not looked at: {listed(list(map(quoted, reading.ignored)), _MOST_RENAMED)}."
    if reading.empty:
        told = [f"{quoted(text)} ({counted(number, 'cell')})" for text, number in reading.empty.items()]
        yield f"Taken for no result: {listed(told, _MOST_RENAMED)}."


def _passed_over(reading: Reading) -> str:
    if not reading.passed_over:
        return f"all {reading.rows:,}"
    read = reading.rows - reading.passed_over
    return f"{read:,} of {reading.rows:,}, so that {reading.passed_over:,} are left out"
