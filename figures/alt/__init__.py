"""What figures show, in sentences for those who cannot see them; matplotlib is not needed for it."""

from rankpress.figures.alt.annotated_curve import describe_curve
from rankpress.figures.alt.cd import describe_cd
from rankpress.figures.alt.cost_front import describe_cost_front
from rankpress.figures.alt.curves import describe_curves
from rankpress.figures.alt.matrices import describe_comparisons, describe_p_values, describe_score_map
from rankpress.figures.alt.order import describe_order
from rankpress.figures.alt.pair import describe_scatter, describe_simplex
from rankpress.figures.alt.ranks import describe_rank_distribution
from rankpress.figures.alt.strips import describe_p_strips
from rankpress.figures.alt.two_metrics import describe_two_metrics

__all__ = [
    "describe_cd",
    "describe_comparisons",
    "describe_cost_front",
    "describe_curve",
    "describe_curves",
    "describe_order",
    "describe_p_strips",
    "describe_p_values",
    "describe_rank_distribution",
    "describe_scatter",
    "describe_score_map",
    "describe_simplex",
    "describe_two_metrics",
]
