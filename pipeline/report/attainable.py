"""Where a test could not have found anything: the least p that it can give of so few data sets exceeds the level."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.error_rates import at_level_of
from rankpress.report.numbers import level_text, p_text
from rankpress.scores import FloatArray
from rankpress.stats.attainable import least_p_of_signs
from rankpress.stats.families import ADJUSTMENTS
from rankpress.wording import counted, joined


def nothing_could_be_found(analysis: Analysis) -> bool:
    """Whether the deciding adjustment could not have separated any pair, whatever the scores."""
    least = analysis.adjusted.least.get(analysis.adjusted.deciding or "")
    return least is not None and bool((least > analysis.adjusted.alpha).all())


def unattainable(analysis: Analysis) -> Iterator[str]:
    """Say where the comparisons over the data sets could not have been significant.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Yields
    ------
    str
        A sentence, where there is such a thing to say.
    """
    over, alpha = analysis.tested.over, analysis.adjusted.alpha
    if over is None or "least_p" not in over.details:
        return
    least = np.nan_to_num(over.details["least_p"], nan=1.0)
    level = level_text(alpha)
    told = f"{_given(analysis, over, least)} the least p that this test can give is {p_text(least.min())}"
    if least.min() > alpha:
        yield f"{told}, so that nothing could be significant at level {level}."
        return
    hopeless = [name for name, p in analysis.adjusted.least.items() if (p > alpha).all()]
    if hopeless:
        bounds = joined(
            f"{p_text(analysis.adjusted.least[name].min())} by {ADJUSTMENTS[name].title}" for name in hopeless
        )
        among = {at_level_of(name, alpha) for name in hopeless}
        yield (
            f"{told}, adjusted for {counted(len(least), 'comparison')} {bounds}, so that nothing could be significant"
            f" after that adjustment {joined(sorted(among))}."
        )
    few = int(np.count_nonzero(least > alpha))
    if few:
        yield (
            f"Of {counted(len(least), 'comparison')} {few} could not be significant at level {level} even unadjusted:"
            " too few data sets tell the two apart."
        )


def _given(analysis: Analysis, over: OverDatasets, least: FloatArray) -> str:
    n, draws = analysis.scores.n_datasets, over.details.get("draws", np.zeros(1))
    if np.nanmax(draws, initial=0.0) > 0:
        return f"With {counted(n, 'data set')} and {np.nanmax(draws):,.0f} random signs"
    if (least == least_p_of_signs(n)).all():
        return f"With {counted(n, 'data set')}"
    return f"With so few of {counted(n, 'data set')} on which the two of a pair differ"


def unattainable_wins(analysis: Analysis) -> Iterator[str]:
    """Say where the sign test over significant wins could not have been significant."""
    wins, alpha = analysis.wins, analysis.adjusted.alpha
    if wins is None or len(analysis.tested.within) < 2 or (wins.least <= alpha).any():
        return
    yield (
        f"With {counted(len(analysis.tested.within), 'data set')} and {counted(len(wins.pairs), 'pair')} the least"
        f" adjusted p that this sign test can give is {p_text(wins.least.min())}, so that nothing could be significant"
        f" at level {level_text(alpha)}."
    )
