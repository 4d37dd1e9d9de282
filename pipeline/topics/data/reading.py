"""What was read, in one to three lines: from where, as what, how much of what was expected, and what was not used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.core.scores import MetricResults, MetricScores, MetricVotes, Reading
from rankpress.topics.data.runs import balance_lines, score_of_steps
from rankpress.topics.phrases import grouped_by
from rankpress.wording.strings import counted, listed, quoted, quoted_sentence
from rankpress.wording.text import Prose, capitalized, cost_named, join, joined, metric_named, say

if TYPE_CHECKING:
    from rankpress.spec.column_names import ColumnNames
    from rankpress.spec.scores_section import ScoresOptions

_MOST_COLUMNS, _MOST_MARKS, _MOST_COMMENTS = 6, 4, 2


def reading_account(options: ScoresOptions, metrics: Sequence[MetricResults]) -> tuple[Prose, ...]:
    """Return what was read of the scores of a study: each line is there where it has something to say."""
    reading = metrics[0].reading
    lines = (_read_as(options, metrics), _balances(metrics), _not_used(reading))
    return tuple(line for line in (join(parts, " ") for parts in map(list, lines)) if line)


def _read_as(options: ScoresOptions, metrics: Sequence[MetricResults]) -> Iterator[Prose]:
    reading = metrics[0].reading
    sources = sum(reading.formats.values())
    if sources > 1:  # of one, the report says which in its provenance
        yield f"The scores were read from {counted(sources, 'source')}."
    scored = [metric for metric in metrics if not isinstance(metric, MetricVotes)]
    in_doubt = set() if options.confirmed else {doubt.key for doubt in options.doubts}
    directions = grouped_by(((metric.better, metric.name in in_doubt), metric_named(metric.name)) for metric in scored)
    better = [
        say("in {}, {} is {}", joined(named), way, "taken to be better" if is_taken else "better")
        for (way, is_taken), named in directions.items()
    ]
    if better:
        yield say("{}.", capitalized(join(better, "; ")))
    if options.costs:
        yield say("{}: {}.", "Cost" if len(options.costs) == 1 else "Costs", join(map(cost_named, options.costs), ", "))
    yield from _splits(options.columns, metrics)


def _splits(columns: ColumnNames, metrics: Sequence[MetricResults]) -> Iterator[Prose]:
    """Say which columns tell the rows of an algorithm on a data set apart."""
    reading, roles = metrics[0].reading, list[str]()
    for role, plural in (("dataset", "data sets"), ("algorithm", "algorithms")):
        if parts := reading.joined.get(getattr(columns, role) or role):
            roles.append(f"{plural} are named by the columns {joined(map(quoted, parts))}")
    if columns.example is not None:
        roles.append(f"the column {quoted(columns.example)} names the test examples")
    elif any(folds is not None for metric in metrics if isinstance(metric, MetricScores) for folds in metric.folds):
        roles.append("the rows of an algorithm on a data set are folds")
    if columns.seed is not None:
        roles.append(f"the column {quoted(columns.seed)} gives the seeds")
    if columns.instance is not None:
        roles.append(f"the column {quoted(columns.instance)} names the instances of data sets")
    if reading.step:
        roles.append(
            f"the column {quoted(reading.step)} gives the steps, and the score of each run is {score_of_steps(reading)}"
        )
    if roles:
        sentence = "; ".join(roles)
        yield f"{sentence[0].upper()}{sentence[1:]}."


def _balances(metrics: Sequence[MetricResults]) -> Iterator[Prose]:
    """Say how many results were expected and read; metrics of which the same holds, together."""
    balances = [metric.reading.balance for metric in metrics if metric.reading.balance is not None]
    alike = grouped_by((replace(balance, metric=""), metric_named(balance.metric)) for balance in balances)
    for balance, metrics_named in alike.items():
        every = "each metric" if len(metrics_named) == len(metrics) else say("each of {}", joined(metrics_named))
        yield say("{}.", join(balance_lines(balance, every if len(metrics_named) > 1 else metrics_named[0]), "; "))


def next_to_scores(comments: Sequence[str], most: int) -> str:
    """Quote the comments next to the scores, which rules may not understand; beyond the most, state their number.

    >>> next_to_scores(["in ms"], 2), next_to_scores(["in ms", "run on A", "seed 1"], 2)
    ("Comment next to the scores: 'in ms'", "Comments next to the scores: 'in ms'; 'run on A'; 1 more line")
    """
    texts = [quoted_sentence(line) for line in comments[:most]]
    if len(comments) > most:
        texts.append(counted(len(comments) - most, "more line"))
    return f"Comment{'' if len(comments) == 1 else 's'} next to the scores: {'; '.join(texts)}"


def _not_used(reading: Reading) -> Iterator[Prose]:
    if reading.normalized_by:
        runs = (f"{counted(n, 'run')} of {quoted(name)}" for name, n in reading.normalized_by.items())
        yield f"Scores are normalized, {reading.normalized}; not compared: {listed(runs)}."
    about = [column for column in reading.not_used if _is_about_scores(column)]
    if about:
        of_columns = f"The column{'' if len(about) == 1 else 's'} {listed(map(quoted, about), most=_MOST_COLUMNS)}"
        yield f"{of_columns} {'says' if len(about) == 1 else 'say'} what the scores are."
    columns = [column for column in reading.not_used if column not in about]
    if columns:
        word = "column" if len(columns) == 1 else "columns"
        verb = "was" if len(columns) == 1 else "were"
        yield f"The {word} {listed(map(quoted, columns), most=_MOST_COLUMNS)} {verb} not used."
    if reading.filled:
        filled = (f"{counted(n, 'cell')} of {quoted(column)}" for column, n in reading.filled.items())
        yield f"Filled with the name above: {listed(filled, most=_MOST_COLUMNS)}."
    if reading.blank_rows:
        yield f"Passed over: {counted(reading.blank_rows, 'row')} without a score, where others have the score."
    if reading.comments:
        yield f"{next_to_scores(reading.comments, _MOST_COMMENTS)}."
    if reading.marks:
        marks, cells = (
            listed(map(quoted, reading.marks), most=_MOST_MARKS),
            counted(sum(reading.marks.values()), "number"),
        )
        yield f"Not read: {'mark' if len(reading.marks) == 1 else 'marks'} {marks} at {cells}."
    if reading.passed_over:
        conditions = "; ".join(f"{quoted(column)} {condition}" for column, condition in reading.where)
        yield f"{reading.passed_over:,} of {counted(reading.rows, 'row')} omitted (read where {conditions})."
    if lost := reading.datasets_passed_over:
        yield f"No row of {counted(len(lost), 'data set')} was read: {listed(map(quoted, lost), most=_MOST_COLUMNS)}."


# Columns that say what scores are: which metric, in which unit, which direction is better.
_ABOUT_SCORES = frozenset(
    "metric metricname measure measurename indicator indicatorname scorename scoretype scoring unit units einheit "
    "unité unidad direction better betterdirection goal sense objective higherisbetter higherbetter largerisbetter "
    "greaterisbetter lowerisbetter lowerbetter smallerisbetter lessisbetter maximize maximise minimize minimise".split()
)


def _is_about_scores(column: str) -> bool:
    """Return whether a column of that name says what the scores in other columns are, and holds none.

    >>> [name for name in ("metric", "higher_is_better", "Unit", "rmse") if _is_about_scores(name)]
    ['metric', 'higher_is_better', 'Unit']
    """
    return re.sub(r"[\W_]", "", column.casefold()) in _ABOUT_SCORES
