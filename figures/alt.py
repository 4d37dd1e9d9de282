"""What figures show, in sentences for those who cannot see them; matplotlib is not needed for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rankpress.figures.numerals import rank_text

if TYPE_CHECKING:
    from rankpress.stats.curves import Curve

_MOST = 12  # algorithms, groups or arcs told one by one; tables hold the rest
_LONGEST_NAME = 60


def describe_cd(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
) -> str:
    """Describe a critical difference diagram; parameters as for `critical_difference_diagram`.

    Examples
    --------
    >>> describe_cd(["A", "B"], [1.2, 1.8], groups=[(0, 1)])
    'Average ranks of 2 algorithms. A ranks first (1.20), not separated from B; then B (1.80). Not separated: A and B.'
    """
    order = sorted(range(len(names)), key=lambda i: (average_ranks[i], i))
    best, others = order[0], order[1:]
    told = [f"Average ranks of {len(names)} algorithms."]
    first = f"{_name(names[best])} ranks first ({rank_text(average_ranks[best])})"
    if groups is not None and control is None:
        company = [i for i in order if i != best and any({i, best} <= set(group) for group in groups)]
        first += f", not separated from {_name_list(names, company)}" if company else ", separated from all others"
    followers = [f"{_name(names[i])} ({rank_text(average_ranks[i])})" for i in others]
    told.append(f"{first}; then {_enumerate(followers)}." if followers else f"{first}.")
    if control is None:
        told += _tell_groups(names, groups, cd)
    else:
        told += _tell_control(names, average_ranks[control], control, cd, significant_vs_control, order)
    return " ".join(told)


def _tell_groups(names: Sequence[str], groups: Sequence[Sequence[int]] | None, cd: float | None) -> list[str]:
    told = [f"The critical difference is {rank_text(cd)}."] if cd is not None else []
    joined = [group for group in groups or () if len(group) > 1]
    if joined:
        texts = [_name_list(names, group) for group in joined[:_MOST]]
        more = f"; and {len(joined) - _MOST:,} more" if len(joined) > _MOST else ""
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
    told = [f"The control is {_name(names[control])} ({rank_text(rank)})."]
    if cd is not None:
        told.append(f"An interval of {rank_text(cd)} to either side of its rank is marked.")
    if significant is not None:
        apart = [i for i in order if i in significant and i != control]
        verb = "differs" if len(apart) == 1 else "differ"
        who = _name_list(names, apart) if apart else "No algorithm"
        told.append(f"{who} {verb if apart else 'differs'} significantly from it.")
    return told


def describe_curves(
    panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]],
    *,
    baseline: str | None,
    metric: str,
    null: float = 0.0,
    level: float = 0.95,
) -> str:
    """Describe a page of confidence curves by where their intervals lie; parameters as for `confidence_curve_page`.

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> describe_curves([("iris", [("CART", ConfidenceCurve(0.05, 0.02, 99))])], baseline="majority", metric="accuracy")
    'Confidence curves of the difference in accuracy to majority on iris. CART: 0.05, 95% interval 0.0103 to 0.0897.'
    """
    difference = f"Confidence curves of the difference in {_name(metric)}"
    difference += f" to {_name(baseline)}" if baseline is not None else ""
    interval = f"{100 * level:g}% interval"
    if len(panels) == 1:
        dataset, curves = panels[0]
        told = []
        for label, curve in curves[:_MOST]:
            low, high = curve.interval(level)
            told.append(f"{_name(label)}: {curve.difference:.3g}, {interval} {low:.3g} to {high:.3g}")
        return f"{difference} on {_name(dataset)}. {'; '.join(told)}{_rest(len(curves))}."
    labels = list(dict.fromkeys(label for _, curves in panels for label, _ in curves))
    told = [_tell_sides(label, panels, null, level) for label in labels[:_MOST]]
    return (
        f"{difference} on {len(panels)} data sets. Number of data sets where the {interval} lies above, across and"
        f" below {null:g}: {'; '.join(told)}{_rest(len(labels))}."
    )


def _tell_sides(
    label: str, panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]], null: float, level: float
) -> str:
    ends = [curve.interval(level) for _, curves in panels for name, curve in curves if name == label]
    above, below = sum(low > null for low, _ in ends), sum(high < null for _, high in ends)
    return f"{_name(label)} {above}, {len(ends) - above - below}, {below}"


def describe_order(
    names: Sequence[str],
    prior: Sequence[int],
    edges: Sequence[tuple[int, int]],
    order: Sequence[int],
    decided_by: Sequence[str],
    *,
    cost_label: str,
) -> str:
    r"""Describe a MultiTest graph; parameters as for `multitest_graph`.

    Examples
    --------
    >>> text = describe_order("ABC", (0, 1, 2), [(2, 0)], (1, 2, 0), ["test"] * 3, cost_label="seconds")
    >>> print(text.replace(". ", ".\n"))
    Algorithms from the cheapest by seconds: A, B, C.
    Put before cheaper ones by a test: C before A.
    Resulting order: 1 B, 2 C, 3 A; the test decided all places.
    """
    place = {algorithm: number for number, algorithm in enumerate(prior)}
    beaten: dict[int, list[int]] = {}
    for edge in edges:
        cheaper, costlier = sorted(edge, key=lambda i: place[i])
        beaten.setdefault(costlier, []).append(cheaper)
    told = [f"Algorithms from the cheapest by {_name(cost_label)}: {_enumerate([_name(names[i]) for i in prior])}."]
    if beaten:
        winners = sorted(beaten, key=lambda i: place[i])
        texts = [
            f"{_name(names[i])} before {_name_list(names, sorted(beaten[i], key=lambda j: place[j]))}"
            for i in winners[:_MOST]
        ]
        told.append(f"Put before cheaper ones by a test: {'; '.join(texts)}{_rest(len(winners))}.")
    else:
        told.append("No test puts a costlier one before a cheaper one.")
    ranked = [f"{number} {_name(names[i])}" for number, i in enumerate(order, start=1)]
    by_cost = [str(number) for number, decided in enumerate(decided_by, start=1) if decided == "cost"]
    told.append(f"Resulting order: {_enumerate(ranked)}; {_tell_decisions(by_cost, len(order))}.")
    return " ".join(told)


def _tell_decisions(by_cost: Sequence[str], places: int) -> str:
    if not by_cost:
        return "the test decided all places"
    if len(by_cost) == places:
        return "the cost decided all places"
    noun = "place" if len(by_cost) == 1 else "places"
    return f"the cost decided {noun} {_join(by_cost)}, the test the others"


def _name(name: str) -> str:
    """A name on one line, without the middle of one that would tire a listener."""
    name = " ".join(name.split())
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def _name_list(names: Sequence[str], members: Sequence[int]) -> str:
    """Some names joined by commas and `and`."""
    texts = [_name(names[i]) for i in members[:_MOST]]
    return _join(texts) if len(members) <= _MOST else ", ".join(texts) + f" and {len(members) - _MOST} more"


def _join(texts: Sequence[str]) -> str:
    return " and ".join((", ".join(texts[:-1]), texts[-1])) if len(texts) > 1 else "".join(texts)


def _enumerate(texts: Sequence[str]) -> str:
    """Texts in order, with the last one where some in the middle are left out."""
    if len(texts) <= _MOST:
        return ", ".join(texts)
    return ", ".join(texts[: _MOST - 1]) + f", {len(texts) - _MOST} more, and last {texts[-1]}"


def _rest(count: int) -> str:
    return f"; and {count - _MOST} more" if count > _MOST else ""
