"""What figures show, in sentences for those who cannot see them; matplotlib is not needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Literal, SupportsFloat

import numpy as np

from rankpress.figures.numerals import p_text, probability_phrase, rank_text

if TYPE_CHECKING:
    from rankpress.figures.comparisons import Comparisons
    from rankpress.figures.lines import Line, LinePanel
    from rankpress.stats.curves import Curve
    from rankpress.stats.multitest import Front
    from rankpress.stats.spread import Spread


MOST = 12  # algorithms, groups or arcs told one by one; tables hold the rest
LONGEST_NAME = 60


def one_name(name: str) -> str:
    """A name on one line, without the middle of one that would tire a listener."""
    name = " ".join(name.split())
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def name_list(names: Sequence[str], members: Sequence[int]) -> str:
    """Some names joined by commas and `and`."""
    texts = [one_name(names[i]) for i in members[:MOST]]
    return join(texts) if len(members) <= MOST else ", ".join(texts) + f" and {len(members) - MOST} more"


def join(texts: Sequence[str]) -> str:
    """Texts joined by commas and `and`."""
    return " and ".join((", ".join(texts[:-1]), texts[-1])) if len(texts) > 1 else "".join(texts)


def enumerate_names(texts: Sequence[str]) -> str:
    """Texts in order, with the last one where some in the middle are left out."""
    if len(texts) <= MOST:
        return ", ".join(texts)
    return ", ".join(texts[: MOST - 1]) + f", {len(texts) - MOST} more, and last {texts[-1]}"


def rest(count: int) -> str:
    """How many more there are than are told, if any."""
    return f"; and {count - MOST} more" if count > MOST else ""


def describe_curve(
    curve: Curve, *, first: str, second: str, metric: str = "score", dataset: str = "", level: float = 0.95
) -> str:
    r"""Describe a curve by its key elements; parameters as for `annotated_confidence_curve`."""
    where = f", on {one_name(dataset)}" if dataset else ""
    low, high = curve.interval(level)
    interval = f"{100 * level:g}% interval {low:.3g} to {high:.3g}"
    told = [
        f"Confidence curve of the difference in {one_name(metric)}, {one_name(first)} less {one_name(second)}{where}.",
        f"Point estimate {curve.difference:.3g}, {interval}, area under the curve {curve.aucc:.3g}.",
    ]
    null = f"The null value 0 has the p-value {p_text(curve.p_null).replace('<', 'below ')}"
    entangled = curve.entangled_null
    if isfinite(entangled) and entangled != 0:
        null += f", as has the entangled null value {entangled:.3g}"
    return " ".join([*told, f"{null}."])


def describe_cd(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Sequence[int] = (),
) -> str:
    """Describe a critical difference diagram; parameters as for `critical_difference_diagram`."""
    order = sorted(range(len(names)), key=lambda i: (average_ranks[i], i))
    best, others = order[0], order[1:]
    told = [f"Average ranks of {len(names)} algorithms."]
    first = f"{one_name(names[best])} ranks first ({rank_text(average_ranks[best])})"
    if groups is not None and control is None:
        company = [i for i in order if i != best and any({i, best} <= set(group) for group in groups)]
        first += f", not separated from {name_list(names, company)}" if company else ", separated from all others"
    followers = [f"{one_name(names[i])} ({rank_text(average_ranks[i])})" for i in others]
    told.append(f"{first}; then {enumerate_names(followers)}." if followers else f"{first}.")
    if control is None:
        told += _tell_groups(names, groups, cd)
    else:
        told += _tell_control(names, average_ranks[control], control, cd, significant_vs_control, order)
    if highlight:
        told.append(f"Highlighted: {name_list(names, highlight)}.")
    return " ".join(told)


def _tell_groups(names: Sequence[str], groups: Sequence[Sequence[int]] | None, cd: float | None) -> list[str]:
    told = [f"The critical difference is {rank_text(cd)}."] if cd is not None else []
    joined = [group for group in groups or () if len(group) > 1]
    if joined:
        texts = [name_list(names, group) for group in joined[:MOST]]
        more = f"; and {len(joined) - MOST:,} more" if len(joined) > MOST else ""
        told.append(f"Not separated: {'; '.join(texts)}{more}.")
    elif groups is not None:
        told.append("All algorithms are separated from each other.")
    return told


def _tell_control(
    names: Sequence[str],
    rank: float,
    control: int,
    cd: float | None,
    significant: Collection[int] | None,
    order: Sequence[int],
) -> list[str]:
    told = [f"The control is {one_name(names[control])} ({rank_text(rank)})."]
    if cd is not None:
        told.append(f"An interval of {rank_text(cd)} to either side of its rank is marked.")
    if significant is not None:
        apart = [i for i in order if i in significant and i != control]
        verb = "differs" if len(apart) == 1 else "differ"
        who = name_list(names, apart) if apart else "No algorithm"
        told.append(f"{who} {verb if apart else 'differs'} significantly from it.")
    return told


def describe_cost_front(
    names: Sequence[str],
    costs: Sequence[float],
    values: Sequence[float],
    front: Front,
    *,
    cost_label: str,
    metric: str,
    of: Literal["rank", "score"] = "rank",
    cd: float | None = None,
) -> str:
    r"""Describe ranks or scores over costs; parameters as for `cost_front_plane`."""
    value = "Average ranks" if of == "rank" else "Mean scores"
    told = [f"{value} of {len(names)} algorithms by {one_name(metric)} over mean {one_name(cost_label)}."]
    members = [
        f"{one_name(names[i])} ({rank_text(values[i]) if of == 'rank' else f'{values[i]:.4g}'} at {costs[i]:.3g})"
        for i in front.members
    ]
    told.append(f"On the front, from the cheapest: {enumerate_names(members)}.")
    others = [i for i, by in enumerate(front.dominated_by) if by is not None]
    told.append(f"Dominated: {name_list(names, others)}." if others else "None is dominated.")
    if cd is not None:
        near = [i for i in range(len(names)) if values[i] - min(values) <= cd]
        told.append(f"Within the critical difference of {rank_text(cd)} of the best rank: {name_list(names, near)}.")
    return " ".join(told)


def describe_curves(
    panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]],
    *,
    baseline: str | None,
    metric: str,
    null: float = 0.0,
    level: float = 0.95,
) -> str:
    """Describe a page of confidence curves by where their intervals lie; parameters as for `confidence_curve_page`."""
    difference = f"Confidence curves of the difference in {one_name(metric)}"
    difference += f" to {one_name(baseline)}" if baseline is not None else ""
    interval = f"{100 * level:g}% interval"
    if len(panels) == 1:
        dataset, curves = panels[0]
        told = []
        for label, curve in curves[:MOST]:
            low, high = curve.interval(level)
            told.append(f"{one_name(label)}: {curve.difference:.3g}, {interval} {low:.3g} to {high:.3g}")
        return f"{difference} on {one_name(dataset)}. {'; '.join(told)}{rest(len(curves))}."
    labels = list(dict.fromkeys(label for _, curves in panels for label, _ in curves))
    told = [_tell_sides(label, panels, null, level) for label in labels[:MOST]]
    return (
        f"{difference} on {len(panels)} data sets. Number of data sets where the {interval} lies above, across and"
        f" below {null:g}: {'; '.join(told)}{rest(len(labels))}."
    )


def _tell_sides(
    label: str, panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]], null: float, level: float
) -> str:
    ends = [curve.interval(level) for _, curves in panels for name, curve in curves if name == label]
    above, below = sum(low > null for low, _ in ends), sum(high < null for _, high in ends)
    return f"{one_name(label)} {above}, {len(ends) - above - below}, {below}"


def describe_p_values(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    adjusted: Sequence[SupportsFloat] | np.ndarray,
    *,
    alpha: float,
    label: str = "adjusted p",
) -> str:
    r"""Describe a matrix of p-values; parameters as for `p_value_matrix`."""
    values = [float(value) for value in adjusted]
    found = sorted((p, at) for at, p in enumerate(values) if p <= alpha)
    told = [
        f"{one_name(names[int(pairs[at][0])])} and {one_name(names[int(pairs[at][1])])} ({p_text(p)})"
        for p, at in found[:MOST]
    ]
    which = f"{len(found)} of them: {'; '.join(told)}{rest(len(found))}" if found else "none of them"
    return f"Matrix of {len(values)} pairs of algorithms, {one_name(label)}; at most {alpha:g} for {which}."


def describe_comparisons(
    comparisons: Comparisons, *, alpha: float, label: str, rows: Sequence[int], columns: Sequence[int]
) -> str:
    """Describe a multi-comparison matrix; parameters as for `comparison_matrix`."""
    once: dict[frozenset[int], tuple[int, int]] = {}
    for cell in ((i, j) for i in rows for j in columns):
        if comparisons.difference(*cell) is not None:
            once.setdefault(frozenset(cell), cell)
    found = [cell for cell in once.values() if comparisons.p_of(*cell) <= alpha]
    told = []
    for i, j in found[:MOST]:
        difference, wins, p = comparisons.lines(i, j)
        pair = f"{one_name(comparisons.names[i])} less {one_name(comparisons.names[j])}"
        told.append(f"{pair} {difference}, wins/ties/losses {wins}, p {p}")
    which = f"{len(found)}: {'; '.join(told)}{rest(len(found))}" if found else "none"
    return (
        f"Matrix of mean differences in {one_name(label)} between algorithms, {len(rows)} in rows and {len(columns)} in"
        f" columns, with wins, ties, losses and p. Of {len(once)} pairs p is at most {alpha:g} for {which}."
    )


def describe_score_map(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    *,
    label: str,
    number: Callable[[float], str],
    rows: range | None = None,
) -> str:
    r"""Describe a map of scores; parameters as for `score_map`."""
    rows = range(len(datasets)) if rows is None else rows
    shown = np.asarray(values, dtype=float)[rows.start : rows.stop]
    across = enumerate_names([one_name(name) for name in algorithms])
    size = f"{_counted(len(rows), 'data set')} by {_counted(len(algorithms), 'algorithm')}"
    told = [f"Map of {one_name(label)}, {size}: {across}."]
    if np.isfinite(shown).any():
        ends = [
            f"{number(float(shown.ravel()[at]))} ({one_name(algorithms[at % len(algorithms)])} on"
            f" {one_name(datasets[rows.start + at // len(algorithms)])})"
            for at in (int(np.nanargmin(shown)), int(np.nanargmax(shown)))
        ]
        told.append(f"The least is {ends[0]}, the greatest {ends[1]}.")
    missing = int(np.isnan(shown).sum())
    if missing:
        told.append(f"{missing} result{' is' if missing == 1 else 's are'} missing.")
    return " ".join(told)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def describe_order(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
    *,
    cost_label: str,
) -> str:
    r"""Describe a MultiTest graph; parameters as for `multitest_graph`."""
    place = {algorithm: number for number, algorithm in enumerate(prior)}
    beaten: dict[int, list[int]] = {}
    for edge in edges:
        cheaper, costlier = sorted(edge, key=lambda i: place[i])
        beaten.setdefault(costlier, []).append(cheaper)
    cheapest_first = enumerate_names([one_name(names[i]) for i in prior])
    told = [f"Algorithms from the cheapest by {one_name(cost_label)}: {cheapest_first}."]
    if beaten:
        winners = sorted(beaten, key=lambda i: place[i])
        texts = [
            f"{one_name(names[i])} before {name_list(names, sorted(beaten[i], key=lambda j: place[j]))}"
            for i in winners[:MOST]
        ]
        told.append(f"Put before cheaper ones by a test: {'; '.join(texts)}{rest(len(winners))}.")
    else:
        told.append("No test puts a costlier one before a cheaper one.")
    ranked = [f"{number} {one_name(names[i])}" for number, i in enumerate(order, start=1)]
    by_cost = [str(number) for number, decided in enumerate(decided_by, start=1) if decided == "cost"]
    told.append(f"Resulting order: {enumerate_names(ranked)}; {_tell_decisions(by_cost, len(order))}.")
    return " ".join(told)


def _tell_decisions(by_cost: Sequence[str], places: int) -> str:
    if not by_cost:
        return "the test decided all places"
    if len(by_cost) == places:
        return "the cost decided all places"
    noun = "place" if len(by_cost) == 1 else "places"
    return f"the cost decided {noun} {join(by_cost)}, the test the others"


def describe_scatter(
    names: tuple[str, str],
    scores: Sequence[tuple[float, float]],
    outcomes: Sequence[int],
    *,
    datasets: Sequence[str] = (),
    metric: str = "score",
    remark: str = "",
) -> str:
    r"""Describe a scatter of two algorithms' scores; parameters as for `score_scatter`."""
    first, second = map(one_name, names)
    wins = [sum(outcome == which for outcome in outcomes) for which in (1, -1, 0)]
    told = [
        f"Scatter of {one_name(metric)}: {first} against {second} on {len(scores)} data sets.",
        f"{first} is better on {wins[0]}, {second} on {wins[1]}, tied on {wins[2]}.",
    ]
    extremes = []
    for who, which in ((first, 1), (second, -1)):
        own = [i for i, outcome in enumerate(outcomes) if outcome == which]
        if own and datasets:
            far = max(own, key=lambda i: abs(scores[i][0] - scores[i][1]))
            values = f"{scores[far][0]:.3g} and {scores[far][1]:.3g}"
            extremes.append(f"in favour of {who} on {one_name(datasets[far])} ({values})")
    if extremes:
        told.append(f"Farthest apart {', '.join(extremes)}.")
    if remark:
        told.append(f"{one_name(remark)}.")
    return " ".join(told)


