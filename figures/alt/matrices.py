"""Matrices of pairs and maps of scores in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, SupportsFloat

import numpy as np

from rankpress.figures.alt.wording import MOST, enumerate_names, one_name, rest
from rankpress.figures.numerals import p_text

if TYPE_CHECKING:
    from rankpress.figures.matrix.compared import Comparisons


def describe_p_values(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]] | np.ndarray,
    adjusted: Sequence[SupportsFloat] | np.ndarray,
    *,
    alpha: float,
    label: str = "adjusted p",
) -> str:
    r"""Describe a matrix of p-values; parameters as for `p_value_matrix`.

    Examples
    --------
    >>> describe_p_values("ABC", [(0, 1), (0, 2), (1, 2)], [0.6, 0.04, 0.0002], alpha=0.05)
    'Matrix of 3 pairs of algorithms, adjusted p; at most 0.05 for 2 of them: B and C (<0.001); A and C (0.040).'
    """
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
    """Describe a multi-comparison matrix; parameters as for `comparison_matrix`.

    Examples
    --------
    >>> from rankpress.figures.matrix.compared import Comparisons
    >>> found = Comparisons(["knn", "svm"], [(0, 1)], [-0.02], [(3, 1, 10)], [0.04])
    >>> describe_comparisons(found, alpha=0.05, label="accuracy", rows=[0, 1], columns=[0, 1]).split(": ")[1]
    'knn less svm −0.02, wins/ties/losses 3/1/10, p 0.040.'
    """
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
    r"""Describe a map of scores; parameters as for `score_map`.

    Examples
    --------
    >>> values = np.array([[0.9, 0.8], [0.7, np.nan]])
    >>> print(describe_score_map(values, ["iris", "wine"], "AB", label="accuracy", number=str).replace(". ", ".\n"))
    Map of accuracy, 2 data sets by 2 algorithms: A, B.
    The least is 0.7 (A on wine), the greatest 0.9 (A on iris).
    1 result is missing.
    """
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
