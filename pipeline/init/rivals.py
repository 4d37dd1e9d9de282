"""What speaks for another reading of a table than the one taken, and who would be first by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from rankpress.catalog.metrics import better_of, is_any_score, is_cost, way_of, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import FaultsFound
from rankpress.init.algorithm_columns import all_may_name_algorithms, said_to_be_compared
from rankpress.init.firsts import sign_of_long
from rankpress.init.guess import Guess
from rankpress.init.hypotheses import Hypothesis
from rankpress.init.leaders import are_linked, first_by_rank, leader_by_rank
from rankpress.init.measured import Measured
from rankpress.init.measures import ways_of
from rankpress.init.spellings import is_own
from rankpress.init.table import MOST_EMPTY, Table
from rankpress.init.vocabulary import UNKNOWN, is_baseline
from rankpress.wording.strings import listed, quoted


def with_way_of_firsts(table: Table, guess: Guess) -> Guess:
    """Return the guess of a long table with the directions that ranks next to its scores show, where no name does.

    That a score is called score says little: then its ranks decide, and those of one such score for the others.
    """
    keys = sole_keys(guess)
    unknown = {doubt.key for doubt in guess.doubts if doubt.text == UNKNOWN}
    free = [name for name in guess.metrics if guess.layout == "long" and (name in unknown or is_any_score(name))]
    signs = {name: sign for name in free if name in table.columns and (sign := sign_of_long(table, keys, name))}
    if not signs:
        return guess
    ways = {way for _, way in signs.values()}
    of_others = next(iter(signs.values())) if len(ways) == 1 else None
    metrics, doubts = dict(guess.metrics), list(guess.doubts)
    for name in free:
        sign = signs.get(name, of_others)
        if sign is None or (name not in unknown and sign[1] == metrics[name]):
            continue
        of_ranks = f"which direction is better rests on {sign[0]} alone"
        text = of_ranks if name in signs else f"{of_ranks}, of {quoted(next(iter(signs)))}"
        metrics[name] = sign[1]
        doubts = [doubt for doubt in doubts if doubt.text != UNKNOWN or doubt.key != name]
        doubts.append(Doubt(f"{text}; {sign[1]} is assumed", name, name))
    # what was ranked is what was compared
    doubts = [doubt for doubt in doubts if not doubt.text.startswith(_OF_CASES)]
    metrics = {name: metrics[name] for name in sorted(metrics, key=lambda name: name not in signs)}
    return replace(guess, metrics=metrics, doubts=tuple(doubts))


def with_first_in_doubt(table: Table, guess: Guess, doubt: Doubt) -> Doubt:
    """Return a doubt on a direction that nothing tells as an open one, if what is hardly the best is first by it.

    Nor is it certain where the scores are not called so either.
    """
    if doubt.text != UNKNOWN or doubt.is_open or doubt.key != next(iter(guess.metrics), ""):
        return doubt
    if any((other.key, other.column) == ("metrics", doubt.key) for other in guess.doubts):  # nor is it called a score
        return replace(doubt, is_open=True, ways=ways_of(guess.metrics[doubt.key]))
    better = guess.metrics[doubt.key]
    ways = ways_of(better)
    first, last = (" ".join(_leader(table, replace(guess, metrics={doubt.key: way.value}))) for way in ways)  # type: ignore[dict-item]
    if is_baseline(first):
        return replace(doubt, text=f"{UNKNOWN}; {quoted(first)} is first then", is_open=True, ways=ways)
    if is_own(last):
        return replace(doubt, text=f"{UNKNOWN}; {quoted(last)} is last then", is_open=True, ways=ways)
    return doubt


def with_first_by_another_metric(table: Table, guess: Guess, doubt: Doubt) -> Doubt:
    """Return a doubt on a metric that is not compared as an open one, if another algorithm is first by it.

    Where only some rows have it, on these; where all have, if what is compared is called no more than a score.
    """
    metric, other = next(iter(guess.metrics), ""), doubt.column
    if guess.layout != "long" or doubt.key != "metrics" or doubt.is_open or other in guess.metrics:
        return doubt
    if other not in table.columns or metric not in table.columns:
        return doubt
    is_partial = table.empty_share(other) > MOST_EMPTY
    better = table.better.get(other) or way_of(other) or (None if is_partial else guess.metrics[metric])
    if better is None or not (is_partial or (is_any_score(metric) and not table.columns[other].is_integral)):
        return doubt
    columns = [table.columns[name].numbers for name in (metric, other)]
    n = min(map(len, columns))
    both = np.isfinite(columns[0][:n]) & np.isfinite(columns[1][:n])
    keys = _keys(guess)
    first, second = (
        leader_by_rank(table, keys["dataset"], keys["algorithm"], name, way, both)
        for name, way in ((metric, guess.metrics[metric]), (other, better))
    )
    if not first or not second or first == second:
        return doubt
    names = [quoted(" / ".join(each)) for each in (first, second)]
    text = f"{doubt.text}; where both are there, {names[0]} is first by {metric}, and {names[1]} by {other}"
    ways = tuple(Way(f"{quoted(name)} is compared", "metric", name) for name in (metric, other))
    return replace(doubt, text=text, is_open=True, ways=ways)


# What tells numbers of one metric apart that were measured on other cases.
_ON_CASES = frozenset(
    "train training fit val valid validation dev eval evaluation test testing holdout heldout public private "
    "oof".split()
)


_OF_CASES = "one metric on other cases in each of several columns"


def doubts_on_cases(table: Table, guess: Guess) -> Iterator[Doubt]:
    """Yield that one metric was measured on several kinds of cases, if another algorithm is first on others; open."""
    of_metric: dict[tuple[str, ...], list[str]] = {}
    for name in guess.metrics if guess.layout == "long" else ():
        if name in table.columns:
            stem = tuple(sorted(word for word in words_of(name) if word not in _ON_CASES))
            of_metric.setdefault(stem, []).append(name)
    keys = _keys(guess)
    for names in of_metric.values():
        if len(names) < 2 or names[0] != next(iter(guess.metrics)):
            continue
        firsts = {
            name: " / ".join(leader_by_rank(table, keys["dataset"], keys["algorithm"], name, guess.metrics[name]))
            for name in names
        }
        if len(set(firsts.values())) > 1:
            said = [f"{quoted(first)} is first by {name}" for name, first in firsts.items()]
            text = f"{_OF_CASES}: {listed(said)}"
            ways = tuple(Way(f"{quoted(name)} is compared", "metric", name) for name in names)
            yield Doubt(text, "metrics", names[0], is_open=True, ways=ways)


def with_swapped(doubt: Doubt, chosen: Hypothesis, likely: Sequence[Hypothesis]) -> Doubt:
    """Return an open doubt on numbers that are taken for names with the reading that has the two roles swapped."""
    if doubt.key != "layout" or len(doubt.ways) != 1 or doubt.column not in (*chosen.datasets, *chosen.algorithms):
        return doubt
    swapped = [
        n
        for n, hypothesis in enumerate(likely, 1)
        if (hypothesis.algorithms, hypothesis.datasets) == (chosen.datasets, chosen.algorithms)
    ]
    return replace(doubt, ways=(*doubt.ways, *(Way(likely[n - 1].text, "reading", str(n)) for n in swapped[:1])))


def doubts_on_metrics(guess: Guess) -> Iterator[Doubt]:
    """Yield that columns of no known names are taken for metrics, where they may as well be what is compared."""
    has_names = any(better_of(name) or is_cost(name) for name in guess.metrics)
    wides = (
        n
        for n, hypothesis in enumerate(guess.readings)
        if hypothesis.layout == "wide" and {*guess.metrics} <= {*hypothesis.cells}
    )
    if guess.layout == "long" and len(guess.metrics) > 1 and not has_names and (other := next(wides, 0)):
        text = (
            f"columns {listed(map(quoted, guess.metrics), 3)} are taken for metrics, though no name is that of one; "
            f"they may be what is compared: {guess.readings[other].text}"
        )
        ways = tuple(Way(guess.readings[n].text, "reading", str(n + 1)) for n in (0, other))
        yield Doubt(text, "layout", is_open=True, ways=ways)


def doubts_on_rival(table: Table, guess: Guess, rival: Hypothesis, build: Callable[[], Guess]) -> Iterator[Doubt]:
    """Yield that another reading is nearly as likely, unless it comes to the same; open where its first is another."""
    try:
        other = build()
    except FaultsFound:
        return  # it is no reading
    if guess.layout == other.layout == "long" and _keys(guess) == _keys(other):
        return
    measured = (Measured.of(table, other, metric) for metric in other.metrics)
    if not all(are_linked(np.isfinite(scores.means())) for scores in measured if scores):
        return  # nor is this, by which nobody could be compared
    first, second = _leader(table, guess), _leader(table, other)
    text = f"{guess.readings[0].text}; nearly as likely: {rival.text}"
    is_named = guess.layout == "long" and any(_is_called_dataset(table, name) for name in guess.readings[0].datasets)
    is_open = (first != second or not first) and not is_named
    if is_open and first and second:
        text += f"; {quoted(' / '.join(first))} is first by the one, {quoted(' / '.join(second))} by the other"
    ways = tuple(Way(hypothesis.text, "reading", str(n)) for n, hypothesis in enumerate(guess.readings[:2], 1))
    yield Doubt(text, "layout", is_open=is_open, ways=ways)


def _is_called_dataset(table: Table, name: str) -> bool:
    """Return whether the author of the scores calls a column dataset, and no guess of how files are named does."""
    is_guessed = f"{{{name}" in table.named.get("files", "") and name not in table.stated
    return "".join(words_of(name)) in ("dataset", "datasets") and not is_guessed


def swapped_reading(table: Table, guess: Guess) -> Hypothesis | None:
    """Return the reading that swaps what is compared with what it is compared on, where either could be compared.

    None where a sentence near the numbers says which of them is, or a column is called as data sets are.
    """
    chosen = guess.readings[0]
    if chosen.layout != "long" or len(chosen.datasets) != 1 or len(chosen.algorithms) != 1:
        return None
    pair = (*chosen.datasets, *chosen.algorithms)
    if not all_may_name_algorithms(table, *pair) or said_to_be_compared(table, pair):
        return None
    swapped = (chosen.algorithms, chosen.datasets)
    return next((each for each in guess.readings[1:] if (each.datasets, each.algorithms) == swapped), None)


def doubts_on_swapped(guess: Guess, swapped: Hypothesis) -> Iterator[Doubt]:
    """Yield that either of two columns may be what is compared; always open, since each has names of its own."""
    chosen = guess.readings[0]
    names = listed(map(quoted, (*chosen.datasets, *chosen.algorithms)))
    text = f"either of {names} may be what is compared, and no column is called as data sets are"
    ways = tuple(Way(reading.text, "reading", str(guess.readings.index(reading) + 1)) for reading in (chosen, swapped))
    yield Doubt(text, "layout", is_open=True, ways=ways)


def sole_keys(guess: Guess) -> dict[str, str]:
    """Return the columns that name the data sets and the algorithms, where one does by itself."""
    return {role: columns[0] for role, columns in _keys(guess).items() if len(columns) == 1}


def _keys(guess: Guess) -> dict[str, tuple[str, ...]]:
    """Return the columns that name the data sets and the algorithms, by role."""
    return {
        role: tuple(sorted(guess.join.get(guess.columns.get(role, role), (guess.columns.get(role, role),))))
        for role in ("dataset", "algorithm")
    }


def _leader(table: Table, guess: Guess) -> tuple[str, ...]:
    """Return the algorithm that a reading ranks first; () where none can be named."""
    metric, better = next(iter(guess.metrics.items()))
    keys = _keys(guess)
    if guess.layout == "long":
        return leader_by_rank(table, keys["dataset"], keys["algorithm"], metric, better)
    used = {*guess.unused, *guess.columns.values(), *(name for names in guess.join.values() for name in names)}
    cells = [name for name in table.numeric if name not in used]
    if guess.layout != "wide" or len(cells) < 2:
        return ()
    scores = np.column_stack([table.columns[name].numbers for name in cells])
    scores = scores if better == "higher" else -scores
    if "algorithm" not in guess.columns:
        best = first_by_rank(scores)
        return () if best is None else (cells[best],)
    best = first_by_rank(scores.T)
    columns = [table.columns[name] for name in keys["algorithm"]]
    return () if best is None else tuple(column.labels[column.codes[best]] for column in columns)
