"""Ties of scores on a data set: by which rule, and how many there are, in sentences and results."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.core.numbers import MINUS, Json, grouped_number, in_words, level_text
from rankpress.stages.rank import Ranking

_SHARED = {
    "average": "share the average of their ranks",
    "min": "all receive the best of their ranks",
    "max": "all receive the worst of their ranks",
}


def ties_methods(analysis: Analysis) -> Iterator[str]:
    """Say when two scores are tied, and how many unequal scores are."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return
    yield f"{_rule(ranking)} are tied; tied algorithms {_SHARED[ranking.ties]}."
    if ranking.near_ties:
        scores = "two unequal scores on a data set are tied"
        yield f"By this rule, {scores} in {_of(ranking.near_ties, ranking.compared)} comparisons."


def _rule(ranking: Ranking) -> str:
    if ranking.tolerance is None:
        return "Scores that differ by rounding error only (16 units in the last place)"
    if ranking.tolerance == 0:
        return "Equal scores"
    mantissa, power, exponent = level_text(ranking.tolerance).partition("e-")
    return f"Scores that differ by less than {mantissa}{power and f'e{MINUS}{int(exponent)}'}"


def ties_sentences(analysis: Analysis) -> Iterator[str]:
    """Say how many comparisons of two scores on a data set are ties."""
    ranking = analysis.ranking
    if ranking.ranks is not None and ranking.tied:
        verb = "is a tie" if ranking.tied == 1 else "are ties"
        compared = f"{grouped_number(ranking.compared)} comparisons of two scores on a data set"
        yield f"Of the {compared}, {in_words(ranking.tied)} {verb}."


def _of(number: int, all_: int) -> str:
    return f"{in_words(number)} of {grouped_number(all_)}"


def ties_results(analysis: Analysis) -> Json | None:
    """Return the rule, the tolerance and how many comparisons they concern; None where only ranks were given."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return None
    counts = {"comparisons": ranking.compared, "tied": ranking.tied, "near": ranking.near_ties}
    return {"rule": ranking.ties, "tolerance": ranking.tolerance, **counts}
