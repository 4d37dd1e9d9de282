"""Whether draws of data sets can be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores
from rankpress.wording.strings import counted
from rankpress.wording.text import capitalized, plain

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.statistics_sections import ReplicabilityOptions

MOST_IN_POWER = 5
"""Algorithms; with seven, simulated studies of a default section take two minutes, and ten of default draws four."""

MOST_IN_DRAWS = 7
"""Algorithms; with seven, draws of a default section take half a minute, with ten up to four."""

MOST_SIGNS = 2000
"""Signs that the permutation test draws in a simulated study, of which there are thousands."""

_FEWEST = 2


def with_fewer_signs(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a pairwise test as they are in simulated studies."""
    return {name: min(value, MOST_SIGNS) if name == "draws" else value for name, value in options.items()}


def which_pairs(algorithms: Sequence[str], pairs: IntArray, pairs_of_names: Iterable[tuple[str, str]]) -> list[int]:
    """Return the places of named pairs, in whichever order they name their algorithms, among all pairs."""
    places = {frozenset(pair): place for place, pair in enumerate(pairs.tolist())}
    members = (frozenset(map(algorithms.index, pair)) for pair in pairs_of_names)
    return [places[pair] for pair in members if pair in places]


def complete_datasets(scores: FloatArray) -> IntArray:
    """Return the data sets that can be drawn: those with all results."""
    return np.flatnonzero(np.isfinite(scores).all(axis=1))


def undrawable(complete: int, options: ReplicabilityOptions) -> str:
    """Return why draws of so many data sets cannot be made, and the remedy, in sentences."""
    why = impossible(complete, options)
    return f"{capitalized(why)}. {capitalized(remedy(complete))}." if why else ""


def impossible(complete: int, options: ReplicabilityOptions) -> str:
    """Return why draws of so many data sets cannot be made in a clause, without the remedy."""
    if complete < _FEWEST:
        has = "has" if complete == 1 else "have"
        return f"samples require {_FEWEST} data sets with all results, and {counted(complete, 'data set')} {has} them"
    if options.replacement or options.size < complete:
        return ""
    if options.size == complete:
        return (
            f"a sample of {complete:,} of the {counted(complete, 'data set')} with all results, without replacement,"
            " would be the whole study each time"
        )
    return f"{counted(options.size, 'data set')} cannot be drawn without replacement from {complete:,} with all results"


def remedy(complete: int) -> str:
    """Return the remedy: which sizes a study may write."""
    if complete < _FEWEST:
        return "add data sets, or remove the section"
    again = f"write replicability: {{size: {complete}, replacement: true}}"
    return again if complete == _FEWEST else f"{again}, or a size {'of' if complete == 3 else 'from'} {sizes(complete)}"


def sizes(complete: int) -> str:
    """Return which sizes a draw from more than two data sets may have."""
    return "2" if complete == 3 else f"2 to {complete - 1}"


def unmade_draws(metrics: Sequence[MetricResults], options: ReplicabilityOptions) -> Iterator[tuple[str, int]]:
    """Yield the metrics in which no draws can be made for their number of data sets, each with that number."""
    for metric in metrics:
        if isinstance(metric, MetricScores):
            complete = len(complete_datasets(metric.oriented))
            if impossible(complete, options):
                yield metric.name, complete


def warnings_of_draws(analyses: tuple[Analysis, ...]) -> Iterator[str]:
    """Yield warnings of requested simulations that a build omitted."""
    for analysis in analyses:
        replicated = analysis.robustness.replicated
        if replicated is not None and not replicated.each:
            yield f"{plain(analysis.scores.name)}: no samples for replicability. {plain(replicated.left_out['all'])}"
