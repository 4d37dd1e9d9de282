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
    from rankpress.figures.annotated_curve import annotated_confidence_curve
    from rankpress.figures.cd import critical_difference_diagram
    from rankpress.figures.comparisons import Comparisons, comparison_matrix, comparison_pages
    from rankpress.figures.curves import confidence_curve_page, confidence_curve_panel, panels_by_page
    from rankpress.figures.distribution import rank_distribution
    from rankpress.figures.lines import Line, LinePanel, Reference, SecondAxis, line_panels
    from rankpress.figures.matrices import p_value_matrix, score_map, score_map_pages
    from rankpress.figures.order import multitest_graph
    from rankpress.figures.output import to_pdf, to_pgf, to_png, to_svg
    from rankpress.figures.planes import cost_front_plane, two_metrics_plane
    from rankpress.figures.scatter import score_scatter
    from rankpress.figures.simplex import posterior_simplex
    from rankpress.figures.strips import p_strips
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
    "Comparisons": "comparisons",
    "DARK": "style",
    "Line": "lines",
    "LinePanel": "lines",
    "PAPER": "style",
    "Reference": "lines",
    "SecondAxis": "lines",
    "Style": "style",
    "annotated_confidence_curve": "annotated_curve",
    "comparison_matrix": "comparisons",
    "comparison_pages": "comparisons",
    "confidence_curve_page": "curves",
    "confidence_curve_panel": "curves",
    "cost_front_plane": "planes",
    "critical_difference_diagram": "cd",
    "line_panels": "lines",
    "multitest_graph": "order",
    "p_strips": "strips",
    "p_value_matrix": "matrices",
    "panels_by_page": "curves",
    "posterior_simplex": "simplex",
    "rank_distribution": "distribution",
    "score_map": "matrices",
    "score_map_pages": "matrices",
    "score_scatter": "scatter",
    "to_pdf": "output",
    "to_pgf": "output",
    "to_png": "output",
    "to_svg": "output",
    "two_metrics_plane": "planes",
}


def __getattr__(name: str) -> Any:
    # loaded when used: alt texts are written without matplotlib
    if name in _MODULES:
        return getattr(import_module(f"rankpress.figures.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'rankpress.figures' has no attribute '{name}'; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
