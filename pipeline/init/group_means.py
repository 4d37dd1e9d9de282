"""Rows of a wide table that are means of the others of their group, such as "macro avg" of the classes of a corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import is_named_metric, is_rate
from rankpress.core.doubts import Doubt, Way
from rankpress.init.vocabulary import is_overall, is_total, role_of, sums_up
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import BoolArray, FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table

# Scores are rounded, and so are the means of them.
_OFF = 1.1
_MOST_LABELS = 300
_LAST = 3  # of names that say nothing, so many are looked at


def doubts_on_group_means(table: Table, keys: Sequence[str], cells: Sequence[str]) -> Iterator[Doubt]:
    """Yield that rows of some names are the means of the others of their group, plain or weighted; always open.

    `keys` name the rows together: one of them the group, another the row within it.
    """
    if len(keys) != 2 or not cells or any(len(column.codes) != table.rows for column in table.columns.values()):
        return
    weights = [column.numbers for name, column in table.columns.items() if name in table.numeric and name not in cells]
    for group, name in (keys, reversed(keys)):
        column, groups = table.columns[name], table.columns[group].codes
        if not 2 < len(column.labels) <= _MOST_LABELS:
            continue
        means = _names_of_means(table, name, groups, cells, weights)
        if means:
            yield _doubt(name, group, means)
            return


def _names_of_means(
    table: Table, name: str, groups: np.typing.NDArray[np.int32], cells: Sequence[str], weights: Sequence[FloatArray]
) -> list[str]:
    """Return the names whose rows are the means of the others in all groups, two at least."""
    column, scores = table.columns[name], np.column_stack([table.columns[cell].numbers for cell in cells])
    written = (len(label.partition(".")[2]) for cell in cells for label in table.columns[cell].labels)
    off = _OFF * 10.0 ** -max(written, default=0)
    repeated = [
        label for label in column.labels if label and len(np.unique(groups[column.where([label])])) == len(set(groups))
    ]
    if len(set(groups.tolist())) < 2:
        return []
    called = [label for label in repeated if sums_up(label) or is_overall(label) or is_total(label)]

    def are_means(label: str, without: Sequence[str]) -> bool:
        return _are_means(scores, column.where([label]), ~column.where(without), groups, weights, off)

    if called:  # means are no parts of other means
        return [label for label in called if are_means(label, called)]
    return [label for label in repeated[-_LAST:] if are_means(label, [label])]


def _are_means(
    scores: FloatArray,
    own: BoolArray,
    others: BoolArray,
    groups: np.typing.NDArray[np.int32],
    weights: Sequence[FloatArray],
    off: float,
) -> bool:
    """Return whether each row is the mean of the others of its group, by the same weights in all groups."""
    for weight in (np.ones(len(scores)), *weights):
        fits = []
        for row in np.flatnonzero(own):
            members = others & (groups == groups[row])
            weighted = members & (weight > 0)
            if weighted.sum() < 2:
                fits.append(False)
                break
            mean = np.average(scores[weighted], axis=0, weights=weight[weighted])
            fits.append(
                bool((np.abs(mean - scores[row]) <= off).all() and np.ptp(scores[weighted], axis=0).max() > 4 * off)
            )
        if fits and all(fits):
            return True
    return False


def _doubt(name: str, group: str, means: Sequence[str]) -> Doubt:
    """Return the question which rows are compared: those of means, or those that they are the means of."""
    text = (
        f"rows {listed(map(quoted, means), 3)} of {quoted(name)} are means of the others of their {group}, so that "
        "both are not data sets at once"
    )

    def way(rows: object, meaning: str) -> Way:
        return Way(meaning, "set", f"scores.where={json.dumps({name: rows}, ensure_ascii=False)}")

    ways = [way([label], f"the rows {quoted(label)} are compared") for label in means[:3]]
    return Doubt(text, "where", name, is_open=True, ways=(way({"not": [*means]}, "the rows of the others"), *ways))


def doubts_on_joined_summaries(table: Table, guess: Guess) -> Iterator[Doubt]:
    """Yield that a column joined to names has some that sum up the others, or are named like a metric; always open.

    Such are the rows "accuracy" and "macro avg" below the classes of a report.
    """
    metrics = [name for name in guess.metrics if name in table.columns]
    for joined, columns in guess.join.items() if metrics else ():
        role = next((role for role, name in guess.columns.items() if name == joined), "")
        for name in columns if role in ("dataset", "algorithm") else ():
            labels = [label for label in table.columns[name].labels if label][:_MOST_LABELS]
            sums = [label for label in labels if is_overall(label) or is_total(label) or _is_rate_of_all(label)]
            if not sums or len(sums) == len(labels) or role_of(name) == role or table.columns[name].is_numeric:
                continue
            word = role.replace("dataset", "data set")
            text = f"rows {listed(map(quoted, sums), 3)} sum up others of their {word}, and were joined to its name"
            others = Way("the rows of the others", "set", guess.selection({name: {"not": sums}}))
            ways = [_way_of_sum(table, guess, name, label, metrics) for label in sums[:3]]
            yield Doubt(text, "where", name, is_open=True, ways=(*ways, others))


def _is_rate_of_all(label: str) -> bool:
    """Return whether a name is that of a rate alone, such as the accuracy over all classes."""
    return is_rate(label) and is_named_metric(label)


def _way_of_sum(table: Table, guess: Guess, name: str, label: str, metrics: Sequence[str]) -> Way:
    """Return the way in which the rows of one name alone are compared, by the first metric that all of them have."""
    rows = table.columns[name].where([label])
    whole = [each for each in metrics if np.isfinite(table.columns[each].only(rows).numbers).all()]
    further = (("metric", whole[0]),) if whole and whole != [*metrics] else ()
    return Way(f"the rows {quoted(label)} are compared", "set", guess.selection({name: [label]}), further)
