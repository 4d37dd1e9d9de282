"""Accuracy against cost in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from rankpress.figures.alt.wording import enumerate_names, name_list, one_name
from rankpress.figures.numerals import rank_text

if TYPE_CHECKING:
    from rankpress.stats.front import Front


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
    r"""Describe ranks or scores over costs; parameters as for `cost_front_plane`.

    Examples
    --------
    >>> from rankpress.stats.front import undominated
    >>> costs, ranks = [0.1, 3.0, 4.0, 90.0], [4.0, 2.0, 3.0, 1.0]
    >>> front = undominated(costs, ranks)
    >>> text = describe_cost_front("ABCD", costs, ranks, front, cost_label="seconds", metric="accuracy")
    >>> print(text.replace(". ", ".\n"))
    Average ranks of 4 algorithms by accuracy over mean seconds.
    On the front, from the cheapest: A (4.00 at 0.1), B (2.00 at 3), D (1.00 at 90).
    Dominated: C.
    """
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
