"""What stepwise procedures compare p-values with: the levels of their steps, and the exhaustive sets of hypotheses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, EXHAUSTIVE, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.numbers import grouped_number, level_text, small_level_text
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.core.table import Cell, Table
from rankpress.core.text import Prose, Text, join, say
from rankpress.stats.exhaustive import exhaustive_sets, retained_sets
from rankpress.stats.pairs import all_pairs
from rankpress.stats.step_levels import WITH_LEVELS, step_levels
from rankpress.topics.phrases import P_ROUNDED, count, number, p_value, scope, table_of
from rankpress.topics.topic import TableKind

if TYPE_CHECKING:
    from rankpress.spec.model import Study

_HEADS = ("Size", "Smallest p", "Level", "Retained")
_MOST_ALGORITHMS = 6  # 202 sets


def step_level_heads(names: Iterable[str]) -> dict[str, str]:
    """Return the head of the column with the levels of its steps, of each procedure that has such."""
    return {name: f"{ADJUSTMENTS[name].title} level" for name in names if name in WITH_LEVELS}


def levels_of_steps(analysis: Analysis) -> dict[str, FloatArray]:
    """Return what each procedure compares the unadjusted p-values with."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None:
        return {}
    p = np.nan_to_num(over.p, nan=1.0)
    return {name: step_levels(name, p, adjusted.alpha) for name in step_level_heads(adjusted.p)}


def step_level_columns(analysis: Analysis, requested: Collection[object]) -> dict[str, list[Cell]]:
    """Return the columns of levels that a study asks for, a cell for each comparison."""
    heads = step_level_heads(analysis.adjusted.p)
    return {
        heads[name]: [number(value, small_level_text(value)) for value in levels.tolist()]
        for name, levels in levels_of_steps(analysis).items()
        if heads[name] in requested
    }


def exhaustive_sets_table(analysis: Analysis) -> Table | None:
    """Build the table of exhaustive sets, with few algorithms and this procedure."""
    over, k, alpha = analysis.tested.over, len(analysis.algorithms), analysis.adjusted.alpha
    if over is None or k > _MOST_ALGORITHMS or EXHAUSTIVE not in analysis.adjusted.p:
        return None
    p, sets = np.nan_to_num(over.p, nan=1.0), exhaustive_sets(k)
    retained = retained_sets(p, k, alpha)
    rows = (
        (
            join(_classes(analysis.algorithms, each), "; "),
            count(size := int(each.sum())),
            p_value(float(p[each].min())),
            number(alpha / size, small_level_text(alpha / size)),
            "yes" if kept else "no",
        )
        for each, kept in zip(sets, retained, strict=True)
    )
    accepted = [
        say("{} and {}", *(analysis.algorithms[i] for i in pair))
        for pair in all_pairs(k)[np.any(sets[retained], axis=0)].tolist()
    ]
    caption = (
        "The {} sets of pairwise hypotheses that can be exactly the true ones ({}), by the algorithms that they take to"
        " be equal. The Bergmann-Hommel procedure retains a set if its smallest p ({}) exceeds its level, {} divided by"
        " its size, and rejects each hypothesis that is in no retained set ({})."
    )
    test = PAIRWISE[over.procedure].title
    return table_of(
        ("Equal", *_HEADS),
        rows,
        align="lrrrl",
        title=say("Exhaustive sets of hypotheses by {}", analysis.metric),
        caption=say(caption, grouped_number(len(sets)), scope(analysis), test, level_text(alpha), cite("bergmann1988")),
        notes=(say("Not rejected: {}.", join(accepted, "; ") if accepted else "no pair"), P_ROUNDED),
    )


def _classes(algorithms: Sequence[Text], true: BoolArray) -> Iterator[Prose]:
    """Yield each class of algorithms that a set of hypotheses makes equal."""
    k, pairs = len(algorithms), all_pairs(len(algorithms))[true].tolist()
    first = list(range(k))
    for a, b in pairs:
        first[b] = min(first[b], a)
    for leader in range(k):
        members = [algorithms[i] for i in range(k) if first[i] == leader]
        if len(members) > 1:
            yield join(members, " = ")


def _no_rows(_study: Study, _names: Sequence[str], _datasets: Sequence[str]) -> tuple[str, ...]:
    return ()


EXHAUSTIVE_SETS_TABLE = TableKind(
    "exhaustive-sets", exhaustive_sets_table, _no_rows, _HEADS, shows="p", on_request=True
)
