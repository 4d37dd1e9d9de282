"""A plane of two metrics in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.figures.alt.wording import enumerate_names, name_list, one_name
from rankpress.figures.numerals import rank_text


def describe_two_metrics(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    *,
    metrics: tuple[str, str],
    cd: tuple[float, float] | None = None,
    control: int | None = None,
) -> str:
    r"""Describe a plane of two metrics; parameters as for `two_metrics_plane`.

    Examples
    --------
    >>> text = describe_two_metrics("ABC", ([1, 2, 3], [1.5, 1.6, 2.9]), metrics=("AUC", "accuracy"), cd=(1.2, 1.2))
    >>> print(text.replace(". ", ".\n"))
    Average ranks of 3 algorithms by AUC and by accuracy: A (1.00 and 1.50), B (2.00 and 1.60), C (3.00 and 2.90).
    The critical differences are 1.20 and 1.20.
    Within them of the best by both: A and B.
    """
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
