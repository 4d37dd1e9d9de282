"""Counts, as of right answers, next to the number of trials that each is out of: shares may be what is compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.core.scores import FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

_COUNTS = frozenset(
    "correct right solved passed pass passes success successes successful hit hits completed accepted detected "
    "recovered retrieved wins won count counts score points failures failed fails errors error wrong mistakes misses "
    "missed crashes timeouts violations".split()
)
_TRIALS = frozenset(
    "n of out total totals trials attempts attempted tries shots episodes runs games matches rounds cases questions "
    "tasks problems instances samples examples tests items queries size possible max maximum full number num support "
    "observations opportunities denominator".split()
)


def doubts_on_trials(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that counts are out of numbers that differ between algorithms; open where shares have another first."""
    counted = scores.values
    if guess.layout != "long" or _COUNTS.isdisjoint(words_of(scores.metric)) or not _are_counts(counted):
        return
    used = {*guess.columns.values(), *guess.metrics, *(name for names in guess.join.values() for name in names)}
    for name in table.numeric:
        if name in used or _TRIALS.isdisjoint(words_of(name)):
            continue
        trials = table.columns[name].numbers[scores.row_of]
        there = np.isfinite(counted) & np.isfinite(trials)
        if (
            not there.any()
            or not _are_counts(trials)
            or (counted > trials)[there].any()
            or not (trials[there] > 0).all()
        ):
            continue
        if not _differ_within(trials[there], scores.dataset_of[there]):
            continue
        shares = np.where(there, counted / np.where(there, trials, 1), np.nan)
        yield _doubt(scores, name, scores.first(shares))
        return


def _are_counts(values: FloatArray) -> bool:
    known = values[np.isfinite(values)]
    return len(known) > 0 and bool((known >= 0).all() and (known == np.round(known)).all())


def _differ_within(trials: FloatArray, dataset_of: np.typing.NDArray[np.int64]) -> bool:
    """Return whether the numbers of trials of some data set are not all the same."""
    _, datasets = np.unique(dataset_of, return_inverse=True)
    least, most = np.full(datasets.max() + 1, np.inf), np.full(datasets.max() + 1, -np.inf)
    np.minimum.at(least, datasets, trials)
    np.maximum.at(most, datasets, trials)
    return bool((least < most).any())


def _doubt(scores: Measured, trials: str, first: str) -> Doubt:
    """Return the question whether counts are compared, or shares of the trials."""
    counts, same = scores.metric, first in ("", scores.first())
    text = f"{quoted(counts)} may count out of {quoted(trials)}, which differs between the algorithms of a data set"
    if not same:
        text += f"; by the share {quoted(first)} is first"
    share = {
        "name": f"{counts} / {trials}",
        "better": scores.better,
        "from": {"count": counts, "trials": trials},
        "expression": "count / trials",
    }
    ways = (
        Way("shares are compared", "set", f"scores.metrics={json.dumps([share], ensure_ascii=False)}"),
        Way("the counts are compared", "metric", counts),
    )
    return Doubt(text, "metrics", counts, is_open=not same, ways=ways)