def describe_simplex(names: tuple[str, str], probabilities: Sequence[float], mean: Sequence[float]) -> str:
    r"""Describe a posterior over the triangle of three chances; `mean` is that of the chances."""
    first, second = map(one_name, names)
    phrases = [probability_phrase(p) for p in probabilities]
    return (
        f"Posterior of three chances: {first} is better, the two are practically equivalent, {second} is better."
        f" The first is the greatest with {phrases[0]}, the second with {phrases[1]}, the third with {phrases[2]}."
        f" Their means are {mean[0]:.2f}, {mean[1]:.2f} and {mean[2]:.2f}."
    )


def describe_rank_distribution(names: Sequence[str], spread: Spread) -> str:
    r"""Describe the ranks of algorithms over the data sets by average, median and ends, the best average first."""
    ranked = sorted((i for i in range(len(names)) if spread.n[i]), key=lambda i: (spread.mean[i], i))
    told = [
        f"{one_name(names[i])} {rank_text(float(spread.mean[i]))} on average, median {spread.median[i]:.4g},"
        f" from {spread.least[i]:.4g} to {spread.greatest[i]:.4g}"
        for i in ranked
    ]
    return f"Ranks of {len(names)} algorithms, the best average first: {enumerate_names(told)}."


def describe_p_strips(
    names: Sequence[str], own: Sequence[float], series: Mapping[str, Sequence[Sequence[float]]], *, alpha: float
) -> str:
    """Describe p-values of conclusions and how far they move under changes."""
    told = []
    for row, name in enumerate(names):
        known = [p for rows in series.values() for p in rows[row] if isfinite(p)]
        at_most = sum(p <= alpha for p in known)
        moved = f", from {min(known):.2g} to {max(known):.2g}, {at_most} of {len(known)} at most that" if known else ""
        here = f"{own[row]:.2g}" if isfinite(own[row]) else "undefined"
        told.append(f"{one_name(name)} {here}{moved}")
    number = f"{len(names)} conclusion{'' if len(names) == 1 else 's'}"
    return f"P-values of {number} and under changes, level {alpha:g}: {enumerate_names(told)}."


