"""A trimmed t test for rankpress, and one example of each other thing that a plug-in can add."""

from __future__ import annotations

import numpy as np
from scipy.special import stdtr, stdtrit

from rankpress.extend import (
    MetricScores,
    Table,
    adjustment,
    effect_size,
    figure,
    loader,
    pairwise_test,
    plain,
    report_format,
    source,
    table,
    venue,
)

YUEN = source(
    "yuen1973",
    "article",
    author="Yuen, Karen K. and Dixon, Wilfrid J.",
    title="The Approximate Behaviour and Performance of the Two-Sample Trimmed t",
    journal="Biometrika",
    volume="60",
    number="2",
    pages="369–374",
    year="1973",
)


def trimmed(differences):
    """Return the mean without a fifth at each end, its standard error, and the degrees of freedom."""
    ordered = np.sort(differences)
    n, cut = len(ordered), len(ordered) // 5
    kept = n - 2 * cut
    winsorized = np.clip(ordered, ordered[cut], ordered[n - cut - 1])
    error = np.sqrt(winsorized.var(ddof=1) * (n - 1) / (kept * (kept - 1)))
    return ordered[cut : n - cut].mean(), error, kept - 1


@pairwise_test(
    "trimmed-t",
    title="trimmed t test",
    reference=YUEN,
    null="the trimmed mean of the differences between the two is zero",
    holds="level for many data sets",
)
def trimmed_t(a, b):
    """Return the t statistic of the trimmed mean, and p."""
    mean, error, df = trimmed(a - b)
    if error == 0:  # the same difference on all data sets but a few
        return mean, float(mean == 0)
    return mean / error, 2 * stdtr(df, -abs(mean / error))


@adjustment("weighted-halves", title="weighted halves", reference="dunn1961", controls="family-wise error")
def weighted_halves(p):
    """Half of the level for the first comparison, half for all others: Bonferroni's inequality with weights."""
    weights = np.full(len(p), 0.5 / max(len(p) - 1, 1))
    weights[0] = 0.5
    return np.minimum(p / weights, 1)


@effect_size(
    "trimmed-difference",
    title="trimmed mean difference",
    reference=YUEN,
    interval="Student's t of the trimmed mean",
    in_unit=True,
)
def trimmed_difference(a, b, level):
    """Return the trimmed mean of the differences and its interval."""
    mean, error, df = trimmed(a - b)
    margin = stdtrit(df, (1 + level) / 2) * error
    return mean, mean - margin, mean + margin


@table("largest-losses", title="Largest losses")
def largest_losses(analysis):
    """Show where each algorithm falls furthest behind."""
    if not isinstance(analysis.scores, MetricScores):  # average ranks or votes alone
        return None
    behind = np.nanmax(analysis.scores.oriented, axis=1, keepdims=True) - analysis.scores.oriented
    rows = [
        (name, analysis.scores.datasets[int(np.nanargmax(column))], float(np.nanmax(column)))
        for name, column in zip(analysis.algorithms, behind.T, strict=True)
    ]
    return Table(
        title="Largest losses",
        caption="Where each algorithm falls furthest behind the best, and by how much.",
        head=(("Algorithm", "Data set", "Behind"),),
        rows=tuple(rows),
        align=("left", "left", "right"),
    )


@figure(
    "rank-bars",
    title="Average ranks",
    caption="Average ranks, 1 being the best.",
    alt="A horizontal bar for each algorithm, as long as its average rank.",
)
def rank_bars(analysis, names, style):
    """Draw average ranks."""
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(style.width, 0.5 + 0.25 * len(names)), layout="constrained")
    axes = drawn.add_subplot()
    axes.barh(names, analysis.ranking.average, color=style.accent)
    axes.set_xlabel("Average rank")
    return drawn


@loader("dots", holds="a file of dots", suffixes=[".dots"])
def dots(content):
    """Read lines such as `iris...knn...0.93`."""
    for line in content.decode().splitlines():
        dataset, algorithm, accuracy = line.split("...")
        yield {"dataset": dataset, "algorithm": algorithm, "accuracy": float(accuracy)}


@report_format("outline", title="report.txt")
def outline(rendering):
    """Write the summary of a report, and the titles of its sections."""
    document = rendering.document
    lines = [document.title, *document.summary, *(section.title for section in document.sections)]
    return {"report.txt": "".join(f"{plain(line)}\n" for line in lines)}


venue("our-workshop", column=3.0, text=6.2, height=8.5, stated="the workshop's author kit")
