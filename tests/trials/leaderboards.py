"""Simulate how often 95% intervals of measures of leaderboards hold the true value.

    python tests/trials/leaderboards.py

writes tests/reference/leaderboard_coverage.csv, which REFERENCE.md shows; a test computes some of it again. Five
algorithms have normal scores with means 0, 0.2, ..., 0.8 and variance 1 on each data set; errors are their
exponentials. The true values are those of the chances to win, or of very many data sets. What follows if each
comparison on a data set is taken for a battle of its own stands in the row `independent battles`.
"""

import csv
from pathlib import Path

import numpy as np

from rankpress.stats.leaderboards import champions, improvability, mean_reciprocal_rank, rescaled_error, skill, win_rate
from rankpress.stats.paired_comparisons import bradley_terry, pairwise_wins, resampled_strengths
from rankpress.stats.resampled_intervals import Intervals

FILE = Path(__file__).resolve().parents[1] / "reference/leaderboard_coverage.csv"
SIZES, STUDIES, RESAMPLES = (10, 20, 50), 1000, 400
METHODS = ("t", "percentile", "basic", "bca")
MEANS = np.arange(5) * 0.2
BATTLES = "independent battles"
MEASURES = {
    "win-rate": win_rate,
    "skill": lambda scores, intervals: skill(np.exp(-scores), 0, intervals),
    "improvability": lambda scores, intervals: improvability(np.exp(-scores), intervals),
    "rescaled": lambda scores, intervals: rescaled_error(-scores, intervals),
    "champions": champions,
    "mrr": mean_reciprocal_rank,
}


def drawn(n, generator):
    """Scores of the five algorithms on so many data sets."""
    return MEANS + generator.normal(size=(n, len(MEANS)))


def true_value(measure):
    """The measure of each algorithm on very many data sets."""
    scores = drawn(400_000, np.random.default_rng(1))
    if measure != "elo":
        return MEASURES[measure](scores, Intervals()).estimate
    wins = (scores[:, :, None] > scores[:, None, :]).mean(axis=0, keepdims=True)
    return bradley_terry(wins, np.zeros_like(wins)).estimate


def ends_of_elo(scores, seed, methods):
    """The ends of intervals of log strengths by method, and were all battles independent; None if unbounded."""
    wins, ties = pairwise_wins(scores)
    fit = bradley_terry(wins, ties)
    if fit.why:
        return None
    ends = {"t": fit.interval(0.95)}
    for method in methods[1:]:
        ends[method] = resampled_strengths(wins, ties, fit, Intervals(0.95, method, RESAMPLES, seed))
    battles = wins + wins.transpose(0, 2, 1)
    chances = 1 / (1 + np.exp(fit.estimate[None, :] - fit.estimate[:, None]))
    weights = (battles * chances * (1 - chances)).sum(axis=0)
    half = 1.959963984540054 * np.sqrt(np.diag(np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights)))
    return {**ends, BATTLES: (fit.estimate - half, fit.estimate + half)}


def ends_of(measure, scores, seed, methods):
    """The ends of the intervals of a measure by method."""
    if measure == "elo":
        return ends_of_elo(scores, seed, methods)
    intervals = {method: MEASURES[measure](scores, Intervals(0.95, method, RESAMPLES, seed)) for method in methods}
    return {method: (one.low, one.high) for method, one in intervals.items()}


def coverage(measure, n, methods=METHODS):
    """Return the share of the intervals that hold the true value, by method, over those that are given."""
    truth, generator = true_value(measure), np.random.default_rng(n)
    covered = {method: [] for method in (*methods, BATTLES)}
    for study in range(STUDIES):
        ends = ends_of(measure, drawn(n, generator), study, methods)
        for method, (low, high) in (ends or {}).items():
            given = np.isfinite(low + high)
            covered[method] += ((low <= truth) & (truth <= high))[given].tolist()
    return {method: float(np.mean(shares)) for method, shares in covered.items() if shares}


def main():
    """Write the table and print it."""
    with FILE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("measure", "interval", "datasets", "coverage"))
        for measure in ("elo", *MEASURES):
            for n in SIZES:
                shares = coverage(measure, n)
                writer.writerows((measure, method, n, f"{share:.4f}") for method, share in shares.items())
                print(measure, n, shares, flush=True)


if __name__ == "__main__":
    main()
