"""The figures of a comparison, each a function of results; they draw what others computed.

All that a notebook needs can be had from here: the figures, what they are made of, their `Style`, and the forms they
are written in. A figure is one of matplotlib's, made without pyplot; `to_svg` gives what a notebook can show.

Examples
--------
>>> from rankpress import figures
>>> figure = figures.critical_difference_diagram(["knn", "svm", "tree"], [2.1, 1.2, 2.7], groups=[(1, 0), (0, 2)])
>>> figures.to_svg(figure)[:4], figures.to_pdf(figure)[:5]
(b'<svg', b'%PDF-')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rankpress.figures.annotated_curve import annotated_confidence_curve as annotated_confidence_curve
    from rankpress.figures.blobs import rank_blobs as rank_blobs
    from rankpress.figures.cd import critical_difference_diagram as critical_difference_diagram
    from rankpress.figures.comparisons import Comparisons as Comparisons
    from rankpress.figures.comparisons import comparison_matrix as comparison_matrix
    from rankpress.figures.comparisons import comparison_pages as comparison_pages
    from rankpress.figures.cost_front import cost_front_plane as cost_front_plane
    from rankpress.figures.curves import confidence_curve_page as confidence_curve_page
    from rankpress.figures.curves import panels_by_page as panels_by_page
    from rankpress.figures.distribution import rank_distribution as rank_distribution
    from rankpress.figures.intervals import interval_pages as interval_pages
    from rankpress.figures.intervals import interval_panels as interval_panels
    from rankpress.figures.lines import Line as Line
    from rankpress.figures.lines import LinePanel as LinePanel
    from rankpress.figures.lines import ReferenceLine as ReferenceLine
    from rankpress.figures.lines import SecondAxis as SecondAxis
    from rankpress.figures.lines import line_panels as line_panels
    from rankpress.figures.order import multitest_graph as multitest_graph
    from rankpress.figures.output import to_pdf as to_pdf
    from rankpress.figures.output import to_png as to_png
    from rankpress.figures.output import to_svg as to_svg
    from rankpress.figures.p_values import p_value_matrix as p_value_matrix
    from rankpress.figures.pgf import to_pgf as to_pgf
    from rankpress.figures.scatter import score_scatter as score_scatter
    from rankpress.figures.scores import score_map as score_map
    from rankpress.figures.scores import score_map_pages as score_map_pages
    from rankpress.figures.simplex import posterior_simplex as posterior_simplex
    from rankpress.figures.strips import p_strips as p_strips
    from rankpress.figures.style import DARK as DARK
    from rankpress.figures.style import PAPER as PAPER
    from rankpress.figures.style import Style as Style
    from rankpress.figures.two_metrics import two_metrics_plane as two_metrics_plane
    from rankpress.figures.verdicts import verdict_matrices as verdict_matrices
    from rankpress.figures.verdicts import verdict_pages as verdict_pages
    from rankpress.figures.win_rates import win_rate_matrix as win_rate_matrix

_MODULES = {
    "annotated_curve": ("annotated_confidence_curve",),
    "cd": ("critical_difference_diagram",),
    "comparisons": ("Comparisons", "comparison_matrix", "comparison_pages"),
    "cost_front": ("cost_front_plane",),
    "curves": ("confidence_curve_page", "panels_by_page"),
    "distribution": ("rank_distribution",),
    "intervals": ("interval_pages", "interval_panels"),
    "lines": ("Line", "LinePanel", "ReferenceLine", "SecondAxis", "line_panels"),
    "order": ("multitest_graph",),
    "output": ("to_pdf", "to_png", "to_svg"),
    "p_values": ("p_value_matrix",),
    "pgf": ("to_pgf",),
    "scatter": ("score_scatter",),
    "scores": ("score_map", "score_map_pages"),
    "simplex": ("posterior_simplex",),
    "blobs": ("rank_blobs",),
    "strips": ("p_strips",),
    "style": ("DARK", "PAPER", "Style"),
    "two_metrics": ("two_metrics_plane",),
    "verdicts": ("verdict_matrices", "verdict_pages"),
    "win_rates": ("win_rate_matrix",),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}
__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    # loaded when used: `import rankpress` needs no matplotlib
    if name in _PLACES:
        return getattr(import_module(f"rankpress.figures.{_PLACES[name]}"), name)
    raise AttributeError(f"module 'rankpress.figures' has no attribute '{name}'; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
