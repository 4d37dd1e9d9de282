"""Figures that a reader of report.html can work, each beside the drawing that stands for it in print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rankpress.report.live_curves import live_curves
from rankpress.report.live_diagram import live_diagram

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.drawings.plan import Drawing
    from rankpress.report.document import Live


def live_figures(analyses: Sequence[Analysis], drawings: Sequence[Drawing]) -> tuple[Live, ...]:
    """Find what the page's script needs to draw the figures that it can draw itself.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.
    drawings : sequence of Drawing
        The figures of the report. Only what is drawn in print is drawn live.

    Returns
    -------
    tuple of Live
        At most one a metric and kind of figure, for the first drawing of that kind.
    """
    return tuple(_found({analysis.scores.name: analysis for analysis in analyses}, drawings))


def _found(analyses: Mapping[str, Analysis], drawings: Sequence[Drawing]) -> Iterator[Live]:
    seen = set()
    for drawing in drawings:
        of = (drawing.metric, drawing.kind)
        if drawing.kind in _MAKERS and of not in seen:
            seen.add(of)
            live = _MAKERS[drawing.kind](analyses[drawing.metric], drawing)
            if live is not None:
                yield live


_MAKERS: Mapping[str, Callable[[Analysis, Drawing], Live | None]] = {"cd": live_diagram, "curves": live_curves}
