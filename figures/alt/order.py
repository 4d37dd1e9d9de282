"""A MultiTest graph in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.figures.alt.wording import MOST, enumerate_names, join, name_list, one_name, rest


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
