"""Cells of scores that say that a run failed, OOM or crash: who is first depends on what a failed run counts as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.doubts import Doubt, Way
from rankpress.init.leaders import first_by_rank
from rankpress.init.measured import Measured, cells_of
from rankpress.init.outcomes import says_failed
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import BoolArray, FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table


def doubts_on_failures(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield which cells say that runs failed; open where another algorithm is first if these are the worst."""
    cells = (scores.metric,) if guess.layout == "long" else cells_of(table, guess)
    texts: Counter[str] = Counter()
    for name in cells:
        texts.update({text: n for text, n in table.failures.get(name, {}).items() if text in guess.na})
    texts = Counter({text: n for text, n in texts.items() if says_failed(text)})
    if not texts or guess.missing or any(doubt.key in ("censored", "missing") for doubt in guess.doubts):
        return
    lacking = ~np.isfinite(scores.values)
    often = [f"{quoted(text)} {counted(n, 'time')}" for text, n in texts.most_common()]
    whose = listed(map(quoted, scores.of_algorithms(lacking)), 3)
    text = f"cells say that runs failed: {listed(often, 3)}; results of {whose} are missing"
    means = scores.means()
    is_partial = bool(np.isfinite(means[scores.dataset_of[lacking], scores.algorithm_of[lacking]]).any())
    signed = means if scores.better == "higher" else -means
    signed[scores.dataset_of[lacking], scores.algorithm_of[lacking]] = np.nan
    firsts = [_first(scores, each) for each in _by_policy(signed)]
    if len({*firsts}) == 1:
        yield Doubt(text, "missing", scores.metric)
        return
    omitted, worst = (quoted(first) if first else "no single algorithm" for first in firsts)
    text += f"; {worst} is first if a failed run is the worst, and {omitted} if data sets with one are omitted"
    whole = (("set", "scores.runs=complete"),) if is_partial else ()
    ways = (
        Way("an algorithm is the worst where a run of it failed", "missing", "worst-rank", whole),
        Way("data sets with a failed run are omitted", "missing", "drop-datasets", whole),
    )
    yield Doubt(text, "missing", scores.metric, is_open=True, ways=ways)


def _by_policy(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return scores, higher being better, on the data sets that have all, and on all with what is lacking the worst."""
    lacking = np.isnan(scores)
    return scores[~lacking.any(axis=1)], np.where(lacking, scores[~lacking].min(initial=0.0) - 1, scores)


def _first(scores: Measured, signed: FloatArray) -> str:
    best = first_by_rank(signed) if len(signed) else None
    return "" if best is None else scores.algorithms[best]


def with_firsts(table: Table, guess: Guess) -> Guess:
    """Return a guess in whose doubt on failed runs each way says who is first by it, where nothing else is open."""
    asked = [doubt for doubt in guess.doubts if doubt.is_open]
    if len(asked) != 1 or asked[0].key != "missing" or {asked[0].column} != {*guess.where}:
        return guess
    metric = next(iter(guess.metrics))
    every, read = Measured.of(table, replace(guess, where={}), metric), Measured.of(table, guess, metric)
    # of chosen settings and last steps, the means here are none of those that are compared
    if every is None or read is None or guess.choose or guess.reduce or not every.means().size:
        return guess
    failed = ~np.isin(every.row_of, read.row_of)

    def named(way: Way) -> Way:
        options = dict(value.split("=", 1) for _, value in way.options if "=" in value)
        if "scores.censored" in options:
            return way
        signed = _by_answer(every, failed, options)
        first = _first(every, signed)
        leads = f"{quoted(first) if first else 'no single algorithm'} is first" if len(signed) else "none is left"
        return way._replace(meaning=f"{way.meaning}: {leads}")

    answered = replace(asked[0], ways=tuple(map(named, asked[0].ways)))
    return replace(guess, doubts=tuple(answered if doubt is asked[0] else doubt for doubt in guess.doubts))


def _by_answer(scores: Measured, failed: BoolArray, options: Mapping[str, str]) -> FloatArray:
    """Return the scores that are compared, higher being better, where options say what failed runs are."""
    if "scores.where" in options:
        means = scores.means()
    elif options.get("scores.runs") == "available":
        means = scores.means(np.where(failed, np.nan, scores.values))
    else:
        some_failed = np.isfinite(scores.means(np.where(failed, scores.values, np.nan)))
        means = np.where(some_failed, np.nan, scores.means())
    dropped, worst = _by_policy(means if scores.better == "higher" else -means)
    return dropped if options.get("scores.missing") == "drop-datasets" else worst
