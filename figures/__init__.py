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
    from rankpress.figures.cd.figure import critical_difference_diagram
    from rankpress.figures.curves.annotated import annotated_confidence_curve
    from rankpress.figures.curves.page import confidence_curve_page, confidence_curve_panel, panels_by_page
    from rankpress.figures.distribution.figure import rank_distribution
    from rankpress.figures.lines.figure import line_panels
    from rankpress.figures.lines.layout import Line, LinePanel, Reference, SecondAxis
    from rankpress.figures.matrix.compared import Comparisons
    from rankpress.figures.matrix.comparison import comparison_matrix, comparison_pages
    from rankpress.figures.matrix.p_values import p_value_matrix
    from rankpress.figures.matrix.score_map import score_map, score_map_pages
    from rankpress.figures.order.graph import multitest_graph
    from rankpress.figures.output import to_pdf, to_png, to_svg
    from rankpress.figures.pgf import to_pgf
    from rankpress.figures.plane.cost_front import cost_front_plane
    from rankpress.figures.plane.scatter import score_scatter
    from rankpress.figures.plane.two_metrics import two_metrics_plane
    from rankpress.figures.simplex.figure import posterior_simplex
    from rankpress.figures.strips.figure import p_strips
    from rankpress.figures.style import DARK, PAPER, Style

__all__ = [
    "DARK",
    "PAPER",
    "Comparisons",
    "Line",
    "LinePanel",
    "Reference",
    "SecondAxis",
    "Style",
    "annotated_confidence_curve",
    "comparison_matrix",
    "comparison_pages",
    "confidence_curve_page",
    "confidence_curve_panel",
    "cost_front_plane",
    "critical_difference_diagram",
    "line_panels",
    "multitest_graph",
    "p_strips",
    "p_value_matrix",
    "panels_by_page",
    "posterior_simplex",
    "rank_distribution",
    "score_map",
    "score_map_pages",
    "score_scatter",
    "to_pdf",
    "to_pgf",
    "to_png",
    "to_svg",
    "two_metrics_plane",
]

_MODULES = {
    "Comparisons": "matrix.compared",
    "DARK": "style",
    "Line": "lines.layout",
    "LinePanel": "lines.layout",
    "PAPER": "style",
    "Reference": "lines.layout",
    "SecondAxis": "lines.layout",
    "Style": "style",
    "annotated_confidence_curve": "curves.annotated",
    "comparison_matrix": "matrix.comparison",
    "comparison_pages": "matrix.comparison",
    "confidence_curve_page": "curves.page",
    "confidence_curve_panel": "curves.page",
    "cost_front_plane": "plane.cost_front",
    "critical_difference_diagram": "cd.figure",
    "line_panels": "lines.figure",
    "multitest_graph": "order.graph",
    "p_strips": "strips.figure",
    "p_value_matrix": "matrix.p_values",
    "panels_by_page": "curves.page",
    "posterior_simplex": "simplex.figure",
    "rank_distribution": "distribution.figure",
    "score_map": "matrix.score_map",
    "score_map_pages": "matrix.score_map",
    "score_scatter": "plane.scatter",
    "to_pdf": "output",
    "to_pgf": "pgf",
    "to_png": "output",
    "to_svg": "output",
    "two_metrics_plane": "plane.two_metrics",
}


def __getattr__(name: str) -> Any:
    # loaded when used: alt texts are written without matplotlib
    if name in _MODULES:
        return getattr(import_module(f"rankpress.figures.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'rankpress.figures' has no attribute '{name}'; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
