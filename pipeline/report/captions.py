"""The captions of figures: what each shows, in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.report.error_rates import at_level_of
from rankpress.report.prose.phrases import procedure
from rankpress.stats.groups import is_run
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import joined


def cd_caption(analysis: Analysis, method: str) -> str:
    """What a critical difference diagram by one adjustment shows, in a few sentences."""
    adjusted, tested, scores = analysis.adjusted, analysis.tested, analysis.scores
    by = procedure(method)
    level = at_level_of(method, adjusted.alpha)
    size = f"{len(scores.algorithms)} algorithms over {scores.n_datasets} data sets"
    told = [f"Average ranks of {size} by {scores.name}."]
    if analysis.ranking.has_gaps:
        told.append("Ranks among fewer algorithms, where results are missing, are scaled to the number of all.")
    difference = adjusted.critical_difference.get(method)
    if tested.control is not None:
        name = scores.algorithms[tested.control]
        told.append(f"Comparisons with {name} by {by} {level}.")
        if difference is not None:
            told.append(f"Algorithms outside the interval of {difference.cd:.2f} about its rank differ from it.")
        else:
            told.append("Filled markers differ from it.")
        return " ".join([*told, *_not_of_ranks(analysis, "markers are filled")])
    other = _other_test(analysis)
    told.append(f"A bar joins algorithms that {other and f'the {other} with '}{by} does not separate {level}.")
    if difference is not None:
        told.append(f"The critical difference is {difference.cd:.2f}.")
    if not all(is_run(group, analysis.ranking.average) for group in adjusted.groups.get(method, ())):
        told.append("A dot on a bar marks a member; an algorithm the bar passes without a dot does not belong to it.")
    return " ".join([*told, *_not_of_ranks(analysis, "bars join")])


def _other_test(analysis: Analysis) -> str:
    """The pairwise test, where it is not one of average ranks."""
    over = analysis.tested.over
    procedure = None if over is None else PAIRWISE[over.procedure]
    return "" if procedure is None or procedure.of_average_ranks else procedure.title


def _not_of_ranks(analysis: Analysis, marked: str) -> Iterator[str]:
    """Say that the axis and the marks are of two kinds, where it is not average ranks that are tested."""
    other = _other_test(analysis)
    if other:
        yield f"The axis shows average ranks; {marked} by the {other}, which is not a test of them."


def curves_caption(analysis: Analysis, baseline: str | None, averaged: bool) -> str:
    """What a page of confidence curves shows; `averaged` where the average is among its panels."""
    metric, forms = analysis.scores.name, {one.form for one in analysis.tested.curves}
    pair = f"each algorithm less {baseline}" if baseline is not None else "the first algorithm less the second"
    ways = {"t": "the corrected resampled t test", "quesenberry-hurst": "Quesenberry-Hurst intervals"}
    told = (
        f"Confidence curves of the difference in {metric}, {pair}, a panel for each data set, by"
        f" {joined(way for form, way in ways.items() if form in forms)}. A curve's peak is the estimate; its width at"
        " height p is the interval at level 1 − p; the vertical line is no difference."
    )
    return told + (" The last panel averages the data sets' curves, level by level." if averaged else "")


def order_caption(analysis: Analysis, label: str) -> str:
    """What the graph of an ordering shows; `label` is what it goes by."""
    told = f"Algorithms from the cheapest on the left by {label}."
    level = f"at level {analysis.adjusted.alpha:g}"
    arcs = (
        f"An arc leads from a cheaper algorithm to a costlier one that a test puts before it {level}"
        if analysis.ordered.edges
        else f"No test puts a costlier algorithm before a cheaper one {level}"
    )
    return f"{told} {arcs}; below, the order that follows, and what decided each place."
