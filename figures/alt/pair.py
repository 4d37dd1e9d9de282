"""Figures of two algorithms in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.figures.alt.wording import one_name
from rankpress.figures.numerals import probability_phrase


def describe_scatter(
    names: tuple[str, str],
    scores: Sequence[tuple[float, float]],
    outcomes: Sequence[int],
    *,
    datasets: Sequence[str] = (),
    metric: str = "score",
    remark: str = "",
) -> str:
    r"""Describe a scatter of two algorithms' scores; parameters as for `score_scatter`.

    Examples
    --------
    >>> text = describe_scatter(("A", "B"), [(0.9, 0.5), (0.7, 0.8)], [1, -1], datasets=["iris", "wine"])
    >>> print(text.replace(". ", ".\n"))
    Scatter of score: A against B on 2 data sets.
    A is better on 1, B on 1, tied on 0.
    Farthest apart in favour of A on iris (0.9 and 0.5), in favour of B on wine (0.7 and 0.8).
    """
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
    r"""Describe a posterior over the triangle of three chances; `mean` is that of the chances.

    Examples
    --------
    >>> print(describe_simplex(("A", "B"), (0.9, 0.08, 0.02), (0.6, 0.3, 0.1)).replace(". ", ".\n"))
    Posterior of three chances: A is better, the two are practically equivalent, B is better.
    The first is the greatest with P = 0.900, the second with P = 0.080, the third with P = 0.020.
    Their means are 0.60, 0.30 and 0.10.
    """
    first, second = map(one_name, names)
    phrases = [probability_phrase(p) for p in probabilities]
    return (
        f"Posterior of three chances: {first} is better, the two are practically equivalent, {second} is better."
        f" The first is the greatest with {phrases[0]}, the second with {phrases[1]}, the third with {phrases[2]}."
        f" Their means are {mean[0]:.2f}, {mean[1]:.2f} and {mean[2]:.2f}."
    )
