"""What no figure can show is refused with what was given and what is needed."""

import numpy as np
import pytest

from rankpress import figures
from rankpress.figures import (
    Comparisons,
    Line,
    LinePanel,
    annotated_confidence_curve,
    confidence_curve_page,
    cost_front_plane,
    critical_difference_diagram,
    line_panels,
    multitest_graph,
    p_strips,
    p_value_matrix,
    posterior_simplex,
    rank_blobs,
    rank_distribution,
    score_map,
    score_scatter,
    two_metrics_plane,
    verdict_matrices,
    win_rate_matrix,
)
from rankpress.stats import simplex_density, spread
from rankpress.stats.curves import ConfidenceCurve
from rankpress.stats.multitest import undominated

DRAWS = np.random.default_rng(1).dirichlet([1, 1, 1], 50)
RANKS = [[1.0, 2.0], [2.0, 1.0]]
RIGHT = {  # what each function takes, and what of it no figure can show
    critical_difference_diagram: {"names": "ABCD", "average_ranks": [3, 2, 4, 1]},
    two_metrics_plane: {"names": "AB", "ranks": ([1, 2], [2, 1]), "metrics": ("a", "b")},
    cost_front_plane: {
        "names": "AB",
        "costs": [1, 2],
        "values": [2, 1],
        "front": undominated([1, 2], [2, 1]),
        "cost_label": "c",
        "metric": "m",
    },
    p_value_matrix: {"names": "ABC", "pairs": [(0, 1), (0, 2), (1, 2)], "adjusted": [0.1, 0.2, 0.3], "alpha": 0.05},
    Comparisons: {
        "names": "ABC",
        "pairs": [(0, 1), (0, 2)],
        "differences": [0.1, 0.2],
        "wins": [(1, 0, 0)] * 2,
        "p": [0.1, 0.2],
    },
    score_map: {"values": np.ones((2, 2)), "datasets": "xy", "algorithms": "AB", "label": "a"},
    rank_distribution: {"names": "AB", "ranks": RANKS, "spread": spread(np.array(RANKS).T)},
    win_rate_matrix: {"names": "AB", "rates": [[0, 0.3], [0.7, 0]]},
    rank_blobs: {"names": "AB", "shares": [[0.6, 0.4], [0.4, 0.6]]},
    score_scatter: {"names": ("A", "B"), "scores": [(1.0, 0.5)], "outcomes": [1]},
    posterior_simplex: {"names": ("A", "B"), "density": simplex_density(DRAWS), "probabilities": (0.5, 0.3, 0.2)},
    confidence_curve_page: {"panels": [("", [("", ConfidenceCurve(0, 1, 9))])], "baseline": None, "metric": "a"},
    annotated_confidence_curve: {"curve": ConfidenceCurve(0, 1, 9), "first": "A", "second": "B"},
    multitest_graph: {
        "names": "ABC",
        "prior": (0, 1, 2),
        "edges": [],
        "order": (0, 1, 2),
        "decided_by": ["cost"] * 3,
        "cost_label": "c",
    },
    verdict_matrices: {"better": np.zeros((2, 3, 3)), "datasets": "xy"},
    p_strips: {"names": ["A"], "values": [0.1], "series": {"x": [[0.1]]}, "alpha": 0.05},
    line_panels: {"panels": [LinePanel("", [Line("a", [0, 2], [1.0, 2.0])])], "x_title": "x", "y_title": "y"},
}
WRONG = [
    (critical_difference_diagram, {"average_ranks": [1, 2]}, "got 4 names and 2 average ranks"),
    (critical_difference_diagram, {"average_ranks": [1, 2, 3, float("nan")]}, "finite numbers are needed"),
    (critical_difference_diagram, {"cd": 0.0}, "cd: got 0.0; a finite positive number is needed"),
    (critical_difference_diagram, {"groups": [(0, 4)]}, "0 to 3 exist"),
    (critical_difference_diagram, {"control": 7}, "0 to 3 exist"),
    (critical_difference_diagram, {"significant_vs_control": [1]}, "no control"),
    (two_metrics_plane, {"names": "ABC"}, "got 3 names"),
    (two_metrics_plane, {"ranks": ([1, float("nan")], [1, 2])}, "finite"),
    (two_metrics_plane, {"cd": (0, 1)}, "cd: got"),
    (two_metrics_plane, {"control": 4}, "control: got 4"),
    (cost_front_plane, {"names": "ABC"}, "got 3 names"),
    (cost_front_plane, {"values": [1, float("inf")]}, "finite"),
    (cost_front_plane, {"costs": [0, 1], "scale": "log"}, "above 0"),
    (cost_front_plane, {"front": undominated([1], [1])}, "one of each"),
    (p_value_matrix, {"pairs": [(0, 1), (1, 0), (1, 2)]}, "each pair of 3 algorithms is needed once"),
    (p_value_matrix, {"pairs": [(0, 1)], "adjusted": [0.1]}, "each of the 3 pairs is needed once"),
    (p_value_matrix, {"adjusted": [0.1, 0.2, 1.3]}, "adjusted: p-values from 0 to 1"),
    (p_value_matrix, {"alpha": 5}, "alpha: got 5"),
    (p_value_matrix, {"order": [0, 1]}, "order: got"),
    (Comparisons, {"p": [0.1]}, "one of each is needed for each pair"),
    (Comparisons, {"pairs": [(0, 1), (1, 0)]}, "no pair twice"),
    (Comparisons, {"pairs": [(0, 1), (1, 3)]}, "pairs of different algorithms from 0 to 2"),
    (score_map, {"values": np.ones((2, 3))}, "values: got shape"),
    (score_map, {"values": np.full((2, 2), np.inf)}, "infinite"),
    (rank_distribution, {"names": "ABC"}, "got 3 names"),
    (rank_distribution, {"ranks": [[1.0, 3.0], [2.0, 1.0]]}, "ranks: numbers from 1 to 2"),
    (rank_distribution, {"form": "bars"}, "form: got 'bars'"),
    (win_rate_matrix, {"names": "ABC"}, "rates: got shape"),
    (win_rate_matrix, {"rates": [[0, 1.3], [0.7, 0]]}, "shares from 0 to 1"),
    (win_rate_matrix, {"order": (0, 0)}, "order: got"),
    (rank_blobs, {"names": "ABC"}, "shares: got shape"),
    (rank_blobs, {"shares": [[0.6, 0.3], [0.4, 0.6]]}, "must add up to 1"),
    (rank_blobs, {"order": (1,)}, "order: got"),
    (score_scatter, {"scores": []}, "scores"),
    (score_scatter, {"scores": [(1.0, np.nan)]}, "scores"),
    (score_scatter, {"outcomes": [2]}, "outcomes"),
    (score_scatter, {"datasets": ["a", "b"]}, "datasets"),
    (score_scatter, {"better": "most"}, "better"),
    (posterior_simplex, {"probabilities": (0.5, 0.5)}, "probabilities"),
    (posterior_simplex, {"density": simplex_density(DRAWS, shares=(0.2, 0.4, 0.6, 0.8))}, "regions"),
    (confidence_curve_page, {"panels": []}, "at least one is needed"),
    (confidence_curve_page, {"panels": [("empty", [])]}, "at least one is needed"),
    (annotated_confidence_curve, {"level": 95}, "between 0 and 1"),
    (multitest_graph, {"prior": (0, 0, 1)}, "prior: got"),
    (multitest_graph, {"order": (0, 1)}, "order: got"),
    (multitest_graph, {"edges": [(0, 3)]}, "edges: got"),
    (multitest_graph, {"decided_by": ["test", "cost", "luck"]}, "'test', 'cost' or 'rank' is needed"),
    (p_strips, {"values": [0.1, 0.2]}, "as many rows"),
    (line_panels, {"panels": []}, "at least one"),
    (line_panels, {"panels": [LinePanel("", [Line("a", [1, 2], [1.0])])]}, "differ in length"),
    (line_panels, {"x_log": True}, "must be positive"),
    (verdict_matrices, {"datasets": "xyz"}, "a square matrix for each of 3 data sets"),
]


@pytest.mark.parametrize(("function", "change", "message"), WRONG, ids=[f"{one[0].__name__}-{one[2]}" for one in WRONG])
def test_refuses_what_cannot_be_drawn(function, change, message):
    with pytest.raises(ValueError, match=message):
        function(**{**RIGHT[function], **change})


def test_a_name_that_there_is_not_is_refused_with_those_there_are():
    with pytest.raises(AttributeError, match=r"no attribute 'cd_plot'; it has .*critical_difference_diagram"):
        _ = figures.cd_plot
    assert all(name in dir(figures) and hasattr(figures, name) for name in figures.__all__)
