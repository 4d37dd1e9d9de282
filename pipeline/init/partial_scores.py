"""Scores over a part of the cases, such as those that were answered, next to the share of cases that this part is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.catalog.modifiers import REACHED, UNDER_CONDITION
from rankpress.core.doubts import Doubt, Way
from rankpress.init.leaders import leader_by_rank
from rankpress.init.measured import columns_of
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


# The better, the fewer there are.
_MISSED = frozenset(
    "abstained abstention abstentions refused refusal refusals unanswered unsolved rejected rejection invalid failed "
    "failure failures unfinished timeouts timedout skipped deferred undecided lost dropped discarded unresolved".split()
)
# How large the part is, whatever it is a part of; behind a score this says no more than the others.
_SIZES = frozenset("coverage covered retained kept selected".split())
_OF_SHARES = frozenset("share fraction rate ratio percent percentage pct proportion frac part of the cases".split())
# By so much of all cases the first covers fewer than another, or it is the difference of chance.
_LEAST_DIFFERENCE = 0.05


def doubts_on_partial_scores(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that scores are over a part of the cases which is larger for others than for the first; open."""
    if guess.layout != "long":
        return
    for measure, better, name in _pairs(table, guess, scores):
        way: Better = "lower" if not _MISSED.isdisjoint(words_of(name)) else "higher"
        values = table.columns[measure].numbers[scores.row_of]
        of_measure = replace(scores, metric=measure, better=better, values=values)
        datasets, algorithms = (columns_of(table, guess, role) for role in ("dataset", "algorithm"))
        first, most = of_measure.first(), " / ".join(leader_by_rank(table, datasets, algorithms, name, way))
        if not first or most in ("", first) or not _is_smaller(table, of_measure, name, first, way):
            continue
        text = (
            f"{quoted(measure)} seems to be over a part of the cases, whose share is {quoted(name)}: {quoted(first)} "
            f"is first by the one, {quoted(most)} by the other"
        )
        yield Doubt(text, "metrics", name, is_open=True, ways=tuple(_ways(table, of_measure, name, way)))
        return


def _pairs(table: Table, guess: Guess, scores: Measured) -> Iterator[tuple[str, Better, str]]:
    """Yield a score and a share that is not compared, or the share that is compared and a cost over that part."""
    used = {*guess.metrics, *guess.columns.values(), *guess.where}
    for name in table.numeric:
        if name not in used and is_share_of(name, scores.metric):
            yield scores.metric, scores.better, name
    for cost in guess.costs:
        if is_conditional(words_of(cost)) and is_share_of(scores.metric, cost):
            yield cost, "lower", scores.metric


def is_share_of(name: str, metric: str) -> bool:
    """Return whether a name may be that of the share of cases which a metric is taken over.

    >>> is_share_of("answered", "accuracy_on_answered"), is_share_of("coverage_rate", "error on accepted")
    (True, True)
    >>> is_share_of("solved", "time"), is_share_of("coverage_rate", "accuracy"), is_share_of("recall", "precision")
    (True, False, False)
    """
    words, of_metric = words_of(name), words_of(metric)
    outcomes = [word for word in words if word in REACHED | _MISSED | _SIZES]
    others = [word for word in words if word not in _OF_SHARES and word not in outcomes]
    if not outcomes or others or words == of_metric:
        return False
    return bool({*outcomes} - _SIZES) or is_conditional(of_metric)


def is_conditional(words: Sequence[str]) -> bool:
    """Return whether a metric says that it is taken over what has one outcome: precision when confident.

    >>> is_conditional(["precision", "when", "confident"]), is_conditional(["selective", "risk"])
    (True, True)
    >>> is_conditional(["accuracy", "on", "test"]), is_conditional(["solved"])
    (False, False)
    """
    if not {"conditional", "selective"}.isdisjoint(words):
        return True
    outcomes = [at for at, word in enumerate(words) if at and word in REACHED | _SIZES]
    return any(words[at - 1] in UNDER_CONDITION or at == len(words) - 1 for at in outcomes)


def _is_smaller(table: Table, scores: Measured, name: str, first: str, better: Better) -> bool:
    """Return whether numbers are shares of all cases, and those of the first clearly less than those of another."""
    column = table.columns[name]
    if not column.is_full or column.distinct < 2 or column.is_zero_or_one or len(column.codes) <= scores.row_of.max():
        return False
    shares = column.numbers[scores.row_of]
    there = np.isfinite(scores.values) & np.isfinite(shares)
    if not there.any() or shares[there].min() < 0 or shares[there].max() > _WHOLE[1]:
        return False
    whole = _whole_of(shares[there])
    sums = np.bincount(scores.algorithm_of[there], weights=shares[there] / whole, minlength=len(scores.algorithms))
    counts = np.bincount(scores.algorithm_of[there], minlength=len(scores.algorithms))
    means = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    means = means if better == "higher" else 1 - means
    return bool(np.nanmax(means) - means[scores.algorithms.index(first)] >= _LEAST_DIFFERENCE)


# What all cases are, where a share is of 1 or in percent.
_WHOLE = (1.0, 100.0)


def _whole_of(shares: np.ndarray) -> float:
    return _WHOLE[0] if shares.max() <= _WHOLE[0] else _WHOLE[1]


def _ways(table: Table, scores: Measured, name: str, better: Better) -> Iterator[Way]:
    """Yield that the score alone is compared, the share alone, or the score over all cases, the others counting 0."""
    yield Way(f"{quoted(scores.metric)} alone is compared", "metric", scores.metric, (("better", scores.better),))
    yield Way(f"{quoted(name)} is compared", "metric", name, (("better", better),))
    if scores.better == "higher" and better == "higher":
        whole = _whole_of(table.columns[name].numbers[scores.row_of])
        metric = {
            "name": f"{scores.metric} x {name}",
            "better": "higher",
            "from": {"x": scores.metric, "y": name},
            "expression": "x*y" if whole == _WHOLE[0] else f"x*y/{whole:g}",
        }
        meaning = "their product is compared: other cases count as 0"
        yield Way(meaning, "set", f"scores.metrics={json.dumps([metric], ensure_ascii=False)}")