def describe_two_metrics(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    *,
    metrics: tuple[str, str],
    cd: tuple[float, float] | None = None,
    control: int | None = None,
) -> str:
    r"""Describe a plane of two metrics; parameters as for `two_metrics_plane`."""
    across, up = ranks
    order = sorted(range(len(names)), key=lambda i: (across[i], i))
    pairs = enumerate_names([f"{one_name(names[i])} ({rank_text(across[i])} and {rank_text(up[i])})" for i in order])
    by = " and by ".join(map(one_name, metrics))
    told = [f"Average ranks of {len(names)} algorithms by {by}: {pairs}."]
    if cd is not None:
        told.append(f"The critical differences are {rank_text(cd[0])} and {rank_text(cd[1])}.")
        about = [min(one) if control is None else one[control] for one in ranks]
        near = [
            i
            for i in order
            if i != control and all(abs(one[i] - at) <= size for one, at, size in zip(ranks, about, cd, strict=True))
        ]
        of = "the best" if control is None else f"the control, {one_name(names[control])},"
        told.append(f"Within them of {of} by both: {name_list(names, near) or 'none'}.")
    return " ".join(told)


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


def describe_lines(panels: Sequence[LinePanel], x_title: str, y_title: str) -> str:
    """Describe panels of lines by where each line begins and ends."""
    told = [f"Lines of {y_title} over {x_title}."]
    for panel in panels:
        lines = "; ".join(map(_course, panel.lines))
        told.append(f"{panel.title}: {lines}." if panel.title else f"{lines}.")
    return " ".join(told)


def _course(line: Line) -> str:
    first, last = f"{line.ys[0]:.3g} at {line.xs[0]:g}", f"{line.ys[-1]:.3g} at {line.xs[-1]:g}"
    return f"{line.label} from {first} to {last}" if len(line.xs) > 1 else f"{line.label} {first}"
