"""A critical difference diagram in sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rankpress.figures.alt.wording import MOST, enumerate_names, name_list, one_name
from rankpress.figures.numerals import rank_text


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
    """Describe a critical difference diagram; parameters as for `critical_difference_diagram`.

    Examples
    --------
    >>> describe_cd(["A", "B"], [1.2, 1.8], groups=[(0, 1)])
    'Average ranks of 2 algorithms. A ranks first (1.20), not separated from B; then B (1.80). Not separated: A and B.'
    """
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
