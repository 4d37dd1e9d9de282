"""How the ranks of each algorithm spread over the data sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.drawings.captions import SCALED_RANKS, over_datasets
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_rank_distribution
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.ranks import scaled_ranks
from rankpress.stats.spread import spread

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a row for each algorithm, the best average rank first."""
    from rankpress.figures.distribution.figure import rank_distribution

    metric, ranks = analysis.scores.name, analysis.ranking.ranks
    if ranks is None:
        yield Missing("rank-distribution", metric, "only average ranks were given")
        return
    shown = scaled_ranks(ranks) if analysis.ranking.has_gaps else ranks
    summary = spread(shown)
    yield Plan(
        metrics=(metric,),
        kind="rank-distribution",
        title=f"Ranks by {metric} over the data sets",
        caption=distribution_caption(analysis, figure.form) + explained_if_drawn(analysis.names),
        alt=describe_rank_distribution(in_text(analysis.names), summary),
        draw=partial(
            rank_distribution, drawn(analysis.names), shown.T.tolist(), summary, form=figure.form, style=style
        ),
    )


def distribution_caption(analysis: Analysis, form: str) -> str:
    """What the boxes or bars of ranks show."""
    told = [f"Ranks of {over_datasets(analysis)} by {analysis.scores.name}, the best average rank first."]
    if form == "violin":
        told.append(
            "A bar is as high as the number of data sets that give the algorithm this rank, each row on a scale of its"
            " own."
        )
    else:
        told.append(
            "A box reaches from the first quartile to the third, a line from the least rank to the greatest; dots,"
            " where they have room, are data sets."
        )
    told.append("The stroke is the median, the diamond the average rank.")
    if analysis.ranking.has_gaps:
        told.append(SCALED_RANKS)
    told.append("Spread over data sets is no test: ranks that overlap may differ significantly.")
    return " ".join(told)
