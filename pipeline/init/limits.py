"""Times that end at a limit which runs reached, where no cell says so: 3600 again and again, and no time above it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import is_time
from rankpress.core.doubts import Doubt, Way
from rankpress.init.vocabulary import UNKNOWN
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# Times hardly repeat: so large a share of those below a limit are different ones, of so many at least.
_MOSTLY_DISTINCT, _FEWEST = 0.8, 6
# So often no time is the longest by chance.
_OFTEN = 3
# Numbers that nothing calls times are taken for some where the largest is so many times the least of them.
_LEAST_SPAN = 10
# Of a limit, but for a last 0, so many digits are none: 3600, 1800, 900, or so many minutes.
_MOST_DIGITS, _MINUTE = 2, 60
# The best that a share can be, which many may reach.
_WHOLE = (1.0, 100.0)


def limit_in(table: Table, guess: Guess, scores: Measured) -> float | None:
    """Return the limit that runs of the scores reached, by their numbers; None where these do not look like one."""
    named = is_time(scores.metric) and scores.better == "lower"
    unknown = any(doubt.text == UNKNOWN for doubt in guess.doubts)
    if not (named or unknown) or any(doubt.key == "censored" for doubt in guess.doubts):
        return None
    return limit_of(scores.values, are_times=named)


def limit_of(values: FloatArray, *, are_times: bool = True) -> float | None:
    """Return the greatest of some times, where it stands for that of runs which did not end before it.

    It recurs, as times do not, and is round, apart from the others, or there often.

    >>> limit_of(np.array([87.1, 403.4, 3600, 3600, 134.7, 5.2, 18.9, 2000.4]))
    3600.0
    >>> limit_of(np.array([87.1, 403.4, 2000.4, 2000.4, 134.7, 5.2, 18.9, 1999.7]))
    """
    times, counts = np.unique(values[np.isfinite(values)], return_counts=True)
    if len(times) <= _FEWEST or counts[-1] < 2 or times[0] < 0:
        return None
    limit, others = float(times[-1]), times[:-1]
    if len(others) < _MOSTLY_DISTINCT * counts[:-1].sum() or limit in _WHOLE:
        return None
    if not are_times:
        # counts of what was reached may be whole, and recur
        is_plain = bool(np.all(others % 1 == 0)) or others[-1] < _LEAST_SPAN * others[0]
        return limit if _is_round(limit) and not is_plain and limit > _MINUTE / 2 else None
    is_apart = limit - others[-1] > np.ptp(others)
    return limit if _is_round(limit) or is_apart or counts[-1] >= _OFTEN else None


def _is_round(number: float) -> bool:
    return number % 1 == 0 and (number % _MINUTE == 0 or len(f"{number:.0f}".rstrip("0")) <= _MOST_DIGITS)


def doubts_on_limits(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that the longest time, which recurs, may be a limit; open where a run can be unsolved."""
    limit = limit_in(table, guess, scores)
    if limit is None:
        return
    reached = scores.values == limit
    who = listed(map(quoted, scores.of_algorithms(reached)), 3)
    often = counted(int(reached.sum()), "time")
    text = (
        f"{limit:.10g}, the largest number, stands there {often} ({who}), and others hardly repeat: it may be a limit"
        " of time that these runs reached"
    )
    if guess.repeats or guess.choose or {"seed", "step", "example"} & guess.columns.keys():
        yield Doubt(f"{text}; their means are too short then", scores.metric, scores.metric)
        return
    metrics = f"scores.metrics=[{{name: {json.dumps(scores.metric, ensure_ascii=False)}, better: lower}}]"
    ways = (
        Way("they count as the other numbers do", "set", "scores.censored=null"),
        Way(
            f"they are runs not solved within a limit of {limit:.10g}",
            "set",
            f"scores.censored={{limit: {limit:.10g}}}",
            (("set", metrics),) if len(guess.metrics) > 1 else (),
        ),
    )
    yield Doubt(text, "censored", scores.metric, is_open=True, ways=ways)
